"""Which sentences of a comparison are looked at: what the filter above their list says, and how it is kept in files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, WAITING
from treecompare.trees.characters import visible
from treecompare.trees.expressions import Expression

MARKED, NOTED, WRONG = "\0marked", "\0noted", "\0wrong"
JUDGED = {MARKED: "marked or noted", NOTED: "with a note", WRONG: "judged wrong"}
"""What sentences can be filtered by besides phenomena, as people read it."""
STATUSES = {WAITING: "waiting", SCORED: "scored", PARTIAL: "words differ", SKIPPED: "skipped"}
"""What is said of whether a sentence could be compared."""


@dataclass(frozen=True)
class Chosen:
    """Sentences that were chosen elsewhere: in a table, in a plot; ``text`` says what they have in common.

    ``marks``: per sentence words (from 1) with what is to be shown behind them, as in ``Joana[nsubj>obj]``. ``nodes``: per sentence
    the nodes to light, as side and number; those of the system are of ``system``, if that is given. ``counts``: how often what they
    have in common is in each, where that is counted.
    """

    text: str
    sentences: frozenset[int]
    marks: dict[int, dict[int, str]] = field(default_factory=dict)
    nodes: Mapping[int, Sequence[tuple[str, int]]] = field(default_factory=dict)
    system: int | None = None
    counts: Mapping[int, int] = field(default_factory=dict)

    def without(self, sentences: frozenset[int], text: str) -> Chosen:
        """Those of these that are not among others, of which ``text`` says what they have in common."""
        return replace(self, text=f"{self.text}, not {text}", sentences=self.sentences - sentences)


@dataclass(frozen=True)
class Filter:
    """Which sentences to show; what is empty or None does not matter.

    ``text`` is looked for in ``where``: "words", "labels" (of constituents) or "tags", of either tree; or it is a tree "pattern".
    ``differing``: only sentences whose trees differ; ``all_differ``: those of every system from the gold.
    ``discontinuous``: only those with constituents whose words stand apart.
    ``difference``: only rank differences of that size at least.
    ``outcome``: only answers of raw output that came to this. ``judged``: only sentences with that phenomenon; ``MARKED``,
    ``NOTED``, ``WRONG``: with anything that people said of them, with a note, judged wrong. ``chosen``: only these. ``tokens``:
    what else is asked for, as :func:`treecompare.analyses.conditions.condition_of` reads it.
    """

    text: str = ""
    where: str = "words"
    is_regex: bool = False
    shortest: int | None = None
    longest: int | None = None
    differing: bool = False
    all_differ: bool = False
    discontinuous: bool = False
    difference: float | None = None
    status: int | None = None
    outcome: str = ""
    judged: str = ""
    chosen: Chosen | None = None
    tokens: tuple[str, ...] = ()

    def check(self) -> None:
        """Whether the text can be looked for. Raises ExpressionError: it is not a regular expression."""
        if self.where != "pattern" and self.text and self.is_regex:
            self.expression()

    def expression(self) -> Expression:
        """The regular expression that ``text`` is. Raises ExpressionError: it is none."""
        return Expression(self.text, ignores_case=True)

    def said(self) -> str:
        """What is asked for, for who reads an exported list."""
        text = "regular expression “{0}”" if self.is_regex else "“{0}”"
        places = {
            "words": "in words",
            "labels": "in labels or relations",
            "tags": "in tags",
            "pattern": "as a tree pattern",
        }
        parts = [f"{text.format(self.text)} {places[self.where]}"] if self.text else []
        for number, said in (
            (self.shortest, "at least {0} words"),
            (self.longest, "at most {0} words"),
            (self.difference, "ranks under A and B at least {0} apart"),
        ):
            parts += [said.format(number)] if number is not None else []
        parts += ["analyses that differ"] if self.differing else []
        parts += ["all systems differ"] if self.all_differ else []
        parts += ["discontinuous constituents"] if self.discontinuous else []
        parts += [f"status “{STATUSES[self.status]}”"] if self.status is not None else []
        parts += [JUDGED.get(self.judged, f"tagged “{self.judged}”")] if self.judged else []
        parts += [f"chosen in a table or plot: {self.chosen.text}"] if self.chosen else []
        parts += self.tokens
        return "; ".join(parts)

    def parts(self) -> list[tuple[str, tuple[str, ...]]]:
        """What is asked for besides texts and chosen sentences, each in a few words and with the fields that it stands for."""
        found: list[tuple[str, tuple[str, ...]]] = []
        if self.is_regex:
            found.append(("regular expression", ("is_regex",)))
        if self.differing:
            found.append(("Differ", ("differing",)))
        if self.all_differ:
            found.append(("All systems differ", ("all_differ",)))
        if self.discontinuous:
            found.append(("Discontinuous", ("discontinuous",)))
        if self.shortest and self.longest:
            found.append((f"{self.shortest}–{self.longest} words", ("shortest", "longest")))
        elif self.shortest or self.longest:
            sign = "≥" if self.shortest else "≤"
            found.append((f"{sign} {self.shortest or self.longest} words", ("shortest", "longest")))
        if self.difference:
            found.append((f"Rank difference ≥ {self.difference:g}", ("difference",)))
        if self.status is not None:
            found.append((STATUSES[self.status], ("status",)))
        if self.outcome:
            found.append((self.outcome, ("outcome",)))
        if self.judged:
            found.append((JUDGED.get(self.judged, visible(self.judged)), ("judged",)))
        if self.tokens:
            found.append((", ".join(map(visible, self.tokens)), ("tokens",)))
        return found

    def stored(self) -> dict[str, Any]:
        """What is wished, for a file; of chosen sentences neither marks nor nodes."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        found = {name: value for name, value in values.items() if value != getattr(NOTHING, name)}
        if self.chosen is not None:
            sentences, counts = sorted(self.chosen.sentences), self.chosen.counts
            found["chosen"] = {"text": self.chosen.text, "sentences": sentences}
            found["chosen"] |= {"counts": [counts.get(one, 0) for one in sentences]} if counts else {}
        return found


NOTHING = Filter()
