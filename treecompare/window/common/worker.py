"""Background work: a thread that iterates a generator, and reports so seldom that the window stays alive."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Generator
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from shiboken6 import isValid

from treecompare.errors import Cancel, Cancelled
from treecompare.jobs.session import SECONDS_BETWEEN_REPORTS

MILLISECONDS_BETWEEN_COLLECTIONS = 200


class Garbage(QTimer):
    """Collects garbage between two events of its own thread, as long as it lives; Python itself collects none.

    Python collects whenever it needs memory: in any thread, where objects of Qt are deleted a second time later, and in the midst
    of what Qt does with a list of widgets, where one of them may be garbage. Either crashes the program.
    """

    def __init__(self) -> None:
        super().__init__(interval=MILLISECONDS_BETWEEN_COLLECTIONS)
        self.timeout.connect(self._collect)
        gc.disable()
        self.start()

    def end(self) -> None:
        """Python collects again."""
        self.stop()
        gc.enable()

    def _collect(self) -> None:
        due = [count > limit for count, limit in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if True in due:
            gc.collect(max(generation for generation, is_due in enumerate(due) if is_due))


_running: set[Worker] = set()
"""Every worker whose thread has not ended: it must not be deleted before."""


def is_any_running() -> bool:
    """Whether a thread still works, or is stuck in a call of the system."""
    return any(worker.is_running for worker in list(_running))


_garbage: list[Garbage] = []
"""One while there is a worker, if Python collects at all."""


class Worker(QObject):
    """Runs ``steps(worker)``, a generator, in a thread.

    ``progressed`` carries what it yields; of items of one kind that come faster than 10 a second only the newest. ``succeeded``
    carries what it returns, ``failed`` the exception. ``finished`` comes in any case.

    The thread is a daemon, not a QThread: one that hangs in a call of the system can be abandoned.
    """

    progressed = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)
    finished = Signal()

    def __init__(self, steps: Callable[[Worker], Generator[Any, None, Any]]) -> None:
        super().__init__()
        self._steps: Callable[[Worker], Generator[Any, None, Any]] | None = steps
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.is_stopped = False
        self.cancel: Any = None
        self.finished.connect(self._forget)

    @property
    def is_running(self) -> bool:
        """Whether the thread has not ended."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Starts the thread."""
        _running.add(self)
        if gc.isenabled():
            _garbage.append(Garbage())
        self._thread.start()

    def wait(self) -> None:
        """Waits for the thread to end; what it has told is heard later."""
        self._thread.join()

    def stop(self) -> None:
        """Ends the work soon. Steps that compute for long put a switch with ``set()`` into ``cancel``."""
        self.is_stopped = True
        if self.cancel is not None:
            self.cancel.set()

    @Slot()
    def _forget(self) -> None:
        self._steps = None  # with all that it refers to, here rather than in the thread
        self._thread.join()  # which has nothing left to do
        _running.discard(self)
        if not _running and _garbage:
            _garbage.pop().end()

    def _run(self) -> None:
        """The thread's own part."""
        assert self._steps is not None
        try:
            try:
                self._go_through(self._steps(self))
            except BaseException as error:  # whatever it is, the window has to hear of it
                self.failed.emit(error)
            self.finished.emit()
        except RuntimeError:
            if isValid(self):
                raise
            # Qt has gone before this thread ended: nobody is there to hear

    def _go_through(self, steps: Generator[Any, None, Any]) -> None:
        held: Any = None
        last_kind, last_time = None, 0.0
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


class Newest(QObject):
    """Work for one view: what is asked later replaces what was asked before, whose result nobody hears any more.

    ``unwanted`` carries what was computed although nobody waits for it; ``told`` is for what is said meanwhile.
    """

    unwanted = Signal(object)
    told = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._newest: Worker | None = None
        self._kept: Worker | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is being computed that someone waits for."""
        return self._newest is not None

    def ask(
        self,
        compute: Callable[[Any], Any],
        then: Callable[[Any], object],
        fails: Callable[[BaseException], object] = lambda _: None,
    ) -> None:
        """Computes in a thread; ``compute`` is given the Cancel that ends it when nobody waits any more. ``then`` or ``fails`` is
        called with what came of it."""
        self.drop()
        cancel = Cancel()

        def steps(_worker: Worker) -> Generator[Any, None, Any]:
            yield from ()
            try:
                return compute(cancel)
            except Cancelled:
                return None

        self._then, self._fails = then, fails
        worker = self._newest = Worker(steps)
        worker.cancel = cancel
        # bound methods of an object of this thread: so they are called in this thread
        worker.succeeded.connect(self._tell)
        worker.failed.connect(self._tell_failure)
        worker.start()

    @Slot(object)
    def _tell(self, result: Any) -> None:
        worker = self.sender()  # none where it is no more
        if worker is not None and worker in (self._newest, self._kept if result is not None else None):
            self._newest = self._kept = None
            self._then(result)
        elif result is not None:
            self.unwanted.emit(result)

    @Slot(object)
    def _tell_failure(self, error: BaseException) -> None:
        if self._newest is not None and self.sender() is self._newest:
            self._newest = None
            self._fails(error)

    def drop(self, keeps: bool = False) -> None:
        """Nobody waits any more. ``keeps``: what is there until it ends is wanted all the same."""
        if self._newest is not None:
            self._newest.stop()
        self._newest, self._kept = None, self._newest if keeps else None
