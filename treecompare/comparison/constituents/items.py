"""Constituents and tags of gold and system as items: matched, confused over the same words, and those without a counterpart.

The matches are those of the E-mapping of the roof (for tags: those of evalb's tagging accuracy). A new breakdown is an entry of
``COLUMNS``. And the functions of constituents and tags that match without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.pairs import Pairs
from treecompare.comparison.constituents.prepared import PreparedTrees
from treecompare.comparison.constituents.table import KEYS, Kind
from treecompare.mappings.labels import LabelCodes
from treecompare.mappings.moves import SharedSpans
from treecompare.mappings.spans import pair_up, span_mapping
from treecompare.scores.items import NONE, Column, Items
from treecompare.scores.table import Mask, Numbers
from treecompare.trees.edge_labels import FUNCTION, with_functions
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Trees

KINDS: dict[Kind, tuple[int, ...]] = {
    "constituents": (CONSTITUENT,), "tags": (PRETERMINAL,), "nodes": (CONSTITUENT, PRETERMINAL),
}  # fmt: skip


def _labels(pairs: Pairs) -> tuple[Sequence[str], NDArray[np.int32], NDArray[np.int32]]:
    return pairs.gold.symbols.texts, pairs.gold.labels, pairs.test.labels


COLUMNS = {"label": Column(_labels, is_in_order=True, in_confusions=True)}
"""The categories of nodes."""


@dataclass(frozen=True)
class Nodes:
    """The nodes of one kind of all scored sentences, in the order of the file: their places, label codes and sentences."""

    places: Numbers
    codes: Numbers
    sentences: Numbers
    spans: Numbers
    """One number per place in the treebank: equal for gold and test nodes over the same words. A node all of whose words the other
    side lacks has a negative number of its own."""


def node_items(
    comparison: PreparedTrees,
    system: int,
    kind: Kind = "constituents",
    among: Pairs | None = None,
    rows: NDArray[np.bool_] | None = None,
) -> Items:
    """Pairs up all nodes of one kind: first equal labels over equal spans, then what is left over the same span, from the top.

    ``among``: the trees, where they are not those that are compared; ``rows``: of which sentences, by default those that figures
    rest on. Where a parse counts as zero, all nodes of the gold are without a counterpart.
    """
    pairs = among or comparison.pairs(system)
    labels, kinds = comparison.labels(), KINDS[kind]
    gold, test, _ = spanning_nodes(comparison, system, kind, pairs, rows)
    if labels.equal_rows is None:
        codes = int(max(gold.codes.max(initial=0), test.codes.max(initial=0))) + 1
        matched = pair_up(gold.spans * codes + gold.codes, test.spans * codes + test.codes)
    else:
        matched = _matched_one_by_one(pairs, labels, gold, test, kinds)
    sides = list(zip((gold, test), matched, strict=True))
    left = [np.delete(np.arange(len(side.places)), found) for side, found in sides]
    return Items.matched(
        [side.places[found] for side, found in sides], [gold.places[left[0]], test.places[left[1]]],
        [gold.spans[left[0]], test.spans[left[1]]], (pairs.gold.sentence_of, pairs.test.sentence_of), columns=COLUMNS,
        source=pairs, firsts=(pairs.gold.offsets, pairs.test.offsets),
    )  # fmt: skip


def spanning_nodes(
    comparison: PreparedTrees, system: int, kind: Kind, pairs: Pairs, rows: NDArray[np.bool_] | None = None
) -> tuple[Nodes, Nodes, int]:
    """The nodes of both sides, see :func:`node_items`; and the width: a span is (sentence * width + start) * width + end."""
    labels = comparison.labels()
    rows = comparison.table.rows(system, KEYS[kind]) if rows is None else rows
    # sentences of gold and test differ in length where a parse is missing
    width = max(int(trees.word_counts[rows].max(initial=0)) for trees in (pairs.gold, pairs.test)) + 1
    there = rows & ~comparison.table.zeroed[system]
    gold, test = (
        _nodes(trees, alone, own, labels, KINDS[kind], of_side, width)
        for trees, alone, own, of_side in (
            (pairs.gold, pairs.gold_alone, -1, rows), (pairs.test, pairs.test_alone, -2, there),
        )
    )  # fmt: skip
    return gold, test, width


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
    return Nodes(numbers, codes, sentences, spans)


def _matched_one_by_one(
    pairs: Pairs, labels: LabelCodes, gold: Nodes, test: Nodes, kinds: tuple[int, ...]
) -> tuple[Numbers, Numbers]:
    """Where EQ_LABEL is not transitive, equal labels have no common code: sentence by sentence."""
    shared = [side.trees for side in pairs.shared]
    codes = [labels.codes(trees) for trees in shared]
    places = []
    for nodes, trees, side in zip((gold, test), (pairs.gold, pairs.test), pairs.shared, strict=True):
        place_of = np.full(len(trees.labels), -1)
        place_of[nodes.places] = np.arange(len(nodes.places))
        places.append(place_of if side.kept is None else place_of[side.kept])
    found: list[tuple[int, int]] = []
    for sentence in np.intersect1d(gold.sentences, test.sentences).tolist():
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


# -- functions of those that match ----------------------------------------------------------------------------------------


def function_pairs(comparison: PreparedTrees, system: int) -> Pairs:
    """The sentences of a system beside the gold's: labels and tags without functions, which are the column FUNCTION of both sides.

    Functions are what follows in a label and what stands on the edge above it, whether or not they count as part of the label.
    """
    separator = comparison.settings.function_separator
    params = comparison.preparation.parameters
    bare = replace(
        params, keeps_functions=False, cuts_tags=not params.is_historical
    )  # the case of a tag is a part of it
    return comparison.pairs_made(system, bare, lambda trees: with_functions(trees, separator, bare.is_historical))


@dataclass(frozen=True)
class MatchedFunctions:
    """The functions of the nodes of one system that match.

    ``nodes``: all constituents and tags without their functions, of which the first ``matched`` rows are right, with the column
    ``functions`` (all those of a node). ``each``: a row per matched pair of nodes and function of either, with the column
    ``function``; it is right where both nodes have it. ``in_gold``: how many nodes of the gold have each function, matched or not.
    """

    nodes: Items
    each: Items
    matched: int
    in_gold: Numbers

    @cached_property
    def same(self) -> Mask:
        """Per matched pair of nodes, whether their functions are the same."""
        _, gold, test = self.nodes.codes("functions")
        same: Mask = (gold == test)[: self.matched]
        return same

    def rows(self, count: str) -> Mask:
        """Which rows of ``each`` are counted as ``gold``, ``test``, ``matched``, ``deleted`` or ``inserted``."""
        _, gold, test = self.each.codes("function")
        rows: Mask = {
            "gold": gold >= 0, "test": test >= 0, "matched": gold == test, "deleted": test < 0, "inserted": gold < 0,
        }[count]  # fmt: skip
        return rows


def matched_functions(comparison: PreparedTrees, system: int, rows: Mask | None = None) -> MatchedFunctions:
    """Pairs up constituents and tags without their functions, and says which these are; ``rows``: see :func:`node_items`."""
    trees = function_pairs(comparison, system)
    nodes = node_items(comparison, system, "nodes", trees, rows)
    matched = int(np.count_nonzero(nodes.right()))
    numbers = []
    for side, places in ((trees.gold, nodes.gold), (trees.test, nodes.test)):
        assert side.extras is not None
        numbers.append(np.append(side.extras.columns[FUNCTION], NONE)[places])
    known = np.unique(np.concatenate((*numbers, [NONE])))[1:]
    sets = [frozenset(comparison.gold.trees.symbols[one].split(" ")) for one in known.tolist()]
    gold, test = (np.where(one == NONE, NONE, np.searchsorted(known, one)) for one in numbers)
    by_set = Column(lambda _: ([" ".join(sorted(one)) for one in sets], gold, test), is_of_rows=True)
    nodes = replace(nodes, columns={"functions": by_set}, crossed=matched)
    has = {name: np.array([*(name in one for one in sets), False]) for name in sorted(set().union(*sets))}
    in_gold = {name: np.count_nonzero(having[gold]) for name, having in has.items()}
    names = sorted(has, key=lambda name: -in_gold[name])
    found = [np.zeros((3, 0), np.int64)]
    for number, name in enumerate(names):
        here, there = has[name][gold[:matched]], has[name][test[:matched]]
        row = np.flatnonzero(here | there)
        found.append(np.stack((row, *(np.where(one[row], number, NONE) for one in (here, there)))))
    row, *sides = np.concatenate(found, axis=1)
    each = replace(
        nodes, sentences=nodes.sentences[row], gold=nodes.gold[row], test=nodes.test[row], crossed=None,
        rights=lambda key: sides[0] == sides[1],
        columns={"function": Column(lambda _: (names, *sides), is_binned=True, is_of_rows=True)},
    )  # fmt: skip
    return MatchedFunctions(nodes, each, matched, np.array([in_gold[name] for name in names], np.int64))
