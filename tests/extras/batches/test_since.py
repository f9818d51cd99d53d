from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.extras.batches.made import SENTENCES, conllu, task
from tests.extras.batches.test_run import Here, scored
from treecompare.cli import run_command
from treecompare.errors import UsageError
from treecompare.extras.batches.pools import Pool
from treecompare.extras.batches.tables import Board, changes


def two(tmp_path: Path) -> tuple[str, str]:
    """Results of yesterday and today: good was wrong in 1 sentence of aa and is in 6; poor has bb now; the gold of bb changed."""
    path = task(tmp_path)
    scored(path, Pool(Here()))
    shutil.copy(tmp_path / "task.batch", tmp_path / "before.batch")
    (tmp_path / "out/good/aa.conllu").write_text(conllu(6), "utf-8")
    (tmp_path / "out/poor/bb.conllu").write_text(conllu(1), "utf-8")
    (tmp_path / "gold/bb.conllu").write_text(conllu(0, [*SENTENCES, "it barks"]), "utf-8")
    for system in ("good", "poor"):
        (tmp_path / f"out/{system}/bb.conllu").write_text(conllu(1, [*SENTENCES, "it barks"]), "utf-8")
    scored(path, Pool(Here()))
    return str(tmp_path / "before.batch"), str(tmp_path / "task.batch")


def test_what_was_won_and_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, now = two(tmp_path)
    tables = {one.title: one for one in changes(Board.of(before), Board.of(now))}
    assert list(tables) == ["LAS, before and now", "UAS, before and now", "Errors by type", "Only in one of both"]
    figures = tables["LAS, before and now"]
    assert [row[:4] for row in figures.rows] == [
        ["macro-average", "good", (18 / 19 + 1) / 2, (13 / 19 + 20 / 21) / 2], ["macro-average", "poor", 8 / 19, 8 / 19],
        ["aa", "good", 18 / 19, 13 / 19], ["bb", "good", 1, 20 / 21], ["aa", "poor", 16 / 19, 16 / 19],
    ]  # fmt: skip
    assert [row[4] for row in figures.rows] == pytest.approx([(-5 / 19 - 1 / 21) / 2, 0, -5 / 19, -1 / 21, 0])
    assert [(figures.text(row, 2), figures.text(row, 3)) for row in (2, 3)] == [
        ("94.74", "68.42"),
        ("100.00 (6)", "95.24 (7)"),
    ]
    errors = tables["Errors by type"]
    assert sum(int(row[4] or 0) for row in errors.rows if row[0] == "good") == 5  # bb has another gold
    assert sum(int(row[2] or 0) for row in errors.rows) == 4
    assert "Counted on 12 of 12 sentences" in errors.note
    assert "The gold changed of bb: no errors are counted there." in figures.note
    assert tables["Only in one of both"].rows == [
        ["bb", "poor", "usual", "before: the system has no file for this treebank"]
    ]

    assert run_command(["batch", "tables", before, now]) == 0
    out = capsys.readouterr().out
    assert "LAS, before and now" in out and "Only in one of both" in out
    assert run_command(["batch", "tables", before, now, "--format", "json"]) == 0
    for table in json.loads(capsys.readouterr().out):
        assert len({*table["columns"]}) == len(table["columns"]), table["title"]


def test_a_gold_that_changed_is_told_where_nothing_else_is_counted(tmp_path: Path) -> None:
    path = task(tmp_path)
    scored(path, Pool(Here()))
    shutil.copy(tmp_path / "task.batch", tmp_path / "before.batch")
    for name in ("aa", "bb"):
        (tmp_path / f"gold/{name}.conllu").write_text(conllu(2), "utf-8")
    scored(path, Pool(Here()))
    tables = changes(Board.of(str(tmp_path / "before.batch")), Board.of(str(tmp_path / "task.batch")))
    assert [one.title for one in tables] == ["LAS, before and now", "UAS, before and now"]
    assert all(one.note.endswith("The gold changed of aa, bb: no errors are counted there.") for one in tables)


def test_one_system_may_be_called_otherwise_and_nothing_shared_is_an_error(tmp_path: Path) -> None:
    boards = []
    for name in ("a", "b", "c"):
        treebanks = '{ zz = "gold/aa.conllu" }' if name == "c" else '"gold/aa.conllu"'
        text = f'treebanks = {treebanks}\n[systems]\nparser-{name} = "out/good/aa.conllu"\n'
        (tmp_path / name).mkdir()
        scored(task(tmp_path / name, text), Pool(Here()))
        boards.append(Board.of(str(tmp_path / name / "task.batch")))
    tables = changes(*boards[:2])
    assert {row[1] for row in tables[0].rows} == {"parser-b"} and "Only in one of both" not in [
        one.title for one in tables
    ]
    assert [row[:1] + row[2:] for row in tables[-1].rows] == [["parser-b", 1, 1, 0]]
    with pytest.raises(UsageError, match="nothing is in both"):
        changes(boards[0], boards[2])
