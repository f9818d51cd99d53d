"""Damaged comparison files: what can be read is rescued."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from treecompare.comparison.judgements import CORRECT, ERROR_CLASS, NOTE, PHENOMENON
from treecompare.errors import TreecompareError
from treecompare.saved.project import Damaged, Key, Project

KINDS = (NOTE, PHENOMENON, ERROR_CLASS, CORRECT)
DATA = Path(__file__).parents[1] / "data" / "comparisons"
NOTES = 300


def everything(project: Project) -> dict[Key, str]:
    return {key: value for kind in KINDS for key, value in project.values(kind).items()}


def rescued(path: Path) -> Project:
    into = path.with_name("rescued.treecompare")
    into.unlink(missing_ok=True)
    number = Project.rescue(path, into)
    project = Project.open(into)
    assert len(everything(project)) == number
    return project


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of some 100 pages, with a note of three pages, lost entries and deleted ones."""
    folder = tmp_path_factory.mktemp("large")
    for name in ("gold", "one"):
        (folder / f"{name}.mrg").write_text("(S (N x))\n", "utf-8")
    words = [f"sentence {number}" for number in range(NOTES + 20)]
    banks = [("gold", "", str(folder / "gold.mrg")), ("system", "one", str(folder / "one.mrg"))]
    project = Project.create(
        folder / "large.treecompare", banks, {"settings": {"params": "evalb"}, "place": {"sentence": 7}}
    )
    for number in range(NOTES):
        project.write([(Key(NOTE, number), f"note {number} {'text ' * 40}")], "w", words)
    project.write(
        [(Key(NOTE, 5), "long " * 2500), (Key(CORRECT, 6, "one", "P"), "no"), (Key(NOTE, NOTES + 5), "lost")],
        "w",
        words,
    )
    project.write([(Key(NOTE, 8), None), (Key(NOTE, 9), "changed")], "w", words)
    project.realign(words[:NOTES])
    project.close()
    return project.path


@pytest.mark.parametrize("name", ["constituents", "dependencies", "schemes", "lattice", "segmentations", "large"])
def test_of_a_sound_file_everything_but_the_steps_is_there(name: str, large: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.treecompare"
    shutil.copy(large if name == "large" else DATA / f"{name}.treecompare", path)
    sound, copy = Project.open(path), rescued(path)
    assert everything(copy) == everything(sound)
    assert [replace(one, relative="") for one in copy.treebanks] == [
        replace(one, relative="") for one in sound.treebanks
    ]
    assert (copy.state, copy.lost()) == (sound.state, sound.lost())
    tables = [one._connection.execute("SELECT * FROM sentences ORDER BY sentence").fetchall() for one in (copy, sound)]
    assert tables[0] == tables[1]
    assert (getattr(copy.last_step(), "what", ""), getattr(copy.last_step(is_undone=True), "what", "")) == ("", "")
    copy.write([(Key(NOTE, 1), "goes on")], "w")
    copy.close()
    sound.close()


def test_what_was_deleted_does_not_come_back(tmp_path: Path) -> None:
    project = Project.create(tmp_path / "x.treecompare", [])
    project.write([(Key(NOTE, number), "secret " * 300) for number in range(50)], "w")
    project.write([(Key(NOTE, number), None) for number in range(49)], "w")
    with contextlib.closing(sqlite3.connect(project.path)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("DELETE FROM edits")
        connection.commit()
    project.close()
    assert project.path.read_bytes().count(b"secret") > 300
    copy = rescued(project.path)
    assert len(copy.values(NOTE)) == 1
    copy.close()
    project = Project.open(project.path)
    project.write([(Key(NOTE, 49), "short")], "w")
    project.close()


def test_deleted_notes_are_not_in_the_file(tmp_path: Path) -> None:
    project = Project.create(tmp_path / "x.treecompare", [])
    project.write([(Key(NOTE, number), f"secret {number} " * 200) for number in range(50)], "w")
    project.undo()
    project.write([(Key(NOTE, 1), "other")], "w")
    project.close()
    assert b"secret" not in project.path.read_bytes()


@pytest.mark.parametrize("seed", range(40))
def test_random_damage(large: Path, tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    path = tmp_path / "x.treecompare"
    data = bytearray(large.read_bytes())
    pages = len(data) // 4096
    how = draw.choice(("cut", "zeros", "noise", "head"))
    if how == "cut":
        del data[draw.randrange(len(data) // 2, len(data)) :]
    elif how == "head":
        length = draw.choice((16, 100, 4096))
        data[:length] = bytes(length)
    else:
        for _ in range(draw.randint(1, pages // 10)):
            start = draw.randrange(pages) * 4096
            data[start : start + 4096] = bytes(4096) if how == "zeros" else draw.randbytes(4096)
    path.write_bytes(data)
    sound, copy = Project.open(large), rescued(path)
    expected, found = everything(sound), everything(copy)
    # a page holds up to 18 notes, and the steps tell of many again
    assert sum(expected[key] == value for key, value in found.items() if key in expected) > 0.4 * len(expected)
    # steps whose successor is lost may bring back what was there before, and a note may lack its end
    before = {Key(NOTE, number): f"note {number} {'text ' * 40}" for number in range(NOTES)}
    for key, value in found.items():
        assert value and (
            value in (expected.get(key), before.get(key))
            or value.startswith("long " * 50)
            or (how == "cut" and expected[key].startswith(value))
        )
    assert {one.path for one in copy.treebanks} <= {one.path for one in sound.treebanks}
    assert all(sound.state.get(name) == value for name, value in copy.state.items())
    copy.close()
    sound.close()


@pytest.mark.parametrize("page", range(1, 40))
def test_no_single_page_takes_more_with_it_than_what_stood_on_it(large: Path, tmp_path: Path, page: int) -> None:
    path = tmp_path / "x.treecompare"
    data = bytearray(large.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = bytes(4096)
    path.write_bytes(data)
    with pytest.raises((Damaged, TreecompareError)):
        Project.open(path).close()
        if page > 20:  # a page that was not in use
            raise TreecompareError("sound")
    copy = rescued(path)
    assert len(everything(copy)) >= NOTES - 18
    if page > 8:
        assert len(copy.treebanks) == 2
        assert copy.state == {"settings": {"params": "evalb"}, "place": {"sentence": 7}}
    copy.close()


@pytest.mark.parametrize(
    "content",
    [b"", b"x", b"SQLite format 3\0", bytes(50_000), random.Random(3).randbytes(50_000), b"(S (NP x))\n" * 5000],
)
def test_of_nothing_nothing_is_made(tmp_path: Path, content: bytes) -> None:
    path, into = tmp_path / "x.treecompare", tmp_path / "y.treecompare"
    path.write_bytes(content)
    with pytest.raises(TreecompareError, match="nothing can be read of it"):
        Project.rescue(path, into)
    with pytest.raises(TreecompareError, match="No such file"):
        Project.rescue(tmp_path / "none", into)
    with pytest.raises(TreecompareError, match=r"Is a directory|ermission"):
        Project.rescue(tmp_path, into)
    assert [one.name for one in tmp_path.iterdir()] == ["x.treecompare"]


def test_nothing_is_overwritten(large: Path, tmp_path: Path) -> None:
    into = tmp_path / "y.treecompare"
    into.write_text("mine", "utf-8")
    with pytest.raises(TreecompareError, match="exists already"):
        Project.rescue(large, into)
    assert into.read_text("utf-8") == "mine"


def test_a_file_that_is_damaged_while_it_is_open_is_saved_from_memory(large: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.treecompare"
    shutil.copy(large, path)
    project = Project.open(path)
    before, banks, lost = everything(project), project.treebanks, project.lost()
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)
    with pytest.raises(TreecompareError, match="damaged"):
        for number in range(NOTES):
            project.write([(Key(NOTE, number), f"typed {number}")], "w")
    (tmp_path / "y.treecompare").write_bytes(large.read_bytes())
    project.save_as(tmp_path / "y.treecompare")
    expected = before | {Key(NOTE, 0): "typed 0"}
    found = everything(project)
    assert found.keys() == expected.keys()
    assert sum(found[key] != value for key, value in expected.items()) < NOTES
    assert not project.unsaved
    assert [one.path for one in project.treebanks] == [one.path for one in banks]
    assert project.state["place"] == {"sentence": 7}
    assert len(project.lost()) <= len(lost)
    project.close()
    again = Project.open(tmp_path / "y.treecompare")
    assert everything(again) == found
    again.close()
