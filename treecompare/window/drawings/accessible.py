"""What assistive technology finds in a drawing: its boxes, each with its role, its text, what changed, and what is said of it."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget
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


class DrawingInterface(QAccessibleWidget):
    """A canvas: its children are the boxes of the drawing."""

    def __init__(self, canvas: Any) -> None:
        super().__init__(canvas, QAccessible.Role.Canvas)
        self._canvas = weakref.ref(canvas)
        self._children: list[BoxInterface] = []
        _KEPT.append(self)

    @property
    def canvas(self) -> Any:
        """As long as there is one."""
        found = self._canvas()
        return found if found is not None and isValid(found) else None

    @property
    def boxes(self) -> Sequence[Any]:
        """Those that it shows."""
        canvas = self.canvas
        return canvas.boxes if canvas is not None else ()

    def childCount(self) -> int:
        return len(self.boxes)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < len(self.boxes):
            return None
        while len(self._children) <= index:
            self._children.append(BoxInterface(self, len(self._children)))
        return self._children[index]

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        canvas = self.canvas
        box = canvas.box_at(canvas.viewport().mapFromGlobal(QPoint(x, y))) if canvas is not None else None
        return self.child(_number_in(self.boxes, box))

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return _number_in(self._children, child)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        canvas = self.canvas
        return self.child(_number_in(self.boxes, canvas.reader.box_here())) if canvas is not None else None


class BoxInterface(QAccessibleInterface):
    """The box with a number in whatever drawing a canvas shows."""

    def __init__(self, drawing: DrawingInterface, number: int) -> None:
        super().__init__()
        self._drawing, self._number = drawing, number
        _KEPT.append(self)

    @property
    def box(self) -> Any:
        """None where the drawing has so few, or is gone."""
        boxes = self._drawing.boxes
        return boxes[self._number] if self._number < len(boxes) else None

    def isValid(self) -> bool:
        return self.box is not None

    def object(self) -> QObject | None:  # type: ignore[override]
        """Boxes are not objects of Qt."""
        return None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return self._drawing if self.isValid() else None

    def role(self) -> QAccessible.Role:
        """A folded part is a button that opens it."""
        if (box := self.box) is None:
            return QAccessible.Role.NoRole
        is_whole = self._drawing.canvas.reader.drawn.part_of(box) is None
        return ROLES[box.role] if is_whole else QAccessible.Role.Button

    def text(self, kind: QAccessible.Text) -> str:
        """Its text is its name, what changed its value; its description is what a tip says."""
        if (box := self.box) is None:
            return ""
        drawn = self._drawing.canvas.reader.drawn
        match kind:
            case QAccessible.Text.Name:
                return visible(box.text)
            case QAccessible.Text.Value:
                return str(drawn.change_of(box))
            case QAccessible.Text.Description:
                return str(drawn.said(box)).replace("\n", ", ")
        return ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Boxes say what they say."""

    def rect(self) -> QRect:
        """Where it is on the screen."""
        if (box := self.box) is None:
            return QRect()
        canvas = self._drawing.canvas
        seen = canvas.seen_rect(canvas.reader.rect_of(box)).toAlignedRect()
        return QRect(canvas.viewport().mapToGlobal(seen.topLeft()), seen.size())

    def state(self) -> QAccessible.State:
        """Whether the keyboard is there, and whether it is in view."""
        state, box, canvas = QAccessible.State(), self.box, self._drawing.canvas
        state.invalid = box is None
        if box is not None:
            state.focusable = state.selectable = True
            state.focused = canvas.hasFocus() and canvas.reader.box_here() == box
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


def _number_in(there: Sequence[Any], one: Any) -> int:
    return there.index(one) if one in there else -1


def tell_focus(canvas: Any, box: Any) -> None:
    """Tells assistive technology, if there is any, which box is walked to."""
    if QAccessible.isActive():
        event = QAccessibleEvent(canvas, QAccessible.Event.Focus)
        event.setChild(_number_in(canvas.boxes, box))
        QAccessible.updateAccessibility(event)


@cache
def install(kind: type) -> None:
    """From now on Qt asks here what is in a canvas, which is of that kind."""
    QAccessible.installFactory(lambda _, about: DrawingInterface(about) if isinstance(about, kind) else None)
