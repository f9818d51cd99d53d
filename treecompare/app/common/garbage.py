"""When Python's garbage is collected while there are windows."""

from __future__ import annotations

import gc

from PySide6.QtCore import QTimer

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
