"""One label or relation over all systems: a row per label, a column per system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.labels import equal_note
from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.label_pairs import KEYS, label_pairs
from treecompare.measures.breakdowns import breakdown
from treecompare.scores.result import Found, ResultTable, Value, View, count_column, share_column, text_column
from treecompare.scores.set_notes import set_note

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison

Numbers = NDArray[np.int64]
Missed = Callable[[int, str], Numbers]
"""The sentences in which a system misses the gold's items of some name."""


def label_by_system_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """F1 of each label, for every system."""
    symbols = comparison.gold.trees.symbols
    found = [label_pairs(comparison, system) for system in range(len(comparison.systems))]
    size = len(symbols)
    golds = [np.bincount(one.gold.labels, minlength=size) for one in found]
    scores: list[dict[str, Value]] = []
    for one, gold in zip(found, golds, strict=True):
        matched = np.bincount(one.gold.labels[one.matched[0]], minlength=size)
        matched += np.bincount(one.test.labels[one.matched[1]], minlength=size)
        both = gold + np.bincount(one.test.labels, minlength=size)
        scores.append(
            {symbols[label]: int(matched[label]) / int(both[label]) for label in np.flatnonzero(both).tolist()}
        )

    def missed(system: int, name: str) -> Numbers:
        one = found[system]
        wrong = np.ones(len(one.gold.labels), np.bool_)
        wrong[one.matched[0]] = False
        sentences: Numbers = one.gold.sentences[wrong & (one.gold.labels == symbols.find(name))]
        return sentences

    counts: dict[str, int] = {}
    for gold in golds:
        counts = {symbols[label]: int(gold[label]) for label in np.flatnonzero(gold).tolist()} | counts
    table = _table(comparison, "label", "F1 of each label", KEYS["constituents"], counts, scores, missed)
    names = (str(row[0]) for row in table.rows)
    return [replace(table, note=table.note + equal_note(comparison, names))]


def relation_by_system_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """F1 of each relation, the share of its words with the right head and label, and F1 of both, for every system."""
    found = [
        breakdown(comparison.scores[system].within(comparison.table.rows(system, "las")), "relation")
        for system in range(len(comparison.systems))
    ]
    counts: dict[str, int] = {}
    f1: list[dict[str, Value]] = []
    las: list[dict[str, Value]] = []
    together: list[dict[str, Value]] = []
    for one in found:
        columns = (one.gold, one.test, one.agreeing, one.both)
        rows = list(zip(one.names, *(column.tolist() for column in columns), strict=True))
        counts = {name: gold for name, gold, *_ in rows if gold} | counts
        f1.append({name: 2 * agreeing / (gold + test) for name, gold, test, agreeing, _ in rows})
        las.append({name: both / gold for name, gold, _, _, both in rows if gold})
        together.append({name: 2 * both / (gold + test) for name, gold, test, _, both in rows})

    def missed(kind: str) -> Missed:
        return lambda system, name: found[system].words(name, kind)[:, 0]  # type: ignore[arg-type]

    return [
        _table(comparison, "relation", "F1 of each relation", "label-accuracy", counts, f1, missed("category")),
        _table(comparison, "relation", "Head and relation right, by relation", "las", counts, las, missed("las")),
        _table(
            comparison,
            "relation",
            "F1 of relation and head together (as Kübler et al. 2008, table 7)",
            "las",
            counts,
            together,
            missed("las"),
        ),
    ]


def _table(
    comparison: Comparison,
    what: str,
    title: str,
    key: str,
    counts: dict[str, int],
    scores: list[dict[str, Value]],
    missed: Missed,
) -> ResultTable:
    """``counts``: how often the gold has each name, beside the first system that has sentences with it; the most frequent comes
    first. The best of a row are marked, of systems whose figures rest on the same sentences."""
    others = sorted({name for one in scores for name in one} - counts.keys())
    names = [*sorted(counts, key=lambda name: (-counts[name], name)), *others]
    systems = comparison.table.systems
    rows: list[list[Value]] = [[name, counts.get(name, 0), *(one.get(name) for one in scores)] for name in names]
    marked = set()
    ranked = np.flatnonzero(comparison.table.compared(key)) + 2
    for place, row in enumerate(rows):
        known = {column: value for column in ranked.tolist() if isinstance(value := row[column], float)}
        if len(set(known.values())) > 1:
            marked |= {(place, column) for column, value in known.items() if value == max(known.values())}

    def found(row: int, column: int) -> Found | None:
        if column < 2:
            return None
        sentences = np.unique(missed(column - 2, names[row]))
        return Found(sentences, column - 2, f"{what} {names[row]} missed by {systems[column - 2]}")

    return ResultTable(
        title,
        (text_column(what), count_column("gold"), *map(share_column, systems)),
        rows,
        "The best of a row are marked, where systems differ. A click on a score shows the sentences in which the system misses it."
        f" {set_note(comparison.table, [key])}".rstrip(),
        (comparison.table.signature(key, among=f"by:{what}"),),
        frozenset(marked),
        found,
    )
