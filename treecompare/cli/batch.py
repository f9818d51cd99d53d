"""Many treebanks, many systems: a batch from its manifest, on processes or a cluster, and what came of it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from treecompare.cli.options import natural
from treecompare.cli.printing import print_results, tell
from treecompare.cli.work import Patience
from treecompare.errors import UsageError, counted

if TYPE_CHECKING:
    from treecompare.batches.figures import Board
    from treecompare.batches.plan import Plan
    from treecompare.batches.run import Pool
    from treecompare.batches.store import Store

MOST_TOLD = 20
"""So many comparisons that could not be scored are told one by one."""


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Adds the commands of this module."""
    batch = command("batch", _batch, "many treebanks and systems: score what is not scored yet, and show all of it")
    batch.add_argument(
        "manifest",
        metavar="MANIFEST",
        help="TOML file that names treebanks, systems and measures; or its results (.batch), which are only shown",
    )
    batch.add_argument(
        "--dry-run", action="store_true", help="only say what pairs with what, what is missing and what is to be scored"
    )
    batch.add_argument("--jobs", type=natural, metavar="N", help="processes on this machine (default: all cores)")
    batch.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="a Dask cluster that there is, as tcp://HOST:8786; it has to see the same files",
    )
    batch.add_argument(
        "--results", metavar="FILE", help="where results are kept (.batch), in place of what the manifest says"
    )
    batch.add_argument(
        "--significance",
        action="store_true",
        help="intervals of the differences of macro-averages, and on how many treebanks which system wins",
    )
    batch.add_argument(
        "--format",
        choices=("table", "tsv", "json"),
        default="table",
        help="tsv and json: a row per measure, treebank and system",
    )


def _batch(options: argparse.Namespace) -> int:
    from treecompare.batches.figures import Board
    from treecompare.batches.manifest import SUFFIX
    from treecompare.batches.store import Store

    if options.manifest.endswith(f".{SUFFIX}"):
        if options.dry_run or options.scheduler or options.results:
            raise UsageError(f"{options.manifest}: results are only shown; expected a manifest with these options")
        store = Store(options.manifest)
    else:
        plan = _plan(options)
        if options.dry_run:
            return _dry_run(plan, options)
        store = _scored(plan, options)
    try:
        board = Board.of(store)
    finally:
        store.close()
    return _shown(board, options)


def _plan(options: argparse.Namespace) -> Plan:
    from dataclasses import replace

    from treecompare.batches.manifest import SUFFIX, read_manifest
    from treecompare.batches.plan import planned

    manifest = read_manifest(options.manifest)
    if options.results:
        if not options.results.endswith(f".{SUFFIX}"):
            raise UsageError(f"--results {options.results}: expected a name that ends in .{SUFFIX}")
        manifest = replace(manifest, results=options.results)
    plan = planned(manifest)
    for line in plan.told:
        tell(line)
    return plan


def _dry_run(plan: Plan, options: argparse.Namespace) -> int:
    from pathlib import Path

    from treecompare.batches.run import jobs_of
    from treecompare.batches.store import Store, jobs_left
    from treecompare.batches.tables import plan_table

    left = jobs_of(plan)
    if Path(plan.manifest.results).exists():
        store = Store(plan.manifest.results)
        left = jobs_left(left, store)
        store.close()
    print_results([plan_table(plan, {job.key for job in left})], options.format)
    return int(bool(plan.missing or plan.told))


def _scored(plan: Plan, options: argparse.Namespace) -> Store:
    from treecompare.batches.run import run
    from treecompare.batches.store import Store

    store = Store(plan.manifest.results, make=True)
    patience = Patience()
    pool: Pool | None = None
    try:
        pool = _pool(options)
        for step in run(plan, store, pool):
            newest = f" ({step.result.key[1]} on {step.result.key[0]})" if step.result else ""
            patience.tell(f"scored{newest}: {step.done:,} of {counted(step.total, 'comparison')}", step.share)
    except BaseException:
        store.close()
        raise
    finally:
        patience.end()
        if pool is not None:
            pool.end()
    return store


def _pool(options: argparse.Namespace) -> Pool:
    if options.scheduler:
        from treecompare.batches.cluster import ClusterPool

        return ClusterPool(options.scheduler)
    from treecompare.batches.pool import LocalPool

    return LocalPool(options.jobs)


def _shown(board: Board, options: argparse.Namespace) -> int:
    from treecompare.batches.tables import for_people, for_scripts

    make = for_people if options.format == "table" else for_scripts
    print_results(make(board, options.significance), options.format)
    unscored = board.unscored
    for entry, why in unscored[:MOST_TOLD]:
        tell(f"{entry.system} on {entry.treebank} ({entry.preparation}): not scored: {why}")
    if len(unscored) > MOST_TOLD:
        tell(f"{counted(len(unscored) - MOST_TOLD, 'more comparison')} not scored")
    return int(bool(unscored))
