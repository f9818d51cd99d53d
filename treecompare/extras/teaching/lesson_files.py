"""Where a lesson is kept: the file that people chose, and until then, after every edit, one of the program's own."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from treecompare.drawing.sentence import Wanted
from treecompare.errors import TreecompareError
from treecompare.extras.teaching.exercise import GOLD, TEST, Exercise
from treecompare.extras.teaching.stages import exercise_of
from treecompare.extras.teaching.walk_files import lesson_of, read_walk_file, walk_text, write_walk
from treecompare.extras.teaching.walks import Walk
from treecompare.saved.autosaves import folder


class Keeper:
    """``path``: the file of the lesson, empty for none. ``begun``: the trees of the beginning, by which it is found again; None: it
    is kept nowhere until people save it. ``text``: what a class reads with them, as it is there."""

    class As(NamedTuple):
        """What is kept with the trees."""

        title: str
        text: str
        measures: tuple[str, ...]
        view: Wanted
        hidden: tuple[str, ...]

    def __init__(self, path: str = "", begun: Exercise | None = None, text: str = "") -> None:
        self.path, self._begun = path, begun
        self._kept = begun, text
        """What is in the file, or was there at first."""
        self._why_not = ""

    @property
    def own_path(self) -> Path | None:
        """The program's own file, the same for the same trees and title."""
        if self._begun is None:
            return None
        gold, system = self._begun.gold, self._begun.system
        known = "\0".join((self.path, self._begun.title, gold.name, system.name, gold.written(), system.written()))
        return folder().with_name("lessons") / f"{sha256(known.encode('utf-8', 'replace')).hexdigest()[:24]}.toml"

    def left(self, begun: Exercise) -> tuple[Exercise, str] | None:
        """The trees as they were left when nobody saved them, and the text; None where there are no such."""
        path = self.own_path
        if path is None or not path.is_file():
            return None
        with suppress(TreecompareError):  # a file that was damaged brings nothing back, and is written anew
            walk = read_walk_file(path)
            found = exercise_of(walk.steps[0], title=begun.title)
            _ = found.comparison
            is_same = all(found.side(one).written() == begun.side(one).written() for one in (GOLD, TEST))
            return begun if is_same else found, text_of(walk)
        return None

    def keep(self, exercise: Exercise, kept: As) -> None:
        """After an edit, in the program's own file; nothing is there where nothing is to be lost."""
        path = self.own_path
        if path is None:
            return
        self._why_not = ""
        try:
            if (exercise, kept.text) == self._kept:
                path.unlink(missing_ok=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_walk(path, _walk(exercise, kept))
        except (TreecompareError, OSError) as error:  # said below the list: editing goes on
            self._why_not = str(error)

    def said(self, exercise: Exercise, text: str) -> str:
        """Whether the trees are kept, and where."""
        if self._why_not:
            return f"Not kept: {self._why_not}"
        if (exercise, text) != self._kept:
            return "A copy, not saved to a file"
        return f"Saved: {Path(self.path).name}" if self.path else ""

    def text(self, exercise: Exercise, kept: As) -> str:
        """A lesson as a file. Raises UsageError: its trees are of a kind that no file of a lesson holds."""
        return walk_text(_walk(exercise, kept))

    def save(self, path: str, exercise: Exercise, kept: As) -> None:
        """Writes it where people want it. Raises TreecompareError: that cannot be."""
        write_walk(path, walk := _walk(exercise, kept))
        if (own := self.own_path) is not None:
            own.unlink(missing_ok=True)
            self._begun = exercise_of(walk.steps[0], title=walk.title)  # by which it is found when the file is opened
        self.path, self._kept = path, (exercise, kept.text)


def text_of(walk: Walk) -> str:
    """What a class reads with a lesson; its title is none."""
    return "" if walk.steps[0].text == walk.title else walk.steps[0].text


def _walk(exercise: Exercise, kept: Keeper.As) -> Walk:
    return lesson_of(exercise, kept.title, kept.measures, kept.view, kept.hidden, kept.text)
