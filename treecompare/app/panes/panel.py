"""What a pane holds: it is shown what people look at, and asks for something else to be looked at."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from treecompare.app.panes.measure_choice import Choices
from treecompare.comparison.base import Comparison
from treecompare.drawing.sentence import Wanted
from treecompare.scores.result import View


@dataclass(frozen=True)
class LookedAt:
    """What people look at: a system, a sentence (-1: none), measures and more in ``view``, and how the sentence is drawn."""

    comparison: Comparison | None
    """None: nothing is open."""
    view: View
    choices: Choices
    """What this kind of comparison offers."""
    drawn: Wanted = field(default_factory=Wanted)
    texts: list[str] = field(default_factory=list)
    """The words of each sentence."""


class Panel(QWidget):
    """Follows what is looked at; ``PANES`` in ``window/panes.py`` lists those of the window.

    What it asks for: ``foundWanted``, only the sentences of a :class:`Found`, with what it marks in them; ``told``, a line for the
    status bar; ``allWanted``, all sentences, where the filter hides every one.
    """

    foundWanted = Signal(object)
    told = Signal(str)
    allWanted = Signal()

    def show_looked_at(self, looked_at: LookedAt) -> None:
        """Shows what there is to say of it. Called often, also when nothing has changed that this pane depends on."""
        raise NotImplementedError

    def update_figures(self, are_others: bool = False) -> None:
        """More sentences were counted. ``are_others``: figures that were shown may be different ones now."""

    def update_judgements(self, sentences: frozenset[int] | None) -> None:
        """People judged these sentences, or have taken that back; None: any."""

    def call(self) -> None:
        """Gold and systems have other names."""

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
