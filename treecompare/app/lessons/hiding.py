"""Names or the gold hidden from a class: in the drawing, its legend and tips, the measures and the title of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from treecompare.app.lessons.lesson import Lesson
from treecompare.lessons.exercise import Exercise
from treecompare.lessons.hiding import without_gold, without_names


class Hiding(QObject):
    """The switches of a lesson window. ``changed``: something else is hidden."""

    changed = Signal()

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.window())
        self._lesson = lesson
        self._knowing: list[QWidget] = [lesson.measures]
        """Widgets that know themselves what is hidden."""
        self.hides_score = False
        """Whether steps and counts, which tell a score, are not to be seen."""
        self._hushed: Any = None
        """The foot that says nothing for now."""
        self._known: dict[Callable[[Exercise], Exercise], tuple[Exercise, Exercise]] = {}
        """What was made last of which exercise."""
        self._arrangements: dict[Any, str] = {}
        self._hidden: list[QWidget] = []
        menu = "&Class"
        self.names_command = lesson.add_command(
            menu,
            "Hide &names",
            self._change,
            "Ctrl+Shift+N",
            "Gold and system are called so, whatever their names are",
        )
        self.gold_command = lesson.add_command(
            menu,
            "Hide the &gold",
            self._change,
            "Ctrl+Shift+G",
            "Gold hidden: only the system is drawn",
        )
        for command in (self.names_command, self.gold_command):
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

    def hide_gold(self, is_hidden: bool) -> None:
        """Hides the gold, or shows it."""
        if self.gold_command.isChecked() != is_hidden:
            self.gold_command.setChecked(is_hidden)
            self._change()

    def hide_score(self, is_hidden: bool) -> None:
        """Hides what tells a score, or shows it."""
        if self.hides_score == is_hidden:
            return
        self.hides_score = is_hidden
        self._hushed = self._lesson.panel.view.foot if is_hidden else self._hushed
        if isValid(self._hushed):  # trees of another kind have a foot of their own
            self._hushed.hush(is_hidden)
        self.changed.emit()

    def leave_to_itself(self, widget: QWidget) -> None:
        """A part of the window that stays while the gold is hidden: it knows what may be told."""
        self._knowing.append(widget)

    def _change(self) -> None:
        self._lesson.show_again()
        self._hide_parts()
        self.changed.emit()

    def _hide_parts(self) -> None:
        """Texts of the trees, steps and the like are about both; measures and games know what is hidden."""
        if not self.hides_gold:
            for hidden in self._hidden:
                hidden.show()
            self._hidden = []
            return
        side, column = self._lesson.side, self._lesson.below
        beside = [side.widget(place) for place in range(side.count())]
        below = [item.widget() for place in range(column.count()) if (item := column.itemAt(place))]
        for one in (*beside, *below):
            if one is not None and one not in self._knowing and not one.isHidden():
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
        if view.hides_gold != self.hides_gold:
            view.hides_gold = self.hides_gold
            self._arrange(view)
        return self._made(without_gold, shown) if self.hides_gold else shown

    def _arrange(self, view: Any) -> None:
        """One tree stands where both would be the same."""
        if not hasattr(view, "set_arrangement"):
            return
        if view.hides_gold:
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
