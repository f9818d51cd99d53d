"""The scene of the alignment: a drawing, the lights on it, and a view that turns mouse and keys into signals about nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QGraphicsView, QLabel, QStyleOptionGraphicsItem, QWidget

from treecompare.drawing.drawn import MARGIN
from treecompare.drawing.scene import Label, Mark, Part, PlainScene, Scene, extent_of
from treecompare.drawing.seen import LEAST_ZOOM, MOST_ZOOM, Fit, balanced, begin_of, covers, scale_of
from treecompare.drawing.style import Theme
from treecompare.window.common.layouts import discard
from treecompare.window.common.plain import visible
from treecompare.window.drawings.accessible import install
from treecompare.window.drawings.painted import Painted

STEPS = {
    Qt.Key.Key_Up: "up", Qt.Key.Key_Down: "down", Qt.Key.Key_Left: "left", Qt.Key.Key_Right: "right", Qt.Key.Key_Return: "",
    Qt.Key.Key_Enter: "",
}  # fmt: skip
"""Where keys lead; those that lead nowhere are clicks."""
ZOOMS = {Qt.Key.Key_Plus: 1.25, Qt.Key.Key_Equal: 1.25, Qt.Key.Key_Minus: 0.8}


class MarksItem(QGraphicsItem):
    """Marks in a scene of Qt: one item, however many there are."""

    def __init__(self) -> None:
        super().__init__()
        self.drawing: Any = None
        self.painted: Painted | None = None
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
        self.drawing, self.painted = drawing, Painted(drawing, theme) if drawing is not None else None
        self.update()

    def boundingRect(self) -> QRectF:
        return self._area

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints what is seen of them."""
        if self.painted is not None:
            self.painted(painter, option.exposedRect)


class Canvas(QGraphicsView):
    """Shows the scene; turns mouse and keys into signals about nodes. ``reader``, a :class:`SceneView`, says what boxes are, and
    what a drawing has to fit into."""

    hovered = Signal(object)
    clicked = Signal(object)
    stepped = Signal(str)
    """A key of :data:`STEPS`."""
    escaped = Signal()
    moved = Signal()
    """Another part of the drawing is seen."""
    roomChanged = Signal()
    """A drawing that opened, and that nobody has zoomed since, has another room."""

    def __init__(self, reader: Any) -> None:
        super().__init__(reader, acceptDrops=False)
        self.reader = reader
        self.setScene(QGraphicsScene(self))
        self.drawing_item, self.lights, self.names, self.hands = (MarksItem() for _ in range(4))
        """The drawing; on top of it what is lit, names that stay in view, what is lit while it is changed by hand."""
        for item in (self.drawing_item, self.lights, self.names, self.hands):
            self.scene().addItem(item)
        self.setMouseTracking(True)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.viewport().setAcceptDrops(False)  # what is dropped is the window's
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        for bar in (self.horizontalScrollBar(), self.verticalScrollBar()):
            bar.valueChanged.connect(lambda _: self.moved.emit())
            bar.rangeChanged.connect(lambda *_: self.moved.emit())
        self.fitting = Fit.LEGIBLE
        self.passes_escape = False
        """Whether Escape meant nothing to who heard of it, so that it goes to what is around the canvas."""
        self.about: list[QRectF] = []
        """What is in view whenever the drawing is fitted, if there is room."""
        install(Canvas)
        self._tags: dict[QLabel, str] = {}
        self._turned: set[QLabel] = set()
        """Names that stand at the other side, where nothing is drawn."""
        self.moved.connect(self._place_tags)
        self._pressed = QPoint()
        self._pressed_box: Any = None
        self._room = QSize()
        self.beside: QWidget | None = None
        """What stands at the right above, over the drawing: names stand beside it, drawings below it if it would cover some."""

    @property
    def boxes(self) -> Sequence[Any]:
        """Those of the drawing that is shown."""
        return self.drawing_item.drawing.boxes if self.drawing_item.drawing is not None else ()

    def box_at(self, place: QPoint) -> Any:
        """The label or word under a point of the viewport; None if there is none."""
        point = self.mapToScene(place)
        return next((box for box in self.boxes if box.contains(point.x(), point.y())), None)

    def seen_rect(self, rect: QRectF) -> QRectF:
        """A rectangle of the scene as it is seen in the viewport."""
        return self.viewportTransform().mapRect(rect)

    def show_tags(self, tags: Sequence[tuple[str, str]]) -> None:
        """Shows names in corners that stay where they are: (``top left``, name)."""
        labels = [*self._tags]
        for _ in range(len(labels), len(tags)):
            labels.append(QLabel(self, objectName="tag", textFormat=Qt.TextFormat.PlainText))
            labels[-1].setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        discard(*labels[len(tags) :])
        self._tags, self._turned = {}, set()
        for label, (corner, name) in zip(labels, tags, strict=False):
            label.setFont(self.font())
            letters, room = label.fontMetrics(), 24 * label.fontMetrics().averageCharWidth()
            label.setText(letters.elidedText(visible(name), Qt.TextElideMode.ElideMiddle, room))
            self._tags[label] = corner
        self._place_tags()

    def _place_tags(self, chooses_side: bool = False) -> None:
        """Where rows go on below, a name in a lower corner would lie over them: it waits for the last row. What would cover some of
        the drawing when it opens, or comes into view, stands at the other side if that is free; scrolling turns nothing round."""
        bar = self.verticalScrollBar()
        goes_on = self.reader.drawn.begins_at_top and bar.value() < bar.maximum()
        for label, corner in self._tags.items():
            is_shown = not (goes_on and "bottom" in corner)
            label.adjustSize()
            turned = corner.replace("left", "right") if "left" in corner else corner.replace("right", "left")
            if is_shown and (chooses_side or label.isHidden()):
                self._turned.discard(label)
                here, there = (QRect(self._place_of(label, one), label.size()) for one in (corner, turned))
                if turned not in self._tags.values() and self._covers(here) and not self._covers(there):
                    self._turned.add(label)
            label.setVisible(is_shown)
            label.move(self._place_of(label, turned if label in self._turned else corner))

    def _place_of(self, label: QLabel, corner: str) -> QPoint:
        view = self.viewport().geometry()
        taken = self._over.width() if corner == "top right" else 0
        right = view.right() - label.width() - 5 - taken
        left = right if "right" in corner else view.left() + 6
        bottom = view.bottom() + self.viewportMargins().bottom()
        return QPoint(left, bottom - label.height() - 5 if "bottom" in corner else 6)

    @property
    def room(self) -> QSize:
        """What a drawing has, with nothing above it."""
        return self.maximumViewportSize().grownBy(self.viewportMargins())

    @property
    def _over(self) -> QRect:
        """Where something stands over the drawing."""
        size = QSize() if self.beside is None or self.beside.isHidden() else self.beside.sizeHint()
        return QRect(QPoint(self.width() - size.width(), 0), size)

    def _covers(self, place: QRect, what: type = object) -> bool:
        seen = place.translated(-self.viewport().pos()).intersected(self.viewport().rect())
        area, painted = self.mapToScene(seen).boundingRect(), self.drawing_item.painted
        return painted is not None and not seen.isEmpty() and covers(painted.marks, area.getRect(), what)  # type: ignore[arg-type]

    def _rows(self) -> tuple[int, int]:
        """How high the row above the drawing is, of what covers something written there, or may where one scrolls; and the one
        below, of a name that does."""
        over, whole = self._over, self.seen_rect(self.sceneRect())
        scrolls = whole.width() > self.room.width() or whole.height() > self.room.height()
        has_row = not over.isEmpty() and (scrolls or self._covers(over, Label))
        names = [one.geometry() for one, corner in self._tags.items() if "bottom" in corner and not one.isHidden()]
        return over.height() * has_row, max((one.height() + 6 for one in names if self._covers(one, Label)), default=0)

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
            self.setViewportMargins(0, self._rows()[0], 0, 0)

    def part_seen(self) -> Part | None:
        """What is in sight of the drawing; None for all of it."""
        if self.drawing_item.drawing is None:
            return None
        area = self.drawing_item.boundingRect()
        seen = self.mapToScene(self.viewport().rect()).boundingRect().intersected(area)
        return None if seen == area or seen.isEmpty() else (seen.x(), seen.y(), seen.width(), seen.height())

    def natural(self) -> None:
        """Shows the drawing at its natural size."""
        self.zoom_by(1 / self.transform().m11())

    def fit(self, how: Fit = Fit.ALL) -> None:
        """Shows all of the drawing, or all of its width, however small it gets; or what can be read, from where reading begins."""
        self.fitting = how
        self.set_area()
        scene, drawn, space, area = self.drawing_item.drawing, self.reader.drawn, self.reader.space, self.sceneRect()
        if scene is None or area.isEmpty() or how == Fit.FREE:
            return
        above = below = 0
        for _ in range(2):
            self.setViewportMargins(0, above, 0, below)
            space = replace(space, height=space.height - above - below)
            scale = scale_of(how, area.width(), area.height(), space, drawn.scrolls_down)
            self.setTransform(QTransform.fromScale(scale, scale))
            room = balanced((area.x(), area.y(), area.width(), area.height()), scene.middle, space.height / scale)
            self.setSceneRect(QRectF(*room))
            self.setViewportMargins(0, above, 0, below)  # bars that it has now stand there at once
            seen = self.viewport().width() / scale, self.viewport().height() / scale
            self.centerOn(*begin_of(scene, drawn, room, *seen))
            self.show_about()
            self._place_tags(chooses_side=True)
            above, below = self._rows()
            if not above + below:
                break
        self.moved.emit()

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
        if self.fitting != Fit.FREE and event.oldSize() != event.size() and self._room != self.room:
            self._room = self.room
            if self.fitting == Fit.LEGIBLE:
                self.roomChanged.emit()
            self.fit(self.fitting)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk through the nodes, Enter pins, plus and minus zoom."""
        key = Qt.Key(event.key())
        if key in STEPS:
            self.stepped.emit(STEPS[key])
        elif key in ZOOMS:
            self.zoom_by(ZOOMS[key])
        elif key == Qt.Key.Key_Escape:
            self.passes_escape = False
            self.escaped.emit()
            event.setAccepted(not self.passes_escape)
        else:
            super().keyPressEvent(event)
