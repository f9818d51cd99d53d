"""The differences of a comparison as a job beside its sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.job import DecideJob
from treecompare.extras.annotators.kept import Store
from treecompare.jobs.base import Answer, Go, Job, Later, Opening


class Decided(DecideJob):
    """``of``: the job of the comparison, whose file keeps the decisions, and whose history has them."""

    def __init__(self, made: Adjudication, store: Store, of: Any) -> None:
        super().__init__(made, store)
        self._of = of

    def turn(self, is_undo: bool) -> Sequence[Answer]:
        """Also what was done among the sentences, which have places of their own."""
        answers = self._of.turn(is_undo)
        self.take()
        return [one for one in answers if not isinstance(one, Go)]

    def again(self) -> Opening | None:
        found: Opening | None = self._of.again()
        return found

    def beside(self) -> Sequence[tuple[str, Callable[[], Job | Later]]]:
        found: Sequence[tuple[str, Callable[[], Job | Later]]] = self._of.beside()
        return found
