"""Patterns in treebanks, and in a gold with its systems."""

from __future__ import annotations

import argparse

from treecompare.cli.options import command, settings_of
from treecompare.cli.printing import print_results, tell
from treecompare.cli.work import read_named, tell_problems, tell_turning, told_parameters
from treecompare.errors import UsageError


@command("search")
def _search(options: argparse.Namespace) -> int:
    """Nodes that a pattern finds, in treebanks or joined over a gold and its systems.

    pattern PATTERN?: such as 'NP < (PP << of)', with --gold 'gold: PP=x > NP  system: x > VP  count by x, mother of x'
    treebanks TREEBANK*: FILE or NAME=FILE; with --gold the systems
    --corpussearch CORPUSSEARCH: {hidden}
    --gold GOLD: the gold, for patterns that join it with systems
    {from}
    --params PARAMS: preparation of the trees (default: none; with --gold standard, as everywhere in a comparison)
    --preterminals
    --as-dependencies
    --count: print only how many nodes and sentences match
    {max_bytes}
    {format}
    """
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
