"""Function trees: what dependency trees and phrase structure have in common, and each span of them with the set of its
labels (Tsarfaty et al. 2011, section 3; 2012, section 3).

A function tree is a tree of constituents whose nodes are labelled with grammatical functions, so it is kept in
:class:`Trees` like any other: flat postorder arrays, words as leaves, "" where a node has no function. Sentences that have no
function tree keep their place with an empty tree, and a reason.

Multi-function trees: each span of a function tree with the set of its labels (Tsarfaty et al. 2012, section 3.1).
Spans are half-open intervals of word positions from 0. The root is one node over the sentence: it stands apart, because it is
always paired with the other trees' roots and never counted. If the whole span has several labels, ``root`` (in any case) is the
root's, else the topmost; the others are labels like any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from types import MappingProxyType
from typing import Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.arcs import Heads, check, lift
from treecompare.trees.characters import plain_word, unescaped
from treecompare.trees.columns import Sentences, sorted_rows, sums_before
from treecompare.trees.conversion import without_crossing
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.edge_labels import split_label
from treecompare.trees.preparation import (
    WRAPPERS,
    Parameters,
    has_preterminals,
    prepare,
    terminals,
    with_marked_tags,
    words_tagged,
)
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, WORD, Trees, located, sums_below

WILDCARD, HEAD, PROGRAM_HEAD = "*", "hd", "_"
"""The label of a head's own word in Tsarfaty et al. 2011, in Tsarfaty et al. 2012, and in the TedEval program."""

ROOT = "root"

NO_LABEL, BAR = "∅", "-BAR-"
"""In function trees as text: what stands for no label, and for | in a label."""

_FUNCTIONS = Parameters(
    "functions", deleted=frozenset({"-NONE-"}), keeps_functions=True, strips=frozenset(WRAPPERS)
)  # fmt: skip
"""Traces go, with the constituents that have no other words, and so do wrappers in which treebanks differ."""
_LABELS = Parameters("labels", cuts_labels=False, deletes_words=False, strips=frozenset({""}))


AnyTrees = TypeVar("AnyTrees", bound=Sentences)


@dataclass(frozen=True, eq=False)
class MadeTrees(Generic[AnyTrees]):
    """Trees that were made of the sentences of a file.

    ``lifts``: how many arcs of each sentence were lifted to make it projective. ``reasons``: why a sentence (from 0) has no tree.
    """

    trees: AnyTrees
    lifts: NDArray[np.int64]
    reasons: dict[int, str] = field(default_factory=dict)

    def part(self, first: int, last: int) -> Self:
        """The sentences ``first:last``."""
        reasons = {place - first: why for place, why in self.reasons.items() if first <= place < last}
        return type(self)(self.trees.part(first, last), self.lifts[first:last], reasons)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Parts that share their symbols, one after the other."""
        firsts = accumulate((len(one.trees) for one in parts), initial=0)
        reasons = {
            first + place: why for first, one in zip(firsts, parts, strict=False) for place, why in one.reasons.items()
        }
        trees = type(parts[0].trees).joined([one.trees for one in parts])
        return cls(trees, np.concatenate([one.lifts for one in parts]), reasons)


class FunctionTrees(MadeTrees[Trees]):
    """The function trees of a file: nodes labelled with one function each; a node with several is a chain of nodes over the same
    words."""

    @property
    def has_functions(self) -> bool:
        """Whether any node says what its function is: the output of most constituency parsers does not."""
        nodes = self.trees.labels[self.trees.kinds != WORD]
        return any(self.trees.symbols[number] for number in np.unique(nodes).tolist())


def from_dependencies(
    sentences: Dependencies,
    symbols: Symbols | None = None,
    head: str = HEAD,
    nonprojective: str = "lift",
    wrapped: bool = False,
    change: Callable[[str], str] = str,
    word: Callable[[str], str] = plain_word,
) -> FunctionTrees:
    """Function trees of dependency sentences (Tsarfaty et al. 2011, section 3, step 1).

    Each word's node is labelled with its relation (after ``change``) over the words below it; a word with dependents has a
    daughter labelled ``head`` over itself. Non-projective arcs are lifted (Nivre & Nilsson 2005), or with ``refuse`` the
    sentence has no function tree. Several roots stand under a node ``root``, in the TedEval program (``wrapped``) one too.
    ``word``: how words are written.
    """
    symbols = Symbols() if symbols is None else symbols
    checked = check(sentences)
    reasons = _refused(checked, nonprojective)
    lifted = lift(sentences, checked) if nonprojective == "lift" else None
    arcs = sentences if lifted is None else lifted.arcs
    good = np.ones(len(sentences), np.bool_)
    good[list(reasons)] = False
    words = np.flatnonzero(good[arcs.sentence_of])
    walked = check(arcs) if lifted is not None and lifted.lifts.any() else checked
    starts, ends = (places - arcs.offsets[arcs.sentence_of] for places in walked.extents)
    relation = sentences.symbols.changed(sentences.deprel, change, symbols).astype(np.int64)
    heads = words[walked.walk[1][words] > 1]
    above = np.flatnonzero(good & ((checked.roots > 1) | wrapped) & (arcs.lengths > 0))
    numbers = arcs.numbers
    forms = sentences.symbols.changed(sentences.form, word, symbols).astype(np.int64)
    trees = built(
        symbols,
        np.where(good, arcs.lengths, 0),
        forms[words],
        (arcs.sentence_of[words], starts[words], ends[words] + 1, relation[words]),
        (arcs.sentence_of[heads], numbers[heads] - 1, numbers[heads], np.full(len(heads), symbols.number(head))),
        (above, np.zeros(len(above), np.int64), arcs.lengths[above], np.full(len(above), symbols.number(ROOT))),
    )
    lifts = np.where(good, lifted.lifts, 0) if lifted is not None else np.zeros(len(sentences), np.int64)
    return FunctionTrees(trees, lifts, reasons)


def from_constituents(trees: Trees, symbols: Symbols | None = None, whole_labels: bool = False) -> FunctionTrees:
    """Function trees of phrase structure: every label becomes its grammatical functions (Tsarfaty et al. 2012, figure 1b).

    ``NP-SBJ-1`` becomes SBJ, ``PP-LOC-PRD`` a node LOC and a node PRD over the same words, ``NP`` a node without a function.
    Crossing branches are raised; then traces, wrappers (TOP, ROOT, S1) and indices go. With ``whole_labels`` labels stay as they
    are and count as functions, as in the TedEval program, which is given function trees; only an unlabelled outermost bracket goes.
    Function trees as text (:func:`are_functions`) are read as what they are.
    """
    symbols = Symbols() if symbols is None else symbols
    is_text = not whole_labels and are_functions(trees)
    as_given = whole_labels or is_text
    # function trees are made of spans
    lifted = without_crossing(trees).trees
    has_tags = not as_given and has_preterminals(trees)  # several words below one node are one only beside tags
    marked = lifted if as_given else terminals(lifted, True) if has_tags else with_marked_tags(lifted)
    ready = prepare(marked, _LABELS if as_given else _FUNCTIONS)
    is_word = ready.kinds == WORD
    wordless = ready.word_counts == 0
    forms = ready.symbols.changed(ready.labels[is_word], plain_word, symbols)
    functions: dict[int, list[int]] = {}
    for number in np.unique(ready.labels[~is_word]).tolist():
        label = ready.symbols[number]
        names = [label] if whole_labels else _named(label) if is_text else split_label(label)[1]
        functions[number] = [symbols.number(name) for name in names or [""]]
    counts = np.ones(len(ready.symbols), np.int64)
    for number, names_of in functions.items():
        counts[number] = len(names_of)
    copies = np.where(is_word, 1, counts[ready.labels])
    source = np.repeat(np.arange(len(copies)), copies)
    # the innermost node of a chain is the function that the label names last
    place = np.arange(len(source)) - np.repeat(np.cumsum(copies) - copies, copies)
    table = np.zeros((len(ready.symbols), int(counts.max(initial=1))), np.int64)
    for number, names_of in functions.items():
        table[number, : len(names_of)] = names_of[::-1]
    labels = table[ready.labels[source], place]
    labels[is_word[source]] = forms
    sizes = (sums_below(ready, copies) - copies)[source] + place + 1
    kinds = np.where(is_word, WORD, CONSTITUENT).astype(np.int8)[source]
    function_trees = Trees(
        symbols, labels.astype(np.int32), kinds, sizes.astype(np.int32), sums_before(copies)[ready.offsets]
    )
    if wordless.any():
        function_trees = function_trees.chosen(np.where(wordless, -1, np.arange(len(function_trees))).tolist())
    reasons = dict.fromkeys(np.flatnonzero(wordless).tolist(), "the tree has no words")
    return FunctionTrees(function_trees, np.zeros(len(function_trees), np.int64), reasons)


def are_functions(trees: Trees) -> bool:
    """Whether bracketed trees are function trees as text, ``(root (hd|sbj John) (∅ (prd loves)))``: the label of a node is all its
    functions. Some have none, or there are a root and heads."""
    numbers = np.unique(trees.labels[trees.kinds != WORD]).tolist()
    names = {name.casefold() for number in numbers for name in trees.symbols[number].split("|")}
    return NO_LABEL in names or {ROOT, HEAD} <= names


def _named(label: str) -> list[str]:
    """The functions of a label of a function tree as text."""
    names = [name.replace(BAR, "|").replace("\N{NO-BREAK SPACE}", " ") for name in label.split("|")]
    return [unescaped(name) for name in names if name != NO_LABEL]


def built(
    symbols: Symbols, lengths: NDArray[np.int64], forms: NDArray[np.int64], *layers: tuple[NDArray[np.int64], ...]
) -> Trees:
    """Trees from words and layers of nodes: sentences, starts, ends and labels, no two nodes of a layer with the same span.

    ``lengths``: words per sentence; ``forms``: a symbol per word. Spans must not cross. Over equal spans the second layer stands
    innermost, then the first, then the third.
    """
    depth = [1, 0, 2][: len(layers)]
    of_word = np.repeat(np.arange(len(lengths)), lengths)
    number = np.arange(len(of_word)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    parts = [(of_word, number, number + 1, forms), *layers]
    sentence, start, end, label = (np.concatenate([part[i] for part in parts]).astype(np.int64) for i in range(4))
    level = np.repeat([-1, *depth], [len(part[0]) for part in parts])
    # one number for sentence, end, start from the right, level: sorting by one is faster than by four
    ends = sums_before(lengths)[sentence] + end
    order = np.argsort((ends * (int(lengths.max(initial=0)) + 1) - start) * 4 + level, kind="stable")
    sentence, start, label, level = sentence[order], start[order], label[order], level[order]
    offsets = sums_before(np.bincount(sentence, minlength=len(lengths)))
    # a subtree begins with the leaf of its first word
    leaf_places = np.flatnonzero(level == -1)
    first_words = sums_before(lengths)
    first = leaf_places[first_words[sentence] + start]
    sizes = np.arange(len(order)) - first + 1
    kinds = np.where(level == -1, WORD, CONSTITUENT).astype(np.int8)
    return Trees(symbols, label.astype(np.int32), kinds, sizes.astype(np.int32), offsets)


def _refused(checked: Heads, nonprojective: str) -> dict[int, str]:
    wrong = ~checked.is_whole
    reasons = {}
    for sentence in np.flatnonzero(wrong).tolist():
        reasons[sentence] = "the heads make no tree: " + (", ".join(checked.reasons(sentence)) or "no words")
    if nonprojective == "refuse":
        crossing = checked.counted(checked.non_projective)
        for sentence in np.flatnonzero((crossing > 0) & ~wrong).tolist():
            reasons[sentence] = f"non-projective arcs: {crossing[sentence]}"
    return reasons


def named_functions(trees: Trees, functions: Mapping[str, str]) -> Trees:
    """Only words and the nodes that are functions, by their labels in ``functions``, with the name of the function as label.

    Traces go, and so do nodes without words.
    """
    is_word = trees.kinds == WORD
    words = is_word & ~words_tagged(with_marked_tags(trees), frozenset({"-NONE-"}))
    new = trees.labels.copy()
    is_function = np.zeros(len(new), np.bool_)
    for number in np.unique(trees.labels[~is_word]).tolist():
        name = functions.get(trees.symbols[number])
        if name is not None:
            places = ~is_word & (trees.labels == number)
            is_function |= places
            new[places] = trees.symbols.number(name)
    return trees.kept(words | (is_function & (sums_below(trees, words) > 0)), new)


# -- multi-function trees ----------------------------------------------------------------------------------------------

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
        order, is_new = sorted_rows(labels, spans)
        return cls(spans[order[is_new]], labels[order[is_new]])

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
