"""What an analysis of a scored comparison is: a function from a comparison to tables, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from treecompare.analyses.without_gold import without_gold
from treecompare.comparison.base import Comparison
from treecompare.drawing.names import Names
from treecompare.measures import MEASURES_OF
from treecompare.scores.result import ResultTable, View

ALL = " ".join(MEASURES_OF)
"""Every kind of comparison."""


@dataclass(frozen=True)
class Analysis:
    """One analysis. ``of_view`` names what of the view it depends on: system, measures, average, variant,
    baseline, pattern, sentence, judgements; or on the ``queries`` of the comparison.

    ``of_kinds``: constituents, dependencies, lattices, schemes, or several of them. ``parts``: what the titles of its tables begin
    with, besides those that are called as the analysis is, and those that depend on what is compared. ``is_of_errors``: its
    tables count errors, which are differences where neither analysis is gold. ``quick``: makes tables that are shown until the
    others are there, where these take long. ``without``: why there is nothing to see, where that can be. ``for_scripts``: what is
    printed as TSV and CSV in place of all tables. ``behind``: of an extra, the key of the one that it is listed behind.
    """

    key: str
    title: str
    explanation: str
    make: Callable[[Any, View], list[ResultTable]]
    of_view: str = ""
    of_kinds: str = "constituents"
    parts: tuple[str, ...] = ()
    is_of_errors: bool = False
    quick: Callable[[Any, View], list[ResultTable]] | None = None
    without: Callable[[Any], str] = lambda _comparison: ""
    behind: str = ""
    for_scripts: Callable[[Any], list[ResultTable]] | None = None

    @property
    def follows(self) -> frozenset[str]:
        """What of the view it depends on."""
        return frozenset(self.of_view.split())

    @property
    def kinds(self) -> frozenset[str]:
        """What kinds of comparison have it."""
        return frozenset(self.of_kinds.split())

    def tables(self, comparison: Comparison, view: View) -> list[ResultTable]:
        """Its tables, where neither analysis is gold with the names of both."""
        system = view.system if "system" in self.follows else None
        return without_gold(self.make(comparison, view), comparison, system, self.is_of_errors)

    def first_tables(self, comparison: Comparison, view: View) -> list[ResultTable]:
        """What is shown meanwhile (``quick``), in the same way."""
        assert self.quick is not None
        return without_gold(self.quick(comparison, view), comparison, None, self.is_of_errors)

    def told(self, text: str, names: Names) -> str:
        """A text about it, or its title, by the names of both analyses where neither is gold."""
        return names.told_of_errors(text) if self.is_of_errors else names.told(text)
