"""PDF, PNG and hand-outs for the command line: the window's painter without a window."""

from __future__ import annotations

import os

from treecompare.comparison.base import Comparison
from treecompare.drawing.scene import legend_text
from treecompare.drawing.sentence import SentenceDrawing
from treecompare.drawing.stacked import StackedSentence
from treecompare.errors import UsageError
from treecompare.jobs.exports import handout
from treecompare.window.common.screen import application
from treecompare.window.drawings.pictures import Picture, TextMeasure


def paint(comparison: Comparison, sentence: int, drawing: SentenceDrawing, form: str) -> bytes:
    """A sentence of the first system as pdf, png or handout.

    Raises:
        TreecompareError: such a sentence cannot be painted.
    """
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
