"""Every command of the window: its text, its shortcut, its menu. Nothing here does anything; the window does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QToolBar, QToolButton

if TYPE_CHECKING:
    from treecompare.app.window import MainWindow


def _tr(text: str) -> str:
    return QCoreApplication.translate("actions", text)


_N = QT_TRANSLATE_NOOP

# (name, text, shortcut, tip); the name is that of a method of the window's Commands, or of the window
_COMMANDS: dict[str, tuple[tuple[str, str, str, str] | None, ...]] = {
    "file": (
        (
            "open_files",
            _N("actions", "&Open…"),
            "Ctrl+O",
            _N("actions", "Choose the gold treebank, then the parses to compare with it"),
        ),
        (
            "add_systems",
            _N("actions", "&Add systems…"),
            "Ctrl+Shift+O",
            _N("actions", "Choose more parses to compare with the gold"),
        ),
    ),
    "file_end": (
        (
            "compare_again",
            _N("actions", "Read files &again"),
            "F5",
            _N("actions", "Read all files again and compare them"),
        ),
        ("close_comparison", _N("actions", "&Close comparison"), "Ctrl+W", _N("actions", "Go back to the start page")),
        None,
        ("close", _N("actions", "&Quit"), "Ctrl+Q", ""),
    ),
    "edit": (
        ("copy", _N("actions", "&Copy"), "Ctrl+C", _N("actions", "Copy the selected rows as tab-separated text")),
        None,
        (
            "find",
            _N("actions", "&Find sentences"),
            "Ctrl+F",
            _N("actions", "Go to the field that filters the sentences"),
        ),
        ("reset_filter", _N("actions", "&Reset filter"), "Ctrl+Shift+F", _N("actions", "Show all sentences again")),
    ),
    "go": (
        ("next_sentence", _N("actions", "&Next sentence"), "J", _N("actions", "The next row of the sentences table")),
        ("previous_sentence", _N("actions", "&Previous sentence"), "K", _N("actions", "The row before")),
        ("first_sentence", _N("actions", "&First sentence"), "Ctrl+Home", _N("actions", "The first row")),
        (
            "next_difference",
            _N("actions", "Next &difference"),
            "N",
            _N("actions", "The next sentence whose two trees differ"),
        ),
        (
            "previous_difference",
            _N("actions", "Previous d&ifference"),
            "P",
            _N("actions", "The sentence before whose two trees differ"),
        ),
        (
            "go_to_sentence",
            _N("actions", "&Go to sentence…"),
            "Ctrl+G",
            _N("actions", "Choose a sentence by its number"),
        ),
        None,
        (
            "next_system",
            _N("actions", "Next &system"),
            "Ctrl+Down",
            _N("actions", "Show the sentences of the next system"),
        ),
        (
            "previous_system",
            _N("actions", "Previous s&ystem"),
            "Ctrl+Up",
            _N("actions", "Show the sentences of the system before"),
        ),
    ),
    "compare_end": (
        (
            "remove_system",
            _N("actions", "&Remove this system"),
            "Ctrl+Del",
            _N("actions", "Leave the chosen system out"),
        ),
        None,
        ("cancel", _N("actions", "&Stop"), "Esc", _N("actions", "Stop comparing; what is compared so far stays")),
    ),
    "view_end": (
        ("larger_text", _N("actions", "&Larger text"), "Ctrl++", ""),
        ("smaller_text", _N("actions", "&Smaller text"), "Ctrl+-", ""),
        ("usual_text", _N("actions", "&Usual text size"), "Ctrl+0", ""),
        None,
        (
            "usual_layout",
            _N("actions", "Usual &places of all parts"),
            "",
            _N("actions", "Put tables and trees back where they were at first"),
        ),
        ("full_screen", _N("actions", "&Full screen"), "F11", ""),
    ),
    "help": (
        (
            "show_help",
            _N("actions", "&The measures explained"),
            "F1",
            _N("actions", "What each measure counts, with its paper"),
        ),
        (
            "show_log",
            _N("actions", "Show the &log file"),
            "",
            _N("actions", "Where unexpected errors are written down"),
        ),
        None,
        ("show_about", _N("actions", "&About treecompare"), "", ""),
    ),
}

# (group, ((value, text, shortcut, tip), ...)): switches of which exactly one is on
_SWITCHES: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "mapping": (
        (
            "T",
            _N("actions", "&Tree distance (T)"),
            "T",
            _N("actions", "Align the trees by the least costly edits: nodes deleted, inserted, relabelled"),
        ),
        (
            "E",
            _N("actions", "Same &spans (E)"),
            "E",
            _N("actions", "Align nodes with the same label over the same words, as precision and recall do"),
        ),
    ),
    "part": (
        ("whole", _N("actions", "&Whole tree"), "W", _N("actions", "Constituents and part-of-speech tags")),
        ("roof", _N("actions", "&Roof"), "R", _N("actions", "Constituents only: without part-of-speech tags")),
    ),
    "average": (
        (
            "pooled",
            _N("actions", "&Pooled"),
            "Ctrl+Shift+P",
            _N("actions", "Sum over all sentences, then divide. Emms and Tsarfaty call this “macro”, others “micro”"),
        ),
        (
            "mean",
            _N("actions", "&Mean"),
            "Ctrl+Shift+M",
            _N("actions", "Mean of the sentences' scores. Emms and Tsarfaty call this “micro”, others “macro”"),
        ),
    ),
    "params": (
        (
            "standard",
            _N("actions", "&Standard"),
            "",
            _N("actions", "As evalb with COLLINS.prm; outermost brackets such as TOP, ROOT, S1 do not count"),
        ),
        (
            "evalb",
            _N("actions", "&Exactly as evalb"),
            "",
            _N("actions", "COLLINS.prm as evalb applies it: other wrappers than TOP count as constituents"),
        ),
        ("spmrl", _N("actions", "S&PMRL"), "", _N("actions", "The rules of the SPMRL shared tasks")),
        ("none", _N("actions", "&None"), "", _N("actions", "Trees as they are in the files")),
        ("file", _N("actions", "Parameter &file…"), "", _N("actions", "An evalb parameter file of your own")),
    ),
    "preterminals": (
        ("auto", _N("actions", "&Find out"), "", _N("actions", "Look at the gold trees")),
        ("yes", _N("actions", "&Yes, it is a tag"), "", ""),
        ("no", _N("actions", "&No, it is a constituent"), "", ""),
    ),
    "missing": (
        ("skip", _N("actions", "&Leave it out"), "", _N("actions", "It is shown and counted, but has no score")),
        ("zero", _N("actions", "Score it as &zero"), "", _N("actions", "It counts as the bare words of the gold")),
    ),
    "theme": (
        ("system", _N("actions", "As the &system"), "", ""),
        ("light", _N("actions", "&Light"), "", ""),
        ("dark", _N("actions", "&Dark"), "", ""),
    ),
}


class Actions:
    """The window's actions by name, its switches by group and value, its menus and its tool bar."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.by_name: dict[str, QAction] = {}
        self.switches: dict[str, dict[str, QAction]] = {}
        for group in _SWITCHES:
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
            action.setShortcut(QKeySequence(shortcut))
        plain = tip or text.replace("&", "").rstrip("…")
        action.setStatusTip(plain)
        keys = f" ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})" if shortcut else ""
        action.setToolTip(plain + keys)
        return action

    def _add_commands(self, menu: QMenu, part: str) -> None:
        for entry in _COMMANDS[part]:
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
        commands = self.window.commands
        getattr(commands if hasattr(commands, name) else self.window, name)()

    def _add_switch(self, group: str) -> None:
        actions = QActionGroup(self.window)
        self.switches[group] = {}
        for value, text, shortcut, tip in _SWITCHES[group]:
            action = self._action(_tr(text), shortcut, _tr(tip) if tip else "")
            action.setCheckable(True)
            action.setChecked(not self.switches[group])
            action.triggered.connect(partial(self._switched, group, value))
            actions.addAction(action)
            self.switches[group][value] = action

    def _switched(self, group: str, value: str, *_: Any) -> None:
        self.window.switched(group, value)

    def _switch_menu(self, menu: QMenu, title: str, group: str) -> None:
        menu.addMenu(title).addActions(list(self.switches[group].values()))

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
        compare.addSeparator()
        self._add_commands(compare, "compare_end")
        self.view_menu = bar.addMenu(_tr("&View"))
        self.view_menu.addSection(_tr("Alignment"))
        for group in ("mapping", "part"):
            self.view_menu.addActions(list(self.switches[group].values()))
            self.view_menu.addSeparator()
        self.view_menu.addAction(self.labelled)
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
            bar.addSeparator()
        bar.addAction(self.labelled)
        bar.addSeparator()
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
        bar.addWidget(button)
        return button

    def show_settings(self, params: str, preterminals: str, missing: str) -> None:
        """Switches say what is so, which need not be what was wished."""
        self.choose("params", params if params in self.switches["params"] else "file")
        self.choose("preterminals", preterminals)
        self.choose("missing", missing)
        if hasattr(self, "params_button"):
            name = params.rsplit("/", 1)[-1]
            self.params_button.setText(_tr("Preparation: {0}").format(name))
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


def fill_menu(menu: QMenu, entries: Sequence[tuple[str, str, Callable[[], None]]], empty: str) -> None:
    """Texts with tips and what they do; or a note that there are none."""
    menu.clear()
    menu.setToolTipsVisible(True)
    for text, tip, run in entries:
        action = menu.addAction(text.replace("&", "&&"))
        action.setToolTip(tip)
        action.triggered.connect(lambda _=False, run=run: run())
    if not entries:
        menu.addAction(empty).setEnabled(False)
