"""Batches: windows of their own, from which comparisons are opened in the main window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFileDialog

from treecompare.app.common import preferences
from treecompare.app.common.saving import save_table
from treecompare.app.frame.commands import Command
from treecompare.app.frame.window import Window
from treecompare.app.shell.command import Need, command
from treecompare.app.window.annex import Annex

if TYPE_CHECKING:
    from treecompare.comparison.files import Files, Versions
    from treecompare.comparison.settings import Settings
    from treecompare.saved.opening import Opened

FILTER = "Results of batches (*.batch)"


class BatchCommands(Annex):
    """The windows of batches of a main window; they close with it."""

    def __init__(self, *of_window: Any) -> None:
        super().__init__(*of_window)
        self.windows: list[Window] = []
        """Those that are open, the newest last."""
        self._wanted: str | None = None
        """The system to go to in the comparison that is being opened."""
        self.session.failed.connect(self._forget_wanted)

    def takes(self, wanted: Sequence[str] | Versions) -> bool:
        """Shows results of a batch that were dropped."""
        match wanted:
            case [str(path)] if path.endswith(".batch"):
                self.open(path)
                return True
        return False

    @command(
        "&Batch of treebanks…",
        "Ctrl+Alt+B",
        "The results of a batch: treebanks x systems, macro-average, ranks, coverage; what changed since another one",
        need=Need.NOTHING,
    )
    def open_batch(self) -> None:
        """Asks for the results of a batch."""
        about = "Results that the command treecompare batch has written"
        path, _ = QFileDialog.getOpenFileName(self.window, about, preferences.text("folder"), FILTER)
        if path:
            self.open(path)
        else:  # maybe there was none to choose
            self.window.tell("treecompare batch makes such files; help: Many treebanks, many systems.")

    def open(self, path: str) -> Window:
        """Shows the results of a batch in a window."""
        from treecompare.app.batches.job import BatchJob, opening

        def commands() -> list[Command]:
            return [
                Command("open-batch", "Batch of treebanks…", "File", self.open_batch),
                Command("since", "What changed since…", "File", ask_before),
                Command("save-table", "Table…", "Export", save, can=found.place >= 0),
            ]

        def save() -> None:
            if isinstance(found.job, BatchJob):
                save_table(found, found.job.tables[found.place], found.messages.tell)

        def ask_before() -> None:
            before, _ = QFileDialog.getOpenFileName(found, "What changed since", preferences.text("folder"), FILTER)
            if before:
                show(before)

        def show(before: str = "") -> None:
            found.open(opening(path, before, self.open_comparison), f"Batch {Path(path).stem}")

        found = Window(commands)
        found.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        found.setWindowIcon(self.window.windowIcon())
        found.helpWanted.connect(self.window.view.show_page)  # type: ignore[attr-defined]
        self.windows.append(found)
        found.destroyed.connect(lambda: self._forget(found))
        found.show()
        show()
        return found

    def open_comparison(self, files: Files, settings: Settings, system: str) -> None:
        """Opens a treebank with all systems that have a file, and goes to the system that is wanted."""
        self._wanted = system
        self.window.raise_()
        self.window.activateWindow()
        if self.session.files == files and self.session.settings == settings:
            self._go()
        elif self.session.request is None or self.session.request.files != files:  # else it is being opened
            self.files.open_with(files, settings)

    def opened(self, opened: Opened) -> None:
        """The views show other files: people go where they wanted to."""
        self._go()

    def _go(self) -> None:
        wanted, self._wanted = self._wanted, None
        comparison = self.session.comparison
        if wanted is not None and comparison is not None and wanted in comparison.table.systems:
            self.space().systems.choose(comparison.table.systems.index(wanted))

    @Slot()
    def _forget_wanted(self) -> None:
        self._wanted = None

    def _forget(self, gone: Window) -> None:
        self.windows = [one for one in self.windows if one is not gone]

    def stop(self) -> None:
        """Closes them."""
        for one in list(self.windows):
            one.close()
