"""The errors of pairs of trees: written down by hand, and what holds of all of them on random trees."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from tests.mappings.tree_error_cases import CASES, Case
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.mappings.errors import Error
from treecompare.readers import parse


def compared(gold: str, system: str, **settings: str) -> ConstituentComparison:
    return score(ConstituentComparison(parse(gold), [parse(system)], Settings(**{"params": "none", **settings})))


def written(error: Error, words: list[str]) -> str:
    sites = f"{error.source}>{error.target}" if error.source or error.target else "-"
    text = " ".join(words[word] for word in error.words)
    what = error.what.replace(" ", "-")
    return f"{error.kind} {what} {error.label} '{text}' {sites} {error.height or '-'} {error.e_cost}/{error.t_cost}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_by_hand(case: Case) -> None:
    comparison = compared(case.gold, case.system)
    words = comparison.error_words(0, 0)
    assert sorted(written(one, words) for one in comparison.errors(0)) == sorted(case.errors)


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 60
    assert len({(case.gold, case.system) for case in CASES}) == len(CASES)
