"""What a sentence looks like on paper, without a window that shows it."""

from __future__ import annotations

from functools import singledispatch

from treecompare.app.drawings.pictures import Picture, TextMeasure, picture_of
from treecompare.app.drawings.svg_pictures import picture_of_svg
from treecompare.comparison.constituents.drawing import TreesDrawing
from treecompare.comparison.dependencies.drawing import ArcsDrawing
from treecompare.drawing.arc_output import LEGEND, arcs_as_svg
from treecompare.drawing.layout import Drawing, layout
from treecompare.drawing.sentence import SentenceDrawing
from treecompare.drawing.stacked import StackedSentence
from treecompare.errors import UsageError


@singledispatch
def on_paper(drawing: SentenceDrawing) -> tuple[str, Picture]:
    """The words of a sentence, and its picture without a title."""
    raise UsageError(f"{drawing.of} are drawn as {', '.join(drawing.writers())}; expected one of these")


@on_paper.register
def _(drawing: TreesDrawing) -> tuple[str, Picture]:
    return " ".join(drawing.mapping.gold.words), picture_of(laid_out(drawing), drawing.names)


@on_paper.register
def _(drawing: ArcsDrawing) -> tuple[str, Picture]:
    words = " ".join(one.word for one in drawing.arcs.columns)
    return words, picture_of_svg(arcs_as_svg(drawing.arcs, is_bare=True), drawing.names.told_of_errors(LEGEND))


@on_paper.register
def _(drawing: StackedSentence) -> tuple[str, Picture]:
    raise UsageError("a hand-out is about one system; expected one, or another format")


def laid_out(drawing: TreesDrawing) -> Drawing:
    """Two trees and their mapping, as they are wanted."""
    wanted = drawing.wanted
    return layout(
        drawing.mapping, wanted.layout, wanted.elide, right_to_left=wanted.right_to_left, measure=TextMeasure()
    )
