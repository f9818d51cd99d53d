"""Begins games with the class, tells them what is clicked in the drawing, and hides what would give the answer away."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent

from treecompare.app.kinds import KindView
from treecompare.app.kinds.constituents import ConstituentsView
from treecompare.app.lessons.game_panel import GamePanel, HourDialog
from treecompare.app.lessons.hiding import Hiding
from treecompare.app.lessons.lesson import Lesson
from treecompare.lessons.games import FindTheErrors, GuessTheScore
from treecompare.mappings.errors import Node
from treecompare.measures import measure
from treecompare.trees.tree import PRETERMINAL, WORD


class Games(QObject):
    """The games of a lesson window."""

    def __init__(self, lesson: Lesson, hiding: Hiding) -> None:
        super().__init__(lesson.window())
        self._lesson, self._hiding = lesson, hiding
        self._heard: KindView | None = None
        self._was_hidden: bool | None = None
        """Whether the gold was hidden before the errors were looked for; None: they are not."""
        self._warned: object = None
        """The round of which was said that Escape ends it."""
        self.panel = GamePanel()
        lesson.side.addWidget(self.panel)
        hiding.leave_to_itself(self.panel)
        self.panel.ended.connect(self._over)
        self.panel.closed.connect(lambda: lesson.panel.view.canvas.setFocus())  # Space goes on with the steps
        self.guess_command = self._command(
            "Guess the &score",
            self.guess_the_score,
            "Ctrl+Shift+U",
            "The score of the chosen measure is hidden until all have guessed",
        )
        self.find_command = self._command(
            "Find the &errors",
            self.find_the_errors,
            "Ctrl+Shift+E",
            "Gold hidden: click where you see an error",
        )
        self.hour_command = self._command(
            "&Answers of this hour…",
            self.show_hour,
            "Ctrl+Shift+A",
            "Results, and every answer",
        )
        lesson.drawn.connect(self._hear)
        lesson.exerciseChanged.connect(lambda _: self._trees_changed())
        lesson.window().installEventFilter(self)

    def _command(self, title: str, work: object, keys: str, tip: str) -> QAction:
        return self._lesson.add_command("&Class", title, work, keys, tip)

    def _title(self) -> str:
        return self._hiding.told(self._lesson.exercise).title or "Lesson"

    def guess_the_score(self) -> None:
        """A round about the chosen measure."""
        measures = self._lesson.measures
        key = measures.key
        self.panel.begin(GuessTheScore(self._title(), measure(key), measures.scores(key)[0]))
        part = measure(key).part
        measures.keep_secret(*(one for one in measures.keys if measure(one).part == part))  # their counts are the same
        self._hiding.hide_score(True)

    def find_the_errors(self) -> None:
        """A round about the errors of the sentence; the gold is hidden meanwhile."""
        lesson, comparison, row = self._lesson, self._lesson.comparison, self._lesson.exercise.row
        errors = comparison.errors(0).of(row)
        if not errors:
            lesson.say("No errors to find: both analyses are the same.")
            return
        game = FindTheErrors(self._title(), errors, comparison.error_types, comparison.error_words(0, row))
        self.panel.begin(game)
        self._was_hidden = self._hiding.hides_gold
        if isinstance(lesson.view, ConstituentsView):
            lesson.draw_mapping("T", "whole", True)  # the trees whose nodes errors name
        self._hiding.hide_gold(True)

    @property
    def is_on(self) -> bool:
        """Whether there is a round whose answer is not told yet."""
        return self.panel.game is not None and not self.panel.game.is_revealed

    def show_hour(self) -> None:
        """All answers."""
        HourDialog(self._lesson.window()).open()

    def _over(self) -> None:
        """Everything may be seen again."""
        self._lesson.measures.keep_secret()
        self._hiding.hide_score(False)
        if self._was_hidden is not None:
            self._hiding.hide_gold(self._was_hidden)
            self._was_hidden = None

    def _trees_changed(self) -> None:
        """A round is about the trees with which it began."""
        can_err = bool(self._lesson.comparison.error_types)
        self.find_command.setEnabled(can_err)
        self.find_command.setToolTip("" if can_err else "No errors are looked for in trees of this kind")
        if self.is_on:
            self.panel.reveal_all()
            self._lesson.say("The trees have changed: the round is over.")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape ends what is on top: the game, before the presentation. Pressed once it ends no round whose answer is not told
        yet, for then everybody would see it."""
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if is_key and self.panel.game is not None and event.key() == Qt.Key.Key_Escape:  # type: ignore[attr-defined]
            if self.is_on and self._warned is not self.panel.game:
                self._warned = self.panel.game
                self.panel.said.setText("Escape again ends the round without an answer; what was guessed is lost.")
            else:
                self.panel.end()
            return True
        return super().eventFilter(watched, event)

    # -- what is clicked ---------------------------------------------------------------------------------------------------

    def _hear(self) -> None:
        """The drawing of another kind of trees is listened to as well."""
        if self._lesson.view is not self._heard:
            self._heard = self._lesson.view
            self._heard.nodesPinned.connect(self._named)

    def _named(self, nodes: list[Node]) -> None:
        if not nodes or not isinstance(self.panel.game, FindTheErrors):
            return
        view = self._lesson.panel.view
        box = view.box_of(view.pinned) if view.pinned is not None else None
        place = view.lone_text_of(box).replace("\n", ", ") if box is not None else ""
        word = self._word(nodes[0])
        if self._hiding.hides_gold:  # the system stands on both sides
            nodes = [("test", number) for _, number in nodes]
        self.panel.name_place(nodes, place, word)

    def _word(self, node: Node) -> int:
        """Which word of the sentence a node is, or the tag of which; -1 if neither."""
        view = self._lesson.view
        if not isinstance(view, ConstituentsView):
            return node[1]
        mapping = view.picture.current_mapping()
        if mapping is None:
            return -1
        tree = mapping.gold if node[0] == "gold" else mapping.test
        is_one = tree.kinds[node[1]] in (WORD, PRETERMINAL)
        return int(tree.starts[node[1]]) if is_one else -1
