"""From a comparison file to the comparison that it names, with what people said of its sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from treecompare.comparison.answered import file_of
from treecompare.comparison.base import Comparison
from treecompare.comparison.files import Opened, is_comparison_file, open_files, opened
from treecompare.comparison.judgements import unknown_systems
from treecompare.errors import ReadError
from treecompare.saved.opening import files_of
from treecompare.saved.project import Project
from treecompare.saved.rows import JUDGEMENTS


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


def read_again(project: Project) -> Opened:
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
