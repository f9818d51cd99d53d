"""Gives a walk in a lesson: each step brings its trees, its measures and how they are drawn."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from treecompare import resources
from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.plain import caption, visible
from treecompare.app.drawings.canvas import Fit
from treecompare.app.lessons.hiding import Hiding
from treecompare.app.lessons.lesson import Lesson
from treecompare.app.lessons.player_bar import PlayerBar
from treecompare.app.lessons.script_player import ScriptPlayer
from treecompare.drawing.drawn import LEAST_TEXT
from treecompare.drawing.sentence import Wanted
from treecompare.errors import TreecompareError
from treecompare.extras.teaching.exercise import Exercise
from treecompare.extras.teaching.frames import Frame
from treecompare.extras.teaching.stages import Stages
from treecompare.extras.teaching.walks import walk as shipped

AHEAD = 300
"""Milliseconds until the next step is prepared."""


class WalkPlayer(QObject):
    """The keys are those of presenters: Page Up and Page Down, Alt and the arrows."""

    def __init__(self, lesson: Lesson, hiding: Hiding, steps: ScriptPlayer) -> None:
        super().__init__(lesson.window())
        self._lesson, self._hiding, self._steps = lesson, hiding, steps
        self._hidden: tuple[str, ...] = ()
        """What the step that is shown hides."""
        self.title = ElidedLabel()
        self.title.setObjectName("muted")
        self.bar = PlayerBar([(self.title, 3)], "walk", ("Page Up", "Page Down"), is_large=True)
        self.bar.reached.connect(self._show)
        self.bar.left.connect(self.end)
        self.bar.changed.connect(self._enable)
        lesson.drawn.connect(self._call_window)
        lesson.above.addWidget(self.bar)
        self._add_commands()

    def _add_commands(self) -> None:
        lesson, bar, menu = self._lesson, self.bar, "&Walk"
        self.commands: list[QAction] = [
            lesson.add_command(menu, "&Next step", bar.next, "PgDown; Alt+Right"),
            lesson.add_command(menu, "&Previous step", bar.back, "PgUp; Alt+Left"),
            lesson.add_command(menu, "&First step", bar.first, "Alt+Home"),
            lesson.add_command(menu, "&Last step", bar.last, "Alt+End"),
            lesson.add_command(menu, "&This step again", bar.again),
            lesson.add_command(menu, "&End the walk", self.end),
        ]
        lesson.menu(menu).addSeparator()
        self.walks = QMenu("&Walks", lesson.window())
        self.walks.aboutToShow.connect(self._fill_walks)
        lesson.menu(menu).addMenu(self.walks)
        self._enable()

    def _fill_walks(self) -> None:
        self.walks.clear()
        for one in resources.walk_files():
            action = self.walks.addAction(caption(one.title))
            action.setStatusTip(one.about)
            action.triggered.connect(lambda _=False, key=one.key: self.give(Stages(shipped(key))))

    def _enable(self) -> None:
        player = self.bar.player
        is_on = player is not None
        has_next, has_previous = (player.has_next, player.has_previous) if player is not None else (False, False)
        for command, is_there in zip(
            self.commands, (has_next, has_previous, has_previous, has_next, is_on, is_on), strict=True
        ):
            command.setEnabled(is_there)

    # -- giving it ---------------------------------------------------------------------------------------------------------

    @property
    def stages(self) -> Stages | None:
        """The walk that is given."""
        return self.bar.player if isinstance(self.bar.player, Stages) else None

    def give(self, stages: Stages, number: int = 1) -> None:
        """Gives a walk, from a step on."""
        self.title.setText(stages.title)
        self.bar.play(stages)
        self.bar.go(number)
        self._lesson.panel.view.canvas.setFocus()

    def show_lesson(self, stages: Stages) -> None:
        """Shows the one step of a lesson that was kept, which says nothing but its title: as it was, and not as a walk."""
        self._show(stages.frame(1))
        self._lesson.panel.view.canvas.setFocus()

    def end(self) -> None:
        """The trees stay, the walk goes."""
        self.bar.stop()
        self._hide(())
        self._show_measures(True)

    def _show(self, frame: Frame) -> None:
        """Shows a step; trees that were changed since it began are put back, which can be undone. A step whose trees are not there
        says so in place of its text."""
        lesson, exercise, wanted = self._lesson, frame.exercise, frame.wanted
        if exercise is None or wanted is None:
            return
        self._steps.leave()
        self._hide(frame.hidden)
        lesson.wanted = wanted
        if lesson.history.original is not exercise:
            before = lesson.history.original
            lesson.open_exercise(exercise, before if _is_about_the_same(before, exercise) else None)
        elif lesson.exercise is not exercise:
            lesson.to_original()
        if frame.measures:
            lesson.measures.choose(frame.measures)
            lesson.measures.explain(frame.measures[0])
        self._show_measures(frame.measures != ())
        self._arrange(wanted)
        if frame.script:
            self._steps.open_script(frame.script, frame.script_frame)
        QTimer.singleShot(AHEAD, self, self._prepare)

    def _hide(self, wanted: tuple[str, ...]) -> None:
        """Hides what a step hides, and shows what only the step before did."""
        hiding, before, self._hidden = self._hiding, self._hidden, wanted
        for name, command in (("names", hiding.names_command), ("gold", hiding.gold_command)):
            if (name in wanted or name in before) and command.isChecked() != (name in wanted):
                command.trigger()

    def _arrange(self, wanted: Wanted) -> None:
        """How the trees are drawn."""
        lesson, view = self._lesson, self._lesson.panel.view
        is_presented = view.canvas.least_text != LEAST_TEXT
        if view.elide is not None:
            view.elide.setChecked(wanted.elide or is_presented)
        if hasattr(view, "set_arrangement") and view.arrangement != wanted.layout:
            view.set_arrangement(wanted.layout)
        lesson.draw_mapping(wanted.mapping, wanted.part, wanted.labelled)
        # nobody scrolls while others look on; but from the last row only large letters are read
        view.fit_as(Fit.LEGIBLE if is_presented else Fit.ALL)

    def _call_window(self) -> None:
        """Whatever trees are drawn, those of a step of a score, too: they are of this step of the walk."""
        if self.stages is not None:
            self._lesson.window().setWindowTitle(visible(f"{self.stages.title} – {self.bar.list.text()}"))

    def _show_measures(self, is_shown: bool) -> None:
        """Where nothing stands beside the drawing, it has all of the width."""
        side = self._lesson.side
        self._lesson.measures.setVisible(is_shown)
        beside = (side.widget(place) for place in range(side.count()))
        side.setVisible(any(one is not None and not one.isHidden() for one in beside))

    def _prepare(self) -> None:
        """The trees of the next step, before they are asked for."""
        stages = self.stages
        if stages is not None and stages.has_next:
            with suppress(TreecompareError):
                _ = stages.exercise(stages.number + 1).comparison


def _is_about_the_same(one: Exercise, other: Exercise) -> bool:
    """Whether scores of both can be told beside each other: of the same words, in trees of the same kind."""
    is_alike = one.comparison.kind == other.comparison.kind and one.row == other.row
    return is_alike and one.gold.words_of(0) == other.gold.words_of(0)
