"""The comparison file: which treebanks, which settings, and what people typed, stored at once, one transaction per step."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from treecompare.comparison.project_schema import Damaged, InUse, Lock, build, check, connect, plain_errors, transaction, upgrade
from treecompare.errors import TreecompareError

__all__ = ["Damaged", "InUse", "Key", "Project", "Step", "StoredTreebank", "TreebankChange", "digest_of"]


@dataclass(frozen=True)
class StoredTreebank:
    """A file of the comparison as it was when it was last taken over. ``role``: gold or system."""

    role: str
    name: str
    path: str
    relative: str
    size: int
    sha256: str
    mtime: int


@dataclass(frozen=True)
class TreebankChange:
    """``what``: missing, moved (it lies at ``path``, as before relative to the comparison file) or changed."""

    treebank: StoredTreebank
    what: str
    path: str


@dataclass(frozen=True)
class Key:
    """What something is said of. ``sentence`` counts from 0; kinds are those of :mod:`treecompare.comparison.judgements`."""

    kind: str
    sentence: int
    system: str = ""
    phenomenon: str = ""


@dataclass(frozen=True)
class Step:
    """One edit that can be undone, and what it changed."""

    what: str
    keys: tuple[Key, ...]


@dataclass(frozen=True)
class Edit:
    """One value before and after a step; None: nothing was said."""

    key: Key
    before: str | None
    after: str | None


@dataclass(frozen=True)
class Pending:
    """A step that waits to be written, with the words of its sentences."""

    what: str
    edits: list[Edit]
    words: dict[int, str]


_PLACE = "kind = ? AND sentence = ? AND system = ? AND phenomenon = ?"


def digest_of(paths: Sequence[str]) -> str:
    """A short name for a set of files, the same for the same absolute paths."""
    return hashlib.sha256("\n".join(paths).encode("utf-8", "surrogateescape")).hexdigest()[:24]


class Project:
    """An open comparison file. What cannot be written stays in ``unsaved`` and goes with the next write that succeeds.

    Raises, everywhere:
        TreecompareError: one sentence that names the file and says what to do.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: Lock | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._identity = _identity(path)
        self._values: dict[Key, str] = {}
        self.unsaved: list[Pending] = []
        self.treebanks: list[StoredTreebank] = []
        self.state: dict[str, Any] = {}
        self._load()

    # -- opening and closing -------------------------------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        path: Path,
        treebanks: Sequence[tuple[str, str, str]],
        state: dict[str, Any] | None = None,
        overwrite: bool = False,
    ) -> Project:
        """A new file. ``treebanks``: (role, name, path). An existing file is replaced only if that is wanted."""
        if path.exists() and not overwrite:
            raise TreecompareError(f"{path}: exists already; expected a new name")
        with plain_errors(path), _beside(path) as new:
            build(new)
            new.replace(path)
        project = cls.open(path)
        try:
            project.set_treebanks(treebanks)
            project.set_state(state or {})
        except BaseException:
            project.close()
            raise
        return project

    @classmethod
    def open(cls, path: Path) -> Project:
        """Opens a file; for reading only where it cannot be written to, or where another window has it open."""
        with plain_errors(path):
            if not path.is_file():
                raise TreecompareError(f"{path}: there is no such file; expected a comparison that treecompare saved")
            lock: Lock | None = None
            if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
                with contextlib.suppress(InUse):
                    lock = Lock(path)
            connection = connect(path, is_read_only=lock is None)
            try:
                check(connection, path)
                if lock is not None:
                    upgrade(connection)
                return cls(path, connection, lock)
            except BaseException:
                connection.close()
                if lock is not None:
                    lock.release()
                raise

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be stored here."""
        return self._lock is None

    def close(self) -> None:
        """Closes the file; all is stored already."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _load(self) -> None:
        get = self._connection.execute
        self.treebanks = [StoredTreebank(*row) for row in get(
            "SELECT role, name, path, relative, size, sha256, mtime FROM treebanks ORDER BY place"
        )]  # fmt: skip
        rows = get("SELECT kind, sentence, system, phenomenon, value FROM annotations")
        self._values = {
            Key(kind, sentence, system, phenomenon): value for kind, sentence, system, phenomenon, value in rows
        }
        self.state = {name: json.loads(value) for name, value in get("SELECT name, value FROM state")}

    @contextlib.contextmanager
    def _writing(self) -> Any:
        """A transaction on a file that is still there and may be written to."""
        if self.is_read_only:
            raise TreecompareError(f"{self.path}: is open for reading only; save the comparison elsewhere")
        if _identity(self.path) != self._identity:
            raise TreecompareError(
                f"{self.path}: was moved, replaced or deleted meanwhile; save the comparison elsewhere"
            )
        with plain_errors(self.path), transaction(self._connection):
            yield self._connection.execute

    # -- treebanks and state -------------------------------------------------------------------------------------------

    def set_treebanks(self, treebanks: Sequence[tuple[str, str, str]]) -> None:
        """The comparison consists of these files now; what was said stays."""
        known = {(one.role, one.name, one.path): one for one in self.treebanks}
        new = [known.get((role, name, path)) or self._look_at(role, name, path) for role, name, path in treebanks]
        self._store_treebanks(new)

    def relocate(self, role: str, name: str, path: str) -> None:
        """A file lies elsewhere now. Whether it is still the same, :meth:`changes` tells."""
        self._store_treebanks([
            StoredTreebank(one.role, one.name, path, self._relative(path), one.size, one.sha256, -1)
            if (one.role, one.name) == (role, name) else one
            for one in self.treebanks
        ])  # fmt: skip

    def accept(self, treebank: StoredTreebank) -> None:
        """Takes a changed file over as it is."""
        self._store_treebanks([
            self._look_at(one.role, one.name, one.path) if one == treebank else one for one in self.treebanks
        ])  # fmt: skip

    def changes(self) -> list[TreebankChange]:
        """Which files are not where or what they were. Contents are read only where size or date differ."""
        found = []
        for one in self.treebanks:
            path = Path(one.path)
            beside = self.path.absolute().parent / one.relative
            if not path.is_file():
                is_moved = bool(one.relative) and beside.is_file()
                found.append(
                    TreebankChange(one, "moved" if is_moved else "missing", str(beside) if is_moved else one.path)
                )
                continue
            with plain_errors(path):
                stat = path.stat()
                if stat.st_size != one.size or (stat.st_mtime_ns != one.mtime and _sha256(path) != one.sha256):
                    found.append(TreebankChange(one, "changed", one.path))
        return found

    def set_state(self, state: dict[str, Any]) -> None:
        """Stores settings and what the window shows, as JSON."""
        with self._writing() as execute:
            execute("DELETE FROM state")
            for name, value in state.items():
                execute("INSERT INTO state VALUES (?, ?)", (name, json.dumps(value)))
        self.state = dict(state)

    def _look_at(self, role: str, name: str, path: str) -> StoredTreebank:
        with plain_errors(Path(path)):
            stat = Path(path).stat()
            return StoredTreebank(
                role, name, path, self._relative(path), stat.st_size, _sha256(Path(path)), stat.st_mtime_ns
            )

    def _relative(self, path: str) -> str:
        try:
            return os.path.relpath(path, self.path.absolute().parent)
        except ValueError:  # another drive
            return ""

    def _store_treebanks(self, treebanks: list[StoredTreebank]) -> None:
        with self._writing() as execute:
            execute("DELETE FROM treebanks")
            for place, one in enumerate(treebanks):
                row = (place, one.role, one.name, one.path, one.relative, one.size, one.sha256, one.mtime)
                execute("INSERT INTO treebanks VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        self.treebanks = treebanks

    # -- what people typed ---------------------------------------------------------------------------------------------

    def value(self, key: Key) -> str | None:
        """What is said there."""
        return self._values.get(key)

    def values(self, kind: str) -> dict[Key, str]:
        """All that is said of one kind."""
        return {key: value for key, value in self._values.items() if key.kind == kind}

    def write(
        self, changes: Sequence[tuple[Key, str | None]], what: str, words: Sequence[str] | None = None
    ) -> Step | None:
        """Stores changes as one step; None or an empty text deletes. None if nothing changes.

        ``words``: the words of all sentences, by which they are found again when the treebank changes.
        """
        edits = [
            Edit(key, self._values.get(key), value or None)
            for key, value in dict(changes).items()
            if (value or None) != self._values.get(key)
        ]
        if not edits:
            return None
        touched = {edit.key.sentence for edit in edits}
        texts = {sentence: words[sentence] for sentence in touched if words is not None and sentence < len(words)}
        self._put([(edit.key, edit.after) for edit in edits])
        self.unsaved.append(Pending(what, edits, texts))
        self._flush()
        return Step(what, tuple(edit.key for edit in edits))

    def _put(self, changes: Sequence[tuple[Key, str | None]]) -> None:
        for key, value in changes:
            if value is None:
                self._values.pop(key, None)
            else:
                self._values[key] = value

    def _flush(self) -> None:
        """Writes what waits, in one transaction."""
        if not self.unsaved:
            return
        with self._writing() as execute:
            for pending in self.unsaved:
                execute("DELETE FROM edits WHERE step IN (SELECT step FROM steps WHERE undone)")
                execute("DELETE FROM steps WHERE undone")
                step = execute("INSERT INTO steps (what) VALUES (?)", (pending.what,)).lastrowid
                for place, edit in enumerate(pending.edits):
                    execute(
                        "INSERT INTO edits VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        (step, place, *_columns(edit.key), edit.before, edit.after),
                    )
                    _store(execute, edit.key, edit.after)
                for sentence, text in pending.words.items():
                    execute("INSERT OR REPLACE INTO sentences VALUES (?, ?)", (sentence, text))
        self.unsaved = []

    # -- undo and redo -------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> str:
        """What would be undone; empty if nothing can be."""
        return self._name_of("SELECT what FROM steps WHERE NOT undone ORDER BY step DESC LIMIT 1")

    @property
    def can_redo(self) -> str:
        """What would be done again; empty if nothing can be."""
        return self._name_of("SELECT what FROM steps WHERE undone ORDER BY step LIMIT 1")

    def _name_of(self, query: str) -> str:
        if self.is_read_only:
            return ""
        row = self._connection.execute(query).fetchone()
        return str(row[0]) if row else ""

    def undo(self) -> Step | None:
        """Takes the last step back; None if there is none."""
        return self._turn("SELECT step, what FROM steps WHERE NOT undone ORDER BY step DESC LIMIT 1", is_undo=True)

    def redo(self) -> Step | None:
        """Does the step again that was undone last; None if there is none."""
        return self._turn("SELECT step, what FROM steps WHERE undone ORDER BY step LIMIT 1", is_undo=False)

    def _turn(self, query: str, is_undo: bool) -> Step | None:
        self._flush()
        with self._writing() as execute:
            row = execute(query).fetchone()
            if row is None:
                return None
            number, what = row
            column = "before" if is_undo else "after"
            rows = execute(
                f"SELECT kind, sentence, system, phenomenon, {column} FROM edits WHERE step = ? ORDER BY place",
                (number,),
            ).fetchall()
            changes = [(Key(*place), value) for *place, value in rows]
            for key, value in changes:
                _store(execute, key, value)
            execute("UPDATE steps SET undone = ? WHERE step = ?", (int(is_undo), number))
        self._put(changes)
        return Step(what, tuple(key for key, _ in changes))

    # -- sentences that moved ------------------------------------------------------------------------------------------

    def realign(self, words: Sequence[str]) -> int:
        """Moves what was said to the sentences that have the same words now, the nearest of several.

        Returns how many entries found no sentence: they are kept apart in the file (:meth:`lost`), and steps that
        concern them can no longer be undone.
        """
        self._flush()
        with self._writing() as execute:
            stored = execute("SELECT sentence, words FROM sentences ORDER BY sentence").fetchall()
            new_place = _new_places(stored, words)
            gone = [sentence for sentence, _ in stored if sentence not in new_place]
            for sentence in gone:
                execute(
                    """INSERT INTO lost SELECT kind, system, phenomenon, value, words FROM annotations
                       JOIN sentences USING (sentence) WHERE sentence = ?""", (sentence,),
                )  # fmt: skip
                execute("DELETE FROM edits WHERE step IN (SELECT step FROM edits WHERE sentence = ?)", (sentence,))
                execute("DELETE FROM annotations WHERE sentence = ?", (sentence,))
                execute("DELETE FROM sentences WHERE sentence = ?", (sentence,))
            execute("DELETE FROM steps WHERE step NOT IN (SELECT step FROM edits)")
            lost = sum(1 for key in self._values if key.sentence in set(gone))
            moved = [(old, new) for old, new in new_place.items() if old != new]
            for table in ("annotations", "edits", "sentences"):
                # by way of numbers that no sentence has, since old and new places overlap
                for old, new in moved:
                    execute(f"UPDATE {table} SET sentence = ? WHERE sentence = ?", (-1 - new, old))
                execute(f"UPDATE {table} SET sentence = -1 - sentence WHERE sentence < 0")
        self._load()
        return lost

    def lost(self) -> list[tuple[Key, str, str]]:
        """What found no sentence: key (its sentence is -1), value, and the words that the sentence had."""
        rows = self._connection.execute("SELECT kind, system, phenomenon, value, words FROM lost")
        return [(Key(kind, -1, system, phenomenon), value, words) for kind, system, phenomenon, value, words in rows]

    # -- copies --------------------------------------------------------------------------------------------------------

    def save_as(self, path: Path) -> None:
        """Writes a copy, all of it or nothing, and goes on there; what could not be stored here is stored there."""
        if path.exists() and self.path.exists() and path.samefile(self.path):
            self._flush()
            return
        with plain_errors(path):
            if path.exists():
                Lock(path).release()  # not while another window writes to it
            with _beside(path) as new:
                target = sqlite3.connect(new)
                try:
                    self._connection.backup(target)
                finally:
                    target.close()
                with new.open("r+b") as file:
                    os.fsync(file.fileno())
                new.replace(path)
        copy = Project.open(path)
        copy.unsaved, copy._values = self.unsaved, self._values
        self.close()
        self.__dict__.update(copy.__dict__)
        self._store_treebanks([
            StoredTreebank(one.role, one.name, one.path, self._relative(one.path), one.size, one.sha256, one.mtime)
            for one in self.treebanks
        ])  # fmt: skip
        self._flush()

    @staticmethod
    def rescue(path: Path, into: Path) -> int:
        """Copies what can be read of a damaged file into a new one; returns how many entries that is."""
        rescued = Project.create(into, [])
        changes: list[tuple[Key, str | None]] = []
        with plain_errors(path):
            source = connect(path, is_read_only=True)
        with contextlib.closing(source), contextlib.suppress(sqlite3.DatabaseError):
            for *place, value in source.execute("SELECT kind, sentence, system, phenomenon, value FROM annotations"):
                changes.append((Key(*place), value))
        rescued.write(changes, f"rescued from {path.name}")
        rescued.close()
        return len(changes)


def _columns(key: Key) -> tuple[str, int, str, str]:
    return key.kind, key.sentence, key.system, key.phenomenon


def _store(execute: Any, key: Key, value: str | None) -> None:
    if value is None:
        execute(f"DELETE FROM annotations WHERE {_PLACE}", _columns(key))
    else:
        execute("INSERT OR REPLACE INTO annotations VALUES (?, ?, ?, ?, ?)", (*_columns(key), value))


def _new_places(stored: Sequence[tuple[int, str]], words: Sequence[str]) -> dict[int, int]:
    """Old number to new number, by equal words: the nearest one that no other sentence has taken."""
    places: dict[str, list[int]] = {}
    for place, text in enumerate(words):
        places.setdefault(text, []).append(place)
    found = {old: old for old, text in stored if old < len(words) and words[old] == text}
    taken = set(found.values())
    for old, text in stored:
        free = [place for place in places.get(text, ()) if place not in taken]
        if old not in found and free:
            found[old] = min(free, key=lambda place: (abs(place - old), place))
            taken.add(found[old])
    return found


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file a path names."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def _beside(path: Path) -> Any:
    """A new file in the same folder, which is gone at the end unless it was renamed."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    # such files are private at first; this one is to be as readable as the one it replaces, or as any new file
    usual = os.umask(0)
    os.umask(usual)
    Path(name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~usual)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
