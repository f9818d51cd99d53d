"""Interning: labels and words are integers in computations, and text when displayed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice, repeat
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

    __slots__ = ("_changed", "_found", "_numbers", "texts")

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}
        self._changed: dict[Any, dict[int, int]] = {}
        self._found: tuple[Any, ...] = ()
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
        self._changed = dict([*self._changed.items()][-7:]) | {(change, into): known}
        numbers = np.zeros(len(self), np.int32)
        numbers[used] = [known[symbol] for symbol in used.tolist()]
        return numbers[column]

    def find(self, text: str) -> int | None:
        """The number of ``text``, or None where it does not occur."""
        return self._numbers.get(text)

    def found_of(self, other: Symbols) -> NDArray[np.int64]:
        """For each symbol of ``other``, in its order, the number it has here, -1 where it does not occur; read-only, and known for
        all the blocks of a file."""
        asked, known = (other, len(other), len(self)), self._found
        if known[:3] != asked:
            numbers = np.fromiter(map(self._numbers.get, other.texts, repeat(-1)), np.int64, len(other))
            numbers.flags.writeable = False
            known = self._found = (*asked, numbers)
        found: NDArray[np.int64] = known[3]
        return found

    def numbers_of(self, other: Symbols) -> NDArray[np.int32]:
        """For each symbol of ``other``, in its order, the number it has here (added where new)."""
        numbers = self.found_of(other).astype(np.int32)
        for place in np.flatnonzero(numbers < 0).tolist():
            numbers[place] = self.number(other.texts[place])
        return numbers


class Shared:
    """A growing table of what texts are compared by: ``change`` of each text that occurs.

    Only the texts of the columns are changed, each once: features are not split where there are words.
    """

    def __init__(
        self, change: Callable[[str], str] | None = None, unchanged: Callable[[str], bool] | None = None
    ) -> None:
        """``change``: none compares texts as they are. ``unchanged``: whether there is nothing to change in texts joined by LF."""
        self.texts: list[str] = []
        self._change, self._unchanged = change, unchanged
        self._numbers: dict[str, int] = {}

    def of(self, symbols: Symbols, *columns: NDArray[np.int32]) -> list[NDArray[np.int64]]:
        """The numbers for columns of symbols, column by column."""
        used = np.zeros(len(symbols), np.bool_)
        for column in columns:
            used[column] = True
        places = np.flatnonzero(used)
        texts = [symbols.texts[symbol] for symbol in places.tolist()]
        if self._change is not None and not (self._unchanged is not None and self._unchanged("\n".join(texts))):
            texts = list(map(self._change, texts))
        numbers = np.zeros(len(symbols), np.int64)
        numbers[places] = self.numbers(texts)
        return [numbers[column] for column in columns]

    def numbers(self, texts: Sequence[str]) -> NDArray[np.int64]:
        """The numbers of texts that are changed already."""
        known = self._numbers
        if known:
            found = np.fromiter(map(known.get, texts, repeat(-1)), np.int64, len(texts))
            new = np.flatnonzero(found < 0)
            found[new] = [known.setdefault(texts[place], len(known)) for place in new.tolist()]
        else:
            found = np.array([known.setdefault(text, len(known)) for text in texts], np.int64)
        self.texts.extend(islice(known, len(self.texts), None))
        return found

    def number(self, text: str) -> int:
        """The number of a text that is changed already, -1 for none."""
        return self._numbers.get(text, -1)

    def mask(self, holds: Callable[[str], bool]) -> NDArray[np.bool_]:
        """For each number whether something holds of its text."""
        return np.fromiter(map(holds, self.texts), np.bool_, len(self.texts))
