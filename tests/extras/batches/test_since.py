from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.extras.batches.made import SENTENCES, conllu, task
from tests.extras.batches.test_run import Here, scored
from treecompare.cli import run_command
from treecompare.errors import UsageError
from treecompare.extras.batches.figures import Board
from treecompare.extras.batches.run import GivenPool
from treecompare.extras.batches.since import Since
from treecompare.extras.batches.store import Store


def two(tmp_path: Path) -> tuple[str, str]:
    """Results of yesterday and today: good was wrong in 1 sentence of aa and is in 6; poor has bb now; the gold of bb changed."""
    path = task(tmp_path)
    scored(path, GivenPool(Here()))[1].close()
    shutil.copy(tmp_path / "task.batch", tmp_path / "before.batch")
    (tmp_path / "out/good/aa.conllu").write_text(conllu(6), "utf-8")
    (tmp_path / "out/poor/bb.conllu").write_text(conllu(1), "utf-8")
    (tmp_path / "gold/bb.conllu").write_text(conllu(0, [*SENTENCES, "it barks"]), "utf-8")
    for system in ("good", "poor"):
        (tmp_path / f"out/{system}/bb.conllu").write_text(conllu(1, [*SENTENCES, "it barks"]), "utf-8")
    scored(path, GivenPool(Here()))[1].close()
    return str(tmp_path / "before.batch"), str(tmp_path / "task.batch")


def test_what_was_won_and_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, now = two(tmp_path)
    since = Since(*(Board.of(Store(one)) for one in (before, now)))
    systems = since.systems("las", "usual")
    assert [row[:4] for row in systems.rows] == [
        ["good", (18 / 19 + 1) / 2, (13 / 19 + 20 / 21) / 2, pytest.approx((13 / 19 + 20 / 21 - 18 / 19 - 1) / 2)],
        ["poor", 8 / 19, 8 / 19, 0],
    ]
    treebanks = since.treebanks("las", "usual", 200)
    first, second, third = treebanks.rows
    assert first[:7] == ["aa", "good", 18 / 19, 13 / 19, pytest.approx(-5 / 19), 0, 5] and first[8] in ("lost", None)
    assert second[:2] == ["bb", "good"] and second[5:7] == [None, None] and second[2] == 1  # another gold
    assert third[:7] == ["aa", "poor", 16 / 19, 16 / 19, 0, 0, 0]
    assert "Where the gold changed" in treebanks.note
    errors = {(row[0], row[1]): row[2:] for row in since.errors("usual").rows}
    assert sum(of[2] for (system, _), of in errors.items() if system == "good") == 5  # bb has another gold
    sentences = since.sentences("las", "usual")
    assert [row[:4] for row in sentences.rows] == [["aa", "good", n, f"s{n - 1}"] for n in range(2, 7)]
    assert sentences.rows[0][5:] == [1, pytest.approx(2 / 3), pytest.approx(-1 / 3)]
    assert [row[:3] for row in since.lost().rows] == [["bb", "poor", "usual"]]

    assert run_command(["batch", now, "--since", before]) == 0
    out = capsys.readouterr().out
    assert "LAS by treebank" in out and "Sentences that changed most" in out and "Only in one of both" in out
    assert run_command(["batch", now, "--since", before, "--format", "json"]) == 0
    for table in json.loads(capsys.readouterr().out):
        assert len({*table["columns"]}) == len(table["columns"]), table["title"]


def test_one_system_may_be_called_otherwise_and_nothing_shared_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir(), (tmp_path / "b").mkdir()
    boards = []
    for name in ("a", "b"):
        text = f'treebanks = "gold/aa.conllu"\n[systems]\nparser-{name} = "out/good/aa.conllu"\n'
        boards.append(Board.of(scored(task(tmp_path / name, text), GivenPool(Here()))[1]))
    since = Since(*boards)
    assert [pair.key[1] for pair in since.pairs] == ["parser-b"] and not since.lost().rows
    other = 'treebanks = { zz = "gold/aa.conllu" }\n[systems]\nx = "out/good/aa.conllu"\n'
    (tmp_path / "c").mkdir()
    with pytest.raises(UsageError, match="nothing is in both"):
        Since(boards[0], Board.of(scored(task(tmp_path / "c", other), GivenPool(Here()))[1]))
