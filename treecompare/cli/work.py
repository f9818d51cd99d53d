"""What most commands do first: read the files and score them."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from treecompare.comparison.comparison import Comparison
    from treecompare.readers import Treebank


def read_comparison(options: argparse.Namespace) -> Comparison:
    """Reads the files; warnings go to standard error."""
    from treecompare.comparison.comparison import Comparison
    from treecompare.comparison.judgements import read_judgements
    from treecompare.comparison.settings import Settings
    from treecompare.readers import read

    treebanks = [read(options.gold, options.source), *(read_named(one, options.source) for one in options.systems)]
    settings = Settings(
        params=options.params,
        preterminals=options.preterminals,
        missing=options.missing,
        max_length=options.max_length,
        tree_costs=options.tree_costs,
        functions=options.functions,
        label_costs=options.label_costs,
    )
    comparison = Comparison(treebanks[0], treebanks[1:], settings)
    if options.phenomena:
        comparison.judgements = read_judgements(options.phenomena, comparison.ids)
    for warning in comparison.warnings:
        print(f"treecompare: {warning}", file=sys.stderr)
    return comparison


def read_named(argument: str, source: str | None) -> Treebank:
    """Reads FILE or NAME=FILE."""
    from treecompare.readers import read

    name, given, path = argument.partition("=")
    if not given or Path(argument).exists():
        return read(argument, source)
    return read(path, source, name)


def scored(options: argparse.Namespace) -> Comparison:
    """Reads and scores."""
    comparison = read_comparison(options)
    run_all(options, comparison)
    return comparison


def run_all(options: argparse.Namespace, comparison: Comparison) -> None:
    """Scores; progress goes to standard error where that is a terminal."""
    from treecompare.comparison.run import run

    show = sys.stderr.isatty()
    shown = 0.0
    for progress in run(comparison, options.jobs):
        if show and time.monotonic() - shown > 0.1:
            shown = time.monotonic()
            print(f"\r{progress.done} of {progress.total} sentences", end="", file=sys.stderr, flush=True)
    if show:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    for system, name in enumerate(comparison.table.systems):
        for reason, number in comparison.table.reasons(system).items():
            print(f"treecompare: {name}: {number} not scored: {reason}", file=sys.stderr)


def status(options: argparse.Namespace, comparison: Comparison) -> int:
    """The exit status: 1 under ``--strict`` if any sentence is not scored."""
    from treecompare.comparison.table import SCORED

    return int(options.strict and bool((comparison.table.statuses != SCORED).any()))
