"""Rows as text: one line each whatever is in a cell, numbers to the right, nothing that a spreadsheet computes."""

from __future__ import annotations

import pytest

from treecompare.scores.rich import aligned, comma_separated, tsv


def test_a_row_is_one_line_of_tsv() -> None:
    assert tsv([["a\tb", "c\nd\r\ne"], ["", "f"]]) == "a b\tc d e\n\tf"


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"), ("-x", "'-x"), ("@a", "'@a"), ("+", "'+"), ("\ta", "'\ta"), ("＝1", "'＝1"),
        ("-1", "-1"), ("+2.50", "+2.50"), ("-1e-05", "-1e-05"), ("NP-SBJ", "NP-SBJ"), ("a=b", "a=b"), ("–", "–"),
        ("a,b", '"a,b"'), ('a"b', '"a""b"'), ("a\rb", '"a\rb"'),
    ],
)  # fmt: skip
def test_cells_of_csv(cell: str, written: str) -> None:
    assert comma_separated([["x", cell], ["y", "z"]]) == f"x,{written}\ny,z"


def test_numbers_stand_to_the_right_and_texts_to_the_left() -> None:
    rows = [["name", "score", "tag"], ["a", "7.25", "NP"], ["long one", "–", "1"], ["b", "", "S"], ["c", "-10.5", ""]]
    assert aligned(rows).splitlines() == [
        "name      score  tag",
        "a          7.25  NP",
        "long one      –  1",
        "b                S",
        "c         -10.5",
    ]


def test_a_title_alone_is_text_and_short_rows_are_filled() -> None:
    assert aligned([["1", "x"]]) == "1  x"
    assert aligned([["n", "what"], ["10"], ["9", "y"]]).splitlines() == [" n  what", "10", " 9  y"]


@pytest.mark.parametrize(
    ("cell", "is_number"), [("1.5", True), ("+3", True), ("1.5.2", False), ("1e", False), (".", False)]
)
def test_what_counts_as_a_number(cell: str, is_number: bool) -> None:
    assert aligned([["title"], [cell]]).splitlines()[1] == (f"{cell:>5}" if is_number else cell)


def test_what_cannot_be_seen_is_shown_as_a_symbol() -> None:
    assert aligned([["a\x1bb"], ["c"]]) == "a␛b\nc"
