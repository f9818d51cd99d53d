"""The sheet Open: which files, what is in each of them, and what they are to each other."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QFontDatabase, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QStyledItemDelegate,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from treecompare.comparison.answered import BASELINE, has_no_file
from treecompare.drawing.names import short_names
from treecompare.folders import stands_for_others
from treecompare.jobs.choosing import TYPED, WHAT, ToCompare, ways
from treecompare.registry import find
from treecompare.window.common import choosers, layouts, preferences
from treecompare.window.common.elided import ElidedBox, ElidedLabel
from treecompare.window.common.layouts import button, label
from treecompare.window.common.plain import caption, tip, visible, visible_lines
from treecompare.window.common.theme import colours_of
from treecompare.window.common.worker import Newest
from treecompare.window.frame.files import FileSearch
from treecompare.window.frame.form import open_about

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank

FILE, ROLE, NAME, FOLLOWS, FORMAT, SENTENCES, BEGINS = range(7)
HEADS = "File", "Role", "Name", "Annotated like", "Format", "Sentences", "Begins with"
LETTERS = {FILE: 14, ROLE: 19, NAME: 10, FOLLOWS: 16, FORMAT: 19, SENTENCES: 12}
"""Widths in letters: the most for the format; for file and name what they get even where space is short."""
BEGIN, LEAST_BEGINS = 120, 60
"""Pixels of how a file begins, and those without which that is not there: of the file that is chosen it stands below."""
FIRST_LINES = 6
"""Of the first tree that are seen."""


class _Field(QLineEdit):
    """Return takes what is typed; where nothing is, it goes on to the button."""

    entered = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.text().strip():
            self.entered.emit(self.text().strip())
        else:
            super().keyPressEvent(event)


class _ShortNames(QStyledItemDelegate):
    """Names without what all of them begin with; whole while they are typed over."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.short: dict[str, str] = {}

    def displayText(self, value: Any, locale: Any) -> str:
        text = super().displayText(value, locale)
        return self.short.get(text, text)


class FilesTable(QTableWidget):
    """A row for each file. ``said``: of a row and a column, what people chose or typed there."""

    said = Signal(int, int, str)

    def __init__(self) -> None:
        super().__init__(0, len(HEADS), tabKeyNavigation=False, wordWrap=False)
        self.setAccessibleName("Files and what they are")
        self.setHorizontalHeaderLabels(HEADS)
        self.short_names = _ShortNames(self)
        self.setItemDelegateForColumn(NAME, self.short_names)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, letters in LETTERS.items():
            header.resizeSection(column, letters * self.fontMetrics().averageCharWidth())
        if (sentences := self.horizontalHeaderItem(SENTENCES)) is not None:
            sentences.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        header.setStretchLastSection(True)
        self.itemChanged.connect(lambda item: self.said.emit(item.row(), item.column(), item.text()))

    def show_files(self, files: ToCompare) -> None:
        """What they are now."""
        these = colours_of(self.palette())
        inks = {"quiet": these.muted, "alarm": these.gold}
        with QSignalBlocker(self):
            self.setColumnHidden(NAME, files.what == "versions")
            self.setColumnHidden(FOLLOWS, len(files.golds) < 2)
            self.setRowCount(len(files.rows))
            for row, one in enumerate(files.rows):
                title, seen = files.title(row), files.seen(row)
                self._write(row, FILE, title, one.path)
                self._write(row, NAME, one.name)
                self._write(row, FORMAT, seen.format)
                self._write(row, SENTENCES, seen.sentences)
                begins = self._write(row, BEGINS, seen.begins, seen.whole)
                begins.setForeground(QColor(inks.get(seen.look, these.text)))
                self._offer(row, ROLE, f"What {title} is", files.offered(row), one.role)
                self._offer(row, FOLLOWS, f"Which gold {title} follows", *files.golds_for(row))
        self.fit()

    def _write(self, row: int, column: int, text: str, about: str = "") -> QTableWidgetItem:
        item = self.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            if column != NAME:
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            if column == SENTENCES:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.setItem(row, column, item)
        item.setText(text if column == NAME else visible(text))
        item.setToolTip(tip(about))
        return item

    def _offer(self, row: int, column: int, name: str, options: Mapping[str, str], now: str) -> None:
        """A box with these values, by their titles; none: no box."""
        box = self.cellWidget(row, column)
        if not options:
            self.removeCellWidget(row, column)
            return
        if not isinstance(box, ElidedBox):
            box = ElidedBox(self)
            box.activated.connect(lambda _, box=box: self.said.emit(row, column, box.currentData()))
            self.setCellWidget(row, column, box)
        box.setAccessibleName(name)
        if {box.itemData(place): box.itemText(place) for place in range(box.count())} != options:
            box.clear()
            for value, title in options.items():
                box.addItem(visible(title), value)
        box.setCurrentIndex(max(box.findData(now), 0))

    def fit(self) -> None:
        """Names without what all begin with, and columns in which files and names can be read, as far as there is room."""
        names = [item.text() for row in range(self.rowCount()) if (item := self.item(row, NAME)) is not None]
        self.short_names.short = dict(zip(names, short_names("", names), strict=True)) if len(names) > 1 else {}
        letter, head = self.fontMetrics().averageCharWidth(), self.horizontalHeader()
        wanted = max(self.sizeHintForColumn(FORMAT), head.sectionSizeHint(FORMAT))
        self.setColumnWidth(FORMAT, min(wanted, LETTERS[FORMAT] * letter))
        others = sum(map(head.sectionSize, (ROLE, FOLLOWS, FORMAT, SENTENCES)))  # those that are hidden have no width
        free = self.viewport().width() - others - BEGIN
        for column, kept in ((NAME, LETTERS[FILE] * letter), (FILE, 0)):
            wanted = max(self.sizeHintForColumn(column), head.sectionSizeHint(column))
            self.setColumnWidth(column, min(max(LETTERS[column] * letter, free - kept), wanted))
            free -= head.sectionSize(column)
        self.setColumnHidden(BEGINS, free + BEGIN < LEAST_BEGINS)
        self.setColumnWidth(BEGINS, free + BEGIN)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class OpenDialog(choosers.TakesFiles, QDialog):
    """Lists files; people say what each of them is. ``choice``: what they chose.

    What is in the files is read in the background; whoever knows already what they want need not wait for it. ``gold``: that of an
    open comparison, to which the files are added.
    """

    def __init__(
        self,
        paths: Sequence[str] = (),
        parent: QWidget | None = None,
        gold: AnyTreebank | None = None,
        what: str = "gold",
    ) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.choice = ToCompare(gold, self._show)
        self.choice.typed = {name: preferences.text(f"versions/{name}") for name in TYPED}
        self._work = Newest(self)
        self.search = FileSearch(self)
        self.search.counted.connect(self._tell_found)
        self.search.ended.connect(self._add_found)
        self._make()
        self.choice.choose(what)
        self.choice.add(paths)

    def _make(self) -> None:
        choice = self.choice
        self.box = _box("What is compared", WHAT, lambda: choice.choose(self.box.currentData()))
        self.box.setVisible(self.choice.open_gold is None)
        self.text, self.hint, self.table = label(wraps=True), ElidedLabel(), FilesTable()
        says = {ROLE: choice.give, FOLLOWS: choice.follow, NAME: choice.call}
        self.table.said.connect(lambda row, column, value: says[column](row, value))
        self.table.currentCellChanged.connect(self._show_row)
        self.field = _Field(placeholderText="A file, a folder or a pattern such as out/*.mrg")
        self.field.setAccessibleName("File, folder or pattern to add")
        self.field.entered.connect(self._add_typed)
        self.stop_button = button("&Stop", self.search.stop)
        self.stop_button.setToolTip("Look for no more files; those that are found are added")
        self.stop_button.hide()
        self.baselines = QMenu(self, aboutToShow=self._offer_baselines)
        self.baseline = QPushButton("Add &baseline", autoDefault=False)
        self.baseline.setMenu(self.baselines)
        self.baseline.setToolTip(
            "A system that knows the words of the gold and nothing else; or one tree of all systems"
        )
        self.typed = {
            name: QLineEdit(choice.typed[name], placeholderText=hint, accessibleName=name)
            for name, hint in TYPED.items()
        }
        for name, edit in self.typed.items():
            edit.textChanged.connect(partial(choice.type, name))
        self.format, self.encoding = (_box(name, titles, self._read_otherwise) for name, titles in ways().items())
        for box in (self.format, self.encoding):
            box.setMaximumWidth(24 * self.fontMetrics().averageCharWidth())
        self.first = QPlainTextEdit(readOnly=True, tabChangesFocus=True)
        self.first.setFixedHeight((FIRST_LINES + 1) * self.fontMetrics().lineSpacing() + 8)
        self.first.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.whole = button("", lambda: choice.turn(self.table.currentRow()))
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Open | kinds.Cancel, self)
        self._open_button = self.buttons.button(kinds.Open)
        self._open_button.setDefault(True)
        if self.choice.open_gold is not None:
            self._open_button.setText("&Add")
        # Enter opens, or does nothing: what was listed is not lost by it
        self.buttons.button(kinds.Cancel).setAutoDefault(False)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        browse = button("&Browse…", lambda: choice.add(choosers.ask_for_files(self, "Add files")))
        folder = button("F&older…", self._add_folder)
        self.how, self.as_versions = QWidget(), QWidget()
        layouts.row(self.how, layouts.column(None, self.format, self.encoding, None, gap=6), (self.first, 1), gap=6)
        layouts.row(self.as_versions, *self.typed.values(), gap=6)
        add = layouts.row(None, (self.field, 1), self.stop_button, browse, folder, self.baseline, gap=6)
        head = layouts.row(None, self.box, None), self.text, add
        foot = self.as_versions, self.how, layouts.row(None, (self.hint, 1), self.whole, gap=8), self.buttons
        layouts.column(self, *head, (self.table, 1), *foot, gap=6, margins=(11, 11, 11, 11))
        room = self.screen().availableSize()
        self.resize(min(1000, room.width() * 9 // 10), min(600, room.height() * 85 // 100))

    # -- files come ------------------------------------------------------------------------------------------------------

    def _offer_baselines(self) -> None:
        self.baselines.clear()
        for group in self.choice.baselines():
            for name, path in group:
                self.baselines.addAction(name, partial(self.choice.add, [path]))
            self.baselines.addSeparator()

    def _add_typed(self, text: str) -> None:
        self.field.clear()
        self.search.stop()
        path = str(Path(os.path.expanduser(text)))  # noqa: PTH111 - unlike Path, it leaves unknown users as they are
        self.take_files([path])

    def take_files(self, paths: list[str]) -> None:
        """Adds files at once, those that folders and patterns stand for once they are found: of a whole machine that takes long."""
        if any(map(stands_for_others, paths)):
            self.search.stop()
            self.search.look(paths)
        else:
            self.choice.add(paths)

    def _tell_found(self, count: int) -> None:
        self.stop_button.show()
        self.hint.setText(f"Looking for files… {count:,} found")

    def _add_found(self, paths: list[str]) -> None:
        self.stop_button.hide()
        self.choice.add(paths, self.search.stood_for)

    def _add_folder(self) -> None:
        if folder := choosers.ask_for_folder(self, "Add the treebanks of a folder"):
            self.take_files([folder])

    @property
    def is_reading(self) -> bool:
        """Whether something is not known yet of the files."""
        return self._work.is_busy

    def _fail(self, error: BaseException) -> None:
        raise error

    def _read_otherwise(self) -> None:
        self.choice.read_as(self._row, self.format.currentData(), self.encoding.currentData())

    # -- what is seen ----------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """All as it is now; what is not known yet is found out."""
        if self.choice.saved:
            self.accept()
            return
        if not self.is_reading and (todo := self.choice.todo()) is not None:
            self._work.ask(todo, lambda note: note(), self._fail)
        is_versions, missing = self.choice.what == "versions", self.choice.missing()
        self.box.setCurrentIndex(self.box.findData(self.choice.what))
        title, text = self.choice.said
        self.setWindowTitle(title)
        self.text.setText(text)
        self.table.show_files(self.choice)
        self.baseline.setVisible(not is_versions and find("systems", BASELINE) is not None)
        self.as_versions.setVisible(is_versions)
        for name in list(TYPED)[:2]:
            self.typed[name].setVisible(self.choice.is_repository)
        self._show_row()
        self.hint.setText(self.choice.hint())
        if missing and self._open_button.hasFocus():
            self._go_to_roles()  # Qt would go on to Cancel
        self._open_button.setEnabled(not missing)

    @property
    def _row(self) -> int:
        return max(self.table.currentRow(), 0)

    def _show_row(self) -> None:
        _, said = self.choice.folder(self.table.currentRow())
        self.whole.setVisible(bool(said))
        self.whole.setText(f"&{caption(said)}")
        one = self.choice.rows[self._row] if self.choice.rows else None
        self.how.setVisible(one is not None and not has_no_file(one.path))
        if one is None:
            return
        for box, name in zip((self.format, self.encoding), one.how, strict=True):
            box.setCurrentIndex(max(box.findData(name), 0))
        text, is_fault = self.choice.first(self._row)
        wraps = QPlainTextEdit.LineWrapMode
        self.first.setLineWrapMode(wraps.WidgetWidth if is_fault else wraps.NoWrap)
        if text != self.first.toPlainText():
            self.first.setPlainText(visible_lines(text))
        self.first.setAccessibleName(f"First tree of {Path(one.path).name}")

    def _go_to_roles(self) -> None:
        (self.table.cellWidget(0, ROLE) or self.field).setFocus(Qt.FocusReason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        """One begins where something has to be done."""
        super().showEvent(event)
        if self._open_button.isEnabled():
            self._open_button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._go_to_roles()

    def done(self, result: int) -> None:
        """Nobody waits for what is still being read."""
        self.search.drop()
        self._work.drop()
        if result and self.choice.what == "versions":
            for name, text in self.choice.typed.items():
                preferences.store(f"versions/{name}", text)
        super().done(result)


def _box(name: str, options: Mapping[str, str], do: Callable[[], object]) -> QComboBox:
    box = QComboBox(accessibleName=name)
    for value, title in options.items():
        box.addItem(title, value)
    box.activated.connect(lambda _: do())
    return box


def ask(
    window: Any, then: Callable[[ToCompare], object], paths: Sequence[str] = (), gold: Any = None, what: str = "gold"
) -> None:
    """Opens the sheet; what is chosen goes to ``then``. ``gold``: of an open comparison, to which files are added."""
    sheet = OpenDialog(paths, window, gold, what)
    sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    sheet.setWindowModality(Qt.WindowModality.WindowModal)
    sheet.accepted.connect(lambda: then(sheet.choice))
    (sheet.open if gold is None else partial(open_about, window, sheet))()
