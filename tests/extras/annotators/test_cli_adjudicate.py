from __future__ import annotations

from pathlib import Path

import pytest

import treecompare as tc
from tests.extras.annotators.test_kept import decide, made
from treecompare.cli import run_command


def test_the_result_is_written_with_its_tables_and_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = made(tmp_path)
    decide(path, (1, "b"), (2, "a"))
    out, folder = tmp_path / "out.conllu", tmp_path / "tables"
    command = ["adjudicate", str(path), "--output", str(out), "--tables", str(folder), "--html", str(folder)]
    assert run_command(command) == 0
    first = {one.name: one.read_bytes() for one in (out, *folder.iterdir())}
    assert sorted(first) == ["a.html", "a.tsv", "b.html", "b.tsv", "out.conllu", "provenance.tsv"]
    told = capsys.readouterr()
    assert "1 difference undecided; a’s stands there" in told.err and "decided" in told.out
    assert run_command(command) == 2
    assert "out.conllu: exists already; expected a new name; --overwrite writes over it" in capsys.readouterr().err
    assert run_command([*command, "--overwrite"]) == 0
    assert {one.name: one.read_bytes() for one in (out, *folder.iterdir())} == first


def test_no_analysis_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = made(tmp_path)
    before = (tmp_path / "a.conllu").read_bytes()
    assert run_command(["adjudicate", str(path), "--output", str(tmp_path / "a.conllu"), "--overwrite"]) == 2
    assert "is one of the analyses" in capsys.readouterr().err
    assert (tmp_path / "a.conllu").read_bytes() == before


def test_strict_writes_nothing_while_something_is_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = made(tmp_path, count=1), tmp_path / "out.conllu"
    assert run_command(["adjudicate", str(path), "--output", str(out), "--strict"]) == 1
    assert "1 difference is not decided" in capsys.readouterr().err and not out.exists()
    decide(path, (1, "b"))
    assert run_command(["adjudicate", str(path), "--output", str(out), "--strict"]) == 0
    assert "3\tobl" in out.read_text()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["a.conllu"], "is not a comparison file"),
        (["one.treecompare", "--join", "a.conllu"], "is not a comparison file"),
        (["none.treecompare"], "there is no such file"),
        (["one.treecompare", "--between", "a,x"], "there is no analysis 'x'"),
        (["one.treecompare", "--between", "a"], "1 analysis; expected two or three"),
    ],
)
def test_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str) -> None:
    made(tmp_path)
    given = [one if one.startswith("-") or "." not in one else str(tmp_path / one) for one in arguments]
    assert run_command(["adjudicate", *given]) == 2
    error = capsys.readouterr().err
    assert expected in error and error.count("\n") == 1


def test_the_library_gives_the_same(tmp_path: Path) -> None:
    path = made(tmp_path)
    decide(path, (1, "b"))
    found = tc.adjudicate(path)
    assert (found.decided, found.differences, found.names) == (1, 3, ("a", "b"))
    assert "Adj=b" in found.to_treebank(tmp_path / "out.conllu")
    with pytest.raises(tc.UsageError, match="exists already"):
        found.to_treebank(tmp_path / "out.conllu")
    with pytest.raises(tc.TreecompareError, match="2 differences are not decided"):
        found.to_treebank(strict=True)
    with pytest.raises(tc.UsageError, match="no annotator 'x'"):
        found.changed("x")
    assert len(found.changed("a")) == 1 and "Lisbon" in found.page("a")
