"""Which nodes of two trees over a lattice a count of a score stands for: what lights up when the count is clicked."""

from __future__ import annotations

from typing import Any

from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.lattice_drawn import LatticeDrawn
from treecompare.drawing.lattice_trees import LatticeTrees, Node
from treecompare.drawing.sentence import Wanted


def lit(
    comparison: LatticeComparison,
    system: int,
    sentence: int,
    part: str,
    count: str,
    wanted: Wanted,
    drawn: Drawn,
) -> list[Any]:
    """See :meth:`Comparison.lit`: TedEval counts nodes of trees, SegEval segments."""
    if not isinstance(drawn, LatticeDrawn):
        return []
    return drawn.places_of(counted_nodes(comparison, drawn.trees, system, sentence, part, count))


def counted_nodes(
    comparison: LatticeComparison, trees: LatticeTrees, system: int, sentence: int, part: str, count: str
) -> list[Node]:
    """The nodes that a count of a part of the score table counts, the gold's first; of ``matched`` so many on either side.

    ``trees``: of the sentence, as they are drawn. None for parts that are not counted over lattices.
    """
    if part not in comparison.table.parts or comparison.table.parts[part][system, sentence, 2] < 0:
        return []
    every = {
        side: trees.leaves[side] if part.startswith("segeval") else range(len(trees.tree(side)))
        for side in trees.leaves
    }
    kept = trees.mapping.pairs if part == "tedeval.lattice" else comparison.kept(system, sentence, part)
    found = []
    for place, (side, nodes) in enumerate(every.items()):
        both = {pair[place] for pair in kept}
        lacking = ("inserted", "deleted")[place]
        for number, node in enumerate(nodes):
            if count in (side, "matched" if number in both else lacking):
                found.append((side, node))
    return found
