"""The list: places in one order, one table over an array of numbers. Parts of it may have headings, which fold."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from treecompare.drawing.colours import Colours
from treecompare.jobs.base import Column, Places, Section
from treecompare.jobs.listed import Listed
from treecompare.scores.rich import Rich, strong
from treecompare.window.common import fonts
from treecompare.window.common.elided import paint_line
from treecompare.window.common.plain import visible
from treecompare.window.common.rows import SIDES, CellsModel, Index, RowsTable, bare
from treecompare.window.common.theme import colours_of

GAP = 6
"""Pixels left and right of what stands in a cell."""
SIGNS = {False: "⌄", True: "›"}
"""Before the heading of a section: open, folded."""


class PlacesModel(Listed, CellsModel):
    """The rows that are listed."""

    def __init__(self, parent: QObject | None = None) -> None:
        CellsModel.__init__(self, parent)
        Listed.__init__(self)

    def update_places(self, shown: Places) -> None:
        """The same places, of which something else is said now: they stay where they are."""
        self.shown = shown
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, max(self.columnCount() - 1, 0)))

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.section_at(index.row()) is not None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class PlacesDelegate(QStyledItemDelegate):
    """Paints a cell by the look of its column. ``own``: the column of the order that is chosen, which is blue."""

    own = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, at = index.model(), index.column()
        assert isinstance(model, PlacesModel)
        painter.save()
        these = colours_of(option.palette)
        section, column, place = model.section_at(index.row()), model.shown.columns[at], model.place_at(index.row())
        if section is not None:
            painter.fillRect(option.rect, QColor(these.surface))
            self._heading(painter, option, section, section.key in model.folded)
        else:
            is_chosen = bool(option.state & option.state.State_Selected)
            painter.fillRect(option.rect, QColor(these.selection if is_chosen else these.paper))
            is_below = len(model.shown.columns) == 1 and model.shown.sections  # it begins where its heading does
            room = option.rect.adjusted(GAP + 18 if is_below else GAP, 0, -GAP, 0)
            if column.look not in ("dumbbell", "bar"):
                self._texts(painter, room, column, place, option, model.side(at) == "right")
            elif column.value is not None and (shown := column.value(place)) is not None:
                (self._dumbbell if column.look == "dumbbell" else self._bar)(painter, room, shown, these)
            painter.fillRect(option.rect.adjusted(0, option.rect.height() - 1, 0, 0), QColor(these.hairline))
        painter.restore()

    def _heading(self, painter: QPainter, option: QStyleOptionViewItem, section: Section, is_folded: bool) -> None:
        these, room, font = colours_of(option.palette), option.rect.adjusted(GAP + 2, 0, -GAP, 0), option.font
        quiet = QColor(these.muted)
        painter.setPen(QColor(these.hairline))
        painter.drawLine(option.rect.topLeft(), option.rect.topRight())
        if section.said:
            room.setHeight(room.height() // 2 + 2)
            below = room.translated(0, room.height() - 4).adjusted(16, 0, 0, 0)
            paint_line(painter, font, below, section.said, quiet, these)
        painter.setPen(quiet)
        painter.setFont(font)
        painter.drawText(room, SIDES["right"], section.beside)
        painter.drawText(room, SIDES["left"], SIGNS[is_folded])
        title = room.adjusted(16, 0, -option.fontMetrics.horizontalAdvance(section.beside) - GAP, 0)
        paint_line(painter, font, title, Rich(strong(section.title)), QColor(these.text), these)

    def _texts(
        self, painter: QPainter, room: QRect, column: Column, place: int, option: QStyleOptionViewItem, is_figure: bool
    ) -> None:
        these, font, is_own = colours_of(option.palette), option.font, bool(column.order) and column.order == self.own
        ink = QColor(these.accent if is_own else these.muted if column.look == "number" else these.text)
        lines = list(filter(None, (column.text(place), column.below(place) if column.below is not None else "")))
        height = option.fontMetrics.height()
        top = room.top() + (room.height() - height * len(lines)) // 2
        for number, line in enumerate(lines):
            box = QRect(room.left(), top + number * height, room.width(), height)
            if is_figure:
                painter.setFont(fonts.strong(font) if column.look == "figure" and not number else font)
                painter.setPen(ink)
                said = painter.fontMetrics().elidedText(visible(line), Qt.TextElideMode.ElideMiddle, box.width())
                painter.drawText(box, SIDES["right"], said)
            else:
                paint_line(painter, font, box, line, ink, these)

    def _dumbbell(self, painter: QPainter, room: QRect, ends: tuple[float, float], these: Colours) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        full, ring = (QPointF(room.left() + 4 + one * (room.width() - 8), room.center().y()) for one in ends)
        painter.setPen(QPen(QColor(these.accent), 1.6))
        painter.drawLine(full, ring)
        for place, ground in ((full, these.accent), (ring, these.paper)):
            painter.setBrush(QColor(ground))
            painter.drawEllipse(place, 3.2, 3.2)

    def _bar(self, painter: QPainter, room: QRect, share: float, these: Colours) -> None:
        for part, ink in ((1.0, these.hairline), (share, these.accent)):
            painter.fillRect(QRectF(room.left(), room.center().y() - 3, room.width() * part, 6), QColor(ink))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(40, option.fontMetrics.height() + 12)


class PlacesView(RowsTable):
    """``chosen``: the place that is looked at; ``orderWanted``: a heading of a column was clicked whose order this is;
    ``opened``: Enter or a double click on a place."""

    chosen = Signal(int)
    orderWanted = Signal(str)
    opened = Signal()
    folded = Signal()
    goneChanged = Signal(int)
    """So many columns have no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.places_model = PlacesModel(self)
        self.setModel(self.places_model)
        self.delegate = PlacesDelegate(self)
        self.setItemDelegate(self.delegate)
        bare(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName("Places")
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(8)
        self.horizontalHeader().sectionClicked.connect(self._click_heading)
        self.selectionModel().currentRowChanged.connect(self._tell)
        self.activated.connect(lambda _: self.opened.emit())
        self._gone = 0
        self._headings: list[int] = []
        """Rows of headings, which are lower."""

    # -- what is listed ------------------------------------------------------------------------------------------------

    def show_places(self, shown: Places, own: str, place: int) -> None:
        """Lists places, and goes to one of them; if it is the one where one was, it keeps its height in the view."""
        model, before, height = self.places_model, self.place, self.rowViewportPosition(self.row)
        self.delegate.own = own
        is_blocked = self.selectionModel().blockSignals(True)
        self._change(partial(model.show, shown, place))
        self.selectionModel().blockSignals(is_blocked)  # the place may be the same
        self.arrange()
        row = model.row_of(place)
        row = row if row >= 0 else model.nearest(0)
        if self.go_to(row) and place == before and 0 <= height < self.viewport().height():
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.rowViewportPosition(row) - height)

    def _change(self, change: Callable[[], object]) -> None:
        """Other rows. Headings of sections go across; their rows are lower where places have two lines."""
        model, heads, lines = self.places_model, self.verticalHeader(), self.fontMetrics().height()
        model.beginResetModel()
        change()
        model.endResetModel()
        self.clearSpans()
        height = lines * min(max(model.shown.lines, 1), 2) + 10
        heads.setDefaultSectionSize(height)
        for row in self._headings:
            heads.resizeSection(row, height)
        self._headings = np.flatnonzero(model.rows < 0).tolist() if model.shown.sections else []
        for row in self._headings:
            if model.columnCount() > 1:
                self.setSpan(row, 0, 1, model.columnCount())
            section = model.section_at(row)
            heads.resizeSection(row, lines + 14 + lines * (section is not None and bool(section.said)))

    def arrange(self) -> None:
        """Columns that have room, as wide as they need."""
        model, room = self.places_model, self.viewport().width()
        small = QFontMetrics(fonts.sized(fonts.strong(self.font()), fonts.SMALL))
        widths = model.fit(room, self.fontMetrics().horizontalAdvance("0"), 2 * GAP, small.horizontalAdvance)
        for at, width in enumerate(widths):
            self.setColumnHidden(at, not width)
            self.setColumnWidth(at, width)
        here = self.currentIndex()
        if here.isValid() and not widths[here.column()]:
            there = model.index(here.row(), model.stays)
            self.selectionModel().setCurrentIndex(there, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.horizontalHeader().setVisible(any(one.title for one in model.shown.columns))
        if widths.count(0) != self._gone:
            self._gone = widths.count(0)
            self.goneChanged.emit(self._gone)

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        is_seen = 0 <= self.rowViewportPosition(self.row) < max(event.oldSize().height(), 1)
        self.arrange()
        if is_seen and self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    # -- where one is --------------------------------------------------------------------------------------------------

    @property
    def row(self) -> int:
        """Where one is; -1: nowhere."""
        return self.currentIndex().row()

    @property
    def place(self) -> int:
        """What is looked at; -1: nothing."""
        return self.places_model.place_at(self.row)

    @property
    def places(self) -> list[int]:
        """What is selected, the place that is looked at first."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        found = [one for one in map(self.places_model.place_at, rows) if one not in (self.place, -1)]
        return [self.place, *found] if self.place >= 0 else []

    @property
    def number(self) -> tuple[int, int, str]:
        """Which of the listed places is looked at, from 1; how many there are; its own number, where places have some."""
        return self.places_model.number(self.row)

    def go_to_number(self, number: str) -> bool:
        """To the listed place of that number; without numbers of their own they are counted."""
        return self.go_to(self.places_model.row_numbered(number))

    def go_to(self, row: int) -> bool:
        """To a row, if there is one."""
        if row >= 0:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            model = self.places_model
            self.selectionModel().setCurrentIndex(model.index(row, model.stays), flags)
            if model.section_at(row - 1) is not None:
                self.scrollTo(model.index(row - 1, model.stays))
            self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)
        return row >= 0

    def go_to_place(self, place: int) -> bool:
        """To a place, if it is listed."""
        section = self.places_model.section_of(place)
        if section is not None and section.key in self.places_model.folded:
            self.fold(section.key, False)
        return self.go_to(self.places_model.row_of(place))

    def step(self, by: int, only_open: bool = False) -> bool:
        """To the next place (1) or the one before (-1); ``only_open``: that waits for somebody, round the end. Says whether."""
        return self.go_to(self.places_model.next_row(self.row, by, only_open))

    def _tell(self, now: QModelIndex, _before: QModelIndex) -> None:
        if now.isValid() and self.place >= 0:
            self.chosen.emit(self.place)

    def _click_heading(self, at: int) -> None:
        if order := self.places_model.shown.columns[at].order:
            self.orderWanted.emit(order)

    def fold(self, section: str, is_folded: bool) -> None:
        """Folds a section, or unfolds it; one stays where one is, or goes to the nearest place that is listed still."""
        model, place, row = self.places_model, self.place, self.row
        self.selectionModel().blockSignals(True)
        self._change(partial(model.fold, section, is_folded))
        stays = self.go_to(model.row_of(place))
        self.selectionModel().blockSignals(False)
        if not stays:
            self.go_to(model.nearest(row))
        self.folded.emit()

    # -- mouse and keys ------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        section = self.places_model.section_at(self.indexAt(event.position().toPoint()).row())
        if section is not None:
            self.fold(section.key, section.key not in self.places_model.folded)
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            columns = [at for at in range(self.places_model.columnCount()) if not self.isColumnHidden(at)]
            rows = sorted({index.row() for index in self.selectedIndexes()})
            QGuiApplication.clipboard().setText(self.places_model.lines(rows, columns))
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.places_model.shown.sections:
            is_folded = event.key() == Qt.Key.Key_Left
            if (section := self.places_model.turned(self.row, is_folded)) is not None:
                self.fold(section.key, is_folded)
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers():
            self.go_to(self.places_model.nearest(0 if event.key() == Qt.Key.Key_Home else len(self.places_model.rows)))
        elif (
            event.text() and event.text().isprintable() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            event.ignore()  # letters are the window's, and no search in the list
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)
