"""One label or relation over all systems: a row per label, a column per system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.confusions import recall_precision_f1
from treecompare.analyses.labels import equal_note
from treecompare.comparison.base import Comparison
from treecompare.scores.items import SAME, Grouped
from treecompare.scores.result import Found, ResultTable, Value, View, count_column, share_column, text_column
from treecompare.scores.set_notes import set_note

if TYPE_CHECKING:
    from treecompare.comparison.dependencies.comparison import DependencyComparison


def label_by_system_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """F1 of each label, for every system."""
    key = comparison.item_keys["constituents"]
    table = _table(comparison, _of_systems(comparison, "constituents", "label"), "F1 of each label", key, "")
    names = (str(row[0]) for row in table.rows)
    return [replace(table, note=table.note + equal_note(comparison, names))]


def relation_by_system_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """F1 of each relation, the share of its words with the right head and label, and F1 of both, for every system."""
    found, together = _of_systems(comparison, "words", "relation"), "F1 of relation and head together"
    tables = [
        _table(comparison, found, "F1 of each relation", "label-accuracy", SAME),
        _table(comparison, found, "Head and relation right, by relation", "las", "las", is_recall=True),
        _table(comparison, found, f"{together} (as Kübler et al. 2008, table 7)", "las", "las"),
    ]
    return [replace(table, note=f"{table.note}{comparison.subtypes_said()}".strip()) for table in tables]


def _of_systems(comparison: Comparison, what: str, by: str) -> list[Grouped]:
    return [comparison.items(system, what).by(by) for system in range(len(comparison.table.systems))]


def _table(
    comparison: Comparison, found: Sequence[Grouped], title: str, key: str, right: str, is_recall: bool = False
) -> ResultTable:
    """F1, or recall, of the items of each category that are ``right``.

    The most frequent of the gold, beside the first system that has sentences with them, come first. The best of a row are marked,
    of systems whose figures rest on the same sentences.
    """
    systems, by = comparison.table.systems, found[0].by
    counts: dict[str, int] = {}
    scores: list[dict[str, Value]] = []
    for one in found:
        recall, _, f1 = recall_precision_f1(one, one.right(right))
        scores.append(dict(zip(one.names, recall if is_recall else f1, strict=True)))
        counts = {name: gold for name, gold in zip(one.names, one.counts()[0].tolist(), strict=True) if gold} | counts
    others = sorted({name for one in scores for name, value in one.items() if value is not None} - counts.keys())
    names = [*sorted(counts, key=lambda name: (-counts[name], name)), *others]
    rows: list[list[Value]] = [[name, counts.get(name, 0), *(one.get(name) for one in scores)] for name in names]
    marked = set()
    ranked = np.flatnonzero(comparison.table.compared(key)) + 2
    for place, row in enumerate(rows):
        known = {column: value for column in ranked.tolist() if isinstance(value := row[column], float)}
        if len(set(known.values())) > 1:
            marked |= {(place, column) for column, value in known.items() if value == max(known.values())}

    def opened(row: int, column: int) -> Found | None:
        if column < 2:
            return None
        system, name = column - 2, names[row]
        one = found[system]
        missed = ~one.right(right) & (one.gold == (one.names.index(name) if name in one.names else len(one.names)))
        return one.items.found(system, f"{by} {name} missed by {systems[system]}", missed, mark=name)

    return ResultTable(
        title,
        (text_column(by), count_column("gold"), *map(share_column, systems)),
        rows,
        "The best of a row are marked, where systems differ. A click on a score shows the sentences in which the system misses it."
        f" {set_note(comparison.table, [key])}".rstrip(),
        (comparison.table.signature(key, among=f"by:{by}"),),
        frozenset(marked),
        opened,
    )
