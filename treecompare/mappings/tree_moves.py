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
other move together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from treecompare.mappings.errors import Node
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD

TOP = -1
"""Stands above the roots of a tree."""


@dataclass(frozen=True, eq=False)
class Side:
    """One tree of a pair. All lists have an entry per node, in postorder; what stands inside subtrees that are equal in both trees
    may be left out.

    ``numbers``: those that nodes have in their tree. ``words``: the node's words as bits, the same bit for the same word in both
    trees; 0 where the other tree has none of them. ``same``: the node of the other tree with the same label and words;
    ``mapped``: its counterpart in the T-mapping; -1 for none. ``codes``: equal for equal labels.
    """

    numbers: list[int]
    labels: list[str]
    codes: list[int]
    kinds: list[int]
    parents: list[int]
    words: list[int]
    same: list[int]
    mapped: list[int]

    @cached_property
    def unmatched(self) -> list[int]:
        """The constituents that the other tree does not have."""
        return [node for node in self.constituents if self.same[node] < 0]

    @cached_property
    def constituents(self) -> list[int]:
        """All constituents over words that both trees have."""
        return [node for node, kind in enumerate(self.kinds) if kind == CONSTITUENT and self.words[node]]

    @cached_property
    def lone_tags(self) -> dict[int, int]:
        """The tags that the other tree does not have, by their words."""
        return {
            words: node
            for node, words in enumerate(self.words)
            if self.kinds[node] == PRETERMINAL and self.same[node] < 0 and words
        }

    @cached_property
    def daughters(self) -> dict[int, list[int]]:
        """Daughters of each node from left to right, of TOP the roots."""
        found: dict[int, list[int]] = defaultdict(list)
        for node, parent in enumerate(self.parents):
            found[parent].append(node)
        return found

    def label(self, node: int) -> str:
        """The label of a node, of a word that of its tag; empty above the roots."""
        if node == TOP:
            return ""
        parent = self.parents[node]
        is_tagged = self.kinds[node] == WORD and parent != TOP and self.kinds[parent] == PRETERMINAL
        return self.labels[parent if is_tagged else node]

    def number(self, node: int) -> int:
        """The number of a node in its tree; -1 above the roots."""
        return TOP if node == TOP else self.numbers[node]

    def chain(self, site: int) -> Iterator[int]:
        """The site and the nodes above it over the same words."""
        words = self.words[site]
        while site != TOP and self.words[site] == words:
            yield site
            site = self.parents[site]

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


class Left:
    """What is left of a tree without some words. ``words``: per node; ``everything``: of the whole tree."""

    def __init__(self, side: Side, without: int) -> None:
        self.side = side
        self.words = [words & ~without for words in side.words] if without else side.words
        self.everything = 0
        for node in side.daughters[TOP]:
            self.everything |= self.words[node]
        self.crossable = [self.words[node] for node in side.unmatched]

    def over(self, site: int) -> int:
        """The words of a site."""
        return self.everything if site == TOP else self.words[site]

    def site(self, node: int) -> int:
        """The lowest ancestor with more words than the node; TOP if there is none."""
        own, above, parents = self.words[node], self.side.parents[node], self.side.parents
        while above != TOP and self.words[above] == own:
            above = parents[above]
        return above

    def is_crossed(self, words: int) -> bool:
        """Whether a constituent that the other tree does not have overlaps these words."""
        for one in self.crossable:
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
    parts: list[list[Node]] = field(default_factory=list)


class Accounted(NamedTuple):
    """How many constituents without counterpart movers account for: ``nodes`` in all, of these ``twins`` that equal one of the
    other tree without the moved words, and ``pairs`` that equal one which has no counterpart either."""

    nodes: int
    twins: int
    pairs: int


class Moves:
    """What moved between two trees: :attr:`movers`, once they are chosen."""

    def __init__(self, gold: Side, test: Side) -> None:
        self.gold, self.test = gold, test
        self.sides = {"gold": gold, "test": test}
        self.movers: list[Mover] = []
        self._left: dict[int, tuple[Left, Left]] = {}

    def left(self, without: int) -> tuple[Left, Left]:
        """Both trees without some words."""
        found = self._left.get(without)
        if found is None:
            found = self._left[without] = Left(self.gold, without), Left(self.test, without)
        return found

    # -- what moved --------------------------------------------------------------------------------------------------

    def _candidates(self) -> list[Mover]:
        """What has other sites, given what is known to have moved."""
        gold = self.gold
        by_sites: dict[tuple[int, int], list[tuple[int, int, int, int, int]]] = {}
        seen = {mover.words for mover in self.movers}
        # from the top down, so that of nodes over the same words the highest stands for all
        for node in range(len(gold.labels) - 1, -1, -1):
            other, words = gold.same[node], gold.words[node]
            if other < 0 or not words or words in seen:
                continue
            seen.add(words)
            of_gold, of_test = self.left(moved_besides(words, self.movers))
            source, target = of_gold.site(node), of_test.site(other)
            over = of_gold.over(source), of_test.over(target)
            if over[0] != over[1] and not self._is_mapped(source, target) and not self._is_alike(source, target, words):
                by_sites.setdefault(over, []).append(((words & -words).bit_length(), node, other, source, target))
        return [
            mover
            for nodes in by_sites.values()
            for whole in self._neighbours(sorted(nodes))
            for mover in self._parts_of(whole)
        ]

    def _parts_of(self, whole: Mover) -> Iterator[Mover]:
        """Neighbours, and the first and last ones of them, as far as they can have moved."""
        gold, number = self.gold, len(whole.tops)
        of_gold, of_test = self.left(moved_besides(whole.words, self.movers))
        source, target = whole.source, whole.target
        is_doubtful = self._lacks(of_gold, source, of_test, target) or self._lacks(of_test, target, of_gold, source)
        if is_doubtful and not self._common:
            return
        sites = of_gold.over(source), of_test.over(target)
        whole.is_doubtful = is_doubtful
        if whole.words not in sites:  # something has to stay
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
        there, mapped, words = self.test.words[target], self.gold.mapped, self.test.words
        return any(mapped[node] >= 0 and words[mapped[node]] == there for node in self.gold.chain(source))

    def _is_alike(self, source: int, target: int, words: int) -> bool:
        """Whether two sites are one constituent with other words: one label, no counterpart, and further words in common."""
        if source == TOP or target == TOP or self.gold.same[source] >= 0 or self.test.same[target] >= 0:
            return False
        if self.gold.codes[source] != self.test.codes[target]:
            return False
        return bool(self.gold.words[source] & self.test.words[target] & ~words)

    def _lacks(self, left: Left, site: int, other: Left, other_site: int) -> bool:
        """Whether the other tree merely lacks the site: what stands for the next node above it is the other site."""
        side = left.side
        if site == TOP or any(side.mapped[node] >= 0 for node in side.chain(site)):
            return False
        above = site
        while above != TOP and side.mapped[above] < 0:
            if other.is_crossed(left.words[above]):
                return False
            above = side.parents[above]
        if above == TOP or other_site == TOP:
            return above == other_site
        return other.side.words[side.mapped[above]] == other.side.words[other_site]

    def choose(self) -> None:
        """Chooses movers until none accounts for any further node."""
        accounted = Accounted(0, 0, 0)
        total = len(self.gold.unmatched) + len(self.test.unmatched)
        while accounted.nodes < total:
            best: tuple[tuple[int, int, bool, int, bool, int, int], Mover, Accounted] | None = None
            for mover in self._candidates():
                number = self._accounted([*self.movers, mover])
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
            accounted = best[2]

    def _accounted(self, movers: list[Mover]) -> Accounted:
        """What these movers account for."""
        number = all_twins = pairs = 0
        all_moved = 0
        for mover in movers:
            all_moved |= mover.words
        for name in ("gold", "test"):
            sites = self.sites_of(movers, name)
            for words, differences in self._differences[name].values():
                without = all_moved if words & ~all_moved else moved_apart(words, movers)
                is_twin = False
                for difference, is_alone in differences:
                    if not difference & ~without and words & ~without:
                        is_twin = True
                        if is_alone:
                            pairs += 1
                            break
                number += is_twin or words in sites
                all_twins += is_twin
        return Accounted(number, all_twins, pairs)

    @cached_property
    def _differences(self) -> dict[str, dict[int, tuple[int, list[tuple[int, bool]]]]]:
        """For each constituent without counterpart its words, and those in which constituents of the other tree with its label
        differ from it, with whether these lack a counterpart, too."""
        found: dict[str, dict[int, tuple[int, list[tuple[int, bool]]]]] = {"gold": {}, "test": {}}
        for name, side, other in (("gold", self.gold, self.test), ("test", self.test, self.gold)):
            by_code: dict[int, list[int]] = {}
            for node in other.constituents:
                by_code.setdefault(other.codes[node], []).append(node)
            for node in side.unmatched:
                words = side.words[node]
                found[name][node] = (
                    words,
                    [
                        (words ^ other.words[one], other.same[one] < 0)
                        for one in by_code.get(side.codes[node], ())
                        if words != other.words[one]
                    ],
                )
        return found

    def sites_of(self, movers: Sequence[Mover], name: str) -> set[int]:
        """The words of the sites of movers in one of the trees."""
        if name == "gold":
            return {self.gold.words[mover.source] for mover in movers if mover.source != TOP}
        return {self.test.words[mover.target] for mover in movers if mover.target != TOP}

    def least_difference(self, name: str, node: int) -> int:
        """The fewest moved words in which a constituent without counterpart differs from one of the other tree; 0 for none."""
        words, differences = self._differences[name].get(node, (0, []))
        without = moved_apart(words, self.movers)
        if not words & ~without:
            return 0
        moved = [difference for difference, _ in differences if not difference & ~without]
        return min(moved, key=int.bit_count, default=0)


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
