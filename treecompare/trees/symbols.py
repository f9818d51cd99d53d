"""Interning: labels and words are integers in computations, and text when displayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

PIECE = 1 << 20
"""So many entries of a column are looked at at once where this needs memory."""


def distinct(numbers: NDArray[np.int32]) -> NDArray[np.int64]:
    """Which numbers of symbols occur, ascending; numpy.unique would sort them all and take in masked arrays."""
    used = np.zeros(int(numbers.max(initial=-1)) + 1, np.bool_)
    for first in range(0, len(numbers), PIECE):  # numpy makes places of them, which take twice their memory
        used[numbers[first : first + PIECE]] = True
    return np.flatnonzero(used)


class Symbols:
    """A growing table of distinct strings; a string's number is its place in the table.

    Words and labels share one table: whether a node is a word is the node's kind, not its symbol.
    """

    __slots__ = ("_changed", "_numbers", "texts")

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}
        self._changed: dict[Any, dict[int, int]] = {}
        for text in texts:
            self.number(text)

    @classmethod
    def of_distinct(cls, texts: list[str]) -> Symbols:
        """The table of these strings, no two of which are equal; takes the list over."""
        symbols = cls()
        symbols.texts = texts
        symbols._numbers = dict(zip(texts, range(len(texts)), strict=True))
        return symbols

    def __reduce__(self) -> tuple[Any, ...]:
        return Symbols.of_distinct, (self.texts,)

    def __len__(self) -> int:
        return len(self.texts)

    def __getitem__(self, number: int) -> str:
        return self.texts[number]

    def number(self, text: str) -> int:
        """The number of ``text``, which is added where it is new."""
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return number

    def changed(
        self, column: NDArray[np.int32], change: Callable[[str], str], into: Symbols | None = None
    ) -> NDArray[np.int32]:
        """A column with each text that occurs in it changed, once for all the blocks of a file; ``into``: the table of what becomes
        of them, if another."""
        used, table = distinct(column), self if into is None else into
        known = self._changed.pop((change, into), {})
        known |= {symbol: table.number(change(self.texts[symbol])) for symbol in used.tolist() if symbol not in known}
        self._changed = dict([*self._changed.items()][-2:]) | {(change, into): known}
        numbers = np.zeros(len(self), np.int32)
        numbers[used] = [known[symbol] for symbol in used.tolist()]
        return numbers[column]

    def find(self, text: str) -> int | None:
        """The number of ``text``, or None where it does not occur."""
        return self._numbers.get(text)

    def found_of(self, other: Symbols) -> NDArray[np.int64]:
        """For each symbol of ``other``, in its order, the number it has here, -1 where it does not occur."""
        return np.fromiter(map(self._numbers.get, other.texts, repeat(-1)), np.int64, len(other))

    def numbers_of(self, other: Symbols) -> NDArray[np.int32]:
        """For each symbol of ``other``, in its order, the number it has here (added where new)."""
        numbers = self.found_of(other).astype(np.int32)
        for place in np.flatnonzero(numbers < 0).tolist():
            numbers[place] = self.number(other.texts[place])
        return numbers
