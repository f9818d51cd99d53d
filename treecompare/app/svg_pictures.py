"""SVG on paper: painted, as a picture, as a file, for a page. Drawings that are SVG need no painter of their own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import (
    QColor,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgRenderer

from treecompare.app.pictures import Picture
from treecompare.drawing.style import LIGHT
from treecompare.errors import TreecompareError


def paint_svg(painter: QPainter, svg: str) -> None:
    """Paints an SVG at its own coordinates."""
    renderer = QSvgRenderer(QByteArray(svg.encode("utf-8")))
    renderer.render(painter, QRectF(renderer.viewBoxF()))


def svg_size(svg: str) -> QSizeF:
    """Width and height of an SVG, in points."""
    return QSvgRenderer(QByteArray(svg.encode("utf-8"))).viewBoxF().size()


def image_of_svg(svg: str, scale: float = 2.0) -> QImage:
    """An SVG as a picture; a drawing too large for one is made smaller."""
    size = svg_size(svg)
    scale = min(scale, 30_000 / max(size.width(), size.height(), 1))
    image = QImage(round(size.width() * scale), round(size.height() * scale), QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.background))
    painter = QPainter(image)
    painter.scale(scale, scale)
    paint_svg(painter, svg)
    painter.end()
    return image


def picture_of_svg(svg: str, legend: str) -> Picture:
    """An SVG for a page."""
    size = svg_size(svg)
    return Picture(size.width(), size.height(), lambda painter: paint_svg(painter, svg), legend)


def save_svg(svg: str, latex: str, path: str, ending: str = "") -> None:
    """Writes a picture as SVG, PNG, PDF or LaTeX (a document), by the ending of the name or the given one.

    Raises:
        TreecompareError: the file cannot be written, or the ending is another.
    """
    ending = ending or Path(path).suffix.lower()
    texts = {".svg": svg, ".tex": latex}
    try:
        if texts.get(ending):
            Path(path).write_text(texts[ending], "utf-8")
            return
        if ending not in (".png", ".pdf"):
            raise TreecompareError(f"{path}: unknown ending; expected .svg, .png, .pdf{' or .tex' if latex else ''}")
        Path(path).write_bytes(b"")  # Qt would not say why it fails
    except OSError as error:
        raise TreecompareError(f"{path}: cannot be written: {error.strerror}") from error
    if not (image_of_svg(svg).save(path, "PNG") if ending == ".png" else _save_pdf(svg, path)):
        raise TreecompareError(f"{path}: cannot be written")


def _save_pdf(svg: str, path: str) -> bool:
    writer = QPdfWriter(path)
    writer.setResolution(72)
    page = QPageSize(svg_size(svg), QPageSize.Unit.Point, "drawing")
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter()
    if not painter.begin(writer):
        return False
    paint_svg(painter, svg)
    return bool(painter.end())
