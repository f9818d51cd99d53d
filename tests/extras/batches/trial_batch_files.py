"""Files of results of batches that were mutated (bytes, values, packed numbers, schema); then all that is shown of a batch is
asked for. Each answer is tables or one sentence."""

from __future__ import annotations

import contextlib
import random
import sqlite3
import tempfile
import warnings
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from tests.extras.batches.made import task
from tests.extras.batches.test_run import Here
from tests.trials.trial_project_files import JSON, SCHEMAS, _bytes, _check_message
from tests.trials.trial_project_files import ODD as ODD_VALUES
from treecompare.errors import TreecompareError
from treecompare.extras.batches.figures import Board
from treecompare.extras.batches.manifest import read_manifest
from treecompare.extras.batches.plan import planned
from treecompare.extras.batches.rows import packed
from treecompare.extras.batches.run import GivenPool, jobs_of
from treecompare.extras.batches.run import run as batch
from treecompare.extras.batches.since import Since
from treecompare.extras.batches.store import Store, jobs_left
from treecompare.extras.batches.tables import for_people, for_scripts

BRIEF, FULL = 150, 20_000
KEY = ("treebank", "system", "preparation")
TABLES = {
    "about": ("name", "value"),
    "plan": ("place", *KEY, "gold", "path"),
    "results": (
        *KEY, "recipe", "files", "failure", "kind", "sentences", "reasons", "warnings", "seconds", "finished", "machine",
        "version", "gold_counts", "asked", "scored", "zeroed", "lengths", "names",
    ),
    "names": ("checksum", "ids"),
    "measured": (*KEY, "key", "place", "signature", "undefined", "numerators", "denominators", "exist"),
    "errors": (*KEY, "title", "place", "counts"),
}  # fmt: skip
ODD = (
    *ODD_VALUES, 1e300, -1e300, 4.9e-324, "aa", "bb", "good", "poor", "usual", "las", "t.whole.dice", "crossing", "own",
    "common", "constituents", "[]", "{}", "[[]]", '[["x", 1, "y", 2]]', '[["\\u0000", 1, "y", 2], ["y", -1, "y", 1e9]]',
    '{"usual": {"params": "/etc/passwd", "max_length": 1e999}}', '{"usual": []}', *JSON,
)  # fmt: skip


def _columns(draw: random.Random) -> bytes:
    """Packed numbers, of which hardly any are right."""
    rows = draw.choice((0, 1, 5, 6, 6, 6, 7, 1000))
    value = draw.choice((0, 1, 1, 2, -1, -2, 100, 2**31, 2**62, np.nan, np.inf, -np.inf, 1e300))
    kind = draw.choice(("i1", "i2", "i4", "i8", "f8", "f4", "u8", "?", "c16", "M8[D]"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            data = packed(np.full(rows, value).astype(kind))
        except (TypeError, ValueError, OverflowError):
            data = b"|O8\0" + zlib.compress(b"\0" * 48)
    match draw.randrange(8):
        case 0:
            return data.replace(b"\0", draw.choice((b"", b"9\0", b"\0\0")), 1)
        case 1:
            return data[: draw.randrange(len(data))]
        case 2:
            return data + b"x"
        case 3:
            return b"?%d\0" % draw.choice((0, -1, 6, 10**12)) + zlib.compress(bytes(draw.choice((0, 1, 2))))
        case 4:
            return b"<i8\0" + zlib.compress(bytes(draw.choice((1, 48, 56, 10**6))))
    return data


def _mutate(draw: random.Random, path: Path, original: bytes) -> str:
    kind = draw.choices(("bytes", "values", "numbers", "schema"), (3, 5, 5, 1))[0]
    path.write_bytes(_bytes(draw, bytearray(original)) if kind == "bytes" else original)
    if kind == "bytes":
        return kind
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA journal_mode = MEMORY")
        for _ in range(draw.randint(1, 3)):
            table = draw.choice(list(TABLES))
            column = draw.choice(TABLES[table])
            with contextlib.suppress(sqlite3.Error, UnicodeError):
                if kind == "schema":
                    number = draw.choice((-1, 0, 1, 2, 3, 5, 99, 2**31 - 1))
                    statement = draw.choice(SCHEMAS).format(table=table, column=column, number=number)
                    connection.executescript(statement)
                    continue
                value: Any = draw.choice(ODD)
                if kind == "numbers":
                    table = draw.choice(("results", "measured", "errors", "names"))
                    columns = {"results": TABLES["results"][-6:-1], "measured": TABLES["measured"][-3:]}
                    column = draw.choice(columns.get(table, TABLES[table][-1:]))
                    value = _columns(draw) if draw.random() < 0.8 else value
                    if table == "names" and draw.random() < 0.7:
                        value = zlib.compress(str(draw.choice(JSON)).encode())
                where = draw.choice(("", f" WHERE {TABLES[table][0]} = 'aa'", " WHERE rowid = 1"))
                connection.execute(f"UPDATE {table} SET {column} = ?{where}", (value,))
    return kind


def _use(draw: random.Random, path: Path, before: Board, jobs: list[Any]) -> bool:
    """Asks for everything; whether the file could be read."""
    try:
        store = Store(str(path), make=draw.random() < 0.3)
    except TreecompareError as error:
        _check_message(error)
        return False
    try:
        try:
            board = Board.of(store)
            for table in (*for_people(board), *for_scripts(board)):
                for row in range(len(table.rows)):
                    [table.text(row, column) for column in range(len(table.columns))]
        except TreecompareError as error:
            _check_message(error)
            return False
        with contextlib.suppress(TreecompareError):
            Since(before, board).tables()
        for result in draw.sample(list(before.results.values()), 1):
            store.put(result)
        jobs_left(jobs, store)
    except TreecompareError as error:
        _check_message(error)
    finally:
        store.close()
    return True


def run(rounds: int, seed: int) -> str:
    """Mutates so many files."""
    answers: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        plan = planned(read_manifest(str(task(Path(folder)))))
        jobs = jobs_of(plan)
        first = Store(plan.manifest.results, make=True)
        with contextlib.closing(first):
            for _ in batch(plan, first, GivenPool(Here())):
                pass
            before = Board.of(first)
        original = Path(plan.manifest.results).read_bytes()
        path = Path(folder) / "x.batch"
        warnings.simplefilter("error")
        for number in range(rounds):
            draw = random.Random(seed * 10_000_000 + number)
            try:
                answers[_mutate(draw, path, original)] += 1
                answers["opened"] += _use(draw, path, before, jobs)
            except BaseException as error:
                raise AssertionError(f"round {number} of seed {seed}: {error!r}") from error
            for one in Path(folder).glob("x.batch*"):
                one.unlink()
    opened = answers.pop("opened")
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in sorted(answers.items()))
    return f"{rounds:,} mutated files ({kinds}), {opened:,} of which still open: no fault"
