"""Any table of results in the window: sorts by values, shows texts, knows which cells open sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from treecompare.errors import counted
from treecompare.scores.figure import typeset
from treecompare.scores.looks import Looks, sorted_rows
from treecompare.scores.result import ResultTable
from treecompare.scores.tables import copied
from treecompare.window.common.plain import tip, visible

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
BAR_ROLE = Role.UserRole
"""Which part of a bar is full, from 0 to 1; None for no bar."""
HEAT_ROLE = Role.UserRole + 1
"""The colour of a cell of a cross-table; None for none. Not BackgroundRole, which a style sheet leaves out."""
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
        self.looks = Looks(table)

    def row(self, index: Index) -> int:
        """The table's row that an index shows."""
        return self.order[index.row()]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """As Qt has it; undefined values stand last, -1 is the table's own order."""
        rows = sorted_rows(self.table, column, order == Qt.SortOrder.DescendingOrder)
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        shown = [self.order[index.row()] for index in before]
        self.order = rows
        place_of = {row: place for place, row in enumerate(rows)}
        after = [self.index(place_of[row], index.column()) for row, index in zip(shown, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _shade(self, row: int, column: int) -> QColor | None:
        """The colour behind a cell, the stronger the more it is."""
        strength = self.looks.strength(row, column)
        if strength is None:
            return None
        colour = QColor(self.muted if self.looks.is_diagonal(row, column) else self.heat)
        colour.setAlphaF(strength)
        return colour

    def largest_marked(self) -> QModelIndex | None:
        """The cell with the largest value among those that are pointed out in a cross-table."""
        found = self.looks.largest_marked()
        return self.index(self.order.index(found[0]), found[1]) if found is not None else None

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
            return self.looks.bar(row, column)
        if role == HEAT_ROLE:
            return self._shade(row, column)
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if head.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Role.ForegroundRole:
            return self.muted if self.text(row, column) in ("·", "–", "0") else None
        if role == Role.FontRole and (is_marked or self.looks.is_least(row, column)):
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
