"""E-mapping (Emms 2008, section 1): nodes of the same label over the same span stand for each other.

Matching is on multisets, in order from the top: NP over NP twice against once is one match. The batch count goes
over the columns of whole files; the compiled kernel ``_spans`` and the Python twin below give the same counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from treecompare.compiled import kernel
from treecompare.mappings.labels import LabelCodes
from treecompare.mappings.mapping import Mapping
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Tree, Trees

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
    out: NDArray[np.int64],
    cancel: NDArray[np.int32],
) -> None:
    """Counts the E-mappings of the sentences ``first:last`` into ``out`` (n x 6, columns :data:`COLUMNS`).

    The trees of a pair must have equally many words. ``cancel[0] != 0`` ends the work between two sentences.
    """
    compiled = kernel("mappings._spans")
    if compiled is None:
        equal = labels.equality()
        for index in range(first, last):
            if cancel[0]:
                return
            sides = [
                (tree, codes[trees.offsets[index] : trees.offsets[index + 1]].tolist())
                for trees, tree, codes in ((gold, gold[index], gold_codes), (test, test[index], test_codes))
            ]
            out[index] = _counts_of_pair(*sides[0], *sides[1], equal)
        return
    compiled.count_spans(
        gold_codes, gold.kinds, gold.sizes, gold.offsets, test_codes, test.kinds, test.sizes, test.offsets,
        *labels.kernel_arguments(), first, last, out, cancel,
    )  # fmt: skip


def span_mapping(
    gold: Tree, test: Tree, gold_codes: Sequence[int], test_codes: Sequence[int], labels: LabelCodes
) -> Mapping:
    """The E-mapping of one pair. Words are paired by position, for the drawing; they count nowhere."""
    pairs = _match(gold, test, gold_codes, test_codes, (CONSTITUENT, PRETERMINAL), labels.equality())
    words = zip(np.flatnonzero(gold.kinds == WORD).tolist(), np.flatnonzero(test.kinds == WORD).tolist(), strict=False)
    return Mapping("E", gold, test, tuple(sorted([*pairs, *words])), frozenset(), counts_words=False)


def _match(
    gold: Tree,
    test: Tree,
    gold_codes: Sequence[int],
    test_codes: Sequence[int],
    kinds: tuple[int, ...],
    equal: Callable[[int, int], bool],
) -> list[tuple[int, int]]:
    """Pairs of nodes of these kinds: per span, gold order by test order, both from the top, as evalb does."""
    waiting: dict[tuple[int, int], list[int]] = defaultdict(list)
    for node in reversed(range(len(test))):
        if test.kinds[node] in kinds:
            waiting[int(test.starts[node]), int(test.ends[node])].append(node)
    pairs = []
    for node in reversed(range(len(gold))):
        if gold.kinds[node] in kinds:
            over_span = waiting[int(gold.starts[node]), int(gold.ends[node])]
            for place, candidate in enumerate(over_span):
                if equal(gold_codes[node], test_codes[candidate]):
                    pairs.append((node, candidate))
                    del over_span[place]
                    break
    return pairs


def _counts_of_pair(
    gold: Tree, gold_codes: Sequence[int], test: Tree, test_codes: Sequence[int], equal: Callable[[int, int], bool]
) -> list[int]:
    """The row of :func:`count_spans` for one pair: the readable twin of the kernel."""
    roof, whole = (CONSTITUENT,), (CONSTITUENT, PRETERMINAL)
    matches = [
        len(_match(gold, test, gold_codes, test_codes, part, equals))
        for equals in (equal, lambda a, b: True)
        for part in (roof, whole)
    ]
    tags = tag_pairs(gold, test, gold_codes, test_codes, equal)
    return [*matches, len(crossing_nodes(gold, test)), len(tags)]


def crossing_nodes(gold: Tree, test: Tree) -> list[int]:
    """The test constituents that overlap a gold constituent without one lying in the other, in postorder."""
    constituents = gold.kinds == CONSTITUENT
    starts, ends = gold.starts[constituents], gold.ends[constituents]
    found = []
    for node in np.flatnonzero(test.kinds == CONSTITUENT).tolist():
        start, end = test.starts[node], test.ends[node]
        left = (starts < start) & (start < ends) & (ends < end)
        right = (start < starts) & (starts < end) & (end < ends)
        if (left | right).any():
            found.append(node)
    return found


def tag_pairs(
    gold: Tree, test: Tree, gold_codes: Sequence[int], test_codes: Sequence[int], equal: Callable[[int, int], bool]
) -> list[tuple[int, int]]:
    """The tags that agree: pairs of preterminals over words at the same place."""
    over = {int(test.starts[node]): node for node in np.flatnonzero(test.kinds == PRETERMINAL).tolist()}
    pairs = []
    for node in np.flatnonzero(gold.kinds == PRETERMINAL).tolist():
        other = over.get(int(gold.starts[node]), -1)
        if other >= 0 and equal(gold_codes[node], test_codes[other]):
            pairs.append((node, other))
    return pairs
