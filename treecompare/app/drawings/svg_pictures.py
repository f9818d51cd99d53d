"""SVG on paper: painted, as a picture, as a file, for a page. Drawings that are SVG need no painter of their own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

from treecompare.app.drawings.in_memory import png_of
from treecompare.app.drawings.pictures import Picture
from treecompare.errors import TreecompareError
from treecompare.writing import write_file


def renderer_of(svg: str) -> QSvgRenderer:
    """What paints an SVG.

    Raises:
        TreecompareError: it is no SVG, or has no size: painting it would end the program.
    """
    renderer = QSvgRenderer(QByteArray(svg.encode("utf-8", "replace")))
    if not renderer.isValid() or renderer.viewBoxF().isEmpty():
        raise TreecompareError("this drawing cannot be painted: it is empty, or no valid SVG")
    return renderer


def image_of_svg(svg: str, scale: float = 2.0) -> QImage:
    """An SVG as a picture; a drawing too large for one is made smaller."""
    return picture_of_svg(svg, "").image(scale)


def picture_of_svg(svg: str, legend: str) -> Picture:
    """An SVG for a page."""
    renderer = renderer_of(svg)
    size = renderer.viewBoxF().size()
    return Picture(size.width(), size.height(), lambda painter: renderer.render(painter, renderer.viewBoxF()), legend)


def save_svg(svg: str, latex: str, path: str) -> None:
    """Writes a picture as SVG, PNG, PDF or LaTeX (a document), by the ending of the name.

    Raises:
        TreecompareError: the file cannot be written, or the ending is another.
    """
    ending = Path(path).suffix.lower()
    content: str | bytes = {".svg": svg, ".tex": latex}.get(ending, "")
    if not content:
        if ending not in (".png", ".pdf"):
            raise TreecompareError(f"{path}: unknown ending; expected .svg, .png, .pdf{' or .tex' if latex else ''}")
        picture = picture_of_svg(svg, "")
        content = picture.pdf() if ending == ".pdf" else png_of(picture.image())
    write_file(path, content)
