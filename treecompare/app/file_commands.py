"""Commands around the comparison file: open, save under a name, undo, redo, schemes and tables of judgements."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from treecompare import resources
from treecompare.app import opening, preferences
from treecompare.app.comparison_file import ComparisonFile
from treecompare.app.errors import show_error
from treecompare.app.plain import caption
from treecompare.app.preferences import SUFFIX, Files
from treecompare.errors import TreecompareError

if TYPE_CHECKING:
    from treecompare.app.notes_panel import Change
    from treecompare.app.session import Opened
    from treecompare.app.window import MainWindow
    from treecompare.app.workspace import Workspace
    from treecompare.saved.project import Project, TreebankChange


class FileCommands(QObject):
    """Connects the window with a :class:`ComparisonFile`. Methods without arguments are commands."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.file = ComparisonFile(self)
        self.file.failed.connect(self._failed)
        self.file.told.connect(self._remark)
        self._told: set[str] = set()

    def _remark(self, text: str) -> None:
        if self.window.session.comparison is not None:
            self.window.session.comparison.warnings.append(text)

    def connect_workspace(self, space: Workspace) -> None:
        """The views exist now."""
        self.file.changed.connect(space.update_judgements)
        self.file.changed.connect(lambda _: self.show_state())
        space.notes.edited.connect(self._edited)
        space.notes.schemeWanted.connect(self.choose_scheme)
        self._offer_scheme(preferences.text("scheme", str(resources.path("schemes/tepacoc.tsv"))), is_asked=False)

    # -- opening -------------------------------------------------------------------------------------------------------

    def open(self, path: str) -> None:
        """Opens a comparison file; asks for treebanks that are no longer where they were."""
        from treecompare.saved.project import Project

        try:
            project = Project.open(Path(path))
        except TreecompareError as error:
            show_error(self.window, error)
            return
        try:
            if not self._find_treebanks(project):
                project.close()
                return
            files, settings = self.file.wait_with(project)
        except TreecompareError as error:
            project.close()
            show_error(self.window, error)
            return
        if project.is_read_only:
            self.window.statusBar().showMessage(
                self.tr("{0} cannot be written to here: what you type can be saved under another name.").format(path)
            )
        self.window.open_with(files, settings)

    def _find_treebanks(self, project: Project) -> bool:
        for change in project.changes():
            if change.what == "moved":
                project.relocate(change.treebank.role, change.treebank.name, change.path)
            elif change.what == "missing" and not self._ask_where(project, change):
                return False
        return True

    def _ask_where(self, project: Project, change: TreebankChange) -> bool:
        """Lets people find a file; without it a system is left out. False: they would rather not open the comparison."""
        name = Path(change.treebank.path).name
        box = QMessageBox(self.window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(self.tr("{0} is no longer where it was.").format(name))
        box.setInformativeText(change.treebank.path)
        find = box.addButton(self.tr("Find…"), QMessageBox.ButtonRole.AcceptRole)
        leave = None
        if change.treebank.role != "gold":
            leave = box.addButton(self.tr("Leave it out"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        if leave is not None and box.clickedButton() is leave:
            kept = [(one.role, one.name, one.path) for one in project.treebanks if one != change.treebank]
            project.set_treebanks(kept)
            return True
        if box.clickedButton() is not find:
            return False
        path, _ = QFileDialog.getOpenFileName(
            self.window, self.tr("Where is {0}?").format(name), preferences.text("folder"), f"{name};;*"
        )
        if not path:
            return False
        project.relocate(change.treebank.role, change.treebank.name, path)
        return True

    def opened(self, opened: Opened) -> None:
        """The treebanks are read."""
        before = self.file.project
        self.file.begin(opened)
        if self.file.project is not None and self.file.project is not before:
            self._go_where_we_were(self.file.project.state.get("place", {}))
        if self.file.is_named and self.file.project is not None:
            preferences.add_recent(Files(str(self.file.project.path), ()))
        else:
            preferences.add_recent(opened.files)
        self.show_state()

    def _go_where_we_were(self, place: dict[str, Any]) -> None:
        """The system and the sentence that were looked at last."""
        space, comparison = self.window.workspace, self.window.session.comparison
        if space is None or comparison is None:
            return
        if place.get("system") in comparison.table.systems:
            space.systems.choose(comparison.table.systems.index(place["system"]))
        if isinstance(place.get("sentence"), int):
            space.sentences.go_to_sentence(place["sentence"])

    def remember_place(self) -> None:
        """Stores what is looked at, for the next time; only where something is kept at all."""
        space, comparison = self.window.workspace, self.window.session.comparison
        if space is None or comparison is None or self.file.project is None:
            return
        space.notes.store_note()
        place = {
            "system": comparison.table.systems[space.systems.system],
            "sentence": space.sentences.current_sentence(),
        }
        self.file.remember({"place": place})

    def show_state(self) -> None:
        """Undo and Redo say what they would do; the title tells the file's name."""
        project = self.file.project
        for name, what in (
            ("undo", project.can_undo if project else ""),
            ("redo", project.can_redo if project else ""),
        ):
            action = self.window.actions_.by_name[name]
            title = self.tr("&Undo") if name == "undo" else self.tr("&Redo")
            action.setText(f"{title}: {caption(what)}" if what else title)
            action.setEnabled(bool(what))
        self.window.show_title()

    # -- commands ------------------------------------------------------------------------------------------------------

    def save_as(self) -> None:
        """Saves the comparison under a name; it goes on there, and stores by itself what is typed."""
        space = self.window.workspace
        if space is None:
            return
        self.remember_place()
        path = opening.ask_where_to_save(
            self.window, self.tr("Save the comparison"), ((self.tr("Comparison"), SUFFIX),), self._proposed_name()
        )
        if not path:
            return
        try:
            self.file.save_as(path)
        except TreecompareError as error:
            show_error(self.window, error)
            return
        preferences.add_recent(Files(str(Path(path).absolute()), ()))
        self.window.statusBar().showMessage(
            self.tr("Saved: {0}. What you type from now on is stored there at once.").format(path), 8000
        )
        self.show_state()

    def _proposed_name(self) -> str:
        files = self.window.session.files
        return f"{Path(files.gold).stem}.{SUFFIX}" if files is not None else f"comparison.{SUFFIX}"

    def undo(self) -> None:
        """Takes back what was typed last."""
        self._tell(self.tr("Undone: {0}"), self.file.undo())

    def redo(self) -> None:
        """Does it again."""
        self._tell(self.tr("Done again: {0}"), self.file.redo())

    def _tell(self, text: str, what: str) -> None:
        if what:
            self.window.statusBar().showMessage(text.format(what), 5000)

    def _edited(self, changes: list[Change], what: str) -> None:
        from treecompare.saved.project import Key

        self.file.write(
            [(Key(kind, sentence, system, name), value) for kind, sentence, system, name, value in changes], what
        )

    def _failed(self, error: TreecompareError) -> None:
        """Tells each failure once: a full disk would else be told with every word that is typed."""
        if str(error) in self._told:
            return
        self._told.add(str(error))
        show_error(self.window, error, self.tr("What you typed is kept in this window; save the comparison elsewhere."))

    # -- schemes and tables of judgements --------------------------------------------------------------------------------

    def choose_scheme(self) -> None:
        """Lets people choose a table of phenomena and error classes."""
        path, _ = QFileDialog.getOpenFileName(
            self.window,
            self.tr("Choose a scheme"),
            str(resources.path("schemes")),
            self.tr("Schemes (*.tsv);;All files (*)"),
        )
        if path:
            self._offer_scheme(path, is_asked=True)

    def _offer_scheme(self, path: str, is_asked: bool) -> None:
        from treecompare.comparison.judgements import read_scheme

        space = self.window.workspace
        try:
            scheme = read_scheme(path)
        except TreecompareError as error:
            if is_asked:
                show_error(self.window, error)
            return
        if space is not None:
            space.notes.set_scheme(scheme)
        if is_asked:
            preferences.store("scheme", path)

    def read_judgements(self) -> None:
        """Reads a table of phenomena and judgements and adds it to what is there, as one step that can be undone."""
        from treecompare.comparison.judgements import changes_of, read_judgements
        from treecompare.saved.project import Key

        comparison = self.window.session.comparison
        if comparison is None:
            return
        path, _ = QFileDialog.getOpenFileName(
            self.window, self.tr("Choose a table of phenomena"), preferences.text("folder"), "TSV (*.tsv *.txt);;*"
        )
        if not path:
            return
        try:
            found = read_judgements(path, comparison.ids)
        except TreecompareError as error:
            show_error(self.window, error)
            return
        changes = [
            (Key(kind, sentence, system, name), value) for kind, sentence, system, name, value in changes_of(found)
        ]
        self.file.write(changes, self.tr("judgements of {0}").format(Path(path).name))
        self.window.statusBar().showMessage(self.tr("{0} entries read from {1}").format(len(changes), path), 8000)

    def save_judgements(self) -> None:
        """Writes phenomena and judgements as a table that can be read again."""
        from treecompare.comparison.judgements import judgement_rows, write_rows

        comparison = self.window.session.comparison
        if comparison is None:
            return
        path = opening.ask_where_to_save(
            self.window, self.tr("Save phenomena and judgements"), (("TSV", "tsv"),), "phenomena.tsv"
        )
        if path:
            try:
                write_rows(path, judgement_rows(comparison.judgements, comparison.ids))
            except TreecompareError as error:
                show_error(self.window, error)
