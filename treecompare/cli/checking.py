"""Places where the gold looks wrong."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from treecompare.cli.options import add_format, add_input, natural
from treecompare.cli.printing import print_results, tell
from treecompare.cli.work import read_named, scored, status, tell_problems, tell_settings


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Adds the commands of this module."""
    check = command("check", _check, "places where the gold looks wrong: all systems agree otherwise, or it varies")
    add_input(check, several=True, baselines=False)
    check.add_argument("--most", type=natural, metavar="N", help="rows of each table (default: 1,000)")
    add_format(check)


def _check(options: argparse.Namespace) -> int:
    from treecompare.analyses.agreed_otherwise import agreed_tables
    from treecompare.analyses.variation import MOST, variation_of
    from treecompare.errors import UsageError

    most = options.most or MOST
    if options.no_gold:
        raise UsageError("check looks for faults of a gold; expected a gold, without --no-gold")
    if options.systems:
        comparison = scored(options)
        tables = agreed_tables(comparison, most) + variation_of(comparison.gold, comparison.ids, most)
        print_results(tables, options.format)
        return status(options, comparison)
    tell_settings(options, "is for comparing systems; it changes nothing here")
    gold = read_named(options.gold, options.source)
    tell_problems(gold)
    for warning in gold.warnings:
        tell(f"{gold.name}: {warning}")
    print_results(variation_of(gold, gold.sentence_names, most), options.format)
    return 0
