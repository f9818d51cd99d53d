"""What a lesson can be saved as, under the keys of all windows: a file of its own, its drawing, and the table of its measures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMessageBox

from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import visible
from treecompare.app.common.saving import ask_where_to_save, save_drawing, save_table
from treecompare.app.drawings.pictures import Look
from treecompare.app.drawings.save_sheet import SaveSheet
from treecompare.comparison.files import Files
from treecompare.errors import ReadError, TreecompareError
from treecompare.extras.teaching.walk_files import SUFFIX, lesson_of, write_walk
from treecompare.reading import toml_of
from treecompare.writing import file_name

if TYPE_CHECKING:
    from treecompare.app.lessons.lesson import Lesson
    from treecompare.extras.teaching.exercise import Exercise

KEPT, MOST_KEPT = "lesson_files", 20
"""The preference with the files of lessons that were saved or opened lately, the newest first, and how many there are at most."""


class LessonFiles(QObject):
    """Adds its commands to the menu of the trees. What the window hides stands in no table and no drawing.

    ``path``: the file that the lesson is kept in, empty for none. ``is_own``: the trees have no other home than this window, so
    what was changed is asked for before it is closed.
    """

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.window())
        self._lesson, trees = lesson, "&Trees"
        self.path, self.is_own = "", False
        self._kept: Exercise | None = lesson.exercise
        """What is in the file, or was there at first; None: it is to be given up."""
        self.question: QMessageBox | None = None
        lesson.add_command(trees, "&Save lesson", self.save, "Ctrl+S", "In a file that Teach ▸ Lessons… opens again")
        lesson.add_command(trees, "Save lesson &as…", self.save_as, "Ctrl+Shift+S", "In another file")
        lesson.add_command(trees, "&Export table…", self.export_table, "Ctrl+E", "The measures as CSV, TSV or JSON")
        lesson.add_command(trees, "Save &drawing…", self.save_drawing, "Ctrl+D", "SVG, PDF, PNG or LaTeX")

    # -- the lesson itself -----------------------------------------------------------------------------------------------

    def opened(self, path: str) -> None:
        """The lesson was read from a file, in which it is saved again."""
        self.path, self.is_own, self._kept = path, True, self._lesson.exercise

    def save(self) -> bool:
        """Saves the trees as they are now, with measures and drawing, in the file of the lesson; asks for one where there is none.
        Returns whether that was done."""
        return self._write(self.path) if self.path else self.save_as()

    def save_as(self) -> bool:
        """Asks for a file and saves the lesson in it; returns whether that was done."""
        window = self._lesson.window()
        kinds, name = (("Lesson", SUFFIX),), self._lesson.exercise.title or "lesson"
        path = ask_where_to_save(window, "Save the lesson", kinds, file_name(name))
        return bool(path) and self._write(path)

    def _write(self, path: str) -> bool:
        lesson, view = self._lesson, self._lesson.panel.view
        wanted = replace(
            lesson.wanted,
            elide=view.elide.isChecked() if view.elide is not None else False,
            layout=getattr(view, "arrangement", "mirrored"),
        )
        title, hidden, measures = lesson.exercise.title or Path(path).stem, lesson.hidden_now, lesson.measures
        keys = sorted(measures.keys, key=lambda key: key != measures.key)  # the first one is explained
        try:
            write_walk(path, lesson_of(lesson.exercise, title, keys, wanted, hidden))
        except TreecompareError as error:
            show_error(lesson.window(), error)
            return False
        self.path, self._kept = path, lesson.exercise
        keep_lesson_file(path)
        lesson.say(f"Saved: {path}")
        return True

    @property
    def is_unsaved(self) -> bool:
        """Whether closing the window would lose trees that are nowhere else."""
        return self.is_own and self._kept is not None and self._lesson.exercise is not self._kept

    def ask_before(self, close: Callable[[], object]) -> None:
        """Asks whether what was changed is to be saved, and closes the window unless people want to go on."""
        if self.question is not None:
            return
        button = QMessageBox.StandardButton
        box = self.question = QMessageBox(self._lesson.window())
        box.setIcon(QMessageBox.Icon.Question)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle("Save the lesson")
        box.setText(f"Save what was changed in “{visible(self._lesson.exercise.title or 'this lesson')}”?")
        box.setStandardButtons(button.Save | button.Discard | button.Cancel)
        box.setDefaultButton(button.Save)

        def answered() -> None:
            chosen, self.question = box.standardButton(box.clickedButton()), None
            box.deleteLater()
            if chosen == button.Discard:
                self._kept = None
            if chosen == button.Discard or (chosen == button.Save and self.save()):
                close()

        box.finished.connect(answered)
        box.open()

    # -- the rest ---------------------------------------------------------------------------------------------------------

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


def kept_lesson_files() -> list[str]:
    """The files of lessons that were saved or opened lately and are still there, the newest first."""
    return [path for path in preferences.texts(KEPT, ()) if Path(path).is_file()]


def title_of(path: str) -> str:
    """The title of a lesson in a file; the name of the file where it has none, or cannot be read."""
    try:
        title = toml_of(Path(path).read_text("utf-8"), path, "").get("title")
    except (OSError, ValueError, ReadError):
        title = None
    return title if isinstance(title, str) and title.strip() else Path(path).stem


def keep_lesson_file(path: str) -> None:
    """A lesson was saved there, or opened from there."""
    whole = str(Path(path).absolute())
    preferences.add_recent(Files(whole, ()))
    preferences.store(KEPT, [whole, *(one for one in preferences.texts(KEPT, ()) if one != whole)][:MOST_KEPT])


def forget_lesson_file(path: str) -> None:
    """It is not to be offered any more; the file stays."""
    preferences.store(KEPT, [one for one in preferences.texts(KEPT, ()) if one != path])
