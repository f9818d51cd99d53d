"""PDF, PNG and hand-outs for the command line: the window's painter without a window."""

from __future__ import annotations

import argparse
import os

from PySide6.QtGui import QGuiApplication

from treecompare.app.handout import write_handout
from treecompare.app.pictures import TextMeasure, save_drawing
from treecompare.comparison.comparison import Comparison
from treecompare.comparison.run import score
from treecompare.drawing.layout import layout
from treecompare.mappings.mapping import Mapping


def paint(options: argparse.Namespace, comparison: Comparison, mapping: Mapping, path: str) -> None:
    """Writes what ``treecompare align`` was asked for: ``options.format`` is pdf, png or handout.

    Raises:
        TreecompareError: the file cannot be written.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication([])
    drawing = layout(
        mapping, options.layout, not options.whole_trees, right_to_left=options.right_to_left, measure=TextMeasure()
    )
    if options.format == "handout":
        score(comparison)
        write_handout(path, comparison, 0, options.sentence - 1, drawing)
    else:
        save_drawing(drawing, path, ending=f".{options.format}")
    del application
