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

Words are bits, see :class:`treecompare.mappings.tree_sides.Side`; of trees of up to 64 words compiled code counts them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from treecompare.compiled import kernel
from treecompare.kernels.accounts import Accounts, Moved
from treecompare.mappings.tree_sides import TOP, Side

KERNEL_WORDS = 64


def accounts_of(gold: Side, test: Side) -> Accounts:
    """Accounts of nothing yet."""
    compiled = kernel("kernels._accounts")
    has_room = compiled is not None and not max(gold.words + test.words, default=0) >> KERNEL_WORDS
    made: type[Accounts] = compiled.Accounts if compiled is not None and has_room else Accounts
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
