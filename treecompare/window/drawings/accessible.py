"""What assistive technology finds in a drawing: its boxes, each with its role, its text, what changed, and what is said of it."""

from __future__ import annotations

import weakref
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QGraphicsView
from shiboken6 import isValid

from treecompare.drawing.scene import ARC, NAME, NODE, WORD
from treecompare.window.common.plain import visible

ROLES = {
    WORD: QAccessible.Role.StaticText,
    NODE: QAccessible.Role.TreeItem,
    ARC: QAccessible.Role.Link,
    NAME: QAccessible.Role.Heading,
}
_KEPT: list[QAccessibleInterface] = []
"""Qt keeps pointers to interfaces, and asks them whether they are still valid: none may go while the program runs."""


class ReadCanvas(QGraphicsView):
    """What is asked of a canvas: its ``drawing_item`` has the drawing, its ``reader`` says what people are told of a box."""

    drawing_item: Any
    reader: Any

    def box_at(self, place: QPoint) -> Any:
        """The label or word under a point of the viewport; None if there is none."""
        drawing = self.drawing_item.drawing
        if drawing is None:
            return None
        point = self.mapToScene(place)
        return next((box for box in drawing.boxes if box.contains(point.x(), point.y())), None)

    def seen_rect(self, rect: QRectF) -> QRectF:
        """A rectangle of the scene as it is seen in the viewport."""
        return self.viewportTransform().mapRect(rect)


class BoxInterface(QAccessibleInterface):
    """The box with a number in whatever drawing a canvas shows."""

    def __init__(self, canvas: ReadCanvas, number: int) -> None:
        super().__init__()
        self._canvas = weakref.ref(canvas)
        self._number = number

    @property
    def _drawn(self) -> tuple[ReadCanvas, Any] | None:
        canvas = self._canvas()
        if canvas is None or not isValid(canvas):
            return None
        boxes = boxes_of(canvas)
        return (canvas, boxes[self._number]) if self._number < len(boxes) else None

    def isValid(self) -> bool:
        """Whether there is such a box now."""
        return self._drawn is not None

    def object(self) -> QObject | None:  # type: ignore[override]
        """Boxes are not objects of Qt."""
        return None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        """The drawing."""
        drawn = self._drawn
        return QAccessible.queryAccessibleInterface(drawn[0]) if drawn is not None else None

    def role(self) -> QAccessible.Role:
        """What a box is; a folded part is a button that opens it."""
        drawn = self._drawn
        if drawn is None:
            return QAccessible.Role.NoRole
        canvas, box = drawn
        is_folded = canvas.reader is not None and canvas.reader.drawn.part_of(box) is not None
        return QAccessible.Role.Button if is_folded else ROLES[box.role]

    def text(self, kind: QAccessible.Text) -> str:
        """Its text is its name, what changed its value; its description is what a tip says."""
        drawn = self._drawn
        if drawn is None:
            return ""
        canvas, box = drawn
        if kind == QAccessible.Text.Name or canvas.reader is None:
            return visible(box.text) if kind == QAccessible.Text.Name else ""
        if kind == QAccessible.Text.Value:
            return str(canvas.reader.drawn.change_of(box))
        return str(canvas.reader.drawn.said(box)).replace("\n", ", ") if kind == QAccessible.Text.Description else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Boxes say what they say."""

    def rect(self) -> QRect:
        """Where it is on the screen."""
        drawn = self._drawn
        if drawn is None or drawn[0].reader is None:
            return QRect()
        canvas, box = drawn
        seen = canvas.seen_rect(canvas.reader.rect_of(box)).toAlignedRect()
        return QRect(canvas.viewport().mapToGlobal(seen.topLeft()), seen.size())

    def state(self) -> QAccessible.State:
        """Whether the keyboard is there, and whether it is in view."""
        state, drawn = QAccessible.State(), self._drawn
        if drawn is None:
            state.invalid = True
            return state
        canvas, box = drawn
        state.focusable = state.selectable = True
        state.focused = canvas.reader is not None and canvas.hasFocus() and canvas.reader.box_here() == box
        seen = QRect(canvas.viewport().mapToGlobal(QPoint()), canvas.viewport().size())
        state.offscreen = not seen.intersects(self.rect())
        return state

    def childCount(self) -> int:
        return 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1


class DrawingInterface(QAccessibleWidget):
    """A canvas: its children are the boxes of the drawing."""

    def __init__(self, canvas: ReadCanvas) -> None:
        super().__init__(canvas, QAccessible.Role.Canvas)
        self._canvas = weakref.ref(canvas)
        self._children: list[BoxInterface] = []

    @property
    def _shown(self) -> ReadCanvas | None:
        canvas = self._canvas()
        return canvas if canvas is not None and isValid(canvas) else None

    def childCount(self) -> int:
        canvas = self._shown
        return len(boxes_of(canvas)) if canvas is not None else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        canvas = self._shown
        if canvas is None or not 0 <= index < len(boxes_of(canvas)):
            return None
        while len(self._children) <= index:
            one = BoxInterface(canvas, len(self._children))
            self._children.append(one)
            _KEPT.append(one)
        return self._children[index]

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        canvas = self._shown
        box = canvas.box_at(canvas.viewport().mapFromGlobal(QPoint(x, y))) if canvas is not None else None
        return self.child(_number_of(canvas, box)) if canvas is not None and box is not None else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((number for number, one in enumerate(self._children) if one is child), -1)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        canvas = self._shown
        box = canvas.reader.box_here() if canvas is not None and canvas.reader is not None else None
        return self.child(_number_of(canvas, box)) if canvas is not None and box is not None else None


def boxes_of(canvas: ReadCanvas) -> Any:
    """The boxes that a canvas shows."""
    drawing = canvas.drawing_item.drawing
    return drawing.boxes if drawing is not None else ()


def _number_of(canvas: ReadCanvas, box: Any) -> int:
    return next((number for number, one in enumerate(boxes_of(canvas)) if one is box or one == box), -1)


def tell_focus(canvas: ReadCanvas, box: Any) -> None:
    """Tells assistive technology, if there is any, which box is walked to."""
    if QAccessible.isActive():
        event = QAccessibleEvent(canvas, QAccessible.Event.Focus)
        event.setChild(_number_of(canvas, box))
        QAccessible.updateAccessibility(event)


@cache
def install() -> None:
    """From now on Qt asks here what is in a canvas."""
    QAccessible.installFactory(_interface_of)


def _interface_of(key: str, about: QObject) -> QAccessibleInterface | None:
    if not isinstance(about, ReadCanvas):
        return None
    made = DrawingInterface(about)
    _KEPT.append(made)
    return made
