"""An arrow on top of a drawing, from one box to another, with something said beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from treecompare.app.drawings.painted import label_font
from treecompare.app.drawings.tips import free_place
from treecompare.drawing.style import BOLD, TAG_SIZE

RIM = 6.0
"""Width of the paper's colour around the line, which keeps it apart from the edges of trees."""
HEAD = 10.0
GAP = 3.0
"""Between the arrow's head and the box that it points at."""
ASIDE = 120.0
"""So far from the line there is looked for a place for what is said."""
BENDS = (1.0, -1.0, 2.5, -2.5, 4.0, -4.0)
"""How much an arrow may be bent, and to which side."""
ALONG = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""Where on the line it is tried first."""


class Arrow:
    """A bent line with a head; ``said`` stands on it on the paper's colour, and covers none of ``taken`` where there is room."""

    def __init__(self, start: QRectF, end: QRectF, said: str = "", taken: Sequence[QRectF] = ()) -> None:
        self.said = said
        self.path = _free_path(start, end, taken)
        metrics = QFontMetricsF(_font())
        size = QSizeF(metrics.horizontalAdvance(said) + 10, metrics.height() + 4)
        self.plate = _place(size, self.path, taken if said else ())

    @property
    def area(self) -> QRectF:
        """All that is painted."""
        return self.plate.united(self.path.boundingRect()).adjusted(-HEAD, -HEAD, HEAD, HEAD)

    def paint(self, painter: QPainter, colour: QColor, paper: QColor, ink: QColor) -> None:
        """Paints it; ``ink``: of what is said."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen, width in ((paper, RIM), (colour, 2.4)):
            painter.setPen(QPen(pen, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPath(self.path)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF(self._head()))
        if self.said:
            painter.setPen(QPen(colour, 1.2))
            painter.setBrush(paper)
            painter.drawRoundedRect(self.plate, 4, 4)
            painter.setFont(_font())
            painter.setPen(ink)
            painter.drawText(self.plate, Qt.AlignmentFlag.AlignCenter, self.said)

    def _head(self) -> list[QPointF]:
        path = self.path
        tip = path.pointAtPercent(1.0)
        before = path.pointAtPercent(max(1 - HEAD / max(path.length(), HEAD), 0.0))
        length = math.hypot(tip.x() - before.x(), tip.y() - before.y()) or 1.0
        along = (tip - before) / length
        aside = QPointF(-along.y(), along.x())
        back = tip - along * HEAD
        return [tip, back + aside * HEAD / 2, back - aside * HEAD / 2]


def _font() -> QFont:
    return label_font(TAG_SIZE, BOLD)


def _free_path(start: QRectF, end: QRectF, taken: Sequence[QRectF]) -> QPainterPath:
    """The path that leads across the fewest of the boxes that are taken; of several the least bent one."""
    area = start.united(end)
    reach = max(BENDS) * (area.width() + area.height())
    near = [
        one for one in taken if one not in (start, end) and one.intersects(area.adjusted(-reach, -reach, reach, reach))
    ]
    paths = [_path(start, end, bend) for bend in BENDS]
    return min(paths, key=lambda path: sum(path.intersects(one) for one in near))


def _path(start: QRectF, end: QRectF, how_far: float = 1.0) -> QPainterPath:
    """From the edge of one box to that of another; beside each other: over what stands between. ``how_far``: it is bent; to the
    other side, if it is negative and they are not beside each other."""
    first, last = start.center(), end.center()
    if abs(first.y() - last.y()) > start.height():
        is_down = last.y() > first.y()
        first.setY(start.bottom() if is_down else start.top())
        last.setY(end.top() - GAP if is_down else end.bottom() + GAP)
        bend = QPointF(-0.15 * how_far * (last.y() - first.y()), 0.0)
    else:
        first.setY(start.top())
        last.setY(end.top() - GAP)
        bend = QPointF(0.0, -min(30.0 + 0.15 * abs(last.x() - first.x()), 90.0) * abs(how_far))
    path = QPainterPath(first)
    path.cubicTo(first + (last - first) / 4 + bend, first + (last - first) * 3 / 4 + bend, last)
    return path


def _place(size: QSizeF, path: QPainterPath, taken: Sequence[QRectF]) -> QRectF:
    """Where a plate of that size stands: on the line, beside it where that is taken."""
    plate = QRectF(QPointF(), size)
    for along in ALONG:
        plate.moveCenter(path.pointAtPercent(along))
        if not any(plate.intersects(one) for one in taken):
            return plate
    middle = path.pointAtPercent(0.5)
    about = QRectF(middle.x(), middle.y(), 1, 1)
    room = path.boundingRect().adjusted(-ASIDE, -ASIDE, ASIDE, ASIDE).toAlignedRect()
    found, _ = free_place(size.toSize(), about, taken, room)
    plate.moveTopLeft(QPointF(found))
    return plate
