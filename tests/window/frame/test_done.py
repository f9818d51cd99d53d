"""What is done in the window goes through the job: answers, notes, undo, what takes long, files."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from tests.window.frame.conftest import Open, press, settle
from tests.window.frame.toy import NAME, Toy
from treecompare.comparison.base import Cancel
from treecompare.jobs import base
from treecompare.window.common import preferences
from treecompare.window.frame import files
from treecompare.window.frame.bar import FEW
from treecompare.window.frame.waiting import Waiting
from treecompare.window.frame.why import Card, FieldBlock, FoldBlock, LaterBlock, Said
from treecompare.window.frame.window import Window

KEY, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier


def note_of(window: Window) -> QPlainTextEdit:
    (field,) = [one for one in window.why.findChildren(FieldBlock) if one.isVisible() and one.key == "note"]
    return field.text


def go(window: Window, place: int) -> None:
    assert window.list.go_to_place(place)
    settle(window)


def select(window: Window, *places: int) -> None:
    """Selects further places, as with Ctrl."""
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    model = window.list.places_model
    for one in places:
        window.list.selectionModel().select(model.index(model.row_of(one), 0), flags)
    settle(window)


def said(window: Window) -> str:
    """The paragraphs of Why."""
    texts = [one for one in window.why.blocks.shown if one.kind is base.Text]
    return "\n".join(one.accessibleName() for text in texts for one in text.findChildren(Said))


# -- answers -----------------------------------------------------------------------------------------------------------


def test_digits_and_e_are_answers_where_the_job_asks(window: Window, toy: Toy) -> None:
    press(window, "1")
    assert toy.told == [([2], "choose", "1")] and toy.marks == {2: "1"}
    assert window.place == 3  # the next that is open
    press(window, "9", "3")
    assert len(toy.told) == 1  # no such answer; one that cannot be given
    go(window, 8)
    press(window, "2", on=window.drawings.view.canvas)
    assert toy.told[-1] == ([8], "choose", "2")
    go(window, 5)
    press(window, "1", "e", on=window.list)
    assert len(toy.told) == 2  # nothing is asked there
    go(window, 7)
    press(window, "1", held=CTRL)
    press(window, "0", held=CTRL)
    press(window, "1", held=Qt.KeyboardModifier.AltModifier)
    assert len(toy.told) == 2
    window.run("why")
    press(window, "1")
    assert len(toy.told) == 2  # nobody sees a question


def test_who_types_has_all_keys(window: Window, toy: Toy) -> None:
    note = note_of(window)
    press(window, *"j1e k.", on=note)
    assert note.toPlainText() == "j1e k." and window.place == 2 and not toy.marks
    note.setPlainText("")
    press(window, *"12n", on=window.listing.field)
    assert window.listing.field.text() == "12n" and not toy.marks and window.place == 2
    window.go(base.Go(find=""))
    settle(window)
    press(window, "e", on=window.list)
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    press(window, *"j2", KEY.Key_Return)
    assert toy.told[-1] == ([2], "other", "j2") and toy.marks == {2: "j2"}
    press(window, "e", on=window.list)
    window.do("refused")  # as an answer that is none
    assert window.why.refused.text() and window.messages.isVisible()
    press(window, *"XP", KEY.Key_Escape)
    assert window.list.hasFocus() and toy.marks == {2: "j2"}  # who leaves it by Escape answers nothing
    assert not window.why.refused.text() and not window.messages.isVisible()


def test_space_presses_a_button_and_goes_on_elsewhere(window: Window, toy: Toy) -> None:
    (card,) = [one for one in window.why.findChildren(Card) if one.isVisible() and one.to == "2"]
    press(window, KEY.Key_Space, on=card)
    assert toy.told == [([2], "choose", "2")]
    for widget in (window.list, window.drawings.view.canvas):
        go(window, 8)
        press(window, KEY.Key_Space, on=widget)
        assert toy.told[-1] == ([8], "step", None)


def test_several_places_are_answered_in_one_step(window: Window, toy: Toy) -> None:
    select(window, 6, 8)
    assert "3 places are selected" in said(window)
    press(window, "1")
    assert toy.told == [([2, 6, 8], "choose", "1")] and toy.marks == {2: "1", 6: "1", 8: "1"}
    assert len(window.done) == 1 and window.place == 3
    press(window, KEY.Key_Z, held=CTRL)
    assert toy.marks == {} and window.messages.text() == f"Undone: 1 {NAME}"
    press(window, KEY.Key_Y, held=CTRL)
    assert toy.marks == {2: "1", 6: "1", 8: "1"}


def test_a_click_answers_for_what_is_selected(qtbot: QtBot, window: Window, toy: Toy) -> None:
    select(window, 6)
    (card,) = [one for one in window.why.findChildren(Card) if one.isVisible() and one.to == "2"]
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    assert toy.told == [([2, 6], "choose", "2")]
    press(window, KEY.Key_A, held=CTRL, on=window.list)
    assert "24 places are selected" in said(window)


def test_rows_stay_until_they_are_listed_anew(window: Window, toy: Toy) -> None:
    window.go(base.Go(find="open"))
    assert len(window.list.places_model.rows) == 24
    press(window, "1", "2", on=window.list)
    assert list(window.list.places_model.rows) == list(range(24)) and window.place == 4
    assert window.listing.count.text() == "22 things" and window.bar.done.value() == 2
    assert window.list.places_model.index(2, 2).data() == "1"
    window.go(base.Go(order="back"))
    assert len(window.list.places_model.rows) == 22


def test_nothing_is_open_any_more(open_window: Open) -> None:
    window = open_window(Toy(3))
    press(window, "1", "1", "1", on=window.list)
    assert window.messages.text() == "Nothing is open any more."
    window.next_open(1)
    assert window.messages.text() == "No open place in this list."


def test_undo_leads_back_to_the_place_from_wherever_one_is(qtbot: QtBot, window: Window, toy: Toy) -> None:
    press(window, "1")
    go(window, 20)
    window.run("undo")
    settle(window)
    assert window.place == 2 and toy.marks == {}
    window.run("redo")
    qtbot.mouseClick(window.bar.tabs.buttons[1], Qt.MouseButton.LeftButton)
    settle(window)
    assert window.job is toy.other and window.bar.tabs.buttons[1].isChecked()
    press(window, KEY.Key_Z, held=CTRL)
    assert window.job is toy and window.place == 2 and toy.marks == {}
    press(window, KEY.Key_Y, held=CTRL)
    window.go(base.Go(find="number > 10"))
    assert 2 not in window.list.places_model.rows
    window.run("undo")
    settle(window)
    assert window.place == 2 and not window.listing.field.text()


# -- notes -------------------------------------------------------------------------------------------------------------


def test_a_note_is_stored_after_a_pause_and_the_cursor_stays(qtbot: QtBot, window: Window, toy: Toy) -> None:
    press(window, *"an idiom", on=note_of(window))
    assert not toy.notes
    qtbot.waitUntil(lambda: toy.notes == {2: "an idiom"})
    settle(window)
    press(window, "s")
    assert note_of(window).toPlainText() == "an idioms" and note_of(window).hasFocus()


def test_a_note_that_is_stored_without_its_last_space_goes_on(qtbot: QtBot, window: Window, toy: Toy) -> None:
    do = toy.do
    toy.do = lambda places, action, value=None: do(places, action, str(value).strip() if action == "note" else value)  # type: ignore[method-assign]
    press(window, *"an ", on=note_of(window))
    qtbot.waitUntil(lambda: toy.notes == {2: "an"})
    settle(window)
    press(window, *"idiom")
    assert note_of(window).toPlainText() == "an idiom"  # the cursor did not jump to the beginning


@pytest.mark.parametrize("way", ["place", "order", "tab", "job", "window", "undo"])
def test_a_note_is_stored_where_it_was_typed(qtbot: QtBot, window: Window, toy: Toy, way: str) -> None:
    press(window, *"mine", on=note_of(window))
    if way == "place":
        go(window, 8)
    elif way == "order":
        window.go(base.Go(order="back", find="number > 10"))
    elif way == "tab":
        window.show_tab(1)
    elif way == "job":
        window.open(lambda *_: Toy(3), "Another")
        qtbot.waitUntil(lambda: window.job is not toy and window.job is not None)
        assert not window.done  # what was done to what is closed cannot be taken back
    elif way == "window":
        window.close()
    else:
        window.run("undo")
        qtbot.waitUntil(lambda: bool(toy.notes))
    settle(window)
    assert toy.notes == {2: "mine"} and [one for one in toy.told if one[1] == "note"] == [([2], "note", "mine")]
    if way in ("place", "tab"):
        window.run("undo")
        settle(window)
        assert toy.notes == {} and window.place == 2


def test_the_note_of_another_place_is_another(window: Window, toy: Toy) -> None:
    toy.notes = {2: "two", 3: "three"}
    window.show_why()
    assert note_of(window).toPlainText() == "two"
    press(window, KEY.Key_J, on=window.list)
    assert note_of(window).toPlainText() == "three" and not toy.told


# -- what takes long ---------------------------------------------------------------------------------------------------


def test_a_drawing_that_takes_long_comes_in(qtbot: QtBot, window: Window, toy: Toy) -> None:
    go(window, 3)
    assert window.nothing.isVisible() and window.nothing.label.text() == "Drawing…"
    toy.gate.set()
    qtbot.waitUntil(window.drawings.isVisible)
    assert window.drawings.view.picture_shown.drawn.title == "late 3"  # type: ignore[union-attr]


def test_what_comes_after_one_has_left_is_not_shown(qtbot: QtBot, window: Window, toy: Toy) -> None:
    go(window, 3)
    go(window, 8)
    toy.gate.set()
    qtbot.wait(80)
    assert window.drawings.view.picture_shown.drawn.title != "late 3" and window.place == 8  # type: ignore[union-attr]
    toy.gate.clear()
    go(window, 9)  # cannot be drawn, which is known after one has left
    go(window, 14)
    (later,) = [one for one in window.why.findChildren(LaterBlock) if one.isVisible()]
    toy.gate.set()
    qtbot.waitUntil(later.inside.isVisible)
    assert not window.why.refused.text() and "cannot be drawn" not in window.messages.text()
    assert "3 others" in later.inside.shown[0].findChildren(Said)[0].accessibleName()


def test_what_is_drawn_late_is_not_shown_where_nothing_is_listed(qtbot: QtBot, window: Window, toy: Toy) -> None:
    go(window, 3)
    window.go(base.Go(find="zzz"))
    toy.gate.set()
    qtbot.wait(80)
    assert window.nothing.isVisible() and "Nothing is called so" in window.nothing.label.text()


def test_what_is_looked_for_is_lit_where_one_stays(window: Window, toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn anew for another order."""
    go(window, 2)
    asked, picture = list[int](), toy.picture
    monkeypatch.setattr(toy, "picture", lambda place: (asked.append(place), picture(place))[1])
    for to in (base.Go(find="even"), base.Go(order="back"), base.Go(find="even")):
        window.go(to)
        settle(window)
        assert window.place == 2 and asked == [2]


def test_what_cannot_be_drawn_is_said_in_its_place(qtbot: QtBot, window: Window, toy: Toy) -> None:
    go(window, 4)
    assert window.nothing.isVisible() and window.nothing.label.text() == f"only {NAME} has this sentence"
    assert "two errors" in said(window)
    toy.gate.set()
    go(window, 9)
    qtbot.waitUntil(lambda: window.nothing.label.text() == f"{NAME} cannot be drawn")


def test_a_copy_is_made_while_one_goes_on(qtbot: QtBot, window: Window, toy: Toy) -> None:
    QGuiApplication.clipboard().setText("before")
    window.do("copy-later")
    assert window.messages.text() == "Making it…"
    window.do("copy-all")  # what is there ends none that is being made
    assert QGuiApplication.clipboard().text() == "all of it"
    go(window, 3)
    toy.gate.set()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() == "made late")
    qtbot.waitUntil(window.drawings.isVisible)
    window.do("fails")
    qtbot.waitUntil(lambda: f"{NAME} cannot be drawn" in window.why.refused.accessibleName())


# -- answers of the job ------------------------------------------------------------------------------------------------


def test_a_refusal_is_said_in_why(window: Window) -> None:
    window.do("refused")
    text = f"that cannot be said of {NAME}; expected another"
    assert window.why.refused.isVisible() and window.why.refused.accessibleName() == text == window.messages.text()
    press(window, KEY.Key_J, on=window.list)
    assert window.why.refused.isHidden()


def test_said_copied_lit_and_asked(window: Window) -> None:
    window.do("say")
    assert window.messages.text() == f"Said of {NAME}"
    window.do("copy-all")
    assert QGuiApplication.clipboard().text() == "all of it" and window.messages.text() == "Copied: all."
    (lit,) = [one for one in window.why.findChildren(Card) if one.isVisible() and one.to == "lit"]
    lit.click()
    assert lit.isChecked() and window.drawings.view.lit()
    lit.click()
    assert not lit.isChecked() and not window.drawings.view.lit()
    window.run("why")
    settle(window)
    window.do("choose", "e")
    assert window.columns.shows_why and isinstance(QApplication.focusWidget(), QLineEdit)


def test_files_are_written_and_read(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "it.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.do("write")
    assert path.read_text("utf-8") == "as html" and window.messages.text() == f"Saved {path}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "it.txt"), ""))
    window.do("write")
    assert "it.txt" in window.banner.label.text() and window.banner.isVisible()
    window.banner.tell(["Two trees were left out."])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.do("write")
    assert window.banner.said == ["Two trees were left out."]
    window.banner.tell(["Two trees were left out."], stays=False)
    assert window.banner.said == ["Two trees were left out."] and window.banner.isVisible()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    window.do("take")
    assert window.messages.text() == f"Read {path}"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "bad.txt"), ""))
    window.do("take")
    assert "is no <b>x&y</b>" in window.why.refused.accessibleName()


def test_the_next_example_is_asked_for_in_its_place(qtbot: QtBot, window: Window, toy: Toy) -> None:
    go(window, 1)
    part = window.drawings.parts[1]
    assert part.isVisible() and window.drawings.parts[2].isHidden() and part.head.isVisible()
    qtbot.mouseClick(part.after, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(part.before, Qt.MouseButton.LeftButton)
    assert toy.told == [([1], "turn", 1), ([1], "turn", -1)]


def test_pictures_have_their_sizes_before_they_are_drawn(open_window: Open, toy: Toy) -> None:
    """Else each is laid out twice, at first for no height at all."""
    window = open_window(toy)
    for place, shown in ((1, 2), (2, 1), (0, 1), (7, 2), (8, 1)):
        window.list.go_to_place(place)
        window._drawing.stop()
        window._draw()
        sizes = window.drawings.split.sizes()
        assert place == 0 or [one > 100 for one in sizes] == [number < shown for number in range(3)]


def test_a_score_and_a_cell_are_told(window: Window, toy: Toy) -> None:
    there = [one for one in window.why.findChildren(QPushButton) if one.isVisible()]
    buttons = {one.accessibleName() or one.text(): one for one in there}
    buttons["NP, NP: 3"].click()
    next(one for one in there if one.text() == "A").click()
    assert toy.told == [([2], "link", "cell 0"), ([2], "score", "A")]
    assert not buttons[f"{NAME}, VP: 0"].isEnabled()


def test_the_options_of_a_box_are_told(window: Window, toy: Toy) -> None:
    box = window.bar.picks["system 0"]
    assert box.text() == "A  <b>x&&y</b>  84.13  ⌄" and box.isChecked()
    box.click()
    menu = QApplication.activePopupWidget()
    menu.actions()[1].trigger()  # type: ignore[union-attr]
    menu.close()  # type: ignore[union-attr]
    assert toy.told == [([2], "system 0", "1")]


def test_what_was_opened_stays_open(window: Window) -> None:
    (fold,) = [one for one in window.why.findChildren(FoldBlock) if one.isVisible()]
    fold.button.click()
    assert fold.inside.isVisible()
    go(window, 8)
    (fold,) = [one for one in window.why.findChildren(FoldBlock) if one.isVisible()]
    assert fold.inside.isVisible() and fold.button.text().startswith("⌄  Words <b>x&&y</b>")
    fold.button.click()


# -- what is remembered ------------------------------------------------------------------------------------------------


def test_where_one_was_is_remembered_of_each_job(open_window: Open, window: Window, toy: Toy) -> None:
    window.go(base.Go(order="back"))
    go(window, 7)
    press(window, "1", on=window.list)
    window.close()
    assert toy.is_closed
    again = Toy()
    other = open_window(again)
    assert (other.order, other.place) == ("back", 6) and again.restored == [{"marks": [7]}]
    elsewhere = Toy()
    elsewhere.title = "another"
    assert open_window(elsewhere).order == "file" and elsewhere.restored == [{}]


def test_what_was_damaged_is_not_remembered(window: Window) -> None:
    window.put_away()
    (key,) = [one for one in preferences._settings().allKeys() if one.startswith("frame/")]
    for stored in (
        "{", "[]", "7", '{"order": 3, "place": 4}', '{"order": [], "place": {}}', '{"order": "gone", "place": "999"}',
        '{"state": []}', '{"place": "-1"}', "[" * 5_000, '{"x": "' + 200_000 * "x" + '"}', '{"place": "²"}',
    ):  # fmt: skip
        preferences.store(key, stored)
        again = Toy()
        window.show_job(again)
        settle(window)
        assert (window.order, window.place) == ("file", 2) and again.restored == [{}], stored[:40]
        window.put_away()


def test_a_menu_that_is_searched_has_no_signs_of_keys(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[base.Pick] = []
    monkeypatch.setattr(window, "search_pick", asked.append)
    window.answer(base.Choose("mark", [base.Option(f"{n}", "A & B", n == 1, f"{n}") for n in range(FEW + 1)]))
    assert [text for _, text in asked[0].options][:2] == ["A & B", "✓ A & B"]


# -- opening -----------------------------------------------------------------------------------------------------------


def test_the_time_that_is_left_is_counted(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, now = Waiting(), SimpleNamespace(monotonic=iter((0.0, 3.0, 3.0)).__next__)
    qtbot.addWidget(waiting)
    monkeypatch.setattr("treecompare.jobs.session.time", now)
    said = []
    for share in (0.0, 0.75, 0.5):
        waiting.show_doing(base.Doing("reading", share))
        said.append(waiting.label.text())
    assert said == ["Reading", "Reading · 1 second left", "Reading · 3 seconds left"]


def test_a_job_is_made_in_the_background_and_can_be_stopped(qtbot: QtBot, open_window: Open) -> None:
    window, toy = open_window(), Toy()

    def make(cancel: object, tell: object) -> base.Job:
        tell(base.Doing(f"reading {NAME}", 0.5))  # type: ignore[operator]
        toy.gate.wait(10)
        return toy

    window.open(make, "A toy")
    assert window.is_busy and window.waiting.isVisible() and window.windowTitle() == "A toy"
    qtbot.waitUntil(lambda: window.waiting.label.text() == f"Reading {NAME}")
    assert window.waiting.bar.value() == 50
    qtbot.mouseClick(window.waiting.button, Qt.MouseButton.LeftButton)
    assert not window.is_busy and window.nothing.label.text() == "Stopped.\n\nCtrl+R tries again."
    toy.gate.set()
    qtbot.wait(50)
    assert window.job is None
    qtbot.keyClick(window, KEY.Key_R, CTRL)  # it may come in at once, and is drawn then
    qtbot.waitUntil(lambda: window.job is toy)
    assert window.windowTitle() == toy.title


@pytest.mark.parametrize("way", ["escape", "command"])
def test_a_text_that_takes_long_can_be_stopped(qtbot: QtBot, open_window: Open, toy: Toy, way: str) -> None:
    """A report takes minutes: who made it hears of it at once, and nothing is written."""
    window, ended, got = open_window(toy), list[bool](), list[object]()

    def make(cancel: Cancel, _tell: object) -> str:
        end = time.monotonic() + 10
        while not cancel.is_set() and time.monotonic() < end:
            time.sleep(0.01)
        ended.append(cancel.is_set())
        return "made"

    window.with_text(base.Later("Making it…", make), got.append)
    press(window, KEY.Key_Escape) if way == "escape" else window.run("stop")
    assert not window.is_busy and window.messages.text() == "Stopped."
    qtbot.waitUntil(lambda: ended == [True])
    settle(window)
    assert got == []


def test_what_cannot_be_read_is_said_and_tried_again(qtbot: QtBot, open_window: Open, toy: Toy) -> None:
    jobs: list[base.Job] = [toy, Toy()]
    faults = [base.UsageError(f"{NAME}: no such file"), None, base.UsageError("gone"), None]

    def make(*_: object) -> base.Job:
        fault = faults.pop(0)
        if fault is not None:
            raise fault
        return jobs.pop(0)

    window = open_window()
    window.open(make, "A toy")
    qtbot.waitUntil(lambda: not window.is_busy)
    assert window.nothing.label.text() == f"{NAME}: no such file.\n\nCtrl+R tries again."
    window.read_again()
    qtbot.waitUntil(lambda: window.job is toy)
    window.read_again()
    qtbot.waitUntil(lambda: not window.is_busy)
    settle(window)
    assert (
        "gone" in window.messages.text() and window.drawings.isVisible() and window.job is toy
    )  # what was there stays
    window.read_again()
    qtbot.waitUntil(lambda: window.job is not toy and window.job is not None)
    assert toy.is_closed


def test_the_tab_where_one_is_ends_no_list_that_is_made(qtbot: QtBot, window: Window, toy: Toy) -> None:
    toy.lists_later = True
    window.go(base.Go(find="even"))
    things = window.bar.tabs.buttons[0]
    things.click()
    assert things.isChecked()
    toy.gate.set()
    qtbot.waitUntil(lambda: window.list.places_model.rowCount() == 12)
    assert window.messages.isHidden()


@pytest.mark.parametrize("leads", ["list", "tab", "back"])
def test_what_is_said_of_a_list_goes_with_it(window: Window, toy: Toy, leads: str) -> None:
    window.show_tab(1)
    window.show_tab(0)
    toy.lists_later = True
    window.go(base.Go(find="even"))
    assert window.messages.text() == "Looking through all of them…" and window.messages.isVisible()
    toy.lists_later = False
    if leads == "list":
        window.go(base.Go(find="open"))
    elif leads == "tab":
        window.show_tab(1)
    else:
        window.way.pop()
        window.listing.field.put("")
        window.back()
    assert not window.messages.isVisible() and not window.is_busy


def test_a_tab_that_takes_long_comes_in_and_back_leads_out(qtbot: QtBot, window: Window, toy: Toy) -> None:
    overview = toy._overview()
    later = base.Later("Counting…", lambda *_: toy._made(0, overview))
    toy.beside = lambda: [("Things", lambda: toy), ("Overview", lambda: later)]  # type: ignore[method-assign, assignment]
    window.show_job(toy)
    press(window, "v")
    toy.gate.set()
    qtbot.waitUntil(lambda: window.job is overview)
    press(window, KEY.Key_Escape, on=window.list)
    assert window.job is toy


def test_what_opens_by_itself_is_recent_from_when_it_is_saved(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, ends in (("go.toml", [".toml"]), ("go.txt", [".toml"])):
        path = tmp_path / name
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        assert files.ask_for(window, base.Read("Save it", [("It", path.suffix[1:])], "saved", name="go")) == str(path)
        assert [Path(one.paths[0]).suffix for one in preferences.recent()] == ends
