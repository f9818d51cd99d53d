"""Tags, lemmas, features and MISC of aligned words: recall, precision and F1 of each feature and of each value."""

from __future__ import annotations

from dataclasses import replace
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
from treecompare.comparison.dependencies.feature_items import SPLIT, whole
from treecompare.scores.items import Items
from treecompare.scores.result import Found, ResultTable, Value, View, count_column, share_column, text_column

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
    names = [column for column, of in items.items() if len(of)]
    rows: list[list[Value]] = []
    for name in names:
        of = items[name]
        right = np.array([int(of.right().sum())])
        gold, test = (np.array([int(one.sum())]) for one in (of.in_gold, of.in_test))
        rows.append([
            name.upper(), int(gold[0]), int(test[0]), int(right[0]), *shares(right, gold), *shares(right, test),
            *shares(2 * right, gold + test),
        ])  # fmt: skip

    def found(row: int, column: int) -> Found | None:
        wrong = ~items[names[row]].right()
        return (
            items[names[row]].found(system, f"{names[row].upper()} that differs", wrong, wrong) if column > 3 else None
        )

    return ResultTable(
        f"Columns of words, {comparison.table.systems[system]}",
        (
            text_column("column"), GOLD, SYSTEM, count_column("right"), share_column("recall"), share_column("precision"),
            share_column("F1"),
        ),
        rows,
        f"{_NOTE} FEATS and MISC: each value of each feature counts.",
        (comparison.table.signature("words", system=system, among="by:column"),),
        found=found,
    )  # fmt: skip


def _by(comparison: DependencyComparison, system: int, column: str, items: Items, by: str) -> ResultTable:
    grouped = items.by(by)
    right, name = grouped.right(), column.upper()
    gold, test = grouped.counts()
    recall, precision, f1 = recall_precision_f1(grouped, right)
    every = np.ones(len(items), np.bool_)
    cells = [
        Cells(GOLD, gold.tolist(), f"{name} {{}}", every),
        Cells(SYSTEM, test.tolist(), f"{name} {{}} of the system", None, every),
        Cells(share_column("recall"), recall, f"{name} {{}} missed", ~right),
        Cells(share_column("precision"), precision, f"{name} {{}} that the gold has not", None, ~right),
        Cells(share_column("F1"), f1),
    ]
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
