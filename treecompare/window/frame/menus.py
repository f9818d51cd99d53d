"""The menus: behind ☰, or in a bar where people want one and where the system has its own. Their table is beside that of keys."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu

from treecompare.jobs.keys import MENUS, keys_of
from treecompare.window.common import preferences
from treecompare.window.common.plain import tip, with_key

WANTED = "menu_bar"
"""The preference: whether the bar is always there."""
LETTERS = "letters_are_commands"
"""Another: whether letters are."""
PROGRAM = "treecompare"
"""In a bar the menu of what stands below the others behind ☰."""
ROLES: Mapping[str, QAction.MenuRole] = {
    "settings": QAction.MenuRole.PreferencesRole,
    "about": QAction.MenuRole.AboutRole,
    "quit": QAction.MenuRole.QuitRole,
}
"""What macOS moves into the menu of the program."""


def key_named(key: str) -> str:
    """A key as the system writes it: ``Ctrl+K`` is ⌘K on macOS."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


class Menus(QObject):
    """``whole``: what ☰ opens. Entries are made once, and say what is so whenever a menu opens."""

    def __init__(self, window: Any) -> None:
        super().__init__(window)
        self._window, self.whole, self.bar = window, QMenu(window), window.menuBar()
        self.whole.aboutToShow.connect(self.fill)
        self.entries: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        for name, keys in MENUS.items():
            menu = self.menus[name] = QMenu(f"&{name or PROGRAM}", window)
            menu.setToolTipsVisible(True)
            menu.aboutToShow.connect(self.fill)
            for key in keys:
                entry = self.entries[key] = menu.addAction("")
                entry.triggered.connect(partial(window.run, key))
                entry.setMenuRole(ROLES.get(key, QAction.MenuRole.NoRole))
            self.bar.addMenu(menu)
            if name:
                self.whole.addMenu(menu)
        self.whole.addActions(self.menus[""].actions())
        self._letters = [
            QShortcut(QKeySequence(f"Alt+{name[0]}"), window, partial(self.show, name)) for name in self.menus if name
        ]

    def show_bar(self) -> None:
        """The bar in place of ☰ where people want it, and where the system shows it at the top of the screen."""
        has_bar = bool(preferences.number(WANTED, 0)) or sys.platform == "darwin"
        self.bar.setVisible(has_bar)
        self._window.bar.want(self._window.bar.menu_button, not has_bar)
        for one in self._letters:
            one.setEnabled(not has_bar)  # those of the bar are its own

    def fill(self) -> None:
        """Every entry says what is so; what does not apply is not there."""
        now = {one.key: one for one in self._window.commands()}
        for name, keys in MENUS.items():
            taken: set[str] = set()
            for key in keys:
                entry, one = self.entries[key], now.get(key)
                entry.setVisible(one is not None)
                if one is None:
                    continue
                shown = keys_of(key, self._window.has_letters)
                entry.setText(with_key(one.title, taken) + (f"\t{key_named(shown[0])}" if shown else ""))
                entry.setToolTip(tip(one.about))
                entry.setEnabled(one.can)
                entry.setCheckable(one.is_on is not None)
                entry.setChecked(bool(one.is_on))
            self.menus[name].menuAction().setVisible(any(key in now for key in keys))

    def show(self, name: str = "") -> None:
        """Opens the menus below ☰, or in the bar; one of them, or none yet."""
        self.fill()
        if not self.bar.isHidden():
            self.bar.setActiveAction(self.menus[name].menuAction())
            return
        button = self._window.bar.menu_button
        self.whole.popup(button.mapToGlobal(button.rect().bottomLeft()))
        if name:
            self.whole.setActiveAction(self.menus[name].menuAction())
