"""Two trees and their mapping laid out: where every label, word, edge and link goes. No Qt here.

Three steps: words of both sides share slots (*columns*); every node gets a level above the words, mapped nodes the same one
where ancestry allows; then positions follow. ``mirrored``: gold above, test below upside down, one row of words between them;
``side-by-side``: gold left, test right, both upright, so that matched nodes stand at the same height (Emms 2008, figure 1);
``merged``: the gold's tree, in which inserted nodes take over the daughters that they cover, and relabelled ones show both labels;
an inserted node that would cross a gold node stands below the words that it covers, so that none is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ParamSpec

from treecompare.drawing.columns import (
    BETWEEN_TREES,
    GOLD,
    LEFT_OUT,
    MARGIN,
    TEST,
    Box,
    Key,
    Maker,
    Measure,
    Way,
    ends_text,
    leaves_in,
    longest,
)
from treecompare.drawing.condensed import Condensed, condensed, identical, parts_of_same
from treecompare.drawing.describe import SAID, summary
from treecompare.drawing.edges import (
    made_by_repair,
)
from treecompare.drawing.latex import PREAMBLE, alignment_as_forest, document, scene_latex
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scene import SWAPPED_DASH, Entry, Mark, Stroke, bent, entries_of, made_entry
from treecompare.drawing.style import BOX, FONT_SIZE, GAP, MADE, Room, estimated_width, rim
from treecompare.drawing.tree_shape import Line, TreeShape, tree_marks, with_texts
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.tree import WORD


@dataclass
class _Node:
    """A node of the merged tree; ``parts``: first and last of the columns that follow each other under it."""

    key: Key
    parts: list[tuple[int, int]]
    parent: _Node | None = None
    daughters: list[_Node] = field(default_factory=list)

    def covers(self, other: _Node) -> bool:
        """Whether it covers all columns of the other."""
        return all(any(a <= first and last <= b for a, b in self.parts) for first, last in other.parts)

    def overlaps(self, other: _Node) -> bool:
        """Whether they share a column."""
        return any(a <= last and first <= b for a, b in self.parts for first, last in other.parts)


def merged(maker: Maker) -> tuple[list[Box], list[tuple[Key, Key]]]:
    """The boxes of the merged tree, words included, and which of them are joined."""
    tiers = maker.tiers
    for gold, test in maker.mapping.swapped:
        # read from the right, an arrow to the left leads from the gold label to that of the test
        arrow = "←" if maker.right_to_left else "→"
        tiers[GOLD].texts[gold] += f"{arrow}{tiers[TEST].tree.texts[test] or '∅'}"
    made = set(made_by_repair(maker.mapping.test))
    for gold, test in maker.mapping.pairs:
        tiers[GOLD].texts[gold] += MADE * (test in made)
        own, other = tiers[GOLD].edges[gold], tiers[TEST].edges[test]
        if own and other and own != other:
            tiers[GOLD].edges[gold] = f"{own}{'←' if maker.right_to_left else '→'}{other}"
        else:
            tiers[GOLD].edges[gold] = own or other
    maker.place()
    roots, crossing = _grown(maker)
    boxes: list[Box] = []
    joined: list[tuple[Key, Key]] = []
    order: list[_Node] = []
    todo = list(roots)
    while todo:
        node = todo.pop()
        order.append(node)
        todo += node.daughters
        joined += [(node.key, daughter.key) for daughter in node.daughters]
    levels: dict[Key, int] = {}
    for node in reversed(order):
        if node.daughters:
            levels[node.key] = 1 + max(levels[daughter.key] for daughter in node.daughters)
        else:  # words stand at the bottom; a folded part, and a node without words, above them
            levels[node.key] = 0 if tiers[node.key[0]].tree.kinds[node.key[1]] == WORD else 2
    below: dict[Key, int] = {}
    for node in crossing:  # those within come before those around them
        within = [below[other.key] for other in crossing if other.key in below and other.overlaps(node)]
        below[node.key] = 1 + max(within, default=0)
    maker.fit(max(levels.values(), default=0) + max(below.values(), default=0))
    centre: dict[Key, float] = {}
    for node in reversed(order):
        side, number = node.key
        left, right = _limits(maker, node)
        room = tiers[side].room(number)
        middle = (left + right) / 2
        if node.daughters:
            ends = [centre[daughter.key] for daughter in node.daughters]
            middle = (min(ends) + max(ends)) / 2
            if room < right - left or len(node.parts) > 1:
                middle = min(max(middle, left + room / 2), right - room / 2)
        centre[node.key] = middle
        if tiers[side].tree.kinds[number] != WORD:
            boxes.append(maker.box(side, number, middle, -levels[node.key] * maker.row))
    hanging: list[_Node] = []
    for node in crossing:
        left, right = _limits(maker, node)
        boxes.append(maker.box(*node.key, (left + right) / 2, below[node.key] * maker.row))
        joined += [(node.key, key) for key in _ends(maker, node, hanging)]
        hanging.append(node)
    return [*boxes, *maker.words((GOLD, TEST))], joined


def _grown(maker: Maker) -> tuple[list[_Node], list[_Node]]:
    """The roots of the merged tree, and the inserted nodes that do not fit into it, inner ones first."""
    extent = {
        (side, node): parts
        for side, tier in maker.tiers.items()
        for node, parts in tier.extents(leaves_in(maker.slots, side)).items()
    }
    placed: dict[Key, _Node] = {}
    roots: list[_Node] = []
    mapping, gold, test = maker.mapping, maker.mapping.gold, maker.mapping.test
    for node in reversed(range(len(gold))):  # mothers first
        if (GOLD, node) not in extent:
            continue
        made = placed[GOLD, node] = _Node((GOLD, node), extent[GOLD, node])
        made.parent = placed.get((GOLD, gold.parents[node]))
        (made.parent.daughters if made.parent else roots).insert(0, made)
    for node, partner in mapping.gold_of_test.items():
        if (GOLD, partner) in placed:
            placed[TEST, node] = placed[GOLD, partner]
    crossing: list[_Node] = []
    for node in reversed(range(len(test))):
        if (TEST, node) not in extent or node in mapping.gold_of_test:
            continue
        made = _Node((TEST, node), extent[TEST, node])
        above = _ancestors(test.parents, node)
        mothers = {id(placed[TEST, node]) for node in above if (TEST, node) in placed}
        mother = next((placed[TEST, node] for node in above if (TEST, node) in placed), None)
        if mother is not None and not mother.covers(made):
            mother = None
        inside = {
            id(placed[TEST, one]) for one in range(node - int(test.sizes[node]) + 1, node) if (TEST, one) in placed
        }
        mother = _lowest(mother, roots, made, mothers, inside)
        sisters = mother.daughters if mother else roots
        kept = [sister for sister in sisters if sister.overlaps(made)]
        if not all(made.covers(sister) for sister in kept) or any(id(sister) in mothers for sister in kept):
            crossing.insert(0, made)
            continue
        place = next(
            (index for index, sister in enumerate(sisters) if sister.parts[-1][1] >= made.parts[0][0]), len(sisters)
        )
        sisters[:] = [sister for sister in sisters if not sister.overlaps(made)]
        sisters.insert(place, made)
        made.parent, made.daughters = mother, kept
        for sister in kept:
            sister.parent = made
        placed[made.key] = made
    return roots, crossing


def _ancestors(parents: list[int], node: int) -> list[int]:
    found = []
    while parents[node] >= 0:
        node = parents[node]
        found.append(node)
    return found


def _lowest(mother: _Node | None, roots: list[_Node], made: _Node, mothers: set[int], inside: set[int]) -> _Node | None:
    """The lowest node below ``mother`` that must be above the new one: it covers more, or it is above it in the test tree."""
    while True:
        wider = next(
            (
                one
                for one in (mother.daughters if mother else roots)
                if one.covers(made) and id(one) not in inside and (not made.covers(one) or id(one) in mothers)
            ),
            None,
        )
        if wider is None:
            return mother
        mother = wider


def _limits(maker: Maker, node: _Node) -> tuple[float, float]:
    first, last = longest(node.parts)
    slots = maker.slots[first : last + 1]
    return min(slot.left for slot in slots), max(slot.left + slot.width for slot in slots)


def _ends(maker: Maker, node: _Node, hanging: list[_Node]) -> list[Key]:
    """What a node below the words is joined to at both ends of each part: word, folded part, or a node already placed there."""
    ends: list[int] = []
    for first, last in node.parts:
        # a word of the test that stands for a constituent of the gold is drawn there
        places = [
            place
            for place in range(first, last + 1)
            if maker.slots[place].gold >= 0
            or (maker.slots[place].test >= 0 and maker.slots[place].test not in maker.mapping.gold_of_test)
        ]
        ends += (places[0], places[-1]) if places else ()
    found = []
    for place in ends:
        slot = maker.slots[place]
        side, number = (GOLD, slot.gold) if slot.gold >= 0 else (TEST, slot.test)
        above = next(
            (one.key for one in reversed(hanging) if any(first <= place <= last for first, last in one.parts)), None
        )
        found.append(above or (side, -1 - number if slot.fold is not None else number))
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Prepared:
    """A layout that is wanted: of these trees, or of ``small`` ones in their place. ``parts``: what may be folded."""

    mapping: Mapping
    parts: dict[int, int]
    way: Way
    small: Condensed | None = None

    @property
    def drawn(self) -> Mapping:
        """The trees that are drawn."""
        return self.small.mapping if self.small is not None else self.mapping

    @cached_property
    def saved(self) -> dict[int, float]:
        """How much narrower it becomes by folding each of its parts."""
        gold, words = self.drawn.gold, self.words
        found = {}
        for node in self.parts:
            first, last = int(gold.starts[node]), int(gold.ends[node])
            text = self.way.measure(ends_text(gold.words[first:last]), FONT_SIZE)
            found[node] = sum(words[first:last]) - text - 8 - GAP
        return found

    @cached_property
    def words(self) -> list[float]:
        """The widths of words, with the gaps between them."""
        return [self.way.measure(word, FONT_SIZE) + 8 + GAP for word in self.drawn.gold.words]

    @property
    def trees_beside(self) -> int:
        """How many trees stand beside each other."""
        return 1 if self.way.stacked or self.way.arrangement != "side-by-side" else 2

    def least_size(self, has_room: Callable[[float, float], bool]) -> tuple[float, float]:
        """How large it is at least, as far as that has to be known: that words have no room costs little to see."""
        least = self.trees_beside * (sum(self.words) - sum(self.saved.values()) - GAP)
        return self.maker.size if has_room(least, 0.0) else (least, 0.0)

    @cached_property
    def maker(self) -> Maker:
        """Columns and levels in their places, with as few of the parts folded as the room allows, large ones first; without a room
        all are."""
        way, parts = self.way, self.parts
        if way.room is None or not parts:
            return Maker(self.drawn, parts, way)
        saved, number = self.saved, self.trees_beside
        waiting = sorted(parts, key=lambda node: saved[node])
        folds: dict[int, int] = {}
        width = number * (sum(self.words) - GAP)
        while True:
            while waiting and not way.has_room(width):
                node = waiting.pop()
                folds[node] = parts[node]
                width -= number * saved[node]
            maker = Maker(self.drawn, folds, way)
            if waiting and maker.is_too_high():
                high = [node for node in waiting if maker.tiers[GOLD].levels[node] > 2]
                folds |= {node: parts[node] for node in high}
                waiting = [node for node in waiting if node not in folds]
                width = maker.whole_width - number * sum(saved[node] for node in high)
                if high:
                    continue
            if not waiting or way.has_room(maker.whole_width):
                return maker
            width = maker.whole_width

    def drawing(self) -> Drawing:
        """It, laid out."""
        found = _laid_out(self.maker)
        return _restored(found, self.mapping, self.small) if self.small is not None else found


P = ParamSpec("P")
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


ARRANGEMENTS = ("mirrored", "side-by-side", "merged")


@dataclass(frozen=True)
class Link(Line):
    """A dashed line from a swapped gold node (``parent``) to its partner (``child``), and the corners of its way."""

    course: Course

    @property
    def mark(self) -> Mark:
        """It, drawn."""
        return Stroke(self.course[0], bent(self.course), rim(SWAPPED), 1.0, SWAPPED_DASH)


@dataclass(frozen=True)
class Drawing(TreeShape):
    """A finished layout.

    ``is_stacked``: the trees of ``side-by-side`` stand one above the other.
    """

    mapping: Mapping
    arrangement: str
    width: float
    height: float
    boxes: tuple[Box, ...]
    links: tuple[Link, ...] = ()
    is_stacked: bool = False

    @property
    def is_one_above_other(self) -> bool:
        """Whether the gold tree is above that of the test."""
        return self.arrangement == "mirrored" or self.is_stacked

    def hidden_with(self, side: str, node: int) -> list[int]:
        """The nodes of the run or chain that a node is drawn as, itself included; else the node alone."""
        found = self.hidden.get(self.index.get((side, node), -1), ())
        return [other for one, other in found if one == side] or [node]

    @cached_property
    def index(self) -> dict[Any, int]:
        found = super().index
        if self.arrangement == "mirrored":
            shared = ((number, box) for number, box in enumerate(self.boxes) if box.kind == WORD and not box.opens)
            found = {(TEST, box.partner): number for number, box in shared if box.partner >= 0} | found
        if self.arrangement == "merged":
            found |= {(TEST, test): found[GOLD, gold] for gold, test in self.mapping.pairs if (GOLD, gold) in found}
        return found

    def courses(self, side: str, node: int, site: int = -1) -> list[Mark]:
        return self.courses_up(self.mapping.trees[side], side, node, site, side == GOLD)

    @property
    def is_crossing(self) -> bool:
        return self.mapping.gold.is_crossing or self.mapping.test.is_crossing

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        return tuple(tree_marks(self, self.boxes, [link.mark for link in self.links]))

    @property
    def middle(self) -> float | None:
        words = (box.y for box in self.boxes if box.kind == WORD)
        return next(words, None) if self.arrangement == "mirrored" else None

    @property
    def corners(self) -> tuple[str, ...]:
        if self.arrangement == "merged":
            return ()
        return ("top left", "bottom left") if self.is_one_above_other else ("top left", "top right")

    @property
    def said(self) -> str:
        return " ".join(self.mapping.gold.words)

    def foot(self, names: Names = PLAIN) -> list[list[Entry]]:
        """See :class:`Scene`: what the signs mean, and the counts of the mapping."""
        legend = entries_of({one: SAID[one] for one in (DELETED, INSERTED, SWAPPED, MATCHED)}, self.boxes, names)
        return [legend, *made_entry(self.repaired), [Entry(summary(self.mapping, names))]]

    @cached_property
    def repaired(self) -> int:
        return len(made_by_repair(self.mapping.gold)) + len(made_by_repair(self.mapping.test))

    def own_latex(self) -> tuple[str, str] | None:
        """Whole trees are a ``forest``; where branches cross, or something is folded, put in or merged, it is a picture."""
        is_picture = self.folds or self.hidden or self.secondary or any(box.side == LEFT_OUT for box in self.boxes)
        if is_picture or self.is_crossing or self.arrangement == "merged":
            return None
        return alignment_as_forest(self.mapping, self.arrangement), PREAMBLE

    def own_document(self, comment: str = "") -> str:
        body, preamble = scene_latex(self)
        return document(body, [*self.mapping.gold.texts, *self.mapping.test.texts], comment, preamble)


def identical_parts(mapping: Mapping, of_whole: bool = False) -> dict[int, int]:
    """Gold nodes, with their partners, under which both trees are the same throughout; only the topmost of each part.

    At least two words, mapped node by node without a swap, and not a whole tree; ``of_whole``: parts of that, too.
    """
    gold, same = mapping.gold, parts_of_same(mapping) if of_whole else identical(mapping)
    for node in (*made_by_repair(gold), *(mapping.gold_of_test.get(one, -1) for one in made_by_repair(mapping.test))):
        if node >= 0:  # what repair made is seen
            same[node] = False
    found = {}
    for node, parent in enumerate(gold.parents):
        if same[node] and parent >= 0 and not same[parent] and gold.ends[node] - gold.starts[node] >= 2:
            found[node] = mapping.test_of_gold[node]
    return found


def prepared(
    mapping: Mapping,
    arrangement: str = "mirrored",
    elide: bool = True,
    opened: frozenset[int] = frozenset(),
    right_to_left: bool = False,
    measure: Measure = estimated_width,
    condense: Collection[str] = (),
    stacked: bool = False,
    left_out: Sequence[tuple[int, str]] = (),
    room: Room | None = None,
    small: Condensed | None = None,
) -> Prepared:
    """What is needed to lay a mapping out.

    ``opened`` are gold nodes of identical parts to be shown although ``elide`` folds such parts. ``condense`` folds runs of words
    or chains of nodes, too (``condensed.py``), but those in ``opened``. ``stacked``: what is side by side otherwise
    stands one above the other, over the same columns. ``left_out``: words that neither tree has, each with the number of the
    gold's words before it; they stand among the words, without an edge.
    ``room``: what it is to fit into, if anything; levels are as high as it allows, and no more is folded than it takes.
    ``small``: smaller trees that are drawn in place of these (``condensed.py``), with nothing else folded.
    """
    spans = list(zip(mapping.gold.starts.tolist(), mapping.gold.ends.tolist(), strict=True))
    way = Way(arrangement, right_to_left, measure, stacked, left_out, spans, room)
    elide = elide and small is None
    if small is None and not condense:
        return Prepared(mapping, _parts(mapping, elide, opened, way), way)
    small = small or condensed(mapping, opened, condense)
    own_spans = []
    for place, node in enumerate(small.origins[GOLD]):
        first, last = (node, node) if node >= 0 else (small.hidden[place][0][0], small.hidden[place][0][-1])
        own_spans.append((spans[first][0], spans[last][1]))
    own = frozenset(place for place, node in enumerate(small.origins[GOLD]) if node in opened)
    parts = _parts(small.mapping, elide, own, way)
    return Prepared(mapping, parts, replace(way, spans=own_spans), small)


def _laying_out(prepare: Callable[P, Prepared]) -> Callable[P, Drawing]:
    def laid_out(*given: P.args, **named: P.kwargs) -> Drawing:
        """Lays a mapping out, as :func:`prepared` says."""
        return prepare(*given, **named).drawing()

    return laid_out


layout = _laying_out(prepared)


def _parts(mapping: Mapping, elide: bool, opened: Collection[int], way: Way) -> dict[int, int]:
    """What may be folded: of trees that are the same throughout only what has no room."""
    found = identical_parts(mapping, way.room is not None or bool(opened)) if elide else {}
    return {node: partner for node, partner in found.items() if node not in opened}


def _restored(drawing: Drawing, mapping: Mapping, small: Condensed) -> Drawing:
    """A drawing of condensed trees as one of the trees themselves: with their own numbers."""
    boxes: list[Box] = []
    hidden: dict[int, tuple[Key, ...]] = {}
    for index, box in enumerate(drawing.boxes):
        if box.side == LEFT_OUT:
            boxes.append(box)
            continue
        origins, others = small.origins[box.side], small.origins[TEST if box.side == GOLD else GOLD]
        node = origins[box.node] if box.node >= 0 else -1 - origins[-1 - box.node]
        partner = box.partner
        if partner >= 0:
            partner = others[partner] if others[partner] >= 0 else -1 - others[partner]
        gold = box.node if box.side == GOLD else drawing.mapping.gold_of_test.get(box.node, -1)
        folded = small.hidden.get(gold)
        if folded is not None:
            is_both = drawing.arrangement == "merged" or (drawing.arrangement == "mirrored" and box.kind == WORD)
            hidden[index] = tuple(
                (side, one)
                for side, nodes in zip((GOLD, TEST), folded, strict=True)
                if is_both or side == box.side
                for one in nodes
            )
        boxes.append(replace(box, node=node, partner=partner, opens=box.opens or folded is not None))
    return replace(drawing, mapping=mapping, boxes=tuple(boxes), hidden=hidden)


def _laid_out(maker: Maker) -> Drawing:
    way = maker.way
    if way.arrangement == "merged":
        return _finished(maker, *merged(maker))
    if way.arrangement == "mirrored":
        boxes = [*maker.side(GOLD, up=True), *maker.side(TEST, up=False), *maker.words((GOLD, TEST))]
    else:
        boxes = [*maker.side(GOLD, up=True), *maker.words((GOLD,))]
        lower = [*maker.side(TEST, up=True), *maker.words((TEST,))]
        below = (maker.tiers[TEST].highest + BETWEEN_TREES) * maker.row if way.stacked else 0.0
        boxes += [box.moved(0.0, below) for box in lower] if below else lower
    return _finished(maker, boxes)


def _finished(maker: Maker, boxes: list[Box], joined: Sequence[tuple[Key, Key]] | None = None) -> Drawing:
    """Moves everything into view and adds edges: from mothers to daughters, or those in ``joined``."""
    arrangement = maker.way.arrangement
    left = min((box.x - box.width / 2 for box in boxes), default=0.0) - MARGIN
    top = min((box.y for box in boxes), default=0.0) - BOX / 2 - MARGIN
    moved = tuple(box.moved(-left, -top) for box in boxes)
    width = max((box.x + box.width / 2 for box in moved), default=0.0) + MARGIN
    height = max((box.y for box in moved), default=0.0) + BOX / 2 + MARGIN
    bare = Drawing(
        maker.mapping, arrangement, width, height, moved, (), maker.way.stacked,
        row=maker.row, edges=(), folds=(), edge_room=maker.edge_room,
    )  # fmt: skip
    index = bare.index
    triangles = []
    if joined is None:
        joined = [
            ((side, parent), (side, node))
            for side, tree in maker.mapping.trees.items()
            for node, parent in enumerate(tree.parents)
        ]
    edges = [Line(index[one], index[other]) for one, other in joined if one in index and other in index]
    for gold, test in maker.folds.items():
        words = index[GOLD, -1 - gold]
        triangles.append(Line(index[GOLD, gold], words))
        if arrangement != "merged":
            triangles.append(Line(index[TEST, test], index.get((TEST, -1 - test), words)))
    drawing = replace(bare, edges=tuple(edges), links=_links(maker, bare, left, -top), folds=tuple(triangles))
    return _with_texts(maker, drawing)


def _with_texts(maker: Maker, drawing: Drawing) -> Drawing:
    tiers, is_both = maker.tiers, all(any(tier.edges) for tier in maker.tiers.values())

    def text_of(box: Box) -> tuple[str, bool]:
        text = tiers[box.side].edges[box.node] if box.node >= 0 and box.side in tiers else ""
        if not text or not is_both or box.kind == WORD:
            return text, False
        if drawing.arrangement == "merged":
            return text, "→" in text or "←" in text
        other = maker.mapping.partners[box.side].get(box.node)
        return text, other is not None and tiers[TEST if box.side == GOLD else GOLD].edges[other] != text

    is_mirrored = drawing.arrangement == "mirrored"
    found = with_texts(drawing, tiers, text_of, lambda box: is_mirrored and box.side == TEST)
    # a curve may bend out of the picture
    left = MARGIN / 2 - min((one.at(part)[0] for one in found.secondary for part in (0.3, 0.5, 0.7)), default=MARGIN)
    return _with_texts(maker, _moved(drawing, left)) if left > 0 else found


def _moved(drawing: Drawing, by: float) -> Drawing:
    """The drawing with more room at its left."""
    boxes = tuple(box.moved(by, 0.0) for box in drawing.boxes)
    links = tuple(replace(link, course=tuple((x + by, y) for x, y in link.course)) for link in drawing.links)
    return replace(drawing, boxes=boxes, links=links, width=drawing.width + by)


def _links(maker: Maker, bare: Drawing, left: float, words: float) -> tuple[Link, ...]:
    """The arrows between swapped nodes. ``left`` is by how much the boxes were moved; ``words`` the height of the words."""
    found, ends = [], []
    for pair in sorted(maker.mapping.swapped):
        one, other = (bare.index.get(end) for end in zip((GOLD, TEST), pair, strict=True))
        if one is None or other is None or one == other:  # folded away, or one word for both
            continue
        sides = []
        for box, end in ((bare.boxes[one], (GOLD, pair[0])), (bare.boxes[other], (TEST, pair[1]))):
            first, last = maker.tiers[end[0]].limits[end[1]]
            sides.append(End(box.x, box.y, box.width, first - left, last - left))
        found.append((one, other))
        ends.append((sides[0], sides[1]))
    if bare.arrangement == "merged":  # relabelled nodes are one there
        return ()
    if bare.is_one_above_other:
        courses = mirrored_courses(ends, bare.row, words)
    else:
        middle = max((box.x + box.width / 2 for box in bare.boxes if box.side == GOLD), default=0.0) + 3 * GAP
        courses = side_by_side_courses(ends, bare.row, middle)
    return tuple(Link(*boxes, course) for boxes, course in zip(found, courses, strict=True))
