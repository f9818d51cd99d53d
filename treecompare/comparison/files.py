"""From paths, roles and settings to a comparison: the only way, for the window, every command and the library.

What is not needed to name files is imported late: the window names files before it needs numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treecompare.comparison.answered import (
    CONSENSUS,
    Outcomes,
    called,
    file_of,
    has_no_file,
    is_made,
    maker_of,
    scheme_names,
    unique_names,
    with_file,
)
from treecompare.errors import ReadError, TooLarge, TreecompareError, UsageError
from treecompare.reading import also_encoded, encodings_of, treebank_name

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank, Cancel, Comparison, Progress
    from treecompare.comparison.schemes.comparison import Across
    from treecompare.comparison.settings import Settings
    from treecompare.readers import DependencyTreebank
    from treecompare.readers.lattice_files import LatticeFile, SegmentationFile


def read_treebank(
    path: str, name: str = "", source: str | None = None, known: Mapping[str, AnyTreebank] | None = None
) -> AnyTreebank:
    """A treebank under a name (its file's own if that is empty), with the ids of a shipped list where it has none. Raises
    ReadError, UsageError: as :func:`treecompare.readers.read_any`."""
    from treecompare.readers import read_any
    from treecompare.resources import sentence_names

    try:
        with also_encoded({}, called=name):
            treebank = (known or {}).get(path) or read_any(path, format=source, name=name or None)
    except ReadError as error:
        from treecompare.readers.lattice_files import holds_lattices

        if source is None and path != "-" and not isinstance(error, TooLarge) and holds_lattices(path):
            expected = "expected trees or dependencies; lattices are given separately, in their own role"
            raise ReadError(path, 0, f"holds lattices; {expected}").with_option("--lattice FILE gives them") from None
        raise
    if name and treebank.name != name:
        treebank = treebank.with_fields(name=name)
    if treebank.ids is None and (names := sentence_names(path)) is not None:
        treebank = treebank.with_fields(ids=names)
    return treebank


def read_segments(path: str, is_lattice: bool) -> LatticeFile | SegmentationFile:
    """What stands beside treebanks: lattices, or which segments are one word. Raises ReadError: it cannot be read."""
    from treecompare.readers.lattice_files import read_lattices, read_segmentation

    return read_lattices(path) if is_lattice else read_segmentation(path)


def read_dependencies(path: str, known: Mapping[str, AnyTreebank] | None = None) -> DependencyTreebank:
    """A file of dependencies; its content says in which format. ``known``: what is read already, by path. Raises ReadError: it
    cannot be read, or holds something else."""
    from treecompare.readers import DependencyTreebank

    treebank = read_treebank(path, known=known)
    if not isinstance(treebank, DependencyTreebank):
        raise ReadError(
            path, 0, f"holds {treebank.kind}; expected the dependencies of the same parses (CoNLL-U, CoNLL-X)"
        )
    check_any_words(treebank)
    return treebank


def check_any_sentence(treebank: AnyTreebank) -> None:
    """Whether a sentence was read, if only one without a parse (``(())``). Raises ReadError: there is none."""
    if not treebank.has_nodes:
        check_any_words(treebank)


def check_any_words(treebank: AnyTreebank) -> None:
    """Whether there is anything to compare; a file of empty lines or of another content has none. Raises ReadError: there is no
    word in it."""
    if not treebank.may_have_words:
        nothing = f"{'it has no words' if treebank.count else 'the file is empty'}; expected sentences with words"
        line, why = next(((one.line, one.reason) for _, one in sorted(treebank.problems.items())), (0, nothing))
        raise ReadError(treebank.path, line, f"no tree was read: {why}")


SUFFIX = "treecompare"


@dataclass(frozen=True)
class Files:
    """The files of a comparison. ``systems``: (name, path); an empty name means the file's own.

    ``golds``: the same sentences in further annotation schemes, (name, path); ``follows``: paths of systems with the number of the
    gold whose scheme they follow, 0 (which need not be said) for ``gold``. ``lattices``, ``segmentations``: one for all
    treebanks, or one for the gold and one for each system. A saved comparison is named by ``gold`` alone: the path of its file.
    ``gold_name``: empty where the gold is called as its file. ``dependencies``: paths of treebanks of constituents, each with that
    of the file that has the same parses as dependencies. ``swapped``: the path of a system that stands on the gold's side, while
    the gold takes its place among the systems; empty for none. ``gold`` and ``systems`` say what was opened, :attr:`sides` what is
    compared. ``no_gold``: neither analysis is gold, ``gold`` is only the one that the others are compared with. ``formats``,
    ``encodings``: paths of files whose content does not say theirs, each with the name of its own.
    """

    gold: str
    systems: tuple[tuple[str, str], ...]
    golds: tuple[tuple[str, str], ...] = ()
    follows: tuple[tuple[str, int], ...] = ()
    lattices: tuple[str, ...] = ()
    segmentations: tuple[str, ...] = ()
    gold_name: str = ""
    dependencies: tuple[tuple[str, str], ...] = ()
    swapped: str = ""
    no_gold: bool = False
    formats: tuple[tuple[str, str], ...] = ()
    encodings: tuple[tuple[str, str], ...] = ()

    @property
    def place_of_gold(self) -> int | None:
        """The place among the systems that the gold has while a system stands on its side; None where none does."""
        paths = [path for _, path in self.systems]
        return paths.index(self.swapped) if self.swapped in paths and not self.golds else None

    @property
    def sides(self) -> Files:
        """The files as they are compared, after swapping."""
        place = self.place_of_gold
        if place is None:
            return replace(self, swapped="")
        name, path = self.systems[place]
        systems = (*self.systems[:place], (self.gold_name, self.gold), *self.systems[place + 1 :])

        def turned(beside: tuple[str, ...]) -> tuple[str, ...]:
            """Files of which there is one for each treebank, the gold's first."""
            if len(beside) != len(self.systems) + 1:
                return beside
            return (beside[place + 1], *beside[1 : place + 1], beside[0], *beside[place + 2 :])

        lattices, segmentations = turned(self.lattices), turned(self.segmentations)
        return replace(
            self,
            gold=path,
            gold_name=name,
            systems=systems,
            lattices=lattices,
            segmentations=segmentations,
            swapped="",
            no_gold=True,  # a system in its place is none
        )

    @property
    def treebanks(self) -> list[tuple[str, str]]:
        """All treebanks, (name, path): the golds first."""
        return [(self.gold_name, self.gold), *self.golds, *self.systems]

    @property
    def paths(self) -> list[str]:
        """All files, the gold first."""
        further = (*self.lattices, *self.segmentations, *(path for _, path in self.dependencies))
        return [*(path for _, path in self.treebanks), *further]

    def follow(self, path: str) -> int:
        """The number of the gold whose scheme a system follows."""
        return dict(self.follows).get(path, 0)

    def mapped(self, change: Callable[[str], str]) -> Files:
        """The same with other paths."""

        def changed(path: str) -> str:
            file = file_of(path)
            return with_file(path, change(file)) if file else path

        return Files(
            changed(self.gold),
            tuple((name, changed(path)) for name, path in self.systems),
            tuple((name, changed(path)) for name, path in self.golds),
            tuple((changed(path), gold) for path, gold in self.follows),
            tuple(map(changed, self.lattices)),
            tuple(map(changed, self.segmentations)),
            self.gold_name,
            tuple((changed(path), changed(words)) for path, words in self.dependencies),
            changed(self.swapped) if self.swapped else "",
            self.no_gold,
            tuple((changed(path), format) for path, format in self.formats),
            tuple((changed(path), encoding) for path, encoding in self.encodings),
        )

    def with_dependencies(self, named: Sequence[tuple[str, str]]) -> Files:
        """With files of dependencies, (name, path): the name is that of a system, or ``gold``. Raises UsageError: there is no
        system of that name, one is named twice, or a system is called ``gold``, too."""
        paths = dict(zip(unique_names(self.systems), (path for _, path in self.systems), strict=True))
        if "gold" in paths and (both := [path for name, path in named if name == "gold"]):
            raise UsageError(
                f"{both[0]}: 'gold' is the gold, and the name of a system; expected another name for that one"
            )
        paths["gold"] = self.gold
        found: dict[str, str] = {}
        for name, path in named:
            if name not in paths:
                said = f"there is no system '{name}'" if name else "no name says which parses these are"
                raise UsageError(f"{path}: {said}; expected NAME=FILE, NAME being one of {', '.join(sorted(paths))}")
            if paths[name] in found:
                raise UsageError(f"{path}: '{name}' has a file of dependencies already; expected one for each system")
            found[paths[name]] = path
        return replace(self, dependencies=tuple(found.items()))

    def renamed(self, system: int, name: str) -> Files:
        """With another name for a system. Raises UsageError: it is none, or another system has it."""
        if not name.strip() or name in [one for place, one in enumerate(unique_names(self.systems)) if place != system]:
            raise UsageError(f"'{name}' is no name for a system; expected one that no other system has")
        path = self.systems[system][1]
        return replace(self, systems=(*self.systems[:system], (name, path), *self.systems[system + 1 :]))

    def with_gold(self, path: str, name: str = "") -> Files:
        """With another gold; if it is one of the systems, the gold that there was takes its place. Raises UsageError: there are
        several golds, or the gold that there was has a lattice or a segmentation of its own."""
        if self.golds:
            raise UsageError("there are several golds; expected one that another takes the place of")
        plain = replace(self, swapped="")
        if path in (one for _, one in self.systems):
            turned = replace(plain, swapped=path).sides
            return replace(turned, no_gold=self.no_gold, gold_name=name or turned.gold_name)
        if max(len(self.lattices), len(self.segmentations)) > 1:
            raise UsageError(f"{self.gold}: has a lattice or a segmentation of its own, which another gold has not")
        beside = tuple((of, words) for of, words in self.dependencies if of != self.gold)
        return replace(plain, gold=path, gold_name=name, dependencies=beside)

    def with_encodings(self, given: Sequence[str]) -> Files:
        """With encodings as options name them, ``gb18030`` or ``NAME=big5``. Raises UsageError: as
        :func:`treecompare.reading.encodings_of`."""
        found = encodings_of(given)
        named = zip(self.names(), (path for _, path in self.treebanks), strict=True)
        own = [
            (path, next((found[one] for one in (name, path, treebank_name(path), "") if one in found), None))
            for name, path in named
        ]
        return replace(self, encodings=tuple((path, one) for path, one in own if one is not None))

    @property
    def is_saved(self) -> bool:
        """Whether this is a comparison file."""
        return not self.systems and is_comparison_file(self.gold)

    def names(self) -> list[str]:
        """A name per treebank, the golds first: no two golds and no two systems are called the same."""
        golds = scheme_names([(self.gold_name, self.gold), *self.golds]) if self.golds else [self.gold_name]
        return [*golds, *unique_names(self.systems)]


@dataclass(frozen=True)
class Versions:
    """Which versions of a treebank: files, folders, or revisions of a ``repository``; an empty ``head`` stands for the files in its
    folder.

    ``ignored``: layers and keys that are not compared, as ``MISC.SpaceAfter``.
    """

    base: str
    head: str
    repository: str = ""
    ignored: tuple[str, ...] = ()

    @property
    def paths(self) -> list[str]:
        """What stands for them."""
        return [self.base, self.head, self.repository]

    def mapped(self, change: Callable[[str], str]) -> Versions:
        """The same with other paths."""
        if self.repository:
            return replace(self, repository=change(self.repository))
        return replace(self, base=change(self.base), head=change(self.head))


def is_comparison_file(path: str) -> bool:
    """Whether a path is named like a comparison file."""
    return path.lower().endswith(f".{SUFFIX}")


# -- opening ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """File ``number`` (from 1) of ``of`` is being read."""

    number: int
    of: int
    name: str


@dataclass(frozen=True)
class Opened:
    """All that can be read is read, and the comparison is prepared. ``errors`` tells of the rest; ``files`` is what was read.

    ``treebanks``: by path, as they were read: what is compared may have been converted.
    """

    files: Files
    comparison: Comparison
    errors: list[TreecompareError] = field(default_factory=list)
    treebanks: dict[str, AnyTreebank] = field(default_factory=dict)


class OpeningError(TreecompareError):
    """Nothing could be opened; ``errors`` says why, file by file."""

    def __init__(self, errors: Sequence[TreecompareError]) -> None:
        self.errors = list(errors)
        super().__init__("\n\n".join(map(str, errors)))


def open_files(
    files: Files,
    settings: Settings | None = None,
    cancel: Cancel | None = None,
    known: Mapping[str, AnyTreebank] | None = None,
    source: str | None = None,
    is_lenient: bool = False,
    on_demand: bool = True,
    with_others: bool = True,
    across: Across | None = None,
    predicted: bool = False,
) -> Iterator[Reading | Progress | Opened]:
    """Reads the files and makes their comparison: yields a Reading per file, the Progress of preparation, and at last Opened.

    ``known``: treebanks that need not be read again, by path. ``source``: the name of a format; without it the content decides.
    ``is_lenient``: what cannot be read is left out and told in ``Opened.errors``, and settings that are left from another kind of
    comparison are dropped. ``on_demand``: see :func:`treecompare.comparison.word_by_word.word_by_word`. ``with_others``: whether
    words are compared as they are, too, where they may be segmented differently. ``across``: compares across schemes whatever the
    number of golds, and says how. ``predicted``: of systems in CoNLL-2009 the predicted columns are read.

    Raises OpeningError: no gold or no system can be read; TreecompareError: a file cannot be read (unless lenient), or the files
    cannot be compared.
    """
    opening = _Opening(files, settings, known, source, is_lenient, across, predicted)
    yield from opening.read(cancel)
    if cancel is not None and cancel.is_set():
        return
    opening.check()
    comparison = yield from opening.prepared(cancel, on_demand, with_others)
    if cancel is None or not cancel.is_set():
        yield opening.opened(comparison)


class _Opening:
    def __init__(
        self,
        files: Files,
        settings: Settings | None,
        known: Mapping[str, AnyTreebank] | None,
        source: str | None,
        is_lenient: bool,
        across: Across | None,
        predicted: bool,
    ) -> None:
        self._opened_as, self._files = files, files.sides
        self._known, self._source, self._is_lenient, self._across = known, source, is_lenient, across
        self._of_one_kind = is_lenient and not files.golds and not (settings and settings.as_dependencies)
        self._given_settings, self._predicted = settings, predicted
        self._first_system = 1 + len(files.golds)
        self._errors: list[TreecompareError] = []
        self._treebanks: list[AnyTreebank | None] = [None] * len(self._files.treebanks)
        self._beside: list[LatticeFile | SegmentationFile] = []
        self._words: dict[str, DependencyTreebank] = {}
        self._labels: dict[int, AnyTreebank] = {}
        self._outcomes: dict[str, Outcomes] = {}

    @cached_property
    def _asked_of(self) -> AnyTreebank:
        """The gold that was opened, whose sentences were answered: also where a system stands on its side. Raises TreecompareError:
        it cannot be read."""
        path = self._opened_as.gold
        if path == self._files.gold:
            if (gold := self._treebanks[0]) is None:
                raise UsageError(f"{path}: cannot be read, so nothing can be made from it")
            return gold
        found = read_treebank(path, self._opened_as.gold_name, self._source, self._known)
        self._known = {**(self._known or {}), path: found}  # it is not read a second time
        return found

    def read(self, cancel: Cancel | None) -> Iterator[Reading]:
        """Reads file by file. Raises TreecompareError: one cannot be read, unless that is put up with."""
        steps = self._reading()
        for number, (path, step) in enumerate(steps, 1):
            yield Reading(number, len(steps), called(path) if is_made(path) else Path(path).name)
            if cancel is not None and cancel.is_set():
                return
            try:
                with also_encoded(dict(self._files.encodings)):
                    step()
            except OSError as error:
                self._errors.append(TreecompareError(f"{path}: {error.strerror or error}"))
            except TreecompareError as error:
                self._errors.append(error)
            except MemoryError:
                self._errors.append(ReadError(path, 0, "there is not enough memory to read this file"))
            if self._errors and not self._is_lenient:
                raise self._errors[0]

    def _reading(self) -> list[tuple[str, Callable[[], None]]]:
        files = self._files
        treebanks = [path for _, path in files.treebanks]
        labels = self._across.labels if self._across is not None else {}
        return [
            *(  # the consensus of the others last
                (path, partial(self._read_one, place, path, name))
                for place, path, name in sorted(
                    zip(range(len(treebanks)), treebanks, files.names(), strict=True),
                    key=lambda one: one[1].startswith(CONSENSUS),
                )
            ),
            *((path, partial(self._read_beside, path)) for path in (*files.lattices, *files.segmentations)),
            *((path, partial(self._read_labels, system, path)) for system, path in labels.items()),
            *((path, partial(self._read_words, of, path)) for of, path in files.dependencies),
        ]

    def _read_one(self, place: int, path: str, name: str) -> None:
        is_file = not is_made(path)
        source = dict(self._files.formats).get(path, self._source)
        treebank = read_treebank(path, name, source, self._known) if is_file else self._made(path, name)
        is_system = place >= self._first_system or self._files.no_gold
        if self._predicted and is_system and treebank.format == "conll2009":
            treebank = read_treebank(path, name, "conll2009-predicted")
        if self._is_lenient and is_file:
            check_any_words(treebank)
        if self._of_one_kind and self._treebanks[0] is not None:
            _check_kind(self._treebanks[0], treebank)
        self._treebanks[place] = treebank

    def _made(self, path: str, name: str) -> AnyTreebank:
        files, maker = self._opened_as, maker_of(path)
        if path == files.gold or files.golds or files.lattices or files.segmentations:
            raise UsageError(f"{path}: raw output and baselines are systems beside one gold, over its words")
        if path.startswith(CONSENSUS):
            return self._consensus(maker, path, name)
        treebank: AnyTreebank
        treebank, outcomes = maker.made_system(self._asked_of, path, name, self._given_settings)
        if outcomes is not None:
            self._outcomes[path] = outcomes
        return treebank

    def _consensus(self, maker: Any, path: str, name: str) -> AnyTreebank:
        """One tree of all systems that are no baselines, and of the first analysis where it is no gold."""
        asked = self._opened_as
        wanted = [*([asked.gold] if asked.no_gold else []), *(one for _, one in asked.systems if not has_no_file(one))]
        read = {of: one for (_, of), one in zip(self._files.treebanks, self._treebanks, strict=True) if one is not None}
        voters = [read[one] for one in wanted if one in read]
        if len(voters) < 2:
            raise UsageError(f"{path} needs two analyses that vote, the gold is none; expected more systems")
        weights = path.removeprefix(CONSENSUS)
        made: AnyTreebank = maker.consensus_system(voters, weights, path, name or called(path))
        return made

    def _read_beside(self, path: str) -> None:
        self._beside.append(read_segments(path, path in self._files.lattices))

    def _read_labels(self, system: int, path: str) -> None:
        self._labels[system] = read_treebank(path, "", self._source, self._known)

    def _read_words(self, of: str, path: str) -> None:
        self._words[of] = read_dependencies(path, self._known)

    def check(self) -> None:
        """Whether there is enough to compare. Raises OpeningError: a gold, all systems, or the one that stands on the gold's side
        cannot be read."""
        has_golds = None not in self._treebanks[: self._first_system]
        place = self._opened_as.place_of_gold
        if not has_golds or not self._good or (place is not None and place not in self._good):
            raise OpeningError(self._errors)

    @property
    def _golds(self) -> list[AnyTreebank]:
        return [one for one in self._treebanks[: self._first_system] if one is not None]

    @property
    def _systems(self) -> list[AnyTreebank]:
        return [one for one in self._treebanks[self._first_system :] if one is not None]

    @property
    def _good(self) -> list[int]:
        return [place for place, one in enumerate(self._treebanks[self._first_system :]) if one is not None]

    @cached_property
    def _settings(self) -> tuple[Settings | None, list[str]]:
        settings, files = self._given_settings, self._files
        if settings is None or not self._is_lenient:
            return settings, []
        if files.golds or files.lattices or files.segmentations or settings.over_lattices:
            settings = replace(settings, missing="skip")
        return _without_other_golds(settings, [one.name for one in self._golds])

    def prepared(
        self, cancel: Cancel | None, on_demand: bool, with_others: bool
    ) -> Generator[Progress, None, Comparison]:
        """The comparison, once it is prepared; without the dependencies that turn out to be of other sentences, where that is put
        up with."""
        from treecompare.comparison.base import until
        from treecompare.comparison.sentence_texts import OtherSentences

        while True:
            comparison = self._compared(on_demand, with_others)
            try:
                yield from until(cancel, comparison.prepare(cancel))
                return comparison
            except OtherSentences as error:
                if not self._is_lenient:
                    raise
                self._errors.append(error)
                self._words = {path: one for path, one in self._words.items() if one.path != error.path}

    def _compared(self, on_demand: bool, with_others: bool) -> Comparison:
        from treecompare.comparison.settings import Settings

        files, beside = self._files, self._beside
        if len(beside) != len(files.lattices) + len(files.segmentations):
            beside = []  # one for each treebank, and one of them cannot be read
        left = [files.gold, *(files.systems[place][1] for place in self._good)]
        words = {number: self._words[path] for number, path in enumerate(left) if path in self._words}
        settings, _ = self._settings
        if self._across is not None:
            of_systems = {number - 1: one for number, one in words.items()}
            return self._across.compared(self._golds, self._systems, settings or Settings(), self._labels, of_systems)
        comparison = compare_files(
            self._golds, self._systems, [files.follow(path) for path in left[1:]], settings,
            beside[: len(files.lattices)], beside[len(files.lattices) :],  # type: ignore[arg-type]
            on_demand, with_others, words,
        )  # fmt: skip
        made = {number: path for number, path in enumerate(left[1:]) if is_made(path)}
        if made:
            comparison.outcomes = {
                number: self._outcomes[path] for number, path in made.items() if path in self._outcomes
            }
            comparison.consensus = frozenset(one for one, path in made.items() if path.startswith(CONSENSUS))
            comparison.baselines = frozenset(made) - set(comparison.outcomes) - comparison.consensus
        asked = self._opened_as.gold
        if files.gold == asked or is_made(files.gold):
            of_files = {n for n, one in comparison.outcomes.items() if one.treebank is not None}
            comparison.in_place = (frozenset(made) - of_files - comparison.consensus) | {
                n for n, path in enumerate(left[1:]) if path == asked != files.gold
            }
        if files.no_gold:
            comparison.call_by_names()
        return comparison

    def opened(self, comparison: Comparison) -> Opened:
        """What was opened, with what there is to say of it."""
        from treecompare.comparison.sentence_texts import remarkable

        comparison.warnings.extend(
            f"labels {one}: the comparison has no two golds with these names; labels are each gold's own"
            for one in self._settings[1]
        )
        comparison.warnings.extend(remarkable(comparison.treebanks(), comparison.settings.aligns))
        files, opened_as = self._files, self._opened_as
        read = zip(files.treebanks, self._treebanks, strict=True)
        treebanks = {path: one for (_, path), one in read if one is not None}
        left = {files.gold, *(files.systems[place][1] for place in self._good)}
        kept = tuple((of, path) for of, path in files.dependencies if of in self._words and of in left)
        treebanks |= {path: self._words[of] for of, path in kept}
        systems = tuple(opened_as.systems[place] for place in self._good)
        return Opened(replace(opened_as, systems=systems, dependencies=kept), comparison, self._errors, treebanks)


def _check_kind(gold: AnyTreebank, system: AnyTreebank) -> None:
    """One system of another kind does not stop the others. Raises TreecompareError: one holds dependencies, the other
    constituents."""
    if gold.kind != system.kind:
        expected = "expected files of one kind (or trees scored as dependencies)"
        raise TreecompareError(f"{system.path}: holds {system.kind}, the gold {gold.kind}; {expected}")


def _without_other_golds(settings: Settings, golds: Sequence[str]) -> tuple[Settings, list[str]]:
    """Settings that ask for no labels of golds that are not there, and what they asked for besides."""
    there = {f"{one}={other}" for one in golds for other in golds if one != other}
    lines = settings.labels_from.split("\n") if settings.labels_from else []
    wanted = [one for line in lines for one in ([line] if line in there else line.split(", "))]
    kept = [one for one in wanted if one in there]
    return replace(settings, labels_from="\n".join(kept) or None), [one for one in wanted if one not in there]


def compare_files(
    golds: Sequence[AnyTreebank],
    systems: Sequence[AnyTreebank],
    follows: Sequence[int] = (),
    settings: Settings | None = None,
    lattices: Sequence[LatticeFile] = (),
    segmentations: Sequence[SegmentationFile] = (),
    on_demand: bool = True,
    with_others: bool = True,
    dependencies: Mapping[int, DependencyTreebank] | None = None,
) -> Comparison:
    """A comparison of the kind that the files ask for: across schemes where there are several golds (``follows``: which of them
    each system follows), over lattices where there are some or the settings say so. ``dependencies``: the same parses as
    dependencies, by the number of the treebank, 0 for the gold; with several golds systems also get their labels.

    Raises UsageError: the treebanks cannot be compared with each other.
    """
    from treecompare.comparison.settings import Settings
    from treecompare.comparison.word_by_word import word_by_word

    settings = settings or Settings()
    over_segments = bool(lattices or segmentations or (settings.over_lattices and len(golds) == 1))
    words = dependencies or {}
    if words and (over_segments or (0 in words and len(golds) > 1)):
        what = "beside words that are segmented differently" if over_segments else "beside one of several golds"
        raise UsageError(
            f"{words[min(words)].path}: dependencies cannot be set {what}; expected one gold of constituents"
        )
    if len(golds) > 1:
        if beside := [one.path for one in lattices] + [one.path for one in segmentations]:
            what = "what several golds have in common is not compared over lattices or segmentations; expected one gold"
            raise UsageError(f"{beside[0]}: {what}, or no such file")
        from treecompare.comparison.schemes.comparison import Across

        of_systems = {number - 1: one for number, one in words.items()}
        return Across([*follows] or [0] * len(systems)).compared(golds, systems, settings, of_systems, of_systems)
    if over_segments:
        from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations

        given = Segmentations(lattices, segmentations, settings.nonprojective)
        return LatticeComparison(golds[0], systems, given, settings, with_others)
    return word_by_word(golds[0], systems, settings, on_demand, dependencies)


def opened(steps: Iterator[Reading | Progress | Opened]) -> Opened:
    """What :func:`open_files` opens, for who does not want to hear of the steps before."""
    *_, last = steps
    assert isinstance(last, Opened)
    return last


def add_judgements(comparison: Comparison, path: str) -> None:
    """Gives a comparison the judgements of a file, and warns of systems that it does not have. Raises ReadError: it cannot be
    read."""
    from treecompare.comparison.judgements import read_judgements, unknown_systems

    found = read_judgements(path, comparison.ids, comparison.sentence_names(), comparison.word_counts())
    comparison.judgements = found
    if unknown := unknown_systems(found, comparison.table.systems):
        comparison.warnings.append(f"{path}: {unknown}")
