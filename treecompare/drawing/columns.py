"""The columns of a drawing of two trees, and the boxes that stand over them. No Qt here."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from treecompare.drawing.levels import levels
from treecompare.drawing.style import BOX, FONT_SIZE, GAP, TAG_SIZE, marked, row_height
from treecompare.mappings.mapping import MATCHED, Mapping
from treecompare.trees.tree import PRETERMINAL, WORD, Tree

GOLD, TEST = "gold", "test"
LEFT_OUT = "left out"
"""The side of words of the gold that the preparation leaves out: they belong to neither tree."""
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


@dataclass
class Slot:
    """A column: a leaf of the gold, of the test, or of both; or a folded part of both; or a word that is in neither tree."""

    gold: int = -1
    test: int = -1
    fold: tuple[int, int] | None = None
    text: str = ""
    width: float = 0.0
    left: float = 0.0
    left_out: str = ""


def _folded(tree: Tree, tops: Iterable[int]) -> set[int]:
    return {node for top in tops for node in range(top - int(tree.sizes[top]) + 1, top)}


def _slots(mapping: Mapping, folds: dict[int, int]) -> list[Slot]:
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
    slots: list[Slot] = []
    next_test = 0
    for node in gold_leaves:
        partner = mapping.test_of_gold.get(node, -1)
        index = place.get(partner, -1)
        same_kind = index >= 0 and (mapping.gold.kinds[node] == mapping.test.kinds[partner])
        if not same_kind or index < next_test:
            slots.append(Slot(gold=node))
            continue
        slots += [Slot(test=test) for test in test_leaves[next_test:index]]
        next_test = index + 1
        slots.append(Slot(node, partner, (node, partner) if node in folds else None))
    slots += [Slot(test=test) for test in test_leaves[next_test:]]
    return slots


class Maker:
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
        self.slot_of: dict[tuple[str, int], Slot] = {}
        for slot in self.slots:
            for side, node in ((GOLD, slot.gold), (TEST, slot.test)):
                if node >= 0:
                    self.slot_of[side, node] = slot
        self.limits: dict[tuple[str, int], tuple[float, float]] = {}

    def put_in(self, left_out: Sequence[tuple[int, str]], spans: Sequence[tuple[int, int]]) -> None:
        """Gives words that are in neither tree columns of their own: each stands after so many words of the gold.

        ``spans``: first word and end of each gold node. What stands within a folded part is folded with it.
        """
        slots: list[Slot] = []
        waiting = deque(left_out)
        reached = 0
        for slot in self.slots:
            start, end = spans[slot.gold] if slot.gold >= 0 else (reached, reached)
            while waiting and slot.gold >= 0 and waiting[0][0] <= start:
                slots.append(Slot(left_out=waiting.popleft()[1]))
            while waiting and start < waiting[0][0] < end:
                waiting.popleft()
            slots.append(slot)
            reached = max(reached, end)
        self.slots = [*slots, *(Slot(left_out=text) for _, text in waiting)]

    def _texts(self, side: str) -> list[str]:
        tree = self.trees[side]
        how = self.mapping.operation_on_gold if side == GOLD else self.mapping.operation_on_test
        return [
            text if tree.kinds[node] == WORD and not self.mapping.counts_words else marked(text or "∅", how(node))
            for node, text in enumerate(tree.texts)
        ]

    def operation(self, side: str, node: int) -> str:
        """The operation on a node; words that are not counted are matched."""
        if self.trees[side].kinds[node] == WORD and not self.mapping.counts_words:
            return MATCHED
        return self.mapping.operation_on_gold(node) if side == GOLD else self.mapping.operation_on_test(node)

    def width(self, side: str, node: int) -> float:
        """The width of a label including its frame."""
        size = TAG_SIZE if self.trees[side].kinds[node] == PRETERMINAL else FONT_SIZE
        return self.measure(self.texts[side][node], size) + (12 if self.operation(side, node) != MATCHED else 6)

    def place_columns(self, slots: list[Slot], sides: tuple[str, ...], start: float = 0.0) -> float:
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

    def _slot_text(self, slot: Slot, sides: tuple[str, ...]) -> str:
        if slot.left_out:
            return slot.left_out
        side = GOLD if slot.gold >= 0 and GOLD in sides else TEST
        node = slot.gold if side == GOLD else slot.test
        tree = self.trees[side]
        if slot.fold is not None:
            words = tree.words[int(tree.starts[node]) : int(tree.ends[node])]
            return " ".join(words) if len(words) <= 2 else f"{words[0]} … {words[-1]}"
        if tree.kinds[node] != WORD:
            return ""
        own = self.texts[side][node]
        if side != GOLD or slot.test < 0 or TEST not in sides:
            return own
        # the same place may be written in two ways: cut, joined or spelt otherwise
        other = self.trees[TEST].texts[slot.test]
        return own if tree.texts[node] == other else f"{own} | {other}"

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

    def _widen(self, side: str, order: list[Slot], number: dict[int, int]) -> None:
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
        for number, slot in enumerate(self.slots):
            if slot.left_out and GOLD in sides:
                x, width = slot.left + slot.width / 2, self.measure(slot.left_out, FONT_SIZE) + 8
                boxes.append(Box(LEFT_OUT, number, -1, slot.left_out, MATCHED, WORD, x, 0.0, width))
            side = GOLD if slot.gold >= 0 and GOLD in sides else TEST
            node, partner = (slot.gold, slot.test) if side == GOLD else (slot.test, slot.gold)
            text = self._slot_text(slot, sides) if node >= 0 and side in sides else ""
            if not text:
                continue
            operation = MATCHED if slot.fold is not None else self.operation(side, node)
            x, width = slot.left + slot.width / 2, self.measure(text, FONT_SIZE) + 8
            # the words of a folded part do not belong to a node of their own
            at = -1 - node if slot.fold is not None else node
            boxes.append(Box(side, at, partner, text, operation, WORD, x, 0.0, width, opens=slot.fold is not None))
        return boxes
