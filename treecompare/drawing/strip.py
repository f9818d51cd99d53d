"""The row below a drawing: what is counted, and where along it the changes are. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from treecompare.drawing.scene import Entry, Mark, PlainScene, Rect
from treecompare.drawing.style import LINE, PAPER, QUIET, VEIL, rim
from treecompare.mappings.mapping import DELETED, INSERTED

STRIP = 20.0
"""Height of the strip."""
REACH = 5
"""A click so many points beside a tick still means it."""
EDGE = 6
"""Free space left and right of the first and last place."""


def shortened(entries: Sequence[Entry]) -> list[Entry]:
    """Signs and figures alone, without what has no sign; what is said in place of figures stays."""
    if not entries or not entries[0].sign:
        return list(entries)
    return [one._replace(text=one.text.partition(" ")[0]) for one in entries if one.sign]


def x_of(place: float, width: float) -> float:
    """Where a place of the drawing, from 0 to 1, is on a strip."""
    return EDGE + place * (width - 2 * EDGE)


def place_of(x: float, width: float) -> float:
    """The place of the drawing that is there."""
    return min(max((x - EDGE) / max(width - 2 * EDGE, 1), 0.0), 1.0)


def tick_at(places: Sequence[tuple[float, str]], x: float, width: float) -> int:
    """The number of the tick that is there; -1 for none."""
    away = [(abs(x_of(place, width) - x), number) for number, (place, _) in enumerate(places)]
    nearest = min(away, default=(REACH + 1.0, -1))
    return nearest[1] if nearest[0] <= REACH else -1


def strip(places: Sequence[tuple[float, str]], now: int, seen: tuple[float, float], width: float) -> PlainScene:
    """The part that is seen, then a tick for each change, by its place and operation: gold only in the upper half, system only in
    the lower one, relabelled the whole height; that of the change one is at (``now``) is framed."""
    top, height = 2.5, STRIP - 5.0
    marks: list[Mark] = [Rect(0.5, top, width - 1, height, PAPER, LINE, radius=4.0)]
    left, right = (x_of(place, width) for place in seen)
    if right - left < width - 2 * EDGE - 2:
        marks.append(Rect(left, top, right - left, height, VEIL, QUIET, 1.2, radius=4.0))
    if 0 <= now < len(places):
        marks.append(Rect(round(x_of(places[now][0], width)) - 4, 0.75, 8, height + 3.5, "", QUIET, 1.5, radius=3.0))
    for place, operation in places:
        is_half = operation in (DELETED, INSERTED)
        begin = top + (height / 2 if operation == INSERTED else 2.5)
        high = height / 2 - 2.5 if is_half else height - 5.0
        marks.append(Rect(round(x_of(place, width)) - 1, begin, 3, high, rim(operation)))
    return PlainScene(width, STRIP, marks)
