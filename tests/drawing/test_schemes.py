"""One sentence across annotation schemes, drawn."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from treecompare.drawing.schemes import (
    COMMON,
    GOLD,
    PARSE,
    SCHEME,
    SchemeDrawing,
    layout_schemes,
    schemes_as_svg,
    schemes_as_text,
)
from treecompare.mappings.functions import operations
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.trees.generalisation import generalise
from treecompare.trees.multifunction import MultiFunctionTree

WORDS = ["arrive", "on", "Sunday"]


def tree(**labels: str) -> MultiFunctionTree:
    """``tree(_13="tmod")`` has tmod over the words 1 to 3; several labels are separated by blanks."""
    nodes = {(int(name[1]), int(name[2])): frozenset(text.split()) for name, text in labels.items()}
    return MultiFunctionTree(3, frozenset({"root"}), nodes)


A = tree(_01="hd", _13="tmod", _12="hd", _23="pobj")
B = tree(_01="hd", _13="tmod", _12="prep", _23="hd")
WRONG = tree(_01="hd", _12="tmod", _23="pobj x")


def drawn(labelled: bool = True) -> SchemeDrawing:
    return layout_schemes(WORDS, [("A", A), ("B", B)], ("A + B", generalise(A, B)), ("mine", WRONG), A, labelled)


def found(drawing: SchemeDrawing, panel: int, operation: str) -> set[tuple[int, int, str]]:
    return {
        (one.first, one.last, one.label) for one in drawing.boxes if one.panel == panel and one.operation == operation
    }


def test_boxes_are_what_is_counted() -> None:
    drawing = drawn()
    assert [panel.role for panel in drawing.panels] == [GOLD, GOLD, COMMON, PARSE]
    assert found(drawing, 0, SCHEME) == {(1, 2, "hd"), (2, 3, "pobj")}
    assert found(drawing, 1, SCHEME) == {(1, 2, "prep"), (2, 3, "hd")}
    charged = operations(WRONG, A, generalise(A, B))
    assert found(drawing, 2, DELETED) == {(one.start, one.end, one.label) for one in charged if one.kind == "add"}
    assert found(drawing, 3, INSERTED) == {
        (one.start, one.end, one.label) for one in charged if one.kind == "delete" and one.is_charged
    }
    assert found(drawing, 3, SCHEME) == {(2, 3, "pobj")}
    unlabelled = drawn(labelled=False)
    assert found(unlabelled, 2, DELETED) == {(1, 3, "")}
    assert not found(unlabelled, 3, INSERTED)


def test_boxes_of_a_panel_do_not_overlap_and_hold_their_labels() -> None:
    drawing = drawn()
    for panel in range(len(drawing.panels)):
        boxes = [drawing.corners(one) for one in drawing.boxes if one.panel == panel]
        for place, (left, top, right, bottom) in enumerate(boxes):
            assert 0 <= left < right <= drawing.width
            assert drawing.tops[panel] < top < bottom <= drawing.height
            for other_left, other_top, other_right, other_bottom in boxes[:place]:
                assert right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top


def test_one_gold_has_no_panel_of_its_own_for_what_is_common() -> None:
    drawing = layout_schemes(WORDS, [("A", A)], ("A", A), ("mine", WRONG), A)
    assert [panel.title for panel in drawing.panels] == ["A (gold)", "mine (system)"]
    assert found(drawing, 0, DELETED) == {(1, 3, "tmod"), (1, 2, "hd")}
    assert SCHEME not in drawing.operations


def test_text_marks_without_colours() -> None:
    text = schemes_as_text(drawn())
    lines = [line.split() for line in text.splitlines()]
    assert ["tmod<", "on", "Sunday"] in lines
    assert [">tmod", "on"] in lines
    assert ["(pobj)", "Sunday"] in lines
    assert [">x", "Sunday"] in lines
    assert text.splitlines()[0] == "A (gold)"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_svg_is_whole(theme: str) -> None:
    drawing = drawn()
    root = ElementTree.fromstring(schemes_as_svg(drawing, theme, "a & b"))
    texts = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a & b", "tmod<", ">tmod", "(pobj)", "A + B (in common)", "Sunday"} <= set(texts)
    hatched = [one for one in root.iter("{http://www.w3.org/2000/svg}rect") if one.get("fill") == "url(#hatched)"]
    of_schemes = [one for one in drawing.boxes if one.operation == SCHEME]
    assert len(hatched) == len(of_schemes) + 1  # one in the legend
    assert MATCHED not in drawing.operations
