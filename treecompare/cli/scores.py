"""Scores, ranks, significance, errors by type, and the list of measures."""

from __future__ import annotations

import argparse

from treecompare.cli.comparing import golds_and_systems, is_as_program, measures_of, scored, two_measures
from treecompare.cli.options import command
from treecompare.cli.printing import for_people, print_json, print_results, print_rows, put_out, put_page, say, tell
from treecompare.comparison.answered import RAW
from treecompare.comparison.settings import USUAL_MEASURES
from treecompare.errors import UsageError, place_of
from treecompare.registry import find


@command("score")
def _score(options: argparse.Namespace) -> int:
    """Scores of every measure, all systems.

    {input}
    --measures KEYS: all, or keys separated by commas; 't.' names a family
    --per-sentence: one row or object per sentence as well
    --draws N: random baselines: mean and range of N draws, with the seeds from 0
    {distances}
    {where}
    {format}
    """
    from treecompare.analyses import exports
    from treecompare.measures import chosen
    from treecompare.scores.result import View
    from treecompare.scores.set_notes import undefined_said

    if is_as_program(options):
        from treecompare.cli.schemes import run_program_segments

        return run_program_segments(options)
    keys = measures_of(options, "all")
    wanted = chosen(keys)
    if options.distances and options.format == "json":
        raise UsageError("--distances is for tables; expected --format table, tsv or csv with it")
    comparison = scored(options, keys)
    measures = comparison.applying(wanted) if keys == "all" else list(wanted)
    found = None
    if options.where is not None:
        from treecompare.analyses.patterns import where

        found = where(comparison, options.where)
    makes = (comparison.outcomes or comparison.baselines) and options.format in ("table", "json")
    has_bars = options.format == "table"
    made = find("systems", RAW).made_tables(comparison, options.draws, has_bars) if makes else []
    if options.format == "json":
        more = {"made": [one.as_object() for one in made]} if made else {}
        scores = exports.scores_object(comparison, measures, options.per_sentence, found)
        return put_out(options, comparison, scores | more)
    if options.format == "table":
        tables = [*made, *exports.systems_tables(comparison, measures, found=found)]
    else:
        for line in undefined_said(comparison.table, [one.key for one in measures]):
            tell(line)
        tables = [exports.long_scores_table(comparison, measures, found=found)]
    if found is not None:
        from treecompare.analyses.patterns import word_table

        tables += filter(None, [word_table(comparison, found, View())])
    if options.per_sentence:
        tables.append(exports.sentences_table(comparison, measures))
    shown = put_out(options, comparison, tables)
    if options.phenomena:
        from treecompare.analyses.suites import phenomenon_tables

        say()
        by_phenomenon = phenomenon_tables(comparison, View(keys=tuple(measure.key for measure in measures)))
        print_results(for_people(by_phenomenon, comparison, options), options.format)
    return shown


@command("rank")
def _rank(options: argparse.Namespace) -> int:
    """Sentence ranks under two measures, rank differences, Kendall tau.

    {input}
    {measures_a_b}
    --ties mean|smallest = mean: the rank that equal scores share
    --average pooled|mean = pooled: how systems are ranked (default: pooled)
    --limit N: print only the N largest differences
    --deciles: cross-table of the tenths of both rankings as well
    --where PATTERN: list only sentences in which the pattern is found, where it names no tree in gold or system, and how often
    --only NUMBERS: {only}
    --system NAME: list only the sentences of this system
    --html FILE: a page in place of tables: the parses on which A and B disagree most, drawn
    {format}
    """
    from treecompare.analyses import rank_exports
    from treecompare.measures import measure

    for key in (options.a, options.b):
        if key is not None:
            measure(key)
    comparison = scored(options)
    keys = two_measures(options, comparison)
    if options.system is not None:
        place_of(options.system, comparison.table.systems)
    listed = rank_exports.Listed(options.where or "", options.only, options.system or "")
    if options.html:
        from treecompare.analyses.rank_page import rank_page

        page = rank_page(comparison, keys, options.ties, options.average, options.limit, listed)
        return put_page(options, comparison, options.html, page)
    made = rank_exports.ranks_object if options.format == "json" else rank_exports.ranks_tables
    found = made(comparison, *keys, options.ties, options.average, options.limit, options.deciles, listed)
    return put_out(options, comparison, found)


@command("significance", usual=USUAL_MEASURES)
def _significance(options: argparse.Namespace) -> int:
    """Shuffling (approximate randomisation) and paired bootstrap.

    {input}
    --measures KEYS: all, or keys separated by commas (default: {usual})
    --average pooled|mean|both = both: default: both
    --iterations N = 10000: default: %(default)s
    --seed SEED = 0: of the random numbers (default: 0)
    {format}
    """
    from treecompare.analyses import exports
    from treecompare.measures import chosen
    from treecompare.scores.significance import significance

    measures = chosen(measures_of(options, USUAL_MEASURES))
    if len(golds_and_systems(options)[1]) < 2:
        raise UsageError("there is only one system; expected at least two to compare")
    comparison = scored(options)
    keys = [measure.key for measure in measures if comparison.table.has(measure.part)]
    averages = exports.AVERAGES if options.average == "both" else (options.average,)
    result = significance(comparison.table, keys, averages, options.iterations, options.seed)
    made = exports.significance_object if options.format == "json" else exports.significance_tables
    return put_out(options, comparison, made(comparison, result))


@command("errors", baselines="", golds="")
def _errors(options: argparse.Namespace) -> int:
    """Attachment and other errors by type, all systems side by side.

    {input}
    --by type|kind|sites|height|length|depth|phenomenon = type: how to group the errors: by type, what is wrong, from where to
        where, too high or too low, sentence length, depth or phenomenon (default: type)
    --type KEYS: only these types, separated by commas: PP,clause,coordination,label,…
    --baseline NAME: the system that the others are tested against (default: the first)
    --per-sentence: list the errors one by one as well
    --iterations N = 10000: of the tests (default: %(default)s)
    --seed SEED = 0: of the random numbers (default: 0)
    {format}
    """
    from treecompare.analyses import errors

    comparison = scored(options)
    types = errors.chosen_types(comparison, options.type)
    baseline = 0 if options.baseline is None else place_of(options.baseline, comparison.table.systems)
    if options.format == "json":
        asked = baseline, options.per_sentence, types if options.type else (), options.iterations, options.seed
        return put_out(options, comparison, errors.errors_object(comparison, *asked))
    counted = errors.CountedErrors(comparison)
    if options.by == "kind" and not options.type:
        types = comparison.error_kinds
    if options.by not in ("type", "kind"):
        one_table = {
            "height": errors.height_table, "length": errors.length_table, "depth": errors.depth_table,
            "phenomenon": errors.phenomenon_table,
        }  # fmt: skip
        tables = errors.site_tables(counted) if options.by == "sites" else [one_table[options.by](counted)]
    elif options.format == "table":
        title = "What is wrong" if options.by == "kind" else "Errors by type"
        tables = errors.type_tables(counted, types, title, baseline, options.iterations, options.seed)
    else:
        tables = [errors.long_error_table(counted, types, baseline, options.iterations, options.seed)]
    if options.per_sentence:
        tables.append(errors.listed_errors(counted, types if options.type else ()))
    return put_out(options, comparison, tables, are_of_errors=True)


@command("measures")
def _measures(options: argparse.Namespace) -> int:
    """The list of measures: key, title, paper.

    {format}
    """
    from treecompare.measures import ALL_MEASURES

    keys = ["key", "title", "paper", "explanation"]
    if options.format == "json":
        print_json([{key: getattr(one, key) for key in keys} for one in ALL_MEASURES])
    else:
        print_rows([[keys[:3], *([getattr(one, key) for key in keys[:3]] for one in ALL_MEASURES)]], options.format)
    return 0
