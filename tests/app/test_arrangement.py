"""A comparison file keeps how tables were arranged: order, widths, columns, measures, target."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import shown, sort_by, space
from tests.app.test_schemes import schemes  # noqa: F401
from treecompare.analyses.sentence_list import COLUMN_KEYS
from treecompare.app.common import preferences
from treecompare.app.panes.systems_model import FIRST_MEASURE, NAME
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.saved.state import valid_state


def saved(window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.files.save_as()
    window.close_comparison()


def opened(qtbot: QtBot, window: MainWindow, path: Path) -> None:
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.open_comparison(Files(str(path), ()))


def test_tables_come_back_as_they_were(
    qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    views = space(compared)
    views.sentences.table.show_column("length", True)
    views.sentences.table.show_column("changed", False)
    sort_by(compared, "length", Qt.SortOrder.DescendingOrder)
    views.sentences.table.horizontalHeader().resizeSection(COLUMN_KEYS.index("score_a"), 97)
    views.systems.set_measures(["e.roof.dice", "tagging"])
    column = FIRST_MEASURE + views.systems.model.keys.index("tagging")
    views.systems.table.sortByColumn(column, Qt.SortOrder.AscendingOrder)
    order = shown(compared)
    views.sentences.go_to_sentence(order[3])
    saved(compared, tmp_path / "c.treecompare", monkeypatch)

    # somebody else's window is arranged otherwise
    views.sentences.table.reset_columns()
    views.sentences.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    views.systems.table.sortByColumn(NAME, Qt.SortOrder.AscendingOrder)
    for name in ("measures", "sentence_columns", "sentence_widths", "sentence_order"):
        preferences.forget(name)
    views.systems.set_measures(list(views.systems.choices.columns))
    opened(qtbot, compared, tmp_path / "c.treecompare")
    table = views.sentences.table
    assert not table.isColumnHidden(COLUMN_KEYS.index("length")) and table.isColumnHidden(COLUMN_KEYS.index("changed"))
    assert table.columnWidth(COLUMN_KEYS.index("score_a")) == 97
    assert shown(compared) == order
    assert views.sentences.current_sentence() == order[3]
    assert {"e.roof.dice", "tagging"} <= set(
        views.systems.model.keys
    ) and "t.whole.jaccard" not in views.systems.model.keys
    assert views.systems.model.sorted_by == (
        FIRST_MEASURE + views.systems.model.keys.index("tagging"), Qt.SortOrder.AscendingOrder,
    )  # fmt: skip


def test_a_and_b_come_back(qtbot: QtBot, compared: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    views = space(compared)
    sentences = views.sentences
    first, columns = (sentences.key_a, sentences.key_b), list(views.systems.arrangement()["measures"])
    sentences.picker_a.choose("la")
    sentences.picker_b.choose("e.roof.recall")
    saved(compared, tmp_path / "c.treecompare", monkeypatch)
    # somebody else looks at other measures
    sentences.picker_a.choose(first[0])
    sentences.picker_b.choose(first[1])
    views.systems.set_measures(["tagging"])
    opened(qtbot, compared, tmp_path / "c.treecompare")
    assert (sentences.key_a, sentences.key_b) == ("la", "e.roof.recall")
    assert (sentences.model.rows.a.key, sentences.model.rows.b.key) == ("la", "e.roof.recall")  # type: ignore[union-attr]
    assert (views.view().key_a, views.view().key_b) == ("la", "e.roof.recall")
    assert views.systems.arrangement()["measures"] == columns and "la" in views.systems.model.keys
    views.arrange({"a": "tedeval.lattice", "b": "t.whole.dice"})  # the first is one of lattices
    assert (sentences.key_a, sentences.key_b) == ("la", "t.whole.dice")


def test_the_target_of_several_golds_comes_back(
    qtbot: QtBot, window: MainWindow, schemes: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch  # noqa: F811
) -> None:  # fmt: skip
    compare(qtbot, window, schemes)
    comparison: Any = window.session.comparison
    before = comparison.target
    space(window).view_shown.picture.targetChosen.emit((1,))
    assert comparison.target == (1,) != before
    saved(window, tmp_path / "c.treecompare", monkeypatch)
    opened(qtbot, window, tmp_path / "c.treecompare")
    again: Any = window.session.comparison
    assert again is not comparison and again.target == (1,)
    assert space(window).systems.model.score(0, "tedeval") == again.tables[1,].summary(0, "tedeval", "pooled")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sort", ["length"]), ("sort", "length"), ("sort", [1, "AscendingOrder"]), ("columns", "words"), ("columns", [["words"]]),
        ("widths", [3]), ("widths", {"length": -1}), ("widths", {"length": 10**9}), ("widths", {"length": True}),
        ("a", 1), ("b", ["las"]), ("target", [7]), ("target", ["0"]), ("measures", {"las": 1}), ("systems_sort", None),
        ("filter", "dog"), ("filter", {"text": 1}), ("filter", {"colour": "red"}), ("filter", {"chosen": {"text": "x"}}),
    ],
)  # fmt: skip
def test_what_cannot_be_is_left_out(name: str, value: object) -> None:
    text = json.dumps({name: value, "target" if name != "target" else "columns": [] if name == "target" else [0]})
    state, remarks = valid_state([("view", text)], other_golds=1)
    assert name not in state["view"] and len(state["view"]) == 1
    assert remarks == ["how its tables were arranged is not known"]


def test_a_file_may_say_anything_of_tables(compared: MainWindow) -> None:
    assert valid_state([("view", "3")], 0) == ({"view": {}}, ["how its tables were arranged is not known"])
    views = space(compared)
    before = views.arrangement()
    views.arrange({"sort": ["no such", "Up"], "systems_sort": ["99", "x"], "measures": ["none"], "widths": {"none": 3}})
    assert views.arrangement() == {**before, "widths": {}}
