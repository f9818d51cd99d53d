"""The panes around the drawing. A new one is a :class:`Panel` in a file in ``app/panes/``, and an entry at the end of ``PANES``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from treecompare.app.panes.panel import Panel


@dataclass(frozen=True)
class PaneEntry:
    """A pane: its name, which is that of its picture in ``icons.py``, its title, its place, and what makes the panel in it."""

    name: str
    title: str
    place: Literal["left", "inspector", "overview"]
    panel: Callable[[], Panel] | None = None
    """None: the workspace makes it, because other views speak to it."""


PANES: tuple[PaneEntry, ...] = (
    # in the order of their keys, Ctrl+1, Ctrl+2, …
    PaneEntry("systems", "Systems", "left"),
    PaneEntry("sentences", "Sentences", "left"),
    PaneEntry("words", "Words", "inspector"),
    PaneEntry("explain", "Explain", "inspector"),
    PaneEntry("plots", "Plots", "overview"),
    PaneEntry("tables", "Tables", "overview"),
    PaneEntry("notes", "Notes", "inspector"),
    PaneEntry("scores", "All measures", "overview"),
    PaneEntry("errors", "Errors", "inspector"),
)
