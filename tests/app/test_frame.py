"""The frame of the window: the drawing has most of it, everything else can be reached, moved, hidden and brought back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction, QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QComboBox,
    QCommandLinkButton,
    QLabel,
    QMenu,
    QToolBar,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import drawing_share, left_column, sized, sort_by, space
from treecompare.analyses.sentences import COLUMN_KEYS
from treecompare.app.shell.centre import INSPECTOR
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files

SMALL = ((800, 600), (800, 500))
"""The second is 1600 x 1000 at a scale factor of 2."""


@pytest.mark.parametrize(
    ("size", "is_open", "share"),
    [((1600, 1000), False, 0.55), ((1600, 1000), True, 0.42), ((1280, 800), False, 0.45), ((2560, 1440), True, 0.5)],
)
def test_the_drawing_comes_first(compared: MainWindow, size: tuple[int, int], is_open: bool, share: float) -> None:
    centre = space(compared).centre
    sized(compared, *size)
    centre.open_inspector(is_open)
    compared.panes.usual_layout()
    centre.open_inspector(is_open)
    QTest.qWait(30)
    assert drawing_share(centre) >= share
    assert left_column(compared) >= 380


@pytest.mark.parametrize("size", [*SMALL, (1280, 800), (1600, 1000)])
def test_words_of_every_sentence_are_seen(compared: MainWindow, size: tuple[int, int]) -> None:
    sized(compared, *size)
    compared.files._edited([("note", 0, "", "", "A note that is rather long")], "note")
    table, words = space(compared).sentences.table, COLUMN_KEYS.index("words")
    left = table.columnViewportPosition(words)
    room = min(table.columnWidth(words), table.viewport().width() - left)
    metrics = table.fontMetrics()
    for row in range(table.model().rowCount()):
        text = table.model().index(row, words).data()
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room - 12).rstrip("…")
        assert left >= 0 and (shown == text or len(shown) >= 20), (row, shown)


def test_systems_are_as_high_as_their_rows(compared: MainWindow) -> None:
    for size in ((1600, 1000), (800, 600)):
        sized(compared, *size)
        compared.panes.fit_systems()
        QTest.qWait(20)
        table = space(compared).systems.table
        rows = table.verticalHeader().length()
        assert rows <= table.viewport().height() <= rows + table.verticalHeader().defaultSectionSize()


def test_systems_stay_as_high_as_their_rows_in_a_smaller_window(qtbot: QtBot, compared: MainWindow) -> None:
    table = space(compared).systems.table
    for size in ((1600, 1000), (1280, 800), (800, 600), (1600, 1000)):
        sized(compared, *size)
        qtbot.waitUntil(lambda: 0 <= table.viewport().height() - table.verticalHeader().length() <= 10, timeout=2000)


@pytest.mark.parametrize(("too_much", "scrolls"), [(-5, False), (0, False), (9, False), (60, True)])
def test_nothing_is_scrolled_sideways_for_a_few_pixels(compared: MainWindow, too_much: int, scrolls: bool) -> None:
    sized(compared, 1280, 800)
    table, words = space(compared).sentences.table, COLUMN_KEYS.index("words")
    table._widths = {}
    table._least_words = table.columnWidth(words) + too_much
    table._fill_width()
    QTest.qWait(20)
    assert (table.horizontalScrollBar().maximum() > 0) == scrolls
    last = max(range(table.model().columnCount()), key=table.horizontalHeader().visualIndex)
    shown = [one for one in range(last + 1) if not table.isColumnHidden(one)]
    right = max(table.columnViewportPosition(one) + table.columnWidth(one) for one in shown)
    assert (right > table.viewport().width()) == scrolls


@pytest.mark.parametrize("size", SMALL)
def test_in_small_windows_nothing_lies_over_anything(compared: MainWindow, size: tuple[int, int]) -> None:
    sized(compared, *size)
    views = space(compared)
    views.centre.open_inspector(False)
    QTest.qWait(20)
    parts = [
        compared.menuBar(), compared.toolbar, views.systems, views.sentences, views.centre.tabs, views.drawing_view.canvas,
        views.drawing_view.legend, views.alignment.counts, compared.statusBar(),
    ]  # fmt: skip
    places = [QRect(one.mapTo(compared, QPoint()), one.size()) for one in parts]
    for number, place in enumerate(places):
        assert compared.rect().contains(place), parts[number]
        assert parts[number].width() > 30 and parts[number].height() > 8, parts[number]
        for other in range(number):
            assert not place.intersects(places[other]), (parts[number], parts[other])


def offered(bar: QToolBar) -> set[QAction]:
    """What of a bar can be reached: its buttons that are seen, and what its menu has of the others."""
    seen = {action for action in bar.actions() if (one := bar.widgetForAction(action)) is not None and one.isVisible()}
    extension = bar.findChild(QToolButton, "qt_toolbar_ext_button")
    if extension is not None and extension.isVisible():
        seen |= set(bar.actions())
        assert bar.rect().contains(extension.geometry()) and extension.width() >= 10
    return seen


def test_what_is_used_most_is_not_behind_the_sign_for_more(compared: MainWindow) -> None:
    sized(compared, 1280, 800)
    bar = space(compared).alignment.view.controls
    hidden = [one.text() for one in bar.actions() if not bar.widgetForAction(one).isVisible()]
    assert hidden in ([], ["Left-out words"])
    shown = {one.text(): bar.widgetForAction(one) for one in bar.actions()}
    assert shown["Side by side"].accessibleName().startswith("Side by side: ")


@pytest.mark.parametrize("size", SMALL)
def test_in_small_windows_every_button_can_be_reached(compared: MainWindow, size: tuple[int, int]) -> None:
    sized(compared, *size)
    controls = space(compared).drawing_view.controls
    for bar in (compared.toolbar, controls):
        assert offered(bar) >= {
            one for one in bar.actions() if one.isVisible() and not one.isSeparator() and one.text()
        }
    extension = controls.findChild(QToolButton, "qt_toolbar_ext_button")
    assert extension is not None and extension.isVisible()
    menu = extension.menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    missing = {
        one.text() for one in controls.actions()
        if one.isVisible() and one.text() and not controls.widgetForAction(one).isVisible()  # type: ignore[union-attr]
    }  # fmt: skip
    assert missing and missing <= {one.text() for one in menu.actions()}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_sign_for_more_buttons_is_seen_in_every_theme(
    qtbot: QtBot, compared: MainWindow, files: Files, theme: str
) -> None:
    compared.close_comparison()
    compared.actions_.turn("theme", theme)
    sized(compared, 800, 600)
    compare(qtbot, compared, files)
    QTest.qWait(20)
    buttons = compared.findChildren(QToolButton, "qt_toolbar_ext_button")
    assert len([one for one in buttons if one.isVisible()]) >= 2
    ground = compared.palette().window().color().lightness()
    for button in buttons:
        image = button.icon().pixmap(16, 16).toImage()
        inked = [image.pixelColor(x, y) for x in range(16) for y in range(16) if image.pixelColor(x, y).alpha() > 200]
        assert inked and all(abs(one.lightness() - ground) > 100 for one in inked)


def test_a_long_name_leaves_room_for_the_counts(compared: MainWindow) -> None:
    sized(compared, 1280, 800)
    picture = space(compared).alignment
    picture.view.title.setText("Sentence 1 · " + "weblog-blogspot.com_" * 5)
    QTest.qWait(20)
    assert picture.counts.width() > picture.width() // 3
    assert picture.counts.height() <= 3 * picture.fontMetrics().lineSpacing()


def test_letters_stand_by_their_measures(compared: MainWindow) -> None:
    sized(compared, 1600, 1000)
    sentences = space(compared).sentences
    for letter, picker in zip("AB", (sentences.picker_a, sentences.picker_b), strict=True):
        label = next(one for one in sentences.pickers.findChildren(QLabel) if one.text() == f"<b>{letter}</b>")
        assert label.geometry().right() < picker.x() and label.width() <= label.sizeHint().width() + 2
        assert picker.width() == picker.maximumWidth()  # there is room for the longest names


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
    assert (drawn.letter, drawn.buttons["B"].isChecked(), drawn.buttons["A"].text()) == ("B", True, "A same spans")
    compared.actions_.by_name["draw_other"].trigger()
    assert views.alignment._shown[3].mapping == "E" and drawn.letter == "A"
    assert compared.actions_.chosen("mapping") == "E"
    views.sentences.picker_a.choose("t.roof.dice.unlabelled")  # who looks at A goes on with A
    assert (views.alignment._shown[3].mapping, views.alignment._shown[3].part) == ("T", "roof")
    assert not views.alignment._shown[3].labelled and drawn.letter == "A"
    compared.actions_.turn("mapping", "E")
    assert drawn.letter == "" and "same spans, roof, unlabelled" in drawn.label.text()
    assert not any(button.isChecked() for button in drawn.buttons.values())
    views.sentences.picker_a.choose("la")
    assert not drawn.buttons["A"].isEnabled()
    compared.actions_.by_name["draw_other"].trigger()
    assert drawn.letter == "B" and views.alignment._shown[3].mapping == "T"


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
    sized(compared, 800, 600)
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
