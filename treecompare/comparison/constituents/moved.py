"""The T-mappings of whole trees of some sentences of a system in columns, and how many nodes moved in them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.prepared import PreparedTrees
from treecompare.mappings.edits import edit_maps
from treecompare.mappings.moves import NodePairs, SharedSpans
from treecompare.mappings.spans import count_level
from treecompare.scores.table import SCORED
from treecompare.trees.arcs import blocks

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]


def node_pairs(comparison: PreparedTrees, system: int, rows: Numbers) -> NodePairs:
    """Some rows of a system with the T-mappings of whole trees; rows that cannot be analysed have none."""
    pairs, labels = comparison.pairs(system), comparison.labels()
    labelled = comparison.preparation.parameters.labelled
    units, wanted = rows, analysable(comparison, system)[rows]
    if (firsts := pairs.first_units) is not None:
        units = np.concatenate([rows[:0], *map(np.arange, firsts[rows], firsts[rows + 1])])
        wanted = np.repeat(wanted, np.diff(firsts)[rows])
    gold, test = (trees.chosen(units) for trees in pairs.units or (pairs.gold, pairs.test))
    codes = [labels.codes(trees, labelled) for trees in (gold, test)]
    partners = edit_maps(
        codes[0], gold.sizes, gold.offsets, codes[1], test.sizes, test.offsets, np.flatnonzero(wanted),
        comparison.costs() if labelled else None,
    ).astype(np.int64)  # fmt: skip
    partners = np.where(partners >= 0, partners + np.repeat(test.offsets[:-1], np.diff(gold.offsets)), -1)
    sides = [trees.chosen(rows) for trees in (pairs.gold, pairs.test)]
    spans = [
        SharedSpans.of(trees, None if alone is None else alone[whole.places(rows)[0]])
        for trees, whole, alone in zip(
            sides, (pairs.gold, pairs.test), (pairs.gold_alone, pairs.test_alone), strict=True
        )
    ]
    return NodePairs(sides[0], sides[1], codes[0], codes[1], labels, spans[0], spans[1], partners)


def analysable(comparison: PreparedTrees, system: int) -> Mask:
    """The rows that have both mappings of whole trees and a parse."""
    table = comparison.table
    found: Mask = (
        (table.statuses[system] == SCORED) & (table.edits["t.whole"][system, :, 0] >= 0) & ~table.zeroed[system]
    )
    return found


def moved_nodes(comparison: PreparedTrees, system: int) -> Numbers:
    """Per row of a system that is counted, how many pairs of deleted and inserted nodes have the same label and words."""
    rows = np.flatnonzero(_may_move(comparison, system))
    moved = np.zeros(comparison.sentences, np.int64)
    for first, last in blocks(comparison.pairs(system).gold.word_counts[rows]):
        here = rows[first:last]
        moved[here] = node_pairs(comparison, system, here).moved()
    return moved


def _may_move(comparison: PreparedTrees, system: int) -> Mask:
    """The rows in which the T-mapping may delete and insert a node with the same label and words: one in twenty of a parser's.

    If a mapping that pairs nodes over equal spans only, as many over each span as there are on both sides, is as good as the
    T-mapping, then this one is such a mapping, too: pairs over equal spans decide between those that are as good. It leaves out
    nodes over a span on one side at most then, and such a pair stands over one span.
    """
    table, pairs, labels = comparison.table, comparison.pairs(system), comparison.labels()
    matched, swapped, deleted, inserted = table.edits["t.whole"][system].T
    may: Mask = analysable(comparison, system) & (deleted > 0) & (inserted > 0)
    is_plain = pairs.units is None and pairs.gold_alone is None and pairs.test_alone is None
    if not is_plain or comparison.costs() is not None or labels.equal is not None:
        return may
    codes = [labels.codes(trees, comparison.preparation.parameters.labelled) for trees in (pairs.gold, pairs.test)]
    level = count_level(pairs.gold, pairs.test, codes[0], codes[1])
    is_level = (level[:, 0] == matched + swapped) & (level[:, 1] == matched)
    may &= ~is_level | pairs.gold.crossing | pairs.test.crossing
    return may
