"""Makes menus of the commands, and shows which of them make sense now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar

from treecompare.app.common import plain
from treecompare.app.common.bar import add_heading
from treecompare.app.common.icons import icon
from treecompare.app.common.plain import caption
from treecompare.app.shell.command import Choice, Command, Menu, Need, Section, Switch, used
from treecompare.comparison.settings import SETTINGS

if TYPE_CHECKING:
    from treecompare.comparison.settings import Settings
    from treecompare.drawing.names import Names


ROLES = {
    "show_about": QAction.MenuRole.AboutRole, "settings": QAction.MenuRole.PreferencesRole, "close": QAction.MenuRole.QuitRole,
}  # fmt: skip
"""What macOS has in the menu named after the program. All else stays where it is: left to itself, Qt goes by words in titles."""
PICTURES = {"previous_sentence": "previous", "next_sentence": "next", "inspector": "inspector"}
"""Of commands that have a button."""


class Actions:
    """The window's commands and switches by name, their actions, and its menus."""

    def __init__(self, window: QMainWindow, commands: Mapping[str, Command | Switch], menus: Sequence[Menu]) -> None:
        self.window = window
        self.commands = dict(commands)
        self.by_name: dict[str, QAction] = {}
        self.switches: dict[str, dict[str, QAction]] = {}
        self.menus: dict[str, QMenu] = {}
        """Those that have a name."""
        self._tips: dict[QAction, tuple[str, str]] = {}
        """What each command does, and its keys."""
        self._menus_of: list[tuple[QAction, frozenset[str]]] = []
        """Menus with the names of all that is in them: one without anything to show is hidden."""
        for one in self.commands.values():
            if isinstance(one, Switch):
                self.switches[one.name] = self._choices(one)
            else:
                self.by_name[one.name] = self._command(one)
        window.addActions([action for name in self.commands for action in self.actions_of(name)])  # for their keys
        for menu in menus:
            self._add_menu(window.menuBar(), menu)
        self.recent_menu = self.menus["recent"]
        self.show_icons()

    def show_icons(self) -> None:
        """Pictures of the commands that have some, in the colour of the text."""
        for name, picture in PICTURES.items():
            if name in self.by_name:
                self.by_name[name].setIcon(icon(picture, self.window.palette()))
                self.by_name[name].setIconVisibleInMenu(False)

    # -- making ----------------------------------------------------------------------------------------------------------

    def _action(self, one: Command | Choice) -> QAction:
        action = QAction(one.title, self.window)
        action.setMenuRole(QAction.MenuRole.NoRole)
        if one.keys:
            action.setShortcuts(QKeySequence.listFromString(one.keys))
        said = one.tip if one.tip else action.text().replace("&", "").rstrip("…")
        keys = f" ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})" if one.keys else ""
        self._tips[action] = said, keys
        self._show_tip(action, said, keys)
        return action

    def _show_tip(self, action: QAction, said: str, keys: str) -> None:
        action.setStatusTip(said)
        # screen readers read marks aloud, so that they are put only where Qt would see some
        action.setToolTip(plain.tip(said + keys) if "<" in said + keys else said + keys)

    def call(self, names: Names) -> None:
        """Says what commands do by the names of both analyses where neither is gold."""
        for action, (said, keys) in self._tips.items():
            self._show_tip(action, plain.visible(names.told(said)), keys)

    def _command(self, command: Command) -> QAction:
        action = self._action(command)
        action.setObjectName(command.name)
        action.setMenuRole(ROLES.get(command.name, QAction.MenuRole.NoRole))
        if command.is_on is not None:
            action.setCheckable(True)
            action.setChecked(command.is_on)
        action.triggered.connect(lambda _=False: command.action())
        return action

    def _choices(self, switch: Switch) -> dict[str, QAction]:
        group = QActionGroup(self.window)
        found: dict[str, QAction] = {}
        for choice in switch.choices:
            action = found[choice.value] = self._action(choice)
            action.setCheckable(True)
            action.setChecked(choice is switch.choices[0])
            action.triggered.connect(lambda _=False, value=choice.value: switch.action(value))
            group.addAction(action)
        return found

    def actions_of(self, name: str) -> list[QAction]:
        """The action of a command; those of a switch."""
        return list(self.switches[name].values()) if name in self.switches else [self.by_name[name]]

    def _add_menu(self, above: QMenuBar | QMenu, menu: Menu) -> None:
        made = above.addMenu(menu.title)
        if menu.name:
            self.menus.setdefault(menu.name, made)
        if menu.fill is not None:
            made.aboutToShow.connect(partial(menu.fill, made))
        if names := frozenset(used(menu.entries)):
            self._menus_of.append((made.menuAction(), names))
        for entry in menu.entries:
            if entry is None:
                made.addSeparator()
            elif isinstance(entry, Section):
                add_heading(made, entry.title)
            elif isinstance(entry, Menu):
                self._add_menu(made, entry)
            else:
                made.addActions(self.actions_of(entry))

    def add_pane(self, action: QAction) -> None:
        """Puts what calls a pane at the head of *View*."""
        self.menus["view"].insertAction(self.by_name["inspector"], action)

    # -- showing ---------------------------------------------------------------------------------------------------------

    def show_settings(self, settings: Settings) -> None:
        """Switches show the actual state."""
        for one in SETTINGS.values():
            if one.offered:
                self.choose(one.name, settings.chosen(one.name))

    def show_mapping(self, mapping: str, part: str, is_labelled: bool) -> None:
        """The switches follow what is drawn."""
        self.choose("mapping", mapping)
        self.choose("part", part)
        self.by_name["labelled"].setChecked(is_labelled)

    def choose(self, group: str, value: str) -> None:
        """Sets a switch without telling anyone."""
        self.switches[group][value].setChecked(True)

    def chosen(self, group: str) -> str:
        """The value that is on."""
        return next(value for value, action in self.switches[group].items() if action.isChecked())

    def turn(self, name: str, value: str) -> None:
        """Sets a switch and does what it does, also where it is not offered."""
        switch = self.commands[name]
        assert isinstance(switch, Switch)
        self.choose(name, value)
        switch.action(value)

    def unused_in(self, kind: str) -> set[str]:
        """What a comparison of that kind has no use for, apart from settings; nothing for an empty kind."""
        return {name for name, one in self.commands.items() if kind and one.kinds and kind not in one.kinds}

    def show_possible(self, there: Collection[Need], kind: str, settings: Collection[str]) -> None:
        """Enables what has what it needs; hides what a comparison of that kind has no use for, and the
        ``settings`` that change nothing. ``kind``: empty where none is open."""
        unused = self.unused_in(kind).union(settings)
        for name, one in self.commands.items():
            for action in self.actions_of(name):
                action.setEnabled(name not in unused and one.need in there)
            for action in self.actions_of(name):
                action.setVisible(name not in unused)
        for action, names in self._menus_of:
            action.setVisible(not names.issubset(unused))

    def refuse(self, name: str, why: str) -> None:
        """Greys a command and says why it cannot be done; nothing is changed but its title where that is empty."""
        self.say(name, why)
        if why:
            self.by_name[name].setEnabled(False)

    def say(self, name: str, what: str) -> None:
        """A command's title, and to what it would be done; the title only if that is empty."""
        command = self.commands[name]
        assert isinstance(command, Command)
        title = command.title
        self.by_name[name].setText(f"{title}: {caption(what)}" if what else title)


def fill_menu(menu: QMenu, entries: Sequence[tuple[str, str, Callable[[], None]]], empty: str) -> None:
    """Texts with tips and what they do; or a note that there are none."""
    menu.clear()
    menu.setToolTipsVisible(True)
    for text, tip, run in entries:
        action = menu.addAction(caption(text))
        action.setToolTip(plain.tip(tip))
        action.triggered.connect(lambda _=False, run=run: run())
    if not entries:
        menu.addAction(empty).setEnabled(False)
