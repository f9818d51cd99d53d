"""Tables as people save them: CSV that spreadsheets take as it is meant, one table or several."""

from __future__ import annotations

import csv

from treecompare.scores.result import (
    Column,
    ResultTable,
    count_column,
    cross_column,
    number_column,
    share_column,
    text_column,
)
from treecompare.scores.tables import FORMS, as_text, for_people

FORMULA = '=HYPERLINK("x")'
COLUMNS = (
    text_column("word"), count_column("count"), share_column("share, %"), number_column("tau"), cross_column("NP"),
    Column("once", str, is_number=False, once=True), text_column("more"),
)  # fmt: skip
ROWS = [[FORMULA, 1_394, 0.8413, -0.61, 0, "x", "two\nlines"], ["-1", 12_345, None, float("nan"), 7, "x", "@b"]]
TABLE = ResultTable("Title", COLUMNS, ROWS, "A note.", ("e.whole|x", "t.whole|x"), frozenset({(0, 1)}))


def test_spreadsheets_take_figures_for_figures_and_texts_for_texts() -> None:
    text = for_people([TABLE], "csv")
    assert text.startswith("\ufeff") and text.count("\r\n") == 7 == text.count("\n")
    lines = list(csv.reader(text.removeprefix("\ufeff").splitlines()))
    assert lines[0] == ["word", "count", "share, %", "tau", "NP", "once", "more"]
    assert lines[1] == [f"'{FORMULA}", "1394", "84.13", "-0.61", "0", "x", "two lines"]
    assert lines[2] == ["'-1", "12345", "", "", "7", "x", "'@b"]
    assert lines[3:] == [[f"# {one}", *[""] * 6] for one in ("Title", "A note.", "e.whole|x", "t.whole|x")]


def test_several_tables_stand_below_each_other() -> None:
    text = for_people([TABLE, TABLE], "csv")
    assert text.count("\ufeff") == 1 and text.count("# Title") == 2


def test_other_forms_are_those_of_scripts() -> None:
    for form in FORMS:
        assert form == "csv" or for_people([TABLE], form) == as_text([TABLE], form) + "\n"
