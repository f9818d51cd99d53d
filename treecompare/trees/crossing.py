"""Crossing branches: the order in which the words of a constituent that is torn apart are put."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.tree import Tree, Trees


def reordered(trees: Trees, keys: NDArray[np.int64]) -> Trees:
    """The trees with the daughters of each node in the order of their ``keys`` (one per node), where branches cross.

    Nothing else changes: each word stands where it stood in the sentence.
    """
    order = np.arange(len(trees.labels))
    for sentence in np.flatnonzero(trees.crossing).tolist():
        here = slice(int(trees.offsets[sentence]), int(trees.offsets[sentence + 1]))
        order[here] = here.start + np.array(_postorder(trees[sentence], keys[here].tolist()), np.int64)
    assert trees.extras is not None or not trees.crossing.any()
    extras = None if trees.extras is None else trees.extras.taken(order, len(order))
    return replace(trees, labels=trees.labels[order], kinds=trees.kinds[order], sizes=trees.sizes[order], extras=extras)


def _postorder(tree: Tree, keys: list[int]) -> list[int]:
    """The nodes in postorder, daughters by their keys."""
    order: list[int] = []
    todo = sorted(tree.roots, key=keys.__getitem__)
    while todo:  # mothers first and daughters from the right, which is postorder backwards
        node = todo.pop()
        order.append(node)
        todo += sorted(tree.children[node], key=keys.__getitem__)
    return order[::-1]
