"""Which nodes the boxes of a drawing stand for where they are edited, and where nodes are drawn."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF

from treecompare.app.drawings.picture_view import PictureView
from treecompare.drawing.arcs import NOWHERE
from treecompare.drawing.columns import GOLD, LEFT_OUT, TEST
from treecompare.drawing.lattice_trees import NodeBox
from treecompare.drawing.walk import tree_of
from treecompare.extras.teaching.editors import Place
from treecompare.trees.tree import PRETERMINAL, WORD


class Handles:
    """Of a drawing in which each node has a box of its own."""

    def __init__(self, view: PictureView) -> None:
        self.view: Any = view

    def nodes_of(self, box: Any) -> list[Place]:
        """The nodes that a box stands for, as editors number them; of a word that both sides share both, the system's last."""
        return []

    def rect(self, place: Place) -> QRectF | None:
        """Where a node is drawn; None if it is not."""
        boxes = [self.view.drawn.shown_at(one) for one in self.view.drawn.places_of([place])]
        return next((self.view.rect_of(box) for box in boxes if box is not None), None)

    def label_rect(self, place: Place) -> QRectF | None:
        """Where what is renamed of a node is drawn."""
        return self.rect(place)

    def bow(self, place: Place) -> int:
        """Whether a line to where it is moved goes round below (1) or above (-1) what stands between, or straight (0)."""
        return 0

    def here(self) -> list[Place]:
        """The nodes that are pointed at or walked to."""
        place = self.view.here
        box = self.view.drawn.box_of(place) if place is not None else None
        return self.nodes_of(box) if box is not None else []


class TreeHandles(Handles):
    """Two trees."""

    def nodes_of(self, box: Any) -> list[Place]:
        if box.side == LEFT_OUT or box.node < 0:
            return []
        found = [(box.side, box.node)]
        if box.kind == WORD and box.side == GOLD and box.partner >= 0 and self.view.arrangement == "mirrored":
            found.append((TEST, box.partner))
        return found

    def label_rect(self, place: Place) -> QRectF | None:
        """See the base: of a word its tag."""
        side, node = place
        tree = tree_of(self.view.drawing, side)
        mother = tree.parents[node] if tree.kinds[node] == WORD else -1
        is_tagged = mother >= 0 and tree.kinds[mother] == PRETERMINAL
        return self.rect((side, mother) if is_tagged else place)


class ArcHandles(Handles):
    """Arcs: a label stands for its side, a word for both."""

    def nodes_of(self, box: Any) -> list[Place]:
        if box.opens:
            return []
        nodes = self.view.drawn.nodes_of(box.column)
        return nodes if box.arc is None else [one for one in nodes if one[0] == box.arc.side]

    def label_rect(self, place: Place) -> QRectF | None:
        """See the base: the label of the arc."""
        for box in self.view.arcs.boxes if self.view.arcs is not None else ():
            if box.arc is not None and place in self.nodes_of(box):
                return QRectF(self.view.rect_of(box))
        return self.rect(place)

    def bow(self, place: Place) -> int:
        """See the base: on the side of its arcs."""
        return 1 if place[0] == TEST else -1

    def rect(self, place: Place) -> QRectF | None:
        """See the base: the word, not the label of its arc."""
        columns = self.view.arcs.columns if self.view.arcs is not None else ()
        for box in self.view.arcs.boxes if self.view.arcs is not None else ():
            if box.arc is None and not box.opens:
                one = columns[box.column]
                if place[1] != NOWHERE and place in ((GOLD, one.gold), (TEST, one.test)):
                    return QRectF(self.view.rect_of(box))
        return None


class LatticeHandles(Handles):
    """Trees over a lattice: nodes, and the arcs that are segments of a tree."""

    def nodes_of(self, box: Any) -> list[Place]:
        if isinstance(box, NodeBox):
            return [(box.side, box.node)] if box.node >= 0 else []
        trees = self.view.trees
        words = ((GOLD, box.lane.gold_word), (TEST, box.lane.test_word))
        return [(side, trees.leaves[side][word]) for side, word in words if trees is not None and word >= 0]


_HANDLES = {"constituents": TreeHandles, "dependencies": ArcHandles, "lattices": LatticeHandles}
"""By the kind of comparison."""


def handles_of(kind: str, view: PictureView) -> Handles:
    """What can be taken hold of in a drawing of that kind."""
    return _HANDLES.get(kind, Handles)(view)
