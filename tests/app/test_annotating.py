"""Annotating: a scheme is chosen when it is needed, the queue tells what is done, and all of the pane is seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import space
from treecompare import resources
from treecompare.app.common import preferences
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.comparison.judgements import Judgements, read_scheme

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
    hit(unchosen, Qt.Key.Key_Tab, Qt.Key.Key_1)  # the button that had the keyboard is no more
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
    unchosen.files._edited([("phenomenon", 0, "", "my own", "yes")], "my own")
    assert [tag[:9] for tag in tags(unchosen)] == ["1  my own", "2  Englis", "3  TePaCo"]


def test_what_is_done() -> None:
    judgements = Judgements()
    for kind, sentence, system, phenomenon, value in (
        ("note", 1, "", "", "a"), ("phenomenon", 2, "", "PPN", "yes"), ("correct", 3, "one", "", "no"),
        ("error class", 4, "one", "PPN", "A"), ("correct", 5, "two", "", "yes"),
    ):  # fmt: skip
        judgements.put(kind, sentence, system, phenomenon, value)
    assert judgements.done("one") == {1, 2, 3, 4} and judgements.done("two") == {1, 2, 5}


def test_the_queue_tells_what_is_done_and_goes_to_what_is_not(unchosen: MainWindow) -> None:
    views, queue = space(unchosen), space(unchosen).notes.queue
    assert queue.text() == "0 of 60 done"
    unchosen.files._edited([("note", row, "", "", "seen") for row in (1, 2, 59)], "notes")
    assert queue.text() == "3 of 60 done"
    views.notes.note.setFocus()
    hit(unchosen, Qt.Key.Key_A)
    hit(unchosen, Qt.Key.Key_J, modifiers=CONTROL)  # stores the letter and goes past 1 and 2
    assert views.sentences.current_sentence() == 3 and queue.text() == "4 of 60 done"
    assert views.notes.note.hasFocus()
    views.sentences.go_to_sentence(58)
    hit(unchosen, Qt.Key.Key_J, modifiers=CONTROL)  # from the end on to the start
    assert views.sentences.current_sentence() == 3
    unchosen.files._edited([("correct", 7, "two", "", "yes")], "judgement")
    assert queue.text() == "4 of 60 done"
    views.systems.choose(1)
    assert queue.text() == "5 of 60 done"  # a judgement is on its system
    words = views.sentences.sentences[0].split()
    views.sentences.filter_bar.text.setText(" ".join(words[:5]))
    total = len(views.sentences.model.order)
    QTest.qWait(400)
    assert queue.text().endswith(f"of {len(views.sentences.model.order)} done") and total >= 1


def test_when_all_is_done_the_window_says_so(unchosen: MainWindow) -> None:
    unchosen.files._edited([("note", row, "", "", "seen") for row in range(60)], "notes")
    assert space(unchosen).notes.queue.text() == "60 of 60 done"
    assert not space(unchosen).notes.open_button.isEnabled()
    hit(unchosen, Qt.Key.Key_J, modifiers=CONTROL)
    assert space(unchosen).sentences.current_sentence() == 0
    assert unchosen.statusBar().currentMessage() == "Something is said of every sentence in the list."


@pytest.mark.parametrize("size", [(1280, 800), (1600, 1000), (800, 600)])
def test_the_judgement_is_seen_without_scrolling(compared: MainWindow, size: tuple[int, int]) -> None:
    compared.resize(*size)
    compared.show_dock("notes")
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


def test_long_names_of_phenomena_end_in_dots(compared: MainWindow, tmp_path: Path) -> None:
    scheme = tmp_path / "long.tsv"
    scheme.write_text("LONG\t\t" + "a very long explanation of it " * 5 + "\n")
    compared.resize(800, 600)
    compared.show_dock("notes")
    compared.files._offer_scheme(str(scheme), is_asked=True)
    QTest.qWait(50)
    panel = space(compared).notes
    (button,) = [one for one in panel.tags.findChildren(QToolButton) if not one.isHidden()]
    area = panel.split.widget(1)
    right = button.mapTo(area, button.rect().topRight()).x()
    assert right < area.width() and button.width() < button.sizeHint().width()
    with_dots = button.grab().toImage()
    button.setText("LONG")
    assert button.grab().toImage() != with_dots
