"""Lessons from a grammar: all analyses are drawn, two are chosen; faults are said, and the work can be stopped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from treecompare.app.lessons.grammar_dialog import GrammarDialog
from treecompare.trees.writing import bracket_line


@pytest.fixture
def dialog(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[GrammarDialog]:
    monkeypatch.setattr(GrammarDialog, "typed", {})
    found = GrammarDialog()
    found.show()
    qtbot.waitUntil(lambda: found.found is not None, timeout=30_000)
    yield found
    found.close()


def analysed(dialog: GrammarDialog, qtbot: QtBot, grammar: str, sentence: str) -> str:
    """Analyses a sentence; returns what is said to be wrong."""
    dialog.grammar.setPlainText(grammar)
    dialog.sentence.setText(sentence)
    qtbot.keyClick(dialog.sentence, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.stop_button.isEnabled(), timeout=30_000)
    return dialog.fault.text()


def test_an_example_is_there_at_once_with_two_analyses_chosen(dialog: GrammarDialog, qtbot: QtBot) -> None:
    assert dialog.found is not None
    assert dialog.list.count() == 2 and dialog.count.text() == "2 analyses"
    assert [dialog.list.item(number).text() for number in range(2)] == ["1 – gold", "2 – system"]
    qtbot.waitUntil(lambda: not any(dialog.list.item(number).icon().isNull() for number in range(2)))
    exercise = dialog.exercise
    assert exercise is not None
    assert exercise.title == "I saw the man with the telescope"
    assert [bracket_line(side.trees[0]) for side in (exercise.gold, exercise.system)] == [
        bracket_line(tree) for tree in dialog.found.trees
    ]
    assert exercise.comparison.errors(0)


def test_gold_and_system_are_chosen_by_keys_and_buttons(dialog: GrammarDialog, qtbot: QtBot) -> None:
    dialog.list.setFocus()
    dialog.list.setCurrentRow(1)
    qtbot.keyClick(dialog.list, Qt.Key.Key_G)
    assert dialog.chosen == {"gold": 1, "system": 1}
    assert dialog.list.item(1).text() == "2 – gold, system"
    dialog.list.setCurrentRow(0)
    dialog.side_buttons["system"].click()
    assert dialog.chosen == {"gold": 1, "system": 0}
    exercise = dialog.exercise
    assert exercise is not None and exercise.gold.name == "analysis 2"
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.result() == dialog.DialogCode.Accepted


def test_analyses_can_be_read_as_brackets(dialog: GrammarDialog) -> None:
    dialog.as_brackets.setChecked(True)
    assert dialog.list.item(0).text().startswith("1 – gold: (S (NP I) (VP")
    assert dialog.list.item(0).icon().isNull()
    dialog.as_brackets.setChecked(False)
    assert dialog.list.item(0).text() == "1 – gold"


def test_many_analyses_are_counted_and_the_first_are_shown(dialog: GrammarDialog, qtbot: QtBot) -> None:
    assert analysed(dialog, qtbot, "S -> S S | 'a'", "a " * 12) == ""
    assert dialog.count.text() == "58,786 analyses; the first 100 are shown"
    assert dialog.list.count() == 100
    assert analysed(dialog, qtbot, "S -> S S | 'a'", "a " * 60) == ""
    assert dialog.count.text() == "more than 10^32 analyses; the first 100 are shown"
    assert analysed(dialog, qtbot, "S -> 'a'", "a") == ""
    assert dialog.count.text().startswith("One analysis")
    assert dialog.chosen == {"gold": 0, "system": 0}


@pytest.mark.parametrize(
    ("grammar", "sentence", "said"),
    [
        ("", "a", "There is no rule"),
        ("S -> A\nA -> 'a", "a", "Line 2: a word begins with '"),
        ("S -> A\nA -> S | 'a'", "a", "Line 2: S -> A -> S leads back"),
        ("S -> 'a'", "a b", "The grammar does not know 'b'"),
        ("S -> 'a'", "a a", "The grammar finds no S over all 2 words"),
    ],
)
def test_faults_are_said_and_the_text_stays(
    dialog: GrammarDialog, qtbot: QtBot, grammar: str, sentence: str, said: str
) -> None:
    assert said in analysed(dialog, qtbot, grammar, sentence)
    assert (dialog.grammar.toPlainText(), dialog.sentence.text()) == (grammar, sentence)
    assert (
        dialog.list.count() == 0
        and not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
        and dialog.exercise is None
    )
    dialog.accept()
    assert dialog.isVisible()


def test_the_line_of_a_fault_is_marked(dialog: GrammarDialog, qtbot: QtBot) -> None:
    analysed(dialog, qtbot, "S -> A\nA -> 'a\nB -> 'b'", "a")
    assert dialog.grammar.textCursor().selectedText() == "A -> 'a"


def test_the_work_can_be_stopped(dialog: GrammarDialog, qtbot: QtBot) -> None:
    dialog.grammar.setPlainText("S -> S S | S S S | S S S S | 'a'")
    dialog.sentence.setText("a " * 60)
    dialog.analyse()
    assert dialog.stop_button.isEnabled()
    dialog.stop_button.click()
    assert dialog.count.text() == "Stopped." and not dialog.stop_button.isEnabled()
    qtbot.waitUntil(lambda: not any(one.is_running for one in dialog.work.workers), timeout=10_000)
    assert dialog.list.count() == 0


def test_what_was_typed_is_there_again(dialog: GrammarDialog, qtbot: QtBot) -> None:
    analysed(dialog, qtbot, "S -> 'a", "a b")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    again = GrammarDialog()
    assert (again.grammar.toPlainText(), again.sentence.text()) == ("S -> 'a", "a b")


def test_what_was_found_is_gone_when_another_sentence_is_typed(dialog: GrammarDialog, qtbot: QtBot) -> None:
    """No lesson is made of the sentence before, and the keyboard stays where people type."""
    dialog.activateWindow()
    dialog.sentence.setFocus()
    qtbot.keyClicks(dialog.sentence, "x")
    assert (
        dialog.exercise is None
        and dialog.list.count() == 0
        and not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
    )
    assert dialog.sentence.hasFocus()


def test_an_example_that_is_found_leaves_the_keyboard_where_it_is(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People may be typing already."""
    monkeypatch.setattr(GrammarDialog, "typed", {})
    found = GrammarDialog()
    found.show()
    found.activateWindow()
    qtbot.waitUntil(lambda: found.found is not None, timeout=30_000)
    assert found.sentence.hasFocus()
    found.close()
