"""Trust in queries as an analysis: figures, the sentences behind them, ranks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from treecompare.analyses.catalogue import analysis
from treecompare.cli import run_command
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import parse
from treecompare.scores.result import View

LOW = "(S (NP (PRP I)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (NNS eyes))))) (. .))"
HIGH = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (NNS eyes)))) (. .))"


def test_figures_sentences_and_ranks() -> None:
    gold, good, bad = f"{LOW}\n{HIGH}", f"{LOW}\n{LOW}", f"{HIGH}\n{HIGH}"
    compared = score(ConstituentComparison(parse(gold), [parse(good), parse(bad)]))
    figures, causes, errors, ranks = analysis("trust", "constituents").tables(compared, View(pattern="NP < PP"))
    assert figures.rows[0][:7] == ["pattern of the filter", "text", 1, 2, 1, 0, 1]
    assert figures.rows[1][:7] == ["pattern of the filter", "text", 1, 0, 0, 1, 0]
    invented, missed = figures.found(0, 6), figures.found(1, 5)
    assert invented is not None and missed is not None
    assert (invented.sentences.tolist(), invented.system) == ([1], 0)
    assert (missed.sentences.tolist(), missed.system) == ([0], 1)
    assert missed.marks == {0: {6: "NP: words, PP attachment"}}
    assert missed.nodes == {0: [("gold", 16)]}  # the NP over man and PP
    wrong = [row for row in errors.rows if row[0] == "pattern of the filter"]
    assert wrong == [
        ["pattern of the filter", "text", "invented", 1, "PP attachment", 1, 1.0],
        ["pattern of the filter", "text", "missed", 1, "PP attachment", 1, 1.0],
    ]
    behind = errors.found(0, 5)
    assert behind is not None and behind.sentences.tolist() == [1]
    assert causes.rows[1][2:6] == [0, 1, 0, 0]
    assert figures.found(0, 2) is None
    assert "resamples:10000" in figures.signatures[0]  # as the command trust draws them
    assert ranks.rows[0][:3] == ["pattern of the filter", 1, 2]
    assert ranks.rows[-1][0] == "E-Dice, whole"


def test_a_pattern_over_several_trees_is_no_query() -> None:
    compared = score(ConstituentComparison(parse(LOW), [parse(HIGH)]))
    figures = analysis("trust", "constituents").tables(compared, View(pattern="gold: PP=x > NP  system: x > VP"))[0]
    assert figures.rows[0][0] == "pp-in-np"
    assert len(figures.rows) == 8


def test_reports_take_files_of_queries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("gold", LOW), ("system", HIGH)):
        (tmp_path / f"{name}.mrg").write_text(f"{text}\n")
    (tmp_path / "q.tsv").write_text("low\tNP < PP\n")
    (tmp_path / "again.tsv").write_text("low\tVP < PP\n")
    files = [str(tmp_path / name) for name in ("gold.mrg", "system.mrg", "q.tsv", "again.tsv")]
    asked = ["--queries", files[2], "--queries", files[3]]
    assert run_command(["report", "trust", *files[:2], *asked, "--format", "json"]) == 0
    table = json.loads(capsys.readouterr().out)[0]
    assert [row[:4] for row in table["rows"]] == [["low", "system", 1, 0], ["low (again.tsv)", "system", 0, 1]]
    assert run_command(["report", "labels", *files[:2], *asked]) == 2
    assert "--queries changes nothing in report labels" in capsys.readouterr().err


def test_sentences_that_are_left_out_are_not_asked() -> None:
    gold = f"{LOW}\n(S (NP (PRP I)) (VP (VBD slept)))"
    compared = score(ConstituentComparison(parse(gold), [parse(gold)], Settings(max_length=3)))
    figures = analysis("trust", "constituents").tables(compared, View(pattern="VP"))[0]
    assert figures.rows[0][:5] == ["pattern of the filter", "text", 1, 1, 1]
