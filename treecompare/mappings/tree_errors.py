# cython: annotation_typing=False
"""The errors of one pair of trees of constituents: what moved, what is missing or extra, and what is relabelled.

Errors are found in what is attached elsewhere: what has the same label moved; a word whose tag differs, too, is a word with another
tag. Each changed node then belongs to one error. Nodes that stand for each other in either mapping
stay together. Inside a moved constituent they belong to its move, and so do nodes whose words differ by it, most of all if
several moved; a tag that differs is an error of its own. What is left is a constituent or a unary node missing or extra, a label,
or other words.

A node or word that both trees have (same words, same label) may have *moved* where its sites, the lowest ancestors with more words
than it, are neither mapped to each other nor over the same words. It has not moved where one site is merely missing or extra: no
node stands for it, the next mapped node above is the counterpart of the other site, it crosses nothing in the other tree, and the
other tree has no such constituent with the moved words or without them. Nor has it moved where its sites are one constituent with
other words: they have the same label, no counterpart, and further words in common.

Where one thing moves, everything between its two sites has other words, and what stays has other sites. So movers are chosen one
after the other: the next is the one that accounts for most constituents without counterpart, because these are its site or would
have a counterpart without the moved words; what has the same site without these words has not moved. Ties: fewest neighbours
moved, then what the T-mapping deletes and inserts, then fewest words, then the leftmost. Neighbours that leave one site for one
other move together. Words are the same whatever their tags; those with other tags count as such (see above), not as moved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from treecompare.kernels import kernel
from treecompare.kernels.accounts import Accounts, Moved
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
from treecompare.trees.edge_labels import CLAUSE, COORDINATION, MODIFIER, NP, OTHER, PP, VP, is_coordinator, sort_of
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD

TOP = -1
"""Stands above the roots of a tree."""


@dataclass(eq=False)
class Side:
    """One tree of a pair. All columns have an entry per node, in postorder; what stands inside subtrees that are equal in both
    trees may be left out.

    ``numbers``: those that nodes have in their tree. ``words``: the node's words as bits, the same bit for the same word in both
    trees; 0 where the other tree has none of them. ``same``: the node of the other tree with the same label and words;
    ``mapped``: its counterpart in the T-mapping; -1 for none. ``codes``: equal for equal labels. ``sites``: the lowest ancestor
    with more words, TOP if there is none.

    Besides, lists of nodes: ``constituents``: all over words that both trees have. ``unmatched``: those of them that the other
    tree does not have. ``changed``: all nodes that the two mappings do not pair with one and the same node, or that they relabel.
    """

    numbers: list[int]
    labels: list[str]
    codes: list[int]
    kinds: list[int]
    parents: list[int]
    words: list[int]
    same: list[int]
    mapped: list[int]
    sites: list[int]
    constituents: list[int]
    unmatched: list[int]
    changed: list[int]

    @cached_property
    def everything(self) -> int:
        """The words of the whole tree."""
        found = 0
        for node in self.daughters(TOP):
            found |= self.words[node]
        return found

    @cached_property
    def lone_tags(self) -> dict[int, int]:
        """The tags that the other tree does not have, by their words."""
        return {
            self.words[node]: node
            for node in self.changed
            if self.kinds[node] == PRETERMINAL and self.same[node] < 0 and self.words[node]
        }

    @cached_property
    def spans(self) -> set[int]:
        """The words of all constituents over words that both trees have."""
        return {self.words[node] for node in self.constituents}

    @cached_property
    def _daughters(self) -> dict[int, list[int]]:
        found: defaultdict[int, list[int]] = defaultdict(list)
        for node, parent in enumerate(self.parents):
            found[parent].append(node)
        return found

    def daughters(self, node: int) -> list[int]:
        """The daughters of a node from left to right, of TOP the roots."""
        return self._daughters.get(node, [])

    def has_tag(self, node: int) -> bool:
        """Whether the node is a word with a tag."""
        parent = self.parents[node]
        return self.kinds[node] == WORD and parent != TOP and self.kinds[parent] == PRETERMINAL

    def label(self, node: int) -> str:
        """The label of a node, of a word that of its tag; empty above the roots."""
        if node == TOP:
            return ""
        return self.labels[self.parents[node] if self.has_tag(node) else node]

    def number(self, node: int) -> int:
        """The number of a node in its tree; -1 above the roots."""
        return TOP if node == TOP else self.numbers[node]

    def is_mapped(self, site: int) -> bool:
        """Whether the site, or a node above it over the same words, has a counterpart in the T-mapping."""
        words = self.words[site]
        while site != TOP and self.words[site] == words:
            if self.mapped[site] >= 0:
                return True
            site = self.parents[site]
        return False

    def lowest_over(self, words: int) -> int:
        """The lowest constituent that has more than these words, TOP if none has."""
        for node in self.constituents:
            if words & ~self.words[node] == 0 and self.words[node] != words:
                return node
        return TOP

    def depth(self, node: int) -> int:
        """How many nodes stand above it."""
        found = -1
        while node != TOP:
            node, found = self.parents[node], found + 1
        return max(found, 0)

    # -- the tree without the words ``without``, none of which is the node's own --

    def over(self, site: int, without: int) -> int:
        """The words of a site."""
        return (self.everything if site == TOP else self.words[site]) & ~without

    def site(self, node: int, without: int) -> int:
        """The lowest ancestor with more words than the node; TOP if there is none."""
        own, above = self.words[node], self.sites[node]
        while above != TOP and self.words[above] & ~without == own:
            above = self.parents[above]
        return above

    def is_crossed(self, words: int, without: int) -> bool:
        """Whether a constituent that the other tree does not have overlaps these words."""
        for node in self.unmatched:
            one = self.words[node] & ~without
            common = words & one
            if common and common != words and common != one:
                return True
        return False


KERNEL_WORDS = 64


def accounts_of(gold: Side, test: Side) -> Accounts:
    """Accounts of nothing yet."""
    has_room = not max(gold.words + test.words, default=0) >> KERNEL_WORDS
    made: type[Accounts] = kernel("accounts").Accounts if has_room else Accounts
    return made(gold, test)


def moved_apart(words: int, moved: Sequence[Moved]) -> int:
    """Words that moved, but not together with all of these."""
    found = 0
    for one, _, _ in moved:
        if words & ~one:
            found |= one
    return found


def moved_besides(words: int, moved: Sequence[Moved]) -> int:
    """The same without these words themselves."""
    return moved_apart(words, moved) & ~words


@dataclass(eq=False)
class Mover:
    """Neighbours that move together: (gold, test) nodes at the top of what moves, and their sites."""

    tops: list[tuple[int, int]]
    words: int
    source: int
    target: int
    is_part: bool = False
    is_doubtful: bool = False


class _Attached(NamedTuple):
    """A node that both trees have, with its words and its sites, and the other words of these sites. ``is_apart``: whether it
    has other sites, as long as none of them has lost all its other words."""

    node: int
    other: int
    words: int
    source: int
    target: int
    beside: int
    beside_other: int
    is_apart: bool


class Moves:
    """What moved between two trees: :attr:`movers`, once they are chosen, and :attr:`moved`, the same in words. ``apart``: the gold
    nodes that the other tree has on a site with other words."""

    def __init__(self, gold: Side, test: Side, apart: Sequence[int]) -> None:
        self.gold, self.test = gold, test
        self.movers: list[Mover] = []
        self.moved: list[Moved] = []
        self._apart = apart
        self._all_moved = 0

    # -- what moved --------------------------------------------------------------------------------------------------

    def _candidates(self) -> list[Mover]:
        """What has other sites, given what is known to have moved."""
        gold, test, movers, stays = self.gold, self.test, self.movers, ~self._all_moved
        by_sites: dict[tuple[int, int], list[tuple[int, int, int, int, int]]] = {}
        seen = {mover.words for mover in movers}
        # from the top down, so that of nodes over the same words the highest stands for all
        for node, other, words, source, target, beside, beside_other, is_apart in self._attached:
            if words in seen:
                continue
            seen.add(words)
            without = 0
            if movers:
                without = moved_besides(words, self.moved)
                if not (beside & stays and beside_other & stays):
                    source, target = gold.site(node, without), test.site(other, without)
                    is_apart = self._is_apart(source, target, words)
            if is_apart:
                over = gold.over(source, without), test.over(target, without)
                if over[0] != over[1]:
                    by_sites.setdefault(over, []).append(((words & -words).bit_length(), node, other, source, target))
        return [
            mover
            for nodes in by_sites.values()
            for whole in self._neighbours(sorted(nodes))
            for mover in self._parts_of(whole)
        ]

    @cached_property
    def _attached(self) -> list[_Attached]:
        """All nodes that may have other sites, from the top down: ``apart``. Sites over the same words stay so, whatever moves:
        what is the last to leave them has the same site in both trees, namely what stays."""
        return [self._with_site(node) for node in reversed(self._apart)]

    def _with_site(self, node: int) -> _Attached:
        gold, test, other, words = self.gold, self.test, self.gold.same[node], self.gold.words[node]
        source, target = gold.sites[node], test.sites[other]
        over, over_other = gold.over(source, 0), test.over(target, 0)
        is_apart = over != over_other and self._is_apart(source, target, words)
        return _Attached(node, other, words, source, target, over & ~words, over_other & ~words, is_apart)

    def _is_apart(self, source: int, target: int, words: int) -> bool:
        """Whether sites with different words are different ones."""
        return not self._is_mapped(source, target) and not self._is_alike(source, target, words)

    def _parts_of(self, whole: Mover) -> Iterator[Mover]:
        """Neighbours, and the first and last ones of them, as far as they can have moved."""
        gold, test, number = self.gold, self.test, len(whole.tops)
        without = moved_besides(whole.words, self.moved)
        source, target = whole.source, whole.target
        is_doubtful = _lacks(gold, source, test, target, without) or _lacks(test, target, gold, source, without)
        if is_doubtful and not self._common:
            return
        whole.is_doubtful = is_doubtful
        if whole.words not in (gold.over(source, without), test.over(target, without)):  # something has to stay
            yield whole
        if number == 1:
            return
        for first, last in [
            *((0, last) for last in range(1, number)),
            *((first, number) for first in range(1, number)),
        ]:
            tops = whole.tops[first:last]
            words = 0
            for node, _ in tops:
                words |= gold.words[node]
            yield Mover(tops, words, source, target, True, is_doubtful)

    @cached_property
    def _common(self) -> set[int]:
        """Labels of constituents that are in excess on both sides."""
        return {self.gold.codes[node] for node in self.gold.unmatched} & {
            self.test.codes[node] for node in self.test.unmatched
        }

    def _neighbours(self, nodes: list[tuple[int, int, int, int, int]]) -> Iterator[Mover]:
        """Nodes that leave one site for one other, those that stand beside each other as one."""
        mover: Mover | None = None
        for first, node, other, source, target in nodes:
            words = self.gold.words[node]
            if mover is not None and not words & ~mover.words:
                continue  # within what moves already
            if mover is not None and first == mover.words.bit_length() + 1:
                mover.tops.append((node, other))
                mover.words |= words
                continue
            if mover is not None:
                yield mover
            mover = Mover([(node, other)], words, source, target)
        if mover is not None:
            yield mover

    def _is_mapped(self, source: int, target: int) -> bool:
        if source == TOP or target == TOP:
            return source == target
        gold, test = self.gold, self.test
        own, there = gold.words[source], test.words[target]
        while source != TOP and gold.words[source] == own:
            if gold.mapped[source] >= 0 and test.words[gold.mapped[source]] == there:
                return True
            source = gold.parents[source]
        return False

    def _is_alike(self, source: int, target: int, words: int) -> bool:
        if source == TOP or target == TOP or self.gold.same[source] >= 0 or self.test.same[target] >= 0:
            return False
        if self.gold.codes[source] != self.test.codes[target]:
            return False
        return bool(self.gold.words[source] & self.test.words[target] & ~words)

    def choose(self) -> None:
        """Chooses movers until none accounts for any further node."""
        accounted = paired = 0
        total = len(self.gold.unmatched) + len(self.test.unmatched)
        while accounted < total:
            best: tuple[tuple[int, int, bool, int, bool, int, int], Mover, int] | None = None
            candidates = self._candidates()
            if not candidates:
                return
            numbers = self.accounts.of([self._in_words(mover) for mover in candidates])
            for mover, (number, twins, pairs) in zip(candidates, numbers, strict=True):
                if number <= accounted or (mover.is_doubtful and pairs <= paired):
                    continue
                gold, test = mover.tops[0]
                words = mover.words
                is_kept = self.gold.mapped[gold] == test
                rank = -number, -twins, mover.is_part, len(mover.tops), is_kept, words.bit_count(), words & -words
                if best is None or rank < best[0]:
                    best = rank, mover, pairs
            if best is None:
                return
            self._add(best[1])
            accounted, paired = -best[0][0], best[2]

    def _add(self, mover: Mover) -> None:
        self.movers.append(mover)
        self.moved.append(self._in_words(mover))
        self.accounts.add(self.moved[-1])
        self._all_moved |= mover.words

    def _in_words(self, mover: Mover) -> Moved:
        source, target = mover.source, mover.target
        return (
            mover.words,
            0 if source == TOP else self.gold.words[source],
            0 if target == TOP else self.test.words[target],
        )

    @cached_property
    def accounts(self) -> Accounts:
        """What the movers account for."""
        return accounts_of(self.gold, self.test)


def _lacks(side: Side, site: int, other: Side, other_site: int, without: int) -> bool:
    """Whether the other tree only lacks the site: the counterpart of the next node above it is the other site."""
    if site == TOP or side.is_mapped(site):
        return False
    above = site
    while above != TOP and side.mapped[above] < 0:
        if other.is_crossed(side.words[above] & ~without, without):
            return False
        above = side.parents[above]
    if above == TOP or other_site == TOP:
        return above == other_site
    return other.words[side.mapped[above]] == other.words[other_site]


SHARE = 0.5


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
    """The errors of a pair, from left to right. ``swapped``: gold nodes that T relabels; ``apart``: as in :class:`Moves`."""
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
        """Parts, with a gold and a test constituent of one label that share at least ``SHARE`` of all their words as one."""
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
