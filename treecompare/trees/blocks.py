"""Files in blocks of sentences, so that long work on them can be shown, and ended, in between."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.arcs import sums_before

WORDS = 25_000
"""In a block: some hundredths of a second for whatever is done with trees in numpy."""


def blocks(lengths: NDArray[np.int64]) -> list[tuple[int, int]]:
    """First and last sentence (half open) of blocks of about WORDS words, where ``lengths`` are the words per sentence; one
    block without sentences where there are none."""
    if not len(lengths):
        return [(0, 0)]
    ends = np.cumsum(lengths + 1)  # a sentence without words is work, too
    firsts = np.flatnonzero(np.diff(ends // WORDS, prepend=-1)).tolist()
    return list(zip(firsts, [*firsts[1:], len(lengths)], strict=True))


def joined_offsets(parts: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """The offsets of blocks one after the other, each of which begins with 0."""
    return sums_before(np.concatenate([np.diff(part) for part in parts]))
