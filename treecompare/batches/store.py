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
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from treecompare import __version__
from treecompare.batches.job import FileState, Job, Measured, Result
from treecompare.comparison.settings import Settings
from treecompare.errors import ReadError, TreecompareError
from treecompare.saved.state import settings_of

APPLICATION = 0x54724261
"""SQLite's application_id of batches: "TrBa"."""
VERSION = 1
_SCHEMA = (
    "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    # what belongs to the batch now, in its order; an empty path: the system has no file
    """CREATE TABLE plan (place INTEGER PRIMARY KEY, treebank TEXT NOT NULL, system TEXT NOT NULL, preparation TEXT NOT NULL,
       gold TEXT NOT NULL, path TEXT NOT NULL)""",
    """CREATE TABLE results (treebank TEXT NOT NULL, system TEXT NOT NULL, preparation TEXT NOT NULL, recipe TEXT NOT NULL,
       files TEXT NOT NULL, failure TEXT NOT NULL, kind TEXT NOT NULL, sentences TEXT NOT NULL, reasons TEXT NOT NULL,
       errors TEXT NOT NULL, warnings TEXT NOT NULL, seconds REAL NOT NULL, finished REAL NOT NULL, machine TEXT NOT NULL,
       version TEXT NOT NULL,
       gold_counts BLOB, asked BLOB, scored BLOB, lengths BLOB, names TEXT, PRIMARY KEY (treebank, system, preparation))
       WITHOUT ROWID""",
    # the ids of sentences by their checksum: all systems on a treebank have the same
    "CREATE TABLE names (checksum TEXT PRIMARY KEY, ids BLOB NOT NULL) WITHOUT ROWID",
    """CREATE TABLE measured (treebank TEXT NOT NULL, system TEXT NOT NULL, preparation TEXT NOT NULL, key TEXT NOT NULL,
       place INTEGER NOT NULL, signature TEXT NOT NULL, numerators BLOB NOT NULL, denominators BLOB NOT NULL,
       exist BLOB NOT NULL, PRIMARY KEY (treebank, system, preparation, key)) WITHOUT ROWID""",
)
_COLUMNS = ("gold_counts", "asked", "scored", "lengths")
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
        if not make and not Path(path).is_file():
            raise ReadError(path, 0, "there is no such file; expected the results of a batch")
        with self._plain():
            self._connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
            self._connection.execute("PRAGMA synchronous=NORMAL")  # a killed program loses nothing by it
            [[application]] = self._connection.execute("PRAGMA application_id")
            [[version]] = self._connection.execute("PRAGMA user_version")
            [[tables]] = self._connection.execute("SELECT count(*) FROM sqlite_master")
        if tables == 0 and make:
            with self._writing():
                for statement in _SCHEMA:
                    self._connection.execute(statement)
                self._connection.execute(f"PRAGMA application_id={APPLICATION}")
                self._connection.execute(f"PRAGMA user_version={VERSION}")
        elif application != APPLICATION:
            self.close()
            raise ReadError(path, 0, "is another file; expected the results of a batch")
        elif version != VERSION:
            self.close()
            raise ReadError(
                path, 0, f"holds results in form {version}; expected form {VERSION}, of treecompare {__version__}"
            )

    def close(self) -> None:
        """Ends the work with the file."""
        self._connection.close()

    @contextmanager
    def _plain(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            text = str(error)
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
        with self._plain():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._plain(), closing(self._connection.execute(query, values)) as found:
            return found.fetchall()

    # -- what belongs to the batch ---------------------------------------------------------------------------------------

    def set_plan(self, name: str, planned: Iterable[Planned], preparations: Mapping[str, Settings]) -> None:
        """What the batch consists of from now on. Results of what is no part of it any more stay in the file, unseen."""
        settings = json.dumps({one: asdict(of) for one, of in preparations.items()})
        with self._writing():
            self._connection.execute("DELETE FROM plan")
            self._connection.executemany(
                "INSERT INTO plan VALUES (?, ?, ?, ?, ?, ?)",
                ((place, *asdict(one).values()) for place, one in enumerate(planned)),
            )
            self._connection.executemany(
                "INSERT OR REPLACE INTO about VALUES (?, ?)", [("name", name), ("preparations", settings)]
            )

    def _about(self, name: str) -> str:
        return next((value for [value] in self._rows("SELECT value FROM about WHERE name=?", [name])), "")

    @property
    def name(self) -> str:
        """What the batch is called."""
        return self._about("name")

    def preparations(self) -> dict[str, Settings]:
        """The settings of each preparation."""
        return {name: settings_of(of) for name, of in json.loads(self._about("preparations") or "{}").items()}

    def plan(self) -> list[Planned]:
        """What the batch consists of."""
        return [
            Planned(*row)
            for row in self._rows("SELECT treebank, system, preparation, gold, path FROM plan ORDER BY place")
        ]

    # -- results -----------------------------------------------------------------------------------------------------------

    def put(self, result: Result) -> None:
        """Writes a result in place of the one that was there; at once and whole, or not at all."""
        ids = json.dumps(list(result.ids)).encode()
        checksum = hashlib.sha256(ids).hexdigest()
        values = {
            "recipe": result.recipe,
            "files": json.dumps([[one.path, one.size, one.sha256, one.date] for one in result.files]),
            "failure": result.failure,
            "kind": result.kind,
            "sentences": result.on,
            "reasons": json.dumps(dict(result.reasons)),
            "errors": json.dumps(dict(result.errors)),
            "warnings": json.dumps(list(result.warnings)),
            "seconds": result.seconds,
            "finished": result.when,
            "machine": result.machine,
            "version": result.version,
            **{name: _packed(getattr(result, name)) for name in _COLUMNS},
            "names": checksum,
        }
        names = ", ".join(("treebank", "system", "preparation", *values))
        measured = [
            (*result.key, key, place, one.signature, *map(_packed, (one.numerators, one.denominators, one.exist)))
            for place, (key, one) in enumerate(result.measured.items())
        ]
        with self._writing():
            self._connection.execute(
                f"INSERT OR REPLACE INTO results ({names}) VALUES ({', '.join('?' * (3 + len(values)))})",
                (*result.key, *values.values()),
            )
            self._connection.execute("INSERT OR IGNORE INTO names VALUES (?, ?)", (checksum, zlib.compress(ids, 1)))
            self._connection.execute("DELETE FROM measured WHERE treebank=? AND system=? AND preparation=?", result.key)
            self._connection.executemany("INSERT INTO measured VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", measured)

    def states(self) -> dict[Key, tuple[str, str, tuple[FileState, ...]]]:
        """Of each result its recipe, failure and files."""
        rows = self._rows("SELECT treebank, system, preparation, recipe, failure, files FROM results")
        return {(a, b, c): (recipe, failure, _files(files)) for a, b, c, recipe, failure, files in rows}

    def seen(self, key: Key, files: Sequence[FileState]) -> None:
        """The files of a result have other dates and the same content."""
        with self._writing():
            self._connection.execute(
                "UPDATE results SET files=? WHERE treebank=? AND system=? AND preparation=?",
                (json.dumps([[one.path, one.size, one.sha256, one.date] for one in files]), *key),
            )

    def results(self, keys: Sequence[str] | None = None) -> dict[Key, Result]:
        """All results that belong to the batch; ``keys``: only these measures of them."""
        among = "" if keys is None else f" AND key IN ({', '.join('?' * len(keys))})"
        measured: dict[Key, dict[str, Measured]] = {}
        for a, b, c, key, signature, *columns in self._rows(
            "SELECT treebank, system, preparation, key, signature, numerators, denominators, exist FROM measured "
            f"JOIN plan USING (treebank, system, preparation) WHERE 1{among} ORDER BY measured.place",
            keys or (),
        ):
            measured.setdefault((a, b, c), {})[key] = Measured(signature, *map(_unpacked, columns))
        with (
            self._plain(),
            closing(
                self._connection.execute(
                    "SELECT results.* FROM results JOIN plan USING (treebank, system, preparation) ORDER BY place"
                )
            ) as rows,
        ):
            names = [one[0] for one in rows.description]
            records = [dict(zip(names, row, strict=True)) for row in rows]
        names_of = {name: PackedNames(ids) for name, ids in self._rows("SELECT checksum, ids FROM names")}
        return {one.key: one for one in (_result(record, measured, names_of[record["names"]]) for record in records)}


class PackedNames(Sequence[str]):
    """The ids of a treebank's sentences, unpacked whenever somebody asks: of thousands of treebanks they would fill the memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def _all(self) -> list[str]:
        found: list[str] = json.loads(zlib.decompress(self._data))
        return found

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self._all()[index]


def _result(record: Mapping[str, Any], measured: Mapping[Key, Mapping[str, Measured]], ids: Sequence[str]) -> Result:
    """A result from its row."""
    key = (record["treebank"], record["system"], record["preparation"])
    return Result(
        key, _files(record["files"]), record["recipe"], record["failure"], record["kind"],
        **{name: _unpacked(record[name]) for name in _COLUMNS}, ids=ids,
        measured=measured.get(key, {}), on=record["sentences"], reasons=json.loads(record["reasons"]),
        errors=json.loads(record["errors"]), warnings=tuple(json.loads(record["warnings"])), seconds=record["seconds"],
        when=record["finished"], machine=record["machine"], version=record["version"],
    )  # fmt: skip


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


def _packed(column: NDArray[Any]) -> bytes:
    """A column as bytes: its type, a zero byte, what is in it, compressed; masks as bits."""
    if column.dtype == np.bool_:
        return b"?%d\0" % len(column) + zlib.compress(np.packbits(column).tobytes(), 1)
    return (
        column.dtype.newbyteorder("<").str.encode() + b"\0" + zlib.compress(np.ascontiguousarray(column).tobytes(), 1)
    )


def _unpacked(data: bytes) -> NDArray[Any]:
    kind, _, packed = data.partition(b"\0")
    content = zlib.decompress(packed)
    if kind.startswith(b"?"):
        return np.unpackbits(np.frombuffer(content, np.uint8), count=int(kind[1:])).astype(np.bool_)
    return np.frombuffer(content, np.dtype(kind.decode()))


def _files(text: str) -> tuple[FileState, ...]:
    return tuple(FileState(*one) for one in json.loads(text))
