"""The picture of a plot, with what moves on top of it: the chosen point, the lasso, the tooltip. No matplotlib here: the picture is
made elsewhere, so that pointing at 50,000 points needs one look into an array and no drawing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

REACH = 8.0
"""Pixels within which a point is meant."""
RING = 6.5


@dataclass(frozen=True)
class Picture:
    """A drawn plot. ``points``: ``[n, 2]`` pixels of the widget, y downwards. ``sentences``: that of each point, or None; then
    ``texts`` says what each stands for. ``scores``: of all sentences, by what is said of them (a measure, or a
    system): the key of the measure, and a score each."""

    image: QImage
    points: NDArray[np.float64]
    sentences: NDArray[np.int64] | None
    texts: tuple[str, ...]
    selected: str
    scores: dict[str, tuple[str, NDArray[np.float64]]]


class PlotView(QWidget):
    """Shows a picture. ``chosen(point)`` on a click, ``surrounded(corners)`` when a line was drawn around something, None on Esc.

    By keyboard: arrows go from point to point (``stepped``), Enter chooses one, Space begins and ends a rectangle.

    ``resized`` asks for a picture of the new size; until it comes the old one is stretched.
    """

    chosen = Signal(int)
    stepped = Signal(int)
    surrounded = Signal(object)
    hovered = Signal(int, QPoint)
    resized = Signal()
    takes_commands = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 120)
        self._picture: Picture | None = None
        self._marked = -1
        self._line: list[QPointF] = []
        self._is_rectangle = False
        self._is_pressed = False
        self._corner = -1
        """The point at which a rectangle was begun by keyboard."""

    @property
    def picture(self) -> Picture | None:
        """What is shown."""
        return self._picture

    @property
    def marked(self) -> int:
        """The point with the ring, -1 for none."""
        return self._marked

    def show_picture(self, picture: Picture | None) -> None:
        """Shows another picture, without a ring."""
        self._picture, self._marked, self._corner = picture, -1, -1
        self.update()

    def mark(self, point: int) -> None:
        """Puts the ring around another point, -1 for none."""
        if point != self._marked:
            self._marked = point
            self.update()

    def nearest(self, x: float, y: float) -> int:
        """The point within reach of that place, -1 for none. Where several lie on one another: the one after the marked."""
        if self._picture is None or not len(self._picture.points):
            return -1
        away = self._picture.points - (x, y)
        squares = np.where(np.isnan(away).any(axis=1), np.inf, (away * away).sum(axis=1))
        least = float(squares.min())
        if least > REACH * REACH:
            return -1
        same = np.flatnonzero(squares <= least + 1e-6)
        return int(same[np.searchsorted(same, self._marked, side="right") % len(same)])

    def at_one_place(self, point: int) -> int:
        """How many points lie exactly where that one does."""
        if self._picture is None:
            return 0
        away = np.abs(self._picture.points - self._picture.points[point])
        return int((away < 1e-3).all(axis=1).sum())

    # -- the widget ----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The picture, then what lies on top."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().base())
        if self._picture is None:
            painter.setPen(self.palette().placeholderText().color())
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "Drawing…")
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(self.rect()), self._picture.image, QRectF(self._picture.image.rect()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(self._picture.selected)
        if 0 <= self._marked < len(self._picture.points):
            # around the ring a line of the background: it must be seen among many points
            place = QPointF(*self._picture.points[self._marked])
            for pen in (QPen(self.palette().base().color(), 4.5), QPen(colour, 2.5)):
                painter.setPen(pen)
                painter.drawEllipse(place, RING, RING)
        begun = self._between(self._corner, self._marked) if min(self._corner, self._marked) >= 0 else []
        if begun or len(self._line) > 1:
            pen = QPen(colour, 1.5)
            pen.setDashPattern([4, 3])
            painter.setPen(pen)
            filling = QColor(colour)
            filling.setAlphaF(0.12)
            painter.setBrush(filling)
            painter.drawPolygon(QPolygonF(begun or self._corners()))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.palette().highlight().color(), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Asks for a picture of that size."""
        super().resizeEvent(event)
        self.resized.emit()

    def _corners(self) -> list[QPointF]:
        if not self._is_rectangle:
            return self._line
        one, other = self._line[0], self._line[-1]
        return [one, QPointF(other.x(), one.y()), other, QPointF(one.x(), other.y())]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click or the beginning of a lasso; with Shift of a rectangle."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._is_pressed = True
            self._is_rectangle = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._line = [event.position()]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Goes on with the lasso, or says what is below."""
        if not self._is_pressed:
            place = event.position()
            point = self.nearest(place.x(), place.y())
            self.setCursor(Qt.CursorShape.PointingHandCursor if point >= 0 else Qt.CursorShape.ArrowCursor)
            self.hovered.emit(point, event.globalPosition().toPoint())
            return
        QToolTip.hideText()
        self._line.append(event.position())
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The end of a click or of a lasso."""
        if event.button() != Qt.MouseButton.LeftButton or not self._is_pressed:
            return
        self._is_pressed = False
        corners, place = self._corners(), event.position()
        extent = QPolygonF(corners).boundingRect()
        self._line = []
        self.update()
        if max(extent.width(), extent.height()) > 4:
            self.surrounded.emit(np.array([(corner.x(), corner.y()) for corner in corners]))
            return
        point = self.nearest(place.x(), place.y())
        if point >= 0:
            self.chosen.emit(point)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Takes the lasso back."""
        self._is_pressed, self._line = False, []
        self.surrounded.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc takes the lasso back; arrow keys step through the points from left to right; Space begins and ends a rectangle."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self._is_pressed, self._line, self._corner = False, [], -1
            self.update()
            self.surrounded.emit(None)
        elif key == Qt.Key.Key_Space and self._marked >= 0:
            self._set_corner()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._marked >= 0:
            self.chosen.emit(self._marked)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(1 if key == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    def _set_corner(self) -> None:
        """The marked point is a corner of a rectangle; with the second one it is complete."""
        if self._corner < 0:
            self._corner = self._marked
        else:
            corners, self._corner = self._between(self._corner, self._marked), -1
            self.surrounded.emit(np.array([(corner.x(), corner.y()) for corner in corners]))
        self.update()

    def _between(self, one: int, other: int) -> list[QPointF]:
        """The corners of a rectangle with two points just within it."""
        assert self._picture is not None
        low = self._picture.points[[one, other]].min(axis=0) - REACH
        high = self._picture.points[[one, other]].max(axis=0) + REACH
        return [QPointF(low[0], low[1]), QPointF(high[0], low[1]), QPointF(high[0], high[1]), QPointF(low[0], high[1])]

    def _step(self, by: int) -> None:
        if self._picture is None or self._picture.sentences is None or not len(self._picture.points):
            return
        order = np.lexsort((self._picture.points[:, 1], self._picture.points[:, 0]))
        at = int(np.flatnonzero(order == self._marked)[0]) + by if self._marked >= 0 else 0
        self.mark(int(order[min(max(at, 0), len(order) - 1)]))
        self.stepped.emit(self._marked)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is below any more."""
        super().leaveEvent(event)
        self.hovered.emit(-1, QPoint())
