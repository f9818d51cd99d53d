from __future__ import annotations

import numpy as np
import pytest

from treecompare.extras.batches import tables
from treecompare.extras.batches.job import Fact, FileState, Planned, Result
from treecompare.extras.batches.tables import NO_FILE, NOT_YET, Board, Standing


def board(figures: dict[str, dict[str, tuple[int, int] | None]], blank: dict[str, str] | None = None) -> Board:
    """Treebanks with systems that have so much of so much; None: no file. ``blank``: of a treebank the system without heads."""
    plan, results = [], {}
    for treebank, systems in figures.items():
        entry = Planned(
            treebank, "usual", "gold", tuple((name, "file" * (of is not None)) for name, of in systems.items())
        )
        there = {name: of for name, of in systems.items() if of is not None}
        scores = {name: of[0] / of[1] for name, of in there.items()}
        facts = [
            Fact("las", name, over, under, 1 + sum(one > scores[name] for one in scores.values()), 1, under, False, "las|on:all")
            for name, (over, under) in there.items()
        ]  # fmt: skip
        gone = (blank or {}).get(treebank, "")
        facts = [
            one if one.system not in gone else one._replace(numerator=0, denominator=0, rank=None, is_undefined=True)
            for one in facts
        ]
        plan.append(entry)
        results[entry.key] = Result(entry.key, "r", (FileState("gold", 1, "g", 1),), {}, tuple(facts))
    return Board("b", {}, plan, results)


def standing(found: Board) -> Standing:
    [one] = found.standings
    return one


def test_macro_average_and_sum_order_systems_otherwise() -> None:
    """B is better on the small treebank, A on the large one."""
    found = standing(board({"large": {"A": (80, 100), "B": (70, 100)}, "small": {"A": (1, 10), "B": (9, 10)}}))
    assert found.macro.tolist() == pytest.approx([0.45, 0.8]) and found.macro_ranks.tolist() == [2, 1]
    assert found.sums.tolist() == pytest.approx([81 / 110, 79 / 110]) and found.sum_ranks.tolist() == [1, 2]
    assert found.best.tolist() == [[True, False], [False, True]]


def test_equal_systems_share_rank_and_are_both_the_best() -> None:
    found = board({"x": {"A": (5, 10), "B": (7, 10), "C": (7, 10)}})
    one = standing(found)
    assert one.macro_ranks.tolist() == [3, 1.5, 1.5] and one.best.tolist() == [[False, True, True]]
    assert tables.scores_table(found, one).marked == {(0, 2), (0, 3)}
    assert [row[2:] for row in tables.for_people(found)[1].rows] == [
        ["A", 0.5, 3, 0.5, 3, 1], ["B", 0.7, 1.5, 0.7, 1.5, 1], ["C", 0.7, 1.5, 0.7, 1.5, 1],
    ]  # fmt: skip


def test_what_is_missing_counts_as_0_in_the_macro_average_and_has_no_rank_by_the_sum() -> None:
    found = board({"x": {"A": (5, 10), "B": (9, 10)}, "y": {"A": (5, 10), "B": None}})
    one = standing(found)
    assert one.macro.tolist() == pytest.approx([0.5, 0.45]) and one.macro_ranks.tolist() == [1, 2]
    assert one.sums[1] == 0.9 and one.sum_ranks.tolist()[0] == 1 and np.isnan(one.sum_ranks[1])
    assert found.unscored == [(("y", "B", "usual"), NO_FILE)]
    [covered] = [table for table in tables.for_people(found) if table.title == "Coverage, %"]
    assert covered.rows == [["x", 1, 1], ["y", 1, 0]]


def test_what_is_undefined_has_no_average_and_no_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    of = dict.fromkeys("ABC", (5, 10))
    found = board({"x": of, "y": of, "z": of}, {"x": "B", "z": "ABC"})
    one = standing(found)
    assert one.treebanks == ["x", "y"] and one.without == ["z"]
    assert one.macro[[0, 2]].tolist() == [0.5, 0.5] and np.isnan(one.macro[1])
    assert one.macro_ranks[[0, 2]].tolist() == [1.5, 1.5] and np.isnan(one.macro_ranks[1])
    assert "No system has this measure on z: left out of both." in tables.scores_table(found, one).note
    monkeypatch.setattr(Board, "errors", lambda *_: {})  # there is no file
    same = tables.changes(found, board({"x": of, "y": of}, {"x": "B"}))[0]
    assert [row[1] for row in same.rows if row[0] == "macro-average"] == ["A", "C"]
    assert [row[:2] for row in same.rows[2:]] == [["x", "A"], ["x", "C"], ["y", "A"], ["y", "B"], ["y", "C"]]


def test_what_has_no_result_is_told() -> None:
    found = board({"x": {"A": (5, 10)}, "y": {"A": (5, 10)}})
    results = {("x", "usual"): found.results["x", "usual"]._replace(failed={"A": "why"}, facts=())}
    assert Board("b", {}, [*found.plan.values()], results).unscored == [
        (("x", "A", "usual"), "why"), (("y", "A", "usual"), NOT_YET),
    ]  # fmt: skip


def test_coverage_is_that_of_any_measure() -> None:
    """Also of a treebank on which the first measure is undefined."""
    found = board({"x": {"A": (5, 10)}, "y": {"A": (5, 10)}}, {"y": "A"})
    of = found.results["y", "usual"]
    other = of.facts[0]._replace(measure="uas", numerator=1, denominator=2, is_undefined=False, coverage=0.5)
    found = Board("b", {}, [*found.plan.values()], found.results | {of.key: of._replace(facts=(of.facts[0], other))})
    assert [one.rows for one in tables.for_people(found) if one.title == "Coverage, %"] == [[["x", 1], ["y", 0.5]]]
