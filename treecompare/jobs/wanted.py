"""Which job opens what people named: files to be compared, a comparison file, two versions, or a file that an extra opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treecompare.comparison.files import Files, Versions
from treecompare.jobs.base import Doing, Job, Opening
from treecompare.registry import EXTRAS, check, need

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank
    from treecompare.jobs.keeping import Memory

OF_THEIR_OWN = tuple(key for keys in EXTRAS.values() for key in keys if key.startswith("."))
"""Ends of names of files that are no treebanks and no comparison files: results of a batch, lessons."""


def opening_of(
    wanted: Files | Versions, memory: Memory | None = None, known: Mapping[str, AnyTreebank] | None = None
) -> tuple[Opening, str]:
    """What makes the job, and what is said meanwhile. ``memory``: what is remembered of all comparisons; ``known``: treebanks that
    are read already, by path.

    Raises UsageError: it belongs to an extra that is not installed.
    """
    path = Path(wanted.gold) if isinstance(wanted, Files) else Path()
    key = "diff" if isinstance(wanted, Versions) else "" if wanted.systems or wanted.is_saved else path.suffix
    check(key)

    def made(cancel: Any, tell: Callable[[Doing], object]) -> Job | None:
        """What is needed is imported here, too: it takes as long as a file."""
        if key:
            make = need("jobs", key)(wanted if isinstance(wanted, Versions) else wanted.gold)
        else:
            from treecompare.jobs.opening import opening, opening_saved
            from treecompare.jobs.overview import OverviewJob

            assert isinstance(wanted, Files)
            if wanted.is_saved:
                make = opening_saved(wanted.gold, OverviewJob, memory)
            else:
                make = opening(wanted, overview=OverviewJob, memory=memory, known=dict(known or {}))
        found: Job | None = make(cancel, tell)
        return found

    return made, "Two versions" if key == "diff" else f"Opening {path.name}"


def is_whole(wanted: Files | Versions) -> bool:
    """Whether it says all that is needed; a gold alone does not."""
    return isinstance(wanted, Versions) or bool(wanted.systems) or wanted.is_saved or opens_alone(wanted.gold)


def opens_alone(path: str) -> bool:
    """Whether an extra opens that file as a job of its own, whether it is installed or not."""
    return path.endswith(OF_THEIR_OWN)
