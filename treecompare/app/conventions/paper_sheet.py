"""*A paper says…*: a published figure is typed, and the conventions that give it are listed, each with its command."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QTableWidgetItem, QWidget

from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.plain import tip, visible, visible_lines
from treecompare.app.common.plain_table import Refit, fit_columns, plain_table
from treecompare.app.common.sheet import MARGIN, Sheet
from treecompare.app.common.worker import Worker
from treecompare.app.shell.command import command
from treecompare.app.window.annex import Annex
from treecompare.drawing.names import short_names
from treecompare.errors import TreecompareError

if TYPE_CHECKING:  # they need numpy, without which the window opens
    from treecompare.comparison.answered import Outcomes
    from treecompare.comparison.base import AnyTreebank

EXAMPLES = {"constituents": "LR=84.1 LP=83.5 LF=83.6", "dependencies": "UAS=84.1 LAS=81.2"}

KEYS_SAID = (
    "F R P, with L or U before them: with or without labels; CM complete, CB crossing, TA tags; UAS, LAS, LA, CLAS, MLAS, BLEX, "
    "ELAS"
)


class PaperCommands(Annex):
    """The command that opens the sheet, also in the menu of a system."""

    @command(
        "&A paper says…", tip="Which conventions of an evaluation give a published figure",
        kinds=("constituents", "dependencies"),
    )  # fmt: skip
    def paper_says(self) -> PaperSheet | None:
        """Asks for figures of a paper and looks for the conventions that give them."""
        comparison = self.session.comparison
        if comparison is None:
            return None
        names, system = comparison.table.systems, max(self.space().view().system, 0)
        outcomes = {names[number]: one for number, one in comparison.outcomes.items()}
        sheet = PaperSheet(self.window, comparison.gold, comparison.systems, system, outcomes)
        sheet.open()
        return sheet

    def fill_system_menu(self, menu: QMenu) -> None:
        """Adds the command."""
        menu.addActions([one for one in self.window.actions() if one.objectName() == "paper_says"])


class PaperSheet(Sheet):
    """Looks while it is open; closing it ends the search."""

    def __init__(
        self,
        window: QWidget,
        gold: AnyTreebank,
        systems: Sequence[AnyTreebank],
        system: int,
        outcomes: Mapping[str, Outcomes],
    ) -> None:
        said = (
            "Which conventions give a published figure? Type figures as they are printed, those of one paper together."
        )
        from treecompare.comparison.base import Cancel

        super().__init__("A paper says…", said, window, 760)
        self._gold, self._systems, self._outcomes = gold, list(systems), outcomes
        self._worker: Worker | None = None
        self._cancel = Cancel()
        self._commands: list[str] = []
        self.field = QLineEdit(placeholderText=EXAMPLES.get(gold.kind, ""), clearButtonEnabled=True)
        self.add_row("Figures", self.field, KEYS_SAID)
        self.system = ElidedBox()
        self.system.addItems(list(map(visible, short_names(gold.name, [one.name for one in systems]))))
        self.system.setCurrentIndex(system)
        self.add_row("System", self.system)
        self.answer = QLabel(objectName="answer")
        self.answer.setWordWrap(True)
        self.answer.setTextInteractionFlags(self.answer.textInteractionFlags().TextSelectableByMouse)
        self.answer.hide()
        self.table = plain_table(("Convention", "Values", "Cost"), "Conventions")
        self.table.setMinimumHeight(180)
        self.table.hide()
        Refit(self.table, lambda: fit_columns(self.table))
        self.table.itemSelectionChanged.connect(self._chosen)
        self.area.setFixedHeight(self.rows.sizeHint().height() + 4)  # all other room is the table's
        self.below.addWidget(self.answer)
        self.below.addWidget(self.table, 1)
        self.copy = self.add_button("Copy command", self._copy)
        self.copy.setEnabled(False)
        self.foot.addStretch(1)
        self.add_button("Close", self.reject)
        self.search = self.add_button("Search", self._search_or_stop, is_main=True)
        self.finished.connect(self._stop)
        self.field.setFocus()

    # -- the search --------------------------------------------------------------------------------------------------------

    def _search_or_stop(self) -> None:
        """Begins a search, or ends the one that goes on: what is found by then stays, and what was not tried is said."""
        if self._worker is None:
            self.start()
        else:
            self._cancel.set()
            self.search.setEnabled(False)

    def start(self) -> None:
        """Looks for conventions that give what is typed."""
        from treecompare.comparison.base import Cancel
        from treecompare.extras.conventions.figures import figures_in, read_figure
        from treecompare.extras.conventions.search import Detective

        self._stop()
        system = self._systems[self.system.currentIndex()]
        try:
            figures = [read_figure(one, self._gold.kind) for one in figures_in(self.field.text())]
            detective = Detective(self._gold, [system], figures, outcomes=self._outcomes)
        except TreecompareError as error:
            self._say(str(error))
            return
        cancel = self._cancel = Cancel()

        def steps(_worker: Worker) -> Generator[Any, None, Any]:
            last = None
            for last in detective.search(cancel=cancel):
                yield last
            return last

        self._worker = worker = Worker(steps)
        worker.cancel = cancel
        worker.progressed.connect(self._progressed)
        worker.succeeded.connect(self._ended)
        worker.failed.connect(self._failed)
        self.search.setText("Stop")
        self._say("Searching…")
        worker.start()

    @Slot()
    def _stop(self) -> None:
        if self._worker is not None:
            self._worker.stop()
            self._worker = None

    @Slot(object)
    def _progressed(self, found: Any) -> None:
        if self._worker is None or self.sender() is not self._worker:
            return
        from treecompare.extras.conventions import said

        self._say(f"Searching… {said.progress(found)}")
        if found.fitting:
            self._fill(found)

    @Slot(object)
    def _ended(self, found: Any) -> None:
        if self._worker is None or self.sender() is not self._worker:
            return
        from treecompare.extras.conventions import said

        self._is_over()
        self._say("\n".join(said.said(found)))
        self._fill(found)

    @Slot(object)
    def _failed(self, error: BaseException) -> None:
        self._is_over()
        self._say(str(error) or "there is not enough memory")

    def _is_over(self) -> None:
        self._worker = None
        self.search.setText("Search")
        self.search.setEnabled(True)

    # -- what is shown -----------------------------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self.answer.setText(visible_lines(text))
        self.answer.show()
        self.answer.setMinimumHeight(self.answer.heightForWidth(self.width() - 2 * MARGIN))

    def _fill(self, found: Any) -> None:
        from treecompare.extras.conventions import deviations, said

        shown = said.shown(found)
        self._commands = [said.command_of(found, one.point) for one in shown]
        self.table.setRowCount(len(shown))
        for row, one in enumerate(shown):
            values = ", ".join(
                f"{said.name_of(figure)} {float(figure.shown(value)):.4f}"
                for figure, value in zip(found.figures, one.values, strict=True)
            )
            words = deviations.in_words(one.point)
            for column, text in enumerate((words, values, str(one.cost))):
                item = QTableWidgetItem(visible(text))
                item.setToolTip(tip(self._commands[row]))
                self.table.setItem(row, column, item)
        self.table.show()
        self.resize(self.width(), max(self.height(), self.sizeHint().height()))
        room, frame = self.screen().availableGeometry(), self.frameGeometry()
        if frame.bottom() > room.bottom():  # it grew beyond the screen
            self.move(frame.left(), max(room.top(), room.bottom() - frame.height()))
        fit_columns(self.table)
        self.table.selectRow(0)

    def _chosen(self) -> None:
        self.copy.setEnabled(bool(self.table.selectedItems()))

    def _copy(self) -> None:
        row = self.table.currentRow()
        if 0 <= row < len(self._commands):
            QGuiApplication.clipboard().setText(self._commands[row])
            self.copy.setText("Copied")
            QTimer.singleShot(1500, self.copy, lambda: self.copy.setText("Copy command"))
