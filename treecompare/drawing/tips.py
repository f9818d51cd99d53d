"""Where a tip stands: beside what it is about, where nothing is drawn."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

CELL = 6
"""Places are tried so many pixels apart."""
GAP = 6
"""Between a tip and what it is about."""
Sides = tuple[float, float, float, float]
"""Left, top, right and bottom of a rectangle."""


def free_place(
    size: tuple[int, int], about: Sides, taken: Iterable[Sides], view: tuple[int, int]
) -> tuple[int, int, bool]:
    """The top left corner of a tip of that size within a view, as near to a box as can be, and whether it covers nothing.

    ``about``: the box; ``taken``: the boxes that are drawn, itself included. Where nothing is free the tip covers as little as can
    be.
    """
    (wide, high), (left, top, right, bottom) = size, about
    rows, columns = max(view[1] // CELL, 1), max(view[0] // CELL, 1)
    down, across = -(-high // CELL) + 1, -(-wide // CELL) + 1
    grid = np.zeros((rows, columns), np.int32)
    for sides in (*taken, (left - GAP, top - GAP, right + GAP, bottom + GAP)):
        x1, y1, x2, y2 = (int(one) // CELL for one in sides)
        grid[max(y1, 0) : max(y2 + 1, 0), max(x1, 0) : max(x2 + 1, 0)] = 1
    if down > rows or across > columns:
        return 0, 0, False
    sums = np.zeros((rows + 1, columns + 1), np.int32)
    sums[1:, 1:] = grid.cumsum(0).cumsum(1)
    covered = sums[down:, across:] - sums[:-down, across:] - sums[down:, :-across] + sums[:-down, :-across]
    ys, xs = np.indices(covered.shape) * CELL
    x_away = np.maximum(np.maximum(left - xs - wide, xs - right), 0)
    y_away = np.maximum(np.maximum(top - ys - high, ys - bottom), 0)
    best = np.lexsort((np.hypot(x_away, y_away).ravel(), covered.ravel()))[0]
    row, column = divmod(int(best), covered.shape[1])
    return column * CELL, row * CELL, not covered[row, column]
