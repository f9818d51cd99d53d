"""Commands on walks: the shipped examples, and the walk of the comparison that is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from treecompare import resources
from treecompare.app.common.choosers import ask_for_file
from treecompare.app.common.errors import show_error
from treecompare.app.common.list_sheet import ListSheet, Offer, open_list
from treecompare.app.common.notice import Notice
from treecompare.app.lessons.commands import Lessons
from treecompare.app.lessons.own_walk import OwnWalk
from treecompare.app.shell.command import Need, command
from treecompare.app.window.annex import Annex
from treecompare.errors import TreecompareError, counted
from treecompare.saved.opening import Opened

if TYPE_CHECKING:  # a window that opens has no walk yet
    from treecompare.app.lessons.lesson_window import LessonWindow
    from treecompare.app.lessons.walk_editor import WalkEditor
    from treecompare.comparison.files import Versions
    from treecompare.extras.teaching.stages import Stages


class WalkCommands(Annex):
    """Gives walks in windows of their own. ``line``: where a comparison that is opened tells of its walk."""

    line: Notice

    def __init__(self, *of_window: Any) -> None:
        super().__init__(*of_window)
        self.lessons = Lessons(self.window, self.session, self.space)
        self.own = OwnWalk(self.session, self.files, self.space, self)
        self.line = Notice("Dismiss (the walk stays)")
        self.start_button = self.line.add_button("Start", "Give the walk from its first step on", self.start)
        self.line.add_button("Edit", "Read and change the steps of the walk", self.edit)
        self._editor: WalkEditor | None = None

    def doers(self) -> Iterator[object]:
        """Lessons, and walks."""
        yield from (self.lessons, self)

    def takes(self, wanted: Sequence[str] | Versions) -> bool:
        """Gives a lesson or walk that was dropped."""
        match wanted:
            case [str(path)] if path.endswith(".toml"):
                self.open_file(path)
                return True
        return False

    def stop(self) -> None:
        """Closes the windows of lessons."""
        self.lessons.close_all()

    def offers(self) -> Iterator[tuple[str, Offer]]:
        """Lessons and walks."""
        yield from (("lesson", one) for one in self.listed())

    # -- the shipped ones ------------------------------------------------------------------------------------------------

    @command("Less&ons…", tip="Lessons you saved, and shipped ones: what each measure counts", need=Need.NOTHING)
    def lessons_list(self) -> ListSheet:
        sheet = open_list("Lessons", self.listed, self.window, "None are installed")
        sheet.foot.insertWidget(0, sheet.add_button("From a file…", partial(self._choose_file, sheet)))
        return sheet

    def listed(self) -> list[Offer]:
        """Those that people saved, the newest first, and the shipped ones."""
        from treecompare.app.lessons.lesson_files import forget_lesson_file, kept_lesson_files, title_of

        own = [
            Offer(
                title_of(path), f"Yours, in {path}", partial(self.open_file, path), partial(forget_lesson_file, path),
                synonyms=Path(path).name, file=path,
            )
            for path in kept_lesson_files()
        ]  # fmt: skip
        return own + [
            Offer(one.title, one.about, partial(self.open_example, one.key)) for one in resources.walk_files()
        ]

    def _choose_file(self, sheet: ListSheet) -> None:
        path = ask_for_file(self.window, "Open a lesson", "Lessons (*.toml);;All files (*)")
        if path:
            sheet.accept()
            self.open_file(path)

    def open_file(self, path: str) -> None:
        """Gives the lesson or walk that was saved in a file."""
        from treecompare.app.lessons.lesson_files import keep_lesson_file
        from treecompare.extras.teaching.stages import Stages
        from treecompare.extras.teaching.walk_files import read_walk_file

        try:
            walk = read_walk_file(path)
            is_lesson = [one.text for one in walk.steps] == [walk.title]
            lesson = self.give(Stages(walk), is_lesson=is_lesson)
        except TreecompareError as error:
            show_error(self.window, error)
            return
        keep_lesson_file(path)
        if len(walk.steps) == 1:  # a lesson, which may be saved there again
            lesson.files.opened(path)

    def open_example(self, key: str) -> None:
        """Gives a shipped walk."""
        from treecompare.extras.teaching.stages import Stages
        from treecompare.extras.teaching.walks import walk

        try:
            self.give(Stages(walk(key)))
        except TreecompareError as error:
            show_error(self.window, error)

    def give(self, stages: Stages, number: int = 1, is_lesson: bool = False) -> LessonWindow:
        """Gives a walk, from a step on, in a new lesson window, which is returned; one that ``is_lesson`` is shown as such.

        Raises:
            TreecompareError: its first step cannot be shown.
        """
        exercise = stages.exercise(number)
        _ = exercise.comparison
        lesson = self.lessons.open(exercise)
        if is_lesson:
            lesson.walk.show_lesson(stages)
        else:
            lesson.walk.give(stages, number)
        return lesson

    # -- the walk of the comparison --------------------------------------------------------------------------------------

    def opened(self, opened: Opened) -> None:
        """Another comparison is shown: tells of its walk, unless it is the one of before, under other settings."""
        if not opened.request.goes_on:
            steps = len(self.own.steps)
            self.line.say(f"This comparison has a walk of {counted(steps, 'step', 'steps')}." if steps else "")

    def closed(self) -> None:
        """No comparison is shown; what was typed about it is kept."""
        self.store_typed()
        if self._editor is not None:
            self._editor.close()
        self.line.say("")

    def store_typed(self) -> None:
        """Keeps what is being typed."""
        if self._editor is not None:
            self._editor.store_typed()

    @command("&Add to walk…", tip="Add this drawing as a step, then type its text", name="add_to_walk")
    def add(self) -> None:
        """Adds a step on the chosen sentence, and lets people type what is said to it."""
        self._edit().add_step()

    @command("&Edit walk…", tip="Texts, measures and order of its steps", name="edit_walk")
    def edit(self) -> None:
        self._edit()

    @command("&Start walk", tip="From its first step on", name="start_walk")
    def start(self, number: int = 1) -> None:
        self.store_typed()
        if not self.own.steps:
            text = "This comparison has no walk yet; “Add to walk…” makes one."
            self.window.tell(text)
            return
        try:
            self.give(self.own.stages(), number)
        except TreecompareError as error:
            show_error(self.window, error)

    def _edit(self) -> WalkEditor:
        from treecompare.app.lessons.walk_editor import WalkEditor

        if self._editor is None:
            self._editor = WalkEditor(self.own, self.window)
            self._editor.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
            self._editor.startWanted.connect(self.start)
        self._editor.refresh()
        self._editor.show()
        self._editor.raise_()
        self._editor.activateWindow()
        return self._editor
