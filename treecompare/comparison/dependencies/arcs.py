"""One sentence of a dependency comparison as arcs: what both analyses say, what only one says."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from treecompare.drawing.arc_layout import layout_arcs
from treecompare.drawing.arcs import GOLD, NOWHERE, TEST, Arc, ArcDrawing, Column
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.measures.words import WordScores
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.heads import check


def arcs_of(
    scores: WordScores, sentence: int, compared: Callable[[str], str], right_to_left: bool = False
) -> ArcDrawing:
    """Both analyses of a sentence that is aligned, ready to be drawn. ``compared``: a relation as it is compared."""
    alignment, gold, test = scores.alignment, scores.gold, scores.test
    gold_words = range(*gold.offsets[sentence : sentence + 2].tolist())
    waiting = deque(np.flatnonzero(alignment.sentence_of_test == sentence).tolist())
    twins = set(alignment.test_of_gold[gold_words.start : gold_words.stop].tolist())
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
        twin = int(alignment.test_of_gold[word])
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
    arcs = _arcs(GOLD, gold, column_of_gold) + _arcs(TEST, test, column_of_test)
    return layout_arcs(columns, _judged(arcs, compared), right_to_left)


def columns_of(words: Dependencies, first: int, last: int) -> list[Column]:
    """Words of a gold, from ``first`` to before ``last``, as columns of a drawing."""
    texts = words.symbols.texts
    return [
        Column(texts[words.form[word]], texts[words.upos[word]].replace("_", ""), gold=word)
        for word in range(first, last)
    ]


def _arcs(side: str, words: Dependencies, column_of: dict[int, int]) -> list[Arc]:
    sentences = np.unique(words.sentence_of[list(column_of)])
    chosen, places = words.arcs.chosen(sentences)
    crossing = set(places[check(chosen).non_projective].tolist())
    found = []
    for word, column in column_of.items():
        parent = int(words.parents[word])
        if parent >= 0 and parent not in column_of:
            continue  # a head in another sentence of the other treebank has no place here
        head = column_of[parent] if parent >= 0 else -1
        found.append(Arc(side, column, head, words.symbols.texts[words.deprel[word]], MATCHED, word not in crossing))
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
