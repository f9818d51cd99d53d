"""Every sample at every size: nothing is cut but words of a sentence, the drawing has its share, the bar's last boxes give way."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.conftest import is_nightly, let_pass
from tests.window.frame.conftest import Open, settle
from tests.window.frame.cut import missing
from tests.window.frame.samples import KINDS
from tests.window.frame.test_window import parents, share
from tests.window.frame.toy import BARE, Toy
from treecompare.jobs import base
from treecompare.window.common import fonts
from treecompare.window.frame.page import PlotView, TableView
from treecompare.window.frame.window import Window

SIZES = {(800, 600): range(9, 14), (1280, 800): range(9, 19), (1600, 1000): range(9, 19), (2560, 1440): range(9, 19)}
"""Of windows, each with the sizes of letters that they are for."""
BY_DAY = {(800, 600): (13,), (1280, 800): (18,)}
IN_WHOLE = (TableView, PlotView)
"""Tables scroll sideways, and what is in them with them."""


def cut(window: Window) -> list[tuple[str, str, int]]:
    """What is not seen whole of what is there: (what, its name, so many pixels)."""
    seen = [one for one in window.findChildren(QWidget) if not one.visibleRegion().isEmpty()]
    found = [(type(one).__name__, one.accessibleName(), missing(one)) for one in seen if missing(one) > 1]
    for within in (window.bar, window.why.widget(), window.listing):
        assert within is not None
        for one in within.findChildren(QWidget):
            place = QRect(one.mapTo(within, QPoint()), one.size())
            is_seen = one.isVisible() and not any(isinstance(above, IN_WHOLE) for above in parents(one))
            if is_seen and place.width() and not -1 <= place.left() <= place.right() <= within.width():
                found.append((type(one).__name__, one.accessibleName(), place.right() - within.width()))
    metrics = QFontMetrics(fonts.sized(fonts.strong(window.list.font()), fonts.SMALL))
    for at, column in enumerate(window.list.places_model.shown.columns):
        if not window.list.isColumnHidden(at) and metrics.horizontalAdvance(column.title) > window.list.columnWidth(at):
            found.append(("column", column.title, 0))
    return found


def wait(qtbot: QtBot, window: Window) -> None:
    """Until all is there that comes later."""
    qtbot.waitUntil(lambda: not window.is_busy and not window.page._waiting, timeout=20_000)
    let_pass(30)
    settle(window)


@pytest.mark.parametrize("size", SIZES if is_nightly() else BY_DAY)
@pytest.mark.parametrize("kind", [one for one in KINDS if one != "toy"])
def test_nothing_is_cut_of_any_sample(qtbot: QtBot, open_window: Open, kind: str, size: tuple[int, int]) -> None:
    job = KINDS[kind]()
    for letters in SIZES[size] if is_nightly() else BY_DAY[size]:
        window = open_window(job, *size, steps=letters - 13)
        wait(qtbot, window)
        assert (window.width(), window.height()) == size
        assert not (found := cut(window)), (size, letters, found)
        assert window.bar.menu_button.isVisible() and window.bar.before.isVisible()
        boxes = list(window.bar.picks.values())
        shown = [one.isVisible() for one in boxes]
        assert shown == sorted(shown, reverse=True)  # the last ones give way first
        own = [at for at, one in enumerate(window.list.places_model.shown.columns) if one.order == window.order]
        assert not any(window.list.isColumnHidden(at) for at in own)  # the column of the order never
        window.close()


SHARES = {(1280, 800): (45, 66, 66, 87), (800, 600): (50, 54, 72, 87), (1600, 1000): (47, 66, 66, 87)}
"""Per cent of the window that the drawing has with all, without Why, without the list, alone."""


@pytest.mark.parametrize(
    "kind", ["constituents", "dependencies", "lattices", "schemes", "no gold", "decide", "versions"]
)
def test_the_drawing_has_its_share_of_every_sample(qtbot: QtBot, open_window: Open, kind: str) -> None:
    """Several drawings below each other have it together."""
    window = open_window(KINDS[kind]())
    for size, (with_all, without_why, without_list, alone) in SHARES.items():
        window.resize(*size)
        for command, least in (
            ("", with_all),
            ("why", without_why),
            ("list", alone),
            ("why", without_list),
            ("list", 0),
        ):
            if command:
                window.run(command)
            settle(window)
            several, drawn = window.drawings.parts[1].isVisible(), window.drawings.split
            found = 100 * drawn.height() * drawn.width() / (size[0] * size[1]) if several else share(window)
            assert found >= least, (size, command, found)


@pytest.mark.parametrize(
    ("kind", "keys"), [one for one in (("decide", "120e"), ("versions", "120")) if one[0] in KINDS]
)
def test_a_low_window_shows_all_answers(open_window: Open, kind: str, keys: str) -> None:
    window = open_window(KINDS[kind](), 800, 600)
    seen = window.why.viewport().rect()
    for key in keys:
        card = window.why.choice(key)
        assert card is not None
        place = QRect(card.mapTo(window.why.viewport(), QPoint()), card.size())
        assert seen.contains(place), (key, place, seen)


def test_a_large_window_has_why_in_two_columns(qtbot: QtBot, open_window: Open) -> None:
    window = open_window(KINDS["constituents"](), 2560, 1440)
    wait(qtbot, window)
    lefts = {one.x() for one in window.why.blocks.shown}
    assert len(lefts) == 2
    window.resize(1280, 800)
    settle(window)
    assert {one.x() for one in window.why.blocks.shown} == {0}


def test_search_is_seen_wherever_it_has_room(open_window: Open) -> None:
    """Also where a box before it has none; all of a comparison is closer together where there is little."""
    window = open_window(KINDS["constituents"](), 800, 600)
    bar = window.bar
    assert bar.search.isVisible() and len([one for one in bar.picks.values() if one.isVisible()]) == 2
    for width in range(660, 1000, 20):
        window.resize(width, 600)
        settle(window)
        shown = [one for one in (*bar._stays, *bar.picks.values(), bar.more, bar.search) if one.isVisible()]
        assert bar._needed(shown) <= bar.width() or shown == [*bar._stays, bar.more], width
        assert bar.search in shown or bar._needed([*shown, bar.search]) > bar.width(), width


def test_what_has_no_second_column_has_the_room_of_both(open_window: Open) -> None:
    """As a sheet, too, whose few lines it is worth most in."""
    window = open_window(Toy(), 800, 600)
    window.list.go_to(BARE)
    settle(window)
    (said,) = window.why.blocks.shown
    assert said.width() == window.why.blocks.width() > 500


def test_a_message_leaves_the_drawing_free(window: Window) -> None:
    window.messages.tell("Something was done")
    canvas, counts = window.drawings.view.canvas, window.drawings.view.foot.counts
    below = canvas.mapTo(window, canvas.rect().bottomLeft()).y()
    assert window.messages.mapTo(window, QPoint()).y() >= below
    assert window.messages.mapTo(window, QPoint()).x() > counts.mapTo(window, counts.rect().topRight()).x()


def test_a_message_covers_nothing_that_one_works_on(window: Window) -> None:
    """However long it is: no box of the drawing, and no button below it."""
    drawings, foot = window.drawings, window.drawings.view.foot
    for words in (3, 20):
        window.messages.tell("something " * words)
        place = QRect(window.messages.mapTo(window, QPoint()), window.messages.size())
        for one in foot.buttons:
            assert one.isVisible() and not place.intersects(QRect(one.mapTo(window, QPoint()), one.size())), words
        _, taken = drawings.taken(window)
        assert len(taken) > 10
        assert not any(place.intersects(QRect(QPoint(*one[:2]), QPoint(*one[2:]))) for one in taken), words


def test_a_page_alone_scrolls_and_first_columns_stand_still(qtbot: QtBot, open_window: Open) -> None:
    job = KINDS["overview"]()
    window = open_window(job)
    window.go(base.Go(place=job.place("trust")))
    wait(qtbot, window)
    qtbot.waitUntil(lambda: len(window.page.findChildren(TableView)) > 1, timeout=20_000)
    tables = window.page.findChildren(TableView)
    assert all(one.view.verticalScrollBar().maximum() == 0 for one in tables)
    view = next(one.view for one in tables if one.view.horizontalScrollBar().maximum() > 0)
    assert view.still.isHidden()
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    assert view.still.isVisible() and view.still.width() == view.columnWidth(0)
    for row in (0, view.model().rowCount() - 1):
        assert view.still.rowViewportPosition(row) == view.rowViewportPosition(row)
    view.horizontalScrollBar().setValue(0)
    assert view.still.isHidden()


def test_a_field_that_stands_elsewhere_is_a_link_where_one_looks(qtbot: QtBot, open_window: Open) -> None:
    job = KINDS["overview"]()
    window = open_window(job)
    window.go(base.Go(place=job.place("paper")))
    wait(qtbot, window)
    window.page.linked.emit("type-figures")
    focus = window.focusWidget()
    assert focus is not None and window.columns.right.isAncestorOf(focus) and "As printed" in focus.accessibleName()
