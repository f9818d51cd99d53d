"""Keys go where people look: letters into the note that has the keyboard, commands into lists and drawings, nothing elsewhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDockWidget, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from tests.app.helpers import space
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


def test_who_steps_through_rows_stays_in_them(active: MainWindow) -> None:
    hit(active, Qt.Key.Key_7, modifiers=CONTROL)
    hit(active, Qt.Key.Key_X)
    click_row(active, 3)
    hit(active, Qt.Key.Key_J, Qt.Key.Key_J)
    assert QApplication.focusWidget() is space(active).sentences.table
    assert stored(active) == {0: "x"}
    assert space(active).sentences.current_sentence() == 5


def close_by_button(dock: QDockWidget) -> None:
    dock.findChild(QAbstractButton, "qt_dockwidget_closebutton").click()  # type: ignore[union-attr]


def float_and_close(dock: QDockWidget) -> None:
    field = QApplication.focusWidget()
    dock.setFloating(True)
    QTest.qWait(20)
    dock.activateWindow()
    assert field is not None
    field.setFocus()
    dock.close()


def raise_another(dock: QDockWidget) -> None:
    tabs = next(one for one in dock.window().findChildren(QTabBar) if one.isVisible() and one.count() > 2)
    place = next(place for place in range(tabs.count()) if tabs.tabText(place) != dock.windowTitle())
    tabs.setCurrentIndex(place)


@pytest.mark.parametrize(
    "put_away", [QDockWidget.hide, QDockWidget.close, close_by_button, float_and_close, raise_another]
)
def test_what_goes_out_of_sight_gives_the_keyboard_back(active: MainWindow, put_away: object) -> None:
    for name in ("explain", "plots"):
        active.show_dock(name)
    for name in ("words", "explain", "plots", "tables", "notes"):
        active.show_dock(name)
        QTest.qWait(20)
        dock = active.docks[name]
        dock.widget().setFocus()
        assert dock.isAncestorOf(QApplication.focusWidget()), name
        put_away(dock)  # type: ignore[operator]
        active.activateWindow()  # with a floating dock another window went
        QTest.qWait(20)
        assert QApplication.focusWidget() is space(active).sentences.table, name


def test_without_the_sentences_the_drawing_gets_the_keyboard(active: MainWindow) -> None:
    field = space(active).sentences.filter_bar.text
    field.setFocus()
    active.docks["sentences"].close()
    QTest.qWait(10)
    assert QApplication.focusWidget() is space(active).drawing_view.canvas
    hit(active, Qt.Key.Key_M, Qt.Key.Key_J)
    assert field.text() == ""
    active.close_comparison()
    focus = QApplication.focusWidget()
    assert focus is not None and focus.isVisible()


def test_letters_are_commands_in_lists_and_drawings_only(active: MainWindow) -> None:
    views = space(active)
    for name in ("words", "explain", "plots", "tables", "notes"):
        active.docks[name].show()
    takes: list[QWidget] = [views.sentences.table, views.systems.table, views.alignment.view.canvas]
    for dock, widget in (("words", views.words.table), ("words", views.words.strip), ("plots", views.plots.view)):
        active.show_dock(dock)
        takes.append(widget)
    for widget in takes:
        views.sentences.go_to_sentence(0)
        if widget in (views.words.table, views.words.strip):
            active.docks["words"].raise_()
        widget.setFocus()
        assert QApplication.focusWidget() is widget
        hit(active, Qt.Key.Key_J)
        assert views.sentences.current_sentence() == 1, widget.accessibleName()
    views.sentences.go_to_sentence(0)
    active.show_dock("notes")
    buttons = (views.notes.add_button, views.notes.scheme_button, views.sentences.filter_bar.differing)
    for widget in (*buttons, choice(active, "parsed correctly")):
        widget.setFocus()
        assert QApplication.focusWidget() is widget
        hit(active, Qt.Key.Key_J, Qt.Key.Key_N, Qt.Key.Key_E, Qt.Key.Key_Plus, Qt.Key.Key_Y)
        assert views.sentences.current_sentence() == 0
        assert active.actions_.chosen("mapping") == "T"
    hit(
        active, Qt.Key.Key_Down, modifiers=Qt.KeyboardModifier.AltModifier
    )  # with a key held it is a command everywhere
    assert views.sentences.current_sentence() == 1


@pytest.mark.parametrize("is_floating", [False, True])
def test_letters_and_the_wheel_judge_nothing(active: MainWindow, is_floating: bool) -> None:
    active.show_dock("notes")
    active.docks["notes"].setFloating(is_floating)
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
            for key in (Qt.Key.Key_Y, Qt.Key.Key_N, Qt.Key.Key_J):
                QTest.keyClick(box.window().windowHandle(), key)
    assert active.session.comparison is not None
    judgements = active.session.comparison.judgements
    assert not judgements.correct and not judgements.classes
    assert space(active).sentences.current_sentence() == 0
