"""Lessons and walks as files of people's own: TOML, as the shipped walks are. A lesson that is kept is a walk of one step."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from treecompare.comparison.settings import Settings, settings_within
from treecompare.drawing.sentence import Wanted
from treecompare.errors import ReadError, TreecompareError, UsageError
from treecompare.extras.teaching.exercise import GOLD, TEST, Exercise
from treecompare.extras.teaching.stages import exercise_of
from treecompare.extras.teaching.walks import Source, Walk, WalkStep, kept_view, read_walk
from treecompare.saved.kept import folder
from treecompare.writing import AnyPath, write_file

SUFFIX = "toml"
LARGEST = 2_000_000
"""Bytes; a walk is read as a whole."""


def lesson_of(
    exercise: Exercise, title: str, measures: Sequence[str], view: Wanted, hidden: Sequence[str] = (), text: str = ""
) -> Walk:
    """A walk of one step that shows an exercise. ``measures``: their keys; ``hidden``: some of HIDDEN; ``text``: for a class.

    Raises UsageError: it has more than two trees, which a lesson file does not hold; TreecompareError: its trees would not be read
    again.
    """
    beside = (
        (len(exercise.golds) > 1, "several golds"),
        (bool(exercise.lattices or exercise.segmentations), "lattices"),
        (bool(exercise.dependencies), "dependencies beside its trees"),
        (max(one.count for one in (exercise.gold, exercise.system)) > 1, "several sentences on a side"),
    )
    for has_it, what in beside:
        if has_it:
            raise UsageError(f"this lesson has {what}; expected one tree for the gold and one for the system")
    gold, system = exercise.gold, exercise.system
    source = Source(
        gold=gold.written(is_indented=True), test=system.written(is_indented=True), gold_name=gold.name, system=system.name,
        is_gold=exercise.is_gold,
    )  # fmt: skip
    said = title.strip() or " ".join(map(str, gold.words_of(0)))
    step = WalkStep(
        " ".join(text.split()) or said, source, exercise.settings, tuple(measures), view, hidden=tuple(hidden)
    )
    _ = exercise_of(step).comparison
    return Walk(said, "", (step,))


def walk_text(walk: Walk) -> str:
    """A walk as TOML, which :func:`treecompare.extras.teaching.walks.read_walk` reads."""
    lines = [f"title = {_value(walk.title)}"]
    if walk.about:
        lines.append(f"about = {_value(walk.about)}")
    for step in walk.steps:
        lines += ["", "[[step]]", *_step(step)]
    text = "\n".join(lines) + "\n"
    return text.encode("utf-8", "replace").decode()  # half letters, which no file holds


def write_walk(path: AnyPath, walk: Walk) -> None:
    """Writes a walk. Raises TreecompareError: the file cannot be written, or one of its settings lies elsewhere; what was there is
    still there."""
    folder = str(Path(path).parent)
    steps = tuple(replace(one, settings=settings_within(one.settings, folder)) for one in walk.steps)
    write_file(path, walk_text(replace(walk, steps=steps)))


def read_walk_file(path: AnyPath) -> Walk:
    """The walk that a file holds. Raises TreecompareError: it cannot be read, or is none; says what was expected."""
    try:
        size = Path(path).stat().st_size
        if size > LARGEST:
            raise ReadError(str(path), 0, f"{size:,} bytes; expected a lesson, a TOML file of at most {LARGEST:,}")
        text = Path(path).read_text("utf-8-sig")
    except OSError as error:
        raise TreecompareError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ReadError(str(path), 0, "is no lesson; expected TOML in UTF-8") from error
    return read_walk(text, str(path))


def _step(step: WalkStep) -> list[str]:
    """What a step says that is not as usual; tables of tables come last, as TOML wants it."""
    source, usual = step.source, Source()
    said: dict[str, Any] = {"text": step.text}
    said |= {
        one.name: getattr(source, one.name)
        for one in fields(Source)
        if getattr(source, one.name) != getattr(usual, one.name)
    }
    said["measures"] = step.measures
    said |= {"script": step.script, "script_step": step.script_step} if step.script else {}
    said |= {"hidden": step.hidden} if step.hidden else {}
    settings = {
        one.name: value
        for one in fields(Settings)
        if (value := getattr(step.settings, one.name)) != one.default and value is not None
    }
    tables: list[tuple[str, Mapping[str, Any]]] = [("settings", settings), ("view", kept_view(step.view))]
    lines = [f"{name} = {_value(value)}" for name, value in said.items()]
    # each step says all, for what is not said is as in the step before
    return lines + [
        f"{name} = {{ {', '.join(f'{key} = {_value(value)}' for key, value in table.items())} }}"
        for name, table in tables
    ]


def _value(value: Any) -> str:
    """A value of TOML: strings of JSON are strings of TOML, but for one letter."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def draft_path(of: str) -> Path:
    """Where a walk is kept that was changed and not saved yet, by its file, its name or its title."""
    return folder().with_name("walks") / f"{sha256(of.encode('utf-8', 'replace')).hexdigest()[:32]}.{SUFFIX}"


def keep_draft(of: str, walk: Walk | None) -> None:
    """Keeps a walk that was changed; None: it is saved. Raises TreecompareError: it cannot be kept."""
    path = draft_path(of)
    try:
        if walk is None:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, walk_text(walk))
    except OSError as error:
        raise TreecompareError(f"{path}: cannot be written: {error.strerror or error}") from error


# -- where a lesson is kept --------------------------------------------------------------------------------------------


class Keeper:
    """``path``: the file of the lesson, empty for none. ``begun``: the trees of the beginning, by which it is found again; None: it
    is kept nowhere until people save it. ``text``: what a class reads with them, as it is there."""

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

    def keep(self, exercise: Exercise, text: str, lesson: Callable[[Exercise], Walk]) -> None:
        """After an edit, in the program's own file; nothing is there where nothing is to be lost."""
        path = self.own_path
        if path is None:
            return
        self._why_not = ""
        try:
            if (exercise, text) == self._kept:
                path.unlink(missing_ok=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_walk(path, lesson(exercise))
        except (TreecompareError, OSError) as error:  # said below the list: editing goes on
            self._why_not = str(error)

    def said(self, exercise: Exercise, text: str) -> str:
        """Whether the trees are kept, and where."""
        if self._why_not:
            return f"Not kept: {self._why_not}"
        if (exercise, text) != self._kept:
            return "A copy, not saved to a file"
        return f"Saved: {Path(self.path).name}" if self.path else ""

    def save(self, path: str, exercise: Exercise, text: str, walk: Walk) -> None:
        """Writes it where people want it. Raises TreecompareError: that cannot be."""
        write_walk(path, walk)
        if (own := self.own_path) is not None:
            own.unlink(missing_ok=True)
            self._begun = exercise_of(walk.steps[0], title=walk.title)  # by which it is found when the file is opened
        self.path, self._kept = path, (exercise, text)


def text_of(walk: Walk) -> str:
    """What a class reads with a lesson; its title is none."""
    return "" if walk.steps[0].text == walk.title else walk.steps[0].text
