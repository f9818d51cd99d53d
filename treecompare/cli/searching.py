"""Patterns in treebanks, and in a gold with its systems."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from treecompare.cli.options import add_format, add_max_bytes, add_settings, settings_of
from treecompare.cli.printing import print_results, tell
from treecompare.cli.work import read_named, tell_problems, tell_turning, told_parameters
from treecompare.errors import UsageError


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Adds the commands of this module."""
    search = command(
        "search", _search, "nodes that a pattern finds, in treebanks or joined over a gold and its systems"
    )
    search.add_argument(
        "pattern", metavar="PATTERN", nargs="?",
        help="such as 'NP < (PP << of)', with --gold 'gold: PP=x > NP  system: x > VP  count by x, mother of x'",
    )  # fmt: skip
    search.add_argument("treebanks", nargs="*", metavar="TREEBANK", help="FILE or NAME=FILE; with --gold the systems")
    search.add_argument("--corpussearch", help=argparse.SUPPRESS)  # what 0.2 had
    search.add_argument("--gold", metavar="GOLD", help="the gold, for patterns that join it with systems")
    search.add_argument(
        "--from", dest="source", metavar="FORMAT", help="format of the files; otherwise recognised by content"
    )
    search.add_argument(
        "--params", help="preparation of the trees (default: none; with --gold standard, as everywhere in a comparison)"
    )
    add_settings(search, "preterminals", "as_dependencies")
    search.add_argument("--count", action="store_true", help="print only how many nodes and sentences match")
    add_max_bytes(search)
    add_format(search)


def _search(options: argparse.Namespace) -> int:
    if options.corpussearch:
        from treecompare.comparison.judgements import GONE

        raise UsageError(f"--corpussearch: {options.corpussearch} is {GONE}")
    if options.pattern is None or not options.treebanks:
        raise UsageError("nothing to search; expected a pattern and at least one treebank")
    if options.gold is not None:
        return _search_joined(options)
    from treecompare.analyses.searching import count_table, match_table
    from treecompare.comparison.settings import PRETERMINALS
    from treecompare.trees.joined_patterns import compile_joined

    params, preterminals = told_parameters(options.params or "none"), PRETERMINALS[options.preterminals]
    treebanks = [read_named(path, options.source) for path in options.treebanks]
    kinds = [one.kind for one in treebanks]
    other = next((place for place, kind in enumerate(kinds) if kind != kinds[0]), None)
    if other is not None:
        held = f"{treebanks[0].path} holds {kinds[0]}, {treebanks[other].path} {kinds[other]}"
        raise UsageError(f"{held}; a pattern is for one kind of treebank")
    pattern = compile_joined(options.pattern, kinds[0])
    tell_turning(options.pattern, kinds[0])
    for treebank in treebanks:
        tell_problems(treebank)
    table = (count_table if options.count or pattern.count_by else match_table)(
        treebanks, pattern, params, preterminals
    )
    print_results([table], options.format)
    return 0


def _search_joined(options: argparse.Namespace) -> int:
    from treecompare.analyses.patterns import check_pattern, count_table, hit_tables, where
    from treecompare.comparison.answered import named
    from treecompare.comparison.files import Files, open_files, opened
    from treecompare.comparison.settings import Settings

    settings = settings_of(options, params=options.params or Settings.params)
    files = Files(options.gold, tuple(map(named, options.treebanks)))
    found = opened(open_files(files, settings, source=options.source))
    for treebank in found.treebanks.values():
        tell_problems(treebank)
    comparison = found.comparison
    for warning in comparison.warnings:
        tell(warning)
    check_pattern(comparison, options.pattern)
    tell_turning(options.pattern, comparison.pattern_kind)
    result = where(comparison, options.pattern)
    is_counted = options.count or result.pattern.count_by
    tables = [count_table(comparison, result)] if is_counted else hit_tables(comparison, result)
    print_results(tables, options.format)
    return 0
