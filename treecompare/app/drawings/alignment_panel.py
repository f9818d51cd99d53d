"""The alignment: both trees of the chosen sentence, computed when it is looked at, and its counts below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from treecompare.app.common.worker import Newest
from treecompare.app.drawings.alignment import AlignmentView
from treecompare.app.drawings.picture_panel import PicturePanel
from treecompare.comparison.base import Cancel
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.drawing.sentence import DEFAULT, Wanted

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
from treecompare.mappings.mapping import Mapping

LARGE = 2_000_000
"""Pairs of nodes from which on a mapping may take longer than a tenth of a second."""


@dataclass(frozen=True)
class Shown:
    """What is drawn: a sentence of a system, and which mapping of it."""

    system: int
    sentence: int
    kind: str = "T"
    part: str = "whole"
    is_labelled: bool = True


class AlignmentPanel(PicturePanel):
    """Draws one sentence's mapping; that of large trees is computed in the background."""

    view: AlignmentView

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(AlignmentView(), parent)
        self._is_drawn = False
        self.work = Newest(self)
        self.work.done.connect(self._draw)
        self.work.failed.connect(self._failed)

    def invitation(self) -> str:
        """See the base."""
        return "Choose a sentence to see its two trees."

    def show_sentence(
        self, comparison: ConstituentComparison | None, system: int, sentence: int, wanted: Wanted = DEFAULT
    ) -> None:
        """See the base; what is drawn already stays, pinned nodes and all."""
        is_same = self._is_drawn and (comparison, system, sentence, wanted) == self.shown
        if is_same and (comparison is None or self.view.telling.called == comparison.names(system)):
            return
        self._is_drawn = False
        self.work.drop()
        self.view.is_whole = wanted.part == "whole"
        super().show_sentence(comparison, system, sentence, wanted)

    def draw(self, comparison: ConstituentComparison, system: int, sentence: int, wanted: Wanted) -> None:
        """See the base."""
        if comparison.size_of(system, sentence) > LARGE:
            self._say("These trees are large; their alignment is being computed…")
            self.work.ask(lambda cancel: _mapping(comparison, system, sentence, wanted, cancel))
        else:
            self._draw(_mapping(comparison, system, sentence, wanted))

    def _draw(self, mapping: Mapping | None) -> None:
        comparison, system, sentence, wanted = self.shown
        if comparison is None:
            return
        self._is_drawn = True
        if mapping is None:
            self._say_why(self._why_none(comparison, system, sentence, wanted))
            return
        self._show_view(True)
        title = title_of(comparison, system, sentence)
        self.view.telling.has_other_words = bool(comparison.table.aligned[system, sentence])
        self.view.show_mapping(mapping, title, comparison.left_out(system, sentence))
        self.light_again()
        self.show_counts(self.view.drawn.details())

    def _why_none(self, comparison: ConstituentComparison, system: int, sentence: int, wanted: Wanted) -> str:
        reason = comparison.table.reason(system, sentence)
        if reason and wanted.mapping == "E" and comparison.mapping(system, sentence, "T") is not None:
            return f"No same-span mapping: {reason}.\nThe tree distance (T) can still be drawn."
        return "Sentence {} cannot be drawn: {}.".format(comparison.number_of(sentence), reason or "no trees")

    def _failed(self, error: BaseException) -> None:
        self._is_drawn = True
        self._say(str(error))

    def stop(self) -> None:
        """See the base."""
        self.work.stop()


def _mapping(
    comparison: ConstituentComparison, system: int, sentence: int, wanted: Wanted, cancel: Cancel | None = None
) -> Mapping | None:
    flag = cancel.flag if cancel else None
    return comparison.mapping(system, sentence, wanted.mapping, wanted.part, wanted.labelled, flag)


def title_of(comparison: Comparison, system: int, sentence: int) -> str:
    """Number and name of a sentence, and whose parse it is; where neither analysis is gold, both."""
    names = [*([] if comparison.is_gold else [comparison.gold.name]), comparison.table.systems[system]]
    return " · ".join([sentence_title(comparison, sentence), *names])


def sentence_title(comparison: Comparison, sentence: int) -> str:
    """Number and name of a sentence."""
    name, number = comparison.ids[sentence], str(comparison.number_of(sentence))
    title = f"Sentence {number}"
    return title if name == number else f"{title} · {name}"
