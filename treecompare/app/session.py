"""What is open: the treebanks, the settings, the comparison, and the work that goes on in the background for them."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from treecompare.app.preferences import Files
from treecompare.app.worker import Worker
from treecompare.comparison.scheme_names import scheme_names
from treecompare.errors import TreecompareError
from treecompare.resources import sentence_names

if TYPE_CHECKING:
    from treecompare.comparison.dependencies import Compared
    from treecompare.comparison.project import Project
    from treecompare.comparison.settings import Settings
    from treecompare.readers import DependencyTreebank, Treebank

    AnyTreebank = Treebank | DependencyTreebank


@dataclass(frozen=True)
class Request:
    """What is to be opened.

    ``project``: the comparison file that names these files. It belongs to the request: who drops the request closes it.
    ``goes_on``: this is the open comparison again, with other systems or settings; what was typed about it stays.
    ``known``: treebanks that need not be read again, by path.
    """

    files: Files
    settings: Settings | None = None
    project: Project | None = None
    goes_on: bool = False
    known: dict[str, AnyTreebank] = field(default_factory=dict)

    def give_up(self) -> None:
        """It will not be opened."""
        if self.project is not None:
            self.project.close()


@dataclass(frozen=True)
class Reading:
    """File ``number`` (from 1) of ``of`` is being read."""

    number: int
    of: int
    name: str


@dataclass(frozen=True)
class Opened:
    """All that can be read is read and about to be compared; ``errors`` tells of the rest.

    Whoever hears of it owns the project of the request.
    """

    request: Request
    files: Files
    comparison: Compared
    sentences: list[str]
    errors: list[Exception] = field(default_factory=list)
    treebanks: dict[str, AnyTreebank] = field(default_factory=dict)
    """By path, as they were read: what is compared may have been converted."""


def unique_names(systems: Sequence[tuple[str, str]]) -> list[str]:
    """A name per (name, path): the given one, else the file's; with the folder's where two would be the same."""
    names = [name or _stem(path) for name, path in systems]
    twice = {name for name in names if names.count(name) > 1}
    for index, (name, path) in enumerate(systems):
        if not name and names[index] in twice:
            names[index] = f"{Path(path).absolute().parent.name}/{_stem(path)}"
    seen: dict[str, int] = {}
    for index, name in enumerate(names):
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            names[index] = f"{name} ({seen[name]})"
    return names


def _stem(path: str) -> str:
    name = Path(path).name
    return Path(name[:-3] if name.endswith(".gz") else name).stem


def _comparing(worker: Worker, request: Request) -> Generator[Any, None, None]:
    """Reads what is not known, then compares: yields Reading, one Opened, and the Progress of the run."""
    from treecompare.comparison.dependencies import DependencyComparison
    from treecompare.comparison.kinds import compare_files, run_any
    from treecompare.comparison.run import Cancel
    from treecompare.readers import Treebank, read_any
    from treecompare.readers.lattices import read_lattices
    from treecompare.readers.segmentations import read_segmentation

    files, settings = request.files, request.settings
    errors: list[Exception] = []
    read: dict[str, AnyTreebank] = {}
    beside: list[Any] = []
    golds_named = scheme_names([("", files.gold), *files.golds]) if files.golds else [""]
    names = [*golds_named, *unique_names(files.systems)]
    of_one_kind = not files.golds and not (settings and settings.as_dependencies)
    for number, path in enumerate(files.paths, 1):
        yield Reading(number, len(files.paths), Path(path).name)
        name = names[number - 1] if number <= len(names) else ""
        try:
            if number > len(names):
                beside.append(read_lattices(path) if path in files.lattices else read_segmentation(path))
                continue
            treebank = request.known.get(path) or read_any(path, name=name or None)
            if of_one_kind and files.gold in read:
                _check_kind(read[files.gold], treebank)
            read[path] = replace(treebank, name=name) if name and treebank.name != name else treebank
        except (TreecompareError, OSError) as error:
            errors.append(error if isinstance(error, TreecompareError) else _as_plain(path, error))
    gold, golds = read.get(files.gold), [read[path] for _, path in files.golds if path in read]
    good = tuple(system for system in files.systems if system[1] in read)
    if settings is not None and (files.golds or files.lattices or files.segmentations or settings.over_lattices):
        settings = replace(
            settings, missing="skip"
        )  # left from a comparison of another kind; nothing else is possible here
    if gold is None or not good or len(golds) < len(files.golds):
        raise OpeningError(errors)
    if isinstance(gold, Treebank) and gold.ids is None:
        gold = replace(gold, ids=sentence_names(gold.path))
    worker.cancel = Cancel()
    if worker.is_stopped:
        return
    systems, follows = [read[path] for _, path in good], [files.follow(path) for _, path in good]
    if len(beside) not in (0, len(files.lattices) + len(files.segmentations)):
        beside = []  # one for each treebank, and one of them cannot be read
    lattices, segmentations = beside[: len(files.lattices)], beside[len(files.lattices) :]
    comparison = compare_files([gold, *golds], systems, follows, settings, lattices, segmentations)
    if isinstance(comparison, DependencyComparison):
        comparison.table.trees.on_demand = False  # what takes long is not counted while the window waits
    yield Opened(request, replace(files, systems=good), comparison, comparison.texts(), errors, read)
    yield from run_any(comparison, cancel=worker.cancel)


def _check_kind(gold: AnyTreebank, system: AnyTreebank) -> None:
    """One system of another kind does not stop the others.

    Raises:
        TreecompareError: one holds dependencies, the other constituents.
    """
    from treecompare.readers import DependencyTreebank

    kinds = ["dependencies" if isinstance(one, DependencyTreebank) else "constituents" for one in (gold, system)]
    if kinds[0] != kinds[1]:
        raise TreecompareError(
            f"{system.path}: holds {kinds[1]}, the gold {kinds[0]}; expected files of one kind (or trees scored as dependencies)"
        )


def _as_plain(path: str, error: OSError) -> TreecompareError:
    return TreecompareError(f"{path}: {error.strerror or error}")


class OpeningError(TreecompareError):
    """Nothing could be opened; ``errors`` says why, file by file."""

    def __init__(self, errors: list[Exception]) -> None:
        self.errors = errors
        super().__init__("\n\n".join(map(str, errors)))


class Session(QObject):
    """The state behind the window. Signals tell what happened; views look at ``comparison`` and its table."""

    reading = Signal(object)
    opened = Signal(object)
    """An :class:`Opened`: a new comparison, whose table is still empty."""
    progressed = Signal(object)
    ended = Signal(bool)
    """Work ended; True if all sentences are compared, False if it was stopped or failed."""
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.files: Files | None = None
        self.comparison: Compared | None = None
        self.sentences: list[str] = []
        self.request: Request | None = None
        """What is being read."""
        self._treebanks: dict[str, AnyTreebank] = {}
        self.worker: Worker | None = None
        self.started = 0.0

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

    def open(self, files: Files, settings: Settings | None = None, project: Project | None = None) -> None:
        """Reads the files and compares them; what was open stays until they are read.

        ``project``: the comparison file that names them; it is closed if they are not opened after all.
        """
        self._start(Request(files, settings, project))

    def open_again(self, files: Files, settings: Settings) -> None:
        """Reads the files of the comparison that is open."""
        self._start(Request(files, settings, goes_on=True))

    def change(self, settings: Settings) -> None:
        """Compares the same files under other settings; those that are being read, if any are."""
        if self.request is not None:
            self._start(replace(self.request, settings=settings))
        elif self.files is not None:
            self._start(Request(self.files, settings, goes_on=True, known=self._treebanks))

    def with_files(self, files: Files) -> None:
        """Compares other files under the same settings; those that are open are not read again."""
        self._start(Request(files, self.settings, goes_on=True, known=self._treebanks))

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
        self.sentences, self._treebanks = [], {}

    # -- the worker ----------------------------------------------------------------------------------------------------

    def _start(self, request: Request) -> None:
        self._drop_worker()
        if self.request is not None and self.request.project is not request.project:
            self.request.give_up()
        worker = Worker(lambda worker: _comparing(worker, request))
        # bound methods of an object of this thread: so they are called in this thread
        worker.progressed.connect(self._hear)
        worker.failed.connect(self._hear)
        worker.finished.connect(self._end)
        self.worker, self.request = worker, request
        self.started = time.monotonic()
        worker.start()

    @Slot(object)
    def _hear(self, item: Any) -> None:
        if self.worker is None or self.sender() is not self.worker:
            return  # of a run that was superseded, or of a worker that is no more: then there is no sender
        if isinstance(item, Opened):
            self.files, self.comparison, self.sentences = item.files, item.comparison, item.sentences
            self.request, self._treebanks = None, item.treebanks
            self.started = time.monotonic()
            self.opened.emit(item)
        elif isinstance(item, Reading):
            self.reading.emit(item)
        elif isinstance(item, BaseException):
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
