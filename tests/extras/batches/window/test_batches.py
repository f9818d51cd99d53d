"""A batch in a window: its tables, what changed since another one, and the comparisons that a click opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.helpers import dialogs, space
from tests.extras.batches.test_since import two
from treecompare.app.batches.job import BatchJob
from treecompare.app.frame.page import TableView
from treecompare.app.frame.window import Window
from treecompare.app.window.main import open_at_start
from treecompare.app.window.window import MainWindow
from treecompare.jobs.base import Fold, Row


def shown(qtbot: QtBot, batch: Window, title: str) -> TableView:
    """The table of that title, once it is on the page."""
    qtbot.waitUntil(lambda: batch.job is not None and not batch.is_busy, timeout=20_000)
    assert batch.job is not None
    batch.list.go_to_place(batch.job.place(title))

    qtbot.waitUntil(lambda: [one.model.table.title for one in batch.page.findChildren(TableView)] == [title])
    (found,) = batch.page.findChildren(TableView)
    return found


def rows(qtbot: QtBot, batch: Window, title: str) -> list[list[str]]:
    """What a table shows."""
    model = shown(qtbot, batch, title).model
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def click(qtbot: QtBot, main: MainWindow, table: TableView, row: int, column: int) -> None:
    table.view.clicked.emit(table.model.index(row, column))
    qtbot.waitUntil(lambda: main.session.comparison is not None and not main.session.is_busy, timeout=20_000)


def test_a_batch_in_its_window(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, now = two(tmp_path)
    open_at_start(window, {"golds": [before]})
    [batch] = window.extras["batches"].windows
    assert rows(qtbot, batch, "LAS") == [
        ["aa", "94.74 •", "84.21"], ["bb", "100.00 •", "–"], ["macro-average", "97.37", "42.11"], ["all words", "97.37", "84.21"],
    ]  # fmt: skip
    assert isinstance(batch.job, BatchJob)
    assert batch.job.picture(0).items[0].startswith("2 treebanks, 2 systems: 3 of 4 comparisons scored.")  # type: ignore[union-attr]
    (fold,) = (one for one in batch.job.why(0) if isinstance(one, Fold))
    said = [(one.title, one.figures) for one in fold.blocks() if isinstance(one, Row)]
    assert (fold.beside, said) == ("2", [("aa", "2 of 2"), ("bb", "1 of 2")])
    assert rows(qtbot, batch, "Coverage, %")[1] == ["bb", "100.00", "0.00"]
    assert rows(qtbot, batch, "all treebanks")[0][1:5] == ["las", "good", "97.37", "1"]
    assert rows(qtbot, batch, "Not scored") == [["bb", "poor", "usual", "the system has no file for this treebank"]]
    assert rows(qtbot, batch, "UAS")[0] == ["aa", "100.00 •", "100.00 •"]
    batch.do("copy-table")
    assert QGuiApplication.clipboard().text().startswith("treebank\tgood\tpoor\naa\t100.00")
    batch.do("copy-command")
    assert QGuiApplication.clipboard().text() == f"treecompare batch tables {before}"

    table = shown(qtbot, batch, "LAS")
    click(qtbot, window, table, 0, 2)  # the figure of poor on aa
    assert window.session.files is not None and window.session.files.gold.endswith("gold/aa.conllu")
    assert [name for name, _ in window.session.files.systems] == ["good", "poor"]
    qtbot.waitUntil(lambda: space(window).systems.system == 1)
    comparison = window.session.comparison
    click(qtbot, window, table, 0, 1)  # the other system: the same comparison
    assert window.session.comparison is comparison and space(window).systems.system == 0
    table.view.clicked.emit(table.model.index(2, 1))  # no treebank
    assert not window.session.is_busy
    batch.do("link", "1")  # the row of bb in Why
    assert window.session.is_busy
    batch.close()

    batch = window.extras["batches"].open(now)
    shown(qtbot, batch, "LAS")
    other = tmp_path / "other.batch"
    other.write_text("no results", "utf-8")
    for path, title in ((str(other), "LAS"), (before, "LAS, before and now")):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, path=path: (path, ""))
        job = batch.job
        batch.run("since")
        qtbot.waitUntil(lambda job=job: batch.job not in (job, None) and not batch.is_busy, timeout=20_000)
        assert isinstance(batch.job, BatchJob)
        assert batch.job.tables[batch.place].title == title
        assert any("is damaged or no file" in str(one) for one in batch.job.picture(0).items) == (path != before)
    assert rows(qtbot, batch, "LAS, before and now")[2] == ["aa", "good", "94.74", "68.42", "−26.32"]
    assert sum(int(row[4].replace("−", "-")) for row in rows(qtbot, batch, "Errors by type") if row[0] == "good") == 5
    assert rows(qtbot, batch, "Only in one of both")[0][:2] == ["bb", "poor"]
    job = batch.job
    batch.read_again()
    qtbot.waitUntil(lambda: batch.job not in (job, None) and not batch.is_busy, timeout=20_000)
    assert isinstance(batch.job, BatchJob) and batch.job.tables[batch.place].title == "Only in one of both"
    click(qtbot, window, shown(qtbot, batch, "Only in one of both"), 0, 1)
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
    assert "is damaged or no file of results" in batch.nothing.label.text() and batch.job is None and not dialogs()
    batch.close()
