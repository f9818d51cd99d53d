"""One tree out of two: the gold's, with the nodes that only the test tree has put in where they stand.

Mapped nodes appear once; a relabelled one shows both labels. An inserted node takes over the daughters that it covers. Where
it would cross a gold node it cannot be part of the tree: it stands below the words that it covers, so that no node is lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from treecompare.drawing.columns import GOLD, TEST, Box, Key, Maker, longest
from treecompare.drawing.edges import made_by_repair
from treecompare.drawing.style import MADE
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
    for gold, test in maker.mapping.swapped:
        # read from the right, an arrow to the left leads from the gold label to that of the test
        arrow = "←" if maker.right_to_left else "→"
        maker.texts[GOLD][gold] += f"{arrow}{maker.trees[TEST].texts[test] or '∅'}"
    made = set(made_by_repair(maker.trees[TEST]))
    for gold, test in maker.mapping.pairs:
        maker.texts[GOLD][gold] += MADE * (test in made)
        own, other = maker.edges[GOLD][gold], maker.edges[TEST][test]
        if own and other and own != other:
            maker.edges[GOLD][gold] = f"{own}{'←' if maker.right_to_left else '→'}{other}"
        else:
            maker.edges[GOLD][gold] = own or other
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
            levels[node.key] = 0 if maker.trees[node.key[0]].kinds[node.key[1]] == WORD else 2
    below: dict[Key, int] = {}
    for node in crossing:  # those within come before those around them
        within = [below[other.key] for other in crossing if other.key in below and other.overlaps(node)]
        below[node.key] = 1 + max(within, default=0)
    maker.fit(max(levels.values(), default=0) + max(below.values(), default=0))
    centre: dict[Key, float] = {}
    for node in reversed(order):
        side, number = node.key
        left, right = _limits(maker, node)
        width, room = maker.width(side, number), maker.room_of(side, number)
        middle = (left + right) / 2
        if node.daughters:
            ends = [centre[daughter.key] for daughter in node.daughters]
            middle = (min(ends) + max(ends)) / 2
            if room < right - left or len(node.parts) > 1:
                middle = min(max(middle, left + room / 2), right - room / 2)
        centre[node.key] = middle
        if maker.trees[side].kinds[number] != WORD:
            boxes.append(_box(maker, node.key, middle, -levels[node.key] * maker.row, width))
    hanging: list[_Node] = []
    for node in crossing:
        left, right = _limits(maker, node)
        width = maker.width(*node.key)
        boxes.append(_box(maker, node.key, (left + right) / 2, below[node.key] * maker.row, width))
        joined += [(node.key, key) for key in _ends(maker, node, hanging)]
        hanging.append(node)
    return [*boxes, *maker.words((GOLD, TEST))], joined


def _grown(maker: Maker) -> tuple[list[_Node], list[_Node]]:
    """The roots of the merged tree, and the inserted nodes that do not fit into it, inner ones first."""
    number = {id(slot): index for index, slot in enumerate(maker.slots)}
    extent = {(side, node): parts for side in (GOLD, TEST) for node, parts in maker.extents(side, number).items()}
    placed: dict[Key, _Node] = {}
    roots: list[_Node] = []
    gold, test, mapping = maker.trees[GOLD], maker.trees[TEST], maker.mapping
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


def _box(maker: Maker, key: Key, x: float, y: float, width: float) -> Box:
    side, node = key
    partner = maker.mapping.test_of_gold.get(node, -1) if side == GOLD else -1
    return Box(
        side=side, node=node, partner=partner, text=maker.texts[side][node], operation=maker.operation(side, node),
        kind=int(maker.trees[side].kinds[node]), x=x, y=y, width=width, opens=side == GOLD and node in maker.tops[GOLD],
    )  # fmt: skip
