"""What lies on top of a drawing, above and below it, as marks; on a page to hand out, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from treecompare.drawing.scene import Dot, Entry, Label, Mark, PlainScene, Point, Rect, Scene, Stroke, points_along
from treecompare.drawing.style import (
    ACCENT,
    BOLD,
    FREE,
    FREE_GROUND,
    HAND,
    LINE,
    MATCHED_INK,
    NEAR_GROUND,
    PAPER,
    QUIET,
    REGULAR,
    SELECTION,
    TAKEN,
    VEIL,
    rim,
)
from treecompare.errors import TreecompareError
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.trees.characters import begins_at_the_right

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
        marks.append(frame(box, 3, 2, ACCENT, 3.2 if is_pinned else 2.0))
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
            found.append(frame(one, 4, 3, FREE, 3.2 if is_now else 2.0, NEAR_GROUND if is_now else FREE_GROUND))
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
        return [Stroke(points[0], tuple(points[1:]), ink, 2.0, (3.0, 3.0))] if len(points) > 1 else []


# -- the row below a drawing ----------------------------------------------------------------------------------------

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


# -- a page to hand out ------------------------------------------------------------------------------------------------

A4 = 595.0, 842.0
MARGIN, GAP = 40.0, 16.0
LEADING = 1.21
"""Height of a line, in the size of its letters."""
LARGEST = 1.25
"""A drawing is enlarged at most so much: small trees would look like posters."""
LEAST = 120.0
"""Height that it has at least."""


@dataclass
class Column:
    """Texts below each other, from ``y`` on."""

    x: float
    y: float
    width: float
    measure: Callable[[str, float], float]
    marks: list[Mark] = field(default_factory=list)

    def say(self, text: str, size: float, ink: str = MATCHED_INK, weight: int = REGULAR, gap: float = 0.0) -> None:
        """One more, with some space after it."""
        is_turned = begins_at_the_right(text)
        x, anchor = (self.x + self.width, "end") if is_turned else (self.x, "start")
        for line in self._lines(text, size):
            self.marks.append(Label(x, self.y + LEADING * size / 2, line, size, ink, anchor, weight))
            self.y += LEADING * size
        self.y += gap

    def _lines(self, text: str, size: float) -> Iterable[str]:
        line = ""
        for word in text.split(" "):
            longer = f"{line} {word}" if line else word
            if line and self.measure(longer, size) > self.width:
                yield line
                longer = word
            while len(longer) > 1 and self.measure(longer, size) > self.width:
                most = next(
                    n for n in range(len(longer), 0, -1) if n == 1 or self.measure(longer[:n], size) <= self.width
                )
                yield longer[:most]
                longer = longer[most:]
            line = longer
        if line:
            yield line


def handout(
    texts: tuple[str, str, str],
    scores: Sequence[tuple[str, str, str]],
    foot: str,
    drawing: Scene,
    measure: Callable[[str, float], float],
) -> tuple[PlainScene, tuple[float, float, float]]:
    """An A4 page, upright, or on its side where the drawing is much wider than high; where the drawing begins on it, and how large
    it is. ``texts``: title, words, legend; ``scores``: a title, a figure and its arithmetic each.

    Raises:
        TreecompareError: the drawing is empty.
    """
    if drawing.width <= 0 or drawing.height <= 0:
        raise TreecompareError("there is nothing drawn that could be handed out")
    is_wide = drawing.width > 1.9 * drawing.height and drawing.width > 700
    width, height = reversed(A4) if is_wide else A4
    inner, bottom = width - 2 * MARGIN, height - MARGIN
    head = Column(MARGIN, MARGIN, inner, measure)
    for text, size, ink, weight in zip(
        texts, (15, 10, 8), (MATCHED_INK, MATCHED_INK, QUIET), (BOLD, REGULAR, REGULAR), strict=True
    ):
        head.say(text, size, ink, weight, 8.0)
    number = 3 if inner > 600 else 2
    own, share = (inner - (number - 1) * GAP) / number, max(-(-len(scores) // number), 1)
    columns = [Column(MARGIN + n * (own + GAP), 0.0, own, measure) for n in range(number)]
    for n, (title, figure, how) in enumerate(scores):
        columns[n // share].say(f"{title}\u2002{figure}", 7, weight=BOLD)
        columns[n // share].say(how, 7, QUIET, gap=2.0)
    below = Column(MARGIN, 0.0, inner, measure)
    below.say(foot, 6.5, QUIET)
    tables = max(one.y for one in columns)
    room = max(bottom - head.y - tables - below.y - GAP, LEAST)
    scale = min(inner / drawing.width, room / drawing.height, LARGEST)
    place = MARGIN + (inner - scale * drawing.width) / 2, head.y
    marks = list(head.marks)
    for column, top in (*((one, head.y + scale * drawing.height + 8) for one in columns), (below, bottom - below.y)):
        marks += [one._replace(y=one.y + top) for one in column.marks if isinstance(one, Label)]
    return PlainScene(width, height, marks, said=texts[0]), (*place, scale)
