"""PDF, PNG and hand-outs for the command line: the window's painter without a window."""

from __future__ import annotations

import argparse
import os

from PySide6.QtGui import QGuiApplication

from treecompare.app.handout import write_handout
from treecompare.app.pictures import TextMeasure, picture_of, save_drawing
from treecompare.app.svg_pictures import picture_of_svg, save_svg
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.run import score
from treecompare.comparison.dependencies.comparison import Compared
from treecompare.drawing.arc_output import LEGEND, arcs_as_svg
from treecompare.drawing.arcs import ArcDrawing
from treecompare.drawing.layout import layout
from treecompare.mappings.mapping import Mapping


def paint(
    options: argparse.Namespace, comparison: Compared, drawn: Mapping | ArcDrawing, path: str, title: str = ""
) -> None:
    """Writes what ``treecompare align`` was asked for: ``options.format`` is pdf, png or handout.

    Raises:
        TreecompareError: the file cannot be written.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication([])
    sentence = options.sentence - 1
    if isinstance(drawn, ArcDrawing):
        words = " ".join(one.word for one in drawn.columns)
        picture = picture_of_svg(arcs_as_svg(drawn, is_bare=True), LEGEND)
    else:
        drawing = layout(
            drawn, options.layout, not options.whole_trees, right_to_left=options.right_to_left, measure=TextMeasure()
        )
        words, picture = " ".join(drawn.gold.words), picture_of(drawing)
    if options.format == "handout":
        if isinstance(comparison, ConstituentComparison):
            score(comparison)
        write_handout(path, comparison, 0, sentence, words, picture)
    elif isinstance(drawn, ArcDrawing):
        save_svg(arcs_as_svg(drawn, title=title), "", path, f".{options.format}")
    else:
        save_drawing(drawing, path, ending=f".{options.format}")
    del application
