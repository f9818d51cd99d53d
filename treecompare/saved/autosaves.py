"""Where what is typed is kept when it has no file of its own: in the user's data folder, found again by a path.

The path is that of the gold treebank, or that of a comparison file that cannot be written to. Several windows may have it open:
the first one writes to the first file, each other one to a file of its own, whose notes join the others when the path is
opened the next time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from treecompare.comparison.files import SUFFIX
from treecompare.errors import TreecompareError

if TYPE_CHECKING:
    from treecompare.saved.project import Key, Project

SECONDS_TO_WAIT = 5.0
"""For another window that is choosing its file at this moment; it takes a few hundredths of a second."""


def folder() -> Path:
    """Where these files lie."""
    import platformdirs

    return Path(platformdirs.user_data_dir("treecompare", appauthor=False)) / "comparisons"


def autosave_path(path: str) -> Path:
    """The first file for a gold treebank or a comparison file."""
    from treecompare.saved.project import digest_of

    return folder() / f"{digest_of([path])}.{SUFFIX}"


def existing(first: Path) -> list[Path]:
    """The files of all windows that had the same path open, in order."""
    numbered = {}
    for path in first.parent.glob(f"{first.stem}-*.{SUFFIX}"):
        with suppress(ValueError):
            numbered[int(path.stem.rpartition("-")[2])] = path
    return [path for path in (first, *(numbered[number] for number in sorted(numbered))) if path.exists()]


def unused(first: Path) -> Path:
    """The first name that no window has taken: as given, or with the next number."""
    number, path = 1, first
    while path.exists():
        number += 1
        path = first.with_name(f"{first.stem}-{number}{first.suffix}")
    return path


@contextmanager
def alone() -> Iterator[None]:
    """One window at a time chooses, makes and joins files here. Raises TreecompareError: the folder cannot be written to, or
    another window does not let go of it."""
    from treecompare.saved.project import InUse
    from treecompare.saved.schema import Lock

    gate = folder() / "lock"
    try:
        gate.parent.mkdir(parents=True, exist_ok=True)
        gate.touch()
    except OSError as error:
        raise TreecompareError(f"{gate.parent}: cannot be written: {error.strerror}") from error
    end = time.monotonic() + SECONDS_TO_WAIT
    while True:
        try:
            lock = Lock(gate)
            break
        except InUse:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)
    try:
        yield
    finally:
        lock.release()


def join(project: Project, other: Project, words: Sequence[str], what: str) -> list[Key]:
    """Adds to ``project`` what another window said, as one step. Notes that differ are put below each other.

    Returns where both said something else and ``project`` keeps its own.
    """
    from treecompare.comparison.judgements import CORRECT, ERROR_CLASS, NOTE, PHENOMENON
    from treecompare.registry import find
    from treecompare.saved import walks
    from treecompare.saved.rows import DECISION, RULE, WALK

    changes: list[tuple[Key, str | None]] = []
    differing = []
    decisions = find("entries", DECISION)
    for kind in (NOTE, PHENOMENON, ERROR_CLASS, CORRECT, *((DECISION, RULE) if decisions is None else ())):
        for key, value in other.values(kind).items():
            own = project.value(key)
            if own is None:
                changes.append((key, value))
            elif own == value or (kind == NOTE and _says(own, value)):
                continue
            elif kind == NOTE:
                changes.append((key, value if _says(value, own) else f"{own}\n{value}"))
            else:
                differing.append(key)
    added, other_steps = walks.joined(project.values(WALK), other.values(WALK))
    decided, conflicts = decisions.joined_files(project, other) if decisions is not None else ([], [])
    project.write([*changes, *added, *decided], what, words)
    return [*differing, *other_steps, *conflicts]


def _says(text: str, part: str) -> bool:
    """Whether a note holds another one as lines of its own, or goes on from it."""
    return f"\n{part}\n" in f"\n{text}\n" or text.startswith(f"{part} ")
