"""Any table of results in the window: sorts by values, shows texts, knows which cells open sentences."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from treecompare.app.common.plain import tip, visible
from treecompare.scores.delimited import tsv
from treecompare.scores.result import ResultTable, Value

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


class ResultModel(QAbstractTableModel):
    """Shows a :class:`ResultTable`; ``order[row]`` is its row."""

    def __init__(self, table: ResultTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.order = list(range(len(table.rows)))
        self.accent = QColor("#b5540a")
        self.muted = QColor("gray")

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

    def tsv(self, rows: Iterable[int]) -> str:
        """Rows, as shown, as tab-separated text with a head."""
        texts = self.table.texts()
        return tsv([texts[0], *(texts[self.order[row] + 1] for row in rows)]) + "\n"

    # -- Qt ------------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """As Qt has it."""
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """As Qt has it."""
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """As Qt has it."""
        if not index.isValid() or index.row() >= len(self.order):
            return None
        row, column = self.row(index), index.column()
        head, is_marked = self.table.columns[column], (row, column) in self.table.marked
        if role == Role.DisplayRole:
            text = visible(head.text(self.table.rows[row][column]))
            return f"{text} •" if is_marked else text
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if head.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Role.ForegroundRole:
            if is_marked:
                return self.accent
            return self.muted if head.text(self.table.rows[row][column]) in ("·", "–", "0") else None
        if role == Role.FontRole and is_marked:
            font = QFont()
            font.setBold(True)
            return font
        if role == Role.ToolTipRole:
            found = self.table.found(row, column)
            if found is not None:
                text = self.tr("{0}: {1} sentences; click to see them").format(found.text, len(found.sentences))
                return tip(text)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """As Qt has it."""
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


def _is_undefined(value: Value) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))
