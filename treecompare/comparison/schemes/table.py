"""Scores across annotation schemes: counts per system and sentence against one target."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.functions import FunctionCounts
from treecompare.measures import Counts
from treecompare.scores.table import SCORED, ScoreTable

FIELDS = ("gold", "test", "matched", "deleted", "inserted", "swapped", "forgiven")
TEDEVAL_PARTS = ("tedeval", "tedeval.unlabelled")
TEDEVAL_2011_PARTS = ("tedeval2011", "tedeval2011.unlabelled")
WORD_PARTS = ("las", "uas")
SCHEME_PARTS = (*WORD_PARTS, *TEDEVAL_PARTS, *TEDEVAL_2011_PARTS)


class SchemeTable(ScoreTable):
    """The scores of all systems against one target.

    ``parts[part]``: int64 ``[systems, sentences, 7]`` (FIELDS); ``there[part]``: bool ``[systems, sentences]``, where that part is
    defined: attachment scores are so only where gold and system are both dependencies, labelled scores where both have functions.
    """

    def __init__(self, systems: list[str], sentences: int, options: tuple[str, ...], parts: Collection[str]) -> None:
        super().__init__(systems, sentences, options)
        shape = (len(systems), sentences)
        self.parts = {
            part: np.zeros((*shape, len(FIELDS)), np.int64) for part in (*SCHEME_PARTS, "segeval") if part in parts
        }
        self.there = {part: np.zeros(shape, np.bool_) for part in self.parts}

    def has_own(self, part: str) -> bool:
        return part in self.parts

    def own_part(self, system: int, part: str, rows: slice = slice(None)) -> Counts:
        if not self.has(part):
            return self.nothing(rows)
        valid = self.exist(system, part, rows)[:, None]
        gold, test, matched, deleted, inserted, swapped, _ = np.where(valid, self.parts[part][system, rows], 0).T
        return Counts(
            gold, test, matched, deleted=deleted, inserted=inserted, swapped=swapped, cost=deleted + inserted + swapped
        )

    def own_exist(self, system: int, part: str, rows: slice = slice(None)) -> NDArray[np.bool_]:
        scored: NDArray[np.bool_] = self.statuses[system, rows] == SCORED
        return scored & self.there[part][system, rows] if self.has(part) else np.zeros(len(scored), np.bool_)

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        words = dict.fromkeys(WORD_PARTS, FIELDS[:3])
        return {part: words.get(part, FIELDS[:2] + FIELDS[3:6]) for part in self.parts}

    def own_lacking(self, part: str, system: int, sentence: int) -> str:
        if not self.has(part):
            return super().own_lacking(part, system, sentence)
        if part in WORD_PARTS:
            return "attachment scores compare dependencies with one gold of dependencies"
        return "some gold or the system has no grammatical functions, so labels cannot be compared"

    def changed(self, system: int, rows: slice = slice(None)) -> NDArray[np.int64]:
        """Operations that count as errors, with labels where they can be compared; -1 undefined."""
        found = np.full(len(self.lengths[rows]), -1, np.int64)
        for part in (*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS):
            if self.has(part):
                found = np.where(
                    (found < 0) & self.exist(system, part, rows), self.part(system, part, rows).cost, found
                )
        return found

    def forgiven(self, system: int, part: str) -> NDArray[np.int64]:
        """Operations per sentence that the annotation scheme accounts for."""
        return np.where(self.exist(system, part), self.parts[part][system, :, FIELDS.index("forgiven")], 0)

    def enter(self, system: int, part: str, counts: FunctionCounts, first: int = 0) -> None:
        """Notes the counts of a system, of sentences from ``first`` on."""
        rows = slice(first, first + len(counts.gold))
        for place, name in enumerate(FIELDS):
            self.parts[part][system, rows, place] = getattr(counts, name)
        self.there[part][system] = True
