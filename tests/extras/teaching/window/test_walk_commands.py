"""Walks from the main window: its menu, the palette and the start page give the shipped ones."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from treecompare import resources
from treecompare.app.common.list_sheet import ListSheet
from treecompare.app.window.window import MainWindow


def titles() -> list[str]:
    return [one.title for one in resources.walk_files()]


def test_the_list_and_the_palette_offer_every_walk(window: MainWindow) -> None:
    sheet = window.extras["walks"].lessons_list()
    assert [(one.title, one.about) for one in sheet.shown] == [(one.title, one.about) for one in resources.walk_files()]
    sheet.reject()
    palette = window.show_palette()
    for title in titles():
        palette.field.setText(title)
        assert palette.found and palette.found[0].title == title
    palette.close()


def test_the_start_page_gives_a_walk(window: MainWindow, qtbot: QtBot) -> None:
    """With nothing open; the lesson closes with the window."""
    window.start_page.commandWanted.emit("lessons_list")
    sheet = next(one for one in window.findChildren(ListSheet) if one.isVisible())
    sheet.field.setText("telescope")
    sheet.run_button.click()
    (lesson,) = window.extras["walks"].lessons.windows
    assert lesson.walk.bar.number == 1 and lesson.walk.stages is not None
    assert lesson.windowTitle().startswith("She saw the dog with the telescope")
    assert window.session.comparison is None  # nothing of it touches what is open
    window.close()
    qtbot.waitUntil(lambda: not window.extras["walks"].lessons.windows)


def test_several_walks_are_given_side_by_side(window: MainWindow) -> None:
    for key in ("emms", "hebrew"):
        window.extras["walks"].open_example(key)
    first, second = window.extras["walks"].lessons.windows
    first.walk.bar.next()
    assert (first.walk.bar.number, second.walk.bar.number) == (2, 1)


def test_a_walk_that_cannot_be_read_is_told(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[BaseException] = []
    monkeypatch.setattr("treecompare.app.lessons.walk_commands.show_error", lambda _, error: told.append(error))
    window.extras["walks"].open_example("nothing")
    assert (
        len(told) == 1 and "there is no walk 'nothing'" in str(told[0]) and not window.extras["walks"].lessons.windows
    )


def test_a_window_that_opens_has_not_loaded_lessons(window: MainWindow) -> None:
    """They would make the start slower."""
    code = (
        "import os, sys; os.environ['QT_QPA_PLATFORM'] = 'offscreen'\n"
        "from PySide6.QtWidgets import QApplication\napplication = QApplication([])\n"
        "from treecompare.app.window.window import MainWindow\nwindow = MainWindow()\n"
        "print([name for name in sys.modules if name.startswith(('treecompare.extras.teaching.', 'treecompare.app.lessons.'))])"
    )
    assert QApplication.instance() is not None
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    found = out.strip("[]\n").replace("'", "").split(", ")
    assert sorted(found) == [f"treecompare.app.lessons.{name}" for name in ("commands", "own_walk", "walk_commands")]
