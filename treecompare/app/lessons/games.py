"""Begins games with the class, tells them what is clicked in the drawing, and hides what would give the answer away."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from treecompare.app.kinds import KindView
from treecompare.app.kinds.constituents import ConstituentsView
from treecompare.app.lessons.game_panel import GamePanel, HourDialog
from treecompare.app.lessons.hiding import Hiding
from treecompare.lessons.games import FindTheErrors, GuessTheScore
from treecompare.mappings.errors import Node
from treecompare.measures import measure
from treecompare.trees.tree import PRETERMINAL, WORD


class Games(QObject):
    """The games of a lesson window."""

    def __init__(self, window: Any, hiding: Hiding) -> None:
        super().__init__(window)
        self._window, self._hiding = window, hiding
        self._heard: KindView | None = None
        self._was_hidden: bool | None = None
        """Whether the gold was hidden before the errors were looked for; None: they are not."""
        self.panel = GamePanel()
        window.side.addWidget(self.panel)
        self.panel.ended.connect(self._over)
        self.guess_command = self._command(
            self.tr("Guess the &score"),
            self.guess_the_score,
            "Ctrl+Shift+U",
            self.tr("The score of the chosen measure is hidden until all have guessed"),
        )
        self.find_command = self._command(
            self.tr("Find the &errors"),
            self.find_the_errors,
            "Ctrl+Shift+E",
            self.tr("The gold is hidden; who clicks a node or a word says that there is an error"),
        )
        self.hour_command = self._command(
            self.tr("&Answers of this hour…"),
            self.show_hour,
            "Ctrl+Shift+A",
            self.tr("Who was nearest, who found most, and every answer"),
        )
        window.drawn.connect(self._hear)
        window.exerciseChanged.connect(lambda _: self._trees_changed())

    def _command(self, title: str, work: object, keys: str, tip: str) -> QAction:
        return self._window.add_command(self.tr("&Class"), title, work, keys, tip)

    def _title(self) -> str:
        return self._hiding.told(self._window.exercise).title or self.tr("Lesson")

    def guess_the_score(self) -> None:
        """A round about the chosen measure."""
        measures = self._window.measures
        key = measures.key
        self.panel.begin(GuessTheScore(self._title(), measure(key), measures.scores(key)[0]))
        measures.keep_secret(key)

    def find_the_errors(self) -> None:
        """A round about the errors of the sentence; the gold is hidden meanwhile."""
        window, comparison, row = self._window, self._window.comparison, self._window.exercise.row
        errors = comparison.errors(0).of(row)
        if not errors:
            window.say(self.tr("There is no error to find: both analyses are the same."))
            return
        game = FindTheErrors(self._title(), errors, comparison.error_types, comparison.error_words(0, row))
        self.panel.begin(game)
        self._was_hidden = self._hiding.hides_gold
        if isinstance(window.view, ConstituentsView):
            window.draw_mapping("T", "whole", True)  # the trees whose nodes errors name
        self._hiding.hide_gold(True)

    def show_hour(self) -> None:
        """All answers."""
        HourDialog(self._window).open()

    def _over(self) -> None:
        """Everything may be seen again."""
        self._window.measures.keep_secret()
        if self._was_hidden is not None:
            self._hiding.hide_gold(self._was_hidden)
            self._was_hidden = None

    def _trees_changed(self) -> None:
        """A round is about the trees with which it began."""
        can_err = bool(self._window.comparison.error_types)
        self.find_command.setEnabled(can_err)
        self.find_command.setToolTip("" if can_err else self.tr("No errors are looked for in trees of this kind"))
        if self.panel.game is not None and not self.panel.game.is_revealed:
            self.panel.reveal_all()
            self._window.say(self.tr("The trees have changed: the round is over."))

    # -- what is clicked ---------------------------------------------------------------------------------------------------

    def _hear(self) -> None:
        """The drawing of another kind of trees is listened to as well."""
        if self._window.view is not self._heard:
            self._heard = self._window.view
            self._heard.nodesPinned.connect(self._named)

    def _named(self, nodes: list[Node]) -> None:
        if not nodes or not isinstance(self.panel.game, FindTheErrors):
            return
        view = self._window.panel.view
        box = view.box_of(view.pinned) if view.pinned is not None else None
        place = view.lone_text_of(box).replace("\n", ", ") if box is not None else ""
        word = self._word(nodes[0])
        if self._hiding.hides_gold:  # the system stands on both sides
            nodes = [("test", number) for _, number in nodes]
        self.panel.name_place(nodes, place, word)

    def _word(self, node: Node) -> int:
        """Which word of the sentence a node is, or the tag of which; -1 if neither."""
        view = self._window.view
        if not isinstance(view, ConstituentsView):
            return node[1]
        mapping = view.picture.current_mapping()
        if mapping is None:
            return -1
        tree = mapping.gold if node[0] == "gold" else mapping.test
        is_one = tree.kinds[node[1]] in (WORD, PRETERMINAL)
        return int(tree.starts[node[1]]) if is_one else -1
