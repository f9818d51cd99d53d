"""One table has one name: in the list of tables, in its own heading, in exports."""

from __future__ import annotations

import pytest

from tests.made import dependencies
from treecompare.analyses.catalogue import ANALYSES, View
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.readers import parse

OF_WHAT_IS_COMPARED = {"columns", "lineages", "significance", "deciles", "word-error-causes", "error-causes"}
"""These are called by the columns, words, systems, measures or errors that they are of."""


def constituents() -> Comparison:
    gold = "(S (NP (N dogs)) (VP (V bark) (PP (P at) (NP (N cats)))))\n(S (NP (N fish)) (VP (V swim)))\n" * 6
    others = gold.replace("(PP", "(QP"), gold.replace("V swim", "N swim")
    return score(ConstituentComparison(parse(gold), [parse(one) for one in others]))


def words() -> Comparison:
    gold = [[("dogs", 2, "nsubj"), ("bark", 0, "root")], [("fish", 2, "nsubj"), ("swim", 0, "root")]] * 6
    other = [[("dogs", 2, "obj"), ("bark", 0, "root")], [("fish", 0, "root"), ("swim", 1, "obj")]] * 6
    return score(DependencyComparison(dependencies("g", *gold), [dependencies("s", *other), dependencies("t", *gold)]))


@pytest.mark.parametrize("made", [constituents, words])
def test_an_analysis_of_one_table_is_called_like_it(made: type) -> None:
    comparison = made()
    a, b = comparison.usual_keys
    looked_at = 0
    for one in ANALYSES:
        if comparison.kind not in one.kinds or one.key in OF_WHAT_IS_COMPARED:
            continue
        titles = [table.title for table in one.tables(comparison, View(0, a, b, keys=(a, b)))]
        if len(titles) == 1:
            looked_at += 1
            is_longer = titles[0].startswith(one.title)
            assert is_longer or one.title.startswith(titles[0]), (one.key, one.title, titles)
    assert looked_at > 3
