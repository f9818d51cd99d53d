"""The sentences dock: two measures to choose, the filter, and the table."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common import preferences
from treecompare.app.common.theme import muted
from treecompare.app.panes.filter_bar import FilterBar
from treecompare.app.panes.measure_choice import Choices, MeasurePicker, chosen_measures, remembered
from treecompare.app.panes.sentence_data import COLUMN_KEYS, COLUMNS, JUDGED_COLUMNS, Filter, SentenceData
from treecompare.app.panes.sentences_model import SentencesModel
from treecompare.comparison.base import Comparison
from treecompare.comparison.judgements import Judgements
from treecompare.errors import UsageError
from treecompare.trees.expressions import ExpressionError


class _Tail(QStyledItemDelegate):
    """Shows the end of a text that is too long: names of sentences differ there."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """As Qt has it."""
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideLeft


class SentencesPanel(QWidget):
    """One row per sentence of the chosen system."""

    selected = Signal(int)
    """The sentence to draw; -1 for none."""
    measuresChanged = Signal()

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choices = choices
        self._offered: tuple[Choices, tuple[str, ...], bool] | None = None
        self.comparison: Comparison | None = None
        self.sentences: list[str] = []
        self.system = 0
        self._sentence = -1

        self.model = SentencesModel(self)
        self.table = QTableView()
        self._set_up_table()
        self.picker_a, self.picker_b = (MeasurePicker(key, choices) for key in chosen_measures(choices))
        self.picker_a.setAccessibleName(self.tr("Measure A"))
        self.picker_b.setAccessibleName(self.tr("Measure B"))
        swap = QToolButton(text="⇄", autoRaise=True)
        swap.setToolTip(self.tr("Exchange A and B"))
        swap.setAccessibleName(swap.toolTip())
        swap.clicked.connect(self._swap)
        self.filter_bar = FilterBar()
        self.filter_bar.changed.connect(self.set_filter)
        self.model.gaveUp.connect(self.filter_bar.show_fault)
        for picker in (self.picker_a, self.picker_b):
            picker.currentIndexChanged.connect(self._show_measures)

        pickers = QHBoxLayout()
        pickers.setContentsMargins(8, 6, 8, 2)
        pickers.addWidget(QLabel("<b>A</b>"))
        pickers.addWidget(self.picker_a, 1)
        pickers.addWidget(swap)
        pickers.addWidget(QLabel("<b>B</b>"))
        pickers.addWidget(self.picker_b, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(pickers)
        layout.addWidget(self.filter_bar)
        layout.addWidget(self.table, 1)

        self.empty = QLabel(self.tr("No sentence passes the filter."), self.table)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.hide()
        self.setFocusProxy(self.table)

    def _set_up_table(self) -> None:
        table = self.table
        table.setModel(self.model)
        table.setAccessibleName(self.tr("Sentences"))
        table.setItemDelegateForColumn(COLUMN_KEYS.index("id"), _Tail(table))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setSortingEnabled(True)
        table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        # who sorts wants to see the first rows; the selection stays where it is
        table.horizontalHeader().sortIndicatorChanged.connect(lambda: QTimer.singleShot(0, table.scrollToTop))
        table.setWordWrap(False)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows = table.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setStretchLastSection(True)
        table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.model.modelReset.connect(self._restore)
        self.model.modelReset.connect(self._show_count)
        self.set_sizes()

    def set_sizes(self) -> None:
        """Row height and widths that fit the font; widths come from sample texts, never from 50,000 rows."""
        metrics = self.fontMetrics()
        self.table.verticalHeader().setDefaultSectionSize(metrics.height() + 8)
        header = self.table.horizontalHeader()
        self._digits = max(len(str(len(self.sentences))), 3)
        for number, column in enumerate(COLUMNS):
            if column.sample:
                title = str(self.model.headerData(number, Qt.Orientation.Horizontal))
                texts = [column.sample.replace("N", self._digits * "0"), *title.split("\n")]
                header.resizeSection(number, max(map(metrics.horizontalAdvance, texts)) + 21)

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

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_system(self, comparison: Comparison | None, sentences: list[str], system: int) -> None:
        """Shows a system's sentences; the chosen sentence stays chosen."""
        if len(sentences) != len(self.sentences):
            self._sentence = -1
        self.comparison, self.sentences, self.system = comparison, sentences, system
        self.model.muted = muted(self.palette())
        rows = None
        if comparison is not None:
            rows = SentenceData(comparison, sentences, system, self.key_a, self.key_b)
            has_ids = any(one != str(number) for number, one in enumerate(rows.ids, 1))
            if max(len(str(len(sentences))), 3) != self._digits:
                self.set_sizes()
            self.table.setColumnHidden(COLUMN_KEYS.index("id"), not has_ids)
        self.model.show(rows)
        self._show_judged_columns()  # may change the filter, so only now
        if rows is not None and self.current_sentence() < 0:
            self.go_to_row(0)
        self._show_count()

    def offer(self, choices: Choices, comparison: Comparison) -> None:
        """Offers the measures and the texts to look for of another comparison; what was shown of another kind goes."""
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
        self.filter_bar.offer(comparison.label_sorts(), choices.has_patterns, comparison.can_be_partial)
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
        has = (judgements.phenomena, judgements.correct, judgements.classes, judgements.notes)
        for key, found in zip(JUDGED_COLUMNS, has, strict=True):
            self.table.setColumnHidden(COLUMN_KEYS.index(key), not found)
        self.filter_bar.show_judgements(sorted(judgements.phenomena), bool(judgements.notes), bool(judgements.correct))

    @property
    def key_a(self) -> str:
        """The first measure."""
        return str(self.picker_a.currentData())

    @property
    def key_b(self) -> str:
        """The second measure."""
        return str(self.picker_b.currentData())

    def _swap(self) -> None:
        a, b = self.key_a, self.key_b
        with QSignalBlocker(self.picker_a):
            self.picker_a.choose(b)
        self.picker_b.choose(a)

    def _show_measures(self) -> None:
        for name, key in (("measure_a", self.key_a), ("measure_b", self.key_b)):
            preferences.store(remembered(name, self.choices), key)
        if self.comparison is not None:
            self.show_system(self.comparison, self.sentences, self.system)
        self.measuresChanged.emit()

    def set_filter(self, wanted: Filter) -> None:
        """Shows only what passes."""
        try:
            self.model.set_filter(wanted)
        except ExpressionError as error:
            self.filter_bar.show_fault(self.tr("Not a regular expression: {0}").format(error))
        except UsageError as error:
            self.filter_bar.show_fault(str(error))
        else:
            self.filter_bar.show_fault("")
        self._bring_words_forward(self.model.rows is not None and self.model.rows.has_marks)
        self._show_count()

    def _bring_words_forward(self, is_wanted: bool) -> None:
        """Who chose words in a table wants to see them without scrolling."""
        header, words = self.table.horizontalHeader(), COLUMN_KEYS.index("words")
        place = COLUMN_KEYS.index("length") if is_wanted else words
        if header.visualIndex(words) != place:
            header.moveSection(header.visualIndex(words), place)
            if is_wanted:
                header.resizeSection(words, self.fontMetrics().averageCharWidth() * 42)

    def nodes_found(self) -> list[tuple[str, int]]:
        """The nodes of the chosen sentence that the tree pattern of the filter matches, as (side, node)."""
        rows, wanted, sentence = self.model.rows, self.model.filter, self.current_sentence()
        if rows is None or sentence < 0 or wanted.where != "pattern" or not wanted.text:
            return []
        try:
            return rows.nodes_found(wanted.text, sentence)
        except UsageError:  # took just short enough before
            return []

    def _show_count(self) -> None:
        rows = self.model.rows
        shown, total = self.model.rowCount(), len(rows) if rows is not None else 0
        self.filter_bar.show_count(shown, total)
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
