"""Commands around the comparison file: open, save under a name, undo, redo, schemes and tables of judgements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QMessageBox, QWidget

from treecompare import resources
from treecompare.app.common import choosers as opening
from treecompare.app.common import preferences
from treecompare.app.common.errors import put_texts, show_error
from treecompare.app.common.wording import key_named
from treecompare.app.session.session import Session
from treecompare.app.shell.command import Need, command
from treecompare.app.shell.frame import FrameWindow
from treecompare.comparison.answered import file_of, with_file
from treecompare.comparison.files import SUFFIX, Files
from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError, counted
from treecompare.saved.kept import Event, Kept
from treecompare.saved.opening import Opened, files_of

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace
    from treecompare.comparison.base import AnyTreebank
    from treecompare.comparison.judgements import Change
    from treecompare.saved.history import Compared
    from treecompare.saved.project import Project, TreebankChange


class ComparisonFile(Kept, QObject):
    """A signal for each kind of :class:`Event`, which carries what it is about."""

    changed = Signal(object)
    failed = Signal(object)
    refused = Signal(object)
    told = Signal(str)
    walkChanged = Signal(object)
    decisionsChanged = Signal(object)
    comparedWanted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        QObject.__init__(self, parent)
        Kept.__init__(self)

    def hear(self, event: Event) -> None:
        """Tells it at once."""
        signals = {
            "changed": self.changed, "failed": self.failed, "refused": self.refused, "told": self.told, "walk": self.walkChanged,
            "decisions": self.decisionsChanged, "compared": self.comparedWanted,
        }  # fmt: skip
        signals[event.kind].emit(event.what)

    def save_as(self, path: str) -> None:
        """Goes on in a file of that name, which is known from now on. Raises TreecompareError: it cannot be written."""
        super().save_as(path)
        if self.named is not None:
            preferences.add_known(path)


def _is_same_file(path: str, other: Path | None) -> bool:
    try:
        return other is not None and other.samefile(path)
    except OSError:
        return False


class FileCommands(QObject):
    """Connects session and views with a :class:`ComparisonFile`. ``space`` tells the views, None before they are made."""

    stateChanged = Signal()
    """What can be undone or redone, or the file's name, is not what it was."""

    def __init__(self, window: FrameWindow, session: Session, space: Callable[[], Workspace | None]) -> None:
        super().__init__(window)
        self.window = window
        self.session = session
        self._space = space
        self.file = ComparisonFile(self)
        self.file.failed.connect(self._failed)
        self.file.refused.connect(self._refused)
        self.file.told.connect(self._remark)
        self.file.comparedWanted.connect(self._compare_as_before)
        self._told: set[str] = set()
        self._question: QMessageBox | None = None

    def _remark(self, text: str) -> None:
        if self.session.comparison is not None:
            self.session.comparison.warnings.append(text)

    def _compare_as_before(self, wanted: Compared) -> None:
        self.session.with_files(wanted.files, settings=wanted.settings)

    def connect_workspace(self, space: Workspace) -> None:
        """The views exist now."""
        self.file.changed.connect(space.update_judgements)
        self.file.changed.connect(lambda _: self.stateChanged.emit())
        space.notes.edited.connect(self._edited)
        space.notes.takenAway.connect(self._tell_taken_away)
        space.notes.schemeWanted.connect(self.choose_scheme)
        space.notes.schemeChosen.connect(lambda path: self._offer_scheme(path, is_asked=True))
        space.notes.offer_schemes(resources.schemes())  # until one is chosen, which is asked when it is needed
        if scheme := preferences.text("scheme"):
            self._offer_scheme(scheme, is_asked=False)

    # -- opening -------------------------------------------------------------------------------------------------------

    def open_with(
        self,
        files: Files,
        settings: Settings,
        project: Project | None = None,
        known: dict[str, AnyTreebank] | None = None,
    ) -> None:
        """Reads the files and compares them under these settings; ``project``: the comparison file that names them,
        ``known``: treebanks that are read already, by path."""
        self.drop_question()
        self.session.open(files, settings, project, known)

    def open(self, path: str) -> None:
        """Opens a comparison file; asks for treebanks that are no longer where they were."""
        from treecompare.saved.project import Damaged, Project

        self.drop_question()
        pending = self.session.request
        if pending is not None and pending.project is not None and _is_same_file(path, pending.project.path):
            return  # it is being opened already
        if self.file.project is not None and _is_same_file(path, self.file.named):
            self._open_again(self.file.project)
            return
        try:
            project = Project.open(Path(path))
        except Damaged as error:
            self._offer_rescue(path, error)
            return
        except TreecompareError as error:
            show_error(self.window, error)
            return
        if preferences.is_known(path):
            self._open(project)
        else:
            self._ask_first(project)

    def _open_again(self, project: Project) -> None:
        """Reads the treebanks of the open comparison file anew."""
        self.store_typed()
        try:
            if find_treebanks(self.window, project):
                self.session.open_again(*files_of(project))
        except TreecompareError as error:
            show_error(self.window, error)

    def _open(self, project: Project) -> None:
        """Opens what a comparison file names; the file is closed where that fails."""
        is_opened = False
        try:
            if find_treebanks(self.window, project):
                files, settings = files_of(project)
                self.open_with(files, settings, project)
                is_opened = True
        except TreecompareError as error:
            show_error(self.window, error)
        finally:
            if not is_opened:
                project.close()

    def _ask_first(self, project: Project) -> None:
        """Shows what somebody else's comparison file reads before anything of it is read."""
        try:
            files_of(project)
        except TreecompareError as error:
            project.close()
            show_error(self.window, error)
            return
        outside = project.outside()
        shown = [visible(path) for path in dict.fromkeys((*outside, *project.reads()))]
        box = QMessageBox(self.window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setTextFormat(Qt.TextFormat.PlainText)
        text = "{0} was not saved or opened here before. It reads these files:"
        if outside:
            text = "{0} was not saved or opened here before. It reads these files, {1} of them outside its folder:"
        put_texts(box, shown, text.format(visible(project.path.name), len(outside)), between="\n")
        wanted = box.addButton(QMessageBox.StandardButton.Open)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))

        def answered() -> None:
            if self._question is box:
                self._question = None
            if box.clickedButton() is wanted:
                preferences.add_known(project.path)
                self._open(project)
            else:
                project.close()

        self._question = self._show(box, answered)

    def _offer_rescue(self, path: str, error: TreecompareError) -> None:
        """What can be read of a damaged comparison file can go on in a new one."""
        from treecompare.saved.rescue import read_pages
        from treecompare.saved.schema import MAGIC

        try:
            with Path(path).open("rb") as file:
                is_comparison = file.read(len(MAGIC)) == MAGIC
            is_comparison = is_comparison or bool(read_pages(Path(path)).values)
        except (OSError, TreecompareError):
            is_comparison = False
        if not is_comparison:
            show_error(self.window, error)
            return
        box = QMessageBox(self.window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"{visible(path)} is damaged. Rescue what can be read into a new file?")
        box.setInformativeText(str(error))
        rescue = box.addButton("Rescue…", QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)

        def answered() -> None:
            if box.clickedButton() is rescue:
                self.rescue(path)

        self._show(box, answered)

    def _show(self, box: QMessageBox, answered: Callable[[], None]) -> QMessageBox:
        """Shows a question without waiting for the answer."""
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowModality(Qt.WindowModality.WindowModal)
        box.finished.connect(lambda _: answered())
        box.open()
        return box

    def drop_question(self) -> None:
        """Something else is opened: what was asked about is not."""
        if self._question is not None:
            self._question.reject()

    def rescue(self, path: str) -> None:
        """Asks for a name, copies what can be read of a damaged comparison file, and opens that."""
        from treecompare.saved.project import Project

        name = f"{Path(path).stem} rescued.{SUFFIX}"
        into = opening.ask_where_to_save(self.window, "Save what can be rescued", (("Comparison", SUFFIX),), name)
        if not into:
            return
        try:
            count = Project.rescue(Path(path), Path(into))
        except TreecompareError as error:
            show_error(self.window, error)
            return
        self.window.tell(f"{count} entries rescued into {into}")
        if preferences.is_known(path):
            preferences.add_known(into)
        self.open(into)

    def begin(self, opened: Opened) -> None:
        """The treebanks are read: what was typed about those before is stored, then their own notes are found."""
        self.store_typed()
        self.file.begin(opened)

    def opened(self, opened: Opened) -> None:
        """The treebanks are shown."""
        if self.file.project is not None and not opened.request.goes_on:
            if (space := self._space()) is not None:
                space.arrange(self.file.project.state.get("view", {}))
            self.go_to(self.file.project.state.get("place", {}))
        if self.file.named is not None:
            preferences.add_known(self.file.named)
        where = str(self.file.named or opened.files.gold)
        if not opened.request.goes_on and not resources.is_shipped(where):
            preferences.store("folder", str(Path(where).absolute().parent))  # choosers begin there
        self._list(opened.files)
        self.stateChanged.emit()

    def _list(self, files: Files) -> None:
        """Puts what is shown to the top of the recent comparisons."""
        named = self.file.named
        preferences.add_recent(Files(str(named), ()) if named is not None else replace(files, swapped=""))

    def called_otherwise(self) -> None:
        """Gold and systems have other names: the comparison opens with them the next time."""
        if self.session.files is not None:
            self.file.take_files(self.session.files)
            self._list(self.session.files)

    def close(self) -> None:
        """The comparison is closed; all that was typed is stored."""
        self.drop_question()
        self.store_typed()
        self.remember_place()
        self.file.close()

    def store_typed(self) -> None:
        """Stores what is being typed at this moment."""
        space, field = self._space(), QApplication.focusWidget()
        if space is None:
            return
        space.notes.store_note()
        if isinstance(field, QComboBox) and space.notes.isAncestorOf(field):
            field.clearFocus()  # an error class is stored when its field is left

    def go_to(self, place: dict[str, Any]) -> None:
        """Chooses a system and a sentence, as :meth:`place` tells them."""
        space, comparison = self._space(), self.session.comparison
        if space is None or comparison is None:
            return
        if place.get("system") in comparison.table.systems:
            space.systems.choose(comparison.table.systems.index(place["system"]))
        if isinstance(place.get("sentence"), int):
            space.sentences.go_to_sentence(place["sentence"])

    def remember_place(self) -> None:
        """Stores what is looked at, for the next time; only where something is kept at all."""
        place = self.place()
        space = self._space()
        if place and space is not None and self.file.project is not None:
            self.file.remember({"place": place, "view": space.arrangement()})

    def place(self) -> dict[str, Any]:
        """The system and the sentence that are looked at; empty where nothing is, or what was opened is not yet shown."""
        space, comparison = self._space(), self.session.comparison
        if space is None or comparison is None or space.systems.model.comparison is not comparison:
            return {}
        return {
            "system": comparison.table.systems[space.systems.system],
            "sentence": space.sentences.current_sentence(),
        }

    @property
    def undoable(self) -> str:
        """What Undo would take back; empty if there is nothing."""
        return self._last()[0]

    @property
    def has_undo(self) -> bool:
        """Whether there is anything that Undo would take back, or say that it cannot."""
        return any(self._last())

    def _last(self) -> tuple[str, str]:
        return self.file.history.last(self.file.project, self._looked_at())

    def _looked_at(self) -> str:
        """The system that is looked at."""
        return str(self.place().get("system", ""))

    @property
    def redoable(self) -> str:
        """What Redo would do again; empty if there is nothing."""
        return self.file.history.next(self.file.project)

    # -- commands ------------------------------------------------------------------------------------------------------

    @command("&Save", "Ctrl+S", "Keep files, settings and notes in one file, under a name if there is none yet")
    def save(self) -> None:
        """Stores what is typed in the comparison's file; asks for one where there is none."""
        if not self.file.name:
            return self.save_as()
        self.store_typed()
        self.remember_place()
        return self.window.tell(f"Saved: {self.file.name}")

    @command(
        "Save &as…", "Ctrl+Shift+S", "Keep files, settings and notes in one file; what is typed is stored there at once"
    )
    def save_as(self) -> None:
        """Saves the comparison under a name; it goes on there, and stores by itself what is typed."""
        if self._space() is None:
            return
        self.store_typed()
        self.remember_place()
        path = opening.ask_where_to_save(
            self.window, "Save the comparison", (("Comparison", SUFFIX),), self._proposed_name()
        )
        if not path:
            return
        try:
            self.file.save_as(path)
        except TreecompareError as error:
            show_error(self.window, error)
            return
        preferences.add_recent(Files(str(Path(path).absolute()), ()))
        self.window.tell(f"Saved: {path}. What you type from now on is stored there at once.")
        self.stateChanged.emit()

    def _proposed_name(self) -> str:
        files = self.session.files
        return f"{Path(files.gold).stem}.{SUFFIX}" if files is not None else f"comparison.{SUFFIX}"

    @command("&Undo", "Ctrl+Z", "Take back what was changed last", need=Need.UNDO)
    def undo(self) -> None:
        """Takes back what was changed last, or says why it cannot be."""
        if refusal := self._last()[1]:
            self.window.tell(visible(refusal))
        else:
            self._tell("Undone: {0}", self.file.undo(self._looked_at()))

    @command("&Redo", "Ctrl+Shift+Z", "Repeat what was undone", need=Need.REDO)
    def redo(self) -> None:
        self._tell("Redone: {0}", self.file.redo())

    def _tell_taken_away(self, what: str) -> None:
        self.window.tell(visible(f"Removed: {what}. Undo ({key_named('Ctrl+Z')}) brings it back."))

    def _tell(self, text: str, what: str) -> None:
        if what:
            self.window.tell(text.format(what))

    def _edited(self, changes: list[Change], what: str) -> None:
        from treecompare.saved.project import Key

        self.file.write(
            [(Key(kind, sentence, system, name), value) for kind, sentence, system, name, value in changes], what
        )

    def _refused(self, error: BaseException) -> None:
        show_error(self.window, error, "What was typed before could not be read.")

    def _failed(self, error: TreecompareError) -> None:
        """Tells each failure once: a full disk would else be told with every word that is typed."""
        if str(error) in self._told:
            return
        self._told.add(str(error))
        show_error(self.window, error, "What you typed is kept in this window; save the comparison elsewhere.")

    # -- schemes and tables of judgements --------------------------------------------------------------------------------

    @command("Choose s&cheme…", tip="Choose the phenomena and error classes on offer")
    def choose_scheme(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self.window, "Choose a scheme", str(resources.path("schemes")), "Schemes (*.tsv);;All files (*)"
        )
        if path:
            self._offer_scheme(path, is_asked=True)

    def _offer_scheme(self, path: str, is_asked: bool) -> None:
        from treecompare.comparison.judgements import read_scheme

        space = self._space()
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

    @command("Import p&henomena…", tip="Read a table of phenomena and judgements: sentence, phenomenon, and more")
    def read_judgements(self) -> None:
        """Reads a table of phenomena and judgements and adds it to what is there, as one step that can be undone."""
        from treecompare.comparison.judgements import changes_of, read_judgements, unknown_systems
        from treecompare.saved.project import Key

        comparison = self.session.comparison
        if comparison is None:
            return
        path, _ = QFileDialog.getOpenFileName(
            self.window, "Choose a table of phenomena", preferences.text("folder"), "TSV (*.tsv *.txt);;*"
        )
        if not path:
            return
        try:
            found = read_judgements(path, comparison.ids, comparison.sentence_names(), comparison.word_counts())
        except TreecompareError as error:
            show_error(self.window, error)
            return
        changes = [
            (Key(kind, sentence, system, name), value) for kind, sentence, system, name, value in changes_of(found)
        ]
        self.file.write(changes, f"judgements of {Path(path).name}")
        read = "{} read from {}".format(counted(len(changes), "entry", "entries"), path)
        if unknown := unknown_systems(found, comparison.table.systems):
            self._remark(f"{path}: {unknown}")
            read = f"{read}; {unknown}"
        self.window.tell(read)

    @command("Save phenomena and &judgements…", tip="Write what was typed as a table")
    def save_judgements(self) -> None:
        from treecompare.comparison.judgements import judgement_rows, write_rows

        comparison = self.session.comparison
        if comparison is None:
            return
        path = opening.ask_where_to_save(
            self.window, "Save phenomena and judgements", (("TSV", "tsv"),), "phenomena.tsv"
        )
        if path:
            try:
                write_rows(path, judgement_rows(comparison.judgements, comparison.ids))
                self.window.tell(f"Saved: {path}")
            except TreecompareError as error:
                show_error(self.window, error)


def visible(path: str) -> str:
    """A path in one line in which every character can be seen."""
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in path)


def find_treebanks(window: QWidget, project: Project) -> bool:
    """Takes over where treebanks lie by now, and asks where there are none. False: people would rather not open the comparison."""
    for change in project.changes():
        if change.what == "moved":
            project.relocate(change.treebank.role, change.treebank.name, change.path)
        elif change.what == "missing" and not _ask_where(window, project, change):
            return False
    return True


def _ask_where(window: QWidget, project: Project, change: TreebankChange) -> bool:
    """Lets people find a file; without it a system is left out. False: they would rather not open the comparison."""
    name = Path(file_of(change.treebank.path)).name
    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Question)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(f"{visible(name)} is no longer where it was.")
    box.setInformativeText(visible(file_of(change.treebank.path)))
    find = box.addButton("Find…", QMessageBox.ButtonRole.AcceptRole)
    leave = None
    if change.treebank.role != "gold":
        leave = box.addButton("Leave it out", QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    if leave is not None and box.clickedButton() is leave:
        kept = [(one.role, one.name, one.path) for one in project.treebanks if one != change.treebank]
        project.set_treebanks(kept)
        return True
    if box.clickedButton() is not find:
        return False
    path = opening.ask_where_is(window, f"Where is {visible(name)}?", name)
    if not path:
        return False
    found = with_file(change.treebank.path, path)
    project.relocate(change.treebank.role, change.treebank.name, found)
    return True
