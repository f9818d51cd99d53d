"""What several annotations of a sentence have in common (Tsarfaty et al. 2011, section 3, step 2; 2012, section 3.2).

Of multi-function trees: :func:`subsumes`, :func:`generalise` (never fails), :func:`unify` (fails where spans cross) and
:func:`tl_unify`; :func:`generalise_all` generalises whole files. Of function trees with one label per span and the wildcard ``*``,
as in the paper of 2011: :func:`generalise_wildcards`, :func:`subsumes_wildcards` and :func:`unify_wildcards`, in which labels of
:class:`FreeLabels` are equal, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import TreecompareError
from treecompare.trees.functions import (
    WILDCARD,
    FunctionTrees,
    MultiFunctionTree,
    MultiFunctionTrees,
    Rows,
    built,
    pack,
)
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees, located


class UnificationError(TreecompareError):
    """Two trees contradict each other: no tree holds all that both say."""


def subsumes(general: MultiFunctionTree, special: MultiFunctionTree) -> bool:
    """Whether every node of ``general`` is a node of ``special`` with at least its labels (T-subsumption)."""
    return (
        general.length == special.length
        and general.root <= special.root
        and all(span in special.nodes and labels <= special.labels(span) for span, labels in general.nodes.items())
    )


def generalise(*golds: MultiFunctionTree) -> MultiFunctionTree:
    """The most specific tree that subsumes all of ``golds``: the spans that all have, each with the labels that all have. Raises
    ValueError: the trees have different numbers of words, or there are none."""
    _check_lengths(golds)
    first, *others = golds
    nodes = {
        span: labels.intersection(*(other.nodes[span] for other in others))
        for span, labels in first.nodes.items()
        if all(span in other.nodes for other in others)
    }
    # the root covers the whole sentence: another node there needs labels of its own
    whole = (0, first.length)
    if not nodes.get(whole, True):
        del nodes[whole]
    return MultiFunctionTree(first.length, first.root.intersection(*(other.root for other in others)), nodes)


def unify(*trees: MultiFunctionTree) -> MultiFunctionTree:
    """The most general tree that all of ``trees`` subsume: the spans that any has, each with the labels that any has. Raises
    ValueError: the trees have different numbers of words, or there are none; UnificationError: two spans cross."""
    _check_lengths(trees)
    nodes: dict[tuple[int, int], frozenset[str]] = {}
    for tree in trees:
        for span, labels in tree.nodes.items():
            nodes[span] = nodes.get(span, frozenset()) | labels
    unified = MultiFunctionTree(trees[0].length, frozenset().union(*(tree.root for tree in trees)), nodes)
    if not unified.is_tree:
        crossing = sorted(
            (one, other) for one in nodes for other in nodes if one[0] < other[0] < one[1] < other[1]
        )[0]  # fmt: skip
        where = " and ".join(f"words {start + 1}–{end}" for start, end in crossing)
        raise UnificationError(f"the trees cannot be unified: {where} are phrases that cross")
    return unified


def tl_unify(tree: MultiFunctionTree, labels_from: MultiFunctionTree) -> MultiFunctionTree:
    """``tree`` with the labels that ``labels_from`` has over the same spans added (TL-unification). Raises ValueError: the trees
    have different numbers of words."""
    _check_lengths((tree, labels_from))
    nodes = {span: labels | labels_from.labels(span) for span, labels in tree.nodes.items()}
    whole = (0, tree.length)
    if labels_from.labels(whole):
        nodes[whole] = tree.labels(whole) | labels_from.labels(whole)
    return MultiFunctionTree(tree.length, tree.root or labels_from.root, nodes)


def _check_lengths(trees: Sequence[MultiFunctionTree]) -> None:
    lengths = {tree.length for tree in trees}
    if len(lengths) != 1:
        raise ValueError(f"trees of {sorted(lengths)} words; expected one or more of equal length")


def generalise_all(golds: Sequence[MultiFunctionTrees]) -> MultiFunctionTrees:
    """:func:`generalise` for every sentence of files that share their symbols; no tree where one of them has none.

    Sentences of different lengths must have been left out (length 0).
    """
    first, *others = golds
    lengths = np.minimum.reduce([gold.lengths for gold in golds])
    roots = np.where(np.all([gold.roots == first.roots for gold in golds], axis=0), first.roots, -1)

    def shared(rows: Rows, of_others: list[Rows]) -> Rows:
        return rows.chosen(np.logical_and.reduce([rows.sentences >= 0, *rows.within(of_others)]))

    return MultiFunctionTrees(
        first.symbols,
        lengths,
        roots,
        shared(first.constraints, [other.constraints for other in others]),
        shared(first.nodes, [other.nodes for other in others]),
    )


def tl_unify_all(trees: MultiFunctionTrees, labels_from: MultiFunctionTrees) -> MultiFunctionTrees:
    """:func:`tl_unify` for every sentence of two files that share their symbols."""
    rows = labels_from.constraints
    whole = pack(np.arange(len(trees)), np.zeros(len(trees), np.int64), trees.lengths)
    spans = Rows.of(np.concatenate((trees.nodes.spans, whole)), np.zeros(len(trees.nodes) + len(trees), np.int64))
    (there,) = Rows(rows.spans, np.zeros(len(rows), np.int64)).within([spans])
    constraints = Rows.of(
        np.concatenate((trees.constraints.spans, rows.spans[there])),
        np.concatenate((trees.constraints.labels, rows.labels[there])),
    )
    roots = np.where(trees.roots < 0, labels_from.roots, trees.roots)
    return MultiFunctionTrees(trees.symbols, trees.lengths, roots, constraints, trees.nodes)


def collapsed(functions: FunctionTrees) -> FunctionTrees:
    """Function trees without unary chains: nodes over the same words become one, its labels joined in alphabetical order by ``+``.

    Nodes without a function and wildcards give way to labels. The root, the node over all words, stays one node.
    """
    trees = functions.trees
    rows = Rows.of(*_spans_and_labels(trees))
    spans, firsts = np.unique(rows.spans, return_index=True)
    counts = np.diff(np.append(firsts, len(rows)))
    labels = rows.labels[firsts].copy()
    joined: dict[tuple[int, ...], int] = {}
    texts = trees.symbols
    for place in np.flatnonzero(counts > 1).tolist():
        several = tuple(rows.labels[firsts[place] : firsts[place] + counts[place]].tolist())
        if several not in joined:
            names = sorted({texts[number] for number in several} - {"", WILDCARD})
            joined[several] = texts.number("+".join(names) if names else WILDCARD)
        labels[place] = joined[several]
    return FunctionTrees(_rebuilt(trees, spans, labels), functions.lifts, functions.reasons)


def unary_sentences(functions: FunctionTrees) -> list[int]:
    """Sentences in which several nodes stand over the same words; the operations of Tsarfaty et al. 2011 are not for them."""
    spans, counts = np.unique(_spans_and_labels(functions.trees)[0], return_counts=True)
    sentences: list[int] = np.unique(spans[counts > 1] >> 32).tolist()
    return sentences


@dataclass(frozen=True, eq=False)
class FreeLabels:
    """Labels that may stand for each other: SUB for SBJ. They need not be transitive.

    ``rows``: per symbol its row of ``equal`` (bool, square, symmetric), -1 for none; rows are in alphabetical order.
    """

    rows: NDArray[np.int32]
    equal: NDArray[np.bool_]

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]], symbols: Symbols) -> FreeLabels:
        """Of pairs of labels, in both directions."""
        pairs = list(pairs)
        members = sorted({label for pair in pairs for label in pair})
        row_of = {label: row for row, label in enumerate(members)}
        numbers = [symbols.number(label) for label in members]
        rows = np.full(len(symbols), -1, np.int32)
        rows[numbers] = np.arange(len(members))
        equal = np.eye(len(members), dtype=np.bool_)
        for one, other in pairs:
            equal[row_of[one], row_of[other]] = equal[row_of[other], row_of[one]] = True
        return cls(rows, equal)

    def alike(self, one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which of two columns of symbols may stand for each other, or are the same."""
        found: NDArray[np.bool_] = one == other
        if len(self.equal):
            rows, columns = self._rows(one), self._rows(other)
            found |= (rows >= 0) & (columns >= 0) & self.equal[rows, columns]
        return found

    def first(self, one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
        """Of two columns that are alike, the labels that come first in the alphabet."""
        return np.where(self._rows(other) < self._rows(one), other, one)

    def _rows(self, labels: NDArray[np.int64]) -> NDArray[np.int64]:
        known = labels < len(self.rows)
        return np.where(known, self.rows[np.where(known, labels, 0)], -1).astype(np.int64)


def generalise_wildcards(golds: Sequence[FunctionTrees], free: Sequence[tuple[str, str]] = ()) -> FunctionTrees:
    """The generalisation of function trees without unary chains: spans that all have with the same label, where ``*`` is any.

    A span is labelled ``*`` only if all golds say so. ``free``: pairs of labels that count as the same; the span gets the one that
    comes first in the alphabet. Files share their symbols; no tree where one gold has none.
    """
    first, *others = (_by_span(gold.trees) for gold in golds)
    symbols = golds[0].trees.symbols
    wildcard, alike = symbols.number(WILDCARD), FreeLabels.of(free, symbols)
    spans, labels = first
    agree = np.ones(len(spans), np.bool_)
    before = [labels]
    for other_spans, other_labels in others:
        if not len(other_spans):
            agree[:] = False
            break
        place = np.minimum(np.searchsorted(other_spans, spans), len(other_spans) - 1)
        theirs = other_labels[place]
        agree &= other_spans[place] == spans
        for one in before if free else [labels]:  # labels that are free need not be transitive
            agree &= alike.alike(one, theirs) | (theirs == wildcard) | (one == wildcard)
        before.append(theirs)
        either = np.where(theirs == wildcard, labels, alike.first(labels, theirs))
        labels = np.where(labels == wildcard, theirs, either)
    lengths = np.minimum.reduce([gold.trees.word_counts for gold in golds])
    agree &= lengths[spans >> 32] > 0
    trees = golds[0].trees
    if ((lengths == 0) & (trees.word_counts > 0)).any():
        trees = trees.chosen(np.where(lengths > 0, np.arange(len(trees)), -1).tolist())
    return FunctionTrees(_rebuilt(trees, spans[agree], labels[agree]), np.zeros(len(trees), np.int64))


def subsumes_wildcards(
    general: MultiFunctionTree, special: MultiFunctionTree, free: Sequence[tuple[str, str]] = ()
) -> bool:
    """Whether every node of ``general`` is a node of ``special`` with the same label, where ``*`` is any (one label per span)."""
    theirs = _labels_by_span(special)
    return general.length == special.length and all(
        span in theirs and not _differing((label, theirs[span]), free)
        for span, label in _labels_by_span(general).items()
    )


def unify_wildcards(*trees: MultiFunctionTree, free: Sequence[tuple[str, str]] = ()) -> MultiFunctionTree:
    """The most general tree that all of ``trees`` subsume, where ``*`` is any label (one label per span). Raises ValueError: the
    trees have different numbers of words, or there are none; UnificationError: two spans cross, or a span has two labels."""
    labels_of: dict[tuple[int, int], list[str]] = {}
    for tree in trees:
        for span, label in _labels_by_span(tree).items():
            labels_of.setdefault(span, []).append(label)
    unified = unify(*trees)
    for (start, end), labels in labels_of.items():
        for one, other in _differing(labels, free):
            said = f"words {start + 1}–{end} are {one or 'without a function'} and {other}"
            raise UnificationError(f"the trees cannot be unified: {said}")
    chosen = {
        span: frozenset({min(set(labels) - {WILDCARD}, default=WILDCARD)} - {""}) for span, labels in labels_of.items()
    }
    root = chosen.pop((0, unified.length), frozenset[str]())
    return MultiFunctionTree(unified.length, root, chosen)


def _labels_by_span(tree: MultiFunctionTree) -> dict[tuple[int, int], str]:
    """The one label of each span, "" for none; the root's only where it has a label."""
    found = {span: "".join(labels) for span, labels in tree.nodes.items()}
    if tree.root:
        found[0, tree.length] = "".join(tree.root)
    return found


def _differing(labels: Iterable[str], free: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs of labels that cannot stand for each other, in alphabetical order."""
    said = sorted(set(labels) - {WILDCARD})
    return [pair for pair in combinations(said, 2) if pair not in free and pair[::-1] not in free]


def _spans_and_labels(trees: Trees) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The nodes that have words, in the order of the file: packed spans and symbols."""
    sentence, start, end = located(trees)
    inner = np.flatnonzero((trees.kinds != WORD) & (end > start))
    return pack(sentence[inner], start[inner], end[inner]), trees.labels[inner].astype(np.int64)


def _by_span(trees: Trees) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same in the order of the spans."""
    spans, labels = _spans_and_labels(trees)
    order = np.argsort(spans, kind="stable")
    return spans[order], labels[order]


def _rebuilt(trees: Trees, spans: NDArray[np.int64], labels: NDArray[np.int64]) -> Trees:
    """Trees over the words of ``trees`` with nodes of one label per span."""
    symbols: Symbols = trees.symbols
    forms = trees.labels[trees.word_nodes].astype(np.int64)
    nodes = (spans >> 32, (spans >> 16) & 0xFFFF, spans & 0xFFFF, labels)
    return built(symbols, trees.word_counts, forms, nodes)
