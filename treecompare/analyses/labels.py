"""Scores per label, and which labels are confused: over equal spans, as for relations in a dependency evaluation.

The matches are those of the E-mapping of the roof (for tags: those of evalb's tagging accuracy), so the counts of all labels add
up to the table's. All in a few numpy passes over the columns of a whole file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from treecompare.analyses.confusions import confusion_list
from treecompare.comparison.constituents.label_pairs import KEYS, Kind, LabelPairs, Nodes, Numbers, label_pairs
from treecompare.scores.result import (
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    cross_column,
    nodes_by_sentence,
    share_column,
    shown_as,
    text_column,
)

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison

NONE = "∅"
"""Shown where the other tree has no node over the span."""


def label_tables(comparison: ConstituentComparison, view: View, kind: Kind = "constituents") -> list[ResultTable]:
    """Recall, precision and F1 per label; then what is confused over equal spans, as a list and as a cross-table."""
    pairs = label_pairs(comparison, view.system, kind)
    symbols = comparison.gold.trees.symbols
    name = comparison.table.systems[view.system]
    in_gold, in_test = (np.bincount(side.labels, minlength=len(symbols)) for side in (pairs.gold, pairs.test))
    both = in_gold + in_test
    labels = np.flatnonzero(both)
    labels = labels[np.lexsort((labels, -both[labels]))].tolist()
    hits_gold = np.bincount(pairs.gold.labels[pairs.matched[0]], minlength=len(symbols))
    hits_test = np.bincount(pairs.test.labels[pairs.matched[1]], minlength=len(symbols))
    rows: list[list[Value]] = []
    for label in labels:
        gold, test, hit, hit_test = (int(one[label]) for one in (in_gold, in_test, hits_gold, hits_test))
        recall, precision = hit / gold if gold else None, hit_test / test if test else None
        f1 = (hit + hit_test) / (gold + test)
        rows.append([symbols[label] or NONE, gold, test, hit, recall, precision, f1])
    missed_gold = np.concatenate((pairs.missed, pairs.confused[0]))
    missed_test = np.concatenate((pairs.invented, pairs.confused[1]))

    def found(row: int, column: int) -> Found | None:
        label, text = labels[row], symbols[labels[row]]
        sides = {
            1: (pairs.gold, np.arange(len(pairs.gold.labels)), f"{text} in the gold"),
            2: (pairs.test, np.arange(len(pairs.test.labels)), f"{text} in the system"),
            3: (pairs.gold, pairs.matched[0], f"{text} found"),
            4: (pairs.gold, missed_gold, f"{text} of the gold not found"),
            5: (pairs.test, missed_test, f"{text} of the system not in the gold"),
        }
        if column == 6:
            chosen = [
                (side, among[side.labels[among] == label])
                for side, among in ((pairs.gold, missed_gold), (pairs.test, missed_test))
            ]
            sentences = np.unique(np.concatenate([side.sentences[places] for side, places in chosen]))
            nodes = label_nodes_by_sentence(comparison, view.system, chosen, pairs)
            return Found(sentences, view.system, f"{text} missed or invented", nodes=nodes)
        if column not in sides:
            return None
        side, among, what = sides[column]
        places = among[side.labels[among] == label]
        nodes = label_nodes_by_sentence(comparison, view.system, [(side, places)], pairs)
        return Found(np.unique(side.sentences[places]), view.system, what, nodes=nodes)

    columns = (
        text_column("label"), count_column("gold"), shown_as("system", count_column("test")), count_column("matched"),
        share_column("recall"), share_column("precision"), share_column("F1"),
    )  # fmt: skip
    total_gold, total_test = len(pairs.gold.labels), len(pairs.test.labels)
    what = "Constituents" if kind == "constituents" else "Part-of-speech tags"
    scores = ResultTable(
        f"{what} of {name} by label",
        columns,
        rows,
        f"{total_gold:,} in the gold, {total_test:,} in the system, {len(pairs.matched[0]):,} matched. A click on a count or a "
        "score shows its sentences: on recall those in which one was missed, on precision those in which one was invented, "
        f"on F1 both.{equal_note(comparison, (symbols[label] for label in labels))}",
        (_signature(comparison, view.system, KEYS[kind]),),
        found=found,
    )
    cross = _confusion(comparison, view.system, pairs, labels, what, KEYS[kind])
    confused = confusion_list(f"{what} confused by {name}", cross)
    confused = replace(confused, note=confused.note + equal_note(comparison, (symbols[label] for label in labels)))
    return [scores, confused, cross]


def equal_note(comparison: ConstituentComparison, names: Iterable[str]) -> str:
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


def label_nodes_by_sentence(
    comparison: ConstituentComparison, system: int, chosen: list[tuple[Nodes, Numbers]], pairs: LabelPairs
) -> dict[int, list[tuple[str, int]]]:
    """Per sentence the nodes at these places, as side and number."""
    both, found = comparison.pairs(system), dict[int, list[tuple[str, int]]]()
    for nodes, places in chosen:
        side, trees = ("gold", both.gold) if nodes is pairs.gold else ("test", both.test)
        sentences = nodes.sentences[places]
        numbers = nodes.numbers[places] - trees.offsets[sentences]
        for sentence, nodes_there in nodes_by_sentence(sentences, numbers, side).items():
            found.setdefault(sentence, []).extend(nodes_there)
    return found


def _signature(comparison: ConstituentComparison, system: int, key: str) -> str:
    return comparison.table.signature(key, system=system, among="by:label")


def _confusion(
    comparison: ConstituentComparison, system: int, pairs: LabelPairs, labels: list[int], what: str, key: str
) -> ResultTable:
    symbols = comparison.gold.trees.symbols
    nothing = len(symbols)
    gold_places = np.concatenate((*pairs.matched[:1], *pairs.confused[:1], pairs.missed))
    rows_of = np.concatenate((pairs.gold.labels[gold_places], np.full(len(pairs.invented), nothing)))
    test_places = np.concatenate((pairs.matched[1], pairs.confused[1]))
    columns_of = np.concatenate(
        (pairs.test.labels[test_places], np.full(len(pairs.missed), nothing), pairs.test.labels[pairs.invented])
    )
    sentences = np.concatenate((pairs.gold.sentences[gold_places], pairs.test.sentences[pairs.invented]))
    order = [*labels, nothing]
    place_of = np.zeros(nothing + 1, np.int64)
    place_of[order] = np.arange(len(order))
    counts = np.zeros((len(order), len(order)), np.int64)
    np.add.at(counts, (place_of[rows_of], place_of[columns_of]), 1)
    names = [symbols[label] for label in labels] + [NONE]
    marked = frozenset(
        (int(row), int(column) + 1) for row, column in _largest_confusions(counts[:-1, :-1], at_most=len(labels))
    )

    def found(row: int, column: int) -> Found | None:
        if column == 0:
            return None
        here = (place_of[rows_of] == row) & (place_of[columns_of] == column - 1)
        text = f"{names[row]} for which the system has {names[column - 1]}"
        among_test = np.concatenate((test_places, np.full(len(pairs.missed), -1), pairs.invented))[here]
        sides = [
            (pairs.gold, gold_places[here[: len(gold_places)]]),
            (pairs.test, among_test[among_test >= 0]),
        ]
        return Found(
            np.unique(sentences[here]), system, text, nodes=label_nodes_by_sentence(comparison, system, sides, pairs)
        )

    return ResultTable(
        f"Cross-table of {what.lower()}, {comparison.table.systems[system]}",
        (shown_as("gold \\ system", text_column("gold \\ test")), *map(cross_column, names)),
        [[name, *row] for name, row in zip(names, counts.tolist(), strict=True)],
        f"Gold labels down, labels of the system across, over the same words; {NONE}: the other tree has none there. "
        f"A click on a cell shows its sentences; the largest confusions are marked.{equal_note(comparison, names)}",
        (_signature(comparison, system, key),),
        marked,
        found,
    )


def _largest_confusions(counts: Numbers, at_most: int) -> list[tuple[int, int]]:
    off = counts.copy()
    np.fill_diagonal(off, 0)
    order = np.argsort(-off, axis=None, kind="stable")[: min(at_most, 10)]
    rows, columns = np.unravel_index(order, off.shape) if off.size else (np.zeros(0, int), np.zeros(0, int))
    return [(int(row), int(column)) for row, column in zip(rows, columns, strict=True) if off[row, column] > 0]
