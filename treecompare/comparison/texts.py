"""The words of all sentences, one text each: as they are compared while one looks for words, and in alphabetical order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AT_ONCE = 20_000
"""About so many texts are sorted in one step, which takes some milliseconds; nothing else runs meanwhile."""


class Texts(list[str]):
    """Texts, with what is found out about them once."""

    @cached_property
    def folded(self) -> list[str]:
        """Each without regard to case."""
        return [text.casefold() for text in self]

    @cached_property
    def places(self) -> NDArray[np.float64]:
        """Place of each in alphabetical order, without regard to case; those that are equal stay as they stand."""
        for _ in self.order():
            pass
        return self.places

    def order(self) -> Iterator[None]:
        """Finds :attr:`places` step by step. What is folded for it is let go, because it takes as much memory as the texts."""
        import numpy as np

        folded: list[str] = []
        runs: list[list[int]] = []
        for first in range(0, len(self), AT_ONCE):
            folded += map(str.casefold, self[first : first + AT_ONCE])
            runs.append(sorted(range(first, len(folded)), key=folded.__getitem__))
            yield
        # texts at equal distances in every run cut all of them into parts of about that size, each of which is sorted by itself
        count = max(len(runs), 1)
        every = max(AT_ONCE // count, 1)
        cuts = sorted(folded[one] for run in runs for one in run[every::every])[count::count]
        ends = ([bisect_left(run, cut, key=folded.__getitem__) for run in runs] for cut in cuts)
        places, done, firsts = np.empty(len(self)), 0, [0] * len(runs)
        for lasts in chain(ends, [[len(run) for run in runs]]):
            pieces = (run[first:last] for run, first, last in zip(runs, firsts, lasts, strict=True))
            part = sorted(chain.from_iterable(pieces), key=folded.__getitem__)
            places[part] = np.arange(done, done + len(part))
            done, firsts = done + len(part), lasts
            yield
        self.places = places
