"""Changing a drawing by hand: boxes are dragged onto others that are lit, labels written where they stand; by keyboard, too.

What hands do goes to the job, which says what follows; what it refuses stays as it was, and Why says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit

from treecompare.drawing.lit import Held
from treecompare.drawing.scene import WORD, Point
from treecompare.jobs.base import Editing, Field
from treecompare.window.drawings.canvas import STEPS
from treecompare.window.drawings.painted import theme_of

FAR = 8
"""Pixels that the mouse moves until it drags."""
LEAST_WIDTH = 96
"""Of a field over a box."""
TAB = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}


class BoxField(QLineEdit):
    """Something that is written over a box. ``written``: the key of the field and what was written. Escape or a click elsewhere
    leaves all as it was; what is refused stays written."""

    written = Signal(str, object)

    def __init__(self, canvas: Any) -> None:
        super().__init__(canvas.viewport())
        self._canvas, self._key = canvas, ""
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.returnPressed.connect(lambda: self.written.emit(self._key, self.text()))
        self.hide()

    def ask(self, field: Field, rect: QRectF) -> None:
        """Opens it over a box that stands there."""
        self._key = field.key
        self.setPlaceholderText(field.hint)
        self.setAccessibleName(field.hint)
        self.setText(field.text)
        self.selectAll()
        seen, room = self._canvas.seen_rect(rect).toRect(), self._canvas.viewport().rect()
        width = max(LEAST_WIDTH, seen.width() + 24, self.fontMetrics().horizontalAdvance(field.text) + 32)
        self.resize(min(width, room.width()), self.sizeHint().height())
        corner = seen.center() - self.rect().center()
        self.move(
            max(min(corner.x(), room.width() - self.width()), 0), max(min(corner.y(), room.height() - self.height()), 0)
        )
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def give_up(self) -> None:
        """Leaves all as it was."""
        had_focus = self.hasFocus()
        self.hide()
        if had_focus:
            self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up; no key reaches the drawing."""
        if event.key() == Qt.Key.Key_Escape:
            self.give_up()
        else:
            super().keyPressEvent(event)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A click elsewhere gives up."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.give_up()


class Hands(QObject):
    """What mouse and keys do to the boxes of a view, where its picture can be changed or its boxes be dragged; all else goes on to
    the drawing."""

    def __init__(self, view: Any) -> None:
        super().__init__(view)
        self._view, self._canvas = view, view.canvas
        self._box: Any = None
        self._begin = QPoint()
        self._targets: dict[Any, Any] = {}
        """The boxes that what is held can be put on, by place."""
        self.is_dragging = False
        self.lights, self.field = Held(), BoxField(self._canvas)
        self.field.written.connect(view.did)
        self._canvas.installEventFilter(self)
        self._canvas.viewport().installEventFilter(self)

    @property
    def editing(self) -> Editing | None:
        """What can be done to what is drawn."""
        picture = self._view.picture_shown
        return picture.editing if picture is not None and self._view.drawing is not None else None

    # -- what is shown -------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Another picture is there; the keyboard is where its job says."""
        self._box, self.is_dragging = None, False
        self.field.give_up()
        self.show()
        here = self.editing.here() if self.editing is not None else ()
        if here and here[0] is not None and self._canvas.hasFocus():
            self._view.go_to(here[0])

    def show(self) -> None:
        """Handles, marks and what is held as the job has them now, where they are drawn now."""
        editing, drawn = self.editing, self._view.drawn
        if editing is None:
            self._light(Held())
            return
        held = self._boxes(editing.held())
        handles = [box for box in drawn.boxes if box.role != WORD and editing.can(box)]
        self._light(Held(handles, self._boxes(editing.marked())))
        self._hold(held[0] if held else None)

    def _light(self, lights: Held) -> None:
        self.lights, drawn = lights, self._view.drawn
        self._targets = {drawn.place_of(one): one for one in lights.targets}
        self._canvas.hands.show_marks(lights.marks, theme_of(self._view.palette()))

    def _boxes(self, places: Sequence[Any]) -> list[Any]:
        return [box for one in places if (box := self._view.drawn.box_of(one)) is not None]

    def _hold(self, box: Any) -> None:
        """A box is held: where it can go is lit; None: nothing is."""
        editing = self.editing
        targets = self._boxes(editing.targets(box)) if box is not None and editing is not None else []
        self._light(replace(self.lights, held=box, targets=targets, now=None, end=None))

    def _point(self, end: Point, over: Any) -> None:
        """What is held is held there."""
        place = self._view.drawn.place_of(over) if over is not None else None
        self._light(replace(self.lights, end=end, now=self._targets.get(place)))

    def ask(self, field: Field, place: Any) -> bool:
        """Opens a field over a box; returns whether it is drawn."""
        boxes = self._boxes([place])
        if boxes:
            rect = self._view.rect_of(boxes[0])
            self._canvas.ensureVisible(rect, 30, 30)
            self.field.ask(field, rect)
        return bool(boxes)

    # -- mouse and keys ------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes what moves boxes."""
        if isinstance(event, QMouseEvent) and watched is not self._canvas:
            return self._mouse(event)
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched is self._canvas
        return is_key and self._key(event)  # type: ignore[arg-type]

    def _mouse(self, event: QMouseEvent) -> bool:
        here, kind, box = event.position().toPoint(), event.type(), self._box
        if kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            return self._press(here, bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        if kind == QEvent.Type.MouseButtonDblClick and self.editing is not None and self._box_at(here) is not None:
            self._view.did.emit("open", self._box_at(here))
            return True
        if box is None:
            return False
        if kind == QEvent.Type.MouseMove and (self.is_dragging or (here - self._begin).manhattanLength() > FAR):
            self._drag(here)
        elif kind == QEvent.Type.MouseButtonRelease:
            self._release(here)
        return True

    def _press(self, here: QPoint, marks: bool) -> bool:
        box = self._box_at(here)
        if box is not None and marks and self.editing is not None:
            self._view.did.emit("mark", [box])
            return True
        self._box, self._begin = box, here
        if box is not None:
            self._canvas.setFocus(Qt.FocusReason.MouseFocusReason)
        return box is not None

    def _drag(self, here: QPoint) -> None:
        over = self._box_at(here)
        if not self.is_dragging:
            self.is_dragging = True
            self._view.tip.hide()
            if self.editing is not None:
                self._hold(self._box)
        is_other = over not in (None, self._box)
        shape = Qt.CursorShape.DragLinkCursor if is_other else Qt.CursorShape.ClosedHandCursor
        self._canvas.viewport().setCursor(shape)
        if self.editing is not None:
            self._point(self._canvas.mapToScene(here).toTuple(), over)

    def _release(self, here: QPoint) -> None:
        box, over, was_dragged = self._box, self._box_at(here), self.is_dragging
        self.let_go()
        if was_dragged and over not in (None, box):
            self._view.did.emit("drag", (box, over))
        elif not was_dragged:
            self._canvas.clicked.emit(box)

    def let_go(self) -> None:
        """What the mouse holds stays where it was."""
        self._box, self.is_dragging = None, False
        self._canvas.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self.show()

    def _box_at(self, place: QPoint) -> Any:
        picture, box = self._view.picture_shown, self._canvas.box_at(place)
        if picture is None or box is None or self._view.drawn.part_of(box) is not None:
            return None
        return box if picture.drag or (picture.editing is not None and picture.editing.can(box)) else None

    def _key(self, event: QKeyEvent) -> bool:
        editing, key = self.editing, Qt.Key(event.key())
        if editing is None:
            return False
        is_held = self.lights.held is not None
        if key == Qt.Key.Key_Escape and self.is_dragging:
            self.let_go()
        elif key == Qt.Key.Key_Escape and is_held:
            self._view.did.emit("drag", (None, None))
        elif STEPS.get(key) == "":
            self._view.did.emit("open", self._view.box_here())
        elif key in TAB and is_held and self._targets:
            self._step_to_target(TAB[key])
        elif STEPS.get(key) and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            before = self._view.box_here()
            self._canvas.stepped.emit(STEPS[key])
            self._view.did.emit("mark", [one for one in (before, self._view.box_here()) if one is not None])
        else:
            return False
        return True

    def _step_to_target(self, by: int) -> None:
        """To the next place where what is held can go, in the direction of reading."""
        order = sorted(self._targets, key=lambda one: (self._targets[one].x, self._targets[one].y))
        here = self._view.here
        at = order.index(here) + by if here in order else (0 if by > 0 else -1)
        self._view.go_to(order[at % len(order)])

    def came_to(self, box: Any) -> None:
        """The keyboard is at a box: the job is told, and a line leads there from what is held."""
        if self.editing is None or box is None:
            return
        if self.lights.held is not None and not self.is_dragging:
            self._point((box.x, box.y), box)
        self._view.did.emit("at", box)
