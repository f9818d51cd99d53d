"""Which sentences of two files stand for each other: by what they say, whatever their ids and their order.

Texts that both files have once pair. The longest set of these pairs that has one order in both (the *chain*) cuts both files into
gaps; the other pairs are *moved* if more than half of the smaller file has been paired so, else they are none. Texts that both
files have several times, equally often, are left to the gaps if there they stand in one order in both files; else they pair too,
first within their gap, then in the order in which they occur (where nothing else is moved, only out of gaps in which the other
file has nothing), and the chain is that of all pairs. Ids help only within a gap, between sentences that no text has paired, and
running numbers never do. What is left in a gap goes by the best path through its characters (``characters.py``), across other
sentence breaks.

This is the one entrance for every kind of treebank, for two files or one after the other for several (what is known so far plays
the gold). ``versions/words.py`` has rules of its own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted
from treecompare.mappings.characters import (
    LEAST_ALIKE,
    NO_PAIRS,
    Alignment,
    Text,
    align_between,
    align_in_place,
    align_whole,
    alone_between,
    equal,
    uncovered,
    units_of_pairs,
)
from treecompare.trees.columns import Mask, Numbers, gathered, ranges, sums_before

BY_TEXT, MOVED, BY_ID, BY_PLACE, ACROSS, GOLD_ONLY, TEST_ONLY = range(7)
"""How a unit was paired. BY_PLACE: one sentence each with other characters, between others that are paired."""


@dataclass(frozen=True)
class Names:
    """What the sentences of a file are called: their ids and documents (``# newdoc id``), None or empty where they have none."""

    ids: Sequence[str | None] = ()
    documents: Sequence[str | None] = ()


NO_NAMES = Names()


@dataclass(frozen=True, eq=False)
class Paired(Alignment):
    """Two files, sentence by sentence: groups are units in the gold's order, and those of the test only ascend where nothing is
    moved. Within a unit the k-th character of the gold with a counterpart stands for the k-th of the test. ``ways``: how each was
    paired."""

    ways: NDArray[np.uint8]

    @property
    def partner(self) -> Numbers:
        """The test's sentence for each of the gold's, -1 where there is none or sentence breaks differ."""
        return partners(self.groups, int(self.groups[:, 1].max(initial=0)))


def one_each(units: Numbers) -> Mask:
    """Which units are one sentence of each side."""
    found: Mask = ((units[:, 1::2] - units[:, ::2]) == 1).all(axis=1)
    return found


def partners(units: Numbers, sentences: int) -> Numbers:
    """The test's sentence for each of so many of the gold, -1 where there is none or sentence breaks differ."""
    found, pairs = np.full(sentences, -1, np.int64), units[one_each(units)]
    found[pairs[:, 0]] = pairs[:, 2]
    return found


def pair_sentences(
    gold: Text,
    test: Text,
    names: tuple[Names, Names] = (NO_NAMES, NO_NAMES),
    cancel: NDArray[np.int32] | None = None,
    test_texts: Sequence[bytes] | None = None,
    in_place: bool = False,
) -> Paired:
    """Pairs the sentences of two files. ``cancel[0] != 0`` ends the work. ``in_place``: sentences stand for those of the same
    number, whatever their texts: the test was made from the gold and has as many.

    ``gold``, ``test``: the words of each sentence as plain forms (``trees/characters.py``). Files with the same characters from the
    first to the last are settled at once. ``test_texts``: by what the sentences of the test are paired, where some of its words
    (traces) are none of its text.

    Raises Cancelled: ``cancel`` was set; MemoryError: there is not enough for the paths.
    """
    if in_place:
        aligned = align_in_place(gold, test, cancel)
        return Paired(**vars(aligned), ways=np.full(len(aligned.groups), BY_PLACE, np.uint8))
    if np.array_equal(gold.characters, test.characters):
        if np.array_equal(gold.begins, test.begins):
            return _in_place(gold, test)
        whole = align_whole(gold, test, cancel)
        return Paired(**vars(whole), ways=_ways(whole, gold))
    texts = gold.texts, test.texts if test_texts is None else test_texts
    pairs = np.array(sorted(once_in_both(*texts).items()), np.int64).reshape(-1, 2)
    is_chain = longest_chain(pairs[:, 1])
    may_move = 2 * len(pairs) > min(sum(map(bool, of)) for of in texts)  # whichever is a part of the other
    if may_move and len(again := _equally_often(texts, pairs[is_chain], not is_chain.all())):
        pairs = np.concatenate((pairs, again))
        pairs = pairs[np.argsort(pairs[:, 0])]
        is_chain = longest_chain(pairs[:, 1])
    moved, chain = pairs[~is_chain] if may_move else NO_PAIRS, pairs[is_chain]
    by_text = np.concatenate((chain, moved))
    left = [uncovered(len(side), by_text[:, [at, at]] + (0, 1)) for at, side in enumerate((gold, test))]
    gaps = [np.searchsorted(chain[:, at], left[at]) for at in (0, 1)]

    parts = _Parts(gold, test)
    ways = np.repeat(np.array((BY_TEXT, MOVED), np.uint8), (len(chain), len(moved)))
    alike = np.ones(len(by_text), np.bool_) if test_texts is None else equal(gold, test, by_text)
    parts.enter_equal(by_text[alike], ways[alike])
    parts.enter_pairs(by_text[~alike], ways[~alike], cancel)
    by_id = _same_ids((gold, test), names, left, gaps, cancel)
    parts.enter_pairs(by_id, np.full(len(by_id), BY_ID, np.uint8), cancel)
    for at in (0, 1):
        free = ~np.isin(left[at], by_id[:, at])
        left[at], gaps[at] = left[at][free], gaps[at][free]
    rest = gold.chosen(left[0]), test.chosen(left[1])
    found = _in_gaps(rest, left, gaps, len(chain) + 1, cancel)
    parts.enter(found, left[0], left[1], _ways(found, rest[0]))
    return parts.joined()


def elsewhere_said(ways: NDArray[np.integer[Any]], name: str, first: str = "") -> list[str]:
    """How many sentences of a file stand elsewhere than in the first, by how they were paired, and if that has a name how many it
    does not have; nothing of none."""
    moved, more = (int(np.count_nonzero(ways == way)) for way in (MOVED, TEST_ONLY))
    told = [f"{counted(moved, 'sentence')} {'stands' if moved == 1 else 'stand'} elsewhere in {name}"] if moved else []
    return [*told, f"{name}: {counted(more, 'sentence')} that {first} does not have"] if first and more else told


def once_in_both(gold: Sequence[Hashable], test: Sequence[Hashable]) -> dict[int, int]:
    """Places of texts that occur exactly once on either side; none of them empty."""
    gold_times, test_times = Counter(gold), Counter(test)
    places = {one: place for place, one in enumerate(test) if one and test_times[one] == 1}
    return {place: places[one] for place, one in enumerate(gold) if one in places and gold_times[one] == 1}


def _equally_often(texts: tuple[Sequence[bytes], Sequence[bytes]], chain: Numbers, has_moved: bool) -> Numbers:
    """Pairs ``[pairs, 2]`` of texts that both files have several times, equally often; none where they stand in the gaps of the
    chain in one order. Where no other pair is moved, only those in gaps in which the other file has nothing."""
    times = [Counter(one) for one in texts]
    several = {text for text, count in times[0].items() if text and count == times[1][text] > 1}
    gaps = [np.searchsorted(chain[:, at], np.arange(len(one))) for at, one in enumerate(texts)]
    filled = [set(np.delete(one, chain[:, at]).tolist()) for at, one in enumerate(gaps)]
    left = [
        [
            (text, gap, place)
            for place, (text, gap) in enumerate(zip(texts[at], gaps[at].tolist(), strict=True))
            if text in several and (has_moved or gap not in filled[1 - at])
        ]
        for at in (0, 1)
    ]
    if [one[:2] for one in left[0]] == [one[:2] for one in left[1]]:
        return NO_PAIRS
    pairs: list[tuple[int, int]] = []
    for compared in (2, 1):  # within their gap, anywhere
        places: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for one in reversed(left[1]):
            places[one[:compared]].append(one[2])
        pairs += [(one[2], places[one[:compared]].pop()) for one in left[0] if places[one[:compared]]]
        taken = [{pair[at] for pair in pairs} for at in (0, 1)]
        left = [[one for one in side if one[2] not in taken[at]] for at, side in enumerate(left)]
    return np.array(pairs, np.int64).reshape(-1, 2)


def longest_chain(numbers: Numbers) -> Mask:
    """Which of the numbers, all different, are in the longest ascending subsequence; of several in that whose places are smallest
    in lexicographic order."""
    if (np.diff(numbers) > 0).all():
        return np.ones(len(numbers), np.bool_)
    # lengths of the longest subsequences that begin with each number, from the end; ends: largest number (negative) per length
    ends: list[int] = []
    lengths = []
    for number in (-numbers[::-1]).tolist():
        length = bisect_left(ends, number)
        ends[length : length + 1] = [number]
        lengths.append(length + 1)
    found = np.zeros(len(numbers), np.bool_)
    needed, last = len(ends), -1
    for place, (number, length) in enumerate(zip(numbers.tolist(), reversed(lengths), strict=True)):
        if length == needed and number > last:
            found[place] = True
            needed, last = needed - 1, number
    return found


def _same_ids(
    sides: tuple[Text, Text],
    names: tuple[Names, Names],
    left: Sequence[Numbers],
    gaps: Sequence[Numbers],
    cancel: NDArray[np.int32] | None,
) -> Numbers:
    """Pairs ``[pairs, 2]`` of sentences in the same gap that have the same id, once in each file or document, and are alike."""
    if not all(map(len, left)) or any(not any(one.ids) or _are_running(one.ids) for one in names):
        return NO_PAIRS
    keys: list[Sequence[Hashable]] = [one.ids for one in names]
    if all(any(one.documents) for one in names):
        keys = [
            [id_ and (document, id_) for document, id_ in zip(one.documents, one.ids, strict=True)] for one in names
        ]
    pairs = np.array(sorted(once_in_both(*keys).items()), np.int64).reshape(-1, 2)
    of = []
    for at, side in enumerate(sides):
        gap_of = np.full(len(side), -1, np.int64)
        gap_of[left[at]] = gaps[at]
        of.append(gap_of[pairs[:, at]])
    pairs = pairs[(of[0] == of[1]) & (of[0] >= 0)]
    found = align_in_place(sides[0].chosen(pairs[:, 0]), sides[1].chosen(pairs[:, 1]), cancel)
    lengths = [np.diff(side.begins)[pairs[:, at]] for at, side in enumerate(sides)]
    same = np.zeros(len(pairs), np.int64)  # a pair that is too different is two units, of which nothing is the same
    there = found.groups[:, 0] < found.groups[:, 1]
    same[found.groups[there, 0]] = found.same[there]
    alike: Numbers = pairs[(same > 0) & (LEAST_ALIKE * same >= np.maximum(*lengths))]
    return alike


def _are_running(ids: Sequence[str | None]) -> bool:
    """Whether the ids are 1, 2, … in order, or 0, 1, …: the numbers of a file's own sentences, which say nothing of another's."""
    there = [one for one in ids if one]
    return any(there == list(map(str, range(first, len(there) + first))) for first in (0, 1))


def _in_gaps(
    rest: tuple[Text, Text],
    left: Sequence[Numbers],
    gaps: Sequence[Numbers],
    count: int,
    cancel: NDArray[np.int32] | None,
) -> Alignment:
    """The best paths through what is left in each gap; ``left``: its numbers in the files.

    An empty sentence is in a unit with that of the same rank where as many are left on both sides. Units are stretches of
    the files: one that would reach over sentences that are paired already is cut there.
    """
    ends = np.stack([np.searchsorted(one, np.arange(count + 1)) for one in gaps], axis=1)
    borders = np.repeat(ends, 2, axis=1)
    sizes = np.diff(ends, axis=0)
    ranked = np.flatnonzero(sizes[:, 0] == sizes[:, 1])
    same_rank = np.stack([ranges(of[ranked], of[ranked + 1]) for of in ends.T], axis=1)
    empty = [np.diff(side.begins)[same_rank[:, at]] == 0 for at, side in enumerate(rest)]
    no_parse = same_rank[empty[0] | empty[1]]
    borders = np.concatenate((borders, units_of_pairs(no_parse)))
    borders = borders[np.lexsort((borders[:, 2], borders[:, 1], borders[:, 0]))]
    regions = np.stack((borders[:-1, 1], borders[1:, 0], borders[:-1, 3], borders[1:, 2]), axis=1)
    regions = regions[_have_both(regions)]
    found = align_between(*rest, regions, cancel, no_parse)
    units = found.groups
    has_both = _have_both(units)
    runs = [sums_before(np.diff(of, prepend=-1) > 1)[1:] for of in left]
    broken = has_both.copy()
    broken[has_both] = np.any(
        [runs[at // 2][units[has_both, at]] != runs[at // 2][units[has_both, at + 1] - 1] for at in (0, 2)], axis=0
    )
    if not broken.any():
        return found
    pieces = [piece for unit in units[broken].tolist() for piece in _pieces(unit, runs, rest, found)]
    regions = np.concatenate((units[has_both & ~broken], np.array(pieces, np.int64).reshape(-1, 4)))
    return align_between(*rest, regions[np.argsort(regions[:, 0])], cancel, no_parse)


def _have_both(units: Numbers) -> Mask:
    """Which units have sentences on both sides."""
    found: Mask = (units[:, 0] < units[:, 1]) & (units[:, 2] < units[:, 3])
    return found


def _pieces(unit: list[int], runs: list[Numbers], rest: tuple[Text, Text], found: Alignment) -> list[list[int]]:
    """What stands together in a unit that reaches over other sentences: runs that share most positions, each once."""
    sides = []
    for at, (side, steps) in enumerate(zip(rest, (found.gold, found.test), strict=True)):
        first, last = unit[2 * at : 2 * at + 2]
        cuts = [first, *(np.flatnonzero(np.diff(runs[at][first:last])) + first + 1).tolist(), last]
        before = sums_before(steps[side.begins[first] : side.begins[last]])
        positions = before[side.begins[cuts] - side.begins[first]].tolist()
        sides.append(list(zip(cuts, cuts[1:], positions, positions[1:], strict=False)))
    shared = sorted(
        (max(gold[2], test[2]) - min(gold[3], test[3]), gold[0], gold[1], test[0], test[1])
        for gold in sides[0]
        for test in sides[1]
    )
    pieces: list[list[int]] = []
    for none, *piece in shared:
        if none < 0 and not any(piece[0] == one[0] or piece[2] == one[2] for one in pieces):
            pieces.append(piece)
    return pieces


# -- results ----------------------------------------------------------------------------------------------------------------


def _in_place(gold: Text, test: Text) -> Paired:
    """Files with the same sentences."""
    parts = _Parts(gold, test)
    pairs = np.repeat(np.arange(len(gold)), 2).reshape(-1, 2)
    parts.enter_equal(pairs, np.where(np.diff(gold.begins) > 0, BY_TEXT, BY_PLACE).astype(np.uint8))
    return parts.joined()


def _ways(found: Alignment, gold: Text) -> NDArray[np.uint8]:
    """How the units of an alignment were paired."""
    return ways_of(
        found.groups, (found.edits == 0) & (gold.begins[found.groups[:, 0]] < gold.begins[found.groups[:, 1]])
    )


def ways_of(units: Numbers, is_same: Mask) -> NDArray[np.uint8]:
    """How units are paired that stand in order; ``is_same``: those with the same characters."""
    sizes = units[:, 1::2] - units[:, ::2]
    conditions = [sizes[:, 1] == 0, sizes[:, 0] == 0, (sizes > 1).any(axis=1), is_same]
    return np.select(conditions, [GOLD_ONLY, TEST_ONLY, ACROSS, BY_TEXT], BY_PLACE).astype(np.uint8)


class _Parts:
    """What is paired so far, by the numbers of the files' sentences; what is not entered otherwise is equal."""

    def __init__(self, gold: Text, test: Text) -> None:
        self._sides = gold, test
        self._steps = np.ones(len(gold.characters), np.bool_), np.ones(len(test.characters), np.bool_)
        self._columns: list[tuple[NDArray[Any], ...]] = []

    def enter_equal(self, pairs: Numbers, ways: NDArray[np.uint8]) -> None:
        """Pairs of sentences with the same characters."""
        edits, same = np.zeros(len(pairs), np.int64), np.diff(self._sides[0].begins)[pairs[:, 0]]
        self._columns.append((units_of_pairs(pairs), edits, same, np.zeros(len(pairs), np.bool_), ways))

    def enter_pairs(self, pairs: Numbers, ways: NDArray[np.uint8], cancel: NDArray[np.int32] | None) -> None:
        """Pairs of sentences with other characters."""
        if not len(pairs):
            return
        chosen = [side.chosen(pairs[:, at]) for at, side in enumerate(self._sides)]
        found = align_in_place(chosen[0], chosen[1], cancel)
        both = _have_both(found.groups)
        own = _ways(found, chosen[0])
        own[both] = ways[found.groups[both, 0]]
        self.enter(found, pairs[:, 0], pairs[:, 1], own)

    def enter(self, found: Alignment, gold: Numbers, test: Numbers, ways: NDArray[np.uint8]) -> None:
        """An alignment of some sentences, given by their numbers."""
        units = found.groups.copy()
        for at, (of, steps) in enumerate(((gold, found.gold), (test, found.test))):
            self._steps[at][gathered(self._sides[at].begins, of)] = steps
            there = units[:, 2 * at] < units[:, 2 * at + 1]
            units[there, 2 * at + 1] = of[units[there, 2 * at + 1] - 1] + 1
            units[there, 2 * at] = of[units[there, 2 * at]]
        self._columns.append((units, found.edits, found.same, found.unaligned, ways))

    def joined(self) -> Paired:
        """All of it, in the gold's order."""
        units, edits, same, unaligned, ways = map(np.concatenate, zip(*self._columns, strict=True))
        alone = np.isin(ways, (GOLD_ONLY, TEST_ONLY))
        if alone.any():
            among = units[~alone & (ways != MOVED)]
            among = among[np.argsort(among[:, 0])]
            among = among[longest_chain(among[:, 2])]
            gold, test = np.flatnonzero(ways == GOLD_ONLY), np.flatnonzero(ways == TEST_ONLY)
            units[np.concatenate((gold, test))] = alone_between(
                among, units[gold, 0], units[test, 2], len(self._sides[0])
            )
        order = np.lexsort((units[:, 2], units[:, 0]))
        return Paired(*self._steps, *(one[order] for one in (units, edits, same, unaligned, ways)))
