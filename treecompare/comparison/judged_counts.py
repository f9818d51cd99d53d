"""What people judged, as counts of a score table: so that it can be ranked and plotted against any measure."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.judgements import Judgements
from treecompare.measures import Counts
from treecompare.measures.measure import JUDGED_PART
from treecompare.scores.further import EVERYTHING, Further, Mask
from treecompare.scores.table import ScoreTable

NOTHING = "No parse is judged yet: judge some in the window (Notes), or give a table of judgements."


class Judged(Further):
    """``gold``: judgements on the parse of a sentence; ``matched``: those that say it is correct.

    ``judgements`` gives those of now: people go on judging, and may read a table of them at any time.
    """

    parts = (JUDGED_PART,)
    is_sample = True

    def __init__(self, table: ScoreTable, judgements: Callable[[], Judgements]) -> None:
        self._table = table
        self._judgements = judgements

    def _counted(self, system: int) -> NDArray[np.int64]:
        """``[2, rows]`` = judgements, and those that say correct."""
        found, name = np.zeros((2, self._table.sentences), np.int64), self._table.systems[system]
        for (row, of, *_), is_right in self._judgements().correct.copy().items():
            if of == name and row < self._table.sentences:
                found[:, row] += 1, is_right
        return found

    def is_there(self) -> bool:
        """See the base: as soon as anything is judged."""
        return bool(self._judgements().correct)

    def nothing(self) -> str:
        return NOTHING

    def part(self, system: int, part: str, rows: slice = EVERYTHING) -> Counts:
        gold, matched = self._counted(system)[:, rows]
        return Counts(gold, gold, matched, deleted=gold - matched, inserted=gold - matched)

    def exist(self, system: int, part: str, rows: slice = EVERYTHING) -> Mask:
        found: Mask = self._counted(system)[0, rows] > 0
        return found

    def is_zeroed(self, system: int) -> Mask:
        """See the base: a parse that is missing may be judged, too."""
        return np.zeros(self._table.sentences, np.bool_)

    def options_of(self, key: str) -> tuple[str, ...]:
        return ()

    def lacking(self, part: str, system: int, sentence: int) -> str:
        return "nobody has judged this parse yet; judge it in Notes, or import a table of phenomena"
