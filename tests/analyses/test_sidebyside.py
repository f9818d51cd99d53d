"""Two experiments side by side: every figure is that of the experiment's own run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.analyses.conftest import compared
from treecompare.analyses.by_category import label_by_system_tables
from treecompare.analyses.sidebyside import Experiment, beside, lacking, side_by_side_tables
from treecompare.analyses.statistics import statistics_tables
from treecompare.analyses.suites import judgement_tables, phenomenon_tables
from treecompare.comparison.base import score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.errors import UsageError
from treecompare.measures import chosen, measure
from treecompare.readers import read_content
from treecompare.scores.result import ResultTable, View, as_distances, count_column, text_column

FLAT = "(S (NP (D a) (N b)) (V c) (PP (P d) (N e)))\n"
LOW = "(S (NP (D a) (N b) (PP (P d) (N e))) (V c))\n"
DEEP = "(S (VF (NP (D a) (N b))) (LK (V c)) (MF (PP (P d) (N e))))\n"
WORDS = "1\ta\ta\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tb\tb\tVERB\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def experiments() -> list[Experiment]:
    flat = compared(FLAT * 4, FLAT * 3 + FLAT.replace("PP", "VP"), FLAT * 4)
    deep = compared(DEEP * 3, DEEP * 2 + DEEP.replace("MF", "VF"))
    for comparison, tags in ((flat, {"PPN": {0, 3}, "ERC": {1}}), (deep, {"PPN": {2}, "FCR": {0, 1}})):
        comparison.judgements.phenomena = tags
    flat.judgements.correct = {(0, "s1", "PPN"): True, (3, "s1", "PPN"): False}
    deep.judgements.correct = {(2, "s1", "PPN"): False}
    return [("tiger", flat), ("tüba", deep)]


def rows_of(table: ResultTable, width: int = 1) -> dict[tuple[object, ...], list[object]]:
    return {tuple(row[:width]): list(row[width:]) for row in table.rows}


def test_each_half_is_its_own_run(experiments: list[Experiment]) -> None:
    measures = [measure("e.roof.dice"), measure("la")]
    view = View(average="mean")
    golds, systems, phenomena, correct, labels = side_by_side_tables(experiments, measures, view)
    assert [row[0] for row in golds.rows] == ["tiger", "tüba"]
    flat, deep = (one for _, one in experiments)
    assert golds.rows[1][1:] == statistics_tables(deep, view)[0].rows[0][1:]
    assert [column.title for column in systems.columns] == ["measure", "tiger: s1", "tiger: s2", "tüba: s1"]
    for row, one in zip(systems.rows, measures, strict=True):
        own = [each.table.summary(system, one.key, "mean") for each, system in ((flat, 0), (flat, 1), (deep, 0))]
        assert row == [one.title, *own]
    assert "tüba: la|avg:mean|" in " ".join(systems.signatures)

    keys = View(key_a="e.roof.dice", key_b="e.roof.dice", average="mean", keys=("e.roof.dice", "la"))
    halves = [rows_of(phenomenon_tables(one, keys)[0], 2) for one in (flat, deep)]
    joined = rows_of(phenomena, 2)
    assert joined[measures[0].title, "PPN"] == halves[0][measures[0].title, "PPN"] + halves[1][measures[0].title, "PPN"]
    assert joined[measures[1].title, "ERC"] == [
        *halves[0][measures[1].title, "ERC"], *[None] * len(halves[1][measures[1].title, "PPN"])
    ]  # fmt: skip
    assert [row[1] for row in phenomena.rows] == ["ERC", "PPN", "FCR", "ALL"] * 2  # of a phenomenon that one lacks, too
    assert [row[0] for row in phenomena.rows] == [measures[0].title] * 4 + [measures[1].title] * 4
    assert [one.title for one in phenomena.measures] == [row[0] for row in phenomena.rows]
    turned = rows_of(as_distances(phenomena), 2)[f"1 − {measures[0].title}", "PPN"]
    assert turned[0] == 1 - joined[measures[0].title, "PPN"][0] and turned[2:4] == [2, 2]  # type: ignore[operator]
    own = [rows_of(judgement_tables(one, view)[0]) for one in (flat, deep)]
    assert rows_of(correct)["PPN",] == own[0]["PPN",] + own[1]["PPN",] == [1, 2, None, 0, 2, 2, 0, 1, 1, 1]

    both = [rows_of(label_by_system_tables(one, view)[0]) for one in (flat, deep)]
    assert rows_of(labels)["PP",] == both[0]["PP",] + both[1]["PP",]
    assert rows_of(labels)["VF",] == [None, None, None, *both[1]["VF",]]


def test_marks_move_with_their_columns() -> None:
    columns = (text_column("x"), count_column("n"), count_column("m"))
    one = ResultTable("t", columns, [["a", 1, 2], ["b", 3, 4]], "note", marked=frozenset({(1, 2)}))
    other = ResultTable("t", columns, [["b", 5, 6], ["c", 7, 8]], "other", marked=frozenset({(0, 1), (1, 0)}))
    found = beside(["p", "q"], [one, other])
    assert found.rows == [["a", 1, 2, None, None], ["b", 3, 4, 5, 6], ["c", None, None, 7, 8]]
    assert found.marked == {(1, 2), (1, 3)}
    assert found.note == "p: note q: other"
    assert beside(["p", "q"], [one, replace(one)]).note == "note"


def test_constituents_beside_dependencies(experiments: list[Experiment]) -> None:
    gold, test = (read_content((WORDS * 2).encode(), name, None, name) for name in ("words", "parser"))
    words = score(DependencyComparison(gold, [test]))  # type: ignore[arg-type, list-item]
    mixed = [experiments[0], ("words", words)]
    measures = chosen("la,las")
    tables = side_by_side_tables(mixed, measures, View())
    assert [table.title[:9] for table in tables[:3]] == ["The golds", "The golds", "Systems, "]
    assert tables[2].rows[1] == ["LAS", None, None, 1.0]
    assert tables[2].texts()[1][-1] == "–"
    assert lacking(mixed, measures) == ["tiger has no scores of LAS", "words has no scores of Leaf-Ancestor"]
    assert not any("F1" in table.title for table in tables)
    with pytest.raises(UsageError, match="no scores of SegEval in any of tiger, words"):
        side_by_side_tables(mixed, chosen("segeval"), View())
