"""Errors where neither of two analyses is gold: both are called by their names, nothing is right or wrong."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from treecompare.analyses.errors import error_tables, grouped_error_tables
from treecompare.analyses.without_gold import OTHER, reworded
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.readers import parse
from treecompare.scores.result import View

ANNE = "(S (NP (PRP she)) (VP (VBD saw) (NP (DT the) (NN dog)) (PP (IN in) (NP (DT a) (NN park)))))"
BERT = "(S (NP (PRP she)) (VP (VBD saw) (NP (NP (DT the) (NN dog)) (PP (IN in) (NP (DT a) (NN park))))))"
JUDGING = re.compile(r"(?<![\w.])(gold|system|errors?|wrong|missing|extra)(?![\w.])", re.IGNORECASE)


def compared(*others: str) -> ConstituentComparison:
    systems = [replace(parse(text), name=f"bert{number or ''}") for number, text in enumerate(others)]
    return score(ConstituentComparison(replace(parse(ANNE), name="anne"), systems))


@pytest.mark.parametrize("tables", [error_tables, grouped_error_tables])
def test_tables_call_both_by_their_names(tables) -> None:  # type: ignore[no-untyped-def]
    comparison = compared(BERT)
    plain, named = (tables(comparison, View(is_gold=is_gold)) for is_gold in (True, False))
    said = [text for table in named for text in (table.title, table.note, *table.texts()[0])]
    said += [str(row[0]) for table in named for row in table.rows]
    assert not [text for text in said if JUDGING.search(text)]
    figures = [[[cell for cell in row if not isinstance(cell, str)] for row in table.rows] for table in plain]
    assert figures == [[[cell for cell in row if not isinstance(cell, str)] for row in table.rows] for table in named]


def test_the_columns_of_what_is_attached_where_have_the_names() -> None:
    sites = next(
        table for table in error_tables(compared(BERT), View(is_gold=False)) if table.title == "From where to where"
    )
    assert [column.title for column in sites.columns] == ["type", "anne", "bert", "bert"]


def test_of_several_systems_the_second_name_is_the_other() -> None:
    tables = error_tables(compared(BERT, ANNE), View(is_gold=False))
    assert any(OTHER in table.note for table in tables)
    assert [column.title for column in tables[0].columns[1:]] == ["bert", "bert1"]


def test_words_are_replaced_as_wholes() -> None:
    assert reworded("Constituent missing", "A", "B") == "Constituent only in A"
    assert (
        reworded("The system has what the gold lacks; golden systems", "A", "B") == "B has what A lacks; golden systems"
    )
    assert reworded("2 errors, too high", "A", "B") == "2 differences, higher in B"
