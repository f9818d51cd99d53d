"""Which words of dependency analyses a count of a score stands for: what lights up when the count is clicked."""

from __future__ import annotations

from typing import Any

import numpy as np

from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.function_scores import FUNCTION_PARTS
from treecompare.drawing.arcs import GraphDrawing
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.sentence import Wanted
from treecompare.measures.dependencies import EDGE_PARTS
from treecompare.measures.enhanced import CUT, EdgeScores
from treecompare.measures.words import WordScores

Word = tuple[str, int]
"""``gold`` or ``test``, and the word's place among all words of that file."""


def lit(
    comparison: DependencyComparison, system: int, sentence: int, part: str, count: str, wanted: Wanted, drawn: Drawn
) -> list[Any]:
    """See ``comparison/lit.py``: words with their arcs, of enhanced graphs only with the edges that are counted."""
    places = drawn.places_of(counted_words(comparison, system, sentence, part, count))
    graph = drawn.scene
    if part not in EDGE_PARTS or not isinstance(graph, GraphDrawing):
        return places
    return [one for one in places if one.arc is None or graph.is_counted(one.arc, part, count)]


def counted_words(comparison: DependencyComparison, system: int, sentence: int, part: str, count: str) -> list[Word]:
    """The words that are counted, gold first; of ``matched`` so many on either side. None for tokens and sentences.
    Of TedEval the head words of the function trees' nodes, of enhanced edges the words to which they lead.

    ``gold-words``: those of ``gold`` that are not in ``words``.
    """
    if "-" in count:
        all_words, without = (counted_words(comparison, system, sentence, part, one) for one in count.split("-"))
        left_out = set(without)
        return [word for word in all_words if word not in left_out]
    scores = comparison.scores.get(system)
    if scores is None or part in ("tokens", "sentences"):
        return []
    if part in EDGE_PARTS:
        return _words_of_edges(scores.edges, sentence, part, count)
    if part in FUNCTION_PARTS:
        partner = int(scores.alignment.partner[sentence])
        if partner < 0:
            return []
        words = zip((scores.gold, scores.test), (sentence, partner), strict=True)
        first, begin = (int(side.offsets[place]) for side, place in words)
        of_gold, of_test = comparison.function_scores.words(system, sentence, part, count)
        return [*(("gold", first + word) for word in of_gold), *(("test", begin + word) for word in of_test)]
    return scored_words(scores, sentence, part, count)


def scored_words(scores: WordScores, sentence: int, part: str, count: str) -> list[Word]:
    """The words of a sentence that ``gold``, ``test``, ``words`` or ``matched`` of attachment scores and the like count."""
    of_gold, of_test = scores.gold.sentence_of == sentence, scores.alignment.sentence_of_test == sentence
    if part in ("clas", "mlas", "blex"):
        of_gold, of_test = of_gold & scores.content[0], of_test & scores.content[1]
    sides = {"gold": of_gold & scores.gold_scored, "test": of_test & scores.test_scored}
    if count in sides:
        return [(count, place) for place in np.flatnonzero(sides[count]).tolist()]
    chosen = of_gold[scores.gold_words] & (scores.right(part) if count == "matched" else count == "words")
    gold, test = (words[chosen].tolist() for words in (scores.gold_words, scores.test_words))
    return [*(("gold", place) for place in gold), *(("test", place) for place in test if count == "matched")]


def _words_of_edges(edges: EdgeScores, sentence: int, part: str, count: str) -> list[Word]:
    matched = edges.matched if part == "elas" else edges.pairs(CUT)
    wanted = {
        "gold": ("gold",), "words": ("gold",), "test": ("test",), "deleted": ("gold",), "inserted": ("test",),
        "matched": ("gold", "test"),
    }.get(count, ())  # fmt: skip
    found: list[Word] = []
    for side, own, of, pairs in zip(("gold", "test"), (edges.gold, edges.test), edges.sentences, matched, strict=True):
        there = of == sentence
        if count in ("matched", "deleted", "inserted"):
            is_matched = np.zeros(len(there), np.bool_)
            is_matched[pairs] = True
            there = there & (is_matched if count == "matched" else ~is_matched)
        found += [(side, word) for word in own.owners[there].tolist()] if side in wanted else []
    return found
