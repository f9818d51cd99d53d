"""How the sentences of a system were paired with those of the gold, for any kind of comparison that aligns them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

IN_ORDER, BY_ID, BY_TEXT, ACROSS, GOLD_ONLY, SYSTEM_ONLY = (
    "in order", "by id", "by text", "across sentence breaks", "only in the gold", "only in the system",
)  # fmt: skip
WAYS = (IN_ORDER, BY_ID, BY_TEXT, ACROSS, GOLD_ONLY, SYSTEM_ONLY)


@dataclass(frozen=True, eq=False)
class SentencePairing:
    """Which sentences of the gold and of a system stand for each other.

    ``units``: ``[units, 4]`` first and last (half-open) sentence of the gold, the same of the system; one side may be empty.

    ``edits``: characters that differ, per unit. ``by_id``: ids paired them. ``rows``: per unit the row of the score table, -1
    for none.
    """

    units: NDArray[np.int64]
    edits: NDArray[np.int64]
    by_id: bool
    rows: NDArray[np.int64]

    @cached_property
    def ways(self) -> list[str]:
        """How each unit was paired, one of WAYS: ``in order`` is the same number in both files."""
        gold, test = (self.units[:, column + 1] - self.units[:, column] for column in (0, 2))
        one_each = BY_ID if self.by_id else BY_TEXT
        same_number = (self.units[:, 0] == self.units[:, 2]) & (not self.by_id)
        return [
            GOLD_ONLY
            if t == 0
            else SYSTEM_ONLY
            if g == 0
            else ACROSS
            if (g, t) != (1, 1)
            else IN_ORDER
            if same
            else one_each
            for g, t, same in zip(gold.tolist(), test.tolist(), same_number.tolist(), strict=True)
        ]

    @cached_property
    def is_plain(self) -> NDArray[np.bool_]:
        """Units of one sentence each that follow the one before on both sides and have the same characters."""
        one_each = (self.units[:, 1] - self.units[:, 0] == 1) & (self.units[:, 3] - self.units[:, 2] == 1)
        in_order = self.units[:, 2] >= np.maximum.accumulate(np.append(0, self.units[:-1, 3]))
        plain: NDArray[np.bool_] = one_each & in_order & (self.edits == 0)
        return plain
