"""The left column: how much is decided, which differences are listed, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.plain import tip, visible
from treecompare.app.common.worker import Newest
from treecompare.app.decide.queue_list import QueueList
from treecompare.app.panes.flow_layout import FlowLayout
from treecompare.extras.annotators.adjudication import OPEN, Adjudication
from treecompare.extras.annotators.differences import Difference, Place
from treecompare.extras.annotators.queue import ALL, BY_PLACE, ORDER_TITLES, SORT_TIPS, STILL_OPEN, Queue

MS_SHOWN = 5_000
"""What the status bar says is seen for so many milliseconds."""
NARROWEST = 240


class QueueColumn(QWidget):
    """``chosen``: another difference is looked at; ``told`` carries something to say, and for how many milliseconds (0: until
    something else is said)."""

    chosen = Signal()
    told = Signal(str, int)

    def __init__(self, adjudication: Adjudication, in_order: str = "", parent: QWidget | None = None) -> None:
        """``in_order``: what the order of the differences is called, where it is not by place."""
        super().__init__(parent)
        self.made = adjudication
        self.queue = Queue(adjudication)
        self.list = QueueList()
        self._order, self._only = BY_PLACE, ALL
        self._among: list[int] | None = None
        """The differences that a cell of the agreement lists; None: all."""
        self._here: Place | None = None
        """What is looked at, also while it is not listed."""
        self._sorting = Newest(self)
        self._sorting.done.connect(self._sort_by)
        self.lead, self.progress, self.field, self.order = QLabel(), QProgressBar(), QLineEdit(), QComboBox()
        self.chips, self.among = QWidget(), QPushButton("")
        self._chip_group = QButtonGroup(self)
        self._chip_buttons: dict[str, QPushButton] = {}
        self._make(in_order)
        self.list.chosen.connect(self._look)

    def _make(self, in_order: str) -> None:
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(8)
        self.progress.setAccessibleName("Decided")
        self.progress.setMaximum(max(len(self.made.differences), 1))
        self.lead.setAccessibleName("Progress")
        self.field.setPlaceholderText("Find words, labels")
        self.field.setClearButtonEnabled(True)
        self.field.setAccessibleName("Find differences")
        self.field.textChanged.connect(lambda _: self.fill())
        self.field.returnPressed.connect(self.list.setFocus)
        self.order.setAccessibleName("Order")
        for key, text in ORDER_TITLES.items():
            self.order.addItem(in_order or text if key == BY_PLACE else text, key)
        self.order.currentIndexChanged.connect(lambda _: self._sort())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        top = QWidget()
        above = QVBoxLayout(top)
        above.setContentsMargins(12, 10, 12, 8)
        above.setSpacing(8)
        for widget in (self.lead, self.progress, self.field, self.order, self.chips):
            above.addWidget(widget)
        column.addWidget(top)
        column.addWidget(self.list, 1)
        self.setMinimumWidth(NARROWEST)
        self._make_chips()

    def _make_chips(self) -> None:
        row = FlowLayout(self.chips)
        row.setContentsMargins(0, 0, 0, 0)
        self.among.setProperty("look", "chip")
        self.among.setCheckable(True)
        self.among.setToolTip("Lists all differences again")
        self.among.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.among.clicked.connect(lambda: self.list_only(None))
        self.among.hide()
        row.addWidget(self.among)
        for name, count in self.queue.counts().items():
            chip = QPushButton(f"{name} {count:,}", checkable=True)
            chip.setProperty("look", "chip")
            chip.setToolTip(tip(SORT_TIPS[name]))
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            chip.clicked.connect(lambda _=False, name=name: self.show_only(name))
            self._chip_group.addButton(chip)
            self._chip_buttons[name] = chip
            row.addWidget(chip)
        self._chip_buttons[ALL].setChecked(True)

    def tell_progress(self) -> None:
        """How much is decided, and how many differences of each sort there are."""
        decided, of = self.made.decided, len(self.made.differences)
        self.lead.setText(f"<b>Differences</b>&nbsp;&nbsp;{decided:,} of {of:,} decided")
        self.progress.setValue(decided)
        for name, count in self.queue.counts().items():
            if name in self._chip_buttons:
                self._chip_buttons[name].setText(f"{name} {count:,}")
        self.list.changed()

    def stop(self) -> None:
        """Nobody waits any more."""
        self._sorting.stop()

    # -- what is listed ----------------------------------------------------------------------------------------------------

    def show_only(self, name: str) -> None:
        """Lists the differences of a sort."""
        self._only = name
        self._chip_buttons[name].setChecked(True)
        self.fill()
        self.list.setFocus()

    def list_only(self, places: Sequence[int] | None, said: str = "") -> None:
        """Lists only some differences, by their numbers; None: all."""
        self._among = None if places is None else list(places)
        self.among.setText(visible(f"{said} {len(places)} ×" if places is not None else ""))
        self.among.setVisible(places is not None)
        self.among.setChecked(places is not None)
        self.show_only(ALL)

    def _sort(self) -> None:
        wanted = self.order.currentData()
        self._sorting.drop()
        if self.queue.is_ready(wanted):
            self._sort_by(wanted)
        else:
            self.told.emit("Sorting…", 0)
            self._sorting.ask(lambda _cancel: self.queue.make_ready(wanted))

    def _sort_by(self, order: str) -> None:
        self.told.emit("", 0)
        self._order = order
        self.fill()
        self.choose_first_open()

    def fill(self) -> None:
        """Lists what is wanted, and stays at the difference that is looked at if it is listed."""
        rows = self.queue.rows(self._order, self._only, self.field.text(), self._among)
        here = self.made.index.get(self._here, -1) if self._here is not None else -1
        self.list.rows.show_rows(self.made, rows)
        there = (rows == here).nonzero()[0]
        self.list.choose(int(there[0]) if len(there) else 0)
        if not len(rows):
            self.told.emit("No matching differences.", MS_SHOWN)

    # -- what is looked at -------------------------------------------------------------------------------------------------

    @property
    def difference(self) -> Difference | None:
        """What is looked at."""
        row = self.list.row
        return self.made.differences[int(self.list.rows.rows[row])] if row >= 0 else None

    def _look(self) -> None:
        if (difference := self.difference) is not None:
            self._here = difference.place
        self.chosen.emit()

    def choose_first_open(self) -> None:
        """Looks at the first difference of the list of which nothing is said yet."""
        self.list.choose(max(self.queue.next_open(self.list.rows.rows, -1), 0))
        self.list.setFocus()

    def go_to(self, place: Place) -> None:
        """Looks at a difference, wherever it is listed."""
        at = self.made.index.get(place)
        if at is None:
            return
        there = (self.list.rows.rows == at).nonzero()[0]
        if not len(there):
            self.field.clear()
            self.list_only(None)
            there = (self.list.rows.rows == at).nonzero()[0]
        self.list.choose(int(there[0]))
        self.list.setFocus()

    def step(self, by: int) -> None:
        """Looks at a difference so many rows below, as far as there are some."""
        self.list.choose(min(max(self.list.row + by, 0), len(self.list.rows.rows) - 1))

    def next_open(self, step: int = 1) -> None:
        """The next difference of the list of which nothing is said yet, or the one before."""
        rows = self.list.rows.rows
        if self._only == STILL_OPEN and step > 0 and self.made.decided:
            here = self.made.index.get(self._here, 0) if self._here is not None else 0
            if len(rows) and self.made.states[here] != OPEN:
                self._keep_place()
                return
        there = self.queue.next_open(rows, self.list.row, step)
        if there >= 0:
            self.list.choose(there)
        elif self.made.decided < len(self.made.differences):
            self.told.emit("No more open differences in this list.", MS_SHOWN)

    def _keep_place(self) -> None:
        """What was decided is no longer among the open ones: on with the one that took its place."""
        row = self.list.row
        self.list.rows.show_rows(self.made, self.queue.rows(self._order, self._only, self.field.text(), self._among))
        count = len(self.list.rows.rows)
        self._here = None
        if count:
            self.list.choose(min(row, count - 1))
        else:
            self.told.emit("No more open differences in this list.", MS_SHOWN)
