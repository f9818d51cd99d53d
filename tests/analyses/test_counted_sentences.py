"""Cells that count more than sentences say how many are in each; together these are the figure of the cell."""

from __future__ import annotations

import pytest

from treecompare import resources
from treecompare.analyses.catalogue import ANALYSES
from treecompare.comparison.base import Comparison
from treecompare.comparison.files import Files, open_files, opened
from treecompare.scores.result import View

COUNTED = {
    "constituents": ("errors", "error-groups", "wins", "labels", "words", "pattern", "right"),
    "dependencies": ("errors", "error-groups", "wins", "breakdown", "confusion", "columns", "pattern", "words-right"),
}
"""Analyses with such cells."""


@pytest.mark.parametrize("kind", COUNTED)
def test_the_sentences_have_together_what_the_figure_says(kind: str) -> None:
    key = "dependencies" if kind == "dependencies" else "first-comparison"
    [sample] = [one for one in resources.samples() if one.key == key]
    comparison = opened(open_files(Files(sample.gold, tuple(("", one) for one in sample.systems)))).comparison
    assert comparison.kind == kind
    for _ in comparison.run(None):
        pass
    for key in COUNTED[kind]:
        assert cells(comparison, key), key


def cells(comparison: Comparison, key: str) -> int:
    """How many cells of an analysis there are whose sentences are counted."""
    [analysis] = [one for one in ANALYSES if one.key == key]
    pattern = "NP=x" if comparison.kind == "constituents" else "NOUN=x"
    found = 0
    for table in analysis.tables(comparison, View(0, *comparison.usual_keys, pattern=pattern)):
        for row, values in enumerate(table.rows):
            for column, value in enumerate(values):
                behind = table.found(row, column)
                if behind is None or not behind.counts:
                    continue
                assert list(behind.counts) == behind.sentences.tolist(), (table.title, row, column)
                if type(value) is int:
                    assert sum(behind.counts.values()) == value, (table.title, row, column)
                    found += 1
    return found
