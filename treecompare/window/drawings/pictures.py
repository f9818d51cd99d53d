"""Scenes as pictures: on the clipboard, in files, on pages; for the command line without a window."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from treecompare import __version__
from treecompare.drawing.latex import of_width
from treecompare.drawing.scene import Scene, legend_text
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.style import BOLD, LIGHT, THEMES
from treecompare.errors import TreecompareError, UsageError
from treecompare.jobs.base import Handout
from treecompare.trees.characters import visible
from treecompare.window.common.screen import application
from treecompare.window.drawings.painted import Painted, label_font

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
    from treecompare.drawing.sentence import SentenceDrawing

LONGEST_SIDE, MOST_PIXELS = 30_000, 100_000_000
"""Of a picture: Qt paints on no longer one, and what is larger takes more memory than it is worth."""
POINTS = 72 / 2.54
"""In a centimetre."""
DOTS = 300 / 72
"""Of a picture whose width was chosen, for each of its points: 300 in an inch."""
FINE = 1200
"""Dots per inch of pages."""


class TextMeasure:
    """Measures texts with the font that is drawn; remembers what it has measured."""

    def __init__(self) -> None:
        self._metrics: dict[float, QFontMetricsF] = {}
        self._known: dict[tuple[str, float], float] = {}

    def __call__(self, text: str, size: float) -> float:
        """Width of a text."""
        width = self._known.get((text, size))
        if width is None:
            if size not in self._metrics:
                self._metrics[size] = QFontMetricsF(label_font(size, BOLD))
            width = self._known[text, size] = self._metrics[size].horizontalAdvance(visible(text))
        return width


@dataclass(frozen=True)
class Look:
    """How a drawing is saved. ``width``: centimetres, 0 for as large as it is drawn; ``font``: a family, empty for that of the
    window; ``theme``: light or dark; ``is_part``: only what is in sight; ``has_title``: the sentence is said above it."""

    width: float = 0.0
    font: str = ""
    theme: str = "light"
    is_part: bool = False
    has_title: bool = True


USUAL_LOOK = Look()


@dataclass(frozen=True)
class Picture:
    """A scene as it is saved; ``legend``: what its signs mean, for a page."""

    scene: Scene
    legend: str = ""
    look: Look = USUAL_LOOK

    @property
    def scale(self) -> float:
        """How large it is, in points for each of its own."""
        return self.look.width * POINTS / max(self.scene.width, 1.0) if self.look.width else 1.0

    def paint(self, painter: QPainter) -> None:
        """Paints it in points."""
        painter.scale(self.scale, self.scale)
        Painted(self.scene, THEMES[self.look.theme], self.look.font)(painter)

    def image(self) -> QImage:
        """It on its ground; what is too large is made smaller.

        Raises:
            TreecompareError: there is not enough memory.
        """
        sides = self.scale * self.scene.width, self.scale * self.scene.height
        longest, area = max(*sides, 1.0), max(sides[0] * sides[1], 1.0)
        scale = min(DOTS if self.look.width else 2.0, LONGEST_SIDE / longest, math.sqrt(MOST_PIXELS / area))
        width, height = (max(round(length * scale), 1) for length in sides)
        image = QImage(width, height, QImage.Format.Format_RGB32)
        if image.isNull():
            raise TreecompareError(f"there is not enough memory for a picture of {width} × {height} points")
        image.fill(QColor(THEMES[self.look.theme].background))
        painter = QPainter(image)
        try:
            painter.scale(scale, scale)
            self.paint(painter)
        finally:
            painter.end()
        return image

    def png(self) -> bytes:
        """The same as PNG.

        Raises:
            TreecompareError: Qt could not write it.
        """
        buffer = _buffer()
        return _bytes_of(buffer, self.image().save(buffer, "PNG"), "PNG")

    def pdf(self) -> bytes:
        """It as a PDF of its own size.

        Raises:
            TreecompareError: Qt could not write it.
        """
        theme, size = THEMES[self.look.theme], (self.scale * self.scene.width, self.scale * self.scene.height)

        def paint(painter: QPainter) -> None:
            if self.look.theme != LIGHT.name:
                painter.fillRect(0, 0, math.ceil(size[0]), math.ceil(size[1]), QColor(theme.background))
            self.paint(painter)

        return _pdf_of(paint, QPageSize(QSizeF(*size), QPageSize.Unit.Point, "drawing"))

    def handed_out(self, told: Handout) -> bytes:
        """A page with it as PDF.

        Raises:
            TreecompareError: it is empty, or Qt could not write it.
        """
        from treecompare.drawing import lit as pages

        texts = told.title, told.words, self.legend
        page, (x, y, scale) = pages.handout(texts, told.scores, told.foot, self.scene, TextMeasure())

        def paint(painter: QPainter) -> None:
            Painted(page, LIGHT)(painter)
            painter.translate(x, y)
            painter.scale(scale, scale)
            self.paint(painter)

        size = QPageSize(QSizeF(page.width, page.height), QPageSize.Unit.Point)
        return _pdf_of(paint, size, told.title)


def _pdf_of(paint: Callable[[QPainter], object], size: QPageSize, title: str = "") -> bytes:
    """A page as PDF, painted in points."""
    buffer = _buffer()
    writer = QPdfWriter(buffer)
    writer.setResolution(FINE)
    writer.setTitle(visible(title))
    writer.setCreator(f"treecompare {__version__}")
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter()
    could = painter.begin(writer)
    try:
        painter.scale(FINE / 72, FINE / 72)
        paint(painter)
    finally:  # else Qt ends the program when the device goes before its painter
        could = painter.end() and could
    return _bytes_of(buffer, could, "PDF")


def _buffer() -> QBuffer:
    """What Qt writes into: into a file it would write piece by piece, and hardly say that it could not."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _bytes_of(buffer: QBuffer, could: bool, form: str) -> bytes:
    if not could:
        raise TreecompareError(f"the {form} cannot be written; expected another format, or more memory")
    return bytes(buffer.data().data())


def picture_as(form: str, scene: Scene, latex: str, look: Look = USUAL_LOOK) -> str | bytes:
    """A picture as svg, png, pdf or tex, a document.

    Raises:
        TreecompareError: it is too large, or ``form`` is another.
    """
    match form:
        case "svg":
            return scene_svg(scene, look.theme, look.width, look.font or f"{QFont().family()}, sans-serif")
        case "png":
            return Picture(scene, look=look).png()
        case "pdf":
            return Picture(scene, look=look).pdf()
        case "tex" if latex:
            return of_width(latex, look.width, look.font == "sans-serif")
    raise TreecompareError(f".{form}: unknown ending; expected .svg, .png, .pdf{' or .tex' if latex else ''}")


def paint(comparison: Comparison, sentence: int, drawing: SentenceDrawing, form: str) -> bytes:
    """A sentence of the first system as pdf, png or handout.

    Raises:
        TreecompareError: such a sentence cannot be painted.
    """
    from treecompare.drawing.stacked import StackedSentence
    from treecompare.jobs.compare_exports import handout

    # Without a screen where there is no application yet. It is the one that windows need, although painting needs less: it lives
    # as long as the program, and a window that is opened after a picture was painted finds it.
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application()
    measure = TextMeasure()
    if form != "handout":
        picture = Picture(drawing.picture(measure))
        return picture.pdf() if form == "pdf" else picture.png()
    if isinstance(drawing, StackedSentence):
        raise UsageError("a hand-out is about one system; expected one, or another format")
    scene = drawing.scene_for(measure)
    return Picture(scene, legend_text(scene, drawing.names)).handed_out(handout(comparison, 0, sentence, scene.said))
