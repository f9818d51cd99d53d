"""Tables wider than their place: cells that stand out, bars, titles that are cut."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from tests.window.frame.toy import Toy
from treecompare.jobs.base import Places
from treecompare.scores.looks import HEAT
from treecompare.scores.result import (
    Found,
    ResultTable,
    count_column,
    cross_column,
    number_column,
    row_heat_column,
    share_column,
    text_column,
)
from treecompare.window.common.elided import ElidedLabel
from treecompare.window.common.theme import palette
from treecompare.window.frame.listing import PlacesView
from treecompare.window.frame.page import ResultModel, TableView, shade

NAMES = [f"label{number}" for number in range(40)]
CROSS = ResultTable(
    "Cross",
    (text_column("gold \\ system"), *map(cross_column, NAMES)),
    [[name, *((1_000 if one == name else 0) for one in NAMES)] for name in NAMES],
    marked=frozenset({(30, 36), (1, 3)}),
    found=lambda row, column: None,
)
CROSS.rows[30][36] = 1_234
CROSS.rows[1][3] = 7


def shown_table(qtbot: QtBot, table: ResultTable, width: int = 500) -> TableView:
    made = TableView(table)
    qtbot.addWidget(made)
    made.resize(width, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_cells_of_systems_are_as_strong_as_they_are_larger_than_those_beside_them() -> None:
    columns = (text_column("type"), *map(row_heat_column, ("a", "b", "c")), count_column("all"))
    model = ResultModel(ResultTable("t", columns, [["x", 10, 20, 15, 99], ["y", 3, 3, 3, 9], ["z", 0, None, 400, 400]]))
    strengths = [[model.looks.strength(row, column) or 0 for column in range(5)] for row in range(3)]
    assert strengths[0] == pytest.approx([0, HEAT / 2, HEAT, 0.75 * HEAT, 0], abs=0.006)
    assert strengths[1] == [0] * 5 and strengths[2] == [0, 0, 0, HEAT, 0]
    model.sort(1, Qt.SortOrder.AscendingOrder)
    assert model.order[2] == 0 and model.is_quiet(0, 1)  # none is grey still
    bold = [[model.is_strong(row, column) for column in range(5)] for row in range(3)]
    assert model.order == [2, 1, 0] and [row.index(True) for row in bold if any(row)] == [1, 1]  # the fewest of x and z
    assert model.looks.said().endswith("bold: fewest.")


def test_bars_of_a_table_have_one_width(qtbot: QtBot) -> None:
    columns = (text_column("type"), share_column("a"), share_column("a longer name of a system"), count_column("n"))
    view = shown_table(qtbot, ResultTable("t", columns, [["x", 0.9, 0.9, 1]])).view
    assert view.columnWidth(1) == view.columnWidth(2) > view.columnWidth(3)


def test_the_largest_marked_cell_is_in_sight(qtbot: QtBot) -> None:
    page = shown_table(qtbot, CROSS)
    assert page.model.largest_marked() == (30, 36)
    index = page.model.index(30, 36)
    qtbot.waitUntil(lambda: page.view.viewport().rect().contains(page.view.visualRect(index)))
    page.model.sort(1, Qt.SortOrder.DescendingOrder)
    again = page.model.largest_marked()
    assert again is not None and page.model.order[again[0]] == 30
    assert ResultModel(replace(CROSS, marked=frozenset())).largest_marked() is None


def test_the_keyboard_does_not_lead_below_the_names(qtbot: QtBot) -> None:
    view = shown_table(qtbot, CROSS).view
    view.setCurrentIndex(view.model().index(0, 36))
    for column in range(35, 0, -1):
        QTest.keyClick(view, Qt.Key.Key_Left)
        assert view.currentIndex().column() == column and view.still.isVisible() == (column > 1)
        assert view.visualRect(view.currentIndex()).left() >= view.columnWidth(0)
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.horizontalScrollBar().value() == 0


def test_a_click_and_an_order_reach_the_names_that_stand_still(qtbot: QtBot) -> None:
    shown = shown_table(qtbot, replace(CROSS, marked=frozenset(), found=lambda row, column: Found(row, column, "")))
    view, found = shown.view, list[Found]()
    shown.found.connect(found.append)
    view.horizontalScrollBar().setValue(600)
    view.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    place = view.still.visualRect(view.model().index(2, 0)).center()
    QTest.mouseClick(view.still.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert found == [Found(shown.model.order[2], 0, "")] and view.currentIndex().row() == 2
    assert view.horizontalScrollBar().value() == 600


def test_names_that_would_leave_no_room_do_not_stand_still(qtbot: QtBot) -> None:
    view = shown_table(qtbot, replace(CROSS, marked=frozenset())).view
    view.setColumnWidth(0, 300)
    view.horizontalScrollBar().setValue(600)
    assert view.still.isHidden()


def test_cells_of_a_cross_table_are_the_stronger_the_larger() -> None:
    model = ResultModel(CROSS)
    largest, small, _, nothing = (model.looks.strength(*cell) for cell in ((30, 36), (1, 3), (0, 1), (0, 2)))
    assert nothing is None and largest is not None and small is not None
    assert largest > 1.5 * small > 0
    kinds = [shade(palette(False), 0.5, model.looks.is_diagonal(*cell)).rgb() for cell in ((30, 36), (1, 3), (0, 1))]
    assert kinds[0] == kinds[1] != kinds[2]
    shares = ResultTable(
        "s", (text_column("a"), share_column("b"), number_column("c")), [["x", 0.25, 3], ["y", None, 1]]
    )
    bars = ResultModel(shares)
    assert [bars.looks.bar(0, column) for column in range(3)] == [None, 0.25, None]
    assert bars.looks.bar(1, 1) is None
    assert bars.looks.said() == ""
    assert bars.looks.strength(0, 1) is None


def test_bars_of_large_shares_span_their_range() -> None:
    head = share_column("score")
    model = ResultModel(ResultTable("scores", (head,), [[0.71], [0.83], [None]]))
    assert model.looks.said() == "Bars span 70 to 85 %."
    shares = [model.looks.bar(row, 0) for row in range(3)]
    assert shares[0] == pytest.approx(0.01 / 0.15) and shares[1] == pytest.approx(0.13 / 0.15) and shares[2] is None
    assert ResultModel(ResultTable("scores", (head,), [[0.3], [0.83]])).looks.bar_span == (0.0, 1.0)
    assert ResultModel(ResultTable("scores", (head,), [[0.83], [0.83]])).looks.bar_span == (0.0, 1.0)


@pytest.mark.parametrize("is_dark", [False, True])
def test_figures_can_be_read_on_the_strongest_cell(is_dark: bool) -> None:
    colours = palette(is_dark)
    model = ResultModel(CROSS)
    over, base = shade(colours, model.looks.strength(30, 36) or 0, False), colours.color(QPalette.ColorRole.Base)
    mixed = [
        over.alphaF() * one + (1 - over.alphaF()) * other
        for one, other in zip(over.getRgbF()[:3], base.getRgbF()[:3], strict=True)
    ]
    light = sorted((luminance(colours.color(QPalette.ColorRole.Text)), luminance(QColor.fromRgbF(*mixed))))
    assert (light[1] + 0.05) / (light[0] + 0.05) >= 4.5


def luminance(colour: QColor) -> float:
    channels = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in colour.getRgbF()[:3])
    return math.fsum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), channels, strict=True))


def test_labels_end_in_an_ellipsis(qtbot: QtBot) -> None:
    label = ElidedLabel("How systems rank under every measure")
    qtbot.addWidget(label)
    label.resize(120, 20)
    assert label.shown().startswith("How systems") and label.shown().endswith("…")  # numbers stand at the beginning


def test_marked_figures_are_not_cut(qtbot: QtBot) -> None:
    """They are bold, and have a mark."""
    columns = (text_column("type"), number_column("p", 4))
    table = ResultTable("p", columns, [["PP", 0.0004]], marked=frozenset({(0, 1)}))
    page = shown_table(qtbot, table)
    bold = QFont(page.font())
    bold.setBold(True)
    text = str(page.model.index(0, 1).data())
    assert QFontMetrics(bold).horizontalAdvance(text) + 16 <= page.view.columnWidth(1)


def test_undefined_cells_stand_last_however_one_sorts(qtbot: QtBot) -> None:
    columns = (text_column("label"), share_column("F1"))
    table = shown_table(qtbot, ResultTable("t", columns, [["a", 0.5], ["b", None], ["c", 0.9], ["d", math.nan]]))
    for order, wanted in ((Qt.SortOrder.AscendingOrder, "ac"), (Qt.SortOrder.DescendingOrder, "ca")):
        table.view.sortByColumn(1, order)
        names, shown = ([str(table.model.index(row, column).data()) for row in range(4)] for column in (0, 1))
        assert "".join(names[:2]) == wanted and sorted(names[2:]) == ["b", "d"] and shown[2:] == ["–", "–"]


def test_rows_are_copied_as_they_are_sorted(qtbot: QtBot) -> None:
    table = shown_table(
        qtbot, ResultTable("t", (text_column("label"), count_column("n")), [["a", 1], ["b", 3], ["c", 2]])
    )
    table.view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    table.view.selectRow(0)
    qtbot.keyClick(table.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines() == ["label\tn", "b\t3"]
    table.view.clearSelection()
    qtbot.keyClick(table.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert [line[0] for line in QGuiApplication.clipboard().text().splitlines()] == ["l", "b", "c", "a"]


def test_enter_opens_what_is_behind_a_cell(qtbot: QtBot) -> None:
    table = shown_table(qtbot, replace(CROSS, found=lambda row, column: Found(np.array([row]), 0, "sentences")))
    table.view.setCurrentIndex(table.model.index(2, 1))
    with qtbot.waitSignal(table.found) as opened:
        qtbot.keyClick(table.view, Qt.Key.Key_Return)
    assert opened.args is not None and opened.args[0].sentences.tolist() == [2]


@pytest.mark.parametrize("has_sections", [False, True])
def test_models_hold_qts_rules_while_rows_change(qtmodeltester: ModelTester, has_sections: bool) -> None:
    view, toy = PlacesView(), Toy(40, has_sections=has_sections)
    qtmodeltester.check(view.places_model)
    for order, place in (("file", 3), ("back", 7)):
        found = toy.places(order, ())
        assert isinstance(found, Places)
        view.show_places(found, order, place)
    if has_sections:
        view.fold("part 0", True)
    view.places_model.update_places(found)
    qtmodeltester.check(view.places_model)


def test_sorted_models_hold_qts_rules(qtmodeltester: ModelTester) -> None:
    model = ResultModel(CROSS)
    qtmodeltester.check(model)
    kept = QPersistentModelIndex(model.index(30, 36))
    for column in (36, 0, -1):
        model.sort(column, Qt.SortOrder.DescendingOrder)
        assert kept.data().startswith("1,234")
    qtmodeltester.check(model)


def test_a_table_without_rows_says_so(qtbot: QtBot) -> None:
    table = shown_table(qtbot, ResultTable("none", (text_column("label"),), [], note="Of constituents."))
    assert table.view.isHidden() and "No rows. Of constituents." in [one.text() for one in table.findChildren(QLabel)]


def test_a_text_that_is_cut_is_told(qtbot: QtBot) -> None:
    model = shown_table(qtbot, ResultTable("Ids", (text_column("id"),), [["weblog" * 40], ["weblog"]])).model
    said = [model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in (0, 1)]
    assert "weblog" in said[0].replace("\u200b", "") and said[1] is None
