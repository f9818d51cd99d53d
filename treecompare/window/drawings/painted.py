"""Paints scenes: one painter for the screen, the clipboard, PNG and PDF.

Lines are whole pixels of the device wide, and those that run straight down or across are moved onto these, so that they are sharp:
here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, inf

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPaintEngine, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from treecompare.drawing.scene import Dash, Dot, Label, Mark, PlainScene, Rect, Scene, Stroke, extent, flat
from treecompare.drawing.style import DARK, FONT_SIZE, LIGHT, PAPER, REGULAR, SELECTION, Theme
from treecompare.trees.characters import visible

FAR = 4000.0
"""Texts are aligned in so much room, which none needs."""
_FLAGS = {
    anchor: (Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute | across).value
    for anchor, across in (
        ("start", Qt.AlignmentFlag.AlignLeft),
        ("middle", Qt.AlignmentFlag.AlignHCenter),
        ("end", Qt.AlignmentFlag.AlignRight),
    )
}
_LEFT = {"start": 0.0, "middle": -FAR / 2, "end": -FAR}
Grid = tuple[float, float, float, float]
"""The scale of a device across and down, and which part of a pixel a drawing begins at."""
Work = Callable[[QPainter], object]


def label_font(size: float = FONT_SIZE, weight: int = REGULAR, family: str = "") -> QFont:
    """The font of labels and words, in points of the drawing; half a point is one. ``family``: empty for the window's."""
    font = QFont(family) if family else QFont()
    font.setPixelSize(max(1, int(size + 0.5)))
    font.setWeight(QFont.Weight(weight))
    return font


def theme_of(palette: QPalette) -> Theme:
    """The colours of drawings that go with those of a widget."""
    return LIGHT if palette.color(QPalette.ColorRole.Base).lightness() > 128 else DARK


class Painted:
    """A scene in the colours of a theme, ready to be painted again and again."""

    def __init__(self, scene: Scene, theme: Theme, family: str = "") -> None:
        self._family = family
        self._grid: Grid | None = None
        self._placed = [(mark, x, y, extent(mark, x, y)) for mark, x, y in flat(scene.marks, 0.0, 0.0)]
        self._work: list[list[Work] | None] = [None] * len(self._placed)
        """What paints each mark; None as long as nobody has seen it."""
        self._pens: dict[tuple[str, float, Dash, bool], QPen] = {}
        self._fonts: dict[tuple[float, int], QFont] = {}
        self._colours = {name: QColor(colour) for name, colour in theme.colours.items()}
        modes = QPainter.CompositionMode
        # in these modes the paper changes, and letters stay as they are
        self._glow = modes.CompositionMode_Lighten if theme is DARK else modes.CompositionMode_Multiply

    def __call__(self, painter: QPainter, seen: QRectF | None = None) -> None:
        """Paints it at its own coordinates. ``seen``: the part that is wanted; None for all."""
        grid = _grid_of(painter)
        if grid != self._grid:
            self._grid, self._work, self._pens = grid, [None] * len(self._placed), {}
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, top, right, bottom = -inf, -inf, inf, inf
        if seen is not None:
            left, top, right, bottom = seen.left(), seen.top(), seen.right(), seen.bottom()
        for number, (mark, x, y, (x1, y1, x2, y2)) in enumerate(self._placed):
            if x1 <= right and left <= x2 and y1 <= bottom and top <= y2:
                found = self._work[number]
                if found is None:
                    found = self._work[number] = self._prepared(mark, x, y)
                for work in found:
                    work(painter)

    def _prepared(self, mark: Mark, x: float, y: float) -> list[Work]:
        match mark:
            case Stroke():
                return [self._stroke(mark, x, y)]
            case Label():
                return self._label(mark, x, y)
            case Rect():
                return self._rect(mark, x, y)
            case Dot():
                return [self._dot(mark, x, y)]
        return []

    def _pen(self, ink: str, width: float, dash: Dash = (), is_round: bool = False) -> QPen:
        key = ink, width, dash, is_round
        if key not in self._pens:
            if not ink:
                pen = QPen(Qt.PenStyle.NoPen)
            else:
                width = self._pixels(width)[1]
                pen = QPen(self._colours[ink], width)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap if is_round else Qt.PenCapStyle.FlatCap)
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                if dash:
                    pen.setDashPattern([one / width for one in dash])
            self._pens[key] = pen
        return self._pens[key]

    def _brush(self, fill: str) -> QBrush:
        return QBrush(self._colours[fill]) if fill else QBrush()

    # -- marks -------------------------------------------------------------------------------------------------------------

    def _stroke(self, mark: Stroke, x: float, y: float) -> Work:
        flat = [*mark.start, *(place for step in mark.steps for place in step)]
        xs, ys = [one + x for one in flat[::2]], [one + y for one in flat[1::2]]
        if self._grid is not None:
            self._sharpen(xs, ys, mark)
        pen, brush = self._pen(mark.ink, mark.width, mark.dash, mark.is_round), self._brush(mark.fill)
        path, place = QPainterPath(QPointF(xs[0], ys[0])), 1
        for step in mark.steps:
            if len(step) == 2:
                path.lineTo(xs[place], ys[place])
            elif len(step) == 4:
                path.quadTo(xs[place], ys[place], xs[place + 1], ys[place + 1])
            else:
                path.cubicTo(xs[place], ys[place], xs[place + 1], ys[place + 1], xs[place + 2], ys[place + 2])
            place += len(step) // 2
        if mark.is_closed:
            path.closeSubpath()

        def paint(painter: QPainter) -> None:
            painter.setPen(pen)
            painter.setBrush(brush)
            painter.drawPath(path)

        return paint

    def _rect(self, mark: Rect, x: float, y: float) -> list[Work]:
        left, top, right, bottom = x + mark.x, y + mark.y, x + mark.x + mark.width, y + mark.y + mark.height
        if self._grid is not None:
            width = mark.line if mark.ink else 0.0
            left, right = self._sharp(left, 0, width), self._sharp(right, 0, width)
            top, bottom = self._sharp(top, 1, width), self._sharp(bottom, 1, width)
        rect, radius = QRectF(left, top, right - left, bottom - top), mark.radius
        pen, brush = self._pen(mark.ink, mark.line, mark.dash), self._brush(mark.fill)
        mode = self._glow if mark.fill == SELECTION else QPainter.CompositionMode.CompositionMode_SourceOver

        def paint(painter: QPainter) -> None:
            painter.setPen(pen)
            painter.setBrush(brush)
            painter.setCompositionMode(mode)
            painter.drawRoundedRect(rect, radius, radius)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)

        return [paint]

    def _dot(self, mark: Dot, x: float, y: float) -> Work:
        pen, brush = self._pen(mark.ink, 1.0), self._brush(mark.fill)
        middle, radius = QPointF(x + mark.x, y + mark.y), mark.radius

        def paint(painter: QPainter) -> None:
            painter.setPen(pen)
            painter.setBrush(brush)
            painter.drawEllipse(middle, radius, radius)

        return paint

    def _label(self, mark: Label, x: float, y: float) -> list[Work]:
        rect = QRectF(x + mark.x + _LEFT[mark.anchor], y + mark.y - 50, FAR, 100)
        kind, text, flags = (mark.size, mark.weight), visible(mark.text), _FLAGS[mark.anchor]
        if kind not in self._fonts:
            self._fonts[kind] = label_font(*kind, self._family)
        font = self._fonts[kind]
        pen = self._pen(mark.ink, 1.0)

        def paint(painter: QPainter) -> None:
            painter.setPen(pen)
            painter.setFont(font)
            painter.drawText(rect, flags, text)

        if not mark.room:
            return [paint]
        height, paper = mark.size + 1, self._colours[PAPER]
        behind = QRectF(x + mark.x - mark.room / 2, y + mark.y - height / 2, mark.room, height)
        return [lambda painter: painter.fillRect(behind, paper), paint]

    # -- sharp lines ---------------------------------------------------------------------------------------------------------

    def _sharpen(self, xs: list[float], ys: list[float], mark: Stroke) -> None:
        """Moves what runs straight down or across; an arrow head as a whole, with the line that it is the end of."""
        if mark.is_closed and not mark.ink:
            for way, places in enumerate((xs, ys)):
                moved = self._sharp(places[0], way, 1.0) - places[0]
                places[:] = [one + moved for one in places]
            return
        for way, places in enumerate((xs, ys)):
            before = None
            for number, one in enumerate(places[:-1]):
                if one == before or one == places[number + 1]:
                    places[number] = self._sharp(one, way, mark.width)
                before = one
            if places[-1] == before:
                places[-1] = self._sharp(places[-1], way, mark.width)

    def _sharp(self, place: float, way: int, width: float) -> float:
        """Where a line of that width is sharp: around the middle of a pixel, or between two of them."""
        assert self._grid is not None
        scale, begins = self._grid[way], self._grid[way + 2]
        part = 0.5 if width and self._pixels(width)[0] % 2 else 0.0
        return (round(place * scale + begins - part) + part - begins) / scale

    def _pixels(self, width: float) -> tuple[int, float]:
        """How many pixels of the device wide a line is, at least one, and its width on the drawing."""
        if self._grid is None:
            return 0, width
        number = max(int(width * self._grid[0] + 0.5), 1)
        return number, number / self._grid[0]


def _grid_of(painter: QPainter) -> Grid | None:
    """The pixels that are painted on; None on paper, which has none, and where a drawing is turned."""
    at = painter.deviceTransform()
    is_plain = at.m11() > 0 and at.m22() > 0 and not (at.m12() or at.m21())
    if not is_plain or painter.paintEngine().type() != QPaintEngine.Type.Raster:
        return None
    return at.m11(), at.m22(), at.dx() % 1.0, at.dy() % 1.0


class SceneWidget(QWidget):
    """A scene as a widget, in the colours of its palette. ``make``: the scene for a width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.make: Callable[[float], Scene] = lambda _: PlainScene(0.0, 0.0, ())
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_scene(self, scene: Scene) -> None:
        """Shows a scene that is as wide as it is."""
        self.make = lambda _: scene
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        scene = self.make(0.0)
        return QSize(ceil(scene.width), ceil(scene.height))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        Painted(self.make(self.width()), theme_of(self.palette()))(painter)
