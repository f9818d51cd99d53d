"""Rows of tables: what is chosen has a pale ground and a bar of the accent's colour at its left edge."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from treecompare.trees.characters import begins_at_the_right
from treecompare.window.common.plain import tip, visible
from treecompare.window.common.theme import accent

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
SIDES = {
    "left": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    "middle": Qt.AlignmentFlag.AlignCenter,
    "right": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
}
BAR = 3
"""Its width."""
SIGN = "\u2003"
"""A space that is as wide as the sign of the order."""
ROUND_ROW = 8
"""Pixels of a row above and below its letters: 24 high, as text usually is."""


def bare(table: QTableView) -> None:
    """No grid and no numbers of rows, rows of one line and of one height; Tab goes out of the table."""
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + ROUND_ROW)
    table.horizontalHeader().setHighlightSections(False)


class CellsModel(QAbstractTableModel):
    """The cells of a class without a window, from which its models are derived, too: jobs/listed.py or scores/looks.py has it."""

    def rowCount(self: Any, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self.size[0]

    def columnCount(self: Any, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self.size[1]

    def data(self: Any, index: Index, role: int = Role.DisplayRole) -> Any:
        at = index.row(), index.column()
        if not index.isValid() or at[0] >= self.size[0]:
            return None
        if role == Role.DisplayRole:
            return visible(self.text(*at))
        if role == Role.ToolTipRole:
            return tip(self.told(*at)) or None
        if role == Role.AccessibleTextRole:
            return visible(self.said(*at))
        return SIDES[self.side(at[1])] if role == Role.TextAlignmentRole else None

    def headerData(self: Any, at: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= at < self.size[1]:
            return None
        if role == Role.DisplayRole:
            return visible(self.title(at))
        if role == Role.ToolTipRole:
            return tip(self.about(at)) or None
        if role == Role.InitialSortOrderRole:  # figures: the largest first
            return Qt.SortOrder.DescendingOrder if self.side(at) == "right" else Qt.SortOrder.AscendingOrder
        return SIDES[self.side(at)] if role == Role.TextAlignmentRole else None


class Cells(QStyledItemDelegate):
    """Cells of text. Where one that is read from right to left has no room, its end is at the left, and so are the dots."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if begins_at_the_right(option.text) and option.textElideMode == Qt.TextElideMode.ElideRight:
            option.displayAlignment |= Qt.AlignmentFlag.AlignAbsolute
            option.direction = Qt.LayoutDirection.RightToLeft


class Heads(QHeaderView):
    """Heads of columns: the sign of the order stands beside the text, over which Qt paints it. ``indent``: so many pixels further
    to the right the first of them begins, where its cells do."""

    indent = 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        option.text = self._beside_sign(option.text, section)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        super().paintSection(painter, rect if section else rect.adjusted(self.indent, 0, 0, 0), section)

    def _beside_sign(self, text: str, section: int) -> str:
        is_sorted = self.isSortIndicatorShown() and self.sortIndicatorSection() == section
        return "\n".join(line + SIGN for line in text.split("\n")) if is_sorted and text else text


class RowsTable(QTableView):
    """A table of which people choose rows; the one that has the keyboard is framed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalHeader(Heads(self))
        self.setItemDelegate(Cells(self))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt has it; then the bars."""
        super().paintEvent(event)
        chosen = self.selectionModel()
        if chosen is None or not chosen.hasSelection():
            return
        here, head = self.currentIndex().row(), self.horizontalHeader()
        painter, colour, height = QPainter(self.viewport()), accent(self.palette()), self.viewport().height()
        width = min(self.viewport().width(), head.length() - head.offset())  # behind the last column there is no ground
        first, last = self.rowAt(0), self.rowAt(height - 1)
        for row in range(max(first, 0), (last if last >= 0 else self.model().rowCount() - 1) + 1):
            if chosen.rowIntersectsSelection(row):
                place = QRect(0, self.rowViewportPosition(row), width, self.rowHeight(row))
                painter.fillRect(QRect(place.topLeft(), QSize(BAR, place.height())), colour)
                if row == here and self.hasFocus():  # who has the keyboard is seen
                    painter.setPen(colour)
                    painter.drawRect(place.adjusted(0, 0, -1, -1))
        painter.end()
