"""Goes through a score step by step: what is done, and what is counted by then."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.plain import caption, visible
from treecompare.app.drawings.canvas import Fit
from treecompare.app.drawings.schemes_view import SchemesPanel, SchemesView
from treecompare.app.lessons.hiding import Hiding
from treecompare.app.lessons.lesson import Lesson
from treecompare.app.lessons.player_bar import PlayerBar
from treecompare.errors import UsageError
from treecompare.extras.teaching.exercise import Exercise
from treecompare.extras.teaching.frames import Frame, Script
from treecompare.extras.teaching.steps import scripts

MENU = "&Steps"


class ScriptPlayer(QObject):
    """Chooses a script and goes through its steps; its bar is hidden until one is chosen.

    It shows the trees of each step in the window without changing its exercise, lights what the step is about and ticks what
    was dealt with before. Whatever is done to the exercise begins the script again.
    """

    def __init__(self, lesson: Lesson, hiding: Hiding) -> None:
        super().__init__(lesson.window())
        self._lesson, self._hiding = lesson, hiding
        self.scripts: list[Script] = []
        self._of: Exercise | None = None
        """What its scripts are about."""
        self._fold: tuple[QAction, bool] | None = None
        """The drawing's button for folding, and what it was before the steps."""
        self._is_showing = False
        self.choice, self.word = ElidedBox(), ElidedBox()
        self.choice.setAccessibleName("Algorithm")
        self.word.setAccessibleName("Word")
        self.choice.setMinimumWidth(220)
        for box in (self.choice, self.word):
            box.activated.connect(lambda _, box=box: self.open_script(box.currentData()))
        self.bar = PlayerBar([(self.choice, 2), (self.word, 1)], "score", ("Shift+Space", "Space"))
        self.bar.reached.connect(self._show)
        self.bar.left.connect(self.leave)
        self.leave_command = lesson.add_command(MENU, "Lea&ve the steps", self.leave, "Ctrl+Shift+K")
        self.leave_command.setEnabled(False)
        self.menu = lesson.menu(MENU)
        self.menu.addSeparator()
        self._listed: list[QAction] = []
        self.menu.aboutToShow.connect(self._fill_menu)
        lesson.below.addWidget(self.bar)
        lesson.exerciseChanged.connect(lambda _: self._exercise_changed())
        lesson.drawn.connect(self._drawn)
        hiding.changed.connect(lambda: self.leave() if hiding.hides_score else None)

    def _fill_menu(self) -> None:
        """The scripts of the sentence; those of single words are chosen in the bar."""
        for action in self._listed:
            self.menu.removeAction(action)
            action.deleteLater()
        self._listed = []
        for script in self.found():
            if not script.word:
                action = QAction(caption(script.title), self.menu, checkable=True)
                action.setChecked(self.script is not None and self.script.part == script.part)
                action.triggered.connect(lambda _=False, name=script.name: self.open_script(name))
                self.menu.addAction(action)
                self._listed.append(action)

    # -- which script ----------------------------------------------------------------------------------------------------

    @property
    def script(self) -> Script | None:
        """The one that is gone through."""
        return self.bar.player if isinstance(self.bar.player, Script) else None

    def found(self) -> list[Script]:
        """The scripts of the exercise."""
        exercise = self._lesson.exercise
        return scripts(exercise.comparison, 0, exercise.row)

    def open_script(self, name: str, number: int = 1) -> bool:
        """Goes to a step (from 1; the last one where there are fewer) of a script by its name, as :class:`Script` has it; False
        where the sentence has none, or they would tell what is to be guessed."""
        if self._hiding.hides_score:
            self._lesson.say("The score is being guessed: its steps would tell it.")
            return False
        if self.script is None or not self.scripts:
            self.scripts, self._of = self.found(), self._lesson.exercise
        found = next((one for one in self.scripts if one.name == name), None)
        if found is None:
            return False
        try:
            last = len(found)
        except UsageError as error:
            self._lesson.say(str(error))
            return False
        is_other = self.script is None or self.script.part != found.part
        self.bar.play(found)  # at once: nodes of another script are not those of what is drawn from now on
        self._fill(found)
        if is_other:
            self._explain(found)
        self.leave_command.setEnabled(True)
        focus = QApplication.focusWidget() or self._lesson.window()
        if not any(one.isAncestorOf(focus) for one in (self.bar, self._lesson.measures)):
            self._lesson.panel.view.canvas.setFocus()  # where Space goes to the next step
        self._fold_rest()
        return self.bar.go(min(number, last))

    def begin(self) -> bool:
        """Goes to the first step of the score of the measure that is explained, or of the first score that has any; False where
        none has."""
        found, measures = [one for one in self.found() if not one.word], self._lesson.measures
        part = next((one.part for one in self._lesson.view.choices.measures if one.key == measures.key), "")
        chosen = sorted(found, key=lambda one: one.part != part)
        return any(self.open_script(one.name) for one in chosen[:1])

    def _fill(self, script: Script) -> None:
        """The scripts to choose from, and the words of the chosen one."""
        self.choice.clear()
        for one in self.scripts:
            if not one.word:
                self.choice.addItem(visible(one.title), one.name)
        self.choice.setCurrentIndex(self.choice.findData(script.part))
        words = [one for one in self.scripts if one.word and one.part == script.part]
        self.word.clear()
        if words:
            self.word.addItem("all words", script.part)
        for number, one in enumerate(words, 1):
            self.word.addItem(visible(f"{number} {one.word}"), one.name)
        self.word.setCurrentIndex(self.word.findData(script.name))
        self.word.setVisible(bool(words))

    def _explain(self, script: Script) -> None:
        """Explains a measure of the script beside the drawing, unless one is explained."""
        measures = self._lesson.measures
        of_part = [one.key for one in self._lesson.view.choices.measures if one.part == script.part]
        shown = [key for key in of_part if key in measures.keys] or [
            key for key in of_part if key.endswith((".dice", ".dice.unlabelled"))
        ]
        if measures.key not in of_part and (shown or of_part):
            measures.explain((shown or of_part)[0])

    def _fold_rest(self) -> None:
        """What has no room is folded, but for what a step is about: nobody scrolls while others look on."""
        fold = self._lesson.panel.view.elide
        if fold is not None and (self._fold is None or self._fold[0] is not fold):
            self._fold = fold, fold.isChecked()
            fold.setChecked(True)

    def leave(self) -> None:
        """Hides the bar and shows the exercise."""
        if self.script is None:
            return
        self.scripts = []
        self.bar.stop()
        self.leave_command.setEnabled(False)
        if self._fold is not None and self._fold[0] is self._lesson.panel.view.elide:
            self._fold[0].setChecked(self._fold[1])
        self._fold = None
        self._show(None)

    def _exercise_changed(self) -> None:
        """The exercise is another: its steps are others, too."""
        if self.script is None:
            return
        part, self.scripts = self.script.part, []
        if not self.open_script(self.script.name) and not self.open_script(part):
            self.leave()

    # -- which step ------------------------------------------------------------------------------------------------------

    def _show(self, frame: Frame | None) -> None:
        """The trees of a step, drawn as its script wants them; without a step the exercise."""
        lesson, script = self._lesson, self.script
        exercise = (frame.exercise if frame is not None else None) or lesson.exercise
        self._is_showing = True
        try:
            wanted = lesson.wanted
            if script is not None:
                drawn = script.wanted
                wanted = replace(wanted, mapping=drawn.mapping, part=drawn.part, labelled=drawn.labelled)
                panel = lesson.panel
                if isinstance(panel, SchemesPanel):
                    panel.draw_part(script.part)
            if exercise is not lesson.shown or wanted != lesson.wanted:
                lesson.wanted = wanted
                canvas = lesson.panel.view.canvas
                fitting, scale = canvas.fitting, canvas.transform()
                lesson.show_temporarily(exercise, *self._steps_before())
                if fitting in (Fit.ALL, Fit.WIDTH):
                    lesson.panel.view.fit_as(fitting)
                elif fitting == Fit.FREE:  # as large as before
                    canvas.setTransform(scale)
                    canvas.fitting = fitting
        finally:
            self._is_showing = False
        self._light()

    def _steps_before(self) -> tuple[Exercise, Exercise] | tuple[()]:
        """The trees of the step before, and of the first one; nothing where no step is shown."""
        script = self.script
        if script is None or not script.number:
            return ()
        before, first = (script.frame(number).exercise for number in (max(script.number - 1, 1), 1))
        return before or self._lesson.exercise, first or self._lesson.exercise

    def _drawn(self) -> None:
        """What was drawn anew is lit anew."""
        if not self._is_showing and self.script is not None:
            self._light()

    def _light(self) -> None:
        script, view = self.script, self._lesson.panel.view
        frame = script.frame(script.number) if script is not None and script.number else None
        if frame is None or script is None or not self._is_drawn(frame, script):
            view.tick([])
            view.highlight([])
            return
        if isinstance(view, SchemesView):
            view.light_operation(frame.operation)
            before = script.operations_before(script.number)
            forgiven, charged = (
                [place for one in before if one.is_charged is is_error for place in view.places_of_operation(one)]
                for is_error in (False, True)
            )
            view.tick(forgiven, charged)
            return
        is_known = frame.is_numbered_alike
        # at the end nothing differs, and all would be folded: what was done last stays in sight
        last = frame.done[-2:] if is_known and not frame.nodes else ()
        self._lesson.panel.show_nodes(list(frame.nodes) if is_known else [], last)
        view.tick(*(view.drawn.places_of(list(nodes)) if is_known else [] for nodes in (frame.done, frame.failed)))

    def _is_drawn(self, frame: Frame, script: Script) -> bool:
        """Whether the trees whose nodes a step names are drawn: not while others take their place, and not without the gold."""
        lesson = self._lesson
        is_same = lesson.shown is (frame.exercise or self._of) and lesson.wanted.part == script.wanted.part
        return is_same and not self._hiding.hides_gold
