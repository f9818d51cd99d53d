"""ELAS and EULAS: which edges of two enhanced graphs are the same, and the counts that follow, sentence by sentence; without
some kinds of enhancement as udeval leaves them out.

Empty nodes are collapsed; words are aligned as for the other measures of the shared task. Each edge of the gold matches one of the
system (Bouma, Seddah & Zeman 2020); the program udeval counts all pairs of equal ones, as the setting ``enhancements`` asks for.

The option ``--enhancements`` of udeval: graphs without some kinds of enhancement, with that program's faults.
1 gapping, 2 shared parents of coordination, 3 its shared dependents, 4 subjects of controlled verbs, 5 relative clauses, 6 case
information; 0 none. The program leaves 3 out, and removes by 5 edges of the word behind the one that is meant; so it is here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.mappings.empty_nodes import empty_counterparts, empty_sentences
from treecompare.mappings.spans import pair_up
from treecompare.mappings.tokens import NONE, TokenAlignment
from treecompare.measures.measure import Counts
from treecompare.trees.arcs import OUTSIDE, ROOT
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.enhanced import STEP, Edges, edges_of, node_sentences, without_subtypes, word_edges_of
from treecompare.trees.symbols import Shared

SWITCHES = frozenset("0123456")
_CASE = frozenset({"obl", "nmod", "conj", "advcl"})
_NO_CASE = frozenset({"pass", "relcl", "xsubj"})


def check_enhancements(switches: str) -> None:
    """Whether that is a value of the option. Raises UsageError: it is not."""
    if not switches or not SWITCHES.issuperset(switches):
        raise UsageError(f"enhancements is '{switches}'; expected 0, or some of the digits 1 to 6, as 12")


def switched(edges: Edges, sentences: Dependencies, switches: str) -> Edges:
    """The collapsed edges without the enhancements of these numbers."""
    if not set(switches) - {"0", "3"}:
        return edges
    symbols, texts = edges.symbols, sentences.symbols
    relations = [texts[number].split(":", 1)[0] for number in sentences.deprel.tolist()]
    heads, numbers, parents = sentences.head.tolist(), sentences.numbers.tolist(), sentences.parents.tolist()
    rows: list[tuple[int, int, str]] = []
    firsts = np.searchsorted(edges.owners, np.arange(edges.words + 1)).tolist()
    above, paths = edges.parents.tolist(), [symbols[number] for number in edges.paths.tolist()]
    for word in range(edges.words):
        found = sorted((above[edge], paths[edge]) for edge in range(firsts[word], firsts[word + 1]))
        basic = parents[word], relations[word]
        if basic[0] == ROOT:
            basic = OUTSIDE, relations[word]  # the root is not that of DEPS
        if "1" in switches:
            kept: list[tuple[int, str]] = []
            for one in found:
                if STEP in one[1] or one not in kept:
                    kept.append(basic if STEP in one[1] else one)
            found = kept
        if "2" in switches:
            conjuncts = [one for one in found if STEP not in one[1] and one[1].startswith("conj")]
            found = conjuncts[-1:] or found
        if "4" in switches:
            found = [
                (parent, path)
                for parent, path in found
                if not (
                    parent >= 0
                    and relations[parent] == "xcomp"
                    and any(one.startswith("nsubj") for one in path.split(STEP))
                )
            ]
        if "5" in switches:
            found = [
                basic if path.split(STEP)[0] == "ref" else (parent, path)
                for parent, path in found
                if path.split(STEP)[0] == "ref"
                or not (parent >= 0 and relations[parent].startswith("acl") and heads[parent] == numbers[word] - 1)
            ]
        if "6" in switches:
            found = [(parent, STEP.join(map(_without_case, path.split(STEP)))) for parent, path in found]
        rows += [(word, *one) for one in found]
    owners, up = (np.array([row[place] for row in rows], np.int64) for place in (0, 1))
    numbers_of = np.array([symbols.number(path) for _, _, path in rows], np.int32)
    return replace(edges, owners=owners, parents=up, paths=numbers_of, heads=np.zeros(len(rows), np.int64))


def _without_case(relation: str) -> str:
    parts = relation.split(":")
    return parts[0] if len(parts) == 2 and parts[0] in _CASE and parts[1] not in _NO_CASE else relation


Numbers = NDArray[np.int64]
Both = tuple[Numbers, Numbers]
WRITTEN, CUT, SAME_HEAD, SAME_PATH = range(4)
"""What two edges of a node have in common: head and path, that without subtypes, only the head, only the path."""


class EdgeScores:
    """Which edges of ``gold`` and ``test`` agree.

    ``behind``: the node of the gold of each node of the test, negative for none. ``sentences``: the gold sentence of each node of
    both, negative where it is not scored; ``count``: how many there are. ``counts_pairs``: all pairs of equal edges count.
    """

    def __init__(
        self, gold: Edges, test: Edges, behind: Numbers, sentences: Both, count: int, counts_pairs: bool = False
    ) -> None:
        self.gold, self.test, self._counts_pairs = gold, test, counts_pairs
        self._behind = np.append(np.where(behind < 0, OUTSIDE, behind), OUTSIDE)
        self.sentences: Both = sentences[0][gold.owners], sentences[1][test.owners]
        self._count = count

    @cached_property
    def _nodes(self) -> tuple[Both, Both]:
        """Where the edges of both lead to and come from, as nodes of the gold; OUTSIDE and below where these have none."""
        up = np.where(self.test.parents < 0, self.test.parents, self._behind[np.maximum(self.test.parents, 0)])
        return (self.gold.owners, self._behind[self.test.owners]), (self.gold.parents, up)

    def _paths(self, cuts: bool) -> tuple[Both, int]:
        shared = Shared(without_subtypes if cuts else None)
        gold, test = (shared.of(edges.symbols, edges.paths)[0] for edges in (self.gold, self.test))
        return (gold, test), len(shared.texts)

    def _keys(self, same: int, among: Sequence[NDArray[np.bool_]] | None = None) -> tuple[Both, Both]:
        """Of the edges (``among`` some) that can have that in common with one of the other side: their places, and numbers that are
        equal for equal ones."""
        owners, parents = self._nodes
        paths, count = self._paths(same == CUT)
        nodes = len(self._behind) + int(max(self.gold.owners.max(initial=0), self.gold.parents.max(initial=0)))
        places, keys = [], []
        for side, (own, up, path) in enumerate(zip(owners, parents, paths, strict=True)):
            can = (self.sentences[side] >= 0) & (own >= 0) & ((up > OUTSIDE) | (same == SAME_PATH))
            places.append(np.flatnonzero(can if among is None else can & among[side]))
            own, up, path = (column[places[-1]] for column in (own, up, path))
            key = own if same == SAME_PATH else own * (nodes + 1) + up + 1
            keys.append(key if same == SAME_HEAD else key * count + path)
        return (places[0], places[1]), (keys[0], keys[1])

    def pairs(self, same: int = WRITTEN, among: Sequence[NDArray[np.bool_]] | None = None) -> Both:
        """The edges (``among`` some) that have that in common, one-to-one: places in ``gold`` and in ``test``."""
        if not len(self.gold) or not len(self.test):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        (gold, test), keys = self._keys(same, among)
        places, others = pair_up(*keys)
        return gold[places], test[others]

    def stages(self, *sames: int) -> tuple[list[Both], Both]:
        """The edges that have the first in common, of those that are left over the next, and so on; and those that stand alone."""
        left = [of >= 0 for of in self.sentences]
        found: list[Both] = []
        for same in sames:
            found.append(self.pairs(same, left))
            for side, places in zip(left, found[-1], strict=True):
                side[places] = False
        return found, (np.flatnonzero(left[0]), np.flatnonzero(left[1]))

    @cached_property
    def matched(self) -> Both:
        """The edges that are the same."""
        return self.pairs()

    def part(self, part: str) -> Counts:
        """The counts of ``elas`` or ``eulas``: int64, an entry per gold sentence. More pairs may match than there are edges."""
        gold, test = (self._per_sentence(of[of >= 0]) for of in self.sentences)
        if not self._counts_pairs:
            matched = self._per_sentence(self.sentences[0][self.matched[0] if part == "elas" else self.pairs(CUT)[0]])
        else:
            (places, _), (keys, others) = self._keys(CUT if part == "eulas" else WRITTEN)
            own, firsts, counts = np.unique(keys, return_index=True, return_counts=True)
            theirs, other_counts = np.unique(others, return_counts=True)
            _, here, there = np.intersect1d(own, theirs, assume_unique=True, return_indices=True)
            sentences = self.sentences[0][places[firsts[here]]]
            matched = np.bincount(sentences, counts[here] * other_counts[there], len(gold)).astype(np.int64)
        return Counts(gold, test, matched, gold, deleted=gold - matched, inserted=test - matched)

    def _per_sentence(self, sentences: Numbers) -> Numbers:
        return np.bincount(sentences, minlength=self._count).astype(np.int64)


def edge_scores(
    gold: Dependencies,
    test: Dependencies,
    alignment: TokenAlignment,
    scored: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    enhancements: str | None = None,
    collapses: bool = True,
) -> EdgeScores:
    """The edges of words; ``scored``: which words of each side count.

    ``enhancements``: as udeval counts, without the enhancements of these digits. ``collapses``: whether paths through empty nodes
    are edges; else edges from and to empty nodes count nowhere.
    """
    edges = [
        switched(word_edges_of(side) if collapses else _of_words(edges_of(side)), side, enhancements or "")
        for side in (gold, test)
    ]
    sentences = _scored(scored, (gold.sentence_of, alignment.sentence_of_test))
    return EdgeScores(edges[0], edges[1], alignment.gold_of_test, sentences, len(gold), enhancements is not None)


def graph_scores(
    gold: Dependencies,
    test: Dependencies,
    alignment: TokenAlignment,
    scored: tuple[NDArray[np.bool_], NDArray[np.bool_]],
) -> EdgeScores:
    """The edges of words and empty nodes, which are aligned."""
    nodes = empty_counterparts(gold, test, alignment)
    behind = np.append(alignment.gold_of_test, np.where(nodes < 0, NONE, nodes + gold.words))
    of_words = _scored(scored, (gold.sentence_of, alignment.sentence_of_test))
    beside = node_sentences(gold)[gold.words :], empty_sentences(test, alignment)
    there = np.append(np.bincount(of_words[0][scored[0]], minlength=len(gold)) > 0, False)
    of = [np.append(words, np.where(there[empty], empty, NONE)) for words, empty in zip(of_words, beside, strict=True)]
    return EdgeScores(edges_of(gold).once, edges_of(test).once, behind, (of[0], of[1]), len(gold))


def _scored(scored: tuple[NDArray[np.bool_], NDArray[np.bool_]], sentences: Both) -> Both:
    gold, test = (np.where(one, of, NONE) for one, of in zip(scored, sentences, strict=True))
    return gold, test


def _of_words(edges: Edges) -> Edges:
    return edges.chosen((edges.owners < edges.words) & (edges.parents < edges.words))
