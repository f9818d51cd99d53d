"""The differences of a comparison as a job beside its sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.job import DecideJob
from treecompare.extras.annotators.kept import Store
from treecompare.jobs.base import Answer, Command
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.following import Following


class Decided(Following, DecideJob):
    """``of``: the job of the comparison, whose file keeps the decisions, and whose history has them."""

    def __init__(self, made: Adjudication, store: Store, of: CompareJob) -> None:
        super().__init__(made, store)
        self.of = of

    def turn(self, is_undo: bool) -> Sequence[Answer]:
        """Also what was done among the sentences, which have places of their own."""
        answers = super().turn(is_undo)
        self.take()
        return answers

    def commands(self) -> Sequence[Command]:
        return [*super().commands(), *self.of_comparison()]

    def do(self, places: Sequence[int], action: str, value: Any = None) -> Sequence[Answer]:
        found = self.do_of_comparison(action, value)
        return super().do(places, action, value) if found is None else found
