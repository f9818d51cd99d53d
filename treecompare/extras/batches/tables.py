"""What came of a batch, as tables: for people, and long ones for scripts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted, named
from treecompare.extras.batches.figures import Board, Standing
from treecompare.extras.batches.plan import Plan
from treecompare.extras.batches.store import Key
from treecompare.measures import measure
from treecompare.scores.result import (
    Column,
    ResultTable,
    Value,
    count_column,
    plain_column,
    rank_column,
    score_column,
    share_column,
    signed_column,
    text_column,
)
from treecompare.scores.set_notes import undefined_said
from treecompare.scores.significance import ITERATIONS, Interval

MACRO = "macro-average"
SUM = "all words"
MOST_NAMED = 5
"""So many treebanks are named in a note."""
_MACRO_NOTE = (
    "The macro-average is the mean over treebanks of pooled scores; where a system has none, 0. “All words” is the sum of "
    "numerators over the sum of denominators of all treebanks"
)


def plan_table(plan: Plan, left: set[Key]) -> ResultTable:
    """What a batch consists of, before anything is scored: each pair with its files and what will be done. ``left``: what is to be
    scored."""
    rows: list[list[Value]] = []
    for pair in plan.pairs:
        for preparation in plan.preparations:
            key = (pair.treebank, pair.system, preparation)
            state = "missing" if not pair.path else "to be scored" if key in left else "scored"
            rows.append([pair.treebank, pair.system, preparation, state, pair.gold, pair.path or None])
    columns = tuple(map(text_column, ("treebank", "system", "preparation", "state", "gold", "file")))
    missing = len(plan.missing)
    note = (
        f"{counted(len(plan.golds), 'treebank')}, {counted(len(plan.systems), 'system')}, "
        f"{counted(len(plan.preparations), 'preparation')}: {len(rows) - missing * len(plan.preparations):,} comparisons, "
        f"{len(left):,} of them to be scored; {counted(missing, 'file')} missing. "
        f"Measures: {', '.join(plan.manifest.measures)}; results: {plan.manifest.results}"
    )
    return ResultTable(plan.manifest.name, columns, rows, note)


def standings(board: Board) -> list[Standing]:
    """All measures under all preparations, without those that nothing has."""
    found = [board.standing(key, preparation) for preparation in board.preparations for key in board.keys]
    return [one for one in found if one.treebanks]


def _titled(board: Board, standing: Standing, what: str = "") -> str:
    title = f"{measure(standing.key).title}{f', {what}' if what else ''}"
    return f"{title} ({standing.preparation})" if len(board.preparations) > 1 else title


def scores_table(board: Board, standing: Standing, is_first: bool = True) -> ResultTable:
    """Treebanks x systems: pooled scores, the best of each treebank marked; the macro-average and the sum below.
    ``is_first``: whether the note says what these are."""
    one = measure(standing.key)
    columns = (text_column("treebank"), *(score_column(one, name) for name in standing.systems))
    rows: list[list[Value]] = [
        [name, *_values(row)] for name, row in zip(standing.treebanks, standing.scores, strict=True)
    ]
    marked = {
        (row, place + 1)
        for row, of in enumerate(standing.best)
        for place in np.flatnonzero(of).tolist()
        if len(standing.systems) > 1
    }
    if standing.has_macro:
        rows.append([MACRO, *_values(standing.macro)])
    rows.append([SUM, *_values(standing.sums)])
    return ResultTable(_titled(board, standing), columns, rows, _note(standing, is_first), marked=frozenset(marked))


def _note(standing: Standing, is_first: bool = True) -> str:
    parts = [_MACRO_NOTE + "."] if standing.has_macro and is_first else []
    lacking = int(np.isnan(standing.scores).any(axis=0).sum())
    if lacking:
        parts.append(
            f"{counted(lacking, 'system')} without a score somewhere: the sum over what they have, without a rank."
        )
    parts += _on_fewer(standing)
    parts += dict.fromkeys(said for table in standing.tables.values() for said in undefined_said(table, [standing.key]))
    if standing.without:
        parts.append(f"No system has this measure on {named(standing.without, MOST_NAMED)}: left out of both.")
    return " ".join(parts)


def _on_fewer(standing: Standing) -> list[str]:
    """What is said where figures do not rest on all sentences of a treebank."""
    fewer, aside = [], []
    for name, table in standing.tables.items():
        found, undefined = table.set_of(standing.key), table.undefined(measure(standing.key).part)
        own = [
            one
            for place, one in enumerate(table.systems)
            if one in standing.systems and (table.on == "own" or not found.compared[place]) and place not in undefined
        ]
        fewer += [f"{name} ({found.shown})"] if table.on == "common" and 0 < found.number < found.of else []
        aside += [f"{', '.join(own)} on {name}"] if own else []
    said = []
    for what, names in (("On the sentences that all systems have", fewer), ("On their own sentences, unranked", aside)):
        said += [f"{what}: {named(names, MOST_NAMED, '; ')}."] if names else []
    return said


def _values(row: NDArray[np.float64]) -> list[Value]:
    return [None if np.isnan(value) else float(value) for value in row]


def ranks_table(board: Board, standing: Standing) -> ResultTable:
    """Systems with their macro-average and sum over all words, the rank by both, and on how many treebanks they are the best; the
    best first."""
    one = measure(standing.key)
    first = standing.best.sum(axis=0)
    there_is = ~np.isnan(standing.scores)
    there = there_is.sum(axis=0)
    mean = [float(np.nanmean(of)) if not np.isnan(of).all() else None for of in standing.ranks.T]
    least = [
        float(of[is_there].min()) if is_there.any() else None
        for of, is_there in zip(standing.coverage.T, there_is.T, strict=True)
    ]
    order = np.argsort(
        np.nan_to_num(standing.macro_ranks if standing.has_macro else standing.sum_ranks, nan=np.inf), kind="stable"
    )
    columns = (
        text_column("system"), score_column(one, MACRO), rank_column("rank", "macro rank"), score_column(one, SUM),
        rank_column("rank", "sum rank"), count_column("treebanks"), count_column("best on"),
        Column("mean rank", lambda value: f"{value:.2f}"), share_column("least coverage, %", "least coverage"),
    )  # fmt: skip
    rows: list[list[Value]] = [
        [
            standing.systems[place], *_values(standing.macro[[place]]), *_values(standing.macro_ranks[[place]]),
            *_values(standing.sums[[place]]), *_values(standing.sum_ranks[[place]]), int(there[place]), int(first[place]),
            mean[place], least[place],
        ]
        for place in order.tolist()
    ]  # fmt: skip
    return ResultTable(_titled(board, standing, "all treebanks"), columns, rows)


def matrix_table(board: Board, standing: Standing, what: str) -> ResultTable:
    """Treebanks x systems: ``coverage`` or ``ranks``."""
    make = share_column if what == "coverage" else rank_column
    matrix = standing.coverage if what == "coverage" else standing.ranks
    title = "coverage, %" if what == "coverage" else what
    columns = (text_column("treebank"), *(make(name) for name in standing.systems))
    rows: list[list[Value]] = [[name, *_values(row)] for name, row in zip(standing.treebanks, matrix, strict=True)]
    return ResultTable(_titled(board, standing, title), columns, rows)


def unscored_table(board: Board) -> ResultTable:
    """What belongs to the batch and has no result, with why."""
    columns = tuple(map(text_column, ("treebank", "system", "preparation", "why")))
    rows: list[list[Value]] = [[one.treebank, one.system, one.preparation, why] for one, why in board.unscored]
    return ResultTable("Not scored", columns, rows)


def warnings_table(board: Board) -> ResultTable:
    """What readers and pairing had to say, once for each treebank and system."""
    columns = tuple(map(text_column, ("treebank", "system", "warning")))
    found = dict.fromkeys(
        (treebank, system, warning)
        for (treebank, system, _), result in board.results.items()
        for warning in result.warnings
    )
    return ResultTable("Warnings", columns, [list(one) for one in found])


def differences_table(
    board: Board,
    standing: Standing,
    iterations: int = ITERATIONS,
    seed: int = 0,
    cancel: NDArray[np.int32] | None = None,
    tell: Callable[[float], object] = float,
) -> ResultTable:
    """Each pair of systems: the difference of macro-averages with its interval, and on how many treebanks which one wins. ``tell``
    is told which part is done. Raises Cancelled: ``cancel[0] != 0``."""
    intervals = standing.intervals(iterations, seed, cancel, lambda done: tell(done / 2))
    wins = standing.wins(iterations, seed, cancel, lambda done: tell((1 + done) / 2))
    one = measure(standing.key)
    columns = (
        text_column("system"), text_column("other"), signed_column(one, "difference"), signed_column(one, "from"),
        signed_column(one, "to"), count_column("wins"), count_column("losses"), count_column("neither"),
    )  # fmt: skip
    number = len(standing.systems)
    pairs = [(a, b) for a in range(number) for b in range(a + 1, number)]
    rows: list[list[Value]] = []
    for a, b in sorted(pairs, key=lambda pair: -abs(intervals[pair].score) if pair in intervals else 0):
        of = intervals.get((a, b), Interval(np.nan, np.nan, np.nan))
        a, b, of = (a, b, of) if not of.score < 0 else (b, a, Interval(-of.score, -of.high, -of.low))
        won, lost = int(wins[a, b]), int(wins[b, a])
        limits = _values(np.array([of.score, of.low, of.high]))
        rows.append(
            [standing.systems[a], standing.systems[b], *limits, won, lost, len(standing.treebanks) - won - lost]
        )
    note = (
        f"Differences of macro-averages; 95 % intervals of {iterations:,} resamples: treebanks with replacement, then sentences "
        "within each. Wins: treebanks with p < 0.05 by shuffling, Holm's correction over all pairs of systems on a treebank."
    )
    return ResultTable(_titled(board, standing, "differences"), columns, rows, note)


def for_people(board: Board, tests: bool = False) -> list[ResultTable]:
    """What is printed: per measure treebanks x systems and all treebanks; coverage where it is not whole; what is not scored.
    ``tests``: intervals and wins as well."""
    found: list[ResultTable] = []
    for standing in standings(board):
        found += [scores_table(board, standing, not found), ranks_table(board, standing)]
        if tests and len(standing.systems) > 1:
            found.append(differences_table(board, standing))
    covered: set[str] = set()
    for standing in standings(board):
        if standing.preparation not in covered and (standing.coverage < 1).any():
            covered.add(standing.preparation)
            found.append(matrix_table(board, standing, "coverage"))
    return [*found, *([unscored_table(board)] if board.unscored else [])]


def for_scripts(board: Board, tests: bool = False) -> list[ResultTable]:
    """Long tables: a row per measure, treebank and system, with time and machine; a row per measure and system; what is not
    scored."""
    names = ("preparation", "measure", "treebank", "system")
    columns = (
        *map(text_column, names), Column("score", lambda value: f"{value:.4f}"), rank_column("rank"),
        Column("coverage", lambda value: f"{value:.4f}"), plain_column("sentences"),
        Column("seconds", lambda value: f"{value:.2f}"),
        Column("finished", lambda value: f"{value:.0f}"), text_column("machine"), text_column("signature"),
    )  # fmt: skip
    rows: list[list[Value]] = []
    overall: list[list[Value]] = []
    pairs = []
    for standing in standings(board):
        for place, treebank in enumerate(standing.treebanks):
            table = standing.tables[treebank]
            for number, system in enumerate(table.systems):
                column = standing.systems.index(system)
                result = board.results[treebank, system, standing.preparation]
                rows.append([
                    standing.preparation, standing.key, treebank, system, *_values(standing.scores[place, [column]]),
                    *_values(standing.ranks[place, [column]]), float(standing.coverage[place, column]),
                    int(table.gold_counts[table.rows(number, standing.key)].sum()), result.seconds, result.when,
                    result.machine, table.signature(standing.key, "pooled", number),
                ])  # fmt: skip
        for place, system in enumerate(standing.systems):
            four = (standing.macro, standing.macro_ranks, standing.sums, standing.sum_ranks)
            treebanks = int((~np.isnan(standing.scores[:, place])).sum())
            overall.append(
                [standing.preparation, standing.key, system, *(_values(one[[place]])[0] for one in four), treebanks]
            )
        if tests and len(standing.systems) > 1:
            pairs.append(differences_table(board, standing))
    of_all = (
        *map(text_column, ("preparation", "measure", "system")), Column("macro-average", lambda value: f"{value:.4f}"),
        rank_column("macro rank"), Column("all words", lambda value: f"{value:.4f}"), rank_column("sum rank"),
        plain_column("treebanks"),
    )  # fmt: skip
    return [
        ResultTable("treebanks", columns, rows), ResultTable("all treebanks", of_all, overall), *pairs, unscored_table(board),
        *([warnings] if (warnings := warnings_table(board)).rows else []),
    ]  # fmt: skip
