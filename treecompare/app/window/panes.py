"""The panes around the drawing. A new one is a :class:`Panel` in a file in ``app/panes/``, and an entry at the end of ``PANES``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from treecompare.app.panes.panel import Panel


@dataclass(frozen=True)
class PaneEntry:
    """A pane: its name, which is that of its picture in ``icons.py``, its title, its place, its keys, and what makes the panel in
    it."""

    name: str
    title: str
    place: Literal["left", "inspector", "overview"]
    keys: str = ""
    """What calls it; the drawing has Ctrl+3, all measures Ctrl+8."""
    panel: Callable[[], Panel] | None = None
    """None: the workspace makes it, because other views speak to it."""


PANES: tuple[PaneEntry, ...] = (
    # in the order in which they stand
    PaneEntry("systems", "Systems", "left", "Ctrl+1"),
    PaneEntry("sentences", "Sentences", "left", "Ctrl+2"),
    PaneEntry("explain", "Explain", "inspector", "Ctrl+4"),
    PaneEntry("words", "Words", "inspector", "Ctrl+5"),
    PaneEntry("errors", "Errors", "inspector", "Ctrl+6"),
    PaneEntry("notes", "Notes", "inspector", "Ctrl+7"),
    PaneEntry("scores", "All measures", "overview"),
)
