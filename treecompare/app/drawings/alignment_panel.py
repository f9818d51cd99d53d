"""The alignment: both trees of the chosen sentence, computed when it is looked at, and its counts below."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from treecompare.app.drawings.alignment import AlignmentView
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.drawing.sentence import DEFAULT, Wanted


@dataclass(frozen=True)
class Shown:
    """What is drawn: a sentence of a system, and which mapping of it."""

    system: int
    sentence: int
    kind: str = "T"
    part: str = "whole"
    is_labelled: bool = True


class AlignmentPanel(PicturePanel):
    """Draws one sentence's mapping."""

    view: AlignmentView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(AlignmentView(), parent)

    def invitation(self) -> str:
        return "Choose a sentence to see its two trees."

    def show_sentence(
        self, comparison: ConstituentComparison | None, system: int, sentence: int, wanted: Wanted = DEFAULT
    ) -> None:
        """See the base; what is drawn already stays, pinned nodes and all."""
        is_same = self.is_done and (comparison, system, sentence, wanted) == self.shown
        if not is_same or (comparison is not None and self.view.telling.called != comparison.names(system)):
            super().show_sentence(comparison, system, sentence, wanted)
