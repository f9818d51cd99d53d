"""The inside of a comparison file: an SQLite database, its version, and how it is opened, checked and locked.

A comparison file has to stay one file that people can mail, so it keeps a rollback journal, which exists only while something
is written, and no write-ahead log. ``synchronous=EXTRA`` makes a step that was acknowledged survive a power cut.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from treecompare.errors import TreecompareError

APPLICATION = 0x54724370
"""SQLite's application_id of comparison files: "TrCp"."""
SCHEMA = (
    "CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE treebanks (place INTEGER PRIMARY KEY, role TEXT NOT NULL, name TEXT NOT NULL, path TEXT NOT NULL,
       relative TEXT NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL, mtime INTEGER NOT NULL)""",
    """CREATE TABLE annotations (kind TEXT NOT NULL, sentence INTEGER NOT NULL, system TEXT NOT NULL,
       phenomenon TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, sentence, system, phenomenon)) WITHOUT ROWID""",
    # the words of every sentence that something was ever said of: by them it is found again when the treebank changes
    "CREATE TABLE sentences (sentence INTEGER PRIMARY KEY, words TEXT NOT NULL)",
    """CREATE TABLE lost (kind TEXT NOT NULL, system TEXT NOT NULL, phenomenon TEXT NOT NULL, value TEXT NOT NULL,
       words TEXT NOT NULL)""",
    "CREATE TABLE steps (step INTEGER PRIMARY KEY, what TEXT NOT NULL, undone INTEGER NOT NULL DEFAULT 0)",
    """CREATE TABLE edits (step INTEGER NOT NULL, place INTEGER NOT NULL, kind TEXT NOT NULL, sentence INTEGER NOT NULL,
       system TEXT NOT NULL, phenomenon TEXT NOT NULL, before TEXT, after TEXT, PRIMARY KEY (step, place)) WITHOUT ROWID""",
)
MIGRATIONS: tuple[Sequence[str], ...] = (SCHEMA,)
"""Statements that lead from one version to the next; the first from nothing to version 1."""


class InUse(TreecompareError):
    """Another window has the file open for writing."""


class Damaged(TreecompareError):
    """No comparison file, or one of which only a part may be readable."""


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turns SQLite's and the system's errors into one sentence about the file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text = str(error)
        if "full" in text:
            raise TreecompareError(f"{path}: the disk is full; make room, or save the comparison elsewhere") from error
        if "readonly" in text:
            raise TreecompareError(f"{path}: cannot be written to; save the comparison elsewhere") from error
        if "locked" in text:
            raise InUse(
                f"{path}: another program is using this file; close it there, or save the comparison elsewhere"
            ) from error
        raise TreecompareError(f"{path}: cannot be used ({text}); save the comparison elsewhere") from error
    except sqlite3.DatabaseError as error:
        raise Damaged(
            f"{path}: is damaged or no comparison file ({error}); expected one that treecompare saved"
        ) from error
    except OSError as error:
        raise TreecompareError(f"{path}: {error.strerror or error}") from error


class Lock:
    """Held while a file is open for writing; it ends with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO | None = None
        file = path.open("r+b")
        try:
            _lock(file)
        except OSError:
            file.close()
            raise InUse(f"{path}: is open in another window; it is shown here without being changed") from None
        self._file = file

    def release(self) -> None:
        """Lets others write. Closing the file also drops SQLite's own locks, so the connection must be closed before."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _lock(file: BinaryIO) -> None:
    if os.name == "nt":
        import msvcrt

        file.seek(1 << 40)  # far behind the bytes that SQLite locks
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def connect(path: Path, is_read_only: bool) -> sqlite3.Connection:
    """A connection in which every transaction is explicit."""
    mode = "ro" if is_read_only else "rw"
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=2.0)
    if not is_read_only:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = EXTRA")
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def build(path: Path) -> None:
    """Makes an empty comparison file."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        upgrade(connection)
    finally:
        connection.close()


def upgrade(connection: sqlite3.Connection) -> None:
    """Brings an older file to this version, in one transaction."""
    version = version_of(connection)
    if version == len(MIGRATIONS):
        return
    with transaction(connection):
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a file's schema."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Whether this is a sound comparison file of a known version.

    Raises:
        TreecompareError: it is not; says why.
    """
    if int(connection.execute("PRAGMA application_id").fetchone()[0]) != APPLICATION:
        raise Damaged(f"{path}: is no comparison file; expected one that treecompare saved")
    version = version_of(connection)
    if version > len(MIGRATIONS):
        raise TreecompareError(
            f"{path}: was saved by a newer version of treecompare (format {version}; this one knows up to {len(MIGRATIONS)})"
        )
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise Damaged(f"{path}: is damaged ({found}); a copy of what can be read can be rescued")
