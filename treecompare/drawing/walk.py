"""Walking through a drawing by keyboard: from a node to its mother, its daughters, its sisters, and into the other tree."""

from __future__ import annotations

from treecompare.drawing.columns import GOLD, LEFT_OUT, TEST, Box
from treecompare.drawing.layout import Drawing
from treecompare.trees.tree import WORD, Tree

Node = tuple[str, int]
DIRECTIONS = ("up", "down", "left", "right")
"""As they are seen on the screen."""


def tree_of(drawing: Drawing, side: str) -> Tree:
    """The tree of a side."""
    return drawing.mapping.gold if side == GOLD else drawing.mapping.test


def own_node(node: Node) -> Node:
    """The node itself where ``node`` stands for the words of a folded part."""
    return node if node[1] >= 0 else (node[0], -1 - node[1])


def box_showing(drawing: Drawing, node: Node) -> Box | None:
    """The box of a node; where it is folded away, that of the fold's label, or of its words if the node is a word."""
    box = drawing.box_of(*node)
    side, number = node
    tree = tree_of(drawing, side)
    above = number
    while box is None and above >= 0:
        above = tree.parents[above]
        top = drawing.box_of(side, above) if above >= 0 else None
        if top is not None and top.kind == WORD:  # a run of words
            return top
        if top is not None and tree.kinds[number] == WORD:
            # both sides of a mirrored drawing share the row of words, which is the gold's
            return drawing.box_of(side, -1 - above) or drawing.box_of(GOLD, -1 - top.partner) or top
        box = top
    return box


def counterpart(drawing: Drawing, node: Node) -> Node | None:
    """The node of the other tree that this one is mapped to."""
    side, number = own_node(node)
    if side == GOLD:
        other = drawing.mapping.test_of_gold.get(number)
        return None if other is None else (TEST, other)
    other = drawing.mapping.gold_of_test.get(number)
    return None if other is None else (GOLD, other)


def start(drawing: Drawing) -> Node | None:
    """Where a walk begins: the first root of the gold tree, or of the test tree; None where nothing is drawn."""
    for side in (GOLD, TEST):
        for root in tree_of(drawing, side).roots:
            if drawing.box_of(side, root) is not None:
                return side, root
    return None


def step(drawing: Drawing, node: Node, direction: str) -> Node:
    """The next node in a direction, or the same one where there is none.

    In mirrored drawings the way from one tree into the other leads through the words, side by side past the last root.
    """
    if drawing.arrangement == "merged":
        return _along_edges(drawing, node, direction)
    side, number = own_node(node)
    if direction in ("left", "right"):
        return _sideways(drawing, side, number, 1 if direction == "right" else -1)
    to_mother = "down" if side == TEST and drawing.arrangement == "mirrored" else "up"
    if direction == to_mother:
        mother = _mother(drawing, side, number)
        box = drawing.box_of(side, mother) if mother >= 0 else None
    else:
        box = _towards_words(drawing, side, number)
    return (box.side, box.node) if box is not None else (side, number)


def _along_edges(drawing: Drawing, node: Node, direction: str) -> Node:
    """A step in the merged tree, along its edges."""
    own = drawing.box_of(*own_node(node))
    if own is None:
        return node
    joined: dict[Node, list[Box]] = {}
    for edge in drawing.edges:
        one, other = drawing.boxes[edge.parent], drawing.boxes[edge.child]
        joined.setdefault(own_node((one.side, one.node)), []).append(other)
        joined.setdefault(own_node((other.side, other.node)), []).append(one)

    def above(box: Box) -> Box | None:
        near = [end for end in joined.get(own_node((box.side, box.node)), []) if end.y < box.y]
        return min(near, key=lambda end: abs(end.x - box.x), default=None)

    if direction == "up":
        there = above(own)
    elif direction == "down":
        near = [end for end in joined.get(own_node((own.side, own.node)), []) if end.y > own.y]
        there = min(near, key=lambda end: (end.x, end.y), default=None)
    else:
        mother = above(own)
        labels = [box for box in drawing.boxes if box.node >= 0 and box.side != LEFT_OUT]
        sisters = [(box.side, box.node) for box in labels if above(box) is mother and box is not own]
        there = _nearest(drawing, sisters, own, 1 if direction == "right" else -1)
    return own_node((there.side, there.node)) if there is not None else node


def _mother(drawing: Drawing, side: str, number: int) -> int:
    """The nearest node above one that is drawn as a node; -1: none is."""
    parents = tree_of(drawing, side).parents
    mother = int(parents[number])
    while mother >= 0 and ((box := drawing.box_of(side, mother)) is None or box.kind == WORD):
        mother = int(parents[mother])
    return mother


def _daughters(drawing: Drawing, side: str, number: int) -> list[int]:
    """The nearest nodes below one, and below those of the chain that is drawn with it, that are drawn."""
    chain, children = drawing.hidden_with(side, number), tree_of(drawing, side).children
    below = [daughter for node in chain for daughter in children[node] if daughter not in chain]
    found: list[int] = []
    while below:
        node = below.pop()
        if drawing.box_of(side, node) is not None:
            found.append(node)
        else:
            below += children[node]
    return sorted(found)


def _sideways(drawing: Drawing, side: str, number: int, sign: int) -> Node:
    tree = tree_of(drawing, side)
    parent, own = _mother(drawing, side, number), drawing.box_of(side, number)
    sisters = _daughters(drawing, side, parent) if parent >= 0 else tree.roots
    there = _nearest(drawing, [(side, sister) for sister in sisters if sister != number], own, sign)
    if there is None and parent < 0 and drawing.arrangement != "mirrored":
        other = TEST if side == GOLD else GOLD
        there = _nearest(drawing, [(other, root) for root in tree_of(drawing, other).roots], own, sign)
    return (there.side, there.node) if there is not None else (side, number)


def _nearest(drawing: Drawing, nodes: list[Node], own: Box | None, sign: int) -> Box | None:
    """The nearest box to the right (``sign`` 1) or to the left (-1): on the screen, whatever the direction of the script."""
    boxes = [box for box in (drawing.box_of(*node) for node in nodes) if box is not None]
    if own is None:
        return boxes[0] if boxes else None
    return min((box for box in boxes if sign * (box.x - own.x) > 0), key=lambda box: abs(box.x - own.x), default=None)


def _towards_words(drawing: Drawing, side: str, number: int) -> Box | None:
    """The first daughter; in mirrored drawings beyond the words the node of the other tree."""
    tree = tree_of(drawing, side)
    shown = _daughters(drawing, side, number)
    if shown or drawing.arrangement != "mirrored":
        return drawing.box_of(side, shown[0]) if shown else None
    other = counterpart(drawing, (side, number))
    if other is not None and tree.kinds[number] == WORD:
        parent = _mother(drawing, *other)
        return drawing.box_of(other[0], parent) if parent >= 0 else None
    if other is not None:
        return drawing.box_of(*other)
    return _opposite(drawing, side, number)


def _opposite(drawing: Drawing, side: str, number: int) -> Box | None:
    """The nearest box of the other tree, for an unmapped node without daughters."""
    own = drawing.box_of(side, number)
    others = [box for box in drawing.boxes if box.side != side and box.node >= 0 and box.kind != WORD]
    if own is None:
        return None
    return min(others, key=lambda box: (abs(box.y - own.y), abs(box.x - own.x)), default=None)
