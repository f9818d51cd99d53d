"""What is compared of dependencies as items: words, edges of enhanced graphs, and what columns say of aligned words.

The bins of distances and directions are those of eval.pl. A new breakdown is an entry of ``COLUMNS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.spans import pair_up
from treecompare.measures.enhanced import CUT, SAME_HEAD, SAME_PATH, WRITTEN
from treecompare.measures.words import WordScores
from treecompare.scores.items import NONE, Column, Items, in_rows
from treecompare.scores.table import Numbers
from treecompare.trees.arcs import NO_HEAD, UNATTACHED
from treecompare.trees.characters import composed
from treecompare.trees.columns import gathered
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.enhanced import STEP, Edges, without_subtypes
from treecompare.trees.symbols import Shared, Symbols, distinct

Codes: TypeAlias = tuple[list[str], Numbers, Numbers]
DISTANCES = ("to_root", "1", "2", "3-6", "7-...", "no_head")
DIRECTIONS = ("to_root", "left", "right", "self", "no_head")
LENGTHS = ("1-10", "11-20", "21-30", "31-40", "41-60", "61-...")


def distances(side: Dependencies) -> Numbers:
    """How far each word's head is, as places in DISTANCES."""
    away = np.abs(side.head - side.numbers)
    bins = np.searchsorted([1, 2, 3, 7], away, side="right")
    # a word that is its own head has distance 0, which eval.pl has no bin for: the nearest
    return np.select((side.head == 0, side.head == NO_HEAD), (0, 5), np.maximum(bins, 1))


def directions(side: Dependencies) -> Numbers:
    """Where each word's head stands, as places in DIRECTIONS."""
    away = side.head - side.numbers
    return np.select((side.head == 0, side.head == NO_HEAD, away < 0, away > 0), (0, 4, 1, 2), 3)


def _binned(names: tuple[str, ...], bins: Callable[[Dependencies], Numbers]) -> Column:
    """The last of the names is that of words without a head, where there are any."""

    def codes(scores: WordScores) -> Codes:
        there = len(names) - (not any(len(side.headless) for side in (scores.gold, scores.test)))
        return list(names[:there]), bins(scores.gold), bins(scores.test)

    return Column(codes, is_binned=True)


def _by_column(column: str) -> Callable[[WordScores], Codes]:
    def codes(scores: WordScores) -> Codes:
        shared = Shared()
        gold, test = (shared.of(side.symbols, getattr(side, column))[0] for side in (scores.gold, scores.test))
        return shared.texts, gold, test

    return codes


def _by_relation(scores: WordScores) -> Codes:
    shared, (gold, test) = scores.relations
    return shared.texts, gold, test


def _by_head(scores: WordScores) -> Codes:
    shared = Shared()
    both = []
    for side in (scores.gold, scores.test):
        tags = np.concatenate((shared.of(side.symbols, side.upos)[0], [NONE]))
        both.append(np.where(side.parents >= 0, tags[np.maximum(side.parents, NONE)], side.parents))
    # ROOT, OUTSIDE, UNATTACHED
    gold, test = (np.where(codes >= 0, codes, len(shared.texts) - 1 - codes) for codes in both)
    return [*shared.texts, "root", "outside", "no head"], gold, test


def _by_length(scores: WordScores) -> Codes:
    """The length of the gold sentence, also for test words."""
    bins = np.append(np.searchsorted([11, 21, 31, 41, 61], scores.gold.lengths, side="right"), 0)
    return list(LENGTHS), bins[scores.gold.sentence_of], bins[scores.alignment.sentence_of_test]


COLUMNS: dict[str, Column] = {
    "relation": Column(_by_relation, in_confusions=True),
    "upos": Column(_by_column("upos"), in_confusions=True),
    "xpos": Column(_by_column("xpos")),
    "head-upos": Column(_by_head, in_breakdowns=False, in_confusions=True),
    "distance": _binned(DISTANCES, distances),
    "direction": _binned(DIRECTIONS, directions),
    "length": Column(_by_length, is_binned=True),
}
"""The categories of words."""
NAMES = {"upos": "part of speech", "xpos": "tag", "head-upos": "part of speech of the head"}
"""What people are told of those that files and options call otherwise."""


def word_items(scores: WordScores) -> Items:
    """The words that are scored: those with a counterpart, those of the gold without, those of the test without.

    Last stand words of the test whose counterpart is not scored: they are counted, and confused with nothing.
    """
    lost, new = scores.gold_scored.copy(), scores.test_scored.copy()
    lost[scores.gold_words] = False
    new[scores.alignment.test_of_gold[scores.alignment.matched[0]]] = False
    beside = scores.test_scored & ~new
    beside[scores.test_words] = False
    alone, others, odd = (np.flatnonzero(one) for one in (lost, new, beside))
    gold, test, _ = in_rows([(scores.gold_words, scores.test_words)], (alone, np.concatenate((others, odd))))
    items = Items.of(
        gold, test, (scores.gold.sentence_of, scores.alignment.sentence_of_test),
        columns=COLUMNS, source=scores, rights=lambda key: scores.right(key or "las"), firsts=(scores.gold.offsets,),
    )  # fmt: skip
    return replace(items, tested=np.append(scores.test_scored, False)[items.test], crossed=len(items) - len(odd))


# -- edges of enhanced graphs ------------------------------------------------------------------------------------------

BASIC, CASE, ELLIPSIS, RELATIVE, CONTROL, SHARED_HEAD, SHARED_DEPENDENT, OTHER = ENHANCEMENTS = (
    "basic", "case information", "ellipsis", "relative clause", "controlled subject", "shared head", "shared dependent", "other",
)  # fmt: skip
"""What an edge is in its own analysis: that of the basic tree; the same with another subtype; a path through empty nodes; and the
other enhancements of Universal Dependencies."""
KINDS = ("right", "other subtype", "other relation", "other head", "missing", "extra")
"""What became of an edge. One with another head or relation stands beside one of the same word with the same relation or head."""


@dataclass(frozen=True, eq=False)
class EdgeRows:
    """The edges of both sides in rows, NONE for none; ``kinds``: places in KINDS."""

    scores: WordScores
    gold: Numbers
    test: Numbers
    kinds: Numbers


EdgeCodes = Callable[[EdgeRows], tuple[list[str], Numbers, Numbers]]


def _by_path(change: Callable[[str], str] | None = None) -> EdgeCodes:
    def codes(rows: EdgeRows) -> tuple[list[str], Numbers, Numbers]:
        shared = Shared(change)
        both = (shared.of(one.symbols, one.paths)[0] for one in (rows.scores.edges.gold, rows.scores.edges.test))
        gold, test = (np.append(one, NONE)[places] for one, places in zip(both, (rows.gold, rows.test), strict=True))
        return shared.texts, gold, test

    return codes


def _by_enhancement(rows: EdgeRows) -> tuple[list[str], Numbers, Numbers]:
    edges = rows.scores.edges
    sides = (edges.gold, rows.scores.gold, rows.gold), (edges.test, rows.scores.test, rows.test)
    gold, test = (np.append(enhancements(edges, words), NONE)[places] for edges, words, places in sides)
    return list(ENHANCEMENTS), gold, test


EDGE_COLUMNS: dict[str, Column] = {
    "enhancement": Column(_by_enhancement, is_binned=True, is_of_rows=True),
    "relation": Column(_by_path(without_subtypes), is_of_rows=True, in_confusions=True),
    "relation with subtypes": Column(_by_path(), is_of_rows=True),
    "kind": Column(lambda rows: (list(KINDS), rows.kinds, rows.kinds), is_of_rows=True, in_breakdowns=False),
}
"""The categories of edges."""


def edge_items(scores: WordScores) -> Items:
    """The edges of words that are scored, as rows of the words that they lead to: those that match, those of one word that have the
    head or the relation in common, those of one side only."""
    edges = scores.edges
    rows = EdgeRows(scores, *in_rows(*edges.stages(WRITTEN, CUT, SAME_HEAD, SAME_PATH)))
    gold, test = np.append(edges.gold.owners, NONE)[rows.gold], np.append(edges.test.owners, NONE)[rows.test]
    return Items.of(
        gold, test, (scores.gold.sentence_of, scores.alignment.sentence_of_test),
        columns=EDGE_COLUMNS, source=rows, rights=lambda key: rows.kinds <= int(key == "eulas"), firsts=(scores.gold.offsets,),
    )  # fmt: skip


def enhancements(edges: Edges, words: Dependencies) -> Numbers:
    """The type of each edge of a word by the basic tree of its own analysis: places in ENHANCEMENTS."""
    owners, parents = edges.owners, edges.parents
    shared = Shared(without_subtypes)
    paths, relations = shared.of(edges.symbols, edges.paths)[0], shared.of(words.symbols, words.deprel)[0]
    written = edges.symbols.found_of(words.symbols)[words.deprel]

    def is_one(names: frozenset[str]) -> NDArray[np.bool_]:
        return shared.mask(lambda text: text in names)

    def of_word(places: Numbers, what: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether the relation of these words is such a one; not of the root."""
        found: NDArray[np.bool_] = (places >= 0) & what[relations[np.maximum(places, 0)]]
        return found

    heads = words.parents[owners]
    heads_head = np.where(heads >= 0, words.parents[np.maximum(heads, 0)], NONE)
    parents_head = np.where(parents >= 0, words.parents[np.maximum(parents, 0)], NONE)
    conj, subject = is_one(frozenset({"conj"})), is_one(frozenset({"nsubj", "csubj"}))
    is_basic_head = (parents == heads) & (heads != UNATTACHED)
    several = shared.mask(lambda text: STEP in text)[paths]
    return np.select(
        (
            is_basic_head & (edges.paths == written[owners]),
            is_basic_head & (paths == relations[owners]),
            several,
            is_one(frozenset({"ref"}))[paths]
            | (of_word(parents, is_one(frozenset({"acl"}))) & (parents_head == owners)),
            of_word(parents, is_one(frozenset({"xcomp"}))) & subject[paths],
            of_word(owners, conj) & ~conj[paths],
            of_word(parents, conj) | (of_word(heads, conj) & (heads_head == parents)),
        ),
        np.arange(len(ENHANCEMENTS) - 1),
        ENHANCEMENTS.index(OTHER),
    ).astype(np.int64)


# -- what columns say of aligned words ---------------------------------------------------------------------------------

Features = Iterator[tuple[str, str]]


def feats(text: str) -> Features:
    """Name and value of each feature; of several values (``A,B``) each. One without value has ``+``."""
    for part in text.split("|"):
        name, equals, values = part.partition("=")
        yield from ((name, value) for value in (values.split(",") if equals else "+"))


def misc(text: str) -> Features:
    """Key and value of each entry."""
    for part in text.split("|"):
        name, equals, value = part.partition("=")
        yield name, value if equals else "+"


def whole(text: str) -> Features:
    """One value without a name."""
    yield "", text


SPLIT: dict[str, Callable[[str], Features]] = {
    "upos": whole,
    "xpos": whole,
    "lemma": whole,
    "feats": feats,
    "misc": misc,
}
"""What each column is made of; ``_`` and empty texts have nothing."""
AS_WRITTEN = ("upos", "xpos")
"""The columns of which letters composed otherwise are something else."""
SORTS = ("right", "other value", "missing", "extra")


@dataclass(frozen=True, eq=False)
class FeatureRows:
    """Of each row the name and the value on both sides, as numbers in these tables, NONE for none, and its place in SORTS."""

    names: Symbols
    values: Symbols
    gold: tuple[Numbers, Numbers]
    test: tuple[Numbers, Numbers]
    kinds: Numbers


FEATURE_COLUMNS: dict[str, Column] = {
    "feature": Column(lambda rows: (rows.names.texts, rows.gold[0], rows.test[0]), is_of_rows=True),
    "value": Column(lambda rows: (rows.values.texts, rows.gold[1], rows.test[1]), is_of_rows=True),
    "kind": Column(lambda rows: (list(SORTS), rows.kinds, rows.kinds), is_of_rows=True),
}


def feature_items(scores: WordScores, column: str) -> Items:
    """The features of aligned words that are scored, each with its partner: the same value, else another one of that name."""
    names, values = Symbols(), Symbols()
    sides = [
        _features(words, places, column, names, values)
        for words, places in ((scores.gold, scores.gold_words), (scores.test, scores.test_words))
    ]
    left = [np.arange(len(side[0])) for side in sides]
    found: list[tuple[Numbers, Numbers]] = []
    for what in (2, 1):
        size = max(len(values), 1)
        keys = [side[0][places] * size + side[what][places] for side, places in zip(sides, left, strict=True)]
        both = pair_up(*keys)
        found.append((left[0][both[0]], left[1][both[1]]))
        left = [np.delete(places, taken) for places, taken in zip(left, both, strict=True)]
    *rows, kinds = in_rows(found, left)
    gold, test = (
        [np.append(column, NONE)[places] for column in (words[side[0]], *side[1:])]
        for words, side, places in zip((scores.gold_words, scores.test_words), sides, rows, strict=True)
    )
    return Items.of(
        gold[0], test[0], (scores.gold.sentence_of, scores.alignment.sentence_of_test),
        columns=FEATURE_COLUMNS, source=FeatureRows(names, values, (gold[1], gold[2]), (test[1], test[2]), kinds),
        rights=lambda key: kinds == 0, firsts=(scores.gold.offsets,),
    )  # fmt: skip


def _features(
    words: Dependencies, places: Numbers, column: str, names: Symbols, values: Symbols
) -> tuple[Numbers, Numbers, Numbers]:
    """The features of words: of each the word's place among ``places``, its name, and name and value."""
    symbols = getattr(words, column)[places]
    used = distinct(symbols)
    rows: list[tuple[int, int]] = []
    ends = [0]
    for number in used.tolist():
        text = words.symbols[number] if column in AS_WRITTEN else composed(words.symbols[number])
        for name, value in dict.fromkeys(SPLIT[column](text)) if text not in ("_", "") else ():
            rows.append((names.number(name), values.number(f"{name}={value}" if name else value)))
        ends.append(len(rows))
    place_of = np.zeros(len(words.symbols), np.int64)
    place_of[used] = np.arange(len(used))
    offsets, texts = np.array(ends), place_of[symbols]
    name, value = np.array(rows, np.int64).reshape(-1, 2)[gathered(offsets, texts)].T
    return np.repeat(np.arange(len(places)), np.diff(offsets)[texts]), name, value
