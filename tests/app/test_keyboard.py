"""Keys go where people look: letters into the note that has the keyboard, commands into lists and drawings, nothing elsewhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot

from tests.app.helpers import space
from tests.conftest import stride
from treecompare.app.panes.note_fields import Judgement
from treecompare.app.shell.layout import SENTENCE
from treecompare.app.shell.tabs import Tabs
from treecompare.app.window.window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def active(qtbot: QtBot, compared: MainWindow) -> MainWindow:
    """The window that has the keyboard: keys go the whole way, through shortcuts to the widget with the focus."""
    compared.activateWindow()
    qtbot.waitUntil(compared.isActiveWindow)
    return compared


def hit(window: MainWindow, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    for key in keys:
        QTest.keyClick(window.windowHandle(), key, modifiers)
        QTest.qWait(5)


def click_row(window: MainWindow, row: int) -> None:
    table = space(window).sentences.table
    place = table.visualRect(table.model().index(row, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def stored(window: MainWindow) -> dict[int, str]:
    space(window).notes.store_note()
    assert window.session.comparison is not None
    return dict(window.session.comparison.judgements.notes)


def choice(window: MainWindow, accessible: str) -> QComboBox:
    boxes = space(window).notes.findChildren(QComboBox)
    return next(one for one in boxes if accessible in one.accessibleName() and not one.isHidden())


def test_a_note_that_was_put_away_gets_no_keys(active: MainWindow) -> None:
    hit(active, Qt.Key.Key_7, modifiers=CONTROL)
    panel = space(active).notes
    QTest.mouseClick(panel.note.viewport(), Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is panel.note
    hit(active, Qt.Key.Key_7, modifiers=CONTROL)
    assert not panel.isVisible()
    click_row(active, 3)
    hit(active, Qt.Key.Key_J, Qt.Key.Key_J)
    assert stored(active) == {}
    assert space(active).sentences.current_sentence() == 5


def test_the_key_of_a_list_that_has_the_keyboard_does_not_hide_it(active: MainWindow) -> None:
    for name, key in (("systems", Qt.Key.Key_1), ("sentences", Qt.Key.Key_2)):
        pane = active.panes.by_name[name]
        for _ in range(3):
            hit(active, key, modifiers=CONTROL)
            assert pane.isVisible() and pane.isAncestorOf(QApplication.focusWidget())
        pane.offers["Hide"]()
        assert not pane.isVisible()


def test_who_steps_through_rows_stays_in_them(active: MainWindow) -> None:
    hit(active, Qt.Key.Key_7, modifiers=CONTROL)
    hit(active, Qt.Key.Key_X)
    click_row(active, 3)
    hit(active, Qt.Key.Key_J, Qt.Key.Key_J)
    assert QApplication.focusWidget() is space(active).sentences.table
    assert stored(active) == {0: "x"}
    assert space(active).sentences.current_sentence() == 5


def test_from_pane_to_pane_and_round(active: MainWindow) -> None:
    here = space(active)
    here.systems.table.setFocus()
    for stop in (here.sentences.table, here.drawing_view.canvas, here.explain.first_stop, here.systems.table):
        hit(active, Qt.Key.Key_F6)
        assert QApplication.focusWidget() is stop
    hide(active, "explain")
    for stop in (here.sentences.table, here.drawing_view.canvas, here.systems.table):
        hit(active, Qt.Key.Key_F6)
        assert QApplication.focusWidget() is stop


def test_enter_and_escape_lead_from_the_field_to_the_sentences(qtbot: QtBot, active: MainWindow) -> None:
    sentences = space(active).sentences
    hit(active, Qt.Key.Key_Slash, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is sentences.table
    hit(active, Qt.Key.Key_Slash)
    hit(active, Qt.Key.Key_Q, Qt.Key.Key_Q, Qt.Key.Key_Q)
    hit(active, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is sentences.filter_bar.text and sentences.model.rowCount() == 0
    sentences.filter_bar.text.setText("S")
    hit(active, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is sentences.table and sentences.filter_bar.is_set()
    hit(active, Qt.Key.Key_Slash, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is sentences.table and not sentences.filter_bar.is_set()


def hide(window: MainWindow, name: str) -> None:
    window.panes.hide(name)


def close_by_button(window: MainWindow, name: str) -> None:
    layout, pane = space(window).layout, window.docks[name]
    if pane.place is layout.inspector:
        button = layout.inspector.cornerWidget().findChild(QAbstractButton)
        assert button is not None
        button.click()
    else:
        layout.show_tab(SENTENCE)


def raise_another(window: MainWindow, name: str) -> None:
    group = window.docks[name].place
    assert isinstance(group, Tabs)
    group.setCurrentIndex((group.currentIndex() + 1) % group.count())


@pytest.mark.parametrize("put_away", [hide, close_by_button, raise_another][:: stride(3)])
def test_what_goes_out_of_sight_gives_the_keyboard_back(qtbot: QtBot, active: MainWindow, put_away: object) -> None:
    for name in ("words", "explain", "notes", *(["scores"] if put_away is not raise_another else [])):
        active.show_dock(name)
        QTest.qWait(20)
        dock = active.docks[name]
        dock.widget().setFocus()
        assert dock.isAncestorOf(QApplication.focusWidget())
        put_away(active, name)  # type: ignore[operator]
        QTest.qWait(20)
        table, overview = space(active).sentences.table, space(active).layout.overview
        focus = QApplication.focusWidget()
        assert focus is table if table.isVisible() else overview.isAncestorOf(focus), name


def pages(window: MainWindow) -> list[QTextBrowser]:
    return [one for one in window.findChildren(QTextBrowser) if one.accessibleName() == "Keyboard shortcuts"]


def test_a_question_mark_shows_the_keys_except_where_it_is_text(qtbot: QtBot, active: MainWindow) -> None:
    views = space(active)
    button = active.toolbar.scoring
    for widget in (views.sentences.table, views.drawing_view.canvas, button):
        active.activateWindow()
        qtbot.waitUntil(active.isActiveWindow)
        widget.setFocus()
        QTest.keyClick(active.windowHandle(), "?")
        (page,) = pages(active)
        assert "Command palette" in page.toPlainText()
        page.window().close()
        qtbot.waitUntil(lambda: not pages(active))
    field = views.sentences.filter_bar.text
    active.activateWindow()
    qtbot.waitUntil(active.isActiveWindow)
    field.setFocus()
    QTest.keyClick(active.windowHandle(), "?")
    assert field.text() == "?" and not pages(active)
    active.close_comparison()
    QTest.qWait(20)
    QTest.keyClick(active.windowHandle(), "?")
    assert pages(active)  # on the start page, too


def test_without_the_sentences_the_drawing_gets_the_keyboard(active: MainWindow) -> None:
    field = space(active).sentences.filter_bar.text
    field.setFocus()
    active.panes.hide("sentences")
    QTest.qWait(10)
    assert QApplication.focusWidget() is space(active).drawing_view.canvas
    hit(active, Qt.Key.Key_M, Qt.Key.Key_J)
    assert field.text() == ""
    active.close_comparison()
    focus = QApplication.focusWidget()
    assert focus is not None and focus.isVisible()


def test_letters_are_commands_but_in_fields_and_boxes(active: MainWindow) -> None:
    views = space(active)
    takes: list[QWidget] = [views.sentences.table, views.systems.table, views.alignment.view.canvas]
    takes += [views.layout.inspector.tabBar(), active.toolbar.scoring, active.toolbar.swap]
    takes += [views.view_shown.words.table, views.view_shown.words.strip]
    active.show_dock("words")
    for widget in takes:
        views.sentences.go_to_sentence(0)
        widget.setFocus()
        assert QApplication.focusWidget() is widget
        hit(active, Qt.Key.Key_J)
        assert views.sentences.current_sentence() == 1, widget.accessibleName()
    views.sentences.go_to_sentence(0)
    active.show_dock("notes")
    views.sentences.filter_bar.more_button.setChecked(True)
    box = choice(active, "parsed correctly")
    box.setFocus()
    assert QApplication.focusWidget() is box
    hit(active, Qt.Key.Key_J, Qt.Key.Key_P, Qt.Key.Key_E, Qt.Key.Key_Plus, Qt.Key.Key_Z)
    assert views.sentences.current_sentence() == 0
    assert active.actions_.chosen("mapping") == "T"
    alt = Qt.KeyboardModifier.AltModifier
    views.sentences.filter_bar.text.setFocus()
    hit(active, Qt.Key.Key_Down, modifiers=alt)  # with a key held it is a command in fields, too
    assert views.sentences.current_sentence() == 1
    box = views.sentences.picker_a
    box.setFocus()
    hit(active, Qt.Key.Key_Down, modifiers=alt)
    assert box.view().isVisible() and views.sentences.current_sentence() == 1
    box.hidePopup()


def test_who_puts_the_hint_away_goes_on_in_the_drawing(active: MainWindow) -> None:
    hint = space(active).layout.hint
    hint.say("Press N.")
    hint.remove_button.setFocus()
    hit(active, Qt.Key.Key_Return)
    assert hint.isHidden() and QApplication.focusWidget() is space(active).drawing_view.canvas


def test_letters_and_the_wheel_judge_nothing(active: MainWindow) -> None:
    active.show_dock("notes")
    QTest.qWait(20)
    for accessible in ("parsed correctly", "error class"):
        box = choice(active, accessible)
        box.activateWindow()
        box.setFocus()
        place = QPointF(box.rect().center())
        wheel = QWheelEvent(
            place, box.mapToGlobal(place), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(box, wheel)
        if not box.isEditable():
            for key in (Qt.Key.Key_J, Qt.Key.Key_E, Qt.Key.Key_P):
                QTest.keyClick(box.window().windowHandle(), key)
    assert active.session.comparison is not None
    judgements = active.session.comparison.judgements
    assert not judgements.correct and not judgements.classes
    assert space(active).sentences.current_sentence() == 0


def test_the_note_is_reached_and_left_by_keyboard(active: MainWindow) -> None:
    views = space(active)
    views.sentences.table.setFocus()
    hit(active, Qt.Key.Key_7, modifiers=CONTROL)
    assert QApplication.focusWidget() is views.notes.note
    views.notes.add_button.setFocus()  # in the pane, but not in the note
    hit(active, Qt.Key.Key_7, modifiers=CONTROL)
    assert views.notes.isVisible() and QApplication.focusWidget() is views.notes.note
    hit(active, Qt.Key.Key_A)
    hit(active, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is views.sentences.table and views.notes.isVisible()
    assert stored(active) == {0: "a"}
    views.notes.scheme_button.setFocus()
    active.actions_.by_name["cancel"].setEnabled(True)  # while work goes on Escape would stop it elsewhere
    hit(active, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is views.sentences.table


def test_tab_goes_to_the_judgement_and_then_to_phenomena_which_are_explained(active: MainWindow) -> None:
    hit(active, Qt.Key.Key_7, modifiers=CONTROL)
    hit(active, Qt.Key.Key_Tab)
    assert isinstance(QApplication.focusWidget(), Judgement)
    hit(active, Qt.Key.Key_Tab, Qt.Key.Key_Tab)
    button = QApplication.focusWidget()
    assert isinstance(button, QAbstractButton) and button.text() == "1  ERC – extraposed relative clause"
    hit(active, Qt.Key.Key_Space)
    assert active.session.comparison is not None
    assert active.session.comparison.judgements.phenomena == {"ERC": {0}}


def test_digits_letters_and_control_enter_judge_without_the_mouse(active: MainWindow) -> None:
    hit(active, Qt.Key.Key_7, modifiers=CONTROL)
    for number in range(3):
        hit(active, Qt.Key.Key_1 if number else Qt.Key.Key_Y)  # into the note, which has the keyboard
        hit(active, Qt.Key.Key_Tab, Qt.Key.Key_3, Qt.Key.Key_N)
        views = space(active)
        views.notes.note.setFocus()
        hit(active, Qt.Key.Key_Return, modifiers=CONTROL)
        assert views.sentences.current_sentence() == number + 1
        assert QApplication.focusWidget() is views.notes.note
    assert active.session.comparison is not None
    judgements = active.session.comparison.judgements
    assert stored(active) == {0: "y", 1: "1", 2: "1"}
    assert judgements.phenomena == {"PPN": {0, 1, 2}}
    assert judgements.correct == {(number, "one", ""): False for number in range(3)}
    box = choice(active, "sentence: parsed correctly")
    views.sentences.go_to_sentence(0)
    QTest.qWait(10)
    choice(active, "sentence: parsed correctly").setFocus()
    hit(active, Qt.Key.Key_U)
    assert (0, "one", "") not in judgements.correct and judgements.unclear == {(0, "one", "")}
    del box


@pytest.mark.own_window
def test_enter_presses_buttons_as_space_does(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    page, wanted = window.start_page, list[str]()
    page.commandWanted.disconnect()
    page.commandWanted.connect(wanted.append)
    page.sampleWanted.disconnect()
    page.sampleWanted.connect(wanted.append)
    buttons = [one for one in page.findChildren(QAbstractButton) if one.isVisible() and one is not page.open_button]
    for button in buttons:
        button.setFocus()
        hit(window, Qt.Key.Key_Return)
    assert len(buttons) > 6 and len(wanted) == len(buttons)
