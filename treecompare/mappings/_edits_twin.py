"""Least-cost mappings of ordered forests in plain Python: the readable twin of edits.c, with the same results.

The recurrence is Zhang and Shasha's (SIAM J. Computing 18, 1989), turned round: deleting and inserting everything
costs n + m, and every pair of a mapping gains 2 minus the cost of its swap. The best mapping has the greatest sum
of gains; deletions and insertions add nothing::

    forest[x][y] = max(forest[x-1][y], forest[x][y-1], forest[left(x)-1][left(y)-1] + paired[x][y])
    paired[x][y] = gain(x, y) + forest[x-1][y-1]        within the subtrees of x and y

``forest[x][y]`` is the best sum over the nodes from some leaf up to x, against those from some leaf up to y, in
postorder; ``paired[x][y]`` the best one over the two subtrees with x mapped to y. One table of forests serves all
pairs of nodes that begin with the same two leaves. Why the savings are exact is told at each of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntFlag
from functools import cached_property
from typing import Protocol

from treecompare.errors import Cancelled


class Savings(IntFlag):
    """Which savings a run may use; the numbers are those of edits.h."""

    NONE = 0
    TRIM = 1
    BAND = 2
    FORCE = 4
    LEFT = 8
    RIGHT = 16


class Flag(Protocol):
    """Something whose item 0 says whether to stop."""

    def __getitem__(self, index: int, /) -> int: ...


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
    def leftmost(self) -> list[int]:
        """Leftmost leaf per node."""
        return [node - size + 1 for node, size in enumerate(self.sizes)]

    @cached_property
    def above(self) -> list[int]:
        """The next node up with the same leftmost leaf, or -1."""
        above = [-1] * len(self)
        last: dict[int, int] = {}
        for node, leaf in enumerate(self.leftmost):
            if leaf in last:
                above[last[leaf]] = node
            last[leaf] = node
        return above

    def from_leaf_up(self, leaf: int) -> Iterator[int]:
        """The nodes that begin with ``leaf``, from the lowest."""
        while leaf >= 0:
            yield leaf
            leaf = self.above[leaf]

    @cached_property
    def leaves(self) -> list[int]:
        """All leaves, from left to right."""
        return [node for node, size in enumerate(self.sizes) if size == 1]

    @cached_property
    def depths(self) -> list[int]:
        """Ancestors per node."""
        depths = [0] * len(self)
        open_from: list[int] = []
        for node in reversed(range(len(self))):
            while open_from and open_from[-1] > node:
                open_from.pop()
            depths[node] = len(open_from)
            open_from.append(self.leftmost[node])
        return depths

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Half-open word spans."""
        ends = [0]
        for code in self.codes:
            ends.append(ends[-1] + (code < 0))
        return [(ends[left], ends[node + 1]) for node, left in enumerate(self.leftmost)]

    @property
    def work(self) -> int:
        """Table rows over all subproblems: the sizes of the nodes that begin with no leaf of their parent."""
        return sum(size for size, above in zip(self.sizes, self.above, strict=True) if above < 0)

    def mirrored(self) -> Forest:
        """The mirror image; its postorder is the reverse of the preorder."""
        preorder = sorted(range(len(self)), key=lambda node: -(self.leftmost[node] + self.depths[node]))
        return Forest([self.codes[node] for node in preorder], [self.sizes[node] for node in preorder])

    def part(self, first: int, last: int) -> Forest:
        """The nodes ``first:last``, which must be whole subtrees but for their common ancestors."""
        return Forest(self.codes[first:last], self.sizes[first:last])


@dataclass(frozen=True)
class Weights:
    """What a pair gains, in one number.

    Criteria in falling order: cost; matches; with label costs fewest swaps (else the first two settle them); with
    ``spans`` most pairs over equal spans. Each counts at most ``pairs``, so base ``pairs + 1`` separates them. Label
    costs are counted in ``unit``s of 1 / 6,300,000,000, coarser by tens where a sum would not fit the kernel's 63 bits.
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

    def gain(self, gold: Forest, test: Forest, x: int, y: int) -> int:
        """The value of a pair of nodes; 0: never worth it."""
        saved, match = self.saved(gold.codes[x], test.codes[y])
        if saved <= 0:
            return 0
        same_span = self.spans and gold.spans[x] == test.spans[y]
        return saved * self.step + (self.bonus if match else -self.penalty) + same_span

    def cost_part(self, value: int) -> int:
        """The units of cost that a sum of gains saves."""
        return (value + self.pairs * self.penalty) // self.step

    def cost(self, nodes: int, value: int) -> int:
        """The cost of a mapping between trees of together ``nodes`` nodes, in units."""
        return nodes * self.unit - self.cost_part(value)


@dataclass(frozen=True)
class Counts:
    """The counts of a least-cost mapping."""

    matched: int
    swapped: int
    deleted: int
    inserted: int
    cost: float


def count_pair(
    gold: Forest, test: Forest, costs: Costs | None, savings: Savings, limit: int, cancel: Flag
) -> Counts | None:
    """Counts of the best mapping; None where the sentences differ and have more than ``limit`` node pairs."""
    n, m = len(gold), len(test)
    too_large, stripped = n * m > limit, 0
    if savings & Savings.TRIM or too_large:
        gold, test, stripped = _trimmed(gold, test, Weights(costs, min(n, m)))
    if too_large and (gold.codes or test.codes):
        return None
    weights = Weights(costs, min(len(gold), len(test)))
    bound = _span_bound(gold, test, weights)
    if not savings & Savings.LEFT:
        mirrored = gold.mirrored(), test.mirrored()
        if savings & Savings.RIGHT or mirrored[0].work * mirrored[1].work < gold.work * test.work:
            gold, test = mirrored
    value, _ = _best(gold, test, weights, savings, bound, cancel)
    saved = weights.cost_part(value)
    rest = value - saved * weights.step  # matched * bonus - swapped * penalty
    matched = (rest + weights.pairs * weights.penalty) // weights.bonus
    swapped = saved - 2 * matched if costs is None else matched * weights.bonus - rest
    mapped = stripped + matched + swapped
    cost = weights.cost(len(gold) + len(test), value) / weights.unit
    return Counts(matched + stripped, swapped, n - mapped, m - mapped, cost)


def pairs(
    gold: Forest, test: Forest, costs: Costs | None, savings: Savings, limit: int, cancel: Flag
) -> list[tuple[int, int]] | None:
    """The pairs of the best mapping, ascending; None where there are more than ``limit`` node pairs."""
    if len(gold) * len(test) > limit:
        return None
    if not len(gold) or not len(test):
        return []
    weights = Weights(costs, min(len(gold), len(test)), spans=True)
    _, paired = _best(gold, test, weights, savings, _span_bound(gold, test, weights), cancel)
    return _walked_back(gold, test, paired)


def _trimmed(gold: Forest, test: Forest, weights: Weights) -> tuple[Forest, Forest, int]:
    """Both forests without what some best mapping surely matches, and the number of those pairs.

    Two single trees with matching roots: some best mapping pairs the roots, for at most one of them is mapped to
    something else, and no pair gains more than a match. Forests that begin with matching trees t and u: some best
    mapping pairs t with u node by node. For not both can t have partners outside u and u partners outside t (they would
    cross); so all pairs with a node of t or u have a node of the same one of them; these are at most as many as t has
    nodes, and none gains more than a match. The same holds at the right end. None of this needs costs to be a metric.
    """

    def alike(x: int, y: int) -> bool:
        return gold.sizes[x] == test.sizes[y] and weights.saved(gold.codes[x], test.codes[y])[1]

    def roots(forest: Forest, last: int) -> list[int]:
        """Roots of the nodes ``first:last``, from the right."""
        found, node = [], last - 1
        while node >= first:
            found.append(node)
            node -= forest.sizes[node]
        return found

    first, gold_last, test_last = 0, len(gold), len(test)
    alike_to = 0  # both lose as much at the left, so this place stays the same
    while alike_to < min(gold_last, test_last) and alike(alike_to, alike_to):
        alike_to += 1
    if alike_to == gold_last == test_last:
        first = alike_to
    while first < min(gold_last, test_last):
        for x, y in zip(roots(gold, gold_last), roots(test, test_last), strict=False):
            if not all(alike(x - below, y - below) for below in range(min(gold.sizes[x], test.sizes[y]))):
                break
            gold_last, test_last = x - gold.sizes[x] + 1, y - test.sizes[y] + 1
        common = set(roots(gold, gold_last)) & set(roots(test, test_last)) & set(range(alike_to))
        first = max(common, default=first - 1) + 1
        if len(roots(gold, gold_last)) != 1 or len(roots(test, test_last)) != 1:
            break
        if not weights.saved(gold.codes[gold_last - 1], test.codes[test_last - 1])[1]:
            break
        gold_last, test_last = gold_last - 1, test_last - 1
    return gold.part(first, gold_last), test.part(first, test_last), len(gold) - (gold_last - first)


def _span_bound(gold: Forest, test: Forest, weights: Weights) -> int | None:
    """The cost in whole units of a mapping of nodes over equal spans; None if the numbers of words differ.

    Equal spans with words keep order and ancestry as long as unary chains are mapped in order.
    """
    if sum(code < 0 for code in gold.codes) != sum(code < 0 for code in test.codes):
        return None
    chains: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
    for side, forest in enumerate((gold, test)):
        for code, span in zip(forest.codes, forest.spans, strict=True):
            if span[0] < span[1]:
                chains.setdefault(span, ([], []))[side].append(code)
    saved = sum(weights.saved(a, b)[0] for chain in chains.values() for a, b in zip(*chain, strict=False))
    return ((len(gold) + len(test)) * weights.unit - saved) // weights.unit


def _best(
    gold: Forest, test: Forest, weights: Weights, savings: Savings, bound: int | None, cancel: Flag
) -> tuple[int, list[dict[int, int]]]:
    """The value of the best mapping and ``paired``, by bands of growing budget or without band.

    The band follows Touzet (A linear tree edit distance algorithm for similar ordered trees, CPM 2005): if x is mapped to y
    then nodes left of x can only be mapped to nodes left of y, and likewise right of, above and below; so such a mapping costs at
    least the sum of the four differences in number, whatever swaps cost. The result is exact as soon as its own cost is
    within the budget, because no mapping as cheap holds a skipped pair. (The kernel skips more: it counts words and other
    nodes apart.)
    """
    nodes = len(gold) + len(test)
    budget = abs(len(gold) - len(test)) + 4
    if bound is not None:
        budget = min(budget, bound)
    while savings & Savings.BAND and budget < nodes:
        value, paired = _solved(gold, test, weights, budget, cancel)
        cost = weights.cost(nodes, value) // weights.unit
        if cost <= budget:
            return value, paired
        budget = min(cost, 2 * budget + 2, nodes if bound is None else bound)
    return _solved(gold, test, weights, 2 * nodes, cancel)


def _solved(
    gold: Forest, test: Forest, weights: Weights, budget: int, cancel: Flag
) -> tuple[int, list[dict[int, int]]]:
    """The best sum, and ``paired[x]``: y -> the best sum over both subtrees with x mapped to y, where within budget."""
    if not len(gold) or not len(test):
        return 0, []
    paired: list[dict[int, int]] = [{} for _ in gold.codes]
    forest: list[list[int]] = []
    # from right to left: a table needs the pairs that begin further right
    for gold_left in reversed(gold.leaves):
        for test_left in reversed(test.leaves):
            if abs(gold_left - test_left) > budget:
                continue
            found = []
            for x in gold.from_leaf_up(gold_left):
                for y in test.from_leaf_up(test_left):
                    if _difference(gold, test, x, y) <= budget and (gain := weights.gain(gold, test, x, y)):
                        paired[x][y] = gain
                        found.append((x, y))
            whole = gold_left == test_left == 0  # the last table is that of the whole forests, whatever their roots
            if not found and not whole:
                continue
            gold_last = len(gold) - 1 if whole else max(x for x, _ in found)
            test_last = len(test) - 1 if whole else max(y for _, y in found)
            forest = [[0] * (test_last - test_left + 2)]
            for x in range(gold_left, gold_last + 1):
                if cancel[0]:
                    raise Cancelled
                if gold.leftmost[x] == gold_left:
                    for y in test.from_leaf_up(test_left):
                        if y in paired[x]:
                            paired[x][y] += forest[-1][y - test_left]
                forest.append(_next_row(forest, gold.leftmost[x] - gold_left, paired[x], test, test_left))
    return forest[-1][-1], paired


def _difference(gold: Forest, test: Forest, x: int, y: int) -> int:
    """The least that a mapping with x mapped to y costs: differences left of, below, above and right of them."""
    right = (len(gold) - x - gold.depths[x]) - (len(test) - y - test.depths[y])
    return (
        abs(gold.leftmost[x] - test.leftmost[y])
        + abs(gold.sizes[x] - test.sizes[y])
        + abs(gold.depths[x] - test.depths[y])
        + abs(right)
    )


def _next_row(
    forest: list[list[int]], corner_row: int, paired: dict[int, int], test: Forest, test_left: int
) -> list[int]:
    """The row of a table for one gold node more, whose pairs are ``paired``. Rows never fall from left to right."""
    row = forest[-1].copy()
    for y, value in paired.items():
        column = y - test_left + 1
        if 0 < column < len(row):
            total = value + forest[corner_row][test.leftmost[y] - test_left]
            if total > row[column]:
                end = bisect_left(row, total, column)
                row[column:end] = [total] * (end - column)
    return row


def _walked_back(gold: Forest, test: Forest, paired: list[dict[int, int]]) -> list[tuple[int, int]]:
    """The pairs, walking back from the last cell of each table: a pair before a deletion before an insertion."""
    found = []
    waiting = [(0, len(gold), 0, len(test))]
    while waiting:
        gold_left, gold_end, test_left, test_end = waiting.pop()
        forest = [[0] * (test_end - test_left + 1)]
        for x in range(gold_left, gold_end):
            forest.append(_next_row(forest, gold.leftmost[x] - gold_left, paired[x], test, test_left))
        row, column = gold_end - gold_left, test_end - test_left
        while row and column:
            x, y = gold_left + row - 1, test_left + column - 1
            corner_row, corner_column = gold.leftmost[x] - gold_left, test.leftmost[y] - test_left
            value = paired[x].get(y)
            if value is not None and forest[row][column] == value + forest[corner_row][corner_column]:
                found.append((x, y))
                waiting.append((gold.leftmost[x], x, test.leftmost[y], y))
                row, column = corner_row, corner_column
            elif forest[row][column] == forest[row - 1][column]:
                row -= 1
            else:
                column -= 1
    return sorted(found)
