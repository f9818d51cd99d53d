"""What is unusual about the enhanced graphs of a file: what is not an edge, roots, cycles, unconnected parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted
from treecompare.trees.arcs import OUTSIDE, ROOT
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.enhanced import Numbers, deps_of, edges_of, node_name, node_sentences, word_edges_of

Mask = NDArray[np.bool_]


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
    order = np.lexsort((edges.paths, parents, owners))
    again = np.zeros(len(edges), np.bool_)
    columns = [column[order] for column in (owners, parents, edges.paths)]
    again[order[1:]] = np.logical_and.reduce([column[1:] == column[:-1] for column in columns])
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
