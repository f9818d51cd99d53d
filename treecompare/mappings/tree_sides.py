"""One tree of a pair of trees of constituents, as the search for what moved sees it: words are bits."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

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
