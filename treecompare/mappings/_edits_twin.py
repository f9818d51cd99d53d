"""Least-cost mappings of ordered forests in Python: the readable twin of edits.c, with the same results.

The recurrence is Zhang and Shasha's (SIAM J. Computing 18, 1989), turned round: deleting and inserting everything
costs n + m, and every pair of a mapping gains 2 minus the cost of its swap. The best mapping has the greatest sum
of gains; deletions and insertions add nothing::

    forest[x][y] = max(forest[x-1][y], forest[x][y-1], forest[left(x)-1][left(y)-1] + paired[x][y])
    paired[x][y] = gain(x, y) + forest[x-1][y-1]        within the subtrees of x and y

``forest[x][y]`` is the best sum over the nodes from some leaf up to x, against those from some leaf up to y, in
postorder; ``paired[x][y]`` the best one over the two subtrees with x mapped to y.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled

Numbers = NDArray[np.int64]

CELLS = 4_000_000
"""So many numbers are in memory for the leaves that are taken together; a single leaf may need more."""


class Costs(Protocol):
    """What a LabelCosts offers."""

    def swap_cost(self, gold_code: int, test_code: int) -> float | None:
        """The cost of mapping unequal codes; None if they match."""


@dataclass(frozen=True, eq=False)
class Forest:
    """Nodes in postorder: codes (below 0: words) and sizes of subtrees."""

    codes: Sequence[int]
    sizes: Sequence[int]

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def leftmost(self) -> Numbers:
        """Leftmost leaf per node."""
        return np.arange(1, len(self) + 1) - self.sizes

    @cached_property
    def spans(self) -> Numbers:
        """Half-open word spans: ``[nodes, 2]``."""
        words_before = np.cumsum([0, *(code < 0 for code in self.codes)])
        return np.stack((words_before[self.leftmost], words_before[1:]), axis=1)

    @cached_property
    def tables(self) -> dict[int, int]:
        """What needs a table: per leaf, from right to left, the end of the greatest tree that begins there; the forest
        itself begins with the first leaf."""
        ends = {int(leaf): node + 1 for node, leaf in enumerate(self.leftmost)}
        return dict(sorted((ends | {0: len(self)}).items(), reverse=True))


@dataclass(frozen=True)
class Weights:
    """What a pair gains, in one number.

    Criteria in falling order: cost; matches; with label costs fewest swaps (else the first two settle them); with
    ``spans`` most pairs over equal spans. Each counts at most ``pairs``, so base ``pairs + 1`` separates them. Label
    costs are counted in ``unit``s of 1 / 6,300,000,000, coarser by tens where a sum would not fit 63 bits.
    """

    costs: Costs | None
    pairs: int
    spans: bool = False
    unit: int = field(init=False, default=1)
    bonus: int = field(init=False, default=1)
    penalty: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        base = self.pairs + 1
        bonus = base if self.spans else 1
        if self.costs is not None:
            unit = 6_300_000_000
            while unit > 6 and 2 * base * unit * bonus * base * base > 10**18:
                unit //= 10
            object.__setattr__(self, "unit", unit)
            object.__setattr__(self, "penalty", bonus)
            bonus *= base
        object.__setattr__(self, "bonus", bonus)

    @property
    def step(self) -> int:
        """The weight of one unit of cost."""
        return self.bonus * (self.pairs + 1)

    def saved(self, gold_code: int, test_code: int) -> tuple[int, bool]:
        """Units that mapping the codes saves (0: never worth it), and whether they match."""
        if gold_code == test_code:
            return 2 * self.unit, True
        if self.costs is None:
            return self.unit, False
        cost = self.costs.swap_cost(gold_code, test_code)
        if cost is None:
            return 2 * self.unit, True
        return (0 if cost >= 2 else 2 * self.unit - int(cost * self.unit + 0.5)), False

    def gains(self, gold: Forest, test: Forest) -> Numbers:
        """The value of mapping each gold node to each test node: ``[gold nodes, test nodes]``; 0: never worth it."""

        def gain(gold_code: int, test_code: int) -> int:
            saved, match = self.saved(gold_code, test_code)
            return saved * self.step + (self.bonus if match else -self.penalty) if saved > 0 else 0

        rows, row = np.unique(gold.codes, return_inverse=True)
        columns, column = np.unique(test.codes, return_inverse=True)
        kinds = np.array([[gain(a, b) for b in columns.tolist()] for a in rows.tolist()], np.int64)
        gains: Numbers = kinds.reshape(len(rows), len(columns))[np.ix_(row, column)]
        if self.spans:
            gains += (gains > 0) & (gold.spans[:, None] == test.spans[None, :]).all(axis=2)
        return gains

    def cost_part(self, value: int) -> int:
        """The units of cost that a sum of gains saves."""
        return (value + self.pairs * self.penalty) // self.step

    def cost(self, nodes: int, value: int) -> int:
        """The cost of a mapping between trees of together ``nodes`` nodes, in units."""
        return nodes * self.unit - self.cost_part(value)


def count_pair(
    gold: Forest, test: Forest, costs: Costs | None, limit: int, cancel: NDArray[np.int32]
) -> tuple[tuple[int, int, int, int], float] | None:
    """Matched, swapped, deleted, inserted of the best mapping, and its cost; None where the sentences differ and have more than
    ``limit`` node pairs."""
    n, m = len(gold), len(test)
    gold, test, stripped = _trimmed(gold, test, Weights(costs, min(n, m)))
    if n * m > limit and (gold.codes or test.codes):
        return None
    weights = Weights(costs, min(len(gold), len(test)))
    _, value = _solved(gold, test, weights.gains(gold, test), cancel)
    saved = weights.cost_part(value)
    rest = value - saved * weights.step  # matched * bonus - swapped * penalty
    matched = (rest + weights.pairs * weights.penalty) // weights.bonus
    swapped = saved - 2 * matched if costs is None else matched * weights.bonus - rest
    mapped = stripped + matched + swapped
    cost = weights.cost(len(gold) + len(test), value) / weights.unit
    return (matched + stripped, swapped, n - mapped, m - mapped), cost


def pairs(
    gold: Forest, test: Forest, costs: Costs | None, limit: int, cancel: NDArray[np.int32]
) -> list[tuple[int, int]] | None:
    """The pairs of the best mapping, ascending; None where there are more than ``limit`` node pairs."""
    if len(gold) * len(test) > limit:
        return None
    if not len(gold) or not len(test):
        return []
    gains = Weights(costs, min(len(gold), len(test)), spans=True).gains(gold, test)
    paired, _ = _solved(gold, test, gains, cancel)
    return _walked_back(gold, test, gains, paired, cancel)


def _trimmed(gold: Forest, test: Forest, weights: Weights) -> tuple[Forest, Forest, int]:
    """Both forests without what some best mapping surely matches, and the number of those pairs.

    Two single trees with matching roots: some best mapping pairs the roots, for at most one of them is mapped to
    something else, and no pair gains more than a match. Forests that end with matching trees t and u: some best
    mapping pairs t with u node by node. For not both can t have partners outside u and u partners outside t (they would
    cross); so all pairs with a node of t or u have a node of the same one of them; these are at most as many as t has
    nodes, and none gains more than a match. None of this needs costs to be a metric.
    """

    def match(x: int, y: int) -> bool:
        return weights.saved(gold.codes[x], test.codes[y])[1]

    def roots(forest: Forest, last: int) -> list[int]:
        """Roots of the nodes ``first:last``, from the right."""
        found, node = [], last - 1
        while node >= first:
            found.append(node)
            node -= forest.sizes[node]
        return found

    n, m = len(gold), len(test)
    first = alike = 0  # both lose as much at the left, so the first nodes that differ stay where they are
    while alike < min(n, m) and gold.sizes[alike] == test.sizes[alike] and match(alike, alike):
        alike += 1
    while True:
        for x, y in zip(roots(gold, n), roots(test, m), strict=False):
            x_left, y_left = x - gold.sizes[x] + 1, y - test.sizes[y] + 1
            if gold.sizes[x_left:n] != test.sizes[y_left:m] or not all(map(match, range(x_left, n), range(y_left, m))):
                break
            n, m = x_left, y_left
        gold_roots, test_roots = roots(gold, n), roots(test, m)
        common = set(gold_roots) & set(test_roots) & set(range(alike))
        if common:
            first = max(common) + 1
        elif len(gold_roots) == len(test_roots) == 1 and match(n - 1, m - 1):
            n, m = n - 1, m - 1
        else:
            return (
                Forest(gold.codes[first:n], gold.sizes[first:n]),
                Forest(test.codes[first:m], test.sizes[first:m]),
                len(gold) - (n - first),
            )


def _solved(gold: Forest, test: Forest, gains: Numbers, cancel: NDArray[np.int32]) -> tuple[Numbers, int]:
    """``paired`` (per gold and test node; 0: never worth it), and the best sum over the whole forests."""
    paired = np.zeros_like(gains)
    if not gains.size:
        return paired, 0
    leaves = list(test.tables)
    together = max(1, CELLS // gains.size)
    # from right to left: a table needs the pairs that begin further right
    for first in range(0, len(leaves), together):
        some = leaves[first : first + together]
        columns = Columns.of(test, some[::-1], max(test.tables[leaf] for leaf in some))
        for gold_left, gold_end in gold.tables.items():
            forest = _forest(gold, gold_left, gold_end, columns, gains, paired, cancel)
    return paired, int(forest[-1, 0, -1])


@dataclass(frozen=True, eq=False)
class Columns:
    """The test nodes ``nodes``, in tables that begin with each of the ``leaves``.

    ``corners``: columns left of each node's tree; ``inside[leaf, node]``: whether that tree is not left of the leaf.
    ``begins``: the nodes that begin with one of the leaves, and ``own`` with which one.
    """

    nodes: slice
    leaves: Numbers
    corners: Numbers
    inside: NDArray[np.bool_]
    begins: Numbers
    own: Numbers

    @classmethod
    def of(cls, test: Forest, leaves: Sequence[int], end: int) -> Columns:
        """Columns from the first of the leaves to the node before ``end``."""
        nodes, ordered = slice(leaves[0], end), np.array(leaves)
        left = test.leftmost[nodes]
        begins = np.flatnonzero(np.isin(left, ordered))
        own = np.searchsorted(ordered, left[begins])
        return cls(nodes, ordered, np.maximum(left - leaves[0], 0), left >= ordered[:, None], begins, own)


def _forest(
    gold: Forest,
    gold_left: int,
    gold_end: int,
    columns: Columns,
    gains: Numbers,
    paired: Numbers,
    cancel: NDArray[np.int32],
) -> Numbers:
    """The tables of one gold leaf, and into ``paired`` what begins with it and with one of the test leaves.

    ``forest[x, leaf, y]``: the best sum of the first x gold nodes from ``gold_left`` on against those of the first y columns
    that do not lie left of the leaf.
    """
    gains, paired = gains[:, columns.nodes], paired[:, columns.nodes]
    forest = np.zeros((gold_end - gold_left + 1, len(columns.leaves), gains.shape[1] + 1), np.int64)
    for row, x in enumerate(range(gold_left, gold_end)):
        if cancel[0]:
            raise Cancelled
        corner = gold.leftmost[x] - gold_left
        if corner == 0:
            gain = gains[x, columns.begins]
            paired[x, columns.begins] = (gain > 0) * (gain + forest[row, columns.own, columns.begins])
        with_x = forest[corner][:, columns.corners] + columns.inside * paired[x]
        np.maximum(forest[row, :, 1:], with_x, out=with_x)
        np.maximum.accumulate(with_x, axis=1, out=forest[row + 1, :, 1:])
    return forest


def _walked_back(
    gold: Forest, test: Forest, gains: Numbers, paired: Numbers, cancel: NDArray[np.int32]
) -> list[tuple[int, int]]:
    """The pairs, walking back from the last cell of each table: a pair before a deletion before an insertion."""
    found = []
    waiting = [(0, len(gold), 0, len(test))]
    while waiting:
        gold_left, gold_end, test_left, test_end = waiting.pop()
        columns = Columns.of(test, [test_left], test_end)
        forest = _forest(gold, gold_left, gold_end, columns, gains, paired, cancel)[:, 0].tolist()
        row, column = gold_end - gold_left, test_end - test_left
        while row and column:
            x, y = gold_left + row - 1, test_left + column - 1
            corner_row, corner_column = gold.leftmost[x] - gold_left, test.leftmost[y] - test_left
            value = int(paired[x, y])
            if value and corner_column >= 0 and forest[row][column] == value + forest[corner_row][corner_column]:
                found.append((x, y))
                if x > gold.leftmost[x] and y > test.leftmost[y]:
                    waiting.append((int(gold.leftmost[x]), x, int(test.leftmost[y]), y))
                row, column = corner_row, corner_column
            elif forest[row][column] == forest[row - 1][column]:
                row -= 1
            else:
                column -= 1
    return sorted(found)
