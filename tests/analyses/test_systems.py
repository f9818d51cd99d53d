"""The systems side by side: scores, ranks and the signs beside them, as far as sentences are counted."""

from __future__ import annotations

import pytest

from treecompare.analyses.systems import SystemsFigures
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.readers import parse
from treecompare.scores.significance import BaselineTest

GOLD = "(S (NP (DT a) (NN b)) (VP (VB c) (NP (DT d) (NN e))))"
WRONG = "(S (DT a) (NN b) (VP (VB c) (NP (DT d) (NN e))))"
TAGS = "(S (NP (XX a) (XX b)) (VP (XX c) (NP (XX d) (XX e))))"


def compared(*systems: str, gold: str = GOLD) -> ConstituentComparison:
    return ConstituentComparison(parse(gold), [parse(one) for one in systems])


def figures_of(comparison: Comparison, *keys: str, a: str = "") -> SystemsFigures:
    figures = SystemsFigures()
    figures.keys, figures.letters = list(keys), {a: "A"} if a else {}
    figures.begin(comparison)
    figures.refresh(is_end=True)
    return figures


def test_equal_best_scores_are_all_pointed_out() -> None:
    figures = figures_of(score(compared(GOLD, WRONG, GOLD)), "e.whole.dice", "crossing")
    best = [[figures.is_best(system, key) for key in figures.keys] for system in range(3)]
    assert best == [[True, True], [False, True], [True, True]]
    assert [figures.rank_text(system, "e.whole.dice") for system in range(3)] == ["1.5", "3", "1.5"]


def test_bars_never_go_beyond_what_a_share_can_be() -> None:
    figures = figures_of(score(compared(GOLD, GOLD)), "e.whole.dice", "crossing")
    assert figures.range_of("e.whole.dice") == (99, 100) and figures.range_of("crossing") == (0, 1)


def test_ranks_wait_for_all_and_marks_show_disagreement() -> None:
    """One system gets few constituents wrong at the top of large trees, the other many words' tags."""
    found = compared(WRONG, TAGS)
    figures = figures_of(found, "e.roof.dice", "tagging", "e.roof.recall", a="e.roof.dice")
    assert figures.rank_text(0, "e.roof.dice") == "" and figures.shown(0, "e.roof.dice") == "…"
    assert figures.in_order("e.roof.dice", descending=True) == [0, 1]
    score(found)
    assert figures.refresh(is_end=False) and not figures.refresh(is_end=False)
    assert figures.in_order("e.roof.dice", descending=True) == [1, 0] and figures.in_order("") == [0, 1]
    assert [[figures.rank_text(system, key) for key in figures.keys] for system in range(2)] == [
        ["2", "1", "2"],
        ["1", "2", "1"],
    ]
    assert [[figures.moved(system, key) for key in figures.keys] for system in range(2)] == [
        ["", "↑", ""],
        ["", "↓", ""],
    ]
    assert figures.said_of(0, "tagging") == ["↑ Rank 1, 2 under E-Dice, roof."]
    assert figures.legend(figures.keys) == "↑ ↓ rank differs from the rank under A"
    table = figures.table_of(figures.in_order("tagging"))
    assert [row[0] for row in table.rows] == [found.table.systems[1], found.table.systems[0]]
    assert (table.columns[6].title, [row[7] for row in table.rows]) == ("E-Dice, roof", [1, 2])


def test_a_system_is_marked_that_pooled_and_mean_rank_differently() -> None:
    """One system is wrong in a short sentence, the other one a little more in a long one."""
    short, wrong = "(S (NP (DT a)) (VP (VB c)))", "(S (DT a) (VB c))"

    def long(right: int) -> str:
        parts = [f"({'X' if place < right else 'Y'}{place} (N n{place}))" for place in range(12)]
        return f"(S {' '.join(parts)})"

    systems = f"{wrong}\n{long(12)}", f"{short}\n{long(9)}", f"{wrong}\n{long(0)}"
    figures = figures_of(score(compared(*systems, gold=f"{short}\n{long(12)}")), "e.roof.dice")
    assert [figures.rank_text(system, "e.roof.dice") for system in range(3)] == ["1≠", "2≠", "3"]
    assert figures.said_of(0, "e.roof.dice") == ["≠ Rank 1 pooled, 2 mean."] and not figures.said_of(2, "e.roof.dice")
    assert "≠ other rank by mean" in figures.legend(figures.keys) and figures.legend([]) == ""
    assert "≠" in figures.about("e.roof.dice")[1]
    figures.average = "mean"
    figures.rank_systems()
    assert [figures.rank_text(system, "e.roof.dice") for system in range(3)] == ["2≠", "1≠", "3"]
    assert figures.said_of(0, "e.roof.dice") == ["≠ Rank 2 mean, 1 pooled."]


@pytest.mark.parametrize(
    ("holm", "sign", "says"),
    [(0.0499, "", "more than chance"), (0.05, "≈", "≈ may be chance"), (0.9, "≈", "≈ may be chance")],
)
def test_what_is_more_than_chance(holm: float, sign: str, says: str) -> None:
    """The sign and the tooltip say the same; the difference is that to the baseline."""
    found, key = score(compared(GOLD, WRONG)), "e.whole.dice"
    figures = figures_of(found, key)
    for difference, shown in ((-0.25, "−25.00"), (0.25, "+25.00")):
        figures.tests = {(1, key): BaselineTest(difference, 0.01, holm)}
        (said,) = figures.said_of(1, key)
        base = found.table.systems[0]
        assert said.startswith(f"{shown} against {base} (baseline): {says}, p = 0.0100, corrected {holm:.4f}")
        assert figures.sign(1, key) == sign
    figures.tests = {(1, key): BaselineTest(0.25, float("nan"), holm)}
    assert not figures.sign(1, key) and not figures.said_of(1, key)
