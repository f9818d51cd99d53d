"""Counts and ratios: integers until the one division, 0/0 until the edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Counts:
    """What a mapping found, for one sentence (integers) or for many (int64 arrays of one length,
    which is why the fields are not typed closer).

    ``gold``, ``test``: nodes of the part that is compared. ``words``, ``test_words``: how many of these are words.
    ``cost``: deleted + inserted + swapped, or the sum of label costs (a double).
    ``moved``: pairs of a deleted and an inserted node with the same label and words.
    ``score``: sum of the words' scores (a double).
    """

    gold: Any
    test: Any
    matched: Any
    words: Any = 0
    test_words: Any = 0
    swapped: Any = 0
    deleted: Any = 0
    inserted: Any = 0
    cost: Any = 0
    crossing: Any = 0
    moved: Any = 0
    score: Any = 0


@dataclass(frozen=True)
class Ratio:
    """A numerator over a denominator, undivided. A denominator of 0 is undefined, whatever the numerator."""

    numerator: Any
    denominator: Any

    @property
    def value(self) -> float | None:
        """The score, or None where it is undefined (single ratios only)."""
        return self.numerator / self.denominator if self.denominator else None
