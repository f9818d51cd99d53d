"""The settings that are wanted, and the commands that change them: what is open is compared again under the new ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from treecompare.app.common import choosers as opening
from treecompare.app.common import preferences
from treecompare.app.session.session import Session
from treecompare.app.shell.command import Choice, command, switch
from treecompare.comparison.settings import SETTINGS, Settings

if TYPE_CHECKING:
    from treecompare.app.shell.actions import Actions
    from treecompare.app.window.workspace import Workspace


class SettingCommands(QObject):
    """``space`` tells the views, if there are any; ``actions`` the actions of commands, once they are made. ``changed``: others are
    wanted, or what was wanted was not taken."""

    changed = Signal()

    def __init__(
        self, window: QWidget, session: Session, space: Callable[[], Workspace | None], actions: Callable[[], Actions]
    ) -> None:
        super().__init__(window)
        self.window, self.session = window, session
        self._space, self._actions = space, actions
        self.settings = Settings()
        """Those that are wanted: those of what is open, unless it is being compared under others."""

    def take(self, settings: Settings | None) -> None:
        """These are wanted from now on, as what is open has them already; None: the usual ones."""
        self.settings = settings or Settings()
        self.changed.emit()

    def wanted(self) -> Settings:
        """Those that are wanted."""
        return self.settings

    def choose(self, name: str, value: str) -> None:
        """Changes a setting to one of its values; people are asked for a file, if it is one."""
        setting = SETTINGS[name]
        choice = next(one for one in setting.offered if one.value == value)
        if choice.asks:
            value = opening.ask_value(self.window, setting, choice, str(getattr(self.settings, name) or ""))
            if not value:
                self.changed.emit()
                return
        self.change_one(name, value)

    def change_one(self, name: str, value: str) -> None:
        """Compares again with one setting changed; an empty value is that of what is not set."""
        request = self.session.request
        before = request.settings if request is not None and request.settings is not None else self.settings
        self.change(replace(before, **{name: SETTINGS[name].of(value)}))

    def change(self, settings: Settings) -> None:
        """Compares again under other settings."""
        self.take(settings)
        self.session.change(settings)

    @switch(
        "average",
        Choice(
            "pooled", "&Pooled", "",
            "Sum over all sentences, then divide. Emms and Tsarfaty call this “macro”, others “micro”",
        ),
        Choice(
            "mean", "&Mean", "",
            "Mean of the sentences' scores. Emms and Tsarfaty call this “micro”, others “macro”",
        ),
    )  # fmt: skip
    def set_average(self, average: str) -> None:
        """Scores of systems are pooled, or means."""
        preferences.store("average", average)
        space = self._space()
        if space is not None:
            space.set_average("mean" if average == "mean" else "pooled")

    @command("&Pooled or mean", tip="Sum over all sentences, then divide; or the mean of the sentences' scores")
    def other_average(self) -> None:
        actions = self._actions()
        actions.turn("average", "pooled" if actions.chosen("average") == "mean" else "mean")
