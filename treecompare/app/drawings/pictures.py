"""Paints a drawing: one painter for the screen, the clipboard, PNG and PDF."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPainterPath,
    QPalette,
    QPen,
    QPolygonF,
)

from treecompare.app.drawings.in_memory import pdf_of, png_of
from treecompare.drawing.columns import LEFT_OUT, Box
from treecompare.drawing.edges import EDGE_SIZE, EdgeLabel
from treecompare.drawing.layout import Drawing, bridges, edge_points
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.style import BOX, DARK, FONT_SIZE, HALO, LIGHT, TAG_SIZE, Theme
from treecompare.drawing.svg import as_svg, fold_points, link_bow
from treecompare.drawing.tikz import trees_document
from treecompare.errors import TreecompareError
from treecompare.mappings.mapping import MATCHED, SWAPPED
from treecompare.trees.tree import PRETERMINAL, WORD
from treecompare.trees.visible import visible
from treecompare.writing import write_file

LONGEST_SIDE, MOST_PIXELS = 30_000, 100_000_000
"""Of a picture: Qt paints on no longer one, and what is larger takes more memory than it is worth."""


def theme_of(palette: QPalette) -> Theme:
    """The colours of drawings that go with those of a widget."""
    return LIGHT if palette.color(QPalette.ColorRole.Base).lightness() > 128 else DARK


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
            width = self._known[text, size] = self._metrics[size].horizontalAdvance(visible(text))
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
    for ends in bridges(drawing):
        for colour, width in ((theme.background, HALO), (theme.line, 1.1)):
            painter.setPen(QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(*(QPointF(x, y) for x, y in ends))
    for fold in drawing.folds:
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in fold_points(drawing, fold)]))
    dashed = QPen(QColor(theme.quiet), 1.1)
    dashed.setDashPattern([5, 3])
    for curve in drawing.secondary:
        painter.setPen(dashed)
        path = QPainterPath(QPointF(*curve.start))
        path.quadTo(QPointF(*curve.control), QPointF(*curve.end))
        painter.drawPath(path)
    for label in (*drawing.on_edges, *(curve.label for curve in drawing.secondary)):
        _paint_on_edge(painter, label, theme)
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


def _paint_on_edge(painter: QPainter, label: EdgeLabel, theme: Theme) -> None:
    room = QRectF(label.x - label.width / 2 - 1, label.y - EDGE_SIZE / 2 - 1, label.width + 2, EDGE_SIZE + 2)
    painter.fillRect(room, QColor(theme.background))
    painter.setPen(QColor(theme.text[SWAPPED] if label.differs else theme.quiet))
    painter.setFont(label_font(EDGE_SIZE, bold=label.differs))
    painter.drawText(room.adjusted(-20, -6, 20, 6), Qt.AlignmentFlag.AlignCenter, visible(label.text))


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
    elif box.kind == PRETERMINAL or box.opens or box.side == LEFT_OUT:
        colour = QColor(theme.quiet)
    painter.setPen(colour)
    painter.setFont(label_font(box.size, bold=changed or box.kind not in (WORD, PRETERMINAL)))
    painter.drawText(box_rect(box).adjusted(-20, -4, 20, 4), Qt.AlignmentFlag.AlignCenter, visible(box.text))


@dataclass(frozen=True)
class Picture:
    """What stands in the middle of the page: its size in points, how it is painted, and what its signs mean."""

    width: float
    height: float
    paint: Callable[[QPainter], object]
    legend: str

    def image(self, scale: float = 2.0) -> QImage:
        """It on white; what is too large for that scale is made smaller.

        Raises:
            TreecompareError: there is not enough memory.
        """
        longest, area = max(self.width, self.height, 1.0), max(self.width * self.height, 1.0)
        scale = min(scale, LONGEST_SIDE / longest, math.sqrt(MOST_PIXELS / area))
        width, height = (max(round(length * scale), 1) for length in (self.width, self.height))
        image = QImage(width, height, QImage.Format.Format_RGB32)
        if image.isNull():
            raise TreecompareError(f"there is not enough memory for a picture of {width} × {height} points")
        image.fill(QColor(LIGHT.background))
        painter = QPainter(image)
        try:
            painter.scale(scale, scale)
            self.paint(painter)
        finally:
            painter.end()
        return image

    def pdf(self) -> bytes:
        """It as a PDF of its own size.

        Raises:
            TreecompareError: it cannot be written.
        """
        size = QPageSize(QSizeF(self.width, self.height), QPageSize.Unit.Point, "drawing")
        return pdf_of([self.paint], QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()), resolution=72)


def picture_of(drawing: Drawing, names: Names = PLAIN) -> Picture:
    """The drawing for a page. ``names``: of both trees."""
    legend = QCoreApplication.translate(
        "handout", "Above or left the gold tree, below or right the system's: < gold only, > system only, ~ relabelled."
    )
    return Picture(
        drawing.width, drawing.height, lambda painter: paint_drawing(painter, drawing, LIGHT), names.told(legend)
    )


def image_of(drawing: Drawing, scale: float = 2.0) -> QImage:
    """The drawing as a picture on white."""
    return picture_of(drawing).image(scale)


def save_drawing(drawing: Drawing, path: str, title: str = "", names: Names = PLAIN, system: str = "system") -> None:
    """Writes the drawing as SVG, PNG, PDF or LaTeX, by the ending of the name. ``names``, ``system``: see :func:`as_svg`.

    Raises:
        TreecompareError: the file cannot be written, or the ending is another.
    """
    content: str | bytes
    match Path(path).suffix.lower():
        case ".svg":
            content = as_svg(drawing, "light", title, names, system)
        case ".png":
            content = png_of(image_of(drawing))
        case ".pdf":
            content = picture_of(drawing).pdf()
        case ".tex":
            content = trees_document(drawing, title)
        case _:
            raise TreecompareError(f"{path}: unknown ending; expected .svg, .png, .pdf or .tex")
    write_file(path, content)
