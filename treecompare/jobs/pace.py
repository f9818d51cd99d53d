"""How far something is, told so seldom that nobody waits for the telling, and how long the rest of it takes."""

from __future__ import annotations

import time
from collections.abc import Callable

from treecompare.errors import counted
from treecompare.jobs.base import Doing

SECONDS_BETWEEN_REPORTS = 0.1
SECONDS_BEFORE_GUESSING = 1.5
LEAST_SHARE = 0.05
"""From that share on it is guessed how long the rest takes."""


class Pace:
    """Of one thing after the other."""

    def __init__(self) -> None:
        self._what, self._since = "", 0.0

    def said(self, doing: Doing) -> str:
        """What is done now, and how long it will take if that can be told."""
        now = time.monotonic()
        if doing.what != self._what:
            self._what, self._since = doing.what, now
        spent, left = now - self._since, ""
        if doing.share > LEAST_SHARE and spent > SECONDS_BEFORE_GUESSING:
            left = f" · {counted(round(spent * (1 - doing.share) / doing.share), 'second')} left"
        return f"{doing.what[:1].upper()}{doing.what[1:]}{left}"


def seldom(tell: Callable[[Doing], object]) -> Callable[[Doing], object]:
    """Tells at most ten times a second, and whatever is new at once."""
    what, at = "", 0.0

    def told(doing: Doing) -> None:
        nonlocal what, at
        now = time.monotonic()
        if doing.what != what or now - at > SECONDS_BETWEEN_REPORTS:
            what, at = doing.what, now
            tell(doing)

    return told
