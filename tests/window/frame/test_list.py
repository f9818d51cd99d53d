"""The list: orders, places, sections, conditions; one stays where one is."""

from __future__ import annotations

import time

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.window.frame.conftest import Open, press, settle
from tests.window.frame.toy import Toy
from treecompare.jobs import base
from treecompare.jobs.exporting import as_table, listing
from treecompare.jobs.listed import LEAST_WORDS
from treecompare.window.common import fonts
from treecompare.window.frame.listing import GAP, PlacesView
from treecompare.window.frame.palette import Palette
from treecompare.window.frame.window import Window

KEY = Qt.Key
NO_KEY = Qt.KeyboardModifier.NoModifier


def listed(window: Window) -> list[int]:
    return [int(one) for one in window.list.places_model.rows]


def look_for(window: Window, text: str) -> None:
    """Types conditions and goes back to the list."""
    press(window, "/")
    window.listing.field.selectAll()
    for letter in text:
        press(window, letter)
    window.listing.field._popup.hide()
    press(window, KEY.Key_Return, on=window.listing.field)


def seen_at(window: Window) -> int:
    """The height at which the place that is looked at stands."""
    return window.list.rowViewportPosition(window.list.currentIndex().row())


def test_it_opens_in_its_first_order_at_the_place_the_job_names(window: Window) -> None:
    assert listed(window) == list(range(24)) and window.list.place == window.place == 2
    assert window.bar.number.text() == "No. 3" and window.bar.number.toolTip() == "3 of 24 in the list"
    assert window.listing.heading.text().startswith("Order of the file")
    assert window.listing.count.text() == "24 things" and "Scoring" in window.listing.foot_said.text()


def test_another_order_keeps_the_place_and_its_height(open_window: Open) -> None:
    window = open_window(Toy(400))
    window.go(base.Go(place=200))
    press(window, KEY.Key_J)
    height = seen_at(window)
    window.go(base.Go(order="back"))
    settle(window)
    assert window.list.place == 201 and listed(window)[0] == 399 and abs(seen_at(window) - height) <= 1
    assert (window.bar.number.text(), window.bar.number.toolTip()) == ("No. 202", "199 of 400 in the list")
    press(window, KEY.Key_J)
    assert window.place == 200  # j and k follow what is seen


def test_one_goes_to_a_place_by_its_own_number(window: Window) -> None:
    window.go(base.Go(order="back"))
    for typed, place in (("20", 19), ("99", 19), ("", 19), ("7 ", 6)):
        window.run("number")
        palette = next(one for one in window.findChildren(Palette) if one.isVisible())
        QTest.keyClicks(palette.field, typed)
        assert len(palette.found) == (typed not in ("99", "")) and ("Nothing found" in palette.hint.text()) == (
            typed == "99"
        )
        QTest.keyClick(palette.field, KEY.Key_Return)
        settle(window)
        assert window.list.place == place
        for one in window.findChildren(Palette):
            one.close()


def test_orders_are_a_menu_and_the_heading_of_a_column(qtbot: QtBot, window: Window) -> None:
    press(window, KEY.Key_O)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [one.text() for one in menu.actions()] == [
        "Order of the file\t24",
        "From the end",
        "",
        "A and B disagree most",
    ]
    assert [one.isChecked() for one in menu.actions()] == [True, False, False, False]
    menu.actions()[1].trigger()
    menu.close()
    assert window.order == "back" and listed(window)[0] == 23
    heads, column = window.list.horizontalHeader(), 5
    place = QPoint(heads.sectionViewportPosition(column) + 5, 5)
    qtbot.mouseClick(heads.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.order == "long" == window.list.delegate.own


def test_keys_step_through_places_and_open_ones(window: Window, toy: Toy) -> None:
    toy.marks.update({7: "1", 9: "1", 10: "1"})
    window.refresh()
    press(window, KEY.Key_J, KEY.Key_J, KEY.Key_K)
    assert window.place == 3
    press(window, KEY.Key_K)
    press(window, KEY.Key_K, KEY.Key_K, KEY.Key_K)
    assert window.place == 0  # there is none before
    window.next_open(-1)
    assert window.place == 23  # round the end
    window.go(base.Go(place=8))
    settle(window)
    changes = len(window.drawings.view.drawn.changed())
    assert changes
    press(window, *[KEY.Key_N] * changes)
    assert window.place == 8 and window.drawings.view.lit()  # first the changes that are drawn
    press(window, KEY.Key_N)
    assert window.place == 11  # then what waits
    press(window, KEY.Key_P)
    assert window.place == 8


def test_sections_fold_by_mouse_and_keys(qtbot: QtBot, open_window: Open) -> None:
    window = open_window(Toy(9, has_sections=True))
    assert listed(window) == [-1, 0, 3, 6, -2, 1, 4, 7, -3]  # the last one is folded at first
    model = window.list.places_model
    assert model.data(model.index(4, 0)) == "Part 1 <b>x&y</b> 3 places"

    def click(row: int) -> None:
        place = window.list.visualRect(model.index(row, 0)).center()
        qtbot.mouseClick(window.list.viewport(), Qt.MouseButton.LeftButton, pos=place)

    click(0)
    assert listed(window) == [-1, -2, 1, 4, 7, -3] and window.place == 1  # the nearest that is listed
    click(0)
    assert listed(window)[:4] == [-1, 0, 3, 6] and window.place == 1
    press(window, KEY.Key_Left, on=window.list)
    assert listed(window) == [-1, 0, 3, 6, -2, -3]
    press(window, KEY.Key_Right)
    press(window, KEY.Key_Right)
    assert -3 in listed(window) and len(listed(window)) == 12
    window.go(base.Go(order="back"))
    assert len(listed(window)) == 12  # what people opened stays open
    press(window, KEY.Key_Left)
    folded = set(model.folded)
    window.go(base.Go(order="file"))
    assert model.folded == folded - {"part 1"} or model.folded == folded


def test_the_bar_counts_the_places_that_are_unfolded(open_window: Open) -> None:
    window = open_window(Toy(9, has_sections=True))
    before = window.bar.number.toolTip()
    press(window, KEY.Key_Right, on=window.list)
    assert window.place == 0 and len(listed(window)) == 12
    assert (before, window.bar.number.toolTip()) == ("1 of 6 in the list", "1 of 9 in the list")


def test_a_place_in_a_folded_section_opens_it(open_window: Open) -> None:
    window = open_window(Toy(9, has_sections=True))
    window.go(base.Go(place=5))
    settle(window)
    assert window.place == 5 and 5 in listed(window)


def test_headings_of_sections_are_no_places(open_window: Open) -> None:
    window = open_window(Toy(9, has_sections=True))
    for _ in range(8):
        press(window, KEY.Key_J)
        assert window.list.place >= 0
    assert window.bar.number.toolTip() == "6 of 6 in the list"
    press(window, KEY.Key_Up, KEY.Key_Up, KEY.Key_Up)
    assert window.place == 6


# -- Find --------------------------------------------------------------------------------------------------------------


def test_tokens_narrow_together(window: Window) -> None:
    look_for(window, "even length > 6")
    found = listed(window)
    assert found and all(one % 2 == 0 and 3 + one * 7 % 11 > 6 for one in found)
    assert window.listing.count.text() == f"{len(found)} things" and window.list.hasFocus()
    look_for(window, "not even")
    assert listed(window) == list(range(1, 24, 2))
    look_for(window, "not length > 6 number<9")
    assert listed(window) == [one for one in range(8) if 3 + one * 7 % 11 <= 6]
    look_for(window, '"even"')
    assert window.list.isHidden() and "Nothing is called so: <b>x&y</b>" in window.listing.nothing.label.text()
    window.go(base.Go(find=""))
    assert window.place == 0  # where one was before nothing was found
    look_for(window, "word1 dog")
    assert listed(window) == []  # words that follow each other
    look_for(window, "WORD13")
    assert listed(window) == [13]


def test_a_list_that_is_narrowed_is_seen_to_be_in_any_room(open_window: Open) -> None:
    window = open_window(Toy(400), 800, 600)
    window.go(base.Go(order="long"))
    settle(window)
    listing, count = window.listing, window.listing.count
    for width in (240, 500):
        listing.setFixedWidth(width)
        window.go(base.Go(find=""))
        settle(window)
        assert count.isVisible() == (width == 500)  # it goes before the name of the order is cut
        window.go(base.Go(find="even"))
        settle(window)
        beside = listing.heading if width == 500 else listing.field
        assert count.isVisible() and abs(count.geometry().center().y() - beside.geometry().center().y()) < 4
        assert beside.geometry().right() < count.x() and listing.heading.width() >= listing.heading.sizeHint().width()


@pytest.mark.parametrize(
    ("text", "wanted", "rest"),
    [
        ("", [], ""),
        ("not even", [base.Token("even", is_not=True)], ""),
        ("length>30 even", [base.Token("even"), base.Token("length", ">", "30")], "length>30"),
        ('length = "a b" x', [base.Token("length", "=", "a b"), base.Token("", "", "x")], 'length = "a b"'),
        ('"even"', [base.Token("", "", "even")], ""),
        ("not so", [base.Token("", "", "not so")], ""),
        ("a = b", [base.Token("", "", "a=b")], ""),
        (
            "even, length > 3, a",
            [base.Token("even"), base.Token("length", ">", "3"), base.Token("", "", "a")],
            "even, length > 3,",
        ),
        ("even not length <= 3", [base.Token("length", "<=", "3", True), base.Token("even")], "even"),
    ],
)
def test_what_is_typed_is_taken_apart(text: str, wanted: list[base.Token], rest: str) -> None:
    assert sorted(base.tokens_of(text, ("even", "length"))) == sorted(wanted)
    assert base.without_last(text) == rest


def test_the_field_is_told_of_what_is_put_into_it(window: Window) -> None:
    """Else its button that empties it stays where nothing is looked for."""
    field, told = window.listing.field, list[str]()
    field.textChanged.connect(told.append)
    window.go(base.Go(find="even"))
    window.go(base.Go(find=""))
    assert told == ["even", ""] and not field._timer.isActive()


def test_it_looks_while_one_types_and_keeps_the_place(qtbot: QtBot, window: Window) -> None:
    press(window, "/")
    for letter in "even":
        press(window, letter)
    window.listing.field._popup.hide()
    qtbot.waitUntil(lambda: len(listed(window)) == 12)
    assert window.place == 2 and window.listing.field.hasFocus()


def test_what_stays_in_sight_is_not_drawn_anew_in_another_order(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, drawn = window.place, list[int]()
    monkeypatch.setattr(window, "show_picture", lambda: drawn.append(window.place))
    window.go(base.Go(order="back"))
    settle(window)
    assert window.order == "back" and (window.place, window.list.place, drawn) == (place, place, [])
    window.list.step(1)
    settle(window)
    assert drawn == [window.place] != [place]


def test_where_nothing_is_found_no_figure_of_a_place_stays_in_the_bar(window: Window) -> None:
    before = [one.accessibleName() for one in window.bar.picks.values()]
    window.listing.field.put("nothing like this")
    window.fill()
    settle(window)
    now = [one.accessibleName() for one in window.bar.picks.values()]
    assert window.list.place < 0 and [len(one) for one in now] < [len(one) for one in before]
    assert all(one.startswith(other) for one, other in zip(before, now, strict=True))


def test_who_finds_nothing_can_show_all_again(window: Window) -> None:
    look_for(window, "nobody")
    assert listed(window) == [] and window.centre.currentWidget() is window.nothing
    assert "Nothing is called so" in window.nothing.label.text() and window.nothing.answers[0].text() == "Show all"
    boxes = len(window.bar.picks)
    look_for(window, "somebody")  # nor is anybody found the second time, and what is compared still stands in the bar
    assert listed(window) == [] and len(window.bar.picks) == boxes > 0
    window.nothing.answers[0].click()
    settle(window)
    assert len(listed(window)) == 24 and not window.listing.field.text()
    assert window.centre.currentWidget() is not window.nothing and window.place == 2


def test_names_of_tokens_complete(window: Window) -> None:
    press(window, "/")
    for letter in "even le":
        press(window, letter)
    popup = window.listing.field._completer.popup()
    assert popup.isVisible() and popup.model().index(0, 0).data() == "length – Words"
    QTest.keyClick(popup, KEY.Key_Down)
    QTest.keyClick(popup, KEY.Key_Return)
    assert window.listing.field.text() == "even length "


def suggested(window: Window) -> QWidget:
    """What is suggested in Find, where some of the name of a token is typed."""
    press(window, "/")
    for letter in "even le":
        press(window, letter)
    popup: QWidget = window.listing.field._completer.popup()  # type: ignore[assignment]
    assert popup.isVisible()
    return popup


def test_escape_takes_away_what_is_suggested_before_what_is_typed(window: Window) -> None:
    popup = suggested(window)
    QTest.keyClick(popup, KEY.Key_Escape)
    assert not popup.isVisible() and window.listing.field.text() == "even le" and window.listing.field.hasFocus()
    press(window, KEY.Key_Escape)
    assert window.listing.field.text() == "even"


@pytest.mark.parametrize(("key", "held"), [(KEY.Key_K, Qt.KeyboardModifier.ControlModifier), (KEY.Key_F6, NO_KEY)])
def test_a_command_takes_the_keyboard_from_what_is_suggested(
    window: Window, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    popup = suggested(window)
    QTest.keyClick(popup, key, held)
    assert not popup.isVisible() and not window.listing.field.hasFocus() and window.focusWidget() is not None
    QTest.keyClick(window.focusWidget(), KEY.Key_X)
    assert window.listing.field.text() == "even le"


@pytest.mark.parametrize(
    ("name", "typed"),
    [("error TYPE", "error"), ("error PP attachment", "error PP attachment"), ("A−B", "A−B"), ("LABEL → LABEL", "→")],
)  # fmt: skip
def test_what_stands_for_something_else_is_not_typed(name: str, typed: str) -> None:
    assert base.begun(name) == typed


def test_escape_takes_out_the_last_token_then_leaves(qtbot: QtBot, window: Window) -> None:
    look_for(window, "even length > 6 not open")
    press(window, KEY.Key_Escape)
    assert window.listing.field.text() == "even length > 6"
    press(window, KEY.Key_Escape)
    assert window.listing.field.text() == "even"
    qtbot.waitUntil(lambda: len(listed(window)) == 12)
    press(window, KEY.Key_Escape, on=window.listing.field)
    assert not window.listing.field.text()
    press(window, KEY.Key_Escape)
    assert window.list.hasFocus()


def test_a_condition_that_is_none_is_said_and_the_list_stays(window: Window, toy: Toy) -> None:
    look_for(window, "length > many")
    assert "has no number" in window.listing.said.text() and len(listed(window)) == 24
    press(window, KEY.Key_J, on=window.list)
    assert window.place == 3
    press(window, "1")
    assert toy.marks == {3: "1"}  # one can go on
    press(window, KEY.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    assert toy.marks == {}
    look_for(window, "even")
    assert not window.listing.said.text() and len(listed(window)) == 12


def test_the_last_find_is_repeated(window: Window) -> None:
    look_for(window, "even")
    window.run("clear-find")
    assert len(listed(window)) == 24
    press(window, ".")
    assert len(listed(window)) == 12


def test_back_leads_where_one_was(window: Window) -> None:
    window.do("link", "go 10")
    window.do("link", "find even")
    assert (window.order, window.place, len(listed(window))) == ("back", 10, 12)
    press(window, KEY.Key_Escape)  # the token first
    press(window, KEY.Key_Escape)
    assert (window.order, window.place, window.listing.field.text()) == ("file", 10, "")
    press(window, KEY.Key_Escape)
    assert window.place == 2
    press(window, KEY.Key_Escape)
    assert window.place == 2


def test_alt_and_left_is_back_and_folds_nothing(open_window: Open) -> None:
    window = open_window(Toy(9, has_sections=True))
    before, place = listed(window), window.place
    for on in (window.list, window.drawings.view.canvas):
        window.do("link", "go 4")
        assert window.place == 4
        press(window, KEY.Key_Left, on=on, held=Qt.KeyboardModifier.AltModifier)
        assert (listed(window), window.place) == (before, place)


def test_rows_are_whole_wherever_one_is(open_window: Open) -> None:
    """The first that is seen and the one that is looked at, also where one comes back, and below headings; at the end the last."""
    for has_sections in (False, True):
        window = open_window(Toy(80, has_sections))
        places = window.list
        for row in (30, 79, 41, 12):
            places.go_to(row)
            window.fill(window.place)
            place = places.visualRect(places.currentIndex())
            assert places.rowViewportPosition(places.rowAt(0)) == 0 or row == 79
            assert 0 <= place.top() <= place.bottom() < places.viewport().height(), row


# -- columns -----------------------------------------------------------------------------------------------------------


def shown_columns(window: Window) -> list[str]:
    columns = window.list.places_model.shown.columns
    return [one.key for at, one in enumerate(columns) if not window.list.isColumnHidden(at)]


def test_columns_go_by_rank_and_are_counted(qtbot: QtBot, window: Window) -> None:
    places, told = PlacesView(), list[int]()
    qtbot.addWidget(places)
    places.goneChanged.connect(told.append)
    places.show()
    columns = window.list.places_model.shown.columns
    places.show_places(window.list.places_model.shown, "long", 5)
    letter = places.fontMetrics().horizontalAdvance("0")
    small = QFontMetrics(fonts.sized(fonts.strong(places.font()), fonts.SMALL))
    places.resize(90 * letter, 400)
    told.clear()
    for width in range(90 * letter, 24 * letter, -letter):
        places.resize(width, 400)
        gone = [one.key for at, one in enumerate(columns) if places.isColumnHidden(at)]
        assert set(gone) == {*["number", "bar", "dots"][: len(gone)]} and (told or [0])[-1] == len(gone)
        assert places.columnWidth(1) >= LEAST_WORDS * letter or len(gone) == 3
        for at, one in enumerate(columns):
            whole = max(small.horizontalAdvance(one.title), one.width * letter) + GAP
            assert one.key in (*gone, "words") or places.columnWidth(at) >= whole
        QTest.keyClick(places, KEY.Key_Down)
        QTest.keyClick(places, KEY.Key_Up)
        assert places.place == 5
    assert told == [1, 2, 3]
    QTest.keyClick(places, KEY.Key_Down)
    assert places.place == 6 and window.listing.gone.isVisible() and window.listing.gone.text() == "+3 columns ›"


def test_a_click_on_the_count_makes_room(qtbot: QtBot, open_window: Open) -> None:
    window = open_window(Toy())
    before = len(shown_columns(window))
    assert before < 6
    qtbot.mouseClick(window.listing.gone, Qt.MouseButton.LeftButton)
    settle(window)
    assert len(shown_columns(window)) > before
    shown = window.list.places_model.shown
    table = as_table(shown, shown.order.tolist(), "")
    assert [one.title for one in table.columns] == ["No.", "Words", "Mark", "B ●–○ A", "Share", "A−B"]
    assert len(table.rows) == 24  # all columns, and all places


def test_rows_are_copied_as_they_are_seen(window: Window) -> None:
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    window.list.selectionModel().select(window.list.places_model.index(4, 0), flags)
    press(window, KEY.Key_C, held=Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 3 and lines[1].split("\t")[-1] == "6,000" and "word2" in lines[1] and "word4" in lines[2]


def test_a_list_that_is_selected_as_a_whole_is_told_soon(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """And copied: nobody asks for an index of each cell."""
    monkeypatch.setattr(PlacesView, "selectedIndexes", None)
    window = open_window(Toy(20_000))
    window.list.selectAll()
    begun = time.perf_counter()
    window.list.grab()
    assert window.list.places == [window.place, *(one for one in range(20_000) if one != window.place)]
    shown = window.list.places_model.shown
    save = listing(shown, window.list.places[1:], "job", "order")
    assert save.text("tsv", {"rows": "chosen"}).count("\n") == 20_000  # type: ignore[union-attr]
    assert time.perf_counter() - begun < 2  # 9 seconds where each row is looked for among all
    press(window, KEY.Key_C, on=window.list, held=Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().count("\n") == 20_000


def test_a_list_that_takes_long_comes_in_whatever_one_looks_at_meanwhile(
    qtbot: QtBot, window: Window, toy: Toy
) -> None:
    toy.lists_later = True
    window.go(base.Go(find="even"))
    assert len(listed(window)) == 24 and window.messages.text() == "Looking through all of them…"
    press(window, KEY.Key_J, on=window.list)
    toy.gate.set()
    qtbot.waitUntil(lambda: len(listed(window)) == 12)
    assert window.place % 2 == 0
    assert np.array_equal(window.list.places_model.shown.order, np.arange(0, 24, 2))
