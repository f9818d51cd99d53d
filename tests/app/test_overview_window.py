"""The overview opened from the main window: what is looked at there, its tables and plots, and what is noted in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import notes_shown, shown, space
from treecompare.app.frame.page import PlotView, TableView
from treecompare.app.frame.window import Window
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.overview import OverviewJob
from treecompare.saved.project import Project


def opened(qtbot: QtBot, window: MainWindow, key: str) -> Window:
    """The overview with the page of that name."""
    window.overview.show(key)
    return ready(qtbot, window)


def ready(qtbot: QtBot, window: MainWindow) -> Window:
    """The overview, as soon as all of its page is there."""
    found = window.overview.shown
    assert found is not None
    qtbot.waitUntil(lambda: isinstance(found.job, OverviewJob), timeout=20_000)
    qtbot.waitUntil(lambda: found.centre.currentWidget() is found.page and not found.is_busy, timeout=20_000)
    qtbot.waitUntil(lambda: not found.page._waiting and not found._drawing.isActive())
    return found


def key_of(window: Window) -> str:
    return window.job.name(window.place) if window.job is not None else ""


def table_of(window: Window) -> TableView:
    return window.page.findChildren(TableView)[0]


def test_it_has_what_the_main_window_looks_at(qtbot: QtBot, compared: MainWindow) -> None:
    space(compared).systems.choose(1)
    space(compared).sentences.picker_a.choose("la")
    compared.actions_.turn("average", "mean")
    compared.actions_.by_name["overview"].trigger()
    found = opened(qtbot, compared, "labels")
    job, view = found.job.of, space(compared).view()  # type: ignore[union-attr]
    assert (job.system, job.a, job.b, job.average) == (1, "la", view.key_b, "mean")
    assert "two" in table_of(found).model.table.title


def test_a_key_shows_that_table_or_plot(qtbot: QtBot, compared: MainWindow) -> None:
    found = opened(qtbot, compared, "wins")
    assert key_of(found) == "wins" and table_of(found).model.table.title.startswith("Wins and losses of one")
    found.listing.field.put("wins")  # what narrows the list gives way
    assert opened(qtbot, compared, "skipped") is found and key_of(found) == "skipped"
    assert opened(qtbot, compared, "concordance").page.findChildren(PlotView)
    opened(qtbot, compared, "")
    assert key_of(found) == "concordance"


def test_a_cell_lists_its_sentences_of_its_system(qtbot: QtBot, compared: MainWindow) -> None:
    table = table_of(found := opened(qtbot, compared, "skipped"))
    table.view.clicked.emit(table.model.index(table.model.rowCount() - 1, 3))
    assert isinstance(found.job, CompareJob) and found.job.system == 1
    assert found.list.places_model.shown.order.tolist() == [10]
    assert len(shown(compared)) == 60 and space(compared).systems.system == 0


def test_a_note_stands_in_the_main_window_and_in_the_file(qtbot: QtBot, compared: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "kept.treecompare"
    compared.files.file.save_as(str(path))
    found = opened(qtbot, compared, "errors")
    found.show_tab(0)
    found.list.go_to_place(7)
    found.do("note", "as in the other paper")
    assert notes_shown(compared) == {7: "as in the other paper"}
    assert [one.sentence for one in Project.open(path).values("note")] == [7]
    qtbot.waitUntil(lambda: "as in the other paper" in noted(found))
    compared.files.undo()
    assert notes_shown(compared) == {}
    qtbot.waitUntil(lambda: "as in the other paper" not in noted(found))


def noted(window: Window) -> list[str]:
    return [one.toPlainText() for one in window.why.findChildren(QPlainTextEdit) if not one.isHidden()]


def test_it_closes_with_the_comparison_and_with_another_one(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    opened(qtbot, compared, "errors")
    compare(qtbot, compared, files)
    qtbot.waitUntil(lambda: compared.overview.shown is None)
    opened(qtbot, compared, "errors")
    compared.close_comparison()
    qtbot.waitUntil(lambda: compared.overview.shown is None)


def test_it_waits_until_everything_is_compared(compared: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(compared.session), "is_compared", property(lambda _: False))
    compared.overview.show("errors")
    assert compared.overview.shown is None and compared.messages.text() == "Wait until all sentences are compared."


def test_the_palette_finds_tables_and_plots(qtbot: QtBot, compared: MainWindow) -> None:
    for typed, key in (("errors by type", "errors"), ("scatter", "concordance")):
        palette = compared.show_palette()
        palette.field.setText(typed)
        (one, *_) = [entry for entry in palette.found if entry.group == "Tables and plots"]
        one.run()
        assert key_of(ready(qtbot, compared)) == key


def test_what_extras_want_to_be_seen_is_shown_here(qtbot: QtBot, compared: MainWindow) -> None:
    next(iter(compared.extras.values())).tableWanted.emit("labels")
    assert key_of(ready(qtbot, compared)) == "labels"
