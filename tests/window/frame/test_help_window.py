"""The help: a window beside the others, and a search through all of its pages."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from treecompare.window.frame.help import HelpWindow
from treecompare.window.frame.program import FrameWindow


@pytest.fixture
def help_window(qtbot: QtBot, program: FrameWindow) -> HelpWindow:
    program.run("measures")
    (found,) = program.findChildren(HelpWindow)
    qtbot.waitExposed(found)
    return found


def listed(of: HelpWindow) -> list[str]:
    return [of.results.item(row).text() for row in range(of.results.count())]


def test_it_leaves_the_window_usable_and_there_is_one(program: FrameWindow, help_window: HelpWindow) -> None:
    assert help_window.isVisible() and not help_window.isModal() and program.isEnabled()
    assert help_window.browser.accessibleName() == "What the measures count"
    program.run("keyboard")
    assert program.findChildren(HelpWindow) == [help_window]
    assert help_window.windowTitle() == "Keyboard" and "Ctrl+K" in help_window.browser.toPlainText()
    assert len(listed(help_window)) == len(help_window.pages) >= 20


def test_words_are_found_in_every_page(help_window: HelpWindow) -> None:
    """The section where all of them are is shown, and they are lit."""
    QTest.keyClicks(help_window.field, "chance holm")
    assert any(one.endswith("The window") for one in listed(help_window))
    for section in help_window.places:
        assert "holm" in section.text and "chance" in section.text
    place = next(one for one in help_window.places if one.page.name == "window")
    help_window.results.setCurrentRow(help_window.places.index(place))
    assert help_window.windowTitle() == "The window"
    document = help_window.browser.document()
    blocks = [document.findBlockByNumber(number) for number in range(document.blockCount())]
    headings = [one for one in blocks if one.blockFormat().headingLevel()]
    assert headings[place.number].text() == place.title
    top = document.documentLayout().blockBoundingRect(headings[place.number]).top()
    assert help_window.browser.verticalScrollBar().value() == min(
        int(top) - 8, help_window.browser.verticalScrollBar().maximum()
    )
    assert help_window.browser.verticalScrollBar().value() > 0
    assert {one.cursor.selectedText().casefold() for one in help_window.browser.extraSelections()} == {
        "chance",
        "holm",
    }  # type: ignore[attr-defined]


def test_titles_come_first_and_arrows_go_through_what_was_found(help_window: HelpWindow) -> None:
    QTest.keyClicks(help_window.field, "walk")
    titles = ["walk" in one.splitlines()[0].casefold() for one in listed(help_window)]
    assert titles == sorted(titles, reverse=True) and titles[0] and not titles[-1]
    QTest.keyClick(help_window.field, Qt.Key.Key_Down)
    assert help_window.results.currentRow() == 1


def test_nothing_found_is_said_and_escape_shows_all_again(qtbot: QtBot, help_window: HelpWindow) -> None:
    QTest.keyClicks(help_window.field, "xyzzyx")
    assert listed(help_window) == ["Nothing found"]
    QTest.keyClick(help_window, Qt.Key.Key_Escape)
    assert not help_window.field.text() and len(listed(help_window)) == len(help_window.pages)
    with qtbot.waitSignal(help_window.destroyed):
        QTest.keyClick(help_window, Qt.Key.Key_Escape)


def test_what_is_found_stands_under_its_heading_on_every_page(help_window: HelpWindow) -> None:
    for page in help_window.pages:
        help_window.show_page(page.name)
        document = help_window.browser.document()
        blocks = [document.findBlockByNumber(number) for number in range(document.blockCount())]
        headings = [one.text() for one in blocks if one.blockFormat().headingLevel()]
        assert headings == [one.title for one in page.sections()], page.name
