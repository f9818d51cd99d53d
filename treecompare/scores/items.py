"""What is compared as one table: a row per pair of items (nodes, words, segments) that stand for each other, and per item alone.

A question is a category for each row and side (:class:`Column`), and what counts as right; :class:`Grouped` has the answer, and
every answer knows its rows, so the sentences and nodes behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.mappings.spans import pair_up
from treecompare.scores.result import Found, nodes_by_sentence

NONE = -1
"""Where a row has no item of a side, and an item no category."""
Mask = NDArray[np.bool_]
Numbers = NDArray[Any]
SAME = "category"
"""Right is what has the same category on both sides, whatever a measure says."""


@dataclass(frozen=True)
class Column:
    """A sort of categories. ``codes``: from what is compared the names of the categories, and the category of each place in the
    columns of gold and test, NONE for none; or of each row (``is_of_rows``).

    ``is_binned``: the names have an order of their own; else the most frequent come first, and of equal ones, where names stand in
    the order of the files (``is_in_order``), the first of these, else the first by name. ``in_breakdowns``, ``in_confusions``:
    which tables people are shown.
    """

    codes: Callable[[Any], tuple[Sequence[str], Numbers, Numbers]]
    is_binned: bool = False
    is_in_order: bool = False
    is_of_rows: bool = False
    in_breakdowns: bool = True
    in_confusions: bool = False


def in_rows(pairs: Sequence[Sequence[Numbers]], alone: Sequence[Numbers]) -> tuple[Numbers, Numbers, Numbers]:
    """Rows of what was paired in stages, of what stands ``alone`` in the gold, then in the test: places of gold and test, NONE for
    none, and the number of the stage."""
    gold, test = alone
    stages = [*pairs, (gold, np.full(len(gold), NONE)), (np.full(len(test), NONE), test)]
    of_gold, of_test = (np.concatenate([one[side] for one in stages]) for side in (0, 1))
    return of_gold, of_test, np.repeat(np.arange(len(stages)), [len(one[0]) for one in stages])


@dataclass(frozen=True, eq=False)
class Items:
    """``sentences``: the row of the score table in which each row's items are counted. ``gold``, ``test``: their places in the
    columns of both files, NONE where there is none; pairs stand first.

    ``source``: what ``columns`` are made of. ``rights``: the pairs that are right by a measure; "" is the usual one. ``firsts``: at
    which place each sentence of gold and test begins, where drawings number items by sentence; else items are words, which drawings
    number by file, and ``firsts`` has those of the gold only. ``tested``: rows whose test item is scored, None: all that have one.
    ``crossed``: so many rows, the first ones, stand in cross-tables.
    """

    sentences: Numbers
    gold: Numbers
    test: Numbers
    columns: Mapping[str, Column]
    source: Any
    rights: Callable[[str], Mask]
    firsts: tuple[Numbers, ...]
    tested: Mask | None = None
    crossed: int | None = None

    @classmethod
    def of(cls, gold: Numbers, test: Numbers, sentences: tuple[Numbers, Numbers], **fields: Any) -> Items:
        """``gold``, ``test``: places in rows, as :func:`in_rows` has them; ``sentences``: of each place."""
        of_gold, of_test = (np.append(side, NONE)[places] for side, places in zip(sentences, (gold, test), strict=True))
        of_rows = np.where(gold >= 0, of_gold, of_test).astype(np.int32)
        return cls(of_rows, gold.astype(np.int32), test.astype(np.int32), **fields)

    @classmethod
    def matched(
        cls,
        pairs: Sequence[Numbers],
        left: Sequence[Numbers],
        keys: Sequence[Numbers],
        sentences: tuple[Numbers, Numbers],
        **fields: Any,
    ) -> Items:
        """``pairs``: what is right. What is ``left`` stands for each other where its ``keys`` are equal, from the top."""
        over = pair_up(keys[0], keys[1])
        gold, test = (np.concatenate((found, rest[of])) for found, rest, of in zip(pairs, left, over, strict=True))
        alone = np.delete(left[0], over[0]), np.delete(left[1], over[1])
        right = np.arange(len(gold)) < len(pairs[0])
        return cls.of(*in_rows([(gold, test)], alone)[:2], sentences, rights=lambda key: right, **fields)

    def __len__(self) -> int:
        return len(self.sentences)

    @cached_property
    def in_gold(self) -> Mask:
        """Rows with an item of the gold."""
        found: Mask = self.gold >= 0
        return found

    @cached_property
    def in_test(self) -> Mask:
        """Rows with an item of the system that is scored."""
        found: Mask = self.test >= 0
        return found if self.tested is None else found & self.tested

    @cached_property
    def _codes(self) -> dict[str, tuple[Sequence[str], Numbers, Numbers]]:
        return {}

    def codes(self, by: str) -> tuple[Sequence[str], Numbers, Numbers]:
        """One of ``columns``: the names, and the category of each row's item of gold and test, NONE for none. Raises UsageError:
        there is no such column."""
        if by not in self.columns:
            raise UsageError(f"'{by}': no such breakdown; expected {', '.join(self.columns)}")
        if by not in self._codes:
            names, gold, test = self.columns[by].codes(self.source)
            if not self.columns[by].is_of_rows:
                gold, test = np.append(gold, NONE)[self.gold], np.append(test, NONE)[self.test]
            self._codes[by] = names, gold.astype(np.int32), test.astype(np.int32)
        return self._codes[by]

    def right(self, key: str = "", by: str = "") -> Mask:
        """The rows that are right by a measure; of SAME those that have the same category of ``by`` on both sides."""
        if key == SAME:
            _, gold, test = self.codes(by)
            same: Mask = (gold == test) & self.in_gold & (self.test >= 0)
            return same
        right = self.rights(key)
        return np.concatenate((right, np.zeros(len(self) - len(right), np.bool_)))

    def by(self, by: str, order: Literal["gold", "both"] = "gold") -> Grouped:
        """Items by category: bins in their order; else the most frequent of the gold first, then of the test, or of ``both``."""
        (names, gold, test), column = self.codes(by), self.columns[by]
        places = np.arange(len(names))
        if not column.is_binned:
            ties = places if column.is_in_order else np.argsort(np.argsort(names, kind="stable"))
            scored = (gold, test[self.in_test]) if order == "gold" else (gold[: self.crossed], test[: self.crossed])
            in_gold, in_test = (_counts(codes, len(names)) for codes in scored)
            places = np.lexsort((ties, -in_test, -in_gold) if order == "gold" else (ties, -in_gold - in_test))
            places = places[(in_gold + in_test)[places] > 0]
        new = np.full(len(names) + 1, NONE, np.int32)  # NONE is the last place
        new[places] = np.arange(len(places))
        return Grouped(self, by, [names[one] for one in places.tolist()], new[gold], new[test])

    def found(
        self, system: int, text: str, gold: Mask | None = None, test: Mask | None = None, mark: str = ""
    ) -> Found:
        """The sentences of the rows whose ``gold`` or ``test`` items are concerned, with these items lit.

        ``mark``: the text behind words of the gold; of words of the test only those that stand alone are lit.
        """
        of_gold = np.flatnonzero(gold & self.in_gold) if gold is not None else np.zeros(0, np.int64)
        of_test = np.flatnonzero(test & (self.test >= 0)) if test is not None else np.zeros(0, np.int64)
        are_words = len(self.firsts) == 1
        if are_words:
            of_test = of_test[~self.in_gold[of_test]]
        places, others = self.gold[of_gold], self.test[of_test]
        here, there = self.sentences[of_gold], self.sentences[of_test]
        marks: dict[int, dict[int, str]] = {}
        nodes: dict[int, list[tuple[str, int]]] = {}
        if are_words:
            for sentence, word in zip(here.tolist(), (places - self.firsts[0][here] + 1).tolist(), strict=True):
                marks.setdefault(sentence, {})[word] = mark
        else:
            nodes = nodes_by_sentence(here, places - self.firsts[0][here])
            others = others - self.firsts[1][there]
        for sentence, alone in nodes_by_sentence(there, others, "test").items():
            nodes.setdefault(sentence, []).extend(alone)
        return Found.items(self.sentences[np.union1d(of_gold, of_test)], system, text, marks, nodes)


@dataclass(frozen=True, eq=False)
class Grouped:
    """Items by category: ``names`` in order; ``gold``, ``test``: per row the place of its category among them, NONE of none."""

    items: Items
    by: str
    names: list[str]
    gold: Numbers
    test: Numbers

    def counts(self, right: Mask | None = None) -> tuple[Numbers, Numbers]:
        """Per category the items of gold and test, or those of right rows; each side counts under its own category."""
        if right is not None:
            return _counts(self.gold[right], len(self.names)), _counts(self.test[right], len(self.names))
        return _counts(self.gold, len(self.names)), _counts(self.test[self.items.in_test], len(self.names))

    def right(self, key: str = "") -> Mask:
        """Which rows are right under a measure, by this column."""
        return self.items.right(key, self.by)

    @cached_property
    def _cells(self) -> Numbers:
        size, rows = len(self.names) + 1, slice(self.items.crossed)
        gold, test = (np.where(side[rows] < 0, size - 1, side[rows]) for side in (self.gold, self.test))
        return gold.astype(np.int64) * size + test

    @cached_property
    def cross(self) -> Numbers:
        """``[gold category, test category]``: how many rows; the last of each is none."""
        size = len(self.names) + 1
        found: Numbers = np.bincount(self._cells, minlength=size * size).reshape(size, size)
        return found

    def cell(self, gold: int, test: int) -> Mask:
        """The rows of a cell."""
        found = np.zeros(len(self.items), np.bool_)
        found[: len(self._cells)] = self._cells == gold * (len(self.names) + 1) + test
        return found


def _counts(codes: Numbers, size: int) -> Numbers:
    """How often each code occurs, NONE left out."""
    found: Numbers = np.bincount(codes[codes >= 0], minlength=size)
    return found
