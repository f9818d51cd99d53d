"""How much a candidate has in common with the words of the gold; nothing else of the gold is looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

LEAST_WORDS = Fraction(1, 3)
LEAST_CHARACTERS = Fraction(2, 3)


def common_words(gold: Sequence[str], test: Sequence[str]) -> int:
    """The length of the longest row of words that both have in this order; a bit for each word of the gold."""
    if list(gold) == list(test):
        return len(gold)
    places: dict[str, int] = {}
    for place, word in enumerate(gold):
        places[word] = places.get(word, 0) | (1 << place)
    everything = (1 << len(gold)) - 1
    row = everything
    for word in test:
        if found := row & places.get(word, 0):
            row = ((row + found) | (row - found)) & everything
    return len(gold) - row.bit_count()


@lru_cache(maxsize=64)  # drafts of one answer often have the same words
def matched_characters(gold: str, test: str) -> int:
    """How many characters are equal on a path of least cost, at most: replacing (letters and digits only by such, others only by
    others), deleting and inserting cost 1 each.

    Row by row, a row per character of the gold; each entry is cost times a large number, less matches.
    """
    unit = len(gold) + len(test) + 1
    columns = np.arange(len(test) + 1, dtype=np.int64) * unit
    codes = np.frombuffer(test.encode("utf-32-le", "surrogatepass"), np.int32)
    is_letter = np.fromiter((one.isalnum() for one in test), np.bool_, len(test))
    row: NDArray[np.int64] = columns.copy()
    for one in gold:
        step = np.where(codes == ord(one), -1, np.where(is_letter == one.isalnum(), unit, 2 * unit))
        best = row + unit
        best[1:] = np.minimum(best[1:], row[:-1] + step)
        row = np.minimum.accumulate(best - columns) + columns
    return int(-row[-1] % unit)


@dataclass(frozen=True)
class Sides:
    """The plain forms of the words of a gold sentence and of a candidate."""

    gold: Sequence[str]
    test: Sequence[str]

    @property
    def words(self) -> Fraction:
        """Words in common, of the longer side."""
        longer = max(len(self.gold), len(self.test))
        return Fraction(common_words(self.gold, self.test), longer) if longer else Fraction(0)

    @property
    def characters(self) -> Fraction:
        """Characters that are equal, of the longer side."""
        if list(self.gold) == list(self.test):
            return Fraction(1)
        gold, test = ("".join("".join(side).split()) for side in (self.gold, self.test))
        longer = max(len(gold), len(test))
        return Fraction(matched_characters(gold, test), longer) if longer else Fraction(0)

    @property
    def may_be_alike(self) -> bool:
        """Whether enough characters occur on both sides, in whatever order, for :attr:`characters` to be high enough."""
        gold, test = "".join(self.gold), "".join(self.test)
        longer = max(len(gold), len(test))
        if min(len(gold), len(test)) < LEAST_CHARACTERS * longer:
            return False
        return (Counter(gold) & Counter(test)).total() >= LEAST_CHARACTERS * longer
