"""A table whose first columns stay in sight when the others are scrolled sideways."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QApplication, QTableView, QWidget

from treecompare.app.common.rows import RowsTable

MOST = 0.6
"""Part of the table's width that columns which stay may have; the others need room, too."""


class _Still(RowsTable):
    """The columns that stay; the wheel turns the whole table."""

    def __init__(self, of: QTableView) -> None:
        super().__init__(of)
        self.of = of

    def wheelEvent(self, event: QWheelEvent) -> None:
        """As Qt has it."""
        QApplication.sendEvent(self.of.viewport(), event)


class FrozenTable(RowsTable):
    """``frozen``: so many of the first columns stay, as long as they leave room.

    They are shown once more in a table of their own, which lies over the left edge as soon as the columns are scrolled.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.frozen = 1
        self._is_arranging = False
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.still = still = _Still(self)
        still.setObjectName("still")
        still.setFrameShape(QTableView.Shape.NoFrame)
        still.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        still.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for bar in (still.setHorizontalScrollBarPolicy, still.setVerticalScrollBarPolicy):
            bar(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        still.verticalHeader().hide()
        still.hide()
        still.pressed.connect(self._take_focus)
        still.clicked.connect(self.clicked)
        still.activated.connect(self.activated)
        still.customContextMenuRequested.connect(self.customContextMenuRequested)
        own, other = self.horizontalHeader(), still.horizontalHeader()
        other.customContextMenuRequested.connect(own.customContextMenuRequested)
        other.sortIndicatorChanged.connect(self._order_wanted)
        own.sortIndicatorChanged.connect(self._follow_order)
        other.sectionResized.connect(self._resized)
        own.sectionResized.connect(self._arrange)
        own.geometriesChanged.connect(self._arrange)
        self.verticalScrollBar().valueChanged.connect(still.verticalScrollBar().setValue)
        self.horizontalScrollBar().valueChanged.connect(self._arrange)
        self.horizontalScrollBar().rangeChanged.connect(self._arrange)

    # -- what both tables have in common -------------------------------------------------------------------------------

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """As Qt has it."""
        self.still.setModel(model)
        super().setModel(model)
        if model is not None:
            model.modelReset.connect(self._arrange)

    def setSelectionModel(self, chosen: object) -> None:
        """As Qt has it."""
        super().setSelectionModel(chosen)  # type: ignore[arg-type]
        self.still.setSelectionModel(chosen)  # type: ignore[arg-type]

    def setItemDelegateForColumn(self, column: int, delegate: QAbstractItemDelegate) -> None:
        """As Qt has it."""
        super().setItemDelegateForColumn(column, delegate)
        self.still.setItemDelegateForColumn(column, delegate)

    def _take_focus(self) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def _order_wanted(self, column: int, order: Qt.SortOrder) -> None:
        self.horizontalHeader().setSortIndicator(column, order)

    def _follow_order(self, column: int, order: Qt.SortOrder) -> None:
        with QSignalBlocker(self.still.horizontalHeader()):
            self.still.horizontalHeader().setSortIndicator(column, order)
        self.still.horizontalHeader().viewport().update()

    def _take_over(self) -> None:
        """Whatever was set at the table since it was made."""
        still, own, other = self.still, self.horizontalHeader(), self.still.horizontalHeader()
        still.setSelectionBehavior(self.selectionBehavior())
        still.setSelectionMode(self.selectionMode())
        still.setShowGrid(self.showGrid())
        still.setWordWrap(self.wordWrap())
        still.setContextMenuPolicy(self.contextMenuPolicy())
        still.setCursor(self.cursor())
        still.verticalHeader().setDefaultSectionSize(self.verticalHeader().defaultSectionSize())
        other.setHighlightSections(False)
        other.setContextMenuPolicy(own.contextMenuPolicy())
        other.setSectionsClickable(own.sectionsClickable())
        other.setSortIndicatorShown(own.isSortIndicatorShown())

    # -- where the columns that stay lie -------------------------------------------------------------------------------

    def frozen_columns(self) -> list[int]:
        """The columns that stay: the first ones that are shown, as long as they leave room for others."""
        model = self.model()
        found: list[int] = []
        width = 0
        for column in range(model.columnCount() if model is not None else 0):
            if self.isColumnHidden(column):
                continue
            width += self.columnWidth(column)
            if len(found) == self.frozen or width > MOST * self.viewport().width():
                break
            found.append(column)
        return found

    def _arrange(self, *_: int) -> None:
        columns = self.frozen_columns()
        is_wanted = bool(columns) and self.horizontalScrollBar().value() > 0
        if not is_wanted:
            self.still.hide()
            return
        self._take_over()
        self._is_arranging = True
        for column in range(self.model().columnCount()):
            self.still.setColumnHidden(column, column not in columns)
            if column in columns:
                self.still.setColumnWidth(column, self.columnWidth(column))
        self._is_arranging = False
        height = self.horizontalHeader().height()
        self.still.horizontalHeader().setFixedHeight(height)
        width = sum(map(self.columnWidth, columns))
        self.still.setGeometry(
            self.viewport().x(), self.viewport().y() - height, width, height + self.viewport().height()
        )
        self.still.show()
        self.still.raise_()
        self.still.verticalScrollBar().setValue(self.verticalScrollBar().value())

    def _resized(self, column: int, _before: int, width: int) -> None:
        if not self._is_arranging and width:
            self.setColumnWidth(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As Qt has it."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Another font means other heights."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "still"):
            self._arrange()

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """As Qt has it; a cell does not end up below the columns that stay, and for these nothing moves sideways."""
        bar, columns = self.horizontalScrollBar(), self.frozen_columns()
        before = bar.value()
        super().scrollTo(index, hint)
        if index.column() in columns:
            bar.setValue(before)
        else:
            covered = sum(map(self.columnWidth, columns)) - self.visualRect(index).left()
            bar.setValue(bar.value() - max(covered, 0))
