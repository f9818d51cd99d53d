"""Figures for plots: colours and marks, what stands around every plot, and how a figure becomes a file or a picture.

matplotlib is imported when the first figure is made. Nothing here touches its global settings while a figure is drawn, so that may
happen in threads. Series differ in marker and line style, not only in colour (after Okabe & Ito, readable for colour-blind people).
"""

from __future__ import annotations

import io
import logging
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare import resources
from treecompare.drawing.style import LIGHT, Theme
from treecompare.errors import TreecompareError
from treecompare.trees.characters import visible_lines
from treecompare.writing import write_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_]

SUFFIXES = (".svg", ".pdf", ".png")
PAGE = (7.5, 5.2)
"""Inches of a figure that goes into a file."""
PNG_DPI = 200

FAMILIES = ("Inter", "DejaVu Sans")
"""The letters of the window; those that matplotlib brings have what these lack."""
_COLOURS = {
    "light": ("#0b4194", "#e26a00", "#0c7e41", "#ad598d", "#532601", "#2596f6"),
    "dark": ("#5390df", "#f69a28", "#4ce3a2", "#b28dab", "#fdfc8f", "#c7faff"),
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
        return max(0.8 * self.size, 7.0)

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


# -- around every plot --------------------------------------------------------------------------------------------------


def new_figure(width: float = PAGE[0], height: float = PAGE[1], dpi: float = 100.0) -> Figure:
    """An empty figure, in inches. matplotlib is imported here."""
    said = logging.getLogger("matplotlib")
    before = said.level
    said.setLevel(logging.ERROR)  # that its cache cannot be kept, where a home cannot be written, concerns nobody
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    finally:
        said.setLevel(before)
    _add_fonts()
    figure = Figure(figsize=(width, height), dpi=dpi, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


@cache
def _add_fonts() -> None:
    from matplotlib.font_manager import fontManager

    for file in sorted(resources.path("fonts").glob("*.otf")):
        fontManager.addfont(file)
    # that what is bold is semi-bold concerns nobody
    logging.getLogger("matplotlib.font_manager").addFilter(lambda record: "font weight" not in record.getMessage())


@contextmanager
def _lettered(figure: Figure) -> Iterator[None]:
    from matplotlib.font_manager import fontManager
    from matplotlib.text import Text

    known = {font.name for font in fontManager.ttflist}
    families = [one for one in FAMILIES if one in known]
    for axes in figure.axes:
        axes.tick_params(labelfontfamily=families)
    for text in figure.findobj(Text):
        text.set_fontfamily(families)
        text.set_parse_math(False)  # a system may be called a$b$
        text.set_text(visible_lines(text.get_text()))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        warnings.filterwarnings("ignore", message="constrained_layout not applied")  # a pane that is very low
        yield


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


def label_axes(axes: Axes, x_title: str, y_title: str, style: PlotStyle) -> None:
    """Names both axes, and gives them their look."""
    axes.set_xlabel(x_title, color=style.theme.text["matched"], fontsize=style.size)
    axes.set_ylabel(y_title, color=style.theme.text["matched"], fontsize=style.size)
    axes.set_facecolor(style.theme.background)
    frame_axes(axes, style)
    axes.grid(True, color=style.theme.line, alpha=0.35, linewidth=0.6, zorder=0)
    axes.set_axisbelow(True)


def frame_axes(axes: Axes, style: PlotStyle) -> None:
    """Lines to the left and below only, quiet ticks."""
    for name, spine in axes.spines.items():
        spine.set_visible(name in ("left", "bottom"))
        spine.set_color(style.theme.line)
    axes.tick_params(colors=style.theme.quiet, labelsize=0.9 * style.size, length=3)


def legend_handle(**look: Any) -> Any:
    """A legend entry with that look."""
    from matplotlib.lines import Line2D

    return Line2D([], [], **look)


def add_legend(axes: Axes, handles: Sequence[Any], labels: Sequence[str], style: PlotStyle) -> None:
    """The legend, above the plot."""
    legend = axes.legend(
        handles, ["-"] * len(labels), loc="lower left", bbox_to_anchor=(0, 1.0),
        ncols=min(len(labels), _columns(axes, labels, style)), fontsize=0.88 * style.size, frameon=False,
        borderaxespad=0.2, handlelength=2.6, columnspacing=1.4,
    )  # fmt: skip
    # set afterwards, because matplotlib omits labels that begin with an underscore
    for text, label in zip(legend.get_texts(), labels, strict=True):
        text.set_text(label)
        text.set_color(style.theme.text["matched"])


def figure_width(axes: Axes) -> float:
    """Inches of the figure around the axes."""
    return float(axes.get_figure(root=True).get_figwidth())  # type: ignore[union-attr]


def _columns(axes: Axes, labels: Sequence[str], style: PlotStyle) -> int:
    """How many labels stand side by side above the plot."""
    letter = 0.6 * 0.88 * style.size
    widths, room = [len(label) * letter + 4.5 * style.size for label in labels], 0.9 * 72 * figure_width(axes)
    return len(labels) if sum(widths) <= room else max(1, int(room / max(widths)))


# -- output --------------------------------------------------------------------------------------------------------------


def check_path(path: str) -> str:
    """The ending of a path that a figure can be written to, in small letters. Raises TreecompareError: figures cannot be written in
    that format, or there is no such folder."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise TreecompareError(f"{path}: unknown ending; expected .svg, .pdf or .png")
    if not Path(path).parent.is_dir():
        raise TreecompareError(f"{path}: cannot be written: there is no folder {Path(path).parent}")
    return suffix


def save(figure: Figure, path: str) -> None:
    """Writes a figure as SVG, PDF or PNG, by the ending of the name. Raises TreecompareError: the file cannot be written, or the
    ending is another."""
    suffix = check_path(path)
    write_file(path, written(figure, suffix[1:]))


def written(figure: Figure, form: str) -> bytes:
    """A figure as ``svg`` (with text as text), ``pdf`` or ``png``: the same figure gives the same bytes."""
    from matplotlib import rc_context

    if form == "pdf":  # shaping tables, which nothing needs any more: to cut them takes most of the time
        from fontTools.subset import Options

        Options._drop_tables_default = sorted({*getattr(Options, "_drop_tables_default", ()), "GDEF", "GPOS", "GSUB"})
    metadata: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[form]
    found = io.BytesIO()
    with _lettered(figure), rc_context({"svg.fonttype": "none", "svg.hashsalt": "treecompare", "pdf.fonttype": 42}):
        figure.savefig(found, format=form, dpi=PNG_DPI, facecolor=figure.get_facecolor(), metadata=metadata)
    return found.getvalue()


def rendered(figure: Figure) -> NDArray[np.uint8]:
    """The figure as pixels, ``[height, width, 4]``, red, green, blue, opaque."""
    with _lettered(figure):
        figure.canvas.draw()
    pixels: NDArray[np.uint8] = np.asarray(figure.canvas.buffer_rgba()).copy()  # type: ignore[attr-defined]
    return pixels


def within(points: Numbers, polygon: Numbers) -> Mask:
    """Which points lie within a closed line, both ``[n, 2]``."""
    from matplotlib.path import Path as Outline

    mask: Mask = Outline(polygon).contains_points(points)
    return mask
