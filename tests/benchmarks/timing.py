"""How benchmarks measure: the least CPU time of several runs, since the machine may be busy with other things."""

from __future__ import annotations

import time
from collections.abc import Callable


def cpu(work: Callable[[], object], runs: int = 5) -> float:
    """The least CPU time of ``runs`` runs, in ms."""
    best = float("inf")
    for _ in range(runs):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best * 1000
