"""The lesson window: one sentence in the gold and in a system, its drawing and its scores, in a copy of its own.

It only connects. What can be done in a lesson is done by parts, which are given the window: they add to its menus with
:meth:`LessonWindow.menu`, put their widgets into its places, and bring in what they made with :meth:`LessonWindow.show_exercise`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QSizePolicy,
    QSplitter,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import caption, visible
from treecompare.app.common.theme import dress
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.app.kinds import KINDS, KindView
from treecompare.app.lessons.edit_tool import EditTool
from treecompare.app.lessons.grammar_dialog import GrammarDialog
from treecompare.app.lessons.hiding import Hiding
from treecompare.app.lessons.lesson import Lesson
from treecompare.app.lessons.lesson_files import LessonFiles
from treecompare.app.lessons.measures_panel import MeasuresPanel
from treecompare.app.lessons.new_lesson import NewLessonDialog
from treecompare.app.lessons.player_bar import PlayerBar
from treecompare.app.lessons.presenting import Presenting
from treecompare.app.lessons.script_player import MENU, ScriptPlayer
from treecompare.app.lessons.text_panel import TextPanel
from treecompare.app.lessons.walk_player import WalkPlayer
from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.counted import mapping_of
from treecompare.drawing.sentence import Wanted
from treecompare.errors import TreecompareError
from treecompare.extras.teaching.exercise import Exercise, History
from treecompare.measures import measure

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


class Classroom(QObject):
    """The parts of a lesson window that are for a class."""

    def __init__(self, lesson: Lesson) -> None:
        window = lesson.window()
        super().__init__(window)
        trees = "&Trees"
        for title, kind, keys, tip in (
            ("&New lesson…", NewLessonDialog, "Ctrl+N", "Two trees that are typed or pasted"),
            (
                "New lesson from a &grammar…", GrammarDialog, "",
                "A sentence and a small grammar: two of its analyses",
            ),
        ):  # fmt: skip
            lesson.add_command(trees, title, lambda kind=kind: ask(kind, window, lesson.newWanted.emit), keys, tip)
        self.presenting = Presenting(lesson)
        lesson.menu("&Class").addSeparator()
        self.hiding = Hiding(lesson)


SIDE = 380
"""Width of the measures, in pixels."""
NARROW = 0.36
"""Part of a narrow window's width that they have at most."""
LOW = 700
"""On screens that are lower in pixels the text of a walk makes room for that of the steps of its score, as soon as these go on."""
LEAST = 380, 300
"""Width and height that a window has at least."""


class LessonWindow(QMainWindow):
    """``exerciseChanged(Exercise)``: other trees are shown. ``drawn``: they are drawn, or the same in another way.
    ``newWanted(Exercise)``: a lesson is to be opened in a window of its own.

    Its places, from above: ``above`` (a column of widgets over the drawing), the drawing with its controls, at its right ``side``,
    and ``below`` (a column of widgets under the drawing).
    """

    exerciseChanged = Signal(object)
    drawn = Signal()
    newWanted = Signal(object)

    def __init__(self, exercise: Exercise, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.Window)
        dress(self)
        self.history = History(exercise)
        self.wanted = Wanted()
        self._view: KindView | None = None
        self.shown = exercise
        """What is drawn: the exercise, or the trees of a step of a script."""
        self._beside: tuple[Exercise, Exercise] | None = None
        """What scores are told beside, the last step and the first, where these are not of its own history."""
        self._menus: dict[str, QMenu] = {}
        self.above, self.below, self._middle = QVBoxLayout(), QVBoxLayout(), QVBoxLayout()
        for column in (self.above, self.below, self._middle):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
        self.measures = MeasuresPanel(KINDS[exercise.comparison.kind].choices)
        self.measures.chosen.connect(self._measure_chosen)
        self.measures.countWanted.connect(lambda part, count: self.view.light_count(part, count))
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._middle, 1)
        self.side = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        self.side.addWidget(self.measures)
        self.columns = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self.columns.addWidget(left)
        self.columns.addWidget(self.side)
        self.columns.setStretchFactor(0, 1)
        # texts above and below have their room first, which is limited
        self.columns.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self.above)
        column.addWidget(self.columns, 1)
        column.addLayout(self.below)
        self.setCentralWidget(centre)
        # nothing that stands in it may make it larger than people have it, or than the screen
        self.setMinimumSize(*LEAST)
        room = self.screen().availableSize()
        self.resize(min(1180, room.width() * 95 // 100), min(760, room.height() * 9 // 10))
        side = min(SIDE, round(NARROW * self.width()))
        self.columns.setSizes([self.width() - side, side])
        self.statusBar()  # from the beginning: one that comes with the first message moves the drawing
        self._add_menus()
        self.keys = PlayerKeys(self, MENU)
        self.classroom = Classroom(self)
        self.hiding = self.classroom.hiding
        self.steps = ScriptPlayer(self, self.hiding)
        self._refresh()
        self.panel.view.canvas.setFocus()  # its keys are those of a lesson
        self.texts = TextPanel(self)
        self.files = LessonFiles(self)
        self.edit_tool = EditTool(self, self.hiding)
        self.walk = WalkPlayer(self, self.hiding, self.steps)
        for player in (self.steps, self.walk):
            self.keys.hear(player.bar)
        presenting = self.classroom.presenting
        self.keys.begin = self.steps.begin
        self.keys.can_begin = lambda: (
            (presenting.is_on or self.walk.stages is not None)
            and not self.hiding.hides_score
            and not self.hiding.hides_gold
        )
        presenting.changed.connect(self.keys.refresh)
        self._first_step = 0
        """Of its score, which a step of a walk begins with."""
        self.walk.bar.changed.connect(self._begin_steps)
        for changed in (presenting.changed, self.steps.bar.changed):
            changed.connect(self._make_room)

    def _begin_steps(self) -> None:
        self._first_step = self.steps.bar.number
        self._make_room()

    def _make_room(self) -> None:
        """On a low screen: of two texts the one that is read by then; what leads through the walk stays, but while presenting."""
        is_low, is_presented = self.screen().geometry().height() < LOW, self.classroom.presenting.is_on
        is_on = self.steps.bar.player is not None and self.steps.bar.number != self._first_step
        self.walk.bar.show_text(not (is_low and is_on))
        self.walk.bar.setVisible(not (is_low and is_on and is_presented))
        self.steps.bar.setVisible(not (is_low and is_presented) or is_on or self.walk.bar.player is None)

    # -- menus -----------------------------------------------------------------------------------------------------------

    def menu(self, name: str) -> QMenu:
        """A menu of the window by its title, which is made where there is none."""
        if name not in self._menus:
            self._menus[name] = self.menuBar().addMenu(name)
        return self._menus[name]

    def add_command(self, menu: str, title: str, action: object, keys: str = "", tip: str = "") -> QAction:
        """A command in a menu; ``keys``: shortcuts, separated by ``;``."""
        found = QAction(title, self)
        found.setShortcuts([QKeySequence(one.strip()) for one in keys.split(";") if one.strip()])
        found.setStatusTip(tip)
        found.triggered.connect(lambda *_: action())  # type: ignore[operator]
        self.menu(menu).addAction(found)
        return found

    def _add_menus(self) -> None:
        # in this order, whoever fills them
        for title in ("&Trees", "&Edit", "&Steps", "&Class", "&Walk"):
            self.menu(title)
        self.add_command("&Trees", "&Close", self.close, "Ctrl+W")
        edit = "&Edit"
        self.undo_command = self.add_command(edit, "&Undo", self.undo, "Ctrl+Z")
        self.redo_command = self.add_command(edit, "&Redo", self.redo, "Ctrl+Shift+Z; Ctrl+Y")
        self.original_command = self.add_command(edit, "&Back to the original", self.to_original, "Ctrl+Backspace")
        self.menu(edit).addSeparator()

    def say(self, text: str) -> None:
        """A line in the status bar."""
        self.statusBar().showMessage(visible(text), 6000)

    # -- the exercise ----------------------------------------------------------------------------------------------------

    @property
    def exercise(self) -> Exercise:
        """What is shown."""
        return self.history.now

    @property
    def comparison(self) -> Comparison:
        """Its comparison, scored."""
        return self.exercise.comparison

    @property
    def view(self) -> KindView:
        """The drawing and the words of its kind of comparison."""
        assert self._view is not None
        return self._view

    @property
    def panel(self) -> PicturePanel:
        """The drawing."""
        return self.view.picture

    def open_exercise(self, exercise: Exercise, before: Exercise | None = None) -> None:
        """Shows another exercise; nothing of the one before can be brought back. ``before``: what its scores are told beside."""
        self.history = History(exercise)
        self._refresh(before)

    def show_exercise(self, exercise: Exercise, said: str) -> bool:
        """Shows what was made of the exercise, as a step that can be undone; ``said`` names it in a few words.

        Returns whether that worked: trees that cannot be compared are told, and all stays as it was; so it does while the gold
        is hidden, for then the system stands on its side.
        """
        if self.hiding.hides_gold:
            self.say(self.hiding.why_fixed)
            return False
        try:
            _ = exercise.comparison
        except TreecompareError as error:
            show_error(self, error)
            return False
        self.history.do(exercise, said)
        self._refresh()
        return True

    def undo(self) -> None:
        """Takes the last step back."""
        said = self.history.undoes
        if self.history.undo():
            self._refresh()
            self.say(f"Undone: {said}")

    def redo(self) -> None:
        """Does again what was undone."""
        if self.history.redo():
            self._refresh()
            self.say(f"Redone: {self.history.undoes}")

    def to_original(self) -> None:
        """Back to the trees of the beginning."""
        if self.history.to_original("back to the original"):
            self._refresh()

    def show_again(self) -> None:
        """Shows what is shown once more: something else is hidden."""
        self._show(self.shown)

    def show_temporarily(
        self, exercise: Exercise, before: Exercise | None = None, first: Exercise | None = None
    ) -> None:
        """Shows trees that are not kept: those of a step of a script; those of the step ``before`` and of the ``first``."""
        self._beside = (before, first) if before is not None and first is not None else None
        self._show(exercise)

    def _refresh(self, before: Exercise | None = None) -> None:
        self._beside = (before, before) if before is not None else None
        self._show(self.exercise)
        for command, title, said in (
            (self.undo_command, "&Undo", self.history.undoes),
            (self.redo_command, "&Redo", self.history.redoes),
        ):
            command.setEnabled(bool(said))
            command.setText(caption(f"{title.replace('&', '')}: {said}") if said else title)
        self.original_command.setEnabled(self.history.now is not self.history.original)
        self.exerciseChanged.emit(self.exercise)

    def _show(self, exercise: Exercise) -> None:
        self.shown, comparison = exercise, exercise.comparison
        if self._view is None or type(self._view) is not KINDS[comparison.kind]:
            self._take_view(comparison)
        told = self.hiding.told(exercise)
        self.setWindowTitle(visible(self._title()) or "Lesson")
        before, first = self._beside or (self.history.before, self.history.original)
        self.measures.show_scores(told.comparison, exercise.row, first.comparison, before.comparison)
        self._draw()

    def _title(self) -> str:
        """What the sentence is called; the trees of a step are on their own and know no number in a treebank."""
        return self.hiding.told(self.exercise).title

    def _take_view(self, comparison: Comparison) -> None:
        """The drawing of another kind of comparison; where the keyboard was in the one before, it is in this."""
        has_keyboard = self._view is not None and self._view.picture.isAncestorOf(QApplication.focusWidget() or self)
        if self._view is not None:
            self._view.discard()
        self._view = KINDS[comparison.kind](self)
        self._view.picture.view.focuses = True
        for button in self._view.stack_buttons:
            button.setVisible(False)
        self._view.mappingWanted.connect(self.draw_mapping)
        self._middle.addWidget(self._view.picture.view.controls)
        self._middle.addWidget(self._view.picture, 1)
        if has_keyboard:
            self._view.picture.view.canvas.setFocus()
        self.measures.offer(self._view.choices)
        mapping = mapping_of(self.measures.key)
        if mapping is not None:
            self.wanted = Wanted(*mapping)

    def draw_mapping(self, mapping: str, part: str, is_labelled: bool) -> None:
        """Draws that mapping of the trees."""
        self.wanted = replace(self.wanted, mapping=mapping, part=part, labelled=is_labelled)
        self._draw()

    def _measure_chosen(self, key: str) -> None:
        """Draws its mapping; while steps go on its own begin, so that they are about what is drawn."""
        script, part, mapping = self.steps.script, measure(key).part, mapping_of(key)
        if script is not None and not self.hiding.hides_gold and (script.part == part or self.steps.open_script(part)):
            return
        if mapping is not None and self.comparison.kind == "constituents":
            self.steps.leave()
            self.draw_mapping(*mapping)

    def _draw(self) -> None:
        drawn = self.hiding.drawn(self.shown)
        self.view.show_sentence(drawn.comparison, 0, drawn.row, self.wanted)
        self.panel.view.call_sentence(self._title())
        self.drawn.emit()

    @property
    def hidden_now(self) -> tuple[str, ...]:
        """What is hidden from the class, of :data:`treecompare.extras.teaching.walks.HIDDEN`."""
        return ("names",) * self.hiding.hides_names + ("gold",) * self.hiding.hides_gold

    def closeEvent(self, event: QCloseEvent) -> None:
        """Asks before trees are lost that are nowhere else; ends what is being computed."""
        if self.files.is_unsaved:
            event.ignore()
            self.files.ask_before(self.close)
            return
        if self._view is not None:
            self._view.stop()
        super().closeEvent(event)


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
