"""Starts the frame on files, beside today's window: both open the same comparison files."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from treecompare import __version__
from treecompare.app.common import fonts, preferences, screen
from treecompare.app.common.errors import ExceptionHook
from treecompare.app.common.garbage import Garbage
from treecompare.app.common.theme import apply_theme
from treecompare.app.frame.commands import Command
from treecompare.app.frame.window import Window
from treecompare.comparison.files import Files, is_comparison_file
from treecompare.comparison.roles import named_files
from treecompare.jobs.opening import opening, opening_saved
from treecompare.jobs.overview import OverviewJob


class FrameWindow(Window):
    """A window for comparisons: files are chosen, dropped, or named where it is started."""

    def __init__(self) -> None:
        super().__init__(lambda: [Command("open", "Open…", "File", self.ask_for_files)])
        self.setAcceptDrops(True)
        self.helpWanted.connect(self._show_help)
        self.nothing.say("Drop files here: a gold file and one or more systems, two annotators, or a comparison file.")
        self.nothing.offer("Open…", self.ask_for_files)
        self.centre.setCurrentWidget(self.nothing)

    def open_files(self, files: Files) -> None:
        """Compares files, or opens a comparison file."""
        self.nothing.withdraw()
        if is_comparison_file(files.gold) and not files.systems:
            self.open(opening_saved(files.gold, OverviewJob), "Opening")
        else:
            self.open(opening(files, overview=OverviewJob), "Opening")
        preferences.add_recent(files)

    def ask_for_files(self, paths: list[str] | None = None) -> None:
        """Asks which files are what."""
        from treecompare.app.session.open_dialog import OpenDialog

        dialog = OpenDialog(paths or [], self)
        dialog.accepted.connect(lambda: self.open_files(dialog.files()))
        dialog.open()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.open_paths([url.toLocalFile() for url in event.mimeData().urls() if QUrl.isLocalFile(url)])

    def open_paths(self, paths: list[str]) -> None:
        """Opens what is clear from the names of files, and asks otherwise."""
        files, unclear = named_files({"golds": paths} if len(paths) == 1 else {"systems": paths})
        if files is not None:
            self.open_files(files)
        else:
            self.ask_for_files(unclear)

    def _show_help(self, page: str) -> None:
        from treecompare.app.window.help import show_page

        show_page(self, page, lambda: [(one.menu, one.title, "") for one in self.commands()])


def run_frame(named: Mapping[str, Any] | None = None) -> int:
    """Opens the window on what the command line named (see :func:`~treecompare.comparison.roles.named_files`); returns the exit
    status."""
    application = screen.application()
    application.setApplicationName("treecompare")
    application.setApplicationVersion(__version__)
    garbage = Garbage()
    sys.excepthook = ExceptionHook()
    preferences.begin(__version__)
    fonts.dress(application, preferences.number("text_size", 0))
    apply_theme(application, preferences.text("theme", "system"))
    window = FrameWindow()
    window.show()
    files, unclear = named_files(named or {})
    if files is not None:
        window.open_files(files)
    elif unclear:
        window.ask_for_files(unclear)
    status = application.exec()
    garbage.end()
    sys.excepthook = sys.__excepthook__
    return status
