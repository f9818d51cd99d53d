"""The table of the Open dialog: files, what is in each of them, and what people say that they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QTableWidget, QTableWidgetItem, QWidget

from treecompare.comparison.answered import BASELINE, CONSENSUS, called
from treecompare.comparison.previews import Preview, gold_by_content
from treecompare.comparison.roles import BESIDE, ROLES
from treecompare.comparison.treebank_names import likely_gold, scheme_names
from treecompare.drawing.names import short_names
from treecompare.reading import treebank_name
from treecompare.window.common.elided import ElidedBox
from treecompare.window.common.plain import tip, visible
from treecompare.window.common.theme import muted, warning

FILE, ROLE, NAME, FOLLOWS, FORMAT, SENTENCES, BEGINS = range(7)
HEADS = "File", "Role", "Name", "Annotated like", "Format", "Sentences", "Begins with"


class RoleBox(ElidedBox):
    """A role to choose. ``roles``: those that are offered, with their titles."""

    def __init__(self, name: str, parent: QWidget, roles: Mapping[str, str]) -> None:
        super().__init__(parent)
        self.setAccessibleName(f"What {name} is")
        for role, title in roles.items():
            self.addItem(title, role)

    @property
    def role(self) -> str:
        """The one that is chosen."""
        return str(self.currentData())

    def choose(self, role: str) -> None:
        """Chooses one; that of a system where it is not offered."""
        self.setCurrentIndex(max(self.findData(role), 0))

    def call(self, is_gold: bool) -> None:
        """Calls gold and system so, or by what they are where neither is gold."""
        for role, with_gold, without in (("gold", "gold", "first"), ("system", "system", "other")):
            if self.itemText(place := self.findData(role)) in (with_gold, without):  # a baseline has its own name
                self.setItemText(place, with_gold if is_gold else without)


class _ShortNames(QStyledItemDelegate):
    """Names without what all of them begin with; whole while they are typed over."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.short: dict[str, str] = {}

    def displayText(self, value: Any, locale: Any) -> str:
        text = super().displayText(value, locale)
        return self.short.get(text, text)


class FilesTable(QTableWidget):
    """A row for each of the ``paths``. ``roleChanged``: the file of that row is something else now, by whomever.

    ``chosen``: files whose role people chose. ``is_beside``: no file can be a gold.
    """

    roleChanged = Signal(int)

    def __init__(self, is_beside: bool) -> None:
        super().__init__(0, len(HEADS))
        self.paths: list[str] = []
        self.chosen: set[str] = set()
        self._offered: Mapping[str, str] = BESIDE if is_beside else ROLES
        self.setAccessibleName("Files and what they are")
        self.setHorizontalHeaderLabels(HEADS)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.short_names = _ShortNames(self)
        self.setItemDelegateForColumn(NAME, self.short_names)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        header, letter = self.horizontalHeader(), self.fontMetrics().averageCharWidth()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, letters in ((FILE, 22), (ROLE, 19), (NAME, 17), (FOLLOWS, 16), (FORMAT, 19), (SENTENCES, 12)):
            header.resizeSection(column, letters * letter)
        header.resizeSection(BEGINS, 24 * letter)
        if (sentences := self.horizontalHeaderItem(SENTENCES)) is not None:
            sentences.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        header.setStretchLastSection(True)

    # -- files ---------------------------------------------------------------------------------------------------------

    def add(self, path: str, title: str, has_gold: bool) -> None:
        """Adds a file of which nothing is known. ``title``: what it is called; ``has_gold``: one of the files is the gold."""
        row = len(self.paths)
        self.paths.append(path)
        self.insertRow(row)
        made = "baseline" if path.startswith(BASELINE) else "consensus" if path.startswith(CONSENSUS) else ""
        name = made or title
        for column, text in ((FILE, name), (FORMAT, ""), (SENTENCES, ""), (BEGINS, "is being read…")):
            item = QTableWidgetItem(visible(text))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            if column == SENTENCES:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.setItem(row, column, item)
        self.cell(row, FILE).setToolTip(tip(path))
        self.cell(row, BEGINS).setForeground(muted(self.palette()))
        role = RoleBox(name, self, {"system": made, "": "ignore"} if made else self._offered)
        role.call(has_gold)
        role.activated.connect(lambda _: self.chosen.add(path))
        role.currentIndexChanged.connect(lambda _: self._tell_role(row))
        self.setCellWidget(row, ROLE, role)
        own = QTableWidgetItem("")
        own.setData(Qt.ItemDataRole.EditRole, called(path))
        self.setItem(row, NAME, own)

    def offer(self, roles: Mapping[str, str]) -> None:
        """Files may be something else now; what people chose is open again."""
        paths, self.chosen, self._offered = self.paths, set(), roles
        titles = [self.cell(row, FILE).text() for row in range(len(paths))]
        names = [self.name(row) for row in range(len(paths))]
        self.forget()
        for row, (path, title, name) in enumerate(zip(paths, titles, names, strict=True)):
            self.add(path, title, has_gold=True)
            self.cell(row, NAME).setText(name)

    def forget(self) -> None:
        """Lists no files."""
        self.paths = []
        self.setRowCount(0)

    def cell(self, row: int, column: int) -> QTableWidgetItem:
        """A cell, of which it is known that it is there."""
        item = self.item(row, column)
        assert item is not None
        return item

    def show_preview(self, row: int, found: Preview, faults: Sequence[str]) -> None:
        """Shows what is in a file, and what is wrong with it."""
        self.cell(row, FORMAT).setText(found.format)
        self.cell(row, SENTENCES).setText(f"{found.sentences:,}" if found.sentences else "")
        begins = self.cell(row, BEGINS)
        begins.setText(visible("⚠ " + "; ".join(faults) if faults else found.words))
        begins.setForeground(warning(self.palette()) if faults else self.palette().text().color())
        begins.setToolTip(tip("\n".join([*faults, found.words]).strip()))

    # -- roles ---------------------------------------------------------------------------------------------------------

    def role_box(self, row: int) -> RoleBox:
        """Where the role of a file is chosen."""
        return cast("RoleBox", self.cellWidget(row, ROLE))

    def role(self, row: int) -> str:
        """One of gold, other gold, system, lattice, segmentation; or nothing."""
        return self.role_box(row).role

    def set_role(self, row: int, role: str) -> None:
        """Chooses what a file is."""
        self.role_box(row).choose(role)

    @property
    def roles(self) -> list[str]:
        """What each of the files is."""
        return [self.role(row) for row in range(len(self.paths))]

    @property
    def golds(self) -> list[int]:
        """The rows of the golds, the first one first."""
        roles = self.roles
        return [row for wanted in ("gold", "other gold") for row, role in enumerate(roles) if role == wanted]

    def call(self, has_gold: bool) -> None:
        """Calls roles by other names where none of the files is gold."""
        for row in range(len(self.paths)):
            self.role_box(row).call(has_gold)

    def _tell_role(self, row: int) -> None:
        for only, instead in (("gold", "system"), ("older", "newer"), ("newer", "older")):
            if self.role(row) == only:
                for other in range(len(self.paths)):
                    if other != row and self.role(other) == only:
                        free = instead if instead == "system" or instead not in self.roles else ""
                        self.set_role(other, free)
        self.roleChanged.emit(row)

    # -- several golds -------------------------------------------------------------------------------------------------

    def offer_golds(self, previews: Mapping[str, Preview]) -> None:
        """With several golds each system follows one; by its name, until people choose."""
        golds = self.golds
        self.setColumnHidden(FOLLOWS, len(golds) < 2)
        names = scheme_names([(self.typed_name(row), self.paths[row]) for row in golds])
        for row, role in enumerate(self.roles):
            box = self.cellWidget(row, FOLLOWS)
            before = box.currentData() if isinstance(box, QComboBox) and box.property("chosen") else None
            self.removeCellWidget(row, FOLLOWS)
            if role != "system" or len(golds) < 2:
                continue
            box = ElidedBox(self)
            box.setAccessibleName(f"Which gold {Path(self.paths[row]).name} follows")
            for gold, name in zip(golds, names, strict=True):
                box.addItem(visible(name), self.paths[gold])
            box.activated.connect(lambda _, box=box: box.setProperty("chosen", True))
            is_chosen = before in [self.paths[gold] for gold in golds]
            box.setProperty("chosen", is_chosen)
            box.setCurrentIndex(box.findData(before) if is_chosen else self._likely_gold(row, previews))
            self.setCellWidget(row, FOLLOWS, box)

    def _likely_gold(self, row: int, previews: Mapping[str, Preview]) -> int:
        """Which of the golds a system follows, by its name, else by its labels, else the first."""
        path, golds = self.paths[row], [self.paths[gold] for gold in self.golds]
        likely = likely_gold(path, golds)
        if likely is None:
            likely = gold_by_content(previews.get(path), list(map(previews.get, golds)))
        return likely or 0

    def followed(self, row: int) -> int:
        """Which of the golds a system follows, by its place among them."""
        box = self.cellWidget(row, FOLLOWS)
        return box.currentIndex() if isinstance(box, QComboBox) else 0

    # -- names ---------------------------------------------------------------------------------------------------------

    def name(self, row: int) -> str:
        """What a file is called."""
        item = self.item(row, NAME)
        return item.text().strip() if item else ""

    def typed_name(self, row: int) -> str:
        """The name of a file where people typed one; golds that nobody named are called by what tells them apart."""
        name = self.name(row)
        return "" if name == treebank_name(self.paths[row]) else name

    def shorten(self) -> None:
        """Names without what all begin with, and columns in which files and names can be read, as far as there is room."""
        names = [self.name(row) for row in range(len(self.paths))]
        self.short_names.short = dict(zip(names, short_names("", names), strict=True)) if len(names) > 1 else {}
        letters = self.fontMetrics()
        shown = {FILE: [self.cell(row, FILE).text() for row in range(len(names))]}
        shown[NAME] = [self.short_names.short.get(name, name) for name in names]
        formats = ["Format", *(self.cell(row, FORMAT).text() for row in range(len(names)))]
        widest = max(map(letters.horizontalAdvance, formats)) + 20
        self.setColumnWidth(FORMAT, min(widest, 19 * letters.averageCharWidth()))
        others = (ROLE, FORMAT, SENTENCES, *(() if self.isColumnHidden(FOLLOWS) else (FOLLOWS,)))
        free = max(self.viewport().width() - sum(map(self.columnWidth, others)) - 120, 0)
        for column, least in ((NAME, 17), (FILE, 22)):
            wanted = max(map(letters.horizontalAdvance, shown[column]), default=0) + 16
            least *= letters.averageCharWidth()
            width = max(least, min(wanted, free - (0 if column == FILE else 22 * letters.averageCharWidth())))
            self.setColumnWidth(column, width)
            free -= width
        self.viewport().update()
