"""The score table of dependency treebanks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.function_scores import FUNCTION_FIELDS, FUNCTION_PARTS, FunctionScores
from treecompare.comparison.table import SCORED, Average, ScoreTable
from treecompare.measures import Counts
from treecompare.measures.dependencies import DEPENDENCY_PARTS

FIELDS = ("gold", "test", "matched", "words")


class DependencyTable(ScoreTable):
    """``parts[part]``: int64 ``[systems, sentences, 4]`` = gold, test and matched words, gold words with a counterpart.

    ``functions(system)``: tree distance over function trees, computed when it is first asked for; None for a system that is not
    scored yet.
    """

    def __init__(
        self,
        systems: list[str],
        sentences: int,
        options: tuple[str, ...],
        functions: Callable[[int], FunctionScores | None] = lambda system: None,
        nonprojective: str = "lift",
    ) -> None:
        super().__init__(systems, sentences, options)
        self.functions = functions
        self.nonprojective = nonprojective
        self.parts = {part: np.zeros((len(systems), sentences, len(FIELDS)), np.int64) for part in DEPENDENCY_PARTS}

    def has(self, part: str) -> bool:
        """See the base."""
        return part in self.parts or part in FUNCTION_PARTS

    def part(self, system: int, part: str, rows: slice = slice(None)) -> Counts:
        """See the base."""
        if part in FUNCTION_PARTS and (found := self.functions(system)) is not None:
            return self._of_functions(system, part, rows, found)
        if part not in self.parts:
            nothing = np.zeros(len(range(*rows.indices(self.sentences))), np.int64)
            return Counts(**dict.fromkeys(Counts.__dataclass_fields__, nothing))
        valid = self.exist(system, part, rows)
        gold, test, matched, words = np.where(valid[:, None], self.parts[part][system, rows], 0).T
        return Counts(gold, test, matched, words, deleted=gold - matched, inserted=test - matched)

    def _of_functions(self, system: int, part: str, rows: slice, found: FunctionScores) -> Counts:
        counts = found.counts(part)
        valid = self.exist(system, part, rows)
        columns = {name: np.where(valid, getattr(counts, name)[rows], 0) for name in (*FUNCTION_FIELDS, "cost")}
        zeroed = self.zeroed[system, rows]
        if zeroed.any():
            lacking = found.gold.sizes(part)[rows]
            for name in ("gold", "inserted", "cost"):
                columns[name] = np.where(zeroed, lacking, columns[name])
        return Counts(**columns)

    def exist(self, system: int, part: str, rows: slice = slice(None)) -> NDArray[np.bool_]:
        """See the base."""
        status = self.statuses[system, rows]
        scored: NDArray[np.bool_] = status == SCORED
        if part in FUNCTION_PARTS:
            found = self.functions(system)
            scored = scored & found.exist[rows] if found is not None else np.zeros(len(status), np.bool_)
        elif part not in self.parts:
            return np.zeros(len(status), np.bool_)
        return scored | self.zeroed[system, rows]

    def scores(self, system: int, key: str) -> NDArray[np.float64]:
        """See the base. Function trees of roots only are the same: TedEval is 1 (Tsarfaty et al. 2011, footnote 5)."""
        scores = super().scores(system, key)
        if key in FUNCTION_PARTS:
            scores[np.isnan(scores) & self.exist(system, key)] = 1.0
        return scores

    def signature(self, key: str, average: Average | None = None) -> str:
        """See the base; function trees count punctuation whatever the words do, and may be lifted."""
        found = super().signature(key, average)
        if key not in FUNCTION_PARTS:
            return found
        parts = [one for one in found.split("|") if not one.startswith("punctuation:")]
        return "|".join([*parts[:-1], f"nonprojective:{self.nonprojective}", parts[-1]])

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        """See the base."""
        return dict.fromkeys(self.parts, FIELDS)

    def changed(self, system: int) -> NDArray[np.int64]:
        """Gold words whose head or relation the system lacks; -1 undefined."""
        return np.where(self.exist(system, "las"), self.part(system, "las").deleted, -1)
