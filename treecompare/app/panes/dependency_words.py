"""The words of a sentence of a dependency treebank as a table: what the gold says of each, and what the system."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QTableWidgetItem, QVBoxLayout, QWidget

from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.plain_table import Recolour, Refit, fit_columns, label_columns, plain_table, wanted_widths
from treecompare.app.drawings.pictures import theme_of
from treecompare.drawing.arcs import NOWHERE, ArcDrawing
from treecompare.drawing.names import PLAIN, Names
from treecompare.mappings.mapping import MATCHED
from treecompare.trees.arcs import UNATTACHED
from treecompare.trees.characters import left_to_right
from treecompare.trees.dependencies import Dependencies

Shown = tuple[ArcDrawing, Dependencies, Dependencies, Callable[[str], str]]
"""A sentence drawn, the words of both files, and a relation as it is compared."""
COLUMNS = ("lemma", "upos", "xpos", "feats")
"""Comparison column by column, besides head and relation."""
WITH_SYSTEM = (2, 4)
"""Columns of the gold's heads and relations; the system's stand to the right of each."""
LEAST_WITH_KEY = 120
"""Pixels of height from which what ≠ means is told above the table."""
BESIDE = 16
"""Pixels beside the text of a cell."""
LAST_FIXED = 5
"""Columns up to this one are always there in some form."""


class DependencyWordsPanel(FirstStop, QWidget):
    """One row per word, what differs coloured and marked with ≠. ``chosen(column)``: -1 for none."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Shown | None = None
        self._names = PLAIN
        self._rows: list[list[tuple[str, bool]]] = []
        titles = self.titles = ["No.", "Word", "Gold head", "Head", "Gold relation", "Relation"]
        titles += ["Lemma", "UPOS", "XPOS", "Features"]
        self.key = ElidedLabel()
        """Says on which side of ≠ each of the two stands."""
        self.key.setObjectName("muted")
        self.key.setContentsMargins(8, 2, 8, 2)
        self.table = table = plain_table(titles, "Words of the sentence")
        table.itemSelectionChanged.connect(self._row_chosen)
        self._refit = Refit(table, self._fit)
        self._recolour = Recolour(table, self._fill)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.key)
        layout.addWidget(table)
        self.first_stop = table

    def call(self, names: Names) -> None:
        """Says what gold and system are called."""
        self._names = names
        self.key.setText(f"Where they differ: {names.told('gold')} ≠ {names.told('system')}")
        self._label(is_narrow=False)

    def _label(self, is_narrow: bool) -> None:
        """Heads of the columns; ``is_narrow``: heads and relations of both stand in one column each, which has no name."""
        names = PLAIN if is_narrow else self._names
        told = {} if is_narrow else {3: "System head", 5: "System relation"}
        label_columns(self.table, [names.told(told.get(column, title)) for column, title in enumerate(self.titles)])

    def show_arcs(self, shown: Shown | None) -> None:
        """Shows the words of a sentence, or none."""
        self._shown = shown
        self._fill()

    def current(self) -> int:
        """The chosen word; -1 for none."""
        rows = self.table.selectionModel().selectedRows()
        return rows[0].row() if rows else -1

    def choose(self, column: int) -> None:
        """Chooses a word from outside: nobody is told."""
        self.table.blockSignals(True)
        if column >= 0:
            self.table.selectRow(column)
        else:
            self.table.clearSelection()
        self.table.blockSignals(False)

    def _row_chosen(self) -> None:
        self.chosen.emit(self.current())

    def _fill(self) -> None:
        self.table.blockSignals(True)
        self.table.setRowCount(0)
        self._rows = []
        if self._shown is not None and self.isVisible():  # nobody looks at a hidden pane
            self._rows = word_rows(*self._shown)
            for row, cells in enumerate(self._rows):
                self._add_row(row, cells)
            self._fit()
        self.table.blockSignals(False)

    def _fit(self) -> None:
        """Where not all columns have room, the gold's stand with the system's, and those in which nothing differs are left out;
        where the words of the heads have no room, either, their numbers have to do."""
        table = self.table
        differs = any(not is_same for cells in self._rows for _, is_same in cells)
        self.key.setVisible(differs and self.height() >= LEAST_WITH_KEY)
        if not self._rows:
            return
        for column in range(table.columnCount()):
            table.setColumnHidden(column, False)
        self._show_heads(is_narrow=False)
        self._label(is_narrow=False)
        self._break_relations(never=True)
        table.resizeColumnsToContents()
        if sum(wanted_widths(table).values()) > table.viewport().width():
            self._show_heads(is_narrow=True)
            self._label(is_narrow=True)
            for column in (*WITH_SYSTEM, *range(LAST_FIXED + 1, table.columnCount())):
                differs = any(not cells[column][1] for cells in self._rows)
                table.setColumnHidden(column, column in WITH_SYSTEM or not differs)
            if sum(wanted_widths(table).values()) > table.viewport().width():
                self._show_heads(is_narrow=True, only_numbers=True)
            self._break_relations()
            fit_columns(table)

    def _show_heads(self, is_narrow: bool, only_numbers: bool = False) -> None:
        """Head and relation of the system; ``is_narrow``: before them the gold's, where it is another one; ``only_numbers``: heads
        without their words."""
        for row, cells in enumerate(self._rows):
            for column in WITH_SYSTEM:
                (gold, _), (system, is_same) = cells[column : column + 2]
                whole = system if is_same or not is_narrow else f"{gold} {system}"
                if only_numbers and column == WITH_SYSTEM[0]:
                    gold, system = gold.split(" ")[0], " ".join(system.split(" ")[: 1 if is_same else 2])
                text = visible(system if is_same or not is_narrow else f"{gold} {system}")
                item = self.table.item(row, column + 1)
                if item is not None:
                    item.setText(left_to_right(text) if " " in text else text)
                    item.setToolTip(tip(whole))

    def _break_relations(self, never: bool = False) -> None:
        """Two relations that have no room beside each other stand one above the other."""
        table, column = self.table, WITH_SYSTEM[-1] + 1
        others = sum(width for one, width in wanted_widths(table).items() if one != column)
        room, line = table.viewport().width() - others - BESIDE, table.fontMetrics().height()
        usual = table.verticalHeader().defaultSectionSize()
        for row in range(table.rowCount()):
            item = table.item(row, column)
            text = item.text() if item is not None and not never else ""
            is_broken = " ≠ " in text and table.fontMetrics().horizontalAdvance(text) > room
            if item is not None and is_broken:
                item.setText(text.replace(" ≠ ", " ≠\n"))
            table.setRowHeight(row, usual + is_broken * line)

    def _add_row(self, row: int, cells: list[tuple[str, bool]]) -> None:
        theme = theme_of(self.palette())
        self.table.insertRow(row)
        for column, (given, is_same) in enumerate(cells):
            text = visible(given)
            item = QTableWidgetItem(left_to_right(text) if " " in text else text)
            item.setToolTip(tip(given))
            if not is_same:
                item.setForeground(QBrush(QColor(theme.text["deleted"])))
                item.setBackground(QBrush(QColor(theme.fill["deleted"])))
            self.table.setItem(row, column, item)

    def showEvent(self, event: object) -> None:
        """Fills the pane when it comes into view."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._fill()


def word_rows(
    drawing: ArcDrawing, gold: Dependencies, test: Dependencies, compared: Callable[[str], str]
) -> list[list[tuple[str, bool]]]:
    """Per word the cells of the table, each with whether gold and system agree in it."""
    columns = drawing.columns
    arcs = _attached(gold, [one.gold for one in columns]), _attached(test, [one.test for one in columns])
    rows = []
    for number, one in enumerate(drawing.columns):
        own, other = (side.get(number) for side in arcs)
        cells = [(drawing.number(number), True), (one.word, one.operation == MATCHED)]
        heads = [_head(drawing, arc[0]) if arc is not None else "" for arc in (own, other)]
        same_head = bool(one.empty) or (own is not None and other is not None and own[0] == other[0])
        same_relation = bool(one.empty) or (
            own is not None and other is not None and compared(own[1]) == compared(other[1])
        )
        cells += [(heads[0], True), (heads[1] if same_head else f"≠ {heads[1]}", same_head)]
        relations = [arc[1] if arc is not None else "" for arc in (own, other)]
        cells += [(relations[0], True), (relations[1] if same_relation else f"≠ {relations[1]}", same_relation)]
        for name in COLUMNS:
            values = [
                _value(words, name, place) for words, place in ((gold, one.gold), (test, one.test)) if place != NOWHERE
            ]
            is_same = len(set(values)) < 2
            cells.append((next(iter(values), "") if is_same else f"{values[0]} ≠ {values[1]}", is_same))
        rows.append(cells)
    return rows


def _attached(words: Dependencies, places: Sequence[int]) -> dict[int, tuple[int, str]]:
    """Of each column the column of its head (-1: the root, UNATTACHED: it has none) and the relation; ``places``: its word in the
    file, if any."""
    column_of = {place: column for column, place in enumerate(places) if place != NOWHERE}
    found = {}
    for place, column in column_of.items():
        parent = int(words.parents[place])
        if parent < 0 or parent in column_of:
            head = parent if parent == UNATTACHED else column_of.get(parent, -1)
            found[column] = head, words.symbols.texts[words.deprel[place]]
    return found


def _head(drawing: ArcDrawing, head: int) -> str:
    if head == UNATTACHED:
        return "–"
    return f"{drawing.number(head)} {drawing.columns[head].word}" if head >= 0 else "0"


def _value(words: Dependencies, name: str, place: int) -> str:
    return words.symbols.texts[int(getattr(words, name)[place])].replace("_", "–")
