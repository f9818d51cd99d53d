"""Crossing branches: the order in which daughters stand, and trees without them, by raising or splitting constituents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from treecompare.compiled import kernel
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
    attached, moves = {}, 0
    bare = trees.without_annotation()
    for sentence in crossing:
        tree = bare[sentence]
        roots, daughters, count = _attached_daughters(tree)
        moves += count
        attached[sentence] = [_item(root, daughters) for root in roots]
    whole = _rebuilt(trees, attached)
    chosen = whole.chosen(crossing)
    head_of, bare = heads(chosen), chosen.without_annotation()
    parts, changes = {}, 0
    for place, sentence in enumerate(crossing):
        first = int(chosen.offsets[place])
        head_daughters = (head_of[first : int(chosen.offsets[place + 1])] - first).tolist()
        parts[sentence], count = _without_gaps(bare[place], way, head_daughters)
        changes += count
    return Resolved(_with_words_in_order(_rebuilt(whole, parts)), len(crossing), moves, changes)


@dataclass(slots=True)
class _Item:
    """A node of a tree (its number there) in a new place. ``is_part``: it is one of several with that number."""

    node: int
    daughters: list[_Item]
    is_part: bool = False


@dataclass(slots=True)
class _Run:
    """Words side by side, from ``first`` to ``last``, below an item; ``has_head``: of what its node's head is."""

    first: int
    last: int
    item: _Item
    has_head: bool = True


def _item(top: int, daughters: list[list[int]]) -> _Item:
    items: dict[int, _Item] = {}
    todo = [(top, False)]
    while todo:
        node, is_done = todo.pop()
        if is_done:
            items[node] = _Item(node, [items.pop(one) for one in daughters[node]])
        else:
            todo.append((node, True))
            todo += [(one, False) for one in daughters[node]]
    return items[top]


def _rebuilt(trees: Trees, changed: dict[int, list[_Item]]) -> Trees:
    """The trees with some sentences in another shape, given as their roots."""
    nodes: list[NDArray[np.int64]] = []
    sizes: list[NDArray[np.int32]] = []
    parts: list[NDArray[np.bool_]] = []
    offsets = np.diff(trees.offsets)
    last = 0
    for sentence, roots in changed.items():
        first = int(trees.offsets[sentence])
        order: list[tuple[int, int, bool]] = []
        todo: list[tuple[_Item, int]] = [(root, -1) for root in reversed(roots)]
        while todo:
            item, begin = todo.pop()
            if begin >= 0:
                order.append((first + item.node, len(order) + 1 - begin, item.is_part))
            else:
                todo.append((item, len(order)))
                todo += [(one, -1) for one in reversed(item.daughters)]
        unchanged = np.arange(last, first)
        nodes += [unchanged, np.array([node for node, _, _ in order], np.int64)]
        sizes += [trees.sizes[unchanged], np.array([size for _, size, _ in order], np.int32)]
        parts += [np.zeros(len(unchanged), np.bool_), np.array([part for _, _, part in order], np.bool_)]
        offsets[sentence] = len(order)
        last = int(trees.offsets[sentence + 1])
    rest = np.arange(last, len(trees.labels))
    taken = np.concatenate([*nodes, rest])
    labels = trees.labels[taken]
    is_part = np.concatenate([*parts, np.zeros(len(rest), np.bool_)])
    labels[is_part] = trees.symbols.changed(labels[is_part], lambda text: text + MARK)
    return replace(
        trees, labels=labels, kinds=trees.kinds[taken], sizes=np.concatenate([*sizes, trees.sizes[rest]]),
        offsets=sums_before(offsets),
        extras=None if trees.extras is None else trees.extras.taken(taken, len(trees.labels)),
    )  # fmt: skip


def _with_words_in_order(trees: Trees) -> Trees:
    """The same, known to have no crossing branches."""
    assert trees.extras is not None
    extras = replace(trees.extras, positions=None)
    return replace(trees, extras=None if extras.are_positions else extras)


def _attached_daughters(tree: Tree) -> tuple[list[int], list[list[int]], int]:
    """The roots, and the daughters of each node by their first words, after what was under the root was attached; how many were.

    Several roots get an implied one.
    """
    daughters, mothers = [list(one) for one in tree.children], list(tree.parents)
    root = tree.roots[0]
    if len(tree.roots) > 1:
        root = len(tree)
        daughters.append(tree.roots)
        mothers = [root if mother < 0 else mother for mother in mothers] + [-1]
    elif tree.label(root) not in WRAPPERS or tree.kinds[root] == WORD:
        return tree.roots, daughters, 0
    firsts, ends = tree.starts.tolist(), tree.ends.tolist()
    words = tree.word_nodes.tolist()
    # sisters that follow directly, and are not attached yet, are not neighbours: by where one begins, where the last ends
    run_ends: dict[int, int] = {}
    below = list(daughters[root])
    for child in reversed(below):
        if ends[child] > firsts[child]:
            run_ends[firsts[child]] = run_ends.get(ends[child], ends[child])
    attached: set[int] = set()
    targets: set[int] = set()
    for child in below:
        before, behind = firsts[child] - 1, run_ends.get(ends[child], ends[child])
        if before < 0 or behind >= len(words) or ends[child] == firsts[child]:
            continue
        target = _meeting(mothers, words[before], words[behind])
        if target != root:
            attached.add(child)
            targets.add(target)
            daughters[target].append(child)
            mothers[child] = target
    daughters[root] = [child for child in daughters[root] if child not in attached]
    for target in targets:
        daughters[target].sort(key=firsts.__getitem__)
    return daughters[root] if root == len(tree) else tree.roots, daughters, len(attached)


def _meeting(mothers: list[int], one: int, other: int) -> int:
    """The lowest node above both."""
    above = {one}
    while mothers[one] >= 0:
        one = mothers[one]
        above.add(one)
    while other not in above:
        other = mothers[other]
    return other


def _without_gaps(tree: Tree, way: str, head_daughters: list[int]) -> tuple[list[_Item], int]:
    """The roots of a sentence without crossing branches, and how many daughters were raised or parts added."""
    runs: list[list[_Run]] = [[] for _ in range(len(tree))]
    wordless: list[_Item | None] = [None] * len(tree)
    raised: set[int] = set()
    parts = 0
    ranks = tree.ranks.tolist()
    for node, daughters in enumerate(tree.children):
        if tree.kinds[node] == WORD:
            runs[node] = [_Run(ranks[node], ranks[node], _Item(node, []))]
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
            wordless[node] = _Item(node, empty)
            continue
        head = next((place for place, block in enumerate(blocks) if any(run.has_head for run in block)), 0)
        for place, block in enumerate(blocks):
            if way == RAISE and place != head:
                raised |= {run.item.node for run in block}
                runs[node] += [replace(run, has_head=False) for run in block]
                continue
            items = [run.item for run in block] + (empty if place == head else [])
            is_part = way == SPLIT and len(blocks) > 1
            runs[node].append(_Run(block[0].first, block[-1].last, _Item(node, items, is_part), place == head))
        parts += len(blocks) - 1
    tops = sorted((run for root in tree.roots for run in runs[root]), key=lambda run: run.first)
    bare = [item for root in tree.roots if (item := wordless[root]) is not None]
    return [*(run.item for run in tops), *bare], len(raised) if way == RAISE else parts


def _blocks(runs: list[_Run]) -> list[list[_Run]]:
    """Runs that stand side by side, together."""
    blocks: list[list[_Run]] = []
    for run in runs:
        if blocks and blocks[-1][-1].last + 1 == run.first:
            blocks[-1].append(run)
        else:
            blocks.append([run])
    return blocks
