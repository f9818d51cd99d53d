"""A page in the middle: tables of results whose cells open what is behind them, plots, paragraphs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QKeyEvent, QKeySequence, QMouseEvent, QPalette, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QRubberBand, QScrollArea, QVBoxLayout, QWidget

from treecompare.app.common.plain import tip, visible_lines
from treecompare.app.common.rows import RowsTable, bare
from treecompare.app.common.theme import colours_of, muted
from treecompare.app.frame.rich import rich_markup
from treecompare.app.panes.result_delegate import ResultDelegate
from treecompare.app.panes.result_model import ResultModel
from treecompare.jobs.base import Page, Plot
from treecompare.scores.result import ResultTable

MOST_ROWS = 16
"""So many rows of a table are seen at once."""
LEAST_PLOT = 260
FAR = 4
"""Pixels from which on a plot is dragged over, not clicked."""


class Rows(RowsTable):
    """Ctrl+C copies the rows that are selected, or all."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        model = self.model()
        if event.matches(QKeySequence.StandardKey.Copy) and isinstance(model, ResultModel):
            chosen = sorted({index.row() for index in self.selectedIndexes()})
            QGuiApplication.clipboard().setText(model.tsv(chosen or range(model.rowCount())))
        else:
            super().keyPressEvent(event)


class TableView(QWidget):
    """A table with its title and note. ``found``: what is behind a cell that was clicked."""

    found = Signal(object)

    def __init__(self, table: ResultTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = Rows()
        self.model = ResultModel(table, self.view)
        self._dress()
        self.view.setModel(self.model)
        self.view.setItemDelegate(ResultDelegate(self.view))
        bare(self.view)
        self.view.setAccessibleName(table.title)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.view.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.view.setSortingEnabled(True)
        rows, line = min(self.model.rowCount(), MOST_ROWS), self.view.verticalHeader().defaultSectionSize()
        self.view.setFixedHeight(rows * line + header.sizeHint().height() + 14)
        self.view.clicked.connect(self._open)
        self.view.activated.connect(self._open)
        title = QLabel(visible_lines(table.title), textFormat=Qt.TextFormat.PlainText)
        title.setProperty("look", "strong")
        note = QLabel(" ".join(filter(None, (table.note, self.model.looks_said()))), objectName="muted")
        note.setTextFormat(Qt.TextFormat.PlainText)
        note.setWordWrap(True)
        note.setToolTip(tip("\n".join(table.signatures)))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for widget in (title, self.view, note):
            column.addWidget(widget)
        note.setVisible(bool(note.text()))  # now that it is in here, and no window

    def _open(self, at: QModelIndex) -> None:
        found = self.model.table.found(self.model.row(at), at.column())
        if found is not None:
            self.found.emit(found)

    def _dress(self) -> None:
        self.model.muted = muted(self.palette())
        self.model.heat = self.palette().color(QPalette.ColorRole.Link)

    def changeEvent(self, event: Any) -> None:
        super().changeEvent(event)
        if hasattr(self, "model"):
            self._dress()


class PlotView(QLabel):
    """A plot, drawn again where it has another width. ``found``: what was clicked, or dragged over."""

    found = Signal(object)

    def __init__(self, plot: Plot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot, self._width = plot, 0
        self._pressed = QPoint()
        self._band = QRubberBand(QRubberBand.Shape.Rectangle, self)
        self.setMinimumHeight(LEAST_PLOT)
        self.setAccessibleName(plot.said)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if abs(self.width() - self._width) > 8:
            self._width = self.width()
            pixels = np.ascontiguousarray(self.plot.draw(self._width * self.devicePixelRatioF()))
            height, width = pixels.shape[:2]
            image = QImage(pixels.data, width, height, pixels.strides[0], QImage.Format.Format_RGBA8888)
            made = QPixmap.fromImage(image)
            made.setDevicePixelRatio(self.devicePixelRatioF())
            self.setPixmap(made)
            self.setMinimumHeight(int(height / self.devicePixelRatioF()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._band.setGeometry(_between(self._pressed, event.position().toPoint()))
        self._band.setVisible((event.position().toPoint() - self._pressed).manhattanLength() > FAR)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._band.hide()
        if self.plot.found is not None:
            box, dots = _between(self._pressed, event.position().toPoint()), self.devicePixelRatioF()
            found = self.plot.found(box.left() * dots, box.top() * dots, box.right() * dots, box.bottom() * dots)
            if found is not None:
                self.found.emit(found)


def _between(one: QPoint, other: QPoint) -> QRect:
    return QRect(one, other).normalized()


class PageView(QScrollArea):
    """A page. ``found``: what is behind a cell, or in a plot."""

    found = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_page(self, page: Page) -> None:
        """Shows another page from its beginning."""
        inside = QWidget(objectName="paper")
        column = QVBoxLayout(inside)
        column.setContentsMargins(20, 14, 20, 14)
        column.setSpacing(14)
        self._say(column, page.title, "heading")
        makers: dict[type, Callable[[Any], QWidget]] = {ResultTable: TableView, Plot: PlotView}
        for one in page.items:
            if isinstance(one, str):
                self._say(column, one)
            else:
                made: Any = makers[type(one)](one)
                made.found.connect(self.found)
                column.addWidget(made)
        column.addStretch(1)
        self.setWidget(inside)
        self.verticalScrollBar().setValue(0)

    def _say(self, column: QVBoxLayout, text: str, look: str = "") -> None:
        label = QLabel(rich_markup(text, colours_of(self.palette())), wordWrap=True)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setProperty("look", look)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(label)
