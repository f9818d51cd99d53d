"""Values as cells of tables of texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from treecompare.extras.versions.edits import Edit

TableRows = list[list[str]]
Count = tuple[str, str, int]
"""What, which, and how many."""


def cell(value: str | None) -> str:
    r"""A value as a cell: ``_`` where it is not there, ``\_`` for a value that is ``_``; tabs as ``\t``."""
    if value is None:
        return "_"
    return "\\_" if value == "_" else value.replace("\t", "\\t").replace("\n", "\\n")


def counts_of(what: str, which: Iterable[str]) -> list[Count]:
    """How often each is there, the most frequent first."""
    counts = Counter(which)
    return [(what, one, counts[one]) for one in sorted(counts, key=lambda one: (-counts[one], one))]


def place_cells(edit: Edit) -> list[str]:
    """Where an edit is: its row, sentences and words, from 1."""
    sentences = (edit.row, edit.base, edit.head)
    return [*("-" if one < 0 else str(one + 1) for one in sentences), edit.base_word, edit.head_word]
