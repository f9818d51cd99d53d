"""What extras add to a comparison: tabs and commands of its job."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from treecompare.jobs.base import Answer, Command, Job, Later
from treecompare.registry import all_of, load


class Beside(Protocol):
    """Made of the job of a comparison, with it."""

    def tabs(self) -> Sequence[tuple[str, Callable[[], Job | Later]]]:
        """Its jobs on the comparison, in front of the sentences: it opens at the first one. Their ``beside`` is that of it."""

    def commands(self) -> Sequence[Command]:
        """What can be done with the comparison besides."""

    def do(self, places: Sequence[int], action: str, value: Any) -> Sequence[Answer]:
        """One of its commands. Raises TreecompareError: it cannot be done."""


def all_beside(job: Job) -> list[Beside]:
    """Of the job of a comparison, what the extras that are installed have beside a comparison."""
    return [load(where)(job) for key, where in all_of("jobs").items() if key.startswith("beside:")]
