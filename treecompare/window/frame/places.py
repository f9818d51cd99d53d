"""The list: places in one order, one table over an array of numbers. Parts of it may have headings, which fold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from treecompare.jobs.base import NO_PLACES, Column, Numbers, Places, Section
from treecompare.scores.delimited import tsv
from treecompare.window.common import fonts
from treecompare.window.common.elided import elided
from treecompare.window.common.plain import tip, visible
from treecompare.window.common.rows import RowsTable, bare
from treecompare.window.common.theme import colours_of
from treecompare.window.frame.rich import paint_line

Index = QModelIndex | QPersistentModelIndex
EMPTY = Places(NO_PLACES, ())
FIGURES = ("number", "figure", "mark")
GAP = 6
"""Pixels left and right of what stands in a cell."""
LEAST_WORDS = 16
"""Letters that words have, before other columns give way."""
SIGNS = {False: "⌄", True: "›"}
"""Before the heading of a section: open, folded."""


class PlacesModel(QAbstractTableModel):
    """``rows``: the place of each row; of the heading of section n it is -1-n. Nothing is made for rows that nobody sees."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shown = EMPTY
        self.rows: Numbers = NO_PLACES
        self.folded: set[str] = set()
        self._known: set[str] = set()
        """Sections of which it is known whether people folded them."""

    def show(self, shown: Places) -> None:
        """Other places."""
        self.beginResetModel()
        self.shown = shown
        new = [one for one in shown.sections if one.key not in self._known]
        self.folded |= {one.key for one in new if one.is_folded}
        self._known |= {one.key for one in new}
        self._arrange()
        self.endResetModel()

    def update_places(self, shown: Places) -> None:
        """The same places, of which something else is said now: they stay where they are."""
        self.shown = shown
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, max(self.columnCount() - 1, 0)))

    def fold(self, section: str, is_folded: bool) -> None:
        """Folds a section, or unfolds it."""
        self.beginResetModel()
        (self.folded.add if is_folded else self.folded.discard)(section)
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        if not self.shown.sections:
            self.rows = self.shown.order
            return
        parts, first = [], 0
        for number, one in enumerate(self.shown.sections):
            inside = self.shown.order[first : first + one.size]
            parts += [np.array([-1 - number], np.int64), inside[: 0 if one.key in self.folded else one.size]]
            first += one.size
        self.rows = np.concatenate(parts)

    def section_at(self, row: int) -> Section | None:
        """The section whose heading stands in a row; None in the row of a place."""
        number = -1 - int(self.rows[row]) if 0 <= row < len(self.rows) else -1
        return self.shown.sections[number] if number >= 0 else None

    def section_of(self, place: int) -> Section | None:
        """The first section that has a place; None if none does, or there are no sections."""
        found, first = np.flatnonzero(self.shown.order == place), 0
        for one in self.shown.sections:
            first += one.size
            if len(found) and found[0] < first:
                return one
        return None

    def row_of(self, place: int) -> int:
        """Where a place is listed; -1 if it is not."""
        found = np.flatnonzero(self.rows == place)
        return int(found[0]) if place >= 0 and len(found) else -1

    # -- Qt ------------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.shown.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.section_at(index.row()) is not None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        wanted = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
        if not index.isValid() or role not in wanted:
            return None
        section = self.section_at(index.row())
        if section is not None:
            said = " ".join(filter(None, (section.title, section.beside, section.said)))
            shown = tip if role == Qt.ItemDataRole.ToolTipRole else visible
            return shown(said) if not index.column() else None
        column, place = self.shown.columns[index.column()], int(self.rows[index.row()])
        said = str(column.text(place))
        if role == Qt.ItemDataRole.DisplayRole:
            return visible(said)
        more = str(column.below(place)) if column.below is not None else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip("\n".join(filter(None, (said, more))))
        others = [one for one in self.shown.columns if one is not column] if column.look == "words" else []
        figures = (f"{one.title} {text}".lstrip() for one in others if (text := str(one.text(place))))
        return visible(", ".join(filter(None, (said, more, *figures))))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or section >= len(self.shown.columns):
            return None
        column = self.shown.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(column.about) or None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.look in FIGURES else Qt.AlignmentFlag.AlignLeft
            middle = Qt.AlignmentFlag.AlignHCenter if column.look in ("dumbbell", "bar") else side
            return middle | Qt.AlignmentFlag.AlignVCenter
        return None

    def lines(self, rows: Iterable[int], columns: Iterable[int]) -> str:
        """Rows as they are listed, for the clipboard."""
        told = list(columns)
        heads = [self.shown.columns[one].title for one in told]
        places = [int(self.rows[row]) for row in rows if self.section_at(row) is None]
        return tsv([heads, *([str(self.shown.columns[one].text(place)) for one in told] for place in places)])


class PlacesDelegate(QStyledItemDelegate):
    """Paints a cell by the look of its column. ``own``: the column of the order that is chosen, which is blue."""

    own = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, PlacesModel)
        painter.save()
        these = colours_of(option.palette)
        section = model.section_at(index.row())
        if section is not None:
            self._heading(painter, option, section, section.key in model.folded)
        else:
            is_chosen = bool(option.state & option.state.State_Selected)
            painter.fillRect(option.rect, QColor(these.selection if is_chosen else these.paper))
            column, place = model.shown.columns[index.column()], int(model.rows[index.row()])
            is_below = len(model.shown.columns) == 1 and model.shown.sections  # it begins where its heading does
            room = option.rect.adjusted(GAP + 18 if is_below else GAP, 0, -GAP, 0)
            if column.look == "dumbbell":
                self._dumbbell(painter, room, column.value(place) if column.value else None, option)
            elif column.look == "bar":
                self._bar(painter, room, column.value(place) if column.value else None, option)
            else:
                self._texts(painter, room, column, place, option)
            painter.fillRect(option.rect.adjusted(0, option.rect.height() - 1, 0, 0), QColor(these.hairline))
        painter.restore()

    def _heading(self, painter: QPainter, option: QStyleOptionViewItem, section: Section, is_folded: bool) -> None:
        these, room = colours_of(option.palette), option.rect.adjusted(GAP + 2, 0, -GAP, 0)
        painter.fillRect(option.rect, QColor(these.surface))
        painter.setPen(QColor(these.hairline))
        painter.drawLine(option.rect.topLeft(), option.rect.topRight())
        painter.setPen(QColor(these.muted))
        painter.setFont(option.font)
        if section.said:
            room.setHeight(room.height() // 2 + 2)
            below = room.translated(0, room.height() - 4).adjusted(16, 0, 0, 0)
            paint_line(painter, option.font, below, section.said, QColor(these.muted), these)
            painter.setPen(QColor(these.muted))
        beside = QFontMetrics(option.font).horizontalAdvance(section.beside) + GAP
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, section.beside)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, SIGNS[is_folded])
        font = fonts.strong(option.font)
        painter.setFont(font)
        painter.setPen(QColor(these.text))
        title = room.adjusted(16, 0, -beside, 0)
        said = elided(QFontMetrics(font), visible(section.title), title.width())
        painter.drawText(title, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, said)

    def _texts(self, painter: QPainter, room: QRect, column: Column, place: int, option: QStyleOptionViewItem) -> None:
        these, font = colours_of(option.palette), option.font
        ink = QColor(these.accent if column.order and column.order == self.own else these.text)
        lines = list(filter(None, (column.text(place), column.below(place) if column.below is not None else "")))
        if column.look == "number" and not (column.order and column.order == self.own):
            ink = QColor(these.muted)
        height = option.fontMetrics.height()
        top = room.top() + (room.height() - height * len(lines)) // 2
        for number, line in enumerate(lines):
            box = QRect(room.left(), top + number * height, room.width(), height)
            if column.look in FIGURES:
                painter.setFont(fonts.strong(font) if column.look == "figure" and not number else font)
                painter.setPen(ink)
                said = painter.fontMetrics().elidedText(visible(line), Qt.TextElideMode.ElideMiddle, box.width())
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, said)
            else:
                paint_line(painter, font, box, line, ink, these)

    def _dumbbell(
        self, painter: QPainter, room: QRect, ends: tuple[float, float] | None, option: QStyleOptionViewItem
    ) -> None:
        if ends is None:
            return
        these, middle = colours_of(option.palette), room.center().y()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        full, ring = (QPointF(room.left() + 4 + one * (room.width() - 8), middle) for one in ends)
        painter.setPen(QPen(QColor(these.accent), 1.6))
        painter.drawLine(full, ring)
        painter.setBrush(QColor(these.accent))
        painter.drawEllipse(full, 3.2, 3.2)
        painter.setBrush(QColor(these.paper))
        painter.drawEllipse(ring, 3.2, 3.2)

    def _bar(self, painter: QPainter, room: QRect, share: float | None, option: QStyleOptionViewItem) -> None:
        if share is None:
            return
        these = colours_of(option.palette)
        box = QRectF(room.left(), room.center().y() - 3, room.width(), 6)
        painter.fillRect(box, QColor(these.hairline))
        painter.fillRect(QRectF(box.left(), box.top(), box.width() * share, 6), QColor(these.accent))

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
        before, height = self.place, self.rowViewportPosition(self.currentIndex().row())
        self.delegate.own = own
        is_blocked = self.selectionModel().blockSignals(True)
        self.places_model.show(shown)
        self._span()
        section = self.places_model.section_of(place)
        if section is not None and section.key in self.places_model.folded:
            self.places_model.fold(section.key, False)
            self._span()
        self.selectionModel().blockSignals(is_blocked)  # the place may be the same
        self.arrange()
        row = self.places_model.row_of(place)
        if row < 0:
            row = next((n for n in range(len(self.places_model.rows)) if self.places_model.rows[n] >= 0), -1)
        if row >= 0:
            self.go_to(row)
            if place == before and 0 <= height < self.viewport().height():
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() + self.rowViewportPosition(row) - height)

    def _span(self) -> None:
        """Headings of sections go across; their rows are lower where places have two lines."""
        self.clearSpans()
        lines = self.fontMetrics().height()
        model, height = self.places_model, lines * min(max(self.places_model.shown.lines, 1), 2)
        self.verticalHeader().setDefaultSectionSize(height + 10)
        for row in self._headings:
            self.verticalHeader().resizeSection(row, height + 10)
        self._headings = np.flatnonzero(model.rows < 0).tolist() if model.shown.sections else []
        for row in self._headings:
            if model.columnCount() > 1:
                self.setSpan(row, 0, 1, model.columnCount())
            section = model.section_at(row)
            said = lines if section is not None and section.said else 0
            self.verticalHeader().resizeSection(row, lines + 14 + said)

    def arrange(self) -> None:
        """Columns are so many letters wide, words have what is left; those go first whose rank is the highest."""
        columns = self.places_model.shown.columns
        letter, room = self.fontMetrics().horizontalAdvance("0"), self.viewport().width()
        small = QFontMetrics(fonts.sized(fonts.strong(self.font()), fonts.SMALL))
        widths = {
            at: max(one.width * letter, small.horizontalAdvance(one.title)) + 2 * GAP
            for at, one in enumerate(columns)
            if one.width
        }
        waiting = sorted((at for at in widths if columns[at].rank), key=lambda at: -columns[at].rank)
        gone = []
        while waiting and sum(widths.values()) + LEAST_WORDS * letter > room:
            gone.append(waiting.pop(0))
            del widths[gone[-1]]
        for at in range(len(columns)):
            self.setColumnHidden(at, at in gone)
            self.setColumnWidth(at, widths.get(at, max(room - sum(widths.values()), 40)))
        here = self.currentIndex()
        if here.column() in gone:
            there = self.places_model.index(here.row(), self._stays)
            self.selectionModel().setCurrentIndex(there, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.horizontalHeader().setVisible(any(one.title for one in columns))
        if len(gone) != self._gone:
            self._gone = len(gone)
            self.goneChanged.emit(self._gone)

    @property
    def _stays(self) -> int:
        """A column that is always seen: in one that is not, arrows go nowhere."""
        return next((at for at, one in enumerate(self.places_model.shown.columns) if not one.rank), 0)

    def resizeEvent(self, event: Any) -> None:
        super().resizeEvent(event)
        is_seen = 0 <= self.rowViewportPosition(self.currentIndex().row()) < max(event.oldSize().height(), 1)
        self.arrange()
        if is_seen and self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    # -- where one is --------------------------------------------------------------------------------------------------

    @property
    def place(self) -> int:
        """What is looked at; -1: nothing."""
        row = self.currentIndex().row()
        there = int(self.places_model.rows[row]) if 0 <= row < len(self.places_model.rows) else -1
        return max(there, -1)

    @property
    def places(self) -> list[int]:
        """What is selected, the place that is looked at first."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        found = [int(self.places_model.rows[row]) for row in rows]
        return [self.place, *(one for one in found if one not in (self.place,) and one >= 0)] if self.place >= 0 else []

    @property
    def number(self) -> tuple[int, int, str]:
        """Which of the listed places is looked at, from 1; how many there are; its own number, where places have some."""
        rows, row, column = self.places_model.rows, self.currentIndex().row(), self._number_column
        own = column.text(self.place) if column is not None and self.place >= 0 else ""
        return (
            int(np.count_nonzero(rows[: row + 1] >= 0)) if self.place >= 0 else 0,
            int(np.count_nonzero(rows >= 0)),
            own,
        )

    @property
    def _number_column(self) -> Column | None:
        return next((one for one in self.places_model.shown.columns if one.look == "number"), None)

    def numbered(self, number: str) -> int:
        """The listed place of that number, or -1; without numbers of their own they are counted."""
        column, wanted = self._number_column, number.replace(",", "").strip()
        there = [place for place in self.places_model.rows.tolist() if place >= 0]
        told = (column.text(place).replace(",", "") if column else str(n) for n, place in enumerate(there, 1))
        return next((place for place, one in zip(there, told, strict=True) if wanted and wanted in one.split("+")), -1)

    def go_to(self, row: int) -> None:
        """To a row."""
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(self.places_model.index(row, self._stays), flags)
        above = self.places_model.section_at(row - 1)
        if above is not None:
            self.scrollTo(self.places_model.index(row - 1, self._stays))
        self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.EnsureVisible)

    def go_to_place(self, place: int) -> bool:
        """To a place, if it is listed."""
        section = self.places_model.section_of(place)
        if section is not None and section.key in self.places_model.folded:
            self.fold(section.key, False)
        row = self.places_model.row_of(place)
        if row >= 0:
            self.go_to(row)
        return row >= 0

    def step(self, by: int, only_open: bool = False) -> bool:
        """To the next place (1) or the one before (-1); ``only_open``: that waits for somebody, round the end. Says whether."""
        rows, row = self.places_model.rows, self.currentIndex().row()
        fits = rows >= 0
        if only_open:
            waits = self.places_model.shown.waits
            if waits is None:
                return False
            fits &= waits[np.maximum(rows, 0)]
        there = np.flatnonzero(fits)
        beyond = there[there > row] if by > 0 else there[there < row][::-1]
        if not len(beyond) and only_open:
            beyond = there[there != row] if by > 0 else there[there != row][::-1]
        if len(beyond):
            self.go_to(int(beyond[0]))
        return bool(len(beyond))

    def _tell(self, now: QModelIndex, _before: QModelIndex) -> None:
        if now.isValid() and self.place >= 0:
            self.chosen.emit(self.place)

    def _click_heading(self, at: int) -> None:
        if order := self.places_model.shown.columns[at].order:
            self.orderWanted.emit(order)

    def fold(self, section: str, is_folded: bool) -> None:
        """Folds a section, or unfolds it; one stays where one is, or goes to the nearest place that is listed still."""
        place, row = self.place, self.currentIndex().row()
        self.selectionModel().blockSignals(True)
        self.places_model.fold(section, is_folded)
        self._span()
        there = np.flatnonzero(self.places_model.rows >= 0)
        stays = self.places_model.row_of(place) >= 0
        if stays:
            self.go_to(self.places_model.row_of(place))
        self.selectionModel().blockSignals(False)
        if not stays and len(there):
            self.go_to(int(there[np.abs(there - row).argmin()]))
        self.folded.emit()

    def _fold_by_key(self, is_folded: bool) -> None:
        """The section where one is; or the nearest one that is folded, to be opened."""
        model = self.places_model
        if is_folded:
            here = model.section_of(self.place)
        else:
            there = [(abs(row - self.currentIndex().row()), row) for row in np.flatnonzero(model.rows < 0).tolist()]
            found = [model.section_at(row) for _, row in sorted(there)]
            here = next((one for one in found if one is not None and one.key in model.folded), None)
        if here is not None:
            self.fold(here.key, is_folded)

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
            self._fold_by_key(event.key() == Qt.Key.Key_Left)
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers():
            there = np.flatnonzero(self.places_model.rows >= 0)
            if len(there):
                self.go_to(int(there[0 if event.key() == Qt.Key.Key_Home else -1]))
        elif (
            event.text() and event.text().isprintable() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            event.ignore()  # letters are the window's, and no search in the list
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)
