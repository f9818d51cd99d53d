"""Games with the class in the lesson window: by mouse and keyboard, nothing given away, all answers kept for the hour."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.lessons.test_games import GOLD, SYSTEM
from tests.lessons.test_hiding import sample
from treecompare.app.lessons.game_panel import HOUR, GamePanel, HourDialog
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.lessons.measures_panel import LEAST_HEIGHT
from treecompare.lessons.exercise import TEST, of_texts, read_sentence
from treecompare.lessons.games import FindTheErrors


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[LessonWindow]:
    HOUR.clear()
    window = LessonWindow(of_texts(GOLD, SYSTEM, title="1, Charniak"))
    window.resize(1200, 800)
    window.show()
    yield window
    window.close()
    HOUR.clear()


def guess(panel: GamePanel, qtbot: QtBot, name: str, text: str) -> None:
    qtbot.keyClicks(panel.name, name)
    qtbot.keyClick(panel.name, Qt.Key.Key_Return)
    qtbot.keyClicks(panel.answer, text)
    qtbot.keyClick(panel.answer, Qt.Key.Key_Return)


def listed(panel: GamePanel) -> list[str]:
    return [panel.list.item(row).text() for row in range(panel.list.count())]


def shown(lesson: LessonWindow, key: str) -> str:
    item = lesson.measures.table.item(lesson.measures.keys.index(key), 1)
    assert item is not None
    return item.text()


def test_the_score_is_hidden_until_it_is_revealed(lesson: LessonWindow, qtbot: QtBot) -> None:
    lesson.measures.explain("e.roof.dice")
    answer = shown(lesson, "e.roof.dice")
    games = lesson.classroom.games
    games.guess_command.trigger()
    panel = games.panel
    assert panel.isVisible() and "E-Dice, roof" in panel.heading.text()
    assert shown(lesson, "e.roof.dice") == "?" and shown(lesson, "e.whole.dice") != "?"
    assert lesson.measures.area.isHidden() and lesson.measures.card.explanation is None
    for name, text in (("Anna", "10"), ("Ben", answer), ("Cem", "ninety")):
        guess(panel, qtbot, name, text)
    assert "is not a guess" in panel.fault.text() and panel.answer.text() == "ninety" and panel.name.text() == "Cem"
    assert listed(panel) == ["Anna: 10.00", f"Ben: {answer}"]
    panel.reveal.click()
    assert panel.said.text() == f"It is {answer}." and lesson.focusWidget() is panel.again
    assert listed(panel) == [f"1.  Ben: {answer}  ★", "2.  Anna: 10.00"]
    assert shown(lesson, "e.roof.dice") == answer and lesson.measures.area.isVisible()
    assert not panel.answer.isEnabled() and not panel.reveal.isEnabled()
    qtbot.keyClick(panel.again, Qt.Key.Key_Return)
    assert panel.isHidden() and panel.game is None


def test_neither_steps_nor_counts_tell_what_is_guessed(lesson: LessonWindow) -> None:
    """Nor measures of the same counts; whoever shows the foot again meanwhile, as the end of a presentation does."""
    lesson.measures.choose(["e.roof.recall", "e.roof.dice", "e.whole.dice"])
    lesson.measures.explain("e.roof.dice")
    foot, games = lesson.panel.view.foot, lesson.classroom.games
    assert foot.height() > 20 and lesson.steps.open_script("e.roof")
    games.guess_command.trigger()
    assert not lesson.steps.bar.isVisible() and not lesson.steps.open_script("e.roof")
    assert shown(lesson, "e.roof.recall") == "?" and shown(lesson, "e.whole.dice") != "?"
    lesson.classroom.presenting.begin()
    lesson.classroom.presenting.end()
    assert foot.maximumHeight() == 0
    games.panel.reveal.click()
    assert foot.maximumHeight() > 20 and lesson.steps.open_script("e.roof")


def test_another_measure_can_be_looked_at_while_one_is_hidden(lesson: LessonWindow) -> None:
    lesson.measures.explain("e.roof.dice")
    lesson.classroom.games.guess_command.trigger()
    lesson.measures.explain("t.whole.dice")
    assert lesson.measures.area.isVisible() and shown(lesson, "e.roof.dice") == "?"
    lesson.measures.explain("e.roof.dice")
    assert lesson.measures.area.isHidden()


def node(lesson: LessonWindow, text: str, number: int = 0) -> object:
    boxes = [box for box in lesson.panel.view.drawing.boxes if box.text == text]
    return lesson.panel.view.place_of(boxes[number])


def test_errors_are_found_by_clicks_while_the_gold_is_hidden(lesson: LessonWindow) -> None:
    games = lesson.classroom.games
    games.find_command.trigger()
    panel, view = games.panel, lesson.panel.view
    assert lesson.hiding.hides_gold and (lesson.wanted.mapping, lesson.wanted.part) == ("T", "whole")
    assert panel.heading.text() == "Find the errors: 0 of 2 errors found"
    panel.name.setText("Anna")
    view.pin(node(lesson, "I"))
    assert panel.said.text() == "word I, word 1: I – No error here."
    view.pin(node(lesson, "VP"))
    assert "Yes, an error: PP attachment." in panel.said.text() and panel.said.text().startswith(
        "constituent VP, words 2 to 7"
    )
    assert listed(panel) == ["✓  PP attachment (NP): the man with a hat – Anna"]
    panel.hint.click()
    assert panel.said.text() == "Still to be found: 1 × Tag."
    panel.name.setText("Ben")
    view.pin(node(lesson, "hat"))
    assert panel.heading.text() == "Find the errors: 2 of 2 errors found"
    assert "All errors are found." in panel.said.text() and not panel.hint.isEnabled()
    panel.reveal.click()
    assert not lesson.hiding.hides_gold
    assert listed(panel) == [
        "PP attachment (NP): the man with a hat – found by Anna", "Tag (N): hat – found by Ben",
    ]  # fmt: skip
    view.pin(node(lesson, "VP"))  # after the end nothing is named
    assert [row[3] for row in HOUR.answers()] == ["Anna", "Anna", "Ben"]


def test_errors_are_found_by_keys(lesson: LessonWindow, qtbot: QtBot) -> None:
    lesson.classroom.games.find_command.trigger()
    canvas = lesson.panel.view.canvas
    canvas.setFocus()
    for _ in range(8):
        qtbot.keyClick(canvas, Qt.Key.Key_Down)
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    game = lesson.classroom.games.panel.game
    assert isinstance(game, FindTheErrors) and len(game.named) == 1 and game.named[0].place


def test_errors_of_dependencies_are_found(lesson: LessonWindow) -> None:
    lesson.open_exercise(sample("dependencies"))
    lesson.classroom.games.find_command.trigger()
    panel, view = lesson.classroom.games.panel, lesson.panel.view
    view.pin(next(box for box in view.drawing.boxes if box.text == "student"))
    assert "Yes, an error: " in panel.said.text() and panel.said.text().startswith("student")
    view.pin(next(box for box in view.drawing.boxes if box.text == "She"))
    assert panel.said.text().startswith("She – No error here.")


def test_a_gold_that_was_hidden_before_stays_hidden(lesson: LessonWindow) -> None:
    lesson.hiding.gold_command.trigger()
    lesson.classroom.games.find_command.trigger()
    lesson.classroom.games.panel.again.click()
    assert lesson.hiding.hides_gold


def test_a_round_is_over_when_the_trees_change(lesson: LessonWindow) -> None:
    games = lesson.classroom.games
    games.guess_command.trigger()
    lesson.show_exercise(lesson.exercise.with_side(TEST, read_sentence(GOLD, "system")), "all right")
    assert games.panel.game is not None and games.panel.game.is_revealed
    assert not lesson.measures.masked
    games.find_command.trigger()  # the same trees now
    assert not isinstance(games.panel.game, FindTheErrors) and not lesson.hiding.hides_gold
    lesson.undo()
    games.find_command.trigger()
    lesson.open_exercise(sample("words-that-differ"))
    assert not lesson.hiding.hides_gold and not games.find_command.isEnabled()


def test_nothing_of_a_game_touches_the_exercise(lesson: LessonWindow) -> None:
    before = lesson.exercise
    games = lesson.classroom.games
    games.guess_command.trigger()
    games.find_command.trigger()
    games.panel.reveal_all()
    assert lesson.exercise is before and not lesson.undo_command.isEnabled()


def test_the_hour_can_be_read_copied_and_cleared(lesson: LessonWindow, qtbot: QtBot) -> None:
    games = lesson.classroom.games
    games.guess_command.trigger()
    guess(games.panel, qtbot, "Anna", "10")
    games.panel.reveal_all()
    games.hour_command.trigger()
    dialog = next(one for one in lesson.findChildren(HourDialog) if one.isVisible())
    assert dialog.table.item(0, 1).text() == "Anna" and dialog.answers.rowCount() == 1
    dialog.copy_button.click()
    assert QApplication.clipboard().text().startswith("Place\tName\tPoints")
    dialog.tabs.setCurrentIndex(1)
    dialog.copy_button.click()
    assert "Guess the score\t1, Charniak\t" in QApplication.clipboard().text()
    second = LessonWindow(of_texts(GOLD, SYSTEM))  # across lessons
    second.classroom.games.guess_command.trigger()
    names = second.classroom.games.panel.name.completer().model()
    assert [names.data(names.index(row, 0)) for row in range(names.rowCount())] == ["Anna"]
    dialog.clear()
    assert dialog.table.rowCount() == dialog.answers.rowCount() == 0 and not dialog.copy_button.isEnabled()


def test_escape_ends_a_round_only_when_it_is_pressed_again(lesson: LessonWindow, qtbot: QtBot) -> None:
    games = lesson.classroom.games
    games.guess_the_score()
    guess(games.panel, qtbot, "Anna", "10")
    qtbot.keyClick(lesson, Qt.Key.Key_Escape)
    assert games.is_on and games.panel.isVisible() and "Escape again" in games.panel.said.text()
    guess(games.panel, qtbot, "Bert", "20")
    games.panel.reveal_all()
    qtbot.keyClick(lesson, Qt.Key.Key_Escape)  # all is told
    assert games.panel.game is None
    games.guess_the_score()
    for is_on in (True, False):  # another round is asked about anew
        qtbot.keyClick(lesson, Qt.Key.Key_Escape)
        assert games.is_on is is_on


def test_a_game_leaves_the_rows_of_the_measures_in_sight(lesson: LessonWindow, qtbot: QtBot) -> None:
    games, table = lesson.classroom.games, lesson.measures.table
    games.guess_the_score()
    lesson.side.setSizes([1] + [1000] * (lesson.side.count() - 1))
    qtbot.wait(20)
    assert table.height() >= min(LEAST_HEIGHT, table.horizontalHeader().height() + table.verticalHeader().length())
    games.panel.end()
    assert table.minimumHeight() == 0
