"""Precision, recall and F1 of hits, with intervals from resampled sentences; corrected counts.

Sentences are resampled, not hits: hits of one sentence fall together. The same resamples serve all queries and systems.
Hits are columns of gold, system and both, a row per sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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
    def ends(self) -> list[float | None]:
        """The figure and its interval, as cells of a table."""
        return [self.value, self.low, self.high]

    def may_be(self, value: float) -> bool:
        """Whether the interval has a value, or is not known."""
        return self.low is None or self.high is None or self.low <= value <= self.high


def by_sentence(hits: Numbers) -> Numbers:
    """1 for each sentence that has a hit."""
    found = np.minimum(hits, 1)
    found[:, 2] = found[:, 0] * found[:, 1]
    return found


def resampled(columns: Numbers, draws: int, seed: int, resamples: int = RESAMPLES, one_by_one: bool = False) -> Floats:
    """The sums of columns, and below them those over resampled sentences, ``draws`` of them each time.

    ``one_by_one``: the same sentences are drawn whatever the columns hold, so that a query has the same interval alone and among
    others; with many sentences those with the same hits are drawn together all the same.
    """
    sentences, parts = len(columns), [columns.sum(axis=0, keepdims=True).astype(np.float64)]
    if not sentences or not draws:
        return np.concatenate([*parts, np.zeros((resamples, columns.shape[1]))])
    random = np.random.default_rng(seed)
    kinds, counts = np.unique(columns, axis=0, return_counts=True)
    if len(kinds) * _RARE <= draws and (draws > _MANY or not one_by_one):
        weights = random.multinomial(draws, counts / sentences, size=resamples)
        return np.concatenate([*parts, weights.astype(np.float64) @ kinds.astype(np.float64)])
    has_hits = np.flatnonzero(columns.any(axis=1))
    most = max(1, _AT_ONCE // max(draws, sentences))
    for first in range(0, resamples, most):
        size = min(most, resamples - first)
        drawn = random.integers(sentences, size=(size, draws))
        drawn += (np.arange(size) * sentences)[:, None]
        weights = np.bincount(drawn.ravel(), minlength=size * sentences).reshape(size, sentences)
        parts.append(weights[:, has_hits].astype(np.float64) @ columns[has_hits].astype(np.float64))
    return np.concatenate(parts)


def interval(numerators: Floats, denominators: Floats) -> Figure:
    """What stands first is the figure; the others are its resamples: percentiles 2.5 and 97.5 of those that are defined."""
    defined = denominators > 0
    ratios = numerators[defined] / denominators[defined]
    value = float(ratios[0]) if defined[0] else None
    drawn = np.sort(ratios[int(defined[0]) :])
    lost = 1 - len(drawn) / (len(defined) - 1)
    if not len(drawn):
        return Figure(value, lost=lost)
    low, high = (float(drawn[round(part * (len(drawn) - 1))]) for part in (0.025, 0.975))
    return Figure(value, low, high, lost)


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


def scored(sums: Floats) -> Scored:
    """The figures of hits, from their :func:`resampled` sums."""
    gold, system, both = sums.T
    numbers = int(gold[0]), int(system[0]), int(both[0])
    precision, recall, f1 = interval(both, system), interval(both, gold), interval(2 * both, gold + system)
    return Scored(*numbers, precision, recall, f1, interval(gold, system))


@dataclass(frozen=True)
class Corrected:
    """The number of hits in text of so many sentences that nobody annotated: ``found`` by the system, times gold over system.

    ``calibrated``: how well the ratio is known; ``predicted``: where the number of this text lies.
    """

    found: int
    sentences: int
    calibrated: Figure
    predicted: Figure


def corrected(calibration: Numbers, text: Numbers, resamples: int = RESAMPLES, seed: int = SEED) -> Corrected:
    """The corrected number of a text (ratio estimator). ``text``: what the system finds in each of its sentences."""
    found, sentences = int(text.sum()), len(text)
    gold, system = calibration[:, :2].sum(axis=0)
    if not system:
        return Corrected(found, sentences, Figure(None), Figure(None))
    first = resampled(calibration[:, :2], len(calibration), seed, resamples).T
    second = resampled(calibration[:, :2], sentences, seed + 1, resamples).T
    calibrated = interval(found * first[0], first[1])
    if not gold:
        return Corrected(found, sentences, calibrated, Figure(0.0, 0.0, 0.0))
    predicted = interval(found * first[0] * second[0] * system, first[1] * second[1] * gold)
    return Corrected(found, sentences, calibrated, replace(predicted, value=calibrated.value))
