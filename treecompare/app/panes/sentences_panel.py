"""The sentences pane: the filter and the table; and the two measures to choose, which stand in the tool bar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common import preferences
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.theme import muted
from treecompare.app.common.worker import Newest
from treecompare.app.panes.filter_bar import FilterBar
from treecompare.app.panes.measure_choice import Choices, MeasurePicker, chosen_measures, remembered
from treecompare.app.panes.sentence_data import COLUMN_KEYS, COLUMNS, JUDGED_COLUMNS, Filter, SentenceData
from treecompare.app.panes.sentences_model import SentencesModel
from treecompare.comparison.base import Comparison
from treecompare.comparison.hits import PatternHits
from treecompare.comparison.judgements import Judgements
from treecompare.errors import UsageError
from treecompare.trees.expressions import ExpressionError

LEAST_WIDTH = 380
"""The pane is not made narrower."""
MOST_WIDTH = 480
"""Nor does it ask for more."""
LEAST_LETTERS = 20
"""So many letters of every sentence are seen."""
LARGE = 5_000
"""Among more sentences patterns are looked for in the background."""
SAMPLE = 300
"""Widths come from so many sentences."""
WORDS = COLUMN_KEYS.index("words")
ORDER = (
    "number", "words", "score_a", "score_b", "difference", "changed", *JUDGED_COLUMNS, "id", "length", "rank_a", "rank_b", "status",
)  # fmt: skip
"""The columns from left to right: what is looked at most stands first."""
FIRST_COLUMNS = ("number", "words", "score_a", "score_b", "difference", "changed", *JUDGED_COLUMNS)
"""Those that are shown until people choose; the others are in the menu of the heads."""


class _Tail(QStyledItemDelegate):
    """Shows the end of a text that is too long: names of sentences differ there."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """As Qt has it."""
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideLeft


class _Rows(QTableView):
    """The list; keys are commands, and do not look for rows that begin with them."""

    def keyboardSearch(self, search: str) -> None:
        """Does nothing."""


class SentencesPanel(FirstStop, QWidget):
    """One row per sentence of the chosen system."""

    selected = Signal(int)
    """The sentence to draw; -1 for none."""
    measuresChanged = Signal()
    menuWanted = Signal(QPoint)
    """The menu of a row, at that place of the screen."""
    filterApplied = Signal()
    """What the filter wishes is shown now, some time after it was wished."""
    counted = Signal(int, int)
    """So many sentences of so many pass the filter."""

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choices = choices
        self._offered: tuple[Choices, tuple[str, ...], bool] | None = None
        self.comparison: Comparison | None = None
        self.sentences: list[str] = []
        self.system = 0
        self._sentence = -1
        self._is_resizing = False
        self._widths: dict[str, int] = {}
        """Of columns that people made wider or narrower."""
        chosen = preferences.texts("sentence_columns", FIRST_COLUMNS)
        self._columns = [key for key in ORDER if key in chosen or key in ("number", "words")]

        self.model = SentencesModel(self)
        self.table = _Rows()
        self._set_up_table()
        self.picker_a, self.picker_b = (MeasurePicker(key, choices) for key in chosen_measures(choices))
        self.pickers = self._pickers()
        """Measures A and B to choose; who shows the panel gives them a place."""
        self.filter_bar = FilterBar()
        self.filter_bar.changed.connect(self.set_filter)
        self.model.gaveUp.connect(self.filter_bar.show_fault)
        self.looking = Newest(self)
        self.looking.done.connect(self._show_hits)
        self.looking.failed.connect(self._looking_failed)
        for picker in (self.picker_a, self.picker_b):
            picker.currentIndexChanged.connect(self._show_measures)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.filter_bar)
        layout.addWidget(self.table, 1)
        self.setMinimumWidth(LEAST_WIDTH)

        self.empty = QLabel(self.tr("No matching sentences"), self.table)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.hide()
        self.restore_view()
        self._show_columns()
        self.first_stop = self.table

    def _pickers(self) -> QWidget:
        swap = QToolButton(text="⇄", autoRaise=True)
        swap.setToolTip(self.tr("Exchange A and B"))
        swap.setAccessibleName(swap.toolTip())
        swap.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        swap.clicked.connect(self._swap)
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(4, 0, 4, 0)
        row.setSpacing(4)
        for letter, picker in (("A", self.picker_a), ("B", self.picker_b)):
            picker.setMaximumWidth(picker.fontMetrics().averageCharWidth() * 30)
            if letter == "B":
                row.addWidget(swap)
            picker.setAccessibleName(self.tr("Measure {0}").format(letter))
            label = QLabel(f"<b>{letter}</b>")
            label.setBuddy(picker)
            label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)  # it stands by its box
            row.addWidget(label)
            row.addWidget(picker, 1)
        row.addStretch(0)
        return both

    def _set_up_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.setAccessibleName(self.tr("Sentences"))
        table.setItemDelegateForColumn(COLUMN_KEYS.index("id"), _Tail(table))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setSortingEnabled(True)
        table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        table.setWordWrap(False)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows = table.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(24)
        for place, key in enumerate(ORDER):
            header.moveSection(header.visualIndex(COLUMN_KEYS.index(key)), place)
        header.sortIndicatorChanged.connect(self._sorted)
        header.sectionResized.connect(self._resized)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(lambda place: self._columns_menu().popup(header.mapToGlobal(place)))
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(
            lambda place: self.menuWanted.emit(table.viewport().mapToGlobal(place))
        )
        table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.model.modelReset.connect(self._restore)
        self.model.modelReset.connect(self._show_count)
        self.set_sizes()
        table.viewport().installEventFilter(self)

    def set_sizes(self) -> None:
        """Row height and widths that fit the font; widths come from sample texts, never from 50,000 rows."""
        metrics = self.fontMetrics()
        self.table.verticalHeader().setDefaultSectionSize(metrics.height() + 8)
        self._digits = max(len(str(len(self.sentences))), 3)
        begun = [one[:LEAST_LETTERS] + "…" for one in self.sentences[:SAMPLE]]
        widths = sorted(map(metrics.horizontalAdvance, begun)) or [metrics.averageCharWidth() * LEAST_LETTERS]
        self._least_words = widths[-1] + 13
        for number, column in enumerate(COLUMNS):
            if column.sample:
                title = str(self.model.headerData(number, Qt.Orientation.Horizontal))
                texts = [column.sample.replace("N", self._digits * "0"), *title.split("\n")]
                # the head of a column has room for the sign that tells the order above it
                width = max(map(metrics.horizontalAdvance, texts)) + 14
                self._resize(number, self._widths.get(column.key, width))
        self._fill_width()

    def wanted_width(self) -> int:
        """Width that shows all columns that are there at first, with some letters of every sentence."""
        header = self.table.horizontalHeader()
        others = sum(header.sectionSize(COLUMN_KEYS.index(key)) for key in FIRST_COLUMNS[:6] if key != "words")
        bar = self.table.verticalScrollBar().sizeHint().width()
        return min(max(others + self._least_words + bar + 4, LEAST_WIDTH), MOST_WIDTH)

    def _resize(self, column: int, width: int) -> None:
        self._is_resizing = True
        self.table.horizontalHeader().resizeSection(column, width)
        self._is_resizing = False

    def _resized(self, column: int, _before: int, width: int) -> None:
        """A width that people chose stays; the words get what is left."""
        if not self._is_resizing and width and not self.table.isColumnHidden(column):
            self._widths[COLUMN_KEYS[column]] = width
            if column != WORDS:
                self._fill_width()

    def _fill_width(self) -> None:
        """The words take what room there is, and some letters of them are seen whatever there is besides."""
        header = self.table.horizontalHeader()
        others = sum(
            header.sectionSize(column)
            for column in range(header.count())
            if column != WORDS and not header.isSectionHidden(column)
        )
        width = max(self.table.viewport().width() - others, self._least_words, self._widths.get("words", 0))
        if width != header.sectionSize(WORDS):
            self._resize(WORDS, width)

    def changeEvent(self, event: object) -> None:
        """Colours and sizes follow theme and font."""
        super().changeEvent(event)  # type: ignore[arg-type]
        if hasattr(self, "model"):
            self.model.muted = muted(self.palette())
            if event.type() == event.Type.FontChange:  # type: ignore[attr-defined]
                self.set_sizes()

    def resizeEvent(self, event: object) -> None:
        """Keeps the note about an empty table in its middle."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self.empty.resize(self.table.size())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Words fill the table, with a scroll bar and without."""
        if event.type() == QEvent.Type.Resize and watched is self.table.viewport():
            self._fill_width()
        return super().eventFilter(watched, event)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_system(self, comparison: Comparison | None, sentences: list[str], system: int) -> None:
        """Shows a system's sentences; the chosen sentence stays chosen."""
        if len(sentences) != len(self.sentences):
            self._sentence = -1
        before = self.sentences
        self.comparison, self.sentences, self.system = comparison, sentences, system
        self.model.muted = muted(self.palette())
        rows = None
        if comparison is not None:
            rows = SentenceData(comparison, sentences, system, self.key_a, self.key_b)
            rows.take_over(self.model.rows)
            if sentences is not before:
                self.set_sizes()
        wanted = self.model.filter
        is_waiting = self._looks_in_background(rows, wanted)
        if is_waiting:
            self.model.filter = replace(wanted, text="")
        self.model.show(rows)
        if is_waiting:
            self.set_filter(wanted)
        self._show_judged_columns()  # may change the filter, so only now
        if rows is not None and self.current_sentence() < 0:
            self.go_to_row(0)
        else:
            self.table.scrollTo(self.table.currentIndex())
        self._show_count()

    def offer(self, choices: Choices, comparison: Comparison) -> None:
        """Offers the measures and the texts to look for of another comparison; what was shown of another kind goes."""
        systems = tuple(comparison.table.systems)
        self.filter_bar.systems = systems
        offered = choices, comparison.label_sorts(), comparison.can_be_partial
        if offered == self._offered:
            return
        self._offered = offered
        if choices is not self.choices:
            self.choices, self.comparison = choices, None
            self.model.show(None)
            self.model.other_titles = choices.titles
            for picker, key in zip((self.picker_a, self.picker_b), chosen_measures(choices), strict=True):
                picker.offer(choices, key)
        # what was looked for says nothing of another kind
        patterns = comparison.pattern_kind if choices.has_patterns else ""
        self.filter_bar.offer(comparison.label_sorts(), patterns, comparison.can_be_partial, systems)
        self.filter_bar.reset()

    def update_rows(self) -> None:
        """Takes over what was counted since."""
        self.model.update_rows()
        self._show_count()

    def update_judgements(self) -> None:
        """Takes over what was typed."""
        self._show_judged_columns()
        self.model.update_judgements()
        self._show_count()

    def _show_judged_columns(self) -> None:
        """Columns of judgements, and the phenomena to filter by, appear when there are any."""
        judgements = self.comparison.judgements if self.comparison is not None else Judgements()
        self._show_columns()
        self.filter_bar.show_judgements(sorted(judgements.phenomena), bool(judgements.notes), bool(judgements.correct))

    @property
    def key_a(self) -> str:
        """The first measure."""
        return str(self.picker_a.currentData())

    @property
    def key_b(self) -> str:
        """The second measure."""
        return str(self.picker_b.currentData())

    def leave_undefined(self, is_defined: Callable[[str], bool]) -> None:
        """A and B, as long as nobody chose them, are measures that have scores."""
        for name, picker in (("measure_a", self.picker_a), ("measure_b", self.picker_b)):
            remembered_as = remembered(name, self.choices)
            if preferences.text(remembered_as) or is_defined(str(picker.currentData())):
                continue
            known = (*self.choices.columns, *(one.key for one in self.choices.measures))
            found = next((key for key in known if key not in (self.key_a, self.key_b) and is_defined(key)), None)
            if found is not None:
                picker.choose(found)
                preferences.forget(remembered_as)  # nobody chose it

    def _swap(self) -> None:
        a, b = self.key_a, self.key_b
        with QSignalBlocker(self.picker_a):
            self.picker_a.choose(b)
        self.picker_b.choose(a)

    def _show_measures(self) -> None:
        chosen = chosen_measures(self.choices)
        for name, key, before in zip(("measure_a", "measure_b"), (self.key_a, self.key_b), chosen, strict=True):
            if key != before:  # what nobody chose is not remembered as chosen
                preferences.store(remembered(name, self.choices), key)
        if self.comparison is not None:
            self.show_system(self.comparison, self.sentences, self.system)
        self.measuresChanged.emit()

    def _looks_in_background(self, rows: SentenceData | None, wanted: Filter) -> bool:
        """Whether the filter has a pattern of which it takes long to know what it finds."""
        is_pattern = wanted.where == "pattern" and bool(wanted.text.strip())
        return rows is not None and is_pattern and len(rows) > LARGE and not rows.knows(wanted.text)

    def set_filter(self, wanted: Filter) -> None:
        """Shows only what passes; as soon as it is known where there are many sentences and a pattern is looked for."""
        self.looking.drop()
        rows = self.model.rows
        if rows is None or not self._looks_in_background(rows, wanted):
            self._apply(wanted)
            return
        try:
            pattern = rows.comparison.compiled(wanted.text)
        except UsageError as error:
            self.filter_bar.show_fault(str(error))
            return
        self.filter_bar.show_fault("")
        self.filter_bar.show_looking()
        self.looking.ask(lambda cancel: (rows, wanted, rows.comparison.find(pattern, rows.system, cancel.flag)))

    def _show_hits(self, found: tuple[SentenceData, Filter, PatternHits] | None) -> None:
        """A pattern was looked for in the background."""
        if found is not None and found[0] is self.model.rows:
            rows, wanted, hits = found
            rows.take(wanted.text, hits)
            self._apply(wanted)
            self.filterApplied.emit()

    def _looking_failed(self, error: BaseException) -> None:
        if not isinstance(error, UsageError):
            raise error
        self.filter_bar.show_fault(str(error))
        self._show_count()

    def _apply(self, wanted: Filter) -> None:
        try:
            self.model.set_filter(wanted)
        except ExpressionError as error:
            self.filter_bar.show_fault(self.tr("Not a regular expression: {0}").format(error))
        except UsageError as error:
            self.filter_bar.show_fault(str(error))
        else:
            self.filter_bar.show_fault("")
        self._show_count()

    # -- columns and their order ---------------------------------------------------------------------------------------

    def _show_columns(self) -> None:
        judgements = self.comparison.judgements if self.comparison is not None else Judgements()
        has = (judgements.phenomena, judgements.correct, judgements.classes, judgements.notes)
        typed = {key for key, found in zip(JUDGED_COLUMNS, has, strict=True) if found}
        for number, key in enumerate(COLUMN_KEYS):
            is_shown = key in self._columns and (key not in JUDGED_COLUMNS or key in typed)
            if self.table.isColumnHidden(number) == is_shown:
                self.table.setColumnHidden(number, not is_shown)
        self._fill_width()

    def _columns_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_columns_menu(menu)
        return menu

    def fill_columns_menu(self, menu: QMenu) -> None:
        """A check mark per column; and how they are at first."""
        menu.clear()
        for key in ORDER:
            action = menu.addAction(self.model.column_name(key))
            action.setCheckable(True)
            action.setChecked(key in self._columns)
            action.setEnabled(key not in ("number", "words"))
            action.toggled.connect(lambda is_shown, key=key: self.show_column(key, is_shown))
        menu.addSeparator()
        menu.addAction(self.tr("Default columns"), self.reset_columns)

    def show_column(self, key: str, is_shown: bool) -> None:
        """Shows or hides a column; those of what people typed wait until there is any."""
        self._columns = [one for one in ORDER if (one in self._columns or one == key) and (is_shown or one != key)]
        preferences.store("sentence_columns", self._columns)
        self._show_columns()

    def reset_columns(self) -> None:
        """The columns, widths and places that there are at first."""
        self._columns, self._widths = list(FIRST_COLUMNS), {}
        preferences.store("sentence_columns", self._columns)
        preferences.store("sentence_widths", [])
        header = self.table.horizontalHeader()
        for place, key in enumerate(ORDER):
            header.moveSection(header.visualIndex(COLUMN_KEYS.index(key)), place)
        self.set_sizes()
        self._show_columns()

    def _sorted(self, column: int, order: Qt.SortOrder) -> None:
        """Who sorts wants to see what comes first."""
        preferences.store("sentence_order", [COLUMN_KEYS[max(column, 0)], order.name])
        self.go_to_row(0)

    def restore_view(self) -> None:
        """Order and widths as they were last time."""
        known = {
            key: int(width)
            for key, _, width in (one.partition(":") for one in preferences.texts("sentence_widths", ()))
            if key in COLUMN_KEYS and width.isdigit()
        }
        self._widths = known
        key, order = (*preferences.texts("sentence_order", ("number", "AscendingOrder")), "")[:2]
        if key in COLUMN_KEYS:
            wanted = Qt.SortOrder.DescendingOrder if order == "DescendingOrder" else Qt.SortOrder.AscendingOrder
            self.table.sortByColumn(COLUMN_KEYS.index(key), wanted)
        self.set_sizes()

    def arrangement(self) -> dict[str, Any]:
        """How the table is arranged: sort order, chosen columns and widths, for a comparison file."""
        header = self.table.horizontalHeader()
        order = [COLUMN_KEYS[max(header.sortIndicatorSection(), 0)], header.sortIndicatorOrder().name]
        return {"sort": order, "columns": list(self._columns), "widths": dict(self._widths)}

    def arrange(self, wanted: dict[str, Any]) -> None:
        """Arranges the table as a comparison file says; what it does not say stays as it is."""
        if "columns" in wanted:
            self._columns = [key for key in ORDER if key in wanted["columns"] or key in ("number", "words")]
        if "widths" in wanted:
            self._widths = {key: width for key, width in wanted["widths"].items() if key in COLUMN_KEYS}
        self.set_sizes()
        self._show_columns()
        key, order = wanted.get("sort", ("", ""))
        if key in COLUMN_KEYS:
            is_down = order == Qt.SortOrder.DescendingOrder.name
            down, up = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
            self.table.sortByColumn(COLUMN_KEYS.index(key), down if is_down else up)

    def store_view(self) -> None:
        """Remembers the widths that people chose."""
        preferences.store("sentence_widths", [f"{key}:{width}" for key, width in self._widths.items()])

    def nodes_found(self) -> list[tuple[str, int]]:
        """The nodes of the chosen sentence that the tree pattern of the filter matches, as (side, node)."""
        rows, wanted, sentence = self.model.rows, self.model.filter, self.current_sentence()
        if rows is None or sentence < 0 or wanted.where != "pattern" or not wanted.text:
            return []
        try:
            return rows.nodes_found(wanted.text, sentence)
        except UsageError:  # took just short enough before
            return []

    def pattern(self) -> str:
        """The pattern of the filter; empty if there is none."""
        wanted = self.model.filter
        return wanted.text if wanted.where == "pattern" else ""

    def _show_count(self) -> None:
        rows = self.model.rows
        shown, total = self.model.rowCount(), len(rows) if rows is not None else 0
        self.filter_bar.show_count(shown, total)
        self.counted.emit(shown, total)
        self.empty.setVisible(total > 0 and shown == 0)

    # -- the chosen sentence -------------------------------------------------------------------------------------------

    def current_sentence(self) -> int:
        """The chosen sentence; -1 for none."""
        return self.model.sentence(self.table.currentIndex().row())

    def _row_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        sentence = self.model.sentence(current.row())
        if sentence >= 0 and sentence != self._sentence:
            self._sentence = sentence
            self.selected.emit(sentence)

    def _restore(self) -> None:
        """After rows came or went: the chosen sentence is chosen again, or the first row."""
        row = self.model.row_of(self._sentence)
        if row < 0 and self.model.rowCount():
            row = 0
        if row >= 0:
            self.go_to_row(row)
        elif self._sentence >= 0:
            self._sentence = -1
            self.selected.emit(-1)

    def go_to_row(self, row: int) -> None:
        """Chooses a row."""
        if not 0 <= row < self.model.rowCount():
            return
        index = self.model.index(row, COLUMN_KEYS.index("number"))
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.table.scrollTo(index)

    def go_to_sentence(self, sentence: int) -> None:
        """Chooses a sentence, if it is shown."""
        self.go_to_row(self.model.row_of(sentence))

    def step(self, by: int) -> None:
        """The next row, or the one before."""
        row = self.table.currentIndex().row()
        self.go_to_row(min(max(row + by, 0), self.model.rowCount() - 1))

    def step_to_differing(self, direction: int) -> bool:
        """The next sentence, as sorted and filtered, whose trees differ; False if there is none."""
        row = self.model.next_differing(self.table.currentIndex().row(), direction)
        self.go_to_row(row)
        return row >= 0

    def selection_as_tsv(self) -> str:
        """The selected rows as text; empty if none is."""
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return self.model.tsv(rows) if rows else ""
