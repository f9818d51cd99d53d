"""Many treebanks, many systems: a batch from its manifest, on processes or a cluster, and what came of it."""

from __future__ import annotations

import argparse
from contextlib import closing
from typing import TYPE_CHECKING

from treecompare.cli.comparing import run_all
from treecompare.cli.options import command, settings_of
from treecompare.cli.printing import Patience, print_results, tell
from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.errors import UsageError, counted, named

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
    from treecompare.extras.batches.tables import Board

MOST_TOLD = 20  # so many comparisons that could not be scored are told one by one
PAGE = "'treecompare report html --from-store RESULTS.batch --treebank NAME --output FILE'"
NO_PAGES = f"batches are not written as pages any more; expected, for each treebank, {PAGE}"
GONE = {  # options that 0.2 had, and what does it now
    **dict.fromkeys(("--html", "--report"), NO_PAGES),
    "--since": "--since is not there any more; expected 'treecompare batch tables BEFORE.batch RESULTS.batch'",
    "--significance": "--significance is not there any more; expected, for a treebank, 'treecompare significance GOLD SYSTEM …'",
}


@command("batch")
def _batch(options: argparse.Namespace) -> int:
    """Many treebanks and systems: score what is not scored yet, and show all results.

    manifest MANIFEST?: TOML file that names treebanks, systems and measures; or 'tables'
    stores STORE*: after 'tables': a file of results (.batch) to be shown, or two, to show what was won and lost from the first to
        the second
    --dry-run: only show which systems are scored on which treebanks, and what is missing
    --jobs N: processes on this machine (default: all cores)
    --scheduler ADDRESS: the scheduler of a running Dask cluster, as tcp://HOST:8786; its machines must see the same files
    --results FILE: where results are kept (.batch), in place of what the manifest says
    --html HTML?: {hidden}
    --report REPORT?: {hidden}
    --since SINCE?: {hidden}
    --significance SIGNIFICANCE?: {hidden}
    --format table|tsv|json = table: tsv and json: a row per measure, treebank and system
    """
    from treecompare.extras.batches import manifest as plan
    from treecompare.extras.batches import pools, tables
    from treecompare.extras.batches.manifest import SUFFIX, read_manifest
    from treecompare.extras.batches.pools import run

    for option, said in GONE.items():
        if getattr(options, option.removeprefix("--")) is not None:
            raise UsageError(said)
    if not options.manifest:
        raise UsageError("there is no manifest; expected a TOML file, or 'tables' and files of results")
    if options.manifest == "tables":
        return _tables(options)
    if options.stores or options.manifest.endswith(f".{SUFFIX}"):
        expected = "expected a manifest (TOML), or 'treecompare batch tables STORE [STORE]'"
        raise UsageError(f"{(options.stores or [options.manifest])[0]}: results are shown otherwise; {expected}")
    manifest = read_manifest(options.manifest, options.results)
    planned = plan.Plan(manifest)
    for line in planned.told:
        tell(line)
    if options.dry_run:
        print_results([tables.plan_table(planned)], options.format)
        return int(bool(planned.missing or planned.alone))
    pool = pools.ClusterPool(options.scheduler) if options.scheduler else pools.LocalPool(options.jobs)
    with closing(pool), Patience() as patience:
        for done, total, result in run(planned, pool):
            newest = f" ({result.key[0]})" if result else ""
            patience.tell(f"scored{newest}: {done:,} of {counted(total, 'treebank')}", done / max(total, 1))
    board = tables.Board.of(manifest.results)
    for key in manifest.measures if "measures" in manifest.lines and board.results else ():
        if key not in board.keys:
            tell(f"{key}: no treebank of this batch has this measure")
    return _shown(board, options) or int(bool(planned.alone))


def _tables(options: argparse.Namespace) -> int:
    from treecompare.extras.batches import tables

    if options.dry_run or options.scheduler or options.results or options.jobs or not 0 < len(options.stores) < 3:
        raise UsageError("tables: expected one file of results, or two (before and now), and no option but --format")
    *before, now = map(tables.Board.of, options.stores)
    if not before:
        return _shown(now, options)
    print_results(tables.changes(before[0], now), options.format)
    return int(bool(now.unscored))


def _shown(board: Board, options: argparse.Namespace) -> int:
    from treecompare.extras.batches import tables

    print_results((tables.for_people if options.format == "table" else tables.for_scripts)(board), options.format)
    if options.format == "table" and (warnings := tables.warnings_table(board).rows):
        tell(f"{counted(len(warnings), 'warning')} of readers and pairing; --format tsv lists them")
    for (treebank, system, preparation), why in board.unscored[:MOST_TOLD]:
        what = why if why == tables.NOT_YET else f"not scored: {why}"
        tell(f"{system} on {treebank} ({preparation}): {what}")
    if (more := len(board.unscored) - MOST_TOLD) > 0:
        tell(f"{counted(more, 'more comparison')} not scored")
    return int(bool(board.unscored))


def treebank_of_batch(options: argparse.Namespace) -> Comparison:
    """All systems of a batch on a treebank, under its first preparation, read again and scored, for ``report html``. Raises
    UsageError: options that do not go together, or no such treebank."""
    from treecompare.comparison.files import open_files, opened
    from treecompare.extras.batches.tables import Board
    from treecompare.saved.opening import unquoted

    store, treebank = options.from_store, options.treebank
    if options.report != "html" or not store or not treebank or options.gold or options.golds:
        raise UsageError(f"expected {PAGE.replace('treecompare ', '')}, without other files")
    if settings_of(options) != Settings():
        raise UsageError(f"{store}: its settings are those of the batch; expected no others")
    board = Board.of(store)
    if treebank not in board.treebanks:
        expected = f"expected one of {named(board.treebanks)}"
        raise UsageError(f"--treebank {treebank[:40]}: there is no such treebank; {expected}")
    preparation = board.preparations[0]
    if len(board.preparations) > 1:
        tell(f"{store}: of {named(board.preparations)} the report is under the first preparation")
    scored = board.results.get((treebank, preparation))
    for file in scored.files if scored is not None else ():
        if file.has_changed():
            tell(f"{file.path}: has changed since it was scored for {store}")
    files, settings = board.files(treebank, preparation)
    with unquoted([str(getattr(settings, name)) for name, one in SETTINGS.items() if one.is_file]):
        comparison = opened(open_files(files, settings)).comparison
    run_all(options, comparison)
    return comparison
