"""The file of results of a batch (``.batch``), an SQLite database. Each result is written at once and whole, so that a batch that
was killed goes on where it was. A file may come from anybody: everything in it is checked before it is used."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from treecompare.comparison.settings import Settings
from treecompare.errors import ReadError, TreecompareError
from treecompare.extras.batches.job import Errors, Fact, FileState, Job, Key, Planned, Result
from treecompare.measures import ALL_MEASURES
from treecompare.reading import usual_limit
from treecompare.saved.rows import Malformed, shown
from treecompare.saved.schema import connect, has_tables, plain, transaction
from treecompare.saved.state import settings_of

_MARKS = {"application_id": 0x54724261, "user_version": 3}
"""By these SQLite tells batches ("TrBa") and their form."""
_SCHEMA = (  # where another program makes the same file now, they are there
    "CREATE TABLE IF NOT EXISTS plan (said TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, said TEXT NOT NULL, errors BLOB NOT NULL)",
)
LARGEST = 1 << 33  # bytes of a file that is opened
_PATIENCE = 10.0  # so many seconds another program may be writing
MOST_ERRORS, MOST_ROWS = 1 << 26, 1 << 22  # bytes of JSON that says the errors of a treebank, and rows of its table
_MEASURES = frozenset(one.key for one in ALL_MEASURES)
_NUMBER = int | float
_PLAN = (str, {str: {str: object}}, [(str, str, str, [(str, str)])])
"""What JSON of a plan can be: name, settings of each preparation, entries."""
_FACT = (str, str, _NUMBER, _NUMBER, _NUMBER | None, _NUMBER, int, bool, str)
_RESULT = (str, [(str, int, str, int)], {str: str}, [_FACT], [(str, str)], [(str, str)], _NUMBER, _NUMBER, str)
"""That of a result, without its key and its errors."""
_ERRORS = ([int], {str: [int]}, {str: {str: [int]}})


class Store:
    """The file of results; ``make``: whether it is made where it is not there. Raises TreecompareError: it is none, or cannot be
    read or written; one line that names it."""

    def __init__(self, path: str, make: bool = False) -> None:
        self.path, file = path, Path(path)
        if not make and not file.is_file():
            raise ReadError(path, 0, "there is no such file; expected the results of a batch")
        with self._plain():
            if make and not (file.is_file() and file.stat().st_size):
                with closing(sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)) as new:
                    marks = (f"PRAGMA {name}={value}" for name, value in _MARKS.items())
                    for statement in ("BEGIN IMMEDIATE", *_SCHEMA, *marks, "COMMIT"):
                        new.execute(statement)
            self._connection = connect(file, False, _PATIENCE, "batch", LARGEST)
            try:
                self._check()
            except BaseException:
                self.close()
                raise

    def _check(self) -> None:
        """Whether the file has the tables of a batch, and nothing else that would be executed."""
        [[application], [version]] = (self._connection.execute(f"PRAGMA {one}").fetchone() for one in _MARKS)
        if application != _MARKS["application_id"]:
            raise ReadError(self.path, 0, "is another file; expected the results of a batch")
        if version != _MARKS["user_version"]:
            expected = "expected the batch to be run again, with another file for its results"
            raise ReadError(self.path, 0, f"is of another version of treecompare (form {version}); {expected}")
        if not has_tables(self._connection, (_SCHEMA,)):
            raise Malformed("it has other tables than a batch")
        self._connection.trust()
        self._connection.execute("PRAGMA synchronous=NORMAL")  # a killed program loses nothing by it

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
            reason = f"is damaged or no file of results ({text}); expected the results of a batch"
            if "full" in text:
                reason = "the disk is full; what is scored so far is kept, and the batch goes on from there once there is room"
            elif "locked" in text:
                reason = "another program is writing to this file; expected one at a time"
            elif "readonly" in text or "unable to open" in text:
                reason = "cannot be written; expected a place for the results of a batch"
            raise TreecompareError(f"{self.path}: {reason}") from error

    @contextmanager
    def _at_once(self, how: str = "IMMEDIATE") -> Iterator[Callable[..., sqlite3.Cursor]]:
        """A transaction: what executes statements in it."""
        with self._plain(), transaction(self._connection, how):
            yield self._connection.execute

    def set_plan(self, name: str, planned: Sequence[Planned], preparations: Mapping[str, Settings]) -> None:
        """What the batch consists of from now on. Results of what is no part of it any more stay in the file, unseen."""
        settings = {one: asdict(of) for one, of in preparations.items()}
        with self._at_once() as execute:
            execute("DELETE FROM plan")
            execute("INSERT INTO plan VALUES (?)", (json.dumps([name, settings, planned]),))

    def put(self, result: Result) -> None:
        """Writes a result in place of the one that was there; at once and whole, or not at all. Errors that are too many to be read
        again are not kept."""
        few = result.errors if result.errors and len(result.errors.rows) <= MOST_ROWS else None
        errors = json.dumps(few).encode()
        kept = zlib.compress(errors if len(errors) <= MOST_ERRORS else b"null", 1)
        with self._at_once() as execute:
            row = json.dumps(result.key), json.dumps(result[1:-1]), kept
            execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", row)

    def read(self) -> tuple[str, dict[str, Settings], list[Planned], dict[Key, Result]]:
        """What the batch is called, the settings of each preparation, what it consists of, and all results, without errors."""
        with self._at_once("DEFERRED") as execute:
            found = [_json(said, _PLAN, "its plan") for (said,) in execute("SELECT said FROM plan LIMIT 1")]
            results = list(map(_result, execute("SELECT key, said FROM results")))
        name, preparations, entries = found[0] if found else ("", {}, [])
        planned = [Planned(one[0], one[1], one[2], tuple(map(tuple, one[3]))) for one in entries]
        settings = {one: settings_of(of) for one, of in preparations.items()}
        return name, settings, planned, {one.key: one for one in results}

    def errors(self, key: Key) -> Errors | None:
        """The errors of a result, which are unpacked up to a limit."""
        most, stream = min(usual_limit(), MOST_ERRORS), zlib.decompressobj()
        with self._at_once("DEFERRED") as execute:
            [[data]] = execute("SELECT errors FROM results WHERE key = ?", (json.dumps(key),)).fetchall() or [[b""]]
            try:
                text = stream.decompress(data if isinstance(data, bytes) else b"", most).decode()
            except (zlib.error, UnicodeDecodeError) as error:
                raise Malformed(f"errors cannot be unpacked ({error})") from None
            if not stream.eof:
                raise Malformed(f"errors end in the middle, or are more than {most:,} bytes")
            found = Errors(*_json(text, _ERRORS, "a list of errors")) if text != "null" else None
            if found is not None and (len(found.rows) > MOST_ROWS or min(found.rows, default=0) < 0):
                raise Malformed(f"errors are of more than {MOST_ROWS:,} rows, or of fewer than no sentences")
        return found


def _fits(value: object, form: Any) -> bool:
    """Whether JSON holds what a form says: types, dictionaries, lists of any number of something, tuples of so much."""
    if isinstance(form, dict):
        return isinstance(value, dict) and all(_fits(one, form[str]) for one in value.values())
    if isinstance(form, list):
        return isinstance(value, list) and all(_fits(one, form[0]) for one in value)
    if isinstance(form, tuple):
        return isinstance(value, list) and len(value) == len(form) and all(map(_fits, value, form))
    if isinstance(value, int | float) and not abs(value) < 1 << 63:  # nor NaN
        return False
    return isinstance(value, form) and not (isinstance(value, str) and "\0" in value)


def _json(text: object, form: Any, what: str) -> Any:
    try:
        found = json.loads(text if isinstance(text, str) else "")
    except (ValueError, RecursionError):
        raise Malformed(f"{what} is {shown(text)}, not JSON") from None
    if not _fits(found, form):
        raise Malformed(f"{what} is {shown(found)}")
    return found


def _result(row: tuple[object, object]) -> Result:
    treebank, preparation = _json(row[0], (str, str), "a key")
    recipe, files, failed, facts, *notes = _json(row[1], _RESULT, "a result")
    if unknown := next((one[0] for one in facts if one[0] not in _MEASURES), ""):
        raise Malformed(f"{shown(unknown)} is no measure of this version of treecompare")
    two = tuple(map(FileState._make, files)), failed, tuple(map(Fact._make, facts))
    return Result((treebank, preparation), recipe, *two, *notes)


def jobs_left(jobs: Sequence[Job], store: Store) -> list[Job]:
    """The jobs whose results are not there, failed, or are of other files or settings. Files of another date and the same content
    are unchanged."""
    results, has_changed = store.read()[3], cache(FileState.has_changed)

    def is_done(job: Job) -> bool:
        known = results.get(job.entry.key)
        if known is None or known.failed or known.recipe != job.recipe:
            return False
        return [one.path for one in known.files] == job.files and not any(map(has_changed, known.files))

    return [job for job in jobs if not is_done(job)]
