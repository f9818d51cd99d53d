"""The systems of a comparison side by side: how they score and rank, as far as they are counted, and what their table says."""

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
from treecompare.scores.sets import WELL_COVERED
from treecompare.scores.significance import BaselineTest
from treecompare.scores.table import PARTIAL, SCORED, WAITING, Average, ScoreTable

ALPHA = 0.05
CLOSE = 2.0
MOST_NAMED = 20
"""So many sentences that are not scored are named."""
OTHERWISE = "≠"
"""Stands behind a rank that is another one under the other average."""
HIGHER, LOWER = "↑", "↓"
"""Stand beside a rank that is better, or worse, than the one under measure A."""
LOW = "▼"
"""Before a coverage below 95 %."""


class SystemsFigures:
    """Counts, scores and ranks of the systems of a comparison under the measures that are shown."""

    def __init__(self) -> None:
        self.comparison: Comparison | None = None
        self.keys: list[str] = []
        self.average: Average = "pooled"
        self.letters: dict[str, str] = {}
        """Measures that are called A and B."""
        self.baseline = 0
        self._tests: dict[tuple[int, str], BaselineTest] = {}
        self._counts = np.zeros((0, 4), np.int64)
        self._scores: dict[tuple[str, Average], list[Figure]] = {}
        self._ranks: NDArray[np.float64] | None = None
        self._otherwise: NDArray[np.float64] | None = None
        """The ranks under the average that is not shown."""

    def _begin(self, comparison: Comparison | None) -> None:
        """Another comparison, of which nothing is known yet."""
        self.comparison = comparison
        self._scores.clear()
        self._ranks = None
        self._tests = {}
        self.baseline = 0
        self._count()

    def _update(self, is_end: bool) -> bool:
        """Takes over what was counted since, at the end of the work whatever it was. Returns whether figures may have changed."""
        if is_end:
            self._scores.clear()
            self._ranks = None
        before = self._counts
        self._count()
        if self._ranks is not None and np.array_equal(before, self._counts):
            return False
        self._scores.clear()  # what is scored of one system decides on which sentences the others' scores rest
        self._rank()
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
            self._counts[system, PARTIAL] = np.count_nonzero(self._table.words_differ(system))

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to be counted. Ranks wait for it: until then systems differ in their sentences."""
        return self.comparison is not None and not self._counts[:, WAITING].any()

    def _rank(self) -> None:
        """Ranks the systems under every measure."""
        self._ranks = None
        if not self.is_complete or not self.keys:
            return
        self._ranks, self._otherwise = (
            np.stack([ranked(self._table, key, np.array(self._figures(key, average))) for key in self.keys], axis=1)
            for average in (self.average, self._other_average())
        )

    @property
    def first(self) -> str:
        """Measure A, whose ranks others are compared with; empty where it is not shown."""
        return next((key for key in self.keys if self.letters.get(key) == "A"), "")

    def _moved(self, system: int, key: str) -> str:
        """Whether a system ranks higher or lower than under measure A, as a sign; empty where it does not."""
        if self._ranks is None or not self.first:
            return ""
        rank, first = (self._ranks[system, self.keys.index(one)] for one in (key, self.first))
        return HIGHER if rank < first else LOWER if rank > first else ""

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
        return "" if is_all else f"{LOW + ' ' if share < WELL_COVERED else ''}{min(100 * share, 99.9):.1f} % scored"

    def _covered_said(self, system: int) -> str:
        """The same in sentences, with what is not scored."""
        if not self._covered(system):
            return ""
        sentences, words = (self._table.coverage(system, words) for words in (False, True))
        parts = (
            f"Scored: {100 * sentences:.1f} % of the sentences, with {100 * words:.1f} % of the words.",
            "Less than 95 %: the sentences may not be a fair sample." if sentences < WELL_COVERED else "",
            self._not_scored(system),
        )
        return " ".join(filter(None, parts))

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

    def range_of(self, key: str) -> tuple[float, float] | None:
        """Between which whole numbers, as scores are shown, a measure lies under all systems (tenths where it is no share and they
        are close together); None where nothing is scored."""
        if self.comparison is None:
            return None
        factor = 100 if measure(key).percent else 1
        scores = [factor * self.score(system, key) for system in range(len(self._table.systems))]
        known = [score for score in scores if not math.isnan(score)]
        if not known:
            return None
        if not measure(key).percent and 0.1 < max(known) - min(known) < CLOSE:
            return math.floor(10 * min(known)) / 10, math.ceil(10 * max(known)) / 10
        low, high = math.floor(min(known)), math.ceil(max(known))
        if low == high:  # all are the same whole number; no share is above 100 %
            low, high = (low - 1, high) if measure(key).percent and high == 100 else (low, high + 1)
        return low, high

    def range_said(self, key: str) -> str:
        """What the bars of a measure go over, ``86 to 93``; empty where there are none."""
        span = self.range_of(key)
        return (
            f"{span[0]:g} to {span[1]:g}"
            if span is not None and self.is_complete and len(self._table.systems) > 1
            else ""
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
            (f"{HIGHER} {LOWER} rank differs from the rank under A", self._moved),
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
