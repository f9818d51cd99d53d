"""The measures of a lesson: what each says now, what it said at first, and how the chosen one comes about."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QColor, QFont, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common import preferences
from treecompare.app.common.bar import empty
from treecompare.app.common.plain import caption, tip, visible
from treecompare.app.common.theme import colours_of
from treecompare.app.drawings.pictures import theme_of
from treecompare.app.panes.explain_card import ExplainCard
from treecompare.app.panes.measure_choice import Choices, groups, remembered
from treecompare.comparison.base import Comparison
from treecompare.comparison.explain import explain_sentence
from treecompare.mappings.mapping import INSERTED
from treecompare.measures import Measure, measure
from treecompare.scores.agreement import measure_title
from treecompare.scores.result import ResultTable, row_score_column, text_column
from treecompare.scores.table import WAITING

NAME = "lesson_measures"
LEAST_HEIGHT = 160
"""Pixels of the table while no formula is told: beside one it lost all rows but the first."""
UNBOUNDED = 16_777_215
"""The largest height that Qt knows."""
SMALLEST = 0.005
"""Changes that two decimals do not show are none."""


def change_text(one: Measure, now: float, before: float) -> str:
    """How a score changed: ▲ 3.10, ▼ 0.50, nothing where it did not; an arrow alone where one of both is undefined."""
    if math.isnan(now) or math.isnan(before):
        return "" if math.isnan(now) == math.isnan(before) else "○"
    change = (now - before) * (100 if one.percent else 1)
    if abs(change) < SMALLEST:
        return ""
    return f"{'▲' if change > 0 else '▼'} {abs(change):.2f}"


def change_ink(palette: QPalette, better: bool) -> QColor:
    """The colour of a change for the better, or for the worse; its arrow says which way it went."""
    return QColor(theme_of(palette).colours[INSERTED] if better else colours_of(palette).fault)


def is_better(one: Measure, now: float, before: float) -> bool | None:
    """Whether a score is better than before; None where that is not to be said."""
    if not change_text(one, now, before) or math.isnan(now) or math.isnan(before):
        return None
    return (now > before) is one.higher_is_better


class Told(NamedTuple):
    """What is told of a measure: its title, its score, how that changed since the last step and since the opening, and whether each
    change is for the better."""

    key: str
    title: str
    score: str
    change: str = ""
    is_better: bool | None = None
    in_all: str = ""
    is_better_in_all: bool | None = None


class _Inked(QStyledItemDelegate):
    """Cells keep the colour of their text where they are chosen, which style sheets take from them: better and worse are told apart
    there, too."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        ink = index.data(Qt.ItemDataRole.ForegroundRole)
        if ink is None or not option.state & QStyle.StateFlag.State_Selected:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        text, option.text = option.text, ""
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        option.text = text
        place = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, option.widget)
        beside = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, option.widget) + 1
        painter.save()
        painter.setFont(option.font)
        painter.setPen(QPen(ink.color()))
        painter.drawText(place.adjusted(beside, 0, -beside, 0), int(option.displayAlignment), text)
        painter.restore()


class MeasuresPanel(QWidget):
    """Chosen measures with their scores; the formula of one of them below.

    ``chosen(key)``: another one is explained. ``countWanted(part, count)``: nodes of a count are to be lit, empty texts: none.
    """

    chosen = Signal(str)
    countWanted = Signal(str, str)
    refreshed = Signal()
    """Other scores are shown."""

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choices = choices
        self.keys: list[str] = []
        """The measures that are shown."""
        self._comparison: Comparison | None = None
        self._row = 0
        self._lit: tuple[str, str] | None = None
        self.masked: frozenset[str] = frozenset()
        """Measures whose scores are not told."""
        self.explains = True
        """Whether the formula of the chosen measure may be shown: it counts nodes of the gold."""
        self.leaves_out_formula = False
        """Whether there is to be more room for the scores."""
        self.table = QTableWidget(0, 4)
        self.table.setAccessibleName("Measures")
        self.table.setItemDelegate(_Inked(self.table))
        self.table.setHorizontalHeaderLabels(["Measure", "Now", "Change", "In all"])
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        for column, said in ((2, "Since the last step"), (3, "Since the opening")):
            if (head := self.table.horizontalHeaderItem(column)) is not None:
                head.setToolTip(tip(said))
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2, 3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.table.currentCellChanged.connect(lambda row, *_: self._select(row))
        self.card = ExplainCard("", choices.a_and_b[0])
        self.card.counted.connect(self._counted)
        self.button = QToolButton(text="Measures")
        self.button.setToolTip(tip("Which measures are shown"))
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.button.setMenu(self.menu)
        area = QScrollArea(widgetResizable=True, objectName="cards")
        area.setAccessibleName("Explanation")
        area.setWidget(self.card)
        self.area = area
        top = QHBoxLayout()
        top.setContentsMargins(8, 4, 8, 4)
        top.addStretch(1)
        top.addWidget(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.table, 5)  # its rows come first: the formula is scrolled
        layout.addWidget(area, 2)
        self.offer(choices)

    @property
    def key(self) -> str:
        """The measure that is explained."""
        return self.card.key

    def offer(self, choices: Choices) -> None:
        """Offers the measures of a kind of comparison, and shows those that were chosen for it last time."""
        self.choices = choices
        known = {one.key for one in choices.measures}
        self.keys = self._remembered()
        if self.card.key not in known:
            self.card.set_measure(choices.a_and_b[0])

    def _remembered(self) -> list[str]:
        known = {one.key for one in self.choices.measures}
        wanted = preferences.texts(remembered(NAME, self.choices), self.choices.columns)
        return [key for key in wanted if key in known] or list(self.choices.columns)

    def choose(self, keys: Sequence[str]) -> None:
        """Shows these measures, as far as there are such for the kind of comparison; the order is that of the kind."""
        wanted = set(keys)
        self.keys = [one.key for one in self.choices.measures if one.key in wanted]
        self.refresh()

    def explain(self, key: str) -> None:
        """Explains a measure, which is shown from now on if it was not; nothing changes where the comparison has none such."""
        if key not in self.keys:
            self.choose([*self.keys, key])
        if key not in self.keys:
            return
        row = self.keys.index(key)
        self.table.setCurrentCell(row, 0)
        if self.key != key:  # the row was the current one already
            self._select(row)

    # -- what is shown ---------------------------------------------------------------------------------------------------

    def show_scores(
        self, comparison: Comparison, row: int, original: Comparison, before: Comparison | None = None
    ) -> None:
        """The scores of a row of a comparison of one sentence, beside those it had at first, and ``before`` the last step."""
        self._comparison, self._row, self._original = comparison, row, original
        self._before = original if before is None else before
        self._lit = None
        self.refresh()

    def scores(self, key: str) -> tuple[float, float]:
        """The score of a measure now, and what it was at first; NaN where it is undefined."""
        assert self._comparison is not None
        return score_of(self._comparison, key, self._row), score_of(self._original, key, self._row)

    def told(self) -> list[Told]:
        """What is told of each measure that is shown."""
        comparison = self._comparison
        if comparison is None:
            return []
        names, found = comparison.names(0), []
        for key in self.keys:
            one, (now, first) = measure(key), self.scores(key)
            title, before = visible(measure_title(one, names)), score_of(self._before, key, self._row)
            if key in self.masked:
                found.append(Told(key, title, "?"))
                continue
            changes = [(change_text(one, now, then), is_better(one, now, then)) for then in (before, first)]
            found.append(Told(key, title, one.shown(now), *changes[0], *changes[1]))
        return found

    def refresh(self) -> None:
        """Fills the table and the formula."""
        comparison = self._comparison
        if comparison is None:
            return
        key, names = self.key, comparison.names(0)
        self.table.blockSignals(True)
        self.table.setRowCount(len(self.keys))
        all_told = self.told()
        for row, told in enumerate(all_told):
            said = tip(names.told(measure(told.key).explanation))
            for column, (text, better) in enumerate(
                (
                    (told.title, None),
                    (told.score, None),
                    (told.change, told.is_better),
                    (told.in_all, told.is_better_in_all),
                )
            ):
                item = QTableWidgetItem(text)
                item.setToolTip(said if better is None else "better" if better else "worse")
                if column:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                if better is not None:
                    item.setForeground(change_ink(self.palette(), better))
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text}, {'better' if better else 'worse'}")
                if told.change and column < 3:
                    font = QFont(item.font())
                    font.setBold(True)
                    item.setFont(font)
                self.table.setItem(row, column, item)
        self.table.setCurrentCell(self.keys.index(key) if key in self.keys else 0, 0)
        self.table.setColumnHidden(2, not any(one.change for one in all_told))
        self.table.setColumnHidden(3, all(one.in_all == one.change for one in all_told))
        self.table.resizeRowsToContents()
        self.table.blockSignals(False)
        self._explain()
        self.refreshed.emit()

    def as_table(self) -> ResultTable:
        """The scores that are told, for files."""
        assert self._comparison is not None
        table, names = self._comparison.table, self._comparison.names(0)
        keys = [key for key in self.keys if key not in self.masked]
        return ResultTable(
            "Measures",
            (text_column("measure"), row_score_column("now"), row_score_column("at first")),
            [[visible(measure_title(measure(key), names)), *self.scores(key)] for key in keys],
            signatures=tuple(map(table.signature, keys)),
            measures=tuple(map(measure, keys)),
        )

    def keep_secret(self, *keys: str) -> None:
        """From now on the scores of these measures are not told, and of no others that they could be told from by their counts."""
        self.masked = frozenset(keys)
        self.refresh()

    def _explain(self) -> None:
        is_told = self.explains and not self.leaves_out_formula and self.key not in self.masked
        self.area.setVisible(is_told)
        # above a formula the table has no more height than its rows need; without one it has that of some rows at least
        rows = self.table.horizontalHeader().sizeHint().height() + self.table.verticalHeader().length()
        whole = rows + 2 * self.table.frameWidth() + 2
        self.table.setMaximumHeight(whole if is_told else UNBOUNDED)
        self.table.setMinimumHeight(0 if is_told else min(whole, LEAST_HEIGHT))
        if not is_told:
            self.card.show_explanation(None)
        elif self._comparison is not None:
            self.card.show_explanation(explain_sentence(self._comparison, 0, self._row, self.key))

    def _select(self, row: int) -> None:
        if 0 <= row < len(self.keys):
            self.card.set_measure(self.keys[row])
            self._explain()
            self.chosen.emit(self.key)

    def _counted(self, count: str) -> None:
        wanted = measure(self.key).part, count
        self._lit = None if wanted == self._lit else wanted
        self.countWanted.emit(*(self._lit or ("", "")))

    # -- which measures --------------------------------------------------------------------------------------------------

    def _fill_menu(self) -> None:
        empty(self.menu)
        there = {one.key for one in self._comparison.applying(self.choices.measures)} if self._comparison else set()
        for title, family in groups(self.choices):
            offered = [one for one in family if one.key in there and one.part != "judged"]
            below = self.menu.addMenu(caption(title)) if offered else self.menu
            for one in offered:
                action = QAction(caption(one.title), below, checkable=True, checked=one.key in self.keys)
                action.toggled.connect(lambda on, key=one.key: self._toggle(key, on))
                below.addAction(action)

    def _toggle(self, key: str, is_on: bool) -> None:
        always = self._remembered()  # what a walk shows was not chosen by anybody

        def turned(keys: list[str]) -> list[str]:
            return [
                one.key
                for one in self.choices.measures
                if (one.key in keys or one.key == key) and (is_on or one.key != key)
            ]

        preferences.store(remembered(NAME, self.choices), turned(always))
        self.choose(turned(self.keys))


def score_of(comparison: Comparison, key: str, row: int) -> float:
    """The score of the first system in a row, in per cent where the measure is; NaN where it is undefined."""
    table, one = comparison.table, measure(key)
    if comparison.table.statuses[0, row] == WAITING or not table.exists(0, row, one.part):
        return math.nan
    return float(table.scores(0, key)[row])
