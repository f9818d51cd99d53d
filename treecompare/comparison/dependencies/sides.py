"""Dependencies in which joined patterns are looked for: words of different analyses are the same where they are aligned."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from treecompare.comparison.hits import NOTHING, Side, Sides
from treecompare.mappings.tokens import NONE
from treecompare.measures.words import WordScores
from treecompare.trees.columns import Mask, Numbers
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.joined_patterns import GOLD
from treecompare.trees.word_patterns import WordPlaces, word_places

_COLUMNS = {"relation": "deprel"}


class WordSide(Side):
    """The words of the gold or of one system.

    ``sentences``: the gold sentence of each; ``gold``: its counterpart there, or itself.
    """

    above = "head"
    at: WordPlaces

    def __init__(self, words: Dependencies, sentences: Numbers, gold: Numbers, comparable: Mask) -> None:
        self.words, self.at = words, word_places(words)
        self._sentences = sentences
        self._gold = np.where(np.append(comparable, False)[sentences], gold, NONE)  # NONE is the last place

    def rows(self, nodes: Numbers) -> Numbers:
        return self._sentences[nodes]

    def keys(self, nodes: Numbers) -> Numbers:
        return self._gold[nodes]

    def codes(self, nodes: Numbers) -> Numbers:
        """A word is the same whatever its relation."""
        return np.zeros(len(nodes), np.int64)

    def first(self, row: int) -> int:
        """Drawings name words by their places in the file."""
        return 0

    def usual(self, is_above: bool) -> str:
        """Of a head the part of speech says more than its relation."""
        return "upos" if is_above else "relation"

    def said(self, what: str, node: int) -> str:
        if what in ("distance", "direction"):
            head = int(self.at.parents[node])
            if head < 0:
                return NOTHING
            return str(abs(head - node)) if what == "distance" else "left" if head < node else "right"
        return self.words.symbols[getattr(self.words, _COLUMNS.get(what, what))[node]]


def sides_of_words(words: Dependencies) -> Sides:
    """Sentences by themselves, which patterns call the gold."""
    everywhere = np.ones(len(words), np.bool_)
    side = WordSide(words, words.sentence_of, np.arange(words.words), everywhere)
    return Sides({GOLD: side}, len(words), everywhere)


def word_sides(gold: Dependencies, systems: Mapping[str, WordScores]) -> Sides:
    """The words of the gold and of systems, which are given by the names that a pattern has for them."""
    comparable = np.ones(len(gold), np.bool_)
    for scores in systems.values():
        comparable &= scores.alignment.aligned
    found: dict[str, Side] = {GOLD: WordSide(gold, gold.sentence_of, np.arange(gold.words), comparable)}
    for name, scores in systems.items():
        alignment = scores.alignment
        found[name] = WordSide(scores.test, alignment.sentence_of_test, alignment.gold_of_test, comparable)
    return Sides(found, len(gold), comparable)
