"""Two trees over a lattice laid out: what is folded, which room labels need, where all of it stands from left to right. No Qt.

A state is (word, number within it); the ends of space-delimited words are (word, -1), so that words follow each other whatever
numbers their states have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from treecompare.drawing.columns import GOLD, TEST, Measure, Tier, folded, levels
from treecompare.drawing.condensed import condensed
from treecompare.drawing.lattice_drawing import (
    ADDED,
    ELSEWHERE,
    OTHER,
    RADIUS,
    SHARED,
    Lane,
    Room,
    State,
    Word,
    earliest,
    ends_of,
    in_order,
    lane_of,
    lane_width,
    levelled,
    word_text,
    written,
)
from treecompare.drawing.lattice_trees import LatticeTrees, LatticeTreesDrawing, Node, NodeBox
from treecompare.drawing.layout import identical_parts
from treecompare.drawing.style import BOX, FONT_SIZE, GAP, TAG_SIZE, estimated_width, row_height
from treecompare.drawing.style import Room as Space
from treecompare.drawing.tree_shape import Line
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.trees.lattices import PathArc
from treecompare.trees.tree import WORD

Key = tuple[int, int]
BOUNDARY = -1


def states_of(arcs: Sequence[PathArc]) -> tuple[list[tuple[Key, Key]], list[int]]:
    """First and last state of each arc, and the space-delimited words in their order."""
    tokens = sorted({arc.token for arc in arcs})
    ends: dict[int, dict[int, Key]] = {}
    for place, token in enumerate(tokens):
        start, end = ends_of([arc for arc in arcs if arc.token == token])
        ends[token] = {start: (place, BOUNDARY), end: (place + 1, BOUNDARY)}
    number = {token: place for place, token in enumerate(tokens)}

    def of(arc: PathArc, state: int) -> Key:
        return ends[arc.token].get(state, (number[arc.token], state))

    return [(of(arc, arc.source), of(arc, arc.target)) for arc in arcs], tokens


def places_of(rooms: Iterable[Room]) -> dict[Key, float]:
    """A place for each state, so that there is as much room as is asked for, and no two are in one place.

    Room that is left over is shared: each state is half-way between as far left and as far right as the others allow.
    """
    rooms = list(rooms)
    order = in_order(rooms)
    if not order:
        return {}
    early = earliest(order, rooms)
    order.sort(key=lambda state: early[state])  # what nothing orders stands one after the other
    place = {state: number for number, state in enumerate(order)}
    rooms = [room for room in rooms if place[room[0]] < place[room[1]]]
    rooms += [(one, other, 4 * RADIUS) for one, other in pairwise(order)]
    early = earliest(order, rooms)
    late = dict.fromkeys(order, early[order[-1]])
    for one, other, room in sorted(rooms, key=lambda room: -place[room[1]]):
        late[one] = min(late[one], late[other] - room)
    return {state: (early[state] + late[state]) / 2 for state in order}


MARGIN = 12.0
LINE = 17.0
"""From a segment to its tag."""
BARE_LANE = 0.45
"""Height of lanes without labels, as a part of that of others."""
LEAF, WORDS = 30.0, 24.0
"""From the outermost lanes to the segments; height of the row of space-delimited words."""


def layout_lattice_trees(
    trees: LatticeTrees,
    elide: bool = True,
    opened: frozenset[int] = frozenset(),
    right_to_left: bool = False,
    all_arcs: bool = False,
    condense: bool = False,
    measure: Measure = estimated_width,
    space: Space | None = None,
) -> LatticeTreesDrawing:
    """Lays trees and lattice out. ``elide``, ``opened``, ``condense``: as of two trees (``layout.py``). ``all_arcs``: also those
    that neither tree uses. ``space``: what it is to fit into."""
    return _Maker(trees, elide, opened, all_arcs, condense, measure).drawing(right_to_left, space)


@dataclass(frozen=True)
class _Unit:
    """A leaf that is drawn: a segment, or a folded part from segment ``first`` to ``last``."""

    first: int
    last: int
    text: str
    tag: str

    @property
    def is_segment(self) -> bool:
        """Whether it is one segment, and nothing is folded."""
        return bool(self.tag)


class _Maker:
    """The state of one layout. Nodes are those of the trees that are drawn, which may be condensed."""

    def __init__(
        self, given: LatticeTrees, elide: bool, opened: frozenset[int], all_arcs: bool, condense: bool, measure: Measure
    ) -> None:
        self.given, self.all_arcs, self.measure = given, all_arcs, measure
        small = condensed(given.alike, opened) if elide and condense else None
        self.mapping = given.alike if small is None else small.mapping
        self.origins = {side: list(range(len(tree))) for side, tree in self.mapping.trees.items()}
        self.hidden: dict[str, dict[int, list[int]]] = {GOLD: {}, TEST: {}}
        """Of runs and chains: the given trees' nodes that they stand for."""
        if small is not None:
            self.origins, partner = small.origins, self.mapping.test_of_gold
            for node, (gold, test) in small.hidden.items():
                self.hidden[GOLD][node], self.hidden[TEST][partner[node]] = gold, test
        parts = identical_parts(self.mapping) if elide else {}
        parts = {one: other for one, other in parts.items() if self.origins[GOLD][one] not in opened}
        self.tops = {GOLD: set(parts), TEST: set(parts.values())}
        found = levels(self.mapping, *self.tops.values())
        self.tiers = {side: self._tier(side, high) for side, high in zip(self.tops, found, strict=True)}
        self.row = 0.0
        self.states, self.tokens = states_of(given.arcs)
        self.units = {side: self._units(side) for side in self.tiers}
        self.ends = {side: self._ends(side) for side in self.tiers}
        self.boxes: list[NodeBox] = []
        """Of both trees, with the lines between them."""
        self.edges: list[Line] = []
        self.folds: list[Line] = []
        self.hidden_in: dict[int, tuple[Node, ...]] = {}

    # -- what is drawn -------------------------------------------------------------------------------------------------

    def _tier(self, side: str, levels: list[int]) -> Tier:
        tree, hidden = self.mapping.trees[side], self.hidden[side]
        operations = [
            MATCHED if node in hidden else self.given.operation(side, origin)
            for node, origin in enumerate(self.origins[side])
        ]
        texts = [_marked(text or "∅", operation) for text, operation in zip(tree.texts, operations, strict=True)]
        return Tier(tree, texts, operations, levels, folded(tree, self.tops[side]), self.measure)

    def _units(self, side: str) -> dict[int, _Unit]:
        """The leaves that are drawn."""
        tree, whole = self.mapping.trees[side], self.given.tree(side)
        units = {}
        for node in self.tiers[side].daughters:
            if node not in self.tops[side] and tree.kinds[node] != WORD:
                continue
            nodes = self.hidden[side].get(node) or [self.origins[side][node]]
            first, last = int(whole.starts[nodes[0]]), int(whole.ends[nodes[-1]]) - 1
            if node in self.tops[side]:
                gap = " … " if last - first > 1 else " "
                units[node] = _Unit(first, last, f"{whole.words[first]}{gap}{whole.words[last]}", "")
            elif node in self.hidden[side]:
                units[node] = _Unit(first, last, tree.texts[node], "")
            else:
                text = self._segment(side, nodes[0], first)
                units[node] = _Unit(first, last, text, self.given.tags[side][first] or " ")
        return units

    def _segment(self, side: str, node: int, word: int) -> str:
        arc, operation = self.given.arcs[self.given.arc_of[side, word]], self.given.operation(side, node)
        is_elsewhere = operation == MATCHED and not (arc.gold and arc.test)
        before = ("" if arc.in_lattice else ADDED) + (ELSEWHERE if is_elsewhere else "")
        return _marked(self.given.tree(side).texts[node], operation, before)

    def _ends(self, side: str) -> dict[int, tuple[Key, Key]]:
        """The states between which each node stands; twice the same of one without segments."""
        found: dict[int, tuple[Key, Key]] = {}
        here: Key = (0, BOUNDARY)
        for node, daughters in self.tiers[side].daughters.items():
            unit = self.units[side].get(node)
            if unit is not None:
                first, last = (self.states[self.given.arc_of[side, word]] for word in (unit.first, unit.last))
                found[node] = first[0], last[1]
            else:
                below = [found[one] for one in daughters]
                found[node] = (below[0][0], below[-1][1]) if below else (here, here)
            here = found[node][1]
        return found

    def _lanes(self) -> tuple[list[tuple[Key, Key, Lane]], int]:
        """The arcs that are drawn, and how many others there are. Those of the trees have their labels as leaves."""
        found: dict[int, tuple[Key, Key, Lane]] = {}
        for side, units in self.units.items():
            for node, unit in units.items():
                number = self.given.arc_of[side, unit.first]
                lane = replace(lane_of(self.given.arcs[number]), form="", tag="")
                if not unit.is_segment:
                    lane = Lane(0, 0, 0, 0, "", "", SHARED, 1, False)
                found[number] = (*self.ends[side][node], lane)
        states = {state for one, other, _ in found.values() for state in (one, other)}
        folded = 0
        for number, arc in enumerate(self.given.arcs):
            if self.all_arcs and not (arc.gold or arc.test) and set(self.states[number]) <= states:
                found[number] = (*self.states[number], lane_of(arc))
            elif not (arc.gold or arc.test):
                folded += arc.times
        return [found[number] for number in sorted(found)], folded

    def _words(self) -> list[tuple[Key, Key, str]]:
        """The space-delimited words, each between two states; those of a folded part are one."""
        until = {place: place + 1 for place in range(len(self.tokens))}
        for side, units in self.units.items():
            for node in units:
                (first, _), (last, number) = self.ends[side][node]
                for place in range(first, last if number == BOUNDARY else last + 1):
                    until[place] = max(until[place], last if number == BOUNDARY else last + 1)
        found, place = [], 0
        while place < len(self.tokens):
            last = until[place]
            while (more := max(until[inner] for inner in range(place, last))) > last:
                last = more
            texts = [word_text(self.given.words, token) for token in (self.tokens[place], self.tokens[last - 1])]
            text = texts[0] if last == place + 1 else (" … " if last > place + 2 else " ").join(texts)
            found.append(((place, BOUNDARY), (last, BOUNDARY), text))
            place = last
        return found

    # -- where it stands -----------------------------------------------------------------------------------------------

    def drawing(self, right_to_left: bool, space: Space | None = None) -> LatticeTreesDrawing:
        """Lays it out; levels are as high as there is space for."""
        lanes, folded = self._lanes()
        words = self._words()
        places = places_of(self._rooms(lanes, words))
        found = levelled([(places[one], places[other], lane) for one, other, lane in lanes], sorted(places.values()))
        has_labels = any(lane.role == OTHER for lane in found)
        if not has_labels:
            found = [replace(lane, y=lane.y * BARE_LANE) for lane in found]
        room = LINE if has_labels else 0.0
        above = min((lane.y for lane in found), default=0.0) - room - LEAF
        bracket = max((lane.y for lane in found), default=0.0) + room + 12
        below = bracket + WORDS + LEAF - 4
        heights = {(lane.gold_word, lane.test_word): lane.y for lane in found}
        highest = [max(tier.levels, default=1) - 1 for tier in self.tiers.values()]
        width = max(places.values(), default=0.0) - min(places.values(), default=0.0) + 2 * MARGIN
        levels = sum(highest) if space is not None else 1 + max(highest)
        self.row = row_height(levels, space, width, below - above + 2 * LINE + BOX + 2 * MARGIN)
        threads = []
        for side, base, up in ((GOLD, above, -1), (TEST, below, 1)):
            self._add_tree(side, base, up, places)
            for node, unit in self.units[side].items():
                if unit.is_segment:
                    arc = self.given.arcs[self.given.arc_of[side, unit.first]]
                    x = sum(places[state] for state in self.ends[side][node]) / 2
                    threads.append((x, base - up * BOX / 2, heights[arc.gold_word, arc.test_word]))
        return _in_view(
            LatticeTreesDrawing(
                tuple(self.boxes),
                tuple(threads),
                tuple(State(x, 0.0, state[1] == BOUNDARY) for state, x in places.items()),
                tuple(found),
                tuple(Word(places[one], places[other], bracket, text) for one, other, text in words),
                0.0,
                0.0,
                folded,
                right_to_left,
                row=self.row,
                edges=self.edges,
                folds=self.folds,
                hidden=self.hidden_in,
            )
        )

    def _rooms(self, lanes: list[tuple[Key, Key, Lane]], words: list[tuple[Key, Key, str]]) -> list[Room]:
        """How much room everything needs."""
        rooms = [(one, other, lane_width(lane.form, lane.tag)) for one, other, lane in lanes if lane.form]
        rooms += [(one, other, self.measure(text, FONT_SIZE) + GAP) for one, other, text in words]
        for side, ends in self.ends.items():
            for node, (one, other) in ends.items():
                if one != other:
                    rooms.append((one, other, self._width(side, node) + GAP))
        return rooms

    def _width(self, side: str, node: int) -> float:
        unit = self.units[side].get(node)
        label = "" if unit is not None and node not in self.tops[side] else self.tiers[side].texts[node]
        texts = [(label, FONT_SIZE), *([(unit.text, FONT_SIZE), (unit.tag, TAG_SIZE)] if unit is not None else [])]
        return max(self.measure(text, size) for text, size in texts) + 14

    def _add_tree(self, side: str, base: float, up: int, places: dict[Key, float]) -> None:
        """Puts a tree and its root in. ``base``: the height of its segments; ``up``: -1 if it grows upwards."""
        tier, tops = self.tiers[side], self.tops[side]
        centre: dict[int, float] = {}
        index: dict[int, int] = {}
        for node, below in tier.daughters.items():
            left, right = (places[state] for state in self.ends[side][node])
            unit = self.units[side].get(node)
            daughters = [centre[one] for one in below]
            middle, half = (left + right) / 2, self._width(side, node) / 2
            if daughters:
                middle = min(max((daughters[0] + daughters[-1]) / 2, left + half), max(right - half, left + half))
            centre[node] = middle
            index[node] = len(self.boxes)
            box = self._box(side, node, middle)
            if unit is None or node in tops:
                y = base + up * (LINE + (tier.levels[node] - 1) * self.row)
                self.boxes.append(replace(box, text=tier.texts[node], y=y))
            if unit is not None and node in tops:
                self.folds.append(Line(len(self.boxes) - 1, len(self.boxes)))
                self.boxes.append(replace(box, node=-1 - box.node, text=unit.text, kind=WORD, y=base))
            elif unit is not None and unit.is_segment:
                self.boxes.append(replace(box, text=unit.text, tag=unit.tag, y=base + up * LINE, below=-up * LINE))
            elif unit is not None:
                self.boxes.append(replace(box, text=unit.text, y=base))
            if node in self.hidden[side]:
                self.hidden_in[index[node]] = tuple((side, one) for one in self.hidden[side][node])
        mothers = tier.tree.parents
        self.edges += [Line(index[mothers[node]], index[node]) for node in index if mothers[node] >= 0]

    def _box(self, side: str, node: int, x: float) -> NodeBox:
        origin = self.origins[side][node]
        part = None
        if node in self.tops[side] or node in self.hidden[side]:
            part = self.origins[GOLD][node if side == GOLD else self.mapping.gold_of_test[node]]
        tier, is_root = self.tiers[side], origin == len(self.given.tree(side))
        return NodeBox(
            "", x, 0.0, self._width(side, node), tier.operations[node], side, origin,
            self.given.mapping.partners[side].get(origin, -1), int(tier.tree.kinds[node]), part=part, is_root=is_root,
        )  # fmt: skip


def _marked(text: str, operation: str, before: str = "") -> str:
    return written(before + (">" if operation == INSERTED else ""), text, "<" if operation == DELETED else "")


def _in_view(made: LatticeTreesDrawing) -> LatticeTreesDrawing:
    """Everything moved to coordinates above 0, and turned round where it is read from right to left."""
    ends = [(box.x, box.width / 2) for box in made.nodes] + [(state.x, RADIUS) for state in made.states]
    left = min((x - half for x, half in ends), default=0.0) - MARGIN
    width = max((x + half for x, half in ends), default=0.0) + MARGIN - left
    top = min((box.top for box in made.nodes), default=0.0) - MARGIN
    height = max((box.top + box.height for box in made.nodes), default=0.0) + MARGIN - top

    def across(x: float) -> float:
        return width - (x - left) if made.right_to_left else x - left

    def word(one: Word) -> Word:
        x1, x2 = sorted((across(one.x1), across(one.x2)))
        return Word(x1, x2, one.y - top, one.text)

    return replace(
        made,
        nodes=tuple(replace(box, x=across(box.x), y=box.y - top) for box in made.nodes),
        threads=tuple((across(x), one - top, other - top) for x, one, other in made.threads),
        states=tuple(State(across(state.x), -top, state.boundary) for state in made.states),
        lanes=tuple(
            replace(lane, x1=across(lane.x1), x2=across(lane.x2), base=-top, y=lane.y - top) for lane in made.lanes
        ),
        words=tuple(map(word, made.words)),
        width=width,
        height=height,
    )
