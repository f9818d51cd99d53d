"""Layouts, text, SVG and descriptions of mappings."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET

import pytest

from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from tests.measures.test_properties import random_file
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.condensed import BOTH
from treecompare.drawing.describe import as_text, changes, summary
from treecompare.drawing.layout import ARRANGEMENTS, Drawing, identical_parts, layout
from treecompare.drawing.names import Names
from treecompare.drawing.scene import INDENT
from treecompare.drawing.style import BOX, DARK, LIGHT, estimated_width
from treecompare.mappings.mapping import Mapping
from treecompare.readers import parse
from treecompare.trees.tree import WORD

GOLD_TREE = "(S (NP (D the) (N dog)) (VP (V saw) (NP (NP (D a) (N man)) (PP (P with) (NP (D a) (N hat))))))"
TEST_TREE = "(S (NP (D the) (N dog)) (VP (V saw) (NP (D a) (N man)) (PP (P with) (XP (D a) (N hat)))))"


def mapping_of(gold: str, test: str, kind: str = "T", part: str = "whole", **settings: str) -> Mapping:
    found = ConstituentComparison(parse(gold), [parse(test)], Settings(**settings)).mapping(0, 0, kind, part)
    assert found is not None
    return found


@pytest.fixture
def mapping() -> Mapping:
    return mapping_of(GOLD_TREE, TEST_TREE)


def shown(drawing: Drawing, side: str) -> set[int]:
    return {box.node for box in drawing.boxes if box.side == side and box.node >= 0}


@pytest.mark.parametrize("arrangement", ["mirrored", "side-by-side"])
def test_every_node_has_a_place(mapping: Mapping, arrangement: str) -> None:
    drawing = layout(mapping, arrangement, elide=False)
    for side, tree in ((GOLD, mapping.gold), (TEST, mapping.test)):
        assert all(drawing.box_of((side, node)) is not None for node in range(len(tree)))
    edges = sum(parent >= 0 for tree in (mapping.gold, mapping.test) for parent in tree.parents)
    assert len(drawing.edges) == edges
    (link,) = drawing.links
    assert {drawing.boxes[link.parent].text, drawing.boxes[link.child].text} == {"~NP", "~XP"}
    assert not drawing.folds


def test_mirrored_has_one_row_of_words_between_the_trees(mapping: Mapping) -> None:
    drawing = layout(mapping, "mirrored", elide=False)
    words = [box for box in drawing.boxes if box.kind == WORD]
    assert [box.text for box in sorted(words, key=lambda box: box.x)] == mapping.gold.words
    (row,) = {box.y for box in words}
    for box in drawing.boxes:
        if box.kind != WORD:
            assert (box.y < row) == (box.side == GOLD)


def test_side_by_side_puts_matched_nodes_at_one_height(mapping: Mapping) -> None:
    drawing = layout(mapping, "side-by-side", elide=False)
    for gold, test in mapping.pairs:
        one, other = drawing.box_of((GOLD, gold)), drawing.box_of((TEST, test))
        assert one is not None and other is not None
        assert one.y == other.y
        assert one.x < other.x


def test_identical_parts_are_folded_and_opened(mapping: Mapping) -> None:
    folds = identical_parts(mapping)
    assert {mapping.gold.brackets() and mapping.gold.texts[node] for node in folds} == {"NP"}
    assert {tuple(mapping.gold.words[mapping.gold.starts[n] : mapping.gold.ends[n]]) for n in folds} == {
        ("the", "dog"),
        ("a", "man"),
    }
    folded = layout(mapping)
    assert len(folded.folds) == 2 * len(folds)
    hidden = set(range(len(mapping.gold))) - shown(folded, GOLD)
    first = min(folds)
    assert hidden >= set(range(first - int(mapping.gold.sizes[first]) + 1, first))
    opened = layout(mapping, opened=frozenset({first}))
    assert shown(opened, GOLD) > shown(folded, GOLD)
    assert shown(layout(mapping, opened=frozenset(folds)), GOLD) == set(range(len(mapping.gold)))


def test_different_words_have_columns_of_their_own() -> None:
    mapping = mapping_of("(S (A a) (B b) (C c))", "(S (A a) (X x) (C c))", params="none", differing="skip")
    drawing = layout(mapping, elide=False)
    words = sorted((box for box in drawing.boxes if box.kind == WORD), key=lambda box: box.x)
    assert [box.text for box in words] in (["a", "~b | x", "c"], ["a", "b<", ">x", "c"])


def test_right_to_left() -> None:
    mapping = mapping_of("(S (A שלום) (B עולם))", "(S (A שלום) (B עולם))")
    left_to_right = layout(mapping, elide=False)
    right_to_left = layout(mapping, elide=False, right_to_left=True)

    def order(drawing: Drawing) -> list[str]:
        return [box.text for box in sorted(drawing.boxes, key=lambda box: box.x) if box.kind == WORD]

    assert order(right_to_left) == list(reversed(order(left_to_right)))


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("kind", ["T", "E"])
@pytest.mark.parametrize("elide", [True, False])
def test_nothing_overlaps_on_random_trees(arrangement: str, kind: str, elide: bool) -> None:
    gold, test = random_file(seed=5, sentences=40, unary=0.3)
    comparison = ConstituentComparison(parse(gold), [parse(test)])
    drawn = 0
    for sentence in range(0, 40, stride(4)):
        for part in ("whole", "roof"):
            mapping = comparison.mapping(0, sentence, kind, part)
            assert mapping is not None
            drawing = layout(mapping, arrangement, elide)
            drawn += 1
            boxes = sorted(drawing.boxes, key=lambda box: (box.y, box.x))
            for one, other in itertools.pairwise(boxes):
                if abs(one.y - other.y) < BOX:
                    assert one.x + one.width / 2 <= other.x - other.width / 2 + 1e-6, (one, other)
            for box in boxes:
                assert box.width / 2 <= box.x <= drawing.width - box.width / 2
                assert BOX / 2 <= box.y <= drawing.height - BOX / 2
            ET.fromstring(picture_svg(drawing))
    assert drawn == 80 // stride(4)


def test_a_reversed_ancestry_is_drawn() -> None:
    gold, test = "(S (A (B (N x) (N y))))", "(S (B (A (N x) (N y))))"
    for arrangement in ARRANGEMENTS:
        drawing = layout(mapping_of(gold, test, "E"), arrangement, elide=False)
        assert drawing.height < 600


@pytest.mark.parametrize(
    ("gold", "test"),
    [
        ("(A x) (B y)", "(S (A x) (B y))"),
        ("(S a (N b) c)", "(S (N a) b c)"),
        ("(N a)", "(N b)"),
        ("(S (X) (N a))", "(S (N a) (Y (Z)))"),
    ],
)
def test_odd_trees(gold: str, test: str) -> None:
    mapping = mapping_of(gold, test, params="none", differing="skip")
    for arrangement in ARRANGEMENTS:
        ET.fromstring(picture_svg(layout(mapping, arrangement)))
    assert as_text(mapping).splitlines()[-1] == summary(mapping)


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("kind", ["E", "T"])
@pytest.mark.parametrize("condense", [(), BOTH])
def test_the_tag_of_a_word_that_is_cut_elsewhere_is_folded(
    arrangement: str, kind: str, condense: tuple[str, ...]
) -> None:
    """In the gold it is a tag, in the system a constituent, over the same pieces."""
    mapping = mapping_of("(S (B ba (V ab)))", "(S bab (V a b))", kind, preterminals="yes")
    (fold,) = identical_parts(mapping)
    drawing = layout(mapping, arrangement, condense=condense)
    words = drawing.box_of((GOLD, -1 - fold))
    assert words is not None and words.text == " ".join(mapping.gold.words[1:]) and words.opens
    assert len(drawing.folds) == (1 if arrangement == "merged" else 2)


def test_a_long_sentence_is_drawn_without_recursion() -> None:
    long = f"(S {' '.join(f'(NP (N w{i}))' for i in range(2000))})"
    deep = "(A " * 300 + "(N x) (N y)" + ")" * 300
    assert len(layout(mapping_of(long, long), elide=False).boxes) == 10_002
    assert layout(mapping_of(deep, deep), elide=False).height > 15_000


def test_svg_is_self_contained_and_escaped() -> None:
    mapping = mapping_of("(S (A&B x<y) (C z))", "(S (D x<y) (C z))")
    for theme, colours in (("light", LIGHT), ("dark", DARK)):
        text = picture_svg(layout(mapping, elide=False), theme, title="Sentence <1> & more")
        root = ET.fromstring(text)
        shown_texts = [element.text for element in root.iter() if element.tag.endswith("text")]
        assert {"Sentence <1> & more", "~A&B", "~D", "x<y"} <= set(shown_texts)
        assert colours.background in text
        assert colours.text["swapped"] in text
        assert "relabelled" in shown_texts
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_text(mapping: Mapping) -> None:
    lines = as_text(mapping).splitlines()
    assert lines[0].split() == ["gold", "system"]
    assert any(line.startswith("    NP< ") for line in lines)
    assert any("NP" in line and "~" in line and "XP" in line for line in lines)
    assert sum("D the" in line for line in lines) == 1
    assert lines[-1] == "T-mapping: 1 gold only, 1 relabelled, 0 system only, 21 matched, cost 2"


def test_pictures_and_texts_use_the_words_of_the_window() -> None:
    mapping = mapping_of("(S (X (A a)) (N b) c)", "(S (N a) (Y (A d) c))", params="none")
    names = Names("ann-1", "ann-2")
    for arrangement in ARRANGEMENTS:
        drawing = layout(mapping, arrangement)
        svg, named = picture_svg(drawing, system="bllip"), picture_svg(drawing, names=names, system="bllip")
        shown, called = (re.findall(r"<text[^>]*>([^<]*)</text>", one) for one in (svg, named))
        assert {"gold only", "system only", "relabelled", "matched"} <= set(shown)
        assert {"ann-1 only", "ann-2 only", "relabelled", "matched"} <= set(called)
        has_sides = arrangement != "merged"
        assert [one for one in shown if one in ("GOLD", "bllip")] == ["GOLD", "bllip"] * has_sides
        assert [one for one in called if one.startswith("ann") and " " not in one] == ["ann-1", "ann-2"] * has_sides
        assert shown[-1] == "T-mapping: 1 gold only, 2 relabelled, 1 system only, 4 matched, cost 4"
        assert called[-1] == "T-mapping: 1 ann-1 only, 2 relabelled, 1 ann-2 only, 4 matched, cost 4"
    said = [
        as_text(mapping),
        as_text(mapping, names),
        *changes(mapping).values(),
        *changes(mapping, names).values(),
        svg,
        named,
    ]
    assert not re.findall(r"\b(swapped|test|deleted|inserted)\b", "\n".join(said))
    assert "gold" not in "".join([as_text(mapping, names), *changes(mapping, names).values(), named]).lower()


def test_the_names_of_both_sides_stand_beside_the_trees_and_not_on_them() -> None:
    mapping = mapping_of(GOLD_TREE, TEST_TREE)
    for arrangement in ARRANGEMENTS[:2]:
        drawing = layout(mapping, arrangement)
        text = picture_svg(drawing, title="t", system="s")
        (top,) = (float(one) for one in re.findall(r'<g transform="translate\([^ ]* ([0-9.]+)\)">\n<path', text))
        sides = {
            name: (anchor, float(y))
            for y, anchor, name in re.findall(r'y="([0-9.]+)"[^>]*text-anchor="(\w+)">(GOLD|s)<', text)
        }
        assert sides["GOLD"][0] == "start" and 20 < sides["GOLD"][1] <= top
        below = drawing.is_one_above_other
        assert sides["s"][0] == ("start" if below else "end")
        assert sides["s"][1] > top + drawing.height if below else sides["s"][1] == sides["GOLD"][1]


def test_description(mapping: Mapping) -> None:
    assert [*changes(mapping).values()] == [
        "NP, gold only, words 4 to 8: a man with a hat",
        "NP for XP, relabelled, words 7 to 8: a hat",
    ]
    same = mapping_of(GOLD_TREE, GOLD_TREE)
    assert changes(same) == {}
    spans = mapping_of(GOLD_TREE, TEST_TREE, "E")
    assert "XP, system only, words 7 to 8: a hat" in changes(spans).values()
    assert not any("relabelled" in line for line in changes(spans).values())


def test_a_long_title_makes_a_picture_wider(mapping: Mapping) -> None:
    drawing = layout(mapping, "mirrored", elide=False)
    title = "word " * 60
    found = re.search(r'width="([0-9.]+)"', picture_svg(drawing, title=title))
    assert found is not None
    width = float(found[1])
    assert width == pytest.approx(1.1 * estimated_width(title, 14) + 2 * INDENT, abs=1)
