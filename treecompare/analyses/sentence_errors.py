"""The errors of one sentence in words: what is wrong with which words, what it costs, and how many there are elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from treecompare.analyses.error_exports import error_text
from treecompare.analyses.errors import found_errors
from treecompare.comparison.base import Comparison
from treecompare.drawing.columns import GOLD, TEST
from treecompare.errors import counted
from treecompare.mappings.errors import Error, ErrorList, ErrorType
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED
from treecompare.scores.result import Found
from treecompare.scores.table import WAITING
from treecompare.trees.characters import unbroken, visible

_MOVED = "Moved"
"""Goes without saying: an error of this kind is drawn from where to where."""
_HEIGHTS = {"high": "too high", "low": "too low"}


@dataclass(frozen=True)
class ErrorRow:
    """``key``: of its type; ``title``: the type for people; ``words``: what it is about; ``sites``: from where to where, and how.
    ``operation``: what its bar has the colour of, that of lit nodes where it is empty. ``number``: how many of the type the
    system has in all sentences. ``said``: all of it in two lines; ``explanation``: of the type."""

    key: str
    title: str
    words: str
    costs: str
    sites: str
    operation: str
    number: int
    said: str = ""
    explanation: str = ""

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

    def costs(self) -> str:
        """What all of them cost."""
        costs = self.comparison.error_costs
        return " · ".join(f"{cost.name} {sum(getattr(one, cost.column) for one in self.own):,}" for cost in costs)

    def rows(self) -> list[ErrorRow]:
        """A row for each of them."""
        return [self._row(error) for error in self.own]

    def _row(self, error: Error) -> ErrorRow:
        kind = next((one for one in self.comparison.error_types if one.has(error)), None)
        title = self.told(_named(self.comparison.error_types, error))
        shown = error_text(self.comparison, self.system, self.sentence, error)
        label = error.label if error.label not in (shown, _sites(error)) else ""
        sides = {side for side, _ in error.nodes}
        operation = DELETED if sides == {GOLD} else INSERTED if sides == {TEST} else SWAPPED
        where, costs = self._where(error), self.costs_of(error)
        whole = f"{title}: {error.label} {shown}" if error.label and error.label != shown else f"{title}: {shown}"
        below = unbroken(" · ".join(filter(None, (where, costs))))
        return ErrorRow(
            kind.key if kind is not None else error.kind,
            visible(title),
            visible(f"{label} {shown}".strip()),
            costs.replace(", ", " · "),
            visible(where),
            "" if error.moved else operation,
            self.numbers.get(kind.key, 0) if kind is not None else 0,
            "\n".join(map(visible, filter(None, (whole, below)))),
            self.told(kind.explanation) if kind is not None else "",
        )

    def _where(self, error: Error) -> str:
        """What is wrong, where that is not said by the type; from where to where, and how high."""
        kind, about = (_named(among, error) for among in (self.comparison.error_kinds, self.comparison.error_types))
        what = kind if kind not in (about, _MOVED) else ""
        height = _HEIGHTS.get(error.height, error.height)
        return " · ".join(filter(None, (self.told(what), _sites(error), self.told(height))))

    def costs_of(self, error: Error) -> str:
        """What an error costs: ``E 1, T 2``."""
        return ", ".join(f"{cost.name} {getattr(error, cost.column)}" for cost in self.comparison.error_costs)

    def types(self) -> list[ErrorType]:
        """The types of which the system has any errors, most frequent first."""
        kinds = [kind for kind in self.comparison.error_types if self.numbers.get(kind.key)]
        return sorted(kinds, key=lambda kind: -self.numbers[kind.key])

    def all_of(self, key: str) -> Found | None:
        """All sentences of the system with errors of a type; None where there is no such type."""
        kind = next((one for one in self.comparison.error_types if one.key == key), None)
        if kind is None:
            return None
        return found_errors(self.errors, kind.among(self.errors), self.system, self.told(kind.title))


def why_no_errors(comparison: Comparison, system: int) -> str:
    """Why no errors of a system can be told yet, or at all; empty where they can."""
    if not comparison.error_types:
        return "Error types need constituents or dependencies."
    if (comparison.table.statuses[system] == WAITING).any():
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
