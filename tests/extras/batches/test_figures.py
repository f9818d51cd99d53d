from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from treecompare.extras.batches import tables
from treecompare.extras.batches.figures import Board, Standing
from treecompare.extras.batches.job import FileState, Measured, Result
from treecompare.extras.batches.since import Since
from treecompare.extras.batches.store import Planned
from treecompare.extras.batches.stored import StoredTable
from treecompare.scores.significance import significance


def result(
    treebank: str,
    system: str,
    numerators: list[int],
    denominators: list[int],
    counts: list[int] | None = None,
    gold: str = "g",
) -> Result:
    """A system that is scored; ``counts``: gold sentences in each row."""
    rows = np.ones(len(numerators), np.bool_)
    of = np.array(counts or [1] * len(numerators))
    ids = tuple(str(place) for place in range(len(numerators)))
    measured = Measured("las|avg:pooled|on:common:9|v:1", np.array(numerators), np.array(denominators), rows)
    return Result(
        (treebank, system, "usual"), (FileState("gold", 1, gold, 1),), "r", kind="dependencies", gold_counts=of, asked=rows,
        scored=rows, zeroed=~rows, lengths=np.array(denominators), ids=ids, measured={"las": measured}, when=float(gold == "new"),
    )  # fmt: skip


def board(*results: Result, missing: list[tuple[str, str]] | None = None) -> Board:
    plan = [Planned(*one.key, "gold", "file") for one in results]
    plan += [Planned(treebank, system, "usual", "gold", "") for treebank, system in missing or []]
    return Board("b", plan, {one.key: one for one in results})


def two_treebanks() -> Standing:
    """B is better on the small treebank, A on the large one."""
    found = board(
        result("large", "A", [8] * 10, [10] * 10), result("large", "B", [7] * 10, [10] * 10),
        result("small", "A", [1], [10]), result("small", "B", [9], [10]),
    )  # fmt: skip
    return found.standing("las", "usual")


def test_macro_average_and_sum_order_systems_otherwise() -> None:
    standing = two_treebanks()
    assert standing.macro.tolist() == pytest.approx([0.45, 0.8]) and standing.macro_ranks.tolist() == [2, 1]
    assert standing.sums.tolist() == pytest.approx([81 / 110, 79 / 110]) and standing.sum_ranks.tolist() == [1, 2]
    assert standing.ranks.tolist() == [[1, 2], [2, 1]] and standing.coverage.tolist() == [[1, 1], [1, 1]]


def test_equal_systems_share_rank_and_are_both_the_best() -> None:
    found = board(*(result("x", name, [value], [10]) for name, value in (("A", 5), ("B", 7), ("C", 7))))
    standing = found.standing("las", "usual")
    assert standing.macro_ranks.tolist() == [3, 1.5, 1.5] and standing.best.tolist() == [[False, True, True]]
    assert tables.scores_table(found, standing).marked == {(0, 2), (0, 3)}
    assert [(row[0], row[6]) for row in tables.ranks_table(found, standing).rows] == [("B", 1), ("C", 1), ("A", 0)]
    of = [tables.matrix_table(found, standing, what) for what in ("coverage", "ranks")]
    assert [one.title for one in of] == ["LAS, coverage, %", "LAS, ranks"]
    assert [one.rows for one in of] == [[["x", 1, 1, 1]], [["x", 3, 1.5, 1.5]]]


def test_what_is_missing_counts_as_0_in_the_macro_average_and_has_no_rank_by_the_sum() -> None:
    found = board(
        result("x", "A", [5], [10]), result("y", "A", [5], [10]), result("x", "B", [9], [10]), missing=[("y", "B")]
    )
    standing = found.standing("las", "usual")
    assert standing.macro.tolist() == pytest.approx([0.5, 0.45]) and standing.macro_ranks.tolist() == [1, 2]
    assert standing.sums[1] == 0.9 and standing.sum_ranks.tolist()[0] == 1 and np.isnan(standing.sum_ranks[1])
    assert standing.coverage.tolist() == [[1, 1], [1, 0]] and np.isnan(standing.ranks[1, 1])
    assert [(one.treebank, one.system) for one, _ in found.unscored] == [("y", "B")]


def test_what_is_undefined_has_no_average_and_no_rank() -> None:
    def without_heads(one: Result) -> Result:
        nothing = np.zeros_like(one.measured["las"].numerators)
        blank = Measured("las|v:1", nothing, nothing, nothing > 0, f"{one.key[1]} has no HEAD")
        return replace(one, measured={"las": blank})

    results = [result(treebank, name, [5], [10]) for treebank in ("x", "y") for name in ("A", "B", "C")]
    results[1] = without_heads(results[1])  # B on x
    results += [without_heads(result("z", name, [5], [10])) for name in ("A", "B", "C")]  # as if the gold had none
    found = board(*results)
    standing = found.standing("las", "usual")
    assert standing.treebanks == ["x", "y"] and standing.without == ["z"]
    assert standing.macro[[0, 2]].tolist() == [0.5, 0.5] and np.isnan(standing.macro[1])
    assert standing.macro_ranks[[0, 2]].tolist() == [1.5, 1.5] and np.isnan(standing.macro_ranks[1])
    assert list(standing.intervals(50)) == [(0, 2)]
    assert [row[2] for row in tables.differences_table(found, standing, 50).rows].count(None) == 2
    note = tables.scores_table(found, standing).note
    assert "LAS: undefined, for B has no HEAD." in note and "own sentences" not in note
    same = Since(board(*results[:3]), board(*results[:3]))
    assert [row[0] for row in same.systems("las", "usual").rows] == ["A", "C"]
    assert same.treebanks("las", "usual").note.endswith("Left out where undefined, for B has no HEAD.")


def test_results_over_an_older_gold_are_not_set_beside_new_ones() -> None:
    found = board(result("x", "A", [5], [10], gold="old"), result("x", "B", [9, 9], [10, 10], gold="new"))
    assert found.state(("x", "A", "usual")) == "scored on another state of the gold"
    assert found.standing("las", "usual").tables["x"].systems == ["B"]


def test_rows_are_the_smallest_groups_that_no_system_cuts() -> None:
    table = StoredTable([
        result("x", "A", [1, 2, 3], [4, 4, 4], [1, 1, 2]),
        result("x", "B", [1, 5], [8, 5], [2, 2]),
    ])  # fmt: skip
    assert table.sentences == 2 and table.gold_counts.tolist() == [2, 2] and table.ids == ["0+1", "2"]
    assert [table.ratio(system, "las").numerator.tolist() for system in (0, 1)] == [[3, 3], [1, 5]]
    assert table.signature("las", "pooled", 0).split("|")[2].startswith("on:common:4/4:")


def test_intervals_are_those_of_a_plain_loop() -> None:
    rng = np.random.default_rng(1)
    results = [
        result(treebank, system, (rng.integers(0, 9, number) + better).tolist(), [10] * number)
        for treebank, number in (("x", 30), ("y", 7), ("z", 50))
        for system, better in (("A", 1), ("B", 0))
    ]
    standing = board(*results).standing("las", "usual")
    by_key = {one.key[:2]: one.measured["las"] for one in results}
    differences = []
    for _ in range(2000):
        means = []
        for treebank in rng.choice(["x", "y", "z"], 3):
            numerators = [by_key[str(treebank), system].numerators for system in "AB"]
            drawn = rng.integers(0, len(numerators[0]), len(numerators[0]))
            means.append([one[drawn].sum() / (10 * len(drawn)) for one in numerators])
        differences.append(np.subtract(*np.mean(means, axis=0)))
    low, high = np.percentile(differences, [2.5, 97.5])
    [found] = standing.intervals(4000, seed=3).values()
    assert found.score == pytest.approx(standing.macro[0] - standing.macro[1])
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.012)
    again = standing.intervals(4000, seed=3)[0, 1]
    assert again == found and standing.intervals(4000, seed=4)[0, 1] != found


def test_wins_are_what_significance_finds_on_each_treebank() -> None:
    rng = np.random.default_rng(2)
    results = [
        result(treebank, system, (rng.integers(0, 9, 60) + better).tolist(), [10] * 60)
        for treebank in ("x", "y", "z")
        for system, better in (("A", 2), ("B", 0), ("C", 0))
    ]
    standing = board(*results).standing("las", "usual")
    wanted = np.zeros((3, 3), int)
    for table in standing.tables.values():
        for one in significance(table, ["las"], ["pooled"], 500).differences:
            if one.holm < 0.05:
                wanted[(one.one, one.other) if one.interval.score > 0 else (one.other, one.one)] += 1
    assert standing.wins(500).tolist() == wanted.tolist() and wanted.sum() >= 4
