"""The errors of one pair of trees of constituents: what moved, what is missing or extra, and what is relabelled.

:mod:`treecompare.mappings.tree_moves` says what is attached elsewhere: what has the same label moved; a word whose tag differs,
too, is a word with another tag. Each changed node then belongs to one error. Nodes that stand for each other in either mapping
stay together. Inside a moved constituent they belong to its move, and so do nodes whose words differ by it, most of all if
several moved; a tag that differs is an error of its own. What is left is a constituent or a unary node missing or extra, a label,
or other words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from treecompare.mappings.errors import (
    EXTRA,
    HIGH,
    LABEL,
    LOW,
    MISSING,
    MOVED,
    NP_INTERNAL,
    ORDER,
    RETAGGED,
    SINGLE_WORD,
    SPAN,
    TAG,
    UNALIGNED,
    UNARY_EXTRA,
    UNARY_MISSING,
    Error,
    Node,
)
from treecompare.mappings.tree_moves import Mover, Moves, moved_besides
from treecompare.mappings.tree_sides import TOP, Side
from treecompare.trees.phrases import CLAUSE, COORDINATION, MODIFIER, NP, OTHER, PP, VP, is_coordinator, sort_of
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD

SHARE = 0.5
"""Two constituents with one label are one with other words if they share at least this part of their words."""


class Positions(NamedTuple):
    """Which word of the gold is meant: ``shared`` by bit, ``alone`` by the number of a word that the system lacks."""

    shared: Sequence[int]
    alone: dict[int, int]


class Part(NamedTuple):
    """Changed nodes that correspond, ascending, and what they cost under E and T."""

    gold: list[int]
    test: list[int]
    first_cost: int
    second_cost: int


def tree_errors(
    gold: Side, test: Side, swapped: Sequence[int], apart: Sequence[int], positions: Positions
) -> list[Error]:
    """The errors of a pair, from left to right.

    ``swapped``: the gold nodes that the T-mapping relabels; ``apart``: see :class:`Moves`.
    """
    return _Pair(gold, test, swapped, apart, positions).errors()


class _Pair(Moves):
    def __init__(
        self, gold: Side, test: Side, swapped: Sequence[int], apart: Sequence[int], positions: Positions
    ) -> None:
        super().__init__(gold, test, apart)
        self.positions = positions
        self.parts: dict[Mover, list[Part]] = {}
        # a relabelling costs once; between a tag and a constituent, which have errors of their own, it is the constituent's
        self._charged: tuple[set[int], set[int]] = set(), set()
        for node in swapped:
            other = gold.mapped[node]
            if gold.kinds[node] == PRETERMINAL and test.kinds[other] == CONSTITUENT:
                self._charged[1].add(other)
            else:
                self._charged[0].add(node)

    # -- to which error a changed node belongs -------------------------------------------------------------------------

    def errors(self) -> list[Error]:
        """All errors, from left to right."""
        self.choose()
        rest = self._parts()
        if self.movers:
            rest = self._without_owners(rest)
        found = [self._moved(mover, self.parts[mover]) for mover in self.movers if mover in self.parts]
        found += [self._other(part) for part in self._merged(rest)]
        return sorted(found, key=lambda one: (one.words or (1 << 30,), one.kind, one.label))

    def _without_owners(self, parts: list[Part]) -> list[Part]:
        """What belongs to no mover; the rest is given to its mover."""
        owners: tuple[dict[int, Mover], dict[int, Mover]] = {}, {}
        left = []
        for part in parts:
            owner = None if self._is_tag(part) else self._owner(part)
            if owner is None:
                left.append(part)
                continue
            self.parts.setdefault(owner, []).append(part)
            for node in part.gold:
                owners[0][node] = owner
            for node in part.test:
                owners[1][node] = owner
        rest = []
        for part in left:
            # what costs only in the T-mapping belongs to what it stands in
            above = None if part.first_cost else self._above(part, owners)
            if above is None:
                rest.append(part)
            else:
                self.parts.setdefault(above, []).append(part)
        return rest

    def _parts(self) -> list[Part]:
        """The changed nodes, with all that correspond in either mapping; only those that cost something."""
        found = []
        seen: tuple[set[int], set[int]] = set(), set()
        sides = self.gold, self.test
        for place, side in enumerate(sides):
            for node in side.changed:
                if node in seen[place]:
                    continue
                seen[place].add(node)
                if (
                    side.same[node] < 0
                    and side.mapped[node] < 0
                    and side.words[node]
                    and side.kinds[node] == CONSTITUENT
                ):
                    found.append(Part([], [node], 1, 1) if place else Part([node], [], 1, 1))
                    continue
                part: tuple[list[int], list[int]] = [], []
                waiting = [(place, node)]
                while waiting:
                    where, one = waiting.pop()
                    part[where].append(one)
                    for near in self._near(where, one):
                        if near[1] not in seen[near[0]]:
                            seen[near[0]].add(near[1])
                            waiting.append(near)
                costs = [self._costs(where, one) for where in (0, 1) for one in part[where]]
                whole = Part(sorted(part[0]), sorted(part[1]), sum(e for e, _ in costs), sum(t for _, t in costs))
                if whole.first_cost or whole.second_cost:
                    found.append(whole)
        return found

    def _near(self, where: int, node: int) -> Iterator[tuple[int, int]]:
        """What stands for a node on either side; 0 is the gold and 1 the test."""
        own, other = (self.test, self.gold) if where else (self.gold, self.test)
        if not own.words[node]:
            # a word that the other side lacks, and what stands over it alone
            for one in own.daughters(node):
                yield where, one
            above = own.parents[node]
            if above != TOP and not own.words[above]:
                yield where, above
        is_tag = own.kinds[node] == PRETERMINAL
        for partner in (own.same[node], own.mapped[node]):
            # a tag has an error of its own, whatever it is mapped to: a constituent, or the tag of another word
            if (
                partner >= 0
                and is_tag == (other.kinds[partner] == PRETERMINAL)
                and (not is_tag or own.words[node] == other.words[partner])
            ):
                yield 1 - where, partner
        if is_tag and own.same[node] < 0:
            partner = other.lone_tags.get(own.words[node], -1)
            if partner >= 0:
                yield 1 - where, partner

    def _costs(self, where: int, node: int) -> tuple[bool, bool]:
        side = self.test if where else self.gold
        return (
            side.same[node] < 0 and side.kinds[node] != WORD,
            side.mapped[node] < 0 or node in self._charged[where],
        )

    def _is_tag(self, part: Part) -> bool:
        """Whether the two tags of a word differ: an error of its own, even if that word or others beside it moved."""
        if not part.first_cost or len(part.gold) + len(part.test) != 2:
            return False
        gold, test = self.gold.kinds, self.test.kinds
        return all(gold[node] == PRETERMINAL for node in part.gold) and all(
            test[node] == PRETERMINAL for node in part.test
        )

    def _owner(self, part: Part) -> Mover | None:
        """The mover to which changed nodes belong, None if none accounts for them."""
        gold, test = self.gold, self.test
        words = [gold.words[node] for node in part.gold] + [test.words[node] for node in part.test]
        if not all(words):
            return None
        everything = difference = 0
        for one in words:
            everything |= one
            difference |= one ^ words[0]
        of_gold = [node for node in part.gold if gold.same[node] < 0]
        of_test = [node for node in part.test if test.same[node] < 0]
        if len(of_gold) + len(of_test) < len(words):
            inside = [mover for mover in self.movers if not everything & ~mover.words]
            if inside:
                return min(inside, key=lambda mover: mover.words.bit_count())
        if not difference:
            difference = self.accounts.least_difference(*((0, part.gold[0]) if part.gold else (1, part.test[0])))
        if difference:
            best = max(
                self.movers, key=lambda mover: ((mover.words & difference).bit_count(), -(mover.words & -mover.words))
            )
            if best.words & difference:
                return best
        of_both = {gold.words[node] for node in of_gold}, {test.words[node] for node in of_test}
        at_site = [
            mover
            for mover, (_, source, target) in zip(self.movers, self.moved, strict=True)
            if source in of_both[0] or target in of_both[1]
        ]
        return min(at_site, key=lambda mover: mover.words & -mover.words, default=None)

    def _above(self, part: Part, owners: tuple[dict[int, Mover], dict[int, Mover]]) -> Mover | None:
        """The mover that the nearest changed node above belongs to."""
        for side, nodes, owner_of in zip((self.gold, self.test), part[:2], owners, strict=True):
            for node in nodes:
                above = node
                while above != TOP:
                    if above in owner_of:
                        return owner_of[above]
                    above = side.parents[above]
        return None

    def _merged(self, parts: list[Part]) -> list[Part]:
        """Parts, with a gold and a test node over the same words that nothing stands for as one: a label that differs."""
        gold, test = self.gold, self.test
        lone = {test.words[part.test[0]]: part for part in reversed(parts) if not part.gold and len(part.test) == 1}
        found = []
        used: set[int] = set()
        for part in parts if lone else ():
            if part.test or len(part.gold) > 1:
                continue
            words = gold.words[part.gold[0]]
            other = lone.get(words)
            if other is not None and words and gold.kinds[part.gold[0]] == test.kinds[other.test[0]]:
                del lone[words]
                used |= {id(part), id(other)}
                found.append(_as_one(part, other))
        return self._resized([*found, *(part for part in parts if id(part) not in used)])

    def _resized(self, parts: list[Part]) -> list[Part]:
        """Parts, with a gold and a test constituent of one label that share at least half of their words as one."""
        gold, test = self.gold, self.test
        of_gold = [
            (part, part.gold[0], gold.words[part.gold[0]])
            for part in parts
            if not part.test and _is_constituent(gold, part.gold)
        ]
        of_test = [
            (part, part.test[0], test.words[part.test[0]])
            for part in parts
            if not part.gold and _is_constituent(test, part.test)
        ]
        shared = []
        for one, node, words in of_gold:
            for other, other_node, other_words in of_test:
                if gold.codes[node] == test.codes[other_node]:
                    share = (words & other_words).bit_count() / (words | other_words).bit_count()
                    if share >= SHARE:
                        shared.append((-share, node, other_node, one, other))
        used: set[int] = set()
        found = []
        for _, _, _, one, other in sorted(shared, key=lambda entry: entry[:3]):
            if id(one) not in used and id(other) not in used:
                used |= {id(one), id(other)}
                found.append(_as_one(one, other))
        return [*found, *(part for part in parts if id(part) not in used)]

    # -- errors described --------------------------------------------------------------------------------------------

    def _numbers(self, words: int) -> tuple[int, ...]:
        first, last = (words & -words).bit_length() - 1, words.bit_length()
        if words.bit_count() == last - first:
            return tuple(self.positions.shared[first:last])
        return tuple(self.positions.shared[bit] for bit in range(first, last) if words >> bit & 1)

    def _moved(self, mover: Mover, parts: list[Part]) -> Error:
        gold, test = self.gold, self.test
        without = moved_besides(mover.words, self.moved) | mover.words
        source, target = gold.over(mover.source, without), test.over(mover.target, without)
        height = "" if source == target else HIGH if not source & ~target else LOW if not target & ~source else ""
        nodes = [node for part in parts for node in part.gold], [node for part in parts for node in part.test]
        # equal tags would have moved themselves, and the words with them
        is_retagged = all(gold.has_tag(node) and test.has_tag(other) for node, other in mover.tops)
        return Error(
            RETAGGED if is_retagged else MOVED, self._what_moved(mover), " ".join(gold.label(node) for node, _ in mover.tops),
            self._numbers(mover.words), gold.label(mover.source), test.label(mover.target), gold.number(mover.source),
            test.number(mover.target), height,
            self._numbered([node for node, _ in mover.tops], [node for _, node in mover.tops]), self._numbered(*nodes),
            sum(part.first_cost for part in parts), sum(part.second_cost for part in parts), gold.depth(mover.tops[0][0]),
        )  # fmt: skip

    def _numbered(self, of_gold: list[int], of_test: list[int]) -> tuple[Node, ...]:
        """Nodes by the numbers of their trees, the gold's first."""
        numbers, others = self.gold.numbers, self.test.numbers
        return (
            *[("gold", numbers[node]) for node in sorted(of_gold)],
            *[("test", others[node]) for node in sorted(of_test)],
        )

    def _what_moved(self, mover: Mover) -> str:
        gold, test = self.gold, self.test
        labels = [gold.label(node) for node, _ in mover.tops]
        if any(map(is_coordinator, labels)) or any(
            is_coordinator(side.labels[sister])
            for side, nodes in ((gold, [g for g, _ in mover.tops]), (test, [t for _, t in mover.tops]))
            for sister in _sisters(side, nodes)
        ):
            return COORDINATION
        sorts = [sort_of(label) for label in labels]
        for sort in (COORDINATION, PP, NP, VP, CLAUSE, MODIFIER):
            if sort in sorts:
                return sort
        if sort_of(gold.label(mover.source)) == NP == sort_of(test.label(mover.target)):
            return NP_INTERNAL
        return SINGLE_WORD if mover.words.bit_count() == 1 else OTHER

    def _other(self, part: Part) -> Error:
        gold, test = self.gold, self.test
        of_gold, of_test = part.gold, part.test
        side, other, node = (gold, test, of_gold[-1]) if of_gold else (test, gold, of_test[-1])
        words = side.words[node]
        all_words = {gold.words[one] for one in of_gold} | {test.words[one] for one in of_test}
        source, target, height = TOP, TOP, ""
        if 0 in all_words:
            what_is_wrong, what = UNALIGNED, SINGLE_WORD
        elif of_gold and of_test:
            source, target = of_gold[-1], of_test[-1]
            what = sort_of(gold.labels[source])
            if len(all_words) > 1:
                what_is_wrong = SPAN
            elif any(gold.same[one] >= 0 for one in of_gold) or any(test.same[one] >= 0 for one in of_test):
                what_is_wrong, source, target = ORDER, TOP, TOP
            elif gold.kinds[source] == PRETERMINAL and test.kinds[target] == PRETERMINAL:
                what_is_wrong, what = TAG, SINGLE_WORD
            else:
                what_is_wrong = LABEL
        elif words.bit_count() == 1 or words in other.spans:
            what_is_wrong = UNARY_MISSING if of_gold else UNARY_EXTRA
            what = SINGLE_WORD if words.bit_count() == 1 else sort_of(side.labels[node])
        else:
            what_is_wrong = MISSING if of_gold else EXTRA
            what = _what_is_bracketed(side, node)
            there = other.lowest_over(words)
            source, target, height = (node, there, HIGH) if of_gold else (there, node, LOW)
        if what_is_wrong == UNALIGNED:
            alone = self.positions.alone
            numbers = tuple(sorted(alone[gold.numbers[one]] for one in of_gold if gold.numbers[one] in alone))
        else:
            numbers = self._numbers(words)
        place = of_gold[-1] if of_gold else gold.lowest_over(words)
        return Error(
            what_is_wrong, what, side.label(node), numbers, gold.label(source), test.label(target),
            gold.number(source), test.number(target), height, (), self._numbered(of_gold, of_test), part.first_cost,
            part.second_cost, gold.depth(place),
        )  # fmt: skip


def _is_constituent(side: Side, nodes: list[int]) -> bool:
    """Whether it is a single constituent over words that both trees have."""
    return len(nodes) == 1 and side.kinds[nodes[0]] == CONSTITUENT and side.words[nodes[0]] > 0


def _as_one(one: Part, other: Part) -> Part:
    return Part(
        one.gold + other.gold, one.test + other.test,
        one.first_cost + other.first_cost, one.second_cost + other.second_cost,
    )  # fmt: skip


def _sisters(side: Side, nodes: list[int]) -> Iterator[int]:
    """What stands directly before and after neighbours, or over the same words as one of them."""
    for node in nodes:
        top = node
        while side.parents[top] != TOP and side.words[side.parents[top]] == side.words[node]:
            top = side.parents[top]
        around = side.daughters(side.parents[top])
        place = around.index(top)
        yield from around[max(0, place - 1) : place]
        yield from around[place + 1 : place + 2]


def _what_is_bracketed(side: Side, node: int) -> str:
    """What a constituent that only one tree has does to its daughters."""
    daughters = side.daughters(node)
    labels = [side.labels[one] for one in daughters]
    sorts = [sort_of(label) for label in labels]
    beside = [side.labels[one] for one in _sisters(side, [node])]
    parent = side.parents[node]
    if sort_of(side.label(parent)) == NP and all(side.kinds[one] == PRETERMINAL for one in daughters):
        return NP_INTERNAL
    if sort_of(side.labels[node]) == COORDINATION or any(map(is_coordinator, [*labels, *beside])):
        return COORDINATION
    if PP in sorts[1:]:
        return PP
    if CLAUSE in sorts[1:]:
        return CLAUSE
    if VP in sorts[1:] and sort_of(side.labels[node]) in (NP, PP, MODIFIER):
        return VP
    if sort_of(side.labels[node]) == MODIFIER or MODIFIER in sorts[1:]:
        return MODIFIER
    return sort_of(side.labels[node])
