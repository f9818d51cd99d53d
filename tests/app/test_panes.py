"""A pane is one file and one entry: it gets its place and its key, is shown what is looked at, and what it asks for happens."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from treecompare.app.panes.panel import LookedAt, Panel
from treecompare.app.window import panes, window, workspace
from treecompare.comparison.base import Comparison
from treecompare.comparison.files import Files
from treecompare.scores.result import Column, Found, ResultTable, View

COLUMNS = (Column("sentence", str), Column("words", str))


class Longest(Panel):
    """Says how long the sentence is; a new pane as someone may write it."""

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel(parent=self)
        self.seen: list[LookedAt] = []
        self.heard: list[str] = []

    def show_looked_at(self, looked_at: LookedAt) -> None:
        self.seen.append(looked_at)
        sentence = looked_at.view.sentence
        self.label.setText(str(len(looked_at.texts[sentence].split())) if sentence >= 0 else "")

    def show_filter(self, mask: object) -> None:
        self.heard.append("all" if mask is None else f"filter {int(np.count_nonzero(mask))}")  # type: ignore[call-overload]

    def update_figures(self, are_others: bool = False) -> None:
        self.heard.append("figures")

    def call(self) -> None:
        self.heard.append("names")

    def stop(self) -> None:
        self.heard.append("stop")

    def as_table(self) -> ResultTable:
        return ResultTable("Lengths", COLUMNS, [[1, int(self.label.text())]])

    def as_command(self, comparison: Comparison, view: View) -> str:
        return "treecompare lengths"


@pytest.fixture
def pane(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, files: Files) -> tuple[window.MainWindow, Longest]:
    made: list[Longest] = []

    def panel() -> Longest:
        made.append(Longest())
        return made[0]

    entries = (*panes.PANES, panes.PaneEntry("longest", "Longest", "overview", "Ctrl+9", panel))
    monkeypatch.setattr(workspace, "PANES", entries)
    of = window.MainWindow()
    qtbot.addWidget(of)
    of.show()
    compare(qtbot, of, files)
    return of, made[0]


def test_it_has_a_tab_a_key_and_a_place_in_the_menu(pane: tuple[window.MainWindow, Longest], qtbot: QtBot) -> None:
    of, panel = pane
    listed = {action.text(): action for action in of.actions_.menus["view"].actions()}
    assert listed["Longest"].shortcut().toString() == "Ctrl+9"
    assert not panel.isVisible()
    listed["Longest"].trigger()
    assert panel.isVisible() and listed["Longest"].isChecked()


def test_it_follows_what_is_looked_at(pane: tuple[window.MainWindow, Longest], qtbot: QtBot) -> None:
    of, panel = pane
    space = of.ready_workspace()
    for sentence in (3, 7):
        space.sentences.go_to_sentence(sentence)
        last = panel.seen[-1]
        assert last.view.sentence == sentence and panel.label.text() == str(len(last.texts[sentence].split()))
    assert last.comparison is of.session.comparison and last.choices is space.view_shown.choices
    space.systems.choose(1)
    assert panel.seen[-1].view.system == 1
    space.set_mapping("E")
    assert panel.seen[-1].drawn.mapping == "E"
    space.set_average("mean")
    assert panel.seen[-1].view.average == "mean"
    space.call()
    assert "figures" in panel.heard and panel.heard[-1] == "names"
    space.sentences.filter_bar.text.setText("cat")
    space.sentences.set_filter(space.sentences.filter_bar.wish())
    shown = space.sentences.model.rowCount()
    assert 0 < shown < 60 and panel.heard[-1] == f"filter {shown}"
    of.close_comparison()
    assert panel.seen[-1].comparison is None and panel.label.text() == "" and "stop" in panel.heard


def test_what_it_asks_for_happens(pane: tuple[window.MainWindow, Longest], qtbot: QtBot) -> None:
    of, panel = pane
    space = of.ready_workspace()
    panel.sentenceWanted.emit(9)
    assert space.sentences.current_sentence() == 9
    panel.foundWanted.emit(Found(np.array([2, 4]), None, "the third and the fifth"))
    assert space.sentences.model.order.tolist() == [2, 4]
    panel.told.emit("nothing longer")
    assert of.messages.text() == "nothing longer"


def test_it_is_exported_while_people_look_at_it(pane: tuple[window.MainWindow, Longest], qtbot: QtBot) -> None:
    of, panel = pane
    space = of.ready_workspace()
    space.sentences.go_to_sentence(5)
    assert space.table_in_focus().title != "Lengths"  # type: ignore[union-attr]
    of.show_dock("longest")
    panel.setFocus()
    assert space.table_in_focus().title == "Lengths"  # type: ignore[union-attr]
    assert space.as_command() == "treecompare lengths"
