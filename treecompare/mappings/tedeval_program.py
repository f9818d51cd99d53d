"""What the TedEval program (versions 2.1 and 2.2) counts, where it departs from the papers.

Labels are upper-cased, without dashes, ``;`` is SEMI. Version 2.2 has a node per word beside its tag (one node where both are
called the same), version 2.1 one only for words without a tag. The root takes part in the distance, and the norm is
|P| + |G| - 2. Where golds share no label over a span the generalisation has a node ``_``. Two labels over one span that differ
only after their last colon cost one renaming, and nothing without labels. Without labels there is one node per span besides the
root and the words.

Two segmentations of the same space-delimited words are put side by side: segments that both have (longest common subsequence)
stand at the same position. Where one side has fewer segments than the other,
its last one there reaches over what is left; where it has none, the segment before, if the word has one, reaches over the gap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from treecompare.mappings.function_edits import FunctionCounts, count_functions
from treecompare.mappings.tokens import common_subsequence
from treecompare.trees.columns import Numbers, sums_before
from treecompare.trees.functions import PROGRAM_HEAD, FunctionTrees, Rows, pack
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, located

Segments = Sequence[str]
Extents = list[tuple[int, int]]


@dataclass(frozen=True, eq=False)
class Positions:
    """Where the segments of a file stand: ``starts``, ``ends`` per segment, ``offsets`` per sentence, ``lengths`` in positions."""

    starts: Numbers
    ends: Numbers
    offsets: Numbers
    lengths: Numbers

    def of(self, sentence: Numbers, start: Numbers, end: Numbers) -> tuple[Numbers, Numbers]:
        """Spans of segments, half open and not empty, as spans of positions."""
        first = self.offsets[sentence]
        return self.starts[first + start], self.ends[first + end - 1]


def side_by_side(
    golds: Sequence[Sequence[Segments]], tests: Sequence[Sequence[Segments]]
) -> tuple[Positions, Positions]:
    """Both sides' positions; per sentence its words, per word its segments. Raises ValueError: a sentence has not as many words on
    both sides."""
    sides: tuple[list[Extents], list[Extents]] = ([], [])
    lengths = []
    for gold, test in zip(golds, tests, strict=True):
        found: tuple[Extents, Extents] = ([], [])
        place = 0
        for ours, theirs in zip(gold, test, strict=True):
            one, other, width = place_word(ours, theirs)
            for extents, new in zip(found, (one, other), strict=True):
                extents += [(place + start, place + end) for start, end in new]
            place += width
        lengths.append(place)
        for side, extents in zip(sides, found, strict=True):
            side.append(extents)
    first, second = (_positions(side, lengths) for side in sides)
    return first, second


def _positions(side: list[Extents], lengths: list[int]) -> Positions:
    flat = np.array([extent for extents in side for extent in extents], np.int64).reshape(-1, 2)
    offsets = sums_before([len(extents) for extents in side])
    return Positions(flat[:, 0], flat[:, 1], offsets, np.array(lengths, np.int64))


def place_word(gold: Segments, test: Segments) -> tuple[Extents, Extents, int]:
    """The extents of one word's segments on both sides, and the positions of the word."""
    extents: tuple[Extents, Extents] = ([], [])
    done = [0, 0]
    place = 0
    for anchors in [*common_subsequence(gold, test), (len(gold), len(test))]:
        left = [anchor - before for anchor, before in zip(anchors, done, strict=True)]
        width = max(left)
        for found, count in zip(extents, left, strict=True):
            if count == 0 and width and found:
                found[-1] = (found[-1][0], place + width)
            found += [(place + i, place + (i + 1 if i < count - 1 else width)) for i in range(count)]
        place += width
        done = [anchor + 1 for anchor in anchors]
        if anchors != (len(gold), len(test)):
            for found in extents:
                found.append((place, place + 1))
            place += 1
    return extents[0], extents[1], place


PROGRAMS = ("tedeval-2.1", "tedeval-2.2")
NODE, WORD_NODE, ROOT_NODE = 0, 1, 2
"""Kinds of nodes. A root is nothing but a root; a word may be the same as a node of its name, save where labels are left out."""


@dataclass(frozen=True, eq=False)
class ProgramTrees:
    """The trees of a file as the program sees them, root included: ``labelled`` and ``unlabelled`` (span, label) pairs.

    Their labels are 3 · symbol + kind, with symbol 0 for nodes and roots where labels are left out. ``tags``: those of ``labelled``
    that are not words.
    """

    symbols: Symbols
    lengths: Numbers
    labelled: Rows
    unlabelled: Rows
    tags: Rows

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
    words = trees.word_counts
    is_root = np.zeros(len(is_word), np.bool_)
    is_root[trees.offsets[1:][words > 0] - 1] = True
    is_whole = ~is_word & (start == 0) & (end == words[sentence])
    has_tag = np.zeros(len(is_word), np.bool_)
    has_tag[:-1] = is_word[:-1] & (trees.sizes[1:] == 2)
    lengths = words
    if positions is not None:
        lengths = np.where(words > 0, positions.lengths, 0)
        start, end = positions.of(sentence, start, end)
        start, end = np.where(is_whole, 0, start), np.where(is_whole, lengths[sentence], end)
    labels = trees.labels.astype(np.int64)
    unknown = trees.symbols.number(PROGRAM_HEAD)
    # a segment over several positions is a node "_" over each of them
    several = np.where(is_word, end - start, 1)
    source = np.repeat(np.arange(len(several)), several)
    offset = np.arange(len(source)) - np.repeat(np.cumsum(several) - several, several)
    split = several[source] > 1
    labels = np.where(split, unknown, labels[source])
    sentence, start, end = sentence[source], start[source], end[source]
    start, end = np.where(split, start + offset, start), np.where(split, start + offset + 1, end)
    is_word, is_root, is_whole, has_tag = is_word[source], is_root[source], is_whole[source], has_tag[source]
    numbers, uncoloned = (np.zeros(len(trees.symbols), np.int64) for _ in range(2))
    for number in np.unique(labels).tolist():
        # its own label for heads, and for words whose segments differ, stays what it is
        text = PROGRAM_HEAD if number == unknown else program_label(trees.symbols[number])
        numbers[number] = trees.symbols.number(text)
        uncoloned[number] = trees.symbols.number(_uncoloned(text))
    names = numbers[labels]
    root_names = np.full(len(lengths), -1, np.int64)
    root_names[sentence[is_root]] = names[is_root]
    spans = pack(sentence, start, end)
    wanted = names != trees.symbols.number("")
    wanted &= ~(is_word & (names == trees.symbols.number("SEMI")))
    kinds = np.where(is_root, ROOT_NODE, NODE)
    tags = wanted & ~is_word & ~(is_whole & ~is_root & (names == root_names[sentence]))
    has_node = is_word & (profile == "tedeval-2.2")
    labelled = tags | (wanted & is_word & (has_node | ~has_tag))
    # without labels the tag of an only word is the root's, and the word stands for itself
    unlabelled = wanted & np.where(is_word, has_node | ~has_tag | (words[sentence] == 1), is_root | ~is_whole)
    bare = np.where(is_word, 3 * uncoloned[labels] + WORD_NODE, kinds)
    return ProgramTrees(
        trees.symbols,
        lengths,
        Rows.of(spans[labelled], (3 * names + kinds)[labelled]),
        Rows.of(spans[unlabelled], bare[unlabelled]),
        Rows.of(spans[tags], (3 * names + kinds)[tags]),
    )


def _uncoloned(text: str) -> str:
    """What the program compares of a label: not what follows the last colon."""
    return text.rpartition(":")[0] or text


def generalise_program(golds: Sequence[ProgramTrees]) -> ProgramTrees:
    """The spans that all golds have, with the labels that all have, ``_`` where they have none in common."""
    first = golds[0]
    lengths = np.minimum.reduce([one.lengths for one in golds])

    def shared(sides: list[Rows]) -> Rows:
        return sides[0].chosen(np.logical_and.reduce([sides[0].spans >= 0, *sides[0].within(sides[1:])]))

    def bare(rows: Rows) -> Rows:
        return Rows.of(rows.spans, rows.labels % 3)

    tags = shared([one.tags for one in golds])
    common = shared([bare(one.tags) for one in golds])
    (has_label,) = common.within([bare(tags)])
    nameless = common.chosen(~has_label)
    labels = nameless.labels + 3 * first.symbols.number(PROGRAM_HEAD)

    def joined(rows: Rows) -> Rows:
        return Rows.of(np.concatenate((rows.spans, nameless.spans)), np.concatenate((rows.labels, labels)))

    labelled, unlabelled = shared([one.labelled for one in golds]), shared([one.unlabelled for one in golds])
    return ProgramTrees(first.symbols, lengths, joined(labelled), unlabelled, joined(tags))


def count_program(
    parse: ProgramTrees, native: ProgramTrees, generalisation: ProgramTrees, is_labelled: bool = True
) -> FunctionCounts:
    """The counts of all sentences. Sizes are without the root, so that their sum is the program's norm; where nothing but roots
    is there, it is 1, as in the program.
    """
    sentences = len(parse.lengths)
    ours, own, common = (one.rows(is_labelled) for one in (parse, native, generalisation))
    found = count_functions(ours, own, common, sentences)
    there = (parse.lengths > 0) & (generalisation.lengths > 0)
    gold, test = np.where(there, found.gold - 1, 0), np.where(there, found.test - 1, 0)
    gold[there & (gold == 0) & (test == 0)] = 1
    swapped = found.swapped
    if is_labelled:
        swapped = _renamed(ours, own, common, sentences, parse.symbols)
        paired = np.minimum(_paired_with_root(parse, generalisation), np.minimum(found.deleted, found.inserted))
        found = replace(found, deleted=found.deleted - paired, inserted=found.inserted - paired)
    return FunctionCounts(
        gold=gold,
        test=test,
        matched=found.matched,
        deleted=found.deleted - swapped,
        inserted=found.inserted - swapped,
        swapped=swapped,
        forgiven=found.forgiven,
    )


def _renamed(parse: Rows, native: Rows, generalisation: Rows, sentences: int, symbols: Symbols) -> Numbers:
    """How many charged deletions and additions of a sentence are one renaming: equal spans, labels equal up to the last colon."""
    renamed = np.zeros(sentences, np.int64)
    has_colon = np.fromiter((":" in text for text in symbols.texts), np.bool_, len(symbols))
    in_generalisation, in_native = parse.within([generalisation, native])
    in_parse, wanted = generalisation.within([parse, native])
    sides = []
    for rows, charged in ((parse, ~in_generalisation & ~in_native), (generalisation, ~in_parse & wanted)):
        chosen = rows.chosen(charged & has_colon[rows.labels // 3])
        names = [(_uncoloned(symbols[number // 3]), number % 3) for number in chosen.labels.tolist()]
        sides.append(Counter(zip(chosen.spans.tolist(), names, strict=True)))
    for (span, _), count in (sides[0] & sides[1]).items():
        renamed[span >> 32] += count
    return renamed


def _paired_with_root(parse: ProgramTrees, generalisation: ProgramTrees) -> Numbers:
    """1 where roots differ and one of them is paired with a node below the other, which nothing else over the sentence is."""
    sides = []
    for one in (parse, generalisation):
        rows = one.tags
        whole = (rows.spans & 0xFFFFFFFF) == one.lengths[rows.sentences]
        of_sentence: list[dict[int, int]] = [{} for _ in range(len(one.lengths))]
        for sentence, label in zip(rows.sentences[whole].tolist(), rows.labels[whole].tolist(), strict=True):
            of_sentence[sentence][label // 3] = label % 3
        sides.append(of_sentence)
    found = np.zeros(len(parse.lengths), np.int64)
    for sentence, (one, other) in enumerate(zip(*sides, strict=True)):
        shared = {label: (one[label], other[label]) for label in one.keys() & other.keys()}
        found[sentence] = (
            bool(shared) and (NODE, NODE) not in shared.values() and (ROOT_NODE, ROOT_NODE) not in shared.values()
        )
    return found


def count_program_segments(
    parse: Sequence[Sequence[str]],
    parse_positions: Positions,
    gold: Sequence[Sequence[str]],
    gold_positions: Positions,
    profile: str,
) -> FunctionCounts:
    """The program's option ``-seg``: segments (per sentence) as nodes under a root, instead of trees.

    Version 2.2 compares their names too. The root ends where the segments would end if they had no gaps (in 2.2: if each
    had one position); what lies beyond is counted in the sizes and never compared. Only a sentence of a single segment has
    in 2.2 a node ``_`` for each of its positions.
    """
    symbols = Symbols()
    sides, sizes = [], []
    for segments, positions in ((parse, parse_positions), (gold, gold_positions)):
        is_named = profile == "tedeval-2.2"
        if is_named:
            segments, positions = _single_segments_split(segments, positions)
        counts = np.diff(positions.offsets)
        sentence = np.repeat(np.arange(len(counts)), counts)
        names = [symbols.number(program_label(one)) + 1 if is_named else 0 for words in segments for one in words]
        widths = np.ones(len(sentence)) if is_named else positions.ends - positions.starts
        limit = np.bincount(sentence, widths, len(counts)).astype(np.int64)
        inside = positions.ends <= limit[sentence]
        roots = pack(np.arange(len(counts)), np.zeros(len(counts), np.int64), limit)
        spans = pack(sentence, positions.starts, positions.ends)[inside]
        labels = 3 * np.array(names, np.int64)[inside] + NODE
        roots_labels = np.full(len(roots), ROOT_NODE, np.int64)
        sides.append(Rows.of(np.concatenate((spans, roots)), np.concatenate((labels, roots_labels))))
        sizes.append(counts)
    return replace(count_functions(sides[0], sides[1], sides[1], len(sizes[0])), test=sizes[0], gold=sizes[1])


def _single_segments_split(
    segments: Sequence[Sequence[str]], positions: Positions
) -> tuple[list[Sequence[str]], Positions]:
    """Sentences of one segment over several positions have a segment ``_`` for each of these."""
    names: list[Sequence[str]] = []
    limits: list[tuple[int, int]] = []
    offsets = [0]
    for sentence, words in enumerate(segments):
        first, last = positions.offsets[sentence : sentence + 2].tolist()
        here = list(zip(positions.starts[first:last].tolist(), positions.ends[first:last].tolist(), strict=True))
        if len(here) == 1 and here[0][1] - here[0][0] > 1:
            here = [(place, place + 1) for place in range(*here[0])]
            words = [PROGRAM_HEAD] * len(here)
        names.append(words)
        limits += here
        offsets.append(len(limits))
    flat = np.array(limits, np.int64).reshape(-1, 2)
    return names, Positions(flat[:, 0], flat[:, 1], np.array(offsets, np.int64), positions.lengths)
