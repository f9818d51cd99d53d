"""PDF, PNG and hand-outs for the command line: the window's painter without a window."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import singledispatch
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from treecompare.app.drawings.handout import write_handout
from treecompare.app.drawings.on_paper import laid_out, on_paper
from treecompare.app.drawings.pictures import save_drawing
from treecompare.app.drawings.svg_pictures import save_svg
from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.drawing import TreesDrawing
from treecompare.drawing.sentence import SentenceDrawing

if TYPE_CHECKING:
    from treecompare.lessons.stages import Stages


def paint(comparison: Comparison, sentence: int, drawing: SentenceDrawing, form: str, path: str) -> None:
    """Writes a sentence of the first system as pdf, png or handout.

    Raises:
        TreecompareError: the file cannot be written, or such a sentence cannot be painted.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication([])
    if form == "handout":
        words, picture = on_paper(drawing)
        write_handout(path, comparison, 0, sentence, words, picture)
    else:
        _save(drawing, path, f".{form}")
    del application


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


@singledispatch
def _save(drawing: SentenceDrawing, path: str, ending: str) -> None:
    save_svg(drawing.written("svg"), "", path, ending)


@_save.register
def _(drawing: TreesDrawing, path: str, ending: str) -> None:
    save_drawing(laid_out(drawing), path, ending=ending, names=drawing.names)
