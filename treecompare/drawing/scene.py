"""What is drawn: marks on paper, and boxes that say what stands where. No Qt, and no format of any file.

A layout is a scene. ``scene_svg.py`` and ``latex.py`` write its marks, the window paints them: a new kind of drawing is a new
layout. Inks are names of colours (:attr:`treecompare.drawing.style.Theme.colours`). Units are points, from the top left corner.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from treecompare.drawing.names import PLAIN, Names, sides_told
from treecompare.drawing.style import (
    BOLD,
    BOX,
    FONT_SIZE,
    LINE,
    MADE,
    MADE_SAID,
    MATCHED_INK,
    MEDIUM,
    PAPER,
    QUIET,
    REGULAR,
    estimated_width,
    marked,
    rim,
    tint,
)
from treecompare.mappings.mapping import MATCHED, SWAPPED

WORD, NODE, ARC, NAME = "word", "node", "arc", "name"
"""What boxes are to a reader."""
Point = tuple[float, float]
Dash = tuple[float, ...]
SWAPPED_DASH = 3.0, 2.0
PLAIN_LABEL = "X"
"""The sign of a label at which nothing changed."""


class Stroke(NamedTuple):
    """A line, straight or bent, or an area with such an edge.

    ``steps``: a point each (straight on), or one or two control points and a point (a quadratic or cubic curve). ``ink``, ``fill``:
    empty for none. ``dash``: lengths of dashes and of the gaps after them.
    """

    start: Point
    steps: tuple[tuple[float, ...], ...]
    ink: str = LINE
    width: float = 1.0
    dash: Dash = ()
    fill: str = ""
    is_closed: bool = False
    is_round: bool = False
    """Whether its ends, and those of its dashes, are."""


CORNER = 4.0
"""Radius of the corners of lines."""


def bent(points: Sequence[Point]) -> tuple[tuple[float, ...], ...]:
    """The steps of a line from the first of these points to the last, with rounded corners; lines run straight down and across."""
    steps: list[tuple[float, ...]] = []
    for number in range(1, len(points) - 1):
        before, corner, after = points[number - 1 : number + 2]
        near, far = _distance(before, corner), _distance(corner, after)
        # half of a stretch belongs to each of its corners
        room = min(CORNER, near / (1 if number == 1 else 2), far / (1 if number == len(points) - 2 else 2))
        steps += [_towards(corner, before, room), (*corner, *_towards(corner, after, room))]
    return (*steps, points[-1])


def _distance(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _towards(point: Point, other: Point, far: float) -> Point:
    part = far / (_distance(point, other) or 1.0)
    return point[0] + (other[0] - point[0]) * part, point[1] + (other[1] - point[1]) * part


class Rect(NamedTuple):
    """A rectangle by its left top corner; ``radius``: of its corners. ``fill``: an ink, or empty."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    ink: str = ""
    line: float = 1.0
    dash: Dash = ()
    radius: float = 0.0


class Dot(NamedTuple):
    """A circle around a point."""

    x: float
    y: float
    radius: float
    fill: str = PAPER
    ink: str = MATCHED_INK
    line: float = 1.0


class Label(NamedTuple):
    """A line of text, whose middle is at the height ``y``; ``anchor``: which of its ends is at ``x``, or its ``middle``.

    ``room``: width of the paper behind it, where lines lead through; 0 for none.
    """

    x: float
    y: float
    text: str
    size: float = FONT_SIZE
    ink: str = MATCHED_INK
    anchor: str = "middle"
    weight: int = REGULAR
    room: float = 0.0


class Group(NamedTuple):
    """Marks that are moved."""

    x: float
    y: float
    marks: Sequence[Mark]


def changed_label(
    x: float, y: float, text: str, operation: str, width: float, height: float = BOX, size: float = FONT_SIZE
) -> list[Mark]:
    """A label at which something changed: on a ground of its own, dashed where it has another label."""
    dash = SWAPPED_DASH if operation == SWAPPED else ()
    box = Rect(x - width / 2, y - height / 2, width, height, tint(operation), rim(operation), 1.0, dash, 6.0)
    return [box, Label(x, y, text, size, operation, weight=BOLD)]


@dataclass(frozen=True)
class SceneBox:
    """What can be pointed at, and what screen readers find: a text around ``x``, ``y`` (its middle), and what changed there."""

    text: str
    x: float
    y: float
    width: float
    operation: str = MATCHED
    slack: ClassVar[float] = 0.0
    """How far beside it one may point."""

    @property
    def place(self) -> Any:
        """What it stands for in any layout; by default in this one only."""
        return self

    @property
    def role(self) -> str:
        """What it is to a reader: WORD, NODE, ARC or NAME."""
        return NODE

    @property
    def part(self) -> int | None:
        """The folded part that opens when it is clicked; None if it stands for none."""
        return None

    @property
    def top(self) -> float:
        """Where it begins."""
        return self.y - self.height / 2

    @property
    def height(self) -> float:
        """Of all of it."""
        return BOX

    def contains(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        is_beside = abs(x - self.x) <= self.width / 2 + self.slack
        return is_beside and -self.slack <= y - self.top <= self.height + self.slack


Mark = Stroke | Rect | Dot | Label | Group


class Scene:
    """A drawing that is laid out. ``marks``: in the order in which they are painted; ``boxes``: what can be pointed at; ``said``:
    what screen readers call it if it has no title."""

    width: float
    height: float
    if TYPE_CHECKING:  # fields of some, properties of others

        @property
        def marks(self) -> Sequence[Mark]: ...

        @property
        def boxes(self) -> Sequence[Any]: ...

        @property
        def said(self) -> str: ...

    @cached_property
    def index(self) -> dict[Any, int]:
        """By places, the number of the box that shows what stands there; of several the first."""
        numbered = reversed([*enumerate(self.boxes)])
        return {box.place: number for number, box in numbered}

    def box_of(self, place: Any) -> Any:
        """The box at a place; None where it is folded away or not drawn."""
        return self.boxes[self.index[place]] if place in self.index else None

    @property
    def middle(self) -> float | None:
        """The height that is to be in the middle of a view, if any: that of the words between two analyses."""
        return None

    @property
    def corners(self) -> tuple[str, ...]:
        """Where the names of the two analyses stand: ``top left``, ``bottom left``, …; none where it is not about two."""
        return ()

    @property
    def corner_names(self) -> tuple[str, ...]:
        """What stands there, if not the names of both analyses."""
        return ()

    @property
    def repaired(self) -> int:
        """How many of its arcs or brackets nobody answered: repair of raw output made them."""
        return 0

    def foot(self, names: Names = PLAIN) -> Sequence[Sequence[Entry]]:
        """What is said below it where it is a picture of its own, in rows. ``names``: of both analyses."""
        return ()

    def courses(self, side: Any, node: int, site: int = -1) -> list[Mark]:
        """The lines that attach a node of a side to a site above it, or that lead to a word, as they are lit; by default none."""
        return []

    def own_latex(self) -> tuple[str, str] | None:
        """It as LaTeX that people can go on with, and what that needs in the preamble; None: its marks are written."""
        return None

    def own_document(self, comment: str = "") -> str:
        """A LaTeX document of its own; empty: as of any scene."""
        return ""


@dataclass(frozen=True)
class PlainScene(Scene):
    """A scene that is nothing else."""

    width: float
    height: float
    marks: Sequence[Mark]
    boxes: Sequence[Any] = ()
    said: str = ""
    corners: tuple[str, ...] = ()
    middle: float | None = None


# -- a title, a legend, names: what stands around a picture ----------------------------------------------------------------------

INDENT = 18.0
TITLE_SIZE, NOTE_SIZE, TAG_SIZE = 14.0, 12.0, 12.0
TITLE_ROW, TAG_ROW, NOTE_ROW, LEGEND_ROW = 28.0, 16.0, 18.0, 28.0
ENTRY_GAP = 22.0


class Entry(NamedTuple):
    """Something said below a picture: what a sign means, or only a text.

    ``sign``: as it stands at labels of the ``operation``. ``sample``: marks that are drawn in its place, of that width, their
    middle at height 0.
    """

    text: str
    sign: str = ""
    operation: str = MATCHED
    sample: tuple[Mark, ...] = ()
    width: float = 0.0

    @property
    def drawn(self) -> Entry:
        """It with the sample that it is drawn with: by default a label with the sign."""
        if not self.sign or self.sample:
            return self
        width = estimated_width(self.sign, FONT_SIZE) + 14
        marks = changed_label(width / 2, 0.0, self.sign, self.operation, width)
        if self.operation == MATCHED:
            marks = [Label(width / 2, 0.0, self.sign, weight=MEDIUM)]
        return self._replace(sample=tuple(marks), width=width)


def entries_of(
    meanings: Mapping[str, str], boxes: Iterable[Any], names: Names = PLAIN, label: str = PLAIN_LABEL
) -> list[Entry]:
    """What the signs of operations mean, as far as these occur in boxes or arcs. ``label``: what has the sign."""
    used = {one.operation for one in boxes}
    return [Entry(names.told(text), marked(label, one), one) for one, text in meanings.items() if one in used]


ROOMY = 1.1
"""By so much more than is estimated a text may be wide."""


def in_a_row(
    entries: Iterable[Entry],
    x: float,
    y: float,
    size: float = NOTE_SIZE,
    measure: Callable[[str, float], float] | None = None,
) -> tuple[list[Mark], float]:
    """Entries beside each other from ``x`` on, their middle at ``y``, and where the last one ends."""
    marks: list[Mark] = []
    for one in (entry.drawn for entry in entries):
        if one.sample:
            marks.append(Group(x, y, one.sample))
            x += one.width + 6
        marks.append(Label(x, y, one.text, size, QUIET, "start"))
        x += (measure(one.text, size) if measure else ROOMY * estimated_width(one.text, size)) + ENTRY_GAP
    return marks, x - (ENTRY_GAP if marks else 0.0)


def row_scene(
    entries: Sequence[Entry], size: float = NOTE_SIZE, measure: Callable[[str, float], float] | None = None
) -> PlainScene:
    """The same as a scene of its own, as the foot of a view has it."""
    marks, width = in_a_row(entries, 1.0, BOX / 2 + 1, size, measure)
    return PlainScene(width + 1, BOX + 2, marks)


def made_entry(count: int) -> list[list[Entry]]:
    """The row of a legend that says what the sign of repair means, if it occurs."""
    return [[Entry(MADE_SAID, MADE)]] if count else []


def legend_of(scene: Scene, names: Names = PLAIN) -> list[Entry]:
    """What the signs in a scene mean, without what else is said below it; that a label without a sign is the same needs no word."""
    return [entry for row in scene.foot(names) for entry in row if entry.sample or entry.sign not in ("", PLAIN_LABEL)]


def legend_text(scene: Scene, names: Names = PLAIN) -> str:
    """The same as one sentence, for a page."""
    is_of_two = scene.corners and not scene.corner_names
    where = names.told("Above or left the gold, below or right the system: ") if is_of_two else ""
    return where + "; ".join(f"{entry.sign} {entry.text}".strip() for entry in legend_of(scene, names))


Tag = tuple[str, str]
"""A corner above or below a picture (``top left``, …), and the name in it."""


Part = tuple[float, float, float, float]
"""Left, top, width and height of what is looked at of a scene."""


def picture(
    scene: Scene,
    title: str = "",
    names: Names = PLAIN,
    system: str = "system",
    note: str = "",
    part: Part | None = None,
) -> PlainScene:
    """A picture of its own, with title and legend.

    ``names``: of both analyses; ``system``: that of the second one if the first is gold; ``note``: the last line; ``part``: what
    is wanted of the scene, None for all.
    """
    notes = [[Entry(note)]] if note else []
    shown = scene if part is None else part_of(scene, part)
    return framed(shown, title, [*scene.foot(names), *notes], side_tags(scene, names, system))


def part_of(scene: Scene, part: Part) -> PlainScene:
    """A part of a scene; what goes on beyond its edges is covered by paper, which is as large as any picture."""
    left, top, width, height = part
    far = max(scene.width, scene.height) + 2 * max(width, height)
    covers = [
        Rect(x, y, wide, high, PAPER)
        for x, y, wide, high in (
            (-far, -far, 2 * far + width, far), (-far, height, 2 * far + width, far),
            (-far, 0.0, far, height), (width, 0.0, far, height),
        )
    ]  # fmt: skip
    return PlainScene(width, height, [Group(-left, -top, scene.marks), *covers], said=scene.said)


def side_tags(scene: Scene, names: Names = PLAIN, system: str = "system") -> list[Tag]:
    """What both analyses are called in the corners of a scene."""
    called = scene.corner_names or (("GOLD", system) if names.is_gold else sides_told(names))
    return list(zip(scene.corners, called, strict=False))


def framed(scene: Scene, title: str = "", foot: Sequence[Sequence[Entry]] = (), tags: Sequence[Tag] = ()) -> PlainScene:
    """A scene with a title above it, names in its corners, and rows of a legend below."""
    width = max(scene.width, frame_width(title, foot, tags))
    marks: list[Mark] = []
    y = 0.0
    if title:
        marks.append(Label(INDENT, 20.0, title, TITLE_SIZE, anchor="start", weight=BOLD))
        y = TITLE_ROW
    for row in ("top", "bottom"):
        there = [tag for tag in tags if tag[0].startswith(row)]
        for corner, text in there:
            is_right = corner.endswith("right")
            x, anchor = (width - INDENT, "end") if is_right else (INDENT, "start")
            marks.append(Label(x, y + TAG_ROW / 2, text, TAG_SIZE, QUIET, anchor, BOLD))
        y += TAG_ROW if there else 0.0
        if row == "top":
            marks.insert(0, Group((width - scene.width) / 2, y, scene.marks))
            y += scene.height
    for entries in foot:
        height = LEGEND_ROW if any(one.drawn.sample for one in entries) else NOTE_ROW
        marks += in_a_row(entries, INDENT, y + height / 2)[0]
        y += height
    return PlainScene(width, y + (8 if foot else 0), marks, said=title or scene.said)


def frame_width(title: str, foot: Sequence[Sequence[Entry]] = (), tags: Sequence[Tag] = ()) -> float:
    """What title, legend and names need."""
    said = [ROOMY * estimated_width(title, TITLE_SIZE), *(in_a_row(entries, 0.0, 0.0)[1] for entries in foot)]
    said.append(ROOMY * estimated_width("    ".join(text for _, text in tags), TAG_SIZE))
    return max(said) + 2 * INDENT


Sides = tuple[float, float, float, float]
"""Left, top, right and bottom."""
Spread = tuple[Mark, float, float, Sides]
"""A mark that is no group, by how much it is moved, and its sides, or a little more."""


def spread(marks: Iterable[Mark]) -> Iterator[Spread]:
    """All marks, those of groups, too."""
    return ((mark, x, y, _extent(mark, x, y)) for mark, x, y in ungrouped(marks))


def ungrouped(marks: Iterable[Mark], x: float = 0.0, y: float = 0.0) -> Iterator[tuple[Mark, float, float]]:
    """The same without their sides."""
    for mark in marks:
        if isinstance(mark, Group):
            yield from ungrouped(mark.marks, x + mark.x, y + mark.y)
        else:
            yield mark, x, y


def _extent(mark: Mark, x: float, y: float) -> Sides:
    if isinstance(mark, Stroke):
        xs, ys = [mark.start[0]], [mark.start[1]]
        for step in mark.steps:
            xs += step[::2]
            ys += step[1::2]
        edge = mark.width + 1
        return x + min(xs) - edge, y + min(ys) - edge, x + max(xs) + edge, y + max(ys) + edge
    if isinstance(mark, Label):  # no letter is wider than high, but a few
        half = max(mark.size * (len(mark.text) + 1), mark.room)
        return x + mark.x - half, y + mark.y - mark.size, x + mark.x + half, y + mark.y + mark.size
    if isinstance(mark, Rect):
        return x + mark.x - 2, y + mark.y - 2, x + mark.x + mark.width + 2, y + mark.y + mark.height + 2
    if isinstance(mark, Dot):
        far = mark.radius + 2
        return x + mark.x - far, y + mark.y - far, x + mark.x + far, y + mark.y + far
    return -math.inf, -math.inf, math.inf, math.inf


def extent_of(marks: Iterable[Mark]) -> Sides:
    """The sides of all of them, or a little more; all 0 of none."""
    sides = [sides for *_, sides in spread(marks)] or [(0.0, 0.0, 0.0, 0.0)]
    left, top, right, bottom = zip(*sides, strict=True)
    return min(left), min(top), max(right), max(bottom)


PIECE = 3.0
"""Between two points of a line."""


def points_along(mark: Stroke) -> Iterator[Point]:
    """Points of a line, close to each other."""
    last = mark.start
    for step in mark.steps:
        corners = [last, *zip(step[::2], step[1::2], strict=True)]
        pieces = max(int(sum(_distance(*ends) for ends in pairwise(corners)) / PIECE), 1)
        for part in (number / pieces for number in range(pieces + 1)):
            points = corners
            while len(points) > 1:
                points = [(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part) for (x1, y1), (x2, y2) in pairwise(points)]
            yield points[0]
        last = corners[-1]


# -- marks on the pixels of a device ------------------------------------------------------------------------------------------


class Grid(NamedTuple):
    """The scale of a device across and down, and which part of a pixel a drawing begins at. On it lines are whole pixels wide, and
    those that run straight down or across lie on these."""

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
    if grid is None and not (x or y):
        return mark
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
            return mark._replace(x=x + mark.x, y=y + mark.y) if x or y else mark
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
    (xs, ys), place = ways, 1
    steps: list[tuple[float, ...]] = []
    for step in mark.steps:
        after = place + len(step) // 2
        steps.append(tuple(chain(*zip(xs[place:after], ys[place:after], strict=True))))
        place = after
    start = xs[0], ys[0]
    return Stroke(start, tuple(steps), mark.ink, width, mark.dash, mark.fill, mark.is_closed, mark.is_round)
