"""What is open: the treebanks, the settings, the comparison, and the work that goes on in the background for them."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from treecompare.analyses.texts import Texts
from treecompare.app.common.worker import Worker
from treecompare.app.shell.command import Need, command
from treecompare.comparison.files import Files, Reading
from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError
from treecompare.reading import rules

if TYPE_CHECKING:
    from treecompare.comparison import files
    from treecompare.comparison.base import AnyTreebank, Comparison
    from treecompare.saved.project import Project


@dataclass(frozen=True)
class Request:
    """What is to be opened.

    ``project``: the comparison file that names these files. It belongs to the request: who drops the request closes it.
    ``goes_on``: this is the open comparison again, with other systems or settings; what was typed about it stays.
    ``known``: treebanks that need not be read again, by path. ``wanted``: paths of systems that are compared even if they hold
    another text than the gold.
    """

    files: Files
    settings: Settings | None = None
    project: Project | None = None
    goes_on: bool = False
    known: dict[str, AnyTreebank] = field(default_factory=dict)
    wanted: frozenset[str] = frozenset()

    def give_up(self) -> None:
        """It will not be opened."""
        if self.project is not None:
            self.project.close()


@dataclass(frozen=True)
class Opened:
    """All that can be read is read and about to be compared; ``errors`` tells of the rest.

    Whoever hears of it owns the project of the request.
    """

    request: Request
    files: Files
    comparison: Comparison
    sentences: Texts
    errors: Sequence[Exception] = ()
    treebanks: dict[str, AnyTreebank] = field(default_factory=dict)
    """By path, as they were read: what is compared may have been converted."""
    rows: Sequence[int] | None = None
    """Where a system stands on the gold's side: the row of each sentence of the gold, -1 for none."""


@dataclass(frozen=True)
class Doubt:
    """Some systems of a request hold another text than the gold: ``others``, path and name. Nothing of the request is opened
    before :meth:`Session.settle` says what becomes of them."""

    request: Request
    others: dict[str, str]
    treebanks: dict[str, AnyTreebank]


def _comparing(worker: Worker, request: Request, most: int | None, shown: Files | None) -> Generator[Any, None, None]:
    """Reads what is not known, then compares: yields Reading, one Opened, and Progress; or a Doubt in place of the
    Opened, and nothing more.

    ``most``: bytes of a file, unpacked. ``shown``: files that are compared already, under these settings.

    Raises:
        TreecompareError: nothing can be opened, or nothing but ``shown``.
    """
    from treecompare.comparison import files
    from treecompare.comparison.base import Cancel
    from treecompare.comparison.pairing import rows_of_test

    worker.cancel = cancel = Cancel()
    if worker.is_stopped:
        return
    steps = files.open_files(
        request.files, request.settings, cancel, request.known, is_lenient=True, on_demand=False
    )  # what takes long is not counted while the window waits
    try:
        with rules(most=most):
            for step in steps:
                if isinstance(step, files.Opened):
                    if step.errors and step.files == shown:
                        raise files.OpeningError(step.errors)
                    for _ in step.comparison.prepare(cancel):  # words are aligned here, which may take a while
                        if cancel.is_set():
                            return
                    others = _other_texts(step, request)
                    if others:
                        yield Doubt(request, others, step.treebanks)
                        return
                    texts = Texts(step.comparison.texts())
                    _ask_ahead(step.comparison)
                    place = step.files.place_of_gold
                    rows = None if place is None else rows_of_test(step.comparison.sentence_pairing(place)).tolist()
                    yield Opened(request, step.files, step.comparison, texts, step.errors, step.treebanks, rows)
                    for _ in texts.order():  # so that nobody waits who sorts by words
                        if cancel.is_set():
                            return
                    yield from step.comparison.run(cancel=cancel)
                elif isinstance(step, files.Reading):
                    yield step
    except MemoryError:
        raise TreecompareError(
            "There is not enough memory to compare these files; close other programs, or open fewer systems at once."
        ) from None


def _ask_ahead(comparison: Comparison) -> None:
    """Asks for what the window says of every comparison and what takes long for large ones; it is known then."""
    _ = comparison.ids, comparison.left_out_punctuation


def _other_texts(opened: files.Opened, request: Request) -> dict[str, str]:
    """The systems with another text about which nobody has been asked: those of a comparison file were wanted when it was made."""
    if request.project is not None:
        return {}
    names = opened.comparison.table.systems
    paths = [path for _, path in opened.files.sides.systems]
    found = {paths[system]: names[system] for system in opened.comparison.other_texts()}
    return {path: name for path, name in found.items() if path not in request.wanted}


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
        request = replace(doubt.request, known=doubt.treebanks)
        if is_wanted:
            self._start(replace(request, wanted=request.wanted | doubt.others.keys()))
            return
        systems = tuple(one for one in request.files.systems if one[1] not in doubt.others)
        files = replace(request.files, systems=systems)
        if not systems or (request.goes_on and (files, request.settings) == (self.files, self.settings)):
            if self.files is not None and not self.is_compared:  # what was compared when people asked for more
                self.change(self.settings or Settings())
        else:
            self._start(replace(request, files=files))

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
        """Reads the files again and compares them."""
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
