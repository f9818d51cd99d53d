"""What the parts of a lesson window use of it; the window, which makes them, imports them all."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar, QSplitter, QStatusBar, QVBoxLayout, QWidget

from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.kinds import KindView
from treecompare.app.lessons.measures_panel import MeasuresPanel
from treecompare.comparison.base import Comparison
from treecompare.drawing.sentence import Wanted
from treecompare.extras.teaching.exercise import Exercise, History

FOLLOWS = "follows"
"""A property of widgets whose letters follow those of the one that they stand in."""


class Lesson(Protocol):
    """A lesson window.

    Its places, from above: ``above`` (a column of widgets over the drawing), the drawing with its controls, at its right ``side``,
    with ``columns`` between them, and ``below`` (a column of widgets under the drawing).
    """

    above: QVBoxLayout
    below: QVBoxLayout
    columns: QSplitter
    side: QSplitter
    measures: MeasuresPanel
    history: History
    shown: Exercise
    wanted: Wanted
    exerciseChanged: SignalInstance
    drawn: SignalInstance
    newWanted: SignalInstance

    @property
    def exercise(self) -> Exercise: ...
    @property
    def comparison(self) -> Comparison: ...
    @property
    def hidden_now(self) -> tuple[str, ...]: ...
    @property
    def view(self) -> KindView: ...
    @property
    def panel(self) -> PicturePanel: ...
    def window(self) -> QWidget: ...
    def menuBar(self) -> QMenuBar: ...
    def statusBar(self) -> QStatusBar: ...
    def menu(self, name: str) -> QMenu: ...
    def add_command(self, menu: str, title: str, action: object, keys: str = "", tip: str = "") -> QAction: ...
    def say(self, text: str) -> None: ...
    def open_exercise(self, exercise: Exercise, before: Exercise | None = None) -> None: ...
    def show_exercise(self, exercise: Exercise, said: str) -> bool: ...
    def show_temporarily(
        self, exercise: Exercise, before: Exercise | None = None, first: Exercise | None = None
    ) -> None: ...
    def show_again(self) -> None: ...
    def to_original(self) -> None: ...
    def draw_mapping(self, mapping: str, part: str, is_labelled: bool) -> None: ...
