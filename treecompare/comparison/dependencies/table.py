"""The score table of dependency treebanks: words that agree, and function trees where TedEval is asked for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.dependencies.function_scores import FUNCTION_PARTS, FunctionScores
from treecompare.measures import Counts
from treecompare.measures.dependencies import DEPENDENCY_PARTS, EDGE_PARTS
from treecompare.scores.table import SCORED, ScoreTable

FIELDS = ("gold", "test", "matched", "words")
TREE_FIELDS = ("gold", "test", "deleted", "inserted", "swapped")


class DependencyTable(ScoreTable):
    """``parts[part]``: int64 ``[systems, sentences, 4]`` = gold, test and matched words, gold words with a counterpart.

    ``trees`` counts TedEval, whose parts are there as soon as someone asks for them. ``without_graphs``: why there are no enhanced
    graphs to compare, empty where there are; ``of_graphs``: the options on which their figures depend besides. ``undefined``: per
    system the parts that are undefined for a column that a file leaves blank, with the reason.
    """

    def __init__(
        self,
        systems: list[str],
        sentences: int,
        options: tuple[str, ...],
        trees: FunctionScores,
        without_graphs: str = "no enhanced dependencies",
        of_graphs: tuple[str, ...] = (),
        undefined: Sequence[dict[str, str]] = (),
    ) -> None:
        super().__init__(systems, sentences, options)
        self._undefined = undefined
        self.trees, self.without_graphs, self._of_graphs = trees, without_graphs, of_graphs
        parts = [part for part in DEPENDENCY_PARTS if part not in EDGE_PARTS or not without_graphs]
        self.parts = {part: np.zeros((len(systems), sentences, len(FIELDS)), np.int64) for part in parts}

    def has_own(self, part: str) -> bool:
        return part in self.parts or part in FUNCTION_PARTS

    def own_part(self, system: int, part: str, rows: slice = slice(None)) -> Counts:
        if not self.has(part):
            return self.nothing(rows)
        valid = self.exist(system, part, rows)
        if part in FUNCTION_PARTS:
            return self._tree_counts(system, part, rows, valid)
        gold, test, matched, words = np.where(valid[:, None], self.parts[part][system, rows], 0).T
        return Counts(gold, test, matched, words, deleted=gold - matched, inserted=test - matched)

    def own_exist(self, system: int, part: str, rows: slice = slice(None)) -> NDArray[np.bool_]:
        status = self.statuses[system, rows]
        scored: NDArray[np.bool_] = (status == SCORED) | self.zeroed[system, rows]
        if part in FUNCTION_PARTS:
            there = self.trees.counts(system, part)[1][rows]
            found: NDArray[np.bool_] = ((status == SCORED) & there) | self.zeroed[system, rows]
            return found
        is_there = self.has(part) and (self.as_program or system not in self.undefined(part))
        return scored if is_there else np.zeros(len(status), np.bool_)

    def _tree_counts(self, system: int, part: str, rows: slice, valid: NDArray[np.bool_]) -> Counts:
        """What TedEval counts; where there is no parse, all of the gold is missing."""
        found = np.where(valid[:, None], self.trees.counts(system, part)[0][rows], 0)
        gold, test, matched, deleted, inserted, swapped, _ = found.T
        zeroed = self.zeroed[system, rows]
        test, matched, deleted, swapped = (np.where(zeroed, 0, one) for one in (test, matched, deleted, swapped))
        inserted = np.where(zeroed, gold, inserted)
        cost = deleted + inserted + swapped
        return Counts(gold, test, matched, deleted=deleted, inserted=inserted, swapped=swapped, cost=cost)

    def undefined(self, part: str) -> dict[int, str]:
        return {system: of[part] for system, of in enumerate(self._undefined) if part in of}

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        trees = [part for part in FUNCTION_PARTS if self.trees.is_counted(part)]
        return dict.fromkeys(self.parts, FIELDS) | dict.fromkeys(trees, TREE_FIELDS)

    def own_lacking(self, part: str, system: int, sentence: int) -> str:
        if part in FUNCTION_PARTS:
            return self.trees.reason(system, sentence)
        if part in EDGE_PARTS and self.without_graphs:
            return self.without_graphs
        if why := self.undefined(part).get(system, ""):
            return why
        return super().own_lacking(part, system, sentence)

    def own_options_of(self, key: str) -> tuple[str, ...]:
        """See the base; of TedEval as comparisons across schemes write them. Relations of edges are always as written."""
        if self.as_program and self.undefined(key.split(".")[0]):
            return (*super().own_options_of(key), "blank:compared")
        if key.split(".")[0] in EDGE_PARTS:
            return (*(one for one in self.options if not one.startswith("relations:")), *self._of_graphs)
        if key not in FUNCTION_PARTS:
            return super().own_options_of(key)
        others = (option for option in self.options if not option.startswith(("relations:", "punctuation:")))
        return (*self.trees.options, *others)

    def changed(self, system: int, rows: slice = slice(None)) -> NDArray[np.int64]:
        """Gold words whose head or relation the system lacks; -1 undefined."""
        return np.where(self.exist(system, "las", rows), self.part(system, "las", rows).deleted, -1)
