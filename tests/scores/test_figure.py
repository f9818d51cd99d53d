"""Scores that know on how many sentences they rest, in tables, files and objects."""

from __future__ import annotations

import json
import math
import pickle

from treecompare.measures import measure
from treecompare.scores.result import ResultTable, as_distances, score_column, text_column
from treecompare.scores.table import Figure, number_text
from treecompare.scores.tables import as_text, copied

LAS = measure("las")
SOME, MOST, NONE = Figure(0.6821, 322, True), Figure(0.7, 1394), Figure(math.nan, 0, True)


def table() -> ResultTable:
    columns = (text_column("system"), score_column(LAS, "LAS"), text_column("gold"))
    return ResultTable("Scores", columns, [["a", SOME, "A"], ["b", MOST, "A"], ["c", NONE, "A"]])


def test_the_number_is_shown_where_it_is_another_one() -> None:
    assert [number_text(one) for one in (SOME, MOST, NONE, 0.5)] == [" (322)", "", "", ""]
    assert [row[1] for row in table().texts()] == ["LAS", "68.21 (322)", "70.00", "–"]
    assert table().text(0, 1) == "68.21 (322)"


def test_files_always_have_the_numbers() -> None:
    rows = as_text([table()], "tsv").splitlines()
    assert rows[:3] == ["system\tLAS\tgold\tLAS, n", "a\t0.6821\tA\t322", "b\t0.7\tA\t1394"]
    assert json.loads(as_text([table()], "json"))[0]["sentences"] == [[0, 1, 322], [1, 1, 1394], [2, 1, 0]]
    assert copied(table(), [0]).splitlines()[1] == "a\t68.21\tA\t322"


def test_a_distance_and_a_copy_rest_on_the_same_sentences() -> None:
    assert as_distances(table()).texts()[1][1] == "31.79 (322)"
    copied = pickle.loads(pickle.dumps(SOME))
    assert (copied, copied.sentences, copied.is_apart) == (0.6821, 322, True)
