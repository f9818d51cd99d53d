"""Golds, systems and lattices in each other's place: one clear line each."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.cli import run_command
from treecompare.comparison.files import Files, open_files, opened, read_treebank
from treecompare.comparison.schemes.targets import fits, wrong_gold
from treecompare.errors import ReadError, UsageError

SD = [("arrive", 0, "root"), ("on", 1, "prep"), ("Sunday", 2, "pobj")]
UD = [("arrive", 0, "root"), ("on", 3, "case"), ("Sunday", 1, "obl")]
TREE = "(S (VB arrive) (PP (IN on) (NP (NN Sunday))))\n"


def conll(words: list[tuple[str, int, str]]) -> str:
    return (
        "".join(f"{n}\t{form}\t_\t_\t_\t_\t{head}\t{rel}\t_\t_\n" for n, (form, head, rel) in enumerate(words, 1))
        + "\n"
    )


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    texts = {"SD": conll(SD), "UD": conll(UD), "PS": TREE, "malt": conll(SD), "lattice": "0\t1\tB\tB\tIN\tIN\t_\t1\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.conllu").write_text(text, "utf-8")
    return {name: str(tmp_path / f"{name}.conllu") for name in texts}


@pytest.mark.parametrize(
    ("system", "told"),
    [
        (
            "malt=malt@UD",
            "malt is compared as annotated like UD, but its labels fit the gold SD better: they are distributed alike by 100 %",
        ),
        ("malt=malt@PS", "malt is compared as annotated like PS, but its labels fit the gold SD better"),
        ("bllip=PS@SD", "bllip is compared as annotated like SD, but its labels fit the gold PS better"),
        ("malt=malt@SD", ""),
        ("bllip=PS@PS", ""),
    ],
)
def test_the_wrong_gold_is_told(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], system: str, told: str
) -> None:
    name, _, rest = system.partition("=")
    file, _, gold = rest.partition("@")
    golds = [part for one in ("SD", "UD", "PS") for part in ("--gold", f"{one}={files[one]}")]
    assert run_command(["tedeval", *golds, "--system", f"{name}={files[file]}@{gold}"]) == 0
    warnings = [line for line in capsys.readouterr().err.splitlines() if "better" in line]
    assert [told in line for line in warnings] == ([True] if told else [])


def test_labels_are_compared_by_how_often_they_occur(files: dict[str, str]) -> None:
    malt, *golds = (read_treebank(files[name]) for name in ("malt", "SD", "UD", "PS"))
    assert fits(malt, golds) == pytest.approx([1, 1 / 3, 0])
    assert wrong_gold(malt, golds, 0) == "" and "fit the gold SD better" in wrong_gold(malt, golds, 1)


def test_lattices_are_no_treebank(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(
        ReadError, match="holds lattices; expected trees or dependencies; lattices are given separately"
    ):
        read_treebank(files["lattice"])
    for words in (
        ["score", files["lattice"], files["SD"]],
        ["tedeval", "--gold", files["SD"], "--system", files["lattice"]],
    ):
        assert run_command(words) == 2
        error = capsys.readouterr().err
        assert "holds lattices" in error and error.count("\n") == 1


def test_several_golds_with_a_lattice_are_refused(files: dict[str, str]) -> None:
    golds = Files(files["SD"], (("", files["malt"]),), golds=(("", files["UD"]),), lattices=(files["lattice"],))
    with pytest.raises(
        UsageError, match="what several golds have in common is not compared over lattices or segmentations"
    ):
        opened(open_files(golds, is_lenient=True))
