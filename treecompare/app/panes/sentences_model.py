"""The sentences table's model: sorts and filters itself with numpy, since a proxy takes half a minute for 50,000 rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from treecompare.analyses.conditions import matching
from treecompare.analyses.filters import Filter
from treecompare.analyses.sentence_list import COLUMNS, MARK, SentenceList
from treecompare.analyses.sentences import SentenceData
from treecompare.app.common.plain import tip, visible
from treecompare.scores.table import SCORED

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


class SentencesModel(SentenceList, QAbstractTableModel):
    """Rows are sentences, in the order of ``order``.

    ``gaveUp``: the text of the filter cannot be looked for in these sentences, and why; all pass that part of it.
    """

    gaveUp = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        QAbstractTableModel.__init__(self, parent)
        SentenceList.__init__(self)
        self.muted = QColor("gray")
        self._row_of: np.ndarray | None = None

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show(self, rows: SentenceData | None) -> None:
        """Shows other sentences, or the same under other measures."""
        same_places = rows is not None and self.rows is not None and len(rows) == len(self.rows)
        self.rows = rows
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        self._rearrange(reset=not same_places)

    def update_rows(self) -> None:
        """Takes over sentences that were counted since."""
        if self.rows is not None:
            self.rows.refresh()
            self._rearrange()

    def update_judgements(self) -> None:
        """Takes over what was typed."""
        if self.rows is not None:
            self.rows.forget_judgements()
            self._rearrange()

    def set_filter(self, wanted: Filter) -> None:
        """Shows only the sentences that pass.

        Raises:
            ExpressionError: the text is not a regular expression; nothing changes.
            UsageError: it is not a tree pattern, or takes too long; nothing changes.
        """
        wanted.check()
        if self.rows is not None:
            matching(self.rows, wanted)
        self.filter = wanted
        self._rearrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """As Qt has it; a column of -1 is file order."""
        self.column = COLUMNS[max(column, 0)]
        self.descending = order == Qt.SortOrder.DescendingOrder and column >= 0
        self._rearrange()

    def _rearrange(self, reset: bool = False) -> None:
        """Computes the order again. Rows that stay keep their selection; where others come or go the model is reset."""
        order, mask, fault = self.arranged()
        if fault:
            self.gaveUp.emit(fault)
        if reset or not np.array_equal(mask, self.mask):
            self.beginResetModel()
            self.mask = mask
            self.order, self._row_of = order, None
            self.endResetModel()
            return
        if np.array_equal(order, self.order):
            if len(order):
                self.dataChanged.emit(self.index(0, 0), self.index(len(order) - 1, len(COLUMNS) - 1))
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        sentences = [int(self.order[index.row()]) for index in before]
        self.order, self._row_of = order, None
        after = [
            self.index(self.row_of(sentence), index.column()) for sentence, index in zip(sentences, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def row_of(self, sentence: int) -> int:
        """The row that shows a sentence; -1 if none does."""
        if self.rows is None or not 0 <= sentence < len(self.rows):
            return -1
        if self._row_of is None:
            self._row_of = np.full(len(self.rows), -1, np.int64)
            self._row_of[self.order] = np.arange(len(self.order))
        return int(self._row_of[sentence])

    # -- Qt ------------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        rows = self.rows
        if rows is None or not index.isValid() or index.row() >= len(self.order):
            return None
        column = COLUMNS[index.column()]
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role not in (Role.DisplayRole, Role.ToolTipRole, Role.ForegroundRole):
            return None
        sentence = int(self.order[index.row()])
        if role == Role.DisplayRole:
            mark = MARK if column.key == "number" and rows.is_judged(sentence) else ""
            return mark + visible(self.cell(column.key, sentence))
        if role == Role.ForegroundRole:
            secondary = column.key in ("number", "id", "length")
            return self.muted if secondary or rows.status[sentence] != SCORED else None
        return tip(said) if (said := self.more(column.key, sentence)) else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        if role == Role.DisplayRole:
            return self.head(column.key)
        if role == Role.ToolTipRole:
            return tip(self.about(column.key))
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Role.InitialSortOrderRole:
            return Qt.SortOrder.DescendingOrder if column.largest_first else Qt.SortOrder.AscendingOrder
        return None
