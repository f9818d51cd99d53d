"""From a wish to the picture of a plot, in a thread: importing matplotlib takes a second, drawing 50,000 points a third of one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from treecompare.app.panes.plot_view import Picture
from treecompare.comparison.base import Comparison
from treecompare.drawing.figures import Mask, PlotStyle, new_figure, rendered
from treecompare.scores.plotting import Choice, Plot, draw_on, plot


@dataclass(frozen=True)
class Wish:
    """Everything that a picture depends on."""

    comparison: Comparison
    choice: Choice
    inside: Mask | None
    style: PlotStyle
    size: tuple[int, int]
    dpi: float
    scale: float


def draw(wish: Wish) -> tuple[Plot, Picture]:
    """Computes and draws a plot; for a thread."""
    made = plot(wish.comparison.table, wish.choice, inside=wish.inside)
    width, height = wish.size
    figure = new_figure(width / wish.dpi, height / wish.dpi, wish.dpi * wish.scale)
    drawn = draw_on(figure, replace(made, signatures=()), wish.style)  # they belong to what is copied and saved
    image = image_of_pixels(rendered(figure))
    points = drawn.pixels() / wish.scale
    points[:, 1] = image.height() / wish.scale - points[:, 1]
    table, choice = wish.comparison.table, wish.choice
    scores = {one.title: (one.key, table.scores(choice.system, one.key)) for one in choice.measures()}
    if choice.kind == "pair":
        pair = (choice.system, choice.other)
        scores = {table.systems[one]: (choice.key_a, table.scores(one, choice.key_a)) for one in pair}
    return made, Picture(image, points, drawn.sentences, drawn.texts, wish.style.selected, scores)


def image_of_pixels(pixels: NDArray[np.uint8]) -> QImage:
    """A picture of ``[height, width, 4]`` bytes."""
    height, width, _ = pixels.shape
    # a copy, because QImage does not keep the array alive
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGBA8888).copy()
