"""Two segmentations of the same space-delimited words, put side by side as the TedEval program does.

Segments that both have (longest common subsequence) stand at the same position. Where one side has fewer segments than the other,
its last one there reaches over what is left; where it has none, the segment before, if the word has one, reaches over the gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.arcs import sums_before

Segments = Sequence[str]
Extents = list[tuple[int, int]]


@dataclass(frozen=True, eq=False)
class Positions:
    """Where the segments of a file stand: ``starts``, ``ends`` per segment, ``offsets`` per sentence, ``lengths`` in positions."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    offsets: NDArray[np.int64]
    lengths: NDArray[np.int64]

    def of(
        self, sentence: NDArray[np.int64], start: NDArray[np.int64], end: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Spans of segments, half open and not empty, as spans of positions."""
        first = self.offsets[sentence]
        return self.starts[first + start], self.ends[first + end - 1]


def side_by_side(
    golds: Sequence[Sequence[Segments]], tests: Sequence[Sequence[Segments]]
) -> tuple[Positions, Positions]:
    """Both sides' positions; per sentence its words, per word its segments. Raises ValueError: a sentence has not as many words on
    both sides."""
    sides: tuple[list[Extents], list[Extents]] = ([], [])
    lengths = []
    for gold, test in zip(golds, tests, strict=True):
        found: tuple[Extents, Extents] = ([], [])
        place = 0
        for ours, theirs in zip(gold, test, strict=True):
            one, other, width = place_word(ours, theirs)
            for extents, new in zip(found, (one, other), strict=True):
                extents += [(place + start, place + end) for start, end in new]
            place += width
        lengths.append(place)
        for side, extents in zip(sides, found, strict=True):
            side.append(extents)
    first, second = (_positions(side, lengths) for side in sides)
    return first, second


def _positions(side: list[Extents], lengths: list[int]) -> Positions:
    flat = np.array([extent for extents in side for extent in extents], np.int64).reshape(-1, 2)
    offsets = sums_before([len(extents) for extents in side])
    return Positions(flat[:, 0], flat[:, 1], offsets, np.array(lengths, np.int64))


def place_word(gold: Segments, test: Segments) -> tuple[Extents, Extents, int]:
    """The extents of one word's segments on both sides, and the positions of the word."""
    extents: tuple[Extents, Extents] = ([], [])
    done = [0, 0]
    place = 0
    for anchors in [*common_segments(gold, test), (len(gold), len(test))]:
        left = [anchor - before for anchor, before in zip(anchors, done, strict=True)]
        width = max(left)
        for found, count in zip(extents, left, strict=True):
            if count == 0 and width and found:
                found[-1] = (found[-1][0], place + width)
            found += [(place + i, place + (i + 1 if i < count - 1 else width)) for i in range(count)]
        place += width
        done = [anchor + 1 for anchor in anchors]
        if anchors != (len(gold), len(test)):
            for found in extents:
                found.append((place, place + 1))
            place += 1
    return extents[0], extents[1], place


def common_segments(gold: Segments, test: Segments) -> list[tuple[int, int]]:
    """A longest common subsequence as pairs of places, from left to right; of several the one that ends rightmost."""
    longest = np.zeros((len(gold) + 1, len(test) + 1), np.int64)
    for i, ours in enumerate(gold):
        for j, theirs in enumerate(test):
            longest[i + 1, j + 1] = longest[i, j] + 1 if ours == theirs else max(longest[i, j + 1], longest[i + 1, j])
    i, j = len(gold), len(test)
    pairs = []
    while i and j:
        if gold[i - 1] == test[j - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif longest[i, j - 1] >= longest[i - 1, j]:
            j -= 1
        else:
            i -= 1
    return pairs[::-1]
