"""What is lit on top of a drawing: frames, lines under words, ticks and crosses, edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from treecompare.drawing.scene import Mark, PlainScene, Stroke
from treecompare.drawing.style import DARK, LIGHT, Theme
from treecompare.mappings.mapping import MATCHED
from treecompare.window.drawings.painted import Painted

TICK = 5.0
"""Half the height of a tick or a cross."""
TICK_LINE = (((-0.5, 0.0), (-0.1, 0.45), (0.55, -0.45)),)
CROSS_LINES = (((-0.4, -0.4), (0.4, 0.4)), ((-0.4, 0.4), (0.4, -0.4)))


class Lit(NamedTuple):
    """A frame. ``has_ground``: what it is around has a ground of its own, which is not to change."""

    rect: QRectF
    is_pinned: bool = False
    has_ground: bool = False


class LightsItem(QGraphicsItem):
    """What is lit on top of a drawing: the hovered and pinned nodes, their counterparts, and the words below them."""

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme = LIGHT
        self._lit: list[Lit] = []
        self._underlined: list[QRectF] = []
        self.ticked: list[tuple[QRectF, bool]] = []
        self._edges: list[Stroke] = []
        self._painted_edges: Painted | None = None
        self._edges_area = QRectF()
        self.setZValue(1)

    def set_theme(self, theme: Theme) -> None:
        """The colours of the drawing."""
        self._theme = theme
        self.update()

    def show_lights(self, lit: list[Lit], underlined: list[QRectF]) -> None:
        """Lights boxes (with a thick frame where pinned) and underlines words."""
        self.prepareGeometryChange()
        self._lit, self._underlined = lit, underlined
        self.update()

    @property
    def lit(self) -> list[Lit]:
        """The frames."""
        return self._lit

    @property
    def underlined(self) -> list[QRectF]:
        """The words with a line under them."""
        return self._underlined

    def show_edges(self, marks: Sequence[Mark]) -> None:
        """Draws edges thick, over those of the drawing, with what stands on them; or none."""
        self.prepareGeometryChange()
        self._painted_edges = Painted(PlainScene(0, 0, marks), self._theme) if marks else None
        self._edges = [one for one in marks if isinstance(one, Stroke)]
        points = [point for one in self._edges for point in (one.start, *(step[-2:] for step in one.steps))]
        xs, ys = [point[0] for point in points], [point[1] for point in points]
        self._edges_area = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))) if points else QRectF()
        self.update()

    @property
    def edges(self) -> list[Stroke]:
        """The edges that are drawn thick."""
        return self._edges

    def show_ticks(self, rects: list[tuple[QRectF, bool]]) -> None:
        """Puts a tick beside boxes, or a cross (False)."""
        if rects or self.ticked:
            self.prepareGeometryChange()
            self.ticked = rects
            self.update()

    def boundingRect(self) -> QRectF:
        area = QRectF()
        for rect in (
            *(one.rect for one in self._lit),
            *(rect for rect, _ in self.ticked),
            *self._underlined,
            self._edges_area,
        ):
            area = area.united(rect.adjusted(-6, -6, 6, 8)) if not rect.isNull() else area
        return area

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, modes = self._theme, QPainter.CompositionMode
        accent = QColor(theme.accent)
        if self._painted_edges is not None:
            self._painted_edges(painter)
        for rect, is_pinned, has_ground in self._lit:
            frame = rect.adjusted(-3, -2, 3, 2)
            if not has_ground:
                # in these modes the paper changes, and letters stay as they are
                painter.setCompositionMode(
                    modes.CompositionMode_Lighten if theme is DARK else modes.CompositionMode_Multiply
                )
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(theme.selection))
                painter.drawRoundedRect(frame, 7, 7)
                painter.setCompositionMode(modes.CompositionMode_SourceOver)
            painter.setPen(QPen(accent, 2.6 if is_pinned else 1.6))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame, 7, 7)
        painter.setPen(QPen(accent, 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for rect in self._underlined:
            painter.drawLine(QPointF(rect.left(), rect.bottom() + 1), QPointF(rect.right(), rect.bottom() + 1))
        for rect, is_tick in self.ticked:
            self._paint_tick(painter, rect.topRight(), is_tick)

    def _paint_tick(self, painter: QPainter, corner: QPointF, is_tick: bool) -> None:
        painter.setPen(QPen(QColor(self._theme.accent), 1.0))
        painter.setBrush(QColor(self._theme.background))
        painter.drawEllipse(corner, TICK, TICK)
        painter.setPen(
            QPen(
                QColor(self._theme.text[MATCHED]),
                1.4,
                Qt.PenStyle.SolidLine,
                Qt.PenCapStyle.RoundCap,
                Qt.PenJoinStyle.RoundJoin,
            )
        )
        for line in TICK_LINE if is_tick else CROSS_LINES:
            painter.drawPolyline([corner + QPointF(x * TICK, y * TICK) for x, y in line])
