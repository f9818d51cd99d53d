"""Which nodes the boxes of a drawing stand for where it is edited, which box shows a node, and where a node hung before. No Qt."""

from __future__ import annotations

from typing import Any

from treecompare.drawing.arcs_drawn import ArcsDrawn
from treecompare.drawing.columns import GOLD, LEFT_OUT, TEST
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.lattice_drawn import LatticeDrawn
from treecompare.drawing.lattice_trees import NodeBox
from treecompare.drawing.scene import Stroke
from treecompare.drawing.style import LINE
from treecompare.drawing.trees_drawn import TreesDrawn
from treecompare.extras.teaching.editors import Place
from treecompare.trees.tree import PRETERMINAL, WORD

DOTS = (0.5, 4.5)
"""Of the line from a node to where it hung."""
LEAST_BOW, MOST_BOW = 30.0, 90.0


def nodes_of(drawn: Drawn, box: Any) -> list[Place]:
    """The nodes that a box stands for, as editors number them; of what both sides share both, the system's first. None of what
    is folded or left out."""
    found: list[Place] = []
    if drawn.part_of(box) is not None:
        return found
    if isinstance(drawn, TreesDrawn) and box.side != LEFT_OUT and box.node >= 0:
        is_one = drawn.arrangement == "merged" or (box.kind == WORD and drawn.arrangement == "mirrored")
        is_shared = is_one and box.side == GOLD and box.partner >= 0
        found = [*([(TEST, box.partner)] if is_shared else []), (box.side, box.node)]
    elif isinstance(drawn, ArcsDrawn):
        nodes = drawn.nodes_of(box.column)[::-1]
        found = nodes if box.arc is None else [one for one in nodes if one[0] == box.arc.side]
    elif isinstance(drawn, LatticeDrawn) and isinstance(box, NodeBox):
        found = [(box.side, box.node)] if box.node >= 0 else []
    elif isinstance(drawn, LatticeDrawn):
        words = (TEST, box.lane.test_word), (GOLD, box.lane.gold_word)
        found = [(side, drawn.trees.leaves[side][word]) for side, word in words if word >= 0]
    return found


def place_of(drawn: Drawn, node: Place) -> Any:
    """Where a node is drawn, of a word of dependencies the word, not its arc; None if it is not."""
    places = [one for one in drawn.places_of([node]) if getattr(one, "arc", None) is None]
    return next((one for one in places if drawn.box_of(one) is not None), None)


def label_of(drawn: Drawn, node: Place) -> Any:
    """Where what is renamed of a node is drawn: of a word its tag, or the label of its arc."""
    if isinstance(drawn, ArcsDrawn):
        arcs = [one for one in drawn.boxes if one.arc is not None and node in nodes_of(drawn, one)]
        return arcs[0] if arcs else place_of(drawn, node)
    if isinstance(drawn, TreesDrawn):
        tree = drawn.mapping.gold if node[0] == GOLD else drawn.mapping.test
        mother = tree.parents[node[1]] if tree.kinds[node[1]] == WORD else -1
        if mother >= 0 and tree.kinds[mother] == PRETERMINAL:
            return place_of(drawn, (node[0], mother)) or place_of(drawn, node)
    return place_of(drawn, node)


def hung(drawn: Drawn, node: Place, left: Place) -> list[Stroke]:
    """A dotted line from a node to what it hung under; none where one of them is not drawn. It goes round the words between two
    words, on the side of its arcs."""
    ends = [drawn.box_of(place) for one in (node, left) if (place := place_of(drawn, one)) is not None]
    if len(ends) < 2 or None in ends:
        return []
    (x, y), (to_x, to_y) = ((one.x, one.top + one.height / 2) for one in ends)
    if isinstance(drawn, ArcsDrawn):
        bow = min(max(abs(to_x - x) / 2, LEAST_BOW), MOST_BOW) * (1 if node[0] == TEST else -1)
        middle = (x + to_x) / 2, (y + to_y) / 2 + bow
    else:
        middle = max(x, to_x) + LEAST_BOW, (y + to_y) / 2  # beside what stands between them
    return [Stroke((x, y), ((*middle, to_x, to_y),), LINE, 2.0, DOTS, is_round=True)]
