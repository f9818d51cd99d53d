"""Two trees that are laid out as LaTeX: ``forest`` where that can draw them, else a picture."""

from __future__ import annotations

from treecompare.drawing.columns import LEFT_OUT
from treecompare.drawing.latex import PREAMBLE, alignment_as_forest, document
from treecompare.drawing.layout import Drawing
from treecompare.drawing.scene_tikz import TIKZ_PREAMBLE, scene_tikz


def trees_as_latex(drawing: Drawing) -> tuple[str, str]:
    """Two trees as they are drawn, and the preamble for it.

    Whole trees are a ``forest``, which people can go on with; where branches cross, or something is folded, put in or merged, it
    is a picture.
    """
    is_plain = not (
        drawing.folds or drawing.hidden or drawing.secondary or any(box.side == LEFT_OUT for box in drawing.boxes)
    )
    if is_plain and not drawing.is_crossing and drawing.arrangement != "merged":
        return alignment_as_forest(drawing.mapping, drawing.arrangement), PREAMBLE
    return scene_tikz(drawing), TIKZ_PREAMBLE


def trees_document(drawing: Drawing, comment: str = "") -> str:
    """A document that compiles by itself, of two trees as they are drawn."""
    body, preamble = trees_as_latex(drawing)
    return document(body, [*drawing.mapping.gold.texts, *drawing.mapping.test.texts], comment, preamble)
