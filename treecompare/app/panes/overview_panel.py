"""The overview at a glance: systems under all measures, errors by type, and the sentences under A against B."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QTableView, QVBoxLayout, QWidget

from treecompare.analyses.sentences import Mask
from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import visible
from treecompare.app.panes.measure_choice import Choices
from treecompare.app.panes.panel import LookedAt, Panel
from treecompare.app.panes.plots_panel import PlotsPanel
from treecompare.app.panes.systems_model import SystemsModel
from treecompare.app.panes.tables_panel import Tables, TablesPanel
from treecompare.comparison.base import Comparison
from treecompare.scores.result import ResultTable, View

ERRORS = "errors"
"""The analysis that is shown, where a kind of comparison has it."""
RATES = "Errors by type: rates"
"""The one of its tables that is seen first."""
LEAST_WIDTH, LEAST_HEIGHT = 900, 480
"""Pixels; where there are fewer the systems are alone."""
MOST_OF_SYSTEMS = 0.45
"""Part of the height that the systems have at first."""


class OneAnalysis(TablesPanel):
    """The tables of one analysis, without what is chosen or explained of all of them."""

    def __init__(self, key: str, choices: Choices) -> None:
        self._key = key
        super().__init__(choices)
        self.heading = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.heading.setProperty("look", "strong")
        layout = self.layout()
        top = layout.itemAt(0).layout() if layout is not None else None  # type: ignore[union-attr]
        assert isinstance(top, QHBoxLayout)
        top.insertWidget(0, self.heading)
        top.insertWidget(1, self.table_chooser)
        self.chooser.hide()
        self.save_button.hide()
        self.first_stop = self.pages
        self._call()

    @property
    def is_there(self) -> bool:
        """Whether the kind of comparison has this analysis."""
        return any(one.key == self._key for one in self.choices.analyses)

    def _fill_chooser(self) -> None:
        with QSignalBlocker(self.chooser):
            self.chooser.clear()
            for one in self.choices.analyses:
                self.chooser.addItem(one.title, one.key)
            self.chooser.setCurrentIndex(max(self.chooser.findData(self._key), 0))

    def _show(self, found: Tables) -> None:
        """As above; errors per opportunity come first, for systems find different numbers of constituents."""
        if not self.pages.count():
            self._wanted = RATES, ""
        super()._show(found)

    def _explain(self) -> None:
        """At a glance there is no room for what the analysis is for."""
        self.explanation.setText("")

    def _fit_tabs(self) -> None:
        """Which table it is stands in place of the heading, which says the same as the first of them."""
        self.pages.tabBar().hide()
        self.table_chooser.setVisible(self.pages.count() > 1)
        self.heading.setVisible(self.pages.count() < 2)

    def _call(self) -> None:
        super()._call()
        if hasattr(self, "heading"):
            self.heading.setText(visible(self.analysis.told(self.analysis.title, self.names_of(self.analysis))))


class OverviewPanel(FirstStop, Panel):
    """``systems``: the table of all measures and its ``model``, which others fill. ``sentencesChosen``: see :class:`PlotsPanel`."""

    sentencesChosen = Signal(object)

    def __init__(self, systems: QTableView, model: SystemsModel, choices: Choices) -> None:
        super().__init__()
        self._model = model
        self.systems, self.errors, self.plot = systems, OneAnalysis(ERRORS, choices), PlotsPanel()
        self.parts: tuple[Panel, ...] = (self.errors, self.plot)
        self.below = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self.both = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        for part in self.parts:
            self.below.addWidget(part)
            part.sentenceWanted.connect(self.sentenceWanted)
            part.foundWanted.connect(self.foundWanted)
            part.told.connect(self.told)
        self.plot.sentencesChosen.connect(self.sentencesChosen)
        self.plot.bar.together.hide()  # among the plots there is room to save and copy
        above = QWidget()
        rows = QVBoxLayout(above)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        self.legend = ElidedLabel()
        self.legend.setObjectName("muted")
        self.legend.setContentsMargins(12, 2, 12, 6)
        rows.addWidget(systems)
        rows.addWidget(self.legend)
        for widget in (above, self.below):
            self.both.addWidget(widget)
        for splitter in (self.below, self.both):
            splitter.setHandleWidth(1)
        self._by_hand = False
        self.both.splitterMoved.connect(self._moved)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.both)
        self.first_stop: QWidget = systems
        model.modelReset.connect(self._share)
        for changed in (model.modelReset, model.dataChanged):
            changed.connect(self._explain_signs)
        self._explain_signs()

    # -- how the room is shared ----------------------------------------------------------------------------------------------

    def _moved(self) -> None:
        self._by_hand = True

    def _explain_signs(self) -> None:
        said = self._model.legend(self._model.keys)
        self.legend.setText(said)
        self.legend.setVisible(bool(said))
        self._share()

    def _share(self) -> None:
        """The systems have the height of their rows, the rest the others, where there is room for them."""
        self.below.setVisible(self.width() >= LEAST_WIDTH and self.height() >= LEAST_HEIGHT)
        self.errors.setVisible(self.errors.is_there)
        if self._by_hand:
            return
        table, model = self.systems, self.systems.model()
        rows = model.rowCount() if model is not None else 0
        wanted = self.legend.sizeHint().height() if not self.legend.isHidden() else 0
        wanted += table.horizontalHeader().sizeHint().height() + rows * table.verticalHeader().defaultSectionSize()
        wanted = min(
            wanted + table.horizontalScrollBar().sizeHint().height() + 4, round(MOST_OF_SYSTEMS * self.height())
        )
        self.both.setSizes([wanted, self.height() - wanted])
        self.below.setSizes([self.width() // 2, self.width() - self.width() // 2])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another height is shared out anew."""
        super().resizeEvent(event)
        self._share()

    # -- what is shown -------------------------------------------------------------------------------------------------------

    def show_looked_at(self, looked_at: LookedAt) -> None:
        """See the base."""
        for part in self.parts:
            part.show_looked_at(looked_at)
        self._share()

    def show_filter(self, mask: Mask | None) -> None:
        """See the base."""
        for part in self.parts:
            part.show_filter(mask)

    def update_figures(self, are_others: bool = False) -> None:
        """See the base."""
        for part in self.parts:
            part.update_figures(are_others)

    def update_judgements(self, sentences: frozenset[int] | None) -> None:
        """See the base."""
        for part in self.parts:
            part.update_judgements(sentences)

    def call(self) -> None:
        """See the base."""
        for part in self.parts:
            part.call()

    def stop(self) -> None:
        """See the base."""
        for part in self.parts:
            part.stop()

    # -- the part that has the keyboard --------------------------------------------------------------------------------------

    def _part(self) -> Panel | None:
        focus = self.focusWidget()
        is_here = focus is not None and focus.hasFocus()
        return next((part for part in self.parts if is_here and part.isAncestorOf(focus)), None)

    def has_focus(self) -> bool:
        """See the base."""
        return any(part.has_focus() for part in self.parts)

    def selection_as_tsv(self) -> str:
        """See the base."""
        part = self._part()
        return part.selection_as_tsv() if part is not None else ""

    def as_table(self) -> ResultTable | None:
        """See the base: none where the systems are looked at."""
        part = self._part()
        return part.as_table() if part is not None else None

    def as_command(self, comparison: Comparison, view: View) -> str:
        """See the base."""
        part = self._part()
        return part.as_command(comparison, view) if part is not None else ""
