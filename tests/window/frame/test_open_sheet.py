"""The sheet Open: what is in the files, what they are to each other; folders, patterns, broken and large files."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QMimeData, QPoint, QPointF, QRect, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox
from pytestqt.qtbot import QtBot

from tests.conftest import let_pass
from tests.made import gold_trees, write
from tests.window.frame.conftest import opened as is_opened
from treecompare import resources
from treecompare.comparison.files import Files, Versions
from treecompare.comparison.previews import preview
from treecompare.jobs import choosing
from treecompare.jobs import wanted as wanted_files
from treecompare.jobs.choosing import IGNORED, OLDER
from treecompare.registry import is_here
from treecompare.window.common.worker import is_any_running
from treecompare.window.frame.open_sheet import BEGINS, FILE, FOLLOWS, FORMAT, NAME, ROLE, SENTENCES, OpenDialog
from treecompare.window.frame.program import FrameWindow

OPEN = QDialogButtonBox.StandardButton.Open


def read(qtbot: QtBot, dialog: OpenDialog) -> None:
    qtbot.waitUntil(lambda: not dialog.is_reading, timeout=20_000)


def opened(qtbot: QtBot, paths: list[str]) -> OpenDialog:
    dialog = OpenDialog(paths)
    qtbot.addWidget(dialog)
    dialog.show()
    read(qtbot, dialog)
    return dialog


def role(dialog: OpenDialog, row: int) -> str:
    box = dialog.table.cellWidget(row, ROLE)
    assert isinstance(box, QComboBox) and box.currentData() == dialog.choice.roles[row]
    return str(box.currentData())


def give(dialog: OpenDialog, row: int, wanted: str) -> None:
    box = dialog.table.cellWidget(row, ROLE)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData(wanted))
    box.activated.emit(box.currentIndex())


def texts(dialog: OpenDialog, column: int) -> list[str]:
    items = [dialog.table.item(row, column) for row in range(dialog.table.rowCount())]
    return [item.text() for item in items if item is not None]


def dropped(paths: list[str]) -> QDropEvent:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    # the event does not keep what it carries
    dropped.data = data  # type: ignore[attr-defined]
    return QDropEvent(
        QPointF(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )


def test_names_are_short_and_a_licence_is_no_system(qtbot: QtBot, tmp_path: Path) -> None:
    """What all begin with is not shown, but it is what they are called; a text that answers next to nothing is left out."""
    trees = "(S (NP (D the) (N dog)) (VP (V barked)))\n" * 30
    for name in ("sample-test_iaa50.gold.mrg", "sample-test_iaa50.first.mrg", "sample-test_iaa50.second.mrg"):
        (tmp_path / name).write_text(trees, "utf-8")
    (tmp_path / "LICENSE-NOTE.txt").write_text("Free.\n\nSee (S (NP (D the) (N dog))).\n", "utf-8")
    (tmp_path / "answers.txt").write_text("\n".join(["The tree is " + trees.partition("\n")[0]] * 30), "utf-8")
    dialog = opened(qtbot, sorted(map(str, tmp_path.glob("*.*"))))
    roles = {Path(path).name: role(dialog, row) for row, path in enumerate(dialog.choice.paths)}
    assert roles["LICENSE-NOTE.txt"] == "" and roles["answers.txt"] == ("raw" if is_here("raw:") else "")
    for row in range(dialog.table.rowCount() - 1, -1, -1):
        if dialog.choice.paths[row].endswith(".txt"):
            dialog.choice.rows.pop(row)
    dialog.choice.choose("gold")
    dialog.resize(1000, 460)
    shown = [dialog.table.short_names.displayText(text, QLocale()) for text in texts(dialog, NAME)]
    assert sorted(shown) == ["first", "gold", "second"]
    assert {name for name, _ in dialog.choice.files().systems} == {
        "sample-test_iaa50.first",
        "sample-test_iaa50.second",
    }
    letters = dialog.table.fontMetrics()
    assert all(dialog.table.columnWidth(FILE) > letters.horizontalAdvance(text) for text in texts(dialog, FILE))


def test_no_column_of_files_is_out_of_sight(qtbot: QtBot) -> None:
    """As wide as a sheet is over a window of 800 pixels, and less: names are shorter, then it is not there how files begin."""
    dialog = opened(qtbot, sorted(map(str, resources.path("samples/first-comparison").glob("*.mrg"))))
    for width in (1000, 720, 640, 400):
        dialog.resize(width, 480)
        let_pass(20)
        is_there = not dialog.table.isColumnHidden(BEGINS)
        assert is_there == (width > 400) and (dialog.table.horizontalScrollBar().maximum() == 0 or not is_there), width


def test_roles_can_be_chosen(qtbot: QtBot, files: Files) -> None:
    paths = files.paths[1:]
    dialog = OpenDialog(paths)
    qtbot.addWidget(dialog)
    read(qtbot, dialog)
    opens = dialog.buttons.button(dialog.buttons.StandardButton.Open)
    assert [role(dialog, 0), role(dialog, 1)] == ["system", "system"] and not opens.isEnabled() and dialog.hint.text()
    give(dialog, 0, "gold")
    assert opens.isEnabled() and not dialog.hint.text()
    give(dialog, 1, "gold")
    assert [role(dialog, 0), role(dialog, 1)] == ["system", "gold"]
    dialog.table.item(0, 2).setText("mine")
    assert dialog.choice.files() == Files(paths[1], (("mine", paths[0]),))
    give(dialog, 0, "")
    assert not opens.isEnabled()
    dialog.choice.add([files.gold])
    assert role(dialog, 2) == "other gold" and not opens.isEnabled()
    give(dialog, 2, "system")
    assert opens.isEnabled()


def test_files_show_what_is_in_them(qtbot: QtBot, files: Files, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("Nothing to be seen here.")
    short = write(tmp_path / "short.mrg", gold_trees(59))
    broken = write(tmp_path / "broken.mrg", [*gold_trees(58), "(S (NP", "(S (NN dog))"])
    parsed = tmp_path / "parsed.conllu"
    parsed.write_text("1\tsie\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tgeht\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n")
    dialog = opened(qtbot, [*files.paths, str(tmp_path / "bad.txt"), short, broken, str(parsed)])
    assert [role(dialog, row) for row in range(7)] == [
        "gold",
        "system",
        "system",
        "",
        "system",
        "system",
        "system",
    ]
    assert texts(dialog, FORMAT) == ["bracketed trees"] * 3 + ["", "bracketed trees", "bracketed trees", "CoNLL-U"]
    assert texts(dialog, SENTENCES) == ["60", "60", "60", "", "59", "60", "1"]
    begins = texts(dialog, BEGINS)
    assert begins[0] == " ".join(word.strip("()") for word in gold_trees(1)[0].split() if word.endswith(")"))
    assert begins[3].startswith("⚠ line 1: does not look like a treebank")
    assert begins[4] == "⚠ 59 sentences, the gold has 60"
    assert begins[5].startswith("⚠ 1 of 60 sentences cannot be read: line 59, ")
    assert begins[6] == "⚠ holds dependencies, the gold constituents"
    give(dialog, 6, "gold")  # the others are seen against this one
    assert texts(dialog, BEGINS)[6] == "sie geht"
    assert texts(dialog, BEGINS)[1] == "⚠ holds constituents, the gold dependencies"


def test_what_people_chose_is_not_chosen_for_them(qtbot: QtBot, files: Files, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("Nothing to be seen here.")
    dialog = OpenDialog([*files.paths, str(tmp_path / "bad.txt")])
    qtbot.addWidget(dialog)
    box = dialog.table.cellWidget(3, ROLE)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("system"))
    box.activated.emit(box.currentIndex())
    read(qtbot, dialog)
    assert role(dialog, 3) == "system"


def test_folders_and_patterns_stand_for_their_files(qtbot: QtBot, files: Files, tmp_path: Path) -> None:
    (tmp_path / "README.txt").write_text("About these files.")
    (tmp_path / ".hidden.mrg").write_text("")
    dialog = opened(qtbot, [str(tmp_path)])
    assert dialog.choice.paths == sorted(files.paths)
    dialog = opened(qtbot, [])
    assert not dialog.buttons.button(dialog.buttons.StandardButton.Open).isEnabled() and "drop" in dialog.hint.text()
    dialog.field.setFocus()
    dialog.activateWindow()
    QTest.keyClicks(dialog.field, str(tmp_path / "[got]*.mrg"))
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.choice.paths == sorted(files.paths))
    assert dialog.isVisible() and dialog.field.text() == "" and not dialog.stop_button.isVisible()
    read(qtbot, dialog)
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)  # nothing typed: it opens
    assert not dialog.isVisible() and dialog.result() == OpenDialog.DialogCode.Accepted
    assert dialog.choice.files().gold == files.gold


def test_what_a_dropped_folder_holds_is_looked_for_in_the_background(
    qtbot: QtBot, program: FrameWindow, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []

    def endless(_folder: str) -> Iterator[str | None]:
        yield from files.paths
        while True:
            threads.append(threading.current_thread())
            time.sleep(0.001)
            yield None

    monkeypatch.setattr(wanted_files, "standing_for", endless)
    program.dropEvent(dropped([str(tmp_path)]))
    line = program.banner
    qtbot.waitUntil(lambda: len(threads) > 3 and line.label.text() == "Looking for files… 3 found")
    assert program.is_at_start and threading.main_thread() not in threads
    with is_opened(qtbot, program):
        program.banner.buttons[0].click()  # takes what is found
    assert program.wanted is not None and program.wanted.paths == files.paths and line.isHidden()
    qtbot.waitUntil(lambda: not is_any_running())
    program.open_paths([str(tmp_path / "*.mrg")])
    program.close()  # nobody waits
    qtbot.waitUntil(lambda: not is_any_running())


def test_a_folder_without_treebanks_is_asked_about(qtbot: QtBot, program: FrameWindow, tmp_path: Path) -> None:
    asked: list[Any] = []
    program.ask = asked.append  # type: ignore[method-assign, assignment]
    (tmp_path / "empty").mkdir()
    program.open_paths([str(tmp_path / "empty")])
    qtbot.waitUntil(lambda: asked == [[str(tmp_path / "empty")]])


def test_too_many_files_are_told(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "MOST", 3)
    for number in range(5):
        write(tmp_path / f"{'abcde'[number]}.mrg", gold_trees(2))
    dialog = opened(qtbot, [str(tmp_path / "a.mrg"), str(tmp_path)])
    assert len(dialog.choice.paths) == 3
    give(dialog, 0, "gold")
    assert dialog.hint.text().startswith("2 more files")


def asked(program: FrameWindow, paths: list[str], what: str = "gold") -> OpenDialog:
    program.ask(paths, what)
    (found,) = [one for one in program.findChildren(OpenDialog) if one.isVisible()]
    return found


def test_what_is_read_is_not_read_again(
    qtbot: QtBot, program: FrameWindow, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = asked(program, files.paths)
    read(qtbot, dialog)
    calls: list[object] = []
    monkeypatch.setattr("treecompare.readers.read_any", lambda *args, **_: calls.append(args))
    with is_opened(qtbot, program):
        dialog.accept()
    assert program.job.comparison.table.systems == ["one", "two"]  # type: ignore[union-attr]
    assert calls == []


def test_a_comparison_file_needs_no_roles(program: FrameWindow, tmp_path: Path) -> None:
    dialog = asked(program, [])
    (tmp_path / "no.treecompare").write_text("")
    wanted: list[Any] = []
    program.open_wanted = lambda one, _known: wanted.append(one)  # type: ignore[method-assign, assignment]
    dialog.choice.add([str(tmp_path / "no.treecompare")])
    assert not dialog.isVisible() and wanted == [Files(str(tmp_path / "no.treecompare"), ())]


def test_the_window_answers_while_files_are_read(
    qtbot: QtBot, program: FrameWindow, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = threading.Semaphore(0)

    def slow(path: str, *how: str) -> object:
        assert may_go_on.acquire(timeout=60)
        return preview(path, *how)

    monkeypatch.setattr(choosing, "preview", slow)
    dialog = asked(program, files.paths)
    assert dialog.hint.text() == "Read: 0 of 3 files"
    assert dialog.buttons.button(dialog.buttons.StandardButton.Open).isEnabled()
    beats: list[None] = []
    timer = QTimer(interval=10)
    timer.timeout.connect(lambda: beats.append(None))
    timer.start()
    qtbot.waitUntil(lambda: len(beats) > 3, timeout=20_000)  # no file is read meanwhile
    may_go_on.release()
    qtbot.waitUntil(lambda: dialog.hint.text() == "Read: 1 of 3 files", timeout=20_000)
    try:
        with is_opened(qtbot, program):
            dialog.accept()  # without the rest
    finally:
        may_go_on.release(2)
    assert program.job.comparison.table.systems == ["one", "two"]  # type: ignore[union-attr]


def test_no_box_lies_over_the_names_of_files(qtbot: QtBot, tmp_path: Path) -> None:
    names = ["gold.SD.mrg", "gold.UD.mrg", "malt.SD.mrg", "malt.UD.mrg"]
    dialog = opened(qtbot, [write(tmp_path / name, gold_trees(3)) for name in names])
    for wanted in ("other gold", "system", "other gold", ""):
        give(dialog, 1, wanted)
        QApplication.processEvents()
        first = dialog.table.visualItemRect(dialog.table.item(0, 0))
        seen = [
            one for one in dialog.table.viewport().findChildren(QComboBox)
            if one.isVisible() and QRect(one.mapTo(dialog.table.viewport(), QPoint()), one.size()).intersects(first)
        ]  # fmt: skip
        assert seen == [], wanted


def test_a_drop_whose_source_has_gone_opens_no_dialog(program: FrameWindow) -> None:
    program.dropEvent(dropped([]))
    let_pass(20)
    assert not [one for one in program.findChildren(OpenDialog) if one.isVisible()]
    assert "Nothing was found" in program.banner.label.text()


def test_the_source_of_a_drop_does_not_wait_for_the_dialog(program: FrameWindow, files: Files) -> None:
    told: list[Any] = []
    program.ask = told.append  # type: ignore[method-assign, assignment]
    event = dropped(files.paths[1:])
    program.dropEvent(event)
    assert event.isAccepted() and told == []  # the dialog comes when the drop is over
    let_pass(20)
    assert told == [sorted(files.paths[1:])]


def test_what_is_wrong_all_the_same_is_told(qtbot: QtBot, program: FrameWindow, files: Files, tmp_path: Path) -> None:
    dialog = asked(program, [*files.paths, str(tmp_path / "late.mrg")])
    read(qtbot, dialog)
    give(dialog, 3, "system")
    with is_opened(qtbot, program):
        dialog.accept()
    assert any("late.mrg: there is no such file" in one for one in program.banner.said)


# -- what else is compared, and how files are read ---------------------------------------------------------------------


def test_of_two_versions_the_first_is_the_older_one(qtbot: QtBot, tmp_path: Path) -> None:
    paths = [write(tmp_path / name, gold_trees(2)) for name in ("gold.mrg", "b.mrg", "c.mrg")]
    dialog = opened(qtbot, paths[:2])
    dialog.choice.choose("versions")
    read(qtbot, dialog)
    assert dialog.choice.roles == ["older", "newer"] and dialog.buttons.button(OPEN).isEnabled()
    assert dialog.table.isColumnHidden(NAME) and dialog.choice.files() == Versions(paths[0], paths[1])
    give(dialog, 0, "newer")
    assert dialog.choice.roles == ["newer", "older"] and dialog.choice.files() == Versions(paths[1], paths[0])
    dialog.choice.add([paths[2]])
    assert dialog.choice.roles == ["newer", "older", ""]
    dialog.typed[IGNORED].setText("MISC.SpaceAfter, COMMENT,")
    assert dialog.choice.files() == Versions(paths[1], paths[0], "", ("MISC.SpaceAfter", "COMMENT"))
    dialog.choice.choose("gold")
    assert dialog.choice.roles[0] == "gold" and isinstance(dialog.choice.files(), Files)


def test_versions_may_be_revisions_of_a_repository(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "ud" / ".git").mkdir(parents=True)
    dialog = opened(qtbot, [])
    dialog.choice.choose("versions")
    assert "git repository" in dialog.hint.text() and not dialog.typed[OLDER].isVisible()
    dialog.choice.add([str(tmp_path / "ud")])
    assert dialog.typed[OLDER].isVisible() and "older revision" in dialog.hint.text()
    assert not dialog.is_reading
    dialog.typed[OLDER].setText("r2.15")
    assert dialog.buttons.button(OPEN).isEnabled()
    assert dialog.choice.files() == Versions("r2.15", "", str(tmp_path / "ud"))


def test_people_say_how_a_file_is_written_and_see_its_first_tree(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "latin.mrg"
    path.write_bytes("(S (NP (NN fenêtre)) (VP (VBZ ferme)))\n".encode("iso-8859-1"))
    gold = write(tmp_path / "gold.mrg", gold_trees(1))
    dialog = opened(qtbot, [gold, str(path)])
    dialog.table.setCurrentCell(1, 0)
    assert "not UTF-8" in dialog.first.toPlainText() and role(dialog, 1) == ""
    dialog.encoding.setCurrentIndex(dialog.encoding.findData("iso-8859-1"))
    dialog.encoding.activated.emit(0)
    read(qtbot, dialog)
    assert "(NN fenêtre)" in dialog.first.toPlainText() and role(dialog, 1) == "system"
    found = dialog.choice.files()
    assert isinstance(found, Files) and found.encodings == ((str(path), "iso-8859-1"),) and found.formats == ()
    dialog.format.setCurrentIndex(dialog.format.findData("conllu"))
    dialog.format.activated.emit(0)
    read(qtbot, dialog)
    assert texts(dialog, BEGINS)[1].startswith("⚠") and role(dialog, 1) == ""
    dialog.table.setCurrentCell(0, 0)
    assert "(S" in dialog.first.toPlainText() and not dialog.encoding.currentData()


def test_a_user_who_is_not_known(qtbot: QtBot) -> None:
    dialog = opened(qtbot, [])
    for typed in ("~nobody-of-this-name/gold.mrg", "~nobody-of-this-name"):
        dialog.field.setText(typed)
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
        read(qtbot, dialog)
    assert [Path(path).name for path in dialog.choice.paths] == ["gold.mrg", "~nobody-of-this-name"]
    assert all(text.startswith("⚠") for text in texts(dialog, BEGINS))


def test_looking_for_files_can_be_stopped(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, looked = write(tmp_path / "late.mrg", gold_trees(2)), []

    def endless(_pattern: str) -> Iterator[str | None]:
        yield path
        while True:
            looked.append(True)
            time.sleep(0.001)
            yield None

    monkeypatch.setattr(wanted_files, "standing_for", endless)
    dialog = opened(qtbot, [])
    dialog.field.setText("/**/x")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(looked) > 3)
    assert dialog.stop_button.isVisible() and not dialog.choice.paths and "Looking for files" in dialog.hint.text()
    dialog.stop_button.click()
    assert dialog.choice.paths == [path] and not dialog.stop_button.isVisible()
    qtbot.waitUntil(lambda: not is_any_running())
    dialog.field.setText("/**/x")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    dialog.reject()  # nobody waits
    qtbot.waitUntil(lambda: not is_any_running())
    assert dialog.choice.paths == [path]


def test_no_more_files_are_looked_for_than_can_be_used(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wanted_files, "MOST_FOUND", 3)
    paths = [write(tmp_path / f"{name}.mrg", gold_trees(2)) for name in "abcde"]
    dialog = opened(qtbot, [])
    dialog.field.setText(str(tmp_path / "*.mrg"))
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(dialog.choice.paths) == 3)
    assert set(dialog.choice.paths) < set(paths) and not dialog.stop_button.isVisible()
    dialog.field.setText(str(tmp_path / "*.nothing"))
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(dialog.choice.paths) == 4)
    assert dialog.choice.paths[3].endswith("*.nothing")


@pytest.mark.parametrize("typed", ["**/*.mrg", ""])
def test_too_many_folders_are_told_in_the_list(
    typed: str, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(9):
        (tmp_path / str(number)).mkdir()
    monkeypatch.setattr("treecompare.folders.MOST_FOLDERS", 8)
    path = str(tmp_path / typed)
    dialog = opened(qtbot, [])
    dialog.field.setText(path)
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.choice.paths == [path])
    read(qtbot, dialog)
    assert "folders would be looked at; expected the folder of a treebank" in texts(dialog, BEGINS)[0]


def test_gold_input_is_a_system_beside_a_lattice(qtbot: QtBot, tmp_path: Path) -> None:
    here = resources.path("samples/words-that-differ")
    paths = [
        str(here / name)
        for name in ("gold-input.mrg", "gold.mrg", "predicted-input.mrg", "raw-input.mrg", "words.lattice")
    ]
    dialog = opened(qtbot, paths)
    assert [role(dialog, row) for row in range(5)] == ["gold", "system", "system", "system", "lattice"]
    # whatever the lattice is called
    disguised = write(tmp_path / "words.txt", [(here / "words.lattice").read_text("utf-8")])
    dialog = opened(qtbot, [*paths[:4], disguised])
    assert [role(dialog, row) for row in range(5)] == ["system", "gold", "system", "system", "lattice"]
    assert (dialog.choice.files().gold, dialog.choice.files().lattices) == (paths[1], (disguised,))
    give(dialog, 0, "other gold")
    opens = dialog.buttons.button(dialog.buttons.StandardButton.Open)
    assert not opens.isEnabled() and "Several golds are not compared over a lattice" in dialog.hint.text()


def test_a_second_gold_says_something_else(qtbot: QtBot, tmp_path: Path) -> None:
    tree, other = "(S (NP a) (VP b))", "(S (X a) (VP b))"
    paths = [
        write(tmp_path / name, [text])
        for name, text in (("gold.A.mrg", tree), ("gold.B.mrg", other), ("gold.C.mrg", tree))
    ]
    dialog = opened(qtbot, [*paths, write(tmp_path / "parse.mrg", [other])])
    assert [role(dialog, row) for row in range(4)] == ["gold", "other gold", "system", "system"]
    # the name of no gold occurs in it: its labels say which one it is annotated like
    box = dialog.table.cellWidget(3, FOLLOWS)
    assert isinstance(box, QComboBox) and [box.itemText(place) for place in (0, 1)] == ["A", "B"]
    assert dialog.choice.files().follow(dialog.choice.paths[3]) == 1
    give(dialog, 2, "other gold")
    read(qtbot, dialog)
    assert role(dialog, 2) == "other gold"


def test_a_system_is_seen_beside_the_gold_that_it_is_annotated_like(qtbot: QtBot, tmp_path: Path) -> None:
    words = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n"
    paths = [
        write(tmp_path / name, [text])
        for name, text in (("gold.UD.conllu", words), ("gold.PS.mrg", "(S (NP a))"), ("bllip.mrg", "(S (X a))"))
    ]
    dialog = opened(qtbot, paths)
    assert dialog.choice.files().follow(paths[2]) == 1
    assert texts(dialog, BEGINS)[2] == "a"


def test_lattices_that_do_not_fit_are_told_before_anything_is_opened(qtbot: QtBot, tmp_path: Path) -> None:
    sample = next(one for one in resources.samples() if one.key == "words-that-differ")
    gold, lattice, other = sample.gold, sample.lattices[0], write(tmp_path / "system.mrg", gold_trees(2))
    wrong = tmp_path / "other.lattices"
    wrong.write_text("0\t1\tdog\tdog\tNN\tNN\t_\t1\n\n", "utf-8")
    dialog = opened(qtbot, [lattice, other, gold])
    assert [role(dialog, row) for row in range(3)] == ["gold", "system", "lattice"]
    qtbot.waitUntil(lambda: not dialog.is_reading, timeout=20_000)
    assert not texts(dialog, BEGINS)[2].startswith("⚠") and dialog.buttons.button(OPEN).isEnabled()
    dialog.choice.add([str(wrong)])
    read(qtbot, dialog)
    qtbot.waitUntil(lambda: not dialog.is_reading, timeout=20_000)
    assert "no lattice fits a sentence of system" in texts(dialog, BEGINS)[3]
    give(dialog, 2, "")
    qtbot.waitUntil(lambda: not dialog.is_reading, timeout=20_000)
    assert "no lattice fits a sentence of gold" in texts(dialog, BEGINS)[3]
    give(dialog, 2, "lattice")
    dialog.choice.add([write(tmp_path / "second.mrg", gold_trees(2))])
    read(qtbot, dialog)
    assert dialog.hint.text() == "2 files of lattices: keep one for all, or one for the gold and for each system (3)."
    assert not dialog.buttons.button(OPEN).isEnabled()
    give(dialog, 3, "")  # put right there
    assert not dialog.hint.text() and dialog.buttons.button(OPEN).isEnabled()


def test_enter_never_gives_up_what_was_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("anne.mrg", "bert.mrg"):
        (tmp_path / name).write_text("(S (NP (D the) (N dog)) (VP (V barked)))\n", "utf-8")
    dialog = opened(qtbot, [str(tmp_path / "anne.mrg"), str(tmp_path / "bert.mrg")])
    first = dialog.table.cellWidget(0, ROLE)
    assert dialog.focusWidget() is first and "neither is" in dialog.hint.text()
    dialog.resize(720, 460)
    head = dialog.table.horizontalHeader()
    assert head.sectionPosition(BEGINS) <= dialog.table.viewport().width()  # the numbers before it are whole
    for widget in (first, dialog.table, dialog.field, dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel)):
        QTest.keyClick(widget, Qt.Key.Key_Return)
        assert dialog.isVisible(), widget.accessibleName()
    give(dialog, 0, "gold")
    dialog.buttons.button(OPEN).setFocus()
    give(dialog, 0, "system")
    assert dialog.focusWidget() is first
    dialog.choice.choose("annotators")
    QTest.keyClick(first, Qt.Key.Key_Return)
    assert dialog.result() == OpenDialog.DialogCode.Accepted


def test_a_table_with_comments_is_called_by_its_columns(tmp_path: Path) -> None:
    row = "1\tsaa\tse\t{tag}\tverb\tpret\t0\tFINV\t_\t{misc}\n\n"
    for tag, misc, comment, title in (
        ("verb", "_", "# 3 2 norwegian", "CoNLL-X"), ("VERB", "_", "# 3 2 norwegian", "CoNLL-U"),
        ("verb", "Gloss=saw", "# 3 2 norwegian", "CoNLL-U"), ("verb", "_", "# sent_id = 3", "CoNLL-U"),
    ):  # fmt: skip
        (tmp_path / "odin.conll").write_text(f"{comment}\n{row.format(tag=tag, misc=misc)}", "utf-8")
        found = preview(str(tmp_path / "odin.conll"))
        assert found.format == title and found.treebank is not None and found.treebank.format == "conllu"


def test_the_dialog_says_what_it_asks_for(qtbot: QtBot) -> None:
    dialog = OpenDialog()
    qtbot.addWidget(dialog)
    assert dialog.windowTitle() == "Open a comparison" and dialog.text.text().startswith("Systems are compared")
    dialog.choice.choose("annotators")
    assert dialog.windowTitle() == "Two annotators" and "no analysis is the gold" in dialog.text.text()
    assert "annotators" in dialog.hint.text()
    ends = [dialog.table.horizontalHeaderItem(column).textAlignment() for column in (SENTENCES, FORMAT)]
    assert ends[0] & Qt.AlignmentFlag.AlignRight and not ends[1] & Qt.AlignmentFlag.AlignRight
