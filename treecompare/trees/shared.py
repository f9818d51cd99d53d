"""Numbers for the texts of several treebanks at once, so that their columns can be compared as arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.symbols import Symbols


class Shared:
    """A growing table of what texts are compared by: ``change`` of each text that occurs.

    Only the texts of the columns are changed, each once: features are not split where there are words.
    """

    def __init__(self, change: Callable[[str], str] = str) -> None:
        self.texts: list[str] = []
        self._change = change
        self._numbers: dict[str, int] = {}

    def of(self, symbols: Symbols, *columns: NDArray[np.int32]) -> list[NDArray[np.int64]]:
        """The numbers for columns of symbols, column by column."""
        used = np.zeros(len(symbols), np.bool_)
        for column in columns:
            used[column] = True
        numbers = np.zeros(len(symbols), np.int64)
        for symbol in np.flatnonzero(used).tolist():
            text = self._change(symbols.texts[symbol])
            number = self._numbers.get(text)
            if number is None:
                number = self._numbers[text] = len(self.texts)
                self.texts.append(text)
            numbers[symbol] = number
        return [numbers[column] for column in columns]

    def mask(self, holds: Callable[[str], bool]) -> NDArray[np.bool_]:
        """For each number whether something holds of its text."""
        return np.fromiter(map(holds, self.texts), np.bool_, len(self.texts))
