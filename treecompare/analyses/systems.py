"""The systems of a comparison side by side: how they score and rank, as far as they are counted, and what their table says."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Comparison
from treecompare.comparison.explain import why_undefined
from treecompare.drawing.names import PLAIN, Names, short_names
from treecompare.measures import measure
from treecompare.scores.agreement import measure_note, measure_title
from treecompare.scores.figure import Figure, number_text, typeset
from treecompare.scores.ranks import ranked
from treecompare.scores.result import (
    ResultTable,
    Value,
    count_column,
    rank_column,
    score_column,
    share_column,
    text_column,
)
from treecompare.scores.set_notes import set_note
from treecompare.scores.sets import WELL_COVERED
from treecompare.scores.significance import BaselineTest
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, WAITING, Average, ScoreTable
from treecompare.trees.characters import visible

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
_STATUSES = {"partial": PARTIAL, "skipped": SKIPPED}


class SystemsFigures:
    """Counts, scores and ranks of the systems of a comparison under the measures that are shown."""

    def __init__(self) -> None:
        self.comparison: Comparison | None = None
        self.keys: list[str] = []
        self.average: Average = "pooled"
        self.letters: dict[str, str] = {}
        """Measures that are called A and B."""
        self.baseline = 0
        self.tests: dict[tuple[int, str], BaselineTest] = {}
        self.counts = np.zeros((0, 4), np.int64)
        self._scores: dict[tuple[str, Average], list[Figure]] = {}
        self.ranks: NDArray[np.float64] | None = None
        self._otherwise: NDArray[np.float64] | None = None
        """The ranks under the average that is not shown."""

    def begin(self, comparison: Comparison | None) -> None:
        """Another comparison, of which nothing is known yet."""
        self.comparison = comparison
        self._scores.clear()
        self.ranks = None
        self.tests = {}
        self.baseline = 0
        self._count()

    def refresh(self, is_end: bool) -> bool:
        """Takes over what was counted since, at the end of the work whatever it was. Returns whether figures may have changed."""
        if is_end:
            self._scores.clear()
            self.ranks = None
        before = self.counts
        self._count()
        if self.ranks is not None and np.array_equal(before, self.counts):
            return False
        self._scores.clear()  # what is scored of one system decides on which sentences the others' scores rest
        self.rank_systems()
        return True

    @property
    def table(self) -> ScoreTable:
        """Where the scores come from."""
        assert self.comparison is not None
        return self.comparison.table

    def _count(self) -> None:
        systems = len(self.comparison.systems) if self.comparison else 0
        self.counts = np.zeros((systems, 4), np.int64)
        for system in range(systems):
            self.counts[system] = np.bincount(self.table.statuses[system], minlength=4)
            self.counts[system, PARTIAL] = np.count_nonzero(self.table.words_differ(system))

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to be counted. Ranks wait for it: until then systems differ in their sentences."""
        return self.comparison is not None and not self.counts[:, WAITING].any()

    def rank_systems(self) -> None:
        """Ranks the systems under every measure."""
        self.ranks = None
        if not self.is_complete or not self.keys:
            return
        self.ranks, self._otherwise = (
            np.stack([ranked(self.table, key, np.array(self._figures(key, average))) for key in self.keys], axis=1)
            for average in (self.average, self.other_average())
        )

    @property
    def first(self) -> str:
        """Measure A, whose ranks others are compared with; empty where it is not shown."""
        return next((key for key in self.keys if self.letters.get(key) == "A"), "")

    def moved(self, system: int, key: str) -> str:
        """Whether a system ranks higher or lower than under measure A, as a sign; empty where it does not."""
        if self.ranks is None or not self.first:
            return ""
        rank, first = (self.ranks[system, self.keys.index(one)] for one in (key, self.first))
        return HIGHER if rank < first else LOWER if rank > first else ""

    def score(self, system: int, key: str) -> Figure:
        """A system's score, as far as it is counted."""
        return self._figures(key, self.average)[system]

    def _figures(self, key: str, average: Average) -> list[Figure]:
        """The scores of all systems; once all is counted both averages at once, which takes hardly longer."""
        if (key, average) not in self._scores:
            wanted = [average, *([self.other_average()] if self.is_complete else [])]
            for one, figures in zip(wanted, self.table.averaged(key, wanted)[1], strict=True):
                self._scores[key, one] = figures
        return self._scores[key, average]

    def covered(self, system: int) -> str:
        """How much of a system is scored, where that is not all."""
        share = self.table.coverage(system)
        is_all = self.counts[system, WAITING] or math.isnan(share) or share == 1
        return "" if is_all else f"{LOW + ' ' if share < WELL_COVERED else ''}{min(100 * share, 99.9):.1f} % scored"

    def note(self) -> str:
        """On which sentences the scores rest, where it is not all; empty while they are counted."""
        return set_note(self.table, self.keys) if self.comparison is not None and self.is_complete else ""

    def why_none(self, system: int, key: str) -> str:
        """Why a system has no score under a measure."""
        assert self.comparison is not None
        if self.counts[system, WAITING]:
            return "the sentences are still being compared."
        why = why_undefined(self.comparison, system, key, self.average)
        return why or "it is not defined for what is compared here."

    def range_of(self, key: str) -> tuple[float, float] | None:
        """Between which whole numbers, as scores are shown, a measure lies under all systems (tenths where it is no share and they
        are close together); None where nothing is scored."""
        if self.comparison is None:
            return None
        factor = 100 if measure(key).percent else 1
        scores = [factor * self.score(system, key) for system in range(len(self.table.systems))]
        known = [score for score in scores if not math.isnan(score)]
        if not known:
            return None
        if not measure(key).percent and 0.1 < max(known) - min(known) < CLOSE:
            return math.floor(10 * min(known)) / 10, math.ceil(10 * max(known)) / 10
        low, high = math.floor(min(known)), math.ceil(max(known))
        if low == high:  # all are the same whole number; no share is above 100 %
            low, high = (low - 1, high) if measure(key).percent and high == 100 else (low, high + 1)
        return low, high

    def share(self, system: int, key: str) -> float | None:
        """How far along the range of all systems a system is."""
        score, span = self.score(system, key), self.range_of(key)
        if span is None or math.isnan(score) or not self.is_complete or len(self.table.systems) < 2:
            return None
        return ((100 if measure(key).percent else 1) * score - span[0]) / (span[1] - span[0])

    def sign(self, system: int, key: str) -> str:
        """≈ where the difference to the baseline may be chance."""
        test = self.tests.get((system, key))
        is_tested = test is not None and not math.isnan(test.p)
        return "≈" if is_tested and test is not None and not test.holm < ALPHA else ""

    def is_best(self, system: int, key: str) -> bool:
        """Whether no other score of the measure is better; equal ones are all best."""
        if self.ranks is None or len(self.counts) < 2:
            return False
        column = self.ranks[:, self.keys.index(key)]
        return bool(column[system] == np.nanmin(column)) if not np.isnan(column).all() else False

    def rank_text(self, system: int, key: str) -> str:
        """The rank under a measure, with a sign where it is another one under the other average; empty where there is none."""
        if self.ranks is None or len(self.counts) < 2:
            return ""
        rank = self.ranks[system, self.keys.index(key)]
        return "" if math.isnan(rank) else f"{rank:g}{OTHERWISE if self.rank_otherwise(system, key) else ''}"

    def legend(self, keys: Iterable[str]) -> str:
        """What the signs mean that stand beside the figures of these measures; empty where there are none."""
        cells = [(system, key) for key in keys if key in self.keys for system in range(len(self.counts))]
        meanings = (
            ("≈ may be chance", self.sign),
            (f"{OTHERWISE} other rank by {self.other_average()}", self.rank_otherwise),
            (f"{HIGHER} {LOWER} rank differs from the rank under A", self.moved),
        )
        return " · ".join(meaning for meaning, is_there in meanings if any(is_there(*cell) for cell in cells))

    def other_average(self) -> Average:
        """The average that is not shown."""
        return "mean" if self.average == "pooled" else "pooled"

    def rank_otherwise(self, system: int, key: str) -> str:
        """The rank under the other average, where it is another one."""
        if self.ranks is None or self._otherwise is None:
            return ""
        rank, other = (ranks[system, self.keys.index(key)] for ranks in (self.ranks, self._otherwise))
        return "" if rank == other or math.isnan(rank) or math.isnan(other) else f"{other:g}"

    # -- in words ------------------------------------------------------------------------------------------------------

    def names(self, system: int | None = None) -> Names:
        """What people are told of gold and systems."""
        return PLAIN if self.comparison is None else self.comparison.names(system)

    def short_names(self) -> list[str]:
        """The names of the systems without what all of them begin with."""
        assert self.comparison is not None
        return short_names(self.comparison.gold.name, self.table.systems)

    def title(self, key: str) -> str:
        """A measure's title; that of a measure that is not symmetric says whose it is."""
        return measure_title(measure(key), self.names())

    def shown(self, system: int, key: str) -> str:
        """A score as it stands in its cell."""
        score = self.score(system, key)
        if math.isnan(score) and self.counts[system, WAITING]:
            return "…"
        return measure(key).shown(score) + (number_text(score) if self.is_complete else "")

    def said_of(self, system: int, key: str) -> list[str]:
        """What is to be known of a score, line by line: of its measure, ranks, the baseline, its sentences, why there is none."""
        one, names = measure(key), self.names(system)
        lines = [measure_note(one, names)] if not names.is_gold else []
        if otherwise := self.rank_otherwise(system, key):
            rank = self.rank_text(system, key).removesuffix(OTHERWISE)
            lines.append(f"{OTHERWISE} Rank {rank} {self.average}, {otherwise} {self.other_average()}.")
        if moved := self.moved(system, key):
            rank, under = (self.rank_text(system, one).removesuffix(OTHERWISE) for one in (key, self.first))
            lines.append(f"{moved} Rank {rank}, {under} under {self.title(self.first)}.")
        test = self.tests.get((system, key))
        if test is not None and not math.isnan(test.p):
            chance = "≈ may be chance" if not test.holm < ALPHA else "more than chance"
            text = "{0} against {1} (baseline): {2}, p = {3:.4f}, corrected {4:.4f} (shuffling, 10,000 times)"
            shown = ("+" if test.difference > 0 else "") + typeset(one.shown(test.difference))
            lines.append(text.format(shown, self.table.systems[self.baseline], chance, test.p, test.holm))
        if note := set_note(self.table, [key]) if self.is_complete else "":
            lines.append(note)
        if math.isnan(self.score(system, key)):
            lines.append(f"No score: {self.why_none(system, key)}")
        return lines

    def about(self, key: str) -> list[str]:
        """What is to be known of a measure and of the signs in its column, line by line."""
        one, names = measure(key), self.names()
        better = "Higher is better." if one.higher_is_better else "Lower is better."
        if (span := self.range_of(key)) is not None:
            better += f" Bars go from {span[0]:g} to {span[1]:g}."
        lead = ""
        if self.is_complete and len(self.counts) > 1:
            lead = f"{OTHERWISE} marks systems that pooled and mean scores rank differently."
            if self.first:
                lead = f"{HIGHER} {LOWER} mark ranks that differ from those under {self.title(self.first)}, {lead}"
        return [names.told(one.explanation), f"{better} {measure_note(one, names)} {lead}"]

    def head_of_names(self) -> tuple[str, str]:
        """Head and tooltip of the column of names."""
        names = self.names()
        if names.is_gold:
            return "System", ""
        return f"With {visible(names.first)}", f"Compared with {names.first}; no gold."

    # -- as a table ----------------------------------------------------------------------------------------------------

    def in_order(self, by: str, descending: bool = False) -> list[int]:
        """The systems sorted by their "name", by sentences that are "partial" or "skipped", or by a measure, undefined scores last;
        in the order of the files where ``by`` is empty."""
        systems = list(range(len(self.counts)))
        values: dict[int, Any] = dict.fromkeys(systems, 0)
        if by == "name":
            values = {system: self.table.systems[system].casefold() for system in systems}
        elif by in _STATUSES:
            values = {system: int(self.counts[system, _STATUSES[by]]) for system in systems}
        elif by:
            values = {system: self.score(system, by) for system in systems}
        known = [system for system in systems if values[system] == values[system]]
        known.sort(key=values.__getitem__, reverse=descending and bool(by))
        return known + [system for system in systems if values[system] != values[system]]

    def table_of(self, order: Sequence[int]) -> ResultTable:
        """These systems at full precision, with ranks and signatures: for export."""
        columns = [text_column(self.head_of_names()[0], "system")]
        columns += [
            count_column(title, key)
            for title, key in (
                ("Scored", "scored"),
                ("Words differ", "partial"),
                ("Skipped", "skipped"),
            )
        ]
        columns += [
            share_column("Coverage, %", "coverage"), share_column("Coverage of words, %", "coverage_words"),
        ]  # fmt: skip
        for key in self.keys:
            columns += [
                score_column(measure(key), self.title(key)),
                rank_column(f"Rank, {self.title(key)}", f"rank under {key}"),
            ]
        rows: list[list[Value]] = []
        for system in order:
            counts = self.counts[system]
            row: list[Value] = [self.table.systems[system], *(int(counts[one]) for one in (SCORED, PARTIAL, SKIPPED))]
            row += [self.table.coverage(system), self.table.coverage(system, words=True)]
            for column, key in enumerate(self.keys):
                rank = float(self.ranks[system, column]) if self.ranks is not None else None
                row += [self.score(system, key), rank]
            rows.append(row)
        signatures = tuple(self.table.signature(key, self.average) for key in self.keys)
        return ResultTable("Systems", tuple(columns), rows, self._note_for_export(order), signatures)

    def _note_for_export(self, order: Sequence[int]) -> str:
        """What is said below the table, and why measures have no scores at all."""
        found = [self.note()]
        for key in self.keys if self.is_complete else ():
            if order and all(math.isnan(self.score(system, key)) for system in order):
                found.append(f"{self.title(key)}: {self.why_none(order[0], key)}")
        return " ".join(one for one in found if one)
