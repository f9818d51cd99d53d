"""What a teacher does with a class: new lessons, presenting, hiding; each is a part of its own and gets its menu here."""

from __future__ import annotations

from PySide6.QtCore import QObject

from treecompare.app.lessons.asked import ask
from treecompare.app.lessons.grammar_dialog import GrammarDialog
from treecompare.app.lessons.hiding import Hiding
from treecompare.app.lessons.lesson import Lesson
from treecompare.app.lessons.new_lesson import NewLessonDialog
from treecompare.app.lessons.presenting import Presenting


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
