"""What a lesson can be saved as: the keys mean the same as in the window."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QKeySequence
from pytestqt.qtbot import QtBot

from treecompare.app.lessons.lesson_window import LessonWindow
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
    assert path.read_text("utf-8").lstrip().startswith(("<svg", "<?xml"))


def test_keys_mean_the_same_as_in_the_window(lesson: LessonWindow, window: MainWindow) -> None:
    for key in ("Ctrl+E", "Ctrl+D", "Ctrl+W", "Ctrl+Z"):
        here, there = (of_key(one, key).text().replace("&", "").split()[0] for one in (lesson, window))
        assert here == there, key
