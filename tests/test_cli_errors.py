"""``treecompare errors``: tables, objects, single errors, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.analyses.test_errors import HIGH, LOW, TAG
from treecompare.cli import run_command


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    paths = []
    for name, trees in (("gold", [LOW] * 3), ("high", [HIGH, LOW, HIGH]), ("tag", [TAG, LOW, LOW])):
        path = tmp_path / f"{name}.mrg"
        path.write_text("\n".join(trees) + "\n", "utf-8")
        paths.append(str(path))
    return paths


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run_command(["errors", *arguments]) == 0
    return capsys.readouterr().out


def test_tables(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, *files)
    lines = text.splitlines()
    assert lines[0] == "Errors by type"
    assert ["PP", "attachment", "2", "0"] in [line.split() for line in lines]
    assert "differences to high" in text and "errors|params:standard" in text
    assert "differences to tag" in output(capsys, *files, "--baseline", "tag")
    assert "Moved" in output(capsys, *files, "--by", "kind")
    sites = [line.split() for line in output(capsys, *files, "--by", "sites").splitlines()]
    assert ["PP", "attachment", "NP", "VP", "2", "0"] in sites
    for group in ("length", "depth", "phenomenon"):
        assert f"Errors by {group}".replace("length", "sentence length") in output(capsys, *files, "--by", group)


def test_rows_for_scripts(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    rows = [line.split("\t") for line in output(capsys, *files, "--format", "tsv", "--type", "PP,tag").splitlines()]
    assert rows[0][:7] == ["system", "type", "errors", "opportunities", "rate", "e_cost", "t_cost"]
    assert rows[1][:4] == ["high", "PP", "2", "3"] and rows[1][5:8] == ["4", "4", ""]
    assert [row[:2] for row in rows[1:]] == [["high", "PP"], ["high", "tag"], ["tag", "PP"], ["tag", "tag"]]


def test_object(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(
        output(capsys, *files, "--format", "json", "--per-sentence", "--iterations", "100", "--seed", "3")
    )
    assert found["baseline"] == "high" and (found["common"], found["of"], found["iterations"]) == (3, 3, 100)
    high, tag = found["systems"]
    assert (high["types"]["PP"]["errors"], high["types"]["PP"]["p"], tag["types"]["tag"]["t_cost"]) == (2, None, 1)
    assert tag["types"]["PP"]["difference"] == pytest.approx(-2 / 3)
    assert high["errors"][0] | {"nodes": [], "moved": []} == {
        "index": 1, "id": "1", "type": "PP", "kind": "moved", "what": "PP", "label": "PP", "words": [5, 6], "text": "with eyes",
        "gold_site": "NP", "system_site": "VP", "height": "high", "e_cost": 2, "t_cost": 2, "depth": 3, "nodes": [], "moved": [],
    }  # fmt: skip


def test_one_by_one(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, *files, "--type", "tag", "--per-sentence")
    assert [line.split() for line in text.splitlines() if line.startswith("tag ")][-1] == [
        "tag", "1", "1", "Tag", "tag", "NN", "man", "NN", "VB", "2", "1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--type", "colour"], "treecompare: colour: no such type of error; expected one of moved, retagged, missing"),
        (["--baseline", "nobody"], "treecompare: there is no system 'nobody'; expected one of high, tag"),
    ],
)
def test_what_is_not_there(
    arguments: list[str], message: str, files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["errors", *files, *arguments]) == 2
    assert message in capsys.readouterr().err


def test_differences_between_two_analyses(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, *files[:2], "--no-gold", "--by", "sites")
    assert ["type", "gold", "high", "high"] in [line.split() for line in text.splitlines()]
    text = output(capsys, f"{files[0]}", f"bert={files[1]}", "--no-gold")
    assert text.startswith("Differences by type") and "bert" in text and "error" not in text.replace("errors|", "")
    keys = output(capsys, *files, "--no-gold", "--format", "tsv").splitlines()
    assert keys[0] == output(capsys, *files, "--format", "tsv").splitlines()[0]  # scripts rest on them
