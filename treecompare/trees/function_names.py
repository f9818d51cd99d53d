"""Bracketed trees in which whole nodes are functions, as in relational-realizational trees (Tsarfaty et al. 2012, figure 1c)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from treecompare.trees.preparation import with_marked_tags, words_tagged
from treecompare.trees.tree import WORD, Trees, sums_below


def named_functions(trees: Trees, functions: Mapping[str, str]) -> Trees:
    """Only words and the nodes that are functions, by their labels in ``functions``, with the name of the function as label.

    Traces go, and so do nodes without words.
    """
    is_word = trees.kinds == WORD
    words = is_word & ~words_tagged(with_marked_tags(trees), frozenset({"-NONE-"}))
    new = trees.labels.copy()
    is_function = np.zeros(len(new), np.bool_)
    for number in np.unique(trees.labels[~is_word]).tolist():
        name = functions.get(trees.symbols[number])
        if name is not None:
            places = ~is_word & (trees.labels == number)
            is_function |= places
            new[places] = trees.symbols.number(name)
    return trees.kept(words | (is_function & (sums_below(trees, words) > 0)), new)
