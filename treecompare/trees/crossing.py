"""Crossing branches: the order in which daughters stand, and trees without them, by raising or splitting constituents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treecompare.kernels import kernel
from treecompare.trees.columns import sums_before
from treecompare.trees.preparation import WRAPPERS
from treecompare.trees.tree import WORD, Tree, Trees, parent_numbers

Planted: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int8], NDArray[np.int32], NDArray[np.int64]]
"""Trees in postorder: of each entry its node, its kind and its size; the offsets of sentences."""


def planted(
    mothers: NDArray[np.int32], words: NDArray[np.int32], entries: NDArray[np.int8], offsets: NDArray[np.int64],
    word_offsets: NDArray[np.int64], wrong: NDArray[np.int8], deepest: int, climbs: bool = True,
) -> Planted:  # fmt: skip
    """Trees of nodes in any order; ``wrong`` is filled in. What is what says ``plant`` in ``kernels/tokenizers.py``."""
    most = int(np.count_nonzero(entries & 1) + np.count_nonzero(entries & 2))
    nodes, kinds, sizes = np.empty(most, np.int32), np.empty(most, np.int8), np.empty(most, np.int32)
    tree_offsets = np.zeros(len(offsets), np.int64)
    columns = mothers, words, entries, offsets, word_offsets, wrong, nodes, kinds, sizes, tree_offsets
    kernel("tokenizers").plant(*(one.data for one in columns), deepest, climbs)
    total = int(tree_offsets[-1])
    return nodes[:total], kinds[:total], sizes[:total], tree_offsets


def reordered(trees: Trees, keys: NDArray[np.int64] | None = None) -> Trees:
    """The trees with the daughters of each node in the order of their ``keys`` (one per node), or of their first words, where
    branches cross.

    Nothing else changes: each word stands where it stood in the sentence.
    """
    rows, offsets = trees.places(np.flatnonzero(trees.crossing).tolist())
    if not len(rows):
        return trees
    order, place_of = np.arange(len(trees.labels)), np.full(len(trees.labels) + 1, -1, np.int32)
    place_of[rows] = np.arange(len(rows))
    is_word = trees.kinds[rows] == WORD
    if keys is None:
        words = place_of[trees.word_nodes]
        words, word_offsets = words[words >= 0], sums_before(is_word)[offsets]
    else:
        sentence_of = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        words, word_offsets = np.lexsort((keys[rows], sentence_of)).astype(np.int32), offsets
    entries, wrong = np.where(is_word, 2, 1).astype(np.int8), np.zeros(len(offsets) - 1, np.int8)
    mothers = place_of[parent_numbers(trees)[rows]]
    nodes, *_ = planted(mothers, words, entries, offsets, word_offsets, wrong, len(rows) + 1, keys is None)
    order[rows] = rows[nodes]
    assert trees.extras is not None and len(nodes) == len(rows)
    extras = trees.extras.taken(order, len(order))
    return replace(trees, labels=trees.labels[order], kinds=trees.kinds[order], sizes=trees.sizes[order], extras=extras)


KEEP, RAISE, RAISE_WITH_FUNCTION_NODES, SPLIT = "keep", "raise", "raise-with-function-nodes", "split"
"""What becomes of crossing branches: they stay, or one of the two ways of :func:`resolved`, raising also with the nodes of
:mod:`treecompare.trees.conversion`."""
MARK = "*"
"""Behind the label of each part of a constituent that was split (Boyd 2007)."""


@dataclass(frozen=True)
class Resolved:
    """Trees without crossing branches, and what it took.

    ``sentences``: in how many branches crossed. ``attached``: daughters of the root that were attached between their neighbours.
    ``changed``: daughters that were raised, or the parts beyond the first into which constituents were split.
    ``added``: nodes above tags that carry a function.
    """

    trees: Trees
    sentences: int = 0
    attached: int = 0
    changed: int = 0
    added: int = 0


def resolved(trees: Trees, way: str, heads: Callable[[Trees], NDArray[np.int64]]) -> Resolved:
    """The trees without crossing branches; ``heads`` says the head daughter of each node (-1: none).

    What has no mother, or a root without information (mostly punctuation), between two words of one constituent is
    attached where these two meet. Then, from the bottom up, a constituent whose words stand apart is cut into runs of daughters
    side by side.
    ``split``: each run becomes a constituent ``VP*`` (Boyd 2007). ``raise``: the run with the head daughter, or the first if there
    is not a head, stays the constituent; the daughters of the others become its sisters (Kübler et al. 2008).
    """
    crossing = np.flatnonzero(trees.crossing).tolist()
    if not crossing:
        return Resolved(trees if trees.extras is None else _with_words_in_order(trees))
    bare, moves, attached = trees.without_annotation(), 0, _Nodes()
    for sentence in crossing:
        mothers, count = _attached(bare[sentence])
        moves += count
        attached.end(mothers, range(len(mothers)))
    whole = _rebuilt(trees, crossing, attached)
    chosen = whole.chosen(crossing)
    head_of, bare = heads(chosen), chosen.without_annotation()
    parts, changes = _Nodes(), 0
    for place in range(len(crossing)):
        here = chosen.rows_of(place)
        changes += _without_gaps(bare[place], way, (head_of[here] - here.start).tolist(), parts)
    return Resolved(_with_words_in_order(_rebuilt(whole, crossing, parts)), len(crossing), moves, changes)


class _Nodes:
    """Sentences in another shape: of each node its mother (-1: none) and which node it was, both numbered in its sentence; and
    whether it is one of several parts of that."""

    def __init__(self) -> None:
        self.mothers: list[int] = []
        self.were: list[int] = []
        self.are_parts: list[bool] = []
        self.counts: list[int] = []

    def end(self, mothers: Sequence[int], were: Sequence[int], are_parts: Sequence[bool] = ()) -> None:
        """Adds a sentence."""
        self.mothers += mothers
        self.were += were
        self.are_parts += are_parts or [False] * len(were)
        self.counts.append(len(were))


@dataclass(slots=True)
class _Run:
    """Words side by side, from ``first`` to ``last``, below a new node; ``has_head``: of what its node's head is."""

    first: int
    last: int
    item: int
    has_head: bool = True


def _rebuilt(trees: Trees, sentences: list[int], nodes: _Nodes) -> Trees:
    """The trees with some sentences in another shape."""
    offsets = sums_before(nodes.counts)
    were = np.array(nodes.were, np.int64) + np.repeat(trees.offsets[sentences], nodes.counts)
    mothers = np.array(nodes.mothers, np.int32)
    mothers[mothers >= 0] += np.repeat(offsets[:-1], nodes.counts)[mothers >= 0].astype(np.int32)
    is_word = trees.kinds[were] == WORD
    places = np.flatnonzero(is_word)
    by_rank = np.lexsort((trees.ranks[were[places]], np.searchsorted(offsets, places, "right")))
    words = places[by_rank].astype(np.int32)
    entries, wrong = np.where(is_word, 2, 1).astype(np.int8), np.zeros(len(sentences), np.int8)
    word_offsets = sums_before(is_word)[offsets]
    order, kinds, sizes, offsets = planted(mothers, words, entries, offsets, word_offsets, wrong, len(mothers) + 1)
    taken, is_part = were[order], np.array(nodes.are_parts, np.bool_)[order]
    labels = trees.labels[taken]
    labels[is_part] = trees.symbols.changed(labels[is_part], lambda text: text + MARK)
    extras = None if trees.extras is None else trees.extras.taken(taken, len(trees.labels))
    both = Trees.joined([trees, Trees(trees.symbols, labels, kinds, sizes, offsets, extras)])
    places = np.arange(len(trees))
    places[sentences] = len(trees) + np.arange(len(sentences))
    return both.chosen(places)


def _with_words_in_order(trees: Trees) -> Trees:
    """The same, known to have no crossing branches."""
    assert trees.extras is not None
    extras = replace(trees.extras, positions=None)
    return replace(trees, extras=None if extras.are_positions else extras)


def _attached(tree: Tree) -> tuple[list[int], int]:
    """The mothers after what was under the root was attached, and how many of its daughters were. Several roots get an implied
    one."""
    mothers, root = list(tree.parents), tree.roots[0]
    if len(tree.roots) > 1:
        root = len(tree)
        mothers = [root if mother < 0 else mother for mother in mothers] + [-1]
    elif tree.label(root) not in WRAPPERS or tree.kinds[root] == WORD:
        return mothers, 0
    firsts, ends = tree.starts.tolist(), tree.ends.tolist()
    words = tree.word_nodes.tolist()
    # sisters that follow directly, and are not attached yet, are not neighbours: by where one begins, where the last ends
    run_ends: dict[int, int] = {}
    below = tree.roots if root == len(tree) else tree.children[root]
    for child in reversed(below):
        if ends[child] > firsts[child]:
            run_ends[firsts[child]] = run_ends.get(ends[child], ends[child])
    moves = 0
    for child in below:
        before, behind = firsts[child] - 1, run_ends.get(ends[child], ends[child])
        if before < 0 or behind >= len(words) or ends[child] == firsts[child]:
            continue
        target = _meeting(mothers, words[before], words[behind])
        if target != root:
            moves += 1
            mothers[child] = target
    return [-1 if mother == len(tree) else mother for mother in mothers[: len(tree)]], moves


def _meeting(mothers: list[int], one: int, other: int) -> int:
    """The lowest node above both."""
    above = {one}
    while mothers[one] >= 0:
        one = mothers[one]
        above.add(one)
    while other not in above:
        other = mothers[other]
    return other


def _without_gaps(tree: Tree, way: str, head_daughters: list[int], into: _Nodes) -> int:
    """Adds a sentence without crossing branches; returns how many daughters were raised or parts added."""
    runs: list[list[_Run]] = [[] for _ in range(len(tree))]
    wordless: list[int | None] = [None] * len(tree)
    mothers: list[int] = []
    were: list[int] = []
    are_parts: list[bool] = []
    raised: set[int] = set()

    def added(node: int, daughters: Sequence[int] = (), is_part: bool = False) -> int:
        for one in daughters:
            mothers[one] = len(were)
        mothers.append(-1)
        were.append(node)
        are_parts.append(is_part)
        return len(were) - 1

    parts = 0
    ranks = tree.ranks.tolist()
    for node, daughters in enumerate(tree.children):
        if tree.kinds[node] == WORD:
            runs[node] = [_Run(ranks[node], ranks[node], added(node))]
            continue
        below = []
        for daughter in daughters:
            for run in runs[daughter]:
                run.has_head = run.has_head and daughter == head_daughters[node]
                below.append(run)
        below.sort(key=lambda run: run.first)
        blocks = _blocks(below)
        empty = [item for one in daughters if (item := wordless[one]) is not None]
        if not blocks:
            wordless[node] = added(node, empty)
            continue
        head = next((place for place, block in enumerate(blocks) if any(run.has_head for run in block)), 0)
        for place, block in enumerate(blocks):
            if way == RAISE and place != head:
                raised |= {were[run.item] for run in block}
                runs[node] += [replace(run, has_head=False) for run in block]
                continue
            items = [run.item for run in block] + (empty if place == head else [])
            is_part = way == SPLIT and len(blocks) > 1
            runs[node].append(_Run(block[0].first, block[-1].last, added(node, items, is_part), place == head))
        parts += len(blocks) - 1
    into.end(mothers, were, are_parts)
    return len(raised) if way == RAISE else parts


def _blocks(runs: list[_Run]) -> list[list[_Run]]:
    """Runs that stand side by side, together."""
    blocks: list[list[_Run]] = []
    for run in runs:
        if blocks and blocks[-1][-1].last + 1 == run.first:
            blocks[-1].append(run)
        else:
            blocks.append([run])
    return blocks
