"""Background work: a thread that iterates a generator, and reports so seldom that the window stays alive."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal

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
