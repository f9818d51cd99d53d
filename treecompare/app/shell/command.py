"""What commands and switches are. Each is declared beside the function that it runs; menus, tool bar, keys and what is enabled
follow from that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeVar

from PySide6.QtWidgets import QMenu

TREES = ("constituents",)
WITH_ERRORS = ("constituents", "dependencies")
"""Kinds of comparison: those of trees of constituents, those in which errors are found."""

F = TypeVar("F", bound=Callable[..., object])


class Need(Enum):
    """What must be there for a command to make sense."""

    NOTHING = auto()
    COMPARISON = auto()
    WORK = auto()
    """Something is being read or compared."""
    UNDO = auto()
    """Something was changed that can be taken back."""
    REDO = auto()
    CROSSING = auto()
    """What is open has crossing branches, or nothing is."""

    @property
    def missing(self) -> str:
        """What is said where it is not there."""
        return {
            Need.COMPARISON: "needs an open comparison",
            Need.WORK: "only while something is read or compared",
            Need.UNDO: "nothing was changed yet",
            Need.REDO: "nothing was undone",
            Need.CROSSING: "no branches cross in these treebanks",
        }.get(self, "")


@dataclass(frozen=True)
class Command:
    """Something to do.

    ``keys``: shortcuts, separated by ``;``. ``is_on``: it goes on and off, and is on or off at first. ``kinds``: of comparison to
    which it applies, empty for all.
    """

    name: str
    title: str
    action: Callable[..., object]
    keys: str = ""
    tip: str = ""
    need: Need = Need.COMPARISON
    is_on: bool | None = None
    kinds: tuple[str, ...] = ()


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
    kinds: tuple[str, ...] = ()


def command(
    title: str, keys: str = "", tip: str = "", *, need: Need = Need.COMPARISON, is_on: bool | None = None,
    kinds: tuple[str, ...] = (), name: str = "",
) -> Callable[[F], F]:  # fmt: skip
    """Declares that a method is a command: see :class:`Command`. ``name``: unless it is that of the method."""

    def declare(method: F) -> F:
        said = Command(name or method.__name__, title, method, keys, tip, need, is_on, kinds)
        method.declared = said  # type: ignore[attr-defined]
        return method

    return declare


def switch(
    name: str, *choices: Choice, need: Need = Need.NOTHING, kinds: tuple[str, ...] = ()
) -> Callable[[F], F]:  # fmt: skip
    """Declares that a method is told which value of a switch was chosen."""

    def declare(method: F) -> F:
        method.declared = Switch(name, method, choices, need, kinds)  # type: ignore[attr-defined]
        return method

    return declare


def declared(*owners: object) -> dict[str, Command | Switch]:
    """The commands and switches that these objects declare, by name, bound to them.

    Raises:
        ValueError: two have the same name.
    """
    found: dict[str, Command | Switch] = {}
    for owner in owners:
        for name, method in vars(type(owner)).items():
            one = getattr(method, "declared", None)
            if isinstance(one, Command | Switch):
                if one.name in found:
                    raise ValueError(f"two commands are called {one.name}")
                found[one.name] = replace(one, action=getattr(owner, name))
    return found


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


Entry = str | Section | Menu | None
"""What a menu or tool bar consists of: the name of a command or switch; None is a separator."""


def used(entries: Sequence[Entry]) -> Iterator[str]:
    """The names of all commands and switches in these entries and the menus among them, in order."""
    for entry in entries:
        if isinstance(entry, Menu):
            yield from used(entry.entries)
        elif isinstance(entry, str):
            yield entry
