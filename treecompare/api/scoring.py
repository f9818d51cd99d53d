"""Which measures and averages are asked for, and one figure with all that reproduces it.

Options are keywords named as on the command line; those of the settings are in :mod:`treecompare.comparison.given_settings`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from treecompare.comparison.base import Comparison
from treecompare.errors import UsageError
from treecompare.measures import PROGRAM, Measure, chosen, measure
from treecompare.scores.table import Average

Averages: TypeAlias = Literal["pooled", "mean", "both"]
Keys: TypeAlias = str | Iterable[str]
"""Measures: ``all``, keys separated by commas, or several keys."""


def wanted_measures(comparison: Comparison, keys: Keys) -> tuple[Comparison, list[Measure]]:
    """The measures that keys name, and the comparison whose figures they are: ``all`` are those that the comparison has counts for,
    as on the command line.

    Raises:
        UsageError: there is no such measure.
    """
    keys = keys if isinstance(keys, str) else tuple(keys)
    named = chosen(keys if isinstance(keys, str) else ",".join(keys))
    if PROGRAM in (keys.split(",") if isinstance(keys, str) else keys):
        comparison = comparison.as_program()
    return comparison, comparison.applying(named) if keys == "all" else list(named)


def averages_of(average: Averages) -> tuple[Average, ...]:
    """The averages that are named: pooled, mean or both.

    Raises:
        UsageError: it is something else.
    """
    if average not in get_args(Averages):
        raise UsageError(f"average is {average!r}; expected pooled, mean or both")
    return ("pooled", "mean") if average == "both" else (average,)


def one_average(average: Average) -> Average:
    """An average that is one: pooled or mean.

    Raises:
        UsageError: it is something else.
    """
    if average not in get_args(Average):
        raise UsageError(f"average is {average!r}; expected pooled or mean")
    return average


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
