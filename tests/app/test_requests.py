"""Which comparison file belongs to which treebanks, whatever is opened, cancelled and changed meanwhile."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

import treecompare.readers
from tests.app.conftest import compare, write
from tests.app.helpers import dialogs, notes_shown, space, told
from tests.made import erring, gold_trees
from treecompare.app.common import preferences
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.saved.project import Key, Project

NOTE = Key("note", 2)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A.treecompare: a gold and two systems of its own, a note on its third sentence, settings that are not the usual ones."""
    folder = tmp_path / "a"
    folder.mkdir()
    gold = gold_trees(30, seed=7)
    treebanks = [
        ("gold", "", write(folder / "a-gold.mrg", gold)),
        ("system", "a1", write(folder / "a1.mrg", erring(gold, 4))),
        ("system", "a2", write(folder / "a2.mrg", erring(gold, 5))),
    ]
    project = Project.create(folder / "A.treecompare", treebanks, {"settings": {"params": "evalb"}})
    project.write([(NOTE, "a note of A")], "note", [f"words {number}" for number in range(30)])
    project.close()
    preferences.add_known(folder / "A.treecompare")
    return folder / "A.treecompare"


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made = Gate(treecompare.readers.read_any)
    monkeypatch.setattr(treecompare.readers, "read_any", made.read)
    yield made
    made.open.set()


class Gate:
    """Lets reading wait while it is closed."""

    def __init__(self, read: Callable[..., Any]) -> None:
        self._read = read
        self.open = threading.Event()
        self.open.set()
        self.waiting = threading.Event()

    def read(self, path: str, **options: Any) -> Any:
        self.waiting.set()
        assert self.open.wait(20)
        return self._read(path, **options)

    def close(self) -> None:
        self.open.clear()
        self.waiting.clear()


def begin(window: MainWindow, path: Path, gate: Gate) -> None:
    """Opens a comparison file up to the reading of its first treebank."""
    gate.close()
    window.open_comparison(Files(str(path), ()))
    assert gate.waiting.wait(5)


def content(path: Path) -> tuple[list[str], dict[Key, str], bool]:
    """The names of a file's treebanks, its notes, and whether it can be written to: nobody holds it."""
    project = Project.open(path)
    try:
        return [Path(one.path).name for one in project.treebanks], project.values("note"), not project.is_read_only
    finally:
        project.close()


OWN = (["a-gold.mrg", "a1.mrg", "a2.mrg"], {NOTE: "a note of A"}, True)


def type_note(window: MainWindow, text: str) -> None:
    panel = space(window).notes
    panel.note.setPlainText(text)
    panel.store_note()


def test_other_files_opened_meanwhile_do_not_take_the_file_over(
    qtbot: QtBot, window: MainWindow, saved: Path, files: Files, gate: Gate
) -> None:
    begin(window, saved, gate)
    window.open_comparison(files)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        gate.open.set()
    assert notes_shown(window) == {}
    type_note(window, "a note of B")
    assert not window.files.file.name
    assert content(saved) == OWN


def test_other_files_opened_after_cancel_do_not_take_the_file_over(
    qtbot: QtBot, window: MainWindow, saved: Path, files: Files, gate: Gate
) -> None:
    begin(window, saved, gate)
    window.session.cancel()
    assert not window.session.is_busy
    assert content(saved) == OWN
    gate.open.set()
    compare(qtbot, window, files)
    type_note(window, "a note of B")
    assert content(saved) == OWN


def test_a_comparison_without_systems_leaves_nothing_behind(
    qtbot: QtBot, window: MainWindow, saved: Path, files: Files
) -> None:
    project = Project.open(saved)
    project.set_treebanks([(one.role, one.name, one.path) for one in project.treebanks[:1]])
    project.close()
    window.open_comparison(Files(str(saved), ()))
    [box] = dialogs()
    assert "names no gold treebank and systems" in box.text()
    box.close()
    compare(qtbot, window, files)
    assert notes_shown(window) == {}
    type_note(window, "a note of B")
    window.close_comparison()
    compare(qtbot, window, files)
    assert notes_shown(window) == {0: "a note of B"}
    assert content(saved) == (["a-gold.mrg"], {NOTE: "a note of A"}, True)


def test_settings_that_nobody_knows_are_told(qtbot: QtBot, window: MainWindow, saved: Path) -> None:
    project = Project.open(saved)
    project.set_state({"settings": {"missing": "perhaps", "params": "evalb"}})
    project.close()
    compare(qtbot, window, Files(str(saved), ()))
    assert (window.scoring.settings.missing, window.scoring.settings.params) == ("skip", "evalb")
    assert "A: its setting missing" in "\n".join(window.session.comparison.warnings)


def test_a_comparison_opens_after_its_treebanks_could_not_be_read(
    qtbot: QtBot, window: MainWindow, saved: Path
) -> None:
    gold = saved.parent / "a-gold.mrg"
    kept = gold.read_bytes()
    gold.write_bytes(bytes(range(256)))
    compare(qtbot, window, Files(str(saved), ()))
    assert "a-gold.mrg" in told(window)
    assert content(saved) == OWN
    gold.write_bytes(kept)
    compare(qtbot, window, Files(str(saved), ()))
    type_note(window, "stored again")
    assert window.files.file.project is not None and not window.files.file.project.is_read_only


def test_twice_quickly_is_once(qtbot: QtBot, window: MainWindow, saved: Path, gate: Gate) -> None:
    begin(window, saved, gate)
    worker = window.session.worker
    window.open_comparison(Files(str(saved), ()))
    assert window.session.worker is worker
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        gate.open.set()
    assert notes_shown(window) == {2: "a note of A"}
    assert window.files.file.project is not None and not window.files.file.project.is_read_only


def test_what_is_open_can_be_opened_again(qtbot: QtBot, window: MainWindow, saved: Path) -> None:
    compare(qtbot, window, Files(str(saved), ()))
    space(window).sentences.go_to_sentence(5)
    space(window).notes.note.setPlainText("typed just now")
    compare(qtbot, window, Files(str(saved), ()))
    assert notes_shown(window) == {2: "a note of A", 5: "typed just now"}
    assert window.files.file.project is not None and not window.files.file.project.is_read_only
    assert window.files.file.name == "A"


def test_closing_while_it_is_read_lets_go_of_it(window: MainWindow, saved: Path, gate: Gate) -> None:
    begin(window, saved, gate)
    window.close_comparison()
    assert content(saved) == OWN
    begin(window, saved, gate)
    window.close()
    assert content(saved) == OWN


def test_settings_changed_meanwhile_are_those_of_the_file(
    qtbot: QtBot, compared: MainWindow, saved: Path, gate: Gate
) -> None:
    begin(compared, saved, gate)
    compared.actions_.turn("missing", "zero")
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        gate.open.set()
    assert compared.session.settings is not None
    assert (compared.session.settings.params, compared.session.settings.missing) == ("evalb", "zero")
    assert compared.scoring.settings == compared.session.settings
    assert notes_shown(compared) == {2: "a note of A"}
    assert compared.files.file.name == "A"


def test_f5_meanwhile_reads_the_file_again(qtbot: QtBot, compared: MainWindow, saved: Path, gate: Gate) -> None:
    begin(compared, saved, gate)
    compared.session.again()
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        gate.open.set()
    assert compared.scoring.settings.params == "evalb"
    assert notes_shown(compared) == {2: "a note of A"}
    type_note(compared, "and one more")
    assert compared.files.file.project is not None and compared.files.file.project.path == saved


@pytest.mark.parametrize("change", ["remove", "add"])
def test_systems_changed_meanwhile_are_those_that_are_shown(
    qtbot: QtBot, compared: MainWindow, saved: Path, gate: Gate, change: str, tmp_path: Path
) -> None:
    type_note(compared, "a note of B")
    begin(compared, saved, gate)
    if change == "remove":
        compared.opener.leave_out(0)
    else:
        compared.opener.add_paths([write(tmp_path / "three.mrg", gold_trees(60))])
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        gate.open.set()
    assert notes_shown(compared) == {0: "a note of B"}
    assert not compared.files.file.name
    assert content(saved) == OWN


def test_after_cancel_f5_compares_what_is_shown(
    qtbot: QtBot, compared: MainWindow, saved: Path, gate: Gate, files: Files
) -> None:
    begin(compared, saved, gate)
    compared.session.cancel()
    gate.open.set()
    assert "nothing else was opened" in compared.messages.text()
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.session.again()
    assert compared.session.files is not None and compared.session.files.gold == files.gold
    assert compared.scoring.settings.params == "standard"


def test_other_systems_of_the_same_gold_do_not_take_the_file_over(
    qtbot: QtBot, window: MainWindow, saved: Path
) -> None:
    compare(qtbot, window, Files(str(saved), ()))
    gold, other = saved.parent / "a-gold.mrg", write(saved.parent / "other.mrg", gold_trees(30, seed=7))
    compare(qtbot, window, Files(str(gold), (("", other),)))
    assert not window.files.file.name
    assert notes_shown(window) == {}
    assert content(saved) == OWN


def test_an_error_class_being_typed_goes_to_its_own_comparison(
    qtbot: QtBot, compared: MainWindow, saved: Path, files: Files
) -> None:
    compared.activateWindow()
    compared.show_dock("notes")
    panel = space(compared).notes
    box = next(one for one in panel.findChildren(QComboBox) if one.isEditable() and not one.isHidden())
    field = box.lineEdit()
    assert field is not None
    field.setFocus()
    qtbot.keyClicks(field, "odd")
    compare(qtbot, compared, Files(str(saved), ()))
    assert compared.session.comparison is not None
    assert compared.session.comparison.judgements.classes == {}
    compare(qtbot, compared, files)
    assert compared.session.comparison.judgements.classes == {(0, "one", ""): "odd"}


def test_the_place_is_that_of_the_file(qtbot: QtBot, window: MainWindow, saved: Path) -> None:
    compare(qtbot, window, Files(str(saved), ()))
    space(window).systems.choose(1)
    space(window).sentences.go_to_sentence(17)
    window.close_comparison()
    compare(qtbot, window, Files(str(saved), ()))
    assert (space(window).systems.system, space(window).sentences.current_sentence()) == (1, 17)


# -- the choice that was made in one comparison, in another one -------------------------------------------------------------


def test_fewer_systems_after_a_filter_that_hides_all(
    qtbot: QtBot, window: MainWindow, files: Files, tmp_path: Path, capture_errors: list[Any]
) -> None:
    three = replace(files, systems=(*files.systems, ("", write(tmp_path / "three.mrg", gold_trees(60)))))
    compare(qtbot, window, three)
    space(window).systems.choose(2)
    space(window).sentences.filter_bar.text.setText("no sentence has these words")
    qtbot.waitUntil(lambda: space(window).sentences.model.rowCount() == 0)
    folder = tmp_path / "other"
    folder.mkdir()
    gold = gold_trees(5, seed=9)
    one = Files(write(folder / "gold.mrg", gold), (("", write(folder / "one.mrg", erring(gold, 2))),))
    compare(qtbot, window, one)
    assert capture_errors == []
    assert space(window).sentences.model.rowCount() == 5
    assert space(window).sentences.current_sentence() == 0


def test_fewer_sentences_after_a_file_was_cut(
    qtbot: QtBot, compared: MainWindow, files: Files, capture_errors: list[Any]
) -> None:
    """The same gold, so the filter stays: it hides some of the sentences before and after."""
    space(compared).sentences.filter_bar.differing.setChecked(True)
    space(compared).sentences.go_to_row(space(compared).sentences.model.rowCount() - 1)
    type_note(compared, "on a sentence that goes")
    sentences = space(compared).sentences.filter_bar
    sentences.judged.setCurrentIndex(sentences.judged.count() - 1)
    for path in files.paths:
        lines = Path(path).read_text("utf-8").splitlines()
        Path(path).write_text("\n".join(lines[:7]) + "\n", "utf-8")
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.session.again()
    assert capture_errors == []
    assert len(compared.session.sentences) == 7


@pytest.mark.parametrize("where", ["pattern", "labels"])
def test_another_kind_after_a_filter(
    qtbot: QtBot, compared: MainWindow, capture_errors: list[Any], where: str, tmp_path: Path
) -> None:
    """The same gold as dependencies: a tree pattern means nothing there, nor does a sentence at the end."""
    bar = space(compared).sentences.filter_bar
    space(compared).systems.choose(1)
    bar.where.setCurrentIndex(bar.where.findData(where))
    bar.text.setText("XP")
    qtbot.waitUntil(lambda: 0 < space(compared).sentences.model.rowCount() < 60)
    space(compared).sentences.go_to_row(space(compared).sentences.model.rowCount() - 1)
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.actions_.turn("as_dependencies", "auto")
    assert compared.session.comparison is not None and compared.session.comparison.kind == "dependencies"
    assert space(compared).sentences.model.filter.text == bar.text.text() == ""
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.actions_.turn("as_dependencies", "")
    assert capture_errors == []
    assert compared.session.comparison.kind == "constituents"


@pytest.fixture
def capture_errors(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Exceptions that reach the window's last resort."""
    import sys

    found: list[Any] = []
    monkeypatch.setattr(sys, "excepthook", lambda *fault: found.append(fault))
    return found


def test_two_copies_are_two_comparisons(qtbot: QtBot, window: MainWindow, saved: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a" / "copy.treecompare"
    shutil.copy(saved, copy)
    preferences.add_known(copy)
    compare(qtbot, window, Files(str(saved), ()))
    compare(qtbot, window, Files(str(copy), ()))
    space(window).sentences.go_to_sentence(9)
    type_note(window, "in the copy")
    assert content(saved) == OWN


def test_notes_on_sentences_that_there_are_not_stay_in_the_file(qtbot: QtBot, window: MainWindow, saved: Path) -> None:
    key = Key("note", 30)  # the first that is beyond the gold
    project = Project.open(saved)
    project.write([(key, "far away"), (Key("note", 1), "near")], "notes")
    project.close()
    told: list[str] = []
    window.files.file.told.connect(told.append)
    compare(qtbot, window, Files(str(saved), ()))
    comparison = window.session.comparison
    assert comparison is not None and comparison.judgements.notes == {1: "near", 2: "a note of A"}
    assert any(text.startswith("1 note is about a sentence that the gold does not have") for text in told)
    window.files.undo()
    assert comparison.judgements.notes == {2: "a note of A"}
    window.files.redo()
    assert comparison.judgements.notes == {1: "near", 2: "a note of A"}
    project = window.files.file.project
    assert project is not None and project.value(key) == "far away"
