"""Columns of CoNLL-U besides trees: recall, precision and F1 of tags, lemmas, features and MISC; enhanced edges and graphs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.by_category import (
    GOLD,
    RATES,
    SYSTEM,
    Cells,
    category_table,
    differing_table,
    rates,
    recall_precision_f1,
    share,
    usual_cells,
)
from treecompare.comparison.dependencies.items import EDGE_COLUMNS, SPLIT, whole
from treecompare.mappings.empty_nodes import empty_counterparts
from treecompare.scores.items import NONE, Items
from treecompare.scores.result import Fact, ResultTable, Value, View, count_column, share_column, text_column

if TYPE_CHECKING:
    from treecompare.comparison.dependencies.comparison import DependencyComparison

_OPEN = frozenset({"lemma", "misc"})
"""Columns of which only values that are wrong somewhere are listed."""
_NOTE = "Of words that are aligned. Recall of what the gold has, precision of what the system has."


def column_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """All columns; then of each that both sides have its features, its values, and which values differ."""
    items = {column: comparison.items(view.system, column) for column in SPLIT}
    tables = [_overview(comparison, view.system, items)]
    for column, of in items.items():
        if not (of.in_gold.any() and of.in_test.any()):
            continue
        if SPLIT[column] is not whole:
            tables.append(_by(comparison, view.system, column, of, "feature"))
        tables.append(_by(comparison, view.system, column, of, "value"))
        tables.append(
            differing_table(
                of, f"{column.upper()}: values that differ, {comparison.table.systems[view.system]}", "value", view.system,
                "Of one word, a value of the gold and one of the system stand together if they are of the same feature.",
                comparison.table.signature(comparison.item_keys[column], system=view.system, among=f"column:{column}"),
            )
        )  # fmt: skip
    return tables


def _overview(comparison: DependencyComparison, system: int, items: dict[str, Items]) -> ResultTable:
    rows: list[list[Value | Fact]] = []
    for name, of in ((column.upper(), of) for column, of in items.items() if len(of)):
        is_right = of.right()
        gold, test, right = (int(one.sum()) for one in (of.in_gold, of.in_test, is_right))
        behind = partial(of.found, system, f"{name} that differs", ~is_right, ~is_right)
        rows.append([name, gold, test, right, *Fact.each(rates(right, gold, test), behind)])
    return ResultTable.of(
        f"Columns of words, {comparison.table.systems[system]}",
        (text_column("column"), GOLD, SYSTEM, count_column("right"), *RATES),
        rows,
        f"{_NOTE} FEATS and MISC: each value of each feature counts.",
        (comparison.table.signature("words", system=system, among="by:column"),),
    )  # fmt: skip


def _by(comparison: DependencyComparison, system: int, column: str, items: Items, by: str) -> ResultTable:
    grouped = items.by(by)
    name = column.upper()
    texts = "{}", "{} of the system", "{} missed", "{} that the gold has not"
    cells = usual_cells(grouped, grouped.right(), (*(f"{name} {text}" for text in texts), ""))
    table = category_table(
        grouped, f"{name} by {by}, {comparison.table.systems[system]}", by, cells, system, _NOTE,
        comparison.table.signature(comparison.item_keys[column], system=system, among=f"by:{column}-{by}"), are_lit_in_pairs=True,
    )  # fmt: skip
    return _only_wrong(table) if by == "value" and column in _OPEN else table


def _only_wrong(table: ResultTable) -> ResultTable:
    """Without values that are always right."""
    kept = [place for place, row in enumerate(table.rows) if row[-1] != 1.0]
    left = len(table.rows) - len(kept)
    note = f" {left:,} values that are always right are left out." if left else ""
    found = table.found
    return replace(
        table, rows=[table.rows[place] for place in kept], note=table.note + note,
        found=lambda row, column: found(kept[row], column),
    )  # fmt: skip


_NOTES = {
    "enhancement": " Types by the basic tree of each side: basic (the same edge), case information (another subtype), ellipsis (a "
    "path through empty nodes), relative clause (ref, or from its verb to what it modifies), controlled subject (of an xcomp), "
    "shared head (of a conjunct), shared dependent (of conjuncts).",
    "relation": " Without subtypes; > joins the relations of a path through empty nodes.",
    "relation with subtypes": " As written; > joins the relations of a path through empty nodes.",
}


def edge_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """By type of enhancement, by relation, what is wrong, and the graphs with their empty nodes; none without enhanced graphs."""
    if comparison.without_graphs:
        return []
    items = comparison.items(view.system, "edges")
    by_category = [
        _breakdown(comparison, view.system, items, by) for by, one in EDGE_COLUMNS.items() if one.in_breakdowns
    ]
    differing = differing_table(
        items, f"Enhanced edges that differ, {comparison.table.systems[view.system]}", "relation with subtypes", view.system,
        "Missing and extra edges. Of one word, an edge of the gold and one of the system stand together where they have the same "
        "head (other subtype, other relation), or else the same relation (other head).",
        comparison.table.signature("elas", system=view.system, among="by:kind"),
    )  # fmt: skip
    return [*by_category, differing, _graphs(comparison)]


def _breakdown(comparison: DependencyComparison, system: int, items: Items, by: str) -> ResultTable:
    grouped = items.by(by)
    texts = "edges: {}", "edges of the system: {}", "edges missed: {}", "edges that are not in the gold: {}", ""
    of_edges = recall_precision_f1(grouped, grouped.right("eulas"))[2]
    cells = usual_cells(grouped, grouped.right("elas"), texts)
    cells.append(Cells(share_column("F1 without subtypes", "F1 without subtypes"), of_edges))
    return category_table(
        grouped, f"Enhanced edges by {by}, {comparison.table.systems[system]}", by, cells, system,
        f"Edges of words, empty nodes collapsed, each matched once.{_NOTES[by]}",
        comparison.table.signature("elas", system=system, among=f"by:{by}"), are_lit_in_pairs=True,
    )  # fmt: skip


def _graphs(comparison: DependencyComparison) -> ResultTable:
    """The edges of words and empty nodes, of each system."""
    rows: list[list[Value]] = []
    for system, name in enumerate(comparison.table.systems):
        scores = comparison.scores[system].within(comparison.table.rows(system, "elas"))
        elas, eulas = (scores.graphs.part(part) for part in ("elas", "eulas"))
        right, gold, test = (int(counts.sum()) for counts in (elas.matched, elas.gold, elas.test))
        nodes = empty_counterparts(scores.gold, scores.test, scores.alignment)
        rows.append([
            name, gold, test, right, *rates(right, gold, test), share(2 * int(eulas.matched.sum()), gold + test),
            len(scores.gold.empty_nodes.after), len(nodes), int(np.count_nonzero(nodes != NONE)),
        ])  # fmt: skip
    return ResultTable(
        "Enhanced graphs with their empty nodes",
        (
            text_column("system"), count_column("edges of the gold", "gold"), count_column("of the system", "test"),
            count_column("right"), *RATES,
            share_column("F1 without subtypes", "F1 without subtypes"), count_column("empty nodes of the gold", "empty gold"),
            count_column("of the system", "empty test"), count_column("aligned", "empty aligned"),
        ),
        rows,
        "Nothing is collapsed: edges of words and empty nodes. Empty nodes of a sentence are aligned so that most edges are right, "
        "whatever their numbers.",
        (comparison.table.signature("elas", among="empty-nodes:aligned"),),
    )  # fmt: skip
