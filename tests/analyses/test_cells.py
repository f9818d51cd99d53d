"""Cells open the sentences that they count, and rows stand in the order that is promised."""

from __future__ import annotations

import numpy as np

from tests.analyses.test_every_kind import lattices as lattices  # a fixture
from treecompare.analyses.catalogue import View
from treecompare.analyses.frameworks import scenario_tables
from treecompare.analyses.statistics import skipped_tables
from treecompare.analyses.words import word_tables
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import parse
from treecompare.scores.result import ResultTable
from treecompare.scores.table import SCORED


def compared(gold: str, *systems: str, **settings: str) -> ConstituentComparison:
    return score(
        ConstituentComparison(parse(gold), [parse(text) for text in systems], Settings(params="none", **settings))
    )


def opened_by(table: ResultTable, row: int, column: int) -> list[int]:
    found = table.found(row, column)
    assert found is not None
    return found.sentences.tolist()


def test_points_lost_open_only_sentences_that_lose_some() -> None:
    gold = "(S (N a) (V b))\n(S (N a) (V c))\n(S (N a) (V b))\n"
    found = compared(gold, "(S (N a) (V b))\n(X (N a) (V c))\n(S (N a) (V b))\n")
    words = word_tables(found, View())[0]
    rows = {str(row[0]): place for place, row in enumerate(words.rows)}
    opened = {(name, column): opened_by(words, row, column) for name, row in rows.items() for column in (1, 2, 3)}
    assert opened["a", 1] == opened["a", 2] == [0, 1, 2] and opened["a", 3] == [1]
    assert opened["b", 3] == [] and opened["c", 3] == [1]
    cell = words.found(rows["a"], 3)
    assert cell is not None and cell.nodes == {1: [("gold", 0)]}
    # of equal losses the one that is met first stands first
    assert [row[0] for row in words.rows][:2] == ["a", "c"]


def test_reasons_are_ordered_by_status_then_frequency_then_name() -> None:
    gold = "(S (N a) (V b))\n" * 6
    system = "(S (N a))\n(())\n(S (N a) (V c))\n(())\n(S (N a) (V b)\n(S (N a) (V b))\n"
    (table, one_by_one) = skipped_tables(compared(gold, system, system, differing="skip"), View())
    assert [(row[0], *row[2:]) for row in table.rows] == [("partial", 2, 2), ("skipped", 2, 2), ("skipped", 1, 1)]
    assert [opened_by(table, 1, column) for column in (2, 3)] == [[1, 3], [1, 3]]
    assert table.found(0, 0) is None and table.found(0, 1) is None
    assert table.note == "Partial: the words differ; only tree distance is defined."
    assert [row[:2] for row in one_by_one.rows] == [
        [name, number] for name in ("text", "text") for number in (1, 2, 3, 4, 5)
    ]
    (some, _) = skipped_tables(compared(gold, gold[:-20] + "(())"), View())
    assert some.note == ""  # no words differ
    (nothing,) = skipped_tables(compared(gold, gold), View())
    assert nothing.rows == [] and nothing.note == "All sentences were scored."


def test_cells_of_inputs_open_what_was_scored_and_what_was_left_out(lattices: LatticeComparison) -> None:
    (table,) = scenario_tables(lattices, View())
    scored, left_out = len(table.columns) - 3, len(table.columns) - 2
    for row, cells in enumerate(table.rows):
        assert all(table.found(row, column) is None for column in range(scored))
        is_scored = lattices.table.statuses[row] == SCORED
        for column, wanted in ((scored, is_scored), (left_out, ~is_scored)):
            found = table.found(row, column)
            assert found is not None and found.system == row
            assert found.sentences.tolist() == np.flatnonzero(wanted).tolist()
            assert cells[column] == int(wanted.sum())
