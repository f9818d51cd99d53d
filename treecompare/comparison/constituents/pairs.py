"""Gold and system sentences side by side, prepared; and why a pair cannot be scored, if it cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.sentence_texts import LEAST_SHARE, another_text
from treecompare.mappings.atoms import INVENTED, LOST, Aligned, Side, refined
from treecompare.mappings.labels import LabelCodes
from treecompare.readers import Treebank
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, Mask, Numbers
from treecompare.trees.columns import ranges, same_rows, sums_before
from treecompare.trees.preparation import Parameters, deleted_words, prepare, unwrapped, wrapper_labels
from treecompare.trees.tree import PRETERMINAL, WORD, Tree, Trees, over_shared


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


Statuses = tuple[NDArray[np.uint8], dict[int, str], Mask]
"""Per row: its status; the reasons of those that are not scored; and whether it merely lacks a usable parse."""


def statuses(gold: Treebank, test: Treebank, pairs: Pairs, labels: LabelCodes) -> Statuses:
    """Those of sentences that are compared by their numbers."""

    def why(sentence: int) -> str:
        if sentence >= len(test.trees):
            return "the system has no such sentence"
        if sentence in test.problems:
            return f"the parse {test.problems[sentence].said}"
        return "preparation leaves no words of the parse" if test.trees.word_counts[sentence] else "no parse"

    status, reasons, missing = _skipped(gold, pairs, range(len(pairs.gold)), why)
    differing = dict(_word_differences(pairs, labels, status == SCORED))
    status[list(differing)] = PARTIAL
    return status, reasons | differing, missing


def _skipped(gold: Treebank, pairs: Pairs, sentences: Sequence[int], why: Callable[[int], str]) -> Statuses:
    """Rows without words on a side are skipped. ``sentences``: the first of the gold in each; ``why``: why a row has no parse."""
    status, missing = np.full(len(pairs.gold), SCORED, np.uint8), np.zeros(len(pairs.gold), np.bool_)
    reasons: dict[int, str] = {}
    for row in np.flatnonzero((pairs.gold.word_counts == 0) | (pairs.test.word_counts == 0)).tolist():
        status[row], sentence = SKIPPED, sentences[row]
        if sentence >= len(gold.trees):
            reasons[row] = "the gold has no such sentence"
        elif sentence in gold.problems:
            reasons[row] = f"the gold tree {gold.problems[sentence].said}"
        elif pairs.gold.word_counts[row] == 0:
            reasons[row] = "the gold tree has no words"
        else:
            missing[row], reasons[row] = True, why(row)
    return status, reasons, missing


def _word_differences(pairs: Pairs, labels: LabelCodes, among: NDArray[np.bool_]) -> Iterator[tuple[int, str]]:
    gold_words, test_words = pairs.gold.word_counts, pairs.test.word_counts
    for index in np.flatnonzero(among & (gold_words != test_words)).tolist():
        yield index, f"the words differ: gold has {gold_words[index]}, system has {test_words[index]}"
    ours, theirs = (labels.of_word[trees.labels[trees.word_nodes]] for trees in (pairs.gold, pairs.test))
    of_gold, of_test = sums_before(gold_words), sums_before(test_words)
    is_same = (gold_words != test_words) | same_rows(ours, theirs, of_gold, of_test)
    for index in np.flatnonzero(among & ~is_same).tolist():
        gold, test = pairs.gold[index].words, pairs.test[index].words
        differs = ours[slice(*of_gold[index : index + 2])] != theirs[slice(*of_test[index : index + 2])]
        place = int(np.flatnonzero(differs)[0])
        yield index, f"the words differ: word {place + 1} is '{gold[place]}' in the gold, '{test[place]}' in the system"


# -- sentences whose words or breaks differ ----------------------------------------------------------------------------


def units_of(units: Numbers, gold_sentences: int) -> Numbers:
    """All gold sentences in order, in units ``[units, 4]`` as :class:`Aligned` has them; those without counterpart alone."""
    units = units[units[:, 1] > units[:, 0]]
    alone = np.flatnonzero(~_within(units[:, :2], gold_sentences))
    none = np.zeros_like(alone)
    units = np.concatenate((units, np.stack((alone, alone + 1, none, none), axis=1)))
    return units[np.argsort(units[:, 0], kind="stable")]


def rows_of(units: Sequence[Numbers], gold_sentences: int) -> Numbers:
    """The first gold sentence of each row, and one more: the smallest groups that no unit of any system cuts."""
    is_inside = np.zeros(gold_sentences + 1, np.int64)
    for of_system in units:
        long = of_system[of_system[:, 1] - of_system[:, 0] > 1]
        np.add.at(is_inside, long[:, 0] + 1, 1)
        np.add.at(is_inside, long[:, 1], -1)
    return np.flatnonzero(np.cumsum(is_inside) == 0)


def aligned_pairs(
    gold: Trees, aligned: Aligned, units: Numbers, rows: Numbers, parameters: Parameters, missing_is_zero: bool = False
) -> Pairs:
    """The trees of a system over atoms. ``gold`` is prepared already; ``rows`` are those of :func:`rows_of`.

    A unit without a parse (no words are left of it) in a row that has others counts as ``--missing`` says: as bare words, or not
    at all.
    """
    test_words = aligned.test.words
    test = prepare(test_words.trees, parameters, _nodes(aligned.test))
    words_before = sums_before(test.word_counts)
    has_both = words_before[units[:, 3]] > words_before[units[:, 2]]
    gold_paired, test_paired = (
        _within(units[has_both, side : side + 2], len(trees)) for side, trees in ((0, gold), (2, test))
    )
    gold, gold_alone = refined(gold, aligned.gold, aligned.forms, LOST, gold_paired)
    test, test_alone = refined(test, aligned.test, aligned.forms, INVENTED, test_paired)
    atoms = np.maximum(aligned.gold.atoms[aligned.gold.kept], 1)
    weights = np.repeat(1 / atoms, atoms) if (atoms > 1).any() else None
    lengths = np.where(has_both, units[:, 3] - units[:, 2], 0)
    wanted = ranges(units[:, 2], units[:, 2] + lengths)
    if not np.array_equal(wanted, np.arange(len(test))):
        test, test_alone = _picked(test, test_alone, wanted)
    gold_units = _in_units(gold, np.append(units[:, 0], len(gold)))
    test_units = _in_units(test, sums_before(lengths))
    if len(rows) == len(units) + 1:
        return Pairs(gold_units, test_units, gold_alone, test_alone, weights)
    first_units = np.searchsorted(units[:, 0], rows)
    has_parse = test_units.word_counts > 0
    in_row = np.repeat(np.add.reduceat(has_parse, first_units[:-1]) > 0, np.diff(first_units))
    lacking = ~has_parse & in_row
    if lacking.any() and missing_is_zero:
        bare = gold_units.kept(gold_units.kinds == WORD)
        if test_alone is not None:
            test_alone = np.concatenate((test_alone, np.zeros(len(bare.labels), np.bool_)))
        both = Trees.joined([test_units, bare])
        test_units, test_alone = _picked(both, test_alone, np.where(lacking, len(units), 0) + np.arange(len(units)))
    elif lacking.any():
        keep = ~np.repeat(lacking, np.diff(gold_units.offsets))
        weights = None if weights is None else weights[keep[gold_units.word_nodes]]
        gold_units = gold_units.kept(keep)
        gold_alone = None if gold_alone is None else gold_alone[keep]
    gold, test = (replace(trees, offsets=trees.offsets[first_units]) for trees in (gold_units, test_units))
    bare_units = lacking if missing_is_zero and lacking.any() else None
    return Pairs(gold, test, gold_alone, test_alone, weights, (gold_units, test_units), first_units, bare_units)


def _in_units(trees: Trees, firsts: Numbers) -> Trees:
    """Trees of one sentence or several, which begin with the sentences ``firsts``; one more is the end."""
    is_same = np.array_equal(firsts, np.arange(len(trees) + 1))
    return trees if is_same else replace(trees, offsets=trees.offsets[firsts])


def _picked(trees: Trees, alone: Mask | None, sentences: Numbers) -> tuple[Trees, Mask | None]:
    nodes, _ = trees.places(sentences.tolist())
    return trees.chosen(sentences.tolist()), None if alone is None else alone[nodes]


def _nodes(side: Side) -> Mask:
    """Per node of the whole trees, whether it is a word that the preparation deletes."""
    deleted = np.zeros(len(side.words.trees.labels), np.bool_)
    deleted[side.words.nodes[~side.kept]] = True
    return deleted


def _within(limits: Numbers, sentences: int) -> Mask:
    """Which sentences are in some of the ranges, ``[ranges, 2]``."""
    found = np.zeros(sentences, np.bool_)
    found[ranges(limits[:, 0], limits[:, 1])] = True
    return found


def differing_rows(aligned: Aligned, units: Numbers, rows: Numbers) -> Mask:
    """Rows that are scored though words or sentence breaks differ."""
    first_units = np.searchsorted(units[:, 0], rows)
    differs = ((units[:, 1] - units[:, 0]) > 1) | ((units[:, 3] - units[:, 2]) > 1)
    if not aligned.is_plain:
        differs |= _other_words(aligned, units)
    running = sums_before(differs)
    return running[first_units[1:]] > running[first_units[:-1]]


def _other_words(aligned: Aligned, units: Numbers) -> Mask:
    """Units whose words are not the same, one by one, after the preparation."""
    gold, test = aligned.gold, aligned.test
    before = [sums_before(side.kept)[side.words.sentences] for side in (gold, test)]
    words = gold.words.codes[gold.kept], test.words.codes[test.kept]
    return ~same_rows(*words, before[0][units[:, :2]], before[1][units[:, 2:]])


def statuses_of_rows(
    gold: Treebank, test: Treebank, aligned: Aligned, pairs: Pairs, units: Numbers, rows: Numbers
) -> Statuses:
    """Those of rows whose words are aligned."""
    number = len(rows) - 1
    if aligned.share < LEAST_SHARE:
        reasons = dict.fromkeys(range(number), another_text(aligned.share))
        return np.full(number, SKIPPED, np.uint8), reasons, np.zeros(number, np.bool_)
    given_up = set(aligned.units[aligned.given_up, 0].tolist())
    first_units = np.searchsorted(units[:, 0], rows)

    def why(row: int) -> str:
        first, last = units[int(first_units[row]), 2:].tolist()
        if test.trees.word_counts[first:last].any():
            return "preparation leaves no words of the parse"
        if first < last:
            return f"the parse {test.problems[first].said}" if first in test.problems else "no parse"
        is_given_up = int(rows[row]) in given_up
        return (
            "too different from the system's text to be aligned" if is_given_up else "the system has no such sentence"
        )

    return _skipped(gold, pairs, rows.tolist(), why)


def further_atoms(aligned: Aligned, rows: Numbers) -> Numbers:
    """Per row, how many more atoms than words the gold has."""
    gold = aligned.gold
    running = sums_before(np.where(gold.kept & (gold.atoms > 1), gold.atoms - 1, 0))
    of_rows = running[gold.words.sentences[rows]]
    return of_rows[1:] - of_rows[:-1]
