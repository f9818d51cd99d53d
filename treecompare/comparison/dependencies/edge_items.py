"""The edges of enhanced graphs as items: by type of enhancement, by relation, by what is wrong. Breakdowns are ``COLUMNS``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.measures.enhanced import CUT, SAME_HEAD, SAME_PATH, WRITTEN, EdgeScores
from treecompare.measures.words import WordScores
from treecompare.scores.items import NONE, Column, Items
from treecompare.trees.arcs import UNATTACHED
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.enhanced import STEP, Edges, Numbers, without_subtypes
from treecompare.trees.shared_symbols import Shared

BASIC, CASE, ELLIPSIS, RELATIVE, CONTROL, SHARED_HEAD, SHARED_DEPENDENT, OTHER = ENHANCEMENTS = (
    "basic", "case information", "ellipsis", "relative clause", "controlled subject", "shared head", "shared dependent", "other",
)  # fmt: skip
"""What an edge is in its own analysis: that of the basic tree; the same with another subtype; a path through empty nodes; and the
other enhancements of Universal Dependencies."""
KINDS = ("right", "other subtype", "other relation", "other head", "missing", "extra")
"""What became of an edge. One with another head or relation stands beside one of the same word with the same relation or head."""


@dataclass(frozen=True, eq=False)
class EdgeRows:
    """The edges of both sides in rows, NONE for none; ``kinds``: places in KINDS."""

    scores: WordScores
    gold: Numbers
    test: Numbers
    kinds: Numbers

    @property
    def edges(self) -> EdgeScores:
        """The edges that ``gold`` and ``test`` are places of."""
        return self.scores.edges


Codes = Callable[[EdgeRows], tuple[list[str], Numbers, Numbers]]


def _by_path(change: Callable[[str], str] | None = None) -> Codes:
    def codes(rows: EdgeRows) -> tuple[list[str], Numbers, Numbers]:
        shared = Shared(change)
        both = (shared.of(edges.symbols, edges.paths)[0] for edges in (rows.edges.gold, rows.edges.test))
        gold, test = (np.append(one, NONE)[places] for one, places in zip(both, (rows.gold, rows.test), strict=True))
        return shared.texts, gold, test

    return codes


def _by_enhancement(rows: EdgeRows) -> tuple[list[str], Numbers, Numbers]:
    sides = (rows.edges.gold, rows.scores.gold, rows.gold), (rows.edges.test, rows.scores.test, rows.test)
    gold, test = (np.append(enhancements(edges, words), NONE)[places] for edges, words, places in sides)
    return list(ENHANCEMENTS), gold, test


COLUMNS: dict[str, Column] = {
    "enhancement": Column(_by_enhancement, is_binned=True, is_of_rows=True),
    "relation": Column(_by_path(without_subtypes), is_of_rows=True, in_confusions=True),
    "relation with subtypes": Column(_by_path(), is_of_rows=True),
    "kind": Column(lambda rows: (list(KINDS), rows.kinds, rows.kinds), is_of_rows=True, in_breakdowns=False),
}
"""The categories of edges."""


def edge_items(scores: WordScores) -> Items:
    """The edges of words that are scored, as rows of the words that they lead to: those that match, those of one word that have the
    head or the relation in common, those of one side only."""
    edges = scores.edges
    found, alone = edges.stages(WRITTEN, CUT, SAME_HEAD, SAME_PATH)
    pairs = [np.concatenate([one[side] for one in found]) for side in (0, 1)]
    counts = [*(len(one[0]) for one in found), *map(len, alone)]
    kinds, nothing = np.repeat(np.arange(len(KINDS)), counts), [np.full(len(one), NONE) for one in alone]
    rows = EdgeRows(
        scores,
        np.concatenate((pairs[0], alone[0], nothing[1])),
        np.concatenate((pairs[1], nothing[0], alone[1])),
        kinds,
    )
    gold, test = edges.gold.owners, edges.test.owners
    right = kinds[: len(pairs[0])]
    return Items.of(
        (gold[pairs[0]], test[pairs[1]]), (gold[alone[0]], test[alone[1]]),
        (scores.gold.sentence_of, scores.alignment.sentence_of_test),
        columns=COLUMNS, source=rows, rights=lambda key: right <= int(key == "eulas"), firsts=(scores.gold.offsets,),
    )  # fmt: skip


def enhancements(edges: Edges, words: Dependencies) -> Numbers:
    """The type of each edge of a word by the basic tree of its own analysis: places in ENHANCEMENTS."""
    owners, parents = edges.owners, edges.parents
    shared = Shared(without_subtypes)
    paths, relations = shared.of(edges.symbols, edges.paths)[0], shared.of(words.symbols, words.deprel)[0]
    written = edges.symbols.found_of(words.symbols)[words.deprel]

    def is_one(names: frozenset[str]) -> NDArray[np.bool_]:
        return shared.mask(lambda text: text in names)

    def of_word(places: Numbers, what: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether the relation of these words is such a one; not of the root."""
        found: NDArray[np.bool_] = (places >= 0) & what[relations[np.maximum(places, 0)]]
        return found

    heads = words.parents[owners]
    heads_head = np.where(heads >= 0, words.parents[np.maximum(heads, 0)], NONE)
    parents_head = np.where(parents >= 0, words.parents[np.maximum(parents, 0)], NONE)
    conj, subject = is_one(frozenset({"conj"})), is_one(frozenset({"nsubj", "csubj"}))
    is_basic_head = (parents == heads) & (heads != UNATTACHED)
    several = shared.mask(lambda text: STEP in text)[paths]
    return np.select(
        (
            is_basic_head & (edges.paths == written[owners]),
            is_basic_head & (paths == relations[owners]),
            several,
            is_one(frozenset({"ref"}))[paths]
            | (of_word(parents, is_one(frozenset({"acl"}))) & (parents_head == owners)),
            of_word(parents, is_one(frozenset({"xcomp"}))) & subject[paths],
            of_word(owners, conj) & ~conj[paths],
            of_word(parents, conj) | (of_word(heads, conj) & (heads_head == parents)),
        ),
        np.arange(len(ENHANCEMENTS) - 1),
        ENHANCEMENTS.index(OTHER),
    ).astype(np.int64)
