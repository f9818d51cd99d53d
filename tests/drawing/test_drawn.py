"""How a sentence is drawn and what is said of it, as any view asks for it: without Qt."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.drawing.test_drawing import GOLD_TREE, TEST_TREE, mapping_of
from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.drawn import Attached, Drawn, Space, Telling
from treecompare.drawing.layout import layout
from treecompare.drawing.names import Names
from treecompare.drawing.scene import NODE, WORD
from treecompare.drawing.trees_drawn import TreesDrawn
from treecompare.mappings.mapping import MATCHED, Mapping

WORDS = " ".join(f"(NP (D the) (N word{number}))" for number in range(20))
LONG = f"(S (NP (D a) (N dog)) (VP (V saw) {WORDS} (PP (P of) (NP (N it)))))"


SPACE = Space(900, 600)


def drawn(mapping: Mapping, space: Space = SPACE, **options: object) -> TreesDrawn:
    found = TreesDrawn(mapping=mapping, title="Sentence 1", folds=True, **options)  # type: ignore[arg-type]
    found.lay_out(space)
    return found


def long_pair() -> Mapping:
    return mapping_of(LONG, LONG.replace("(PP ", "(XP "))


def said(found: TreesDrawn, text: str, side: str = GOLD) -> str:
    return found.said(next(box for box in found.boxes if box.text == text and box.side == side))


def test_no_drawing_needs_qt() -> None:
    code = (
        "import sys\n"
        "from treecompare.drawing import arcs_drawn, lattice_drawn, scheme_layout, stacked, trees_drawn\n"
        "assert not [name for name in sys.modules if name.startswith('PySide6')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_no_more_is_folded_than_the_space_asks_for() -> None:
    """Ever smaller views fold ever more, all that changed stays seen, and what has no room in the last way is what it is."""
    boxes = []
    for width in (4000, 1200, 700, 400):
        found = drawn(long_pair(), Space(width, 500))
        boxes.append(len(found.boxes))
        assert found.is_folded == (width < 4000) and found.begins_at_top is False
        assert all(found.is_seen(place) for place in found.changed())
        assert found.has_room(found.scene.width, found.scene.height, Space(width, 500)) or width == 400  # type: ignore[union-attr]
    assert all(one >= other for one, other in pairwise(boxes)) and boxes[0] > boxes[-1]


def test_what_is_wanted_is_unfolded_and_what_is_opened_stays() -> None:
    space = Space(700, 500)
    found = drawn(long_pair(), space)
    hidden = next(node for node in range(len(found.mapping.gold)) if found.folding_of((GOLD, node)) is not None)
    assert found.unfold(found.wanted_for([(GOLD, hidden)]), space) and found.is_seen((GOLD, hidden))
    assert not found.unfold([(GOLD, hidden)], space)
    part = next(part for box in found.boxes if (part := found.part_of(box)) is not None)
    found.open(part, space)
    found.draw_again(Space(300, 300))
    assert part in found.opened and found.is_seen((GOLD, hidden))


def test_room_is_counted_in_the_drawings_own_units() -> None:
    """Letters that have to be twice as large leave half of the room, and a scroll bar takes half of what it takes there."""
    space = Space(901, 601, smallest_text=8, bar=16)
    usual, large = space.room_for(8), space.room_for(16)
    assert (usual.width - large.width, usual.height - large.height) == (450, 300)
    assert (usual.bar, large.bar) == (16, 8) and usual.least == large.least == 1


def test_all_of_it_is_as_large_as_it_can_be() -> None:
    space = Space(500, 400, is_overview=True)
    found, usual = drawn(long_pair(), space), drawn(long_pair(), replace(space, is_overview=False))
    scale = [space.scale_for(one.scene.width, one.scene.height) for one in (found, usual)]  # type: ignore[union-attr]
    assert scale[0] >= scale[1]


def test_what_is_said_of_nodes() -> None:
    mapping = mapping_of("(S (A <b>x</b>) (C y) (D z))", "(S (B <b>x</b>) (C y))", params="none")
    found = drawn(mapping)
    assert said(found, "<b>x</b>").endswith("costs nothing") and said(found, "D<").endswith("deleted, costs 1")
    assert said(drawn(replace(mapping, custom_cost=1.5)), "D<").endswith("deleted")
    assert said(drawn(mapping_of(GOLD_TREE, TEST_TREE, "E")), "with").endswith("not counted")
    folded = drawn(long_pair(), Space(500, 400))
    runs = [folded.said(box) for box in folded.boxes if folded.part_of(box) is not None]
    assert runs and all("click to open" in one for one in runs)
    (words,) = {one for one in runs if one.startswith("saw the word0 ")}
    assert max(map(len, words.splitlines()[:-1])) <= 72 < len(" ".join(words.splitlines()[:2]))


def test_both_are_called_by_their_names_where_neither_is_gold_and_nothing_is_said_of_a_hidden_one() -> None:
    mapping = mapping_of(GOLD_TREE, TEST_TREE)
    telling = Telling(("anne", "ben"), called=Names("anne", "ben"))
    found = drawn(mapping, telling=telling)
    assert (
        found.tags() == [("top left", "anne"), ("bottom left", "ben")]
        and (telling.gold, telling.system) == telling.names
    )
    assert "anne only" in found.change_of(found.box_of(found.changed()[0])) and found.counts()[0].sign == "X<"
    assert any("anne only" in one.text for one in found.legend()) and "anne 1" not in found.details()
    telling.hides_gold = True
    assert found.tags() == [] and found.legend() == [] and not any("only" in found.said(box) for box in found.boxes)
    assert [one.text for one in found.counts()] == [found.nothing_changed()] == ["The gold is hidden."]


@pytest.mark.parametrize(
    ("differs", "words", "told"), [(0, 0, "Identical"), (1, 0, "No difference counts"), (1, 1, "but for words")]
)
def test_what_is_the_same_says_so(differs: bool, words: bool, told: str) -> None:
    found = drawn(mapping_of(GOLD_TREE, GOLD_TREE), differs=differs, has_other_words=words)
    assert told in found.nothing_changed() == found.counts()[0].text and found.changes_said() == found.strip() == []


def test_lights_and_lines() -> None:
    found = drawn(mapping_of(GOLD_TREE, TEST_TREE))
    place = next(box.place for box in found.boxes if box.role == NODE and box.side == GOLD and box.operation == MATCHED)
    other = found.counterpart(place)
    lit, underlined = found.lights(None, place, found.changed()[:1])
    assert set(lit) >= {found.box_of(place), found.box_of(other), found.box_of(found.changed()[0])}
    assert not any(lit.values()) and underlined and {box.role for box in underlined} == {WORD}
    assert found.lights(place, None, [])[0] == {found.box_of(place): True, found.box_of(other): True}
    attached = Attached([place], {GOLD: len(found.mapping.gold) - 1, TEST: len(found.mapping.test) - 1})
    assert found.lines_of(attached)
    beside = drawn(found.mapping, Space(4000, 900), arrangement="side-by-side")
    assert beside.lines_of(attached)


def test_copies() -> None:
    found = drawn(mapping_of(GOLD_TREE, TEST_TREE))
    texts = {what: text() for what, text in found.copies().items()}
    assert texts["both trees as brackets"].count("\n") == 1 and texts["as SVG"].startswith("<svg")
    assert "in the preamble" in texts["as LaTeX"] and "Sentence 1" in found.document()
    assert Drawn().svg() == "" and Drawn().changed() == [] and Drawn().tags() == []


def test_a_scene_that_can_be_drawn_in_no_other_way_is_walked_and_told_of() -> None:
    scene = layout(mapping_of(GOLD_TREE, TEST_TREE))
    found = Drawn(scene=scene)
    found.lay_out(Space(100, 100))
    assert found.scene is scene and found.first_place() == scene.boxes[0].place
    here = found.box_of(found.first_place())
    for direction, sign in (("right", 1), ("left", -1)):
        there = found.box_of(found.next_place(here.place, direction))
        assert there is None or sign * (there.x - here.x) > 0
    assert found.seen((0.0, 0.0, scene.width / 2, 10.0)) == (0.0, 0.5)
    assert found.middle_of(0.5, (1.0, 7.0)) == (scene.width / 2, 7.0)
