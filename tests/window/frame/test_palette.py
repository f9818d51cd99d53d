"""The palette over the frame: a letter is seen at once, rows follow; what was typed a moment ago is what Return chooses."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.window.frame.conftest import Open, settle
from tests.window.frame.samples import compare
from tests.window.frame.toy import Toy
from treecompare.jobs import base
from treecompare.jobs.finding import RECENT, SENTENCES, ranked
from treecompare.window.frame.form import FormSheet
from treecompare.window.frame.palette import Palette
from treecompare.window.frame.program import FrameWindow
from treecompare.window.frame.window import Window

KEY = Qt.Key
SEEN, FOLLOWED = 0.03, 0.2
"""Seconds after which a letter is seen, and rows have followed, at 50,000 sentences."""


def palette_of(window: Window) -> Palette:
    window.search()
    (found,) = window.findChildren(Palette)
    return found


def test_a_letter_is_seen_at_once_and_rows_follow(qtbot: QtBot, open_window: Open) -> None:
    window = open_window(Toy(50_000))
    palette = palette_of(window)
    seen, followed = list[float](), list[float]()
    for letter in "word49999":
        before = time.perf_counter()
        QTest.keyClicks(palette.field, letter)
        palette.field.repaint()
        seen.append(time.perf_counter() - before)
        qtbot.waitUntil(lambda: not palette._soon.isActive())
        followed.append(time.perf_counter() - before)
    assert min(seen) < SEEN and min(followed) < FOLLOWED, (seen, followed)
    assert palette.list.topLevelItemCount() or not palette.found


def test_what_was_typed_a_moment_ago_is_what_return_chooses(window: Window, toy: Toy) -> None:
    palette = palette_of(window)
    first = palette.found[0].title
    QTest.keyClicks(palette.field, "say")
    assert palette.list.topLevelItem(1) is not None and palette._found[0].title == first  # rows are not made yet
    QTest.keyClick(palette.field, KEY.Key_Return)
    assert [action for _, action, _ in toy.told] == ["say"]


def test_what_was_chosen_last_comes_first(window: Window) -> None:
    for typed in ("full screen", "full screen", "next place"):
        palette = palette_of(window)
        assert not palette.field.text()
        QTest.keyClicks(palette.field, typed)
        QTest.keyClick(palette.field, KEY.Key_Return)
        settle(window)
    recent = [one.title for one in palette_of(window).found if one.group == RECENT]
    assert recent == ["Next place", "Full screen"]


def test_arrows_go_through_what_was_typed_and_escape_goes_back(window: Window) -> None:
    window.list.setFocus()
    palette = palette_of(window)
    QTest.keyClicks(palette.field, "copy")
    QTest.keyClick(palette.field, KEY.Key_Down)
    count = len(palette.found)
    assert count > 2 and palette.current() is palette.found[1]
    for key, wanted in ((KEY.Key_Up, 0), (KEY.Key_Up, count - 1), (KEY.Key_Tab, 0), (KEY.Key_Backtab, count - 1)):
        QTest.keyClick(palette.field, key)
        assert palette.current() is palette.found[wanted]
    QTest.keyClick(palette.field, KEY.Key_Escape)
    assert not [one for one in window.findChildren(Palette) if one.isVisible()] and window.list.hasFocus()


def test_sentences_are_found_by_number_and_by_words(open_window: Open) -> None:
    window = open_window(compare("first-comparison"))
    palette = palette_of(window)
    palette.field.setText("umbrella")
    assert [one.group for one in palette.found] == [SENTENCES] and "umbrella" in palette.found[0].title
    palette.choose()
    assert window.job is not None and "umbrella" in str(window.list.places_model.shown.columns[1].text(window.place))
    window.show_tab(1)
    settle(window)
    palette = palette_of(window)
    palette.field.setText("rankings under")
    assert "Overview" in [one.group for one in palette.found]  # tables are no sentences


def test_a_command_of_another_tab_leads_there(window: Window, toy: Toy) -> None:
    other = toy._overview()
    other.commands = list  # type: ignore[method-assign]
    window.show_tab(1)
    settle(window)
    palette = palette_of(window)
    palette.field.setText("say")
    palette.choose()
    assert window.job is toy and toy.told == [([window.place], "say", None)]


def test_what_can_be_exported_is_found_by_its_formats(window: Window) -> None:
    for typed, wanted in (("tsv", "list"), ("csv", "list"), ("svg", "drawing"), ("export list", "list")):
        palette = palette_of(window)
        palette.field.setText(typed)
        palette.choose()
        sheet = window.findChildren(FormSheet)[-1]
        assert sheet.values["what"] == wanted, typed
        sheet.reject()
        settle(window)


def test_what_cannot_be_done_now_says_so(window: Window, toy: Toy) -> None:
    toy.commands = lambda: [base.Command("say", "Say it loud", can=False)]  # type: ignore[method-assign]
    palette = palette_of(window)
    palette.field.setText("say it loud")
    palette.choose()
    assert palette.hint.text() == "Not now: not now" and not toy.told and palette.isVisible()


def test_what_applies_elsewhere_is_found_and_settings_by_their_words(program: FrameWindow) -> None:
    entries = program.entries()
    assert [(one.title, one.missing) for one in ranked("mirrored", entries)] == [("Mirrored", "not now")]
    assert ranked("slanted", entries)[0].shown == "Settings: Edges of trees"


def test_every_command_is_found_with_its_key(window: Window) -> None:
    found: Sequence[tuple[str, str]] = [(one.title, one.keys) for one in palette_of(window).source.entries]
    assert ("Find", "/") in found and ("Why", "I") in found and ("Letters are commands", "") in found
    titles = {title for title, _ in found}
    assert {one.title for one in window.commands() if one.key != "search"} <= titles


def test_no_row_is_seen_by_half(open_window: Open) -> None:
    for height in (420, 480, 600, 800):
        palette = palette_of(window := open_window(Toy(), 900, height))
        palette.field.setText("e")
        assert palette.found
        QApplication.processEvents()
        room, row = palette.list.viewport().height(), palette.list.sizeHintForRow(0)
        assert room % row <= 4 and palette.geometry().bottom() < window.height()


def test_a_box_with_many_choices_lists_these_below_their_own_headings(window: Window) -> None:
    """No command is among them, and nobody is asked for one."""
    options = [("", "E-mapping"), ("e", "E-Dice"), ("", "T-mapping"), ("t", "T-Dice")]
    window.search_pick(base.Pick("a", "A", options, "e"))
    (found,) = window.findChildren(Palette)
    assert "command" not in found.field.placeholderText().casefold()
    rows = [found.list.topLevelItem(row).text(0) for row in range(found.list.topLevelItemCount())]
    assert rows == ["E-mapping", "A: E-Dice", "T-mapping", "A: T-Dice"]
