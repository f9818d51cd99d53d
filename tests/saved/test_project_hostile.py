"""Comparison files that somebody made to do harm: refused in one sentence, before anything of them is carried out."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from treecompare.errors import TreecompareError
from treecompare.saved import schema as project_schema
from treecompare.saved.project import Key, Project
from treecompare.saved.schema import JOURNAL, SCHEMA

NOTE = Key("note", 3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    project = Project.create(tmp_path / "x.treecompare", [])
    project.write([(NOTE, "one")], "w", ["words"] * 9)
    project.close()
    return project.path


def half_written(path: Path) -> Path:
    """Leaves a journal as a program does that is killed in the middle of a step."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("UPDATE annotations SET value = 'half'")
        connection.executemany("INSERT INTO sentences VALUES (?, ?)", ((n, "x" * 3000) for n in range(100, 140)))
        for file in (path, Path(f"{path}-journal")):
            shutil.copy(file, path.parent / f"{file.name}.killed")
        connection.execute("ROLLBACK")
    journal = Path(f"{path}-journal")
    (path.parent / f"{path.name}.killed").replace(path)
    (path.parent / f"{journal.name}.killed").replace(journal)
    return journal


def naming(journal: Path, victim: Path) -> None:
    """Makes a journal name a super-journal, which SQLite deletes when it has undone what the journal tells."""
    name = os.fsencode(victim)
    end = (1 << 30) // 4096 + 1
    numbers = (end, len(name), sum(name))
    with journal.open("ab") as file:
        file.write(numbers[0].to_bytes(4, "big") + name + b"".join(n.to_bytes(4, "big") for n in numbers[1:]) + JOURNAL)


def test_the_journal_of_a_killed_program_is_undone(path: Path) -> None:
    half_written(path)
    project = Project.open(path)
    assert project.value(NOTE) == "one"
    project.close()


def test_a_journal_deletes_no_other_file(path: Path, tmp_path: Path) -> None:
    victim = tmp_path / "thesis.txt"
    victim.write_text("years of work", "utf-8")
    journal = half_written(path)
    naming(journal, victim)
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in (path, journal):
        shutil.copy(file, copy)
    link = tmp_path / "link.treecompare"
    link.symlink_to(path)
    for attempt in (
        lambda: Project.open(path),
        lambda: Project.open(link),
        lambda: Project.create(path, [], overwrite=True),
    ):
        with pytest.raises(
            TreecompareError, match=r"x\.treecompare(-journal: would change other files|: was being written)"
        ):
            attempt()
        assert victim.exists()
    assert Project.rescue(path, tmp_path / "rescued.treecompare") == 1
    assert victim.exists()
    # SQLite itself does delete it
    with contextlib.closing(sqlite3.connect(copy / path.name)) as connection:
        connection.execute("SELECT * FROM state").fetchall()
    assert not victim.exists()


def test_a_journal_that_comes_while_a_file_is_open(path: Path, tmp_path: Path) -> None:
    victim = tmp_path / "thesis.txt"
    victim.write_text("years of work", "utf-8")
    journal = half_written(path)
    kept = journal.read_bytes()
    project = Project.open(path)
    journal.write_bytes(kept)
    naming(journal, victim)
    attempts: list[Callable[[], object]] = [
        lambda: project.write([(NOTE, "two")], "w"), project.undo, project.lost, lambda: project.realign([]),
        lambda: project.set_state({}), lambda: project.save_as(tmp_path / "y.treecompare"),
    ]  # fmt: skip
    for attempt in attempts:
        with pytest.raises(TreecompareError, match="would change other files"):
            attempt()
    assert getattr(project.last_step(), "what", "") == ""
    assert victim.exists()
    journal.unlink()
    project.save_as(tmp_path / "y.treecompare")
    assert project.value(NOTE) == "two"
    project.close()


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="this system has no links")
@pytest.mark.parametrize("side", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("content", [None, b"", b"\0 a file that begins with zero", b"text"])
def test_nothing_is_written_through_links(path: Path, tmp_path: Path, side: str, content: bytes | None) -> None:
    victim = tmp_path / "victim"
    if content is not None:
        victim.write_bytes(content)
    Path(f"{path}{side}").symlink_to(victim)
    for name in (path, tmp_path / "link.treecompare"):
        if name != path:
            name.symlink_to(path)
        with pytest.raises(TreecompareError, match=f"x.treecompare{side}: "):
            Project.open(name)
    assert (victim.read_bytes() if victim.exists() else None) == content
    path.unlink()
    Project.create(path, []).close()  # what lies beside no file is no more than a name
    assert (victim.read_bytes() if victim.exists() else None) == content


def test_a_write_ahead_log(path: Path, tmp_path: Path) -> None:
    log = Path(f"{path}-wal")
    log.write_bytes(b"anything")
    with pytest.raises(TreecompareError, match="does not belong to a comparison"):
        Project.open(path)
    assert log.read_bytes() == b"anything"
    log.unlink()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    with pytest.raises(TreecompareError, match="write-ahead log"):
        Project.open(path)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_saving_over_a_file_that_was_being_written(path: Path, tmp_path: Path) -> None:
    other = Project.create(tmp_path / "y.treecompare", [])
    journal = half_written(path)
    before = path.read_bytes(), journal.read_bytes()
    with pytest.raises(TreecompareError, match=r"x.treecompare: was being written when a program ended"):
        other.save_as(path)
    assert (path.read_bytes(), journal.read_bytes()) == before
    for spent in (b"", bytes(600)):  # killed before there was anything to undo: SQLite leaves them where they are
        journal.write_bytes(spent)
        Project.open(path).close()
        assert journal.exists()
        other.save_as(path)
        assert not journal.exists()
        other.save_as(tmp_path / "y.treecompare")
    journal.write_bytes(before[1])
    path.unlink()
    other.write([(NOTE, "other")], "w")
    other.save_as(path)  # a journal without its file means nothing
    assert other.value(NOTE) == "other"
    other.close()


# -- schemas ---------------------------------------------------------------------------------------------------------------

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
ANNOTATIONS = "DROP TABLE annotations;"
COLUMNS = (
    "kind TEXT NOT NULL, sentence INTEGER NOT NULL, system TEXT NOT NULL, phenomenon TEXT NOT NULL, value TEXT NOT NULL"
)
KEYS = "PRIMARY KEY (kind, sentence, system, phenomenon)"
SLOW = "hex(zeroblob(1000000)) LIKE '%a%b%c%d%e%f%g%'"
FOR_EVER = "instr(hex(zeroblob(1000000)), hex(zeroblob(400000)) || '1')"


@pytest.mark.parametrize(
    "statements",
    [
        f"""{ANNOTATIONS} CREATE VIEW annotations AS {ENDLESS}
            SELECT 'note' kind, i sentence, '' system, '' phenomenon, 'x' value FROM n""",
        "CREATE TRIGGER t AFTER INSERT ON annotations BEGIN UPDATE annotations SET value = 'worse'; END",
        "CREATE TRIGGER t BEFORE INSERT ON annotations BEGIN SELECT RAISE(IGNORE); END",
        "CREATE VIEW other AS SELECT 1",
        "CREATE TABLE other (x)",
        "CREATE VIRTUAL TABLE words USING fts5(x)",
        f"{ANNOTATIONS} CREATE VIRTUAL TABLE annotations USING fts5(kind, sentence, system, phenomenon, value)",
        "CREATE INDEX i ON annotations (value)",
        f"CREATE INDEX i ON sentences (words) WHERE {SLOW}",
        "CREATE INDEX i ON sentences (lower(words))",
        f"{ANNOTATIONS} CREATE TABLE annotations ({COLUMNS}, CHECK ({SLOW}), {KEYS}) WITHOUT ROWID",
        f"{ANNOTATIONS} CREATE TABLE annotations ({COLUMNS}, more AS ({SLOW}), {KEYS}) WITHOUT ROWID",
        f"{ANNOTATIONS} CREATE TABLE annotations ({COLUMNS}, {KEYS})",
        f"{ANNOTATIONS} CREATE TABLE annotations ({COLUMNS.replace('value TEXT', 'value BLOB')}, {KEYS}) WITHOUT ROWID",
        "ALTER TABLE steps ADD COLUMN author TEXT",
        f"ALTER TABLE steps ADD COLUMN author TEXT AS ({SLOW})",
        "DROP TABLE steps",
        "ANALYZE",
        # what SQLite reads when it reads the schema
        f"""PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('table', 'sqlite_stat1', 'sqlite_stat1',
            (SELECT rootpage FROM sqlite_master WHERE name = 'sentences'),
            'CREATE TABLE sqlite_stat1(tbl AS ({FOR_EVER.replace("'", "''")}), idx, stat)')""",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 3 WHERE name = 'annotations'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 1 WHERE name = 'lost'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = CAST(x'c3282063' AS TEXT) WHERE name = 'lost'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = sql || printf('%.*c', 20000, ' ') WHERE name = 'lost'",
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'lost'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_master SET name = 'a' || char(10, 27) || 'b', sql = 'x' WHERE name = 'lost'",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = -1",
        "PRAGMA user_version = 99",
    ],
)  # fmt: skip
def test_other_tables_than_those_of_a_comparison(path: Path, tmp_path: Path, statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(statements)
    before = path.read_bytes()
    begun = time.process_time()
    with pytest.raises(TreecompareError, match=r"x\.treecompare: ") as told:
        Project.open(path)
    assert time.process_time() - begun < 2
    assert str(told.value).isprintable()
    assert path.read_bytes() == before
    Project.create(tmp_path / "y.treecompare", []).close()


def test_tables_that_another_program_changes_meanwhile(path: Path, tmp_path: Path) -> None:
    project = Project.open(path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(
            "CREATE TRIGGER t AFTER INSERT ON annotations BEGIN UPDATE annotations SET value = 'worse'; END"
        )
    for attempt in (lambda: project.write([(NOTE, "two")], "w"), project.undo, project.lost):
        with pytest.raises(TreecompareError, match="another program has changed its tables"):
            attempt()
    assert project.value(NOTE) == "two"
    project.save_as(tmp_path / "y.treecompare")
    assert project.value(NOTE) == "two"
    project.write([(NOTE, "three")], "w")
    project.close()


def test_how_a_schema_is_spaced_means_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spaced = tuple(statement.replace(" ", "\n  ") for statement in SCHEMA)
    monkeypatch.setattr(project_schema, "MIGRATIONS", (spaced,))
    Project.open(path).close()


def test_a_negative_version_counts_from_no_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_schema, "MIGRATIONS", (*project_schema.MIGRATIONS, ()))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = -1")
    with pytest.raises(TreecompareError, match="has other tables"):
        Project.open(path)


def test_files_that_are_too_large(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with path.open("r+b") as file:
        file.truncate(project_schema.LARGEST + 1)
    with pytest.raises(TreecompareError, match="has 512 megabytes; expected a comparison of at most 512"):
        Project.open(path)
    with pytest.raises(TreecompareError, match="has 512 megabytes"):
        Project.rescue(path, path.with_name("rescued.treecompare"))


def test_requests_that_take_too_long(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project.open(path)
    project.write([(Key("note", number), "x") for number in range(5000)], "many")
    monkeypatch.setattr(project_schema, "SECONDS", -1)
    with pytest.raises(TreecompareError, match="takes longer than"):
        project.undo()
    assert len(project.values("note")) == 5000
    monkeypatch.undo()
    project.undo()
    assert len(project.values("note")) == 1
    project.close()


def test_another_program_that_keeps_the_file_to_itself(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_schema, "SECONDS", 0.5)
    patience, *others = project_schema.connect.__defaults__ or ()
    assert patience == 2.0
    monkeypatch.setattr(project_schema.connect, "__defaults__", (0.2, *others))
    project = Project.open(path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(TreecompareError, match="another program is using this file"):
            project.save_as(tmp_path / "y.treecompare")
    project.save_as(tmp_path / "y.treecompare")
    assert project.value(NOTE) == "one"
    project.close()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["x.treecompare", "y.treecompare"]


def test_a_file_that_may_only_be_read_is_brought_up_to_date_in_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = (
        *project_schema.MIGRATIONS,
        ("ALTER TABLE treebanks RENAME COLUMN mtime TO date", "ALTER TABLE treebanks RENAME COLUMN date TO mtime"),
    )
    monkeypatch.setattr(project_schema, "MIGRATIONS", newer)
    monkeypatch.setattr("treecompare.saved.project.MIGRATIONS", newer)
    monkeypatch.setattr(os, "access", lambda *_: False)
    before = path.read_bytes()
    project = Project.open(path)
    assert project.value(NOTE) == "one"
    assert project._connection.execute("PRAGMA user_version").fetchone() == (2,)
    project.close()
    assert path.read_bytes() == before


# -- what a file reads -------------------------------------------------------------------------------------------------------


def test_which_files_a_comparison_would_read(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "sent"
    folder.mkdir()
    (folder / "gold.mrg").write_text("(S (N a))\n", "utf-8")
    outside = tmp_path / "secret.mrg"
    outside.write_text("(S (N a))\n", "utf-8")
    (folder / "link.mrg").symlink_to(outside)
    costs = tmp_path / "costs.tsv"
    costs.write_text("", "utf-8")
    banks = [
        ("gold", "", str(folder / "gold.mrg")),
        ("system", "a", str(outside)),
        ("system", "b", str(folder / "link.mrg")),
    ]
    project = Project.create(
        folder / "x.treecompare", banks, {"settings": {"params": "evalb", "tree_costs": str(costs)}}
    )
    assert project.outside() == [str(outside), str(folder / "link.mrg"), str(costs)]
    project.close()
    moved = tmp_path / "received"
    folder.rename(moved)
    project = Project.open(moved / "x.treecompare")
    # beside the comparison nothing is asked for; what it finds elsewhere by its relative path is
    assert project.outside() == [str(outside), str(moved / "link.mrg"), str(costs)]
    outside.rename(tmp_path / "elsewhere.mrg")
    assert project.outside() == [str(outside), str(folder / "link.mrg"), str(costs)]
    project.close()
