"""A lattice with the paths of two trees: states as circles, arcs as lanes from left to right, or from right to left; no Qt.

What both trees use is drawn heavy, what only one uses dashed and marked as elsewhere (``<`` gold only, ``>`` test only; ``=``: the
other one has it over other states), the rest of the lattice faint and folded where it is too much. Rows break between
space-delimited words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scene import WORD, Dot, Entry, Label, Mark, Scene, SceneBox, Stroke
from treecompare.drawing.style import BOLD, FONT_SIZE, LINE, MEDIUM, PAPER, QUIET, REGULAR, TAG_SIZE, estimated_width
from treecompare.errors import counted
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.trees.characters import LEFT_TO_RIGHT
from treecompare.trees.lattices import PathArc

SHARED, KEPT, GOLD, TEST, OTHER, FOLDED = "shared", "kept", "gold", "test", "other", "folded"
"""Of arcs: on the paths of both trees; on one, with its lexeme on the other as well, but over other states; on one only; unused."""
OTHERS = 3
"""So many unused arcs of a word are drawn where the rest is left out."""
OPERATIONS = {SHARED: MATCHED, KEPT: MATCHED, GOLD: DELETED, TEST: INSERTED, OTHER: MATCHED, FOLDED: MATCHED}
ELSEWHERE = "="
"""Marks an arc whose lexeme the other tree has over other states."""
ADDED = "*"
"""Marks an arc that the lattice does not have."""

RADIUS = 4.0
LANE = 33.0
"""Height of a lane: a segment over its tag."""
BEND = 22.0
"""Room in which an arc leaves its state and reaches its lane."""
MARGIN, ROW_GAP = 20.0, 26.0
WORD_ROW = 26.0
USUAL_WIDTH = 1000.0
_DASHES = {KEPT: (9.0, 2.0, 2.0, 2.0), GOLD: (7.0, 3.0), TEST: (2.0, 3.0), FOLDED: (1.0, 4.0)}
_WIDTHS = {SHARED: 2.6, KEPT: 2.0, GOLD: 2.0, TEST: 2.0, OTHER: 0.8, FOLDED: 0.8}
_SIGNS = {SHARED: "━", OTHER: "─", FOLDED: "+N"}
"""In place of samples where only text can be shown."""
_INKS = {role: LINE if role in (OTHER, FOLDED) else operation for role, operation in OPERATIONS.items()}


@dataclass(frozen=True)
class State:
    """A circle; ``boundary``: between two space-delimited words."""

    x: float
    y: float
    boundary: bool

    @property
    def mark(self) -> Mark:
        """It, drawn."""
        return Dot(self.x, self.y, RADIUS, MATCHED if self.boundary else PAPER)


@dataclass(frozen=True)
class Lane:
    """An arc from ``x1`` to ``x2``, both on the row at ``base``, by way of the height ``y``; straight where that is ``base``.

    ``role``: SHARED, KEPT, GOLD, TEST, OTHER, or FOLDED, which stands for ``count`` arcs. ``added``: the lattice has no such arc.
    ``gold_word``, ``test_word``: which lexeme of each tree it is; -1: none.
    """

    x1: float
    x2: float
    base: float
    y: float
    form: str
    tag: str
    role: str
    count: int
    added: bool
    gold_word: int = -1
    test_word: int = -1

    @property
    def text(self) -> str:
        """The segment with its marks."""
        if self.role == FOLDED:
            return f"+{self.count}"
        sign = {TEST: ">", KEPT: ELSEWHERE}.get(self.role, "")
        before, after = (ADDED if self.added else "") + sign, "<" if self.role == GOLD else ""
        return written(before, self.form, after)

    @property
    def is_faint(self) -> bool:
        """Whether neither tree uses it."""
        return self.role in (OTHER, FOLDED)

    @property
    def line(self) -> Mark:
        """The arc without its label."""
        sign = 1 if self.x1 < self.x2 else -1
        x1, x2, bend = self.x1 + sign * RADIUS, self.x2 - sign * RADIUS, sign * BEND
        base, y = self.base, self.y
        steps: tuple[tuple[float, ...], ...] = ((x2, base),)
        if y != base:
            steps = (
                (x1 + bend * 0.45, base, x1 + bend * 0.1, y, x1 + bend, y), (x2 - bend, y),
                (x2 - bend * 0.1, y, x2 - bend * 0.45, base, x2, base),
            )  # fmt: skip
        return Stroke((x1, base), steps, _INKS[self.role], _WIDTHS[self.role], _DASHES.get(self.role, ()))

    def labels(self, has_room: bool = False) -> list[Mark]:
        """The segment over its tag. ``has_room``: on paper, for lines lead through it."""
        middle, ink = (self.x1 + self.x2) / 2, QUIET if self.is_faint else OPERATIONS[self.role]
        size, weight = (11.0, REGULAR) if self.is_faint else (FONT_SIZE, BOLD)
        room = estimated_width(self.text, size) + 2 if has_room else 0.0
        found: list[Mark] = [Label(middle, self.y - 9, self.text, size, ink, weight=weight, room=room)]
        if self.tag:
            count = f" ×{self.count}" if self.count > 1 and self.is_faint else ""
            found.append(Label(middle, self.y + 8.5, self.tag + count, TAG_SIZE, ink))
        return found


def written(before: str, form: str, after: str) -> str:
    """A segment with its marks, each at its own end, whatever direction the segment is read in."""
    if not (before or after) or not any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in form):
        return before + form + after
    # else a mark would be mirrored, and stand at the other end
    return f"{LEFT_TO_RIGHT}{before}{LEFT_TO_RIGHT}{form}{LEFT_TO_RIGHT}{after}"


@dataclass(frozen=True)
class Word:
    """A space-delimited word below its part of the lattice."""

    x1: float
    x2: float
    y: float
    text: str

    def marks(self, ink: str, has_room: bool = False) -> list[Mark]:
        """A bracket, and below it the word; ``has_room``: on paper, for lines lead through it."""
        left, right, y = self.x1 + 5, self.x2 - 5, self.y
        room = estimated_width(self.text, FONT_SIZE) + 2 if has_room else 0.0
        return [
            Stroke((left, y), ((left, y + 5), (right, y + 5), (right, y))),
            Label((left + right) / 2, y + 16, self.text, ink=ink, weight=MEDIUM, room=room),
        ]


@dataclass(frozen=True)
class LaneBox(SceneBox):
    """The segment of an arc, which can be pointed at. ``x``, ``y``: its middle, in points."""

    lane: Lane = field(kw_only=True)

    @property
    def role(self) -> str:
        return WORD


@dataclass(frozen=True)
class LatticeDrawing(Scene):
    """A finished layout, in points. ``folded``: arcs that are not drawn one by one."""

    states: tuple[State, ...]
    lanes: tuple[Lane, ...]
    words: tuple[Word, ...]
    width: float
    height: float
    folded: int
    right_to_left: bool

    @cached_property
    def boxes(self) -> tuple[LaneBox, ...]:
        """One per arc that is drawn, in the direction of reading."""
        lanes = sorted(self.lanes, key=lambda lane: (lane.base, -lane.x1 if self.right_to_left else lane.x1))
        return lane_boxes(lanes)

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """See :class:`Scene`: the most important lanes are painted last."""
        found = [mark for word in self.words for mark in word.marks(QUIET)]
        for role in (FOLDED, OTHER, TEST, GOLD, KEPT, SHARED):
            for lane in self.lanes:
                if lane.role == role:
                    found += [lane.line, *lane.labels()]
        return (*found, *(state.mark for state in self.states))

    @property
    def said(self) -> str:
        return " ".join(word.text for word in self.words)

    def foot(self, names: Names = PLAIN) -> list[list[Entry]]:
        return [lane_legend(self.lanes, (SHARED, KEPT, GOLD, TEST, OTHER, FOLDED), names)]


def lane_boxes(lanes: Iterable[Lane]) -> tuple[LaneBox, ...]:
    """What can be pointed at, one per arc."""
    return tuple(
        LaneBox(text, (lane.x1 + lane.x2) / 2, lane.y - 8, width, OPERATIONS[lane.role], lane=lane)
        for lane in lanes
        for text in [lane.text]
        for width in [estimated_width(text, FONT_SIZE) + 10]
    )


def lane_legend(lanes: Iterable[Lane], roles: Iterable[str], names: Names) -> list[Entry]:
    """What lanes of these roles mean, as far as there are any."""
    lanes = tuple(lanes)
    there = {lane.role for lane in lanes}
    folded = sum(lane.count for lane in lanes if lane.role == FOLDED)
    texts = {
        SHARED: "both trees", KEPT: f"{ELSEWHERE} both trees, over other states", GOLD: names.told("gold only <"),
        TEST: names.told("system only >"), OTHER: "unused arcs", FOLDED: f"{counted(folded, 'arc')} folded",
    }  # fmt: skip
    legend = []
    for role in roles:
        if role in there:
            line = Stroke((0.0, 0.0), ((26.0, 0.0),), _INKS[role], _WIDTHS[role], _DASHES.get(role, ()))
            legend.append(Entry(texts[role], _SIGNS.get(role, ""), OPERATIONS[role], (line,), 26.0))
    if any(lane.added for lane in lanes):
        legend.append(Entry("not in the lattice", ADDED))
    return legend


@dataclass(frozen=True)
class _Part:
    """The lattice of one space-delimited word, its first state at 0, its row at 0."""

    states: tuple[float, ...]
    lanes: tuple[Lane, ...]
    width: float
    above: float
    below: float
    folded: int


def role_of(arc: PathArc) -> str:
    """What becomes of an arc."""
    if arc.gold and arc.test:
        return SHARED
    if arc.gold or arc.test:
        return KEPT if arc.kept else GOLD if arc.gold else TEST
    return OTHER


def lane_of(arc: PathArc) -> Lane:
    """An arc that has no place yet."""
    return Lane(
        0, 0, 0, 0, arc.form, arc.tag, role_of(arc), arc.times, not arc.in_lattice, arc.gold_word, arc.test_word
    )


def lane_width(form: str, tag: str) -> float:
    """The room that a lane needs for its label."""
    return max(estimated_width(form + "  ", FONT_SIZE), estimated_width(tag, TAG_SIZE)) + 2 * BEND


def word_text(words: Sequence[str], token: int) -> str:
    """A space-delimited word; its number where it is not known."""
    return (words[token - 1] if 0 < token <= len(words) else "") or str(token or "")


def ends_of(arcs: Sequence[PathArc]) -> tuple[int, int]:
    """First and last state: states of arcs that were added have the highest numbers, wherever they stand."""
    known = [arc for arc in arcs if arc.in_lattice]
    if known:
        return min(arc.source for arc in known), max(arc.target for arc in known)
    sources, targets = {arc.source for arc in arcs}, {arc.target for arc in arcs}
    return min(sources - targets), min(targets - sources)


def _part(arcs: Sequence[PathArc], others: int | None) -> _Part:
    start, end = ends_of(arcs)
    plain = [arc for arc in arcs if role_of(arc) == OTHER]
    shown = [arc for arc in arcs if role_of(arc) != OTHER]
    kept = plain if others is None else _fitting(plain, shown, others)
    drawn = [(arc.source, arc.target, lane_of(arc)) for arc in (*shown, *kept)]
    folded = sum(arc.times for arc in plain) - sum(arc.times for arc in kept)
    if folded:
        drawn.append((start, end, Lane(0, 0, 0, 0, "", "", FOLDED, folded, False)))
    places = _places(drawn, start)
    lanes = levelled([(places[a], places[b], lane) for a, b, lane in drawn], sorted(places.values()))
    above = max((-lane.y for lane in lanes), default=0.0)
    below = max((lane.y for lane in lanes), default=0.0)
    return _Part(tuple(sorted(places.values())), tuple(lanes), places[end], above, below, folded)


def _fitting(plain: list[PathArc], shown: list[PathArc], most: int) -> list[PathArc]:
    """As many of the arcs that neither tree uses as may be drawn: those between states that are drawn anyway, shortest first, so
    that the trees' own lanes stay straight."""
    states = {state for arc in shown for state in (arc.source, arc.target)}
    if not states:
        states = {min(arc.source for arc in plain), max(arc.target for arc in plain)}
    fitting = [arc for arc in plain if arc.source in states and arc.target in states]
    return sorted(fitting, key=lambda arc: arc.target - arc.source)[:most]


def _places(drawn: list[tuple[int, int, Lane]], start: int) -> dict[int, float]:
    """Where states stand: each arc has room for its label."""
    rooms = [
        (source, target, lane_width(lane.text, lane.tag) if lane.role != FOLDED else 3 * BEND)
        for source, target, lane in drawn
    ]
    places = {start: 0.0} | earliest(in_order(rooms), rooms)
    last = -1.0
    for state in sorted(places, key=lambda state: (places[state], state)):  # no two circles in one place
        places[state] = last = max(places[state], last + 4 * RADIUS if last >= 0 else 0.0)
    return places


Room = tuple[Any, Any, float]
"""Two states and how far they have to be apart."""


def earliest(order: Sequence[Any], rooms: Sequence[Room]) -> dict[Any, float]:
    """Each state as far left as the others allow."""
    place = {state: number for number, state in enumerate(order)}
    early = dict.fromkeys(order, 0.0)
    for one, other, room in sorted(rooms, key=lambda room: place[room[0]]):
        if place[one] < place[other]:
            early[other] = max(early[other], early[one] + room)
    return early


def in_order(rooms: Sequence[Room]) -> list[Any]:
    """The states, each after those that are left of it."""
    before: dict[Any, set[Any]] = {}
    for one, other, _ in rooms:
        before.setdefault(one, set())
        before.setdefault(other, set()).add(one)
    waiting = sorted(before)
    found: list[Any] = []
    done: set[Any] = set()
    while waiting:
        ready = [state for state in waiting if before[state] <= done] or waiting[:1]
        found += ready
        done |= set(ready)
        waiting = [state for state in waiting if state not in done]
    return found


def levelled(placed: Sequence[tuple[float, float, Lane]], states: list[float]) -> list[Lane]:
    """Lanes that meet nothing: straight ones between neighbours, gold above, test below, the rest where there is room."""
    order = {SHARED: 0, KEPT: 1, GOLD: 2, TEST: 3, OTHER: 4, FOLDED: 5}
    levels: dict[int, list[tuple[float, float, int]]] = {-1: [], 1: []}
    straight: set[tuple[float, float]] = set()
    lanes = []
    for x1, x2, lane in sorted(placed, key=lambda entry: (order[entry[2].role], entry[1] - entry[0])):
        level = 0
        if (x1, x2) in straight or any(x1 < state < x2 for state in states):
            free = {
                side: next(n for n in range(1, 99) if all(n != other or x2 <= a or b <= x1 for a, b, other in taken))
                for side, taken in levels.items()
            }
            # lanes of the trees lie above those that they lead across, so they may not be pushed in below
            inner = {
                side: max((other for a, b, other in taken if x1 < b and a < x2), default=0) + 1
                for side, taken in levels.items()
            }
            own = {GOLD: -1, TEST: 1, SHARED: -1, KEPT: -1 if lane.gold_word >= 0 else 1}
            side = own.get(lane.role, -1 if inner[-1] < inner[1] else 1)
            level = side * (inner[side] if lane.role != OTHER else max(free[side], inner[side]))
            levels[side].append((x1, x2, abs(level)))
        else:
            straight.add((x1, x2))
        lanes.append(replace(lane, x1=x1, x2=x2, y=level * LANE))
    return sorted(lanes, key=lambda lane: (lane.x1, lane.y))


def layout_lattice(
    arcs: Sequence[PathArc],
    words: Sequence[str] = (),
    right_to_left: bool = False,
    width: float | None = USUAL_WIDTH,
    others: int | None = 3,
) -> LatticeDrawing:
    """Lays a lattice out. ``words``: the space-delimited words, empty where unknown. ``width``: where rows break, None for one row.
    ``others``: how many arcs of a space-delimited word are drawn that neither tree uses; the rest is folded into one; None: all
    are drawn.
    """
    tokens = sorted({arc.token for arc in arcs})
    parts = [_part([arc for arc in arcs if arc.token == token], others) for token in tokens]
    rows: list[list[tuple[int, _Part]]] = [[]]
    for token, part in zip(tokens, parts, strict=True):
        used = sum(part.width for _, part in rows[-1])
        if rows[-1] and width is not None and used + part.width > width - 2 * MARGIN:
            rows.append([])
        rows[-1].append((token, part))
    whole = 2 * MARGIN + max((sum(part.width for _, part in row) for row in rows), default=0.0)
    states: list[State] = []
    lanes: list[Lane] = []
    named: list[Word] = []
    top = MARGIN
    for row in rows:
        base = top + max((part.above for _, part in row), default=0.0) + LANE * 0.6
        bottom = base + max((part.below for _, part in row), default=0.0) + LANE * 0.75
        x = MARGIN
        states.append(State(x, base, True))
        for token, part in row:
            states += [State(x + place, base, place == part.width) for place in part.states if place > 0]
            lanes += [replace(lane, x1=x + lane.x1, x2=x + lane.x2, base=base, y=base + lane.y) for lane in part.lanes]
            named.append(Word(x, x + part.width, bottom, word_text(words, token)))
            x += part.width
        top = bottom + WORD_ROW + ROW_GAP
    height = top - ROW_GAP + MARGIN
    if right_to_left:
        states = [replace(state, x=whole - state.x) for state in states]
        lanes = [replace(lane, x1=whole - lane.x1, x2=whole - lane.x2) for lane in lanes]
        named = [replace(word, x1=whole - word.x2, x2=whole - word.x1) for word in named]
    folded = sum(part.folded for part in parts)
    return LatticeDrawing(tuple(states), tuple(lanes), tuple(named), whole, height, folded, right_to_left)
