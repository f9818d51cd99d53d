"""Many treebanks, many systems: a batch from its manifest, on processes or a cluster, and what came of it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from treecompare.cli.options import natural, settings_of
from treecompare.cli.printing import print_results, tell
from treecompare.cli.work import Patience, run_all
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError, counted, named

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
    from treecompare.extras.batches.figures import Board
    from treecompare.extras.batches.plan import Plan
    from treecompare.extras.batches.run import Pool
    from treecompare.extras.batches.store import Store

SHOWN = 25
"""So many rows of tables of what changed are printed for people."""
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
        "--since",
        metavar="BEFORE.batch",
        help="what was won and lost since these results: by treebank, type of error, sentence",
    )
    for option in ("--html", "--report"):
        batch.add_argument(option, help=argparse.SUPPRESS)  # what 0.2 had
    batch.add_argument(
        "--format",
        choices=("table", "tsv", "json"),
        default="table",
        help="tsv and json: a row per measure, treebank and system",
    )


def _batch(options: argparse.Namespace) -> int:
    from treecompare.extras.batches.figures import Board
    from treecompare.extras.batches.manifest import SUFFIX
    from treecompare.extras.batches.store import Store

    _check(options)
    measures: tuple[str, ...] = ()
    golds_missing = 0
    if options.manifest.endswith(f".{SUFFIX}"):
        if options.dry_run or options.scheduler or options.results:
            raise UsageError(f"{options.manifest}: results are only shown; expected a manifest with these options")
        store = Store(options.manifest)
    else:
        plan = _plan(options)
        if options.dry_run:
            return _dry_run(plan, options)
        store = _scored(plan, options)
        golds_missing = plan.golds_missing
        measures = plan.manifest.measures if "measures" in plan.manifest.lines else ()
    try:
        board = Board.of(store)
    finally:
        store.close()
    for key in measures:
        if board.results and key not in board.keys:
            tell(f"{key}: no treebank of this batch has this measure")
    return _shown(board, options) or int(golds_missing > 0)


def treebank_of_batch(options: argparse.Namespace) -> Comparison:
    """All systems of a batch on a treebank, under its first preparation, read again and scored, for ``report html``. Raises
    UsageError: options that do not go together, or no such treebank."""
    from treecompare.extras.batches.figures import Board
    from treecompare.extras.batches.opening import changed, compared
    from treecompare.extras.batches.store import Store

    if options.report != "html" or not options.from_store or not options.treebank or options.gold is not None:
        raise UsageError(
            "expected 'report html --from-store RESULTS.batch --treebank NAME --output FILE', without other files"
        )
    if settings_of(options) != Settings():
        raise UsageError(f"{options.from_store}: its settings are those of the batch; expected no others")
    store = Store(options.from_store)
    try:
        board = Board.of(store)
    finally:
        store.close()
    if options.treebank not in board.treebanks:
        raise UsageError(
            f"--treebank {options.treebank[:40]}: there is no such treebank; expected one of {named(board.treebanks)}"
        )
    preparation = board.preparations[0]
    if len(board.preparations) > 1:
        tell(f"{options.from_store}: of {named(board.preparations)} the report is under the first preparation")
    for path in changed(board, options.treebank, preparation):
        tell(f"{path}: has changed since it was scored for {options.from_store}")
    comparison = compared(board, options.treebank, preparation)
    run_all(options, comparison)
    return comparison


def _check(options: argparse.Namespace) -> None:
    """What would else be told only when all is scored. Raises TreecompareError: options that do not go together, or no batch."""
    from treecompare.extras.batches.store import Store

    if options.html or options.report:
        raise UsageError(
            "batches are not written as pages any more; expected, for each treebank, "
            "'treecompare report html --from-store RESULTS.batch --treebank NAME --output FILE'"
        )
    if options.since:
        Store(options.since).close()


def _plan(options: argparse.Namespace) -> Plan:
    from dataclasses import replace

    from treecompare.extras.batches.manifest import SUFFIX, read_manifest
    from treecompare.extras.batches.plan import planned

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

    from treecompare.extras.batches.run import jobs_of
    from treecompare.extras.batches.store import Store, jobs_left
    from treecompare.extras.batches.tables import plan_table

    left = jobs_of(plan)
    if Path(plan.manifest.results).exists():
        store = Store(plan.manifest.results)
        left = jobs_left(left, store)
        store.close()
    print_results([plan_table(plan, {job.key for job in left})], options.format)
    return int(bool(plan.missing or plan.golds_missing))


def _scored(plan: Plan, options: argparse.Namespace) -> Store:
    from treecompare.extras.batches.run import run
    from treecompare.extras.batches.store import Store

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
        from treecompare.extras.batches.cluster import ClusterPool

        return ClusterPool(options.scheduler)
    from treecompare.extras.batches.pool import LocalPool

    return LocalPool(options.jobs)


def _shown(board: Board, options: argparse.Namespace) -> int:
    from treecompare.extras.batches.figures import NOT_YET
    from treecompare.extras.batches.tables import for_people, for_scripts, warnings_table

    if options.since:
        return _shown_since(board, options)
    make = for_people if options.format == "table" else for_scripts
    print_results(make(board, options.significance), options.format)
    if options.format == "table" and (warnings := warnings_table(board).rows):
        tell(f"{counted(len(warnings), 'warning')} of readers and pairing; --format tsv lists them")
    unscored = board.unscored
    for entry, why in unscored[:MOST_TOLD]:
        what = why if why == NOT_YET else f"not scored: {why}"
        tell(f"{entry.system} on {entry.treebank} ({entry.preparation}): {what}")
    if len(unscored) > MOST_TOLD:
        tell(f"{counted(len(unscored) - MOST_TOLD, 'more comparison')} not scored")
    return int(bool(unscored))


def _shown_since(board: Board, options: argparse.Namespace) -> int:
    from dataclasses import replace

    from treecompare.extras.batches.figures import Board
    from treecompare.extras.batches.since import Since
    from treecompare.extras.batches.store import Store

    store = Store(options.since)
    try:
        found = Since(Board.of(store), board).tables()
    finally:
        store.close()
    if options.format == "table":
        found = [
            replace(one, rows=one.rows[:SHOWN], note=f"… and {counted(len(one.rows) - SHOWN, 'more row')}. {one.note}".strip())
            if len(one.rows) > SHOWN else one
            for one in found
        ]  # fmt: skip
    print_results(found, options.format)
    return int(bool(board.unscored))
