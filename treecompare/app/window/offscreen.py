"""PDF, PNG and hand-outs for the command line: the window's painter without a window."""

from __future__ import annotations

import os
from functools import singledispatch

from PySide6.QtGui import QGuiApplication

from treecompare.app.drawings.handout import write_handout
from treecompare.app.drawings.pictures import Picture, TextMeasure, picture_of, save_drawing
from treecompare.app.drawings.svg_pictures import picture_of_svg, save_svg
from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.drawing import TreesDrawing
from treecompare.comparison.dependencies.drawing import ArcsDrawing
from treecompare.drawing.arc_output import LEGEND, arcs_as_svg
from treecompare.drawing.layout import Drawing, layout
from treecompare.drawing.sentence import SentenceDrawing
from treecompare.drawing.stacked import StackedSentence
from treecompare.errors import UsageError


def paint(comparison: Comparison, sentence: int, drawing: SentenceDrawing, form: str, path: str) -> None:
    """Writes a sentence of the first system as pdf, png or handout.

    Raises:
        TreecompareError: the file cannot be written, or such a sentence cannot be painted.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication([])
    if form == "handout":
        words, picture = _on_paper(drawing)
        write_handout(path, comparison, 0, sentence, words, picture)
    else:
        _save(drawing, path, f".{form}")
    del application


@singledispatch
def _on_paper(drawing: SentenceDrawing) -> tuple[str, Picture]:
    """The words of a sentence, and its picture without a title."""
    raise UsageError(f"{drawing.of} are drawn as {', '.join(drawing.writers())}; expected one of these")


@_on_paper.register
def _(drawing: TreesDrawing) -> tuple[str, Picture]:
    return " ".join(drawing.mapping.gold.words), picture_of(_laid_out(drawing), drawing.names)


@_on_paper.register
def _(drawing: ArcsDrawing) -> tuple[str, Picture]:
    words = " ".join(one.word for one in drawing.arcs.columns)
    return words, picture_of_svg(arcs_as_svg(drawing.arcs, is_bare=True), drawing.names.told_of_errors(LEGEND))


@_on_paper.register
def _(drawing: StackedSentence) -> tuple[str, Picture]:
    raise UsageError("a hand-out is about one system; expected one, or another format")


@singledispatch
def _save(drawing: SentenceDrawing, path: str, ending: str) -> None:
    save_svg(drawing.written("svg"), "", path, ending)


@_save.register
def _(drawing: TreesDrawing, path: str, ending: str) -> None:
    save_drawing(_laid_out(drawing), path, ending=ending, names=drawing.names)


def _laid_out(drawing: TreesDrawing) -> Drawing:
    wanted = drawing.wanted
    return layout(
        drawing.mapping, wanted.layout, wanted.elide, right_to_left=wanted.right_to_left, measure=TextMeasure()
    )
