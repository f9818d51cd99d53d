"""The table of the sentences pane: which columns are shown, how wide, and what the rows are sorted by."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from treecompare.analyses.sentence_list import COLUMN_KEYS, COLUMNS, JUDGED_COLUMNS, MARK
from treecompare.app.common import fonts, preferences
from treecompare.app.common.rows import ROUND_ROW, SIGN, Cells, RowsTable, bare
from treecompare.app.panes.sentences_model import SentencesModel

LEAST_LETTERS = 20
"""So many letters of every sentence are seen."""
GIVING = 0.25
"""Part of their width that even these give up where nothing has to be scrolled sideways then."""
ROUND_CELL = 12
"""Pixels of a cell left and right of its text, with some for bold letters."""
ROUND_HEAD = 8
"""The same of a head."""
ScrollHint = QAbstractItemView.ScrollHint
SAMPLE = 300
"""Widths come from so many sentences."""
WORDS = COLUMN_KEYS.index("words")
HITS = "hits"
"""The column that comes and goes with what is counted."""
ORDER = (
    "number", "words", HITS, "score_a", "score_b", "gain", "difference", "changed", *JUDGED_COLUMNS, "id", "length", "rank_a",
    "rank_b", "status",
)  # fmt: skip
"""The columns from left to right: what is looked at most stands first."""
FIRST_COLUMNS = ("number", "words", "score_a", "score_b", "difference", "changed")
"""Those that are shown until people choose, if there is room."""


NO_ROOM = set(FIRST_COLUMNS) - {"difference"}
"""Where these are shown hits take the place of changes, of which they are a kind."""


class _Cell(Cells):
    """The row that is chosen stands out by its letters, too."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        if option.state & QStyle.StateFlag.State_Selected:
            option.font = fonts.strong(option.font)


class _Tail(_Cell):
    """Shows the end of a text that is too long: names of sentences differ there."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideLeft


class SentencesTable(RowsTable):
    """One row per sentence; keys are commands, and do not look for rows that begin with them."""

    def __init__(self, model: SentencesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = model
        self._sentences: list[str] = []
        self._is_resizing = False
        self.is_arranging = False
        """Whether what changes now was not chosen by hand."""
        self._widths: dict[str, int] = {}
        """Of columns that people made wider or narrower."""
        self._chosen_widths: dict[str, int] = {
            key: int(width)
            for key, _, width in (one.partition(":") for one in preferences.texts("sentence_widths", ()))
            if key in COLUMN_KEYS and width.isdigit()
        }
        """As far as they did so by hand, not by a comparison file."""
        self._chosen = _chosen_columns()
        self._room: tuple[str, ...] = FIRST_COLUMNS
        """The columns for which there is room; those that people chose are shown whatever there is."""
        self._order_before = "number", Qt.SortOrder.AscendingOrder
        """By what rows were sorted before they were by hits."""
        self.setModel(model)
        self.setAccessibleName("Sentences")
        self.setItemDelegate(_Cell(self))
        self.setItemDelegateForColumn(COLUMN_KEYS.index("id"), _Tail(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSortingEnabled(True)
        self.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        bare(self)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(24)
        for place, key in enumerate(ORDER):
            header.moveSection(header.visualIndex(COLUMN_KEYS.index(key)), place)
        header.sectionResized.connect(self._resized)
        header.sortIndicatorChanged.connect(lambda: self._show_columns())
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._ask_columns)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.set_sizes()

    def keyboardSearch(self, search: str) -> None:
        """Does nothing."""

    def changeEvent(self, event: QEvent) -> None:
        """Sizes follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_chosen"):
            self.set_sizes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words fill the table, with a scroll bar and without; the chosen row stays in sight where the table gets lower."""
        current, before = self.currentIndex(), event.oldSize().height()
        is_seen = current.isValid() and 0 <= self.visualRect(current).bottom() <= before
        super().resizeEvent(event)
        if is_seen and event.size().height() < before:
            self.scrollTo(current)
        self._fill_width()
        self._see_sorted()

    def set_sentences(self, sentences: list[str]) -> None:
        """Other sentences have other widths."""
        self._sentences = sentences
        self.set_sizes()

    def set_sizes(self) -> None:
        """Row height and widths that fit the font; widths come from sample texts, never from 50,000 rows."""
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(metrics.height() + ROUND_ROW)
        self._digits = max(len(str(len(self._sentences))), 3)
        begun = [one[:LEAST_LETTERS] + "…" for one in self._sentences[:SAMPLE]]
        letters = sorted(map(metrics.horizontalAdvance, begun)) or [metrics.averageCharWidth() * LEAST_LETTERS]
        self._least_words = letters[-1] + 13
        for number, column in enumerate(COLUMNS):
            if column.sample:
                title = str(self._list.headerData(number, Qt.Orientation.Horizontal))
                texts = [(MARK if column.key == "number" else "") + column.sample.replace("N", self._digits * "0")]
                heads = self.horizontalHeader().fontMetrics().horizontalAdvance
                # a head has room for the sign that tells the order
                widths = [heads(line + SIGN) + ROUND_HEAD for line in title.split("\n")]
                width = max(*widths, *(metrics.horizontalAdvance(text) + ROUND_CELL for text in texts))
                self._resize(number, self._widths.get(column.key, width))
        # a few wide words are no reason to scroll
        self._least_words = min(self._least_words, metrics.averageCharWidth() * LEAST_LETTERS + 13)
        self._fill_width()

    def _resize(self, column: int, width: int) -> None:
        self._is_resizing = True
        self.horizontalHeader().resizeSection(column, width)
        self._is_resizing = False

    def _resized(self, column: int, _before: int, width: int) -> None:
        """A width that people chose stays; the words get what is left."""
        if not self._is_resizing and width and not self.isColumnHidden(column):
            self._widths[COLUMN_KEYS[column]] = self._chosen_widths[COLUMN_KEYS[column]] = width
            if column != WORDS:
                self._fill_width()

    def _fill_width(self) -> None:
        """The words take what room there is, and some letters of them are seen whatever there is besides."""
        header = self.horizontalHeader()
        others = sum(
            header.sectionSize(column)
            for column in range(header.count())
            if column != WORDS and not header.isSectionHidden(column)
        )
        room = self.viewport().width() - others
        least = self._least_words if room < (1 - GIVING) * self._least_words else 0
        width = max(room, least, self._widths.get("words", 0))
        if width != header.sectionSize(WORDS):
            self._resize(WORDS, width)

    # -- columns and their order ---------------------------------------------------------------------------------------

    @property
    def columns(self) -> list[str]:
        """Those that are shown, besides the one by which rows are sorted."""
        return self._chosen if self._chosen is not None else [key for key in ORDER if key in self._room]

    def names(self) -> list[tuple[str, str]]:
        """Every column that there is, with what it is called."""
        return [(key, self._list.title(key)) for key in ORDER if key != HITS]

    def offer_columns(self, columns: tuple[str, ...]) -> None:
        """There is room for these."""
        if columns != self._room:
            self._room = columns
            self._show_columns()

    def _show_columns(self) -> None:
        self._is_resizing = True  # nobody makes a column wider that comes or goes
        sorted_by = self.horizontalHeader().sortIndicatorSection()
        columns = set(self.columns)
        if self._list.has_hits and columns == NO_ROOM:  # for a further one
            columns.remove("changed")
        for number, key in enumerate(COLUMN_KEYS):
            is_shown = key in columns or number == sorted_by  # what rows are sorted by is in sight
            is_shown = self._list.has_hits if key == HITS else is_shown
            if self.isColumnHidden(number) == is_shown:
                self.setColumnHidden(number, not is_shown)
        self._is_resizing = False
        self._fill_width()
        self._see_sorted()

    def show_hits(self) -> None:
        """The filter is another one: hits are shown where there are any, and rows are sorted by them only then."""
        header = self.horizontalHeader()
        by_hits = header.sortIndicatorSection() == COLUMN_KEYS.index(HITS)
        if by_hits and not self._list.has_hits:
            key, order = self._order_before
            self.is_arranging = True
            self.sortByColumn(COLUMN_KEYS.index(key), order)
            self.is_arranging = False
        elif not by_hits:
            self._order_before = COLUMN_KEYS[max(header.sortIndicatorSection(), 0)], header.sortIndicatorOrder()
        if self.isColumnHidden(COLUMN_KEYS.index(HITS)) == self._list.has_hits:
            self._show_columns()

    def order_said(self) -> str:
        """By what the sentences are sorted, in a few words; nothing where they stand as in the file."""
        header, rows = self.horizontalHeader(), self._list.rows
        place = max(header.sortIndicatorSection(), 0)
        key, is_down = COLUMN_KEYS[place], header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
        if key in ("score_a", "score_b"):
            letter = key[-1].upper()
            one = None if rows is None else rows.a if letter == "A" else rows.b
            is_worst = is_down == (one is not None and not one.higher_is_better)
            return f"{'worst' if is_worst else 'best'} under {letter} first"
        if key in ("changed", HITS):
            return f"{'most' if is_down else 'fewest'} {'changes' if key == 'changed' else key} first"
        if key == "number":
            return "last first" if is_down else ""
        title = str(self._list.headerData(place, Qt.Orientation.Horizontal)).replace("\n", " ")
        return f"by {title}{', largest first' if is_down and COLUMNS[place].is_number else ''}"

    def _see_sorted(self) -> None:
        """Scrolls sideways to what rows are sorted by, if the columns that people chose push it out of sight."""
        header, bar = self.horizontalHeader(), self.horizontalScrollBar()
        section = max(header.sortIndicatorSection(), 0)
        left = header.sectionPosition(section)
        right = left + header.sectionSize(section)
        self.updateGeometries()  # the bar knows the columns that are shown now
        bar.setValue(min(max(bar.value(), right - self.viewport().width()), left))

    def scrollTo(self, index: QModelIndex | QPersistentModelIndex, hint: ScrollHint = ScrollHint.EnsureVisible) -> None:
        """As Qt has it, but not sideways: rows are chosen as a whole."""
        bar = self.horizontalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        bar.setValue(before)

    def _ask_columns(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_columns_menu(menu)
        menu.popup(self.horizontalHeader().mapToGlobal(place))

    def fill_columns_menu(self, menu: QMenu) -> None:
        """A check mark per column; and how they are at first."""
        menu.clear()
        for key, title in self.names():
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(key in self.columns)
            action.setEnabled(key not in ("number", "words"))
            action.toggled.connect(lambda is_shown, key=key: self.show_column(key, is_shown))
        menu.addSeparator()
        menu.addAction("Default columns", self.reset_columns)

    def show_column(self, key: str, is_shown: bool) -> None:
        """Shows or hides a column."""
        self._chosen = _with(self.columns, key, is_shown)
        preferences.store("sentence_columns", _with(_chosen_columns() or list(self._room), key, is_shown))
        self._show_columns()

    def reset_columns(self) -> None:
        """The columns, widths and places that there are at first."""
        self._chosen, self._widths, self._chosen_widths = None, {}, {}
        preferences.forget("sentence_columns")
        preferences.store("sentence_widths", [])
        header = self.horizontalHeader()
        for place, key in enumerate(ORDER):
            header.moveSection(header.visualIndex(COLUMN_KEYS.index(key)), place)
        self.set_sizes()
        self._show_columns()

    def restore_view(self) -> None:
        """Columns, order and widths as people chose them last."""
        key, order = (*preferences.texts("sentence_order", ("number", "AscendingOrder")), "")[:2]
        self.arrange({"columns": _chosen_columns(), "widths": self._chosen_widths, "sort": [key, order]})

    def arrangement(self) -> dict[str, Any]:
        """How the table is arranged: sort order, chosen columns and widths, for a comparison file."""
        header = self.horizontalHeader()
        order = [COLUMN_KEYS[max(header.sortIndicatorSection(), 0)], header.sortIndicatorOrder().name]
        return {"sort": order, "columns": list(self.columns), "widths": dict(self._widths)}

    def arrange(self, wanted: dict[str, Any]) -> None:
        """Arranges the table as a comparison file says; what it does not say stays as it is."""
        if "columns" in wanted:
            these = wanted["columns"]
            is_usual = these is None or set(these) == set(FIRST_COLUMNS)
            self._chosen = None if is_usual else [one for one in ORDER if one in these or one in ("number", "words")]
        if "widths" in wanted:
            self._widths = {key: width for key, width in wanted["widths"].items() if key in COLUMN_KEYS}
        self.set_sizes()
        self._show_columns()
        key, order = wanted.get("sort", ("", ""))
        if key in COLUMN_KEYS:
            is_down = order == Qt.SortOrder.DescendingOrder.name
            down, up = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
            self.is_arranging = True
            self.sortByColumn(COLUMN_KEYS.index(key), down if is_down else up)
            self.is_arranging = False

    def store_view(self) -> None:
        """Remembers the widths that people chose."""
        preferences.store("sentence_widths", [f"{key}:{width}" for key, width in self._chosen_widths.items()])


def _chosen_columns() -> list[str] | None:
    chosen = preferences.texts("sentence_columns", ())
    return [key for key in ORDER if key in chosen or key in ("number", "words")] if chosen else None


def _with(columns: list[str], key: str, is_shown: bool) -> list[str]:
    return [one for one in ORDER if (one in columns or one == key) and (is_shown or one != key)]
