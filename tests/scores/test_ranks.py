"""Ranks and Kendall's counts: against scipy, which is a test oracle only, and against counting by hand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from treecompare.errors import UsageError
from treecompare.scores.ranks import RankComparison, decile_table, deciles, kendall, ranks


def test_ties_share_the_mean_or_the_smallest_rank() -> None:
    scores = np.array([0.5, 1.0, np.nan, 0.5, 0.25])
    np.testing.assert_array_equal(ranks(scores), [2.5, 1, np.nan, 2.5, 4])
    np.testing.assert_array_equal(ranks(scores, ties="smallest"), [2, 1, np.nan, 2, 4])
    np.testing.assert_array_equal(ranks(scores, higher_is_better=False), [2.5, 4, np.nan, 2.5, 1])


def test_equal_ratios_tie_whatever_their_denominators() -> None:
    thirds = np.array([n / (3 * n) for n in range(1, 2000)])
    assert (ranks(thirds) == 1000).all()


def test_no_scores() -> None:
    assert np.isnan(ranks(np.array([np.nan, np.nan]))).all()
    nothing = kendall(np.array([]), np.array([]))
    assert (nothing.pairs, nothing.distance, nothing.tau_b) == (0, None, None)


@pytest.mark.parametrize("seed", range(20))
def test_kendall_counts_pairs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 40))
    a, b = (ranks(rng.integers(0, rng.integers(1, 12), n) / 7) for _ in range(2))
    found = kendall(a, b)
    discordant = tied = 0
    for i, j in itertools.combinations(range(n), 2):
        x, y = np.sign(a[i] - a[j]), np.sign(b[i] - b[j])
        discordant += x * y < 0
        tied += (x == 0) != (y == 0)
    assert (found.discordant, found.tied, found.pairs) == (discordant, tied, n * (n - 1) // 2)
    assert found.distance == (discordant + tied / 2) / found.pairs


@pytest.mark.parametrize("seed", range(5))
def test_tau_b_is_scipys(seed: int) -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy is the oracle here and is not installed")
    rng = np.random.default_rng(seed)
    a, b = (ranks(rng.integers(0, 50, 500) / 50) for _ in range(2))
    assert kendall(a, b).tau_b == pytest.approx(stats.kendalltau(a, b).statistic, abs=1e-12)


def test_deciles() -> None:
    """Position p of n is in decile ceil(10 p / n); ties keep file order; what has no rank has no decile."""
    assert deciles(ranks(np.arange(10.0))).tolist() == list(range(10, 0, -1))
    found = deciles(ranks(np.array([*np.full(12, 0.5), np.nan, 1.0])))
    assert found[[13, 12]].tolist() == [1, 0]
    assert found[:12].tolist() == [2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10]
    with pytest.raises(UsageError, match="9 sentences have a score under both measures; deciles need at least 10"):
        deciles(np.arange(1.0, 10))


def test_decile_table() -> None:
    a, b = np.arange(1.0, 41), np.arange(40.0, 0, -1)
    table = decile_table(RankComparison(a, b))
    assert table.sum() == 40
    assert (np.diag(np.fliplr(table)) == 4).all()
    assert (np.diag(decile_table(RankComparison(a, a))) == 4).all()


def test_sentences_by_rank_difference_the_largest_first_then_in_file_order() -> None:
    a, b = np.array([2, 3, np.nan, 1, 4.0, 5]), np.array([3, 2, 1, 3, np.nan, 5])
    assert RankComparison(a, b).order() == [3, 0, 1, 5]


def test_the_least_that_can_be_ranked() -> None:
    for b, tau in (([1.0, 2.0], 1.0), ([2.0, 1.0], -1.0), ([1.5, 1.5], None)):
        assert kendall(np.array([1.0, 2.0]), np.array(b)).tau_b == tau


def test_scores_that_differ_by_rounding_tie() -> None:
    assert 0.1 + 0.2 != 0.3
    assert ranks(np.array([0.1 + 0.2, 0.3, 0.3 + 1e-9])).tolist() == [2.5, 2.5, 1]
