"""What a lesson can be saved as: the keys mean the same as in the window."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from treecompare.app.drawings.save_sheet import SaveSheet
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.window.main import open_at_start
from treecompare.app.window.window import MainWindow
from treecompare.extras.teaching.exercise import of_texts
from treecompare.extras.teaching.walk_files import read_walk_file

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
    "Ctrl+S": {"Save", "Save lesson"},
    "Ctrl+Shift+S": {"Save as…", "Save lesson as…"},
}
"""Keys whose command is called after what the window has."""


def test_no_key_has_two_meanings(lesson: LessonWindow, window: MainWindow) -> None:
    meanings: dict[str, set[str]] = {}
    for one in (window, lesson):
        for action in one.findChildren(QAction):
            for key in action.shortcuts():
                meanings.setdefault(key.toString(), set()).add(action.text().replace("&", ""))
    assert len(meanings) > 60
    several = {key: titles for key, titles in meanings.items() if len(titles) > 1}
    assert {key: titles for key, titles in several.items() if not titles <= NAMED_ELSE.get(key, set())} == {}


def test_a_lesson_is_kept_and_found_again(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """Also after another change, which is asked for before the window is closed."""
    path = tmp_path / "mine.toml"
    asked: list[str] = []
    monkeypatch.setattr(
        "treecompare.app.lessons.lesson_files.ask_where_to_save", lambda *_: asked.append("") or str(path)
    )
    lesson = window.extras["walks"].lessons.open_own(of_texts(RIGHT, RIGHT))
    lesson.measures.choose(["t.whole.dice"])
    lesson.show_exercise(lesson.exercise.with_side("test", of_texts(RIGHT, WRONG).system), "changed")
    assert lesson.files.is_unsaved
    lesson.close()
    assert lesson.isVisible() and lesson.files.question is not None
    lesson.files.question.button(QMessageBox.StandardButton.Cancel).click()
    assert lesson.isVisible() and not path.exists()
    of_key(lesson, "Ctrl+S").trigger()
    assert len(asked) == 1 and not lesson.files.is_unsaved
    lesson.close()
    qtbot.waitUntil(lambda: not window.extras["walks"].lessons.windows)

    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    (row,) = window.start_page.recent_rows
    assert row.title == "mine.toml" and row.about.startswith("Lesson")
    row.click()
    qtbot.waitUntil(lambda: len(window.extras["walks"].lessons.windows) == 1)
    window.extras["walks"].lessons.close_all()
    qtbot.waitUntil(lambda: not window.extras["walks"].lessons.windows)
    first = window.extras["walks"].listed()[0]
    assert first.title == "mine"  # it was given no title
    entries = window.show_palette().source.entries()
    assert [one.title for one in entries if one.title.startswith("mine")] == ["mine"]
    for way in (
        window.open_dropped,
        lambda paths: window.opener.ask([]).add(paths),
        lambda paths: open_at_start(window, {"golds": paths}),
    ):
        way([str(path)])
        qtbot.waitUntil(lambda: len(window.extras["walks"].lessons.windows) == 1)
        window.extras["walks"].lessons.close_all()
        qtbot.waitUntil(lambda: not window.extras["walks"].lessons.windows)
    first.run()
    (again,) = window.extras["walks"].lessons.windows
    assert again.measures.keys == ["t.whole.dice"]
    assert (
        again.windowTitle() == "mine" and again.walk.stages is None and not again.walk.bar.isVisible()
    )  # it is no walk
    assert again.exercise.system.written() == of_texts(RIGHT, WRONG).system.written()
    again.show_exercise(again.exercise.with_side("test", of_texts(RIGHT, RIGHT).system), "right")
    again.close()
    assert again.files.question is not None
    again.files.question.button(QMessageBox.StandardButton.Save).click()
    qtbot.waitUntil(lambda: not window.extras["walks"].lessons.windows)
    (step,) = read_walk_file(path).steps
    assert len(asked) == 1 and step.source.test == step.source.gold
    path.write_text(
        path.read_text("utf-8").replace(path.read_text("utf-8").splitlines()[0], 'title = "Of dogs"'), "utf-8"
    )
    assert window.extras["walks"].listed()[0].title == "Of dogs"
    assert first.remove is not None
    first.remove()
    assert all("mine" not in one.about for one in window.extras["walks"].listed()) and path.exists()


def test_a_copy_of_a_sentence_is_closed_unasked(lesson: LessonWindow) -> None:
    lesson.show_exercise(lesson.exercise.with_side("test", of_texts(RIGHT, RIGHT).system), "changed")
    assert lesson.close() and lesson.files.question is None
