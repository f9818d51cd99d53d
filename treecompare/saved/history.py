"""What was changed in an open comparison, in order: steps that its file stores, and which files are compared how.

Undo takes back what was changed last, whichever it is. What was done before the comparison was opened is only what the file stores.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from treecompare.comparison.files import Files
from treecompare.comparison.settings import Settings
from treecompare.comparison.treebank_names import unique_names

if TYPE_CHECKING:
    from treecompare.saved.project import Project


@dataclass(frozen=True)
class Compared:
    """Which files are compared, and how."""

    files: Files
    settings: Settings

    def said(self, after: Compared) -> str:
        """What was changed, in words; empty for nothing."""
        old, new = self.files, after.files
        before, now = ({path: name for name, path in _named(one)} for one in (old, new))
        told = [f"{now[path]} added" for path in now if path not in before]
        told += [f"{before[path]} removed" for path in before if path not in now]
        told += [f"{one} renamed {other}" for one, other in self.renamed(after)]
        told += ["another gold"] if old.gold != new.gold else []
        told += ["sides swapped"] if old.swapped != new.swapped else []
        told += ["what is gold"] if old.no_gold != new.no_gold else []
        changed = [
            one.name
            for one in fields(Settings)
            if getattr(self.settings, one.name) != getattr(after.settings, one.name)
        ]
        told += [f"scoring ({', '.join(changed)})"] if changed else []
        return ", ".join(told) or ("other files" if old != new else "")

    def renamed(self, after: Compared) -> list[tuple[str, str]]:
        """Old and new names of systems that are called otherwise."""
        before = {path: name for name, path in _named(self.files)}
        return [(before[path], name) for name, path in _named(after.files) if before.get(path, name) != name]


@dataclass(frozen=True)
class Change:
    """Something that was compared otherwise. ``is_stored``: the comparison file has a step for it, which keeps the order."""

    what: str
    before: Compared
    after: Compared
    is_stored: bool

    def side(self, is_undo: bool) -> Compared:
        """What is compared once it is undone, or done again."""
        return self.before if is_undo else self.after


@dataclass
class History:
    """``done``, ``undone``: changes since the comparison was opened, the last one last; None is a step that the file stores."""

    done: list[Change | None] = field(default_factory=list)
    undone: list[Change | None] = field(default_factory=list)

    def add(self, change: Change | None) -> None:
        """Something was changed; what was undone cannot be done again."""
        self.done.append(change)
        self.undone.clear()

    def keep(self, before: tuple[list[int], list[int]], left: tuple[list[int], list[int]]) -> None:
        """Forgets steps that the file no longer has. ``before``, ``left``: :meth:`Project.step_numbers` then and now."""
        for changes, numbers, kept in zip((self.done, self.undone), before, left, strict=True):
            stored = [place for place, one in enumerate(changes) if one is None or one.is_stored]
            for place, number in zip(reversed(stored), reversed(numbers), strict=False):
                if number not in kept:
                    del changes[place]

    def last(self, project: Project | None, system: str | None) -> tuple[str, str]:
        """What would be taken back, or why it cannot be; one or both are empty. ``system``: the one whose sentences are looked at,
        None: no sentences are, so that nobody would see what was changed before the comparison was opened."""
        if self.done and (change := self.done[-1]) is not None:
            return change.what, ""
        step = project.last_step() if project is not None else None
        if step is None:
            return "", ""
        if self.done:
            return step.what, ""
        others = sorted({key.system for key in step.keys} - {"", system})
        if not step.keys or system is None:
            return "", f"{step.what}: was changed before the comparison was opened, and cannot be undone"
        if others:
            where = f"{', '.join(others)}, from before the comparison was opened; look at {others[0]} to undo it"
            return "", f"“{step.what}” is about {where}"
        return step.what, ""

    def next(self, project: Project | None) -> str:
        """What would be done again; empty for nothing."""
        if self.undone and (change := self.undone[-1]) is not None:
            return change.what
        step = project.last_step(is_undone=True) if project is not None else None
        return step.what if step is not None and step.keys else ""

    def coming(self, is_undo: bool) -> Change | None:
        """What is to be compared otherwise to take the last change back, or do it again; None for a step of the file."""
        changes = self.done if is_undo else self.undone
        return changes[-1] if changes else None

    def turn(self, is_undo: bool) -> None:
        """Takes the last change back, or does it again."""
        taken, given = (self.done, self.undone) if is_undo else (self.undone, self.done)
        given.append(taken.pop() if taken else None)


def _named(files: Files) -> list[tuple[str, str]]:
    return [(name, path) for name, (_, path) in zip(unique_names(files.systems), files.systems, strict=True)]
