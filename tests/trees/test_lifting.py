"""Which arc is lifted first."""

from __future__ import annotations

import pytest

from treecompare.trees.arcs import lift
from treecompare.trees.dependencies import Dependencies


@pytest.mark.parametrize(
    ("heads", "lifted", "lifts"),
    [
        # the arcs of words 1 and 2 both cross others and are equally long: the first goes up first
        ([3, 4, 5, 0, 2], [4, 4, 2, 0, 4], 4),
        # the arc of word 4 is shorter than that of word 1
        ([3, 0, 2, 1], [2, 0, 2, 2], 2),
        ([2, 0, 2], [2, 0, 2], 0),
    ],
)
def test_the_shortest_arc_first_and_the_first_of_these(heads: list[int], lifted: list[int], lifts: int) -> None:
    table = Dependencies.of([[("w", 0)], [("w", head) for head in heads]])
    found = lift(table)
    assert found.arcs.head.tolist() == [0, *lifted]
    assert found.lifts.tolist() == [0, lifts]
