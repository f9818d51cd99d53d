"""What people type is stored at once, found again, undone, moved with its sentences, and never lost."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QMessageBox, QScrollArea, QToolButton
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import dialogs, shown, space
from tests.conftest import stride
from treecompare.analyses.catalogue import analysis
from treecompare.analyses.filters import MARKED, NOTED, WRONG
from treecompare.analyses.sentence_list import COLUMN_KEYS
from treecompare.app.common import preferences
from treecompare.app.panes.notes_panel import NotesPanel
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.saved.autosaves import autosave_path
from treecompare.saved.project import Project


def notes(window: MainWindow) -> NotesPanel:
    window.show_dock("notes")
    return space(window).notes


def type_note(qtbot: QtBot, window: MainWindow, text: str) -> None:
    panel = notes(window)
    panel.note.setFocus()
    qtbot.keyClicks(panel.note, text)
    panel.store_note()


def tag(window: MainWindow, name: str) -> None:
    button = next(
        one
        for one in notes(window).tags.findChildren(QToolButton)
        if f" {name}" in f" {one.text()}" and not one.isHidden()
    )
    button.click()


def choose(window: MainWindow, accessible: str, index: int) -> None:
    box = next(
        one
        for one in notes(window).findChildren(QComboBox)
        if accessible in one.accessibleName() and not one.isHidden()
    )
    box.setCurrentIndex(index)
    box.activated.emit(index)


def save_as(window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.files.save_as()


def open_file(qtbot: QtBot, window: MainWindow, path: Path) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_comparison(Files(str(path), ()))


def judge_everything(qtbot: QtBot, window: MainWindow) -> None:
    space(window).sentences.go_to_sentence(4)
    type_note(qtbot, window, "attachment is doubtful")
    tag(window, "PPN")
    choose(window, "PPN: parsed correctly", 2)
    choose(window, "PPN: error class", 2)


def assert_judged(window: MainWindow) -> None:
    assert window.session.comparison is not None
    judgements = window.session.comparison.judgements
    assert judgements.notes == {4: "attachment is doubtful"}
    assert judgements.phenomena == {"PPN": {4}}
    assert judgements.correct == {(4, "one", "PPN"): False}
    assert judgements.classes == {(4, "one", "PPN"): "B"}


def test_typed_once_found_again_next_day(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    judge_everything(qtbot, compared)
    assert_judged(compared)
    compared.close()
    again = MainWindow()
    qtbot.addWidget(again)
    compare(qtbot, again, files)
    assert_judged(again)
    again.close()


def test_the_tables_show_what_was_typed(qtbot: QtBot, compared: MainWindow) -> None:
    table, model = space(compared).sentences.table, space(compared).sentences.model
    columns = {key: COLUMN_KEYS.index(key) for key in ("phenomena", "correct", "class", "note")}
    assert all(table.isColumnHidden(column) for column in columns.values())
    judge_everything(qtbot, compared)
    assert all(table.isColumnHidden(column) for column in columns.values())  # they stay as people chose them
    numbers = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    assert numbers == [f"• {row + 1}" if row == 4 else str(row + 1) for row in range(60)]
    row = model.row_of(4)
    said = str(model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole))
    for text in ("Phenomena: PPN", "Correct: ✗", "Error class: PPN B", "Note: attachment is doubtful"):
        assert text in said
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) is None
    assert model.tsv([row]).splitlines()[1].startswith("5\t")
    assert table.columnWidth(0) > table.fontMetrics().horizontalAdvance("• 60")
    for key in columns:
        table.show_column(key, True)
    assert not any(table.isColumnHidden(column) for column in columns.values())
    texts = {key: model.index(row, column).data() for key, column in columns.items()}
    assert texts == {"phenomena": "PPN", "correct": "✗", "class": "PPN B", "note": "attachment is doubtful"}
    bar = space(compared).sentences.filter_bar
    said = {"PPN": "tagged “PPN”", MARKED: "marked or noted", NOTED: "with a note", WRONG: "judged wrong"}
    for wanted, text in said.items():
        bar.judged.setCurrentIndex(bar.judged.findData(wanted))
        assert shown(compared) == [4]
        assert f"Filter: {text}." in model.as_table().note
    bar.reset()

    def counted() -> list[object]:
        comparison = compared.session.comparison
        return analysis("judgements").tables(comparison, space(compared).view())[0].rows[0][:3]  # type: ignore[arg-type]

    assert counted() == ["PPN", 0, 1]
    choose(compared, "PPN: parsed correctly", 1)
    assert counted() == ["PPN", 1, 1]


def test_undo_and_redo_go_through_all_steps(qtbot: QtBot, compared: MainWindow) -> None:
    undo, redo = compared.actions_.by_name["undo"], compared.actions_.by_name["redo"]
    assert not undo.isEnabled()
    judge_everything(qtbot, compared)
    assert compared.session.comparison is not None
    for _ in range(4):
        assert undo.isEnabled()
        undo.trigger()
    judgements = compared.session.comparison.judgements
    assert not (judgements.notes or judgements.phenomena or judgements.correct or judgements.classes)
    assert notes(compared).note.toPlainText() == ""
    assert not undo.isEnabled()
    assert "note on sentence 5" in redo.text()
    for _ in range(4):
        redo.trigger()
    assert_judged(compared)


def test_a_saved_comparison_opens_with_all_it_had(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared.actions_.turn("params", "evalb")
    qtbot.waitUntil(
        lambda: (
            compared.session.settings is not None
            and compared.session.settings.params == "evalb"
            and not compared.session.is_busy
        )
    )
    judge_everything(qtbot, compared)
    path = tmp_path / "kept.treecompare"
    save_as(compared, path, monkeypatch)
    assert "kept" in compared.windowTitle()
    space(compared).sentences.go_to_sentence(7)
    type_note(qtbot, compared, "after saving")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: pytest.fail("it has a name already"))
    compared.actions_.by_name["save"].trigger()
    assert compared.messages.text() == "Saved: kept"
    compared.close_comparison()
    open_file(qtbot, compared, path)
    assert compared.scoring.settings.params == "evalb"
    assert compared.session.comparison is not None
    assert compared.session.comparison.judgements.notes == {4: "attachment is doubtful", 7: "after saving"}
    assert compared.session.comparison.table.systems == ["one", "two"]
    assert preferences.recent()[0].gold == str(path)
    undo = compared.actions_.by_name["undo"]
    assert "note on sentence 8" in undo.text()
    assert space(compared).sentences.current_sentence() == 7  # where we were
    space(compared).systems.choose(1)
    space(compared).sentences.go_to_sentence(11)
    compared.close_comparison()
    open_file(qtbot, compared, path)
    assert (space(compared).systems.system, space(compared).sentences.current_sentence()) == (1, 11)


def test_leaving_a_system_out_keeps_what_was_said(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    judge_everything(qtbot, compared)
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.opener.leave_out(1)
    assert_judged(compared)


def test_a_folder_that_moved_is_found(
    qtbot: QtBot, compared: MainWindow, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_everything(qtbot, compared)
    folder = Path(files.gold).parent
    save_as(compared, folder / "kept.treecompare", monkeypatch)
    compared.close_comparison()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for path in [*map(Path, files.paths), folder / "kept.treecompare"]:
        shutil.move(path, elsewhere / path.name)
    open_file(qtbot, compared, elsewhere / "kept.treecompare")
    assert_judged(compared)


def test_a_missing_treebank_is_asked_for(
    qtbot: QtBot, compared: MainWindow, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_everything(qtbot, compared)
    path = tmp_path / "kept.treecompare"
    save_as(compared, path, monkeypatch)
    compared.close_comparison()
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    shutil.move(files.systems[1][1], hidden / "new name.mrg")
    asked: list[str] = []

    def answer(box: QMessageBox, wanted: str) -> int:
        asked.append(box.text())
        button = next(one for one in box.buttons() if wanted in one.text())
        monkeypatch.setattr(box, "clickedButton", lambda: button)
        return 0

    monkeypatch.setattr(QMessageBox, "exec", lambda box: answer(box, "Cancel"))
    compared.open_comparison(Files(str(path), ()))
    assert asked == ["two.mrg is no longer where it was."]
    assert not compared.is_comparing
    monkeypatch.setattr(QMessageBox, "exec", lambda box: answer(box, "Find"))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(hidden / "new name.mrg"), ""))
    open_file(qtbot, compared, path)
    assert_judged(compared)
    assert compared.session.comparison is not None
    assert compared.session.comparison.table.systems == ["one", "two"]
    compared.close_comparison()
    (hidden / "new name.mrg").unlink()
    monkeypatch.setattr(QMessageBox, "exec", lambda box: answer(box, "Leave"))
    open_file(qtbot, compared, path)
    assert compared.session.comparison.table.systems == ["one"]


def test_notes_follow_their_sentences_when_the_gold_changes(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    judge_everything(qtbot, compared)
    words = compared.session.sentences[4]
    compared.close_comparison()
    for path in files.paths:
        lines = Path(path).read_text("utf-8").splitlines()
        Path(path).write_text(
            "\n".join(["(S (NP (NN something)) (VP (VBD went)) (ADVP (RB first)) (. .))", *lines]) + "\n", "utf-8"
        )
    compare(qtbot, compared, files)
    assert compared.session.comparison is not None
    judgements = compared.session.comparison.judgements
    [(sentence, note)] = judgements.notes.items()
    assert compared.session.sentences[sentence] == words
    assert note == "attachment is doubtful"
    assert "gold.mrg" in "\n".join(compared.session.comparison.warnings)


@pytest.mark.parametrize("content", [b"", b"not a database", b"(S (NP x))", b"PK\x03\x04zip"][:: stride(2)])
def test_what_is_no_comparison_is_told_in_one_sentence(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "odd.treecompare"
    path.write_bytes(content)
    compared.open_comparison(Files(str(path), ()))
    [box] = dialogs()
    assert "odd.treecompare" in box.text()
    assert not box.detailedText()
    assert compared.is_comparing  # what was open stays
    assert path.read_bytes() == content
    box.close()


def test_a_damaged_file_of_typed_notes_is_put_aside_not_lost(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    path = autosave_path(files.gold)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"garbage")
    compare(qtbot, window, files)
    assert len(dialogs()) == 1
    dialogs()[0].close()
    type_note(qtbot, window, "still works")
    assert path.with_suffix(".damaged").read_bytes() == b"garbage"
    window.close_comparison()
    compare(qtbot, window, files)
    assert window.session.comparison is not None
    assert window.session.comparison.judgements.notes == {0: "still works"}


def test_a_failing_disk_keeps_what_was_typed_in_the_window(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_everything(qtbot, compared)
    project = compared.files.file.project
    assert project is not None
    from treecompare.errors import TreecompareError

    def fail(*_: object, **__: object) -> None:
        raise TreecompareError("the disk is full")

    monkeypatch.setattr(project, "write", fail)
    type_note(qtbot, compared, " and more")
    [box] = dialogs()
    assert "the disk is full" in box.informativeText()
    box.close()
    assert compared.session.comparison is not None
    assert "and more" in compared.session.comparison.judgements.notes[4]


def test_tables_of_phenomena_come_and_go(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "suite.tsv"
    table.write_text("3\tERC\n5\tPPN\tone\tB\tno\n", "utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(table), ""))
    compared.files.read_judgements()
    assert compared.session.comparison is not None
    judgements = compared.session.comparison.judgements
    assert judgements.phenomena == {"ERC": {2}, "PPN": {4}}
    assert not any("not compared here" in warning for warning in compared.session.comparison.warnings)
    written = tmp_path / "out.tsv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(written), ""))
    compared.files.save_judgements()
    assert written.read_text("utf-8").splitlines()[1:] == ["3\tERC\t\t\t", "5\tPPN\tone\tB\tno"]
    table.write_text("99\tERC\n", "utf-8")
    compared.files.read_judgements()
    [box] = dialogs()
    assert "there is no sentence '99'" in box.text()
    box.close()
    compared.files.undo()
    assert not judgements.phenomena
    table.write_text("5\tPPN\tnobody\tB\tno\n", "utf-8")
    compared.files.read_judgements()
    told = "1 judgement is about a system that is not compared here: 'nobody' (1)"
    assert told in compared.session.comparison.warnings[-1] and told in compared.messages.text()


def test_a_note_is_stored_when_another_sentence_is_chosen(qtbot: QtBot, compared: MainWindow) -> None:
    panel = notes(compared)
    panel.note.setPlainText("first")
    space(compared).sentences.step(1)
    assert compared.session.comparison is not None
    assert compared.session.comparison.judgements.notes == {0: "first"}
    assert panel.note.toPlainText() == ""
    panel.note.setPlainText("second")
    qtbot.waitUntil(lambda: 1 in compared.session.comparison.judgements.notes, timeout=3000)  # type: ignore[union-attr]
    assert isinstance(compared.files.file.project, Project)


def test_keys_of_the_table_are_not_typed_into_it(qtbot: QtBot, compared: MainWindow) -> None:
    """n and j are commands; in the note they are letters."""
    compared.activateWindow()
    panel = notes(compared)
    before = space(compared).sentences.current_sentence()
    panel.note.setFocus()
    for key in (Qt.Key.Key_N, Qt.Key.Key_J, Qt.Key.Key_T):
        qtbot.keyClick(panel.note, key)
    assert panel.note.toPlainText() == "njt"
    assert space(compared).sentences.current_sentence() == before


@pytest.mark.own_window
def test_keys_lead_to_panes_and_back(qtbot: QtBot, compared: MainWindow) -> None:
    compared.activateWindow()
    table, panel = space(compared).sentences.table, space(compared).notes
    table.setFocus()
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(table, Qt.Key.Key_7, control)
    assert compared.docks["notes"].isVisible()
    assert panel.note.hasFocus()
    qtbot.keyClicks(panel.note, "to be looked at")
    qtbot.keyClick(panel.note, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert space(compared).sentences.current_sentence() == 1
    assert compared.session.comparison is not None
    assert compared.session.comparison.judgements.notes == {0: "to be looked at"}
    assert panel.note.hasFocus()  # the next note can be typed at once
    qtbot.keyClick(panel.note, Qt.Key.Key_Escape)
    assert table.hasFocus()
    qtbot.keyClick(table, Qt.Key.Key_6, control)  # errors come before the notes
    assert not panel.note.hasFocus()
    qtbot.keyClick(space(compared).errors.list, Qt.Key.Key_7, control)
    assert panel.note.hasFocus()
    qtbot.keyClick(panel.note, Qt.Key.Key_7, control)
    assert not compared.docks["notes"].isVisible()
    assert table.hasFocus()


def test_a_long_name_leaves_room_for_the_judgement(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    compare(qtbot, window, Files(files.gold, (("a-parser-with-a-name-that-is-much-too-long", files.systems[0][1]),)))
    window.resize(1600, 1000)
    panel = notes(window)
    tag(window, "PPN")
    qtbot.wait(50)
    boxes = [one for one in panel.judgements.findChildren(QComboBox) if one.isVisible()]
    assert len(boxes) == 4
    for box in boxes:
        right = box.mapTo(panel, box.rect().topRight()).x()
        assert box.width() >= 40 and right <= panel.width(), box.accessibleName()


def test_a_key_that_is_a_digit_but_no_number(compared: MainWindow) -> None:
    panel = notes(compared)
    key = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, "²")  # left of 1 on French keyboards
    panel.keyPressEvent(key)
    assert not key.isAccepted()


def test_what_is_below_the_note_is_seen_whole_at_once(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    window.actions_.turn("theme", "light")
    window.resize(1600, 1000)
    compare(qtbot, window, files)
    window.show_dock("notes")
    panel = notes(window)
    area = panel.split.widget(1)
    assert isinstance(area, QScrollArea)
    qtbot.waitUntil(lambda: panel.split.sizes()[1] > 100 and area.verticalScrollBar().maximum() == 0)


def test_saving_asks_for_a_name_where_there_is_none(
    compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "first.treecompare"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    save = compared.actions_.by_name["save"]
    assert save.shortcut().toString() == "Ctrl+S"
    save.trigger()
    assert path.exists() and "first" in compared.windowTitle()
