"""Dependency treebanks through the same tables, ranks and tests as constituents."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from treecompare.analyses import ANALYSES, View, analysis
from treecompare.comparison.comparison import Comparison
from treecompare.comparison.dependencies import DependencyComparison, compare, score_dependencies
from treecompare.comparison.ranks import compare_ranks, kendall, ranks
from treecompare.comparison.settings import Settings
from treecompare.comparison.significance import significance
from treecompare.comparison.table import SKIPPED
from treecompare.errors import UsageError
from treecompare.readers import DependencyTreebank, parse, read_any

SENTENCE = """# sent_id = {0}
1\tshe\tshe\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\tsaw\tsee\tVERB\tVBD\t_\t0\troot\t_\t_
3\tthe\tthe\tDET\tDT\t_\t4\tdet\t_\t_
4\tdog\tdog\tNOUN\tNN\t_\t{1}\t{2}\t_\t_
5\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""


def write(path: Path, sentences: list[str]) -> str:
    path.write_text("".join(sentences), "utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Three sentences; the first system has a wrong head, a wrong relation, and another word."""
    gold = [SENTENCE.format(name, 2, "obj") for name in "abc"]
    one = [
        SENTENCE.format("a", 3, "obj"),
        SENTENCE.format("b", 2, "obl"),
        SENTENCE.format("c", 2, "obj").replace("dog", "cat"),
    ]
    return [
        write(tmp_path / "gold.conllu", gold),
        write(tmp_path / "one.conllu", one),
        write(tmp_path / "two.conllu", gold),
    ]


@pytest.fixture
def compared(files: list[str]) -> DependencyComparison:
    treebanks = [read_any(path) for path in files]
    comparison = compare(treebanks[0], treebanks[1:])
    assert isinstance(comparison, DependencyComparison)
    return score_dependencies(comparison)


def test_scores_and_reasons(compared: DependencyComparison) -> None:
    table = compared.table
    assert table.scores(0, "las")[:2].tolist() == [0.8, 0.8]
    assert table.scores(0, "uas")[:2].tolist() == [0.8, 1.0]
    assert table.statuses[0, 2] == SKIPPED
    assert "cat" in table.reason(0, 2)
    assert table.summary(0, "las", "pooled") == 8 / 10
    assert table.summary(1, "las", "mean") == 1.0
    assert np.isnan(table.scores(0, "e.roof.dice")).all()
    assert table.signature("las", "pooled").startswith("las|avg:pooled|punctuation:count|relations:universal|v:")
    assert table.counts(0, slice(0, 1))[0]["las"] == {"gold": 5, "test": 5, "matched": 4, "words": 5}
    assert compared.ids == ["a", "b", "c"]


def test_options_change_the_figures_and_the_signature(files: list[str]) -> None:
    treebanks = [read_any(path) for path in files]
    comparison = compare(treebanks[0], treebanks[1:], Settings(params="none", punctuation="eval.pl"))
    assert isinstance(comparison, DependencyComparison)
    table = score_dependencies(comparison).table
    assert table.scores(0, "las")[0] == 3 / 4
    assert "punctuation:ignore" in table.signature("las")
    short = compare(treebanks[0], treebanks[1:], Settings(params="none", max_length=4))
    assert isinstance(short, DependencyComparison)
    assert (score_dependencies(short).table.statuses == SKIPPED).all()


def test_kinds_are_not_mixed(files: list[str]) -> None:
    trees, dependencies = parse("(S (N a))"), read_any(files[0])
    assert isinstance(dependencies, DependencyTreebank)
    with pytest.raises(UsageError, match=r"holds constituents, .*holds|holds constituents"):
        compare(trees, [dependencies])
    with pytest.raises(UsageError, match="holds dependencies"):
        compare(dependencies, [trees])
    with pytest.raises(UsageError, match="missing zero is not for dependencies"):
        compare(dependencies, [dependencies], Settings(missing="zero"))
    assert isinstance(compare(trees, [trees]), Comparison)


@pytest.mark.parametrize("one", [one for one in ANALYSES if "dependencies" in one.kinds], ids=lambda one: one.key)
def test_every_report_on_real_parsers(shared: Path, one: object) -> None:
    folder = shared / "data/ewt"
    names = ("test.gold", "test.udpipe", "test.malt-eager")
    treebanks = [read_any(str(folder / f"{name}.conllu")) for name in names]
    comparison = compare(treebanks[0], treebanks[1:])
    assert isinstance(comparison, DependencyComparison)
    score_dependencies(comparison)
    if one.key == "significance":  # type: ignore[attr-defined]
        found = significance(comparison.table, ["las"], ["pooled"], iterations=200)
        assert found.differences[0].p < 0.05
        return
    for table in analysis(one.key, "dependencies").tables(comparison, View(1, "las", "uas", keys=("clas",))):  # type: ignore[attr-defined]
        assert table.texts()
        for row in range(min(len(table.rows), 5)):
            for column in range(min(len(table.columns), 8)):
                cell = table.found(row, column)
                if cell is not None and table.columns[column].title == "gold":
                    assert bool(len(cell.sentences)) == bool(table.rows[row][column])


def test_ranks_are_those_of_the_scores(shared: Path) -> None:
    folder = shared / "data/gum"
    treebanks = [read_any(str(folder / f"{name}.conllu")) for name in ("test.gold", "test.udpipe")]
    comparison = compare(treebanks[0], treebanks[1:])
    assert isinstance(comparison, DependencyComparison)
    table = score_dependencies(comparison).table
    found = compare_ranks(table, 0, "las", "clas")
    both = ~(np.isnan(table.scores(0, "las")) | np.isnan(table.scores(0, "clas")))
    wanted = kendall(*(ranks(table.scores(0, key)[both]) for key in ("las", "clas")))
    assert found.kendall == wanted


def test_the_command_line_prints_them(files: list[str], tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "treecompare", *arguments], capture_output=True, text=True, check=False
        )

    found = json.loads(run("score", *files, "--format", "json", "--per-sentence").stdout)
    assert found["params"] == "none"
    assert found["systems"][0]["scores"]["las"] == {"pooled": 0.8, "mean": 0.8}
    assert found["systems"][0]["per_sentence"][2]["status"] == "skipped"
    ranked = json.loads(run("rank", *files, "--format", "json").stdout)
    assert (ranked["a"], ranked["b"]) == ("las", "uas")
    assert "By relation, one" in run("report", "breakdown", *files).stdout
    assert run("report", "rankings", *files).returncode == 2
    assert run("significance", *files, "--iterations", "50").stdout.startswith("measure")
    assert run("plot", *files, "--output", str(tmp_path / "a.svg")).returncode == 0
    drawn = run("align", *files[:2], "--sentence", "1").stdout.splitlines()
    assert drawn[4].split() == ["4", "dog", "NOUN", "2", "obj", "3", "obj", "<>"]
    for form, begin in (("svg", "<svg"), ("latex", "\\begin{dependency}"), ("document", "% a, one"), ("json", "{")):
        assert run("align", *files[:2], "--sentence", "1", "--format", form).stdout.startswith(begin)
    for form, begin in (("pdf", b"%PDF"), ("png", b"\x89PNG"), ("handout", b"%PDF")):
        written = tmp_path / f"a.{form}"
        assert run("align", *files[:2], "--sentence", "1", "--format", form, "--output", str(written)).returncode == 0
        assert written.read_bytes().startswith(begin)
    for arguments, told in (
        (("1", "--format", "brackets"), "for constituents"),
        (("3",), "cat"),
        (("9",), "no sentence 9"),
    ):
        bad = run("align", *files[:2], "--sentence", *arguments)
        assert (bad.returncode, told in bad.stderr) == (2, True)
    assert "holds dependencies" in run("stats", files[0]).stderr
    assert run("score", *files, "--punctuation", "none").returncode == 2
    compressed = run("score", files[0], files[1], "--from", "conllu")
    assert compressed.returncode == 0
