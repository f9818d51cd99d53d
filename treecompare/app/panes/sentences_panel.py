"""The sentences pane: the filter and the table; and the two measures to choose, which stand in the tool bar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QLabel,
    QVBoxLayout,
    QWidget,
)

from treecompare.analyses.filters import Filter, restored
from treecompare.analyses.sentence_list import COLUMN_KEYS, COLUMN_OF
from treecompare.analyses.sentences import Mask, SentenceData
from treecompare.analyses.typed_text import fault_of
from treecompare.app.common import preferences
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import visible_lines
from treecompare.app.common.theme import muted
from treecompare.app.common.wording import no_match
from treecompare.app.common.worker import Newest
from treecompare.app.panes.filter_bar import FilterBar
from treecompare.app.panes.measure_choice import Choices, MeasurePicker, chosen_measures, remembered
from treecompare.app.panes.sentences_model import SentencesModel
from treecompare.app.panes.sentences_table import HITS, SentencesTable
from treecompare.comparison.base import Comparison
from treecompare.comparison.hits import PatternHits
from treecompare.comparison.judgements import Judgements
from treecompare.comparison.texts import Texts
from treecompare.errors import UsageError

LARGE, VERY_LARGE = 5_000, 200_000
"""Among more sentences patterns are looked for in the background, and labels, tags and regular expressions."""


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
        self.sentences = Texts()
        self.system = 0
        self._baseline = 0
        self._sentence = -1
        self._is_chosen = False
        """Whether somebody chose a sentence; otherwise the panel may go to the worst one when all is counted."""
        self._moves_itself = False

        self.model = SentencesModel(self)
        self.table = SentencesTable(self.model)
        self._connect_table()
        self.picker_a, self.picker_b = (MeasurePicker(key, choices) for key in chosen_measures(choices))
        """Measures A and B to choose; who shows the panel gives them a place."""
        for letter, picker in (("A", self.picker_a), ("B", self.picker_b)):
            picker.letter = letter
            picker.setAccessibleName(f"Measure {letter}")
        self._by_hand: set[str] = set()
        """Which of A and B were chosen for this comparison."""
        self.filter_bar = FilterBar()
        self.filter_bar.changed.connect(self.set_filter)
        self.filter_bar.text.returnPressed.connect(self._go_to_hits)
        self.model.gaveUp.connect(self.filter_bar.show_fault)
        self.looking = Newest(self)
        self.looking.done.connect(self._show_hits)
        self.looking.failed.connect(self._looking_failed)
        for name, picker in (("measure_a", self.picker_a), ("measure_b", self.picker_b)):
            picker.currentIndexChanged.connect(lambda _, name=name: self._measures_chosen(name))

        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.filter_bar)
        layout.addWidget(self.table, 1)

        self.empty = QLabel(self.table, wordWrap=True, margin=12, textFormat=Qt.TextFormat.PlainText)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.hide()
        self.table.restore_view()
        self.first_stop = self.table

    def _go_to_hits(self) -> None:
        """Enter in the field: the keyboard goes to what was found, or stays with a text that finds nothing."""
        if self.model.rowCount():
            self.table.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape in the field goes back to the sentences; the window clears the filter."""
        if event.key() == Qt.Key.Key_Escape and self.filter_bar.text.hasFocus():
            self.table.setFocus()
        super().keyPressEvent(event)

    def _connect_table(self) -> None:
        table = self.table
        table.horizontalHeader().sortIndicatorChanged.connect(self._sorted)
        table.customContextMenuRequested.connect(
            lambda place: self.menuWanted.emit(table.viewport().mapToGlobal(place))
        )
        table.selectionModel().currentRowChanged.connect(self._row_changed)
        table.pressed.connect(self._chosen)
        self.model.modelReset.connect(self._restore)
        self.model.modelReset.connect(self._show_count)

    def _sorted(self, column: int, order: Qt.SortOrder) -> None:
        """Who sorts wants to see what comes first."""
        if not self.table.is_arranging:
            if COLUMN_KEYS[max(column, 0)] != HITS:
                preferences.store("sentence_order", [COLUMN_KEYS[max(column, 0)], order.name])
            self._chosen()
        self.filter_bar.show_order(self.table.order_said())
        self._show_row(0)

    def changeEvent(self, event: object) -> None:
        """Colours follow the theme."""
        super().changeEvent(event)  # type: ignore[arg-type]
        if hasattr(self, "model"):
            self.model.muted = muted(self.palette())

    def resizeEvent(self, event: object) -> None:
        """Keeps the note about an empty table in its middle."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self.empty.resize(self.table.size())

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_system(self, comparison: Comparison | None, sentences: Texts, system: int) -> None:
        """Shows a system's sentences; the chosen sentence stays chosen."""
        if len(sentences) != len(self.sentences):
            self._sentence = -1
        before = self.sentences
        self.comparison, self.sentences, self.system = comparison, sentences, system
        self.model.muted = muted(self.palette())
        rows = None
        if comparison is not None:
            rows = SentenceData(comparison, sentences, system, self.key_a, self.key_b, self._baseline)
            rows.take_over(self.model.rows)
        wanted = self.model.filter
        is_waiting = self._looks_in_background(rows, wanted)
        if is_waiting:
            self.model.filter = replace(wanted, text="")
        self.model.show(rows)
        if rows is not None and sentences is not before:
            self.table.set_sentences(sentences)  # heads say now what these have
        if is_waiting:
            self.set_filter(wanted)
        self.filter_bar.show_order(self.table.order_said())
        outcomes = comparison.outcomes.get(system) if comparison is not None else None
        self.filter_bar.show_outcomes(outcomes.counts if outcomes is not None else {})
        self._offer_judgements()  # both may change the filter, so only now
        if rows is not None and self.current_sentence() < 0:
            self._show_row(0)
        else:
            self.table.scrollTo(self.table.currentIndex())
        self._show_count()

    def offer(self, choices: Choices, comparison: Comparison) -> None:
        """Offers the measures and the texts to look for of another comparison; what was shown of another kind goes."""
        self.filter_bar.name_trees(tuple(comparison.table.systems), comparison.patterns_look_at())
        self.filter_bar.offer_discontinuous(
            comparison.has_crossing_branches and comparison.table.has("e.discontinuous")
        )
        offered = choices, comparison.label_sorts(), comparison.can_be_partial
        if offered == self._offered:
            return
        self._offered = offered
        if choices is not self.choices:
            self.choices, self.comparison = choices, None
            self.model.show(None)
            for picker, key in zip((self.picker_a, self.picker_b), chosen_measures(choices), strict=True):
                picker.offer(choices, key)
        # what was looked for says nothing of another kind
        patterns = comparison.pattern_kind if choices.has_patterns else ""
        self.filter_bar.offer(comparison.label_sorts(), patterns, comparison.can_be_partial)
        self.filter_bar.reset()

    def forget(self) -> None:
        """Shows no sentences, and is arranged as people chose it for whatever they open."""
        self.show_system(None, Texts(), 0)
        self.filter_bar.reset()
        self._is_chosen = False
        self._by_hand.clear()
        for picker, key in zip((self.picker_a, self.picker_b), chosen_measures(self.choices), strict=True):
            picker.offer(self.choices, key)
        self.table.restore_view()

    def compare_with(self, baseline: int) -> None:
        """The system beside which the sentences are looked at."""
        if baseline != self._baseline:
            self._baseline = baseline
            self.show_system(self.comparison, self.sentences, self.system)

    def update_rows(self) -> None:
        """Takes over what was counted since."""
        self.model.update_rows()
        self._show_count()

    def update_judgements(self) -> None:
        """Takes over what was typed."""
        self._offer_judgements()
        self.model.update_judgements()
        self._show_count()

    def _offer_judgements(self) -> None:
        """Phenomena and judgements to filter by appear when there are any."""
        judgements = self.comparison.judgements if self.comparison is not None else Judgements()
        self.filter_bar.show_judgements(sorted(judgements.phenomena), bool(judgements.notes), bool(judgements.correct))

    @property
    def key_a(self) -> str:
        """The first measure."""
        return str(self.picker_a.currentData())

    @property
    def key_b(self) -> str:
        """The second measure."""
        return str(self.picker_b.currentData())

    def score_said(self, key: str) -> str:
        """The score of the chosen sentence under A or B."""
        rows, sentence = self.model.rows, self.current_sentence()
        if rows is None or sentence < 0:
            return ""
        return COLUMN_OF["score_a" if key == self.key_a else "score_b"].text(rows, sentence)

    def leave_undefined(self, is_defined: Callable[[str], bool]) -> None:
        """A and B, as long as nobody chose them for these files, are measures that have scores: what people chose for others, or
        the first that are usual for these."""
        if self.comparison is None:
            return
        known = (*self.comparison.usual_keys, *self.choices.columns, *(one.key for one in self.choices.measures))
        before = self.key_a, self.key_b

        def stays(name: str, key: str) -> bool:
            is_remembered = bool(preferences.text(remembered(name, self.choices)))
            return name in self._by_hand or (is_remembered and is_defined(key))

        for name, picker, other, is_taken in (
            ("measure_a", self.picker_a, self.picker_b, stays("measure_b", self.key_b)),
            ("measure_b", self.picker_b, self.picker_a, True),
        ):
            now, theirs = str(picker.currentData()), str(other.currentData()) if is_taken else ""
            if stays(name, now) or (now != theirs and is_defined(now)):
                continue
            found = next((key for key in known if key != theirs and is_defined(key)), None)
            if found is not None:
                picker.offer(self.choices, found)  # nobody chose it
        if before != (self.key_a, self.key_b):
            self._show_measures()

    def swap_measures(self) -> None:
        """A becomes B, and B A."""
        a, b = self.key_a, self.key_b
        for picker, key in ((self.picker_a, b), (self.picker_b, a)):
            picker.offer(self.choices, key)
        self._measures_chosen("measure_a", "measure_b")

    def arrangement(self) -> dict[str, Any]:
        """Measures A and B, the filter, and how the table is arranged, for a comparison file."""
        filtered = self.filter_bar.wish().stored()
        return {"a": self.key_a, "b": self.key_b, "filter": filtered} | self.table.arrangement()

    def arrange(self, wanted: dict[str, Any]) -> None:
        """Goes back to what a comparison file kept; measures of another kind of comparison stay as they are."""
        before = self.key_a, self.key_b
        for name, picker in (("a", self.picker_a), ("b", self.picker_b)):
            if picker.findData(wanted.get(name, "")) >= 0:
                picker.offer(self.choices, wanted[name])
                self._by_hand.add(f"measure_{name}")
        if before != (self.key_a, self.key_b):
            self._show_measures()
        if "filter" in wanted:
            self.filter_bar.show_wish(restored(wanted["filter"]))
        self.table.arrange(wanted)

    def _measures_chosen(self, *names: str) -> None:
        """People chose them, for this comparison and for others that have them."""
        self._by_hand.update(names)
        for name in names:
            key = self.key_a if name == "measure_a" else self.key_b
            preferences.store(remembered(name, self.choices), key)
        self._show_measures()

    def _show_measures(self) -> None:
        if self.comparison is not None:
            self.show_system(self.comparison, self.sentences, self.system)
        self.measuresChanged.emit()

    def _looks_in_background(self, rows: SentenceData | None, wanted: Filter) -> bool:
        """Whether it takes long to know in which sentences the text of the filter is found."""
        if rows is None or not wanted.text.strip() or rows.knows(wanted):
            return False
        is_quick = wanted.where == "words" and not wanted.is_regex
        return len(rows) > (LARGE if wanted.where == "pattern" else VERY_LARGE) and not is_quick

    def set_filter(self, wanted: Filter) -> None:
        """Shows only what passes; as soon as it is known where there are so many sentences that looking takes long."""
        self.looking.drop()
        rows = self.model.rows
        if rows is None or not self._looks_in_background(rows, wanted):
            self._apply(wanted)
            return
        try:
            wanted.check()
            if wanted.where == "pattern":
                rows.comparison.compiled(wanted.text)
        except UsageError as error:
            self.filter_bar.show_fault(fault_of(error))
            return
        self.filter_bar.show_fault("")
        self.filter_bar.show_looking()
        self.looking.ask(lambda cancel: (rows, wanted, rows.look(wanted, cancel)))

    def _show_hits(self, found: tuple[SentenceData, Filter, PatternHits | Mask] | None) -> None:
        """A text was looked for in the background."""
        if found is not None and found[0] is self.model.rows:
            rows, wanted, hits = found
            rows.take(wanted, hits)
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
        except UsageError as error:
            self.filter_bar.show_fault(fault_of(error))
        else:
            self.filter_bar.show_fault("")
        self._show_count()

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

    def call(self) -> None:
        """Gold and system have other names."""
        self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.model.columnCount() - 1)

    def _show_count(self) -> None:
        rows = self.model.rows
        shown, total = self.model.rowCount(), len(rows) if rows is not None else 0
        self.filter_bar.show_looking(False)
        self.table.show_hits()
        self.counted.emit(shown, total)
        is_empty = total > 0 and shown == 0
        if is_empty:
            self.empty.setText(visible_lines(no_match(self.filter_bar.told())))
        self.empty.setVisible(is_empty)

    # -- the chosen sentence -------------------------------------------------------------------------------------------

    def current_sentence(self) -> int:
        """The chosen sentence; -1 for none."""
        return self.model.sentence(self.table.currentIndex().row())

    def _row_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        sentence = self.model.sentence(current.row())
        self._is_chosen |= sentence >= 0 and not self._moves_itself
        if sentence >= 0 and sentence != self._sentence:
            self._sentence = sentence
            self.selected.emit(sentence)

    def _chosen(self, _index: QModelIndex | None = None) -> None:
        self._is_chosen = True

    def _restore(self) -> None:
        """After rows came or went: the chosen sentence is chosen again, or the first row."""
        row = self.model.row_of(self._sentence)
        if row < 0 and self.model.rowCount():
            row = 0
        if row >= 0:
            self._show_row(row)
        elif self._sentence >= 0:
            self._sentence = -1
            self.selected.emit(-1)

    def go_to_row(self, row: int) -> None:
        """Chooses a row."""
        self._chosen()
        self._show_row(row)

    def _show_row(self, row: int) -> None:
        if not 0 <= row < self.model.rowCount():
            return
        index = self.model.index(row, COLUMN_KEYS.index("number"))
        flags = QItemSelectionModel.SelectionFlag
        before, self._moves_itself = self._moves_itself, True
        self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._moves_itself = before
        self.table.scrollTo(index)

    def go_to_sentence(self, sentence: int) -> None:
        """Chooses a sentence, if it is shown."""
        self.go_to_row(self.model.row_of(sentence))

    def go_to_telling(self, is_sample: bool = False) -> None:
        """Shows the sentence that tells most (:meth:`SentenceList.telling`): once, and only if nobody has chosen one."""
        is_chosen, row = self._is_chosen, self.model.telling(is_sample)
        self._chosen()
        if is_chosen or row < 0:
            return
        self._show_row(row)
        self.table.scrollTo(self.table.currentIndex(), self.table.ScrollHint.PositionAtCenter)

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
