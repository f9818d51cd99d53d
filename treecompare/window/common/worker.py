"""Background work: a function in a thread of its own, whose result is heard of in that of the window."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from shiboken6 import isValid

from treecompare.errors import Cancel, Cancelled

MILLISECONDS_BETWEEN_COLLECTIONS = 200


class Garbage(QTimer):
    """Collects garbage between two events of its own thread, as long as it lives; Python itself collects none.

    Python collects whenever it needs memory: in any thread, where objects of Qt are deleted a second time later, and in the midst
    of what Qt does with a list of widgets, where one of them may be garbage. Either crashes the program.
    """

    def __init__(self) -> None:
        super().__init__(interval=MILLISECONDS_BETWEEN_COLLECTIONS, timeout=self._collect)
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
    """Runs ``work`` in a thread; ``ended`` carries what it returned, and the error that it raised, if it did.

    The thread is a daemon, not a QThread: one that hangs in a call of the system can be abandoned.
    """

    ended = Signal(object, object)

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self._work: Callable[[], Any] | None = work
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def is_running(self) -> bool:
        """Whether the thread has not ended."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Starts the thread."""
        self.ended.connect(self._forget)  # after all others have heard of it
        _running.add(self)
        if gc.isenabled():
            _garbage.append(Garbage())
        self._thread.start()

    @Slot()
    def _forget(self) -> None:
        self._work = None  # with all that it refers to, here rather than in the thread
        self._thread.join()  # which has nothing left to do
        _running.discard(self)
        if not _running and _garbage:
            _garbage.pop().end()

    def _run(self) -> None:
        """The thread's own part."""
        try:
            self.ended.emit(*self._outcome())
        except RuntimeError:
            if isValid(self):
                raise
            # Qt has gone before this thread ended: nobody is there to hear

    def _outcome(self) -> tuple[Any, BaseException | None]:
        assert self._work is not None
        try:
            return self._work(), None
        except BaseException as error:  # whatever it is, the window has to hear of it
            return None, error


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
        self._cancel: Cancel | None = None

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
        cancel = self._cancel = Cancel()

        def work() -> Any:
            with suppress(Cancelled):
                return None if cancel.is_set() else compute(cancel)

        self._then, self._fails = then, fails
        self._newest = Worker(work)
        self._newest.ended.connect(self._tell)  # of an object of this thread: so it is called in this thread
        self._newest.start()

    @Slot(object, object)
    def _tell(self, result: Any, error: BaseException | None) -> None:
        worker = self.sender()  # none where it is no more
        if worker is not None and worker in (self._newest, self._kept if result is not None else None):
            self._newest = self._kept = None
            if error is not None:
                self._fails(error)
            else:
                self._then(result)
        elif result is not None:
            self.unwanted.emit(result)

    def drop(self, keeps: bool = False) -> None:
        """Nobody waits any more. ``keeps``: what is there until it ends is wanted all the same."""
        if self._cancel is not None:
            self._cancel.set()
        self._newest, self._kept = None, self._newest if keeps else None
