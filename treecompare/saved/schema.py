"""The inside of a comparison file: an SQLite database, its version, and how it is opened, checked and locked.

A comparison file has to stay one file that people can mail, so it keeps a rollback journal, which exists only while something
is written, and no write-ahead log. ``synchronous=EXTRA`` makes a step that was acknowledged survive a power cut.
"""

from __future__ import annotations

import functools
import math
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from treecompare.errors import TreecompareError
from treecompare.saved.rows import Malformed

APPLICATION = 0x54724370
"""SQLite's application_id of comparison files: "TrCp"."""
SCHEMA = (
    "CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE treebanks (place INTEGER PRIMARY KEY, role TEXT NOT NULL, name TEXT NOT NULL, path TEXT NOT NULL,
       relative TEXT NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL, mtime INTEGER NOT NULL)""",
    """CREATE TABLE annotations (kind TEXT NOT NULL, sentence INTEGER NOT NULL, system TEXT NOT NULL,
       phenomenon TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, sentence, system, phenomenon)) WITHOUT ROWID""",
    # the words of every annotated sentence, to find it again when the treebank changes
    "CREATE TABLE sentences (sentence INTEGER PRIMARY KEY, words TEXT NOT NULL)",
    """CREATE TABLE lost (kind TEXT NOT NULL, system TEXT NOT NULL, phenomenon TEXT NOT NULL, value TEXT NOT NULL,
       words TEXT NOT NULL)""",
    "CREATE TABLE steps (step INTEGER PRIMARY KEY, what TEXT NOT NULL, undone INTEGER NOT NULL DEFAULT 0)",
    """CREATE TABLE edits (step INTEGER NOT NULL, place INTEGER NOT NULL, kind TEXT NOT NULL, sentence INTEGER NOT NULL,
       system TEXT NOT NULL, phenomenon TEXT NOT NULL, before TEXT, after TEXT, PRIMARY KEY (step, place)) WITHOUT ROWID""",
)
MIGRATIONS: tuple[Sequence[str], ...] = (SCHEMA,)
"""Statements that upgrade from one version to the next; the first creates version 1."""
LARGEST = 1 << 29
"""Bytes of the largest file that is opened: many times what a treebank of 50,000 sentences with notes on each needs."""
SECONDS = 20.0
"""Time limit of one request."""
SIDES = ("-journal", "-wal", "-shm")
"""Endings of files that SQLite looks for beside a database."""
MAGIC = b"SQLite format 3\0"
JOURNAL = bytes.fromhex("d9d505f920a163d7")
"""What journals begin with; one that ends in it, too, names another file, which SQLite deletes."""


class InUse(TreecompareError):
    """Another window has the file open for writing."""


class Damaged(TreecompareError):
    """The file is not as treecompare wrote it; readable parts can be rescued."""


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turns errors of SQLite and the system into one sentence that names the file."""
    try:
        is_name = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        raise TreecompareError(f"{str(path)!a}: cannot be the name of a file")
    try:
        yield
    except (Malformed, sqlite3.Error, MemoryError, UnicodeDecodeError) as error:
        text = "there is not enough memory for it" if isinstance(error, MemoryError) else str(error)
        if isinstance(error, UnicodeDecodeError) or "decode to UTF-8" in text:
            text = "a text is not UTF-8"
        text = plain(text)
        if isinstance(error, sqlite3.OperationalError) and "UTF-8" not in text:
            if "full" in text:
                reason = "the disk is full; make room, or save the comparison elsewhere"
            elif "readonly" in text:
                reason = "cannot be written to; save the comparison elsewhere"
            elif "locked" in text:
                raise InUse(
                    f"{path}: another program is using this file; close it there, or save the comparison elsewhere"
                ) from error
            elif "interrupted" in text:
                reason = f"takes longer than {SECONDS:g} seconds; expected a comparison that treecompare saved"
            else:
                reason = f"cannot be used ({text}); save the comparison elsewhere"
        else:
            raise Damaged(
                f"{path}: is damaged or no comparison file ({text}); expected one that treecompare saved"
            ) from error
        raise TreecompareError(f"{path}: {reason}") from error
    except OSError as error:
        raise TreecompareError(f"{path}: {error.strerror or error}") from error


def plain(text: str) -> str:
    """A message of SQLite on one line: it may quote the contents of a file."""
    return "".join(letter if letter.isprintable() else " " for letter in text[:200])


class Lock:
    """A lock held while a file is open for writing; released when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO | None = None
        file = path.open("r+b")
        try:
            lock(file)
        except OSError:
            file.close()
            raise InUse(f"{path}: is open in another window; it is shown here without being changed") from None
        self._file = file

    def release(self) -> None:
        """Releases the lock. Closing the file also drops SQLite's own locks, so the connection must be closed first."""
        if self._file is not None:
            self._file.close()
            self._file = None


def lock(file: BinaryIO, is_patient: bool = False) -> None:
    """Locks a file until it is closed. Raises OSError: somebody else has locked it (unless ``is_patient``), or the file system
    knows no locks."""
    if os.name == "nt":
        import msvcrt

        file.seek(1 << 40)  # far behind the bytes that SQLite locks
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        file.seek(0)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX if is_patient else fcntl.LOCK_EX | fcntl.LOCK_NB)


def check_sides(path: Path, what: str = "comparison") -> None:
    """Whether SQLite may look for a journal beside a file.

    A file of ours never has a write-ahead log, nor a journal that is a link or names a further file: SQLite would write
    through the one, and delete the other.

    Raises TreecompareError: it may not.
    """
    real = os.path.realpath(path)  # where SQLite looks for them
    for side in ("-wal", "-shm"):
        if os.path.lexists(real + side):
            raise TreecompareError(f"{real}{side}: does not belong to a {what}; remove it, or open a copy without it")
    journal = Path(f"{real}-journal")
    if not os.path.lexists(journal):
        return
    is_strange = journal.is_symlink() or not journal.is_file()
    if not is_strange:
        try:
            with journal.open("rb") as file:
                file.seek(max(0, file.seek(0, os.SEEK_END) - len(JOURNAL)))
                is_strange = file.read(len(JOURNAL)) == JOURNAL
        except FileNotFoundError:  # another window has ended its step
            return
    if is_strange:
        raise TreecompareError(
            f"{journal}: would change other files than the {what}; remove it, or open a copy of the {what} without it"
        )


def check_file(path: Path, what: str = "comparison", largest: int = LARGEST) -> None:
    """Checks a file before SQLite opens it. Raises TreecompareError: it is too large, or written in a way in which treecompare
    never writes."""
    size = path.stat().st_size
    if size > largest:
        raise TreecompareError(f"{path}: has {size >> 20:,} megabytes; expected a {what} of at most {largest >> 20:,}")
    with path.open("rb") as file:
        header = file.read(20)
    if header.startswith(MAGIC) and 2 in header[18:20]:
        raise TreecompareError(f"{path}: is kept with a write-ahead log; expected a {what} that treecompare saved")


class Connection(sqlite3.Connection):
    """Every transaction is explicit, and fails if a request exceeds its time limit."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._end = end = [math.inf]
        self.schema = 0
        """SQLite's number for the schema that was checked."""
        self.set_progress_handler(lambda: time.monotonic() > end[0], 10_000)

    def begin_request(self) -> None:
        """Starts the time limit of a request."""
        self._end[0] = time.monotonic() + SECONDS

    def trust(self) -> None:
        """Its tables were checked: whatever is asked of them may be executed, as long as they stay the same."""
        self.schema = _number(self, "schema_version")
        self.setlimit(sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100)

    def copy_to(self, target: sqlite3.Connection, path: Path) -> None:
        """Copies the whole file into one that will become ``path``. Raises TreecompareError: there is no room for it."""
        self.begin_request()

        def look(_status: int, _remaining: int, _total: int) -> None:
            if time.monotonic() > self._end[0]:  # backup() waits for ever for a file that another program keeps locked
                raise sqlite3.OperationalError("database is locked")

        try:
            self.backup(target, progress=look)
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorname", "") not in ("SQLITE_FULL", "SQLITE_IOERR_WRITE"):
                raise
            raise TreecompareError(
                f"{path}: cannot be written ({error}); make room, or save the comparison elsewhere"
            ) from error


def connect(
    path: Path, is_read_only: bool, patience: float = 2.0, what: str = "comparison", largest: int = LARGEST
) -> Connection:
    """A connection whose tables must first be checked (:func:`check`, :func:`has_tables`): until then nothing in the schema is
    executed. ``patience``: seconds that another program may be writing; ``what``: how messages call the file.

    Raises TreecompareError: SQLite may not open the file."""
    check_file(path, what, largest)
    check_sides(path, what)
    mode = "ro" if is_read_only else "rw"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=patience, factory=Connection
    )
    connection.begin_request()
    # this limit rejects schemas of hostile files that contain functions or conditions
    connection.setlimit(sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 1)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, 10_000)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    if hasattr(connection, "setconfig"):  # Python 3.12
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)  # type: ignore[attr-defined]
    return connection


@contextmanager
def transaction(connection: Connection, how: str = "IMMEDIATE") -> Iterator[None]:
    """A transaction: committed as a whole or not at all."""
    connection.begin_request()
    connection.execute(f"BEGIN {how}")
    try:
        if connection.execute("PRAGMA schema_version").fetchone()[0] != connection.schema:
            raise Malformed("another program has changed its tables")
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def build(path: Path | str) -> Connection:
    """Creates an empty comparison file that no other process uses yet."""
    connection = sqlite3.connect(path, isolation_level=None, factory=Connection)
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        upgrade(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def in_memory(connection: Connection) -> Connection:
    """An in-memory copy of an older, read-only file, which is closed."""
    copy = sqlite3.connect(":memory:", isolation_level=None, factory=Connection)
    with closing(connection):
        connection.copy_to(copy, Path(":memory:"))
    copy.schema = _number(copy, "schema_version")
    return copy


def upgrade(connection: Connection) -> None:
    """Upgrades an older file to this version in one transaction."""
    version = version_of(connection)
    if version < len(MIGRATIONS):
        with transaction(connection):
            for statements in MIGRATIONS[version:]:
                for statement in statements:
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.schema = _number(connection, "schema_version")


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a file's schema."""
    return _number(connection, "user_version")


def _number(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def check(connection: Connection, path: Path) -> None:
    """Checks that this is an intact comparison file of a known version. Raises TreecompareError: it is not; says why."""
    if _number(connection, "application_id") != APPLICATION:
        raise TreecompareError(f"{path}: is not a comparison file; expected one that treecompare saved")
    version = version_of(connection)
    if version > len(MIGRATIONS):
        raise TreecompareError(
            f"{path}: was saved by a newer version of treecompare (format {version}; this one knows up to {len(MIGRATIONS)})"
        )
    if version < 0 or not has_tables(connection, MIGRATIONS[:version]):
        raise Damaged(f"{path}: has other tables than a comparison; expected one that treecompare saved")
    for name, expected in (("encoding", "UTF-8"), ("journal_mode", "delete")):
        if connection.execute(f"PRAGMA {name}").fetchone()[0] != expected:
            raise Damaged(f"{path}: has another {name} than {expected}; expected one that treecompare saved")
    check_file(path)  # again: SQLite has undone by now what a program that was killed had left half written
    answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if answer != "ok":
        raise Damaged(f"{path}: is damaged ({plain(answer)}); a copy of what can be read can be rescued")
    connection.trust()
    connection.execute("PRAGMA synchronous = EXTRA")
    # deleted text must not remain in a file that is passed on, nor be rescued from it
    connection.execute("PRAGMA secure_delete = ON")


def has_tables(connection: sqlite3.Connection, migrations: tuple[Sequence[str], ...]) -> bool:
    """Whether a file has the tables that these statements make, and no others, nor views, indexes, triggers."""
    return _tables(connection) == _tables_of(migrations)


_Tables = list[tuple[object, ...]]


def _tables(connection: sqlite3.Connection) -> _Tables:
    """Everything in the schema: type, name, table, and the statement without regard to how it is spaced."""
    connection.text_factory = bytes
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    connection.text_factory = str
    stored = [(*names, b" ".join(sql.split()) if isinstance(sql, bytes) else sql) for *names, sql in rows]
    return sorted(stored, key=repr)


@functools.lru_cache
def _tables_of(migrations: tuple[Sequence[str], ...]) -> _Tables:
    with closing(sqlite3.connect(":memory:")) as connection:
        for statements in migrations:
            for statement in statements:
                connection.execute(statement)
        return _tables(connection)
