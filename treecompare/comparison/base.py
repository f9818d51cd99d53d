"""What every kind of comparison offers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


class Cancel:
    """A switch that ends a run from another thread; the kernels look at it while they work."""

    def __init__(self) -> None:
        self.flag = np.zeros(1, np.int32)

    def set(self) -> None:
        """Ends the run."""
        self.flag[0] = 1

    def is_set(self) -> bool:
        """Whether the run is to end."""
        return bool(self.flag[0])


@dataclass(frozen=True)
class Progress:
    """``done`` of ``total`` pairs are counted; newest are the sentences ``first:last`` of ``system`` (may be none)."""

    done: int
    total: int
    system: int
    first: int
    last: int
