"""Marks on the pixels of a device: lines are whole pixels wide, and those that run straight down or across lie on these. No Qt."""

from __future__ import annotations

from typing import NamedTuple

from treecompare.drawing.scene import Dot, Label, Mark, Rect, Stroke


class Grid(NamedTuple):
    """The scale of a device across and down, and which part of a pixel a drawing begins at."""

    across: float
    down: float
    x: float
    y: float

    def pixels(self, width: float) -> int:
        """How many pixels wide a line is, at least one."""
        return max(int(width * self.across + 0.5), 1)

    def sharp(self, place: float, way: int, width: float) -> float:
        """Where a line of that width is sharp, across (0) or down (1): around the middle of a pixel, or between two of them."""
        scale, begins = self[way], self[way + 2]
        part = 0.5 if width and self.pixels(width) % 2 else 0.0
        return (round(place * scale + begins - part) + part - begins) / scale


def placed(mark: Mark, x: float, y: float, grid: Grid | None) -> Mark:
    """A mark that is no group, moved; None for the grid: what it is painted on has no pixels, or it is turned."""
    match mark:
        case Stroke():
            return _stroke(mark, x, y, grid)
        case Rect():
            left, top, right, bottom = x + mark.x, y + mark.y, x + mark.x + mark.width, y + mark.y + mark.height
            if grid is None:
                return mark._replace(x=left, y=top)
            line = mark.line if mark.ink else 0.0
            left, right = grid.sharp(left, 0, line), grid.sharp(right, 0, line)
            top, bottom = grid.sharp(top, 1, line), grid.sharp(bottom, 1, line)
            width = grid.pixels(mark.line) / grid.across
            return mark._replace(x=left, y=top, width=right - left, height=bottom - top, line=width)
        case Dot():
            line = grid.pixels(mark.line) / grid.across if grid is not None else mark.line
            return mark._replace(x=x + mark.x, y=y + mark.y, line=line)
        case Label():
            return mark._replace(x=x + mark.x, y=y + mark.y)
    return mark


def _stroke(mark: Stroke, x: float, y: float, grid: Grid | None) -> Stroke:
    """What runs straight down or across is moved; an arrow head as a whole, with the line that it is the end of."""
    every = [*mark.start, *(place for step in mark.steps for place in step)]
    ways = [one + x for one in every[::2]], [one + y for one in every[1::2]]
    width = mark.width
    if grid is not None:
        width = grid.pixels(mark.width) / grid.across
        for way, places in enumerate(ways):
            if mark.is_closed and not mark.ink:
                moved = grid.sharp(places[0], way, 1.0) - places[0]
                places[:] = [one + moved for one in places]
                continue
            before = None
            for number, one in enumerate(places):
                if one == before or one in places[number + 1 : number + 2]:
                    places[number] = grid.sharp(one, way, mark.width)
                before = one
    points = zip(*ways, strict=True)
    start = next(points)
    steps = tuple(tuple(place for _ in step[::2] for place in next(points)) for step in mark.steps)
    return mark._replace(start=start, steps=steps, width=width)
