"""The errors of one sentence in words: what is wrong with which words, what it costs, and how many there are elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from treecompare.analyses.error_exports import error_text
from treecompare.comparison.base import Comparison
from treecompare.drawing.columns import GOLD, TEST
from treecompare.errors import counted
from treecompare.mappings.errors import Error, ErrorList, ErrorType
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED
from treecompare.trees.characters import visible

_MOVED = "Moved"
"""Goes without saying: an error of this kind is drawn from where to where."""
_HEIGHTS = {"high": "too high", "low": "too low"}


@dataclass(frozen=True)
class ErrorRow:
    """``title``: its type; ``words``: what it is about; ``sites``: from where to where, and how. ``operation``: what its bar has
    the colour of, that of lit nodes where it is empty. ``number``: how many of the type the system has in all sentences."""

    title: str
    words: str
    sites: str
    operation: str
    number: int

    @property
    def link(self) -> str:
        """What leads to all of them."""
        return f"{self.number:,} in all ›"


@dataclass(frozen=True)
class SentenceErrors:
    """The errors of a sentence of a system.

    ``errors``: those of all sentences of the system; ``numbers``: how many of them each type has, by its key; empty where
    only those of the sentence are known.
    """

    comparison: Comparison
    system: int
    sentence: int
    errors: ErrorList
    numbers: dict[str, int]

    @property
    def own(self) -> list[Error]:
        """The errors of the sentence."""
        return self.errors.of(self.sentence)

    def told(self, text: str) -> str:
        """Tells errors, or differences between two analyses that are called by their names."""
        return self.comparison.names(self.system).told_of_errors(text)

    def said(self) -> str:
        """How many there are, or why that is not known."""
        if not self.errors.analysed[self.sentence]:
            reason = self.comparison.table.reason(self.system, self.sentence)
            return self.told("No error analysis: {0}").format(reason or "there is no parse")
        count = counted(len(self.own), "error") if self.own else "No errors"
        if edges := _edges_said(self.comparison, self.system, self.sentence):
            return self.told(f"{count} in the basic tree. {edges}")
        return self.told(count if self.own else f"{count}.")

    def row(self, error: Error) -> ErrorRow:
        """One of them."""
        kind = next((one for one in self.comparison.error_types if one.has(error)), None)
        shown = error_text(self.comparison, self.system, self.sentence, error)
        label = error.label if error.label not in (shown, _sites(error)) else ""
        sides = {side for side, _ in error.nodes}
        operation = DELETED if sides == {GOLD} else INSERTED if sides == {TEST} else SWAPPED
        return ErrorRow(
            visible(self.told(_named(self.comparison.error_types, error))),
            visible(f"{label} {shown}".strip()),
            visible(self._where(error)),
            "" if error.moved else operation,
            self.numbers.get(kind.key, 0) if kind is not None else 0,
        )

    def _where(self, error: Error) -> str:
        """What is wrong, where that is not said by the type; from where to where, and how high."""
        kind, about = (_named(among, error) for among in (self.comparison.error_kinds, self.comparison.error_types))
        what = kind if kind not in (about, _MOVED) else ""
        height = _HEIGHTS.get(error.height, error.height)
        return " · ".join(filter(None, (self.told(what), _sites(error), self.told(height))))


def why_no_errors(comparison: Comparison, system: int) -> str:
    """Why no errors of a system can be told yet, or at all; empty where they can."""
    if not comparison.error_types:
        return "Error types need constituents or dependencies."
    if comparison.table.waits(system):
        return comparison.names(system).told_of_errors("Error types follow when all sentences are compared.")
    return ""


def sentence_errors(comparison: Comparison, system: int, sentence: int, errors: ErrorList) -> SentenceErrors:
    """The errors of a sentence; ``errors``: those of the system."""
    numbers = {one.key: int(np.count_nonzero(one.among(errors))) for one in comparison.error_types}
    return SentenceErrors(comparison, system, sentence, errors, numbers)


def _named(among: Sequence[ErrorType], error: Error) -> str:
    return next((one.title for one in among if one.has(error)), error.kind)


def _sites(error: Error) -> str:
    """From where to where."""
    return f"{error.source} → {error.target}" if error.source and error.target else ""


def _edges_said(comparison: Comparison, system: int, sentence: int) -> str:
    """How many edges of enhanced graphs differ, which no error is about; empty where none does, or none are compared."""
    table = comparison.table
    if not table.has("elas"):
        return ""
    counts = table.part(system, "elas", slice(sentence, sentence + 1))
    missing, extra = (int(one[0]) for one in (counts.deleted, counts.inserted))
    if missing > 0:
        return f"{counted(missing, 'enhanced edge')} missing{f', {extra:,} extra' if extra > 0 else ''}."
    return f"{counted(extra, 'enhanced edge')} extra." if extra > 0 else ""
