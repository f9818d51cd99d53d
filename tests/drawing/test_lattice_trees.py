"""Trees over a lattice: nothing overlaps, leaves stand over their arcs, what is folded is the same on both sides."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path

import pytest

from tests.comparison import hebrew
from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from treecompare.comparison.base import score
from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations
from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.latex import scene_document
from treecompare.drawing.lattice_drawing import OTHER, RADIUS
from treecompare.drawing.lattice_tree_layout import layout_lattice_trees, places_of
from treecompare.drawing.lattice_trees import LatticeTrees, LatticeTreesDrawing
from treecompare.drawing.scene_svg import scene_svg
from treecompare.drawing.tree_shape import with_edges
from treecompare.mappings.mapping import MATCHED
from treecompare.readers import parse, read, read_any
from treecompare.readers.lattice_files import read_lattices
from treecompare.resources import path
from treecompare.scores.table import SKIPPED
from treecompare.trees.tree import WORD

EXAMPLES = path("samples/words-that-differ")


def example(sentence: int) -> LatticeTrees:
    gold, raw = read(str(EXAMPLES / "gold.mrg")), read(str(EXAMPLES / "raw-input.mrg"))
    comparison = LatticeComparison(gold, [raw], Segmentations([read_lattices(EXAMPLES / "words.lattice")]))
    return score(comparison).trees(0, sentence)


def without_lattice(gold: str, test: str) -> LatticeTrees:
    return score(LatticeComparison(parse(gold), [parse(test)])).trees(0, 0)


def check(drawing: LatticeTreesDrawing) -> None:
    rows = defaultdict(list)
    for box in drawing.nodes:
        rows[box.side, round(box.top, 2)].append((box.x - box.width / 2, box.x + box.width / 2))
        assert box.x - box.width / 2 >= 0 and box.x + box.width / 2 <= drawing.width
        assert box.top >= 0 and box.top + box.height <= drawing.height
    for row in rows.values():
        for (_, end), (start, _) in itertools.pairwise(sorted(row)):
            assert end <= start
    middle = drawing.states[0].y
    assert max(box.top + box.height for box in drawing.nodes if box.side == GOLD) < middle
    assert min(box.top for box in drawing.nodes if box.side == TEST) > max(word.y + 16 for word in drawing.words)
    places = sorted(state.x for state in drawing.states)
    assert all(other - one >= 4 * RADIUS - 0.01 for one, other in itertools.pairwise(places))
    # each leaf stands straight above or below the middle of its arc
    ends = [((lane.x1 + lane.x2) / 2, lane.y) for lane in drawing.lanes]
    leaves = sorted(box.x for box in drawing.nodes if box.tag)
    assert leaves == pytest.approx(sorted(x for x, _, _ in drawing.threads))
    for x, _, y in drawing.threads:
        assert any(abs(x - other_x) + abs(y - other_y) < 0.01 for other_x, other_y in ends)


@pytest.mark.parametrize("sentence", range(5))
def test_the_examples(sentence: int) -> None:
    trees = example(sentence)
    for elide, all_arcs, condense in itertools.product((False, True), repeat=3):
        drawing = layout_lattice_trees(trees, elide, all_arcs=all_arcs, condense=condense)
        check(drawing)
        unused = sum(arc.times for arc in trees.arcs if not (arc.gold or arc.test))
        shown = sum(lane.count for lane in drawing.lanes if lane.role == OTHER)
        assert drawing.folded + shown == unused
        assert bool(shown) <= all_arcs
        turned = layout_lattice_trees(trees, elide, frozenset(), True, all_arcs, condense)
        check(turned)
        assert [box.x for box in turned.nodes] == pytest.approx([drawing.width - box.x for box in drawing.nodes])


def test_edges_slant_where_that_is_wanted() -> None:
    upright = layout_lattice_trees(example(0))
    slanted = with_edges(upright, True)
    check(slanted)
    assert slanted.marks != upright.marks and with_edges(slanted, False).marks == upright.marks


def test_what_is_the_same_is_folded_and_opens() -> None:
    same = "(NP (D the) (N dog)) (VP (V b) (PP (P in) (NP (D a) (N pot))) (NP (N x)))"
    trees = without_lattice(f"(TOP (S {same} (X (A y))))", f"(TOP (S {same} (A y)))")
    whole = layout_lattice_trees(trees, elide=False)
    folded = layout_lattice_trees(trees)
    check(folded)
    assert {box.text for box in folded.nodes if box.part is not None} == {"NP", "VP", "the dog", "b … x"}
    assert len(folded.nodes) < len(whole.nodes) and len(folded.lanes) == 3
    vp = next(box for box in folded.nodes if box.text == "VP" and box.side == TEST)
    assert vp.part == trees.mapping.gold.texts.index("VP")
    opened = layout_lattice_trees(trees, opened=frozenset([vp.part]))
    assert {box.text for box in opened.nodes if box.part is not None} == {"NP", "the dog"}
    run = layout_lattice_trees(trees, condense=True)
    check(run)
    assert [box.text for box in run.nodes if box.part is not None] == ["… 7 words …"] * 2
    assert [word.text for word in run.words] == ["–"] or len(run.words) == 1
    box = run.box_of((GOLD, trees.mapping.gold.texts.index("VP")))
    assert box is not None and box.text == "… 7 words …" and box.part is not None and box.part < 0
    assert len(layout_lattice_trees(trees, opened=frozenset([box.part]), condense=True).nodes) == len(folded.nodes)


def test_a_segment_over_other_states_is_not_folded_away() -> None:
    """In the example CL is kept, over other states: the NP above it, though the same, is not folded if it holds CL."""
    trees = example(0)
    for condense in (False, True):
        drawing = layout_lattice_trees(trees, condense=condense)
        assert [box.text for box in drawing.nodes if "CL" in box.text] == ["=CL", "=CL"]
        folded = [box for box in drawing.nodes if box.part is not None and box.kind == WORD]
        assert [box.text for box in folded] == ["FL HM", "FL HM"]
    assert all(one.operation == MATCHED for one in folded)


def test_states_have_the_room_that_is_asked_for() -> None:
    start, end, one_way, other_way = (0, -1), (1, -1), (0, 1), (0, 2)
    rooms = [
        (start, one_way, 30.0), (one_way, end, 20.0), (start, end, 90.0), (start, other_way, 10.0), (other_way, end, 5.0),
    ]  # fmt: skip
    places = places_of(rooms)
    assert all(places[other] - places[one] >= room - 1e-9 for one, other, room in rooms)
    assert (places[start], places[end]) == (0, 90)
    # what is left over is shared: between 32 and 70, and between 16 and 54, for circles are 16 apart
    assert (places[one_way], places[other_way]) == (51, 35)
    assert places_of([*rooms, (one_way, one_way, 70.0)]) == places  # a circle moves nothing
    assert places_of([]) == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_are_well_formed(theme: str) -> None:
    trees = without_lattice('(S (A& <a>) (B "b"))', "(S (A& <a>) (C (B x)))")
    drawing = layout_lattice_trees(trees, elide=False)
    root = ElementTree.fromstring(picture_svg(drawing, theme, "a < b", note="score > 1"))
    shown = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"<a>", "A&", '"b"<', "a < b", "score > 1", ">C"} <= set(shown)
    assert ElementTree.fromstring(scene_svg(drawing)).get("width") == f"{drawing.width:.0f}"
    assert "A\\&" in scene_document(drawing)


def test_trees_without_any_segment_in_common() -> None:
    check(layout_lattice_trees(without_lattice("(S (A a) (B b))", "(S (X ab))")))
    check(layout_lattice_trees(without_lattice("(A a)", "(B a)")))


def test_real_trees(shared: Path) -> None:
    turkish = [read_any(shared / "data" / "turkish-imst" / f"dev.{name}.conllu") for name in ("gold", "udpipe")]
    for comparison in (
        hebrew.compared(),
        score(LatticeComparison(turkish[0], turkish[1:])),
    ):
        for sentence in range(0, comparison.sentences, 19 * stride(2)):
            if comparison.table.statuses[0, sentence] != SKIPPED:
                for condense in (False, True):
                    check(layout_lattice_trees(comparison.trees(0, sentence), all_arcs=condense, condense=condense))
