"""Tables and objects that the command line prints and the library hands out."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.analyses.conftest import compared
from treecompare.analyses.exports import (
    long_scores_table,
    scores_object,
    sentences_table,
    significance_object,
    significance_tables,
    systems_tables,
)
from treecompare.analyses.rank_exports import ranks_object, ranks_tables
from treecompare.cli.printing import print_json
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.measures import measure
from treecompare.scores.result import (
    Column,
    ResultTable,
    rank_column,
    row_score_column,
    text_column,
)
from treecompare.scores.significance import significance
from treecompare.scores.tables import as_text

MEASURES = [measure("e.whole.dice"), measure("crossing")]
GOLD = "(S (NP (N a)) (VP (V b)))\n(S (NP (N a)) (VP (V b) (N c)))\n(S (N a))"
SYSTEMS = "(S (X (N a)) (VP (V b)))\n(())\n(S (N a))", "(S (NP (N a)) (VP (V b)))\n(S (N a) (V b) (N c))\n(S (N a))"


@pytest.fixture(scope="module")
def small() -> ConstituentComparison:
    return compared(GOLD, *SYSTEMS)


def test_systems_are_counted_and_scored(small: ConstituentComparison) -> None:
    counts, pooled, mean = systems_tables(small, MEASURES)
    assert counts.texts() == [
        ["system", "sentences", "scored", "partial", "skipped", "coverage, %", "of words, %"],
        ["s1", "3", "2", "0", "1", "66.67 *", "50.00"], ["s2", "3", "3", "0", "0", "100.00", "100.00"],
    ]  # fmt: skip
    assert counts.note == "On 2 of 3 sentences that all have. Coverage below 95 % is marked."
    assert [table.columns[0].title for table in (pooled, mean)] == ["pooled", "mean"]
    table = small.table
    assert pooled.rows[0][1:3] == [table.summary(system, "e.whole.dice", "pooled") for system in (0, 1)]
    assert mean.rows[1][1:] == [0.0, 0.0, table.signature("crossing", "mean")]
    # a percentage, and a number: each row as its measure has it
    assert [row[1] for row in mean.texts()[1:]] == ["90.00", "0.00"]
    assert [one.title for one in systems_tables(small, MEASURES, ["mean"])] == ["Sentences", "Scores, mean"]


def test_rows_of_several_sentences_name_those_of_both_sides() -> None:
    comparison = compared("(S (A a))\n(S (B b))\n(S (C c))", "(S (A a))\n(X (S (B b)) (S (C c)))")
    first, second = scores_object(comparison, MEASURES, per_sentence=True)["systems"][0]["per_sentence"]
    assert "gold_sentences" not in first and "system_sentences" not in first
    assert (second["gold_sentences"], second["system_sentences"]) == ([2, 3], [2])


def test_rows_are_shown_by_their_measure() -> None:
    rows: list[list[object]] = [["x", 0.5], ["x", 0.5], ["y", None]]
    heads = Column("gold", str, is_number=False, once=True), row_score_column("score")
    measures = measure("e.whole.dice"), measure("crossing"), measure("crossing")
    table = ResultTable("", heads, rows, measures=measures, marked=frozenset({(1, 1)}), mark="≈")  # type: ignore[arg-type]
    assert table.texts() == [["gold", "score"], ["x", "50.00"], ["", "0.50 ≈"], ["y", "–"]]
    assert table.exact() == [["gold", "score"], ["x", "0.5"], ["x", "0.5"], ["y", ""]]
    assert as_text([ResultTable("", (text_column("a"), rank_column("b")), [])], "csv") == "a,b"


def test_one_score_a_row(small: ConstituentComparison) -> None:
    table = long_scores_table(small, MEASURES)
    assert [row[:4] for row in table.rows[:3]] == [
        ["s1", "e.whole.dice", "pooled", "all"], ["s1", "e.whole.dice", "mean", "all"], ["s1", "crossing", "pooled", "all"],
    ]  # fmt: skip
    assert len(table.rows) == 8
    assert table.exact()[1][4] == repr(small.table.summary(0, "e.whole.dice", "pooled"))


def test_a_row_per_sentence(small: ConstituentComparison) -> None:
    table = sentences_table(small, MEASURES)
    assert [column.title for column in table.columns][:5] == ["system", "sentence", "id", "length", "status"]
    assert table.exact()[2] == ["s1", "2", "2", "3", "skipped", "", "", "no parse"]
    assert table.texts()[2][5:] == ["–", "–", "no parse"]
    only = sentences_table(small, MEASURES, [1])
    assert only.rows == [row for row in table.rows if row[0] == "s2"]
    object_ = scores_object(small, MEASURES, per_sentence=True)
    for row, one in zip(table.rows[:3], object_["systems"][0]["per_sentence"], strict=True):
        assert [row[1], row[2], row[4]] == [one["index"], one["id"], one["status"]]
        assert [None if value is None or np.isnan(value) else value for value in row[5:7]] == [  # type: ignore[type-var]
            *one["scores"].values()
        ]
        assert one.get("reason", "") == row[7]
    assert "reason" not in object_["systems"][0]["per_sentence"][0]
    assert [*object_["systems"][0]["per_sentence"][1]] == ["index", "id", "status", "reason", "scores", "counts"]
    assert scores_object(small, [], per_sentence=True)["systems"][1]["per_sentence"][2]["scores"] == {}


def test_ranks(sample: ConstituentComparison) -> None:
    a, b = "e.whole.dice", "t.whole.dice"
    tables = ranks_tables(sample, a, b, limit=3, with_deciles=True)
    systems, pairs, *others = tables
    found = ranks_object(sample, a, b, limit=3)
    names = {name for pair in found["disagreeing"] for name in pair}
    assert names
    assert {systems.rows[row][0] for row, column in systems.marked if column == 0} == names
    assert len(systems.marked) == len(names)
    assert [row[0] for row in pairs.rows] == [" and ".join(pair) for pair in found["disagreeing"]]
    deciles, sentences = others[:3], others[3:]
    assert [len(table.rows) for table in deciles] == [10] * 3
    for table, system in zip(sentences, found["systems"], strict=True):
        assert [row[1] for row in table.rows] == [one["index"] for one in system["sentences"]]
        assert [row[-1] for row in table.rows] == [one["difference"] for one in system["sentences"]]
    # whole ranks have no decimals, at full precision neither; what is undefined is a dash in both
    assert systems.exact()[1][3] in {"1", "2", "3"}
    one = ranks_tables(compared("(S (N a))", "(())"), a, b)[0]
    assert one.exact()[1] == ["s1", "0.0", "", "–", "", "–", "0", "0", "0", "–", "–", "0", "0"]


def test_significance(small: ConstituentComparison) -> None:
    keys = ["e.whole.dice", "crossing"]
    result = significance(small.table, keys, ["mean"], iterations=20)
    intervals, differences = significance_tables(small, result)
    found = significance_object(small, result)
    assert [row[:4] for row in intervals.rows] == [
        [key, "mean", name, small.table.summary(system, key, "mean")]
        for key in keys
        for system, name in enumerate(small.table.systems)
    ]
    assert intervals.texts()[3][3] == "0.00"  # crossing brackets are no percentage
    for row, one in zip(differences.rows, found["differences"], strict=True):
        assert row == [
            one["key"], one["average"], one["one"], one["other"], one["sentences"], *one["difference"].values(), one["p"],
            one["p_holm"],
        ]  # fmt: skip


@pytest.mark.parametrize(
    "value",
    [
        {"a": [{"b": [1.5, None], "c": {"d": "é\n"}}, {"b": []}], "e": {}, "f": []},
        [], {}, [{}], [[{"a": 1}], [2]], {"a": [{"b": [{"c": []}, {"c": [{"d": 0.1}]}]}]}, "text", None,
    ],
)  # fmt: skip
def test_json_in_pieces_is_that_of_one_piece(value: object, capsys: pytest.CaptureFixture[str]) -> None:
    print_json(value)
    assert capsys.readouterr().out == json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def test_json_has_no_nan() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        print_json({"a": [{"b": float("nan")}]})
