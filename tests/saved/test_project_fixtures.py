"""Comparison files of earlier versions open with everything that was typed: see tests/data/comparisons/README.md."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from treecompare.comparison.settings import Settings
from treecompare.saved.project import Key, Project
from treecompare.saved.state import settings_of

DATA = Path(__file__).parents[1] / "data" / "comparisons"
PPN = "note", "PPN: parsed correctly", "PPN: error class", "PPN: parsed correctly"
CONTENTS: dict[str, tuple[dict[Key, str], list[str], str, dict[str, Any], Settings]] = {
    "constituents": (
        {
            Key("note", 0): "PP belongs to “cat”, not to the verb",
            Key("note", 2): "Zoë: see § 3 → rain",
            Key("phenomenon", 0, "", "PPN"): "yes",
            Key("phenomenon", 4, "", "COORD"): "yes",
            Key("correct", 0, "high", "PPN"): "no",
            Key("error class", 0, "high", "PPN"): "B",
            Key("correct", 0, "low", "PPN"): "yes",
        },
        [
            "PPN: parsed correctly",
            "PPN: error class",
            "PPN: parsed correctly",
            "COORD",
            "PPN",
            "note",
            "note",
            "note",
        ],
        "note",
        {"system": "low", "sentence": 2},
        Settings("evalb", missing="zero", max_length=40),
    ),
    "dependencies": (
        {Key("note", 0): "x" * 6000, Key("note", 1): "indirect object?"},
        ["a long note", "note"],
        "",
        {"system": "malt", "sentence": 1},
        Settings(relations="full"),
    ),
    "schemes": (
        {Key("note", 0): "both schemes agree", Key("note", 1): "indirect object?"},
        ["note", "a long note", "note"],
        "OBL",
        {"system": "other", "sentence": 2},
        Settings(),
    ),
    "lattice": (
        {Key("note", 1): "W is a word of its own"},
        ["note"],
        "",
        {"system": "segmenter", "sentence": 1},
        Settings(),
    ),
    "segmentations": (
        {Key("note", 1): "W is a word of its own"},
        ["note"],
        "",
        {"system": "segmenter", "sentence": 1},
        Settings(),
    ),
}
TREEBANKS = {
    "constituents": [("gold", "", "trees.mrg"), ("system", "high", "high.mrg"), ("system", "low", "low.mrg")],
    "dependencies": [("gold", "", "words.conllu"), ("system", "malt", "parser.conllu")],
    "schemes": [
        ("gold", "", "words.conllu"), ("system", "parser", "parser.conllu"), ("system", "other", "other-parser.conllu"),
        ("other gold", "SD", "other-scheme.conllu"),
    ],
    "lattice": [("gold", "", "segments.mrg"), ("system", "segmenter", "segmenter.mrg"), ("lattice", "", "segments.lattice")],
    "segmentations": [
        ("gold", "", "segments.mrg"), ("system", "segmenter", "segmenter.mrg"), ("segmentation", "", "segments.seg"),
        ("segmentation", "", "segmenter.seg"),
    ],
}  # fmt: skip
ALL = sorted(path.stem for path in DATA.glob("*.treecompare"))


@pytest.fixture(params=ALL)
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Project]:
    shutil.copytree(DATA, tmp_path / "copy")
    opened = Project.open(tmp_path / "copy" / f"{request.param}.treecompare")
    assert not opened.is_read_only
    yield opened
    opened.close()


def everything(project: Project) -> dict[Key, str]:
    kinds = ("note", "phenomenon", "error class", "correct")
    return {key: value for kind in kinds for key, value in project.values(kind).items()}


def test_every_file_is_described() -> None:
    assert ALL == sorted(CONTENTS) == sorted(TREEBANKS)


def test_everything_is_there(project: Project) -> None:
    values, undone, redone, place, settings = CONTENTS[project.path.stem]
    for _ in range(2):
        assert everything(project) == values
        assert project.state["place"] == place
        assert settings_of(project.state["settings"]) == settings
        assert (getattr(project.last_step(), "what", ""), getattr(project.last_step(is_undone=True), "what", "")) == (
            undone[0],
            redone,
        )
        assert project.remarks == []
        assert project.lost() == []
        project.save_as(project.path.with_name("other.treecompare"))


def test_every_step_is_there(project: Project) -> None:
    values, undone, redone, _, _ = CONTENTS[project.path.stem]
    steps = []
    while step := project.undo():
        steps.append(step.what)
    assert steps == undone
    assert everything(project) == {}
    while project.redo():
        pass
    assert set(values.items()) <= set(everything(project).items())
    assert len(everything(project)) == len(values) + bool(redone)


def test_the_treebanks_are_found_beside_it(project: Project) -> None:
    banks = TREEBANKS[project.path.stem]
    assert [(one.role, one.name, one.relative) for one in project.treebanks] == banks
    assert [(one.what, Path(one.path).name) for one in project.changes()] == [("moved", name) for _, _, name in banks]
    for change in project.changes():
        project.relocate(change.treebank.role, change.treebank.name, change.path)
    project.close()
    again = Project.open(project.path)
    changes = again.changes()
    again.close()
    # two segmentations have one role and name
    assert changes == [] or (project.path.stem == "segmentations" and {one.what for one in changes} == {"changed"})
    follows = {str(project.path.with_name("other-parser.conllu")): 1} if project.path.stem == "schemes" else {}
    assert again.state["follows"] == follows
