"""Tests of every system against a baseline, in the background, as soon as all sentences are compared."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from PySide6.QtCore import QObject, Signal

from treecompare.app.worker import Worker
from treecompare.comparison.comparison import Comparison
from treecompare.comparison.run import Cancel
from treecompare.comparison.significance import Test, against_baseline
from treecompare.comparison.table import WAITING, Average
from treecompare.errors import Cancelled


class BaselineTests(QObject):
    """``done`` carries the baseline and its tests. What is asked later replaces what was asked before."""

    done = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: tuple[Any, ...] | None = None
        self._newest: Worker | None = None
        self._workers: set[Worker] = set()

    def ask(self, comparison: Comparison | None, baseline: int, keys: tuple[str, ...], average: Average) -> None:
        """Computes the tests, if they are not known or under way and all sentences are compared."""
        wanted = (id(comparison), baseline, keys, average)
        is_ready = (
            comparison is not None and len(comparison.systems) > 1 and not (comparison.table.statuses == WAITING).any()
        )
        if wanted == self._asked and is_ready:
            return
        for worker in self._workers:
            worker.stop()
        self._newest, self._asked = None, None
        if comparison is None or not is_ready or not keys:
            return
        self._asked = wanted
        cancel = Cancel()

        def steps(_worker: Worker) -> Generator[Any, None, tuple[int, dict[tuple[int, str], Test]] | None]:
            yield from ()
            try:
                return baseline, against_baseline(comparison.table, baseline, keys, average, cancel.flag)
            except Cancelled:
                return None

        worker = Worker(steps)
        worker.cancel = cancel
        self._workers.add(worker)
        self._newest = worker
        worker.succeeded.connect(self._tell)
        worker.finished.connect(self._forget)
        worker.start()

    def _tell(self, found: tuple[int, dict[tuple[int, str], Test]] | None) -> None:
        if self.sender() is self._newest and found is not None:
            self.done.emit(*found)

    def _forget(self) -> None:
        worker = self.sender()
        if isinstance(worker, Worker):
            self._workers.discard(worker)
            worker.deleteLater()

    def stop(self) -> None:
        """Waits for what is being computed."""
        self._newest = None
        for worker in list(self._workers):
            worker.stop()
            worker.wait()
        self._workers.clear()
