"""Trees that are laid out: the courses of their edges, and the marks that they are drawn with. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import hypot
from typing import Any, Protocol

from treecompare.drawing.columns import LEFT_OUT, Box
from treecompare.drawing.edges import EDGE_SIZE, EdgeLabel, SecondaryEdge
from treecompare.drawing.scene import SWAPPED_DASH, Label, Mark, Point, Rect, Stroke
from treecompare.drawing.style import BOX, HALO, LINE, PAPER, QUIET, tint
from treecompare.mappings.mapping import MATCHED, SWAPPED
from treecompare.trees.tree import PRETERMINAL, WORD

BARS = (0.5, 0.2, 0.8, 0.35, 0.65)
"""At which parts of the room between two levels bars lie that would become one otherwise."""
BRIDGE = 5.0
"""Half the length of the piece of an edge that is seen to pass over another."""
WIDE = 3.5
"""If daughters are further out than this many level heights, the edges start at a bar."""
THIN = 1.1
"""Width of edges."""


@dataclass(frozen=True)
class Line:
    """An edge from a parent to a daughter, by their indices in ``boxes``; or from a folded label to its words."""

    parent: int
    child: int


class TreeShape(Protocol):
    """Trees that are laid out: labels and words, edges, triangles over folded parts, the height of a level."""

    @property
    def boxes(self) -> Sequence[Any]:
        """Labels and words first."""

    @property
    def edges(self) -> Sequence[Line]:
        """From mothers to daughters."""

    @property
    def folds(self) -> Sequence[Line]:
        """From folded labels to their words."""

    @property
    def row(self) -> float:
        """The height of a level."""

    @property
    def wide(self) -> Mapping[int, float]:
        """See :func:`wide_mothers`."""

    @property
    def is_crossing(self) -> bool:
        """Whether edges may cross."""

    @property
    def edge_room(self) -> float:
        """Height above each node in which its edge comes straight down, with its label."""

    @property
    def on_edges(self) -> Sequence[EdgeLabel]:
        """The labels of edges."""

    @property
    def secondary(self) -> Sequence[SecondaryEdge]:
        """Edges to further mothers."""


def wide_mothers(drawing: TreeShape) -> dict[int, float]:
    """The boxes whose daughters stand so far out that slanting edges would run into each other.

    With the part of the room between levels at which their bar lies: half of it, but where bars of crossing branches would
    become one.
    """
    boxes, far = drawing.boxes, WIDE * drawing.row
    wide = {edge.parent for edge in drawing.edges if abs(boxes[edge.parent].x - boxes[edge.child].x) > far}
    found = dict.fromkeys(wide, 0.5)
    if not drawing.is_crossing:
        return found
    spans: dict[int, tuple[float, float]] = {}
    for edge in drawing.edges:
        if edge.parent in wide:
            first, last = spans.get(edge.parent, (boxes[edge.parent].x,) * 2)
            spans[edge.parent] = min(first, boxes[edge.child].x), max(last, boxes[edge.child].x)
    drawn: list[int] = []
    for one in sorted(wide):
        first, last = spans[one]
        taken = [
            found[other]
            for other in drawn
            if boxes[other].y == boxes[one].y and spans[other][0] <= last and first <= spans[other][1]
        ]
        found[one] = next((part for part in BARS if part not in taken), 0.5)
        drawn.append(one)
    return found


def edge_points(drawing: TreeShape, edge: Line) -> list[tuple[float, float]]:
    """The course of an edge: slanting within one level, then straight down in the daughter's own columns.

    So it never runs through the label of a sister that stands higher. Where daughters stand far out all hang on one level bar.
    """
    above, below = drawing.boxes[edge.parent], drawing.boxes[edge.child]
    sign = 1 if below.y > above.y else -1
    start, end = (above.x, above.y + sign * BOX / 2), (below.x, below.y - sign * BOX / 2)
    if edge.parent in drawing.wide:
        bar = start[1] + sign * (drawing.row - BOX - drawing.edge_room) * drawing.wide[edge.parent]
        return [start, (above.x, bar), (below.x, bar), end]
    bend = above.y + sign * (drawing.row - BOX / 2 - drawing.edge_room)
    return [start, (below.x, bend), end] if sign * (end[1] - bend) > 1 else [start, end]


def bridges(drawing: TreeShape) -> list[list[tuple[float, float]]]:
    """Where edges cross: a short piece of the one that passes over, the steeper one; the paper is to show on both sides of it."""
    pieces: list[tuple[tuple[float, float], tuple[float, float], Line]] = []
    for edge in drawing.edges if drawing.is_crossing else ():
        pieces += [(*piece, edge) for piece in pairwise(edge_points(drawing, edge))]
    found = []
    for (a, b, edge), (c, d, other) in combinations(pieces, 2):
        if edge.parent == other.parent:
            continue
        run, rise, across, up = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
        turn = run * up - rise * across
        if not turn:
            continue
        along = ((c[0] - a[0]) * up - (c[1] - a[1]) * across) / turn
        beside = ((c[0] - a[0]) * rise - (c[1] - a[1]) * run) / turn
        if not (0 < along < 1 and 0 < beside < 1):
            continue
        x, y = a[0] + along * run, a[1] + along * rise
        if abs(rise) * abs(across) < abs(up) * abs(run):  # the other one is steeper
            run, rise = across, up
        part = BRIDGE / hypot(run, rise)
        found.append([(x - part * run, y - part * rise), (x + part * run, y + part * rise)])
    return found


def fold_points(drawing: TreeShape, fold: Line) -> list[Point]:
    """The triangle from a folded label to its words."""
    label, words = drawing.boxes[fold.parent], drawing.boxes[fold.child]
    sign = 1 if words.y > label.y else -1
    base, half = words.y - sign * BOX / 2, words.width / 2 - 2
    return [(label.x, label.y + sign * BOX / 2), (words.x - half, base), (words.x + half, base)]


# -- marks -----------------------------------------------------------------------------------------------------------------------


def tree_marks(drawing: TreeShape, boxes: Iterable[Box], between: Iterable[Mark] = ()) -> list[Mark]:
    """Edges and triangles, what is to stand between them and the labels, then the labels."""
    found: list[Mark] = [_line(edge_points(drawing, edge)) for edge in drawing.edges]
    for ends in bridges(drawing):
        found += [Stroke(ends[0], (ends[1],), PAPER, HALO), _line(ends)]
    found += [_line(fold_points(drawing, fold), is_closed=True) for fold in drawing.folds]
    for curve in drawing.secondary:
        found.append(Stroke(curve.start, ((*curve.control, *curve.end),), QUIET, THIN, (5.0, 3.0)))
    for label in (*drawing.on_edges, *(curve.label for curve in drawing.secondary)):
        ink, weight = (SWAPPED, 600) if label.differs else (QUIET, 400)
        found.append(Label(label.x, label.y, label.text, EDGE_SIZE, ink, weight=weight, room=label.width + 2))
    found += between
    for box in boxes:
        found += box_marks(box)
    return found


def _line(points: Sequence[Point], is_closed: bool = False) -> Stroke:
    return Stroke(points[0], tuple(points[1:]), LINE, THIN, is_closed=is_closed)


def box_marks(box: Box) -> list[Mark]:
    """A label or a word: what changed stands on a ground of its own."""
    if box.operation == MATCHED:
        is_quiet = box.kind == PRETERMINAL or box.opens or box.side == LEFT_OUT
        weight = 400 if box.kind in (WORD, PRETERMINAL) else 600
        return [Label(box.x, box.y, box.text, box.size, QUIET if is_quiet else MATCHED, weight=weight)]
    dash = SWAPPED_DASH if box.operation == SWAPPED else ()
    left, top = box.x - box.width / 2, box.y - BOX / 2
    return [
        Rect(left, top, box.width, BOX, tint(box.operation), box.operation, 0.8, dash, 6.0),
        Label(box.x, box.y, box.text, box.size, box.operation, weight=600),
    ]
