"""What extras add to a comparison: tabs and commands of its job, and the job with which it opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from treecompare.jobs.base import Answer, Command, Doing, Job, Later, Opening
from treecompare.registry import all_of, load

if TYPE_CHECKING:
    from treecompare.jobs.compare import CompareJob


class Beside(Protocol):
    """Made of the job of a comparison, when that is opened."""

    def begins(self, cancel: Any, tell: Callable[[Doing], object]) -> Job | None:
        """The job that is seen first, in the background; None: the sentences. Its own ``beside`` has those of the comparison."""

    def tabs(self) -> Sequence[tuple[str, Callable[[], Job | Later]]]:
        """Its jobs on the comparison, in front of the sentences."""

    def commands(self) -> Sequence[Command]:
        """What can be done with the comparison besides."""

    def do(self, places: Sequence[int], action: str, value: Any) -> Sequence[Answer]:
        """One of its commands. Raises TreecompareError: it cannot be done."""

    def close(self) -> None:
        """The comparison is not looked at any more."""


def all_beside(job: CompareJob) -> list[Beside]:
    """What the extras that are installed have beside a comparison."""
    return [load(where)(job) for key, where in all_of("jobs").items() if key.startswith("beside:")]


def beginning(make: Opening) -> Opening:
    """What opens a comparison, with the job that is seen first."""

    def made(cancel: Any, tell: Callable[[Doing], object]) -> Job | None:
        job: Any = make(cancel, tell)
        try:
            for one in () if job is None else job.extras:
                if (first := one.begins(cancel, tell)) is not None:
                    return first  # type: ignore[no-any-return]
        except BaseException:
            job.close()
            raise
        return job  # type: ignore[no-any-return]

    return made
