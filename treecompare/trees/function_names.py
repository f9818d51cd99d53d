"""Bracketed trees in which whole nodes are functions, as in relational-realizational trees (Tsarfaty et al. 2012, figure 1c)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from treecompare.trees.preparation import terminals, words_tagged
from treecompare.trees.tree import WORD, Trees


def named_functions(trees: Trees, functions: Mapping[str, str]) -> Trees:
    """Only words and the nodes that are functions, by their labels in ``functions``, with the name of the function as label.

    Traces go, and so do nodes without words.
    """
    is_word = trees.kinds == WORD
    words = is_word & ~words_tagged(terminals(trees, True), frozenset({"-NONE-"}))
    new = trees.labels.copy()
    is_function = np.zeros(len(new), np.bool_)
    for number in np.unique(trees.labels[~is_word]).tolist():
        name = functions.get(trees.symbols[number])
        if name is not None:
            places = ~is_word & (trees.labels == number)
            is_function |= places
            new[places] = trees.symbols.number(name)
    running = np.concatenate((np.zeros(1, np.int64), np.cumsum(words, dtype=np.int64)))
    after = np.arange(1, len(words) + 1)
    has_words = running[after] > running[after - trees.sizes]
    return trees.kept(words | (is_function & has_words), new)
