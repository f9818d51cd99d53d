"""The words of the chosen sentence: how well each is parsed under Leaf-Ancestor, and why (Sampson & Babarczy 2003)."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSplitter,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import markup, visible
from treecompare.app.common.plain_table import Recolour, Refit, fit_columns, label_columns, plain_table
from treecompare.app.drawings.alignment_panel import Shown
from treecompare.app.drawings.pictures import theme_of
from treecompare.app.panes.words_strip import Edit, WordsStrip, score_colour
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.table import LINEAGE_PARTS
from treecompare.drawing.names import PLAIN, Names
from treecompare.mappings.lineages import WordScore
from treecompare.mappings.mapping import DELETED
from treecompare.measures import measure
from treecompare.scores.table import WAITING

TWO_LINES = 70
"""Pixels of height that the choices and the score need."""


class WordsPanel(FirstStop, QWidget):
    """One row per word: its score, and both lineages from the word up to the root. ``chosen(word)`` counts from 0, -1 for none."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: ConstituentComparison | None = None
        self._shown: Shown | None = None
        self._scores: list[WordScore] = []
        self.variant = ElidedBox()
        self.variant.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.variant.setAccessibleName("Variant of Leaf-Ancestor")
        self.variant.currentIndexChanged.connect(self._fill)
        self.strip = WordsStrip()
        self.note = QLabel(textFormat=Qt.TextFormat.RichText)
        self.note.setAccessibleName("Score of the sentence")
        titles = ["Word", "Score", "Gold lineage", "System lineage"]
        self.table = plain_table(titles, "Words of the sentence")
        Refit(self.table, lambda: fit_columns(self.table))
        self.table.itemSelectionChanged.connect(self._word_chosen)
        self._recolour = Recolour(self.table, self._fill_rows)
        self.strip.chosen.connect(self.table.selectRow)
        self._head = QWidget()
        top = QHBoxLayout(self._head)
        top.setContentsMargins(8, 6, 8, 6)
        top.setSpacing(10)
        top.addWidget(self.variant, 1)  # it gives way: the score says the name, too
        self.note.setWordWrap(True)
        self.note.setContentsMargins(8, 0, 8, 4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addWidget(self.note)
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self.strip)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(area)
        split.addWidget(self.table)
        split.setSizes([260, 110])
        layout.addWidget(split, 1)
        self.first_stop = self.strip

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a pane of one line that is the score; else choices would lie over it."""
        super().resizeEvent(event)
        self._head.setVisible(self.height() >= TWO_LINES)

    def show_pair(self, comparison: ConstituentComparison | None, wanted: Shown | None) -> None:
        """Shows the words of a sentence, or none."""
        if comparison is not self._comparison:
            self._show_variants(comparison)
        self._comparison, self._shown = comparison, wanted
        self._call(comparison.names(wanted.system) if comparison is not None and wanted is not None else PLAIN)
        self._fill()

    def _call(self, names: Names) -> None:
        """Says what gold and system are called."""
        titles = "Word", "Score", "Gold lineage", "System lineage"
        label_columns(self.table, [names.told(title) for title in titles])
        self.strip.names = names

    def update_pair(self) -> None:
        """Shows the words as soon as the sentence is compared."""
        if not self.table.rowCount():
            self._fill()

    def current_word(self) -> int:
        """The chosen word, from 0; -1 for none."""
        rows = self.table.selectionModel().selectedRows()
        return rows[0].row() if rows else -1

    def _show_variants(self, comparison: ConstituentComparison | None) -> None:
        before = self.variant.currentData()
        self.variant.blockSignals(True)
        self.variant.clear()
        for part in LINEAGE_PARTS:
            if comparison is None or comparison.table.has(part):
                self.variant.addItem(measure(part).title, part)
        self.variant.setCurrentIndex(max(self.variant.findData(before), 0))
        self.variant.blockSignals(False)

    def _word_chosen(self) -> None:
        word, comparison, shown = self.current_word(), self._comparison, self._shown
        edit: Edit = ()
        if word >= 0 and comparison is not None and shown is not None:
            edit = comparison.word_edit(shown.system, shown.sentence, word, self.variant.currentData())
        self.strip.show_current(word, edit)
        self.chosen.emit(word)

    def _fill(self) -> None:
        self._scores = []
        self.table.setRowCount(0)
        self.strip.show_scores([])
        self.note.clear()
        comparison, shown = self._comparison, self._shown
        # nobody looks at a hidden pane; before a sentence is compared its system may still be in preparation
        if comparison is None or shown is None or not self.isVisible():
            return
        if comparison.table.statuses[shown.system, shown.sentence] == WAITING:
            return
        part = self.variant.currentData()
        score = float(comparison.table.scores(shown.system, part)[shown.sentence])
        self.note.setText(f"{measure(part).title}: <b>{measure(part).shown(score)}</b>")
        scores = comparison.word_scores(shown.system, shown.sentence, part)
        if scores is None:
            self.note.setText(f"No scores: {markup(comparison.table.reason(shown.system, shown.sentence))}.")
            return
        self.strip.show_scores(scores)
        self._scores = scores
        self.table.setRowCount(len(scores))
        self._fill_rows()
        fit_columns(self.table)

    def _fill_rows(self) -> None:
        for row, one in enumerate(self._scores):
            self._fill_row(row, one)

    def _fill_row(self, row: int, one: WordScore) -> None:
        theme = theme_of(self.palette())
        for column, text in enumerate((one.word, f"{one.score:.3f}", one.gold, one.test)):
            item = QTableWidgetItem(visible(text))
            if column == 1:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if one.score < 1 and column < 2:
                item.setBackground(QBrush(score_colour(one.score, theme)))
            if column == 3 and one.gold != one.test:
                item.setForeground(QBrush(QColor(theme.text[DELETED])))
            self.table.setItem(row, column, item)

    def showEvent(self, event: object) -> None:
        """Fills the pane when it comes into view."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._fill()
