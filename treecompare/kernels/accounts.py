# cython: infer_types=True, boundscheck=False, wraparound=False, initializedcheck=False
"""What movers account for; ``mappings/tree_errors.py`` has the rules. Words are bits: compiled, of trees of up to 64 words."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import cython
else:
    from treecompare import kernels as cython

Moved = tuple[int, int, int]
"""The words of what moved, of its site in the gold and of that in the test; 0 for a site above the roots."""


@cython.cclass
class Accounts:
    """What the movers of a pair of trees account for, as one after the other is added."""

    _moved: list[Moved]
    _movers: cython.ulonglong[::1]  # the words of all and of one more, their sites in the gold, then those in the test
    _places: list[dict[int, int]]  # of the constituents without counterpart of either side
    _words: cython.ulonglong[::1]  # theirs, those of the gold first
    _limits: cython.longlong[::1]  # of their differences
    _differences: cython.ulonglong[::1]  # in words, from those of the other tree with the same label
    _alone: cython.uchar[::1]  # whether that one has no counterpart either

    def __init__(self, gold: Any, test: Any) -> None:
        self._moved, self._places = [], []
        self._movers = _bits([0, 0, 0])
        all_words: list[int] = []
        limits, differences, alone = [0], [], []
        for side, other in ((gold, test), (test, gold)):
            by_code: Any = {side.codes[node]: [] for node in side.unmatched}
            for node in other.constituents if by_code else ():
                if other.codes[node] in by_code:
                    by_code[other.codes[node]].append((other.words[node], other.same[node] < 0))
            self._places.append({node: place for place, node in enumerate(side.unmatched, len(all_words))})
            for node in side.unmatched:
                words = side.words[node]
                for one, is_alone in by_code[side.codes[node]]:
                    if one != words:
                        differences.append(words ^ one)
                        alone.append(is_alone)
                all_words.append(words)
                limits.append(len(differences))
        self._words, self._differences = _bits(all_words), _bits(differences)
        self._limits, self._alone = array("q", limits), array("B", alone)

    def add(self, moved: Moved) -> None:
        """Adds a mover."""
        self._moved.append(moved)
        self._movers = _bits([one[column] for column in range(3) for one in (*self._moved, (0, 0, 0))])

    def of(self, candidates: list[Moved]) -> list[tuple[int, int, int]]:
        """What the movers account for, and one more, for each that this may be: constituents in all; of these, those that equal
        one of the other tree without the moved words; of these, those that equal one which has no counterpart either."""
        count, golds = len(self._moved) + 1, len(self._places[0])
        last = count - 1
        movers = self._movers
        before: cython.ulonglong = 0
        all_moved: cython.ulonglong
        for place in range(last):
            before |= movers[place]
        found = []
        for more in candidates:
            movers[last], movers[last + count], movers[last + 2 * count] = more
            all_moved = before | movers[last]
            number = twins = pairs = 0
            for place in range(len(self._words)):
                words = self._words[place]
                stays = ~(all_moved if words & ~all_moved else _apart(words, movers, count))
                kind = self._kind(place, stays) if words & stays else 0
                if kind:
                    number += 1
                    twins += 1
                    pairs += kind > 1
                else:
                    number += _is_among(words, movers, count if place < golds else 2 * count, count)
            found.append((number, twins, pairs))
        return found

    def least_difference(self, side: int, node: int) -> int:
        """The fewest moved words in which a constituent without counterpart differs from one of the other tree; 0 for none.

        ``side``: 0 is the gold and 1 the test."""
        place: cython.Py_ssize_t = self._places[side].get(node, -1)
        if place < 0:
            return 0
        words = self._words[place]
        stays = ~_apart(words, self._movers, len(self._moved))
        if not words & stays:
            return 0
        there = [self._differences[one] for one in range(self._limits[place], self._limits[place + 1])]
        return min((one for one in there if not one & stays), key=int.bit_count, default=0)

    @cython.cfunc
    @cython.nogil
    def _kind(self, place: cython.Py_ssize_t, stays: cython.ulonglong) -> cython.int:
        """Whether a constituent equals one of the other tree without what moved; 2 if it equals one without counterpart."""
        found = 0
        for one in range(self._limits[place], self._limits[place + 1]):
            if not self._differences[one] & stays:
                if self._alone[one]:
                    return 2
                found = 1
        return found


@cython.cfunc
@cython.nogil
def _apart(words: cython.ulonglong, movers: cython.ulonglong[::1], count: cython.Py_ssize_t) -> cython.ulonglong:
    found: cython.ulonglong = 0
    for place in range(count):
        if words & ~movers[place]:
            found |= movers[place]
    return found


@cython.cfunc
@cython.nogil
def _is_among(
    words: cython.ulonglong, movers: cython.ulonglong[::1], first: cython.Py_ssize_t, count: cython.Py_ssize_t
) -> cython.bint:
    for place in range(first, first + count):  # noqa: SIM110
        if movers[place] == words:
            return True
    return False


def _bits(words: list[int]) -> Any:
    return array("Q", words) if cython.compiled else words
