"""A batch in a window: its tables, what changed since another one, and the comparisons that a click opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.helpers import dialogs, space
from tests.extras.batches.test_since import two
from treecompare.app.batches.batch_window import BatchWindow
from treecompare.app.window.main import open_at_start
from treecompare.app.window.window import MainWindow


def rows(qtbot: QtBot, batch: BatchWindow, tab: str) -> list[list[str]]:
    """What a tab shows once it is computed."""
    titles = [batch.tabs.tabText(place) for place in range(batch.tabs.count())]
    batch.tabs.setCurrentIndex(titles.index(tab))
    qtbot.waitUntil(lambda: not batch.is_busy and batch.page is not None, timeout=20_000)
    assert batch.page is not None
    model = batch.page.model
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def click(qtbot: QtBot, main: MainWindow, batch: BatchWindow, row: int, column: int) -> None:
    assert batch.page is not None
    batch.page.view.clicked.emit(batch.page.model.index(row, column))
    qtbot.waitUntil(lambda: main.session.comparison is not None and not main.session.is_busy, timeout=20_000)


def test_a_batch_in_its_window(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, now = two(tmp_path)
    open_at_start(window, {"golds": [before]})
    [batch] = window.extras["batches"].windows
    qtbot.waitUntil(lambda: not batch.is_busy, timeout=20_000)
    assert batch.lead.text().startswith("2 treebanks, 2 systems: 3 of 4 comparisons scored.")
    assert rows(qtbot, batch, "LAS") == [
        ["aa", "94.74 •", "84.21"], ["bb", "100.00 •", "–"], ["macro-average", "97.37", "42.11"], ["all words", "97.37", "84.21"],
    ]  # fmt: skip
    assert rows(qtbot, batch, "Coverage, %")[1] == ["bb", "100.00", "0.00"]
    assert rows(qtbot, batch, "all treebanks")[0][1:5] == ["las", "good", "97.37", "1"]
    assert rows(qtbot, batch, "Not scored") == [["bb", "poor", "usual", "the system has no file for this treebank"]]
    assert rows(qtbot, batch, "UAS")[0] == ["aa", "100.00 •", "100.00 •"]
    batch.copy()
    assert QGuiApplication.clipboard().text().startswith("treebank\tgood\tpoor\naa\t100.00")

    click(qtbot, window, batch, 0, 2)  # the figure of poor on aa
    assert window.session.files is not None and window.session.files.gold.endswith("gold/aa.conllu")
    assert [name for name, _ in window.session.files.systems] == ["good", "poor"]
    qtbot.waitUntil(lambda: space(window).systems.system == 1)
    comparison = window.session.comparison
    click(qtbot, window, batch, 0, 1)  # the other system: the same comparison
    assert window.session.comparison is comparison and space(window).systems.system == 0
    batch.page.view.clicked.emit(batch.page.model.index(2, 1))  # type: ignore[union-attr]  # no treebank
    assert not window.session.is_busy

    batch.path = now
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (before, ""))
    batch.ask_before()
    qtbot.waitUntil(lambda: not batch.is_busy, timeout=20_000)
    assert batch.tabs.tabText(batch.tabs.currentIndex()) == "LAS, before and now"
    assert rows(qtbot, batch, "LAS, before and now")[2] == ["aa", "good", "94.74", "68.42", "−26.32"]
    assert sum(int(row[4].replace("−", "-")) for row in rows(qtbot, batch, "Errors by type") if row[0] == "good") == 5
    assert rows(qtbot, batch, "Only in one of both")[0][:2] == ["bb", "poor"]
    batch.read_again()
    qtbot.waitUntil(lambda: not batch.is_busy, timeout=20_000)
    assert batch.tabs.tabText(batch.tabs.currentIndex()) == "Only in one of both"
    click(qtbot, window, batch, 0, 1)
    assert window.session.files is not None and window.session.files.gold.endswith("gold/bb.conllu")

    window.extras["batches"].stop()
    qtbot.waitUntil(lambda: not window.extras["batches"].windows)


def test_who_has_no_batch_is_told_how_one_is_made(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    window.actions_.by_name["open_batch"].trigger()
    assert "treecompare batch makes such files" in window.messages.label.text() and not window.extras["batches"].windows


def test_a_file_that_is_no_batch_is_told(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "other.batch"
    path.write_text("no results", "utf-8")
    window.open_dropped([str(path)])
    [batch] = window.extras["batches"].windows
    qtbot.waitUntil(lambda: not batch.is_busy, timeout=20_000)
    assert "is damaged or no file of results" in batch.waiting.text() and batch.page is None and not dialogs()
