"""Tree distance over function trees, for dependency treebanks of one scheme, sentence by sentence beside LAS and the rest.

Both treebanks become function trees (``trees/functions.py``; arcs that cross are lifted), which are compared as TedEval does with
one gold (Tsarfaty et al. 2011, 2012); nothing is forgiven, since the parse follows the gold's own scheme.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.function_edits import EditTrees, count_function_edits
from treecompare.mappings.functions import FunctionCounts, count_functions
from treecompare.mappings.tokens import TokenAlignment
from treecompare.measures import Counts
from treecompare.measures.words import relation
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.functions import HEAD, WILDCARD, FunctionTrees, from_dependencies
from treecompare.trees.generalisation import collapsed
from treecompare.trees.multifunction import MultiFunctionTrees, multifunction
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees

FUNCTION_PARTS = ("tedeval", "tedeval.unlabelled", "tedeval2011", "tedeval2011.unlabelled")
FUNCTION_FIELDS = ("gold", "test", "matched", "deleted", "inserted", "swapped")


@dataclass(frozen=True)
class FunctionSettings:
    """``nonprojective``: arcs that cross are lifted (``lift``), or their sentences have no tree (``refuse``).

    ``relations``: ``universal`` cuts relations at the colon, ``full`` does not.
    """

    nonprojective: str = "lift"
    relations: str = "universal"

    def trees(self, sentences: Dependencies, symbols: Symbols, head: str) -> FunctionTrees:
        """The function trees of a treebank."""
        change = relation if self.relations == "universal" else str
        return from_dependencies(sentences, symbols, head, self.nonprojective, change=change)


class FunctionGold:
    """The gold's function trees in the forms that both papers compare; made when they are first asked for."""

    def __init__(self, sentences: Dependencies, settings: FunctionSettings) -> None:
        self.sentences, self.settings = sentences, settings
        self.symbols = Symbols()

    @cached_property
    def functions(self) -> FunctionTrees:
        """With every function of a word."""
        return self.settings.trees(self.sentences, self.symbols, HEAD)

    @cached_property
    def spans(self) -> MultiFunctionTrees:
        """Labels by span (2012)."""
        return multifunction(self.functions)

    @cached_property
    def collapsed(self) -> FunctionTrees:
        """One label per span (2011)."""
        return collapsed(self.settings.trees(self.sentences, self.symbols, WILDCARD))

    def sizes(self, part: str) -> NDArray[np.int64]:
        """What a sentence without a parse lacks, per sentence: labels or spans (2012), nodes (2011)."""
        if part.startswith("tedeval2011"):
            return EditTrees.of(self.collapsed.trees, labelled=True).sizes
        rows = self.spans.nodes if part.endswith(".unlabelled") else self.spans.constraints
        return rows.counted(len(self.sentences))


class FunctionScores:
    """A system against the gold.

    ``reasons``: why aligned sentences (from 0) cannot be compared: their words are cut otherwise, or heads make no tree. ``exist``:
    bool, one entry per gold sentence. ``lifts``: arcs lifted in gold and system, ``[2, sentences]``.
    """

    def __init__(self, gold: FunctionGold, test: Dependencies, alignment: TokenAlignment) -> None:
        self.gold, self._test = gold, test
        same = same_words(gold.sentences, test, alignment)
        self._partner = np.where(same, alignment.partner, -1)
        own = gold.settings.trees(test, gold.symbols, HEAD)
        self._functions = _of_partners(own, self._partner)
        self.lifts = np.stack((np.where(same, gold.functions.lifts, 0), np.where(same, self._functions.lifts, 0)))
        self.reasons = dict.fromkeys(np.flatnonzero(alignment.aligned & ~same).tolist(), "the words differ")
        for sentence in np.flatnonzero(same).tolist() if own.reasons or gold.functions.reasons else []:
            why = gold.functions.reasons.get(sentence) or own.reasons.get(int(self._partner[sentence]))
            if why is not None:
                self.reasons[sentence] = f"no function tree: {why}"
        self.exist = same.copy()
        self.exist[list(self.reasons)] = False
        self._counted: dict[str, FunctionCounts] = {}

    def counts(self, part: str) -> Counts:
        """The counts of one of FUNCTION_PARTS, one entry per gold sentence; 0 where sentences cannot be compared."""
        if part not in self._counted:
            labelled = not part.endswith(".unlabelled")
            self._counted[part] = (self._edits if part.startswith("tedeval2011") else self._spans)(labelled)
        found = self._counted[part]
        columns = [np.where(self.exist, getattr(found, name), 0) for name in FUNCTION_FIELDS]
        gold, test, matched, deleted, inserted, swapped = columns
        return Counts(
            gold, test, matched, deleted=deleted, inserted=inserted, swapped=swapped, cost=deleted + inserted + swapped
        )

    def _spans(self, labelled: bool) -> FunctionCounts:
        gold, parse = self.gold.spans, multifunction(self._functions)
        sides = [one.constraints if labelled else one.nodes for one in (parse, gold)]
        return count_functions(sides[0], sides[1], sides[1], len(self.gold.sentences))

    def _edits(self, labelled: bool) -> FunctionCounts:
        own = self.gold.settings.trees(self._test, self.gold.symbols, WILDCARD)
        trees, native = collapsed(_of_partners(own, self._partner)).trees, self.gold.collapsed.trees
        parse, gold = (EditTrees.of(one, labelled) for one in (_with_words_of(native, trees), native))
        return count_function_edits(parse, gold, gold)


def same_words(gold: Dependencies, test: Dependencies, alignment: TokenAlignment) -> NDArray[np.bool_]:
    """Aligned gold sentences that stand for one test sentence, word for word."""
    alone = np.bincount(alignment.partner[alignment.partner >= 0], minlength=len(test) + 1)
    same: NDArray[np.bool_] = alignment.aligned & (alignment.partner >= 0) & (gold.lengths > 0)
    same &= (gold.lengths == np.append(test.lengths, 0)[alignment.partner]) & (alone[alignment.partner] == 1)
    first = np.append(test.offsets[:-1], 0)[alignment.partner]
    expected = first[gold.sentence_of] + gold.numbers - 1
    same[gold.sentence_of[alignment.test_of_gold != expected]] = False
    return same


def _with_words_of(gold: Trees, parse: Trees) -> Trees:
    """The parse with the gold's forms: aligned words may differ in case or Unicode composition, and are the same all the same."""
    same = gold.word_counts == parse.word_counts
    ours, theirs = ((one.kinds == WORD) & np.repeat(same, np.diff(one.offsets)) for one in (gold, parse))
    labels = parse.labels.copy()
    labels[theirs] = gold.labels[ours]
    return replace(parse, labels=labels)


def _of_partners(found: FunctionTrees, partner: NDArray[np.int64]) -> FunctionTrees:
    """Trees of a system in the gold's order, empty ones for -1."""
    return FunctionTrees(found.trees.chosen(partner.tolist()), np.append(found.lifts, 0)[partner])
