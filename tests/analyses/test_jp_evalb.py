"""The report on jp-evalb."""

from __future__ import annotations

import pytest

from treecompare.analyses.catalogue import View, analysis
from treecompare.analyses.jp_evalb import EVALB, EXACT, OWN
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.errors import Cancelled
from treecompare.readers import parse
from treecompare.scores.result import ResultTable

END = "(S (N the) (V end))"


def tables(gold: str, *systems: str) -> list[ResultTable]:
    comparison = ConstituentComparison(parse(gold), [parse(one) for one in systems])
    return analysis("jp-evalb", "constituents").tables(comparison, View())


def cells(table: ResultTable, row: int) -> dict[str, object]:
    return dict(zip([column.name for column in table.columns], table.rows[row], strict=True))


def clause(words: str) -> str:
    subject, verb = words.split()
    return f"(S (NP (N {subject})) (VP (V {verb})))"


PAIRS = [
    "dogs bark",
    "cats sleep",
    "fish swim",
    "birds sing",
    "bees hum",
    "cows graze",
    "frogs leap",
    "ducks dive",
    "we read",
]


def split_sentences() -> tuple[str, str]:
    """Six sentences of which every other one is two in the system."""
    one = [clause(words) for words in PAIRS]
    gold = [f"(S {one[0]} {one[1]})", one[2], f"(S {one[3]} {one[4]})", one[5], f"(S {one[6]} {one[7]})", one[8]]
    return "\n".join(gold), "\n".join(one)


def test_lost_lines_and_the_groups_that_differ() -> None:
    figures, differing = tables(*split_sentences())
    own, evalb, exactly = (cells(figures, row) for row in range(3))
    assert [one["method"] for one in (own, evalb, exactly)] == [OWN, EVALB, EXACT]
    assert [own[key] for key in ("matched", "gold", "test", "groups", "errors")] == [24, 27, 24, 5, 0]
    assert (own["gold lines lost"], own["test lines lost"], own["the program"]) == (1, 1, "runs")
    assert [exactly[key] for key in ("matched", "gold", "test", "groups", "gold lines lost")] == [27, 30, 27, 6, 0]
    assert own["recall"] == pytest.approx(100 * 24 / 27)
    assert own["F1"] == pytest.approx(100 * 48 / 51)
    assert exactly["tagging"] == 100
    assert differing.rows == [["text", "6", "–", "9", None, 3]]
    found = differing.found(0, 0)
    assert found is not None
    assert (found.sentences.tolist(), found.system) == ([5], 0)


def test_groups_of_several_lines_are_compared_by_their_lines() -> None:
    gold = "\n".join([clause("dogs bark"), clause("cats sleep"), clause("fish swim"), END])
    test = "\n".join([f"(S {clause('dogs bark')} {clause('cats sleep')})", clause("fish swims"), END])
    _, differing = tables(gold, test)
    assert differing.rows == []
    figures, differing = tables(f"{clause('dogs bark')}\n{END}", f"(S (NP (NP (N dogs))) (VP (V bark)))\n{END}")
    assert cells(figures, 0)["matched"] == cells(figures, 2)["matched"] == 4
    assert differing.rows == []


def test_every_system_has_its_rows_and_one_that_stops_says_so() -> None:
    gold = f"{clause('dogs bark')}\n{clause('cats sleep')}"
    figures, _ = tables(gold, gold, f"{clause('dogs bark')}\n{clause('cats sleeps')}")
    assert [cells(figures, row)["the program"] for row in range(6)] == ["runs", "runs", "–", "stops", "stops", "–"]
    assert [cells(figures, row)["matched"] for row in range(6)] == [6] * 6


def test_errors_have_no_figures() -> None:
    figures, _ = tables(f"{clause('dogs bark')}\n", "(S (NP (N dog) (N s)) (VP (V bark)))\n")
    assert cells(figures, 1)["errors"] == 1
    assert cells(figures, 1)["recall"] is None
    assert figures.texts()[2][2] == "–"
    assert cells(figures, 2)["matched"] == 3


@pytest.mark.parametrize(
    ("gold", "test"), [("", ""), ("(())\n", "(())\n"), ("(())\n(S (N a))\n", "(S (N a))\n"), (END, "")]
)
def test_empty_files_and_sentences(gold: str, test: str) -> None:
    figures, _ = tables(gold, test)
    assert cells(figures, 2)["matched"] == ("(S (N a))" in test)


def test_it_can_be_cancelled() -> None:
    import numpy as np

    comparison = ConstituentComparison(parse(END), [parse(END)])
    with pytest.raises(Cancelled):
        analysis("jp-evalb").tables(comparison, View(cancel=np.ones(1, np.int32)))


@pytest.mark.parametrize("missing", ["skip", "zero"])
def test_the_exact_alignment_counts_what_scores_count(missing: str) -> None:
    """Gold: the second sentence has no parse at all, the fourth an empty one. System: the last is in no gold."""
    gold = "\n".join(map(clause, ["dogs bark", "cats sleep", "birds sing", "bees hum", "we read"]))
    test = "\n".join([clause("dogs bark"), clause("birds sing"), "(())", "(S (N we) (V read))", clause("frogs leap")])
    comparison = score(ConstituentComparison(parse(gold), [parse(test)], Settings(params="none", missing=missing)))
    figures, _ = analysis("jp-evalb", "constituents").tables(comparison, View())
    exactly = cells(figures, 2)
    assert [exactly[key] for key in ("matched", "gold", "test")] == [7, 9 if missing == "skip" else 15, 7]
    parts = [comparison.table.summary(0, key, "pooled") for key in ("e.roof.recall", "e.roof.precision", "e.roof.dice")]
    assert [exactly[key] for key in ("recall", "precision", "F1")] == pytest.approx([100 * one for one in parts])
    assert exactly["tagging"] == pytest.approx(100 * 6 / (6 if missing == "skip" else 10))
    assert any("missing:zero" in one for one in figures.signatures) == (missing == "zero")
