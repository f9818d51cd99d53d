"""Paints scenes: one painter for the screen, the clipboard, PNG and PDF."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, inf
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPaintEngine, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from treecompare.drawing.scene import Dot, Grid, Label, Mark, PlainScene, Rect, Scene, Stroke, placed, spread
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
Work = tuple[QPen, QBrush, Callable[[QPainter], object]]


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
        self._family, self._theme = family, theme
        self._grid: Grid | None = None
        self.marks = [*spread(scene.marks)]
        self._work: list[list[Work] | None] = [None] * len(self.marks)
        """What paints each mark; None as long as nobody has seen it."""
        self._pens: dict[tuple[str, float, tuple[float, ...], bool], QPen] = {}
        self._brushes = {"": QBrush()}
        self._fonts: dict[tuple[float, int], QFont] = {}

    def __call__(self, painter: QPainter, seen: QRectF | None = None) -> None:
        """Paints it at its own coordinates. ``seen``: the part that is wanted; None for all."""
        grid = _grid_of(painter)
        if grid != self._grid:
            self._grid, self._work, self._pens = grid, [None] * len(self.marks), {}
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, top, right, bottom = -inf, -inf, inf, inf
        if seen is not None:
            left, top, right, bottom = seen.left(), seen.top(), seen.right(), seen.bottom()
        for number, (mark, x, y, (x1, y1, x2, y2)) in enumerate(self.marks):
            if x1 <= right and left <= x2 and y1 <= bottom and top <= y2:
                found = self._work[number]
                if found is None:
                    found = self._work[number] = self._prepared(placed(mark, x, y, grid))
                for pen, brush, paint in found:
                    painter.setPen(pen)
                    painter.setBrush(brush)
                    paint(painter)

    def _prepared(self, mark: Mark) -> list[Work]:
        match mark:
            case Stroke(ink=ink, width=width, fill=fill):
                path = _path(mark)
                pen = self._pen(ink, width, mark.dash, mark.is_round)
                return [(pen, self._brush(fill), lambda painter: painter.drawPath(path))]
            case Rect(x, y, width, height, fill=fill, radius=radius):
                pen, rect = self._pen(mark.ink, mark.line, mark.dash), QRectF(x, y, width, height)

                def paint(painter: QPainter) -> None:
                    if fill == SELECTION:
                        painter.setCompositionMode(self._glow)
                    painter.drawRoundedRect(rect, radius, radius)
                    if fill == SELECTION:
                        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)

                return [(pen, self._brush(fill), paint)]
            case Dot(x, y, radius):
                pen, middle = self._pen(mark.ink, mark.line), QPointF(x, y)
                return [(pen, self._brush(mark.fill), lambda painter: painter.drawEllipse(middle, radius, radius))]
            case Label(x, y):
                return self._label(mark, QRectF(x + _LEFT[mark.anchor], y - 50, FAR, 100))
        return []

    def _label(self, mark: Label, rect: QRectF) -> list[Work]:
        text, flags, kind = visible(mark.text), _FLAGS[mark.anchor], (mark.size, mark.weight)
        if kind not in self._fonts:
            self._fonts[kind] = label_font(*kind, self._family)
        font = self._fonts[kind]

        def paint(painter: QPainter) -> None:
            painter.setFont(font)
            painter.drawText(rect, flags, text)

        height = mark.size + 1
        behind = Rect(mark.x - mark.room / 2, mark.y - height / 2, mark.room, height, PAPER)
        paper = self._prepared(placed(behind, 0.0, 0.0, self._grid)) if mark.room else []
        return [*paper, (self._pen(mark.ink, 1.0), self._brush(""), paint)]

    @property
    def _glow(self) -> QPainter.CompositionMode:
        """How the ground of what is lit is painted: the paper changes, and letters stay as they are."""
        modes = QPainter.CompositionMode
        return modes.CompositionMode_Lighten if self._theme is DARK else modes.CompositionMode_Multiply

    def _pen(self, ink: str, width: float, dash: tuple[float, ...] = (), is_round: bool = False) -> QPen:
        key = ink, width, dash, is_round
        if key not in self._pens:
            pen = QPen(QColor(self._theme.colours[ink]), width) if ink else QPen(Qt.PenStyle.NoPen)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap if is_round else Qt.PenCapStyle.FlatCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            if dash:
                pen.setDashPattern([one / width for one in dash])
            self._pens[key] = pen
        return self._pens[key]

    def _brush(self, fill: str) -> QBrush:
        if fill not in self._brushes:
            self._brushes[fill] = QBrush(QColor(self._theme.colours[fill]))
        return self._brushes[fill]


def _path(mark: Stroke) -> QPainterPath:
    path = QPainterPath(QPointF(*mark.start))
    adds: dict[int, Callable[..., None]] = {2: path.lineTo, 4: path.quadTo, 6: path.cubicTo}
    for step in mark.steps:
        adds[len(step)](*step)
    if mark.is_closed:
        path.closeSubpath()
    return path


def _grid_of(painter: QPainter) -> Grid | None:
    """The pixels that are painted on; None on paper, which has none, and where a drawing is turned."""
    at = painter.deviceTransform()
    is_plain = at.m11() > 0 and at.m22() > 0 and not (at.m12() or at.m21())
    if not is_plain or painter.paintEngine().type() != QPaintEngine.Type.Raster:
        return None
    return Grid(at.m11(), at.m22(), at.dx() % 1.0, at.dy() % 1.0)


class SceneWidget(QWidget):
    """A scene as a widget, in the colours of its palette. ``make``: the scene for a width; ``has``: properties of the widget."""

    def __init__(self, parent: QWidget | None = None, **has: Any) -> None:
        super().__init__(parent, **has)
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
