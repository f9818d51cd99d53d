"""The consensus of systems as a row among them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.extras.annotators.made import BANK_A, BANK_B, conllu
from treecompare.analyses.methods import methods_paragraph
from treecompare.cli import run_command
from treecompare.comparison.answered import called, full_path, has_no_file, is_made, signs
from treecompare.comparison.base import Comparison
from treecompare.comparison.files import Files, open_files, opened
from treecompare.errors import UsageError
from treecompare.saved.opening import open_saved
from treecompare.saved.project import Project

OTHER = (*BANK_A[:3], ("offices", "NOUN", 3, "iobj"), *BANK_A[4:])


def compared(folder: Path, systems: tuple[str, ...], no_gold: bool = False) -> Comparison:
    for name, text in (("gold", BANK_A), ("a", BANK_A), ("b", BANK_B), ("c", OTHER)):
        (folder / f"{name}.conllu").write_text(conllu(text, text), "utf-8")
    paths = [one if is_made(one) else str(folder / f"{one}.conllu") for one in systems]
    files = Files(str(folder / "gold.conllu"), tuple(("", one) for one in paths), no_gold=no_gold)
    comparison = opened(open_files(files)).comparison
    for _ in comparison.run():
        pass
    return comparison


def arcs(comparison: Comparison, system: int) -> list[tuple[int, str]]:
    words = comparison.systems[system].sentences[0]
    return list(zip(words.heads, words.column("deprel"), strict=True))


def test_the_systems_vote_and_the_gold_does_not(tmp_path: Path) -> None:
    comparison = compared(tmp_path, ("b", "consensus:", "c", "baseline:next"))
    assert comparison.table.systems == ["b", "consensus", "c", "next"]
    assert (comparison.consensus, comparison.baselines) == ({1}, {3})
    assert arcs(comparison, 1) == arcs(comparison, 0)  # of two, the earlier
    assert signs({}, [one.path for one in comparison.systems]) == ["consensus:", "baseline:next"]
    assert "consensus is one tree of the other systems" in methods_paragraph(comparison, ["las"], "pooled")
    three = compared(tmp_path, ("b", "c", "a", "consensus:"))
    assert arcs(three, 3) == [(head, relation) for _, _, head, relation in BANK_A]
    assert three.table.scores(3, "las").tolist() == [1.0, 1.0]
    weighted = compared(tmp_path, ("b", "c", "a", "consensus:3,1,1"))
    assert weighted.table.systems[3] == "consensus (3,1,1)" and arcs(weighted, 3) == arcs(weighted, 0)


def test_without_a_gold_the_first_analysis_votes(tmp_path: Path) -> None:
    comparison = compared(tmp_path, ("b", "c", "consensus:"), no_gold=True)
    assert arcs(comparison, 2) == [(head, relation) for _, _, head, relation in BANK_A]


@pytest.mark.parametrize(
    ("systems", "said"),
    [(("a", "consensus:"), "needs two analyses that vote"), (("a", "b", "consensus:1"), "expected 2 whole numbers")],
)
def test_what_cannot_vote_is_told(tmp_path: Path, systems: tuple[str, ...], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        compared(tmp_path, systems)


def test_constituents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trees = {
        "gold": "(S (NP (D the) (N bank)) (VP (V opened)))", "a": "(S (NP (D the) (N bank)) (VP (V opened)))",
        "b": "(S (NP (D the) (N bank)) (V opened))", "c": "(S (D the) (X (N bank) (V opened)))",
    }  # fmt: skip
    for name, text in trees.items():
        (tmp_path / f"{name}.mrg").write_text(f"{text}\n", "utf-8")
    paths = [str(tmp_path / f"{name}.mrg") for name in trees]
    assert run_command(["score", *paths, "--consensus", "--measures", "e.roof.recall", "--format", "tsv"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines() if line.startswith("consensus")]
    assert rows and "0.6666666666666666" in rows[-1]  # S and NP stand, VP has one vote of three


def test_a_comparison_file_keeps_it(tmp_path: Path) -> None:
    systems = compared(tmp_path, ("b", "c", "a", "consensus:3,1,1")).systems
    treebanks = [("gold", "", str(tmp_path / "gold.conllu")), *(("system", one.name, one.path) for one in systems)]
    Project.create(tmp_path / "mine.treecompare", treebanks, {}).close()
    found = open_saved(str(tmp_path / "mine.treecompare"), "mine")
    assert found.comparison.consensus == {3} and not found.remarks
    assert arcs(found.comparison, 3) == arcs(found.comparison, 0)


def test_its_path_is_no_file() -> None:
    for path in ("consensus:", "consensus:2,1"):
        assert is_made(path) and has_no_file(path) and full_path(path) == path
    assert [called(one) for one in ("consensus:", "consensus:2,1")] == ["consensus", "consensus (2,1)"]
