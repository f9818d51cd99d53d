"""The way of the dashed lines from relabelled gold nodes to their partners: round the labels and words, not through them.

Labels stay within the columns of their own words. So what is free is the gap beside a node's columns, all the way from its level
down to the words (*lane*), and the strip between two levels. Mirrored: along a lane down to the words, up a lane to the partner.
Side by side: along the strip above both.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from treecompare.drawing.style import BOX, GAP

Point = tuple[float, float]
Course = tuple[Point, ...]

LANES = (0.0, 3.0, -3.0, 4.5, -4.5)
"""Distance of links in the same gap from its middle."""
STRIPS = (0.28, 0.72, 0.16, 0.84)
"""Links in the same strip run at these parts of its height; the middle is for the edges of the tree."""


@dataclass(frozen=True)
class End:
    """One end of a link: centre and width of its box, and the columns of its words."""

    x: float
    y: float
    width: float
    left: float
    right: float

    def edge(self, towards: float) -> float:
        """Where a link to the left or to the right leaves the box."""
        return self.x + (self.width if towards > self.x else -self.width) / 2


def mirrored_courses(ends: list[tuple[End, End]], row: float, words: float) -> list[Course]:
    """Corners from each gold box to its partner; ``words`` is the height of the row of words."""
    used: Counter[float] = Counter()
    courses: dict[int, Course] = {}
    # from the words outwards, so that inner links take the middle of the gap
    for index in sorted(range(len(ends)), key=lambda index: abs(ends[index][0].y - words)):
        gold, test = ends[index]
        down, up = min(
            ((one, other) for one in _lanes(gold) for other in _lanes(test)),
            key=lambda lanes: (
                abs(lanes[0] - gold.edge(lanes[0])) + abs(lanes[0] - lanes[1]) + abs(lanes[1] - test.edge(lanes[1]))
            ),
        )
        offset = LANES[used[round(down)] % len(LANES)]
        used.update({round(down), round(up)})
        down, up = down + offset, up + offset
        bend = words + row / 2
        crossing = [] if down == up else [(down, bend), (up, bend)]
        courses[index] = (
            (gold.edge(down), gold.y), (down, gold.y), *crossing, (up, test.y), (test.edge(up), test.y)
        )  # fmt: skip
    return [courses[index] for index in range(len(ends))]


def _lanes(end: End) -> tuple[float, float]:
    return end.right + GAP / 2, end.left - GAP / 2


def side_by_side_courses(ends: list[tuple[End, End]], row: float, middle: float) -> list[Course]:
    """Corners from each gold box to its partner; ``middle`` is where the space between the trees is."""
    used: Counter[float] = Counter()
    courses = []
    for gold, test in ends:
        part = STRIPS[used[gold.y] % len(STRIPS)]
        used.update({gold.y, test.y})
        over, under = gold.y - BOX / 2 - part * (row - BOX), test.y - BOX / 2 - part * (row - BOX)
        # beside the middle of the box, where the edge from its mother ends
        start, end = gold.x + gold.width / 4, test.x - test.width / 4
        crossing = [] if over == under else [(middle, over), (middle, under)]
        courses.append(((start, gold.y - BOX / 2), (start, over), *crossing, (end, under), (end, test.y - BOX / 2)))
    return courses
