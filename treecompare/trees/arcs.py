"""The heads of dependency sentences as columns, and what is unusual or invalid about them: roots, cycles, heads outside, crossing
branches.

Computed for a whole file at once and without recursion, so that chains of 5,000 heads work as well as flat sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted
from treecompare.trees.columns import Columns, gathered

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


@dataclass(frozen=True, eq=False)
class Arcs(Columns):
    """``head``: word number of each word's head, 0 for the root, NO_HEAD. ``offsets``: where each sentence's words begin, and the
    end."""

    per_row: ClassVar[tuple[str, ...]] = ("head",)
    head: NDArray[np.int32]
    offsets: NDArray[np.int64]

    @property
    def words(self) -> int:
        """The number of words in all."""
        return len(self.head)

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """Number of each word in its sentence, from 1."""
        return np.arange(self.words) - self.offsets[self.sentence_of] + 1

    @cached_property
    def parents(self) -> NDArray[np.int64]:
        """Head of each word as a place in the columns; ROOT where it is 0, OUTSIDE where there is no such word, UNATTACHED
        where the word has none."""
        heads = self.head.astype(np.int64)
        inside = (heads > 0) & (heads <= np.repeat(self.lengths, self.lengths))
        places = np.where(inside, np.repeat(self.offsets[:-1], self.lengths) + heads - 1, OUTSIDE)
        return np.where(heads == 0, ROOT, np.where(heads == NO_HEAD, UNATTACHED, places))

    @cached_property
    def headless(self) -> NDArray[np.int64]:
        """Places of the words that have no head."""
        return np.flatnonzero(self.head == NO_HEAD)


# -- unusual or invalid heads ------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Heads:
    """Findings per word (masks) and per sentence.

    ``depths``: arcs up to the root, 1 for a root; 0 for the rootless, whose ancestors do not lead to one. ``on_cycle``: the word
    is its own ancestor. ``loose``: its ancestors end with a word that has no head.
    """

    arcs: Arcs
    depths: NDArray[np.int64]
    on_cycle: NDArray[np.bool_]
    loose: NDArray[np.bool_]

    @cached_property
    def outside(self) -> NDArray[np.bool_]:
        """Whose head is not a word of the sentence."""
        outside: NDArray[np.bool_] = self.arcs.parents == OUTSIDE
        return outside

    @cached_property
    def walk(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Place of each word in a walk that keeps subtrees together, and the words of its subtree; -1 and 0 for the rootless.

        A word dominates those whose places follow its own within its subtree. Sentence by sentence in the columns' order, so that
        the places of one sentence are its own.
        """
        return _preorder(self.arcs, self.depths)

    @cached_property
    def extents(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The first and the last place in the columns of what is below each word, itself included; of rootless words their own."""
        firsts, sizes = self.walk
        starts, ends, words = (np.arange(len(firsts)) for _ in range(3))
        rooted = np.flatnonzero(firsts >= 0)
        words[firsts[rooted]] = rooted
        starts[rooted], ends[rooted] = _within(words, words, firsts[rooted], sizes[rooted])
        return starts, ends

    @cached_property
    def non_projective(self) -> NDArray[np.bool_]:
        """Arcs over a word that the head does not dominate (Nivre 2006); never one from the root, nor of a rootless word. A word
        without a head, and what is below it, is under no arc.

        Least and largest place between must be within the head's subtree. Looked for where a subtree is no stretch of words, as in
        few sentences.
        """
        arcs, parents, (firsts, sizes), (starts, ends) = self.arcs, self.arcs.parents, self.walk, self.extents
        has_gap = np.zeros(len(arcs), np.bool_)
        has_gap[arcs.sentence_of[ends - starts + 1 != sizes]] = True
        over = np.flatnonzero((parents >= 0) & (firsts >= 0) & has_gap[arcs.sentence_of])
        over = over[np.abs(parents[over] - over) > 1]
        head = parents[over]
        left = np.minimum(over, head) + 1
        low, high = (np.where(self.loose, never, firsts) for never in (arcs.words, -1))
        low, high = _within(low, high, left, np.maximum(over, head) - left)
        crossing = np.zeros(arcs.words, np.bool_)
        crossing[over] = (low < firsts[head]) | (high >= firsts[head] + sizes[head])
        return crossing

    def counted(self, words: NDArray[np.bool_]) -> NDArray[np.int64]:
        """How many of some words each sentence has."""
        return np.bincount(self.arcs.sentence_of[words], minlength=len(self.arcs)).astype(np.int64)

    @cached_property
    def per_sentence(self) -> dict[str, NDArray[np.int64]]:
        """How many words of each sentence are ``outside``, ``on_cycle``, ``headless`` and ``roots``, whose head is 0."""
        parents = self.arcs.parents
        masks = {
            "outside": self.outside,
            "on_cycle": self.on_cycle,
            "headless": parents == UNATTACHED,
            "roots": parents == ROOT,
        }
        return {name: self.counted(mask) for name, mask in masks.items()}

    @property
    def roots(self) -> NDArray[np.int64]:
        """Words whose head is 0, per sentence."""
        return self.per_sentence["roots"]

    def reasons(self, sentence: int) -> list[str]:
        """What is wrong with the heads of a sentence, for people; empty where it is a tree."""
        outside, on_cycle, headless, roots = (int(counts[sentence]) for counts in self.per_sentence.values())
        reasons = []
        if on_cycle:
            reasons.append(f"{counted(on_cycle, 'word')} on a cycle of heads")
        if outside:
            reasons.append(f"{counted(outside, 'word')} with a head outside of the sentence")
        if headless:
            reasons.append(f"{counted(headless, 'word')} without a head")  # where roots are not asked for
        elif self.arcs.lengths[sentence] and roots == 0:
            reasons.append("no root")
        elif roots > 1:
            reasons.append(f"{roots} roots")
        return reasons

    @property
    def irregular(self) -> NDArray[np.int64]:
        """Sentences that are not trees with one root."""
        return np.flatnonzero(
            self.broken | ((self.roots != 1) & (self.arcs.lengths > 0) & (self.per_sentence["headless"] == 0))
        )

    @property
    def broken(self) -> NDArray[np.bool_]:
        """Which sentences have a cycle or a head outside."""
        broken: NDArray[np.bool_] = (self.per_sentence["on_cycle"] > 0) | (self.per_sentence["outside"] > 0)
        return broken

    @property
    def is_whole(self) -> NDArray[np.bool_]:
        """Which sentences are trees, with one root or several: every word is under a root."""
        whole: NDArray[np.bool_] = ~self.broken & (self.per_sentence["headless"] == 0) & (self.roots > 0)
        return whole


def check(arcs: Arcs) -> Heads:
    """Checks all heads of a file."""
    return Heads(arcs, *_depths(arcs.parents, int(arcs.lengths.max(initial=0))))


def _depths(parents: NDArray[np.int64], longest: int) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Depth of each word (0 where no root is reached); whether it is on a cycle; whether its ancestors end with a word without a
    head. By doubling the step upwards."""
    words = len(parents)
    top, lost, loose = ends_of = words, words + 1, words + 2
    # from the end: where parents are UNATTACHED, OUTSIDE, ROOT
    above = np.concatenate(
        (np.where(parents < 0, np.array([loose, lost, top])[np.minimum(parents, 0)], parents), ends_of)
    )
    steps = np.concatenate((np.ones(words, np.int64), [0, 0, 0]))
    for _ in range(max(longest, 1).bit_length()):
        if (above[:words] >= words).all():
            break
        steps += steps[above]
        above = above[above]
    on_cycle = np.zeros(words, np.bool_)
    ends = above[:words]
    on_cycle[ends[ends < words]] = (
        True  # after that many steps only words on cycles remain, and every one of them is reached
    )
    return np.where(ends == top, steps[:words], 0), on_cycle, ends == loose


def _preorder(arcs: Arcs, depths: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Place of each word in a walk that keeps subtrees together, and the words of its subtree."""
    words, parents = arcs.words, arcs.parents
    order = np.argsort(depths.astype(np.uint16) if arcs.lengths.max(initial=0) < 1 << 16 else depths, kind="stable")
    limits = np.searchsorted(depths[order], np.arange(1, int(depths.max(initial=0)) + 2))
    levels = [order[first:last] for first, last in zip(limits[:-1].tolist(), limits[1:].tolist(), strict=True)]
    sizes = (depths > 0).astype(np.int64)
    for level in reversed(levels[1:]):
        np.add.at(sizes, parents[level], sizes[level])
    firsts = np.full(words, -1, np.int64)
    for depth, level in enumerate(levels):
        # roots are children of their sentence, represented by the place of its first word
        above = parents[level] if depth else arcs.offsets[arcs.sentence_of[level]]
        by_parent = np.argsort(above, kind="stable")
        level, above = level[by_parent], above[by_parent]
        before = np.cumsum(sizes[level]) - sizes[level]
        opens = np.concatenate(([True], above[1:] != above[:-1]))
        elder = before - before[opens][np.cumsum(opens) - 1]
        firsts[level] = elder + (firsts[above] + 1 if depth else above)
    return firsts, sizes


def _within(
    low: NDArray[np.int64], high: NDArray[np.int64], firsts: NDArray[np.int64], lengths: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Least of ``low`` and largest of ``high`` in each stretch: from tables for lengths 1, 2, 4, …, each of which serves the
    stretches that are as long, and not twice."""
    least, largest = np.empty_like(firsts), np.empty_like(firsts)
    left, width = np.arange(len(firsts)), 1
    while len(left):
        is_served = lengths[left] < 2 * width
        now, left = left[is_served], left[~is_served]
        first = firsts[now]
        last = first + lengths[now] - width
        least[now], largest[now] = np.minimum(low[first], low[last]), np.maximum(high[first], high[last])
        low, high = np.minimum(low[:-width], low[width:]), np.maximum(high[:-width], high[width:])
        width *= 2
    return least, largest


@dataclass(frozen=True, eq=False)
class Lifted:
    """``arcs``: without non-projective arcs. ``lifts``: how often a head was replaced by its head, per sentence."""

    arcs: Arcs
    lifts: NDArray[np.int64]


def lift(arcs: Arcs, checked: Heads | None = None) -> Lifted:
    """Attaches the shortest non-projective arc of each sentence (the first of several) one level higher, until none is left.

    Words that do not lead to a root (cycles, heads outside) are not changed. ``checked``: what :func:`check` finds, if it is known.
    """
    head = arcs.head.copy()
    lifts = np.zeros(len(arcs), np.int64)
    sentences = np.unique(arcs.sentence_of[(checked or check(arcs)).non_projective])
    while len(sentences):
        now, places = Arcs(head, arcs.offsets).chosen(sentences), gathered(arcs.offsets, sentences)
        crossing = np.flatnonzero(check(now).non_projective)
        length = np.abs(now.parents[crossing] - crossing)
        order = np.lexsort((crossing, length, now.sentence_of[crossing]))
        owners, first = np.unique(now.sentence_of[crossing][order], return_index=True)
        words = crossing[order[first]]
        head[places[words]] = now.head[now.parents[words]]
        sentences = sentences[owners]
        lifts[sentences] += 1
    return Lifted(Arcs(head, arcs.offsets), lifts)
