"""A table of results with what there is to know in reading it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFont, QFontMetrics, QPalette
from PySide6.QtWidgets import QAbstractItemView, QLabel, QVBoxLayout, QWidget

from treecompare.app.common import fonts
from treecompare.app.common.nothing import NothingHere
from treecompare.app.common.plain import tip, visible, visible_lines
from treecompare.app.common.rows import RowsTable, bare
from treecompare.app.common.theme import muted
from treecompare.app.panes.result_delegate import ResultDelegate
from treecompare.app.panes.result_model import ResultModel
from treecompare.scores.result import ResultTable

SAMPLE = 200
"""Widths come from so many rows."""
NARROW = 60
"""Pixels of a column with figures that are compared within their row; its head may be cut there."""
WIDEST = 520
"""Pixels of a column, unless there is room for more."""
BESIDE = 3
"""Pixels at the left: with the 5 of a cell its text begins under that of the controls above."""


class ResultPage(QWidget):
    """A table, what to know in reading it, and the signatures of its figures. ``saved``: the table as it is saved, where it is
    shown with shorter names."""

    def __init__(self, table: ResultTable, saved: ResultTable | None = None) -> None:
        super().__init__()
        self.saved = saved or table
        self._was_shown = False
        self._cut: dict[int, int] = {}  # columns that are not as wide as their texts, and how wide these are
        self._spare: dict[int, int] = {}  # what columns can give up, so that no more is cut than the room beside heads
        view = self.view = RowsTable()
        model = self.model = ResultModel(table, view)
        self._show_colours()
        view.setModel(model)
        view.setItemDelegate(ResultDelegate(view))
        view.setAccessibleName(table.title)
        view.setAccessibleDescription(table.note)
        bare(view)
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = view.horizontalHeader()
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        view.setSortingEnabled(True)
        bold = QFont(self.font())
        bold.setBold(True)  # as marked cells are
        advance, of_heads = (QFontMetrics(font).horizontalAdvance for font in (bold, fonts.sized(bold, fonts.SMALL)))
        for column, head in enumerate(table.columns):
            texts = (str(model.index(row, column).data()) for row in range(min(len(table.rows), SAMPLE)))
            title, figures = of_heads(visible(head.title)), max(map(advance, texts), default=0)
            whole = max(title + 12, figures) + 16
            least = max(title + 8, figures + 16) if head.look != "row" else max(figures + 16, NARROW)
            self._spare[column] = max(whole - least, 0)
            view.setColumnWidth(column, min(whole, WIDEST))
            if whole > WIDEST:
                self._cut[column] = whole
        bars = [column for column, head in enumerate(table.columns) if head.look == "bar"]
        widest = max(map(view.columnWidth, bars), default=0)
        for column in bars:  # equal figures have bars of equal length
            self._spare[column] += widest - view.columnWidth(column)
            view.setColumnWidth(column, widest)
        said = " ".join(filter(None, (table.note, model.looks_said())))
        note = QLabel(visible_lines(said), objectName="muted", textFormat=Qt.TextFormat.PlainText)
        note.setWordWrap(True)
        note.setContentsMargins(8 - BESIDE, 4, 8, 4)
        note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        note.setToolTip(tip("\n".join(table.signatures)))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(BESIDE, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(view, 1)
        self.empty = NothingHere(f"“{table.title}” has no rows.")
        layout.addWidget(self.empty, 1)
        layout.addWidget(note)
        view.setVisible(bool(table.rows))
        self.empty.setVisible(not table.rows)

    def _show_colours(self) -> None:
        self.model.muted = muted(self.palette())
        self.model.heat = self.palette().color(QPalette.ColorRole.Link)

    def changeEvent(self, event: object) -> None:
        """Colours follow the theme."""
        super().changeEvent(event)  # type: ignore[arg-type]
        if hasattr(self, "model"):
            self._show_colours()

    def showEvent(self, event: object) -> None:
        """The largest cell that is pointed out is in sight; long texts use what room there is."""
        super().showEvent(event)  # type: ignore[arg-type]
        if not self._was_shown:
            self._was_shown = True
            QTimer.singleShot(0, self.view, self._fit)  # the table has its size only then

    def _fit(self) -> None:
        looks = [head.look for head in self.model.table.columns]
        beyond = (
            looks[::-1].index("row") if "row" in looks else 0
        )  # what stands behind figures of a row need not be seen at once
        widths = [self.view.columnWidth(column) for column in range(len(looks))]
        room = self.view.viewport().width() - sum(widths[: len(widths) - beyond])
        if 0 < -room <= sum(self._spare.values()):  # all columns can be seen at once
            fair = sorted(self._spare.items(), key=lambda one: one[1])
            for place, (column, spare) in enumerate(fair):
                given = min(spare, -(room // (len(fair) - place)))
                self.view.setColumnWidth(column, self.view.columnWidth(column) - given)
                room += given
        for column, whole in self._cut.items():
            more = max(min(whole - WIDEST, room), 0)
            self.view.setColumnWidth(column, WIDEST + more)
            room -= more
        self._show_largest()

    def _show_largest(self) -> None:
        largest = self.model.largest_marked()
        if largest is not None:
            self.view.doItemsLayout()  # else the scroll bars may not know yet how much there is
            self.view.scrollTo(largest, QAbstractItemView.ScrollHint.PositionAtCenter)
