"""Tables as they are shown: systems are called as everywhere in the window, without what all their names begin with."""

from __future__ import annotations

import re
from dataclasses import replace

from treecompare.app.common.wording import short_names
from treecompare.comparison.base import Comparison
from treecompare.scores.result import Column, ResultTable


def with_short_names(table: ResultTable, comparison: Comparison) -> ResultTable:
    """A table with the names of systems cut in titles, heads, cells and note; heads say them whole in their tips."""
    names = comparison.table.systems
    called = {
        name: cut for name, cut in zip(names, short_names(comparison.gold.name, names), strict=True) if cut != name
    }
    if not called:
        return table
    several = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
    pattern = re.compile(rf"(?<![\w.-])(?:{several})(?!\w|[.-]\w)")

    def said(text: str) -> str:
        return pattern.sub(lambda match: called[match[0]], text)

    def head(column: Column) -> Column:
        title = said(column.title)
        return column if title == column.title else replace(column, title=title, key=column.key or column.title)

    rows = [[said(value) if type(value) is str else value for value in row] for row in table.rows]
    columns = tuple(map(head, table.columns))
    return replace(table, title=said(table.title), columns=columns, rows=rows, note=said(table.note))
