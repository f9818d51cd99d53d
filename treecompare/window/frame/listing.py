"""The column of the list: its order, Find, the places in one order, parts of which fold, and what is said below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QStringListModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QFrame,
    QHeaderView,
    QLineEdit,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from treecompare.drawing.colours import Colours
from treecompare.jobs.base import SPARE, Column, Order, Places, Section, begun
from treecompare.jobs.listed import Listed
from treecompare.scores.rich import Rich, strong
from treecompare.window.common import fonts, layouts
from treecompare.window.common.bar import add_choices
from treecompare.window.common.elided import Said, paint_line
from treecompare.window.common.plain import caption, visible
from treecompare.window.common.rows import SIDES, CellsModel, Index, RowsTable
from treecompare.window.common.theme import colours_of
from treecompare.window.frame.waiting import NothingHere

PAUSE = 180
"""Milliseconds after which what was typed is looked for."""
FOOT = 32
COUNT_GAPS = 28
"""Pixels left and right of the name of the order and of the count."""
GAP = 6
"""Pixels left and right of what stands in a cell."""
SIGNS = {False: "⌄", True: "›"}
"""Before the heading of a section: open, folded."""


class Find(QLineEdit):
    """Words and tokens, which complete as one types. ``wanted``: it is to be looked for; ``left``: one goes to the list."""

    wanted = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, clearButtonEnabled=True, accessibleName="Find")
        self._known = QStringListModel(self)
        self._completer = QCompleter(self._known, self)
        self._completer.setWidget(self)
        self._popup: QWidget = self._completer.popup()  # type: ignore[assignment]
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.activated.connect(self._complete)
        self._said: dict[str, str] = {}
        self._without_last: Callable[[str], str] = lambda _: ""
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.wanted)
        self.textEdited.connect(self._typed)
        self.textChanged.connect(self._timer.start)

    def show_conditions(self, known: Mapping[str, str], without_last: Callable[[str], str], find: str) -> None:
        """The tokens that there are, with what they mean, and what is looked for; what takes the last one out of what was typed."""
        self.put(find)
        self._without_last = without_last
        self._said = {f"{name} – {said}" if said else name: name for name, said in known.items()}
        self._known.setStringList(list(self._said))
        self.setPlaceholderText(f"Find {'; '.join(filter(None, ('words', ', '.join([*known][:3]))))}  (/)")

    def put(self, text: str) -> None:
        """Other conditions; who puts them looks for them at once. Qt hears of it, for its button that empties the field."""
        self.setText(text)
        self._timer.stop()

    def begin(self, name: str) -> None:
        """A condition of that name is to be typed behind the others."""
        self.put(f"{self.text()} {begun(name)} ".lstrip())
        self.setFocus()

    def _word(self) -> str:
        """What is typed before the cursor, from the last space."""
        return self.text()[: self.cursorPosition()].rpartition(" ")[2]

    def _typed(self, _text: str) -> None:
        word = self._word()
        self._completer.setCompletionPrefix(word)
        if word and self._completer.completionCount():
            self._completer.complete()
        else:
            self.end_suggesting()

    def end_suggesting(self) -> bool:
        """Nothing is suggested any more; whether anything was."""
        return self._popup.isVisible() and self._popup.close()

    def _complete(self, chosen: str) -> None:
        word, at = self._word(), self.cursorPosition()
        name = begun(self._said.get(chosen, chosen))
        self.setText(f"{self.text()[: at - len(word)]}{name} {self.text()[at:].lstrip()}")
        self.setCursorPosition(at - len(word) + len(name) + 1)

    def take_out_last(self) -> bool:
        """Takes the last token out; whether there was one."""
        if self.text().strip():
            self.setText(self._without_last(self.text()))
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down) and not self._popup.isVisible():
            self._timer.stop()
            self.wanted.emit()
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape:
            if not self.end_suggesting() and not self.take_out_last():
                self.left.emit()
        else:
            super().keyPressEvent(event)


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
        if self.place_at(index.row()) < 0:  # a heading, or no row at all
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
    left = Signal()
    """Up was pressed in the first row."""
    goneChanged = Signal(int)
    """So many columns have no room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, accessibleName="Places", selectionBehavior=PlacesView.SelectionBehavior.SelectRows)
        self.places_model = PlacesModel(self)
        self.setModel(self.places_model)
        self.delegate = PlacesDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)  # no row is cut at the top
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().sectionClicked.connect(self._click_heading)
        self.selectionModel().currentRowChanged.connect(self._tell)
        self.activated.connect(lambda _: self.opened.emit())
        self._gone = 0
        self._headings: list[int] = []
        """Rows of headings, which are lower."""

    # -- what is listed ------------------------------------------------------------------------------------------------

    def show_places(self, shown: Places, own: str, place: int) -> None:
        """Lists places, and goes to one of them; if it is the one where one was, as many rows as before are seen above it."""
        model, before, bar = self.places_model, self.place, self.verticalScrollBar()
        above = self.row - bar.value()
        is_seen = 0 <= self.rowViewportPosition(self.row) < self.viewport().height()
        self.delegate.own = own
        is_blocked = self.selectionModel().blockSignals(True)
        self._change(partial(model.show, shown, place))
        self.selectionModel().blockSignals(is_blocked)  # the place may be the same
        self.arrange()
        row = model.row_of(place)
        row = row if row >= 0 else model.nearest(0)
        if self.go_to(row) and place == before and is_seen:
            bar.setValue(row - above)

    def _change(self, change: Callable[[], object]) -> None:
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
        gone = sum(not width and one.rank < SPARE for width, one in zip(widths, model.shown.columns, strict=True))
        if gone != self._gone:
            self._gone = gone
            self.goneChanged.emit(gone)

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
        here, rows = self.place, self.places_model.rows[self.selected_rows]
        found = [one for one in rows.tolist() if one >= 0 and one != here]
        return [here, *found] if here >= 0 else []

    @property
    def number(self) -> tuple[int, int, str]:
        """Which of the listed places is looked at, from 1; how many there are; its own number, where places have some."""
        return self.places_model.number(self.row)

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
        goes_on = event.key() == Qt.Key.Key_Escape or (event.text() and event.text().isprintable())
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.places_model.shown.sections:
            is_folded = event.key() == Qt.Key.Key_Left
            if (section := self.places_model.turned(self.row, is_folded)) is not None:
                self.fold(section.key, is_folded)
        elif event.key() == Qt.Key.Key_Up and self.row <= self.places_model.nearest(0):
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers():
            self.go_to(self.places_model.nearest(0 if event.key() == Qt.Key.Key_Home else len(self.places_model.rows)))
        elif goes_on and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()  # letters are the window's, and no search in the list
        else:
            super().keyPressEvent(event)


class Listing(QWidget):
    """The column."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="paper")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.orders: Sequence[Order] = ()
        self.order = ""
        self.heading, self.count = layouts.button("", self.ask_order, "order"), layouts.label(look="muted")
        self.heading.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.field, self.list, self.said = Find(), PlacesView(), Said("alarm")
        self.nothing = NothingHere()
        self.field.left.connect(self.list.setFocus)
        self.foot_said, self.gone = Said("muted"), QPushButton(toolTip="Make the list wider")
        self.gone.setProperty("look", "link")
        self.gone.hide()
        self.foot = QFrame(objectName="foot", minimumHeight=FOOT)
        self.said.setContentsMargins(12, 0, 12, 0)
        layouts.row(self.foot, (self.foot_said, 1), self.gone, margins=(12, 2, 8, 4))
        self._top = layouts.row(None, (self.heading, 1), self.count, margins=(8, 8, 12, 0))
        self._below = layouts.row(None, self.field, margins=(8, 0, 8, 0))
        layouts.column(self, self._top, self._below, self.said, (self.list, 1), (self.nothing, 1), self.foot, gap=6)
        self.list.goneChanged.connect(self._say_gone)
        self.list.left.connect(self.field.setFocus)

    def show_orders(self, orders: Sequence[Order], now: str) -> None:
        """The orders that there are, and the one that is chosen."""
        self.orders, self.order = orders, now
        title = next((one.title for one in orders if one.key == now), "")
        self.heading.setText(f"{caption(title)}  ⌄" if len(orders) > 1 else caption(title))
        self.heading.setEnabled(len(orders) > 1)
        self.heading.setAccessibleName(f"Order: {title}")

    def show_places(self, shown: Places, place: int) -> None:
        """What is listed, and where one is."""
        self.said.say("")
        self._say(shown)
        self.nothing.say(shown.nothing)
        is_empty = not len(shown.order)
        self.list.setVisible(not is_empty)
        self.nothing.setVisible(is_empty)
        self.list.show_places(shown, self.order, place)
        self._fit()

    def say_anew(self, shown: Places) -> None:
        """What is said now of the places that are listed."""
        self.list.places_model.update_places(shown)
        self._say(shown)

    def _say(self, shown: Places) -> None:
        """What stands above and below the list."""
        self.count.setText(shown.count or f"{len(shown.order):,}")
        self.foot_said.say(shown.foot)
        self.foot.setVisible(bool(shown.foot) or not self.gone.isHidden())

    def _fit(self) -> None:
        """The count goes before the name of the order would be cut: beside what narrows the list, if anything does."""
        has_room = self.heading.sizeHint().width() + self.count.sizeHint().width() + COUNT_GAPS <= self.width()
        (self._top if has_room else self._below).addWidget(self.count)
        self.count.setVisible(has_room or bool(self.field.text().strip()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def ask_order(self) -> None:
        """The orders, as a menu."""
        menu, group = QMenu(self), None
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for one in self.orders:
            if group is not None and one.group != group:
                menu.addSeparator()
            group = one.group
            title = caption(one.title) + (f"\t{one.size:,}" if one.size >= 0 else "")
            add_choices(menu, [(one.key, title, one.key == self.order)], self.list.orderWanted.emit)
        menu.popup(self.heading.mapToGlobal(self.heading.rect().bottomLeft()))

    def _say_gone(self, size: int) -> None:
        self.gone.setText(f"+{size} {'column' if size == 1 else 'columns'} ›")
        self.gone.setVisible(size > 0)
        self.foot.setVisible(size > 0 or bool(self.foot_said.text()))
