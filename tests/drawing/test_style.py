"""Texts in drawings: the direction of their script, where they may be broken, and what systems are called."""

from __future__ import annotations

import pytest

from treecompare.drawing.names import names_in_corners, short_names
from treecompare.trees.characters import begins_at_the_right, kept_apart, left_to_right


def test_marks_stand_beside_their_segments_in_scripts_from_right_to_left() -> None:
    assert kept_apart("the/DT >dog/NN") == "the/DT >dog/NN"
    assert kept_apart("ב/IN >ה/DEF") == "\u200e\u2066ב/IN\u2069 \u2066>ה/DEF\u2069"


def test_numbers_stand_before_words_from_right_to_left() -> None:
    assert left_to_right("2 man") == "2 man"
    assert left_to_right("≠ 2 שלום") == "\u200e≠ 2 שלום"


@pytest.mark.parametrize(
    ("text", "is_at_the_right"), [("אב c", True), ("1 אב", True), ("a אב", False), ("", False), ("12 …", False)]
)
def test_a_text_begins_where_its_first_letter_is(text: str, is_at_the_right: bool) -> None:
    assert begins_at_the_right(text) == is_at_the_right


def test_names_are_cut_where_all_begin_alike() -> None:
    assert short_names("gold", ["dev.a", "dev.b"]) == ["a", "b"]
    assert short_names("dev.gold", ["dev.a"]) == ["a"]
    assert short_names("gold", ["dev.", "dev.b"]) == ["dev.", "dev.b"]  # nothing would be left
    assert names_in_corners("dev.gold", ["dev.eager", "dev.lazy"], 1, True) == ("GOLD", "lazy")
    assert names_in_corners("x.ann", ["x.bob"], 0, False) == ("ann", "bob")
