"""What changed as tables of texts, for files that scripts compare line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from treecompare.extras.versions.cells import Count, TableRows, cell
from treecompare.extras.versions.changes import AnyChanges
from treecompare.extras.versions.kind import AnyKind
from treecompare.extras.versions.rules import Rules
from treecompare.extras.versions.sentences import STATUSES, UNREAD
from treecompare.extras.versions.words import FLAGS


def all_tables(kind: AnyKind, changes: AnyChanges, rules: Rules) -> dict[str, TableRows]:
    """The tables by the names of their files."""
    return {
        "sentences": sentence_table(kind, changes), "counts": count_table(kind, changes), **kind.tables(changes, rules),
    }  # fmt: skip


def sentence_table(kind: AnyKind, changes: AnyChanges) -> TableRows:
    """All rows: their sentences by position from 1, how many edits they have, and what else the kind of treebank has."""
    found = changes.found
    heads = [
        "row",
        "status",
        "flags",
        "base",
        "head",
        "base_id",
        "head_id",
        "edits",
        *kind.further_cells(changes, None),
    ]
    rows = [
        [
            str(number + 1), changes.statuses[number], ",".join(changes.flags[number]) or "-", positions(row.base),
            positions(row.head), ids_told(row.base, found.base.ids), ids_told(row.head, found.head.ids),
            str(changes.edits_of_row[number]), *kind.further_cells(changes, number),
        ]
        for number, row in enumerate(found.rows)
    ]  # fmt: skip
    return [heads, *rows]


def positions(sentences: tuple[int, ...]) -> str:
    """Sentences of a version, from 1."""
    return "+".join(str(one + 1) for one in sentences) or "-"


def ids_told(sentences: tuple[int, ...], ids: Sequence[str | None]) -> str:
    """The ids of sentences of a version."""
    return "+".join(cell(ids[one]) for one in sentences) or "-"


def count_table(kind: AnyKind, changes: AnyChanges) -> TableRows:
    """How much there is of everything."""
    return [["what", "which", "count"], *([what, which, str(count)] for what, which, count in counts(kind, changes))]


def counts(kind: AnyKind, changes: AnyChanges) -> list[Count]:
    """The same as numbers."""
    found, statuses = changes.found, Counter(changes.statuses)
    flags = Counter(flag for row in changes.flags for flag in row)
    known = [status for status in STATUSES if status != UNREAD or statuses[status]]
    return [
        ("sentences", "base", len(found.base)), ("sentences", "head", len(found.head)), ("words", "base", len(found.base.words)),
        ("words", "head", len(found.head.words)), *(("rows", status, statuses[status]) for status in known),
        *(("flags", flag, flags[flag]) for flag in FLAGS), *kind.counts(changes),
    ]  # fmt: skip
