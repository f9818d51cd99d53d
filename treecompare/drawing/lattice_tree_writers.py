"""Two trees over a lattice, as text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from treecompare.drawing.lattice_trees import LatticeTrees
from treecompare.drawing.lattice_writers import lattice_as_text
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.text import as_text
from treecompare.mappings.mapping import Mapping
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Tree


def lattice_trees_as_text(trees: LatticeTrees, score: str, names: Names = PLAIN) -> str:
    """Both trees side by side, a node a line in preorder; then the space-delimited words with the segments of both.
    ``names``: of both trees."""
    mapping = trees.mapping
    gold, test = (_tagged(trees.tree(side), trees.tags[side]) for side in trees.leaves)
    shown = Mapping(mapping.kind, gold, test, mapping.pairs, mapping.swapped, True)
    nodes = as_text(shown, names, names.told("< added: gold only; > deleted: system only"))
    return f"{nodes}\n\n{lattice_as_text(trees.arcs, trees.words, names)}\n\n{score}"


def _tagged(tree: Tree, tags: Sequence[str]) -> Tree:
    """The tree with segments as they are written with their tags: ``CL/NN``."""
    symbols, rest = Symbols(), iter(tags)
    texts = [
        f"{text}/{next(rest)}" if kind == WORD else text
        for text, kind in zip(tree.texts, tree.kinds.tolist(), strict=True)
    ]
    return Tree(symbols, np.array([symbols.number(text) for text in texts], np.int32), tree.kinds, tree.sizes)
