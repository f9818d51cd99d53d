"""Comparison files that were mutated (bytes, values, schema, state) or lie beside something odd; then everything that can be
asked of a project is asked. Each answer is right or one sentence; nothing outside of the folder is touched."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from treecompare.errors import TreecompareError
from treecompare.saved import schema as project_schema
from treecompare.saved.project import Key, Project
from treecompare.saved.state import settings_of

BRIEF, FULL = 300, 1_000_000
KEPT = b"\0 not to be touched"
FIXTURES = Path(__file__).parents[1] / "data" / "comparisons"
TABLES = {
    "state": ("name", "value"),
    "treebanks": ("place", "role", "name", "path", "relative", "size", "sha256", "mtime"),
    "annotations": ("kind", "sentence", "system", "phenomenon", "value"),
    "sentences": ("sentence", "words"),
    "lost": ("kind", "system", "phenomenon", "value", "words"),
    "steps": ("step", "what", "undone"),
    "edits": ("step", "place", "kind", "sentence", "system", "phenomenon", "before", "after"),
}
ODD = (
    None, 0, 1, -1, 2**31, 2**63 - 1, -(2**63), 1.5, float("inf"), "", "x", "note", "phenomenon", "correct", "yes", "no", "gold",
    "\0", "é" * 200, "a" * 300, "/" + "b" * 300 + "/c", "../../..", "/dev/zero", "/proc/self/mem",
    b"", b"blob", b"\xff", b"gold_\xed\xb3\xa9.mrg",
)  # fmt: skip
JSON = (
    "", "x", "{", "null", "[]", "[1]", "1e999", "NaN", '"q"', "[" * 100_000, '{"a":' * 400 + "1" + "}" * 400, "9" * 5000,
    '{"relations": "q", "params": 3, "max_length": true}', '{"params": null, "functions": "yes", "max_length": -1}',
    '{"params": "\\u0000"}',
    '{"max_length": 1e400, "missing": [], "preterminals": {}}', '{"max_length": 99999999999999999999, "differing": ""}',
    '{"system": 3, "sentence": "x"}', '{"system": null, "sentence": 1e9}', '{"sentence": -2}', '{"sentence": true}',
    '{"/x": 7, "/y": "1", "/z": null}', '{"\\udce9": 1}', '{"unknown": [{}]}',
)  # fmt: skip
SCHEMAS = (
    "DROP TABLE {table}", "DROP TABLE {table}; CREATE VIEW {table} AS SELECT * FROM state", "CREATE TABLE other (x)",
    "CREATE TRIGGER t AFTER INSERT ON {table} BEGIN DELETE FROM {table}; END", "CREATE VIEW v AS SELECT * FROM {table}",
    "CREATE INDEX i ON {table} ({column})", "ALTER TABLE {table} RENAME COLUMN {column} TO other",
    "ALTER TABLE {table} ADD COLUMN other DEFAULT 3", "PRAGMA user_version = {number}", "PRAGMA application_id = {number}",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = {number} WHERE name = '{table}'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'TEXT', '') WHERE name = '{table}'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = CAST(x'c328' AS TEXT) WHERE name = '{table}'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET type = 'view', rootpage = 0 WHERE name = '{table}'",
    "PRAGMA journal_mode = WAL", "PRAGMA auto_vacuum = FULL; VACUUM", "PRAGMA page_size = 512; VACUUM",
)  # fmt: skip
WORDS = ["they read books .", "new", "she saw a cat with ears .", "the dog saw a cat with ears", "rain fell on snow"]


def run(rounds: int, seed: int) -> str:
    """Mutates so many files; with many, on all processors."""
    answers: Counter[str] = Counter()
    parts = [range(first, min(first + 5000, rounds)) for first in range(0, rounds, 5000)]
    if len(parts) == 1:
        answers += _rounds(parts[0], seed)
    else:
        with ProcessPoolExecutor() as pool:
            answers = sum(pool.map(_rounds, parts, [seed] * len(parts)), answers)
    opened = answers.pop("opened")
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in sorted(answers.items()))
    return f"{rounds:,} mutated files ({kinds}), {opened:,} of which still open: no fault"


def _rounds(numbers: range, seed: int) -> Counter[str]:
    fast = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    answers: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(dir=fast) as folder:
        place = Path(folder)
        for file in FIXTURES.iterdir():
            shutil.copy(file, place)
        originals = _originals(place)
        (place / "kept").write_bytes(KEPT)
        work = place / "work"
        for number in numbers:
            draw = random.Random(seed * 10_000_000 + number)
            work.mkdir()
            path = work / "x.treecompare"
            try:
                answers[_mutate(draw, path, originals)] += 1
                answers["opened"] += _use(draw, path, place)
                assert (place / "kept").read_bytes() == KEPT, "another file was written to"
            except BaseException as error:
                raise AssertionError(f"round {number} of seed {seed}: {error!r}") from error
            shutil.rmtree(work)
    return answers


def _originals(place: Path) -> list[bytes]:
    """Files to mutate: those of the fixtures, and one with everything in it."""
    project = Project.create(
        place / "full.treecompare", [("gold", "", str(place / "trees.mrg"))], {"place": {"sentence": 1}}
    )
    project.write([(Key("note", 1, "\udce9", "P"), "n"), (Key("note", 7), "lost")], "all", [*WORDS, "", "", "gone"])
    project.write([(Key("correct", 2, "s", "P"), "no"), (Key("error class", 2, "s", "P"), "A")], "more", WORDS)
    project.realign(WORDS)
    project.write([(Key("note", 0), "long " * 2000)], "long", WORDS)
    project.undo()
    project.close()
    return [path.read_bytes() for path in sorted(place.glob("*.treecompare"))]


# -- mutations -------------------------------------------------------------------------------------------------------------


def _mutate(draw: random.Random, path: Path, originals: list[bytes]) -> str:
    path.write_bytes(draw.choice(originals))
    kind = draw.choices(("bytes", "values", "state", "schema", "beside"), (5, 4, 2, 1, 1))[0]
    if kind == "bytes":
        path.write_bytes(_bytes(draw, bytearray(path.read_bytes())))
    elif kind == "beside":
        _beside(draw, path)
    else:
        change = {"values": _values, "state": _state, "schema": _schema}[kind]
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA journal_mode = MEMORY")
            connection.execute("BEGIN") if kind != "schema" else None
            for _ in range(draw.randint(1, 3)):
                with contextlib.suppress(sqlite3.Error):
                    change(draw, connection)
            connection.execute("COMMIT") if connection.in_transaction else None
    return kind


def _bytes(draw: random.Random, data: bytearray) -> bytes:
    for _ in range(draw.choice((1, 1, 1, 2, 8, 50))):
        # the header of the file and those of pages matter most
        page = draw.randrange(max(1, len(data) // 4096)) * 4096
        near = page + draw.randrange(draw.choice((100, 120, 4096)))
        at = min(draw.choice((near, near, draw.randrange(100), draw.randrange(len(data) + 1))), max(0, len(data) - 1))
        match draw.randrange(8):
            case 0 | 1:
                data[at : at + 1] = bytes([draw.randrange(256)])
            case 2:
                data[at : at + 1] = bytes([data[at] ^ 1 << draw.randrange(8)]) if data else b""
            case 3:
                size = draw.choice((2, 4, 8))
                data[at : at + size] = draw.choice((0, 1, 2**31, 2**32 - 1)).to_bytes(8, "big")[-size:]
            case 4:
                data[page : page + 4096] = bytes(4096)
            case 5 if draw.random() < 0.3:
                del data[at:]
            case 6:
                other = draw.randrange(max(1, len(data) // 4096)) * 4096
                data[page : page + 4096] = data[other : other + 4096]
            case 7:
                data[at:at] = draw.randbytes(draw.choice((1, 16))) if draw.random() < 0.2 else b""
        if not data:
            break
    return bytes(data)


def _values(draw: random.Random, connection: sqlite3.Connection) -> None:
    table = draw.choice(list(TABLES))
    column = draw.choice(TABLES[table])
    value: Any = draw.choice(ODD)
    if draw.random() < 0.1:
        connection.execute(f"UPDATE {table} SET {column} = CAST(x'c328' AS TEXT)")
    elif draw.random() < 0.3:
        row = [draw.choice(ODD) for _ in TABLES[table]]
        connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    else:
        key = TABLES[table][0]
        chosen = connection.execute(f"SELECT {key} FROM {table} ORDER BY {key}").fetchall()
        row = draw.choice(chosen) if chosen else None
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {key} IS ?", (value, row and row[0]))


def _state(draw: random.Random, connection: sqlite3.Connection) -> None:
    name: Any = draw.choice(("settings", "follows", "place", "settings", "place", "other", b"x", 3))
    value: Any = draw.choice((*JSON, *JSON, b"{}", 3))
    connection.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, value))


def _schema(draw: random.Random, connection: sqlite3.Connection) -> None:
    table = draw.choice(list(TABLES))
    statement = draw.choice(SCHEMAS)
    number = draw.choice((-1, 0, 1, 2, 3, 5, 7, 99, 2**31 - 1))
    connection.executescript(statement.format(table=table, column=draw.choice(TABLES[table]), number=number))


def _beside(draw: random.Random, path: Path) -> None:
    side = Path(f"{path}{draw.choice(('-journal', '-wal', '-shm'))}")
    match draw.randrange(4):
        case 0:
            side.symlink_to(draw.choice((path.parent.parent / "kept", Path("nowhere"), path)))
        case 1:
            side.mkdir()
        case 2:
            head = project_schema.JOURNAL + draw.randbytes(20) + bytes(484) + draw.randbytes(draw.choice((0, 4104)))
            name = os.fsencode(path.parent.parent / "kept")
            end = (
                b"\0\4\0\1"
                + name
                + len(name).to_bytes(4, "big")
                + sum(name).to_bytes(4, "big")
                + project_schema.JOURNAL
            )
            side.write_bytes(head + end[: draw.choice((len(end), len(end), len(end) - 1, 0))])
        case 3:
            side.write_bytes(draw.randbytes(draw.choice((0, 7, 8, 600))))


# -- everything that can be asked ------------------------------------------------------------------------------------------


def _use(draw: random.Random, path: Path, place: Path) -> int:
    """Opens the file and calls everything in some order; 1 if it could be opened."""
    try:
        project = Project.open(path)
    except TreecompareError as error:
        _check_message(error)
        if draw.random() < 0.5:
            _rescue(path)
        return 0
    while_open = draw.random() < 0.2
    calls: list[Callable[[], object]] = [
        project.changes, project.outside, project.undo, project.undo, project.redo, project.lost,
        lambda: [project.values(kind) for kind in ("note", "correct", "phenomenon", "error class")],
        lambda: project.write([(Key("note", 2), "mine"), (Key("note", 3), None)], "w", WORDS),
        lambda: project.write([(Key("note", 1, "\ud800"), "\udce9")], "\udcff", WORDS),
        lambda: project.write([(Key("other", -1), "x")], "refused"),
        lambda: project.set_state(project.state), lambda: project.realign(WORDS), lambda: project.realign([]),
        lambda: project.relocate("system", "high", str(place / "low.mrg")),
        lambda: project.set_treebanks([("gold", "", str(place / "trees.mrg"))]),
        lambda: [project.accept(one) for one in project.treebanks[:2]],
        lambda: project.save_as(path.with_name("y.treecompare")), lambda: project.save_as(path),
        lambda: (getattr(project.last_step(), "what", ""), getattr(project.last_step(is_undone=True), "what", "")),
    ]  # fmt: skip
    draw.shuffle(calls)
    try:
        settings_of(project.state.get("settings", {}))
        shown = project.state.get("place", {})
        assert isinstance(shown.get("system", ""), str) and type(shown.get("sentence", 0)) is int
        assert all(type(gold) is int for gold in project.state.get("follows", {}).values())
        for call in calls[: draw.choice((3, 6, len(calls)))]:
            try:
                call()
            except TreecompareError as error:
                _check_message(error)
            if while_open and draw.random() < 0.3:
                _damage(draw, path)
        # what is said is said in the copy, too, whatever became of the file
        copy = path.with_name("z.treecompare")
        before = {key: value for kind in ("note", "correct") for key, value in project.values(kind).items()}
        try:
            project.save_as(copy)
        except TreecompareError as error:
            _check_message(error)
        else:
            again = Project(copy, project._connection, project._lock)
            assert {key: value for kind in ("note", "correct") for key, value in again.values(kind).items()} == before
            assert not project.unsaved
    finally:
        project.close()
    if draw.random() < 0.3:
        _rescue(path)
    return 1


def _damage(draw: random.Random, path: Path) -> None:
    """As another program may do while the file is open."""
    if not path.is_file():
        return
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        if draw.random() < 0.3:
            file.truncate(draw.randrange(size + 1))
        else:
            file.seek(draw.randrange(size + 1))
            file.write(draw.randbytes(draw.choice((1, 64, 4096))))


def _rescue(path: Path) -> None:
    into = path.with_name("rescued.treecompare")
    try:
        number = Project.rescue(path, into)
    except TreecompareError as error:
        _check_message(error)
        assert not into.exists()
        return
    rescued = Project.open(into)
    kinds = ("note", "correct", "phenomenon", "error class")
    assert sum(len(rescued.values(kind)) for kind in kinds) == number
    rescued.close()


def _check_message(error: TreecompareError) -> None:
    text = str(error)
    assert text and "\n" not in text and len(text) < 1000, text
    assert "Traceback" not in text
