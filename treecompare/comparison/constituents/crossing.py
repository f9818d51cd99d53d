"""What becomes of crossing branches before trees are compared: they stay, or are resolved as ``--crossing-branches`` says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.readers import Treebank
from treecompare.trees.conversion import head_daughters, head_words, usual_table, without_crossing
from treecompare.trees.crossing import KEEP, RAISE, Resolved, reordered
from treecompare.trees.head_rule_tables import head_rules
from treecompare.trees.head_rules import HeadRules
from treecompare.trees.tree import WORD, Trees, has_positions


class CrossingBranches:
    """The trees of the gold (number 0) and of the systems, as ``way`` wants their crossing branches."""

    def __init__(self, treebanks: Sequence[Treebank], way: str) -> None:
        self.way = way
        self._treebanks = treebanks
        self._ready: dict[int, Resolved] = {}

    @cached_property
    def rules(self) -> HeadRules:
        """The head rules, one table for all: by the tags of the gold."""
        return head_rules(usual_table(self._treebanks[0].trees))

    def trees(self, number: int) -> Trees:
        """The trees of a treebank, as they are compared."""
        return self._resolved(number).trees

    def _resolved(self, number: int) -> Resolved:
        if number not in self._ready:
            trees = self._treebanks[number].trees
            if not has_positions(trees):
                self._ready[number] = Resolved(trees)
            elif self.way == KEEP:
                self._ready[number] = Resolved(linearised(trees, self.rules))
            else:
                self._ready[number] = without_crossing(trees, self.way, self.rules)
        return self._ready[number]

    def options(self) -> list[str]:
        """What a signature shows."""
        return [] if self.way == KEEP else [f"crossing-branches:{self.way}", f"heads:{self.rules.name}"]

    def warnings(self) -> list[str]:
        """What was changed in which treebank; or that branches cross in some, and others cannot have any."""
        if self.way != KEEP:
            return [
                self._changes(number, treebank.name)
                for number, treebank in enumerate(self._treebanks)
                if self._resolved(number).sentences
            ]
        has = [bool(treebank.trees.crossing.any()) for treebank in self._treebanks]
        if all(has) or not any(has):
            return []
        names = [
            [one.name for one, crosses in zip(self._treebanks, has, strict=True) if crosses is which]
            for which in (True, False)
        ]
        return [
            f"branches cross in {', '.join(names[0])} and nowhere in {', '.join(names[1])}; "
            "--crossing-branches raise or split resolves them"
        ]

    def _changes(self, number: int, name: str) -> str:
        found = self._resolved(number)
        sentences = "1 sentence" if found.sentences == 1 else f"{found.sentences:,} sentences"
        how = (
            f"nodes raised: {found.changed:,}"
            if self.way == RAISE
            else f"parts added where constituents were split: {found.changed:,}"
        )
        before = (
            f"attached between their neighbours instead of to the root: {found.attached:,}" if found.attached else ""
        )
        return f"{name}: branches crossed in {sentences}; {how}{'; ' if before else ''}{before}"

    def said(self) -> str:
        """For a paper: a sentence behind a blank, or nothing."""
        how = {
            RAISE: " Crossing branches were resolved by raising what stands apart from the head (Kübler et al. 2008)",
            "split": " Crossing branches were resolved by splitting constituents (Boyd 2007)",
        }.get(self.way)
        return "" if how is None else f"{how}, with the head rules {self.rules.name}."


def linearised(trees: Trees, rules: HeadRules) -> Trees:
    """Trees whose daughters stand in the order of their head words, where branches cross; without a head, of their first words.

    Edge labels are not looked at, for the trees of parsers often have none. The words keep their order in the sentence.
    """
    heads = head_words(trees, head_daughters(trees, rules, with_edges=False))
    keys = np.full(len(heads), np.iinfo(np.int64).max)
    has_head = heads < len(heads)
    keys[has_head] = trees.ranks[heads[has_head]]
    for sentence in np.flatnonzero(trees.crossing).tolist():
        first, tree = int(trees.offsets[sentence]), trees[sentence]
        without = np.flatnonzero(~has_head[first : first + len(tree)] & _has_words(tree.kinds, tree.sizes))
        keys[first + without] = tree.starts[without]
    return reordered(trees, keys)


def _has_words(kinds: NDArray[np.int8], sizes: NDArray[np.int32]) -> NDArray[np.bool_]:
    words = np.concatenate((np.zeros(1, np.int64), np.cumsum(kinds == WORD)))
    after = np.arange(1, len(kinds) + 1)
    found: NDArray[np.bool_] = words[after] > words[after - sizes]
    return found
