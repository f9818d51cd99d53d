"""Keeps what people type: notes, phenomena, error classes, judgements; stored at once, saved under a name or not.

A comparison that has no file of its own is kept in a file in the user's data folder, found again by its gold treebank.

What was changed in an open comparison, in order: steps that its file stores, and which files are compared how.
Undo takes back what was changed last, whichever it is. What was done before the comparison was opened is only what the file stores.

Where what is typed is kept when it has no file of its own: in the user's data folder, found again by a path.
The path is that of the gold treebank, or that of a comparison file that cannot be written to. Several windows may have it open:
the first one writes to the first file, each other one to a file of its own, whose notes join the others when the path is
opened the next time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from treecompare.comparison.answered import file_of, full_path, unique_names
from treecompare.comparison.files import SUFFIX, Files
from treecompare.comparison.judgements import CORRECT, ERROR_CLASS, NOTE, PHENOMENON
from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError
from treecompare.registry import find
from treecompare.saved.opening import Opened, treebanks_of
from treecompare.saved.rows import DECISION, RULE, WALK

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
    from treecompare.saved.project import Key, Project, Step


SECONDS_TO_WAIT = 5.0
"""For another window that is choosing its file at this moment; it takes a few hundredths of a second."""


def folder() -> Path:
    """Where these files lie."""
    import platformdirs

    return Path(platformdirs.user_data_dir("treecompare", appauthor=False)) / "comparisons"


def autosave_path(path: str) -> Path:
    """The first file for a gold treebank or a comparison file."""
    from treecompare.saved.project import digest_of

    return folder() / f"{digest_of([path])}.{SUFFIX}"


def existing(first: Path) -> list[Path]:
    """The files of all windows that had the same path open, in order."""
    numbered = {}
    for path in first.parent.glob(f"{first.stem}-*.{SUFFIX}"):
        with suppress(ValueError):
            numbered[int(path.stem.rpartition("-")[2])] = path
    return [path for path in (first, *(numbered[number] for number in sorted(numbered))) if path.exists()]


def unused(first: Path) -> Path:
    """The first name that no window has taken: as given, or with the next number."""
    number, path = 1, first
    while path.exists():
        number += 1
        path = first.with_name(f"{first.stem}-{number}{first.suffix}")
    return path


@contextmanager
def alone() -> Iterator[None]:
    """One window at a time chooses, makes and joins files here. Raises TreecompareError: the folder cannot be written to, or
    another window does not let go of it."""
    from treecompare.saved.project import InUse
    from treecompare.saved.schema import Lock

    gate = folder() / "lock"
    try:
        gate.parent.mkdir(parents=True, exist_ok=True)
        gate.touch()
    except OSError as error:
        raise TreecompareError(f"{gate.parent}: cannot be written: {error.strerror}") from error
    end = time.monotonic() + SECONDS_TO_WAIT
    while True:
        try:
            lock = Lock(gate)
            break
        except InUse:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)
    try:
        yield
    finally:
        lock.release()


def join(project: Project, other: Project, words: Sequence[str], what: str) -> list[Key]:
    """Adds to ``project`` what another window said, as one step. Notes that differ are put below each other.

    Returns where both said something else and ``project`` keeps its own.
    """
    changes: list[tuple[Key, str | None]] = []
    differing = []
    of_extras = [(kinds, find("entries", kinds[0])) for kinds in ((WALK,), (DECISION, RULE))]
    plain = [kind for kinds, extra in of_extras if extra is None for kind in kinds]
    for kind in (NOTE, PHENOMENON, ERROR_CLASS, CORRECT, *plain):
        for key, value in other.values(kind).items():
            own = project.value(key)
            if own is None:
                changes.append((key, value))
            elif own == value or (kind == NOTE and _says(own, value)):
                continue
            elif kind == NOTE:
                changes.append((key, value if _says(value, own) else f"{own}\n{value}"))
            else:
                differing.append(key)
    for extra in (extra for _, extra in of_extras if extra is not None):
        added, conflicts = extra.joined_files(project, other)
        changes += added
        differing += conflicts
    project.write(changes, what, words)
    return differing


def _says(text: str, part: str) -> bool:
    """Whether a note holds another one as lines of its own, or goes on from it."""
    return f"\n{part}\n" in f"\n{text}\n" or text.startswith(f"{part} ")


@dataclass(frozen=True)
class Compared:
    """Which files are compared, and how."""

    files: Files
    settings: Settings

    def said(self, after: Compared) -> str:
        """What was changed, in words; empty for nothing."""
        old, new = self.files, after.files
        before, now = ({path: name for name, path in _named(one)} for one in (old, new))
        told = [f"{now[path]} added" for path in now if path not in before]
        told += [f"{before[path]} removed" for path in before if path not in now]
        told += [f"{one} renamed {other}" for one, other in self.renamed(after)]
        told += ["another gold"] if old.gold != new.gold else []
        told += ["sides swapped"] if old.swapped != new.swapped else []
        told += ["what is gold"] if old.no_gold != new.no_gold else []
        changed = [
            one.name
            for one in fields(Settings)
            if getattr(self.settings, one.name) != getattr(after.settings, one.name)
        ]
        told += [f"scoring ({', '.join(changed)})"] if changed else []
        return ", ".join(told) or ("other files" if old != new else "")

    def renamed(self, after: Compared) -> list[tuple[str, str]]:
        """Old and new names of systems that are called otherwise."""
        before = {path: name for name, path in _named(self.files)}
        return [(before[path], name) for name, path in _named(after.files) if before.get(path, name) != name]


@dataclass(frozen=True)
class Change:
    """Something that was compared otherwise. ``is_stored``: the comparison file has a step for it, which keeps the order."""

    what: str
    before: Compared
    after: Compared
    is_stored: bool

    def side(self, is_undo: bool) -> Compared:
        """What is compared once it is undone, or done again."""
        return self.before if is_undo else self.after


@dataclass
class History:
    """``done``, ``undone``: changes since the comparison was opened, the last one last; None is a step that the file stores."""

    done: list[Change | None] = field(default_factory=list)
    undone: list[Change | None] = field(default_factory=list)

    def add(self, change: Change | None) -> None:
        """Something was changed; what was undone cannot be done again."""
        self.done.append(change)
        self.undone.clear()

    def keep(self, before: tuple[list[int], list[int]], left: tuple[list[int], list[int]]) -> None:
        """Forgets steps that the file no longer has. ``before``, ``left``: :meth:`Project.step_numbers` then and now."""
        for changes, numbers, kept in zip((self.done, self.undone), before, left, strict=True):
            stored = [place for place, one in enumerate(changes) if one is None or one.is_stored]
            for place, number in zip(reversed(stored), reversed(numbers), strict=False):
                if number not in kept:
                    del changes[place]

    def last(self, project: Project | None, system: str | None) -> tuple[str, str]:
        """What would be taken back, or why it cannot be; one or both are empty. ``system``: the one whose sentences are looked at,
        None: no sentences are, so that nobody would see what was changed before the comparison was opened."""
        if self.done and (change := self.done[-1]) is not None:
            return change.what, ""
        step = project.last_step() if project is not None else None
        if step is None:
            return "", ""
        if self.done:
            return step.what, ""
        others = sorted({key.system for key in step.keys} - {"", system})
        if not step.keys or system is None:
            return "", f"{step.what}: was changed before the comparison was opened, and cannot be undone"
        if others:
            where = f"{', '.join(others)}, from before the comparison was opened; look at {others[0]} to undo it"
            return "", f"“{step.what}” is about {where}"
        return step.what, ""

    def next(self, project: Project | None) -> str:
        """What would be done again; empty for nothing."""
        if self.undone and (change := self.undone[-1]) is not None:
            return change.what
        step = project.last_step(is_undone=True) if project is not None else None
        return step.what if step is not None and step.keys else ""

    def coming(self, is_undo: bool) -> Change | None:
        """What is to be compared otherwise to take the last change back, or do it again; None for a step of the file."""
        changes = self.done if is_undo else self.undone
        return changes[-1] if changes else None

    def turn(self, is_undo: bool) -> None:
        """Takes the last change back, or does it again."""
        taken, given = (self.done, self.undone) if is_undo else (self.undone, self.done)
        given.append(taken.pop() if taken else None)


def _named(files: Files) -> list[tuple[str, str]]:
    return [(name, path) for name, (_, path) in zip(unique_names(files.systems), files.systems, strict=True)]


JUDGEMENTS = (NOTE, PHENOMENON, ERROR_CLASS, CORRECT)


Kind = Literal["changed", "failed", "refused", "told", "compared"]


@dataclass(frozen=True)
class Event:
    """Something that people are told, or that shows elsewhere.

    "changed": judgements of the sentences ``what`` (None: all). "failed": the error ``what``; what was typed is kept in memory and
    can be saved elsewhere. "refused": the error ``what``: what was typed before could not be read. "told": a text. "compared": the
    :class:`Compared`, files and settings, that is to be compared again: for undo and redo.
    """

    kind: Kind
    what: Any = None


class Kept:
    """What is kept of an open comparison, in its file or in one in the user's data folder."""

    def __init__(self) -> None:
        self.heard: list[Event] = []
        """What happened, for who asks; a window hears of it at once."""
        self.project: Project | None = None
        self.named: Path | None = None
        """The file that the comparison was opened from or saved in; what is typed is kept elsewhere if it cannot be written."""
        self._comparison: Comparison | None = None
        self._files: Files | None = None
        self._texts: Sequence[str] = ()
        self._rows: Sequence[int] | None = None
        """Where a system stands on the gold's side: the row of each sentence of the gold, to which notes belong."""
        self.state: dict[str, Any] = {}
        self.history = History()
        self._turning: tuple[bool, Change] | None = None
        """The change for whose undo (True) or redo files are being compared again."""

    def hear(self, event: Event) -> None:
        """Something happened."""
        self.heard.append(event)

    def _tell(self, kind: Kind, what: Any = None) -> None:
        self.hear(Event(kind, what))

    # -- opening and closing -------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name it was saved under; empty if it was not."""
        return self.named.stem if self.named is not None else ""

    def begin(self, opened: Opened) -> None:
        """Treebanks were read: finds what was typed about them, and puts it into the comparison."""
        before, request = self._files, opened.request
        is_same = request.goes_on and before is not None
        was = self._compared() if is_same else None
        self._comparison, self._files = opened.comparison, opened.files
        self._rows = opened.rows
        if opened.rows is None or not is_same:
            is_plain = not opened.sentences or opened.comparison.gold_sentences == len(opened.sentences)
            self._texts = opened.sentences if is_plain else opened.comparison.gold_texts()
        if not is_same:
            self._take(request.project)
            self.history = History()
            self.named = request.project.path if request.project is not None else None
            self.state = {}
            for remark in request.project.remarks if request.project is not None else ():
                self._tell("told", f"{self.name}: {remark}")
        if was is not None:
            self._follow(was, Compared(request.files, request.settings or opened.comparison.settings))
        if self.project is not None:
            self._realign(self.project)
        if not is_same:
            self._find_autosaves()
            self._turn_patterns()
        self._go_on_apart()
        self._store_treebanks()
        self._fill()
        walks = find("entries", WALK) if (values := self.entries(WALK)) else None
        for remark in walks.read_steps(values)[1] if walks is not None else ():
            self._tell("told", remark[:1].upper() + remark[1:])

    def _turn_patterns(self) -> None:
        """Patterns over words that were kept before ``<`` and ``>`` meant there what they mean in trees."""
        project = self.project
        if project is None or self._comparison is None or self._comparison.pattern_kind != "dependencies":
            return
        from treecompare.saved.state import turned_round

        state, count = turned_round(project.state)
        if project.is_read_only:
            project.state = state
        elif count:
            project.set_state(state)
        if count:
            patterns = f"{count:,} kept patterns were" if count > 1 else "A kept pattern was"
            text = "{0} turned round: A > B means that A depends on B, as in trees; it was A < B."
            self._tell("told", text.format(patterns))

    def _compared(self) -> Compared | None:
        if self._files is None or self._comparison is None:
            return None
        return Compared(self._files, self._comparison.settings)

    def _follow(self, before: Compared, asked: Compared) -> None:
        """The same comparison goes on with other files or settings: what was said follows its system and its sentences."""
        now = self._compared()
        assert now is not None
        project = self.project
        try:
            if project is not None and not project.is_read_only:
                if names := before.renamed(now):
                    project.rename_systems(names)
                if before.files.gold != now.files.gold and self._rows is None and (lost := self._realigned(project)):
                    self._tell("told", f"{lost} entries found no sentence in the other gold and are kept in the file.")
        except TreecompareError as error:
            self._tell("failed", error)
        if not self._turned(asked) and (what := before.said(now)):
            self._changed(what, before, now)
            if len(now.files.systems) > len(before.files.systems):
                self._tell("told", f"{what} to what is compared; Undo takes it back.")

    def _turned(self, asked: Compared) -> bool:
        """Whether this is the undo or redo that was asked for; then file and history turn together, and not before."""
        turning, self._turning = self._turning, None
        if turning is None or self.history.coming(turning[0]) is not turning[1] or asked != turning[1].side(turning[0]):
            return False
        try:
            if turning[1].is_stored and self.project is not None:
                self._turn_step(turning[0])
        except TreecompareError as error:
            self._tell("failed", error)
            return False
        self.history.turn(turning[0])
        return True

    def _changed(self, what: str, before: Compared, after: Compared) -> None:
        project, is_stored = self.project, False
        if project is not None and not project.is_read_only:
            try:
                project.mark(what)
                is_stored = True
            except TreecompareError as error:
                self._tell("failed", error)
        self.history.add(Change(what, before, after, is_stored))

    def close(self) -> None:
        """Nothing is open any more."""
        self._take(None)
        self.history = History()
        self._comparison, self._files, self._texts, self.named, self._rows = None, None, (), None, None

    def _take(self, project: Project | None) -> None:
        if self.project is not None and self.project is not project:
            self.project.close()
        self.project = project

    def _first_autosave(self) -> Path:
        assert self._files is not None
        return autosave_path(str(self.named or self._files.gold))

    def _find_autosaves(self) -> None:
        """Takes the first file that no other window writes to, and adds what other windows left in theirs."""
        from treecompare.saved.project import Damaged

        first = self._first_autosave()
        if not existing(first):
            return
        try:
            with alone():
                for path in existing(first):
                    try:
                        self._add(_open(path))
                    except Damaged as error:
                        self._put_aside(path, error)
                    except TreecompareError as error:
                        self._tell("refused", error)
        except (TreecompareError, OSError) as error:
            self._tell("refused", error)

    def _add(self, project: Project) -> None:
        """Joins a file with what is open; the one that can be written to goes on."""
        if self.project is None:
            self.project = project
            self._realign(project)
            return
        if project.is_read_only:
            project.close()  # another window writes to it, and will have it joined
            return
        own, other = self.project, project
        if own.is_read_only:
            own, other = other, own
        self.project, is_left = own, not other.is_read_only
        try:
            if is_left:
                self._realign(other)
            elif other.changes():
                return  # its notes are on the sentences that there were
            differing = join(own, other, self._texts, "notes of another window")
            has_more = bool(differing or other.lost())
        finally:
            other.close()
        if not is_left:
            return
        kept = unused(other.path.with_suffix(".joined"))
        other.path.replace(kept)
        text = "What was typed in another window was added."
        if has_more:
            text += " " + f"{len(differing)} entries conflict; a copy was kept in {kept}."
        self._tell("told", text)

    def _put_aside(self, path: Path, error: TreecompareError) -> None:
        """A damaged autosave is kept under another name; what can be read of it goes on."""
        from treecompare.saved.project import Project

        kept = unused(path.with_suffix(".damaged"))
        path.replace(kept)
        self._tell("refused", error)
        try:
            count = Project.rescue(kept, path)
        except TreecompareError:
            path.unlink(missing_ok=True)
            count = 0
        self._tell("told", f"A file of notes was damaged: {count} entries could be read; it is kept as {kept}.")
        if path.exists():
            self._add(_open(path))

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
            self._tell("failed", error)

    def _state_of_files(self) -> dict[str, Any]:
        """The settings, which gold each system follows, and what files do not say of themselves."""
        from treecompare.saved.state import AS_IN_TREES, NOTATION

        assert self._comparison is not None and self._files is not None
        follows = {full_path(path): gold for path, gold in self._files.follows}
        return {
            "settings": asdict(self._comparison.settings),
            "follows": follows,
            "no_gold": self._files.no_gold,
            "formats": {full_path(path): format for path, format in self._files.formats},
            "encodings": {full_path(path): encoding for path, encoding in self._files.encodings},
            NOTATION: AS_IN_TREES,
        }

    def take_files(self, files: Files) -> None:
        """The same files, of which one is gold now, or none."""
        before = self._compared()
        self._files = files
        if before is not None and (what := before.said(Compared(files, before.settings))):
            self._changed(what, before, Compared(files, before.settings))
        self.remember(self._state_of_files())

    def _realign(self, project: Project) -> None:
        """Sentences that moved within a changed treebank take their judgements with them."""
        if project.is_read_only or self._rows is not None:  # where sides are swapped nobody knows the gold's words
            return
        try:
            changed = [one for one in project.changes() if one.what == "changed"]
            if not changed:
                return
            lost = self._realigned(project)
            for one in changed:
                project.accept(one.treebank)
        except TreecompareError as error:
            self._tell("failed", error)
            return
        names = ", ".join(Path(file_of(one.treebank.path)).name for one in changed)
        text = f"Changed since last time: {names}. Notes follow their sentences by their words."
        if lost:
            text += " " + f"{lost} found no sentence and are kept in the file."
        self._tell("told", text)

    def _realigned(self, project: Project) -> int:
        """How many entries found no sentence; steps that are gone with them can no longer be undone."""
        before = project.step_numbers()
        lost = project.realign(self._texts)
        self.history.keep(before, project.step_numbers())
        return lost

    def _go_on_apart(self) -> None:
        """What cannot be written to is told; where the treebanks have changed, a copy follows them at once."""
        project = self.project
        if project is None or not project.is_read_only:
            return
        name = Path(self.named or (self._files.gold if self._files is not None else "")).name
        where = "What you type here is kept in a file of its own and joins them when they are opened again."
        self._tell(
            "told", f"The notes on {name} are open in another window, or their file cannot be written to. {where}"
        )
        try:
            if any(one.what == "changed" for one in project.changes()):
                self._begin_autosave()
                self._realign(project)
        except TreecompareError as error:
            self._tell("failed", error)

    def _fill(self) -> None:
        assert self._comparison is not None
        beyond = 0
        if self.project is not None:
            for kind in JUDGEMENTS:
                for key, value in self.project.values(kind).items():
                    if key.sentence < len(self._texts):
                        self._show(key, value)
                    else:
                        beyond += 1
        if beyond:
            are = "1 note is about a sentence" if beyond == 1 else f"{beyond:,} notes are about sentences"
            self._tell("told", f"{are} that the gold does not have; kept in the file.")

    # -- editing -------------------------------------------------------------------------------------------------------

    def write(self, changes: Sequence[tuple[Key, str | None]], what: str) -> None:
        """Stores judgements on rows, as one step that can be undone; in the file they belong to gold sentences."""
        if self._comparison is None or self._files is None:
            return
        if not all(self.sentences_in(key.sentence) for key, _ in changes):
            text = "{0}: has no such sentence, so nothing can be noted on it; swap the sides back, or note it elsewhere"
            self._tell("failed", TreecompareError(text.format(self._files.gold)))
            return
        changes = [change for key, value in changes for change in self._of_sentences(key, value)]
        self._store(changes, what)
        # shown in any case: what could not be stored is still there to be saved elsewhere
        for key, value in changes:
            self._show(key, value)
        self._tell("changed", frozenset(self.row_of(key.sentence) for key, _ in changes))

    def _store(self, changes: Sequence[tuple[Key, str | None]], what: str) -> None:
        try:
            if self.project is None or self.project.is_read_only:
                self._begin_autosave()
            assert self.project is not None
            if self.project.write(changes, what, words=self._texts) is not None:
                self.history.add(None)
        except TreecompareError as error:
            if self.project is not None and self.project.unsaved:
                self.history.add(None)  # it is written with the next one
            self._tell("failed", error)

    def entries(self, *kinds: str) -> dict[Key, str]:
        """What is kept of these kinds: steps of the walk, decisions between analyses, rules."""
        return (
            {}
            if self.project is None
            else {key: one for kind in kinds for key, one in self.project.values(kind).items()}
        )

    def write_entries(self, changes: Sequence[tuple[Key, str | None]], what: str) -> None:
        """Stores some of them, as one step that can be undone. Their sentences are those of the gold that was opened."""
        if self._comparison is not None and changes:
            self._store(changes, what)

    def row_of(self, sentence: int) -> int:
        """The row that shows a sentence of the gold that was opened; -1 for none."""
        assert self._comparison is not None
        if self._rows is None:
            return self._comparison.row_of(sentence)
        return self._rows[sentence] if 0 <= sentence < len(self._rows) else -1

    def sentences_in(self, row: int) -> list[int]:
        """The sentences of the gold that was opened in a row."""
        if self._comparison is None or row < 0:
            return []
        if self._rows is None:
            return self._comparison.sentences_of(0, row)[0]
        return [sentence for sentence, place in enumerate(self._rows) if place == row]

    def _of_sentences(self, key: Key, value: str | None) -> list[tuple[Key, str | None]]:
        """What is said of a row is said of its first sentence; the others say nothing more, since the row showed all of it."""
        first, *others = [key._replace(sentence=one) for one in self.sentences_in(key.sentence)]
        project = self.project
        has_more = [] if project is None else [other for other in others if project.value(other) is not None]
        return [(first, value), *((other, None) for other in has_more)]

    def _show(self, key: Key, value: str | None) -> None:
        """Enters what is said of a gold sentence into its row, beside what is said of the others there."""
        assert self._comparison is not None
        row = self.row_of(key.sentence)
        if row < 0 or key.kind not in JUDGEMENTS:  # steps of the walk are not judgements
            return
        sentences = self.sentences_in(row)
        if len(sentences) > 1 and self.project is not None:
            said = [
                value if one == key.sentence else self.project.value(key._replace(sentence=one)) for one in sentences
            ]
            texts = list(dict.fromkeys(one for one in said if one is not None))
            value = "\n".join(texts) if key.kind == NOTE else next(iter(texts), None)
        self._comparison.judgements.put(key.kind, row, key.system, key.phenomenon, value)

    def _begin_autosave(self) -> None:
        """Goes on in a file of this window's own; in a copy of what is open but cannot be written to."""
        from treecompare.saved.project import Project

        assert self._files is not None and self._comparison is not None
        with alone():
            path = unused(self._first_autosave())
            if self.project is not None:
                with suppress(TreecompareError):
                    _open(self.project.path).close()  # undoes what a window that was killed left half written
                self.project.save_as(path)
            else:
                state = {**self._state_of_files(), **self.state}
                self.project = Project.create(path, treebanks_of(self._files, self._comparison), state)

    def undo(self, system: str | None = None) -> str:
        """Takes back what was changed last; returns what it was, empty if nothing is. ``system``: see :meth:`History.last`."""
        return self._back_or_forth(is_undo=True) if self.history.last(self.project, system)[0] else ""

    def redo(self) -> str:
        """Does again what was undone."""
        return self._back_or_forth(is_undo=False) if self.history.next(self.project) else ""

    def _turn_step(self, is_undo: bool) -> Step | None:
        assert self.project is not None
        return self.project.undo() if is_undo else self.project.redo()

    def _back_or_forth(self, is_undo: bool) -> str:
        if self._comparison is None:
            return ""
        if (change := self.history.coming(is_undo)) is not None:
            self._turning = is_undo, change
            self._tell("compared", change.side(is_undo))
            return change.what
        try:
            step = self._turn_step(is_undo) if self.project is not None else None
        except TreecompareError as error:
            self._tell("failed", error)
            return ""
        if step is None:
            return ""
        self.history.turn(is_undo)
        for key in (one for one in step.keys if one.sentence < len(self._texts)):
            self._show(key, self.project.value(key) if self.project is not None else None)
        judged = [key for key in step.keys if key.kind in JUDGEMENTS]
        self._tell("changed", frozenset(self.row_of(key.sentence) for key in judged))
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
        self.named = self.project.path

    def stored(self, name: str) -> Any:
        """What the comparison keeps under a name of its state; None if nothing."""
        own = self.project.state if self.project is not None else {}
        return {**own, **self.state}.get(name)

    def keep(self, state: dict[str, Any]) -> None:
        """Stores something that people made, in a file of this window's own where there is none."""
        try:
            if self._comparison is not None and (self.project is None or self.project.is_read_only):
                self._begin_autosave()
        except TreecompareError as error:
            self._tell("failed", error)
        self.remember(state)

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
                self._tell("failed", error)


def _open(path: Path) -> Project:
    from treecompare.saved.project import Project

    return Project.open(path)
