"""The scene of the alignment: a drawing, the lights on it, and a view that turns mouse and keys into signals about nodes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsScene,
    QGraphicsView,
    QLabel,
    QStyle,
    QStyleOptionGraphicsItem,
    QWidget,
)

from treecompare.drawing.drawn import LEAST_TEXT, MARGIN, Space
from treecompare.drawing.scene import Mark, Part, PlainScene, Scene, extent_of
from treecompare.drawing.seen import seen_across, seen_down
from treecompare.drawing.style import Theme
from treecompare.window.common.plain import visible
from treecompare.window.common.theme import colours_of
from treecompare.window.drawings import accessible
from treecompare.window.drawings.painted import Painted

LARGEST_FIT = 1.35
"""Small drawings are not made larger than so many times their natural size."""
LEAST_ZOOM, MOST_ZOOM = 0.02, 6.0


class Fit(Enum):
    """How large a drawing is as long as nobody zooms."""

    LEGIBLE = auto()
    """All of it if that can be read, else as much as can be."""
    ALL = auto()
    WIDTH = auto()
    FREE = auto()
    """As it was zoomed."""


class MarksItem(QGraphicsItem):
    """Marks in a scene of Qt: one item, however many there are."""

    def __init__(self) -> None:
        super().__init__()
        self.drawing: Any = None
        self._painted: Painted | None = None
        self._area = QRectF()
        # else Qt does not say which part is to be painted
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setCacheMode(QGraphicsItem.CacheMode.NoCache)

    def show_drawing(self, drawing: Scene | None, theme: Theme) -> None:
        """Another drawing, or nothing."""
        area = (0.0, 0.0, drawing.width, drawing.height) if drawing is not None else (0.0, 0.0, 0.0, 0.0)
        self._show(drawing, theme, area)

    def show_marks(self, marks: Sequence[Mark], theme: Theme) -> None:
        """Other marks on top of a drawing, wherever they are."""
        self._show(PlainScene(0.0, 0.0, marks), theme, extent_of(marks))

    def _show(self, drawing: Scene | None, theme: Theme, area: tuple[float, float, float, float]) -> None:
        self.prepareGeometryChange()
        left, top, right, bottom = area
        self._area = QRectF(left, top, right - left, bottom - top)
        self.drawing, self._painted = drawing, Painted(drawing, theme) if drawing is not None else None
        self.update()

    def boundingRect(self) -> QRectF:
        return self._area

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints what is seen of them."""
        if self._painted is not None:
            self._painted(painter, option.exposedRect)


class Canvas(accessible.ReadCanvas):
    """Shows the scene; turns mouse and keys into signals about nodes."""

    hovered = Signal(object)
    clicked = Signal(object)
    pressed = Signal()
    """The mouse was pressed anywhere in it."""
    stepped = Signal(int)
    escaped = Signal()
    fitWanted = Signal()
    moved = Signal()
    """Another part of the drawing is seen."""
    roomChanged = Signal()
    """A drawing that opened, and that nobody has zoomed since, has another room."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.drawing_item, self.lights, self.names, self.hands = (MarksItem() for _ in range(4))
        """The drawing; on top of it what is lit, names that stay in view, what is lit while it is changed by hand."""
        for item in (self.drawing_item, self.lights, self.names, self.hands):
            self.scene().addItem(item)
        self.setMouseTracking(True)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.valueChanged.connect(lambda _: self.moved.emit())
            bar.rangeChanged.connect(lambda *_: self.moved.emit())
        self.fitting = Fit.LEGIBLE
        self.smallest_text = 9.5
        """Size of the smallest text of its drawings, in their own units."""
        self.least_text = LEAST_TEXT
        """Pixels of the smallest text of a drawing that opens."""
        self.least_unfolded = LEAST_TEXT
        """Pixels of it down to which a drawing is made smaller before anything in it is folded."""
        self.least_whole = LEAST_TEXT
        """Pixels of it down to which what still has no room is made smaller, so that all of it is seen."""
        self.largest_fit = LARGEST_FIT
        """Small drawings are not made larger than so many times their natural size."""
        self.passes_escape = False
        """Whether Escape meant nothing to who heard of it, so that it goes to what is around the canvas."""
        self.begins_at_top = False
        """Drawings that are higher than the view are shown from their top, not from their middle."""
        self.scrolls_down = False
        """Drawings that are too high are scrolled, and no smaller than what is as wide as the view."""
        self.is_right_to_left = False
        """Reading begins at the right."""
        self.about: list[QRectF] = []
        """What is in view whenever the drawing is fitted, if there is room."""
        self.reader: Any = None
        """Who says what boxes are: a :class:`SceneView`."""
        accessible.install()
        self._tags: dict[QLabel, str] = {}
        self._turned: set[QLabel] = set()
        """Names that stand at the other side, where nothing is drawn."""
        self.moved.connect(self._place_tags)
        self._pressed = QPoint()
        self._pressed_box: Any = None
        self._room = QSize()
        self.taken = 0
        """So many pixels at the right above are under something else: names stand beside it."""

    def show_tags(self, tags: Sequence[tuple[str, str]]) -> None:
        """Shows names in corners that stay where they are: (``top left``, name)."""
        for label in self._tags:
            label.hide()
            label.deleteLater()
        self._tags, self._turned = {}, set()
        for corner, name in tags:
            label = QLabel(visible(name), self)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setObjectName("tag")
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._dress_tag(label)
            letters, room = label.fontMetrics(), 24 * label.fontMetrics().averageCharWidth()
            label.setText(letters.elidedText(label.text(), Qt.TextElideMode.ElideMiddle, room))
            label.show()
            self._tags[label] = corner
        self._place_tags()

    def _dress_tag(self, label: QLabel) -> None:
        """Under a style sheet neither its letters nor its colours follow the canvas by themselves."""
        colours = colours_of(self.palette())
        look = f"background: {colours.surface}; color: {colours.text}; border-radius: 7px; padding: 1px 7px"
        label.setStyleSheet(f"{look}; font-weight: bold")
        label.setFont(self.font())

    def changeEvent(self, event: QEvent) -> None:
        """Names in corners take the colours that there are now."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for label in getattr(self, "_tags", ()):
                self._dress_tag(label)

    @property
    def tags(self) -> list[tuple[str, str]]:
        """What is shown in corners."""
        return [(corner, label.text()) for label, corner in self._tags.items()]

    def _place_tags(self, chooses_side: bool = False) -> None:
        """Where rows go on below, a name in a lower corner would lie over them: it waits for the last row. What would cover some of
        the drawing when it opens, or comes into view, stands at the other side if that is free; scrolling turns nothing round."""
        bar = self.verticalScrollBar()
        goes_on = self.begins_at_top and bar.value() < bar.maximum()
        for label, corner in self._tags.items():
            is_shown = not (goes_on and "bottom" in corner)
            label.adjustSize()
            turned = corner.replace("left", "right") if "left" in corner else corner.replace("right", "left")
            if is_shown and (chooses_side or label.isHidden()):
                self._turned.discard(label)
                if (
                    turned not in self._tags.values()
                    and self._covers(label, corner)
                    and not self._covers(label, turned)
                ):
                    self._turned.add(label)
            label.setVisible(is_shown)
            label.move(self._place_of(label, turned if label in self._turned else corner))

    def _place_of(self, label: QLabel, corner: str) -> QPoint:
        view = self.viewport().geometry()
        right = view.right() - label.width() - 5 - (self.taken if corner == "top right" else 0)
        left = right if "right" in corner else view.left() + 6
        return QPoint(left, view.bottom() - label.height() - 5 if "bottom" in corner else view.top() + 6)

    def _covers(self, label: QLabel, corner: str) -> bool:
        """Whether anything is drawn where a name would stand in a corner."""
        place = QRect(self._place_of(label, corner) - self.viewport().pos(), label.size())
        image = QImage(place.size(), QImage.Format.Format_RGB32)
        image.fill(self.backgroundBrush().color())
        empty = bytes(image.constBits())
        painter = QPainter(image)
        self.scene().render(painter, QRectF(image.rect()), self.mapToScene(place).boundingRect())
        painter.end()
        return bytes(image.constBits()) != empty

    def set_area(self) -> None:
        """The scene is as large as the drawing and some margin: there are scroll bars where it does not fit."""
        area = self.drawing_item.boundingRect()
        margin = 0 if area.isEmpty() else MARGIN
        self.setSceneRect(area.adjusted(-margin, -margin, margin, margin))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if event.buttons() == Qt.MouseButton.NoButton:
            box = self.box_at(event.position().toPoint())
            shape = Qt.CursorShape.PointingHandCursor if box else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.hovered.emit(box)

    def viewportEvent(self, event: QEvent) -> bool:
        """Everything but Qt's own tips: no item has one, so that the scene would hide what was just said of a box."""
        return event.type() == QEvent.Type.ToolTip or super().viewportEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remembers where a click or a drag begins."""
        self._pressed = event.position().toPoint()
        self._pressed_box = self.box_at(self._pressed)  # what hears of it may change the drawing's room
        self.pressed.emit()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click, unless it was a drag."""
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        if event.button() == Qt.MouseButton.LeftButton and (place - self._pressed).manhattanLength() < 5:
            self.clicked.emit(self._pressed_box)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms around the mouse; with Shift it scrolls sideways."""
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            super().wheelEvent(event)
        else:
            self.zoom_by(1.0015 ** event.angleDelta().y())

    def zoom_by(self, factor: float) -> None:
        """Zooms within reason."""
        new = self.transform().m11() * factor
        if LEAST_ZOOM <= new <= MOST_ZOOM:
            self.scale(factor, factor)
            self.fitting = Fit.FREE

    def part_seen(self) -> Part | None:
        """What is in sight of the drawing; None for all of it."""
        if self.drawing_item.drawing is None:
            return None
        area = self.drawing_item.boundingRect()
        seen = self.mapToScene(self.viewport().rect()).boundingRect().intersected(area)
        return None if seen == area or seen.isEmpty() else (seen.x(), seen.y(), seen.width(), seen.height())

    @property
    def space(self) -> Space:
        """What a drawing is to fit into."""
        room = self.maximumViewportSize()
        return Space(
            room.width(), room.height(), self.smallest_text, self.least_text, self.least_unfolded, self.least_whole, self._bar,
            self.verticalScrollBar().sizeHint().width(), self.fitting == Fit.ALL,
        )  # fmt: skip

    @property
    def _bar(self) -> int:
        """Pixels beside a scroll bar that Qt leaves free: as it has them, not as wide as it is."""
        return self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent, None, self)

    def natural(self) -> None:
        """Shows the drawing at its natural size."""
        self.zoom_by(1 / self.transform().m11())

    def fit(self, how: Fit = Fit.ALL) -> None:
        """Shows all of the drawing, or all of its width, however small it gets; or what can be read, from where reading begins."""
        self.fitting = how
        drawing, area = self.drawing_item.drawing, self.sceneRect()
        if drawing is None or area.isEmpty() or how == Fit.FREE:
            return
        room = self.maximumViewportSize()  # without scroll bars, whether there are any now or not
        across, down = (room.width() - 1) / area.width(), (room.height() - 1) / area.height()
        beside_bar = (room.width() - 1 - self._bar) / area.width()
        scale = min(across, down)
        if how == Fit.WIDTH and down < across:
            scale = beside_bar
        if how == Fit.LEGIBLE:
            if self.scrolls_down and down < self.space.least_scale:
                scale = min(beside_bar, 1.0)
            is_nearly = scale >= self.least_whole / self.smallest_text
            scale = scale if is_nearly else max(scale, self.space.least_scale)
        scale = max(min(scale, self.largest_fit), LEAST_ZOOM)
        self.resetTransform()
        self.scale(scale, scale)
        self._balance(drawing.middle, room.height() / scale)
        area = self.sceneRect()
        seen = self.viewport().width() / scale, self.viewport().height() / scale
        x, y = area.center().x(), area.center().y()
        if area.width() > seen[0] + 1:
            begin = area.right() if self.is_right_to_left else area.left()
            x = seen_across(() if self.begins_at_top else drawing.boxes, begin, self.is_right_to_left, seen[0])
        if area.height() > seen[1] + 1:
            y = area.top() + 0.5 * seen[1]
            if not self.begins_at_top:
                y = seen_down(drawing.boxes, drawing.middle, area.top(), self.is_right_to_left, seen[1])
        self.centerOn(x, y)
        self.show_about()
        self.moved.emit()
        self._place_tags(chooses_side=True)

    def _balance(self, middle: float | None, height: float) -> None:
        """Adds free space above or below, so far as there is any in that ``height``: what is to be in the middle comes there."""
        self.set_area()
        area = self.sceneRect()
        if middle is not None and area.height() < height:
            above, below = middle - area.top(), area.bottom() - middle
            free = min(2 * max(above, below), height - 1) - area.height()
            if free > 0:
                self.setSceneRect(area.adjusted(0, -free, 0, 0) if above < below else area.adjusted(0, 0, 0, free))

    def show_about(self) -> None:
        """Brings what the drawing is looked at for into view; at least the first of it."""
        if not self.about:
            return
        area, seen = QRectF(), self.mapToScene(self.viewport().rect()).boundingRect()
        for rect in self.about:
            area = area.united(rect)
        has_room = area.width() + 2 * MARGIN <= seen.width() and area.height() + 2 * MARGIN <= seen.height()
        self.ensureVisible(area if has_room else self.about[0], 30, 30)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_tags()
        if self.fitting != Fit.FREE and event.oldSize() != event.size() and self._room != self.maximumViewportSize():
            self._room = self.maximumViewportSize()
            if self.fitting == Fit.LEGIBLE:
                self.roomChanged.emit()
            self.fit(self.fitting)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk through the nodes, Enter pins, plus and minus zoom."""
        arrows = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
        if event.key() in (*arrows, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepped.emit(int(event.key()))
        elif event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(1.25)
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom_by(0.8)
        elif event.key() == Qt.Key.Key_0:
            self.fitWanted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.passes_escape = False
            self.escaped.emit()
            event.setAccepted(not self.passes_escape)
        else:
            super().keyPressEvent(event)
