"""Commands on walks: the shipped examples, each in a lesson window of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow, QMenu

from treecompare import resources
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import caption
from treecompare.app.window.lessons import Lessons
from treecompare.errors import TreecompareError

if TYPE_CHECKING:  # a window that opens has no walk yet
    from treecompare.lessons.stages import Stages


class WalkCommands(QObject):
    """Gives walks in windows of their own."""

    def __init__(self, window: QMainWindow, lessons: Lessons) -> None:
        super().__init__(window)
        self.window = window
        self.lessons = lessons

    def fill_examples(self, menu: QMenu) -> None:
        """Brings the menu of shipped walks up to date."""
        menu.clear()
        menu.setToolTipsVisible(True)
        for one in resources.walk_files():
            action = menu.addAction(caption(one.title))
            action.setStatusTip(one.about)
            action.setToolTip(one.about)
            action.triggered.connect(lambda _=False, key=one.key: self.open_example(key))

    def open_example(self, key: str) -> None:
        """Gives a shipped walk."""
        from treecompare.lessons.stages import Stages
        from treecompare.lessons.walks import walk

        try:
            self.give(Stages(walk(key)))
        except TreecompareError as error:
            show_error(self.window, error)

    def give(self, stages: Stages, number: int = 1) -> None:
        """Gives a walk, from a step on, in a new lesson window.

        Raises:
            TreecompareError: its first step cannot be shown.
        """
        exercise = stages.exercise(number)
        _ = exercise.comparison
        lesson = self.lessons.open(exercise)
        lesson.walk_bar.give(stages, number)
