"""What is closed goes: lesson windows, their dialogs and menus, opened and closed again and again, leave nothing behind."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.window.window import MainWindow
from treecompare.extras.teaching.exercise import of_texts

pytestmark = pytest.mark.usefixtures("older_objects_apart")
RIGHT, WRONG = "(S (NP (D the) (N dog)) (VP (V barked)))", "(S (D the) (VP (N dog) (V barked)))"
WORDS = "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
TREES = (RIGHT, WRONG), (WORDS, WORDS.replace("nsubj", "obj"))


def _of_this_process() -> int:
    """How many windows, menus and widgets without a place there are."""
    for _ in range(2):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # type: ignore[call-overload]
        gc.collect()
    return len(QApplication.topLevelWidgets())


def _put_away(_: object = None) -> None:
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, QDialog)
    dialog.reject()


def _lesson(window: MainWindow) -> None:
    for gold, system in TREES:
        window.extras["walks"].lessons.open(of_texts(gold, system)).close()


def _question(window: MainWindow) -> None:
    lesson = window.extras["walks"].lessons.open_own(of_texts(RIGHT, WRONG))
    lesson.show_exercise(of_texts(RIGHT, RIGHT), "all right")
    lesson.close()
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    box.button(QMessageBox.StandardButton.Discard).click()


def _asked(window: MainWindow, ask: str) -> None:
    getattr(window.extras["walks"].lessons, ask)()
    _put_away()


def _kinds(lesson: LessonWindow) -> None:
    for trees in (*TREES, TREES[0]):
        lesson.open_exercise(of_texts(*trees))


def _menus(lesson: LessonWindow) -> None:
    for menu in lesson.findChildren(QMenu):
        menu.aboutToShow.emit()


def _drawing(lesson: LessonWindow) -> None:
    lesson.files.save_drawing()
    _put_away()


@pytest.mark.parametrize("act", [_lesson, _question, partial(_asked, ask="new"), partial(_asked, ask="from_grammar")])
def test_lessons_that_are_closed_go(window: MainWindow, act: Callable[[MainWindow], None]) -> None:
    """With all that belongs to them, also drawings and lists that stood in no window."""
    act(window)
    before = _of_this_process()
    for _ in range(3):
        act(window)
    assert _of_this_process() <= before and not window.extras["walks"].lessons.windows


@pytest.mark.parametrize("act", [_kinds, _menus, _drawing])
def test_what_a_lesson_opens_goes(qtbot: QtBot, act: Callable[[LessonWindow], None]) -> None:
    """Dialogs, filled menus, drawings of other kinds."""
    lesson = LessonWindow(of_texts(RIGHT, WRONG))
    qtbot.addWidget(lesson)
    lesson.show()
    act(lesson)
    before = _of_this_process()
    for _ in range(3):
        act(lesson)
    assert _of_this_process() <= before
