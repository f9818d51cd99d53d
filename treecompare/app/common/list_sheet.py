"""A list to choose from, in a sheet: what grows is no menu. A few letters narrow it, Enter chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.plain import visible
from treecompare.app.common.sheet import Sheet

ROW = 48


@dataclass(frozen=True)
class Offer:
    """Something to choose: its title, a line on what it is, what is done, and what takes it out of the list, if that can be;
    ``synonyms``: other words by which the palette finds it; ``file``: what people have it in, if they do."""

    title: str
    about: str
    run: Callable[[], object]
    remove: Callable[[], object] | None = None
    synonyms: str = ""
    file: str = ""


class ListSheet(Sheet):
    """``offers`` tells what there is, again after one was removed. ``empty``: what is said where there is none."""

    def __init__(
        self, title: str, said: str, offers: Callable[[], Sequence[Offer]], empty: str, verb: str, window: QWidget
    ) -> None:
        super().__init__(title, said, window, 560)
        self._offers, self._empty = offers, empty
        self.shown: list[Offer] = []
        self.area.hide()
        self.field = QLineEdit(placeholderText="Find", clearButtonEnabled=True)
        self.field.setAccessibleName("Find")
        self.field.textChanged.connect(lambda _: self._fill())
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(title)
        self.list.setMinimumHeight(6 * ROW)
        self.list.itemActivated.connect(lambda _: self._choose())
        self.list.currentRowChanged.connect(lambda _: self._show_state())
        self.below.addWidget(self.field)
        self.below.addWidget(self.list, 1)
        self.remove_button = self.add_button("Remove", self._remove)
        self.foot.addStretch(1)
        self.add_button("Cancel", self.reject)
        self.run_button = self.add_button(verb, self._choose, is_main=True)
        self._fill()
        self.field.setFocus()

    def _fill(self) -> None:
        words = self.field.text().casefold().split()
        offers = self._offers()
        self.shown = [one for one in offers if all(word in f"{one.title} {one.about}".casefold() for word in words)]
        self.list.clear()
        for one in self.shown:
            item = QListWidgetItem()
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{one.title}: {one.about}" if one.about else one.title)
            item.setSizeHint(QSize(100, ROW if one.about else ROW * 2 // 3))
            self.list.addItem(item)
            self.list.setItemWidget(item, _row(one))
        if not self.shown:
            item = QListWidgetItem(self._empty if not offers else "Nothing found")
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.list.setCurrentRow(0 if self.shown else -1)
        self._show_state()

    def _now(self) -> Offer | None:
        row = self.list.currentRow()
        return self.shown[row] if 0 <= row < len(self.shown) else None

    def _show_state(self) -> None:
        now = self._now()
        self.run_button.setEnabled(now is not None)
        self.remove_button.setVisible(any(one.remove is not None for one in self.shown))
        self.remove_button.setEnabled(now is not None and now.remove is not None)

    def _choose(self) -> None:
        now = self._now()
        if now is not None:
            self.accept()
            now.run()

    def _remove(self) -> None:
        now = self._now()
        if now is not None and now.remove is not None:
            now.remove()
            self._fill()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down go through the list while letters go into the field."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                self.list.setCurrentRow(min(max(self.list.currentRow() + step, 0), max(len(self.shown) - 1, 0)))
                return True
        return super().eventFilter(watched, event)


def _row(one: Offer) -> QWidget:
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(8, 4, 8, 4)
    column.setSpacing(0)
    title = QLabel(visible(one.title), textFormat=Qt.TextFormat.PlainText)
    title.setProperty("look", "strong")
    column.addWidget(title)
    if one.about:
        about = ElidedLabel(one.about)
        about.setProperty("look", "small")
        column.addWidget(about)
    return widget


def open_list(
    title: str,
    offers: Callable[[], Sequence[Offer]],
    window: QWidget,
    empty: str = "None yet",
    said: str = "",
    verb: str = "Open",
) -> ListSheet:
    """Opens a list to choose from."""
    sheet = ListSheet(title, said, offers, empty, verb, window)
    sheet.open()
    return sheet
