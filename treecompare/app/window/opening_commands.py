"""Commands that say what is compared: files chosen or dropped, samples, systems added and left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from treecompare import resources
from treecompare.app.common import choosers as opening
from treecompare.app.common import preferences
from treecompare.app.common.choosers import OF_THEIR_OWN
from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.list_sheet import ListSheet, Offer, open_list
from treecompare.app.common.plain import visible, visible_lines
from treecompare.app.common.recent import titles
from treecompare.app.frame.file_search import FileSearch
from treecompare.app.frame.open_sheet import OpenDialog
from treecompare.app.session.session import Session
from treecompare.app.shell.actions import fill_menu
from treecompare.app.shell.command import TREES, Need, command
from treecompare.app.shell.frame import FrameWindow
from treecompare.app.window.file_commands import FileCommands
from treecompare.comparison.files import Files, Versions, is_comparison_file
from treecompare.comparison.roles import guess, has_own_golds, names_treebank, sample_files, usual_role
from treecompare.comparison.settings import Settings
from treecompare.folders import stands_for_others
from treecompare.registry import is_here, missing
from treecompare.saved.opening import Doubt

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace
    from treecompare.comparison.base import AnyTreebank

MOST_RECENT = 5
"""Of the recent comparisons in the menu; the start page has more."""


class OpeningCommands(QObject):
    """Asks for files and hands them to the session; comparison files go to :class:`FileCommands`.

    ``settings`` tells the settings that are wanted for what is opened next.
    """

    forgotten = Signal()
    """The recent comparisons are forgotten."""

    def __init__(
        self,
        window: FrameWindow,
        session: Session,
        files: FileCommands,
        space: Callable[[], Workspace],
        settings: Callable[[], Settings],
    ) -> None:
        super().__init__(window)
        self.window = window
        self.session = session
        self.files = files
        self._space = space
        self._settings = settings
        self._question: QMessageBox | None = None
        self.takers: list[Callable[[Sequence[str] | Versions], bool]] = []
        """What opens windows of its own on files that are no treebanks, or on what was compared before."""
        self.search = FileSearch(self)
        self.search.ended.connect(self._open_found)
        session.doubted.connect(self._ask_about_other_texts)
        session.begun.connect(self._drop_question)

    # -- a comparison ----------------------------------------------------------------------------------------------------

    @command("&Open…", "Ctrl+O", "Choose the gold treebank, then the systems to compare with it", need=Need.NOTHING)
    def open_files(self) -> None:
        self.ask([]).add_more()

    def ask(self, paths: list[str]) -> OpenDialog:
        """Shows the Open dialog with these files."""
        dialog = OpenDialog(paths, self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.accepted.connect(lambda: self._open_chosen(dialog))
        dialog.open()
        return dialog

    def open_comparison(self, files: Files, known: dict[str, AnyTreebank] | None = None) -> None:
        """Reads the files in the background, but for those that are ``known``, and shows them. Asks for what a gold lacks."""
        if files.is_saved:
            self.files.open(files.gold)
        elif not files.systems and files.gold.endswith(OF_THEIR_OWN):
            self._open_found([files.gold])
        elif not files.systems:
            self.ask([files.gold, *(path for _, path in files.golds)])
        else:
            # those of an open comparison are its own; without one they were chosen for what is opened next
            settings = self._settings() if self.session.comparison is None else Settings()
            self.files.open_with(files, settings, known=known)

    def _open_chosen(self, dialog: OpenDialog) -> None:
        files = dialog.files()
        if isinstance(files, Versions):
            self.open_recent(files)
        else:
            self.open_comparison(files, dialog.treebanks())

    def open_recent(self, recent: preferences.Recent) -> None:
        """Opens again what was opened before."""
        if isinstance(recent, Versions):
            if not any(takes(recent) for takes in self.takers):
                self.window.tell(missing("diff"))
        else:
            self.open_comparison(recent)

    def open_sample(self, key: str) -> None:
        """Opens a shipped comparison, or two versions of a treebank."""
        sample = next((one for one in resources.samples() if one.key == key), None)
        if sample is not None:
            self.open_comparison(sample_files(sample))
        for one in resources.versions_samples():
            if one.key == key:
                self.open_recent(Versions(one.gold, one.systems[0]))

    def open_dropped(self, paths: list[str]) -> None:
        """A new comparison, if one file is named like a gold; people are asked with several golds, or where nothing is open;
        else more systems for the open one, after a question where a name does not say what a file is. Folders and patterns stand
        for their files, which are looked for in the background."""
        if any(map(stands_for_others, paths)):
            self.search.look(paths)
            return
        self.search.give_up()
        self._open_found(list(dict.fromkeys(paths)))

    def _open_found(self, paths: list[str]) -> None:
        if any(takes(paths) for takes in self.takers):
            return
        if len(paths) == 1 and not is_here(Path(paths[0]).suffix):
            self.window.tell(missing(Path(paths[0]).suffix))
            return
        saved = [path for path in paths if is_comparison_file(path)]
        files = guess(paths)
        if not paths:
            self.window.tell("Drop failed. Try again, or use File ▸ Open.")
        elif saved:
            self.files.open(saved[0])
        elif files is not None:
            self.open_comparison(files)
        elif self.session.files is not None and not has_own_golds(paths):
            stood_for = self.search.stood_for
            if all(names_treebank(one) for path in paths for one in stood_for.get(path, [path])):
                self.add_paths(paths)
            else:  # a text may be a treebank or raw output, a folder hold either
                dialog = self.ask_beside([])
                dialog.whole.know(stood_for)
                dialog.add(paths)
        else:
            self.ask(paths)

    def fill_recent(self, menu: QMenu) -> None:
        """Brings the menu of recent comparisons up to date."""
        recent = preferences.recent()[:MOST_RECENT]
        entries = [
            (title, "\n".join(filter(None, one.paths)), partial(self.open_recent, one))
            for title, one in zip(titles(recent), recent, strict=True)
        ]
        fill_menu(menu, entries, "None yet")
        if entries:
            menu.addSeparator()
            menu.addAction("Clear recent files", self.forget_recent)

    def forget_recent(self) -> None:
        """No recent comparison is listed any more."""
        preferences.forget_recent()
        self.forgotten.emit()

    @command("Samples and &papers…", tip="Shipped comparisons, and the examples of papers", need=Need.NOTHING)
    def samples(self) -> ListSheet:
        return open_list("Samples and papers", self.offers, self.window, "None are installed")

    def offers(self) -> list[Offer]:
        """What is shipped: comparisons, and two versions of a treebank."""
        here = (one for one in (*resources.samples(), *resources.versions_samples()) if is_here(one.key))
        return [Offer(one.title, one.about, partial(self.open_sample, one.key)) for one in here]

    @command("Two a&nnotators…", tip="Two analyses of the same sentences, neither of them gold", need=Need.NOTHING)
    def two_annotators(self) -> None:
        dialog = self.ask([])
        dialog.choose("annotators")
        dialog.add_more()

    # -- systems ---------------------------------------------------------------------------------------------------------

    @command("A&dd systems…", tip="Choose more systems to compare with the gold: files, raw output, baselines")
    def add_systems(self) -> None:
        self.ask_beside([]).add_more()

    def ask_beside(self, paths: list[str]) -> OpenDialog:
        """Shows the Open dialog with files to be added to the comparison."""
        files = self.session.files
        dialog = OpenDialog(paths, self.window, self.session.treebanks.get(files.gold) if files is not None else None)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.accepted.connect(lambda: self._add(dialog.files(), dialog.treebanks()))
        dialog.open()
        return dialog

    def _add(self, new: Files | Versions, known: dict[str, AnyTreebank]) -> None:
        """Adds what was chosen to the comparison; what it has already is not added again."""
        files = self.session.files
        if isinstance(new, Files) and new.is_saved:
            self.files.open(new.gold)
        elif isinstance(new, Files) and files is not None:
            systems = tuple(one for one in new.systems if one[1] not in files.paths)
            lattices = tuple(one for one in new.lattices if one not in files.paths)
            segmentations = tuple(one for one in new.segmentations if one not in files.paths)
            self._add_to(files, systems, lattices, segmentations, known)

    def _add_to(
        self,
        files: Files,
        systems: Sequence[tuple[str, str]],
        lattices: Sequence[str],
        segmentations: Sequence[str],
        known: dict[str, AnyTreebank] | None = None,
    ) -> None:
        if systems or lattices or segmentations:
            more = replace(
                files,
                systems=(*files.systems, *systems),
                lattices=(*files.lattices, *lattices),
                segmentations=(*files.segmentations, *segmentations),
            )
            self.session.with_files(more, known)

    def add_paths(self, paths: list[str]) -> None:
        """Adds systems to the comparison."""
        files = self.session.files
        if files is None:
            return
        new = [path for path in paths if path not in files.paths]
        roles = {path: usual_role(path) for path in new}
        systems = [("", path) for path in new if roles[path] in ("system", "gold")]
        beside = {role: [path for path in new if roles[path] == role] for role in ("lattice", "segmentation")}
        self._add_to(files, systems, beside["lattice"], beside["segmentation"])

    def _ask_about_other_texts(self, doubt: Doubt) -> None:
        """A file that holds another text would not be scored; whether it is compared all the same is asked before anything is
        opened."""
        text = "{0}: fewer than half of the characters are those of the gold. Add it anyway, though it is not scored?"
        if len(doubt.others) > 1:
            text = (
                "{0}: fewer than half of the characters are those of the gold. Add them anyway, though they "
                "are not scored?"
            )
        box = self._question = QMessageBox(
            QMessageBox.Icon.Question,
            "Another text",
            visible_lines(text.format(", ".join(doubt.others.values()))),
            parent=self.window,
        )
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        add = box.addButton("&Add anyway", QMessageBox.ButtonRole.AcceptRole)
        leave = box.addButton("&Leave out", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(leave)
        for button, is_wanted in ((add, True), (leave, False)):
            button.clicked.connect(partial(self._settle, doubt, is_wanted))
        box.finished.connect(self._forget_question)
        box.open()

    def _settle(self, doubt: Doubt, is_wanted: bool, *_: object) -> None:
        self.session.settle(doubt, is_wanted)
        if (
            self.session.request is None and self.session.files is None
        ):  # nothing is left: what was chosen can be chosen anew
            self.ask(doubt.request.files.paths)

    def _forget_question(self) -> None:
        if self.sender() is self._question:
            self._question = None

    def _drop_question(self) -> None:
        """Something else is being opened."""
        if self._question is not None:
            box, self._question = self._question, None
            box.close()

    @command(
        "From &files of dependencies…",
        tip="Choose CoNLL files with the same parses as dependencies, of the gold and of the systems",
        kinds=(*TREES, "schemes"),
        name="dependency_files",
    )
    def choose_dependencies(self) -> None:
        files, comparison = self.session.files, self.session.comparison
        if files is None or comparison is None:
            return
        names = [comparison.gold.name, *comparison.table.systems]
        paths = [files.sides.gold, *(path for _, path in files.sides.systems)]
        treebanks = list(zip(names, paths, strict=True))
        dialog = DependencyFilesDialog(treebanks, dict(files.dependencies), self.window, bool(files.golds))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.accepted.connect(lambda: self._take_dependencies(dialog.chosen()))
        dialog.open()

    def _take_dependencies(self, chosen: dict[str, str]) -> None:
        files = self.session.files
        if files is not None and chosen != dict(files.dependencies):
            self.session.with_files(replace(files, dependencies=tuple(chosen.items())))

    @command("Re&move system", tip="Leave the chosen system out")
    def remove_system(self) -> None:
        self.leave_out(self._space().systems.system)

    def leave_out(self, system: int) -> None:
        """Leaves a system out of the comparison."""
        files = self.session.files
        if files is None or len(files.systems) < 2:
            self.window.tell("The last system cannot be removed.")
            return
        if system == files.place_of_gold:
            text = "Notes belong to {0}: swap the sides back before you leave it out."
            self.window.tell(text.format(visible(Path(files.gold).name)))
            return
        self.session.with_files(replace(files, systems=files.systems[:system] + files.systems[system + 1 :]))


class DependencyFilesDialog(QDialog):
    """A line per treebank, the gold first: its name and the file of its dependencies, or nothing.

    ``treebanks``: names and paths. ``given``: files of dependencies by the path of their treebank. ``has_golds``: several golds are
    compared; then systems also get the labels of these files.
    """

    def __init__(
        self,
        treebanks: Sequence[tuple[str, str]],
        given: Mapping[str, str],
        parent: QWidget | None = None,
        has_golds: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Files of dependencies")
        self._paths = [path for _, path in treebanks]
        self._names = [name for name, _ in treebanks]
        text = (
            "The same parses as dependencies (CoNLL-U, CoNLL-X): UAS, LAS and others are measures beside E, T and "
            "Leaf-Ancestor then. What has no file is converted by head rules."
        )
        if has_golds:
            text = (
                "The same parses as dependencies (CoNLL-U, CoNLL-X): the nodes of a system get the labels "
                "that its file has over "
                "the same words (TL-unification), and the table Frameworks has its UAS and LAS."
            )
        intro = QLabel(text)
        intro.setWordWrap(True)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setColumnStretch(1, 1)
        self.fields: list[QLineEdit] = []
        for row, (name, path) in enumerate(treebanks):
            shown = name if row or name == "gold" else f"{name} (gold)"
            field = QLineEdit(given.get(path, ""), clearButtonEnabled=True)
            field.setPlaceholderText("none" if has_golds else "by head rules")
            field.setAccessibleName(f"Dependencies of {shown}")
            choose = QPushButton("Choose…")
            choose.setAutoDefault(False)
            choose.setAccessibleName(f"Choose the dependencies of {shown}")
            choose.clicked.connect(partial(self._choose, row))
            label = QLabel(visible(shown), textFormat=Qt.TextFormat.PlainText)
            label.setBuddy(field)
            for column, widget in enumerate((label, field, choose)):
                grid.addWidget(widget, row, column)
            self.fields.append(field)
            if has_golds and not row:  # a gold's dependencies are a gold of their own
                for widget in (label, field, choose):
                    widget.hide()
        grid.setRowStretch(len(treebanks), 1)
        inside = QWidget()
        inside.setLayout(grid)
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(inside)
        several = QPushButton("Choose &several…")
        several.setAutoDefault(False)
        several.setToolTip("Files are given to the treebanks whose names occur in theirs")
        several.clicked.connect(self._choose_several)
        self.hint = ElidedLabel()
        self.hint.setObjectName("muted")
        line = QHBoxLayout()
        line.addWidget(several)
        line.addWidget(self.hint, 1)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(intro)
        layout.addWidget(area, 1)
        layout.addLayout(line)
        layout.addWidget(self.buttons)
        room = self.screen().availableSize()
        self.resize(min(720, room.width() * 9 // 10), min(150 + 36 * len(treebanks), room.height() * 8 // 10))

    def chosen(self) -> dict[str, str]:
        """Files of dependencies by the path of their treebank."""
        texts = (field.text().strip() for field in self.fields)
        return {path: text for path, text in zip(self._paths, texts, strict=True) if text}

    def give(self, files: Sequence[str]) -> list[str]:
        """Enters each file for the treebank whose name occurs in its own, the longest if there are several; returns the others."""
        left = []
        for file in files:
            name = Path(file).name
            found = [row for row, one in enumerate(self._names) if row and one in name]
            row = max(found, key=lambda one: len(self._names[one]), default=0)
            if row or (usual_role(file) == "gold" and not self.fields[0].isHidden()):
                self.fields[row].setText(file)
            else:
                left.append(name)
        return left

    def _choose(self, row: int) -> None:
        files = opening.ask_for_files(self, "Choose a file of dependencies")
        if files:
            self.fields[row].setText(files[0])

    def _choose_several(self) -> None:
        left = self.give(opening.ask_for_files(self, "Choose files of dependencies"))
        said = "No treebank is called like {}; choose it in its line.".format(visible(", ".join(left)))
        self.hint.setText(said if left else "")
