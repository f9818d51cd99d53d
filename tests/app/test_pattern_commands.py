"""Joined patterns in the window: lit, counted in a table, kept by name, and a phenomenon for all that was found."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import shown, space
from treecompare import resources
from treecompare.analyses.filters import Filter
from treecompare.app.common import preferences
from treecompare.app.panes import sentences_panel
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.errors import Cancelled

JOINED = "gold: PP=x > VP  system: x > XP"


def look_for(qtbot: QtBot, window: MainWindow, text: str) -> None:
    bar = space(window).sentences.filter_bar
    bar.text.setText(text)
    qtbot.keyClick(bar.text, Qt.Key.Key_Return)


def test_a_joined_pattern_lights_the_node_in_both_trees(qtbot: QtBot, compared: MainWindow) -> None:
    look_for(qtbot, compared, JOINED)
    comparison = compared.session.comparison
    assert comparison is not None
    hits = comparison.find(comparison.compiled(JOINED), 0)
    assert shown(compared) == np.flatnonzero(hits.matches).tolist() != []
    space(compared).sentences.go_to_row(0)
    nodes = space(compared).sentences.nodes_found()
    assert {side for side, _ in nodes} == {"gold", "test"} and len(nodes) == 2
    for side, node in nodes:
        trees = comparison.pattern_trees(0)
        assert trees is not None
        assert trees[side == "test"][shown(compared)[0]].texts[node] == "PP"
    assert space(compared).alignment.view.canvas.lights.lit
    look_for(qtbot, compared, "one: PP=x > XP  two: x > VP")  # another system than the one that is shown
    space(compared).systems.choose(1)
    assert {side for side, _ in space(compared).sentences.nodes_found()} == {"test"}
    bar = space(compared).sentences.filter_bar
    look_for(qtbot, compared, "gold: PP=x  three: x")
    assert "character 13: there is no system 'three'; expected one of gold, system, one, two" in bar.fault.text()


def test_patterns_of_dependencies_light_words(qtbot: QtBot, window: MainWindow) -> None:
    sample = next(one for one in resources.samples() if one.key == "dependencies")
    compare(qtbot, window, Files(sample.gold, (("", sample.systems[0]),)))
    look_for(qtbot, window, "gold: nmod=x > NOUN  system: x > VERB")
    assert len(shown(window)) == 2 and space(window).sentences.filter_bar.read_as.isVisible()
    space(window).sentences.go_to_row(0)
    comparison = window.session.comparison
    assert comparison is not None
    nodes = space(window).sentences.nodes_found()
    words = comparison.gold.sentences
    assert [words.symbols[words.deprel[place]] for side, place in nodes if side == "gold"] == ["nmod"]
    assert space(window).drawing_view.lights()[0]
    look_for(qtbot, window, "")
    assert not space(window).drawing_view.lights()[0]


def test_all_that_was_found_gets_a_phenomenon_at_once(
    qtbot: QtBot, compared: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_for(qtbot, compared, JOINED)
    wanted = set(shown(compared))
    judgements = compared.session.comparison.judgements  # type: ignore[union-attr]
    monkeypatch.setattr(QInputDialog, "getItem", lambda *_: (" PPV ", True))
    compared.patterns.tag_shown()
    assert judgements.phenomena == {"PPV": wanted}
    compared.patterns.tag_shown()  # they have it already
    compared.files.undo()
    assert judgements.phenomena == {}
    compared.files.redo()
    assert judgements.phenomena == {"PPV": wanted}
    monkeypatch.setattr(QInputDialog, "getItem", lambda *_: ("other", False))
    compared.patterns.tag_shown()
    assert set(judgements.phenomena) == {"PPV"}


def test_a_pattern_is_kept_by_name(
    qtbot: QtBot, compared: MainWindow, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("under XP", True))
    compared.patterns.keep()
    assert compared.patterns.kept == {}  # there is none in the field
    look_for(qtbot, compared, JOINED)
    found = shown(compared)
    compared.patterns.keep()
    assert compared.patterns.kept == {"under XP": JOINED}
    path = tmp_path / "kept.treecompare"
    compared.files.file.save_as(str(path))
    compare(qtbot, compared, Files(resources.samples()[0].gold, (("", resources.samples()[0].systems[0]),)))
    assert compared.patterns.kept == {}
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.files.open(str(path))
    sheet = compared.patterns.saved_patterns()
    assert [(one.title, one.about) for one in sheet.shown] == [("under XP", JOINED)]
    sheet.run_button.click()
    assert shown(compared) == found and space(compared).sentences.pattern() == JOINED
    sheet = compared.patterns.saved_patterns()
    sheet.remove_button.click()
    assert compared.patterns.kept == {} and not sheet.run_button.isEnabled()
    sheet.reject()


def test_patterns_of_an_older_file_are_turned_round_once(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    from treecompare.saved.project import Project
    from treecompare.saved.state import turned_round

    sample = next(one for one in resources.samples() if one.key == "dependencies")
    treebanks = [("gold", "", sample.gold), ("system", "one", sample.systems[0])]
    path = tmp_path / "older.treecompare"
    Project.create(path, treebanks, {"patterns": {"low": "gold: nmod=x < NOUN  system: x < VERB"}}).close()
    preferences.add_known(str(path))
    told: list[str] = []
    window.files.file.told.connect(told.append)
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        window.files.open(str(path))
    assert window.patterns.kept == {"low": "gold: nmod=x > NOUN  system: x > VERB"}
    assert told == ["A kept pattern was turned round: A > B means that A depends on B, as in trees; it was A < B."]
    window.files.file.close()
    project = Project.open(path)
    assert project.state["patterns"] == {"low": "gold: nmod=x > NOUN  system: x > VERB"}
    assert turned_round(project.state)[1] == 0
    project.close()


def test_among_many_sentences_the_window_stays_alive(
    qtbot: QtBot, compared: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentences_panel, "LARGE", 10)
    panel = space(compared).sentences
    look_for(qtbot, compared, JOINED)
    assert panel.looking.is_busy and panel.filter_bar.looking.isVisible() and len(shown(compared)) == 60
    qtbot.waitUntil(lambda: not panel.looking.is_busy, timeout=10_000)
    comparison = compared.session.comparison
    assert comparison is not None
    hits = [comparison.find(comparison.compiled(JOINED), system) for system in (0, 1)]
    assert shown(compared) == np.flatnonzero(hits[0].matches).tolist()
    panel.go_to_row(0)
    assert len(panel.nodes_found()) == 2
    panel.picker_a.choose("e.roof.dice")  # other measures: what was found is known
    assert not panel.looking.is_busy and shown(compared) == np.flatnonzero(hits[0].matches).tolist()
    space(compared).systems.choose(1)
    qtbot.waitUntil(lambda: shown(compared) == np.flatnonzero(hits[1].matches).tolist(), timeout=10_000)
    look_for(qtbot, compared, "gold: PP=x <")
    assert "character 13" in panel.filter_bar.fault.text() and not panel.looking.is_busy


def test_labels_and_expressions_are_looked_for_beside_the_window(
    qtbot: QtBot, compared: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = space(compared).sentences
    word = panel.sentences[7].split()[0]
    wishes = [Filter(text="XP", where="labels"), Filter(text=rf"^{word}\b", is_regex=True)]
    wanted = []
    for wish in wishes:
        panel.set_filter(wish)
        assert not panel.looking.is_busy
        wanted.append(shown(compared))
    assert all(0 < len(rows) < 60 for rows in wanted), wanted
    panel.set_filter(Filter())
    monkeypatch.setattr(sentences_panel, "VERY_LARGE", 10)
    for wish, rows in zip(wishes, wanted, strict=True):
        panel.set_filter(wish)
        assert panel.looking.is_busy
        qtbot.waitUntil(lambda: not panel.looking.is_busy, timeout=10_000)
        assert shown(compared) == rows
        panel.picker_a.choose("e.roof.dice" if panel.key_a != "e.roof.dice" else "e.whole.dice")
        assert not panel.looking.is_busy and shown(compared) == rows
    panel.set_filter(Filter(text="(", is_regex=True))
    assert "Not a regular expression" in panel.filter_bar.fault.text() and not panel.looking.is_busy


def test_reset_stops_the_search(qtbot: QtBot, compared: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences_panel, "LARGE", 10)
    panel, ended = space(compared).sentences, threading.Event()
    comparison = compared.session.comparison
    assert comparison is not None

    def find(_pattern: object, _system: int, cancel: np.ndarray) -> None:
        while not cancel[0]:
            time.sleep(0.005)
        ended.set()
        raise Cancelled

    monkeypatch.setattr(comparison, "find", find)
    look_for(qtbot, compared, JOINED)
    assert panel.looking.is_busy
    panel.filter_bar.reset_button.click()
    assert ended.wait(2) and not panel.looking.is_busy
    assert len(shown(compared)) == 60 and not panel.filter_bar.looking.isVisible()
