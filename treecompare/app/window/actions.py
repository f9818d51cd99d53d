"""Makes menus and tool bar of the commands; nothing here does anything, the window does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QToolBar, QToolButton

from treecompare.app.common import plain
from treecompare.app.common.plain import caption
from treecompare.app.window.command_texts import COMMANDS, SWITCHES

if TYPE_CHECKING:
    from treecompare.app.window.window import MainWindow
    from treecompare.comparison.settings import Settings


def _tr(text: str) -> str:
    return QCoreApplication.translate("actions", text)


class Actions:
    """The window's actions by name, its switches by group and value, its menus and its tool bar."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.by_name: dict[str, QAction] = {}
        self.switches: dict[str, dict[str, QAction]] = {}
        self._shown_with: dict[str, list[QAction]] = {}
        for group in SWITCHES:
            self._add_switch(group)
        self.labelled = self._action(
            _tr("&Labels count"), "L", _tr("Compare labels too; otherwise only the shape of the trees")
        )
        self.labelled.setCheckable(True)
        self.labelled.setChecked(True)
        self.labelled.toggled.connect(lambda _: window.switched("labelled", ""))
        self.by_name["labelled"] = self.labelled
        self._fill_menus()

    # -- making ----------------------------------------------------------------------------------------------------------

    def _action(self, text: str, shortcut: str, tip: str) -> QAction:
        action = QAction(text, self.window)
        if shortcut:
            action.setShortcuts(QKeySequence.listFromString(shortcut))
        said = tip or text.replace("&", "").rstrip("…")
        action.setStatusTip(said)
        keys = f" ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})" if shortcut else ""
        action.setToolTip(said + keys)
        return action

    def _add_commands(self, menu: QMenu, part: str) -> None:
        for entry in COMMANDS[part]:
            if entry is None:
                menu.addSeparator()
                continue
            name, text, shortcut, tip = entry
            action = self._action(_tr(text), shortcut, _tr(tip) if tip else "")
            # the method is looked up when it is called: it may be one of a part that does not exist yet
            action.triggered.connect(partial(self._call, name))
            self.by_name[name] = action
            menu.addAction(action)

    def _call(self, name: str, *_: Any) -> None:
        window = self.window
        owner = next(one for one in (window.commands, window.files, window) if hasattr(one, name))
        getattr(owner, name)()

    def _add_switch(self, group: str) -> None:
        actions = QActionGroup(self.window)
        self.switches[group] = {}
        for value, text, shortcut, tip in SWITCHES[group]:
            action = self._action(_tr(text), shortcut, _tr(tip) if tip else "")
            action.setCheckable(True)
            action.setChecked(not self.switches[group])
            action.triggered.connect(partial(self._switched, group, value))
            actions.addAction(action)
            self.switches[group][value] = action

    def _switched(self, group: str, value: str, *_: Any) -> None:
        self.window.switched(group, value)

    def _switch_menu(self, menu: QMenu, title: str, group: str) -> None:
        inside = menu.addMenu(title)
        inside.addActions(list(self.switches[group].values()))
        self._shown_with.setdefault(group, []).append(inside.menuAction())

    def _fill_menus(self) -> None:
        bar = self.window.menuBar()
        file = bar.addMenu(_tr("&File"))
        self._add_commands(file, "file")
        file.addSeparator()
        self.recent_menu = file.addMenu(_tr("&Recent comparisons"))
        self.samples_menu = file.addMenu(_tr("Sa&mple comparisons"))
        file.addSeparator()
        self._add_commands(file, "file_end")
        self._add_commands(bar.addMenu(_tr("&Edit")), "edit")
        self._add_commands(bar.addMenu(_tr("&Go")), "go")
        compare = bar.addMenu(_tr("&Compare"))
        self.measures_menu = compare.addMenu(_tr("&Measures of systems"))
        compare.addSection(_tr("Average of a system"))
        compare.addActions(list(self.switches["average"].values()))
        compare.addSeparator()
        self._switch_menu(compare, _tr("&Preparation of the trees"), "params")
        self._switch_menu(compare, _tr("Is a node over &one word a tag?"), "preterminals")
        self._switch_menu(compare, _tr("A missing parse: &what then?"), "missing")
        self._switch_menu(compare, _tr("Score &trees"), "as_dependencies")
        self._switch_menu(compare, _tr("&Words"), "over_lattices")
        self._switch_menu(compare, _tr("P&unctuation in dependencies"), "punctuation")
        self._switch_menu(compare, _tr("&Relations of dependencies"), "relations")
        self._switch_menu(compare, _tr("Sentences with &other characters"), "differing")
        compare.addSeparator()
        self._add_commands(compare, "compare_end")
        alignment = bar.addMenu(_tr("&Alignment"))
        for group in ("mapping", "part"):
            alignment.addActions(list(self.switches[group].values()))
            alignment.addSeparator()
        alignment.addAction(self.labelled)
        alignment.addSeparator()
        self._add_commands(alignment, "alignment_end")
        self.view_menu = bar.addMenu(_tr("&View"))
        self.parts_menu = self.view_menu.addMenu(_tr("&Show"))
        self._switch_menu(self.view_menu, _tr("&Theme"), "theme")
        self.view_menu.addSeparator()
        self._add_commands(self.view_menu, "view_end")
        self._add_commands(bar.addMenu(_tr("&Help")), "help")

    # -- the tool bar ----------------------------------------------------------------------------------------------------

    def fill_toolbar(self, bar: QToolBar) -> None:
        """The switches that people use while they look."""
        for group in ("mapping", "part"):
            bar.addActions(list(self.switches[group].values()))
            self._shown_with.setdefault(group, []).append(bar.addSeparator())
        bar.addAction(self.labelled)
        self._shown_with["labelled"] = [bar.addSeparator()]
        bar.addActions(list(self.switches["average"].values()))
        bar.addSeparator()
        self.params_button = self._menu_button(bar, "params")
        self.preterminals_button = self._menu_button(bar, "preterminals")

    def _menu_button(self, bar: QToolBar, group: str) -> QToolButton:
        button = QToolButton()
        menu = QMenu(button)
        menu.addActions(list(self.switches[group].values()))
        menu.setToolTipsVisible(True)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._shown_with.setdefault(group, []).append(bar.addWidget(button))
        return button

    def show_settings(self, settings: Settings) -> None:
        """Switches say what is so, which need not be what was wished."""
        params, preterminals = settings.params, settings.preterminals
        self.choose("params", params if params in self.switches["params"] else "file")
        self.choose("preterminals", preterminals)
        self.choose("missing", settings.missing)
        self.choose("punctuation", settings.punctuation if settings.punctuation == "count" else "ignore")
        self.choose("relations", settings.relations)
        self.choose("over_lattices", "yes" if settings.over_lattices else "")
        self.choose("differing", settings.differing)
        rules = settings.as_dependencies or ""
        self.choose("as_dependencies", rules if rules in self.switches["as_dependencies"] else "rules")
        if hasattr(self, "params_button"):
            name = params.rsplit("/", 1)[-1]
            self.params_button.setText(_tr("Preparation: {0}").format(caption(name)))
            self.params_button.setToolTip(_tr("What is done to the trees before they are compared"))
            words = {"auto": _tr("find out"), "yes": _tr("yes"), "no": _tr("no")}
            self.preterminals_button.setText(_tr("Tags: {0}").format(words[preterminals]))
            self.preterminals_button.setToolTip(_tr("Whether a node over one word is a part-of-speech tag"))

    def choose(self, group: str, value: str) -> None:
        """Sets a switch without telling anyone."""
        self.switches[group][value].setChecked(True)

    def chosen(self, group: str) -> str:
        """The value that is on."""
        return next(value for value, action in self.switches[group].items() if action.isChecked())

    def enable(self, names: Sequence[str], is_enabled: bool) -> None:
        """Enables commands or switches."""
        for name in names:
            actions = self.switches[name].values() if name in self.switches else [self.by_name[name]]
            for action in actions:
                action.setEnabled(is_enabled)

    def show(self, names: Sequence[str], is_shown: bool) -> None:
        """Shows commands and switches that make sense, hides others, in menus and tool bar."""
        self.enable(names, is_shown)
        for name in names:
            actions = self.switches[name].values() if name in self.switches else [self.by_name[name]]
            for action in (*actions, *self._shown_with.get(name, ())):
                action.setVisible(is_shown)


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
