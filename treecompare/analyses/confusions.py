"""What is confused with what, the most frequent first: a cross-table read off as a list."""

from __future__ import annotations

from treecompare.scores.result import (
    Found,
    ResultTable,
    Value,
    count_column,
    share_column,
    text_column,
)


def confusion_list(title: str, cross: ResultTable) -> ResultTable:
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
        "the sentences." + ("" if rows else " Nothing is confused."),
        cross.signatures,
        found=found,
    )
