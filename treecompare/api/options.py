"""Options as keywords, named as on the command line; those of the settings are in :mod:`treecompare.comparison.given_settings`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

from treecompare.comparison.base import Comparison
from treecompare.errors import UsageError
from treecompare.measures import PROGRAM, Measure, chosen
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
