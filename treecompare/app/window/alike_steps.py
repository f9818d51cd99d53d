"""From a sentence to the next one with errors like its own, found in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from treecompare.analyses.alike import Likeness, Sought, error_at, next_alike, type_of
from treecompare.app.common.worker import Newest
from treecompare.app.kinds import KindView
from treecompare.app.panes.errors_panel import ErrorsPanel
from treecompare.app.panes.sentences_panel import SentencesPanel
from treecompare.comparison.base import Cancel, Comparison
from treecompare.errors import TreecompareError
from treecompare.mappings.errors import Error, Node
from treecompare.scores.table import WAITING


@dataclass(frozen=True)
class _Walk:
    """What is sought from sentence to sentence, where that began, and where it is now."""

    comparison: Comparison
    system: int
    sought: Sought
    at_least: Likeness
    begun: int
    sentence: int
    error: Error | None
    """The error that was lit there."""


@dataclass(frozen=True)
class _Found:
    """What a search found: a walk, or ``said``, why there is none."""

    walk: _Walk | None
    is_round: bool = False
    said: str = ""


class AlikeSteps(QObject):
    """Goes to sentences that are like the chosen one; who goes on does so with what was sought first. ``told``: what was found."""

    told = Signal(str)

    def __init__(
        self,
        sentences: SentencesPanel,
        errors: ErrorsPanel,
        shown: Callable[[], KindView],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._sentences, self._errors, self._view_shown = sentences, errors, shown
        self._walk: _Walk | None = None
        self._asked_at = -1
        """The sentence that was looked at when the search began."""
        self.work = Newest(self)
        self.work.done.connect(self._show)
        self.work.failed.connect(self._failed)

    def step(self, direction: int, nodes: Sequence[Node] = ()) -> None:
        """To the next sentence of the list (1) or the one before (-1) that is like the chosen one.

        ``nodes`` of its drawing: with an error like the one that they belong to. Else an error that was chosen in the list of
        errors is sought, else all errors of the sentence.
        """
        sentences, comparison = self._sentences, self._sentences.comparison
        sentence, system = sentences.current_sentence(), sentences.system
        if comparison is None or sentence < 0:
            return
        if (comparison.table.statuses[system] == WAITING).any():
            self.told.emit("Error types follow when all sentences are compared.")
            return
        order, row = sentences.model.order.tolist(), sentences.model.row_of(sentence)
        lit = self._errors.lit
        walk = self._walk
        here = (comparison, system, sentence)
        goes_on = walk is not None and not nodes and (walk.comparison, walk.system, walk.sentence) == here
        if walk is not None and lit is not None and lit != walk.error:
            goes_on = False

        def find(cancel: Cancel) -> _Found:
            errors, types = comparison.errors(system, cancel.flag), comparison.error_types
            own, at_least, begun = errors.of(sentence), None, sentence
            if goes_on and walk is not None:
                sought, at_least, begun = walk.sought, walk.at_least, walk.begun
            else:
                one = error_at(own, nodes) if nodes else lit
                if not own or (nodes and one is None):
                    return _Found(None, said=self._nothing_sought(bool(own)))
                sought = Sought.of(own, types, one)
            found = next_alike(sought, errors, types, order, row, direction, at_least)
            if found is None:
                return _Found(None, said=self._none_found(sought.one is not None))
            place, likeness = found
            error = sought.among(errors.of(order[place]), types)
            to = _Walk(comparison, system, sought, at_least or likeness, begun, order[place], error)
            return _Found(to, (place - row) * direction < 0)

        self._asked_at = sentence
        self.told.emit("Looking for a sentence like this one…")
        self.work.ask(find)

    def _nothing_sought(self, has_errors: bool) -> str:
        if has_errors:
            return "This node belongs to no error."
        return "This sentence has no errors that another one could share."

    def _none_found(self, is_one: bool) -> str:
        if is_one:
            return "No other sentence in the list has an error like this one."
        return "No other sentence in the list is like this one."

    def _show(self, found: _Found | None) -> None:
        walk, sentences = (None, self._sentences) if found is None else (found.walk, self._sentences)
        if found is None or sentences.current_sentence() != self._asked_at:
            return  # something else is looked at meanwhile
        if walk is None:
            self.told.emit(found.said)
            return
        if walk.comparison is not sentences.comparison or walk.system != sentences.system:
            return
        self._walk = walk
        sentences.go_to_sentence(walk.sentence)
        if walk.error is not None:
            self._errors.mark(walk.error.nodes, True)
            if not self._errors.isVisible():
                self._view_shown().show_error(walk.error)
        said = self._said(walk)
        self.told.emit(f"{said} Round the end of the list." if found.is_round else said)

    def _said(self, walk: _Walk) -> str:
        """How like the sentence is, in a line."""
        comparison, number = walk.comparison, walk.comparison.numbers_of(walk.begun)
        if walk.sentence == walk.begun:
            return f"Sentence {number} again, where this began."
        likeness = walk.sought.likeness(comparison.errors(walk.system).of(walk.sentence), comparison.error_types)
        if walk.sought.one is not None:
            key = type_of(walk.sought.one, comparison.error_types)
            title = next((one.title for one in comparison.error_types if one.key == key), key)
            same = "Like sentence {0}: {1}, with the same labels."
            other = "Like sentence {0}: {1}, with other labels."
            return (same if likeness == Likeness.LABELS else other).format(number, title)
        return {
            Likeness.LABELS: "Like sentence {0}: the same errors, with the same labels.",
            Likeness.TYPES: "Like sentence {0}: errors of the same types.",
        }.get(likeness or Likeness.SOME, "Like sentence {0}: one of its errors.").format(number)

    def _failed(self, error: BaseException) -> None:
        self.told.emit(f"The errors could not be found: {error}")
        if not isinstance(error, TreecompareError):
            raise error

    def stop(self) -> None:
        """Ends the search without waiting for it."""
        self.work.stop()
