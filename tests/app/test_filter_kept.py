"""A filter is said wherever its list is out of sight, comes back with the comparison, and marks are one key away."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.app.helpers import layout_of, shown, sized, space
from tests.conftest import stride
from treecompare.analyses.filters import MARKED, Chosen, Filter, restored
from treecompare.app.shell.layout import OVERVIEW, SENTENCE
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.comparison.judgements import CORRECT, NOTE, PHENOMENON, YES
from treecompare.scores.table import SCORED

FILTERS = (
    Filter("dog"),
    Filter("gold: JJ=x", "pattern", shortest=3),
    Filter(differing=True, all_differ=True, status=SCORED),
    Filter(judged=MARKED),
    Filter(judged="PPV"),
    Filter(chosen=Chosen("one: PP attachment", frozenset({2, 3, 7}))),
)


def marked(window: MainWindow) -> None:
    changes = [(PHENOMENON, 3, "", "PPV", YES), (CORRECT, 5, "one", "", YES), (NOTE, 9, "", "", "look")]
    space(window).notes.edited.emit(changes, "marks")


@pytest.mark.parametrize("wanted", FILTERS[:: stride(3)])
def test_it_comes_back_with_the_comparison(qtbot: QtBot, compared: MainWindow, tmp_path: Path, wanted: Filter) -> None:
    views, bar = space(compared), space(compared).sentences.filter_bar
    marked(compared)
    bar.show_wish(wanted)
    views.sentences.go_to_row(1)
    sentences, sentence, told = shown(compared), views.sentences.current_sentence(), bar.told()
    assert 0 < len(sentences) < 60
    compared.files.file.save_as(str(tmp_path / "c.treecompare"))
    compared.close_comparison()
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.open_comparison(Files(str(tmp_path / "c.treecompare"), ()))
    # what is looked at comes back with the rows, which may be some steps behind the last count
    now = space(compared).sentences
    kept = sentences, sentence, told
    qtbot.waitUntil(lambda: (shown(compared), now.current_sentence(), now.filter_bar.told()) == kept, timeout=20_000)


@pytest.mark.parametrize("wanted", FILTERS)
def test_what_is_kept_of_it(wanted: Filter) -> None:
    assert restored(wanted.stored()) == wanted
    assert restored({**wanted.stored(), "of another version": 1}) == wanted


def test_where_the_list_is_out_of_sight_the_foot_says_it(qtbot: QtBot, compared: MainWindow) -> None:
    layout, bar = layout_of(compared), space(compared).sentences.filter_bar
    sized(compared, 800, 600)
    said = layout.filtered
    assert not said.isVisible()
    bar.choose_sentences(Chosen("one: PP attachment that is said at length, & more", frozenset({2, 3, 7})))
    assert said.isVisible() and said.chip.text().startswith("3 of 60 · one: PP") and said.chip.text().endswith("✕")
    assert said.chip.width() < 320 and layout.feet.isVisible()
    layout.show_tab(OVERVIEW)
    assert not said.isVisible()
    layout.show_tab(SENTENCE)
    sized(compared, 1280, 800)
    assert not said.isVisible()  # the list has its chip
    layout.stand_alone(True)
    assert said.isVisible()
    qtbot.mouseClick(said.chip, Qt.MouseButton.LeftButton)
    assert not said.isVisible() and len(shown(compared)) == 60
    assert bar.repeat() and said.isVisible()


def test_what_is_marked_is_one_key_away(qtbot: QtBot, compared: MainWindow) -> None:
    views = space(compared)
    compared.commands.show_marked()
    assert "T marks a sentence" in compared.messages.text() and len(shown(compared)) == 60
    pane = compared.panes.by_name["sentences"]
    assert pane.notice == ""
    marked(compared)
    assert pane.notice == "3 marked"
    views.sentences.filter_bar.show_wish(Filter("zebra"))
    qtbot.keyClick(views.sentences.table, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    assert shown(compared) == [3, 5, 9]
    qtbot.keyClick(views.sentences.table, Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier)
    assert len(shown(compared)) == 60
    pane.open_notice()
    assert shown(compared) == [3, 5, 9]
    views.systems.choose(1)  # of whose analysis nothing was said
    assert shown(compared) == [3, 9] and pane.notice == "2 marked"
