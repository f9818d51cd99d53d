"""Mappings of trees whose words differ (Tsarfaty et al. 2012, ACL, section 3): only additions and deletions, 1 each.

Nodes are constituents and lexemes. Constituents match when their labels agree, lexemes when segment and tag agree and both stand
within the same space-delimited word; order and ancestry are kept; roots always pair and are left out. (The paper anchors
constituents in states of the lattice too, which would give other counts than its own example.)

This is the T-mapping of ``edits.py`` where relabelling costs 2, so that it never pays. The same kernel finds the longest common
subsequence of lexemes: a sentence of leaves without constituents.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.edits import Forests, LabelCosts, count_all, edit_pairs
from treecompare.trees.columns import Numbers
from treecompare.trees.lattices import LexemeTrees
from treecompare.trees.symbols import Shared


@dataclass(frozen=True, eq=False)
class LatticePair:
    """Gold and test sentences coded for the kernel: equal codes match, lexemes have codes below 0.

    ``costs``: every pair of unequal codes costs 2.
    """

    gold: LexemeTrees
    test: LexemeTrees
    gold_codes: NDArray[np.int32]
    test_codes: NDArray[np.int32]
    costs: LabelCosts

    def count_trees(self) -> Numbers:
        """Per sentence gold nodes, test nodes (both without the root) and matched nodes, int64 ``[sentences, 3]``; -1 where the
        trees are too large."""
        gold, test = self.gold, self.test
        return self._count((self.gold_codes, gold.sizes, gold.offsets), (self.test_codes, test.sizes, test.offsets))

    def count_lexemes(self) -> Numbers:
        """The same for the sequences of lexemes: matched is the length of the longest common subsequence."""
        codes = self.gold_codes[self.gold.is_lexeme], self.test_codes[self.test.is_lexeme]
        gold, test = (
            (of, np.ones(len(of), np.int32), side.word_offsets)
            for of, side in zip(codes, (self.gold, self.test), strict=True)
        )
        return self._count(gold, test)

    def pairs(self, sentence: int) -> list[tuple[int, int]]:
        """The nodes of a sentence that a least-cost mapping keeps, from 0 within the sentence, the root left out. Raises
        TreecompareError: the trees are too large."""
        gold, test = (side.rows_of(sentence) for side in (self.gold, self.test))
        return edit_pairs(
            self.gold_codes[gold], self.gold.sizes[gold], self.test_codes[test], self.test.sizes[test], self.costs
        )

    def kept_lexemes(self, sentence: int, preferred: Collection[tuple[int, int]] = ()) -> list[tuple[int, int]]:
        """The lexemes of a sentence that a longest common subsequence keeps, from 0 within the sentence, in order; as many as
        :meth:`count_lexemes` has matched, and among such subsequences one with as many ``preferred`` pairs as possible."""
        gold, test = self.gold_codes[self.gold.rows_of(sentence)], self.test_codes[self.test.rows_of(sentence)]
        gold, test = gold[gold < 0], test[test < 0]
        # a pair counts for more than all preferences together
        worth = (gold[:, None] == test[None, :]).astype(np.int64) * (min(len(gold), len(test)) + 1)
        for one, other in preferred:
            worth[one, other] += worth[one, other] > 0
        best = np.zeros((len(gold) + 1, len(test) + 1), np.int64)
        for row in range(len(gold)):
            found = np.maximum(best[row, 1:], best[row, :-1] + worth[row])
            best[row + 1, 1:] = np.maximum.accumulate(found)
        pairs = []
        row, column = len(gold), len(test)
        while row and column:
            here = best[row, column]
            if here == best[row - 1, column]:
                row -= 1
            elif here == best[row, column - 1]:
                column -= 1
            else:
                row, column = row - 1, column - 1
                pairs.append((row, column))
        return pairs[::-1]

    def _count(self, gold: Forests, test: Forests) -> Numbers:
        matched, _, deleted, inserted = count_all(gold, test, self.costs).T
        found = np.stack((matched + deleted, matched + inserted, matched), axis=1)
        found[matched < 0] = -1
        return found


def lattice_pair(gold: LexemeTrees, test: LexemeTrees, labelled: bool = True) -> LatticePair:
    """Codes the sentences of both sides; unlabelled, all constituents match, and lexemes whatever their tags. Raises ValueError:
    one side has more sentences than the other."""
    if len(gold) != len(test):
        raise ValueError(f"{len(gold)} gold and {len(test)} test sentences")
    constituents, forms, tags = Shared(), Shared(), Shared()
    cuts = len(gold.labels)
    sides = (gold, test)
    leaf = np.concatenate([side.is_lexeme for side in sides])
    codes = np.zeros(len(leaf), np.int64)
    if labelled:
        codes[~leaf] = np.concatenate([constituents.of(one.symbols, one.labels[~one.is_lexeme])[0] for one in sides])
    form = np.concatenate([forms.of(one.symbols, one.labels[one.is_lexeme])[0] for one in sides])
    token = np.concatenate([one.tokens[one.is_lexeme] for one in sides]).astype(np.int64)
    tag = np.concatenate([tags.of(one.symbols, one.tags[one.is_lexeme])[0] for one in sides])
    kind = form * (len(tags.texts) + 1) + tag if labelled else form
    distinct, lexemes = np.unique(kind * (int(token.max(initial=0)) + 1) + token, return_inverse=True)
    codes[leaf] = -1 - lexemes
    return LatticePair(
        gold,
        test,
        codes[:cuts].astype(np.int32),
        codes[cuts:].astype(np.int32),
        # one row serves all codes: equal codes match before any table is looked at
        LabelCosts(
            np.zeros(len(constituents.texts) + 1, np.int32),
            np.full((1, 1), 2.0),
            np.zeros((1, 1), np.bool_),
            np.zeros(len(distinct), np.int32),
        ),
    )
