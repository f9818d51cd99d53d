"""Keeps what people type: notes, phenomena, error classes, judgements; stored at once, saved under a name or not.

A comparison that has no file of its own is kept in a file in the user's data folder, found again by its gold treebank.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from treecompare.app.preferences import Files
from treecompare.errors import TreecompareError

if TYPE_CHECKING:
    from treecompare.app.session import Opened
    from treecompare.comparison.dependencies import Compared
    from treecompare.comparison.project import Key, Project, Step
    from treecompare.comparison.settings import Settings

KINDS = ("note", "phenomenon", "error class", "correct")


def autosave_path(gold: str) -> Path:
    """Where what is typed about a gold treebank is kept until it is saved under a name."""
    import platformdirs

    from treecompare.comparison.project import digest_of

    folder = Path(platformdirs.user_data_dir("treecompare", appauthor=False)) / "comparisons"
    return folder / f"{digest_of([str(Path(gold).absolute())])}.treecompare"


class ComparisonFile(QObject):
    """The comparison file behind the window. ``changed`` carries the sentences whose judgements changed (None: all)."""

    changed = Signal(object)
    failed = Signal(object)
    """An error: what was typed is kept in memory and can be saved elsewhere."""
    told = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.project: Project | None = None
        self._waiting: Project | None = None
        self._comparison: Compared | None = None
        self._files: Files | None = None
        self._texts: Sequence[str] = ()
        self.state: dict[str, Any] = {}

    # -- opening and closing -------------------------------------------------------------------------------------------

    @property
    def is_named(self) -> bool:
        """Whether the comparison was saved under a name."""
        return (
            self.project is not None
            and self._files is not None
            and self.project.path != autosave_path(self._files.gold)
        )

    @property
    def name(self) -> str:
        """The name it was saved under; empty if it was not."""
        return self.project.path.stem if self.is_named and self.project is not None else ""

    def wait_with(self, project: Project) -> tuple[Files, Settings]:
        """A comparison file was chosen: what to open. It becomes the open one when its treebanks are read."""
        if self._waiting is not None and self._waiting is not self.project:
            self._waiting.close()
        self._waiting = project
        gold = next((one for one in project.treebanks if one.role == "gold"), None)
        by_role = {
            role: tuple((one.name, one.path) for one in project.treebanks if one.role == role)
            for role in ("system", "other gold", "lattice", "segmentation")
        }
        systems = by_role["system"]
        if gold is None or not systems:
            raise TreecompareError(f"{project.path}: names no gold treebank and systems; expected at least one of each")
        follows = project.state.get("follows", {})
        files = Files(
            gold.path,
            systems,
            by_role["other gold"],
            tuple((path, follows[path]) for _, path in systems if path in follows),
            tuple(path for _, path in by_role["lattice"]),
            tuple(path for _, path in by_role["segmentation"]),
        )
        return files, settings_of(project.state.get("settings", {}))

    def begin(self, opened: Opened) -> None:
        """Treebanks were read: finds what was typed about them, and puts it into the comparison."""
        before = self._files
        self._comparison, self._files, self._texts = opened.comparison, opened.files, opened.sentences
        try:
            if self._waiting is not None:
                self._take(self._waiting)
            elif self.project is None or before is None or before.gold != opened.files.gold:
                path = autosave_path(opened.files.gold)
                self._take(_open(path) if path.exists() else None)
        except TreecompareError as error:
            self._take(None)
            self.failed.emit(error)
        self._waiting = None
        self._store_treebanks()
        self._realign()
        self._fill()

    def give_up(self) -> None:
        """What was chosen could not be opened."""
        if self._waiting is not None:
            self._waiting.close()
            self._waiting = None

    def close(self) -> None:
        """Nothing is open any more."""
        self.give_up()
        self._take(None)
        self._comparison, self._files, self._texts = None, None, ()

    def _take(self, project: Project | None) -> None:
        if self.project is not None and self.project is not project:
            self.project.close()
        self.project = project

    def _store_treebanks(self) -> None:
        """The comparison may have got or lost a system, or other settings."""
        project, files = self.project, self._files
        if project is None or files is None or self._comparison is None or project.is_read_only:
            return
        try:
            wanted = treebanks_of(files, self._comparison)
            if [(one.role, one.name, one.path) for one in project.treebanks] != wanted:
                project.set_treebanks(wanted)
            self.remember(self._state_of_files())
        except TreecompareError as error:
            self.failed.emit(error)

    def _state_of_files(self) -> dict[str, Any]:
        """The settings, and which gold each system follows."""
        assert self._comparison is not None and self._files is not None
        follows = {str(Path(path).absolute()): gold for path, gold in self._files.follows}
        return {"settings": asdict(self._comparison.settings), "follows": follows}

    def _realign(self) -> None:
        """Sentences that moved within a changed treebank take their judgements with them."""
        if self.project is None or self.project.is_read_only:
            return
        try:
            changed = [one for one in self.project.changes() if one.what == "changed"]
            if not changed:
                return
            lost = self.project.realign(self._texts)
            for one in changed:
                self.project.accept(one.treebank)
        except TreecompareError as error:
            self.failed.emit(error)
            return
        names = ", ".join(Path(one.treebank.path).name for one in changed)
        text = self.tr("Changed since last time: {0}. Notes follow their sentences by their words.").format(names)
        if lost:
            text += " " + self.tr("{0} found no sentence and are kept in the file.").format(lost)
        self.told.emit(text)

    def _fill(self) -> None:
        if self._comparison is None:
            return
        judgements = self._comparison.judgements
        if self.project is not None:
            for kind in KINDS:
                for key, value in self.project.values(kind).items():
                    judgements.put(kind, key.sentence, key.system, key.phenomenon, value)
        self.changed.emit(None)

    # -- editing -------------------------------------------------------------------------------------------------------

    def write(self, changes: Sequence[tuple[Key, str | None]], what: str) -> None:
        """Stores judgements, as one step that can be undone."""
        if self._comparison is None or self._files is None:
            return
        try:
            if self.project is None:
                self._begin_autosave()
            assert self.project is not None
            self.project.write(changes, what, words=self._texts)
        except TreecompareError as error:
            self.failed.emit(error)
        # shown in any case: what could not be stored is still there to be saved elsewhere
        for key, value in changes:
            self._comparison.judgements.put(key.kind, key.sentence, key.system, key.phenomenon, value)
        self.changed.emit(frozenset(key.sentence for key, _ in changes))

    def _begin_autosave(self) -> None:
        from treecompare.comparison.project import Project

        assert self._files is not None and self._comparison is not None
        path = autosave_path(self._files.gold)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TreecompareError(f"{path.parent}: cannot be written: {error.strerror}") from error
        if path.exists():  # it could not be opened before
            path.replace(path.with_suffix(".damaged"))
        state = {**self._state_of_files(), **self.state}
        self.project = Project.create(path, treebanks_of(self._files, self._comparison), state)

    def undo(self) -> str:
        """Takes the last step back; returns what it was, empty if there is none."""
        return self._back_or_forth("undo")

    def redo(self) -> str:
        """Does again what was undone."""
        return self._back_or_forth("redo")

    def _back_or_forth(self, direction: str) -> str:
        if self.project is None or self._comparison is None:
            return ""
        try:
            step: Step | None = getattr(self.project, direction)()
        except TreecompareError as error:
            self.failed.emit(error)
            return ""
        if step is None:
            return ""
        for key in step.keys:
            self._comparison.judgements.put(key.kind, key.sentence, key.system, key.phenomenon, self.project.value(key))
        self.changed.emit(frozenset(key.sentence for key in step.keys))
        return step.what

    # -- the file ------------------------------------------------------------------------------------------------------

    def save_as(self, path: str) -> None:
        """Goes on in a file of that name.

        Raises:
            TreecompareError: it cannot be written; all stays as it was.
        """
        if self._files is None or self._comparison is None:
            return
        if self.project is None:
            self._begin_autosave()
        assert self.project is not None
        self.project.save_as(Path(path))

    def remember(self, state: dict[str, Any]) -> None:
        """Stores settings, or what the window shows, with a comparison that has a file."""
        self.state |= state
        if self.project is None or self.project.is_read_only:
            return
        merged = {**self.project.state, **self.state}
        if merged != self.project.state:
            try:
                self.project.set_state(merged)
            except TreecompareError as error:
                self.failed.emit(error)


def settings_of(stored: object) -> Settings:
    """Settings as a comparison file holds them; what this version does not know, or what cannot be, is left out."""
    from treecompare.comparison import project_state

    return project_state.settings_of(stored)


def treebanks_of(files: Files, comparison: Compared) -> list[tuple[str, str, str]]:
    """(role, name, absolute path) of every file."""
    names = comparison.table.systems
    systems = [
        ("system", name, str(Path(path).absolute())) for name, (_, path) in zip(names, files.systems, strict=True)
    ]
    others = [
        *(("other gold", name, path) for name, path in files.golds),
        *(("lattice", "", path) for path in files.lattices),
        *(("segmentation", "", path) for path in files.segmentations),
    ]
    return [
        ("gold", "", str(Path(files.gold).absolute())),
        *systems,
        *((role, name, str(Path(path).absolute())) for role, name, path in others),
    ]


def _open(path: Path) -> Project:
    from treecompare.comparison.project import Project

    return Project.open(path)
