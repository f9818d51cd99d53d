"""Where everything is by the width of the window: the drawing shrinks last; what gives way, what lies over it, what is cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import drawing_share, layout_of, left_column, sized, space
from tests.conftest import stride
from treecompare import resources
from treecompare.analyses.sentence_list import COLUMN_KEYS
from treecompare.app.common import preferences
from treecompare.app.common.rows import LowHeads
from treecompare.app.panes.explain_panel import LOW
from treecompare.app.panes.systems_model import FIRST_MEASURE, SHARE_ROLE
from treecompare.app.shell.layout import OVERVIEW, SENTENCE
from treecompare.app.shell.room import DRAWER, INSPECTOR, ONE_LINE, RAIL, ROOMS, SHEET, room_for
from treecompare.app.window.looked_at import table_in_focus
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files

pytestmark = pytest.mark.own_window

WORD = "{}\tword{}\t_\tNOUN\tNN\t_\t{}\t{}\t_\t_\n"
SHARES = {
    # size: least share of the drawing with the inspector closed, and open, in hundredths; the sheet with one line
    (1600, 1000): (60, 43),
    (1280, 800): (57, 37),
    (1024, 768): (57, 35),
    (800, 600): (76, 64),
    (800, 500): (70, 45),  # 1600 x 1000 at scale 2
}


def large_treebank(folder: Path) -> Files:
    """Two thousand sentences with long names, all three signs in the foot, large counts."""
    paths = []
    for name in ("gold", "test.malt-eager", "test.udpipe"):
        path = folder / f"{name}.conllu"
        words = [
            WORD.format(one, one, (one - 1) if name == "gold" or one % 4 or one < 3 else one - 2,
                        ("root" if one == 1 else "x" if name == "gold" or one % 5 else "y"))
            for one in range(1, 40)
        ]  # fmt: skip
        blocks = (
            f"# sent_id = weblog-blogspot.com_marketview_20050511222700_ENG_20050511_222700-{place:04}\n"
            + "".join(words)
            for place in range(2000)
        )
        path.write_text("\n".join([*blocks, ""]), "utf-8")
        paths.append(str(path))
    return Files(paths[0], tuple(("", path) for path in paths[1:]))


# -- how much the drawing has ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["large", *(one.key for one in resources.samples())][:: stride(5)])
def test_every_kind_leaves_the_drawing_its_share(qtbot: QtBot, window: MainWindow, tmp_path: Path, kind: str) -> None:
    window.actions_.turn("theme", "light")
    preferences.store("hint", "seen")  # the line stands above the drawing until people put it away
    if kind == "large":
        compare(qtbot, window, large_treebank(tmp_path))
    else:
        with qtbot.waitSignal(window.session.ended, timeout=20_000):
            window.open_sample(kind)
    layout, shares = layout_of(window), {}
    for size in SHARES:
        sized(window, *size)
        window.panes.usual_layout()
        found = []
        for is_open in (False, True):
            layout.open_inspector(is_open)
            QTest.qWait(20)
            found.append(round(100 * drawing_share(layout), 1))
        shares[size] = tuple(found)
    least = {size: tuple(one - 0.5 for one in wanted) for size, wanted in SHARES.items()}
    assert {
        size: found
        for size, found in shares.items()
        if any(share < one for share, one in zip(found, least[size], strict=True))
    } == {}


def test_everything_has_its_height(dressed: MainWindow) -> None:
    layout = layout_of(dressed)
    for size in SHARES:
        sized(dressed, *size)
        menus, bar, drawing, foot = dressed.room.heights
        assert dressed.menuBar().height() == menus and dressed.toolbar.height() == bar, size
        assert layout.head.height() == drawing and layout.feet.height() == foot, size
        assert (
            space(dressed).drawing_view.controls.height() == drawing
            and space(dressed).drawing_view.foot.height() == foot
        )
    sized(dressed, 1280, 800)
    table, systems = space(dressed).sentences.table, space(dressed).systems.table
    assert table.rowHeight(0) == systems.rowHeight(0) == 24
    heading = layout.left.frames()[0].heading
    assert heading.height() == 28 and dressed.toolbar.search.height() == dressed.toolbar.scoring.height() == 28


def test_layouts_go_by_the_width() -> None:
    wanted = {2560: 0, 1400: 0, 1399: 1, 1100: 1, 1099: 2, 900: 2, 899: 3, 640: 3, 1: 3}
    assert {width: ROOMS.index(room_for(width)) for width in wanted} == wanted


def test_the_left_column_gives_way(dressed: MainWindow) -> None:
    layout, views = layout_of(dressed), space(dressed)
    for width, columns in (
        (1600, {"number", "words", "score_a", "score_b", "difference", "changed"}),
        (1280, {"number", "words", "score_a", "score_b", "changed"}),
        (1024, {"number", "words", "changed"}),
        (800, {"number", "words", "changed"}),
    ):
        sized(dressed, width, 768)
        room = room_for(width)
        assert left_column(dressed) == room.left if room.left else not layout.left.isVisible()
        assert layout.rail.isVisible() == (width < 900)
        table = views.sentences.table
        assert {key for number, key in enumerate(COLUMN_KEYS) if not table.isColumnHidden(number)} == columns
        assert table.horizontalScrollBar().maximum() == 0
        assert views.systems.table.isVisible() == (width >= 1100) != dressed.toolbar.system.isVisible()


def test_columns_that_people_chose_stay_at_any_width(dressed: MainWindow) -> None:
    table = space(dressed).sentences.table
    sized(dressed, 1600, 900)
    table.show_column("score_b", False)
    table.show_column("length", True)
    for width in (1280, 1024, 800):
        sized(dressed, width, 768)
        assert {"number", "words", "score_a", "difference", "changed", "length"} == set(table.columns)
    table.reset_columns()
    assert set(table.columns) == {"number", "words", "changed"}


def test_a_system_is_chosen_in_the_tool_bar_where_there_is_no_table(dressed: MainWindow, qtbot: QtBot) -> None:
    sized(dressed, 1024, 768)
    box = dressed.toolbar.system
    assert [box.itemText(place) for place in range(box.count())] == ["one", "two"] and box.currentIndex() == 0
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    box.activated.emit(box.currentIndex())
    assert space(dressed).sentences.system == 1
    space(dressed).systems.choose(0)
    assert box.currentIndex() == 0


def test_in_a_small_window_the_boxes_say_the_scores_of_the_sentence(dressed: MainWindow) -> None:
    sized(dressed, 800, 600)
    views = space(dressed)
    sentence = next(one for one in range(60) if views.sentences.model.rows.changed[one] > 0)  # type: ignore[union-attr]
    views.sentences.go_to_sentence(sentence)
    picture = views.sentences.picker_a.grab().toImage()
    assert views.sentences.score_said(views.sentences.key_a) not in ("", "100.00")
    views.sentences.picker_a.show_score("")
    assert views.sentences.picker_a.grab().toImage() != picture


# -- inspector, sheet and drawer --------------------------------------------------------------------------------------------


def test_the_inspector_is_where_there_is_room_for_it(dressed: MainWindow) -> None:
    layout = layout_of(dressed)
    for width, kind in (
        (1600, "docked"),
        (1280, "over"),
        (1024, "sheet"),
        (800, "sheet"),
        (1280, "over"),
        (1600, "docked"),
    ):
        sized(dressed, width, 800)
        dressed.show_dock("words")
        QTest.qWait(20)
        assert layout.room.inspector == kind and layout.inspector.isVisible(), width
        assert (layout.inspector.parentWidget() is layout) == (kind == "over")
        if kind != "sheet":
            assert layout.inspector.width() == INSPECTOR
        else:
            assert layout.inspector.width() == layout.pictures.width()
    canvas = space(dressed).drawing_view.canvas
    for width in (1600, 1280, 1024):
        sized(dressed, width, 800)
        QTest.qWait(20)
        right = canvas.mapTo(layout, QPoint(canvas.width(), 0)).x()
        below = canvas.mapTo(layout, QPoint(0, canvas.height())).y()
        start = layout.inspector.mapTo(layout, QPoint())
        assert right <= start.x() + 1 or below <= start.y() + 1, width


def test_whether_it_is_open_is_kept_for_each_way_it_is_shown(dressed: MainWindow) -> None:
    layout = layout_of(dressed)
    sized(dressed, 1600, 900)
    assert layout.inspector.isVisible()
    sized(dressed, 1280, 800)
    assert not layout.inspector.isVisible() and not dressed.actions_.by_name["inspector"].isChecked()
    layout.open_inspector(True)
    sized(dressed, 1600, 900)
    layout.open_inspector(False)
    sized(dressed, 1280, 800)
    assert layout.inspector.isVisible() and dressed.actions_.by_name["inspector"].isChecked()


def test_the_sheet_is_high_only_while_it_is_used(dressed: MainWindow) -> None:
    sized(dressed, 800, 600)
    layout, views = layout_of(dressed), space(dressed)
    dressed.activateWindow()
    layout.open_inspector(True)
    views.sentences.table.setFocus()
    QTest.qWait(20)
    assert abs(layout.inspector.height() - ONE_LINE) <= 2
    dressed.panes.call_to("notes")
    QTest.qWait(20)
    drawn = layout.pictures.contentsRect().height()
    assert drawn >= dressed.height() // 2 and layout.inspector.height() > ONE_LINE
    views.drawing_view.canvas.setFocus()
    QTest.qWait(20)
    assert abs(layout.inspector.height() - ONE_LINE) <= 2
    sized(dressed, 1024, 768)
    QTest.qWait(20)
    assert abs(layout.inspector.height() - SHEET) <= 2


def test_what_is_opened_is_not_below_the_drawer(dressed: MainWindow) -> None:
    sized(dressed, 800, 600)
    layout = space(dressed).layout
    layout.open_inspector(False)
    for open_it in (lambda: dressed.show_dock("explain"), lambda: dressed.show_dock("scores")):
        layout.open_drawer(True)
        assert layout.left.isVisible()
        open_it()
        assert not layout.left.isVisible() and not layout.has_drawer


def test_a_low_explanation_begins_with_its_formula(dressed: MainWindow, qtbot: QtBot) -> None:
    sized(dressed, 800, 600)
    dressed.show_dock("explain")
    panel = space(dressed).explain
    panel.resize(panel.width(), LOW - 1)
    assert panel.area.isAncestorOf(panel.scope) and panel.cards[0].mapTo(panel, QPoint()).y() <= 2
    panel.resize(panel.width(), LOW)
    assert not panel.area.isAncestorOf(panel.scope)
    qtbot.waitUntil(panel.scope.isVisible)


def test_the_left_column_is_a_drawer_in_a_small_window(dressed: MainWindow, qtbot: QtBot) -> None:
    sized(dressed, 800, 600)
    dressed.activateWindow()
    layout, views = layout_of(dressed), space(dressed)
    layout.rail.sentences.click()
    assert views.sentences.table.isVisible() and layout.left.width() == DRAWER and layout.left.x() == RAIL
    assert drawing_share(layout) < 0.6
    QTest.mousePress(views.drawing_view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(500, 200))
    assert not views.sentences.table.isVisible() and not layout.rail.sentences.isChecked()
    dressed.panes.call("sentences")
    assert views.sentences.table.hasFocus()
    qtbot.keyClick(views.sentences.table, Qt.Key.Key_Escape)
    assert not views.sentences.table.isVisible()
    sized(dressed, 1280, 800)
    assert views.sentences.table.isVisible() and left_column(dressed) == 380


def test_nothing_shines_through_what_lies_over(dressed: MainWindow) -> None:
    """It looks the same whatever is below it."""
    layout = layout_of(dressed)
    sized(dressed, 1280, 800)
    for name in ("explain", "words", "errors", "notes"):
        dressed.show_dock(name)
        if (focus := QApplication.focusWidget()) is not None:
            focus.clearFocus()  # else the keyboard would come to it when the rest goes, and that is seen
        QTest.qWait(20)
        over = layout.grab(layout.inspector.geometry()).toImage()
        layout.columns.hide()
        assert layout.grab(layout.inspector.geometry()).toImage() == over, name
        layout.columns.show()
    sized(dressed, 800, 600)
    layout.open_drawer(True)
    QTest.qWait(20)
    over = layout.grab(layout.left.geometry()).toImage()
    layout.columns.hide()
    assert layout.grab(layout.left.geometry()).toImage() == over
    layout.columns.show()


def test_tabs_of_the_inspector_have_words_from_300_pixels_on(dressed: MainWindow, qtbot: QtBot) -> None:
    group = layout_of(dressed).inspector
    dressed.panes.show("errors")
    titles = [" ".join(filter(None, (pane.title, pane.count))) for pane in group.panes]
    assert [one.split(" ")[0] for one in titles] == ["Explain", "Words", "Errors", "Notes"]
    for width in (900, 300):
        group.resize(width, 400)
        assert [group.tabText(tab) for tab in range(4)] == titles, width
    group.resize(200, 400)
    assert [group.tabText(tab) for tab in range(4)] == ["", "", titles[2], ""]
    assert [group.tabToolTip(tab) for tab in range(4)] == [titles[0], titles[1], "", titles[3]]
    assert [group.tabBar().accessibleTabName(tab) for tab in range(4)] == titles


def test_widths_that_people_chose_are_kept_for_each_layout(dressed: MainWindow) -> None:
    layout = layout_of(dressed)
    sized(dressed, 1600, 900)
    layout.open_inspector(True)
    layout.columns.setSizes([500, 680, 420])
    layout.columns.splitterMoved.emit(0, 1)  # as dragging an edge does
    for width, left in ((1280, 380), (1600, 500), (2560, 500)):
        sized(dressed, width, 900)
        QTest.qWait(20)
        assert abs(left_column(dressed) - left) <= 2, width
    assert abs(layout.inspector.width() - 420) <= 2
    dressed.panes.usual_layout()
    assert abs(left_column(dressed) - 464) <= 1 and abs(layout.inspector.width() - INSPECTOR) <= 1


# -- the overview ----------------------------------------------------------------------------------------------------------


def test_the_overview_has_all_but_a_rail(dressed: MainWindow) -> None:
    views, layout = space(dressed), layout_of(dressed)
    for width in (1600, 1280, 800):
        sized(dressed, width, 800)
        layout.open_inspector(True)
        dressed.show_dock("scores")
        QTest.qWait(20)
        shown = views.all_measures
        assert layout.tab == OVERVIEW and shown.isVisible() and not views.drawing_view.canvas.isVisible()
        assert layout.rail.isVisible() and layout.rail.overview.isChecked() and shown.width() >= width - RAIL - 4
        assert not any(one.isVisible() for one in (views.systems, views.sentences, layout.inspector, layout.feet))
        views.go_to(4)  # leads back
        assert layout.tab == SENTENCE and views.drawing_view.canvas.isVisible() and layout.inspector.isVisible()
        assert views.sentences.isVisible() == (width >= 900)
        dressed.show_dock("scores")
        dressed.show_dock("words")
        assert layout.tab == SENTENCE and views.word_pages.isVisible()


def test_all_measures_have_bars_over_their_range(compared: MainWindow) -> None:
    sized(compared, 1280, 800)
    compared.actions_.by_name["show_overview"].trigger()
    views = space(compared)
    shown, model = views.systems.all_measures, views.systems.model
    assert shown.isVisible() and views.all_measures.legend.text() == model.legend(model.keys)
    low, high = model.range_of("e.whole.dice") or (0, 0)
    shares = [
        model.index(row, FIRST_MEASURE + model.keys.index("e.whole.dice")).data(SHARE_ROLE)
        for row in range(model.rowCount())
    ]
    column = FIRST_MEASURE + model.keys.index("e.whole.dice")
    assert str(model.headerData(column, Qt.Orientation.Horizontal)).endswith(f"\n{low} to {high}")
    assert "to" not in str(model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.EditRole)).split()
    few = views.systems.table.horizontalHeader()
    assert isinstance(few, LowHeads) and few.text_of(column).startswith("A  ") and " to " not in few.text_of(column)
    scores = [100 * model.score(model.order[row], "e.whole.dice") for row in range(model.rowCount())]
    assert low <= min(scores) and max(scores) <= high and high - low < 100
    assert shares == pytest.approx([(score - low) / (high - low) for score in scores])
    assert table_in_focus(views).title == "Systems"
    views.layout.show_tab(SENTENCE)
    views.layout.open_inspector(True)
    button = compared.actions_.by_name["inspector"]
    assert button.isChecked()
    views.layout.show_tab(OVERVIEW)
    assert not button.isChecked()  # for it is not there
    views.layout.show_tab(SENTENCE)
    assert button.isChecked()
    views.layout.show_tab(OVERVIEW)
    sized(compared, 800, 480)
    heads, room = shown.horizontalHeader(), shown.viewport().width()
    ends = {heads.sectionPosition(one) + heads.sectionSize(one) for one in range(heads.count())}
    assert heads.length() <= room or room in ends  # no column is cut


def test_all_measures_stand_in_the_overview_and_follow(compared: MainWindow) -> None:
    systems = space(compared).systems
    compared.show_dock("scores")
    shown, few = systems.all_measures.horizontalHeader(), systems.table.horizontalHeader()
    assert shown.count() - shown.hiddenSectionCount() >= 8 > 5 >= few.count() - few.hiddenSectionCount()
    order = [shown.logicalIndex(place) - FIRST_MEASURE for place in range(shown.count())]
    keys, letters = systems.model.keys, systems.model.letters
    assert [letters.get(keys[place]) for place in order[1:4]] == [
        "A",
        "B",
        None,
    ]  # then the others, last what is counted
    assert sorted(order[1 : len(keys) + 1]) == list(range(len(keys)))
    for is_shown in ("crossing" not in keys, True):  # another number of columns
        systems.toggle_measure("crossing", is_shown)
        assert shown.visualIndex(FIRST_MEASURE - 1) == shown.count() - 1
    systems.all_measures.selectRow(1)
    assert systems.system == 1 and space(compared).sentences.system == 1
    column = FIRST_MEASURE + systems.model.keys.index("tagging")
    systems.all_measures.sortByColumn(column, Qt.SortOrder.AscendingOrder)
    assert few.sortIndicatorSection() == column
    space(compared).sentences.picker_a.choose("crossing")
    assert systems.model.letters == {"crossing": "A", "t.whole.dice": "B"}
    assert not systems.table.isColumnHidden(FIRST_MEASURE + systems.model.keys.index("crossing"))
    assert shown.sortIndicatorSection() == FIRST_MEASURE + systems.model.keys.index("tagging")


def test_the_chosen_row_is_seen_where_the_list_gets_lower(compared: MainWindow) -> None:
    sized(compared, 1280, 800)
    table = space(compared).sentences.table
    table.scrollToTop()
    table.selectRow(table.rowAt(table.viewport().height() - 4))
    assert 0 < table.currentIndex().row() < table.model().rowCount() - 1
    space(compared).layout.leave_foot(120)
    QTest.qWait(30)
    assert table.viewport().rect().contains(table.visualRect(table.currentIndex()).center())


def test_tables_need_no_scroll_bars_after_another_size(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    files = large_treebank(tmp_path)
    for path in tmp_path.glob("*.conllu"):  # its words are as wide as words get
        path.write_text(path.read_text("utf-8").replace("word", "ROOM"), "utf-8")
    compare(qtbot, window, files)
    window.panes.usual_layout()
    for size in ((1280, 800), (1600, 1000), (1280, 800)):
        sized(window, *size)
        QTest.qWait(30)
        assert space(window).sentences.table.horizontalScrollBar().maximum() == 0
        assert space(window).systems.table.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize("larger", [3, 0][:: stride(2)])
def test_no_pane_asks_for_more_than_there_is(compared: MainWindow, larger: int) -> None:
    compared.actions_.turn("theme", "light")
    compared.view.change_text_size(larger)
    compared.progress.show_progress(40, 60)
    compared.tell("a message that is longer than the left column, as those about files with long names often are " * 2)
    sized(compared, 1600, 1000)
    for pane in compared.docks:
        compared.show_dock(pane)
        QTest.qWait(10)
        assert compared.minimumSizeHint().width() <= 640, pane
    sized(compared, 640, 480)


def test_panes_find_their_place_in_small_windows(qtbot: QtBot, compared: MainWindow) -> None:
    """Qt says nothing of sizes that cannot be; a warning fails the test."""
    for size in ((800, 600), (640, 480), (300, 320))[:: stride(2)]:
        compared.resize(*size)
        compared.view.larger_text()
        for change in (compared.panes.hide, compared.panes.show, compared.panes.hide):
            change("systems")
            compared.panes.fit_systems()
            compared.show_dock("scores")
        compared.panes.usual_layout()
        qtbot.wait(20)
        sized(compared, 1500, 900)
        assert compared.docks["systems"].isVisible() and space(compared).systems.table.height() > 0
