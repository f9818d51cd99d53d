"""What an extra adds to the main window: commands, and what it does when something happens there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from treecompare.app.session.session import Session
from treecompare.app.shell.frame import FrameWindow
from treecompare.app.window.file_commands import FileCommands
from treecompare.saved.opening import Opened

if TYPE_CHECKING:
    from treecompare.app.common.list_sheet import Offer
    from treecompare.app.window.workspace import Workspace
    from treecompare.comparison.files import Versions


class Annex(QObject):
    """Made with the window. ``space`` tells the views of the comparison. ``tableWanted``: the table of that name is to come to the
    front. ``line`` stands above the comparison, where there is one."""

    tableWanted = Signal(str)
    line: QWidget | None = None

    def __init__(
        self, window: FrameWindow, session: Session, files: FileCommands, space: Callable[[], Workspace]
    ) -> None:
        super().__init__(window)
        self.window, self.session, self.files = window, session, files
        self.space = space

    def doers(self) -> Iterator[object]:
        """Whose methods are commands."""
        yield self

    def takes(self, _wanted: Sequence[str] | Versions) -> bool:
        """Opens what is wanted (paths that were dropped or named, or something recent) if it is of the extra; says whether."""
        return False

    def opened(self, opened: Opened) -> None:
        """The views show it."""

    def closed(self) -> None:
        """The comparison is about to be closed."""

    def stop(self) -> None:
        """The window is about to be closed, after the comparison."""

    def offers(self) -> Iterator[tuple[str, Offer]]:
        """What the palette finds, with the name of its list."""
        yield from ()
