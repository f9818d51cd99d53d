"""The columns of a drawing of two trees, and the boxes that stand over them. No Qt here.

Mapped nodes are one node of a common graph, whose edges are those of both trees; the level is the longest way down. T-mappings keep
ancestry, so that this graph has no cycles. E-mappings may turn unary branches round (Emms 2008, section 2): there the pair
of the smallest node that is in the way is given up, and only that one.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from treecompare.drawing import scene
from treecompare.drawing.edges import EDGE_ROOM, EDGE_SIZE, edge_texts, label_texts
from treecompare.drawing.scene import SceneBox
from treecompare.drawing.style import (
    BOLD,
    BOX,
    FONT_SIZE,
    GAP,
    LEAST_ROW,
    MEDIUM,
    REGULAR,
    TAG_SIZE,
    Room,
    estimated_width,
    marked,
    row_height,
)
from treecompare.mappings.mapping import INSERTED, MATCHED, Mapping
from treecompare.trees.tree import PRETERMINAL, WORD, Tree


def levels(mapping: Mapping, gold_tops: Container[int], test_tops: Container[int]) -> tuple[list[int], list[int]]:
    """Level of each gold node and of each test node: words 0, tags 1 or more, other nodes with words 2 or more.

    ``gold_tops`` and ``test_tops`` are the tops of folded parts: they stand on the lowest level that leaves room for a triangle,
    and so does nothing below them count.
    """
    gold, test = mapping.gold, mapping.test
    first = len(gold)
    """Nodes of both trees under one numbering: gold nodes, then test nodes."""
    parents = [*gold.parents, *(parent + first if parent >= 0 else -1 for parent in test.parents)]
    sizes = [*gold.sizes.tolist(), *test.sizes.tolist()]
    waiting_for = [0] * len(parents)
    for parent in parents:
        if parent >= 0:
            waiting_for[parent] += 1
    found = [*_least(gold, gold_tops), *_least(test, test_tops)]
    partner = [-1] * len(parents)
    for one, other in mapping.pairs:
        if gold.kinds[one] != WORD and test.kinds[other] != WORD:
            partner[one], partner[other + first] = other + first, one
    is_done = [False] * len(parents)
    ready = [node for node, waiting in enumerate(waiting_for) if not waiting]
    held_up: list[tuple[int, int]] = []
    while True:  # levels are fixed from the words up
        while ready:
            node = ready.pop()
            if partner[node] >= 0 and waiting_for[partner[node]]:
                heapq.heappush(held_up, (sizes[node], node))
                continue
            both = [] if is_done[node] else [node] if partner[node] < 0 else [node, partner[node]]
            level = max((found[one] for one in both), default=0)
            for one in both:
                found[one], is_done[one], parent = level, True, parents[one]
                if parent < 0:
                    continue
                if not (parent in gold_tops if parent < first else parent - first in test_tops):
                    found[parent] = max(found[parent], level + 1)
                waiting_for[parent] -= 1
                if not waiting_for[parent]:
                    ready.append(parent)
        while held_up and (is_done[held_up[0][1]] or partner[held_up[0][1]] < 0):
            heapq.heappop(held_up)
        if not held_up:
            return found[:first], found[first:]
        node = heapq.heappop(held_up)[1]  # all ready nodes wait for their partners: the smallest gives up its own
        partner[partner[node]] = -1
        partner[node] = -1
        ready.append(node)


def _least(tree: Tree, tops: Container[int]) -> list[int]:
    """The lowest level of each node, its daughters set aside."""
    return [
        0 if kind == WORD else 1 if kind == PRETERMINAL or (size == 1 and node not in tops) else 2
        for node, (kind, size) in enumerate(zip(tree.kinds.tolist(), tree.sizes.tolist(), strict=True))
    ]


GOLD, TEST = "gold", "test"
OTHER_SIDE = {GOLD: TEST, TEST: GOLD}
MARGIN = 12.0
"""Free space around a drawing."""
LEFT_OUT = "left out"
"""The side of words of the gold that the preparation leaves out: they belong to neither tree."""
BETWEEN_TREES = 1.5
"""Levels between two trees one above the other."""
Measure = Callable[[str, float], float]
Key = tuple[str, int]
"""A node: its side, its number."""


@dataclass(frozen=True)
class Box(SceneBox):
    """A label or a word: its node, its text, its operation, the centre and size of its box.

    ``node`` is the gold node of a shared word, of which ``partner`` is the test node (-1 where there is none). ``opens`` says that
    the box stands for an identical part that is folded away.
    """

    side: str = ""
    node: int = -1
    partner: int = -1
    kind: int = WORD
    opens: bool = False
    slack: ClassVar[float] = 2.0

    def moved(self, right: float, down: float) -> Box:
        """It at another place. All boxes of a drawing are moved: ``replace`` takes four times as long."""
        x, y = self.x + right, self.y + down
        return Box(
            self.text, x, y, self.width, self.operation, self.side, self.node, self.partner, self.kind, self.opens
        )

    @property
    def size(self) -> float:
        """Font size."""
        return TAG_SIZE if self.kind == PRETERMINAL else FONT_SIZE

    @property
    def weight(self) -> int:
        """Weight of its letters."""
        is_quiet = self.kind == PRETERMINAL or (self.opens and self.kind == WORD)
        return REGULAR if is_quiet else BOLD if self.kind == WORD else MEDIUM

    @property
    def place(self) -> Any:
        """A node."""
        return self.side, self.node

    @property
    def role(self) -> str:
        return scene.WORD if self.kind == WORD else scene.NODE


@dataclass
class Slot:
    """A column: how wide it is, and where it begins."""

    width: float = 0.0
    left: float = 0.0


@dataclass
class PairSlot(Slot):
    """A column: a leaf of the gold, of the test, or of both; or a folded part of both; or a word that is in neither tree."""

    gold: int = -1
    test: int = -1
    fold: tuple[int, int] | None = None
    text: str = ""
    left_out: str = ""


def widen(columns: Sequence[Slot], wanted: float, gap: float = GAP) -> None:
    """Makes columns that stand beside each other as wide together as is wanted, each by the same amount."""
    lacking = wanted - (sum(one.width for one in columns) + gap * (len(columns) - 1))
    for one in columns if lacking > 0 else ():
        one.width += lacking / len(columns)


def put_beside(columns: Sequence[Slot], left: float = 0.0, gap: float = GAP) -> float:
    """Puts columns beside each other from there on; returns where the last one ends."""
    x = left
    for one in columns:
        one.left = x
        x += one.width + gap
    return x - gap if columns else x


class Tier:
    """A tree of a drawing without what is folded: what is written at its nodes, over which columns they stand, and where.

    ``daughters``: those that are drawn of each node that is; what has none is a leaf, in columns of its own. ``levels``: how high
    nodes stand above the words.
    """

    def __init__(
        self,
        tree: Tree,
        texts: list[str],
        operations: Sequence[str],
        levels: Sequence[int] | dict[int, int],
        hidden: Container[int],
        measure: Measure = estimated_width,
    ) -> None:
        self.tree, self.texts, self.operations, self.levels, self.measure = tree, texts, operations, levels, measure
        self.edges = edge_texts(tree)
        """What stands on the edge above each node."""
        self.daughters = {
            node: [one for one in below if one not in hidden]
            for node, below in enumerate(tree.children)
            if node not in hidden
        }
        self.columns: Sequence[Slot] = ()
        self.over: dict[int, Parts] = {}
        """First and last column of each node, of each of its parts where branches cross."""
        self.limits: dict[int, tuple[float, float]] = {}
        """Where the columns begin and end over which its label stands."""

    @property
    def leaves(self) -> list[int]:
        """In postorder."""
        return [node for node, below in self.daughters.items() if not below]

    @property
    def highest(self) -> int:
        """The number of levels."""
        return max((self.levels[node] for node in self.daughters), default=0)

    def width(self, node: int) -> float:
        """The width of a label including its frame."""
        size = TAG_SIZE if self.tree.kinds[node] == PRETERMINAL else FONT_SIZE
        return self.measure(self.texts[node], size) + (12 if self.operations[node] != MATCHED else 6)

    def room(self, node: int) -> float:
        """The width of a label, or of what stands on the edge above it, if that is wider."""
        width, edge = self.width(node), self.edges[node]
        return max(width, self.edge_width(edge) + 4) if edge else width

    def edge_width(self, text: str) -> float:
        """The width of what stands on an edge."""
        return self.measure(text, TAG_SIZE) * EDGE_SIZE / TAG_SIZE

    def widen(self, columns: Sequence[Slot], leaves: dict[int, tuple[int, int]]) -> None:
        """Makes columns so wide that every label fits over its own. ``leaves``: first and last column of each."""
        self.columns, self.over = columns, self.extents(leaves)
        for node, parts in self.over.items():
            first, last = longest(parts)
            widen(columns[first : last + 1], self.room(node))

    def extents(self, leaves: dict[int, tuple[int, int]]) -> dict[int, Parts]:
        """First and last column of each node; of each of its parts where branches cross."""
        own = sorted({one for part in leaves.values() for one in part})
        place = {column: index for index, column in enumerate(own)}
        found: dict[int, Parts] = {}
        for node, daughters in self.daughters.items():
            below = [part for one in daughters for part in found[one]]
            if not below:
                found[node] = [(place[leaves[node][0]], place[leaves[node][1]])]
            elif self.tree.is_crossing:
                found[node] = blocks(one for first, last in below for one in range(first, last + 1))
            else:
                found[node] = [(min(first for first, _ in below), max(last for _, last in below))]
        return {node: [(own[first], own[last]) for first, last in parts] for node, parts in found.items()}

    def centred(self, room: Callable[[int], float]) -> dict[int, float]:
        """The middle of each label: over its daughters, and with its ``room`` within its columns, which have their places."""
        found: dict[int, float] = {}
        for node, parts in self.over.items():
            first, last = (self.columns[one] for one in longest(parts))
            if last.left < first.left:
                first, last = last, first
            left, right = first.left, last.left + last.width
            self.limits[node], found[node] = (left, right), left + (last.left - left + last.width) / 2
            if below := [found[one] for one in self.daughters[node]]:
                half = room(node) / 2
                found[node] = min(max((min(below) + max(below)) / 2, left + half), right - half)
        return found


def folded(tree: Tree, tops: Iterable[int]) -> set[int]:
    """The nodes below others."""
    return {node for top in tops for node in range(top - int(tree.sizes[top]) + 1, top)}


def _slots(mapping: Mapping, folds: dict[int, int], leaves: Sequence[list[int]], joins_words: bool) -> list[PairSlot]:
    """Columns from left to right, in the order of the sentence. Mapped leaves share one; where order clashes they do not.

    ``joins_words``: the same word of the sentence shares one, too, where the mapping deletes and inserts it.
    """
    in_line = words_in_line(mapping)
    partners = {**(same_words(mapping) if joins_words else {}), **mapping.test_of_gold}
    gold_leaves, test_leaves = map(in_sentence_order, (mapping.gold, mapping.test), leaves)
    place = {node: index for index, node in enumerate(test_leaves)}
    slots: list[PairSlot] = []
    next_test = 0
    for node in gold_leaves:
        partner = partners.get(node, -1)
        index = place.get(partner, -1)
        # a part that is the same may be the tag of a word on one side that the other has in pieces
        same_kind = index >= 0 and (node in folds or mapping.gold.kinds[node] == mapping.test.kinds[partner])
        is_in_line = in_line is None or node in folds or in_line.get(node) == partner
        if not same_kind or index < next_test or not is_in_line:
            slots.append(PairSlot(gold=node))
            continue
        slots += [PairSlot(test=test) for test in test_leaves[next_test:index]]
        next_test = index + 1
        slots.append(PairSlot(gold=node, test=partner, fold=(node, partner) if node in folds else None))
    slots += [PairSlot(test=test) for test in test_leaves[next_test:]]
    return slots


def in_sentence_order(tree: Tree, leaves: list[int]) -> list[int]:
    """Leaves, in postorder, as they stand in the sentence; what has no words stands behind the leaf before it."""
    if not tree.is_crossing:
        return leaves
    places: dict[int, int] = {}
    last = 0
    for node in leaves:
        last = places[node] = int(tree.starts[node]) if tree.ends[node] > tree.starts[node] else last
    return sorted(leaves, key=places.__getitem__)


def same_words(mapping: Mapping) -> dict[int, int]:
    """Where branches cross: words of both sentences that the mapping deletes and inserts, for it needs them in another order."""
    gold, test = mapping.gold, mapping.test
    if not (gold.is_crossing or test.is_crossing) or gold.words != test.words:
        return {}
    pairs = zip(gold.word_nodes.tolist(), test.word_nodes.tolist(), strict=True)
    return {
        node: other for node, other in pairs if node not in mapping.test_of_gold and other not in mapping.gold_of_test
    }


def words_in_line(mapping: Mapping) -> dict[int, int] | None:
    """Where branches cross: the most words that are mapped, or in both sentences, and stand in the same order in these. None where
    no branches cross."""
    gold, test = mapping.gold, mapping.test
    if not (gold.is_crossing or test.is_crossing):
        return None
    partners = {**same_words(mapping), **mapping.test_of_gold}
    ranks = test.ranks.tolist()
    best: list[int] = []
    """The least place in the test at which a row of so many words ends."""
    ends: list[int] = []
    before: dict[int, int] = {}
    for node in gold.word_nodes.tolist():
        partner = partners.get(node, -1)
        if partner < 0 or test.kinds[partner] != WORD:
            continue
        length = bisect_left(best, ranks[partner])
        best[length:], ends[length:] = [ranks[partner], *best[length + 1 :]], [node, *ends[length + 1 :]]
        before[node] = ends[length - 1] if length else -1
    found: dict[int, int] = {}
    node = ends[-1] if ends else -1
    while node >= 0:
        found[node] = partners[node]
        node = before[node]
    return found


def blocks(places: Iterable[int]) -> list[tuple[int, int]]:
    """Numbers as the runs that they make: the first and the last of each."""
    found: list[tuple[int, int]] = []
    for place in sorted(places):
        if found and found[-1][1] == place - 1:
            found[-1] = found[-1][0], place
        else:
            found.append((place, place))
    return found


Parts = list[tuple[int, int]]


def longest(parts: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The longest of several blocks, the first of these: what stands over several has its label there.

    So labels, and the edges that come straight down to them, keep to the columns of their own words, whatever crosses.
    """
    return max(parts, key=lambda part: part[1] - part[0])


@dataclass(frozen=True)
class Way:
    """How two trees are laid out: see :func:`layout`. ``spans``: first word and end of each gold node."""

    arrangement: str
    right_to_left: bool
    measure: Measure
    stacked: bool
    left_out: Sequence[tuple[int, str]]
    spans: Sequence[tuple[int, int]]
    room: Room | None

    def has_room(self, width: float) -> bool:
        """Whether a drawing of that width can be read as a whole."""
        return self.room is None or (width + 2 * MARGIN) * self.room.least <= self.room.width


def leaves_in(slots: Iterable[PairSlot], side: str) -> dict[int, tuple[int, int]]:
    """The leaves of a side by the number of their column, which is their first and their last."""
    nodes = (slot.gold if side == GOLD else slot.test for slot in slots)
    return {node: (number, number) for number, node in enumerate(nodes) if node >= 0}


class Maker:
    """The state of one layout: columns and levels, which have their places; it makes the boxes."""

    def __init__(self, mapping: Mapping, folds: dict[int, int], way: Way) -> None:
        self.mapping, self.folds, self.way = mapping, folds, way
        self.measure, self.right_to_left = way.measure, way.right_to_left
        self.tops = {GOLD: set(folds), TEST: set(folds.values())}
        self.tiers: dict[str, Tier] = {}
        for (side, tree), high in zip(mapping.trees.items(), levels(mapping, *self.tops.values()), strict=True):
            operations = mapping.operations[side]
            texts = [*map(marked, label_texts(tree), operations)]
            self.tiers[side] = Tier(tree, texts, operations, high, folded(tree, self.tops[side]), way.measure)
        leaves = [tier.leaves for tier in self.tiers.values()]
        self.slots = _slots(mapping, folds, leaves, way.arrangement != "merged")
        self.edge_room = EDGE_ROOM if any(any(tier.edges) for tier in self.tiers.values()) else 0.0
        self.row = 0.0
        """The height of a level, once :meth:`fit` knows how many there are."""
        self.whole_width = 0.0
        """Of all columns, once these have their places."""
        if way.left_out:
            self._put_in(way.left_out, way.spans)
        self.test_slots = self.slots
        """The columns of the test, where it has its own."""
        if way.arrangement == "side-by-side" and not way.stacked:
            self.test_slots = [replace(slot) for slot in self.slots if slot.test >= 0]
            self.slots = [slot for slot in self.slots if slot.gold >= 0 or slot.left_out]
        self.place()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the drawing, or a little more."""
        return self.whole_width + 2 * MARGIN, self.number_of_levels * self.row + BOX + 2 * MARGIN

    def place(self) -> None:
        """Gives all columns their places, and levels their height."""
        if self.test_slots is self.slots:
            self.whole_width = self._place_columns(self.slots, (GOLD, TEST))
        else:
            width = self._place_columns(self.slots, (GOLD,))
            self.whole_width = self._place_columns(self.test_slots, (TEST,), start=width + 6 * GAP)
        self.fit(self.number_of_levels)

    @property
    def number_of_levels(self) -> float:
        """Levels one above the other; of merged trees only about so many."""
        highest = [tier.highest for tier in self.tiers.values()]
        if self.way.arrangement == "mirrored":
            return sum(highest)
        return sum(highest) + BETWEEN_TREES if self.way.stacked else max(highest)

    def fit(self, levels: float) -> None:
        """Makes levels as high as there is room for so many of them."""
        if self.way.room is None:  # the larger of both trees says
            levels = max(tier.highest for tier in self.tiers.values())
        beside = BOX + 2 * MARGIN + levels * self.edge_room
        self.row = row_height(levels, self.way.room, self.whole_width + 2 * MARGIN, beside) + self.edge_room

    def is_too_high(self) -> bool:
        """Whether there is no room for all levels, however low they are."""
        room, height = self.way.room, self.number_of_levels * (LEAST_ROW + self.edge_room) + BOX + 2 * MARGIN
        return room is not None and height * room.least > room.height

    def _put_in(self, left_out: Sequence[tuple[int, str]], spans: Sequence[tuple[int, int]]) -> None:
        """Gives words that are in neither tree columns of their own: each stands after so many words of the gold.

        ``spans``: first word and end of each gold node. What stands within a folded part is folded with it.
        """
        slots: list[PairSlot] = []
        waiting = deque(left_out)
        reached = 0
        for slot in self.slots:
            start, end = spans[slot.gold] if slot.gold >= 0 else (reached, reached)
            while waiting and slot.gold >= 0 and waiting[0][0] <= start:
                slots.append(PairSlot(left_out=waiting.popleft()[1]))
            while waiting and start < waiting[0][0] < end:
                waiting.popleft()
            slots.append(slot)
            reached = max(reached, end)
        self.slots = [*slots, *(PairSlot(left_out=text) for _, text in waiting)]

    def _place_columns(self, slots: list[PairSlot], sides: tuple[str, ...], start: float = 0.0) -> float:
        """Sets left and width of the columns so that every label fits over its own words; returns the right end."""
        for slot in slots:
            slot.text = self._slot_text(slot, sides)
            slot.width = self.measure(slot.text, FONT_SIZE) + 8
        order = slots[::-1] if self.right_to_left else slots
        for side in sides:
            self.tiers[side].widen(order, leaves_in(order, side))
        return put_beside(order, start)

    def _slot_text(self, slot: PairSlot, sides: tuple[str, ...]) -> str:
        if slot.left_out:
            return slot.left_out
        side = GOLD if slot.gold >= 0 and GOLD in sides else TEST
        node = slot.gold if side == GOLD else slot.test
        tree = self.tiers[side].tree
        if slot.fold is not None:
            return ends_text(tree.words[int(tree.starts[node]) : int(tree.ends[node])])
        if tree.kinds[node] != WORD:
            return ""
        own = self.tiers[side].texts[node]
        if side != GOLD or slot.test < 0 or TEST not in sides:
            return own
        if self.mapping.counts_words and self.mapping.test_of_gold.get(node) != slot.test:
            return marked(own, INSERTED)
        # the same place may be written in two ways: cut, joined or spelt differently
        other = self.mapping.test.texts[slot.test]
        return own if tree.texts[node] == other else f"{own} | {other}"

    def side(self, side: str, up: bool) -> list[Box]:
        """The labels of one tree, each centred over its daughters, within the columns of its words."""
        tier, reach = self.tiers[side], self._reach(side)
        rise = -self.row if up else self.row
        return [
            self.box(side, node, x, tier.levels[node] * rise)
            for node, x in tier.centred(reach.__getitem__).items()
            if tier.tree.kinds[node] != WORD
        ]

    def box(self, side: str, node: int, x: float, y: float) -> Box:
        """A label, with its middle there."""
        tier, partner = self.tiers[side], self.mapping.partners[side].get(node, -1)
        return Box(
            tier.texts[node], x, y, tier.width(node), tier.operations[node], side, node, partner,
            int(tier.tree.kinds[node]), node in self.tops[side],
        )  # fmt: skip

    def _reach(self, side: str) -> dict[int, float]:
        """The room of each label, and of those straight above it: an only daughter is straight below."""
        tier, found = self.tiers[side], dict[int, float]()
        tree = tier.tree
        for node in reversed(tier.daughters):
            mother = tree.parents[node]
            above = found[mother] if mother >= 0 and len(tree.children[mother]) == 1 else 0.0
            found[node] = max(tier.room(node), above)
        return found

    def words(self, sides: tuple[str, ...]) -> list[Box]:
        """The row of words; words of one side only carry their mark."""
        boxes = []
        for number, slot in enumerate(self.slots if GOLD in sides else self.test_slots):
            if slot.left_out and GOLD in sides:
                x, width = slot.left + slot.width / 2, self.measure(slot.left_out, FONT_SIZE) + 8
                boxes.append(Box(slot.left_out, x, 0.0, width, MATCHED, LEFT_OUT, number))
            side = GOLD if slot.gold >= 0 and GOLD in sides else TEST
            node, partner = (slot.gold, slot.test) if side == GOLD else (slot.test, slot.gold)
            text = self._slot_text(slot, sides) if node >= 0 and side in sides else ""
            if not text:
                continue
            operation = MATCHED if slot.fold is not None else self.mapping.operations[side][node]
            x, width = slot.left + slot.width / 2, self.measure(text, FONT_SIZE) + 8
            # the words of a folded part do not belong to a node of their own
            at = -1 - node if slot.fold is not None else node
            boxes.append(Box(text, x, 0.0, width, operation, side, at, partner, opens=slot.fold is not None))
        return boxes


def ends_text(words: Sequence[str]) -> str:
    """What stands for folded words."""
    return " ".join(words) if len(words) <= 2 else f"{words[0]} … {words[-1]}"
