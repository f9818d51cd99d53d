"""Opening files: what is asked for, by a comparison file or otherwise, what comes of it, and what has to be asked before."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treecompare.comparison.answered import file_of, full_path, unique_names
from treecompare.comparison.base import AnyTreebank, Cancel, Comparison, rows_of_test
from treecompare.comparison.files import Files, is_comparison_file, open_files, opened
from treecompare.comparison.files import Opened as Found
from treecompare.comparison.judgements import unknown_systems
from treecompare.comparison.sentence_texts import Texts
from treecompare.comparison.settings import Settings
from treecompare.errors import ReadError, TooLarge, TreecompareError
from treecompare.measures import MEASURES_OF
from treecompare.reading import rules
from treecompare.saved.project import Project
from treecompare.saved.rows import JUDGEMENTS

if TYPE_CHECKING:
    from treecompare.comparison import files


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
    before it is settled what becomes of them."""

    request: Request
    others: dict[str, str]
    treebanks: dict[str, AnyTreebank]

    def settled(self, is_wanted: bool) -> Request:
        """The same request with these systems, or with the others only, which may be none."""
        request = replace(self.request, known=self.treebanks)
        if is_wanted:
            return replace(request, wanted=request.wanted | self.others.keys())
        systems = tuple(one for one in request.files.systems if one[1] not in self.others)
        return replace(request, files=replace(request.files, systems=systems))


def comparing(
    request: Request, cancel: Cancel, most: int | None = None, shown: Files | None = None
) -> Generator[Any, None, None]:
    """Reads what is not known, then compares: yields Reading, one Opened, and Progress; or a Doubt in place of the
    Opened, and nothing more.

    ``most``: bytes of a file, unpacked. ``shown``: files that are compared already, under these settings.

    Raises:
        TreecompareError: nothing can be opened, or nothing but ``shown``.
    """
    from treecompare.comparison import files

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
    _ = comparison.ids, comparison.left_out_punctuation, comparison.applying(MEASURES_OF[comparison.kind])


def _other_texts(opened: files.Opened, request: Request) -> dict[str, str]:
    """The systems with another text about which nobody has been asked: those of a comparison file were wanted when it was made."""
    if request.project is not None:
        return {}
    names = opened.comparison.table.systems
    paths = [path for _, path in opened.files.sides.systems]
    found = {paths[system]: names[system] for system in opened.comparison.other_texts()}
    return {path: name for path, name in found.items() if path not in request.wanted}


def room_for(large: Sequence[TooLarge]) -> int:
    """So many bytes are enough for these files, which were refused."""
    return max(one.size or 4 * one.limit for one in large)


def files_of(project: Project) -> tuple[Files, Settings]:
    """What a comparison file names. Raises TreecompareError: no gold or no system."""
    from treecompare.saved.state import settings_of

    gold = next((one for one in project.treebanks if one.role == "gold"), None)
    by_role = {
        role: tuple((one.name, one.path) for one in project.treebanks if one.role == role)
        for role in ("system", "other gold", "lattice", "segmentation", "dependencies")
    }
    systems = by_role["system"]
    if gold is None or not systems:
        raise TreecompareError(f"{project.path}: names no gold treebank and systems; expected at least one of each")
    follows = project.state.get("follows", {})
    named = {"": gold.path, **dict(systems)}
    files = Files(
        gold.path,
        systems,
        by_role["other gold"],
        tuple((path, follows[path]) for _, path in systems if path in follows),
        tuple(path for _, path in by_role["lattice"]),
        tuple(path for _, path in by_role["segmentation"]),
        gold.name,
        tuple((named[name], path) for name, path in by_role["dependencies"] if name in named),
        no_gold=project.state.get("no_gold", False),
        formats=tuple(project.state.get("formats", {}).items()),
        # files of older versions do not say; what was not UTF-8 was taken for this then
        encodings=tuple(project.state.get("encodings", {one.path: "iso-8859-1" for one in project.treebanks}).items()),
    )
    return files, settings_of(project.state.get("settings", {}))


def treebanks_of(files: Files, comparison: Comparison) -> list[tuple[str, str, str]]:
    """What a comparison file names: role, name and absolute path of every file; :func:`files_of` reads it."""
    names = list(comparison.table.systems)
    if (place := files.place_of_gold) is not None:  # it stands on the other side now
        names[place] = unique_names(files.systems)[place]
    systems = [("system", name, full_path(path)) for name, (_, path) in zip(names, files.systems, strict=True)]
    called = {files.gold: "", **{path: name for name, (_, path) in zip(names, files.systems, strict=True)}}
    others = [
        *(("other gold", name, path) for name, path in files.golds),
        *(("lattice", "", path) for path in files.lattices),
        *(("segmentation", "", path) for path in files.segmentations),
        *(("dependencies", called[of], path) for of, path in files.dependencies),
    ]
    return [
        ("gold", files.gold_name, full_path(files.gold)),
        *systems,
        *((role, name, full_path(path)) for role, name, path in others),
    ]


# -- from a comparison file to the comparison that it names ------------------------------------------------------------


@dataclass(frozen=True)
class SavedComparison:
    """A comparison that was saved. ``remarks``: what to know of its file."""

    name: str
    path: str
    comparison: Comparison
    remarks: tuple[str, ...]


def open_saved(path: str, name: str) -> SavedComparison:
    """Reads the treebanks that a comparison file names, under its settings; nothing is scored yet. Raises TreecompareError: it is
    not a comparison file, or what it names cannot be read."""
    if not is_comparison_file(path):
        raise ReadError(path, 0, "is not a comparison file; expected one that treecompare saved (.treecompare)")
    project = Project.open(Path(path))
    try:
        comparison = read_again(project).comparison
        remarks = [
            f"{file_of(one.treebank.path)} has changed since the comparison was saved; in the window notes follow their sentences"
            for one in project.changes()
            if one.what == "changed"
        ]
        beyond = put_judgements(project, comparison)
        if beyond:
            are = "judgement is about a sentence" if beyond == 1 else "judgements are about sentences"
            remarks.append(f"{beyond:,} {are} that the gold does not have, and left out")
        if unknown := unknown_systems(comparison.judgements, comparison.table.systems):
            remarks.append(unknown)
        return SavedComparison(name, path, comparison, (*project.remarks, *remarks))
    finally:
        project.close()


@contextmanager
def unquoted(tables: Collection[str]) -> Iterator[None]:
    """Within it no error quotes these parameter files and tables, which a file names that may come from anybody: they may be
    anything. (The window asks before it reads such files.)"""
    try:
        yield
    except ReadError as error:
        if error.path in tables:
            reason = "is not what it is taken for; expected the file with which the comparison was made"
            raise ReadError(error.path, error.line, reason) from None
        raise


def tables_outside(project: Project) -> set[str]:
    """The parameter files and tables that a comparison file names outside of its folder."""
    return {*project.outside()} - {file_of(one.path) for one in project.treebanks}


def found_again(project: Project) -> dict[str, str]:
    """Where the treebanks are that were moved together with the comparison file, by the paths that it names. Raises ReadError: one
    is not there any more."""
    changes = project.changes()
    missing = next((one for one in changes if one.what == "missing"), None)
    if missing is not None:
        raise ReadError(
            str(project.path),
            0,
            f"names {file_of(missing.treebank.path)}, which is not there any more; expected it where it was",
        )
    return {file_of(one.treebank.path): file_of(one.path) for one in changes if one.what == "moved"}


def read_again(project: Project) -> Found:
    """What a comparison file names, where it is now, under its settings. Raises TreecompareError: it cannot be read."""
    moved = found_again(project)
    files, settings = files_of(project)
    with unquoted(tables_outside(project)):
        return opened(open_files(files.mapped(lambda one: moved.get(one, one)), settings))


def put_judgements(project: Project, comparison: Comparison) -> int:
    """Enters what people said of gold sentences into their rows; of several in a row the first that says something.

    Returns:
        How many are about sentences that are not there.
    """
    beyond, last = 0, comparison.gold_sentences
    for kind in JUDGEMENTS:
        for key, value in sorted(project.values(kind).items(), reverse=True):
            if key.sentence < last:
                comparison.judgements.put(kind, comparison.row_of(key.sentence), key.system, key.phenomenon, value)
            else:
                beyond += 1
    return beyond
