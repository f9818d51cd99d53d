"""Deciding beside a comparison: between some of its analyses, or where its gold may be wrong. Its file keeps the decisions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from treecompare.errors import UsageError
from treecompare.extras.annotators.kept import STATE, analyses_in, decided_in, remembered, treebanks_in
from treecompare.jobs.base import Answer, Beside, Choose, Command, Job, Later, Open, Option, Tabs
from treecompare.readers.treebank import AnyTreebank
from treecompare.saved.rows import DECISION, RULE

if TYPE_CHECKING:
    from treecompare.extras.annotators.job import DecideJob

VIEW = "Differences"
KINDS = ("constituents", "dependencies")
"""Comparisons in which differences can be decided."""
MOST = 3
"""So many analyses can be decided between."""
BETWEEN, GOLD = "adjudicate", "check-gold"


class DecideBeside(Beside):
    """Of a comparison of files whose judgements are kept; another one has nothing to decide."""

    def __init__(self, job: Any) -> None:
        self.job = job
        self._asked = ""
        """What the tab is about: BETWEEN, GOLD, or nothing, if nobody asked yet."""
        self._between: list[str] = []
        self._made: tuple[tuple[Any, ...], DecideJob] | None = None

    @property
    def _named(self) -> dict[str, AnyTreebank]:
        """The treebanks by name, of which differences can be decided."""
        if self.job.kept is None or self.job.comparison.kind not in KINDS:
            return {}
        return treebanks_in(self.job.files, self.job.opened.treebanks)

    def _wanted(self) -> tuple[str, list[str]]:
        """What the tab is about now: as asked; else as decisions in the file, or what is compared, ask for it."""
        named, between = self._named, self._between
        if self._asked or not named:
            return self._asked, between
        own, checked = decided_in(self.job.kept.entries(DECISION, RULE), named)
        known = [one for one in remembered({STATE: self.job.kept.stored(STATE)}) if one in named]
        if own or (self.job.files.no_gold and not checked):
            names = known or list(named)
            return (BETWEEN, names) if len(names) <= MOST else ("", [])
        return (GOLD, []) if checked else ("", [])

    def tabs(self) -> Tabs:
        return [(VIEW, self._tab)] if self._wanted()[0] else []

    def _tab(self) -> Job | Later:
        what, between = self._wanted()
        key = what, *between
        if self._made is not None and self._made[0] == key:
            self._made[1].take()  # something may have been undone in the sentences
            return self._made[1]
        return Later("Comparing the analyses…", lambda _cancel, _tell: self._make(key, what, between))

    def _make(self, key: tuple[Any, ...], what: str, between: Sequence[str]) -> Job:
        """Raises UsageError: there is nothing to decide."""
        from treecompare.extras.annotators.adjudication import Adjudication
        from treecompare.extras.annotators.checked_gold import checked_gold
        from treecompare.extras.annotators.job import DecideJob
        from treecompare.extras.annotators.told import none_said

        named = self._named
        made = checked_gold(named) if what == GOLD else Adjudication(analyses_in(named, between))
        if not made.differences:
            raise UsageError(none_said(made.analyses).rstrip("."))
        job = DecideJob(made, self.job, judges=what == BETWEEN)
        self._made = key, job
        return job

    def commands(self) -> Sequence[Command]:
        if not self._named:
            return []
        about = "Difference by difference; the result is a treebank"
        return [
            Command(BETWEEN, "Decide…", about=f"Between two or three analyses. {about}"),
            Command(GOLD, "Check the gold…", about="Where all systems have the same other value, or words vary"),
        ]

    def do(self, places: Sequence[int], action: str, value: Any) -> Sequence[Answer]:
        named = list(self._named)
        if action == BETWEEN and value is None and len(named) > 2:
            return [Choose(BETWEEN, [Option(f"{n}", " ↔ ".join(one)) for n, one in enumerate(_choices(named))])]
        if action == BETWEEN:
            self._between = list(_choices(named)[int(value)]) if value is not None else named
            if len(named) > 2:
                self.job.kept.keep({STATE: {"between": self._between}})
        self._asked = action
        here = self.job.kept.sentences_in(places[0])
        return [Open(VIEW, place=f"{here[0] + 1}" if here else "")]


def _choices(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Two or three of the analyses: first those with the first one, by which sentences are counted."""
    return [one for size in (2, MOST) for one in combinations(names, size)]
