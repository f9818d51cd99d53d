"""A mapping between two trees: the pairs, what they cost, and what is left over."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np

from treecompare.trees.tree import WORD, Tree, Trees, over_shared

Costs: TypeAlias = dict[tuple[int, int], float]
DELETED, INSERTED, SWAPPED, MATCHED = "deleted", "inserted", "swapped", "matched"


@dataclass(frozen=True, eq=False)
class Mapping:
    """Which node of ``gold`` stands for which node of ``test``; nodes by postorder number, 0-based.

    ``pairs`` is in ascending gold order. ``swapped`` holds the pairs whose labels differ. ``counts_words`` says whether
    words take part in the counts (T) or are merely paired for the drawing (E). ``cost`` is D + I + S, or the sum of
    the costs where label costs were given: ``swap_costs`` are then those of the swapped pairs. ``gold_alone``, ``test_alone``:
    words of which the other side has nothing.
    """

    kind: str
    gold: Tree
    test: Tree
    pairs: tuple[tuple[int, int], ...]
    swapped: frozenset[tuple[int, int]]
    counts_words: bool
    custom_cost: float | None = None
    gold_alone: frozenset[int] = frozenset()
    test_alone: frozenset[int] = frozenset()
    swap_costs: Costs = field(default_factory=dict)

    @cached_property
    def test_of_gold(self) -> dict[int, int]:
        """The partner of each mapped gold node."""
        return dict(self.pairs)

    @cached_property
    def gold_of_test(self) -> dict[int, int]:
        """The partner of each mapped test node."""
        return {test: gold for gold, test in self.pairs}

    @cached_property
    def trees(self) -> dict[str, Tree]:
        """Both trees, by their sides: ``gold`` and ``test``."""
        return {"gold": self.gold, "test": self.test}

    @cached_property
    def partners(self) -> dict[str, dict[int, int]]:
        """The partner of each mapped node of a side."""
        return {"gold": self.test_of_gold, "test": self.gold_of_test}

    def operation(self, side: str, node: int) -> str:
        """What becomes of a node: ``deleted`` (of the gold), ``inserted`` (of the test), ``swapped`` or ``matched``."""
        other = self.partners[side].get(node)
        if other is None:
            return DELETED if side == "gold" else INSERTED
        return SWAPPED if ((node, other) if side == "gold" else (other, node)) in self.swapped else MATCHED

    @cached_property
    def operations(self) -> dict[str, list[str]]:
        """The same of all nodes of a side; words that are not counted are matched."""
        return {
            side: [
                self.operation(side, node) if self.counts_words or kind != WORD else MATCHED
                for node, kind in enumerate(tree.kinds.tolist())
            ]
            for side, tree in self.trees.items()
        }

    @cached_property
    def shared(self) -> tuple[tuple[Tree, list[int]], tuple[Tree, list[int]]]:
        """See :func:`over_shared_words`, of both trees: words and spans of the one are those of the other."""
        return over_shared_words(self.gold, self.gold_alone), over_shared_words(self.test, self.test_alone)

    def _counted(self, tree: Tree, nodes: Iterable[int]) -> int:
        return sum(1 for node in nodes if self.counts_words or tree.kinds[node] != WORD)

    @cached_property
    def counts(self) -> dict[str, int]:
        """``gold``, ``test``, ``words`` (of the gold), ``matched``, ``swapped``, ``deleted``, ``inserted``."""
        gold = self._counted(self.gold, range(len(self.gold)))
        test = self._counted(self.test, range(len(self.test)))
        mapped = self._counted(self.gold, (node for node, _ in self.pairs))
        swapped = len(self.swapped)
        return {
            "gold": gold,
            "test": test,
            "words": len(self.gold.words),
            "matched": mapped - swapped,
            "swapped": swapped,
            "deleted": gold - mapped,
            "inserted": test - mapped,
        }

    def nodes(self, count: str) -> list[tuple[str, int]]:
        """The nodes that one of :attr:`counts` counts, as (side, node); of ``matched`` and ``swapped`` both partners.

        ``test_words`` are the words of the test tree.

        Raises KeyError: there is no such count.
        """
        if count in ("words", "test_words"):
            side = "gold" if count == "words" else "test"
            return [(side, node) for node in self.trees[side].word_nodes.tolist()]
        if count not in self.counts:
            raise KeyError(count)
        return [
            (side, node)
            for side, tree in self.trees.items()
            for node, operation in enumerate(self.operations[side])
            if (self.counts_words or tree.kinds[node] != WORD) and count in (side, operation)
        ]

    def swap_cost(self, gold: int, test: int) -> float:
        """What relabelling a swapped pair costs: 1 unless label costs were given."""
        return self.swap_costs.get((gold, test), 1.0)

    @property
    def cost(self) -> float:
        """D + I + S, or the sum of the label costs in their place."""
        if self.custom_cost is not None:
            return self.custom_cost
        counts = self.counts
        return counts["deleted"] + counts["inserted"] + counts["swapped"]


def over_shared_words(tree: Tree, alone: Collection[int]) -> tuple[Tree, list[int]]:
    """The tree without the words that stand ``alone`` and without nodes that are over nothing else; the nodes' numbers before."""
    if not alone:
        return tree, list(range(len(tree)))
    mask = np.zeros(len(tree), np.bool_)
    mask[list(alone)] = True
    kept = over_shared(tree, mask)
    return Trees.of_one(tree).kept(kept)[0], np.flatnonzero(kept).tolist()


def joined(mappings: Sequence[Mapping]) -> Mapping:
    """Mappings of one kind over trees that stand beside each other, as one mapping of the two forests."""
    first = mappings[0]
    pairs: list[tuple[int, int]] = []
    swapped: set[tuple[int, int]] = set()
    swap_costs: Costs = {}
    gold = test = 0
    for one in mappings:
        pairs += [(g + gold, t + test) for g, t in one.pairs]
        swapped |= {(g + gold, t + test) for g, t in one.swapped}
        swap_costs |= {(g + gold, t + test): cost for (g, t), cost in one.swap_costs.items()}
        gold, test = gold + len(one.gold), test + len(one.test)
    costs = [one.custom_cost for one in mappings if one.custom_cost is not None]
    return Mapping(
        first.kind, _beside([one.gold for one in mappings]), _beside([one.test for one in mappings]), tuple(pairs),
        frozenset(swapped), first.counts_words, sum(costs) if costs else None, swap_costs=swap_costs,
    )  # fmt: skip


def _beside(trees: Sequence[Tree]) -> Tree:
    return Trees.joined([Trees.of_one(tree) for tree in trees]).as_one()
