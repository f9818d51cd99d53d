"""Panes are put away and brought to the front, and are so again at the next start."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import drawing_share, layout_of, sized, space
from tests.conftest import stride
from treecompare.app.common import preferences
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files


@pytest.mark.own_window
def test_one_key_leaves_the_drawing_alone(dressed: MainWindow) -> None:
    sized(dressed, 1600, 1000)
    dressed.activateWindow()
    layout_of(dressed).hint.remove_button.click()
    dressed.show_dock("words")
    space(dressed).sentences.table.setFocus()
    QTest.keyClick(dressed.windowHandle(), Qt.Key.Key_Z)
    QTest.qWait(20)
    assert not any(dressed.docks[name].isVisible() for name in ("systems", "sentences", "words"))
    assert drawing_share(layout_of(dressed)) > 0.84
    QTest.keyClick(dressed.windowHandle(), Qt.Key.Key_J)
    QTest.keyClick(dressed.windowHandle(), Qt.Key.Key_J)
    assert space(dressed).sentences.current_sentence() == 2
    QTest.keyClick(dressed.windowHandle(), Qt.Key.Key_Z)
    assert all(dressed.docks[name].isVisible() for name in ("systems", "sentences", "words"))


WAYS: dict[str, Callable[[MainWindow], object]] = {
    "the window is closed": MainWindow.close,
    "another comparison is opened": MainWindow.close_comparison,
}


@pytest.fixture
def restarted(qtbot: QtBot, files: Files) -> Callable[..., MainWindow]:
    """Leaves the program in that way and starts it again."""

    def leave(window: MainWindow, way: str = "the window is closed") -> MainWindow:
        size = window.width(), window.height()
        WAYS[way](window)
        again = window
        if not window.isVisible():
            again = MainWindow()
            qtbot.addWidget(again)
            again.show()
        compare(qtbot, again, files)
        QTest.qWait(50)
        return sized(again, *size)  # the screen of the tests is small

    return leave


@pytest.mark.parametrize("way", list(WAYS)[:: stride(2)])
def test_which_panes_are_seen_is_kept(compared: MainWindow, restarted: Callable[..., MainWindow], way: str) -> None:
    sized(compared, 1500, 900)
    compared.panes.hide("systems")
    compared.show_dock("notes")
    window = compared
    for _ in range(2):
        window = restarted(window, way)
        docks = window.docks
        assert not docks["systems"].isVisible() and docks["notes"].isVisible()
    window.panes.usual_layout()
    assert docks["systems"].isVisible()


@pytest.mark.parametrize("way", ["the window is closed", "another comparison is opened"])
@pytest.mark.parametrize("size", [(780, 700), (1500, 900)][:: stride(2)])
def test_all_that_was_put_away_for_the_drawing_comes_back(
    compared: MainWindow, restarted: Callable[..., MainWindow], way: str, size: tuple[int, int]
) -> None:
    sized(compared, *size)
    compared.show_dock("words")
    compared.panes.only_drawing()
    layout = layout_of(compared)
    parts = layout.left, layout.inspector, layout.rail
    assert not any(one.isVisible() for one in parts)
    compared.store_state()  # happens while people work
    assert not any(one.isVisible() for one in parts)
    window = restarted(compared, way)
    layout = layout_of(window)
    assert layout.inspector.isVisible() and (layout.left if size[0] > 900 else layout.rail).isVisible()
    window.panes.only_drawing()  # and the key begins anew
    assert not any(one.isVisible() for one in (layout.left, layout.inspector, layout.rail))


def test_a_layout_that_cannot_be_read_does_not_disturb(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    sized(window, 1500, 900)
    preferences.store("layout.3", "no json")
    preferences.store("sentence_columns", ["none of these"])
    preferences.store("sentence_order", ["neither"])
    preferences.store("sentence_widths", ["words:wide", "x:3"])
    compare(qtbot, window, files)
    for kept in (
        "no json", "[]", "3", '{"away": 7}', '{"opened": {"docked": "x"}, "widths": {"x": 1}}', "null",
        '{"away": {"words": "apart", "notes": "left"}, "left": ["notes"], "place": "below"}',  # of before 0.2.0
        '{"inspector": "?", "hidden": ["x"]}',
    ):  # fmt: skip
        preferences.store("layout.3", kept)
        window.panes.restore()
        assert window.docks["systems"].isVisible() and window.docks["sentences"].isVisible(), kept
        assert space(window).drawing_view.canvas.isVisible(), kept
