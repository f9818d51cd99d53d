"""Names, the gold or a score hidden from a class: in the drawing, its legend and tips, the measures and the title of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from treecompare.app.lessons.lesson import Lesson
from treecompare.extras.teaching.exercise import Exercise, without_gold, without_names
from treecompare.measures import measure


class Hiding(QObject):
    """The switches of a lesson window. ``changed``: something else is hidden."""

    changed = Signal()

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.window())
        self._lesson = lesson
        self._hushed: Any = None
        """The foot that says nothing for now."""
        self._known: dict[Callable[[Exercise], Exercise], tuple[Exercise, Exercise]] = {}
        """What was made last of which exercise."""
        self._arrangements: dict[Any, str] = {}
        self._hidden: list[QWidget] = []
        menu = "&Class"
        self.names_command = lesson.add_command(
            menu, "Hide &names", self._change, "Ctrl+Shift+N", "Gold and system are called so, whatever their names are"
        )
        self.gold_command = lesson.add_command(
            menu, "Hide the &gold", self._change, "Ctrl+Shift+G", "Gold hidden: only the system is drawn"
        )
        self.score_command = lesson.add_command(
            menu,
            "Hide the &score",
            self._change_score,
            "Ctrl+Shift+U",
            "The score of the chosen measure, its formula and its counts are hidden",
        )
        for command in (self.names_command, self.gold_command, self.score_command):
            command.setCheckable(True)

    @property
    def hides_names(self) -> bool:
        """Whether names are hidden."""
        return self.names_command.isChecked()

    @property
    def hides_gold(self) -> bool:
        """Whether the gold is hidden, where that can be."""
        return self.gold_command.isChecked() and self.gold_command.isEnabled()

    @property
    def why_fixed(self) -> str:
        """Why the trees stay as they are while the gold is hidden."""
        return "The gold is hidden: show it to change the trees."

    @property
    def hides_score(self) -> bool:
        """Whether a score is hidden, and steps and counts, which tell it."""
        return self.score_command.isChecked()

    def _change_score(self) -> None:
        measures, is_hidden = self._lesson.measures, self.hides_score
        part = measure(measures.key).part
        # the counts of measures of one part are the same
        measures.keep_secret(*(one for one in measures.keys if is_hidden and measure(one).part == part))
        self._hushed = self._lesson.panel.view.foot if is_hidden else self._hushed
        if isValid(self._hushed):  # trees of another kind have a foot of their own
            self._hushed.hush(is_hidden)
        self.changed.emit()

    def _change(self) -> None:
        self._lesson.show_again()
        self._hide_parts()
        self.changed.emit()

    def _hide_parts(self) -> None:
        """Texts of the trees, steps and the like are about both; measures know what is hidden."""
        if not self.hides_gold:
            for hidden in self._hidden:
                hidden.show()
            self._hidden = []
            return
        side, column = self._lesson.side, self._lesson.below
        beside = [side.widget(place) for place in range(side.count())]
        below = [item.widget() for place in range(column.count()) if (item := column.itemAt(place))]
        for one in (*beside, *below):
            if one is not None and one is not self._lesson.measures and not one.isHidden():
                one.hide()
                self._hidden.append(one)

    def told(self, exercise: Exercise) -> Exercise:
        """The exercise with the names that are told."""
        can_hide = len(exercise.golds) == 1
        self.gold_command.setEnabled(can_hide)
        self.gold_command.setToolTip("" if can_hide else "There are several golds; one alone can be hidden")
        self._lesson.measures.explains = not self.hides_gold
        return self._made(without_names, exercise) if self.hides_names else exercise

    def drawn(self, exercise: Exercise) -> Exercise:
        """The exercise as it is drawn; the drawing says no more than that."""
        shown = self.told(exercise)
        view = self._lesson.panel.view
        if view.telling.hides_gold != self.hides_gold:
            view.telling.hides_gold = self.hides_gold
            self._arrange(view)
        return self._made(without_gold, shown) if self.hides_gold else shown

    def _arrange(self, view: Any) -> None:
        """One tree stands where both would be the same."""
        if not hasattr(view, "set_arrangement"):
            return
        if view.telling.hides_gold:
            self._arrangements = {view: view.arrangement}
            view.set_arrangement("merged")
        elif view in self._arrangements:
            view.set_arrangement(self._arrangements[view])

    def _made(self, change: Callable[[Exercise], Exercise], exercise: Exercise) -> Exercise:
        of, made = self._known.get(change, (None, exercise))
        if of is not exercise:
            made = change(exercise)
            self._known[change] = exercise, made
        return made
