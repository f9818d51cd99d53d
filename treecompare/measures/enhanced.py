"""ELAS and EULAS: which edges of two enhanced graphs are the same, and the counts that follow, sentence by sentence.

Empty nodes are collapsed; words are aligned as for the other measures of the shared task. Each edge of the gold matches one of the
system (Bouma, Seddah & Zeman 2020); the program udeval counts all pairs of equal ones, as the setting ``enhancements`` asks for.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.spans import pair_up
from treecompare.mappings.tokens import TokenAlignment
from treecompare.measures.ratio import Counts
from treecompare.measures.udeval import switched
from treecompare.trees.arcs import OUTSIDE, ROOT
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.enhanced import Edges, edges_of, without_subtypes, word_edges_of
from treecompare.trees.shared import Shared

Numbers = NDArray[np.int64]
EDGE_PARTS = ("elas", "eulas")
"""As written, and without subtypes."""


class EdgeScores:
    """Which edges of the words that are scored agree; ``gold``, ``test``: all edges of both treebanks.

    ``scored``: which words of each. ``enhancements``: as udeval counts, without the enhancements of these digits;
    None: one-to-one. ``collapses``: whether paths through empty nodes are edges; else edges from and to empty nodes count nowhere.
    """

    def __init__(
        self,
        gold: Dependencies,
        test: Dependencies,
        alignment: TokenAlignment,
        scored: tuple[NDArray[np.bool_], NDArray[np.bool_]],
        enhancements: str | None = None,
        collapses: bool = True,
    ) -> None:
        self._alignment, self._scored, self._enhancements = alignment, scored, enhancements
        self._sentence_of = gold.sentence_of, alignment.sentence_of_test
        self._sentences = len(gold)
        self.gold, self.test = (
            switched(word_edges_of(side) if collapses else _of_words(edges_of(side)), side, enhancements or "")
            for side in (gold, test)
        )

    @cached_property
    def _of_gold(self) -> tuple[Numbers, Numbers]:
        """The gold sentence of each edge of the gold and of the system; -1 where it is not scored."""
        both = zip((self.gold, self.test), self._scored, self._sentence_of, strict=True)
        gold, test = (np.where(scored[edges.owners], of[edges.owners], -1) for edges, scored, of in both)
        return gold, test

    def _keys(self, cuts: bool) -> tuple[tuple[Numbers, Numbers], tuple[Numbers, Numbers]]:
        """Of the edges that can match one of the other side: their places, and numbers that are equal for equal ones."""
        shared = Shared(without_subtypes if cuts else None)
        paths = [shared.of(edges.symbols, edges.paths)[0] for edges in (self.gold, self.test)]
        behind = np.append(self._alignment.gold_of_test, OUTSIDE)
        behind[behind < 0] = OUTSIDE
        owners = self.gold.owners, behind[self.test.owners]
        parents = (
            self.gold.parents,
            np.where(self.test.parents < 0, self.test.parents, behind[np.maximum(self.test.parents, 0)]),
        )
        places = [
            np.flatnonzero((of >= 0) & (own >= 0) & (up > OUTSIDE))
            for of, own, up in zip(self._of_gold, owners, parents, strict=True)
        ]
        away = [np.where(up[at] < 0, 0, up[at] - own[at]) for up, own, at in zip(parents, owners, places, strict=True)]
        lowest, highest = (int(most(np.concatenate((*away, [0])))) for most in (np.min, np.max))
        found = []
        for own, up, path, far, at in zip(owners, parents, paths, away, places, strict=True):
            step = np.where(up[at] == ROOT, highest - lowest + 1, far - lowest)
            keys = (own[at] * (highest - lowest + 2) + step) * max(len(shared.texts), 1) + path[at]
            found.append((at, keys))
        return found[0], found[1]

    def pairs(self, part: str = "elas") -> tuple[Numbers, Numbers]:
        """The edges that match, one-to-one: places in ``gold`` and in ``test``."""
        if part not in self._pairs:
            (gold, gold_keys), (test, test_keys) = self._keys(part == "eulas")
            places, others = pair_up(gold_keys, test_keys)
            self._pairs[part] = gold[places], test[others]
        return self._pairs[part]

    @cached_property
    def _pairs(self) -> dict[str, tuple[Numbers, Numbers]]:
        return {}

    def part(self, part: str) -> Counts:
        """The counts of one of EDGE_PARTS: int64 arrays, one entry per gold sentence. As udeval counts, more may match than there
        are."""
        gold, test = (self._per_sentence(of[of >= 0]) for of in self._of_gold)
        if self._enhancements is None:
            matched = self._per_sentence(self._of_gold[0][self.pairs(part)[0]])
        else:
            (places, keys), (_, test_keys) = self._keys(part == "eulas")
            own, firsts, counts = np.unique(keys, return_index=True, return_counts=True)
            theirs, others = np.unique(test_keys, return_counts=True)
            _, here, there = np.intersect1d(own, theirs, assume_unique=True, return_indices=True)
            sentences = self._of_gold[0][places[firsts[here]]]
            matched = np.bincount(sentences, counts[here] * others[there], len(gold)).astype(np.int64)
        return Counts(gold, test, matched, gold, deleted=gold - matched, inserted=test - matched)

    def gold_sizes(self, counted: NDArray[np.bool_]) -> Numbers:
        """Edges of the gold's words that are ``counted``, per sentence, whether these are aligned or not."""
        owners = self.gold.owners
        return self._per_sentence(self._sentence_of[0][owners[counted[owners]]])

    def _per_sentence(self, sentences: Numbers) -> Numbers:
        return np.bincount(sentences, minlength=self._sentences).astype(np.int64)


def _of_words(edges: Edges) -> Edges:
    return edges.chosen((edges.owners < edges.words) & (edges.parents < edges.words))
