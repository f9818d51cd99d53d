"""What a lesson can be saved as: the keys mean the same as in the window."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QKeySequence
from pytestqt.qtbot import QtBot

from treecompare.app.drawings.save_sheet import SaveSheet
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.versions.comparing import Versions
from treecompare.app.versions.versions_window import VersionsWindow
from treecompare.app.window.window import MainWindow
from treecompare.lessons.exercise import of_texts

RIGHT, WRONG = "(S (NP (D the) (N dog)) (VP (V barked)))", "(S (D the) (VP (N dog) (V barked)))"


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[LessonWindow]:
    window = LessonWindow(of_texts(RIGHT, WRONG))
    window.show()
    yield window
    window.close()


def of_key(window: LessonWindow | MainWindow, key: str) -> QAction:
    (found,) = (one for one in window.findChildren(QAction) if QKeySequence(key) in one.shortcuts())
    return found


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "saved.json"
    monkeypatch.setattr("treecompare.app.common.saving.ask_where_to_save", lambda *_: str(path))
    return path


def test_the_measures_are_exported_but_for_those_that_are_hidden(lesson: LessonWindow, saved: Path) -> None:
    lesson.measures.choose(["e.whole.dice", "t.whole.dice"])
    lesson.measures.keep_secret("t.whole.dice")
    of_key(lesson, "Ctrl+E").trigger()
    text = saved.read_text("utf-8")
    assert "E-Dice" in text and "T-Dice" not in text
    now, _ = lesson.measures.scores("e.whole.dice")
    assert now < 1 and str(now) in text and json.loads(text)
    lesson.measures.keep_secret()
    of_key(lesson, "Ctrl+E").trigger()
    assert "T-Dice" in saved.read_text("utf-8")


def test_the_drawing_is_saved(lesson: LessonWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "drawing.svg"
    monkeypatch.setattr("treecompare.app.common.saving.ask_where_to_save", lambda *_: str(path))
    of_key(lesson, "Ctrl+D").trigger()
    lesson.findChildren(SaveSheet)[-1].save_button.click()
    assert path.read_text("utf-8").lstrip().startswith(("<svg", "<?xml"))


NAMED_ELSE = {
    "Ctrl+W": {"Close comparison", "Close"},
    "Ctrl+S": {"Save", "Save marks…"},
    "Ctrl+R": {"Read files again", "Compare again"},
    "Ctrl+J": {"Next open sentence", "Next open place"},
    "Ctrl+C": {"Rows", "Copy this place"},
}
"""Keys whose command is called after what the window has."""


def test_no_key_has_two_meanings(lesson: LessonWindow, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("# sent_id = s\n1\tso\tso\tADV\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    versions = VersionsWindow(Versions(str(path), str(path)))
    meanings: dict[str, set[str]] = {}
    for one in (window, lesson, versions):
        for action in one.findChildren(QAction):
            for key in action.shortcuts():
                meanings.setdefault(key.toString(), set()).add(action.text().replace("&", ""))
    versions.close()
    assert len(meanings) > 60
    several = {key: titles for key, titles in meanings.items() if len(titles) > 1}
    assert {key: titles for key, titles in several.items() if not titles <= NAMED_ELSE.get(key, set())} == {}
