"""The way from the nodes of a drawing to those of the treebanks: drawings show prepared trees, without what is left out."""

from __future__ import annotations

import numpy as np

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.extras.teaching.exercise import GOLD, TEST, Exercise
from treecompare.readers import DependencyTreebank, Treebank, of_one_kind
from treecompare.trees.preparation import NONE, origins, prepare, terminals, with_origins
from treecompare.trees.tree import PRETERMINAL, WORD

Nodes = dict[str, list[int]]
"""By side: for each drawn node its place in the columns of the treebank, or NONE_THERE."""
NONE_THERE = -1


def tree_nodes(exercise: Exercise, part: str = "whole") -> Nodes:
    """Of two trees of constituents, as they are compared. ``part``: ``roof`` has no tags."""
    comparison = exercise.comparison
    assert isinstance(comparison, ConstituentComparison)
    pairs = comparison.pairs(0)
    found = {}
    for side, trees in ((GOLD, pairs.gold), (TEST, pairs.test)):
        tree = trees[exercise.row]
        is_drawn = (tree.kinds != PRETERMINAL) if part == "roof" else np.ones(len(tree), np.bool_)
        found[side] = [place for place, drawn in zip(origins(tree), is_drawn.tolist(), strict=True) if drawn]
    return found


def segment_nodes(exercise: Exercise) -> Nodes:
    """Of two trees over a lattice: a segment and its tag are one node, which is the segment's; a root over all comes last, as the
    number of nodes below it is what drawings call it."""
    comparison = exercise.comparison
    found: Nodes = {}
    of_gold, of_system = comparison.sentences_of(0, exercise.row)
    for side, sentences in ((GOLD, of_gold), (TEST, of_system)):
        treebank = exercise.side(side)
        if not isinstance(treebank, Treebank) or not sentences:
            found[side] = []
            continue
        marked = terminals(with_origins(treebank.trees), comparison.preparation.preterminals)
        tree = prepare(marked, NONE)[sentences[0]]
        found[side] = [
            place for place, kind in zip(origins(tree), tree.kinds.tolist(), strict=True) if kind != PRETERMINAL
        ]
    return found


def leaf_nodes(exercise: Exercise) -> Nodes:
    """Of dependencies drawn as trees over a lattice: of each leaf its word; the other nodes stand for no word alone."""
    from treecompare.comparison.lattices.comparison import LatticeComparison

    comparison = exercise.comparison
    assert isinstance(comparison, LatticeComparison)
    mapping = comparison.trees(0, exercise.row).mapping
    of_gold, of_system = comparison.sentences_of(0, exercise.row)
    found = {}
    for side, tree, sentences in ((GOLD, mapping.gold, of_gold), (TEST, mapping.test, of_system)):
        treebank = exercise.side(side)
        first = int(of_one_kind(treebank, DependencyTreebank).sentences.offsets[sentences[0]])
        ranks = tree.ranks.tolist()
        found[side] = [
            first + ranks[node] if kind == WORD else NONE_THERE for node, kind in enumerate(tree.kinds.tolist())
        ]
    return found
