"""What assistive technology finds in a drawing: its boxes, each with its role, its text, what changed, and what is said of it."""

from __future__ import annotations

import weakref
from collections.abc import Callable
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


class BoxInterface(QAccessibleInterface):
    """The box with a number in whatever drawing a canvas shows."""

    def __init__(self, canvas: Any, number: int) -> None:
        super().__init__()
        self._canvas = weakref.ref(canvas)
        self._number = number

    def _told(self, ask: Callable[[Any, Any], Any], otherwise: Any) -> Any:
        """What is answered of the canvas and the box; ``otherwise`` of one that is not there."""
        canvas = there(self._canvas)
        boxes = boxes_of(canvas)
        return ask(canvas, boxes[self._number]) if self._number < len(boxes) else otherwise

    def isValid(self) -> bool:
        """Whether there is such a box now."""
        return bool(self._told(lambda *_: True, False))

    def object(self) -> QObject | None:  # type: ignore[override]
        """Boxes are not objects of Qt."""
        return None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        """The drawing."""
        found: QAccessibleInterface | None = self._told(
            lambda canvas, _: QAccessible.queryAccessibleInterface(canvas), None
        )
        return found

    def role(self) -> QAccessible.Role:
        """What a box is; a folded part is a button that opens it."""

        def role_of(canvas: Any, box: Any) -> QAccessible.Role:
            return ROLES[box.role] if canvas.reader.drawn.part_of(box) is None else QAccessible.Role.Button

        found: QAccessible.Role = self._told(role_of, QAccessible.Role.NoRole)
        return found

    def text(self, kind: QAccessible.Text) -> str:
        """Its text is its name, what changed its value; its description is what a tip says."""

        def told(canvas: Any, box: Any) -> str:
            match kind:
                case QAccessible.Text.Name:
                    return visible(box.text)
                case QAccessible.Text.Value:
                    return str(canvas.reader.drawn.change_of(box))
                case QAccessible.Text.Description:
                    return str(canvas.reader.drawn.said(box)).replace("\n", ", ")
            return ""

        return str(self._told(told, ""))

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Boxes say what they say."""

    def rect(self) -> QRect:
        """Where it is on the screen."""

        def rect_of(canvas: Any, box: Any) -> QRect:
            seen = canvas.seen_rect(canvas.reader.rect_of(box)).toAlignedRect()
            return QRect(canvas.viewport().mapToGlobal(seen.topLeft()), seen.size())

        found: QRect = self._told(rect_of, QRect())
        return found

    def state(self) -> QAccessible.State:
        """Whether the keyboard is there, and whether it is in view."""
        state = QAccessible.State()

        def say(canvas: Any, box: Any) -> bool:
            state.focusable = state.selectable = True
            state.focused = canvas.hasFocus() and canvas.reader.box_here() == box
            seen = QRect(canvas.viewport().mapToGlobal(QPoint()), canvas.viewport().size())
            state.offscreen = not seen.intersects(self.rect())
            return True

        state.invalid = not self._told(say, False)
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

    def __init__(self, canvas: Any) -> None:
        super().__init__(canvas, QAccessible.Role.Canvas)
        self._canvas = weakref.ref(canvas)
        self._children: list[BoxInterface] = []

    def childCount(self) -> int:
        return len(boxes_of(there(self._canvas)))

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        canvas = there(self._canvas)
        if not 0 <= index < len(boxes_of(canvas)):
            return None
        while len(self._children) <= index:
            one = BoxInterface(canvas, len(self._children))
            self._children.append(one)
            _KEPT.append(one)
        return self._children[index]

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        canvas = there(self._canvas)
        box = canvas.box_at(canvas.viewport().mapFromGlobal(QPoint(x, y))) if canvas is not None else None
        return self.child(_number_of(canvas, box))

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((number for number, one in enumerate(self._children) if one is child), -1)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        canvas = there(self._canvas)
        return self.child(_number_of(canvas, canvas.reader.box_here())) if canvas is not None else None


def there(canvas: Callable[[], Any]) -> Any:
    """A canvas, as long as there is one."""
    found = canvas()
    return found if found is not None and isValid(found) else None


def boxes_of(canvas: Any) -> Any:
    """The boxes that a canvas shows."""
    drawing = canvas.drawing_item.drawing if canvas is not None else None
    return drawing.boxes if drawing is not None else ()


def _number_of(canvas: Any, box: Any) -> int:
    return next((number for number, one in enumerate(boxes_of(canvas)) if one is box or one == box), -1)


def tell_focus(canvas: Any, box: Any) -> None:
    """Tells assistive technology, if there is any, which box is walked to."""
    if QAccessible.isActive():
        event = QAccessibleEvent(canvas, QAccessible.Event.Focus)
        event.setChild(_number_of(canvas, box))
        QAccessible.updateAccessibility(event)


@cache
def install(kind: type) -> None:
    """From now on Qt asks here what is in a canvas, which is of that kind."""

    def interface_of(_key: str, about: QObject) -> QAccessibleInterface | None:
        if not isinstance(about, kind):
            return None
        made = DrawingInterface(about)
        _KEPT.append(made)
        return made

    QAccessible.installFactory(interface_of)
