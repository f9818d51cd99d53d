"""What systems by golds are made of: rows per target, the best system of each, and what may be chance; sentences for JSON."""

from __future__ import annotations

import math

import pytest

from tests.analyses.test_schemes import ON, SUNDAY, WRONG, comparison, dependencies
from treecompare.analyses import schemes as scheme_analyses
from treecompare.analyses.exports import scores_object
from treecompare.analyses.schemes import (
    INSIGNIFICANT,
    SHORT,
    best,
    lines_of,
    may_be_chance,
    scheme_tables,
)
from treecompare.comparison.base import score
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.measures import measure
from treecompare.scores.result import View
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
    [table] = scheme_tables(comparison, View(average="mean"))
    assert [row[0] for row in table.rows] == ["A"] * 6 + ["B"] * 6 + ["A + B"] * 4
    key_of = {short: key for key, short in SHORT.items()}
    for row in table.rows:
        target = {"A": (0,), "B": (1,), "A + B": (0, 1)}[str(row[0])]
        expected = [comparison.tables[target].summary(system, key_of[str(row[1])], "mean") for system in (0, 1)]
        assert row[2:] == pytest.approx(expected, nan_ok=True)


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


def test_every_cell_says_on_how_many_sentences_it_rests(three: SchemeComparison) -> None:
    """The second system's second sentence differs: against A it has one of two; what all have is one."""
    [table] = scheme_tables(three, View())
    (a, b) = {(row[0], row[1]): row[2:] for row in table.rows}["A", "LAS"]
    assert (a.sentences, b.sentences) == (1, 1)
    own = three.tables[0,]
    own.on = "own"
    assert [one.sentences for one in own.figures("las", "pooled")] == [2, 1]
    assert [one.is_apart for one in own.figures("las", "pooled")] == [False, True]
    assert "in brackets: on how many sentences it rests" in scheme_tables(three, View())[0].note


def test_scheme_differences_are_counted_sentence_by_sentence(comparison: SchemeComparison) -> None:
    found = scores_object(comparison, [measure("tedeval")], per_sentence=True)["systems"][0]
    first, second = (one["counts"] for one in found["per_sentence"])
    assert (first["tedeval"]["forgiven"], second["tedeval"]["forgiven"]) == (2, 1)
