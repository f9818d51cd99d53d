"""Precision, recall and F1 of hits, with intervals from resampled sentences; corrected counts.

Sentences are resampled, not hits: hits of one sentence fall together. The same resamples serve all queries and systems.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
RESAMPLES = 10_000
SEED = 20220202
FEW = 20
"""With fewer hits in the gold the interval says little."""
_AT_ONCE = 4_000_000
_MANY = 5_000
"""So many sentences are drawn one by one where that is wanted."""
_RARE = 8
"""So many times as many sentences as different combinations of hits make it quicker to draw the combinations."""


@dataclass(frozen=True)
class Figure:
    """A ratio of counts with its interval; None where it is undefined. ``lost``: the share of resamples that are undefined."""

    value: float | None
    low: float | None = None
    high: float | None = None
    lost: float = 0.0

    @property
    def is_chance(self) -> bool:
        """Of a difference: whether its interval has 0, or is not known."""
        return self.low is None or self.high is None or self.low <= 0 <= self.high


@dataclass(frozen=True, eq=False)
class Counts:
    """Hits of the gold, of a system, and of both, per sentence."""

    gold: Numbers
    system: Numbers
    both: Numbers

    def totals(self) -> tuple[int, int, int]:
        """The same of all sentences."""
        return int(self.gold.sum()), int(self.system.sum()), int(self.both.sum())

    def by_sentence(self) -> Counts:
        """1 for each sentence that has a hit."""
        gold, system = (np.minimum(one, 1) for one in (self.gold, self.system))
        return Counts(gold, system, gold * system)

    def of(self, sentences: Numbers | slice) -> Counts:
        """Those of some sentences."""
        return Counts(self.gold[sentences], self.system[sentences], self.both[sentences])


def ratio(numerator: int, denominator: int) -> float | None:
    """One over the other; None where that is 0."""
    return numerator / denominator if denominator else None


def resampled(columns: Numbers, draws: int, seed: int, resamples: int = RESAMPLES, one_by_one: bool = False) -> Floats:
    """The sums of columns (sentences x columns) over resampled sentences, ``draws`` of them each time: resamples x columns.

    ``one_by_one``: the same sentences are drawn whatever the columns hold, so that a query has the same interval alone and among
    others; with many sentences those with the same hits are drawn together all the same.
    """
    sentences = len(columns)
    if not sentences or not draws:
        return np.zeros((resamples, columns.shape[1]))
    random = np.random.default_rng(seed)
    kinds, counts = np.unique(columns, axis=0, return_counts=True)
    if len(kinds) * _RARE <= draws and not (
        one_by_one and draws <= _MANY
    ):  # sentences with the same hits are drawn together
        weights = random.multinomial(draws, counts / sentences, size=resamples)
        return weights.astype(np.float64) @ kinds.astype(np.float64)
    values = columns.astype(np.float64)
    has_hits = np.flatnonzero(columns.any(axis=1))
    parts = []
    for size in _blocks(resamples, max(draws, sentences)):
        drawn = random.integers(sentences, size=(size, draws))
        drawn += (np.arange(size) * sentences)[:, None]
        weights = np.bincount(drawn.ravel(), minlength=size * sentences).reshape(size, sentences)
        parts.append(weights[:, has_hits].astype(np.float64) @ values[has_hits])
    return np.concatenate(parts)


def _blocks(resamples: int, sentences: int) -> Iterator[int]:
    size = max(1, _AT_ONCE // sentences)
    for first in range(0, resamples, size):
        yield min(size, resamples - first)


def interval(numerators: Floats, denominators: Floats, value: float | None) -> Figure:
    """A figure with the interval of its resamples: percentiles 2.5 and 97.5 of those that are defined."""
    defined = denominators > 0
    values = np.sort(numerators[defined] / denominators[defined])
    lost = 1 - len(values) / len(defined) if len(defined) else 0.0
    if not len(values):
        return Figure(value, lost=lost)
    ends = [float(values[round(part * (len(values) - 1))]) for part in (0.025, 0.975)]
    return Figure(value, ends[0], ends[1], lost)


@dataclass(frozen=True)
class Scored:
    """Precision, recall, F1 and gold over system, of one query and system in one mode."""

    gold: int
    system: int
    both: int
    precision: Figure
    recall: Figure
    f1: Figure
    ratio: Figure


def scored(counts: Counts, sums: Floats) -> Scored:
    """The figures of counts; ``sums``: gold, system and both of each resample."""
    gold, system, both = counts.totals()
    g, s, b = sums.T
    return Scored(
        gold, system, both,
        interval(b, s, ratio(both, system)), interval(b, g, ratio(both, gold)),
        interval(2 * b, g + s, ratio(2 * both, gold + system)), interval(g, s, ratio(gold, system)),
    )  # fmt: skip


@dataclass(frozen=True)
class Corrected:
    """The number of hits in a text that nobody annotated: ``found`` by the system, times gold over system on the calibration.

    ``low``, ``high``: how well the ratio is known (calibration interval); ``predicted``: where the number of this text lies.
    """

    found: int
    estimate: float | None
    low: float | None = None
    high: float | None = None
    predicted_low: float | None = None
    predicted_high: float | None = None


def corrected(
    calibration: Counts, found: int, sentences: int, resamples: int = RESAMPLES, seed: int = SEED
) -> Corrected:
    """The corrected number of a text of so many sentences in which a system has ``found`` hits (ratio estimator)."""
    gold, system, _ = calibration.totals()
    if not system:
        return Corrected(found, None)
    estimate = found * gold / system
    columns = np.stack((calibration.gold, calibration.system), axis=1)
    first = resampled(columns, len(columns), seed, resamples)
    second = resampled(columns, sentences, seed + 1, resamples)
    interval_of = interval(found * first[:, 0], first[:, 1], estimate)
    if not gold:
        return Corrected(found, estimate, interval_of.low, interval_of.high, 0.0, 0.0)
    predicted = interval(found * first[:, 0] * second[:, 0] * system, first[:, 1] * second[:, 1] * gold, estimate)
    return Corrected(found, estimate, interval_of.low, interval_of.high, predicted.low, predicted.high)
