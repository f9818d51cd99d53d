"""PDF, PNG and hand-outs for the command line: the window's painter without a window."""

from __future__ import annotations

import os

from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.drawing import TreesDrawing
from treecompare.drawing.layout import layout
from treecompare.drawing.scene import Scene, legend_text, picture
from treecompare.drawing.sentence import SentenceDrawing
from treecompare.drawing.stacked import StackedSentence
from treecompare.drawing.tree_shape import with_edges
from treecompare.errors import UsageError
from treecompare.jobs.exports import handout as told
from treecompare.window.common.screen import application
from treecompare.window.drawings.handout import handout
from treecompare.window.drawings.in_memory import png_of
from treecompare.window.drawings.pictures import Picture, TextMeasure, picture_of


def paint(comparison: Comparison, sentence: int, drawing: SentenceDrawing, form: str) -> bytes:
    """A sentence of the first system as pdf, png or handout.

    Raises:
        TreecompareError: such a sentence cannot be painted.
    """
    _application()
    if form == "handout":
        words, picture = on_paper(drawing)
        return handout(told(comparison, 0, sentence, words), picture)
    picture = picture_on_paper(drawing)
    return picture.pdf() if form == "pdf" else png_of(picture.image())


def _application() -> None:
    """Qt's application, without a screen where there is none yet.

    It is the one that windows need, although painting needs less: it lives as long as the program, and a window that is opened
    after a picture was painted finds it.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application()


def on_paper(drawing: SentenceDrawing) -> tuple[str, Picture]:
    """The words of a sentence, and its picture without a title.

    Raises:
        UsageError: it is about several systems.
    """
    if isinstance(drawing, StackedSentence):
        raise UsageError("a hand-out is about one system; expected one, or another format")
    scene = scene_on_paper(drawing)
    return scene.said, picture_of(scene, legend_text(scene, drawing.names))


def picture_on_paper(drawing: SentenceDrawing) -> Picture:
    """A sentence of any kind with title and legend."""
    scene = scene_on_paper(drawing)
    return picture_of(picture(scene, drawing.title, drawing.names, drawing.system_name, drawing.note))


def scene_on_paper(drawing: SentenceDrawing) -> Scene:
    """A sentence laid out as it is wanted; of trees, with the widths that texts have."""
    if not isinstance(drawing, TreesDrawing):
        return drawing.scene()
    wanted = drawing.wanted
    laid_out = layout(
        drawing.mapping, wanted.layout, wanted.elide, right_to_left=wanted.right_to_left, measure=TextMeasure()
    )
    return with_edges(laid_out, wanted.slanted)
