"""How the sentences of a system were paired with those of the gold, for any kind of comparison that aligns them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.sentence_pairing import GOLD_ONLY, MOVED, TEST_ONLY

IN_ORDER = TEST_ONLY + 1
"""The same number in both files, where nothing else is asked."""
WAYS = (
    "by text", "by text, elsewhere", "by id", "by place", "across sentence breaks", "only in the gold",
    "only in the system", "in order",
)  # fmt: skip
"""What the ways of pairing are called (``mappings/sentence_pairing.py``)."""


@dataclass(frozen=True, eq=False)
class SentencePairing:
    """Which sentences of the gold and of a system stand for each other.

    ``units``: ``[units, 4]`` first and last (half-open) sentence of the gold, the same of the system; one side may be empty.

    Per unit, ``edits``: characters that differ; ``ways``: how it was paired, an index of WAYS; ``rows``: the row of the score
    table, -1 for none.
    """

    units: NDArray[np.int64]
    edits: NDArray[np.int64]
    ways: NDArray[np.uint8]
    rows: NDArray[np.int64]

    @cached_property
    def is_plain(self) -> NDArray[np.bool_]:
        """Units of one sentence each that have their place in both files and the same characters."""
        one_each = (self.units[:, 1] - self.units[:, 0] == 1) & (self.units[:, 3] - self.units[:, 2] == 1)
        plain: NDArray[np.bool_] = one_each & (self.ways != MOVED) & (self.edits == 0)
        return plain


def in_order(gold: int, test: int, rows: NDArray[np.int64]) -> SentencePairing:
    """The pairing by number of so many sentences; ``rows``: the first sentence of the gold in each row of the score table."""
    numbers = np.arange(max(gold, test))
    limits = [np.minimum(numbers[:, None] + (0, 1), count) for count in (gold, test)]
    units = np.concatenate(limits, axis=1)
    of_units = np.searchsorted(rows, units[:, 0], "right") - 1
    there = np.where(units[:, 0] < units[:, 1], of_units, -1)
    ways = np.select([numbers >= test, numbers >= gold], [GOLD_ONLY, TEST_ONLY], IN_ORDER).astype(np.uint8)
    return SentencePairing(units, np.zeros(len(units), np.int64), ways, there)


def rows_of_test(pairing: SentencePairing) -> NDArray[np.int64]:
    """The row of the score table in which each sentence of the system stands; -1 for none."""
    units = pairing.units
    found = np.full(int(units[:, 3].max(initial=0)), -1, np.int64)
    for row, (first, last) in zip(pairing.rows.tolist(), units[:, 2:].tolist(), strict=True):
        found[first:last] = row
    return found
