"""How the window is arranged by its width. The drawing shrinks last: everything else gives way to it first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RAIL = 40
"""Width of the rail, which stands for a left column that is not there."""
DRAWER = 300
"""Width of the left column where it lies over the drawing."""
INSPECTOR = 320
"""Width of the inspector at the right."""
ONE_LINE, SHEET = 72, 240
"""Height of the inspector below the drawing: its tabs and one line; while it is used."""


@dataclass(frozen=True)
class Room:
    """A layout, for windows of at least that width, in logical pixels.

    ``left``: width of the left column, 0 where there is a rail. ``inspector``: it has a column of its own, lies over the drawing's
    edge, or comes from below. ``columns``: of the sentences, until people choose. ``has_systems``: the systems are a table in the
    left column, else a box in the tool bar. ``is_low``: menus, bars and foot are lower.
    """

    least: int
    left: int
    inspector: Literal["docked", "over", "sheet"]
    columns: tuple[str, ...]
    has_systems: bool
    is_low: bool = False

    @property
    def heights(self) -> tuple[int, int, int, int]:
        """Of menus, tool bar, drawing bar and foot."""
        return (24, 36, 32, 28) if self.is_low else (28, 44, 40, 32)


_ALL = ("number", "words", "score_a", "score_b", "difference", "changed")
ROOMS = (
    Room(1400, 464, "docked", _ALL, True),
    Room(1100, 380, "over", tuple(one for one in _ALL if one != "difference"), True),
    Room(900, 300, "sheet", ("number", "words", "changed"), False),
    Room(0, 0, "sheet", ("number", "words", "changed"), False, True),
)


def room_for(width: int) -> Room:
    """The layout of a window of that width."""
    return next(one for one in ROOMS if width >= one.least)
