"""The interactive drawing of a mapping: hover, pin, fold, zoom, walk with the keyboard, copy and save."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import bidirectional

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QSizePolicy,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.plain import markup, visible
from treecompare.app.drawings.canvas import Canvas
from treecompare.app.drawings.pictures import (
    Picture,
    TextMeasure,
    box_rect,
    image_of,
    paint_drawing,
    picture_of,
    save_drawing,
)
from treecompare.drawing.columns import Box
from treecompare.drawing.describe import Change, changes, span_text, words_text
from treecompare.drawing.latex import PREAMBLE, alignment_as_forest, with_preamble
from treecompare.drawing.layout import Drawing, layout, operations_shown
from treecompare.drawing.style import DARK, LIGHT, Theme, marked
from treecompare.drawing.svg import as_svg
from treecompare.drawing.walk import Node, box_showing, counterpart, own_node, start, step, tree_of
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.tree import PRETERMINAL, WORD

STEPS = {
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
}


def reads_right_to_left(words: list[str]) -> bool:
    """Whether most letters are of a script like Hebrew's or Arabic's."""
    kinds = [bidirectional(letter) for word in words for letter in word]
    return sum(kind in ("R", "AL") for kind in kinds) > sum(kind == "L" for kind in kinds)


class AlignmentView(QWidget):
    """Draws a mapping. ``nodePinned(side, node)`` tells which node was clicked; the side is ``gold`` or ``test``.

    Keys: arrows walk, Tab goes from change to change, Space to the counterpart, Enter pins or opens, Escape unpins.
    """

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
        self._changes: list[Change] = []
        self._measure = TextMeasure()
        self.is_right_to_left = False
        """Whether words are drawn from right to left."""
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
        self.list.currentRowChanged.connect(self._show_change)
        self.list.itemActivated.connect(self._pin_change)
        self.list.itemClicked.connect(self._pin_change)
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
            ("merged", self.tr("Merged"), self.tr("One tree: the gold's, with the inserted nodes put in")),
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
        self.is_right_to_left = mapping is not None and reads_right_to_left(mapping.gold.words)
        self._hovered = self._pinned = None
        self._highlighted = []
        self.canvas.is_fitted = True
        self._fill_list()
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
        """``mirrored``, ``side-by-side`` or ``merged``."""
        return next(name for name, button in self._buttons.items() if button.isChecked())

    def set_arrangement(self, name: str) -> None:
        """Switches between the layouts."""
        self._buttons[name].setChecked(True)
        self._arrange()

    def set_right_to_left(self, on: bool) -> None:
        """Draws this sentence's words from right to left, or not, whatever their script."""
        self.is_right_to_left = on
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
                self.is_right_to_left,
                self._measure,
            )
        self.canvas.setBackgroundBrush(QColor(theme.background))
        self.canvas.lights.colour = QColor("#d97b00" if theme is LIGHT else "#ffb84d")
        drawing = self._drawing
        self.canvas.drawing_item.show_drawing(
            drawing, (lambda painter: paint_drawing(painter, drawing, theme)) if drawing else None
        )
        self.canvas.set_area()
        self.title.setText(f"<b>{markup(visible(self._title))}</b>" if self._title else "")
        self.legend.setText(self._legend(theme))
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
        if box is None:
            QToolTip.hideText()
        else:
            self._show_tip(box)

    def _show_tip(self, box: Box) -> None:
        place = self.canvas.viewport().mapToGlobal(self.canvas.mapFromScene(box.x, box.y + 14))
        # Qt would take a word like <b> for markup
        text = markup(self.tooltip_of(box))
        QToolTip.showText(place, f'<p style="white-space:pre">{text}</p>', self.canvas)

    def tooltip_of(self, box: Box) -> str:
        """Label, words, operation and cost of a node."""
        if self._mapping is None:
            return ""
        node = own_node((box.side, box.node))[1]
        tree = self._mapping.gold if box.side == "gold" else self._mapping.test
        kind = {WORD: self.tr("word"), PRETERMINAL: self.tr("tag")}.get(int(tree.kinds[node]), self.tr("constituent"))
        lines = [f"{kind} {tree.texts[node]}", f"{span_text(tree, node)}: {words_text(tree, node)}".removesuffix(": ")]
        lines.append(self._operation_text(self._mapping, box))
        if box.opens:
            lines.append(self.tr("the same in both trees; click to open"))
        return "\n".join(lines)

    def _operation_text(self, mapping: Mapping, box: Box) -> str:
        if box.operation == MATCHED:
            return self.tr("costs nothing") if box.kind != WORD or mapping.counts_words else self.tr("not counted")
        text = {DELETED: self.tr("deleted"), INSERTED: self.tr("inserted")}.get(box.operation, "")
        if box.operation == SWAPPED:
            other = mapping.test if box.side == "gold" else mapping.gold
            text = self.tr("relabelled: {0} in the other tree").format(other.texts[box.partner])
        # with a table of costs only their sum is known here
        return text if mapping.custom_cost is not None else self.tr("{0}, costs 1").format(text)

    def _click(self, box: Box | None) -> None:
        if box is None:
            self.unpin()
        elif box.opens:
            self._open(box)
        else:
            self.pin((box.side, box.node))

    def _open(self, box: Box) -> None:
        assert self._mapping is not None
        node = own_node((box.side, box.node))[1]
        gold = node if box.side == "gold" else self._mapping.gold_of_test[node]
        self._opened |= {gold}
        self._redraw()

    def pin(self, node: Node) -> None:
        """Pins a node: it stays lit until another is pinned, or Escape."""
        self._pinned = node
        self._light()
        self.nodePinned.emit(*node)

    def _step(self, key: int) -> None:
        """Arrow keys: to the mother, to the first daughter, to a sister. Enter pins or opens."""
        if self._drawing is None:
            return
        here = self._hovered or self._pinned
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if here is not None:
                self._click(self._drawing.box_of(*here))
        elif here is None or self._drawing.box_of(*here) is None:
            self._go_to(start(self._drawing))
        else:
            self._go_to(step(self._drawing, here, STEPS[Qt.Key(key)]))

    def _go_to(self, node: Node | None) -> None:
        """Lights a node as if the mouse were on it, brings it into view and says what it is."""
        if node is None or self._drawing is None:
            return
        self._hovered = node
        self._light()
        box = self._drawing.box_of(*node)
        if box is not None:
            self.canvas.ensureVisible(box_rect(box), 30, 30)
            self._show_tip(box)
            self.canvas.setAccessibleDescription(self.tooltip_of(box).replace("\n", ", "))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space goes to the counterpart in the other tree."""
        here = self._hovered or self._pinned
        if event.key() == Qt.Key.Key_Space and self._drawing is not None and here is not None:
            self._go_to(counterpart(self._drawing, here))
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from change to change, and after the last one on to the next widget."""
        if self.canvas.hasFocus() and self._changes:
            nodes = [(change.side, change.node) for change in self._changes]
            place = nodes.index(self._hovered) if self._hovered in nodes else -1 if forward else len(nodes)
            place += 1 if forward else -1
            if 0 <= place < len(nodes):
                self._go_to(nodes[place])
                return True
            self._hover(None)
        return super().focusNextPrevChild(forward)

    # -- the list of changes -------------------------------------------------------------------------------------------

    def _fill_list(self) -> None:
        self._changes = changes(self._mapping) if self._mapping is not None else []
        self.list.blockSignals(True)
        self.list.clear()
        if self._mapping is not None:
            self.list.addItems(
                [visible(change.text) for change in self._changes] or [self.tr("Both trees are the same.")]
            )
        self.list.blockSignals(False)

    def _show_change(self, row: int) -> None:
        if 0 <= row < len(self._changes):
            self._go_to((self._changes[row].side, self._changes[row].node))

    def _pin_change(self, item: QListWidgetItem) -> None:
        row = self.list.row(item)
        if row < len(self._changes):
            self.pin((self._changes[row].side, self._changes[row].node))

    # -- lights --------------------------------------------------------------------------------------------------------

    def _light(self) -> None:
        """Lights the hovered and pinned nodes with their counterparts, and underlines the words below them."""
        rects: list[tuple[QRectF, bool]] = []
        underlined: list[QRectF] = []
        if self._mapping is not None and self._drawing is not None:
            for node, is_pinned in ((self._pinned, True), (self._hovered, False)):
                if node is not None:
                    self._add_lights(node, is_pinned, rects, underlined)
            found = (box_showing(self._drawing, node) for node in self._highlighted)
            boxes = {(box.side, box.node): box for box in found if box is not None}
            rects += [(box_rect(box), False) for box in boxes.values()]
        self.canvas.lights.show_lights(rects, underlined)

    def _add_lights(self, node: Node, pinned: bool, rects: list[tuple[QRectF, bool]], underlined: list[QRectF]) -> None:
        assert self._mapping is not None and self._drawing is not None
        for one_side, one in (own_node(node), counterpart(self._drawing, node) or ("", -1)):
            if one < 0:
                continue
            box = self._drawing.box_of(one_side, one)
            if box is not None:
                rects.append((box_rect(box), pinned))
            tree = tree_of(self._drawing, one_side)
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
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, work in (
            (self.tr("Copy as picture"), self.copy_image),
            (self.tr("Copy as SVG"), self.copy_svg),
            (self.tr("Copy as LaTeX"), self.copy_latex),
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

    def copy_latex(self) -> None:
        """Puts the alignment on the clipboard as a ``forest`` environment, with what it needs in the preamble as a comment."""
        if self._mapping is not None:
            body = alignment_as_forest(self._mapping, self.arrangement)
            QGuiApplication.clipboard().setText(with_preamble(body, PREAMBLE))

    def copy_brackets(self) -> None:
        """Puts both trees on the clipboard, gold first."""
        if self._mapping is not None:
            QGuiApplication.clipboard().setText(f"{self._mapping.gold.brackets()}\n{self._mapping.test.brackets()}")

    def picture(self) -> Picture | None:
        """The drawing for a page."""
        return picture_of(self._drawing) if self._drawing is not None else None

    def save(self, path: str) -> None:
        """Writes the drawing as SVG, PNG, PDF or LaTeX, by the ending of the name.

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
