"""Comparison files of other people are asked about before they are read; damaged ones can be rescued."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

import treecompare.readers
from tests.app.conftest import compare
from tests.app.helpers import dialogs, notes_shown
from treecompare.app.common import preferences
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.errors import TreecompareError
from treecompare.saved.project import Key, Project


@pytest.fixture
def strangers(files: Files, tmp_path: Path) -> Path:
    """A comparison file that was not made here."""
    roles = [
        ("gold", "", files.gold),
        *(("system", f"s{number}", path) for number, (_, path) in enumerate(files.systems)),
    ]
    settings = {"params": str(tmp_path / "<b>of theirs.prm"), "label_costs": str(tmp_path / "costs\u202egnp.txt")}
    (tmp_path / "costs\u202egnp.txt").write_text("A B 1\n", "utf-8")
    (tmp_path / "<b>of theirs.prm").write_text("DELETE_LABEL TOP\n", "utf-8")
    project = Project.create(tmp_path / "theirs.treecompare", roles, {"settings": settings})
    project.write([(Key("note", 3), "their note")], "note", ["words"] * 60)
    project.close()
    return tmp_path / "theirs.treecompare"


def answer(box: QMessageBox, wanted: str) -> None:
    next(one for one in box.buttons() if wanted in one.text()).click()


def test_paths_are_shown_before_anything_is_read(
    qtbot: QtBot, window: MainWindow, strangers: Path, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    usual, hashed = treecompare.readers.read_any, Project.changes
    monkeypatch.setattr(treecompare.readers, "read_any", lambda path, **how: (read.append(path), usual(path, **how))[1])
    monkeypatch.setattr(Project, "changes", lambda project: (read.append("changes"), hashed(project))[1])
    window.open_comparison(Files(str(strangers), ()))
    [box] = dialogs()
    assert box.textFormat().name == "PlainText"
    for path in files.paths:
        assert path in box.informativeText()
    assert "<b>of theirs.prm" in box.informativeText()
    assert "costs\\u202egnp.txt" in box.informativeText() and "\u202e" not in box.informativeText()
    assert not window.session.is_busy
    answer(box, "Cancel")
    assert read == [] and not window.is_comparing
    project = Project.open(strangers)
    assert not project.is_read_only  # it was let go of
    project.close()
    window.open_comparison(Files(str(strangers), ()))
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        answer(dialogs()[-1], "Open")
    assert window.session.comparison is not None
    assert window.session.comparison.judgements.notes == {3: "their note"}
    # once is enough, wherever the file goes
    window.close_comparison()
    moved = strangers.with_name("moved.treecompare")
    shutil.move(strangers, moved)
    compare(qtbot, window, Files(str(moved), ()))
    assert dialogs() == []


def test_another_file_of_the_same_name_is_asked_about(qtbot: QtBot, window: MainWindow, strangers: Path) -> None:
    preferences.add_known(strangers)
    other = strangers.with_name("other")
    shutil.copy(strangers, other)
    other.replace(strangers)
    window.open_comparison(Files(str(strangers), ()))
    [box] = dialogs()
    window.close()
    assert box not in dialogs()


def test_something_else_opened_meanwhile_is_no_answer(
    qtbot: QtBot, window: MainWindow, strangers: Path, files: Files
) -> None:
    window.open_comparison(Files(str(strangers), ()))
    [box] = dialogs()
    compare(qtbot, window, files)
    assert box not in dialogs()
    assert window.session.files == files
    project = Project.open(strangers)
    assert not project.is_read_only
    project.close()


def test_many_paths_stand_in_the_details(window: MainWindow, strangers: Path) -> None:
    project = Project.open(strangers)
    kept = [(one.role, one.name, one.path) for one in project.treebanks]
    copies = [str(shutil.copy(kept[1][2], strangers.with_name(f"n{number}.mrg"))) for number in range(40)]
    project.set_treebanks(kept + [("system", "", path) for path in copies])
    project.close()
    window.open_comparison(Files(str(strangers), ()))
    [box] = dialogs()
    assert len(box.informativeText().splitlines()) == 9
    assert len(box.detailedText().splitlines()) == 45
    answer(box, "Cancel")


def test_own_files_are_not_asked_about(qtbot: QtBot, window: MainWindow, files: Files, tmp_path: Path) -> None:
    compare(qtbot, window, files)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "own.treecompare"), ""))
        window.files.save_as()
    window.close_comparison()
    compare(qtbot, window, Files(str(tmp_path / "own.treecompare"), ()))
    assert dialogs() == []


def test_where_the_file_has_gone_nothing_is_rescued(window: MainWindow, tmp_path: Path) -> None:
    window.files._offer_rescue(str(tmp_path / "gone.treecompare"), TreecompareError("gone.treecompare: cannot be read"))
    [box] = dialogs()
    assert box.text() == "gone.treecompare: cannot be read" and "Rescue" not in {one.text() for one in box.buttons()}
    box.close()


def test_a_damaged_file_can_be_rescued(
    qtbot: QtBot, window: MainWindow, strangers: Path, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project.open(strangers)
    for sentence in range(60):
        project.write([(Key("note", sentence), f"note {sentence} " + "of many words " * 20)], "note", ["words"] * 60)
    project.close()
    preferences.add_known(strangers)
    whole, draw = strangers.read_bytes(), random.Random(5)
    rescued = []
    cuts = [whole[: draw.randrange(100, len(whole) - 1)] for _ in range(7)]
    for number, cut in enumerate([*cuts, bytes(512) + whole[512:]]):
        strangers.write_bytes(cut)
        window.open_comparison(Files(str(strangers), ()))
        [box] = dialogs()
        assert "theirs.treecompare is damaged. Rescue what can be read into a new file?" in box.text()
        into = tmp_path / f"rescued-{number}.treecompare"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, into=into: (str(into), ""))
        answer(box, "Rescue")
        assert strangers.read_bytes() == cut
        if into.exists():
            project = Project.open(into)
            rescued.append(len(project.values("note")))
            is_whole = len(project.treebanks) == 3
            project.close()
            if is_whole:
                qtbot.waitUntil(lambda: not window.session.is_busy, timeout=20_000)
                assert window.files.file.named == into
                assert len(notes_shown(window)) == rescued[-1]
        for box in dialogs():
            box.close()
        window.close_comparison()
    assert max(rescued) == 60


def test_what_is_no_database_is_not_to_be_rescued(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "odd.treecompare").write_bytes(b"(S (NP x))")
    window.open_comparison(Files(str(tmp_path / "odd.treecompare"), ()))
    [box] = dialogs()
    assert [one.text().strip("&") for one in box.buttons()] == ["OK"]
    box.close()
