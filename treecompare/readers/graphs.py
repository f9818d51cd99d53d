"""Sentences as words and nodes with their mothers, in any order, as trees in postorder: what readers of crossing branches share."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.kernels import kernel
from treecompare.readers.treebank import BadSentence, Problem, check_problems
from treecompare.trees.annotations import ABSENT, EDGE, LEMMA, MORPH, Extras
from treecompare.trees.columns import Numbers, sums_before
from treecompare.trees.crossing import Planted, planted
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import DEEPEST, WORD, Trees

_BREAKS = re.compile("[\t\n\r]+")
_MOST_WAITING, _MOST_SENTENCES = 1 << 12, 1000
"""Of so many nodes and sentences trees are made at once: what they are made of still stands in the cache of the processor."""
NO_MOTHER, UNKNOWN = -1, -2
"""Instead of mothers: none, one that is not there."""
_EMPTY = 2
"""A sentence that gets no tree, whatever its nodes: it has no words, or cannot be read."""
_COLUMNS = (EDGE, LEMMA, MORPH)
"""What the last three of them become."""

Key = str | int
"""The name of a node; a word that has none has its number."""


Node = tuple[Key, str | None, str | None, str | None, str | None, str | None, str | None, int]
"""A word or constituent: its key, that of its mother or None; its label (of words the tag), its form (None: a constituent), edge
label, lemma and morphology, and its line."""


@dataclass(slots=True)
class Graph:
    """A sentence: its nodes in any order, and the places of the words among these, in the order of the sentence. ``secondary``: a
    node, its further mother, the label."""

    nodes: list[Node] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    secondary: list[tuple[Key, str, str]] = field(default_factory=list)


MOST_NODES = 100_000
TOO_MANY = f"there are more than {MOST_NODES:,} words and nodes; expected the tree of a sentence"


class _Numbers(dict[str | None, int]):
    """Numbers of texts. Tabs and line ends (in XML) become blanks: no line of any output breaks there."""

    def __init__(self, symbols: Symbols) -> None:
        super().__init__({None: ABSENT})
        self._symbols = symbols

    def __missing__(self, text: str | None) -> int:
        assert text is not None
        number = self[text] = self._symbols.number(_BREAKS.sub(" ", text))
        return number

    def of(self, texts: Sequence[str | None]) -> NDArray[np.int32]:
        """The numbers of these texts; ABSENT where nothing is said."""
        return np.fromiter(map(self.__getitem__, texts), np.int32, len(texts))


@dataclass(slots=True)
class Graphs:
    """Sentences in columns: ``counts`` of nodes; per node its mother (a place in these, or one of the negative numbers above), and
    ``texts`` ``[5, nodes]``: numbers of the label, form, edge, lemma and morphology, or ABSENT. ``words``: the places of words, by
    sentence and order. ``secondary`` ``[edges, 3]``: a node, its further mother, the number of the label."""

    counts: Numbers
    mothers: NDArray[np.int32]
    texts: NDArray[np.int32]
    words: NDArray[np.int32]
    secondary: Numbers


class GraphBuilder:
    """Builds :class:`Trees`: of sentences, one by one (``add``, or ``refuse`` where one cannot be read), or of many (``add_all``).

    ``nothing``: what says in edges, lemmas and morphology that nothing is said. ``roots``: the root that a format implies is no
    node; it is the only node without a mother, and has one of these labels. ``met``: the texts of ``add_all`` by their numbers. The
    problems are complete after ``trees``. All raise ReadError as soon as far too many sentences cannot be read.
    """

    def __init__(
        self, path: str = "", nothing: Collection[str] = (), roots: Collection[str] = (), met: Symbols | None = None
    ) -> None:
        self.path = path
        self.symbols = Symbols()
        self.lines: list[int] = []
        self.ids: list[str] = []
        self.problems: dict[int, Problem] = {}
        self._met = Symbols() if met is None else met
        self._number, self._nothing, self._roots = _Numbers(self._met), nothing, roots
        self._symbol_of = np.zeros(0, np.int32)
        self._waiting: list[Graph] = []
        self._faults: dict[int, tuple[str, int]] = {}
        self._parts: list[tuple[NDArray[Any], ...]] = []
        self._words = self._nodes = self._count = 0

    def refuse(self, reason: str, line: int, at: int, name: str) -> None:
        """Holds the place of a sentence with an empty tree; ``line``: where it begins, ``at``: where its fault shows."""
        self._faults[len(self.lines)] = reason, at
        self._end(Graph(), line, name)

    def _end(self, graph: Graph, line: int, name: str) -> None:
        self.lines.append(line)
        self.ids.append(" ".join(name.split()))
        self._waiting.append(graph)
        self._count += len(graph.nodes)
        if self._count >= _MOST_WAITING or len(self._waiting) >= _MOST_SENTENCES:
            self._make()

    def add(self, read: Callable[[], Graph], line: int, name: str) -> None:
        """Adds a sentence; one that cannot be read (BadSentence) or is no tree is a problem; one without words has no nodes."""
        try:
            self._end(read(), line, name)
        except BadSentence as error:
            self.refuse(str(error), line, error.line, name)

    def _make(self) -> None:
        graphs, self._waiting, self._count = self._waiting, [], 0
        mothers: list[int] = []
        words: list[int] = []
        secondary: list[tuple[int, int, int]] = []
        for graph in graphs:
            first = len(mothers)
            place_of: dict[Key | None, int] = {node[0]: place for place, node in enumerate(graph.nodes, first)}
            place_of[None] = NO_MOTHER
            mothers += [place_of.get(node[1], UNKNOWN) for node in graph.nodes]
            words += [first + word for word in graph.words]
            for node, mother, label in graph.secondary:
                secondary.append((place_of[node], place_of.get(mother, UNKNOWN), self._number[label]))
        _, _, *texts, _ = (
            zip(*chain.from_iterable(graph.nodes for graph in graphs), strict=True) if mothers else [()] * 8
        )
        counts = np.array([len(graph.nodes) for graph in graphs], np.int64)
        numbers = np.array([self._number.of(column) for column in texts])
        of_edges = np.array(secondary, np.int64).reshape(-1, 3)
        columns = Graphs(counts, np.array(mothers, np.int32), numbers, np.array(words, np.int32), of_edges)
        self._grow(columns, graphs.__getitem__)

    def add_all(
        self, graphs: Graphs, lines: list[int], names: list[str], faults: dict[int, tuple[str, int]],
        graph_of: Callable[[int], Graph],
    ) -> None:  # fmt: skip
        """Adds sentences, those with ``faults`` (reason, line) as ``refuse`` does; ``graph_of``: one of these by itself."""
        self._faults = {len(self.lines) + number: fault for number, fault in faults.items()}
        self.lines += lines
        self.ids += names
        self._grow(graphs, graph_of)

    def _grow(self, graphs: Graphs, graph_of: Callable[[int], Graph]) -> None:
        """Makes trees of the last sentences; those that are none become problems."""
        first, mothers, (labels, forms, *_) = len(self.lines) - len(graphs.counts), graphs.mothers, graphs.texts
        offsets, is_word, has_label = sums_before(graphs.counts), forms != ABSENT, labels != ABSENT
        word_offsets = sums_before(is_word)[offsets]
        wrong = np.where(np.diff(word_offsets), 0, _EMPTY).astype(np.int8)
        wrong[[number - first for number in self._faults]] = _EMPTY
        roots = [number for label in self._roots if (number := self._met.find(label)) is not None]
        entries = (has_label + 2 * is_word + 4 * (np.isin(labels, roots) & ~is_word)).astype(np.int8)
        columns = mothers, graphs.words, entries, offsets, word_offsets, wrong, DEEPEST
        planting = planted(*columns)
        dropped = np.append(has_label & (entries == 0), (False, False))  # behind all the negative numbers
        secondary = graphs.secondary[~dropped[graphs.secondary[:, :2]].any(axis=1)]
        below, above = secondary[:, :2].T
        lost = np.searchsorted(offsets, below[(above < 0) | np.append(is_word, False)[above]], "right") - 1
        if not wrong[lost].all():
            wrong[lost[wrong[lost] == 0]] = 1
            planting = planted(*columns)
        for number in np.flatnonzero(wrong == 1).tolist():
            here = slice(*offsets[number : number + 2].tolist())
            error = _fault(graph_of(number), np.maximum(mothers[here] - here.start, NO_MOTHER), dropped[here])
            self._faults[first + number] = str(error), error.line
        for number, (reason, at) in sorted(self._faults.items()):
            line = at or self.lines[number]
            check_problems(self.path, len(self.problems), line, reason)
            self.problems[number] = Problem(number, line, reason)
        self._faults = {}
        self._place(graphs, entries, planting, secondary)

    def _place(self, graphs: Graphs, entries: NDArray[np.int8], planting: Planted, secondary: Numbers) -> None:
        """Keeps the columns of trees. A word with a tag has two entries; the tag has what is said of it. Symbols are numbered as
        they occur: node by node, and those of the secondary edges of a sentence behind its nodes."""
        nodes, kinds, sizes, offsets = planting
        is_word, lasts = kinds == WORD, np.full(len(entries), -1, np.int64)
        lasts[nodes] = np.arange(len(nodes))
        ranks = np.zeros(len(entries), np.int64)
        words = graphs.words[lasts[graphs.words] >= 0]
        ranks[words] = self._words + np.arange(len(words))
        self._words += len(words)
        met = graphs.texts[1:, nodes].T.copy()
        met[~is_word, 0] = graphs.texts[0, nodes[~is_word]]
        met[is_word & (entries[nodes] == 3), 1:] = ABSENT
        for number in map(self._met.find, self._nothing):
            if number is not None:
                met[:, 1:][met[:, 1:] == number] = ABSENT
        secondary = secondary[lasts[secondary[:, 0]] >= 0]
        secondary = np.column_stack((lasts[secondary[:, :2]], secondary[:, 2]))
        ends = offsets[np.searchsorted(offsets, secondary[:, 0], side="right")] * met.shape[1]
        sequence = np.insert(met, ends, secondary[:, 2]) if len(secondary) else met.ravel()
        more = np.full(len(self._met) - len(self._symbol_of), ABSENT, np.int32)
        self._symbol_of = np.concatenate((self._symbol_of, more)) if len(more) else self._symbol_of
        order = np.empty(len(sequence), np.int32)
        renumber = kernel("tokenizers").number_anew
        new = renumber(sequence.data, self._symbol_of.data, len(self.symbols), order.data)
        for text in order[:new].tolist():
            self.symbols.number(self._met[text])
        if len(secondary):
            secondary[:, 2] = self._symbol_of[secondary[:, 2]]
            met = np.delete(sequence, ends + np.arange(len(ends))).reshape(met.shape)
        secondary[:, :2] += self._nodes
        self._nodes += len(nodes)
        self._parts.append((met.T, kinds, sizes, np.where(is_word, ranks[nodes], 0), np.diff(offsets), secondary))

    def trees(self) -> Trees:
        """All sentences added so far."""
        if self._waiting or not self._parts:
            self._make()
        texts, kinds, sizes, positions, lengths, secondary = (
            np.concatenate(one, axis=-1 if number == 0 else 0) for number, one in enumerate(zip(*self._parts, strict=True))
        )  # fmt: skip
        columns = {name: column for name, column in zip(_COLUMNS, texts[1:], strict=True) if (column != ABSENT).any()}
        is_crossing = bool((np.diff(positions[kinds == WORD]) < 0).any())
        has_extras = is_crossing or columns or len(secondary)
        extras = Extras(positions if is_crossing else None, columns, secondary if len(secondary) else None)
        return Trees(self.symbols, texts[0], kinds, sizes, sums_before(lengths), extras if has_extras else None)


def _fault(graph: Graph, mothers: NDArray[np.int32], is_dropped: NDArray[np.bool_]) -> BadSentence:
    """Why a sentence is no tree: the mother of a node, or of a secondary edge, is a word or does not exist, nodes form a cycle, or
    the tree is too deep."""
    node_of = {node[0]: node for node in graph.nodes}
    edges = [(node, node[1]) for node in graph.nodes if node[1] is not None]
    edges += [(node_of[key], name) for key, name, _ in graph.secondary]
    dropped = {graph.nodes[place][0] for place in np.flatnonzero(is_dropped).tolist()}
    for (key, _, _, _, _, _, _, line), name in edges:
        above = node_of.get(name)
        if (above is None or above[3] is not None) and not dropped & {key, name}:
            what = "which is not there" if above is None else "which is a word"
            named = f"word {key}" if isinstance(key, int) else key
            reason = f"'{named[:40]}' is below '{name[:40]}', {what}; expected a constituent of the sentence"
            return BadSentence(reason, line)
    mothers = above_all = np.append(mothers, NO_MOTHER)
    for _ in range(len(mothers).bit_length()):  # each time twice as far up
        above_all = above_all[above_all]
    if (above_all < 0).all():
        return BadSentence(f"constituents are nested deeper than {DEEPEST:,}; expected the tree of a sentence")
    lost = int(np.flatnonzero(above_all >= 0)[0])
    for _ in range(len(graph.nodes) - len(dropped)):  # after that many steps one is on the cycle
        lost = int(mothers[lost])
    key, *_, line = graph.nodes[lost]
    return BadSentence(f"'{str(key)[:40]}' is below itself; expected a tree", line)
