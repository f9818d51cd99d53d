"""The inspector and the overview: where they are, what they cover, what is kept of them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import drawing_share, sized, space
from treecompare.app.common import preferences
from treecompare.app.panes.systems_model import FIRST_MEASURE
from treecompare.app.shell.centre import INSPECTOR, OVERVIEW, SENTENCE
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files


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
    views.plots.sentenceWanted.emit(4)  # a click leads back
    assert views.centre.tab == SENTENCE and views.drawing_view.canvas.isVisible()
    for place in ("below", "beside"):
        compared.actions_.turn("overview", place)
        compared.show_dock("plots")
        QTest.qWait(20)
        assert views.plots.isVisible() and views.drawing_view.canvas.isVisible()
        views.plots.sentenceWanted.emit(5)
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
