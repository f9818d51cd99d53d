"""Undo takes back what was changed last, whatever it is, or says that it cannot."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare, write
from tests.app.helpers import note_down, space
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.saved.project import Key

TREES = [
    "(S (NP (DT the) (NN dog)) (VP (VB barks)))",
    "(S (NP (PRP it)) (VP (VB snows)))",
    "(S (NP (PRP we)) (VP (VB go)))",
]
FLAT = ["(S (DT the) (NN dog) (VB barks))", *TREES[1:]]


@pytest.fixture
def three(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> Files:
    """A comparison of two systems that is open."""
    gold, one, two = (
        write(tmp_path / f"{name}.mrg", trees) for name, trees in (("gold", TREES), ("one", FLAT), ("two", TREES))
    )
    files = Files(gold, (("", one), ("", two)))
    compare(qtbot, window, files)
    return files


def settled(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.session.is_busy and window.session.is_compared, timeout=20_000)


def undone(qtbot: QtBot, window: MainWindow) -> str:
    window.files.undo()
    said = window.messages.text()
    settled(qtbot, window)
    return said


def judge(window: MainWindow, sentence: int, system: str) -> None:
    note_down(window, [("correct", sentence, system, "", "no")], f"judgement on {system}")


def test_changes_of_every_kind_are_taken_back_in_order(qtbot: QtBot, window: MainWindow, three: Files) -> None:
    session = window.session
    judge(window, 0, "one")
    window.opener.leave_out(1)
    settled(qtbot, window)
    note_down(window, [("note", 1, "", "", "snow")], "note on sentence 2")
    window.scoring.change_one("params", "none")
    settled(qtbot, window)
    session.swap(0)
    settled(qtbot, window)
    assert session.files is not None and session.files.swapped
    assert window.files.undoable == "sides swapped"
    assert undone(qtbot, window) == "Undone: sides swapped" and not session.files.swapped
    assert undone(qtbot, window) == "Undone: scoring (params)" and session.settings.params == "standard"
    assert session.comparison.judgements.notes == {1: "snow"}
    assert undone(qtbot, window) == "Undone: note on sentence 2" and not session.comparison.judgements.notes
    assert undone(qtbot, window) == "Undone: two removed"
    assert session.comparison.table.systems == ["one", "two"] and session.comparison.judgements.correct
    assert undone(qtbot, window) == "Undone: judgement on one" and not session.comparison.judgements.correct
    assert not window.files.has_undo
    for what in ("judgement on one", "two removed", "note on sentence 2", "scoring (params)", "sides swapped"):
        assert window.files.redoable == what
        window.files.redo()
        settled(qtbot, window)
    assert not window.files.redoable and session.files.swapped == three.systems[0][1]


def test_nothing_older_is_taken_back_while_files_are_read(qtbot: QtBot, window: MainWindow, three: Files) -> None:
    session = window.session
    judge(window, 0, "one")
    window.opener.leave_out(1)
    settled(qtbot, window)
    for _ in range(2):  # the second time it is still read
        window.files.undo()
    session.cancel()
    assert session.comparison.table.systems == ["one"] and session.comparison.judgements.correct
    assert undone(qtbot, window) == "Undone: two removed" and session.comparison.judgements.correct
    assert session.comparison.table.systems == ["one", "two"] and window.files.undoable == "judgement on one"


def test_nothing_is_looked_at_while_the_views_show_other_systems(
    window: MainWindow, three: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    space(window).systems.choose(1)
    assert window.files.place() == {"system": "two", "sentence": 0}
    monkeypatch.setattr(window.session, "comparison", SimpleNamespace(table=SimpleNamespace(systems=["three", "four"])))
    assert window.files.place() == {} and not window.files.undoable


def test_nothing_older_is_taken_back_in_place_of_what_cannot_be(qtbot: QtBot, window: MainWindow, three: Files) -> None:
    judge(window, 0, "two")
    window.close_comparison()
    compare(qtbot, window, three)
    space(window).systems.choose(0)
    assert not window.files.undoable and window.files.has_undo
    assert "is about two, from before the comparison was opened" in undone(qtbot, window)
    assert window.session.comparison.judgements.correct == {(0, "two", ""): False}
    space(window).systems.choose(1)
    assert window.files.undoable == "judgement on two"
    window.scoring.change_one("params", "none")
    settled(qtbot, window)
    window.close_comparison()
    compare(qtbot, window, three)
    space(window).systems.choose(1)
    assert "scoring (params): was changed before the comparison was opened" in undone(qtbot, window)
    assert window.session.comparison.judgements.correct == {(0, "two", ""): False}


def test_a_system_is_renamed_and_another_gold_taken(
    qtbot: QtBot, window: MainWindow, three: Files, tmp_path: Path
) -> None:
    session, named = window.session, tmp_path / "kept.treecompare"
    judge(window, 0, "one")
    note_down(window, [("note", 1, "", "", "snow")], "note")
    window.files.file.save_as(str(named))
    session.with_files(session.files.renamed(0, "parser"))
    settled(qtbot, window)
    assert session.comparison.table.systems == ["parser", "two"]
    assert session.comparison.judgements.correct == {(0, "parser", ""): False}
    other = write(tmp_path / "other.mrg", [TREES[1], TREES[0].replace("NP", "XP"), TREES[2]])
    session.with_files(session.files.with_gold(other))
    settled(qtbot, window)
    assert session.comparison.judgements.notes == {0: "snow"}
    assert session.comparison.judgements.correct == {(1, "parser", ""): False}
    window.close_comparison()
    compare(qtbot, window, Files(str(named), ()))
    assert session.files.gold == other and session.comparison.judgements.notes == {0: "snow"}
    assert session.comparison.judgements.correct == {(1, "parser", ""): False}
    assert window.files.file.project.value(Key("correct", 1, "parser")) == "no"
    two = session.files.with_gold(three.systems[1][1])
    assert two.gold == three.systems[1][1] and two.systems[1][1] == other and not two.no_gold
