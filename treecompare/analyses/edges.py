"""Enhanced graphs taken apart: edges by type of enhancement and by relation, what is wrong, and graphs with their empty nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.confusions import GOLD, SYSTEM, Cells, category_table, recall_precision_f1, shares
from treecompare.comparison.dependencies.edge_items import COLUMNS, KINDS
from treecompare.mappings.empty_nodes import empty_counterparts
from treecompare.scores.items import NONE, Items
from treecompare.scores.result import Found, ResultTable, Value, View, count_column, share_column, text_column

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
    return [*by_category, _wrong(comparison, view.system, items), _graphs(comparison)]


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


def _wrong(comparison: DependencyComparison, system: int, items: Items) -> ResultTable:
    """What is wrong with edges, the most frequent first."""
    (_, kinds, _), (names, gold, test) = items.codes("kind"), items.codes("relation with subtypes")
    rows = np.flatnonzero(kinds > 0)
    groups, inverse, counts = np.unique(
        np.stack((kinds, gold, test))[:, rows], axis=1, return_inverse=True, return_counts=True
    )
    order = np.lexsort((*groups[::-1], -counts))
    text = np.array([*names, "–"], object)
    values: list[list[Value]] = [
        [
            KINDS[groups[0, one]],
            text[groups[1, one]],
            text[groups[2, one]],
            int(counts[one]),
            int(counts[one]) / len(rows),
        ]
        for one in order.tolist()
    ]

    def found(row: int, column: int) -> Found | None:
        chosen = np.zeros(len(items), np.bool_)
        chosen[rows[inverse.reshape(-1) == order[row]]] = True
        return items.found(
            system, f"edges: {values[row][0]}, {values[row][1]} > {values[row][2]}", chosen, chosen, "{}"
        )

    return ResultTable(
        f"Enhanced edges that differ, {comparison.table.systems[system]}",
        (
            text_column("what"), text_column("gold"), text_column("system"), count_column("count"),
            share_column("share, %", "share"),
        ),
        values,
        "Missing and extra edges. Of one word, an edge of the gold and one of the system stand together where they have the same "
        "head (other subtype, other relation), or else the same relation (other head).",
        (comparison.table.signature("elas", system=system, among="by:kind"),),
        found=found,
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
