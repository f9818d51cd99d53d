"""Who has the keyboard is seen: the ring around a tab stands out from what is beside it in both themes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar, QWidget
from pytestqt.qtbot import QtBot

from tests.app.frame.test_contrast import EDGE, contrast
from tests.app.helpers import sized, space
from treecompare.app.window.window import MainWindow


def ring(bar: QTabBar) -> list[float]:
    """How much the pixels that the focus changes stand out from what they were before."""
    bar.clearFocus()
    before = bar.grab().toImage()
    bar.setFocus(Qt.FocusReason.TabFocusReason)
    assert bar.hasFocus()
    after = bar.grab().toImage()
    found = []
    for x in range(before.width()):
        for y in range(before.height()):
            old, new = before.pixelColor(x, y).name(), after.pixelColor(x, y).name()
            if old != new:
                found.append(contrast(old, new))
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_focus_on_tabs_is_seen(qtbot: QtBot, compared: MainWindow, theme: str) -> None:
    compared.actions_.turn("theme", theme)
    centre = space(compared).layout
    bars = [("words", centre.tabs), ("words", centre.inspector.tabBar())]
    for pane, bar in bars:
        compared.show_dock(pane)
        compared.activateWindow()
        QTest.qWait(20)
        tab = bar.tabRect(bar.currentIndex())
        clear = [one for one in ring(bar) if one >= EDGE]
        # the line below the chosen tab is there already
        assert len(clear) >= tab.width() + tab.height(), (theme, bar.objectName())


def test_tab_goes_through_the_bar_of_the_drawing_from_left_to_right(compared: MainWindow) -> None:
    sized(compared, 1280, 800)
    bar = space(compared).drawing_view.controls
    stops: list[QWidget] = [space(compared).layout.tabs]
    while stops[-1] is not space(compared).drawing_view.canvas:
        stops.append(stops[-1].nextInFocusChain())
    there = [
        one
        for one in stops
        if bar.isAncestorOf(one) and one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    places = [one.mapTo(bar, QPoint()).x() for one in there]
    assert len(there) > 8 and places == sorted(places)
