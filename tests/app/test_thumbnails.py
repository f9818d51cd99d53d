"""The start page shows what recent comparisons looked like when they were left; without a picture they are plain."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import space
from treecompare.app.common import preferences
from treecompare.app.session import thumbnails
from treecompare.app.session.recent_row import RecentRow
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files


def pictures(window: MainWindow) -> list[RecentRow]:
    return [one for one in window.start_page.recent_rows if one.has_picture]


def kept() -> set[str]:
    return {path.name for path in (preferences.folder() / "thumbnails").glob("*.png")}


def both(files: Files) -> set[str]:
    return {thumbnails.path_of(files, theme).name for theme in ("light", "dark")}


def inked(path: Path) -> int:
    image = QImage(str(path))
    assert (image.width(), image.height()) == (thumbnails.WIDTH * 2, thumbnails.HEIGHT * 2)
    return sum(
        image.pixelColor(x, y).lightness() < 200 for x in range(0, image.width(), 2) for y in range(image.height())
    )


def test_what_was_left_is_seen_on_the_start_page(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    assert kept() == set()
    compared.close_comparison()
    path, dark = thumbnails.path_of(files), thumbnails.path_of(files, "dark")
    assert kept() == {path.name, dark.name} and inked(path) > 100
    assert QImage(str(path)).pixelColor(0, 0).lightness() > 200 > 50 > QImage(str(dark)).pixelColor(0, 0).lightness()
    (button,) = pictures(compared)
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert compared.is_comparing
    first = path.read_bytes()
    space(compared).sentences.go_to_sentence(7)
    compared.close()  # the window, with the comparison
    assert path.read_bytes() != first


def test_another_comparison_leaves_a_picture_too(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    compare(qtbot, compared, Files(files.gold, files.systems[:1]))
    assert kept() == both(files)
    compared.close_comparison()
    assert len(kept()) == 4 and len(pictures(compared)) == 2


def test_a_saved_comparison_has_its_own(compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.treecompare"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    compared.files.save_as()
    assert thumbnails.path_of(Files(str(path), ())).name in kept()


def test_without_a_picture_the_entry_is_plain(compared: MainWindow, files: Files) -> None:
    compared.close_comparison()
    thumbnails.path_of(files).write_bytes(b"no picture")
    compared.start_page.refresh()
    assert pictures(compared) == [] and len(compared.start_page.recent_rows) == 1
    thumbnails.path_of(files).unlink()
    compared.start_page.refresh()
    assert pictures(compared) == [] and len(compared.start_page.recent_rows) == 1


def test_pictures_go_with_the_list(
    qtbot: QtBot, compared: MainWindow, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preferences, "RECENT_LIMIT", 1)
    compare(qtbot, compared, Files(files.gold, files.systems[:1]))
    compared.close_comparison()
    assert kept() == both(Files(files.gold, files.systems[:1]))
    menu = compared.actions_.recent_menu
    menu.aboutToShow.emit()
    next(one for one in menu.actions() if one.text() == "Clear recent files").trigger()
    assert kept() == set()


def test_where_nothing_can_be_written_the_window_closes_all_the_same(compared: MainWindow, files: Files) -> None:
    preferences.store("any", "thing")
    (preferences.folder() / "thumbnails").write_text("a file where the folder should be")
    compared.close_comparison()
    assert not compared.is_comparing and len(compared.start_page.recent_rows) == 1


def test_links_have_the_colour_of_the_theme(compared: MainWindow) -> None:
    compared.close_comparison()
    colours = []
    for theme in ("light", "dark"):
        compared.actions_.turn("theme", theme)
        (row,) = compared.start_page.recent_rows
        image = row.grab().toImage()
        seen = {image.pixelColor(x, y).name() for x in range(90, 200) for y in range(image.height() // 2)}
        assert compared.palette().link().color().name() in seen, theme
        colours.append(compared.palette().link().color().name())
    assert colours[0] != colours[1]
