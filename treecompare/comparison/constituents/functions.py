"""Functions of constituents and tags that match without them: which these are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from treecompare.comparison.constituents.items import node_items
from treecompare.comparison.constituents.pairs import Pairs
from treecompare.scores.items import NONE, Column, Items
from treecompare.scores.table import Mask, Numbers
from treecompare.trees.edge_labels import FUNCTION, with_functions

if TYPE_CHECKING:
    from treecompare.comparison.constituents.prepared import PreparedTrees


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
