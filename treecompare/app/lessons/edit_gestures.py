"""Mouse and keys over the drawing of a lesson: what is dragged, dropped, marked and stepped to while one edits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip

from treecompare.app.drawings.canvas import Canvas
from treecompare.extras.teaching.editors import Place
from treecompare.extras.teaching.exercise import TEST

if TYPE_CHECKING:
    from treecompare.app.lessons.edit_tool import EditTool

ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class EditGestures(QObject):
    """Hands what mouse and keys do over a drawing to its edit tool; whatever edits nothing goes on to the drawing."""

    def __init__(self, tool: EditTool, parent: QObject) -> None:
        super().__init__(parent)
        self._tool = tool
        self._canvas: Canvas
        self._is_dragged = False
        self._pressed: tuple[QPoint, list[Place]] | None = None

    def watch(self, canvas: Canvas) -> None:
        """Looks at this drawing."""
        self._canvas = canvas
        canvas.installEventFilter(self)
        canvas.viewport().installEventFilter(self)

    def forget(self) -> None:
        """Nothing is pressed or dragged any more."""
        self._is_dragged, self._pressed = False, None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes what moves nodes; all else goes on to the drawing."""
        if isinstance(event, QMouseEvent) and event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton):
            return self._mouse(event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return watched is self._canvas and self._key(event)
        return False

    def _mouse(self, event: QMouseEvent) -> bool:
        kind, point = event.type(), event.position().toPoint()
        if kind == QEvent.Type.MouseButtonPress:
            return self._press(point, event.modifiers())
        if kind == QEvent.Type.MouseButtonDblClick:
            return self._double_click(point)
        if kind == QEvent.Type.MouseMove:
            return self._drag(point)
        if kind == QEvent.Type.MouseButtonRelease:
            return self._release(point, event.globalPosition().toPoint())
        return False

    def _nodes_at(self, point: QPoint) -> list[Place]:
        box = self._canvas.box_at(point)
        return sorted(self._tool.handles.nodes_of(box), key=lambda place: place[0] != TEST) if box is not None else []

    def _press(self, point: QPoint, modifiers: Qt.KeyboardModifier) -> bool:
        places = self._nodes_at(point)
        if self._tool.is_moving:  # taken by keyboard or menu, and put down by a click
            at = self._canvas.viewport().mapToGlobal(point)
            self._tool.drop(places, at)
            return True
        if places and modifiers & Qt.KeyboardModifier.ControlModifier and self._tool.editor.has_constituents:
            self._tool.toggle_mark(places[0])
            return True
        self._pressed = (point, places) if places else None
        return False

    def _double_click(self, point: QPoint) -> bool:
        if not self._nodes_at(point):
            return False
        self._pressed = None
        self._canvas.hovered.emit(self._canvas.box_at(point))
        self._tool.rename()
        return True

    def _drag(self, point: QPoint) -> bool:
        if not self._tool.is_moving and self._pressed is not None:
            begin, places = self._pressed
            if (point - begin).manhattanLength() < QApplication.startDragDistance():
                return False
            self._pressed = None
            self._tool.hold(places, whatever=True)  # where it is dropped, the reason is told
            self._is_dragged = True
            QToolTip.hideText()
            self._canvas.viewport().setCursor(Qt.CursorShape.DragMoveCursor)
        if not self._tool.is_moving:
            return False
        assert self._tool.lights is not None
        self._tool.lights.point(QPointF(self._canvas.mapToScene(point)), self._tool.target_rect(self._nodes_at(point)))
        return True

    def _release(self, point: QPoint, at: QPoint) -> bool:
        self._pressed = None
        if self._is_dragged:
            places = self._nodes_at(point)
            self._canvas.viewport().setCursor(QCursor(Qt.CursorShape.ArrowCursor))
            self._tool.drop(places, at)
        return False  # the canvas was pressed, too, and has to let go

    def _key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if self._tool.is_moving:
            if key == Qt.Key.Key_Escape:
                self._tool.give_up()
                self._tool.tell("Nothing was moved.")
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._tool.drop(self._tool.here())
                return True
            if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self._tool.step_to_target(1 if key == Qt.Key.Key_Tab else -1)
                return True
            if key in ARROWS:
                self._canvas.stepped.emit(int(key))
                self._tool.point_at_here()
                return True
        elif (
            key in ARROWS
            and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            and self._tool.editor.has_constituents
        ):
            self._extend(key)
            return True
        elif key == Qt.Key.Key_Escape and self._tool.marked:
            self._tool.unmark()
            return True
        return False

    def _extend(self, key: Qt.Key) -> None:
        """Marks the node that one comes from and the one that is reached."""
        places = self._tool.here()[:1]
        self._canvas.stepped.emit(int(key))
        self._tool.add_marks(places + self._tool.here()[:1])
