"""What is kept of the layout when the program is left, however that is done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import sized, space
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files

WAYS: dict[str, Callable[[MainWindow], object]] = {
    "the window is closed": MainWindow.close,
    "every window is closed, those of panes first": lambda window: (
        [pane.dock.close() for pane in window.docks.values() if pane.isFloating()],
        window.close(),
    ),
    "another comparison is opened": MainWindow.close_comparison,
}


@pytest.fixture
def restarted(qtbot: QtBot, files: Files) -> Callable[[MainWindow], MainWindow]:
    """Leaves the program in that way and starts it again."""

    def leave(window: MainWindow, way: str = "the window is closed") -> MainWindow:
        WAYS[way](window)
        again = window
        if not window.isVisible():
            again = MainWindow()
            qtbot.addWidget(again)
            again.show()
        compare(qtbot, again, files)
        QTest.qWait(50)
        return again

    return leave


@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize("pane", ["tables", "notes"])
def test_a_floating_pane_comes_back_with_what_is_in_it(
    compared: MainWindow, restarted: Callable[[MainWindow, str], MainWindow], pane: str, way: str
) -> None:
    compared.docks[pane].setFloating(True)
    window = compared
    for _ in range(2):
        window = restarted(window, way)
        found = window.docks[pane]
        assert found.isFloating() and found.dock.widget() is found.widget() and found.widget().isVisible()


def test_no_empty_dock_is_left_of_a_pane_that_went_home(
    compared: MainWindow, restarted: Callable[[MainWindow], MainWindow]
) -> None:
    places = {"tables": None, "words": Qt.DockWidgetArea.BottomDockWidgetArea, "plots": None}
    for pane, area in places.items():
        compared.docks[pane].go_away(area)
    compared.docks["tables"].close()
    compared.docks["words"].go_home()
    compared.docks["plots"].dock.close()  # as its own button does
    QTest.qWait(20)
    assert all(compared.docks[pane].is_home for pane in places)
    window = restarted(compared)
    for pane in places:
        assert window.docks[pane].is_home and not window.docks[pane].dock.isVisible(), pane
    assert not [one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not window]


@pytest.mark.parametrize("way", ["the window is closed", "another comparison is opened"])
@pytest.mark.parametrize("size", [(780, 700), (1500, 900)])
def test_all_that_was_put_away_for_the_drawing_comes_back(
    compared: MainWindow, restarted: Callable[[MainWindow, str], MainWindow], way: str, size: tuple[int, int]
) -> None:
    sized(compared, *size)
    compared.show_dock("words")
    compared.docks["plots"].go_away(Qt.DockWidgetArea.BottomDockWidgetArea)
    QTest.qWait(20)
    compared.panes.only_drawing()
    assert not any(compared.docks[name].isVisible() for name in ("systems", "sentences", "words", "plots"))
    window = restarted(compared, way)
    for name in ("systems", "sentences", "words", "plots"):
        assert window.docks[name].isVisible(), name
    window.panes.only_drawing()  # and the key begins anew
    assert not any(window.docks[name].isVisible() for name in ("systems", "sentences", "words", "plots"))


def test_the_drawing_stays_alone_while_the_layout_is_stored(
    compared: MainWindow, restarted: Callable[[MainWindow], MainWindow]
) -> None:
    space(compared).centre.open_inspector(True)
    compared.panes.only_drawing()
    QTest.qWait(20)
    width = space(compared).centre.columns.width()
    compared.store_state()
    QTest.qWait(20)
    assert not any(compared.docks[name].isVisible() for name in ("systems", "sentences"))
    assert not space(compared).centre.is_open and space(compared).centre.columns.width() == width
    compared.panes.only_drawing()
    assert compared.docks["sentences"].isVisible() and space(compared).centre.is_open
    compared.panes.only_drawing()
    window = restarted(compared)
    assert window.docks["sentences"].isVisible() and space(window).centre.is_open


def test_an_inspector_that_was_opened_beside_the_drawing_alone_stays(
    compared: MainWindow, restarted: Callable[[MainWindow], MainWindow]
) -> None:
    centre = space(compared).centre
    centre.open_inspector(False)
    compared.panes.only_drawing()
    compared.show_dock("words")
    compared.panes.only_drawing()
    assert centre.inspector.isVisible() and compared.docks["sentences"].isVisible()
    centre.open_inspector(False)
    window = restarted(compared)
    assert not space(window).centre.inspector.isVisible()
