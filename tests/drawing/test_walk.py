"""Arrow keys reach every node that is drawn, and lead where they point."""

from __future__ import annotations

import pytest

from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.describe import changes
from treecompare.drawing.drawn import Space
from treecompare.drawing.layout import ARRANGEMENTS, Drawing, layout
from treecompare.drawing.trees_drawn import DIRECTIONS, Node, TreesDrawn, counterpart, own_node, start, step
from treecompare.mappings.mapping import Mapping
from treecompare.readers import parse
from treecompare.trees.tree import TreeBuilder, Trees


def reached(drawing: Drawing) -> set[Node]:
    first = start(drawing)
    assert first is not None
    found, todo = {first}, [first]
    while todo:
        node = todo.pop()
        for direction in DIRECTIONS:
            there = step(drawing, node, direction)
            assert drawing.box_of(there) is not None
            if there not in found:
                found.add(there)
                todo.append(there)
    return found


PAIRS = [
    (GOLD_TREE, TEST_TREE),
    ("(A x) (B y)", "(S (A x) (B y))"),
    ("(S a (N b) c)", "(S (N a) b c)"),
    ("(S (X) (N a))", "(S (N a) (Y (Z)))"),
    ("(S (A שלום) (B (C עולם) (D x)))", "(S (A שלום) (C עולם) (E x))"),
]


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("elide", [True, False])
@pytest.mark.parametrize("right_to_left", [True, False])
@pytest.mark.parametrize(("gold", "test"), PAIRS)
def test_every_node_is_reached(gold: str, test: str, arrangement: str, elide: bool, right_to_left: bool) -> None:
    drawing = layout(mapping_of(gold, test, params="none"), arrangement, elide, right_to_left=right_to_left)
    # the words of a folded part are reached as its label; what stands in the way of crossing words is reached as it is drawn
    drawn = {own_node((box.side, box.node)) for box in drawing.boxes}
    assert {own_node(node) for node in reached(drawing)} == drawn


@pytest.mark.parametrize(("arrangement", "width"), [("mirrored", 200), ("mirrored", 300), ("side-by-side", 400)])
def test_every_node_is_reached_where_only_what_differs_has_room(arrangement: str, width: int) -> None:
    drawn = TreesDrawn(mapping=mapping_of(GOLD_TREE, TEST_TREE), folds=True, arrangement=arrangement)
    drawn.lay_out(Space(width, 668, focuses=True))
    assert drawn.scene is not None
    assert {own_node(one) for one in reached(drawn.scene)} == {own_node(box.place) for box in drawn.boxes}


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("right_to_left", [True, False])
def test_left_is_left_and_right_is_right(arrangement: str, right_to_left: bool) -> None:
    drawing = layout(mapping_of(GOLD_TREE, TEST_TREE), arrangement, False, right_to_left=right_to_left)
    moves = 0
    for box in drawing.boxes:
        for direction, sign in (("left", -1), ("right", 1)):
            there = drawing.box_of(step(drawing, (box.side, box.node), direction))
            assert there is not None
            assert there == box or sign * (there.x - box.x) > 0
            moves += there != box
    assert moves > 10


def test_through_the_words_into_the_other_tree() -> None:
    drawing = layout(mapping_of(GOLD_TREE, TEST_TREE), elide=False)
    tag = drawing.mapping.gold.texts.index("V")
    word = step(drawing, (GOLD, tag), "down")
    assert drawing.mapping.gold.texts[word[1]] == "saw"
    side, node = step(drawing, word, "down")
    assert (side, drawing.mapping.test.texts[node]) == (TEST, "V")
    assert step(drawing, step(drawing, (side, node), "up"), "up") == (GOLD, tag)


def test_from_what_is_empty_to_the_nearest_of_the_other_tree() -> None:
    both = parse("(S (E) (N a))\n(S (M (K a)))").trees
    drawing = layout(Mapping("T", both[0], both[1], (), frozenset(), counts_words=True), elide=False)
    assert both[0].texts[0] == "E" and both[1].texts[1] == "K"
    assert step(drawing, (GOLD, 0), "down") == (TEST, 1)


def test_counterparts() -> None:
    mapping = mapping_of(GOLD_TREE, TEST_TREE)
    drawing = layout(mapping)
    for gold, test in mapping.pairs:
        assert counterpart(drawing, (GOLD, gold)) == (TEST, test)
        assert counterpart(drawing, (TEST, test)) == (GOLD, gold)
        assert counterpart(drawing, (GOLD, -1 - gold)) == (TEST, test)
    (deleted,) = set(range(len(mapping.gold))) - set(mapping.test_of_gold)
    assert counterpart(drawing, (GOLD, deleted)) is None


def sentences() -> Trees:
    """An empty tree and ``(S a)``."""
    build = TreeBuilder()
    build.end_sentence()
    build.open("S")
    build.word("a")
    build.close()
    build.end_sentence()
    return build.trees()


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize(("gold", "test"), [(0, 0), (0, 1), (1, 0)])
def test_empty_trees(gold: int, test: int, arrangement: str) -> None:
    trees = sentences()
    mapping = Mapping("T", trees[gold], trees[test], (), frozenset(), counts_words=True)
    drawing = layout(mapping, arrangement)
    first = start(drawing)
    assert (first is None) == (gold == test == 0)
    if first is not None:
        assert len(reached(drawing)) == 2
    assert len(changes(mapping)) == len(drawing.boxes) == 2 * (gold + test)


def test_changes_know_their_nodes() -> None:
    mapping = mapping_of(GOLD_TREE, TEST_TREE, "E")
    found = changes(mapping)
    assert len(found) == mapping.counts["deleted"] + mapping.counts["inserted"]
    for (side, node), text in found.items():
        assert text.startswith(mapping.trees[side].texts[node])
        assert node not in mapping.partners[side]
