"""``--no-gold``: both analyses by their names in what people read; figures and what scripts read stay."""

from __future__ import annotations

from pathlib import Path

import pytest

import treecompare as tc
from tests.analyses.test_without_gold import ANNE, BERT, JUDGING
from treecompare.cli import run_command


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    paths = []
    for name, trees in (("anne", [ANNE] * 10), ("bert", [BERT] * 4 + [ANNE] * 6), ("carl", [ANNE] * 9 + [BERT])):
        paths.append(str(tmp_path / f"{name}.mrg"))
        Path(paths[-1]).write_text("\n".join(trees) + "\n", "utf-8")
    return paths


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run_command([*arguments]) == 0
    return capsys.readouterr().out


COMMANDS = {
    "score": ["--measures", "e.roof."],
    "rank": [],
    "significance": ["--measures", "e.roof.recall", "--iterations", "10"],
    "report labels": [],
    "report rankings": [],
    "errors": [],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_people_are_told_names_and_scripts_what_they_know(
    files: list[str], capsys: pytest.CaptureFixture[str], command: str
) -> None:
    arguments = [*command.split(), *files, *COMMANDS[command]]
    plain, named = output(capsys, *arguments), output(capsys, *arguments, "--no-gold")
    assert plain != named and "anne" in named
    told = "\n".join(
        " ".join(word for word in line.split() if "|" not in word and "." not in word) for line in named.splitlines()
    )
    assert not JUDGING.search(told)
    numbers = [[word for word in text.split() if word[:1].isdigit()] for text in (plain, named)]
    assert command == "errors" or numbers[0] == numbers[1]
    assert output(capsys, *arguments, "--format", "tsv") == output(capsys, *arguments, "--format", "tsv", "--no-gold")


@pytest.mark.parametrize("systems", [1, 2])
def test_drawings(files: list[str], capsys: pytest.CaptureFixture[str], systems: int) -> None:
    text = output(capsys, "align", *files[: systems + 1], "--sentence", "1", "--no-gold")
    assert text.startswith("anne") and not JUDGING.search(text)
    as_json = ["align", *files[: systems + 1], "--sentence", "1", "--format", "json"]
    assert output(capsys, *as_json) == output(capsys, *as_json, "--no-gold")


def test_plots_are_drawn(files: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    output(capsys, "plot", *files, "--no-gold", "--kind", "systems", "--a", "e.roof.recall", "--output", str(path))
    assert "compared with anne" in path.read_text("utf-8")


def test_the_library_says_the_same(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    comparison = tc.compare(files[0], files[1:2], no_gold=True)
    assert comparison.pair(sentence=1).text() == output(
        capsys, "align", *files[:2], "--sentence", "1", "--no-gold"
    ).rstrip("\n")
    printed = output(capsys, "report", "labels", *files[:2], "--no-gold")
    assert comparison.report("labels")[0].title in printed
    with pytest.raises(tc.UsageError, match="several golds"):
        tc.compare({"A": files[0], "B": files[1]}, files[2:], follows=["A"], no_gold=True)


@pytest.mark.parametrize("bert", [[BERT] * 4, [BERT] * 11, ["(S (NN other) (NN words))"] * 10])
def test_warnings_and_reasons_name_both(files: list[str], capsys: pytest.CaptureFixture[str], bert: list[str]) -> None:
    Path(files[1]).write_text("\n".join(bert) + "\n", "utf-8")
    arguments = ["score", *files[:2], "--measures", "la"]
    assert run_command(arguments) == 0 and JUDGING.search(capsys.readouterr().err)
    assert run_command([*arguments, "--no-gold"]) == 0
    told = capsys.readouterr().err
    assert "bert" in told and not JUDGING.search(told)
