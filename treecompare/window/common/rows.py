"""Rows of tables: what is chosen has a pale ground and a bar of the accent's colour at its left edge."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPaintEvent
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
from treecompare.window.common.theme import colours_of

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
SIDES = {
    "left": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    "middle": Qt.AlignmentFlag.AlignCenter,
    "right": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
}
CELLS = {
    Role.DisplayRole: ("text", visible),
    Role.ToolTipRole: ("told", tip),
    Role.AccessibleTextRole: ("said", visible),
}
HEADS = {Role.DisplayRole: ("title", visible), Role.ToolTipRole: ("about", tip)}
"""What a model tells of a cell, and of the heading of a column, by the names of its methods."""
BAR = 3
"""Its width."""
SIGN = "\u2003"
"""A space that is as wide as the sign of the order."""
ROUND_ROW = 8
"""Pixels of a row above and below its letters: 24 high, as text usually is."""


class CellsModel(QAbstractTableModel):
    """The cells of a class without a window, from which its models are derived, too: jobs/listed.py or scores/looks.py has it."""

    def rowCount(self: Any, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self.size[0]

    def columnCount(self: Any, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self.size[1]

    def data(self: Any, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= self.size[0]:
            return None
        if role == Role.TextAlignmentRole:
            return SIDES[self.side(index.column())]
        said, shown = CELLS.get(role, ("", str))
        return (shown(getattr(self, said)(index.row(), index.column())) or None) if said else None

    def headerData(self: Any, at: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= at < self.size[1]:
            return None
        if role == Role.TextAlignmentRole:
            return SIDES[self.side(at)]
        if role == Role.InitialSortOrderRole:  # figures: the largest first
            return Qt.SortOrder.DescendingOrder if self.side(at) == "right" else Qt.SortOrder.AscendingOrder
        said, shown = HEADS.get(role, ("", str))
        return (shown(getattr(self, said)(at)) or None) if said else None


class Cells(QStyledItemDelegate):
    """Cells of text. Where one that is read from right to left has no room, its end is at the left, and so are the dots."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if begins_at_the_right(option.text) and option.textElideMode == Qt.TextElideMode.ElideRight:
            option.displayAlignment |= Qt.AlignmentFlag.AlignAbsolute
            option.direction = Qt.LayoutDirection.RightToLeft


class Heads(QHeaderView):
    """Heads of columns: the sign of the order stands beside the text, over which Qt paints it."""

    def setSelectionModel(self, chosen: QItemSelectionModel) -> None:
        super().setSelectionModel(QItemSelectionModel(chosen.model(), self))  # else Qt asks each row if it is selected

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        if option.text and self.isSortIndicatorShown() and self.sortIndicatorSection() == section:
            option.text += SIGN


class RowsTable(QTableView):
    """A table of which people choose rows, all of one height; the one that has the keyboard is framed, and Tab goes out of it."""

    def __init__(self, parent: QWidget | None = None, **has: Any) -> None:
        super().__init__(parent, showGrid=False, wordWrap=False, tabKeyNavigation=False, **has)
        self.setHorizontalHeader(Heads(Qt.Orientation.Horizontal, self, sectionsClickable=True))
        self.setItemDelegate(Cells(self))
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        # rows that were seen are moved, not painted anew
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.horizontalHeader().setMinimumSectionSize(8)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + ROUND_ROW)

    @property
    def selected_rows(self) -> list[int]:
        """From the first one on; an index for each cell of many takes seconds."""
        ranges = self.selectionModel().selection()
        return sorted({row for one in ranges for row in range(one.top(), one.bottom() + 1)})  # type: ignore[attr-defined]

    def paintEvent(self, event: QPaintEvent) -> None:
        """What is chosen, and who has the keyboard, is painted over the rows."""
        QPainter(self.viewport()).fillRect(event.rect(), self.palette().base())
        super().paintEvent(event)
        chosen, here, head = self.selectionModel(), self.currentIndex().row(), self.horizontalHeader()
        painter, colour, height = (
            QPainter(self.viewport()),
            QColor(colours_of(self.palette()).accent),
            self.viewport().height(),
        )
        if chosen is None or not chosen.hasSelection():
            if self.hasFocus():
                painter.setPen(colour)
                painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
            return
        width = min(self.viewport().width(), head.length() - head.offset())  # behind the last column there is no ground
        first, last = self.rowAt(0), self.rowAt(height - 1)
        for row in range(max(first, 0), (last if last >= 0 else self.model().rowCount() - 1) + 1):
            if chosen.rowIntersectsSelection(row):
                place = QRect(0, self.rowViewportPosition(row), width, self.rowHeight(row))
                painter.fillRect(QRect(place.topLeft(), QSize(BAR, place.height())), colour)
                if row == here and self.hasFocus():  # who has the keyboard is seen
                    painter.setPen(colour)
                    painter.drawRect(place.adjusted(0, 0, -1, -1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies the rows that are selected, or all, as they are seen."""
        model: Any = self.model()
        if event.matches(QKeySequence.StandardKey.Copy):
            seen = [at for at in range(model.columnCount()) if not self.isColumnHidden(at)]
            QGuiApplication.clipboard().setText(model.lines(self.selected_rows or range(model.rowCount()), seen))
        else:
            super().keyPressEvent(event)
