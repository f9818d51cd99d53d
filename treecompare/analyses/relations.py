"""Dependencies taken apart: by relation, part of speech, distance, direction and length, and what is confused with what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.confusions import (
    GOLD,
    SYSTEM,
    Cells,
    category_table,
    confusion_list,
    cross_table,
    recall_precision_f1,
    shares,
)
from treecompare.comparison.dependencies.items import COLUMNS, NAMES
from treecompare.scores.items import SAME
from treecompare.scores.result import ResultTable, View, share_column

if TYPE_CHECKING:
    from treecompare.comparison.dependencies.comparison import DependencyComparison

_OF_BOTH = (
    " Both: relation and head together (as Kübler et al. 2008, table 7); 'both right' is their recall, as in eval.pl's "
    "DEPREL + ATTACHMENT."
)
NO_COUNTERPART = "–"
"""The row or column of words without a counterpart in the other treebank."""
_SEVERAL = {"relation": "relations", "upos": "parts of speech", "head-upos": "parts of speech of heads"}
"""What is confused."""


def breakdown_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Per category: words, and how many have the right head, relation, both; precision and F1 of the category itself."""
    return [_breakdown(comparison, view.system, by) for by, column in COLUMNS.items() if column.in_breakdowns]


def _breakdown(comparison: DependencyComparison, system: int, by: str) -> ResultTable:
    items = comparison.items(system, "words")
    grouped = items.by(by)
    gold, test = grouped.counts()
    recall, precision, f1 = recall_precision_f1(grouped, grouped.right(SAME))
    said = NAMES.get(by, by)
    error = f"{said} {{}} with an error"

    def right(title: str, key: str) -> Cells:
        found = grouped.right(key)
        return Cells(share_column(title), shares(grouped.counts(found)[0], gold), error, ~found)

    cells = [
        Cells(GOLD, gold.tolist(), f"{said} {{}}", np.ones(len(items), np.bool_)),
        Cells(SYSTEM, test.tolist()),
        right("head right", "uas"),
        right("relation right", "label-accuracy"),
        right("both right", "las"),
        Cells(share_column("recall"), recall, error, ~grouped.right(SAME)),
        Cells(share_column("precision"), precision),
        Cells(share_column("F1"), f1),
    ]
    if by == "relation":
        _, *together = recall_precision_f1(grouped, grouped.right("las"))
        cells += [
            Cells(share_column(f"both: {name}"), of) for name, of in zip(("precision", "F1"), together, strict=True)
        ]
    return category_table(
        grouped, f"By {said}, {comparison.table.systems[system]}", said, cells, system,
        "Heads, relations and both: shares of the gold's words. Recall, precision and F1: of the category itself."
        + (_OF_BOTH + comparison.subtypes_said() if by == "relation" else ""),
        comparison.table.signature("las", system=system, among=f"by:{by}"), in_files=by,
    )  # fmt: skip


def confusion_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Per kind of category: the confusions, most frequent first; then gold categories down, those of the system across."""
    name = comparison.table.systems[view.system]
    tables = []
    for by in (by for by, column in COLUMNS.items() if column.in_confusions):
        several, said = _SEVERAL.get(by, by), NAMES.get(by, by)
        subtypes = comparison.subtypes_said() if by == "relation" else ""
        cross = cross_table(
            comparison.items(view.system, "words").by(by, "both"), f"Cross-table of {several}, {name}", view.system,
            "The gold's down, the system's across; the last is for words without a counterpart. The largest are marked."
            + subtypes,
            comparison.table.signature("las", system=view.system, among=f"by:{by}"), NO_COUNTERPART, f"{said} {{}}>{{}}", "{}>{}",
            marks_lost=True,
        )  # fmt: skip
        tables += [confusion_list(f"{several.capitalize()} confused by {name}", cross, subtypes), cross]
    return tables
