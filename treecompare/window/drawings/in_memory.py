"""What Qt paints or writes, as bytes. Into a file it would write piece by piece, and hardly say that it could not."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage, QPageLayout, QPainter, QPdfWriter

from treecompare import __version__
from treecompare.errors import TreecompareError
from treecompare.trees.characters import visible

FINE = 1200
"""Dots per inch of pages with text."""
Painting = Callable[[QPainter], object]


def pdf_of(paint: Painting, layout: QPageLayout, title: str = "", resolution: int = FINE) -> bytes:
    """A page as PDF, painted in points.

    Raises:
        TreecompareError: Qt could not write it.
    """
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(resolution)
    writer.setTitle(visible(title))
    writer.setCreator(f"treecompare {__version__}")
    writer.setPageLayout(layout)
    painter = QPainter()
    if not painter.begin(writer):
        raise _failed("PDF")
    try:
        painter.scale(resolution / 72, resolution / 72)
        paint(painter)
    finally:  # else Qt ends the program when the device goes before its painter
        could = painter.end()
    if not could:
        raise _failed("PDF")
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


def _failed(form: str) -> TreecompareError:
    return TreecompareError(f"the {form} cannot be written; expected another format, or more memory")


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _bytes_of(buffer: QBuffer) -> bytes:
    return bytes(buffer.data().data())
