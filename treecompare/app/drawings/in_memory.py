"""What Qt paints or writes, as bytes. Into a file it would write piece by piece, and hardly say that it could not."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QImage, QPagedPaintDevice, QPageLayout, QPaintDevice, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from treecompare import __version__
from treecompare.errors import TreecompareError
from treecompare.trees.invisible_characters import visible

FINE = 1200
"""Dots per inch of pages with text."""
Painting = Callable[[QPainter], object]


def pdf_of(pages: Iterable[Painting], layout: QPageLayout, title: str = "", resolution: int = FINE) -> bytes:
    """Pages as PDF, each painted in points.

    Raises:
        TreecompareError: Qt could not write it.
    """
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(resolution)
    writer.setTitle(visible(title))
    writer.setCreator(f"treecompare {__version__}")
    writer.setPageLayout(layout)
    _paint(writer, pages, resolution / 72, "PDF")
    return _bytes_of(buffer)


def svg_of(paint: Painting, width: int, height: int, title: str) -> bytes:
    """A page as SVG, painted in points.

    Raises:
        TreecompareError: Qt could not write it.
    """
    buffer = _buffer()
    writer = QSvgGenerator()
    writer.setOutputDevice(buffer)
    writer.setResolution(72)
    writer.setSize(QSize(width, height))
    writer.setViewBox(QRectF(0, 0, width, height))
    writer.setTitle(visible(title))
    _paint(writer, [paint], 1.0, "SVG")
    return _bytes_of(buffer)


def png_of(image: QImage) -> bytes:
    """A picture as PNG.

    Raises:
        TreecompareError: Qt could not write it.
    """
    buffer = _buffer()
    if not image.save(buffer, "PNG"):
        raise _failed("PNG")
    return _bytes_of(buffer)


def _paint(device: QPaintDevice, pages: Iterable[Painting], scale: float, form: str) -> None:
    painter = QPainter()
    if not painter.begin(device):
        raise _failed(form)
    try:
        painter.scale(scale, scale)
        for place, paint in enumerate(pages):
            if place and isinstance(device, QPagedPaintDevice) and not device.newPage():
                raise _failed(form)
            paint(painter)
    finally:  # else Qt ends the program when the device goes before its painter
        could = painter.end()
    if not could:
        raise _failed(form)


def _failed(form: str) -> TreecompareError:
    return TreecompareError(f"the {form} cannot be written; expected another format, or more memory")


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _bytes_of(buffer: QBuffer) -> bytes:
    return bytes(buffer.data().data())
