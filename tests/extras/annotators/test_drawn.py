"""What is drawn where annotators differ: two analyses, a third one, and the sentence as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.extras.annotators.made import BANK_A, BANK_B, adjudication, arc, conllu, decide
from tests.extras.annotators.test_adjudication import NODES_A, NODES_B
from treecompare.drawing.arcs import GOLD, TEST
from treecompare.drawing.style import Room
from treecompare.extras.annotators import drawn
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import NODES
from treecompare.jobs.base import Paper
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping

LABEL_B = (*BANK_A[:5], ("Lisbon", "PROPN", 4, "obl"))


def arcs_to(shown: drawn.Arcs | Mapping, word: int) -> list[tuple[str, int, str, str, bool]]:
    """The arcs to a word, from 1: side, head, relation, what became of it, whether it is open."""
    assert isinstance(shown, drawn.Arcs)
    found = [one for one in shown.arcs if one.word == word - 1]
    return [(one.side, one.head + 1, one.relation, one.operation, one.is_open) for one in found]


def texts(mapping: drawn.Arcs | Mapping) -> list[str]:
    assert isinstance(mapping, Mapping)
    return [mapping.gold.texts[node] for node in range(len(mapping.gold))]


def test_arcs_of_two_of_a_third_and_of_the_result(tmp_path: Path) -> None:
    made = adjudication(tmp_path, *map(conllu, (BANK_A, BANK_B, LABEL_B)))
    difference = made.differences[0]
    assert drawn.sides_of(difference) == (0, 1)
    pair = drawn.pair(made, 0)
    assert arcs_to(pair, 6) == [(GOLD, 4, "nmod", DELETED, False), (TEST, 3, "obl", INSERTED, False)]
    assert {operation for *_, operation, _ in arcs_to(pair, 1)} == {MATCHED}
    assert arcs_to(drawn.pair(made, 0, (0, 2)), 6)[0][3] == SWAPPED
    assert arcs_to(drawn.single(made, 0, 2), 6) == [(GOLD, 4, "obl", MATCHED, False)]
    assert arcs_to(drawn.result(made, 0), 6) == [(GOLD, 4, "nmod", MATCHED, True)]  # the head of two
    decide(made, arc(1, 6), "b")
    standing = drawn.result(made, 0)
    assert arcs_to(standing, 6) == [(GOLD, 3, "obl", MATCHED, False)]


def test_what_agrees_with_the_first_is_not_drawn_against_it(tmp_path: Path) -> None:
    made = adjudication(tmp_path, *map(conllu, (BANK_A, BANK_A, LABEL_B)))
    assert drawn.sides_of(made.differences[0]) == (0, 2)


def test_constituents_of_two_and_of_the_result(tmp_path: Path) -> None:
    made: Adjudication = adjudication(tmp_path, NODES_A, NODES_B, ending="mrg")
    difference = next(one for one in made.differences if one.place.field == NODES and one.values[0])
    pair = drawn.pair(made, 0)
    assert isinstance(pair, Mapping) and pair.counts[DELETED] and pair.counts[INSERTED]
    lit = drawn.nodes_at(pair, difference)
    assert {side for side, _ in lit} == {GOLD, TEST}
    assert [pair.gold.texts[node] for side, node in lit if side == GOLD] == difference.values[0].split()[::-1]
    standing = drawn.result(made, 0)
    assert f"{difference.values[0]}{drawn.OPEN_SIGN}" in texts(standing)
    assert isinstance(standing, Mapping) and {side for side, _ in drawn.nodes_at(standing, difference)} == {GOLD}
    for one in made.differences:
        if made.refusal(one.place, one.values[0]) is None:
            decide(made, one.place, "a")
    assert not any(drawn.OPEN_SIGN in text for text in texts(drawn.result(made, 0)))
    assert texts(drawn.single(made, 0, 1)) != texts(drawn.result(made, 0))


def paper(width: float, *opened: int, **wanted: Any) -> Paper:
    return Paper(Room(width, 300.0, 0.8), opened=frozenset(opened), **wanted)


def test_arcs_are_folded_where_they_have_no_room(tmp_path: Path) -> None:
    same = [(f"word{n}", "X", n - 1, "dep" if n > 1 else "root") for n in range(1, 41)]
    texts = [conllu((*same, ("end", "X", 40, relation))) for relation in ("obl", "nmod")]
    made = adjudication(tmp_path, *texts)
    difference, shown = made.differences[0], drawn.pair(made, 0)
    scenes = list(drawn.ways(shown, difference, paper(600)))
    assert scenes[0].width > scenes[1].width and scenes[-1].width <= 600 / 0.8
    [fold] = [box for box in scenes[-1].boxes if box.part is not None]
    assert "the same in all analyses" in drawn.box_said(shown, ("anna", "bert"), fold)
    assert not any(box.part for box in list(drawn.ways(shown, difference, paper(600, fold.part)))[-1].boxes)
    assert not any(box.part for box in list(drawn.ways(shown, difference, paper(600, folds=False)))[-1].boxes)
    for scene in scenes:
        light = drawn.lit(shown, difference, scene)
        assert {box.text for box in light.boxes} >= {"end"} and light.marks
    at_end = [box for box in scenes[0].boxes if box.column == 40]
    word, label = (next(box for box in at_end if (box.arc is None) == is_word) for is_word in (True, False))
    assert drawn.box_said(shown, ("anna", "bert"), word).split("\n")[1:] == [
        "anna: end depends on word40 as obl", "bert: end depends on word40 as nmod"
    ]  # fmt: skip
    assert drawn.box_said(shown, ("anna", "bert"), label).startswith("anna: end")
    assert drawn.difference_at(made, shown, 0, word) == 0 and drawn.difference_at(made, shown, 0, fold) is None
    standing = drawn.result(made, 0)
    scene = next(drawn.ways(standing, difference, paper(600)))
    said = drawn.box_said(standing, ("", ""), next(box for box in scene.boxes if box.column == 40))
    assert said.endswith("end depends on word40 as obl\nnot decided")


def test_trees_are_drawn_in_the_layout_that_is_wanted(tmp_path: Path) -> None:
    made = adjudication(tmp_path, NODES_A, NODES_B, ending="mrg")
    difference, shown = made.differences[0], drawn.pair(made, 0)
    scenes = [
        next(drawn.ways(shown, difference, paper(900, layout=one))) for one in ("mirrored", "side-by-side", "merged")
    ]
    assert len({(scene.width, scene.height) for scene in scenes}) == 3
    boxes = [box for box in scenes[0].boxes if box.place in drawn.lit(shown, difference, scenes[0]).boxes]
    assert "VP" in {box.text.strip("<>") for box in boxes}
    changed = next(box for box in scenes[0].boxes if box.operation == INSERTED)
    assert drawn.box_said(shown, ("anna", "bert"), changed) == "VP over words 3 to 4: saw her\nonly bert has it"
    assert drawn.difference_at(made, shown, 0, changed) == 0
    assert drawn.difference_at(made, shown, 0, scenes[0].boxes[0]) is None
    assert len(list(drawn.ways(drawn.result(made, 0), difference, paper(200, folds=False)))) == 1
