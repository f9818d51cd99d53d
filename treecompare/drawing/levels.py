"""How high every node stands above the words: mapped nodes equally high in both trees, as far as ancestry allows.

Mapped nodes are one node of a common graph, whose edges are those of both trees; the level is the longest way down. T-mappings keep
ancestry, so that this graph has no cycles. E-mappings may turn unary branches round (Emms 2008, section 2): there the pair
of the smallest node that is in the way is given up, and only that one.
"""

from __future__ import annotations

import heapq
from collections.abc import Container

from treecompare.mappings.mapping import Mapping
from treecompare.trees.tree import PRETERMINAL, WORD, Tree


def levels(mapping: Mapping, gold_tops: Container[int], test_tops: Container[int]) -> tuple[list[int], list[int]]:
    """Level of each gold node and of each test node: words 0, tags 1 or more, other nodes with words 2 or more.

    ``gold_tops`` and ``test_tops`` are the tops of folded parts: they stand on the lowest level that leaves room for a triangle,
    and so does nothing below them count.
    """
    return _Levels(mapping, gold_tops, test_tops).found()


class _Levels:
    """Nodes of both trees under one numbering: gold nodes, then test nodes."""

    def __init__(self, mapping: Mapping, gold_tops: Container[int], test_tops: Container[int]) -> None:
        gold, test = mapping.gold, mapping.test
        self.first_test = len(gold)
        self.parents = [*gold.parents, *(parent + len(gold) if parent >= 0 else -1 for parent in test.parents)]
        self.sizes = [*gold.sizes.tolist(), *test.sizes.tolist()]
        self.waiting_for = [0] * len(self.parents)
        for parent in self.parents:
            if parent >= 0:
                self.waiting_for[parent] += 1
        self.levels = [*_least(gold, gold_tops), *_least(test, test_tops)]
        self.is_top = [node in gold_tops for node in range(len(gold))] + [
            node in test_tops for node in range(len(test))
        ]
        self.partner = [-1] * len(self.parents)
        for one, other in mapping.pairs:
            if gold.kinds[one] != WORD and test.kinds[other] != WORD:
                self.partner[one], self.partner[other + len(gold)] = other + len(gold), one
        self.is_done = [False] * len(self.parents)

    def found(self) -> tuple[list[int], list[int]]:
        """Fixes levels from the words up; if all ready nodes wait for their partners, the smallest gives up its partner."""
        ready = [node for node, waiting in enumerate(self.waiting_for) if not waiting]
        held_up: list[tuple[int, int]] = []
        while True:
            while ready:
                node = ready.pop()
                partner = self.partner[node]
                if partner >= 0 and self.waiting_for[partner]:
                    heapq.heappush(held_up, (self.sizes[node], node))
                elif not self.is_done[node]:
                    self._settle([node] if partner < 0 else [node, partner], ready)
            while held_up and (self.is_done[held_up[0][1]] or self.partner[held_up[0][1]] < 0):
                heapq.heappop(held_up)
            if not held_up:
                return self.levels[: self.first_test], self.levels[self.first_test :]
            node = heapq.heappop(held_up)[1]
            self.partner[self.partner[node]] = -1
            self.partner[node] = -1
            ready.append(node)

    def _settle(self, nodes: list[int], ready: list[int]) -> None:
        """Fixes the level of a node or pair and updates its parents."""
        level = max(self.levels[node] for node in nodes)
        for node in nodes:
            self.levels[node] = level
            self.is_done[node] = True
            parent = self.parents[node]
            if parent < 0:
                continue
            if not self.is_top[parent]:
                self.levels[parent] = max(self.levels[parent], level + 1)
            self.waiting_for[parent] -= 1
            if not self.waiting_for[parent]:
                ready.append(parent)


def _least(tree: Tree, tops: Container[int]) -> list[int]:
    """The lowest level of each node, its daughters set aside."""
    return [
        0 if kind == WORD else 1 if kind == PRETERMINAL or (size == 1 and node not in tops) else 2
        for node, (kind, size) in enumerate(zip(tree.kinds.tolist(), tree.sizes.tolist(), strict=True))
    ]
