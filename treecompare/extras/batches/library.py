"""Many treebanks and many systems at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from functools import cached_property
from typing import Any

from treecompare.api.tables import Table, Tables
from treecompare.api.treebanks import Path_, path_of
from treecompare.extras.batches import tables
from treecompare.extras.batches.figures import Board
from treecompare.extras.batches.manifest import SUFFIX, as_manifest, read_manifest
from treecompare.extras.batches.plan import planned
from treecompare.extras.batches.pool import LocalPool
from treecompare.extras.batches.run import GivenPool, Pool, run
from treecompare.extras.batches.store import Store


class Batch:
    """What came of a batch, as tables.

    ``complete``: whether all that belongs to it is scored.
    """

    def __init__(self, board: Board) -> None:
        self._board = board

    @property
    def complete(self) -> bool:
        """Whether every system is scored on every treebank under every preparation."""
        return not self._board.unscored

    @cached_property
    def scores(self) -> Table:
        """A row per preparation, measure, treebank and system: pooled score, rank, coverage, time, machine, signature."""
        return Table(tables.for_scripts(self._board)[0])

    @cached_property
    def overall(self) -> Table:
        """A row per preparation, measure and system: macro-average and sum over all words, with ranks."""
        return Table(tables.for_scripts(self._board)[1])

    @cached_property
    def unscored(self) -> Table:
        """What is not scored, with why."""
        return Table(tables.unscored_table(self._board))

    def differences(
        self, measure: str, preparation: str | None = None, iterations: int = 10_000, seed: int = 0
    ) -> Table:
        """Differences of macro-averages with 95 % intervals, and wins (p < 0.05); ``preparation``: the first, if none is named."""
        standing = self._board.standing(measure, preparation or self._board.preparations[0])
        return Table(tables.differences_table(self._board, standing, iterations, seed))

    @cached_property
    def tables(self) -> Tables:
        """Treebanks x systems under each measure, and all treebanks."""
        return Tables(tables.for_people(self._board))

    def __str__(self) -> str:
        return str(self.tables)

    def __repr__(self) -> str:
        return repr(self.tables)

    def _repr_html_(self) -> str:
        return self.tables._repr_html_()


def batch(
    manifest: Path_ | Mapping[str, Any],
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    results: Path_ | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Batch:
    """Scores what is not scored yet of many treebanks and systems: ``tc.batch("nightly.toml").overall``.

    ``manifest``: a TOML file, or a mapping that holds what one would; or a file of results (``.batch``), which is only opened.
    ``executor``: what does the work, any :class:`concurrent.futures.Executor`, as that of a cluster (``Client.get_executor()``);
    without one ``jobs`` processes on this machine, all cores by default: a script needs ``if __name__ == "__main__":`` then.
    ``results``: where results are kept, in place of what the manifest says. ``progress``: is called with how many comparisons are
    done, of how many.

    Raises:
        ReadError: the manifest cannot be read, or something in it is wrong.
        TreecompareError: results cannot be written, or the executor takes no work; what is done by then is kept.
    """
    if not isinstance(manifest, Mapping) and os.fspath(manifest).endswith(f".{SUFFIX}"):
        store = Store(path_of(manifest))
    else:
        read = as_manifest(manifest) if isinstance(manifest, Mapping) else read_manifest(path_of(manifest))
        plan = planned(replace(read, results=path_of(results)) if results is not None else read)
        pool: Pool = LocalPool(jobs) if executor is None else GivenPool(executor, jobs)
        try:
            store = Store(plan.manifest.results, make=True)
            for step in run(plan, store, pool):
                if progress is not None:
                    progress(step.done, step.total)
        finally:
            pool.end()
    try:
        return Batch(Board.of(store))
    finally:
        store.close()
