"""A system against the others, sentence by sentence: where it is better and where worse, and by which types of error."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.errors import found_errors
from treecompare.comparison.base import Comparison
from treecompare.measures import measure
from treecompare.scores.result import Column, Found, ResultTable, Value, View, count_column, signed_column, text_column
from treecompare.scores.set_notes import set_note
from treecompare.scores.wins import Wins, wins

Mask = NDArray[np.bool_]


def win_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """Sentences won and lost under measure A against every other system, the baseline first; then, against the baseline, by type
    of error. Of the baseline itself: against the system before it, or after it."""
    table, one = comparison.table, measure(view.key_a)
    others = [system for system in range(len(table.systems)) if system != view.system]
    others.sort(key=lambda system: system != view.baseline)
    if not others:
        return [ResultTable("Wins and losses", (text_column("the other"),), [], "There is only one system.")]
    tables = [_wins(comparison, view.system, others, one.key)]
    if comparison.error_types:
        tables.append(_by_type(comparison, view, others[0], wins(table, view.system, others[0], one)))
    return tables


def _wins(comparison: Comparison, system: int, others: list[int], key: str) -> ResultTable:
    table, one = comparison.table, measure(key)
    found_of = [wins(table, system, other, one) for other in others]
    name = table.systems[system]
    masks = [(each.better, each.worse, each.equal) for each in found_of]
    rows: list[list[Value]] = []
    for other, each, (better, worse, equal) in zip(others, found_of, masks, strict=True):
        known = each.difference[~np.isnan(each.difference)]
        mean = float(known.mean()) if len(known) else None
        rows.append([table.systems[other], *(int(np.count_nonzero(mask)) for mask in (better, worse, equal)), mean])

    def found(row: int, column: int) -> Found | None:
        if column not in (1, 2, 3):
            return None
        how = ("better than", "worse than", "as good as")[column - 1]
        text = f"{name} {how} {table.systems[others[row]]} under {one.title}"
        return Found(np.flatnonzero(masks[row][column - 1]), system, text)

    columns = (
        text_column("the other"), count_column("better on", "better"), count_column("worse on", "worse"),
        count_column("equal on", "equal"), signed_column(one, "mean difference", "difference"),
    )  # fmt: skip
    note = (
        f"Under {one.title}: sentences on which {name} has a better, a worse or the same score as the other, of those that both "
        f"have; the difference is {name} minus the other. {set_note(table, [key])}"
    ).strip()
    return ResultTable(
        f"Wins and losses of {name}, {one.title}", columns, rows, note, (table.signature(key),), found=found
    )


def _by_type(comparison: Comparison, view: View, other: int, found_of: Wins) -> ResultTable:
    table, one = comparison.table, measure(view.key_a)
    pair = view.system, other
    names = [table.systems[system] for system in pair]
    lists = [comparison.errors(system, view.cancel) for system in pair]
    both = ~np.isnan(found_of.difference) & lists[0].analysed & lists[1].analysed
    groups: list[tuple[str, Mask]] = [("better", found_of.better & both), ("worse", found_of.worse & both)]
    rows: list[list[Value]] = []
    for kind in comparison.error_types:
        counts = [errors.per_sentence(kind.among(errors)) for errors in lists]
        cells = [int(count[mask].sum()) for _, mask in groups for count in counts]
        if any(cells):
            rows.append([kind.title, *cells, cells[0] + cells[2] - cells[1] - cells[3]])
    rows.sort(key=lambda row: -abs(int(row[-1] or 0)))
    titles = {kind.title: kind for kind in comparison.error_types}

    def found(row: int, column: int) -> Found | None:
        if not 1 <= column <= 4:
            return None
        group, side = divmod(column - 1, 2)
        (how, mask), errors, kind = groups[group], lists[side], titles[str(rows[row][0])]
        text = f"{kind.title} of {names[side]}, {names[0]} {how}"
        return found_errors(errors, kind.among(errors) & mask[errors.sentences], pair[side], text)

    columns = (
        text_column("type"),
        *(count_column(f"{name}, {how}", f"{name} {how}") for how, _ in groups for name in names),
        Column("more or less", lambda value: f"{value:+,}" if value else "0", key="difference"),
    )
    sizes = [int(np.count_nonzero(mask)) for _, mask in groups]
    left_out = int(np.count_nonzero(~np.isnan(found_of.difference) & ~both))
    note = (
        f"Errors in the {sizes[0]:,} sentences on which {names[0]} is better than {names[1]} under {one.title}, and in the "
        f"{sizes[1]:,} on which it is worse; then how many more errors {names[0]} has in both. Sentences with equal scores "
        "are left out."
    )
    if left_out:
        note += f" Left out: {left_out:,} sentences in which errors are not looked for."
    signature = "errors|" + table.signature(one.key).split("|", 1)[1]
    return ResultTable(f"By type of error: {names[0]} and {names[1]}", columns, rows, note, (signature,), found=found)
