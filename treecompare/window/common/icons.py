"""Small pictures for tabs and buttons, drawn in the colour of the text, so that they suit every theme and scale."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPalette, QPen, QPixmap

from treecompare.window.common.theme import accent

SIDE, LARGE = 16, 64
"""Drawn on a square of that side; painted larger, so that it is sharp at any scale."""

_LINES: dict[str, tuple[tuple[float, ...], ...]] = {
    # polylines as x, y, x, y, …
    "previous": ((10.5, 3, 5.5, 8, 10.5, 13),),
    "next": ((5.5, 3, 10.5, 8, 5.5, 13),),
    "dots": ((3, 8, 3.1, 8), (8, 8, 8.1, 8), (13, 8, 13.1, 8)),
    "inspector": ((2, 3, 14, 3, 14, 13, 2, 13, 2, 3), (10, 3, 10, 13)),
    "find": (
        (9.8, 9.8, 14, 14),
        (11, 6.5, 10.4, 3.9, 8.6, 2.4, 6.5, 2, 4.4, 2.4, 2.6, 3.9, 2, 6.5),
        (2, 6.5, 2.6, 9.1, 4.4, 10.6, 6.5, 11, 8.6, 10.6, 10.4, 9.1, 11, 6.5),
    ),
    "close": ((4, 4, 12, 12), (12, 4, 4, 12)),
    "fit": ((2, 5.5, 2, 2, 5.5, 2), (10.5, 2, 14, 2, 14, 5.5), (14, 10.5, 14, 14, 10.5, 14), (5.5, 14, 2, 14, 2, 10.5)),
}


def icon(name: str, palette: QPalette) -> QIcon:
    """A picture by its name; empty if there is none."""
    text, groups = QPalette.ColorRole.WindowText, QPalette.ColorGroup
    colours = (palette.color(groups.Active, text), accent(palette), palette.color(groups.Disabled, text))
    return _painted(name, *(colour.rgba() for colour in colours))


@cache
def _painted(name: str, usual: int, chosen: int, disabled: int) -> QIcon:
    """Painted once in these colours: a window has a hundred buttons."""
    found = QIcon()
    for mode, state, colour in (
        (QIcon.Mode.Normal, QIcon.State.Off, usual),
        (QIcon.Mode.Normal, QIcon.State.On, chosen),
        (QIcon.Mode.Disabled, QIcon.State.Off, disabled),
    ):
        if name not in _LINES:
            break
        pixmap = QPixmap(LARGE, LARGE)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setWindow(0, 0, SIDE, SIDE)
        pen = QPen(QColor.fromRgba(colour), 2.6 if name == "dots" else 1.4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        for line in _LINES[name]:
            points = [QPointF(x, y) for x, y in zip(line[::2], line[1::2], strict=True)]
            path = QPainterPath(points[0])
            for point in points[1:]:
                path.lineTo(point)
            painter.drawPath(path)
        painter.end()
        found.addPixmap(pixmap, mode, state)
    return found
