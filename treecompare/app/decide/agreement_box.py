"""Agreement beside the decisions: the figures to look at first, and what two annotators say of the same words, whose cells list the
differences."""

from __future__ import annotations

from itertools import combinations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.plain import visible
from treecompare.app.common.rows import bare
from treecompare.app.common.theme import muted
from treecompare.app.common.worker import Newest
from treecompare.app.panes.result_delegate import ResultDelegate
from treecompare.app.panes.result_model import ResultModel
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.agreed_tables import headline_told
from treecompare.extras.annotators.crossed import MOST, Crossed, agreement_of, crossed
from treecompare.scores.result import ResultTable

WIDEST = 84
"""Pixels of the column that names what the first annotator says."""
FEWEST = 3
"""So many values at least, even if their names are cut."""


class AgreementBox(QWidget):
    """``openWanted``: all tables of agreement are; ``listWanted`` carries numbers of differences, and what they have in common."""

    openWanted = Signal()
    listWanted = Signal(object, str)

    def __init__(self, called: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._called = called
        self._crossed: Crossed | None = None
        self._columns = MOST
        self._work, self._crossing = Newest(self), Newest(self)
        self._work.done.connect(self._show)
        self._crossing.done.connect(self._show_crossed)
        head = QHBoxLayout()
        title = QLabel("Agreement", textFormat=Qt.TextFormat.PlainText)
        title.setProperty("look", "heading")
        title.setObjectName("paneHead")
        self.open = QPushButton("Open ›", flat=True)
        self.open.setProperty("look", "link")
        self.open.setToolTip("All tables of agreement, in the main window")
        self.open.clicked.connect(self.openWanted)
        head.addWidget(title, 1)
        head.addWidget(self.open)
        self.figures = QFormLayout()
        self.figures.setFormAlignment(Qt.AlignmentFlag.AlignLeft)
        self.figures.setVerticalSpacing(2)
        self.sides = QComboBox()
        self.sides.setAccessibleName("Which two annotators")
        self.sides.setToolTip("Which two annotators are compared below")
        self.sides.currentIndexChanged.connect(lambda _: self._cross())
        self.table = QTableView()
        self.table.setAccessibleName("What two annotators say of the same words")
        self.table.setItemDelegate(ResultDelegate(self.table))
        bare(self.table)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setFrameShape(QTableView.Shape.NoFrame)
        self.table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.clicked.connect(self._list)
        self.table.activated.connect(self._list)
        self.caption = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.hint = QLabel("Off the diagonal: a click opens the places.", textFormat=Qt.TextFormat.PlainText)
        self.hint.setWordWrap(True)
        for label in (self.caption, self.hint):
            label.setProperty("look", "quiet")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addLayout(self.figures)
        for widget in (self.sides, self.caption, self.table, self.hint):
            column.addWidget(widget)
        self._made: Adjudication | None = None

    def show_agreement(self, made: Adjudication) -> None:
        """Computes it in the background: it does not depend on what is decided."""
        self._made = made
        for two in combinations(range(len(made.names)), 2):
            self.sides.addItem(" / ".join(visible(self._called[made.names[one]]) for one in two), two)
        self.sides.setVisible(len(made.names) > 2)
        self._work.ask(lambda _cancel: headline_told(agreement_of(made)))
        self._cross()

    def stop(self) -> None:
        """Nobody waits any more."""
        self._work.stop()
        self._crossing.stop()

    @property
    def is_busy(self) -> bool:
        """Whether figures are still to come."""
        return self._work.is_busy or self._crossing.is_busy

    def _show(self, found: list[tuple[str, str]] | None) -> None:
        while self.figures.rowCount():
            self.figures.removeRow(0)
        for what, value in found or ():
            label = QLabel(f"<b>{value}</b>", textFormat=Qt.TextFormat.RichText)
            label.setAccessibleName(what)
            self.figures.addRow(QLabel(what, textFormat=Qt.TextFormat.PlainText), label)

    def _cross(self) -> None:
        two = self.sides.currentData()
        made = self._made
        if made is not None and two is not None:
            self._crossing.ask(lambda _cancel: crossed(made, tuple(two)))

    def _show_crossed(self, found: Crossed | None = None) -> None:
        """``found``: what two annotators say; None: as it is known, with as many values as there is room for."""
        self._crossed = found or self._crossed
        two = self.sides.currentData()
        if self._made is None or self._crossed is None or two is None:
            return
        first, second = (self._called[self._made.names[one]] for one in two)
        self._columns = self._fitting()
        table = self._crossed.table(first, second, self._columns)
        self.caption.setText(visible(f"{first} ↓ {second} →"))
        self._fill(table)
        for widget in (self.table, self.caption, self.hint):
            widget.setVisible(bool(table.rows))

    def _fitting(self) -> int:
        """Of how many values the names can be read."""
        values = self._crossed.values() if self._crossed is not None else []
        widest = max(map(self._width, values), default=0)
        return min(max((self.width() - min(widest + 14, WIDEST)) // (widest + 22), FEWEST), MOST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More values where there is more room."""
        super().resizeEvent(event)
        if self._crossed is not None and self._fitting() != self._columns:
            self._show_crossed()

    def _width(self, text: str) -> int:
        return self.fontMetrics().horizontalAdvance(visible(text))

    def _fill(self, table: ResultTable) -> None:
        model = ResultModel(table, self.table)
        model.muted = muted(self.palette())
        model.heat = self.palette().color(QPalette.ColorRole.Link)
        self.table.setModel(model)
        header = self.table.horizontalHeader()
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        if table.rows:
            widest = max(self._width(str(row[0])) for row in table.rows)
            header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
            self.table.setColumnWidth(0, min(widest + 14, WIDEST))
        height = self.table.verticalHeader().defaultSectionSize() * len(table.rows)
        self.table.setFixedHeight(height + header.sizeHint().height() + 4)

    def _list(self, index: QModelIndex) -> None:
        model = index.model()
        if not isinstance(model, ResultModel) or self._crossed is None:
            return
        values = self._crossed.values(self._columns)
        column = index.column() - 1
        places, said = self._crossed.behind(values[model.row(index)], values[column] if column >= 0 else "")
        if places:
            self.listWanted.emit(places, said)
