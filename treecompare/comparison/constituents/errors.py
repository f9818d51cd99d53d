"""The errors of all sentences of a system, and how often each could have been made.

What is needed of all trees (both mappings, words, mothers) is computed over the columns of blocks of sentences. Only sentences in
which something is changed are then taken one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.prepared import PreparedTrees
from treecompare.errors import Cancelled
from treecompare.mappings.edits import edit_maps
from treecompare.mappings.errors import Error, ErrorList, joined
from treecompare.mappings.moves import NodePairs, SharedSpans
from treecompare.mappings.tree_errors import Positions, tree_errors
from treecompare.mappings.tree_moves import Side
from treecompare.scores.table import SCORED
from treecompare.trees.blocks import blocks
from treecompare.trees.phrases import is_coordinator, sort_of
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Trees, parent_numbers

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]


def node_pairs(comparison: PreparedTrees, system: int, first: int, last: int) -> NodePairs:
    """The rows ``first:last`` of a system with the T-mappings of whole trees; rows that cannot be analysed have none."""
    pairs, labels = comparison.pairs(system), comparison.labels()
    labelled = comparison.preparation.parameters.labelled
    here = slice(first, last)
    units = np.arange(len(pairs.gold) + 1) if pairs.first_units is None else pairs.first_units
    gold, test = (trees.part(int(units[first]), int(units[last])) for trees in pairs.units or (pairs.gold, pairs.test))
    codes = [labels.codes(trees, labelled) for trees in (gold, test)]
    wanted = np.repeat(analysable(comparison, system)[here], np.diff(units[first : last + 1]))
    partners = edit_maps(
        codes[0], gold.sizes, gold.offsets, codes[1], test.sizes, test.offsets, np.flatnonzero(wanted),
        comparison.costs() if labelled else None,
    ).astype(np.int64)  # fmt: skip
    partners = np.where(partners >= 0, partners + np.repeat(test.offsets[:-1], np.diff(gold.offsets)), -1)
    rows = [trees.part(first, last) for trees in (pairs.gold, pairs.test)]
    spans = [
        SharedSpans.of(trees, None if alone is None else alone[whole.offsets[first] : whole.offsets[last]])
        for trees, whole, alone in zip(
            rows, (pairs.gold, pairs.test), (pairs.gold_alone, pairs.test_alone), strict=True
        )
    ]
    return NodePairs(rows[0], rows[1], codes[0], codes[1], labels, spans[0], spans[1], partners)


def analysable(comparison: PreparedTrees, system: int) -> Mask:
    """The rows that have both mappings of whole trees and a parse."""
    table = comparison.table
    found: Mask = (
        (table.statuses[system] == SCORED) & (table.edits["t.whole"][system, :, 0] >= 0) & ~table.zeroed[system]
    )
    return found


def moved_nodes(comparison: PreparedTrees, system: int) -> Numbers:
    """Per row of a system that is counted, how many pairs of deleted and inserted nodes have the same label and words."""
    found = []
    for first, last in blocks(comparison.pairs(system).gold.word_counts):
        moved = node_pairs(comparison, system, first, last).moved()
        found.append(np.where(analysable(comparison, system)[first:last], moved, 0))
    return np.concatenate(found)


def errors_in_blocks(
    comparison: PreparedTrees, system: int, cancel: NDArray[np.int32] | None = None
) -> Iterator[ErrorList]:
    """The errors of a system that is counted, block by block.

    Raises:
        Cancelled: ``cancel[0] != 0``.
    """
    for first, last in blocks(comparison.pairs(system).gold.word_counts):
        if cancel is not None and cancel[0]:
            raise Cancelled
        yield _errors_of(
            node_pairs(comparison, system, first, last), analysable(comparison, system)[first:last], cancel
        )


def all_errors(comparison: PreparedTrees, system: int, cancel: NDArray[np.int32] | None = None) -> ErrorList:
    """See :func:`errors_in_blocks`."""
    return joined(errors_in_blocks(comparison, system, cancel))


def errors_of_row(comparison: PreparedTrees, system: int, row: int) -> int | None:
    """How many errors there are in one row of a system that is counted; None where they are not looked for."""
    analysed = analysable(comparison, system)[row : row + 1]
    return len(_found(node_pairs(comparison, system, row, row + 1), analysed, None)[0]) if analysed[0] else None


def _errors_of(pairs: NodePairs, analysed: Mask, cancel: NDArray[np.int32] | None) -> ErrorList:
    found, sentences = _found(pairs, analysed, cancel)
    opportunities = {name: np.where(analysed, counts, 0) for name, counts in _opportunities(pairs).items()}
    return ErrorList(found, np.array(sentences, np.int64), analysed, opportunities)


def _found(pairs: NodePairs, analysed: Mask, cancel: NDArray[np.int32] | None) -> tuple[list[Error], list[int]]:
    """The errors, and the sentence of each."""
    places = np.flatnonzero(pairs.partners >= 0)
    back = np.full(len(pairs.test.labels), -1)
    back[pairs.partners[places]] = places
    swapped = np.zeros(len(pairs.gold.labels), np.bool_)
    swapped[places] = ~pairs.equal(places, pairs.partners[places])
    same = pairs.same()
    clean = [(one >= 0) & (one == other) for one, other in zip(same, (pairs.partners, back), strict=True)]
    clean[0] &= ~swapped
    clean = [_subtrees(trees, one) for trees, one in zip((pairs.gold, pairs.test), clean, strict=True)]
    for one, other, there in zip(clean, [one.copy() for one in reversed(clean)], same, strict=True):
        one[one] = other[there[one]]
    gold = _Columns(pairs.gold, pairs.gold_codes, pairs.gold_spans, same[0], pairs.partners, clean[0])
    test = _Columns(pairs.test, pairs.test_codes, pairs.test_spans, same[1], back, clean[1])
    gold.join(test)
    test.join(gold)
    changed = np.zeros(len(analysed), np.bool_)
    for side, one in zip((gold, test), clean, strict=True):
        changed[side.spans.sentences[~one]] = True
    words = np.flatnonzero(pairs.gold.kinds == WORD)
    found: list[Error] = []
    sentences: list[int] = []
    for sentence in np.flatnonzero(changed & analysed).tolist():
        if cancel is not None and cancel[0]:
            raise Cancelled
        here = gold.nodes(sentence)
        own = words[slice(*np.searchsorted(words, pairs.gold.offsets[sentence : sentence + 2]).tolist())]
        is_shared = pairs.gold_spans.has_words[own]
        first = int(pairs.gold.offsets[sentence])
        alone = {int(own[place]) - first: place for place in np.flatnonzero(~is_shared).tolist()}
        positions = Positions(np.flatnonzero(is_shared).tolist(), alone)
        relabelled = np.flatnonzero(swapped[here]).tolist()
        errors = tree_errors(gold.of(sentence), test.of(sentence), relabelled, positions)
        found += errors
        sentences += [sentence] * len(errors)
    return found, sentences


def _subtrees(trees: Trees, mask: Mask) -> Mask:
    """Which nodes are in the mask with all that they dominate."""
    running = np.concatenate((np.zeros(1, np.int64), np.cumsum(~mask)))
    after = np.arange(1, len(mask) + 1)
    found: Mask = running[after] == running[after - trees.sizes]
    return found


class _Columns:
    """One side of all pairs of a block, without what stands inside subtrees that are equal in both trees (``clean``)."""

    def __init__(
        self, trees: Trees, codes: NDArray[np.int32], spans: SharedSpans, same: Numbers, mapped: Numbers, clean: Mask
    ) -> None:
        self.spans = spans
        self.parents = parent_numbers(trees)
        kept = (self.parents < 0) | ~clean[self.parents]
        self.kept = np.flatnonzero(kept)
        self.firsts = np.searchsorted(self.kept, trees.offsets)
        sentences = spans.sentences[self.kept]
        self.place = np.where(kept, np.cumsum(kept) - 1 - self.firsts[spans.sentences], -1)
        self.numbers = self.kept - trees.offsets[sentences]
        self._columns: tuple[list[Any], ...] = ()
        self._trees, self._codes, self._same, self._mapped = trees, codes, same, mapped

    def join(self, other: _Columns) -> None:
        """Makes lists of the columns, so that sentences can be cut out; ``other``: the other side."""
        kept, texts = self.kept, self._trees.symbols.texts
        same, mapped, parents = (
            np.append(of.place, -1)[part].tolist()  # -1 stands for no node, and there may be none at all
            for part, of in ((self._same[kept], other), (self._mapped[kept], other), (self.parents[kept], self))
        )
        spans = zip(self.spans.starts[kept].tolist(), self.spans.ends[kept].tolist(), strict=True)
        self._columns = (
            self.numbers.tolist(), [texts[number] for number in self._trees.labels[kept].tolist()], self._codes[kept].tolist(),
            self._trees.kinds[kept].tolist(), parents, [(1 << end) - (1 << start) for start, end in spans], same, mapped,
        )  # fmt: skip

    def nodes(self, sentence: int) -> Numbers:
        """The nodes of a sentence that are kept."""
        return self.kept[self.firsts[sentence] : self.firsts[sentence + 1]]

    def of(self, sentence: int) -> Side:
        """The tree of a sentence."""
        first, last = self.firsts[sentence : sentence + 2].tolist()
        return Side(*(column[first:last] for column in self._columns))


# -- how often errors could have been made ---------------------------------------------------------------------------------


def _opportunities(pairs: NodePairs) -> dict[str, Numbers]:
    """Per sentence and name."""
    found: dict[str, Numbers] = {}
    for name, trees, spans in (("gold", pairs.gold, pairs.gold_spans), ("system", pairs.test, pairs.test_spans)):
        is_constituent = trees.kinds == CONSTITUENT
        found[f"{name} constituents"] = trees.totals(is_constituent)
        if name == "gold":
            found["gold tags"] = trees.totals(trees.kinds == PRETERMINAL)
            found["gold words"] = trees.totals(trees.kinds == WORD)
            found |= _attached(trees, spans)
    return found


def _attached(trees: Trees, spans: SharedSpans) -> dict[str, Numbers]:
    """Per sort of phrase, how many gold nodes of that sort there are that are attached to something with more words."""
    parents = parent_numbers(trees)
    length = spans.ends - spans.starts
    site = parents.copy()
    climbing = np.flatnonzero((site >= 0) & (length[site] == length))
    while len(climbing):
        site[climbing] = parents[site[climbing]]
        climbing = climbing[(site[climbing] >= 0) & (length[site[climbing]] == length[climbing])]
    has_site = (site >= 0) & (trees.kinds != WORD)
    texts = trees.symbols.texts
    used = np.unique(trees.labels[has_site])
    by_sort: dict[str, list[int]] = {}
    for number in used.tolist():
        by_sort.setdefault("coordination" if is_coordinator(texts[number]) else sort_of(texts[number]), []).append(
            number
        )
    is_phrase = (trees.kinds == CONSTITUENT) & has_site
    return {
        f"gold {sort}": trees.totals(
            (has_site if sort == "coordination" else is_phrase) & np.isin(trees.labels, by_sort.get(sort, []))
        )
        for sort in SORTS
    }


SORTS: Sequence[str] = ("PP", "NP", "VP", "clause", "modifier", "coordination", "other")


def mothers(
    comparison: PreparedTrees, system: int, cancel: NDArray[np.int32] | None = None
) -> dict[str, tuple[int, int, int]]:
    """Per label: constituents of the gold, how many of these the system has (same label and words), and how many of those have a
    mother with another label or other words there. Of the sentences that figures rest on; of a missing parse that counts as zero
    nothing is found.

    Raises:
        Cancelled: ``cancel[0] != 0``.
    """
    numbers: dict[str, list[int]] = {}
    rests = comparison.table.rows(system, "e.roof.recall")
    for first, last in blocks(comparison.pairs(system).gold.word_counts):
        if cancel is not None and cancel[0]:
            raise Cancelled
        pairs = node_pairs(comparison, system, first, last)
        analysed = analysable(comparison, system)[first:last]
        same, _ = pairs.same()
        above, above_test = parent_numbers(pairs.gold), parent_numbers(pairs.test)
        is_wanted = (pairs.gold.kinds == CONSTITUENT) & rests[first:last][pairs.gold_spans.sentences]
        is_found = is_wanted & (same >= 0) & analysed[pairs.gold_spans.sentences]
        mother = np.full(len(same), -1)
        mother[is_found] = above_test[same[is_found]]
        is_same = above == mother  # roots
        there = np.flatnonzero((above >= 0) & (mother >= 0))
        one, other = above[there], mother[there]
        is_same[there] = (
            pairs.equal(one, other)
            & (pairs.gold_spans.starts[one] == pairs.test_spans.starts[other])
            & (pairs.gold_spans.ends[one] == pairs.test_spans.ends[other])
        )
        texts = pairs.gold.symbols.texts
        for number in np.unique(pairs.gold.labels[is_wanted]).tolist():
            here = is_wanted & (pairs.gold.labels == number)
            found = (here.sum(), (here & is_found).sum(), (here & is_found & ~is_same).sum())
            numbers[texts[number]] = [
                a + int(b) for a, b in zip(numbers.get(texts[number], (0, 0, 0)), found, strict=True)
            ]
    return {label: (gold, found, other) for label, (gold, found, other) in numbers.items()}
