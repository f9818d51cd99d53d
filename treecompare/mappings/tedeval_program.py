"""What the TedEval program (versions 2.1 and 2.2) counts, where it departs from the papers.

Labels are upper-cased, without dashes, ``;`` is SEMI. Version 2.2 has a node per word beside its tag (one node where both are called
the same), version 2.1 one only for words without a tag. The root takes part in the distance, and the norm is |P| + |G| - 2. Where
golds share no label over a span the generalisation has a node ``_``. Two labels over one span that differ only after their
last colon cost one renaming. Without labels there is one node per span besides the root and the words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.functions import FunctionCounts, count_functions
from treecompare.mappings.segmentation import Positions
from treecompare.trees.functions import PROGRAM_HEAD, FunctionTrees
from treecompare.trees.multifunction import Rows, located, pack
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD

PROGRAMS = ("tedeval-2.1", "tedeval-2.2")
NODE, WORD_NODE, ROOT_NODE = 0, 1, 2
"""Labels where labels are left out."""


@dataclass(frozen=True, eq=False)
class ProgramTrees:
    """The trees of a file as the program sees them, root included: ``labelled`` and ``unlabelled`` (span, label) pairs."""

    symbols: Symbols
    lengths: NDArray[np.int64]
    labelled: Rows
    unlabelled: Rows

    def rows(self, is_labelled: bool) -> Rows:
        """One of the two."""
        return self.labelled if is_labelled else self.unlabelled


def program_label(label: str) -> str:
    """A label or word as the program compares it; empty where it makes no node of it."""
    return "SEMI" if label == ";" else label.upper().replace("-", "")


def program_trees(functions: FunctionTrees, profile: str, positions: Positions | None = None) -> ProgramTrees:
    """``functions`` were made with whole labels, from dependencies ``wrapped`` and with PROGRAM_HEAD.

    ``positions``: where the segments of each word stand, if segmentations differ.
    """
    trees = functions.trees
    sentence, start, end = located(trees)
    is_word = trees.kinds == WORD
    lengths = trees.word_counts if positions is None else np.where(trees.word_counts > 0, positions.lengths, 0)
    roots = trees.offsets[1:][trees.word_counts > 0] - 1
    is_root = np.zeros(len(is_word), np.bool_)
    is_root[roots] = True
    if profile == "tedeval-2.2":
        wanted = np.ones(len(is_word), np.bool_)
    else:
        has_tag = np.zeros(len(is_word), np.bool_)
        has_tag[:-1] = is_word[:-1] & (trees.sizes[1:] == 2)
        wanted = ~has_tag
    if positions is not None:
        start, end = positions.of(sentence, start, end)
        start, end = np.where(is_root, 0, start), np.where(is_root, lengths[sentence], end)
    labels, is_word = trees.labels.astype(np.int64), is_word.copy()
    several = np.where(is_word & wanted, end - start, 1)
    # a segment over several positions is a node "_" over each of them
    source = np.repeat(np.arange(len(several)), several)
    offset = np.arange(len(source)) - np.repeat(np.cumsum(several) - several, several)
    unknown = trees.symbols.number(PROGRAM_HEAD)
    split = several[source] > 1
    sentence, start, end, labels = sentence[source], start[source], end[source], np.where(split, unknown, labels[source])
    start, end = np.where(split, start + offset, start), np.where(split, start + offset + 1, end)
    is_word, wanted, is_root = is_word[source], wanted[source], is_root[source]
    numbers = np.zeros(len(trees.symbols), np.int64)
    for number in np.unique(labels[wanted]).tolist():
        numbers[number] = trees.symbols.number(program_label(trees.symbols[number]))
    empty = trees.symbols.number("")
    semicolon = trees.symbols.number("SEMI")
    named = wanted & (labels != unknown) & (numbers[labels] != empty) & ~(is_word & (numbers[labels] == semicolon))
    named |= wanted & (labels == unknown)
    labels = np.where(labels == unknown, unknown, numbers[labels])
    spans = pack(sentence, start, end)
    whole = (start == 0) & (end == lengths[sentence])
    merged = whole & ((lengths[sentence] > 1) | (profile == "tedeval-2.2"))
    bare = np.where(is_word, WORD_NODE, np.where(is_root, ROOT_NODE, NODE))
    kept = named & (is_word | is_root | ~merged)
    return ProgramTrees(
        trees.symbols, lengths, Rows.of(spans[named], labels[named]), Rows.of(spans[kept], bare[kept].astype(np.int64))
    )


def generalise_program(golds: Sequence[ProgramTrees]) -> ProgramTrees:
    """The spans that all golds have, with the labels that all have, ``_`` where they have none in common."""
    first, *others = golds
    lengths = np.minimum.reduce([one.lengths for one in golds])

    def shared(is_labelled: bool) -> Rows:
        rows = first.rows(is_labelled)
        everywhere = rows.within([one.rows(is_labelled) for one in others])
        return rows.chosen(np.logical_and.reduce([rows.sentences >= 0, *everywhere]))

    labelled = shared(True)
    spans = [Rows.of(np.unique(one.labelled.spans), np.zeros(len(np.unique(one.labelled.spans)), np.int64)) for one in golds]
    common = spans[0].chosen(np.logical_and.reduce([spans[0].spans >= 0, *spans[0].within(spans[1:])])).spans
    nameless = common[~np.isin(common, labelled.spans)]
    unknown = first.symbols.number(PROGRAM_HEAD)
    labelled = Rows.of(
        np.concatenate((labelled.spans, nameless)),
        np.concatenate((labelled.labels, np.full(len(nameless), unknown, np.int64))),
    )
    return ProgramTrees(first.symbols, lengths, labelled, shared(False))


def count_program(
    parse: ProgramTrees, native: ProgramTrees, generalisation: ProgramTrees, is_labelled: bool = True
) -> FunctionCounts:
    """The counts of all sentences. Sizes are without the root, so that their sum is the program's norm; where nothing but roots
    is there, it is 1, as in the program.
    """
    sentences = len(parse.lengths)
    rows = [one.rows(is_labelled) for one in (parse, native, generalisation)]
    found = count_functions(*rows, sentences)
    there = (parse.lengths > 0) & (generalisation.lengths > 0)
    gold, test = np.where(there, found.gold - 1, 0), np.where(there, found.test - 1, 0)
    gold[there & (gold == 0) & (test == 0)] = 1
    swapped = _renamed(*rows, sentences, parse.symbols) if is_labelled else found.swapped
    return FunctionCounts(
        gold=gold,
        test=test,
        matched=found.matched,
        deleted=found.deleted - swapped,
        inserted=found.inserted - swapped,
        swapped=swapped,
        forgiven=found.forgiven,
    )


def _renamed(parse: Rows, native: Rows, generalisation: Rows, sentences: int, symbols: Symbols) -> NDArray[np.int64]:
    """How many charged deletions and additions of a sentence are one renaming: equal spans, labels equal up to the last colon."""
    renamed = np.zeros(sentences, np.int64)
    has_colon = np.fromiter((":" in text for text in symbols.texts), np.bool_, len(symbols))
    in_generalisation, in_native = parse.within([generalisation, native])
    in_parse, wanted = generalisation.within([parse, native])
    sides = []
    for rows, charged in ((parse, ~in_generalisation & ~in_native), (generalisation, ~in_parse & wanted)):
        chosen = rows.chosen(charged & has_colon[rows.labels])
        names = [symbols[number].rpartition(":")[0] for number in chosen.labels.tolist()]
        sides.append(Counter(zip(chosen.spans.tolist(), names, strict=True)))
    for (span, _), count in (sides[0] & sides[1]).items():
        renamed[span >> 32] += count
    return renamed
