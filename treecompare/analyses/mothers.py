"""Constituents that a system has, under another mother: where to look before asking what moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treecompare.comparison.constituents.errors import mothers
from treecompare.scores.result import ResultTable, Value, View, count_column, share_column, shown_as, text_column
from treecompare.scores.set_notes import set_note

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison


def mother_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """Per label and system: constituents of the gold that the system has, and how many of these have another mother there."""
    found = [mothers(comparison, system, view.cancel) for system in range(len(comparison.systems))]
    golds: dict[str, int] = {}
    for one in found:  # the sentences of another system may have other labels
        golds = {label: gold for label, (gold, *_) in one.items()} | golds
    labels = sorted(golds, key=lambda label: (-golds[label], label))
    rows: list[list[Value]] = []
    for label in labels:
        cells: list[Value] = [label or "∅", golds[label]]
        for of_system in found:
            _, there, other = of_system.get(label, (0, 0, 0))
            cells += [there, other, other / there if there else None]
        rows.append(cells)
    columns = [text_column("label"), count_column("gold")]
    for name in comparison.table.systems:
        columns += [
            count_column(name), count_column("other mother", f"other mother of {name}"),
            shown_as("%", share_column("of 100", f"share of {name}")),
        ]  # fmt: skip
    note = (
        "How many constituents of the gold a system has with the same label and words, and how many of these stand under a mother "
        f"with another label or other words. {set_note(comparison.table, ['e.roof.recall'])}"
    ).strip()
    signature = comparison.table.signature("e.roof.recall", among="by:mother")
    return [ResultTable("Constituents and their mothers", tuple(columns), rows, note, (signature,))]
