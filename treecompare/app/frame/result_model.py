"""Any table of results in the window: sorts by values, shows texts, knows which cells open sentences."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from treecompare.app.common.plain import tip, visible
from treecompare.errors import counted
from treecompare.scores.figure import typeset
from treecompare.scores.result import ResultTable, Value
from treecompare.scores.tables import copied

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
BAR_ROLE = Role.UserRole
"""Which part of a bar is full, from 0 to 1; None for no bar."""
HEAT_ROLE = Role.UserRole + 1
"""The colour of a cell of a cross-table; None for none. Not BackgroundRole, which a style sheet leaves out."""
HEAT, DIAGONAL = 0.38, 0.10
"""How strong the colour of the largest cell of a cross-table is, and that of the cells on its diagonal."""
LARGE, STEP, LEAST_SPAN = 0.5, 0.05, 0.01
"""Bars of shares from that one on span only their range, in such steps, if they differ by so much."""

LONG = 60
"""Letters of a text that may be wider than its column."""


class ResultModel(QAbstractTableModel):
    """Shows a :class:`ResultTable`; ``order[row]`` is its row."""

    def __init__(self, table: ResultTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.order = list(range(len(table.rows)))
        self.muted = QColor("gray")
        self.heat = QColor("#2f6fb3")
        self._hottest = self._find_hottest()
        self.bar_span = self._find_span()
        """What bars span, as shares: 0 to 1, or less where all are large."""

    def _find_span(self) -> tuple[float, float]:
        columns = [place for place, head in enumerate(self.table.columns) if head.look == "bar"]
        values = [value for row in self.table.rows for place in columns if (value := _number(row[place])) is not None]
        least, highest = min(values, default=0.0), max(values, default=1.0)
        if least < LARGE or highest > 1 or highest - least < LEAST_SPAN:
            return 0.0, 1.0
        return math.floor(least / STEP) * STEP, math.ceil(highest / STEP) * STEP

    def looks_said(self) -> str:
        """What bars span, where that is not all, and what shades stand for; empty where there is nothing to say."""
        if sum(head.look == "row" for head in self.table.columns) > 1:
            return "Darker: more, beside the most of the row; bold: fewest."
        low, high = self.bar_span
        return "" if (low, high) == (0.0, 1.0) else f"Bars span {100 * low:.0f} to {100 * high:.0f} %."

    def row(self, index: Index) -> int:
        """The table's row that an index shows."""
        return self.order[index.row()]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """As Qt has it; undefined values stand last, -1 is the table's own order."""
        rows = list(range(len(self.table.rows)))
        if column >= 0:
            known = [row for row in rows if not _is_undefined(self.table.rows[row][column])]
            known.sort(key=lambda row: self._key(row, column), reverse=order == Qt.SortOrder.DescendingOrder)
            rows = known + [row for row in rows if _is_undefined(self.table.rows[row][column])]
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        shown = [self.order[index.row()] for index in before]
        self.order = rows
        place_of = {row: place for place, row in enumerate(rows)}
        after = [self.index(place_of[row], index.column()) for row, index in zip(shown, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _key(self, row: int, column: int) -> Any:
        value = self.table.rows[row][column]
        if self.table.columns[column].is_number and isinstance(value, (int, float)):
            return (0, value, "")
        return (1, 0, str(value).casefold())

    def _is_diagonal(self, row: int, column: int) -> bool:
        return self.table.rows[row][0] == self.table.columns[column].title

    def _find_hottest(self) -> float:
        """The largest value of a cross-table beside its diagonal."""
        heated = [column for column, one in enumerate(self.table.columns) if one.look == "heat"]
        return max(
            (
                value
                for row, cells in enumerate(self.table.rows)
                for column in heated
                if (value := _number(cells[column])) is not None and not self._is_diagonal(row, column)
            ),
            default=0.0,
        )

    def _background(self, row: int, column: int) -> QColor | None:
        """The larger a cell of a cross-table, the stronger; few are large, so by the logarithm. The diagonal is not in question."""
        value = _number(self.table.rows[row][column])
        if not value:
            return None
        if self._is_diagonal(row, column):
            colour = QColor(self.muted)
            colour.setAlphaF(DIAGONAL)
            return colour
        colour = QColor(self.heat)
        colour.setAlphaF(HEAT * math.log1p(value) / math.log1p(self._hottest))
        return colour

    def _beside_others(self, row: int, column: int) -> QColor | None:
        """The larger beside the largest of its row, the stronger; 0 has no colour, nor has a row in which all are the same."""
        numbers, value = self._row_numbers(row), _number(self.table.rows[row][column])
        if value is None or min(numbers) == max(numbers):
            return None
        colour = QColor(self.heat)
        colour.setAlphaF(HEAT * max(value, 0.0) / max(numbers))
        return colour

    def _row_numbers(self, row: int) -> list[float]:
        """What is compared within a row."""
        cells = zip(self.table.rows[row], self.table.columns, strict=True)
        return [value for cell, head in cells if head.look == "row" and (value := _number(cell)) is not None]

    def _is_least(self, row: int, column: int) -> bool:
        """Whether a cell that is compared within its row has the least value there, while others have more."""
        if self.table.columns[column].look != "row":
            return False
        numbers = self._row_numbers(row)
        return bool(numbers) and self.table.rows[row][column] == min(numbers) < max(numbers)

    def largest_marked(self) -> QModelIndex | None:
        """The cell with the largest value among those that are pointed out in a cross-table."""
        numbers = {
            (row, column): value
            for row, column in self.table.marked
            if self.table.columns[column].look == "heat"
            and (value := _number(self.table.rows[row][column])) is not None
        }
        if not numbers:
            return None
        row, column = max(sorted(numbers), key=lambda cell: numbers[cell])
        return self.index(self.order.index(row), column)

    def tsv(self, rows: Iterable[int]) -> str:
        """Rows, as sorted, for the clipboard."""
        return copied(self.table, [self.order[row] for row in rows])

    def text(self, row: int, column: int) -> str:
        """What a cell of the table shows, but for its mark."""
        head = self.table.columns[column]
        text = visible(self.table.text(row, column))
        return typeset(text) if head.is_number else text

    # -- Qt ------------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.order):
            return None
        row, column = self.row(index), index.column()
        head, is_marked = self.table.columns[column], (row, column) in self.table.marked
        if role == Role.DisplayRole:
            text = self.text(row, column)
            return f"{text} •" if is_marked else text
        if role == BAR_ROLE:
            share = _number(self.table.rows[row][column]) if head.look == "bar" else None
            low, high = self.bar_span
            return min(max((share - low) / (high - low), 0.0), 1.0) if share is not None else None
        if role == HEAT_ROLE and head.look == "heat":
            return self._background(row, column)
        if role == HEAT_ROLE and head.look == "row":
            return self._beside_others(row, column)
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if head.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Role.ForegroundRole:
            return self.muted if self.text(row, column) in ("·", "–", "0") else None
        if role == Role.FontRole and (is_marked or self._is_least(row, column)):
            font = QFont()
            font.setBold(True)
            return font
        if role == Role.ToolTipRole:
            found = self.table.found(row, column)
            if found is not None and len(found.sentences):
                return tip(f"{found.text}: {counted(len(found.sentences), 'sentence')}; click to see them")
            if len(text := self.text(row, column)) > LONG:
                return tip(text)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.table.columns):
            return None
        column = self.table.columns[section]
        if role == Role.DisplayRole:
            return visible(column.title)
        if role == Role.ToolTipRole:
            return tip(column.key or column.title)
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Role.InitialSortOrderRole:
            return Qt.SortOrder.DescendingOrder if column.is_number else Qt.SortOrder.AscendingOrder
        return None


def _number(value: Value) -> float | None:
    """The number in a cell; None where there is none, or where it is undefined."""
    return float(value) if isinstance(value, (int, float)) and not math.isnan(value) else None


def _is_undefined(value: Value) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))
