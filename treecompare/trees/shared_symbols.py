"""Numbers for the texts of several treebanks at once, so that their columns can be compared as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, repeat

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.symbols import Symbols


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
