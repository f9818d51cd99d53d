"""Runs of words and chains of nodes that are the same in both trees become one."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET

import pytest

from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from tests.measures.test_properties import random_file
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.drawing.columns import GOLD, LEFT_OUT, TEST
from treecompare.drawing.condensed import BOTH, LEAST_CHAIN, LEAST_RUN, SEEN
from treecompare.drawing.layout import ARRANGEMENTS, Drawing, layout
from treecompare.drawing.style import BOX, LIGHT
from treecompare.drawing.trees_drawn import DIRECTIONS, box_showing, step
from treecompare.mappings.mapping import MATCHED
from treecompare.readers import parse
from treecompare.trees.tree import WORD

FLAT = "(S (A adder) (B bear) (C (D camel) (E deer)) (F ({} e) (Y f)) (NP (N newt) (M mouse)) (Z zebra) (W wolf))"


def spine(height: int, inner: str, beside: bool = True) -> str:
    for level in range(height):
        inner = f"(X (L l{level}) {inner} (R r))" if beside else f"(X{level} {inner})"
    return f"(S {inner})"


def texts(drawing: Drawing, side: str = GOLD) -> list[str]:
    return [box.text for box in drawing.boxes if box.side == side]


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_sisters_that_do_not_differ_become_one(arrangement: str) -> None:
    mapping = mapping_of(FLAT.format("X"), FLAT.format("Q"), params="none")
    drawing = layout(mapping, arrangement, condense=BOTH)
    assert texts(drawing).count("… 4 words …") == 2
    assert not {"A", "C", "NP", "Z", "zebra"} & set(texts(drawing)) and {"F", "Y", "e", "f"} <= set(texts(drawing))
    plain = layout(mapping, arrangement)
    assert drawing.width < plain.width and drawing.mapping is mapping
    opened = layout(mapping, arrangement, condense=BOTH, opened=frozenset({-1 - 1}))
    assert texts(opened).count("… 4 words …") == 1 and "A" in texts(opened)


def test_few_words_are_drawn() -> None:
    for words in (LEAST_RUN - 1, LEAST_RUN):
        parts = " ".join(f"(A w{place})" for place in range(words))
        mapping = mapping_of(f"(S {parts} (B b))", f"(S {parts} (C b))", params="none")
        assert (f"… {words} words …" in texts(layout(mapping, condense=BOTH))) == (words >= LEAST_RUN)


def test_a_run_is_one_in_both_trees() -> None:
    """What are sisters in the gold and not in the test stays apart."""
    gold = "(S (X (A a) (B b) (C c) (D d)) (E e))"
    test = "(S (A a) (B b) (Y (C c) (D d)) (E e))"
    assert not any("words" in text for text in texts(layout(mapping_of(gold, test, params="none"), condense=BOTH)))
    between = "(S (X (A a) (B b) (N n) (C c) (D d)) (E e))"
    mapping = mapping_of(between, gold, params="none", differing="align")
    assert not any("words" in text for text in texts(layout(mapping, condense=BOTH)))


@pytest.mark.parametrize("beside", [False, True])
def test_a_spine_of_forty_levels_is_a_few(beside: bool) -> None:
    inner = "(P ({} a) (B b))"
    mapping = mapping_of(spine(40, inner.format("A"), beside), spine(40, inner.format("Q"), beside), params="none")
    drawing, plain = layout(mapping, condense=BOTH), layout(mapping)
    assert "⋮ 40" in texts(drawing) and drawing.height < 500 < plain.height
    assert texts(drawing).count("… 40 words …") == (2 if beside else 0)
    box = next(box for box in drawing.boxes if box.text == "⋮ 40" and box.side == GOLD)
    assert box.opens and len(drawing.hidden_with(GOLD, box.node)) == 40
    opened = layout(mapping, condense=BOTH, opened=frozenset({box.node}))
    assert not any("⋮" in text for text in texts(opened))
    middle = drawing.hidden_with(GOLD, box.node)[10]
    seen = layout(mapping, condense=BOTH, opened=frozenset({SEEN + middle}))
    assert seen.hidden_with(GOLD, middle) == [middle] and seen.box_of((GOLD, middle)) is not None
    assert sorted(text for text in texts(seen) if "⋮" in text) == ["⋮ 10", "⋮ 29"]


def test_short_chains_and_changed_nodes_are_drawn() -> None:
    for height in (LEAST_CHAIN - 1, LEAST_CHAIN):
        trees = [spine(height, f"(P ({label} a) (B b))", False) for label in "AQ"]
        drawing = layout(mapping_of(*trees, params="none"), condense=BOTH)
        assert (f"⋮ {height}" in texts(drawing)) == (height >= LEAST_CHAIN)
    gold, test = (spine(3, spine(3, f"({label} a)", False), False) for label in "AQ")
    drawing = layout(mapping_of(gold.replace("X0", "X9", 1), test, params="none"), condense=BOTH)
    for box in drawing.boxes:
        assert box.operation == MATCHED or not box.opens


def test_a_walk_leads_through_a_chain() -> None:
    trees = [spine(10, f"(P ({label} a) (B b))") for label in "AQ"]
    mapping = mapping_of(*trees, params="none")
    drawing = layout(mapping, condense=BOTH)
    chain = next(box for box in drawing.boxes if box.text == "⋮ 10" and box.side == GOLD)
    first = step(drawing, (GOLD, chain.node), "down")
    assert drawing.box_of(first).text == "… 10 words …"  # type: ignore[union-attr]
    inner = step(drawing, first, "right")
    assert drawing.box_of(inner).text == "P"  # type: ignore[union-attr]
    assert drawing.box_of(step(drawing, inner, "up")) == chain
    assert step(drawing, (GOLD, chain.node), "up") == (GOLD, mapping.gold.roots[0])


@pytest.mark.parametrize("arrangement", [*ARRANGEMENTS, "stacked"])
@pytest.mark.parametrize("kind", ["T", "E"])
def test_nothing_that_differs_is_folded_and_every_node_is_shown_somewhere(arrangement: str, kind: str) -> None:
    gold, test = (text.split("\n") for text in random_file(seed=5, sentences=60, unary=0.3))
    beside = [f"(S {gold[place - 1]} {gold[place - 2]} (X (Y {{}} (N n))) {gold[place - 3]})" for place in range(60)]
    both = ["\n".join(map(str.format, beside, one)) for one in (gold, test)]
    comparison = ConstituentComparison(parse(both[0]), [parse(both[1])])
    folded = 0
    is_stacked = arrangement == "stacked"
    for sentence in range(0, 60, stride(6)):
        mapping = comparison.mapping(0, sentence, kind, "whole")
        assert mapping is not None
        drawing = layout(mapping, "side-by-side" if is_stacked else arrangement, condense=BOTH, stacked=is_stacked)
        folded += len(drawing.hidden)
        ET.fromstring(picture_svg(drawing))
        for one, other in itertools.pairwise(sorted(drawing.boxes, key=lambda box: (box.y, box.x))):
            if abs(one.y - other.y) < BOX:
                assert one.x + one.width / 2 <= other.x - other.width / 2 + 1e-6, (one, other)
        for side, tree in ((GOLD, mapping.gold), (TEST, mapping.test)):
            for node in range(len(tree)):
                assert box_showing(drawing, (side, node)) is not None
                if mapping.operation(side, node) != MATCHED and (tree.kinds[node] != WORD or mapping.counts_words):
                    box = drawing.box_of((side, node))
                    assert box is not None and not box.opens
    assert folded > 60 // stride(6)


def test_stacked_trees_stand_over_the_same_columns() -> None:
    mapping = mapping_of(GOLD_TREE, TEST_TREE)
    beside, above = (layout(mapping, "side-by-side", stacked=stacked) for stacked in (False, True))
    assert above.width < 0.7 * beside.width and above.height > beside.height
    words = {side: {b.text: b for b in above.boxes if b.side == side and b.kind == WORD} for side in (GOLD, TEST)}
    assert words[GOLD].keys() == words[TEST].keys()
    for text, box in words[GOLD].items():
        assert box.x == words[TEST][text].x and box.y < words[TEST][text].y
    lowest = max(box.y for box in above.boxes if box.side == GOLD)
    assert lowest < min(box.y for box in above.boxes if box.side == TEST)
    for link in above.links:
        assert all(0 < x < above.width and 0 < y < above.height for x, y in link.course)


@pytest.mark.parametrize("right_to_left", [False, True])
@pytest.mark.parametrize("condense", [(), BOTH])
@pytest.mark.parametrize("arrangement", [*ARRANGEMENTS, "stacked"])
def test_words_that_are_left_out_stand_in_their_places(
    arrangement: str, condense: tuple[str, ...], right_to_left: bool
) -> None:
    mapping = mapping_of(
        FLAT.format("X"), FLAT.format("Q"), params="none"
    )  # adder bear (camel deer) e f (newt mouse) zebra wolf
    left_out = [(0, "first"), (1, ","), (3, "within"), (5, ";"), (10, "."), (10, "''")]
    drawing = layout(
        mapping, "side-by-side" if arrangement == "stacked" else arrangement, right_to_left=right_to_left,
        condense=condense, stacked=arrangement == "stacked", left_out=left_out,
    )  # fmt: skip
    grey = {box.text: box for box in drawing.boxes if box.side == LEFT_OUT}
    folded = {"within", ","} if condense else {"within"}  # in the triangle, in the run
    assert grey.keys() == {text for _, text in left_out} - folded
    row = [box for box in drawing.boxes if box.kind == WORD and box.side != TEST]
    order = [box.text for box in sorted(row, key=lambda box: -box.x if right_to_left else box.x)]
    place = {text: order.index(text) for text in (*grey, "e", "f")}
    assert place["first"] == 0 and place["e"] < place[";"] < place["f"]
    assert order[-2:] == [".", "''"]
    if not condense:
        assert order.index("adder") < place[","] < order.index("bear")
    for one, other in itertools.pairwise(sorted(row, key=lambda box: box.x)):
        assert one.x + one.width / 2 <= other.x - other.width / 2 + 1e-6
    ends = {edge.parent for edge in drawing.edges} | {edge.child for edge in drawing.edges}
    assert not ends & {drawing.boxes.index(box) for box in grey.values()}
    for box in drawing.boxes:
        if box.side != LEFT_OUT:
            for direction in DIRECTIONS:
                assert step(drawing, (box.side, box.node), direction)[0] != LEFT_OUT
    assert LIGHT.quiet in picture_svg(drawing)


def test_of_trees_that_are_the_same_the_longest_way_down_is_a_chain() -> None:
    tree = spine(10, "(P (A a) (B b))")
    mapping = mapping_of(tree, tree, params="none")
    drawing = layout(mapping, condense=BOTH)
    assert "⋮ 10" in texts(drawing) and not any("⋮" in text for text in texts(layout(mapping)))
