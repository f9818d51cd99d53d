"""What a teacher does with a class: new lessons, presenting, hiding, games; each is a part of its own and gets its menu here."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from treecompare.app.lessons.asked import ask
from treecompare.app.lessons.games import Games
from treecompare.app.lessons.grammar_dialog import GrammarDialog
from treecompare.app.lessons.hiding import Hiding
from treecompare.app.lessons.new_lesson import NewLessonDialog
from treecompare.app.lessons.presenting import Presenting


class Classroom(QObject):
    """The parts of a lesson window that are for a class."""

    def __init__(self, window: Any) -> None:
        super().__init__(window)
        trees = self.tr("&Trees")
        for title, kind, keys, tip in (
            (self.tr("&New lesson…"), NewLessonDialog, "Ctrl+N", self.tr("Two trees that are typed or pasted")),
            (
                self.tr("New lesson from a &grammar…"), GrammarDialog, "Ctrl+G",
                self.tr("A sentence and a small grammar: two of its analyses"),
            ),
        ):  # fmt: skip
            window.add_command(trees, title, lambda kind=kind: ask(kind, window, window.newWanted.emit), keys, tip)
        self.presenting = Presenting(window)
        window.menu(self.tr("&Class")).addSeparator()
        self.hiding = Hiding(window)
        window.menu(self.tr("&Class")).addSeparator()
        self.games = Games(window, self.hiding)
