"""The walk of a comparison in the window: written, kept, told when the file is opened, given."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import space
from treecompare.app.common import preferences
from treecompare.app.lessons.walk_editor import WalkEditor
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.saved.walks import LONGEST_TEXT


def editor(window: MainWindow) -> WalkEditor:
    window.actions_.by_name["edit_walk"].trigger()
    return next(one for one in window.findChildren(WalkEditor) if one.isVisible())


def add(window: MainWindow, sentence: int, text: str, system: int = 0) -> WalkEditor:
    space(window).systems.choose(system)
    space(window).sentences.go_to_sentence(sentence)
    window.actions_.by_name["add_to_walk"].trigger()
    found = editor(window)
    found.text.setPlainText(text)
    return found


def told(window: MainWindow) -> list[tuple[int, str]]:
    return [(step.sentence, step.text) for step in window.extras["walks"].own.steps]


@pytest.fixture
def three(compared: MainWindow) -> WalkEditor:
    add(compared, 2, "one")
    add(compared, 0, "two {e.whole.dice}", system=1)
    found = add(compared, 5, "three")
    found.store_typed()
    return found


def test_a_step_takes_what_is_looked_at(compared: MainWindow, three: WalkEditor) -> None:
    """Sentence, system, measures A and B, and the drawing as it is."""
    names = compared.session.comparison.table.systems  # type: ignore[union-attr]
    first, second, third = compared.extras["walks"].own.steps
    assert (first.system, second.system, third.system) == (names[0], names[1], names[0])
    assert first.measures == (space(compared).view().key_a, space(compared).view().key_b)
    assert first.view == {"elide": True}
    space(compared).set_mapping("E", "roof", False)
    space(compared).alignment.view.set_arrangement("merged")
    three.list.setCurrentRow(1)
    three.view.click()
    assert compared.extras["walks"].own.steps[1].view == {
        "mapping": "E", "part": "roof", "labelled": False, "layout": "merged", "elide": True,
    }  # fmt: skip
    assert compared.extras["walks"].own.steps[0].view == {"elide": True}


def test_a_walk_is_written_read_again_and_given(
    qtbot: QtBot, compared: MainWindow, three: WalkEditor, tmp_path: Path
) -> None:
    comparison = compared.session.comparison
    assert comparison is not None
    expected = f"{100 * comparison.table.scores(1, 'e.whole.dice')[0]:.2f}"
    path = tmp_path / "lesson.treecompare"
    compared.files.file.save_as(str(path))
    before = compared.extras["walks"].own.steps
    compared.close_comparison()
    assert not compared.extras["walks"].line.isVisible() and not three.isVisible()
    compare(qtbot, compared, Files(str(path), ()))
    assert compared.extras["walks"].line.isVisible()
    assert compared.extras["walks"].line.label.text() == "This comparison has a walk of 3 steps."
    assert compared.extras["walks"].own.steps == before
    compared.extras["walks"].start_button.click()
    (lesson,) = compared.extras["walks"].lessons.windows
    assert lesson.walk.bar.number == 1 and lesson.walk.bar.text.text() == "one"
    lesson.walk.bar.next()
    assert lesson.walk.bar.text.text() == f"two {expected}"
    assert lesson.windowTitle().startswith("lesson – 2 of 3")
    assert lesson.panel.view.folds  # as it was drawn in the window
    compared.extras["walks"].line.remove_button.click()
    assert not compared.extras["walks"].line.isVisible() and len(compared.extras["walks"].own.steps) == 3


def test_everything_can_be_undone(compared: MainWindow, three: WalkEditor) -> None:
    """From the window and from the editor; the list follows."""
    before = told(compared)
    three.list.setCurrentRow(0)
    three.remove.click()
    assert told(compared) == before[1:] and three.list.count() == 2
    three.undo.click()
    assert told(compared) == before and three.list.count() == 3
    three.list.setCurrentRow(0)
    three.down.click()
    assert [text for _, text in told(compared)] == ["two {e.whole.dice}", "one", "three"]
    assert three.list.currentRow() == 1 and three.text.toPlainText() == "one"
    three.up.click()
    assert told(compared) == before and three.list.currentRow() == 0 and not three.up.isEnabled()
    compared.actions_.by_name["undo"].trigger()
    compared.actions_.by_name["undo"].trigger()
    assert told(compared) == before
    compared.actions_.by_name["redo"].trigger()
    assert [text for _, text in told(compared)][:2] == ["two {e.whole.dice}", "one"]
    assert three.list.item(0).text().startswith("1  Sentence 1, ")


def test_what_is_typed_is_kept_whatever_comes_next(qtbot: QtBot, compared: MainWindow, three: WalkEditor) -> None:
    three.list.setCurrentRow(0)
    three.text.setPlainText("typed, then another step is chosen")
    three.list.setCurrentRow(2)
    assert three.list.currentRow() == 2 and three.text.toPlainText() == "three"
    assert told(compared)[0][1] == "typed, then another step is chosen"
    three.text.setPlainText("typed, then nothing is done")
    qtbot.waitUntil(lambda: told(compared)[2][1] == "typed, then nothing is done")
    three.text.setPlainText("typed, then moved")
    three.move_step(-1)
    assert told(compared)[1][1] == "typed, then moved"
    three.text.setPlainText("typed, then the editor is closed")
    QTest.keyClick(three, Qt.Key.Key_Escape)
    assert not three.isVisible() and told(compared)[1][1] == "typed, then the editor is closed"
    editor(compared).text.setPlainText("typed, then the comparison is closed")
    row = three.list.currentRow()
    files = compared.session.files
    assert files is not None
    compared.close_comparison()
    compare(qtbot, compared, files)
    assert told(compared)[row][1] == "typed, then the comparison is closed"


def test_typing_goes_on_where_it_was_when_a_step_is_kept(qtbot: QtBot, compared: MainWindow, three: WalkEditor) -> None:
    three.text.insertPlainText("a sentence")
    cursor = three.text.textCursor()
    cursor.setPosition(4)
    three.text.setTextCursor(cursor)
    three.store_typed()
    assert three.text.textCursor().position() == 4 and three.text.document().isUndoAvailable()


def test_the_preview_has_the_figures(compared: MainWindow, three: WalkEditor) -> None:
    three.list.setCurrentRow(1)
    assert three.preview.text() == "Shown as: " + compared.extras["walks"].own.stages().frame(2).text
    three.text.setPlainText("none")
    assert not three.preview.isVisibleTo(three)
    three.text.setPlainText("{e.whole.dice@1} {nothing}")
    assert three.preview.text().endswith("{nothing}") and "{e.whole" not in three.preview.text()
    three.text.setPlainText("x" * (LONGEST_TEXT + 1))
    assert three.preview.text() == "Too long: the first 5,000 characters are kept."
    three.store_typed()
    assert len(told(compared)[1][1]) == LONGEST_TEXT


def test_measures_and_figures_are_chosen_from_menus(compared: MainWindow, three: WalkEditor) -> None:
    three.list.setCurrentRow(0)
    three.measures.menu().aboutToShow.emit()
    actions = {one.text().replace("&", ""): one for one in three.measures.menu().actions() if one.isCheckable()}
    assert [title for title, one in actions.items() if one.isChecked()] == ["E-Dice, whole", "T-Dice, whole"]
    actions["Leaf-Ancestor"].toggle()
    assert compared.extras["walks"].own.steps[0].measures == ("e.whole.dice", "t.whole.dice", "la")
    actions["E-Dice, whole"].toggle()
    assert compared.extras["walks"].own.steps[0].measures == ("t.whole.dice", "la")
    three.text.setPlainText("It is ")
    three.text.moveCursor(three.text.textCursor().MoveOperation.End)
    three.figure.menu().aboutToShow.emit()
    next(one for one in three.figure.menu().actions() if one.text().startswith("Leaf-Ancestor  ")).trigger()
    assert three.text.toPlainText() == "It is {la}"


def test_a_step_hides_what_the_class_is_not_to_see(compared: MainWindow, three: WalkEditor) -> None:
    three.list.setCurrentRow(1)
    three.hidden.menu().aboutToShow.emit()
    names, gold = three.hidden.menu().actions()
    gold.toggle()
    names.toggle()
    assert compared.extras["walks"].own.steps[1].hidden == ("gold", "names")
    compared.extras["walks"].start(1)
    (lesson,) = compared.extras["walks"].lessons.windows
    assert not lesson.hiding.hides_gold and not lesson.hiding.hides_names
    lesson.walk.bar.next()
    assert lesson.hiding.hides_gold and lesson.hiding.hides_names
    lesson.walk.bar.next()
    assert not lesson.hiding.hides_gold and not lesson.hiding.hides_names
    lesson.hiding.names_command.trigger()  # what was hidden by hand stays hidden
    lesson.walk.bar.go(1)
    assert lesson.hiding.hides_names
    lesson.walk.bar.go(2)
    lesson.walk.end()
    assert not lesson.hiding.hides_gold


def test_a_walk_is_edited_without_a_mouse(compared: MainWindow, three: WalkEditor) -> None:
    three.list.setFocus()
    three.list.setCurrentRow(0)
    QTest.keyClick(three.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert told(compared)[1][1] == "one"
    QTest.keyClick(three.list, Qt.Key.Key_Delete)
    assert len(told(compared)) == 2
    QTest.keyClick(three.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert told(compared)[1][1] == "one"
    started = []
    three.startWanted.connect(started.append)
    three.list.setCurrentRow(2)
    three.start.click()
    assert started == [3] and compared.extras["walks"].lessons.windows[0].walk.bar.number == 3


def test_without_steps_or_comparison_it_is_said(window: MainWindow, compared: MainWindow) -> None:
    compared.actions_.by_name["start_walk"].trigger()
    assert "has no walk yet" in compared.messages.text() and not compared.extras["walks"].lessons.windows
    found = editor(compared)
    assert not found.text.isEnabled() and not found.start.isEnabled()
    space(compared).sentences.filter_bar.text.setText("no such words at all")
    QTest.qWait(400)
    assert space(compared).sentences.current_sentence() < 0
    assert not found.add_step() and found.about.text() == "Choose a sentence in the window first."
    compared.close_comparison()
    assert not compared.actions_.by_name["add_to_walk"].isEnabled()


def test_an_edit_in_the_walk_shows_on_no_note(compared: MainWindow, three: WalkEditor) -> None:
    comparison = compared.session.comparison
    assert comparison is not None
    assert not comparison.judgements.notes and not comparison.judgements.phenomena


def test_two_windows_write_walks_and_both_are_kept(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    second = MainWindow()
    qtbot.addWidget(second)
    for one in (window, second):
        compare(qtbot, one, files)
    add(window, 0, "of the first").store_typed()
    add(second, 1, "of the second").store_typed()
    second.close()
    window.close_comparison()
    compare(qtbot, window, files)
    assert told(window) == [(0, "of the first"), (1, "of the second")]


def test_the_walk_stays_with_its_sentences_when_the_sides_are_swapped(
    qtbot: QtBot, compared: MainWindow, three: WalkEditor
) -> None:
    before = told(compared)
    three.close()
    space(compared).systems.choose(0)
    compared.sides.swap()
    qtbot.waitUntil(lambda: compared.session.is_compared and compared.session.files.swapped != "")  # type: ignore[union-attr]
    assert told(compared) == before
    found = editor(compared)
    found.list.setCurrentRow(1)
    found.text.setPlainText("changed meanwhile")
    found.store_typed()
    assert told(compared) == [before[0], (0, "changed meanwhile"), before[2]]


def test_steps_that_are_none_are_told_and_the_rest_is_given(
    qtbot: QtBot, compared: MainWindow, three: WalkEditor, tmp_path: Path
) -> None:
    path = tmp_path / "lesson.treecompare"
    compared.files.file.save_as(str(path))
    compared.close_comparison()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE annotations SET value = '[1]' WHERE kind = 'walk' AND sentence = 2")
    connection.close()
    preferences.add_known(path)
    compare(qtbot, compared, Files(str(path), ()))
    assert [text for _, text in told(compared)] == ["two {e.whole.dice}", "three"]
    assert compared.extras["walks"].line.label.text() == "This comparison has a walk of 2 steps."
    comparison = compared.session.comparison
    assert comparison is not None
    assert any(
        one.startswith("A step of its walk is [1]") or "A step of its walk is '[1]'" in one
        for one in comparison.warnings
    )
