"""Two trees over a lattice as they are drawn, or the lattice alone, and what is said of nodes and arcs. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from treecompare.drawing.describe import span_text, words_text
from treecompare.drawing.drawn import Drawn, Space
from treecompare.drawing.lattice_drawing import (
    FOLDED,
    GOLD,
    KEPT,
    OTHER,
    OTHERS,
    SHARED,
    TEST,
    LaneBox,
    LatticeDrawing,
    layout_lattice,
    role_of,
)
from treecompare.drawing.lattice_tree_layout import layout_lattice_trees
from treecompare.drawing.lattice_trees import LatticeTrees, LatticeTreesDrawing, Node, NodeBox
from treecompare.drawing.style import reads_right_to_left
from treecompare.errors import counted
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.trees.tree import WORD


@dataclass(frozen=True)
class Way:
    """How a sentence is drawn: with trees, and with as much folded, or the lattice alone."""

    has_trees: bool = True
    is_folded: bool = False
    is_condensed: bool = False


@dataclass(eq=False, kw_only=True)
class LatticeDrawn(Drawn):
    """Trees above and below the lattice; or the lattice alone, what both trees use heavy, what one uses dashed, the rest faint.

    Its places are nodes; of arcs that neither tree uses their boxes. ``score``: what the measures count, in words; ``off_lattice``:
    which of gold and system are no path in the lattice; ``has_trees``: whether they are drawn; ``all_arcs``: unused arcs are.
    """

    trees: LatticeTrees
    score: str = ""
    off_lattice: Sequence[str] = ()
    has_trees: bool = True
    all_arcs: bool = False
    scene: LatticeTreesDrawing | LatticeDrawing | None = None
    way: Way | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.is_right_to_left = reads_right_to_left([arc.form for arc in self.trees.arcs])

    def ways(self, space: Space) -> list[Way]:
        if not self.has_trees:
            return [Way(has_trees=False)]
        return [Way(), *([Way(is_folded=True), Way(is_folded=True, is_condensed=True)] if self.folds else [])]

    def laid_out(self, way: Way, space: Space) -> LatticeTreesDrawing | LatticeDrawing:
        trees = self.trees
        if not way.has_trees:
            others = None if self.all_arcs else OTHERS
            return layout_lattice(trees.arcs, trees.words, self.is_right_to_left, others=others)
        return layout_lattice_trees(
            trees,
            way.is_folded,
            self.unfolded_parts,
            self.is_right_to_left,
            self.all_arcs,
            way.is_condensed,
            self.measure,
            space.room,
        )

    def folding_of(self, wanted: Node) -> int | None:
        box = self.shown_at(wanted)
        return box.part if isinstance(box, NodeBox) else None

    def wanted_for(self, nodes: Sequence[Node]) -> Sequence[Node]:
        return nodes

    @property
    def begins_at_top(self) -> bool:
        """The lattice alone."""
        return self.way is not None and not self.way.has_trees

    @property
    def note(self) -> str:
        return self.score if isinstance(self.scene, LatticeTreesDrawing) else ""

    # -- places ---------------------------------------------------------------------------------------------------------------

    def place_of(self, box: NodeBox | LaneBox) -> Any:
        if isinstance(box, NodeBox):
            return box.side, box.node
        for side, word in ((GOLD, box.lane.gold_word), (TEST, box.lane.test_word)):
            if word >= 0:
                return side, self.trees.leaves[side][word]
        return box

    def box_of(self, place: Any) -> Any:
        if isinstance(place, LaneBox) or self.scene is None:
            return place if self.scene is not None else None
        if isinstance(self.scene, LatticeTreesDrawing):
            return self.scene.box_of(place)
        side, node = place
        for box in self.scene.boxes:
            word = box.lane.gold_word if side == GOLD else box.lane.test_word
            if word >= 0 and self.trees.leaves[side][word] == node:
                return box
        return None

    def shown_at(self, place: Any) -> Any:
        """Of a node that is folded away the box of the part, or of its words where it is a segment."""
        drawing = self.scene
        if isinstance(place, LaneBox) or not isinstance(drawing, LatticeTreesDrawing):
            return self.box_of(place)
        (side, node), tree = place, self.trees.tree(place[0])
        above, box = node, drawing.box_of(place)
        while box is None and 0 <= above < len(tree):
            above = tree.parents[above]
            words = drawing.box_of((side, -1 - above)) if above >= 0 and tree.kinds[node] == WORD else None
            box = words or (drawing.box_of((side, above)) if above >= 0 else None)
        return box

    def places_of(self, nodes: Sequence[Node]) -> list[Node]:
        return list(nodes)

    def same_place(self, place: Any) -> Any:
        """Arcs that neither tree uses stand elsewhere then."""
        return None if isinstance(place, LaneBox) else place

    def related(self, box: Any) -> list[Any]:
        """Of a node its counterpart, and of a segment the arcs over the same stretch."""
        if isinstance(box, NodeBox):
            other = TEST if box.side == GOLD else GOLD
            nodes = [(box.side, box.node), *([(other, box.partner)] if box.partner >= 0 else [])]
            return [shown for node in nodes if (shown := self.shown_at(node)) is not None]
        place = box.lane.base, box.lane.x1, box.lane.x2
        return [
            one
            for one in self.boxes
            if isinstance(one, LaneBox)
            and (one.lane.base, one.lane.x1, one.lane.x2) == place
            and one.lane.role != FOLDED
        ]

    # -- what is said ---------------------------------------------------------------------------------------------------------

    def text_of(self, box: NodeBox | LaneBox) -> str:
        return self._node_text(box) if isinstance(box, NodeBox) else self._lane_text(box)

    def _node_text(self, box: NodeBox) -> str:
        assert isinstance(self.scene, LatticeTreesDrawing)
        if box.is_root:
            return "the root: always paired, not counted"
        tree, node = self.trees.tree(box.side), box.node if box.node >= 0 else -1 - box.node
        words = f"{span_text(tree, node)}: {words_text(tree, node)}".removesuffix(": ").replace("word", "segment", 1)
        hidden = self.scene.hidden_with((box.side, node))
        if hidden:
            labels = " ".join(tree.texts[one] for _, one in hidden)
            return "\n".join([f"{box.text}: {labels}", "the same in both trees; click to open"])
        if box.part is not None:
            return "\n".join([tree.texts[node], words, "the same in both trees; click to open"])
        gold, system = self.telling.gold, self.telling.system
        says = {
            MATCHED: "matched (cost 0)",
            DELETED: f"in the {gold}, not in the {system}: must be added, costs 1",
            INSERTED: f"in the {system}, not in the {gold}: must be deleted, costs 1",
        }[box.operation]
        if tree.kinds[node] != WORD:
            return "\n".join([f"constituent {tree.texts[node]}", words, says])
        lines = [f"segment {tree.texts[node]}, tag {box.tag}", says]
        arc = self.trees.arcs[self.trees.arc_of[box.side, int(tree.starts[node])]]
        if role_of(arc) == KEPT:
            is_kept = box.operation == MATCHED
            lines.append("over other states there" if is_kept else "SegEval keeps it, over other states")
        elif role_of(arc) == SHARED and box.operation != MATCHED:
            lines.append("SegEval, which has no trees, keeps it")
        if not arc.in_lattice:
            lines.append("The lattice has no such arc.")
        return "\n".join(lines)

    def _lane_text(self, box: LaneBox) -> str:
        lane = box.lane
        if lane.role == FOLDED:
            return f"{lane.count} more unused arcs; “All arcs” draws them"
        says = {
            SHARED: "in the gold and in the system",
            KEPT: "in the gold and in the system, over other states: kept",
            GOLD: "in the gold, not in the system",
            TEST: "in the system, not in the gold",
            OTHER: "in the lattice, in neither tree",
        }[lane.role]
        lines = [f"{lane.form}  {lane.tag}".rstrip(), self.telling.told(says)]
        if lane.added:
            lines.append("The lattice has no such arc.")
        if lane.count > 1:
            lines.append(f"{lane.count} analyses with this segment and tag")
        return "\n".join(lines)

    def details(self) -> str:
        unused = sum(arc.times for arc in self.trees.arcs if role_of(arc) == OTHER)
        off = [self.telling.told(f"the {side} is not a path in the lattice") for side in self.off_lattice]
        return "  ·  ".join([*self.score.split("; "), *([counted(unused, "unused arc")] if unused else []), *off])
