"""Enhanced graphs in the window: drawn where there are some, with their words, what is said of them, and what counts light."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import space
from tests.app.test_dependencies import SAMPLE
from tests.comparison.test_enhanced import BASIC, GAPPING, treebank
from treecompare.app.kinds.dependencies import DependenciesView
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.drawing.arcs import ArcDrawing
from treecompare.drawing.graph_arcs import GraphDrawing


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> MainWindow:
    paths = []
    for name, sentences in (("gold", (GAPPING, BASIC)), ("a", (BASIC, BASIC))):
        paths.append(tmp_path / f"{name}.conllu")
        paths[-1].write_text(treebank(name, *sentences).written(), "utf-8")
    compare(qtbot, window, Files(str(paths[0]), (("", str(paths[1])),)))
    return window


def kind(window: MainWindow) -> DependenciesView:
    view = space(window).view_shown
    assert isinstance(view, DependenciesView)
    return view


def test_graphs_are_drawn_when_asked_for(qtbot: QtBot, opened: MainWindow) -> None:
    views, panel = space(opened), kind(opened).picture
    button = panel.view.enhanced
    assert button.isVisible() and not button.isChecked() and type(panel.view.arcs) is ArcDrawing
    button.trigger()
    arcs = panel.view.arcs
    assert isinstance(arcs, GraphDrawing) and [one.empty for one in arcs.columns] == ["", "", "", "", "", "5.1", ""]
    assert "1\u00a0empty node" in panel.counts.text() and "1\u00a0other relation" in panel.counts.text()
    assert [place for place, _ in panel.view.canvas.tags] == ["top left", "bottom left"]
    assert [name for _, name in panel.view.canvas.tags] == ["BASIC", "ENHANCED"]
    assert "--enhanced" in kind(opened).drawing_options(views.wanted())
    views.sentences.go_to_sentence(1)  # it stays
    assert isinstance(panel.view.arcs, GraphDrawing) and len(panel.view.arcs.columns) == 6
    button.trigger()
    assert type(panel.view.arcs) is ArcDrawing and "--enhanced" not in kind(opened).drawing_options(views.wanted())
    # where there are no graphs there is nothing to ask for
    button.trigger()
    compare(qtbot, opened, Files(SAMPLE.gold, (("", SAMPLE.systems[0]),)))
    assert not button.isVisible() and type(panel.view.arcs) is ArcDrawing


@pytest.mark.own_window
def test_words_and_what_is_said(qtbot: QtBot, opened: MainWindow) -> None:
    view = kind(opened)
    view.picture.view.enhanced.trigger()
    opened.show_dock("words")
    table = view.words.table
    qtbot.waitUntil(lambda: table.rowCount() == 7)
    rows = [[item.text() if (item := table.item(row, column)) else "" for column in range(3)] for row in (5, 6)]
    assert rows == [["5.1", "likes", ""], ["6", "tea", "5 Bill"]]
    table.selectRow(5)
    lit = {box.text for box in view.picture.view.lit()}
    assert lit == {"likes", "conj:and<"}
    arcs = view.picture.view.arcs
    assert arcs is not None
    tips = {box.text: view.picture.view.drawn.said(box) for box in arcs.boxes}
    assert tips["conj:and<"].startswith("enhanced graph: likes depends on likes as conj:and<\ngold only")
    assert tips["coffee"].split("\n")[:3] == ["3  coffee", "gold: basic obj ← likes", "gold: enhanced obj ← likes"]
    assert "a: has no such node" in tips["likes"] or "system: has no such node" in tips["likes"]


@pytest.mark.own_window
def test_counts_light_the_edges_words(opened: MainWindow) -> None:
    view = kind(opened)
    view.picture.view.enhanced.trigger()
    view.light_count("elas", "deleted")
    words = {box.text for box in view.picture.view.lit() if box.arc is None}
    assert words == {"coffee", "and", "Bill", "tea"}
    arcs = {box.text for box in view.picture.view.lit() if box.arc is not None}
    assert arcs == {"obj~iobj", "cc<", "nsubj<", "obj<"}
    view.light_count("elas", "inserted")
    assert {box.text for box in view.picture.view.lit() if box.arc is not None} == {
        "obj~iobj",
        ">cc",
        ">conj:and",
        ">orphan",
    }
    view.light_count("eulas", "matched")
    assert {box.text for box in view.picture.view.lit()} == {"Sue", "likes", "nsubj", "root"}
    view.picture.view.enhanced.trigger()  # among the basic arcs those of the words
    view.light_count("elas", "deleted")
    assert {box.text for box in view.picture.view.lit() if box.arc is None} == words
    view.light_count("", "")
    assert view.picture.view.lit() == []


def test_errors_are_those_of_the_basic_tree(qtbot: QtBot, opened: MainWindow) -> None:
    opened.show_dock("errors")
    about = space(opened).errors.nothing.label
    qtbot.waitUntil(
        lambda: about.text() == "No errors in the basic tree. 4 enhanced edges missing, 4 extra.", timeout=20_000
    )
    space(opened).sentences.go_to_sentence(1)
    qtbot.waitUntil(lambda: about.text() == "No errors.", timeout=20_000)


def test_udeval_is_a_setting(qtbot: QtBot, opened: MainWindow) -> None:
    switches = opened.actions_.switches["enhancements"]
    assert switches[""].isChecked() and switches["0"].isVisible()
    with qtbot.waitSignal(opened.session.ended, timeout=20_000):
        switches["0"].trigger()
    comparison = opened.session.comparison
    assert comparison is not None and "enhancements:0" in comparison.table.signature("elas")
    compare(qtbot, opened, Files(SAMPLE.gold, (("", SAMPLE.systems[0]),)))
    assert not opened.actions_.switches["enhancements"]["0"].isVisible()
