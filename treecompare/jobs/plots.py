"""Plots of the window: a plot of scores, and which sentences lie where in its picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Comparison
from treecompare.drawing.figures import PlotStyle, new_figure, rendered
from treecompare.drawing.plots import Drawn
from treecompare.errors import counted
from treecompare.jobs.base import Plot, Plotted
from treecompare.measures import measure
from treecompare.scores.plotting import Choice, draw_on, length_bins, plot
from treecompare.scores.plotting import Plot as Made
from treecompare.scores.result import Found

DPI = 96.0
HEIGHT, LEAST, MOST = 0.55, 280, 440
"""Of a plot: a part of its width, and pixels."""
BESIDE = 18.0
"""Pixels that title, legend, axis and notes take more with letters larger by a point."""
REACH = 8.0
"""Pixels within which a point is meant."""
LETTERS = 80


def picture_of(comparison: Comparison, what: Choice | Made) -> Plot:
    """A plot of a comparison, or one that is made. Raises UsageError: there is nothing to draw."""
    choice, made = (what, plot(comparison.table, what)) if isinstance(what, Choice) else (None, what)
    bare = replace(made, signatures=())  # they belong to what is copied and saved

    def draw(width: float, scale: float, style: PlotStyle) -> Plotted:
        height = min(max(HEIGHT * width, LEAST), MOST) + BESIDE * max(style.size - PlotStyle.size, 0.0)
        figure = new_figure(width / DPI, height / DPI, DPI * scale)
        drawn = draw_on(figure, bare, style)
        pixels = rendered(figure)
        points = drawn.pixels() / scale
        points[:, 1] = pixels.shape[0] / scale - points[:, 1]
        points = points.round()  # what nobody can tell apart is at one place
        region = _Region(comparison, choice, drawn, points)
        places = np.unique(points[~np.isnan(points).any(axis=1)].astype(np.int64), axis=0)
        return Plotted(pixels, region.found, region.said, [(x, y) for x, y in places.tolist()])

    return Plot(draw, made.description)


class _Region:
    """What lies where in a picture."""

    def __init__(
        self, comparison: Comparison, choice: Choice | None, drawn: Drawn, points: NDArray[np.float64]
    ) -> None:
        self._comparison, self._choice, self._drawn, self._points = comparison, choice, drawn, points

    def _within(self, left: float, top: float, right: float, bottom: float) -> list[int]:
        """The points of a rectangle; of one without a size those at the nearest place within reach."""
        if (left, top) != (right, bottom):
            inside = (self._points >= (left, top)).all(axis=1) & (self._points <= (right, bottom)).all(axis=1)
            found: list[int] = np.flatnonzero(inside).tolist()
            return found
        squares = np.nan_to_num(((self._points - (left, top)) ** 2).sum(axis=1), nan=np.inf)
        least = squares.min(initial=np.inf)
        nearest: list[int] = np.flatnonzero(squares <= least + 1e-6).tolist() if least <= REACH**2 else []
        return nearest

    def found(self, left: float, top: float, right: float, bottom: float) -> Found | None:
        """The sentences of the points there; None where there are none."""
        points = self._within(left, top, right, bottom)
        sentences, system = self._sentences(points)
        if not len(sentences):
            return None
        told = f"{counted(len(sentences), 'sentence')} of the plot"
        return Found(sentences, system, told)

    def _sentences(self, points: list[int]) -> tuple[NDArray[np.int64], int | None]:
        table, choice = self._comparison.table, self._choice
        if self._drawn.sentences is not None and choice is not None:
            return np.unique(self._drawn.sentences[points]), choice.system
        if choice is None or choice.kind != "length" or not points:
            return np.zeros(0, np.int64), None
        systems = [choice.system] if choice.only_system else range(len(table.systems))
        rows = np.logical_or.reduce([table.rows(system, choice.key_a) for system in systems])
        bins = length_bins(np.where(rows, table.lengths, 0))
        inside = np.logical_or.reduce([bins[point % len(bins)][1] for point in points])
        return np.flatnonzero(inside & rows), None

    def said(self, left: float, top: float) -> str:
        """Of the nearest point the number of its sentence, the words and its scores, or what it stands for."""
        points, comparison = self._within(left, top, left, top), self._comparison
        if not points:
            return ""
        choice = self._choice
        if self._drawn.sentences is None or choice is None:
            return self._drawn.texts[points[0]] if self._drawn.texts else ""
        sentence = int(self._drawn.sentences[points[0]])
        words = comparison.texts()[sentence]
        lines = [
            f"Sentence {comparison.numbers_of(sentence)}",
            words if len(words) <= LETTERS else f"{words[:LETTERS]}…",
        ]
        axes: list[tuple[Any, str, int]] = [
            (measure(key).title, key, choice.system) for key in (choice.key_a, choice.key_b)
        ]
        if choice.kind == "pair":
            axes = [(comparison.table.systems[one], choice.key_a, one) for one in (choice.system, choice.other)]
        for title, key, system in axes:
            lines.append(f"{title}: {measure(key).shown(float(comparison.table.scores(system, key)[sentence]))}")
        others = len(points) - 1
        return "\n".join([*lines, *([f"and {others:,} more at the same place"] if others else [])])
