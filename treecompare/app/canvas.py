"""Paints a drawing, in the window and into files: one painter for the screen, PNG and PDF."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from treecompare.drawing.layout import Box, Drawing, edge_points
from treecompare.drawing.style import BOX, FONT_SIZE, TAG_SIZE, Theme
from treecompare.drawing.svg import fold_points, link_bow
from treecompare.mappings.mapping import MATCHED, SWAPPED
from treecompare.trees.tree import PRETERMINAL, WORD


def label_font(size: float = FONT_SIZE, bold: bool = False) -> QFont:
    """The font of labels and words, in points of the drawing."""
    font = QFont()
    font.setPixelSize(max(1, round(size)))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


class TextMeasure:
    """Measures texts with the font that is drawn; remembers what it has measured."""

    def __init__(self) -> None:
        self._metrics = {size: QFontMetricsF(label_font(size, bold=True)) for size in (FONT_SIZE, TAG_SIZE)}
        self._known: dict[tuple[str, float], float] = {}

    def __call__(self, text: str, size: float) -> float:
        """Width of a text."""
        width = self._known.get((text, size))
        if width is None:
            width = self._known[text, size] = self._metrics[size].horizontalAdvance(text)
        return width


def box_rect(box: Box) -> QRectF:
    """The box of a label."""
    return QRectF(box.x - box.width / 2, box.y - BOX / 2, box.width, BOX)


def paint_drawing(painter: QPainter, drawing: Drawing, theme: Theme) -> None:
    """Paints the whole drawing at its own coordinates."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.line), 1.1))
    for edge in drawing.edges:
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in edge_points(drawing, edge)]))
    for fold in drawing.folds:
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in fold_points(drawing, fold)]))
    dotted = QPen(QColor(theme.text[SWAPPED]), 1.4, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    dotted.setDashPattern([0.5, 3])
    painter.setPen(dotted)
    for link in drawing.links:
        x1, y1, cx, cy, x2, y2 = link_bow(drawing, link)
        path = QPainterPath(QPointF(x1, y1))
        path.quadTo(cx, cy, x2, y2)
        painter.drawPath(path)
    for box in drawing.boxes:
        _paint_box(painter, box, theme)


def _paint_box(painter: QPainter, box: Box, theme: Theme) -> None:
    colour = QColor(theme.text[box.operation])
    changed = box.operation != MATCHED
    if changed:
        pen = QPen(colour, 0.9)
        if box.operation == SWAPPED:
            pen.setDashPattern([2, 2.5])
        painter.setPen(pen)
        painter.setBrush(QColor(theme.fill[box.operation]))
        painter.drawRoundedRect(box_rect(box), 6, 6)
        painter.setBrush(Qt.BrushStyle.NoBrush)
    elif box.kind == PRETERMINAL or box.opens:
        colour = QColor(theme.quiet)
    painter.setPen(colour)
    painter.setFont(label_font(box.size, bold=changed or box.kind not in (WORD, PRETERMINAL)))
    painter.drawText(box_rect(box).adjusted(-20, -4, 20, 4), Qt.AlignmentFlag.AlignCenter, box.text)


class DrawingItem(QGraphicsItem):
    """A drawing in a scene: one item, however many nodes it has."""

    def __init__(self) -> None:
        super().__init__()
        self.drawing: Drawing | None = None
        self.theme: Theme | None = None
        self.setCacheMode(QGraphicsItem.CacheMode.NoCache)

    def show_drawing(self, drawing: Drawing | None, theme: Theme) -> None:
        """Shows another drawing."""
        self.prepareGeometryChange()
        self.drawing, self.theme = drawing, theme
        self.update()

    def boundingRect(self) -> QRectF:
        """The area of the drawing."""
        return QRectF(0, 0, self.drawing.width, self.drawing.height) if self.drawing else QRectF()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints it."""
        if self.drawing is not None and self.theme is not None:
            paint_drawing(painter, self.drawing, self.theme)


class LightsItem(QGraphicsItem):
    """What is lit on top of a drawing: the hovered and pinned nodes, their counterparts, and the words below them."""

    def __init__(self) -> None:
        super().__init__()
        self.colour = QColor("#e69f00")
        self._rects: list[tuple[QRectF, bool]] = []
        self._underlined: list[QRectF] = []
        self.setZValue(1)

    def show_lights(self, rects: list[tuple[QRectF, bool]], underlined: list[QRectF]) -> None:
        """Lights boxes (with a thick frame where pinned) and underlines words."""
        self.prepareGeometryChange()
        self._rects, self._underlined = rects, underlined
        self.update()

    def boundingRect(self) -> QRectF:
        """All that is lit."""
        area = QRectF()
        for rect in [rect for rect, _ in self._rects] + self._underlined:
            area = area.united(rect.adjusted(-6, -6, 6, 8))
        return area

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paints frames and lines."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        glow = QColor(self.colour)
        glow.setAlpha(55)
        for rect, pinned in self._rects:
            painter.setPen(QPen(self.colour, 2.4 if pinned else 1.4))
            painter.setBrush(glow)
            painter.drawRoundedRect(rect.adjusted(-3, -2, 3, 2), 7, 7)
        painter.setPen(QPen(self.colour, 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for rect in self._underlined:
            painter.drawLine(QPointF(rect.left(), rect.bottom() + 1), QPointF(rect.right(), rect.bottom() + 1))
