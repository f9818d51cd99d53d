"""A job that is looked at, its order and place; what is beside it, the way back, what can be taken back, and how far work is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from treecompare.errors import TreecompareError, counted
from treecompare.jobs.base import Doing, Done, Job, Later, Places, Tabs, begun, turned
from treecompare.jobs.remembered import Remembered

SECONDS_BETWEEN_REPORTS = 0.1
SECONDS_BEFORE_GUESSING = 1.5
LEAST_SHARE = 0.05
"""From that share on it is guessed how long the rest takes."""


class Visit(NamedTuple):
    """What is looked at."""

    job: Job
    order: str
    find: str
    place: int


class Session:
    """Of a window, which asks it. ``kept``: knows how jobs were left.

    ``order``, ``place``: those of the ``job``; ``before``: where one was before nothing was listed; ``last_find``: what was looked
    for last. ``tabs``: the jobs beside it, by their names. ``jobs``: all that were looked at, with the conditions and the place
    at which each was left; ``done``: what was done in them. ``way``: where one came from, the last one last.
    """

    def __init__(self, *, kept: Remembered) -> None:
        super().__init__()
        self._kept = kept
        self.job: Job | None = None
        self.order, self.place, self.before = "", -1, -1
        self.last_find = self.came = ""
        self.tabs: Tabs = []
        self.jobs: dict[Job, tuple[str, int]] = {}
        self.way: list[Visit] = []
        self.done: list[tuple[Job, Done]] = []
        self.undone: list[tuple[Job, Done]] = []

    # -- jobs ----------------------------------------------------------------------------------------------------------

    def enter(self, job: Job, order: str = "", find: str = "", place: int = -1) -> tuple[str, int]:
        """A job is looked at as it was left, or as is wanted; returns the conditions and the place to begin at."""
        if self.job is not None and self.job is not job and self.job.passes:
            self._pass(self.job, job)
        left = self._kept.left(job)
        if job not in self.jobs:
            job.restore(left.get("state", {}))
            name = left.get("place")
            self.jobs[job] = str(left.get("find", "")), job.place(name) if isinstance(name, str) else -1
        if place < 0:
            find, place = find or self.jobs[job][0], self.jobs[job][1]
        self.job, self.place, self.before = job, -1, -1
        orders = [one.key for one in job.orders()]
        self.order = next((one for one in (order, left.get("order")) if one in orders), orders[0])
        self.look_beside()
        return find, place

    def _pass(self, gone: Job, job: Job) -> None:
        """A job of which nothing stays goes; who leaves it by a tab is where one was before, and Back leads on from there."""
        before, self.way = self.way, [one for one in self.way if one.job is not gone]
        if len(self.way) < len(before) and self.way and self.way[-1].job is job:
            self.way.pop()
        self.jobs.pop(gone, None)
        gone.close()

    def look_beside(self) -> None:
        """What is beside the job may be something else now."""
        if (job := self.job) is not None:
            self.tabs = job.beside()

    @property
    def tab(self) -> int:
        """The number of the tab that is looked at; -1: none of them is."""
        return next((at for at, (name, _) in enumerate(self.tabs) if self.job and name == self.job.view), -1)

    def note(self, find: str) -> None:
        """It is remembered where one was."""
        if self.job is not None:
            self.jobs[self.job] = find, self.here
            self._kept.leave(self.job, self.order, find, self.place)

    def end(self) -> None:
        """Nothing is looked at any more, and nothing can be taken back."""
        for one in self.jobs:
            one.close()
        self.job = None
        self.tabs = []
        for each in (self.jobs, self.way, self.done, self.undone):
            each.clear()

    # -- places --------------------------------------------------------------------------------------------------------

    @property
    def here(self) -> int:
        """Where one is, or was before nothing was listed."""
        return self.place if self.place >= 0 else self.before

    def listed(self, find: str) -> Places | Later:
        """What is listed under these conditions. Raises TreecompareError: one of them is none."""
        assert self.job is not None
        found = self.job.places(self.order, self.job.tokens(find))
        if isinstance(found, Places) and not len(found.order) and not self.job.refuses:
            from treecompare.analyses.conditions import check_words  # the window is seen before it

            check_words(find, [*map(begun, self.job.conditions())])
        self.last_find = find or self.last_find
        return found

    def listed_anew(self, find: str, shown: Places, count: str) -> Places | Later:
        """The same after something was done: the places stay where they are until somebody lists them anew, if they may. ``count``:
        what is said of them now."""
        assert self.job is not None
        try:
            now = self.job.places(self.order, self.job.tokens(find))
        except TreecompareError:  # what is typed is no condition, as is said there; what is listed may wait no more
            now = self.job.places(self.order, ())
            if isinstance(now, Places):
                now = replace(now, count=count)
        if isinstance(now, Places) and now.stay and now.order.tolist() != shown.order.tolist():
            now = replace(now, order=shown.order, sections=shown.sections)
        return now

    def nothing_listed(self) -> None:
        """One is nowhere."""
        self.place, self.before = -1, self.here

    # -- the way back --------------------------------------------------------------------------------------------------

    def remember(self, find: str) -> None:
        """Back leads here again."""
        if self.job is not None:
            self.way.append(Visit(self.job, self.order, find, self.place))

    def came_under(self, find: str) -> bool:
        """Whether one came here under these conditions: one step out leads to where one was before."""
        return bool(self.way) and find == self.came

    # -- what can be taken back ----------------------------------------------------------------------------------------

    def keep(self, done: Done) -> None:
        """Something was done, which can be taken back: here, if the job itself does not keep its steps."""
        if self.job is not None and self.job.history() is None:
            self.done.append((self.job, done))
            self.undone.clear()

    def next_turn(self, is_undo: bool) -> tuple[str, bool]:
        """What is taken back next, or done again; whether anything is."""
        kept = self.job.history() if self.job is not None else None
        if kept is not None:
            return kept[0 if is_undo else 1], True
        stack = self.done if is_undo else self.undone
        return (stack[-1][1].title, True) if stack else ("", False)

    def take_back(self, is_undo: bool) -> tuple[Job, int, str] | None:
        """Takes back what was done last, or does it again: in which job, at which place, and what is said of it; None: nothing was.

        Raises TreecompareError: it is refused.
        """
        stack, other = (self.done, self.undone) if is_undo else (self.undone, self.done)
        if not stack:
            return None
        job, done = stack[-1]
        place = job.put(done.action, done.before if is_undo else done.after)
        other.append(stack.pop())
        return job, place, turned(is_undo, done.title).text


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
