"""Scores per label, and which labels are confused: over equal spans, as for relations in a dependency evaluation.

The matches are those of the E-mapping of the roof (for tags: those of evalb's tagging accuracy), so the counts of all labels add
up to the table's. All in a few numpy passes over the columns of a whole file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.confusions import confusion_list
from treecompare.comparison.constituents.pairs import Pairs
from treecompare.mappings.labels import LabelCodes
from treecompare.mappings.moves import SharedSpans
from treecompare.mappings.spans import pair_up, span_mapping
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
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Trees

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison

Numbers = NDArray[np.int64]
Kind = Literal["constituents", "tags", "nodes"]
"""What is paired; ``nodes``: constituents and tags."""
KINDS: dict[Kind, tuple[int, ...]] = {
    "constituents": (CONSTITUENT,), "tags": (PRETERMINAL,), "nodes": (CONSTITUENT, PRETERMINAL),
}  # fmt: skip
KEYS: dict[Kind, str] = {"constituents": "e.roof.dice", "tags": "tagging", "nodes": "e.whole.dice"}
"""The measure whose counts the labels add up to."""
NONE = "∅"
"""Shown where the other tree has no node over the span."""


@dataclass(frozen=True)
class Nodes:
    """The nodes of one kind of all scored sentences: where they stand, and their label codes. Order: as in the file."""

    numbers: Numbers
    labels: Numbers
    codes: Numbers
    sentences: Numbers
    spans: Numbers
    """One number per place in the treebank: equal for gold and test nodes over the same words. A node all of whose words the other
    side lacks has a negative number of its own."""


@dataclass(frozen=True)
class LabelPairs:
    """Gold and test nodes that stand over the same words: matched ones, confused ones, and those without a counterpart.

    All arrays hold places in ``gold`` and ``test``. ``width``: a span is (sentence * width + start) * width + end.
    """

    gold: Nodes
    test: Nodes
    matched: tuple[Numbers, Numbers]
    confused: tuple[Numbers, Numbers]
    missed: Numbers
    invented: Numbers
    width: int


def label_pairs(
    comparison: ConstituentComparison, system: int, kind: Kind = "constituents", among: Pairs | None = None
) -> LabelPairs:
    """Pairs up all nodes of one kind: first equal labels over equal spans, then what is left over the same span, from the top.

    ``among``: the trees, where they are not those that are compared.
    """
    pairs = among or comparison.pairs(system)
    labels = comparison.labels()
    rows = comparison.table.rows(system, KEYS[kind])
    kinds = KINDS[kind]
    # sentences of gold and test differ in length where a parse is missing
    width = max(int(trees.word_counts[rows].max(initial=0)) for trees in (pairs.gold, pairs.test)) + 1
    gold, test = (
        _nodes(trees, alone, own, labels, kinds, rows, width)
        for trees, alone, own in ((pairs.gold, pairs.gold_alone, -1), (pairs.test, pairs.test_alone, -2))
    )
    if labels.equal_rows is None:
        codes = int(max(gold.codes.max(initial=0), test.codes.max(initial=0))) + 1
        matched = pair_up(gold.spans * codes + gold.codes, test.spans * codes + test.codes)
    else:
        matched = _matched_one_by_one(pairs, labels, gold, test, kinds)
    left_gold, left_test = (
        np.setdiff1d(np.arange(len(side.numbers)), found) for side, found in zip((gold, test), matched, strict=True)
    )
    over_gold, over_test = pair_up(gold.spans[left_gold], test.spans[left_test])
    confused = left_gold[over_gold], left_test[over_test]
    return LabelPairs(
        gold, test, matched, confused, np.setdiff1d(left_gold, confused[0]), np.setdiff1d(left_test, confused[1]),
        width,
    )  # fmt: skip


def _nodes(
    trees: Trees,
    alone: NDArray[np.bool_] | None,
    own: int,
    labels: LabelCodes,
    kinds: tuple[int, ...],
    rows: NDArray[np.bool_],
    width: int,
) -> Nodes:
    """``alone``: words that the other side lacks; nodes over nothing else have ``own``, less twice their number."""
    shared = SharedSpans.of(trees, alone)
    numbers = np.flatnonzero(np.isin(trees.kinds, kinds) & rows[shared.sentences])
    sentences = shared.sentences[numbers]
    spans = np.where(shared.has_words[numbers], shared.keys(width)[numbers], own - 2 * numbers)
    codes = labels.codes(trees)[numbers].astype(np.int64)
    return Nodes(numbers, trees.labels[numbers].astype(np.int64), codes, sentences, spans)


def _matched_one_by_one(
    pairs: Pairs, labels: LabelCodes, gold: Nodes, test: Nodes, kinds: tuple[int, ...]
) -> tuple[Numbers, Numbers]:
    """Where EQ_LABEL is not transitive, equal labels have no common code: sentence by sentence."""
    shared = [side.trees for side in pairs.shared]
    codes = [labels.codes(trees) for trees in shared]
    places = []
    for nodes, trees, side in zip((gold, test), (pairs.gold, pairs.test), pairs.shared, strict=True):
        place_of = np.full(len(trees.labels), -1)
        place_of[nodes.numbers] = np.arange(len(nodes.numbers))
        places.append(place_of if side.kept is None else place_of[side.kept])
    found: list[tuple[int, int]] = []
    for sentence in np.unique(gold.sentences).tolist():
        firsts = [int(trees.offsets[sentence]) for trees in shared]
        both_trees = shared[0][sentence], shared[1][sentence]
        own = [
            code[first : first + len(tree)].tolist()
            for code, first, tree in zip(codes, firsts, both_trees, strict=True)
        ]
        for one, other in span_mapping(*both_trees, own[0], own[1], labels).pairs:
            if both_trees[0].kinds[one] in kinds and both_trees[1].kinds[other] in kinds:
                found.append((int(places[0][firsts[0] + one]), int(places[1][firsts[1] + other])))
    both = np.array(found, np.int64).reshape(-1, 2)
    return both[:, 0], both[:, 1]


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
