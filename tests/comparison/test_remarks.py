"""Lines between trees that hold none, where programs take each line for a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import parse

BARE = "(S (NP (D the) (N dog)) (V barks))\n(S (NP (N cats)) (V sleep))\n"
WRAPPED = BARE.replace("(S", "( (S").replace("))\n", ")))\n")
OTHER = WRAPPED.replace("(V sleep)", "(VP (V sleep))")
REMARK = "# made by a parser\n"


def counts(gold: str, *systems: str) -> list[list[int]]:
    """Brackets of gold and system, and those that match, of each system."""
    treebanks = [replace(parse(one), name=f"s{number}") for number, one in enumerate(systems)]
    comparison = score(ConstituentComparison(parse(gold), treebanks, Settings(params="evalb")))
    parts = [comparison.table.part(system, "e.roof") for system in range(len(systems))]
    return [[int(getattr(part, name).sum()) for name in ("gold", "test", "matched")] for part in parts]


@pytest.mark.parametrize("system", [REMARK + WRAPPED, WRAPPED + "*****\n"])
def test_a_remark_changes_no_figure_where_both_sides_have_outermost_brackets(system: str) -> None:
    assert counts(WRAPPED, system) == counts(WRAPPED, WRAPPED) == [[6, 6, 6]]
    assert counts(system, WRAPPED) == [[6, 6, 6]]


def test_outermost_brackets_of_a_file_with_remarks_go_where_the_other_side_has_none() -> None:
    assert counts(REMARK + WRAPPED, BARE) == counts(BARE, REMARK + WRAPPED) == [[4, 4, 4]]
    assert counts(REMARK + WRAPPED, BARE, WRAPPED) == [[4, 4, 4]] * 2


def test_what_other_systems_are_like_changes_nothing() -> None:
    lines = BARE.splitlines(keepends=True)
    gold = "".join(REMARK + line for line in lines)
    by_line = "".join("(())\n" + line for line in lines)
    assert counts(gold, BARE, by_line, OTHER) == [*counts(gold, BARE), *counts(gold, by_line), *counts(gold, OTHER)]
    assert counts(gold, by_line) == [[4, 4, 4]]
