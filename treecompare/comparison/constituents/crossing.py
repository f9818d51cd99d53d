"""What becomes of crossing branches before trees are compared: they stay, or are resolved as ``--crossing-branches`` says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from treecompare.readers import Treebank
from treecompare.trees.arcs import blocks
from treecompare.trees.crossing import KEEP, RAISE, RAISE_WITH_FUNCTION_NODES, SPLIT, Resolved, reordered
from treecompare.trees.edge_labels import edge_column
from treecompare.trees.tree import Trees, has_positions

if TYPE_CHECKING:
    from treecompare.trees.head_rules import HeadRules

SLOWER = 10
"""So many times as long as work in numpy takes the way that follows the nodes of each tree."""
COUNTS = ("sentences", "attached", "changed", "added")


class CrossingBranches:
    """The trees of the gold (number 0) and of the systems, as ``way`` wants their crossing branches."""

    def __init__(self, treebanks: Sequence[Treebank], way: str) -> None:
        self.way = way
        self._treebanks = treebanks
        self._ready: dict[int, Resolved] = {}

    @cached_property
    def rules(self) -> HeadRules:
        """The head rules, one table for all: by the tags of the gold."""
        from treecompare.trees.conversion import usual_table
        from treecompare.trees.head_rules import head_rules

        return head_rules(usual_table(self._treebanks[0].trees))

    def trees(self, number: int) -> Trees:
        """The trees of a treebank, as they are compared."""
        return self._resolved(number).trees

    def making(self) -> Iterator[None]:
        """All trees, some sentences at a time; nothing the second time."""
        for number in range(len(self._treebanks)):
            yield from self._making(number)

    def _making(self, number: int) -> Iterator[None]:
        if number in self._ready:
            return
        trees = self._treebanks[number].trees
        if not has_positions(trees) and (self.way != RAISE_WITH_FUNCTION_NODES or trees.extras is None):
            self._ready[number] = Resolved(trees)
            return
        parts = []
        for first, last in blocks(trees.word_counts * SLOWER):
            parts.append(self._of(trees.part(first, last)))
            yield
        counts = {name: sum(getattr(one, name) for one in parts) for name in COUNTS}
        self._ready[number] = Resolved(Trees.joined([one.trees for one in parts]), **counts)

    def _of(self, trees: Trees) -> Resolved:
        if self.way != KEEP:
            from treecompare.trees.conversion import without_crossing

            return without_crossing(trees, self.way, self.rules)
        return Resolved(linearised(trees, self.rules) if has_positions(trees) else trees)

    def _resolved(self, number: int) -> Resolved:
        for _ in self._making(number):
            pass
        return self._ready[number]

    @cached_property
    def has_crossing(self) -> bool:
        """Whether branches of any treebank cross, as they are compared."""
        return any(self.trees(number).crossing.any() for number in range(len(self._treebanks)))

    def options(self) -> list[str]:
        """What a signature shows."""
        return [] if self.way == KEEP else [f"crossing-branches:{self.way}", f"heads:{self.rules.name}"]

    def warnings(self) -> list[str]:
        """What was changed in which treebank; or that branches cross in some, and others cannot have any."""
        if self.way != KEEP:
            return [told for number in range(len(self._treebanks)) for told in self._changes(number)]
        has = [bool(treebank.trees.crossing.any()) for treebank in self._treebanks]
        if all(has) or not any(has):
            return []
        names = [
            [one.name for one, crosses in zip(self._treebanks, has, strict=True) if crosses is which]
            for which in (True, False)
        ]
        return [
            f"branches cross in {', '.join(names[0])} and nowhere in {', '.join(names[1])}; "
            "crossing branches can be raised or split"
        ]

    def _changes(self, number: int) -> list[str]:
        found, name = self._resolved(number), self._treebanks[number].name
        told = []
        if found.sentences:
            sentences = "1 sentence" if found.sentences == 1 else f"{found.sentences:,} sentences"
            what = "parts added where constituents were split" if self.way == SPLIT else "nodes raised"
            told += [f"branches crossed in {sentences}", f"{what}: {found.changed:,}"]
        if found.attached:
            told.append(f"attached between their neighbours instead of to the root: {found.attached:,}")
        if self.way == RAISE_WITH_FUNCTION_NODES:
            has_edges = edge_column(self._treebanks[number].trees) is not None
            nodes = f"nodes added above tags that carry a function: {found.added:,}"
            told.append(nodes if has_edges else "no edge labels, so that no nodes were added above tags")
        return [f"{name}: {'; '.join(told)}"] if told else []

    def said(self) -> str:
        """For a paper: a sentence behind a blank, or nothing."""
        if self.way == KEEP and not self.has_crossing:
            return ""
        how = {
            KEEP: "Constituents are sets of words; under tree distance and Leaf-Ancestor each stands where its head word stands",
            RAISE: "Crossing branches were resolved by raising non-head parts (Kübler et al. 2008)",
            RAISE_WITH_FUNCTION_NODES: (
                "Crossing branches were resolved by raising non-head parts, and single words that are "
                "subjects, objects or predicates got a node of their own (Kübler et al. 2008)"
            ),
            SPLIT: "Crossing branches were resolved by splitting constituents (Boyd 2007)",
        }
        return f" {how[self.way]}, with the head rules {self.rules.name}."


def linearised(trees: Trees, rules: HeadRules) -> Trees:
    """Trees whose daughters stand in the order of their head words, where branches cross; without a head, of their first words.

    Edge labels are not looked at, for the trees of parsers often have none. The words keep their order in the sentence.
    """
    from treecompare.trees.conversion import head_daughters, head_words

    heads = head_words(trees, head_daughters(trees, rules, with_edges=False))
    keys = np.full(len(heads), np.iinfo(np.int64).max)
    has_head = heads < len(heads)
    keys[has_head] = trees.ranks[heads[has_head]]
    starts, ends = trees.hulls
    without = ~has_head & (ends > starts)
    keys[without] = starts[without]
    return reordered(trees, keys)
