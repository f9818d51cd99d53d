"""Small pictures for tabs and buttons, drawn in the colour of the text, so that they suit every theme and scale."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPalette, QPen, QPixmap

from treecompare.app.common.theme import accent

SIDE, LARGE = 16, 64
"""Drawn on a square of that side; painted larger, so that it is sharp at any scale."""

_LINES: dict[str, tuple[tuple[float, ...], ...]] = {
    # polylines as x, y, x, y, …
    "explain": ((2, 8, 14, 8), (5, 2.5, 11, 2.5), (5, 5, 11, 5), (4, 11, 12, 11), (4, 13.5, 12, 13.5)),
    "words": ((2, 3, 14, 3), (2, 8, 7, 8), (9, 8, 14, 8), (2, 13, 10, 13)),
    "errors": ((2, 5, 9, 5), (6.5, 2.5, 9, 5, 6.5, 7.5), (14, 11, 7, 11), (9.5, 8.5, 7, 11, 9.5, 13.5)),
    "notes": ((3, 13, 3.8, 9.6, 11, 2.4, 13.6, 5, 6.4, 12.2, 3, 13), (9.5, 4, 12, 6.5)),
    "scores": ((3, 13.5, 3, 8), (6.5, 13.5, 6.5, 3), (10, 13.5, 10, 6), (13.5, 13.5, 13.5, 10)),
    "previous": ((10.5, 3, 5.5, 8, 10.5, 13),),
    "next": ((5.5, 3, 10.5, 8, 5.5, 13),),
    "dots": ((3, 8, 3.1, 8), (8, 8, 8.1, 8), (13, 8, 13.1, 8)),
    "inspector": ((2, 3, 14, 3, 14, 13, 2, 13, 2, 3), (10, 3, 10, 13)),
    "find": (
        (9.8, 9.8, 14, 14),
        (11, 6.5, 10.4, 3.9, 8.6, 2.4, 6.5, 2, 4.4, 2.4, 2.6, 3.9, 2, 6.5),
        (2, 6.5, 2.6, 9.1, 4.4, 10.6, 6.5, 11, 8.6, 10.6, 10.4, 9.1, 11, 6.5),
    ),
    "sentences": ((2, 3.5, 14, 3.5), (2, 8, 14, 8), (2, 12.5, 10, 12.5)),
    "systems": ((2, 3, 14, 3), (2, 8, 11, 8), (2, 13, 8, 13)),
    "swap": ((2, 5.5, 14, 5.5, 11, 2.5), (14, 10.5, 2, 10.5, 5, 13.5)),
    "close": ((4, 4, 12, 12), (12, 4, 4, 12)),
    "down": ((3, 5.5, 8, 10.5, 13, 5.5),),
    "mirrored": ((3, 6.5, 8, 1.5, 13, 6.5), (3, 9.5, 8, 14.5, 13, 9.5)),
    "stacked": ((3, 5, 8, 1.5, 13, 5), (3, 10, 8, 6.5, 13, 10), (3, 15, 8, 11.5, 13, 15)),
    "side-by-side": ((1.5, 12, 4.3, 4, 7, 12), (9, 12, 11.7, 4, 14.5, 12)),
    "merged": ((2.5, 12.5, 8, 3, 13.5, 12.5), (8, 3, 8, 12.5)),
    "smaller": ((3, 8, 13, 8),),
    "larger": ((3, 8, 13, 8), (8, 3, 8, 13)),
    "fit": ((2, 5.5, 2, 2, 5.5, 2), (10.5, 2, 14, 2, 14, 5.5), (14, 10.5, 14, 14, 10.5, 14), (5.5, 14, 2, 14, 2, 10.5)),
    "list": (
        (2.5, 3.5, 3.5, 3.5),
        (6, 3.5, 14, 3.5),
        (2.5, 8, 3.5, 8),
        (6, 8, 14, 8),
        (2.5, 12.5, 3.5, 12.5),
        (6, 12.5, 14, 12.5),
    ),
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
