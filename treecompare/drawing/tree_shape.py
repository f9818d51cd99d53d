"""Trees that are laid out: the courses of their edges, and the marks that they are drawn with. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, pairwise
from math import copysign, hypot
from typing import Any, TypeVar, cast

from treecompare.drawing.columns import LEFT_OUT, MARGIN, Box, Tier
from treecompare.drawing.edges import (
    EDGE_ROOM,
    EDGE_SIZE,
    EdgeLabel,
    SecondaryEdge,
    laid_out_secondary,
    secondary_edges,
)
from treecompare.drawing.scene import Label, Mark, Point, Scene, Stroke, bent, changed_label
from treecompare.drawing.style import BOLD, BOX, HALO, LINE, PAPER, QUIET, REGULAR, rim
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.trees.tree import PRETERMINAL, WORD, Tree

D = TypeVar("D")
T = TypeVar("T", bound="TreeShape")

BRIDGE = 5.0
"""Half the length of the piece of an edge that is seen to pass over another."""
STRAIGHT = 1.0
"""What is no further aside is straight below."""
WIDE = 3.5
"""Edges that slant start at a bar if daughters are further out than this many level heights."""
THIN, LIT = 1.0, 3.0
"""Width of edges, and of those that are lit."""


@dataclass(frozen=True)
class Line:
    """An edge from a parent to a daughter, by their indices in ``boxes``; or from a folded label to its words."""

    parent: int
    child: int


@dataclass(frozen=True, kw_only=True)
class TreeShape(Scene):
    """Trees that are laid out: labels and words (first of ``boxes``), edges from mothers to daughters, triangles (``folds``) from
    folded labels to their words.

    ``row``: the height of a level; ``edge_room``: that above each node in which its edge comes straight down, with its label;
    ``on_edges``, ``secondary``: the labels of edges, and edges to further mothers. ``is_slanted``: edges slant where they can; else
    they run straight down and across. ``hidden``: by its index, the nodes that a box of a run of words or of a chain stands for.
    """

    row: float
    edges: Sequence[Line]
    folds: Sequence[Line]
    edge_room: float = 0.0
    on_edges: Sequence[EdgeLabel] = ()
    secondary: Sequence[SecondaryEdge] = ()
    is_slanted: bool = False
    hidden: Mapping[int, tuple[Any, ...]] = field(default_factory=dict)

    @property
    def labels(self) -> Sequence[Any]:
        """The boxes of its nodes."""
        return self.boxes

    @property
    def is_crossing(self) -> bool:
        """Whether edges may cross."""
        return False

    @cached_property
    def bars(self) -> Mapping[int, float]:
        """The boxes whose daughters are joined by a level bar, with the part of the room between levels at which it lies.

        Half of it, but where bars of crossing branches would become one.
        """
        boxes = self.boxes
        spans: dict[int, tuple[float, float]] = {}
        for edge in self.edges:
            first, last = spans.get(edge.parent, (boxes[edge.parent].x,) * 2)
            spans[edge.parent] = min(first, boxes[edge.child].x), max(last, boxes[edge.child].x)
        if self.is_slanted:
            far = WIDE * self.row
            reach = {one: max(last - boxes[one].x, boxes[one].x - first) for one, (first, last) in spans.items()}
            spans = {one: span for one, span in spans.items() if reach[one] > far}
        if not self.is_crossing:
            return dict.fromkeys(spans, 0.5)
        tracks: dict[float, list[list[int]]] = {}
        for one in sorted(
            spans, key=lambda one: spans[one][0] - spans[one][1]
        ):  # wide ones near their mothers: fewer edges cross
            first, last = spans[one]
            there = tracks.setdefault(boxes[one].y, [])
            free = (track for track in there if all(spans[o][0] > last or first > spans[o][1] for o in track))
            track = next(free, None)
            if track is None:
                there.append([one])
            else:
                track.append(one)
        return {
            one: (place + 1) / (len(there) + 1)
            for there in tracks.values()
            for place, track in enumerate(there)
            for one in track
        }

    @cached_property
    def index(self) -> dict[Any, int]:
        """See :class:`Scene`: of runs and chains all nodes."""
        return super().index | {node: number for number, nodes in self.hidden.items() for node in nodes}

    def place_in(self, tier: Any, node: int) -> Any:
        """The place of a node of a tree; by default the side and the node."""
        return tier, node

    def courses_up(self, tree: Tree, tier: Any, node: int, site: int, is_gold: bool) -> list[Mark]:
        """The edges from a node up to a site above it, as they are lit; the one to its mother if the site is not above it."""
        above = [node]
        while tree.parents[above[-1]] >= 0 and above[-1] != site:
            above.append(tree.parents[above[-1]])
        if above[-1] != site:
            above = above[:2]
        drawn = [number for one in above if (number := self.index.get(self.place_in(tier, one))) is not None]
        ink = rim(DELETED if is_gold else INSERTED)
        return [edge_course(self, Line(up, low), ink, LIT) for low, up in pairwise(drawn) if up != low]


def with_edges(drawing: D, is_slanted: bool) -> D:
    """A drawing whose edges slant, if it is of trees, or do not; other drawings as they are."""
    if isinstance(drawing, TreeShape) and drawing.is_slanted != is_slanted:
        return cast(D, replace(cast(Any, drawing), is_slanted=is_slanted))
    return drawing


def edge_points(drawing: TreeShape, edge: Line) -> list[Point]:
    """The course of an edge, without its rounded corners: straight down, across along the bar, straight down.

    It is straight down in the daughter's own columns, so that it never runs through the label of a sister that stands higher. Where
    edges slant it slants within one level in place of the bar.
    """
    above, below = drawing.boxes[edge.parent], drawing.boxes[edge.child]
    sign = 1 if below.y > above.y else -1
    start, end = (above.x, above.y + sign * BOX / 2), (below.x, below.y - sign * BOX / 2)
    if edge.parent in drawing.bars:
        bar = _bar(drawing, edge.parent, sign)
        is_straight = abs(above.x - below.x) < STRAIGHT
        return [(below.x, start[1]), end] if is_straight else [start, (above.x, bar), (below.x, bar), end]
    bend = above.y + sign * (drawing.row - BOX / 2 - drawing.edge_room)
    return [start, (below.x, bend), end] if sign * (end[1] - bend) > 1 else [start, end]


def edge_course(drawing: TreeShape, edge: Line, ink: str, width: float) -> Stroke:
    """An edge by itself, as it is lit."""
    points = edge_points(drawing, edge)
    return Stroke(points[0], bent(points) if edge.parent in drawing.bars else tuple(points[1:]), ink, width)


def with_texts(
    drawing: T,
    tiers: Mapping[Any, Tier],
    text_of: Callable[[Any], tuple[str, bool]],
    is_upside_down: Callable[[Any], bool] = lambda box: False,
) -> T:
    """A drawing with what stands on its edges, and with secondary edges, which make it wider where they bend out at the right.

    ``tiers``: its trees. ``text_of``: of a box the label of its edge, and whether that differs. ``is_upside_down``: whether the
    tree of a box is.
    """
    width, index, boxes = next(iter(tiers.values())).edge_width, drawing.index, drawing.labels
    labels = []
    for edge in drawing.edges if drawing.edge_room else ():
        above, below = boxes[edge.parent], boxes[edge.child]
        text, differs = text_of(below)
        if text:
            y = below.y + copysign(BOX / 2 + EDGE_ROOM / 2 - 1, above.y - below.y)
            labels.append(EdgeLabel(below.x, y, width(text), text, differs))
    ends = [
        (index[mothers], index[own], text)
        for one, tier in tiers.items()
        for node, mother, text in secondary_edges(tier.tree)
        for mothers, own in [(drawing.place_in(one, mother), drawing.place_in(one, node))]
        if mothers in index and own in index
    ]
    curves = laid_out_secondary(boxes, ends, labels, width, is_upside_down)
    right = max((max(one.at(0.5)[0], one.label.x + one.label.width / 2) for one in curves), default=0.0) + MARGIN / 2
    found = replace(cast(Any, drawing), width=max(drawing.width, right), on_edges=tuple(labels), secondary=curves)
    return cast(T, found)


def _bar(drawing: TreeShape, mother: int, sign: int) -> float:
    """The height of the bar of a mother; ``sign``: 1 if it is below her."""
    away = BOX / 2 + (drawing.row - BOX - drawing.edge_room) * drawing.bars[mother]
    return float(drawing.boxes[mother].y + sign * away)


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
    daughters: dict[int, list[int]] = {}
    found: list[Mark] = []
    for edge in drawing.edges:
        if edge.parent in drawing.bars:
            daughters.setdefault(edge.parent, []).append(edge.child)
        else:
            found.append(_line(edge_points(drawing, edge)))
    for mother, below in daughters.items():
        found += _hung(drawing, mother, below)
    for ends in bridges(drawing):
        found += [Stroke(ends[0], (ends[1],), PAPER, HALO), _line(ends)]
    found += [_line(fold_points(drawing, fold), is_closed=True) for fold in drawing.folds]
    for curve in drawing.secondary:
        found.append(Stroke(curve.start, ((*curve.control, *curve.end),), QUIET, THIN, (5.0, 3.0)))
    for label in (*drawing.on_edges, *(curve.label for curve in drawing.secondary)):
        ink, weight = (SWAPPED, BOLD) if label.differs else (QUIET, REGULAR)
        found.append(Label(label.x, label.y, label.text, EDGE_SIZE, ink, weight=weight, room=label.width + 2))
    found += between
    for box in boxes:
        found += box_marks(box)
    return found


def _line(points: Sequence[Point], is_closed: bool = False) -> Stroke:
    return Stroke(points[0], tuple(points[1:]), LINE, THIN, is_closed=is_closed)


def _hung(drawing: TreeShape, mother: int, daughters: Sequence[int]) -> Iterator[Stroke]:
    """A bar with the edges that lead up and down from it: its ends are rounded, so that nothing is drawn twice."""
    boxes = drawing.boxes
    sign = 1 if boxes[daughters[0]].y > boxes[mother].y else -1
    bar = _bar(drawing, mother, sign)
    legs = [(boxes[mother].x, boxes[mother].y + sign * BOX / 2)]
    legs += [(boxes[one].x, boxes[one].y - sign * BOX / 2) for one in daughters]
    low, high = min(x for x, _ in legs), max(x for x, _ in legs)
    if high - low < STRAIGHT:
        yield from (_line([(leg[0], legs[0][1]), leg]) for leg in legs[1:])
        return
    ends = []
    for end in (low, high):
        there = [leg for leg in legs if abs(leg[0] - end) < STRAIGHT]
        ends.append([there[0], (end, bar)] if len(there) == 1 else [(end, bar)])
    yield Stroke(ends[0][0], bent([*ends[0], *reversed(ends[1])]), LINE, THIN)
    yield from (_line([leg, (leg[0], bar)]) for leg in legs if leg not in (ends[0][0], ends[1][0]))


def box_marks(box: Box) -> list[Mark]:
    """A label or a word: what changed stands on a ground of its own."""
    if box.operation == MATCHED:
        is_quiet = box.kind == PRETERMINAL or box.side == LEFT_OUT or (box.opens and box.kind == WORD)
        return [Label(box.x, box.y, box.text, box.size, QUIET if is_quiet else MATCHED, weight=box.weight)]
    return changed_label(box.x, box.y, box.text, box.operation, box.width, size=box.size)
