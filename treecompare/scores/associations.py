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
from treecompare.trees.columns import sums_before

LEAST = 10
"""So many items must have a value for it to be tried."""
SIGNIFICANT = 0.05
"""What is shown has an adjusted p below; what is folded under another one has none outside nor inside of that one's items."""


@dataclass(frozen=True, eq=False)
class Feature:
    """What is known of each item under one name: ``codes`` are indices of ``values``, -1 where there is nothing to say.

    ``in_pairs``: whether its values are tried together with others.
    """

    name: str
    values: Sequence[str]
    codes: NDArray[np.int64]
    in_pairs: bool = True


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

    A pair is left out unless it is significant (after Bonferroni) among the items of each of its two values: it says no more.
    Of equal p single values come before pairs, then the order of the features and their values counts.

    Raises Cancelled: ``cancel`` is set.
    """
    total, errors = len(wrong), int(wrong.sum())
    if not features or not 0 < errors < total:
        return []
    features = [_frequent(one) for one in features]
    logs = log_factorials(total)
    singles = [_counted((place,), features, wrong) for place in range(len(features))]
    pairs, is_more = [], [np.ones(sum(len(one.items) for one in singles), np.bool_)]
    for pair in combinations([place for place, one in enumerate(features) if one.in_pairs], 2):
        _check(cancel)
        pairs.append(_counted(pair, features, wrong))
        is_more.append(_more_than_each(pairs[-1], singles, logs))
    found = [*singles, *pairs]
    items, hits = (np.concatenate([getattr(one, name) for one in found]) for name in ("items", "wrong"))
    chances = log_tails(logs, hits, items, errors, total)
    adjusted = holm(np.exp(chances))
    lifts = hits / items * (total / errors)
    lengths = [len(one.items) for one in found]
    owner, first_of = np.repeat(np.arange(len(found)), lengths), sums_before(lengths)
    order = np.argsort(chances.round(9), kind="stable")
    shown: list[Association] = []
    for place in order[(adjusted < SIGNIFICANT)[order] & np.concatenate(is_more)[order]].tolist():
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
        if (same := _explained(entry, shown, wrong, len(items), logs)) is not None:
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
    return Feature(
        feature.name, [feature.values[value] for value in kept.tolist()], numbers[feature.codes], feature.in_pairs
    )


@dataclass(frozen=True, eq=False)
class _Counts:
    """Items, and wrong ones, for each combination of values of some features: ``codes`` [combinations, features]."""

    features: tuple[int, ...]
    codes: NDArray[np.int64]
    items: NDArray[np.int64]
    wrong: NDArray[np.int64]


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


def _more_than_each(pair: _Counts, singles: Sequence[_Counts], logs: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which pairs of values are significant among the items of each of the two."""
    more = np.ones(len(pair.items), np.bool_)
    for side, place in enumerate(pair.features):
        one = singles[place]
        at = np.searchsorted(one.codes[:, 0], pair.codes[:, side])
        chances = log_tails(logs, pair.wrong, pair.items, one.wrong[at], one.items[at])
        more &= np.exp(chances) * max(len(pair.items), 1) < SIGNIFICANT
    return more


def _explained(
    entry: Association, shown: Sequence[Association], wrong: NDArray[np.bool_], tried: int, logs: NDArray[np.float64]
) -> Association | None:
    """The first of those shown outside of whose items, and among them, the entry is no longer significant; after Bonferroni."""
    if not shown:
        return None
    inside = [np.isin(entry.items, one.items, assume_unique=True) for one in shown]
    hits = wrong[entry.items]
    within = np.array([(hits & mask).sum() for mask in inside]), np.array([mask.sum() for mask in inside])
    errors, items = np.array([one.wrong for one in shown]), np.array([len(one.items) for one in shown])
    among = log_tails(logs, *within, errors, items)
    outside = log_tails(
        logs, hits.sum() - within[0], len(hits) - within[1], int(wrong.sum()) - errors, len(wrong) - items
    )
    explains = np.flatnonzero(np.exp(np.minimum(among, outside)) * tried >= SIGNIFICANT)
    return shown[int(explains[0])] if len(explains) else None


def log_factorials(most: int) -> NDArray[np.float64]:
    """The logs of 0!, 1!, … ``most``!."""
    return np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, most + 1)))))


def log_tails(
    logs: NDArray[np.float64],
    hits: NDArray[np.int64],
    items: NDArray[np.int64],
    errors: NDArray[np.int64] | int,
    total: NDArray[np.int64] | int,
) -> NDArray[np.float64]:
    """Log of the chance that of ``items`` drawn from ``total``, with ``errors`` among these, so many ``hits`` or more are wrong.

    ``logs``: :func:`log_factorials` up to the largest total. No more than expected counts as a chance of 1.
    """
    result = np.zeros(len(hits))
    errors, total = np.broadcast_to(errors, len(hits)), np.broadcast_to(total, len(hits))
    more = np.flatnonzero(hits * total > items * errors)
    k, n, wrong, whole = (one[more] for one in (hits, items, errors, total))

    def choose(upper: NDArray[np.int64], lower: NDArray[np.int64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = logs[upper] - logs[lower] - logs[upper - lower]
        return found

    first = choose(wrong, k) + choose(whole - wrong, n - k) - choose(whole, n)
    sums, term, x = np.ones(len(more)), np.ones(len(more)), k.copy()
    left = np.arange(len(more))  # those whose terms still add something
    while len(left):
        here = x[left]
        term[left] *= (
            (wrong[left] - here) * (n[left] - here) / ((here + 1.0) * (whole[left] - wrong[left] - n[left] + here + 1))
        )
        x[left] += 1
        sums[left] += term[left]
        left = left[term[left] > 1e-17 * sums[left]]
    result[more] = np.minimum(first + np.log(sums), 0.0)
    return result
