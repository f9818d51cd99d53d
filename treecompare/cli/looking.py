"""Treebanks looked into: patterns, function trees (shown, generalised, unified, subsumed), and where a gold looks wrong."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING

from treecompare.cli.comparing import read_named, scored
from treecompare.cli.options import command, function_names, settings_of
from treecompare.cli.printing import (
    print_json,
    print_results,
    print_rows,
    say,
    status,
    tell,
    tell_about,
    tell_problems,
    tell_settings,
    told_parameters,
)
from treecompare.errors import UsageError

if TYPE_CHECKING:
    from treecompare.comparison.schemes.function_operations import Result


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
    from treecompare.trees.joined_patterns import about_turning, compile_joined

    params, preterminals = told_parameters(options.params or "none"), PRETERMINALS[options.preterminals]
    treebanks = [read_named(path, options.source) for path in options.treebanks]
    kinds = [one.kind for one in treebanks]
    other = next((place for place, kind in enumerate(kinds) if kind != kinds[0]), None)
    if other is not None:
        held = f"{treebanks[0].path} holds {kinds[0]}, {treebanks[other].path} {kinds[other]}"
        raise UsageError(f"{held}; a pattern is for one kind of treebank")
    pattern = compile_joined(options.pattern, kinds[0])
    tell(about_turning(options.pattern, kinds[0]))
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
    from treecompare.trees.joined_patterns import about_turning

    settings = settings_of(options, params=options.params or Settings.params)
    files = Files(options.gold, tuple(map(named, options.treebanks)))
    found = opened(open_files(files, settings, source=options.source))
    for treebank in found.treebanks.values():
        tell_problems(treebank)
    comparison = found.comparison
    for warning in comparison.warnings:
        tell(warning)
    check_pattern(comparison, options.pattern)
    tell(about_turning(options.pattern, comparison.pattern_kind))
    result = where(comparison, options.pattern)
    is_counted = options.count or result.pattern.count_by
    tables = [count_table(comparison, result)] if is_counted else hit_tables(comparison, result)
    print_results(tables, options.format)
    return 0


@command("functions")
def _functions(options: argparse.Namespace) -> int:
    """Function trees of treebanks: one alone, or what several say together.

    treebanks FILE+: FILE or NAME=FILE, dependencies or brackets
    --operation OPERATION = show: show; generalise (what all share), unify (what any of them has), tl-unify (the first with the
        labels of the others), subsumes (is each contained in each other?) (default: show)
    --profile PROFILE = 2012: 2012: all labels of a span; 2011: one, heads are * (default: 2012)
    --zero-cost FILE: with --profile 2011: table 'label label' of those that count as the same
    --sentence N: only this one
    {from}
    --nonprojective
    --relations
    {function_names}
    --strict: exit with status 1 if any sentence has no result
    {max_bytes}
    --format text|json = text: default: text, one tree per line
    """
    from treecompare.comparison.schemes.files import SchemeSettings, read_zero_costs
    from treecompare.comparison.schemes.function_operations import FunctionFiles, as_object

    zero_cost = read_zero_costs(options.zero_cost) if options.zero_cost else ()
    treebanks = [read_named(path, options.source) for path in options.treebanks]
    settings = SchemeSettings(
        nonprojective=options.nonprojective, relations=options.relations, zero_cost=zero_cost,
        functions=function_names(options.functions, [one.name for one in treebanks]),
    )  # fmt: skip
    files = FunctionFiles(treebanks, settings, options.profile)
    if options.sentence is not None and options.sentence > files.sentences:
        raise UsageError(f"there is no sentence {options.sentence}; expected a number from 1 to {files.sentences}")
    sentences = range(files.sentences) if options.sentence is None else [options.sentence - 1]
    results = list(files.results(options.operation, sentences))
    for file in files.files:
        if lifted := file.lifted(sentences):
            tell(f"{file.name}: {lifted}")
    failed = [result for result in results if result.reason]
    for each in failed:
        tell(f"sentence {each.sentence + 1}: {each.reason}")
    if failed:
        tell(f"{len(failed)} of {len(results)} without a result")
    names = [file.name for file in files.files]
    if options.format == "json":
        print_json(
            {
                "operation": options.operation,
                "files": names,
                "results": [as_object(result, files) for result in results],
            }
        )
    elif options.operation == "subsumes":
        print_rows([_answers(results, names)], "table")
    else:
        _print_trees(results, names)
    return int(options.strict and bool(failed))


def _print_trees(results: list[Result], names: list[str]) -> None:
    from treecompare.comparison.schemes.function_operations import as_brackets

    shown = None
    for result in results:
        if len(names) > 1 and result.file is not None and result.file != shown:
            shown = result.file
            say(f"# {names[shown[0]]}")
        say(as_brackets(result))


def _answers(results: list[Result], names: list[str]) -> list[list[str]]:
    """A row per sentence, a column per pair of files; below, in how many sentences the answer is yes."""
    pairs = list(dict.fromkeys(result.file for result in results if result.file is not None))
    rows = [["sentence", *(f"{names[one]} subsumes {names[other]}" for one, other in pairs)]]
    answers = {(result.sentence, result.file): result.answer for result in results}
    shown = {True: "yes", False: "no", None: "–"}
    for sentence in dict.fromkeys(result.sentence for result in results):
        rows.append([str(sentence + 1), *(shown[answers[sentence, pair]] for pair in pairs)])
    count = Counter(result.file for result in results if result.answer)
    return [*rows, ["yes in all", *(str(count[pair]) for pair in pairs)]]


@command("check", baselines="", golds="")
def _check(options: argparse.Namespace) -> int:
    """Places where the gold looks wrong: all systems agree on something else, or the gold contradicts itself.

    {input}
    --most N: rows of each table (default: 1,000)
    {format}
    """
    from treecompare.analyses.variation import MOST, agreed_tables, variation_of

    most = options.most or MOST
    if options.no_gold:
        raise UsageError("check looks for faults of a gold; expected a gold, without --no-gold")
    if options.systems:
        comparison = scored(options)
        tables = agreed_tables(comparison, most) + variation_of(comparison.gold, most)
        print_results(tables, options.format)
        return status(options, comparison)
    tell_settings(options, "is for comparing systems; it changes nothing here")
    gold = read_named(options.gold, options.source)
    tell_about(gold)
    print_results(variation_of(gold, most), options.format)
    return 0
