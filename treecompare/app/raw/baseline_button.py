"""The button that adds systems that no file has: uninformed baselines, and the consensus of the others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton

from treecompare.comparison.answered import BASELINE, CONSENSUS
from treecompare.extras.raw.baselines import OF_TREES, OF_WORDS
from treecompare.registry import is_here


class BaselineButton(QPushButton):
    """``wanted(path)``: that system is. ``kind``: what the gold holds, empty while it is not known; only those that fit are
    offered."""

    wanted = Signal(str)

    def __init__(self, kind: Callable[[], str]) -> None:
        super().__init__("Add &baseline")
        self.setAutoDefault(False)
        self.setToolTip("A system that knows the words of the gold and nothing else; or one tree of all systems")
        self._kind = kind
        self.offered = QMenu(self)
        self.offered.aboutToShow.connect(self.offer)
        self.setMenu(self.offered)

    def offer(self) -> None:
        """Brings the menu up to date."""
        kind = self._kind()
        self.offered.clear()
        for of, names in (("constituents", OF_TREES), ("dependencies", OF_WORDS)):
            for name in names if kind in ("", of) else ():
                self.offered.addAction(name, partial(self.wanted.emit, BASELINE + name))
            self.offered.addSeparator()
        if is_here(CONSENSUS):
            self.offered.addAction("consensus of the systems", partial(self.wanted.emit, CONSENSUS))
