"""How jobs were left: kept in their file where they have one, else by the window."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from treecompare.jobs.base import Job
from treecompare.writing import file_name

LONGEST = 100_000
"""Characters of what is remembered of a job."""


def remember(job: Job, order: str, find: str, place: int, store: Callable[[str, str], object]) -> None:
    """Keeps how a job is left. ``store``: where it has no file, under a key."""
    name = job.name(place) if place >= 0 else ""
    left = {"order": order, "find": find, "place": name, "state": job.state()}
    if not job.remember(job.kind, left):
        del left["find"]  # what belongs to no file is listed as a whole again
        store(_key(job), json.dumps(left))


def remembered(job: Job, stored: Callable[[str], str]) -> Mapping[str, Any]:
    """How a job was left; nothing where it is not what was ``stored``."""
    found: Any = job.remembered(job.kind)
    if found is None:
        text = stored(_key(job))
        try:
            found = json.loads(text) if len(text) <= LONGEST else {}
        except (ValueError, RecursionError):
            return {}
    return found if isinstance(found, dict) and isinstance(found.get("state", {}), dict) else {}


def _key(job: Job) -> str:
    return f"frame/{job.kind}/{file_name(job.title)}"
