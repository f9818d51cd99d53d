"""How many constituents without counterpart what moved accounts for: these are its site, or have a counterpart without its words.

Words are bits, see :class:`treecompare.mappings.tree_sides.Side`. For trees of up to 64 words the compiled kernel ``_accounts``
does the same as the Python twin below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from treecompare.compiled import kernel
from treecompare.mappings.tree_sides import Side

Moved = tuple[int, int, int]
"""The words of what moved, of its site in the gold and of that in the test; 0 for a site above the roots."""
KERNEL_WORDS = 64


class _Difference(NamedTuple):
    """The ``words`` of a constituent without counterpart, and those in which constituents of the other tree with its label differ
    from it: ``all`` of these, and ``alone`` from those that lack a counterpart, too."""

    words: int
    all: list[int]
    alone: list[int]


class _Open(NamedTuple):
    """Constituents without counterpart: those ``near`` one of the other tree, which it equals without words that may move, and by
    their words the number of all ``others``, which can only be sites."""

    near: list[_Difference]
    others: dict[int, int]


class Accounts:
    """What the movers of a pair of trees account for, as one after the other is added."""

    def __init__(self, gold: Side, test: Side) -> None:
        self._moved: list[Moved] = []
        self._differences = _differences(gold, test), _differences(test, gold)

    def add(self, moved: Moved) -> None:
        """Adds a mover."""
        self._moved.append(moved)

    def of(self, candidates: Sequence[Moved]) -> list[tuple[int, int, int]]:
        """What the movers account for, and one more, for each that this may be: constituents in all; of these, those that equal
        one of the other tree without the moved words; of these, those that equal one which has no counterpart either."""
        movable = 0
        for words, _, _ in (*self._moved, *candidates):
            movable |= words
        both = [_open(differences, movable) for differences in self._differences]
        return [self._with(more, both) for more in candidates]

    def _with(self, more: Moved, both: list[_Open]) -> tuple[int, int, int]:
        number = twins = pairs = 0
        moved = [*self._moved, more]
        all_moved = 0
        for words, _, _ in moved:
            all_moved |= words
        for (near, others), sites in zip(both, ({one[1] for one in moved}, {one[2] for one in moved}), strict=True):
            for words, differences, alone in near:
                stays = ~(all_moved if words & ~all_moved else moved_apart(words, moved))
                if words & stays and _is_any_moved(differences, stays):
                    number += 1
                    twins += 1
                    pairs += _is_any_moved(alone, stays)
                else:
                    number += words in sites
            for words in sites:
                number += others.get(words, 0)
        return number, twins, pairs

    def least_difference(self, side: int, node: int) -> int:
        """The fewest moved words in which a constituent without counterpart differs from one of the other tree; 0 for none.

        ``side``: 0 is the gold and 1 the test."""
        found = self._differences[side].get(node)
        if found is None:
            return 0
        stays = ~moved_apart(found.words, self._moved)
        if not found.words & stays:
            return 0
        return min((one for one in found.all if not one & stays), key=int.bit_count, default=0)


def accounts_of(gold: Side, test: Side) -> Accounts:
    """Accounts of nothing yet."""
    compiled = kernel("mappings._accounts")
    has_room = compiled is not None and not max(gold.words + test.words, default=0) >> KERNEL_WORDS
    made: type[Accounts] = compiled.Accounts if compiled is not None and has_room else Accounts
    return made(gold, test)


def _differences(side: Side, other: Side) -> dict[int, _Difference]:
    """Those of each constituent without counterpart."""
    by_code: defaultdict[int, list[tuple[int, bool]]] = defaultdict(list)
    for node in other.constituents if side.unmatched else ():
        by_code[other.codes[node]].append((other.words[node], other.same[node] < 0))
    found = {}
    for node in side.unmatched:
        words = side.words[node]
        others = [(words ^ one, is_alone) for one, is_alone in by_code[side.codes[node]] if one != words]
        alone = [difference for difference, is_alone in others if is_alone]
        found[node] = _Difference(words, [difference for difference, _ in others], alone)
    return found


def _open(differences: dict[int, _Difference], movable: int) -> _Open:
    """``movable``: the words that may move."""
    near: list[_Difference] = []
    others: dict[int, int] = {}
    for one in differences.values():
        there = [words for words in one.all if not words & ~movable]
        if there:
            near.append(_Difference(one.words, there, one.alone))
        else:
            others[one.words] = others.get(one.words, 0) + 1
    return _Open(near, others)


def _is_any_moved(differences: list[int], stays: int) -> bool:
    # a loop: a generator takes three times as long, and this is asked most often of all
    for one in differences:  # noqa: SIM110
        if not one & stays:
            return True
    return False


def moved_apart(words: int, moved: Sequence[Moved]) -> int:
    """Words that moved, but not together with all of these."""
    found = 0
    for one, _, _ in moved:
        if words & ~one:
            found |= one
    return found


def moved_besides(words: int, moved: Sequence[Moved]) -> int:
    """The same without these words themselves."""
    return moved_apart(words, moved) & ~words
