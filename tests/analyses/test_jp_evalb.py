"""The report on jp-evalb, and the examples of its page of help."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.analyses.catalogue import View, analysis
from treecompare.analyses.jp_evalb import EVALB, EXACT, OWN
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.errors import Cancelled
from treecompare.mappings.jp_evalb import edit_distance, exact, group_lines, index_words, jp_evalb
from treecompare.readers import parse
from treecompare.scores.result import ResultTable

PAGE = Path(__file__).resolve().parents[2] / "resources" / "help" / "jp-evalb.md"
END = "(S (N the) (V end))"


def tables(gold: str, *systems: str) -> list[ResultTable]:
    comparison = ConstituentComparison(parse(gold), [parse(one) for one in systems])
    return analysis("jp-evalb", "constituents").tables(comparison, View())


def cells(table: ResultTable, row: int) -> dict[str, object]:
    return dict(zip([column.title for column in table.columns], table.rows[row], strict=True))


def examples() -> list[str]:
    return [line.strip() for line in PAGE.read_text("utf-8").splitlines() if line.startswith("    (")]


@pytest.mark.parametrize(("number", "expected"), [(0, [(3, 4, 3), (2, 4, 3)]), (1, [(4, 6, 7), (6, 6, 7)])])
def test_examples_of_the_page(number: int, expected: list[tuple[int, int, int]]) -> None:
    gold, test = (parse(f"{one}\n{END}\n").trees for one in examples()[2 * number : 2 * number + 2])
    run = jp_evalb(gold, test)
    assert not run.stops
    for group, figures in zip((run.groups[0], exact(gold, test)[0]), expected, strict=True):
        assert (group.matched, group.gold, group.test) == figures
        assert (group.gold_lines, group.test_lines) == ((0,), (0,))


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


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("", "", 0),
        ("", "ab", 2),
        ("ab", "", 2),
        ("kitten", "sitting", 3),
        ("a" * 200, "a" * 150 + "b" * 50, 50),
        ("İß", "iß", 1),
    ],
)
def test_edit_distance(one: str, other: str, distance: int) -> None:
    assert edit_distance(one, other) == distance


def plain_distance(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for place, character in enumerate(one, 1):
        before, row = row, [place]
        for column, its in enumerate(other, 1):
            row.append(min(before[column] + 1, row[-1] + 1, before[column - 1] + (character != its)))
    return row[-1]


def test_edit_distance_of_random_texts() -> None:
    import random

    dice = random.Random(7)
    for _ in range(300):
        one, other = ("".join(dice.choices("abc", k=dice.randrange(80))) for _ in range(2))
        assert edit_distance(one, other) == plain_distance(one, other)


def test_lines_that_are_nearly_equal_need_lines_that_agree_behind_them() -> None:
    lines = [["abcdefghijklmnopqrst"], ["same"]]
    near, far = [["abcdefghijklmnopqXYZ"], ["same"]], [["abcdefghijklmnopWXYZ"], ["same"]]
    assert group_lines(lines, near) == ([((0,), (0,)), ((1,), (1,))], False)  # 3 of 20 edits
    assert group_lines(lines, far) == ([((0,), (0,)), ((1,), (1,))], False)  # 4: one line each, for the next agree
    assert group_lines([*lines, ["x"]], [*near[:1], ["other", "words"], ["x"]])[0][0] == ((0,), (0,))
    assert group_lines([["can", "not"]], [["ca", "n't"]]) == ([((0,), (0,))], False)


@pytest.mark.parametrize(
    ("gold", "test", "indices"),
    [
        ("a b c", "A B C", ([0, 1, 2], [0, 1, 2])),
        ("ca n't go", "can't go", ([0, 0, 1], [0, 1])),
        ("a b c", "x", ([0, 0, 0], [0])),
        ("x", "a b c", ([0], [0, 0, 0])),
        ("a b", "a", ([0, 0], [0])),
        ("", "a b", ([], [0, 1])),
        ("a xx b", "a y b", ([0, 1, 2], [0, 1, 2])),
    ],
)
def test_indices_of_words(gold: str, test: str, indices: tuple[list[int], list[int]]) -> None:
    assert index_words(gold.split(), test.split())[:2] == indices
