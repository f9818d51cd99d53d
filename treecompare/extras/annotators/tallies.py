"""Figures of agreement of one layer of annotation, with their intervals: of each pair, and of all together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.annotators.figures import (
    NONE,
    Category,
    Counts,
    Interval,
    Margin,
    Matrix,
    Pair,
    Resamples,
    equal_pairs,
    means,
    products,
    ranked,
)

Mask = NDArray[np.bool_]
Sums = NDArray[np.float64]
Two = tuple[int, int]
SHARE, KAPPA, DICE = "share", "kappa", "dice"
"""Of pairs, and their plain means."""
POOLED, FLEISS, ALPHA = "pooled", "fleiss", "alpha"
"""Of all: the mean of kappas weighted by units, Fleiss' kappa, Krippendorff's alpha."""


@dataclass(frozen=True)
class Value:
    """A figure: None where it is undefined. ``interval``: None where there is none."""

    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True, eq=False)
class Layer:
    """What annotators said of units.

    ``category``: codes of the voices, ``[annotators, units]``; ``rows``: the sentence of each unit. ``given``: what both have to
    say the same of for a unit to count. ``dice``: of each pair ``2 · equal`` and the nodes or values of both, by row; empty where
    there is no such figure. ``title``: for people. ``nothing``: a value that is no unit of two if both say it: a set of words that
    neither has as a constituent. ``own``: what two said, of pairs for whom units are other ones than for all.
    """

    name: str
    title: str
    category: Category
    rows: NDArray[np.int64]
    given: Category | None = None
    dice: dict[Two, tuple[Sums, Sums]] = field(default_factory=dict)
    nothing: str | None = None
    own: dict[Two, Category] = field(default_factory=dict)

    @property
    def annotators(self) -> int:
        """How many there are."""
        return len(self.category.codes)

    @property
    def pairs(self) -> list[Two]:
        """All of them."""
        return list(combinations(range(self.annotators), 2))

    def of_rows(self, chosen: Mask) -> Layer:
        """The same over some sentences."""
        here = chosen[self.rows]
        given = None if self.given is None else self.given.of_units(here)
        dice = {two: (up * chosen, down * chosen) for two, (up, down) in self.dice.items()}
        own = {two: one.of_units(here) for two, one in self.own.items()}
        category = self.category.of_units(here)
        return Layer(self.name, self.title, category, self.rows[here], given, dice, self.nothing, own)

    def of_two(self, two: Two) -> NDArray[np.int64]:
        """What a pair said, ``[2, units]``."""
        return self.own[two].codes if two in self.own else self.category.codes[list(two)]

    def both(self, two: Two) -> Mask:
        """The units of a pair."""
        first, second = self.of_two(two)
        found: Mask = (first != NONE) & (second != NONE)
        if self.given is not None:
            found &= self.given.codes[two[0]] == self.given.codes[two[1]]
        if self.nothing in self.category.texts:
            nothing = self.category.texts.index(self.nothing)
            found &= (first != nothing) | (second != nothing)
        return found

    def pair(self, two: Two) -> Pair:
        """A pair over its units."""
        both = self.both(two)
        return Pair.of(*self.of_two(two)[:, both])

    def differing(self, two: Two | None) -> NDArray[np.int64]:
        """The units of which two say something else, or any two (None)."""
        found: Mask = np.zeros(self.category.codes.shape[1], np.bool_)
        for first, second in self.pairs if two is None else [two]:
            one, other = self.of_two((first, second))
            found |= self.both((first, second)) & (one != other)
        return np.flatnonzero(found)

    @property
    def together(self) -> Category:
        """The units that count where all are taken together."""
        return self.category.of_units(self._are_together)

    @property
    def rows_together(self) -> NDArray[np.int64]:
        """The sentences of these."""
        return self.rows[self._are_together]

    @property
    def _are_together(self) -> Mask:
        """Whether all that have a unit say the same of what is given."""
        if self.given is None:
            return np.ones(len(self.rows), np.bool_)
        codes = self.given.codes
        found: Mask = ((codes == codes.max(axis=0, initial=NONE)) | (codes == NONE)).all(axis=0)
        return found


@dataclass(frozen=True, eq=False)
class Figures:
    """Of one layer: ``of_pairs`` and ``of_all`` by the names of figures. ``units``: of each pair; ``left_out``: pairs whose kappa
    is undefined; ``units_of_two``, ``units_of_all``: that so many annotators have."""

    layer: Layer
    of_pairs: dict[Two, dict[str, Value]]
    of_all: dict[str, Value]
    units: dict[Two, int]
    left_out: int
    units_of_two: int
    units_of_all: int

    @property
    def fewest(self) -> int:
        """The smallest number of units of a pair."""
        return min(self.units.values(), default=0)


class Tally:
    """The figures of a layer, exactly, and those of resamples: a column each, in the order of ``names``."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        self.names: list[tuple[Two | None, str]] = []
        self.values: list[float | None] = []
        self.pairs = {two: layer.pair(two) for two in layer.pairs}
        shares, kappas, dices = [], [], []
        for two, pair in self.pairs.items():
            dice = None
            if two in layer.dice:
                up, down = (float(one.sum()) for one in layer.dice[two])
                dice = up / down if down else None
                self._add(two, DICE, dice)
            share, kappa = (None if one is None else float(one) for one in (pair.share, pair.kappa))
            self._add(two, SHARE, share)
            self._add(two, KAPPA, kappa)
            shares.append(share)
            kappas.append(kappa)
            dices.append(dice)
        plain, pooled, self.left_out = means(list(self.pairs.values()))
        self._together = layer.together
        if layer.dice:
            self._add(None, DICE, _mean(dices))
        self._add(None, SHARE, _mean(shares))
        of_many = ((POOLED, pooled), (FLEISS, self._together.fleiss)) if layer.annotators > 2 else ()
        for name, one in ((KAPPA, plain), *of_many, (ALPHA, self._together.alpha)):
            self._add(None, name, None if one is None else float(one))

    def _add(self, two: Two | None, name: str, value: float | None) -> None:
        self.names.append((two, name))
        self.values.append(value)

    def figures(self, intervals: list[Interval | None]) -> Figures:
        """With the interval of each, or with none."""
        found: dict[Two | None, dict[str, Value]] = {}
        for place, ((two, name), value) in enumerate(zip(self.names, self.values, strict=True)):
            interval = intervals[place] if intervals and value is not None else None
            found.setdefault(two, {})[name] = Value(value, interval)
        of_all = found.pop(None)
        units = {two: pair.units for two, pair in self.pairs.items()}
        together = self._together
        return Figures(
            self.layer, {two: one for two, one in found.items() if two is not None}, of_all, units, self.left_out,
            together.units_of_two, together.units_of_all,
        )  # fmt: skip


class Resampled:
    """The same figures of resamples. ``width``: how many numbers are held of each at most."""

    def __init__(self, tally: Tally, resamples: Resamples) -> None:
        layer, self._count = tally.layer, resamples.count
        self.tally = tally
        (codes, of_all), clusters = ranked(layer.category.codes, self._count), resamples.cluster[layer.rows]
        self._margins: dict[tuple[int, bytes], Margin] = {}
        self._pairs = []
        for two in layer.pairs:
            both = layer.both(two)
            own, frequent, key = codes[list(two)], of_all, both.tobytes()
            if two in layer.own:
                (own, frequent), key = ranked(layer.of_two(two), self._count), repr(two).encode()
            for file, said in zip(two, own, strict=True):
                if (file, key) not in self._margins:
                    self._margins[file, key] = Margin.of(said[both], clusters[both], self._count, frequent)
            margins = [self._margins[file, key] for file in two]
            equal = both & np.equal(*layer.of_two(two))
            dice = [resamples.sums(one) for one in layer.dice[two]] if two in layer.dice else None
            self._pairs.append((margins, self._by_cluster(clusters[equal]), self._by_cluster(clusters[both]), dice))
        together, frequent = ranked(layer.together.codes, self._count)
        clusters = resamples.cluster[layer.rows_together]
        voices = layer.together.voices
        everybody = voices == len(together)
        same = equal_pairs(together)
        self._fleiss = (
            Margin.of(
                together[:, everybody].ravel(), np.tile(clusters[everybody], len(together)), self._count, frequent
            ),
            self._by_cluster(clusters, np.where(everybody, same, 0)), self._by_cluster(clusters[everybody]),
        )  # fmt: skip
        two_or_more = voices >= 2
        unequal = np.where(two_or_more, voices - same / np.maximum(voices - 1, 1), 0.0)
        self._alpha = self._by_cluster(clusters, unequal), self._by_cluster(clusters, np.where(two_or_more, voices, 0))
        values = together[:, two_or_more]
        counts = np.bincount(values[values != NONE]).astype(np.float64)
        total = counts.sum()
        self._expected = (total * total - (counts * counts).sum()) / (total * (total - 1)) if total > 1 else 0.0
        rare = [len(one.clusters) for one in (*self._margins.values(), self._fleiss[0])]
        self.width = max(rare, default=1)

    def _by_cluster(self, clusters: NDArray[np.int64], weights: NDArray[np.float64] | None = None) -> Sums:
        return np.bincount(clusters, weights, minlength=self._count).astype(np.float64)

    def values(self, times: NDArray[np.float32]) -> NDArray[np.float64]:
        """A row per resample, a column per figure."""
        columns: list[Sums] = []
        turned = np.ascontiguousarray(times.T)
        known_counts = {id(one): one.counts(times, turned) for one in self._margins.values()}
        shares, kappas, dices, units = [], [], [], []
        with np.errstate(invalid="ignore", divide="ignore"):
            for margins, equal, both, dice in self._pairs:
                if dice is not None:
                    dices.append((times @ dice[0]) / (times @ dice[1]))
                    columns.append(dices[-1])
                count = times @ both
                observed = (times @ equal) / count
                kappas.append(_corrected(observed, self._chance(margins, known_counts) / (count * count)))
                shares.append(observed)
                units.append(count)
                columns += [observed, kappas[-1]]
            if dices:
                columns.append(_nanmean(dices))
            known = ~np.isnan(np.array(kappas))
            weights = np.where(known, np.array(units), 0.0)
            pooled = np.where(known, np.array(kappas) * weights, 0.0).sum(axis=0) / weights.sum(axis=0)
            columns += [_nanmean(shares), _nanmean(kappas)]
            if self.tally.layer.annotators > 2:
                columns += [pooled, self._fleiss_of(times, turned)]
            unequal, values = self._alpha
            columns.append(1 - (times @ unequal) / (times @ values) / self._expected)
        found = np.array(columns).T
        found[~np.isfinite(found)] = np.nan
        return found

    @staticmethod
    def _chance(margins: list[Margin], counts: dict[int, Counts]) -> Sums:
        return products(margins[0], margins[1], counts[id(margins[0])], counts[id(margins[1])])

    def _fleiss_of(self, times: NDArray[np.float32], turned: NDArray[np.float32]) -> Sums:
        margin, same, everybody = self._fleiss
        voices, count, counts = self.tally.layer.annotators, times @ everybody, margin.counts(times, turned)
        observed = (times @ same) / (voices * (voices - 1) * count)
        return _corrected(observed, products(margin, margin, counts, counts) / (voices * count) ** 2)


def all_figures(tallies: list[Tally], resamples: Resamples | None) -> list[Figures]:
    """Of several layers, with intervals over the same resamples; None: without. Raises Cancelled."""
    ready = [Resampled(one, resamples) for one in tallies] if resamples is not None else []
    intervals = _intervals(resamples, ready, lambda times: [one.values(times) for one in ready])
    return [one.figures(list(islice(intervals, len(one.names)))) for one in tallies]


def drifts(pairs: list[tuple[Tally, Tally]], resamples: Resamples | None) -> list[dict[str, Value]]:
    """Per layer the figures of all in the second of two parts minus those in the first."""
    ready = [Resampled(one, resamples) for both in pairs for one in both] if resamples is not None else []

    def differences(times: NDArray[np.float32]) -> list[NDArray[np.float64]]:
        values = (one.values(times) for one in ready)
        return [second - first for first, second in zip(values, values, strict=True)]

    intervals = _intervals(resamples, ready, differences)
    found = []
    for first, second in pairs:
        values: dict[str, Value] = {}
        for (two, name), before, after in zip(first.names, first.values, second.values, strict=True):
            interval = next(intervals, None)
            if two is None:
                change = after - before if before is not None and after is not None else None
                values[name] = Value(change, interval if change is not None else None)
        found.append(values)
    return found


def _intervals(
    resamples: Resamples | None, ready: Sequence[Resampled], values: Callable[[NDArray[np.float32]], list[Matrix]]
) -> Iterator[Interval | None]:
    """Those of all columns, one after the other; none where there are no resamples, or too few sentences."""
    if resamples is None or not ready:
        return iter(())
    return iter(resamples.intervals(lambda times: np.hstack(values(times)), max(one.width for one in ready)))


def _corrected(observed: Sums, expected: Sums) -> Sums:
    """Agreement beyond chance; not finite where chance is everything."""
    expected = np.where(expected > 1 - 1e-12, np.nan, expected)
    out: Sums = (observed - expected) / (1 - expected)
    return out


def _mean(values: list[float | None]) -> float | None:
    known = [one for one in values if one is not None]
    return sum(known) / len(known) if known else None


def _nanmean(columns: list[Sums]) -> Sums:
    values = np.array(columns)
    known = ~np.isnan(values)
    out: Sums = np.where(known, values, 0.0).sum(axis=0) / known.sum(axis=0)
    return out
