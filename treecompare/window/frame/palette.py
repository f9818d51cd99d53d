"""The command palette: a field in which a few letters find commands, tables, plots, systems, sentences and help pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from treecompare.jobs.matching import RECENT, Entry, forms, grouped, parts_of, ranked
from treecompare.window.common import fonts, preferences
from treecompare.window.common.elided import ElidedLabel, elided
from treecompare.window.common.plain import tip, visible
from treecompare.window.common.theme import muted

MOST = 40
"""So many entries are listed."""
NUMBER = Qt.ItemDataRole.UserRole
"""Of an entry in the list; headings have none."""
WIDTH, HEIGHT = 680, 420
SOON = 20
"""Milliseconds after which what was typed is looked for: the letter is seen before."""
MOST_RECENT = 5
RECENT_KEY = "palette_recent"


class Source(Protocol):
    """Who knows the entries. ``hint``: what they are."""

    hint: str

    def begin(self) -> Sequence[Entry]:
        """What is offered before anything is typed."""

    def recent(self, keys: Sequence[str]) -> Sequence[Entry]:
        """Those entries, as far as they are there."""

    def entries(self) -> Sequence[Entry]:
        """All but the sentences."""

    def sentences(self, typed: str, most: int) -> Sequence[Entry]:
        """At most so many sentences of that number, or with these words."""


class _Titles(QStyledItemDelegate):
    """Paints titles with the letters that were typed heavier, and headings."""

    words: Sequence[str] = ()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.initStyleOption(option, index)
        text: str = option.text
        option.text = ""
        style = option.widget.style()
        style.drawControl(style.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        is_heading = index.data(NUMBER) is None
        room: QRect = option.rect.adjusted(10 if not is_heading else 6, 0, -4, 0)
        colours, plain = option.palette, option.font
        colour = index.data(Qt.ItemDataRole.ForegroundRole)
        painter.save()
        painter.setPen(colour.color() if colour is not None else colours.text().color())
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        whole = elided(QFontMetrics(plain), text, room.width())
        for part, is_typed in parts_of(whole, self.words if not is_heading else ()):
            font = fonts.strong(plain) if is_typed else fonts.sized(plain, fonts.SMALL) if is_heading else plain
            painter.setFont(font)
            painter.drawText(room, int(side), part)
            room.setLeft(room.left() + QFontMetrics(font).horizontalAdvance(part))
        painter.restore()


class Palette(QFrame):
    """Lies over the window until something is chosen, Escape is pressed, or the keyboard goes elsewhere."""

    def __init__(self, window: QWidget, source: Source) -> None:
        super().__init__(window, objectName="palette")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAutoFillBackground(True)
        self.source = source
        self._entries: Sequence[Entry] = ()
        """All but the sentences, once something is typed."""
        self._before = QApplication.focusWidget()
        self.field = QLineEdit(placeholderText=source.hint)
        self.field.setAccessibleName("Find anything")
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._find)
        self.field.textChanged.connect(self._soon.start)
        self.field.installEventFilter(self)
        self.list = QTreeWidget(columnCount=2, headerHidden=True, rootIsDecorated=False, uniformRowHeights=True)
        self.list.setAccessibleName("Found")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setMaximumSectionSize(WIDTH * 3 // 5)  # what something is gives way to what it is called
        self._titles = _Titles(self.list)
        self.list.setItemDelegateForColumn(0, self._titles)
        self.list.itemClicked.connect(lambda item, _: self.choose() if item.data(0, NUMBER) is not None else None)
        self.hint = ElidedLabel()
        self.hint.setObjectName("muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 6)
        layout.addWidget(self.field)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.hint)
        self._found: list[Entry] = []
        self._items: list[QTreeWidgetItem] = []
        """Those of the entries, without headings."""
        width = min(WIDTH, window.width() - 24)
        self.setGeometry((window.width() - width) // 2, 36, width, min(HEIGHT, window.height() - 60))
        self.show()
        self._find()  # rows have their height from the look that the list has once it is shown
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @property
    def found(self) -> list[Entry]:
        """What is listed, also if it was typed only now."""
        if self._soon.isActive():
            self._find()
        return self._found

    def _find(self) -> None:
        self._soon.stop()
        typed = self.field.text().strip()
        if not typed:
            recent = self.source.recent(preferences.texts(RECENT_KEY, ()))
            found = [*(replace(one, group=RECENT) for one in recent), *self.source.begin()]
        else:
            self._entries = self._entries or self.source.entries()
            found = ranked(typed, self._entries)[:MOST]
            sentences = self.source.sentences(typed, MOST)
            # a number means a sentence, before anything else that has it in its name
            found = [*sentences, *found] if typed.isdecimal() else [*found, *sentences]
        groups = grouped(found[:MOST])
        self._found = [one for entries in groups.values() for one in entries]
        self._titles.words = [form for word in typed.casefold().split() for form in forms(word)]
        self.list.clear()
        self.list.setVisible(bool(self._found))  # it would take room from the field
        self._items = []
        last = ""
        for number, entry in enumerate(self._found):
            if entry.group != last:
                last = entry.group
                self._add_heading(last)
            beside = " · ".join(part for part in (entry.missing or entry.about, entry.keys) if part)
            item = QTreeWidgetItem([visible(entry.shown), visible(beside)])
            item.setToolTip(0, tip(entry.shown))
            item.setForeground(1, muted(self.palette()))
            if entry.missing:
                item.setForeground(0, muted(self.palette()))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setData(0, NUMBER, number)
            self.list.addTopLevelItem(item)
            self._items.append(item)
        self._fit()
        self._go_to(0)
        nothing = f"Nothing found for “{self.field.text().strip()}”"
        self.hint.setText("↑ ↓ choose, Enter opens, Esc closes" if self._found else nothing)

    def _add_heading(self, title: str) -> None:
        heading = QTreeWidgetItem([title, ""])
        heading.setFlags(Qt.ItemFlag.NoItemFlags)
        heading.setForeground(0, muted(self.palette()))
        self.list.addTopLevelItem(heading)

    def _fit(self) -> None:
        """As high as what is listed."""
        row = max(self.list.sizeHintForRow(0), 1)
        around = self.field.sizeHint().height() + self.hint.sizeHint().height() + 28
        frame = 2 * self.list.frameWidth() + 4
        most = max((min(HEIGHT, self.window().height() - 60) - around - frame) // row, 1)  # no row is seen by half
        wanted = min(self.list.topLevelItemCount(), most) * row + frame if self._found else 0
        self.setFixedHeight(wanted + around)

    def _go_to(self, number: int) -> None:
        if self._items:
            item = self._items[number % len(self._items)]
            self.list.setCurrentItem(item)
            above = self.list.itemAbove(item)
            if above is not None and above.data(0, NUMBER) is None:
                self.list.scrollToItem(above)  # its heading
            self.list.scrollToItem(item)

    @property
    def _number(self) -> int:
        """Of the entry that is chosen; -1 for none."""
        item = self.list.currentItem() if self.found else None
        number = item.data(0, NUMBER) if item is not None else None
        return -1 if number is None else int(number)

    def current(self) -> Entry | None:
        """The entry that Return would choose."""
        number = self._number
        return self._found[number] if number >= 0 else None

    def choose(self) -> None:
        """Does what was chosen, with the keyboard where it was before; says what is missing where it cannot be done."""
        entry = self.current()
        if entry is None:
            return
        if entry.missing:
            self.hint.setText(f"Not now: {entry.missing}")
            return
        self._go_away()
        self._remember(entry)
        entry.run()

    def _remember(self, entry: Entry) -> None:
        if entry.key and entry.group != RECENT:
            known = [one for one in preferences.texts(RECENT_KEY, ()) if one != entry.key]
            preferences.store(RECENT_KEY, [entry.key, *known][:MOST_RECENT])

    def _go_away(self) -> None:
        self.field.removeEventFilter(self)
        before, self._before = self._before, None
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.window().setFocus(Qt.FocusReason.OtherFocusReason)
        self.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down go through the list while letters go into the field."""
        kind = event.type()
        if kind == QEvent.Type.FocusOut:
            self.close()
        if kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress) and isinstance(event, QKeyEvent):
            return self._key(event, is_pressed=kind == QEvent.Type.KeyPress)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent, is_pressed: bool) -> bool:
        key = event.key()
        page = max(self.list.viewport().height() // max(self.list.sizeHintForRow(0), 1) - 1, 1)
        acts: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Down: lambda: self._go_to(self._number + 1),
            Qt.Key.Key_Up: lambda: self._go_to(self._number - 1),
            Qt.Key.Key_PageDown: lambda: self._go_to(min(self._number + page, len(self.found) - 1)),
            Qt.Key.Key_PageUp: lambda: self._go_to(max(self._number - page, 0)),
            Qt.Key.Key_Return: self.choose,
            Qt.Key.Key_Enter: self.choose,
            Qt.Key.Key_Escape: self._go_away,
            Qt.Key.Key_Tab: lambda: self._go_to(self._number + 1),
            Qt.Key.Key_Backtab: lambda: self._go_to(self._number - 1),
        }
        if key not in acts or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        event.accept()  # no shortcut of the window gets it
        if is_pressed:
            acts[key]()
        return True
