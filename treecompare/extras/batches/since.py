"""Two batches compared, as yesterday's and today's of one parser: what was won and lost, by treebank, error type, sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError, counted, named
from treecompare.extras.batches.figures import LEVEL, Board
from treecompare.extras.batches.job import Result
from treecompare.extras.batches.store import Key
from treecompare.extras.batches.stored import StoredTable
from treecompare.measures import Measure, measure
from treecompare.scores.ranks import ranks
from treecompare.scores.result import (
    Column,
    ResultTable,
    Value,
    count_column,
    plain_column,
    rank_column,
    score_column,
    signed_column,
    text_column,
)
from treecompare.scores.significance import ITERATIONS, holm, holm_p_values

MOST_SENTENCES = 200
"""So many sentences are listed."""
MOST_NAMED = 5
"""So many treebanks are named in a note."""
SAME = 1e-12


@dataclass(frozen=True)
class Pair:
    """A system on a treebank under a preparation, in both batches."""

    key: Key
    before: Result
    now: Result

    @cached_property
    def table(self) -> StoredTable | None:
        """Both as one table of ``before`` and ``now``; None where their golds differ, so that sentences cannot be paired."""
        if self.before.gold != self.now.gold:
            return None
        treebank, _, preparation = self.key
        both = (("before", self.before), ("now", self.now))
        return StoredTable([replace(one, key=(treebank, name, preparation)) for name, one in both])


class Since:
    """What is ``now``, beside what was ``before``.

    ``names``: what each system of now was called before: as now, unless both batches have one system only.

    Raises UsageError: nothing is in both.
    """

    def __init__(self, before: Board, now: Board) -> None:
        self.before, self.now = before, now
        self.names: Mapping[str, str] = {name: name for name in now.systems}
        if len(before.systems) == len(now.systems) == 1:
            self.names = {now.systems[0]: before.systems[0]}
        self.pairs = list(self._pairs())
        if not self.pairs:
            raise UsageError(
                f"nothing is in both '{before.name}' and '{now.name}'; expected the same treebanks, preparations and systems"
            )

    def _was(self, key: Key) -> Key:
        return key[0], self.names[key[1]], key[2]

    def _pairs(self) -> Iterator[Pair]:
        for entry in self.now.plan:
            was = self._was(entry.key)
            if was in self.before.entries and not self.now.state(entry.key) and not self.before.state(was):
                yield Pair(entry.key, self.before.results[was], self.now.results[entry.key])

    @cached_property
    def keys(self) -> list[str]:
        """The measures that both have."""
        return [key for key in self.now.keys if key in self.before.keys]

    def _of(self, key: str, preparation: str) -> list[Pair]:
        return [
            one
            for one in self.pairs
            if one.key[2] == preparation
            and all(key in of.measured and not of.measured[key].undefined for of in (one.before, one.now))
        ]

    def _note(self, note: str, key: str, preparation: str) -> str:
        """What is said of the sentences of a table, after what it shows."""
        pairs = [one for one in self.pairs if one.key[2] == preparation]
        whys = [of.measured[key].undefined for one in pairs for of in (one.before, one.now) if key in of.measured]
        undefined = [f"Left out where undefined, for {why}." for why in dict.fromkeys(filter(None, whys))]
        return " ".join([note, *_not_compared(self._of(key, preparation), "sentences"), *undefined])

    # -- tables ------------------------------------------------------------------------------------------------------------

    def tables(self, cancel: NDArray[np.int32] | None = None) -> list[ResultTable]:
        """All of them. Raises Cancelled: ``cancel[0] != 0``."""
        found = []
        for preparation in self.now.preparations:
            for key in self.keys:
                if self._of(key, preparation):
                    found += [self.systems(key, preparation), self.treebanks(key, preparation, cancel=cancel)]
        found += [self.errors(preparation) for preparation in self.now.preparations]
        for preparation in self.now.preparations:
            told: set[Key] = set()
            for key in self.keys:  # the first measure of each kind of treebank
                of = {pair.key for pair in self._of(key, preparation)}
                if not of <= told:
                    found.append(self.sentences(key, preparation))
                    told |= of
        return [one for one in found if one.rows] + [self.lost()] * bool(self.lost().rows)

    def _title(self, what: str, preparation: str) -> str:
        return f"{what} ({preparation})" if len(self.now.preparations) > 1 else what

    def systems(self, key: str, preparation: str) -> ResultTable:
        """Each system over all treebanks that both batches have: macro-average, before and now, and its rank."""
        one, pairs = measure(key), self._of(key, preparation)
        treebanks = list(dict.fromkeys(pair.key[0] for pair in pairs))
        scores = np.zeros((2, len(treebanks), len(self.now.systems)))
        for pair in pairs:
            place = treebanks.index(pair.key[0]), self.now.systems.index(pair.key[1])
            scores[(0, *place)], scores[(1, *place)] = _two(pair, key)
        is_there = np.array([any(pair.key[1] == name for pair in pairs) for name in self.now.systems])
        means = np.where(is_there, scores.mean(axis=1), np.nan)
        of_rank = [ranks(mean, one.higher_is_better) for mean in means]
        rows: list[list[Value]] = [
            [
                name, float(means[0, n]), float(means[1, n]), float(means[1, n] - means[0, n]), float(of_rank[0][n]),
                float(of_rank[1][n]),
            ]
            for n, name in enumerate(self.now.systems)
            if is_there[n]
        ]  # fmt: skip
        columns = (
            text_column("system"), *_both(one), signed_column(one, "difference"),
            rank_column("rank before"), rank_column("rank now"),
        )  # fmt: skip
        note = f"Macro-averages over the {counted(len(treebanks), 'treebank')} that both batches have; where one has none, 0."
        title = self._title(f"{one.title}, since then", preparation)
        return ResultTable(title, columns, rows, self._note(note, key, preparation))

    def treebanks(
        self, key: str, preparation: str, iterations: int = ITERATIONS, cancel: NDArray[np.int32] | None = None
    ) -> ResultTable:
        """Each treebank and system, before and now; what changed most first. p by shuffling, with Holm's correction over all rows.
        Raises Cancelled: ``cancel[0] != 0``."""
        one, pairs = measure(key), self._of(key, preparation)
        sign = 1 if one.higher_is_better else -1
        raw = np.array([_p(pair, key, iterations, cancel) for pair in pairs])
        corrected = holm(raw)
        rows: list[list[Value]] = []
        for pair, p in zip(pairs, corrected.tolist(), strict=True):
            before, now = _two(pair, key)
            better = worse = None
            if pair.table is not None:
                gain = sign * (pair.table.scores(1, key) - pair.table.scores(0, key))
                better, worse = int((gain > SAME).sum()), int((gain < -SAME).sum())
            what = None if np.isnan(p) or p >= LEVEL else "won" if sign * (now - before) > 0 else "lost"
            rows.append([pair.key[0], pair.key[1], before, now, now - before, better, worse, p, what])
        rows.sort(key=lambda row: -abs(float(row[4] or 0)))
        columns = (
            text_column("treebank"), text_column("system"), *_both(one),
            signed_column(one, "difference"), count_column("better"), count_column("worse"), Column("p", lambda p: f"{p:.4f}"),
            text_column("p < 0.05"),
        )  # fmt: skip
        note = (
            "Better, worse: sentences. p by shuffling the sentences of before and now; Holm's correction over all rows."
        )
        title = self._title(f"{one.title} by treebank", preparation)
        return ResultTable(title, columns, rows, self._note(note, key, preparation))

    def errors(self, preparation: str) -> ResultTable:
        """Errors of each type, before and now, over all treebanks that both have, on the sentences that a system has in both; what
        changed most first."""
        total: dict[tuple[str, str], list[int]] = {}
        pairs = [one for one in self.pairs if one.key[2] == preparation and one.before.errors and one.now.errors]
        notes = []
        for pair in pairs:
            if pair.table is None or not pair.table.errors_compared:
                continue
            counted_there, note = pair.table.errors()
            notes += [f"{pair.key[1]} on {pair.key[0]}: {note}"] if note else []
            for title, counts in counted_there.items():
                sums = total.setdefault((pair.key[1], title), [0, 0])
                for place, count in enumerate(counts):
                    sums[place] += count or 0
        rows: list[list[Value]] = [
            [system, title, before, now, now - before]
            for (system, title), (before, now) in total.items()
            if before or now
        ]
        rows.sort(key=lambda row: -abs(int(row[4] or 0)))
        difference = Column("difference", lambda value: f"{value:+,}")
        columns = (text_column("system"), text_column("error"), count_column("before"), count_column("now"), difference)
        said = ["An error less is one won. Counted on the sentences that a system has before and now."]
        said += _not_compared(pairs, "errors")
        more = [f"{len(notes) - MOST_NAMED} more have not all sentences."] if len(notes) > MOST_NAMED else []
        return ResultTable(
            self._title("Errors by type", preparation), columns, rows, " ".join([*said, *notes[:MOST_NAMED], *more])
        )

    def sentences(self, key: str, preparation: str, most: int = MOST_SENTENCES) -> ResultTable:
        """The sentences that changed most: by what they do to the pooled figure."""
        one = measure(key)
        found: list[tuple[float, list[Value]]] = []
        for pair in self._of(key, preparation):
            table = pair.table
            if table is None:
                continue
            before, now = table.scores(0, key), table.scores(1, key)
            weights = (table.ratio(0, key).denominator + table.ratio(1, key).denominator) / 2
            effect = np.nan_to_num(np.abs(now - before) * weights).round(9)  # equal ones in the order of the file
            first, ids = np.cumsum(table.gold_counts) - table.gold_counts + 1, table.ids
            for row in np.argsort(-effect, kind="stable")[:most].tolist():
                if effect[row] > SAME:
                    number, scores = int(first[row]), (float(before[row]), float(now[row]))
                    values = [pair.key[0], pair.key[1], number, ids[row], int(table.lengths[row]), *scores]
                    found.append((float(effect[row]), [*values, scores[1] - scores[0]]))
        found.sort(key=lambda entry: -entry[0])
        columns = (
            text_column("treebank"), text_column("system"), plain_column("sentence"), text_column("id"), plain_column("words"),
            *_both(one), signed_column(one, "difference"),
        )  # fmt: skip
        note = f"The {most:,} that change the pooled figure most." if len(found) > most else ""
        title = self._title(f"Sentences that changed most, {one.title}", preparation)
        return ResultTable(title, columns, [row for _, row in found[:most]], note)

    def lost(self) -> ResultTable:
        """What only one of the batches has, with why the other has not."""
        rows: list[list[Value]] = []
        there = {pair.key for pair in self.pairs}
        known = set()
        for entry in self.now.plan:
            was = self._was(entry.key)
            known.add(was)
            if entry.key not in there:
                old = self.before.state(was) if was in self.before.entries else "not in that batch"
                why = self.now.state(entry.key)
                if not (why and old):
                    rows.append([*entry.key, f"now: {why}" if why else f"before: {old}"])
        for entry in self.before.plan:
            if entry.key not in known and not self.before.state(entry.key):
                rows.append([*entry.key, "now: not in this batch"])
        columns = tuple(map(text_column, ("treebank", "system", "preparation", "why not")))
        return ResultTable("Only in one of both", columns, rows)


def _not_compared(pairs: Sequence[Pair], what: str) -> list[str]:
    """What is said where before and now do not rest on the same sentences."""
    told = []
    if any(pair.table is None for pair in pairs):
        told.append(f"Where the gold changed, too, no {what} are compared.")
    of_errors = what == "errors"
    tables = [(pair, pair.table) for pair in pairs if pair.table is not None]
    few = [pair for pair, of in tables if not (of.errors_compared if of_errors else of.common().compared.all())]
    if few:
        names = named([f"{pair.key[1]} on {pair.key[0]}" for pair in few], MOST_NAMED)
        rest = "no errors are counted" if of_errors else "each on its own sentences"
        told.append(f"Less than half is scored before or now, {rest}: {names}.")
    return told


def _both(one: Measure) -> tuple[Column, Column]:
    """The columns of a measure before and now, which have different names in JSON, too."""
    before, now = (replace(score_column(one, title), key=title) for title in ("before", "now"))
    return before, now


def _two(pair: Pair, key: str) -> tuple[float, float]:
    """The pooled scores of before and now, on the sentences that both have."""
    if pair.table is not None:
        before, now = pair.table.summaries(key, "pooled")
    else:
        before, now = (StoredTable([one]).summary(0, key, "pooled") for one in (pair.before, pair.now))
    return float(np.nan_to_num(before)), float(np.nan_to_num(now))


def _p(pair: Pair, key: str, iterations: int, cancel: NDArray[np.int32] | None) -> float:
    if pair.table is None:
        return float("nan")
    found = holm_p_values(pair.table, key, iterations, 0, cancel)
    return found[0, 1][1] if (0, 1) in found else float("nan")
