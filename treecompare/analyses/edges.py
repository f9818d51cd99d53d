"""Enhanced graphs taken apart: edges by type of enhancement and by relation, what is wrong, and graphs with their empty nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.confusions import (
    GOLD,
    SYSTEM,
    Cells,
    category_table,
    differing_table,
    recall_precision_f1,
    shares,
)
from treecompare.comparison.dependencies.edge_items import COLUMNS
from treecompare.mappings.empty_nodes import empty_counterparts
from treecompare.scores.items import NONE, Items
from treecompare.scores.result import ResultTable, Value, View, count_column, share_column, text_column

if TYPE_CHECKING:
    from treecompare.comparison.dependencies.comparison import DependencyComparison

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
    by_category = [_breakdown(comparison, view.system, items, by) for by, one in COLUMNS.items() if one.in_breakdowns]
    differing = differing_table(
        items, f"Enhanced edges that differ, {comparison.table.systems[view.system]}", "relation with subtypes", view.system,
        "Missing and extra edges. Of one word, an edge of the gold and one of the system stand together where they have the same "
        "head (other subtype, other relation), or else the same relation (other head).",
        comparison.table.signature("elas", system=view.system, among="by:kind"),
    )  # fmt: skip
    return [*by_category, differing, _graphs(comparison)]


def _breakdown(comparison: DependencyComparison, system: int, items: Items, by: str) -> ResultTable:
    grouped = items.by(by)
    right, cut = grouped.right("elas"), grouped.right("eulas")
    gold, test = grouped.counts()
    recall, precision, f1 = recall_precision_f1(grouped, right)
    everything = np.ones(len(items), np.bool_)
    cells = [
        Cells(GOLD, gold.tolist(), "edges: {}", everything),
        Cells(SYSTEM, test.tolist(), "edges of the system: {}", None, everything),
        Cells(share_column("recall"), recall, "edges missed: {}", ~right),
        Cells(share_column("precision"), precision, "edges that are not in the gold: {}", None, ~right),
        Cells(share_column("F1"), f1),
        Cells(share_column("F1 without subtypes", "F1 without subtypes"), recall_precision_f1(grouped, cut)[2]),
    ]
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
        both = np.array([right, right, 2 * right, 2 * int(eulas.matched.sum())])
        of = np.array([gold, test, gold + test, gold + test])
        rows.append([
            name, gold, test, right, *shares(both, of), len(scores.gold.empty_nodes.after), len(nodes),
            int(np.count_nonzero(nodes != NONE)),
        ])  # fmt: skip
    return ResultTable(
        "Enhanced graphs with their empty nodes",
        (
            text_column("system"), count_column("edges of the gold", "gold"), count_column("of the system", "test"),
            count_column("right"), share_column("recall"), share_column("precision"), share_column("F1"),
            share_column("F1 without subtypes", "F1 without subtypes"), count_column("empty nodes of the gold", "empty gold"),
            count_column("of the system", "empty test"), count_column("aligned", "empty aligned"),
        ),
        rows,
        "Nothing is collapsed: edges of words and empty nodes. Empty nodes of a sentence are aligned so that most edges are right, "
        "whatever their numbers.",
        (comparison.table.signature("elas", among="empty-nodes:aligned"),),
    )  # fmt: skip
