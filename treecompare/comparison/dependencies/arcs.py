"""One sentence of a dependency comparison as arcs: what both analyses say, what only one says."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from treecompare.drawing.arc_layout import alike_runs, layout_arcs
from treecompare.drawing.arcs import GOLD, NOWHERE, TEST, Arc, ArcDrawing, Column
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.measures.words import WordScores
from treecompare.trees.annotations import MADE_ARC
from treecompare.trees.arcs import UNATTACHED
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.heads import check


def arcs_of(
    scores: WordScores,
    sentence: int,
    compared: Callable[[str], str],
    right_to_left: bool = False,
    width: float | None = None,
) -> ArcDrawing:
    """Both analyses of a sentence that is aligned, ready to be drawn: see :func:`arcs_between`."""
    alignment, gold, test = scores.alignment, scores.gold, scores.test
    words = range(*gold.offsets[sentence : sentence + 2].tolist())
    others = np.flatnonzero(alignment.sentence_of_test == sentence).tolist()
    return arcs_between((gold, words), (test, others), alignment.test_of_gold, compared, right_to_left, width)


def arcs_between(
    of_gold: tuple[Dependencies, Sequence[int]],
    of_test: tuple[Dependencies, Sequence[int]],
    test_of_gold: NDArray[np.int64],
    compared: Callable[[str], str],
    right_to_left: bool = False,
    width: float | None = None,
) -> ArcDrawing:
    """Two analyses of the same text, ready to be drawn: of each the treebank and the words, ascending.

    ``test_of_gold``: per word of the gold its partner, negative for none. ``compared``: a relation as it is compared. ``width``:
    where rows break, None for one row; words among which nothing differs are folded if there is not room for all in one row.
    """
    columns, arcs = judged_between(of_gold, of_test, test_of_gold, compared)
    return laid_out(columns, arcs, right_to_left, width)


def judged_between(
    of_gold: tuple[Dependencies, Sequence[int]],
    of_test: tuple[Dependencies, Sequence[int]],
    test_of_gold: NDArray[np.int64],
    compared: Callable[[str], str],
) -> tuple[list[Column], list[Arc]]:
    """The words and arcs of two analyses, not laid out; see :func:`arcs_between`."""
    columns, column_of_gold, column_of_test = words_in_columns(of_gold, of_test, test_of_gold)
    arcs = side_arcs(GOLD, of_gold[0], column_of_gold) + side_arcs(TEST, of_test[0], column_of_test)
    return columns, _judged(arcs, compared)


def laid_out(
    columns: list[Column],
    arcs: Sequence[Arc],
    right_to_left: bool,
    width: float | None,
    kind: type[ArcDrawing] = ArcDrawing,
) -> ArcDrawing:
    """In one row; where there is not room for all, in several rows, with words folded among which nothing differs."""
    drawn = layout_arcs(columns, arcs, right_to_left, width=width, kind=kind)
    if len(drawn.rows) == 1:
        return drawn
    return layout_arcs(columns, arcs, right_to_left, width=width, folded=alike_runs(columns, arcs), kind=kind)


def words_in_columns(
    of_gold: tuple[Dependencies, Sequence[int]],
    of_test: tuple[Dependencies, Sequence[int]],
    test_of_gold: NDArray[np.int64],
) -> tuple[list[Column], dict[int, int], dict[int, int]]:
    """The words of both in one row, and the column of each word of either."""
    (gold, gold_words), (test, test_words) = of_gold, of_test
    waiting = deque(test_words)
    twins = set(test_of_gold[list(gold_words)].tolist())
    column_of_gold, column_of_test = {}, {}
    columns: list[Column] = []

    def add(side: Dependencies, word: int, operation: str) -> int:
        texts = side.symbols.texts
        is_gold = side is gold
        columns.append(
            Column(
                texts[side.form[word]], texts[side.upos[word]].replace("_", ""), operation,
                gold=word if is_gold else NOWHERE, test=NOWHERE if is_gold else word,
            )
        )  # fmt: skip
        return len(columns) - 1

    for word in gold_words:
        twin = int(test_of_gold[word])
        while twin >= 0 and waiting and waiting[0] < twin:
            other = waiting.popleft()
            if other not in twins:
                column_of_test[other] = add(test, other, INSERTED)
        column_of_gold[word] = add(gold, word, MATCHED if twin >= 0 else DELETED)
        if twin >= 0:
            column_of_test[twin] = column_of_gold[word]
            columns[-1] = replace(columns[-1], test=twin)
    for other in waiting:
        if other not in twins:
            column_of_test[other] = add(test, other, INSERTED)
    return columns, column_of_gold, column_of_test


def columns_of(words: Dependencies, first: int, last: int) -> list[Column]:
    """Words of a gold, from ``first`` to before ``last``, as columns of a drawing."""
    texts = words.symbols.texts
    return [
        Column(texts[words.form[word]], texts[words.upos[word]].replace("_", ""), gold=word)
        for word in range(first, last)
    ]


def side_arcs(side: str, words: Dependencies, column_of: dict[int, int]) -> list[Arc]:
    """The arcs of the words that have a column and a head, without those whose heads have no column."""
    sentences = np.unique(words.sentence_of[list(column_of)])
    chosen, places = words.arcs.chosen(sentences)
    crossing = set(places[check(chosen).non_projective].tolist())
    found = []
    for word, column in column_of.items():
        parent = int(words.parents[word])
        if parent == UNATTACHED or (parent >= 0 and parent not in column_of):
            continue  # a head in another sentence of the other treebank has no place here
        head = column_of[parent] if parent >= 0 else -1
        is_made = MADE_ARC in words.symbols.texts[words.misc[word]].split("|")
        relation = words.symbols.texts[words.deprel[word]]
        found.append(Arc(side, column, head, relation, MATCHED, word not in crossing, is_made=is_made))
    return found


def _judged(arcs: list[Arc], compared: Callable[[str], str]) -> list[Arc]:
    """The same arcs, each with what became of it: both have it, under another relation, only one has it.

    ``compared``: a relation as it is compared, with or without its subtype.
    """
    heads = {side: {arc.word: arc for arc in arcs if arc.side == side} for side in (GOLD, TEST)}
    judged = []
    for arc in arcs:
        other = heads[TEST if arc.side == GOLD else GOLD].get(arc.word)
        is_relabelled = other is not None and compared(other.relation) != compared(arc.relation)
        if other is None or other.head != arc.head:
            operation = DELETED if arc.side == GOLD else INSERTED
        else:
            operation = SWAPPED if is_relabelled else MATCHED
        judged.append(replace(arc, operation=operation, is_relabelled=is_relabelled))
    return judged
