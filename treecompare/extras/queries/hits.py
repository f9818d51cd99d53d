"""Hits of queries in a gold and in systems: which are the same, and why the others are missed or invented.

A hit is an anchor: a node, by its label and its set of words, without those that the preparation deletes by the gold's tags.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property

import numpy as np

from treecompare.errors import UsageError
from treecompare.extras.queries.figures import Counts
from treecompare.extras.queries.named import NamedQuery
from treecompare.mappings.characters import Text
from treecompare.mappings.sentence_pairing import Names, pair_sentences
from treecompare.readers.treebank import Treebank
from treecompare.trees.arcs import sums_before
from treecompare.trees.edge_labels import cutter, historical
from treecompare.trees.expressions import Allowance, far, one_query
from treecompare.trees.pattern_syntax import Mask, Numbers
from treecompare.trees.preparation import (
    NONE,
    WRAPPERS,
    Parameters,
    deleted_words,
    has_preterminals,
    parameters_for,
    prepare,
    terminals,
    without_traces,
)
from treecompare.trees.tree import CONSTITUENT, WORD, Trees
from treecompare.trees.tree_relations import places

Key = tuple[str, int]
"""The label of an anchor and its words as bits: word ``k`` of the gold's sentence is ``1 << k``."""
NO_PARSE, WORDS, LABEL, INSIDE = "no parse", "words", "label", "inside"
MISSED = (NO_PARSE, WORDS, LABEL, INSIDE)
INVENTED = (WORDS, LABEL, INSIDE)


NODES = 1_000_000
"""So many nodes are searched together."""


def blocks_of_nodes(trees: Trees) -> Iterator[tuple[Trees, int]]:
    """Some sentences at a time, and the place of their first node; all at once where they are few."""
    first = 0
    while first < len(trees) or first == 0:
        last = int(np.searchsorted(trees.offsets, trees.offsets[first] + NODES, "right")) - 1
        last = min(max(last, first + 1), len(trees))
        is_all = first == 0 and last == len(trees)
        yield trees if is_all else trees.part(first, last), int(trees.offsets[first])
        first = max(last, 1)


class Asked:
    """A treebank as queries are asked of it: trees as they stand, without outermost wrappers and traces."""

    def __init__(self, treebank: Treebank, preterminals: bool | None = None) -> None:
        self.treebank = treebank
        bare = replace(NONE, strips=frozenset(WRAPPERS))
        tags = has_preterminals(without_traces(treebank.trees)) if preterminals is None else preterminals
        parts = [
            prepare(terminals(without_traces(part), tags), bare) for part, _ in blocks_of_nodes(treebank.trees)
        ]  # fmt: skip
        self.trees = parts[0] if len(parts) == 1 else Trees.joined(parts)
        self._found: dict[NamedQuery, Numbers] = {}

    def __len__(self) -> int:
        return len(self.trees)

    def anchors(self, query: NamedQuery) -> Numbers:
        """The nodes that a query finds. Raises UsageError: it takes too long."""
        self.ask([query])
        return self._found[query]

    def ask(self, queries: Sequence[NamedQuery]) -> None:
        """Looks for what these queries find, and keeps it: all of them in one block of sentences after the other, so that memory
        does not grow with the treebank, and what is known of a block serves all. Raises UsageError: a query takes too long."""
        new = [one for one in queries if one not in self._found]
        found: list[list[Numbers]] = [[] for _ in new]
        left = [Allowance() for _ in new]
        searched = 0
        for part, begin in blocks_of_nodes(self.trees) if new else ():
            for query, nodes, limit in zip(new, found, left, strict=True):
                try:
                    with one_query(left=limit):
                        nodes.append(query.anchors(places(part)) + begin)
                except UsageError as error:
                    raise UsageError(
                        f"{query.name}: {far(error, searched, len(self.trees), self.treebank.path)}"
                    ) from error
            searched += len(part)
        self._found |= {query: np.concatenate(nodes) for query, nodes in zip(new, found, strict=True)}

    def sentences(self, query: NamedQuery) -> Numbers:
        """The sentence of each hit. Raises UsageError: the query takes too long."""
        return self.trees.sentence_of[self.anchors(query)]

    def described(self, nodes: Numbers) -> list[tuple[int, str, int]]:
        """Nodes of the trees: the sentence of each, its label as it is written, its words as bits."""
        return [self.node(node) for node in nodes.tolist()]

    def node(self, node: int) -> tuple[int, str, int]:
        """Sentence, label and words of a node of these trees."""
        sentence = int(np.searchsorted(self.trees.offsets, node, "right")) - 1
        label = self.trees.symbols[self.trees.labels[node]]
        place = node - int(self.trees.offsets[sentence])
        if self.trees.crossing[sentence]:
            return sentence, label, self.trees[sentence].word_sets[place]
        running = self._running
        first = int(running[self.trees.offsets[sentence]])
        start, end = int(running[node + 1 - self.trees.sizes[node]]) - first, int(running[node + 1]) - first
        return sentence, label, (1 << end) - (1 << start)

    @cached_property
    def _running(self) -> Numbers:
        return sums_before(self.trees.kinds == WORD)


@dataclass(frozen=True)
class Hit:
    """A hit that only one side has: ``key`` in the gold's words, ``sentence`` from 0, ``cause`` one of MISSED or INVENTED.

    ``node``: the anchor, as a place in the trees of that side which the query was asked of.
    """

    sentence: int
    key: Key
    cause: str
    node: int


@dataclass(frozen=True, eq=False)
class Compared:
    """The hits of a query in gold and system. ``keys``: per sentence and key hits of gold, system, both."""

    query: NamedQuery
    system: str
    counts: Counts
    keys: dict[tuple[int, Key], tuple[int, int, int]]
    missed: list[Hit]
    invented: list[Hit]
    unparsed: int


class Trust:
    """A gold and its systems, of which queries are asked. Sentences are paired by what they say; what a system lacks is not parsed.

    ``rows``: the sentences of the gold that count; None: all. ``common``: only those of which every system has a parse.
    """

    def __init__(
        self, gold: Treebank, systems: list[Treebank], params: str = "standard", preterminals: bool | None = None,
        rows: Mask | None = None, common: bool = False,
    ) -> None:  # fmt: skip
        self.params, self.chosen_params = parameters_for(params, gold.format), params
        self.tags = has_preterminals(gold.trees) if preterminals is None else preterminals
        self.gold = self.asked(gold)
        self.systems = [self._beside_gold(one) for one in systems]
        self.common = common
        self.rows: Mask = np.ones(len(self.gold), np.bool_) if rows is None else rows.copy()
        for system in range(len(systems)) if common else ():
            self.rows &= ~self.unparsed(system)
        deleted = deleted_words(self.gold.trees, self.params)
        self._deleted: list[int] = []
        for sentence in range(len(self.gold)):
            tree = self.gold.trees[sentence]
            first = int(self.gold.trees.offsets[sentence])
            gone = deleted[first + tree.word_nodes]
            self._deleted.append(sum(1 << place for place in np.flatnonzero(gone).tolist()))
        self._constituents: dict[int, dict[int, dict[int, set[str]]]] = {}
        self._shared: dict[int, dict[int, tuple[int, dict[int, int]]]] = {}
        self._equal = {other: one for one, other in self.params.equal_labels}
        self._labels: dict[str, str] = {}

    def asked(self, text: Treebank) -> Asked:
        """A treebank as these queries are asked of it: with tags where the gold has them."""
        return Asked(text, self.tags)

    def _beside_gold(self, system: Treebank) -> Asked:
        """A system, its sentences in the order of the gold's."""
        found = self.asked(system)
        texts = [Text.of_trees(one) for one in (self.gold.trees, found.trees)]
        ids = Names(self.gold.treebank.ids or ()), Names(system.ids or ())
        partner = pair_sentences(texts[0], texts[1], ids).partner
        there = np.flatnonzero(partner >= 0)
        return found if (partner[there] == there).all() else self.asked(system.chosen(partner))

    @property
    def names(self) -> list[str]:
        """The names of the systems."""
        return [one.treebank.name for one in self.systems]

    def label(self, label: str) -> str:
        """A label as the preparation compares it."""
        if label not in self._labels:
            cut = compared_label(label, self.params)
            self._labels[label] = self._equal.get(cut, cut)
        return self._labels[label]

    def unparsed(self, system: int) -> Mask:
        """Which sentences the system has no parse of."""
        found: Mask = (self._lengths(system) == 0) & (self.gold.trees.word_counts > 0)
        return found

    def _lengths(self, system: int) -> Numbers:
        """Words of the system's sentences, 0 where it has none for one of the gold."""
        counts = self.systems[system].trees.word_counts
        lengths = np.zeros(len(self.gold), np.int64)
        lengths[: len(counts)] = counts[: len(lengths)]
        return lengths

    def kept_places(self, sentence: int) -> list[int]:
        """The words of a sentence of the gold that are not deleted, from 0."""
        words = range(int(self.gold.trees.word_counts[sentence]))
        return [place for place in words if not self._deleted[sentence] >> place & 1]

    def kept_words(self, sentence: int, bits: int) -> list[int]:
        """The gold's words of a set, numbered from 1 among those that are not deleted."""
        return [number for number, place in enumerate(self.kept_places(sentence), 1) if bits >> place & 1]

    def _words(self, system: int) -> dict[int, tuple[int, dict[int, int]]]:
        """Of sentences whose number of words differs: the gold's words that both have, and the place of each of the system's."""
        if system not in self._shared:
            found = {}
            theirs = self.systems[system].trees
            lengths = self._lengths(system)
            differ = (lengths != self.gold.trees.word_counts) & (lengths > 0)
            for sentence in np.flatnonzero(differ).tolist():
                matcher = SequenceMatcher(None, self.gold.trees[sentence].words, theirs[sentence].words, autojunk=False)
                places = {
                    block.b + step: block.a + step
                    for block in matcher.get_matching_blocks()
                    for step in range(block.size)
                }
                found[sentence] = (sum(1 << place for place in places.values()), places)
            self._shared[system] = found
        return self._shared[system]

    def key(self, system: int, is_gold: bool, sentence: int, label: str, bits: int) -> Key:
        """What a node is compared by: its label, its words in the gold's numbers without those that are deleted; below 0 where no
        word of it has a counterpart."""
        shared = self._words(system).get(sentence)
        if shared is not None:
            if is_gold:
                bits &= shared[0]
            else:
                bits = sum(1 << there for here, there in shared[1].items() if bits >> here & 1)
            if not bits:
                return self.label(label), -1 if is_gold else -2
        kept = bits & ~self._deleted[sentence]
        return self.label(label), kept or bits

    def _spans(self, system: int, is_gold: bool, sentence: int) -> dict[int, set[str]]:
        """The constituents of a sentence: their labels by their words."""
        known = self._constituents.setdefault(
            -1 if is_gold and sentence not in self._words(system) else system * 2 + is_gold, {}
        )
        if sentence in known:
            return known[sentence]
        side = self.gold if is_gold else self.systems[system]
        first, last = side.trees.offsets[sentence : sentence + 2].tolist()
        found: dict[int, set[str]] = {}
        for node in (first + np.flatnonzero(side.trees.kinds[first:last] == CONSTITUENT)).tolist():
            _, label, bits = side.node(node)
            name, words = self.key(system, is_gold, sentence, label, bits)
            found.setdefault(words, set()).add(name)
        known[sentence] = found
        return found

    def written(self, system: int, is_gold: bool, sentence: int) -> dict[Key, set[str]]:
        """The labels of a sentence's nodes as they are written, by what these are compared by."""
        side = self.gold if is_gold else self.systems[system]
        found: dict[Key, set[str]] = {}
        if sentence < len(side):
            for node in range(*side.trees.offsets[sentence : sentence + 2].tolist()):
                _, label, bits = side.node(node)
                found.setdefault(self.key(system, is_gold, sentence, label, bits), set()).add(label)
        return found

    def compare(self, query: NamedQuery, system: int) -> Compared:
        """The hits of a query in the gold and in a system, sentence by sentence."""
        gold, test = (self.anchors(query, system, is_gold) for is_gold in (True, False))
        unparsed = self.unparsed(system) & self.rows
        numbers = np.zeros((3, len(self.gold)), np.int64)
        keys: dict[tuple[int, Key], tuple[int, int, int]] = {}
        missed: list[Hit] = []
        invented: list[Hit] = []
        for place in sorted(gold.keys() | test.keys()):
            sentence, key = place
            of_gold, of_test = gold.get(place, []), test.get(place, [])
            both = min(len(of_gold), len(of_test))
            own = keys[place] = len(of_gold), len(of_test), both
            numbers[:, sentence] += own
            if of_gold[both:]:
                cause = NO_PARSE if unparsed[sentence] else self._cause(system, False, sentence, key)
                missed += [Hit(sentence, key, cause, node) for node in of_gold[both:]]
            if of_test[both:]:
                cause = self._cause(system, True, sentence, key)
                invented += [Hit(sentence, key, cause, node) for node in of_test[both:]]
        name = self.systems[system].treebank.name
        return Compared(query, name, Counts(*numbers), keys, missed, invented, int(unparsed.sum()))

    def anchors(self, query: NamedQuery, system: int, is_gold: bool) -> dict[tuple[int, Key], list[int]]:
        """The hits of a side: per sentence and key the nodes."""
        side = self.gold if is_gold else self.systems[system]
        nodes = side.anchors(query)
        found: dict[tuple[int, Key], list[int]] = {}
        for node, (sentence, label, bits) in zip(nodes.tolist(), side.described(nodes), strict=True):
            if sentence < len(self.gold) and self.rows[sentence]:
                key = self.key(system, is_gold, sentence, label, bits)
                found.setdefault((sentence, key), []).append(node)
        return found

    def _cause(self, system: int, in_gold: bool, sentence: int, key: Key) -> str:
        """Why the other side has no such hit."""
        labels = self._spans(system, in_gold, sentence).get(key[1])
        if labels is None:
            return WORDS
        return INSIDE if key[0] in labels else LABEL


def compared_label(label: str, params: Parameters) -> str:
    """A label as a preparation cuts it."""
    if not params.cuts_labels:
        return label
    if params.is_historical:
        return historical(label, params.keeps_functions)
    return cutter(params.cut_at, params.separator, params.keeps_functions).sub("", label) or label
