"""Trees reduced to what a step is about: that is drawn as it is, the rest is told in a few words, and whether it differs."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest

from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from tests.drawing.test_drawing import mapping_of
from tests.measures.test_properties import random_file
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.condensed import DAUGHTERS, LONE, MOTHERS, can_focus, changed_nodes, focused, upper_nodes
from treecompare.drawing.layout import ARRANGEMENTS, Drawing, layout
from treecompare.mappings.mapping import MATCHED, Mapping
from treecompare.readers import parse, read_content
from treecompare.trees.tree import WORD

INNER = "(VP (V sees) (NP (D a) ({} b) (N cat)))"
GOLD_TEXT = f"(S (NP (D the) (N dog)) (VP (M can) {INNER.format('X')}) (P .))"
TEST_TEXT = f"(S (NP (D the) (N dog)) (VP (M can) {INNER.format('Q')}) (P .))"


def drawn(mapping: Mapping, seen: list[tuple[str, int]], around: int = LONE, arrangement: str = "mirrored") -> Drawing:
    return layout(mapping, arrangement, small=focused(mapping, seen, around))


def node_of(mapping: Mapping, label: str, last: bool = False) -> tuple[str, int]:
    nodes = [node for node, text in enumerate(mapping.gold.texts) if text == label]
    return GOLD, nodes[-1 if last else 0]


def texts(drawing: Drawing, side: str = GOLD) -> list[str]:
    return [box.text for box in drawing.boxes if box.side == side]


def test_what_is_about_stays_and_the_rest_is_told_in_a_few_words() -> None:
    mapping = mapping_of(GOLD_TEXT, TEST_TEXT, params="none")
    drawing = drawn(mapping, [node_of(mapping, "NP")])
    assert sorted(texts(drawing)) == sorted(["S", "NP", "the dog", "can … . ≠"])
    whole = drawn(mapping, [node_of(mapping, "D")], DAUGHTERS)
    assert {"NP", "D", "the", "dog"} <= set(texts(whole)) and drawing.width < layout(mapping).width
    inner = drawn(mapping, [node_of(mapping, "V")])
    assert "S ⋮" in texts(inner) and "sees" in texts(inner)


def test_what_differs_is_told_where_it_is_not_drawn_and_only_there() -> None:
    mapping = mapping_of(GOLD_TEXT, TEST_TEXT, params="none")
    changed = changed_nodes(mapping)
    assert [mapping.gold.texts[node] if side == GOLD else mapping.test.texts[node] for side, node in changed] == [
        "X",
        "Q",
    ]
    drawing = drawn(mapping, changed)
    assert not any("≠" in text for text in texts(drawing)) and "~X" in texts(drawing)
    assert any("≠" in text for text in texts(drawn(mapping, upper_nodes(mapping, 0))))
    same = mapping_of(GOLD_TEXT, GOLD_TEXT, params="none")
    assert not any("≠" in text for text in texts(drawn(same, [])))


def test_words_that_differ_or_cross_are_not_reduced() -> None:
    assert can_focus(mapping_of(GOLD_TEXT, TEST_TEXT, params="none"))
    tiger = "(S (VP (A 0=a) (B 2=b)) (C 1=c))"
    crossing = read_content(tiger.encode(), "x.discbracket", name="x")
    found = ConstituentComparison(crossing, [crossing]).mapping(0, 0, "T", "whole")
    assert found is not None and not can_focus(found)


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("kind", ["T", "E"])
def test_all_that_is_seen_is_drawn_as_it_is_and_no_word_is_lost(arrangement: str, kind: str) -> None:
    gold, test = random_file(seed=6, sentences=40, unary=0.3)
    comparison, rng, reduced = ConstituentComparison(parse(gold), [parse(test)]), random.Random(2), 0
    for sentence in range(40 // stride(4)):
        mapping = comparison.mapping(0, sentence, kind, "whole")
        assert mapping is not None
        trees = {GOLD: mapping.gold, TEST: mapping.test}
        side = rng.choice([GOLD, TEST])
        seen = [(side, rng.randrange(len(trees[side])))]
        for around in (LONE, MOTHERS, DAUGHTERS):
            drawing = drawn(mapping, seen, around, arrangement)
            ET.fromstring(picture_svg(drawing))
            reduced += len(drawing.boxes) < len(layout(mapping, arrangement, elide=False).boxes)
            box = drawing.box_of(seen[0])
            assert box is not None and len(drawing.hidden_with(*seen[0])) == 1
            is_told = trees[side].kinds[seen[0][1]] != WORD or mapping.counts_words
            if is_told and arrangement != "merged":
                assert box.operation == mapping.operation(*seen[0])
            for one, tree in trees.items():
                words = [drawing.box_of((one, int(word))) for word in tree.word_nodes]
                assert all(found is not None and found.kind == WORD for found in words), (sentence, one)
            for index, nodes in drawing.hidden.items():
                differs = any(
                    mapping.operation(one, node) != MATCHED
                    for one, node in nodes
                    if kind == "T" or trees[one].kinds[node] != WORD
                )
                if arrangement == "mirrored":  # a box is of both sides there
                    assert drawing.boxes[index].text.endswith("≠") == differs
    assert reduced > 60 // stride(4)
