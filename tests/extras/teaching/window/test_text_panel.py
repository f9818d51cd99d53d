"""Both trees as text beside the drawing: what can be read is shown at once, what cannot is told and stays written."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from treecompare.app.common.theme import apply_theme
from treecompare.app.lessons.lesson_window import LessonWindow
from treecompare.app.lessons.text_panel import PAUSE
from treecompare.comparison.settings import Settings
from treecompare.extras.teaching.exercise import of_texts

RIGHT = "(TOP (S (NP (D the) (N dog)) (VP (V barked))))"
WRONG = "(TOP (S (D the) (VP (N dog) (V barked))))"
WORDS = "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def lesson(qtbot: QtBot) -> Iterator[LessonWindow]:
    window = LessonWindow(of_texts(RIGHT, WRONG))
    window.resize(1280, 800)
    window.show()
    window.texts.set_shown(True)
    yield window
    window.close()


def _edit(lesson: LessonWindow, side: str = "test") -> QPlainTextEdit:
    return lesson.texts.texts[side].edit


def _write(lesson: LessonWindow, text: str, side: str = "test") -> None:
    """As if it was typed: it is read a moment later."""
    _edit(lesson, side).setPlainText(text)
    QTest.qWait(3 * PAUSE)


def _error(lesson: LessonWindow, side: str = "test") -> str:
    return lesson.texts.texts[side].error.text()


def _text(lesson: LessonWindow, side: str = "test") -> str:
    return lesson.exercise.side(side).written().strip()


def test_measures_are_all_seen_above_the_texts(qtbot: QtBot) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    apply_theme(application, "light")
    lesson = LessonWindow(of_texts(RIGHT, WRONG))
    lesson.resize(1180, 700)
    lesson.show()
    lesson.texts.set_shown(True)
    qtbot.wait(20)
    table = lesson.measures.table
    assert table.rowCount() == 7 and table.verticalScrollBar().maximum() == 0 and lesson.measures.area.height() > 100
    assert all(text.edit.height() > 3 * text.edit.fontMetrics().height() for text in lesson.texts.texts.values())
    lesson.close()


def test_what_is_typed_is_drawn_and_scored(lesson: LessonWindow) -> None:
    """As one step, however many times it was read on the way."""
    before = lesson.measures.scores("e.whole.dice")[0]
    assert _edit(lesson).toPlainText() == lesson.exercise.system.written(is_indented=True)
    for text in (WRONG.replace("VP", "VX"), WRONG.replace("VP", "X"), RIGHT):
        _write(lesson, text)
        assert _text(lesson) == text and _edit(lesson).toPlainText() == text
    assert lesson.measures.scores("e.whole.dice") == (1.0, before) and not lesson.panel.view.drawn.changed()
    assert lesson.panel.view.lights()[0]
    assert lesson.history.undoes == "text of the system"
    lesson.undo()
    assert _text(lesson) == WRONG and not lesson.undo_command.isEnabled()
    assert _edit(lesson).toPlainText() == lesson.exercise.system.written(is_indented=True)
    _write(lesson, RIGHT.replace("NP", "NX"), "gold")
    assert "NX" in _text(lesson, "gold") and _text(lesson) == WRONG


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(TOP (S (D the) (VP (N dog) (V barked)))", "Line 1: 1 bracket is not closed"),
        ("(TOP\n (S (D the) (VP (N dog) (V barked)))))", "Line 2: a bracket is closed that was not opened"),
        ("", "there is no tree"),
        (f"{WRONG}\n{WRONG}", "Line 2: 2 sentences; expected one"),
        (WORDS, "these are dependencies; expected constituents"),
        ("what", "does not look like a treebank"),
    ],
)
def test_what_cannot_be_read_is_told_and_stays_written(lesson: LessonWindow, text: str, said: str) -> None:
    """The last good tree stays, and the place is marked; what happens to the other side changes nothing here."""
    _write(lesson, text)
    assert said in _error(lesson) and lesson.texts.texts["test"].error.isVisible()
    assert _text(lesson) == WRONG and _edit(lesson).toPlainText() == text
    assert bool(_edit(lesson).extraSelections()) == ("Line" in _error(lesson))
    _write(lesson, RIGHT.replace("NP", "NX"), "gold")
    assert _edit(lesson).toPlainText() == text and said in _error(lesson)
    _write(lesson, RIGHT)
    assert not _error(lesson) and _text(lesson) == RIGHT and not _edit(lesson).extraSelections()
    assert not lesson.texts.texts["test"].error.isVisible()


def test_the_bracket_is_marked_behind_letters_of_other_planes(lesson: LessonWindow) -> None:
    """Qt counts these as two."""
    _write(lesson, "(TOP (S (D 𝔱𝔥𝔢) (VP (N dog) (V barked)))))")
    marks = _edit(lesson).extraSelections()
    marked = marks[0].cursor  # type: ignore[attr-defined]
    assert (
        marked.selectedText() == ")" and marked.selectionEnd() == len("(TOP (S (D 𝔱𝔥𝔢) (VP (N dog) (V barked)))))") + 3
    )


def test_other_words_are_aligned_or_told(lesson: LessonWindow) -> None:
    """A word less is scored all the same; where that cannot be, the drawing says so."""
    _write(lesson, "(TOP (S (D the) (N dog)))")
    assert not _error(lesson) and _text(lesson) == "(TOP (S (D the) (N dog)))"
    assert lesson.measures.scores("e.whole.dice")[0] < 1
    lesson.open_exercise(of_texts(RIGHT, WRONG, Settings(differing="skip")))
    _write(lesson, "(TOP (S (D the) (N dog)))")
    assert math.isnan(lesson.measures.scores("e.whole.dice")[0]) and _text(lesson) == "(TOP (S (D the) (N dog)))"


def test_edits_in_the_drawing_are_written_here(lesson: LessonWindow) -> None:
    """The text follows."""
    tree = lesson.panel.view.drawn.mapping.test
    made = lesson.edit_tool.editor.rename(("test", tree.texts.index("VP")), "VX")
    lesson.show_exercise(made.exercise, made.said)
    assert "(VX (N dog)" in _edit(lesson).toPlainText()


def test_dependencies_are_typed_as_conllu(lesson: LessonWindow) -> None:
    """A line that is wrong is marked as a whole."""
    lesson.open_exercise(of_texts(WORDS, WORDS))
    assert _edit(lesson).toPlainText() == WORDS
    _write(lesson, WORDS.replace("nsubj", "obj"))
    assert lesson.measures.scores("las")[0] == 0.5
    _write(lesson, WORDS.replace("VERB\t", ""))
    assert _error(lesson).startswith("Line 2: 9 columns") and len(_edit(lesson).extraSelections()) == 1
    assert lesson.measures.scores("las")[0] == 0.5


def test_texts_are_hidden_until_they_are_wanted(qtbot: QtBot) -> None:
    """And hidden ones cost nothing; whether they are wanted is remembered."""
    window = LessonWindow(of_texts(RIGHT, WRONG))
    window.show()
    assert not window.texts.isVisible() and not window.texts.texts["test"].edit.toPlainText()
    window.texts.command.trigger()
    assert window.texts.isVisible() and window.texts.texts["test"].edit.toPlainText()
    other = LessonWindow(of_texts(RIGHT, WRONG))
    other.show()
    assert other.texts.isVisible()
    other.texts.command.trigger()
    assert not other.texts.isVisible()
    other.close()
    window.close()
