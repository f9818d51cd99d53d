"""Menus: few entries, all of them reached by keys, in the place that the table gives them; keys have one meaning."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from tests.window.frame.conftest import Open, press, settle
from tests.window.frame.samples import KINDS
from tests.window.frame.toy import Toy
from treecompare.jobs import base
from treecompare.jobs.keys import ANSWERS, KEYS, MENUS, keys_of
from treecompare.window.common import preferences
from treecompare.window.frame.bar import PickButton
from treecompare.window.frame.window import Window

KEY, ALT = Qt.Key, Qt.KeyboardModifier.AltModifier
MOST_ENTRIES, MOST_KEYS = 55, 50
EVERYWHERE = {
    "Ctrl+F", "Ctrl+G", "Ctrl+C", "Alt+Down", "Alt+Up", "Alt+Left", "F10", "F11", "Ctrl+Shift+Z", "=", "Shift+Space",
}  # fmt: skip
"""Keys that every program has, and second ones of the same command, which are not counted."""
ASKED = {"t y n u": 2, "digits, e": 2}
"""Those of the menu of marks that are no commands, and the answers."""


def entries(menu: QMenu) -> list[QAction]:
    """All that can be chosen in a menu and in those inside it."""
    menu.aboutToShow.emit()
    found: list[QAction] = []
    for one in menu.actions():
        inside = one.menu()
        if isinstance(inside, QMenu):
            found += entries(inside) if one.isVisible() else []
        elif one.isVisible() and not one.isSeparator():
            found.append(one)
    return found


def said(action: QAction) -> str:
    return action.text().partition("\t")[0].replace("&&", "§").replace("&", "")


def context_menu(window: Window) -> QMenu | None:
    """What a click with the right button on the drawing opens."""
    place = QPoint(5, 5)
    QApplication.sendEvent(
        window.drawings.view, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, window.mapToGlobal(place))
    )
    found = QApplication.activePopupWidget()
    assert found is None or isinstance(found, QMenu)
    if found is not None:
        found.close()
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_few_entries_whatever_the_job(open_window: Open, kind: str) -> None:
    """Those of menus, of what a click with the right button opens, and of what has no room in the bar; boxes are one each."""
    window = open_window(KINDS[kind](), 640, 480)
    found = {said(one) for one in entries(window.menus.whole)}
    if (inside := context_menu(window)) is not None:
        found |= {said(one) for one in entries(inside)}
    window.bar.menu.aboutToShow.emit()
    found |= {said(one) for one in window.bar.menu.actions() if not one.isSeparator()}
    assert 20 < len(found) <= MOST_ENTRIES, sorted(found)
    letters = [
        QKeySequence.mnemonic(one.text()).toString() for one in window.menus.menus["Edit"].actions() if one.isVisible()
    ]
    assert all(letters) and len(letters) == len(set(letters))


def test_what_stands_behind_a_tab_has_its_own_column_in_the_menu_of_the_bar() -> None:
    figures = {"0": "90.34 · rank 1"}
    button = PickButton(base.Pick("system", "", [("0", "R&D")], "0", figures=lambda: figures))
    button.options.menu().aboutToShow.emit()
    assert [one.text() for one in button.options.menu().actions()] == ["R&&D\t90.34 · rank 1"]


def test_there_are_few_keys_and_each_command_has_one_place() -> None:
    keys = {one for command in KEYS for one in keys_of(command)} - EVERYWHERE
    assert len(keys) + sum(ASKED.values()) <= MOST_KEYS, sorted(keys)
    assert not ANSWERS & {one.lower() for one in keys}
    listed = [key for all_ in MENUS.values() for key in all_]
    assert len(listed) == len(set(listed))


def test_entries_say_what_is_so_and_do_it(window: Window, toy: Toy) -> None:
    edit = window.menus.menus["Edit"]
    assert "Undo" in [said(one) for one in entries(edit)] and not window.menus.entries["undo"].isEnabled()
    entries(window.menus.menus["Drawing"])
    layouts = [window.menus.entries[one] for one in ("mirrored", "side-by-side", "merged", "all-systems")]
    assert [one.isVisible() for one in layouts] == [True, True, True, False]
    press(window, "1")
    texts = [one.text() for one in entries(edit)]
    assert [QKeySequence.mnemonic(one).count() for one in texts] == [1] * len(texts)
    undo = window.menus.entries["undo"]
    assert undo.isEnabled() and said(undo) == "Undo 1 <b>x§y</b>" and undo.text().endswith("\tCtrl+Z")
    undo.trigger()
    assert not toy.marks
    toy.commands = lambda: [base.Command("mark", "Mark it", is_on=True)]  # type: ignore[method-assign]
    entries(edit)
    mark = window.menus.entries["mark"]
    assert mark.isVisible() and mark.isChecked()
    mark.trigger()
    assert toy.told[-1][1] == "mark"


def test_keys_open_the_menus(qtbot: QtBot, window: Window) -> None:
    press(window, KEY.Key_F10)
    assert QApplication.activePopupWidget() is window.menus.whole
    whole = [said(one) for one in window.menus.whole.actions() if one.isVisible()]
    assert whole == ["File", "Edit", "Drawing", "Compare", "Lesson", "Help", "Search…", "Keyboard"]
    window.menus.whole.close()
    window.activateWindow()
    press(window, KEY.Key_D, held=ALT)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is window.menus.menus["Drawing"])
    for one in (window.menus.menus["Drawing"], window.menus.whole):
        one.close()


def test_the_bar_of_menus_can_always_be_there(open_window: Open, toy: Toy, qtbot: QtBot) -> None:
    window = open_window(toy)
    assert window.menus.bar.isHidden()
    window.run("menu-bar")
    settle(window)
    assert window.menus.bar.isVisible() and window.bar.menu_button.isHidden()
    press(window, KEY.Key_F, held=ALT)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is window.menus.menus["File"])
    window.menus.menus["File"].close()
    again = open_window(toy)
    assert again.menus.bar.isVisible()
    again.run("menu-bar")
    assert again.menus.bar.isHidden() and not preferences.number("menu_bar", 1)


def test_what_holds_for_the_program_is_so_in_every_window(open_window: Open, toy: Toy) -> None:
    one, other = open_window(toy), open_window(Toy())
    for key in ("menu-bar", "letters"):
        for turned in (one, other):
            before = [next(each.is_on for each in window.commands() if each.key == key) for window in (one, other)]
            turned.run(key)
            now = [next(each.is_on for each in window.commands() if each.key == key) for window in (one, other)]
            assert before[0] == before[1] != now[0] == now[1]
    had = other.action("next").shortcuts()
    one.run("letters")
    assert other.action("next").shortcuts() == one.action("next").shortcuts() != had


def test_macos_shows_the_menus_itself(open_window: Open, toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as can be seen on another system: the bar is there, ☰ is not, and three commands go into the menu of the program."""
    monkeypatch.setattr(sys, "platform", "darwin")
    window = open_window(toy)
    assert not window.menus.bar.isHidden() and window.bar.menu_button.isHidden()
    role = QAction.MenuRole
    roles = {key: one.menuRole() for key, one in window.menus.entries.items() if one.menuRole() != role.NoRole}
    assert roles == {"settings": role.PreferencesRole, "about": role.AboutRole, "quit": role.QuitRole}


def test_letters_can_be_no_commands(window: Window, toy: Toy, qtbot: QtBot) -> None:
    window.run("letters")
    before = window.place
    for letter in ("j", "i", "z", "/", "1", "?"):
        press(window, letter)
    assert window.place == before and window.columns.shows_why and not window.columns.is_alone and not toy.marks
    assert not window.listing.field.hasFocus()
    press(window, KEY.Key_Down, held=ALT)
    assert window.place == before + 1
    press(window, KEY.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    entries(window.menus.menus["Drawing"])
    assert "\t" not in window.menus.entries["fold"].text() and window.menus.entries["find"].text().endswith("\tCtrl+F")
    window.run("letters")
    press(window, "j", "1")
    assert window.place > before + 1 and toy.marks


def test_a_click_with_the_right_button_opens_the_menu_of_drawings(window: Window) -> None:
    assert context_menu(window) is window.menus.menus["Drawing"]
