"""What is drawn where annotators differ: two analyses, a third one, and the sentence as it stands."""

from __future__ import annotations

from pathlib import Path

from tests.extras.annotators.made import BANK_A, BANK_B, adjudication, arc, conllu, decide
from tests.extras.annotators.test_adjudication import NODES_A, NODES_B
from treecompare.drawing.arc_layout import layout_arcs
from treecompare.drawing.arcs import GOLD, TEST
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
    assert isinstance(standing, drawn.Arcs)
    said = [drawn.standing_said(layout_arcs(standing.columns, standing.arcs), one) for one in standing.arcs]
    assert said[-1] == "Lisbon depends on opened as obl"


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
