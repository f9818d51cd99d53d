"""Words with both lineages and their edit, for a sentence and for all sentences."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.analyses.conftest import compared
from tests.conftest import stride
from treecompare.analyses.words import lineage_tables
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.errors import Cancelled, UsageError
from treecompare.scores.result import View

GOLD = "(S (N1 two (N1 tax revision) bills) were passed)"
TEST = "(S (NP two tax revision bills) were passed)"


def test_the_papers_example_with_its_edits() -> None:
    """Section 4 says of revision: "replacing either one of the N1 symbols by NP costs 0.5; deletion of the boundary symbol and the
    other N1 symbol each cost 1"."""
    comparison = compared(f"(())\n{GOLD}", f"(())\n{TEST}", preterminals="no")
    [table] = lineage_tables(comparison, View(variant="la.initial"))
    assert [column.title for column in table.columns[:2]] == ["sentence", "id"]
    rows = {str(row[3]): row[4:] for row in table.rows}
    assert [row[:2] for row in table.rows] == [["2", "2"]] * 6
    assert rows["revision"] == [pytest.approx(7 / 12), "N1 ] N1 S", "NP S", "< N1 1; < ] 1; ~ N1 NP 0.5", 2.5]
    assert rows["two"][3:] == ["~ N1 NP 0.5", 0.5]
    assert rows["were"] == [1.0, "S", "S", None, 0.0]
    [one] = lineage_tables(comparison, View(variant="la.initial", sentence=1))
    assert one.rows == [row[2:] for row in table.rows]
    with pytest.raises(UsageError, match="have no scores"):
        lineage_tables(comparison, View(variant="la", sentence=0))


def test_the_words_make_the_score_and_the_edits_the_words(wsj: ConstituentComparison) -> None:
    for variant in ("la.initial", "la")[:: stride(2)]:
        [table] = lineage_tables(wsj, View(system=1, variant=variant))
        rows = np.array([row[4] for row in table.rows], float)
        assert rows.mean() == pytest.approx(wsj.table.summary(1, variant, "pooled"))
        for _, _, _, _, score, gold, test, edit, cost in table.rows[::97]:
            lengths = sum(len(str(one).replace("∅", "").split()) for one in (gold, test))
            assert score == pytest.approx(1 - float(cost) / lengths)  # type: ignore[arg-type]
            assert sum(map(float, re.findall(r"([0-9.]+)(?:;|$)", str(edit or "")))) == pytest.approx(cost)


def test_a_word_that_the_system_lacks_has_no_edit() -> None:
    comparison = compared("(S (N a) (V b))", "(S (N a))")
    [table] = lineage_tables(comparison, View())
    assert [row[3:] for row in table.rows] == [
        ["a", 1.0, "[ S ]", "[ S ]", None, 0.0],
        ["b", 0.0, "S ]", "∅", None, None],
    ]


def test_it_can_be_stopped(sample: ConstituentComparison) -> None:
    with pytest.raises(Cancelled):
        lineage_tables(sample, View(cancel=np.ones(1, np.int32)))
