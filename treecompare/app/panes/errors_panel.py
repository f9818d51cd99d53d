"""The Errors pane: what is wrong in the chosen sentence, error by error, with what each costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from treecompare.analyses.sentence_errors import SentenceErrors, sentence_errors, why_no_errors
from treecompare.app.common.bar import control
from treecompare.app.common.nothing import NothingHere
from treecompare.app.common.plain import caption, tip, visible
from treecompare.app.common.wording import SHOW_ALL, no_match
from treecompare.app.common.worker import Newest
from treecompare.app.panes.error_counts import HeatRow, TypeBars
from treecompare.app.panes.error_rows import EDGES, ErrorRows, row_height, strong_font
from treecompare.app.panes.flow_layout import FlowLayout
from treecompare.app.panes.panel import LookedAt, Panel
from treecompare.comparison.base import Comparison
from treecompare.drawing.names import short_names
from treecompare.errors import TreecompareError
from treecompare.mappings.errors import Error, Node
from treecompare.trees.characters import unbroken

LINE = 40
"""Pixels of a row where there is room for one only."""
LEAST_ROWS = 2
"""So many rows are seen before anything stands below them."""
LEAST_BARS = 4


class ErrorsPanel(Panel):
    """Lists the errors of a sentence, and how many there are elsewhere. ``chosen(error)``: one was chosen (None: none).
    ``systemWanted(system)``: the errors of another system."""

    chosen = Signal(object)
    systemWanted = Signal(int)
    nextWanted = Signal()
    """The next sentence in which something differs."""
    tableWanted = Signal(str)
    """All systems, in a table of the overview."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: Comparison | None = None
        self._place = 0, -1
        self._errors: list[Error] = []
        self._found: SentenceErrors | None = None
        self._counted: SentenceErrors | None = None
        """What the counts below the rows are of."""
        self.lit: Error | None = None
        """The error that people chose."""
        self._marked: tuple[Sequence[Node], bool] = (), False
        """What is looked at, for when the list is filled."""
        self._filled: object = None
        """What the list shows: a comparison, system and sentence."""
        self.about, self.costs = QLabel(), QLabel(objectName="muted")
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setWordWrap(True)
        self.about.setMinimumWidth(1)  # a word that is too long widens no pane
        self.about.setAccessibleName("Errors of the sentence")
        self.costs.setAccessibleName("What they cost")
        self._top = QHBoxLayout()
        self._top.addWidget(self.about, 1)
        self._top.addWidget(self.costs)
        self.nothing = NothingHere()
        self.chips = QWidget()
        self._chip_flow = FlowLayout(self.chips)
        self._chip_flow.setContentsMargins(12, 0, 12, 8)
        self._chip_group = QButtonGroup(self)
        self._chip_group.buttonClicked.connect(lambda chip: self.show_only(str(chip.property("type"))))
        self.list = ErrorRows()
        self.list.itemSelectionChanged.connect(self._choose)
        self.list.itemClicked.connect(
            lambda _: self._choose()
        )  # also the one that is chosen, when something else was lit since
        self.list.allWanted.connect(lambda row: self._show_all(self.list.item(row).data(Qt.ItemDataRole.UserRole).key))
        self.heat, self.bars = HeatRow(), TypeBars()
        self.heat_title, self.bars_title = QLabel("This sentence, all systems"), QLabel()
        for label in (self.heat_title, self.bars_title):
            label.setProperty("look", "strong")
            label.setContentsMargins(12, 10, 12, 4)
            label.setMinimumWidth(1)
        self.bars_title.setTextFormat(Qt.TextFormat.PlainText)
        self.heat.systemWanted.connect(self.systemWanted)
        self.bars.typeWanted.connect(lambda row: self._show_all(self._bar_keys[row]))
        self._bar_keys: list[str] = []
        self.compare = control(text="Compare systems in Overview ›")
        self.compare.setAutoRaise(True)
        self.compare.setObjectName("link")
        self.compare.clicked.connect(lambda: self.tableWanted.emit("errors"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._top)
        for widget in (self.nothing, self.chips, self.list, self.heat_title, self.heat, self.bars_title):
            layout.addWidget(widget)
        layout.addWidget(self.bars, 1)
        layout.setStretchFactor(self.nothing, 1)
        layout.addWidget(self.compare, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(0)
        self._of_systems: tuple[QWidget, ...] = self.heat_title, self.heat, self.compare
        self._of_types: tuple[QWidget, ...] = self.bars_title, self.bars
        self._show([])
        self.setFocusProxy(self.list)
        self.work = Newest(self)
        self.work.done.connect(self._computed)
        self.work.failed.connect(self._failed)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_looked_at(self, looked_at: LookedAt) -> None:
        """The errors of the sentence."""
        comparison, place = looked_at.comparison, (looked_at.view.system, looked_at.view.sentence)
        if (comparison, place) != (self._comparison, self._place):
            is_other = comparison is not self._comparison
            self._comparison, self._place = comparison, place
            self._filled, self._marked, self.lit = None, ((), False), None
            if is_other:  # nothing is kept of the one before
                self._found = None
                self._show([])
            self._fill()

    def call(self) -> None:
        """Tells errors, or differences between two analyses that are called by their names."""
        if self._comparison is not None:
            self._filled = None
            self._fill()

    def _told(self, text: str) -> str:
        return text if self._comparison is None else self._comparison.names(self._place[0]).told_of_errors(text)

    def update_figures(self, are_others: bool = False) -> None:
        """Shows the errors as soon as all sentences are compared."""
        if self._filled is None:
            self._fill()

    def _fill(self) -> None:
        """Asks for the errors where somebody looks."""
        comparison, (system, sentence) = self._comparison, self._place
        if not self.isVisible():
            return
        found, said = self._found, ""
        if comparison is None:
            said = "Choose a sentence to see its errors."
        elif sentence < 0:
            said = no_match()
        else:
            said = why_no_errors(comparison, system)
        if said or found is None or (found.comparison, found.system) != (comparison, system):
            self._found = None  # else counts of all sentences stay in sight
        self._show([])
        self._say(said or self._told("Looking for errors…"))
        if said == no_match():
            self.nothing.offer(SHOW_ALL, self.allWanted.emit)
        if comparison is not None and not said:
            self.work.ask(
                lambda cancel: sentence_errors(comparison, system, sentence, comparison.errors(system, cancel.flag))
            )

    def _computed(self, found: SentenceErrors | None) -> None:
        if found is None or (found.comparison, (found.system, found.sentence)) != (self._comparison, self._place):
            return
        self._filled, self._found = self._place, found
        own = found.own
        self._say(found.said(), unbroken(found.costs()) if own else "")
        if not own and found.errors.analysed[found.sentence]:
            self.nothing.offer("Next difference (N)", self.nextWanted.emit)
        self._show(own)
        self.mark(*self._marked)

    def _say(self, text: str, costs: str = "") -> None:
        for label, said in ((self.about, text), (self.costs, costs)):
            label.setText(visible(said) if costs else "")
            label.setVisible(bool(costs))
        self.about.setFont(strong_font(self.font()))
        self.nothing.say("" if costs else visible(text))
        self.nothing.withdraw()
        self.nothing.setVisible(not costs)

    def _failed(self, error: BaseException) -> None:
        self._say(self._told("The errors could not be found: {0}").replace("{0}", str(error)))
        if not isinstance(error, TreecompareError):
            raise error

    def _show(self, errors: list[Error]) -> None:
        """The rows, and all that is around them."""
        self._errors, self.lit = [], None  # nothing is chosen while the list changes
        self.list.clear()
        found = self._found
        if found is not None and errors:
            for row in found.rows():
                self.list.add(row)
        self.list.scrollToTop()
        self._errors = errors
        self._show_chips()
        self._show_counts(found)
        self._arrange()

    def _show_chips(self) -> None:
        """A chip for each type of error that there is; none where there is one type."""
        for chip in self._chip_group.buttons():
            self._chip_group.removeButton(chip)
            self._chip_flow.removeWidget(chip)
            chip.deleteLater()
        rows = self.list.shown()
        titles = dict.fromkeys((row.key, row.title) for row in rows)
        for key, title in [("", "All"), *titles] if len(titles) > 1 else []:
            number = sum(row.key == key for row in rows) if key else len(rows)
            chip = QToolButton(text=caption(f"{title} {number}"), checkable=True, objectName="phenomenon")
            chip.setAccessibleName(f"Only {title}: {number}" if key else f"All errors: {number}")
            chip.setProperty("type", key)
            chip.setChecked(not key)
            self._chip_group.addButton(chip)
            self._chip_flow.addWidget(chip)

    def show_only(self, key: str) -> None:
        """Only errors of that type are listed; all with an empty key."""
        for chip in self._chip_group.buttons():
            chip.setChecked(chip.property("type") == key)
        self.list.show_only(key)
        self._arrange()

    def _show_counts(self, found: SentenceErrors | None) -> None:
        """Other systems, and other sentences."""
        if found is self._counted:
            return
        self._counted = found
        if found is None:
            self._bar_keys = []
            self.bars.clear()
            return
        comparison, system = found.comparison, found.system
        names = short_names(comparison.gold.name, comparison.table.systems)
        self.heat.show_counts(names, found.by_system, system, self._told("errors"))
        kinds = found.types()
        self._bar_keys = [kind.key for kind in kinds]
        self.bars.show_counts([(visible(self._told(kind.title)), found.numbers[kind.key]) for kind in kinds])
        sentences = int(np.count_nonzero(found.errors.analysed))
        self.bars_title.setText(visible(f"{names[system]}, {sentences:,} sentences: {len(found.errors):,}"))
        self.bars_title.setToolTip(
            tip(self._told("All errors of this system, in all sentences of which it has a parse"))
        )

    def _arrange(self) -> None:
        """The rows have the room that they need, the counts what is left; what would leave them too little is not there."""
        found = self._found
        row, content = row_height(self.list.font()), self.list.whole_height() if self._errors else 0
        width = max(self.width(), 1)
        is_line = bool(self._errors) and self.height() < 2 * row
        has_top = bool(self._errors) and not is_line
        for label in (self.about, self.costs):
            label.setVisible(has_top)
        self._top.setContentsMargins(*((12, 8, 12, 6) if has_top else (0, 0, 0, 0)))
        self.list.set_line(LINE - EDGES if is_line else 0)
        room = self.height() - (
            self._top.totalHeightForWidth(width) if self._errors else self.nothing.sizeHint().height()
        )
        chips = self._chip_flow.heightForWidth(width) if self._chip_group.buttons() else 0
        has_chips = not is_line and 0 < chips <= room - min(content, row)
        self.chips.setVisible(has_chips)
        room -= chips * has_chips
        least = min(content, LEAST_ROWS * row)
        heat = self.heat_title.sizeHint().height() + self.heat.heightForWidth(width) + self.compare.sizeHint().height()
        bars = self.bars_title.sizeHint().height() + LEAST_BARS * (self.fontMetrics().height() + 8)
        has_heat = found is not None and len(found.by_system) > 1 and room >= least + heat
        has_bars = found is not None and self.bars.count() > 0 and room >= least + heat * has_heat + bars
        for part in self._of_systems:
            part.setVisible(has_heat)
        for part in self._of_types:
            part.setVisible(has_bars)
        taken = heat * has_heat + bars * has_bars
        self.list.setFixedHeight(LINE if is_line else max(min(content, room - taken), 0))
        self.list.setVisible(content > 0)
        self.bars.setMaximumHeight(self.bars.whole_height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See :meth:`_arrange`."""
        super().resizeEvent(event)
        self._arrange()

    def _show_all(self, key: str) -> None:
        """Asks for all sentences of the system with errors of that type."""
        if self._found is not None and (found := self._found.all_of(key)) is not None:
            self.foundWanted.emit(found)

    # -- choosing one ----------------------------------------------------------------------------------------------------

    def _choose(self) -> None:
        rows = [index.row() for index in self.list.selectedIndexes()]
        if not self._errors:  # the list is being filled
            return
        self.lit = self._errors[rows[0]] if rows else None
        self.bars.emphasise(self.list.item(rows[0]).data(Qt.ItemDataRole.UserRole).title if rows else "")
        self.chosen.emit(self.lit)

    def mark(self, nodes: Sequence[Node], is_chosen: bool) -> None:
        """Goes to the first error of which one of these nodes of the sentence is, now or as soon as the errors are known.

        ``is_chosen``: as if people chose it in the list; else what is lit in the drawing stays.
        """
        self._marked = nodes, is_chosen
        wanted = set(nodes)
        own = [row for row, error in enumerate(self._errors) if wanted.intersection(error.nodes)]
        own += [row for row, error in enumerate(self._errors) if wanted.intersection(error.moved)]
        if own and own[0] not in [index.row() for index in self.list.selectedIndexes()]:
            if self.list.item(own[0]).isHidden():
                self.show_only("")
            self.list.blockSignals(not is_chosen)
            self.list.setCurrentRow(own[0])
            self.list.blockSignals(False)

    def showEvent(self, event: QEvent) -> None:
        """Fills the pane when it comes into view."""
        super().showEvent(event)  # type: ignore[arg-type]
        self.update_figures()

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
        self.work.stop()
