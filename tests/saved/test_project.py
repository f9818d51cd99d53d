"""The comparison file: what is written is there, what cannot be written is told and kept, what is odd is refused."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from treecompare.errors import TreecompareError
from treecompare.saved import schema as project_schema
from treecompare.saved.project import Key, Project, digest_of, new_places
from treecompare.saved.schema import MIGRATIONS

NOTE = Key("note", 3)
TAG = Key("phenomenon", 3, "", "ERC")
WORDS = [f"sentence number {number}" for number in range(20)]


@pytest.fixture
def banks(tmp_path: Path) -> list[tuple[str, str, str]]:
    for name in ("gold", "one"):
        (tmp_path / f"{name}.mrg").write_text(f"(S (N {name}))\n", "utf-8")
    return [("gold", "", str(tmp_path / "gold.mrg")), ("system", "one", str(tmp_path / "one.mrg"))]


@pytest.fixture
def project(tmp_path: Path, banks: list[tuple[str, str, str]]) -> Iterator[Project]:
    made = Project.create(tmp_path / "a.treecompare", banks, {"settings": {"params": "evalb"}})
    yield made
    made.close()


def again(project: Project) -> Project:
    project.close()
    return Project.open(project.path)


def test_all_of_it_is_found_again(project: Project) -> None:
    project.write([(NOTE, "odd"), (TAG, "yes")], "first", WORDS)
    other = again(project)
    assert other.state == {"settings": {"params": "evalb"}}
    assert [(one.role, one.name, Path(one.path).name) for one in other.treebanks] == [
        ("gold", "", "gold.mrg"), ("system", "one", "one.mrg"),
    ]  # fmt: skip
    assert other.value(NOTE) == "odd"
    assert other.values("phenomenon") == {TAG: "yes"}
    assert (getattr(other.last_step(), "what", ""), getattr(other.last_step(is_undone=True), "what", "")) == (
        "first",
        "",
    )
    other.close()
    assert sorted(path.name for path in project.path.parent.iterdir()) == ["a.treecompare", "gold.mrg", "one.mrg"]


def test_what_changes_nothing_is_no_step(project: Project) -> None:
    assert project.write([(NOTE, None)], "nothing") is None
    project.write([(NOTE, "x")], "one")
    assert project.write([(NOTE, "x")], "the same") is None
    assert getattr(project.last_step(), "what", "") == "one"


Model = tuple[dict[Key, str], list[dict[Key, str]], list[dict[Key, str]]]


WRITES = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["", "a", "b"])), min_size=1, max_size=3)
ACTIONS = st.one_of(
    st.tuples(st.just("write"), WRITES), st.tuples(st.sampled_from(["undo", "redo", "reopen"]), st.just([]))
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=st.lists(ACTIONS, max_size=12))
def test_it_behaves_like_a_list_of_states(
    actions: list[tuple[str, list[tuple[int, str]]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    project = Project.create(tmp_path_factory.mktemp("model") / "m.treecompare", [])
    now: dict[Key, str] = {}
    past: list[dict[Key, str]] = []
    future: list[dict[Key, str]] = []
    for action, changes in actions:
        if action == "write":
            step = project.write([(Key("note", sentence), text) for sentence, text in changes], "w")
            new = dict(now)
            for sentence, text in dict(changes).items():
                if text:
                    new[Key("note", sentence)] = text
                else:
                    new.pop(Key("note", sentence), None)
            assert (step is not None) == (new != now)
            if new != now:
                past, future, now = [*past, now], [], new
        elif action == "undo":
            assert (project.undo() is not None) == bool(past)
            if past:
                future, now, past = [*future, now], past[-1], past[:-1]
        elif action == "redo":
            assert (project.redo() is not None) == bool(future)
            if future:
                past, now, future = [*past, now], future[-1], future[:-1]
        else:
            project = again(project)
        assert project.values("note") == now
        assert (
            bool(getattr(project.last_step(), "what", "")),
            bool(getattr(project.last_step(is_undone=True), "what", "")),
        ) == (bool(past), bool(future))
    project.close()


# -- treebanks -------------------------------------------------------------------------------------------------------------


def test_changes_of_the_treebanks(project: Project, tmp_path: Path) -> None:
    assert project.changes() == []
    gold, one = (Path(bank.path) for bank in project.treebanks)
    os.utime(gold, ns=(1, 1))
    assert project.changes() == []  # another date, the same content
    gold.write_text("(S (N other))\n", "utf-8")
    one.unlink()
    assert [(change.treebank.role, change.what) for change in project.changes()] == [
        ("gold", "changed"),
        ("system", "missing"),
    ]
    project.accept(project.treebanks[0])
    elsewhere = tmp_path / "b.mrg"
    elsewhere.write_text("(S (N one))\n", "utf-8")
    project.relocate("system", "one", str(elsewhere))
    assert again(project).changes() == []


def test_a_folder_that_moved_as_a_whole(project: Project, tmp_path: Path) -> None:
    project.close()
    new = tmp_path.parent / f"{tmp_path.name} moved"
    shutil.move(tmp_path, new)
    try:
        other = Project.open(new / "a.treecompare")
        found = other.changes()
        assert [(one.what, one.path) for one in found] == [
            ("moved", str(new / "gold.mrg")),
            ("moved", str(new / "one.mrg")),
        ]
        other.close()
    finally:
        shutil.move(new, tmp_path)


def test_what_is_only_written_otherwise_is_the_same_sentence() -> None:
    stored = [(0, "he said ( no )"), (1, "a b"), (2, "a b c")]
    words = ["a  b c", "A B", "He said -LRB- no -RRB-"]
    assert new_places(stored, words) == {
        0: 2,
        1: 1,
    }  # 2 has other words: what is said of its third would stand elsewhere


def test_notes_follow_their_sentences(project: Project) -> None:
    for sentence in (2, 5, 7):
        project.write([(Key("note", sentence), f"note {sentence}")], f"step {sentence}", WORDS)
    words = [WORDS[9], WORDS[7], *WORDS[:5], "new", WORDS[6], WORDS[8]]  # 5 is gone, 7 comes first, the rest moves
    assert project.realign(words) == 1
    assert {key.sentence: text for key, text in project.values("note").items()} == {4: "note 2", 1: "note 7"}
    assert project.lost() == [(Key("note", -1), "note 5", WORDS[5])]
    step = project.undo()
    assert step is not None
    assert step.keys == (Key("note", 1),)
    assert project.realign(words) == 0


def test_notes_follow_sentences_that_are_only_written_otherwise(project: Project) -> None:
    before = ["He said ( so )", "a b", "A b", "Café"]
    for sentence in range(4):
        project.write([(Key("note", sentence), f"note {sentence}")], "note", before)
    assert project.realign(["a b", "Cafe\u0301", "He said -LRB- so -RRB-", "A b"]) == 0
    assert {key.sentence: text for key, text in project.values("note").items()} == {
        0: "note 1", 1: "note 3", 2: "note 0", 3: "note 2",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("noted", "words", "places"),
    [
        ([4], "a--a---a--", [3]),  # the nearest of several
        ([4], "--a---a---", [2]),  # of two as near the first
        ([4], "a-----a---", [6]),
        ([4, 5], "---a-a----", [3, 5]),  # who has not moved keeps its place
        ([4, 5], "---aa-----", [4, 3]),
        ([2, 4], "---a-----a", [3, 9]),  # each place is taken once, by the first
    ],
)
def test_notes_move_to_the_nearest_sentence_with_their_words(
    project: Project, noted: list[int], words: str, places: list[int]
) -> None:
    before = ["a" if place in noted else "-" for place in range(10)]
    for sentence in noted:
        project.write([(Key("note", sentence), str(sentence))], "note", before)
    assert project.realign(list(words)) == 0
    assert {int(text): key.sentence for key, text in project.values("note").items()} == dict(
        zip(noted, places, strict=True)
    )


def test_what_is_stored_of_the_window_is_the_state_at_once(project: Project) -> None:
    state = {**project.state, "kind": "E"}
    project.set_state(state)
    assert project.state == state and project.state is not state


# -- other places ------------------------------------------------------------------------------------------------------------


def test_save_as_goes_on_there(project: Project, tmp_path: Path) -> None:
    project.write([(NOTE, "one")], "w")
    before = project.path.read_bytes()
    folder = tmp_path / "sub"
    folder.mkdir()
    project.save_as(folder / "b.treecompare")
    project.write([(NOTE, "two")], "w")
    assert (tmp_path / "a.treecompare").read_bytes() == before
    assert project.treebanks[0].relative == str(Path("..") / "gold.mrg")
    assert again(project).value(NOTE) == "two"
    with pytest.raises(TreecompareError, match="exists already"):
        Project.create(tmp_path / "a.treecompare", [])
    Project.create(tmp_path / "a.treecompare", [], overwrite=True).close()


def test_a_copy_finds_treebanks_that_moved_with_the_comparison(project: Project, tmp_path: Path) -> None:
    project.close()
    moved = tmp_path / "moved"
    (moved / "sub").mkdir(parents=True)
    for name in ("a.treecompare", "gold.mrg", "one.mrg"):
        (tmp_path / name).rename(moved / name)
    found = Project.open(moved / "a.treecompare")
    found.save_as(moved / "sub" / "b.treecompare")
    assert [one.relative for one in found.treebanks] == [str(Path("..") / "gold.mrg"), str(Path("..") / "one.mrg")]
    found.close()


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_others_may_read_what_they_may_read_of_any_file(project: Project, tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.touch()
    assert project.path.stat().st_mode == plain.stat().st_mode
    project.path.chmod(0o640)
    Project.create(tmp_path / "b.treecompare", []).close()
    (tmp_path / "b.treecompare").chmod(0o604)
    project.save_as(tmp_path / "b.treecompare")
    assert (tmp_path / "b.treecompare").stat().st_mode & 0o777 == 0o604


def test_two_windows_do_not_write_to_one_file(project: Project, tmp_path: Path) -> None:
    project.write([(NOTE, "one")], "w")
    code = (
        "import sys\nfrom pathlib import Path\nfrom treecompare.saved.project import Key, Project\n"
        "from treecompare.errors import TreecompareError\np = Project.open(Path(sys.argv[1]))\n"
        "print(p.is_read_only, p.value(Key('note', 3)))\n"
        "try:\n    p.write([(Key('note', 3), 'two')], 'w')\nexcept TreecompareError as e:\n    print(e)\n"
        "p.save_as(Path(sys.argv[2]))\nprint(p.value(Key('note', 3)))\n"
        "try:\n    p.save_as(Path(sys.argv[1]))\nexcept TreecompareError as e:\n    print(e)\n"
    )
    command = [sys.executable, "-c", code, str(project.path), str(tmp_path / "copy.treecompare")]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert out[0] == "True one"
    assert "open for reading only" in out[1]
    assert out[2] == "two"
    assert "is open in another window" in out[3]
    assert project.value(NOTE) == "one"
    project.write([(NOTE, "three")], "w")


def other_database(path: Path) -> None:
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE x (y)")


def newer(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda path: path.write_bytes(b""), "not a comparison file"),
        (lambda path: path.write_bytes(b"(S (NP x))\n" * 1000), "is damaged or no comparison file"),
        (lambda path: path.write_bytes(path.read_bytes()[:5000]), "damaged"),
        (lambda path: path.write_bytes(path.read_bytes()[:4096] + bytes(60_000)), "damaged"),
        (other_database, "not a comparison file"),
        (newer, "newer version"),
        (Path.unlink, "there is no such file"),
        (folder, "there is no such file"),
    ],
)
def test_what_is_no_sound_comparison_is_refused(
    project: Project, spoil: Callable[[Path], object], message: str
) -> None:
    project.write([(Key("note", number), "text " * 50) for number in range(200)], "much", WORDS)
    project.close()
    spoil(project.path)
    before = project.path.read_bytes() if project.path.is_file() else b""
    with pytest.raises(TreecompareError, match=message) as told:
        Project.open(project.path)
    assert str(project.path) in str(told.value)
    assert "\n" not in str(told.value)
    assert (project.path.read_bytes() if project.path.is_file() else b"") == before


def test_what_can_be_read_is_rescued(project: Project, tmp_path: Path) -> None:
    project.write([(Key("note", number), "text " * 50) for number in range(200)], "much", WORDS)
    project.close()
    data = bytearray(project.path.read_bytes())
    data[-3 * 4096 : -2 * 4096] = bytes(4096)
    project.path.write_bytes(data)
    with pytest.raises(TreecompareError, match="damaged"):
        Project.open(project.path)
    number = Project.rescue(project.path, tmp_path / "rescued.treecompare")
    rescued = Project.open(tmp_path / "rescued.treecompare")
    assert len(rescued.values("note")) == number > 50
    rescued.close()


def test_a_full_disk_keeps_what_was_typed(project: Project, tmp_path: Path) -> None:
    project.write([(NOTE, "one")], "w")
    pages = project._connection.execute("PRAGMA page_count").fetchone()[0]
    project._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(TreecompareError, match="disk is full"):
        project.write([(NOTE, "x" * 100_000)], "large")
    assert project.value(NOTE) == "x" * 100_000
    assert len(project.unsaved) == 1
    with pytest.raises(TreecompareError, match="disk is full"):
        project.write([(TAG, "yes")], "small")
    project.save_as(tmp_path / "roomy.treecompare")
    assert not project.unsaved
    other = again(project)
    assert (other.value(NOTE), other.value(TAG)) == ("x" * 100_000, "yes")
    assert getattr(other.last_step(), "what", "") == "small"
    other.close()


def test_a_file_that_is_deleted_meanwhile(project: Project, tmp_path: Path) -> None:
    project.path.unlink()
    with pytest.raises(TreecompareError, match="deleted meanwhile"):
        project.write([(NOTE, "one")], "w")
    project.save_as(tmp_path / "b.treecompare")
    assert again(project).value(NOTE) == "one"


def test_a_folder_that_cannot_be_written_to(project: Project, tmp_path: Path) -> None:
    with pytest.raises(TreecompareError, match="No such file"):
        project.save_as(tmp_path / "no" / "such.treecompare")
    project.write([(NOTE, "one")], "w")
    assert again(project).value(NOTE) == "one"


def test_a_file_that_may_only_be_read(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write([(NOTE, "one")], "w")
    project.close()
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write to everything
    other = Project.open(project.path)
    assert other.is_read_only
    assert other.value(NOTE) == "one"
    for attempt in (lambda: other.write([(NOTE, "two")], "w"), other.undo, lambda: other.set_state({})):
        with pytest.raises(TreecompareError, match="reading only"):
            attempt()
    assert other.value(NOTE) == "two"  # kept, to be saved elsewhere
    other.close()


def test_older_files_are_brought_up_to_date(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write([(NOTE, "one")], "w")
    project.close()
    monkeypatch.setattr(project_schema, "MIGRATIONS", (*MIGRATIONS, ("ALTER TABLE steps ADD COLUMN author TEXT",)))
    other = Project.open(project.path)
    assert other.value(NOTE) == "one"
    assert other._connection.execute("PRAGMA user_version").fetchone() == (2,)
    assert other._connection.execute("SELECT author FROM steps").fetchall() == [(None,)]
    other.close()


def test_names_of_files_in_the_users_folder() -> None:
    assert digest_of(["/a", "/b"]) == digest_of(["/a", "/b"]) != digest_of(["/b", "/a"])
