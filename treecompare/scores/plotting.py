"""From a score table to plots, over the same sentences as all other figures (:mod:`treecompare.scores.table`); what is left out is
counted below the figure, beside the signatures that reproduce its numbers. The figures of Emms (2008) are presets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.drawing.figures import PAGE, PRINT, Mask, PlotStyle, finish, new_figure
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.plots import Drawn, Line, by_length, histogram, scatter, systems, turning_places
from treecompare.errors import UsageError
from treecompare.measures import Measure, measure
from treecompare.scores.ranks import compare_ranks, wins
from treecompare.scores.set_notes import measure_title, set_note
from treecompare.scores.table import WAITING, Average, ScoreTable

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


__all__ = ["KINDS", "OF_SENTENCES", "PRESETS", "Choice", "Plot", "Preset", "Series", "draw_on", "figure_for", "plot"]

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


BIN_WORDS = 5
MOST_IN_COLOUR = 3
"""Histograms that can be told apart in one plot."""
LONG = 40
"""Sentences with more words are one bin; evalb's second summary ends here too."""


@dataclass(frozen=True)
class Plot:
    """The texts around a plot, its description for people who cannot see it, and how it is drawn."""

    title: str
    notes: tuple[str, ...]
    signatures: tuple[str, ...]
    description: str
    draw: Callable[[Axes, PlotStyle], Drawn]


def plot(table: ScoreTable, choice: Choice) -> Plot:
    """Computes what a plot shows. Raises UsageError: no sentence has the scores that it needs, or they cannot stand on one axis."""
    for one in choice.measures():
        if not table.has(one.part):
            raise UsageError(f"{one.key} has no scores here: {table.lacking(one.part, 0, 0)}")
    of_kind = {"scatter": _scatter, "pair": _pair, "systems": _systems, "histogram": _histogram, "length": _by_length}
    return of_kind[choice.kind](table, choice)


def draw_on(figure: Figure, made: Plot, style: PlotStyle = PRINT) -> Drawn:
    """Draws a plot on an empty figure."""
    drawn = made.draw(figure.add_subplot(), style)
    finish(figure, made.title, made.notes, made.signatures, style)
    return drawn


def figure_for(made: Plot) -> Figure:
    """A plot as a figure of its own, for print."""
    figure = new_figure(*PAGE)
    draw_on(figure, made)
    return figure


# -- the five kinds ------------------------------------------------------------------------------------------------------


def _unit(one: Measure) -> float:
    return 100.0 if one.percent else 1.0


def _axis(one: Measure) -> str:
    return f"{one.title} (%)" if one.percent else one.title


def _number(table: ScoreTable, systems_: Sequence[int], measures: Sequence[Measure], shown: Mask) -> str:
    """What the figure says of the sentences that are ``shown``. Raises UsageError: there are none."""
    if not shown.any():
        raise UsageError(
            f"no sentence has a score of {' and '.join(one.title for one in measures)}"
            f"{' for every system' if len(systems_) > 1 else ''}"
        )
    number, asked = int(np.count_nonzero(shown)), table.asked()
    waiting = int((table.statuses[list(systems_)][:, asked] == WAITING).any(axis=0).sum())
    left_out = int(np.count_nonzero(asked)) - number - waiting
    parts = ["1 sentence" if number == 1 else f"{number:,} sentences"]
    if left_out > 0:
        parts.append(f"{left_out:,} left out (no score{' for some system' if len(table.systems) > 1 else ''})")
    if waiting:
        parts.append(f"{waiting:,} not yet compared")
    note = set_note(table, [one.key for one in measures], with_number=False)
    return "; ".join(parts) + (f". {note}" if note else "")


def _rows(table: ScoreTable, systems_: Sequence[int], measures: Sequence[Measure]) -> Mask:
    """The sentences behind any of these figures."""
    found: Mask = np.logical_or.reduce([table.rows(system, one.key) for system in systems_ for one in measures])
    return found


def _scatter(table: ScoreTable, choice: Choice) -> Plot:
    a, b = choice.measure(choice.key_a), choice.measure(choice.key_b)
    compared = compare_ranks(table, choice.system, a.key, b.key)
    both, ranked = ~np.isnan(compared.rank_a), compared.kendall
    number = _number(table, [choice.system], [a, b], both)
    x, y = (np.where(both, _unit(one) * table.scores(choice.system, one.key), np.nan) for one in (a, b))
    order = []
    if ranked.distance is not None:
        order.append(f"Kendall distance {ranked.distance:.4f}")
    if ranked.tau_b is not None:
        order.append(f"tau-b {ranked.tau_b:.4f}")
    shown = PRESETS[choice.preset].title if choice.preset else f"{b.title} against {a.title}"
    title = f"{choice.beside(table.systems[choice.system])}: {shown}"
    note = "; ".join([number, *order])
    return Plot(
        title, (note,), tuple(dict.fromkeys(table.signature(one.key, system=choice.system) for one in (a, b))),
        f"Scatter of {title}, a point is a sentence. {note}.",
        lambda axes, style: scatter(
            axes, x, y, (_axis(a), _axis(b)), style, inside=choice.inside, chosen=choice.chosen,
            has_diagonal=a.percent == b.percent, is_whole=bool(choice.preset),
        ),
    )  # fmt: skip


def _pair(table: ScoreTable, choice: Choice) -> Plot:
    if choice.other == choice.system:
        raise UsageError(f"{table.systems[choice.system]} cannot be compared with itself; expected two systems")
    one = choice.measure(choice.key_a)
    found = wins(table, choice.system, choice.other, one)
    both = ~np.isnan(found.difference)
    number = _number(table, [choice.system, choice.other], [one], both)
    pair = [table.systems[system] for system in (choice.other, choice.system)]
    x, y = (
        np.where(both, _unit(one) * table.scores(system, one.key), np.nan) for system in (choice.other, choice.system)
    )
    title = f"{pair[1]} against {pair[0]}: {one.title}"
    note = f"{found.said(pair[1], pair[0])}. {number}".removesuffix(".")
    signatures = dict.fromkeys(table.signature(one.key, system=system) for system in (choice.other, choice.system))
    titles = (f"{pair[0]}, {_axis(one)}", f"{pair[1]}, {_axis(one)}")
    return Plot(
        title, (note,), tuple(signatures), f"Scatter of {title}, a point is a sentence. {note}.",
        lambda axes, style: scatter(axes, x, y, titles, style, inside=choice.inside, chosen=choice.chosen),
    )  # fmt: skip


def _systems(table: ScoreTable, choice: Choice) -> Plot:
    measures, series = choice.measures(), choice.series()
    everyone = _side_by_side(table, measures, list(range(len(table.systems))))
    number = _number(table, everyone, measures, _rows(table, everyone, measures))
    averages = {one.average for one in series}
    lines = []
    for one in series:
        which = choice.measure(one.key)
        values = np.array([_unit(which) * table.summary(system, one.key, one.average) for system in everyone])
        lines.append(Line(f"{which.title}, {one.average}", values, which.higher_is_better))
    # from worst to best under the first line, as in the paper: where another line falls, the measures disagree
    order = np.argsort(lines[0].values if lines[0].higher_is_better else -lines[0].values, kind="stable")
    lines = [Line(line.title, line.values[order], line.higher_is_better) for line in lines]
    names = [table.systems[everyone[place]] for place in order]
    # a measure's title with its average is in the legend; the axis says what all have in common
    titles = list(dict.fromkeys(one.title for one in measures))
    axis = titles[0] if len(titles) == 1 else "Score"
    average = f", {averages.pop()}" if len(averages) == 1 else ""
    title = (
        PRESETS[choice.preset].title
        if choice.preset
        else f"{choice.beside('Systems')} under {', '.join(titles)}{average}"
    )
    said = [
        f"{line.title}: {', '.join(f'{name} {_figure(value)}' for name, value in zip(names, line.values, strict=True))}."
        for line in lines
    ]
    turns = [f"{names[place]} and {names[place + 1]}" for place in turning_places(lines)]
    if turns:
        said.append(f"The measures order these neighbours differently: {'; '.join(turns)}.")
    return Plot(
        title, (number,), tuple(table.signature(one.key, one.average, everyone[0]) for one in series),
        f"{title}. {number.rstrip('.')}. {' '.join(said)}",
        lambda axes, style: systems(
            axes, names, lines, f"{axis} (%)" if measures[0].percent else axis, style, _below(choice)
        ),
    )  # fmt: skip


def _figure(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.2f}"


def _below(choice: Choice) -> str:
    """What the systems are called below their names."""
    return "System" if choice.called.is_gold else f"compared with {choice.called.first}"


def _shown_systems(table: ScoreTable, choice: Choice) -> list[int]:
    return [choice.system] if choice.only_system else list(range(len(table.systems)))


def _side_by_side(table: ScoreTable, measures: Sequence[Measure], systems_: list[int]) -> list[int]:
    """Of several systems those that may stand side by side: without those that are set aside, unless all are."""
    if table.on == "own" or len(systems_) == 1:
        return systems_
    compared = np.logical_and.reduce([table.compared(one.key) for one in measures])
    return [system for system in systems_ if compared[system]] or systems_


def _undefined(table: ScoreTable, shown: Sequence[int], key: str) -> str:
    """How many sentences of each system have no score, for the caption."""
    undefined = [
        (table.systems[system], int(np.isnan(table.scores(system, key)[table.rows(system, key)]).sum()))
        for system in shown
    ]
    return ", ".join(f"{name} {count}" for name, count in undefined if count > 0)


def _signatures(
    table: ScoreTable, one: Measure, shown: Sequence[int], average: Average | None = None, among: str = ""
) -> tuple[str, ...]:
    return tuple(dict.fromkeys(table.signature(one.key, average, system, among) for system in shown))


def _unique(names: Sequence[str]) -> list[str]:
    """Names that may serve as keys: two systems may be called alike."""
    found: list[str] = []
    for name in names:
        taken = sum(one == name or one.startswith(f"{name} (") for one in found)
        found.append(f"{name} ({taken + 1})" if name in found else name)
    return found


def _histogram(table: ScoreTable, choice: Choice) -> Plot:
    one = choice.measure(choice.key_a)
    shown = _side_by_side(table, [one], _shown_systems(table, choice))
    number = _number(table, shown, [one], _rows(table, shown, [one]))
    names = _unique([table.systems[system] for system in shown])
    scores = {}
    for name, system in zip(names, shown, strict=True):
        values = table.scores(system, one.key)[table.rows(system, one.key)]
        scores[name] = _unit(one) * values[~np.isnan(values)]
    undefined = _undefined(table, shown, one.key)
    notes = (f"{number}{f' (undefined: {undefined})' if undefined else ''}",)
    title = f"{f'{choice.beside(names[0])}: s' if len(names) == 1 else 'S'}entences by {one.title}"
    has_front = choice.stands_out and len(shown) > MOST_IN_COLOUR and choice.system in shown
    front = names[shown.index(choice.system)] if has_front else ""
    medians = ", ".join(f"{name} {np.median(values):.2f}" for name, values in scores.items())
    return Plot(
        title, notes, _signatures(table, one, shown), f"Histogram: {title}. {notes[0]}. Medians: {medians}.",
        lambda axes, style: histogram(axes, scores, _axis(one), style, 100.0 if one.percent else None, front),
    )  # fmt: skip


def length_bins(lengths: NDArray[np.int64]) -> list[tuple[str, Mask]]:
    """Sentences by length, from short to long: each bin's name and its sentences. Every bin is BIN_WORDS wide, up to LONG."""
    found = []
    for first in range(1, LONG + 1, BIN_WORDS):
        last = first + BIN_WORDS - 1
        found.append((f"{first}–{last}", (lengths >= first) & (lengths <= last)))
    found.append((f"{LONG + 1}+", lengths > LONG))
    filled = [place for place, (_, rows) in enumerate(found) if rows.any()]
    return found[filled[0] : filled[-1] + 1] if filled else []


def _by_length(table: ScoreTable, choice: Choice) -> Plot:
    one, average = choice.measure(choice.key_a), choice.averages[0]
    shown = _side_by_side(table, [one], _shown_systems(table, choice))
    both = _rows(table, shown, [one])
    number = _number(table, shown, [one], both)
    bins = length_bins(np.where(both, table.lengths, 0))
    if not bins:
        raise UsageError("no gold sentence with a score has words; expected some for a plot by length")
    names = _unique([table.systems[system] for system in shown])
    scores = {
        name: np.array([_unit(one) * table.summary(system, one.key, average, rows) for _, rows in bins])
        for name, system in zip(names, shown, strict=True)
    }
    numbers = [int((rows & both).sum()) for _, rows in bins]
    title = f"{f'{choice.beside(names[0])}: ' if len(names) == 1 else ''}{one.title}, {average}, by sentence length"
    said = []
    for name, values in scores.items():
        parts = [
            f"{label} words {one.shown(value / _unit(one))}" for (label, _), value in zip(bins, values, strict=True)
        ]
        said.append(f"{name}: {', '.join(parts)}.")
    return Plot(
        title, (number,), _signatures(table, one, shown, average, "by:length"), f"{title}. {number.rstrip('.')}. {' '.join(said)}",
        lambda axes, style: by_length(
            axes, [label for label, _ in bins], numbers, scores, f"{one.title}, {average}{' (%)' * one.percent}", style,
            choice.called.told("Words of the gold sentence"),
        ),
    )  # fmt: skip
