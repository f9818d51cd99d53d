"""Two dependency analyses over one row of words: gold arcs above, those of the system below. No Qt.

Colours and marks are those of trees: ``<`` an arc of the gold that the system lacks, ``>`` one of the system that the gold lacks,
``~`` the same head under another relation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.drawing.style import BOX, FONT_SIZE, MARKS, estimated_width
from treecompare.mappings.mapping import DELETED, MATCHED

GOLD, TEST = "gold", "test"
LABEL_SIZE = 11.0
TAG_SIZE = 9.5
ROW = 40.0
"""Height of the row of words and tags between the arcs."""
STEP = 21.0
"""How much higher an arc is than the ones below it."""
FIRST = 26.0
MARGIN, GAP = 18.0, 16.0
ROUND = 16.0
"""Arcs rise steeply, so that they do not cross the labels of those below."""
BESIDE, MOST_BESIDE = 4.0, 4
"""Arcs of one head begin so far beside each other, as long as they are not more."""
NOWHERE = -1
Measured = Callable[[str, float], float]
"""Width of a text in a size."""


@dataclass(frozen=True)
class Arc:
    """An arc to ``word`` from ``head`` (columns from 0; -1: the root), and what became of it (an operation of a mapping).

    ``is_projective``: all words between the two depend on the head in the end.
    """

    side: str
    word: int
    head: int
    relation: str
    operation: str
    is_projective: bool = True

    @property
    def text(self) -> str:
        """The relation with its mark; only the mark if there is no relation."""
        relation = "" if self.relation == "_" else self.relation
        return f"{relation}<" if self.operation == DELETED else f"{MARKS[self.operation]}{relation}"

    @property
    def span(self) -> tuple[int, int]:
        """The columns it leads across."""
        return (min(self.word, self.head), max(self.word, self.head)) if self.head >= 0 else (self.word, self.word)


@dataclass(frozen=True)
class Column:
    """A word of the gold, of the test, or of both; ``tag`` is its part of speech.

    ``gold``, ``test``: its place among the words of each file, NOWHERE where that file lacks it.
    """

    word: str
    tag: str = ""
    operation: str = MATCHED
    gold: int = NOWHERE
    test: int = NOWHERE


@dataclass(frozen=True)
class ArcBox:
    """An area that reacts to the pointer: a word (``arc`` is None) or the label of an arc. ``x``, ``y``: its middle, in points."""

    text: str
    x: float
    y: float
    width: float
    operation: str
    column: int
    arc: Arc | None = None

    def contains(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= BOX / 2


@dataclass(frozen=True)
class Curve:
    """An arc as it is drawn: ``path`` in SVG's notation, the tip of its arrow, and the middle of its label."""

    path: str
    tip: tuple[float, float]
    label: tuple[float, float]


@dataclass(frozen=True)
class ArcDrawing:
    """A finished layout, in points: the middle of each column, the height of each arc above (below) the words."""

    columns: tuple[Column, ...]
    arcs: tuple[Arc, ...]
    centres: tuple[float, ...]
    heights: tuple[float, ...]
    width: float
    above: float
    below: float
    right_to_left: bool = False

    @property
    def height(self) -> float:
        """Of the whole drawing."""
        return self.above + ROW + self.below

    @cached_property
    def curves(self) -> tuple[Curve, ...]:
        """One per arc."""
        return tuple(
            self._curve(arc, height, shift)
            for arc, height, shift in zip(self.arcs, self.heights, self._shifts(), strict=True)
        )

    def _shifts(self) -> list[float]:
        """Horizontal offset of each arc from the middle of its head: arcs to one side start beside each other, long ones inside."""
        beside: dict[tuple[str, int, bool], list[int]] = {}
        for place, arc in enumerate(self.arcs):
            if arc.head >= 0:
                beside.setdefault((arc.side, arc.head, arc.word > arc.head), []).append(place)
        shifts = [0.0] * len(self.arcs)
        for places in beside.values():
            for number, place in enumerate(sorted(places, key=lambda place: -self.heights[place])):
                shifts[place] = BESIDE * min(number + 1, MOST_BESIDE)
        return shifts

    @cached_property
    def boxes(self) -> tuple[ArcBox, ...]:
        """Words, then labels of arcs."""
        words = [
            ArcBox(
                column.word,
                centre,
                self.above + 16,
                max(estimated_width(column.word, FONT_SIZE), 18) + 8,
                column.operation,
                place,
            )
            for place, (column, centre) in enumerate(zip(self.columns, self.centres, strict=True))
        ]
        labels = [
            ArcBox(arc.text, *curve.label, estimated_width(arc.text, LABEL_SIZE) + 8, arc.operation, arc.word, arc)
            for arc, curve in zip(self.arcs, self.curves, strict=True)
        ]
        return (*words, *labels)

    def _curve(self, arc: Arc, height: float, beside: float) -> Curve:
        sign, base = (-1, self.above) if arc.side == GOLD else (1, self.above + ROW)
        x = self.centres[arc.word]
        tip = base + sign
        if arc.head < 0:
            path = f"M{x:.1f} {base + sign * height:.1f} L{x:.1f} {base + sign * 3:.1f}"
            return Curve(path, (x, tip), (x, base + sign * (height + 8)))
        head = self.centres[arc.head]
        sign_x = 1 if head < x else -1
        start, end = head + sign_x * beside, x
        round_ = min(abs(end - start) / 2, height, ROUND)
        turn = round_ if start < end else -round_
        peak = base + sign * height
        shoulder = peak - sign * round_
        path = (
            f"M{start:.1f} {base:.1f} L{start:.1f} {shoulder:.1f} Q{start:.1f} {peak:.1f} {start + turn:.1f} {peak:.1f} "
            f"L{end - turn:.1f} {peak:.1f} Q{end:.1f} {peak:.1f} {end:.1f} {shoulder:.1f} L{end:.1f} {base + sign * 3:.1f}"
        )
        return Curve(path, (end, tip), ((start + end) / 2, peak + sign * 7))


def layout_arcs(
    columns: Sequence[Column],
    arcs: Sequence[Arc],
    right_to_left: bool = False,
    measure: Measured = estimated_width,
) -> ArcDrawing:
    """Lays out arcs: short arcs lie below long ones, and every label fits over its words."""
    widths = np.array([max(measure(column.word, FONT_SIZE), measure(column.tag, TAG_SIZE)) + 6 for column in columns])
    gaps = np.full(max(len(columns) - 1, 0), GAP)
    for arc in sorted(arcs, key=lambda arc: arc.span[1] - arc.span[0]):
        first, last = arc.span
        if first == last:
            widths[first] = max(widths[first], measure(arc.text, LABEL_SIZE) + 6 if arc.head < 0 else 0)
            continue
        room = (widths[first] + widths[last]) / 2 + widths[first + 1 : last].sum() + gaps[first:last].sum()
        lacking = measure(arc.text, LABEL_SIZE) + 22 - room
        if lacking > 0:
            gaps[first:last] += lacking / (last - first)
    before = np.concatenate(([0.0], np.cumsum(widths[:-1] + gaps))) if len(columns) else np.zeros(0)
    centres = MARGIN + before + widths / 2
    width = float(before[-1] + widths[-1]) + 2 * MARGIN if len(columns) else 2 * MARGIN
    if right_to_left:
        centres = width - centres
    heights = [FIRST + STEP * level for level in _levels(arcs, len(columns))]
    tallest = {
        side: max((h for arc, h in zip(arcs, heights, strict=True) if arc.side == side), default=0.0)
        for side in (GOLD, TEST)
    }
    return ArcDrawing(
        tuple(columns), tuple(arcs), tuple(centres.tolist()), tuple(heights), width, tallest[GOLD] + 22,
        tallest[TEST] + 22, right_to_left,
    )  # fmt: skip


def _levels(arcs: Sequence[Arc], columns: int) -> list[int]:
    """The level of each arc: above the shorter arcs of its side that it overlaps; the arc of the root above all."""
    levels = [0] * len(arcs)
    # the highest level so far between each column and the next
    reached: dict[str, NDArray[np.int64]] = {side: np.full(max(columns - 1, 0), -1) for side in (GOLD, TEST)}
    order = sorted(
        (place for place, arc in enumerate(arcs) if arc.head >= 0),
        key=lambda place: arcs[place].span[1] - arcs[place].span[0],
    )
    for place in order:
        first, last = arcs[place].span
        between = reached[arcs[place].side][first:last]
        if len(between):
            levels[place] = int(between.max()) + 1
            between[:] = levels[place]
    for place, arc in enumerate(arcs):
        if arc.head < 0:
            levels[place] = int(reached[arc.side].max(initial=-1)) + 1
    return levels
