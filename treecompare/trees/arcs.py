"""The heads of dependency sentences as arrays over a whole file, and files in blocks of sentences, so that long work on them can be
shown, and ended, in between."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

ROOT, OUTSIDE, UNATTACHED = -1, -2, -3
"""In :attr:`Arcs.parents`: the head is 0; the head is not a word of the sentence; the word has no head."""
NO_HEAD = -(1 << 31)
"""In columns of heads: the word has none (``_``), which is not the root; no number that is written becomes it."""


def head_text(head: int) -> str:
    """A head as files write it."""
    return "_" if head == NO_HEAD else str(head)


def head_of_text(text: str) -> int:
    """The same the other way round. Raises ValueError: it is neither a number nor ``_``."""
    return NO_HEAD if text == "_" else int(text)


def gathered(offsets: NDArray[np.int64], rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places of all entries of some rows, row after row, where ``offsets`` says where rows begin."""
    return ranges(offsets[rows], offsets[rows + 1])


def entries(offsets: NDArray[np.int64], rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What :func:`gathered` gives, where -1 is a row without entries; and where each row begins among them, and the end."""
    lengths = np.where(rows < 0, 0, np.diff(offsets, append=0)[rows])
    starts = offsets[rows]
    return ranges(starts, starts + lengths), sums_before(lengths)


def sums_before(numbers: NDArray[Any] | list[int]) -> NDArray[np.int64]:
    """The sum of the numbers before each one, and of all: of lengths where each row begins, of a mask how many are in it before."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(numbers, dtype=np.int64)))


def ranges(firsts: NDArray[np.int64], lasts: NDArray[np.int64]) -> NDArray[np.int64]:
    """All numbers of the ranges ``first:last``, one range after the other."""
    lengths = lasts - firsts
    ends = np.cumsum(lengths)
    numbers: NDArray[np.int64] = np.arange(int(lengths.sum())) + np.repeat(firsts - (ends - lengths), lengths)
    return numbers


@dataclass(frozen=True, eq=False)
class Arcs:
    """``head``: word number of each word's head, 0 for the root, NO_HEAD. ``offsets``: where each sentence's words begin, and the
    end."""

    head: NDArray[np.int32]
    offsets: NDArray[np.int64]

    @property
    def words(self) -> int:
        """The number of words in all."""
        return len(self.head)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """Words per sentence."""
        return np.diff(self.offsets)

    @cached_property
    def sentence_of(self) -> NDArray[np.int64]:
        """Sentence of each word, from 0."""
        return np.repeat(np.arange(len(self)), self.lengths)

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """Number of each word in its sentence, from 1."""
        return np.arange(self.words) - self.offsets[self.sentence_of] + 1

    @cached_property
    def parents(self) -> NDArray[np.int64]:
        """Head of each word as a place in the columns; ROOT where it is 0, OUTSIDE where there is no such word, UNATTACHED
        where the word has none."""
        heads = self.head.astype(np.int64)
        inside = (heads > 0) & (heads <= self.lengths[self.sentence_of])
        places = np.where(inside, self.offsets[self.sentence_of] + heads - 1, OUTSIDE)
        return np.where(heads == 0, ROOT, np.where(heads == NO_HEAD, UNATTACHED, places))

    @cached_property
    def headless(self) -> NDArray[np.int64]:
        """Places of the words that have no head."""
        return np.flatnonzero(self.head == NO_HEAD)

    def chosen(self, sentences: NDArray[np.int64]) -> tuple[Arcs, NDArray[np.int64]]:
        """Some sentences, and the places of their words here."""
        places, offsets = entries(self.offsets, sentences)
        return Arcs(self.head[places], offsets), places


BLOCK_WORDS = 25_000
"""In a block: some hundredths of a second for whatever is done with trees in numpy."""


def blocks(lengths: NDArray[np.int64], size: int = 0) -> list[tuple[int, int]]:
    """First and last sentence (half open) of blocks of about ``size`` words (0: ``BLOCK_WORDS``), where ``lengths`` are the words
    per sentence; one block without sentences where there are none."""
    if not len(lengths):
        return [(0, 0)]
    ends = np.cumsum(lengths + 1)  # a sentence without words is work, too
    firsts = np.flatnonzero(np.diff(ends // (size or BLOCK_WORDS), prepend=-1)).tolist()
    return list(zip(firsts, [*firsts[1:], len(lengths)], strict=True))


def joined_offsets(parts: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """The offsets of blocks one after the other, each of which begins with 0."""
    return sums_before(np.concatenate([np.diff(part) for part in parts]))
