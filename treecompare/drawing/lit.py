"""What is lit on top of a drawing, as marks: frames, lines under words, ticks and crosses; what hands hold and where it can go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from treecompare.drawing.scene import Dot, Mark, Point, Rect, Stroke, points_along
from treecompare.drawing.style import ACCENT, FREE, FREE_GROUND, HAND, NEAR_GROUND, SELECTION, TAKEN
from treecompare.mappings.mapping import MATCHED

TICK = 5.0
"""Half the height of a tick or a cross."""
TICK_LINES = (((-0.5, 0.0), (-0.1, 0.45), (0.55, -0.45)),)
CROSS_LINES = (((-0.4, -0.4), (0.4, 0.4)), ((-0.4, 0.4), (0.4, -0.4)))
HANDLE = 2.5
"""Radius of a handle."""
BOW = 90.0
"""By which a line goes below what stands between two boxes, at most."""


def frame(
    box: Any, beside: float, above: float, ink: str = "", line: float = 1.0, fill: str = "", dash: Sequence[float] = ()
) -> Rect:
    """A frame around a box, so far from it."""
    width, height = box.width + 2 * beside, box.height + 2 * above
    return Rect(box.x - width / 2, box.top - above, width, height, fill, ink, line, tuple(dash), 7.0)


def lit(framed: Mapping[Any, bool], underlined: Iterable[Any], ticked: Mapping[Any, bool]) -> list[Mark]:
    """Frames, each with whether it is that of what is pinned; lines under words; ticks beside boxes, or crosses (False).

    What changed has a ground of its own, which is not to change.
    """
    marks: list[Mark] = []
    for box, is_pinned in framed.items():
        marks += [frame(box, 3, 2, fill=SELECTION)] if box.operation == MATCHED else []
        marks.append(frame(box, 3, 2, ACCENT, 2.6 if is_pinned else 1.6))
    for box in underlined:
        left, right, y = box.x - box.width / 2, box.x + box.width / 2, box.top + box.height + 1
        marks.append(Stroke((left, y), ((right, y),), ACCENT, 2.6))
    for box, is_tick in ticked.items():
        x, y = box.x + box.width / 2, box.top
        marks.append(Dot(x, y, TICK, ink=ACCENT))
        for line in TICK_LINES if is_tick else CROSS_LINES:
            start, *steps = [(x + across * TICK, y + down * TICK) for across, down in line]
            marks.append(Stroke(start, tuple(steps), MATCHED, 1.4, is_round=True))
    return marks


@dataclass
class Held:
    """What is lit while a drawing is changed by hand, as boxes: ``handles``, what can be taken hold of; what is ``marked``; what
    is ``held``, and the ``targets`` that it can be put on. ``now``: the target that it is held over; ``end``: where it is held."""

    handles: Sequence[Any] = ()
    marked: Sequence[Any] = ()
    held: Any = None
    targets: Sequence[Any] = ()
    now: Any = None
    end: Point | None = None

    @property
    def marks(self) -> list[Mark]:
        """Small handles, frames, and a line from what is held to where it is held."""
        found: list[Mark] = [Dot(one.x + one.width / 2 + HANDLE, one.y, HANDLE, "", HAND) for one in self.handles]
        found += [frame(one, 4, 3, TAKEN, 2.0, dash=(8.0, 4.0)) for one in self.marked]
        for one in self.targets:
            is_now = one is self.now
            found.append(frame(one, 4, 3, FREE, 3.0 if is_now else 1.6, NEAR_GROUND if is_now else FREE_GROUND))
        if self.held is None:
            return found
        found.append(frame(self.held, 4, 3, TAKEN, 2.0))
        return [*found, *self._way()] if self.end is not None else found

    def _way(self) -> list[Mark]:
        """The line; what is held, and what it is held over, can be read."""
        assert self.end is not None
        (x1, y1), (x3, y3) = (self.held.x, self.held.y), self.end
        x2, y2 = (x1 + x3) / 2, (y1 + y3) / 2 + min(max(abs(x3 - x1) / 2 - abs(y3 - y1), 0.0), BOW)
        frames = [frame(one, 4, 3) for one in (self.held, self.now) if one is not None]
        points = [
            (x, y) for x, y in points_along(Stroke((x1, y1), ((x2, y2, x3, y3),)))
            if not any(one.x <= x <= one.x + one.width and one.y <= y <= one.y + one.height for one in frames)
        ]  # fmt: skip
        ink = FREE if self.now is not None else TAKEN
        return [Stroke(points[0], tuple(points[1:]), ink, 2.0, (2.0, 4.0))] if len(points) > 1 else []
