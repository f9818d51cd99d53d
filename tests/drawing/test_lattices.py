"""Lattices drawn: nothing overlaps, nothing is lost without being counted, and the text says the same."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.comparison import hebrew
from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from treecompare.comparison.base import score
from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations
from treecompare.drawing.lattice_drawing import (
    FOLDED,
    GOLD,
    KEPT,
    LANE,
    OTHER,
    SHARED,
    TEST,
    LatticeDrawing,
    layout_lattice,
)
from treecompare.drawing.lattice_trees import lattice_as_text
from treecompare.readers import read
from treecompare.readers.lattice_files import read_lattices
from treecompare.resources import path
from treecompare.trees.lattices import PathArc, arcs_with_paths

EXAMPLES = path("samples/words-that-differ")


def example(sentence: int) -> list[PathArc]:
    gold, raw = read(str(EXAMPLES / "gold.mrg")), read(str(EXAMPLES / "raw-input.mrg"))
    comparison = LatticeComparison(gold, [raw], Segmentations([read_lattices(EXAMPLES / "words.lattice")]))
    return score(comparison).paths(0, sentence)[0]


def check(drawing: LatticeDrawing) -> None:
    """Lanes of one height do not overlap, and no straight one leads through a circle."""
    for one, other in itertools.combinations(drawing.lanes, 2):
        if (one.y, one.base) == (other.y, other.base):
            assert max(one.x1, one.x2) <= min(other.x1, other.x2) or max(other.x1, other.x2) <= min(one.x1, one.x2)
        elif one.base == other.base:
            assert abs(one.y - other.y) >= LANE - 0.01
    circles = {(round(state.x, 3), state.y) for state in drawing.states}
    for lane in drawing.lanes:
        left, right = sorted((lane.x1, lane.x2))
        assert {(round(left, 3), lane.base), (round(right, 3), lane.base)} <= circles
        if lane.y == lane.base:
            assert not any(left + 0.01 < x < right - 0.01 for x, y in circles if y == lane.base)
        assert left >= 0 and right <= drawing.width
        assert 0 < lane.y < drawing.height


def test_the_papers_lattice() -> None:
    drawing = layout_lattice(example(0))
    check(drawing)
    assert sorted((lane.form, lane.tag, lane.role) for lane in drawing.lanes) == [
        ("B", "IN", SHARED), ("BCL", "NNP", OTHER), ("CL", "NN", KEPT), ("CL", "NN", KEPT), ("FL", "POSS", SHARED),
        ("FLHM", "NN", OTHER), ("H", "DEF", GOLD), ("H", "DEF", GOLD), ("HM", "PRN", SHARED), ("HNEIM", "VB", TEST),
        ("NEIM", "JJ", GOLD), ("NEIM", "NN", OTHER),
    ]  # fmt: skip
    assert [lane.text for lane in drawing.lanes if lane.form == "CL"] == ["=CL", "=CL"]
    assert {(lane.gold_word, lane.test_word) for lane in drawing.lanes if lane.form == "CL"} == {(2, -1), (-1, 1)}
    assert "over other states" in picture_svg(drawing)
    assert drawing.folded == 0
    # states between space-delimited words are marked as such
    assert sum(state.boundary for state in drawing.states) == 4
    assert [word.text for word in drawing.words] == ["1", "2", "3"]
    straight = [lane for lane in drawing.lanes if lane.y == lane.base]
    assert {lane.role for lane in straight} == {SHARED, GOLD, KEPT}
    # of what is kept over other states the gold's arc is the upper one
    upper, lower = sorted((lane for lane in drawing.lanes if lane.role == KEPT), key=lambda lane: lane.y)
    assert (upper.gold_word, lower.test_word) == (2, 1)


def test_arcs_that_the_lattice_lacks_are_marked() -> None:
    drawing = layout_lattice(example(4), ["HBN", "RAH", "KLB", "QTN"])
    check(drawing)
    assert [lane.text for lane in drawing.lanes if lane.added] == ["*>RA", "*>H"]
    svg = picture_svg(drawing)
    assert ">*<" in svg and ">not in the lattice<" in svg
    # K LB needs a state of its own: folded, unless all is to be drawn
    assert drawing.folded == 2
    assert [lane.text for lane in drawing.lanes if lane.role == FOLDED] == ["+2"]
    everything = layout_lattice(example(4), others=None)
    check(everything)
    assert everything.folded == 0
    assert {"K", "LB"} <= {lane.form for lane in everything.lanes}


def test_rows_break_between_words_and_directions_mirror() -> None:
    arcs = example(3)
    one_row = layout_lattice(arcs, width=None)
    rows = layout_lattice(arcs, width=300)
    check(rows)
    assert len({lane.base for lane in one_row.lanes}) == 1 < len({lane.base for lane in rows.lanes})
    assert rows.width < one_row.width
    assert len(rows.lanes) == len(one_row.lanes)
    mirrored = layout_lattice(arcs, right_to_left=True, width=None)
    check(mirrored)
    assert [lane.x1 for lane in mirrored.lanes] == pytest.approx([one_row.width - lane.x1 for lane in one_row.lanes])


def test_without_a_lattice_the_two_segmentations_are_one() -> None:
    gold = [(("a", "N"), 1), (("b", "V"), 1), (("c", "N"), 2)]
    test = [(("ab", "N"), 1), (("c", "N"), 2)]
    arcs = arcs_with_paths(None, gold, test)
    assert all(arc.in_lattice for arc in arcs)
    assert lattice_as_text(arcs).splitlines() == [
        "word  gold       system  unused arcs",
        "1     a/N< b/V<  >ab/N",
        "2     c/N        c/N",
    ]  # fmt: skip
    check(layout_lattice(arcs))
    one_word = arcs_with_paths(None, [(one, 0) for one, _ in gold], [(one, 0) for one, _ in test])
    assert {arc.token for arc in one_word} == {0}
    check(layout_lattice(one_word))


def test_marks_keep_their_side_of_hebrew_words() -> None:
    arcs = [PathArc(0, 1, form, "T", 1, True, False, True, 1) for form in ("של", "x")]
    assert {lane.text for lane in layout_lattice(arcs).lanes} == {"\u200e\u200eשל\u200e<", "x<"}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_svg_is_well_formed_and_escaped(theme: str) -> None:
    arcs = [PathArc(0, 1, '<&"', "A&B", 1, True, True, True, 1), PathArc(0, 1, "x", "T", 1, False, False, True, 3)]
    text = picture_svg(layout_lattice(arcs, ["<w>"]), theme, "a < b")
    root = ElementTree.fromstring(text)
    shown = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {'<&"', "A&B", "<w>", "a < b", "T ×3", "both trees", "unused arcs"} <= set(shown)


def test_real_lattices_are_drawn_whole(shared: Path) -> None:
    assert shared
    lattices, comparison = hebrew.ambiguous(), hebrew.compared()
    for sentence in range(0, 500, 10 * stride(2)):
        if comparison.table.reason(0, sentence):
            continue
        arcs, words = comparison.paths(0, sentence)
        assert sum(arc.times for arc in arcs if arc.in_lattice) == len(lattices.lattices[sentence])
        for others in (3, None):
            drawing = layout_lattice(arcs, words, right_to_left=True, others=others)
            check(drawing)
            drawn = sum(lane.count for lane in drawing.lanes if not lane.added)
            assert drawn == len(lattices.lattices[sentence])
            assert drawing.folded == sum(lane.count for lane in drawing.lanes if lane.role == FOLDED)
