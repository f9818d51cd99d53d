"""The frame of the window: the drawing has most of it, everything else can be reached, moved, hidden and brought back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QComboBox,
    QCommandLinkButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import note_down, press, sized, sort_by, space
from treecompare.analyses.sentence_list import COLUMN_KEYS
from treecompare.app.common import preferences
from treecompare.app.common.bar import Bar
from treecompare.app.drawings.control_bar import DRAWN, LAYOUT
from treecompare.app.shell.layout import OVERVIEW, SENTENCE
from treecompare.app.shell.room import INSPECTOR, RAIL
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED

pytestmark = pytest.mark.own_window

SMALL = ((800, 600), (800, 500))
"""The second is 1600 x 1000 at a scale factor of 2."""


def test_words_of_every_sentence_are_seen(compared: MainWindow) -> None:
    for size in (*SMALL, (1280, 800), (1600, 1000)):
        sized(compared, *size)
        note_down(compared, [("note", 0, "", "", "A note that is rather long")], "note")
        table, words = space(compared).sentences.table, COLUMN_KEYS.index("words")
        left = table.columnViewportPosition(words)
        room = min(table.columnWidth(words), table.viewport().width() - left)
        metrics = table.fontMetrics()
        for row in range(table.model().rowCount()):
            text = table.model().index(row, words).data()
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room - 12).rstrip("…")
            assert left >= 0 and (shown == text or len(shown) >= 20), (row, shown)


def test_nothing_lies_over_anything(compared: MainWindow) -> None:
    for size in (*SMALL, (1024, 768), (1280, 800), (1600, 1000)):
        compared.actions_.turn("theme", "light")
        sized(compared, *size)
        views = space(compared)
        views.layout.open_inspector(False)
        compared.messages.clear()
        QTest.qWait(20)
        view = views.drawing_view
        everything = [
            compared.menuBar(), compared.toolbar, views.systems, views.sentences, views.layout.tabs, view.canvas, view.foot,
            views.layout.rail, *view.controls.findChildren(QToolButton),
        ]  # fmt: skip
        parts = [one for one in everything if one.isVisible()]
        places = [QRect(one.mapTo(compared, QPoint()), one.size()) for one in parts]
        for number, place in enumerate(places):
            assert compared.rect().contains(place), parts[number]
            assert parts[number].width() > 8 and parts[number].height() > 8, parts[number]
            for other in range(number):
                assert not place.intersects(places[other]), (parts[number], parts[other])
        within = [
            one
            for one in compared.toolbar.findChildren(QWidget)
            if one.isVisible() and one.parent() is compared.toolbar
        ]
        places = [one.geometry() for one in within]
        for number, place in enumerate(places):
            assert compared.toolbar.rect().contains(place) and place.width() > 0, within[number]
            assert not any(place.intersects(places[other]) for other in range(number)), within[number]


def offered(bar: Bar) -> list[str]:
    """What of a bar can be reached: its buttons that are seen, and what is behind …."""
    shown = [one for one in bar.findChildren(QToolButton) if one.isVisible() and one is not bar.more]
    assert all(bar.rect().contains(QRect(one.mapTo(bar, QPoint()), one.size())) for one in shown)
    bar.menu.aboutToShow.emit()
    behind = [one.text() for one in bar.menu.actions() if one.text()]
    assert not behind or bar.more.isVisible()
    return [one.defaultAction().text() for one in shown] + behind


def test_everything_of_the_drawing_bar_can_be_reached(compared: MainWindow) -> None:
    for size in (*SMALL, (640, 480), (1024, 768), (1280, 800), (1600, 1000)):
        sized(compared, *size)
        bar = space(compared).drawing_view.controls
        titles = [
            "A spans", "B tree distance", "Mirrored", "Side by side", "Merged", "All systems", "Fold", "Smaller", "Larger", "Fit",
            "List of changes", "Left-out words",
        ]  # fmt: skip
        found = offered(bar)
        assert set(titles) <= set(found) and len(found) == len(set(found))


def test_the_drawing_bar_gives_way_from_the_right(compared: MainWindow) -> None:
    bar = space(compared).alignment.view.controls
    behind: dict[int, list[str]] = {}
    for width in (1600, 1280, 700, 560):
        sized(compared, width, 600)
        QTest.qWait(10)
        bar.menu.aboutToShow.emit()
        behind[width] = [one.text() for one in bar.menu.actions() if one.text()]
        button = bar.parts[DRAWN].buttons[bar.parts[DRAWN].actions()[1]]
        assert button.text() in ("B tree distance", "B")
    assert behind[1600] == behind[1280] == ["List of changes", "Left-out words"]
    assert behind[700][0] in ("Smaller", "Fit") and set(behind[700]) < set(behind[560])
    assert "A spans" not in behind[560]
    layout = bar.parts[LAYOUT]
    assert layout.buttons[layout.actions()[1]].accessibleName().startswith("Side by side: ")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_pictures_are_seen_in_every_theme(qtbot: QtBot, compared: MainWindow, files: Files, theme: str) -> None:
    compared.close_comparison()
    compared.actions_.turn("theme", theme)
    sized(compared, 800, 600)
    compare(qtbot, compared, files)
    QTest.qWait(20)
    ground = compared.palette().window().color().lightness()
    buttons = [one for one in compared.findChildren(QToolButton) if one.isVisible() and not one.icon().isNull()]
    assert len(buttons) >= 12
    for button in buttons:
        image = button.icon().pixmap(16, 16).toImage()
        inked = [image.pixelColor(x, y) for x in range(16) for y in range(16) if image.pixelColor(x, y).alpha() > 120]
        assert inked and all(abs(one.lightness() - ground) > 80 for one in inked), button.toolTip()


def test_messages_cover_nothing_but_the_foot_where_there_is_a_sheet(compared: MainWindow) -> None:
    sized(compared, 800, 600)
    layout = space(compared).layout
    layout.open_inspector(True)
    compared.tell("Copied: 200 · bllip")
    sheet = QRect(layout.inspector.mapTo(compared, QPoint()), layout.inspector.size())
    assert compared.messages.isVisible() and not compared.messages.geometry().intersects(sheet)


def test_messages_lie_over_the_foot_of_the_left_column(qtbot: QtBot, compared: MainWindow) -> None:
    compared.actions_.turn("theme", "light")
    for size in ((1600, 1000), (1024, 768), (800, 600)):
        sized(compared, *size)
        compared.tell("Saved: somewhere")
        messages = compared.messages
        assert messages.isVisible() and messages.text() == "Saved: somewhere"
        area = messages.geometry()
        assert area.bottom() == compared.height() - 1 and compared.rect().contains(area)
        left = space(compared).layout.left
        assert area.width() == left.width() if size[0] > 900 else area.left() == RAIL
        compared.progress.show_progress(4_200, 15_000)
        assert not compared.progress.isVisible()  # what takes no time does not flicker
        qtbot.waitUntil(compared.progress.isVisible)
        assert messages.height() > area.height()
        assert messages.geometry().bottom() == compared.height() - 1
        messages.clear()
        assert messages.isVisible() and not messages.text()
        compared.progress.end()
        assert not messages.isVisible()


def test_messages_cover_no_row_and_go_with_what_they_are_about(compared: MainWindow) -> None:
    sized(compared, 1280, 800)
    sentences = space(compared).sentences.table
    compared.messages.clear()
    high = sentences.height()
    compared.tell("All is compared.")
    QTest.qWait(20)
    bottom = sentences.mapTo(compared, sentences.rect().bottomLeft()).y()
    assert bottom <= compared.messages.y() and sentences.height() < high
    compared.messages.clear()
    QTest.qWait(20)
    assert sentences.height() == high
    compared.tell("All is compared.")
    compared.close_comparison()
    assert compared.messages.text() == ""


def test_measures_have_room_in_the_tool_bar(compared: MainWindow) -> None:
    for width in (1178, 1280, 1600):
        sized(compared, width, 720)
        for picker in compared.toolbar.pickers:
            picker.choose("t.whole.dice")
            assert picker.shown() == picker.currentText() == "T-Dice, whole"
    for width in (738, 800):
        sized(compared, width, 600)
        bar = compared.toolbar
        parts = [bar.position, bar.system, *bar.pickers, bar.scoring, bar.search, bar.inspector]
        areas = [one.geometry() for one in parts]
        assert all(one.right() < other.left() for one, other in pairwise(areas)), width
    sized(compared, 740, 600)
    for picker in compared.toolbar.pickers:
        assert picker.width() >= picker.whole_width()  # type: ignore[attr-defined]


def test_who_presses_n_knows_the_hint(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    hint = space(compared).layout.hint
    press(qtbot, compared, Qt.Key.Key_J)
    assert hint.isVisible()
    press(qtbot, compared, Qt.Key.Key_N)
    assert not hint.isVisible() and preferences.text("hint") == "seen"
    compared.close_comparison()
    compare(qtbot, compared, files)
    assert not hint.isVisible()


def test_the_hint_goes_for_good(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    layout, hint = space(compared).layout, space(compared).layout.hint
    sized(compared, 1280, 800)
    layout.open_inspector(True)
    assert hint.isVisible() and "Press N" in hint.label.text()
    canvas = space(compared).drawing_view.canvas
    for size in ((1280, 800), (1600, 1000), (800, 600)):  # it hides nothing of what is drawn
        sized(compared, *size)
        area = QRect(hint.mapTo(layout, QPoint()), hint.size())
        assert not area.intersects(QRect(canvas.mapTo(layout, QPoint()), canvas.size()))
        assert hint.label.shown() == hint.label.text()
    sized(compared, 1280, 800)
    assert hint.mapTo(layout, hint.rect().topRight()).x() < layout.inspector.x()  # nor of what lies over the drawing
    QTest.qWait(20)
    height = canvas.height()
    hint.remove_button.click()
    assert not hint.isVisible() and canvas.height() == height + hint.height() + 8
    compared.close_comparison()
    compare(qtbot, compared, files)
    assert not hint.isVisible()


def test_systems_are_as_high_as_their_rows(compared: MainWindow) -> None:
    for size in ((1600, 1000), (1280, 800)):
        sized(compared, *size)
        compared.panes.fit_systems()
        QTest.qWait(20)
        table = space(compared).systems.table
        rows = table.verticalHeader().length()
        assert rows <= table.viewport().height() <= rows + table.verticalHeader().defaultSectionSize()


def test_systems_stay_as_high_as_their_rows_in_a_smaller_window(qtbot: QtBot, compared: MainWindow) -> None:
    table = space(compared).systems.table
    for size in ((1600, 1000), (1280, 800), (1600, 700), (1600, 1000)):
        sized(compared, *size)
        qtbot.waitUntil(lambda: 0 <= table.viewport().height() - table.verticalHeader().length() <= 10, timeout=2000)


def test_nothing_is_scrolled_sideways_for_a_few_pixels(compared: MainWindow) -> None:
    """While another column is made wider the words give way; once they cannot, there is much to be scrolled to."""
    sized(compared, 1280, 800)
    table, number = space(compared).sentences.table, COLUMN_KEYS.index("number")
    header, bar, scrolled = table.horizontalHeader(), table.horizontalScrollBar(), []
    shown = [one for one in range(table.model().columnCount()) if not table.isColumnHidden(one)]
    while not any(scrolled) and len(scrolled) < 500:
        header.resizeSection(number, table.columnWidth(number) + 2)
        QTest.qWait(1)
        right = max(table.columnViewportPosition(one) + table.columnWidth(one) for one in shown)
        assert right == table.viewport().width() + bar.maximum()
        scrolled.append(bar.maximum())
    assert len(scrolled) > 5 and scrolled[-1] > 9


def test_the_score_of_the_words_is_not_cut(compared: MainWindow) -> None:
    sized(compared, 1600, 1000)
    compared.show_dock("words")
    QTest.qWait(20)
    words = space(compared).kinds["constituents"].words
    assert words.note.text() and words.note.width() >= words.note.sizeHint().width()
    assert words.note.geometry().right() <= words.width() <= INSPECTOR + 8


def test_a_and_b_exist_once(compared: MainWindow) -> None:
    measures = [one for one in compared.findChildren(QComboBox) if one.findData("t.whole.dice") >= 0]
    assert sorted(one.accessibleName() for one in measures) == ["Measure A", "Measure B"]
    compared.show_dock("explain")
    space(compared).sentences.picker_a.choose("e.roof.recall")
    assert [card.key for card in space(compared).explain.cards] == ["e.roof.recall", "t.whole.dice"]


def test_what_is_drawn_is_what_a_or_b_counts(compared: MainWindow) -> None:
    views = space(compared)
    drawn = views.drawn_by
    assert (drawn.letter, drawn.buttons["B"].isChecked(), drawn.buttons["A"].text()) == ("B", True, "A spans")
    compared.actions_.by_name["draw_other"].trigger()
    assert views.alignment.shown.wanted.mapping == "E" and drawn.letter == "A"
    assert compared.actions_.chosen("mapping") == "E"
    views.sentences.picker_a.choose("t.roof.dice.unlabelled")  # who looks at A goes on with A
    assert (views.alignment.shown.wanted.mapping, views.alignment.shown.wanted.part) == ("T", "roof")
    assert not views.alignment.shown.wanted.labelled and drawn.letter == "A"
    compared.actions_.turn("mapping", "E")
    assert drawn.letter == "" and "same spans, roof, unlabelled" in drawn.label.text()
    assert not any(button.isChecked() for button in drawn.buttons.values())
    views.sentences.picker_a.choose("la")
    assert not drawn.buttons["A"].isEnabled()
    compared.actions_.by_name["draw_other"].trigger()
    assert drawn.letter == "B" and views.alignment.shown.wanted.mapping == "T"


def test_order_widths_and_columns_are_kept(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    sentences = space(compared).sentences
    sort_by(compared, "difference", Qt.SortOrder.DescendingOrder)
    sentences.table.show_column("rank_a", True)
    sentences.table.show_column("changed", False)
    sentences.table.horizontalHeader().resizeSection(COLUMN_KEYS.index("score_a"), 91)
    compared.close()
    again = MainWindow()
    qtbot.addWidget(again)
    again.show()
    sized(again, 1500, 900)
    compare(qtbot, again, files)
    sentences = space(again).sentences
    header = sentences.table.horizontalHeader()
    assert header.sortIndicatorSection() == COLUMN_KEYS.index("difference")
    assert sentences.current_sentence() == int(sentences.model.order[0])
    assert not sentences.table.isColumnHidden(COLUMN_KEYS.index("rank_a"))
    assert sentences.table.isColumnHidden(COLUMN_KEYS.index("changed"))
    assert header.sectionSize(COLUMN_KEYS.index("score_a")) == 91
    sentences.table.reset_columns()
    assert (
        sentences.table.isColumnHidden(COLUMN_KEYS.index("rank_a"))
        and header.sectionSize(COLUMN_KEYS.index("score_a")) < 91
    )
    again.close()


def test_the_start_page_cuts_nothing_in_a_small_window(window: MainWindow) -> None:
    window.apply_theme()
    sized(window, 800, 600)
    page = window.start_page
    assert page.subtitle.heightForWidth(page.subtitle.width()) <= page.subtitle.height()
    for button in page.findChildren(QCommandLinkButton):
        font = QFont(button.font())
        font.setBold(True)
        assert QFontMetrics(font).horizontalAdvance(button.text()) <= button.width() - 20, button.text()


def test_the_drawing_can_be_scrolled_and_fits(compared: MainWindow) -> None:
    sized(compared, 420, 600)
    view = space(compared).drawing_view
    canvas = view.canvas
    assert isinstance(canvas, QAbstractScrollArea)
    sentence = max(range(60), key=lambda one: len(space(compared).sentences.sentences[one]))
    space(compared).sentences.go_to_sentence(sentence)
    view.elide.setChecked(False)
    QTest.qWait(20)
    assert canvas.transform().m11() * canvas.smallest_text >= 8.99
    assert canvas.horizontalScrollBar().maximum() > 0 and canvas.horizontalScrollBar().isVisible()
    view.fit()
    QTest.qWait(20)
    shown = canvas.mapToScene(canvas.viewport().rect()).boundingRect()
    assert shown.contains(canvas.drawing_item.boundingRect())
    assert canvas.horizontalScrollBar().maximum() == canvas.verticalScrollBar().maximum() == 0
    view.fit_width()
    shown = canvas.mapToScene(canvas.viewport().rect()).boundingRect()
    assert shown.width() >= view.drawing.width
    canvas.natural()
    assert canvas.transform().m11() == pytest.approx(1)


def test_bars_come_to_rest(compared: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that are shortened in a narrow bar ask for a new arrangement, which shortens them again."""
    arranged: list[Bar] = []
    before = Bar.arrange
    monkeypatch.setattr(Bar, "arrange", lambda bar: (arranged.append(bar), before(bar))[1])
    for width in (800, 1024, 1178, 1280):
        sized(compared, width, 720)
        QTest.qWait(50)
        arranged.clear()
        QTest.qWait(100)
        assert len(arranged) < 5, width


def test_the_names_in_the_tool_bar_are_whole_where_there_is_room(compared: MainWindow) -> None:
    """In a narrow window the systems are a box there; what all of them begin with is left out, in corners of the drawing, too."""
    sized(compared, 800, 600)
    bar, metrics = compared.toolbar, compared.toolbar.system.fontMetrics()
    bar.show_systems(["eager", "lazy"], 1, ["dev.eager", "dev.lazy"])
    assert [bar.system.itemText(row) for row in range(2)] == ["eager", "lazy"]
    assert "dev.lazy" in bar.system.itemData(1, Qt.ItemDataRole.ToolTipRole)
    bar.fit_pickers()
    QTest.qWait(1)
    assert bar.system.shown() == "lazy" and bar.inspector.geometry().right() < bar.width()
    for picker in bar.pickers:
        assert picker.width() >= picker.whole_width()
        assert picker.width() > metrics.horizontalAdvance(picker.currentText().partition(",")[0]) + 40
    canvas = space(compared).drawing_view.canvas
    canvas.show_tags((("top left", "a" * 90),))
    ((_, shown),) = canvas.tags
    assert len(shown) < 40 and "…" in shown


def test_every_count_of_the_foot_is_whole(compared: MainWindow) -> None:
    """Words go before one of them is cut, whatever stands beside them."""
    foot = space(compared).drawing_view.foot
    numbers = {DELETED: 12, INSERTED: 10, SWAPPED: 11, MATCHED: 31}
    words = {DELETED: "gold only", INSERTED: "system only", SWAPPED: "relabelled", MATCHED: "matched"}
    foot.setParent(None)
    foot.show()
    for changes in (0, 33):
        foot.show_counts(numbers, words)
        foot.show_changes([(place / 40, DELETED) for place in range(changes)], tuple)
        for width in range(300, 1100, 7):
            foot.resize(width, foot.height())
            QTest.qWait(0)
            assert foot.counts.width() >= foot.counts.width_for(foot.counts.is_short), (changes, width)
    foot.close()


def test_messages_follow_the_left_column_where_the_overview_makes_room(compared: MainWindow) -> None:
    sized(compared, 1600, 1000)
    layout = space(compared).layout
    layout.show_tab(OVERVIEW)
    compared.tell("Done.")
    assert compared.messages.x() == RAIL
    layout.show_tab(SENTENCE)
    assert (compared.messages.x(), compared.messages.width()) == (0, layout.left.width())
