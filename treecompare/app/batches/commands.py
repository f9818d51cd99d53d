"""Batches: windows of their own, from which comparisons are opened in the main window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFileDialog

from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.app.shell.command import Need, command
from treecompare.app.window.annex import Annex
from treecompare.errors import TreecompareError

if TYPE_CHECKING:
    from treecompare.app.batches.batch_window import BatchWindow, Opens
    from treecompare.comparison.files import Versions
    from treecompare.extras.batches.figures import Board
    from treecompare.saved.opening import Opened


class BatchCommands(Annex):
    """The windows of batches of a main window; they close with it."""

    def __init__(self, *of_window: Any) -> None:
        super().__init__(*of_window)
        self.windows: list[BatchWindow] = []
        """Those that are open, the newest last."""
        self._wanted: Opens | None = None
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
        from treecompare.app.batches.batch_window import FILTER

        about = "Results that the command treecompare batch has written"
        path, _ = QFileDialog.getOpenFileName(self.window, about, preferences.text("folder"), FILTER)
        if path:
            self.open(path)
        else:  # maybe there was none to choose
            self.window.tell("treecompare batch makes such files; help: Many treebanks, many systems.")

    def open(self, path: str) -> BatchWindow:
        """Shows the results of a batch in a window."""
        from treecompare.app.batches.batch_window import BatchWindow
        from treecompare.app.window.help import add_help

        found = BatchWindow(path)
        found.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        found.setWindowIcon(self.window.windowIcon())
        add_help(found, "batch", self.window)
        found.another.connect(self.open_batch)
        found.comparisonWanted.connect(self.open_comparison)
        self.windows.append(found)
        found.destroyed.connect(lambda: self._forget(found))
        found.show()
        return found

    @Slot(object, object)
    def open_comparison(self, board: Board, wanted: Opens) -> None:
        """Opens a treebank with all systems that have a file, and goes to the system that is wanted."""
        try:
            files, settings = board.files(wanted.treebank, wanted.preparation)
        except TreecompareError as error:
            show_error(self.window, error)
            return
        self._wanted = wanted
        self.window.raise_()
        self.window.activateWindow()
        if self.session.files == files and self.session.settings == settings:
            self._go()
        elif self.session.request is None or self.session.request.files != files:  # else it is being opened
            self.files.open_with(files, settings)

    def opened(self, opened: Opened) -> None:
        """The views show other files: people go where they wanted to."""
        if self._wanted is not None:
            self._go()

    def _go(self) -> None:
        wanted, self._wanted = self._wanted, None
        comparison = self.session.comparison
        if wanted is None or comparison is None:
            return
        space = self.space()
        if wanted.system in comparison.table.systems:
            space.systems.choose(comparison.table.systems.index(wanted.system))

    @Slot()
    def _forget_wanted(self) -> None:
        self._wanted = None

    def _forget(self, gone: BatchWindow) -> None:
        self.windows = [one for one in self.windows if one is not gone]

    def stop(self) -> None:
        """Closes them."""
        for one in list(self.windows):
            one.close()
