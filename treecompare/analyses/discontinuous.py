"""Constituents whose words stand apart: how many, in how many sentences, of which labels, and which of them systems have right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.drawing.columns import GOLD, TEST
from treecompare.mappings.moves import SharedSpans
from treecompare.scores.result import Found, ResultTable, Value, View, count_column, share_column, text_column
from treecompare.scores.set_notes import set_note
from treecompare.trees.tree import CONSTITUENT, Trees

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison

Mask = NDArray[np.bool_]
RESTS_ON = "e.whole.dice"
"""The measure whose sentences are looked at."""


class _Side:
    """The trees of the gold or of a system, on the sentences that figures rest on."""

    def __init__(self, name: str, trees: Trees, rows: Mask, system: int | None) -> None:
        self.name, self.system = name, system
        apart = SharedSpans.of(trees, None).apart
        is_there = (trees.kinds == CONSTITUENT) & rows[trees.sentence_of]
        self.constituents = int(np.count_nonzero(is_there))
        self.asked = int(np.count_nonzero(rows))
        nodes = np.flatnonzero(is_there & (apart.sets < 0)) if apart is not None else np.zeros(0, np.int64)
        self.sentences = trees.sentence_of[nodes]
        self.places = nodes - trees.offsets[self.sentences]
        self.labels = [trees.symbols[label] for label in trees.labels[nodes].tolist()]

    def found(self, text: str, label: str | None = None) -> Found:
        """The sentences of all of them, or of those with a label, with the nodes to light."""
        side = GOLD if self.system is None else TEST
        nodes: dict[int, tuple[tuple[str, int], ...]] = {}
        for sentence, place, its in zip(self.sentences.tolist(), self.places.tolist(), self.labels, strict=True):
            if label is None or its == label:
                nodes[sentence] = (*nodes.get(sentence, ()), (side, place))
        sentences = np.repeat(sorted(nodes), [len(nodes[one]) for one in sorted(nodes)])
        return Found.items(sentences, self.system, text, nodes=nodes)


def discontinuous_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """How many there are in the gold and in each system, then by label."""
    table = comparison.table
    rows = [table.rows(system, RESTS_ON) for system in range(len(table.systems))]
    sides = [_Side(comparison.gold.name, comparison.pairs(0).gold, rows[0], None)]
    sides += [
        _Side(name, comparison.pairs(system).test, rows[system], system) for system, name in enumerate(table.systems)
    ]
    note = set_note(table, [RESTS_ON])
    signature = table.signature(RESTS_ON, among="discontinuous")
    return [_counts(comparison, sides, rows, note, signature), _by_label(sides, note, signature)]


def _counts(
    comparison: ConstituentComparison, sides: list[_Side], rows: list[Mask], note: str, signature: str
) -> ResultTable:
    matched = comparison.table.discontinuous
    cells: list[list[Value]] = []
    for side in sides:
        number, sentences = len(side.sentences), len(np.unique(side.sentences))
        right = None
        if side.system is not None:
            right = int(matched[side.system, rows[side.system], 2].sum()) if matched is not None else 0
        cells.append([
            side.name, number, number / side.constituents if side.constituents else None, sentences,
            sentences / side.asked if side.asked else None, right,
        ])  # fmt: skip

    def found(row: int, column: int) -> Found | None:
        return sides[row].found(f"discontinuous constituents of {sides[row].name}") if 1 <= column <= 4 else None

    columns = (
        text_column("treebank"), count_column("discontinuous"), share_column("of constituents, %", "share of constituents"),
        count_column("sentences"), share_column("of sentences, %", "share of sentences"),
        count_column("also in the gold", "matched"),
    )  # fmt: skip
    said = (
        "Constituents whose words stand apart, and the sentences that have some. Also in the gold: over the same words, with its "
        f"label. {comparison.prepared()}"
    )
    if not any(len(side.sentences) for side in sides):
        said = "No branches cross in what is compared, so that no constituent is discontinuous."
    return ResultTable(
        "Discontinuous constituents", columns, cells, f"{said} {note}".strip(), (signature,), found=found
    )


def _by_label(sides: list[_Side], note: str, signature: str) -> ResultTable:
    counts = [
        dict(zip(*np.unique(side.labels or np.zeros(0, np.str_), return_counts=True), strict=True)) for side in sides
    ]
    labels = sorted(
        {str(label) for one in counts for label in one}, key=lambda label: (-counts[0].get(label, 0), label)
    )
    cells: list[list[Value]] = [[label or "∅", *(int(one.get(label, 0)) for one in counts)] for label in labels]

    def found(row: int, column: int) -> Found | None:
        if column == 0:
            return None
        side = sides[column - 1]
        return side.found(f"discontinuous {labels[row] or 'constituents without a label'} of {side.name}", labels[row])

    columns = (text_column("label"), *(count_column(side.name) for side in sides))
    return ResultTable("Discontinuous constituents by label", columns, cells, note, (signature,), found=found)
