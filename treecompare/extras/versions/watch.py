"""Tells how far the comparison of two versions is to whoever waits for it, and who may end it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled

T = TypeVar("T")
EVERY = 4096
"""So many things are done between two reports."""


class Watch:
    """``told`` is told what is being done, and which share of it is done. ``flag[0] != 0`` ends the work, kernels too."""

    def __init__(
        self, told: Callable[[str, float], None] = lambda doing, share: None, flag: NDArray[np.int32] | None = None
    ) -> None:
        self._told = told
        self.flag = np.zeros(1, np.int32) if flag is None else flag

    def tell(self, doing: str, share: float) -> None:
        """Tells how far something is. Raises Cancelled: the work is to end."""
        if self.flag[0]:
            raise Cancelled
        self._told(doing, share)

    def over(self, things: Sequence[T], doing: str) -> Iterator[T]:
        """The things one after the other, while it is told how many of them are done. Raises Cancelled: the work is to end."""
        for place, one in enumerate(things):
            if place % EVERY == 0:
                self.tell(doing, place / len(things))
            yield one


QUIET = Watch()
"""Nobody waits, and nobody ends it."""
