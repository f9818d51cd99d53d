"""Lists, panes and boxes by keyboard, and a wheel that changes nothing unasked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QMenu,
    QWidget,
)

from tests.app.helpers import sized, space
from treecompare.analyses.sentence_list import COLUMN_KEYS
from treecompare.app.window.window import MainWindow


def boxes(window: QWidget) -> list[QWidget]:
    return [one for kind in (QComboBox, QAbstractSpinBox) for one in window.findChildren(kind)]


def test_the_wheel_changes_no_closed_box(compared: MainWindow) -> None:
    compared.show_dock("notes")
    found = boxes(compared)
    assert len(found) >= 12
    for box in found:
        box.setFocus()
        before = box.currentIndex() if isinstance(box, QComboBox) else box.text()  # type: ignore[attr-defined]
        for turned in (-120, 120):
            place = QPointF(box.rect().center())
            wheel = QWheelEvent(
                place, box.mapToGlobal(place), QPoint(), QPoint(0, turned), Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
            )  # fmt: skip
            QApplication.sendEvent(box, wheel)
            after = box.currentIndex() if isinstance(box, QComboBox) else box.text()  # type: ignore[attr-defined]
            assert after == before, box.accessibleName()


def popup(do: Callable[[], object]) -> QMenu:
    do()
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


@pytest.mark.own_window
def test_lists_are_sorted_by_keyboard(compared: MainWindow) -> None:
    compared.activateWindow()
    views = space(compared)
    views.sentences.table.setFocus()
    menu = popup(lambda: QTest.keyClick(compared.windowHandle(), Qt.Key.Key_O))
    entry = next(one for one in menu.actions() if one.text().endswith("A−B"))
    menu.setActiveAction(entry)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert views.sentences.table.horizontalHeader().sortIndicatorSection() == COLUMN_KEYS.index("difference")
    assert views.sentences.table.currentIndex().row() == 0
    views.systems.table.setFocus()
    menu = popup(lambda: QTest.keyClick(compared.windowHandle(), Qt.Key.Key_O))
    assert menu.actions()[0].text().endswith("System")
    menu.close()


def test_a_row_has_a_menu(compared: MainWindow) -> None:
    table = space(compared).sentences.table
    menu = popup(lambda: table.customContextMenuRequested.emit(QPoint(20, 20)))
    copied = next(one.menu() for one in menu.actions() if one.text() == "Copy")
    assert isinstance(copied, QMenu)
    assert [one.text().replace("&", "") for one in copied.actions()] == ["Rows", "Sentence", "Command"]
    assert {"Note", "Mark…", "Hand-out…"} <= {one.text().replace("&", "") for one in menu.actions()}
    menu.close()
    compared.actions_.by_name["copy_sentence"].trigger()
    assert QApplication.clipboard().text() == space(compared).sentences.sentences[0]


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_tab_goes_through_everything_and_comes_back(compared: MainWindow, key: Qt.Key) -> None:
    sized(compared, 1600, 1000)
    compared.activateWindow()
    for pane in ("notes", "words", "explain", "scores"):
        compared.show_dock(pane)
        QTest.qWait(20)
        views = space(compared)
        inside = {
            "notes": views.notes.note, "words": views.view_shown.words.strip, "explain": views.explain.area,
            "scores": views.systems.all_measures,
        }[pane]  # fmt: skip
        beside: dict[str, QWidget] = {
            "systems": views.systems.table, "find": views.sentences.filter_bar.text, "sentences": views.sentences.table,
            "drawing": views.drawing_view.canvas,
        }  # fmt: skip
        wanted = {"A": views.sentences.picker_a, "B": views.sentences.picker_b}
        wanted |= {} if views.layout.is_overview else beside
        wanted[pane] = inside
        start = views.sentences.picker_a
        start.setFocus()
        seen: list[QWidget] = []
        for _ in range(120):
            focus = QApplication.focusWidget()
            assert focus is not None and focus.isVisible() and focus.width() > 0
            if seen and focus is start:
                break
            # a text with links is one stop per link
            assert focus not in seen or focus is seen[-1], (
                focus.accessibleName(),
                [one.accessibleName() for one in seen],
            )
            seen.append(focus)
            assert focus.accessibleName() or getattr(focus, "text", str)(), focus
            QTest.keyClick(compared.windowHandle(), key)
        else:
            pytest.fail(f"Tab does not come back: {[one.accessibleName() for one in seen[-6:]]}")
        found = [name for one in seen for name, widget in wanted.items() if one is widget]
        assert set(found) == set(wanted)
        if key == Qt.Key.Key_Tab:
            assert list(dict.fromkeys(found)) == list(wanted)


@pytest.mark.painted
def test_who_has_the_keyboard_is_seen(compared: MainWindow) -> None:
    """Another picture with the keyboard than without."""
    compared.apply_theme()
    sized(compared, 1600, 1000)
    compared.activateWindow()
    views = space(compared)
    for pane, widget in (
        ("notes", views.sentences.picker_a), ("notes", views.systems.table), ("notes", views.sentences.filter_bar.text),
        ("notes", views.sentences.table), ("notes", views.drawing_view.canvas), ("notes", views.notes.note),
        ("explain", views.explain.area), ("words", views.view_shown.words.strip), ("words", views.view_shown.words.table),
        ("words", views.sentences.filter_bar.more_button),
    ):  # fmt: skip
        compared.show_dock(pane)
        pictures = []
        for one in (views.sentences.picker_b, widget):
            one.setFocus(Qt.FocusReason.TabFocusReason)
            compared.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as pressing Tab does
            QTest.qWait(30)
            assert one.hasFocus()
            frame = widget.rect().adjusted(-2, -2, 2, 2).translated(widget.mapTo(compared, QPoint()))
            pictures.append(compared.grab(frame).toImage())
        assert pictures[0] != pictures[1], widget.accessibleName()


def test_reset_layout_leaves_the_keyboard_where_it_is(compared: MainWindow) -> None:
    compared.activateWindow()
    for widget in (space(compared).sentences.table, space(compared).systems.table):
        widget.setFocus()
        compared.panes.usual_layout()
        QTest.qWait(20)
        assert QApplication.focusWidget() is widget


def test_keys_of_panes_are_commands_in_explain(compared: MainWindow) -> None:
    compared.activateWindow()
    views = space(compared)
    views.sentences.table.setFocus()
    QTest.keyClick(compared.windowHandle(), Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is views.explain.area
    scope = views.explain.scope.currentIndex()
    for key in (Qt.Key.Key_J, Qt.Key.Key_T, Qt.Key.Key_Down):
        QTest.keyClick(compared.windowHandle(), key)
    assert views.sentences.current_sentence() == 1 and views.explain.scope.currentIndex() == scope
