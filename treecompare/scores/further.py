"""Counts in a score table that come from elsewhere than its own mappings: other scores of the same parses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from treecompare.measures import Counts

Mask = NDArray[np.bool_]
EVERYTHING = slice(None)


class Further(ABC):
    """What a score table asks of them; arrays have an entry per row of that table.

    ``is_sample``: whether few sentences have them, so that figures rest on these without setting aside any system.
    """

    parts: Collection[str]
    is_sample: ClassVar[bool] = False

    def is_there(self) -> bool:
        """Whether there is anything to show."""
        return True

    def nothing(self) -> str:
        """What to say beside figures where there is nothing to show, as a sentence; empty where nothing is to be said."""
        return ""

    @abstractmethod
    def part(self, system: int, part: str, rows: slice = EVERYTHING) -> Counts:
        """The counts of a part; 0 where it is undefined."""

    @abstractmethod
    def exist(self, system: int, part: str, rows: slice = EVERYTHING) -> Mask:
        """The rows on which the part is defined."""

    @abstractmethod
    def is_zeroed(self, system: int) -> Mask:
        """The rows without a parse that count as zero."""

    @abstractmethod
    def options_of(self, key: str) -> tuple[str, ...]:
        """The options that figures depend on, as signatures show them."""

    @abstractmethod
    def lacking(self, part: str, system: int, sentence: int) -> str:
        """Why a row has no score."""

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        """Which counts are printed beside scores."""
        return {}
