"""Tables and plots of a scored comparison, and statistics of treebanks."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from treecompare.cli.comparing import (
    golds_and_systems,
    is_as_program,
    measures_of,
    read_compared,
    read_named,
    row_of,
    run_all,
    scored,
    two_measures,
)
from treecompare.cli.options import command
from treecompare.cli.printing import (
    print_results,
    print_rows,
    put_page,
    status,
    tell,
    tell_about,
    tell_settings,
    told_parameters,
)
from treecompare.cli.schemes import run_program_segments
from treecompare.comparison.judgements import Questions
from treecompare.comparison.settings import PRETERMINALS, REPORT_MEASURES, check_separator
from treecompare.errors import UsageError, place_of
from treecompare.registry import is_here, need

if TYPE_CHECKING:
    from treecompare.scores.result import ResultTable
    from treecompare.scores.table import Average

SIDE_BY_SIDE, PAGE = "sidebyside", "html"
BESIDE_ANALYSES = [
    [
        SIDE_BY_SIDE,
        "Experiments side by side",
        "Saved comparisons over different treebanks, each as its own run (Kübler et al. 2008, tables 1 to 9)",
    ],
    [PAGE, "Report", "One page of HTML to send: systems, ranks, intervals, errors, telling sentences drawn, methods"],
]
"""Reports that are no analyses of one comparison: what is typed, the title, and what it shows."""


def side_by_side(options: argparse.Namespace) -> int:
    """Prints the tables of two or more comparison files; each is scored under its own settings."""
    from treecompare.analyses.sidebyside import lacking, side_by_side_tables
    from treecompare.comparison.answered import named, unique_names
    from treecompare.measures import chosen
    from treecompare.saved.opening import open_saved
    from treecompare.scores.result import View

    given = [named(one) for files in golds_and_systems(options) for one in files]
    if len(given) < 2:
        raise UsageError(f"report {SIDE_BY_SIDE} takes two comparison files or more: a.treecompare b.treecompare")
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
    print_results(distances(tables, SIDE_BY_SIDE) if options.distances else tables, options.format)
    return max(status(options, one.comparison) for one in found)


def distances(tables: list[ResultTable], report: str) -> list[ResultTable]:
    """The tables with 1 − score for scores. Raises UsageError: none of them has scores."""
    from treecompare.scores.result import as_distances, has_scores

    if not any(map(has_scores, tables)):
        raise UsageError(f"--distances changes nothing in report {report}, which has no columns of scores")
    return list(map(as_distances, tables))


OF_EXTRAS = {
    key: text if is_here(extra) else argparse.SUPPRESS
    for key, extra, text in (
        ("queries", "trust", "trust: a name, a tab and a pattern on each line; may be given again"),
        ("from_store", ".batch", "html: in place of files, those of a batch, under its settings"),
        ("treebank", ".batch", "with --from-store: the treebank, with all its systems"),
    )
}
"""What options say that ask an extra, where that is installed."""


@command("report", optional="?", usual=REPORT_MEASURES, **OF_EXTRAS)
def _report(options: argparse.Namespace) -> int:
    """Tables that the window shows: rankings, labels, deciles, phenomena and more.

    report REPORT: rankings, concordance, deciles, labels, …: 'list' lists them
    {input}
    --system NAME: for reports on one system (default: the first)
    {measures_a_b}
    --measures KEYS: further measures (default: {usual})
    --average pooled|mean = pooled: default: pooled
    --variant KEY = la: variant of Leaf-Ancestor (default: la)
    --sentence N: lineages: number of the sentence, from 1 (default: all)
    --queries FILE*: {queries}
    --output FILE: html: the file that is written
    --from-store RESULTS.batch: {from_store}
    --treebank NAME: {treebank}
    {distances}
    {where}
    {format}
    """
    from treecompare.analyses.catalogue import ANALYSES, View, analysis
    from treecompare.measures import chosen, measure

    if options.report == "list":
        listed = [[entry.key, entry.title, entry.explanation] for entry in ANALYSES]
        rows = [["report", "title", "what it shows"], *listed, *BESIDE_ANALYSES]
        print_rows([rows], "tsv" if options.format == "json" else options.format)
        return 0
    if options.report == SIDE_BY_SIDE:
        return side_by_side(options)
    if (options.report == PAGE) != (options.output is not None):
        raise UsageError("report html writes a file: --output FILE goes with it, and with no other report")
    follows = analysis(options.report).follows if options.report != PAGE else frozenset({"measures", "average"})
    for option, name in (("where", "pattern"), ("sentence", "sentence"), ("queries", "queries")):
        if getattr(options, option) not in (None, []) and name not in follows:
            reports = " or ".join(entry.key for entry in ANALYSES if name in entry.follows)
            raise UsageError(f"--{option} changes nothing in report {options.report}; it is for report {reports}")
    golds, systems = golds_and_systems(options)
    keys = tuple(measure.key for measure in chosen(measures_of(options, REPORT_MEASURES)))
    for key in (options.a, options.b, options.variant):
        if key is not None:
            measure(key)
    if options.report == "scenarios" and is_as_program(options):
        return run_program_segments(options)
    if options.from_store or options.treebank:
        comparison = need("readers", ".batch")(options)
    elif not (golds and (systems or options.made_baselines)):
        raise UsageError("nothing to compare; expected a gold treebank and at least one system")
    else:
        comparison = scored(options)
    if options.queries:
        comparison.questions = Questions(tuple(options.queries))
    system = 0 if options.system is None else place_of(options.system, comparison.table.systems)
    applying = tuple(key for key in keys if comparison.table.has(measure(key).part))
    sentence = -1 if options.sentence is None else row_of(options.sentence, comparison)
    asked = system, *two_measures(options, comparison), options.average, applying, options.variant
    view = View(*asked, pattern=options.where or "", sentence=sentence)
    if options.report == PAGE:
        from treecompare.analyses.report_page import report_page

        return put_page(options, comparison, options.output, report_page(comparison, view))
    entry = analysis(options.report, comparison.kind)
    tables = entry.for_scripts(comparison) if entry.for_scripts and options.format in ("tsv", "csv") else []
    tables = tables or entry.tables(comparison, view)
    if options.distances:
        tables = distances(tables, options.report)
    print_results(tables, options.format)
    return status(options, comparison)


@command("stats")
def _stats(options: argparse.Namespace) -> int:
    """Treebank statistics (Kübler et al. 2008, table 1).

    treebanks TREEBANK+: FILE or NAME=FILE
    {from}
    --params = none
    --preterminals
    --function-separator TEXT: separator before functions in labels, like : in NX:ON (default: - or :, whichever splits more
        labels)
    --per-sentence: dependencies: crossing branches and depth of each sentence as well
    {max_bytes}
    {format}
    """
    from treecompare.analyses.statistics import dependency_statistics_tables, sentence_table, statistics_table
    from treecompare.readers import DependencyTreebank, Treebank, of_kind
    from treecompare.trees.preparation import about_leaves

    if options.function_separator is not None:
        check_separator(options.function_separator)
    params = told_parameters(options.params)
    preterminals = PRETERMINALS[options.preterminals]
    treebanks = [read_named(path, options.source) for path in options.treebanks]
    for treebank in treebanks:
        tell_about(treebank)
        for guessed in about_leaves(treebank.trees, preterminals) if isinstance(treebank, Treebank) else ():
            tell(f"{treebank.name}: {guessed}")
    trees = of_kind(treebanks, Treebank)
    words = of_kind(treebanks, DependencyTreebank)
    if options.function_separator and not trees:
        tell("--function-separator is for constituents; it changes nothing here")
    if options.per_sentence and trees:
        raise UsageError(f"{trees[0].path} holds constituents; --per-sentence is for dependencies")
    tables = [statistics_table(trees, params, preterminals, options.function_separator)] if trees else []
    tables += dependency_statistics_tables(words) if words else []
    tables += [sentence_table(treebank) for treebank in words if options.per_sentence]
    print_results(tables, options.format)
    return 0


@command("plot", {"preset": str})
def _plot(options: argparse.Namespace) -> int:
    """Scores as a picture: SVG, PDF or PNG.

    {input}
    --kind scatter|systems|histogram|length|pair: sentences under A and B, systems under measures, how often a score occurs,
        scores by sentence length, sentences of two systems under A (default: scatter, with --measures systems, with --preset as
        in the paper)
    --preset N: as in that figure of Emms 2008: 3 to 6 systems, 7 and 8 sentences of a system
    {measures_a_b}
    --measures KEYS: for systems: keys separated by commas, instead of --a and --b
    --average pooled|mean|both = pooled: default: pooled
    --system NAME: the system of a scatter or pair (default: the first); histogram, length: only this one
    --against NAME: pair: the other system (default: the first other one)
    --output FILE!: its ending gives the format: .svg, .pdf or .png
    """
    from treecompare.drawing.figures import check_path, save
    from treecompare.measures import chosen
    from treecompare.scores.plotting import PRESETS, Choice, figure_for, plot
    from treecompare.scores.ranks import beside

    check_path(options.output)
    of_preset = PRESETS[options.preset].kind if options.preset in PRESETS else ""
    kind = options.kind or of_preset or ("systems" if options.measures else "scatter")
    if kind != "systems" and options.measures:
        raise UsageError("--measures is for plots of systems; expected --kind systems with it")
    if options.against and kind != "pair":
        raise UsageError("--against is for plots of two systems; expected --kind pair with it")
    Choice(kind, preset=options.preset)  # says whether they go together before anything is read
    comparison = read_compared(options)
    names = comparison.table.systems
    system = place_of(options.system, names) if options.system else 0
    other = place_of(options.against, names) if options.against else beside(comparison.table, system, 0)
    if kind == "pair" and other in (None, system):
        raise UsageError("--kind pair needs two different systems; expected another one after --against")
    keys = tuple(measure.key for measure in chosen(options.measures)) if options.measures else ()
    averages: tuple[Average, ...] = ("pooled", "mean") if options.average == "both" else (options.average,)
    a, b = two_measures(options, comparison)
    choice = Choice(kind, system, a, b, keys, averages, options.preset, bool(options.system), other=other or 0)
    choice.measures()  # says what is wrong with them before anything is scored
    run_all(options, comparison)
    called = comparison.names(system if choice.is_of_one else None)
    save(figure_for(plot(comparison.table, replace(choice, called=called))), options.output)
    return status(options, comparison)
