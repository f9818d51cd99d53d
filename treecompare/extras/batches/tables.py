"""What came of a batch, as tables of its facts: for people, and long ones for scripts; of two batches, what changed.

Figures over many treebanks: those that ``score`` has of each, the macro-average, as in the CoNLL shared tasks of 2017 and 2018,
and the sum over all words.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.files import Files
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError, named
from treecompare.extras.batches.job import Entry, Errors, Key, Planned, Result
from treecompare.extras.batches.manifest import Plan
from treecompare.extras.batches.store import Store
from treecompare.measures import measure
from treecompare.scores.ranks import ranks
from treecompare.scores.result import (
    Column,
    Fact,
    Facts,
    Found,
    ResultTable,
    Value,
    count_column,
    number_column,
    plain_column,
    rank_column,
    row_score_column,
    score_column,
    share_column,
    signed_column,
    text_column,
)
from treecompare.scores.table import Figure


@dataclass(frozen=True)
class Opens(Found):
    """The comparison that stands behind a cell: a treebank under a preparation, and a system; empty for none in particular."""

    treebank: str = ""
    preparation: str = ""
    system_name: str = ""


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

    def opens(self, row: Sequence[Value], treebank: str, preparation: str = "", system: str = "") -> list[Value | Fact]:
        """Values behind which a comparison stands, if any system has a file for it; ``preparation``: empty for the first."""
        entry = self.plan.get((treebank, preparation or self.preparations[0]))
        if entry is None or not entry.there:
            return [*row]
        found = Opens(np.zeros(0, np.int64), None, "", treebank=treebank, preparation=entry.preparation)
        return Fact.each(row, replace(found, system_name=system) if system in dict(entry.there) else found)

    def of_systems(self, treebank: str, of: str, systems: Sequence[str], row: Sequence[Value]) -> list[Value | Fact]:
        """A row of a treebank under a preparation, with a value of each system."""
        cells = [self.opens([value], treebank, of, system) for system, value in zip(systems, row, strict=True)]
        return sum(cells, self.opens([treebank], treebank, of))

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


MACRO, SUM = "macro-average", "all words"
NAMES = ("treebank", "system", "preparation")
MOST_NAMED = 5  # so many treebanks are named in a note
_MACRO_NOTE = (
    "The macro-average is the mean over treebanks of pooled scores; where a system has none, 0. “All words” is the sum of "
    "numerators over the sum of denominators of all treebanks; without a rank where a system lacks one."
)


def _texts(title: str, names: Sequence[str], rows: Facts, note: str = "") -> ResultTable:
    return ResultTable.of(title, map(text_column, names), rows, note)


def _titled(board: Board, preparation: str, title: str) -> str:
    return f"{title} ({preparation})" if len(board.preparations) > 1 else title


def _change(row: list[Value]) -> float:
    return -abs(float(row[4] or 0))


def plan_table(plan: Plan) -> ResultTable:
    """What a batch consists of: each pair with its files; no file where that is missing."""
    rows = list[list[Value]]()
    for one in plan.entries:
        rows += [[one.treebank, name, one.preparation, one.gold, path or None] for name, path in one.systems]
    note = f"Measures: {', '.join(plan.manifest.measures)}; results: {plan.manifest.results}"
    return _texts(plan.manifest.name, (*NAMES, "gold", "file"), rows, note)


def scores_table(board: Board, standing: Standing, is_first: bool = True) -> ResultTable:
    """Treebanks x systems: pooled scores, the best of each treebank marked; the macro-average and the sum below.
    ``is_first``: whether the note says what these are."""
    one, several = measure(standing.key), len(standing.systems) > 1
    columns = (text_column("treebank"), *(score_column(one, name) for name in standing.systems))
    lines = [*zip(standing.treebanks, standing.scores, strict=True)]
    lines += [(MACRO, standing.macro)] * standing.has_macro + [(SUM, standing.sums)]
    rows = [board.of_systems(name, standing.preparation, standing.systems, row.tolist()) for name, row in lines]
    marked = frozenset((row, place + 1) for row, place in np.argwhere(standing.best).tolist() if several)
    notes = [_MACRO_NOTE] if standing.has_macro and is_first else []
    of = ((name, *told) for name in standing.treebanks for told in board.results[name, standing.preparation].notes)
    said = [f"{name}: {note}" for name, key, note in of if key == one.key]
    notes += [named(said, MOST_NAMED, " ")] if said else []
    if standing.without:
        notes.append(f"No system has this measure on {named(standing.without, MOST_NAMED)}: left out of both.")
    title = _titled(board, standing.preparation, one.title)
    return ResultTable.of(title, columns, rows, " ".join(notes), marked=marked)


def _coverage(board: Board, preparation: str) -> ResultTable:
    """That of all treebanks with a figure; no rows where it is whole."""
    found: dict[str, list[float]] = {}
    for (treebank, of), result in board.results.items():
        if result.facts and of == preparation:
            known = {fact.system: fact.coverage for fact in result.facts}
            found[treebank] = [known.get(system, 0) for system in board.systems]
    is_whole = all(value == 1 for row in found.values() for value in row)
    rows = [board.of_systems(name, preparation, board.systems, row) for name, row in found.items() if not is_whole]
    columns = text_column("treebank"), *map(share_column, board.systems)
    return ResultTable.of(_titled(board, preparation, "Coverage, %"), columns, rows)


def _overall(board: Board) -> ResultTable:
    """A row per preparation, measure and system."""
    columns = (
        *map(text_column, ("preparation", "measure", "system")), row_score_column(MACRO), rank_column("macro rank"),
        row_score_column(SUM), rank_column("sum rank"), plain_column("treebanks"),
    )  # fmt: skip
    rows = list[list[Value]]()
    for one in board.standings:
        figures = np.array([one.macro, one.macro_ranks, one.sums, one.sum_ranks]).T.tolist()
        there = (~np.isnan(one.scores)).sum(axis=0).tolist()
        for system, of, number in zip(one.systems, figures, there, strict=True):
            rows.append([one.preparation, one.key, system, *of, number])
    return ResultTable("all treebanks", columns, rows, measures=tuple(measure(str(row[1])) for row in rows))


def unscored_table(board: Board) -> ResultTable:
    """What belongs to the batch and has no result, with why."""
    rows = [board.opens([*entry, why], entry[0], entry[2], entry[1]) for entry, why in board.unscored]
    return _texts("Not scored", (*NAMES, "why"), rows)


def warnings_table(board: Board) -> ResultTable:
    """What readers and pairing had to say, once for each treebank and system."""
    found = dict.fromkeys((treebank, *said) for (treebank, _), one in board.results.items() for said in one.warnings)
    return _texts("Warnings", (*NAMES[:2], "warning"), [board.opens(one, one[0], system=one[1]) for one in found])


def for_people(board: Board) -> list[ResultTable]:
    """What is printed: per measure treebanks x systems; all treebanks; coverage where it is not whole; what is not scored."""
    scores = [scores_table(board, one, place == 0) for place, one in enumerate(board.standings)]
    covered = [_coverage(board, name) for name in board.preparations]
    return [one for one in (*scores, _overall(board), *covered, unscored_table(board)) if one.rows]


def for_scripts(board: Board) -> list[ResultTable]:
    """Long tables: a row per measure, treebank and system, with time and machine; a row per measure and system; what is not
    scored, and why; what readers had to say."""
    columns = (
        *map(text_column, ("preparation", "measure", "treebank", "system")), number_column("score", 4), rank_column("rank"),
        number_column("coverage", 4), plain_column("sentences"), number_column("seconds"), number_column("finished", 0),
        text_column("machine"), text_column("signature"),
    )  # fmt: skip
    rows = list[list[Value]]()
    for one in board.standings:
        for (treebank, system), fact in one.facts.items():
            of = board.results[treebank, one.preparation]
            figures = (fact.score, fact.rank, fact.coverage, fact.sentences, of.seconds, of.when, of.machine)
            rows.append([one.preparation, one.key, treebank, system, *figures, fact.signature])
    whole = [ResultTable("treebanks", columns, rows), _overall(board), unscored_table(board)]
    return [*whole, *(one for one in [warnings_table(board)] if one.rows)]


def changes(before: Board, now: Board) -> list[ResultTable]:
    """What is ``now``, beside what was ``before``, as yesterday's and today's of one parser: figures, errors, and what only one of
    both has. Systems are paired by name, unless both batches have one only.

    Raises UsageError: nothing is in both. TreecompareError: results cannot be read.
    """
    is_one = len(before.systems) == len(now.systems) == 1
    old = {entry: (entry[0], before.systems[0] if is_one else entry[1], entry[2]) for entry in now.entries}
    whys = {entry: (why, before.entries.get(old[entry], "not in that batch")) for entry, why in now.entries.items()}
    pairs = {entry: old[entry] for entry, both in whys.items() if not any(both)}
    if not pairs:
        expected = "expected the same treebanks, preparations and systems"
        raise UsageError(f"nothing is in both '{before.name}' and '{now.name}'; {expected}")
    then = {(one.preparation, one.key): one for one in before.standings}
    golds = dict.fromkeys(name for name, _, of in pairs if before.results[name, of].gold != now.results[name, of].gold)
    both = ((then.get((one.preparation, one.key)), one) for one in now.standings)
    found = [_figures(now, was, one, pairs, [*golds]) for was, one in both if was is not None]
    same = {entry: was for entry, was in pairs.items() if entry[0] not in golds}
    found += [_errors(before, now, preparation, same) for preparation in now.preparations]
    lost = {
        one: f"now: {why}" if why else f"before: {was}" for one, (why, was) in whys.items() if bool(why) != bool(was)
    }
    gone = [entry for entry, why in before.entries.items() if not why and entry not in old.values()]
    lost |= dict.fromkeys(gone, "now: not in this batch")
    only = [now.opens([*entry, why], entry[0], entry[2], entry[1]) for entry, why in lost.items()]
    return [one for one in (*found, _texts("Only in one of both", (*NAMES, "why not"), only)) if one.rows]


def _figures(board: Board, before: Standing, now: Standing, pairs: dict[Entry, Entry], golds: list[str]) -> ResultTable:
    """The macro-averages over the treebanks that both have, then each treebank and system; what changed most first."""
    one, rows, blank = measure(now.key), list[list[Value]](), set[str]()
    for (treebank, system), fact in now.facts.items():
        was = pairs.get((treebank, system, now.preparation))
        old = before.facts.get(was[:2]) if was else None
        if old is None or fact.is_undefined or old.is_undefined:
            blank |= {system} if old is not None else set()
            continue
        differs = len({of.signature.partition("|on:")[2].partition("|v:")[0] for of in (old, fact)}) > 1
        both = [Figure(np.nan_to_num(of.score), of.sentences, differs) for of in (old, fact)]
        rows.append([treebank, system, *both, float(both[1] - both[0])])
    number, means = len({row[0] for row in rows}), list[list[Value]]()
    for name in [name for name in now.systems if one.higher_is_better and name not in blank]:
        figures = [row[2:] for row in rows if row[1] == name]
        means += [[MACRO, name, *(np.array(figures, np.float64).sum(axis=0) / number).tolist()]] if figures else []
    columns = (
        *map(text_column, NAMES[:2]), *(replace(score_column(one, title), key=title) for title in ("before", "now")),
        signed_column(one, "difference"),
    )  # fmt: skip
    note = "Macro-averages are over the treebanks that both have; where a system has none, 0. "
    note += "Each figure is that of its batch; where these rest on different sentences, their numbers stand behind."
    note += f" The gold changed of {named(golds, MOST_NAMED)}: no errors are counted there." if golds else ""
    title = _titled(board, now.preparation, f"{one.title}, before and now")
    of_treebanks = [board.opens(row, str(row[0]), now.preparation, str(row[1])) for row in sorted(rows, key=_change)]
    return ResultTable.of(title, columns, [*means, *of_treebanks], note)


def _errors(before: Board, now: Board, preparation: str, pairs: dict[Entry, Entry]) -> ResultTable:
    total, number, of = dict[tuple[str, str], list[int]](), 0, 0
    kept = before.errors(preparation), now.errors(preparation)
    for (treebank, system, _), (_, old, _) in ((new, was) for new, was in pairs.items() if new[2] == preparation):
        named_in = zip(kept, (old, system), strict=True)
        both = [(errors[treebank], name) for errors, name in named_in if treebank in errors]
        if len(both) < 2:
            continue
        seen = [errors.seen(name) for errors, name in both]
        shared = seen[0].keys() & seen[1].keys()
        number, of = number + sum(end - first for first, end in shared), of + sum(both[1][0].rows)
        for side, (errors, name) in enumerate(both):
            rows = {seen[side][one] for one in shared}
            for title, places in errors.found.get(name, {}).items():
                total.setdefault((system, title), [0, 0])[side] += sum(row in rows for row in places)
    lines: list[list[Value]] = [[*what, *two, two[1] - two[0]] for what, two in total.items() if any(two)]
    difference = Column("difference", lambda value: f"{value:+,}")
    columns = (text_column("system"), text_column("error"), count_column("before"), count_column("now"), difference)
    note = f"An error less is one won. Counted on {number:,} of {of:,} sentences, for each system those that it has before and now."
    return ResultTable(_titled(now, preparation, "Errors by type"), columns, sorted(lines, key=_change), note)
