"""T-mapping (Emms 2008, section 1): least-cost tree distance that keeps order and ancestry.

Deletions and insertions cost 1, a swap (relabelling) 1 or what :class:`LabelCosts` says, a match 0. Words are nodes and
have codes below 0, other nodes codes of at least 0; equal codes match. A sentence is a forest in postorder; both sides
stand under a virtual root that is mapped to its counterpart, costs nothing and is not counted.

Ties: least cost, then most matches (the same as a swap of 1 + ε), then, under label costs, fewest swaps (else
cost and matches settle them). Counts are those of all mappings that are best so far. The pairs of one mapping
are chosen further: most pairs over equal spans, then the backtrace of the left decomposition from the last nodes,
preferring pair, then deletion, then insertion.

The compiled kernel ``_edits`` and the Python twin ``_edits_twin`` give the same results.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.compiled import kernel
from treecompare.errors import Cancelled, TreecompareError
from treecompare.mappings import _edits_twin as twin
from treecompare.mappings._edits_twin import Savings

LIMIT = 150_000_000
"""Largest number of gold nodes times test nodes that is tried."""

ALGORITHMS: Mapping[str, Savings] = {
    "auto": Savings.TRIM | Savings.BAND,
    "plain": Savings.NONE,
    "left": Savings.LEFT,
    "right": Savings.RIGHT,
    "trimmed": Savings.TRIM,
    "banded": Savings.BAND | Savings.FORCE,
    "banded-left": Savings.BAND | Savings.FORCE | Savings.LEFT,
    "banded-right": Savings.BAND | Savings.FORCE | Savings.RIGHT,
    "trimmed-banded": Savings.TRIM | Savings.BAND | Savings.FORCE,
}
"""Ways to the same counts, for tests and benchmarks: ``plain`` takes the better of left and right decomposition."""


def _no_rows() -> NDArray[np.int32]:
    return np.zeros(0, np.int32)


@dataclass(frozen=True, eq=False)
class LabelCosts:
    """Costs of swapping labels; deletions and insertions cost 1 throughout.

    ``rows``: row per code, -1 for none; codes beyond its length have none. ``word_rows``: the same for words, at index
    -1 - code. ``swap[gold row, test row]``: the cost, not necessarily symmetric; 2 and more act as 2: such a pair is
    never mapped, since deletion and insertion cost no more. ``equal[gold row, test row]``: the pair is a match and costs 0.
    Unlisted pairs cost 1, equal codes 0. Costs are rounded to multiples of 1 / 6,300,000,000, so decimals up to eight
    places, thirds, sevenths and ninths add up exactly (coarser by tens for sentences of thousands of words).

    Raises:
        ValueError: shapes do not fit, a row is out of range, a cost is negative or not a number.
    """

    rows: NDArray[np.int32]
    swap: NDArray[np.float64]
    equal: NDArray[np.bool_]
    word_rows: NDArray[np.int32] = field(default_factory=_no_rows)

    def __post_init__(self) -> None:
        count = len(self.swap)
        if self.swap.shape != (count, count) or self.equal.shape != (count, count):
            raise ValueError(f"swap {self.swap.shape} and equal {self.equal.shape} must be square and of one size")
        if any(len(rows) and not -1 <= rows.min() <= rows.max() < count for rows in (self.rows, self.word_rows)):
            raise ValueError(f"rows must be between -1 and {count - 1}")
        if not (self.swap >= 0).all():
            raise ValueError("costs must be numbers of at least 0")

    def row(self, code: int) -> int:
        """The row of a code, -1 for none."""
        rows, place = (self.rows, code) if code >= 0 else (self.word_rows, -1 - code)
        return int(rows[place]) if place < len(rows) else -1

    def swap_cost(self, gold_code: int, test_code: int) -> float | None:
        """The cost of mapping two nodes with these unequal codes; None if they match."""
        row, column = self.row(gold_code), self.row(test_code)
        if row < 0 or column < 0:
            return 1.0
        return None if self.equal[row, column] else float(self.swap[row, column])


def count_edits(
    gold_codes: NDArray[np.int32],
    gold_sizes: NDArray[np.int32],
    gold_offsets: NDArray[np.int64],
    test_codes: NDArray[np.int32],
    test_sizes: NDArray[np.int32],
    test_offsets: NDArray[np.int64],
    first: int,
    last: int,
    out: NDArray[np.int64],
    cancel: NDArray[np.int32] | None = None,
    costs: LabelCosts | None = None,
    out_cost: NDArray[np.float64] | None = None,
    algorithm: str = "auto",
) -> int:
    """Counts the T-mappings of the sentences ``first:last``; returns how many were finished.

    Codes and sizes (subtree with its root) have one entry per node, postorder within a sentence; sentence k holds the nodes
    ``offsets[k]:offsets[k + 1]``, possibly none. ``out[k]`` (int64[n, 4]) becomes matched, swapped, deleted, inserted, words
    included, and ``out_cost[k]`` (float64[n]) the cost. Sentences that differ and have more than :data:`LIMIT` node
    pairs are not tried: their row and cost are -1. ``cancel[0] != 0`` (int32[1]) ends the work at once. Threads may call this
    for disjoint ranges: the kernel releases the GIL and has its scratch memory per call.

    Raises:
        MemoryError: the tables of a pair do not fit.
    """
    cancel = np.zeros(1, np.int32) if cancel is None else cancel
    savings = ALGORITHMS[algorithm]
    compiled = kernel("mappings._edits")
    if compiled is not None:
        finished: int = compiled.count_edits(
            _whole(gold_codes), _whole(gold_sizes), _whole(gold_offsets, np.int64), _whole(test_codes), _whole(test_sizes),
            _whole(test_offsets, np.int64), first, last, out, cancel, _packed(compiled, costs), out_cost, savings, LIMIT,
        )  # fmt: skip
        return finished
    for index in range(first, last):
        try:
            counts = twin.count_pair(
                _forest(gold_codes, gold_sizes, int(gold_offsets[index]), int(gold_offsets[index + 1])),
                _forest(test_codes, test_sizes, int(test_offsets[index]), int(test_offsets[index + 1])),
                costs, savings, LIMIT, cancel,
            )  # fmt: skip
        except Cancelled:
            return index - first
        if counts is None:
            out[index], cost = -1, -1.0
        else:
            out[index], cost = (counts.matched, counts.swapped, counts.deleted, counts.inserted), counts.cost
        if out_cost is not None:
            out_cost[index] = cost
    return last - first


def edit_pairs(
    gold_codes: NDArray[np.int32],
    gold_sizes: NDArray[np.int32],
    test_codes: NDArray[np.int32],
    test_sizes: NDArray[np.int32],
    costs: LabelCosts | None = None,
    algorithm: str = "auto",
    cancel: NDArray[np.int32] | None = None,
) -> list[tuple[int, int]]:
    """The mapped pairs (gold node, test node) of two sentences, words included, in ascending gold postorder.

    One entry per node in postorder, 0-based; spans are half-open intervals of word positions. Of ``algorithm`` only the
    band matters here: it changes no pair. An empty side gives no pairs. ``cancel[0] != 0`` (int32[1]) ends the work at once.

    Raises:
        Cancelled: the work was ended before the pairs were found.
        TreecompareError: there are more than :data:`LIMIT` node pairs.
        MemoryError: the tables do not fit.
    """
    savings = ALGORITHMS[algorithm]
    cancel = np.zeros(1, np.int32) if cancel is None else cancel
    compiled = kernel("mappings._edits")
    found: list[tuple[int, int]] | None
    if compiled is not None:
        sides = _whole(gold_codes), _whole(gold_sizes), _whole(test_codes), _whole(test_sizes)
        found = compiled.edit_pairs(*sides, cancel, _packed(compiled, costs), savings, LIMIT)
    else:
        gold = _forest(gold_codes, gold_sizes, 0, len(gold_codes))
        test = _forest(test_codes, test_sizes, 0, len(test_codes))
        found = twin.pairs(gold, test, costs, savings, LIMIT, cancel)
    if cancel[0]:
        raise Cancelled
    if found is None:
        raise TreecompareError(
            f"the trees are too large for a tree distance: {len(gold_codes)} and {len(test_codes)} nodes"
        )
    return found


def _whole(array: NDArray[Any], kind: type[np.generic] = np.int32) -> NDArray[Any]:
    """The array without gaps and of the kernel's type."""
    return np.ascontiguousarray(array, kind)


def _packed(compiled: ModuleType, costs: LabelCosts | None) -> Any:
    """The costs as the kernel wants them."""
    if costs is None:
        return None
    swap, equal = _whole(costs.swap, np.float64), _whole(costs.equal, np.uint8)
    return compiled.Costs(_whole(costs.rows), _whole(costs.word_rows), swap, equal)


def _forest(codes: NDArray[np.int32], sizes: NDArray[np.int32], first: int, last: int) -> twin.Forest:
    return twin.Forest(codes[first:last].tolist(), sizes[first:last].tolist())
