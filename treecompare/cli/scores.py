"""Scores, ranks, significance, errors by type, and the list of measures."""

from __future__ import annotations

import argparse

from treecompare.cli.comparing import (
    for_people,
    golds_and_systems,
    is_as_program,
    measures_of,
    scored,
    status,
    two_measures,
)
from treecompare.cli.options import command
from treecompare.cli.printing import print_json, print_plain, print_results, print_rows, say, tell
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
        print_json(exports.scores_object(comparison, measures, options.per_sentence, found) | more)
        return status(options, comparison)
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
    print_plain(for_people(tables, comparison, options), options.format)
    if options.phenomena:
        from treecompare.analyses.suites import phenomenon_tables

        say()
        by_phenomenon = phenomenon_tables(comparison, View(keys=tuple(measure.key for measure in measures)))
        print_results(for_people(by_phenomenon, comparison, options), options.format)
    return status(options, comparison)


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
        from treecompare.pages.html import as_html
        from treecompare.writing import write_file

        page = rank_page(comparison, keys, options.ties, options.average, options.limit, listed)
        write_file(options.html, as_html(page))
        return status(options, comparison)
    how = (*keys, options.ties, options.average, options.limit, options.deciles, listed)
    if options.format == "json":
        print_json(rank_exports.ranks_object(comparison, *how))
    else:
        print_plain(for_people(rank_exports.ranks_tables(comparison, *how), comparison, options), options.format)
    return status(options, comparison)


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
    if options.format == "json":
        print_json(exports.significance_object(comparison, result))
    else:
        print_plain(for_people(exports.significance_tables(comparison, result), comparison, options), options.format)
    return status(options, comparison)


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
        asked = types if options.type else ()
        print_json(
            errors.errors_object(comparison, baseline, options.per_sentence, asked, options.iterations, options.seed)
        )
        return status(options, comparison)
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
    tables = for_people(tables, comparison, options, are_of_errors=True)
    (print_results if options.format == "table" else print_plain)(tables, options.format)
    return status(options, comparison)


@command("measures")
def _measures(options: argparse.Namespace) -> int:
    """The list of measures: key, title, paper.

    {format}
    """
    from treecompare.measures import ALL_MEASURES

    if options.format == "json":
        print_json(
            [
                {"key": one.key, "title": one.title, "paper": one.paper, "explanation": one.explanation}
                for one in ALL_MEASURES
            ]
        )
    else:
        rows = [["key", "title", "paper"], *([measure.key, measure.title, measure.paper] for measure in ALL_MEASURES)]
        print_rows([rows], options.format)
    return 0
