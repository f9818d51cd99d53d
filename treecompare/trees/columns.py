"""Sentences of a file in columns, in blocks between which long work on them can be shown and ended."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.symbols import Symbols, distinct

Numbers: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]


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
Item = TypeVar("Item")
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


def on_all_cores(work: Callable[[Item], Part], items: Iterable[Item]) -> Iterator[Part]:
    """What comes of items, in their order; others are worked on meanwhile, in threads."""
    items, cores = [*items], os.cpu_count() or 1
    if len(items) < 2:
        yield from map(work, items)
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    with ThreadPoolExecutor(cores) as pool:
        waiting: deque[Future[Part]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) > 2 * cores:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for one in waiting:
                one.cancel()


# -- sentences in columns ----------------------------------------------------------------------------------------------


def compact(column: NDArray[np.int32]) -> NDArray[np.int32]:
    """A copy of a column, which takes no memory where all its entries are the same."""
    first = column[:1].copy()
    if len(column) and (column[:99] == first).all() and (column == first).all():
        return np.broadcast_to(first, column.shape)
    return column.copy()


def _numbered(column: NDArray[np.int32], numbers: NDArray[np.int32]) -> NDArray[np.int32]:
    if column.strides == (0,):
        return np.broadcast_to(numbers[column[:1]], column.shape)
    numbered: NDArray[np.int32] = numbers[column]
    return numbered


def _joined(columns: list[NDArray[Any]]) -> NDArray[Any]:
    firsts = np.concatenate([one[..., :1] for one in columns], axis=-1)
    if all(one.strides == (0,) for one in columns) and (firsts == firsts[:1]).all():
        return np.broadcast_to(firsts[:1], sum(map(len, columns)))
    return np.concatenate(columns, axis=-1)


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
        columns = {name: _joined([getattr(one, name) for one in parts]) for name in cls.per_row}
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
        columns = {name: _numbered(getattr(self, name), numbers) for name in self.symbolic}
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
        if len(parts) == 1:
            return parts[0]
        symbols = parts[0].symbols if all(one.symbols is parts[0].symbols for one in parts) else Symbols()
        return super().joined([one.translated(symbols) for one in parts])
