"""The way from the nodes of a drawing to those of the treebanks: drawings show prepared trees, without what is left out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.lessons.exercise import GOLD, TEST, Exercise
from treecompare.readers import Treebank
from treecompare.trees.extras import Extras
from treecompare.trees.preparation import NONE, prepare, terminals
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Tree, Trees

_NUMBER = "number in the file"
"""The column that says which node of the treebank a node is."""
Nodes = dict[str, list[int]]
"""By side: for each drawn node its place in the columns of the treebank, or NONE_THERE."""
NONE_THERE = -1


def tree_nodes(exercise: Exercise, part: str = "whole") -> Nodes:
    """Of two trees of constituents, as they are compared. ``part``: ``roof`` has no tags."""
    gold, system = (_numbered(one) for one in (exercise.gold, exercise.system) if isinstance(one, Treebank))
    twin = ConstituentComparison(gold, [system], exercise.comparison.settings, on_demand=False)
    pairs = twin.pairs(0)
    found = {}
    for side, trees in ((GOLD, pairs.gold), (TEST, pairs.test)):
        tree = trees[exercise.row]
        numbers = _numbers(tree)
        is_drawn = (tree.kinds != PRETERMINAL) if part == "roof" else np.ones(len(tree), np.bool_)
        found[side] = [number for number, drawn in zip(numbers, is_drawn.tolist(), strict=True) if drawn]
    return found


def segment_nodes(exercise: Exercise) -> Nodes:
    """Of two trees over a lattice: a segment and its tag are one node, which is the segment's; the one root is not drawn."""
    comparison = exercise.comparison
    found: Nodes = {}
    of_gold, of_system = comparison.sentences_of(0, exercise.row)
    for side, sentences in ((GOLD, of_gold), (TEST, of_system)):
        treebank = exercise.side(side)
        if not isinstance(treebank, Treebank) or not sentences:
            found[side] = []
            continue
        marked = terminals(_numbered(treebank).trees, comparison.preparation.preterminals)
        tree = prepare(marked, NONE)[sentences[0]]
        numbers, kinds = _numbers(tree), tree.kinds.tolist()
        if tree.roots == [len(tree) - 1] and kinds[-1] == CONSTITUENT:
            kinds.pop()
        # of a tag and its word the tag is left out here, as the word's number is wanted
        found[side] = [number for number, kind in zip(numbers, kinds, strict=False) if kind != PRETERMINAL]
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
        assert not isinstance(treebank, Treebank)
        first = int(treebank.sentences.offsets[sentences[0]])
        ranks = tree.ranks.tolist()
        found[side] = [
            first + ranks[node] if kind == WORD else NONE_THERE for node, kind in enumerate(tree.kinds.tolist())
        ]
    return found


def _numbered(treebank: Treebank) -> Treebank:
    """The treebank with a column that says which node is which."""
    trees = treebank.trees
    symbols = Symbols(trees.symbols.texts)
    column = np.array([symbols.number(str(node)) for node in range(len(trees.labels))], np.int32)
    extras = trees.extras or Extras()
    numbered = Trees(
        symbols, trees.labels, trees.kinds, trees.sizes, trees.offsets,
        replace(extras, columns={**extras.columns, _NUMBER: column}),
    )  # fmt: skip
    return replace(treebank, trees=numbered)


def _numbers(tree: Tree) -> list[int]:
    if tree.extras is None:
        return [NONE_THERE] * len(tree)
    return [int(tree.symbols[number]) for number in tree.extras.columns[_NUMBER].tolist()]
