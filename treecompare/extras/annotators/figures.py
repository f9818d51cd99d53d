"""Agreement of annotators beyond chance over categories: Cohen's kappa, Fleiss' kappa, Krippendorff's alpha for nominal data.

Counts are integers until the one division. Undefined figures are None: no units, or only one category throughout.

Intervals of figures of agreement: sentences, or whole documents, are drawn anew with replacement, and the figure is taken again.
Percentile bootstrap (Efron and Tibshirani 1993). What is drawn is not the words: those of a sentence are no independent draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled

NONE = -1
"""The code of a unit that an annotator does not have."""


@dataclass(frozen=True, eq=False)
class Category:
    """What annotators said of units. ``codes``: ``[annotators, units]``, a number per value, NONE where one has no such unit;
    ``texts``: of each number, where they are known."""

    name: str
    codes: NDArray[np.int64]
    texts: tuple[str, ...] = ()

    def of_units(self, chosen: NDArray[np.bool_]) -> Category:
        """The same over some units."""
        return Category(self.name, self.codes[:, chosen], self.texts)

    def of_annotators(self, chosen: list[int]) -> Category:
        """The same of some annotators."""
        return Category(self.name, self.codes[chosen], self.texts)

    @property
    def has_one_value(self) -> bool:
        """Whether everybody says the same of every unit, so that no figure beyond chance is defined."""
        there = self.codes[self.codes != NONE]
        return bool(len(there)) and bool((there == there[0]).all())

    @classmethod
    def of(cls, name: str, values: list[list[str | None]]) -> Category:
        """From texts, a list per annotator, None where it does not have the unit."""
        numbers: dict[str | None, int] = {None: NONE}
        codes = [[numbers.setdefault(one, len(numbers) - 1) for one in of_one] for of_one in values]
        texts = tuple(one for one in numbers if one is not None)
        return cls(name, np.array(codes, np.int64).reshape(len(values), -1), texts)

    def renumbered(self) -> Category:
        """The same with the numbers of values in the order in which they come first, and those only that somebody says."""
        there = self.codes[self.codes != NONE]
        used, first = np.unique(there, return_index=True)
        order = used[np.argsort(first)]
        numbers = np.full(len(self.texts) + 1, NONE, np.int64)  # the last one: of NONE
        numbers[order] = np.arange(len(order))
        return Category(self.name, numbers[self.codes], tuple(self.texts[one] for one in order.tolist()))

    def mapped(self, name: str, change: Callable[[str], str]) -> Category:
        """Another category, in which each value is what ``change`` makes of it."""
        numbers: dict[str, int] = {}
        codes = np.array([*(numbers.setdefault(change(one), len(numbers)) for one in self.texts), NONE], np.int64)
        return Category(name, codes[self.codes], tuple(numbers)).renumbered()

    def beside(self, other: Category, name: str) -> Category:
        """A category of both: ``a b``; of units that have both."""
        both = np.where((self.codes != NONE) & (other.codes != NONE), self.codes * len(other.texts) + other.codes, NONE)
        used, which = np.unique(both, return_inverse=True)
        texts = [
            "" if one == NONE else f"{self.texts[one // len(other.texts)]} {other.texts[one % len(other.texts)]}"
            for one in used.tolist()
        ]
        return Category(name, np.where(both == NONE, NONE, which.reshape(both.shape)), tuple(texts)).renumbered()

    def pair(self, first: int, second: int) -> Pair:
        """Two annotators over the units that both have."""
        both = (self.codes[first] != NONE) & (self.codes[second] != NONE)
        return Pair.of(self.codes[first][both], self.codes[second][both])

    @cached_property
    def voices(self) -> NDArray[np.int64]:
        """How many annotators have each unit."""
        voices: NDArray[np.int64] = (self.codes != NONE).sum(axis=0)
        return voices

    @cached_property
    def units_of_all(self) -> int:
        """Units that all annotators have."""
        return int((self.voices == len(self.codes)).sum())

    @cached_property
    def units_of_two(self) -> int:
        """Units that two annotators or more have."""
        return int((self.voices >= 2).sum())

    @cached_property
    def fleiss(self) -> Fraction | None:
        """Fleiss' kappa (1971) over the units that all annotators have."""
        codes = self.codes[:, self.voices == len(self.codes)]
        annotators, units = codes.shape
        if not units or annotators < 2:
            return None
        observed = Fraction(int(equal_pairs(codes).sum()), annotators * (annotators - 1) * units)
        counts = np.bincount(codes.ravel()).tolist()
        expected = Fraction(sum(count * count for count in counts), (annotators * units) ** 2)
        return None if expected == 1 else (observed - expected) / (1 - expected)

    @cached_property
    def alpha(self) -> Fraction | None:
        """Krippendorff's alpha (2004) for nominal data, over the units that two annotators or more have."""
        codes = self.codes[:, self.voices >= 2]
        voices = self.voices[self.voices >= 2]
        total = int(voices.sum())
        if not total:
            return None
        observed = Fraction(0)
        for many in np.unique(voices).tolist():
            here = codes[:, voices == many]
            unequal = many * (many - 1) * here.shape[1] - int(equal_pairs(here).sum())
            observed += Fraction(unequal, many - 1)
        counts = np.bincount(codes[codes != NONE]).tolist()
        expected = total * total - sum(count * count for count in counts)
        # Do = observed / total, De = expected / (total * (total - 1))
        return None if not expected else 1 - observed * (total - 1) / expected


@dataclass(frozen=True)
class Pair:
    """Two annotators over ``units``: ``equal`` of them have the same value; ``chance``: Σ of the products of how often each has
    every value."""

    units: int
    equal: int
    chance: int

    @classmethod
    def of(cls, first: NDArray[np.int64], second: NDArray[np.int64]) -> Pair:
        """From codes from 0, one per unit."""
        size = int(max(first.max(initial=0), second.max(initial=0))) + 1
        times = [np.bincount(one, minlength=size).tolist() for one in (first, second)]
        chance = sum(a * b for a, b in zip(*times, strict=True))
        return cls(len(first), int((first == second).sum()), chance)

    @property
    def share(self) -> Fraction | None:
        """Observed agreement, 0 to 1."""
        return Fraction(self.equal, self.units) if self.units else None

    @property
    def kappa(self) -> Fraction | None:
        """Cohen's kappa (1960)."""
        if not self.units or self.chance == self.units**2:
            return None
        expected = Fraction(self.chance, self.units**2)
        return (Fraction(self.equal, self.units) - expected) / (1 - expected)


def equal_pairs(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Per unit, ordered pairs of annotators with the same value; NONE is equal to nothing."""
    equal = np.zeros(codes.shape[1], np.int64)
    for first, second in combinations(codes, 2):
        equal += 2 * ((first == second) & (first != NONE))
    return equal


def means(pairs: list[Pair]) -> tuple[Fraction | None, Fraction | None, int]:
    """Over pairs whose kappa is defined: the plain mean, the mean weighted by units, and how many pairs were left out."""
    known = [(one.units, one.kappa) for one in pairs if one.kappa is not None]
    left = len(pairs) - len(known)
    if not known:
        return None, None, left
    values = [kappa for _, kappa in known if kappa is not None]
    plain = sum(values, Fraction(0)) / len(values)
    weighted = sum((units * kappa for units, kappa in known if kappa is not None), Fraction(0))
    return plain, weighted / sum(units for units, _ in known), left


# -- intervals: sentences, or whole documents, are drawn anew ----------------------------------------------------------

Matrix = NDArray[np.float64]
Counts = tuple[NDArray[np.float32], NDArray[np.float32]]
RESAMPLES = 2_000
FEWEST = 10
"""Of fewer sentences there is no interval."""
DOCUMENTS = 20
"""From so many documents on, these are drawn in place of sentences."""
MOST_UNDEFINED = 0.05
"""There is no interval if the figure is undefined in more of the resamples."""
_BLOCK = 4_000_000
"""So many numbers are held at once."""
_RARE = 15
"""Categories that occur less often than one in so many clusters are counted one by one, the others by a product of matrices."""


@dataclass(frozen=True)
class Interval:
    """The limits of 95 %. ``undefined``: so many resamples have no such figure."""

    low: float
    high: float
    undefined: int = 0


@dataclass(frozen=True, eq=False)
class Resamples:
    """``cluster``: which sentence or document each row belongs to, from 0; ``count``: how many there are; ``cancel[0] != 0`` ends
    the work."""

    cluster: NDArray[np.int64]
    count: int
    are_documents: bool = False
    seed: int = 0
    cancel: NDArray[np.int32] | None = None

    @classmethod
    def of(
        cls,
        rows: int,
        documents: NDArray[np.int64] | None = None,
        seed: int = 0,
        cancel: NDArray[np.int32] | None = None,
    ) -> Resamples:
        """``documents``: that of each row, from 0; taken if there are as many as DOCUMENTS."""
        if documents is not None and (many := int(documents.max(initial=-1)) + 1) >= DOCUMENTS:
            return cls(documents, many, True, seed, cancel)
        return cls(np.arange(rows), rows, False, seed, cancel)

    def blocks(self, width: int = 1) -> Iterator[NDArray[np.float32]]:
        """How often each cluster was drawn: ``[resamples, clusters]``, some resamples at a time; ``width``: numbers that are
        held for each of them. Raises Cancelled."""
        random = np.random.default_rng(self.seed)
        step = max(min(_BLOCK // max(self.count, width, 1), RESAMPLES), 1)
        for begin in range(0, RESAMPLES, step):
            if self.cancel is not None and self.cancel[0]:
                raise Cancelled
            many = min(step, RESAMPLES - begin)
            drawn = random.integers(0, self.count, (many, self.count))
            drawn += np.arange(many)[:, None] * self.count
            times = np.bincount(drawn.ravel(), minlength=many * self.count)
            yield times.reshape(many, self.count).astype(np.float32)

    def sums(self, of_rows: Matrix) -> Matrix:
        """Numbers of rows as those of clusters: ``[clusters]``."""
        return np.bincount(self.cluster, of_rows, minlength=self.count).astype(np.float64)

    def intervals(self, figures: Callable[[NDArray[np.float32]], Matrix], width: int = 1) -> list[Interval | None]:
        """The intervals of ``figures(times)``, ``[resamples, figures]``, NaN where undefined; None where there is none."""
        if self.count < FEWEST:
            return []
        found = np.concatenate([figures(times) for times in self.blocks(width)])
        return [interval_of(column) for column in found.T]


def interval_of(values: Matrix) -> Interval | None:
    """The percentiles 2.5 and 97.5 of the values that are defined; None if too few are."""
    undefined = int(np.isnan(values).sum())
    if not len(values) or undefined > MOST_UNDEFINED * len(values):
        return None
    low, high = np.nanpercentile(values, (2.5, 97.5)).tolist()
    return Interval(low, high, undefined)


@dataclass(frozen=True, eq=False)
class Margin:
    """How often each category occurs in a resample: counts of the most frequent ones by cluster, and the others one by one.

    ``frequent``: float32[clusters, categories]; ``clusters``: of the other units, in the order of their categories;
    ``starts``: where each of ``codes`` begins among them.
    """

    frequent: NDArray[np.float32]
    clusters: NDArray[np.int64]
    starts: NDArray[np.int64]
    codes: NDArray[np.int64]

    @classmethod
    def of(cls, codes: NDArray[np.int64], clusters: NDArray[np.int64], count: int, width: int) -> Margin:
        """``codes``: ranks by frequency, the most frequent 0 (:func:`ranked`), of which those below ``width`` are frequent;
        ``clusters``: of each unit; ``count``: how many there are."""
        is_frequent = codes < width
        cells = np.bincount(clusters[is_frequent] * width + codes[is_frequent], minlength=count * width)
        rare, of_rare = codes[~is_frequent], clusters[~is_frequent]
        order = np.argsort(rare, kind="stable")
        known, starts = np.unique(rare[order], return_index=True)
        return cls(cells.reshape(count, width).astype(np.float32), of_rare[order], starts, known)

    def counts(self, times: NDArray[np.float32], turned: NDArray[np.float32]) -> Counts:
        """Of frequent categories ``[resamples, categories]``, and of the others ``[categories, resamples]``; ``turned``: ``times``
        transposed, so that what is added lies side by side."""
        rare = np.zeros((0, len(times)), np.float32)
        if len(self.clusters):
            rare = np.add.reduceat(turned[self.clusters], self.starts, axis=0)
        return times @ self.frequent, rare


def ranked(codes: NDArray[np.int64], clusters: int) -> tuple[NDArray[np.int64], int]:
    """Codes ``[annotators, units]`` from 0 (below: no value) as ranks by how often they occur, the most frequent 0; and how many
    of them are frequent, given the number of clusters."""
    there = codes >= 0
    counts = np.bincount(codes[there])
    rank = np.empty(len(counts), np.int64)
    rank[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
    out = codes.copy()
    out[there] = rank[codes[there]]
    return out, int(np.count_nonzero(counts * _RARE > clusters * len(codes)))


def products(first: Margin, second: Margin, counts: Counts, others: Counts) -> Matrix:
    """Σ of the products of how often two annotators have each category: ``[resamples]``; with the counts of both."""
    (one, rare_one), (other, rare_other) = counts, others
    out: Matrix = np.einsum("ij,ij->i", one, other, dtype=np.float64)
    both, here, there = np.intersect1d(first.codes, second.codes, assume_unique=True, return_indices=True)
    if len(both):
        out += np.einsum("ji,ji->i", rare_one[here], rare_other[there], dtype=np.float64)
    return out
