"""What cannot be read is told in a line across the window; it becomes no system and no baseline, and replaces nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import dialogs, space, told
from treecompare.app.shell.banner import in_short
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.errors import ReadError, TreecompareError

NO_TREES = {
    "empty.mrg": "",
    "blank.mrg": "\n\n \n",
    "failed.mrg": "(())\n" * 60,
    "comments.conllu": "# text = a\n# and more\n\n",
    "notes.md": "# Notes\n\nWhat [I](found)\n(in this file)\n\n" + "More of it.\n" * 5,
}


def drop(qtbot: QtBot, window: MainWindow, paths: list[str]) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_dropped(paths)


@pytest.mark.parametrize("name", [name for name in NO_TREES if name != "notes.md"])
def test_a_file_without_trees_becomes_no_system(qtbot: QtBot, compared: MainWindow, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(NO_TREES[name])
    before, baseline = compared.session.comparison, space(compared).systems.model.baseline
    drop(qtbot, compared, [str(tmp_path / name)])
    assert compared.session.comparison is before and before is not None and before.table.systems == ["one", "two"]
    assert space(compared).systems.model.baseline == baseline
    assert told(compared).startswith(f"{tmp_path / name}: no tree was read")
    assert compared.banner.label.text() == f"{name}: no tree was read." and dialogs() == []


def test_what_holds_other_text_is_told_with_its_first_bracket(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    path = Path(files.gold).with_name("bad.txt")
    path.write_text("\n".join(["This is not a treebank.", "", "(()", ""] * 3))
    compare(qtbot, window, Files(files.gold, (("", str(path)), *files.systems)))
    assert window.session.comparison is not None and window.session.comparison.table.systems == ["one", "two"]
    assert space(window).systems.model.baseline == 0
    assert "bad.txt:3: " in told(window) and window.banner.label.text().startswith("bad.txt: ")


def test_nothing_but_an_unreadable_file_starts_no_comparison_again(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path
) -> None:
    before = compared.session.comparison
    space(compared).sentences.go_to_sentence(17)
    drop(qtbot, compared, [str(tmp_path / "nowhere.mrg")])
    assert compared.session.comparison is before and space(compared).sentences.current_sentence() == 17
    assert compared.banner.label.text() == "nowhere.mrg: there is no such file."
    (tmp_path / "third.mrg").write_bytes((tmp_path / "one.mrg").read_bytes())
    drop(qtbot, compared, [str(tmp_path / "nowhere.mrg"), str(tmp_path / "third.mrg")])
    assert compared.session.comparison is not None
    assert compared.session.comparison.table.systems == ["one", "two", "third"]
    assert compared.banner.label.text() == "nowhere.mrg: there is no such file."  # once, not twice


def test_the_banner_is_one_line_and_put_away_by_keyboard(qtbot: QtBot, compared: MainWindow, tmp_path: Path) -> None:
    compared.resize(800, 600)
    compared.activateWindow()
    canvas = space(compared).drawing_view.canvas
    QTest.qWait(30)
    height = canvas.height()
    drop(qtbot, compared, [str(tmp_path / f"{'a-very-long-name-' * 8}{number}.mrg") for number in range(4)])
    banner = compared.banner
    QTest.qWait(30)
    assert banner.isVisible() and banner.height() <= 3 * compared.fontMetrics().height()
    assert banner.width() == compared.width() and "…" in banner.label.shown()
    assert banner.accessibleName() == banner.label.text() and banner.label.text().startswith("4 files could not be")
    for button in (banner.details_button, banner.remove_button):
        assert compared.rect().contains(button.mapTo(compared, button.rect().center()))
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    banner.remove_button.setFocus()
    QTest.keyClick(compared.windowHandle(), Qt.Key.Key_Space)
    assert not banner.isVisible() and canvas.height() >= height - 2
    focus = QApplication.focusWidget()
    assert focus is not None and focus.isVisible()


def test_the_banner_goes_with_what_it_was_about(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, files: Files
) -> None:
    drop(qtbot, compared, [str(tmp_path / "nowhere.mrg")])
    compare(qtbot, compared, files)
    assert not compared.banner.isVisible()
    drop(qtbot, compared, [str(tmp_path / "nowhere.mrg")])
    compared.close_comparison()
    assert not compared.banner.isVisible()
    compare(qtbot, compared, files)
    assert not compared.banner.isVisible()  # whatever the layout says that is brought back


@pytest.mark.parametrize(
    ("error", "short"),
    [
        (ReadError("/a/b.mrg", 3, "too few columns; expected 10"), "b.mrg: too few columns."),
        (TreecompareError("/a/b.conllu: holds words, the gold trees; expected one kind"), "b.conllu: holds words, the gold trees."),
        (TreecompareError("Nothing is open."), "Nothing is open."),
        (TreecompareError("gold: another"), "gold: another."),
    ],
)  # fmt: skip
def test_errors_in_short(error: TreecompareError, short: str) -> None:
    assert in_short(error) == short


def test_files_are_counted_not_messages(qtbot: QtBot, compared: MainWindow, tmp_path: Path) -> None:
    bad, label = tmp_path / "bad.mrg", compared.banner.label
    drop(qtbot, compared, [str(bad)])
    bad.write_text("")  # there now, but empty
    drop(qtbot, compared, [str(bad)])
    assert label.text() == "bad.mrg: no tree was read." and len(compared.banner.errors) == 2
    compared.banner.tell([TreecompareError(f"{bad}:12: not a tree; expected one")])
    assert label.text() == "bad.mrg:12: not a tree."
    drop(qtbot, compared, [str(tmp_path / "nowhere.mrg")])
    assert label.text() == "2 files could not be opened: bad.mrg, nowhere.mrg"
    (tmp_path / "other").mkdir()
    drop(qtbot, compared, [str(tmp_path / "other" / "bad.mrg")])
    assert label.text() == "3 files could not be opened: bad.mrg, nowhere.mrg, bad.mrg"
