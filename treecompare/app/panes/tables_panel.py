"""The tables dock: one analysis at a time, its tables as pages; a click on a cell asks for the sentences behind it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.analyses.catalogue import Analysis, ResultTable, View, analysis
from treecompare.analyses.methods import average_option, command_line, measures_option
from treecompare.app.common import preferences
from treecompare.app.common.elided import ElidedBox, ElidedLabel
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import caption, tip, visible, visible_lines
from treecompare.app.common.theme import muted
from treecompare.app.common.worker import Newest
from treecompare.app.panes.measure_choice import Choices, remembered
from treecompare.app.panes.panel import LookedAt, Panel
from treecompare.app.panes.result_model import ResultModel
from treecompare.app.panes.result_page import ResultPage
from treecompare.comparison.base import Comparison
from treecompare.drawing.names import PLAIN, Names
from treecompare.errors import TreecompareError
from treecompare.scores.result import as_distances, has_scores, short_titles, with_short_names
from treecompare.scores.table import WAITING

Tables = tuple[tuple[Any, ...], list[ResultTable], bool] | None
"""What the tables depend on, the tables, and whether others follow that take longer."""
Role = Qt.ItemDataRole
PAUSE = 120
"""Milliseconds in which several changes are taken for one."""
MOST_SEEN = 50
"""Entries of the list of analyses that are seen at once, where the screen is high enough."""
NARROWEST = 120
"""Pixels of the list of tables; long titles are cut in a narrow pane, which they would else make wide."""


class TablesPanel(FirstStop, Panel):
    """Shows the tables of an :class:`Analysis`, computed in the background when they are looked at."""

    saveWanted = Signal(object)
    """The :class:`ResultTable` to save."""

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.comparison: Comparison | None = None
        self._view = View()
        self._called = PLAIN
        """What gold and system are called in the titles."""
        self._computed: tuple[Any, ...] | None = None
        self._shown: tuple[Any, ...] | None = None
        """On what the tables that are shown depend."""
        self._had_focus = False
        self._wanted = "", ""
        """The table, and the row of it, that was asked for by name."""
        self.work = Newest(self)
        self.work.done.connect(self._show)
        self.work.failed.connect(self._failed)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._compute)

        self._share = 0.0
        self._telling = QTimer(self, interval=200)
        self._telling.timeout.connect(self._tell_share)

        self.chooser = ElidedBox()
        self.chooser.setAccessibleName("Analysis")
        self.chooser.setMaxVisibleItems(MOST_SEEN)
        self.choices = choices
        self._fill_chooser()
        self.chooser.currentIndexChanged.connect(self._chosen)
        self.explanation = ElidedLabel()
        self.explanation.setObjectName("muted")
        self.distances = QCheckBox("1 − score")
        self.distances.setToolTip("Distances in place of scores: lower is better")
        self.distances.toggled.connect(lambda: self._show(self._found))
        self.distances.hide()
        self._found: Tables = None
        self._is_first = False
        """Whether what is shown are tables that others will follow."""
        self.save_button = QToolButton(text="Save…")
        self.save_button.setToolTip("Save this table as CSV, TSV or JSON")
        self.save_button.clicked.connect(self._save)
        self.pages = QTabWidget(documentMode=True, usesScrollButtons=False, elideMode=Qt.TextElideMode.ElideRight)
        self.pages.tabBar().setObjectName("results")  # Qt measures tabs that are cut in letters that are not bold
        self.pages.tabBar().setAccessibleName("Tables")
        self.table_chooser = ElidedBox()
        self.table_chooser.setAccessibleName("Tables")
        self.table_chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.table_chooser.setMinimumWidth(NARROWEST)
        self.table_chooser.hide()
        self.table_chooser.currentIndexChanged.connect(self.pages.setCurrentIndex)
        self.pages.currentChanged.connect(self.table_chooser.setCurrentIndex)
        self.note = QLabel(objectName="muted", textFormat=Qt.TextFormat.PlainText)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setWordWrap(True)
        top = QHBoxLayout()
        top.setContentsMargins(8, 6, 8, 4)
        top.setSpacing(10)
        top.addWidget(self.chooser)
        top.addWidget(self.explanation, 1)
        top.addWidget(self.distances)
        top.addWidget(self.save_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        choice = QHBoxLayout()
        choice.setContentsMargins(8, 0, 8, 4)
        choice.addWidget(self.table_chooser)
        choice.addStretch(1)
        layout.addLayout(choice)
        layout.addWidget(self.pages, 1)
        layout.addWidget(self.note, 1)
        self._say("Nothing is open.")
        self.first_stop = self.chooser
        self._call()

    # -- what is shown -------------------------------------------------------------------------------------------------

    @property
    def analysis(self) -> Analysis:
        """The chosen analysis."""
        return analysis(str(self.chooser.currentData()))

    def show_analysis(self, key: str, table: str = "", row: str = "") -> None:
        """Chooses an analysis; of its tables, once they are there, the first with such a title, and there the row of that name, in
        which Enter then opens the sentences of the system that is looked at."""
        self._wanted = table, row
        if row:
            self.chooser.setFocus()
        self.chooser.setCurrentIndex(max(self.chooser.findData(key), 0))
        if self._shown is not None and self._shown == self._state():
            self._go_to_wanted()

    def _go_to_wanted(self) -> None:
        (table, row), self._wanted = self._wanted, ("", "")
        for number in range(self.pages.count() if table else 0):
            page = self.pages.widget(number)
            if isinstance(page, ResultPage) and page.saved.title.startswith(table):
                self.pages.setCurrentIndex(number)
                names = [page.model.index(place, 0).data() for place in range(page.model.rowCount())]
                if row in names:
                    self._go_to_cell(page, names.index(row))
                return

    def _go_to_cell(self, page: ResultPage, place: int) -> None:
        """Chooses a row, and in it the first figure of the system that is looked at; with the keyboard, if that is still here."""
        page.view.selectRow(place)
        row = page.model.row(page.model.index(place, 0))
        every = ((column, page.model.table.found(row, column)) for column in range(page.model.columnCount()))
        system = self._view.system
        column = next((column for column, found in every if found is not None and found.system == system), 0)
        flags = QItemSelectionModel.SelectionFlag
        page.view.selectionModel().setCurrentIndex(page.model.index(place, column), flags.NoUpdate)
        focus = QApplication.focusWidget()
        if focus is not None and self.isAncestorOf(focus):
            page.view.setFocus()

    def show_looked_at(self, looked_at: LookedAt) -> None:
        """The tables of the chosen analysis."""
        self.offer(looked_at.choices)
        self.show_view(looked_at.comparison, looked_at.view)

    def show_view(self, comparison: Comparison | None, view: View) -> None:
        """What is looked at; the tables follow as far as they depend on it."""
        is_other = comparison is not self.comparison
        self.comparison, self._view = comparison, view
        if self._names() != self._called:
            self._call()
        if is_other:
            self._order_chooser()
        self._pause.start()

    def offer(self, choices: Choices) -> None:
        """Offers the analyses for another kind of comparison; tables of the one before go."""
        if choices is not self.choices:
            self.choices, self.comparison = choices, None
            self._fill_chooser()
            self._call()
            self.work.drop()
            self._drop_pages()
            self._say("Computing…")
            self._computed = None

    def _fill_chooser(self) -> None:
        """The last choice is chosen, if there is such a one."""
        with QSignalBlocker(self.chooser):
            self.chooser.clear()
            for one in self.choices.analyses:
                self.chooser.addItem(one.title, one.key)
            chosen = preferences.text(remembered("analysis", self.choices), self.choices.first_analysis)
            self.chooser.setCurrentIndex(max(self.chooser.findData(chosen), 0))

    def _call(self) -> None:
        """Gold and system have other names."""
        self._called = self._names()
        for place in range(self.chooser.count()):
            one = analysis(str(self.chooser.itemData(place)))
            why, said = self._why_nothing(one), one.told(one.explanation, self.names_of(one))
            self.chooser.setItemText(place, visible(one.told(one.title, self.names_of(one))))
            self.chooser.setItemData(place, tip(f"{said}. Nothing here: {why}." if why else said), Role.ToolTipRole)
            self.chooser.setItemData(place, muted(self.palette()) if why else None, Role.ForegroundRole)
        self.update_figures()

    def _why_nothing(self, one: Analysis) -> str:
        """Why an analysis has nothing to show of what is compared; empty where it has, or nobody knows yet."""
        return one.without(self.comparison) if self.comparison is not None else ""

    def _order_chooser(self) -> None:
        """Analyses that have nothing to show stand last, in grey, and say why in their tooltip."""
        chosen = self.chooser.currentData()
        wanted = [one.key for one in sorted(self.choices.analyses, key=lambda one: bool(self._why_nothing(one)))]
        if wanted == [self.chooser.itemData(place) for place in range(self.chooser.count())]:
            return
        with QSignalBlocker(self.chooser):
            for place, key in enumerate(wanted):
                self.chooser.setItemData(place, key)
            self.chooser.setCurrentIndex(wanted.index(chosen) if chosen in wanted else 0)
        self._call()

    def names_of(self, one: Analysis) -> Names:
        """What gold and system are called in the titles of an analysis' tables."""
        system = self._view.system if "system" in one.follows else None
        return PLAIN if self.comparison is None else self.comparison.names(system)

    def _names(self) -> Names:
        return PLAIN if self.comparison is None else self.comparison.names(self._view.system)

    def update_figures(self, are_others: bool = False) -> None:
        """Computes again: sentences were counted, or judgements typed."""
        self._computed = None
        self._order_chooser()
        self._pause.start()

    def update_judgements(self, sentences: frozenset[int] | None) -> None:
        """Computes again what depends on them."""
        if "judgements" in self.analysis.follows:
            self.update_figures()

    def as_table(self) -> ResultTable | None:
        """The table of the page that is shown."""
        page = self.pages.currentWidget()
        return page.saved if isinstance(page, ResultPage) else None

    def selection_as_tsv(self) -> str:
        """The selected rows of the shown page; all if none is."""
        page = self.pages.currentWidget()
        if not isinstance(page, ResultPage):
            return ""
        rows = sorted({index.row() for index in page.view.selectionModel().selectedIndexes()})
        return page.model.tsv(rows if len(rows) > 1 else range(page.model.rowCount()))

    def as_command(self, comparison: Comparison, view: View) -> str:
        """The report."""
        options = [
            "--a",
            view.key_a,
            "--b",
            view.key_b,
            *measures_option(comparison, view.keys),
            *average_option(view.average),
        ]
        options += ["--system", comparison.table.systems[view.system]]
        if "pattern" in self.analysis.follows and view.pattern:
            options += ["--where", view.pattern]
        if "queries" in self.analysis.follows:
            options += [word for path in comparison.questions.files for word in ("--queries", path)]
        if "sentence" in self.analysis.follows and view.sentence >= 0:
            options += ["--sentence", str(comparison.number_of(view.sentence))]
        distances = ["--distances"] if self.distances.isVisible() and self.distances.isChecked() else []
        return command_line(comparison, f"report {self.analysis.key}", [*options, *distances])

    def has_focus(self) -> bool:
        """Whether one of its tables has the keyboard."""
        page = self.pages.currentWidget()
        return isinstance(page, ResultPage) and page.view.hasFocus()

    def showEvent(self, event: object) -> None:
        """Computes when it comes into view."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._pause.start()

    def _chosen(self) -> None:
        preferences.store(remembered("analysis", self.choices), self.analysis.key)
        self._computed = None
        self._compute()

    def _state(self) -> tuple[Any, ...]:
        """All that the chosen analysis depends on."""
        one, view = self.analysis, self._view
        parts: list[Any] = [one.key, id(self.comparison), self._names().is_gold]
        names = ("system", "average", "variant", "baseline", "pattern", "sentence")
        parts += [getattr(view, name) for name in names if name in one.follows]
        if "measures" in one.follows:
            parts += [view.key_a, view.key_b, view.keys]
        return tuple(parts)

    def _say(self, text: str) -> None:
        self._had_focus = self._had_focus or self.has_focus()
        self._shown = self._found = None
        self.distances.hide()
        self.pages.hide()
        self.table_chooser.hide()
        self.note.setText(visible_lines(text))
        self.note.show()
        self.save_button.setEnabled(False)

    # -- computing -----------------------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether tables are being computed, or soon will be."""
        return self._pause.isActive() or self.work.is_busy

    def _compute(self) -> None:
        self._pause.stop()
        self._explain()
        comparison = self.comparison
        if not self.isVisible() or (self._computed is not None and self._computed == self._state()):
            return
        self.work.drop()
        if comparison is None:
            self._say("Nothing is open.")
            return
        if (comparison.table.statuses == WAITING).any():
            self._say("Waiting until all sentences are compared…")
            return
        one, view = self.analysis, self._view
        state = self._computed = self._state()
        if state != self._shown:  # figures of something else are not seen under this heading
            self._say("Computing…")
        if one.quick is not None:
            self.work.ask(lambda cancel: (state, one.first_tables(comparison, replace(view, cancel=cancel.flag)), True))
        else:
            self._ask_for_all()

    def _ask_for_all(self) -> None:
        comparison, one, view, state = self.comparison, self.analysis, self._view, self._computed
        if comparison is None:
            return
        self._share = 0.0
        self._telling.start()

        def tell(share: float) -> None:  # in another thread, so that it is only kept here
            self._share = share

        self.work.ask(
            lambda cancel: (state, one.tables(comparison, replace(view, cancel=cancel.flag, tell=tell)), False)
        )

    def _tell_share(self) -> None:
        """How far the tables are that others stand in for."""
        if self._is_first and self.work.is_busy:
            done = f", {100 * self._share:.0f} %" if self._share else ""
            self.explanation.setText(f"Exact figures and intervals are being computed{done}…")
        else:
            self._telling.stop()
            self._explain()

    def _explain(self) -> None:
        """What the analysis is for stands beside its title."""
        one = self.analysis
        self.explanation.setText(visible(one.told(one.explanation, self.names_of(one))))

    def _show(self, found: Tables) -> None:
        if found is None:
            return
        self._found = found
        self._shown, tables, others_follow = found
        self.distances.setVisible(any(map(has_scores, tables)))
        if self.distances.isChecked():
            tables = list(map(as_distances, tables))
        was = self.as_table()
        page = self.pages.currentIndex() if self.pages.count() == len(tables) else 0
        if was is not None and self._is_first:  # the same table among more of them
            page = next((place for place, one in enumerate(tables) if one.title == was.title), 0)
        self._is_first = others_follow
        self._drop_pages()
        if not tables:
            why = self.analysis.without(self.comparison)
            self._say(f"{why[:1].upper()}{why[1:]}." if why else f"“{self.analysis.title}” has no tables here.")
            return
        whole, comparison = tables, self.comparison
        if comparison is not None:
            tables = [with_short_names(one, comparison.gold.name, comparison.table.systems) for one in tables]
        for table, saved, title in zip(tables, whole, short_titles([table.title for table in tables]), strict=True):
            self.pages.addTab(self._page(table, saved), caption(title))
            self.pages.setTabToolTip(self.pages.count() - 1, tip(table.title))
        with QSignalBlocker(self.table_chooser):
            self.table_chooser.clear()
            self.table_chooser.addItems([visible(table.title) for table in tables])
        filled = [number for number, table in enumerate(tables) if table.rows]
        if filled and page == 0 and was is None:
            page = filled[0]  # what there is, is seen first
        for number, table in enumerate(tables):
            there = self.pages.widget(number)
            if isinstance(there, ResultPage) and not table.rows and filled:
                title = f"Show “{tables[filled[0]].title}”"
                there.empty.offer(title, partial(self.pages.setCurrentIndex, filled[0]))
        self.pages.setCurrentIndex(max(page, 0))
        self.table_chooser.setCurrentIndex(self.pages.currentIndex())
        self.note.hide()
        self.pages.show()
        self._fit_tabs()
        focus, front = QApplication.focusWidget(), self.pages.currentWidget()
        if self._had_focus and isinstance(front, ResultPage) and (focus is None or self.isAncestorOf(focus)):
            front.view.setFocus()  # who was in the table is in the next one
        self._had_focus = False
        self._go_to_wanted()
        self.save_button.setEnabled(True)
        if others_follow and self._computed == self._shown and not self.work.is_busy:
            self._ask_for_all()

    def _fit_tabs(self) -> None:
        """Tables are chosen by tabs where all titles can be read, else from a list."""
        bar = self.pages.tabBar()
        is_wide = bar.sizeHint().width() <= self.width()
        bar.setVisible(self.pages.count() > 1 and is_wide)
        self.table_chooser.setVisible(self.pages.count() > 1 and not is_wide)

    def resizeEvent(self, event: object) -> None:
        """Tabs may have room now, or none."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        if self.pages.isVisibleTo(self):
            self._fit_tabs()

    def _drop_pages(self) -> None:
        while self.pages.count():
            widget = self.pages.widget(0)
            self.pages.removeTab(0)
            if widget is not None:
                widget.deleteLater()

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, TreecompareError):
            raise error
        self._say(str(error))

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
        self._pause.stop()
        self._telling.stop()
        self.work.stop()

    # -- a page --------------------------------------------------------------------------------------------------------

    def _page(self, table: ResultTable, whole: ResultTable) -> QWidget:
        page = ResultPage(table, whole)
        page.view.clicked.connect(self._clicked)
        page.view.activated.connect(self._clicked)
        return page

    def _clicked(self, index: QModelIndex) -> None:
        model = index.model()
        if isinstance(model, ResultModel):
            found = model.table.found(model.row(index), index.column())
            if found is not None:
                self.foundWanted.emit(found)

    def _save(self) -> None:
        table = self.as_table()
        if table is not None:
            self.saveWanted.emit(table)
