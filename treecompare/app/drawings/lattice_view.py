"""Both trees of a sentence over the lattice of its words, or the lattice alone, as it stands in the middle of the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QTableWidgetItem, QVBoxLayout, QWidget

from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.plain_table import Recolour, Refit, fit_columns, label_columns, plain_table
from treecompare.app.common.worker import Newest
from treecompare.app.drawings.alignment import reads_right_to_left
from treecompare.app.drawings.alignment_panel import LARGE, title_of
from treecompare.app.drawings.canvas import Fit
from treecompare.app.drawings.control_bar import LAYOUT
from treecompare.app.drawings.fitted import FittedView
from treecompare.app.drawings.painted import label_font
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.drawings.pictures import TextMeasure, theme_of
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.lattices.counted import counted_nodes
from treecompare.drawing.columns import GOLD as GOLD_SIDE
from treecompare.drawing.columns import TEST as TEST_SIDE
from treecompare.drawing.describe import span_text, words_text
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
from treecompare.drawing.lattice_writers import lattice_rows
from treecompare.drawing.names import Names
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.drawing.style import TAG_SIZE
from treecompare.errors import counted
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.trees.invisible_characters import kept_apart
from treecompare.trees.lattice_paths import PathArc
from treecompare.trees.tree import WORD


@dataclass(frozen=True)
class Way:
    """How a sentence is drawn: with trees, and with as much folded, or the lattice alone."""

    has_trees: bool = True
    is_folded: bool = False
    is_condensed: bool = False


class LatticeView(FittedView):
    """Trees above and below the lattice; or the lattice alone, what both trees use heavy, what one uses dashed, the rest faint.

    Its places are nodes, as (side, number); of arcs that neither tree uses their boxes.
    """

    drawing: LatticeTreesDrawing | LatticeDrawing | None

    def __init__(self, parent: QWidget | None = None) -> None:
        self._trees: LatticeTrees | None = None
        self._score = ""
        self._measure = TextMeasure()
        super().__init__("Drawing of both trees over the lattice", "Changes as text", parent)
        self.canvas.smallest_text = label_font(TAG_SIZE).pixelSize()
        self.direction = self.add_direction_button()
        self.show_trees = self.add_button(
            "Trees", "Draw both trees above and below the lattice, or the lattice alone", True, LAYOUT
        )
        self.show_trees.setChecked(True)
        self.show_all = self.add_button("Unused arcs", "Show unused arcs of the lattice", True)
        fold = self.add_fold_button("Fold identical parts (F)")
        for button in (fold, self.show_trees):
            button.toggled.connect(lambda _: self.fold_all())
        self.show_all.toggled.connect(lambda _: self.arrange())

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_trees_of(self, trees: LatticeTrees, score: str, title: str) -> None:
        """Draws a sentence, in the direction of its script. ``score``: what the measures count, in words."""
        self._trees, self._score, self._opened, self._wanted = trees, score, frozenset(), []
        self.canvas.fitting = Fit.LEGIBLE
        self.is_right_to_left = reads_right_to_left([arc.form for arc in trees.arcs])
        self.show_drawing(self.laid_out(), title)

    def show_drawing(self, drawing: Any, title: str = "") -> None:
        """See the base."""
        if drawing is None:
            self._trees = None
        super().show_drawing(drawing, title)

    @property
    def trees(self) -> LatticeTrees | None:
        """What is drawn."""
        return self._trees

    @property
    def lanes(self) -> Sequence[Any]:
        """The arcs that are drawn."""
        return self.drawing.lanes if self.drawing is not None else ()

    def ways(self) -> list[Way]:
        """See the base."""
        if self._trees is None:
            return []
        if not self.show_trees.isChecked():
            return [Way(has_trees=False)]
        return [Way(), *([Way(is_folded=True), Way(is_folded=True, is_condensed=True)] if self.folds else [])]

    def drawn(self, way: Way) -> LatticeTreesDrawing | LatticeDrawing:
        """See the base."""
        trees = self._trees
        assert trees is not None
        self.canvas.begins_at_top = not way.has_trees
        has_all = self.show_all.isChecked()
        if not way.has_trees:
            return layout_lattice(trees.arcs, trees.words, self.is_right_to_left, others=None if has_all else OTHERS)
        return layout_lattice_trees(
            trees,
            way.is_folded,
            self.opened,
            self.is_right_to_left,
            has_all,
            way.is_condensed,
            self._measure,
            self.canvas.room,
        )

    def folding_of(self, drawing: Any, wanted: Node) -> int | None:
        """See the base."""
        box = self._showing(drawing, wanted)
        return box.part if isinstance(box, NodeBox) else None

    def show_nodes(self, nodes: list[Node], also: Sequence[Node] = ()) -> None:
        """See the base."""
        self.unfold([*nodes, *also])
        super().show_nodes(nodes)

    # -- how it looks --------------------------------------------------------------------------------------------------

    def note(self) -> str:
        """See the base."""
        return self._score if isinstance(self.drawing, LatticeTreesDrawing) else ""

    # -- places, and what is said of them ------------------------------------------------------------------------------

    def place_of(self, box: NodeBox | LaneBox) -> Any:
        """See the base."""
        if isinstance(box, NodeBox):
            return box.side, box.node
        assert self._trees is not None
        for side, word in ((GOLD_SIDE, box.lane.gold_word), (TEST_SIDE, box.lane.test_word)):
            if word >= 0:
                return side, self._trees.leaves[side][word]
        return box

    def box_of(self, place: Any) -> Any:
        """See the base."""
        if isinstance(place, LaneBox) or self.drawing is None:
            return place if self.drawing is not None else None
        if isinstance(self.drawing, LatticeTreesDrawing):
            return self.drawing.box_of(place)
        side, node = place
        for box in self.drawing.boxes:
            word = box.lane.gold_word if side == GOLD_SIDE else box.lane.test_word
            if word >= 0 and self._trees is not None and self._trees.leaves[side][word] == node:
                return box
        return None

    def shown_at(self, place: Any) -> Any:
        """See the base."""
        return place if isinstance(place, LaneBox) else self._showing(self.drawing, place)

    def _showing(self, drawing: Any, place: Node) -> Any:
        """The box of a node; of one that is folded away that of the part, or of its words where it is a segment."""
        if not isinstance(drawing, LatticeTreesDrawing) or self._trees is None:
            return self.box_of(place)
        (side, node), tree = place, self._trees.tree(place[0])
        above, box = node, drawing.box_of(place)
        while box is None and 0 <= above < len(tree):
            above = tree.parents[above]
            words = drawing.box_of((side, -1 - above)) if above >= 0 and tree.kinds[node] == WORD else None
            box = words or (drawing.box_of((side, above)) if above >= 0 else None)
        return box

    def places_of(self, nodes: list[Node]) -> list[Any]:
        """See the base."""
        return list(nodes)

    def changed(self) -> list[Any]:
        """See the base, in the direction of reading; larger parts first."""
        if self.drawing is None:
            return []
        sign = -1 if self.is_right_to_left else 1
        boxes = [box for box in self.drawing.boxes if box.operation != MATCHED]
        return [self.place_of(box) for box in sorted(boxes, key=lambda box: sign * box.x - box.width / 2)]

    def tooltip_of(self, box: NodeBox | LaneBox) -> str:
        """See the base."""
        return self._node_text(box) if isinstance(box, NodeBox) else self._lane_text(box)

    def _node_text(self, box: NodeBox) -> str:
        assert self._trees is not None and isinstance(self.drawing, LatticeTreesDrawing)
        if box.is_root:
            return "the root: always paired, not counted"
        tree, node = self._trees.tree(box.side), box.node if box.node >= 0 else -1 - box.node
        words = f"{span_text(tree, node)}: {words_text(tree, node)}".removesuffix(": ").replace("word", "segment", 1)
        hidden = self.drawing.hidden_with((box.side, node))
        if hidden:
            labels = " ".join(tree.texts[one] for _, one in hidden)
            return "\n".join([f"{box.text}: {labels}", "the same in both trees; click to open"])
        if box.part is not None:
            return "\n".join([tree.texts[node], words, "the same in both trees; click to open"])
        gold, system = self.gold_name, self.system_name
        says = {
            MATCHED: "matched (cost 0)",
            DELETED: f"in the {gold}, not in the {system}: must be added, costs 1",
            INSERTED: f"in the {system}, not in the {gold}: must be deleted, costs 1",
        }[box.operation]
        if tree.kinds[node] != WORD:
            return "\n".join([f"constituent {tree.texts[node]}", words, says])
        lines = [f"segment {tree.texts[node]}, tag {box.tag}", says]
        arc = self._trees.arcs[self._trees.arc_of[box.side, int(tree.starts[node])]]
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
        lines = [f"{lane.form}  {lane.tag}".rstrip(), self.told(says)]
        if lane.added:
            lines.append("The lattice has no such arc.")
        if lane.count > 1:
            lines.append(f"{lane.count} analyses with this segment and tag")
        return "\n".join(lines)

    def related(self, box: Any) -> list[Any]:
        """The places that are lit with one: of a node its counterpart, and of a segment the arcs over the same stretch."""
        if isinstance(box, NodeBox):
            other = TEST_SIDE if box.side == GOLD_SIDE else GOLD_SIDE
            nodes = [(box.side, box.node), *([(other, box.partner)] if box.partner >= 0 else [])]
            return [shown for node in nodes if (shown := self.shown_at(node)) is not None]
        place = box.lane.base, box.lane.x1, box.lane.x2
        return [
            one
            for one in (self.drawing.boxes if self.drawing is not None else ())
            if isinstance(one, LaneBox)
            and (one.lane.base, one.lane.x1, one.lane.x2) == place
            and one.lane.role != FOLDED
        ]

    def same_place(self, place: Any) -> Any:
        """See the base: arcs that neither tree uses stand elsewhere then."""
        return None if isinstance(place, LaneBox) else place


class LatticePanel(PicturePanel):
    """Draws the chosen sentence over its lattice; large trees are mapped in the background.

    ``drawn``: arcs and space-delimited words, or None.
    """

    drawn = Signal(object)
    view: LatticeView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(LatticeView(), parent)
        self.work = Newest(self)
        self.work.done.connect(self._draw)
        self.work.failed.connect(lambda error: self._say(str(error)))

    def show_sentence(
        self, comparison: LatticeComparison | None, system: int, sentence: int, wanted: Wanted = DEFAULT
    ) -> None:
        """See the base."""
        self.work.drop()
        self.drawn.emit(None)
        super().show_sentence(comparison, system, sentence, wanted)

    def draw(self, comparison: LatticeComparison, system: int, sentence: int, wanted: Wanted) -> None:
        """See the base."""
        if comparison.tree_sizes(system, sentence) > LARGE:
            self._say("These trees are large; their alignment is being computed…")
            self.work.ask(lambda _cancel: comparison.trees(system, sentence))
        else:
            self._draw(comparison.trees(system, sentence))

    def _draw(self, trees: LatticeTrees | None) -> None:
        comparison, system, sentence, _ = self.shown
        if comparison is None or trees is None:
            return
        self._show_view(True)
        score = comparison.score_said(system, sentence)
        self.view.show_trees_of(trees, score, title_of(comparison, system, sentence))
        unused = sum(arc.times for arc in trees.arcs if role_of(arc) == OTHER)
        parts = [
            *score.split("; "),
            *([counted(unused, "unused arc")] if unused else []),
        ]
        off = [
            self.view.told(said)
            for said, which in (
                ("the gold is not a path in the lattice", None),
                ("the system is not a path in the lattice", system),
            )
            if sentence in comparison.off_lattice(which)
        ]
        self.show_counts("  ·  ".join([*parts, *off]))
        self.drawn.emit((trees.arcs, list(trees.words)))

    def stop(self) -> None:
        """See the base."""
        self.work.stop()

    def light_count(self, part: str, count: str) -> None:
        """Lights the nodes or segments that a count of a part of the score table stands for; with empty texts nothing."""
        comparison, system, sentence, _ = self.shown
        trees = self.view.trees
        nodes = counted_nodes(comparison, trees, system, sentence, part, count) if count and trees is not None else []
        self.light(nodes)


class LatticeWordsPanel(FirstStop, QWidget):
    """One row per space-delimited word: its segments in the gold and in the system."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Sequence[PathArc], list[str]] | None = None
        self.titles = ["Word", "Gold segments", "System segments", "Other arcs"]
        self.table = plain_table(self.titles, "Words of the sentence")
        self._refit = Refit(self.table, lambda: fit_columns(self.table))
        self._recolour = Recolour(self.table, self._fill)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)
        self.first_stop = self.table

    def call(self, names: Names) -> None:
        """Says what gold and system are called."""
        label_columns(self.table, [names.told(title) for title in self.titles])

    def show_lattice(self, shown: tuple[Sequence[PathArc], list[str]] | None) -> None:
        """Shows the words of a sentence, or none."""
        self._shown = shown
        self._fill()

    def _fill(self) -> None:
        self.table.setRowCount(0)
        if self._shown is None or not self.isVisible():  # nobody looks at a hidden pane
            return
        theme = theme_of(self.palette())
        for row, cells in enumerate(lattice_rows(*self._shown)):
            self.table.insertRow(row)
            differs = cells[1] != cells[2]
            for column, text in enumerate(map(visible, cells)):
                item = QTableWidgetItem(kept_apart(text) if column in (1, 2) else text)
                if differs and column in (1, 2):
                    item.setForeground(QBrush(QColor(theme.text[DELETED if column == 1 else INSERTED])))
                item.setToolTip(tip(text))
                self.table.setItem(row, column, item)
        fit_columns(self.table)

    def showEvent(self, event: object) -> None:
        """Fills the pane when it comes into view."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._fill()
