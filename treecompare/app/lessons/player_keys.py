"""The keys that go through frames: Space and Backspace, Home and End, through the steps of a score and then through the walk."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from treecompare.app.lessons.lesson import Lesson
from treecompare.app.lessons.player_bar import PlayerBar

TYPING = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit)
"""Widgets that have a use of their own for Space and Backspace."""
SCROLLING = (*TYPING, QAbstractItemView, QAbstractSlider)
"""Those that have one for Home and End. The drawing scrolls, too, but has none."""


class PlayerKeys(QObject):
    """Space goes on in the first of the bars that has a next frame: from the last step of a score to the next step of the walk.
    Home and End are those of the steps of a score. ``begin``: what Space does where nothing is gone through yet, or the walk is at
    its end and shows no score step by step; False where it can do nothing. ``can_begin``: whether it does that now."""

    def __init__(self, lesson: Lesson, menu: str) -> None:
        super().__init__(lesson.window())
        self._bars: list[PlayerBar] = []
        self.begin: Callable[[], bool] = lambda: False
        self.can_begin: Callable[[], bool] = lambda: False
        self.on_command = lesson.add_command(menu, "&Next step", self.on, "Space")
        self.back_command = lesson.add_command(menu, "&Previous step", self.back, "Shift+Space; Backspace")
        self.first_command = lesson.add_command(menu, "&First step", lambda: self._bars[0].first(), "Home")
        self.last_command = lesson.add_command(menu, "&Last step", lambda: self._bars[0].last(), "End")
        self.commands = (self.on_command, self.back_command, self.first_command, self.last_command)
        self._keys: dict[QAction, list[QKeySequence]] = {one: one.shortcuts() for one in self.commands}
        self.refresh()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._focus_changed)

    def hear(self, bar: PlayerBar) -> None:
        """Goes through the frames of this bar, too, after those of the bars before it."""
        self._bars.append(bar)
        bar.changed.connect(self.refresh)

    def on(self) -> None:
        """To the next frame; after the last one of a walk through the score of its trees. At the end that is said."""
        if not any(bar.next() for bar in self._bars) and not (self._is_idle() and self.begin()):
            for bar in [one for one in self._bars if one.isVisible()][:1]:
                bar.say_last()

    def _is_idle(self) -> bool:
        return self.can_begin() and self._bars[0].player is None

    def back(self) -> None:
        """To the frame before."""
        any(bar.back() for bar in self._bars)

    def _focus_changed(self, *_: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Which of the keys have something to do, and are not wanted by the widget that has the keyboard."""
        is_on = [bar.player is not None for bar in self._bars]
        focus = QApplication.focusWidget()
        for command, keys in self._keys.items():
            is_there = any(is_on if command in (self.on_command, self.back_command) else is_on[:1])
            command.setEnabled(is_there or (command is self.on_command and self._is_idle()))
            command.setShortcuts([key for key in keys if not _has_use_for(focus, key)])


def _has_use_for(widget: QWidget | None, key: QKeySequence) -> bool:
    """Whether a widget with the focus has a use of its own for a key."""
    if isinstance(widget, QAbstractItemView) and widget.currentIndex().flags() & Qt.ItemFlag.ItemIsUserCheckable:
        return True
    return isinstance(widget, SCROLLING if key.toString() in ("Home", "End") else TYPING)
