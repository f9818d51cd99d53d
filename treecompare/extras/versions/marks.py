"""What people say of places: *done*, or *on purpose*, with a note. Kept in a table of texts, by the keys of the places."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import platformdirs

from treecompare.errors import ReadError
from treecompare.reading import exists, read_lines
from treecompare.scores.delimited import tsv
from treecompare.writing import write_file

DONE, ON_PURPOSE, OPEN = "done", "on purpose", ""
STATES = (OPEN, DONE, ON_PURPOSE)
HEADS = ("key", "state", "note", "place", "words", "rule")
_EXPECTED = f"expected a table with the columns {', '.join(HEADS)}"


class Mark(NamedTuple):
    """``state``: one of STATES. ``place``, ``words``, ``rule``: where it was when it was said, for people who read the table."""

    state: str = OPEN
    note: str = ""
    place: str = ""
    words: str = ""
    rule: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said."""
        return self.state == OPEN and not self.note


Marks = dict[str, Mark]
"""By the key of a place (``entries.py``)."""


def marks_path() -> Path:
    """Where marks are kept: one table for all treebanks, whose keys say what they are about."""
    return Path(platformdirs.user_data_dir("treecompare", appauthor=False)) / "versions.tsv"


def read_marks(path: str | os.PathLike[str], is_needed: bool = True) -> Marks:
    """The marks in a file; none if there is no file and none is needed. Raises ReadError: it is not such a table."""
    name = os.fspath(path)
    if not is_needed and not exists(name):
        return {}
    found: Marks = {}
    for number, line in enumerate(read_lines(name, _EXPECTED), 1):
        cells = line.split("\t")
        if number == 1:
            if tuple(cells) != HEADS:
                raise ReadError(name, 1, f"begins with '{line[:40]}'; {_EXPECTED}")
            continue
        if len(cells) != len(HEADS):
            raise ReadError(name, number, f"has {len(cells)} columns; {_EXPECTED}")
        if cells[1] not in STATES:
            raise ReadError(name, number, f"'{cells[1][:40]}' is not a state; expected 'done', 'on purpose' or nothing")
        found[cells[0]] = Mark(*cells[1:])
    return found


def write_marks(path: str | os.PathLike[str], marks: Mapping[str, Mark]) -> None:
    """Writes marks, sorted by their places. Raises TreecompareError: the file cannot be written."""
    write_file(path, marks_text(marks))


def marks_text(marks: Mapping[str, Mark]) -> str:
    """The content of such a file: marks sorted by their places, without those that say nothing."""
    told = sorted(
        ((key, mark) for key, mark in marks.items() if not mark.is_empty), key=lambda one: (one[1].place, one[0])
    )
    rows = [list(HEADS), *([key, *mark] for key, mark in told)]
    return f"{tsv(rows)}\n"


def accepted(marks: Mapping[str, Mark]) -> frozenset[str]:
    """The places that are as they should be."""
    return frozenset(key for key, mark in marks.items() if mark.state == ON_PURPOSE)


def joined(tables: Iterable[Mapping[str, Mark]]) -> Marks:
    """The marks of several tables; what later ones say goes first."""
    return {key: mark for one in tables for key, mark in one.items()}
