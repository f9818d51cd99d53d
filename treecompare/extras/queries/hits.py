"""Hits of queries in a gold and in systems: which are the same, and why the others are missed or invented.

A hit is an anchor: a node, by its label and its set of words, without those that the preparation deletes by the gold's tags.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache, cached_property, lru_cache

import numpy as np

from treecompare.comparison.judgements import CORPUSSEARCH, GONE
from treecompare.errors import ReadError, UsageError
from treecompare.mappings.characters import Text
from treecompare.mappings.moves import SharedSpans
from treecompare.mappings.sentence_pairing import Names, pair_sentences
from treecompare.readers.treebank import Treebank
from treecompare.reading import read_lines
from treecompare.trees.columns import Mask, Numbers, blocks
from treecompare.trees.edge_labels import cutter, historical
from treecompare.trees.expressions import Allowance, far, one_query
from treecompare.trees.joined_patterns import Joined, compile_joined, mask_of, rows_of
from treecompare.trees.preparation import (
    NONE,
    WRAPPERS,
    deleted_words,
    has_preterminals,
    parameters_for,
    prepare,
    terminals,
    without_traces,
)
from treecompare.trees.tree import CONSTITUENT, Trees
from treecompare.trees.tree_relations import Places, places

ANCHOR = "anchor"
"""The variable that names the node which a pattern finds, where it is not the first, unless another one is chosen."""


@dataclass(frozen=True, eq=False)
class NamedQuery:
    """A query by its name. ``text``: as it was written; ``anchor``: the variable of the node that it finds, where it has that."""

    name: str
    text: str
    pattern: Joined
    anchor: str = ANCHOR

    def anchors(self, at: Places) -> Numbers:
        """The nodes that it finds, ascending: places in the columns of the trees. Raises UsageError: it takes too long."""
        node = self.pattern.parts[0].node
        with one_query():
            if self.anchor in self.pattern.variables:
                return np.unique(rows_of(node, at).bound[self.anchor])
            return np.flatnonzero(mask_of(node, at))


def entries(path: str, holds: str, wanted: str) -> Iterator[tuple[int, str, str]]:
    """The lines of a file: the number, and what stands before and behind the tab. ``holds``, ``wanted``: what the file and a line
    should be. Raises ReadError: it cannot be read, or a line has nothing behind a tab."""
    for number, line in enumerate(read_lines(path, f"expected {holds}"), 1):
        line = line.rstrip("\r\n")
        if line.strip() and not line.startswith("#"):
            name, _, text = line.partition("\t")
            if not text.strip():
                raise ReadError(path, number, f"expected {wanted}, found '{line[:40]}'")
            yield number, name, text.strip()


def read_queries(path: str) -> list[NamedQuery]:
    """The queries of a file: a name, a tab and a pattern on each line.

    Raises ReadError: a line is neither, a name stands twice, or a pattern is wrong; says which line.
    """
    if path.endswith(CORPUSSEARCH):
        raise ReadError(path, 0, f"is {GONE}")
    wanted = "a name, a tab and a pattern"
    found: dict[str, NamedQuery] = {}
    for number, name, text in entries(path, f"queries, {wanted} on each line", wanted):
        if number == 1 and (name, text) == ("query", "pattern"):
            continue
        name = name.strip()
        if not name:
            raise ReadError(path, number, f"expected {wanted}, found '\t{text[:39]}'")
        if name in found:
            raise ReadError(path, number, f"there is another query '{name[:40]}' above; expected each name once")
        try:
            found[name] = as_query(name, text)
        except UsageError as error:
            raise ReadError(path, number, str(error)) from error
    if not found:
        raise ReadError(path, 1, f"holds no query; expected {wanted} on each line")
    return list(found.values())


def anchored(queries: list[NamedQuery], anchor: str | None) -> list[NamedQuery]:
    """The same queries with another variable for the node that they find, if any. Raises UsageError: none of them has it."""
    if anchor is None:
        return queries
    if not any(anchor in one.pattern.variables for one in queries):
        raise UsageError(
            f"anchor {anchor[:40]}: no query has a variable of that name; expected one, as NP={anchor[:40]}"
        )
    return [replace(one, anchor=anchor) for one in queries]


def are_queries(path: str) -> bool:
    """Whether a file is one of queries: all of its lines are (``.tsv``), or it is of CorpusSearch, which is refused."""
    if not path.endswith(".tsv"):
        return path.endswith(CORPUSSEARCH)
    try:
        return bool(read_queries(path))
    except ReadError:
        return False


def as_query(name: str, text: str) -> NamedQuery:
    """A pattern by a name. Raises UsageError: it is wrong, or names trees."""
    pattern = compile_joined(text, "constituents")
    if len(pattern.parts) != 1 or pattern.parts[0].side or pattern.parts[0].is_negated or pattern.count_by:
        raise UsageError(f"'{text[:40]}' names trees or counts; expected a pattern for one tree")
    return NamedQuery(name, text, pattern)


Key = tuple[str, int]
"""The label of an anchor and its words as bits: word ``k`` of the gold's sentence is ``1 << k``."""
NO_PARSE, WORDS, LABEL, INSIDE = "no parse", "words", "label", "inside"
MISSED, INVENTED = "missed", "invented"
CAUSES = {MISSED: (NO_PARSE, WORDS, LABEL, INSIDE), INVENTED: (WORDS, LABEL, INSIDE)}
"""Why the other side has no such hit, by what that makes of it."""
EVERY_CAUSE = [(kind, cause) for kind, causes in CAUSES.items() for cause in causes]
KEPT = 5_000
"""Of so many sentences the nodes are kept."""


class Asked:
    """A treebank as queries are asked of it: trees as they stand, without outermost wrappers and traces."""

    def __init__(self, treebank: Treebank, tags: bool = True) -> None:
        self.treebank = treebank
        bare = replace(NONE, strips=frozenset(WRAPPERS))
        self._blocks = blocks(treebank.trees.word_counts)
        parts = [prepare(terminals(without_traces(treebank.trees.part(*one)), tags), bare) for one in self._blocks]
        self.trees = Trees.joined(parts)
        self._found: dict[NamedQuery, Numbers] = {}

    def __len__(self) -> int:
        return len(self.trees)

    def anchors(self, query: NamedQuery) -> Numbers:
        """The nodes that a query finds. Raises UsageError: it takes too long."""
        self.ask([query])
        return self._found[query]

    def ask(self, queries: Sequence[NamedQuery]) -> None:
        """Keeps what these queries find, in one block of sentences after the other. Raises UsageError: one takes too long."""
        found = {one: ([np.zeros(0, np.int64)], Allowance()) for one in queries if one not in self._found}
        for first, last in self._blocks if found else ():
            at = places(self.trees.part(first, last))
            for query, (nodes, limit) in found.items():
                try:
                    with one_query(left=limit):
                        nodes.append(query.anchors(at) + self.trees.offsets[first])
                except UsageError as error:
                    said = far(error, first, len(self.trees), self.treebank.path)
                    raise UsageError(f"{query.name}: {said}") from error
        self._found |= {query: np.concatenate(nodes) for query, (nodes, _) in found.items()}

    def described(self, nodes: Numbers) -> list[tuple[int, str, int]]:
        """Nodes of the trees: the sentence of each, its label as it is written, its words as bits."""
        labels = [self.trees.symbols[label] for label in self.trees.labels[nodes].tolist()]
        return list(zip(self._spans.sentences[nodes].tolist(), labels, self._spans.bits(nodes), strict=True))

    @cached_property
    def _spans(self) -> SharedSpans:
        return SharedSpans.of(self.trees, None)


@dataclass(frozen=True)
class Hit:
    """A hit that only one side has: ``key`` in the gold's words, ``sentence`` from 0, ``cause`` one of CAUSES.

    ``node``: the anchor, as a place in the trees of that side which the query was asked of.
    """

    sentence: int
    key: Key
    cause: str
    node: int


@dataclass(frozen=True, eq=False)
class Compared:
    """The hits of a query in the gold and in a system, by its place and its name. ``counts``: of gold, system and both, a row per
    sentence; ``keys``: the same per sentence and key. ``wrong``: those that are MISSED, and INVENTED."""

    query: NamedQuery
    system: int
    name: str
    counts: Numbers
    keys: dict[tuple[int, Key], tuple[int, int, int]]
    wrong: dict[str, list[Hit]]
    unparsed: int

    @property
    def causes(self) -> list[int]:
        """How many hits are missed and invented for each of CAUSES."""
        return [sum(hit.cause == cause for hit in self.wrong[kind]) for kind, cause in EVERY_CAUSE]


class Trust:
    """A gold and its systems, of which queries are asked. Sentences are paired by what they say; what a system lacks is not parsed.

    ``rows``: the sentences of the gold that count; None: all. ``common``: only those of which every system has a parse.
    ``unparsed``: per system the sentences that it has no parse of. ``kept``: the words of each sentence of the gold that are not
    deleted, from 0. ``label(label)``: a label as the preparation compares it. ``nodes(system, is_gold, sentence)``: what each node
    of a sentence is compared by, its label as it is written, and whether it is a constituent.
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
        words = self.gold.trees.word_counts
        lengths = [one.trees.word_counts[: len(words)] for one in self.systems]
        self._lengths = [np.pad(one, (0, len(words) - len(one))) for one in lengths]
        self.unparsed: list[Mask] = [(one == 0) & (words > 0) for one in self._lengths]
        self.rows: Mask = np.ones(len(words), np.bool_) if rows is None else rows.copy()
        if common:
            self.rows &= ~np.logical_or.reduce(self.unparsed)
        is_kept = ~deleted_words(self.gold.trees, self.params)[self.gold.trees.word_nodes]
        self.kept = [np.flatnonzero(one).tolist() for one in np.split(is_kept, np.cumsum(words)[:-1])]
        self._kept_bits = [_bits(one) for one in self.kept]
        self.nodes = lru_cache(KEPT)(self._nodes)
        self._shared = cache(self._words)
        self.label = cache(self._label)

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

    def side(self, system: int, is_gold: bool) -> Asked:
        """The gold, or a system."""
        return self.gold if is_gold else self.systems[system]

    def _label(self, label: str) -> str:
        params = self.params
        if params.is_historical and params.cuts_labels:
            label = historical(label, params.keeps_functions)
        elif params.cuts_labels:
            label = cutter(params.cut_at, params.separator, params.keeps_functions).sub("", label) or label
        return {other: one for one, other in params.equal_labels}.get(label, label)

    def _words(self, system: int) -> dict[int, tuple[dict[int, int], dict[int, int]]]:
        """Of sentences whose number of words differs: places of shared words in the gold, from the gold's and the system's."""
        gold, test, lengths = self.gold.trees, self.systems[system].trees, self._lengths[system]
        found = {}
        for sentence in np.flatnonzero((lengths != gold.word_counts) & (lengths > 0)).tolist():
            same = SequenceMatcher(None, gold[sentence].words, test[sentence].words, False).get_matching_blocks()
            there = {one.b + step: one.a + step for one in same for step in range(one.size)}
            found[sentence] = {place: place for place in there.values()}, there
        return found

    def key(self, system: int, is_gold: bool, sentence: int, label: str, bits: int) -> Key:
        """What a node is compared by: its label, its words in the gold's numbers without those that are deleted; below 0 where no
        word of it has a counterpart."""
        shared = self._shared(system).get(sentence)
        if shared is not None:
            bits = _bits(to for here, to in shared[not is_gold].items() if bits >> here & 1)
            if not bits:
                return self.label(label), -1 if is_gold else -2
        return self.label(label), bits & self._kept_bits[sentence] or bits

    def _nodes(self, system: int, is_gold: bool, sentence: int) -> list[tuple[Key, str, bool]]:
        side = self.side(system, is_gold)
        nodes = np.arange(*side.trees.offsets[sentence : sentence + 2] if sentence < len(side) else (0,))
        kinds = (side.trees.kinds[nodes] == CONSTITUENT).tolist()
        described = zip(side.described(nodes), kinds, strict=True)
        return [(self.key(system, is_gold, *one), one[1], is_constituent) for one, is_constituent in described]

    def compare(self, query: NamedQuery, system: int) -> Compared:
        """The hits of a query in the gold and in a system, sentence by sentence."""
        gold, test = (self.anchors(query, system, is_gold) for is_gold in (True, False))
        counts = np.zeros((len(self.gold), 3), np.int64)
        keys: dict[tuple[int, Key], tuple[int, int, int]] = {}
        wrong: dict[str, list[Hit]] = {kind: [] for kind in CAUSES}
        for place in sorted(gold.keys() | test.keys()):
            sides = gold.get(place, []), test.get(place, [])
            in_gold, in_test = map(len, sides)
            both = min(in_gold, in_test)
            keys[place] = in_gold, in_test, both
            counts[place[0]] += keys[place]
            for kind, nodes in zip(CAUSES, sides, strict=True):
                for node in nodes[both:]:
                    wrong[kind].append(Hit(*place, self._cause(system, kind == INVENTED, *place), node))
        name = self.systems[system].treebank.name
        return Compared(query, system, name, counts, keys, wrong, int((self.unparsed[system] & self.rows).sum()))

    def anchors(self, query: NamedQuery, system: int, is_gold: bool) -> dict[tuple[int, Key], list[int]]:
        """The hits of a side: per sentence and key the nodes. Raises UsageError: the query takes too long."""
        side = self.side(system, is_gold)
        nodes = side.anchors(query)
        found: dict[tuple[int, Key], list[int]] = {}
        for node, (sentence, label, bits) in zip(nodes.tolist(), side.described(nodes), strict=True):
            if sentence < len(self.gold) and self.rows[sentence]:
                key = self.key(system, is_gold, sentence, label, bits)
                found.setdefault((sentence, key), []).append(node)
        return found

    def _cause(self, system: int, in_gold: bool, sentence: int, key: Key) -> str:
        if not in_gold and self.unparsed[system][sentence]:
            return NO_PARSE
        nodes = self.nodes(system, in_gold, sentence)
        labels = {label for (label, words), _, is_constituent in nodes if is_constituent and words == key[1]}
        return INSIDE if key[0] in labels else LABEL if labels else WORDS


def _bits(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)
