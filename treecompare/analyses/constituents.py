"""Constituents that stand apart, or under another mother, or with reversed ancestry (Emms 2008, section 2): how many, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.by_category import share
from treecompare.comparison.constituents.errors import mothers
from treecompare.comparison.constituents.items import spanning_nodes
from treecompare.drawing.columns import GOLD, TEST
from treecompare.mappings.moves import SharedSpans
from treecompare.scores.result import (
    Fact,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    share_column,
    shown_as,
    text_column,
)
from treecompare.scores.set_notes import set_note
from treecompare.scores.table import Mask
from treecompare.trees.tree import CONSTITUENT, Trees

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
    matched = comparison.table.columns.get("discontinuous")
    cells: list[list[Value | Fact]] = []
    for side in sides:
        number, sentences = len(side.sentences), len(np.unique(side.sentences))
        right = None
        if side.system is not None:
            right = int(matched[side.system, rows[side.system], 2].sum()) if matched is not None else 0
        values = number, share(number, side.constituents), sentences, share(sentences, side.asked)
        behind = partial(side.found, f"discontinuous constituents of {side.name}")
        cells.append([side.name, *Fact.each(values, behind), right])
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
    return ResultTable.of("Discontinuous constituents", columns, cells, f"{said} {note}".strip(), (signature,))


def _by_label(sides: list[_Side], note: str, signature: str) -> ResultTable:
    counts = [Counter(side.labels) for side in sides]
    labels = sorted({label for one in counts for label in one}, key=lambda label: (-counts[0][label], label))
    cells: list[list[Value | Fact]] = []
    for label in labels:
        what = f"discontinuous {label or 'constituents without a label'}"
        behind = (partial(side.found, f"{what} of {side.name}", label) for side in sides)
        cells.append([label or "∅", *map(Fact, (one[label] for one in counts), behind)])
    columns = (text_column("label"), *(count_column(side.name) for side in sides))
    return ResultTable.of("Discontinuous constituents by label", columns, cells, note, (signature,))


KEY = "e.whole.dice"


@dataclass(frozen=True)
class Reversal:
    """A span over which no E-mapping of all matched nodes keeps their ancestry: both chains of nodes, from the top.

    ``first``, ``last``: its words, ``last`` is the first behind it. ``nodes``: the matched ones, as side and number in the tree.
    """

    sentence: int
    first: int
    last: int
    gold: tuple[str, ...]
    test: tuple[str, ...]
    nodes: tuple[tuple[str, int], ...]


def reversals(comparison: ConstituentComparison, system: int) -> list[Reversal]:
    """All of a system's, in order; of the sentences that E-scores rest on."""
    both = comparison.pairs(system)
    *sides, width = spanning_nodes(comparison, system, "nodes", both)
    items = comparison.items(system, "nodes")
    matched, labels = np.flatnonzero(items.right()), (both.gold.labels, both.test.labels)
    matched = matched[np.argsort(items.gold[matched])]
    numbers, others = items.gold[matched], items.test[matched]
    spans = sides[0].spans[np.searchsorted(sides[0].places, numbers)]
    order = np.lexsort((numbers, spans))  # within a span from below
    is_next = spans[order][1:] == spans[order][:-1]
    turned = np.unique(spans[order][1:][is_next & (others[order][1:] < others[order][:-1])])
    equal, symbols = comparison.labels().equality(), comparison.gold.trees.symbols
    found = []
    for span in turned.tolist():
        chains = [np.flatnonzero(side.spans == span)[::-1] for side in sides]  # from the top
        codes = [side.codes[chain].tolist() for side, chain in zip(sides, chains, strict=True)]
        here = np.flatnonzero(spans == span)
        if _longest_common(codes[0], codes[1], equal) >= len(here):
            continue  # labels that occur twice: another pairing of as many nodes keeps ancestry
        names = [
            tuple(symbols[label] or "∅" for label in of_side[side.places[chain]].tolist())
            for side, of_side, chain in zip(sides, labels, chains, strict=True)
        ]
        sentence, place = divmod(span, width * width)
        rows = np.isin(np.arange(len(items)), matched[here])
        nodes = items.found(system, "", rows, rows).nodes[sentence]
        first, last = divmod(place, width)
        found.append(Reversal(sentence, first, last, names[0], names[1], tuple(nodes)))
    return found


def _longest_common(one: Sequence[int], other: Sequence[int], equal: Callable[[int, int], bool]) -> int:
    """How many labels both chains have in the same order."""
    row = [0] * (len(other) + 1)
    for a in one:
        before = row
        row = [0]
        for place, b in enumerate(other):
            row.append(before[place] + 1 if equal(a, b) else max(before[place + 1], row[place]))
    return row[-1]


def ancestry_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """How many sentences of each system have such nodes; then those of the view's system, one by one."""
    table = comparison.table
    found = [reversals(comparison, system) for system in range(len(table.systems))]
    counts: list[list[Value | Fact]] = []
    for system, (name, of) in enumerate(zip(table.systems, found, strict=True)):
        number, sentences = int(table.rows(system, KEY).sum()), np.array(sorted({one.sentence for one in of}), np.int64)
        figures = len(sentences), share(len(sentences), number), len(of)
        counts.append([name, number, *Fact.each(figures, Found(sentences, system, "ancestry reversed"))])
    mine, trees = found[view.system], comparison.pairs(view.system).shared[0].trees
    rows: list[list[Value | Fact]] = []
    for one in mine:
        words = " ".join(trees[one.sentence].words[one.first : one.last])
        chains = " > ".join(one.gold), " > ".join(one.test)
        behind = Found(np.array([one.sentence]), view.system, "ancestry reversed", nodes={one.sentence: one.nodes})
        rows.append(
            Fact.each((comparison.numbers_of(one.sentence), comparison.ids[one.sentence], words, *chains), behind)
        )
    name = table.systems[view.system]
    return [
        ResultTable.of(
            "E-mappings that are not T-mappings",
            (
                text_column("system"), count_column("sentences"), count_column("with such nodes"),
                shown_as("%", share_column("of 100", "share")), count_column("chains"),
            ),
            counts,
            "Nodes over the same words, in one order in the gold and in another in the system: an E-mapping "
            f"pairs them, but a T-mapping cannot, because it keeps ancestry. {set_note(table, [KEY])}".strip(),
            (table.signature(KEY, among="ancestry"),),
        ),
        ResultTable.of(
            f"Ancestry reversed by {name}",
            (
                text_column("sentence"), text_column("id"), text_column("words"), text_column("gold, from the top"),
                text_column("system, from the top"),
            ),
            rows,
            "Labels over these words; a click shows the sentence with the nodes lit, drawn by its E-mapping."
            if rows
            else "There are none.",
        ),
    ]  # fmt: skip
