"""Least-cost mappings of ordered forests in Python: the readable twin of edits.c, with the same results and, at the end, with the
functions of ``_edits``, whose place it takes.

The recurrence is Zhang and Shasha's (SIAM J. Computing 18, 1989), turned round: deleting and inserting everything
costs n + m, and every pair of a mapping gains 2 minus the cost of its swap. The best mapping has the greatest sum
of gains; deletions and insertions add nothing::

    forest[x][y] = max(forest[x-1][y], forest[x][y-1], forest[left(x)-1][left(y)-1] + paired[x][y])
    paired[x][y] = gain(x, y) + forest[x-1][y-1]        within the subtrees of x and y

``forest[x][y]`` is the best sum over the nodes from some leaf up to x, against those from some leaf up to y, in
postorder; ``paired[x][y]`` the best one over the two subtrees with x mapped to y.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled
from treecompare.mappings.edits import LabelCosts
from treecompare.trees.columns import Numbers

CELLS = 4_000_000
"""So many numbers are in memory for the leaves that are taken together; a single leaf may need more."""
FINEST = 6_300_000_000


@dataclass(frozen=True, eq=False)
class Forest:
    """Nodes in postorder: codes (below 0: words) and sizes of subtrees."""

    codes: Sequence[int]
    sizes: Sequence[int]

    def __len__(self) -> int:
        return len(self.codes)

    def part(self, first: int, last: int) -> Forest:
        """These nodes only, whole trees."""
        return Forest(self.codes[first:last], self.sizes[first:last])

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
    def tables(self) -> list[tuple[int, int]]:
        """What needs a table, from right to left: each leaf with the end of the greatest tree that begins there; then all."""
        ends = {int(leaf): node + 1 for node, leaf in enumerate(self.leftmost)}
        return sorted((ends | {0: len(self)}).items(), reverse=True)


class Weights:
    """What a pair gains, in one number.

    Criteria in falling order: cost; matches; with label costs fewest swaps (else the first two settle them); with
    ``spans`` most pairs over equal spans. Each counts at most ``pairs``, so base ``pairs + 1`` separates them. Label
    costs are counted in ``unit``s of 1 / FINEST, coarser by tens where a sum would not fit 63 bits.
    """

    def __init__(self, costs: LabelCosts | None, pairs: int, spans: bool = False) -> None:
        base = pairs + 1
        self.costs, self.spans = costs, spans
        self.bonus, self.penalty, self.unit = (base if spans else 1), 0, 1
        if costs is not None:
            self.unit = FINEST
            while self.unit > 6 and 2 * self.unit * self.bonus * base**3 > 10**18:
                self.unit //= 10
            self.bonus, self.penalty = self.bonus * base, self.bonus
        self.step = self.bonus * base
        """The weight of one unit of cost."""

    def saved(self, gold_code: int, test_code: int) -> tuple[int, bool]:
        """Units that mapping the codes saves (0: never worth it), and whether they match."""
        cost: float | None = None
        if gold_code != test_code:
            cost = 1.0 if self.costs is None else self.costs.swap_cost(gold_code, test_code)
        return (2 * self.unit, True) if cost is None else (max(2 * self.unit - int(cost * self.unit + 0.5), 0), False)

    def gains(self, gold: Forest, test: Forest) -> Numbers:
        """The value of mapping each gold node to each test node: ``[gold nodes, test nodes]``; 0: never worth it."""

        def gain(gold_code: int, test_code: int) -> int:
            saved, match = self.saved(gold_code, test_code)
            return saved * self.step + (self.bonus if match else -self.penalty) if saved else 0

        rows, row = np.unique(gold.codes, return_inverse=True)
        columns, column = np.unique(test.codes, return_inverse=True)
        kinds = np.array([[gain(a, b) for b in columns.tolist()] for a in rows.tolist()], np.int64)
        gains: Numbers = kinds[np.ix_(row, column)]
        if self.spans:
            gains += (gains > 0) & (gold.spans[:, None] == test.spans[None, :]).all(axis=2)
        return gains


def count_pair(
    gold: Forest, test: Forest, costs: LabelCosts | None, limit: int, cancel: NDArray[np.int32]
) -> tuple[tuple[int, int, int, int], float] | None:
    """Matched, swapped, deleted, inserted of the best mapping, and its cost; None where the sentences differ and have more than
    ``limit`` node pairs."""
    n, m = len(gold), len(test)
    gold, test = _trimmed(gold, test, lambda a, b: Weights(costs, 0).saved(a, b)[1])
    if len(gold) and len(test) and n * m > limit:
        return None
    weights = Weights(costs, min(len(gold), len(test)))
    saved = [weights.saved(gold.codes[x], test.codes[y]) for x, y in _best(gold, test, weights, cancel)]
    matched = sum(match for _, match in saved)
    mapped, stripped = len(saved), n - len(gold)
    cost = (len(gold) + len(test)) * weights.unit - sum(units for units, _ in saved)
    counts = matched + stripped, mapped - matched, len(gold) - mapped, len(test) - mapped
    return counts, cost / weights.unit


def _trimmed(gold: Forest, test: Forest, match: Callable[[int, int], bool]) -> tuple[Forest, Forest]:
    """Both forests without what some best mapping surely matches, which is as much of both.

    Two single trees with matching roots: some best mapping pairs the roots, for at most one of them is mapped to
    something else, and no pair gains more than a match. Forests that begin or end with matching trees t and u: some best
    mapping pairs t with u node by node. For not both can t have partners outside u and u partners outside t (they would
    cross); so all pairs with a node of t or u have a node of the same one of them; these are at most as many as t has
    nodes, and none gains more than a match. None of this needs costs to be a metric.
    """

    def first_root(forest: Forest) -> int:
        node = len(forest) - 1
        while node >= forest.sizes[node]:
            node -= forest.sizes[node]
        return node

    def alike(one: Forest, other: Forest) -> bool:
        return one.sizes == other.sizes and all(map(match, one.codes, other.codes))

    while len(gold) and len(test):
        n, m, first, size = len(gold), len(test), first_root(gold) + 1, gold.sizes[-1]
        if first == first_root(test) + 1 and alike(gold.part(0, first), test.part(0, first)):
            gold, test = gold.part(first, n), test.part(first, m)
        elif size == test.sizes[-1] and alike(gold.part(n - size, n), test.part(m - size, m)):
            gold, test = gold.part(0, n - size), test.part(0, m - size)
        elif size == n and test.sizes[-1] == m and match(gold.codes[-1], test.codes[-1]):
            gold, test = gold.part(0, n - 1), test.part(0, m - 1)
        else:
            break
    return gold, test


def _best(gold: Forest, test: Forest, weights: Weights, cancel: NDArray[np.int32]) -> list[tuple[int, int]]:
    """The pairs of the best mapping: a table per leaf of both, then back from the last cell of each; there a pair goes before a
    deletion, that before an insertion."""
    if not len(gold) or not len(test):
        return []
    gains = weights.gains(gold, test)
    paired = np.zeros_like(gains)
    together = max(1, CELLS // gains.size)
    leaves = sorted({0, *test.leftmost.tolist()})
    # from right to left: a table needs the pairs that begin further right
    for last in range(len(leaves), 0, -together):
        for begin, end in gold.tables:
            _table(gold, begin, end, test, leaves[max(last - together, 0) : last], gains, paired, cancel)
    found = []
    waiting = [(0, len(gold), 0, len(test))]
    while waiting:
        begin, x, leaf, y = waiting.pop()
        forest = _table(gold, begin, x, test, [leaf], gains, paired, cancel)[:, 0].tolist()
        while x > begin and y > leaf:
            here = forest[x - begin][y]
            left, left_there = int(gold.leftmost[x - 1]), int(test.leftmost[y - 1])
            value = int(paired[x - 1, y - 1])
            if value and left_there >= leaf and here == value + forest[left - begin][left_there]:
                found.append((x - 1, y - 1))
                waiting.append((left, x - 1, left_there, y - 1))
                x, y = left, left_there
            elif here == forest[x - 1 - begin][y]:
                x -= 1
            else:
                y -= 1
    return sorted(found)


def _table(
    gold: Forest, begin: int, end: int, test: Forest, leaves: Sequence[int], gains: Numbers, paired: Numbers,
    cancel: NDArray[np.int32],
) -> Numbers:  # fmt: skip
    """The tables of the gold leaf ``begin`` with each of the test leaves; ``paired`` gets what begins with it and one of them.

    ``forest[x, leaf, y]``: the best sum of the first x gold nodes from ``begin`` on against those of the first y test nodes that
    do not lie left of the leaf.
    """
    left = test.leftmost
    inside = left >= np.array(leaves)[:, None]
    begins = np.flatnonzero(np.isin(left, leaves))
    own = np.searchsorted(leaves, left[begins])
    forest = np.zeros((end - begin + 1, len(leaves), len(test) + 1), np.int64)
    for row, x in enumerate(range(begin, end)):
        if cancel[0]:
            raise Cancelled
        corner = gold.leftmost[x] - begin
        if corner == 0:
            gain = gains[x, begins]
            paired[x, begins] = (gain > 0) * (gain + forest[row, own, begins])
        with_x = forest[corner][:, left] + inside * paired[x]
        np.maximum(forest[row, :, 1:], with_x, out=with_x)
        np.maximum.accumulate(with_x, axis=1, out=forest[row + 1, :, 1:])
    return forest


# -- as the kernel has them: columns of whole files, and ways to the same counts (``flags``), of which the twin knows one --------

Codes = NDArray[np.int32]
Costs = LabelCosts


def _forest(codes: Codes, sizes: Codes, here: slice = slice(None)) -> Forest:
    return Forest(codes[here].tolist(), sizes[here].tolist())


def _sentence(codes: Codes, sizes: Codes, offsets: Numbers, sentence: int) -> Forest:
    return _forest(codes, sizes, slice(*offsets[sentence : sentence + 2].tolist()))


def count_edits(
    gold_codes: Codes, gold_sizes: Codes, gold_offsets: Numbers, test_codes: Codes, test_sizes: Codes, test_offsets: Numbers,
    first: int, last: int, out: Numbers, cancel: Codes, costs: LabelCosts | None, out_cost: NDArray[np.float64] | None,
    flags: int, limit: int,
) -> int:  # fmt: skip
    """See :func:`treecompare.mappings.edits.count_edits`."""
    for index in range(first, last):
        gold = _sentence(gold_codes, gold_sizes, gold_offsets, index)
        test = _sentence(test_codes, test_sizes, test_offsets, index)
        try:
            counts = count_pair(gold, test, costs, limit, cancel)
        except Cancelled:
            return index - first
        out[index], cost = (-1, -1.0) if counts is None else counts
        if out_cost is not None:
            out_cost[index] = cost
    return last - first


class Trees:
    """Trees for distances between any two of them."""

    def __init__(self, codes: Codes, sizes: Codes, offsets: Numbers) -> None:
        self._all = [_sentence(codes, sizes, offsets, tree) for tree in range(len(offsets) - 1)]

    def of_pairs(
        self, first: Codes, second: Codes, begin: int, end: int, out: Codes, cancel: Codes, limit: int
    ) -> None:
        """Fills the places from begin up to end."""
        for place in range(begin, end):
            out[place] = self._distance(first[place], second[place], cancel, limit)

    def of_rows(self, begin: int, end: int, out: Codes, cancel: Codes, limit: int) -> None:
        """Fills the rows and columns from begin up to end as far as the diagonal."""
        for row in range(begin, end):
            for column in range(row):
                out[row, column] = out[column, row] = self._distance(row, column, cancel, limit)

    def _distance(self, first: int, second: int, cancel: Codes, limit: int) -> int:
        counts = count_pair(self._all[first], self._all[second], None, limit, cancel)
        return 0 if counts is None else sum(counts[0][1:])


def edit_pairs(
    gold_codes: Codes, gold_sizes: Codes, test_codes: Codes, test_sizes: Codes, cancel: Codes, costs: LabelCosts | None,
    flags: int, limit: int,
) -> list[tuple[int, int]] | None:  # fmt: skip
    """The pairs of two sentences, ascending; None where there are more than ``limit`` node pairs."""
    if len(gold_codes) * len(test_codes) > limit:
        return None
    gold, test = _forest(gold_codes, gold_sizes), _forest(test_codes, test_sizes)
    return _best(gold, test, Weights(costs, min(len(gold), len(test)), spans=True), cancel)


def edit_maps(
    gold_codes: Codes, gold_sizes: Codes, gold_offsets: Numbers, test_codes: Codes, test_sizes: Codes, test_offsets: Numbers,
    sentences: Numbers, out: Codes, cancel: Codes, costs: LabelCosts | None, of_gold: NDArray[np.uint8] | None,
    of_test: NDArray[np.uint8], relabelled: Codes, flags: int, limit: int,
) -> None:  # fmt: skip
    """See :func:`treecompare.mappings.edits.edit_maps`."""
    for sentence in sentences.tolist():
        here, there = (slice(*offsets[sentence : sentence + 2].tolist()) for offsets in (gold_offsets, test_offsets))
        gold, test, own = gold_codes[here], test_codes[there], costs
        if of_gold is not None:
            own = _discounted(gold, test, costs, of_gold[here], of_test[there], relabelled[there])
            gold, test = np.split(np.arange(len(gold) + len(test), dtype=np.int32), [len(gold)])
        for node, other in edit_pairs(gold, gold_sizes[here], test, test_sizes[there], cancel, own, flags, limit) or ():
            out[here.start + node] = other


def _discounted(
    gold: Codes, test: Codes, costs: LabelCosts | None, of_gold: NDArray[np.uint8], of_test: NDArray[np.uint8], relabelled: Codes
) -> LabelCosts:  # fmt: skip
    """Costs under which every node has a code and a row of its own, gold nodes first."""
    differs = gold[:, None] != test[None, :]
    if costs is not None:
        rows, columns = (np.array([costs.row(int(code)) for code in side], np.int64) for side in (gold, test))
        is_equal = costs.equal[rows[:, None], columns[None, :]] > 0
        differs &= ~(is_equal & (rows >= 0)[:, None] & (columns >= 0)[None, :])
    saved = of_gold.astype(np.float64)[:, None] + of_test[None, :]
    saved -= (gold[:, None] == relabelled[None, :]) & differs
    most = max(len(gold), len(test))
    swap = np.ones((most, most))
    swap[: len(gold), : len(test)] = differs + saved / (2 * (len(gold) + len(test)) + 2)
    rows = np.concatenate((np.arange(len(gold)), np.arange(len(test))))
    return LabelCosts(rows.astype(np.int32), swap, swap == 0)
