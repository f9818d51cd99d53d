"""How systems and sentences rank under several measures (Emms 2008, 3 and 4; Sampson & Babarczy 2003, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.exports import difference_columns, differences_table
from treecompare.comparison.base import Comparison
from treecompare.measures import measure
from treecompare.scores.ranks import compare_ranks, decile_table, deciles, system_ranks, system_scores
from treecompare.scores.result import (
    Column,
    Fact,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    cross_column,
    number_column,
    rank_column,
    score_column,
    share_column,
    text_column,
)
from treecompare.scores.set_notes import set_note
from treecompare.scores.significance import significance
from treecompare.scores.table import Average, Otherwise, ScoreTable, number_text

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison

VARIANTS = (
    *(f"{kind}.{part}.{norm}" for kind in "et" for part in ("whole", "roof") for norm in ("dice", "jaccard")),
    "la", "la.initial",
)  # fmt: skip
"""What Emms compares, and Leaf-Ancestor, of which his section 5 asks whether it ranks systems differently."""
AVERAGES: tuple[Average, ...] = ("pooled", "mean")
OTHER: dict[Average, Average] = {"pooled": "mean", "mean": "pooled"}
TABLE_3 = ("e.roof.recall", "e.roof.precision", "e.roof.dice", "e.roof.jaccard")
TABLE_4 = ("e.whole.dice", "t.whole.dice", "e.whole.jaccard", "t.whole.jaccard")
COUNTS = {"G": "gold", "T": "test", "D": "deleted", "I": "inserted", "M": "matched"}
"""The paper's letters for what the scores are made of."""


def ranking_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """Rankings under every measure, with the changes of rank marked; then the tables 3 and 4 of Emms."""
    table = comparison.table
    variants = _variants(table, [(key, average) for average in AVERAGES for key in VARIANTS])
    return [
        variants,
        _exchanges(table),
        systems_table(table, TABLE_3, view.average, f"Roof, {view.average} (as Emms 2008, table 3)", with_counts=True),
        systems_table(table, TABLE_4, view.average, f"Whole trees, {view.average} (as Emms 2008, table 4)"),
    ]


def _variants(table: ScoreTable, cases: Sequence[tuple[str, Average]]) -> ResultTable:
    rows: list[list[Value]] = []
    marked = set()
    usual = system_ranks(table, [cases[0][0]], cases[0][1])[:, 0]
    for row, (key, average) in enumerate(cases):
        one = measure(key)
        scores, places = table.figures(key, average), system_scores(table, key, average)[1]
        cells: list[Value] = [one.title, average]
        for system, (score, place) in enumerate(zip(scores, places.tolist(), strict=True)):
            cells += [score, place]
            if not np.isnan(place) and place != usual[system]:
                marked.add((row, 3 + 2 * system))
        rows.append(cells)
    one = measure(cases[0][0])
    columns = [text_column("measure"), text_column("average")]
    for name in table.systems:
        columns += [
            Column(name, one.shown, key=name, look="bar", is_score=True),
            rank_column("rank", f"rank of {name}"),
        ]
    return ResultTable(
        "Rankings under every measure",
        tuple(columns),
        rows,
        f"Rank 1 is best. Ranks that differ from those under {one.title}, {cases[0][1]} (the first row), are marked. "
        + set_note(table, VARIANTS),
        tuple(table.signature(key, average) for key, average in cases),
        frozenset(marked),
        measures=tuple(measure(key) for key, _ in cases),
    )


def _exchanges(table: ScoreTable) -> ResultTable:
    """Pairs of systems that some variants rank one way round and others the other, and which variants do."""
    cases = [(key, average) for average in AVERAGES for key in VARIANTS]
    places = np.stack([system_ranks(table, [key], average)[:, 0] for key, average in cases], axis=1)
    rows: list[list[Value]] = []
    for one, other in combinations(range(len(table.systems)), 2):
        ahead = [case for case in range(len(cases)) if places[one, case] < places[other, case]]
        behind = [case for case in range(len(cases)) if places[one, case] > places[other, case]]
        if ahead and behind:
            rows.append(
                [
                    table.systems[one],
                    table.systems[other],
                    len(ahead),
                    len(behind),
                    _named(cases, min(ahead, behind, key=len)),
                ]
            )
    return ResultTable(
        "Rank changes",
        (
            text_column("system"), text_column("other"), count_column("system ahead"), count_column("other ahead"),
            text_column("the minority"),
        ),
        rows,
        f"How many of {len(cases)} variants rank the system before the other one, and the other one before it; and the variants "
        "of the smaller number. "
        + ("" if rows else "All variants rank all systems in the same order."),
        tuple(table.signature(key, average) for key, average in cases),
    )  # fmt: skip


def _named(cases: Sequence[tuple[str, Average]], chosen: Sequence[int]) -> str:
    return ", ".join(f"{measure(cases[case][0]).title} {cases[case][1]}" for case in chosen)


def systems_table(
    table: ScoreTable, keys: Sequence[str], average: Average, title: str, with_counts: bool = False, tells: bool = False
) -> ResultTable:
    """Systems under some measures; ``with_counts``: with the sums of the counts that all of them are made of; ``tells``: which
    ranks are others under the other average."""
    scores = [table.figures(key, average) for key in keys]
    places, others = ([system_scores(table, key, one)[1].tolist() for key in keys] for one in (average, OTHER[average]))
    columns = [text_column("system")]
    for key in keys:
        columns += [score_column(measure(key)), rank_column("rank", f"rank under {key}")]
    columns += [count_column(letter, name) for letter, name in COUNTS.items()] if with_counts else []
    rows: list[list[Value]] = []
    marked = set()
    for system, name in enumerate(table.systems):
        cells: list[Value] = [name]
        for number, (one, place, other) in enumerate(zip(scores, places, others, strict=True)):
            is_other = tells and place[system] != other[system]
            cells += [one[system], Otherwise(place[system]) if is_other else place[system]]
            if not np.isnan(place[system]) and place[system] != places[0][system]:
                marked.add((system, 2 + 2 * number))
        if with_counts:
            counts, among = table.part(system, measure(keys[0]).part), table.rows(system, keys[0])
            cells += [int(getattr(counts, name)[among].sum()) for name in COUNTS.values()]
        rows.append(cells)
    note = ["Ranks that differ from those in the first column of scores are marked."]
    is_said = any(number_text(cell) == "≠" for cells in rows for cell in cells)
    note += [f"≠: another rank under {OTHER[average]} scores."] * is_said
    if with_counts:
        note.append(
            "Summed over the sentences of the scores: G nodes of the gold, T of the system, D only in the gold, I only in the "
            "system, M in both."
        )
    return ResultTable(
        title, tuple(columns), rows, " ".join(filter(None, [*note, set_note(table, keys)])),
        tuple(table.signature(key, average) for key in keys), frozenset(marked),
    )  # fmt: skip


def agreement_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """Kendall's counts for A and B, a row per system; then the distance of every two measures for the chosen system."""
    table = comparison.table
    a, b = measure(view.key_a), measure(view.key_b)
    rows: list[list[Value]] = []
    for system, name in enumerate(table.systems):
        rows.append([name, *compare_ranks(table, system, a.key, b.key).kendall.figures.values()])
    columns = (
        text_column("system"), count_column("discordant"), count_column("tied"), count_column("pairs"),
        share_column("distance, %", "distance"), number_column("tau-b", 4),
    )  # fmt: skip
    signatures = (table.signature(a.key), table.signature(b.key))
    note = (
        "Pairs of sentences that the two measures order differently, and pairs tied under exactly one of them; "
        "distance = (discordant + ½ tied) / pairs."
    )
    note = f"{note} {set_note(table, (a.key, b.key))}".strip()
    first = ResultTable(f"Agreement of {a.title} and {b.title}", columns, rows, note, signatures)
    keys = list(dict.fromkeys((a.key, b.key, *view.keys)))
    grid: list[list[Value]] = [[measure(key).title, *[None] * len(keys)] for key in keys]
    for one, other in combinations(range(len(keys)), 2):
        distance = compare_ranks(table, view.system, keys[one], keys[other]).kendall.distance
        grid[one][other + 1] = grid[other][one + 1] = distance
    for place in range(len(keys)):
        grid[place][place + 1] = 0.0
    second = ResultTable(
        f"Kendall distance of measures on the sentences of {table.systems[view.system]}, %",
        (text_column("measure"), *(replace(share_column(measure(key).title, key), look="heat") for key in keys)),
        grid,
        "0 = the same order of sentences, 50 = no relation, 100 = the reverse order.",
        tuple(table.signature(key, system=view.system) for key in keys),
    )
    return [first, second]


def decile_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """Tenths of the sentences under A by tenths under B (Sampson & Babarczy 2003, section 6)."""
    table = comparison.table
    a, b = measure(view.key_a), measure(view.key_b)
    compared = compare_ranks(table, view.system, a.key, b.key)
    counts = decile_table(compared)
    down, across = deciles(compared.rank_a), deciles(compared.rank_b)

    def fact(row: int, column: int, number: int) -> Fact:
        here = np.flatnonzero((down == row) & (across == column))
        return Fact(number, Found(here, view.system, f"decile {row} under {a.title}, {column} under {b.title}"))

    far = frozenset(
        (int(row), int(column) + 1) for row, column in np.argwhere(counts > 0) if abs(int(row) - int(column)) >= 5
    )
    return [
        ResultTable.of(
            f"Deciles of {a.title} by {b.title}, {table.systems[view.system]}",
            (
                text_column(f"{a.title} \\ {b.title}"),
                *(cross_column(str(place)) for place in range(1, 11)),
            ),
            [
                [str(row), *(fact(row, column, number) for column, number in enumerate(numbers, 1))]
                for row, numbers in enumerate(counts.tolist(), 1)
            ],
            "1 = the best tenth of the sentences; ties in file order. A click on a cell shows its sentences; cells in which the "
            "two measures are five or more tenths apart are marked.",
            (table.signature(a.key, system=view.system), table.signature(b.key, system=view.system)),
            far,
        )
    ]


def _why_not(table: ScoreTable, key: str) -> str:
    """Why there is nothing to test."""
    return set_note(table, [key]) if len(table.systems) > 1 else "It takes two systems to compare."


def significance_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """All pairs of systems: difference, its 95 % interval, p by shuffling, Holm-corrected p. A table per measure."""
    table = comparison.table
    keys = list(dict.fromkeys((view.key_a, view.key_b, *view.keys)))
    result = significance(table, keys, [view.average], cancel=view.cancel)
    tables = []
    for key in keys:
        one = measure(key)
        found = [difference for difference in result.differences if difference.key == key]
        note = (
            f"Shuffling (approximate randomisation, two-sided) and paired bootstrap, {result.iterations:,} times each, "
            f"seed {result.seed}; corrected p below 0.05 is marked."
        )
        scores = partial(Column, shown=one.shown, key=one.key)
        columns = difference_columns("system", "other", "system − other", count_column, scores)
        tables.append(
            differences_table(
                f"Differences in {one.title}, {view.average}", table.systems, found, columns,
                note=f"{note} {set_note(table, [key])}".strip() if found else _why_not(table, key),
                signatures=(table.signature(key, view.average),),
                marked=frozenset((row, 7) for row, pair in enumerate(found) if pair.holm < 0.05),
            )
        )  # fmt: skip
    return tables
