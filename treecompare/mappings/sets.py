"""Sets of spans without the whole sentence, as unsupervised parsing is scored (PRPN, URNNG, Compound PCFG)."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.moves import SharedSpans
from treecompare.trees.tree import CONSTITUENT, Tree, Trees

COLUMNS = ("gold", "test", "matched", "words")
"""What :func:`count_sets` counts."""


def count_sets(gold: Trees, test: Trees) -> NDArray[np.int64]:
    """Per sentence the different spans of both sides, of at least two words and fewer than all, those that both have, and
    the words, ``[sentences, 4]``: :data:`COLUMNS`. Labels do not matter, nor how many constituents stand over the same words."""
    counts = np.zeros((len(gold), len(COLUMNS)), np.int64)
    sides = [SharedSpans.of(trees, None) for trees in (gold, test)]
    width = max((int(spans.ends.max()) for spans in sides if len(spans.ends)), default=0) + 1
    sets = []
    for column, (trees, spans) in enumerate(zip((gold, test), sides, strict=True)):
        lengths = spans.lengths
        counted = (trees.kinds == CONSTITUENT) & (lengths > 1) & (lengths < trees.word_counts[spans.sentences])
        keys, places = np.unique(spans.keys(width)[counted], return_index=True)
        sentences = spans.sentences[counted][places]
        counts[:, column] = np.bincount(sentences, minlength=len(gold))
        sets.append((keys, sentences))
    both = np.isin(sets[0][0], sets[1][0], assume_unique=True)
    counts[:, 2] = np.bincount(sets[0][1][both], minlength=len(gold))
    counts[:, 3] = gold.word_counts
    return counts


def spans_of(tree: Tree) -> dict[int, int]:
    """The spans of one tree that count, as the words in them (word ``k`` is ``1 << k``), each with the upper node over it."""
    words = len(tree.words)
    sets = zip(tree.word_sets, tree.kinds.tolist(), strict=True)
    return {one: node for node, (one, kind) in enumerate(sets) if kind == CONSTITUENT and 1 < one.bit_count() < words}


def have_one_label(trees: Trees, left_out: Collection[str]) -> bool:
    """Whether every constituent has one and the same label, as in the trees of unsupervised parsers; those of outermost brackets
    are left out. ``trees`` have their tags marked."""
    labels = set(trees.labels[trees.kinds == CONSTITUENT].tolist())
    return len([label for label in labels if trees.symbols[label] not in left_out]) == 1
