"""The score table of trees whose words may differ: nodes and lexemes, beside the scores of words where these were asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treecompare.measures import Counts
from treecompare.measures.tedeval import LATTICE_PARTS
from treecompare.scores.table import PARTIAL, SCORED, ScoreTable

FIELDS = ("gold", "test", "matched", "deleted", "inserted")


class LatticeTable(ScoreTable):
    """``parts[part]``: int64 ``[systems, sentences, 3]`` = gold, test and matched nodes or lexemes, -1 where not counted.

    ``others``: the table of the measures that compare word by word, if they were asked for too.
    """

    signs_aligned = False

    def __init__(
        self, systems: list[str], sentences: int, options: tuple[str, ...], others: ScoreTable | None = None
    ) -> None:
        super().__init__(systems, sentences, options)
        self.parts = {part: np.full((len(systems), sentences, 3), -1, np.int64) for part in LATTICE_PARTS}
        self.others = others

    def has_own(self, part: str) -> bool:
        return part in self.parts or (self.others is not None and self.others.has(part))

    def own_part(self, system: int, part: str, rows: slice = slice(None)) -> Counts:
        if part in self.parts:
            gold, test, matched = np.where(self.exist(system, part, rows)[:, None], self.parts[part][system, rows], 0).T
            # the paper turns the parse into the gold tree
            deleted, inserted = test - matched, gold - matched
            return Counts(gold, test, matched, deleted=deleted, inserted=inserted, cost=deleted + inserted)
        if self.others is not None:
            return self.others.part(system, part, self._inside(rows))
        return self.nothing(rows)

    def own_exist(self, system: int, part: str, rows: slice = slice(None)) -> NDArray[np.bool_]:
        if part in self.parts:
            status = self.statuses[system, rows]
            found: NDArray[np.bool_] = ((status == SCORED) | (status == PARTIAL)) & (
                self.parts[part][system, rows, 2] >= 0
            )
            return found
        if self.others is not None:
            return self.others.exist(system, part, self._inside(rows))
        return np.zeros(len(range(*rows.indices(self.sentences))), np.bool_)

    def words_differ(self, system: int) -> NDArray[np.bool_]:
        """The rows whose segments differ, whatever becomes of their trees: trees that are too large are compared in part, too."""
        found: NDArray[np.bool_] = self.aligned[system].copy()
        return found

    def _inside(self, rows: slice) -> slice:
        """The same rows for the other table, which has more where a system has more sentences than the gold."""
        return slice(*rows.indices(self.sentences))

    def changed(self, system: int) -> NDArray[np.int64]:
        """Nodes that are deleted or inserted; -1 undefined."""
        counts = self.part(system, "tedeval.lattice")
        return np.where(self.exist(system, "tedeval.lattice"), counts.deleted + counts.inserted, -1)

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        return dict.fromkeys(self.parts, FIELDS) | (self.others.shown_counts() if self.others is not None else {})

    def own_options_of(self, key: str) -> tuple[str, ...]:
        """See the base; of other measures those that they have by themselves."""
        if self.others is not None and not key.startswith(LATTICE_PARTS):
            return self.others.options_of(key)
        return super().own_options_of(key)
