"""The trees in which joined patterns are looked for: which nodes, or words, of gold and systems are the same.

A node of constituents stands over the words, or the pieces of words where one side cuts them, that all trees of the pattern have.
So two nodes are over the same words when these begin and end at the same characters of the gold, whatever else only one of the
trees has there. Words of dependencies are the same where they are aligned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from treecompare.comparison.hits import NOTHING, Equal, Side, Sides
from treecompare.mappings.labels import LabelCodes, label_codes
from treecompare.mappings.moves import SharedSpans, mixed
from treecompare.mappings.tokens import NONE
from treecompare.measures.words import WordScores
from treecompare.trees.columns import Mask, Numbers, ranges, sums_before
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.joined_patterns import GOLD, SYSTEM
from treecompare.trees.preparation import Parameters
from treecompare.trees.tree import WORD, Trees, leftmost
from treecompare.trees.tree_relations import Places, places
from treecompare.trees.word_patterns import WordPlaces, word_places

if TYPE_CHECKING:
    from treecompare.comparison.constituents.prepared import PreparedTrees


@dataclass(frozen=True, eq=False)
class _Axis:
    """Where the words of a tree stand among those that all trees of a pattern have.

    ``running``: per node and one more, the words with a counterpart before it. ``begins``, ``ends``: of each such word, on
    the common axis; None where its number in its row is its place.
    """

    running: Numbers
    begins: Numbers | None = None
    ends: Numbers | None = None


class TreeSide(Side):
    """The trees of the gold or of one system as they are compared."""

    above = "mother"
    at: Places

    def __init__(self, trees: Trees, axis: _Axis, comparable: Mask, labels: LabelCodes, is_labelled: bool) -> None:
        self.trees, self.at = trees, places(trees)
        self._axis, self._comparable, self._labels = axis, comparable, labels
        self._is_labelled = is_labelled
        self._apart = _over_words(trees, axis) if trees.crossing.any() else None

    def rows(self, nodes: Numbers) -> Numbers:
        return self.at.sentence[nodes]

    def keys(self, nodes: Numbers) -> Numbers:
        rows = self.at.sentence[nodes]
        starts, ends = self._limits(nodes, rows)
        is_word = self.trees.kinds[nodes] == WORD
        over = (starts << 20) + ends
        if self._apart is not None:
            sets = self._apart[2][nodes]
            # 39 bits of a set of words that stand apart, above all spans
            over = np.where(sets < 0, (sets & ((1 << 39) - 1)) | (1 << 39), over)
        keys = ((rows << 40) + over) * 2 + is_word
        return np.where((starts < ends) & self._comparable[rows], keys, -1)

    def _limits(self, nodes: Numbers, rows: Numbers) -> tuple[Numbers, Numbers]:
        """First and last word of each node on the common axis, counted from the begin of its row."""
        axis = self._axis
        if self._apart is not None:
            return self._apart[0][nodes], self._apart[1][nodes]
        starts, ends = axis.running[nodes + 1 - self.trees.sizes[nodes]], axis.running[nodes + 1]
        first = axis.running[self.trees.offsets[rows]]
        if axis.begins is None or axis.ends is None:
            return starts - first, ends - first
        origin = axis.begins[first]
        is_empty = starts == ends
        begun, ended = axis.begins[starts], axis.ends[np.maximum(ends - 1, 0)]
        return begun - origin, np.where(is_empty, begun, ended) - origin

    def codes(self, nodes: Numbers) -> Numbers:
        of_labels = self._labels.of_label[self.trees.labels[nodes]] if self._is_labelled else 0
        return np.where(self.trees.kinds[nodes] == WORD, -1, of_labels).astype(np.int64)

    def with_codes(self, codes: Numbers) -> Mask | None:
        if self._labels.equal_rows is not None or not self._is_labelled:
            return None
        wanted = np.zeros(len(self._labels.of_label), np.bool_)
        wanted[codes[codes >= 0]] = True
        found: Mask = wanted[self._labels.of_label][self.trees.labels]
        is_word: Mask = self.trees.kinds == WORD
        return found | is_word if (codes < 0).any() else found & ~is_word

    def first(self, row: int) -> int:
        return int(self.trees.offsets[row])

    def usual(self, is_above: bool) -> str:
        return "label"

    def said(self, what: str, node: int) -> str:
        trees = self.trees
        if what == "label":
            return trees.symbols[trees.labels[node]]
        begin = node + 1 - int(trees.sizes[node])
        if what == "daughters":
            found, last = [], node - 1
            while last >= begin:
                found.append(last)
                last -= int(trees.sizes[last])
            found.sort(key=self.at.rank[0].__getitem__)
            return " ".join(trees.symbols[number] for number in trees.labels[found].tolist()) or NOTHING
        below = begin + np.flatnonzero(trees.kinds[begin : node + 1] == WORD)
        in_order = below[np.argsort(trees.ranks[below])] if len(below) > 1 else below
        words = [trees.symbols[number] for number in trees.labels[in_order].tolist()]
        if what == "length":
            return str(len(words))
        if not words:
            return NOTHING
        return " ".join(words) if what == "words" else words[0 if what == "first" else -1]


def _over_words(trees: Trees, axis: _Axis) -> tuple[Numbers, Numbers, Numbers]:
    """Where branches cross: first and last word of each node on the common axis, and a negative number for its set of words where
    these stand apart, else 0."""
    is_shared = (trees.kinds == WORD) & (np.diff(axis.running) > 0)
    if axis.begins is None or axis.ends is None:
        spans = SharedSpans.of(trees, (trees.kinds == WORD) & ~is_shared)
        none = np.zeros(len(trees.labels), np.int64)
        return spans.starts, spans.ends, none if spans.apart is None else spans.apart.sets
    in_order = trees.word_nodes[is_shared[trees.word_nodes]]
    number = np.zeros(len(trees.labels), np.int64)
    number[in_order] = np.arange(len(in_order))
    numbers = number[is_shared]  # of the words in postorder
    begins, ends = axis.begins[numbers], axis.ends[numbers]
    pieces = mixed(np.arange(int(axis.ends[-1]), dtype=np.uint64))
    first, last = axis.running[leftmost(trees.sizes)], axis.running[1:]
    nodes = np.flatnonzero(last > first)
    limits = np.stack((first[nodes], last[nodes]), axis=1).ravel()
    starts, stops = np.zeros((2, len(number)), np.int64)
    if len(nodes):
        starts[nodes] = np.minimum.reduceat(np.append(begins, 0), limits)[::2]
        stops[nodes] = np.maximum.reduceat(np.append(ends, 0), limits)[::2]
    before, widths = (
        np.concatenate((np.zeros(1, one.dtype), np.cumsum(one, dtype=one.dtype))) for one in (pieces, ends - begins)
    )
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(before[ends] - before[begins], dtype=np.uint64)))
    sets = ((sums[last] - sums[first]) | np.uint64(1 << 63)).view(np.int64)
    is_apart = stops - starts > widths[last] - widths[first]
    origin = axis.begins[axis.running[trees.offsets[trees.sentence_of]]]
    return (
        np.where(stops > starts, starts - origin, 0),
        np.where(stops > starts, stops - origin, 0),
        np.where(is_apart, sets, 0),
    )


def prepared_by(parameters: Parameters) -> str:
    """What stands beside hits: by what the trees were prepared in which a pattern looked."""
    return f"Trees prepared by '{parameters.shown}'."


def tree_sides(comparison: PreparedTrees, names: Sequence[str], system: int) -> Sides:
    """The trees of that name, ``system`` being the one that is called so, and the one with which the gold's words are aligned."""
    systems = comparison.table.systems
    numbers = {name: system if name in (GOLD, SYSTEM) else systems.index(name) for name in names}
    involved = sorted({number for name, number in numbers.items() if name != GOLD})
    counts = [side.trees.word_counts for number in involved for side in comparison.pairs(number).shared]
    aligned = [comparison.alignment_of(number) for number in sorted(set(numbers.values()))]
    is_simple = len(aligned) == 1 or all(one is None or one[0].is_plain for one in aligned)
    comparable = np.ones(comparison.sentences, np.bool_)
    for gold, test in zip(counts[::2], counts[1::2], strict=True):
        comparable &= (gold == test) & (gold > 0)
        comparable &= (gold == counts[0]) | (not is_simple)
    axes = {} if is_simple else _common_axes(comparison, numbers)
    labels, is_labelled = comparison.labels(), comparison.preparation.parameters.labelled
    found: dict[str, Side] = {}
    for name, number in numbers.items():
        pairs = comparison.pairs(number)
        trees, alone = (_gold(comparison, number), pairs.gold_alone) if name == GOLD else (pairs.test, pairs.test_alone)
        axis = _Axis(_running(trees, alone if is_simple or name != GOLD else None), *axes.get(name, ()))
        found[name] = TreeSide(trees, axis, comparable, labels, is_labelled)
    return Sides(found, comparison.sentences, comparable, _equal(labels))


def sides_of_trees(trees: Trees) -> Sides:
    """Trees by themselves, which patterns call the gold."""
    everywhere = np.ones(len(trees), np.bool_)
    side = TreeSide(trees, _Axis(places(trees).running), everywhere, label_codes(trees.symbols), True)
    return Sides({GOLD: side}, len(trees), everywhere)


def _gold(comparison: PreparedTrees, system: int) -> Trees:
    """The gold's trees; the very ones of the first system where they are equal, so that their places are computed once."""
    first, own = comparison.pairs(0).gold, comparison.pairs(system).gold
    is_same = all(np.array_equal(getattr(own, name), getattr(first, name)) for name in ("offsets", "sizes", "labels"))
    return first if is_same else own


def _running(trees: Trees, alone: Mask | None) -> Numbers:
    if alone is None:
        return places(trees).running
    return sums_before((trees.kinds == WORD) & ~alone)


def _equal(labels: LabelCodes) -> Equal:
    rows, table = labels.equal_rows, labels.equal
    if rows is None or table is None:
        return np.equal

    def equal(one: Numbers, other: Numbers) -> Mask:
        of_one, of_other = (np.where(codes < 0, -1, rows[codes]) for codes in (one, other))
        in_table = (of_one >= 0) & (of_other >= 0) & (table[of_one, of_other] != 0)
        found: Mask = (one == other) | in_table
        return found

    return equal


def _common_axes(comparison: PreparedTrees, numbers: Mapping[str, int]) -> dict[str, tuple[Numbers, Numbers]]:
    """Per tree where its words, or pieces of words, begin and end, counted in pieces that all systems that are named have.

    The pieces are the gold's words, and the characters of those that some system cuts.
    """
    pieces = {name: _pieces(comparison, number, name == GOLD) for name, number in numbers.items()}
    lengths = np.diff(next(iter(pieces.values())).characters)
    widths = np.ones(len(lengths), np.int64)
    cut = np.unique(np.concatenate([one.words[one.is_cut] for one in pieces.values()]))
    widths[cut] = np.maximum(lengths[cut], 1)
    base = sums_before(widths)
    limits: dict[str, tuple[Numbers, Numbers]] = {}
    is_common = np.ones(int(base[-1]), np.bool_)
    for name, one in pieces.items():
        begins = base[one.words] + one.begins
        ends = np.where(one.is_cut, base[one.words] + one.ends, base[one.words + 1])
        limits[name] = begins, ends
        if name != GOLD:
            has = np.zeros(len(is_common), np.bool_)
            has[ranges(begins, ends)] = True
            if one.has_counterpart is not None:
                for word in cut.tolist():
                    first, last = one.characters[word : word + 2].tolist()
                    has[base[word] : base[word] + last - first] &= one.has_counterpart[first:last]
            is_common &= has
    running = sums_before(is_common)
    # one more at the end, for rows that have nothing there
    return {
        name: (np.append(running[begins], running[-1]), np.append(running[ends], running[-1]))
        for name, (begins, ends) in limits.items()
    }


@dataclass(frozen=True, eq=False)
class _Pieces:
    """The words of a system that the gold has, too, or their pieces, in the order of its trees.

    ``words``: the number of the gold's word. ``is_cut``: whether it is but a piece, from character ``begins`` to ``ends`` of
    the word.
    ``characters``: the first of each gold word, and one more; ``has_counterpart``: which of them the system has, None for all.
    """

    words: Numbers
    is_cut: Mask
    begins: Numbers
    ends: Numbers
    characters: Numbers
    has_counterpart: Mask | None


def _pieces(comparison: PreparedTrees, system: int, is_gold: bool) -> _Pieces:
    pairs = comparison.pairs(system)
    alignment = comparison.alignment_of(system)
    assert alignment is not None
    side, units, forms = alignment[0].gold, alignment[1], alignment[2]
    words = np.flatnonzero(side.kept)
    atoms = np.maximum(side.atoms[words], 1)
    numbers = np.repeat(words, atoms)
    sentences = np.searchsorted(side.words.sentences, numbers, "right") - 1
    if pairs.units is not None:  # a sentence without a parse beside others that have one may have been left out
        of_unit = np.searchsorted(units[:, 0], sentences, "right") - 1
        numbers = numbers[pairs.units[0].word_counts[of_unit] > 0]
    if pairs.gold_alone is not None and not is_gold:
        numbers = numbers[~pairs.gold_alone[pairs.gold.word_nodes]]
    characters = side.words.characters(forms)
    is_cut = side.atoms[numbers] > 1
    begins, ends = np.zeros((2, len(numbers)), np.int64)
    for word in np.unique(numbers[is_cut]).tolist():
        assert side.begins is not None
        first, last = characters[word : word + 2].tolist()
        limits = [*np.flatnonzero(side.begins[first:last])[1:].tolist(), last - first]
        here = slice(*np.searchsorted(numbers, (word, word + 1)).tolist())
        begins[here], ends[here] = [0, *limits[:-1]], limits
    return _Pieces(numbers, is_cut, begins, ends, characters, side.has_counterpart)


# -- dependencies ------------------------------------------------------------------------------------------------------

_COLUMNS = {"relation": "deprel"}


class WordSide(Side):
    """The words of the gold or of one system.

    ``sentences``: the gold sentence of each; ``gold``: its counterpart there, or itself.
    """

    above = "head"
    at: WordPlaces

    def __init__(self, words: Dependencies, sentences: Numbers, gold: Numbers, comparable: Mask) -> None:
        self.words, self.at = words, word_places(words)
        self._sentences = sentences
        self._gold = np.where(np.append(comparable, False)[sentences], gold, NONE)  # NONE is the last place

    def rows(self, nodes: Numbers) -> Numbers:
        return self._sentences[nodes]

    def keys(self, nodes: Numbers) -> Numbers:
        return self._gold[nodes]

    def codes(self, nodes: Numbers) -> Numbers:
        """A word is the same whatever its relation."""
        return np.zeros(len(nodes), np.int64)

    def first(self, row: int) -> int:
        """Drawings name words by their places in the file."""
        return 0

    def usual(self, is_above: bool) -> str:
        """Of a head the part of speech says more than its relation."""
        return "upos" if is_above else "relation"

    def said(self, what: str, node: int) -> str:
        if what in ("distance", "direction"):
            head = int(self.at.parents[node])
            if head < 0:
                return NOTHING
            return str(abs(head - node)) if what == "distance" else "left" if head < node else "right"
        return self.words.symbols[getattr(self.words, _COLUMNS.get(what, what))[node]]


def sides_of_words(words: Dependencies) -> Sides:
    """Sentences by themselves, which patterns call the gold."""
    everywhere = np.ones(len(words), np.bool_)
    side = WordSide(words, words.sentence_of, np.arange(words.words), everywhere)
    return Sides({GOLD: side}, len(words), everywhere)


def word_sides(gold: Dependencies, systems: Mapping[str, WordScores]) -> Sides:
    """The words of the gold and of systems, which are given by the names that a pattern has for them."""
    comparable = np.ones(len(gold), np.bool_)
    for scores in systems.values():
        comparable &= scores.alignment.aligned
    found: dict[str, Side] = {GOLD: WordSide(gold, gold.sentence_of, np.arange(gold.words), comparable)}
    for name, scores in systems.items():
        alignment = scores.alignment
        found[name] = WordSide(scores.test, alignment.sentence_of_test, alignment.gold_of_test, comparable)
    return Sides(found, len(gold), comparable)
