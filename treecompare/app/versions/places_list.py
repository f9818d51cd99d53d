"""The places of two versions to be looked at, list by list, with what was said of them; and the rules."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QHeaderView, QLabel, QTabBar, QTableWidgetItem, QVBoxLayout, QWidget

from treecompare.app.common import fonts
from treecompare.app.common.plain import tip, visible_lines
from treecompare.app.common.plain_table import plain_table
from treecompare.app.versions.comparing import LEFT_OVER, Found, Listed, listed
from treecompare.app.versions.rich_delegate import GAP, LINES_ROLE, RichDelegate
from treecompare.extras.versions import entries
from treecompare.extras.versions.entries import Entry
from treecompare.extras.versions.marks import DONE, ON_PURPOSE, OPEN, Marks
from treecompare.extras.versions.places import address, words_around
from treecompare.extras.versions.rules import Family
from treecompare.extras.versions.versions import Diff
from treecompare.extras.versions.wording import conditions_in_words, effect_in_words
from treecompare.scores.rich import Rich, quiet, strong

AROUND = 12
"""So many words on either side are told, of which those are shown that have room."""
SIGNS = {DONE: "✓", ON_PURPOSE: "="}
RULES = "Rules"
RULE = "Rule "
COLUMNS = ("Mark", "Rule", "Place", "Words")


class PlacesList(QWidget):
    """Lists of places, one at a time.

    ``chosen`` carries the Entry that is looked at, or None; ``marked`` a state that a key gives to it; ``stepped`` 1 or −1 if a key
    asks for the next or previous place that is open.
    """

    chosen = Signal(object)
    marked = Signal(str)
    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._diff: Diff | None = None
        self._marks: Marks = {}
        self.lists: list[Listed] = []
        """All lists."""
        self.tabs = QTabBar(expanding=False, usesScrollButtons=True)
        self.tabs.setAccessibleName("What is listed")
        self.tabs.currentChanged.connect(self._fill)
        self.table = plain_table(COLUMNS, "Places")
        self.tabs.tabBarClicked.connect(lambda _: self.table.setFocus())
        self.table.setItemDelegate(RichDelegate(self.table))
        self.table.horizontalHeader().hide()
        metrics = self.table.fontMetrics()
        self.table.verticalHeader().setDefaultSectionSize(2 * metrics.height() + 10)
        self.table.horizontalHeader().setStretchLastSection(False)
        self.table.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        for column, widest in ((0, "✓"), (1, "999")):
            self._set_width(column, [widest])
        self.table.itemSelectionChanged.connect(self._tell)
        self.table.itemActivated.connect(lambda _: self._open_rule())
        self.table.installEventFilter(self)
        self.hint = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.hint.setWordWrap(True)
        self.hint.setContentsMargins(8, 4, 8, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.tabs, self.table, self.hint):
            layout.addWidget(widget)

    # -- what is listed ----------------------------------------------------------------------------------------------------

    def show_changes(self, found: Found, marks: Marks) -> None:
        """Lists what changed. The list that is open stays open."""
        before = self.shown.title
        self._diff, self._marks = found.diff, marks
        self.lists = list(found.lists)
        if found.diff.rules.families:
            self.lists.insert(bool(self.lists) and self.lists[0].title == LEFT_OVER, Listed(RULES))
        self._set_tabs()
        titles = [one.title for one in self.lists]
        self.tabs.setCurrentIndex(titles.index(before) if before in titles else 0)
        self._fill()

    def _set_tabs(self) -> None:
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for one in self.lists:
            self.tabs.addTab(self._tab_text(one))
        self.tabs.blockSignals(False)

    def _tab_text(self, one: Listed) -> str:
        assert self._diff is not None
        if one.title == RULES:
            return f"{RULES} {len(self._diff.rules.families):,}"
        done = sum(key in self._marks and self._marks[key].state != "" for key in one.keys)
        return f"{one.title} {done:,} of {len(one.entries):,}" if done else f"{one.title} {len(one.entries):,}"

    @property
    def shown(self) -> Listed:
        """The list that is open."""
        place = self.tabs.currentIndex()
        return self.lists[place] if 0 <= place < len(self.lists) else Listed("")

    def _fill(self, _place: int = 0) -> None:
        self.table.blockSignals(True)
        self.table.clearSelection()
        if self.shown.title == RULES:
            self._fill_rules()
        else:
            self._fill_places()
        self.table.blockSignals(False)
        self.hint.setVisible(bool(self.hint.text()))
        if self.table.rowCount():
            self.table.setCurrentCell(0, 0)
        self._tell()

    def _fill_places(self) -> None:
        assert self._diff is not None
        there, keys = self.shown.entries, self.shown.keys
        self.table.setRowCount(len(keys))
        for row, (one, key) in enumerate(zip(there, keys, strict=False)):
            where = address(self._diff, one.place)
            below = Rich(one.what, quiet(f" · {where}")) if one.what else Rich(quiet(where))
            self._set_row(row, ("", str(one.rank or ""), (words_around(self._diff, one.place, AROUND), below), ""))
            self._show_mark(row, key)
        self.table.setColumnHidden(0, False)
        self.table.setColumnHidden(1, not any(one.rank for one in there))
        self.table.setColumnHidden(3, True)
        more = len(there) - len(keys)
        self.hint.setText(f"… and {more:,} more" if more else "")

    def _fill_rules(self) -> None:
        assert self._diff is not None
        families = self._diff.rules.families
        self.table.setRowCount(len(families))
        counted = ["9 of 9"]
        for row, family in enumerate(families):
            of = len(family.covered) + len(family.left_over) + len(family.otherwise)
            over = "a guess" if family.is_vague else f"{len(family.left_over):,} left over" if family.left_over else ""
            said = effect_in_words(family), Rich(quiet(conditions_in_words(family)))
            counts = Rich(strong(f"{len(family.covered):,}"), f" of {of:,}"), over
            counted += [f"{len(family.covered):,} of {of:,}", over]
            self._set_row(row, ("", str(row + 1), said, counts))
        self.table.setColumnHidden(0, True)
        self.table.setColumnHidden(1, False)
        self.table.setColumnHidden(3, False)
        self._set_width(3, counted)  # what is left is the rules'
        self.hint.setText("Enter or double-click: the places of a rule")

    def _set_width(self, column: int, texts: Sequence[str]) -> None:
        letters = QFontMetrics(fonts.strong(self.table.font())).horizontalAdvance
        self.table.setColumnWidth(column, max(map(letters, texts)) + 2 * GAP + 4)

    def _set_row(self, row: int, cells: Sequence[str | tuple[str, ...]]) -> None:
        for column, cell in enumerate(cells):
            self._set_cell(row, column, cell)

    def _set_cell(self, row: int, column: int, cell: str | tuple[str, ...], told: str = "") -> None:
        lines = (cell,) if isinstance(cell, str) else cell
        item = QTableWidgetItem(visible_lines("\n".join(lines)))
        item.setToolTip(tip(told or "\n".join(lines)))
        item.setData(LINES_ROLE, lines)
        self.table.setItem(row, column, item)

    def _open_rule(self) -> None:
        """Lists the places of the chosen rule, those that were left over first."""
        family, rank = self.family, self.table.currentRow() + 1
        if self._diff is None or family is None:
            return
        self.lists = [one for one in self.lists if not one.title.startswith(RULE)]
        found = [one for one in entries.left_over(self._diff) if one.rank == rank]
        self.lists.append(listed(self._diff, f"{RULE}{rank}:", [*found, *entries.covered(self._diff, rank, family)]))
        self._set_tabs()
        self.tabs.setCurrentIndex(len(self.lists) - 1)
        self._fill()

    def _go_back(self) -> None:
        """To the rules, where the one is chosen whose places were listed."""
        rank = int(self.shown.title.removeprefix(RULE).rstrip(":"))
        self.tabs.setCurrentIndex([one.title for one in self.lists].index(RULES))
        self.table.setCurrentCell(rank - 1, 0)

    # -- what is chosen ----------------------------------------------------------------------------------------------------

    @property
    def family(self) -> Family | None:
        """The chosen rule."""
        row = self.table.currentRow()
        families = self._diff.rules.families if self._diff is not None and self.shown.title == RULES else []
        return families[row] if 0 <= row < len(families) else None

    @property
    def entry(self) -> Entry | None:
        """The chosen place; of a rule the first one."""
        row = self.table.currentRow()
        if self._diff is not None and (family := self.family) is not None:
            return next(iter(entries.covered(self._diff, row + 1, family, 1)), None)
        return self.shown.entries[row] if 0 <= row < len(self.shown.keys) else None

    @property
    def key(self) -> str:
        """By which the chosen place is known again; empty for rules."""
        row = self.table.currentRow()
        return self.shown.keys[row] if 0 <= row < len(self.shown.keys) else ""

    def _tell(self) -> None:
        self.chosen.emit(self.entry)

    def next_open(self, step: int = 1) -> bool:
        """Chooses the next place of the list of which nothing is said yet; whether there is one."""
        keys, count = self.shown.keys, len(self.shown.keys)
        here = self.table.currentRow()
        for away in range(1, count + 1):
            row = (here + step * away) % count
            if not (keys[row] in self._marks and self._marks[keys[row]].state):
                self.table.setCurrentCell(row, 0)
                self.table.setFocus()
                return row != here
        return False

    # -- marks -------------------------------------------------------------------------------------------------------------

    def show_marks(self, marks: Marks) -> None:
        """Something was said of a place."""
        self._marks = marks
        for row, key in enumerate(self.shown.keys):
            self._show_mark(row, key)
        for place, one in enumerate(self.lists):
            self.tabs.setTabText(place, self._tab_text(one))

    def _show_mark(self, row: int, key: str) -> None:
        mark = self._marks.get(key)
        state, note = (mark.state, mark.note) if mark is not None else ("", "")
        self._set_cell(row, 0, SIGNS.get(state, "…" if note else ""), ": ".join(filter(None, (state, note))))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Letters act in the list, and only there."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and not event.modifiers():
            key = Qt.Key(event.key())
            state = {Qt.Key.Key_1: DONE, Qt.Key.Key_2: ON_PURPOSE, Qt.Key.Key_0: OPEN}.get(key)
            step = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}.get(key)
            open_step = {Qt.Key.Key_N: 1, Qt.Key.Key_P: -1}.get(key)
            if state is not None:
                self.marked.emit(state)
            elif step is not None:
                row = self.table.currentRow() + step
                self.table.setCurrentCell(min(max(row, 0), self.table.rowCount() - 1), 0)
            elif open_step is not None:
                self.stepped.emit(open_step)
            elif key == Qt.Key.Key_Escape and self.shown.title.startswith(RULE):
                self._go_back()
            else:
                return super().eventFilter(watched, event)
            return True
        return super().eventFilter(watched, event)
