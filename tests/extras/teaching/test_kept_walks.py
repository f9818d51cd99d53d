"""The walk in a comparison file: kept, undone, moved with its sentences, rescued; and files that hold nonsense."""

from __future__ import annotations

import json
import secrets
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from treecompare.comparison.judgements import NOTE
from treecompare.errors import TreecompareError
from treecompare.extras.teaching.walks import (
    LONGEST_TEXT,
    MOST_STEPS,
    PLAIN_VIEW,
    Source,
    WalkStep,
    changes,
    joined_files,
    read_steps,
)
from treecompare.saved.kept import join
from treecompare.saved.opening import open_saved
from treecompare.saved.project import Key, Project
from treecompare.saved.rows import LONGEST, WALK

DATA = Path(__file__).parents[2] / "data" / "comparisons"
WORDS = ["a b", "c d", "e f"]


def kept(sentence: int, system: str, text: str, name: str = "", **said: Any) -> WalkStep:
    """A step of a comparison, as it is kept; ``sentence``: from 0."""
    return WalkStep(text, Source(sentence=sentence + 1, system=system), name=name or secrets.token_hex(6), **said)


STEPS = [
    kept(
        2,
        "one",
        "Look at the PP. „ä“ \udcff",
        measures=("las", "uas"),
        view=replace(PLAIN_VIEW, mapping="E", golds=("A",)),
        hidden=("gold",),
    ),
    kept(0, "two\nlines", "", name="x"),
    kept(2, "one", "Once more: the same sentence"),
]


def steps(project: Project) -> list[WalkStep]:
    found, remarks = read_steps(project.values(WALK))
    assert remarks == []
    return found


def put(project: Project, wanted: list[WalkStep], what: str = "walk") -> None:
    project.write(changes(project.values(WALK), wanted), what, WORDS)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project.create(tmp_path / "x.treecompare", [])
    put(made, STEPS)
    return made


def test_a_walk_comes_back_as_it_was_written(project: Project) -> None:
    assert steps(project) == STEPS
    project.close()
    again = Project.open(project.path)
    assert steps(again) == STEPS
    again.save_as(project.path.with_name("y.treecompare"))
    assert steps(again) == STEPS
    again.close()


def test_every_edit_is_one_step_that_can_be_undone(project: Project) -> None:
    other = [STEPS[2], replace(STEPS[0], text="New"), kept(1, "one", "Added")]
    put(project, other, "other")
    assert steps(project) == other
    undone = project.undo()
    assert undone is not None and undone.what == "other" and steps(project) == STEPS
    project.redo()
    assert steps(project) == other
    put(project, [])
    assert steps(project) == [] and project.values(WALK) == {}
    project.undo()
    assert steps(project) == other
    project.close()


def test_what_does_not_change_is_not_written(project: Project) -> None:
    before = project.values(WALK)
    assert changes(before, STEPS) == []
    moved = changes(before, [STEPS[0], STEPS[2], STEPS[1]])
    assert {key.phenomenon for key, _ in moved} == {STEPS[1].name, STEPS[2].name}
    assert [(key.phenomenon, value) for key, value in changes(before, STEPS[:2])] == [(STEPS[2].name, None)]
    project.close()


def test_what_a_newer_version_wrote_stays_in_steps_that_are_the_same(project: Project) -> None:
    before, newer = dict(project.values(WALK)), {}
    for key, value in before.items():
        newer[key] = json.dumps({**json.loads(value), "measures": ["las", "newer"], "newest": 1})
    same, _ = read_steps(newer)
    assert changes(newer, same) == [] and len(changes(newer, [*same, kept(1, "one", "Added")])) == 1
    moved = {key: json.loads(value or "") for key, value in changes(newer, [same[0], same[2], same[1]])}
    assert len(moved) == 2 and all(one["measures"] == ["las", "newer"] and one["newest"] == 1 for one in moved.values())
    changed = changes(newer, [replace(same[0], text="New"), *same[1:]])
    assert [json.loads(value or "")["measures"] for _, value in changed] == [["las"]]
    project.close()


def test_steps_follow_their_sentences(project: Project) -> None:
    assert project.realign(["e f", "new", "c d", "a b"]) == 0
    assert [(step.source.sentence - 1, step.text) for step in steps(project)] == [
        (0, STEPS[0].text), (3, ""), (0, "Once more: the same sentence"),
    ]  # fmt: skip
    assert project.realign(["a b"]) == 2
    assert [step.text for step in steps(project)] == [""]
    assert {key.kind for key, _, _ in project.lost()} == {WALK}
    project.close()


def test_a_walk_is_rescued_from_a_damaged_file(project: Project, tmp_path: Path) -> None:
    project.close()
    data = bytearray(project.path.read_bytes())
    data[20:100] = bytes(80)
    broken = tmp_path / "broken.treecompare"
    broken.write_bytes(data)
    with pytest.raises(TreecompareError):
        Project.open(broken)
    assert Project.rescue(broken, tmp_path / "rescued.treecompare") == len(STEPS)
    again = Project.open(tmp_path / "rescued.treecompare")
    assert steps(again) == STEPS
    again.close()


def test_a_walk_is_no_judgement(tmp_path: Path) -> None:
    for file in DATA.iterdir():
        shutil.copy(file, tmp_path)
    project = Project.open(tmp_path / "constituents.treecompare")
    judged = len(project.values(NOTE))
    put(project, [kept(0, "low", "Look"), kept(99, "low", "Nowhere")])
    project.close()
    saved = open_saved(str(tmp_path / "constituents.treecompare"), "c")
    assert len(saved.comparison.judgements.notes) == judged
    assert not any("99" in one or "judgement" in one for one in saved.remarks)


def test_walks_of_two_windows_are_joined(project: Project, tmp_path: Path) -> None:
    project.save_as(tmp_path / "y.treecompare")
    other = Project.open(tmp_path / "x.treecompare")
    put(project, [STEPS[0], STEPS[2], STEPS[1], kept(1, "one", "mine")])
    put(
        other,
        [
            kept(0, "one", "theirs first"),
            STEPS[0],
            replace(STEPS[1], text="changed"),
            kept(0, "one", "theirs"),
        ],
    )
    differing = join(project, other, WORDS, "joined")
    assert [step.text for step in steps(project)] == [
        STEPS[0].text, STEPS[2].text, STEPS[1].text, "mine", "theirs first", "theirs",
    ]  # fmt: skip
    assert [key.phenomenon for key in differing] == ["x"]
    put(other, [])
    assert joined_files(project, other) == ([], [])
    project.close()
    other.close()


def step(**said: object) -> str:
    return json.dumps({"place": 0, "text": "x", "measures": [], **said})


@pytest.mark.parametrize(
    "value",
    [
        "", "x", "[]", "1", "{}", "[" * 20_000, step(place="0"), step(place=True), step(place=float("nan")), step(place=1e300),
        step(text=1), step(text="x" * (LONGEST_TEXT + 1)), step(measures="la"), step(measures=[1]), step(measures=["la"] * 101),
        step(hidden={}), step(view=[]), step(view={"a": 1}), step(view={"a": {}}), step(view={"a": [[]]}), step(text=None),
        step(view={str(number): "a" for number in range(51)}), '{"place": ' + "9" * 5000 + ', "text": "x"}', " " * 60_000 + step(),
    ],
)  # fmt: skip
def test_what_is_no_step_is_left_out_and_told(value: str) -> None:
    good = kept(1, "one", "good")
    (added,) = [(key, text) for key, text in changes({}, [good]) if text]
    values = {Key(WALK, 0, "one", "bad"): value, added[0]: added[1]}
    found, remarks = read_steps(values)
    assert found == [good]
    assert len(remarks) == 1 and remarks[0].startswith("a step of its walk ") and len(remarks[0]) < 200
    assert "\n" not in remarks[0]
    assert changes(values, [good]) == []  # and what cannot be read is not thrown away


def test_a_walk_without_end_is_cut() -> None:
    many = [kept(0, "", str(number)) for number in range(MOST_STEPS + 1)]
    values = {key: value for key, value in changes({}, many) if value}
    found, remarks = read_steps(values)
    assert found == many[:-1] and "501 steps" in remarks[0]
    assert {key.phenomenon for key, value in changes(values, []) if value is None} == {one.name for one in many[:-1]}


def test_a_text_that_is_too_long_is_cut_before_it_is_written(project: Project) -> None:
    put(project, [kept(0, "one", "x" * LONGEST_TEXT + "y")])
    assert steps(project)[0].text == "x" * LONGEST_TEXT
    with pytest.raises(TreecompareError, match="expected at most"):
        project.write([(Key(WALK, 0, "", "a"), "x" * (LONGEST + 1))], "w")
    project.close()
