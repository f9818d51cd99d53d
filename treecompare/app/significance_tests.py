"""Tests of every system against a baseline, in the background, as soon as all sentences are compared."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from treecompare.app.worker import Newest
from treecompare.comparison.dependencies import Compared
from treecompare.comparison.significance import against_baseline
from treecompare.comparison.table import WAITING, Average


class BaselineTests(QObject):
    """``done`` carries the baseline and its tests. What is asked later replaces what was asked before."""

    done = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: tuple[Any, ...] | None = None
        self.work = Newest(self)
        self.work.done.connect(lambda found: self.done.emit(*found) if found is not None else None)

    def ask(self, comparison: Compared | None, baseline: int, keys: tuple[str, ...], average: Average) -> None:
        """Computes the tests, if they are not known or under way and all sentences are compared."""
        wanted = (id(comparison), baseline, keys, average)
        is_ready = (
            comparison is not None and len(comparison.systems) > 1 and not (comparison.table.statuses == WAITING).any()
        )
        if wanted == self._asked and is_ready:
            return
        self.work.drop()
        self._asked = None
        if comparison is None or not is_ready or not keys:
            return
        self._asked = wanted
        table = comparison.table
        self.work.ask(lambda cancel: (baseline, against_baseline(table, baseline, keys, average, cancel.flag)))

    def forget(self) -> None:
        """The figures have changed: what is asked next is computed again."""
        self.work.drop()
        self._asked = None

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
        self.work.stop()
