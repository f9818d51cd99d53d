"""Labels and relations of all systems side by side: the figures are those of each system's own table."""

from __future__ import annotations

import pytest

from tests.analyses.test_right import FLAT, MORE, NP, trees
from tests.mappings.test_word_errors import conllu
from treecompare.analyses.catalogue import analysis
from treecompare.comparison.base import score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.readers.conll import CONLLU
from treecompare.scores.result import View
from treecompare.scores.set_notes import set_note
from treecompare.scores.table import WAITING


def test_labels() -> None:
    comparison = trees(f"{NP}\n{NP}\n{NP}", f"{NP}\n{FLAT}\n{NP}", f"{MORE}\n{NP}\n{FLAT}")
    (table,) = analysis("labels-by-system", "constituents").tables(comparison, View())
    assert [row[:2] for row in table.rows] == [["NP", 6], ["S", 3], ["VP", 3]]
    for system in range(2):
        own = analysis("labels", "constituents").tables(comparison, View(system=system))[0]
        f1 = {row[0]: row[-1] for row in own.rows}
        assert {row[0]: row[2 + system] for row in table.rows} == f1
    assert table.marked == {(0, 2)}  # S and VP are as good in both
    found = table.found(2, 3)
    assert found is not None and found.sentences.tolist() == [2] and found.system == 1
    assert table.found(2, 1) is None and table.signatures[0].startswith("e.roof.dice|")


def test_systems_on_other_sentences_are_not_the_best() -> None:
    """b has one sentence of three, all right: it is set aside, and so is everybody who rests on sentences of their own."""
    sides = f"{NP}\n{NP}\n{NP}", f"{NP}\n{FLAT}\n{NP}", f"{NP}\n(())\n(())"
    (table,) = analysis("labels-by-system", "constituents").tables(trees(*sides), View())
    assert [row[2] < row[3] for row in table.rows] == [False, False, True] and table.marked == frozenset()
    assert "b is set aside" in table.note
    few = trees(f"{NP}\n{NP}\n{NP}", *[f"{NP}\n(())\n(())"] * 2)
    assert [one for one in set_note(few.table).split(". ") if "set aside" in one] == [
        "2 systems are set aside (scored on less than 50 % of the sentences: a 33.3 %, b 33.3 %): "
        "their figures rest on their own sentences and have no rank."
    ]
    few.table.statuses[1, 1] = WAITING  # nobody knows yet how many it will have
    assert "set aside" not in set_note(few.table)
    (own,) = analysis("labels-by-system", "constituents").tables(trees(*sides, sentences="own"), View())
    assert own.marked == frozenset() and "Each system on all its own sentences" in own.note


def test_a_label_that_only_a_system_has_comes_last() -> None:
    (table,) = analysis("labels-by-system", "constituents").tables(trees(NP, NP.replace("VP", "AP"), NP), View())
    assert [row[0] for row in table.rows] == ["NP", "S", "VP", "AP"]
    assert table.rows[2][1:] == [1, 0.0, 1.0] and table.rows[3][1:] == [0, 0.0, None]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_relations(order: tuple[int, int]) -> None:
    gold = "a 0 root, b 1 x, c 1 x, d 1 y"
    given = ("a 0 root, b 1 y, c 1 x, d 1 y", "a 0 root, b 3 x, c 1 x, d 1 y")
    sides = [CONLLU.read(conllu(one).encode() + b"\n", one, one) for one in (gold, given[order[0]], given[order[1]])]
    comparison = score(DependencyComparison(sides[0], sides[1:]))
    f1, las, both = analysis("relations-by-system", "dependencies").tables(comparison, View())
    first, second = 2 + order.index(0), 2 + order.index(1)
    assert [row[:2] for row in f1.rows] == [["x", 2], ["root", 1], ["y", 1]]
    assert f1.rows[0][first] == pytest.approx(2 / 3) and f1.rows[0][second] == 1.0
    assert [row[first] for row in las.rows] == [0.5, 1.0, 1.0] and [row[second] for row in las.rows] == [0.5, 1.0, 1.0]
    assert [row[first] for row in both.rows] == [pytest.approx(2 / 3), 1.0, pytest.approx(2 / 3)]
    assert [row[second] for row in both.rows] == [0.5, 1.0, 1.0]
    for table, missed in ((f1, [0, 1]), (las, [1, 1]), (both, [1, 1])):
        found = [table.found(0, column) for column in (second, first)]
        assert [None if one is None else len(one.sentences) for one in found] == missed
    assert [table.signatures[0].split("|")[0] for table in (f1, las, both)] == ["label-accuracy", "las", "las"]
    assert f1.marked == {(0, second), (2, second)} and las.marked == frozenset()
