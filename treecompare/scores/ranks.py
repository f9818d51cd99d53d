"""Ranks of sentences and systems, rank differences between measures, Kendall's distance (Emms 2008, sections 3 and 4).

Scores are compared as doubles. That is exact here: two ratios of integers that are equal give the same double, and two that
differ, with denominators below 2^26, give different ones. Scores that hold a double count as equal within 1e-12.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError, counted
from treecompare.measures import Measure, measure
from treecompare.scores.table import Average, ScoreTable

Scores = NDArray[np.float64]


def ranks(scores: Scores, higher_is_better: bool = True, ties: str = "mean") -> Scores:
    """Rank per score, 1 = best; NaN stays NaN. Equal scores share the ``mean`` (or the ``smallest``) rank."""
    result = np.full(len(scores), np.nan)
    known = np.flatnonzero(~np.isnan(scores))
    if not len(known):
        return result
    values = -scores[known] if higher_is_better else scores[known]
    order = np.argsort(values)  # in whatever order ties come, they share their rank
    values = values[order]
    first_of_tie = np.concatenate(([True], np.diff(values) > 1e-12))
    tie = np.cumsum(first_of_tie) - 1
    firsts = np.flatnonzero(first_of_tie)
    lasts = np.concatenate((firsts[1:], [len(values)])) - 1
    rank = firsts + 1.0 if ties == "smallest" else (firsts + lasts) / 2 + 1
    result[known[order]] = rank[tie]
    return result


@dataclass(frozen=True)
class Kendall:
    """How two rankings of the same sentences differ: counts are integers until the one division.

    ``discordant``: pairs ordered in reverse; ``tied``: pairs tied under exactly one of the two.
    """

    discordant: int
    tied: int
    pairs: int
    tied_a: int
    tied_b: int

    @property
    def figures(self) -> dict[str, int | float | None]:
        """What is told of it, by name."""
        return {one: getattr(self, one) for one in ("discordant", "tied", "pairs", "distance", "tau_b")}

    @property
    def distance(self) -> float | None:
        """(discordant + ½ tied) / pairs; None without pairs."""
        return (self.discordant + self.tied / 2) / self.pairs if self.pairs else None

    @property
    def tau_b(self) -> float | None:
        """Kendall's tau-b; None where one ranking is all one tie."""
        norm = (self.pairs - self.tied_a) * (self.pairs - self.tied_b)
        if norm <= 0:
            return None
        both = (self.tied_a + self.tied_b - self.tied) // 2
        concordant = self.pairs - self.discordant - self.tied - both
        return (concordant - self.discordant) / math.sqrt(norm)


def kendall(a: Scores, b: Scores) -> Kendall:
    """Kendall's counts for two arrays of ranks without NaN, in O(n log n) (after Knight 1966)."""
    n = len(a)
    order = np.lexsort((b, a))
    discordant = _inversions(np.unique(b[order], return_inverse=True)[1])

    def tied_pairs(values: NDArray[np.float64]) -> int:
        sizes = np.unique(values, return_counts=True, axis=0)[1]
        return int((sizes * (sizes - 1) // 2).sum())

    tied_a, tied_b, both = tied_pairs(a), tied_pairs(b), tied_pairs(np.stack((a, b), axis=1))
    return Kendall(discordant, tied_a + tied_b - 2 * both, n * (n - 1) // 2, tied_a, tied_b)


def _inversions(values: NDArray[np.int64]) -> int:
    """Pairs i < j with values[i] > values[j]; values are small non-negative integers. One pass per bit, highest first.

    Two values are compared at the highest bit in which they differ: there they stand in one group, and one has a 1.
    """
    total = 0
    for bit in reversed(range(int(values.max(initial=0)).bit_length())):
        ones = (values >> bit) & 1
        group = values >> (bit + 1)
        running = np.cumsum(ones)
        group_start = np.concatenate(([0], np.flatnonzero(np.diff(group)) + 1))
        before_group = np.repeat(running[group_start] - ones[group_start], np.diff([*group_start, len(values)]))
        total += int((running - before_group)[ones == 0].sum())
        values = values[np.argsort(values >> bit, kind="stable")]
    return total


@dataclass(frozen=True)
class RankComparison:
    """Sentences of one system ranked under two measures: those its figures rest on, as far as they have a score under both.

    ``rank_a``, ``rank_b``, ``difference`` (a − b): one entry per sentence, NaN where there is no score under both.
    """

    rank_a: Scores
    rank_b: Scores

    @cached_property
    def kendall(self) -> Kendall:
        """How the two rankings differ."""
        both = ~np.isnan(self.rank_a)
        return kendall(self.rank_a[both], self.rank_b[both])

    @cached_property
    def difference(self) -> Scores:
        """Rank under A − rank under B."""
        return self.rank_a - self.rank_b

    def order(self) -> list[int]:
        """Sentences by size of their rank difference, largest first, then in file order; those without ranks are left out."""
        size = np.abs(self.difference)
        order = np.lexsort((np.arange(len(size)), -size))
        return [int(index) for index in order if not math.isnan(size[index])]


def compare_ranks(
    table: ScoreTable, system: int, key_a: str, key_b: str, ties: str = "mean", known: Sequence[Scores] = ()
) -> RankComparison:
    """Ranks the sentences of a system under two measures; ``known``: its scores under both, where someone has them."""
    keys = (key_a, key_b)
    known = known or [table.scores(system, key) for key in keys]
    scores = [np.where(table.rows(system, key), one, np.nan) for key, one in zip(keys, known, strict=True)]
    both = ~np.isnan(scores).any(axis=0)
    rank_a, rank_b = (
        ranks(np.where(both, one, np.nan), measure(key).higher_is_better, ties)
        for key, one in zip(keys, scores, strict=True)
    )
    return RankComparison(rank_a, rank_b)


def deciles(ranks_: Scores) -> NDArray[np.int64]:
    """Decile per sentence, 1 = best tenth, ties in file order; 0 where there is no rank (Sampson & Babarczy 2003, section 6).

    The sentence at position p of n is in decile ⌈10 p / n⌉.

    Raises UsageError: fewer than ten sentences have a rank.
    """
    known = np.flatnonzero(~np.isnan(ranks_))
    if len(known) < 10:
        raise UsageError(
            f"{counted(len(known), 'sentence has', 'sentences have')} a score under both measures; "
            "deciles need at least 10"
        )
    result = np.zeros(len(ranks_), np.int64)
    order = known[np.argsort(ranks_[known], kind="stable")]
    result[order] = -(-10 * np.arange(1, len(order) + 1) // len(order))
    return result


def decile_table(compared: RankComparison) -> NDArray[np.int64]:
    """How many sentences are in decile i under A and j under B, ``[10, 10]``, best first."""
    counts = np.zeros((11, 11), np.int64)
    np.add.at(counts, (deciles(compared.rank_a), deciles(compared.rank_b)), 1)
    return counts[1:, 1:]


def system_scores(table: ScoreTable, key: str, average: Average, ties: str = "mean") -> tuple[Scores, Scores]:
    """The score of each system, and its rank (1 = best) among those whose scores rest on the same sentences; else NaN."""
    scores = np.array(table.summaries(key, average))
    return scores, ranked(table, key, scores, ties)


def ranked(table: ScoreTable, key: str, scores: Scores, ties: str = "mean") -> Scores:
    """Rank per system, 1 = best, among those whose scores rest on the same sentences; else NaN, as where not all is compared."""
    return ranks(
        np.where(table.compared(key) & (not table.waits()), scores, np.nan), measure(key).higher_is_better, ties
    )


def system_ranks(table: ScoreTable, keys: Sequence[str], average: Average) -> Scores:
    """Rank of each system under each measure, ``[systems, keys]``, 1 = best; NaN where it has none."""
    columns = [system_scores(table, key, average)[1] for key in keys]
    return np.stack(columns, axis=1) if columns else np.zeros((len(table.systems), 0))


def disagreeing(table: ScoreTable, key_a: str, key_b: str, average: Average) -> list[tuple[int, int]]:
    """Pairs of systems that the two measures order differently."""
    a, b = system_ranks(table, [key_a, key_b], average).T
    pairs = []
    for one in range(len(a)):
        for other in range(one + 1, len(a)):
            if (a[one] - a[other]) * (b[one] - b[other]) < 0:
                pairs.append((one, other))
    return pairs


SAME = 1e-12
"""Scores that differ by less are equal, as in :func:`treecompare.scores.ranks.ranks`."""


@dataclass(frozen=True)
class Wins:
    """``difference``: the score of a system minus that of another one, per sentence; NaN where one of them has none."""

    difference: NDArray[np.float64]
    higher_is_better: bool

    @property
    def gain(self) -> NDArray[np.float64]:
        """The difference, above 0 where the system is better."""
        return self.difference if self.higher_is_better else -self.difference

    @property
    def better(self) -> NDArray[np.bool_]:
        """The sentences on which the system is better."""
        found: NDArray[np.bool_] = self.gain > SAME
        return found

    @property
    def worse(self) -> NDArray[np.bool_]:
        """Those on which it is worse."""
        found: NDArray[np.bool_] = self.gain < -SAME
        return found

    @property
    def equal(self) -> NDArray[np.bool_]:
        """Those on which both have one score."""
        found: NDArray[np.bool_] = np.abs(self.difference) <= SAME
        return found

    def said(self, name: str, other: str) -> str:
        """``bllip better on 412, worse on 233, equal on 749``."""
        better, worse, equal = (int(np.count_nonzero(one)) for one in (self.better, self.worse, self.equal))
        return f"{name} better than {other} on {better:,}, worse on {worse:,}, equal on {equal:,}"


def wins(table: ScoreTable, system: int, other: int, one: Measure) -> Wins:
    """A system against another one, on the sentences that the figures of both rest on."""
    both = table.rows(system, one.key) & table.rows(other, one.key)
    difference = table.scores(system, one.key) - table.scores(other, one.key)
    return Wins(np.where(both, difference, np.nan), one.higher_is_better)


def beside(table: ScoreTable, system: int, baseline: int) -> int | None:
    """The system that one is looked at beside: the baseline; for the baseline itself the first other one; None if there is none."""
    systems = range(len(table.systems))
    others = (other for other in (baseline, *systems) if other != system and other in systems)
    return next(others, None)
