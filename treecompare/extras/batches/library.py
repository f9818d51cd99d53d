"""Many treebanks and many systems at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import closing
from typing import Any

from treecompare.api.tables import Table, Tables
from treecompare.api.treebanks import Path_, path_of
from treecompare.extras.batches.manifest import SUFFIX, Manifest, Plan, read_manifest
from treecompare.extras.batches.pools import LocalPool, Pool, run
from treecompare.extras.batches.tables import Board, for_people, for_scripts


class Batch(Tables):
    """What came of a batch: treebanks x systems under each measure, and all treebanks.

    ``complete``: whether all that belongs to it is scored. ``scores``: a row per preparation, measure, treebank and system, with
    rank, coverage, time, machine, signature; ``overall``: one per preparation, measure and system, with macro-average and sum over
    all words; ``unscored``: what is not scored, with why.
    """

    def __init__(self, board: Board) -> None:
        super().__init__(for_people(board))
        self.complete = not board.unscored
        self.scores, self.overall, self.unscored = map(Table, for_scripts(board)[:3])


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
    ``results``: where results are kept, in place of what the manifest says. ``progress``: is called with how many treebanks are
    done, of how many.

    Raises ReadError: the manifest cannot be read, or something in it is wrong; TreecompareError: results cannot be written, or the
    executor takes no work; what is done by then is kept.
    """
    if not isinstance(manifest, Mapping) and os.fspath(manifest).endswith(f".{SUFFIX}"):
        return Batch(Board.of(path_of(manifest)))
    kept = {"results": path_of(results)} if results is not None else {}
    read = Manifest({**manifest, **kept}) if isinstance(manifest, Mapping) else read_manifest(path_of(manifest), **kept)
    with closing(LocalPool(jobs) if executor is None else Pool(executor, jobs)) as pool:
        for done, total, _ in run(Plan(read), pool):
            if progress is not None:
                progress(done, total)
    return Batch(Board.of(read.results))
