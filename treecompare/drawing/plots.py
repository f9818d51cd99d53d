"""Plots of scores on matplotlib axes, from plain arrays and texts: measure against measure, systems under several measures, how
often a score occurs, scores by length.

matplotlib is imported when the first figure is made. Nothing here touches its global settings, so figures may be drawn in threads.
Series differ in marker and line style, not only in colour (Okabe & Ito's, readable for colour-blind people).
"""

from __future__ import annotations

import io
import textwrap
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare.drawing.style import DARK, LIGHT, Theme
from treecompare.errors import TreecompareError
from treecompare.mappings.mapping import SWAPPED

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]

SUFFIXES = (".svg", ".pdf", ".png")
PAGE = (7.5, 5.2)
"""Inches of a figure that goes into a file."""
PNG_DPI = 200
MOST_VECTOR_POINTS = 2000
"""From more points on they are one picture within an SVG or PDF: 50,000 circles would make files of many megabytes."""
MOST_BINS = 25
FEW = 0.02
"""Share of the worst scores that a histogram puts into one bin."""

_COLOURS = {
    "light": ("#0072b2", "#d55e00", "#00845f", "#b0598c", "#a87400", "#2b9bd8"),
    "dark": ("#6cb8ef", "#ff9a5c", "#4fd0a5", "#eba3cf", "#e9c65a", "#b9dcf5"),
}
_SELECTED = {"light": "#d97b00", "dark": "#ffb84d"}
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_LINES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.4)), (0, (6, 2, 1, 2)), (0, (3, 1)))


@dataclass(frozen=True)
class PlotStyle:
    """How figures look: colours of a theme, and the size of their text in points."""

    theme: Theme = LIGHT
    size: float = 10.0

    @property
    def small(self) -> float:
        """Size of the small print."""
        return max(0.68 * self.size, 5.5)

    @property
    def selected(self) -> str:
        """Colour of what is chosen."""
        return _SELECTED[self.theme.name]

    def colour(self, series: int) -> str:
        """Colour of the series of that number."""
        colours = _COLOURS[self.theme.name]
        return colours[series % len(colours)]

    def series(self, series: int) -> dict[str, Any]:
        """Colour, marker and line style of the series of that number."""
        return {
            "color": self.colour(series),
            "marker": _MARKERS[series % len(_MARKERS)],
            "linestyle": _LINES[series % len(_LINES)],
            "markersize": 0.6 * self.size,
            "linewidth": 1.6,
        }


PRINT = PlotStyle()
STYLES = {theme.name: PlotStyle(theme) for theme in (LIGHT, DARK)}


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


# -- plots ---------------------------------------------------------------------------------------------------------------


def scatter(
    axes: Axes, x: Numbers, y: Numbers, titles: tuple[str, str], style: PlotStyle = PRINT, *,
    inside: Mask | None = None, chosen: Sequence[int] = (), names: Sequence[str] = (), has_diagonal: bool = True,
) -> Drawn:  # fmt: skip
    """Measure against measure: a point is a sentence. ``x``, ``y``: a score per sentence, NaN are left out.

    Sentences that are not ``inside`` are greyed, ``chosen`` ones ringed and named.
    """
    known = np.flatnonzero(~(np.isnan(x) | np.isnan(y)))
    is_inside = np.ones(len(known), np.bool_) if inside is None else inside[known]
    handles: list[Any] = []
    labels: list[str] = []
    # the more points, the fainter and smaller each: where many lie together it stays visible
    alpha = float(np.clip((300 / max(len(known), 1)) ** 0.45, 0.12, 0.7))
    size = style.size * (0.5 if len(known) <= MOST_VECTOR_POINTS else 0.34)
    for rows, colour, strength, label in (
        (known[~is_inside], style.theme.line, min(0.6, 2 * alpha), "outside the filter"),
        (known[is_inside], style.colour(0), alpha, "sentences"),
    ):
        if len(rows) or label == "sentences":
            axes.plot(
                x[rows], y[rows], linestyle="none", marker="o", color=colour, markersize=size, markeredgewidth=0,
                alpha=strength, rasterized=len(known) > MOST_VECTOR_POINTS, zorder=2,
            )  # fmt: skip
            handles.insert(0, _handle(linestyle="none", marker="o", color=colour, markersize=0.6 * style.size))
            labels.insert(0, f"{label} ({len(rows)})")
    if has_diagonal and len(known):
        low = min(float(x[known].min()), float(y[known].min()))
        high = max(float(x[known].max()), float(y[known].max()))
        (line,) = axes.plot(
            [low, high], [low, high], color=style.theme.quiet, linestyle=(0, (2, 3)), linewidth=1, zorder=1
        )
        handles.append(line)
        labels.append("equal scores")
    for sentence in chosen:
        if sentence in known:
            ring = {
                "linestyle": "none", "marker": "o", "markerfacecolor": "none", "markeredgecolor": style.selected,
                "markeredgewidth": 2.0, "markersize": 1.2 * style.size,
            }  # fmt: skip
            axes.plot(x[sentence], y[sentence], zorder=4, **ring)
            handles.append(_handle(**ring))
            labels.append(f"sentence {names[sentence] if len(names) else sentence + 1}")
    axes.margins(0.03)
    _label(axes, titles[0], titles[1], style)
    _legend(axes, handles, labels, style)
    return Drawn(axes, x[known], y[known], sentences=known)


def systems(axes: Axes, names: Sequence[str], lines: Sequence[Line], title: str, style: PlotStyle = PRINT) -> Drawn:
    """Systems from left to right, measures as lines (Emms 2008, figures 3 to 6).

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
    is_wide = sum(len(name) + 2 for name in names) * 0.6 * style.size > 0.85 * 72 * axes.figure.get_figwidth()
    axes.set_xticks(places, names, rotation=30 if is_wide else 0, ha="right" if is_wide else "center")
    axes.set_xlim(-0.35, len(names) - 0.65)
    axes.margins(y=0.12)
    _label(axes, "System", title, style)
    _legend(
        axes,
        handles,
        [*(line.title for line in lines), *["⇅ the measures order these two differently"] * bool(turns)],
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
    axes: Axes, scores: Mapping[str, Numbers], title: str, style: PlotStyle = PRINT, highest: float | None = 100.0
) -> Drawn:
    """How many sentences of each system have which score; NaN are left out. ``highest``: the best score, None for counts.

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
        look = style.series(number)
        axes.stairs(
            counts, edges, color=look["color"], linestyle=look["linestyle"], linewidth=1.5, fill=False, baseline=None,
            zorder=3,
        )  # fmt: skip
        if len(scores) == 1:
            axes.stairs(counts, edges, color=look["color"], alpha=0.25, fill=True, zorder=2)
        axes.plot(centres, counts, **{**look, "linestyle": "none", "markersize": 0.42 * style.size}, zorder=4)
        handles.append(_handle(**look))
        labels.append(f"{name}, median {np.median(known):.2f}" if len(known) else name)
        x.append(centres)
        y.append(counts)
        for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True):
            place = f"{low:g} to {high:g}" if highest is not None else f"{(low + high) / 2:g}"
            if has_rest and low == edges[0]:
                place = f"below {high:g}"
            texts.append(f"{name}\n{count:.0f} sentences: {place}")
    axes.set_ylim(bottom=0)
    axes.margins(x=0.01)
    if has_rest:
        axes.annotate(
            f"all below {edges[1]:g}", (centres[0], max(counts[0] for counts in y)), xytext=(0, 0.7 * style.size),
            textcoords="offset points", ha="left", color=style.theme.quiet, fontsize=style.small,
        )  # fmt: skip
    _label(axes, title, "Sentences", style)
    _legend(axes, handles, labels, style)
    return Drawn(axes, np.concatenate(x), np.concatenate(y), tuple(texts))


def bin_edges(values: Numbers, highest: float | None) -> Numbers:
    """Edges of equal bins that hold all values: of percentages up to ``highest``, else of whole numbers, each in the middle of its bin."""
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    widths = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
    if highest is not None:
        high = max(high, highest)
        width = next((one for one in widths if (high - low) / one <= MOST_BINS), 10.0 ** np.ceil(np.log10(high - low)))
        first = int(np.floor(low / width))
        return width * np.arange(first, max(int(np.ceil(high / width)), first + 1) + 1)
    low, high = np.floor(low), np.ceil(high)
    width = np.ceil((high - low + 1) / MOST_BINS)
    edges: Numbers = low - 0.5 + width * np.arange(int(np.ceil((high - low + 1) / width)) + 1)
    return edges


def by_length(
    axes: Axes, bins: Sequence[str], numbers: Sequence[int], scores: Mapping[str, Numbers], title: str,
    style: PlotStyle = PRINT,
) -> Drawn:  # fmt: skip
    """Scores by sentence length: ``bins`` are named from short to long, ``numbers`` says how many sentences are in each (grey
    bars), ``scores`` has one value per bin for each system (NaN: undefined)."""
    places = np.arange(len(bins), dtype=float)
    behind = axes.twinx()
    axes.set_zorder(behind.get_zorder() + 1)
    axes.patch.set_visible(False)
    bars = behind.bar(places, numbers, width=0.7, color=style.theme.line, alpha=0.45, linewidth=0)
    for place, number in zip(places, numbers, strict=True):
        behind.annotate(
            str(number), (place, number), xytext=(0, 2), textcoords="offset points", ha="center", color=style.theme.quiet,
            fontsize=style.small,
        )  # fmt: skip
    # the bars keep to the lower third: the lines are what is looked at
    behind.set_ylim(0, 3.2 * max([1, *numbers]))
    behind.set_facecolor(style.theme.background)
    _frame(behind, style)
    behind.grid(False)
    behind.set_ylabel("Sentences (bars)", color=style.theme.quiet, fontsize=style.size)
    handles: list[Any] = []
    texts: list[str] = []
    for number, (name, values) in enumerate(scores.items()):
        (handle,) = axes.plot(places, values, zorder=3, **style.series(number))
        handles.append(handle)
        texts += [
            f"{name}\n{one} words: {value:.2f} ({count} sentences)"
            for one, value, count in zip(bins, values, numbers, strict=True)
        ]
    axes.set_xticks(places, bins)
    axes.margins(y=0.1)
    _label(axes, "Words of the gold sentence", title, style)
    _legend(axes, [*handles, bars], [*scores, "number of sentences"], style)
    return Drawn(axes, np.tile(places, len(scores)), np.concatenate(list(scores.values())), tuple(texts))


# -- around every plot ---------------------------------------------------------------------------------------------------


def new_figure(width: float = PAGE[0], height: float = PAGE[1], dpi: float = 100.0) -> Figure:
    """An empty figure, in inches. This is where matplotlib is first needed."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=dpi, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def finish(
    figure: Figure, title: str, notes: Sequence[str], signatures: Sequence[str], style: PlotStyle = PRINT
) -> None:
    """Title above; below it in small print the notes and the signatures, broken to the figure's width."""
    figure.set_facecolor(style.theme.background)
    points = 72 * figure.get_figwidth()
    figure.suptitle(
        "\n".join(textwrap.wrap(title, max(int(points / (0.66 * 1.1 * style.size)), 20))),
        fontsize=1.1 * style.size, fontweight="bold", color=style.theme.text["matched"],
    )  # fmt: skip
    width = max(int(points / (0.6 * style.small)), 30)
    lines = [line for text in (*notes, *signatures) for line in wrapped(text, width)]
    figure.supxlabel(
        "\n".join(lines), x=0.012, ha="left", fontsize=style.small, color=style.theme.quiet, linespacing=1.3
    )
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        text.set_parse_math(False)  # type: ignore[attr-defined]  # a system may be called a$b$


def wrapped(text: str, width: int) -> list[str]:
    """Lines of that many letters; signatures, which have no blanks, are broken at their bars."""
    lines: list[str] = []
    for line in textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False):
        while len(line) > width:
            at = line.rfind("|", 1, width) + 1 or width
            lines.append(line[:at])
            line = line[at:]
        lines.append(line)
    return lines


def _label(axes: Axes, x_title: str, y_title: str, style: PlotStyle) -> None:
    axes.set_xlabel(x_title, color=style.theme.text["matched"], fontsize=style.size)
    axes.set_ylabel(y_title, color=style.theme.text["matched"], fontsize=style.size)
    axes.set_facecolor(style.theme.background)
    _frame(axes, style)
    axes.grid(True, color=style.theme.line, alpha=0.35, linewidth=0.6, zorder=0)
    axes.set_axisbelow(True)


def _frame(axes: Axes, style: PlotStyle) -> None:
    for name, spine in axes.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(style.theme.line)
    axes.tick_params(colors=style.theme.quiet, labelsize=0.9 * style.size, length=3)


def _handle(**look: Any) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], **look)


def _legend(axes: Axes, handles: Sequence[Any], labels: Sequence[str], style: PlotStyle) -> None:
    legend = axes.legend(
        handles, ["-"] * len(labels), loc="best" if len(labels) < 3 else "lower left", bbox_to_anchor=(0, 1.0),
        ncols=min(len(labels), _columns(axes, labels, style)), fontsize=0.88 * style.size, frameon=False,
        borderaxespad=0.2, handlelength=2.6, columnspacing=1.4,
    )  # fmt: skip
    # set afterwards: matplotlib leaves out labels that begin with an underscore
    for text, label in zip(legend.get_texts(), labels, strict=True):
        text.set_text(label)
        text.set_color(style.theme.text["matched"])


def _columns(axes: Axes, labels: Sequence[str], style: PlotStyle) -> int:
    """How many labels stand side by side above the plot."""
    letter = 0.6 * 0.88 * style.size
    widest = max((len(label) for label in labels), default=1) * letter + 4.5 * style.size
    return max(1, int(0.9 * 72 * axes.figure.get_figwidth() / widest))


# -- output --------------------------------------------------------------------------------------------------------------


def check_suffix(path: str) -> str:
    """The ending of a path, in small letters.

    Raises:
        TreecompareError: figures cannot be written in that format.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise TreecompareError(f"{path}: unknown ending; expected .svg, .pdf or .png")
    return suffix


def save(figure: Figure, path: str) -> None:
    """Writes a figure as SVG (with text as text), PDF or PNG, by the ending of the name: the same figure gives the same bytes.

    Raises:
        TreecompareError: the file cannot be written, or the ending is another.
    """
    from matplotlib import rc_context

    suffix = check_suffix(path)
    metadata: dict[str, Any] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {}}[suffix]
    written = io.BytesIO()
    with (
        rc_context({"svg.fonttype": "none", "svg.hashsalt": "treecompare", "pdf.fonttype": 42}),
        warnings.catch_warnings(),
    ):
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure.savefig(written, format=suffix[1:], dpi=PNG_DPI, facecolor=figure.get_facecolor(), metadata=metadata)
    try:
        Path(path).write_bytes(written.getvalue())
    except OSError as error:
        raise TreecompareError(f"{path}: cannot be written: {error.strerror}") from error


def rendered(figure: Figure) -> NDArray[np.uint8]:
    """The figure as pixels, ``[height, width, 4]``, red, green, blue, opaque."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure.canvas.draw()
    pixels: NDArray[np.uint8] = np.asarray(figure.canvas.buffer_rgba()).copy()  # type: ignore[attr-defined]
    return pixels


def within(points: Numbers, polygon: Numbers) -> Mask:
    """Which points lie within a closed line, both ``[n, 2]``."""
    from matplotlib.path import Path as Outline

    found: Mask = Outline(polygon).contains_points(points)
    return found
