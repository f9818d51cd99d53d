"""The choice of a plot: its kind and measures, and the figures of Emms (2008) as presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from treecompare.drawing.names import PLAIN, Names
from treecompare.errors import UsageError
from treecompare.measures import Measure, measure
from treecompare.scores.agreement import measure_title

if TYPE_CHECKING:
    from treecompare.drawing.figures import Mask
    from treecompare.scores.table import Average

KINDS = ("scatter", "systems", "histogram", "length", "pair")
OF_SENTENCES = "scatter", "pair"
"""Those in which a point is a sentence."""


@dataclass(frozen=True)
class Series:
    """A measure and how it is averaged: one line in a plot of systems."""

    key: str
    average: Average


@dataclass(frozen=True)
class Preset:
    """A figure of a paper: a plot of systems with these lines, or a scatter of the first measure (across) and the second."""

    title: str
    series: tuple[Series, ...]
    kind: str = "systems"


def _both(*keys: str) -> tuple[Series, ...]:
    averages: tuple[Average, ...] = ("pooled", "mean")
    return tuple(Series(key, average) for average in averages for key in keys)


PRESETS = {
    "3": Preset(
        "E and T, whole tree, Dice, pooled (Emms 2008, figure 3)",
        (Series("e.whole.dice", "pooled"), Series("t.whole.dice", "pooled")),
    ),
    "4": Preset(
        "Whole tree and roof, E-Dice, pooled (Emms 2008, figure 4)",
        (Series("e.whole.dice", "pooled"), Series("e.roof.dice", "pooled")),
    ),
    "5": Preset(
        "Pooled and mean, E and T, whole tree, Dice (Emms 2008, figure 5)", _both("e.whole.dice", "t.whole.dice")
    ),
    "6": Preset(
        "Pooled and mean, E and T, whole tree, Jaccard (Emms 2008, figure 6)",
        _both("e.whole.jaccard", "t.whole.jaccard"),
    ),
    "7": Preset(
        "T-Jaccard against E-Jaccard (Emms 2008, figure 7)",
        (Series("e.whole.jaccard", "pooled"), Series("t.whole.jaccard", "pooled")),
        "scatter",
    ),
    "8": Preset(
        "E-Dice against E-Jaccard (Emms 2008, figure 8)",
        (Series("e.whole.jaccard", "pooled"), Series("e.whole.dice", "pooled")),
        "scatter",
    ),
}


@dataclass(frozen=True)
class Choice:
    """Which plot.

    ``scatter``: ``key_a`` (across) against ``key_b`` (up), of one system; a preset brings both. ``pair``: ``system`` (up) against
    the system ``other`` (across) under ``key_a``. ``systems``: a preset, or
    ``keys`` (if empty, A and B) under each of ``averages``. ``histogram`` and ``length``: ``key_a`` of all systems, or only of
    ``system``; lengths under the first of ``averages``. ``called``: what gold and system are called. ``stands_out``: in a histogram
    of many systems the others are grey behind ``system``. ``inside``: the sentences that are not grey where points are sentences;
    None: all. ``chosen``: those that are ringed, with their names.
    """

    kind: str = "scatter"
    system: int = 0
    key_a: str = "e.whole.dice"
    key_b: str = "t.whole.dice"
    keys: tuple[str, ...] = ()
    averages: tuple[Average, ...] = ("pooled",)
    preset: str | None = None
    only_system: bool = False
    called: Names = PLAIN
    other: int = 0
    stands_out: bool = False
    inside: Mask | None = field(default=None, compare=False)
    chosen: Mapping[int, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UsageError(f"there is no plot '{self.kind}'; expected {', '.join(KINDS[:-1])} or {KINDS[-1]}")
        if self.preset is not None and self.preset not in PRESETS:
            raise UsageError(f"there is no preset '{self.preset}'; expected one of {', '.join(PRESETS)}")
        if self.preset is not None and PRESETS[self.preset].kind != self.kind:
            raise UsageError(f"preset {self.preset} is a plot of kind {PRESETS[self.preset].kind}, not {self.kind}")
        if self.preset is not None and self.kind == "scatter":
            for name, one in zip(("key_a", "key_b"), PRESETS[self.preset].series, strict=True):
                object.__setattr__(self, name, one.key)

    def series(self) -> tuple[Series, ...]:
        """The lines of a plot of systems."""
        if self.preset is not None:
            return PRESETS[self.preset].series
        keys = dict.fromkeys(self.keys or (self.key_a, self.key_b))
        return tuple(Series(key, average) for average in self.averages for key in keys)

    def measure(self, key: str) -> Measure:
        """A measure under the title that the plot has for it. Raises UsageError: there is none of that key."""
        one = measure(key)
        return replace(one, title=measure_title(one, self.called))

    @property
    def is_of_one(self) -> bool:
        """Whether it shows one system, or this one against another one."""
        return self.kind in OF_SENTENCES or self.only_system

    def beside(self, name: str) -> str:
        """The name of a system; where neither analysis is gold, with the name of the other one."""
        return name if self.called.is_gold else f"{name} with {self.called.first}"

    def measures(self) -> tuple[Measure, ...]:
        """The measures that the plot shows. Raises UsageError: there is none of that key, or they cannot stand on one axis."""
        if self.kind == "scatter":
            keys = [self.key_a, self.key_b]
        elif self.kind == "systems":
            keys = [entry.key for entry in self.series()]
        else:
            keys = [self.key_a]
        measures = tuple(self.measure(key) for key in dict.fromkeys(keys))
        if self.kind == "systems" and len({one.percent for one in measures}) > 1:
            raise UsageError("percentages and counts cannot stand on one axis; expected measures of one kind")
        return measures
