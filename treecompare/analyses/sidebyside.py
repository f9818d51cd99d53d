"""Several experiments side by side, each as a run of its own: two treebanks and the parsers of each (Kübler et al. 2008).

The tables are those of each comparison, joined by what their rows are called: measures, phenomena, labels, relations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from treecompare.analyses.by_category import label_by_system_tables, relation_by_system_tables
from treecompare.analyses.statistics import statistics_tables
from treecompare.analyses.suites import ALL, judgement_tables, phenomenon_tables
from treecompare.comparison.base import Comparison
from treecompare.errors import UsageError
from treecompare.measures import Measure
from treecompare.scores.result import Column, ResultTable, Value, View, row_score_column, text_column
from treecompare.scores.set_notes import set_note

Experiment = tuple[str, Comparison]
"""A comparison that is scored, under the name that its columns have."""


def side_by_side_tables(
    experiments: Sequence[Experiment], measures: Sequence[Measure], view: View
) -> list[ResultTable]:
    """Statistics, systems, phenomena, judgements, and labels or relations where all experiments have them.

    ``measures``: those of the systems and phenomena that any of the experiments has; others are left out.

    Raises UsageError: none of the experiments has scores of any of the measures.
    """
    found = [one for one in measures if any(each.table.has(one.part) for _, each in experiments)]
    if not found:
        names = ", ".join(name for name, _ in experiments)
        raise UsageError(f"there are no scores of {', '.join(one.title for one in measures)} in any of {names}")
    tables = [*_statistics(experiments), _systems(experiments, found, view)]
    views = [
        replace(view, key_a=own[0], key_b=own[0], keys=tuple(own))
        for own in ([one.key for one in found if each.table.has(one.part)] for _, each in experiments)
        if own
    ]
    if len(views) == len(experiments):
        tables += _joined(experiments, phenomenon_tables, views)
    tables += _joined(experiments, judgement_tables, [view] * len(experiments))
    for kind, analysis in (("constituents", label_by_system_tables), ("dependencies", relation_by_system_tables)):
        if all(each.kind == kind for _, each in experiments):
            tables += _joined(experiments, analysis, [view] * len(experiments))
    return [table for table in tables if table.rows]


def lacking(experiments: Sequence[Experiment], measures: Sequence[Measure]) -> list[str]:
    """What to tell of experiments without scores that others have."""
    return [
        f"{name} has no scores of {', '.join(missing)}"
        for name, each in experiments
        if (missing := [one.title for one in measures if not each.table.has(one.part)])
    ]


def _joined(
    experiments: Sequence[Experiment], analysis: Callable[..., list[ResultTable]], views: Sequence[View]
) -> list[ResultTable]:
    """The tables of an analysis, each joined over the experiments."""
    found = [analysis(each, view) for (_, each), view in zip(experiments, views, strict=True)]
    names = [name for name, _ in experiments]
    return [beside(names, tables) for tables in zip(*found, strict=True)]


def beside(names: Sequence[str], tables: Sequence[ResultTable]) -> ResultTable:
    """Tables of one kind as one: a row for each name in their first columns, then the other columns of every table.

    Rows stand in the order of the first table that has them; where rows have two names, those with the same first one together.
    """
    heads = [column for column in tables[0].columns if not column.is_number]
    width = len(heads)
    keys = list(dict.fromkeys(tuple(row[:width]) for table in tables for row in table.rows))
    firsts = list(dict.fromkeys(key[0] for key in keys))
    keys.sort(key=lambda key: (firsts.index(key[0]), ALL in key[1:]))
    columns, cells = list(heads), [list(key) for key in keys]
    marked: set[tuple[int, int]] = set()
    row_of = {key: place for place, key in enumerate(keys)}
    measures = {
        tuple(row[:width]): one for table in tables for row, one in zip(table.rows, table.measures, strict=False)
    }
    for name, table in zip(names, tables, strict=True):
        offset = len(columns) - width
        columns += [under(name, column) for column in table.columns[width:]]
        rows = {tuple(row[:width]): row[width:] for row in table.rows}
        for key, row in zip(keys, cells, strict=True):
            row += rows.get(key, [None] * (len(table.columns) - width))
        marked |= {
            (row_of[tuple(table.rows[row][:width])], column + offset) for row, column in table.marked if column >= width
        }
    return ResultTable(
        tables[0].title, tuple(columns), cells, _notes(names, [table.note for table in tables]),
        _signatures(names, [table.signatures for table in tables]), frozenset(marked), mark=tables[0].mark,
        measures=tuple(measures[key] for key in keys) if measures else (),
    )  # fmt: skip


def under(name: str, column: Column) -> Column:
    """A column of an experiment, under its name."""
    return replace(column, title=f"{name}: {column.title}", key=f"{name}: {column.name}", in_files="")


def _notes(names: Sequence[str], notes: Sequence[str]) -> str:
    """What all say is said once."""
    if len(set(notes)) == 1:
        return notes[0]
    return " ".join(f"{name}: {note}" for name, note in zip(names, notes, strict=True) if note)


def _signatures(names: Sequence[str], signatures: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(f"{name}: {one}" for name, of in zip(names, signatures, strict=True) for one in of)


def _systems(experiments: Sequence[Experiment], measures: Sequence[Measure], view: View) -> ResultTable:
    """Measures down, the systems of every experiment across (Kübler et al. 2008, tables 3 and 6)."""
    rows: list[list[Value]] = [[one.title] for one in measures]
    columns = [text_column("measure")]
    signatures: list[str] = []
    for name, each in experiments:
        table = each.table
        columns += [row_score_column(f"{name}: {system}") for system in table.systems]
        for one, row in zip(measures, rows, strict=True):
            has = table.has(one.part)
            row += table.figures(one.key, view.average) if has else [None] * len(table.systems)
            signatures += [f"{name}: {table.signature(one.key, view.average)}"] if has else []
    notes = [set_note(each.table, [one.key for one in measures]) for _, each in experiments]
    return ResultTable(
        f"Systems, {view.average} (as Kübler et al. 2008, tables 3 and 6)", tuple(columns), rows,
        " ".join([
            "Systems of different golds are not ranked against each other: each column is a score on its own treebank.",
            *(f"{name}: {note}" for (name, _), note in zip(experiments, notes, strict=True) if note),
        ]),
        tuple(signatures), measures=tuple(measures),
    )  # fmt: skip


def _statistics(experiments: Sequence[Experiment]) -> list[ResultTable]:
    """A row per gold, named as its experiment (Kübler et al. 2008, table 1); those of constituents, then those of dependencies."""
    found: dict[tuple[str, ...], ResultTable] = {}
    for name, each in experiments:
        for table in statistics_tables(each, View()):
            row = next((row for row in table.rows if row[0] == each.gold.name), None)
            if row is None:
                continue
            kind = tuple(column.title for column in table.columns)
            before = found.get(kind, replace(table, rows=[], marked=frozenset(), found=lambda row, column: None))
            found[kind] = replace(
                before, title="The golds (as Kübler et al. 2008, table 1)", rows=[*before.rows, [name, *row[1:]]]
            )
    return list(found.values())
