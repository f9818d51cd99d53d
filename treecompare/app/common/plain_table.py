"""A table of texts that can be read and chosen from, not written in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.rows import RowsWidget, bare

LEAST_WIDTH = 36
"""Pixels of a column that gives way."""


def wanted_widths(table: QTableWidget) -> dict[int, int]:
    """The width that the texts of each shown column need."""
    # a last column that is stretched has its own width only as a hint
    return {
        column: max(table.sizeHintForColumn(column), table.horizontalHeader().sectionSizeHint(column))
        for column in range(table.columnCount())
        if not table.isColumnHidden(column)
    }


def fit_columns(table: QTableWidget) -> None:
    """Columns as wide as their texts; where there is no room the widest give way, their texts then end in an ellipsis."""
    table.resizeColumnsToContents()
    widths = wanted_widths(table)
    room = table.viewport().width()
    while sum(widths.values()) > room and max(widths.values()) > LEAST_WIDTH:
        widest = max(widths.values())
        others = [width for width in widths.values() if width < widest]
        of = [column for column, width in widths.items() if width == widest]
        too_much = sum(widths.values()) - room
        least = max(max(others, default=LEAST_WIDTH), widest - -(-too_much // len(of)), LEAST_WIDTH)
        widths |= dict.fromkeys(of, least)
    header = table.horizontalHeader()
    header.setStretchLastSection(False)  # else the last one would keep what it had when the others had less
    for column, width in widths.items():
        table.setColumnWidth(column, width)
    header.setStretchLastSection(True)


class Refit(QObject):
    """Calls ``fit`` whenever the place that a table has for its columns changes."""

    def __init__(self, table: QTableWidget, fit: Callable[[], None]) -> None:
        super().__init__(table)
        self._table, self._fit, self._is_fitting = table, fit, False
        table.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self._is_fitting:
            self._is_fitting = True
            for _ in range(3):  # scroll bars come and go with the widths
                before = self._table.viewport().width()
                self._fit()
                if self._table.viewport().width() == before:
                    break
            self._is_fitting = False
        return super().eventFilter(watched, event)


class Recolour(QObject):
    """Calls ``fill`` soon after a table has got other colours; the chosen row stays chosen, and nobody is told."""

    def __init__(self, table: QTableWidget, fill: Callable[[], None]) -> None:
        super().__init__(table)
        self._table, self._fill = table, fill
        # not at once: Qt still goes through the items that would be replaced
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fill_again)
        table.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.PaletteChange:
            self._soon.start()
        return super().eventFilter(watched, event)

    def _fill_again(self) -> None:
        rows = [index.row() for index in self._table.selectionModel().selectedRows()]
        self._table.blockSignals(True)
        self._fill()
        self._table.blockSignals(True)  # it may have ended that
        for row in rows:
            self._table.selectRow(row)
        self._table.blockSignals(False)


def label_columns(table: QTableWidget, titles: Sequence[str], figures: Collection[int] = ()) -> None:
    """Other heads, with names of files in them, which may be long: what has no room is in the tooltip. Those of columns with
    ``figures`` end where these do."""
    table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
    for column, title in enumerate(titles):
        item = QTableWidgetItem(visible(title))
        item.setToolTip(tip(title))
        if column in figures:
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        table.setHorizontalHeaderItem(column, item)


def plain_table(titles: Sequence[str], name: str) -> QTableWidget:
    """An empty table with these heads; ``name`` is what screen readers call it."""
    table = RowsWidget(0, len(titles))
    table.setHorizontalHeaderLabels(list(titles))
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    bare(table)
    header = table.horizontalHeader()
    header.setTextElideMode(Qt.TextElideMode.ElideRight)
    header.setStretchLastSection(True)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return table


class TablePane(FirstStop, QWidget):
    """A pane that is one table. Who derives from it says how it is filled; nobody looks at a hidden one."""

    def __init__(self, titles: Sequence[str], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.titles, self.table = titles, plain_table(titles, name)
        self.first_stop = self.table
        self._recolour = Recolour(self.table, self._fill)
        self._refit = Refit(self.table, lambda: fit_columns(self.table))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)

    def _fill(self) -> None:
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        """Fills the pane when it comes into view."""
        super().showEvent(event)
        self._fill()
