"""Wins and losses: which sentences are better and worse, by how much, and which errors are in them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from treecompare.analyses.catalogue import analysis
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.errors import UsageError
from treecompare.readers import parse
from treecompare.scores.plotting import Choice, plot
from treecompare.scores.ranks import Wins, beside
from treecompare.scores.result import ResultTable, View

NP = "(S (NP (PRP she)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears))))) (. .))"
VP = "(S (NP (PRP she)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears)))) (. .))"
TAG = NP.replace("(DT a)", "(CD a)")
A, B = "e.whole.dice", "t.whole.dice"


def treebank(name: str, *trees: str) -> object:
    return replace(parse("\n".join(trees)), name=name)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def comparison() -> ConstituentComparison:
    """x is better on the first two sentences, worse on the third, equal on the fourth; y has no parse of the fifth."""
    gold = treebank("gold", *[NP] * 5)
    x, y = treebank("x", NP, NP, VP, TAG, VP), treebank("y", VP, TAG, NP, TAG, "(())")
    return score(ConstituentComparison(gold, [x, y, treebank("z", *[NP] * 5)]))  # type: ignore[arg-type, list-item]


def tables(comparison: ConstituentComparison, system: int, baseline: int, key: str = A) -> list[ResultTable]:
    return analysis("wins").tables(comparison, View(system, key, B, baseline=baseline))


def test_better_worse_equal(comparison: ConstituentComparison) -> None:
    first = tables(comparison, 0, 1)[0]
    assert [row[:4] for row in first.rows] == [["y", 2, 1, 1], ["z", 0, 2, 2]]
    assert [first.found(0, column).sentences.tolist() for column in (1, 2, 3)] == [[0, 1], [2], [3]]  # type: ignore[union-attr]
    scores = [comparison.table.scores(system, A)[:4] for system in (0, 1)]
    assert first.rows[0][4] == pytest.approx(float((scores[0] - scores[1]).mean()))
    assert [row[0] for row in tables(comparison, 0, 2)[0].rows] == ["z", "y"]  # the baseline first
    assert [row[0] for row in tables(comparison, 1, 1)[0].rows] == ["x", "z"]


def test_its_measure_is_named(comparison: ConstituentComparison) -> None:
    """In the title and in the note, whichever is looked at."""
    for key, title in ((A, "E-Dice, whole"), (B, "T-Dice, whole")):
        first = tables(comparison, 0, 1, key)[0]
        assert first.title == f"Wins and losses of x, {title}" and first.note.startswith(f"Under {title}: ")


def test_a_measure_of_which_less_is_better() -> None:
    found = Wins(np.array([-0.5, 0.5, 0.0, 1e-15, np.nan]), higher_is_better=False)
    assert found.better.tolist() == [True, False, False, False, False]
    assert found.worse.tolist() == [False, True, False, False, False]
    assert found.equal.tolist() == [False, False, True, True, False]
    assert found.said("x", "y") == "x better than y on 1, worse on 1, equal on 2"


def test_by_type_of_error(comparison: ConstituentComparison) -> None:
    table = tables(comparison, 0, 1)[1]
    rows = {row[0]: row[1:] for row in table.rows}
    # better on 0 and 1, where y has a PP attachment and a tag; worse on 2, where x has an attachment
    assert rows == {"PP attachment": [0, 1, 1, 0, 0], "Tag": [0, 1, 0, 0, -1]}
    row = [row[0] for row in table.rows].index("PP attachment")
    behind = [table.found(row, column) for column in (2, 3)]
    assert [(one.system, one.sentences.tolist()) for one in behind if one is not None] == [(1, [0]), (0, [2])]
    assert "2 sentences on which x is better" in table.note


def test_one_system() -> None:
    alone = score(ConstituentComparison(treebank("gold", NP), [treebank("x", VP)]))  # type: ignore[arg-type, list-item]
    [table] = tables(alone, 0, 0)
    assert not table.rows and "only one system" in table.note and beside(alone.table, 0, 0) is None


def test_the_plot_of_two_systems(comparison: ConstituentComparison) -> None:
    made = plot(comparison.table, Choice("pair", 0, A, B, other=1))
    assert "x better than y on 2, worse on 1, equal on 1" in made.notes[0] and made.title.startswith("x against y")
    from treecompare.drawing.figures import PRINT, new_figure

    drawn = made.draw(new_figure(4, 4).add_subplot(), PRINT)
    points = dict(zip(drawn.sentences.tolist(), zip(drawn.x, drawn.y, strict=True), strict=True))  # type: ignore[union-attr]
    across, up = (100 * comparison.table.scores(system, A) for system in (1, 0))
    assert points == {one: pytest.approx([across[one], up[one]]) for one in range(4)}
    with pytest.raises(UsageError, match="with itself"):
        plot(comparison.table, Choice("pair", 1, A, B, other=1))
