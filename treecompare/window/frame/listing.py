"""The column of the list: its order, Find, the places, and what is said below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCompleter,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.jobs.base import Order, Places, begun
from treecompare.window.common.plain import caption
from treecompare.window.frame.places import PlacesView
from treecompare.window.frame.waiting import NothingHere
from treecompare.window.frame.why import Said

PAUSE = 180
"""Milliseconds after which what was typed is looked for."""
FOOT = 32
COUNT_GAPS = 28
"""Pixels left and right of the name of the order and of the count."""


class Find(QLineEdit):
    """Words and tokens, which complete as one types. ``wanted``: it is to be looked for; ``left``: one goes to the list."""

    wanted = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setClearButtonEnabled(True)
        self.setAccessibleName("Find")
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

    def set_conditions(self, conditions: Mapping[str, str], without_last: Callable[[str], str]) -> None:
        """The tokens that there are, with what they mean; what takes the last one out of what was typed."""
        self._without_last = without_last
        self._said = {f"{name} – {said}" if said else name: name for name, said in conditions.items()}
        self._known.setStringList(list(self._said))

    def put(self, text: str) -> None:
        """Other conditions, which are looked for at once by who puts them."""
        self.blockSignals(True)
        self.setText(text)
        self.blockSignals(False)
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
            self._popup.hide()

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
            if not self.take_out_last():
                self.left.emit()
        else:
            super().keyPressEvent(event)


class Listing(QWidget):
    """``orderWanted``: the key of an order; ``linked``: an address below the list; ``found``: other conditions."""

    orderWanted = Signal(str)
    linked = Signal(str)
    found = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("paper")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.orders: Sequence[Order] = ()
        self.order = ""
        self.heading, self.count = QPushButton(), QLabel(objectName="muted", textFormat=Qt.TextFormat.PlainText)
        self.heading.setProperty("look", "order")
        self.heading.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.heading.clicked.connect(self.ask_order)
        self.field, self.list, self.said = Find(), PlacesView(), Said("alarm")
        self.nothing = NothingHere()
        self.field.wanted.connect(self.found)
        self.field.left.connect(self.list.setFocus)
        self.list.orderWanted.connect(self.orderWanted)
        self.foot_said, self.gone = Said("muted"), QPushButton()
        self.foot_said.linkActivated.connect(self.linked)
        self.gone.setProperty("look", "link")
        self.gone.setToolTip("Make the list wider")
        self.gone.hide()
        self.foot = QFrame(objectName="foot")
        self.foot.setMinimumHeight(FOOT)
        top, field, below = QHBoxLayout(), QHBoxLayout(), QHBoxLayout(self.foot)
        top.setContentsMargins(8, 8, 12, 0)
        top.addWidget(self.heading, 1)
        top.addWidget(self.count)
        field.setContentsMargins(8, 0, 8, 0)
        field.addWidget(self.field)
        below.setContentsMargins(12, 0, 8, 0)
        below.addWidget(self.foot_said, 1)
        below.addWidget(self.gone)
        self.said.setContentsMargins(12, 0, 12, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(top)
        column.addLayout(field)
        column.addWidget(self.said)
        column.addWidget(self.list, 1)
        column.addWidget(self.nothing, 1)
        column.addWidget(self.foot)
        self.list.goneChanged.connect(self._say_gone)
        self.list.installEventFilter(self)

    def show_conditions(self, known: Mapping[str, str], without_last: Callable[[str], str], find: str) -> None:
        """The conditions that there are, and those that are wanted; what takes the last one out."""
        self.field.put(find)
        self.field.set_conditions(known, without_last)
        self.field.setPlaceholderText(f"Find {'; '.join(filter(None, ('words', ', '.join([*known][:3]))))}  (/)")

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
        self.count.setText(shown.count or f"{len(shown.order):,}")
        self.foot_said.say(shown.foot)
        self.foot.setVisible(bool(shown.foot) or not self.gone.isHidden())
        self.nothing.say(shown.nothing)
        is_empty = not len(shown.order)
        self.list.setVisible(not is_empty)
        self.nothing.setVisible(is_empty)
        self.list.show_places(shown, self.order, place)
        self._fit()

    def say_anew(self, shown: Places) -> None:
        """What is said now of the places that are listed."""
        self.list.places_model.update_places(shown)
        self.count.setText(shown.count or f"{len(shown.order):,}")
        self.foot_said.say(shown.foot)

    def _fit(self) -> None:
        """The count goes before the name of the order would be cut."""
        needed = self.heading.sizeHint().width() + self.count.sizeHint().width() + COUNT_GAPS
        self.count.setVisible(needed <= self.width())

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
            action = menu.addAction(caption(one.title) + (f"\t{one.size:,}" if one.size >= 0 else ""))
            action.setCheckable(True)
            action.setChecked(one.key == self.order)
            action.triggered.connect(lambda _=False, key=one.key: self.orderWanted.emit(key))
        menu.popup(self.heading.mapToGlobal(self.heading.rect().bottomLeft()))

    def _say_gone(self, size: int) -> None:
        self.gone.setText(f"+{size} {'column' if size == 1 else 'columns'} ›")
        self.gone.setVisible(size > 0)
        self.foot.setVisible(size > 0 or bool(self.foot_said.text()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up in the first row of the list goes to Find."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Up:
            first = next(
                (row for row in range(self.list.places_model.rowCount()) if self.list.places_model.rows[row] >= 0), -1
            )
            if self.list.currentIndex().row() <= first:
                self.field.setFocus()
                return True
        return super().eventFilter(watched, event)
