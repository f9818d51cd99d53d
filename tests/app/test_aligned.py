"""Words and sentences that differ, in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare, write
from tests.app.helpers import space
from treecompare.app.frame.open_sheet import OpenDialog
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.saved.project import Key

GOLD = [
    "(S (NP (PRP we)) (VP (MD ca) (RB n't) (VB go)) (. .))",
    "(S (NP (NN rain)) (VP (VB fell)))",
    "(S (NP (NN snow)) (VP (VB lay)))",
    "(S (NP (NN wind)) (VP (VB blew)))",
]
JOINED = [
    "(S (NP (PRP we)) (VP (MD can't) (VB go)) (. .))",
    "(S (NP (NN rain)) (VP (VB fell)))",
    "(S (S (NP (NN snow)) (VP (VB lay))) (S (NP (NN wind)) (NP (VB blew))))",
]
GERMAN = ["(S (NP (PPER Er)) (VP (VVFIN schrieb)))"] * 2 + ["(S (NP (PPER Sie)) (VP (VVFIN kommt)))"] * 2


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(write(tmp_path / "gold.mrg", GOLD), (("", write(tmp_path / "joined.mrg", JOINED)),))


def test_a_row_of_several_sentences(window: MainWindow, qtbot: QtBot, files: Files) -> None:
    compare(qtbot, window, files)
    model = space(window).sentences.model
    assert model.rowCount() == 3
    shown = {model.index(row, 0).data() for row in range(3)}
    assert shown == {"1", "2", "3+4"}
    space(window).sentences.go_to_sentence(2)
    assert space(window).notes.head.text() == "Sentence 3+4"
    window.show_dock("notes")
    window.activateWindow()
    button = space(window).notes.scheme_button
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_N)
    assert window.files.undoable == "judgement on sentence 3+4"


def test_sentences_are_counted_as_the_gold_has_them(
    window: MainWindow, qtbot: QtBot, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    joined = write(tmp_path / "first.mrg", [f"(S {GOLD[0]} {GOLD[1]})", *GOLD[2:]])
    compare(qtbot, window, Files(files.gold, (("", joined),)))
    sentences = space(window).sentences
    assert [sentences.model.index(row, 0).data() for row in range(3)] == ["1+2", "3", "4"]
    sentences.go_to_sentence(1)
    assert window.toolbar.position.text() == "3 of 4"
    compare(qtbot, window, files)  # the last row has two sentences
    asked: list[int] = []
    monkeypatch.setattr(QInputDialog, "getInt", lambda *given: (asked.extend(given[3:]), (4, True))[1])
    window.actions_.by_name["go_to_sentence"].trigger()
    assert asked[1:] == [1, 4] and sentences.current_sentence() == 2
    assert window.toolbar.position.text() == "3 of 4"


def test_notes_belong_to_sentences_and_rows_show_all(
    window: MainWindow, qtbot: QtBot, files: Files, tmp_path: Path
) -> None:
    other = Files(files.gold, (("", write(tmp_path / "same.mrg", GOLD)),))
    compare(qtbot, window, other)
    window.files.file.write([(Key("note", 2), "snow"), (Key("phenomenon", 3, "", "WIND"), "yes")], "notes")
    window.files.file.write([(Key("note", 3), "wind")], "note")
    compare(qtbot, window, Files(files.gold, (*other.systems, *files.systems)))
    judgements = window.session.comparison.judgements
    assert judgements.notes == {2: "snow\nwind"}
    assert judgements.phenomena == {"WIND": {2}}
    window.files.file.write([(Key("note", 2), "both")], "note")
    assert judgements.notes == {2: "both"}
    both = window.files.file.project.values("note")
    assert both == {Key("note", 2): "both"}
    window.files.file.undo()
    assert judgements.notes == {2: "snow\nwind"}
    compare(qtbot, window, other)
    assert window.session.comparison.judgements.notes == {2: "snow", 3: "wind"}


def question(window: MainWindow) -> QMessageBox | None:
    boxes = [one for one in window.findChildren(QMessageBox) if one.windowTitle() == "Another text" and one.isVisible()]
    return boxes[0] if boxes else None


def answer(window: MainWindow, text: str) -> None:
    box = question(window)
    assert box is not None
    next(button for button in box.buttons() if text in button.text()).click()


def test_another_text_is_asked_about_before_it_is_added(
    window: MainWindow, qtbot: QtBot, files: Files, tmp_path: Path
) -> None:
    german = write(tmp_path / "german.mrg", GERMAN)
    compare(qtbot, window, files)
    before, statuses = window.session.comparison, window.session.comparison.table.statuses.copy()
    with qtbot.waitSignal(window.session.ended):
        window.open_dropped([german])
    box = question(window)
    assert box is not None and "german" in box.text() and "Add it anyway" in box.text()
    assert window.session.comparison is before and window.session.files.systems == files.systems
    answer(window, "Leave")
    assert window.session.comparison is before and not window.session.is_busy and question(window) is None
    assert (before.table.statuses == statuses).all()
    with qtbot.waitSignal(window.session.ended):
        window.open_dropped([german])
    with qtbot.waitSignal(window.session.ended):
        answer(window, "Add")
    table = window.session.comparison.table
    assert table.systems == ["joined", "german"]
    assert (table.statuses[1] == 3).all() and (table.statuses[0] == 1).all()
    with qtbot.waitSignal(window.session.ended):
        window.scoring.change_one("missing", "zero")
    qtbot.wait(50)
    assert question(window) is None and window.session.comparison.table.systems == ["joined", "german"]


def test_a_comparison_file_with_another_text_is_opened_as_it_was_saved(
    window: MainWindow, qtbot: QtBot, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german, path = write(tmp_path / "german.mrg", GERMAN), tmp_path / "both.treecompare"
    compare(qtbot, window, Files(files.gold, (*files.systems, ("", german))))
    with qtbot.waitSignal(window.session.ended):
        answer(window, "Add")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.files.save_as()
    window.close_comparison()
    compare(qtbot, window, Files(str(path), ()))
    assert question(window) is None and window.session.comparison.table.systems == ["joined", "german"]


def test_files_beside_another_text_are_added_without_it(
    window: MainWindow, qtbot: QtBot, files: Files, tmp_path: Path
) -> None:
    german, same = write(tmp_path / "german.mrg", GERMAN), write(tmp_path / "same.mrg", GOLD)
    spanish = write(tmp_path / "spanish.mrg", ["(S (X ñandú) (Y oyó))"] * 4)
    compare(qtbot, window, files)
    with qtbot.waitSignal(window.session.ended):
        window.open_dropped([german, same, spanish])
    box = question(window)
    assert box is not None and "german, spanish: " in box.text() and "Add them anyway" in box.text()
    with qtbot.waitSignal(window.session.ended):
        answer(window, "Leave")
    assert window.session.comparison.table.systems == ["joined", "same"] and question(window) is None


def test_a_comparison_with_nothing_but_another_text_is_not_opened(
    window: MainWindow, qtbot: QtBot, files: Files, tmp_path: Path
) -> None:
    german = write(tmp_path / "german.mrg", GERMAN)
    compare(qtbot, window, Files(files.gold, (("", german),)))
    assert window.session.comparison is None
    answer(window, "Leave")
    assert window.session.comparison is None and not window.session.is_busy
    again = window.findChild(OpenDialog)
    assert again is not None and again.isVisible() and again.files().paths == [files.gold, german], (
        "as they were chosen"
    )
    again.reject()
    compare(qtbot, window, Files(files.gold, (("", german),)))
    assert question(window) is not None
    compare(qtbot, window, files)  # something else is opened meanwhile
    qtbot.wait(20)
    assert question(window) is None and window.session.comparison.table.systems == ["joined"]


def test_what_was_being_compared_goes_on_after_a_question(
    window: MainWindow, qtbot: QtBot, files: Files, tmp_path: Path
) -> None:
    german = write(tmp_path / "german.mrg", GERMAN)
    with qtbot.waitSignal(window.session.opened):
        window.open_comparison(files)
    window.session.stop()
    window.session.comparison.table.statuses[:] = 0
    with qtbot.waitSignal(window.session.ended):
        window.open_dropped([german])
    assert not window.session.is_compared
    with qtbot.waitSignal(window.session.ended):
        answer(window, "Leave")
    assert window.session.is_compared and window.session.comparison.table.systems == ["joined"]


def test_another_text_among_dependencies_is_asked_about(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    def conllu(name: str, *words: str) -> str:
        rows = [f"1\t{word}\t_\tX\t_\t_\t0\troot\t_\t_\n\n" for word in words]
        return write(tmp_path / name, ["".join(rows)])

    gold, other = conllu("gold.conllu", "rain", "snow", "wind"), conllu("other.conllu", "Hagel", "Tau", "Eis")
    compare(qtbot, window, Files(gold, (("same", gold), ("", other))))
    box = question(window)
    assert box is not None and "other" in box.text() and window.session.comparison is None
    with qtbot.waitSignal(window.session.ended):
        answer(window, "Leave")
    assert window.session.comparison.table.systems == ["same"]


def test_what_stands_alone_or_is_cut_is_said_below_the_drawing(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    lacking = [GOLD[0], "(S (VP (VB fell)))", *GOLD[2:]]
    files = Files(
        write(tmp_path / "gold.mrg", GOLD),
        (("", write(tmp_path / "joined.mrg", JOINED)), ("", write(tmp_path / "lacking.mrg", lacking))),
    )
    compare(qtbot, window, files)
    views = space(window)
    assert "joins the parts of one word" in views.alignment.counts.text()
    views.systems.choose(1)
    views.sentences.go_to_sentence(1)
    assert "words only in the gold: 1" in views.alignment.counts.text()
    views.sentences.go_to_sentence(0)
    assert "only in" not in views.alignment.counts.text() and "joins" not in views.alignment.counts.text()


def test_the_baseline_stays_when_nothing_could_be_added(
    window: MainWindow, qtbot: QtBot, files: Files, tmp_path: Path
) -> None:
    both = Files(files.gold, (*files.systems, ("same", files.gold)))
    compare(qtbot, window, both)
    systems = space(window).systems
    systems.baselineWanted.emit(1)
    assert systems.model.baseline == 1
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.opener.add_paths([str(tmp_path / "picture.png")])
    assert systems.model.baseline == 1
    for box in window.findChildren(QMessageBox):
        box.close()


def test_reset_lifts_where_to_look_too(window: MainWindow, qtbot: QtBot, files: Files) -> None:
    compare(qtbot, window, files)
    bar = space(window).sentences.filter_bar
    bar.where.setCurrentIndex(2)
    assert [chip.property("said") for chip in bar.chips] == ["in tags"]
    bar.reset()
    assert bar.where.currentIndex() == 0
    assert not bar.chips


def test_letters_typed_in_the_list_do_not_look_for_rows(window: MainWindow, qtbot: QtBot, files: Files) -> None:
    compare(qtbot, window, files)
    table = space(window).sentences.table
    space(window).sentences.go_to_row(0)
    table.keyboardSearch("3")
    assert table.currentIndex().row() == 0


def test_a_smaller_comparison_after_a_filter_in_a_larger_one(
    window: MainWindow, qtbot: QtBot, files: Files, tmp_path: Path
) -> None:
    """The list still holds the sentences of before when the filter is lifted for another gold."""
    many = write(tmp_path / "many.mrg", [f"(S (NP (NN a{place})) (VP (VB b)))" for place in range(30)])
    compare(qtbot, window, Files(many, (("same", many),)))
    views = space(window)
    views.sentences.filter_bar.text.setText("a2")
    qtbot.waitUntil(lambda: views.sentences.model.rowCount() == 11)
    views.sentences.go_to_row(10)
    compare(qtbot, window, files)
    assert window.toolbar.position.text() == "1 of 4"
