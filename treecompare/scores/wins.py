"""Two systems sentence by sentence: on which one is better under a measure, on which worse, and by how much."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.measures import Measure
from treecompare.scores.table import ScoreTable

SAME = 1e-12
"""Scores that differ by less are equal, as in :func:`treecompare.scores.ranks.ranks`."""


@dataclass(frozen=True)
class Wins:
    """``difference``: the score of a system minus that of another one, per sentence; NaN where one of them has none."""

    difference: NDArray[np.float64]
    higher_is_better: bool

    @property
    def gain(self) -> NDArray[np.float64]:
        """The difference, above 0 where the system is better."""
        return self.difference if self.higher_is_better else -self.difference

    @property
    def better(self) -> NDArray[np.bool_]:
        """The sentences on which the system is better."""
        found: NDArray[np.bool_] = self.gain > SAME
        return found

    @property
    def worse(self) -> NDArray[np.bool_]:
        """Those on which it is worse."""
        found: NDArray[np.bool_] = self.gain < -SAME
        return found

    @property
    def equal(self) -> NDArray[np.bool_]:
        """Those on which both have one score."""
        found: NDArray[np.bool_] = np.abs(self.difference) <= SAME
        return found

    def said(self, name: str, other: str) -> str:
        """``bllip better on 412, worse on 233, equal on 749``."""
        better, worse, equal = (int(np.count_nonzero(one)) for one in (self.better, self.worse, self.equal))
        return f"{name} better than {other} on {better:,}, worse on {worse:,}, equal on {equal:,}"


def wins(table: ScoreTable, system: int, other: int, one: Measure) -> Wins:
    """A system against another one, on the sentences that the figures of both rest on."""
    both = table.rows(system, one.key) & table.rows(other, one.key)
    difference = table.scores(system, one.key) - table.scores(other, one.key)
    return Wins(np.where(both, difference, np.nan), one.higher_is_better)


def beside(table: ScoreTable, system: int, baseline: int) -> int | None:
    """The system that one is looked at beside: the baseline; for the baseline itself the first other one; None if there is none."""
    systems = range(len(table.systems))
    others = (other for other in (baseline, *systems) if other != system and other in systems)
    return next(others, None)
