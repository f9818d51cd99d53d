"""What is lit while something is moved: where it can go, where it would go now, and a line from where it is attached."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

FREE, TAKEN = ("#009e73", "#4cc9a0"), ("#d55e00", "#ff9d5c")
"""Of targets, and of what is moved: on light paper and on dark."""


class TargetLights(QGraphicsItem):
    """Frames above a drawing. ``marked``: nodes that are chosen, without anything being moved."""

    def __init__(self) -> None:
        super().__init__()
        self.is_dark = False
        self._marked: list[QRectF] = []
        self._moved: QRectF | None = None
        self._targets: list[QRectF] = []
        self._now: QRectF | None = None
        self._end: QPointF | None = None
        self._bow = 0
        self.setZValue(2)

    def mark(self, rects: Sequence[QRectF]) -> None:
        """Frames nodes that are chosen."""
        self.prepareGeometryChange()
        self._marked = list(rects)
        self.update()

    def show_move(self, moved: QRectF | None, targets: Sequence[QRectF] = (), bow: int = 0) -> None:
        """Frames what is moved and where it can go; None: nothing is moved any more. ``bow``: the line goes below (1) or above (-1)
        what stands between."""
        self.prepareGeometryChange()
        self._bow = bow
        self._moved, self._targets, self._now, self._end = moved, list(targets), None, None
        self.update()

    def point(self, end: QPointF | None, target: QRectF | None = None) -> None:
        """Draws a line from what is moved to a point, and frames the target that is there."""
        self.prepareGeometryChange()
        self._end, self._now = end, target
        self.update()

    @property
    def targets(self) -> list[QRectF]:
        """Where it can go (for tests)."""
        return self._targets

    def boundingRect(self) -> QRectF:
        area = QRectF()
        for rect in (*self._marked, *self._targets, *([self._moved] if self._moved is not None else [])):
            area = area.united(rect)
        if self._end is not None and self._moved is not None:
            area = area.united(self._way().controlPointRect())
        return area.adjusted(-8, -8, 8, 8)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints frames and the line."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        free, taken = QColor(FREE[self.is_dark]), QColor(TAKEN[self.is_dark])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(taken, 2.0, Qt.PenStyle.DashLine))
        for rect in self._marked:
            painter.drawRoundedRect(rect.adjusted(-4, -3, 4, 3), 7, 7)
        for rect in self._targets:
            glow = QColor(free)
            glow.setAlpha(70 if rect == self._now else 26)
            painter.setBrush(glow)
            painter.setPen(QPen(free, 3.0 if rect == self._now else 1.6))
            painter.drawRoundedRect(rect.adjusted(-4, -3, 4, 3), 7, 7)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._moved is None:
            return
        painter.setPen(QPen(taken, 2.0))
        painter.drawRoundedRect(self._moved.adjusted(-4, -3, 4, 3), 7, 7)
        if self._end is not None:
            painter.setPen(QPen(free if self._now is not None else taken, 2.0, Qt.PenStyle.DashLine))
            # what is moved, and where to, can be read
            paper = QPainterPath()
            paper.addRect(self.boundingRect())
            for rect in (self._moved, *([self._now] if self._now is not None else [])):
                frame = QPainterPath()
                frame.addRoundedRect(rect.adjusted(-4, -3, 4, 3), 7, 7)
                paper = paper.subtracted(frame)
            painter.setClipPath(paper)
            painter.drawPath(self._way())

    def _way(self) -> QPainterPath:
        """From what is moved to where it is held."""
        assert self._moved is not None and self._end is not None
        begin = self._moved.center()
        path = QPainterPath(begin)
        height = self._bow * min(max(abs(self._end.x() - begin.x()) / 2, 30.0), 90.0)
        middle = QPointF((begin.x() + self._end.x()) / 2, (begin.y() + self._end.y()) / 2 + height)
        path.quadTo(middle, self._end)
        return path
