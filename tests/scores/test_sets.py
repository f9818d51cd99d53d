"""The common set, and the set of a measure within it."""

from __future__ import annotations

import numpy as np

from tests.comparison.test_aligned import GOOD, JOINED, TWO, compared
from treecompare.scores.set_notes import set_note
from treecompare.scores.table import common_set, narrowed

ASKED = np.ones(4, np.int64)


def mask(*rows: str) -> np.ndarray:
    """``x`` is True."""
    return np.array([[one == "x" for one in row] for row in rows])


def test_a_system_of_half_the_sentences_counts() -> None:
    found = common_set([mask("xxxx", "xx--", "x---")], ASKED)
    assert found.compared.tolist() == [True, True, False]
    assert found.rows.tolist() == [True, True, False, False]
    assert (found.number, found.of, found.shown) == (2, 4, "2 of 4")


def test_less_than_half_is_not_enough() -> None:
    found = common_set([mask("xxxxx", "xx---", "xxx--")], np.ones(5, np.int64))
    assert found.compared.tolist() == [True, False, True] and found.number == 3


def test_without_a_system_that_counts_there_is_no_set() -> None:
    found = common_set([mask("x---", "-x--")], ASKED)
    assert not found.compared.any() and not found.rows.any()
    assert found.signed == "own"


def test_rows_weigh_as_many_sentences_as_they_hold() -> None:
    asked = np.array([1, 3, 0, 1])
    found = common_set([mask("-xx-", "xxx-")], asked)
    assert (found.number, found.of) == (3, 5)
    assert found.rows.tolist() == [False, True, False, False]
    # all sentences, but two in one row: their mean is another
    joined = common_set([mask("xx")], np.array([1, 2])).signed
    assert joined == "common:3/3:01a84a"  # the sum of where each begins and ends
    assert common_set([mask("xxx")], ASKED[:3]).signed == "common:3"


def test_a_measure_has_a_set_of_its_own() -> None:
    common = common_set([mask("xxxx", "xxxx", "xxx-")], ASKED)
    found = narrowed(common, mask("xxxx", "xx-x", "x---"))
    # it exists on too few sentences of the third system, which takes none from the others
    assert found.compared.tolist() == [True, True, False]
    assert found.rows.tolist() == [True, True, False, False]
    assert not narrowed(common, mask("----", "----", "----")).compared.any()
    # exactly half is enough
    whole = common_set([mask("xxxx", "xxxx")], ASKED)
    assert narrowed(whole, mask("xxxx", "xx--")).compared.tolist() == [True, True]


def test_tables_that_stand_beside_each_other() -> None:
    found = common_set([mask("xxx-"), mask("-xxx", "x---")], ASKED)
    assert found.rows.tolist() == [False, True, True, False]
    assert found.compared.tolist() == [True]


def test_what_was_aligned_is_told() -> None:
    assert set_note(compared(TWO, GOOD).table) == ""
    assert (
        set_note(compared(TWO, JOINED, GOOD).table)
        == "Sentences whose words or breaks differ and are aligned: 1 of text."
    )
    own = compared(TWO, JOINED, sentences="own").table
    assert set_note(own) == "Sentences whose words or breaks differ and are aligned: 1 of text."


def test_baselines_are_not_ranked() -> None:
    """Their figures rest on the same sentences."""
    table = compared(TWO, GOOD, GOOD).table
    table.baselines = frozenset({1})
    assert table.compared("e.roof.dice.unlabelled").tolist() == [True, False]
    table.on = "own"
    assert not table.compared("e.roof.dice.unlabelled").any()
