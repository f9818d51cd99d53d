"""In how many ways a sentence, and each span of it, is made under small grammars, and the tree of each way.

A chart over rules of at most two parts: longer ones become pairs of a part and a rest (``A -> B C D``: B and the pair of C and D).
Counts are kept by span and symbol, never the ways themselves: sixty words with 10 ** 33 analyses take no longer than others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from treecompare.comparison.base import Cancel
from treecompare.errors import Cancelled, UsageError
from treecompare.trees.tree import TreeBuilder

MOST_STEPS = 2_000_000
"""So many times parts may be joined, or looked for: a few seconds."""
MOST_DIGITS = 1_000
"""Of a number of analyses: with longer ones every step takes long."""
MOST_CONSTITUENTS = 1_000
"""Of a tree: what is drawn of it can be looked at."""

Part = tuple[str, bool]
"""A category or a word, and whether it is a word."""


class Chart:
    """Fills itself with what stands over each span of the words. ``rules``: category and parts, no category above itself alone.
    Raises UsageError: that takes too long; Cancelled: ``cancel`` was set."""

    def __init__(
        self, rules: Iterable[tuple[str, Sequence[Part]]], words: Sequence[str], cancel: Cancel | None
    ) -> None:
        self._words, self._cancel, self._steps = words, cancel, 0
        self._symbols: dict[Part | tuple[int, int], int] = {}
        self._names: dict[int, str] = {}
        self._pairs: dict[int, tuple[int, int]] = {}
        self._rests: dict[int, dict[int, int]] = {}
        """By the first part of pairs: the pair of each rest."""
        self._made_of: dict[int, dict[int, None]] = {}
        self._above: dict[int, list[int]] = {}
        for category, parts in rules:
            self._add_rule(self._number((category, False)), category, parts)
        self._in_order = self._from_below()
        self._order = {category: place for place, category in enumerate(self._in_order)}
        self._cells: dict[tuple[int, int], dict[int, int]] = {}
        for length in range(1, len(words) + 1):
            for first in range(len(words) - length + 1):
                self._cells[first, first + length] = self._cell(first, first + length)

    # -- rules -----------------------------------------------------------------------------------------------------------

    def _number(self, symbol: Part | tuple[int, int]) -> int:
        return self._symbols.setdefault(symbol, len(self._symbols))

    def _add_rule(self, category: int, name: str, parts: Sequence[Part]) -> None:
        self._check(len(parts))
        whole = self._number(parts[-1])
        for part in reversed(parts[:-1]):
            first = self._number(part)
            pair = self._number((first, whole))
            self._pairs[pair] = first, whole
            self._rests.setdefault(first, {})[whole] = pair
            whole = pair
        self._names[category] = name
        if whole not in self._made_of.setdefault(category, {}):
            self._made_of[category][whole] = None
            self._above.setdefault(whole, []).append(category)

    def _from_below(self) -> list[int]:
        """The categories, each behind those that may stand alone below it."""
        waiting = {one: sum(part in self._names for part in made) for one, made in self._made_of.items()}
        ready = [one for one, number in waiting.items() if not number]
        for one in ready:
            for above in self._above.get(one, ()):
                waiting[above] -= 1
                if not waiting[above]:
                    ready.append(above)
        return ready

    # -- counting --------------------------------------------------------------------------------------------------------

    def _check(self, steps: int) -> None:
        if self._cancel is not None and self._cancel.is_set():
            raise Cancelled
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise UsageError(
                f"the grammar joins parts of this sentence in more than {MOST_STEPS:,} steps; "
                "expected a shorter sentence or fewer rules"
            )

    def _cell(self, first: int, last: int) -> dict[int, int]:
        """In how many ways each symbol is made of these words."""
        found: dict[int, int] = {}
        if last - first == 1 and (word := self._symbols.get((self._words[first], True))) is not None:
            found[word] = 1
        for middle in range(first + 1, last):
            left, right = self._cells[first, middle], self._cells[middle, last]
            before, begun = len(found), left.keys() & self._rests.keys()
            for part in sorted(begun) if right else ():
                rests = self._rests[part]
                for rest in rests.keys() & right.keys():
                    found[rests[rest]] = found.get(rests[rest], 0) + left[part] * right[rest]
            self._check(1 + len(begun) + len(found) - before)
        todo: list[int] = []
        for part in list(found):
            self._go_up(found, part, todo)
        while todo:
            self._go_up(found, self._in_order[heappop(todo)], todo)
        if max(found.values(), default=0).bit_length() > 10 * MOST_DIGITS // 3:
            raise UsageError(
                f"the number of analyses has more than {MOST_DIGITS:,} digits; expected a shorter sentence or fewer rules"
            )
        return found

    def _go_up(self, found: dict[int, int], part: int, todo: list[int]) -> None:
        """Counts a symbol for the categories that may hold it alone; those that are new are put into the heap."""
        above = self._above.get(part, ())
        self._check(len(above))
        for category in above:
            if category not in found:
                found[category] = 0
                heappush(todo, self._order[category])
            found[category] += found[part]

    def total(self, category: str) -> int:
        """In how many ways all words are one constituent of that category."""
        return self._ways(0, len(self._words), self._symbols.get((category, False), -1))

    def _ways(self, first: int, last: int, symbol: int) -> int:
        return self._cells[first, last].get(symbol, 0)

    def longest(self) -> list[tuple[str, int, int]]:
        """The longest constituents: category, first and last word."""
        for length in range(len(self._words), 0, -1):
            spans = [(first, first + length) for first in range(len(self._words) - length + 1)]
            if found := [
                (self._names[one], *span) for span in spans for one in self._cells[span] if one in self._names
            ]:
                return found
        return []

    # -- building --------------------------------------------------------------------------------------------------------

    def build(self, category: str, place: int, forms: Sequence[str], build: TreeBuilder) -> None:
        """Builds the tree at that place among those of :meth:`total`: rules in their order, short first parts first. Raises
        UsageError: it has too many constituents to be looked at."""
        todo = [(self._symbols[category, False], 0, len(self._words), place)]
        constituents = 0
        while todo:
            symbol, first, last, place = todo.pop()
            if symbol < 0:
                build.close()
            elif symbol in self._pairs:
                todo += self._halves(symbol, first, last, place)
            elif symbol not in self._names:
                build.word(forms[first])
            else:
                constituents += 1
                if constituents > MOST_CONSTITUENTS:
                    raise UsageError(
                        f"an analysis has more than {MOST_CONSTITUENTS:,} constituents; "
                        "expected a shorter sentence or shorter chains of rules with one part"
                    )
                build.open(self._names[symbol])
                for part in self._made_of[symbol]:
                    ways = self._ways(first, last, part)
                    if place < ways:
                        break
                    place -= ways
                todo += [(-1, first, last, 0), (part, first, last, place)]
        build.end_sentence()

    def _halves(self, pair: int, first: int, last: int, place: int) -> list[tuple[int, int, int, int]]:
        """The second and the first half of a pair, as they are built."""
        part, rest = self._pairs[pair]
        for middle in range(first + 1, last):
            rests = self._ways(middle, last, rest)
            ways = self._ways(first, middle, part) * rests
            if place < ways:
                break
            place -= ways
        return [(rest, middle, last, place % rests), (part, first, middle, place // rests)]
