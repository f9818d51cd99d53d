"""Annotating: a scheme is chosen when it is needed, the queue tells what is done, and all of the pane is seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QToolButton, QWidget, QWidgetAction
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import note_down, space
from treecompare import resources
from treecompare.app.common import preferences
from treecompare.app.panes.mark_menu import mark_menu
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.comparison.judgements import Judgements, Scheme, read_scheme

pytestmark = pytest.mark.own_window

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def unchosen(qtbot: QtBot, window: MainWindow, files: Files) -> MainWindow:
    """A comparison of somebody who has never chosen a scheme."""
    preferences.forget("scheme")
    compare(qtbot, window, files)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_dock("notes")
    return window


def tags(window: MainWindow) -> list[str]:
    buttons = space(window).notes.tags.findChildren(QToolButton)
    return [one.text().replace("&&", "&") for one in buttons if not one.isHidden()]


def hit(window: MainWindow, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    for key in keys:
        QTest.keyClick(window.windowHandle(), key, modifiers)


def test_shipped_schemes_can_be_read_and_are_alike() -> None:
    assert [title.split(":")[0].split(",")[0] for title in resources.schemes().values()] == ["English", "TePaCoC"]
    for path in resources.schemes():
        scheme = read_scheme(path)
        assert len(scheme.phenomena) <= 9 and all(scheme.phenomena.values())  # a digit for each, and all in words
        assert all(len(scheme.classes[one]) == 4 and all(scheme.classes[one].values()) for one in scheme.phenomena)


def test_the_scheme_is_chosen_when_the_first_phenomenon_is_needed(unchosen: MainWindow) -> None:
    assert [tag.split(",")[0] for tag in tags(unchosen)] == ["1  English", "2  TePaCoC"]
    assert "choose a scheme" in space(unchosen).notes.phenomena_head.text()
    space(unchosen).notes.note.setFocus()
    hit(unchosen, Qt.Key.Key_Tab, Qt.Key.Key_1)
    assert preferences.text("scheme").endswith("english.tsv")
    assert tags(unchosen)[:2] == ["1  PPN – PP attached to a noun", "2  PPV – PP attached to a verb"]
    assert "choose" not in space(unchosen).notes.phenomena_head.text()
    hit(unchosen, Qt.Key.Key_4)  # the keyboard has stayed in the pane
    assert unchosen.session.comparison is not None
    assert unchosen.session.comparison.judgements.phenomena == {"RCL": {0}}


def focused(window: MainWindow) -> str:
    widget = window.focusWidget()
    assert widget is not None and widget.isVisible() and space(window).notes.isAncestorOf(widget)
    return widget.accessibleName()


def test_the_keyboard_is_seen_while_one_tags(unchosen: MainWindow) -> None:
    space(unchosen).notes.note.setFocus()
    hit(
        unchosen, *[Qt.Key.Key_Tab] * 3, Qt.Key.Key_1
    )  # behind the judgement; the button that had the keyboard is no more
    assert focused(unchosen) == "PPN PP attached to a noun"
    hit(unchosen, Qt.Key.Key_3, Qt.Key.Key_Plus)
    assert unchosen.session.comparison is not None
    judgements = unchosen.session.comparison.judgements
    assert judgements.phenomena.keys() == {"COO"} and judgements.occurrences("COO") == 2
    assert focused(unchosen) == "COO 2: words"
    hit(unchosen, Qt.Key.Key_Return, modifiers=CONTROL)  # the next sentence has no such row
    assert space(unchosen).sentences.current_sentence() == 1
    assert focused(unchosen) == "PPN PP attached to a noun"


def test_phenomena_that_are_there_come_before_the_schemes(unchosen: MainWindow) -> None:
    note_down(unchosen, [("phenomenon", 0, "", "my own", "yes")], "my own")
    assert [tag[:9] for tag in tags(unchosen)] == ["1  my own", "2  Englis", "3  TePaCo"]


def test_what_is_done() -> None:
    judgements = Judgements()
    for kind, sentence, system, phenomenon, value in (
        ("note", 1, "", "", "a"), ("phenomenon", 2, "", "PPN", "yes"), ("correct", 3, "one", "", "no"),
        ("error class", 4, "one", "PPN", "A"), ("correct", 5, "two", "", "yes"), ("correct", 6, "one", "", "unclear"),
    ):  # fmt: skip
        judgements.put(kind, sentence, system, phenomenon, value)
    assert judgements.done("one") == {3, 4, 6} and judgements.done("two") == {5}


def differing(window: MainWindow) -> list[int]:
    """The sentences in which the chosen system differs from the gold."""
    rows = space(window).sentences.model.rows
    assert rows is not None
    return np.flatnonzero(rows.changed > 0).tolist()


def test_the_queue_tells_what_is_done_and_goes_to_what_is_not(unchosen: MainWindow) -> None:
    views, queue = space(unchosen), space(unchosen).notes.queue
    open_ones = differing(unchosen)
    number = len(open_ones)
    assert 10 < number < 60 and queue.text() == f"0 of {number} done"
    note_down(unchosen, [("note", row, "", "", "seen") for row in open_ones[:3]], "notes")
    note_down(unchosen, [("phenomenon", open_ones[0], "", "PPN", "yes")], "phenomenon")
    assert queue.text() == f"0 of {number} done"  # what is noted is not judged
    alike = next(row for row in range(60) if row not in open_ones)
    note_down(unchosen, [("correct", alike, "one", "", "yes")], "judgement")
    assert queue.text() == f"0 of {number} done"  # nor is there anything to judge in what does not differ
    note_down(unchosen, [("correct", row, "one", "", "no") for row in open_ones[1:3]], "judgements")
    assert queue.text() == f"2 of {number} done"
    views.sentences.go_to_sentence(open_ones[0])
    views.notes.note.setFocus()
    hit(unchosen, Qt.Key.Key_A)
    hit(
        unchosen, Qt.Key.Key_J, modifiers=CONTROL
    )  # stores the letter and goes past what is judged, and past what is alike
    assert views.sentences.current_sentence() == open_ones[3] and queue.text() == f"2 of {number} done"
    assert views.notes.note.hasFocus()
    views.sentences.go_to_sentence(open_ones[-1])
    hit(unchosen, Qt.Key.Key_J, modifiers=CONTROL)  # from the end on to the start
    assert views.sentences.current_sentence() == open_ones[0]
    views.notes.open_button.click()
    assert views.sentences.current_sentence() == open_ones[3]
    note_down(unchosen, [("correct", row, "two", "", "yes") for row in range(60)], "judgement")
    assert queue.text() == f"2 of {number} done"
    views.systems.choose(1)
    of_two = len(differing(unchosen))
    assert queue.text() == f"{of_two} of {of_two} done"  # a judgement is on its system
    views.systems.choose(0)
    words = views.sentences.sentences[open_ones[1]].split()
    views.sentences.filter_bar.text.setText(" ".join(words[:5]))
    QTest.qWait(400)
    listed = set(views.sentences.model.order.tolist()) & set(open_ones)
    assert queue.text() == f"{len(listed & set(open_ones[1:3]))} of {len(listed)} done" and listed


def test_when_all_is_done_the_window_says_so(unchosen: MainWindow) -> None:
    open_ones = differing(unchosen)
    note_down(unchosen, [("correct", row, "one", "", "yes") for row in open_ones], "judgements")
    assert space(unchosen).notes.queue.text() == f"{len(open_ones)} of {len(open_ones)} done"
    assert not space(unchosen).notes.open_button.isEnabled()
    hit(unchosen, Qt.Key.Key_J, modifiers=CONTROL)
    assert space(unchosen).sentences.current_sentence() == 0
    assert unchosen.messages.text() == "Every sentence of the list that differs is judged."


def test_u_judges_as_unclear_and_empties_nothing(unchosen: MainWindow) -> None:
    """It took the judgement away, so that work that was done was open again."""
    assert unchosen.session.comparison is not None
    judgements, [first, *_] = unchosen.session.comparison.judgements, differing(unchosen)
    space(unchosen).sentences.go_to_sentence(first)
    note_down(
        unchosen,
        [("note", first, "", "", "seen"), ("error class", first, "one", "", "A"), ("correct", first, "one", "", "no")],
        "all",
    )
    space(unchosen).notes.note.setFocus()
    hit(unchosen, Qt.Key.Key_Tab, Qt.Key.Key_U)
    place = first, "one", ""
    assert judgements.verdict(place) == "unclear" and place not in judgements.correct
    assert judgements.notes[first] == "seen" and judgements.classes[place] == "A"
    assert space(unchosen).notes.queue.text().startswith("1 of ")
    rows = space(unchosen).sentences.model.rows
    assert rows is not None and rows.verdicts == {first: "?"}
    hit(unchosen, Qt.Key.Key_Z, modifiers=CONTROL)
    assert judgements.verdict(place) == "no"
    hit(unchosen, Qt.Key.Key_Y)
    assert judgements.verdict(place) == "yes" and not judgements.unclear


@pytest.mark.parametrize("size", [(1280, 800), (1600, 1000)])
def test_the_judgement_is_seen_without_scrolling(compared: MainWindow, size: tuple[int, int]) -> None:
    compared.resize(*size)
    compared.panes.call_to("notes")
    QTest.qWait(50)
    panel = space(compared).notes
    boxes: list[QWidget] = [one for one in panel.judgements.findChildren(QComboBox) if one.isVisible()]
    assert len(boxes) == 2
    shown = QRect(panel.mapTo(compared, QPoint()), panel.size())
    area = panel.split.widget(1)
    for widget in [*boxes, panel.note, panel.scheme_button]:
        place = QRect(widget.mapTo(compared, QPoint()), widget.size())
        assert shown.contains(place), (widget.accessibleName(), place, shown)
        if widget is not panel.note:
            inside = QRect(widget.mapTo(area, QPoint()), widget.size())
            assert area.rect().contains(inside), widget.accessibleName()
    assert panel.note.height() >= 40


@pytest.mark.parametrize("size", [(1280, 800), (800, 600)])
def test_a_popup_marks_the_sentence_whatever_is_in_sight(compared: MainWindow, size: tuple[int, int]) -> None:
    compared.resize(*size)
    comparison = compared.session.comparison
    assert comparison is not None
    space(compared).notes.tag("PP", True)
    compared.activateWindow()
    space(compared).drawing_view.canvas.setFocus()
    digit = space(compared).notes.known().index("PP") + 1
    for key in (Qt.Key(Qt.Key.Key_0 + digit), Qt.Key.Key_N):
        QTest.keyClick(compared.windowHandle(), Qt.Key.Key_T)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        QTest.keyClick(menu, key)
    sentence = space(compared).sentences.current_sentence()
    assert sentence not in comparison.judgements.phenomena.get("PP", set())  # it was taken away again
    assert comparison.judgements.verdict((sentence, "one", "")) == "no"


def test_whose_phenomena_they_are_is_chosen_first(compared: MainWindow) -> None:
    notes = space(compared).notes
    notes.set_scheme(Scheme("", {}, {}))
    notes.offer_schemes(resources.schemes())
    assert not notes.known()
    compared.activateWindow()
    space(compared).drawing_view.canvas.setFocus()
    QTest.keyClick(compared.windowHandle(), Qt.Key.Key_T)
    for _ in range(2):  # a scheme, then a phenomenon of it
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        QTest.keyClick(menu, Qt.Key.Key_1)
    assert notes.tagged() == {notes.known()[0]}


def test_long_names_of_phenomena_end_in_dots(compared: MainWindow, tmp_path: Path) -> None:
    scheme = tmp_path / "long.tsv"
    scheme.write_text("LONG\t\t" + "a very long explanation of it " * 5 + "\n")
    compared.resize(800, 600)
    compared.show_dock("notes")
    space(compared).notes.schemeChosen.emit(str(scheme))
    QTest.qWait(50)
    panel = space(compared).notes
    (button,) = [one for one in panel.tags.findChildren(QToolButton) if not one.isHidden()]
    area = panel.split.widget(1)
    right = button.mapTo(area, button.rect().topRight()).x()
    assert right < area.width() and button.width() < button.sizeHint().width()
    with_dots = button.grab().toImage()
    button.setText("LONG")
    assert button.grab().toImage() != with_dots


def test_the_popup_says_what_is_asked(unchosen: MainWindow) -> None:
    told: list[str] = []
    menu = mark_menu(space(unchosen).notes, "one", unchosen, lambda: None, told.append)
    said = [one.defaultWidget().text() for one in menu.actions() if isinstance(one, QWidgetAction)]
    assert said == ["Phenomena: choose a scheme, which names them", "Is one correct here?"]
    space(unchosen).notes.schemeChosen.emit(str(next(iter(resources.schemes()))))
    menu = mark_menu(space(unchosen).notes, "one", unchosen, lambda: None, told.append)
    named = {one.text(): one for one in menu.actions()}
    first = next(one for text, one in named.items() if text.startswith("&1  "))
    for one in (first, first, named["&No"], named["&No"]):
        one.trigger()
    name = first.text()[4:].split(" – ")[0]
    assert told == [
        f"Marked: {name}",
        f"No longer marked: {name}",
        "one correct here? No.",
        "one correct here? Not judged.",
    ]
