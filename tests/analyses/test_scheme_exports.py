"""What comparisons across schemes print: rows per target, system and sentence, pairs of systems, objects for JSON."""

from __future__ import annotations

import math

import pytest

from tests.analyses.test_schemes import ON, SUNDAY, WRONG, comparison, dependencies
from treecompare.analyses import schemes as scheme_analyses
from treecompare.analyses.schemes import (
    INSIGNIFICANT,
    best,
    golds_table,
    lines_of,
    may_be_chance,
    measures_of,
    pair_objects,
    pairs_table,
    scheme_sentences_table,
    schemes_object,
    single_and_multiple_tables,
)
from treecompare.comparison.base import score
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.measures import measure
from treecompare.scores.significance import BaselineTest

__all__ = ["comparison"]

HOME = [("go", 0, "root"), ("home", 1, "obj")]


@pytest.fixture
def three() -> SchemeComparison:
    """Three golds; the second system's sentences differ from all of them in the second sentence."""
    golds = [dependencies("A", ON, HOME), dependencies("B", SUNDAY, HOME), dependencies("C", ON, HOME)]
    systems = [dependencies("a", WRONG, HOME), dependencies("b", SUNDAY, ON)]
    return score(SchemeComparison(golds, systems, [0, 1]))


def test_a_row_per_target_and_measure(comparison: SchemeComparison) -> None:
    table = golds_table(comparison, "mean")
    assert table.title == "Systems by golds, mean" and table.marked == frozenset() and table.mark == "≈"
    assert [row[0] for row in table.texts()] == ["gold", "A", *[""] * 5, "B", *[""] * 5, "A + B", *[""] * 3]
    assert [row[1] for row in table.texts()[1:7]] == [
        {"uas": "UAS", "las": "LAS"}.get(one.key, row)
        for one, row in zip(measures_of(comparison), [row[1] for row in table.texts()[1:7]], strict=True)
    ]
    for row in table.rows:
        target = {"A": (0,), "B": (1,), "A + B": (0, 1)}[str(row[0])]
        expected = [comparison.tables[target].summary(system, str(row[1]), "mean") for system in (0, 1)]
        assert row[2:] == pytest.approx(expected, nan_ok=True)
    assert [one.key for one in table.measures] == [row[1] for row in table.rows]


def test_which_differences_may_be_chance() -> None:
    key = measure("las")
    lines = [((0,), key, [1.0, 0.5]), ((1,), key, [0.5, 1.0])]
    tests = {
        ((0,), "las"): {1: BaselineTest(-0.5, 0.2, INSIGNIFICANT)},
        ((1,), "las"): {0: BaselineTest(-0.5, 0.2, INSIGNIFICANT - 0.001)},
    }
    assert may_be_chance(lines, tests) == {(0, 3)}
    assert may_be_chance(lines, {}) == frozenset()


def test_the_best_system_is_the_first_of_equals(comparison: SchemeComparison, three: SchemeComparison) -> None:
    table = comparison.tables[1,]
    assert [best(table, key, "pooled") for key in ("uas", "las")] == [1, 1]
    assert best(comparison.tables[0, 1], "las", "pooled") is None
    same = score(SchemeComparison([dependencies("A", ON)], [dependencies(name, WRONG) for name in "st"], [0, 0]))
    assert best(same.table, "las", "mean") == 0
    found = scheme_analyses.tests_against_best(comparison, iterations=50)
    assert set(found[(1,), "las"]) == {0} and ((0, 1), "las") not in found
    assert all(not math.isnan(test.p) for tests in found.values() for test in tests.values())
    assert all(any(not math.isnan(score) for score in scores) for _, _, scores in lines_of(three, "pooled"))


def test_single_and_multiple_golds(comparison: SchemeComparison) -> None:
    (table,) = single_and_multiple_tables(comparison, "pooled")
    titles = table.texts()[0]
    assert titles[:2] == ["system", "gold"] and titles[-2:] == ["UAS", "LAS"]
    assert [title.split()[-1] for title in titles[2:-2]] == ["single"] * 4 + ["multiple"] * 4
    assert [row[:2] for row in table.rows] == [["a", "A"], ["b", "B"]]
    own, common = comparison.tables[0,], comparison.tables[0, 1]
    scheme = [one.key for one in measures_of(comparison) if one.key.startswith("tedeval")]
    assert table.rows[0][2:] == [
        *(own.summary(0, key, "pooled") for key in scheme), *(common.summary(0, key, "pooled") for key in scheme),
        own.summary(0, "uas", "pooled"), own.summary(0, "las", "pooled"),
    ]  # fmt: skip
    alone = score(SchemeComparison([dependencies("A", ON)], [dependencies("s", ON)], [0]))
    assert single_and_multiple_tables(alone, "pooled") == []


def test_a_row_per_target_system_and_sentence(three: SchemeComparison) -> None:
    table = scheme_sentences_table(three)
    assert table.texts()[0][:5] == ["gold", "system", "sentence", "id", "status"] and table.texts()[0][-1] == "reason"
    assert [row[:5] for row in table.rows[:4]] == [
        ["A", "a", 1, "1", "scored"], ["A", "a", 2, "2", "scored"], ["A", "b", 1, "1", "scored"], ["A", "b", 2, "2", "skipped"],
    ]  # fmt: skip
    assert table.rows[3][-1] == "the words differ: A has 2, b has 3" and table.rows[0][-1] == ""
    # b follows B, which is not among A and C
    assert [row[1] for row in table.rows if row[0] == "A + C"] == ["a", "a"]
    assert {row[0] for row in table.rows} == {"A", "B", "C", "A + B", "A + C", "B + C", "A + B + C"}
    assert [row[1] for row in table.rows if row[0] == "B + C"] == ["b", "b"]


def test_pairs_of_systems_that_have_scores(three: SchemeComparison) -> None:
    table = pairs_table(three, "pooled", 50, 0)
    assert table.title == "Differences between systems, pooled"
    # against A and C only the one system has scores, and against B and C only the other
    assert {row[0] for row in table.rows} == {"A", "B", "C", "A + B", "A + B + C"}
    objects = pair_objects(three, "pooled", 50, 0)
    assert [" + ".join(one["golds"]) for one in objects] == [row[0] for row in table.rows]
    assert objects == pair_objects(three, "pooled", 50, 0)


def test_the_object_for_json(three: SchemeComparison) -> None:
    found = schemes_object(three, None, per_sentence=True)
    assert [one["kind"] for one in found["golds"]] == ["dependencies"] * 3
    assert [(one["name"], one["gold"]) for one in found["systems"]] == [("a", "A"), ("b", "B")]
    by_golds = {"+".join(one["golds"]): one["systems"] for one in found["targets"]}
    assert list(by_golds) == ["A", "B", "C", "A+B", "A+C", "B+C", "A+B+C"]
    assert [one["name"] for one in by_golds["A+C"]] == ["a"] and [one["name"] for one in by_golds["B+C"]] == ["b"]
    first, second = by_golds["A"]
    assert (first["scored"], first["skipped"], first["reasons"]) == (2, 0, {})
    assert (second["scored"], second["skipped"], second["reasons"]) == (1, 1, {"the words differ": 1})
    assert set(first["scores"]["las"]) == {"pooled", "mean"} and "against_best" not in first
    sentences = second["per_sentence"]
    assert [(one["index"], one["id"], one["status"], one.get("reason")) for one in sentences] == [
        (1, "1", "scored", None), (2, "2", "skipped", "the words differ: A has 2, b has 3"),
    ]  # fmt: skip
    assert sentences[1]["scores"]["las"] is None and "forgiven" in sentences[0]["counts"]["tedeval"]
    assert "forgiven" not in sentences[0]["counts"]["las"]
    assert "per_sentence" not in schemes_object(three, None, per_sentence=False)["targets"][0]["systems"][0]
    tests = scheme_analyses.tests_against_best(three, iterations=50)
    against = schemes_object(three, tests, per_sentence=False)["targets"][1]["systems"]
    assert "las" in against[0]["against_best"] and "las" not in against[1]["against_best"]


def test_every_cell_says_on_how_many_sentences_it_rests(three: SchemeComparison) -> None:
    """The second system's second sentence differs: against A it has one of two; what all have is one."""
    cells = {(row[0], row[1]): row[2:] for row in golds_table(three, "pooled").rows}
    (a, b) = cells["A", "las"]
    assert (a.sentences, b.sentences) == (1, 1)
    own = three.tables[0,]
    own.on = "own"
    assert [one.sentences for one in own.figures("las", "pooled")] == [2, 1]
    assert [one.is_apart for one in own.figures("las", "pooled")] == [False, True]
    found = schemes_object(three, None, per_sentence=False)["targets"][0]["systems"]
    assert [one["n"]["las"] for one in found] == [2, 1]
    assert "in brackets: on how many sentences it rests" in golds_table(three, "pooled").note
