"""Where results are kept: an SQLite file to which each result is written when it is there, and which a killed program leaves whole.

Beside the results stands what the batch consists of (``plan``), so that the file says by itself what is missing.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from treecompare import __version__
from treecompare.comparison.settings import Settings
from treecompare.errors import ReadError, TreecompareError
from treecompare.extras.batches import rows
from treecompare.extras.batches.job import FileState, Job, Result
from treecompare.saved.rows import Malformed, stored
from treecompare.saved.schema import connect, has_tables, plain, transaction

APPLICATION = 0x54724261
"""SQLite's application_id of batches: "TrBa"."""
VERSION = 2
_SCHEMA = (
    "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    # what belongs to the batch now, in its order; an empty path: the system has no file
    """CREATE TABLE plan (place INTEGER PRIMARY KEY, treebank TEXT NOT NULL, system TEXT NOT NULL, preparation TEXT NOT NULL,
       gold TEXT NOT NULL, path TEXT NOT NULL)""",
    """CREATE TABLE results (treebank TEXT NOT NULL, system TEXT NOT NULL, preparation TEXT NOT NULL, recipe TEXT NOT NULL,
       files TEXT NOT NULL, failure TEXT NOT NULL, kind TEXT NOT NULL, sentences TEXT NOT NULL, reasons TEXT NOT NULL,
       warnings TEXT NOT NULL, seconds REAL NOT NULL, finished REAL NOT NULL, machine TEXT NOT NULL, version TEXT NOT NULL,
       gold_counts BLOB NOT NULL, asked BLOB NOT NULL, scored BLOB NOT NULL, zeroed BLOB NOT NULL, lengths BLOB NOT NULL,
       names TEXT NOT NULL, PRIMARY KEY (treebank, system, preparation)) WITHOUT ROWID""",
    # the ids of sentences by their checksum: all systems on a treebank have the same
    "CREATE TABLE names (checksum TEXT PRIMARY KEY, ids BLOB NOT NULL) WITHOUT ROWID",
    """CREATE TABLE measured (treebank TEXT NOT NULL, system TEXT NOT NULL, preparation TEXT NOT NULL, key TEXT NOT NULL,
       place INTEGER NOT NULL, signature TEXT NOT NULL, undefined TEXT NOT NULL, numerators BLOB NOT NULL,
       denominators BLOB NOT NULL, exist BLOB NOT NULL, PRIMARY KEY (treebank, system, preparation, key)) WITHOUT ROWID""",
    """CREATE TABLE errors (treebank TEXT NOT NULL, system TEXT NOT NULL, preparation TEXT NOT NULL, title TEXT NOT NULL,
       place INTEGER NOT NULL, counts BLOB NOT NULL, PRIMARY KEY (treebank, system, preparation, title)) WITHOUT ROWID""",
)
LARGEST = 1 << 33
"""Bytes of the largest file that is opened."""
_PATIENCE = 10.0
"""So many seconds another program may be writing."""
Key = tuple[str, str, str]


@dataclass(frozen=True)
class Planned:
    """An entry of the plan: a system on a treebank under a preparation. ``path``: empty where the system has no file."""

    treebank: str
    system: str
    preparation: str
    gold: str
    path: str

    @property
    def key(self) -> Key:
        """As :attr:`Job.key`."""
        return self.treebank, self.system, self.preparation


class Store:
    """The file of results. Raises TreecompareError: it is none, or cannot be read or written; one line that names it.

    ``make``: whether it is made where it is not there.
    """

    def __init__(self, path: str, make: bool = False) -> None:
        self.path = path
        file = Path(path)
        if not make and not file.is_file():
            raise ReadError(path, 0, "there is no such file; expected the results of a batch")
        with self._plain():
            if make and not (file.is_file() and file.stat().st_size):
                _build(path)
            self._connection = connect(file, False, _PATIENCE, "batch", LARGEST)
            try:
                self._check()
                self._connection.execute("PRAGMA synchronous=NORMAL")  # a killed program loses nothing by it
            except BaseException:
                self.close()
                raise

    def _check(self) -> None:
        """Whether the file has the tables of a batch, and nothing else that would be executed."""
        [[application]] = self._connection.execute("PRAGMA application_id")
        [[version]] = self._connection.execute("PRAGMA user_version")
        if application != APPLICATION:
            raise ReadError(self.path, 0, "is another file; expected the results of a batch")
        if version != VERSION:
            raise ReadError(
                self.path, 0, f"holds results in form {version}; expected form {VERSION}, of treecompare {__version__}"
            )
        if not has_tables(self._connection, (_SCHEMA,)):
            raise Malformed("it has other tables than a batch")
        self._connection.trust()

    def close(self) -> None:
        """Ends the work with the file."""
        self._connection.close()

    @contextmanager
    def _plain(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise TreecompareError(f"{self.path}: {error.strerror or error}") from error
        except (Malformed, sqlite3.Error, MemoryError, UnicodeDecodeError) as error:
            text = plain("there is not enough memory for it" if isinstance(error, MemoryError) else str(error))
            if "full" in text:
                reason = "the disk is full; what is scored so far is kept, and the batch goes on from there once there is room"
            elif "locked" in text:
                reason = "another program is writing to this file; expected one at a time"
            elif "readonly" in text or "unable to open" in text:
                reason = "cannot be written; expected a place for the results of a batch"
            else:
                reason = f"is damaged or no file of results ({text}); expected the results of a batch"
            raise TreecompareError(f"{self.path}: {reason}") from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._plain(), transaction(self._connection):
            yield

    def _rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        self._connection.begin_request()
        with closing(self._connection.execute(query, values)) as found:
            return found.fetchall()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """A consistent view of the file."""
        with self._plain(), transaction(self._connection, "DEFERRED"):
            yield

    # -- what belongs to the batch ---------------------------------------------------------------------------------------

    def set_plan(self, name: str, planned: Iterable[Planned], preparations: Mapping[str, Settings]) -> None:
        """What the batch consists of from now on. Results of what is no part of it any more stay in the file, unseen."""
        settings = json.dumps({one: asdict(of) for one, of in preparations.items()})
        with self._writing():
            self._connection.execute("DELETE FROM plan")
            self._connection.executemany(
                "INSERT INTO plan VALUES (?, ?, ?, ?, ?, ?)",
                ((place, *map(stored, asdict(one).values())) for place, one in enumerate(planned)),
            )
            self._connection.executemany(
                "INSERT OR REPLACE INTO about VALUES (?, ?)", [("name", stored(name)), ("preparations", settings)]
            )

    def _about(self, name: str) -> str:
        with self._reading():
            found = self._rows("SELECT value FROM about WHERE name=?", [name])
            return rows.text(found[0][0], name) if found else ""

    @property
    def name(self) -> str:
        """What the batch is called."""
        return self._about("name")

    def preparations(self) -> dict[str, Settings]:
        """The settings of each preparation."""
        said = self._about("preparations")
        with self._plain():
            return rows.preparations_of(said)

    def plan(self) -> list[Planned]:
        """What the batch consists of."""
        with self._reading():
            found = [
                Planned(*rows.key_of(row[:3]), *rows.texts(row[3:], "the path of a gold", "the path of a file"))
                for row in self._rows("SELECT treebank, system, preparation, gold, path FROM plan ORDER BY place")
            ]
            if len({one.key for one in found}) < len(found):
                raise Malformed("its plan names something twice")
        return found

    # -- results -----------------------------------------------------------------------------------------------------------

    def put(self, result: Result) -> None:
        """Writes a result in place of the one that was there; at once and whole, or not at all."""
        ids = json.dumps(list(result.ids)).encode()
        checksum = hashlib.sha256(ids).hexdigest()
        values = rows.values_of(result, checksum)
        names = ", ".join(("treebank", "system", "preparation", *values))
        key = tuple(map(stored, result.key))
        measured = [
            (
                *(*key, name, place, one.signature, stored(one.undefined)),
                *map(rows.packed, (one.numerators, one.denominators, one.exist)),
            )
            for place, (name, one) in enumerate(result.measured.items())
        ]
        errors = [(*key, title, place, rows.packed(of)) for place, (title, of) in enumerate(result.errors.items())]
        with self._writing():
            self._connection.execute(
                f"INSERT OR REPLACE INTO results ({names}) VALUES ({', '.join('?' * (3 + len(values)))})",
                (*key, *values.values()),
            )
            self._connection.execute("INSERT OR IGNORE INTO names VALUES (?, ?)", (checksum, zlib.compress(ids, 1)))
            for table, lines in (("measured", measured), ("errors", errors)):
                self._connection.execute(f"DELETE FROM {table} WHERE treebank=? AND system=? AND preparation=?", key)
                if lines:
                    marks = ", ".join("?" * len(lines[0]))
                    self._connection.executemany(f"INSERT INTO {table} VALUES ({marks})", lines)

    def states(self) -> dict[Key, tuple[str, str, tuple[FileState, ...]]]:
        """Of each result its recipe, failure and files."""
        with self._reading():
            found = self._rows("SELECT treebank, system, preparation, recipe, failure, files FROM results")
            return {
                rows.key_of(row[:3]): (
                    rows.text(row[3], "a recipe"),
                    rows.text(row[4], "a failure"),
                    rows.files_of(row[5]),
                )
                for row in found
            }

    def seen(self, key: Key, files: Sequence[FileState]) -> None:
        """The files of a result have other dates and the same content."""
        with self._writing():
            self._connection.execute(
                "UPDATE results SET files=? WHERE treebank=? AND system=? AND preparation=?",
                (rows.as_files(files), *map(stored, key)),
            )

    def results(self, keys: Sequence[str] | None = None) -> dict[Key, Result]:
        """All results that belong to the batch; ``keys``: only these measures of them."""
        among = "" if keys is None else f" AND key IN ({', '.join('?' * len(keys))})"
        unpacking = rows.Unpacking()
        with self._reading():
            measured, errors = (
                self._of_results(query, given)
                for query, given in (
                    (
                        "SELECT treebank, system, preparation, key, signature, undefined, numerators, denominators, exist "
                        f"FROM measured JOIN plan USING (treebank, system, preparation) WHERE 1{among} ORDER BY measured.place",
                        keys or (),
                    ),
                    (
                        "SELECT treebank, system, preparation, title, counts FROM errors "
                        "JOIN plan USING (treebank, system, preparation) ORDER BY errors.place",
                        (),
                    ),
                )
            )
            names = {
                rows.text(checksum, "a checksum"): unpacking.names(ids)
                for checksum, ids in self._rows("SELECT checksum, ids FROM names")
            }
            columns = [row[1] for row in self._rows("PRAGMA table_info(results)")]
            records = [
                dict(zip(columns, row, strict=True))
                for row in self._rows(
                    f"SELECT {', '.join(f'results.{one}' for one in columns)} FROM results "
                    "JOIN plan USING (treebank, system, preparation) ORDER BY place"
                )
            ]
            found = (
                rows.result_of(record, measured.get(key, ()), errors.get(key, ()), names, unpacking)
                for record in records
                for key in [rows.key_of([record[name] for name in ("treebank", "system", "preparation")])]
            )
            return {one.key: one for one in found}

    def _of_results(self, query: str, values: Sequence[str]) -> dict[Key, list[tuple[Any, ...]]]:
        """Rows by the result that they belong to, without its key."""
        found: dict[Key, list[tuple[Any, ...]]] = {}
        for row in self._rows(query, values):
            found.setdefault(rows.key_of(row[:3]), []).append(row[3:])
        return found


def _build(path: str) -> None:
    """Makes an empty file of results."""
    with closing(sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)) as new:
        new.execute("BEGIN IMMEDIATE")
        for statement in (*_SCHEMA, f"PRAGMA application_id={APPLICATION}", f"PRAGMA user_version={VERSION}", "COMMIT"):
            new.execute(statement)


def jobs_left(jobs: Iterable[Job], store: Store) -> list[Job]:
    """The jobs whose results are not there, failed, or are of other files or settings. Files of another date and the same content
    are unchanged."""
    from treecompare.saved.files import glance, look_at

    states, looked = store.states(), dict[tuple[str, int, int], FileState]()

    def now(known: FileState) -> FileState:
        size, date = glance(known.path)
        if (size, date) == (known.size, known.date):
            return known
        key = (known.path, size, date)
        if key not in looked:
            looked[key] = FileState(known.path, *look_at(known.path))
        return looked[key]

    left = []
    for job in jobs:
        recipe, failure, files = states.get(job.key, ("", "", ()))
        if failure or recipe != job.recipe or [one.path for one in files] != job.files:
            left.append(job)
            continue
        try:
            found = tuple(map(now, files))
        except (OSError, TreecompareError):
            left.append(job)  # scoring it says what is wrong
            continue
        if [one.sha256 for one in found] != [one.sha256 for one in files]:
            left.append(job)
        elif found != files:
            store.seen(job.key, found)
    return left
