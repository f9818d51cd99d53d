"""The command batch, with processes of its own in one test only: they take a second to begin."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import treecompare as tc
from tests.extras.batches.made import conllu, task
from tests.extras.batches.test_run import Here
from treecompare.cli import run_command
from treecompare.extras.batches.pools import Pool

OF_BATCH = ["--from-store", "task.batch", "--treebank", "aa", "--output", "a.html"]


def test_batch_scores_and_shows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(task(tmp_path))
    assert run_command(["batch", path, "--dry-run"]) == 1  # poor has nothing for bb
    out = capsys.readouterr().out
    assert "bb        poor    usual        " in out and "results: " in out
    assert not (tmp_path / "task.batch").exists()

    assert run_command(["batch", path, "--jobs", "1"]) == 1
    captured = capsys.readouterr()
    assert captured.err == (  # good on bb is the gold
        "treecompare: 1 warning of readers and pairing; --format tsv lists them\n"
        "treecompare: poor on bb (usual): not scored: the system has no file for this treebank\n"
    )
    # 19 words; 1 and 3 relations are wrong; LAS of poor on bb is 0
    lines = [line.split() for line in captured.out.splitlines()]
    assert ["macro-average", "97.37", "42.11"] in lines and ["bb", "100.00", "*", "–"] in lines

    assert run_command(["batch", "tables", str(tmp_path / "task.batch"), "--format", "json"]) == 1
    scores, overall, unscored, warnings = json.loads(capsys.readouterr().out)
    assert [row[1:6] for row in scores["rows"] if row[1] == "las"] == [
        ["las", "aa", "good", 18 / 19, 1.0], ["las", "aa", "poor", 16 / 19, 2.0], ["las", "bb", "good", 1.0, 1.0],
    ]  # fmt: skip
    assert overall["rows"][1] == ["usual", "las", "poor", 8 / 19, 2.0, 16 / 19, None, 1]
    assert [row[:2] for row in warnings["rows"]] == [["bb", "good"]]
    assert unscored["rows"] == [["bb", "poor", "usual", "the system has no file for this treebank"]]

    (tmp_path / "out/poor/bb.conllu").write_text(conllu(2), "utf-8")
    found = tc.batch(path, executor=Here())
    assert found.complete and found.overall.column("all words")[:2] == [37 / 38, 33 / 38]
    assert list(found.unscored) == []
    assert run_command(["batch", path, "--dry-run", "--format", "tsv"]) == 0
    assert f"bb\tpoor\tusual\t{tmp_path}/gold/bb.conllu\t{tmp_path}/out/poor/bb.conllu\n" in capsys.readouterr().out
    assert run_command(["batch", path, "--jobs", "1"]) == 0
    (tmp_path / "out/poor/cc.conllu").write_text(conllu(2), "utf-8")
    capsys.readouterr()
    for also in ([], ["--dry-run"]):  # what has no gold is not scored
        assert run_command(["batch", path, "--jobs", "1", *also]) == 1
        assert "poor/cc.conllu: there is no gold for this file" in capsys.readouterr().err
    given = {
        "treebanks": f"{tmp_path}/gold/{{treebank}}.conllu",
        "systems": {"good": f"{tmp_path}/out/good/{{treebank}}.conllu"},
    }
    seen: list[tuple[int, int]] = []
    done = tc.batch(given, executor=Here(), results=tmp_path / "b.batch", progress=lambda *of: seen.append(of))
    assert done.complete and seen[-1] == (2, 2) and "LAS" in str(done) and "LAS" in done._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing.toml"], "nothing.toml: there is no such file; expected a manifest (TOML)"),
        (["tables", "nothing.batch"], "nothing.batch: there is no such file; expected the results of a batch"),
        (["tables", "nothing.batch", "--dry-run"], "expected one file of results"),
        ([], "there is no manifest; expected a TOML file"),
        (["--html", "task.toml"], "batches are not written as pages any more; expected, for each treebank,"),
        (["tables"], "tables: expected one file of results, or two"),
        (["tables", "a.batch", "b.batch", "c.batch"], "tables: expected one file of results, or two"),
        (
            ["a.batch"],
            "a.batch: results are shown otherwise; expected a manifest (TOML), or 'treecompare batch tables STORE",
        ),
        (["task.toml", "b.toml"], "b.toml: results are shown otherwise; expected a manifest"),
        (["task.toml", "--significance"], "expected, for a treebank, 'treecompare significance GOLD SYSTEM"),
        (["task.toml", "--results", "x.db"], "expected a name that ends in .batch"),
        (["task.toml", "--since", "a.batch"], "expected 'treecompare batch tables BEFORE.batch RESULTS.batch'"),
        (["task.toml", "--html", "site"], "expected, for each treebank, 'treecompare report html --from-store"),
    ],
)
def test_what_cannot_be_is_told(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert run_command(["batch", *arguments]) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1 and not Path("task.batch").exists()


def test_warnings_and_measures_that_nothing_has_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = task(tmp_path)
    path.write_text(path.read_text("utf-8").replace("las,uas", "las,e.roof.dice"), "utf-8")
    poor = tmp_path / "out/poor/aa.conllu"
    poor.write_text(conllu().replace("\t2\tnsubj", "\t0\troot"), "utf-8")  # two roots
    tc.batch(path, executor=Here())
    monkeypatch.setattr("treecompare.extras.batches.pools.LocalPool", lambda _: Pool(Here()))
    assert run_command(["batch", str(path)]) == 1
    told = capsys.readouterr().err
    assert "e.roof.dice: no treebank of this batch has this measure" in told
    assert "2 warnings of readers and pairing; --format tsv lists them" in told
    assert run_command(["batch", str(path), "--format", "tsv"]) == 1
    assert "aa\tpoor\tpoor: 2 sentences whose heads do not make a tree" in capsys.readouterr().out


def test_a_treebank_of_a_batch_is_reported_from_its_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tc.batch(task(tmp_path), executor=Here())
    store, page, other = (str(tmp_path / name) for name in ("task.batch", "a.html", "b.html"))
    command = ["report", "html", "--from-store", store, "--treebank", "aa", "--output"]
    assert run_command([*command, page]) == 0 and capsys.readouterr().err == ""
    files = [f"{tmp_path}/gold/aa.conllu", *(f"{name}={tmp_path}/out/{name}/aa.conllu" for name in ("good", "poor"))]
    assert run_command(["report", "html", *files, "--output", other]) == 0
    assert Path(page).read_text("utf-8") == Path(other).read_text(
        "utf-8"
    )  # under the settings of the batch, the usual ones
    poor = tmp_path / "out/poor/aa.conllu"
    poor.write_text(conllu(), "utf-8")  # now as the gold
    assert run_command([*command, page]) == 0
    assert capsys.readouterr().err == f"treecompare: {poor}: has changed since it was scored for {store}\n"
    assert "100.00" in Path(page).read_text("utf-8") != Path(other).read_text("utf-8")


def test_files_of_a_batch_are_found_from_anywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are named from where the manifest is, wherever one stands then and now."""
    path = Path(task(tmp_path))
    monkeypatch.chdir(path.parent)
    tc.batch(path.name, executor=Here())
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    command = [
        "report",
        "html",
        "--from-store",
        str(path.with_suffix(".batch")),
        "--treebank",
        "aa",
        "--output",
        "a.html",
    ]
    assert run_command(command) == 0 and "has changed" not in capsys.readouterr().err
    before = path.with_suffix(".batch").read_bytes()
    assert run_command(["batch", str(path), "--jobs", "1"]) == 1  # one file is missing
    assert "scored (" not in capsys.readouterr().err and path.with_suffix(".batch").stat().st_size == len(before)


def test_of_several_preparations_it_is_said_which_one_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = task(tmp_path)
    path.write_text(path.read_text("utf-8") + '\n[preparations]\nfull = { relations = "full" }\nusual = {}\n', "utf-8")
    tc.batch(path, executor=Here())
    monkeypatch.chdir(tmp_path)
    assert run_command(["report", "html", *OF_BATCH]) == 0
    said = "task.batch: of full, usual the report is under the first preparation\n"
    assert said in capsys.readouterr().err and "relations:full" in Path("a.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["html", "--from-store", "task.batch"], "report html writes a file"),
        (["html", "--from-store", "task.batch", "--output", "a.html"], "expected 'report html --from-store RESULTS"),
        (["html", "--treebank", "aa", "--output", "a.html"], "expected 'report html --from-store RESULTS.batch"),
        (["rankings", "--from-store", "task.batch", "--treebank", "aa"], "expected 'report html --from-store RESULTS"),
        (["html", "gold/aa.conllu", *OF_BATCH], "without other files"),
        (["html", *OF_BATCH, "--treebank", "zz"], "zz: there is no such treebank; expected one of aa, bb"),
        (["html", *OF_BATCH, "--from-store", "nothing.batch"], "nothing.batch: there is no such file"),
        (["html", *OF_BATCH, "--missing", "zero"], "expected no others"),
    ],
)
def test_what_cannot_be_reported_of_a_batch_is_told(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tc.batch(task(tmp_path), executor=Here())
    monkeypatch.chdir(tmp_path)
    assert run_command(["report", *arguments]) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1 and not Path("a.html").exists()
