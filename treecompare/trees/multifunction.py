"""Multi-function trees: each span of a function tree with the set of its labels (Tsarfaty et al. 2012, section 3.1).

Spans are half-open intervals of word positions from 0. The root is one node over the sentence: it stands apart, because it is
always paired with the other trees' roots and never counted. If the whole span has several labels, ``root`` (in any case) is the
root's, else the topmost; the others are labels like any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.arcs import sums_before
from treecompare.trees.functions import ROOT, FunctionTrees
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees, leftmost

Span = tuple[int, int]
Constraint = tuple[int, int, str]

_LIMIT = 1 << 16
_NO_LABELS: frozenset[str] = frozenset()


@dataclass(frozen=True)
class MultiFunctionTree:
    """One sentence: ``length`` words, the labels of the root (none or one), and the labels of every other span that has a node.

    A node without labels is a node all the same: it has no constraint (:meth:`constraints`), but counts where labels do not.
    """

    length: int
    root: frozenset[str] = _NO_LABELS
    nodes: Mapping[Span, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))

    def labels(self, span: Span) -> frozenset[str]:
        """The labels over a span besides the root's; none where there is no node."""
        return self.nodes.get(span, _NO_LABELS)

    def constraints(self) -> frozenset[Constraint]:
        """What |x| counts: (start, end, label) for every label of every node but the root."""
        return frozenset((*span, label) for span, labels in self.nodes.items() for label in labels)

    def spans(self) -> frozenset[Span]:
        """The spans that have a node, without the root's."""
        return frozenset(span for span in self.nodes if span != (0, self.length))

    @property
    def is_tree(self) -> bool:
        """Whether no two spans cross."""
        open_ends: list[int] = []
        for start, end in sorted(self.nodes, key=lambda span: (span[0], -span[1])):
            while open_ends and open_ends[-1] <= start:
                open_ends.pop()
            if open_ends and open_ends[-1] < end:
                return False
            open_ends.append(end)
        return True


@dataclass(frozen=True, eq=False)
class Rows:
    """A sorted set of (span, label) pairs of a whole file; ``spans`` are packed (:func:`pack`), ``labels`` are symbols."""

    spans: NDArray[np.int64]
    labels: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.spans)

    @classmethod
    def of(cls, spans: NDArray[np.int64], labels: NDArray[np.int64]) -> Rows:
        """The pairs in order, each once."""
        order = np.lexsort((labels, spans))
        spans, labels = spans[order], labels[order]
        new = np.ones(len(spans), np.bool_)
        new[1:] = (spans[1:] != spans[:-1]) | (labels[1:] != labels[:-1])
        return cls(spans[new], labels[new])

    @property
    def sentences(self) -> NDArray[np.int64]:
        """The sentence of each pair."""
        return self.spans >> 32

    def part(self, first: int, last: int) -> Rows:
        """The pairs of the sentences ``first:last``, which are numbered from 0."""
        here = slice(*np.searchsorted(self.spans, [first << 32, last << 32]).tolist())
        return Rows(self.spans[here] - (first << 32), self.labels[here])

    @classmethod
    def joined(cls, parts: Sequence[Rows], sentences: Sequence[int]) -> Rows:
        """Parts one after the other, of so many sentences each."""
        firsts = accumulate(sentences, initial=0)
        spans = [one.spans + (first << 32) for one, first in zip(parts, firsts, strict=False)]
        return cls(np.concatenate(spans), np.concatenate([one.labels for one in parts]))

    def chosen(self, mask: NDArray[np.bool_]) -> Rows:
        """Some of the pairs."""
        return Rows(self.spans[mask], self.labels[mask])

    def within(self, others: Iterable[Rows]) -> list[NDArray[np.bool_]]:
        """For each of the other sets, which pairs of this one it has as well."""
        others = list(others)
        _, places = np.unique(np.concatenate([self.spans, *(other.spans for other in others)]), return_inverse=True)
        labels = np.concatenate([self.labels, *(other.labels for other in others)])
        codes = places.reshape(-1) * (int(labels.max(initial=0)) + 1) + labels
        parts = np.split(codes, np.cumsum([len(self), *(len(other) for other in others)])[:-1])
        return [_found(parts[0], part) for part in parts[1:]]

    def counted(self, sentences: int, mask: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
        """How many pairs (of ``mask``) each sentence has."""
        of = self.sentences if mask is None else self.sentences[mask]
        return np.bincount(of, minlength=sentences).astype(np.int64)


def _found(codes: NDArray[np.int64], among: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which codes are in ``among``, which is sorted."""
    if not len(among):
        return np.zeros(len(codes), np.bool_)
    places = np.minimum(np.searchsorted(among, codes), len(among) - 1)
    present: NDArray[np.bool_] = among[places] == codes
    return present


@dataclass(frozen=True, eq=False)
class MultiFunctionTrees:
    """The multi-function trees of a file.

    ``constraints``: the (span, label) pairs without the root's; ``nodes``: the spans that have a node, label 0, without the
    root's; ``roots``: symbol of the root's label per sentence, -1 for none; ``lengths``: words per sentence, 0 where there is
    no tree. All in the numbering of ``symbols``, which trees that are compared share.
    """

    symbols: Symbols
    lengths: NDArray[np.int64]
    roots: NDArray[np.int64]
    constraints: Rows
    nodes: Rows

    def __len__(self) -> int:
        return len(self.lengths)

    def part(self, first: int, last: int) -> MultiFunctionTrees:
        """The sentences ``first:last``."""
        constraints, nodes = (rows.part(first, last) for rows in (self.constraints, self.nodes))
        return MultiFunctionTrees(self.symbols, self.lengths[first:last], self.roots[first:last], constraints, nodes)

    @classmethod
    def joined(cls, parts: Sequence[MultiFunctionTrees]) -> MultiFunctionTrees:
        """Parts that share their symbols, one after the other."""
        sentences = [len(one) for one in parts]
        lengths, roots = (np.concatenate([getattr(one, name) for one in parts]) for name in ("lengths", "roots"))
        constraints = Rows.joined([one.constraints for one in parts], sentences)
        return cls(parts[0].symbols, lengths, roots, constraints, Rows.joined([one.nodes for one in parts], sentences))

    def __getitem__(self, sentence: int) -> MultiFunctionTree:
        if not 0 <= sentence < len(self):
            raise IndexError(sentence)
        length, root = int(self.lengths[sentence]), int(self.roots[sentence])
        labels_of: dict[Span, set[str]] = {}
        for rows, labelled in ((self.nodes, False), (self.constraints, True)):
            first, last = np.searchsorted(rows.spans, [sentence << 32, (sentence + 1) << 32]).tolist()
            for span, label in zip(rows.spans[first:last].tolist(), rows.labels[first:last].tolist(), strict=True):
                labels = labels_of.setdefault(((span >> 16) % _LIMIT, span % _LIMIT), set())
                if labelled:
                    labels.add(self.symbols[label])
        return MultiFunctionTree(
            length,
            frozenset() if root < 0 else frozenset({self.symbols[root]}),
            {span: frozenset(labels_of[span]) for span in sorted(labels_of, key=lambda span: (span[0], -span[1]))},
        )


def pack(sentences: NDArray[np.int64], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sentence, start and end of spans in one number each, in which they are ordered. Raises ValueError: a sentence has 65,536
    words or more."""
    if ends.max(initial=0) >= _LIMIT:
        raise ValueError(f"a sentence of {ends.max()} words; expected fewer than {_LIMIT}")
    return (sentences << 32) | (starts << 16) | ends


def located(trees: Trees) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Sentence, start and end of every node of a file, words included, postorder."""
    sentence = trees.sentence_of
    words = sums_before(trees.kinds == WORD)
    before = words[trees.offsets[:-1]][sentence]
    return sentence, words[leftmost(trees.sizes)] - before, words[1:] - before


def multifunction(functions: FunctionTrees) -> MultiFunctionTrees:
    """Function trees collapsed: nodes over the same words become one node with all their labels."""
    trees = functions.trees
    sentence, start, end = located(trees)
    inner = np.flatnonzero((trees.kinds != WORD) & (end > start))
    sentence, start, end, label = sentence[inner], start[inner], end[inner], trees.labels[inner].astype(np.int64)
    lengths = trees.word_counts
    whole = (start == 0) & (end == lengths[sentence])
    empty = trees.symbols.number("")
    named_root = np.zeros(len(trees.symbols), np.bool_)
    for number in np.unique(label).tolist():
        named_root[number] = trees.symbols[number].casefold() == ROOT
    roots = np.full(len(trees), -1, np.int64)
    # postorder: of several, the last is the topmost
    for candidates in (np.flatnonzero(whole & (label != empty)), np.flatnonzero(whole & named_root[label])):
        roots[sentence[candidates]] = label[candidates]
    spans = pack(sentence, start, end)
    nodes = Rows.of(spans[~whole], np.zeros(int((~whole).sum()), np.int64))
    named = (label != empty) & ~(whole & (label == roots[sentence]))
    return MultiFunctionTrees(trees.symbols, lengths, roots, Rows.of(spans[named], label[named]), nodes)
