"""The Open dialog: which files, what is in each of them, and what they are to each other."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFontDatabase, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.comparison.answered import BASELINE, CONSENSUS, RAW, called, has_no_file
from treecompare.comparison.files import Files, Versions, is_comparison_file
from treecompare.comparison.previews import RAW_OUTPUT, Preview, formats, preview, roles_of, treebanks_of
from treecompare.comparison.roles import OF_VERSIONS, ROLES, in_order, missing
from treecompare.encodings import ENCODINGS
from treecompare.errors import ReadError
from treecompare.folders import expanded, parts_of, stands_for_others
from treecompare.jobs.wanted import OF_THEIR_OWN
from treecompare.registry import find, is_here
from treecompare.window.common import choosers as opening
from treecompare.window.common import preferences
from treecompare.window.common.elided import ElidedLabel
from treecompare.window.common.plain import visible, visible_lines
from treecompare.window.common.worker import Newest, Worker
from treecompare.window.frame.file_search import FileSearch
from treecompare.window.frame.open_files import NAME, FilesTable

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank

MOST = 200
"""So many files are listed."""
WHAT = {
    "gold": "Systems with a gold", "annotators": "Two annotators or more: neither is gold",
    "versions": "Two versions of a treebank",
}  # fmt: skip
"""What can be compared."""
FIRST_LINES = 6
"""Of the first tree that are seen."""


def _parts_of(path: str) -> list[str]:
    try:
        return parts_of(path)
    except ReadError:
        return []  # is told when it is read


class _Field(QLineEdit):
    """Return takes what is typed; where nothing is, it goes on to the button."""

    entered = Signal(str)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.text().strip():
            self.entered.emit(self.text().strip())
        else:
            super().keyPressEvent(event)


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
        self.setAcceptDrops(True)
        self.saved = ""
        """A comparison file that was chosen; it says itself what is compared."""
        self.previews: dict[str, Preview] = {}
        self.read_as: dict[str, tuple[str, str]] = {}
        """Names of format and encoding, by path, where people chose them."""
        self._stale: set[str] = set()
        """Files that are to be read once more, since people say now how."""
        self._offered = ROLES
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
        self.text = QLabel()
        self.text.setWordWrap(True)
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
        for title, do in (("&Browse…", self.add_more), ("F&older…", self._add_folder)):
            button = QPushButton(title)
            button.setAutoDefault(False)
            button.clicked.connect(do)
            line.addWidget(button)
        self.baselines = QMenu(self)
        self.baselines.aboutToShow.connect(self._offer_baselines)
        self.baseline = QPushButton("Add &baseline", autoDefault=False, visible=find("systems", BASELINE) is not None)
        self.baseline.setToolTip(
            "A system that knows the words of the gold and nothing else; or one tree of all systems"
        )
        self.baseline.setMenu(self.baselines)
        line.addWidget(self.baseline)
        self.table = FilesTable(self._open_gold is not None)
        self.table.roleChanged.connect(self._role_changed)
        self.box = QComboBox(visible=self._open_gold is None)
        self.box.setAccessibleName("What is compared")
        for key, text in WHAT.items():
            self.box.addItem(text, key)
        self.box.currentIndexChanged.connect(lambda _: self._call_otherwise())
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
        layout.addWidget(self.box, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.text)
        layout.addLayout(line)
        layout.addWidget(self.table, 1)
        self.whole = WholeFolders()
        self.whole.clicked.connect(self._join_or_split)
        self.table.currentCellChanged.connect(lambda row: self.whole.offer(self.table.paths, row))
        below = QHBoxLayout()
        below.addWidget(self.hint, 1)
        below.addWidget(self.whole)
        self.as_versions, self.how = OfVersions(), HowRead()
        self.as_versions.changed.connect(self._check)
        self.how.changed.connect(self._read_otherwise)
        self.table.currentCellChanged.connect(lambda *_: self._show_how())
        layout.addWidget(self.as_versions)
        layout.addWidget(self.how)
        layout.addLayout(below)
        layout.addWidget(self.buttons)
        room = self.screen().availableSize()
        self.resize(min(1000, room.width() * 9 // 10), min(600, room.height() * 85 // 100))
        self._say_what_for()

    def _say_what_for(self) -> None:
        """The title, and what is compared with what."""
        schemes = "The same sentences in another annotation scheme are another gold; each system is annotated like one of them."
        raw = "Raw output is what a language model answered, with whatever stands around its trees."
        parts: tuple[str, ...]
        if self._open_gold is not None:
            title, parts = "Add systems", ("Systems are compared with the gold.", raw)
        elif self.what == "versions":
            title, parts = (
                "Two versions",
                ("One treebank before and after: files, folders, or revisions of a git repository.",),
            )
        elif self.is_without_gold:
            title, parts = "Two annotators", ("The same sentences, annotated twice or more; no analysis is the gold.",)
        else:
            title, parts = "Open a comparison", ("Systems are compared with the gold.", schemes, raw)
        self.setWindowTitle(title)
        self.text.setText(" ".join(parts))

    @property
    def what(self) -> str:
        """What is compared: one of WHAT."""
        return str(self.box.currentData())

    @property
    def is_without_gold(self) -> bool:
        """Whether no analysis is gold."""
        return self.what == "annotators"

    def choose(self, what: str) -> None:
        """Chooses what is compared."""
        self.box.setCurrentIndex(self.box.findData(what))

    def _offer_baselines(self) -> None:
        """Those that fit the gold, if that is known."""
        self.baselines.clear()
        for names in find("systems", BASELINE).offered(self._kind_of_gold()).values():
            for name in names:
                self.baselines.addAction(name, partial(self.add, [BASELINE + name]))
            self.baselines.addSeparator()
        if is_here(CONSENSUS):
            self.baselines.addAction("consensus of the systems", partial(self.add, [CONSENSUS]))

    def _kind_of_gold(self) -> str:
        """What the gold holds; empty while it is not read."""
        golds = self.table.golds
        gold = self._open_gold or (self.previews.get(self.table.paths[golds[0]]) if golds else None)
        return gold.kind if gold is not None else ""

    # -- files come ------------------------------------------------------------------------------------------------------

    def add(self, paths: Sequence[str]) -> None:
        """Adds files as what their names say; the first gold is the gold, others are other golds.

        Folders and patterns stand for their files, or for one treebank if it looks like one; people can change that. A
        comparison file, a lesson or a batch is opened at once.
        """
        files = [path for path in paths if has_no_file(path)]
        whole = [path for path in paths if not has_no_file(path)]
        files += whole if self.what == "versions" else expanded(whole)
        self.whole.know({path: _parts_of(path) for path in files})
        saved = [path for path in files if is_comparison_file(path) or path.endswith(OF_THEIR_OWN)]
        if saved:
            self.saved = saved[0]
            self.accept()
            return
        before = len(self.table.paths)
        new = in_order([path for path in files if path not in self.table.paths])
        self._left_out += max(len(new) - (MOST - before), 0)
        for path in new[: MOST - before]:
            self.table.add(path, self.whole.title(path), not self.is_without_gold)
        self._guess_roles()
        self._read()
        self._check()

    def _guess_roles(self) -> None:
        """What files are to each other, as far as people have not chosen: by their names, and by what was read of them."""
        if self.what == "versions":
            self._guess_versions()
            return
        self._is_choosing = True
        table = self.table
        has_gold = any(table.role(row) == "gold" for row, path in enumerate(table.paths) if path in table.chosen)
        roles = roles_of(table.paths, self.previews)
        further = "system" if {"lattice", "segmentation"} & set(roles) else "other gold"
        for row, (path, usual) in enumerate(zip(table.paths, roles, strict=True)):
            if path not in table.chosen:
                role = further if usual == "gold" and has_gold else usual
                is_gold_here = self._open_gold is None and not (role == "other gold" and self.is_without_gold)
                table.set_role(row, role if is_gold_here or "gold" not in role else "system")
        # which of two analyses is the first does not matter much
        if self.is_without_gold and "gold" not in table.roles and "system" in table.roles:
            table.set_role(table.roles.index("system"), "gold")
        self._is_choosing = False

    def _guess_versions(self) -> None:
        """The first two that nobody chose otherwise are the older and the newer one."""
        self._is_choosing = True
        free = [one for one in ("older", "newer") if one not in self._chosen_roles()]
        for row, path in enumerate(self.table.paths):
            if path not in self.table.chosen:
                self.table.set_role(row, free.pop(0) if free else "")
        self._is_choosing = False

    def _chosen_roles(self) -> set[str]:
        return {self.table.role(row) for row, path in enumerate(self.table.paths) if path in self.table.chosen}

    def _join_or_split(self) -> None:
        """Lists the files of a folder in its place, or the folder in theirs."""
        folder, table = self.whole.path, self.table
        if not folder:
            return
        names = {path: table.name(row) for row, path in enumerate(table.paths)}
        roles = {path: table.role(row) for row, path in enumerate(table.paths) if path in table.chosen}
        self._left_out = max(len(self.whole.files[folder]) - MOST, 0) if folder in table.paths else 0
        paths = self.whole.turned(table.paths, MOST)
        table.forget()
        for row, path in enumerate(paths):
            table.add(path, self.whole.title(path), not self.is_without_gold)
            table.cell(row, NAME).setText(names.get(path, called(path)))
            if path in roles:
                table.set_role(row, roles[path])
        table.chosen = set(roles) & set(paths)
        self._guess_roles()
        self._read()
        self._check()

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
        event.acceptProposedAction()
        self._look_for(opening.dropped_files(event.mimeData()))

    # -- what is in them -------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Reads, one after the other, what is not read yet."""
        rows = range(len(self.table.paths))
        wanted = [path for row in rows for path in self._looked_at(row) if path not in self.previews]
        if self._worker is not None or not wanted:
            return

        how = dict(self.read_as)

        def steps(_worker: Worker) -> Generator[Any, None, None]:
            found = []
            for path in wanted:
                found.append(preview(path, *how.get(path, ())))
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
            if one.path not in self._stale:
                self.previews.setdefault(one.path, one)
        self._guess_roles()
        self._check()

    @Slot()
    def _read_more(self) -> None:
        if self._worker is not None and self.sender() is self._worker:
            self._worker, self._stale = None, set()
            self._read()
            self._check()

    def _read_otherwise(self, path: str, format: str, encoding: str) -> None:
        """Somebody says how a file is written: it is read again."""
        self.read_as[path] = format, encoding
        self.previews.pop(path, None)
        if self._worker is not None:  # what it finds of this file was read as before
            self._stale.add(path)
        self._read()
        self._check()

    def _show_how(self) -> None:
        """How the file in the row is read, and what comes of it."""
        row = max(self.table.currentRow(), 0)
        path = self.table.paths[row] if self.table.paths else ""
        self.how.show_file("" if has_no_file(path) else path, self.read_as.get(path, ("", "")), self.previews.get(path))

    @property
    def is_reading(self) -> bool:
        """Whether not all files are read."""
        return self._worker is not None

    def _looked_at(self, row: int) -> list[str]:
        """What is read of a file: itself, and where people say that it is raw output, its answers."""
        path = self.table.paths[row]
        if self.what == "versions" and Path(path).is_dir():
            return []  # a repository may hold anything
        is_other = self.table.role(row) == "raw" and path in self.previews and self.previews[path].kind != RAW_OUTPUT
        return [path, RAW + path] if is_other else [path]

    def _show_previews(self) -> None:
        golds, beside = self.table.golds, self._said_beside()
        for row in range(len(self.table.paths)):
            path = next(iter(reversed(self._looked_at(row))), "")
            if path not in self.previews:
                continue
            found = self.previews[path]
            gold = self.previews.get(self.table.paths[golds[self.table.followed(row)]]) if golds else self._open_gold
            said = [found.fault] if found.fault else found.against(None if row in golds else gold)
            said += beside.get(path, [])
            self.table.show_preview(row, found, said)

    def _said_beside(self) -> dict[str, list[str]]:
        """What there is to say of each file of lattices or segmentations; and of all in a line, until it is put right."""
        roles = self.table.roles
        treebanks = [row for wanted in ("gold", "system") for row, role in enumerate(roles) if role == wanted]
        said: dict[str, list[str]] = {}
        for wanted in ("lattice", "segmentation"):
            rows = [row for row, role in enumerate(roles) if role == wanted]
            if "gold" in roles and len(rows) in (1, len(treebanks)):
                read = ([self.previews.get(self.table.paths[row]) for row in some] for some in (rows, treebanks))
                said |= self.beside.look(*read)
        return said

    # -- what they are ---------------------------------------------------------------------------------------------------

    def _call_otherwise(self) -> None:
        """Something else is compared: files have other roles."""
        self._say_what_for()
        roles = OF_VERSIONS if self.what == "versions" else ROLES
        if roles is not self._offered:
            self._offered = roles
            self.table.offer(roles)
        self.table.call(not self.is_without_gold)
        self._guess_roles()
        self._read()
        self._check()

    def _role_changed(self, row: int) -> None:
        if not self._is_choosing:
            self.table.chosen.add(self.table.paths[row])
            self._read()
            self._check()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.table.shorten()

    def _check(self) -> None:
        self.whole.offer(self.table.paths, self.table.currentRow())
        self.table.offer_golds(self.previews)
        self._show_previews()
        self.table.shorten()
        is_versions = self.what == "versions"
        self.as_versions.setVisible(is_versions)
        self.table.setColumnHidden(NAME, is_versions)
        if self.baseline is not None:
            self.baseline.setVisible(not is_versions)
        if is_versions:
            hint = self.as_versions.missing(self.table.roles, self.table.paths)
        else:
            made = any(map(has_no_file, self.table.paths))
            hint = missing(self.table.roles, self._open_gold is not None, self.is_without_gold, made)
        self._show_how()
        said = hint
        if not hint and self.is_reading:
            said = f"Read: {len(self.previews)} of {len(self.table.paths)} files"
        elif not hint and self._left_out:
            said = f"{self._left_out} more files are not listed; add the ones that you need by name."
        self.hint.setText(said)
        if hint and self._open_button.hasFocus():
            self._go_to_roles()  # Qt would go on to Cancel
        self._open_button.setEnabled(not hint)

    def _go_to_roles(self) -> None:
        """Gives the keyboard to where the gold is chosen; to the field while there are no files."""
        (self.table.role_box(0) if self.table.paths else self.field).setFocus(Qt.FocusReason.OtherFocusReason)

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

    def files(self) -> Files | Versions:
        """What was chosen; beside an open comparison without a gold."""
        if self.saved:
            return Files(self.saved, ())
        table = self.table
        if self.what == "versions":
            return self.as_versions.versions(dict(zip(table.roles, table.paths, strict=True)))

        def rows(*roles: str) -> list[int]:
            return [row for row, role in enumerate(table.roles) if role in roles]

        def paths(*roles: str) -> tuple[str, ...]:
            return tuple(table.paths[row] for row in rows(*roles))

        systems = tuple(
            (table.name(row), RAW * (table.role(row) == "raw") + table.paths[row]) for row in rows("system", "raw")
        )
        golds = table.golds
        followed = {table.paths[row]: table.followed(row) for row in rows("system") if len(golds) > 1}
        return Files(
            table.paths[golds[0]] if golds else "", systems,
            tuple((table.typed_name(row), table.paths[row]) for row in rows("other gold")),
            tuple((path, gold) for path, gold in followed.items() if gold > 0), paths("lattice"), paths("segmentation"),
            table.typed_name(golds[0]) if golds else "", no_gold=self.is_without_gold,
            formats=tuple((path, how[0]) for path, how in self.read_as.items() if how[0] and path in table.paths),
            encodings=tuple((path, how[1]) for path, how in self.read_as.items() if how[1] and path in table.paths),
        )  # fmt: skip


class WholeFolders(QPushButton):
    """``files``: the files of each folder or pattern of which people may say what it is."""

    def __init__(self) -> None:
        super().__init__()
        self.setAutoDefault(False)
        self.files: dict[str, list[str]] = {}
        self.path = ""
        """The folder or pattern that the button is about; empty if there is none."""
        self.hide()

    def know(self, found: Mapping[str, list[str]]) -> None:
        """Takes note of folders and patterns, if they stand for several files."""
        self.files |= {path: files for path, files in found.items() if len(files) > 1}

    def title(self, path: str) -> str:
        """What a file, or a folder that is one treebank, is called in a list."""
        name = Path(path).name or path
        return f"{name} ({len(self.files[path]):,} files)" if path in self.files else name

    def offer(self, listed: Sequence[str], row: int) -> None:
        """Is about what stands in the row, else about the first that there is; hidden where there is none."""
        here = listed[row] if 0 <= row < len(listed) else ""
        known = [path for path, files in self.files.items() if path in listed or not set(files).isdisjoint(listed)]
        self.path = next((one for one in known if here == one or here in self.files[one]), known[0] if known else "")
        self.setVisible(bool(self.path))
        if self.path:
            text = "&List the {0:,} files of {1} one by one"
            if self.path not in listed:
                text = "&Take the {0:,} files of {1} as one treebank"
            name = visible(Path(self.path).name or self.path).replace("&", "&&")
            self.setText(text.format(len(self.files[self.path]), name))

    def turned(self, listed: Sequence[str], most: int) -> list[str]:
        """The list with the files (at most so many) in the folder's place, or the folder in theirs."""
        files = self.files[self.path]
        old, new = ([self.path], files[:most]) if self.path in listed else (files, [self.path])
        place = min(number for number, one in enumerate(listed) if one in old)
        return (
            [one for one in listed[:place] if one not in old] + new + [one for one in listed[place:] if one not in old]
        )


class HowRead(QWidget):
    """How a file is read, and its first tree as it is read then. ``changed``: path, names of a format and of an encoding."""

    changed = Signal(str, str, str)

    def __init__(self) -> None:
        super().__init__()
        self._path = ""
        self.format, self.encoding = QComboBox(), QComboBox()
        self.format.addItem("Format by its content", "")
        for name, title in formats().items():
            self.format.addItem(title, name)
        self.encoding.addItem("Encoding as usual: UTF-8", "")
        for name in ENCODINGS:
            self.encoding.addItem(name, name)
        self.first = QPlainTextEdit(readOnly=True, tabChangesFocus=True)
        self.first.setFixedHeight((FIRST_LINES + 1) * self.fontMetrics().lineSpacing() + 8)
        self.first.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        column = QVBoxLayout()
        for box, name in ((self.format, "Format"), (self.encoding, "Encoding")):
            box.setAccessibleName(name)
            box.setMaximumWidth(24 * self.fontMetrics().averageCharWidth())
            box.activated.connect(lambda _: self._tell())
            column.addWidget(box)
        column.addStretch(1)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addLayout(column)
        line.addWidget(self.first, 1)

    def show_file(self, path: str, how: tuple[str, str], found: Preview | None) -> None:
        """Is about a file from now on; about none: it goes."""
        self._path = path
        self.setVisible(bool(path))
        for box, name in zip((self.format, self.encoding), how, strict=True):
            box.setCurrentIndex(max(box.findData(name), 0))
        wraps = QPlainTextEdit.LineWrapMode
        self.first.setLineWrapMode(wraps.WidgetWidth if found is not None and found.fault else wraps.NoWrap)
        said = "" if found is None else found.fault or found.first_tree().expandtabs(4)
        if said != self.first.toPlainText():
            self.first.setPlainText(visible_lines(said))
        self.first.setAccessibleName(f"First tree of {Path(path).name}")

    def _tell(self) -> None:
        self.changed.emit(self._path, str(self.format.currentData()), str(self.encoding.currentData()))


class OfVersions(QWidget):
    """Revisions, where the versions are those of a repository; and what is not compared."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.older = QLineEdit(placeholderText="Older revision: r2.15, HEAD~1")
        self.newer = QLineEdit(placeholderText="Newer; empty: the files as they are")
        self.ignored = QLineEdit(placeholderText="Not compared: MISC.SpaceAfter, COMMENT")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        for field, name in (
            (self.older, "Older revision"),
            (self.newer, "Newer revision"),
            (self.ignored, "Not compared"),
        ):
            field.setAccessibleName(name)
            field.setText(preferences.text(f"versions/{name}"))
            field.textChanged.connect(self.changed)
            line.addWidget(field)

    def missing(self, roles: Sequence[str], paths: Sequence[str]) -> str:
        """What is to be done before versions can be compared; empty if nothing is."""
        there = [path for path, role in zip(paths, roles, strict=True) if role]
        is_repository = len(there) == 1 and Path(there[0], ".git").exists()
        for field in (self.older, self.newer):
            field.setVisible(is_repository)
        if is_repository:
            return "" if self.older.text().strip() else "Type the older revision: a branch, a tag or a commit."
        return "" if len(there) == 2 else "Add both versions, files or folders, or the folder of a git repository."

    def versions(self, paths: Mapping[str, str]) -> Versions:
        """What is asked for. ``paths``: by their roles."""
        for field in (self.older, self.newer, self.ignored):
            preferences.store(f"versions/{field.accessibleName()}", field.text())
        ignored = tuple(one.strip() for one in self.ignored.text().split(",") if one.strip())
        if "older" in paths and "newer" in paths:
            return Versions(paths["older"], paths["newer"], "", ignored)
        repository = paths.get("older") or paths["newer"]
        return Versions(self.older.text().strip(), self.newer.text().strip(), repository, ignored)


Pair = tuple[str, str]
"""Paths of a file of lattices or segmentations, and of a treebank."""


class BesideFit(QObject):
    """``told``: it is known of further files whether they fit. They are looked into in the background."""

    told = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._said: dict[Pair, list[str]] = {}
        self._work = Newest(self)
        self._work.done.connect(self._take)

    @property
    def is_busy(self) -> bool:
        """Whether something is being looked into."""
        return self._work.is_busy

    def look(self, besides: Sequence[Preview | None], treebanks: Sequence[Preview | None]) -> dict[str, list[str]]:
        """What is to be said of each file, by its path, as far as it is known; what is not known is found out.

        ``besides``: files of one role, one for all of the ``treebanks`` or one for each of them, the gold first.
        """
        pairs = [
            (one, treebank)
            for one, treebank in zip_longest(besides, treebanks[: len(besides)])
            if one is not None and treebank is not None and one.beside is not None and treebank.treebank is not None
        ]
        unknown = [(one, treebank) for one, treebank in pairs if (one.path, treebank.path) not in self._said]
        if unknown and not self._work.is_busy:
            self._work.ask(lambda cancel: _said(unknown, cancel))
        return {one.path: self._said.get((one.path, treebank.path), []) for one, treebank in pairs}

    def _take(self, said: dict[Pair, list[str]]) -> None:
        self._said |= said
        self.told.emit()

    def stop(self) -> None:
        """Nobody waits any more."""
        self._work.drop()


def _said(pairs: Sequence[tuple[Preview, Preview]], cancel: Any) -> dict[Pair, list[str]]:
    from treecompare.comparison.lattices.segmented import unfitting

    return {
        (one.path, treebank.path): unfitting(treebank.treebank, one.beside, cancel.flag)
        for one, treebank in pairs
        if one.beside is not None and treebank.treebank is not None
    }
