"""What commands and switches are: menus, tool bar, keys and what is enabled follow from these objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu


def tr(text: str) -> str:
    """A title or tip in the user's language."""
    return QCoreApplication.translate("actions", text)


class Need(Enum):
    """What must be there for a command to make sense."""

    NOTHING = auto()
    COMPARISON = auto()
    WORK = auto()
    """Something is being read or compared."""
    UNDO = auto()
    """Something was typed that can be taken back."""
    REDO = auto()
    CROSSING = auto()
    """What is open has crossing branches, or nothing is."""

    @property
    def missing(self) -> str:
        """What is said where it is not there."""
        return {
            Need.COMPARISON: tr("needs an open comparison"),
            Need.WORK: tr("only while something is read or compared"),
            Need.UNDO: tr("nothing was typed yet"),
            Need.REDO: tr("nothing was undone"),
            Need.CROSSING: tr("no branches cross in these treebanks"),
        }.get(self, "")


@dataclass(frozen=True)
class Command:
    """Something to do. ``keys``: shortcuts, separated by ``;``. ``is_on``: it goes on and off, and is on or off at first."""

    name: str
    title: str
    action: Callable[[], object]
    keys: str = ""
    tip: str = ""
    need: Need = Need.COMPARISON
    is_on: bool | None = None


@dataclass(frozen=True)
class Choice:
    """One of the values of a switch."""

    value: str
    title: str
    keys: str = ""
    tip: str = ""


@dataclass(frozen=True)
class Switch:
    """Choices of which exactly one is on, the first one at first; ``action`` is told the value that was chosen."""

    name: str
    action: Callable[[str], object]
    choices: tuple[Choice, ...]
    need: Need = Need.NOTHING


@dataclass(frozen=True)
class Section:
    """A heading in a menu."""

    title: str


@dataclass(frozen=True)
class Menu:
    """A menu. ``fill`` brings it up to date whenever it is shown. ``name``: for who adds to it later.

    A menu whose commands and switches are all hidden is hidden with them.
    """

    title: str
    entries: tuple[Entry, ...] = ()
    name: str = ""
    fill: Callable[[QMenu], None] | None = None


Entry = Command | Switch | Section | Menu | None
"""What a menu or tool bar consists of; None is a separator."""


def used(entries: Sequence[Entry]) -> Iterator[Command | Switch]:
    """Every command and switch in these entries and the menus among them, in order."""
    for entry in entries:
        if isinstance(entry, Menu):
            yield from used(entry.entries)
        elif isinstance(entry, Command | Switch):
            yield entry
