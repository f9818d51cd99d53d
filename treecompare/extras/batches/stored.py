"""The results of one treebank as a score table, from which figures, ranks and tests come as from any comparison."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.batches.job import Result
from treecompare.measures import Counts, Ratio, measure
from treecompare.scores.set_notes import error_rows, set_note
from treecompare.scores.sets import Mask, Sentences, SentenceSet
from treecompare.scores.table import PARTIAL, SCORED, Average, ScoreTable

Numbers = NDArray[Any]
_ON = re.compile(r"\|on:[^|]*")


class StoredTable(ScoreTable):
    """Several systems on one treebank, under one preparation: ``results`` that are scored, over the same gold.

    Where sentence breaks differ, a row holds the sentences of the smallest group that no system cuts, as in a comparison of all of
    them at once; numerators and denominators are sums.
    """

    def __init__(self, results: Sequence[Result]) -> None:
        ends = [np.cumsum(one.gold_counts.astype(np.int64)) for one in results]
        shared = ends[0]
        for one in ends[1:]:
            shared = np.intersect1d(shared, one)
        shared = np.unique(shared[shared > 0])
        super().__init__([one.key[1] for one in results], len(shared))
        self._results = results
        # the row of each of theirs; None where they are the same
        self._places = [None if np.array_equal(one, shared) else np.searchsorted(shared, one) for one in ends]
        self.gold_counts = np.diff(shared, prepend=0)
        self.on = cast(Sentences, results[0].on)
        asked = np.ones(self.sentences, np.bool_)
        for system, result in enumerate(results):
            mine = result.gold_counts > 0
            asked &= self._all_of(system, result.asked | ~mine)
            self.zeroed[system] = self._sums(system, result.zeroed.astype(np.int64)) > 0
            is_scored = self._all_of(system, result.scored | ~mine)
            self.zeroed[system] &= is_scored
            self.statuses[system] = np.where(is_scored & ~self.zeroed[system], SCORED, PARTIAL)
        self.left_out = ~asked
        self.lengths = self._sums(0, results[0].lengths)

    @property
    def ids(self) -> list[str]:
        """The ids of the gold sentences in each row."""
        places = self._places[0]
        if places is None:
            return list(self._results[0].ids)
        found: list[list[str]] = [[] for _ in range(self.sentences)]
        for place, name in zip(places.tolist(), self._results[0].ids, strict=True):
            if place < self.sentences:
                found[place].append(name)
        return ["+".join(one) for one in found]

    def _sums(self, system: int, column: Numbers) -> Numbers:
        """Sums over the rows of a result, per row here."""
        places = self._places[system]
        if places is None:
            return column.astype(np.int64) if np.issubdtype(column.dtype, np.integer) else column
        kept = places < self.sentences
        exact = np.issubdtype(column.dtype, np.integer)
        found = np.bincount(places[kept], column[kept].astype(np.float64), self.sentences)
        return found.astype(np.int64) if exact else found

    def _all_of(self, system: int, mask: Mask) -> Mask:
        """Whether all rows of a result in a row here have something."""
        found: Mask = mask if self._places[system] is None else self._sums(system, (~mask).astype(np.int64)) == 0
        return found

    def having(self, key: str) -> list[str]:
        """The systems that have a measure."""
        return [one.key[1] for one in self._results if key in one.measured]

    def defines(self, key: str) -> bool:
        """Whether any system has a measure, and the columns that it needs."""
        return len(self.having(key)) > len(self.undefined(measure(key).part))

    def undefined(self, part: str) -> dict[int, str]:
        return {
            system: of.undefined
            for system, one in enumerate(self._results)
            for key, of in one.measured.items()
            if of.undefined and measure(key).part == part
        }

    def errors(self) -> tuple[dict[str, list[int | None]], str]:
        """The errors of each type by its title: how many each system makes, None where none were looked for; and what is to be
        known of the sentences."""
        _, rows, told = self._error_rows
        found: dict[str, list[int | None]] = {}
        for system, result in enumerate(self._results):
            for title, counts in result.errors.items() if rows[system].any() else ():
                of_type = found.setdefault(title, [0 if of.any() else None for of in rows])
                of_type[system] = int(self._sums(system, np.maximum(counts, 0))[rows[system]].sum())
        said = [set_note(self), told] if any(one.errors for one in self._results) else []
        return found, " ".join(filter(None, said))

    @property
    def errors_compared(self) -> bool:
        """Whether the errors of all systems are counted on the same sentences."""
        return bool(self._error_rows[0].all())

    @cached_property
    def _error_rows(self) -> tuple[Mask, list[Mask], str]:
        looked, asked = [], []
        for system, result in enumerate(self._results):
            counts = next(iter(result.errors.values()), np.full(len(result.gold_counts), -1))
            looked.append(self._all_of(system, (counts >= 0) | (result.gold_counts == 0)) & self.scored(system))
            asked.append(self.scored(system) & bool(result.errors))
        return error_rows(self, looked, asked)

    def has_own(self, part: str) -> bool:
        return any(measure(key).part == part for one in self._results for key in one.measured)

    def own_part(self, system: int, part: str, rows: slice = slice(None)) -> Counts:
        return self.nothing(rows)  # counts are not kept, numerators and denominators are

    def own_exist(self, system: int, part: str, rows: slice = slice(None)) -> NDArray[np.bool_]:
        key = next((key for key in self._results[system].measured if measure(key).part == part), "")
        return self.exist_under(system, key)[rows]

    def exist_under(self, system: int, key: str) -> Mask:
        known = self._results[system].measured.get(key)
        if known is None:
            return np.zeros(self.sentences, np.bool_)
        mine = self._results[system].gold_counts > 0
        return self._all_of(system, known.exist | ~mine)

    def ratio(self, system: int, key: str) -> Ratio:
        known = self._results[system].measured.get(key)
        if known is None:
            zeros = np.zeros(self.sentences, np.int64)
            return Ratio(zeros, zeros)
        exists = self.exist_under(system, key)
        return Ratio(*(self._sums(system, one) * exists for one in (known.numerators, known.denominators)))

    def signature(
        self,
        key: str,
        average: Average | None = None,
        system: int | None = None,
        among: str = "",
        found: SentenceSet | None = None,
    ) -> str:
        known = self._results[system or 0].measured.get(key)
        if known is None:
            return ""
        found = found or self.set_of(key)
        is_own = self.on == "own" or (system is not None and not found.compared[system])
        return _ON.sub("|on:own" if is_own else f"|on:{found.signed}", known.signature)

    def changed(self, system: int) -> NDArray[np.int64]:
        return np.full(self.sentences, -1)

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        return {}
