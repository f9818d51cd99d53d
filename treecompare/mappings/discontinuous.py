"""Discontinuous constituents, and how many of them two trees share (disco-dop's ``--disconly``)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.labels import LabelCodes
from treecompare.mappings.moves import SharedSpans
from treecompare.mappings.spans import Bracket, matched
from treecompare.trees.tree import CONSTITUENT, Tree, Trees

COLUMNS = ("gold", "test", "matched", "matched_unlabelled")
"""What :func:`count_discontinuous` counts."""


def count_discontinuous(
    gold: Trees, test: Trees, gold_codes: NDArray[np.int32], test_codes: NDArray[np.int32], labels: LabelCodes
) -> NDArray[np.int64]:
    """Per sentence the discontinuous constituents of both sides and those that E matches, ``[sentences, 4]``: :data:`COLUMNS`.

    Whoever is matched stands over the same words, so that both partners are discontinuous or neither is.
    """
    counts = np.zeros((len(gold), len(COLUMNS)), np.int64)
    sides: list[list[Bracket]] = []
    for column, (trees, codes) in enumerate(((gold, gold_codes), (test, test_codes))):
        spans = SharedSpans.of(trees, None)
        if spans.apart is None:
            sides.append([])
            continue
        nodes = np.flatnonzero((spans.apart.sets < 0) & (trees.kinds == CONSTITUENT))
        counts[:, column] = np.bincount(spans.sentences[nodes], minlength=len(gold))
        over, own = spans.apart.sets[nodes].tolist(), codes[nodes].tolist()
        sides.append(list(zip(nodes.tolist(), over, own, strict=True)))
    sentences = gold.sentence_of
    for column, is_labelled in ((2, True), (3, False)):
        ours, theirs = sides if is_labelled else [[(node, over, 0) for node, over, _ in side] for side in sides]
        pairs = matched(ours, theirs, labels.alike() if is_labelled else lambda code: (code,))
        found = sentences[np.array([node for node, _ in pairs], np.int64)]
        counts[:, column] = np.bincount(found, minlength=len(gold))
    return counts


def is_discontinuous(tree: Tree) -> NDArray[np.bool_]:
    """Per node, whether it is a discontinuous constituent."""
    words = np.array([one.bit_count() for one in tree.word_sets], np.int64)
    found: NDArray[np.bool_] = (tree.kinds == CONSTITUENT) & (words < tree.ends - tree.starts)
    return found
