"""Enhanced graphs: the edges of the column DEPS over a whole file, and paths through empty nodes as edges.

A node is a word, by its place among all words of the file, or an empty node, by its place among all empty nodes behind the words.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted
from treecompare.trees.arcs import OUTSIDE, ROOT
from treecompare.trees.columns import Mask, Numbers, gathered, sorted_rows
from treecompare.trees.dependencies import COLUMNS, Dependencies
from treecompare.trees.symbols import Symbols, distinct

STEP = ">"
"""Between the relations of a path, from the top."""
MOST_PATHS = 10_000
"""A sentence with more paths through its empty nodes has cycles upon cycles of them: these paths are left out."""
_DEPS = COLUMNS.index("deps")
_EDGE = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?:(.+)", re.ASCII | re.DOTALL)


@dataclass(frozen=True, eq=False)
class Edges:
    """Edges by node, of each node as they are written.

    ``owners``: the nodes that they lead to; ``parents``: where they come from: a node, ROOT, or (OUTSIDE and below, a number for
    each head that is written) none of the sentence. ``paths``: numbers in ``symbols``, of a relation, or of several joined by STEP.
    ``heads``: what is written for the head as a number that grows with it, negative where that is none. ``words``: how many nodes
    are words. ``lost``: the sentences of which MOST_PATHS left something out.
    """

    owners: Numbers
    parents: Numbers
    paths: NDArray[np.int32]
    heads: Numbers
    symbols: Symbols
    words: int
    lost: frozenset[int] = frozenset()

    def __len__(self) -> int:
        return len(self.owners)

    def chosen(self, which: NDArray[np.bool_] | Numbers) -> Edges:
        """Those edges only."""
        columns = {name: getattr(self, name)[which] for name in ("owners", "parents", "paths", "heads")}
        return replace(self, **columns)

    @property
    def once(self) -> Edges:
        """Each edge once, however often it is written; of each node in the order of heads."""
        order, is_new = sorted_rows(self.paths, self.parents, self.owners)
        return self.chosen(order[is_new])

    def path(self, edge: int) -> str:
        """The relations of an edge."""
        return self.symbols[self.paths[edge]]


def _kept(make: Callable[[Dependencies], Edges]) -> Callable[[Dependencies], Edges]:
    """What is made of the sentences of a file is kept as long as these are."""
    known: WeakKeyDictionary[Dependencies, Edges] = WeakKeyDictionary()

    @wraps(make)
    def found(sentences: Dependencies) -> Edges:
        if sentences not in known:
            known[sentences] = make(sentences)
        return known[sentences]

    return found


@_kept
def edges_of(sentences: Dependencies) -> Edges:
    """All edges as they are written; what is not an edge (``4``, ``nsubj``) comes from outside."""
    columns = deps_of(sentences)
    used, symbols = distinct(columns), Symbols()
    rows: list[tuple[int, int, int]] = []
    odd: dict[str, int] = {}
    ends = [0]
    for number in used.tolist():
        text = sentences.symbols[number]
        for part in text.split("|") if text not in ("_", "") else ():
            found = _EDGE.fullmatch(part)
            if found is None:
                rows.append((-1 - odd.setdefault(part, len(odd)), 0, symbols.number(part)))
            else:
                rows.append((int(found[1]), int(found[2] or -1), symbols.number(found[3])))
        ends.append(len(rows))
    place_of = np.zeros(len(sentences.symbols), np.int64)
    place_of[used] = np.arange(len(used))
    offsets, texts = np.array(ends), place_of[columns]
    owners = np.repeat(np.arange(len(columns)), np.diff(offsets)[texts])
    major, minor, paths = np.array(rows, np.int64).reshape(-1, 3)[gathered(offsets, texts)].T
    sentence = node_sentences(sentences)[owners]
    is_word = (minor < 0) & (major >= 0) & (major <= sentences.lengths[sentence])
    heads = np.where(major < 0, major, major * 10**9 + minor + 1)
    parents = np.where(major > 0, sentences.offsets[sentence] + major - 1, ROOT)
    parents[~is_word] = OUTSIDE - np.unique(heads[~is_word], return_inverse=True)[1]
    nodes = sentences.empty_nodes
    keys = zip(_owners(nodes.offsets).tolist(), nodes.after.tolist(), nodes.minor.tolist(), strict=True)
    known = {key: sentences.words + place for place, key in enumerate(keys)}
    for edge in np.flatnonzero((minor >= 0) & (major >= 0)).tolist() if known else ():
        key = int(sentence[edge]), int(major[edge]), int(minor[edge])
        parents[edge] = known.get(key, parents[edge])
    return Edges(owners, parents, paths.astype(np.int32), heads, symbols, sentences.words)


def deps_of(sentences: Dependencies) -> NDArray[np.int32]:
    """What each node has in DEPS, as a symbol."""
    return np.concatenate((sentences.deps, sentences.empty_nodes.columns[_DEPS]))


def _owners(offsets: Numbers) -> Numbers:
    return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))


def node_sentences(sentences: Dependencies) -> Numbers:
    """The sentence of each node."""
    return np.concatenate((sentences.sentence_of, _owners(sentences.empty_nodes.offsets)))


def node_name(sentences: Dependencies, node: int) -> str:
    """The number of a node as files write it: ``8``, ``8.1``."""
    nodes, place = sentences.empty_nodes, node - sentences.words
    return str(int(sentences.numbers[node])) if place < 0 else f"{nodes.after[place]}.{nodes.minor[place]}"


@_kept
def word_edges_of(sentences: Dependencies) -> Edges:
    """The graphs of the words alone: each path from a word or the root through empty nodes to a word is one edge of that word.

    No empty node is twice on a path, edges into empty nodes without dependents vanish, equal edges of a word become one: as in
    enhanced_collapse_empty_nodes.pl of the tools of Universal Dependencies (Bouma et al. 2020).
    """
    edges = edges_of(sentences)
    of_words = edges.owners < edges.words
    through = of_words & (edges.parents >= edges.words)
    plain = edges.chosen(of_words & ~through)
    if not through.any():
        return plain.once
    found, lost = _through_empty_nodes(edges, through, sentences)
    owners, parents, paths, heads = np.array(found, np.int64).reshape(-1, 4).T
    return replace(
        plain,
        owners=np.concatenate((plain.owners, owners)),
        parents=np.concatenate((plain.parents, parents)),
        paths=np.concatenate((plain.paths, paths.astype(np.int32))),
        heads=np.concatenate((plain.heads, heads)),
        lost=lost,
    ).once


def _through_empty_nodes(
    edges: Edges, through: NDArray[np.bool_], sentences: Dependencies
) -> tuple[list[tuple[int, int, int, int]], frozenset[int]]:
    """Owner, parent, path and head of the edges that paths become; the sentences that have too many."""
    above: dict[int, list[tuple[int, str, int]]] = defaultdict(list)
    for edge in np.flatnonzero(edges.owners >= edges.words).tolist():
        above[int(edges.owners[edge])].append((int(edges.parents[edge]), edges.path(edge), int(edges.heads[edge])))
    found: dict[int, list[tuple[int, int, int, int]]] = defaultdict(list)
    left: dict[int, int] = defaultdict(lambda: MOST_PATHS)
    for edge in np.flatnonzero(through).tolist():
        owner, node = int(edges.owners[edge]), int(edges.parents[edge])
        sentence = int(sentences.sentence_of[owner])
        waiting = [(node, edges.path(edge), frozenset({node}))]
        while waiting and left[sentence] > 0:
            node, path, taken = waiting.pop()
            for parent, relation, head in above.get(node, ()):
                left[sentence] -= 1
                longer = f"{relation}{STEP}{path}"
                if parent < edges.words:
                    found[sentence].append((owner, parent, edges.symbols.number(longer), head))
                elif parent not in taken:
                    waiting.append((parent, longer, taken | {parent}))
    lost = frozenset(sentence for sentence, rest in left.items() if rest <= 0)
    return [one for sentence, rows in found.items() if sentence not in lost for one in rows], lost


def without_subtypes(path: str) -> str:
    """Each relation of a path cut at its first colon."""
    return STEP.join(step.split(":", 1)[0] for step in path.split(STEP)) if ":" in path else path


# -- what is unusual about the graphs of a file ------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Graphs:
    """Per sentence: ``nodes`` (words and empty nodes), ``edges``, ``roots`` (nodes under 0), ``parts`` that are not
    together, and whether there are cycles (``cyclic``)."""

    nodes: Numbers
    edges: Numbers
    roots: Numbers
    parts: Numbers
    cyclic: Mask


def graphs(sentences: Dependencies) -> Graphs:
    """Of all sentences; words without an edge are nodes as well, each a part of its own."""
    edges, of, count = edges_of(sentences), node_sentences(sentences), len(sentences)
    owners, parents = edges.owners, edges.parents
    inside = parents >= 0
    roots = np.unique(owners[parents == ROOT])
    names = np.arange(len(of))
    while True:  # the smallest node of each part
        least = np.minimum(names[owners[inside]], names[parents[inside]])
        before = names.copy()
        for ends in (owners, parents):
            np.minimum.at(names, before[ends[inside]], least)
        names = names[names]
        if np.array_equal(names, before):
            break
    firsts = np.flatnonzero(names == np.arange(len(of)))
    edges_there, roots_there, parts = (
        np.bincount(of[nodes], minlength=count).astype(np.int64) for nodes in (owners, roots, firsts)
    )
    cyclic = np.zeros(count, np.bool_)
    cyclic[of[on_cycles(owners[inside], parents[inside], len(of))]] = True
    return Graphs(np.bincount(of, minlength=count), edges_there, roots_there, parts, cyclic)


def on_cycles(owners: Numbers, parents: Numbers, nodes: int) -> Numbers:
    """The nodes that are on cycles, or below one."""
    while len(owners):
        kept = (np.bincount(owners, minlength=nodes) > 0)[parents]
        if kept.all():
            break
        owners, parents = owners[kept], parents[kept]
    return np.unique(owners)


def oddities(sentences: Dependencies) -> Iterator[tuple[str, int]]:
    """What people should know of the graphs of a file: what there is how often, and what becomes of it; the first node of it."""
    edges, of = edges_of(sentences), node_sentences(sentences)
    owners, parents, heads = edges.owners, edges.parents, edges.heads
    is_outside, is_same = parents <= OUTSIDE, np.append(False, owners[1:] == owners[:-1])
    order, is_new = sorted_rows(edges.paths, parents, owners)
    again = np.zeros(len(edges), np.bool_)
    again[order] = ~is_new
    for found, what in (
        (is_outside & (heads < 0), "that cannot be read as HEAD:RELATION (counted, matched with nothing)"),
        (is_outside & (heads >= 0), "from outside of the sentence (counted, matched with nothing)"),
        (is_same & (heads >= 0) & np.append(False, heads[1:] < heads[:-1]), "not in the order of heads"),
        (again, "written twice (counted once)"),
    ):  # fmt: skip
        if places := np.flatnonzero(found).tolist():
            node = int(owners[places[0]])
            text = sentences.symbols[deps_of(sentences)[node]]
            first = f"the first in DEPS '{text[:40]}' of {node_name(sentences, node)}"
            yield f"{counted(len(places), 'enhanced edge')} {what}; {first}", node
    empty = (owners >= edges.words) & (parents >= edges.words)
    cyclic = on_cycles(owners[empty], parents[empty], len(of))
    lost = word_edges_of(sentences).lost
    for where, what in (
        (np.unique(of[cyclic]), "a cycle of empty nodes (no path goes round it)"),
        (np.array(sorted(lost), np.int64), "too many paths through empty nodes (these are left out)"),
    ):  # fmt: skip
        if len(where):
            yield f"{counted(len(where), 'sentence')} with {what}", int(sentences.offsets[where[0]])
