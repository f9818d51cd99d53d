"""What is lit while a drawing is changed by hand: what is held and where it can go, what is marked, handles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

FREE, TAKEN = ("#009e73", "#4cc9a0"), ("#d55e00", "#ff9d5c")
"""Of what something can be put on, and of what is held: on light paper and on dark."""
HAND = "#1d5fb0", "#7fb2f0"
"""Of handles."""
HANDLE = 2.5
"""Radius of a handle."""
BOW = 90.0
"""By which a line goes below what stands between two boxes, at most."""


class HandLights(QGraphicsItem):
    """Frames above a drawing: what is held and where it can go, with a line to where it is held; what is marked; a small handle
    beside each node that can be taken hold of."""

    def __init__(self) -> None:
        super().__init__()
        self.is_dark = False
        self.handles: Sequence[QRectF] = ()
        self.marked: Sequence[QRectF] = ()
        self.held: QRectF | None = None
        self.targets: Sequence[QRectF] = ()
        self.now: QRectF | None = None
        self.end: QPointF | None = None
        self.setZValue(2)

    def show_hands(self, **shown: Any) -> None:
        """Shows something else, by the names of attributes."""
        self.prepareGeometryChange()
        for name, value in shown.items():
            setattr(self, name, value)
        self.update()

    def boundingRect(self) -> QRectF:
        area = QRectF()
        held = [self.held] if self.held is not None else []
        for rect in (*self.handles, *self.marked, *self.targets, *held):
            area = area.united(rect)
        if self.end is not None:
            area = area.united(QRectF(self.end, self.end).adjusted(-1, -1, 1, 1))
        return area.adjusted(-8, -8, 8, BOW / 2 if self.end is not None else 8)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints handles, frames and the line."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        free, taken = QColor(FREE[self.is_dark]), QColor(TAKEN[self.is_dark])
        painter.setPen(QPen(QColor(HAND[self.is_dark]), 1.2))
        for rect in self.handles:
            painter.drawEllipse(QPointF(rect.right() + HANDLE, rect.center().y()), HANDLE, HANDLE)
        painter.setPen(QPen(taken, 2.0, Qt.PenStyle.DashLine))
        for rect in self.marked:
            painter.drawRoundedRect(rect.adjusted(-4, -3, 4, 3), 7, 7)
        for rect in self.targets:
            glow = QColor(free)
            glow.setAlpha(70 if rect == self.now else 26)
            painter.setBrush(glow)
            painter.setPen(QPen(free, 3.0 if rect == self.now else 1.6))
            painter.drawRoundedRect(rect.adjusted(-4, -3, 4, 3), 7, 7)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.held is None:
            return
        painter.setPen(QPen(taken, 2.0))
        painter.drawRoundedRect(self.held.adjusted(-4, -3, 4, 3), 7, 7)
        if self.end is not None:
            paper = QPainterPath()  # what is held, and where to, can be read
            paper.addRect(self.boundingRect())
            for rect in (self.held, *([self.now] if self.now is not None else [])):
                frame = QPainterPath()
                frame.addRoundedRect(rect.adjusted(-4, -3, 4, 3), 7, 7)
                paper = paper.subtracted(frame)
            painter.setClipPath(paper)
            painter.setPen(QPen(free if self.now is not None else taken, 2.0, Qt.PenStyle.DotLine))
            way, begin = QPainterPath(self.held.center()), self.held.center()
            across, down = abs(self.end.x() - begin.x()), abs(self.end.y() - begin.y())
            way.quadTo((begin + self.end) / 2 + QPointF(0, min(max(across / 2 - down, 0.0), BOW)), self.end)
            painter.drawPath(way)
