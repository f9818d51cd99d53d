"""A score that is hidden from a class: neither formula nor steps nor counts tell it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from tests.extras.teaching.test_hiding import GOLD, SYSTEM
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.lessons.measures_panel import LEAST_HEIGHT
from treecompare.extras.teaching.exercise import of_texts


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[LessonWindow]:
    window = LessonWindow(of_texts(GOLD, SYSTEM, title="1, Charniak"))
    window.resize(1200, 800)
    window.show()
    yield window
    window.close()


def shown(lesson: LessonWindow, key: str) -> str:
    item = lesson.measures.table.item(lesson.measures.keys.index(key), 1)
    assert item is not None
    return item.text()


def test_neither_formula_nor_steps_nor_counts_tell_it(lesson: LessonWindow) -> None:
    """Nor measures of the same counts; whoever shows the foot again meanwhile, as the end of a presentation does."""
    lesson.measures.choose(["e.roof.recall", "e.roof.dice", "e.whole.dice"])
    lesson.measures.explain("e.roof.dice")
    foot, answer = lesson.panel.view.foot, shown(lesson, "e.roof.dice")
    assert foot.height() > 20 and lesson.steps.open_script("e.roof")
    lesson.hiding.score_command.trigger()
    assert lesson.measures.area.isHidden() and lesson.measures.card.explanation is None
    assert not lesson.steps.bar.isVisible() and not lesson.steps.open_script("e.roof")
    assert (
        shown(lesson, "e.roof.dice") == "?" == shown(lesson, "e.roof.recall") and shown(lesson, "e.whole.dice") != "?"
    )
    lesson.classroom.presenting.begin()
    lesson.classroom.presenting.end()
    assert foot.maximumHeight() == 0
    lesson.hiding.score_command.trigger()
    assert foot.maximumHeight() > 20 and lesson.steps.open_script("e.roof")
    assert shown(lesson, "e.roof.dice") == answer and lesson.measures.area.isVisible()


def test_another_measure_can_be_looked_at_meanwhile(lesson: LessonWindow) -> None:
    lesson.measures.explain("e.roof.dice")
    lesson.hiding.score_command.trigger()
    lesson.measures.explain("t.whole.dice")
    assert lesson.measures.area.isVisible() and shown(lesson, "e.roof.dice") == "?"
    lesson.measures.explain("e.roof.dice")
    assert lesson.measures.area.isHidden()


def test_rows_of_the_measures_stay_in_sight(lesson: LessonWindow, qtbot: QtBot) -> None:
    table = lesson.measures.table
    lesson.texts.show()
    lesson.hiding.score_command.trigger()
    lesson.side.setSizes([1] + [1000] * (lesson.side.count() - 1))
    qtbot.wait(20)
    assert table.height() >= min(LEAST_HEIGHT, table.horizontalHeader().height() + table.verticalHeader().length())
    lesson.hiding.score_command.trigger()
    assert table.minimumHeight() == 0
