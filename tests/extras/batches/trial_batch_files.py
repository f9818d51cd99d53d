"""Files of results of batches that were mutated (bytes, values, JSON, schema); then all that is shown of a batch is
asked for. Each answer is tables or one sentence."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import tempfile
import warnings
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

from tests.extras.batches.made import task
from tests.extras.batches.test_run import Here
from tests.trials.trial_project_files import JSON, SCHEMAS, _bytes, _check_message
from tests.trials.trial_project_files import ODD as ODD_VALUES
from treecompare.errors import TreecompareError
from treecompare.extras.batches.manifest import Plan, read_manifest
from treecompare.extras.batches.pools import Pool, jobs_of
from treecompare.extras.batches.pools import run as batch
from treecompare.extras.batches.store import Store, jobs_left
from treecompare.extras.batches.tables import Board, changes, for_people, for_scripts

BRIEF, FULL = 150, 20_000
TABLES = {"plan": ("said",), "results": ("key", "said", "errors")}
ODD = (
    *ODD_VALUES, 1e300, -1e300, 4.9e-324, "aa", "bb", "good", "poor", "usual", "las", "t.whole.dice", "[]", "{}", "[[]]",
    '["aa", "usual"]', '["", {"usual": {"params": "/etc/passwd", "max_length": 1e999}}, []]', '["", {"usual": []}, []]', *JSON,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1, 7, 1 << 62, 1 << 70, 0.5, -0.5, 1e300, float("nan"), float("inf"), "", "x", "aa", "good", "las", "xyzzy",
    "a\0b", "\ud800", [], {}, [[]], [0], ["x", "y"], {"good": "why"}, {"good": [0]}, {"x": {}},
)  # fmt: skip


def _replaced(draw: random.Random, value: Any, depth: int = 0) -> Any:
    """JSON of which one value somewhere is another one, is gone, or is there twice."""
    if isinstance(value, (list, dict)) and value and draw.random() < 0.9 - depth / 10:
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        place = draw.choice(places)
        found = value.copy()
        match draw.randrange(8):
            case 0:
                del found[place]
            case 1 if isinstance(found, list):
                found.append(found[place])
            case _:
                found[place] = _replaced(draw, found[place], depth + 1)
        return found
    return draw.choice(VALUES)


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
            with contextlib.suppress(sqlite3.Error, ValueError, TypeError, zlib.error):
                if kind == "schema":
                    number = draw.choice((-1, 0, 1, 2, 3, 5, 99, 2**31 - 1))
                    statement = draw.choice(SCHEMAS).format(table=table, column=column, number=number)
                    connection.executescript(statement)
                    continue
                value: Any = draw.choice(ODD)
                where = draw.choice(("", " WHERE rowid = 1"))
                if kind == "numbers":
                    for rowid, old in connection.execute(f"SELECT rowid, {column} FROM {table}{where}").fetchall():
                        said = _replaced(draw, json.loads(zlib.decompress(old) if column == "errors" else old))
                        text = json.dumps(said)
                        value = zlib.compress(text.encode()) if column == "errors" else text
                        if draw.random() < 0.1:
                            value = value[: draw.randrange(len(value))]
                        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, rowid))
                    continue
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
            board = Board.of(str(path))
            for table in (*for_people(board), *for_scripts(board)):
                for row in range(len(table.rows)):
                    [table.text(row, column) for column in range(len(table.columns))]
            changes(before, board)
        except TreecompareError as error:
            _check_message(error)
            return False
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
        plan = Plan(read_manifest(str(task(Path(folder)))))
        jobs = jobs_of(plan)
        for _ in batch(plan, Pool(Here())):
            pass
        before = Board.of(plan.manifest.results)
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
