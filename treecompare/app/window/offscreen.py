"""PDF, PNG and hand-outs for the command line: the window's painter without a window."""

from __future__ import annotations

import os

from treecompare.app.common.screen import application
from treecompare.app.drawings.handout import handout
from treecompare.app.drawings.in_memory import png_of
from treecompare.app.drawings.on_paper import on_paper, picture_on_paper
from treecompare.comparison.base import Comparison
from treecompare.drawing.sentence import SentenceDrawing


def paint(comparison: Comparison, sentence: int, drawing: SentenceDrawing, form: str) -> bytes:
    """A sentence of the first system as pdf, png or handout.

    Raises:
        TreecompareError: such a sentence cannot be painted.
    """
    _application()
    if form == "handout":
        words, picture = on_paper(drawing)
        return handout(comparison, 0, sentence, words, picture)
    picture = picture_on_paper(drawing)
    return picture.pdf() if form == "pdf" else png_of(picture.image())


def _application() -> None:
    """Qt's application, without a screen where there is none yet.

    It is the one that windows need, although painting needs less: it lives as long as the program, and a window that is opened
    after a picture was painted finds it.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application()
