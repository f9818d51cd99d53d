"""The fields of the filter: what is left in them, and whether their text has room."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import shown, sized, space
from treecompare.analyses.filters import Filter
from treecompare.analyses.sentence_list import COLUMN_KEYS
from treecompare.app.panes.filter_bar import TYPING_PAUSE
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.scores.table import SCORED, SKIPPED


def has_clear_button(window: MainWindow) -> bool:
    return any(button.isVisible() for button in space(window).sentences.filter_bar.text.findChildren(QToolButton))


def test_the_button_that_clears_the_field_stands_in_its_middle(dressed: MainWindow) -> None:
    field = space(dressed).sentences.filter_bar.text
    field.setText("x")
    (button,) = field.findChildren(QToolButton)
    assert abs(button.geometry().center().y() - field.rect().center().y()) <= 1


def test_an_empty_field_has_no_button_to_empty_it(qtbot: QtBot, compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    for fill in (lambda: bar.text.setText("dog"), lambda: bar.choose_pattern("gold: NP")):
        fill()
        qtbot.waitUntil(lambda: has_clear_button(compared))
        heard: list[object] = []
        bar.changed.connect(heard.append)
        bar.reset()
        assert not bar.text.text()
        qtbot.waitUntil(lambda: not has_clear_button(compared))
        qtbot.wait(2 * TYPING_PAUSE)
        assert len(heard) == 1  # nothing is looked for a second time
        bar.changed.disconnect(heard.append)


def test_fields_are_as_high_as_their_text(qtbot: QtBot, compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    bar.more_button.setChecked(True)
    compared.actions_.turn("theme", "light")
    for larger in (0, 5):
        compared.view.change_text_size(larger)
        QTest.qWait(50)
        for box in (bar.shortest, bar.longest, bar.difference):
            # a pixel above and below, as in any other field
            assert box.lineEdit().height() >= box.fontMetrics().height() + 2


def test_a_filter_that_hides_everything_says_so_and_can_be_lifted(qtbot: QtBot, compared: MainWindow) -> None:
    views, told = space(compared), "No sentence matches the filter."
    picture = views.view_shown.picture
    for pane, label in (
        ("explain", views.explain.about), ("errors", views.errors.nothing.label), ("notes", views.notes.nothing.label),
    ):  # fmt: skip
        compared.show_dock(pane)
        views.sentences.filter_bar.show_wish(Filter(text="no such word", shortest=2))
        qtbot.waitUntil(lambda: picture.note.isVisible())
        assert picture.note.text() == told
        assert views.sentences.empty.text() == "No sentence matches the filter:\n“no such word”, ≥ 2 words"
        assert label.text() == told
        assert picture.clear_filter.isVisible() and not picture.view.isVisible()
        way_out = picture.clear_filter if pane == "explain" else getattr(views, pane).nothing.button
        qtbot.mouseClick(way_out, Qt.MouseButton.LeftButton)
        assert pane != "notes" or not label.isVisible()
        assert len(shown(compared)) == 60 and views.sentences.table.hasFocus()
        assert picture.view.isVisible() and not picture.note.isVisible()


def test_a_sentence_that_cannot_be_drawn_is_no_matter_of_the_filter(compared: MainWindow) -> None:
    views = space(compared)
    views.systems.choose(1)
    views.sentences.go_to_sentence(10)  # it has no parse
    assert not views.view_shown.picture.clear_filter.isVisible()
    compared.close_comparison()
    assert "Choose a sentence" in views.view_of(None).picture.note.text()


def test_each_filter_is_a_chip_that_takes_it_away(compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    bar.show_wish(Filter("dog", differing=True, shortest=3, longest=9, difference=1, status=SCORED))
    texts = [chip.property("said") for chip in bar.chips]
    assert texts == ["Differ", "3–9 words", "Rank difference ≥ 1", "scored"]
    assert all(chip.isVisible() for chip in bar.chips)
    bar.chips[1].click()
    assert bar.wish() == Filter("dog", differing=True, difference=1, status=SCORED)
    bar.chips[0].click()
    assert [chip.property("said") for chip in bar.chips] == ["Rank difference ≥ 1", "scored"]
    bar.reset_button.click()
    assert bar.wish() == Filter() and not bar.chips and not bar.reset_button.isVisible()
    bar.show_wish(Filter(longest=9))
    assert [chip.property("said") for chip in bar.chips] == ["≤ 9 words"]


def test_the_order_is_said(compared: MainWindow) -> None:
    sentences = space(compared).sentences
    said = sentences.filter_bar.order
    assert said.text() == ""
    for key, is_down, wanted in (
        ("score_a", False, "worst under A first"), ("score_b", True, "best under B first"),
        ("changed", True, "most changes first"), ("length", True, "by Length, largest first"), ("number", False, ""),
    ):  # fmt: skip
        order = Qt.SortOrder.DescendingOrder if is_down else Qt.SortOrder.AscendingOrder
        sentences.table.sortByColumn(COLUMN_KEYS.index(key), order)
        assert said.text() == wanted


@pytest.mark.parametrize(
    ("typed", "missing"),
    [("PP=x > (NP", "')'"), ("PP >", "a label"), ("gold: NP=x <", "a label"), ("gold:", "a label")],
)
def test_an_unfinished_pattern_is_told_and_the_list_stays(
    qtbot: QtBot, compared: MainWindow, typed: str, missing: str
) -> None:
    bar = space(compared).sentences.filter_bar
    bar.text.setText("dog")
    qtbot.wait(2 * TYPING_PAUSE)
    before = shown(compared)
    bar.text.setText(typed)
    qtbot.waitUntil(lambda: bar.fault.isVisible())
    assert bar.fault.text().startswith("Pattern not finished: ") and missing in bar.fault.text()
    assert bar.text.property("fault") and shown(compared) == before
    bar.text.setText("dog")
    qtbot.waitUntil(lambda: not bar.fault.isVisible())


def test_words_with_signs_are_words(qtbot: QtBot, compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    for typed in ("IBM < 5 per", "A & B", "profit > loss", "x <", "AT&T >"):
        bar.text.setText(typed)
        assert not bar.is_pattern(), typed


def test_sentences_in_which_all_systems_differ(compared: MainWindow) -> None:
    views, comparison = space(compared), compared.session.comparison
    assert comparison is not None
    bar, table = views.sentences.filter_bar, comparison.table
    bar.more_button.click()
    bar.all_differ.click()
    wanted = [one for one in range(60) if all(table.changed(system)[one] > 0 for system in range(len(table.systems)))]
    assert 0 < len(wanted) < 60 and sorted(views.sentences.model.order) == wanted
    assert [chip.property("said") for chip in bar.chips] == ["All systems differ"]
    assert all("functions" in one.toolTip() for one in (bar.chips[0], bar.all_differ))
    bar.reset_button.click()
    assert not bar.all_differ.isChecked() and len(shown(compared)) == 60


def test_every_field_is_in_sight_in_a_narrow_drawer(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    window.actions_.turn("theme", "light")
    compare(qtbot, window, replace(files, systems=files.systems[:1]))
    sized(window, 800, 600)
    space(window).layout.open_drawer(True)
    bar = space(window).sentences.filter_bar
    bar.show_judgements(["PPN"], has_notes=True, has_verdicts=True)
    bar.more_button.click()
    fields = [one for one in bar.fields if not one.isHidden()]
    assert {bar.status, bar.judged} <= set(fields)
    qtbot.waitUntil(lambda: all(bar.rect().contains(QRect(one.mapTo(bar, QPoint()), one.size())) for one in fields))


def test_who_shows_all_sentences_again_is_told_the_way_back(compared: MainWindow) -> None:
    bar = space(compared).sentences.filter_bar
    bar.choose(SKIPPED)
    compared.messages.clear()
    for show_all in (compared.commands.back, bar.reset_button.click, compared.commands.reset_filter):
        compared.messages.clear()
        show_all()
        assert not bar.is_set() and "filters as before" in compared.messages.text()
        compared.commands.repeat_filter()
        assert bar.is_set()
