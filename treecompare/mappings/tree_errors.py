"""The errors of one pair of trees of constituents: what moved, what is missing or extra, and what is labelled otherwise.

:mod:`treecompare.mappings.tree_moves` says what moved. Each changed node then belongs to one error. Nodes that stand for each other
in either mapping stay together. Inside a moved constituent they belong to its move, and so do nodes whose words differ by it, most
of all if several moved. What is left is a constituent or a unary node missing or extra, a label, or other words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from treecompare.mappings.errors import Error, Node
from treecompare.mappings.tree_error_types import (
    EXTRA,
    HIGH,
    LABEL,
    LOW,
    MISSING,
    MOVED,
    NP_INTERNAL,
    ORDER,
    SINGLE_WORD,
    SPAN,
    TAG,
    UNALIGNED,
    UNARY_EXTRA,
    UNARY_MISSING,
)
from treecompare.mappings.tree_moves import TOP, Mover, Moves, Side, moved_besides
from treecompare.trees.phrases import (
    CLAUSE,
    COORDINATION,
    MODIFIER,
    NP,
    OTHER,
    PP,
    VP,
    is_coordinator,
    sort_of,
)
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD

SHARE = 0.5
"""Two constituents of one label that share so many of their words are one with other words."""


class Positions(NamedTuple):
    """Which word of the gold is meant: ``shared`` by bit, ``alone`` by the number of a word that the system lacks."""

    shared: list[int]
    alone: dict[int, int]


def tree_errors(gold: Side, test: Side, swapped: Sequence[int], positions: Positions) -> list[Error]:
    """The errors of a pair, from left to right. ``swapped``: the gold nodes that the T-mapping relabels."""
    return _Pair(gold, test, swapped, positions).errors()


class _Pair(Moves):
    def __init__(self, gold: Side, test: Side, swapped: Sequence[int], positions: Positions) -> None:
        super().__init__(gold, test)
        self.swapped, self.positions = set(swapped), positions
        # a relabelling costs once; between a tag and a constituent, which have errors of their own, it is the constituent's
        self._charged = {
            ("test", gold.mapped[node])
            if gold.kinds[node] == PRETERMINAL and test.kinds[gold.mapped[node]] == CONSTITUENT
            else ("gold", node)
            for node in swapped
        }

    # -- to which error a changed node belongs -------------------------------------------------------------------------

    def errors(self) -> list[Error]:
        """All errors, from left to right."""
        self.choose()
        owners: dict[Node, Mover] = {}
        left: list[list[Node]] = []
        for part in self._parts():
            owner = self._owner(part)
            if owner is None:
                left.append(part)
            else:
                owner.parts.append(part)
                owners.update(dict.fromkeys(part, owner))
        rest: list[list[Node]] = []
        for part in left:
            # what costs only in the T-mapping belongs to what it stands in
            above = None if self._costs(part)[0] else self._above(part, owners)
            if above is None:
                rest.append(part)
            else:
                above.parts.append(part)
        found = [self._moved(mover) for mover in self.movers if mover.parts]
        found += [self._other(part) for part in self._merged(rest)]
        return sorted(found, key=lambda one: (one.words or (1 << 30,), -len(one.words), one.kind, one.label))

    def _parts(self) -> list[list[Node]]:
        """The changed nodes, with all that stand for each other in either mapping; only those that cost something."""
        gold, test = self.gold, self.test
        seen: set[Node] = set()
        found = []
        for name, side in self.sides.items():
            for node in range(len(side.labels)):
                is_changed = side.same[node] != side.mapped[node] or side.same[node] < 0
                if (name, node) in seen or not (is_changed or (name == "gold" and node in self.swapped)):
                    continue
                part, waiting = [], [(name, node)]
                seen.add((name, node))
                while waiting:
                    where, one = waiting.pop()
                    part.append((where, one))
                    own, there = (gold, "test") if where == "gold" else (test, "gold")
                    if not own.words[one]:
                        # a word that the other side lacks, and what stands over it alone
                        above = own.parents[one]
                        around = [
                            *own.daughters.get(one, ()),
                            *([above] if above != TOP and not own.words[above] else []),
                        ]
                        waiting += [(where, near) for near in around if (where, near) not in seen]
                        seen.update((where, near) for near in around)
                    partners = [own.same[one], own.mapped[one]]
                    if own.kinds[one] == PRETERMINAL and own.same[one] < 0:
                        partners.append(self.sides[there].lone_tags.get(own.words[one], -1))
                    for partner in partners:
                        # a tag has an error of its own, whatever it is mapped to
                        if partner < 0 or (own.kinds[one] == PRETERMINAL) != (
                            self.sides[there].kinds[partner] == PRETERMINAL
                        ):
                            continue
                        if (there, partner) not in seen:
                            seen.add((there, partner))
                            waiting.append((there, partner))
                part.sort()
                if any(self._costs(part)):
                    found.append(part)
        return found

    def _costs(self, part: list[Node]) -> tuple[int, int]:
        e_cost = t_cost = 0
        for name, node in part:
            side = self.sides[name]
            e_cost += side.same[node] < 0 and side.kinds[node] != WORD
            t_cost += side.mapped[node] < 0 or (name, node) in self._charged
        return e_cost, t_cost

    def _owner(self, part: list[Node]) -> Mover | None:
        """The mover to which changed nodes belong, None if none accounts for them."""
        words = [self.sides[name].words[node] for name, node in part]
        if not all(words):
            return None
        if any(self.sides[name].same[node] >= 0 for name, node in part):
            inside = [mover for mover in self.movers if all(one & ~mover.words == 0 for one in words)]
            if inside:
                return min(inside, key=lambda mover: mover.words.bit_count())
        difference = 0
        for one in words:
            difference |= one ^ words[0]
        if not difference:
            difference = self.least_difference(*part[0])
        shares = [((mover.words & difference).bit_count(), -(mover.words & -mover.words)) for mover in self.movers]
        if shares and max(shares)[0]:
            return self.movers[shares.index(max(shares))]
        nodes = [(name, self.sides[name].words[node]) for name, node in part if self.sides[name].same[node] < 0]
        at_site = [mover for mover in self.movers if any(one in self.sites_of([mover], name) for name, one in nodes)]
        return min(at_site, key=lambda mover: mover.words & -mover.words) if at_site else None

    def _above(self, part: list[Node], owners: dict[Node, Mover]) -> Mover | None:
        """The mover that the nearest changed node above belongs to."""
        for name, node in part:
            side = self.sides[name]
            above = node
            while above != TOP:
                if (name, above) in owners:
                    return owners[name, above]
                above = side.parents[above]
        return None

    def _merged(self, parts: list[list[Node]]) -> list[list[Node]]:
        """Parts, with a gold and a test node over the same words that nothing stands for as one: a label that differs."""
        lone = {
            self.test.words[part[0][1]]: part for part in reversed(parts) if len(part) == 1 and part[0][0] == "test"
        }
        found, used = [], set()
        for part in parts:
            (name, node), *more = part
            other = lone.get(self.gold.words[node]) if name == "gold" and not more else None
            if other is not None and self.gold.words[node] and self.gold.kinds[node] == self.test.kinds[other[0][1]]:
                del lone[self.gold.words[node]]
                used |= {id(part), id(other)}
                found.append([*part, *other])
        return self._resized([*found, *(part for part in parts if id(part) not in used)])

    def _resized(self, parts: list[list[Node]]) -> list[list[Node]]:
        """Parts, with a gold and a test constituent of one label that share at least half of their words as one."""
        alone: dict[str, list[list[Node]]] = {"gold": [], "test": []}
        for part in parts:
            name, node = part[0]
            if len(part) == 1 and self.sides[name].kinds[node] == CONSTITUENT and self.sides[name].words[node]:
                alone[name].append(part)
        shared = []
        for one in alone["gold"]:
            for other in alone["test"]:
                gold, test = one[0][1], other[0][1]
                words, others = self.gold.words[gold], self.test.words[test]
                share = (words & others).bit_count() / (words | others).bit_count()
                if share >= SHARE and self.gold.codes[gold] == self.test.codes[test]:
                    shared.append((-share, gold, test, one, other))
        used: set[int] = set()
        found = []
        for _, _, _, one, other in sorted(shared, key=lambda entry: entry[:3]):
            if id(one) not in used and id(other) not in used:
                used |= {id(one), id(other)}
                found.append([*one, *other])
        return [*found, *(part for part in parts if id(part) not in used)]

    # -- errors described --------------------------------------------------------------------------------------------

    def _numbers(self, words: int) -> tuple[int, ...]:
        found = []
        while words:
            low = words & -words
            found.append(self.positions.shared[low.bit_length() - 1])
            words ^= low
        return tuple(found)

    def _moved(self, mover: Mover) -> Error:
        gold, test = self.gold, self.test
        left = self.left(moved_besides(mover.words, self.movers) | mover.words)
        source, target = left[0].over(mover.source), left[1].over(mover.target)
        height = "" if source == target else HIGH if not source & ~target else LOW if not target & ~source else ""
        costs = [self._costs(part) for part in mover.parts]
        tops = [("gold", node) for node, _ in mover.tops] + [("test", node) for _, node in mover.tops]
        return Error(
            MOVED, self._what_moved(mover), " ".join(gold.label(node) for node, _ in mover.tops), self._numbers(mover.words),
            gold.label(mover.source), test.label(mover.target), gold.number(mover.source), test.number(mover.target), height,
            self._numbered(tops), self._numbered(node for part in mover.parts for node in part),
            sum(e for e, _ in costs), sum(t for _, t in costs), gold.depth(mover.tops[0][0]),
        )  # fmt: skip

    def _numbered(self, nodes: Iterable[Node]) -> tuple[Node, ...]:
        """Nodes by the numbers of their trees, the gold's first."""
        return tuple(sorted((name, self.sides[name].numbers[node]) for name, node in nodes))

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

    def _other(self, part: list[Node]) -> Error:
        gold, test = self.gold, self.test
        e_cost, t_cost = self._costs(part)
        of_gold = [node for name, node in part if name == "gold"]
        of_test = [node for name, node in part if name == "test"]
        name, node = ("gold", of_gold[-1]) if of_gold else ("test", of_test[-1])
        side = self.sides[name]
        words, kind = side.words[node], side.kinds[node]
        other = test if name == "gold" else gold
        source, target, height = TOP, TOP, ""
        if any(not self.sides[where].words[one] for where, one in part):
            what_is_wrong, what = UNALIGNED, SINGLE_WORD
        elif of_gold and of_test:
            source, target = of_gold[-1], of_test[-1]
            what = sort_of(gold.labels[source])
            if len({self.sides[where].words[one] for where, one in part}) > 1:
                what_is_wrong = SPAN
            elif any(self.sides[where].same[one] >= 0 for where, one in part):
                what_is_wrong, source, target = ORDER, TOP, TOP
            elif kind == PRETERMINAL and test.kinds[target] == PRETERMINAL:
                what_is_wrong, what = TAG, SINGLE_WORD
            else:
                what_is_wrong = LABEL
        elif any(other.words[one] == words for one in other.constituents) or words.bit_count() == 1:
            what_is_wrong = UNARY_MISSING if name == "gold" else UNARY_EXTRA
            what = SINGLE_WORD if words.bit_count() == 1 else sort_of(side.labels[node])
        else:
            what_is_wrong = MISSING if name == "gold" else EXTRA
            what = _what_is_bracketed(side, node)
            there = other.lowest_over(words)
            source, target, height = (node, there, HIGH) if name == "gold" else (there, node, LOW)
        numbers = self._numbers(words)
        if what_is_wrong == UNALIGNED:
            alone = self.positions.alone
            numbers = tuple(sorted(alone[gold.numbers[one]] for one in of_gold if gold.numbers[one] in alone))
        place = of_gold[-1] if of_gold else gold.lowest_over(words)
        return Error(
            what_is_wrong, what, side.label(node), numbers, gold.label(source), test.label(target),
            gold.number(source), test.number(target), height, (), self._numbered(part), e_cost, t_cost, gold.depth(place),
        )  # fmt: skip


def _sisters(side: Side, nodes: list[int]) -> Iterator[int]:
    """What stands directly before and after neighbours, or over the same words as one of them."""
    for node in nodes:
        top = node
        while side.parents[top] != TOP and side.words[side.parents[top]] == side.words[node]:
            top = side.parents[top]
        around = side.daughters[side.parents[top]]
        place = around.index(top)
        yield from around[max(0, place - 1) : place]
        yield from around[place + 1 : place + 2]


def _what_is_bracketed(side: Side, node: int) -> str:
    """What a constituent that only one tree has does to its daughters."""
    daughters = side.daughters[node]
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
