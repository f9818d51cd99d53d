"""Counts with intervals over groups, as periods: what was found, and what is to be expected."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from treecompare.drawing.figures import PRINT, Numbers, PlotStyle, add_legend, label_axes
from treecompare.drawing.plots import Drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
