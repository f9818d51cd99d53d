"""The column of hits: how often what the filter asks for is in each sentence. It comes with such a filter, and goes with it."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from tests.app.helpers import shown, sized, space
from treecompare.analyses.errors import CountedErrors, everything
from treecompare.analyses.filters import Filter
from treecompare.analyses.sentence_list import COLUMN_KEYS
from treecompare.app.common import preferences
from treecompare.app.panes.sentences_table import HITS
from treecompare.app.window.commands import fill_sort_menu
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.scores.result import Found
from treecompare.scores.tables import as_text

PLACE, CHANGED = COLUMN_KEYS.index(HITS), COLUMN_KEYS.index("changed")
DOWN = Qt.SortOrder.DescendingOrder


def errors_of(window: MainWindow) -> tuple[Found, int]:
    """All errors of the first system, and how many."""
    comparison = window.session.comparison
    assert comparison is not None
    counted = CountedErrors(comparison)
    return counted.found(0, everything, "All"), counted.number(0, everything)


def hits(window: MainWindow) -> list[str]:
    model = space(window).sentences.model
    return [model.index(row, PLACE).data() for row in range(model.rowCount())]


def test_errors_behind_a_figure_are_counted_by_sentence(compared: MainWindow) -> None:
    views, table = space(compared), space(compared).sentences.table
    for width in (1600, 1280, 800):
        sized(compared, width, 600)
        assert table.isColumnHidden(PLACE)
        found, number = errors_of(compared)
        views.show_found(found)
        assert not table.isColumnHidden(PLACE) and sum(map(int, hits(compared))) == number > len(shown(compared)) > 1
        assert table.horizontalScrollBar().maximum() == 0 and table.isColumnHidden(CHANGED) == (width == 1280)
        assert views.sentences.model.counted() == f"{number} in {len(shown(compared))} of 60"
        views.sentences.filter_bar.reset()
        assert table.isColumnHidden(PLACE) and not table.isColumnHidden(CHANGED)
    assert HITS not in table.columns and HITS not in dict(table.names())


def test_it_sorts_and_the_order_before_comes_back(compared: MainWindow) -> None:
    views, table = space(compared), space(compared).sentences.table
    table.sortByColumn(COLUMN_KEYS.index("length"), DOWN)
    before = shown(compared)
    views.show_found(errors_of(compared)[0])
    table.sortByColumn(PLACE, DOWN)
    numbers = list(map(int, hits(compared)))
    assert numbers == sorted(numbers, reverse=True) and len(set(numbers)) > 1
    assert views.sentences.filter_bar.order.text() == "most hits first"
    assert preferences.texts("sentence_order", ()) == ["length", "DescendingOrder"]
    views.sentences.filter_bar.reset()
    assert shown(compared) == before and table.isColumnHidden(PLACE)
    assert views.sentences.filter_bar.order.text() == "by Length, largest first"


def test_hits_of_a_pattern_stand_there_for_each_tree(compared: MainWindow) -> None:
    views, bar = space(compared), space(compared).sentences.filter_bar
    bar.choose_pattern("gold: PP=x > VP  system: x")
    assert views.sentences.model.counted().startswith(f"{sum(map(int, hits(compared)))} in ")
    bar.choose_pattern("NP < DT")
    each = [tuple(map(int, one.split(", "))) for one in hits(compared)]
    said = views.sentences.model.headerData(PLACE, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "NP &lt; DT; gold, system." in said
    gold, system = (sum(numbers) for numbers in zip(*each, strict=True))
    assert views.sentences.model.counted() == f"{len(each)} · hits: gold {gold}, system {system}"
    bar.choose_pattern("gold: QP  !system: QP")  # of which nothing is counted
    assert views.sentences.table.isColumnHidden(PLACE)


def test_it_is_exported_and_copied(compared: MainWindow) -> None:
    views, model = space(compared), space(compared).sentences.model
    assert HITS not in model.as_table().as_object()["columns"] and "Hits" not in model.tsv([0]).splitlines()[0]
    found, number = errors_of(compared)
    views.show_found(found)
    table = model.as_table()
    assert sum(row[HITS] for row in table.records(HITS)) == number  # type: ignore[misc]
    rows = list(csv.DictReader(io.StringIO(as_text([table], "csv")), restkey=""))[: len(table.rows)]
    assert sum(int(row["Hits"]) for row in rows) == number
    assert rows and all(row["Where"] == f"gold.mrg:{row['No.']}" for row in rows)  # a tree a line
    heads, *lines = [line.split("\t") for line in model.tsv(range(model.rowCount())).splitlines()]
    assert sum(int(line[heads.index("Hits")]) for line in lines) == number
    views.sentences.filter_bar.show_wish(Filter("NP < DT", "pattern"))
    assert {"hits_gold", "hits_system"} <= set(model.as_table().as_object()["columns"])


def test_it_comes_back_with_the_comparison(qtbot: QtBot, compared: MainWindow, tmp_path: Path) -> None:
    views, table = space(compared), space(compared).sentences.table
    views.show_found(errors_of(compared)[0])
    table.sortByColumn(PLACE, DOWN)
    order, numbers = shown(compared), hits(compared)
    compared.files.file.save_as(str(tmp_path / "c.treecompare"))
    compared.close_comparison()
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.open_comparison(Files(str(tmp_path / "c.treecompare"), ()))
    assert (shown(compared), hits(compared)) == (order, numbers) and not table.isColumnHidden(PLACE)


def test_nothing_offers_it_while_there_are_none(compared: MainWindow) -> None:
    def offered() -> list[str]:
        menu = QMenu()
        fill_sort_menu(menu, space(compared).sentences.table, has_hidden=True)
        return [one.text().replace("&", "") for one in menu.actions()]

    assert offered() and not any("Hits" in one for one in offered())
    space(compared).show_found(errors_of(compared)[0])
    assert any("Hits" in one for one in offered()), offered()
