"""Sheets: what changes in Scoring is previewed before it is applied; lists to choose from; the last filter again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.app.helpers import press, shown, space
from treecompare import resources
from treecompare.app.session.preview import Previewed
from treecompare.app.window.sheet_commands import SettingsSheet
from treecompare.app.window.window import MainWindow
from treecompare.measures import measure
from treecompare.registry import is_here

pytestmark = pytest.mark.own_window


def score_of(window: MainWindow, system: int) -> str:
    key = space(window).sentences.key_a
    return measure(key).shown(space(window).systems.model.score(system, key))


def test_scoring_shows_what_a_change_would_do_and_applies_it(qtbot: QtBot, compared: MainWindow) -> None:
    sheet = compared.sheets.scoring()
    assert sheet is not None and not sheet.apply_button.isEnabled()
    before = {name: label.text() for name, (label, _) in sheet.figures.items()}
    assert before == {name: score_of(compared, system) for system, name in enumerate(("one", "two"))}
    box = sheet.boxes["missing"]
    box.setCurrentIndex(box.findData("zero"))
    box.activated.emit(box.currentIndex())
    assert sheet.effect.text() == "computing…"
    qtbot.waitUntil(lambda: sheet.effect.text() == "", timeout=10_000)
    previewed = {name: label.text() for name, (_, label) in sheet.figures.items()}
    assert previewed["two"].startswith("→ ")  # it lacks a parse
    assert compared.scoring.settings.missing == "skip"  # nothing is changed yet
    turned = dict(zip(before, reversed(before.values()), strict=True))
    sheet._show(Previewed(sheet.settings, turned))
    assert sheet.effect.text().startswith("another order: ")
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        sheet.apply_button.click()
    assert compared.session.settings is not None and compared.session.settings.missing == "zero"
    for system, name in enumerate(("one", "two")):
        now = score_of(compared, system)
        assert previewed[name] == ("=" if now == before[name] else f"→ {now}")
    assert score_of(compared, 1) != before["two"]


def test_what_is_cancelled_changes_nothing(qtbot: QtBot, compared: MainWindow) -> None:
    compared.toolbar.scoring.click()
    sheet = compared.sheets.scoring()
    assert sheet is not None
    box = sheet.boxes["preterminals"]
    for value, is_changed in (("no", True), ("auto", False), ("no", True)):
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())
        assert sheet.apply_button.isEnabled() == is_changed
    sheet.reject()
    QTest.qWait(20)
    assert not compared.session.is_busy and compared.scoring.settings.preterminals == "auto"


def test_samples_are_found_by_what_one_learns_from_them(qtbot: QtBot, window: MainWindow) -> None:
    sheet = window.opener.samples()
    shipped = [*resources.samples(), *resources.versions_samples()]
    assert [one.title for one in sheet.shown] == [one.title for one in shipped if is_here(one.key)]
    assert all(one.about for one in sheet.shown)
    sheet.field.setText("hebrew lattices")
    assert [one.title for one in sheet.shown] == ["Words that differ"]
    sheet.field.setText("no such thing")
    assert not sheet.shown and not sheet.run_button.isEnabled()
    sheet.field.setText("high or low")
    with qtbot.waitSignal(window.session.ended, timeout=20_000):
        sheet.run_button.click()
    assert window.is_comparing


def test_escape_clears_the_filter_and_a_key_repeats_it(qtbot: QtBot, compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    press(qtbot, compared, Qt.Key.Key_Period)
    assert compared.messages.text() == "Nothing was filtered yet."
    bar.shortest.setValue(8)
    qtbot.waitUntil(lambda: 0 < len(shown(compared)) < 60)
    found = shown(compared)
    space(compared).sentences.go_to_row(1)
    sentence = space(compared).sentences.current_sentence()
    press(qtbot, compared, Qt.Key.Key_Escape)
    assert len(shown(compared)) == 60 and space(compared).sentences.current_sentence() == sentence
    press(qtbot, compared, Qt.Key.Key_Period)
    assert shown(compared) == found and bar.shortest.value() == 8


def test_the_buttons_of_the_columns_sheet_are_on_a_low_screen(qtbot: QtBot, compared: MainWindow) -> None:
    """A screen of 1600 x 1000 at scale 2: the sheet was as high as all columns of the sentences."""
    sheet = compared.sheets.columns()
    assert sheet.minimumSizeHint().height() <= 450
    sheet.tabs.setCurrentIndex(1)
    assert all(box.isVisible() for box in sheet.boxes.values())
    sheet.close()


def test_edges_slant_where_that_is_wanted(compared: MainWindow) -> None:
    compared.actions_.by_name["settings"].trigger()
    sheet = compared.findChild(SettingsSheet)
    assert sheet is not None
    edges, view = sheet.actions_["Edges of trees"], space(compared).drawing_view
    assert edges["upright"].isChecked() and view.drawing is not None
    for how in ("slanted", "upright"):
        edges[how].trigger()
        assert view.drawing.is_slanted == (how == "slanted")
        options = space(compared).view_shown.drawing_options(space(compared).wanted())
        assert ("--slanted-edges" in options) == (how == "slanted")
    edges["slanted"].trigger()
    space(compared).sentences.step(1)
    assert view.drawing.is_slanted
