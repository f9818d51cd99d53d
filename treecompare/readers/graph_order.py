"""Where nodes stand in postorder, daughters in the order of their first words: for many sentences at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.tree import DEEPEST

NO_MOTHER = -1


@dataclass(frozen=True, eq=False)
class Placed:
    """Per node where its subtree begins in the columns of the trees, and how many entries of these it takes; per sentence how many
    entries it has, and whether it is no tree: nodes form a cycle, or are nested too deep."""

    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    lengths: NDArray[np.int64]
    are_none: NDArray[np.bool_]


def placed(
    mothers: NDArray[np.int64], keys: NDArray[np.int64], entries: NDArray[np.int64], sentence_of: NDArray[np.int64],
    refused: NDArray[np.bool_],
) -> Placed:  # fmt: skip
    """The places of nodes.

    ``mothers``: places of nodes, or NO_MOTHER. ``keys``: what comes first among sisters, the least of a subtree counts; no two are
    the same. ``entries``: how many each node itself takes. ``refused``: sentences that get none, as those that are no trees.
    """
    nodes, sentences = len(mothers), len(refused)
    keys, sizes = keys.copy(), entries.copy()
    levels = _from_below(mothers, keys, sizes)
    heights = np.zeros(nodes, np.int64)
    for height, level in enumerate(levels, 1):
        heights[level] = height
    are_none = np.zeros(sentences, np.bool_)
    are_none[sentence_of[(heights == 0) | (heights >= DEEPEST)]] = True
    sizes[(refused | are_none)[sentence_of]] = 0
    above = np.where(mothers == NO_MOTHER, nodes + sentence_of, mothers)
    lengths = np.bincount(above, sizes, nodes + sentences)[nodes:].astype(np.int64)
    # sisters, the first one first: each begins where the one before it ends
    order = np.argsort(above * (int(keys.max(initial=0)) + 1) + keys)
    ends = np.cumsum(sizes[order])
    before = ends - sizes[order]
    is_first = np.diff(above[order], prepend=-1) != 0
    before -= np.maximum.accumulate(np.where(is_first, before, 0))
    starts = np.zeros(nodes + sentences, np.int64)
    starts[order] = before
    starts[nodes:] = np.cumsum(lengths) - lengths
    for level in reversed(levels):
        starts[level] += starts[above[level]]
    return Placed(starts[:nodes], sizes, lengths, are_none)


def _from_below(
    mothers: NDArray[np.int64], keys: NDArray[np.int64], sizes: NDArray[np.int64]
) -> list[NDArray[np.int64]]:
    """The nodes by height, those without daughters first; those of cycles are in none, nor what is higher than trees may be. On the
    way, each node gets the least of the keys below it, and the sum of the sizes."""
    waiting = np.bincount(mothers[mothers >= 0], minlength=len(mothers))
    mark = np.zeros(len(mothers), np.int64)
    ready = np.flatnonzero(waiting == 0)
    levels: list[NDArray[np.int64]] = []
    while len(ready) and len(levels) < DEEPEST:
        levels.append(ready)
        below = ready[mothers[ready] >= 0]
        above = mothers[below]
        np.minimum.at(keys, above, keys[below])
        np.add.at(sizes, above, sizes[below])
        np.subtract.at(waiting, above, 1)
        above = above[waiting[above] == 0]
        mark[above] = np.arange(len(above))
        ready = above[mark[above] == np.arange(len(above))]
    return levels


def is_below_itself(mothers: list[int]) -> int | None:
    """The first node of a sentence that has a cycle above it or is on one; None: there is no cycle."""
    fine: set[int] = set()
    for place in range(len(mothers)):
        path: set[int] = set()
        above = place
        while above >= 0 and above not in fine:
            if above in path:
                return place
            path.add(above)
            above = mothers[above]
        fine |= path
    return None
