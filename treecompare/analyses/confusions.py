"""Items by category: a row per category, a cross-table of what is confused with what, and that read off as a list.

Every table of labels, tags, relations, functions is made here; what it counts are items (:mod:`treecompare.scores.items`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from treecompare.scores.items import Grouped, Items, Mask, Numbers
from treecompare.scores.result import (
    Column,
    Found,
    ResultTable,
    Value,
    count_column,
    cross_column,
    share_column,
    shown_as,
    text_column,
)

MARKED = 10
"""At most so many confusions of a cross-table are marked."""
GOLD, SYSTEM = count_column("gold"), shown_as("system", count_column("test"))


@dataclass(frozen=True)
class Cells:
    """A column of a table by category: its figures, and which rows of the items stand behind them.

    ``gold``, ``test``: the rows whose gold or test items are concerned, None for none; a cell shows those of its category.
    ``text``: what the sentences have in common, ``{}`` being the category; empty where a cell shows nothing.
    """

    column: Column
    values: Sequence[Value]
    text: str = ""
    gold: Mask | None = None
    test: Mask | None = None


def share(part: float, whole: float) -> float | None:
    """A part of a whole; None of nothing."""
    return part / whole if whole else None


def shares(parts: Numbers, wholes: Numbers) -> list[float | None]:
    """Parts of wholes; None of nothing."""
    return list(map(share, parts.tolist(), wholes.tolist()))


def recall_precision_f1(grouped: Grouped, right: Mask) -> tuple[list[float | None], ...]:
    """Of each category. F1 is 2PR/(P + R), also where items of the gold are right that are of another category in the system (equal
    labels), so that both sides have other numbers of right ones; 0 where one side has none."""
    (gold, test), (found, there) = grouped.counts(), grouped.counts(right)
    f1 = shares(2 * found * there, found * test + there * gold)
    f1 = [0.0 if one is None and number else one for one, number in zip(f1, (gold + test).tolist(), strict=True)]
    return shares(found, gold), shares(there, test), f1


def category_table(
    grouped: Grouped,
    title: str,
    head: str,
    cells: Sequence[Cells],
    system: int,
    note: str,
    signature: str,
    none: str = "",
    are_lit_in_pairs: bool = False,
    in_files: str = "",
) -> ResultTable:
    """A row per category. ``none``: what an empty name is shown as. ``are_lit_in_pairs``: both items of a row are
    lit. ``in_files``: the head that files have, if another one."""
    names = [name or none for name in grouped.names]

    def found(row: int, column: int) -> Found | None:
        one = cells[column - 1]
        if column == 0 or not one.text:
            return None
        gold = None if one.gold is None else one.gold & (grouped.gold == row)
        test = None if one.test is None else one.test & (grouped.test == row)
        if are_lit_in_pairs:
            gold = test = np.logical_or.reduce([rows for rows in (gold, test) if rows is not None])
        return grouped.items.found(system, one.text.format(grouped.names[row]), gold, test, mark=names[row])

    rows: list[list[Value]] = [list(row) for row in zip(names, *(one.values for one in cells), strict=True)]
    columns = (shown_as(head, text_column(in_files or head)), *(one.column for one in cells))
    return ResultTable(title, columns, rows, note, (signature,), found=found)


def cross_table(
    grouped: Grouped,
    title: str,
    system: int,
    note: str,
    signature: str,
    none: str,
    text: str = "{} for which the system has {}",
    mark: str = "",
    most: int = MARKED,
    marks_lost: bool = False,
) -> ResultTable:
    """Gold categories down, those of the system across; the last is ``none``. ``text``: what a cell stands for; ``mark``: the text
    behind words. The largest confusions are marked, at most ``most``; ``marks_lost``: those with none, too."""
    names = [*(name or none for name in grouped.names), none]
    counts = grouped.cross if marks_lost else grouped.cross[:-1, :-1]
    largest = frozenset((gold, test + 1) for gold, test in largest_confusions(counts, most))

    def found(row: int, column: int) -> Found | None:
        if column == 0:
            return None
        rows, both = grouped.cell(row, column - 1), (names[row], names[column - 1])
        return grouped.items.found(system, text.format(*both), rows, rows, mark.format(*both))

    return ResultTable(
        title,
        (shown_as("gold \\ system", text_column("gold \\ test")), *map(cross_column, names)),
        [[name, *row] for name, row in zip(names, grouped.cross.tolist(), strict=True)],
        note,
        (signature,),
        largest,
        found,
    )


def largest_confusions(counts: Numbers, most: int) -> list[tuple[int, int]]:
    """The cells beside the diagonal, the largest first."""
    off = counts.copy()
    np.fill_diagonal(off, 0)
    order = np.argsort(-off, axis=None, kind="stable")[: min(most, MARKED)].tolist()
    cells = [divmod(cell, len(off)) for cell in order]
    return [cell for cell in cells if off[cell]]


def differing_table(items: Items, title: str, by: str, system: int, note: str, signature: str) -> ResultTable:
    """What is not right, by its column ``kind``, whose first category is right, and what both sides have in its place, the most
    frequent first."""
    (what, kinds, _), (names, gold, test) = items.codes("kind"), items.codes(by)
    rows = np.flatnonzero(kinds > 0)
    groups, inverse, counts = np.unique(
        np.stack((kinds, gold, test))[:, rows], axis=1, return_inverse=True, return_counts=True
    )
    order = np.lexsort((*groups[::-1], -counts)).tolist()
    texts = np.array([*names, "–"], object)
    values: list[list[Value]] = [
        [what[groups[0, one]], *texts[groups[1:, one]], int(counts[one]), int(counts[one]) / len(rows)] for one in order
    ]

    def found(row: int, column: int) -> Found | None:
        chosen = np.zeros(len(items), np.bool_)
        chosen[rows[inverse.reshape(-1) == order[row]]] = True
        return items.found(system, f"{values[row][0]}: {values[row][1]} > {values[row][2]}", chosen, chosen)

    columns = (text_column("what"), text_column("gold"), text_column("system"), count_column("count"))
    return ResultTable(
        title, (*columns, share_column("share, %", "share")), values, note, (signature,), found=found
    )  # fmt: skip


def confusion_list(title: str, cross: ResultTable, note: str = "") -> ResultTable:
    """The cells of a cross-table beside its diagonal, the largest first; equal ones in the order of the cross-table.

    ``cross``: gold categories down, those of the system across in the same order; the last of each stands for nothing and is
    left out here.
    """
    names = [str(row[0]) for row in cross.rows]
    cells = [
        (int(value), gold, system)
        for gold, row in enumerate(cross.rows[:-1])
        for system, value in enumerate(row[1:-1])
        if gold != system and isinstance(value, int) and value
    ]
    cells.sort(key=lambda cell: -cell[0])
    totals = [sum(value for value in row[1:] if isinstance(value, int)) for row in cross.rows]
    rows: list[list[Value]] = [
        [names[gold], names[system], number, number / totals[gold]] for number, gold, system in cells
    ]

    def found(row: int, column: int) -> Found | None:
        _, gold, system = cells[row]
        return cross.found(gold, system + 1)

    return ResultTable(
        title,
        (text_column("gold"), text_column("system"), count_column("count"), share_column("of the gold's, %", "share")),
        rows,
        "What the gold has, what the system has in its place, how often, and which part of the gold's that is. A click shows "
        "the sentences." + ("" if rows else " Nothing is confused.") + note,
        cross.signatures,
        found=found,
    )
