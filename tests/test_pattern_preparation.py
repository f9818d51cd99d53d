"""Patterns over a comparison look at the trees that are scored, and say by what these were prepared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import treecompare
from tests.conftest import stride
from treecompare.cli import run_command

LOST = "gold: PP=x  !system: x"
INVENTED = "system: PP=x  !gold: x"
FIGURES = {
    ("standard", LOST): (542, 398),
    ("standard", INVENTED): (582, 427),
    ("none", LOST): (557, 407),
    ("none", INVENTED): (597, 436),
}


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run_command([*arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("params", "pattern"), [*FIGURES][:: stride(3)])
def test_hits_are_those_of_the_trees_that_are_scored(
    shared: Path, capsys: pytest.CaptureFixture[str], params: str, pattern: str
) -> None:
    folder = shared / "data/wsj-sample-1394"
    files = str(folder / "gold.mrg"), str(folder / "bllip.mrg")
    chosen = [] if params == "standard" else ["--params", params]
    hits, sentences = FIGURES[params, pattern]
    said = f"Trees prepared by '{params}'."
    [counts] = printed(capsys, "search", "--gold", files[0], pattern, files[1], "--count", *chosen)
    assert counts["rows"] == [["bllip", hits, sentences]] and counts["note"].endswith(said)
    [listed] = printed(capsys, "search", "--gold", files[0], pattern, files[1], *chosen)
    assert len(listed["rows"]) == hits and listed["note"].endswith(said)
    scored = printed(capsys, "score", *files, "--where", pattern, "--measures", "e.roof.dice", *chosen)
    where = scored["systems"][0]["where"]
    assert (where["hits"], where["sentences"]) == (hits, sentences)
    comparison = treecompare.compare(*files, params=params)
    tables = {table.title: table for table in comparison.report("pattern", where=pattern)}
    counted = tables[f"Counts of {pattern}"]
    assert [list(row.values()) for row in counted] == [["bllip", hits, sentences]] and counted.note.endswith(said)
    assert len(tables["Hits"]) == hits and tables["Hits"].note.endswith(said)


def test_a_search_with_and_without_gold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A comma under an NP: the search in one treebank sees it, a comparison does not, unless it is asked to."""
    path = tmp_path / "gold.mrg"
    path.write_text("(S (NP (NP (NN oil)) (, ,) (PP (IN in) (NP (NN may)))) (VP (VBD fell)))\n", "utf-8")
    pattern = "gold: NP=x < /,/"
    for arguments, hits, params in (
        ([pattern, str(path)], 1, "none"),
        ([pattern, str(path), "--params", "standard"], 0, "standard"),
        (["--gold", str(path), pattern, str(path)], 0, "standard"),
        (["--gold", str(path), pattern, str(path), "--params", "none"], 1, "none"),
    ):
        [counts] = printed(capsys, "search", "--count", *arguments)
        assert counts["rows"][0][1] == hits
        assert counts["note"].endswith(f"Trees prepared by '{params}'.")


def test_the_table_of_where_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gold.mrg"
    path.write_text("(S (NP (NN oil)) (VP (VBD fell)))\n", "utf-8")
    assert run_command(["score", str(path), str(path), "--where", "gold: NP=x", "--params", "evalb"]) == 0
    assert "Trees prepared by 'evalb'." in capsys.readouterr().out


def test_words_are_not_prepared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "gold.conllu"
    path.write_text("1\tit\tit\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tfell\tfall\tVERB\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    [counts] = printed(capsys, "search", "--gold", str(path), "gold: nsubj=x  system: x", str(path), "--count")
    assert counts["rows"] == [["gold", 1, 1]] and "prepared" not in counts["note"]
