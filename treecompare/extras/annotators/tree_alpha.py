"""Krippendorff's alpha over whole trees with the tree distance, as Skjærholt (2014) has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.annotators.figures import Interval, Resamples
from treecompare.extras.annotators.several import MISSING, Several
from treecompare.extras.annotators.tallies import Value
from treecompare.mappings.edits import LIMIT, all_distances, distances
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.treebank import of_kind
from treecompare.trees.arcs import check
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees

DISTANCES = ("plain", "diff", "norm")
"""The squared tree distance; the same less the difference of sizes; the same by the sum of sizes. The first is advised."""
SAMPLE = 40_000
"""So many pairs of trees are drawn for an estimate."""
MOST_TREES = 15_000
"""Of more trees alpha is only estimated: all distances would take minutes, and gigabytes."""
Squared = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.float64]]
_Postorder = tuple[list[int], list[int]]


@dataclass(frozen=True)
class Alpha:
    """``observed``, ``expected``: mean distances within and between sentences; ``value``: None where the latter is 0.

    ``interval``: of resampled sentences, or of an estimate. Between trees of equally many words: ``expected_by_length``, the share
    of the expected distance that length explains, ``share``, and alpha within length, ``within``; None where they are undefined.
    ``values_by_length``: trees for which there is another sentence with so many words.
    """

    observed: float
    expected: float
    value: float | None
    interval: Interval | None = None
    expected_by_length: float | None = None
    share: float | None = None
    within: Value = field(default=Value(None))
    values_by_length: int = 0


@dataclass(frozen=True)
class LeftOut:
    """A tree that is no value: of which row of :class:`Several` and which analysis, and why."""

    row: int
    file: int
    reason: str


@dataclass(frozen=True)
class TreeAlphas:
    """``units``: sentences with two trees or more; ``values``: their trees; ``left_out``: the other trees, and why.
    ``is_estimated``: the expected distances are those of a sample."""

    units: int
    values: int
    alphas: dict[str, Alpha]
    left_out: tuple[LeftOut, ...] = ()
    is_estimated: bool = False


class TreeValues:
    """The trees of some analyses as values. ``units``: the values of each sentence with two or more, ``rows`` their rows;
    ``nodes``, ``words``: of each value, with the root."""

    def __init__(self, several: Several, prepared: Sequence[Trees] = (), voices: Sequence[int] | None = None) -> None:
        symbols = Symbols()
        of_files: list[list[_Postorder | str]]
        if prepared:
            of_files = [_constituents(one, symbols) for one in prepared]
        else:
            of_files = [_dependencies(one, symbols) for one in of_kind(several.treebanks, DependencyTreebank)]
        files = range(len(of_files)) if voices is None else voices
        left: list[LeftOut] = []
        self.units: list[NDArray[np.int64]] = []
        self.rows: list[int] = []
        chosen: list[_Postorder] = []
        words: list[int] = []
        broken = {row for rows in several.passages for row in rows}
        for number, row in enumerate(several.rows):
            known: list[tuple[int, _Postorder]] = []
            for file in files:
                one = of_files[file][row[file]] if row[file] != MISSING else ""
                if isinstance(one, tuple):
                    known.append((file, one))
                elif one:
                    left.append(LeftOut(number, file, one))
            if len(known) < 2:
                reason = "other sentence breaks" if number in broken else "no other tree of the sentence"
                left += [LeftOut(number, file, reason) for file, _ in known]
                continue
            self.units.append(np.arange(len(chosen), len(chosen) + len(known)))
            self.rows.append(number)
            chosen += [one for _, one in known]
            words += [len(several.words[file][row[file]]) for file, _ in known]
        self.left_out = tuple(left)
        self.codes = np.array([code for one, _ in chosen for code in one], np.int32)
        self.sizes = np.array([size for _, one in chosen for size in one], np.int32)
        self.nodes = np.array([len(one) for one, _ in chosen], np.int64)
        self.words = np.array(words, np.int64)
        self.offsets = np.concatenate(([0], np.cumsum(self.nodes)))

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def unit_of(self) -> NDArray[np.int64]:
        """The unit of each value."""
        return np.repeat(np.arange(len(self.units)), [len(one) for one in self.units])

    def exact(
        self,
        jobs: int = 1,
        cancel: NDArray[np.int32] | None = None,
        tell: Callable[[float], object] = lambda share: None,
    ) -> TreeDistances:
        """All distances. Raises Cancelled; MemoryError: there are too many trees."""
        found = all_distances((self.codes, self.sizes, self.offsets), jobs, cancel, tell)
        return TreeDistances(self, found)

    def estimated(self, seed: int = 0, jobs: int = 1, cancel: NDArray[np.int32] | None = None) -> TreeAlphas:
        """Alpha with the exact distances within sentences, and the expected distance of a sample of pairs of trees. The interval is
        that of the estimate: it tells where the exact alpha is, and nothing of other sentences. Raises Cancelled."""
        count = len(self)
        if not count:
            return self._nothing()
        within = np.array([(a, b) for here in self.units for a in here for b in here if a < b], np.int64)
        random = np.random.default_rng(seed)
        first = random.integers(0, count, SAMPLE)
        second = (first + random.integers(1, count, SAMPLE)) % count
        pairs = np.concatenate((within, np.stack((first, second), axis=1)))
        trees, (ones, others) = (self.codes, self.sizes, self.offsets), pairs.astype(np.int32).T
        known = distances(trees, ones, others, jobs, cancel).astype(np.float64)
        sizes = self.nodes[pairs]
        voices = np.bincount(self.unit_of)[self.unit_of[within[:, 0]]]
        alphas = {}
        for name in DISTANCES:
            squared = _squared(name, known, sizes[:, 0], sizes[:, 1])
            inside, drawn = squared[: len(within)], squared[len(within) :]
            observed = float((2 * inside / (voices - 1)).sum()) / count
            expected = float(drawn.mean())
            error = 1.959964 * float(drawn.std(ddof=1)) / len(drawn) ** 0.5
            is_sure = expected - error > 0
            interval = (
                Interval(1 - observed / (expected - error), 1 - observed / (expected + error)) if is_sure else None
            )
            alphas[name] = Alpha(observed, expected, 1 - observed / expected if expected else None, interval)
        return TreeAlphas(len(self.units), count, alphas, self.left_out, True)

    def _nothing(self) -> TreeAlphas:
        return TreeAlphas(0, 0, {name: Alpha(0.0, 0.0, None) for name in DISTANCES}, self.left_out)


@dataclass(frozen=True, eq=False)
class TreeDistances:
    """All ``distances`` of some values from each other."""

    values: TreeValues
    distances: NDArray[np.int32]

    def alphas(self, resamples: Resamples | None = None, rows: NDArray[np.bool_] | None = None) -> TreeAlphas:
        """Alpha for each of DISTANCES, with intervals over ``resamples``; ``rows``: of these sentences only."""
        values = self.values
        kept = [at for at, row in enumerate(values.rows) if rows is None or rows[row]]
        units = [values.units[at] for at in kept]
        if not units:
            return values._nothing()
        of_rows = np.array([values.rows[at] for at in kept], np.int64)
        alphas = {name: self._alpha(name, units, of_rows, resamples) for name in DISTANCES}
        return TreeAlphas(len(units), sum(map(len, units)), alphas, values.left_out)

    def _alpha(
        self, name: str, units: Sequence[NDArray[np.int64]], rows: NDArray[np.int64], resamples: Resamples | None
    ) -> Alpha:
        nodes = self.values.nodes

        def squared(of: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.float64]:
            wide = self.distances[np.ix_(of, others)].astype(np.float64)
            return _squared(name, wide, nodes[of][:, None], nodes[others][None, :])

        chosen = np.concatenate(units)
        observed, expected = _observed(squared, units), _expected(squared, chosen)
        interval = _interval(units, rows, observed, expected, resamples)
        total = float(observed.sum()) / len(chosen)
        alpha = Alpha(total, expected, None if not expected else 1 - total / expected, interval)
        if resamples is None:
            return alpha
        return self._with_length(squared, units, rows, resamples, alpha)

    def _with_length(
        self, squared: Squared, units: Sequence[NDArray[np.int64]], rows: NDArray[np.int64], resamples: Resamples,
        alpha: Alpha,
    ) -> Alpha:  # fmt: skip
        """The same figure among trees of equally many words: values that have no such partner are left out."""
        values = self.values
        chosen = np.concatenate(units)
        words, unit = values.words[chosen], values.unit_of[chosen]
        means: list[NDArray[np.float64]] = []
        kept: list[NDArray[np.int64]] = []
        for length in np.unique(words).tolist():
            here, of = chosen[words == length], unit[words == length]
            others = of[:, None] != of[None, :]
            counts = others.sum(axis=1)
            if not counts.any():
                continue
            sums = np.where(others, squared(here, here), 0.0).sum(axis=1)
            means.append(sums[counts > 0] / counts[counts > 0])
            kept.append(here[counts > 0])
        if not kept:
            return alpha
        known = np.concatenate(kept)
        by_length = float(np.concatenate(means).mean())
        is_known = np.zeros(len(values), np.bool_)
        is_known[known] = True
        expected = _expected(squared, known)
        both = [(here[is_known[here]], row) for here, row in zip(units, rows.tolist(), strict=True)]
        both = [(here, row) for here, row in both if len(here) >= 2]
        within = Value(None)
        if both and by_length:
            few, of_rows = [here for here, _ in both], np.array([row for _, row in both], np.int64)
            observed = _observed(squared, few)
            value = 1 - float(observed.sum()) / sum(map(len, few)) / by_length
            within = Value(value, _interval(few, of_rows, observed, by_length, resamples))
        share = 1 - by_length / expected if expected else None
        return Alpha(
            alpha.observed, alpha.expected, alpha.value, alpha.interval, by_length, share, within, len(known)
        )  # fmt: skip


def _squared(
    name: str, distance: NDArray[np.float64], nodes: NDArray[np.int64], others: NDArray[np.int64]
) -> NDArray[np.float64]:
    if name == "diff":
        distance = distance - np.abs(nodes - others)
    elif name == "norm":
        distance = distance / (nodes + others)
    return distance * distance


def _observed(squared: Squared, units: Sequence[NDArray[np.int64]]) -> NDArray[np.float64]:
    """Of each unit the distances of its values, divided by one less than their number."""
    return np.array([float(squared(here, here).sum()) / (len(here) - 1) for here in units])


def _expected(squared: Squared, chosen: NDArray[np.int64]) -> float:
    count = len(chosen)
    if count < 2:
        return 0.0
    return sum(float(squared(chosen[at : at + 512], chosen).sum()) for at in range(0, count, 512)) / count / (count - 1)


def _interval(
    units: Sequence[NDArray[np.int64]], rows: NDArray[np.int64], observed: NDArray[np.float64], expected: float,
    resamples: Resamples | None,
) -> Interval | None:  # fmt: skip
    """Sentences are drawn anew, the expected distance is kept: copies of a sentence would lower it."""
    if resamples is None or not expected:
        return None
    clusters = resamples.cluster[rows]
    above = np.bincount(clusters, observed, minlength=resamples.count)
    below = np.bincount(clusters, [len(here) for here in units], minlength=resamples.count)

    def alphas(times: NDArray[np.float32]) -> NDArray[np.float64]:
        with np.errstate(invalid="ignore", divide="ignore"):
            return (1 - (times @ above) / (times @ below) / expected)[:, None]

    return next(iter(resamples.intervals(alphas)), None)


_LARGEST = isqrt(LIMIT)


def _dependencies(treebank: DependencyTreebank, symbols: Symbols) -> list[_Postorder | str]:
    """Postorder labels and sizes: a root, and a node per word under its relation; a reason where heads form no tree."""
    sentences, found = treebank.sentences, check(treebank.sentences)
    is_bad = found.broken | (found.per_sentence["headless"] > 0)
    good = np.flatnonzero(~is_bad[sentences.sentence_of])
    firsts, sizes = found.walk
    places = (firsts + sizes - found.depths)[good]  # less those above a word, which come after it
    codes, subtrees = np.zeros((2, sentences.words), np.int64)
    codes[places] = symbols.numbers_of(sentences.symbols)[sentences.deprel[good]]
    subtrees[places] = sizes[good]
    root = symbols.number("\n")  # no relation
    out: list[_Postorder | str] = []
    for sentence, (first, last) in enumerate(pairwise(sentences.offsets.tolist())):
        if is_bad[sentence]:
            out.append(", ".join(found.reasons(sentence)))
        elif last - first > _LARGEST:
            out.append("too large for a tree distance")
        else:
            own, below = codes[first:last].tolist(), subtrees[first:last].tolist()
            out.append(([*own, root], [*below, last - first + 1]))
    return out


def _constituents(trees: Trees, symbols: Symbols) -> list[_Postorder | str]:
    """The same of constituents with their tags as leaves, without words; several roots stay a forest."""
    bare = trees.kept(trees.kinds != WORD)
    codes = symbols.numbers_of(bare.symbols)[bare.labels].tolist()
    sizes, offsets = bare.sizes.tolist(), bare.offsets.tolist()
    return [
        (codes[a:b], sizes[a:b]) if 0 < b - a <= _LARGEST
        else "too large for a tree distance" if b > a else "nothing is left after preparation"
        for a, b in pairwise(offsets)
    ]  # fmt: skip


def as_compared(treebanks: Sequence[Treebank], params: str = "standard") -> list[Trees]:
    """Trees of constituents as they are compared, with their tags marked; ``params``: how they are prepared, as of any comparison.
    Raises UsageError or ReadError: there are no such parameters."""
    from treecompare.trees.preparation import has_preterminals, parameters, prepare, terminals

    has_tags = has_preterminals(treebanks[0].trees)
    return [prepare(terminals(one.trees, has_tags), parameters(params)) for one in treebanks]
