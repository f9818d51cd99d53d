"""Plots of scores on matplotlib axes, from plain arrays and texts: measure against measure, systems under several measures, how
often a score occurs, scores by length, counts with intervals over groups, as periods."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare.drawing.figures import (
    PRINT,
    Mask,
    Numbers,
    PlotStyle,
    add_legend,
    figure_width,
    frame_axes,
    label_axes,
    legend_handle,
)
from treecompare.errors import counted
from treecompare.mappings.mapping import SWAPPED
from treecompare.trees.characters import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Rows = NDArray[np.int64]
MOST_VECTOR_POINTS = 2000
"""Above this number, points are embedded as one bitmap in SVG and PDF: 50,000 circles would take many megabytes."""
MOST_SINGLE_POINTS = 500
"""Above this number, points that lie over each other are counted in hexagons."""
HEXAGONS = 45
"""Of them so many stand in a row."""
MOST_BINS = 25
FEW = 0.02
"""Share of the worst scores that a histogram puts into one bin."""

LEAST_FOR_PERCENTILE, FAR = 100, 0.25
"""From so many points on axes may begin at the first percentile; so much of the rest lies below it then."""


@dataclass(frozen=True)
class Line:
    """One series of scores, one value per system (NaN: undefined)."""

    title: str
    values: Numbers
    higher_is_better: bool = True


@dataclass(frozen=True)
class Drawn:
    """What a plot drew, for finding a point again: ``x`` and ``y`` in the units of the axes, ``texts`` what is said of each point.

    ``sentences``: the sentence of each point (from 0) where a point is one; then ``texts`` is empty.
    ``turns``: neighbouring systems (the place of the left one) whose order differs between measures.
    """

    axes: Axes
    x: Numbers
    y: Numbers
    texts: tuple[str, ...] = ()
    sentences: NDArray[np.int64] | None = None
    turns: tuple[int, ...] = ()

    def pixels(self) -> Numbers:
        """``[points, 2]``, pixels from the lower left corner; the figure must have been drawn."""
        placed: Numbers = self.axes.transData.transform(np.stack((self.x, self.y), axis=1))
        return placed


def scatter(
    axes: Axes, x: Numbers, y: Numbers, titles: tuple[str, str], style: PlotStyle = PRINT, *,
    inside: Mask | None = None, chosen: Mapping[int, str] | None = None, has_diagonal: bool = True,
    is_whole: bool = False,
) -> Drawn:  # fmt: skip
    """Measure against measure: a point is a sentence. ``x``, ``y``: a score per sentence, NaN are left out.

    Sentences that are not ``inside`` are greyed, ``chosen`` ones ringed, by their names. Where a few scores are far below all
    others, the axes begin at the first percentile; what is below them stands on their edge and is counted, unless ``is_whole``.
    """
    known = np.flatnonzero(~(np.isnan(x) | np.isnan(y)))
    low_x, low_y = (-np.inf, -np.inf) if is_whole else (lower_end(x[known]), lower_end(y[known]))
    is_below = ((x < low_x) | (y < low_y))[known]
    x, y = np.maximum(x, low_x), np.maximum(y, low_y)  # NaN stays NaN
    is_inside = np.ones(len(known), np.bool_) if inside is None else inside[known]
    entries = _points(axes, x, y, known[is_inside & ~is_below], known[~is_inside & ~is_below], len(known), style)
    _below(axes, x, y, known[is_below], style)
    if has_diagonal and len(known):
        edges = float(x[known].min()), float(y[known].min())
        low = max(edges) if is_below.any() else min(edges)
        high = max(float(x[known].max()), float(y[known].max()))
        (line,) = axes.plot(
            [low, high], [low, high], color=style.theme.quiet, linestyle=(0, (2, 3)), linewidth=1, zorder=1
        )
        entries.append((line, "equal scores"))
    for sentence, name in (chosen or {}).items():
        if sentence in known:
            ring: dict[str, Any] = {
                "linestyle": "none", "marker": "o", "markerfacecolor": "none", "markeredgecolor": style.selected,
                "markeredgewidth": 2.0, "markersize": 1.2 * style.size,
            }  # fmt: skip
            axes.plot(x[sentence], y[sentence], zorder=4, **ring)
            entries.append((legend_handle(**ring), f"sentence {name}"))
    axes.margins(0.03)
    label_axes(axes, titles[0], titles[1], style)
    add_legend(axes, [handle for handle, _ in entries], [label for _, label in entries], style)
    return Drawn(axes, x[known], y[known], sentences=known)


def _points(
    axes: Axes, x: Numbers, y: Numbers, shown: Rows, greyed: Rows, count: int, style: PlotStyle
) -> list[tuple[Any, str]]:
    """Draws points, the greyed ones first; their entries in the legend. ``count``: of all points, wherever they are."""
    # with more points each is fainter and smaller, so that dense areas remain visible
    alpha = float(np.clip((300 / max(count, 1)) ** 0.45, 0.12, 0.7))
    size = style.size * (0.5 if count <= MOST_VECTOR_POINTS else 0.34)

    def draw(rows: Rows, colour: str, strength: float, label: str) -> tuple[Any, str]:
        axes.plot(
            x[rows], y[rows], linestyle="none", marker="o", color=colour, markersize=size, markeredgewidth=0,
            alpha=strength, rasterized=count > MOST_VECTOR_POINTS, zorder=2,
        )  # fmt: skip
        handle = legend_handle(linestyle="none", marker="o", color=colour, markersize=0.6 * style.size)
        return handle, f"{label} ({len(rows):,})"

    last = [draw(greyed, style.theme.line, min(0.6, 2 * alpha), "filtered out")] if len(greyed) else []
    colour = style.colour(0)
    if len(shown) <= MOST_SINGLE_POINTS:
        return [draw(shown, colour, alpha, "sentences"), *last]
    _hexagons(axes, x[shown], y[shown], style)
    handle = legend_handle(linestyle="none", marker="h", color=colour, markersize=0.8 * style.size)
    stronger = "darker" if style.theme.name == "light" else "brighter"
    return [(handle, f"sentences ({len(shown):,}), {stronger}: more"), *last]


def _below(axes: Axes, x: Numbers, y: Numbers, rows: Rows, style: PlotStyle) -> None:
    """Points that are below the axes, on their edge."""
    if not len(rows):
        return
    axes.plot(
        x[rows], y[rows], linestyle="none", marker="<", color=style.theme.quiet, markersize=0.5 * style.size,
        markeredgewidth=0, zorder=2,
    )  # fmt: skip
    axes.annotate(
        f"◂ {len(rows):,} below the axes", (0, 1), xycoords="axes fraction", xytext=(6, -6), textcoords="offset points",
        va="top", color=style.theme.quiet, fontsize=0.9 * style.size, zorder=5,
    )  # fmt: skip


def lower_end(values: Numbers) -> float:
    """Where an axis begins: at the first percentile, rounded down, if that leaves out what is far below; −∞: at the least value."""
    if len(values) < LEAST_FOR_PERCENTILE:
        return -np.inf
    least, first, highest = float(values.min()), float(np.percentile(values, 1)), float(values.max())
    step = 10.0 ** np.floor(np.log10(max(highest - first, 1e-9))) / 2
    low = float(np.floor(first / step) * step)
    return low if (first - least) > FAR * (highest - first) and low > least else -np.inf


def _hexagons(axes: Axes, x: Numbers, y: Numbers, style: PlotStyle) -> None:
    """How many points lie where, by the logarithm of their number; a single one can be seen, too."""
    from matplotlib.colors import LinearSegmentedColormap, to_rgb

    ends = [np.array(to_rgb(one)) for one in (style.theme.background, style.colour(0))]
    strongest = 0.72 * ends[1] + 0.28 * np.array(to_rgb(style.theme.text["matched"]))
    colours = LinearSegmentedColormap.from_list("hexagons", [0.5 * ends[0] + 0.5 * ends[1], ends[1], strongest])
    width, height = axes.get_window_extent().size
    rows = max(round(HEXAGONS * height / width / 3**0.5), 4)  # as high as they are wide
    axes.hexbin(x, y, gridsize=(HEXAGONS, rows), bins="log", mincnt=1, cmap=colours, linewidths=0, zorder=2)


def systems(
    axes: Axes, names: Sequence[str], lines: Sequence[Line], title: str, style: PlotStyle = PRINT, below: str = "System"
) -> Drawn:
    """Systems from left to right, measures as lines (Emms 2008, figures 3 to 6). ``below``: the title of the axis of names.

    Where one measure prefers the left and another the right of two neighbours, the strip between them is shaded and marked ⇅.
    """
    places = np.arange(len(names), dtype=float)
    handles: list[Any] = []
    for number, line in enumerate(lines):
        (handle,) = axes.plot(places, line.values, zorder=3, **style.series(number))
        handles.append(handle)
    turns = turning_places(lines)
    for place in turns:
        strip = axes.axvspan(place, place + 1, color=style.theme.fill[SWAPPED], linewidth=0, zorder=0)
        axes.annotate(
            "⇅", (place + 0.5, 1), xycoords=("data", "axes fraction"), xytext=(0, -2), textcoords="offset points",
            ha="center", va="top", color=style.theme.text[SWAPPED], fontsize=1.2 * style.size,
        )  # fmt: skip
        if place == turns[-1]:
            handles.append(strip)
    is_wide = sum(len(name) + 2 for name in names) * 0.6 * style.size > 0.85 * 72 * figure_width(axes)
    axes.set_xticks(
        places, [visible(name) for name in names], rotation=30 if is_wide else 0, ha="right" if is_wide else "center"
    )
    axes.set_xlim(-0.35, len(names) - 0.65)
    axes.margins(y=0.12)
    label_axes(axes, below, title, style)
    add_legend(
        axes,
        handles,
        [*(line.title for line in lines), *["⇅ ordered differently"] * bool(turns)],
        style,
    )
    values = np.array([line.values for line in lines])
    texts = [f"{name}\n{line.title}: {line.values[at]:.2f}" for line in lines for at, name in enumerate(names)]
    return Drawn(axes, np.tile(places, len(lines)), values.ravel(), tuple(texts), turns=turns)


def turning_places(lines: Sequence[Line]) -> tuple[int, ...]:
    """Places i where some line prefers system i and another system i + 1."""
    if not lines:
        return ()
    steps = np.array([np.diff(line.values) * (1 if line.higher_is_better else -1) for line in lines])
    # equal scores may differ in their last bit
    return tuple(np.flatnonzero((steps > 1e-10).any(axis=0) & (steps < -1e-10).any(axis=0)).tolist())


def histogram(
    axes: Axes, scores: Mapping[str, Numbers], title: str, style: PlotStyle = PRINT, highest: float | None = 100.0,
    front: str = "",
) -> Drawn:  # fmt: skip
    """How many sentences of each system have which score; NaN are left out. ``highest``: the best score, None for counts.
    ``front``: the system that stands out, while the others are grey.

    The few worst percentages, which would press all others together, are counted in the first bin; that is said below it.
    """
    everything = np.concatenate([values[~np.isnan(values)] for values in scores.values()])
    edges = bin_edges(
        everything if highest is None else everything[everything >= np.quantile(everything, FEW)], highest
    )
    has_rest = bool((everything < edges[0]).any())
    centres = (edges[:-1] + edges[1:]) / 2
    handles: list[Any] = []
    labels: list[str] = []
    x: list[Numbers] = []
    y: list[Numbers] = []
    texts: list[str] = []
    for number, (name, values) in enumerate(scores.items()):
        known = values[~np.isnan(values)]
        counts = np.histogram(known.clip(edges[0]), edges)[0].astype(float)
        is_behind, is_alone = front not in ("", name), len(scores) == 1 or name == front
        look = style.series(0 if front else number)
        if is_behind:
            look |= {"color": style.theme.line, "marker": "none"}
        axes.stairs(
            counts, edges, color=look["color"], linestyle=look["linestyle"], linewidth=1.0 if is_behind else 1.5, fill=False,
            baseline=None, zorder=2 if is_behind else 3,
        )  # fmt: skip
        if is_alone:
            axes.stairs(counts, edges, color=look["color"], alpha=0.25, fill=True, zorder=2)
        axes.plot(centres, counts, **{**look, "linestyle": "none", "markersize": 0.42 * style.size}, zorder=4)
        if not is_behind or "other systems" not in labels:
            handles.append(legend_handle(**look))
            median = f"{name}, median {np.median(known):.2f}" if len(known) else name
            labels.append("other systems" if is_behind else median)
        x.append(centres)
        y.append(counts)
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True):
            place = f"{low:g} to {high:g}" if highest is not None else f"{(low + high) / 2:g}"
            if has_rest and low == edges[0]:
                place = f"below {high:g}"
            texts.append(f"{name}\n{counted(round(count), 'sentence')}: {place}")
    axes.set_ylim(bottom=0)
    axes.margins(x=0.01)
    if has_rest:
        axes.annotate(
            f"all below {edges[1]:g}", (centres[0], max(counts[0] for counts in y)), xytext=(0, 0.7 * style.size),
            textcoords="offset points", ha="left", color=style.theme.quiet, fontsize=style.small,
        )  # fmt: skip
    label_axes(axes, title, "Sentences", style)
    add_legend(axes, handles, labels, style)
    return Drawn(axes, np.concatenate(x), np.concatenate(y), tuple(texts))


def bin_edges(values: Numbers, highest: float | None) -> Numbers:
    """Edges of equal bins that hold all values: of percentages up to ``highest``; without it of whole numbers, which lie in the
    middle of their bins."""
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    if highest is None:
        low, high = np.floor(low), np.ceil(high)
        width = float(np.ceil((high - low + 1) / MOST_BINS))
        first, bins = low - 0.5, int(np.ceil((high - low + 1) / width))
    else:
        high = max(high, highest)
        widths = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
        width = next((width for width in widths if (high - low) / width <= MOST_BINS), (high - low) / MOST_BINS)
        first = width * np.floor(low / width)
        bins = max(int(np.ceil((high - first) / width)), 1)
    return np.asarray(first + width * np.arange(bins + 1), np.float64)


def by_length(
    axes: Axes, bins: Sequence[str], numbers: Sequence[int], scores: Mapping[str, Numbers], title: str,
    style: PlotStyle = PRINT, below: str = "Words of the gold sentence",
) -> Drawn:  # fmt: skip
    """Scores by sentence length: ``bins`` are named from short to long, ``numbers`` says how many sentences are in each (grey
    bars), ``scores`` has one value per bin for each system (NaN: undefined). ``below``: the title of the axis of lengths."""
    places = np.arange(len(bins), dtype=float)
    behind = axes.twinx()
    axes.set_zorder(behind.get_zorder() + 1)
    axes.patch.set_visible(False)
    bars = behind.bar(places, numbers, width=0.7, color=style.theme.line, alpha=0.45, linewidth=0)
    for place, number in zip(places, numbers, strict=True):
        behind.annotate(
            f"{number:,}", (place, number), xytext=(0, 2), textcoords="offset points", ha="center", color=style.theme.quiet,
            fontsize=style.small,
        )  # fmt: skip
    # the bars use the lower third only: the lines matter more
    behind.set_ylim(0, 3.2 * max([1, *numbers]))
    behind.set_facecolor(style.theme.background)
    frame_axes(behind, style)
    behind.grid(False)
    behind.set_ylabel("Sentences (bars)", color=style.theme.quiet, fontsize=style.size)
    handles: list[Any] = []
    texts: list[str] = []
    for number, (name, values) in enumerate(scores.items()):
        (handle,) = axes.plot(places, values, zorder=3, **style.series(number))
        handles.append(handle)
        texts += [
            f"{name}\n{one} words: {value:.2f} ({counted(int(count), 'sentence')})"
            for one, value, count in zip(bins, values, numbers, strict=True)
        ]
    axes.set_xticks(places, bins)
    axes.margins(y=0.1)
    label_axes(axes, below, title, style)
    add_legend(axes, [*handles, bars], [*scores, "number of sentences"], style)
    return Drawn(axes, np.tile(places, len(scores)), np.concatenate(list(scores.values())), tuple(texts))


_YEAR = re.compile(r"\D?([0-9]{3,4})(?![0-9])")


def years_of(names: Sequence[str]) -> list[int] | None:
    """The years with which names of groups begin; None where one begins with none, or two with the same."""
    found = [int(match[1]) for name in names if (match := _YEAR.match(name))]
    return found if len(found) == len(names) == len({*found}) else None


def counts_by_group(
    axes: Axes, names: Sequence[str], found: Numbers, estimates: Numbers, lows: Numbers, highs: Numbers, title: str,
    texts: Sequence[str], style: PlotStyle = PRINT,
) -> Drawn:  # fmt: skip
    """``found``: as counted; ``estimates`` with ``lows`` and ``highs``: as corrected (NaN: undefined); an entry per group. Groups
    that are called by years stand at these. ``texts``: what is said of each estimate."""
    years = years_of(names)
    places = np.array(years, np.float64) if years else np.arange(len(names), dtype=np.float64)
    (plain,) = axes.plot(
        places, found, marker="o", markerfacecolor=style.theme.background, color=style.theme.quiet, linestyle=(0, (4, 3)),
        linewidth=1.2, markersize=0.6 * style.size, zorder=2,
    )  # fmt: skip
    bars = axes.errorbar(
        places, estimates, yerr=np.maximum(np.stack((estimates - lows, highs - estimates)), 0), marker="o", color=style.colour(0),
        linewidth=1.6, elinewidth=1.4, capsize=0.35 * style.size, markersize=0.6 * style.size, zorder=3,
    )  # fmt: skip
    labels = [str(year) for year in years] if years else list(names)
    is_crowded = sum(map(len, labels)) > 70
    axes.set_xticks(places, labels, rotation=30 if is_crowded else 0, ha="right" if is_crowded else "center")
    axes.set_ylim(bottom=0)
    axes.margins(x=0.06)
    label_axes(axes, "", title, style)
    add_legend(axes, [plain, bars], ["as found", "corrected, with 95 % prediction interval"], style)
    return Drawn(axes, places, estimates, tuple(texts))
