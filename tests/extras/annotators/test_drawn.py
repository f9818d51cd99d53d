"""What is drawn where annotators differ: two analyses, a third one, and the sentence as it stands."""

from __future__ import annotations

from pathlib import Path

from tests.extras.annotators.made import BANK_A, BANK_B, adjudication, arc, conllu, decide
from tests.extras.annotators.test_adjudication import NODES_A, NODES_B
from treecompare.drawing.arcs import GOLD, TEST
from treecompare.drawing.drawn import Space
from treecompare.extras.annotators import drawn
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import NODES
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


def test_arcs_are_folded_where_they_have_no_room(tmp_path: Path) -> None:
    same = [(f"word{n}", "X", n - 1, "dep" if n > 1 else "root") for n in range(1, 41)]
    texts = [conllu((*same, ("end", "X", 40, relation))) for relation in ("obl", "nmod")]
    made = adjudication(tmp_path, *texts)
    difference, shown = made.differences[0], drawn.pair(made, 0)
    of = drawn.drawn_of(shown, difference, ("anna", "bert"), "words")
    of.folds = True
    of.lay_out(Space(600, 300))
    [fold] = [box for box in of.boxes if box.part is not None]
    light = drawn.lit(shown, difference, of)
    assert light.places and light.marks
    at_end = [box for box in of.boxes if box.column == 40]
    word, label = (next(box for box in at_end if (box.arc is None) == is_word) for is_word in (True, False))
    assert of.said(word).split("\n") == [
        "end", "anna: end depends on word40 as obl", "bert: end depends on word40 as nmod"
    ]  # fmt: skip
    assert of.said(label) == "anna: end depends on word40 as obl"
    assert drawn.difference_at(made, shown, 0, word) == 0 and drawn.difference_at(made, shown, 0, fold) is None
    of.open(fold.part, Space(600, 300))
    assert not any(box.part for box in of.boxes)
    standing = drawn.drawn_of(drawn.result(made, 0), difference, ("", ""), "words")
    standing.folds = True
    standing.lay_out(Space(600, 300))
    [word] = [box for box in standing.boxes if box.column == 40 and box.arc is None]  # it is never folded
    assert standing.said(word) == "end\nend depends on word40 as obl\nnot decided"


def test_what_is_looked_at_in_a_tree_is_never_folded(tmp_path: Path) -> None:
    made = adjudication(tmp_path, NODES_A, NODES_B, ending="mrg")
    difference, shown = made.differences[0], drawn.pair(made, 0)
    of = drawn.drawn_of(shown, difference, ("anna", "bert"), "words")
    of.lay_out(Space(900, 600))
    boxes = [box for box in of.boxes if of.place_of(box) in drawn.lit(shown, difference, of).places]
    assert "VP" in {box.text.strip("<>") for box in boxes}
    changed = next(box for box in of.boxes if box.operation == INSERTED)
    assert of.said(changed) == "constituent VP\nwords 3 to 4: saw her\nonly bert has it"
    assert drawn.difference_at(made, shown, 0, changed) == 0
    assert drawn.difference_at(made, shown, 0, of.boxes[0]) is None
    standing = drawn.drawn_of(drawn.result(made, 0), difference, ("", ""), "words")
    standing.folds = True
    for width in (900, 120):
        standing.lay_out(Space(width, 100))
        assert standing.arrangement == "merged"
        assert {*standing.wanted} <= {standing.place_of(box) for box in standing.boxes}
