"""Intervals of figures of agreement: sentences, or whole documents, are drawn anew with replacement, and the figure is taken again.

Percentile bootstrap (Efron and Tibshirani 1993). What is drawn is not the words: those of a sentence are no independent draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled

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
