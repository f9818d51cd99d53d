"""Constituents and segments over lattices as items: they add up to the table, and what is confused is over the same words."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analyses.test_every_kind import lattices as lattices  # a fixture
from treecompare.analyses.catalogue import View, analysis
from treecompare.comparison.base import score
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import parse
from treecompare.trees.tree import WORD


@pytest.mark.parametrize("system", [0, 1])
def test_items_add_up_to_the_table(lattices: LatticeComparison, system: int) -> None:
    """Segments are those of SegEval; constituents and segments together those of TedEval."""
    table = lattices.table
    tags, constituents = (lattices.items(system, what) for what in ("tags", "constituents"))
    in_tags, in_trees = (
        [np.bincount(items.sentences[mask], minlength=12) for mask in (items.in_gold, items.in_test, items.right())]
        for items in (tags, constituents)
    )
    segments, nodes = table.part(system, "segeval"), table.part(system, "tedeval.lattice")
    assert [one.tolist() for one in in_tags] == [
        one.tolist() for one in (segments.gold, segments.test, segments.matched)
    ]
    assert [(one + other).tolist() for one, other in zip(in_tags[:2], in_trees[:2], strict=True)] == [
        nodes.gold.tolist(), nodes.test.tolist(),
    ]  # fmt: skip
    assert in_trees[2].tolist() == [
        sum(lattices.pair(system).gold.tree(row).kinds[gold] != WORD for gold, _ in lattices.pair(system).pairs(row))
        for row in range(12)
    ]


def test_what_is_confused_is_over_the_same_words(lattices: LatticeComparison) -> None:
    """The first parser cuts a word that is V into V and P, and has Y for X; the second has W for V in two sentences."""
    scores, confused, _ = analysis("tags", "lattices").tables(lattices, View(0))
    assert {row[0]: row[1:4] for row in scores.rows} == {
        "N": [12, 12, 12], "V": [12, 12, 0], "X": [12, 0, 0], "P": [0, 12, 0], "Y": [0, 12, 0],
    }  # fmt: skip
    assert [row[:3] for row in confused.rows] == [["X", "Y", 12]]
    confused = analysis("tags", "lattices").tables(lattices, View(1))[1]
    assert [row[:3] for row in confused.rows] == [["X", "Y", 4], ["V", "W", 2]]
    cell = confused.found(1, 2)
    assert cell is not None and cell.sentences.tolist() == [10, 11] and cell.nodes[10] == [("gold", 2), ("test", 2)]
    (table,) = analysis("labels-by-system", "lattices").tables(lattices, View())
    assert [row[0] for row in table.rows][:2] == ["NP", "VP"]


def test_constituents_without_known_words_are_confused_with_nothing() -> None:
    comparison = score(
        LatticeComparison(parse("(S (NP (N a)) (VP (V b)))"), [parse("(S (XP (N a)) (VP (V b)))")], settings=Settings())
    )
    scores, confused, _ = analysis("labels", "lattices").tables(comparison, View())
    assert [row[:4] for row in scores.rows] == [["VP", 1, 1, 1], ["NP", 1, 0, 0], ["XP", 0, 1, 0]]
    assert not confused.rows
