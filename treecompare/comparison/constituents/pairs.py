"""Gold and system sentences side by side, prepared; and why a pair cannot be scored, if it cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.labels import LabelCodes
from treecompare.mappings.mapping import over_shared
from treecompare.readers import Treebank
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED
from treecompare.trees.preparation import Parameters, deleted_words, prepare, unwrapped, wrapper_labels
from treecompare.trees.tree import PRETERMINAL, Tree, Trees


@dataclass(frozen=True, eq=False)
class Pairs:
    """All rows of the gold and of one system, prepared: equally many trees, an empty one where there is none.

    Where words differ, the words are atoms (:mod:`treecompare.mappings.atoms`); ``gold_alone``, ``test_alone``: per node, whether
    it is a word without width; None where there is none. ``weights``: per word of the gold's trees, one over the atoms that the
    gold's own word has; None where all have one. Where sentence breaks differ, a row may hold several units that are mapped apart:
    ``units`` are their trees, ``first_units`` the first unit of each row, and one more; ``bare_units``: those without a parse that
    count as bare words, None where there are none.
    """

    gold: Trees
    test: Trees
    gold_alone: NDArray[np.bool_] | None = None
    test_alone: NDArray[np.bool_] | None = None
    weights: NDArray[np.float64] | None = None
    units: tuple[Trees, Trees] | None = None
    first_units: NDArray[np.int64] | None = None
    bare_units: NDArray[np.bool_] | None = None

    @cached_property
    def shared(self) -> tuple[Shared, Shared]:
        """What stands over words that both sides have: all that can have the same span in both trees."""
        return _shared(self.gold, self.gold_alone), _shared(self.test, self.test_alone)

    @cached_property
    def shared_weights(self) -> NDArray[np.float64] | None:
        """``weights`` of the words that both sides have."""
        if self.weights is None or self.gold_alone is None:
            return self.weights
        weights: NDArray[np.float64] = self.weights[~self.gold_alone[self.gold.word_nodes]]
        return weights

    def units_of(self, row: int) -> list[tuple[Tree, Tree]]:
        """The trees of a row that are mapped apart; most rows have one pair."""
        if self.units is None or self.first_units is None:
            return [(self.gold[row], self.test[row])]
        first, last = self.first_units[row : row + 2].tolist()
        return [(self.units[0][unit], self.units[1][unit]) for unit in range(first, last)]


def in_lines(gold: Treebank, systems: Sequence[Treebank]) -> tuple[Treebank, list[Treebank]]:
    """The treebanks for programs that take each line for a sentence, with figures of each system whatever the others are,
    save where a gold with lines that hold no tree has outermost brackets that only some systems have.

    Lines that hold no tree are no sentences if gold and systems then have equally many trees. Else all lines count; a system with
    as many trees as the gold has empty ones beside the gold's. What has such lines is as it is when it is put on lines: without
    unlabelled outermost brackets, a system's beside such a gold too; but where gold and systems all have them, all keep them,
    and a system does where the gold, which has no such lines, has them.
    """
    if all(one.remarks is None for one in (gold, *systems)):
        return gold, list(systems)
    is_wrapped, *are_wrapped = ("" in wrapper_labels(one.trees) for one in (gold, *systems))
    go = is_wrapped and not all(are_wrapped)
    by_line = any(one.count != gold.count for one in systems)

    def as_read(one: Treebank) -> Treebank:
        is_changed = one.remarks is not None and not is_wrapped if gold.remarks is None else go
        own = replace(one, trees=unwrapped(one.trees)) if is_changed else one
        if by_line and one.count == gold.count:
            own = replace(own, remarks=gold.remarks)
        return own.line_by_line() if by_line else own

    return as_read(gold), [*map(as_read, systems)]


def joined_pairs(parts: Sequence[Pairs]) -> Pairs:
    """Consecutive rows as one, whose words are the same in order: no row has several units."""
    assert all(one.units is None for one in parts)

    def column(values: list[NDArray[Any] | None], usual: list[NDArray[Any]]) -> NDArray[Any] | None:
        if all(one is None for one in values):
            return None
        return np.concatenate([one if value is None else value for value, one in zip(values, usual, strict=True)])

    gold, test = ([one.gold for one in parts], [one.test for one in parts])
    return Pairs(
        Trees.joined(gold), Trees.joined(test),
        column([one.gold_alone for one in parts], [np.zeros(len(one.labels), np.bool_) for one in gold]),
        column([one.test_alone for one in parts], [np.zeros(len(one.labels), np.bool_) for one in test]),
        column([one.weights for one in parts], [np.ones(len(one.word_nodes)) for one in gold]),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Shared:
    """Trees without words that have no width and without what stands over nothing else; ``kept``: which nodes these are."""

    trees: Trees
    kept: NDArray[np.bool_] | None


def _shared(trees: Trees, alone: NDArray[np.bool_] | None) -> Shared:
    if alone is None or not alone.any():
        return Shared(trees, None)
    kept = over_shared(trees, alone)
    return Shared(trees.kept(kept), kept)


def padded(trees: Trees, sentences: int) -> Trees:
    """The treebank with so many sentences, filled up with empty trees."""
    short = sentences - len(trees)
    return trees.chosen([*range(len(trees)), *[-1] * short]) if short else trees


def repaired_pairs(gold: Trees, test: Trees, parameters: Parameters) -> Pairs:
    """Prepares both sides under parameters with QUOTE_LABEL: where word counts differ, evalb's repair comes first.

    The repair: a quote that is deleted on one side only re-enters, if the other side has a quote at the same place.
    """
    deleted = [deleted_words(trees, parameters) for trees in (gold, test)]
    left = [trees.word_counts - trees.totals(gone) for trees, gone in zip((gold, test), deleted, strict=True)]
    for sentence in np.flatnonzero(left[0] != left[1]).tolist():
        _repair_quotes(gold, test, deleted, sentence, parameters.quotes)
    return Pairs(prepare(gold, parameters, deleted[0]), prepare(test, parameters, deleted[1]))


def pairs_by_gold(gold: Trees, test: Trees, parameters: Parameters) -> Pairs:
    """Prepares both sides where the gold's tags say which words go, as disco-dop does: in sentences of equally many words."""
    deleted = [deleted_words(trees, parameters) for trees in (gold, test)]
    is_same = (gold.word_counts == test.word_counts)[gold.sentence_of[gold.word_nodes]]
    nodes = test.word_nodes[(gold.word_counts == test.word_counts)[test.sentence_of[test.word_nodes]]]
    deleted[1][nodes] = deleted[0][gold.word_nodes[is_same]]
    return Pairs(prepare(gold, parameters, deleted[0]), prepare(test, parameters, deleted[1]))


QUOTE_WORDS = frozenset({"'", '"', "/"})
"""The only words that evalb's repair looks at."""


def _repair_quotes(
    gold: Trees, test: Trees, deleted: list[NDArray[np.bool_]], sentence: int, quotes: frozenset[str]
) -> None:
    """A place is counted in the words that are kept or are quotes."""
    sides = []
    for trees, gone in ((gold, deleted[0]), (test, deleted[1])):
        first = int(trees.offsets[sentence])
        tree = trees[sentence]
        places = []
        for tag in np.flatnonzero(tree.kinds == PRETERMINAL).tolist():
            is_quote = tree.texts[tag] in quotes and tree.texts[tag - 1] in QUOTE_WORDS
            if is_quote or not gone[first + tag - 1]:
                places.append((first + tag - 1, is_quote))
        sides.append(places)
    for (gold_word, gold_is_quote), (test_word, test_is_quote) in zip(*sides, strict=False):
        if gold_is_quote and test_is_quote and deleted[0][gold_word] != deleted[1][test_word]:
            deleted[0][gold_word] = deleted[1][test_word] = False


def statuses(
    gold: Treebank, test: Treebank, pairs: Pairs, labels: LabelCodes
) -> tuple[NDArray[np.uint8], dict[int, str], NDArray[np.bool_]]:
    """Per sentence: its status; the reasons of those that are not scored; and whether it merely lacks a usable parse."""
    sentences = len(pairs.gold)
    status = np.full(sentences, SCORED, np.uint8)
    reasons: dict[int, str] = {}
    missing = np.zeros(sentences, np.bool_)
    gold_words, test_words = pairs.gold.word_counts, pairs.test.word_counts
    raw_words = test.trees.word_counts

    for index in np.flatnonzero((gold_words == 0) | (test_words == 0)).tolist():
        status[index] = SKIPPED
        if index >= len(gold.trees):
            reasons[index] = "the gold has no such sentence"
        elif index in gold.problems:
            reasons[index] = f"the gold tree {gold.problems[index].said}"
        elif gold_words[index] == 0:
            reasons[index] = "the gold tree has no words"
        else:
            missing[index] = True
            if index >= len(test.trees):
                reasons[index] = "the system has no such sentence"
            elif index in test.problems:
                reasons[index] = f"the parse {test.problems[index].said}"
            else:
                reasons[index] = "preparation leaves no words of the parse" if raw_words[index] else "no parse"
    differing = dict(_word_differences(pairs, labels, status == SCORED))
    status[list(differing)] = PARTIAL
    return status, reasons | differing, missing


def _word_differences(pairs: Pairs, labels: LabelCodes, among: NDArray[np.bool_]) -> Iterator[tuple[int, str]]:
    """Sentences whose words differ, with the first difference in words."""
    gold_words, test_words = pairs.gold.word_counts, pairs.test.word_counts
    for index in np.flatnonzero(among & (gold_words != test_words)).tolist():
        yield index, f"the words differ: gold has {gold_words[index]}, system has {test_words[index]}"
    same_length = among & (gold_words == test_words)
    codes = []
    for trees in (pairs.gold, pairs.test):
        in_sentence = np.repeat(same_length, trees.word_counts)
        codes.append(labels.of_word[trees.labels[trees.word_nodes][in_sentence]])
    differs = codes[0] != codes[1]
    sentence_of = np.repeat(np.arange(len(pairs.gold)), np.where(same_length, gold_words, 0))
    for index in np.unique(sentence_of[differs]).tolist():
        gold, test = pairs.gold[index].words, pairs.test[index].words
        place = int(np.flatnonzero(differs[sentence_of == index])[0])
        yield index, f"the words differ: word {place + 1} is '{gold[place]}' in the gold, '{test[place]}' in the system"
