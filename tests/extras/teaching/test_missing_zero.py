"""Steps of sentences of which a parse is missing, or has other words."""

from __future__ import annotations

from tests.analyses.conftest import compared
from tests.comparison.test_missing_zero import GOLD, PARSES
from treecompare.extras.teaching.steps import scripts


def test_steps_of_a_score_are_those_that_there_are() -> None:
    for params in ("standard", "evalb"):
        zero = compared(GOLD, PARSES, params=params, differing="skip", missing="zero")
        assert scripts(zero, 0, 1) == []
        assert {one.part.split(".")[0] for one in scripts(zero, 0, 2)} == {"t"}
