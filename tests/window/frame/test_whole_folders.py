"""A folder whose files are named by numbers is one treebank, unless people say otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.made import gold_trees, write
from tests.window.frame.conftest import opened as is_opened
from tests.window.frame.test_open_sheet import dropped, give, opened, read, role, texts
from treecompare.comparison.files import Files
from treecompare.jobs import choosing
from treecompare.window.frame.open_sheet import FILE, NAME, SENTENCES
from treecompare.window.frame.program import FrameWindow


def many(folder: Path, count: int = 11) -> str:
    folder.mkdir()
    for number in range(1, count + 1):
        write(folder / f"wsj_{number}.mrg", gold_trees(2))
    return str(folder)


def test_a_dropped_folder_of_numbered_files_is_one_treebank(qtbot: QtBot, program: FrameWindow, tmp_path: Path) -> None:
    gold, parser = many(tmp_path / "gold"), many(tmp_path / "parser")
    with is_opened(qtbot, program):
        program.dropEvent(dropped([gold, parser]))
    assert program.wanted == Files(gold, (("", parser),))
    comparison = program.job.comparison  # type: ignore[union-attr]
    assert comparison.table.systems == ["parser"]
    assert comparison.ids[:3] == ["wsj_1:1", "wsj_1:2", "wsj_2:1"]
    assert comparison.ids[-1] == "wsj_11:2"
    with is_opened(qtbot, program):
        program.dropEvent(dropped([many(tmp_path / "other")]))
    assert program.job.comparison.table.systems == ["parser", "other"]  # type: ignore[union-attr]


def test_people_may_say_that_it_holds_many(qtbot: QtBot, tmp_path: Path) -> None:
    gold, parser = many(tmp_path / "gold"), many(tmp_path / "parser", 3)
    dialog = opened(qtbot, [gold, parser])
    assert dialog.choice.paths == [gold, parser]
    assert texts(dialog, FILE) == ["gold (11 files)", "parser (3 files)"]
    assert texts(dialog, SENTENCES) == ["22", "6"]
    assert dialog.whole.isVisible()
    assert dialog.whole.text() == "&List the 11 files of gold one by one"
    dialog.table.item(0, NAME).setText("mine")
    give(dialog, 1, "other gold")
    dialog.table.setCurrentCell(1, 0)
    assert dialog.whole.text() == "&List the 3 files of parser one by one"
    QTest.mouseClick(dialog.whole, Qt.MouseButton.LeftButton)
    read(qtbot, dialog)
    assert [Path(path).name for path in dialog.choice.paths] == ["gold", "wsj_1.mrg", "wsj_2.mrg", "wsj_3.mrg"]
    assert texts(dialog, NAME)[:2] == ["mine", "wsj_1"]
    assert [role(dialog, row) for row in range(4)] == ["gold", "system", "system", "system"]
    give(dialog, 2, "")
    dialog.table.setCurrentCell(3, 0)
    assert dialog.whole.text() == "&Take the 3 files of parser as one treebank"
    QTest.mouseClick(dialog.whole, Qt.MouseButton.LeftButton)
    read(qtbot, dialog)
    assert dialog.choice.files() == Files(gold, (("parser", parser),), gold_name="mine")
    assert set(dialog.choice.treebanks()) >= {gold, parser}


def test_a_folder_of_other_names_holds_many_unless_people_say_otherwise(qtbot: QtBot, tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.mrg", gold_trees(2)) for name in ("gold", "one", "two")]
    dialog = opened(qtbot, [])
    assert not dialog.whole.isVisible()
    dialog.field.setText(str(tmp_path))
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.choice.paths == paths)
    read(qtbot, dialog)
    assert dialog.whole.text() == f"&Take the 3 files of {tmp_path.name} as one treebank"
    dialog.whole.click()
    read(qtbot, dialog)
    assert (dialog.choice.paths, texts(dialog, SENTENCES)) == ([str(tmp_path)], ["6"])
    dialog.whole.click()
    assert dialog.choice.paths == paths


def test_so_many_files_are_listed_as_fit(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "MOST", 4)
    gold = write(tmp_path / "gold.mrg", gold_trees(2))
    dialog = opened(qtbot, [gold, many(tmp_path / "parser")])
    dialog.whole.click()
    read(qtbot, dialog)
    assert len(dialog.choice.paths) == 5
    assert dialog.hint.text().startswith("7 more files are not listed")
    dialog.whole.click()
    assert dialog.choice.paths == [gold, str(tmp_path / "parser")]
