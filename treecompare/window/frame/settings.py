"""What holds for the whole program: how it looks, how large text is, how it begins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication

from treecompare.comparison.settings import Value
from treecompare.jobs.base import Choosing, Command, Form
from treecompare.jobs.help import ABOUT, LOG
from treecompare.window.common import fonts, preferences, screen
from treecompare.window.common.theme import apply_theme

THEME, SIZE, BEGINS = "theme", "text_size", "begins"
LAST = "last"
"""How the program begins where it does not begin with its start page: with what was open last."""
SWITCHES = ("letters", "menu-bar")
"""Commands that hold for the whole program and are on or off."""


def commands(window: Any) -> list[Command]:
    """Those that belong to no job."""
    steps = preferences.number(SIZE, 0)
    return [
        Command("settings", "Settings…", partial(ask, window), fields=partial(fields, window)),
        Command("text-larger", "Larger text", partial(set_text_size, steps + 1), can=steps < fonts.MOST_STEPS),
        Command("text-smaller", "Smaller text", partial(set_text_size, steps - 1), can=steps > fonts.LEAST_STEPS),
        Command("text-usual", "Usual text size", partial(set_text_size, 0), can=steps != 0),
        Command("report-problem", "Report a problem…", partial(window.helpWanted.emit, LOG)),
        Command("about", "About treecompare", partial(window.helpWanted.emit, ABOUT)),
    ]


def fields(window: Any) -> list[Choosing]:
    """All settings, as they are."""
    from treecompare.window.frame.scene_view import EDGES, SLANTED

    themes = Value("system", "As the system"), Value("light", "Light"), Value("dark", "Dark")
    sizes = [Value(str(one), f"{fonts.TEXT + one} px") for one in range(fonts.LEAST_STEPS, fonts.MOST_STEPS + 1)]
    edges = Value("upright", "Upright", "Straight down and across"), Value(SLANTED, "Slanted", "As in many papers")
    begins = Value("", "With the start page"), Value(LAST, "With what was open last", "Where no file is named")
    return [
        Choosing(THEME, "Theme", themes, preferences.text(THEME, "system"), "", "system"),
        Choosing(SIZE, "Text size", sizes, str(preferences.number(SIZE, 0)), "", "0"),
        Choosing(EDGES, "Edges of trees", edges, preferences.text(EDGES) or "upright", "", "upright"),
        *(_switch(one) for one in window.commands() if one.key in SWITCHES),
        Choosing(BEGINS, "The program begins", begins, preferences.text(BEGINS), "", ""),
        Choosing("", "", now=f"Settings are kept in {preferences.folder()}.", is_said=True),
    ]


def ask(window: Any) -> None:
    """Asks for them; nothing changes before they are applied."""
    from treecompare.window.frame.form import FormSheet

    form = Form("settings", "Settings", fields(window), lambda _: None, "Apply")
    FormSheet(window, form, partial(_apply, window)).open()


def _switch(one: Command) -> Choosing:
    usual = "on" if one.key == "letters" else ""
    options = Value("on", "Yes", one.about), Value("", "No", one.about)
    return Choosing(one.key, one.title, options, "on" if one.is_on else "", one.about, usual)


def _apply(window: Any, values: Mapping[str, str]) -> None:
    """Does what is other than it was."""
    from treecompare.window.frame.scene_view import EDGES, SceneView

    if values[THEME] != preferences.text(THEME, "system"):
        preferences.store(THEME, values[THEME])
        show_look()
    set_text_size(int(values[SIZE]))
    if values[EDGES] != (preferences.text(EDGES) or "upright"):
        preferences.store(EDGES, values[EDGES])
        for view in QApplication.allWidgets():
            if isinstance(view, SceneView):
                view.lay_out()
    preferences.store(BEGINS, values[BEGINS])
    for one in window.commands():
        if one.key in SWITCHES and bool(one.is_on) != bool(values[one.key]):
            one.do()


def set_text_size(steps: int) -> None:
    """So many pixels larger than usual, in all windows."""
    steps = min(max(steps, fonts.LEAST_STEPS), fonts.MOST_STEPS)
    if steps != preferences.number(SIZE, 0):
        preferences.store(SIZE, steps)
        show_look()


def show_look() -> None:
    """Gives all windows the letters and the colours that people chose; what is as wide as letters is measured anew."""
    application = screen.application()
    fonts.dress(application, preferences.number(SIZE, 0))
    apply_theme(application, preferences.text(THEME, "system"))
    for window in application.topLevelWidgets():
        if window.isVisible():
            QApplication.sendEvent(window, QResizeEvent(window.size(), window.size()))
