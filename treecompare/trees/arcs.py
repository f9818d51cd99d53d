"""Sentences of a file in columns, in blocks between which long work on them can be shown and ended, and the heads of dependency
sentences as such columns.

Unusual or invalid heads of dependency sentences: roots, cycles, heads outside, crossing branches.
Computed for a whole file at once and without recursion, so that chains of 5,000 heads work as well as flat sentences.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted
from treecompare.trees.symbols import Symbols, distinct

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
    starts = offsets[rows]
    lengths = np.where(rows < 0, 0, offsets[rows + 1] - starts)
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


def same_rows(
    ours: NDArray[Any], theirs: NDArray[Any], our_limits: NDArray[np.int64], their_limits: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which rows have the same entries on either side, as many and in the same order.

    ``ours``, ``theirs``: the entries, or several columns of them (``[columns, entries]``). ``…_limits``: ``[rows, 2]``, where each
    row begins and ends among them; or offsets, where one row follows the other.
    """
    our_limits, their_limits = (
        of if of.ndim == 2 else np.stack((of[:-1], of[1:]), axis=1) for of in (our_limits, their_limits)
    )
    lengths = our_limits[:, 1] - our_limits[:, 0]
    same: NDArray[np.bool_] = lengths == their_limits[:, 1] - their_limits[:, 0]
    there = np.flatnonzero(same)
    differ = _entries_in(ours, our_limits[there]) != _entries_in(theirs, their_limits[there])
    if differ.any():
        same[np.repeat(there, lengths[there])[differ.reshape(-1, differ.shape[-1]).any(axis=0)]] = False
    return same


def sorted_rows(*columns: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The places of rows as they are sorted, by the last column first; and which of them, so ordered, are not equal to the one
    before."""
    order = np.lexsort(columns)
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = np.logical_or.reduce([column[order[1:]] != column[order[:-1]] for column in columns])
    return order, is_new


def _entries_in(column: NDArray[Any], limits: NDArray[np.int64]) -> NDArray[Any]:
    if len(limits) and (limits[1:, 0] == limits[:-1, 1]).all():  # as a rule, and then nothing is copied
        return column[..., limits[0, 0] : limits[-1, 1]]
    return column.take(ranges(*limits.T), axis=-1)


Part = TypeVar("Part")
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


def collected(parts: Iterable[Part]) -> Generator[None, None, Part]:
    """Parts of a file, which can be ``joined``, as one: step by step, as they are made."""
    found: list[Any] = []
    for part in parts:
        found.append(part)
        yield
    whole: Part = type(found[0]).joined(found)
    return whole


# -- sentences in columns ----------------------------------------------------------------------------------------------


class Columns:
    """Sentences in columns: an entry per row (a node, a word, an arc), all sentences behind each other.

    A kind of them is a dataclass that says what its fields are: ``per_row`` have an entry per row (the last axis), those of them
    in ``symbolic`` are symbols, and ``beside`` are columns of the same sentences with rows of their own. How sentences are
    cut out, chosen, joined and numbered anew follows from that. ``offsets``: where the rows of each sentence begin, and the end.
    """

    per_row: ClassVar[tuple[str, ...]]
    symbolic: ClassVar[tuple[str, ...]] = ()
    beside: ClassVar[tuple[str, ...]] = ()
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """Rows per sentence."""
        return np.diff(self.offsets)

    @cached_property
    def sentence_of(self) -> NDArray[np.int64]:
        """Sentence of each row, from 0."""
        return np.repeat(np.arange(len(self)), self.lengths)

    def rows_of(self, sentence: int) -> slice:
        """Where the rows of a sentence stand."""
        return slice(*self.offsets[sentence : sentence + 2].tolist())

    def changed(self, **fields: Any) -> Self:
        """The same with other values of some fields."""
        changed: Self = replace(self, **fields)  # type: ignore[type-var]
        return changed

    def of_rows(self, rows: slice | NDArray[np.int64], offsets: NDArray[np.int64], **fields: Any) -> Self:
        """These rows, in that order, as sentences with these offsets; ``fields``: what stands beside them."""
        columns = {name: getattr(self, name) for name in self.per_row}
        if isinstance(rows, slice):
            columns = {name: column[..., rows] for name, column in columns.items()}
        else:
            columns = {name: column.take(rows, axis=-1) for name, column in columns.items()}
        return self.changed(offsets=offsets, **columns, **fields)

    def part(self, first: int, last: int) -> Self:
        """The sentences ``first:last``, as views."""
        rows = slice(int(self.offsets[first]), int(self.offsets[last]))
        beside = {name: getattr(self, name).part(first, last) for name in self.beside}
        return self.of_rows(rows, self.offsets[first : last + 1] - self.offsets[first], **beside)

    def chosen(self, sentences: Sequence[int] | NDArray[np.int64]) -> Self:
        """Some sentences, in that order; -1 gives an empty one."""
        wanted = np.asarray(sentences, np.int64)
        beside = {name: getattr(self, name).chosen(wanted) for name in self.beside}
        return self.of_rows(*entries(self.offsets, wanted), **beside)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Parts one after the other."""
        columns = {name: np.concatenate([getattr(one, name) for one in parts], axis=-1) for name in cls.per_row}
        beside = {
            name: type(getattr(parts[0], name)).joined([getattr(one, name) for one in parts]) for name in cls.beside
        }
        offsets = joined_offsets([one.offsets for one in parts])
        return parts[0].changed(offsets=offsets, **columns, **beside, **cls.joined_otherwise(parts))

    @classmethod
    def joined_otherwise(cls, parts: Sequence[Self]) -> dict[str, Any]:
        """Those fields of parts one after the other that are no such columns."""
        return {}

    def used(self) -> list[NDArray[np.int32]]:
        """The symbols of all columns that have any; -1 is none."""
        beside = [column for name in self.beside for column in getattr(self, name).used()]
        return [*(getattr(self, name).ravel() for name in self.symbolic), *beside]

    def numbered(self, numbers: NDArray[np.int32], **fields: Any) -> Self:
        """The same with other symbols: ``numbers`` has the new number of each; -1 stays what it is."""
        numbers = np.append(numbers, np.int32(-1))
        columns = {name: numbers[getattr(self, name)] for name in self.symbolic}
        beside = {name: getattr(self, name).numbered(numbers[:-1]) for name in self.beside}
        return self.changed(**columns, **beside, **fields)


class Sentences(Columns):
    """The columns of all sentences of a file, with the texts of their words and labels."""

    symbols: Symbols

    def translated(self, symbols: Symbols, numbers: NDArray[np.int32] | None = None) -> Self:
        """The same numbered by ``symbols``, which grows where it has to. ``numbers``: what ``symbols.numbers_of`` finds, where that
        is known."""
        if symbols is self.symbols:
            return self
        return self.numbered(symbols.numbers_of(self.symbols) if numbers is None else numbers, symbols=symbols)

    def with_own_symbols(self) -> Self:
        """The same with a table of no other symbols than theirs."""
        used = distinct(np.concatenate(self.used()))
        used = used[used >= 0]
        numbers = np.zeros(len(self.symbols), np.int32)
        numbers[used] = np.arange(len(used))
        own = Symbols.of_distinct([self.symbols[number] for number in used.tolist()])
        return self.numbered(numbers, symbols=own)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Parts one after the other; where they do not share their symbols, all are numbered anew."""
        symbols = parts[0].symbols if all(one.symbols is parts[0].symbols for one in parts) else Symbols()
        return super().joined([one.translated(symbols) for one in parts])


# -- heads -------------------------------------------------------------------------------------------------------------


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
        inside = (heads > 0) & (heads <= self.lengths[self.sentence_of])
        places = np.where(inside, self.offsets[self.sentence_of] + heads - 1, OUTSIDE)
        return np.where(heads == 0, ROOT, np.where(heads == NO_HEAD, UNATTACHED, places))

    @cached_property
    def headless(self) -> NDArray[np.int64]:
        """Places of the words that have no head."""
        return np.flatnonzero(self.head == NO_HEAD)


# -- unusual or invalid heads ------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Heads:
    """Findings per word (masks) and per sentence.

    ``roots``: words whose head is 0, per sentence. ``outside``: the head is not a word of the sentence. ``on_cycle``: the word is
    its own ancestor. ``rootless``: the word's ancestors do not lead to a root, for a cycle, a head outside, or a word without one.
    ``depths``: arcs up to the root, 1 for a root; 0 where rootless. ``non_projective``: between the word and its head stands a
    word that the head does not dominate (Nivre 2006); never an arc from the root, nor an arc of a rootless word. A
    word without a head, and what is below it, is under no arc.
    """

    roots: NDArray[np.int64]
    outside: NDArray[np.bool_]
    on_cycle: NDArray[np.bool_]
    rootless: NDArray[np.bool_]
    depths: NDArray[np.int64]
    non_projective: NDArray[np.bool_]
    per_sentence: dict[str, NDArray[np.int64]]

    def reasons(self, sentence: int) -> list[str]:
        """What is wrong with the heads of a sentence, for people; empty where it is a tree."""
        counts_of = {name: int(counts[sentence]) for name, counts in self.per_sentence.items()}
        reasons = []
        if counts_of["on_cycle"]:
            reasons.append(f"{counted(counts_of['on_cycle'], 'word')} on a cycle of heads")
        if counts_of["outside"]:
            reasons.append(f"{counted(counts_of['outside'], 'word')} with a head outside of the sentence")
        if counts_of["headless"]:
            reasons.append(f"{counted(counts_of['headless'], 'word')} without a head")  # where roots are not asked for
        elif counts_of["words"] and self.roots[sentence] == 0:
            reasons.append("no root")
        elif self.roots[sentence] > 1:
            reasons.append(f"{self.roots[sentence]} roots")
        return reasons

    @property
    def irregular(self) -> NDArray[np.int64]:
        """Sentences that are not trees with one root."""
        counts = self.per_sentence
        wrong = self.broken | ((self.roots != 1) & (counts["words"] > 0) & (counts["headless"] == 0))
        return np.flatnonzero(wrong)

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
    parents = arcs.parents
    outside = parents == OUTSIDE
    depths, on_cycle, loose = _depths(parents, int(arcs.lengths.max(initial=0)))
    rootless = depths == 0
    firsts, sizes = _preorder(arcs, depths)
    non_projective = _non_projective(arcs, firsts, sizes, rootless, loose)

    def counted(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.bincount(arcs.sentence_of[mask], minlength=len(arcs)).astype(np.int64)

    per_sentence = {
        "words": arcs.lengths,
        "outside": counted(outside),
        "on_cycle": counted(on_cycle),
        "headless": counted(parents == UNATTACHED),
        "non_projective": counted(non_projective),
    }
    return Heads(counted(parents == ROOT), outside, on_cycle, rootless, depths, non_projective, per_sentence)


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


def preorder(arcs: Arcs) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Place of each word in a walk that keeps subtrees together, and the words of its subtree; -1 and 0 for the rootless.

    A word dominates those whose places follow its own within its subtree.
    """
    return _preorder(arcs, _depths(arcs.parents, int(arcs.lengths.max(initial=0)))[0])


def _preorder(arcs: Arcs, depths: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Place of each word in a walk that keeps subtrees together, and the words of its subtree; -1 and 0 for the rootless.

    Sentence by sentence in the columns' order, so that the places of one sentence are its own.
    """
    words, parents = arcs.words, arcs.parents
    order = np.argsort(depths, kind="stable")
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


def _non_projective(
    arcs: Arcs,
    firsts: NDArray[np.int64],
    sizes: NDArray[np.int64],
    rootless: NDArray[np.bool_],
    loose: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Arcs over a word that the head does not dominate: least and largest place between must be within the head's subtree,
    those of ``loose`` words apart.

    Least and largest of every stretch come from tables for lengths 1, 2, 4, …; each serves the arcs whose inside is as long.
    """
    words, parents = arcs.words, arcs.parents
    crossing = np.zeros(words, np.bool_)
    open_arcs = np.flatnonzero((parents >= 0) & ~rootless)
    left = np.minimum(open_arcs, parents[open_arcs]) + 1
    length = np.maximum(open_arcs, parents[open_arcs]) - left
    open_arcs, left, length = open_arcs[length > 0], left[length > 0], length[length > 0]
    least, largest = (np.where(loose, never, firsts) if loose.any() else firsts for never in (words, -1))
    width = 1
    while len(open_arcs):
        now = length < 2 * width
        place, last = left[now], left[now] + length[now] - width
        head = parents[open_arcs[now]]
        low = np.minimum(least[place], least[last])
        high = np.maximum(largest[place], largest[last])
        crossing[open_arcs[now]] = (low < firsts[head]) | (high >= firsts[head] + sizes[head])
        open_arcs, left, length = open_arcs[~now], left[~now], length[~now]
        least = np.minimum(least[:-width], least[width:])
        largest = np.maximum(largest[:-width], largest[width:])
        width *= 2
    return crossing


@dataclass(frozen=True, eq=False)
class Lifted:
    """``arcs``: without non-projective arcs. ``lifts``: how often a head was replaced by its head, per sentence."""

    arcs: Arcs
    lifts: NDArray[np.int64]


def lift(arcs: Arcs) -> Lifted:
    """Attaches the shortest non-projective arc of each sentence (the first of several) one level higher, until none is left.

    Words that do not lead to a root (cycles, heads outside) are not changed.
    """
    head = arcs.head.copy()
    lifts = np.zeros(len(arcs), np.int64)
    sentences = np.arange(len(arcs))
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
