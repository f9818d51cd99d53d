"""Saved comparisons over different treebanks, side by side."""

from __future__ import annotations

import argparse

from treecompare.cli.printing import distances, print_results, tell
from treecompare.cli.work import run_all, status, tell_settings
from treecompare.errors import UsageError

REPORT = "sidebyside"
TITLE = "Experiments side by side"
EXPLANATION = "Saved comparisons over different treebanks, each as its own run (Kübler et al. 2008, tables 1 to 9)"


def side_by_side(options: argparse.Namespace) -> int:
    """Prints the tables of two or more comparison files; each is scored under its own settings."""
    from treecompare.analyses.sidebyside import lacking, side_by_side_tables
    from treecompare.comparison.treebank_names import named, unique_names
    from treecompare.measures import chosen
    from treecompare.saved.comparisons import open_saved
    from treecompare.scores.result import View

    given = [named(one) for one in (options.gold, *options.systems) if one]
    if len(given) < 2:
        raise UsageError(f"report {REPORT} takes two comparison files or more: a.treecompare b.treecompare")
    measures = chosen(options.measures or "e.roof.dice,la,las,uas")
    tell_settings(options, "is stored in each comparison file; it changes nothing here")
    if options.no_gold:
        tell("--no-gold is stored in each comparison file; it changes nothing here")
    found = [open_saved(path, name) for name, (_, path) in zip(unique_names(given), given, strict=True)]
    for one in found:
        for remark in (*one.remarks, *one.comparison.warnings):
            tell(f"{one.name}: {remark}")
        run_all(options, one.comparison)
    experiments = [(one.name, one.comparison) for one in found]
    tables = side_by_side_tables(experiments, measures, View(average=options.average))
    if options.measures:
        for text in lacking(experiments, measures):
            tell(text)
    print_results(distances(tables, REPORT) if options.distances else tables, options.format)
    return max(status(options, one.comparison) for one in found)
