"""Scores per label, and which labels are confused: over equal spans, as for relations in a dependency evaluation.

The matches are those of the E-mapping of the roof (for tags: those of evalb's tagging accuracy), so the counts of all labels add
up to the table's.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from treecompare.analyses.confusions import (
    GOLD,
    SYSTEM,
    Cells,
    category_table,
    confusion_list,
    cross_table,
    recall_precision_f1,
)
from treecompare.comparison.base import Comparison
from treecompare.scores.result import ResultTable, View, count_column, share_column

NONE = "∅"
"""Shown where the other tree has no node over the span."""
WHAT = {"constituents": "Constituents", "tags": "Part-of-speech tags"}


def label_tables(comparison: Comparison, view: View, kind: str = "constituents") -> list[ResultTable]:
    """Recall, precision and F1 per label; then what is confused over equal spans, as a list and as a cross-table."""
    items = comparison.items(view.system, kind)
    labels, right = items.by("label", "both"), items.right()
    name, what = comparison.table.systems[view.system], WHAT[kind]
    signature = comparison.table.signature(comparison.item_keys[kind], system=view.system, among="by:label")
    equal = equal_note(comparison, labels.names)
    (gold, test), (hits, _) = labels.counts(), labels.counts(right)
    recall, precision, f1 = recall_precision_f1(labels, right)
    everything = np.ones(len(items), np.bool_)
    cells = [
        Cells(GOLD, gold.tolist(), "{} in the gold", everything),
        Cells(SYSTEM, test.tolist(), "{} in the system", test=everything),
        Cells(count_column("matched"), hits.tolist(), "{} found", right),
        Cells(share_column("recall"), recall, "{} of the gold not found", ~right),
        Cells(share_column("precision"), precision, "{} of the system not in the gold", test=~right),
        Cells(share_column("F1"), f1, "{} missed or invented", ~right, ~right),
    ]
    note = (
        f"{gold.sum():,} in the gold, {test.sum():,} in the system, {np.count_nonzero(right):,} matched. A click on a count or a "
        "score shows its sentences: on recall those in which one was missed, on precision those in which one was invented, "
        f"on F1 both.{equal}"
    )
    title = f"{what} of {name} by label"
    scores = category_table(labels, title, "label", cells, view.system, note, signature, NONE)
    cross = cross_table(
        labels, f"Cross-table of {what.lower()}, {name}", view.system,
        f"Gold labels down, labels of the system across, over the same words; {NONE}: the other tree has none there. "
        f"A click on a cell shows its sentences; the largest confusions are marked.{equal}",
        signature, NONE, most=len(labels.names),
    )  # fmt: skip
    return [scores, confusion_list(f"{what} confused by {name}", cross, equal), cross]


def equal_note(comparison: Comparison, names: Iterable[str]) -> str:
    """What to know of figures per label where some of these labels are equal by the preparation, after a blank; else empty."""
    equal = comparison.preparation.parameters.equal_labels
    there = {name for pair in equal for name in pair}.intersection(names)
    if len(there) < 2:
        return ""
    pairs = [f"{a} and {b}" for a, b in equal if a in there or b in there]
    return (
        f" Equal by the preparation: {', '.join(pairs)}; each is counted under its own label, and matched by the other too, so "
        "that more may be matched than the other side has of a label."
    )
