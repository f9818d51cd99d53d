"""Sentences as words and nodes with their mothers, in any order, as trees in postorder: what readers of crossing branches share."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.readers.treebank import BadSentence, Problem, check_problems
from treecompare.trees.annotations import ABSENT, EDGE, LEMMA, MORPH, Extras
from treecompare.trees.columns import sums_before
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, DEEPEST, WORD, Trees

NO_MOTHER = -1


@dataclass(frozen=True, eq=False)
class Placed:
    """Per node where its subtree begins in the columns of the trees, and how many entries of these it takes; per sentence how many
    entries it has, and whether it is no tree: nodes form a cycle, or are nested too deep."""

    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    lengths: NDArray[np.int64]
    are_none: NDArray[np.bool_]


def placed(
    mothers: NDArray[np.int64], keys: NDArray[np.int64], entries: NDArray[np.int64], sentence_of: NDArray[np.int64],
    refused: NDArray[np.bool_],
) -> Placed:  # fmt: skip
    """The places of nodes.

    ``mothers``: places of nodes, or NO_MOTHER. ``keys``: what comes first among sisters, the least of a subtree counts; no two are
    the same. ``entries``: how many each node itself takes. ``refused``: sentences that get none, as those that are no trees.
    """
    nodes, sentences = len(mothers), len(refused)
    keys, sizes = keys.copy(), entries.copy()
    levels = _from_below(mothers, keys, sizes)
    heights = np.zeros(nodes, np.int64)
    for height, level in enumerate(levels, 1):
        heights[level] = height
    are_none = np.zeros(sentences, np.bool_)
    are_none[sentence_of[(heights == 0) | (heights >= DEEPEST)]] = True
    sizes[(refused | are_none)[sentence_of]] = 0
    above = np.where(mothers == NO_MOTHER, nodes + sentence_of, mothers)
    lengths = np.bincount(above, sizes, nodes + sentences)[nodes:].astype(np.int64)
    # sisters, the first one first: each begins where the one before it ends
    order = np.argsort(above * (int(keys.max(initial=0)) + 1) + keys)
    ends = np.cumsum(sizes[order])
    before = ends - sizes[order]
    is_first = np.diff(above[order], prepend=-1) != 0
    before -= np.maximum.accumulate(np.where(is_first, before, 0))
    starts = np.zeros(nodes + sentences, np.int64)
    starts[order] = before
    starts[nodes:] = np.cumsum(lengths) - lengths
    for level in reversed(levels):
        starts[level] += starts[above[level]]
    return Placed(starts[:nodes], sizes, lengths, are_none)


def _from_below(
    mothers: NDArray[np.int64], keys: NDArray[np.int64], sizes: NDArray[np.int64]
) -> list[NDArray[np.int64]]:
    """The nodes by height, those without daughters first; those of cycles are in none, nor what is higher than trees may be. On the
    way, each node gets the least of the keys below it, and the sum of the sizes."""
    waiting = np.bincount(mothers[mothers >= 0], minlength=len(mothers))
    mark = np.zeros(len(mothers), np.int64)
    ready = np.flatnonzero(waiting == 0)
    levels: list[NDArray[np.int64]] = []
    while len(ready) and len(levels) < DEEPEST:
        levels.append(ready)
        below = ready[mothers[ready] >= 0]
        above = mothers[below]
        np.minimum.at(keys, above, keys[below])
        np.add.at(sizes, above, sizes[below])
        np.subtract.at(waiting, above, 1)
        above = above[waiting[above] == 0]
        mark[above] = np.arange(len(above))
        ready = above[mark[above] == np.arange(len(above))]
    return levels


def is_below_itself(mothers: list[int]) -> int | None:
    """The first node of a sentence that has a cycle above it or is on one; None: there is no cycle."""
    fine: set[int] = set()
    for place in range(len(mothers)):
        path: set[int] = set()
        above = place
        while above >= 0 and above not in fine:
            if above in path:
                return place
            path.add(above)
            above = mothers[above]
        fine |= path
    return None


_BREAKS = re.compile("[\t\n\r]+")
_MOST_WAITING, _MOST_SENTENCES = 1 << 12, 1000
"""Of so many nodes and sentences trees are made at once: what they are made of still stands in the cache of the processor."""
_UNKNOWN, _DROPPED = -2, -3
"""Instead of mothers: one that is not there; that of a node which is none."""
_TEXTS = ("labels", "forms", "edges", "lemmas", "morphs")
"""The columns of :class:`Graph` that are texts."""
_COLUMNS = (EDGE, LEMMA, MORPH)
"""What the last three of them become."""

Text = str | bytes
"""A text of a file; bytes are UTF-8, and are decoded when they occur first."""
Key = Text | int
"""The name of a node; a word that has none has its number."""


@dataclass(slots=True)
class Graph:
    """A sentence: its words and constituents in any order, one entry of each column per node.

    ``mothers``: their names, or None. ``labels``: of constituents, and the tags of words. ``forms``: of words; None says that a
    node is a constituent. ``lines``: where each stands. ``words``: the places of the words in these columns, in the order of the
    sentence. ``secondary``: a node, its further mother, the label.
    """

    keys: list[Key] = field(default_factory=list)
    mothers: list[Text | None] = field(default_factory=list)
    labels: list[Text | None] = field(default_factory=list)
    forms: list[Text | None] = field(default_factory=list)
    edges: list[Text | None] = field(default_factory=list)
    lemmas: list[Text | None] = field(default_factory=list)
    morphs: list[Text | None] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    secondary: list[tuple[Key, Text, Text]] = field(default_factory=list)

    def add(
        self, key: Key, label: Text | None, mother: Text | None, edge: Text | None = None, form: Text | None = None,
        lemma: Text | None = None, morph: Text | None = None, line: int = 0,
    ) -> int:  # fmt: skip
        """Adds a node, and returns its place; words also belong into ``words``."""
        self.keys.append(key)
        self.labels.append(label)
        self.mothers.append(mother)
        self.edges.append(edge)
        self.forms.append(form)
        self.lemmas.append(lemma)
        self.morphs.append(morph)
        self.lines.append(line)
        return len(self.keys) - 1


MOST_NODES = 100_000
"""A sentence with more words and constituents is none."""


def check_nodes(count: int, line: int) -> None:
    """Whether a sentence may have that many nodes. Raises BadSentence: it may not."""
    if count > MOST_NODES:
        raise BadSentence(f"there are more than {MOST_NODES:,} words and nodes; expected the tree of a sentence", line)


class _Numbers(dict[Text | None, int]):
    """Numbers of texts; ``nothing``: texts that say nothing. Tabs and line ends (in XML) become blanks: no line of any output
    breaks there."""

    def __init__(self, symbols: Symbols, nothing: Collection[Text] = ()) -> None:
        super().__init__(dict.fromkeys((None, *nothing), ABSENT))
        self._symbols = symbols

    def __missing__(self, text: Text | None) -> int:
        assert text is not None
        number = self[text] = self._symbols.number(_BREAKS.sub(" ", decoded(text)))
        return number

    def of(self, texts: list[Text | None]) -> NDArray[np.int64]:
        """The numbers of these texts; ABSENT where nothing is said."""
        return np.fromiter(map(self.__getitem__, texts), np.int64, len(texts))


class _Waiting:
    """Sentences of which no trees are made yet, in columns; mothers are places in these."""

    def __init__(self) -> None:
        self.graphs: list[Graph | None] = []
        self.faults: dict[int, tuple[str, int]] = {}
        self.counts: list[int] = []
        self.mothers: list[int] = []
        self.words: list[int] = []
        self.texts: dict[str, list[Text | None]] = {name: [] for name in _TEXTS}
        self.secondary: list[tuple[int, int, int]] = []


class GraphBuilder:
    """Builds :class:`Trees` sentence by sentence: ``add``, or ``refuse`` where one cannot be read.

    ``nothing``: what says in edges, lemmas and morphology that nothing is said. ``roots``: the root that a format implies is no
    node; it is the only node without a mother, and has one of these labels. The problems are complete after ``trees``.
    """

    def __init__(self, path: str = "", nothing: Collection[Text] = (), roots: Collection[str] = ()) -> None:
        self.path = path
        self.symbols = Symbols()
        self.lines: list[int] = []
        self.ids: list[str] = []
        self.problems: dict[int, Problem] = {}
        met = Symbols()
        self._met, self._number, self._said = met, _Numbers(met), _Numbers(met, nothing)
        self._roots = {*roots, *(label.encode() for label in roots)}
        self._symbol_of = np.zeros(0, np.int64)
        self._waiting = _Waiting()
        self._parts: list[tuple[NDArray[Any], ...]] = []
        self._words = self._nodes = 0

    def refuse(self, reason: str, line: int, at: int, name: str) -> None:
        """Holds the place of a sentence with an empty tree; ``line``: where it begins, ``at``: where its fault shows. Raises
        ReadError: far too many cannot be read."""
        self._waiting.faults[len(self._waiting.graphs)] = reason, at
        self._end(None, line, name)

    def _end(self, graph: Graph | None, line: int, name: str) -> None:
        self.lines.append(line)
        self.ids.append(" ".join(name.split()))
        waiting = self._waiting
        waiting.graphs.append(graph)
        waiting.counts.append(0 if graph is None else len(graph.keys))
        if len(waiting.mothers) >= _MOST_WAITING or len(waiting.graphs) >= _MOST_SENTENCES:
            self._make()

    def add(self, read: Callable[[], Graph], line: int, name: str) -> None:
        """Adds a sentence; one that cannot be read (BadSentence) or is not a tree becomes a problem. One without words has no
        nodes. Raises ReadError: far too many cannot be read."""
        try:
            graph = read()
        except BadSentence as error:
            self.refuse(str(error), line, error.line, name)
            return
        if not graph.words:
            self._end(None, line, name)
            return
        waiting, first = self._waiting, len(self._waiting.mothers)
        place_of: dict[Key | None, int] = dict(zip(graph.keys, range(first, first + len(graph.keys)), strict=True))
        place_of[None] = NO_MOTHER
        mothers = list(map(place_of.get, graph.mothers, repeat(_UNKNOWN)))
        while mothers.count(NO_MOTHER) == 1:
            top = mothers.index(NO_MOTHER)
            if graph.labels[top] not in self._roots or graph.forms[top] is not None:
                break
            mothers = [NO_MOTHER if mother == first + top else mother for mother in mothers]
            mothers[top] = _DROPPED
        waiting.mothers += mothers
        for column, texts in waiting.texts.items():
            texts += getattr(graph, column)
        waiting.words += [first + word for word in graph.words]
        for node, mother, label in graph.secondary:
            waiting.secondary.append((place_of[node], place_of.get(mother, _UNKNOWN), self._number[label]))
        self._end(graph, line, name)

    def _make(self) -> None:
        """Makes trees of what waits; those that are none become problems."""
        waiting, self._waiting = self._waiting, _Waiting()
        first = len(self.lines) - len(waiting.graphs)
        mothers = np.array(waiting.mothers, np.int64)
        labels, forms = (self._number.of(waiting.texts[name]) for name in ("labels", "forms"))
        secondary = np.array(waiting.secondary, np.int64).reshape(-1, 3)
        sentence_of = np.repeat(np.arange(len(waiting.counts)), waiting.counts)
        # instead of a mother may stand one of three negative numbers, which are no node's place
        dropped, is_word = (np.append(one, (False, False, False)) for one in (mothers == _DROPPED, forms != ABSENT))
        secondary = secondary[~dropped[secondary[:, :2]].any(axis=1)]
        words = np.array(waiting.words, np.int64)

        refused = np.zeros(len(waiting.counts), np.bool_)
        for below, above in ((np.arange(len(mothers)), mothers), (secondary[:, 0], secondary[:, 1])):
            refused[sentence_of[below[(above == _UNKNOWN) | is_word[above]]]] = True
        mothers[(mothers < 0) | refused[sentence_of]] = NO_MOTHER
        # whoever comes first in the sentence stands first, and those without words stand last
        keys = len(words) + np.arange(len(mothers))
        keys[words] = np.arange(len(words))
        entries = np.where(dropped[: len(mothers)], 0, (labels != ABSENT).astype(np.int64) + (forms != ABSENT))
        found = placed(mothers, keys, entries, sentence_of, refused)
        begins = sums_before(waiting.counts).tolist()
        for number in np.flatnonzero(refused | found.are_none).tolist():
            graph = waiting.graphs[number]
            assert graph is not None
            here = waiting.mothers[begins[number] : begins[number + 1]]
            error = _fault(graph, [one - begins[number] if one >= 0 else one for one in here])
            waiting.faults[number] = str(error), error.line
        for number, (reason, at) in sorted(waiting.faults.items()):
            line = at or self.lines[first + number]
            check_problems(self.path, len(self.problems), line, reason)
            self.problems[first + number] = Problem(first + number, line, reason)
        self._place(waiting, found, labels, forms, words, secondary)

    def _place(
        self, waiting: _Waiting, found: Placed, labels: NDArray[np.int64], forms: NDArray[np.int64],
        words: NDArray[np.int64], secondary: NDArray[np.int64],
    ) -> None:  # fmt: skip
        """Keeps the columns of nodes whose places are known. A word with a tag has two entries; the tag has what is said of it."""
        total, there = int(found.lengths.sum()), found.sizes > 0
        lasts = found.starts + found.sizes - 1
        met = np.full((total, 1 + len(_COLUMNS)), ABSENT, np.int64)
        kinds, sizes = np.full(total, CONSTITUENT, np.int8), np.ones(total, np.int32)
        positions = np.zeros(total, np.int64)
        words = words[there[words]]
        at = found.starts[words]
        met[at, 0], kinds[at], positions[at] = forms[words], WORD, self._words + np.arange(len(words))
        self._words += len(words)
        labelled = there & (labels != ABSENT)
        met[lasts[labelled], 0], sizes[lasts[labelled]] = labels[labelled], found.sizes[labelled]
        for number, name in enumerate(_TEXTS[2:], 1):
            met[lasts[there], number] = self._said.of(waiting.texts[name])[there]
        secondary = secondary[there[secondary[:, 0]]]
        secondary = np.column_stack((lasts[secondary[:, :2]], secondary[:, 2]))
        self._name(met, secondary, sums_before(found.lengths))
        symbol_of = np.append(self._symbol_of, ABSENT).astype(np.int32)
        secondary[:, 2] = symbol_of[secondary[:, 2]]
        secondary[:, :2] += self._nodes
        self._nodes += total
        self._parts.append((symbol_of[met.T], kinds, sizes, positions, found.lengths, secondary))

    def _name(self, met: NDArray[np.int64], secondary: NDArray[np.int64], offsets: NDArray[np.int64]) -> None:
        """Gives symbols to the texts that occur here first, in the order in which they do: node by node, and those of the
        secondary edges of a sentence behind its nodes."""
        step, width = len(secondary) + 1, met.shape[1]
        never = met.size * step
        firsts = np.full(len(self._met) + 1, never)  # the last one: of ABSENT
        firsts[met.ravel()[::-1]] = np.arange(met.size)[::-1] * step
        ends = offsets[np.searchsorted(offsets, secondary[:, 0], side="right")] * width * step
        np.minimum.at(firsts, secondary[:, 2], ends - step + 1 + np.arange(len(secondary)))
        more = np.full(len(self._met) - len(self._symbol_of), ABSENT, np.int64)
        self._symbol_of = np.concatenate((self._symbol_of, more))
        new = np.flatnonzero((firsts[:-1] < never) & (self._symbol_of == ABSENT))
        new = new[np.argsort(firsts[new])]
        self._symbol_of[new] = [self.symbols.number(self._met[text]) for text in new.tolist()]

    def trees(self) -> Trees:
        """All sentences added so far. Raises ReadError: far too many cannot be read."""
        self._make()
        texts, kinds, sizes, positions, lengths, secondary = (
            np.concatenate(one, axis=-1 if number == 0 else 0) for number, one in enumerate(zip(*self._parts, strict=True))
        )  # fmt: skip
        columns = {name: column for name, column in zip(_COLUMNS, texts[1:], strict=True) if (column != ABSENT).any()}
        is_crossing = bool((np.diff(positions[kinds == WORD]) < 0).any())
        has_extras = is_crossing or columns or len(secondary)
        extras = Extras(positions if is_crossing else None, columns, secondary if len(secondary) else None)
        return Trees(self.symbols, texts[0], kinds, sizes, sums_before(lengths), extras if has_extras else None)


def _fault(graph: Graph, mothers: list[int]) -> BadSentence:
    """Why a sentence is no tree: the mother of a node, or of a secondary edge, is a word or does not exist, nodes form a cycle, or
    the tree is too deep."""
    place_of = dict(zip(graph.keys, range(len(graph.keys)), strict=True))
    edges = [(place, name) for place, name in enumerate(graph.mothers) if name is not None]
    edges += [(place_of[node], name) for node, name, _ in graph.secondary]
    dropped = {graph.keys[place] for place, mother in enumerate(mothers) if mother == _DROPPED}
    for place, name in edges:
        above = place_of.get(name)
        if (above is None or graph.forms[above] is not None) and not dropped & {graph.keys[place], name}:
            what = "which is not there" if above is None else "which is a word"
            key = graph.keys[place]
            named = f"word {key}" if isinstance(key, int) else decoded(key)
            return BadSentence(f"'{named[:40]}' is below '{decoded(name)[:40]}', {what}; expected a constituent of the sentence",
                              graph.lines[place])  # fmt: skip
    lost = is_below_itself(mothers)
    if lost is None:
        return BadSentence(f"constituents are nested deeper than {DEEPEST:,}; expected the tree of a sentence")
    for _ in range(len(mothers) - len(dropped)):  # after that many steps one is on the cycle
        lost = mothers[lost]
    return BadSentence(f"'{decoded(graph.keys[lost])[:40]}' is below itself; expected a tree", graph.lines[lost])


def decoded(text: Key) -> str:
    """A text, or the number of a word."""
    return text.decode("utf-8") if isinstance(text, bytes) else str(text)
