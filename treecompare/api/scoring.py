"""One figure with all that reproduces it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from treecompare.api.options import one_average
from treecompare.comparison.base import Comparison
from treecompare.errors import UsageError
from treecompare.measures import measure
from treecompare.scores.table import Average


@dataclass(frozen=True)
class Score:
    """The score of a system under a measure.

    ``value``: a fraction, None where it is undefined; ``key``, ``title``: of the measure; ``average``: pooled or mean;
    ``signature``: what reproduces the figure; ``scored`` of ``sentences``: whose counts are in it.
    """

    value: float | None
    key: str
    title: str
    average: Average
    signature: str
    scored: int
    sentences: int
    shown: str = field(repr=False)

    def __float__(self) -> float:
        return math.nan if self.value is None else self.value

    def __str__(self) -> str:
        return f"{self.title} {self.shown} ({self.scored:,} of {self.sentences:,} sentences) {self.signature}"


def score_of(comparison: Comparison, system: int, key: str, average: Average) -> Score:
    """The score of a system of a comparison that has been run.

    Raises:
        UsageError: there is no such measure or average, or the comparison has no counts for it.
    """
    one, table = measure(key), comparison.table
    if not table.has(one.part):
        raise UsageError(f"{key} ({one.title}) is not counted in this comparison of {comparison.kind}")
    value = table.summary(system, key, one_average(average))
    counted = table.rows(system, key)
    return Score(
        None if math.isnan(value) else value, key, one.title, average, table.signature(key, average, system), int(counted.sum()),
        table.sentences, one.shown(value),
    )  # fmt: skip
