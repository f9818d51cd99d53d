"""*A paper says…*: the overview, of the system whose score was asked about."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from tests.app.helpers import space
from treecompare.app.window.window import MainWindow

pytestmark = pytest.mark.own_window


def test_a_system_can_be_asked_about_where_its_score_stands(qtbot: QtBot, compared: MainWindow) -> None:
    systems = space(compared).systems
    systems.table.customContextMenuRequested.emit(systems.table.visualRect(systems.model.index(1, 0)).center())
    [action] = [one for menu in systems.findChildren(QMenu) for one in menu.actions() if one.text() == "&A paper says…"]
    action.trigger()
    qtbot.waitUntil(lambda: compared.overview.shown is not None and compared.overview.shown.job is not None)
    window = compared.overview.shown
    assert window is not None and window.job is not None
    assert window.job.name(window.place) == "paper"
    assert window.job.picks(window.place)[0].now == "1"
