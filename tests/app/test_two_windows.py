"""Several windows on the same gold, or on the same comparison file: each keeps what is typed in it, nothing is lost."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import dialogs, notes_shown, space
from tests.conftest import stride
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.saved import autosaves
from treecompare.saved.project import Key, Project


def note(window: MainWindow, sentence: int, text: str) -> None:
    space(window).sentences.go_to_sentence(sentence)
    space(window).notes.note.setPlainText(text)
    space(window).notes.store_note()


def remarks(window: MainWindow) -> str:
    assert window.session.comparison is not None
    return "\n".join(window.session.comparison.warnings)


@pytest.fixture
def second(qtbot: QtBot) -> MainWindow:
    made = MainWindow()
    qtbot.addWidget(made)
    return made


def test_neither_has_a_file_yet(qtbot: QtBot, window: MainWindow, second: MainWindow, files: Files) -> None:
    for one in (window, second):
        compare(qtbot, one, files)
    note(window, 0, "one of the first")
    note(window, 1, "two of the first")
    note(second, 2, "of the second")
    note(second, 1, "other than the first")
    note(window, 3, "three of the first")
    assert dialogs() == []
    second.close()
    window.close_comparison()
    compare(qtbot, window, files)
    assert notes_shown(window) == {
        0: "one of the first",
        1: "two of the first\nother than the first",
        2: "of the second",
        3: "three of the first",
    }
    assert "another window was added" in remarks(window)
    # once is enough
    window.close_comparison()
    compare(qtbot, window, files)
    assert "another window" not in remarks(window)
    assert len(autosaves.existing(autosaves.autosave_path(files.gold))) == 1


def test_the_second_window_sees_what_there_was_and_goes_on_with_it(
    qtbot: QtBot, window: MainWindow, second: MainWindow, files: Files
) -> None:
    compare(qtbot, window, files)
    note(window, 0, "begun")
    compare(qtbot, second, files)
    assert notes_shown(second) == {0: "begun"}
    assert "open in another window" in remarks(second)
    note(second, 0, "begun and ended")
    note(second, 1, "new")
    assert dialogs() == []
    assert second.files.file.undo()
    assert notes_shown(second) == {0: "begun and ended"}
    # whoever closes first
    window.close_comparison()
    second.close()
    compare(qtbot, window, files)
    assert notes_shown(window) == {0: "begun and ended"}


def test_a_window_that_comes_third_takes_over_what_the_second_left(
    qtbot: QtBot, window: MainWindow, second: MainWindow, files: Files
) -> None:
    for one in (window, second):
        compare(qtbot, one, files)
        note(one, 0 if one is window else 1, "typed")
    second.close_comparison()
    compare(qtbot, second, files)  # the first one is still open
    assert notes_shown(second) == {0: "typed", 1: "typed"}
    note(second, 2, "typed")
    assert second.files.file.project is not None
    assert not second.files.file.project.is_read_only
    window.close_comparison()
    second.close_comparison()
    compare(qtbot, window, files)
    assert sorted(notes_shown(window)) == [0, 1, 2]


def test_judgements_that_differ_are_kept_and_told(
    qtbot: QtBot, window: MainWindow, second: MainWindow, files: Files
) -> None:
    for one, value in ((window, "yes"), (second, "no")):
        compare(qtbot, one, files)
        one.files.file.write([(Key("correct", 4, "one"), value)], "judgement")
    for one in (window, second):
        one.close_comparison()
    compare(qtbot, window, files)
    assert window.session.comparison is not None
    assert window.session.comparison.judgements.correct == {(4, "one", ""): True}
    [kept] = autosaves.folder().glob("*.joined")
    assert str(kept) in remarks(window)
    project = Project.open(kept)
    assert project.value(Key("correct", 4, "one")) == "no"
    project.close()


def test_the_same_comparison_file_in_two_windows(
    qtbot: QtBot, window: MainWindow, second: MainWindow, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(qtbot, window, files)
    note(window, 0, "of the first")
    window.files.file.save_as(str(tmp_path / "A.treecompare"))
    saved = Files(str(tmp_path / "A.treecompare"), ())
    compare(qtbot, second, saved)
    assert "A.treecompare are open in another window" in remarks(second)
    note(second, 1, "of the second")
    note(window, 2, "of the first, later")
    assert dialogs() == []
    assert second.files.file.name == "A"
    for one in (second, window):
        one.close_comparison()
    compare(qtbot, window, saved)
    assert notes_shown(window) == {0: "of the first", 1: "of the second", 2: "of the first, later"}
    assert window.files.file.project is not None
    assert window.files.file.project.path == tmp_path / "A.treecompare"
    assert autosaves.existing(autosaves.autosave_path(str(tmp_path / "A.treecompare"))) == []


def test_a_file_that_cannot_be_written_to(
    qtbot: QtBot, window: MainWindow, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(qtbot, window, files)
    note(window, 0, "first")
    path = tmp_path / "A.treecompare"
    window.files.file.save_as(str(path))
    window.close_comparison()
    usual = os.access
    monkeypatch.setattr(os, "access", lambda one, mode: Path(one) != path and usual(one, mode))
    for number in (1, 2, 3):
        compare(qtbot, window, Files(str(path), ()))
        note(window, number, f"number {number}")
        window.close_comparison()
    compare(qtbot, window, Files(str(path), ()))
    assert notes_shown(window) == {0: "first", 1: "number 1", 2: "number 2", 3: "number 3"}
    window.close_comparison()
    monkeypatch.setattr(os, "access", usual)
    compare(qtbot, window, Files(str(path), ()))
    window.close_comparison()
    project = Project.open(path)
    assert len(project.values("note")) == 4
    project.close()


def test_damaged_files_are_numbered(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    path = autosaves.autosave_path(files.gold)
    path.parent.mkdir(parents=True)
    for content in (b"garbage", b"more of it"):
        path.write_bytes(content)
        compare(qtbot, window, files)
        for box in dialogs():
            box.close()
        window.close_comparison()
    kept = [one.read_bytes() for one in sorted(path.parent.glob("*.damaged"))]
    assert sorted(kept) == [b"garbage", b"more of it"]


def test_what_a_newer_version_keeps_is_not_touched(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    import sqlite3

    compare(qtbot, window, files)
    note(window, 0, "of this version")
    window.close_comparison()
    path = autosaves.autosave_path(files.gold)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    compare(qtbot, window, files)
    [box] = dialogs()
    assert "newer version" in box.informativeText()
    box.close()
    note(window, 1, "kept elsewhere")
    window.close_comparison()
    assert path.read_bytes() == before
    compare(qtbot, window, files)
    assert notes_shown(window) == {1: "kept elsewhere"}


def test_of_a_damaged_file_of_notes_the_rest_is_read(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    compare(qtbot, window, files)
    for sentence in range(40):
        note(window, sentence, f"note {sentence} " + "words " * 30)
    window.close_comparison()
    path = autosaves.autosave_path(files.gold)
    whole, draw = path.read_bytes(), random.Random(3)
    read = []
    for _ in range(6 // stride(3)):
        path.write_bytes(whole[: draw.randrange(len(whole) // 3, len(whole))])
        compare(qtbot, window, files)
        for box in dialogs():
            box.close()
        read.append(len(notes_shown(window)))
        note(window, 50, "still works")
        assert dialogs() == []
        window.close_comparison()
    assert max(read) > 0


def test_the_other_window_was_killed_while_it_wrote(
    qtbot: QtBot, window: MainWindow, second: MainWindow, files: Files
) -> None:
    compare(qtbot, window, files)
    for sentence in range(40):
        note(window, sentence, "words " * 300)
    path = autosaves.autosave_path(files.gold)
    compare(qtbot, second, files)
    program = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE annotations SET value = 'half written'")
os._exit(9)
"""
    window.close_comparison()
    assert subprocess.run([sys.executable, "-c", program, str(path)]).returncode == 9
    assert path.with_name(path.name + "-journal").stat().st_size > 0
    note(second, 50, "typed since")
    assert dialogs() == []
    assert len(notes_shown(second)) == 41
    second.close()
    compare(qtbot, window, files)
    assert len(notes_shown(window)) == 41
    assert "half written" not in notes_shown(window).values()
