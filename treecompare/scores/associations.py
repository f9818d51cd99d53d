"""What goes together with errors: values, and pairs of values, under which items are wrong more often than the others.

The test is Fisher's exact one, one-sided, over all items; p-values are adjusted after Holm for everything that was tried. Items of
one sentence are taken for independent of each other, which they are not quite: p is a guide to what to look at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled
from treecompare.scores.significance import holm

LEAST = 10
"""So many items must have a value for it to be tried."""
SIGNIFICANT = 0.05
"""What is shown has an adjusted p below; what is folded under another one has none outside nor inside of that one's items."""


@dataclass(frozen=True, eq=False)
class Feature:
    """What is known of each item under one name: ``codes`` are indices of ``values``, -1 where there is nothing to say."""

    name: str
    values: Sequence[str]
    codes: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Association:
    """One value or two: ``items`` have it, in ascending order, and ``wrong`` of these are wrong.

    ``lift``: their rate of errors, divided by that of all items. ``p``: adjusted after Holm. ``folded``: what says the same, for
    neither outside of these items nor among them is it significant.
    """

    values: tuple[tuple[str, str], ...]
    items: NDArray[np.int64]
    wrong: int
    lift: float
    p: float
    folded: list[Association] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The values with their names: ``label S, first daughter NP``."""
        return ", ".join(f"{name} {value}" for name, value in self.values)


def associations(
    features: Sequence[Feature],
    wrong: NDArray[np.bool_],
    most: int = 50,
    cancel: NDArray[np.int32] | None = None,
) -> list[Association]:
    """The significant values and pairs of values, the least p first; at most ``most``, what is folded under them not counted.

    Of equal p fewer values come first, then the larger lift, then the order of the features and their values.

    Raises:
        Cancelled: ``cancel`` is set.
    """
    total, errors = len(wrong), int(wrong.sum())
    if not features or not 0 < errors < total:
        return []
    features = [_frequent(one) for one in features]
    found = [_counted((place,), features, wrong) for place in range(len(features))]
    singles = {
        place: dict(zip(one.codes[:, 0].tolist(), one.items.tolist(), strict=True)) for place, one in enumerate(found)
    }
    for pair in combinations(range(len(features)), 2):
        _check(cancel)
        one = _counted(pair, features, wrong)
        # a pair that has the items of one of its values says nothing new
        sizes = [[singles[place][code] for code in one.codes[:, side].tolist()] for side, place in enumerate(pair)]
        found.append(one.chosen(one.items < np.minimum(*np.array(sizes, np.int64).reshape(2, -1))))
    items = np.concatenate([one.items for one in found])
    hits = np.concatenate([one.wrong for one in found])
    logs = log_tails(hits, items, errors, total)
    adjusted = holm(np.exp(logs))
    lifts = hits / np.maximum(items, 1) * (total / errors)
    owner = np.repeat(np.arange(len(found)), [len(one.items) for one in found])
    numbers = np.array([len(one.features) for one in found])[owner]
    order = np.lexsort((-lifts.round(12), numbers, logs.round(9)))
    first_of = np.concatenate(([0], np.cumsum([len(one.items) for one in found])))
    shown: list[Association] = []
    for place in order[adjusted[order] < SIGNIFICANT].tolist():
        _check(cancel)
        group = found[owner[place]]
        codes = group.codes[place - first_of[owner[place]]].tolist()
        mine = np.ones(total, np.bool_)
        values = []
        for number, code in zip(group.features, codes, strict=True):
            mine &= features[number].codes == code
            values.append((features[number].name, features[number].values[code]))
        entry = Association(
            tuple(values), np.flatnonzero(mine), int(hits[place]), float(lifts[place]), float(adjusted[place])
        )
        if (same := _explained(entry, shown, wrong, len(items))) is not None:
            same.folded.append(entry)
        elif len(shown) < most:
            shown.append(entry)
    return shown


def _check(cancel: NDArray[np.int32] | None) -> None:
    if cancel is not None and cancel[0]:
        raise Cancelled


def _frequent(feature: Feature) -> Feature:
    """The feature without the values that too few items have."""
    known = feature.codes[feature.codes >= 0]
    counts = np.bincount(known, minlength=len(feature.values))
    kept = np.flatnonzero(counts >= LEAST)
    numbers = np.full(len(feature.values) + 1, -1, np.int64)
    numbers[kept] = np.arange(len(kept))
    return Feature(feature.name, [feature.values[value] for value in kept.tolist()], numbers[feature.codes])


@dataclass(frozen=True, eq=False)
class _Counts:
    """Items, and wrong ones, for each combination of values of some features: ``codes`` [combinations, features]."""

    features: tuple[int, ...]
    codes: NDArray[np.int64]
    items: NDArray[np.int64]
    wrong: NDArray[np.int64]

    def chosen(self, mask: NDArray[np.bool_]) -> _Counts:
        return _Counts(self.features, self.codes[mask], self.items[mask], self.wrong[mask])


def _counted(places: tuple[int, ...], features: Sequence[Feature], wrong: NDArray[np.bool_]) -> _Counts:
    """Of each combination that enough items have."""
    sizes = [len(features[place].values) for place in places]
    known = np.all([features[place].codes >= 0 for place in places], axis=0)
    cells = np.zeros(int(known.sum()), np.int64)
    for place, size in zip(places, sizes, strict=True):
        cells = cells * size + features[place].codes[known]
    number = int(np.prod(sizes))
    items = np.bincount(cells, minlength=number)
    hits = np.bincount(cells[wrong[known]], minlength=number)
    kept = np.flatnonzero(items >= LEAST)
    codes = np.stack(np.unravel_index(kept, sizes), axis=1) if number else np.zeros((0, len(places)), np.int64)
    return _Counts(places, codes.astype(np.int64), items[kept].astype(np.int64), hits[kept].astype(np.int64))


def _explained(
    entry: Association, shown: Sequence[Association], wrong: NDArray[np.bool_], tried: int
) -> Association | None:
    """The first of those shown outside of whose items, and among them, the entry is no longer significant; after Bonferroni."""
    for one in shown:
        inside = np.isin(entry.items, one.items, assume_unique=True)
        within, rest = entry.items[inside], entry.items[~inside]
        among = _chance(wrong[within], one.wrong, len(one.items))
        outside = _chance(wrong[rest], int(wrong.sum()) - one.wrong, len(wrong) - len(one.items))
        if min(among, outside) * tried >= SIGNIFICANT:
            return one
    return None


def _chance(drawn: NDArray[np.bool_], errors: int, total: int) -> float:
    return float(np.exp(log_tails(drawn.sum(keepdims=True), np.array([len(drawn)]), errors, total)[0]))


def log_tails(hits: NDArray[np.int64], items: NDArray[np.int64], errors: int, total: int) -> NDArray[np.float64]:
    """Log of the chance that of ``items`` drawn from ``total``, with ``errors`` among these, so many ``hits`` or more are wrong.

    No more than expected counts as 0: a chance of 1.
    """
    logs = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, total + 1)))))
    result = np.zeros(len(hits))
    more = np.flatnonzero(hits * total > items * errors)
    k, n = hits[more].astype(np.float64), items[more].astype(np.float64)

    def choose(upper: NDArray[np.int64], lower: NDArray[np.int64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = logs[upper] - logs[lower] - logs[upper - lower]
        return found

    whole = np.full(len(more), total)
    first = (
        choose(np.full(len(more), errors), hits[more])
        + choose(whole - errors, items[more] - hits[more])
        - choose(whole, items[more])
    )
    sums, term = np.ones(len(more)), np.ones(len(more))
    open_ones = np.arange(len(more))
    while len(open_ones):
        x, size = k[open_ones], n[open_ones]
        term[open_ones] *= (errors - x) * (size - x) / ((x + 1) * (total - errors - size + x + 1))
        k[open_ones] += 1
        sums[open_ones] += term[open_ones]
        open_ones = open_ones[term[open_ones] > 1e-17 * sums[open_ones]]
    result[more] = np.minimum(first + np.log(sums), 0.0)
    return result
