"""The interactive drawing of a mapping: hover, pin, fold, zoom, walk with the keyboard, copy and save."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any
from unicodedata import bidirectional

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication, QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from treecompare.app.common.plain import markup
from treecompare.app.drawings.canvas import LEAST_TEXT, Fit
from treecompare.app.drawings.fitted import FittedView
from treecompare.app.drawings.pictures import (
    Picture,
    TextMeasure,
    box_rect,
    image_of,
    label_font,
    paint_drawing,
    picture_of,
    save_drawing,
)
from treecompare.drawing.columns import LEFT_OUT, Box
from treecompare.drawing.describe import Change, changes, span_text, words_text
from treecompare.drawing.edges import shown_edges
from treecompare.drawing.latex import with_preamble
from treecompare.drawing.layout import Drawing, layout, operations_shown
from treecompare.drawing.style import TAG_SIZE, Theme, marked
from treecompare.drawing.svg import as_svg
from treecompare.drawing.tikz import trees_as_latex
from treecompare.drawing.walk import Node, box_showing, counterpart, own_node, start, step, tree_of
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.tree import PRETERMINAL, WORD, Tree

STEPS = {
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
}


LONG = 300
"""Sentences of more words have no room anyhow: nothing less than all folded is tried."""


def reads_right_to_left(words: list[str]) -> bool:
    """Whether most letters are of a script like Hebrew's or Arabic's."""
    kinds = [bidirectional(letter) for word in words for letter in word]
    return sum(kind in ("R", "AL") for kind in kinds) > sum(kind == "L" for kind in kinds)


@dataclass(frozen=True)
class Folding:
    """What is done so that a drawing fits: runs of words and chains of nodes folded, trees one above the other."""

    is_condensed: bool = False
    is_stacked: bool = False


class AlignmentView(FittedView):
    """Draws a mapping. ``nodePinned(side, node)`` tells which node was clicked; the side is ``gold`` or ``test``.

    Its places are nodes, as (side, number): they stay lit and pinned in another arrangement.

    Keys: arrows walk, Tab goes from change to change, Space to the counterpart, Enter pins or opens, Escape unpins.
    """

    nodePinned = Signal(str, int)
    drawing: Drawing | None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Drawing of both trees"), self.tr("Changes as text"), parent)
        self._mapping: Mapping | None = None
        self._changes: list[Change] = []
        self.is_whole = True
        """Whether whole trees are drawn, not only their constituents."""
        self.shows_edge_labels = self.shows_secondary_edges = True
        self._left_out: Sequence[tuple[int, str]] = ()
        self._measure = TextMeasure()
        self.canvas.smallest_text = label_font(TAG_SIZE).pixelSize()
        self.canvas.setAccessibleDescription(self.tr("The changes are listed as text beside the drawing."))
        self._arrangements = QActionGroup(self)
        self._buttons: dict[str, QAction] = {}
        for place, (name, text, tip) in enumerate(
            (
                ("mirrored", self.tr("Mirrored"), self.tr("Gold above, system below, one row of words")),
                (
                    "side-by-side",
                    self.tr("Side by side"),
                    self.tr("Gold left, system right, matched nodes at one height"),
                ),
                ("merged", self.tr("Merged"), self.tr("One tree: the gold's, with the inserted nodes put in")),
            )
        ):
            self._buttons[name] = self.add_button(text, f"{text}: {tip}", True, place, picture=name)
            self._arrangements.addAction(self._buttons[name])
        self._buttons["mirrored"].setChecked(True)
        self._arrangements.triggered.connect(lambda _: self.arrange())
        fold = self.add_fold_button(self.tr("Fold parts that are the same in both trees"), len(self._buttons))
        fold.toggled.connect(lambda _: self.fold_all())
        tip = self.tr("Show the punctuation and traces of the gold that the preparation leaves out, in grey")
        self.left_out = self.add_button(self.tr("Left-out words"), tip, True)
        self.left_out.toggled.connect(lambda _: self.arrange())
        self._redraw()

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_mapping(self, mapping: Mapping | None, title: str = "", left_out: Sequence[tuple[int, str]] = ()) -> None:
        """Draws a mapping, or nothing; what was pinned, opened and zoomed belonged to the one before.

        ``left_out``: the words that the preparation leaves out, each with the number of the gold's words before it.
        """
        self._left_out = left_out
        self._mapping, self._opened = mapping, frozenset()
        self.canvas.fitting = Fit.LEGIBLE
        self._changes = changes(mapping, self.called) if mapping is not None else []
        self.is_right_to_left = mapping is not None and reads_right_to_left(mapping.gold.words)
        self.show_drawing(self.laid_out(), title)

    def show_drawing(self, drawing: Any, title: str = "") -> None:
        """See the base."""
        if drawing is None:
            self._mapping, self._changes = None, []
        super().show_drawing(drawing, title)

    @property
    def arrangement(self) -> str:
        """``mirrored``, ``side-by-side`` or ``merged``."""
        return next(name for name, button in self._buttons.items() if button.isChecked())

    def set_arrangement(self, name: str) -> None:
        """Switches between the layouts."""
        self._buttons[name].setChecked(True)
        self.arrange()

    def show_edges(self, labels: bool, secondary: bool) -> None:
        """Draws labels of edges and secondary edges, or not."""
        self.shows_edge_labels, self.shows_secondary_edges = labels, secondary
        self.arrange()

    def ways(self) -> list[Folding]:
        """See the base."""
        if self._mapping is None:
            return []
        stackings = (False, True) if self.arrangement == "side-by-side" else (False,)
        foldings = (False, True) if self.folds else (False,)
        if self.folds and len(self._mapping.gold.words) > LONG:
            foldings = (True,)
        return [Folding(is_condensed, is_stacked) for is_stacked in stackings for is_condensed in foldings]

    def drawn(self, way: Folding) -> Drawing:
        """See the base."""
        assert self._mapping is not None
        mapping = shown_edges(self._mapping, self.shows_edge_labels, self.shows_secondary_edges)
        return layout(
            mapping, self.arrangement, self.folds, self.opened, self.is_right_to_left, self._measure,
            way.is_condensed, way.is_stacked, self._left_out if self.left_out.isChecked() else (),
            self.canvas.least_text > LEAST_TEXT,
        )  # fmt: skip

    def tag_corners(self) -> tuple[str, ...]:
        """See the base."""
        if self.arrangement == "merged":
            return ()
        is_beside = self.arrangement == "side-by-side" and self.drawing is not None and not self.drawing.is_stacked
        return ("top left", "top right") if is_beside else ("top left", "bottom left")

    def painter_of(self, theme: Theme) -> Callable[[QPainter], object]:
        """See the base."""
        drawing = self.drawing
        assert drawing is not None
        return lambda painter: paint_drawing(painter, drawing, theme)

    def legend_of(self, theme: Theme) -> str:
        """See the base."""
        if self.drawing is None:
            return ""
        texts = {
            "deleted": self.tr("{0} only").format(markup(self.gold_name)),
            "inserted": self.tr("{0} only").format(markup(self.system_name)),
            "swapped": self.tr("relabelled"),
        }
        parts = [
            f'<span style="color:{theme.text[name]};background:{theme.fill[name]}"><b>&nbsp;'
            f"{marked('X', name).replace('<', '&lt;')}&nbsp;</b></span>&nbsp;{texts[name]}"
            for name in operations_shown(self.drawing)
            if name in texts
        ]
        if not parts:
            parts.append(self.tr("both trees are the same"))
        if self.drawing.folds or self.drawing.hidden:
            parts.append(self.tr("△ … ⋮ the same: click"))
        return "&nbsp;&nbsp;&nbsp; ".join(parts)

    # -- places, and what is said of them ------------------------------------------------------------------------------

    def place_of(self, box: Box) -> Node:
        """See the base."""
        return box.side, box.node

    def box_of(self, place: Node) -> Box | None:
        """See the base."""
        return self.drawing.box_of(*place) if self.drawing is not None else None

    def shown_at(self, place: Node) -> Box | None:
        """See the base."""
        return box_showing(self.drawing, place) if self.drawing is not None else None

    def rect_of(self, box: Box) -> QRectF:
        """See the base."""
        return box_rect(box)

    def places_of(self, nodes: list[Node]) -> list[Node]:
        """See the base."""
        return nodes

    def nodes_at(self, place: Node) -> list[Node]:
        """See the base: in whole trees, whose nodes errors name."""
        return [place] if self.is_whole else []

    def changed(self) -> list[Node]:
        """See the base."""
        return [(change.side, change.node) for change in self._changes]

    def changes_said(self) -> list[str]:
        """See the base."""
        return [change.text for change in self._changes]

    def nothing_changed(self) -> str:
        """See the base."""
        return super().nothing_changed() if self.hides_gold else self.tr("Both trees are the same.")

    def first_place(self) -> Node | None:
        """See the base."""
        return start(self.drawing) if self.drawing is not None else None

    def next_place(self, here: Node, key: Qt.Key) -> Node | None:
        """See the base: to the mother, to the first daughter, to a sister."""
        return step(self.drawing, here, STEPS[key]) if self.drawing is not None else None

    def tooltip_of(self, box: Box) -> str:
        """Label, words, operation and cost of a node."""
        if box.side == LEFT_OUT:
            return self.tr("{0}: left out by the preparation").format(box.text)
        if self._mapping is None:
            return ""
        node = own_node((box.side, box.node))[1]
        tree = self._mapping.gold if box.side == "gold" else self._mapping.test
        folded = self.drawing.hidden_with(box.side, node) if self.drawing is not None else []
        if len(folded) > 1:
            said = self._folded_text(tree, folded, box.kind == WORD)
            return f"{said}\n" + self.tr("the same in both trees; click to open")
        lines = [self.lone_text_of(box), self._operation_text(self._mapping, box)]
        if box.opens:
            lines.append(self.tr("the same in both trees; click to open"))
        return "\n".join(lines)

    def lone_text_of(self, box: Box) -> str:
        """See the base: label and words."""
        if box.side == LEFT_OUT or self._mapping is None:
            return box.text
        node = own_node((box.side, box.node))[1]
        tree = self._mapping.gold if box.side == "gold" else self._mapping.test
        kind = {WORD: self.tr("word"), PRETERMINAL: self.tr("tag")}.get(int(tree.kinds[node]), self.tr("constituent"))
        words = f"{span_text(tree, node)}: {words_text(tree, node)}".removesuffix(": ")
        return f"{kind} {tree.texts[node]}\n{words}"

    def _folded_text(self, tree: Tree, nodes: list[int], is_run: bool) -> str:
        """What a run of words or a chain of nodes stands for."""
        if is_run:
            words = tree.words[int(tree.starts[nodes[0]]) : int(tree.ends[nodes[-1]])]
            return "\n".join(wrap(" ".join(words), 72))
        labels = self.tr("{0} nodes: {1}").format(len(nodes), " ".join(tree.texts[node] for node in nodes))
        return "\n".join(wrap(labels, 72))

    def _operation_text(self, mapping: Mapping, box: Box) -> str:
        if box.operation == MATCHED:
            return self.tr("costs nothing") if box.kind != WORD or mapping.counts_words else self.tr("not counted")
        text = {DELETED: self.tr("deleted"), INSERTED: self.tr("inserted")}.get(box.operation, "")
        if box.operation == SWAPPED:
            other = mapping.test if box.side == "gold" else mapping.gold
            text = self.tr("relabelled: {0} in the other tree").format(other.texts[box.partner])
        cost = 1
        if box.operation == DELETED and box.kind == WORD and box.partner >= 0:
            text, cost = self.tr("deleted and inserted: the trees need it in different places"), 2
        # with a table of costs only their sum is known here
        return text if mapping.custom_cost is not None else self.tr("{0}, costs {1}").format(text, cost)

    def _hover(self, box: Box | None) -> None:
        is_left_out = box is not None and box.side == LEFT_OUT
        super()._hover(None if is_left_out else box)
        if is_left_out:
            self._show_tip(box)

    def _click(self, box: Box | None) -> None:
        if box is not None and box.side == LEFT_OUT:
            box = None
        if box is not None and box.opens:
            self._open(box)
        else:
            super()._click(box)

    def _open(self, box: Box) -> None:
        assert self.drawing is not None
        self.open(self._part_of(self.drawing, box))

    def _part_of(self, drawing: Drawing, box: Box) -> int:
        """The folded part that a box stands for."""
        assert self._mapping is not None
        node = own_node((box.side, box.node))[1]
        gold = node if box.side == "gold" else self._mapping.gold_of_test[node]
        is_run = box.kind == WORD and len(drawing.hidden_with(box.side, node)) > 1
        return -1 - gold if is_run else gold

    def folding_of(self, drawing: Drawing, wanted: Node) -> int | None:
        """See the base."""
        is_shown = drawing.box_of(*wanted) is not None and len(drawing.hidden_with(*wanted)) == 1
        box = None if is_shown else box_showing(drawing, wanted)
        return self._part_of(drawing, box) if box is not None and box.opens else None

    def show_nodes(self, nodes: list[Node], also: Sequence[Node] = ()) -> None:
        """See the base; nodes that neither tree has belong to another system."""
        drawing = self.drawing
        nodes, also = (
            [one for one in among if drawing is not None and own_node(one)[1] < len(tree_of(drawing, one[0]))]
            for among in (nodes, also)
        )
        self.unfold([*nodes, *also])
        super().show_nodes(nodes)

    def pin(self, place: Node | None) -> None:
        """See the base."""
        super().pin(place)
        if place is not None:
            self.nodePinned.emit(*place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space goes to the counterpart in the other tree."""
        here = self.here
        if event.key() == Qt.Key.Key_Space and self.drawing is not None and here is not None:
            self.go_to(counterpart(self.drawing, here))
        else:
            super().keyPressEvent(event)

    # -- lights --------------------------------------------------------------------------------------------------------

    def lights(self) -> tuple[list[tuple[QRectF, bool]], list[QRectF]]:
        """See the base: the hovered and pinned nodes with their counterparts, the words below them underlined."""
        rects: list[tuple[QRectF, bool]] = []
        underlined: list[QRectF] = []
        if self._mapping is not None and self.drawing is not None:
            for node, is_pinned in ((self._pinned, True), (self._hovered, False)):
                if node is not None:
                    self._add_lights(node, is_pinned, rects, underlined)
            found = (box_showing(self.drawing, node) for node in self._highlighted)
            boxes = {(box.side, box.node): box for box in found if box is not None}
            rects += [(box_rect(box), False) for box in boxes.values()]
        return rects, underlined

    def _add_lights(self, node: Node, pinned: bool, rects: list[tuple[QRectF, bool]], underlined: list[QRectF]) -> None:
        assert self._mapping is not None and self.drawing is not None
        for one_side, one in (own_node(node), counterpart(self.drawing, node) or ("", -1)):
            if one < 0:
                continue
            box = self.drawing.box_of(one_side, one)
            if box is not None:
                rects.append((box_rect(box), pinned))
            tree = tree_of(self.drawing, one_side)
            for below in range(one - int(tree.sizes[one]) + 1, one + 1):
                words = self.drawing.box_of(one_side, below if tree.kinds[below] == WORD else -1 - below)
                if words is not None and words.kind == WORD:
                    underlined.append(box_rect(words))

    def lit(self) -> list[Node]:
        """The hovered and pinned nodes (for tests and for other views)."""
        return [node for node in (self._pinned, self._hovered) if node is not None]

    # -- copy and save -------------------------------------------------------------------------------------------------

    def copies(self) -> list[tuple[str, Callable[[], None]]]:
        """See the base."""
        return [*super().copies(), (self.tr("Copy both trees as brackets"), self.copy_brackets)]

    def svg(self, theme: str = "light", is_bare: bool = False) -> str:
        """See the base; it is never bare: trees are painted without it."""
        if self.drawing is None:
            return ""
        return as_svg(self.drawing, theme, self._title, self.called, self.names[1] or self.system_name)

    def copy_image(self) -> None:
        """See the base."""
        if self.drawing is not None:
            QGuiApplication.clipboard().setImage(image_of(self.drawing))

    def latex_body(self) -> str:
        """See the base: what is drawn, as a ``forest`` environment where nothing is folded or merged."""
        return with_preamble(*trees_as_latex(self.drawing)) if self.drawing is not None else ""

    def copy_brackets(self) -> None:
        """Puts both trees on the clipboard, gold first."""
        if self._mapping is not None:
            QGuiApplication.clipboard().setText(f"{self._mapping.gold.brackets()}\n{self._mapping.test.brackets()}")

    def picture(self) -> Picture | None:
        """See the base."""
        return picture_of(self.drawing, self.called) if self.drawing is not None else None

    def save(self, path: str) -> None:
        """See the base."""
        if self.drawing is not None:
            save_drawing(self.drawing, path, self._title, self.called, self.names[1] or self.system_name)
