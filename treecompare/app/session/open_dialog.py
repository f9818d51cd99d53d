"""The Open dialog: which files, what is in each of them, and what they are to each other."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStyledItemDelegate,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.elided import ElidedBox, ElidedLabel
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.theme import muted, warning
from treecompare.app.common.wording import short_names
from treecompare.app.common.worker import Worker
from treecompare.app.session import opening
from treecompare.app.session.baseline_button import BaselineButton
from treecompare.app.session.beside_fit import BesideFit, number_fault
from treecompare.app.session.file_search import FileSearch
from treecompare.app.session.role_box import BESIDE, ROLES, RoleBox
from treecompare.app.session.whole_folders import WholeFolders
from treecompare.comparison.answered import BASELINE, CONSENSUS, RAW, called, has_no_file
from treecompare.comparison.files import Files, is_comparison_file
from treecompare.comparison.previews import (
    RAW_OUTPUT,
    Preview,
    gold_by_content,
    preview,
    roles_of,
    treebanks_of,
)
from treecompare.comparison.roles import in_order
from treecompare.comparison.treebank_names import likely_gold, scheme_names
from treecompare.errors import ReadError
from treecompare.folders import expanded, parts_of, stands_for_others
from treecompare.reading import treebank_name

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank

FILE, ROLE, NAME, FOLLOWS, FORMAT, SENTENCES, BEGINS = range(7)
MOST = 200
"""So many files are listed."""


def _parts_of(path: str) -> list[str]:
    try:
        return parts_of(path)
    except ReadError:
        return []  # is told when it is read


class _Field(QLineEdit):
    """Return takes what is typed; where nothing is, it goes on to the button."""

    entered = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """As Qt has it."""
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
        """As Qt has it."""
        text = super().displayText(value, locale)
        return self.short.get(text, text)


class OpenDialog(QDialog):
    """Lists files with their format, their number of sentences and how they begin; people say what each of them is.

    What is in the files is read in the background; whoever knows already what they want need not wait for it. ``beside``: the gold
    of an open comparison, to which the files are added.
    """

    def __init__(
        self, paths: Sequence[str] = (), parent: QWidget | None = None, beside: AnyTreebank | None = None
    ) -> None:
        super().__init__(parent)
        self._open_gold = None
        if beside is not None:
            self._open_gold = Preview(beside.path, kind=beside.kind, sentences=beside.count, treebank=beside)
        self.setWindowTitle("Open a comparison" if beside is None else "Add systems")
        self.setAcceptDrops(True)
        self.paths: list[str] = []
        self.saved = ""
        """A comparison file that was chosen; it says itself what is compared."""
        self.previews: dict[str, Preview] = {}
        self._chosen: set[str] = set()
        """Files whose role people chose."""
        self._is_choosing = False
        self._left_out = 0
        self._worker: Worker | None = None
        self.beside = BesideFit(self)
        self.beside.told.connect(self._check)
        self.search = FileSearch(self)
        self.search.counted.connect(self._tell_found)
        self.search.ended.connect(self._add_found)
        """Looks for the files that a pattern stands for."""
        self._make()
        self.add(paths)

    # -- making ----------------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        schemes = "The same sentences in another annotation scheme are another gold; each system is annotated like one of them."
        parts = (
            "Systems are compared with the gold.", schemes if self._open_gold is None else "",
            "Raw output is what a language model answered, with whatever stands around its trees.",
        )  # fmt: skip
        text = QLabel(" ".join(filter(None, parts)))
        text.setWordWrap(True)
        self.field = _Field(placeholderText="A file, a folder or a pattern such as out/*.mrg")
        self.field.setAccessibleName("File, folder or pattern to add")
        self.field.entered.connect(self._add_typed)
        line = QHBoxLayout()
        line.addWidget(self.field, 1)
        self.stop_button = QPushButton("&Stop", autoDefault=False)
        self.stop_button.setToolTip("Look for no more files; those that are found are added")
        self.stop_button.clicked.connect(self.search.stop)
        self.stop_button.hide()
        line.addWidget(self.stop_button)
        for title, do in (("Add &files…", self.add_more), ("Add f&older…", self._add_folder)):
            button = QPushButton(title)
            button.setAutoDefault(False)
            button.clicked.connect(do)
            line.addWidget(button)
        self.baseline = BaselineButton(self._kind_of_gold)
        self.baseline.wanted.connect(lambda path: self.add([path]))
        line.addWidget(self.baseline)
        self.table = QTableWidget(0, 7)
        self._set_up_table()
        self.no_gold = QCheckBox("&Neither is gold")
        self.no_gold.setToolTip(
            "Two annotators or two versions: both are called by their names, and differences are shown instead of errors"
        )
        self.no_gold.toggled.connect(self._call_otherwise)
        self.no_gold.setVisible(self._open_gold is None)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._open_button = self.buttons.button(QDialogButtonBox.StandardButton.Open)
        self._open_button.setDefault(True)
        if self._open_gold is not None:
            self._open_button.setText("&Add")
        # Enter opens, or does nothing: what was listed is not lost by it
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.hint = ElidedLabel()
        layout = QVBoxLayout(self)
        layout.addWidget(text)
        layout.addLayout(line)
        layout.addWidget(self.table, 1)
        self.whole = WholeFolders()
        self.whole.clicked.connect(self._join_or_split)
        self.table.currentCellChanged.connect(lambda row: self.whole.offer(self.paths, row))
        below = QHBoxLayout()
        below.addWidget(self.hint, 1)
        below.addWidget(self.no_gold)
        below.addWidget(self.whole)
        layout.addLayout(below)
        layout.addWidget(self.buttons)
        room = self.screen().availableSize()
        self.resize(min(1000, room.width() * 9 // 10), min(460, room.height() * 8 // 10))

    def _kind_of_gold(self) -> str:
        """What the gold holds; empty while it is not read."""
        golds = self._golds()
        gold = self._open_gold or (self.previews.get(self.paths[golds[0]]) if golds else None)
        return gold.kind if gold is not None else ""

    def _set_up_table(self) -> None:
        table = self.table
        table.setAccessibleName("Files and what they are")
        table.setHorizontalHeaderLabels(
            [
                "File", "Role", "Name", "Annotated like",
                "Format", "Sentences", "Begins with",
            ]
        )  # fmt: skip
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        self.short_names = _ShortNames(table)
        table.setItemDelegateForColumn(NAME, self.short_names)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)
        header, letter = table.horizontalHeader(), self.fontMetrics().averageCharWidth()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, letters in ((FILE, 22), (ROLE, 19), (NAME, 17), (FOLLOWS, 16), (FORMAT, 19), (SENTENCES, 12)):
            header.resizeSection(column, letters * letter)
        header.resizeSection(BEGINS, 24 * letter)
        header.setStretchLastSection(True)

    # -- files come ------------------------------------------------------------------------------------------------------

    def add(self, paths: Sequence[str]) -> None:
        """Adds files as what their names say; the first gold is the gold, others are other golds.

        Folders and patterns stand for their files, or for one treebank if it looks like one; people can change that. A
        comparison file is opened at once.
        """
        files = [path for path in paths if has_no_file(path)]
        files += expanded([path for path in paths if not has_no_file(path)])
        self.whole.know({path: _parts_of(path) for path in files})
        saved = [path for path in files if is_comparison_file(path)]
        if saved:
            self.saved = saved[0]
            self.accept()
            return
        before = len(self.paths)
        new = in_order([path for path in files if path not in self.paths])
        self._left_out += max(len(new) - (MOST - before), 0)
        for path in new[: MOST - before]:
            self._add_row(path)
        self._guess_roles()
        self._read()
        self._check()

    def _guess_roles(self) -> None:
        """What files are to each other, as far as people have not chosen: by their names, and by what was read of them."""
        self._is_choosing = True
        has_gold = any(self.role(row) == "gold" for row, path in enumerate(self.paths) if path in self._chosen)
        roles = roles_of(self.paths, self.previews)
        further = "system" if {"lattice", "segmentation"} & set(roles) else "other gold"
        for row, (path, usual) in enumerate(zip(self.paths, roles, strict=True)):
            if path not in self._chosen:
                role = further if usual == "gold" and has_gold else usual
                is_gold_here = self._open_gold is None and not (role == "other gold" and self.no_gold.isChecked())
                self.set_role(row, role if is_gold_here or "gold" not in role else "system")
        # which of two analyses is the first does not matter much
        if self.no_gold.isChecked() and "gold" not in self._roles() and "system" in self._roles():
            self.set_role(self._roles().index("system"), "gold")
        self._is_choosing = False

    def _add_row(self, path: str) -> None:
        row = len(self.paths)
        self.paths.append(path)
        self.table.insertRow(row)
        made = "baseline" if path.startswith(BASELINE) else "consensus" if path.startswith(CONSENSUS) else ""
        name = made or self.whole.title(path)
        for column, text in ((FILE, name), (FORMAT, ""), (SENTENCES, ""), (BEGINS, "is being read…")):
            item = QTableWidgetItem(visible(text))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            if column == SENTENCES:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(row, column, item)
        self._item(row, FILE).setToolTip(tip(path))
        self._item(row, BEGINS).setForeground(muted(self.palette()))
        offered = {"system": made, "": "ignore"} if made else ROLES if self._open_gold is None else BESIDE
        role = RoleBox(name, self.table, offered)
        role.call(not self.no_gold.isChecked())
        role.activated.connect(lambda _: self._chosen.add(path))
        role.currentIndexChanged.connect(lambda _: self._role_changed(row))
        self.table.setCellWidget(row, ROLE, role)
        own = QTableWidgetItem("")
        own.setData(Qt.ItemDataRole.EditRole, called(path))
        self.table.setItem(row, NAME, own)

    def _join_or_split(self) -> None:
        """Lists the files of a folder in its place, or the folder in theirs."""
        if not self.whole.path:
            return
        names = {path: self._name(row) for row, path in enumerate(self.paths)}
        roles = {path: self.role(row) for row, path in enumerate(self.paths) if path in self._chosen}
        paths = self.whole.turned(self.paths, MOST)
        self._left_out = max(len(self.whole.files[self.whole.path]) - MOST, 0) if self.whole.path in self.paths else 0
        self.paths = []
        self.table.setRowCount(0)
        for row, path in enumerate(paths):
            self._add_row(path)
            self._item(row, NAME).setText(names.get(path, called(path)))
            if path in roles:
                self.set_role(row, roles[path])
        self._chosen = set(roles) & set(paths)
        self._guess_roles()
        self._read()
        self._check()

    def _item(self, row: int, column: int) -> QTableWidgetItem:
        item = self.table.item(row, column)
        assert item is not None
        return item

    def _add_typed(self, text: str) -> None:
        self.field.clear()
        self.search.stop()
        path = str(Path(os.path.expanduser(text)))  # noqa: PTH111 - unlike Path, it leaves unknown users as they are
        self._look_for([path])

    def _look_for(self, paths: list[str]) -> None:
        """Adds files at once, those that folders and patterns stand for once they are found: of a whole machine that takes long."""
        if any(map(stands_for_others, paths)):
            self.search.stop()
            self.search.look(paths)
        else:
            self.add(paths)

    def _tell_found(self, count: int) -> None:
        self.stop_button.show()
        self.hint.setText(f"Looking for files… {count:,} found")

    def _add_found(self, paths: list[str]) -> None:
        self.stop_button.hide()
        self.whole.know(self.search.stood_for)
        self.add(paths)

    def add_more(self) -> None:
        """Asks for files and adds them."""
        self.add(opening.ask_for_files(self, "Add files"))

    def _add_folder(self) -> None:
        folder = opening.ask_for_folder(self, "Add the treebanks of a folder")
        if folder:
            self._look_for([folder])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files and folders may be dropped anywhere on the dialog."""
        if opening.has_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Adds what was dropped."""
        event.acceptProposedAction()
        self._look_for(opening.dropped_files(event.mimeData()))

    # -- what is in them -------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Reads, one after the other, what is not read yet."""
        wanted = [path for row in range(len(self.paths)) for path in self._looked_at(row) if path not in self.previews]
        if self._worker is not None or not wanted:
            return

        def steps(_worker: Worker) -> Generator[Any, None, None]:
            found = []
            for path in wanted:
                found.append(preview(path))
                yield list(found)  # of several that come fast only the last is heard

        self._worker = Worker(steps)
        # bound methods of an object of this thread: so they are called in this thread
        self._worker.progressed.connect(self._show_read)
        self._worker.finished.connect(self._read_more)
        self._worker.start()

    @Slot(object)
    def _show_read(self, found: list[Preview]) -> None:
        if self._worker is None or self.sender() is not self._worker:
            return
        for one in found:
            self.previews.setdefault(one.path, one)
        self._guess_roles()
        self._check()

    @Slot()
    def _read_more(self) -> None:
        if self._worker is not None and self.sender() is self._worker:
            self._worker = None
            self._read()
            self._check()

    @property
    def is_reading(self) -> bool:
        """Whether not all files are read."""
        return self._worker is not None

    def _looked_at(self, row: int) -> list[str]:
        """What is read of a file: itself, and where people say that it is raw output, its answers."""
        path = self.paths[row]
        is_other = self.role(row) == "raw" and path in self.previews and self.previews[path].kind != RAW_OUTPUT
        return [path, RAW + path] if is_other else [path]

    def _show_previews(self) -> None:
        golds, beside = self._golds(), self._said_beside()
        for row in range(len(self.paths)):
            path = self._looked_at(row)[-1]
            if path not in self.previews:
                continue
            found = self.previews[path]
            followed = self.table.cellWidget(row, FOLLOWS)
            likened = followed.currentIndex() if isinstance(followed, QComboBox) else 0
            gold = self.previews.get(self.paths[golds[likened]]) if golds else self._open_gold
            said = [found.fault] if found.fault else found.against(None if row in golds else gold)
            said += beside.get(path, [])
            self._item(row, FORMAT).setText(found.format)
            self._item(row, SENTENCES).setText(f"{found.sentences:,}" if found.sentences else "")
            begins = self._item(row, BEGINS)
            begins.setText(visible("⚠ " + "; ".join(said) if said else found.words))
            begins.setForeground(warning(self.palette()) if said else self.palette().text().color())
            begins.setToolTip(tip("\n".join([*said, found.words]).strip()))

    def _said_beside(self) -> dict[str, list[str]]:
        """What there is to say of each file of lattices or segmentations; and of all in a line, until it is put right."""
        roles = self._roles()
        treebanks = [row for wanted in ("gold", "system") for row, role in enumerate(roles) if role == wanted]
        said: dict[str, list[str]] = {}
        for wanted in ("lattice", "segmentation"):
            rows = [row for row, role in enumerate(roles) if role == wanted]
            if "gold" in roles and len(rows) in (1, len(treebanks)):
                read = ([self.previews.get(self.paths[row]) for row in some] for some in (rows, treebanks))
                said |= self.beside.look(*read)
        return said

    # -- what they are ---------------------------------------------------------------------------------------------------

    def role(self, row: int) -> str:
        """One of gold, other gold, system, lattice, segmentation; or nothing."""
        return self._role_box(row).role

    def set_role(self, row: int, role: str) -> None:
        """Chooses what a file is."""
        self._role_box(row).choose(role)

    def _role_box(self, row: int) -> RoleBox:
        return cast("RoleBox", self.table.cellWidget(row, ROLE))

    def _call_otherwise(self) -> None:
        """Neither is gold, or one of them is."""
        for row in range(len(self.paths)):
            self._role_box(row).call(not self.no_gold.isChecked())
        self._guess_roles()
        self._check()

    def _role_changed(self, row: int) -> None:
        if self.role(row) == "gold":
            for other in range(len(self.paths)):
                if other != row and self.role(other) == "gold":
                    self.set_role(other, "system")
        if not self._is_choosing:
            self._chosen.add(self.paths[row])
            self._read()
            self._check()

    def _roles(self) -> list[str]:
        return [self.role(row) for row in range(len(self.paths))]

    def _golds(self) -> list[int]:
        """The rows of the golds, the first one first."""
        roles = self._roles()
        return [row for wanted in ("gold", "other gold") for row, role in enumerate(roles) if role == wanted]

    def _offer_golds(self) -> None:
        """With several golds each system follows one; by its name, until people choose."""
        golds = self._golds()
        self.table.setColumnHidden(FOLLOWS, len(golds) < 2)
        names = scheme_names([(self._typed_name(row), self.paths[row]) for row in golds])
        for row, role in enumerate(self._roles()):
            box = self.table.cellWidget(row, FOLLOWS)
            before = box.currentData() if isinstance(box, QComboBox) and box.property("chosen") else None
            self.table.removeCellWidget(row, FOLLOWS)
            if role != "system" or len(golds) < 2:
                continue
            box = ElidedBox(self.table)
            box.setAccessibleName(f"Which gold {Path(self.paths[row]).name} follows")
            for gold, name in zip(golds, names, strict=True):
                box.addItem(visible(name), self.paths[gold])
            box.activated.connect(lambda _, box=box: box.setProperty("chosen", True))
            is_chosen = before in [self.paths[gold] for gold in golds]
            box.setProperty("chosen", is_chosen)
            box.setCurrentIndex(box.findData(before) if is_chosen else self._likely_gold(row, golds))
            self.table.setCellWidget(row, FOLLOWS, box)

    def _likely_gold(self, row: int, golds: Sequence[int]) -> int:
        """Which of the golds a system follows, by its name, else by its labels, else the first."""
        likely = likely_gold(self.paths[row], [self.paths[gold] for gold in golds])
        if likely is None:
            likely = gold_by_content(
                self.previews.get(self.paths[row]), [self.previews.get(self.paths[gold]) for gold in golds]
            )
        return likely or 0

    def _name(self, row: int) -> str:
        item = self.table.item(row, NAME)
        return item.text().strip() if item else ""

    def _typed_name(self, row: int) -> str:
        """The name of a file where people typed one; golds that nobody named are called by what tells them apart."""
        name = self._name(row)
        return "" if name == treebank_name(self.paths[row]) else name

    def _shorten(self) -> None:
        """Names without what all begin with, and columns in which files and names can be read, as far as there is room."""
        names = [self._name(row) for row in range(len(self.paths))]
        self.short_names.short = dict(zip(names, short_names("", names), strict=True)) if len(names) > 1 else {}
        letters = self.fontMetrics()
        shown = {FILE: [self._item(row, FILE).text() for row in range(len(names))]}
        shown[NAME] = [self.short_names.short.get(name, name) for name in names]
        formats = ["Format", *(self._item(row, FORMAT).text() for row in range(len(names)))]
        widest = max(map(letters.horizontalAdvance, formats)) + 20
        self.table.setColumnWidth(FORMAT, min(widest, 19 * letters.averageCharWidth()))
        others = (ROLE, FORMAT, SENTENCES, *(() if self.table.isColumnHidden(FOLLOWS) else (FOLLOWS,)))
        free = max(self.table.viewport().width() - sum(map(self.table.columnWidth, others)) - 120, 0)
        for column, least in ((NAME, 17), (FILE, 22)):
            wanted = max(map(letters.horizontalAdvance, shown[column]), default=0) + 16
            least *= letters.averageCharWidth()
            width = max(least, min(wanted, free - (0 if column == FILE else 22 * letters.averageCharWidth())))
            self.table.setColumnWidth(column, width)
            free -= width
        self.table.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Names have more room, or less."""
        super().resizeEvent(event)
        self._shorten()

    def _check(self) -> None:
        self.whole.offer(self.paths, self.table.currentRow())
        self._offer_golds()
        self._show_previews()
        self._shorten()
        roles = self._roles()
        hint = ""
        if not roles:
            hint = "Add a gold file and the systems, or drop files here."
            if self._open_gold is not None:
                hint = "Add files or a baseline, or drop files here."
        elif "other gold" in roles and self.no_gold.isChecked():
            hint = "With several golds each of them is one: make the others systems, or take the mark away."
        elif self._open_gold is not None:
            hint = "" if {"system", "raw", "lattice", "segmentation"} & set(roles) else "All files are ignored."
        elif "gold" not in roles:
            hint = "Choose which file is the gold; for annotators mark “Neither is gold”."
            if self.no_gold.isChecked():
                hint = "Choose which file the others are compared with."
        elif not {"system", "raw"} & set(roles):
            hint = "Add at least one file to compare with the gold."
            if self.no_gold.isChecked():
                hint = "Add at least one more file."
        elif "other gold" in roles and {"lattice", "segmentation"} & set(roles):
            hint = "Several golds are not compared over a lattice: ignore either the other golds or the lattice."
        elif fault := number_fault(roles):
            hint = fault
        made = [*(role for role in roles if role == "raw"), *(path for path in self.paths if has_no_file(path))]
        if not hint and made and {"other gold", "lattice", "segmentation"} & set(roles):
            hint = "Raw output and baselines are compared with one gold, over its words."
        said = hint
        if not hint and self.is_reading:
            said = f"Read: {len(self.previews)} of {len(self.paths)} files"
        elif not hint and self._left_out:
            said = f"{self._left_out} more files are not listed; add the ones that you need by name."
        self.hint.setText(said)
        if hint and self._open_button.hasFocus():
            self._go_to_roles()  # Qt would go on to Cancel
        self._open_button.setEnabled(not hint)

    def _go_to_roles(self) -> None:
        """Gives the keyboard to where the gold is chosen; to the field while there are no files."""
        (self._role_box(0) if self.paths else self.field).setFocus(Qt.FocusReason.OtherFocusReason)

    def showEvent(self, event: QShowEvent) -> None:
        """One begins where something has to be done."""
        super().showEvent(event)
        if self._open_button.isEnabled():
            self._open_button.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._go_to_roles()

    # -- what was chosen -------------------------------------------------------------------------------------------------

    def done(self, result: int) -> None:
        """As Qt has it; nobody waits for what is still being read."""
        self.search.give_up()
        self.beside.stop()
        if self._worker is not None:
            self._worker.stop()
            self._worker = None
        super().done(result)

    def treebanks(self) -> dict[str, AnyTreebank]:
        """What is read already, by path."""
        return treebanks_of(list(self.previews.values()))

    def files(self) -> Files:
        """What was chosen; beside an open comparison without a gold."""
        if self.saved:
            return Files(self.saved, ())
        rows = {role: [row for row, one in enumerate(self._roles()) if one == role] for role in set(self._roles())}

        def named(*roles: str) -> tuple[tuple[str, str], ...]:
            chosen = sorted(row for role in roles for row in rows.get(role, ()))
            return tuple((self._name(row), RAW * (self.role(row) == "raw") + self.paths[row]) for row in chosen)

        others = tuple((self._typed_name(row), self.paths[row]) for row in rows.get("other gold", ()))
        golds = [self.paths[row] for row in self._golds()]
        follows = []
        for row in rows.get("system", ()) if len(golds) > 1 else ():
            box = self.table.cellWidget(row, FOLLOWS)
            if isinstance(box, QComboBox) and box.currentIndex() > 0:
                follows.append((self.paths[row], box.currentIndex()))
        return Files(
            golds[0] if golds else "", named("system", "raw"), others, tuple(follows),
            tuple(path for _, path in named("lattice")), tuple(path for _, path in named("segmentation")),
            self._typed_name(self._golds()[0]) if golds else "", no_gold=self.no_gold.isChecked(),
        )  # fmt: skip
