"""The comparison file: treebanks, settings, and what users typed, stored at once with one transaction per step.

Annotations in a comparison file whose sentences stand elsewhere by now, or nowhere.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from treecompare.comparison.answered import file_of, with_file
from treecompare.comparison.judgements import Questions
from treecompare.comparison.settings import SETTINGS
from treecompare.errors import TreecompareError
from treecompare.saved import rows
from treecompare.saved.files import beside, clean_up, glance, identity, is_file, is_treebank, lies_below, look_at
from treecompare.saved.rescue import Contents, read_pages
from treecompare.saved.rows import Edit, Key, Malformed, Pending, Step, StoredTreebank
from treecompare.saved.schema import (
    MIGRATIONS,
    Connection,
    Damaged,
    InUse,
    Lock,
    build,
    check,
    check_sides,
    connect,
    in_memory,
    plain_errors,
    transaction,
    upgrade,
    version_of,
)
from treecompare.saved.state import as_json, valid_state
from treecompare.trees.characters import plain_forms
from treecompare.trees.preparation import parameter_file


def realign(execute: Any, words: Sequence[str]) -> set[int]:
    """Moves annotations to the sentences that now have the same words, the nearest if there are several; so come back those whose
    sentence was gone. Returns the sentences that are gone: what was said of them is kept apart, and steps that concern them can no
    longer be undone."""
    stored = list(sentence_words(execute).items())
    lost = _lost(execute, max([len(words), *(old + 1 for old, _ in stored)]))
    new_place = new_places([*stored, *((number, text) for number, (text, _) in lost.items())], words)
    gone = [sentence for sentence, _ in stored if sentence not in new_place]
    for sentence in gone:
        execute(
            """INSERT INTO lost SELECT kind, system, phenomenon, value, words FROM annotations
               JOIN sentences USING (sentence) WHERE sentence = ?""", (sentence,),
        )  # fmt: skip
        execute("DELETE FROM steps WHERE step IN (SELECT step FROM edits WHERE sentence = ?)", (sentence,))
        execute("DELETE FROM edits WHERE step NOT IN (SELECT step FROM steps)")
        execute("DELETE FROM annotations WHERE sentence = ?", (sentence,))
        execute("DELETE FROM sentences WHERE sentence = ?", (sentence,))
    moved = [(old, new_place[old]) for old, _ in stored if new_place.get(old, old) != old]
    for table in ("annotations", "edits", "sentences"):
        # through unused numbers first, since old and new numbers overlap
        for old, new in moved:
            execute(f"UPDATE {table} SET sentence = ? WHERE sentence = ?", (-1 - new, old))
        execute(f"UPDATE {table} SET sentence = -1 - sentence WHERE sentence < 0")
    for number, (_, found) in lost.items():
        if (place := new_place.get(number)) is not None:
            execute("INSERT INTO sentences VALUES (?, ?)", (place, rows.stored(words[place])))
            for row, (key, value) in found.items():
                rows.put_annotation(execute, key._replace(sentence=place), value)
                execute("DELETE FROM lost WHERE rowid = ?", (row,))
    return set(gone)


def _lost(get: Any, first: int) -> dict[int, tuple[str, dict[int, tuple[rows.Key, str]]]]:
    """What is kept of sentences that are gone, by numbers of their own from ``first``: the words of each, and what was said of it,
    by the row in which it stands. What was said twice of one key and words is of two sentences; the last ones come first."""
    found: dict[tuple[str, int], dict[int, tuple[rows.Key, str]]] = {}
    times: Counter[tuple[rows.Key, str]] = Counter()
    for row, *place in get(
        "SELECT rowid, kind, system, phenomenon, value, words FROM lost ORDER BY rowid DESC"
    ).fetchall():
        key, value, text = rows.lost_of(place)
        found.setdefault((text, times[key, text]), {})[row] = key, value
        times[key, text] += 1
    return {number: (text, said) for number, ((text, _), said) in enumerate(found.items(), first)}


def sentence_words(get: Any) -> dict[int, str]:
    """The words of the sentences that something is said of, as they were when it was said."""
    return {
        rows.number_of(sentence, "the number of a sentence", rows.SENTENCES): rows.text_of(text, "a sentence")
        for sentence, text in get("SELECT sentence, words FROM sentences ORDER BY sentence")
    }


def new_places(stored: Sequence[tuple[int, str]], words: Sequence[str]) -> dict[int, int]:
    """New sentence numbers by old ones: the nearest free sentence with the same words, else with words that are only written
    otherwise."""
    moved: dict[int, int] = {}
    taken: set[int] = set()
    for compared in (list, _plain):
        left = [(old, text) for old, text in stored if old not in moved]
        if not left:
            break
        texts = compared(words)
        places: dict[str, list[int]] = {}
        for place, text in enumerate(texts):
            places.setdefault(text, []).append(place)
        mine = list(zip([old for old, _ in left], compared([text for _, text in left]), strict=True))
        stay = {old: old for old, text in mine if old < len(texts) and texts[old] == text and old not in taken}
        moved |= stay
        taken |= stay.keys()
        for old, text in mine:
            free = [place for place in places.get(text, ()) if place not in taken]
            if old not in moved and free:
                moved[old] = min(free, key=lambda place: (abs(place - old), place))
                taken.add(moved[old])
    return moved


def _plain(texts: Sequence[str]) -> list[str]:
    """The words of sentences as they are compared, as many as before, so that what is said of a word stays at it."""
    return [" ".join(plain_forms(text.split(" "))) for text in texts]


__all__ = ["Damaged", "InUse", "Key", "Project", "Step", "StoredTreebank", "TreebankChange", "digest_of"]


@dataclass(frozen=True)
class TreebankChange:
    """``what``: missing, moved (it lies at ``path``, as before relative to the comparison file) or changed."""

    treebank: StoredTreebank
    what: str
    path: str


def digest_of(paths: Sequence[str]) -> str:
    """A short name for a set of files, the same for the same absolute paths."""
    return hashlib.sha256(
        "\n".join(str(Path(one).absolute()) for one in paths).encode("utf-8", "surrogateescape")
    ).hexdigest()[:24]


class Project:
    """An open comparison file. What cannot be written stays in ``unsaved`` and is written with the next successful write.

    ``state``: settings and what the window showed, always valid (:func:`valid_state`); ``remarks`` tells what was left out.

    Raises, everywhere:
        TreecompareError: one sentence that names the file and says what to do.
    """

    def __init__(self, path: Path, connection: Connection, lock: Lock | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._identity = identity(path)
        self._values: dict[Key, str] = {}
        self.unsaved: list[Pending] = []
        self.treebanks: list[StoredTreebank] = []
        self.state: dict[str, Any] = {}
        self.remarks: list[str] = []
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
        """Creates a file. ``treebanks``: (role, name, path). An existing file is replaced only on request."""
        with plain_errors(path):
            if path.exists() and not overwrite:
                raise TreecompareError(f"{path}: exists already; expected a new name")
            with beside(path) as new:
                build(new).close()
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
        """Opens a file, read-only if it cannot be written or another window has it open."""
        with plain_errors(path):
            if not is_file(path):
                raise TreecompareError(f"{path}: there is no such file; expected a comparison that treecompare saved")
            clean_up(path.parent)
            lock: Lock | None = None
            if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
                with contextlib.suppress(InUse):
                    lock = Lock(path)
            try:
                connection = _connected(path, lock)
                try:
                    return cls(path, connection, lock)
                except BaseException:
                    connection.close()
                    raise
            except BaseException:
                if lock is not None:
                    lock.release()
                raise

    @property
    def is_read_only(self) -> bool:
        """Whether nothing can be stored here."""
        return self._lock is None

    def close(self) -> None:
        """Closes the file; everything is stored already."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _load(self) -> None:
        with self._reading() as get:
            self.treebanks = [rows.treebank_of(row) for row in get(
                "SELECT role, name, path, relative, size, sha256, mtime FROM treebanks ORDER BY place"
            )]  # fmt: skip
            self._values = rows.values_of(get("SELECT kind, sentence, system, phenomenon, value FROM annotations"))
            others = sum(treebank.role == "other gold" for treebank in self.treebanks)
            self.state, self.remarks = valid_state(get("SELECT name, value FROM state"), others)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Any]:
        """A consistent view of the file."""
        with plain_errors(self.path):
            check_sides(self.path)
            with transaction(self._connection, "DEFERRED"):
                yield self._connection.execute

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Any]:
        """A transaction, after checking that the file still exists and can be written."""
        if self.is_read_only:
            raise TreecompareError(f"{self.path}: is open for reading only; save the comparison elsewhere")
        if identity(self.path) != self._identity:
            raise TreecompareError(
                f"{self.path}: was moved, replaced or deleted meanwhile; save the comparison elsewhere"
            )
        with plain_errors(self.path):
            check_sides(self.path)
            with transaction(self._connection):
                yield self._connection.execute

    # -- treebanks and state -------------------------------------------------------------------------------------------

    def set_treebanks(self, treebanks: Sequence[tuple[str, str, str]]) -> None:
        """Replaces the list of files; annotations are kept."""
        known = {(treebank.role, treebank.name, treebank.path): treebank for treebank in self.treebanks}
        new = [known.get((role, name, path)) or self._look_at(role, name, path) for role, name, path in treebanks]
        self._store_treebanks(new)

    def relocate(self, role: str, name: str, path: str) -> None:
        """Changes the path of a file; :meth:`changes` says whether its contents are the same.

        Its role and gold stay the same. In a read-only file the change lasts until it is closed.
        """
        here = [treebank for treebank in self.treebanks if (treebank.role, treebank.name) == (role, name)]
        if len(here) > 1:  # segmentations have no names: the first missing one
            here = [treebank for treebank in here if not is_treebank(treebank.path)][:1]
        treebanks = [
            replace(one, path=path, relative=_relative(path, self.path), mtime=-1) if one in here else one
            for one in self.treebanks
        ]
        by_path = {name: dict(self.state[name]) for name in ("follows", "formats", "encodings") if self.state.get(name)}
        for treebank, known in ((one, some) for one in here for some in by_path.values()):
            if treebank.path in known:
                known[path] = known.pop(treebank.path)
        state = {**self.state, **by_path}
        if not self.is_read_only:
            with self._writing() as execute:
                rows.put_treebanks(execute, treebanks)
                rows.put_state(execute, as_json(state))
        self.treebanks, self.state = treebanks, state

    def accept(self, treebank: StoredTreebank) -> None:
        """Accepts the current contents of a changed file."""
        self._store_treebanks([
            self._look_at(one.role, one.name, one.path) if one == treebank else one for one in self.treebanks
        ])  # fmt: skip

    def changes(self) -> list[TreebankChange]:
        """Files that are missing, moved or changed. Contents are read only if size or date differ."""
        changed = []
        for treebank in self.treebanks:
            path = self._where(treebank)
            if path != treebank.path:
                changed.append(TreebankChange(treebank, "moved", path))
            elif not is_treebank(path):
                changed.append(TreebankChange(treebank, "missing", path))
            elif self._is_changed(treebank):
                changed.append(TreebankChange(treebank, "changed", path))
        return changed

    def _where(self, treebank: StoredTreebank) -> str:
        """The path of a treebank; if it is no longer there, its path relative to the comparison file."""
        beside_it = with_file(treebank.path, str(self.path.absolute().parent / treebank.relative))
        is_moved = not is_treebank(treebank.path) and bool(treebank.relative) and is_treebank(beside_it)
        return beside_it if is_moved else treebank.path

    @staticmethod
    def _is_changed(treebank: StoredTreebank) -> bool:
        path = treebank.path
        with plain_errors(Path(path)):
            size, date = glance(path)
            is_same = size == treebank.size and (date == treebank.mtime or look_at(path)[1] == treebank.sha256)
            return not is_same

    def reads(self) -> list[str]:
        """The files that opening this comparison reads, so that users can check a comparison of unknown origin. They are
        not read for this."""
        settings = self.state.get("settings", {})
        tables = [parameter_file(settings.get(name) or "") for name, one in SETTINGS.items() if one.is_file]
        named = [
            str(Path(table).absolute()) for table in tables if table and os.path.lexists(table)
        ]  # else it is not a path
        files = (file_of(self._where(treebank)) for treebank in self.treebanks)
        counted = Questions.of(self.state.get("questions"), {}).paths
        return list(dict.fromkeys([*filter(None, files), *named, *counted]))

    def outside(self) -> list[str]:
        """Those outside the folder of the comparison file."""
        return [path for path in self.reads() if not lies_below(path, self.path.absolute().parent)]

    def set_state(self, state: dict[str, Any]) -> None:
        """Stores settings and what the window shows, as JSON."""
        stored = as_json(state)
        with self._writing() as execute:
            rows.put_state(execute, stored)
        self.state = dict(state)

    def _look_at(self, role: str, name: str, path: str) -> StoredTreebank:
        with plain_errors(Path(path)):
            size, sha256, mtime = look_at(path)
            # validated as it will be when it is read again
            return rows.treebank_of((role, name, path, _relative(path, self.path), size, sha256, mtime))

    def _store_treebanks(self, treebanks: list[StoredTreebank]) -> None:
        with self._writing() as execute:
            rows.put_treebanks(execute, treebanks)
        self.treebanks = treebanks

    # -- what people typed ---------------------------------------------------------------------------------------------

    def value(self, key: Key) -> str | None:
        """The annotation with that key; empty if there is none."""
        return self._values.get(key)

    def values(self, kind: str) -> dict[Key, str]:
        """All annotations of one kind."""
        return {key: value for key, value in self._values.items() if key.kind == kind}

    def write(
        self, changes: Sequence[tuple[Key, str | None]], what: str, words: Sequence[str] | None = None
    ) -> Step | None:
        """Stores changes as one step; None or an empty text deletes an annotation. Returns None if nothing changes.

        ``words``: the words of all sentences, by which they are found again when the treebank changes.
        """
        try:
            rows.check_changes(changes)
        except Malformed as error:  # kept with the rest, it would hinder all that is written later
            raise TreecompareError(f"{self.path}: cannot hold this: {error}") from error
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

    def rename_systems(self, names: Sequence[tuple[str, str]]) -> None:
        """Gives systems other names (old, new), all at once: in the list of files, in all that was said of them, decided, and can
        be undone. Raises TreecompareError: something was said of another one of that name."""
        self._flush()
        with self._writing() as execute:
            there = rows.systems_in(execute) - {old for old, _ in names}
            if taken := next((new for _, new in names if new in there), None):
                raise TreecompareError(
                    f"{self.path}: something was said of a system '{taken}' before; expected another name"
                )
            for number, (old, _) in enumerate(names):  # two may change their names
                rows.rename_system(execute, old, f"\n{number}")
            for number, (_, new) in enumerate(names):
                rows.rename_system(execute, f"\n{number}", new)
        self._load()

    def _put(self, changes: Sequence[tuple[Key, str | None]]) -> None:
        for key, value in changes:
            if value is None:
                self._values.pop(key, None)
            else:
                self._values[key] = value

    def _flush(self) -> None:
        """Writes unsaved steps in one transaction."""
        if not self.unsaved:
            return
        with self._writing() as execute:
            rows.put_steps(execute, self.unsaved)
        self.unsaved = []

    # -- undo and redo -------------------------------------------------------------------------------------------------

    def step_numbers(self) -> tuple[list[int], list[int]]:
        """Of the steps that can be undone, and of those that can be redone, the next one last."""
        with self._reading() as get:
            found = get("SELECT step, NOT undone FROM steps ORDER BY step").fetchall()
        return [step for step, is_done in found if is_done], [step for step, is_done in reversed(found) if not is_done]

    def last_step(self, is_undone: bool = False) -> Step | None:
        """The step that would be undone (``is_undone``: redone), with the keys that it concerns; None if there is none."""
        which = "undone ORDER BY step" if is_undone else "NOT undone ORDER BY step DESC"
        if self.is_read_only:
            return None
        try:
            with self._reading() as get:
                row = get(f"SELECT step, what FROM steps WHERE {which} LIMIT 1").fetchone()
                if row is None:
                    return None
                places = get(
                    "SELECT kind, sentence, system, phenomenon FROM edits WHERE step = ?", (row[0],)
                ).fetchall()
                return Step(rows.text_of(row[1], "the name of a step"), tuple(rows.key_of(*one) for one in places))
        except TreecompareError:  # undo() will tell
            return None

    def mark(self, what: str) -> None:
        """Stores a step that concerns no annotation: what was changed elsewhere, so that nothing older is undone in its place."""
        self.unsaved.append(Pending(what, [], {}))
        self._flush()

    def undo(self) -> Step | None:
        """Undoes the last step; None if there is none."""
        return self._turn("SELECT step, what FROM steps WHERE NOT undone ORDER BY step DESC LIMIT 1", is_undo=True)

    def redo(self) -> Step | None:
        """Redoes the step undone last; None if there is none."""
        return self._turn("SELECT step, what FROM steps WHERE undone ORDER BY step LIMIT 1", is_undo=False)

    def _turn(self, query: str, is_undo: bool) -> Step | None:
        self._flush()
        with self._writing() as execute:
            row = execute(query).fetchone()
            if row is None:
                return None
            number, what = row[0], rows.text_of(row[1], "the name of a step")
            column = "before" if is_undo else "after"
            changes = []
            for *place, value in execute(
                f"SELECT kind, sentence, system, phenomenon, {column} FROM edits WHERE step = ? ORDER BY place",
                (number,),
            ).fetchall():
                key = rows.key_of(*place)
                changes.append((key, None if value is None else rows.value_of(key, value)))
            for key, value in changes:
                rows.put_annotation(execute, key, value)
            execute("UPDATE steps SET undone = ? WHERE step = ?", (int(is_undo), number))
        self._put(changes)
        return Step(what, tuple(key for key, _ in changes))

    # -- sentences that moved ------------------------------------------------------------------------------------------

    def realign(self, words: Sequence[str]) -> int:
        """Moves annotations to the sentences that now have the same words, the nearest if there are several.

        Returns how many entries found no sentence: they are kept apart in the file (:meth:`lost`), and steps that
        concern them can no longer be undone.
        """
        self._flush()
        with self._writing() as execute:
            gone = realign(execute, words)
        lost = sum(1 for key in self._values if key.sentence in gone)
        self._load()
        return lost

    def sentence_words(self) -> dict[int, str]:
        """The words of the sentences that something is said of, as they were when it was said."""
        with self._reading() as get:
            return sentence_words(get)

    def lost(self) -> list[tuple[Key, str, str]]:
        """Annotations whose sentence is gone: key (with sentence -1), value, and the words of the sentence."""
        with self._reading() as get:
            return [rows.lost_of(row) for row in get("SELECT kind, system, phenomenon, value, words FROM lost")]

    # -- copies --------------------------------------------------------------------------------------------------------

    def save_as(self, path: Path) -> None:
        """Saves a complete copy and continues with it; unsaved steps are stored in the copy."""
        with plain_errors(path):
            if path.exists() and self.path.exists() and path.samefile(self.path):
                self._flush()
                return
            if path.is_file():
                Lock(path).release()  # not while another window writes to it
            with beside(path) as new:
                self._copy_to(new, path)
        copy = Project.open(path)
        if copy.is_read_only:
            copy.close()
            raise InUse(f"{path}: is saved, and open in another window; close it there to go on in it")
        self.close()
        self.__dict__.update(copy.__dict__)

    def _copy_to(self, new: Path, path: Path) -> None:
        """Writes everything into an empty file that will become ``path``."""
        treebanks = [_seen_from(path, treebank, self.path) for treebank in self.treebanks]
        try:
            with closing(sqlite3.connect(new, isolation_level=None, factory=Connection)) as target:
                with plain_errors(self.path):
                    check_sides(self.path)
                    self._connection.copy_to(target, path)
                    check(target, new)
                with transaction(target):
                    rows.put_steps(target.execute, self.unsaved)
                    rows.put_treebanks(target.execute, treebanks)
        except Damaged:  # while it was open: what is in memory is whole, and steps are gone
            new.write_bytes(b"")
            contents = read_pages(self.path) if is_file(self.path) else Contents()
            Contents(treebanks, as_json(self.state), self._values, contents.words, contents.lost).make(new)

    @staticmethod
    def rescue(path: Path, into: Path) -> int:
        """Copies what can be read of a damaged file into a new one; returns the number of entries."""
        with plain_errors(path):
            contents = read_pages(path)
        if not (contents.treebanks or contents.values):
            raise TreecompareError(f"{path}: nothing can be read of it; expected a comparison that treecompare saved")
        contents.treebanks = [_seen_from(into, treebank, path) for treebank in contents.treebanks]
        with plain_errors(into):
            if into.exists():
                raise TreecompareError(f"{into}: exists already; expected a new name")
            with beside(into) as new:
                contents.make(new)
        return len(contents.values)


def _connected(path: Path, lock: Lock | None) -> Connection:
    """A connection to a file, checked and upgraded to this version."""
    connection = connect(path, is_read_only=lock is None)
    try:
        check(connection, path)
        if lock is None and version_of(connection) < len(MIGRATIONS):
            connection = in_memory(connection)
        upgrade(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _relative(path: str, comparison: Path) -> str:
    file = file_of(path)
    try:
        return os.path.relpath(file, comparison.absolute().parent) if file else ""
    except ValueError:  # another drive
        return ""


def _seen_from(new: Path, treebank: StoredTreebank, comparison: Path) -> StoredTreebank:
    """A treebank with its relative path as seen from a copy of the comparison."""
    is_there = not treebank.relative or is_treebank(treebank.path)
    return replace(
        treebank,
        relative=_relative(treebank.path if is_there else str(comparison.absolute().parent / treebank.relative), new),
    )
