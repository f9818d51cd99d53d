"""E-mappings that are not T-mappings: nodes over the same words whose ancestry is reversed (Emms 2008, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.confusions import share
from treecompare.comparison.constituents.items import spanning_nodes
from treecompare.scores.result import Found, ResultTable, Value, View, count_column, share_column, shown_as, text_column
from treecompare.scores.set_notes import set_note

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison

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
    lists = [np.array(sorted({one.sentence for one in of}), np.int64) for of in found]
    asked = [int(table.rows(system, KEY).sum()) for system in range(len(found))]
    counts: list[list[Value]] = [
        [name, number, len(sentences), share(len(sentences), number), len(of)]
        for name, number, sentences, of in zip(table.systems, asked, lists, found, strict=True)
    ]
    mine, trees = found[view.system], comparison.pairs(view.system).shared[0].trees
    rows: list[list[Value]] = []
    for one in mine:
        words = trees[one.sentence].words[one.first : one.last]
        rows.append(
            [
                comparison.numbers_of(one.sentence), comparison.ids[one.sentence], " ".join(words), " > ".join(one.gold),
                " > ".join(one.test),
            ]
        )  # fmt: skip
    name = table.systems[view.system]
    return [
        ResultTable(
            "E-mappings that are not T-mappings",
            (
                text_column("system"), count_column("sentences"), count_column("with such nodes"),
                shown_as("%", share_column("of 100", "share")), count_column("chains"),
            ),
            counts,
            "Nodes over the same words, in one order in the gold and in another in the system: an E-mapping "
            f"pairs them, but a T-mapping cannot, because it keeps ancestry. {set_note(table, [KEY])}".strip(),
            (table.signature(KEY, among="ancestry"),),
            found=lambda row, column: Found(lists[row], row, "ancestry reversed") if column > 1 else None,
        ),
        ResultTable(
            f"Ancestry reversed by {name}",
            (
                text_column("sentence"), text_column("id"), text_column("words"), text_column("gold, from the top"),
                text_column("system, from the top"),
            ),
            rows,
            "Labels over these words; a click shows the sentence with the nodes lit, drawn by its E-mapping."
            if rows
            else "There are none.",
            found=lambda row, column: Found(
                np.array([mine[row].sentence]), view.system, "ancestry reversed", nodes={mine[row].sentence: mine[row].nodes}
            ),
        ),
    ]  # fmt: skip
