"""``treecompare walk``: the list, the texts with their figures, pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.__main__ import main
from treecompare.resources import walk_files


def test_walks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["walk"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()[::2]] == [one.key for one in walk_files()]


def test_a_walk_is_printed_with_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["walk", "leaf-ancestor"]) == 0
    out = capsys.readouterr().out
    assert "7. Leaf-Ancestor gives 0.952." in out and "{" not in out
    assert "     Leaf-Ancestor, initials: 95.24\n8. Brackets give 0.333." in out
    assert main(["walk", "leaf-ancestor", "--step", "8"]) == 0
    assert capsys.readouterr().out.splitlines()[2].startswith("8. Brackets give 0.333.")


def test_pages_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf, svg = tmp_path / "w.pdf", tmp_path / "w.svg"
    assert main(["walk", "ancestry", "--output", str(pdf)]) == 0
    assert main(["walk", "ancestry", "--step", "2", "--output", str(svg)]) == 0
    assert pdf.read_bytes().count(b"/Type /Page\n") == 5 and "<svg" in svg.read_text("utf-8")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["nothing"], "there is no walk 'nothing'; expected one of evalb, "),
        (["emms", "--step", "9"], "there is no step 9; 'emms' has 8"),
        (["--step", "1"], "--step and --output are of one walk"),
        (["emms", "--output", "w.svg"], "w.svg: an SVG holds one step, not 8"),
        (["emms", "--output", "w.html"], "w.html: unknown ending; expected .pdf or .svg"),
    ],
)
def test_what_cannot_be_done_is_told(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["walk", *arguments]) == 2
    assert expected in capsys.readouterr().err
