"""The Errors pane: what is wrong in the chosen sentence, error by error, with what each costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from treecompare.analyses.error_exports import error_text
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.wording import no_match, unbroken
from treecompare.app.common.worker import Newest
from treecompare.app.panes.panel import LookedAt, Panel
from treecompare.comparison.base import Comparison
from treecompare.errors import TreecompareError
from treecompare.mappings.errors import Error, ErrorType, Node
from treecompare.scores.table import WAITING

_MOVED = "Moved"
"""Goes without saying: there is an arrow."""


class _List(QListWidget):
    """Nothing is chosen when the keyboard comes; the first arrow chooses the first item, Escape none."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See above."""
        if event.key() == Qt.Key.Key_Escape and self.selectedIndexes():
            self.clearSelection()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.count() and not self.selectedIndexes():
            self.setCurrentRow(0, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            super().keyPressEvent(event)


class ErrorsPanel(Panel):
    """Lists the errors of a sentence. ``chosen(error, text)``: one was chosen (None: none), with what it costs."""

    chosen = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: Comparison | None = None
        self._place = 0, -1
        self._errors: list[Error] = []
        self.lit: tuple[Error, str] | None = None
        """The error that people chose, and its costs."""
        self._marked: tuple[Sequence[Node], bool] = (), False
        """What is looked at, for when the list is filled."""
        self._filled: object = None
        """What the list shows: a comparison, system and sentence."""
        self.about = QLabel()
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setWordWrap(True)
        self.about.setMinimumWidth(1)  # a word that is too long widens no pane
        self.about.setAccessibleName("Errors of the sentence")
        self.about.setContentsMargins(12, 8, 12, 6)
        self.list = _List()
        self.list.setAccessibleName("Errors")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setWordWrap(True)
        self.list.setSpacing(2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemSelectionChanged.connect(self._choose)
        self.list.itemClicked.connect(
            lambda _: self._choose()
        )  # also the one that is chosen, when something else was lit since
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.about)
        layout.addWidget(self.list, 1)
        self.setFocusProxy(self.list)
        self.work = Newest(self)
        self.work.done.connect(self._computed)
        self.work.failed.connect(self._failed)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show_looked_at(self, looked_at: LookedAt) -> None:
        """The errors of the sentence."""
        comparison, place = looked_at.comparison, (looked_at.view.system, looked_at.view.sentence)
        if (comparison, place) != (self._comparison, self._place):
            self._comparison, self._place = comparison, place
            self._filled, self._marked, self.lit = None, ((), False), None
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
        self._show([])
        if comparison is None:
            self._say("Choose a sentence to see its errors.")
        elif sentence < 0:
            self._say(no_match())
        elif not comparison.error_types:
            self._say("Error types need constituents or dependencies.")
        elif (comparison.table.statuses[system] == WAITING).any():
            self._say(self._told("Error types follow when all sentences are compared."))
        else:
            self._say(self._told("Looking for errors…"))
            wanted = comparison, (system, sentence)
            self.work.ask(lambda cancel: (wanted, comparison.errors(system, cancel.flag)))

    def _computed(self, result: Any) -> None:
        if result is None:
            return
        (comparison, place), errors = result
        if (comparison, place) != (self._comparison, self._place):
            return
        self._filled = place
        system, sentence = place
        found = errors.of(sentence)
        if not errors.analysed[sentence]:
            reason = comparison.table.reason(system, sentence)
            told = self._told("No error analysis: {0}")
            self._say(told.format(reason or "there is no parse"))
            return
        costs = ", ".join(
            f"{cost.name} {sum(getattr(one, cost.column) for one in found)}" for cost in comparison.error_costs
        )
        count = "1 error" if len(found) == 1 else f"{len(found)} errors"
        self._say(f"{self._told(count)}; cost: {costs}" if found else self._told("No errors."))
        self._show(found)
        self.mark(*self._marked)

    def _say(self, text: str) -> None:
        self.about.setText(visible(text))

    def _failed(self, error: BaseException) -> None:
        self._say(self._told("The errors could not be found: {0}").replace("{0}", str(error)))
        if not isinstance(error, TreecompareError):
            raise error

    def _show(self, errors: list[Error]) -> None:
        self._errors, self.lit = [], None  # nothing is chosen while the list changes
        self.list.clear()
        comparison = self._comparison
        if comparison is not None and errors:
            for one in errors:
                lines = filter(None, (self._title(one), unbroken(self._said(one))))
                item = QListWidgetItem("\n".join(map(visible, lines)))
                explanation = next((kind.explanation for kind in comparison.error_types if kind.has(one)), "")
                item.setToolTip(tip(self._told(explanation)))
                self.list.addItem(item)
        self._errors = errors

    def _title(self, error: Error) -> str:
        assert self._comparison is not None
        name = self._told(_named(self._comparison.error_types, error))
        shown = error_text(self._comparison, *self._place, error)
        return f"{name}: {error.label} {shown}" if error.label and error.label != shown else f"{name}: {shown}"

    def _said(self, error: Error) -> str:
        heights = {"high": "too high", "low": "too low"}
        sites = f"{error.source} → {error.target}" if error.source and error.target else ""
        assert self._comparison is not None
        kind, about = (_named(among, error) for among in (self._comparison.error_kinds, self._comparison.error_types))
        what = kind if kind not in (about, _MOVED) else ""
        height = heights.get(error.height, error.height)
        return " · ".join(filter(None, (self._told(what), sites, self._told(height), self._costs(error))))

    def _costs(self, error: Error) -> str:
        assert self._comparison is not None
        return ", ".join(f"{cost.name} {getattr(error, cost.column)}" for cost in self._comparison.error_costs)

    # -- choosing one ----------------------------------------------------------------------------------------------------

    def _choose(self) -> None:
        rows = [index.row() for index in self.list.selectedIndexes()]
        if not self._errors:  # the list is being filled
            return
        self.lit = (self._errors[rows[0]], self._costs(self._errors[rows[0]])) if rows else None
        self.chosen.emit(*(self.lit or (None, "")))

    def mark(self, nodes: Sequence[Node], is_chosen: bool) -> None:
        """Goes to the first error of which one of these nodes of the sentence is, now or as soon as the errors are known.

        ``is_chosen``: as if people chose it in the list; else what is lit in the drawing stays.
        """
        self._marked = nodes, is_chosen
        wanted = set(nodes)
        own = [row for row, error in enumerate(self._errors) if wanted.intersection(error.nodes)]
        own += [row for row, error in enumerate(self._errors) if wanted.intersection(error.moved)]
        if own and own[0] not in [index.row() for index in self.list.selectedIndexes()]:
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


def _named(among: Sequence[ErrorType], error: Error) -> str:
    return next((one.title for one in among if one.has(error)), error.kind)
