"""Patterns in treebanks, and in a gold with its systems."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

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
    search.add_argument(
        "--corpussearch", action="append", default=[], metavar="FILE.q",
        help="a query of CorpusSearch in place of the pattern, by that program's rules; may be repeated",
    )  # fmt: skip
    search.add_argument("--tables", metavar="FOLDER", help="with --corpussearch: write counts.tsv and hits.tsv")
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
        return _search_corpussearch(options)
    if options.pattern is None or not options.treebanks:
        raise UsageError("nothing to search; expected a pattern and at least one treebank")
    if options.tables:
        raise UsageError("--tables is for --corpussearch FILE.q; a pattern's hits are printed")
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


def _search_corpussearch(options: argparse.Namespace) -> int:
    from treecompare.comparison.treebank_names import named
    from treecompare.queries.language import read_query
    from treecompare.queries.search import count_table, hit_table, search_file
    from treecompare.scores.tables import write_tables

    files = [*([options.pattern] if options.pattern is not None else []), *options.treebanks]
    if not files:
        raise UsageError("nothing to search; expected at least one treebank")
    if options.gold is not None or options.params:
        raise UsageError(
            "--gold and --params are for patterns; a query of CorpusSearch is asked of brackets as they are"
        )
    queries = [read_query(path, Path(path).name.removesuffix(".q")) for path in options.corpussearch]
    for query in queries:
        if query.is_blind:
            tell(
                f"{query.name}: node: {query.node.text} is ignored, so nothing can be found; ignore_nodes: changes what is ignored"
            )
    found = []
    for file in files:
        _, path = named(file)
        found += search_file(path, queries, tell)
        for problem in found[-1].problems:
            tell(f"{path}: bracket {problem.index + 1} {problem.said}")
        for warning in found[-1].warnings:
            tell(f"{path}: {warning}")
    ordered = [one for query in queries for one in found if one.query is query]
    print_results([count_table(ordered), *([] if options.count else [hit_table(ordered)])], options.format)
    if options.tables:
        several = len(queries) > 1
        tables = {"counts": count_table(ordered)}
        for query in queries:
            name = f"{query.name}.hits" if several else "hits"
            tables[name] = hit_table([one for one in ordered if one.query is query])
        write_tables(tables, options.tables)
    return 0


def _search_joined(options: argparse.Namespace) -> int:
    from treecompare.analyses.patterns import check_pattern, count_table, hit_tables, where
    from treecompare.comparison.files import Files, open_files, opened
    from treecompare.comparison.settings import Settings
    from treecompare.comparison.treebank_names import named

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
