"""Which empty nodes of two enhanced graphs stand for each other, whatever their numbers are.

Within a sentence they pair one-to-one: with the most edges in common, then the most without subtypes, then the most pairs, then the
most that follow the same word, then the smallest numbers. Edges are those of words and empty nodes as they are written, each once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.tokens import NONE, TokenAlignment
from treecompare.trees.arcs import OUTSIDE
from treecompare.trees.columns import Numbers
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.enhanced import edges_of, node_sentences, without_subtypes

MOST_STEPS = 100_000
"""In a sentence with more ways to try the best one of so many is taken."""
_Score: TypeAlias = tuple[int, int, int, int]
"""Edges in common, the same without subtypes, pairs, pairs that follow the same word."""
_Edge: TypeAlias = tuple[bool, int, str]
"""Of an empty node: whether it leads there, the gold's word at its other end (or ROOT), its path."""


class _Side:
    """The empty nodes of one treebank with their edges, over the words of the gold; nodes are places among all empty nodes.

    ``word_of``: of each word the gold's. ``own``: edges from and to words. ``between``: paths by parent and owner. ``after``: the
    word of the gold that each follows, NONE where it stands first.
    """

    def __init__(self, sentences: Dependencies, word_of: Numbers, nodes: NDArray[np.bool_]) -> None:
        edges, words = edges_of(sentences), sentences.words
        self.own: dict[int, list[_Edge]] = defaultdict(list)
        self.between: dict[tuple[int, int], list[str]] = defaultdict(list)
        wanted = np.append(np.zeros(words, np.bool_), nodes)
        there = wanted[edges.owners] | ((edges.parents >= 0) & wanted[np.maximum(edges.parents, 0)])
        edges = edges.chosen(there & (edges.parents > OUTSIDE)).once
        for edge in range(len(edges)):
            owner, parent, path = int(edges.owners[edge]), int(edges.parents[edge]), edges.path(edge)
            if owner >= words and parent >= words:
                self.between[parent - words, owner - words].append(path)
            elif owner >= words:
                other = parent if parent < 0 else int(word_of[parent])
                self.own[owner - words].append((True, other if parent < 0 or other >= 0 else OUTSIDE, path))
            else:
                self.own[parent - words].append((False, int(word_of[owner]) if word_of[owner] >= 0 else OUTSIDE, path))
        empty, of = sentences.empty_nodes, node_sentences(sentences)[words:]
        before = sentences.offsets[of] + empty.after - 1
        self.after = np.where(empty.after == 0, NONE, np.append(word_of, OUTSIDE)[before])

    def links(self, parent: int, owner: int) -> list[_Edge]:
        """The edges from one empty node to another."""
        return [(True, 0, path) for path in self.between.get((parent, owner), ())]


def empty_counterparts(
    gold: Dependencies, test: Dependencies, alignment: TokenAlignment, sentence: int | None = None
) -> Numbers:
    """The gold's empty node of each one of the test, as places among all of each; NONE where there is none.

    ``sentence``: only those of one of the gold.
    """
    found = np.full(len(test.empty_nodes.after), NONE, np.int64)
    of_gold, of_test = node_sentences(gold)[gold.words :], empty_sentences(test, alignment)
    if sentence is not None:
        of_gold, of_test = (np.where(of == sentence, of, NONE) for of in (of_gold, of_test))
    both = np.intersect1d(of_gold[of_gold >= 0], of_test[of_test >= 0])
    if not len(both):
        return found
    own = np.arange(gold.words)
    sides = (
        _Side(gold, own, np.isin(of_gold, both)),
        _Side(test, alignment.gold_of_test, np.isin(of_test, both)),
    )
    for one in both.tolist():
        nodes = [np.flatnonzero(of == one).tolist() for of in (of_gold, of_test)]
        for here, there in _best(*sides, *nodes):
            found[there] = here
    return found


def empty_sentences(test: Dependencies, alignment: TokenAlignment) -> Numbers:
    """The gold sentence with which each empty node of the test is counted: that of the word that it follows."""
    empty, of = test.empty_nodes, node_sentences(test)[test.words :]
    words = np.minimum(test.offsets[of] + np.maximum(empty.after, 1) - 1, test.words - 1)
    return alignment.sentence_of_test[words] if test.words else np.full(len(of), NONE, np.int64)


def _common(one: Sequence[_Edge], other: Sequence[_Edge]) -> tuple[int, int]:
    """How many edges are the same, and how many without subtypes."""
    known = [[edge for edge in edges if edge[1] != OUTSIDE] for edges in (one, other)]
    cut = [[(*edge[:2], without_subtypes(edge[2])) for edge in edges] for edges in known]
    return (Counter(known[0]) & Counter(known[1])).total(), (Counter(cut[0]) & Counter(cut[1])).total()


def _best(gold: _Side, test: _Side, nodes: list[int], others: list[int]) -> list[tuple[int, int]]:
    """The pairs of one sentence: first how good they can be, then those with the smallest numbers that are as good."""
    alone = {pair: _common(gold.own[pair[0]], test.own[pair[1]]) for pair in product(nodes, others)}
    follows = {(node, other): int(gold.after[node] == test.after[other]) for node, other in alone}

    @cache
    def linked(pair: tuple[int, int], before: tuple[int, int]) -> tuple[int, int]:
        ways = {(pair, before), (before, pair)}
        found = [_common(gold.links(a[0], b[0]), test.links(a[1], b[1])) for a, b in ways]
        return sum(one for one, _ in found), sum(one for _, one in found)

    most: list[_Score] = [(0, 0, 0, 0)]
    for place in range(len(nodes) - 1, -1, -1):  # what the nodes from there on may add at most
        node = nodes[place]
        links = sum(len(gold.links(*way)) for one in nodes[: place + 1] for way in {(node, one), (one, node)})
        tops = [max(alone[node, other][at] for other in others) + links for at in (0, 1)]
        most.append(_sum(most[-1], (*tops, 1, max(follows[node, other] for other in others))))
    most.reverse()
    best: list[tuple[int, int]] = []
    best_score: _Score = (-1, 0, 0, 0)
    steps = 0

    def extend(place: int, pairs: list[tuple[int, int]], score: _Score, is_first: bool) -> bool:
        """Whether the search has ended; ``is_first``: it ends at the first pairs that are as good as the best."""
        nonlocal best, best_score, steps
        steps += 1
        if place == len(nodes):
            if score > best_score or (is_first and score == best_score):
                best, best_score = pairs, score
                return is_first
            return False
        node, taken = nodes[place], {other for _, other in pairs}
        left = [other for other in others if other not in taken]
        if not is_first:
            left.sort(key=lambda other: (*alone[node, other], follows[node, other]), reverse=True)
        for other in (*left, NONE):
            bound = _sum(score, most[place])
            if steps > MOST_STEPS or bound < best_score or (bound == best_score and not is_first):
                return steps > MOST_STEPS
            if other == NONE:
                return extend(place + 1, pairs, score, is_first)
            pair = node, other
            links = [linked(pair, one) for one in (*pairs, pair)]
            gain = [alone[pair][at] + sum(one[at] for one in links) for at in (0, 1)]
            if extend(place + 1, [*pairs, pair], _sum(score, (*gain, 1, follows[pair])), is_first):
                return True
        return False

    extend(0, [], (0, 0, 0, 0), is_first=False)
    extend(0, [], (0, 0, 0, 0), is_first=True)
    return best


def _sum(one: _Score, other: tuple[int, ...]) -> _Score:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]
