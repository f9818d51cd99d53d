"""A morning's work without the mouse, in a whole window: open, sort, step, note, phenomenon, judge, baseline, export."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from tests.app.helpers import space
from treecompare.app.common import preferences
from treecompare.app.frame.open_sheet import OpenDialog
from treecompare.app.window.main import new_window
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files

NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
KEYS = {" ": Qt.Key.Key_Space, ".": Qt.Key.Key_Period}


class Hands:
    """Keys only: they go to whatever window has the keyboard."""

    def press(self, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        for key in keys:
            popup = QApplication.activePopupWidget()
            window = popup or QApplication.activeWindow()
            assert window is not None
            if isinstance(popup, QMenu):
                QTest.keyClick(popup, key, modifiers)
            else:
                QTest.keyClick(window.windowHandle(), key, modifiers)
            QTest.qWait(5)

    def type(self, text: str) -> None:
        for letter in text:
            self.press(KEYS.get(letter) or Qt.Key(ord(letter.upper())))


@pytest.fixture
def own(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window as the program makes it, of somebody who has never used it."""
    preferences.forget("scheme")
    window = new_window()
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    window.resize(1280, 800)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    window.close()
    window.deleteLater()


def test_a_mornings_work(
    qtbot: QtBot, own: MainWindow, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Hands()
    # the chooser of files is the system's
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (files.paths, ""))
    hands.press(Qt.Key.Key_O, modifiers=CONTROL)
    dialog = QApplication.activeWindow()
    assert isinstance(dialog, OpenDialog)
    qtbot.waitUntil(lambda: not dialog.is_reading)
    with qtbot.waitSignal(own.session.ended, timeout=20_000):
        hands.press(Qt.Key.Key_Return)
    own.activateWindow()
    qtbot.waitUntil(own.isActiveWindow)
    views, comparison = space(own), own.session.comparison
    assert comparison is not None and views.sentences.table.hasFocus()

    hands.press(Qt.Key.Key_O)  # sort by the last column of the menu
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    wanted = next(one for one in menu.actions() if "Δ" in one.text())
    while menu.activeAction() is not wanted:
        hands.press(Qt.Key.Key_Down)
    hands.press(Qt.Key.Key_Return)
    order = [int(one) for one in views.sentences.model.order]
    assert views.sentences.current_sentence() == order[0] and order != sorted(order)

    hands.press(Qt.Key.Key_J, Qt.Key.Key_J, Qt.Key.Key_K)
    first = order[1]
    assert views.sentences.current_sentence() == first

    hands.press(Qt.Key.Key_7, modifiers=CONTROL)
    hands.type("wrong attachment")
    hands.press(Qt.Key.Key_Tab, Qt.Key.Key_1)  # the scheme, asked for now
    hands.press(Qt.Key.Key_1, Qt.Key.Key_N)  # PP attached to a noun; not parsed correctly
    hands.press(Qt.Key.Key_Return, modifiers=CONTROL)  # stored, and on
    second = order[2]
    assert views.sentences.current_sentence() == second
    hands.press(Qt.Key.Key_Y)
    hands.press(Qt.Key.Key_Escape)
    assert views.sentences.table.hasFocus()
    judgements = comparison.judgements
    assert judgements.notes[first] == "wrong attachment" and judgements.phenomena == {"PPN": {first}}
    assert judgements.correct == {(first, "one", ""): False, (second, "one", ""): True}

    hands.press(Qt.Key.Key_Home, Qt.Key.Key_J, modifiers=CONTROL)  # the first row, then the next one that is open
    assert views.sentences.current_sentence() == order[3]
    hands.press(Qt.Key.Key_Down, modifiers=CONTROL)
    hands.press(Qt.Key.Key_K, modifiers=CONTROL)
    hands.type("baseline")
    hands.press(Qt.Key.Key_Return)
    assert views.systems.system == 1 and views.systems.model.baseline == 1

    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "list.tsv"), "TSV (*.tsv)"))
    views.sentences.table.setFocus()
    hands.press(Qt.Key.Key_K, modifiers=CONTROL)
    hands.type("export table")
    hands.press(Qt.Key.Key_Return)
    lines = (tmp_path / "list.tsv").read_text("utf-8").splitlines()
    assert sum("wrong attachment" in line for line in lines) == 1
