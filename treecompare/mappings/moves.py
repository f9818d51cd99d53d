"""Nodes that both trees have (same label, same words), over the columns of whole files; and which of them a T-mapping moves.

A node that a T-mapping deletes and one that it inserts with the same label and the same words are one node that moved (Emms 2008,
section 5, after Roark 2002). Sets of spans without the whole sentence, as unsupervised parsing is scored (PRPN, URNNG); and
discontinuous constituents, and how many of them two trees share (disco-dop's ``--disconly``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.labels import LabelCodes
from treecompare.mappings.spans import Bracket, matched, pair_up
from treecompare.trees.columns import Mask, Numbers, sums_before
from treecompare.trees.symbols import PIECE, distinct
from treecompare.trees.tree import CONSTITUENT, WORD, Tree, Trees, located


@dataclass(frozen=True, eq=False)
class SharedSpans:
    """One side of pairs of trees. An entry per node: its sentence, and its span in words that both sides have, empty where it
    has none of them.

    Where branches cross, a span goes from the first word to the last, and ``apart`` says more; None where none do.
    """

    sentences: Numbers
    starts: Numbers
    ends: Numbers
    apart: Apart | None = None

    @classmethod
    def of(cls, trees: Trees, alone: Mask | None) -> SharedSpans:
        """``alone``: the words that the other side lacks."""
        is_shared = trees.kinds == WORD if alone is None else (trees.kinds == WORD) & ~alone
        sentences, starts, ends = located(trees, is_shared)
        if not trees.crossing.any():
            return cls(sentences, starts, ends)
        return cls(sentences, *_over_words(trees, is_shared, sentences, starts, ends))

    @property
    def has_words(self) -> Mask:
        """Which nodes stand over words that both sides have."""
        found: Mask = self.ends > self.starts
        return found

    def keys(self, width: int) -> Numbers:
        """A number per node, equal for nodes of one sentence over the same words. ``width``: more than any end of either side."""
        spans: Numbers = (self.sentences * width + self.starts) * width + self.ends
        return spans if self.apart is None else np.where(self.apart.sets < 0, self.apart.sets, spans)

    @property
    def lengths(self) -> Numbers:
        """How many words each node stands over."""
        lengths: Numbers = self.ends - self.starts
        return lengths if self.apart is None else self.apart.places[:, 1] - self.apart.places[:, 0]

    def bits(self, nodes: Numbers) -> list[int]:
        """The words of some nodes: word ``k`` of the sentence is ``1 << k``."""
        spans = zip(self.starts[nodes].tolist(), self.ends[nodes].tolist(), strict=True)
        found = [(1 << end) - (1 << start) for start, end in spans]
        if self.apart is not None:
            for place in np.flatnonzero(self.apart.sets[nodes] < 0).tolist():
                first, last = self.apart.places[nodes[place]].tolist()
                found[place] = sum(1 << rank for rank in self.apart.ranks[first:last].tolist())
        return found


@dataclass(frozen=True, eq=False)
class Apart:
    """Words of discontinuous constituents.

    ``sets``: per discontinuous node a negative number, equal for equal sets of words of a sentence, else 0. ``places``:
    per node, its words among ``ranks``, ``[nodes, 2]``; these say which words of their sentences they are, in postorder.
    """

    sets: Numbers
    places: Numbers
    ranks: Numbers


def _over_words(
    trees: Trees, is_shared: Mask, sentences: Numbers, starts: Numbers, ends: Numbers
) -> tuple[Numbers, Numbers, Apart]:
    """Starts, ends and words of discontinuous constituents, see :class:`SharedSpans`, from the spans in postorder."""
    words = trees.word_nodes[is_shared[trees.word_nodes]]
    # in the order of the sentence, and of these in postorder
    first = np.searchsorted(sentences[words], np.arange(len(trees)))
    rank = np.zeros(len(sentences), np.int64)
    rank[words] = np.arange(len(words)) - first[sentences[words]]
    postorder = np.flatnonzero(is_shared)
    ranks = np.append(rank[postorder], 0)
    places = np.stack((starts, ends), axis=1) + first[sentences][:, None]
    nodes = np.flatnonzero(ends > starts)
    limits = places[nodes].ravel()
    lows, highs = starts.copy(), ends.copy()
    lows[nodes] = np.minimum.reduceat(ranks, limits)[::2] if len(nodes) else 0
    highs[nodes] = np.maximum.reduceat(ranks, limits)[::2] + 1 if len(nodes) else 0
    # a set of words is the sum of the numbers of its words, drawn by the sentence and the place in it
    numbers = mixed((sentences[postorder].astype(np.uint64) << np.uint64(32)) + ranks[:-1].astype(np.uint64))
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(numbers, dtype=np.uint64)))
    sets = (sums[places[:, 1]] - sums[places[:, 0]]) | np.uint64(1 << 63)
    apart = np.where(highs - lows > ends - starts, sets.view(np.int64), 0)
    return lows, highs, Apart(apart, places, ranks[:-1])


def mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers of 64 bits that look drawn by lot (the finaliser of SplitMix64)."""
    numbers = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


@dataclass(frozen=True, eq=False)
class NodePairs:
    """Pairs of trees in columns, with their T-mappings. ``gold_codes``, ``test_codes``: equal for equal labels; ``partners``: per
    gold node the place of its counterpart among the test nodes, -1 for none.

    The trees of a pair must have equally many words that both sides have.
    """

    gold: Trees
    test: Trees
    gold_codes: NDArray[np.int32]
    test_codes: NDArray[np.int32]
    labels: LabelCodes
    gold_spans: SharedSpans
    test_spans: SharedSpans
    partners: Numbers

    def moved_pairs(self) -> tuple[Numbers, Numbers]:
        """Deleted gold nodes with inserted test nodes of the same label and the same words, as many as can be paired."""
        is_mapped = np.zeros(len(self.test.labels), np.bool_)
        is_mapped[self.partners[self.partners >= 0]] = True
        gold = np.flatnonzero((self.partners < 0) & self.gold_spans.has_words)
        test = np.flatnonzero(~is_mapped & self.test_spans.has_words)
        return self._pairs(gold, test)

    def moved(self) -> Numbers:
        """Per sentence, how many :meth:`moved_pairs` there are."""
        return np.bincount(self.gold_spans.sentences[self.moved_pairs()[0]], minlength=len(self.gold))

    def keys(self) -> tuple[Numbers, Numbers]:
        """A number per node of gold and test, equal for nodes of one sentence over the same words."""
        sides = self.gold_spans, self.test_spans
        width = int(max(side.ends.max(initial=0) for side in sides)) + 1
        return sides[0].keys(width), sides[1].keys(width)

    def same(self) -> tuple[Numbers, Numbers]:
        """For each gold and for each test node the node of the other side with the same label and words, -1 for none.

        The E-mapping of the whole trees, words included; of several equal nodes those that the T-mapping maps to each
        other are paired first, the others from the top.
        """
        gold_keys, test_keys = self.keys()
        same, same_test = np.full(len(gold_keys), -1), np.full(len(test_keys), -1)
        places = np.flatnonzero((self.partners >= 0) & self.gold_spans.has_words)
        others = self.partners[places]
        alike = (gold_keys[places] == test_keys[others]) & self.equal(places, others)
        places, others = places[alike], others[alike]
        same[places], same_test[others] = others, places
        left = (
            np.flatnonzero((one < 0) & spans.has_words)
            for one, spans in ((same, self.gold_spans), (same_test, self.test_spans))
        )
        places, others = self._pairs(*left)
        same[places], same_test[others] = others, places
        return same, same_test

    def equal(self, gold: Numbers, test: Numbers) -> Mask:
        """Whether nodes have equal labels, or are equal words."""
        found: Mask = self.gold_codes[gold] == self.test_codes[test]
        if self.labels.equal is not None:
            equal = self.labels.equality()
            for place in np.flatnonzero(~found).tolist():
                found[place] = equal(int(self.gold_codes[gold[place]]), int(self.test_codes[test[place]]))
        return found

    def _pairs(self, gold: Numbers, test: Numbers) -> tuple[Numbers, Numbers]:
        """The largest pairing of some gold with some test nodes that have the same label and words; equal ones from the top."""
        gold_keys, test_keys = (keys[some] for keys, some in zip(self.keys(), (gold, test), strict=True))
        if self.labels.equal is not None:
            return self._largest(gold, test, gold_keys, test_keys)
        codes = [
            of_nodes[some].astype(np.int64) for of_nodes, some in ((self.gold_codes, gold), (self.test_codes, test))
        ]
        # words of one place are the same word
        codes = [np.where(one < 0, 0, one + 1) for one in codes]
        width = int(max(codes[0].max(initial=0), codes[1].max(initial=0))) + 1
        places, others = pair_up(gold_keys * width + codes[0], test_keys * width + codes[1])
        return gold[places], test[others]

    def _largest(self, gold: Numbers, test: Numbers, gold_keys: Numbers, test_keys: Numbers) -> tuple[Numbers, Numbers]:
        """The same where equal labels have no common code."""
        import networkx

        waiting = defaultdict(list)
        for node, key in zip(test.tolist(), test_keys.tolist(), strict=True):
            waiting[key].append(node)
        graph = networkx.Graph()
        for node, key in zip(gold.tolist(), gold_keys.tolist(), strict=True):
            for other in waiting.get(key, ()):
                if self.equal(np.array([node]), np.array([other]))[0]:
                    graph.add_edge(("gold", node), ("test", other))
        found = []
        for part in networkx.connected_components(graph):
            matching = networkx.bipartite.hopcroft_karp_matching(
                graph.subgraph(part), {one for one in part if one[0] == "gold"}
            )
            found += [
                (node, matching["gold", node][1])
                for side, node in sorted(part)
                if side == "gold" and ("gold", node) in matching
            ]
        both = np.array(sorted(found), np.int64).reshape(-1, 2)
        return both[:, 0], both[:, 1]


# -- sets of spans -----------------------------------------------------------------------------------------------------

SET_COLUMNS = ("gold", "test", "matched", "words")


def count_sets(gold: Trees, test: Trees) -> Numbers:
    """Per sentence the different spans of both sides, of at least two words and fewer than all, those that both have, and
    the words, ``[sentences, 4]``: :data:`SET_COLUMNS`. Labels do not matter, nor how many constituents stand over the
    same words."""
    counts = np.zeros((len(gold), len(SET_COLUMNS)), np.int64)
    width = max(int(trees.word_counts.max(initial=0)) for trees in (gold, test)) + 1
    found = _among_crossing if gold.crossing.any() or test.crossing.any() else _in_postorder
    sides = [found(trees, width) for trees in (gold, test)]
    for column, (_keys, sentences) in enumerate(sides):
        counts[:, column] = np.bincount(sentences, minlength=len(gold))
    (keys, sentences), (others, _sentences) = sides
    if len(others):
        both = others[np.minimum(np.searchsorted(others, keys), len(others) - 1)] == keys
        counts[:, 2] = np.bincount(sentences[both], minlength=len(gold))
    counts[:, 3] = gold.word_counts
    return counts


def _in_postorder(trees: Trees, width: int) -> tuple[Numbers, Numbers]:
    """The different spans that count, as rising numbers, and their sentences. In postorder the ends of a sentence's spans never
    fall, and of those with one end the starts never rise: nothing has to be sorted."""
    nodes = np.flatnonzero(trees.kinds == CONSTITUENT)
    sentences = trees.sentence_of[nodes]
    before = sums_before(trees.kinds == WORD)
    ends = before[nodes + 1]
    lengths = ends - before[nodes + 1 - trees.sizes[nodes]]
    counted = (lengths > 1) & (lengths < trees.word_counts[sentences])
    keys = ((sentences * width + ends - before[trees.offsets[sentences]]) * width + lengths)[counted]
    differ = np.diff(keys, prepend=-1) > 0
    return keys[differ], sentences[counted][differ]


def _among_crossing(trees: Trees, width: int) -> tuple[Numbers, Numbers]:
    """The same where branches cross."""
    spans = SharedSpans.of(trees, None)
    lengths = spans.lengths
    counted = (trees.kinds == CONSTITUENT) & (lengths > 1) & (lengths < trees.word_counts[spans.sentences])
    keys, places = np.unique(spans.keys(width)[counted], return_index=True)
    return keys, spans.sentences[counted][places]


def spans_of(tree: Tree) -> dict[int, int]:
    """The spans of one tree that count, as the words in them (word ``k`` is ``1 << k``), each with the upper node over it."""
    words = len(tree.words)
    sets = zip(tree.word_sets, tree.kinds.tolist(), strict=True)
    return {one: node for node, (one, kind) in enumerate(sets) if kind == CONSTITUENT and 1 < one.bit_count() < words}


def have_one_label(trees: Trees, left_out: Collection[str]) -> bool:
    """Whether every constituent has one and the same label, as in the trees of unsupervised parsers; those of outermost brackets
    are left out. ``trees`` have their tags marked."""
    labels = distinct(trees.labels[trees.kinds == CONSTITUENT]).tolist()
    return len([label for label in labels if trees.symbols[label] not in left_out]) == 1


def begin_with_labels(trees: Trees, left_out: Collection[str]) -> bool:
    """Whether the first brackets over brackets have several labels, whatever is marked as tags: no need to look at all of them."""
    kinds, sizes, labels = (one[:PIECE] for one in (trees.kinds, trees.sizes, trees.labels))
    over = (kinds[1:] == CONSTITUENT) & (kinds[:-1] == CONSTITUENT) & (sizes[1:] > 1)
    return len({trees.symbols[label] for label in distinct(labels[1:][over]).tolist()} - {*left_out}) > 1


# -- discontinuous constituents ----------------------------------------------------------------------------------------

COUNTED = ("gold", "test", "matched", "matched_unlabelled")


def count_discontinuous(
    gold: Trees, test: Trees, gold_codes: NDArray[np.int32], test_codes: NDArray[np.int32], labels: LabelCodes
) -> Numbers:
    """Per sentence the discontinuous constituents of both sides and those that E matches, ``[sentences, 4]``: :data:`COUNTED`.

    Whoever is matched stands over the same words, so that both partners are discontinuous or neither is.
    """
    counts = np.zeros((len(gold), len(COUNTED)), np.int64)
    sides: list[list[Bracket]] = []
    for column, (trees, codes) in enumerate(((gold, gold_codes), (test, test_codes))):
        spans = SharedSpans.of(trees, None)
        if spans.apart is None:
            sides.append([])
            continue
        nodes = np.flatnonzero((spans.apart.sets < 0) & (trees.kinds == CONSTITUENT))
        counts[:, column] = np.bincount(spans.sentences[nodes], minlength=len(gold))
        over, own = spans.apart.sets[nodes].tolist(), codes[nodes].tolist()
        sides.append(list(zip(nodes.tolist(), over, own, strict=True)))
    sentences = gold.sentence_of
    for column, is_labelled in ((2, True), (3, False)):
        ours, theirs = sides if is_labelled else [[(node, over, 0) for node, over, _ in side] for side in sides]
        pairs = matched(ours, theirs, labels.alike() if is_labelled else lambda code: (code,))
        found = sentences[np.array([node for node, _ in pairs], np.int64)]
        counts[:, column] = np.bincount(found, minlength=len(gold))
    return counts


def is_discontinuous(tree: Tree) -> Mask:
    """Per node, whether it is a discontinuous constituent."""
    words = np.array([one.bit_count() for one in tree.word_sets], np.int64)
    found: Mask = (tree.kinds == CONSTITUENT) & (words < tree.ends - tree.starts)
    return found
