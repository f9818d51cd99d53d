"""Trees as flat postorder arrays: one table for a whole file, and a readable view of one sentence.

Order of nodes everywhere: postorder, 0-based; spans are half-open intervals of word positions. A sentence may
be a forest (several brackets on one line, or what preparation leaves), so a tree here has any number of roots.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Self, overload

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.annotations import Extras
from treecompare.trees.columns import Sentences, entries, sums_before
from treecompare.trees.symbols import PIECE, Symbols

if TYPE_CHECKING:
    import nltk

WORD, CONSTITUENT, PRETERMINAL = 0, 1, 2
KIND_NAMES = ("word", "constituent", "tag")
DEEPEST = 5000
"""Brackets may be nested so deep: a hundred times deeper than in any treebank."""


def leftmost(sizes: NDArray[np.int32]) -> NDArray[np.int64]:
    """Of nodes in postorder the first of each subtree, its leftmost leaf."""
    return np.arange(1, len(sizes) + 1) - sizes


def sums_below(trees: Tree | Trees, numbers: NDArray[Any]) -> NDArray[np.int64]:
    """Per node the sum of the numbers of it and of all below it; of a mask, how many of these are in it."""
    before = sums_before(numbers)
    return before[1:] - before[leftmost(trees.sizes)]


def over_shared(trees: Tree | Trees, alone: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Per node, whether it is not a word that stands ``alone`` and stands over others than these, or over none at all."""
    shared = (trees.kinds == WORD) & ~alone
    kept: NDArray[np.bool_] = (sums_below(trees, shared) > 0) | (sums_below(trees, alone) == 0)
    return kept


@dataclass(frozen=True, eq=False)
class Tree:
    """One sentence: a view into the columns of a :class:`Trees`.

    ``labels`` (symbol numbers), ``kinds`` (WORD, CONSTITUENT, PRETERMINAL) and ``sizes`` (nodes of the subtree, the
    node itself included) all have one entry per node, in postorder. ``extras``: what few treebanks have.

    Where branches cross, the words of a constituent stand apart in the sentence: ``words``, ``word_nodes``, ``starts`` and ``ends``
    follow the sentence, a span then goes from the first of these words to the last; ``word_sets`` says which they are.
    """

    symbols: Symbols
    labels: NDArray[np.int32]
    kinds: NDArray[np.int8]
    sizes: NDArray[np.int32]
    extras: Extras | None = None

    def __len__(self) -> int:
        return len(self.labels)

    def label(self, node: int) -> str:
        """The label of ``node`` (the form, where it is a word)."""
        return self.symbols[self.labels[node]]

    @cached_property
    def texts(self) -> list[str]:
        """Labels of all nodes as text, postorder."""
        return [self.symbols[number] for number in self.labels.tolist()]

    def with_texts(self, texts: list[str]) -> Tree:
        """The same to be written with other texts, one per node; ``labels`` stay."""
        other = replace(self)
        other.__dict__["texts"] = texts  # a cached property, given instead of computed
        return other

    @cached_property
    def word_nodes(self) -> NDArray[np.int64]:
        """The words in the order of the sentence."""
        nodes = np.flatnonzero(self.kinds == WORD)
        if self.extras is None or self.extras.positions is None:
            return nodes
        return nodes[np.argsort(self.extras.positions[nodes], kind="stable")]

    @cached_property
    def is_crossing(self) -> bool:
        """Whether branches cross: the words do not stand in the order of the nodes."""
        return bool((np.diff(self.word_nodes) < 0).any())

    @cached_property
    def words(self) -> list[str]:
        """The forms of the words, as they stand in the sentence."""
        return [self.symbols[number] for number in self.labels[self.word_nodes].tolist()]

    @cached_property
    def ends(self) -> NDArray[np.int32]:
        """Span end per node: the number of words up to and including its last one."""
        return self._hulls[1] if self.is_crossing else self.postorder_ends

    @cached_property
    def starts(self) -> NDArray[np.int32]:
        """Span start per node; equal to the end where a node has no words."""
        return self._hulls[0] if self.is_crossing else self.postorder_starts

    @cached_property
    def postorder_ends(self) -> NDArray[np.int32]:
        """Span end per node, where words are counted in postorder."""
        return np.cumsum(self.kinds == WORD, dtype=np.int32)

    @cached_property
    def postorder_starts(self) -> NDArray[np.int32]:
        """Span start per node, where words are counted in postorder."""
        before = np.concatenate((np.zeros(1, np.int32), self.postorder_ends))
        return before[leftmost(self.sizes)]

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """Per node, which word of the sentence it is, from 0; 0 where it is none."""
        ranks = np.zeros(len(self), np.int64)
        ranks[self.word_nodes] = np.arange(len(self.word_nodes))
        return ranks

    @cached_property
    def _hulls(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Where branches cross: the first word of each node, and one more than its last."""
        starts, ends = np.array(Trees.of_one(self).hulls, np.int32)
        is_empty = self.postorder_starts == self.postorder_ends
        return np.where(is_empty, self.postorder_ends, starts), np.where(is_empty, self.postorder_ends, ends)

    @cached_property
    def word_sets(self) -> list[int]:
        """The words of each node as bits: word ``k`` of the sentence is ``1 << k``."""
        sets = [0] * len(self)
        ranks = self.ranks.tolist()
        for node, (kind, mother) in enumerate(zip(self.kinds.tolist(), self.parents, strict=True)):
            if kind == WORD:
                sets[node] = 1 << ranks[node]
            if mother >= 0:
                sets[mother] |= sets[node]
        return sets

    @cached_property
    def parents(self) -> list[int]:
        """Parent per node, -1 for a root."""
        parents = [-1] * len(self)
        open_nodes: list[int] = []
        for node, size in enumerate(self.sizes.tolist()):
            while open_nodes and open_nodes[-1] > node - size:
                parents[open_nodes.pop()] = node
            open_nodes.append(node)
        return parents

    @cached_property
    def children(self) -> list[list[int]]:
        """Daughters per node, left to right."""
        children: list[list[int]] = [[] for _ in range(len(self))]
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                children[parent].append(node)
        return children

    @property
    def roots(self) -> list[int]:
        """Nodes without a parent, left to right."""
        return [node for node, parent in enumerate(self.parents) if parent < 0]

    def brackets(self) -> str:
        """The tree as bracket text on one line; several roots are separated by a blank."""
        out: list[str] = []
        todo: list[int | str] = list(reversed(self.roots))
        while todo:
            item = todo.pop()
            if isinstance(item, str):
                out.append(item)
                continue
            if out:
                out.append(" ")
            if self.kinds[item] == WORD:
                out.append(self.texts[item])
            else:
                out.append(f"({self.texts[item]}")
                todo.append(")")
                todo.extend(reversed(self.children[item]))
        return "".join(out)

    def to_nltk(self) -> nltk.Tree:
        """The tree as an ``nltk.Tree``; a forest is put under a root with an empty label."""
        import nltk

        built: list[Any] = []
        for node in range(len(self)):
            if self.kinds[node] == WORD:
                built.append(self.texts[node])
            else:
                built.append(nltk.Tree(self.texts[node], [built[child] for child in self.children[node]]))
        roots = [built[node] for node in self.roots]
        if len(roots) == 1 and isinstance(roots[0], nltk.Tree):
            return roots[0]
        return nltk.Tree("", roots)


@dataclass(frozen=True, eq=False)
class Trees(Sentences, Sequence[Tree]):
    """The trees of a file, in columns.

    ``labels``, ``kinds``, ``sizes``: one entry per node, all sentences behind each other, postorder within a sentence.
    ``offsets``: sentence ``i`` holds the nodes ``offsets[i]:offsets[i + 1]``. Daughters stand in the order of their first words,
    in whatever order a file has them; ``extras`` says where the words stand if branches cross.
    """

    symbols: Symbols
    labels: NDArray[np.int32]
    kinds: NDArray[np.int8]
    sizes: NDArray[np.int32]
    offsets: NDArray[np.int64]
    extras: Extras | None = None
    per_row: ClassVar[tuple[str, ...]] = ("labels", "kinds", "sizes")
    symbolic = ("labels",)

    @overload
    def __getitem__(self, index: int) -> Tree: ...
    @overload
    def __getitem__(self, index: slice) -> list[Tree]: ...
    def __getitem__(self, index: int | slice) -> Tree | list[Tree]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"there are {len(self)} trees, numbered from 0; asked for number {index}")
        here = self.rows_of(index)
        extras = None if self.extras is None else self.extras.part(here)
        return Tree(self.symbols, self.labels[here], self.kinds[here], self.sizes[here], extras)

    @cached_property
    def word_counts(self) -> NDArray[np.int64]:
        """Words per sentence."""
        return self.totals(self.kinds == WORD)

    @cached_property
    def word_nodes(self) -> NDArray[np.int64]:
        """The words of all sentences, as they stand in these: places in the columns."""
        nodes = np.flatnonzero(self.kinds == WORD)
        if self.extras is None or self.extras.positions is None:
            return nodes
        return nodes[np.lexsort((self.extras.positions[nodes], self.sentence_of[nodes]))]

    @cached_property
    def crossing(self) -> NDArray[np.bool_]:
        """Per sentence, whether branches cross."""
        crossing = np.zeros(len(self), np.bool_)
        if has_positions(self):
            apart = self.word_nodes != np.flatnonzero(self.kinds == WORD)
            crossing[self.sentence_of[self.word_nodes[apart]]] = True
        return crossing

    @cached_property
    def ranks(self) -> NDArray[np.int32]:
        """Per node, which word of its sentence it is, from 0; 0 where it is none."""
        ranks = np.zeros(len(self.labels), np.int32)
        counts = self.word_counts
        ranks[self.word_nodes] = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        return ranks

    @cached_property
    def hulls(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where each node begins in its sentence, and one more than its last word, whatever stands between; 0, 0 without words."""
        is_word = self.kinds == WORD
        before = sums_before(is_word)
        limits = np.stack((before[leftmost(self.sizes)], before[1:]), axis=1)
        nodes = np.flatnonzero(limits[:, 1] > limits[:, 0])
        ranks = np.append(self.ranks[is_word].astype(np.int64), 0)
        starts, ends = np.zeros((2, len(is_word)), np.int64)
        if len(nodes):
            starts[nodes] = np.minimum.reduceat(ranks, limits[nodes].ravel())[::2]
            ends[nodes] = np.maximum.reduceat(ranks, limits[nodes].ravel())[::2] + 1
        return starts, ends

    @property
    def sentence_of(self) -> NDArray[np.int64]:
        """Sentence of each node, from 0; not kept, so ask once."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    def totals(self, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Per sentence, how many of its nodes are in ``mask``."""
        found = np.zeros(len(self), np.int64)
        pieces = np.flatnonzero(np.diff(self.offsets // (4 * PIECE), prepend=-1)).tolist()
        for first, last in pairwise([*pieces, len(self)]):
            offsets = self.offsets[first : last + 1]
            running = np.zeros(int(offsets[-1] - offsets[0]) + 1, np.int32)
            np.cumsum(mask[offsets[0] : offsets[-1]], dtype=np.int32, out=running[1:])
            found[first:last] = np.diff(running[offsets - offsets[0]])
        return found

    def kept(self, keep: NDArray[np.bool_], labels: NDArray[np.int32] | None = None) -> Trees:
        """The trees with only the nodes of ``keep`` (one entry per node); daughters of a dropped node move up.

        ``labels`` replaces the labels before the choice. Kinds stay.
        """
        nodes = np.flatnonzero(keep)
        running = np.zeros(len(keep) + 1, np.int32)
        np.cumsum(keep, dtype=np.int32, out=running[1:])
        sizes = np.arange(1, len(nodes) + 1, dtype=np.int32) - running[nodes + 1 - self.sizes[nodes]]
        labels = self.labels if labels is None else labels
        extras = None if self.extras is None else self.extras.taken(nodes, len(keep))
        return Trees(
            self.symbols, labels[nodes], self.kinds[nodes], sizes, running[self.offsets].astype(np.int64), extras
        )

    def rooted(self, label: str) -> Trees:
        """The same with a node ``label`` above the roots of each sentence that has several."""
        lasts = self.offsets[1:] - 1
        lengths = np.diff(self.offsets)
        if not len(self.labels):
            return self
        several = np.flatnonzero((lengths > 0) & (self.sizes[np.maximum(lasts, 0)] < lengths))
        if not len(several):
            return self
        return self.with_nodes(self.offsets[several + 1], lengths[several], self.symbols.number(label))

    def with_nodes(
        self, places: NDArray[np.int64], sizes: NDArray[np.int64] | int, labels: NDArray[np.int32] | int
    ) -> Trees:
        """The trees with new constituents, of which nothing more is said: before these places, which ascend, in the columns, each
        over so many (``sizes``) of the nodes that stand there before it."""
        nodes = np.arange(len(self.labels))

        def new_between(first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.int64]:
            """How many new nodes stand behind the nodes from ``first`` to before ``last``."""
            return np.searchsorted(places, last, "right") - np.searchsorted(places, first, "right")

        old_sizes = self.sizes + new_between(leftmost(self.sizes), nodes)
        new_sizes = sizes + new_between(places - sizes, places - 1) + 1
        extras = None if self.extras is None else self.extras.with_nodes(places, len(nodes))
        return replace(
            self, labels=np.insert(self.labels, places, labels), kinds=np.insert(self.kinds, places, CONSTITUENT),
            sizes=np.insert(old_sizes, places, new_sizes).astype(np.int32),
            offsets=self.offsets + np.searchsorted(places, self.offsets, "right"), extras=extras,
        )  # fmt: skip

    def of_rows(self, rows: slice | NDArray[np.int64], offsets: NDArray[np.int64], **fields: Any) -> Self:
        extras = self.extras
        if extras is not None:
            extras = extras.part(rows) if isinstance(rows, slice) else extras.taken(rows, len(self.labels))
        return super().of_rows(rows, offsets, extras=extras, **fields)

    @classmethod
    def joined_otherwise(cls, parts: Sequence[Self]) -> dict[str, Any]:
        return {"extras": Extras.joined([(one.extras, len(one.labels)) for one in parts])}

    def used(self) -> list[NDArray[np.int32]]:
        return super().used() + (self.extras.used() if self.extras is not None else [])

    def numbered(self, numbers: NDArray[np.int32], **fields: Any) -> Self:
        extras = None if self.extras is None else self.extras.translated(numbers)
        return super().numbered(numbers, extras=extras, **fields)

    def places(self, indices: Iterable[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where the nodes of these sentences stand in the columns, and the offsets of the sentences among them."""
        return entries(self.offsets, np.fromiter(indices, np.int64))

    def without_annotation(self) -> Trees:
        """The same without edge labels, lemmas and secondary edges."""
        if self.extras is None or self.extras.are_positions:
            return self
        return replace(self, extras=Extras(self.extras.positions))

    @classmethod
    def of_one(cls, tree: Tree) -> Trees:
        """A treebank of a single tree."""
        return cls(tree.symbols, tree.labels, tree.kinds, tree.sizes, np.array([0, len(tree)], np.int64), tree.extras)

    def as_one(self) -> Tree:
        """All trees beside each other, as one sentence."""
        return Tree(self.symbols, self.labels, self.kinds, self.sizes, self.extras)

    @classmethod
    def from_nltk(cls, trees: Iterable[nltk.Tree]) -> Trees:
        """Trees from ``nltk.Tree`` objects: leaves are words, the rest constituents. Raises ValueError: a leaf is not text, or a
        tree is nested deeper than DEEPEST, perhaps holds itself; says which."""
        build = TreeBuilder()
        for number, tree in enumerate(trees, 1):
            todo: list[tuple[Any, bool]] = [(tree, False)]
            while todo:
                item, done = todo.pop()
                if done:
                    build.close()
                elif isinstance(item, str):
                    build.word(item)
                elif not callable(getattr(item, "label", None)):
                    raise ValueError(f"tree {number} has the leaf {repr(item)[:40]}; expected a word as text")
                elif build.depth == DEEPEST:
                    raise ValueError(
                        f"tree {number} is nested deeper than {DEEPEST:,}; expected the tree of a sentence"
                    )
                else:
                    build.open(str(item.label()))
                    todo.append((item, True))
                    todo.extend((child, False) for child in reversed(item))
            build.end_sentence()
        return build.trees()


def located(
    trees: Trees, counted: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Sentence, start and end of every node of a file, words included, postorder; ``counted``: the words that count, if not all."""
    sentence, words = trees.sentence_of, sums_before(trees.kinds == WORD if counted is None else counted)
    before = words[trees.offsets[sentence]]
    return sentence, words[leftmost(trees.sizes)] - before, words[1:] - before


def has_positions(trees: Trees) -> bool:
    """Whether some of these trees may have branches that cross."""
    return trees.extras is not None and trees.extras.positions is not None


def parent_numbers(trees: Trees) -> NDArray[np.int64]:
    """The mother of each node as a place in the columns of the whole file; -1 for roots."""
    parents = np.full(len(trees.kinds), -1, np.int64)
    firsts = np.arange(len(trees.kinds)) + 1 - trees.sizes
    waiting = np.flatnonzero(trees.sizes > 1)
    last = waiting - 1
    # the rightmost daughter of a node stands directly before it, the next one directly before that one's subtree
    while len(waiting):
        parents[last] = waiting
        last = firsts[last] - 1
        inside = last >= firsts[waiting]
        waiting, last = waiting[inside], last[inside]
    return parents


class TreeBuilder:
    """Builds :class:`Trees` bracket by bracket: ``open``, ``word``, ``close``, then ``end_sentence``."""

    def __init__(self, symbols: Symbols | None = None) -> None:
        self.symbols = Symbols() if symbols is None else symbols
        self._labels: list[int] = []
        self._kinds: list[int] = []
        self._sizes: list[int] = []
        self._offsets: list[int] = [0]
        self._open: list[tuple[int, int]] = []

    @property
    def depth(self) -> int:
        """How many brackets are open."""
        return len(self._open)

    def open(self, label: str) -> None:
        """Opens a bracket."""
        self._open.append((self.symbols.number(label), len(self._labels)))

    def word(self, form: str) -> None:
        """Adds a word under the innermost open bracket."""
        self._add(self.symbols.number(form), WORD, 1)

    def close(self) -> None:
        """Closes the innermost open bracket."""
        label, first = self._open.pop()
        self._add(label, CONSTITUENT, len(self._labels) - first + 1)

    def end_sentence(self) -> None:
        """Ends the sentence; brackets must all be closed."""
        assert not self._open
        self._offsets.append(len(self._labels))

    def _add(self, label: int, kind: int, size: int) -> None:
        self._labels.append(label)
        self._kinds.append(kind)
        self._sizes.append(size)

    def trees(self) -> Trees:
        """The finished table."""
        return Trees(
            self.symbols,
            np.array(self._labels, np.int32),
            np.array(self._kinds, np.int8),
            np.array(self._sizes, np.int32),
            np.array(self._offsets, np.int64),
        )
