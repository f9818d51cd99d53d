"""Which job opens what people named: files to be compared, a comparison file, two versions, or a file that an extra opens."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from treecompare.comparison.files import Files, Versions
from treecompare.jobs.base import Opening
from treecompare.registry import EXTRAS, need

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
    if isinstance(wanted, Versions):
        return need("jobs", "diff")(wanted), "Two versions"
    from treecompare.jobs.opening import opening, opening_saved
    from treecompare.jobs.overview import OverviewJob

    path = Path(wanted.gold)
    if wanted.is_saved:
        return opening_saved(wanted.gold, OverviewJob, memory), f"Opening {path.name}"
    if not wanted.systems:
        return need("jobs", path.suffix)(wanted.gold), f"Opening {path.name}"
    return opening(wanted, overview=OverviewJob, memory=memory, known=dict(known or {})), "Opening"


def is_whole(wanted: Files | Versions) -> bool:
    """Whether it says all that is needed; a gold alone does not."""
    return isinstance(wanted, Versions) or bool(wanted.systems) or wanted.is_saved or opens_alone(wanted.gold)


def opens_alone(path: str) -> bool:
    """Whether an extra opens that file as a job of its own, whether it is installed or not."""
    return path.endswith(OF_THEIR_OWN)
