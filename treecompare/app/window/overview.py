"""The overview of the open comparison, a window of its own: questions, their tables and plots, the sentences behind a cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from treecompare.app.session.session import Session
from treecompare.app.shell.command import command
from treecompare.app.shell.frame import FrameWindow
from treecompare.app.window.file_commands import FileCommands
from treecompare.scores.result import View

if TYPE_CHECKING:
    from collections.abc import Callable

    from treecompare.app.frame.window import Window
    from treecompare.comparison.base import Comparison
    from treecompare.comparison.judgements import Change
    from treecompare.jobs.compare import CompareJob


class OverviewCommands:
    """Opens it, and closes it with the comparison. ``view``: what the main window looks at."""

    def __init__(self, window: FrameWindow, session: Session, files: FileCommands, view: Callable[[], View]) -> None:
        self.window, self.session, self.files, self.view = window, session, files, view
        self.shown: Window | None = None
        """The window, as long as it is open."""

    @command("&Overview…", tip="Questions about the comparison, with the tables and plots that answer them")
    def overview(self) -> None:
        self.show("")

    def show(self, key: str) -> None:
        """Shows the table or plot of that name, or where one was; says that it must wait until everything is compared."""
        comparison = self.session.comparison
        if comparison is None or not self.session.is_compared:
            self.window.tell("Wait until all sentences are compared.")
            return
        if self.shown is None:
            self._open(comparison, key)
        else:
            self._turn(self.shown, key)
            self.shown.raise_()
            self.shown.activateWindow()

    def _open(self, comparison: Comparison, key: str) -> None:
        from treecompare.app.frame.window import Window
        from treecompare.jobs.compare import CompareJob
        from treecompare.jobs.overview import OverviewJob

        def made(*_: object) -> CompareJob:
            return CompareJob(comparison, self._keep, overview=OverviewJob)

        window = self.shown = Window()
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.setWindowIcon(self.window.windowIcon())
        window.helpWanted.connect(self.window.view.show_page)  # type: ignore[attr-defined]
        window.destroyed.connect(partial(self._forget, window))
        window.opened.connect(lambda job: self._begin(window, job, key))
        window.open(made, "Overview")
        window.show()

    def _begin(self, window: Window, job: CompareJob, key: str) -> None:
        """What the main window looks at is looked at there."""
        view = self.view()
        job.system, job.a, job.b, job.average = view.system, view.key_a, view.key_b, view.average
        self._turn(window, key)

    def _turn(self, window: Window, key: str) -> None:
        window.show_tab([name for name, _ in window.tabs].index("Overview"))
        if key and window.job is not None and (place := window.job.place(key)) >= 0:
            window.fill(place)

    def _keep(self, changes: Sequence[Change], title: str) -> None:
        self.files.file.write(changes, title)

    def close(self) -> None:
        """The comparison is closed."""
        if self.shown is not None:
            self.shown.close()

    def _forget(self, window: Window) -> None:
        if self.shown is window:
            self.shown = None
