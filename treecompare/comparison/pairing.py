"""How the sentences of a system were paired with those of the gold, for any kind of comparison that aligns them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.characters import once_in_both

IN_ORDER, BY_ID, BY_TEXT, ACROSS, GOLD_ONLY, SYSTEM_ONLY = (
    "in order", "by id", "by text", "across sentence breaks", "only in the gold", "only in the system",
)  # fmt: skip
WAYS = (IN_ORDER, BY_ID, BY_TEXT, ACROSS, GOLD_ONLY, SYSTEM_ONLY)


@dataclass(frozen=True, eq=False)
class SentencePairing:
    """Which sentences of the gold and of a system stand for each other.

    ``units``: ``[units, 4]`` first and last (half-open) sentence of the gold, the same of the system; one side may be empty.

    Per unit, ``edits``: characters that differ; ``by_id``: whether their ids paired them; ``rows``: the row of the score table, -1
    for none.
    """

    units: NDArray[np.int64]
    edits: NDArray[np.int64]
    by_id: NDArray[np.bool_]
    rows: NDArray[np.int64]

    @cached_property
    def ways(self) -> list[str]:
        """How each unit was paired, one of WAYS: ``in order`` is the same number in both files."""
        gold, test = (self.units[:, column + 1] - self.units[:, column] for column in (0, 2))
        same_number = self.units[:, 0] == self.units[:, 2]
        conditions = [test == 0, gold == 0, (gold > 1) | (test > 1), self.by_id, same_number]
        ways: list[str] = np.select(conditions, [GOLD_ONLY, SYSTEM_ONLY, ACROSS, BY_ID, IN_ORDER], BY_TEXT).tolist()
        return ways

    @cached_property
    def is_plain(self) -> NDArray[np.bool_]:
        """Units of one sentence each that follow the one before on both sides and have the same characters."""
        one_each = (self.units[:, 1] - self.units[:, 0] == 1) & (self.units[:, 3] - self.units[:, 2] == 1)
        in_order = self.units[:, 2] >= np.maximum.accumulate(np.append(0, self.units[:-1, 3]))
        plain: NDArray[np.bool_] = one_each & in_order & (self.edits == 0)
        return plain


def in_order(gold: int, test: int, rows: NDArray[np.int64]) -> SentencePairing:
    """The pairing by number of so many sentences; ``rows``: the first sentence of the gold in each row of the score table."""
    numbers = np.arange(max(gold, test))
    limits = [np.minimum(numbers[:, None] + (0, 1), count) for count in (gold, test)]
    units = np.concatenate(limits, axis=1)
    of_units = np.searchsorted(rows, units[:, 0], "right") - 1
    there = np.where(units[:, 0] < units[:, 1], of_units, -1)
    return SentencePairing(units, np.zeros(len(units), np.int64), np.zeros(len(units), np.bool_), there)


def rows_of_test(pairing: SentencePairing) -> NDArray[np.int64]:
    """The row of the score table in which each sentence of the system stands; -1 for none."""
    units = pairing.units
    found = np.full(int(units[:, 3].max(initial=0)), -1, np.int64)
    for row, (first, last) in zip(pairing.rows.tolist(), units[:, 2:].tolist(), strict=True):
        found[first:last] = row
    return found


def same_ids(
    units: NDArray[np.int64],
    edits: NDArray[np.int64],
    gold_ids: Sequence[str | None] | None,
    test_ids: Sequence[str | None] | None,
) -> NDArray[np.bool_]:
    """Which units were paired by their ids, as :func:`treecompare.mappings.characters.align` does it: one sentence each, with an
    id that both files have once, and the same characters too if not every sentence has such an id."""
    found = np.zeros(len(units), np.bool_)
    if not gold_ids or not test_ids:
        return found
    partner = once_in_both(gold_ids, test_ids)
    one_each = ((units[:, 1::2] - units[:, ::2]) == 1).all(axis=1)
    if not len(partner) == len(gold_ids) == len(test_ids):
        one_each &= edits == 0
    found[one_each] = [partner.get(gold) == test for gold, test in units[one_each][:, ::2].tolist()]
    return found
