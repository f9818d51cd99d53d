"""Figures as they stand in papers, why a convention gives others, and the measure of unsupervised parsing."""

from __future__ import annotations

import pytest

from tests.measures.test_sets import GOLD, SYSTEM
from treecompare.extras.conventions import said
from treecompare.extras.conventions.figures import figures_in, read_figure
from treecompare.extras.conventions.search import Detective
from treecompare.readers import parse


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("LR 75.2, LP 74.7", ["LR=75.2", "LP=74.7"]),
        ("lr: 75,2; lp 74,7", ["lr=75.2", "lp=74.7"]),
        ("LR=75.2 LP = 74.7", ["LR=75.2", "LP=74.7"]),
        ("UAS 89 LAS 87.61", ["UAS=89", "LAS=87.61"]),
        ("? 89.4", ["?=89.4"]),
        ("bllip:LF 89.4", ["bllip:LF=89.4"]),
    ],
)
def test_figures_are_typed_as_papers_print_them(text: str, found: list[str]) -> None:
    assert figures_in(text) == found


def test_the_measure_of_unsupervised_parsing_is_found_and_told() -> None:
    gold, system = parse(GOLD), parse(SYSTEM)
    *_, found = Detective(gold, [system], [read_figure("F=71.43", "constituents")]).search(most=1)
    assert [one.value for one in found.fitting[0].point] == ["e.sets"]
    assert "F is higher than by the usual conventions (0.00): labels do not count, and the whole" in " ".join(
        said.said(found)
    )
    *_, none = Detective(gold, [system], [read_figure("F=50.01", "constituents")]).search(most=1)
    assert "over the whole sentence" not in " ".join(said.said(none))
    *_, own = Detective(gold, [gold], [read_figure("F=71.43", "constituents")]).search(most=1)
    assert not own.fitting
