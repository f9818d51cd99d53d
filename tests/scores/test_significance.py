"""Shuffling and bootstrap: against all shuffles of a small file, and against scipy, which is a test oracle only."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.measures.test_properties import random_file
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.errors import Cancelled, UsageError
from treecompare.measures import MEASURES
from treecompare.readers import parse
from treecompare.scores import significance as module
from treecompare.scores.significance import against_baseline, holm, significance
from treecompare.scores.table import ScoreTable


def table_of(sentences: int, better: float = 0.5) -> ScoreTable:
    """A gold and two systems of different quality; the second has no parse once."""
    gold, bad = random_file(seed=21, sentences=sentences)
    rng = np.random.default_rng(3)
    lines = gold.split("\n"), bad.split("\n")
    good = [one if rng.random() < better else other for one, other in zip(*lines, strict=True)]
    bad_lines = lines[1]
    bad_lines[sentences // 2] = "(())"
    return score(ConstituentComparison(parse(gold), [parse("\n".join(good)), parse("\n".join(bad_lines))])).table


def exact_p(num: np.ndarray, den: np.ndarray) -> float:
    """Share of all swaps of sentences whose difference reaches the observed one."""
    observed = abs(num[0].sum() / den[0].sum() - num[1].sum() / den[1].sum())
    reached = total = 0
    for swaps in itertools.product([False, True], repeat=num.shape[1]):
        n = np.where(swaps, num[::-1], num).sum(axis=1)
        d = np.where(swaps, den[::-1], den).sum(axis=1)
        reached += abs(n[0] / d[0] - n[1] / d[1]) >= observed - 1e-12
        total += 1
    return reached / total


@pytest.mark.parametrize("key", ["e.whole.dice", "t.whole.jaccard", "la", "crossing"])
def test_shuffling_is_all_shuffles_of_a_small_file(key: str) -> None:
    table = table_of(11)
    ratios = [table.ratio(system, key) for system in range(2)]
    num, den = (np.array([getattr(ratio, name) for ratio in ratios], float) for name in ("numerator", "denominator"))
    both = (den != 0).all(axis=0)
    assert both.sum() == 10
    (pooled, mean) = significance(table, [key]).differences
    assert pooled.sentences == mean.sentences == 10
    assert pooled.p == pytest.approx(exact_p(num[:, both], den[:, both]), abs=0.02)
    scores = num[:, both] / den[:, both]
    assert mean.p == pytest.approx(exact_p(scores, np.ones_like(scores)), abs=0.02)


def test_means_are_scipys() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle here and is not installed")
    table = table_of(60, better=0.25)
    a, b = (table.scores(system, "t.whole.dice") for system in range(2))
    both = ~np.isnan(a) & ~np.isnan(b)

    def difference(x: np.ndarray, y: np.ndarray, axis: int = 0) -> np.ndarray:
        return x.mean(axis=axis) - y.mean(axis=axis)

    theirs = stats.permutation_test(
        (a[both], b[both]), difference, permutation_type="samples", n_resamples=9999, vectorized=True, rng=1
    )
    (ours,) = significance(table, ["t.whole.dice"], ["mean"]).differences
    assert ours.p == pytest.approx(theirs.pvalue, abs=0.015)
    interval = stats.bootstrap(
        (a[both], b[both]), difference, paired=True, vectorized=True, n_resamples=9999, method="percentile", rng=1
    ).confidence_interval
    assert (ours.interval.low, ours.interval.high) == pytest.approx((interval.low, interval.high), abs=0.004)
    assert ours.interval.score == pytest.approx(difference(a[both], b[both]))


def test_the_seed_decides_and_every_measure_has_figures() -> None:
    table = table_of(40)
    keys = [one.key for one in MEASURES if table.has(one.part)]
    first, again = (significance(table, keys, iterations=700, seed=5) for _ in range(2))
    assert first == again
    assert significance(table, keys, iterations=700, seed=6) != first
    assert len(first.differences) == 2 * len(keys)
    for one in first.differences:
        assert 1 / 701 <= one.p <= 1
        assert one.interval.low <= one.interval.score <= one.interval.high
    for intervals in first.intervals.values():
        assert all(one.low <= one.score <= one.high for one in intervals)


def test_equal_systems_do_not_differ() -> None:
    gold, test = random_file(seed=2, sentences=20)
    table = score(ConstituentComparison(parse(gold), [parse(test), parse(test)])).table
    for one in significance(table, ["e.roof.dice", "la"], iterations=200).differences:
        assert (one.p, one.holm, one.interval.score) == (1, 1, 0)


def test_nothing_in_common_is_undefined() -> None:
    table = score(
        ConstituentComparison(parse("(S (N a))\n(S (N b))"), [parse("(S (N a))\n(())"), parse("(())\n(S (N b))")])
    ).table
    found = significance(table, ["e.roof.dice"], ["pooled"], iterations=50)
    assert found.differences == []


def test_holm() -> None:
    np.testing.assert_allclose(holm(np.array([0.01, 0.04, 0.03, 0.005])), [0.03, 0.06, 0.06, 0.02])
    np.testing.assert_allclose(holm(np.array([0.5, np.nan, 0.9])), [1.0, np.nan, 1.0])


def test_iterations_are_checked() -> None:
    with pytest.raises(UsageError, match="0 iterations; expected at least 1"):
        significance(table_of(5), ["la"], iterations=0)


def test_tests_against_a_baseline_are_those_of_its_pairs() -> None:
    gold, bad = random_file(seed=5, sentences=40)
    lines = zip(gold.splitlines(), bad.splitlines(), strict=True)
    mixed = "\n".join(one if number % 3 else other for number, (one, other) in enumerate(lines))
    table = score(ConstituentComparison(parse(gold), [parse(bad), parse(mixed), parse(gold)])).table
    keys = ["e.whole.dice", "t.whole.dice", "la"]
    found = against_baseline(table, 2, keys, "pooled")
    assert set(found) == {(system, key) for system in (0, 1) for key in keys}
    for one in significance(table, keys, ["pooled"]).differences:
        if one.other == 2:
            test = found[one.one, one.key]
            assert test.difference == pytest.approx(one.interval.score)
            assert test.p == pytest.approx(one.p, abs=0.02)
    for key in keys:
        assert [found[system, key].holm for system in (0, 1)] == holm(
            np.array([found[s, key].p for s in (0, 1)])
        ).tolist()


def test_it_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        against_baseline(table_of(20), 0, ["la"], "mean", np.ones(1, np.int32))


def test_one_system_alone_has_its_intervals_and_no_differences() -> None:
    gold, bad = random_file(seed=2, sentences=20)
    table = score(ConstituentComparison(parse(gold), [parse(bad)])).table
    found = significance(table, ["e.whole.dice"], iterations=50)
    assert found.differences == []
    [interval] = found.intervals["e.whole.dice", "pooled"]
    assert interval.low <= interval.score <= interval.high
    assert against_baseline(table, 0, ["e.whole.dice"], "pooled") == {}


def test_a_system_without_scores_takes_nothing_from_the_others() -> None:
    gold, bad = random_file(seed=21, sentences=20)
    empty = "\n".join(["(())"] * 20)
    table = score(ConstituentComparison(parse(gold), [parse(gold), parse(bad), parse(empty)])).table
    found = significance(table, ["e.whole.dice"], ["pooled"], iterations=20)
    ((first, second, third),) = found.intervals.values()
    assert first.low == first.score == first.high == 1 and second.low < second.score < second.high
    assert np.isnan([third.score, third.low, third.high]).all()
    assert [(one.one, one.other, one.sentences) for one in found.differences] == [(0, 1, 20)]
    assert not np.isnan(found.differences[0].interval.low)


def test_exactly_so_many_shuffles_are_drawn_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 4)
    drawn = []

    def draw(number: int) -> np.ndarray:
        drawn.append(number)
        return np.ones((number, 3))

    case = np.arange(6.0).reshape(2, 3)
    sums = [batch[0] for batch in module._batches(3, 9, draw, [case])]
    assert drawn == [4, 4, 1]
    np.testing.assert_array_equal(np.concatenate(sums), [[3, 12]] * 9)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        pytest.param([3.0, -4.0], -1.0, id="whole"),
        pytest.param([float((1 << 24) + 1), 2.0], float((1 << 24) + 3), id="too large for single precision"),
        pytest.param([0.1, 0.7], 0.1 + 0.7, id="no whole numbers"),
    ],
)
def test_sums_are_exact(numbers: list[float], expected: float) -> None:
    batches = module._batches(2, 1, lambda count: np.ones((count, 2), np.int64), [np.array([numbers])])
    assert [[one.tolist() for one in sums] for sums in batches] == [[[[expected]]]]


def test_equal_columns_have_equal_sums_each_at_its_place() -> None:
    case = np.array([[[1.0, 2.0], [0.0, 0.0]], [[5.0, 0.0], [1.0, 2.0]]])
    (sums,) = module._batches(2, 1, lambda count: np.array([[2, 1]]), [case, case[1]])
    assert [one.tolist() for one in sums] == [[[[4.0, 0.0], [10.0, 4.0]]], [[10.0, 4.0]]]
