"""The command line on trees, dependencies and judgements of the same parses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from treecompare import resources
from treecompare.cli import run_command

SAMPLE = resources.samples()[0]
FILES = [SAMPLE.gold, *SAMPLE.systems[:2]]
SUITE = "sentence\tphenomenon\tsystem\tclass\tcorrect\n"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run_command(list(words)) == 0
    return capsys.readouterr().out


def names() -> list[str]:
    return [Path(path).stem for path in SAMPLE.systems[:2]]


def suite(folder: Path) -> str:
    one, two = names()
    rows = [
        f"{number}\tERC\t{name}\t\t{'yes' if number % 3 else 'no'}" for number in range(1, 21) for name in (one, two)
    ]
    path = folder / "suite.tsv"
    path.write_text(SUITE + "\n".join(rows) + "\n", "utf-8")
    return str(path)


def test_tree_distance_is_ranked_against_attachment(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(
        printed(capsys, "rank", *FILES, "--a", "t.whole.dice", "--b", "las", "--deciles", "--format", "json")
    )
    alone = json.loads(
        printed(capsys, "rank", *FILES, "--as-dependencies", "--a", "uas", "--b", "las", "--format", "json")
    )
    for one, other in zip(found["systems"], alone["systems"], strict=True):
        assert one["score_b"] == other["score_b"] and one["kendall"]["pairs"] == 80 * 79 / 2
        assert -1 < one["kendall"]["tau_b"] < 1 and sum(map(sum, one["deciles"])) == 80
        apart = {row["index"]: row for row in other["sentences"]}
        assert all(row["score_b"] == apart[row["index"]]["score_b"] for row in one["sentences"])
    assert found["measures"][1]["signature"] == alone["measures"][1]["signature"]


def test_all_measures_are_those_of_trees_unless_dependencies_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    def keys(*options: str) -> set[str]:
        return {
            one["key"] for one in json.loads(printed(capsys, "score", *FILES, *options, "--format", "json"))["measures"]
        }

    plain, both = keys(), keys("--with-dependencies")
    assert "las" not in plain and plain < both and both - plain >= {"las", "uas", "words"}
    assert not any(key.endswith(("las.recall", "las.aligned")) for key in both)
    assert "heads:collins" not in printed(capsys, "significance", *FILES, "--iterations", "10")
    assert "clas" not in printed(capsys, "report", "concordance", *FILES)
    assert keys("--measures", "las") == {"las"}


def test_judgements_are_a_measure(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table, b = suite(tmp_path), ["--a", "judged", "--b", "las"]
    found = json.loads(printed(capsys, "rank", *FILES, "--phenomena", table, *b, "--format", "json"))
    assert [one["kendall"]["pairs"] for one in found["systems"]] == [190, 190]
    assert [one["score_a"] for one in found["systems"]] == [14 / 20] * 2
    assert "|on:common:20/80:" in found["measures"][0]["signature"]
    rows = printed(capsys, "report", "judged-scores", *FILES, "--phenomena", table, *b, "--format", "tsv").splitlines()
    cells = next(line.split("\t") for line in rows if line.startswith(f"{names()[0]}\tLAS"))
    scores = {row["index"]: row["score_b"] for row in found["systems"][0]["sentences"]}
    right = [scores[number] for number in range(1, 21) if number % 3]
    wrong = [scores[number] for number in range(1, 21) if not number % 3]
    assert (cells[3], cells[5]) == ("14", "6")
    means = sum(right) / 14, sum(wrong) / 6
    assert [float(cells[place]) for place in (2, 4, 6)] == pytest.approx([*means, means[0] - means[1]], abs=1e-12)
    assert "Judged correct: on 20 of 80." in printed(
        capsys, "report", "judged-scores", *FILES, "--phenomena", table, *b[2:], "--a", "judged"
    )
    third = printed(
        capsys, "report", "judged-scores", *FILES, SAMPLE.systems[2], "--phenomena", table, *b, "--format", "tsv"
    )
    assert [line for line in third.splitlines() if line.startswith(names()[0])] == [
        line for line in rows if line.startswith(names()[0])
    ] and not any(line.startswith(Path(SAMPLE.systems[2]).stem) for line in third.splitlines())
    assert "No parse is judged yet" in printed(capsys, "report", "judged-scores", *FILES)


def test_plots_take_measures_of_both_kinds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = suite(tmp_path)
    for number, options in enumerate(
        (["--b", "las"], ["--kind", "histogram", "--a", "uas"], ["--measures", "las,e.whole.dice"])
    ):
        path = tmp_path / f"{number}.svg"
        printed(capsys, "plot", *FILES, "--phenomena", table, *options, "--output", str(path))
        assert "LAS" in path.read_text("utf-8") or "UAS" in path.read_text("utf-8")


def test_files_of_dependencies(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = []
    for path in FILES:
        words.append(str(tmp_path / f"{Path(path).stem}.conllu"))
        printed(capsys, "convert", path, words[-1], "--dependencies")
    of = [f"{name}={path}" for name, path in zip(("gold", *names()), words, strict=True)]
    options = [word for one in of for word in ("--dependencies-of", one)]
    measures = ["--measures", "las,uas", "--format", "tsv"]
    beside = printed(capsys, "score", *FILES, *options, *measures).splitlines()
    assert beside == printed(capsys, "score", *words, *measures).splitlines()
    assert run_command(["score", *FILES, "--dependencies-of", f"none={words[0]}"]) == 2
    told = capsys.readouterr().err
    assert (
        told.startswith(f"treecompare: {words[0]}: there is no system 'none'; expected NAME=FILE")
        and told.count("\n") == 1
    )
    assert run_command(["score", *FILES, "--dependencies-of", f"gold={FILES[0]}"]) == 2
    assert "holds constituents; expected the dependencies of the same parses" in capsys.readouterr().err
    assert run_command(["score", *words, "--with-dependencies"]) == 0
    assert "--with-dependencies is for constituents; it changes nothing here" in capsys.readouterr().err
