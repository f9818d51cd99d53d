"""A pane is one file and one entry: it gets its place and its key, is shown what is looked at, and what it asks for happens."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from treecompare.app.panes.panel import LookedAt, Panel
from treecompare.app.window import panes, window, workspace
from treecompare.comparison.files import Files
from treecompare.scores.result import Found


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

    def update_figures(self, are_others: bool = False) -> None:
        self.heard.append("figures")

    def call(self) -> None:
        self.heard.append("names")

    def stop(self) -> None:
        self.heard.append("stop")


@pytest.fixture
def pane(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, files: Files) -> tuple[window.MainWindow, Longest]:
    made: list[Longest] = []

    def panel() -> Longest:
        made.append(Longest())
        return made[0]

    entries = (*panes.PANES, panes.PaneEntry("longest", "Longest", "inspector", "Ctrl+0", panel))
    monkeypatch.setattr(workspace, "PANES", entries)
    of = window.MainWindow()
    qtbot.addWidget(of)
    of.show()
    compare(qtbot, of, files)
    return of, made[0]


def test_it_has_a_tab_a_key_and_a_place_in_the_menu(pane: tuple[window.MainWindow, Longest], qtbot: QtBot) -> None:
    of, panel = pane
    listed = {action.text(): action for action in of.actions_.menus["view"].actions()}
    assert listed["Longest"].shortcut().toString() == "Ctrl+0"
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
    of.close_comparison()
    assert panel.seen[-1].comparison is None and panel.label.text() == "" and "stop" in panel.heard


def test_what_it_asks_for_happens(pane: tuple[window.MainWindow, Longest], qtbot: QtBot) -> None:
    of, panel = pane
    space = of.ready_workspace()
    panel.foundWanted.emit(Found(np.array([2, 4]), None, "the third and the fifth"))
    assert space.sentences.model.order.tolist() == [2, 4]
    panel.told.emit("nothing longer")
    assert of.messages.text() == "nothing longer"
