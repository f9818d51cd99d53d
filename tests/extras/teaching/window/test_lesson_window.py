"""The lesson window: a copy of a sentence, its drawing, its measures; steps can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from treecompare.app.common.theme import apply_theme
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.lessons.measures_panel import change_ink, change_text, is_better
from treecompare.app.window.window import MainWindow
from treecompare.extras.teaching.exercise import GOLD, TEST, of_texts, read_sentence
from treecompare.measures import measure

RIGHT, WRONG = "(S (NP (D the) (N dog)) (VP (V barked)))", "(S (D the) (VP (N dog) (V barked)))"
WORDS = "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[LessonWindow]:
    window = LessonWindow(of_texts(RIGHT, WRONG))
    window.show()
    yield window
    window.close()


def _now(lesson: LessonWindow, key: str) -> float:
    return lesson.measures.scores(key)[0]


def test_other_trees_change_drawing_and_scores_and_can_be_taken_back(lesson: LessonWindow) -> None:
    """The original stays what scores are set beside."""
    before = _now(lesson, "e.whole.dice")
    assert before < 1
    right = lesson.exercise.with_side(TEST, read_sentence(RIGHT, "system"))
    assert lesson.show_exercise(right, "all right")
    assert lesson.measures.scores("e.whole.dice") == (1.0, before)
    row = lesson.measures.keys.index("e.whole.dice")
    assert lesson.measures.table.item(row, 2).text() == f"▲ {100 - round(100 * before, 2):.2f}"
    assert not lesson.panel.view.drawn.changed()
    assert "all right" in lesson.undo_command.text()
    lesson.undo_command.trigger()
    assert _now(lesson, "e.whole.dice") == before and lesson.panel.view.drawn.changed()
    lesson.redo_command.trigger()
    assert _now(lesson, "e.whole.dice") == 1
    lesson.original_command.trigger()
    assert _now(lesson, "e.whole.dice") == before and not lesson.original_command.isEnabled()


def test_trees_that_cannot_be_compared_change_nothing(lesson: LessonWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told."""
    told: list[object] = []
    monkeypatch.setattr("treecompare.app.lessons.lesson_window.show_error", lambda _, error: told.append(error))
    before = lesson.exercise
    assert not lesson.show_exercise(before.with_side(TEST, read_sentence(WORDS, "system")), "words")
    assert lesson.exercise is before and len(told) == 1
    assert not lesson.undo_command.isEnabled()


def test_a_measure_that_is_chosen_is_drawn_and_explained(lesson: LessonWindow) -> None:
    """The mapping that it counts; a count lights its nodes."""
    lesson.measures.explain("t.whole.dice")
    assert lesson.wanted.mapping == "T"
    lesson.measures.explain("e.roof.dice")
    assert (lesson.wanted.mapping, lesson.wanted.part) == ("E", "roof")
    assert lesson.measures.card.explanation is not None and lesson.measures.card.explanation.key == "e.roof.dice"
    lesson.measures.card.counted.emit("matched")
    assert lesson.panel.view.lights()[0]
    lesson.measures.card.counted.emit("matched")
    assert not lesson.panel.view.lights()[0]


def test_another_kind_of_trees_gets_its_own_drawing(lesson: LessonWindow) -> None:
    """And its own measures."""
    lesson.open_exercise(of_texts(WORDS, WORDS.replace("nsubj", "obj")))
    assert lesson.view.picture.view.drawing is not None
    assert "las" in lesson.measures.keys and _now(lesson, "uas") == 1 and _now(lesson, "las") == 0.5
    lesson.show_exercise(lesson.exercise.with_side(GOLD, read_sentence(WORDS.replace("nsubj", "obj"), "gold")), "one")
    assert _now(lesson, "las") == 1


@pytest.mark.parametrize(
    ("now", "before", "text"),
    [
        (0.5, 0.25, "▲ 25.00"),
        (0.25, 0.5, "▼ 25.00"),
        (0.5, 0.50004, ""),
        (0.5, float("nan"), "○"),
        (float("nan"), float("nan"), ""),
    ],
)
def test_changes_are_said_as_far_as_decimals_show_them(now: float, before: float, text: str) -> None:
    """An undefined score has no difference."""
    assert change_text(measure("e.whole.dice"), now, before) == text


def test_fewer_crossing_brackets_are_better() -> None:
    """An arrow says which way a score went, its colour whether that is good."""
    assert (
        is_better(measure("e.whole.dice"), 0.5, 0.25) is True and is_better(measure("e.whole.dice"), 0.25, 0.5) is False
    )
    assert is_better(measure("crossing"), 1.0, 2.0) is True and is_better(measure("crossing"), 2.0, 1.0) is False
    assert (
        is_better(measure("crossing"), 2.0, 2.0) is None and is_better(measure("crossing"), float("nan"), 2.0) is None
    )


def test_the_chosen_sentence_is_opened_and_closes_with_the_window(compared: MainWindow, qtbot: QtBot) -> None:
    """In a window of its own, with the scores of the table."""
    space = compared.workspace
    assert space is not None
    space.sentences.go_to_sentence(2)
    compared.actions_.by_name["open_lesson"].trigger()
    lesson = compared.extras["walks"].lessons.windows[0]
    assert "Drag a node" in lesson.statusBar().currentMessage() and lesson.focusWidget() is lesson.panel.view.canvas
    assert lesson.measures.key == space.key_drawn == space.sentences.key_b and lesson.wanted.mapping == "T"
    comparison = compared.session.comparison
    assert comparison is not None
    assert _now(lesson, "t.whole.dice") == comparison.table.scores(space.systems.system, "t.whole.dice")[2]
    compared.close()
    qtbot.waitUntil(lambda: not compared.extras["walks"].lessons.windows)


def test_a_presentation_leads_back_to_the_window_that_began_it(compared: MainWindow, qtbot: QtBot) -> None:
    """What was changed meanwhile stays; so does a lesson that was opened by itself."""
    lessons = compared.extras["walks"].lessons
    compared.actions_.by_name["open_lesson"].trigger()
    compared.actions_.by_name["present"].trigger()
    own, presented = lessons.windows
    assert presented.classroom.presenting.is_on
    own.classroom.presenting.begin()
    for lesson in (presented, own):
        qtbot.keyClick(lesson, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: lessons.windows == [own])
    qtbot.waitUntil(compared.isActiveWindow)
    compared.actions_.by_name["present"].trigger()
    changed = lessons.windows[-1]
    changed.history.do(replace(changed.exercise, title="changed"), "x")
    qtbot.keyClick(changed, Qt.Key.Key_Escape)
    assert changed.isVisible() and not changed.classroom.presenting.is_on


def test_measures_are_offered_by_family_and_worse_is_red_where_it_is_chosen(lesson: LessonWindow) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    apply_theme(application, "light")
    measures = lesson.measures
    measures.choose(["e.whole.dice"])
    measures.explain("e.whole.dice")
    flat = read_sentence("(S (NP (D the) (N dog)) (X (VP (V barked))))", "system")
    assert lesson.show_exercise(lesson.exercise.with_side(TEST, flat), "changed")
    measures.menu.aboutToShow.emit()
    families = [one.menu() for one in measures.menu.actions()]
    assert len(families) > 2 and all(one is not None and one.actions() for one in families)
    table, told = measures.table, measures.told()[0]
    assert told.change and table.currentRow() == 0
    image = table.viewport().grab(table.visualItemRect(table.item(0, 2))).toImage()
    ink = change_ink(lesson.palette(), bool(told.is_better))
    near = [
        image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())
        if abs(image.pixelColor(x, y).hue() - ink.hue()) < 12 and image.pixelColor(x, y).saturation() > 100
    ]  # fmt: skip
    assert len(near) > 10


def test_a_formula_has_the_room_that_the_table_does_not_need(lesson: LessonWindow, qtbot: QtBot) -> None:
    lesson.resize(800, 600)
    lesson.measures.explain("e.whole.dice")
    qtbot.wait(1)
    area, table = lesson.measures.area, lesson.measures.table
    assert not area.verticalScrollBar().maximum() and not table.verticalScrollBar().maximum()
    assert table.viewport().height() - table.verticalHeader().length() < 8


def test_in_a_narrow_window_measures_leave_the_drawing_its_room(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LessonWindow, "resize", lambda window, _width, height: QWidget.resize(window, 760, height))
    window = LessonWindow(of_texts(RIGHT, WRONG))
    window.show()
    qtbot.waitExposed(window)
    drawing, side = window.columns.sizes()
    assert window.width() == 760 and side < 300 and drawing > 450
    window.close()
