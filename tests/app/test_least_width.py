"""The window can be made 800 pixels wide whatever is in front, wherever a pane stands, also while it compares."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.app.helpers import sized
from treecompare.app.window.window import MainWindow


@pytest.mark.parametrize("larger", [0, 3])
def test_no_pane_asks_for_more_than_there_is(compared: MainWindow, larger: int) -> None:
    compared.actions_.turn("theme", "light")
    compared.view.change_text_size(larger)
    compared.progress.show_progress(40, 60)
    compared.preparation.setText("converted by the head rules yamada-matsumoto, without punctuation, full relations")
    for place in ("tab", "below", "beside"):
        sized(compared, 1600, 1000)
        compared.actions_.turn("overview", place)
        for pane in compared.docks:
            compared.show_dock(pane)
            QTest.qWait(10)
            assert compared.minimumSizeHint().width() <= 800, (pane, place)
        sized(compared, 800, 600)


@pytest.mark.parametrize("area", [Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea])
def test_nor_one_that_stands_elsewhere(compared: MainWindow, area: Qt.DockWidgetArea) -> None:
    for pane in compared.docks.values():
        if pane.group is not None:
            sized(compared, 1600, 1000)
            pane.go_away(area)
            QTest.qWait(10)
            sized(compared, 800, 600)
            pane.go_home()
