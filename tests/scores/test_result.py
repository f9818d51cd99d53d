"""Tables of results as people, spreadsheets and programs get them."""

from __future__ import annotations

import json
import math

import numpy as np

from treecompare.measures import measure
from treecompare.scores.result import (
    ResultTable,
    Value,
    as_distances,
    count_column,
    has_scores,
    number_column,
    rank_column,
    row_difference_column,
    row_score_column,
    score_column,
    share_column,
    shown_as,
    text_column,
    with_short_names,
)
from treecompare.scores.tables import as_text

TABLE = ResultTable(
    "A title",
    (text_column("name"), count_column("count"), share_column("share, %", "share"), number_column("tau", 4)),
    [["a\tb", 9_999, 0.5, 1 / 3], ["c", 10_000, None, float("nan")], ["d", 1_234_567, np.float64(0.25), -1.0]],
    "A note.",
    ("signature",),
    frozenset({(0, 2), (2, 1)}),
)


def test_what_people_see() -> None:
    assert TABLE.texts() == [
        ["name", "count", "share, %", "tau"],
        ["a\tb", "9,999", "50.00 *", "0.3333"],
        ["c", "10,000", "–", "–"],
        ["d", "1,234,567 *", "25.00", "-1.0000"],
    ]
    assert TABLE.found(0, 0) is None


def test_nothing_is_rounded_for_programs() -> None:
    assert TABLE.exact()[1:] == [
        ["a\tb", "9999", "0.5", repr(1 / 3)],
        ["c", "10000", "", ""],
        ["d", "1234567", "0.25", "-1.0"],
    ]
    assert TABLE.as_object() == {
        "title": "A title",
        "columns": ["name", "count", "share", "tau"],
        "rows": [["a\tb", 9_999, 0.5, 1 / 3], ["c", 10_000, None, None], ["d", 1_234_567, 0.25, -1.0]],
        "marked": [[0, 2], [2, 1]],
        "note": "A note.",
        "signatures": ["signature"],
    }


def test_tables_as_texts() -> None:
    for form, first in (("tsv", "a b\t9999\t0.5"), ("csv", "a\tb,9999,0.5"), ("json", "[")):
        text = as_text([TABLE, TABLE], form)
        assert first in text and (form == "json" or text.count("# signature") == 2)
    assert json.loads(text) == [TABLE.as_object()] * 2


def test_scores_and_ranks_as_columns() -> None:
    assert score_column(measure("e.roof.dice")).text(0.12345) == "12.35"
    assert score_column(measure("crossing")).text(0.12345) == "0.12"
    assert [rank_column("rank", "rank").text(rank) for rank in (1.0, 2.5)] == ["1", "2.5"]


def test_a_column_shown_under_another_title_keeps_its_own_in_files() -> None:
    table = ResultTable("t", (text_column("label"), shown_as("system", count_column("test"))), [["NP", 3]])
    assert table.texts()[0] == ["label", "system"]
    assert table.exact()[0] == ["label", "test"] and table.as_object()["columns"] == ["label", "test"]
    keyed = shown_as("rank changes", count_column("test", "key"))
    assert (keyed.title, keyed.name, keyed.in_files) == ("rank changes", "key", "test")


def test_the_text_of_a_cell_is_that_of_the_table() -> None:
    columns = (text_column("measure"), row_score_column("a"), share_column("b"))
    table = ResultTable(
        "t", columns, [["LAS", 0.8253012, 0.5], ["LAS", None, math.nan]], measures=(measure("las"), measure("las"))
    )
    assert table.texts()[1:] == [[table.text(row, column) for column in range(3)] for row in range(2)]
    assert table.text(0, 1) == "82.53" and table.text(1, 1) == "–"


def test_distances_are_one_less_the_score_and_say_so() -> None:
    """Whole columns of one measure, and rows of several; counts, ranks and measures that are no share stay."""
    dice, crossing = measure("e.whole.dice"), measure("crossing")
    columns = text_column("system"), score_column(dice), rank_column("rank"), score_column(crossing)
    table = ResultTable(
        "T", columns, [["a", 0.75, 1.0, 2.5], ["b", None, None, 0.0], ["c", 1.0, 2.0, 1.0]], "N.", ("e|x",)
    )
    found = as_distances(table)
    assert found.rows == [["a", 0.25, 1.0, 2.5], ["b", None, None, 0.0], ["c", 0.0, 2.0, 1.0]]
    assert [one.title for one in found.columns] == ["system", "1 − E-Dice, whole", "rank", "Crossing brackets"]
    assert found.columns[1].name == "1-e.whole.dice"
    assert (found.note, found.signatures) == ("Distances, 1 − score: lower is better. N.", ("e|x|as:distance",))
    assert math.isnan(as_distances(ResultTable("T", columns, [["a", math.nan, 1.0, 1.0]])).rows[0][1])  # type: ignore[arg-type]

    columns = text_column("measure"), row_score_column("one"), count_column("n"), text_column("signature")
    rows = [[dice.key, 0.5, 7, "s1"], [crossing.key, 0.5, 7, "s2"]]
    by_row = as_distances(ResultTable("T", columns, rows, measures=(dice, crossing)))  # type: ignore[arg-type]
    assert by_row.rows == [["1-e.whole.dice", 0.5, 7, "s1|as:distance"], ["crossing", 0.5, 7, "s2"]]
    assert as_distances(TABLE) is TABLE and not has_scores(TABLE) and has_scores(table)
    assert not has_scores(ResultTable("T", columns, rows[1:], measures=(crossing,)))  # type: ignore[arg-type]


def test_differences_as_distances_have_the_other_sign_and_counts_keep_their_signature() -> None:
    """0.9 − 0.8 is 0.1, and 0.1 − 0.2 is −0.1; brackets that cross are no part of 1."""
    columns = (
        text_column("measure"),
        row_score_column("correct"),
        row_score_column("incorrect"),
        row_difference_column("difference"),
    )
    rows: list[list[Value]] = [
        ["E-Dice, whole", 0.75, 0.5, 0.25],
        ["Crossing brackets", 1.0, 3.0, -2.0],
        ["E-Dice, whole", 0.5, None, None],
    ]
    dice, crossing = measure("e.whole.dice"), measure("crossing")
    signatures = ("e.whole.dice|avg:mean", "crossing|avg:mean", "PTB: crossing|avg:mean", "PTB: la|avg:mean")
    found = as_distances(ResultTable("T", columns, rows, signatures=signatures, measures=(dice, crossing, dice)))
    assert [row[1:] for row in found.rows] == [[0.25, 0.5, -0.25], [1.0, 3.0, -2.0], [0.5, None, None]]
    assert [one.endswith("|as:distance") for one in found.signatures] == [True, False, False, True]


def test_names_of_systems_are_cut_where_tables_are_shown() -> None:
    columns = text_column("system"), text_column("dev.a")
    table = ResultTable("Wins of dev.a", columns, [["dev.b", "pre-dev.a"]], "dev.a and dev.b.")
    shown = with_short_names(table, "gold", ["dev.a", "dev.b"])
    assert (shown.title, shown.rows, shown.note) == ("Wins of a", [["b", "pre-dev.a"]], "a and b.")
    assert [(column.title, column.key) for column in shown.columns] == [("system", ""), ("a", "dev.a")]
    assert with_short_names(table, "gold", ["x", "y"]) is table
