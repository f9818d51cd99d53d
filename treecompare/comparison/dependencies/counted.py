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
    first, last = scores.gold.offsets[sentence : sentence + 2].tolist()
    if part in FUNCTION_PARTS:
        partner = int(scores.alignment.partner[sentence])
        if partner < 0:
            return []
        begin = int(comparison.systems[system].sentences.offsets[partner])
        of_gold, of_test = comparison.function_scores.words(system, sentence, part, count)
        return [*(("gold", first + word) for word in of_gold), *(("test", begin + word) for word in of_test)]
    is_content = part in ("clas", "mlas", "blex")
    if count == "gold":
        places = np.arange(first, last)
        scored = scores.gold_scored[places] & (scores.content[0][places] if is_content else True)
        return [("gold", place) for place in places[scored].tolist()]
    if count == "test":
        places = np.flatnonzero(scores.alignment.sentence_of_test == sentence)
        scored = scores.test_scored[places] & (scores.content[1][places] if is_content else True)
        return [("test", place) for place in places[scored].tolist()]
    begin, end = np.searchsorted(scores.gold_words, [first, last]).tolist()
    chosen = scores.content[0][scores.gold_words[begin:end]] if is_content else np.ones(end - begin, np.bool_)
    if count == "matched":
        chosen = chosen & scores.right(part)[begin:end]
    elif count != "words":
        return []
    gold, test = (words[begin:end][chosen].tolist() for words in (scores.gold_words, scores.test_words))
    twins = [("test", place) for place in test] if count == "matched" else []
    return [*(("gold", place) for place in gold), *twins]


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
