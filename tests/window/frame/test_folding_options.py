"""The command that gives the drawing of two trees as it is folded in the window."""

from __future__ import annotations

import argparse

import pytest
from pytestqt.qtbot import QtBot

from tests.drawing.test_drawing import mapping_of
from tests.window.frame.views import trees_view
from treecompare.cli.drawings import names_of_folds, unfolded
from treecompare.comparison.constituents.drawing import TreesDrawing
from treecompare.drawing.condensed import SEEN, opened_as, opened_from
from treecompare.drawing.sentence import Wanted
from treecompare.window.frame.scene_view import SceneView

WORDS = " ".join(f"(NP (D the) (N word{number}))" for number in range(9))
DEEP = "(A (B (C (E (F (NP (D a) (N hat)))))))"
GOLD_TREE = f"(S (NP (D a) (N dog)) (VP (V saw) {WORDS} {DEEP} (PP (P of) (NP (N it)))) (X (Y (Z y))))"
TEST_TREE = GOLD_TREE.replace("(PP ", "(XP ").replace("(D a) (N hat)", "(D a) (M hat)")


def folded(view: SceneView) -> TreesDrawing:
    """The same sentence, as the copied options want it drawn."""
    given = view.drawn.folding_options()
    options = dict(zip(given[::2], given[1::2], strict=True))
    opened = unfolded(options["--unfold"]) if "--unfold" in options else frozenset()
    assert view.drawing is not None
    return TreesDrawing(
        view.drawing.mapping, Wanted(fold=names_of_folds(options["--fold"]), opened=opened), "", "", "", {}
    )


def shown(boxes: object) -> list[tuple[object, ...]]:
    return sorted((one.side, one.node, one.text, one.opens) for one in boxes)  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", [420, 700, 950])
def test_the_command_folds_what_is_folded(qtbot: QtBot, width: int) -> None:
    """There something is folded with letters of the window and with Qt's own."""
    view = trees_view(qtbot, mapping_of(GOLD_TREE, TEST_TREE), "Sentence 1", width)
    assert view.drawn.is_folded
    while view.drawn.is_folded:
        found = folded(view)
        assert shown(found.scene().boxes) == shown(view.drawing.boxes)
        assert "forest" not in found.latex()[0]  # which draws the whole trees
        view.open(next(part for box in view.drawing.boxes if (part := view.drawn.part_of(box)) is not None))


def test_what_is_unfolded_is_read_as_it_is_written() -> None:
    opened = frozenset({0, 12, -1, -16, SEEN + 3})
    assert opened_as(opened) == "r15,r0,0,12,c3" and opened_from(opened_as(opened)) == opened
    for wrong in ("", "x3", "r", "1,,2"):
        with pytest.raises(argparse.ArgumentTypeError):
            unfolded(wrong)
    with pytest.raises(argparse.ArgumentTypeError):
        names_of_folds("parts,words")
