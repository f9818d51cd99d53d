"""What was decided is kept: in two windows on the same comparison file, and where the disk is full."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.app.helpers import dialogs
from tests.app.test_full_disk import no_room
from tests.extras.annotators.made import BANK_A, BANK_B, arc, conllu
from tests.extras.annotators.window.test_decide import job, opened_in, press
from treecompare.app.frame.window import Window
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.extras.annotators.kept import open_adjudication


def deciding(qtbot: QtBot, window: MainWindow, files: Files) -> Window:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_comparison(files)
    window.extras["decide"].adjudicate(begins_here=False)
    return opened_in(qtbot, window)


@pytest.fixture
def saved(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> Path:
    """A comparison file of two annotators who differ in three sentences; the window has it open."""
    for name, bank in (("anna", BANK_A), ("bert", BANK_B)):
        (tmp_path / f"{name}.conllu").write_text(conllu(bank, bank, bank), "utf-8")
    deciding(qtbot, window, Files(str(tmp_path / "anna.conllu"), (("", str(tmp_path / "bert.conllu")),), no_gold=True))
    path = tmp_path / "may.treecompare"
    window.files.file.save_as(str(path))
    return path


def sources(path: Path) -> list[str]:
    made = open_adjudication(str(path)).adjudication
    return [made.settled(sentence).results[arc(sentence + 1, 6)].source for sentence in range(3)]


def test_two_windows_decide_the_same_comparison(qtbot: QtBot, window: MainWindow, saved: Path) -> None:
    first, second = window.extras["decide"].decided_in, MainWindow()
    qtbot.addWidget(second)
    assert first is not None
    press(qtbot, first, "1")
    other = deciding(qtbot, second, Files(str(saved), ()))
    assert job(other).made.decided == 1
    assert job(other).made.differences[other.place].place == arc(2, 6)  # on with what is open
    press(qtbot, other, "2")
    first.list.go_to_place(2)
    press(qtbot, first, "1")
    assert dialogs() == []
    for one in (second, window):
        one.extras["decide"].closed()
        one.close_comparison()
    # what was decided in the second window is joined as soon as a window opens the comparison
    again = deciding(qtbot, window, Files(str(saved), ()))
    assert [job(again).made.settled(one).results[arc(one + 1, 6)].source for one in range(3)] == [
        "anna",
        "bert",
        "anna",
    ]
    window.extras["decide"].closed()
    assert sources(saved) == ["anna", "bert", "anna"]


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no limits on files")
def test_a_full_disk_is_told_and_loses_nothing(qtbot: QtBot, window: MainWindow, saved: Path) -> None:
    opened = window.extras["decide"].decided_in
    assert opened is not None
    press(qtbot, opened, "1")
    with no_room():
        press(qtbot, opened, "2")
    assert [box.text() for box in dialogs()] == [
        "What you typed is kept in this window; save the comparison elsewhere."
    ]
    for box in dialogs():
        box.reject()
    assert job(opened).made.decided == 2 and sources(saved) == ["anna", "undecided", "undecided"]
    press(qtbot, opened, "2")
    elsewhere = saved.with_name("elsewhere.treecompare")
    window.files.file.save_as(str(elsewhere))
    assert job(opened).made.decided == 3 and sources(elsewhere) == ["anna", "bert", "bert"]
    window.extras["decide"].closed()
