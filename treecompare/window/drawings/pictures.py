"""Scenes as pictures: on the clipboard, in files, on pages."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPageLayout, QPageSize, QPainter

from treecompare.drawing.latex import of_width
from treecompare.drawing.scene import Scene
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.style import BOLD, LIGHT, THEMES
from treecompare.errors import TreecompareError
from treecompare.trees.characters import visible
from treecompare.window.drawings.in_memory import pdf_of, png_of
from treecompare.window.drawings.painted import Painted, label_font

LONGEST_SIDE, MOST_PIXELS = 30_000, 100_000_000
"""Of a picture: Qt paints on no longer one, and what is larger takes more memory than it is worth."""


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
POINTS = 72 / 2.54
"""In a centimetre."""
DOTS = 300 / 72
"""Of a picture whose width was chosen, for each of its points: 300 in an inch."""


@dataclass(frozen=True)
class Picture:
    """What is in the middle of a page: its size in points, how it is painted, what its signs mean, the colour of its ``ground``."""

    width: float
    height: float
    paint: Callable[[QPainter], object]
    legend: str
    ground: str = LIGHT.background

    def of_width(self, centimetres: float) -> Picture:
        """The same, so wide; 0 for as it is."""
        if not centimetres:
            return self
        scale = centimetres * POINTS / max(self.width, 1.0)

        def paint(painter: QPainter) -> None:
            painter.save()
            painter.scale(scale, scale)
            self.paint(painter)
            painter.restore()

        return replace(self, width=self.width * scale, height=self.height * scale, paint=paint)

    def image(self, scale: float = 2.0) -> QImage:
        """It on its ground; what is too large for that scale is made smaller.

        Raises:
            TreecompareError: there is not enough memory.
        """
        longest, area = max(self.width, self.height, 1.0), max(self.width * self.height, 1.0)
        scale = min(scale, LONGEST_SIDE / longest, math.sqrt(MOST_PIXELS / area))
        width, height = (max(round(length * scale), 1) for length in (self.width, self.height))
        image = QImage(width, height, QImage.Format.Format_RGB32)
        if image.isNull():
            raise TreecompareError(f"there is not enough memory for a picture of {width} × {height} points")
        image.fill(QColor(self.ground))
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
        return pdf_of(self.paint, QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()), resolution=72)


def picture_of(scene: Scene, legend: str = "", theme: str = "light", font: str = "") -> Picture:
    """A scene for a page, on white if it is light."""
    colours = THEMES[theme]
    painted = Painted(scene, colours, font)
    if theme == "light":
        return Picture(scene.width, scene.height, painted, legend)

    def paint(painter: QPainter) -> None:
        painter.fillRect(QRectF(0.0, 0.0, scene.width, scene.height), QColor(colours.background))
        painted(painter)

    return Picture(scene.width, scene.height, paint, legend, colours.background)


def picture_as(form: str, scene: Scene, latex: str, look: Look = USUAL_LOOK) -> str | bytes:
    """A picture as svg, png, pdf or tex, a document.

    Raises:
        TreecompareError: it is too large, or ``form`` is another.
    """
    match form:
        case "svg":
            return scene_svg(scene, look.theme, look.width, look.font or f"{QFont().family()}, sans-serif")
        case "png":
            made = picture_of(scene, "", look.theme, look.font).of_width(look.width)
            return png_of(made.image(DOTS) if look.width else made.image())
        case "pdf":
            return picture_of(scene, "", look.theme, look.font).of_width(look.width).pdf()
        case "tex" if latex:
            return of_width(latex, look.width, look.font == "sans-serif")
    raise TreecompareError(f".{form}: unknown ending; expected .svg, .png, .pdf{' or .tex' if latex else ''}")
