"""What is seen of a drawing in a view: where one that is larger begins, and where a tip stands so that it covers nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from treecompare.drawing.drawn import MARGIN
from treecompare.drawing.style import BOX
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED

CHANGED = (DELETED, INSERTED, SWAPPED)
"""Operations that a drawing is looked at for."""
CELL = 6
"""Places are tried so many pixels apart."""
GAP = 6
"""Between a tip and what it is about."""
Sides = tuple[float, float, float, float]
"""Left, top, right and bottom of a rectangle."""


def seen_down(boxes: Sequence[Any], middle: float | None, top: float, right_to_left: bool, height: float) -> float:
    """The middle of what is seen first, so high: the top, or what is to be in the ``middle``, if the first change is there."""
    sign = -1 if right_to_left else 1
    first = min((box for box in boxes if box.operation in CHANGED), key=lambda box: sign * box.x, default=None)
    if middle is None:
        begin = top + 0.5 * height
        return begin if first is None or first.y + BOX + MARGIN < top + height else float(first.y)
    away = 0.5 * height - BOX
    return float(middle if first is None else min(max(middle, first.y - away), first.y + away))


def seen_across(boxes: Sequence[Any], begin: float, right_to_left: bool, width: float) -> float:
    """The middle of what is seen first, so wide: from where reading begins, or from just before the first change if that is further
    on; no word is cut there."""
    sign = -1 if right_to_left else 1
    changed = [box for box in boxes if box.operation in CHANGED]
    first = min((sign * box.x + box.width / 2 for box in changed), default=0.0)
    if changed and first + MARGIN > sign * begin + width:
        wanted = min(sign * box.x for box in changed) - 0.1 * width
        cut = [
            sign * box.x - box.width / 2 for box in boxes
            if sign * box.x - box.width / 2 - MARGIN / 2 < wanted < sign * box.x + box.width / 2 + MARGIN / 2
        ]  # fmt: skip
        begin = sign * (min([wanted, *cut]) - MARGIN / 2)
    return begin + sign * 0.5 * width


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
