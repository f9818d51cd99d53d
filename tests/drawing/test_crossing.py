"""Crossing branches: words in the order of the sentence, labels over their own words, nothing folded out of its place."""

from __future__ import annotations

import itertools
import json
import random

import numpy as np
import pytest

from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.sides import sides_of_trees
from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.condensed import BOTH, condensed
from treecompare.drawing.describe import changes, span_text, words_text
from treecompare.drawing.latex import scene_latex
from treecompare.drawing.layout import ARRANGEMENTS, Drawing, layout
from treecompare.drawing.sentence import Wanted
from treecompare.drawing.stacked import Way
from treecompare.drawing.style import FONT_SIZE, HALO, estimated_width
from treecompare.drawing.tree_shape import bridges, edge_points
from treecompare.mappings.mapping import MATCHED, Mapping
from treecompare.readers import Treebank, read_content
from treecompare.trees.joined_patterns import CountBy
from treecompare.trees.tree import WORD

GOLD_TREE = "(S (VP (NP (ART 0=das) (NN 1=Buch)) (PP (P 4=zu) (NN 5=Ende)) (VV 6=lesen)) (VM 2=will) (PP (P 3=bis)))"
RAISED = "(S (NP (ART 0=das) (NN 1=Buch)) (VM 2=will) (PP (P 3=bis)) (VP (PP (P 4=zu) (NN 5=Ende)) (VV 6=lesen)))"


def discbracket(text: str) -> Treebank:
    found = read_content(f"{text}\n".encode(), "trees.dbr")
    assert isinstance(found, Treebank) and not found.problems
    return found


def comparison_of(gold: str, test: str) -> ConstituentComparison:
    return score(ConstituentComparison(discbracket(gold), [discbracket(test)]))


def mapping_of(gold: str, test: str, kind: str = "T") -> Mapping:
    found = comparison_of(gold, test).mapping(0, 0, kind)
    assert found is not None
    return found


def random_tree(dice: random.Random, words: int) -> str:
    """A tree whose constituents take any words."""
    parts = [({number}, f"(T {number}=w{number})") for number in range(words)]
    dice.shuffle(parts)
    while len(parts) > 1:
        size = dice.randint(1, min(3, len(parts)))
        taken, parts = parts[:size], parts[size:]
        taken.sort(key=lambda part: min(part[0]))
        label = dice.choice("ABC")
        parts.append((set().union(*(own for own, _ in taken)), f"({label} {' '.join(text for _, text in taken)})"))
        dice.shuffle(parts)
    return f"(S {parts[0][1]})"


def check(drawing: Drawing) -> None:
    """Words stand in the order of the sentence, once per tree; no labels overlap; edges run through no label."""
    mapping = drawing.mapping
    for side, tree in ((GOLD, mapping.gold), (TEST, mapping.test)):
        places = []
        for node in tree.word_nodes.tolist():
            box = drawing.box_of((side, node))
            if box is not None and (not places or places[-1] != box.x):
                places.append(box.x)
        if drawing.arrangement != "merged" or side == GOLD:
            assert places == sorted(places)
    words = max(box.y for box in drawing.boxes if box.kind == WORD)
    hung = drawing.arrangement == "merged"
    boxes = [box for box in drawing.boxes if not (hung and box.y > words)]
    for one, other in itertools.combinations(boxes, 2):
        is_beside = abs(one.x - other.x) >= (one.width + other.width) / 2 - 0.01
        assert is_beside or abs(one.y - other.y) >= 18, (one, other)
    for edge in drawing.edges:
        if hung and drawing.boxes[edge.parent].y > words:
            continue
        (x, y), (_, end) = edge_points(drawing, edge)[-2:]
        for number, box in enumerate(drawing.boxes):
            if number not in (edge.parent, edge.child) and min(y, end) < box.y < max(y, end):
                assert abs(box.x - x) >= box.width / 2, (box, drawing.boxes[edge.child])


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("kind", ["T", "E"])
def test_trees_are_drawn_over_the_sentence(arrangement: str, kind: str) -> None:
    dice = random.Random(f"{arrangement} {kind}")
    for _ in range(40 // stride(8)):
        words = dice.randint(2, 9)
        gold, test = random_tree(dice, words), random_tree(dice, words)
        mapping = mapping_of(gold, dice.choice([gold, test]), kind)
        for elide, condense in itertools.product((False, True), ((), BOTH)):
            check(layout(mapping, arrangement, elide, condense=condense))


def test_the_edge_that_passes_over_another_is_seen() -> None:
    drawing = layout(mapping_of(GOLD_TREE, RAISED, "E"), "mirrored", elide=False)
    found = bridges(drawing)
    assert len(found) == 2  # edges of one mother do not count
    for (x, y), (other_x, other_y) in found:
        assert abs(other_y - y) >= abs(other_x - x)
    assert picture_svg(drawing).count(f'stroke-width="{HALO:g}"') == len(found)
    plain = layout(mapping_of(RAISED, RAISED), "mirrored", elide=False)
    assert not bridges(plain) and f'stroke-width="{HALO:g}"' not in picture_svg(plain)


def test_what_crosses_is_not_folded() -> None:
    drawing = layout(mapping_of(GOLD_TREE, GOLD_TREE), "side-by-side")
    folded = {drawing.boxes[fold.parent].text for fold in drawing.folds}
    assert folded == {"NP", "PP"}
    texts = [box.text for box in drawing.boxes if box.kind == WORD and box.side == GOLD]
    assert texts == ["das Buch", "will", "bis", "zu Ende", "lesen"]
    # sisters that do not follow each other in the sentence are no run of words
    apart = "(S (A (VP (T 0=a) (T 1=b) (T 4=e) (T 5=f)) (X (T 2=c) (T 3=d))) (T 6=g))"
    hidden = condensed(mapping_of(apart, apart.replace("X", "Y"))).hidden
    assert all(len(nodes) < 4 for nodes, _ in hidden.values())


def test_what_is_said_names_the_words() -> None:
    mapping = mapping_of(GOLD_TREE, RAISED, "E")
    [phrase] = [node for node, text in enumerate(mapping.gold.texts) if text == "VP"]
    assert span_text(mapping.gold, phrase) == "words 1 to 2 and 5 to 7"
    assert words_text(mapping.gold, phrase) == "das Buch … zu Ende lesen"
    assert "VP, gold only, words 1 to 2 and 5 to 7: das Buch … zu Ende lesen" in changes(mapping).values()
    three = "(S (A (T 0=a) (T 2=c) (T 4=e)) (T 1=b) (T 3=d))"
    two = mapping_of(three, three).gold
    assert span_text(two, two.texts.index("A")) == "words 1, 3 and 5"


def test_formats_name_the_words() -> None:
    comparison = comparison_of(GOLD_TREE, RAISED)
    drawn = comparison.drawing(0, 0, Wanted(mapping="E"))
    lines = drawn.written("text").splitlines()
    assert lines[0] == "1=das 2=Buch 3=will 4=bis 5=zu 6=Ende 7=lesen"
    assert any(line.startswith("  VP<* (words 1 to 2 and 5 to 7)") for line in lines)
    numbers = [int(line.split("=")[0].split()[-1]) for line in lines[2:] if "=" in line[:24]]
    assert sorted(numbers) == list(range(1, 8))
    nodes = json.loads(drawn.written("json"))["gold_nodes"]
    assert [node["words"] for node in nodes if node["label"] == "VP"] == [[0, 1, 4, 5, 6]]
    assert "tikzpicture" in drawn.written("latex") and "forest" not in drawn.written("document")
    assert "tikzpicture" in scene_latex(layout(mapping_of(GOLD_TREE, RAISED), elide=False))[0]
    stacked = comparison.stacked(0, Wanted(mapping="E"), "e.whole.dice")
    assert stacked.written("text").splitlines()[0] == lines[0]
    assert [node["words"] for node in stacked.as_object()["gold_nodes"] if node["label"] == "VP"] == [[0, 1, 4, 5, 6]]


def test_a_stack_has_all_words_in_order() -> None:
    stack = comparison_of(GOLD_TREE, RAISED).stacked(0, Wanted(mapping="E"), "e.whole.dice").usual()
    for tier in (0, 1):
        words = sorted(
            (box for box in stack.boxes if getattr(box, "kind", -1) == WORD and box.tier == tier), key=lambda box: box.x
        )
        said = " ".join(box.text for box in words)
        assert said.split() == ["das", "Buch", "will", "bis", "zu", "Ende", "lesen"]
    phrase = next(box for box in stack.boxes if box.text.startswith("VP<") and box.tier == 0)
    lit = {box.text for box in stack.over_same_words(phrase) if box.kind == WORD}
    assert "will" not in lit and "lesen" in lit
    assert "words 1 to 2 and 5 to 7" in stack.said_of(phrase) and len(phrase.over) == 2


def test_left_out_words_stand_where_they_were() -> None:
    gold = "(S (VP (NN 0=Buch) (, 2=,) (VV 3=lesen)) (VM 1=will) (. 4=.))"
    comparison = comparison_of(gold, gold)
    left_out = comparison.left_out(0, 0)
    assert left_out == [(2, ","), (3, ".")]
    mapping = comparison.mapping(0, 0)
    assert mapping is not None
    drawing = layout(mapping, elide=False, left_out=left_out)
    words = sorted((box for box in drawing.boxes if box.kind == WORD), key=lambda box: box.x)
    assert [box.text for box in words] == ["Buch", "will", ",", "lesen", "."]


def test_values_of_patterns_have_their_words_in_the_order_of_the_sentence() -> None:
    crossing = "(S (VP (VP (NN 0=a) (VV 4=e)) (PP (P 2=c) (NN 3=d))) (VM 1=b))"
    side = sides_of_trees(discbracket(crossing).trees).of["gold"]
    [first, *_] = [node for node, text in enumerate(discbracket(crossing).trees[0].texts) if text == "S"]
    assert side.value(CountBy("x", ("words",)), np.array([first])) == ["a b c d e"]


def test_words_that_stand_in_another_place_have_room_in_a_stack() -> None:
    """They are framed and bold, so wider than words that both trees have."""
    stack = comparison_of(GOLD_TREE, RAISED).stacked(0, Wanted()).laid_out(Way(folds=False, is_tight=False))
    framed = [box for box in stack.labels if box.kind == WORD and box.operation != MATCHED]
    assert framed
    for box in framed:
        assert box.width >= 1.12 * estimated_width(box.text, FONT_SIZE) + 12
    for one, other in itertools.combinations([box for box in stack.labels if box.kind == WORD], 2):
        assert one.tier != other.tier or abs(one.x - other.x) >= (one.width + other.width) / 2 - 0.01


def test_a_word_of_both_sentences_stands_once_though_tree_distance_moves_it() -> None:
    """darüber stands behind man in the order of the gold, in front in that of the system: deleted and inserted."""
    gold = "(S (VP (PROAV 0=darüber) (VVINF 3=nachdenken)) (VMFIN 1=muss) (PIS 2=man))"
    test = "(S (PROAV 0=darüber) (VMFIN 1=muss) (PIS 2=man) (VP (VVINF 3=nachdenken)))"
    mapping = mapping_of(gold, test)
    moved, inserted = (
        next(n for n in tree.word_nodes.tolist() if tree.texts[n] == "darüber") for tree in (mapping.gold, mapping.test)
    )
    assert moved not in mapping.test_of_gold and inserted not in mapping.gold_of_test
    words = {}
    for arrangement in ("mirrored", "side-by-side", "merged"):
        drawing = layout(mapping, arrangement, elide=False)
        check(drawing)
        words[arrangement] = [box.text for box in sorted(drawing.boxes, key=lambda box: box.x) if box.kind == WORD]
        boxes = [drawing.box_of((GOLD, moved)), drawing.box_of((TEST, inserted))]
        assert all(box is not None and box.operation != MATCHED for box in boxes)
        assert (boxes[0] is boxes[1]) == (arrangement == "mirrored")
    assert words["mirrored"] == [">darüber<", "muss", "man", "nachdenken"]
    assert words["side-by-side"] == ["darüber<", "muss", "man", "nachdenken", ">darüber", "muss", "man", "nachdenken"]
    assert sorted(words["merged"]) == sorted(["darüber<", ">darüber", "muss", "man", "nachdenken"])
    # other words than the gold's share no column
    other = mapping_of(gold, test.replace("darüber", "davon"))
    assert ">darüber<" not in [box.text for box in layout(other, "mirrored", elide=False).boxes]
