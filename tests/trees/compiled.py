"""Patterns for one tree, without variables: what joined patterns are made of."""

from __future__ import annotations

from dataclasses import dataclass

from treecompare.trees.columns import Mask
from treecompare.trees.expressions import one_query
from treecompare.trees.joined_patterns import TREES, mask_of
from treecompare.trees.pattern_syntax import Node, Reader
from treecompare.trees.tree import Trees
from treecompare.trees.tree_relations import places


@dataclass(frozen=True)
class Pattern:
    node: Node

    def nodes(self, trees: Trees) -> Mask:
        with one_query():
            return mask_of(self.node, places(trees))

    def sentences(self, trees: Trees) -> Mask:
        return trees.totals(self.nodes(trees)) > 0


def compile_pattern(text: str) -> Pattern:
    return Pattern(Reader(TREES, text).read())
