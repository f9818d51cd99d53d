"""The interactive drawing of a mapping: hover, pin, fold, zoom, walk with the keyboard, copy and save."""

from __future__ import annotations

import html
from collections.abc import Iterable
from unicodedata import bidirectional

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QMenu,
    QSizePolicy,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.canvas import Canvas
from treecompare.app.pictures import TextMeasure, box_rect, image_of, save_drawing
from treecompare.drawing.describe import describe, span_text, words_text
from treecompare.drawing.layout import GOLD, TEST, Box, Drawing, layout, operations_shown
from treecompare.drawing.style import DARK, LIGHT, Theme, marked
from treecompare.drawing.svg import as_svg
from treecompare.mappings.mapping import Mapping
from treecompare.trees.tree import PRETERMINAL, WORD

Node = tuple[str, int]


def reads_right_to_left(words: list[str]) -> bool:
    """Whether most letters are of a script like Hebrew's or Arabic's."""
    kinds = [bidirectional(letter) for word in words for letter in word]
    return sum(kind in ("R", "AL") for kind in kinds) > sum(kind == "L" for kind in kinds)


class AlignmentView(QWidget):
    """Draws a mapping. ``nodePinned(side, node)`` tells which node was clicked; the side is ``gold`` or ``test``."""

    nodePinned = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mapping: Mapping | None = None
        self._title = ""
        self._drawing: Drawing | None = None
        self._opened: frozenset[int] = frozenset()
        self._hovered: Node | None = None
        self._pinned: Node | None = None
        self._highlighted: list[Node] = []
        self._measure = TextMeasure()
        self._right_to_left = False
        self.canvas = Canvas(self)
        self.canvas.setAccessibleName(self.tr("Drawing of both trees"))
        self.canvas.setAccessibleDescription(self.tr("The changes are listed as text beside the drawing."))
        self.canvas.hovered.connect(self._hover)
        self.canvas.clicked.connect(self._click)
        self.canvas.stepped.connect(self._step)
        self.canvas.escaped.connect(self.unpin)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Changes as text"))
        self.list.setMaximumHeight(120)
        self.list.hide()
        self.legend = QLabel()
        self.legend.setAccessibleName(self.tr("Legend"))
        self.legend.setContentsMargins(10, 2, 10, 2)
        self.legend.setWordWrap(True)
        layout_ = QVBoxLayout(self)
        layout_.setContentsMargins(0, 0, 0, 0)
        layout_.setSpacing(0)
        layout_.addLayout(self._bar())
        layout_.addWidget(self.canvas, 1)
        layout_.addWidget(self.legend)
        layout_.addWidget(self.list)
        self._redraw()

    def _bar(self) -> QHBoxLayout:
        """The title and the buttons above the drawing."""
        bar = QHBoxLayout()
        bar.setContentsMargins(10, 4, 8, 4)
        bar.setSpacing(4)
        self.title = QLabel()
        self.title.setAccessibleName(self.tr("Sentence"))
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        bar.addWidget(self.title, 1)
        self._arrangements = QButtonGroup(self)
        self._buttons: dict[str, QToolButton] = {}

        def button(text: str, tip: str, checkable: bool = False) -> QToolButton:
            made = QToolButton()
            made.setText(text)
            made.setToolTip(tip)
            made.setAccessibleName(tip)
            made.setCheckable(checkable)
            made.setAutoRaise(True)
            bar.addWidget(made)
            return made

        for name, text, tip in (
            ("mirrored", self.tr("Mirrored"), self.tr("Gold above, test below, one row of words")),
            ("side-by-side", self.tr("Side by side"), self.tr("Gold left, test right, matched nodes at one height")),
        ):
            self._buttons[name] = button(text, tip, checkable=True)
            self._arrangements.addButton(self._buttons[name])
        self._buttons["mirrored"].setChecked(True)
        self._arrangements.buttonClicked.connect(self._arrange)
        self.elide = button(self.tr("Fold"), self.tr("Fold parts that are the same in both trees"), checkable=True)
        self.elide.setChecked(True)
        self.elide.toggled.connect(self._elide)
        self.show_list = button(self.tr("List"), self.tr("Show the changes as text"), checkable=True)
        self.show_list.toggled.connect(self.list.setVisible)
        button("−", self.tr("Smaller")).clicked.connect(lambda: self.canvas.zoom_by(0.8))
        button("+", self.tr("Larger")).clicked.connect(lambda: self.canvas.zoom_by(1.25))
        button(self.tr("Fit"), self.tr("Fit the whole drawing into the window")).clicked.connect(self.fit)
        return bar

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_mapping(self, mapping: Mapping | None, title: str = "") -> None:
        """Draws a mapping, or nothing; what was pinned, opened and zoomed belonged to the one before."""
        self._mapping, self._title, self._opened = mapping, title, frozenset()
        self._right_to_left = mapping is not None and reads_right_to_left(mapping.gold.words)
        self._hovered = self._pinned = None
        self._highlighted = []
        self.canvas.is_fitted = True
        self._redraw()

    @property
    def drawing(self) -> Drawing | None:
        """The layout that is shown."""
        return self._drawing

    @property
    def pinned(self) -> Node | None:
        """The pinned node: its side and its number."""
        return self._pinned

    @property
    def arrangement(self) -> str:
        """``mirrored`` or ``side-by-side``."""
        return next(name for name, button in self._buttons.items() if button.isChecked())

    def set_arrangement(self, name: str) -> None:
        """Switches between the layouts."""
        self._buttons[name].setChecked(True)
        self._arrange()

    def set_right_to_left(self, on: bool) -> None:
        """Draws this sentence's words from right to left, or not, whatever their script."""
        self._right_to_left = on
        self._redraw()

    def highlight(self, nodes: Iterable[Node]) -> None:
        """Lights nodes from outside, as (side, number); only these, not their counterparts."""
        self._highlighted = list(nodes)
        self._light()

    def fit(self) -> None:
        """Shows the whole drawing."""
        self.canvas.fit()

    def unpin(self) -> None:
        """Lets go of the pinned node."""
        self._pinned = None
        self._light()

    def _theme(self) -> Theme:
        return LIGHT if self.palette().base().color().lightness() > 128 else DARK

    def _redraw(self) -> None:
        theme = self._theme()
        self._drawing = None
        if self._mapping is not None:
            self._drawing = layout(
                self._mapping,
                self.arrangement,
                self.elide.isChecked(),
                self._opened,
                self._right_to_left,
                self._measure,
            )
        self.canvas.setBackgroundBrush(QColor(theme.background))
        self.canvas.lights.colour = QColor("#d97b00" if theme is LIGHT else "#ffb84d")
        self.canvas.drawing_item.show_drawing(self._drawing, theme)
        area = self.canvas.drawing_item.boundingRect()
        margin = 0 if area.isEmpty() else 200
        self.canvas.setSceneRect(area.adjusted(-margin, -margin, margin, margin))
        self.title.setText(f"<b>{html.escape(self._title)}</b>" if self._title else "")
        self.legend.setText(self._legend(theme))
        self.list.clear()
        if self._mapping is not None:
            self.list.addItems(describe(self._mapping) or [self.tr("Both trees are the same.")])
        self._light()
        if self.canvas.is_fitted:
            self.canvas.fit()

    def _legend(self, theme: Theme) -> str:
        if self._drawing is None:
            return ""
        texts = {
            "deleted": self.tr("deleted: in the gold tree only"),
            "inserted": self.tr("inserted: in the test tree only"),
            "swapped": self.tr("relabelled"),
            "matched": self.tr("matched"),
        }
        parts = [
            f'<span style="color:{theme.text[name]};background:{theme.fill[name]}"><b>&nbsp;'
            f"{marked('X', name).replace('<', '&lt;')}&nbsp;</b></span>&nbsp;{texts[name]}"
            for name in operations_shown(self._drawing)
        ]
        if self._drawing.folds:
            parts.append(self.tr("△ the same in both, click to open"))
        return f'<span style="color:{theme.quiet}">' + "&nbsp;&nbsp;&nbsp; ".join(parts) + "</span>"

    def _arrange(self) -> None:
        self.canvas.is_fitted = True
        self._redraw()

    def _elide(self) -> None:
        self._opened = frozenset()
        self._arrange()

    # -- hover, click, keys --------------------------------------------------------------------------------------------

    def _hover(self, box: Box | None) -> None:
        node = (box.side, box.node) if box is not None else None
        if node == self._hovered:
            return
        self._hovered = node
        self._light()
        if box is None or self._mapping is None:
            QToolTip.hideText()
            return
        place = self.canvas.mapFromScene(box.x, box.y + 14)
        QToolTip.showText(self.canvas.viewport().mapToGlobal(place), self.tooltip_of(box), self.canvas)

    def tooltip_of(self, box: Box) -> str:
        """Label, words, operation and cost of a node."""
        if self._mapping is None:
            return ""
        tree = self._mapping.gold if box.side == GOLD else self._mapping.test
        node = box.node if box.node >= 0 else -1 - box.node
        kind = {WORD: self.tr("word"), PRETERMINAL: self.tr("tag")}.get(int(tree.kinds[node]), self.tr("constituent"))
        costs = {"matched": self.tr("costs nothing"), "swapped": self.tr("relabelled")}
        cost = costs.get(box.operation, self.tr("{0}, costs 1").format(box.operation))
        if box.operation == "swapped":
            other = self._mapping.test if box.side == GOLD else self._mapping.gold
            cost = self.tr("relabelled: {0} in the other tree").format(other.texts[box.partner])
        text = f"{kind} {tree.texts[node]}\n{span_text(tree, node)}: {words_text(tree, node)}\n{cost}"
        return text + ("\n" + self.tr("the same in both trees; click to open") if box.opens else "")

    def _click(self, box: Box | None) -> None:
        if box is None:
            self.unpin()
        elif box.opens:
            self._open(box)
        else:
            self.pin((box.side, box.node))

    def _open(self, box: Box) -> None:
        assert self._mapping is not None
        node = box.node if box.node >= 0 else -1 - box.node
        gold = node if box.side == GOLD else self._mapping.gold_of_test[node]
        self._opened |= {gold}
        self._redraw()

    def pin(self, node: Node) -> None:
        """Pins a node: it stays lit until another is pinned, or Escape."""
        self._pinned = node
        self._light()
        self.nodePinned.emit(*node)

    def _step(self, key: int) -> None:
        """Arrow keys: up to the parent, down to the first daughter, sideways to a sister. Enter pins or opens."""
        if self._mapping is None or self._drawing is None:
            return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._hovered is not None:
                self._click(self._drawing.box_of(*self._hovered))
            return
        if self._hovered is None:
            roots = self._mapping.gold.roots
            self._hovered = self._pinned or (GOLD, roots[0])
        else:
            self._hovered = self._neighbour(self._hovered, key)
        self._light()
        box = self._drawing.box_of(*self._hovered)
        if box is not None:
            self.canvas.ensureVisible(box_rect(box), 30, 30)

    def _neighbour(self, node: Node, key: int) -> Node:
        assert self._mapping is not None and self._drawing is not None
        side, number = node[0], node[1] if node[1] >= 0 else -1 - node[1]
        tree = self._mapping.gold if side == GOLD else self._mapping.test
        upside_down = side == TEST and self.arrangement == "mirrored"
        up, down = (Qt.Key.Key_Down, Qt.Key.Key_Up) if upside_down else (Qt.Key.Key_Up, Qt.Key.Key_Down)
        parent = tree.parents[number]
        candidates: list[int] = []
        if key == up:
            candidates = [parent] if parent >= 0 else []
        elif key == down:
            candidates = tree.children[number][:1]
            if not candidates and self.arrangement == "mirrored":  # through the words into the other tree
                other = (self._mapping.test_of_gold if side == GOLD else self._mapping.gold_of_test).get(number)
                return (TEST if side == GOLD else GOLD, other) if other is not None else node
        else:
            sisters = tree.children[parent] if parent >= 0 else tree.roots
            place = sisters.index(number) + (1 if key == Qt.Key.Key_Right else -1)
            candidates = sisters[place : place + 1] if place >= 0 else []
        found = [(side, one) for one in candidates if self._drawing.box_of(side, one) is not None]
        return found[0] if found else node

    def _light(self) -> None:
        """Lights the hovered and pinned nodes with their counterparts, and underlines the words below them."""
        rects: list[tuple[QRectF, bool]] = []
        underlined: list[QRectF] = []
        if self._mapping is not None and self._drawing is not None:
            for node, is_pinned in ((self._pinned, True), (self._hovered, False)):
                if node is not None:
                    self._add_lights(node, is_pinned, rects, underlined)
            boxes = (self._drawing.box_of(*node) for node in self._highlighted)
            rects += [(box_rect(box), False) for box in boxes if box is not None]
        self.canvas.lights.show_lights(rects, underlined)

    def _add_lights(self, node: Node, pinned: bool, rects: list[tuple[QRectF, bool]], underlined: list[QRectF]) -> None:
        assert self._mapping is not None and self._drawing is not None
        side, number = node[0], node[1] if node[1] >= 0 else -1 - node[1]
        other = (self._mapping.test_of_gold if side == GOLD else self._mapping.gold_of_test).get(number)
        for one_side, one in ((side, number), (TEST if side == GOLD else GOLD, other)):
            if one is None:
                continue
            box = self._drawing.box_of(one_side, one)
            if box is not None:
                rects.append((box_rect(box), pinned))
            tree = self._mapping.gold if one_side == GOLD else self._mapping.test
            for below in range(one - int(tree.sizes[one]) + 1, one + 1):
                words = self._drawing.box_of(one_side, below if tree.kinds[below] == WORD else -1 - below)
                if words is not None and words.kind == WORD:
                    underlined.append(box_rect(words))

    def lit(self) -> list[Node]:
        """The hovered and pinned nodes (for tests and for other views)."""
        return [node for node in (self._pinned, self._hovered) if node is not None]

    # -- copy and save -------------------------------------------------------------------------------------------------

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and fit."""
        if self._mapping is None:
            return
        menu = QMenu(self)
        for text, work in (
            (self.tr("Copy as picture"), self.copy_image),
            (self.tr("Copy as SVG"), self.copy_svg),
            (self.tr("Copy both trees as brackets"), self.copy_brackets),
            (self.tr("Fit"), self.fit),
        ):
            action = QAction(text, menu)
            action.triggered.connect(work)
            menu.addAction(action)
        menu.exec(event.globalPos())

    def svg(self) -> str:
        """The drawing as SVG; empty where there is none."""
        return as_svg(self._drawing, "light", self._title) if self._drawing else ""

    def copy_svg(self) -> None:
        """Puts the SVG on the clipboard."""
        QGuiApplication.clipboard().setText(self.svg())

    def copy_image(self) -> None:
        """Puts the picture on the clipboard."""
        if self._drawing is not None:
            QGuiApplication.clipboard().setImage(image_of(self._drawing))

    def copy_brackets(self) -> None:
        """Puts both trees on the clipboard, gold first."""
        if self._mapping is not None:
            QGuiApplication.clipboard().setText(f"{self._mapping.gold.brackets()}\n{self._mapping.test.brackets()}")

    def save(self, path: str) -> None:
        """Writes the drawing as SVG, PNG or PDF, by the ending of the name.

        Raises:
            TreecompareError: the file cannot be written, or the ending is another.
        """
        if self._drawing is not None:
            save_drawing(self._drawing, path, self._title)

    # -- the widget ----------------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        """Another theme means other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "list"):
            self._redraw()
