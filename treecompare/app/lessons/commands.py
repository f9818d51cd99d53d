"""Lessons that are opened from the main window: the chosen sentence in a window of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence

from treecompare.app.common.errors import show_error
from treecompare.app.session.session import Session
from treecompare.app.shell.command import Need, command
from treecompare.app.shell.frame import FrameWindow
from treecompare.errors import TreecompareError

if TYPE_CHECKING:
    from treecompare.app.lessons.lesson_window import LessonWindow
    from treecompare.app.window.workspace import Workspace
    from treecompare.extras.teaching.exercise import Exercise


class Lessons(QObject):
    """The lesson windows of a main window; they close with it. ``space`` tells the views of the comparison."""

    def __init__(self, window: FrameWindow, session: Session, space: Callable[[], Workspace]) -> None:
        super().__init__(window)
        self.window = window
        self.session = session
        self._space = space
        self.windows: list[LessonWindow] = []
        """Those that are open, the newest last."""

    @command("Open in a &lesson", tip="Edit a copy of this sentence; the scores follow", name="open_lesson")
    def open_sentence(self) -> None:
        """Opens a copy of the chosen sentence."""
        from treecompare.extras.teaching.exercise import of_sentence

        comparison, files, space = self.session.comparison, self.session.files, self._space()
        row = space.sentences.current_sentence()
        if comparison is None or files is None or row < 0:
            self.window.tell("Choose a sentence first.")
            return
        try:
            exercise = of_sentence(files, self.session.treebanks, comparison, space.systems.system, row)
            _ = exercise.comparison
        except TreecompareError as error:
            show_error(self.window, error)
            return
        lesson, key = self.open(exercise), space.key_drawn
        if key in {one.key for one in lesson.measures.choices.measures}:
            lesson.measures.explain(key)  # the class sees what was seen before
        lesson.edit_tool.invite()

    @command("&New lesson…", tip="Type or paste two trees; the scores follow", need=Need.NOTHING, name="new_lesson")
    def new(self) -> None:
        from treecompare.app.lessons.lesson_window import ask
        from treecompare.app.lessons.new_lesson import NewLessonDialog

        ask(NewLessonDialog, self.window, self.open_own)

    @command(
        "From a &grammar…",
        tip="All analyses of a sentence under a small grammar; two of them are compared",
        need=Need.NOTHING,
        name="lesson_from_grammar",
    )
    def from_grammar(self) -> None:
        from treecompare.app.lessons.grammar_dialog import GrammarDialog
        from treecompare.app.lessons.lesson_window import ask

        ask(GrammarDialog, self.window, self.open_own)

    @command("&Present", "F5", "This sentence on the whole screen, in large letters; Space steps, Esc ends it")
    def present(self) -> None:
        """Opens a copy of the chosen sentence on the whole screen; the end of the presentation leads back here."""
        before = len(self.windows)
        self.open_sentence()
        if len(self.windows) > before:
            lesson = self.windows[-1]
            lesson.classroom.presenting.begin()
            lesson.classroom.presenting.changed.connect(
                lambda: self._come_back(lesson), Qt.ConnectionType.SingleShotConnection
            )

    def _come_back(self, lesson: LessonWindow) -> None:
        """Closes what was presented; a copy that was changed stays open."""
        if lesson.history.now is lesson.history.original:
            lesson.close()
            self.window.raise_()
            self.window.activateWindow()

    def open(self, exercise: Exercise) -> LessonWindow:
        """Opens an exercise in a window."""
        from treecompare.app.lessons.lesson_window import LessonWindow  # hardly anyone needs it at the start

        lesson = LessonWindow(exercise)
        lesson.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        lesson.setWindowIcon(self.window.windowIcon())
        action = lesson.menuBar().addMenu("&Help").addAction("&Help")
        action.setShortcut(QKeySequence("F1"))
        action.triggered.connect(lambda *_: self.window.view.show_page("teaching"))  # type: ignore[attr-defined]
        self.windows.append(lesson)
        lesson.newWanted.connect(self.open_own)
        lesson.destroyed.connect(lambda: self._forget(lesson))
        lesson.show()
        return lesson

    def open_own(self, exercise: Exercise) -> LessonWindow:
        """Opens an exercise whose trees are in no other place: what is changed in it is asked for before it is closed."""
        lesson = self.open(exercise)
        lesson.files.is_own = True
        lesson.edit_tool.invite()
        return lesson

    def _forget(self, lesson: LessonWindow) -> None:
        self.windows = [one for one in self.windows if one is not lesson]

    def close_all(self) -> None:
        """Closes them."""
        for lesson in list(self.windows):
            lesson.close()
