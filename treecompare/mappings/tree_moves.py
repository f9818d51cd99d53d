"""What moved between two trees of constituents, chosen by how much it explains.

A node or word that both trees have (same words, same label) may have *moved* where its sites, the lowest ancestors with more words
than it, are neither mapped to each other nor over the same words. It has not moved where one site is merely missing or extra: no
node stands for it, the next mapped node above is the counterpart of the other site, it crosses nothing in the other tree, and the
other tree has no such constituent with the moved words or without them. Nor has it moved where its sites are one constituent with
other words: they have the same label, no counterpart, and further words in common.

Where one thing moves, everything between its two sites has other words, and what stays has other sites. So movers are chosen one
after the other: the next is the one that accounts for most constituents without counterpart, because these are its site or would
have a counterpart without the moved words; what has the same site without these words has not moved. Ties: fewest neighbours
moved, then what the T-mapping deletes and inserts, then fewest words, then the leftmost. Neighbours that leave one site for one
other move together. Words are the same whatever their tags; :mod:`treecompare.mappings.tree_errors` does not say of those with
other tags that they moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from treecompare.trees.tree import PRETERMINAL, WORD

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
            words: node
            for node, words in enumerate(self.words)
            if self.kinds[node] == PRETERMINAL and self.same[node] < 0 and words
        }

    @cached_property
    def _daughters(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for node, parent in enumerate(self.parents):
            found.setdefault(parent, []).append(node)
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


@dataclass(eq=False)
class Mover:
    """Neighbours that move together: (gold, test) nodes at the top of what moves, and their sites."""

    tops: list[tuple[int, int]]
    words: int
    source: int
    target: int
    is_part: bool = False
    is_doubtful: bool = False


class Accounted(NamedTuple):
    """How many constituents without counterpart movers account for: ``nodes`` in all, of these ``twins`` that equal one of the
    other tree without the moved words, and ``pairs`` that equal one which has no counterpart either."""

    nodes: int
    twins: int
    pairs: int


class _Difference(NamedTuple):
    """The ``words`` of a constituent without counterpart, and those in which constituents of the other tree with its label differ
    from it: ``all`` of these, and ``alone`` from those that lack a counterpart, too."""

    words: int
    all: list[int]
    alone: list[int]


class _Open(NamedTuple):
    """Constituents without counterpart: those ``near`` one of the other tree, which it equals without words that may move, and by
    their words the number of all ``others``, which can only be sites."""

    near: list[_Difference]
    others: dict[int, int]


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
    """What moved between two trees: :attr:`movers`, once they are chosen. ``apart``: the gold nodes that the other tree has on a
    site with other words."""

    def __init__(self, gold: Side, test: Side, apart: Sequence[int]) -> None:
        self.gold, self.test = gold, test
        self.movers: list[Mover] = []
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
                without = moved_besides(words, movers)
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
        without = moved_besides(whole.words, self.movers)
        source, target = whole.source, whole.target
        is_doubtful = _lacks(gold, source, test, target, without) or _lacks(test, target, gold, source, without)
        if is_doubtful and not self._common:
            return
        whole.is_doubtful = is_doubtful
        if whole.words not in (gold.over(source, without), test.over(target, without)):  # something has to stay
            yield whole
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
        """Whether two sites are mapped to each other."""
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
        """Whether two sites are one constituent with other words: one label, no counterpart, and further words in common."""
        if source == TOP or target == TOP or self.gold.same[source] >= 0 or self.test.same[target] >= 0:
            return False
        if self.gold.codes[source] != self.test.codes[target]:
            return False
        return bool(self.gold.words[source] & self.test.words[target] & ~words)

    def choose(self) -> None:
        """Chooses movers until none accounts for any further node."""
        accounted = Accounted(0, 0, 0)
        total = len(self.gold.unmatched) + len(self.test.unmatched)
        while accounted.nodes < total:
            best: tuple[tuple[int, int, bool, int, bool, int, int], Mover, Accounted] | None = None
            candidates = self._candidates()
            if not candidates:
                return
            open_ = self._open(candidates)
            for mover in candidates:
                number = self._accounted(mover, open_)
                if number.nodes <= accounted.nodes or (mover.is_doubtful and number.pairs <= accounted.pairs):
                    continue
                gold, test = mover.tops[0]
                words = mover.words
                is_kept = self.gold.mapped[gold] == test
                rank = (
                    -number.nodes, -number.twins, mover.is_part, len(mover.tops), is_kept, words.bit_count(), words & -words,
                )  # fmt: skip
                if best is None or rank < best[0]:
                    best = rank, mover, number
            if best is None:
                return
            self.movers.append(best[1])
            self._all_moved |= best[1].words
            accounted = best[2]

    def _open(self, candidates: list[Mover]) -> list[_Open]:
        """Of the gold and of the test, what the movers and any one of the candidates may account for."""
        movable = self._all_moved
        for mover in candidates:
            movable |= mover.words
        stays = ~movable
        found = []
        for differences in self._differences:
            near: list[_Difference] = []
            others: dict[int, int] = {}
            for one in differences:
                there = [words for words in one.all if not words & stays]
                if there:
                    near.append(_Difference(one.words, there, one.alone))
                else:
                    others[one.words] = others.get(one.words, 0) + 1
            found.append(_Open(near, others))
        return found

    def _accounted(self, more: Mover, open_: list[_Open]) -> Accounted:
        """What the movers account for, and one more."""
        number = all_twins = pairs = 0
        movers = [*self.movers, more]
        all_moved = self._all_moved | more.words
        gold, test = self.gold.words, self.test.words
        for (near, others), sites in (
            (open_[0], {gold[mover.source] for mover in movers if mover.source != TOP}),
            (open_[1], {test[mover.target] for mover in movers if mover.target != TOP}),
        ):
            for words, differences, alone in near:
                stays = ~(all_moved if words & ~all_moved else moved_apart(words, movers))
                if words & stays and _is_any_moved(differences, stays):
                    number += 1
                    all_twins += 1
                    pairs += _is_any_moved(alone, stays)
                else:
                    number += words in sites
            for words in sites:
                number += others.get(words, 0)
        return Accounted(number, all_twins, pairs)

    @cached_property
    def _differences(self) -> tuple[list[_Difference], list[_Difference]]:
        """Of the gold and of the test, an entry per constituent without counterpart."""
        return _differences(self.gold, self.test), _differences(self.test, self.gold)

    def least_difference(self, side: Side, node: int) -> int:
        """The fewest moved words in which a constituent without counterpart differs from one of the other tree; 0 for none."""
        if node not in side.unmatched:
            return 0
        words, differences, _ = self._differences[side is self.test][side.unmatched.index(node)]
        stays = ~moved_apart(words, self.movers)
        if not words & stays:
            return 0
        return min((one for one in differences if not one & stays), key=int.bit_count, default=0)


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


def _is_any_moved(differences: list[int], stays: int) -> bool:
    # a loop: a generator takes three times as long, and this is asked most often of all
    for one in differences:  # noqa: SIM110
        if not one & stays:
            return True
    return False


def _differences(side: Side, other: Side) -> list[_Difference]:
    found = []
    for node in side.unmatched:
        words, code = side.words[node], side.codes[node]
        others = [one for one in other.constituents if other.codes[one] == code and other.words[one] != words]
        alone = [words ^ other.words[one] for one in others if other.same[one] < 0]
        found.append(_Difference(words, [words ^ other.words[one] for one in others], alone))
    return found


def moved_apart(words: int, movers: Sequence[Mover]) -> int:
    """Words that moved, but not together with all of these."""
    found = 0
    for mover in movers:
        if words & ~mover.words:
            found |= mover.words
    return found


def moved_besides(words: int, movers: Sequence[Mover]) -> int:
    """The same without these words themselves."""
    return moved_apart(words, movers) & ~words
