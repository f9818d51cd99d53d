"""A table of label costs, edited in the window: what replacing one label by another costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common import preferences
from treecompare.app.common.boxes import completer_of
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import visible
from treecompare.app.session import opening
from treecompare.app.shell.frame import FrameWindow
from treecompare.errors import ReadError, TreecompareError
from treecompare.mappings.costs import both_ways, cost_text, listed, read_costs, write_costs
from treecompare.reading import words_of

MOST = 2.0
"""Replacing costs no more than deleting and inserting."""


def own_costs_path(name: str) -> Path:
    """Where costs that were typed are kept until they are saved under a name."""
    import platformdirs

    return Path(platformdirs.user_data_dir("treecompare", appauthor=False)) / f"{name}.tsv"


class _LabelField(QStyledItemDelegate):
    """Completes labels that occur."""

    def __init__(self, labels: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self._labels = labels

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """As Qt has it."""
        field = QLineEdit(parent)
        field.setCompleter(completer_of(QStringListModel(list(self._labels), field), field))
        return field


class LabelCostsDialog(QDialog):
    """Rows of ``label, label, cost``. ``path()`` is the file they were written to when the dialog was accepted."""

    def __init__(
        self, title: str, labels: Iterable[str], path: str | None, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(520, 460)
        self._name = name
        self._path = path
        self._labels = sorted(set(labels))
        intro = QLabel(
            "What replacing a label by another costs, from 0 (they count as equal) to 2 (as much as "
            "deleting one and "
            "inserting the other). A pair counts in both orders unless the other order is listed too; "
            "pairs that are not "
            "listed cost what the measure says."
        )
        intro.setWordWrap(True)
        self.table = QTableWidget(0, 3)
        self.table.setAccessibleName("Label costs")
        self.table.setHorizontalHeaderLabels(["Label", "Label", "Cost"])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().hide()
        self._field = _LabelField(self._labels, self)
        for column in (0, 1):
            self.table.setItemDelegateForColumn(column, self._field)
        self.table.itemChanged.connect(self._check)
        self.fault = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.fault.setWordWrap(True)
        self.fault.setAccessibleName("What is wrong")
        add, remove = QPushButton("Add a pair"), QPushButton("Remove")
        load, save = QPushButton("Load…"), QPushButton("Save as…")
        add.clicked.connect(lambda: self.add_row("", "", ""))
        remove.clicked.connect(self._remove)
        load.clicked.connect(self._load)
        save.clicked.connect(self._save)
        row = QHBoxLayout()
        for button in (add, remove, load, save):
            row.addWidget(button)
        row.addStretch(1)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok
            | QDialogButtonBox.StandardButton.Reset
            | QDialogButtonBox.StandardButton.Cancel,
            self,
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Use these costs")
        none = self.buttons.button(QDialogButtonBox.StandardButton.Reset)
        none.setText("Clear costs")
        for button in (add, remove, load, save, none, self.buttons.button(QDialogButtonBox.StandardButton.Cancel)):
            button.setAutoDefault(False)
        none.clicked.connect(self._use_none)
        self.buttons.accepted.connect(self._apply)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for part in (intro, self.table):
            layout.addWidget(part)
        layout.addLayout(row)
        layout.addWidget(self.fault)
        layout.addWidget(self.buttons)
        start = path or (str(own_costs_path(name)) if own_costs_path(name).exists() else "")
        if start:
            self._fill_from(start)
        if not self.table.rowCount():
            self.add_row("", "", "")
        self._check()

    # -- rows ----------------------------------------------------------------------------------------------------------

    def add_row(self, one: str, other: str, cost: str) -> None:
        """Adds a pair."""
        row = self.table.rowCount()
        self.table.blockSignals(True)
        self.table.insertRow(row)
        for column, text in enumerate((one, other, cost)):
            item = QTableWidgetItem(text)
            if column == 2:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(row, column, item)
        self.table.blockSignals(False)
        self._check()

    def _remove(self) -> None:
        for row in sorted({index.row() for index in self.table.selectedIndexes()}, reverse=True):
            self.table.removeRow(row)
        self._check()

    def rows(self) -> list[tuple[str, str, str]]:
        """The rows in which something is written."""
        found = []
        for row in range(self.table.rowCount()):
            items = [self.table.item(row, column) for column in range(3)]
            one, other, cost = (item.text().strip(" \t") if item is not None else "" for item in items)
            if one or other or cost:
                found.append((one, other, cost))
        return found

    def _costs(self) -> dict[tuple[str, str], float]:
        return {(one, other): float(cost.replace(",", ".")) for one, other, cost in self.rows()}

    def _faults(self) -> tuple[str, str]:
        """What makes the table unusable, and what is merely odd; one sentence each."""
        known = set(self._labels)
        seen: set[tuple[str, str]] = set()
        odd = ""
        for number, (one, other, cost) in enumerate(self.rows(), 1):
            place = f"Row {number}: "
            if not one or not other:
                return place + "a label is missing.", ""
            if words_of(one) != [one] or words_of(other) != [other]:
                return place + "labels have no blanks in them.", ""
            if {"[", "]"} & {one, other}:
                return place + "the boundaries [ and ] have no cost of their own.", ""
            try:
                value = float(cost.replace(",", "."))
            except ValueError:
                return place + f"“{cost}” is not a valid cost; expected a number from 0 to 2.", ""
            if not 0 <= value <= MOST:
                return place + f"a cost of {cost}; expected a number from 0 to 2.", ""
            if (one, other) in seen:
                return place + f"{one} and {other} are already listed.", ""
            seen.add((one, other))
            for label in (one, other):
                if label not in known and not odd:
                    odd = place + f"{label} does not occur in these treebanks."
        return "", odd

    def _check(self) -> None:
        fault, odd = self._faults()
        self.fault.setText(visible(fault or odd))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not fault and bool(self.rows()))

    # -- files ---------------------------------------------------------------------------------------------------------

    def _fill_from(self, path: str) -> bool:
        try:
            costs = read_costs(path, most=MOST)
        except (ReadError, OSError) as error:
            show_error(self.parentWidget() or self, error)
            return False
        self.table.setRowCount(0)
        for (one, other), cost in listed(costs).items():
            self.add_row(one, other, cost_text(cost))
        return True

    def _load(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self,
            "Load label costs",
            preferences.text("folder"),
            "Label costs (*.tsv *.txt);;All files (*)",
        )
        if path and self._fill_from(path):
            self._path = path

    def _save(self) -> None:
        if self._faults()[0]:
            return
        path = opening.ask_where_to_save(self, "Save label costs", (("TSV", "tsv"),), f"{self._name}.tsv")
        if path and self._write(path):
            self._path = path
            if isinstance(window := self.parentWidget(), FrameWindow):
                window.tell(f"Saved: {path}")

    def _write(self, path: str) -> bool:
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            write_costs(path, self._costs())
        except (TreecompareError, OSError) as error:
            show_error(self, error)
            return False
        return True

    def _apply(self) -> None:
        """Writes the costs where they came from if nothing changed, else into a file of the user's own."""
        if self._faults()[0]:
            return
        if self._path is None or not self._is_unchanged(self._path):
            self._path = str(own_costs_path(self._name))
            if not self._write(self._path):
                return
        self.accept()

    def _is_unchanged(self, path: str) -> bool:
        try:
            costs = read_costs(path, most=MOST)
        except (ReadError, OSError):
            return False
        return both_ways(self._costs()) == costs

    def _use_none(self) -> None:
        self._path = None
        self.accept()

    def path(self) -> str | None:
        """The file that holds the costs; None where none are to be used."""
        return self._path
