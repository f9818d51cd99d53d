"""Sentences of constituents whose words or sentence breaks differ: rows that all systems share, and their trees over atoms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.pairs import Pairs
from treecompare.comparison.sentence_texts import LEAST_SHARE, another_text
from treecompare.mappings.atoms import INVENTED, LOST, Aligned, Side, refined
from treecompare.readers import Treebank
from treecompare.scores.table import SCORED, SKIPPED
from treecompare.trees.arcs import ranges, sums_before
from treecompare.trees.preparation import Parameters, prepare
from treecompare.trees.tree import WORD, Trees

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]


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
    """Some sentences, in that order, and what is known of their nodes."""
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
    sides = []
    for side, first in ((aligned.gold, 0), (aligned.test, 2)):
        kept_before = sums_before(side.kept)[side.words.sentences]
        sides.append((side.words.codes[side.kept], kept_before[units[:, first]], kept_before[units[:, first + 1]]))
    (gold, gold_first, gold_last), (test, test_first, test_last) = sides
    both = gold_last - gold_first
    differs: Mask = both != test_last - test_first
    counts = np.where(differs, 0, both)
    unit_of = np.repeat(np.arange(len(units)), counts)
    unequal = gold[ranges(gold_first, gold_first + counts)] != test[ranges(test_first, test_first + counts)]
    differs[unit_of[unequal]] = True
    return differs


def statuses_of_rows(
    gold: Treebank, test: Treebank, aligned: Aligned, pairs: Pairs, units: Numbers, rows: Numbers
) -> tuple[NDArray[np.uint8], dict[int, str], Mask]:
    """Per row: its status; the reasons of those that are not scored; and whether it merely lacks a usable parse."""
    status = np.full(len(rows) - 1, SCORED, np.uint8)
    reasons: dict[int, str] = {}
    missing = np.zeros(len(status), np.bool_)
    if aligned.share < LEAST_SHARE:
        status[:] = SKIPPED
        return status, dict.fromkeys(range(len(status)), another_text(aligned.share)), missing
    given_up = set(aligned.units[aligned.given_up, 0].tolist())
    first_units = np.searchsorted(units[:, 0], rows)
    for row in np.flatnonzero((pairs.gold.word_counts == 0) | (pairs.test.word_counts == 0)).tolist():
        status[row] = SKIPPED
        sentence = int(rows[row])
        if sentence in gold.problems:
            reasons[row] = f"the gold tree {gold.problems[sentence].said}"
        elif pairs.gold.word_counts[row] == 0:
            reasons[row] = "the gold tree has no words"
        else:
            missing[row] = True
            unit = int(first_units[row])
            first, last = units[unit, 2:].tolist()
            if test.trees.word_counts[first:last].any():
                reasons[row] = "preparation leaves no words of the parse"
            elif first < last and first in test.problems:
                reasons[row] = f"the parse {test.problems[first].said}"
            elif first < last:
                reasons[row] = "no parse"
            elif sentence in given_up:
                reasons[row] = "too different from the system's text to be aligned"
            else:
                reasons[row] = "the system has no such sentence"
    return status, reasons, missing


def further_atoms(aligned: Aligned, rows: Numbers) -> Numbers:
    """Per row, how many more atoms than words the gold has."""
    gold = aligned.gold
    running = sums_before(np.where(gold.kept & (gold.atoms > 1), gold.atoms - 1, 0))
    of_rows = running[gold.words.sentences[rows]]
    return of_rows[1:] - of_rows[:-1]
