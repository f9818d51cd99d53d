"""On which sentences figures rest that stand side by side. Nothing else decides it.

The *common set* holds the sentences that are scored for every system with a coverage of at least one half: by their status, not by
their scores (0/0 is a score here), nor by which measures are shown. A system below one half is set aside: its figures rest on its
own sentences, it has no rank, and takes no sentence away from the others. A measure that some of these sentences cannot have (a
tree was too large, words have to be equal) has a set of its own within the common one.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Sentences = Literal["common", "own"]
SENTENCES: tuple[Sentences, ...] = ("common", "own")
WELL_COVERED = 0.95
"""A coverage below it is marked."""
MARKED = "Coverage below 95 % is marked."


@dataclass(frozen=True)
class SentenceSet:
    """``rows``: what is taken of ``asked``, the sentences of the gold in each row that is asked for (0 where it is not).

    ``compared``: systems whose figures rest on these rows and have ranks.
    """

    rows: Mask
    asked: Numbers
    compared: Mask

    @property
    def number(self) -> int:
        """How many sentences."""
        return int(self.asked[self.rows].sum())

    @property
    def of(self) -> int:
        """How many there could be."""
        return int(self.asked.sum())

    @cached_property
    def signed(self) -> str:
        """For signatures, equal only for equal rows: ``common:1394``; if not all, or some joined, ``common:1360/1394:5f3ac1``."""
        if not self.compared.any():
            return "own"
        if self.number == self.of == np.count_nonzero(self.rows):
            return f"common:{self.of}"
        ends = np.cumsum(self.asked)
        limits = np.stack((ends - self.asked, ends))[:, self.rows]
        return f"common:{self.number}/{self.of}:{zlib.crc32(limits.astype('<u4').tobytes()) & 0xFFFFFF:06x}"

    @property
    def shown(self) -> str:
        """For people: ``1,393 of 1,394``."""
        return f"{self.number:,} of {self.of:,}"


def common_set(scored: Sequence[Mask], asked: Numbers) -> SentenceSet:
    """The common set of what is ``scored``, ``[systems, rows]`` each, among the sentences that are ``asked`` for, per row.

    ``compared`` is that of the first; the others are further tables that stand beside it.
    """
    of = int(asked.sum())
    enough = [2 * one @ asked >= max(of, 1) for one in scored]
    rows = (asked > 0) & any(one.any() for one in enough)
    for one, compared in zip(scored, enough, strict=True):
        rows = rows & one[compared].all(axis=0)
    return SentenceSet(rows, asked, enough[0])


def narrowed(common: SentenceSet, exist: Mask) -> SentenceSet:
    """The set of a measure that exists on those rows, ``[systems, rows]``."""
    has = exist & common.rows
    compared = common.compared & (2 * has @ common.asked >= max(common.number, 1))
    rows = common.rows & has[compared].all(axis=0) if compared.any() else np.zeros_like(common.rows)
    return SentenceSet(rows, common.asked, compared)
