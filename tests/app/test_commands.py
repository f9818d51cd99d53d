"""Commands as objects: every one has a title, a key of its own and something to do, and stands in a menu or the palette."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QMenuBar
from pytestqt.qtbot import QtBot

from tests.app.conftest import compare
from tests.app.helpers import note_down, space
from treecompare import registry
from treecompare.app.shell.actions import Actions
from treecompare.app.shell.command import Command, Menu, Need, Switch, command, declared
from treecompare.app.window.menus import OF_EXTRAS
from treecompare.app.window.palette_entries import all_commands
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files


def enabled(window: MainWindow) -> set[str]:
    actions = window.actions_
    return {name for name in actions.commands if all(one.isEnabled() for one in actions.actions_of(name))}


def needing(window: MainWindow, *needs: Need) -> set[str]:
    return {name for name, one in window.actions_.commands.items() if one.need in needs}


def test_every_command_has_a_title_something_to_do_and_a_place(window: MainWindow) -> None:
    where = {action: path for path, action in all_commands(window.menuBar(), window.actions_)}
    for name, one in window.actions_.commands.items():
        assert callable(one.action), name
        for part in [one] if isinstance(one, Command) else one.choices:
            assert part.title.strip("&…"), name
        hidden = {action for action in window.actions_.actions_of(name) if not action.isVisible()}
        assert set(window.actions_.actions_of(name)) - hidden <= where.keys(), name
        if isinstance(one, Switch):  # a choice means nothing without what is chosen
            assert all(where[action] for action in window.actions_.actions_of(name) if action not in hidden), name
        assert all(action.statusTip() and action.toolTip() for action in window.actions_.actions_of(name)), name
    assert len({choice for one in window.actions_.switches.values() for choice in one.values()}) == sum(
        len(one.choices) for one in window.actions_.commands.values() if isinstance(one, Switch)
    )


def test_what_menus_leave_out_without_extras_is_what_extras_declare(window: MainWindow) -> None:
    found = {*declared(*(doer for extra in window.extras.values() for doer in extra.doers()))}
    found |= {*declared(window.overview)} - {"overview"}
    assert found <= OF_EXTRAS and (found == OF_EXTRAS or not all(map(registry.extra, registry.EXTRAS)))


def test_macos_moves_three_commands_into_the_menu_of_the_program_and_no_other(window: MainWindow) -> None:
    roles = {action: name for name in window.actions_.commands for action in window.actions_.actions_of(name)}
    moved = {name: action.menuRole() for action, name in roles.items() if action.menuRole() != QAction.MenuRole.NoRole}
    role = QAction.MenuRole
    assert moved == {"show_about": role.AboutRole, "settings": role.PreferencesRole, "close": role.QuitRole}


def test_menus_are_short(compared: MainWindow) -> None:
    """At most 120 entries; whatever grows is a sheet."""

    def entries(menu: QMenu) -> int:
        menu.aboutToShow.emit()
        shown = [one for one in menu.actions() if one.isVisible() and not one.isSeparator()]
        return len(shown) + sum(entries(inner) for one in shown if isinstance(inner := one.menu(), QMenu))

    tops = [one.menu() for one in compared.menuBar().actions()]
    assert 90 <= sum(entries(one) for one in tops if isinstance(one, QMenu)) <= 120


def doubled(above: QMenuBar | QMenu, path: str = "") -> list[str]:
    """Letters that two entries of one menu have."""
    actions = [one for one in above.actions() if one.text()]
    letters = Counter(key.toString() for one in actions if (key := QKeySequence.mnemonic(one.text())).count())
    found = [f"{path}: {letter}" for letter, times in letters.items() if times > 1]
    return found + [two for one in actions if isinstance(one.menu(), QMenu) for two in doubled(one.menu(), one.text())]


def test_no_letter_stands_twice_in_a_menu(compared: MainWindow) -> None:
    assert doubled(compared.menuBar()) == []


def test_two_commands_cannot_have_one_name(window: MainWindow) -> None:
    class Twice:
        @command("Jump")
        def jump(self) -> None: ...

        @command("Jump again", name="jump")
        def again(self) -> None: ...

    with pytest.raises(ValueError, match="jump"):
        declared(Twice())


def test_a_command_in_a_menu_must_be_declared(window: MainWindow) -> None:
    with pytest.raises(KeyError, match="jump"):
        Actions(window, {}, [Menu("More", ("jump",))])


@pytest.mark.own_window
def test_no_two_commands_share_a_key(compared: MainWindow) -> None:
    keys = Counter(
        key.toString(QKeySequence.SequenceFormat.PortableText)
        for one in compared.findChildren(QAction) + compared.findChildren(QShortcut)  # type: ignore[operator]
        for key in (one.shortcuts() if isinstance(one, QAction) else [one.key()])
    )
    assert keys["Ctrl+O"] == keys["J"] == keys["Alt+Down"] == keys["L"] == keys["Ctrl+1"] == 1
    assert [key for key, count in keys.items() if count > 1] == []


def test_commands_wait_for_what_they_need(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    free = needing(window, Need.NOTHING) | needing(window, Need.CROSSING)
    assert {"open_files", "close", "show_help", "params", "theme"} <= free
    assert enabled(window) == free
    compare(qtbot, window, files)
    on = needing(window, Need.NOTHING) | needing(window, Need.COMPARISON)  # no branches cross in these
    assert {"copy", "save_as", "mapping", "labelled", "close_comparison"} <= on
    comparison = window.session.comparison
    assert comparison is not None
    hidden = space(window).view_shown.hidden_settings(comparison)
    assert {"nonprojective", "profile"} <= hidden
    assert enabled(window) == on - window.actions_.unused_in(comparison.kind) - hidden
    window.close_comparison()
    assert enabled(window) == free


def test_work_can_be_stopped_while_it_goes_on(qtbot: QtBot, compared: MainWindow) -> None:
    stop = compared.actions_.by_name["cancel"]
    assert not stop.isEnabled()
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.actions_.by_name["compare_again"].trigger()
        assert stop.isEnabled()  # from the start, not only when the files are read
    assert not stop.isEnabled()


def test_undo_says_what_it_would_take_back(compared: MainWindow) -> None:
    undo = compared.actions_.by_name["undo"]
    assert (undo.text(), undo.isEnabled()) == ("&Undo", False)
    note_down(compared, [("note", 0, "", "", "R&D")], "note on A&B")
    assert (undo.text(), undo.isEnabled()) == ("&Undo: note on A&&B", True)
    compared.close_comparison()
    assert (undo.text(), undo.isEnabled()) == ("&Undo", False)


@pytest.mark.parametrize("name", ["params", "preterminals"])
def test_a_switch_sets_what_it_is_named_after(qtbot: QtBot, compared: MainWindow, name: str) -> None:
    value = {"params": "none", "preterminals": "no"}[name]
    with qtbot.waitSignal(compared.session.ended, timeout=20_000):
        compared.actions_.switches[name][value].trigger()
    assert getattr(compared.session.settings, name) == value
    assert compared.actions_.chosen(name) == value


def test_a_command_calls_what_it_was_bound_to(compared: MainWindow) -> None:
    called = []
    command = compared.actions_.commands["next_sentence"]
    assert command.action == compared.commands.next_sentence
    compared.commands.next_sentence = lambda: called.append(1)  # type: ignore[method-assign]
    compared.actions_.by_name["next_sentence"].trigger()
    assert called == []
