"""Is the difference between two systems more than chance? (Tsarfaty et al. 2011, 2012)

Shuffling (approximate randomisation) and the paired bootstrap, on the stored numerators and denominators only, so that they
serve every measure. A mean of sentence scores is treated as pooling too: numerator = score, denominator = 1. All systems under
all measures go through one matrix product per batch of iterations; pairs of them are differences of its sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled, UsageError
from treecompare.scores.table import Average, Mask, ScoreTable

Matrix = NDArray[np.float64]
ITERATIONS = 10_000
BATCH = 500
BATCH_NUMBERS = 8_000_000
"""How many random numbers are held at once, at most: 50,000 sentences take smaller batches."""
SINGLE_WHOLE = 1 << 24
"""Whole numbers up to this one are exact in single precision."""
SLACK = 1e-12
"""A shuffled difference so little below the observed one counts as reaching it."""


@dataclass(frozen=True)
class Interval:
    """A score with its 95 % percentile interval; NaN where it is undefined."""

    score: float
    low: float
    high: float


@dataclass(frozen=True)
class Difference:
    """Two systems (by number) under one measure, on the ``sentences`` that all systems have.

    ``p``: (k + 1) / (n + 1), where k of n shuffles reached the observed difference, two-sided; ``holm``: corrected for all
    pairs of systems under this measure. ``interval``: of the difference, by the paired bootstrap.
    """

    key: str
    average: Average
    one: int
    other: int
    sentences: int
    interval: Interval
    p: float
    holm: float


@dataclass(frozen=True)
class Significance:
    """The result: each system's interval per (measure key, average), and all differences."""

    iterations: int
    seed: int
    intervals: dict[tuple[str, Average], list[Interval]]
    differences: list[Difference]


def significance(
    table: ScoreTable,
    keys: Sequence[str],
    averages: Sequence[Average] = ("pooled", "mean"),
    iterations: int = ITERATIONS,
    seed: int = 0,
    cancel: NDArray[np.int32] | None = None,
) -> Significance:
    """Tests all pairs of systems under the measures. The same seed gives the same figures.

    Systems whose scores rest on sentences of their own are not compared.

    Raises UsageError: fewer than one iteration; Cancelled: ``cancel[0] != 0``.
    """
    if iterations < 1:
        raise UsageError(f"{iterations} iterations; expected at least 1")
    cases = [(key, average) for key in keys for average in averages]
    pairs = list(combinations(range(len(table.systems)), 2))
    alone = [_columns(table, key, average) for key, average in cases]
    compared = [table.compared(key) for key, _ in cases]
    together = [case * among[:, None] for case, among in zip(alone, compared, strict=True)]
    p_values = _shuffled(table.sentences, together, pairs, iterations, seed, cancel)
    own, differences = _resampled(table.sentences, alone, together, pairs, iterations, seed, cancel)
    intervals: dict[tuple[str, Average], list[Interval]] = {}
    found = []
    for case, (key, average) in enumerate(cases):
        intervals[key, average] = own[case]
        sentences = table.set_of(key).number
        corrected = holm(p_values[case])
        for place, (one, other) in enumerate(pairs):
            if not compared[case][[one, other]].all():
                continue
            found.append(
                Difference(
                    key, average, one, other, sentences,
                    differences[case][place], float(p_values[case][place]), float(corrected[place]),
                )
            )  # fmt: skip
    return Significance(iterations, seed, intervals, found)


def holm(p_values: Matrix) -> Matrix:
    """Holm's step-down correction; NaN stays NaN and is not a test."""
    corrected = np.full(len(p_values), np.nan)
    known = np.flatnonzero(~np.isnan(p_values))
    order = known[np.argsort(p_values[known], kind="stable")]
    steps = np.arange(len(order), 0, -1) * p_values[order]
    corrected[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return corrected


@dataclass(frozen=True)
class BaselineTest:
    """A system's score minus that of the baseline, and p as in :class:`Difference`; NaN where they are not compared."""

    difference: float
    p: float
    holm: float


def against_baseline(
    table: ScoreTable,
    baseline: int,
    keys: Sequence[str],
    average: Average,
    cancel: NDArray[np.int32] | None = None,
    iterations: int = ITERATIONS,
    seed: int = 0,
) -> dict[tuple[int, str], BaselineTest]:
    """Tests every other system against one by shuffling; Holm's correction is over the systems under each measure.

    ``cancel[0] != 0`` ends the work: Cancelled is raised.
    """
    others = [system for system in range(len(table.systems)) if system != baseline]
    pairs = [(system, baseline) for system in others]
    cases = [_columns(table, key, average) * table.compared(key)[:, None] for key in keys]
    tests = _shuffled(table.sentences, cases, pairs, iterations, seed, cancel)
    found: dict[tuple[int, str], BaselineTest] = {}
    for key, case, p_values in zip(keys, cases, tests, strict=True):
        differences = _differences(case.sum(axis=-1), pairs)
        for system, *numbers in zip(others, differences, p_values, holm(p_values), strict=True):
            found[system, key] = BaselineTest(*map(float, numbers))
    return found


def rates_against_baseline(
    numerators: Matrix,
    denominators: Matrix,
    baseline: int,
    compared: Mask,
    cancel: NDArray[np.int32] | None = None,
    iterations: int = ITERATIONS,
    seed: int = 0,
) -> list[dict[int, BaselineTest]]:
    """:func:`against_baseline` for rates that are not measures: ``[rates, systems, sentences]`` each, pooled; 0/0 where a sentence
    does not count. Per rate a test of each system that is ``compared``, but the baseline; Holm's correction is over all of these
    together, save where nothing was counted in either system. Raises Cancelled: ``cancel[0] != 0``."""
    others = [system for system in np.flatnonzero(compared).tolist() if system != baseline]
    if not others or not compared[baseline]:
        return [{} for _ in numerators]
    pairs = [(system, baseline) for system in others]
    cases = [np.stack(both) * compared[:, None] for both in zip(numerators, denominators, strict=True)]
    p_values = np.stack(_shuffled(numerators.shape[-1], cases, pairs, iterations, seed, cancel))
    totals = [case.sum(axis=-1) for case in cases]
    is_tried = np.stack([total[0, pairs].any(axis=-1) for total in totals])
    corrected = holm(np.where(is_tried, p_values, np.nan).ravel()).reshape(p_values.shape)
    found = []
    for total, *both in zip(totals, p_values, np.where(is_tried, corrected, p_values), strict=True):
        differences = _differences(total, pairs)
        tests = (BaselineTest(*map(float, numbers)) for numbers in zip(differences, *both, strict=True))
        found.append(dict(zip(others, tests, strict=True)))
    return found


def _columns(table: ScoreTable, key: str, average: Average) -> Matrix:
    """Numerators and denominators, ``[2, systems, sentences]``; 0/0 where undefined, and where the system's score does not rest."""
    columns = np.zeros((2, len(table.systems), table.sentences))
    num, den = columns
    for system in range(len(table.systems)):
        rows = table.rows(system, key)
        if average == "mean":
            scores = table.scores(system, key)
            known = ~np.isnan(scores) & rows
            num[system], den[system] = np.where(known, scores, 0.0), known
        else:
            ratio = table.ratio(system, key)
            num[system], den[system] = ratio.numerator * rows, ratio.denominator * rows
    return columns


def _ratio(num: Matrix, den: Matrix) -> Matrix:
    ratio: Matrix = np.divide(num, den, out=np.full(np.shape(num), np.nan), where=den != 0)
    return ratio


def _differences(sums: Matrix, pairs: Sequence[tuple[int, int]]) -> Matrix:
    """Of the ratios of both systems of each pair, ``[..., pairs]``; NaN where one has 0/0. ``sums``: ``[..., 2, systems]``."""
    one, other = np.array(pairs, np.int64).reshape(-1, 2).T
    ratio = _ratio(sums[..., 0, :], sums[..., 1, :])
    return np.asarray(ratio[..., one] - ratio[..., other])


def _batches(
    sentences: int,
    iterations: int,
    draw: Callable[[int], NDArray[np.int64]],
    columns: list[Matrix],
    cancel: NDArray[np.int32] | None = None,
) -> Iterator[list[Matrix]]:
    """Sums of all columns under drawn weights, ``[drawn, ...]`` per case: one matrix product per batch.

    ``draw``: as many rows of weights, each a whole number per sentence, together at most as many as there are sentences.
    """
    if not columns:
        return
    batch = max(1, min(BATCH, BATCH_NUMBERS // max(sentences, 1)))
    rows = [row for case in columns for row in case.reshape(-1, sentences)]
    names = [blake2b(row.data).digest() for row in rows]  # many denominators are the same, and some numerators
    known = dict(zip(names, range(len(rows)), strict=True))
    numbers = {name: number for number, name in enumerate(known)}
    flat = np.stack([rows[place] for place in known.values()], axis=1)
    if sentences * np.abs(flat).max(initial=0) < SINGLE_WHOLE and (flat == np.rint(flat)).all():
        flat = flat.astype(np.float32)  # half the time, and just as exact
    ends = np.cumsum([case.size // max(sentences, 1) for case in columns])
    for done in range(0, iterations, batch):
        if cancel is not None and cancel[0]:
            raise Cancelled
        weights = draw(min(batch, iterations - done)).astype(flat.dtype)
        sums = (weights @ flat)[:, [numbers[name] for name in names]].astype(np.float64)
        parts = np.split(sums, ends[:-1], axis=1)
        yield [part.reshape(len(sums), *case.shape[:-1]) for part, case in zip(parts, columns, strict=True)]


def _shuffled(
    sentences: int,
    cases: list[Matrix],
    pairs: Sequence[tuple[int, int]],
    iterations: int,
    seed: int,
    cancel: NDArray[np.int32] | None = None,
) -> list[Matrix]:
    """p per case and pair. In each shuffle every sentence's results of the two systems are swapped or not."""
    rng = np.random.default_rng([seed, 1])
    one, other = np.array(pairs, np.int64).reshape(-1, 2).T
    totals = [case.sum(axis=-1) for case in cases]
    observed = [_differences(total, pairs) for total in totals]
    reached: list[Matrix] = [np.zeros(len(pairs)) for _ in cases]

    def draw(count: int) -> NDArray[np.int64]:
        return rng.integers(0, 2, (count, sentences))

    for sums in _batches(sentences, iterations, draw, cases, cancel):
        for case, (swapped, total) in enumerate(zip(sums, totals, strict=True)):
            moved = swapped[..., other] - swapped[..., one]
            ratios = [_ratio(*np.moveaxis(of, 1, 0)) for of in (total[:, one] + moved, total[:, other] - moved)]
            reached[case] += (np.abs(ratios[0] - ratios[1]) >= np.abs(observed[case]) - SLACK).sum(axis=0)
    return [
        np.where(np.isnan(difference), np.nan, (count + 1) / (iterations + 1))
        for difference, count in zip(observed, reached, strict=True)
    ]


def _resampled(
    sentences: int,
    alone: list[Matrix],
    together: list[Matrix],
    pairs: Sequence[tuple[int, int]],
    iterations: int,
    seed: int,
    cancel: NDArray[np.int32] | None = None,
) -> tuple[list[list[Interval]], list[list[Interval]]]:
    """Intervals of the systems' scores and of the differences: sentences drawn with replacement, the same for all."""
    rng = np.random.default_rng([seed, 2])

    def draw(count: int) -> NDArray[np.int64]:
        drawn = rng.integers(0, max(sentences, 1), (count, sentences)) + sentences * np.arange(count)[:, None]
        return np.bincount(drawn.ravel(), minlength=count * sentences).reshape(count, sentences)

    scores: list[list[Matrix]] = [[] for _ in alone]
    differences: list[list[Matrix]] = [[] for _ in together]
    for sums in _batches(sentences, iterations, draw, [*alone, *together], cancel):
        for case, (one, both) in enumerate(zip(sums[: len(alone)], sums[len(alone) :], strict=True)):
            scores[case].append(_ratio(one[:, 0], one[:, 1]))
            differences[case].append(_differences(both, pairs))

    def intervals(observed: Matrix, drawn: list[Matrix]) -> list[Interval]:
        limits = np.full((2, len(observed)), np.nan)
        known = ~np.isnan(observed)
        if known.any():
            limits[:, known] = np.nanpercentile(np.concatenate(drawn)[:, known], [2.5, 97.5], axis=0)
        return [Interval(*map(float, one)) for one in zip(observed, *limits, strict=True)]

    own = [intervals(_ratio(*case.sum(axis=-1)), drawn) for case, drawn in zip(alone, scores, strict=True)]
    between = [
        intervals(_differences(case.sum(axis=-1), pairs), drawn)
        for case, drawn in zip(together, differences, strict=True)
    ]
    return own, between
