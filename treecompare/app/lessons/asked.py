"""Asks for a new lesson: two trees that are typed, or two analyses of a grammar."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from treecompare.app.lessons.grammar_dialog import GrammarDialog
from treecompare.app.lessons.new_lesson import NewLessonDialog
from treecompare.extras.teaching.exercise import Exercise


def ask(
    kind: type[NewLessonDialog] | type[GrammarDialog], parent: QWidget, opened: Callable[[Exercise], object]
) -> NewLessonDialog | GrammarDialog:
    """Shows the dialog and does not wait; ``opened`` is called with what people chose."""
    dialog = kind(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def accepted() -> None:
        exercise = dialog.exercise
        if exercise is not None:
            opened(exercise)

    dialog.accepted.connect(accepted)
    dialog.open()
    return dialog
