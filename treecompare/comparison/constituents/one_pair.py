"""One pair of trees of constituents: the mapping that is drawn, and the lineages of its words with their scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.prepared import PreparedTrees
from treecompare.mappings.edits import edit_pairs
from treecompare.mappings.lineages import BEGIN, END, WordScore, lineage_edit, lineages, similarity
from treecompare.mappings.mapping import Mapping, joined, over_shared_words
from treecompare.mappings.spans import span_mapping
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import PRETERMINAL, Tree, Trees


class PairsOfTrees(PreparedTrees):
    """Prepared treebanks that can be asked for one pair of trees."""

    def mapping(
        self,
        system: int,
        sentence: int,
        kind: str = "T",
        part: str = "whole",
        labelled: bool = True,
        cancel: NDArray[np.int32] | None = None,
    ) -> Mapping | None:
        """The mapping of one pair, with its pairs of nodes: what a drawing shows.

        None where either side has no words, and for E where they have different numbers of words. In the roof the tags are
        left out and the words stay as anchors. ``cancel[0] != 0`` ends a long computation: Cancelled is raised.
        """
        near, row = self.at(system, sentence)
        if near is not self:
            return near.mapping(system, row, kind, part, labelled, cancel)
        pairs = self.pairs(system)
        gold, test = pairs.gold[sentence], pairs.test[sentence]
        if not gold.words or not test.words:
            return None
        labelled = labelled and self.preparation.parameters.labelled
        alone = [
            np.zeros(len(tree), np.bool_)
            if mask is None
            else mask[trees.offsets[sentence] : trees.offsets[sentence + 1]]
            for tree, trees, mask in (
                (gold, pairs.gold, pairs.gold_alone),
                (test, pairs.test, pairs.test_alone),
            )
        ]
        if part == "roof":
            alone = [mask[tree.kinds != PRETERMINAL] for mask, tree in zip(alone, (gold, test), strict=True)]
        gold_alone, test_alone = (frozenset(np.flatnonzero(mask).tolist()) for mask in alone)
        if kind == "E":
            found = self._span_mapping(gold, test, part == "roof", labelled, gold_alone, test_alone)
        else:
            of_units = [
                self._edit_mapping(*trees, part == "roof", labelled, cancel) for trees in pairs.units_of(sentence)
            ]
            found = of_units[0] if len(of_units) == 1 else joined(of_units)
        if found is None:
            return None
        if gold_alone or test_alone:
            found = replace(found, gold_alone=gold_alone, test_alone=test_alone)
        written = self.words_as_written(system, sentence)
        sides = [_with_words(tree, words) for tree, words in zip((found.gold, found.test), written, strict=True)]
        return (
            found if (sides[0], sides[1]) == (found.gold, found.test) else replace(found, gold=sides[0], test=sides[1])
        )

    def _codes(self, tree: Tree, labelled: bool) -> NDArray[np.int32]:
        return self.labels().codes(Trees.of_one(tree), labelled)

    def _span_mapping(
        self,
        gold: Tree,
        test: Tree,
        is_roof: bool,
        labelled: bool,
        gold_alone: frozenset[int],
        test_alone: frozenset[int],
    ) -> Mapping | None:
        if is_roof:
            gold, test = without_tags(gold), without_tags(test)
        (shared_gold, of_gold), (shared_test, of_test) = (
            over_shared_words(gold, gold_alone), over_shared_words(test, test_alone)
        )  # fmt: skip
        if len(shared_gold.words) != len(shared_test.words):
            return None
        codes = [self._codes(tree, labelled).tolist() for tree in (shared_gold, shared_test)]
        found = span_mapping(shared_gold, shared_test, codes[0], codes[1], self.labels())
        if not (gold_alone or test_alone):
            return found
        return replace(found, gold=gold, test=test, pairs=tuple((of_gold[g], of_test[t]) for g, t in found.pairs))

    def _edit_mapping(
        self, gold: Tree, test: Tree, is_roof: bool, labelled: bool, cancel: NDArray[np.int32] | None
    ) -> Mapping:
        if is_roof:
            gold, test = without_tags(gold), without_tags(test)
        gold_codes, test_codes = self._codes(gold, labelled), self._codes(test, labelled)
        costs = self.costs() if labelled else None
        found = edit_pairs(gold_codes, gold.sizes, test_codes, test.sizes, costs, cancel=cancel)
        swaps = {
            (g, t): 1.0 if costs is None else costs.swap_cost(int(gold_codes[g]), int(test_codes[t]))
            for g, t in found
            if gold_codes[g] != test_codes[t]
        }
        swapped = {pair: cost for pair, cost in swaps.items() if cost is not None}
        custom = (
            len(gold) + len(test) - 2 * len(found) + sum(swapped.values()) if self._cost_table is not None else None
        )
        swap_costs = swapped if custom is not None else {}
        return Mapping("T", gold, test, tuple(found), frozenset(swapped), True, custom, swap_costs=swap_costs)

    def word_scores(self, system: int, sentence: int, part: str = "la") -> list[WordScore] | None:
        """The Leaf-Ancestor score of each gold word with both its lineages; None where there is nothing to compare.

        A word that was cut has an entry per atom, and one of which the system has nothing scores 0.
        """
        found = self._word_lineages(system, sentence, part)
        if found is None:
            return None
        symbols, costs, equal = self.gold.trees.symbols, self.lineage_costs(part), self.labels().equality()
        return [
            WordScore(word, _spelt(gold, symbols), "", 0.0, weight)
            if test is None
            else WordScore(
                word, _spelt(gold, symbols), _spelt(test, symbols), similarity(gold, test, costs, equal), weight
            )
            for word, gold, test, weight in found
        ]

    def spelt_lineages(self, system: int, sentence: int, part: str = "la") -> list[tuple[str, str]]:
        """Both lineages of each of these words, without their scores; none where there is nothing to compare."""
        symbols = self.gold.trees.symbols
        found = self._word_lineages(system, sentence, part) or []
        return [(_spelt(gold, symbols), _spelt(test or [], symbols)) for _, gold, test, _ in found]

    def _word_lineages(
        self, system: int, sentence: int, part: str
    ) -> list[tuple[str, list[int], list[int] | None, float]] | None:
        """Per gold word: its form, its lineages as codes, the system's None where it has nothing of it, and its weight."""
        near, row = self.at(system, sentence)
        if near is not self:
            return near._word_lineages(system, row, part)
        pairs = self.pairs(system)
        gold, test = (one.trees[sentence] for one in pairs.shared)
        if len(gold.words) != len(test.words):
            return None
        labelled, tags = self.preparation.parameters.labelled, part == "la.tags"
        both = zip(*(lineages(tree, self._codes(tree, labelled).tolist(), tags) for tree in (gold, test)), strict=True)
        whole = pairs.gold[sentence]
        words = whole.word_nodes
        first = int(pairs.gold.offsets[sentence])
        alone = np.zeros(len(whole), np.bool_)
        if pairs.gold_alone is not None:
            alone = pairs.gold_alone[first : first + len(whole)]
        weights = np.ones(len(words))
        if pairs.weights is not None:
            before = int(pairs.gold.word_counts[:sentence].sum())
            weights = pairs.weights[before : before + len(words)]
        all_gold = lineages(whole, self._codes(whole, labelled).tolist(), tags)
        written = self.words_as_written(system, sentence)[0]
        forms = iter(written if len(written) == len(words) else whole.words)
        found: list[tuple[str, list[int], list[int] | None, float]] = []
        for word, lineage, weight in zip(words.tolist(), all_gold, weights.tolist(), strict=True):
            form = next(forms)
            found.append((form, lineage, None, weight) if alone[word] else (form, *next(both), weight))
        return found

    def word_edit(self, system: int, sentence: int, word: int, part: str = "la") -> list[tuple[str, str, float]]:
        """How the gold lineage of a word becomes its test lineage: (gold symbol, test symbol, cost); empty where there is none."""
        of_words = self.word_edits(system, sentence, part, [word])
        return of_words[0] if of_words else []

    def word_edits(
        self, system: int, sentence: int, part: str = "la", words: Iterable[int] | None = None
    ) -> list[list[tuple[str, str, float]]]:
        """The same of several words, by default all; no lists where the sentence has no such scores."""
        symbols, equal, costs = self.gold.trees.symbols, self.labels().equality(), self.lineage_costs(part)
        of_words = self._word_lineages(system, sentence, part) or []
        found = []
        for word in range(len(of_words)) if words is None else words if of_words else ():
            _, gold, test, _ = of_words[word]
            steps = lineage_edit(gold, test, costs, equal) if test is not None else []
            spelt = [
                ["" if code is None else _spelt([code], symbols) for code in (step.gold, step.test)] for step in steps
            ]
            found.append([(one, other, step.cost) for (one, other), step in zip(spelt, steps, strict=True)])
        return found


def _spelt(lineage: list[int], symbols: Symbols) -> str:
    """A lineage as the paper writes it: ``N1 [ S``. Labels that EQ_LABEL makes equal appear as one of them."""
    return " ".join({BEGIN: "[", END: "]"}.get(code) or symbols[code] or "∅" for code in lineage)


def _with_words(tree: Tree, words: list[str]) -> Tree:
    """The tree with these words in place of atoms; as it is where they are its own, or not as many."""
    if len(words) != len(tree.words) or words == tree.words:
        return tree
    labels = tree.labels.copy()
    labels[tree.word_nodes] = [tree.symbols.number(word) for word in words]
    return replace(tree, labels=labels)


def without_tags(tree: Tree) -> Tree:
    """The roof of a tree over its words."""
    return Trees.of_one(tree).kept(tree.kinds != PRETERMINAL)[0]
