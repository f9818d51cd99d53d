"""How benchmarks measure, and how a figure is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A time, a size or a ratio.

    ``unit``: ``s``, ``ms``, ``µs``, ``MB``, ``/s``; ``x``: so many times as fast as a peer in the same run;
    ``of`` such a peer's time.
    """

    title: str
    value: float
    unit: str

    @property
    def is_better_high(self) -> bool:
        """Whether more of it is faster."""
        return self.unit in ("x", "/s")

    def loss(self, before: float) -> float:
        """How many times as slow, or as large, as before."""
        return before / self.value if self.is_better_high else self.value / before

    @property
    def written(self) -> str:
        """The figure with three digits, and its unit."""
        digits = 0 if abs(self.value) >= 100 else 1 if abs(self.value) >= 10 else 2
        return f"{self.value:,.{digits}f} {self.unit}"


def cpu(work: Callable[[], object], runs: int = 5) -> float:
    """The least CPU time of ``runs`` runs, in ms: the machine may be busy with other things."""
    best = float("inf")
    for _ in range(runs):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best * 1000


def show(figures: Iterable[Figure]) -> None:
    """Prints figures, each as soon as it is there."""
    for one in figures:
        print(f"{one.title:64}{one.written:>16}", flush=True)
