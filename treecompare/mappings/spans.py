"""E-mapping (Emms 2008, section 1): nodes with the same label over the same span correspond.

Matching is on multisets, in order from the top: NP over NP twice against once is one match. The batch count goes
over the columns of whole files (``kernels/constituents.py``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare.kernels import kernel
from treecompare.mappings.labels import LabelCodes, packed_sides
from treecompare.trees.columns import Numbers
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Tree, Trees, has_positions

if TYPE_CHECKING:
    from treecompare.mappings.mapping import Mapping

COLUMNS = ("roof", "whole", "roof_unlabelled", "whole_unlabelled", "crossing", "tags")
"""What :func:`count_spans` counts: matches in four parts, crossing test constituents, equal tags."""


def count_spans(
    gold: Trees,
    test: Trees,
    gold_codes: NDArray[np.int32],
    test_codes: NDArray[np.int32],
    labels: LabelCodes,
    first: int,
    last: int,
    out: Numbers,
    cancel: NDArray[np.int32],
) -> None:
    """Counts the E-mappings of the sentences ``first:last`` into ``out`` (n x 6, columns :data:`COLUMNS`).

    The trees of a pair must have equally many words. ``cancel[0] != 0`` ends the work at once; the row of
    the sentence that is being counted stays as it was.
    """
    work, crossing, ranks = kernel("constituents"), np.zeros(0, np.uint8), (np.zeros(0, np.int32),) * 2
    if has_positions(gold) or has_positions(test):
        crossing, ranks = (gold.crossing | test.crossing).view(np.uint8), (gold.ranks, test.ranks)
    columns: list[NDArray[Any]] = [out, cancel, crossing, *ranks]
    sides = packed_sides(work, gold, gold_codes, test, test_codes, first, last)
    work.count_spans(*sides, labels.packed(work), len(labels.of_label), first, last, *(one.data for one in columns))


def count_level(gold: Trees, test: Trees, gold_codes: NDArray[np.int32], test_codes: NDArray[np.int32]) -> Numbers:
    """Of each sentence a mapping that keeps order and ancestry and pairs nodes over equal spans only, words included: how many
    pairs it has, and how many of them have equal codes; -1 where a node has no words. No branches may cross.

    Of a unary chain, the nodes that are equal from the bottom are paired, then the others from the top.
    """
    out = np.zeros((len(gold), 2), np.int64)
    work = kernel("constituents")
    work.count_level(*packed_sides(work, gold, gold_codes, test, test_codes, 0, len(gold)), out.data)
    for trees in (gold, test):
        out[trees.totals((trees.sizes == 1) & (trees.kinds != WORD)) > 0] = -1
    out[(np.diff(gold.offsets) == 0) | (np.diff(test.offsets) == 0)] = 0
    return out


def span_mapping(
    gold: Tree, test: Tree, gold_codes: Sequence[int], test_codes: Sequence[int], labels: LabelCodes
) -> Mapping:
    """The E-mapping of one pair. Words are paired by position, for the drawing; they count nowhere."""
    sides = [
        [(node, over[node], codes[node]) for node in np.flatnonzero(tree.kinds != WORD).tolist()]
        for tree, codes, over in zip((gold, test), (gold_codes, test_codes), _extents(gold, test), strict=True)
    ]
    pairs = matched(sides[0], sides[1], labels.alike())
    words = zip(gold.word_nodes.tolist(), test.word_nodes.tolist(), strict=False)
    from treecompare.mappings.mapping import Mapping

    return Mapping("E", gold, test, tuple(sorted([*pairs, *words])), frozenset(), counts_words=False)


Extent = tuple[int, int] | int
Bracket = tuple[int, Extent, int]
"""A node, what it stands over, and the code of its label."""


def _extents(gold: Tree, test: Tree) -> tuple[list[Extent], list[Extent]]:
    """What the nodes of each side stand over: spans; where branches of either side cross, sets of words."""
    if gold.is_crossing or test.is_crossing:
        return list(gold.word_sets), list(test.word_sets)
    gold_spans, test_spans = (list(zip(tree.starts.tolist(), tree.ends.tolist(), strict=True)) for tree in (gold, test))
    return list(gold_spans), list(test_spans)


def matched(
    gold: Sequence[Bracket], test: Sequence[Bracket], alike: Callable[[int], Sequence[int]]
) -> list[tuple[int, int]]:
    """Pairs of nodes: per span, gold order by test order, both from the top, as evalb does. The nodes stand in postorder."""
    # the last of each list stands highest in its tree
    waiting: dict[tuple[Extent, int], list[int]] = defaultdict(list)
    for node, span, code in test:
        waiting[span, code].append(node)
    pairs = []
    for node, span, code in reversed(gold):
        over_span = [found for other in alike(code) if (found := waiting.get((span, other)))]
        if over_span:
            pairs.append((node, max(over_span, key=itemgetter(-1)).pop()))
    return pairs


def crossing_nodes(gold: Tree, test: Tree) -> list[int]:
    """The test constituents that share words with a gold constituent while each has words that the other has not, in postorder."""
    over = [gold.word_sets[node] for node in np.flatnonzero(gold.kinds == CONSTITUENT).tolist()]
    inner = [(node, test.word_sets[node]) for node in np.flatnonzero(test.kinds == CONSTITUENT).tolist()]
    return [node for node, own in inner if any(own & one and own & ~one and one & ~own for one in over)]


def tag_pairs(
    gold: Tree, test: Tree, gold_codes: Sequence[int], test_codes: Sequence[int], equal: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    """The tags that agree: pairs of preterminals over the same words (several, where one side cuts what the other joins)."""
    gold_extents, test_extents = _extents(gold, test)
    over = {test_extents[node]: node for node in np.flatnonzero(test.kinds == PRETERMINAL).tolist()}
    pairs = []
    for node in np.flatnonzero(gold.kinds == PRETERMINAL).tolist():
        other = over.get(gold_extents[node], -1)
        if other >= 0 and equal(gold_codes[node], test_codes[other]):
            pairs.append((node, other))
    return pairs


def pair_up(one: Numbers, other: Numbers) -> tuple[Numbers, Numbers]:
    """Places of equal keys, the first with the first, the second with the second; nodes higher up come first."""
    sides = []
    for keys in (one, other):
        order = np.lexsort((-np.arange(len(keys)), keys))
        ordered = keys[order]
        is_first = np.concatenate(([True], ordered[1:] != ordered[:-1])) if len(keys) else np.zeros(0, np.bool_)
        first = np.flatnonzero(is_first)
        rank = np.empty(len(keys), np.int64)
        rank[order] = np.arange(len(keys)) - np.repeat(first, np.diff([*first, len(keys)]))
        sides.append(rank)
    most = int(max(sides[0].max(initial=0), sides[1].max(initial=0))) + 1
    keys_one, keys_other = (side * most + rank for side, rank in zip((one, other), sides, strict=True))
    _, places, others = np.intersect1d(keys_one, keys_other, assume_unique=True, return_indices=True)
    return places.astype(np.int64), others.astype(np.int64)
