"""From paths, roles and settings to a comparison: the only way, for the window, every command and the library.

What is not needed to name files is imported late: the window names files before it needs numpy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from treecompare.comparison.treebank_names import likely_gold, name_parts, scheme_names, unique_names
from treecompare.errors import ReadError, TooLarge, TreecompareError, UsageError

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank, Cancel, Comparison, Progress
    from treecompare.comparison.settings import Settings
    from treecompare.readers import DependencyTreebank
    from treecompare.readers.lattice_rows import LatticeFile
    from treecompare.readers.segmentations import SegmentationFile
    from treecompare.resources import Sample

SUFFIX = "treecompare"
"""What names of comparison files end in."""
LATTICE_NAME = re.compile(r"\.(lattices?|conllul)(\.(gz|bz2|xz))?$", re.IGNORECASE)
SEGMENTATION_NAME = re.compile(r"\.seg(\.txt)?(\.(gz|bz2|xz))?$", re.IGNORECASE)
GOLD_NAME = re.compile(r"(^|[^a-z])(gold|ref|reference|key)([^a-z]|$)", re.IGNORECASE)


@dataclass(frozen=True)
class Files:
    """The files of a comparison. ``systems``: (name, path); an empty name means the file's own.

    ``golds``: the same sentences in further annotation schemes, (name, path); ``follows``: paths of systems with the number of the
    gold whose scheme they follow, 0 (which need not be said) for ``gold``. ``lattices``, ``segmentations``: one for all
    treebanks, or one for the gold and one for each system. A saved comparison is named by ``gold`` alone: the path of its file.
    ``gold_name``: empty where the gold is called as its file. ``dependencies``: paths of treebanks of constituents, each with that
    of the file that has the same parses as dependencies. ``swapped``: the path of a system that stands on the gold's side, while
    the gold takes its place among the systems; empty for none. ``gold`` and ``systems`` say what was opened, :attr:`sides` what is
    compared. ``no_gold``: neither analysis is gold, ``gold`` is only the one that the others are compared with.
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
            self, gold=path, gold_name=name, systems=systems, lattices=lattices, segmentations=segmentations, swapped=""
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
        return Files(
            change(self.gold),
            tuple((name, change(path)) for name, path in self.systems),
            tuple((name, change(path)) for name, path in self.golds),
            tuple((change(path), gold) for path, gold in self.follows),
            tuple(map(change, self.lattices)),
            tuple(map(change, self.segmentations)),
            self.gold_name,
            tuple((change(path), change(words)) for path, words in self.dependencies),
            change(self.swapped) if self.swapped else "",
            self.no_gold,
        )

    def with_dependencies(self, named: Sequence[tuple[str, str]]) -> Files:
        """With files of dependencies, (name, path): the name is that of a system, or ``gold``.

        Raises:
            UsageError: there is no system of that name, one is named twice, or a system is called ``gold``, too.
        """
        paths = dict(zip(unique_names(self.systems), (path for _, path in self.systems), strict=True))
        if "gold" in paths and (both := [path for name, path in named if name == "gold"]):
            raise UsageError(
                f"{both[0]}: 'gold' is the gold, and the name of a system; expected another name for that one"
            )
        paths["gold"] = self.gold
        found: dict[str, str] = {}
        for name, path in named:
            if name not in paths:
                said = f"there is no system '{name}'" if name else "nothing says which parses these are"
                raise UsageError(f"{path}: {said}; expected NAME=FILE, NAME being one of {', '.join(sorted(paths))}")
            if paths[name] in found:
                raise UsageError(f"{path}: '{name}' has a file of dependencies already; expected one for each system")
            found[paths[name]] = path
        return replace(self, dependencies=tuple(found.items()))

    @property
    def is_saved(self) -> bool:
        """Whether this is a comparison file."""
        return not self.systems and is_comparison_file(self.gold)

    def names(self) -> list[str]:
        """A name per treebank, the golds first: no two golds and no two systems are called the same."""
        golds = scheme_names([(self.gold_name, self.gold), *self.golds]) if self.golds else [self.gold_name]
        return [*golds, *unique_names(self.systems)]


def is_comparison_file(path: str) -> bool:
    """Whether a path is named like a comparison file."""
    return path.lower().endswith(f".{SUFFIX}")


# -- roles -----------------------------------------------------------------------------------------------------------------


def usual_role(path: str) -> str:
    """What a file is, by its name: gold, lattice, segmentation or system."""
    name = Path(path).name
    if LATTICE_NAME.search(name):
        return "lattice"
    if SEGMENTATION_NAME.search(name):
        return "segmentation"
    return "gold" if GOLD_NAME.search(name) else "system"


def usual_roles(paths: Sequence[str]) -> list[str]:
    """What files are to each other, by their names: as :func:`usual_role`; golds after the first are other golds.

    Beside lattices or segmentations there is one gold, the one named most plainly: gold-input.mrg is a parse of gold input.
    """
    roles = [usual_role(path) for path in paths]
    golds = [place for place, role in enumerate(roles) if role == "gold"]
    if len(golds) < 2:
        return roles
    has_segments = "lattice" in roles or "segmentation" in roles
    first = min(golds, key=lambda place: len(name_parts(paths[place]))) if has_segments else golds[0]
    for place in golds:
        roles[place] = "gold" if place == first else "system" if has_segments else "other gold"
    return roles


def guess(paths: Sequence[str]) -> Files | None:
    """The comparison that these files stand for, if exactly one is named like a gold and there are others."""
    roles = dict(zip(paths, usual_roles(paths), strict=True))
    if "other gold" in roles.values():
        return None
    gold = [path for path in paths if roles[path] == "gold"]
    systems = tuple(("", path) for path in paths if roles[path] == "system")
    if len(gold) != 1 or not systems:
        return None
    beside = {role: tuple(path for path in paths if roles[path] == role) for role in ("lattice", "segmentation")}
    return Files(gold[0], systems, lattices=beside["lattice"], segmentations=beside["segmentation"])


def sample_files(sample: Sample) -> Files:
    """The files of a shipped comparison: a system follows the gold whose file is named like its own."""
    golds = [sample.gold, *sample.golds]
    follows = [(path, likely_gold(path, golds) or 0) for path in sample.systems] if sample.golds else []
    systems, further = ([("", path) for path in paths] for paths in (sample.systems, sample.golds))
    return Files(sample.gold, tuple(systems), tuple(further), tuple(follows), lattices=sample.lattices)


def has_own_golds(paths: Sequence[str]) -> bool:
    """Whether these files are a comparison of their own with several golds, not more systems for another."""
    roles = usual_roles(paths)
    return "other gold" in roles and "system" in roles


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
) -> Iterator[Reading | Progress | Opened]:
    """Reads the files and makes their comparison: yields a Reading per file, the Progress of preparation, and at last Opened.

    ``known``: treebanks that need not be read again, by path. ``source``: the name of a format; without it the content decides.
    ``is_lenient``: what cannot be read is left out and told in ``Opened.errors``, and settings that are left from another kind of
    comparison are dropped. ``on_demand``: see :func:`treecompare.comparison.word_by_word.word_by_word`. ``with_others``: whether
    words are compared as they are, too, where they may be segmented differently.

    Raises:
        OpeningError: no gold or no system can be read.
        TreecompareError: a file cannot be read (unless lenient), or the files cannot be compared.
    """
    from treecompare.comparison.base import until
    from treecompare.comparison.other_scores import OtherSentences
    from treecompare.comparison.remarkable import remarkable

    opened_as, files = files, files.sides
    errors: list[TreecompareError] = []
    read: list[AnyTreebank | None] = []
    beside: list[LatticeFile | SegmentationFile] = []
    words: dict[str, DependencyTreebank] = {}
    first_words = len(files.paths) - len(files.dependencies)
    names, paths = files.names(), files.paths
    of_one_kind = is_lenient and not files.golds and not (settings and settings.as_dependencies)
    for number, path in enumerate(paths, 1):
        yield Reading(number, len(paths), Path(path).name)
        if cancel is not None and cancel.is_set():
            return
        try:
            if number > first_words:
                of = files.dependencies[number - 1 - first_words][0]
                words[of] = read_dependencies(path, known)
                continue
            if number > len(names):
                beside.append(_read_segments(path, path in files.lattices))
                continue
            read.append(None)
            treebank = read_treebank(path, names[number - 1], source, known)
            if is_lenient:
                check_any_words(treebank)
            if of_one_kind and read[0] is not None:
                _check_kind(read[0], treebank)
            read[-1] = treebank
        except OSError as error:
            errors.append(TreecompareError(f"{path}: {error.strerror or error}"))
        except TreecompareError as error:
            errors.append(error)
        except MemoryError:
            errors.append(ReadError(path, 0, "there is not enough memory to read this file"))
        if errors and not is_lenient:
            raise errors[0]
    first = 1 + len(files.golds)
    golds = [one for one in read[:first] if one is not None]
    good = [place for place, one in enumerate(read[first:]) if one is not None]
    systems = [one for one in read[first:] if one is not None]
    place_of_gold = opened_as.place_of_gold
    if len(golds) < first or not systems or (place_of_gold is not None and place_of_gold not in good):
        raise OpeningError(errors)
    dropped: list[str] = []
    if is_lenient and settings is not None:
        has_segments = files.lattices or files.segmentations or settings.over_lattices
        settings = replace(settings, missing="skip") if files.golds or has_segments else settings
        settings, dropped = _without_other_golds(settings, [one.name for one in golds])
    if len(beside) != len(files.lattices) + len(files.segmentations):
        beside = []  # one for each treebank, and one of them cannot be read
    follows = [files.follow(files.systems[place][1]) for place in good]
    lattices, segmentations = beside[: len(files.lattices)], beside[len(files.lattices) :]
    left = tuple(files.systems[place] for place in good)
    while True:
        of_words = {
            number: words[path]
            for number, path in enumerate([files.gold, *(path for _, path in left)])
            if path in words
        }
        comparison = compare_files(
            golds, systems, follows, settings, lattices, segmentations,  # type: ignore[arg-type]
            on_demand, with_others, of_words,
        )  # fmt: skip
        if files.no_gold:
            comparison.call_by_names()
        try:
            yield from until(cancel, comparison.prepare(cancel))
            break
        except OtherSentences as error:
            if not is_lenient:
                raise
            errors.append(error)
            words = {path: one for path, one in words.items() if one.path != error.path}
    if cancel is None or not cancel.is_set():
        comparison.warnings.extend(
            f"labels {one}: the comparison has no two golds with these names; labels are each gold's own"
            for one in dropped
        )
        comparison.warnings.extend(remarkable(comparison.treebanks(), comparison.settings.aligns))
        treebanks = {path: one for (_, path), one in zip(files.treebanks, read, strict=True) if one is not None}
        of_left = {files.gold, *(path for _, path in left)}
        kept = tuple((of, path) for of, path in files.dependencies if of in words and of in of_left)
        treebanks |= {path: words[of] for of, path in kept}
        of_opened = tuple(opened_as.systems[place] for place in good)
        yield Opened(replace(opened_as, systems=of_opened, dependencies=kept), comparison, errors, treebanks)


def read_treebank(
    path: str, name: str = "", source: str | None = None, known: Mapping[str, AnyTreebank] | None = None
) -> AnyTreebank:
    """A treebank under a name (its file's own if that is empty), with the ids of a shipped list where it has none.

    Raises:
        ReadError, UsageError: as :func:`treecompare.readers.read_any`.
    """
    from treecompare.readers import Treebank, read_any
    from treecompare.resources import sentence_names

    try:
        treebank = (known or {}).get(path) or read_any(path, format=source, name=name or None)
    except ReadError as error:
        from treecompare.readers.lattices import holds_lattices

        if source is None and path != "-" and not isinstance(error, TooLarge) and holds_lattices(path):
            expected = "expected trees or dependencies; lattices stand beside them, in a role of their own"
            raise ReadError(path, 0, f"holds lattices; {expected}").with_option("--lattice FILE gives them") from None
        raise
    if name and treebank.name != name:
        treebank = replace(treebank, name=name)
    if isinstance(treebank, Treebank) and treebank.ids is None:
        treebank = replace(treebank, ids=sentence_names(path))
    return treebank


def _read_segments(path: str, is_lattice: bool) -> LatticeFile | SegmentationFile:
    from treecompare.readers.lattices import read_lattices
    from treecompare.readers.segmentations import read_segmentation

    return read_lattices(path) if is_lattice else read_segmentation(path)


def read_dependencies(path: str, known: Mapping[str, AnyTreebank] | None = None) -> DependencyTreebank:
    """A file of dependencies; its content says in which format. ``known``: what is read already, by path.

    Raises:
        ReadError: it cannot be read, or holds something else.
    """
    from treecompare.readers import DependencyTreebank

    treebank = read_treebank(path, known=known)
    if not isinstance(treebank, DependencyTreebank):
        raise ReadError(path, 0, "holds constituents; expected the dependencies of the same parses (CoNLL-U, CoNLL-X)")
    check_any_words(treebank)
    return treebank


def check_any_sentence(treebank: AnyTreebank) -> None:
    """Whether a sentence was read, if only one without a parse (``(())``).

    Raises:
        ReadError: there is none.
    """
    from treecompare.readers import Treebank

    if not (treebank.trees.labels if isinstance(treebank, Treebank) else treebank.sentences.form).size:
        check_any_words(treebank)


def check_any_words(treebank: AnyTreebank) -> None:
    """Whether there is anything to compare; a file of empty lines or of another content has none.

    Raises:
        ReadError: there is no word in it.
    """
    from treecompare.readers import Treebank
    from treecompare.trees.tree import WORD

    has_words = (treebank.trees.kinds == WORD).any() if isinstance(treebank, Treebank) else treebank.sentences.form.size
    if has_words:
        return
    if not treebank.problems:
        raise ReadError(treebank.path, 0, "no tree was read; expected sentences with words")
    first = treebank.problems[min(treebank.problems)]
    raise ReadError(treebank.path, first.line, f"no tree was read: {first.reason}")


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


def _without_other_golds(settings: Settings, golds: Sequence[str]) -> tuple[Settings, list[str]]:
    """Settings that ask for no labels of golds that are not there, and what they asked for besides."""
    wanted = settings.labels_from.split("\n") if settings.labels_from else []
    there = {f"{one}={other}" for one in golds for other in golds if one != other}
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

    Raises:
        UsageError: the treebanks cannot be compared with each other.
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
        from treecompare.comparison.schemes.comparison import across_schemes

        return across_schemes(golds, systems, follows, settings, {number - 1: one for number, one in words.items()})
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
