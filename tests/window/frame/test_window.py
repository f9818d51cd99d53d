"""The window as a whole: its parts have their shares, nothing is cut, keys have one meaning, screen readers find everything."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QKeySequence, QShowEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QMenu, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.conftest import is_nightly, let_pass
from tests.window.frame.conftest import Open, press, settle
from tests.window.frame.cut import missing
from tests.window.frame.strange import faults
from tests.window.frame.test_done import go
from tests.window.frame.toy import Toy
from treecompare.jobs import base
from treecompare.jobs.base import Command
from treecompare.jobs.keys import ANSWERS, KEYS, keys_of
from treecompare.window import frame
from treecompare.window.common import fonts
from treecompare.window.frame.commands import own_commands, things
from treecompare.window.frame.page import TableView
from treecompare.window.frame.palette import Palette
from treecompare.window.frame.why import FieldBlock
from treecompare.window.frame.window import Window

KEY, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier
LARGE, SMALL = (1280, 800), (800, 600)


def share(window: Window) -> float:
    """Which part of the window is drawing, in per cent."""
    seen = window.drawings.view.canvas.visibleRegion().boundingRect()
    return 100 * seen.width() * seen.height() / (window.width() * window.height())


@pytest.mark.parametrize(
    ("size", "with_all", "without_why", "without_list"),
    [(LARGE, 45, 66, 66), (SMALL, 50, 54, 72), ((1600, 1000), 47, 66, 66)],
)
def test_the_drawing_has_its_share(
    open_window: Open, size: tuple[int, int], with_all: float, without_why: float, without_list: float
) -> None:
    window = open_window(Toy(), *size)
    assert share(window) >= with_all
    window.run("why")
    settle(window)
    assert share(window) >= without_why
    window.run("list")
    settle(window)
    assert share(window) >= 87
    window.run("why")
    settle(window)
    assert share(window) >= without_list
    press(window, "z")
    assert share(window) >= 87 and window.listing.isHidden() and window.columns.right.isHidden()
    press(window, "z")
    window.run("list")
    assert window.listing.isVisible() and window.columns.right.isVisible()


def test_parts_are_hidden_and_come_back(window: Window) -> None:
    press(window, "i")
    assert window.columns.right.isHidden() and not window.action("why").isChecked()
    press(window, "i")
    assert window.columns.right.isVisible() and window.action("why").isChecked()
    window.columns.close_why.click()
    assert window.columns.right.isHidden()
    window.run("list")
    press(window, "/")
    assert window.listing.isVisible() and window.listing.field.hasFocus()
    press(window, KEY.Key_F5)
    assert window.bar.isHidden() and window.listing.isHidden() and window.isFullScreen()
    press(window, KEY.Key_Escape)
    assert window.bar.isVisible() and window.listing.isVisible() and not window.isFullScreen()


def test_what_goes_out_of_sight_gives_the_keyboard_back(window: Window) -> None:
    for column, key in ((window.columns.right, KEY.Key_I), (window.listing, None)):
        inside = window.list if key is None else next(one for one in stops(window) if column.isAncestorOf(one))
        inside.setFocus()
        press(window, key) if key is not None else window.run("list")
        settle(window)
        focus = QApplication.focusWidget()
        assert column.isHidden() and focus is not None and focus.isVisible() and window.isAncestorOf(focus)
        press(window, KEY.Key_F6)
        assert window.isAncestorOf(QApplication.focusWidget())


def test_the_list_comes_and_goes_by_its_button_where_the_window_is_small(open_window: Open) -> None:
    window = open_window(Toy(), *SMALL)
    button, drawing = window.bar.list, window.drawings.view.canvas
    for is_there in (True, False, True):
        assert button.isVisible() and button.isChecked() == is_there == window.listing.isVisible()
        assert button.toolTip() == "List" and not button.icon().isNull()
        assert bool(drawing.mapTo(window, QPoint()).x()) == is_there  # beside it, never below
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        settle(window)
        assert QApplication.focusWidget() is (drawing if is_there else window.list), "else keys would choose a layout"
    window.resize(*LARGE)
    settle(window)
    assert not button.isVisible()
    window.run("list")
    assert window.listing.isVisible()


def test_what_is_to_be_typed_at_once_has_the_keyboard(qtbot: QtBot, open_window: Open, toy: Toy) -> None:
    """Else its letters would be commands."""
    window = open_window()
    toy.asks = lambda: base.Field("note", "Note: saved as you type", lines=3)  # type: ignore[method-assign]
    window.open(lambda *_: toy, "Toy")
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QPlainTextEdit))
    assert not window.why.is_asking, "in the field that is there"
    press(window, Qt.Key.Key_Down, on=window.list)
    with qtbot.waitSignal(window.opened):
        window.open(lambda *_: toy, "Toy")
    settle(window)
    assert QApplication.focusWidget() is window.list, "who comes back to another place goes on there"


def test_a_width_that_was_dragged_is_kept(window: Window) -> None:
    window.columns.setSizes([500, 500, 280])
    window.columns.splitterMoved.emit(500, 1)
    window.resize(1300, 800)
    settle(window)
    assert abs(window.listing.width() - 500) < 40


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_what_was_put_away_and_dragged_is_so_when_the_program_begins_again(
    open_window: Open, size: tuple[int, int]
) -> None:
    window = open_window(Toy(), *size)
    before = window.listing.width()
    right = 0 if size == SMALL else 250
    window.columns.setSizes([before + 60, size[0] - before - 62 - right, right][: window.columns.count()])
    window.columns.splitterMoved.emit(before + 60, 1)
    window.run("why")
    window.close()
    window = open_window(Toy(), *size)
    assert (
        window.columns.right.isHidden()
        and not window.columns.shows_why
        and abs(window.listing.width() - before - 60) < 3
    )
    window.run("why")
    window.run("list")
    window.close()
    window = open_window(Toy(), *size)
    settle(window)
    assert window.listing.isHidden() and window.columns.right.isVisible()
    assert size == SMALL or abs(window.columns.right.width() - 250) < 3
    window.run("list")
    settle(window)
    assert abs(window.listing.width() - before - 60) < 3
    window.resize(*(SMALL if size == LARGE else LARGE))  # where nobody dragged anything
    window.resize(*size)
    settle(window)
    assert abs(window.listing.width() - before - 60) < 3


SIZES = [(LARGE, range(9, 19)), ((1600, 1000), range(9, 19)), (SMALL, range(9, 14))]
EACH = [(size, letters) for size, all_ in SIZES for letters in (all_ if is_nightly() else (all_[0], 13, all_[-1]))]


@pytest.mark.parametrize(("size", "letters"), EACH)
def test_nothing_is_cut(open_window: Open, size: tuple[int, int], letters: int) -> None:
    toy = Toy(1_394)
    toy.gate.set()
    window = open_window(toy, *size, steps=letters - 13)
    let_pass(30)
    assert (window.width(), window.height()) == size
    seen = [one for one in window.findChildren(QWidget) if not one.visibleRegion().isEmpty()]
    cut = [(type(one).__name__, one.accessibleName(), missing(one)) for one in seen if missing(one) > 1]
    for within in (window.bar, window.why.widget(), window.listing):
        for one in within.findChildren(QWidget):
            in_table = any(isinstance(above, TableView) for above in parents(one))
            place = QRect(one.mapTo(within, QPoint()), one.size())
            if one.isVisible() and not in_table and not -1 <= place.left() <= place.right() <= within.width():
                cut.append((type(one).__name__, one.accessibleName(), place.right() - within.width()))
    assert window.why.widget().width() <= window.why.viewport().width()
    metrics = QFontMetrics(fonts.sized(fonts.strong(window.list.font()), fonts.SMALL))
    for at, column in enumerate(window.list.places_model.shown.columns):
        if not window.list.isColumnHidden(at):
            assert metrics.horizontalAdvance(column.title) <= window.list.columnWidth(at)
    assert not cut, cut


def parents(widget: QWidget) -> Iterator[QWidget]:
    above = widget.parentWidget()
    while above is not None:
        yield above
        above = above.parentWidget()


def test_boxes_that_have_no_room_are_behind_the_dots(open_window: Open) -> None:
    window = open_window(Toy(picks=6), *SMALL)
    hidden = [number for number, box in enumerate(window.bar.picks.values()) if box.isHidden()]
    assert hidden == list(range(6 - len(hidden), 6)) and hidden and window.bar.more.isVisible()
    window.bar.menu.aboutToShow.emit()
    menus = [one.menu() for one in window.bar.menu.actions() if one.menu() is not None]
    assert len(menus) == len(hidden)
    menus[0].aboutToShow.emit()  # type: ignore[attr-defined]
    menus[0].actions()[1].trigger()  # type: ignore[attr-defined]
    assert window.job.told == [([2], f"system {hidden[0]}", "1")]  # type: ignore[union-attr]


# -- texts are text ----------------------------------------------------------------------------------------------------


def test_nothing_that_a_job_says_is_markup_or_a_key(qtbot: QtBot, open_window: Open) -> None:
    toy = Toy(has_sections=True)
    toy.gate.set()
    toy.title += "\u202e"
    window = open_window(toy)
    found: list[str] = []
    for place in range(6):
        go(window, place)
        let_pass(30)
        found += [one for one in faults(window) if "rich" not in one]
    for action in ("say", "refused", "copy-all"):
        window.do(action)
        found += faults(window)
    window.menus.fill()
    window.listing.ask_order()
    found += faults(window)
    for one in QApplication.topLevelWidgets():
        if isinstance(one, QMenu):
            one.close()
    assert not sorted({one for one in found if "\\u202e" in one or "markup in '<b>x&y" in one or "a key" in one})
    labels = [one for one in window.findChildren(QLabel) if "x&" in one.text() or "<b>x" in one.text()]
    assert labels
    for label in labels:
        is_plain = label.textFormat() == Qt.TextFormat.PlainText
        assert is_plain or (label.textFormat() == Qt.TextFormat.RichText and "<b>x" not in label.text()), label.text()
    written = things(window)["list"].make("csv").text("csv")
    assert f"# {toy.title}: Order of the file" in written.splitlines()[-1]


# -- keys --------------------------------------------------------------------------------------------------------------

OF_JOBS = {
    "next-alike", "previous-alike", "choose-drawn", "part", "labelled", "all-systems", "mark", "step", "step-back",
    "mirrored", "side-by-side", "merged",
}  # fmt: skip
"""Keys whose commands jobs have, or pictures."""
OF_OPENERS = {"open", "save", "settings", "quit", "text-larger", "text-smaller", "text-usual"}
"""Those whose commands whoever opened the window has."""


def test_no_key_has_two_meanings_and_each_one_has_one(window: Window) -> None:
    keys = [QKeySequence(one).toString() for command in KEYS for one in keys_of(command)]
    assert all(keys) and len(keys) == len(set(keys))
    assert not ANSWERS & {one.lower() for one in keys}
    own = {one.key for one in own_commands(window)}
    assert set(KEYS) - own <= OF_JOBS | OF_OPENERS | {"copy"} and not OF_OPENERS & own
    assert {"mirrored", "side-by-side", "merged"} <= own  # the picture has them
    shortcuts = [key.toString() for one in window.actions() for key in one.shortcuts()]
    assert len(shortcuts) == len(set(shortcuts))
    assert set(keys) - set(shortcuts) == {
        "Esc",
        "Ctrl+C",
        "Space",
        "Shift+Space",
    }  # each is handled where it is pressed
    assert not [one.key for one in Toy().commands() if one.key in ANSWERS]


def test_keys_of_the_job_and_of_who_opened_it_do_something(window: Window, toy: Toy) -> None:
    told: list[str] = []
    window._more = lambda: [Command(key, key, lambda key=key: told.append(key)) for key in sorted(OF_OPENERS)]
    job = sorted(OF_JOBS - {"mirrored", "side-by-side", "merged"})
    toy.commands = lambda: [base.Command(key, key) for key in job]  # type: ignore[method-assign]
    for command in (*job, *sorted(OF_OPENERS)):
        key = QKeySequence(keys_of(command)[0])[0]
        press(window, key.key(), held=key.keyboardModifiers(), on=window.list)
    assert [action for _, action, _ in toy.told] == job and told == sorted(OF_OPENERS)


def test_the_window_s_own_keys_do_something(window: Window) -> None:
    view, heard = window.drawings.view, list[str]()
    window.helpWanted.connect(heard.append)
    press(window, KEY.Key_F1)
    press(window, "?")
    assert heard == ["queries", "keys"]
    press(window, "s")
    assert view.layout_wanted == "side-by-side" and window.drawings.layouts.currentText() == "Side by side"
    press(window, "g", "m")
    assert view.layout_wanted == "mirrored"
    scale = view.canvas.transform().m11()
    press(window, "+")
    assert view.canvas.transform().m11() > scale
    press(window, "-", "r")
    folds = view.drawn.folds
    press(window, "f")
    assert view.drawn.folds is not folds
    press(window, "c")
    assert view.show_list.isChecked()
    press(window, "c")
    press(window, KEY.Key_F10)
    menu = QApplication.activePopupWidget()
    assert menu is window.menus.whole
    menu.close()
    window.activateWindow()
    press(window, KEY.Key_K, held=CTRL, on=window.list)
    (palette,) = window.findChildren(Palette)
    palette.close()
    window.activateWindow()
    press(window, KEY.Key_W, held=CTRL, on=window.list)
    assert not window.isVisible()


def test_the_palette_finds_commands_orders_boxes_conditions_and_places(window: Window, toy: Toy) -> None:
    found = {(one.menu, one.title): one for one in window.entries()}
    titles = [("", "Say"), ("", "Undo"), ("Order", "From the end"), ("A", "bllip & co"), ("Find", "even")]
    assert all(one in found for one in titles)
    found["Order", "From the end"].run()
    assert window.order == "back" and window.place == 2
    found["A", "bllip & co"].run()
    assert toy.told == [([2], "system 0", "1")]
    found["Find", "even"].run()
    assert window.listing.field.text() == "even "
    window.search()
    find = window.findChild(Palette).source.sentences
    assert find is not None
    (sentence,) = find("word13", 10)
    sentence.run()
    assert window.place == 13


# -- the keyboard, and who cannot see ----------------------------------------------------------------------------------


def stops(window: Window) -> list[QWidget]:
    """Where Tab stops, from the list on."""
    window.list.setFocus()
    found: list[QWidget] = []
    for _ in range(120):
        focus = QApplication.focusWidget()
        assert focus is not None
        if focus is window.list and found:
            break
        found += [focus] if focus not in found else []  # Tab goes through the links of a text
        QTest.keyClick(focus, KEY.Key_Tab)
    return found


def test_tab_reaches_list_drawing_answers_links_and_fields(window: Window, toy: Toy) -> None:
    toy.gate.set()
    let_pass(30)
    there = stops(window)
    cards = [one.accessibleName() for one in there if type(one).__name__ == "Card"]
    assert {"odin <b>x&y</b>, NP, 1", "Neither, 0"} <= set(cards)
    links = [one.text() for one in there if isinstance(one, QLabel)]
    assert any("Scoring" in one for one in links) and any("how" in one for one in links)
    assert {window.list, window.drawings.view.canvas, window.listing.field, window.listing.heading} <= set(there)
    assert any(isinstance(one, QPlainTextEdit) for one in there) and {*window.bar.picks.values()} <= set(there)


def test_f6_goes_from_column_to_column(window: Window) -> None:
    window.list.setFocus()
    found = []
    for _ in range(3):
        press(window, KEY.Key_F6)
        found.append(QApplication.focusWidget())
    assert found[0] is window.drawings.view.canvas and found[2] is window.list
    assert window.columns.right.isAncestorOf(found[1]) and found[1] is window.why.choice("1")
    QTest.keyClick(window.list, KEY.Key_Home)
    QTest.keyClick(window.list, KEY.Key_Up)
    assert window.listing.field.hasFocus()
    QTest.keyClick(window.listing.field, KEY.Key_Down)
    assert window.list.hasFocus()


def test_all_that_has_the_keyboard_has_a_name(open_window: Open) -> None:
    toy = Toy(has_sections=True)
    toy.gate.set()
    window = open_window(toy, *SMALL)
    nameless: set[str] = set()
    for place in range(6):
        go(window, place)
        let_pass(30)
        for one in window.findChildren(QWidget):
            is_part = isinstance(above := one.parentWidget(), QAbstractScrollArea) and above.viewport() is one
            if one.isVisible() and one.focusPolicy() != Qt.FocusPolicy.NoFocus and not is_part:
                name = one.accessibleName() or (one.text() if hasattr(one, "text") else "")
                if not name.strip():
                    nameless.add(f"{type(one).__name__} in {type(one.parentWidget()).__name__}")
    assert not nameless
    model = window.list.places_model
    assert "word0 <b>x&y</b>" in model.index(1, 1).data(Qt.ItemDataRole.AccessibleTextRole)


# -- cost --------------------------------------------------------------------------------------------------------------


def test_a_field_that_is_clicked_is_seen_to_its_end(qtbot: QtBot, open_window: Open) -> None:
    window = open_window(Toy(), 1280, 460)
    window.list.go_to_place(2)
    settle(window)
    bar, (field,) = (
        window.why.verticalScrollBar(),
        (one for one in window.why.blocks.shown if isinstance(one, FieldBlock)),
    )
    top = field.text.mapTo(window.why.widget(), QPoint()).y()
    bar.setValue(top - window.why.viewport().height() + 8)
    assert 0 < field.text.visibleRegion().boundingRect().height() < field.text.height() and bar.value() < bar.maximum()
    QTest.mouseClick(field.text.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(9, 3))
    assert field.text.visibleRegion().boundingRect().height() == field.text.height()
    window.resize(800, 460)  # Why has less room than the field
    settle(window)
    window.list.setFocus()
    window.answer(base.Ask(base.Field(field.key, "")))
    seen = field.text.visibleRegion().boundingRect()
    assert field.text.hasFocus() and seen.top() == 0 < seen.height() < field.text.height()


def test_what_comes_next_is_made_ready_while_somebody_looks(qtbot: QtBot, open_window: Open) -> None:
    """Not for who goes on at once."""
    asked: list[int] = []
    toy = Toy()
    toy.ahead = asked.append  # type: ignore[assignment, method-assign]
    window = open_window(toy)
    window.list.go_to_place(1)
    del asked[:]
    window.list.step(1)
    qtbot.waitUntil(lambda: bool(asked))
    qtbot.wait(200)
    assert window.place == 2 and asked == [3]


def test_widgets_are_used_again(open_window: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also none opens a window of its own for a moment, which would take the keyboard."""
    toy = Toy(1_000)
    toy.gate.set()
    window = open_window(toy, *SMALL)
    windows: list[str] = []

    class Watch(QWidget):
        def eventFilter(self, watched: object, event: object) -> bool:
            if isinstance(event, QShowEvent) and isinstance(watched, QWidget) and watched.isWindow():
                windows.append(type(watched).__name__)
            return False

    watch = Watch()
    QApplication.instance().installEventFilter(watch)  # type: ignore[union-attr]
    counts = []
    for place in range(1_000 if is_nightly() else 24):  # each kind of place four times
        go(window, place)
        if place % 12 == 11:
            let_pass(30)
            settle(window)
            counts.append(len(window.findChildren(QWidget)))
    QApplication.instance().removeEventFilter(watch)  # type: ignore[union-attr]
    assert max(counts) <= counts[0] and not windows, (counts, windows)
    assert window.isActiveWindow()


def test_a_place_is_painted_once(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in Why has its place before anything is painted, and is asked for its height at widths that it may have; the
    widgets of names in the drawing are used again."""
    painted: list[int] = []

    class Watch(QWidget):
        def eventFilter(self, watched: object, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                painted.append(window.place)
            return False

    go(window, 3)
    watch, widths, blocks = Watch(), list[int](), window.why.blocks
    place = blocks._place
    monkeypatch.setattr(blocks, "_place", lambda shown, width: [widths.append(width), place(shown, width)][1])
    blocks.installEventFilter(watch)
    for _ in range(3):
        window.list.step(1)
        for _ in range(6):
            QApplication.processEvents()
    assert painted == [4, 5, 6]
    beside_bar = blocks.width() - window.why.verticalScrollBar().sizeHint().width()
    assert len(widths) >= 3 and {*widths} <= {blocks.width(), beside_bar}
    canvas = window.drawings.view.canvas
    canvas.show_tags([("top left", "gold")])
    settle(window)
    labels = canvas.findChildren(QLabel)
    canvas.show_tags([("top left", "parser")])
    assert canvas.findChildren(QLabel) == labels and [(one.text(), canvas._tags[one]) for one in labels] == [
        ("parser", "top left")
    ]


# -- what the frame knows ----------------------------------------------------------------------------------------------


PROGRAM = {"program", "application", "open_sheet", "open_files", "help"}
"""What names samples, roles of files and pages of the help; none of it looks into a job."""


def test_the_frame_knows_no_job() -> None:
    folder = Path(frame.__file__).parent
    text = "\n".join(path.read_text("utf-8") for path in sorted(folder.glob("*.py")) if path.stem not in PROGRAM)
    for name in (
        "versions",
        "decide",
        "dependencies",
        "constituents",
        "lesson",
        "walk",
        "annotator",
        "extras",
        "registry",
    ):
        assert not re.search(rf"[\"'./]{name}\b", text), name
    assert not re.search(r"job\.kind (==|!=|in|is) ", text)


def test_jobs_are_made_without_qt() -> None:
    code = (
        "import sys, treecompare.jobs.base, treecompare.jobs.keys; print(any('PySide6' in one for one in sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
