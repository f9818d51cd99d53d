"""The panes around the drawing. A new one is a :class:`Panel` in a file in ``app/panes/``, and an entry at the end of ``PANES``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from treecompare.app.window.workspace import Workspace


@dataclass(frozen=True)
class PaneEntry:
    """A pane: its name, which is that of its picture in ``icons.py``, its title, its place, and the widget in it."""

    name: str
    title: str
    place: Literal["left", "inspector", "overview"]
    widget: Callable[[Workspace], QWidget]
    """A :class:`Panel` follows what is looked at. Where other views speak to it, it is an attribute of the workspace."""


PANES: tuple[PaneEntry, ...] = (
    # in the order of their keys, Ctrl+1, Ctrl+2, …
    PaneEntry("systems", "Systems", "left", lambda space: space.systems),
    PaneEntry("sentences", "Sentences", "left", lambda space: space.sentences),
    PaneEntry("words", "Words", "inspector", lambda space: space.word_pages),
    PaneEntry("explain", "Explain", "inspector", lambda space: space.explain),
    PaneEntry("plots", "Plots", "overview", lambda space: space.plots),
    PaneEntry("tables", "Tables", "overview", lambda space: space.tables),
    PaneEntry("notes", "Notes", "inspector", lambda space: space.notes),
    PaneEntry("scores", "All measures", "overview", lambda space: space.systems.all_measures),
    PaneEntry("errors", "Errors", "inspector", lambda space: space.errors),
)
