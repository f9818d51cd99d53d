"""The command palette: a field in which a few letters find commands, tables, plots, systems, sentences and help pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
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

from treecompare.app.common import fonts, preferences
from treecompare.app.common.elided import ElidedLabel, elided
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.theme import muted

MOST = 40
"""So many entries are listed."""
NUMBER = Qt.ItemDataRole.UserRole
"""Of an entry in the list; headings have none."""
WIDTH, HEIGHT = 680, 420
AT_START, AT_WORD, INSIDE, INITIALS, SCATTERED = 100, 80, 60, 50, 20
"""How well a typed word fits where it is found like this; less for longer titles."""
PART_OF_WORD = 8
"""So much less it fits where it only begins a word."""
HAS_KEYS = 9
"""Commands with keys of their own are used most."""
IN_VAIN = 15
"""So far behind stands what cannot be chosen now, or is chosen already."""
REPLACES = 30
"""The same for what would replace the comparison that is open: it stands behind all that fits as well."""
COMMANDS, SENTENCES, RECENT = "Commands", "Sentences", "Recent"
"""Headings."""
SOON = 20
"""Milliseconds after which what was typed is looked for: the letter is seen before."""
MOST_RECENT = 5
RECENT_KEY = "palette_recent"


@dataclass(frozen=True)
class Entry:
    """Something that can be chosen. ``about``: what it is, or where it stands; ``keys``: its shortcut.

    ``missing``: what it would need now; empty if it can be chosen. ``menu``: the menu whose choice it is; it stands before the
    title. ``is_on``: this choice is made already. ``group``: below which heading it is listed. ``synonyms``: its other names.
    ``replaces``: the comparison that is open makes room for it.
    """

    title: str
    about: str
    run: Callable[[], object]
    keys: str = ""
    missing: str = ""
    menu: str = ""
    is_on: bool = False
    group: str = COMMANDS
    synonyms: str = ""
    replaces: bool = False

    @property
    def key(self) -> str:
        """Under which it is remembered; empty where that makes no sense."""
        said = f"{self.group}: {self.shown}"
        return "" if "|" in said or self.group == SENTENCES else said

    @property
    def shown(self) -> str:
        """The title as it is listed."""
        return f"{self.menu}: {self.title}" if self.menu else self.title


class Source(Protocol):
    """Who knows the entries."""

    def begin(self) -> Sequence[Entry]:
        """What is offered before anything is typed."""

    def recent(self, keys: Sequence[str]) -> Sequence[Entry]:
        """Those entries, as far as they are there."""

    def entries(self) -> Sequence[Entry]:
        """All but the sentences."""

    def sentences(self, typed: str, most: int) -> Sequence[Entry]:
        """At most so many sentences of that number, or with these words."""


def fit(word: str, title: str) -> float:
    """How well a typed word fits a title, both in small letters; 0 where it does not.

    At the start of the title, of a word, within a word, as initials (``dm``: draw mapping), or scattered in this order.
    Whole words fit better than the beginnings of words.
    """
    if word in title:
        begun = [one.start() for one in re.finditer(rf"(?<![^\W_]){re.escape(word)}", title)]
        whole = [one for one in begun if not title[one + len(word) : one + len(word) + 1].isalnum()]
        found = AT_START if 0 in (whole or begun) else AT_WORD if begun else INSIDE
        return found - (PART_OF_WORD if begun and not whole else 0) - min(len(title), 90) / 10
    initials = "".join(part[0] for part in title.replace("-", " ").split())
    if len(word) > 1 and word in initials:
        return INITIALS - min(len(title), 90) / 10
    letters, gaps = iter(title), 0
    for letter in word:
        for passed in letters:
            if passed == letter:
                break
            gaps += 1
        else:
            return 0.0
    return max(SCATTERED - gaps / 2, 1.0) if len(word) > 2 and gaps <= 2 * len(word) else 0.0


def forms(word: str) -> tuple[str, ...]:
    """A typed word in small letters, and its plural or singular: who types "query" looks for "queries"."""
    for ending, other in (("ies", "y"), ("s", ""), ("y", "ies")):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return word, word.removesuffix(ending) + other
    return (word,)


def ranked(typed: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries that have every typed word, best first, else in their own order.

    What can be chosen, and is not chosen already, comes before what cannot. A word counts half where it is only in ``about``.
    """
    words = [word.rstrip(":") or word for word in typed.casefold().split()]  # as they are listed: Copy: Command
    found: list[tuple[float, int, Entry]] = []
    for number, entry in enumerate(entries):
        title, menu, about = entry.title.casefold(), entry.menu.casefold(), entry.about.casefold()
        fits = [
            max(
                max(
                    fit(word, title),
                    fit(word, menu) if word in menu else 0.0,
                    fit(word, about) / 2 if word in about else 0.0,
                    fit(word, entry.synonyms) if word in entry.synonyms else 0.0,
                )
                for word in forms(typed_word)
            )
            for typed_word in words
        ]
        if all(fits):
            gain = (
                bool(entry.keys) * HAS_KEYS - bool(entry.missing or entry.is_on) * IN_VAIN - entry.replaces * REPLACES
            )
            found.append((-gain - sum(fits) / max(len(fits), 1), number, entry))
    return [entry for _, _, entry in sorted(found, key=lambda one: one[:2])]


def grouped(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries by their headings; a heading stands where its best entry would."""
    found: dict[str, list[Entry]] = {}
    for one in entries:
        found.setdefault(one.group, []).append(one)
    return found


def parts_of(text: str, words: Sequence[str]) -> list[tuple[str, bool]]:
    """A text in parts, with whether each of them was typed; ``words`` in small letters."""
    small, typed = text.casefold(), [False] * len(text)
    if len(small) == len(text):
        for word in words:
            for one in re.finditer(re.escape(word), small):
                typed[one.start() : one.end()] = [True] * len(word)
    found: list[tuple[str, bool]] = []
    for is_typed, letters in groupby(zip(text, typed, strict=True), key=lambda one: one[1]):
        found.append(("".join(letter for letter, _ in letters), is_typed))
    return found


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
        self.field = QLineEdit(placeholderText="A command, table, plot, system, sentence or help page")
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
