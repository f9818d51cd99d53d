"""Background work: a thread that iterates a generator, and reports so seldom that the window stays alive."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal, Slot

from treecompare.errors import Cancelled

SECONDS_BETWEEN_REPORTS = 0.1


class Worker(QThread):
    """Runs ``steps(worker)``, a generator, in a thread.

    ``progressed`` carries what it yields; of items of one kind that come faster than 10 a second only the newest. ``succeeded``
    carries what it returns, ``failed`` the exception. ``finished`` (of QThread) comes in any case.
    """

    progressed = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)

    def __init__(self, steps: Callable[[Worker], Generator[Any, None, Any]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self.is_stopped = False
        self.cancel: Any = None

    def stop(self) -> None:
        """Ends the work soon. Steps that compute for long put a switch with ``set()`` into ``cancel``."""
        self.is_stopped = True
        if self.cancel is not None:
            self.cancel.set()

    def run(self) -> None:
        """The thread's own part."""
        held: Any = None
        last_kind, last_time = None, 0.0
        try:
            steps = self._steps(self)
            while not self.is_stopped:
                try:
                    item = next(steps)
                except StopIteration as end:
                    if held is not None:
                        self.progressed.emit(held)
                    self.succeeded.emit(end.value)
                    return
                now = time.monotonic()
                if type(item) is last_kind and now - last_time < SECONDS_BETWEEN_REPORTS:
                    held = item
                    continue
                if held is not None and type(item) is not type(held):
                    self.progressed.emit(held)
                held = None
                last_kind, last_time = type(item), now
                self.progressed.emit(item)
            steps.close()
        except BaseException as error:  # whatever it is, the window has to hear of it
            self.failed.emit(error)


class Newest(QObject):
    """Work for one view: what is asked later replaces what was asked before, whose result nobody hears any more.

    ``done`` carries what was computed, ``failed`` the exception.
    """

    done = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workers: set[Worker] = set()
        self._newest: Worker | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is being computed that someone waits for."""
        return self._newest is not None

    def ask(self, compute: Callable[[Any], Any]) -> None:
        """Computes in a thread; ``compute`` is given the Cancel that ends it when nobody waits any more."""
        from treecompare.comparison.base import Cancel

        self.drop()
        cancel = Cancel()

        def steps(_worker: Worker) -> Generator[Any, None, Any]:
            yield from ()
            try:
                return compute(cancel)
            except Cancelled:
                return None

        worker = Worker(steps)
        worker.cancel = cancel
        self.workers.add(worker)
        self._newest = worker
        # bound methods of an object of this thread: so they are called in this thread
        worker.succeeded.connect(self._tell)
        worker.failed.connect(self._tell_failure)
        worker.finished.connect(self._forget)
        worker.start()

    @Slot(object)
    def _tell(self, result: Any) -> None:
        # what a worker that is no more has told has no sender
        if self._newest is not None and self.sender() is self._newest:
            self._newest = None
            self.done.emit(result)

    @Slot(object)
    def _tell_failure(self, error: BaseException) -> None:
        if self._newest is not None and self.sender() is self._newest:
            self._newest = None
            self.failed.emit(error)

    @Slot()
    def _forget(self) -> None:
        worker = self.sender()
        if isinstance(worker, Worker):
            self.workers.discard(worker)
            worker.deleteLater()

    def drop(self) -> None:
        """Nobody waits any more."""
        self._newest = None
        for worker in self.workers:
            worker.stop()

    def stop(self) -> None:
        """Waits for what is being computed; a thread must not be dropped while it runs."""
        self.drop()
        for worker in list(self.workers):
            worker.wait()
        self.workers.clear()
