"""How cells of a table of results look beside each other: what bars span, how strong shades are, in which order rows stand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Any

from treecompare.errors import counted
from treecompare.scores.result import ResultTable, Value
from treecompare.scores.table import typeset
from treecompare.scores.tables import copied

HEAT, DIAGONAL = 0.38, 0.10
"""How strong the colour of the largest cell of a cross-table is, and that of the cells on its diagonal."""
LARGE, STEP, LEAST_SPAN = 0.5, 0.05, 0.01
"""Bars of shares from that one on span only their range, in such steps, if they differ by so much."""
SAMPLE, WIDEST = 200, 520
"""Rows that tell how wide a column is, and pixels of it at most."""
AROUND = (16, 12), (10, 12), (10, 5)
"""Pixels left and right of the texts of a column, and of the sign of its order: less where columns have no room otherwise."""
LEAST, LONG = 100, (60, 12)
"""Pixels of a column of texts that are cut, and letters of one that may be: of the first column, which never is, and of others."""


class Looks:
    """``bar_span``: what bars span, as shares: 0 to 1, or less where all are large."""

    def __init__(self, table: ResultTable) -> None:
        self.table = table
        self.bar_span = self._find_span()
        self._hottest = max(
            (
                value
                for row, cells in enumerate(table.rows)
                for column in self._columns("heat")
                if (value := number(cells[column])) is not None and not self.is_diagonal(row, column)
            ),
            default=0.0,
        )
        """The largest value of a cross-table beside its diagonal."""

    def _columns(self, look: str) -> list[int]:
        return [place for place, head in enumerate(self.table.columns) if head.look == look]

    def _find_span(self) -> tuple[float, float]:
        columns = self._columns("bar")
        values = [value for row in self.table.rows for place in columns if (value := number(row[place])) is not None]
        least, highest = min(values, default=0.0), max(values, default=1.0)
        if least < LARGE or highest > 1 or highest - least < LEAST_SPAN:
            return 0.0, 1.0
        return math.floor(least / STEP) * STEP, math.ceil(highest / STEP) * STEP

    def said(self) -> str:
        """What bars span, where that is not all, and what shades stand for; empty where there is nothing to say."""
        if len(self._columns("row")) > 1:
            return "Darker: more, beside the most of the row; bold: fewest."
        low, high = self.bar_span
        return "" if (low, high) == (0.0, 1.0) else f"Bars span {100 * low:.0f} to {100 * high:.0f} %."

    def is_diagonal(self, row: int, column: int) -> bool:
        """Whether a cell of a cross-table stands for the same twice."""
        return self.table.columns[column].look == "heat" and self.table.rows[row][0] == self.table.columns[column].title

    def bar(self, row: int, column: int) -> float | None:
        """Which part of a bar is full, from 0 to 1; None for no bar."""
        share = number(self.table.rows[row][column]) if self.table.columns[column].look == "bar" else None
        low, high = self.bar_span
        return min(max((share - low) / (high - low), 0.0), 1.0) if share is not None else None

    def strength(self, row: int, column: int) -> float | None:
        """How strong the colour of a cell is, from 0 to 1; None for no colour.

        In a cross-table the larger the stronger; few are large, so by the logarithm; the diagonal is not in question. Where cells
        are compared within their row, beside the largest of it; 0 has no colour, nor has a row in which all are the same.
        """
        look, value = self.table.columns[column].look, number(self.table.rows[row][column])
        if look == "heat" and value:
            if self.is_diagonal(row, column):
                return DIAGONAL
            return HEAT * math.log1p(value) / math.log1p(self._hottest)
        if look == "row" and value is not None and min(numbers := self._row_numbers(row)) != max(numbers):
            return HEAT * max(value, 0.0) / max(numbers)
        return None

    def _row_numbers(self, row: int) -> list[float]:
        """What is compared within a row."""
        cells = self.table.rows[row]
        return [value for column in self._columns("row") if (value := number(cells[column])) is not None]

    def is_least(self, row: int, column: int) -> bool:
        """Whether a cell that is compared within its row has the least value there, while others have more."""
        numbers = self._row_numbers(row) if self.table.columns[column].look == "row" else ()
        return bool(numbers) and self.table.rows[row][column] == min(numbers) < max(numbers)

    def largest_marked(self) -> tuple[int, int] | None:
        """Row and column of the largest value among those that are pointed out in a cross-table."""
        numbers = {
            (row, column): value
            for row, column in self.table.marked
            if self.table.columns[column].look == "heat" and (value := number(self.table.rows[row][column])) is not None
        }
        return max(sorted(numbers), key=lambda cell: numbers[cell]) if numbers else None


class ResultRows:
    """A table of results as it is listed: row n shows its row ``order[n]``."""

    def __init__(self, table: ResultTable) -> None:
        self.table, self.looks = table, Looks(table)
        self.order = list(range(len(table.rows)))

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.order), len(self.table.columns)

    def title(self, at: int) -> str:
        """The heading of a column."""
        return self.table.columns[at].title

    def about(self, at: int) -> str:
        """What is said of a heading."""
        return self.table.columns[at].key or self.title(at)

    def side(self, at: int) -> str:
        """Where what stands in a column is."""
        return "right" if self.table.columns[at].is_number else "left"

    def text(self, row: int, at: int) -> str:
        """What a cell shows."""
        return f"{self._figure(row, at)}{' •' * self._is_marked(row, at)}"

    said = text

    def told(self, row: int, at: int) -> str:
        """What is behind a cell; the whole of a text that may be cut."""
        found, text = self.table.found(self.order[row], at), self._figure(row, at)
        if found is not None and len(found.sentences):
            return f"{found.text}: {counted(len(found.sentences), 'sentence')}; click to see them"
        return text if len(text) > LONG[at > 0] else ""

    def is_strong(self, row: int, at: int) -> bool:
        """Whether a cell is pointed out, or the least of those that it is compared with."""
        return self._is_marked(row, at) or self.looks.is_least(self.order[row], at)

    def is_quiet(self, row: int, at: int) -> bool:
        """Whether there is nothing in a cell."""
        return self._figure(row, at) in ("·", "–", "0")

    def largest_marked(self) -> tuple[int, int] | None:
        """The cell with the largest value among those that are pointed out in a cross-table."""
        found = self.looks.largest_marked()
        return (self.order.index(found[0]), found[1]) if found is not None else None

    def needed(self, text: Callable[[str], int], head: Callable[[str], int]) -> list[tuple[int, int]]:
        """How wide the texts of columns are, and their headings."""
        rows = range(min(len(self.order), SAMPLE))
        texts = (max((text(self.text(row, at)) for row in rows), default=0) for at in range(self.size[1]))
        return [(width, head(self.title(at))) for at, width in enumerate(texts)]

    def widths(self, needed: Sequence[tuple[int, int]], room: int, chosen: int = -1) -> tuple[list[int], int]:
        """How wide columns are: as their texts, those of bars all alike, so that equal figures have bars of equal length; and how
        much of the room they are seen in, for no figure is cut; bars have what is left of it. Where they have no room the longest
        texts end in dots, if that is enough. ``chosen``: the column by which rows are sorted."""
        bars, widths = [at for at, one in enumerate(self.table.columns) if one.look == "bar"], list[int]()
        for around, sign in AROUND:
            heads = (head + (AROUND[0][1] if at == chosen else sign) for at, (_, head) in enumerate(needed))
            found = [min(max(one, head) + around, WIDEST) for (one, _), head in zip(needed, heads, strict=True)]
            widths = [max(found[one] for one in bars) if at in bars else width for at, width in enumerate(found)]
            if sum(widths) <= room:
                return widths, room
        texts = [at for at in range(1, len(widths)) if self.side(at) == "left"]
        longest = max(texts, key=widths.__getitem__, default=0)
        free = room - sum(widths) + widths[longest]
        if longest and free >= max(LEAST, needed[longest][1] + AROUND[0][1]):
            return [*widths[:longest], free, *widths[longest + 1 :]], room
        cut = sum(end <= room for end in accumulate(widths))
        whole = sum(widths[:cut]) if cut and self.side(cut) == "right" else room
        seen = sum(at < cut for at in bars)
        more = (room - whole) // seen if seen else 0
        return [width + more * (at in bars) for at, width in enumerate(widths)], whole + more * seen

    def lines(self, rows: Iterable[int], _columns: Iterable[int] = ()) -> str:
        """Rows with all columns, as sorted, for the clipboard."""
        return copied(self.table, [self.order[row] for row in rows])

    def _figure(self, row: int, at: int) -> str:
        text = self.table.text(self.order[row], at)
        return typeset(text) if self.table.columns[at].is_number else text

    def _is_marked(self, row: int, at: int) -> bool:
        return (self.order[row], at) in self.table.marked


def sorted_rows(table: ResultTable, column: int, is_descending: bool) -> list[int]:
    """The rows by the values of a column, those that are undefined last; -1 is the table's own order."""
    rows = range(len(table.rows))
    if column < 0:
        return list(rows)

    def key(row: int) -> Any:
        value = table.rows[row][column]
        is_figure = table.columns[column].is_number and isinstance(value, (int, float))
        return (0, value, "") if is_figure else (1, 0, str(value).casefold())

    undefined = {row for row in rows if (value := table.rows[row][column]) is None or value != value}
    known = (row for row in rows if row not in undefined)
    return [*sorted(known, key=key, reverse=is_descending), *sorted(undefined)]


def number(value: Value) -> float | None:
    """The number in a cell; None where there is none, or where it is undefined."""
    return float(value) if isinstance(value, (int, float)) and not math.isnan(value) else None
