"""The frame's list: 50,000 places in another order, narrowed, one further; beside a table of Qt's own that sorts the same rows.

Milliseconds, the least of several runs, painting included; offscreen. The peer: QStandardItemModel, sorted, in a QTableView.
"""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import tempfile
from collections.abc import Iterator, Sequence
from itertools import cycle

import numpy as np
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QTableView

from tests.benchmarks.bench_window import milliseconds
from tests.benchmarks.timing import Figure, show
from treecompare.jobs import base
from treecompare.window.common import fonts
from treecompare.window.common.theme import apply_theme
from treecompare.window.frame.window import Window

PLACES = 50_000
FIGURES = np.random.default_rng(1).integers(0, 1_394, PLACES)
WORDS = [f"It was the old man number {place} whom the dog saw" for place in range(PLACES)]
SORTINGS = {"file": np.arange(PLACES), "worst": np.argsort(-FIGURES, kind="stable")}


class Many(base.Job):
    """Many places with a figure each."""

    kind, title, view = "many", "Many", "Sentences"

    def orders(self) -> Sequence[base.Order]:
        return [base.Order("file", "Order of the file"), base.Order("worst", "Worst first")]

    def places(self, order: str, tokens: Sequence[base.Token]) -> base.Places:
        found = SORTINGS[order]
        found = found[FIGURES[found] > 700] if tokens else found
        columns = [
            base.Column("number", "No.", "number", 6, lambda place: f"{place + 1:,}", rank=1),
            base.Column("words", "", "words", 0, lambda place: WORDS[place]),
            base.Column("worst", "A−B", "figure", 6, lambda place: f"{FIGURES[place]:,}", order="worst"),
        ]
        return base.Places(found, columns, waits=FIGURES > 10)

    def picture(self, place: int) -> base.Page:
        return base.Page("", [])

    def why(self, place: int) -> Sequence[base.Block]:
        return [base.Text(WORDS[place]), base.Choice("1", "odin"), base.Choice("2", "thor")]

    def do(self, places: Sequence[int], action: str, value: object = None) -> Sequence[base.Answer]:
        return []


def peer() -> QTableView:
    """The same rows as a table of Qt's own."""
    model = QStandardItemModel()
    for place in range(PLACES):
        cells = [QStandardItem(), QStandardItem(WORDS[place]), QStandardItem()]
        cells[0].setData(place + 1, Qt.ItemDataRole.DisplayRole)
        cells[2].setData(int(FIGURES[place]), Qt.ItemDataRole.DisplayRole)
        model.appendRow(cells)
    view = QTableView()
    view.setModel(model)
    model.setParent(view)
    view.resize(360, 740)
    view.show()
    return view


def figures() -> Iterator[Figure]:
    """Ours, then the peer's."""
    application = QApplication([])
    fonts.dress(application)
    apply_theme(application, "light")
    with tempfile.TemporaryDirectory() as name:
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, name)
        window = Window()
        window.resize(1280, 800)
        window.show()
        yield Figure("50,000 places, shown first", milliseconds(lambda: window.show_job(Many()), runs=1), "ms")
        orders = cycle(["worst", "file"])
        ours = milliseconds(lambda: window.go(base.Go(order=next(orders))), runs=6)
        yield Figure("another order", ours, "ms")
        finds = cycle(["x", ""])
        narrowed = milliseconds(lambda: window.go(base.Go(find=next(finds))), runs=6)
        yield Figure("narrowed, and all again", narrowed, "ms")
        yield Figure("the next place", milliseconds(lambda: window.run("next"), runs=20), "ms")
        yield Figure("the next open one", milliseconds(lambda: window.next_open(1), runs=20), "ms")
        table = peer()
        columns = cycle([2, 0])
        theirs = milliseconds(lambda: table.sortByColumn(next(columns), Qt.SortOrder.AscendingOrder), runs=4)
        yield Figure("another order, against QStandardItemModel", theirs / ours, "x")
        table.close()
        window.close()
    application.quit()


if __name__ == "__main__":
    show(figures())
