"""Looks in the background for the files that folders and patterns stand for."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from treecompare.errors import ReadError
from treecompare.folders import meant_by, natural, standing_for, stands_for_others
from treecompare.window.common.worker import Worker

MOST_FOUND = 2_000
"""No more files are looked for."""


class FileSearch(QObject):
    """``counted``: so many files are found so far. ``ended`` carries all of them, also where someone stopped the search."""

    counted = Signal(int)
    ended = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker: Worker | None = None
        self._found: list[str] = []
        self.stood_for: dict[str, list[str]] = {}
        """The files of each folder and pattern that was looked through."""

    def look(self, paths: Sequence[str]) -> None:
        """Looks for what these paths stand for; one that stands for nothing is found itself, to be told of, and so is a folder that
        looks like one treebank."""
        self.give_up()
        found: list[str] = []
        stood_for: dict[str, list[str]] = {}

        def steps(_worker: Worker) -> Generator[Any, None, None]:
            for path in paths:
                before = len(found)
                try:
                    for one in standing_for(path):
                        if one is not None:
                            found.append(one)
                        if len(found) >= MOST_FOUND:
                            break
                        yield len(found)
                except ReadError:
                    del found[before:]  # is told when it is read
                if stands_for_others(path):
                    stood_for[path] = sorted(found[before:], key=natural)
                found[before:] = meant_by(path, found[before:])
                if len(found) >= MOST_FOUND:
                    return

        self._found, self.stood_for, self.worker = found, stood_for, Worker(steps)
        # bound methods of an object of this thread: so they are called in this thread
        self.worker.progressed.connect(self._tell)
        self.worker.finished.connect(self.stop)
        self.counted.emit(0)
        self.worker.start()

    @Slot(object)
    def _tell(self, count: int) -> None:
        if self.worker is not None and self.sender() is self.worker:
            self.counted.emit(count)

    @Slot()
    def stop(self) -> None:
        """Takes what was found; looks no further."""
        if self.worker is None or (isinstance(self.sender(), Worker) and self.sender() is not self.worker):
            return
        self.give_up()
        self.ended.emit(sorted(set(self._found), key=natural))

    def give_up(self) -> None:
        """Nobody waits any more."""
        if self.worker is not None:
            self.worker.stop()
            self.worker = None
