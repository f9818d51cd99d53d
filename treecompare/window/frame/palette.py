"""The command palette: a field in which a few letters find commands, tables, plots, systems, sentences and help pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer
from PySide6.QtGui import QColor, QKeySequence, QPainter, QShortcut
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
    QWidget,
)

from treecompare.jobs.finding import RECENT, Entry, Found, forms, parts_of
from treecompare.scores.rich import Piece, Rich
from treecompare.window.common import fonts, preferences
from treecompare.window.common.elided import ElidedLabel, paint_line
from treecompare.window.common.layouts import column
from treecompare.window.common.plain import tip, visible
from treecompare.window.common.theme import colours_of

MOST = 40
"""So many entries are listed."""
NUMBER = Qt.ItemDataRole.UserRole
"""Of an entry in the list; headings have none."""
WIDTH, HEIGHT, GAP = 680, 420, 6
HERE = Qt.ShortcutContext.WidgetWithChildrenShortcut
SOON = 20
"""Milliseconds after which what was typed is looked for: the letter is seen before."""
MOST_RECENT = 5
RECENT_KEY = "palette_recent"


class _Titles(QStyledItemDelegate):
    words: Sequence[str] = ()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        self.initStyleOption(option, index)
        text: str = option.text
        option.text = ""
        style = option.widget.style()
        style.drawControl(style.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        is_heading, colour = index.data(NUMBER) is None, index.data(Qt.ItemDataRole.ForegroundRole)
        font = fonts.sized(option.font, fonts.SMALL) if is_heading else option.font
        parts = parts_of(text, () if is_heading else self.words)
        line = Rich(*(Piece(part, "strong" if is_typed else "") for part, is_typed in parts))
        room = option.rect.adjusted(6 if is_heading else 10, 0, -4, 0)
        ink = colour.color() if colour is not None else option.palette.text().color()
        painter.save()
        paint_line(painter, font, room, line, ink, colours_of(option.palette))
        painter.restore()


class Palette(QFrame):
    """Lies over the window until something is chosen, Escape is pressed, or the keyboard goes elsewhere."""

    def __init__(self, window: QWidget, source: Found) -> None:
        super().__init__(window, objectName="palette", autoFillBackground=True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.source = source
        self._before = QApplication.focusWidget()
        self.field = QLineEdit(placeholderText=source.hint, accessibleName="Find anything", returnPressed=self.choose)
        self._soon = QTimer(self, singleShot=True, interval=SOON, timeout=self._find)
        self.field.textChanged.connect(self._soon.start)
        self.field.installEventFilter(self)
        moves = dict.fromkeys(("Down", "Tab"), (1, False)) | dict.fromkeys(
            ("Up", "Backtab", "Shift+Backtab"), (-1, False)
        )
        for key, move in (moves | {"PgDown": (1, True), "PgUp": (-1, True)}).items():
            QShortcut(QKeySequence(key), self, partial(self._step, *move), context=HERE)
        QShortcut(QKeySequence("Escape"), self, self._go_away, context=HERE)
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
        self.hint = ElidedLabel(objectName="muted")
        column(self, self.field, (self.list, 1), self.hint, margins=(8, 8, 8, 6), gap=GAP)
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
        self._found = self.source.listed(typed, preferences.texts(RECENT_KEY, ()), MOST)
        self._titles.words = [form for word in typed.casefold().split() for form in forms(word)]
        self.list.clear()
        self.list.setVisible(bool(self._found))  # it would take room from the field
        self._items = []
        last = ""
        for number, entry in enumerate(self._found):
            if entry.group != last:
                last = entry.group
                self._add(last, "").setFlags(Qt.ItemFlag.NoItemFlags)
            beside = " · ".join(part for part in (entry.missing or entry.about, entry.keys) if part)
            item = self._add(visible(entry.shown), visible(beside), not entry.missing)
            item.setToolTip(0, tip(entry.shown))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setData(0, NUMBER, number)
            self._items.append(item)
        self._fit()
        self._go_to(0)
        nothing = f"Nothing found for “{typed}”" if typed else self.source.hint
        self.hint.setText("↑ ↓ choose, Enter opens, Esc closes" if self._found else nothing)

    def _add(self, title: str, beside: str, can: bool = False) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self.list, [title, beside])
        for place in (1,) if can else (0, 1):
            item.setForeground(place, QColor(colours_of(self.palette()).muted))
        return item

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
            if (above := self.list.itemAbove(item)) is not None and above.data(0, NUMBER) is None:
                self.list.scrollToItem(above)  # its heading
            self.list.scrollToItem(item)

    @property
    def _number(self) -> int:
        """Of the entry that is chosen; -1 for none."""
        there = enumerate(self._items if self.found else ())
        return next((number for number, one in there if one is self.list.currentItem()), -1)

    def current(self) -> Entry | None:
        """The entry that Return would choose."""
        return self._found[self._number] if self.found else None

    def choose(self) -> None:
        """Does what was chosen, with the keyboard where it was before; says what is missing where it cannot be done."""
        entry = self.current()
        if entry is None:
            return
        if entry.missing:
            self.hint.setText(f"Not now: {entry.missing}")
            return
        self._go_away()
        if entry.key and entry.group != RECENT:
            known = [one for one in preferences.texts(RECENT_KEY, ()) if one != entry.key]
            preferences.store(RECENT_KEY, [entry.key, *known][:MOST_RECENT])
        entry.run()

    def _go_away(self) -> None:
        self.field.removeEventFilter(self)
        before = self._before if self._before is not None and self._before.isVisible() else self.window()
        self._before = None
        before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keyboard goes elsewhere."""
        if event.type() == QEvent.Type.FocusOut:
            self.close()
        return super().eventFilter(watched, event)

    def _step(self, by: int, is_page: bool) -> None:
        """Goes through the list while letters go into the field: row by row round and round, page by page to its ends."""
        page = max(self.list.viewport().height() // max(self.list.sizeHintForRow(0), 1) - 1, 1)
        number = self._number + by * (page if is_page else 1)
        self._go_to(min(max(number, 0), len(self._found) - 1) if is_page else number)
