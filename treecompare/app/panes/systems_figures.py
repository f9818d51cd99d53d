"""What the systems table shows, without Qt: how systems score and rank, as far as they are counted."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Comparison
from treecompare.comparison.explain import why_undefined
from treecompare.measures import measure
from treecompare.scores.figure import Figure, number_text
from treecompare.scores.ranks import ranked
from treecompare.scores.set_notes import set_note
from treecompare.scores.significance import BaselineTest
from treecompare.scores.table import PARTIAL, SCORED, WAITING, Average, ScoreTable

ALPHA = 0.05
MOST_NAMED = 20
"""So many sentences that are not scored are named."""
OTHERWISE = "≠"
"""Stands behind a rank that is another one under the other average."""
MARK = "⇅"
"""Stands beside what the leading measure orders the other way round."""


class SystemsFigures:
    """Counts, scores and ranks of the systems of a comparison under the measures that are shown.

    A system and a measure are *opposed* to the leading measure where it puts the system before or behind another one that the
    leading measure puts the other way round.
    """

    def __init__(self) -> None:
        self.comparison: Comparison | None = None
        self.keys: list[str] = []
        self.average: Average = "pooled"
        self.leading = ""
        self.baseline = 0
        self._tests: dict[tuple[int, str], BaselineTest] = {}
        self._counts = np.zeros((0, 4), np.int64)
        self._scores: dict[tuple[str, Average], list[Figure]] = {}
        self._ranks: NDArray[np.float64] | None = None
        self._otherwise: NDArray[np.float64] | None = None
        """The ranks under the average that is not shown."""
        self._opposed: dict[tuple[int, str], list[int]] = {}

    def _begin(self, comparison: Comparison | None) -> None:
        """Another comparison, of which nothing is known yet."""
        self.comparison = comparison
        self._scores.clear()
        self._ranks = None
        self._opposed = {}
        self._tests = {}
        self.baseline = 0
        self._count()

    def _update(self, leading: int, is_end: bool) -> bool:
        """Takes over what was counted since, at the end of the work whatever it was. Returns whether figures may have changed."""
        if is_end:
            self._scores.clear()
            self._ranks = None
        before = self._counts
        self._count()
        if self._ranks is not None and np.array_equal(before, self._counts):
            return False
        self._scores.clear()  # what is scored of one system decides on which sentences the others' scores rest
        self._rank(leading)
        return True

    @property
    def _table(self) -> ScoreTable:
        assert self.comparison is not None
        return self.comparison.table

    def _count(self) -> None:
        systems = len(self.comparison.systems) if self.comparison else 0
        self._counts = np.zeros((systems, 4), np.int64)
        for system in range(systems):
            self._counts[system] = np.bincount(self._table.statuses[system], minlength=4)
            self._counts[system, PARTIAL] += self._table.number_aligned(system)  # their words differ, too

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to be counted. Ranks wait for it: until then systems differ in their sentences."""
        return self.comparison is not None and not self._counts[:, WAITING].any()

    def _rank(self, leading: int) -> None:
        """Ranks the systems under every measure; ``leading``: the number of the leading one."""
        self._ranks, self._opposed = None, {}
        if not self.is_complete or not self.keys:
            return
        self._ranks, self._otherwise = (
            np.stack([ranked(self._table, key, np.array(self._figures(key, average))) for key in self.keys], axis=1)
            for average in (self.average, self._other_average())
        )
        self._oppose(leading)

    def _oppose(self, leading: int) -> None:
        """Finds, per system and measure, the systems on whose order the leading measure and this one disagree."""
        assert self._ranks is not None
        self.leading, self._opposed = self.keys[leading], {}
        led = np.sign(self._ranks[:, None, leading] - self._ranks[None, :, leading])
        for column, key in enumerate(self.keys):
            own = np.sign(self._ranks[:, None, column] - self._ranks[None, :, column])
            for one, other in np.argwhere(own * led < 0).tolist():
                self._opposed.setdefault((one, key), []).append(other)

    def score(self, system: int, key: str) -> Figure:
        """A system's score, as far as it is counted."""
        return self._figures(key, self.average)[system]

    def _figures(self, key: str, average: Average) -> list[Figure]:
        """The scores of all systems; once all is counted both averages at once, which takes hardly longer."""
        if (key, average) not in self._scores:
            wanted = [average, *([self._other_average()] if self.is_complete else [])]
            for one, figures in zip(wanted, self._table.averaged(key, wanted)[1], strict=True):
                self._scores[key, one] = figures
        return self._scores[key, average]

    def widest_number(self, key: str) -> str:
        """The longest number of sentences that is shown behind a score of a measure."""
        texts = (
            [number_text(self.score(system, key)) for system in range(len(self._counts))] if self.is_complete else []
        )
        return max(texts, key=len, default="")

    def _covered(self, system: int) -> str:
        """How much of a system is scored, where that is not all."""
        share = self._table.coverage(system)
        is_all = self._counts[system, WAITING] or math.isnan(share) or share == 1
        return "" if is_all else f"{min(100 * share, 99.9):.1f} % scored"

    def _not_scored(self, system: int) -> str:
        """Which sentences a system is not scored on, the first of them by their numbers."""
        assert self.comparison is not None
        rows = np.flatnonzero((self._table.statuses[system] != SCORED) & self._table.asked()).tolist()
        if not rows:
            return ""
        numbers = ", ".join(self.comparison.numbers_of(row) for row in rows[:MOST_NAMED])
        if len(rows) <= MOST_NAMED:
            return f"Not scored: {numbers}."
        return f"Not scored: {numbers} and {len(rows) - MOST_NAMED:,} more."

    def note(self) -> str:
        """On which sentences the scores rest, where it is not all; empty while they are counted."""
        return set_note(self._table, self.keys) if self.comparison is not None and self.is_complete else ""

    def _why_none(self, system: int, key: str) -> str:
        assert self.comparison is not None
        if self._counts[system, WAITING]:
            return "the sentences are still being compared."
        why = why_undefined(self.comparison, system, key, self.average)
        return why or "it is not defined for what is compared here."

    def range_of(self, key: str) -> tuple[int, int] | None:
        """Between which whole numbers, as scores are shown, a measure lies under all systems; None where nothing is scored."""
        if self.comparison is None:
            return None
        factor = 100 if measure(key).percent else 1
        scores = [factor * self.score(system, key) for system in range(len(self._table.systems))]
        known = [score for score in scores if not math.isnan(score)]
        if not known:
            return None
        low, high = math.floor(min(known)), math.ceil(max(known))
        if low == high:  # all are the same whole number; no share is above 100 %
            low, high = (low - 1, high) if measure(key).percent and high == 100 else (low, high + 1)
        return low, high

    def range_said(self, key: str) -> str:
        """What the bars of a measure go over, ``86 to 93``; empty where there are none."""
        span = self.range_of(key)
        return (
            f"{span[0]} to {span[1]}" if span is not None and self.is_complete and len(self._table.systems) > 1 else ""
        )

    def _share(self, system: int, key: str) -> float | None:
        """How far along the range of all systems a system is."""
        score, span = self.score(system, key), self.range_of(key)
        if span is None or math.isnan(score) or not self.is_complete or len(self._table.systems) < 2:
            return None
        return ((100 if measure(key).percent else 1) * score - span[0]) / (span[1] - span[0])

    def _sign(self, system: int, key: str) -> str:
        test = self._tests.get((system, key))
        is_tested = test is not None and not math.isnan(test.p)
        return "≈" if is_tested and test is not None and not test.holm < ALPHA else ""

    def _is_best(self, system: int, key: str) -> bool:
        """Whether no other score of the measure is better; equal ones are all best."""
        if self._ranks is None or len(self._counts) < 2:
            return False
        column = self._ranks[:, self.keys.index(key)]
        return bool(column[system] == np.nanmin(column)) if not np.isnan(column).all() else False

    def _rank_text(self, system: int, key: str) -> str:
        if self._ranks is None or len(self._counts) < 2:
            return ""
        rank = self._ranks[system, self.keys.index(key)]
        return "" if math.isnan(rank) else f"{rank:g}{OTHERWISE if self._rank_otherwise(system, key) else ''}"

    def legend(self, keys: Iterable[str]) -> str:
        """What the signs mean that stand beside the figures of these measures; empty where there are none."""
        cells = [(system, key) for key in keys if key in self.keys for system in range(len(self._counts))]
        meanings = (
            ("≈ may be chance", self._sign),
            (f"{OTHERWISE} other rank by {self._other_average()}", self._rank_otherwise),
            (f"{MARK} other order than by A", lambda *cell: self._opposed.get(cell)),
        )
        return " · ".join(meaning for meaning, is_there in meanings if any(is_there(*cell) for cell in cells))

    def _other_average(self) -> Average:
        return "mean" if self.average == "pooled" else "pooled"

    def _rank_otherwise(self, system: int, key: str) -> str:
        """The rank under the other average, where it is another one."""
        if self._ranks is None or self._otherwise is None:
            return ""
        rank, other = (ranks[system, self.keys.index(key)] for ranks in (self._ranks, self._otherwise))
        return "" if rank == other or math.isnan(rank) or math.isnan(other) else f"{other:g}"
