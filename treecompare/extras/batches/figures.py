"""Figures over many treebanks: pooled scores, coverage and ranks per treebank, the macro-average and the sum over all words.

**Macro-average**: the plain mean over treebanks of pooled scores; a treebank on which a system has none counts as 0, as in the
CoNLL shared tasks of 2017 and 2018; where a system has left a column blank that the measure needs, there is no average. **Sum**:
the sum of numerators over the sum of denominators of all treebanks. (Elsewhere "macro" is said of other things; here it is over
treebanks only.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.settings import Settings
from treecompare.errors import Cancelled
from treecompare.extras.batches.job import Result
from treecompare.extras.batches.store import Key, Planned, Store
from treecompare.extras.batches.stored import StoredTable
from treecompare.measures import measure
from treecompare.scores.ranks import ranks
from treecompare.scores.significance import BATCH_NUMBERS, ITERATIONS, Interval, holm_p_values

Matrix = NDArray[np.float64]
Counts = NDArray[np.int64]
LEVEL = 0.05
"""A difference with a smaller p, after Holm's correction, is a win."""
NOT_YET = "not scored yet"
"""Why something has no result that is only still to be scored."""


class Board:
    """What a file of results holds.

    ``plan``: all that belongs to the batch; ``results``: of it what was tried. ``treebanks``, ``systems``, ``preparations``: their
    names, in the order of the plan. ``settings``: of each preparation.
    """

    def __init__(
        self,
        name: str,
        plan: Sequence[Planned],
        results: Mapping[Key, Result],
        settings: Mapping[str, Settings] | None = None,
    ) -> None:
        self.name, self.plan, self.results = name, plan, results
        self.settings = settings or {}
        self.treebanks = list(dict.fromkeys(one.treebank for one in plan))
        self.systems = list(dict.fromkeys(one.system for one in plan))
        self.preparations = list(dict.fromkeys(one.preparation for one in plan))
        self._tables: dict[tuple[str, str], StoredTable | None] = {}

    @classmethod
    def of(cls, store: Store) -> Board:
        """What a store holds."""
        return cls(store.name, store.plan(), store.results(), store.preparations())

    @cached_property
    def entries(self) -> dict[Key, Planned]:
        """The plan by its keys."""
        return {one.key: one for one in self.plan}

    @cached_property
    def keys(self) -> list[str]:
        """The measures that any result has, in their order."""
        return list(dict.fromkeys(key for one in self.results.values() for key in one.measured))

    def state(self, key: Key) -> str:
        """What there is of an entry: empty where it is scored; else why not, in one line."""
        result = self.results.get(key)
        if not self.entries[key].path:
            return "the system has no file for this treebank"
        if result is None:
            return NOT_YET
        if result.failure:
            return result.failure
        return "" if result.gold == self._newest_gold(key) else "scored on another state of the gold"

    def _newest_gold(self, key: Key) -> tuple[str, int]:
        same = [
            other
            for system in self.systems
            if (other := (key[0], system, key[2])) in self.results and not self.results[other].failure
        ]
        return self.results[max(same, key=lambda one: self.results[one].when)].gold

    @property
    def unscored(self) -> list[tuple[Planned, str]]:
        """All entries without a result, each with why."""
        return [(one, why) for one in self.plan if (why := self.state(one.key))]

    def table(self, treebank: str, preparation: str) -> StoredTable | None:
        """The systems that are scored on a treebank; None where none is."""
        if (treebank, preparation) not in self._tables:
            keys = [(treebank, system, preparation) for system in self.systems]
            scored = [self.results[key] for key in keys if key in self.entries and not self.state(key)]
            self._tables[treebank, preparation] = StoredTable(scored) if scored else None
        return self._tables[treebank, preparation]

    def standing(self, key: str, preparation: str) -> Standing:
        """All treebanks and systems under a measure and a preparation."""
        found = {name: table for name in self.treebanks if (table := self.table(name, preparation)) is not None}
        with_measure = {name: table for name, table in found.items() if table.defines(key)}
        left_out = [name for name in self.treebanks if name not in with_measure]
        having = {name for table in with_measure.values() for name in table.having(key)}
        systems = [name for name in self.systems if name in having]
        return Standing(key, preparation, list(with_measure), systems, left_out, with_measure)


@dataclass(frozen=True)
class Standing:
    """Treebanks x systems under one measure; without systems that have it nowhere. ``without``: treebanks on which no system has
    it; they count nowhere.

    Arrays are ``[treebanks, systems]`` or ``[systems]``; NaN where there is nothing.
    """

    key: str
    preparation: str
    treebanks: list[str]
    systems: list[str]
    without: list[str]
    tables: Mapping[str, StoredTable]

    def _spread(self, of_table: Mapping[str, Sequence[float]]) -> Matrix:
        found = np.full((len(self.treebanks), len(self.systems)), np.nan)
        for row, name in enumerate(self.treebanks):
            for place, system in self._places(self.tables[name]):
                found[row, system] = of_table[name][place]
        return found

    def _places(self, table: StoredTable) -> list[tuple[int, int]]:
        """The systems of a treebank that have the measure: their numbers there and here."""
        return [(place, self.systems.index(name)) for place, name in enumerate(table.systems) if name in self.systems]

    @cached_property
    def scores(self) -> Matrix:
        """The pooled scores, on the sentences that all systems have."""
        return self._spread({name: one.summaries(self.key, "pooled") for name, one in self.tables.items()})

    @cached_property
    def coverage(self) -> Matrix:
        """Which share of the sentences of the gold is scored; 0 where a system has no result."""
        of = {name: [one.coverage(place) for place in range(len(one.systems))] for name, one in self.tables.items()}
        return np.nan_to_num(self._spread(of))

    @cached_property
    def ranks(self) -> Matrix:
        """The rank of each system on each treebank, 1 = best; NaN where it has none: no figure, or one on other sentences."""
        compared = self._spread({name: one.compared(self.key).tolist() for name, one in self.tables.items()}) == 1
        return np.array([
            ranks(np.where(mask, row, np.nan), measure(self.key).higher_is_better)
            for row, mask in zip(self.scores, compared, strict=True)
        ]).reshape(self.scores.shape)  # fmt: skip

    @cached_property
    def undefined(self) -> NDArray[np.bool_]:
        """On which treebanks the measure is undefined for a system, for a column that a file leaves blank."""
        whys = {name: one.undefined(measure(self.key).part) for name, one in self.tables.items()}
        of = {name: [place in why for place in range(len(self.tables[name].systems))] for name, why in whys.items()}
        found: NDArray[np.bool_] = self._spread(of) == 1
        return found

    @property
    def best(self) -> NDArray[np.bool_]:
        """Which systems are the best on each treebank; several where they are equal."""
        found: NDArray[np.bool_] = self.ranks == np.nanmin(np.nan_to_num(self.ranks, nan=np.inf), axis=1, keepdims=True)
        return found

    @property
    def has_macro(self) -> bool:
        """Whether a missing score can count as 0: only where higher is better."""
        return measure(self.key).higher_is_better

    @cached_property
    def macro(self) -> Matrix:
        """The macro-average of each system; all NaN for measures of which lower is better, and where one is undefined."""
        if not self.treebanks or not self.has_macro:
            return np.full(len(self.systems), np.nan)
        found: Matrix = np.where(self.undefined, np.nan, np.nan_to_num(self.scores)).mean(axis=0)
        return found

    @cached_property
    def sums(self) -> Matrix:
        """The sum over all words of each system, on the treebanks that it has."""
        total = np.zeros((2, len(self.systems)))
        for table in self.tables.values():
            for place, system in self._places(table):
                rows, ratio = table.rows(place, self.key), table.ratio(place, self.key)
                total[:, system] += ratio.numerator[rows].sum(), ratio.denominator[rows].sum()
        found: Matrix = np.divide(total[0], total[1], out=np.full(len(self.systems), np.nan), where=total[1] != 0)
        return found

    @cached_property
    def macro_ranks(self) -> Matrix:
        """The rank by macro-average."""
        return ranks(self.macro, measure(self.key).higher_is_better)

    @cached_property
    def sum_ranks(self) -> Matrix:
        """The rank by the sum over all words; NaN for systems that lack a treebank: theirs is over other words."""
        whole = ~np.isnan(self.scores).any(axis=0)
        return ranks(np.where(whole, self.sums, np.nan), measure(self.key).higher_is_better)

    def intervals(
        self,
        iterations: int = ITERATIONS,
        seed: int = 0,
        cancel: NDArray[np.int32] | None = None,
        tell: Callable[[float], object] = float,
    ) -> dict[tuple[int, int], Interval]:
        """Of each pair of systems the difference of their macro-averages, with its 95 % interval.

        In each of the ``iterations`` treebanks are drawn with replacement, then sentences with replacement within each, the same
        for all systems. ``tell`` is told which part of the treebanks is done. Raises Cancelled: ``cancel[0] != 0``.
        """
        rng = np.random.default_rng([seed, 3])
        number = len(self.treebanks)
        if not number or not self.has_macro:
            return {}
        counts = rng.multinomial(number, np.full(number, 1 / number), iterations)  # how often each treebank is drawn
        totals = np.zeros((iterations, len(self.systems)))
        for place, name in enumerate(self.treebanks):
            tell(place / number)
            table = self.tables[name]
            places, columns = map(list, zip(*self._places(table), strict=True))
            owners = np.repeat(np.arange(iterations), counts[:, place])
            for first, drawn in self._drawn(table, len(owners), rng, cancel):
                spread = np.zeros((len(drawn), len(self.systems)))
                spread[:, columns] = drawn[:, places]
                np.add.at(totals, owners[first : first + len(drawn)], spread)
        means = totals / number
        found = {}
        for one, other in combinations(np.flatnonzero(~np.isnan(self.macro)).tolist(), 2):
            low, high = np.percentile(means[:, one] - means[:, other], [2.5, 97.5])
            found[one, other] = Interval(float(self.macro[one] - self.macro[other]), float(low), float(high))
        return found

    def _drawn(
        self, table: StoredTable, number: int, rng: np.random.Generator, cancel: NDArray[np.int32] | None
    ) -> Iterator[tuple[int, Matrix]]:
        """Pooled scores ``[drawn, systems]`` of a treebank whose sentences are drawn again ``number`` times, in batches, each with
        the number of its first. What is undefined in a sample counts as 0, as a missing score does."""
        systems, sentences = len(table.systems), table.sentences
        flat = np.zeros((sentences, 2 * systems))
        for system in range(systems):
            rows, ratio = table.rows(system, self.key), table.ratio(system, self.key)
            flat[:, system], flat[:, systems + system] = ratio.numerator * rows, ratio.denominator * rows
        batch = max(1, BATCH_NUMBERS // 4 // max(sentences, 1))
        for first in range(0, number, batch):
            if cancel is not None and cancel[0]:
                raise Cancelled
            size = min(batch, number - first)
            drawn = rng.integers(0, sentences, (size, sentences), np.int32) + sentences * np.arange(size)[:, None]
            weights = np.bincount(drawn.ravel(), minlength=size * sentences).reshape(size, sentences)
            sums = weights.astype(np.float64) @ flat
            num, den = sums[:, :systems], sums[:, systems:]
            yield first, np.divide(num, den, out=np.zeros_like(num), where=den != 0)

    def wins(
        self,
        iterations: int = ITERATIONS,
        seed: int = 0,
        cancel: NDArray[np.int32] | None = None,
        tell: Callable[[float], object] = float,
    ) -> Counts:
        """``[systems, systems]``: on how many treebanks the first is better than the second with p < 0.05. p by shuffling, with
        Holm's correction over all pairs of systems on a treebank. ``tell`` is told which part of the treebanks is done. Raises
        Cancelled: ``cancel[0] != 0``."""
        found = np.zeros((len(self.systems), len(self.systems)), np.int64)
        for place, table in enumerate(self.tables.values()):
            tell(place / len(self.tables))
            higher = 1 if measure(self.key).higher_is_better else -1
            for (one, other), (difference, p) in holm_p_values(table, self.key, iterations, seed, cancel).items():
                if p < LEVEL:
                    pair = (one, other) if higher * difference > 0 else (other, one)
                    better, worse = (self.systems.index(table.systems[place]) for place in pair)
                    found[better, worse] += 1
        return found
