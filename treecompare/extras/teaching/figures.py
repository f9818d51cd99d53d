"""Figures in the texts of walks: written down as what they are, and filled in from the trees that are shown.

``{la}`` is the score of a measure as tables show it (90.20), ``{la:3}`` the same as papers print it, with so many decimals (0.902).
``{t.whole.dice cost}`` is a count behind it: ``matched``, ``deleted``, ``inserted``, ``swapped``, ``cost``, ``gold``, ``test``,
``words`` or ``crossing``. ``{la word 4}`` is the score of a single word. ``@2`` before the bracket closes means: of step 2.
What stands in braces and is none of this stays as it is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from treecompare.comparison.base import Comparison
from treecompare.errors import UsageError
from treecompare.extras.teaching.exercise import Exercise
from treecompare.measures import ALL_MEASURES, measure
from treecompare.measures.explain import number
from treecompare.measures.measure import Counts

_FIGURE = re.compile(
    r"\{(?P<key>[a-z][\w.-]*)(?: (?:word (?P<word>\d{1,4})|(?P<count>[a-z_]+)))?(?::(?P<decimals>\d))?(?:@(?P<step>\d{1,4}))?\}"
)
_COUNTS = frozenset(Counts.__dataclass_fields__) - {"score"}
_KEYS = frozenset(one.key for one in ALL_MEASURES)
NONE = "–"
"""What stands for a figure that there is not."""

StepExercise = Callable[[int], Exercise]
"""The exercise of a step, from 1."""


def filled(text: str, exercise: Exercise, of_step: StepExercise | None = None) -> str:
    """A text with its figures. ``of_step``: where those of other steps come from; without it they are not figures."""

    def one(found: re.Match[str]) -> str:
        if not _is_figure(found) or (found["step"] and of_step is None):
            return found[0]
        of = exercise
        if found["step"]:
            assert of_step is not None
            try:
                of = of_step(int(found["step"]))
            except IndexError:
                return NONE
        return _figure(found, of.comparison, of.row)

    return _FIGURE.sub(one, text)


def blanked(text: str) -> str:
    """A text with ``…`` for its figures, where nobody wants to wait for them."""
    return _FIGURE.sub(lambda found: "…" if _is_figure(found) else found[0], text)


def _is_figure(found: re.Match[str]) -> bool:
    return found["key"] in _KEYS and (found["count"] is None or found["count"] in _COUNTS)


def _figure(found: re.Match[str], comparison: Comparison, row: int) -> str:
    one, table = measure(found["key"]), comparison.table
    try:
        if not table.has(one.part):
            return NONE
        comparison.count_on_demand([one.part])
        if not table.exists(0, row, one.part):
            return NONE
        if found["count"]:
            columns = table.part(0, one.part, slice(row, row + 1))
            return number(float(getattr(columns, found["count"])[0]))
        score, decimals = float(table.scores(0, one.key)[row]), found["decimals"]
        if found["word"]:
            words = comparison.word_scores(0, row, one.part)
            if words is None or not 0 < int(found["word"]) <= len(words):
                return NONE
            score, decimals = words[int(found["word"]) - 1].score, decimals or "3"
    except UsageError:
        return NONE
    if math.isnan(score):
        return NONE
    return f"{score:.{decimals}f}" if decimals else one.shown(score)
