"""The tables dock: analyses computed in the background, cells that open their sentences, export."""

from __future__ import annotations

import csv
import json
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QTableView
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import dialogs, shown, space
from treecompare.analyses.catalogue import ANALYSES
from treecompare.analyses.filters import Filter
from treecompare.app.common.wording import REPLACED, TAKE_AWAY
from treecompare.app.panes.result_model import ResultModel
from treecompare.app.panes.systems_model import FIRST_MEASURE, SIGN_ROLE
from treecompare.app.panes.tables_panel import TablesPanel
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.scores.result import Found
from treecompare.scores.significance import against_baseline

pytestmark = pytest.mark.own_window


def panel(qtbot: QtBot, window: MainWindow, key: str) -> TablesPanel:
    window.show_dock("tables")
    tables = space(window).tables
    tables.show_analysis(key)
    qtbot.waitUntil(lambda: tables.pages.isVisible() and tables.save_button.isEnabled() and not tables.work.is_busy)
    return tables


def page(tables: TablesPanel) -> tuple[QTableView, ResultModel]:
    view = tables.pages.currentWidget().findChild(QTableView)
    assert view is not None
    return view, view.model()  # type: ignore[return-value]


def test_every_analysis_shows_its_tables(qtbot: QtBot, compared: MainWindow) -> None:
    comparison = compared.session.comparison
    assert comparison is not None
    for key in (one.key for one in ANALYSES if "constituents" in one.kinds):
        tables = panel(qtbot, compared, key)
        assert tables.analysis.key == key
        wanted = tables.analysis.tables(comparison, space(compared).view())
        assert tables.pages.count() == len(wanted), key
        for number, table in enumerate(wanted):
            tables.pages.setCurrentIndex(number)
            model = page(tables)[1]
            assert model.rowCount() == len(table.rows), key
            assert model.table.texts() == table.texts(), key


def test_names_of_systems_are_as_short_as_elsewhere(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """In titles, cells, heads and notes; what is saved has them whole."""
    paths = [tmp_path / f"dev.{name}.mrg" for name in ("gold", "a", "b")]
    for path, verb in zip(paths, "VWX", strict=True):
        path.write_text(f"(S (N it) (P ({verb} fell)))\n", "utf-8")
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_comparison(Files(str(paths[0]), tuple(("", str(path)) for path in paths[1:])))
    tables = panel(qtbot, window, "wins")
    assert tables.pages.tabToolTip(0).startswith("Wins and losses of a,")
    model = page(tables)[1]
    assert model.text(0, 0) == "b" and "dev." not in model.table.note
    saved = tables.as_table()
    assert saved is not None and saved.title.startswith("Wins and losses of dev.a,") and saved.rows[0][0] == "dev.b"


def test_a_click_on_a_cell_shows_its_sentences_of_its_system(qtbot: QtBot, compared: MainWindow) -> None:
    tables = panel(qtbot, compared, "skipped")
    view, model = page(tables)
    cell = model.index(model.rowCount() - 1, 3)  # skipped in the second system
    place = view.visualRect(cell).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert space(compared).systems.system == 1
    assert shown(compared) == [10]
    chip = space(compared).sentences.filter_bar.chip
    assert chip.isVisible()
    assert "no parse" in chip.text()
    chip.click()
    assert len(shown(compared)) == 60
    assert not chip.isVisible()


def test_scores_can_be_seen_as_distances(qtbot: QtBot, compared: MainWindow) -> None:
    tables = panel(qtbot, compared, "rankings")
    tables.pages.setCurrentIndex(2)
    assert tables.distances.isVisible()
    score = page(tables)[1].table.rows[0][5]
    assert isinstance(score, float) and "--distances" not in space(compared).as_command()
    tables.distances.click()
    assert tables.pages.currentIndex() == 2
    shown_ = page(tables)[1].table
    assert (shown_.columns[5].title, shown_.rows[0][5]) == ("1 − E-Dice, roof", 1 - score)
    assert space(compared).as_command().endswith(" --distances")
    panel(qtbot, compared, "labels")
    assert not tables.distances.isVisible() and "--distances" not in space(compared).as_command()
    panel(qtbot, compared, "rankings")
    tables.distances.click()
    assert page(tables)[1].table.rows[0][0] == "E-Dice, whole"


def test_reset_and_other_files_lift_the_choice(qtbot: QtBot, compared: MainWindow) -> None:
    tables = panel(qtbot, compared, "deciles")
    view, model = page(tables)
    view.clicked.emit(model.index(0, 1))
    assert len(shown(compared)) < 60
    compared.commands.reset_filter()
    assert len(shown(compared)) == 60


def test_tables_follow_system_and_measures(qtbot: QtBot, compared: MainWindow) -> None:
    tables = panel(qtbot, compared, "labels")
    assert "one" in tables.as_table().title  # type: ignore[union-attr]
    space(compared).systems.choose(1)
    qtbot.waitUntil(lambda: "two" in tables.as_table().title)  # type: ignore[union-attr]
    tables = panel(qtbot, compared, "deciles")
    space(compared).sentences.picker_a.choose("la")
    qtbot.waitUntil(lambda: "Leaf-Ancestor" in tables.as_table().title)  # type: ignore[union-attr]


def test_columns_sort_by_value_with_undefined_cells_last(qtbot: QtBot, compared: MainWindow) -> None:
    tables = panel(qtbot, compared, "labels")
    view, model = page(tables)
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        view.sortByColumn(5, order)
        values = [model.table.rows[row][5] for row in model.order]
        known = [value for value in values if value is not None]
        assert known == sorted(known, reverse=order == Qt.SortOrder.DescendingOrder)  # type: ignore[type-var]
        assert values[len(known) :] == [None] * (len(values) - len(known))


def test_rows_are_copied(qtbot: QtBot, compared: MainWindow) -> None:
    tables = panel(qtbot, compared, "labels")
    view, model = page(tables)
    compared.activateWindow()
    view.setFocus()
    flags = QItemSelectionModel.SelectionFlag
    for row in (0, 1):
        view.selectionModel().select(model.index(row, 0), flags.Select | flags.Rows)
    compared.commands.copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("label\tgold")


@pytest.mark.parametrize("which", ["systems", "sentences", "tables"])
def test_every_table_is_saved(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    tables = panel(qtbot, compared, "labels")
    compared.activateWindow()
    views = {
        "systems": space(compared).systems.table,
        "sentences": space(compared).sentences.table,
        "tables": page(tables)[0],
    }
    for suffix in ("csv", "tsv", "json"):
        path = tmp_path / f"out.{suffix}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        views[which].setFocus()
        compared.commands.export_table()
        text = path.read_text("utf-8")
        rows = {"systems": 2, "sentences": 60, "tables": len(tables.as_table().rows)}[which]  # type: ignore[union-attr]
        if suffix == "json":
            [found] = json.loads(text)
            assert len(found["rows"]) == rows
            assert found["signatures"]
        else:
            lines = list(csv.reader(text.splitlines(), delimiter="," if suffix == "csv" else "\t"))
            figures = [line for line in lines if line and not line[0].startswith("# ")]
            assert len(figures) == rows + 1
            assert {len(line) for line in figures} == {len(figures[0])}
            assert any("|params:standard" in line[0] for line in lines if line)
            assert text.startswith("\ufeff") == (suffix == "csv")
        assert str(path) in compared.messages.text()


def test_a_table_that_cannot_be_saved_says_so(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no/such/folder.csv"), ""))
    panel(qtbot, compared, "labels").save_button.click()
    assert "cannot be written" in dialogs()[0].text()


def test_tables_wait_for_the_comparison_and_clear_with_it(qtbot: QtBot, compared: MainWindow) -> None:
    tables = panel(qtbot, compared, "rankings")
    compared.close_comparison()
    qtbot.waitUntil(lambda: not tables.pages.isVisible())


def test_differences_to_the_baseline_that_may_be_chance_are_marked(qtbot: QtBot, compared: MainWindow) -> None:
    model = space(compared).systems.model
    comparison = compared.session.comparison
    assert comparison is not None
    for baseline in (0, 1):
        if baseline:
            space(compared).systems.baselineWanted.emit(1)
        first = model.index(model.row_of(baseline), 0)
        qtbot.waitUntil(lambda first=first: first.data(SIGN_ROLE) == "baseline", timeout=10_000)
        wanted = against_baseline(comparison.table, baseline, model.keys, "pooled")
        assert {system for system, _ in wanted} == {1 - baseline}
        other = 1 - baseline
        for column, key in enumerate(model.keys):
            cell = model.index(model.row_of(other), FIRST_MEASURE + column)
            assert bool(cell.data(SIGN_ROLE)) == (not wanted[other, key].holm < 0.05)
            said = f"p = {wanted[other, key].p:.4f}, corrected {wanted[other, key].holm:.4f}"
            assert said in cell.data(Qt.ItemDataRole.ToolTipRole)
            assert "p = " not in cell.siblingAtRow(model.row_of(baseline)).data(Qt.ItemDataRole.ToolTipRole)


def test_long_analyses_end_with_the_window(qtbot: QtBot, window: MainWindow, large_files: Files) -> None:
    compare(qtbot, window, large_files)
    window.show_dock("tables")
    space(window).tables.show_analysis("significance")
    qtbot.wait(300)
    begun = time.process_time()
    window.close()
    assert time.process_time() - begun < 3  # the significance of 20,000 sentences takes three times as long


def test_no_figures_stand_under_the_heading_of_others(qtbot: QtBot, compared: MainWindow) -> None:
    """While a table is computed that is said; what was there before is not seen."""
    tables = panel(qtbot, compared, "deciles")
    page(tables)
    tables.work.ask = lambda _work: None  # type: ignore[method-assign]  # it takes long
    tables.show_analysis("significance")
    assert not tables.pages.isVisible() and tables.note.isVisible() and tables.note.text() == "Computing…"
    assert tables.explanation.text() == tables.analysis.explanation


def test_figures_of_another_system_wait_too(qtbot: QtBot, compared: MainWindow) -> None:
    tables = panel(qtbot, compared, "labels")
    page(tables)
    tables.work.ask = lambda _work: None  # type: ignore[method-assign]
    space(compared).systems.choose(1)
    qtbot.waitUntil(lambda: tables.note.isVisible(), timeout=2_000)
    assert not tables.pages.isVisible() and tables.note.text() == "Computing…"


def test_a_table_without_rows_says_so_and_leads_to_one_that_has_some(qtbot: QtBot, compared: MainWindow) -> None:
    tables = panel(qtbot, compared, "errors")
    table = tables.as_table()
    assert table is not None and tables._found is not None and tables._computed is not None
    tables._drop_pages()
    tables._show((tables._computed, [replace(table, title="none", rows=[]), table], False))
    assert tables.pages.currentIndex() == 1 and not tables.pages.widget(1).empty.isVisible()
    tables.pages.setCurrentIndex(0)
    empty = tables.pages.widget(0).empty
    assert empty.isVisible() and "“none”" in empty.label.text() and not page(tables)[0].isVisible()
    empty.button.click()
    assert tables.pages.currentIndex() == 1


def test_ctrl_click_takes_sentences_away(qtbot: QtBot, compared: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one system gets wrong and another does not."""
    views = space(compared)
    first = Found(np.array([1, 4, 7]), 0, "PP attachment", nodes={1: [("gold", 2)]})
    other = Found(np.array([4, 9]), 1, "PP attachment")
    held = Qt.KeyboardModifier.ControlModifier
    monkeypatch.setattr(QApplication, "keyboardModifiers", lambda: held)
    views.show_found(first)  # nothing was chosen from which these could be taken away
    assert views.sentences.model.order.tolist() == [1, 4, 7] and views.systems.system == 0
    assert compared.messages.text() == TAKE_AWAY and TAKE_AWAY in views.sentences.filter_bar.chip.toolTip()
    compared.messages.clear()
    views.show_found(other)
    assert views.sentences.model.order.tolist() == [1, 7] and views.systems.system == 0
    bar = views.sentences.filter_bar
    assert bar.chosen is not None and bar.chosen.text == "one: PP attachment, not two: PP attachment"
    assert bar.chosen.nodes == {1: [("gold", 2)]}
    assert compared.messages.text() == ""
    held = Qt.KeyboardModifier.NoModifier
    views.show_found(other)
    assert views.sentences.model.order.tolist() == [4, 9] and views.systems.system == 1
    assert compared.messages.text() == REPLACED
    views.sentences.filter_bar.show_wish(Filter(longest=1))
    views.show_found(first)  # what else is asked for still holds, and its figure is not that of the list
    assert compared.messages.text() == "Other filters hide 3 of these sentences."


def test_enter_opens_the_sentences_of_the_system_in_the_row_that_was_asked_for(
    qtbot: QtBot, compared: MainWindow
) -> None:
    compared.activateWindow()
    qtbot.waitUntil(compared.isActiveWindow)
    space(compared).systems.choose(1)
    tables = space(compared).tables
    compared.show_dock("tables")
    tables.show_analysis("errors", "Errors by type", "NP structure")
    qtbot.waitUntil(lambda: tables.save_button.isEnabled() and tables.pages.isVisible() and not tables.work.is_busy)
    view, model = page(tables)
    assert QApplication.focusWidget() is view and model.index(view.currentIndex().row(), 0).data() == "NP structure"
    assert [one.row() for one in view.selectionModel().selectedRows()] == [view.currentIndex().row()]
    opened: list[Found] = []
    tables.foundWanted.connect(opened.append)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert [(one.system, one.text) for one in opened] == [(1, "NP structure")]


def test_a_row_that_was_asked_for_takes_no_keyboard_from_who_went_on(qtbot: QtBot, compared: MainWindow) -> None:
    compared.activateWindow()
    qtbot.waitUntil(compared.isActiveWindow)
    compared.show_dock("tables")
    tables = space(compared).tables
    tables.show_analysis("errors", "Errors by type", "NP structure")
    compared.setFocus()
    assert QApplication.focusWidget() is compared
    qtbot.waitUntil(lambda: tables.save_button.isEnabled() and tables.pages.isVisible() and not tables.work.is_busy)
    assert QApplication.focusWidget() is compared and page(tables)[0].currentIndex().data()


def test_latex_of_a_hidden_drawing_is_that_of_the_table(compared: MainWindow, qtbot: QtBot) -> None:
    """What is copied is what is seen."""
    view = space(compared).drawing_view
    qtbot.waitUntil(lambda: view.drawing is not None and view.isVisible())
    compared.drawing.copy_latex()
    assert "\\begin{forest}" in QGuiApplication.clipboard().text()
    view.hide()
    compared.drawing.copy_latex()
    copied = QGuiApplication.clipboard().text()
    assert "\\begin{tabular}" in copied and "forest" not in copied and "tikz" not in copied
