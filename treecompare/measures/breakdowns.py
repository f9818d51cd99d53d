"""Where dependency parses go wrong: scores by relation, tag, distance, direction and length, and tables of confusions.

The bins of distances and directions are those of eval.pl. The words behind every figure can be listed, to open their sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.mappings.tokens import NONE
from treecompare.measures.ratio import Counts
from treecompare.measures.words import WordScores
from treecompare.trees.arcs import ROOT
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.shared import Shared

NO_COUNTERPART = "–"
"""The row or column of words without a counterpart in the other treebank."""
DISTANCES = ("to_root", "1", "2", "3-6", "7-...")
DIRECTIONS = ("to_root", "left", "right", "self")
LENGTHS = ("1-10", "11-20", "21-30", "31-40", "41-60", "61-...")
Codes = tuple[list[str], NDArray[np.int64], NDArray[np.int64]]
"""The names of the categories, and the category of each gold and of each test word."""

_Kind = Literal["category", "uas", "label-accuracy", "las"]


def _distances(side: Dependencies) -> NDArray[np.int64]:
    away = np.abs(side.head - side.numbers)
    bins = np.searchsorted([1, 2, 3, 7], away, side="right")
    # a word that is its own head has distance 0, which eval.pl has no bin for: the nearest
    return np.where(side.head == 0, 0, np.maximum(bins, 1))


def _directions(side: Dependencies) -> NDArray[np.int64]:
    away = side.head - side.numbers
    return np.where(side.head == 0, 0, np.where(away < 0, 1, np.where(away > 0, 2, 3)))


def _lengths(side: Dependencies) -> NDArray[np.int64]:
    return np.searchsorted([11, 21, 31, 41, 61], side.lengths, side="right")[side.sentence_of]


def _by_column(column: str) -> Callable[[WordScores], Codes]:
    def codes(scores: WordScores) -> Codes:
        shared = Shared()
        both = [shared.of(side.symbols, getattr(side, column))[0] for side in (scores.gold, scores.test)]
        return shared.texts, both[0], both[1]

    return codes


def _by_relation(scores: WordScores) -> Codes:
    shared, (gold, test) = scores.relations
    return shared.texts, gold, test


def _by_head(scores: WordScores) -> Codes:
    """The part of speech of the head."""
    shared = Shared()
    both = []
    for side in (scores.gold, scores.test):
        tags = np.concatenate((shared.of(side.symbols, side.upos)[0], [NONE]))
        both.append(np.where(side.parents >= 0, tags[side.parents], side.parents))
    gold, test = (np.where(codes >= 0, codes, len(shared.texts) + (codes != ROOT)) for codes in both)
    return [*shared.texts, "root", "outside"], gold, test


def _binned(names: tuple[str, ...], bins: Callable[[Dependencies], NDArray[np.int64]]) -> Callable[[WordScores], Codes]:
    return lambda scores: (list(names), bins(scores.gold), bins(scores.test))


def _by_length(scores: WordScores) -> Codes:
    """The length of the gold sentence, also for test words."""
    gold = _lengths(scores.gold)
    per_sentence = np.zeros(len(scores.gold) + 1, np.int64)
    per_sentence[scores.gold.sentence_of] = gold
    return list(LENGTHS), gold, per_sentence[scores.alignment.sentence_of_test]


CATEGORIES: dict[str, Callable[[WordScores], Codes]] = {
    "relation": _by_relation,
    "upos": _by_column("upos"),
    "xpos": _by_column("xpos"),
    "head-upos": _by_head,
    "distance": _binned(DISTANCES, _distances),
    "direction": _binned(DIRECTIONS, _directions),
    "length": _by_length,
}
"""The categories of words that a breakdown can use."""
_ORDERED = frozenset({"distance", "direction", "length"})


def _codes(scores: WordScores, by: str) -> Codes:
    if by not in CATEGORIES:
        raise UsageError(f"'{by}': no such breakdown; expected {', '.join(CATEGORIES)}")
    return CATEGORIES[by](scores)


@dataclass(frozen=True, eq=False)
class Breakdown:
    """Words by category; the most frequent category first, bins in their order.

    ``gold``, ``test``: scored words in each category; of the gold's, ``aligned``: with a counterpart; ``agreeing``: whose
    counterpart is in the same category; ``head``, ``relation``, ``both``: with the right head, relation, or both.
    """

    by: str
    names: list[str]
    gold: NDArray[np.int64]
    test: NDArray[np.int64]
    aligned: NDArray[np.int64]
    agreeing: NDArray[np.int64]
    head: NDArray[np.int64]
    relation: NDArray[np.int64]
    both: NDArray[np.int64]
    _scores: WordScores
    _gold_codes: NDArray[np.int64]

    def counts(self, kind: _Kind = "category") -> Counts:
        """Counts per category for recall, precision and F1: of the category itself, of heads, relations, or both.

        Precision of heads and relations divides by the test's words of the category. It is meaningful where a right word is
        in the same category on both sides: relations with ``las``, distances and directions with ``uas``.
        """
        matched = {"category": self.agreeing, "uas": self.head, "label-accuracy": self.relation, "las": self.both}[kind]
        return Counts(self.gold, self.test, matched, words=self.aligned)

    def words(self, name: str, missed: _Kind | None = None) -> NDArray[np.int64]:
        """The scored gold words of a category, ``[words, 2]`` = sentence from 0, word from 1; ``missed``: only the wrong ones."""
        scores = self._scores
        chosen = scores.gold_scored & (self._gold_codes == self.names.index(name))
        if missed is not None:
            chosen &= ~scores.over_gold(_right(scores, missed, *_codes(scores, self.by)[1:]))
        places = np.flatnonzero(chosen)
        return np.stack((scores.gold.sentence_of[places], scores.gold.numbers[places]), axis=1)


def _right(scores: WordScores, kind: _Kind, gold: NDArray[np.int64], test: NDArray[np.int64]) -> NDArray[np.bool_]:
    same: NDArray[np.bool_] = gold[scores.gold_words] == test[scores.test_words]
    return same if kind == "category" else scores.right(kind)


def breakdown(scores: WordScores, by: str) -> Breakdown:
    """Scores by a key of CATEGORIES.

    Raises:
        UsageError: there is no such category.
    """
    names, gold, test = _codes(scores, by)
    aligned = gold[scores.gold_words]

    def counted(codes: NDArray[np.int64]) -> NDArray[np.int64]:
        counts: NDArray[np.int64] = np.bincount(codes, minlength=len(names)).astype(np.int64)
        return counts

    kinds: tuple[_Kind, ...] = ("category", "uas", "label-accuracy", "las")
    columns = [counted(gold[scores.gold_scored]), counted(test[scores.test_scored]), counted(aligned)]
    columns += [counted(aligned[_right(scores, kind, gold, test)]) for kind in kinds]
    order = np.arange(len(names))
    if by not in _ORDERED:
        order = np.lexsort((np.argsort(np.argsort(names)), -columns[1], -columns[0]))
        order = order[(columns[0] + columns[1])[order] > 0]
    new_code = np.full(len(names) + 1, NONE, np.int64)
    new_code[order] = np.arange(len(order))
    in_order = [column[order] for column in columns]
    return Breakdown(
        by, [names[code] for code in order.tolist()], in_order[0], in_order[1], in_order[2], in_order[3], in_order[4], in_order[5],
        in_order[6], scores, new_code[gold],
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Confusion:
    """Categories of gold words against those of their counterparts.

    ``names``: of rows and columns; the last is NO_COUNTERPART. ``table``: ``[gold category, test category]``, numbers of words.
    """

    by: str
    names: list[str]
    table: NDArray[np.int64]
    _scores: WordScores
    _cells: NDArray[np.int64]
    _gold_words: NDArray[np.int64]
    _test_words: NDArray[np.int64]

    def words(self, gold: str, test: str) -> NDArray[np.int64]:
        """The words of a cell, ``[words, 4]``: gold sentence from 0, word from 1, test sentence, word; NONE and 0 for none."""
        cell = self.names.index(gold) * len(self.names) + self.names.index(test)
        chosen = np.flatnonzero(self._cells == cell)
        columns = []
        for side, words in ((self._scores.gold, self._gold_words), (self._scores.test, self._test_words)):
            places = words[chosen]
            exists = places != NONE
            columns.append(np.where(exists, side.sentence_of[places], NONE))
            columns.append(np.where(exists, side.numbers[places], 0))
        return np.stack(columns, axis=1)

    def largest(self, count: int = 10) -> list[tuple[str, str, int]]:
        """The most frequent confusions: gold category, test category, words."""
        errors = np.where(np.eye(len(self.names), dtype=np.bool_), 0, self.table)
        order = np.argsort(-errors, axis=None, kind="stable")[:count].tolist()
        cells = [(*divmod(cell, len(self.names)), int(errors.flat[cell])) for cell in order]
        return [(self.names[gold], self.names[test], words) for gold, test, words in cells if words]


def confusion(scores: WordScores, by: str) -> Confusion:
    """The table of a key of CATEGORIES over all scored words.

    Raises:
        UsageError: there is no such category.
    """
    names, gold, test = _codes(scores, by)
    lost = scores.gold_scored.copy()
    lost[scores.gold_words] = False
    new = scores.test_scored.copy()
    new[scores.alignment.test_of_gold[scores.alignment.matched[0]]] = False
    lost_words, new_words = np.flatnonzero(lost), np.flatnonzero(new)
    gold_words = np.concatenate((scores.gold_words, lost_words, np.full(len(new_words), NONE)))
    test_words = np.concatenate((scores.test_words, np.full(len(lost_words), NONE), new_words))
    nothing = len(names)
    rows = np.concatenate((gold, [nothing]))[gold_words]  # NONE is the last place
    columns = np.concatenate((test, [nothing]))[test_words]
    order = np.arange(len(names))
    if by not in _ORDERED:
        weight = np.bincount(rows, minlength=nothing + 1) + np.bincount(columns, minlength=nothing + 1)
        order = np.lexsort((np.argsort(np.argsort(names)), -weight[:nothing]))
        order = order[weight[order] > 0]
    new_code = np.zeros(nothing + 1, np.int64)
    new_code[order] = np.arange(len(order))
    new_code[nothing] = len(order)
    size = len(order) + 1
    cells = new_code[rows] * size + new_code[columns]
    table = np.bincount(cells, minlength=size * size).reshape(size, size).astype(np.int64)
    shown = [*(names[code] for code in order.tolist()), NO_COUNTERPART]
    return Confusion(by, shown, table, scores, cells, gold_words, test_words)
