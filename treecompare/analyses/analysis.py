"""What an analysis of a scored comparison is: a function from a comparison to tables, and what is told of it; without a gold both
sides are called by their names, errors are differences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from treecompare.comparison.base import Comparison
from treecompare.drawing.names import Names
from treecompare.measures import ALL_MEASURES, MEASURES_OF
from treecompare.scores.result import Found, ResultTable, Value, View
from treecompare.scores.set_notes import measure_title

TOLD = ("type", "attached", "per 100", "pairing", "reason")
"""Columns whose cells tell something, and do not stand in the files."""
_MEASURES = {one.title: one for one in ALL_MEASURES}


def without_gold(
    tables: Sequence[ResultTable], comparison: Comparison, system: int | None = None, are_of_errors: bool = False
) -> list[ResultTable]:
    """Tables as they are shown for this comparison: as they are where there is a gold.

    ``system``: which one they are about; None: all. ``are_of_errors``: they count errors. What scripts read, the names of
    columns in files, stays.
    """
    names = comparison.names(system)
    if names.is_gold:
        return [*tables]
    return [_renamed(table, comparison.table.systems, names, are_of_errors) for table in tables]


def _renamed(table: ResultTable, systems: Sequence[str], names: Names, is_of_errors: bool) -> ResultTable:
    def told(text: str) -> str:
        if text in _MEASURES:
            return measure_title(_MEASURES[text], names)
        return names.told_of_errors(text) if is_of_errors else names.told(text)

    def has_only(column: int, known: Collection[object]) -> bool:
        return bool(table.rows) and all(row[column] in known for row in table.rows)

    titles = [column.title for column in table.columns]

    def is_name(title: str, column: int) -> bool:
        """Whether a title is the name of a system, which may be called gold, too."""
        if title not in ("gold", "system") or title not in systems:
            return title in systems
        if titles.count(title) > 1:
            return titles.index(title) < column
        return "system" not in titles and set(systems) <= set(titles)

    def head(title: str, column: int) -> str:
        if is_name(title, column):
            return title
        if title in ("pooled", "mean") and has_only(column, _MEASURES):
            return f"agreement with {names.first}, {title}"
        if title == "system" and ("gold" not in titles or has_only(column, systems)):
            return f"compared with {names.first}"
        return told(title)

    columns = tuple(
        replace(one, title=head(one.title, place), key=one.name, in_files=one.in_files or one.title)
        for place, one in enumerate(table.columns)
    )
    texts = [
        not one.is_number and (one.title in TOLD or has_only(place, _MEASURES))
        for place, one in enumerate(table.columns)
    ]
    rows: list[list[Value]] = [
        [
            told(value) if is_text and isinstance(value, str) else value
            for is_text, value in zip(texts, row, strict=True)
        ]
        for row in table.rows
    ]

    def found(row: int, column: int) -> Found | None:
        there = table.found(row, column)
        return None if there is None else replace(there, text=told(there.text))

    return replace(table, title=told(table.title), columns=columns, rows=rows, note=told(table.note), found=found)


ALL = " ".join(MEASURES_OF)
"""Every kind of comparison."""


@dataclass(frozen=True)
class Analysis:
    """One analysis. ``of_view`` names what of the view it depends on: system, measures, average, variant,
    baseline, pattern, sentence, judgements; or on the ``queries`` of the comparison.

    ``of_kinds``: constituents, dependencies, lattices, schemes, or several of them. ``is_of_errors``: its tables count errors,
    which are differences where neither analysis is gold. ``quick``: makes tables that are shown until the others are there,
    where these take long. ``without``: why there is nothing to see, where that can be. ``for_scripts``: what is printed as TSV
    and CSV in place of all tables. ``behind``: of an extra, the key of the one that it is listed behind. ``further``: how the
    titles of further tables begin that every comparison of its kinds has.
    """

    key: str
    title: str
    explanation: str
    make: Callable[[Any, View], list[ResultTable]]
    of_view: str = ""
    of_kinds: str = "constituents"
    is_of_errors: bool = False
    quick: Callable[[Any, View], list[ResultTable]] | None = None
    without: Callable[[Any], str] = lambda _comparison: ""
    behind: str = ""
    for_scripts: Callable[[Any], list[ResultTable]] | None = None
    further: tuple[str, ...] = ()

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
