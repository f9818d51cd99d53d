"""Figures over many treebanks: those that ``score`` has of each, the macro-average, as in the CoNLL shared tasks of 2017 and 2018,
and the sum over all words."""

from __future__ import annotations

from contextlib import closing
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.files import Files
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.extras.batches.job import Entry, Errors, Key, Planned, Result
from treecompare.extras.batches.store import Store
from treecompare.measures import measure
from treecompare.scores.ranks import ranks

NOT_YET, NO_FILE = "not scored yet", "the system has no file for this treebank"


class Board:
    """What a file of results holds.

    ``plan``: all that belongs to the batch; ``results``: of it what was tried. ``treebanks``, ``systems``, ``preparations``: their
    names, in the order of the plan. ``keys``: the measures that any result has. ``entries``: why they are not scored, or empty.
    """

    def __init__(
        self, name: str, settings: dict[str, Settings], plan: list[Planned], results: dict[Key, Result], path: str = ""
    ) -> None:
        self.name, self.settings, self.path = name, settings, path
        self.plan = {one.key: one for one in plan}
        self.results = {key: results[key] for key in self.plan if key in results}
        self.treebanks, self.preparations = (list(dict.fromkeys(key[place] for key in self.plan)) for place in (0, 1))
        self.systems = list(dict.fromkeys(name for one in plan for name, _ in one.systems))
        self.keys = list(dict.fromkeys(fact.measure for one in self.results.values() for fact in one.facts))
        self.entries: dict[Entry, str] = {}
        for one in plan:
            result = self.results.get(one.key)
            for system, path in one.systems:
                why = NOT_YET if result is None else result.failed.get(system, "")
                self.entries[one.treebank, system, one.preparation] = why if path else NO_FILE
        self.unscored = [(entry, why) for entry, why in self.entries.items() if why]

    @classmethod
    def of(cls, path: str) -> Board:
        """What a file of results holds. Raises TreecompareError: it is none."""
        with closing(Store(path)) as store:
            return cls(*store.read(), path)

    def errors(self, preparation: str) -> dict[str, Errors]:
        """The errors on all treebanks that have any. Raises TreecompareError: the file holds something else."""
        with closing(Store(self.path)) as store:
            found = {key[0]: store.errors(key) for key in self.results if key[1] == preparation}
        return {name: errors for name, errors in found.items() if errors is not None}

    def files(self, treebank: str, preparation: str) -> tuple[Files, Settings]:
        """The files and settings of a treebank with all its systems. Raises UsageError: no system has a file."""
        entry = self.plan.get((treebank, preparation))
        if entry is None or not entry.there:
            raise UsageError(f"no system has a file for the treebank '{treebank}'; expected one to compare with")
        return Files(entry.gold, entry.there, gold_name=treebank), self.settings.get(preparation, Settings())

    @cached_property
    def standings(self) -> list[Standing]:
        """All measures under all preparations, without those that nothing has."""
        found = [Standing(self, key, preparation) for preparation in self.preparations for key in self.keys]
        return [one for one in found if one.facts]


class Standing:
    """Treebanks x systems under one measure; without systems that have it nowhere. ``facts``: all there is, by treebank and system,
    from which all figures come. ``treebanks``; ``without``: those on which no system has the measure; they count nowhere.

    ``[treebanks, systems]``, NaN where there is nothing: ``scores``; ``best``: which systems are the best on a treebank.
    ``[systems]``: ``macro``, the mean of scores, where a system has none, 0; NaN where lower is better, and where one is
    undefined; ``sums``, of numerators over those of denominators, on the treebanks that a system has; the ranks by both.
    """

    def __init__(self, board: Board, key: str, preparation: str) -> None:
        self.key, self.preparation, self.has_macro = key, preparation, measure(key).higher_is_better
        results = ((name, board.results.get((name, preparation))) for name in board.treebanks)
        of = {name: {fact.system: fact for fact in one.facts if fact.measure == key} for name, one in results if one}
        self.treebanks = [name for name, facts in of.items() if not all(fact.is_undefined for fact in facts.values())]
        self.without = [name for name in board.treebanks if name not in self.treebanks]
        self.facts = {(name, system): fact for name in self.treebanks for system, fact in of[name].items()}
        self.systems = [name for name in board.systems if any(system == name for _, system in self.facts)]
        self.scores, self.best = self._matrix("score"), self._matrix("rank")
        self.best = self.best == np.nan_to_num(self.best, nan=np.inf).min(axis=1, initial=np.inf, keepdims=True)
        self.macro = np.full(len(self.systems), np.nan)
        if self.facts and self.has_macro:
            undefined = self._matrix("is_undefined", 0) == 1
            self.macro = np.where(undefined, np.nan, np.nan_to_num(self.scores)).mean(axis=0)
        over, under = (self._matrix(what, 0).sum(axis=0) for what in ("numerator", "denominator"))
        self.sums = np.divide(over, under, out=np.full(len(self.systems), np.nan), where=under != 0)
        self.macro_ranks = ranks(self.macro, self.has_macro)
        self.sum_ranks = ranks(np.where(np.isnan(self.scores).any(axis=0), np.nan, self.sums), self.has_macro)

    def _matrix(self, what: str, without: float = np.nan) -> NDArray[np.float64]:
        places = [(name, system) for name in self.treebanks for system in self.systems]
        found = [getattr(self.facts.get(place), what, without) for place in places]
        return np.array(found, np.float64).reshape(len(self.treebanks), len(self.systems))
