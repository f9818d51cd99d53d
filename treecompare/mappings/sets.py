"""Sets of spans without the whole sentence, as unsupervised parsing is scored (PRPN, URNNG); and discontinuous constituents,
and how many of them two trees share (disco-dop's ``--disconly``).
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.labels import LabelCodes
from treecompare.mappings.spans import Bracket, matched
from treecompare.trees.columns import Numbers, sums_before
from treecompare.trees.tree import CONSTITUENT, WORD, Tree, Trees

COLUMNS = ("gold", "test", "matched", "words")
"""What :func:`count_sets` counts."""


def count_sets(gold: Trees, test: Trees) -> NDArray[np.int64]:
    """Per sentence the different spans of both sides, of at least two words and fewer than all, those that both have, and
    the words, ``[sentences, 4]``: :data:`COLUMNS`. Labels do not matter, nor how many constituents stand over the same words."""
    counts = np.zeros((len(gold), len(COLUMNS)), np.int64)
    width = max(int(trees.word_counts.max(initial=0)) for trees in (gold, test)) + 1
    found = _among_crossing if gold.crossing.any() or test.crossing.any() else _in_postorder
    sides = [found(trees, width) for trees in (gold, test)]
    for column, (_keys, sentences) in enumerate(sides):
        counts[:, column] = np.bincount(sentences, minlength=len(gold))
    (keys, sentences), (others, _sentences) = sides
    if len(others):
        both = others[np.minimum(np.searchsorted(others, keys), len(others) - 1)] == keys
        counts[:, 2] = np.bincount(sentences[both], minlength=len(gold))
    counts[:, 3] = gold.word_counts
    return counts


def _in_postorder(trees: Trees, width: int) -> tuple[Numbers, Numbers]:
    """The different spans that count, as rising numbers, and their sentences. In postorder the ends of a sentence's spans never
    fall, and of those with one end the starts never rise: nothing has to be sorted."""
    nodes = np.flatnonzero(trees.kinds == CONSTITUENT)
    sentences = trees.sentence_of[nodes]
    before = sums_before(trees.kinds == WORD)
    ends = before[nodes + 1]
    lengths = ends - before[nodes + 1 - trees.sizes[nodes]]
    counted = (lengths > 1) & (lengths < trees.word_counts[sentences])
    keys = ((sentences * width + ends - before[trees.offsets[sentences]]) * width + lengths)[counted]
    differ = np.diff(keys, prepend=-1) > 0
    return keys[differ], sentences[counted][differ]


def _among_crossing(trees: Trees, width: int) -> tuple[Numbers, Numbers]:
    """The same where branches cross."""
    from treecompare.mappings.moves import SharedSpans

    spans = SharedSpans.of(trees, None)
    lengths = spans.lengths
    counted = (trees.kinds == CONSTITUENT) & (lengths > 1) & (lengths < trees.word_counts[spans.sentences])
    keys, places = np.unique(spans.keys(width)[counted], return_index=True)
    return keys, spans.sentences[counted][places]


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


# -- discontinuous constituents ----------------------------------------------------------------------------------------

COUNTED = ("gold", "test", "matched", "matched_unlabelled")
"""What :func:`count_discontinuous` counts."""


def count_discontinuous(
    gold: Trees, test: Trees, gold_codes: NDArray[np.int32], test_codes: NDArray[np.int32], labels: LabelCodes
) -> NDArray[np.int64]:
    """Per sentence the discontinuous constituents of both sides and those that E matches, ``[sentences, 4]``: :data:`COUNTED`.

    Whoever is matched stands over the same words, so that both partners are discontinuous or neither is.
    """
    from treecompare.mappings.moves import SharedSpans

    counts = np.zeros((len(gold), len(COUNTED)), np.int64)
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
