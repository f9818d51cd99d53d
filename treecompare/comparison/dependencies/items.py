"""The words of gold and system as items: by relation, part of speech, distance, direction and length.

The bins of distances and directions are those of eval.pl. A new breakdown is an entry of ``COLUMNS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treecompare.measures.words import WordScores
from treecompare.scores.items import NONE, Column, Items
from treecompare.trees.arcs import NO_HEAD
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.shared_symbols import Shared

Numbers: TypeAlias = NDArray[np.int64]
Codes: TypeAlias = tuple[list[str], Numbers, Numbers]
DISTANCES = ("to_root", "1", "2", "3-6", "7-...", "no_head")
DIRECTIONS = ("to_root", "left", "right", "self", "no_head")
LENGTHS = ("1-10", "11-20", "21-30", "31-40", "41-60", "61-...")


def _distances(side: Dependencies) -> Numbers:
    away = np.abs(side.head - side.numbers)
    bins = np.searchsorted([1, 2, 3, 7], away, side="right")
    # a word that is its own head has distance 0, which eval.pl has no bin for: the nearest
    return np.select((side.head == 0, side.head == NO_HEAD), (0, 5), np.maximum(bins, 1))


def _directions(side: Dependencies) -> Numbers:
    away = side.head - side.numbers
    return np.select((side.head == 0, side.head == NO_HEAD, away < 0, away > 0), (0, 4, 1, 2), 3)


def _binned(names: tuple[str, ...], bins: Callable[[Dependencies], Numbers]) -> Column:
    """The last of the names is that of words without a head, where there are any."""

    def codes(scores: WordScores) -> Codes:
        there = len(names) - (not any(len(side.arcs.headless) for side in (scores.gold, scores.test)))
        return list(names[:there]), bins(scores.gold), bins(scores.test)

    return Column(codes, is_binned=True)


def _by_column(column: str) -> Callable[[WordScores], Codes]:
    def codes(scores: WordScores) -> Codes:
        shared = Shared()
        gold, test = (shared.of(side.symbols, getattr(side, column))[0] for side in (scores.gold, scores.test))
        return shared.texts, gold, test

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
        both.append(np.where(side.parents >= 0, tags[np.maximum(side.parents, NONE)], side.parents))
    # ROOT, OUTSIDE, UNATTACHED
    gold, test = (np.where(codes >= 0, codes, len(shared.texts) - 1 - codes) for codes in both)
    return [*shared.texts, "root", "outside", "no head"], gold, test


def _by_length(scores: WordScores) -> Codes:
    """The length of the gold sentence, also for test words."""
    bins = np.append(np.searchsorted([11, 21, 31, 41, 61], scores.gold.lengths, side="right"), 0)
    return list(LENGTHS), bins[scores.gold.sentence_of], bins[scores.alignment.sentence_of_test]


COLUMNS: dict[str, Column] = {
    "relation": Column(_by_relation, in_confusions=True),
    "upos": Column(_by_column("upos"), in_confusions=True),
    "xpos": Column(_by_column("xpos")),
    "head-upos": Column(_by_head, in_breakdowns=False, in_confusions=True),
    "distance": _binned(DISTANCES, _distances),
    "direction": _binned(DIRECTIONS, _directions),
    "length": Column(_by_length, is_binned=True),
}
"""The categories of words."""
NAMES = {"upos": "part of speech", "xpos": "tag", "head-upos": "part of speech of the head"}
"""What people are told of those that files and options call otherwise."""


def word_items(scores: WordScores) -> Items:
    """The words that are scored: those with a counterpart, those of the gold without, those of the test without.

    Last stand words of the test whose counterpart is not scored: they are counted, and confused with nothing.
    """
    lost, new = scores.gold_scored.copy(), scores.test_scored.copy()
    lost[scores.gold_words] = False
    new[scores.alignment.test_of_gold[scores.alignment.matched[0]]] = False
    beside = scores.test_scored & ~new
    beside[scores.test_words] = False
    alone, others, odd = (np.flatnonzero(one) for one in (lost, new, beside))
    items = Items.of(
        (scores.gold_words, scores.test_words), (alone, np.concatenate((others, odd))),
        (scores.gold.sentence_of, scores.alignment.sentence_of_test),
        columns=COLUMNS, source=scores, rights=lambda key: scores.right(key or "las"), firsts=(scores.gold.offsets,),
    )  # fmt: skip
    return replace(items, tested=np.append(scores.test_scored, False)[items.test], crossed=len(items) - len(odd))
