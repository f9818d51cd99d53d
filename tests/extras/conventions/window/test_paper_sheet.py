"""*A paper says…*: figures that are typed, conventions that give them, commands to copy."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QMenu
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import space
from treecompare.app.conventions.paper_sheet import PaperSheet
from treecompare.app.window.window import MainWindow
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.extras.conventions.deviations import Point
from treecompare.extras.conventions.search import Detective

pytestmark = pytest.mark.own_window


@pytest.fixture
def sheet(qtbot: QtBot, compared: MainWindow) -> PaperSheet:
    compared.actions_.by_name["paper_says"].trigger()
    [found] = compared.findChildren(PaperSheet)
    return found


def test_systems_are_called_by_what_tells_them_apart(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.mrg" for name in ("gold", "dev.a", "dev.b")]
    for path in paths:
        path.write_text("(S (NP (A a)) (VP (B b)))\n", "utf-8")
    compare(qtbot, window, Files(str(paths[0]), tuple(("", str(path)) for path in paths[1:])))
    window.actions_.by_name["paper_says"].trigger()
    [sheet] = window.findChildren(PaperSheet)
    assert [sheet.system.itemText(row) for row in range(2)] == ["a", "b"]


def said(sheet: PaperSheet) -> str:
    return sheet.findChild(QLabel, "answer").text()


def searched(qtbot: QtBot, sheet: PaperSheet, figures: str) -> str:
    sheet.field.setText(figures)
    sheet.search.click()
    qtbot.waitUntil(lambda: sheet.search.text() == "Search", timeout=60_000)
    return said(sheet)


def test_the_convention_of_a_figure(qtbot: QtBot, compared: MainWindow, sheet: PaperSheet) -> None:
    table = space(compared).systems.model.comparison.table
    mean = table.summary(0, "e.roof.dice", "mean")
    text = searched(qtbot, sheet, f"LF={100 * mean:.4f}")
    assert text.startswith(f"LF={100 * mean:.4f}: ")
    rows = [sheet.table.item(row, 0).text() for row in range(sheet.table.rowCount())]
    assert "mean of the sentences' scores" in rows
    sheet.copy.click()
    assert QGuiApplication.clipboard().text().startswith("treecompare score ")


def test_what_cannot_be_read_is_said(sheet: PaperSheet) -> None:
    sheet.field.setText("LX=89.4")
    sheet.search.click()
    assert "LX is not known" in said(sheet)
    assert not sheet.copy.isEnabled() and sheet.search.isEnabled()


def test_none_fits_and_the_nearest_are_there(qtbot: QtBot, sheet: PaperSheet) -> None:
    assert "No convention can explain" in searched(qtbot, sheet, "LF=1.23")
    assert sheet.table.rowCount() == 3


def test_a_search_that_is_stopped_keeps_what_was_found_and_says_what_was_not_tried(
    qtbot: QtBot, sheet: PaperSheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = Detective._counted

    def slowly(self: Detective, preparation: Point, cancel: Cancel) -> object:
        if preparation:
            while not cancel.is_set():
                time.sleep(0.01)
        return count(self, preparation, cancel)

    monkeypatch.setattr(Detective, "_counted", slowly)
    sheet.field.setText("LF=1.23")
    sheet.search.click()
    assert sheet.search.text() == "Stop"
    qtbot.waitUntil(lambda: "1 of" in said(sheet), timeout=20_000)
    sheet.search.click()
    qtbot.waitUntil(lambda: sheet.search.text() == "Search" and sheet.search.isEnabled(), timeout=20_000)
    assert "Not tried: " in said(sheet) and sheet.table.rowCount() == 3


def test_a_system_can_be_asked_about_where_its_score_stands(compared: MainWindow) -> None:
    systems = space(compared).systems
    systems.table.customContextMenuRequested.emit(systems.table.visualRect(systems.model.index(1, 0)).center())
    [action] = [one for menu in systems.findChildren(QMenu) for one in menu.actions() if one.text() == "&A paper says…"]
    action.trigger()
    [found] = compared.findChildren(PaperSheet)
    assert found.system.currentText() == "two"
    found.close()


def test_closing_ends_the_search(qtbot: QtBot, sheet: PaperSheet) -> None:
    sheet.field.setText("F=80 R=80 P=80")
    sheet.search.click()
    sheet.reject()
    qtbot.wait(50)
