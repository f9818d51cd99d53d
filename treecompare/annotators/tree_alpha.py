"""Krippendorff's alpha over whole trees with the tree distance, as Skjærholt (2014) has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from treecompare.annotators.several import MISSING, Several
from treecompare.mappings.edits import all_distances
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.treebank import of_kind
from treecompare.trees.heads import check
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees

DISTANCES = ("plain", "diff", "norm")
"""The squared tree distance; the same less the difference of sizes; the same by the sum of sizes. The first is advised."""


@dataclass(frozen=True)
class Alpha:
    """``observed``, ``expected``: mean distances within and between sentences; ``value``: None where the latter is 0."""

    observed: float
    expected: float
    value: float | None


@dataclass(frozen=True)
class TreeAlphas:
    """``units``: sentences with two trees or more; ``values``: their trees; ``left_out``: trees with cycles or heads outside."""

    units: int
    values: int
    alphas: dict[str, Alpha]
    left_out: int = 0


def tree_alphas(
    several: Several, prepared: Sequence[Trees] = (), jobs: int = 1, cancel: NDArray[np.int32] | None = None
) -> TreeAlphas:
    """Alpha for each of DISTANCES; ``prepared``: trees of constituents as they are compared, with tags marked.

    Raises Cancelled: ``cancel`` was set.
    """
    symbols = Symbols()
    left_out = 0
    trees: list[list[tuple[list[int], list[int]] | None]]
    if prepared:
        trees = [_constituents(one, symbols) for one in prepared]
    else:
        trees = [_dependencies(one, symbols) for one in of_kind(several.treebanks, DependencyTreebank)]
    units: list[list[int]] = []
    chosen: list[tuple[list[int], list[int]]] = []
    for row in several.rows:
        there = [trees[file][at] for file, at in enumerate(row) if at != MISSING]
        left_out += sum(one is None for one in there)
        known = [one for one in there if one is not None]
        if len(known) >= 2:
            units.append(list(range(len(chosen), len(chosen) + len(known))))
            chosen += known
    if not chosen:
        return TreeAlphas(0, 0, {name: Alpha(0.0, 0.0, None) for name in DISTANCES}, left_out)
    codes = np.array([code for one, _ in chosen for code in one], np.int32)
    sizes = np.array([size for _, one in chosen for size in one], np.int32)
    nodes = np.array([len(one) for one, _ in chosen], np.int64)
    distances = all_distances(codes, sizes, np.concatenate(([0], np.cumsum(nodes))), jobs, cancel)
    return TreeAlphas(
        len(units), len(chosen), {name: _alpha(name, distances, nodes, units) for name in DISTANCES}, left_out
    )


def _alpha(name: str, distances: NDArray[np.int32], nodes: NDArray[np.int64], units: Sequence[Sequence[int]]) -> Alpha:
    def squared(rows: NDArray[np.int64], columns: NDArray[np.int64]) -> NDArray[np.float64]:
        wide = distances[np.ix_(rows, columns)].astype(np.float64)
        if name == "diff":
            wide -= np.abs(nodes[rows][:, None] - nodes[columns][None, :])
        elif name == "norm":
            wide /= nodes[rows][:, None] + nodes[columns][None, :]
        return wide * wide

    count = len(nodes)
    everything = np.arange(count)
    total = 0.0
    for begin in range(0, count, 512):
        total += float(squared(everything[begin : begin + 512], everything).sum())
    observed = sum(float(squared(here, here).sum()) / (len(here) - 1) for here in map(np.array, units)) / count
    expected = total / (count * (count - 1))
    return Alpha(observed, expected, None if not expected else 1 - observed / expected)


def _dependencies(treebank: DependencyTreebank, symbols: Symbols) -> list[tuple[list[int], list[int]] | None]:
    """Postorder labels and sizes: a root, and a node per word under its relation; None where heads form no tree."""
    sentences = treebank.sentences
    found = check(sentences.arcs)
    bad = ((found.per_sentence["on_cycle"] + found.per_sentence["outside"]) > 0).tolist()
    root = symbols.number("\n")  # no relation
    numbers = [symbols.number(text) for text in sentences.symbols.texts]
    relations = [numbers[code] for code in sentences.deprel.tolist()]
    heads, offsets = sentences.head.tolist(), sentences.offsets.tolist()
    out: list[tuple[list[int], list[int]] | None] = []
    for sentence, is_bad in enumerate(bad):
        first, last = offsets[sentence : sentence + 2]
        if is_bad:
            out.append(None)
            continue
        daughters: list[list[int]] = [[] for _ in range(last - first + 1)]
        for word in range(last - first, 0, -1):
            daughters[heads[first + word - 1]].append(word)
        preorder: list[int] = []  # of the mirrored tree: backwards, it is the postorder
        todo = [0]
        while todo:
            node = todo.pop()
            preorder.append(node)
            todo += reversed(daughters[node])
        order = preorder[::-1]
        sizes = [1] * len(daughters)
        for node in order:
            if node:
                sizes[heads[first + node - 1]] += sizes[node]
        out.append(
            ([root if not node else relations[first + node - 1] for node in order], [sizes[node] for node in order])
        )
    return out


def _constituents(trees: Trees, symbols: Symbols) -> list[tuple[list[int], list[int]] | None]:
    """The same of constituents with their tags as leaves, without words; several roots stay a forest."""
    bare = trees.kept(trees.kinds != WORD)
    known = np.array([symbols.number(text) for text in bare.symbols.texts], np.int32)
    codes = known[bare.labels].tolist()
    sizes, offsets = bare.sizes.tolist(), bare.offsets.tolist()
    return [(codes[a:b], sizes[a:b]) if b > a else None for a, b in pairwise(offsets)]


def as_compared(treebanks: Sequence[Treebank]) -> list[Trees]:
    """Trees of constituents as they are compared: prepared as ``standard``, with their tags marked."""
    from treecompare.trees.preparation import STANDARD, has_preterminals, prepare, terminals

    has_tags = has_preterminals(treebanks[0].trees)
    return [prepare(terminals(one.trees, has_tags), STANDARD) for one in treebanks]
