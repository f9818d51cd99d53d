"""What is made in the background for one part of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from treecompare.app.common.worker import Newest
from treecompare.jobs.base import Later


class Coming(QObject):
    """What is asked for later takes the place of what was asked for before, of which nobody hears any more."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work = Newest(self)
        self._work.done.connect(lambda made: self._then(made))
        self._work.failed.connect(lambda error: self._fails(error))
        self._then: Callable[[Any], object] = lambda _: None
        self._fails: Callable[[BaseException], object] = lambda _: None

    @property
    def is_busy(self) -> bool:
        """Whether something is being made."""
        return self._work.is_busy

    def ask(self, later: Later, then: Callable[[Any], object], fails: Callable[[BaseException], object]) -> None:
        """Makes it; ``then`` or ``fails`` is called with what came of it."""
        self._then, self._fails = then, fails
        self._work.ask(lambda cancel: later.make(cancel, lambda _: None))

    def drop(self) -> None:
        """Nobody waits any more."""
        self._work.drop()
