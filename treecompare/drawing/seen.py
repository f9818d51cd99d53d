"""What is seen of a drawing in a view: where one that is larger begins, and where a tip stands so that it covers nothing."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from typing import Any

import numpy as np

from treecompare.drawing.drawn import MARGIN, Drawn, Space
from treecompare.drawing.scene import Label, Part, Point, Sides, Spread, Stroke, points_along
from treecompare.drawing.style import BOX, estimated_width
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED

CHANGED = (DELETED, INSERTED, SWAPPED)
"""Operations that a drawing is looked at for."""
LEAST_ZOOM, MOST_ZOOM = 0.02, 6.0
CELL = 6
"""Places are tried so many pixels apart."""
GAP = 6
"""Between a tip and what it is about."""


class Fit(Enum):
    """How large a drawing is as long as nobody zooms."""

    LEGIBLE = auto()
    """All of it if that can be read, else as much as can be."""
    ALL = auto()
    WIDTH = auto()
    FREE = auto()
    """As it was zoomed."""


def scale_of(how: Fit, width: float, height: float, space: Space, scrolls_down: bool) -> float:
    """How large a drawing of that size is, with some margin around it. ``scrolls_down``: see :class:`Drawn`."""
    across, down = (space.width - 1) / width, (space.height - 1) / height
    beside_bar = (space.width - 1 - space.bar) / width
    scale = min(across, down)
    if how == Fit.WIDTH and down < across:
        scale = beside_bar
    if how == Fit.LEGIBLE:
        if scrolls_down and down < space.least_scale:
            scale = min(beside_bar, 1.0)
        if scale < space.least_whole / space.smallest_text:
            scale = max(scale, space.least_scale)
    return max(min(scale, space.largest), LEAST_ZOOM)


def balanced(area: Part, middle: float | None, height: float) -> Part:
    """An area with free space above or below, as far as that ``height`` has any: what is to be in the middle comes there."""
    left, top, width, high = area
    if middle is None or high >= height:
        return area
    above, below = middle - top, top + high - middle
    free = max(min(2 * max(above, below), height - 1) - high, 0.0)
    return left, top - (free if above < below else 0.0), width, high + free


def begin_of(scene: Any, drawn: Drawn, area: Part, width: float, height: float) -> Point:
    """The middle of what is seen first of an area, so wide and high: from where reading begins, or from just before the first
    change if that is further on, and no word is cut there; at the top, or at what is to be in the middle, if it is there."""
    sign, boxes, at_top = -1 if drawn.is_right_to_left else 1, scene.boxes, drawn.begins_at_top
    changed = [box for box in boxes if box.operation in CHANGED]
    left, top, wide, high = area
    x, y = left + wide / 2, top + high / 2
    if wide > width + 1:
        begin = left if sign > 0 else left + wide
        first = min((sign * box.x + box.width / 2 for box in changed), default=0.0)
        if changed and not at_top and first + MARGIN > sign * begin + width:
            wanted = min(sign * box.x for box in changed) - 0.1 * width
            starts = ((sign * box.x - box.width / 2, sign * box.x + box.width / 2) for box in boxes)
            cut = [start for start, end in starts if start - MARGIN / 2 < wanted < end + MARGIN / 2]
            begin = sign * (min([wanted, *cut]) - MARGIN / 2)
        x = begin + sign * 0.5 * width
    if high > height + 1:
        y, next_one = top + 0.5 * height, min(changed, key=lambda box: sign * box.x, default=None)
        if scene.middle is not None and not at_top:
            away = 0.5 * height - BOX
            y = scene.middle if next_one is None else min(max(scene.middle, next_one.y - away), next_one.y + away)
        elif next_one is not None and not at_top and next_one.y + BOX + MARGIN >= top + height:
            y = float(next_one.y)
    return x, y


def covers(marks: Iterable[Spread], part: Part, what: type = object) -> bool:
    """Whether anything is drawn within a part, or marks of that kind are."""
    left, top, width, height = part
    right, bottom = left + width, top + height
    for mark, x, y, (x1, y1, x2, y2) in marks:
        if x1 > right or x2 < left or y1 > bottom or y2 < top or not isinstance(mark, what):
            continue
        if isinstance(mark, Stroke):
            points = ((x + one, y + other) for one, other in points_along(mark))
            if any(left <= one <= right and top <= other <= bottom for one, other in points):
                return True
        elif isinstance(mark, Label):
            wide = estimated_width(mark.text, mark.size)
            begin = x + mark.x - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
            if (
                begin <= right
                and left <= begin + wide
                and abs(y + mark.y - (top + bottom) / 2) <= (mark.size + height) / 2
            ):
                return True
        else:
            return True
    return False


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
