"""Who cannot see: boxes of drawings, rows, answers, links, what was done are told; nothing but text depends on a colour."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QProgressBar, QProxyStyle, QStyle
from pytestqt.qtbot import QtBot

from tests.window.frame.conftest import Open, press, settle
from tests.window.frame.samples import KINDS
from tests.window.frame.test_done import go
from tests.window.frame.toy import NAME, Toy
from treecompare.jobs import base
from treecompare.scores.rich import Rich, link
from treecompare.window.frame import waiting
from treecompare.window.frame.why import Said, Why
from treecompare.window.frame.window import Window

KEY, ROLE, TEXT = Qt.Key, QAccessible.Role, QAccessible.Text


def asked(about: QObject) -> QAccessibleInterface:
    """What Qt answers assistive technology."""
    found = QAccessible.queryAccessibleInterface(about)
    assert found is not None
    return found


@pytest.mark.parametrize("kind", ["constituents", "dependencies", "lattices", "schemes", "decide", "versions"])
def test_boxes_of_drawings_are_found(open_window: Open, kind: str) -> None:
    window = open_window(KINDS[kind]())
    names = set()
    for view in window.drawings.views:
        whole = asked(view.canvas)
        assert whole.role() == ROLE.Canvas and whole.childCount() == len(view.drawing.boxes) > 0  # type: ignore[union-attr]
        names.add(whole.text(TEXT.Name))
        for number in range(whole.childCount()):
            child = whole.child(number)
            assert child is not None and child.text(TEXT.Name) == view.drawing.boxes[number].text  # type: ignore[union-attr]
            assert child.rect().width() > 0 and child.text(TEXT.Description)
    assert len(names) == len(window.drawings.views) and "Drawing" in names


def test_every_change_of_colour_has_a_sign(open_window: Open) -> None:
    """What is deleted, inserted, relabelled says so in its text; what is chosen or on says so as a state."""
    window = open_window(KINDS["constituents"]())
    drawn = window.drawings.view.drawing
    assert drawn is not None
    signs = {"deleted": "<", "inserted": ">", "renamed": "~", "relabelled": "~"}
    changed = [box for box in drawn.boxes if box.operation in signs]
    assert changed and all(signs[box.operation] in (box.text[0], box.text[-1]) for box in changed)


def test_a_row_is_called_by_its_words_and_figures(window: Window) -> None:
    model = window.list.places_model
    said = model.index(2, 1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == f"It was word2 {NAME}, line 2 of {NAME}, No. 3, ○, B ●–○ A 2, Share 0.08, A−B 6,000"
    assert asked(window.list).text(TEXT.Name) == "Places"


def test_what_is_done_is_announced(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def hear(event: object) -> None:
        kind = event.type() if hasattr(event, "type") else None
        if kind == getattr(QAccessible.Event, "Announcement", None):
            told.append(event.message())  # type: ignore[attr-defined]

    monkeypatch.setattr(waiting.QAccessible, "updateAccessibility", hear)
    press(window, "1")
    assert told == [f"1 {NAME} (Ctrl+Z: undo)"]
    window.do("refused")
    assert told[-1].startswith("that cannot be said of")


def test_where_qt_has_no_announcements_a_message_is_told(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.delattr(waiting.QtGui, "QAccessibleAnnouncementEvent", raising=False)
    monkeypatch.setattr(waiting.QAccessible, "updateAccessibility", lambda event: told.append(event.type()))
    window.messages.tell("Said")
    assert told == [QAccessible.Event.Alert] and asked(window.messages).text(TEXT.Name) == "Said"


def test_each_link_is_a_stop_called_by_its_words(window: Window) -> None:
    first = next(one for one in window.why.findChildren(Said) if one.isVisible())
    first.say(Rich("one ", link("first link", "a"), " and ", link("second link", "b"), " end"))
    first.setFocus(Qt.FocusReason.TabFocusReason)
    assert first.accessibleName() == "first link"
    QTest.keyClick(first, KEY.Key_Tab)
    assert first.hasFocus() and first.accessibleName() == "second link"
    heard: list[str] = []
    first.linkActivated.connect(heard.append)
    QTest.keyClick(first, KEY.Key_Return)
    assert heard == ["b"]
    QTest.keyClick(first, KEY.Key_Tab)
    assert not first.hasFocus() and first.accessibleName() == "one first link and second link end"
    first.setFocus(Qt.FocusReason.BacktabFocusReason)
    assert first.accessibleName() == "second link"


def test_tab_goes_from_the_bar_to_the_list_to_the_drawing_to_why(open_window: Open) -> None:
    toy = Toy()
    toy.gate.set()
    window = open_window(toy)
    go(window, 2)
    settle(window)
    columns = [window.bar, window.listing, window.centre, window.columns.right]
    window.bar.menu_button.setFocus()
    seen: list[int] = []
    for _ in range(150):
        focus = QApplication.focusWidget()
        assert focus is not None
        here = next(n for n, one in enumerate(columns) if one is focus or one.isAncestorOf(focus))
        if not seen or seen[-1] != here:
            seen.append(here)
        if len(seen) > 4:
            break
        QTest.keyClick(focus, KEY.Key_Tab)
    assert seen == [0, 1, 2, 3, 0]


class Still(QProxyStyle):
    """As of a system that asks for little motion."""

    def styleHint(self, hint: QStyle.StyleHint, *more: object) -> int:
        is_asked = hint == QStyle.StyleHint.SH_Widget_Animation_Duration
        return 0 if is_asked else super().styleHint(hint, *more)  # type: ignore[arg-type]


def test_nothing_moves_where_the_system_asks_for_that(qapp: QApplication) -> None:
    bar, style = QProgressBar(), Still("Fusion")
    waiting.be_busy(bar)
    assert bar.maximum() == 0
    bar.setStyle(style)
    waiting.be_busy(bar)
    assert bar.maximum() == 1


def test_what_is_said_again_has_the_same_height(qtbot: QtBot) -> None:
    """Rows of several lines would stand apart as soon as another place is looked at."""
    why = Why()
    qtbot.addWidget(why)
    why.resize(280, 600)
    why.show()
    pairs = base.Pairs(
        [("head", "to a former dependent of its own"), ("where", "a word with Number=Sing with a dependent")]
    )
    heights = set()
    for said in ("one", "another"):
        why.show_blocks([pairs, base.Text(said)])
        qtbot.wait(20)
        heights.add(why.blocks.shown[0].height())
    assert len(heights) == 1
