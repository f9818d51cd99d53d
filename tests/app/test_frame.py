"""The frame of the window: the drawing has most of it, everything else can be reached, moved, hidden and brought back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QAction, QFont, QFontMetrics, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QCommandLinkButton,
    QLabel,
    QMenu,
    QToolBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import sort_by, space
from treecompare.app.common import preferences
from treecompare.app.panes.sentence_data import COLUMN_KEYS
from treecompare.app.panes.systems_model import FIRST_MEASURE
from treecompare.app.window.centre import INSPECTOR, OVERVIEW, SENTENCE, Centre
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files

SMALL = ((800, 600), (800, 500))
"""The second is 1600 x 1000 at a scale factor of 2."""


def sized(window: MainWindow, width: int, height: int) -> MainWindow:
    window.resize(width, height)
    QTest.qWait(30)
    assert (window.width(), window.height()) == (width, height)
    return window


def left_column(window: MainWindow) -> int:
    return window.docks["sentences"].dock.width()


def drawing_share(centre: Centre) -> float:
    """Which part of the window is drawing that nothing covers."""
    canvas = centre.pictures.currentWidget().view.canvas
    if not canvas.isVisible():
        return 0.0
    size, window = canvas.size(), centre.window().size()
    covered = 0
    if centre.lies_over and centre.inspector.isVisible():
        left = canvas.mapTo(centre, QPoint()).x()
        covered = max(left + size.width() - centre.inspector.x(), 0)
    return (size.width() - covered) * size.height() / (window.width() * window.height())


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


def test_the_inspector_lies_over_the_drawing_in_a_narrow_window_only(compared: MainWindow) -> None:
    centre = space(compared).centre
    for width, is_over in ((1600, False), (1280, True), (1600, False)):
        sized(compared, width, 800)
        compared.show_dock("words")
        QTest.qWait(20)
        canvas = space(compared).drawing_view.canvas
        assert centre.lies_over == is_over and centre.inspector.isVisible()
        assert centre.inspector.mapTo(compared, QPoint()).x() + centre.inspector.width() <= width
        assert abs(centre.inspector.width() - INSPECTOR) <= 8, width
        right = canvas.mapTo(centre, QPoint(canvas.width(), 0)).x()
        assert right <= centre.inspector.mapTo(centre, QPoint()).x()
    sized(compared, 1280, 800)
    QTest.mousePress(space(compared).drawing_view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert not centre.inspector.isVisible()


def test_nothing_shines_through_the_inspector(compared: MainWindow) -> None:
    """It looks the same whatever it lies over."""
    sized(compared, 1280, 800)
    centre = space(compared).centre
    for name in ("explain", "words", "notes"):
        compared.show_dock(name)
        QTest.qWait(20)
        assert centre.lies_over
        over_drawing = centre.grab(centre.inspector.geometry()).toImage()
        centre.columns.hide()
        assert centre.grab(centre.inspector.geometry()).toImage() == over_drawing, name
        centre.columns.show()


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


def test_the_inspector_leaves_the_overview_free_in_a_narrow_window(compared: MainWindow) -> None:
    views = space(compared)
    for width, stays in ((1280, False), (1600, True)):
        sized(compared, width, 800)
        for place in ("tab", "below"):
            compared.actions_.turn("overview", place)
            views.centre.show_tab(SENTENCE)
            compared.show_dock("words")
            assert views.centre.inspector.isVisible()
            compared.show_dock("scores")
            assert views.centre.inspector.isVisible() == stays
            compared.show_dock("words")  # whoever wants both gets both
            assert views.centre.inspector.isVisible() and views.systems.all_measures.isVisible()


def test_the_overview_has_the_whole_centre_or_a_part_of_it(compared: MainWindow) -> None:
    views = space(compared)
    sized(compared, 1600, 1000)
    compared.show_dock("tables")
    QTest.qWait(20)
    assert views.centre.tab == OVERVIEW and views.tables.isVisible() and not views.drawing_view.canvas.isVisible()
    assert views.tables.width() >= views.centre.columns.sizes()[0] - 20
    views.plots.sentenceChosen.emit(4)  # a click leads back
    assert views.centre.tab == SENTENCE and views.drawing_view.canvas.isVisible()
    for place in ("below", "beside"):
        compared.actions_.turn("overview", place)
        compared.show_dock("plots")
        QTest.qWait(20)
        assert views.plots.isVisible() and views.drawing_view.canvas.isVisible()
        views.plots.sentenceChosen.emit(5)
        assert views.plots.isVisible()
    compared.panes.usual_layout()
    assert not views.plots.isVisible() and views.drawing_view.canvas.isVisible()


def test_all_measures_stand_in_the_overview_and_follow(compared: MainWindow) -> None:
    systems = space(compared).systems
    compared.show_dock("scores")
    shown, few = systems.all_measures.horizontalHeader(), systems.table.horizontalHeader()
    assert shown.count() - shown.hiddenSectionCount() >= 10 > 5 >= few.count() - few.hiddenSectionCount()
    systems.all_measures.selectRow(1)
    assert systems.system == 1 and space(compared).sentences.system == 1
    column = FIRST_MEASURE + systems.model.keys.index("tagging")
    systems.all_measures.sortByColumn(column, Qt.SortOrder.AscendingOrder)
    assert few.sortIndicatorSection() == column
    space(compared).sentences.picker_a.choose("crossing")
    assert systems.model.letters == {"crossing": "A", "t.whole.dice": "B"}
    assert not systems.table.isColumnHidden(FIRST_MEASURE + systems.model.keys.index("crossing"))
    assert shown.sortIndicatorSection() == FIRST_MEASURE + systems.model.keys.index("tagging")


def test_panes_are_torn_off_and_come_back(compared: MainWindow) -> None:
    for name in ("words", "explain", "notes", "plots", "tables", "scores"):
        pane = compared.docks[name]
        assert pane.is_home
        pane.setFloating(True)
        assert pane.isFloating() and pane.widget().window() is pane.dock
        pane.close()
        assert pane.is_home and compared.isAncestorOf(pane.widget())
        pane.go_away(Qt.DockWidgetArea.LeftDockWidgetArea)
        assert compared.dockWidgetArea(pane.dock) == Qt.DockWidgetArea.LeftDockWidgetArea and pane.isVisible()
    compared.panes.usual_layout()
    assert all(pane.is_home for name, pane in compared.docks.items() if name not in ("systems", "sentences"))


def test_where_panes_are_is_kept(qtbot: QtBot, compared: MainWindow, files: Files) -> None:
    compared.docks["words"].go_away(Qt.DockWidgetArea.BottomDockWidgetArea)
    compared.actions_.turn("overview", "below")
    compared.close()
    again = MainWindow()
    qtbot.addWidget(again)
    again.show()
    compare(qtbot, again, files)
    words = again.docks["words"]
    assert not words.is_home and words.isVisible()
    assert again.dockWidgetArea(words.dock) == Qt.DockWidgetArea.BottomDockWidgetArea
    assert space(again).centre.place == "below" and again.actions_.chosen("overview") == "below"
    again.close()


def test_a_layout_of_an_older_version_does_not_disturb(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    preferences.store("layout", window.saveState(2))
    preferences.store("inspector", ["?", "99"])
    preferences.store("overview", ["nowhere"])
    preferences.store("away", ["nothing:at all", "words:Nowhere"])
    preferences.store("sentence_columns", ["none of these"])
    preferences.store("sentence_order", ["neither"])
    preferences.store("sentence_widths", ["words:wide", "x:3"])
    compare(qtbot, window, files)
    assert window.docks["systems"].isVisible() and window.docks["sentences"].isVisible()
    assert space(window).drawing_view.canvas.isVisible() and window.docks["words"].is_home


def test_one_key_leaves_the_drawing_alone(compared: MainWindow) -> None:
    sized(compared, 1600, 1000)
    compared.activateWindow()
    compared.show_dock("words")
    space(compared).sentences.table.setFocus()
    QTest.keyClick(compared.windowHandle(), Qt.Key.Key_Z)
    QTest.qWait(20)
    assert not any(compared.docks[name].isVisible() for name in ("systems", "sentences", "words"))
    assert drawing_share(space(compared).centre) > 0.8
    QTest.keyClick(compared.windowHandle(), Qt.Key.Key_J)
    QTest.keyClick(compared.windowHandle(), Qt.Key.Key_J)
    assert space(compared).sentences.current_sentence() == 2
    QTest.keyClick(compared.windowHandle(), Qt.Key.Key_Z)
    assert all(compared.docks[name].isVisible() for name in ("systems", "sentences", "words"))


def boxes(window: QWidget) -> list[QWidget]:
    return [one for kind in (QComboBox, QAbstractSpinBox) for one in window.findChildren(kind)]


def test_the_wheel_changes_no_closed_box(compared: MainWindow) -> None:
    compared.show_dock("notes")
    found = boxes(compared)
    assert len(found) >= 12
    for box in found:
        box.setFocus()
        before = box.currentIndex() if isinstance(box, QComboBox) else box.text()  # type: ignore[attr-defined]
        for turned in (-120, 120):
            place = QPointF(box.rect().center())
            wheel = QWheelEvent(
                place, box.mapToGlobal(place), QPoint(), QPoint(0, turned), Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
            )  # fmt: skip
            QApplication.sendEvent(box, wheel)
            after = box.currentIndex() if isinstance(box, QComboBox) else box.text()  # type: ignore[attr-defined]
            assert after == before, box.accessibleName()


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
    sentences.show_column("rank_a", True)
    sentences.show_column("changed", False)
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
    sentences.reset_columns()
    assert (
        sentences.table.isColumnHidden(COLUMN_KEYS.index("rank_a"))
        and header.sectionSize(COLUMN_KEYS.index("score_a")) < 91
    )
    again.close()


def popup(do: Callable[[], object]) -> QMenu:
    do()
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


def test_lists_are_sorted_by_keyboard(compared: MainWindow) -> None:
    compared.activateWindow()
    views = space(compared)
    views.sentences.table.setFocus()
    menu = popup(lambda: QTest.keyClick(compared.windowHandle(), Qt.Key.Key_O))
    entry = next(one for one in menu.actions() if one.text().endswith("Rank A − B"))
    menu.setActiveAction(entry)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert views.sentences.table.horizontalHeader().sortIndicatorSection() == COLUMN_KEYS.index("difference")
    assert views.sentences.table.currentIndex().row() == 0
    views.systems.table.setFocus()
    menu = popup(lambda: QTest.keyClick(compared.windowHandle(), Qt.Key.Key_O))
    assert menu.actions()[0].text().endswith("System")
    menu.close()


def test_a_row_has_a_menu(compared: MainWindow) -> None:
    table = space(compared).sentences.table
    menu = popup(lambda: table.customContextMenuRequested.emit(QPoint(20, 20)))
    texts = [one.text().replace("&", "") for one in menu.actions()]
    assert "Note" in texts and "Copy sentence" in texts and any(text.startswith("Save a hand-out") for text in texts)
    menu.close()
    compared.actions_.by_name["copy_sentence"].trigger()
    assert QApplication.clipboard().text() == space(compared).sentences.sentences[0]


@pytest.mark.parametrize("pane", ["notes", "words", "explain", "plots", "tables", "scores"])
@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_tab_goes_through_everything_and_comes_back(compared: MainWindow, pane: str, key: Qt.Key) -> None:
    sized(compared, 1600, 1000)
    compared.activateWindow()
    compared.actions_.turn("overview", "below")
    compared.show_dock(pane)
    QTest.qWait(20)
    views = space(compared)
    inside = {
        "notes": views.notes.note, "words": views.words.strip, "explain": views.explain.area,
        "plots": views.plots.bar.kind, "tables": views.tables.chooser, "scores": views.systems.all_measures,
    }[pane]  # fmt: skip
    wanted = {
        "A": views.sentences.picker_a, "B": views.sentences.picker_b, "systems": views.systems.table,
        "find": views.sentences.filter_bar.text, "sentences": views.sentences.table, "drawing": views.drawing_view.canvas,
        pane: inside,
    }  # fmt: skip
    start = views.sentences.picker_a
    start.setFocus()
    seen: list[QWidget] = []
    for _ in range(120):
        focus = QApplication.focusWidget()
        assert focus is not None and focus.isVisible() and focus.width() > 0
        if seen and focus is start:
            break
        # a text with links is one stop per link
        assert focus not in seen or focus is seen[-1], (focus.accessibleName(), [one.accessibleName() for one in seen])
        seen.append(focus)
        assert focus.accessibleName() or getattr(focus, "text", str)(), focus
        QTest.keyClick(compared.windowHandle(), key)
    else:
        pytest.fail(f"Tab does not come back: {[one.accessibleName() for one in seen[-6:]]}")
    found = [name for one in seen for name, widget in wanted.items() if one is widget]
    assert set(found) == set(wanted)
    if key == Qt.Key.Key_Tab:
        assert list(dict.fromkeys(found)) == list(wanted)


def test_who_has_the_keyboard_is_seen(compared: MainWindow) -> None:
    """Another picture with the keyboard than without."""
    compared.apply_theme()
    sized(compared, 1600, 1000)
    compared.activateWindow()
    compared.actions_.turn("overview", "below")
    views = space(compared)
    for pane, widget in (
        ("scores", views.sentences.picker_a), ("scores", views.systems.table), ("scores", views.sentences.filter_bar.text),
        ("scores", views.sentences.table), ("scores", views.drawing_view.canvas), ("notes", views.notes.note),
        ("explain", views.explain.area), ("words", views.words.strip), ("words", views.words.table),
        ("scores", views.sentences.filter_bar.more_button), ("tables", views.tables.chooser),
    ):  # fmt: skip
        compared.show_dock(pane)
        other = views.systems.table if widget is not views.systems.table else views.sentences.table
        pictures = []
        for one in (other, widget):
            one.setFocus(Qt.FocusReason.TabFocusReason)
            compared.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as pressing Tab does
            QTest.qWait(30)
            assert one.hasFocus()
            frame = widget.rect().adjusted(-2, -2, 2, 2).translated(widget.mapTo(compared, QPoint()))
            pictures.append(compared.grab(frame).toImage())
        assert pictures[0] != pictures[1], widget.accessibleName()


def test_reset_layout_leaves_the_keyboard_where_it_is(compared: MainWindow) -> None:
    compared.activateWindow()
    for widget in (space(compared).sentences.table, space(compared).systems.table):
        widget.setFocus()
        compared.panes.usual_layout()
        QTest.qWait(20)
        assert QApplication.focusWidget() is widget


def test_the_start_page_cuts_nothing_in_a_small_window(window: MainWindow) -> None:
    window.apply_theme()
    sized(window, 800, 600)
    page = window.start_page
    assert page.subtitle.heightForWidth(page.subtitle.width()) <= page.subtitle.height()
    for button in page.findChildren(QCommandLinkButton):
        font = QFont(button.font())
        font.setBold(True)
        assert QFontMetrics(font).horizontalAdvance(button.text()) <= button.width() - 20, button.text()


def test_keys_of_panes_are_commands_in_explain(compared: MainWindow) -> None:
    compared.activateWindow()
    views = space(compared)
    views.sentences.table.setFocus()
    QTest.keyClick(compared.windowHandle(), Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is views.explain.area
    scope = views.explain.scope.currentIndex()
    for key in (Qt.Key.Key_J, Qt.Key.Key_T, Qt.Key.Key_Down):
        QTest.keyClick(compared.windowHandle(), key)
    assert views.sentences.current_sentence() == 1 and views.explain.scope.currentIndex() == scope


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


def test_the_inspector_keeps_its_width_whatever_the_window_does(compared: MainWindow) -> None:
    centre = space(compared).centre
    centre.open_inspector(True)
    for width in (1280, 1410, 1600, 2560, 1410):
        sized(compared, width, 900)
        QTest.qWait(20)
        assert abs(centre.inspector.width() - INSPECTOR) <= 2, width
    centre.columns.setSizes([centre.columns.width() - 420, 420])
    centre.columns.splitterMoved.emit(0, 1)  # as dragging the edge does
    sized(compared, 1600, 900)
    QTest.qWait(20)
    assert abs(centre.inspector.width() - 420) <= 2


def test_what_lies_over_the_drawing_does_not_cover_it(compared: MainWindow, qtbot: QtBot) -> None:
    """The right edge is where a sentence from right to left begins."""
    views = space(compared)
    sized(compared, 1280, 800)
    views.centre.open_inspector(True)
    QTest.qWait(30)
    assert views.centre.lies_over
    canvas, inspector = views.drawing_view.canvas, views.centre.inspector
    edge = canvas.mapTo(views.centre, QPoint(canvas.width(), 0)).x()
    assert edge <= inspector.x() and canvas.width() > 300
    box = views.drawing_view.drawing.boxes[-1]
    place = canvas.mapFromScene(box.x, box.y)
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not views.centre.is_open
    assert views.drawing_view.pinned == views.drawing_view.place_of(box) or box.opens
    wide = canvas.width()
    views.centre.open_inspector(True)
    QTest.qWait(30)
    assert canvas.width() < wide


def test_tabs_of_the_inspector_show_their_titles_as_far_as_there_is_room(
    window: MainWindow, files: Files, qtbot: QtBot
) -> None:
    compare(qtbot, window, files)
    group, narrow = space(window).centre.inspector, 340
    window.panes.show("errors")
    titles = [pane.windowTitle() for pane in group.panes]
    assert titles == ["Explain", "Words", "Errors", "Notes"]
    group.resize(900, 400)
    assert [group.tabText(tab) for tab in range(4)] == titles
    group.resize(narrow, 400)
    assert [group.tabText(tab) for tab in range(4)] == ["", "", "Errors", ""]
    assert [group.tabToolTip(tab) for tab in range(4)] == titles
    assert [group.tabBar().accessibleTabName(tab) for tab in range(4)] == titles
    assert sum(group.tabBar().tabRect(tab).width() for tab in range(4)) <= narrow - group.cornerWidget().width()
    window.panes.show("notes")
    assert [group.tabText(tab) for tab in range(4)] == ["", "", "", "Notes"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_pane_of_the_inspector_is_seen_through(window: MainWindow, files: Files, qtbot: QtBot, theme: str) -> None:
    compare(qtbot, window, files)
    window.actions_.turn("theme", theme)
    window.resize(1280, 800)
    centre = space(window).centre
    centre.columns.setStyleSheet("background: #ff00ff")
    centre.show_tab(OVERVIEW)
    images = {}
    for pane in ("words", "explain", "errors", "notes"):
        window.panes.show(pane)
        assert centre.lies_over and centre.inspector.isVisible()
        images[pane] = centre.grab(centre.inspector.geometry()).toImage()
    window.actions_.turn("theme", "light")  # the next test has the same application
    for pane, image in images.items():
        colours = {
            image.pixelColor(x, y).name() for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)
        }
        assert "#ff00ff" not in colours, pane
