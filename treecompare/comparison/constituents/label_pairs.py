"""Constituents and tags of both sides over the same words: matched, confused, and those without a counterpart.

The matches are those of the E-mapping of the roof (for tags: those of evalb's tagging accuracy). All in a few numpy passes over the
columns of a whole file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.pairs import Pairs
from treecompare.mappings.labels import LabelCodes
from treecompare.mappings.moves import SharedSpans
from treecompare.mappings.spans import pair_up, span_mapping
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Trees

if TYPE_CHECKING:
    from treecompare.comparison.constituents.prepared import PreparedTrees

Numbers = NDArray[np.int64]
Kind = Literal["constituents", "tags", "nodes"]
"""What is paired; ``nodes``: constituents and tags."""
KINDS: dict[Kind, tuple[int, ...]] = {
    "constituents": (CONSTITUENT,), "tags": (PRETERMINAL,), "nodes": (CONSTITUENT, PRETERMINAL),
}  # fmt: skip
KEYS: dict[Kind, str] = {"constituents": "e.roof.dice", "tags": "tagging", "nodes": "e.whole.dice"}
"""The measure whose counts the labels add up to."""


@dataclass(frozen=True)
class Nodes:
    """The nodes of one kind of all scored sentences: where they stand, and their label codes. Order: as in the file."""

    numbers: Numbers
    labels: Numbers
    codes: Numbers
    sentences: Numbers
    spans: Numbers
    """One number per place in the treebank: equal for gold and test nodes over the same words. A node all of whose words the other
    side lacks has a negative number of its own."""


@dataclass(frozen=True)
class LabelPairs:
    """Gold and test nodes that stand over the same words: matched ones, confused ones, and those without a counterpart.

    All arrays hold places in ``gold`` and ``test``. ``width``: a span is (sentence * width + start) * width + end.
    """

    gold: Nodes
    test: Nodes
    matched: tuple[Numbers, Numbers]
    confused: tuple[Numbers, Numbers]
    missed: Numbers
    invented: Numbers
    width: int


def label_pairs(
    comparison: PreparedTrees,
    system: int,
    kind: Kind = "constituents",
    among: Pairs | None = None,
    rows: NDArray[np.bool_] | None = None,
) -> LabelPairs:
    """Pairs up all nodes of one kind: first equal labels over equal spans, then what is left over the same span, from the top.

    ``among``: the trees, where they are not those that are compared; ``rows``: of which sentences, by default those that figures
    rest on. Where a parse counts as zero, all nodes of the gold are without a counterpart.
    """
    pairs = among or comparison.pairs(system)
    labels = comparison.labels()
    rows = comparison.table.rows(system, KEYS[kind]) if rows is None else rows
    kinds = KINDS[kind]
    # sentences of gold and test differ in length where a parse is missing
    width = max(int(trees.word_counts[rows].max(initial=0)) for trees in (pairs.gold, pairs.test)) + 1
    there = rows & ~comparison.table.zeroed[system]
    gold, test = (
        _nodes(trees, alone, own, labels, kinds, of_side, width)
        for trees, alone, own, of_side in (
            (pairs.gold, pairs.gold_alone, -1, rows), (pairs.test, pairs.test_alone, -2, there),
        )
    )  # fmt: skip
    if labels.equal_rows is None:
        codes = int(max(gold.codes.max(initial=0), test.codes.max(initial=0))) + 1
        matched = pair_up(gold.spans * codes + gold.codes, test.spans * codes + test.codes)
    else:
        matched = _matched_one_by_one(pairs, labels, gold, test, kinds)
    left_gold, left_test = (
        np.setdiff1d(np.arange(len(side.numbers)), found) for side, found in zip((gold, test), matched, strict=True)
    )
    over_gold, over_test = pair_up(gold.spans[left_gold], test.spans[left_test])
    confused = left_gold[over_gold], left_test[over_test]
    return LabelPairs(
        gold, test, matched, confused, np.setdiff1d(left_gold, confused[0]), np.setdiff1d(left_test, confused[1]),
        width,
    )  # fmt: skip


def _nodes(
    trees: Trees,
    alone: NDArray[np.bool_] | None,
    own: int,
    labels: LabelCodes,
    kinds: tuple[int, ...],
    rows: NDArray[np.bool_],
    width: int,
) -> Nodes:
    """``alone``: words that the other side lacks; nodes over nothing else have ``own``, less twice their number."""
    shared = SharedSpans.of(trees, alone)
    numbers = np.flatnonzero(np.isin(trees.kinds, kinds) & rows[shared.sentences])
    sentences = shared.sentences[numbers]
    spans = np.where(shared.has_words[numbers], shared.keys(width)[numbers], own - 2 * numbers)
    codes = labels.codes(trees)[numbers].astype(np.int64)
    return Nodes(numbers, trees.labels[numbers].astype(np.int64), codes, sentences, spans)


def _matched_one_by_one(
    pairs: Pairs, labels: LabelCodes, gold: Nodes, test: Nodes, kinds: tuple[int, ...]
) -> tuple[Numbers, Numbers]:
    """Where EQ_LABEL is not transitive, equal labels have no common code: sentence by sentence."""
    shared = [side.trees for side in pairs.shared]
    codes = [labels.codes(trees) for trees in shared]
    places = []
    for nodes, trees, side in zip((gold, test), (pairs.gold, pairs.test), pairs.shared, strict=True):
        place_of = np.full(len(trees.labels), -1)
        place_of[nodes.numbers] = np.arange(len(nodes.numbers))
        places.append(place_of if side.kept is None else place_of[side.kept])
    found: list[tuple[int, int]] = []
    for sentence in np.intersect1d(gold.sentences, test.sentences).tolist():
        firsts = [int(trees.offsets[sentence]) for trees in shared]
        both_trees = shared[0][sentence], shared[1][sentence]
        own = [
            code[first : first + len(tree)].tolist()
            for code, first, tree in zip(codes, firsts, both_trees, strict=True)
        ]
        for one, other in span_mapping(*both_trees, own[0], own[1], labels).pairs:
            if both_trees[0].kinds[one] in kinds and both_trees[1].kinds[other] in kinds:
                found.append((int(places[0][firsts[0] + one]), int(places[1][firsts[1] + other])))
    both = np.array(found, np.int64).reshape(-1, 2)
    return both[:, 0], both[:, 1]
