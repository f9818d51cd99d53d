"""One sentence across annotation schemes, drawn."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from tests.drawing.framed_svg import picture_svg
from treecompare.drawing.scene import Stroke
from treecompare.drawing.scheme_layout import (
    ALL,
    COMMON,
    GOLD,
    LABEL_SIZE,
    PARSE,
    RIGHT,
    SAME,
    SCHEME,
    UNNAMED,
    Edits,
    SchemeBox,
    SchemeDrawing,
    SchemeTrees,
    compared_trees,
    layout_schemes,
    schemes_as_object,
    schemes_as_text,
)
from treecompare.drawing.scheme_layout import WORDS as IN_WORDS
from treecompare.drawing.style import estimated_width
from treecompare.mappings.function_edits import operations
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.trees.functions import MultiFunctionTree
from treecompare.trees.generalisation import generalise

WORDS = ["arrive", "on", "Sunday"]


def tree(**labels: str) -> MultiFunctionTree:
    """``tree(_13="tmod")`` has tmod over the words 1 to 3; several labels are separated by blanks."""
    nodes = {(int(name[1]), int(name[2])): frozenset(text.split()) for name, text in labels.items()}
    return MultiFunctionTree(3, frozenset({"root"}), nodes)


A = tree(_01="hd", _13="tmod", _12="hd", _23="pobj")
B = tree(_01="hd", _13="tmod", _12="prep", _23="hd")
WRONG = tree(_01="hd", _12="tmod", _23="pobj x")


def compared(labelled: bool = True) -> SchemeTrees:
    return compared_trees(WORDS, [("A", A), ("B", B)], ("A + B", generalise(A, B)), ("mine", WRONG), A, labelled)


def drawn(labelled: bool = True) -> SchemeDrawing:
    """With both golds' own trees."""
    return layout_schemes(compared(labelled), (0, 1))


def found(trees: SchemeTrees, tree: int, operation: str) -> set[tuple[int, int, str]]:
    return {(one.first, one.last, one.label) for one in trees.trees[tree].nodes if one.operation == operation}


def test_nodes_are_what_is_counted() -> None:
    trees = compared()
    assert [tree.role for tree in trees.trees] == [GOLD, GOLD, COMMON, PARSE]
    assert (trees.parse, trees.target, list(trees.own_golds)) == (3, 2, [0, 1])
    assert found(trees, 0, SCHEME) == {(1, 2, "hd"), (2, 3, "pobj")}
    assert found(trees, 1, SCHEME) == {(1, 2, "prep"), (2, 3, "hd")}
    charged = operations(WRONG, A, generalise(A, B))
    assert found(trees, 2, DELETED) == {(one.start, one.end, one.label) for one in charged if one.kind == "add"}
    assert found(trees, 3, INSERTED) == {
        (one.start, one.end, one.label) for one in charged if one.kind == "delete" and one.is_charged
    }
    assert found(trees, 3, SCHEME) == {(2, 3, "pobj")}
    # nodes that both golds have under other names are no part of a count
    assert found(trees, 2, UNNAMED) == {(1, 2, ""), (2, 3, "")}
    assert trees.counted(2) == [(2, 0, 1, "hd"), (2, 1, 3, "tmod")]
    assert trees.having((2, 1, 3, "tmod")) == [0, 1, 2]
    unlabelled = compared(labelled=False)
    assert found(unlabelled, 2, DELETED) == {(1, 3, "")}
    assert not found(unlabelled, 3, INSERTED) and not found(unlabelled, 2, UNNAMED)


def overlap(one: SchemeBox, other: SchemeBox) -> bool:
    is_beside = abs(one.x - other.x) > (one.width + other.width) / 2 - 1e-6
    return not is_beside and abs(one.y - other.y) < one.height


@pytest.mark.parametrize("right_to_left", [False, True])
@pytest.mark.parametrize("own", [(), (0, 1)])
def test_boxes_do_not_overlap_and_hold_their_labels(own: tuple[int, ...], right_to_left: bool) -> None:
    drawing = layout_schemes(compared(), own, right_to_left=right_to_left)
    for place, box in enumerate(drawing.boxes):
        assert box.x - box.width / 2 >= 0 and box.x + box.width / 2 <= drawing.width
        assert box.top >= 0 and box.top + box.height <= drawing.height
        assert box.contains(box.x, box.y) and drawing.box_of(box.place) is box
        assert not any(overlap(box, other) for other in drawing.boxes[:place])
        bold = 1.1 if box.operation in (DELETED, INSERTED) else 1.0
        assert box.tree == IN_WORDS or box.width >= bold * estimated_width(box.text, LABEL_SIZE)
    words = [box.text for box in sorted(drawing.words, key=lambda box: box.x)]
    assert words == (WORDS[::-1] if right_to_left else WORDS)


def test_words_stand_once_between_what_golds_share_and_the_system() -> None:
    drawing = layout_schemes(compared())
    [y] = {box.y for box in drawing.words}
    assert {box.tree for box in drawing.labels} == {2, 3} == set(drawing.titles)
    assert all((box.y < y) == (box.tree == 2) for box in drawing.labels)
    # boxes over the same word stand next to it on either side, and in the same column
    for word in drawing.words:
        for tree in (2, 3):
            over = [
                one for one in drawing.labels if one.tree == tree and (one.first, one.last) == (word.first, word.last)
            ]
            assert {one.x for one in over} <= {word.x}
            assert not over or 20 <= min(abs(one.y - y) for one in over) <= 30
    own = layout_schemes(compared(), (1,))
    assert set(own.titles) == {1, 2, 3}
    assert max(box.y for box in own.labels if box.tree == 1) < min(box.y for box in own.labels if box.tree == 2)


LONG = [f"w{place}" for place in range(12)]


def long_trees(wrong: dict[tuple[int, int], frozenset[str]]) -> SchemeTrees:
    one = frozenset({"x"})
    nodes = {(0, 6): one, (1, 6): one, (6, 12): one, (7, 9): one, **{(place, place + 1): one for place in range(12)}}
    gold = MultiFunctionTree(12, frozenset({"root"}), nodes)
    other = MultiFunctionTree(12, gold.root, gold.nodes | {(2, 4): frozenset({"y"})})
    parse = MultiFunctionTree(12, gold.root, gold.nodes | wrong)
    common = generalise(gold, other)
    return compared_trees(LONG, [("A", gold), ("B", other)], ("A + B", common), ("s", parse), gold)


def runs_of(trees: SchemeTrees, own: tuple[int, ...], folding: int) -> list[tuple[int, int, str]]:
    return [(box.first, box.last, box.text) for box in layout_schemes(trees, own, folding).words if box.is_run]


def test_words_without_differences_are_folded() -> None:
    trees = long_trees({(8, 9): frozenset({"z"})})
    run = [(0, 6, "… 6 words …")]
    assert [runs_of(trees, (), folding) for folding in (ALL, SAME, RIGHT)] == [[], run, run]
    # what only a scheme has is a difference where it is drawn, but no error
    assert [runs_of(trees, (1,), folding) for folding in (SAME, RIGHT)] == [[], run]
    folded = layout_schemes(trees, (), RIGHT)
    assert {box.place for box in folded.labels if box.last <= 6} == {(2, 0, 6, "x"), (3, 0, 6, "x")}
    assert folded.showing((3, 1, 6, "x")) is folded.words[0] and folded.showing((0, 1, 6, "x")) is None
    assert folded.showing((IN_WORDS, 3, 4, "")) is folded.words[0]
    assert folded.words_of((3, 6, 12, "x")) == list(folded.words[1:])
    assert folded.words_of((3, 0, 6, "x")) == [folded.words[0]]
    # of a sentence without differences something is left to be seen
    assert runs_of(long_trees({}), (), SAME) == [*run, (6, 12, "… 6 words …")]
    assert layout_schemes(trees, (), RIGHT, opened={0}).words[0].text == "w0"
    assert folded.box_of((3, 8, 9, "z")) is not None


def test_no_node_is_cut_by_a_run_and_all_errors_are_seen() -> None:
    for place in range(11):
        trees = long_trees({(place, place + 2): frozenset({"z"})} if place not in (0, 5) else {})
        for folding in (SAME, RIGHT):
            drawing = layout_schemes(trees, (0, 1), folding)
            seen = {box.place for box in drawing.labels}
            for tree in range(4):
                for operation in (DELETED, INSERTED):
                    assert seen >= set(trees.counted(tree, operation))
            edges = {edge for box in drawing.words for edge in (box.first, box.last)}
            assert all({box.first, box.last} <= edges for box in drawing.labels)


def test_wide_boxes_say_their_label_several_times() -> None:
    drawing = layout_schemes(long_trees({}))
    root = next(box for box in drawing.labels if box.is_root)
    wide = replace(root, x=700.0, width=1300.0)
    assert root.width < 800 and root.text_places == (root.x,)
    assert wide.text_places == pytest.approx((50 + 1300 / 6, 700, 1350 - 1300 / 6))


def test_one_gold_has_no_tree_of_its_own_for_what_is_common() -> None:
    trees = compared_trees(WORDS, [("A", A)], ("A", A), ("mine", WRONG), A)
    assert [tree.title for tree in trees.trees] == ["A (gold)", "mine (system)"]
    assert not trees.own_golds
    assert found(trees, 0, DELETED) == {(1, 3, "tmod"), (1, 2, "hd")}
    assert SCHEME not in layout_schemes(trees).operations


def test_a_word_that_is_deleted_stands_below_the_lowest_node_over_it() -> None:
    edits = Edits([{}, {}], {1: (DELETED, "")}, {})
    trees = compared_trees(WORDS, [("A", A), ("B", B)], ("A + B", generalise(A, B)), ("mine", WRONG), A, edits=edits)
    nodes = trees.trees[2].nodes
    (place,) = (number for number, node in enumerate(nodes) if node.is_word)
    word, above = nodes[place], nodes[place - 1]
    assert (word.first, word.last, word.label, word.operation) == (1, 2, "on", DELETED)
    assert (above.first, above.last, above.depth + 1) == (1, 2, word.depth)


def test_text_marks_without_colours() -> None:
    text = schemes_as_text(compared())
    lines = [line.split() for line in text.splitlines()]
    assert ["tmod<", "on", "Sunday"] in lines
    assert [">tmod", "on"] in lines
    assert ["(pobj)", "Sunday"] in lines
    assert [">x", "Sunday"] in lines
    assert text.splitlines()[0] == "A (gold)"


def test_an_object_says_what_became_of_each_node() -> None:
    told = schemes_as_object(compared())
    assert told["words"] == WORDS and [one["role"] for one in told["trees"]] == [GOLD, GOLD, COMMON, PARSE]
    nodes = [(one["first"], one["last"], one["label"], one["operation"]) for one in told["trees"][2]["nodes"]]
    assert nodes == [
        (1, 3, "root", "root"), (1, 1, "hd", "matched"), (2, 3, "tmod", "missing"), (2, 2, "", UNNAMED), (3, 3, "", UNNAMED),
    ]  # fmt: skip
    assert {one["operation"] for one in told["trees"][3]["nodes"]} == {"root", "matched", "extra", SCHEME}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_svg_is_whole(theme: str) -> None:
    drawing = drawn()
    root = ElementTree.fromstring(picture_svg(drawing, theme, "a & b"))
    texts = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"a & b", "tmod<", ">tmod", "(pobj)", "A + B (in common)", "Sunday"} <= set(texts)
    assert texts.count("Sunday") == 1
    dashed = [one for one in root.iter("{http://www.w3.org/2000/svg}path") if one.get("stroke-dasharray") == "4 3"]
    of_schemes = [one for one in drawing.labels if one.operation == SCHEME and one.last - one.first > 1]
    assert len(dashed) == len(of_schemes) + 1  # one in the legend
    assert MATCHED not in drawing.operations


def test_a_single_word_without_a_label_has_no_box_and_a_labelled_one_no_bracket() -> None:
    trees = compared()
    drawing = layout_schemes(trees)
    lone = [one for one in trees.trees[2].nodes if one.operation == UNNAMED and one.last - one.first == 1]
    assert lone and not any(drawing.box_of((2, one.first, one.last, one.label)) for one in lone)
    brackets = [mark for mark in drawing.marks if isinstance(mark, Stroke)]
    wide = [box for box in drawing.labels if box.last - box.first > 1 or box.is_root]
    assert len(brackets) == len(wide) < len(drawing.labels)
    rows = sorted({box.y for box in drawing.labels if box.tree == 3})
    assert {round(low - high) for high, low in itertools.pairwise(rows)} == {26}
