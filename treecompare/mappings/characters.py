"""Which characters of a system's text stand for which of the gold's, where words and sentence breaks may differ.

Sentences whose text both files have once anchor the two files (as many characters of them as are in the same order), and so do
equal ids where they can be trusted; files with the same characters from the first to the last need no anchors. Between anchors
the path through the characters is chosen with, in this order: least cost (replacing, deleting, inserting a character costs 1;
letters and digits are replaced only by letters and digits, others only by others); most points where both sides have a
sentence break; most where both have a word break; and then, read backwards, pairs before deletions before insertions. No path
is better than the one that is found.

The compiled kernel ``_characters`` and the Python twin ``_characters_twin`` give the same results.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.compiled import kernel
from treecompare.errors import Cancelled
from treecompare.mappings import _characters_twin as twin
from treecompare.mappings._characters_twin import MATCHED, SENTENCE_BREAK, WORD_BREAK
from treecompare.trees.arcs import gathered, ranges, sums_before

MOST_EDITS = 20_000
"""A block between anchors whose path costs more is given up: its sentences stand alone."""
MOST_POINTS = 100_000_000
"""So is one with so many points on least-cost paths (long texts that repeat themselves); a twentieth in the twin."""
LEAST_ALIKE = 3
"""Sentences paired by their ids are taken apart if less than a third of the longer one's characters are matched."""

Ids = Sequence[str | None]
_BLANKS = re.compile(r"\s")


@dataclass(frozen=True, eq=False)
class Text:
    """The words of a file as one text without white space.

    ``characters``: code points of all words. ``words``: ``[words + 1]``, first character of each word. ``sentences``:
    ``[sentences + 1]``, first word of each sentence.
    """

    characters: NDArray[np.int32]
    words: NDArray[np.int64]
    sentences: NDArray[np.int64]

    @classmethod
    def of(cls, forms: Sequence[str], numbers: NDArray[np.integer[Any]], sentences: NDArray[np.int64]) -> Text:
        """The text of words: ``forms`` are the plain forms of all symbols (trees/forms.py), ``numbers`` the symbol of each word."""
        joined = "".join(forms)
        if _BLANKS.search(joined):
            forms = ["".join(form.split()) for form in forms]
            joined = "".join(forms)
        starts = sums_before(np.fromiter(map(len, forms), np.int64, len(forms)))
        characters = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.int32)
        return cls(
            characters[gathered(starts, numbers.astype(np.int64))], sums_before(np.diff(starts)[numbers]), sentences
        )

    def __len__(self) -> int:
        return len(self.sentences) - 1

    def part(self, first: int, last: int) -> Text:
        """The sentences ``first:last``."""
        words = self.words[self.sentences[first] : self.sentences[last] + 1]
        sentences = self.sentences[first : last + 1] - self.sentences[first]
        return Text(self.characters[words[0] : words[-1]], words - words[0], sentences)

    @cached_property
    def begins(self) -> NDArray[np.int64]:
        """First character of each sentence, ``[sentences + 1]``."""
        return self.words[self.sentences]

    @cached_property
    def breaks(self) -> NDArray[np.uint8]:
        """At each offset between characters: WORD_BREAK, SENTENCE_BREAK, both or nothing."""
        breaks = np.zeros(len(self.characters) + 1, np.uint8)
        breaks[self.words] = WORD_BREAK
        breaks[self.begins] = WORD_BREAK | SENTENCE_BREAK
        return breaks

    @cached_property
    def codes(self) -> NDArray[np.int32]:
        """2 x code point, + 1 for letters and digits."""
        there = np.zeros(int(self.characters.max(initial=0)) + 1, np.bool_)
        there[self.characters] = True
        points = np.flatnonzero(there)
        there[points] = [chr(point).isalnum() for point in points.tolist()]
        return self.characters * 2 + there[self.characters]

    @cached_property
    def texts(self) -> list[bytes]:
        """The characters of each sentence."""
        data, begins = self.characters.tobytes(), (4 * self.begins).tolist()
        return [data[first:last] for first, last in pairwise(begins)]


@dataclass(frozen=True, eq=False)
class Alignment:
    """Two texts on one axis.

    ``gold``, ``test``: per character whether it is matched or replaced; as many are on either side. The position of an offset
    is the number of those before it: both sides share these positions. ``groups``: ``[groups, 4]`` first and last (half-open)
    gold sentence, the same of the test; in order, every sentence is in one; a side may have none. Per group ``edits``, the cost
    of its stretch of the path, ``same``, how many characters are equal, and ``unaligned``, whether it is a sentence alone because
    its block was too different to be aligned.
    """

    gold: NDArray[np.bool_]
    test: NDArray[np.bool_]
    groups: NDArray[np.int64]
    edits: NDArray[np.int64]
    same: NDArray[np.int64]
    unaligned: NDArray[np.bool_]

    @property
    def matched(self) -> int:
        """How many characters are equal."""
        return int(self.same.sum())


def align(
    gold: Text,
    test: Text,
    gold_ids: Ids | None = None,
    test_ids: Ids | None = None,
    cancel: NDArray[np.int32] | None = None,
) -> Alignment:
    """Aligns two texts. ``cancel[0] != 0`` ends the work.

    Sentences without characters take no part, but where there are as many sentences on both sides between two anchors, one
    that is empty is in a group with that of the same rank.

    Raises Cancelled: ``cancel`` was set; MemoryError: there is not enough for the paths.
    """
    if np.array_equal(gold.characters, test.characters):
        same_breaks = np.array_equal(gold.begins, test.begins)
        pairs = np.repeat(np.arange(len(gold) if same_breaks else 0), 2).reshape(-1, 2)
        regions = _between(gold, test, pairs)
    else:
        pairs = _anchors(gold, test, gold_ids, test_ids, cancel)
        pairs = np.concatenate((pairs, _no_parse(gold, test, _between(gold, test, pairs))))
        pairs = pairs[np.argsort(pairs[:, 0])]
        regions = _between(gold, test, pairs)
    return _through(gold, test, pairs, regions, cancel)


def align_between(
    gold: Text, test: Text, regions: NDArray[np.int64], cancel: NDArray[np.int32] | None = None
) -> Alignment:
    """Aligns regions of sentences, each for itself and without anchors; sentences outside of them stand alone.

    ``regions``: ``[regions, 4]`` like groups, ascending on both sides.

    Raises Cancelled, MemoryError: as :func:`align`.
    """
    return _through(gold, test, np.zeros((0, 2), np.int64), regions, cancel)


def align_in_place(gold: Text, test: Text, cancel: NDArray[np.int32] | None = None) -> Alignment:
    """Aligns each sentence with that of the same number, whatever their texts: the test was made from the gold and has as many.

    Raises Cancelled, MemoryError: as :func:`align`.
    """
    pairs = np.repeat(np.arange(len(gold)), 2).reshape(-1, 2)
    return _through(gold, test, pairs, np.zeros((0, 4), np.int64), cancel)


def _through(
    gold: Text, test: Text, pairs: NDArray[np.int64], regions: NDArray[np.int64], cancel: NDArray[np.int32] | None
) -> Alignment:
    """The pairs of sentences, and the best path through each region and each pair that is not equal."""
    alike = _equal(gold, test, pairs)
    units = _units(pairs)
    blocks = np.concatenate((regions, units[~alike]))
    blocks = blocks[_have_characters(gold, test, blocks)]
    paths = _Paths.of(gold, test, blocks, cancel)
    for side, steps, column in ((gold, paths.gold, 0), (test, paths.test, 1)):
        steps[gathered(side.begins, pairs[alike, column])] = MATCHED
    settled = units[alike | ~_have_characters(gold, test, units)]
    groups = _in_order(gold, test, np.concatenate((settled, _sentences(gold, test, paths.spans))))
    return _alignment(gold, test, paths, groups, blocks[paths.costs < 0])


# -- anchors --------------------------------------------------------------------------------------------------------------


def _anchors(
    gold: Text, test: Text, gold_ids: Ids | None, test_ids: Ids | None, cancel: NDArray[np.int32] | None
) -> NDArray[np.int64]:
    """Pairs ``[pairs, 2]`` of sentences that both files have, ascending on both sides."""
    found = once_in_both(gold.texts, test.texts)
    if gold_ids is not None and test_ids is not None:
        with_ids = (
            [(one, text) if one is not None and text else b"" for one, text in zip(ids, side.texts, strict=True)]
            for ids, side in ((gold_ids, gold), (test_ids, test))
        )
        found = {**once_in_both(*with_ids), **found}
        by_id = once_in_both(gold_ids, test_ids)
        if len(by_id) == len(gold) == len(test):
            found.update(_alike_by_ids(gold, test, by_id, found, cancel))
    pairs = np.array(sorted(found.items()), np.int64).reshape(-1, 2)
    return pairs[_heaviest_ascending(pairs[:, 1], np.diff(gold.begins)[pairs[:, 0]] + 1)]


def once_in_both(gold: Sequence[Hashable], test: Sequence[Hashable]) -> dict[int, int]:
    """Places of texts that occur exactly once on either side; none of them empty."""
    gold_times, test_times = Counter(gold), Counter(test)
    places = {one: place for place, one in enumerate(test) if one and test_times[one] == 1}
    return {place: places[one] for place, one in enumerate(gold) if one in places and gold_times[one] == 1}


def _alike_by_ids(
    gold: Text, test: Text, by_id: dict[int, int], found: dict[int, int], cancel: NDArray[np.int32] | None
) -> dict[int, int]:
    """Pairs with equal ids of which no sentence is in a pair of ``found``, but those of which less than a third is matched."""
    taken = set(found.values())
    left = [pair for pair in by_id.items() if pair[0] not in found and pair[1] not in taken]
    pairs = np.array(left, np.int64).reshape(-1, 2)
    blocks = _units(pairs)
    both = _have_characters(gold, test, blocks)
    paths = _Paths.of(gold, test, blocks[both], cancel)
    same = np.diff(sums_before(paths.gold == MATCHED)[gold.begins])[blocks[both, 0]]
    longer = np.maximum(np.diff(gold.begins)[blocks[both, 0]], np.diff(test.begins)[blocks[both, 2]])
    both[both] = LEAST_ALIKE * same < longer
    return dict(pairs[~both].tolist())


def _heaviest_ascending(numbers: NDArray[np.int64], weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places of an ascending subsequence with the greatest sum of weights; the numbers are all different."""
    if (np.diff(numbers) > 0).all():
        return np.arange(len(numbers))
    # of the subsequences so far those for which no other with a smaller last number is as heavy: by their last numbers
    ends: list[int] = []
    sums: list[int] = []
    places: list[int] = []
    before = []
    for place, (number, weight) in enumerate(zip(numbers.tolist(), weights.tolist(), strict=True)):
        at = last = bisect_left(ends, number)
        before.append(places[at - 1] if at else -1)
        weight += sums[at - 1] if at else 0
        while last < len(ends) and sums[last] <= weight:
            last += 1
        ends[at:last], sums[at:last], places[at:last] = [number], [weight], [place]
    chosen, place = [], places[-1]
    while place >= 0:
        chosen.append(place)
        place = before[place]
    return np.array(chosen[::-1], np.int64)


# -- between anchors ------------------------------------------------------------------------------------------------------


def _between(gold: Text, test: Text, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sentences between neighbouring pairs, ``[regions, 4]`` like groups."""
    firsts = np.concatenate(([[0, 0]], pairs + 1))
    lasts = np.concatenate((pairs, [[len(gold), len(test)]]))
    return np.stack((firsts, lasts), axis=2).reshape(-1, 4)[(firsts < lasts).any(axis=1)]


def _units(pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pairs of sentences as rows like groups."""
    return np.stack((pairs[:, 0], pairs[:, 0] + 1, pairs[:, 1], pairs[:, 1] + 1), axis=1)


def _no_parse(gold: Text, test: Text, regions: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pairs of the same rank in a region with equally many sentences of which one at least is empty."""
    regions = regions[regions[:, 1] - regions[:, 0] == regions[:, 3] - regions[:, 2]]
    rows = [ranges(regions[:, column], regions[:, column + 1]) for column in (0, 2)]
    empty = [np.diff(side.begins)[of] == 0 for side, of in zip((gold, test), rows, strict=True)]
    found: NDArray[np.int64] = np.stack(rows, axis=1)[empty[0] | empty[1]]
    return found


def _have_characters(gold: Text, test: Text, units: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which rows have characters on both sides."""
    gold_there = gold.begins[units[:, 0]] < gold.begins[units[:, 1]]
    there: NDArray[np.bool_] = gold_there & (test.begins[units[:, 2]] < test.begins[units[:, 3]])
    return there


def _equal(gold: Text, test: Text, pairs: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which pairs of sentences have the same characters."""
    lengths = [np.diff(side.begins)[pairs[:, column]] for column, side in enumerate((gold, test))]
    equal: NDArray[np.bool_] = lengths[0] == lengths[1]
    there = np.flatnonzero(equal)
    characters = [
        side.characters[gathered(side.begins, pairs[there, column])] for column, side in enumerate((gold, test))
    ]
    equal[np.repeat(there, lengths[0][there])[characters[0] != characters[1]]] = False
    return equal


@dataclass(frozen=True, eq=False)
class _Paths:
    """Per character of either side REPLACED, MATCHED or nothing; stretches between common sentence breaks, as characters;
    the cost of each block, -1 where it was given up."""

    gold: NDArray[np.uint8]
    test: NDArray[np.uint8]
    spans: NDArray[np.int64]
    costs: NDArray[np.int64]

    @classmethod
    def of(cls, gold: Text, test: Text, blocks: NDArray[np.int64], cancel: NDArray[np.int32] | None) -> _Paths:
        """The best path through each block of sentences (rows like groups)."""
        steps = np.zeros(len(gold.characters), np.uint8), np.zeros(len(test.characters), np.uint8)
        costs = np.zeros(len(blocks), np.int64)
        spans = np.zeros((int((blocks[:, 1::2] - blocks[:, ::2]).sum()), 4), np.int64)
        if not len(blocks):
            return cls(*steps, spans, costs)
        limits = np.concatenate((gold.begins[blocks[:, :2]], test.begins[blocks[:, 2:]]), axis=1)
        compiled = kernel("mappings._characters")
        work, most_points = (
            (twin.align_blocks, MOST_POINTS // 20) if compiled is None else (compiled.align_blocks, MOST_POINTS)
        )
        count = work(
            gold.codes, gold.breaks, test.codes, test.breaks, limits, MOST_EDITS, most_points, *steps, costs, spans,
            np.zeros(1, np.int32) if cancel is None else cancel,
        )  # fmt: skip
        if count < 0:
            raise Cancelled
        return cls(*steps, spans[:count], costs)


# -- groups ---------------------------------------------------------------------------------------------------------------


def _sentences(gold: Text, test: Text, spans: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sentences of stretches of characters that both sides have; empty ones only inside of them."""
    spans = spans[(spans[:, 0] < spans[:, 1]) & (spans[:, 2] < spans[:, 3])]
    groups = np.empty_like(spans)
    for side, column in ((gold, 0), (test, 2)):
        groups[:, column] = np.searchsorted(side.begins, spans[:, column], "right") - 1
        groups[:, column + 1] = np.searchsorted(side.begins, spans[:, column + 1], "left")
    return groups


def _in_order(gold: Text, test: Text, groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """The groups and, each alone, all sentences that are in none; between two groups those of the gold first."""
    groups = groups[np.argsort(groups[:, 0])]
    alone = [_uncovered(len(side), groups[:, column]) for column, side in ((slice(0, 2), gold), (slice(2, 4), test))]
    gold_places = np.append(groups[:, 0], len(gold))[np.searchsorted(groups[:, 2], alone[1])]
    test_places = np.append(0, groups[:, 3])[np.searchsorted(groups[:, 0], alone[0])]
    everything = np.concatenate(
        (
            groups,
            np.stack((alone[0], alone[0] + 1, test_places, test_places), axis=1),
            np.stack((gold_places, gold_places, alone[1], alone[1] + 1), axis=1),
        )
    )
    return everything[np.lexsort((everything[:, 2], everything[:, 0]))]


def _uncovered(sentences: int, ranges_: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sentences that are in none of the ranges."""
    free = np.ones(sentences, np.bool_)
    free[ranges(ranges_[:, 0], ranges_[:, 1])] = False
    return np.flatnonzero(free)


def _alignment(
    gold: Text, test: Text, paths: _Paths, groups: NDArray[np.int64], given_up: NDArray[np.int64]
) -> Alignment:
    """``given_up``: blocks that were too different."""
    unaligned = np.zeros(len(groups), np.bool_)
    for side, column in ((gold, 0), (test, 2)):
        lost = np.zeros(len(side) + 1, np.bool_)
        lost[ranges(given_up[:, column], given_up[:, column + 1])] = True
        unaligned |= lost[groups[:, column]] & (groups[:, column] < groups[:, column + 1])

    def in_groups(side: Text, chosen: NDArray[np.bool_], column: int) -> NDArray[np.int64]:
        running = sums_before(chosen)[side.begins]
        return running[groups[:, column + 1]] - running[groups[:, column]]

    same = in_groups(gold, paths.gold == MATCHED, 0)
    edits = in_groups(gold, paths.gold != MATCHED, 0) + in_groups(test, paths.test == 0, 2)
    return Alignment(paths.gold != 0, paths.test != 0, groups, edits, same, unaligned)
