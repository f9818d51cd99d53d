"""An arrow on top of a drawing, from one box to another, with something said beside it."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from treecompare.app.drawings.pictures import label_font
from treecompare.drawing.style import TAG_SIZE

RIM = 6.0
"""Width of the paper's colour around the line, which keeps it apart from the edges of trees."""
HEAD = 10.0
GAP = 3.0
"""Between the arrow's head and the box that it points at."""


class Arrow:
    """A bent line with a head; ``said`` stands on its middle, on the paper's colour."""

    def __init__(self, start: QRectF, end: QRectF, said: str = "") -> None:
        self.said = said
        self.path = _path(start, end)
        metrics, middle = QFontMetricsF(_font()), self.path.pointAtPercent(0.5)
        width, height = metrics.horizontalAdvance(said) + 10, metrics.height() + 4
        self._plate = QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)

    @property
    def area(self) -> QRectF:
        """All that is painted."""
        return self.path.boundingRect().united(self._plate).adjusted(-HEAD, -HEAD, HEAD, HEAD)

    def paint(self, painter: QPainter, colour: QColor, paper: QColor) -> None:
        """Paints it."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in ((paper, RIM), (colour, 2.4)):
            painter.setPen(QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPath(self.path)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF(self._head()))
        if self.said:
            painter.setPen(QPen(colour, 1.2))
            painter.setBrush(paper)
            painter.drawRoundedRect(self._plate, 4, 4)
            painter.setFont(_font())
            painter.drawText(self._plate, Qt.AlignmentFlag.AlignCenter, self.said)

    def _head(self) -> list[QPointF]:
        tip = self.path.pointAtPercent(1.0)
        before = self.path.pointAtPercent(max(1 - HEAD / max(self.path.length(), HEAD), 0.0))
        length = math.hypot(tip.x() - before.x(), tip.y() - before.y()) or 1.0
        along = (tip - before) / length
        aside = QPointF(-along.y(), along.x())
        back = tip - along * HEAD
        return [tip, back + aside * HEAD / 2, back - aside * HEAD / 2]


def _font() -> QFont:
    return label_font(TAG_SIZE, bold=True)


def _path(start: QRectF, end: QRectF) -> QPainterPath:
    """From the edge of one box to that of another; beside each other: over what stands between."""
    first, last = start.center(), end.center()
    if abs(first.y() - last.y()) > start.height():
        is_down = last.y() > first.y()
        first.setY(start.bottom() if is_down else start.top())
        last.setY(end.top() - GAP if is_down else end.bottom() + GAP)
        bend = QPointF(-0.15 * (last.y() - first.y()), 0.0)
    else:
        first.setY(start.top())
        last.setY(end.top() - GAP)
        bend = QPointF(0.0, -min(30.0 + 0.15 * abs(last.x() - first.x()), 90.0))
    path = QPainterPath(first)
    path.cubicTo(first + (last - first) / 4 + bend, first + (last - first) * 3 / 4 + bend, last)
    return path
