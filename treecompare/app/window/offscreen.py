"""PDF, PNG and hand-outs for the command line: the window's painter without a window."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from treecompare.app.drawings.handout import handout
from treecompare.app.drawings.in_memory import png_of
from treecompare.app.drawings.on_paper import laid_out, on_paper
from treecompare.app.drawings.pictures import Picture, picture_of
from treecompare.app.drawings.svg_pictures import picture_of_svg
from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.drawing import TreesDrawing
from treecompare.drawing.sentence import SentenceDrawing

if TYPE_CHECKING:
    from treecompare.lessons.stages import Stages


def paint(comparison: Comparison, sentence: int, drawing: SentenceDrawing, form: str) -> bytes:
    """A sentence of the first system as pdf, png or handout.

    Raises:
        TreecompareError: such a sentence cannot be painted.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication([])
    if form == "handout":
        words, picture = on_paper(drawing)
        made = handout(comparison, 0, sentence, words, picture)
    else:
        picture = _picture(drawing)
        made = picture.pdf() if form == "pdf" else png_of(picture.image())
    del application
    return made


def paint_walk(stages: Stages, numbers: Sequence[int], path: str) -> None:
    """Writes steps of a walk: as PDF, a page for each, or one of them as SVG, by the ending of the name.

    Raises:
        TreecompareError: the file cannot be written, or has another ending.
    """
    from treecompare.app.lessons.walk_pages import page_of, save_pages

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication([])
    save_pages(path, (page_of(stages, number) for number in numbers))
    del application


def _picture(drawing: SentenceDrawing) -> Picture:
    if isinstance(drawing, TreesDrawing):
        return picture_of(laid_out(drawing), drawing.names)
    return picture_of_svg(drawing.written("svg"), "")
