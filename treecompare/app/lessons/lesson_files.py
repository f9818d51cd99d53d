"""What a lesson can be saved as, under the keys of all windows: its drawing, and the table of its measures."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from treecompare.app.common.plain import file_name
from treecompare.app.common.saving import save_drawing, save_table
from treecompare.app.drawings.pictures import Look
from treecompare.app.drawings.save_sheet import SaveSheet

if TYPE_CHECKING:
    from treecompare.app.lessons.lesson import Lesson


class LessonFiles(QObject):
    """Adds its commands to the menu of the trees. What the window hides stands in no file."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.window())
        self._lesson, trees = lesson, "&Trees"
        lesson.add_command(trees, "&Export table…", self.export_table, "Ctrl+E", "The measures as CSV, TSV or JSON")
        lesson.add_command(trees, "Save &drawing…", self.save_drawing, "Ctrl+D", "SVG, PDF, PNG or LaTeX")

    def export_table(self) -> None:
        """Asks for a file and saves the scores in it."""
        save_table(self._lesson.window(), self._lesson.measures.as_table(), self._lesson.say)

    def save_drawing(self) -> None:
        """Asks how the drawing is to be saved, and where."""
        window, view = self._lesson.window(), self._lesson.panel.view

        def save(look: Look) -> None:
            save_drawing(window, partial(view.save, look=look), file_name(window.windowTitle()), self._lesson.say)

        if view.drawing is not None:
            SaveSheet(window, save).open()
