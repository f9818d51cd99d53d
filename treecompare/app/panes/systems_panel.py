"""The systems dock: the table beside the sentences, and the one with all measures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from treecompare.analyses.systems import HIGHER
from treecompare.app.common import fonts, preferences
from treecompare.app.common.bar import empty
from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import caption, tip
from treecompare.app.common.rows import ROUND_ROW, Heads, LowHeads, RowsTable, bare
from treecompare.app.panes.measure_choice import Choices, groups, remembered, shown_measures
from treecompare.app.panes.systems_delegates import INDENT, NameDelegate, ScoreDelegate, small_font
from treecompare.app.panes.systems_model import (
    COVERED_ROLE,
    FIRST_MEASURE,
    NAME,
    STATUS_OF_COLUMN,
    SystemsModel,
)
from treecompare.comparison.base import Comparison
from treecompare.measures import PRESETS
from treecompare.registry import find
from treecompare.scores.table import SKIPPED


class SystemsPanel(FirstStop, QWidget):
    """One row per system."""

    selected = Signal(int)
    statusClicked = Signal(int, int)
    """Which system's sentences of which status are wanted."""
    removeWanted = Signal(int)
    baselineWanted = Signal(int)
    measuresChanged = Signal(list)
    menuShown = Signal(QMenu)
    """The menu of the chosen system; what else can be done with it may be added."""

    def __init__(self, choices: Choices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SystemsModel(self)
        self.choices = choices
        self._shown = shown_measures(choices)
        self._a_and_b = choices.a_and_b
        self._undefined: set[str] = set()
        self._is_by_hand = False
        """Whether the columns were chosen for this comparison."""
        self._set_keys()
        self.scores, self.bars = ScoreDelegate(self), ScoreDelegate(self, has_bars=True)
        self.names = NameDelegate(self)
        self._heads, self._widest_name = LowHeads(), 0
        self.table = table = self._set_up("Systems", self._heads)
        """The systems with what is compared of them: measures A and B."""
        heads = Heads()
        heads.indent = INDENT - 5  # with the padding of heads
        self.all_measures = other = self._set_up("Systems under all measures", heads)
        """The same with all that is known of them; it stands elsewhere."""
        other.setSelectionModel(table.selectionModel())
        other.viewport().installEventFilter(self)
        for one, another in ((table, other), (other, table)):
            head = another.horizontalHeader()
            one.horizontalHeader().sortIndicatorChanged.connect(
                lambda column, order, head=head: head.setSortIndicator(column, order)
            )
        table.horizontalHeader().setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setMinimumSectionSize(30)
        table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.model.modelReset.connect(self.set_sizes)
        self.model.layoutChanged.connect(self._make_room_for_numbers)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        strip = find("parts", "outcomes")
        self.outcomes = strip() if strip is not None else None
        if self.outcomes is not None:
            layout.addWidget(self.outcomes)
        layout.addWidget(table)
        self._system = 0
        self.set_sizes()
        self.first_stop = self.table

    def _set_up(self, name: str, heads: QHeaderView) -> RowsTable:
        table = RowsTable()
        table.setHorizontalHeader(heads)
        table.setModel(self.model)
        table.setAccessibleName(name)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        bare(table)
        header = table.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.customContextMenuRequested.connect(lambda place: self._header_menu(header.mapToGlobal(place)))
        table.setSortingEnabled(True)
        table.setItemDelegateForColumn(NAME, self.names)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(lambda place: self._row_menu(place, table))
        table.clicked.connect(self._clicked)
        return table

    def set_sizes(self) -> None:
        """Row height and widths that fit the font and the names."""
        metrics, model = self.fontMetrics(), self.model
        self._widest_name = self._name_width()
        self._heads.beside = self._rank_width() + 10
        for column in range(model.columnCount()):
            title = str(model.headerData(column, Qt.Orientation.Horizontal))
            width = max(map(metrics.horizontalAdvance, title.split("\n"))) + 20
            for table in (self.table, self.all_measures):
                table.verticalHeader().setDefaultSectionSize(metrics.height() + ROUND_ROW)
                if column >= FIRST_MEASURE:
                    table.setItemDelegateForColumn(column, self.bars if table is self.all_measures else self.scores)
                    width = max(width, self._score_width())
                if column != NAME:
                    table.setColumnWidth(column, width)
        self._show_columns()
        self._make_room_for_numbers()
        self._fit_titles()

    def _name_width(self) -> int:
        """Room for each name with what stands behind it."""
        metrics, small, model = self.fontMetrics(), QFontMetrics(small_font(self.font())), self.model
        widest = 0
        for row, system in enumerate(model.order):
            index = model.index(row, NAME)
            behind = "baseline" * (system == model.baseline), index.data(COVERED_ROLE)
            widths = [8 + small.horizontalAdvance(text) for text in behind if text]
            widest = max(widest, metrics.horizontalAdvance(f"{index.data()} ") + sum(widths))
        return min(max(widest + INDENT + 12, 150), 420)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """As Qt has it; other columns are whole in another width."""
        if event.type() == QEvent.Type.Resize:
            self._show_whole_columns()
        return super().eventFilter(watched, event)

    def _show_whole_columns(self) -> None:
        """What is counted nowhere is not shown. Where not all measures have room the names take what would show a part of one."""
        table, heads = self.all_measures, self.all_measures.horizontalHeader()
        for column in STATUS_OF_COLUMN:
            table.setColumnHidden(column, not self.model.has_status(column))
        self._widest_name = self._name_width()
        order = [heads.logicalIndex(place) for place in range(heads.count())]
        widths = [table.columnWidth(column) for column in order if column != NAME and not table.isColumnHidden(column)]
        ends = [self._widest_name + end for end in accumulate(widths)]
        room = table.viewport().width()
        whole = [end for end in ends if end <= room]
        spare = room - whole[-1] if whole and len(whole) < len(ends) else 0
        table.setColumnWidth(NAME, self._widest_name + spare)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Titles of measures give way to the names of the systems."""
        super().resizeEvent(event)
        self._fit_titles()

    def _fit_titles(self) -> None:
        metrics, model, table = self.fontMetrics(), self.model, self.table
        names = model.comparison.table.systems if model.comparison else []
        shown = [one for one in range(FIRST_MEASURE, model.columnCount()) if not table.isColumnHidden(one)]
        if not names or not shown:
            return
        room = table.viewport().width() - max(map(metrics.horizontalAdvance, names)) - 16
        least = metrics.horizontalAdvance("≈100.00") + self._rank_width() + 18
        least = max(least, min(self._score_width(), room // len(shown)))  # the sign is whole where names leave room
        for column in shown:
            title = str(model.headerData(column, Qt.Orientation.Horizontal))
            wanted = max(map(metrics.horizontalAdvance, title.split("\n"))) + 26
            number = model.widest_number(model.keys[column - FIRST_MEASURE])
            figures = least + (metrics.horizontalAdvance(number) if number else 0)
            table.setColumnWidth(column, max(figures, min(wanted, room // len(shown))))

    def _score_width(self) -> int:
        """Of the widest score with its sign, rank and arrow."""
        strong = QFontMetrics(fonts.strong(self.font()))
        return strong.horizontalAdvance("≈100.00") + self._rank_width() + 24

    def _rank_width(self) -> int:
        return QFontMetrics(small_font(self.font())).horizontalAdvance(f"10.5{HIGHER}")

    def _make_room_for_numbers(self) -> None:
        """Columns whose scores rest on other sentences, as it turns out at the end, are wider by their numbers."""
        metrics, model = self.fontMetrics(), self.model
        small = self._rank_width()
        for column, key in enumerate(model.keys, FIRST_MEASURE):
            if number := model.widest_number(key):
                width = metrics.horizontalAdvance(f"≈100.00{number}") + small + 20
                for table in (self.table, self.all_measures):
                    table.setColumnWidth(column, max(width, table.columnWidth(column)))
        self._show_whole_columns()

    def _show_columns(self) -> None:
        """Beside the sentences there is room for A and B only, in that order; elsewhere for all measures, A and B first, then what
        they rest on."""
        header, heads = self.table.horizontalHeader(), self.all_measures.horizontalHeader()
        letters = [self.model.letters.get(key, "") for key in self.model.keys]
        measures = sorted(range(len(letters)), key=lambda place: letters[place] or "C")
        order = NAME, *(FIRST_MEASURE + place for place in measures), *range(NAME + 1, FIRST_MEASURE)
        for place, column in enumerate(order):
            if heads.visualIndex(column) != place:
                heads.moveSection(heads.visualIndex(column), place)
        for column in range(FIRST_MEASURE, self.model.columnCount()):
            self.all_measures.setColumnHidden(column, False)  # Qt forgets which are hidden when their number changes
        for column in range(self.model.columnCount()):
            is_measure = column >= FIRST_MEASURE
            key = self.model.keys[column - FIRST_MEASURE] if is_measure else ""
            is_shown = key in self.model.letters if is_measure else column == NAME
            self.table.setColumnHidden(column, not is_shown)
        if "A" in letters and "B" in letters:
            a, b = (FIRST_MEASURE + letters.index(letter) for letter in "AB")
            if header.visualIndex(a) > header.visualIndex(b):
                header.moveSection(header.visualIndex(a), header.visualIndex(b))

    def _height_of(self, rows: int) -> int:
        bar = self.table.horizontalScrollBar()
        below = bar.sizeHint().height() if bar.maximum() > 0 else 0
        return (
            (self.outcomes.sizeHint().height() if self.outcomes is not None and self.outcomes.rows else 0)
            + self.table.horizontalHeader().sizeHint().height()
            + rows * (self.fontMetrics().height() + ROUND_ROW)
            + below
            + 6
        )

    def wanted_height(self) -> int:
        """Height that shows all systems, up to eight."""
        return self._height_of(min(max(self.model.rowCount(), 1), 8))

    def changeEvent(self, event: object) -> None:
        """Sizes follow the font."""
        super().changeEvent(event)  # type: ignore[arg-type]
        if hasattr(self, "table") and event.type() == event.Type.FontChange:  # type: ignore[attr-defined]
            self.set_sizes()

    # -- what is shown -------------------------------------------------------------------------------------------------

    def offer(self, choices: Choices) -> None:
        """Offers the measures of another kind of comparison; what was shown of the one before goes."""
        if choices is not self.choices:
            self.model.show(None)
            self.choices = choices
            self._shown = shown_measures(choices)
            self._a_and_b = choices.a_and_b
            self._undefined = set()
            self._set_keys()

    def forget(self) -> None:
        """Shows no systems, in the order of their files and under the measures that people chose for whatever they open."""
        self.show_comparison(None)
        self._shown, self._undefined, self._is_by_hand = shown_measures(self.choices), set(), False
        self._show_keys()
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)

    def show_comparison(self, comparison: Comparison | None, system: int = 0) -> None:
        """Shows another comparison, one of its systems chosen."""
        self.model.show(comparison)
        self._system = -1
        if comparison is not None:
            self.choose(system)

    def call(self) -> None:
        """Gold and systems have other names."""
        self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.model.columnCount() - 1)
        self.set_sizes()

    @property
    def system(self) -> int:
        """The chosen system."""
        return max(self._system, 0)

    def choose(self, system: int) -> None:
        """Chooses a system."""
        row = self.model.row_of(system)
        if row >= 0:
            flags = QItemSelectionModel.SelectionFlag
            index = self.model.index(row, NAME)
            self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

    def step(self, by: int) -> None:
        """Chooses the next system in the table."""
        rows = self.model.rowCount()
        if rows:
            self.choose(self.model.system((self.model.row_of(self.system) + by) % rows))

    def set_measures(self, keys: list[str]) -> None:
        """Shows these measures, besides A and B, here and in other comparisons."""
        preferences.store(remembered("measures", self.choices), keys)
        self._show_measures(keys)

    def _show_measures(self, keys: list[str]) -> None:
        self._shown, self._undefined, self._is_by_hand = list(keys), set(), True
        self._show_keys()
        self.measuresChanged.emit(self.model.keys)

    def arrangement(self) -> dict[str, Any]:
        """How the table is arranged: sort order and measures, for a comparison file."""
        column, order = self.model.sorted_by
        is_measure = column >= FIRST_MEASURE
        sorted_by = self.model.keys[column - FIRST_MEASURE] if is_measure else str(column)
        return {"systems_sort": [sorted_by, order.name], "measures": list(self._shown)}

    def arrange(self, wanted: dict[str, Any]) -> None:
        """Arranges the table as a comparison file says; what it does not say stays as it is."""
        known = {one.key for one in self.choices.measures}
        measures = [key for key in wanted.get("measures", ()) if key in known]
        if measures and measures != self._shown:
            self._show_measures(measures)
        key, order = wanted.get("systems_sort", ("", ""))
        columns = {str(column): column for column in range(-1, FIRST_MEASURE)}
        columns |= {key: FIRST_MEASURE + place for place, key in enumerate(self.model.keys)}
        if key in columns:
            is_down = order == Qt.SortOrder.DescendingOrder.name
            down, up = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
            self.table.sortByColumn(columns[key], down if is_down else up)

    def set_a_and_b(self, a: str, b: str) -> None:
        """Measures A and B, which are always shown."""
        if (a, b) != self._a_and_b:
            self._a_and_b = a, b
            self._show_keys()

    def leave_undefined(self, is_defined: Callable[[str], bool]) -> None:
        """Columns that nobody chose for these files are shown only if they have scores."""
        undefined = set() if self._is_by_hand else {key for key in self._shown if not is_defined(key)}
        if undefined != self._undefined:
            self._undefined = undefined
            self._show_keys()

    def _set_keys(self) -> None:
        a, b = self._a_and_b
        shown = (key for key in self._shown if key not in self._undefined)
        self.model.set_measures(list(dict.fromkeys((*shown, a, b))), {b: "B", a: "A"})

    def _show_keys(self) -> None:
        self._set_keys()
        for table in (self.table, self.all_measures):
            table.horizontalHeader().setSortIndicator(*self.model.sorted_by)
        self.choose(self.system)

    def toggle_measure(self, key: str, is_shown: bool) -> None:
        """Shows or hides a measure; the order is that of all measures."""
        here, always = (
            [one.key for one in self.choices.measures if one.key in {*keys} - {key} | ({key} if is_shown else set())]
            for keys in (self._shown, shown_measures(self.choices))
        )
        preferences.store(remembered("measures", self.choices), always)
        self._show_measures(here)

    def has_focus(self) -> bool:
        """Whether one of its tables has the keyboard."""
        return self.table.hasFocus() or self.all_measures.hasFocus()

    def selection_as_tsv(self) -> str:
        """The whole table as text: it is small."""
        return self.model.tsv(range(self.model.rowCount()))

    # -- what the hand does --------------------------------------------------------------------------------------------

    def _row_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        system = self.model.system(current.row())
        if system >= 0 and system != self._system:
            self._system = system
            self.selected.emit(system)

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() in STATUS_OF_COLUMN:
            self.statusClicked.emit(self.model.system(index.row()), STATUS_OF_COLUMN[index.column()])

    def _row_menu(self, place: QPoint, of: QTableView | None = None) -> None:
        table = of or self.table
        system = self.model.system(table.rowAt(place.y()))
        if system < 0 or self.model.comparison is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        name = self.model.comparison.table.systems[system]
        menu.addAction("Show skipped sentences", lambda: self.statusClicked.emit(system, SKIPPED))
        base = menu.addAction(f"Compare the others with {caption(name)} (baseline)")
        base.setEnabled(self.model.rowCount() > 1)
        base.triggered.connect(lambda: self.baselineWanted.emit(system))
        remove = menu.addAction(f"Remove {caption(name)} from the comparison")
        remove.setEnabled(self.model.rowCount() > 1)
        remove.triggered.connect(lambda: self.removeWanted.emit(system))
        self.choose(system)
        self.menuShown.emit(menu)
        menu.popup(table.viewport().mapToGlobal(place))

    def _header_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fill_measures_menu(menu, self)
        menu.popup(place)


class AllMeasures(FirstStop, QWidget):
    """The ``table`` of the systems under all measures, and what the signs beside its figures mean."""

    def __init__(self, table: QTableView, model: SystemsModel) -> None:
        super().__init__()
        self.first_stop: QWidget = table
        self.legend, self._model = ElidedLabel(), model
        self.legend.setObjectName("muted")
        self.legend.setContentsMargins(12, 2, 12, 6)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(table)
        rows.addWidget(self.legend)
        for changed in (model.modelReset, model.dataChanged):
            changed.connect(self._explain_signs)

    def _explain_signs(self) -> None:
        said = self._model.legend(self._model.keys)
        self.legend.setText(said)
        self.legend.setVisible(bool(said))


def fill_measures_menu(menu: QMenu, panel: SystemsPanel) -> None:
    """A check mark per measure, grouped by family."""
    empty(menu)
    families = groups(panel.choices)
    for title, family in families:
        # often people want the first few only
        target = menu if title == families[0][0] and panel.choices.opens_first_family else menu.addMenu(caption(title))
        for one in family:
            action = target.addAction(caption(one.title))
            action.setCheckable(True)
            action.setChecked(one.key in panel.model.keys)
            action.setEnabled(one.key not in panel.model.letters)
            action.setToolTip(tip(one.explanation))
            action.toggled.connect(lambda is_shown, key=one.key: panel.toggle_measure(key, is_shown))
    menu.addSeparator()
    presets = menu.addMenu("Presets from papers")
    known = {one.key for one in panel.choices.measures}
    for title, keys in (preset for preset in PRESETS.values() if known.issuperset(preset[1])):
        presets.addAction(caption(title), partial(panel.set_measures, list(keys)))
    menu.addAction("Default columns", lambda: panel.set_measures(list(panel.choices.columns)))
