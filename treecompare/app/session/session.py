"""What is open: the treebanks, the settings, the comparison, and the work that goes on in the background for them."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from treecompare.app.common.worker import Worker
from treecompare.app.shell.command import Need, command
from treecompare.comparison.files import Files, Reading
from treecompare.comparison.settings import Settings
from treecompare.comparison.texts import Texts
from treecompare.saved.opening import Doubt, Opened, Request, comparing

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank, Comparison
    from treecompare.saved.project import Project


def _comparing(worker: Worker, request: Request, most: int | None, shown: Files | None) -> Generator[Any, None, None]:
    """See :func:`treecompare.saved.opening.comparing`."""
    from treecompare.comparison.base import Cancel

    worker.cancel = cancel = Cancel()
    if not worker.is_stopped:
        yield from comparing(request, cancel, most, shown)


class Session(QObject):
    """The state behind the window. Signals tell what happened; views look at ``comparison`` and its table."""

    begun = Signal()
    """Something is being read or compared; ``ended`` follows, unless something else is begun or all is closed."""
    reading = Signal(object)
    opened = Signal(object)
    """An :class:`Opened`: a new comparison, whose table is still empty."""
    doubted = Signal(object)
    """A :class:`Doubt`: people have to be asked before anything is opened."""
    progressed = Signal(object)
    ended = Signal(bool)
    """Work ended; True if all sentences are compared, False if it was stopped or failed."""
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.files: Files | None = None
        self.comparison: Comparison | None = None
        self.sentences = Texts()
        self.request: Request | None = None
        """What is being read."""
        self.failed_request: Request | None = None
        """What could not be opened last time."""
        self.most: int | None = None
        """So many bytes of a file are read; None: what the memory allows."""
        self._treebanks: dict[str, AnyTreebank] = {}
        self.worker: Worker | None = None
        self.started = 0.0

    @property
    def treebanks(self) -> dict[str, AnyTreebank]:
        """The open treebanks as they were read, by path."""
        return self._treebanks

    @property
    def is_busy(self) -> bool:
        """Whether work goes on."""
        return self.worker is not None

    @property
    def is_compared(self) -> bool:
        """Whether all sentences of the open comparison are compared."""
        return self.comparison is not None and bool((self.comparison.table.statuses != 0).all())

    @property
    def settings(self) -> Settings | None:
        """The settings of the open comparison."""
        return self.comparison.settings if self.comparison else None

    def open(
        self,
        files: Files,
        settings: Settings | None = None,
        project: Project | None = None,
        known: dict[str, AnyTreebank] | None = None,
    ) -> None:
        """Reads the files and compares them; what was open stays until they are read.

        ``project``: the comparison file that names them; it is closed if they are not opened after all. ``known``: treebanks that
        are read already, by path.
        """
        self._start(Request(files, settings, project, known=known or {}))

    def open_again(self, files: Files, settings: Settings) -> None:
        """Reads the files of the comparison that is open."""
        self._start(Request(files, settings, goes_on=True))

    def change(self, settings: Settings) -> None:
        """Compares the same files under other settings; those that are being read, if any are."""
        if self.request is not None:
            self._start(replace(self.request, settings=settings))
        elif self.files is not None:
            self._start(Request(self.files, settings, goes_on=True, known=self._treebanks))

    def set_gold(self, is_gold: bool) -> None:
        """Whether the gold of the open comparison is one; no figure changes.

        Raises:
            UsageError: there has to be a gold.
        """
        assert self.files is not None and self.comparison is not None
        if is_gold:
            self.comparison.is_gold = True
        else:
            self.comparison.call_by_names()
        self.files = replace(self.files, no_gold=not is_gold)
        if self.request is not None and self.request.goes_on:  # what is shown next is called alike
            self._start(replace(self.request, files=replace(self.request.files, no_gold=not is_gold)))

    def with_files(
        self, files: Files, known: dict[str, AnyTreebank] | None = None, settings: Settings | None = None
    ) -> None:
        """Compares other files; those that are open or ``known`` are not read again. Without ``settings`` these stay."""
        known = {**self._treebanks, **(known or {})}
        self._start(Request(files, settings or self.settings, goes_on=True, known=known))

    def settle(self, doubt: Doubt, is_wanted: bool) -> None:
        """Compares the systems that hold another text as well, or the others only; without others all stays as it is."""
        request = doubt.settled(is_wanted)
        is_same = (request.files, request.settings) == (self.files, self.settings)
        if is_wanted or (request.files.systems and not (request.goes_on and is_same)):
            self._start(request)
        elif self.files is not None and not self.is_compared:  # what was compared when people asked for more
            self.change(self.settings or Settings())

    def swap(self, system: int) -> int:
        """Lets a system stand on the gold's side, and what stands there now in its place, or takes that back.

        Returns the place among the systems that this has then; -1 where nothing can be swapped now.
        """
        files, comparison = self.files, self.comparison
        if files is None or comparison is None or comparison.needs_gold or self.request is not None:
            return -1
        before = files.place_of_gold
        chosen = files.systems[system][1] if system != before else ""
        self.with_files(replace(files, swapped=chosen))
        return system if before is None or not chosen else before

    @command("Read &files again", "Ctrl+R", "Read all files again and compare", name="compare_again")
    def again(self) -> None:
        if self.request is not None:
            self._start(replace(self.request, known={}))
        elif self.files is not None:
            self._start(Request(self.files, self.settings, goes_on=True))

    def close(self) -> None:
        """Forgets what is open."""
        self.stop()
        self.files = self.comparison = None
        self.sentences, self._treebanks = Texts(), {}

    # -- the worker ----------------------------------------------------------------------------------------------------

    def _start(self, request: Request) -> None:
        if request.goes_on and self.files is not None and self.files.gold == request.files.gold:
            compared = {self.files.gold, *(path for _, path in self.files.systems)}
            request = replace(request, wanted=request.wanted | compared)
        self._drop_worker()
        if self.request is not None and self.request.project is not request.project:
            self.request.give_up()
        # what is asked for with files that are known was compared before
        is_more = request.goes_on and request.known and request.settings == self.settings and self.is_compared
        shown = self.files if is_more else None
        worker = Worker(lambda worker: _comparing(worker, request, self.most, shown))
        # bound methods of an object of this thread: so they are called in this thread
        worker.progressed.connect(self._hear)
        worker.failed.connect(self._hear)
        worker.finished.connect(self._end)
        self.worker, self.request = worker, request
        self.started = time.monotonic()
        worker.start()
        self.begun.emit()

    @Slot(object)
    def _hear(self, item: Any) -> None:
        if self.worker is None or self.sender() is not self.worker:
            return  # of a run that was superseded, or of a worker that is no more: then there is no sender
        if isinstance(item, Opened):
            self.files, self.comparison, self.sentences = item.files, item.comparison, item.sentences
            self.request, self._treebanks = None, item.treebanks
            self.started = time.monotonic()
            self.opened.emit(item)
        elif isinstance(item, Doubt):
            self.request = None
            self.doubted.emit(item)
        elif isinstance(item, Reading):
            self.reading.emit(item)
        elif isinstance(item, BaseException):
            self.failed_request = self.request
            self._give_up()
            self.failed.emit(item)
        else:
            self.progressed.emit(item)

    @Slot()
    def _end(self) -> None:
        worker = self.sender()
        if worker is not None and worker is self.worker:
            self.worker = None
            self._give_up()
            self.ended.emit(self.is_compared and not worker.is_stopped)

    def _give_up(self) -> None:
        """What is being read will not be opened."""
        if self.request is not None:
            self.request.give_up()
            self.request = None

    def _drop_worker(self) -> None:
        """Stops the work without waiting; nobody hears of it any more."""
        if self.worker is not None:
            self.worker.stop()
            self.worker = None

    @command("S&top", tip="Stop (keeps what is done)", need=Need.WORK)
    def cancel(self) -> None:
        """Stops the work; what is compared so far stays. Reading is not waited for: it may hang."""
        if self.request is not None:
            self.stop()
            self.ended.emit(False)
        elif self.worker is not None:
            self.worker.stop()

    def stop(self) -> None:
        """Ends all work without waiting for it."""
        self._drop_worker()
        self._give_up()
