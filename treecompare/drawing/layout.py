"""Two trees and their mapping laid out: where every label, word, edge and link goes. No Qt here.

Three steps: words of both sides share slots (*columns*); every node gets a level above the words, mapped nodes the same one
where ancestry allows; then positions follow. ``mirrored``: gold above, test below upside down, one row of words between them;
``side-by-side``: gold left, test right, both upright, so that matched nodes stand at the same height (Emms 2008, figure 1);
``merged``: one tree, the gold's with the inserted nodes put in (``merged.py``).
Units are points; the origin is the top left corner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from treecompare.drawing.levels import levels
from treecompare.drawing.links import Course, End, mirrored_courses, side_by_side_courses
from treecompare.drawing.style import (
    BOX,
    FONT_SIZE,
    GAP,
    TAG_SIZE,
    estimated_width,
    marked,
    row_height,
)
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, Mapping
from treecompare.trees.tree import PRETERMINAL, WORD, Tree

GOLD, TEST = "gold", "test"
ARRANGEMENTS = ("mirrored", "side-by-side", "merged")
MARGIN = 18.0
WIDE = 3.5
"""Daughters further out than so many levels are high hang on a bar."""
Measure = Callable[[str, float], float]
Key = tuple[str, int]
"""A node: its side, its number."""


@dataclass(frozen=True)
class Box:
    """A label or a word: its node, its text, its operation, the centre and size of its box.

    ``node`` is the gold node of a shared word, of which ``partner`` is the test node (-1 where there is none). ``opens`` says that
    the box stands for an identical part that is folded away.
    """

    side: str
    node: int
    partner: int
    text: str
    operation: str
    kind: int
    x: float
    y: float
    width: float
    opens: bool = False

    @property
    def size(self) -> float:
        """Font size."""
        return TAG_SIZE if self.kind == PRETERMINAL else FONT_SIZE

    def contains(self, x: float, y: float, slack: float = 2.0) -> bool:
        """Whether a point is in the box."""
        return abs(x - self.x) <= self.width / 2 + slack and abs(y - self.y) <= BOX / 2 + slack


@dataclass(frozen=True)
class Line:
    """An edge from a parent to a daughter, by their indices in ``boxes``; or from a folded label to its words."""

    parent: int
    child: int


@dataclass(frozen=True)
class Link(Line):
    """A dotted arrow from a swapped gold node (``parent``) to its partner (``child``), and the corners of its way."""

    course: Course


@dataclass(frozen=True)
class Drawing:
    """A finished layout.

    ``row`` is the height of a level; ``folds`` are triangles over folded parts: the box of the label and that of its words.
    """

    mapping: Mapping
    arrangement: str
    width: float
    height: float
    row: float
    boxes: tuple[Box, ...]
    edges: tuple[Line, ...]
    links: tuple[Link, ...]
    folds: tuple[Line, ...]

    def box_of(self, side: str, node: int) -> Box | None:
        """The box that shows a node; None where it is folded away."""
        index = self._index.get((side, node))
        return None if index is None else self.boxes[index]

    @cached_property
    def _index(self) -> dict[tuple[str, int], int]:
        found = {}
        for index, box in enumerate(self.boxes):
            found[box.side, box.node] = index
            if box.kind == WORD and not box.opens and box.partner >= 0 and self.arrangement == "mirrored":
                found[TEST, box.partner] = index
        if self.arrangement == "merged":
            found |= {(TEST, test): found[GOLD, gold] for gold, test in self.mapping.pairs if (GOLD, gold) in found}
        return found

    @cached_property
    def _wide(self) -> set[int]:
        """The boxes whose daughters stand so far out that slanting edges would run into each other."""
        boxes, far = self.boxes, WIDE * self.row
        return {edge.parent for edge in self.edges if abs(boxes[edge.parent].x - boxes[edge.child].x) > far}


@dataclass
class _Slot:
    """A column: a leaf of the gold, of the test, or of both; or a folded part of both."""

    gold: int = -1
    test: int = -1
    fold: tuple[int, int] | None = None
    text: str = ""
    width: float = 0.0
    left: float = 0.0


def identical_parts(mapping: Mapping) -> dict[int, int]:
    """Gold nodes, with their partners, under which both trees are the same throughout; only the topmost of each part.

    At least two words, mapped node by node without a swap, and not a whole tree.
    """
    gold, test = mapping.gold, mapping.test
    same = [False] * len(gold)
    for node in range(len(gold)):
        partner = mapping.test_of_gold.get(node)
        if partner is None or (node, partner) in mapping.swapped or gold.sizes[node] != test.sizes[partner]:
            continue
        daughters, others = gold.children[node], test.children[partner]
        same[node] = len(daughters) == len(others) and all(
            same[one] and mapping.test_of_gold[one] == other for one, other in zip(daughters, others, strict=True)
        )
    found = {}
    for node, parent in enumerate(gold.parents):
        if same[node] and parent >= 0 and not same[parent] and gold.ends[node] - gold.starts[node] >= 2:
            found[node] = mapping.test_of_gold[node]
    return found


def _folded(tree: Tree, tops: Iterable[int]) -> set[int]:
    return {node for top in tops for node in range(top - int(tree.sizes[top]) + 1, top)}


def _slots(mapping: Mapping, folds: dict[int, int]) -> list[_Slot]:
    """Columns from left to right. Mapped leaves share one; where order clashes (it cannot in a T-mapping) they do not."""
    hidden = {GOLD: _folded(mapping.gold, folds), TEST: _folded(mapping.test, folds.values())}

    def leaves(tree: Tree, side: str, tops: Iterable[int]) -> list[int]:
        tops = set(tops)
        return [
            node for node in range(len(tree)) if node not in hidden[side] and (tree.sizes[node] == 1 or node in tops)
        ]

    gold_leaves = leaves(mapping.gold, GOLD, folds)
    test_leaves = leaves(mapping.test, TEST, folds.values())
    place = {node: index for index, node in enumerate(test_leaves)}
    slots: list[_Slot] = []
    next_test = 0
    for node in gold_leaves:
        partner = mapping.test_of_gold.get(node, -1)
        index = place.get(partner, -1)
        same_kind = index >= 0 and (mapping.gold.kinds[node] == mapping.test.kinds[partner])
        if not same_kind or index < next_test:
            slots.append(_Slot(gold=node))
            continue
        slots += [_Slot(test=test) for test in test_leaves[next_test:index]]
        next_test = index + 1
        slots.append(_Slot(node, partner, (node, partner) if node in folds else None))
    slots += [_Slot(test=test) for test in test_leaves[next_test:]]
    return slots


def layout(
    mapping: Mapping,
    arrangement: str = "mirrored",
    elide: bool = True,
    opened: frozenset[int] = frozenset(),
    right_to_left: bool = False,
    measure: Measure = estimated_width,
) -> Drawing:
    """Lays a mapping out. ``opened`` are gold nodes of identical parts to be shown although ``elide`` folds such parts."""
    folds = {node: partner for node, partner in identical_parts(mapping).items() if node not in opened} if elide else {}
    mirrored = arrangement == "mirrored"
    maker = _Maker(mapping, folds, measure, right_to_left)
    if mirrored:
        maker.place_columns(maker.slots, (GOLD, TEST))
        boxes = [*maker.side(GOLD, up=True), *maker.side(TEST, up=False), *maker.words((GOLD, TEST))]
    elif arrangement == "merged":
        from treecompare.drawing.merged import merged

        return _finished(maker, arrangement, *merged(maker))
    else:
        gold_slots = [slot for slot in maker.slots if slot.gold >= 0]
        test_slots = [slot for slot in maker.slots if slot.test >= 0]
        width = maker.place_columns(gold_slots, (GOLD,))
        boxes = [*maker.side(GOLD, up=True), *maker.words((GOLD,))]
        maker.place_columns(test_slots, (TEST,), start=width + 6 * GAP)
        boxes += [*maker.side(TEST, up=True), *maker.words((TEST,))]
    return _finished(maker, arrangement, boxes)


class _Maker:
    """The state of one layout: columns and levels; it makes the boxes."""

    def __init__(self, mapping: Mapping, folds: dict[int, int], measure: Measure, right_to_left: bool) -> None:
        self.mapping = mapping
        self.folds = folds
        self.trees = {GOLD: mapping.gold, TEST: mapping.test}
        self.tops = {GOLD: set(folds), TEST: set(folds.values())}
        self.hidden = {side: _folded(self.trees[side], self.tops[side]) for side in (GOLD, TEST)}
        self.measure = measure
        self.right_to_left = right_to_left
        self.slots = _slots(mapping, folds)
        self.levels = dict(zip((GOLD, TEST), levels(mapping, self.tops[GOLD], self.tops[TEST]), strict=True))
        tallest = max([*self.levels[GOLD], *self.levels[TEST], 1])
        self.row = row_height(tallest)
        self.texts = {side: self._texts(side) for side in (GOLD, TEST)}
        self.slot_of: dict[tuple[str, int], _Slot] = {}
        for slot in self.slots:
            for side, node in ((GOLD, slot.gold), (TEST, slot.test)):
                if node >= 0:
                    self.slot_of[side, node] = slot
        self.limits: dict[tuple[str, int], tuple[float, float]] = {}

    def _texts(self, side: str) -> list[str]:
        tree = self.trees[side]
        how = self.mapping.operation_on_gold if side == GOLD else self.mapping.operation_on_test
        return [
            text if tree.kinds[node] == WORD and not self.mapping.counts_words else marked(text or "∅", how(node))
            for node, text in enumerate(tree.texts)
        ]

    def operation(self, side: str, node: int) -> str:
        if self.trees[side].kinds[node] == WORD and not self.mapping.counts_words:
            return MATCHED
        return self.mapping.operation_on_gold(node) if side == GOLD else self.mapping.operation_on_test(node)

    def width(self, side: str, node: int) -> float:
        size = TAG_SIZE if self.trees[side].kinds[node] == PRETERMINAL else FONT_SIZE
        return self.measure(self.texts[side][node], size) + (12 if self.operation(side, node) != MATCHED else 6)

    def place_columns(self, slots: list[_Slot], sides: tuple[str, ...], start: float = 0.0) -> float:
        """Sets left and width of the columns so that every label fits over its own words; returns the right end."""
        for slot in slots:
            slot.text = self._slot_text(slot, sides)
            slot.width = self.measure(slot.text, FONT_SIZE) + 8
        order = list(reversed(slots)) if self.right_to_left else slots
        number = {id(slot): index for index, slot in enumerate(order)}
        for side in sides:
            self._widen(side, order, number)
        x = start
        for slot in order:
            slot.left = x
            x += slot.width + GAP
        return x - GAP if order else x

    def _slot_text(self, slot: _Slot, sides: tuple[str, ...]) -> str:
        side = GOLD if slot.gold >= 0 and GOLD in sides else TEST
        node = slot.gold if side == GOLD else slot.test
        tree = self.trees[side]
        if slot.fold is not None:
            words = tree.words[int(tree.starts[node]) : int(tree.ends[node])]
            return " ".join(words) if len(words) <= 2 else f"{words[0]} … {words[-1]}"
        return self.texts[side][node] if tree.kinds[node] == WORD else ""

    def extent(self, side: str, number: dict[int, int]) -> dict[int, tuple[int, int]]:
        """First and last column of each shown node."""
        tree = self.trees[side]
        extent: dict[int, tuple[int, int]] = {}
        for node in range(len(tree)):
            if node in self.hidden[side]:
                continue
            slot = self.slot_of.get((side, node))
            if slot is not None:
                extent[node] = (number[id(slot)], number[id(slot)])
            else:
                below = [extent[daughter] for daughter in tree.children[node]]
                extent[node] = (min(first for first, _ in below), max(last for _, last in below))
        return extent

    def _widen(self, side: str, order: list[_Slot], number: dict[int, int]) -> None:
        for node, (first, last) in self.extent(side, number).items():
            room = sum(slot.width for slot in order[first : last + 1]) + GAP * (last - first)
            lacking = self.width(side, node) - room
            if lacking > 0:
                for slot in order[first : last + 1]:
                    slot.width += lacking / (last - first + 1)

    def side(self, side: str, up: bool) -> list[Box]:
        """The labels of one tree, each centred over its daughters, within the columns of its words."""
        tree = self.trees[side]
        partners = self.mapping.test_of_gold if side == GOLD else self.mapping.gold_of_test
        boxes: list[Box] = []
        centre: dict[int, float] = {}
        limits = self.limits
        for node in range(len(tree)):
            if node in self.hidden[side]:
                continue
            width = self.width(side, node)
            slot = self.slot_of.get((side, node))
            if slot is not None:
                centre[node] = slot.left + slot.width / 2
                limits[side, node] = (slot.left, slot.left + slot.width)
            else:
                daughters = tree.children[node]
                left, right = (pick(limits[side, d][i] for d in daughters) for pick, i in ((min, 0), (max, 1)))
                middle = (centre[daughters[0]] + centre[daughters[-1]]) / 2
                centre[node] = min(max(middle, left + width / 2), right - width / 2)
                limits[side, node] = (left, right)
            if tree.kinds[node] == WORD:
                continue
            boxes.append(
                Box(
                    side=side,
                    node=node,
                    partner=partners.get(node, -1),
                    text=self.texts[side][node],
                    operation=self.operation(side, node),
                    kind=int(tree.kinds[node]),
                    x=centre[node],
                    y=(-1 if up else 1) * self.levels[side][node] * self.row,
                    width=width,
                    opens=node in self.tops[side],
                )
            )
        return boxes

    def words(self, sides: tuple[str, ...]) -> list[Box]:
        """The row of words; words of one side only carry their mark."""
        boxes = []
        for slot in self.slots:
            side = GOLD if slot.gold >= 0 and GOLD in sides else TEST
            node, partner = (slot.gold, slot.test) if side == GOLD else (slot.test, slot.gold)
            if node < 0 or side not in sides or not slot.text:
                continue
            operation = MATCHED if slot.fold is not None else self.operation(side, node)
            x, width = slot.left + slot.width / 2, self.measure(slot.text, FONT_SIZE) + 8
            # a folded part's row of words belongs to no node of its own
            at = -1 - node if slot.fold is not None else node
            boxes.append(Box(side, at, partner, slot.text, operation, WORD, x, 0.0, width, opens=slot.fold is not None))
        return boxes


def _finished(
    maker: _Maker, arrangement: str, boxes: list[Box], joined: Sequence[tuple[Key, Key]] | None = None
) -> Drawing:
    """Moves everything into view and joins the boxes: mothers with daughters, unless ``joined`` says which."""
    left = min((box.x - box.width / 2 for box in boxes), default=0.0) - MARGIN
    top = min((box.y for box in boxes), default=0.0) - BOX / 2 - MARGIN
    moved = tuple(replace(box, x=box.x - left, y=box.y - top) for box in boxes)
    width = max((box.x + box.width / 2 for box in moved), default=0.0) + MARGIN
    height = max((box.y for box in moved), default=0.0) + BOX / 2 + MARGIN
    bare = Drawing(maker.mapping, arrangement, width, height, maker.row, moved, (), (), ())
    index = bare._index
    triangles = []
    if joined is None:
        joined = [
            ((side, parent), (side, node))
            for side, tree in maker.trees.items()
            for node, parent in enumerate(tree.parents)
        ]
    edges = [Line(index[one], index[other]) for one, other in joined if one in index and other in index]
    for gold, test in maker.folds.items():
        words = index[GOLD, -1 - gold]
        triangles.append(Line(index[GOLD, gold], words))
        if arrangement != "merged":
            triangles.append(Line(index[TEST, test], index.get((TEST, -1 - test), words)))
    return replace(bare, edges=tuple(edges), links=_links(maker, bare, left, -top), folds=tuple(triangles))


def _links(maker: _Maker, bare: Drawing, left: float, words: float) -> tuple[Link, ...]:
    """The arrows between swapped nodes. ``left`` is by how much the boxes were moved; ``words`` the height of the words."""
    found, ends = [], []
    for pair in sorted(maker.mapping.swapped):
        one, other = (bare._index.get(end) for end in zip((GOLD, TEST), pair, strict=True))
        if one is None or other is None or one == other:  # folded away, or one word for both
            continue
        sides = []
        for box, end in ((bare.boxes[one], (GOLD, pair[0])), (bare.boxes[other], (TEST, pair[1]))):
            first, last = maker.limits[end]
            sides.append(End(box.x, box.y, box.width, first - left, last - left))
        found.append((one, other))
        ends.append((sides[0], sides[1]))
    if bare.arrangement == "merged":  # relabelled nodes are one there
        return ()
    if bare.arrangement == "mirrored":
        courses = mirrored_courses(ends, bare.row, words)
    else:
        middle = max((box.x + box.width / 2 for box in bare.boxes if box.side == GOLD), default=0.0) + 3 * GAP
        courses = side_by_side_courses(ends, bare.row, middle)
    return tuple(Link(*boxes, course) for boxes, course in zip(found, courses, strict=True))


def edge_points(drawing: Drawing, edge: Line) -> list[tuple[float, float]]:
    """The course of an edge: slanting within one level, then straight down in the daughter's own columns.

    So it never runs through the label of a sister that stands higher. Where daughters stand far out all hang on one level bar.
    """
    above, below = drawing.boxes[edge.parent], drawing.boxes[edge.child]
    sign = 1 if below.y > above.y else -1
    start, end = (above.x, above.y + sign * BOX / 2), (below.x, below.y - sign * BOX / 2)
    if edge.parent in drawing._wide:
        bar = start[1] + sign * (drawing.row - BOX) / 2
        return [start, (above.x, bar), (below.x, bar), end]
    bend = above.y + sign * (drawing.row - BOX / 2)
    return [start, (below.x, bend), end] if sign * (end[1] - bend) > 1 else [start, end]


def operations_shown(drawing: Drawing) -> list[str]:
    """The operations that occur, in the order of a legend."""
    occurring = {box.operation for box in drawing.boxes}
    return [operation for operation in (DELETED, INSERTED, "swapped", MATCHED) if operation in occurring]
