"""Saving a comparison as a page: computed in the background, for intervals and tests take a while."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

from treecompare.app.common import choosers as opening
from treecompare.app.common.errors import show_error
from treecompare.app.common.worker import Newest
from treecompare.app.session.session import Session
from treecompare.app.shell.command import command
from treecompare.app.shell.frame import FrameWindow
from treecompare.errors import TreecompareError
from treecompare.writing import file_name

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace


class ReportCommands(QObject):
    """``space`` tells the views of the comparison."""

    def __init__(self, window: FrameWindow, session: Session, space: Callable[[], Workspace]) -> None:
        super().__init__(window)
        self.window, self.session, self._space = window, session, space
        self._path = ""
        self._work = Newest(self)
        self._work.done.connect(self._write)
        self._work.failed.connect(lambda error: show_error(self.window, error))

    @property
    def is_busy(self) -> bool:
        """Whether a page is being made."""
        return self._work.is_busy

    @command(
        "Re&port…", tip="One page to send: ranks with intervals, errors, telling sentences drawn, methods, signatures"
    )
    def save_report(self) -> None:
        """Asks for a file and saves the page of the comparison in it."""
        comparison = self.session.comparison
        if comparison is None:
            return
        if not self.session.is_compared:
            self.window.tell("The report follows when all sentences are compared.")
            return
        kinds = (("Page", "html"), ("Markdown", "md"))
        path = opening.ask_where_to_save(
            self.window, "Save a report", kinds, file_name(f"{comparison.gold.name} report")
        )
        if path:
            self._path, view = path, self._space().view()
            self.window.tell("Making the report…")
            self._work.ask(lambda cancel: _page(comparison, replace(view, cancel=cancel.flag), path))

    @Slot(object)
    def _write(self, text: str | None) -> None:
        from treecompare.writing import write_file

        if text is None:
            return
        try:
            write_file(self._path, text)
        except TreecompareError as error:
            show_error(self.window, error)
        else:
            self.window.tell(f"Saved {self._path}")

    def stop(self) -> None:
        """Nobody waits for it any more."""
        self._work.stop()


def _page(comparison: Any, view: Any, path: str) -> str:
    from treecompare.analyses.report_page import report_page
    from treecompare.pages.html import as_html
    from treecompare.pages.markdown import as_markdown

    page = report_page(comparison, view)
    return as_markdown(page) if path.endswith(".md") else as_html(page)
