"""Names that hold marks are shown as they are, in lessons, too."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.app.frame.strange import LABEL, faults
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.extras.teaching.exercise import of_texts


def test_names_of_a_lesson(qtbot: QtBot, tmp_path: Path) -> None:
    made = of_texts("(S (A a) (B b))", f"(S (A a) ({LABEL} b))", None, LABEL, LABEL, f"{LABEL}2")
    lesson = LessonWindow(made)
    qtbot.addWidget(lesson)
    lesson.show()
    lesson.texts.set_shown(True)
    assert [one.title.text() for one in lesson.texts.texts.values()] != []
    QTest.qWait(100)
    assert not sorted(set(faults(lesson)))
