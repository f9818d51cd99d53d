"""Lattices: every analysis that the words of a sentence may have, as an acyclic multigraph from word boundary to word boundary.

One table of arcs for a whole file. An arc carries a segment with its lemma, tag and features (Tsarfaty et al. 2012, ACL,
section 3). A sentence may hold 1e39 paths, so paths are counted, never listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.arcs import entries, gathered, sums_before
from treecompare.trees.symbols import Symbols

if TYPE_CHECKING:
    import networkx

TEXTS = ("form", "lemma", "tag", "xpos", "feats", "misc")
"""The columns of an arc that are text. ``tag`` is the coarse or universal part of speech."""

Lexeme = tuple[str, str]
"""A segment and its tag."""


@dataclass(frozen=True, eq=False)
class Lattices:
    """The lattices of a file.

    ``source``, ``target``: states as written, one entry per arc. ``form`` … ``misc``: symbols. ``token``: the space-delimited
    word of each arc, from 1 within its sentence; 0 where the file does not say. ``offsets``: where the arcs of each sentence
    begin, one entry more than there are sentences; a sentence without arcs holds the place of one that could not be read.
    ``token_forms``: symbols of the space-delimited words, -1 where the file does not write them; ``token_offsets`` likewise.
    """

    symbols: Symbols
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    form: NDArray[np.int32]
    lemma: NDArray[np.int32]
    tag: NDArray[np.int32]
    xpos: NDArray[np.int32]
    feats: NDArray[np.int32]
    misc: NDArray[np.int32]
    token: NDArray[np.int32]
    offsets: NDArray[np.int64]
    token_forms: NDArray[np.int32]
    token_offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> Lattice:
        if not 0 <= index < len(self):
            raise IndexError(index)
        return Lattice(self, index)

    def __iter__(self) -> Iterator[Lattice]:
        return (self[index] for index in range(len(self)))

    def part(self, first: int, last: int) -> Lattices:
        """The sentences ``first:last``."""
        arcs, tokens = (slice(*one[[first, last]].tolist()) for one in (self.offsets, self.token_offsets))
        return Lattices(
            self.symbols,
            **{name: getattr(self, name)[arcs] for name in ("source", "target", *TEXTS, "token")},
            offsets=self.offsets[first : last + 1] - self.offsets[first],
            token_forms=self.token_forms[tokens],
            token_offsets=self.token_offsets[first : last + 1] - self.token_offsets[first],
        )

    def chosen(self, sentences: NDArray[np.int64]) -> Lattices:
        """Some sentences, in that order; -1 gives an empty one."""
        arcs, offsets = entries(self.offsets, sentences)
        tokens, token_offsets = entries(self.token_offsets, sentences)
        return Lattices(
            self.symbols,
            **{name: getattr(self, name)[arcs] for name in ("source", "target", *TEXTS, "token")},
            offsets=offsets,
            token_forms=self.token_forms[tokens],
            token_offsets=token_offsets,
        )

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Arcs per sentence."""
        return np.diff(self.offsets)

    @cached_property
    def sentence_of(self) -> NDArray[np.int64]:
        """Sentence of each arc, from 0."""
        return np.repeat(np.arange(len(self)), self.lengths)

    @cached_property
    def _ends(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """First and last state per sentence: the smallest and the largest number; 0 where there are no arcs."""
        first, last = np.zeros(len(self), np.int64), np.zeros(len(self), np.int64)
        filled = self.lengths > 0
        if filled.any():
            first[filled] = np.minimum.reduceat(np.minimum(self.source, self.target), self.offsets[:-1][filled])
            last[filled] = np.maximum.reduceat(np.maximum(self.source, self.target), self.offsets[:-1][filled])
        return first, last

    @cached_property
    def _is_chain(self) -> NDArray[np.bool_]:
        """Sentences whose arcs follow one another as they stand, as in a file that was written from one path each."""
        wrong = self.source >= self.target
        same_sentence = self.sentence_of[1:] == self.sentence_of[:-1]
        wrong[1:] |= same_sentence & (self.source[1:] != self.target[:-1])
        chain: NDArray[np.bool_] = self.lengths > 0
        chain[self.sentence_of[wrong]] = False
        return chain

    def _distinct(self, sentences: NDArray[np.int64], states: NDArray[np.int32]) -> NDArray[np.int64]:
        """Per sentence, how many different states there are among these."""
        base = int(states.max(initial=0)) + 1
        return np.bincount(np.unique(sentences * base + states) // base, minlength=len(self)).astype(np.int64)

    @cached_property
    def spelt(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Symbols of what spells each sentence, and where each sentence's begin: its space-delimited words where all are written,
        else the segments of a path of few arcs, each the longest from its state (what leads nowhere is left out)."""
        unwritten = sums_before(self.token_forms < 0)[self.token_offsets]
        written = (np.diff(unwritten) == 0) & (np.diff(self.token_offsets) > 0)
        words = gathered(self.token_offsets, np.flatnonzero(written))
        arcs = self._long_arcs(np.flatnonzero(~written & (self.lengths > 0)))
        counts = np.where(
            written, np.diff(self.token_offsets), np.bincount(self.sentence_of[arcs], minlength=len(self))
        )
        of = np.concatenate(
            (np.repeat(np.arange(len(self)), np.diff(self.token_offsets))[words], self.sentence_of[arcs])
        )
        symbols = np.concatenate((self.token_forms[words], self.form[arcs]))
        return symbols[np.argsort(of, kind="stable")], sums_before(counts)

    def _long_arcs(self, sentences: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each of the sentences arcs that follow one another from its first state, each the longest; in order."""
        ahead = np.flatnonzero(self.target > self.source)
        base = int(self.target.max(initial=0)) + 1
        keys = self.sentence_of * base + self.source
        ahead = ahead[np.lexsort((-self.target[ahead], keys[ahead]))]
        ahead = ahead[np.diff(keys[ahead], prepend=-1) > 0]
        starts = keys[ahead]
        here = sentences * base
        found = [np.zeros(0, np.int64)]
        while len(ahead) and len(here):
            places = np.minimum(np.searchsorted(starts, here), len(ahead) - 1)
            goes_on = (starts[places] >= here) & (starts[places] // base == here // base)
            arcs = ahead[places[goes_on]]
            found.append(arcs)
            here = self.sentence_of[arcs] * base + self.target[arcs]
        arcs = np.concatenate(found)
        return arcs[np.argsort(keys[arcs])]

    @cached_property
    def suspicious(self) -> NDArray[np.int64]:
        """Sentences that may not be lattices from the first state to the last, for which :meth:`Lattice.problems` gives details.

        Where all arcs lead to a higher number, and only the first state has none leading to it and only the last none leading
        away, every state is on a path from the first to the last.
        """
        others = ~self._is_chain[self.sentence_of]
        of, source, target = self.sentence_of[others], self.source[others], self.target[others]
        count = self._distinct(np.tile(of, 2), np.concatenate((source, target)))
        wrong = np.bincount(of[source >= target], minlength=len(self)) > 0
        for state in (source, target):
            wrong |= self._distinct(of, state) != count - 1
        return np.flatnonzero(wrong & (self.lengths > 0) & ~self._is_chain)

    @cached_property
    def repeated(self) -> NDArray[np.int64]:
        """Number of duplicate arcs per sentence."""
        same, first = self.sentence_of, np.zeros(0, np.int64)
        for name in ("source", "target", *TEXTS):
            column = getattr(self, name).astype(np.int64)
            _, first, same = np.unique(
                same * (column.max(initial=0) + 1) + column, return_index=True, return_inverse=True
            )
        again = np.ones(len(self.source), np.bool_)
        again[first] = False
        return np.bincount(self.sentence_of[again], minlength=len(self)).astype(np.int64)

    @cached_property
    def single(self) -> NDArray[np.bool_]:
        """Sentences whose lattice is a single path, as after disambiguation."""
        others = ~self._is_chain[self.sentence_of]
        one_each = self._distinct(self.sentence_of[others], self.source[others]) == self.lengths
        one_each[self.suspicious] = False
        found: NDArray[np.bool_] = self._is_chain | (one_each & (self.lengths > 0))
        return found


class Arc(NamedTuple):
    """One arc of a lattice; ``number`` is its place among the arcs of its sentence."""

    number: int
    source: int
    target: int
    form: str
    lemma: str
    tag: str
    xpos: str
    feats: str
    misc: str
    token: int

    @property
    def lexeme(self) -> Lexeme:
        """The segment and its tag."""
        return self.form, self.tag


@dataclass(frozen=True, eq=False)
class Lattice:
    """One sentence: a view into the columns of a :class:`Lattices`."""

    table: Lattices
    index: int

    def __len__(self) -> int:
        return int(self.table.lengths[self.index])

    @property
    def _arcs(self) -> slice:
        return slice(int(self.table.offsets[self.index]), int(self.table.offsets[self.index + 1]))

    @cached_property
    def arcs(self) -> list[Arc]:
        """All arcs, in the order of the file."""
        table, texts = self.table, self.table.symbols.texts
        numbers = (getattr(table, name)[self._arcs].tolist() for name in ("source", "target"))
        columns = ([texts[symbol] for symbol in getattr(table, name)[self._arcs].tolist()] for name in TEXTS)
        rows = zip(range(len(self)), *numbers, *columns, table.token[self._arcs].tolist(), strict=True)
        return [Arc(*row) for row in rows]

    @property
    def first(self) -> int:
        """The state before the first word."""
        return int(self.table._ends[0][self.index])

    @property
    def last(self) -> int:
        """The state behind the last word."""
        return int(self.table._ends[1][self.index])

    @cached_property
    def leaving(self) -> dict[int, list[Arc]]:
        """The arcs that begin at each state."""
        leaving: dict[int, list[Arc]] = {}
        for arc in self.arcs:
            leaving.setdefault(arc.source, []).append(arc)
        return leaving

    @cached_property
    def tokens(self) -> list[str]:
        """The space-delimited words; empty texts where the file does not write them."""
        first, last = self.table.token_offsets[self.index : self.index + 2].tolist()
        texts = self.table.symbols.texts
        return [texts[symbol] if symbol >= 0 else "" for symbol in self.table.token_forms[first:last].tolist()]

    def graph(self) -> networkx.MultiDiGraph:
        """The lattice as a networkx MultiDiGraph; the edges carry the fields of :class:`Arc`, keys are arc numbers."""
        import networkx  # takes 80 ms, and hardly anyone asks for it

        graph = networkx.MultiDiGraph(first=self.first, last=self.last)
        graph.add_edges_from((arc.source, arc.target, arc.number, arc._asdict()) for arc in self.arcs)
        return graph

    @property
    def problems(self) -> list[str]:
        """What keeps this from being a lattice from the first state to the last; empty where nothing does."""
        if not self.arcs:
            return ["no arcs"]
        import networkx

        graph, first, last = self.graph(), self.first, self.last
        loops = {arc.source for arc in self.arcs if arc.source == arc.target}
        cycle = loops.union(*(one for one in networkx.strongly_connected_components(graph) if len(one) > 1))
        if cycle:
            return [f"a cycle through the states {_some(cycle)}"]
        states = set(graph)
        ahead, behind = networkx.descendants(graph, first) | {first}, networkx.ancestors(graph, last) | {last}
        if last not in ahead:
            return [f"a gap: no path leads from state {first} beyond state {max(ahead)}, to the last state {last}"]
        reasons = []
        if states - ahead:
            reasons.append(f"dangling: no path from state {first} leads to {_some(states - ahead)}")
        if (states & ahead) - behind:
            reasons.append(f"dangling: no path leads from {_some((states & ahead) - behind)} to state {last}")
        return reasons


def _some(states: set[int], most: int = 5) -> str:
    shown = ", ".join(map(str, sorted(states)[:most]))
    return f"{shown} and {len(states) - most} more" if len(states) > most else shown
