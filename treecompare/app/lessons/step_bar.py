"""The bar below the drawing of a lesson that goes through a score step by step: what is done, and what is counted by then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.icons import icon
from treecompare.app.common.plain import tip, visible
from treecompare.app.drawings.canvas import Fit
from treecompare.app.drawings.schemes_view import SchemesView
from treecompare.app.lessons.lineage_strip import LineageStrip
from treecompare.app.lessons.long_text import LongText
from treecompare.errors import UsageError
from treecompare.lessons.exercise import Exercise
from treecompare.lessons.step import Script, Step, is_numbered_alike
from treecompare.lessons.steps import scripts

Lesson: TypeAlias = Any
"""A :class:`treecompare.app.lessons.lesson_window.LessonWindow`, whose module imports this one."""
SIDES = 10
"""Free space at both ends of the bar."""
TYPING = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit)
"""Widgets that have a use of their own for Space and Backspace."""
SCROLLING = (*TYPING, QAbstractItemView, QAbstractSlider)
"""Those that have one for Home and End. The drawing scrolls, too, but has none."""


def _has_use_for(widget: QWidget | None, key: QKeySequence) -> bool:
    """Whether a widget with the focus has a use of its own for a key."""
    if isinstance(widget, QAbstractItemView) and widget.currentIndex().flags() & Qt.ItemFlag.ItemIsUserCheckable:
        return True
    return isinstance(widget, SCROLLING if key.toString() in ("Home", "End") else TYPING)


class StepBar(QFrame):
    """Chooses a script and goes through its steps; hidden until one is chosen.

    It shows the trees of each step in the window without changing its exercise, lights what the step is about and ticks what
    was dealt with before. Whatever is done to the exercise begins the script again.
    """

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson)
        self.lesson = lesson
        self.scripts: list[Script] = []
        self.script: Script | None = None
        """The one that is gone through; None: the bar is hidden."""
        self.place = 0
        """The number of the step, from 0."""
        self._of: Exercise | None = None
        """What its scripts are about."""
        self._fold: tuple[QAction, bool] | None = None
        """The drawing's button for folding, and what it was before the steps."""
        self._is_showing = False
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._build()
        self._add_commands()
        self.hide()
        lesson.below.addWidget(self)
        lesson.exerciseChanged.connect(lambda _: self._exercise_changed())
        lesson.drawn.connect(self._drawn)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._focus_changed)

    def _build(self) -> None:
        self.choice, self.word = ElidedBox(), ElidedBox()
        self.choice.setAccessibleName(self.tr("What is gone through"))
        self.word.setAccessibleName(self.tr("Word"))
        self.choice.setMinimumWidth(220)
        self.choice.activated.connect(lambda _: self.open_script(self.choice.currentData()))
        self.word.activated.connect(lambda _: self.open_script(self.word.currentData()))
        self.previous_button, self.next_button, self.close_button = (
            self._button(self.tr("Previous step"), "previous"), self._button(self.tr("Next step"), "next"),
            self._button(self.tr("Leave the steps"), ""),
        )  # fmt: skip
        self.close_button.setText("×")
        self.previous_button.clicked.connect(self.previous)
        self.next_button.clicked.connect(self.next)
        self.close_button.clicked.connect(self.leave)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Step"))
        self.slider.setPageStep(5)
        self.slider.valueChanged.connect(self._slid)
        self.number = QLabel()
        self._room, self.figure = LongText(Qt.AlignmentFlag.AlignTop), QLabel(textFormat=Qt.TextFormat.PlainText)
        self.text = self._room.label
        self.figure.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setAccessibleName(self.tr("What is done"))
        self.figure.setAccessibleName(self.tr("What is counted by then"))
        larger = self.text.font()
        larger.setPointSizeF(1.15 * larger.pointSizeF())
        self.text.setFont(larger)
        bold = self.figure.font()
        bold.setBold(True)
        self.figure.setFont(bold)
        self.strip = LineageStrip()
        self._controls: list[QWidget] = [
            self.choice, self.word, self.previous_button, self.slider, self.next_button, self.close_button,
        ]  # fmt: skip
        for control in self._controls:
            control.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # who clicks goes on with Space
        top = QHBoxLayout()
        for widget, stretch in (
            (self.choice, 2), (self.word, 1), (self.previous_button, 0), (self.slider, 3), (self.next_button, 0), (self.number, 0),
            (self.close_button, 0),
        ):  # fmt: skip
            top.addWidget(widget, stretch)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SIDES, 5, SIDES, 6)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addWidget(self.strip)
        layout.addWidget(self._room)
        layout.addWidget(self.figure)

    def _button(self, text: str, picture: str) -> QToolButton:
        found = QToolButton(toolTip=tip(text), autoRaise=True)
        found.setAccessibleName(text)
        if picture:
            found.setIcon(icon(picture, self.palette()))
        return found

    def _add_commands(self) -> None:
        menu, add = self.tr("&Steps"), self.lesson.add_command
        self.menu = self.lesson.menu(menu)
        self._keys: dict[QAction, list[QKeySequence]] = {}
        for title, work, keys in (
            (self.tr("&Next step"), self.step_on, "Space"),
            (self.tr("&Previous step"), self.step_back, "Shift+Space; Backspace"),
            (self.tr("&First step"), self.first, "Home"),
            (self.tr("&Last step"), self.last, "End"),
        ):
            action = add(menu, title, work, keys)
            self._keys[action] = action.shortcuts()
        self.leave_command = add(menu, self.tr("Lea&ve the steps"), self.leave, "Ctrl+Shift+K")
        self.menu.addSeparator()
        self._listed: list[QAction] = []
        self.menu.aboutToShow.connect(self._fill_menu)
        self.enable()

    def _fill_menu(self) -> None:
        """The scripts of the sentence; those of single words are chosen in the bar."""
        for action in self._listed:
            self.menu.removeAction(action)
            action.deleteLater()
        self._listed = []
        for script in self.found():
            if not script.word:
                action = QAction(visible(script.title).replace("&", "&&"), self.menu, checkable=True)
                action.setChecked(self.script is not None and self.script.part == script.part)
                action.triggered.connect(lambda _=False, name=script.name: self.open_script(name))
                self.menu.addAction(action)
                self._listed.append(action)

    # -- which script ----------------------------------------------------------------------------------------------------

    def found(self) -> list[Script]:
        """The scripts of the exercise."""
        exercise = self.lesson.exercise
        return scripts(exercise.comparison, 0, exercise.row)

    def open_script(self, name: str, place: int = 0) -> bool:
        """Goes to a step (from 0) of a script by its name, as :class:`Script` has it; False where the sentence has none."""
        if self.script is None or not self.scripts:
            self.scripts, self._of = self.found(), self.lesson.exercise
        found = next((one for one in self.scripts if one.name == name), None)
        if found is None:
            return False
        try:
            found.steps  # noqa: B018
        except UsageError as error:
            self.lesson.say(str(error))
            return False
        is_other = self.script is None or self.script.part != found.part
        self.script, self.place = found, 0
        self._fill()
        if is_other:
            self._explain(found)
        self.show()
        self._fit_text()
        if not self.isAncestorOf(QApplication.focusWidget() or self.lesson):
            self.lesson.panel.view.canvas.setFocus()  # where Space goes to the next step
        self._keep_unfolded()
        self.go_to(place)
        return True

    def _fill(self) -> None:
        """The scripts to choose from, and the words of the chosen one."""
        assert self.script is not None
        self.choice.clear()
        for one in self.scripts:
            if not one.word:
                self.choice.addItem(visible(one.title), one.name)
        self.choice.setCurrentIndex(self.choice.findData(self.script.part))
        words = [one for one in self.scripts if one.word and one.part == self.script.part]
        self.word.clear()
        if words:
            self.word.addItem(self.tr("all words"), self.script.part)
        for number, one in enumerate(words, 1):
            self.word.addItem(visible(f"{number} {one.word}"), one.name)
        self.word.setCurrentIndex(self.word.findData(self.script.name))
        self.word.setVisible(bool(words))
        self.strip.setVisible(any(step.lineages is not None for step in self.script.steps))
        self.slider.blockSignals(True)
        self.slider.setRange(0, len(self.script.steps) - 1)
        self.slider.blockSignals(False)
        self.enable()

    def _explain(self, script: Script) -> None:
        """Explains a measure of the script beside the drawing, unless one is explained."""
        of_part = [one.key for one in self.lesson.view.choices.measures if one.part == script.part]
        shown = [key for key in of_part if key in self.lesson.measures.keys] or [
            key for key in of_part if key.endswith((".dice", ".dice.unlabelled"))
        ]
        if self.lesson.measures.key not in of_part and (shown or of_part):
            self.lesson.measures.explain((shown or of_part)[0])

    def _keep_unfolded(self) -> None:
        """Parts that are the same stay in sight, so that the drawing does not jump from step to step."""
        fold = self.lesson.panel.view.elide
        if fold is not None and (self._fold is None or self._fold[0] is not fold):
            self._fold = fold, fold.isChecked()
            fold.setChecked(False)

    def leave(self) -> None:
        """Hides the bar and shows the exercise."""
        if self.script is None:
            return
        self.script, self.scripts = None, []
        self.hide()
        self.enable()
        if self._fold is not None and self._fold[0] is self.lesson.panel.view.elide:
            self._fold[0].setChecked(self._fold[1])
        self._fold = None
        self._show_trees(None)

    def _exercise_changed(self) -> None:
        """The exercise is another: its steps are others, too."""
        if self.script is None:
            return
        part, self.scripts = self.script.part, []
        if not self.open_script(self.script.name) and not self.open_script(part):
            self.leave()

    @property
    def found_script(self) -> Script:
        """The script that is gone through; there has to be one."""
        assert self.script is not None
        return self.script

    # -- which step ------------------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        """The step that is shown."""
        return self.script.steps[self.place] if self.script is not None else None

    def next(self) -> None:
        """To the next step."""
        self.go_to(self.place + 1)

    def previous(self) -> None:
        """To the step before."""
        self.go_to(self.place - 1)

    def step_on(self) -> None:
        """To the next step; from the last one, or without a script, to the next step of the walk."""
        if self.script is not None and self.place < len(self.script.steps) - 1:
            self.next()
        else:
            self.lesson.walk_bar.next()

    def step_back(self) -> None:
        """To the step before; from the first one, or without a script, to that of the walk."""
        if self.script is not None and self.place > 0:
            self.previous()
        else:
            self.lesson.walk_bar.previous()

    def first(self) -> None:
        """To the first step."""
        self.go_to(0)

    def last(self) -> None:
        """To the last step, which says the score."""
        if self.script is not None:
            self.go_to(len(self.script.steps) - 1)

    def go_to(self, place: int) -> None:
        """To a step by its number, from 0; to the last one where there are fewer."""
        if self.script is None:
            return
        steps = self.script.steps
        self.place = max(0, min(place, len(steps) - 1))
        step = steps[self.place]
        self.slider.blockSignals(True)
        self.slider.setValue(self.place)
        self.slider.blockSignals(False)
        self.number.setText(self.tr("{0} of {1}").format(self.place + 1, len(steps)))
        self.text.setText(visible(step.text))
        self.figure.setText(visible(step.figure))
        names = self.lesson.exercise.comparison.names(0)
        self.strip.show_lineages(step.lineages, names)
        self.previous_button.setEnabled(self.place > 0)
        self.next_button.setEnabled(self.place < len(steps) - 1)
        self.enable()
        self._show_trees(step)

    def _slid(self, place: int) -> None:
        self.go_to(place)

    def _show_trees(self, step: Step | None) -> None:
        """The trees of a step, drawn as its script wants them; without a step the exercise."""
        lesson, script = self.lesson, self.script
        exercise = (step.exercise if step is not None else None) or lesson.exercise
        self._is_showing = True
        try:
            wanted = lesson.wanted
            if script is not None:
                drawn = script.wanted
                wanted = replace(wanted, mapping=drawn.mapping, part=drawn.part, labelled=drawn.labelled)
                view = lesson.panel.view
                if isinstance(view, SchemesView):
                    lesson.panel.draw_part(script.part)
            if exercise is not lesson.shown or wanted != lesson.wanted:
                lesson.wanted = wanted
                canvas = lesson.panel.view.canvas
                fitting, scale = canvas.fitting, canvas.transform()
                lesson.show_temporarily(exercise)
                if fitting in (Fit.ALL, Fit.WIDTH):
                    lesson.panel.view.fit_as(fitting)
                elif fitting == Fit.FREE:  # as large as before
                    canvas.setTransform(scale)
                    canvas.fitting = fitting
        finally:
            self._is_showing = False
        self._light()

    def _drawn(self) -> None:
        """What was drawn anew is lit anew."""
        if not self._is_showing and self.script is not None:
            self._light()

    def _light(self) -> None:
        step, script, view = self.step, self.script, self.lesson.panel.view
        if step is None or script is None or not self._is_drawn(step, script):
            view.tick([])
            view.highlight([])
            return
        if isinstance(view, SchemesView):
            view.light_operation(step.operation)
            before = script.operations_before(self.place)
            forgiven, charged = (
                [place for one in before if one.is_charged is is_error for place in view.places_of_operation(one)]
                for is_error in (False, True)
            )
            view.tick(forgiven, charged)
            return
        is_known = is_numbered_alike(step)
        self.lesson.panel.show_nodes(list(step.nodes) if is_known else [])
        view.tick(*(view.places_of(list(nodes)) if is_known else [] for nodes in (step.done, step.failed)))

    def _is_drawn(self, step: Step, script: Script) -> bool:
        """Whether the trees whose nodes a step names are drawn: not while others take their place, and not without the gold."""
        lesson = self.lesson
        is_same = lesson.shown is (step.exercise or self._of) and lesson.wanted.part == script.wanted.part
        return is_same and not lesson.hiding.hides_gold

    # -- keys and room ---------------------------------------------------------------------------------------------------

    def enable(self) -> None:
        """Which commands there are: those of a script, of a walk the next step and the one before."""
        is_open = self.script is not None
        walk = getattr(self.lesson, "walk_bar", None)  # made later
        focus = QApplication.focusWidget()
        for action, keys in self._keys.items():
            is_step = keys[0].toString().endswith("Space")
            action.setEnabled(is_open or (is_step and walk is not None and walk.stages is not None))
            action.setShortcuts([key for key in keys if not _has_use_for(focus, key)])
        self.leave_command.setEnabled(is_open)

    def _focus_changed(self, *_: object) -> None:
        self.enable()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The text has room for the longest step."""
        super().resizeEvent(event)
        self._fit_text()

    def _fit_text(self) -> None:
        """As high as the longest text, so that the drawing keeps its size from step to step."""
        if self.script is not None:
            self._room.fit([visible(step.text) for step in self.script.steps])

    def changeEvent(self, event: QEvent) -> None:
        """Another theme means other pictures, another font another height."""
        super().changeEvent(event)
        if not hasattr(self, "strip"):
            return
        if event.type() == QEvent.Type.PaletteChange:
            self.previous_button.setIcon(icon("previous", self.palette()))
            self.next_button.setIcon(icon("next", self.palette()))
        elif event.type() == QEvent.Type.FontChange:
            self._fit_text()
