"""What a comparison asks of other scores of the same parses that stand beside its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Cancel, Progress
from treecompare.errors import TreecompareError
from treecompare.mappings.mapping import Mapping
from treecompare.scores.further import Further
from treecompare.scores.table import ScoreTable


class OtherSentences(TreecompareError):
    """A file of dependencies (``path``) is not of the sentences that it is given for."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        super().__init__(text)


class OtherScores(Protocol):
    """Other scores of the same parses; :class:`treecompare.comparison.beside.Beside` has those of dependencies."""

    def prepare(self, cancel: Cancel | None) -> Iterator[Progress]:
        """All that has to be known before anything is counted."""

    def count(self, jobs: int | None, cancel: Cancel) -> Iterator[Progress]:
        """Counts them."""

    def rows(self, table: ScoreTable, firsts: NDArray[np.int64]) -> Further:
        """The counts in the rows of a table, given by the first gold sentence of each row, and one more."""

    def news(self) -> list[str]:
        """Warnings that were not told yet."""

    def as_options(self, systems: Iterable[int] | None) -> list[str]:
        """The options of the command line that name their files, those of some systems or of all."""

    def counted_leaves(self, mapping: Mapping, system: int, row: range, part: str, count: str) -> list[tuple[str, int]]:
        """The words of a mapping's trees, as (side, node), that a count stands for; ``row``: the gold sentences."""

    def said(self) -> str:
        """Where they come from, in a sentence for a paper."""

    @property
    def comparison(self) -> Any:
        """The comparison that they are of."""
