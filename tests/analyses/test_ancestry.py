"""Nodes over the same words that stand in another order: an E-mapping of cost 0 and no T-mapping (Emms 2008, section 2)."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analyses.conftest import compared
from treecompare.analyses.constituents import ancestry_tables, reversals
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.scores.result import View

PAPER = "(T (exists (not (P a b))) (Q c))", "(T (not (exists (P a b))) (Q c))"


@pytest.mark.parametrize(
    ("gold", "test", "chains"),
    [
        (*PAPER, [("exists not P", "not exists P")]),
        (
            "(T (not (exists a)) (Q c))",
            "(T (exists (not a)) (Q c))",
            [("not exists", "exists not")],
        ),  # a tag above its mother
        ("(T (A (B (Q c))) (Q d))", "(T (A (X (B (Q c)))) (Q d))", []),
        ("(T (A (X (B (Q c)))) (Q d))", "(T (B (Y (A (Q c)))) (Q d))", [("A X B Q", "B Y A Q")]),
        # NP twice: pairs from the top are crossed, but another pairing of as many keeps ancestry
        ("(T (A (B (A (Q c)))) (Q d))", "(T (B (A (Q c))) (Q d))", []),
        ("(T (A (B (A (Q c)))) (Q d))", "(T (B (A (A (Q c)))) (Q d))", [("A B A Q", "B A A Q")]),
        ("(T (A (Q c)) (B (Q d)))", "(T (B (Q c)) (A (Q d)))", []),
    ],
)
def test_only_chains_that_no_mapping_keeps_are_found(gold: str, test: str, chains: list[tuple[str, str]]) -> None:
    found = reversals(compared(gold, test), 0)
    assert [(" ".join(one.gold), " ".join(one.test)) for one in found] == chains


def test_the_papers_example_costs_nothing_under_e_and_two_under_t() -> None:
    plain = "(T (Q c) (. .))\n"
    comparison = compared(plain + PAPER[0], plain + PAPER[1], plain + PAPER[0])
    assert comparison.table.scores(0, "e.whole.dice")[1] == 1
    mapping = comparison.mapping(0, 1, "T")
    assert mapping is not None and mapping.cost == 2
    systems, listed = ancestry_tables(comparison, View())
    assert [row[1:] for row in systems.rows] == [[2, 1, 0.5, 1], [2, 0, 0.0, 0]]
    assert listed.rows == [["2", "2", "a b", "exists > not > P", "not > exists > P"]]
    cell = listed.found(0, 2)
    assert cell is not None and cell.sentences.tolist() == [1]
    trees = [comparison.pairs(0).gold[1], comparison.pairs(0).test[1]]
    lit = {(side, trees[side == "test"].texts[node]) for side, node in cell.nodes[1]}
    assert lit == {(side, name) for side in ("gold", "test") for name in ("exists", "not", "P")}
    column = systems.found(0, 2)
    assert column is not None and column.sentences.tolist() == [1]
    assert ancestry_tables(comparison, View(system=1))[1].rows == []


def test_words_are_those_over_which_the_nodes_stand() -> None:
    """Punctuation is deleted before spans are counted."""
    gold = "(T (Q c) (, ,) (A (B (Q d) (, ,) (Q e))) (. .))"
    comparison = compared(gold, gold.replace("(A (B", "(B (A"))
    assert ancestry_tables(comparison, View())[1].rows[0][2] == "d e"


def test_real_parses_without_unary_chains_turned_have_e_below_t(wsj: ConstituentComparison) -> None:
    """His corollary: where no chain is turned, the E-mapping is a T-mapping, so that T costs at most as much."""
    for system in range(3):
        turned = {one.sentence for one in reversals(wsj, system)}
        rows = wsj.table.rows(system, "t.whole.dice") & wsj.table.rows(system, "e.whole.dice")
        rows[list(turned)] = False
        e, t = (wsj.table.scores(system, key)[rows] for key in ("e.whole.dice", "t.whole.dice"))
        assert np.all(t >= e - 1e-12)
