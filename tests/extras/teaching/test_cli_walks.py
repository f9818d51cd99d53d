"""``treecompare walk``: the list, the texts with their figures, pages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from treecompare.__main__ import main
from treecompare.extras.teaching.walks import Source, WalkStep, changes
from treecompare.resources import walk_files
from treecompare.saved.project import Project
from treecompare.saved.rows import WALK, Key


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


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["nothing"], "there is no walk 'nothing'; expected one of evalb, "),
        (["emms", "--step", "9"], "there is no step 9; 'emms' has 8"),
        (["--step", "1"], "--step is for one walk"),
        (["emms", "--output", "w.pdf"], "walks are not written as pages any more"),
    ],
)
def test_what_cannot_be_done_is_told(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["walk", *arguments]) == 2
    assert expected in capsys.readouterr().err


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    """A saved comparison with a walk, in another folder than the one that it was saved in."""
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    trees = {"gold": "(S (NP (D the) (N dog)) (VP (V barked)))", "one": "(S (D the) (VP (N dog) (V barked)))"}
    for name, tree in trees.items():
        (old / f"{name}.mrg").write_text(f"{tree}\n{tree}\n", "utf-8")
    banks = [("gold", "", str(old / "gold.mrg")), ("system", "one", str(old / "one.mrg"))]
    project = Project.create(old / "lesson.treecompare", banks)
    steps = [
        WalkStep("E-Dice is {e.whole.dice}.", Source(sentence=2, system="one"), measures=("e.whole.dice",)),
        WalkStep("a system that is gone", Source(system="two")),
        WalkStep("T-Dice was {t.whole.dice@1}.", Source(system="one")),
    ]
    project.write([*changes({}, steps), (Key(WALK, 0, "one", "bad"), "[]")], "walk")
    project.close()
    shutil.move(old, new)
    return new / "lesson.treecompare"


def test_the_walk_of_a_saved_comparison_is_printed(lesson: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["walk", str(lesson)]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        "lesson",
        "",
        "1. E-Dice is 72.73.",
        "     E-Dice, whole: 72.73",
        "2. This step cannot be shown: there is no system 'two'; expected one of one",
        "3. T-Dice was 72.73.",
    ]
    assert "a step of its walk is [], not an object, and was left out" in told.err.replace("'", "")


def test_a_saved_comparison_without_a_walk_is_told(lesson: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = Project.open(lesson)
    project.write([(key, None) for key in project.values(WALK)], "none")
    project.close()
    assert main(["walk", str(lesson)]) == 2
    assert "lesson.treecompare: has no walk" in capsys.readouterr().err
    (lesson.parent / "one.mrg").unlink()
    assert main(["walk", str(lesson)]) == 2
    assert "one.mrg, which is not there any more" in capsys.readouterr().err
