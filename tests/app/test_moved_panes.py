"""Panes are moved, put away, and found again where they were: by the mouse, in windows of their own, at the next start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import drawing_share, layout_of, sized, space
from tests.conftest import stride
from treecompare.app.common import preferences
from treecompare.app.shell.pane import Apart
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files


def drag(start: QWidget, at: QPoint, to: QPoint) -> None:
    """With the mouse, from a place in a widget to a place of the screen."""
    QTest.mousePress(start, Qt.MouseButton.LeftButton, pos=at)
    for part in (0.3, 0.7, 1.0):
        place = start.mapToGlobal(at) * (1 - part) + to * part
        QTest.mouseMove(start, start.mapFromGlobal(place))
    QTest.mouseRelease(start, Qt.MouseButton.LeftButton, pos=start.mapFromGlobal(to))
    QTest.qWait(10)


def test_a_pane_is_moved_by_its_heading_or_its_tab(dressed: MainWindow) -> None:
    sized(dressed, 1600, 1000)
    dressed.activateWindow()
    layout, docks = layout_of(dressed), dressed.docks
    dressed.show_dock("errors")
    bar = layout.inspector.tabBar()
    tab = bar.tabRect([pane.name for pane in layout.inspector.panes].index("errors")).center()
    sentences = layout.left.frame_of(docks["sentences"])
    assert sentences is not None
    drag(bar, tab, sentences.mapToGlobal(QPoint(100, 30)))  # between systems and sentences
    assert [frame.pane.name for frame in layout.left.frames()] == ["systems", "errors", "sentences"]
    assert space(dressed).errors.isVisible()
    heading = layout.left.frame_of(docks["errors"]).heading  # type: ignore[union-attr]
    drag(heading, QPoint(60, 14), layout.left.mapToGlobal(QPoint(100, layout.left.height() - 10)))
    assert [frame.pane.name for frame in layout.left.frames()] == ["systems", "sentences", "errors"]
    heading = layout.left.frame_of(docks["errors"]).heading  # type: ignore[union-attr]
    drag(heading, QPoint(60, 14), layout.inspector.mapToGlobal(QPoint(150, 300)))
    assert docks["errors"].place is layout.inspector and layout.inspector.current() is docks["errors"]
    drag(bar, bar.tabRect(layout.inspector.currentIndex()).center(), QPoint(-50, -50))
    assert isinstance(docks["errors"].place, Apart) and space(dressed).errors.isVisible()
    docks["errors"].widget().window().close()
    QTest.qWait(20)
    assert docks["errors"].place is layout.inspector


def test_a_click_on_a_heading_moves_nothing(dressed: MainWindow) -> None:
    layout = layout_of(dressed)
    for frame in layout.left.frames():
        QTest.mouseClick(frame.heading, Qt.MouseButton.LeftButton, pos=QPoint(30, 10))
    assert [frame.pane.name for frame in layout.left.frames()] == ["systems", "sentences"]


def test_panes_go_into_windows_of_their_own_and_come_back(compared: MainWindow) -> None:
    for name in ("words", "explain", "notes", "plots", "tables", "scores"):
        pane, home = compared.docks[name], compared.docks[name].place
        compared.panes.put_apart(name)
        assert isinstance(pane.place, Apart) and pane.widget().window() is pane.place and pane.isVisible()
        compared.panes.hide(name)
        assert pane.place is home and compared.isAncestorOf(pane.widget())
        compared.panes.move(name, layout_of(compared).left)
        assert pane.place is layout_of(compared).left and pane.isVisible()
    compared.panes.usual_layout()
    assert [frame.pane.name for frame in layout_of(compared).left.frames()] == ["systems", "sentences"]


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
    "every window is closed, those of panes first": lambda window: (
        [pane.place.close() for pane in window.docks.values() if isinstance(pane.place, Apart)],
        window.close(),
    ),
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


@pytest.mark.parametrize("way", list(WAYS)[:: stride(4)])
def test_where_panes_are_is_kept(compared: MainWindow, restarted: Callable[..., MainWindow], way: str) -> None:
    sized(compared, 1500, 900)
    compared.panes.put_apart("tables")
    compared.panes.move("notes", layout_of(compared).left, 0)
    compared.panes.hide("systems")
    compared.actions_.turn("overview", "below")
    compared.show_dock("explain")
    window = compared
    for _ in range(2):
        window = restarted(window, way)
        docks, layout = window.docks, layout_of(window)
        assert isinstance(docks["tables"].place, Apart) and docks["tables"].widget().isVisible()
        assert [frame.pane.name for frame in layout.left.frames()] == ["notes", "systems", "sentences"]
        assert docks["notes"].isVisible() and not docks["systems"].isVisible()
        assert layout.place == "below" and window.actions_.chosen("overview") == "below"
        assert layout.inspector.current() is docks["explain"]
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


def test_no_window_is_left_of_a_pane_that_went_home(compared: MainWindow, restarted: Callable[..., MainWindow]) -> None:
    for pane in ("tables", "plots"):
        compared.panes.put_apart(pane)
    compared.docks["tables"].widget().window().close()  # as its own button does
    QTest.qWait(20)
    compared.panes.usual_layout()
    window = restarted(compared)
    assert not [one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not window]


def test_a_layout_that_cannot_be_read_does_not_disturb(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    sized(window, 1500, 900)
    preferences.store("layout.3", "no json")
    preferences.store("sentence_columns", ["none of these"])
    preferences.store("sentence_order", ["neither"])
    preferences.store("sentence_widths", ["words:wide", "x:3"])
    compare(qtbot, window, files)
    for kept in (
        "no json", "[]", "3", '{"away": 7}', '{"opened": {"docked": "x"}, "widths": {"x": 1}}', '{"left": 5}', "null",
        '{"away": {"words": "nowhere", "nothing": "left"}, "left": ["nobody"], "place": "?", "inspector": "?", "hidden": ["x"]}',
    ):  # fmt: skip
        preferences.store("layout.3", kept)
        window.panes.restore()
        assert window.docks["systems"].isVisible() and window.docks["sentences"].isVisible(), kept
        assert space(window).drawing_view.canvas.isVisible(), kept


def test_a_pane_in_its_own_window_stays_out_of_the_order_of_tab(compared: MainWindow, qtlog: Any) -> None:
    compared.panes.put_apart("systems")
    compared.resize(900, 700)  # orders Tab anew
    assert not [one.message for one in qtlog.records if "setTabOrder" in one.message]
