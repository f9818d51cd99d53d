"""Values of every kind in a comparison file: what can be there is found again, what cannot is told or left out."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError
from treecompare.saved.project import Damaged, Key, Project
from treecompare.saved.rows import Malformed, called_otherwise, stored, text_of
from treecompare.saved.state import as_json, settings_of, turned_round, valid_state
from treecompare.trees.pattern_syntax import MOST_LETTERS

NOTE = Key("note", 3)


def test_patterns_over_words_of_older_files_are_turned_round_once(path: Path) -> None:
    """Those of the filter, of views and with names; words that are looked for stay, and so does what is stored from now on."""
    wish, words = {"text": "obl=x < NOUN", "where": "pattern"}, {"text": "3 < 4", "where": "words"}
    old = {
        "patterns": {"one": "obl < NOUN", "two": "NOUN . VERB"},
        "view": {"filter": wish, "a": "uas"},
        "views": {"1": {"filter": wish}, "2": {"filter": words}},
    }
    new, count = turned_round(old)
    turned = {**wish, "text": "obl=x > NOUN"}
    assert new == {
        "notation": "trees",
        "patterns": {"one": "obl > NOUN", "two": "NOUN . VERB"},
        "view": {"filter": turned, "a": "uas"},
        "views": {"1": {"filter": turned}, "2": {"filter": words}},
    }
    assert count == 3 and turned_round(new) == (new, 0)
    project = Project.open(path)
    project.set_state(new)
    project.close()
    project = Project.open(path)
    assert turned_round(project.state) == ({**new, "views": {}}, 0)  # these lack what views have
    project.close()


WORDS = [f"sentence number {number}" for number in range(9)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "gold.mrg").write_text("(S (N gold))\n", "utf-8")
    project = Project.create(
        tmp_path / "x.treecompare", [("gold", "", str(tmp_path / "gold.mrg"))], {"place": {"sentence": 3}}
    )
    project.write([(NOTE, "one"), (Key("correct", 3, "s", "P"), "yes")], "w", WORDS)
    project.close()
    return project.path


def spoil(path: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        assert connection.execute(statement, values).rowcount > 0


# -- names that are no UTF-8 -----------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="names of files are Unicode there")
def test_treebanks_whose_names_are_no_utf_8(tmp_path: Path) -> None:
    name = os.fsdecode(b"gold_\xe9.mrg")
    (tmp_path / name).write_text("(S (N gold))\n", "utf-8")
    key = Key("correct", 1, "gold_\udce9", "P")
    bank = "system", "gold_\udce9", str(tmp_path / name)
    state = {"follows": {bank[2]: 0}}
    project = Project.create(tmp_path / os.fsdecode(b"\xe9.treecompare"), [bank], state)
    project.write([(key, "yes"), (NOTE, "a")], "gold_\udce9: parsed correctly", ["", "\udce9 x"])
    project.save_as(tmp_path / os.fsdecode(b"\xff.treecompare"))
    project.close()
    project = Project.open(project.path)
    assert [(one.role, one.name, one.path) for one in project.treebanks] == [bank]
    assert project.changes() == []
    assert project.value(key) == "yes"
    assert project.state == state
    assert getattr(project.last_step(), "what", "") == "gold_\udce9: parsed correctly"
    assert project.realign(["\udce9 x"]) == 0
    step = project.undo()
    assert step is not None
    assert step.keys == (Key("correct", 0, "gold_\udce9", "P"), NOTE)
    assert project.value(key) is None
    project.redo()
    assert project.realign([]) == 1
    assert project.lost() == [(Key("correct", -1, "gold_\udce9", "P"), "yes", "\udce9 x")]
    project.close()
    (tmp_path / "sub").mkdir()
    assert Project.rescue(project.path, tmp_path / "sub" / "r.treecompare") == 1
    rescued = Project.open(tmp_path / "sub" / "r.treecompare")
    assert [(one.role, one.name, one.path) for one in rescued.treebanks] == [bank]
    rescued.close()


@given(st.text(st.characters(codec=None)))
def test_every_text_is_found_again(text: str) -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        (value,) = connection.execute("SELECT ?", (stored(text),)).fetchone()
    assert text_of(value, "") == text


@pytest.mark.parametrize("value", [b"plain", b"\xff", b"", 3, 1.5, None])
def test_what_is_no_text(value: object) -> None:
    with pytest.raises(Malformed, match="expected a text"):
        text_of(value, "it")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (Key("other", 1), "x"), (Key("note", -1), "x"), (Key("note", 1 << 31), "x"), (Key("note", True), "x"),
        (Key("correct", 1, "s", "P"), "perhaps"), (Key("note", 1), "x" * 10_000_001),
    ],
)  # fmt: skip
def test_what_could_not_be_read_again_is_refused_and_hinders_nothing(path: Path, key: Key, value: str) -> None:
    project = Project.open(path)
    with pytest.raises(TreecompareError, match=r"x\.treecompare: cannot hold this: .*; expected"):
        project.write([(NOTE, "lost with it"), (key, value)], "w")
    assert (project.value(key), project.value(NOTE), project.unsaved) == (None, "one", [])
    project.write([(NOTE, "two")], "w")
    project.close()
    project = Project.open(path)
    assert project.value(NOTE) == "two"
    project.close()


# -- values that treecompare does not write ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("annotations", "kind", "other"), ("annotations", "kind", b"note"), ("annotations", "sentence", "three"),
        ("annotations", "sentence", -1),
        ("annotations", "sentence", 2**40), ("annotations", "sentence", 1.5), ("annotations", "system", b"x"),
        ("annotations", "value", b"\xff"),
        ("treebanks", "role", "other"), ("treebanks", "path", b"/gold.mrg"), ("treebanks", "path", ""),
        ("treebanks", "path", "a\0b"),
        ("treebanks", "relative", "a\0b"), ("treebanks", "size", "large"), ("treebanks", "size", -1), ("treebanks", "mtime", 1.5),
        ("treebanks", "sha256", b"x"), ("treebanks", "sha256", "\udce9".encode("utf-8", "surrogatepass")),
    ],
)  # fmt: skip
def test_files_with_odd_values_are_damaged(path: Path, tmp_path: Path, table: str, column: str, value: object) -> None:
    where = " WHERE kind = 'note'" if table == "annotations" else ""
    spoil(path, f"UPDATE {table} SET {column} = ?{where}", value)
    with pytest.raises(Damaged, match=r"x\.treecompare: is damaged or no comparison file \(.* is .*; expected "):
        Project.open(path)
    assert Project.rescue(path, tmp_path / "r.treecompare") == 2
    rescued = Project.open(tmp_path / "r.treecompare")
    assert rescued.value(NOTE) == "one"  # where the note itself is spoilt, the step that made it tells
    assert rescued.value(Key("correct", 3, "s", "P")) == "yes"
    assert rescued.state == {"place": {"sentence": 3}}
    rescued.close()


def test_a_judgement_that_is_neither_yes_nor_no(path: Path) -> None:
    spoil(path, "UPDATE annotations SET value = 'perhaps' WHERE kind = 'correct'")
    with pytest.raises(Damaged, match="a judgement is 'perhaps'; expected one of yes, no, unclear"):
        Project.open(path)


def test_texts_that_are_no_utf_8(path: Path) -> None:
    spoil(path, "UPDATE annotations SET value = CAST(x'c328' AS TEXT)")
    with pytest.raises(Damaged, match=r"\(a text is not UTF-8\)"):
        Project.open(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE edits SET kind = 'other'", "UPDATE edits SET sentence = 'x'", "UPDATE edits SET before = x'00', after = x'00'",
        "UPDATE edits SET system = 3", "UPDATE steps SET what = x'00'",
    ],
)  # fmt: skip
def test_steps_with_odd_values_cannot_be_undone(path: Path, statement: str) -> None:
    statement = statement.replace("system = 3", "system = x'41'")
    spoil(path, statement)
    project = Project.open(path)
    with pytest.raises(Damaged, match="expected"):
        project.undo()
    assert project.value(NOTE) == "one"
    project.write([(NOTE, "two")], "w")
    project.close()


@pytest.mark.parametrize("column", ["sentence", "words"])
def test_sentences_with_odd_values_move_nothing(path: Path, column: str) -> None:
    spoil(path, f"UPDATE sentences SET {column} = ?", -5 if column == "sentence" else b"x")
    project = Project.open(path)
    with pytest.raises(Damaged, match="expected"):
        project.realign(WORDS[3:])
    assert project.value(NOTE) == "one"
    project.close()


def test_lost_entries_with_odd_values(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO lost VALUES ('note', '', '', x'00', '')")
    project = Project.open(path)
    with pytest.raises(Damaged, match="a value is"):
        project.lost()
    project.close()


@pytest.mark.parametrize("name", ["a" * 300, f"/{'b' * 5000}/c", "/dev/zero", "folder"])
def test_treebanks_that_no_system_can_have(path: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    spoil(path, "UPDATE treebanks SET path = ?, relative = ''", name)
    project = Project.open(path)
    assert [one.what for one in project.changes()] == ["missing"]
    with pytest.raises(TreecompareError):
        project.accept(project.treebanks[0])
    project.outside()
    project.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")
def test_a_pipe_is_no_treebank(path: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    project = Project.open(path)
    with pytest.raises(TreecompareError, match="pipe: is not a file; expected a treebank"):
        project.set_treebanks([("gold", "", str(tmp_path / "pipe"))])
    project.close()


@pytest.mark.parametrize("name", ["a" * 300, "a\0b", "\ud800"])
def test_comparisons_that_no_system_can_have(path: Path, tmp_path: Path, name: str) -> None:
    project = Project.open(path)
    for attempt in (
        lambda: Project.open(tmp_path / name),
        lambda: Project.create(tmp_path / name, []),
        lambda: project.save_as(tmp_path / name),
        lambda: Project.rescue(path, tmp_path / name),
        lambda: Project.rescue(tmp_path / name, tmp_path / "y"),
    ):
        with pytest.raises(TreecompareError):
            attempt()
    project.close()


def test_a_device_is_not_replaced(path: Path, tmp_path: Path) -> None:
    project = Project.open(path)
    (tmp_path / "folder").mkdir()
    for name in (tmp_path / "folder", Path(os.devnull)):
        with pytest.raises(TreecompareError):
            project.save_as(name)
    assert not Path(os.devnull).is_file()
    project.close()


# -- settings, and what the window showed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ({"params": "evalb", "functions": True, "max_length": 40}, Settings("evalb", functions=True, max_length=40)),
        ({"later": [1], "missing": "zero"}, Settings(missing="zero")),
        ({"relations": "q", "punctuation": "q", "missing": "q", "preterminals": "q", "params": "evalb"}, Settings("evalb")),
        ({"params": 3, "functions": 1, "max_length": True, "tree_costs": [], "label_costs": {}, "missing": []}, Settings()),
        ({"params": None, "functions": None, "max_length": "4", "tree_costs": "a\0b", "differing": None}, Settings()),
        ({"max_length": -1, "params": ""}, Settings()),
        ({"max_length": 10**30}, Settings()),
        ([], Settings()), (None, Settings()), ("evalb", Settings()), (3, Settings()),
    ],
)  # fmt: skip
def test_settings_that_are_stored(stored: object, expected: Settings) -> None:
    assert settings_of(stored) == expected
    state, remarks = valid_state([("settings", json.dumps(stored))], 0)
    assert settings_of(state["settings"]) == expected
    assert bool(remarks) == (expected in (Settings("evalb"), Settings()))
    assert all(len(remark) < 200 and "\n" not in remark for remark in remarks)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("place", '{"system": "a", "sentence": 4}', {"system": "a", "sentence": 4}),
        ("place", '{"system": "a", "sentence": -1, "zoom": 2}', {"system": "a", "sentence": -1, "zoom": 2}),
        ("place", '{"system": 3, "sentence": true}', {}),
        ("place", '{"system": null, "sentence": 1e3}', {}),
        ("place", '{"sentence": 99999999999999999999}', {}),
        ("place", "[1]", {}),
        ("follows", '{"a": 2, "b": 3, "c": -1, "d": true, "e": "1", "f": 0}', {"a": 2, "f": 0}),
        ("follows", "null", {}),
        ("patterns", '{"a": "S", "b": "", "c": 3, "d": null}', {"a": "S"}),
        ("patterns", f'{{"a": "{"x" * MOST_LETTERS}", "b": "{"x" * (MOST_LETTERS + 1)}"}}', {"a": "x" * MOST_LETTERS}),
        ("patterns", '["S"]', {}),
        ("other", "[1, {}]", [1, {}]),
        ("other", "[" * 20 + "]" * 20, eval("[" * 20 + "]" * 20)),
        ("other", "[" * 21 + "]" * 21, None),
        ("other", "[" * 100_000, None),
        ("other", "9" * 5000, None),
        ("other", "{", None),
        ("other", b"{}", None),
        ("other", 3, None),
        (3, "{}", None),
        ("other", f'"{"x" * 1_000_000}"', None),
    ],
)  # fmt: skip
def test_state_that_is_stored(name: Any, text: object, expected: object) -> None:
    state, remarks = valid_state([(name, text)], 2)
    assert state == ({} if expected is None else {name: expected})
    is_whole = expected is not None and json.loads(str(text)) == expected
    assert bool(remarks) != is_whole
    assert all(len(remark) < 200 and "\n" not in remark for remark in remarks)


def test_a_project_tells_what_it_left_out_and_stores_what_is_left(path: Path) -> None:
    spoil(path, "UPDATE state SET value = '[]'")
    project = Project.open(path)
    assert (project.state, project.remarks) == ({"place": {}}, ["what was last shown is not known"])
    assert project.value(NOTE) == "one"
    project.set_state({**project.state, "follows": {}})
    project.close()
    project = Project.open(path)
    assert (project.state, project.remarks) == ({"place": {}, "follows": {}}, [])
    for state in ({"x": {1}}, {"x": float}, {"x": (loop := [])}):
        loop.append(loop)
        with pytest.raises(TreecompareError, match="cannot be stored"):
            project.set_state(state)
    project.close()


def test_a_system_that_moved_follows_its_gold_still(path: Path, tmp_path: Path) -> None:
    (tmp_path / "one.mrg").write_text("(S (N gold))\n", "utf-8")
    banks = [
        ("gold", "", str(tmp_path / "gold.mrg")),
        ("other gold", "SD", str(tmp_path / "gold.mrg")),
        ("system", "one", str(tmp_path / "one.mrg")),
    ]
    project = Project.create(
        tmp_path / "y.treecompare", banks, {"follows": {str(tmp_path / "one.mrg"): 1}, "place": {}}
    )
    project.relocate("system", "one", "/elsewhere.mrg")
    assert project.state == {"follows": {"/elsewhere.mrg": 1}, "place": {}}
    project.close()
    project = Project.open(project.path)
    assert project.state["follows"] == {"/elsewhere.mrg": 1}
    project.close()


def test_treebanks_that_moved_with_a_file_that_may_only_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    project = Project.open(path)
    project.relocate("gold", "", "/elsewhere.mrg")
    assert [one.path for one in project.treebanks] == ["/elsewhere.mrg"]
    project.close()


def test_a_judgement_that_is_unclear(path: Path) -> None:
    spoil(path, "UPDATE annotations SET value = 'unclear' WHERE kind = 'correct'")
    project = Project.open(path)
    assert project.value(Key("correct", 3, "s", "P")) == "unclear"
    project.close()


@pytest.mark.parametrize(
    ("sentences", "is_valid"), [([0, 5], True), ([(1 << 31) - 1], True), ([-1], False), ([1 << 31], False)]
)
def test_sentences_that_a_saved_view_has_chosen(sentences: list[int], is_valid: bool) -> None:
    """Numbered from 0."""
    view = {"system": "s", "a": "la", "b": "la", "filter": {"chosen": {"text": "x", "sentences": sentences}}}
    found, remarks = valid_state(as_json({"views": {"1": view}}).items(), 0)
    assert (found["views"], len(remarks)) == (({"1": view}, 0) if is_valid else ({}, 1))


def test_decisions_name_an_analysis_by_its_new_name() -> None:
    """Wherever one names it: whose value was chosen, what each said, between whom it was decided."""
    said = {"file": "a", "values": {"a": "x", "b": "a"}, "names": ["b", "a"], "by": "a"}
    renamed = {"file": "c", "values": {"c": "x", "b": "a"}, "names": ["b", "c"], "by": "a"}
    assert json.loads(called_otherwise(json.dumps(said), "a", "c")) == renamed
    for text in ("[]", "no"):
        with pytest.raises(ValueError):
            called_otherwise(text, "a", "c")
