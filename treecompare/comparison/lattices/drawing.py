"""Both trees of a sentence over the lattice of its words, drawn in every format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.lattice_drawing import OTHERS, LatticeDrawing, layout_lattice
from treecompare.drawing.lattice_tree_layout import layout_lattice_trees
from treecompare.drawing.lattice_trees import LatticeTrees, LatticeTreesDrawing
from treecompare.drawing.lattice_writers import lattice_as_text, lattice_trees_as_text
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.trees.tree import KIND_NAMES, WORD, Tree

ALONE = "lattice"
"""The layout of the lattice without trees."""


@dataclass(frozen=True)
class LatticeTreesSentence(SentenceDrawing):
    """``trees``: over the lattice, with their mapping. ``score``: what the measures count, in words."""

    of: ClassVar = "lattices"

    trees: LatticeTrees
    wanted: Wanted
    title: str
    score: str
    names: Names = PLAIN

    def text(self) -> str:
        if self.wanted.layout == ALONE:
            return lattice_as_text(self.trees.arcs, self.trees.words, self.names)
        return lattice_trees_as_text(self.trees, self.score, self.names)

    @property
    def note(self) -> str:
        return "" if self.wanted.layout == ALONE else self.score

    def scene(self) -> LatticeTreesDrawing | LatticeDrawing:
        trees, wanted = self.trees, self.wanted
        if wanted.layout == ALONE:
            others = OTHERS if wanted.elide else None
            return layout_lattice(trees.arcs, trees.words, wanted.right_to_left, others=others)
        return layout_lattice_trees(trees, wanted.elide, right_to_left=wanted.right_to_left, all_arcs=not wanted.elide)

    def as_object(self) -> dict[str, Any]:
        """What ``align --format json`` prints: nodes of both trees in postorder, numbered from 0, roots left out; pairs that are
        kept, gold nodes to add, system nodes to delete; the arcs of the lattice, with the segments that use them."""
        mapping = self.trees.mapping
        return {
            "measure": "tedeval.lattice",
            "words": list(self.trees.words),
            "gold_nodes": self._nodes(GOLD),
            "test_nodes": self._nodes(TEST),
            "kept": [list(pair) for pair in mapping.pairs],
            "added": [node for node in range(len(mapping.gold)) if node not in mapping.test_of_gold],
            "deleted": [node for node in range(len(mapping.test)) if node not in mapping.gold_of_test],
            "arcs": [arc._asdict() for arc in self.trees.arcs],
        }

    def _nodes(self, side: str) -> list[dict[str, Any]]:
        tree, tags = self.trees.tree(side), iter(self.trees.tags[side])
        return [
            {
                "node": node,
                "label": tree.texts[node],
                **({"tag": next(tags)} if kind == WORD else {}),
                "kind": "lexeme" if kind == WORD else KIND_NAMES[kind],
                "span": [int(tree.starts[node]), int(tree.ends[node])],
                "parent": tree.parents[node] if tree.parents[node] >= 0 else None,
            }
            for node, kind in enumerate(tree.kinds.tolist())
        ]


def segments_alone(tree: Tree) -> Tree:
    """The segments of a tree, without constituents."""
    words = tree.labels[tree.kinds == WORD]
    return Tree(tree.symbols, words, np.full(len(words), WORD, np.int8), np.ones(len(words), np.int32))
