"""A mapping between two trees: the pairs, what they cost, and what is left over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from treecompare.trees.tree import WORD, Tree

DELETED, INSERTED, SWAPPED, MATCHED = "deleted", "inserted", "swapped", "matched"


@dataclass(frozen=True, eq=False)
class Mapping:
    """Which node of ``gold`` stands for which node of ``test``; nodes by postorder number, 0-based.

    ``pairs`` is in ascending gold order. ``swapped`` holds the pairs whose labels differ. ``counts_words`` says whether
    words take part in the counts (T) or are merely paired for the drawing (E). ``cost`` is D + I + S, or the sum of
    the costs where label costs were given.
    """

    kind: str
    gold: Tree
    test: Tree
    pairs: tuple[tuple[int, int], ...]
    swapped: frozenset[tuple[int, int]]
    counts_words: bool
    custom_cost: float | None = None

    @cached_property
    def test_of_gold(self) -> dict[int, int]:
        """The partner of each mapped gold node."""
        return dict(self.pairs)

    @cached_property
    def gold_of_test(self) -> dict[int, int]:
        """The partner of each mapped test node."""
        return {test: gold for gold, test in self.pairs}

    def operation_on_gold(self, node: int) -> str:
        """``deleted``, ``swapped`` or ``matched``."""
        test = self.test_of_gold.get(node)
        if test is None:
            return DELETED
        return SWAPPED if (node, test) in self.swapped else MATCHED

    def operation_on_test(self, node: int) -> str:
        """``inserted``, ``swapped`` or ``matched``."""
        gold = self.gold_of_test.get(node)
        if gold is None:
            return INSERTED
        return SWAPPED if (gold, node) in self.swapped else MATCHED

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

        Raises:
            KeyError: there is no such count.
        """
        if count in ("words", "test_words"):
            side, tree = ("gold", self.gold) if count == "words" else ("test", self.test)
            return [(side, node) for node in range(len(tree)) if tree.kinds[node] == WORD]
        sides = {
            "gold": (True, False), "deleted": (True, False), "test": (False, True), "inserted": (False, True),
            "matched": (True, True), "swapped": (True, True),
        }[count]  # fmt: skip
        found = []
        for side, tree, operation, wanted in (
            ("gold", self.gold, self.operation_on_gold, sides[0]),
            ("test", self.test, self.operation_on_test, sides[1]),
        ):
            for node in range(len(tree)) if wanted else ():
                is_counted = self.counts_words or tree.kinds[node] != WORD
                if is_counted and (count == side or operation(node) == count):
                    found.append((side, node))
        return found

    @property
    def cost(self) -> float:
        """D + I + S, or the sum of the label costs in their place."""
        if self.custom_cost is not None:
            return self.custom_cost
        counts = self.counts
        return counts["deleted"] + counts["inserted"] + counts["swapped"]
