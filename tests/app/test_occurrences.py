"""Several occurrences of a phenomenon in a sentence: one more by +, their words, taken back, stored, and lit in the drawing."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from tests.app.helpers import space
from tests.app.test_notes import choose, notes, open_file, save_as, tag
from treecompare.analyses.sentence_list import COLUMN_KEYS
from treecompare.app.panes.occurrence_box import OccurrenceBox
from treecompare.app.window.window import MainWindow
from treecompare.comparison.judgements import Judgements, marked
from treecompare.scores.table import WAITING

PLAIN, SECOND, SPAN = "PPN", marked("PPN", "2"), marked("PPN", "2-3")


def boxes(window: MainWindow) -> list[OccurrenceBox]:
    found = [one for one in notes(window).findChildren(OccurrenceBox) if not one.isHidden()]
    return sorted(found, key=lambda one: one.y())


def judgements(window: MainWindow) -> Judgements:
    assert window.session.comparison is not None
    return window.session.comparison.judgements


def place(window: MainWindow, number: int, typed: str) -> None:
    box = boxes(window)[number]
    box.words.setText(typed)
    box.words.editingFinished.emit()


def test_one_more_by_its_button(qtbot: QtBot, compared: MainWindow) -> None:
    space(compared).sentences.go_to_sentence(4)
    tag(compared, "PPN")
    assert [one.mark for one in boxes(compared)] == [PLAIN] and boxes(compared)[0].less.isHidden()
    boxes(compared)[0].more.click()
    assert [one.mark for one in boxes(compared)] == [PLAIN, SECOND]
    boxes(compared)[1].more.click()
    assert judgements(compared).occurrences("PPN") == 3 and judgements(compared).phenomena == {"PPN": {4}}
    choose(compared, "PPN 1: parsed correctly", 2)
    choose(compared, "PPN 2: parsed correctly", 1)
    choose(compared, "PPN 3: error class", 2)
    assert judgements(compared).correct == {(4, "one", PLAIN): False, (4, "one", SECOND): True}
    assert judgements(compared).classes == {(4, "one", marked("PPN", "3")): "B"}
    model = space(compared).sentences.model
    shown = {
        key: model.index(model.row_of(4), COLUMN_KEYS.index(key)).data() for key in ("phenomena", "correct", "class")
    }
    assert shown == {"phenomena": "PPN ×3", "correct": "✓✗", "class": "PPN 3 B"}
    undo = compared.actions_.by_name["undo"]
    for _ in range(5):
        undo.trigger()
    assert judgements(compared) == Judgements({"PPN": {4}}) and [one.mark for one in boxes(compared)] == [PLAIN]
    compared.actions_.by_name["redo"].trigger()
    assert [one.mark for one in boxes(compared)] == [PLAIN, SECOND]
    boxes(compared)[0].less.click()  # the first goes, the second stays what it is
    assert [one.mark for one in boxes(compared)] == [SECOND] and judgements(compared).places_in(4, "PPN") == ["2"]
    boxes(compared)[0].more.click()
    assert judgements(compared).places_in(4, "PPN") == ["", "2"]
    tag(compared, "PPN")
    assert judgements(compared) == Judgements()


@pytest.mark.own_window
def test_one_more_by_its_key(qtbot: QtBot, compared: MainWindow) -> None:
    space(compared).sentences.go_to_sentence(4)
    tag(compared, "PPN")
    box = next(
        one
        for one in notes(compared).findChildren(QComboBox)
        if one.accessibleName() == "PPN: parsed correctly?" and not one.isHidden()
    )
    box.setFocus()
    qtbot.keyClicks(box, "+")
    assert [one.mark for one in boxes(compared)] == [PLAIN, SECOND]
    panel = notes(compared)
    panel.note.setFocus()
    qtbot.keyClicks(panel.note, "+")  # in the note it is text
    assert panel.note.toPlainText() == "+" and len(boxes(compared)) == 2


def test_words_are_lit_and_what_is_said_stays(qtbot: QtBot, compared: MainWindow) -> None:
    space(compared).sentences.go_to_sentence(4)
    tag(compared, "PPN")
    choose(compared, "PPN: error class", 2)
    view = space(compared).drawing_view
    assert not view.lights()[0]
    place(compared, 0, "2-3")
    assert judgements(compared).classes == {(4, "one", SPAN): "B"} and judgements(compared).places_in(4, "PPN") == [
        "2-3"
    ]
    assert boxes(compared)[0].words.text() == "2-3"
    assert len(view.lights()[0]) == 2
    space(compared).sentences.go_to_sentence(5)
    assert not view.lights()[0]
    space(compared).sentences.go_to_sentence(4)
    assert len(view.lights()[0]) == 2
    compared.actions_.by_name["undo"].trigger()
    assert not view.lights()[0] and judgements(compared).classes == {(4, "one", PLAIN): "B"}
    compared.actions_.by_name["redo"].trigger()
    assert len(view.lights()[0]) == 2
    place(compared, 0, "")
    assert not view.lights()[0] and judgements(compared).classes == {(4, "one", PLAIN): "B"}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("2-99", "The words 2-99 are outside of the sentence; expected words from 1 to "),
        ("3-2", "'3-2' is not an occurrence; expected a number, like 2, or a span of words, like 3-5"),
        ("<b>", "'<b>' is not an occurrence"),
        ("2", "PPN 2 is there already; expected words of its own"),
    ],
)
def test_what_cannot_be_is_told_and_kept(qtbot: QtBot, compared: MainWindow, typed: str, told: str) -> None:
    space(compared).sentences.go_to_sentence(4)
    tag(compared, "PPN")
    boxes(compared)[0].more.click()
    before = judgements(compared).places_in(4, "PPN")
    place(compared, 0, typed)
    problem = notes(compared).problem
    assert problem.isVisibleTo(notes(compared)) and problem.text().startswith(told)
    assert problem.textFormat() == Qt.TextFormat.PlainText
    assert judgements(compared).places_in(4, "PPN") == before and boxes(compared)[0].words.text() == typed
    place(compared, 0, "1-2")
    assert not problem.isVisibleTo(notes(compared)) and judgements(compared).places_in(4, "PPN") == ["2", "1-2"]


def test_what_is_typed_when_the_sentence_changes_stays_with_its_own(qtbot: QtBot, compared: MainWindow) -> None:
    space(compared).sentences.go_to_sentence(4)
    tag(compared, "PPN")
    compared.show()
    qtbot.waitExposed(compared)
    compared.activateWindow()
    field = boxes(compared)[0].words
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "1-2")
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert judgements(compared) == Judgements({"PPN": {4}}, places={(4, "PPN"): {"1-2"}})
    space(compared).sentences.go_to_sentence(4)
    field = boxes(compared)[0].words
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "2-3")
    space(compared).sentences.go_to_sentence(7)
    assert judgements(compared) == Judgements({"PPN": {4}}, places={(4, "PPN"): {"2-3"}})
    space(compared).sentences.go_to_sentence(4)
    field = boxes(compared)[0].words
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "3-4")
    qtbot.keyClick(field, Qt.Key.Key_Return)  # who typed it goes on there
    assert boxes(compared)[0].words.hasFocus() and boxes(compared)[0].words.text() == "3-4"


def test_comparison_files_and_tables_keep_them(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    space(compared).sentences.go_to_sentence(4)
    tag(compared, "PPN")
    boxes(compared)[0].more.click()
    place(compared, 1, "2-3")
    choose(compared, "PPN words 2–3: parsed correctly", 2)
    wanted = Judgements({"PPN": {4}}, correct={(4, "one", SPAN): False}, places={(4, "PPN"): {"", "2-3"}})
    assert judgements(compared) == wanted
    table = tmp_path / "phenomena.tsv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(table), ""))
    compared.files.save_judgements()
    assert table.read_text("utf-8").splitlines() == [
        "sentence\tphenomenon\tsystem\tclass\tcorrect\toccurrence", "5\tPPN\t\t\t\t1", "5\tPPN\tone\t\tno\t2-3",
    ]  # fmt: skip
    path = tmp_path / "kept.treecompare"
    save_as(compared, path, monkeypatch)
    monkeypatch.setattr(QMessageBox, "exec", lambda _: 0)
    open_file(qtbot, compared, path)
    assert judgements(compared) == wanted
    space(compared).sentences.go_to_sentence(4)
    tag(compared, "PPN")
    assert not judgements(compared).phenomena
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(table), ""))
    compared.files.read_judgements()
    assert judgements(compared) == wanted


@pytest.mark.parametrize("is_stacked", [False, True])
def test_words_are_lit_once_their_sentence_is_compared(compared: MainWindow, is_stacked: bool) -> None:
    views, comparison = space(compared), compared.session.comparison
    assert comparison is not None
    views.stacking.set(is_stacked)
    views.go_to(4)
    tag(compared, "PPN")
    place(compared, 0, "2-3")
    assert views.drawing_view.lit()
    status = comparison.table.statuses[:, 4].copy()
    comparison.table.statuses[:, 4] = WAITING
    views.go_to(5)
    views.go_to(4)
    comparison.table.statuses[:, 4] = status
    views.update_rows()
    assert views.drawing_view.drawing is not None and views.drawing_view.lit()


@pytest.mark.own_window
def test_a_fault_goes_as_soon_as_it_is_corrected_and_names_its_sentence_elsewhere(compared: MainWindow) -> None:
    compared.show_dock("notes")
    space(compared).sentences.go_to_sentence(4)
    tag(compared, "PPN")
    panel, words = notes(compared), lambda: boxes(compared)[0].words
    place(compared, 0, "88-99")
    assert not panel.problem.isHidden() and panel.problem.text().startswith("The words 88-99 are outside")
    words().selectAll()
    QTest.keyClicks(words(), "2")
    assert panel.problem.isHidden(), "what is typed is another thing already"
    words().setFocus()
    words().setText("77-99")
    space(compared).sentences.go_to_sentence(5)  # the field is left by going away
    assert panel.problem.text().startswith("Not stored for sentence 5: the words 77-99 are outside")
    space(compared).sentences.go_to_sentence(6)
    assert panel.problem.isHidden()


@pytest.mark.parametrize("how", ["digit", "click"])
def test_a_phenomenon_goes_with_all_occurrences_as_one_step_that_is_told(compared: MainWindow, how: str) -> None:
    space(compared).sentences.go_to_sentence(4)
    tag(compared, "PPN")
    place(compared, 0, "2-3")
    boxes(compared)[0].more.click()
    choose(compared, "PPN 2: parsed correctly" if "PPN 2" in boxes(compared)[1].less.accessibleName() else "PPN", 2)
    before = deepcopy(judgements(compared))
    buttons = [one for one in notes(compared).tags.findChildren(QAbstractButton) if one.isVisibleTo(notes(compared))]
    number = next(place for place, one in enumerate(buttons, 1) if one.property("phenomenon") == "PPN")
    if how == "digit":
        QTest.keyClick(notes(compared), str(number))
    else:
        buttons[number - 1].click()
    assert judgements(compared).occurrences("PPN") == 0
    said = compared.messages.text()
    assert said == "Removed: PPN with all 2 occurrences on sentence 5. Undo (Ctrl+Z) brings it back."
    compared.actions_.by_name["undo"].trigger()
    assert judgements(compared) == before


def test_what_goes_with_an_occurrence_is_told_but_no_bare_phenomenon(compared: MainWindow) -> None:
    space(compared).sentences.go_to_sentence(4)
    tag(compared, "PPN")
    compared.messages.clear()
    tag(compared, "PPN")
    assert judgements(compared).phenomena == {} and compared.messages.text() == ""
    tag(compared, "PPN")
    place(compared, 0, "2-3")
    boxes(compared)[0].more.click()
    next(one for one in boxes(compared) if one.mark == SPAN).less.click()
    assert compared.messages.text().startswith("Removed: PPN words 2–3 on sentence 5.")
    tag(compared, "PPN")
    tag(compared, "PPN")
    place(compared, 0, "2-3")
    tag(compared, "PPN")
    assert compared.messages.text().startswith("Removed: PPN on sentence 5.")
