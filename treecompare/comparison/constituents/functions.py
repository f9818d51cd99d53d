"""Functions of constituents and tags that match without them: which these are, and as counts of the score table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.label_pairs import LabelPairs, label_pairs
from treecompare.comparison.constituents.pairs import Pairs
from treecompare.measures import Counts
from treecompare.measures.functions import FUNCTION_PART, SAME_PART
from treecompare.scores.further import EVERYTHING, Further, Mask
from treecompare.scores.table import WAITING
from treecompare.trees.edge_labels import FUNCTION, has_functions, with_functions

if TYPE_CHECKING:
    from treecompare.comparison.constituents.prepared import PreparedTrees

Numbers = NDArray[np.int64]


def function_pairs(comparison: PreparedTrees, system: int) -> Pairs:
    """The sentences of a system beside the gold's: labels and tags without functions, which are the column FUNCTION of both sides.

    Functions are what follows in a label and what stands on the edge above it, whether or not they count as part of the label.
    """
    separator = comparison.settings.function_separator
    bare = replace(comparison.preparation.parameters, keeps_functions=False, cuts_tags=True)
    return comparison.pairs_made(system, bare, lambda trees: with_functions(trees, separator))


@dataclass(frozen=True)
class MatchedFunctions:
    """The functions of the nodes of one system that match, as sets (numbers of ``sets``), and those of all nodes of the gold."""

    pairs: LabelPairs
    sets: tuple[frozenset[str], ...]
    gold: Numbers
    test: Numbers
    in_gold: Numbers

    @property
    def matched(self) -> int:
        """How many nodes match."""
        return len(self.gold)

    @cached_property
    def names(self) -> list[str]:
        """All functions: most frequent in the gold first."""
        names = {name for one in self.sets for name in one}
        return sorted(names, key=lambda name: (-self.having(name, self.in_gold).sum(), name))

    def having(self, name: str, of: Numbers) -> NDArray[np.bool_]:
        """Which of these nodes have that function."""
        has: NDArray[np.bool_] = np.array([name in one for one in self.sets], np.bool_)[of]
        return has

    @cached_property
    def right(self) -> Numbers:
        """Per matched node, how many functions both sides have."""
        found, which = np.unique(np.stack((self.gold, self.test)), axis=1, return_inverse=True)
        counts = [len(self.sets[one] & self.sets[other]) for one, other in found.T.tolist()]
        right: Numbers = np.array(counts, np.int64)[which.reshape(-1)] if counts else np.zeros(0, np.int64)
        return right

    @cached_property
    def sizes(self) -> Numbers:
        """How many functions each set has."""
        return np.array([len(one) for one in self.sets], np.int64)

    def totals(self) -> tuple[int, int, int]:
        """Functions of the gold and of the system, and those that both have."""
        if not self.matched:
            return 0, 0, 0
        return int(self.sizes[self.gold].sum()), int(self.sizes[self.test].sum()), int(self.right.sum())


def matched_functions(comparison: PreparedTrees, system: int, rows: Mask | None = None) -> MatchedFunctions:
    """Pairs up constituents and tags without their functions, and says which these are; ``rows``: see :func:`label_pairs`."""
    trees = function_pairs(comparison, system)
    pairs = label_pairs(comparison, system, "nodes", trees, rows)
    columns = []
    for side in (trees.gold, trees.test):
        assert side.extras is not None
        columns.append(side.extras.columns[FUNCTION])
    of_gold, of_test = (column[nodes.numbers] for column, nodes in zip(columns, (pairs.gold, pairs.test), strict=True))
    known, which = np.unique(np.concatenate((of_gold, of_test)), return_inverse=True)
    symbols = comparison.gold.trees.symbols
    sets = tuple(frozenset(symbols[one].split(" ")) if one >= 0 else frozenset() for one in known.tolist())
    gold, test = which[: len(of_gold)], which[len(of_gold) :]
    return MatchedFunctions(pairs, sets, gold[pairs.matched[0]], test[pairs.matched[1]], gold)


class FunctionCounts(Further):
    """Functions over matched nodes, counted system by system when they are first asked for."""

    parts = (FUNCTION_PART, SAME_PART)

    def __init__(self, comparison: PreparedTrees) -> None:
        self._comparison = comparison
        self._counted: dict[int, Numbers] = {}

    @cached_property
    def _has_functions(self) -> bool:
        separator = self._comparison.settings.function_separator
        gold, systems = self._comparison.gold, self._comparison.systems
        return has_functions(gold.trees, separator) and any(has_functions(one.trees, separator) for one in systems)

    def is_there(self) -> bool:
        """See the base: where the gold and some system have functions."""
        return self._has_functions

    def _counts(self, system: int) -> Numbers:
        """``[5, rows]``: functions of the gold, of the system, of both; matched nodes, those with the same functions."""
        table = self._comparison.table
        if system not in self._counted:
            if not self._has_functions or (table.statuses[system] == WAITING).any():
                return np.zeros((5, table.sentences), np.int64)
            found = matched_functions(self._comparison, system, table.exist(system, "e.whole"))
            sentences = found.pairs.gold.sentences[found.pairs.matched[0]]
            sizes = (found.sizes[found.gold], found.sizes[found.test], found.right) if found.matched else (None,) * 3
            weights = (*sizes, np.ones(found.matched), found.gold == found.test)
            self._counted[system] = np.array(
                [np.bincount(sentences, one, table.sentences) for one in weights], np.int64
            )
        return self._counted[system]

    def part(self, system: int, part: str, rows: slice = EVERYTHING) -> Counts:
        """See the base."""
        gold, test, right, nodes, same = self._counts(system)[:, rows]
        if part == SAME_PART:
            gold, test, right = nodes, nodes, same
        return Counts(gold, test, right, deleted=gold - right, inserted=test - right)

    def exist(self, system: int, part: str, rows: slice = EVERYTHING) -> Mask:
        """See the base."""
        if not self._has_functions or (self._comparison.table.statuses[system] == WAITING).any():
            return np.zeros(self._comparison.table.sentences, np.bool_)[rows]
        return self._comparison.table.exist(system, "e.whole", rows)

    def is_zeroed(self, system: int) -> Mask:
        """See the base."""
        found: Mask = self._comparison.table.zeroed[system]
        return found

    def options_of(self, key: str) -> tuple[str, ...]:
        """See the base: whether functions are part of the label makes no difference here."""
        return tuple(one for one in self._comparison.table.options if one != "functions:yes")

    def lacking(self, part: str, system: int, sentence: int) -> str:
        """See the base."""
        if not self._has_functions:
            return "neither labels nor edges of gold and system have functions"
        return self._comparison.table.lacking("e.whole", system, sentence)

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        """See the base."""
        names = ("gold", "test", "matched", "deleted", "inserted")
        return dict.fromkeys(self.parts, names) if self._has_functions else {}
