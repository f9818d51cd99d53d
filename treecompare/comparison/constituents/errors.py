"""The errors of all sentences of a system, and how often each could have been made.

What is needed of all trees (both mappings, words, mothers) is computed over the columns of blocks of sentences. Only sentences in
which something is changed are then taken one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.constituents.prepared import PreparedTrees
from treecompare.comparison.constituents.run import analysable, node_pairs
from treecompare.errors import Cancelled
from treecompare.kernels import kernel
from treecompare.mappings.errors import Error, ErrorList
from treecompare.mappings.moves import NodePairs, SharedSpans
from treecompare.mappings.tree_errors import TOP, Positions
from treecompare.scores.table import Mask, Numbers
from treecompare.trees.columns import blocks, sums_before
from treecompare.trees.edge_labels import is_coordinator, sort_of
from treecompare.trees.symbols import distinct
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Trees, parent_numbers, sums_below

BLOCK_WORDS = 5_000
"""So many words are searched before somebody can say that nobody waits any more: a twentieth of a second."""


def errors_in_blocks(comparison: PreparedTrees, system: int) -> Iterator[ErrorList]:
    """The errors of a system that is counted, block by block."""
    for block in comparison.counted_by(system):
        for first, last in blocks(block.pairs(system).gold.word_counts, BLOCK_WORDS):
            rows = np.arange(first, last)
            yield _errors_of(node_pairs(block, system, rows), analysable(block, system)[rows])


def errors_of_row(comparison: PreparedTrees, system: int, row: int) -> list[Error] | None:
    """The errors in one row of a system that is counted; None where they are not looked for."""
    near, row = comparison.at(system, row)
    analysed = analysable(near, system)[row : row + 1]
    return _found(node_pairs(near, system, np.arange(row, row + 1)), analysed)[0] if analysed[0] else None


def _errors_of(pairs: NodePairs, analysed: Mask) -> ErrorList:
    found, sentences = _found(pairs, analysed)
    opportunities = {name: np.where(analysed, counts, 0) for name, counts in _opportunities(pairs).items()}
    return ErrorList(found, np.array(sentences, np.int64), analysed, opportunities)


def _found(pairs: NodePairs, analysed: Mask) -> tuple[list[Error], list[int]]:
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
    relabelled, is_apart = swapped[gold.kept], gold.apart(test)
    gold.join(test, relabelled)
    test.join(gold, np.zeros(len(test.kept), np.bool_))
    relabelled_of, apart_of = gold.some(relabelled), gold.some(is_apart)
    changed = np.zeros(len(analysed), np.bool_)
    for spans, one in zip((pairs.gold_spans, pairs.test_spans), clean, strict=True):
        changed[spans.sentences[~one]] = True
    positions = _positions(pairs)
    work = kernel("mappings.tree_errors")
    found: list[Error] = []
    sentences: list[int] = []
    for sentence in np.flatnonzero(changed & analysed).tolist():
        sides = work.Side(*gold.of(sentence)), work.Side(*test.of(sentence))
        errors = work.tree_errors(*sides, relabelled_of.of(sentence), apart_of.of(sentence), positions(sentence))
        found += errors
        sentences += [sentence] * len(errors)
    return found, sentences


def _subtrees(trees: Trees, mask: Mask) -> Mask:
    found: Mask = sums_below(trees, ~mask) == 0
    return found


def _positions(pairs: NodePairs) -> Callable[[int], Positions]:
    words = pairs.gold.word_nodes
    bounds = sums_before(pairs.gold.word_counts).tolist()
    is_shared = pairs.gold_spans.has_words[words]
    is_whole = bool(is_shared.all())
    numbers = words - pairs.gold.offsets[pairs.gold_spans.sentences[words]]

    def of(sentence: int) -> Positions:
        here = slice(bounds[sentence], bounds[sentence + 1])
        if is_whole or is_shared[here].all():
            return Positions(range(here.stop - here.start), {})
        alone = np.flatnonzero(~is_shared[here])
        places = dict(zip(numbers[here][alone].tolist(), alone.tolist(), strict=True))
        return Positions(np.flatnonzero(is_shared[here]).tolist(), places)

    return of


class _Places(NamedTuple):
    places: list[int]
    bounds: list[int]

    def of(self, sentence: int) -> list[int]:
        return self.places[self.bounds[sentence] : self.bounds[sentence + 1]]


class _Columns:
    """One side of all pairs of a block, without what stands inside subtrees that are equal in both trees (``clean``).

    ``kept``: the nodes that are left; ``number_of``: per node its place among them, -1 for none.
    """

    def __init__(
        self, trees: Trees, codes: NDArray[np.int32], spans: SharedSpans, same: Numbers, mapped: Numbers, clean: Mask
    ) -> None:
        parents = parent_numbers(trees)
        is_kept = (parents < 0) | ~clean[parents]
        kept = self.kept = np.flatnonzero(is_kept)
        self.number_of = np.where(is_kept, np.cumsum(is_kept) - 1, -1)
        self.firsts = np.searchsorted(kept, trees.offsets)
        self.sentences = spans.sentences[kept]
        self.numbers = kept - trees.offsets[self.sentences]
        self.starts, self.ends = spans.starts[kept], spans.ends[kept]
        self.parents = np.append(self.number_of, TOP)[parents[kept]]
        self.sites = sites_of(self.parents, spans.lengths[kept])
        self.bits = spans.bits(kept)
        last = spans.ends[trees.offsets[self.sentences + 1] - 1]
        self.site_starts = np.where(self.sites < 0, 0, self.starts[self.sites])
        self.site_ends = np.where(self.sites < 0, last, self.ends[self.sites])
        sets = np.zeros(len(kept), np.int64) if spans.apart is None else spans.apart.sets[kept]
        self.site_sets = np.where(self.sites < 0, 0, sets[self.sites])
        self.kinds, self.codes = trees.kinds[kept], codes[kept]
        self.same, self.mapped = same[kept], mapped[kept]
        self.labels, self.texts = trees.labels[kept], trees.symbols.texts

    def join(self, other: _Columns, relabelled: Mask) -> None:
        """Makes lists of the columns, so that sentences can be cut out; ``other``: the other side."""
        there = np.append(other.number_of, -1)  # -1 stands for no node, and there may be none at all
        same, mapped = there[self.same], there[self.mapped]
        is_whole = (self.kinds == CONSTITUENT) & (self.ends > self.starts)
        self._columns: tuple[list[Any], ...] = (
            self.numbers.tolist(), [self.texts[number] for number in self.labels.tolist()], self.codes.tolist(),
            self.kinds.tolist(), self._places(self.parents, self), self.bits,
            self._places(same, other), self._places(mapped, other), self._places(self.sites, self),
        )  # fmt: skip
        self._bounds = self.firsts.tolist()
        changed = (same != mapped) | (same < 0) | relabelled
        self._some = [self.some(mask) for mask in (is_whole, is_whole & (same < 0), changed)]

    def _places(self, nodes: Numbers, side: _Columns) -> list[int]:
        found: list[int] = np.where(nodes < 0, -1, nodes - side.firsts[self.sentences]).tolist()
        return found

    def some(self, mask: Mask) -> _Places:
        """The nodes in a mask by sentence."""
        chosen = np.flatnonzero(mask)
        places = chosen - self.firsts[self.sentences[chosen]]
        return _Places(places.tolist(), np.searchsorted(chosen, self.firsts).tolist())

    def apart(self, other: _Columns) -> Mask:
        """Which nodes over common words the other side has, too, on a site with other words."""
        there = np.append(other.number_of, -1)[self.same]
        found = (there >= 0) & (self.ends > self.starts)
        there = there[found]
        found[found] = (
            (self.site_starts[found] != other.site_starts[there])
            | (self.site_ends[found] != other.site_ends[there])
            | (self.site_sets[found] != other.site_sets[there])
        )
        return found

    def of(self, sentence: int) -> list[list[Any]]:
        """The tree of a sentence, as ``Side`` has it."""
        first, last = self._bounds[sentence], self._bounds[sentence + 1]
        return [*(column[first:last] for column in self._columns), *(nodes.of(sentence) for nodes in self._some)]


def sites_of(parents: Numbers, lengths: Numbers) -> Numbers:
    """Per node the lowest ancestor that has another length, -1 if there is none. ``parents``: -1 for none."""
    sites = parents.copy()
    climbing = np.flatnonzero((sites >= 0) & (lengths[sites] == lengths))
    while len(climbing):
        sites[climbing] = parents[sites[climbing]]
        climbing = climbing[(sites[climbing] >= 0) & (lengths[sites[climbing]] == lengths[climbing])]
    return sites


# -- how often errors could have been made ---------------------------------------------------------------------------------


def _opportunities(pairs: NodePairs) -> dict[str, Numbers]:
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
    """Per sort of phrase, how many gold nodes of that sort there are that are attached to something with more words; of
    coordination what joins conjuncts, a CC within a CONJP not again."""
    parents = parent_numbers(trees)
    has_site = (sites_of(parents, spans.lengths) >= 0) & (trees.kinds != WORD)
    texts = trees.symbols.texts
    used = distinct(trees.labels[has_site])
    by_sort: dict[str, list[int]] = {}
    joining = []
    for number in used.tolist():
        if is_coordinator(texts[number]):
            joining.append(number)
        else:
            by_sort.setdefault(sort_of(texts[number]), []).append(number)
    is_phrase = (trees.kinds == CONSTITUENT) & has_site
    joins = has_site & np.isin(trees.labels, joining)
    joins &= (parents < 0) | ~joins[parents]
    return {
        **{f"gold {sort}": trees.totals(is_phrase & np.isin(trees.labels, by_sort.get(sort, []))) for sort in SORTS},
        "gold coordination": trees.totals(joins),
    }


SORTS: Sequence[str] = ("PP", "NP", "VP", "clause", "modifier", "other")


def mothers(
    comparison: PreparedTrees, system: int, cancel: NDArray[np.int32] | None = None
) -> dict[str, tuple[int, int, int]]:
    """Per label: constituents of the gold, how many of these the system has (same label and words), and how many of those have a
    mother with another label or other words there. Of the sentences that figures rest on; of a missing parse that counts as zero
    nothing is found. Raises Cancelled: ``cancel[0] != 0``."""
    numbers: dict[str, list[int]] = {}
    rests, before = comparison.table.rows(system, "e.roof.recall"), 0
    for block in comparison.counted_by(system):
        _count_mothers(block, system, rests[before : before + block.sentences], numbers, cancel)
        before += block.sentences
    return {label: (gold, found, other) for label, (gold, found, other) in numbers.items()}


def _count_mothers(
    comparison: PreparedTrees,
    system: int,
    rests: Mask,
    numbers: dict[str, list[int]],
    cancel: NDArray[np.int32] | None,
) -> None:
    for first, last in blocks(comparison.pairs(system).gold.word_counts):
        if cancel is not None and cancel[0]:
            raise Cancelled
        pairs = node_pairs(comparison, system, np.arange(first, last))
        analysed = analysable(comparison, system)[first:last]
        same, _ = pairs.same()
        gold_keys, test_keys = pairs.keys()
        above, above_test = parent_numbers(pairs.gold), parent_numbers(pairs.test)
        is_wanted = (pairs.gold.kinds == CONSTITUENT) & rests[first:last][pairs.gold_spans.sentences]
        is_found = is_wanted & (same >= 0) & analysed[pairs.gold_spans.sentences]
        mother = np.full(len(same), -1)
        mother[is_found] = above_test[same[is_found]]
        is_same = above == mother  # roots
        there = np.flatnonzero((above >= 0) & (mother >= 0))
        one, other = above[there], mother[there]
        is_same[there] = pairs.equal(one, other) & (gold_keys[one] == test_keys[other])
        texts = pairs.gold.symbols.texts
        for number in np.unique(pairs.gold.labels[is_wanted]).tolist():
            here = is_wanted & (pairs.gold.labels == number)
            found = (here.sum(), (here & is_found).sum(), (here & is_found & ~is_same).sum())
            numbers[texts[number]] = [
                a + int(b) for a, b in zip(numbers.get(texts[number], (0, 0, 0)), found, strict=True)
            ]
