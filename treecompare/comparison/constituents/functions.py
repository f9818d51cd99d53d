"""Functions of constituents and tags that match without them: which these are, and as counts of the score table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from treecompare.comparison.constituents.items import node_items
from treecompare.comparison.constituents.pairs import Pairs
from treecompare.measures import Counts
from treecompare.measures.constituents import FUNCTION_PART, SAME_PART
from treecompare.scores.items import NONE, Column, Items
from treecompare.scores.table import Mask, Numbers, Part, ScoreTable
from treecompare.trees.edge_labels import FUNCTION, has_functions, with_functions

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


class FunctionParts(Part):
    """Functions over matched nodes, counted system by system when they are first asked for."""

    is_beside = True

    def __init__(self, comparison: PreparedTrees) -> None:
        nothing = "neither labels nor edges of gold and system have functions"
        shown = ("gold", "test", "matched", "deleted", "inserted")
        super().__init__((FUNCTION_PART, SAME_PART), shown=shown, absent=nothing)
        self._comparison = comparison
        self._counted: dict[int, Numbers] = {}

    @cached_property
    def _has_functions(self) -> bool:
        separator = self._comparison.settings.function_separator
        gold, systems = self._comparison.gold, self._comparison.systems
        is_historical = self._comparison.preparation.parameters.is_historical
        return has_functions(gold.trees, separator, is_historical) and any(
            has_functions(one.trees, separator, is_historical) for one in systems
        )

    def is_there(self, table: ScoreTable, part: str) -> bool:
        """Where the gold and some system have functions."""
        return self._has_functions

    def _counts(self, table: ScoreTable, system: int) -> Numbers:
        """``[5, rows]``: functions of the gold, of the system, of both; matched nodes, those with the same functions."""
        if system not in self._counted:
            if table.waits(system):
                return np.zeros((5, table.sentences), np.int64)
            found = matched_functions(self._comparison, system, table.exist(system, "e.whole"))
            nodes = found.nodes.sentences[: found.matched]
            counted = [found.each.sentences[found.rows(count)] for count in ("gold", "test", "matched")]
            self._counted[system] = np.array(
                [np.bincount(one, minlength=table.sentences) for one in (*counted, nodes, nodes[found.same])], np.int64
            )
        return self._counted[system]

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        gold, test, right, nodes, same = self._counts(table, system)[:, rows]
        return Counts.of(nodes, nodes, same) if part == SAME_PART else Counts.of(gold, test, right)

    def exist(self, table: ScoreTable, system: int, part: str, rows: slice) -> Mask:
        found = table.exist(system, "e.whole", rows)
        return np.zeros_like(found) if table.waits(system) else found

    def options_of(self, table: ScoreTable, key: str) -> tuple[str, ...]:
        """Whether functions are part of the label makes no difference here."""
        return tuple(one for one in table.options if one != "functions:yes")

    def lacking(self, table: ScoreTable, system: int, part: str, sentence: int) -> str:
        return table.lacking("e.whole", system, sentence) if self._has_functions else self.absent
