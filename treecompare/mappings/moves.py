"""Nodes that both trees have (same label, same words), over the columns of whole files; and which of them a T-mapping moves.

A node that a T-mapping deletes and one that it inserts with the same label and the same words are one node that moved (Emms 2008,
section 5, after Roark 2002).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.labels import LabelCodes
from treecompare.mappings.spans import pair_up
from treecompare.trees.tree import WORD, Trees

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class SharedSpans:
    """One side of pairs of trees. An entry per node: its sentence, and its span in words that both sides have, empty where it
    has none of them."""

    sentences: Numbers
    starts: Numbers
    ends: Numbers

    @classmethod
    def of(cls, trees: Trees, alone: Mask | None) -> SharedSpans:
        """``alone``: the words that the other side lacks."""
        sentences = trees.sentence_of
        is_shared = trees.kinds == WORD if alone is None else (trees.kinds == WORD) & ~alone
        before = np.concatenate((np.zeros(1, np.int64), np.cumsum(is_shared)))
        of_sentence = before[trees.offsets[sentences]]
        ends = before[1:] - of_sentence
        starts = before[np.arange(1, len(trees.labels) + 1) - trees.sizes] - of_sentence
        return cls(sentences, starts, ends)

    @property
    def has_words(self) -> Mask:
        """Which nodes stand over words that both sides have."""
        found: Mask = self.ends > self.starts
        return found


def _keys(gold: SharedSpans, test: SharedSpans) -> tuple[Numbers, Numbers]:
    """A number per node, equal for nodes of one sentence over the same words."""
    width = int(max(gold.ends.max(initial=0), test.ends.max(initial=0))) + 1
    return tuple((side.sentences * width + side.starts) * width + side.ends for side in (gold, test))  # type: ignore[return-value]


@dataclass(frozen=True, eq=False)
class NodePairs:
    """Pairs of trees in columns, with their T-mappings. ``gold_codes``, ``test_codes``: equal for equal labels; ``partners``: per
    gold node the place of its counterpart among the test nodes, -1 for none.

    The trees of a pair must have equally many words that both sides have.
    """

    gold: Trees
    test: Trees
    gold_codes: NDArray[np.int32]
    test_codes: NDArray[np.int32]
    labels: LabelCodes
    gold_spans: SharedSpans
    test_spans: SharedSpans
    partners: Numbers

    def moved_pairs(self) -> tuple[Numbers, Numbers]:
        """Deleted gold nodes with inserted test nodes of the same label and the same words, as many as can be paired."""
        is_mapped = np.zeros(len(self.test.labels), np.bool_)
        is_mapped[self.partners[self.partners >= 0]] = True
        gold = np.flatnonzero((self.partners < 0) & self.gold_spans.has_words)
        test = np.flatnonzero(~is_mapped & self.test_spans.has_words)
        return self._pairs(gold, test)

    def moved(self) -> Numbers:
        """Per sentence, how many :meth:`moved_pairs` there are."""
        return np.bincount(self.gold_spans.sentences[self.moved_pairs()[0]], minlength=len(self.gold))

    def same(self) -> tuple[Numbers, Numbers]:
        """For each gold and for each test node the node of the other side with the same label and words, -1 for none.

        The E-mapping of the whole trees, words included; of several equal nodes those that the T-mapping maps to each
        other are paired first, the others from the top.
        """
        gold_keys, test_keys = _keys(self.gold_spans, self.test_spans)
        same, same_test = np.full(len(gold_keys), -1), np.full(len(test_keys), -1)
        places = np.flatnonzero((self.partners >= 0) & self.gold_spans.has_words)
        others = self.partners[places]
        alike = (gold_keys[places] == test_keys[others]) & self.equal(places, others)
        places, others = places[alike], others[alike]
        same[places], same_test[others] = others, places
        left = (
            np.flatnonzero((one < 0) & spans.has_words)
            for one, spans in ((same, self.gold_spans), (same_test, self.test_spans))
        )
        places, others = self._pairs(*left)
        same[places], same_test[others] = others, places
        return same, same_test

    def equal(self, gold: Numbers, test: Numbers) -> Mask:
        """Whether nodes have equal labels, or are equal words."""
        found: Mask = self.gold_codes[gold] == self.test_codes[test]
        if self.labels.equal is not None:
            equal = self.labels.equality()
            for place in np.flatnonzero(~found).tolist():
                found[place] = equal(int(self.gold_codes[gold[place]]), int(self.test_codes[test[place]]))
        return found

    def _pairs(self, gold: Numbers, test: Numbers) -> tuple[Numbers, Numbers]:
        """The largest pairing of some gold with some test nodes that have the same label and words; equal ones from the top."""
        gold_keys, test_keys = (
            keys[some] for keys, some in zip(_keys(self.gold_spans, self.test_spans), (gold, test), strict=True)
        )
        if self.labels.equal is not None:
            return self._largest(gold, test, gold_keys, test_keys)
        codes = [
            of_nodes[some].astype(np.int64) for of_nodes, some in ((self.gold_codes, gold), (self.test_codes, test))
        ]
        # words of one place are the same word
        codes = [np.where(one < 0, 0, one + 1) for one in codes]
        width = int(max(codes[0].max(initial=0), codes[1].max(initial=0))) + 1
        places, others = pair_up(gold_keys * width + codes[0], test_keys * width + codes[1])
        return gold[places], test[others]

    def _largest(self, gold: Numbers, test: Numbers, gold_keys: Numbers, test_keys: Numbers) -> tuple[Numbers, Numbers]:
        """The same where equal labels have no common code."""
        import networkx

        waiting = defaultdict(list)
        for node, key in zip(test.tolist(), test_keys.tolist(), strict=True):
            waiting[key].append(node)
        graph = networkx.Graph()
        for node, key in zip(gold.tolist(), gold_keys.tolist(), strict=True):
            for other in waiting.get(key, ()):
                if self.equal(np.array([node]), np.array([other]))[0]:
                    graph.add_edge(("gold", node), ("test", other))
        found = []
        for part in networkx.connected_components(graph):
            matching = networkx.bipartite.hopcroft_karp_matching(
                graph.subgraph(part), {one for one in part if one[0] == "gold"}
            )
            found += [
                (node, matching["gold", node][1])
                for side, node in sorted(part)
                if side == "gold" and ("gold", node) in matching
            ]
        both = np.array(sorted(found), np.int64).reshape(-1, 2)
        return both[:, 0], both[:, 1]
