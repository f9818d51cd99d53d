"""Figures look the same everywhere in the window, and are plain where they are copied."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QTableView
from pytestqt.qtbot import QtBot

from tests.app.helpers import sized, space
from treecompare.analyses.rank_exports import ranks_object
from treecompare.analyses.sentence_list import COLUMN_KEYS, COLUMNS
from treecompare.app.frame.result_model import ResultModel
from treecompare.app.panes.systems_model import SKIPPED_COLUMN, SystemsModel
from treecompare.app.window.commands import fill_sort_menu
from treecompare.app.window.window import MainWindow
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.explain import explain_sentence
from treecompare.readers import parse
from treecompare.scores.delimited import aligned
from treecompare.scores.figure import typeset
from treecompare.scores.result import ResultTable, count_column, number_column, share_column, text_column

GOLD = "(S (NP (DT a) (NN b)) (VP (VB c) (NP (DT d) (NN e))))"
WRONG = "(S (DT a) (NN b) (VP (VB c) (NP (DT d) (NN e))))"


def tied() -> ConstituentComparison:
    """Three systems; the first and the third are equally good."""
    return score(ConstituentComparison(parse(GOLD), [parse(GOLD), parse(WRONG), parse(GOLD)]))


def test_a_minus_is_a_minus_and_thousands_are_separated() -> None:
    assert [typeset(one) for one in ("-0.61", "84.13", "-", "–", "-x")] == ["−0.61", "84.13", "-", "–", "-x"]
    columns = text_column("-1 name"), count_column("count"), number_column("tau"), share_column("share")
    model = ResultModel(ResultTable("t", columns, [["-1", 1_394, -0.614, -0.25], ["b", 12_345_678, None, 0.5]]))
    shown = [[model.index(row, column).data() for column in range(4)] for row in range(2)]
    assert shown == [["-1", "1,394", "−0.61", "−25.00"], ["b", "12,345,678", "–", "50.00"]]
    assert model.tsv([1, 0]).splitlines()[1:] == ["b\t12345678\t\t50.00", "-1\t1394\t-0.61\t-25.00"]


def test_counts_with_commas_stand_at_the_right_for_people() -> None:
    assert aligned([["name", "count"], ["a", "1,394"], ["b", "7"]]).splitlines()[2] == "b         7"


def test_marked_figures_are_bold_and_have_no_colour_of_the_drawing() -> None:
    model = ResultModel(ResultTable("t", (text_column("a"), count_column("b")), [["x", 3]], marked=frozenset({(0, 1)})))
    cell = model.index(0, 1)
    assert cell.data() == "3 •" and cell.data(Qt.ItemDataRole.FontRole).bold()
    assert cell.data(Qt.ItemDataRole.ForegroundRole) is None


@pytest.mark.parametrize(("ties", "wanted"), [("mean", [1.5, 3, 1.5]), ("smallest", [1, 3, 1])])
def test_systems_that_are_tied_share_the_rank_that_is_asked_for(ties: str, wanted: list[float]) -> None:
    found = ranks_object(tied(), "e.whole.dice", "t.whole.dice", ties)
    assert [one["rank_a"] for one in found["systems"]] == [one["rank_b"] for one in found["systems"]] == wanted


def test_legend_and_explanation_say_whether_words_are_counted(qtbot: QtBot, compared: MainWindow) -> None:
    comparison = tied()
    assert explain_sentence(comparison, 1, 0, "e.whole.dice").words.endswith(" Words are not counted.")
    assert "Words" not in explain_sentence(comparison, 1, 0, "e.roof.dice").words
    assert explain_sentence(comparison, 1, 0, "t.whole.dice").words.endswith("words included.")
    views = space(compared)
    for letter, said in (("A", "words not counted"), ("B", "words included")):
        views.draw_by(letter)
        qtbot.waitUntil(lambda said=said: said in views.alignment.counts.text())


def test_counts_in_the_systems_table() -> None:
    model = SystemsModel()
    system = parse("\n".join([GOLD] * 1_200 + ["(())"] * 1_000))
    model.show(score(ConstituentComparison(parse("\n".join([GOLD] * 2_200)), [system])))
    assert model.index(0, SKIPPED_COLUMN).data() == "1,000"
    assert model.tsv([0]).splitlines()[1].split("\t")[1:4] == ["1200", "0", "1000"]


def test_ranks_of_many_sentences(qtbot: QtBot, compared: MainWindow) -> None:
    views = space(compared)
    rows = views.sentences.model.rows
    rows.difference[:] = -1_234.5
    rows.rank_a[:] = 1_394
    keys = [one.key for one in COLUMNS]
    model = views.sentences.model
    assert model.index(0, keys.index("difference")).data() == "−1,234.5"
    assert model.index(0, keys.index("rank_a")).data() == "1,394"
    flags = QItemSelectionModel.SelectionFlag
    views.sentences.table.selectionModel().select(model.index(0, 0), flags.ClearAndSelect | flags.Rows)
    views.sentences.table.setFocus()
    compared.commands.copy()
    assert "\t-1234.5\t" in QGuiApplication.clipboard().text()


def test_arrows_of_the_menu_are_those_of_the_heads(qtbot: QtBot, compared: MainWindow) -> None:
    """Qt draws an arrow that points down above a column in ascending order."""
    table: QTableView = space(compared).sentences.table
    menu = QMenu()
    qtbot.addWidget(menu)
    table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    fill_sort_menu(menu, table)
    assert menu.actions()[0].text().startswith("▾ ")
    menu.actions()[0].trigger()
    assert table.horizontalHeader().sortIndicatorOrder() == Qt.SortOrder.AscendingOrder


def test_each_column_to_sort_by_has_a_key_of_its_own(qtbot: QtBot, compared: MainWindow) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    fill_sort_menu(menu, space(compared).sentences.table, has_hidden=True)
    keys = [one.text().partition("&")[2][:1].lower() for one in menu.actions()]
    assert all(keys) and len(set(keys)) == len(keys) > 8


def test_what_rows_are_sorted_by_is_in_sight_whatever_the_room(qtbot: QtBot, dressed: MainWindow) -> None:
    sized(dressed, 800, 600)
    table, column = space(dressed).sentences.table, COLUMN_KEYS.index("difference")
    assert table.isColumnHidden(column)
    menu = QMenu()
    qtbot.addWidget(menu)
    fill_sort_menu(menu, table, has_hidden=True)
    [action] = [one for one in menu.actions() if "Rank A−B" in one.text()]
    action.trigger()
    assert not table.isColumnHidden(column) and "difference" not in table.columns
    shown = np.abs(space(dressed).sentences.model.rows.difference[space(dressed).sentences.model.order])
    assert shown[0] == np.nanmax(shown) and not (np.diff(shown[~np.isnan(shown)]) > 0).any()
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert table.isColumnHidden(column)


def test_what_rows_are_sorted_by_is_scrolled_into_sight_past_columns_that_people_chose(
    qtbot: QtBot, compared: MainWindow
) -> None:
    compared.resize(800, 600)
    table = space(compared).sentences.table
    compared.show_dock("sentences")
    header, bar = table.horizontalHeader(), table.horizontalScrollBar()
    for key in ("score_a", "score_b", "difference", "id", "length", "rank_a", "rank_b", "status"):
        table.show_column(key, True)

    def is_seen(key: str) -> bool:
        left = header.sectionViewportPosition(COLUMN_KEYS.index(key))
        return left >= 0 and left + header.sectionSize(COLUMN_KEYS.index(key)) <= table.viewport().width()

    assert bar.maximum() > 0 and not is_seen("rank_b")
    table.sortByColumn(COLUMN_KEYS.index("rank_b"), Qt.SortOrder.DescendingOrder)
    assert is_seen("rank_b")
    before = bar.value()
    space(compared).sentences.go_to_row(1)
    assert bar.value() == before
    table.sortByColumn(COLUMN_KEYS.index("number"), Qt.SortOrder.AscendingOrder)
    assert is_seen("number")
