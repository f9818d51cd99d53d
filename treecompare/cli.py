"""The command line: prints and exits; nothing else does."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treecompare import __version__
from treecompare.errors import TreecompareError, UsageError

if TYPE_CHECKING:
    from treecompare.analyses.result import ResultTable
    from treecompare.comparison.comparison import Comparison
    from treecompare.readers import Treebank

INTERRUPTED = 130


def open_arguments(arguments: list[str]) -> tuple[str | None, list[str]]:
    """What ``treecompare open`` was asked to open: the gold file (or None), and the systems."""
    options = _parser().parse_args(["open", *arguments])
    return options.gold, options.systems


def run_command(arguments: list[str]) -> int:
    """Runs one command; returns the exit status: 0 done, 1 skipped sentences under ``--strict``, 2 unusable input or options."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.command(options)
        sys.stdout.flush()
        return status
    except TreecompareError as error:
        print(f"treecompare: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("treecompare: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # the reader of our output (head, less) has gone: not an error; keep Python from writing to the closed pipe at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE


# -- options -------------------------------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        print(f"treecompare: {message}; 'treecompare --help' shows the commands", file=sys.stderr)
        raise SystemExit(2)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="treecompare",
        description="Compare syntactically annotated sentences. Without a command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"treecompare {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Parser)

    def command(name: str, run: Any, text: str, **more: Any) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", **more)
        sub.set_defaults(command=run)
        return sub

    opened = command("open", None, "open the window on files")
    opened.add_argument("--gold", metavar="GOLD")
    opened.add_argument("systems", nargs="*", metavar="SYSTEM")
    command("demo", None, "open the window on the shipped sample comparison")

    score = command("score", _score, "scores of every measure, all systems")
    _add_input(score, several=True)
    score.add_argument(
        "--measures", default="all", metavar="KEYS", help="all, or keys separated by commas; 't.' names a family"
    )
    score.add_argument("--per-sentence", action="store_true", help="one row or object per sentence as well")
    _add_format(score)

    rank = command("rank", _rank, "sentence ranks under two measures, rank differences, Kendall tau")
    _add_input(rank, several=True)
    rank.add_argument("--a", default="e.whole.dice", metavar="KEY", help="first measure (default: %(default)s)")
    rank.add_argument("--b", default="t.whole.dice", metavar="KEY", help="second measure (default: %(default)s)")
    rank.add_argument("--ties", choices=("mean", "smallest"), default="mean", help="the rank that equal scores share")
    rank.add_argument(
        "--average", choices=("pooled", "mean"), default="pooled", help="how systems are ranked (default: pooled)"
    )
    rank.add_argument("--limit", type=_natural, metavar="N", help="print only the N largest differences")
    rank.add_argument("--deciles", action="store_true", help="cross-table of the tenths of both rankings as well")
    _add_format(rank)

    significance = command("significance", _significance, "shuffling (approximate randomisation) and paired bootstrap")
    _add_input(significance, several=True)
    significance.add_argument(
        "--measures", default="e.roof.dice,e.whole.dice,t.whole.dice,t.whole.jaccard,la", metavar="KEYS",
        help="all, or keys separated by commas (default: %(default)s)",
    )  # fmt: skip
    significance.add_argument("--average", choices=("pooled", "mean", "both"), default="both", help="default: both")
    significance.add_argument("--iterations", type=_natural, default=10_000, metavar="N", help="default: %(default)s")
    significance.add_argument("--seed", type=int, default=0, help="of the random numbers (default: 0)")
    _add_format(significance)

    report = command("report", _report, "tables that the window shows: rankings, labels, deciles, phenomena and more")
    report.add_argument("report", metavar="REPORT", help="rankings, agreement, deciles, labels, …: 'list' lists them")
    _add_input(report, several=True, optional=True)
    report.add_argument("--system", metavar="NAME", help="for reports on one system (default: the first)")
    report.add_argument("--a", default="e.whole.dice", metavar="KEY", help="measure A (default: %(default)s)")
    report.add_argument("--b", default="t.whole.dice", metavar="KEY", help="measure B (default: %(default)s)")
    report.add_argument(
        "--measures", default="geig-labelled,la", metavar="KEYS", help="further measures (default: %(default)s)"
    )
    report.add_argument("--average", choices=("pooled", "mean"), default="pooled", help="default: pooled")
    report.add_argument("--variant", default="la", metavar="KEY", help="variant of Leaf-Ancestor (default: la)")
    _add_format(report)

    stats = command("stats", _stats, "treebank statistics (Kübler et al. 2008, table 1)")
    stats.add_argument("treebanks", nargs="+", metavar="TREEBANK", help="FILE or NAME=FILE")
    stats.add_argument(
        "--from", dest="source", metavar="FORMAT", help="format of the files; else recognised by content"
    )
    stats.add_argument("--params", default="none", help="preparation before counting (default: none)")
    stats.add_argument(
        "--preterminals", choices=("auto", "yes", "no"), default="auto", help="is a node over one word a tag?"
    )
    _add_format(stats)

    align = command("align", _align, "one pair of trees with their mapping, drawn")
    _add_input(align, several=False)
    align.add_argument("--sentence", type=_natural, required=True, metavar="N", help="number of the sentence, from 1")
    align.add_argument(
        "--mapping", choices=("T", "E"), default="T", help="tree distance or same label and span (default: T)"
    )
    align.add_argument(
        "--part", choices=("whole", "roof"), default="whole", help="with or without tags (default: whole)"
    )
    align.add_argument("--unlabelled", action="store_true", help="labels count as equal")
    align.add_argument("--layout", choices=("mirrored", "side-by-side"), default="mirrored", help="of pictures")
    align.add_argument("--whole-trees", action="store_true", help="draw identical parts too, instead of dots")
    align.add_argument("--format", choices=("text", "svg", "json"), default="text")
    align.add_argument("--output", metavar="FILE", help="write to a file instead of standard output")

    plot = command("plot", _plot, "scores as a picture: SVG, PDF or PNG")
    _add_input(plot, several=True)
    plot.add_argument(
        "--kind", choices=("scatter", "systems", "histogram", "length"),
        help="sentences under A and B, systems under measures, how often a score occurs, scores by sentence length "
        "(default: scatter, with --preset or --measures systems)",
    )  # fmt: skip
    plot.add_argument("--preset", choices=("3", "4", "5", "6"), help="systems as in that figure of Emms 2008")
    plot.add_argument(
        "--a", default="e.whole.dice", metavar="KEY", help="measure; of a scatter the one across (default: %(default)s)"
    )
    plot.add_argument("--b", default="t.whole.dice", metavar="KEY", help="second measure (default: %(default)s)")
    plot.add_argument(
        "--measures", metavar="KEYS", help="of systems: keys separated by commas, in place of --a and --b"
    )
    plot.add_argument("--average", choices=("pooled", "mean", "both"), default="pooled", help="default: pooled")
    plot.add_argument(
        "--system",
        metavar="NAME",
        help="the system of a scatter (default: the first); histogram, length: only this one",
    )
    plot.add_argument("--output", required=True, metavar="FILE", help="its ending says the format: .svg, .pdf or .png")

    measures = command("measures", _measures, "the list of measures: key, title, paper")
    _add_format(measures)
    return parser


def _natural(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1")
    return int(text)


def _add_input(parser: argparse.ArgumentParser, several: bool, optional: bool = False) -> None:
    gold_help = "file with the gold trees; - is standard input"
    parser.add_argument("gold", nargs="?" if optional else None, metavar="GOLD", help=gold_help)
    count = "*" if optional else "+" if several else 1
    parser.add_argument("systems", nargs=count, metavar="SYSTEM", help="FILE or NAME=FILE")
    parser.add_argument(
        "--from", dest="source", metavar="FORMAT", help="format of the files; else recognised by content"
    )
    parser.add_argument(
        "--params", default="standard", help="standard, evalb, spmrl, none or a parameter file (default: standard)"
    )
    parser.add_argument(
        "--preterminals", choices=("auto", "yes", "no"), default="auto", help="is a node over one word a tag?"
    )
    parser.add_argument("--functions", action="store_true", help="dash functions (NP-SBJ) are part of the label")
    parser.add_argument("--tree-costs", metavar="FILE", help="table 'label label cost' for tree distance")
    parser.add_argument("--label-costs", metavar="FILE", help="table 'label label cost' for la.custom")
    parser.add_argument(
        "--phenomena", metavar="FILE", help="table 'sentence phenomenon [system class correct]' of a test suite"
    )
    parser.add_argument("--max-length", type=_natural, metavar="N", help="leave out longer gold sentences")
    parser.add_argument(
        "--missing", choices=("skip", "zero"), default="skip", help="what a sentence without a parse gets"
    )
    parser.add_argument("--jobs", type=_natural, metavar="N", help="workers (default: all cores)")
    parser.add_argument("--strict", action="store_true", help="exit with status 1 if any sentence is not scored")


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("table", "tsv", "csv", "json"), default="table")


# -- work ----------------------------------------------------------------------------------------------------------------


def _comparison(options: argparse.Namespace) -> Comparison:
    """Reads the files; warnings go to standard error."""
    from treecompare.comparison.comparison import Comparison
    from treecompare.comparison.judgements import read_judgements
    from treecompare.comparison.settings import Settings
    from treecompare.readers import read

    treebanks = [read(options.gold, options.source), *(_named(one, options.source) for one in options.systems)]
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


def _named(argument: str, source: str | None) -> Treebank:
    """Reads FILE or NAME=FILE."""
    from treecompare.readers import read

    name, given, path = argument.partition("=")
    if not given or Path(argument).exists():
        return read(argument, source)
    return read(path, source, name)


def _scored(options: argparse.Namespace) -> Comparison:
    """Reads and scores."""
    comparison = _comparison(options)
    _run(options, comparison)
    return comparison


def _run(options: argparse.Namespace, comparison: Comparison) -> None:
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


def _status(options: argparse.Namespace, comparison: Comparison) -> int:
    from treecompare.comparison.table import SCORED

    return int(options.strict and bool((comparison.table.statuses != SCORED).any()))


def _score(options: argparse.Namespace) -> int:
    from treecompare.analyses.result import View
    from treecompare.analyses.suites import phenomenon_tables
    from treecompare.comparison import export
    from treecompare.measures import chosen

    wanted = chosen(options.measures)
    comparison = _scored(options)
    measures = [one for one in wanted if options.measures != "all" or comparison.table.has(one.part)]
    if options.format == "json":
        _print_json(export.scores_object(comparison, measures, options.per_sentence))
    else:
        tables = export.score_tables if options.format == "table" else export.score_rows
        _print_rows(tables(comparison, measures, options.per_sentence), options.format)
        if options.phenomena:
            print()
            view = View(keys=tuple(one.key for one in measures))
            _print_results(phenomenon_tables(comparison, view), options.format)
    return _status(options, comparison)


def _rank(options: argparse.Namespace) -> int:
    from treecompare.comparison import export
    from treecompare.measures import measure

    keys = measure(options.a).key, measure(options.b).key
    comparison = _scored(options)
    ranked = export.ranks_object(comparison, *keys, options.ties, options.average, options.limit, options.deciles)
    if options.format == "json":
        _print_json(ranked)
    else:
        _print_rows(export.rank_tables(ranked, options.format != "table"), options.format)
    return _status(options, comparison)


def _significance(options: argparse.Namespace) -> int:
    from treecompare.comparison import export
    from treecompare.comparison.significance import significance
    from treecompare.measures import chosen

    measures = chosen(options.measures)
    if len(options.systems) < 2:
        raise UsageError("one system; expected at least two to compare with each other")
    comparison = _scored(options)
    keys = [one.key for one in measures if comparison.table.has(one.part)]
    averages = export.AVERAGES if options.average == "both" else (options.average,)
    result = significance(comparison.table, keys, averages, options.iterations, options.seed)
    if options.format == "json":
        _print_json(export.significance_object(comparison, result))
    else:
        _print_rows(export.significance_tables(comparison, result, options.format != "table"), options.format)
    return _status(options, comparison)


def _report(options: argparse.Namespace) -> int:
    from treecompare.analyses import ANALYSES, View, analysis
    from treecompare.measures import chosen, measure

    if options.report == "list":
        rows = [["report", "title", "what it shows"], *([one.key, one.title, one.explanation] for one in ANALYSES)]
        _print_rows([rows], "tsv" if options.format == "json" else options.format)
        return 0
    wanted = analysis(options.report)
    view = View(
        0, measure(options.a).key, measure(options.b).key, options.average,
        tuple(one.key for one in chosen(options.measures)), measure(options.variant).key,
    )  # fmt: skip
    if options.gold is None or not options.systems:
        raise UsageError("nothing to compare; expected a gold treebank and at least one system")
    comparison = _scored(options)
    names = comparison.table.systems
    if options.system is not None:
        if options.system not in names:
            raise UsageError(f"there is no system '{options.system}'; expected one of {', '.join(names)}")
        view = replace(view, system=names.index(options.system))
    _print_results(wanted.tables(comparison, view), options.format)
    return _status(options, comparison)


def _stats(options: argparse.Namespace) -> int:
    from treecompare.analyses.statistics import statistics_table
    from treecompare.trees.preparation import parameters

    params = parameters(options.params)
    preterminals = {"auto": None, "yes": True, "no": False}[options.preterminals]
    treebanks = [_named(one, options.source) for one in options.treebanks]
    _print_results([statistics_table(treebanks, params, preterminals)], options.format)
    return 0


def _align(options: argparse.Namespace) -> int:
    from treecompare.comparison import export
    from treecompare.drawing.layout import layout
    from treecompare.drawing.svg import as_svg
    from treecompare.drawing.text import as_text

    comparison = _comparison(options)
    mapping = export.checked_mapping(
        comparison, 0, options.sentence - 1, options.mapping, options.part, not options.unlabelled
    )
    if options.format == "json":
        text = json.dumps(
            export.mapping_object(comparison, 0, options.sentence - 1, mapping), ensure_ascii=False, indent=1
        )
    elif options.format == "svg":
        text = as_svg(layout(mapping, options.layout, elide=not options.whole_trees))
    else:
        text = as_text(mapping)
    if options.output:
        try:
            Path(options.output).write_text(text + "\n", "utf-8")
        except OSError as error:
            raise TreecompareError(f"{options.output}: cannot be written: {error.strerror}") from error
    else:
        print(text)
    return 0


def _plot(options: argparse.Namespace) -> int:
    from treecompare.comparison.plotting import Choice, figure_for
    from treecompare.drawing.figures import check_path, save
    from treecompare.measures import chosen

    check_path(options.output)
    kind = options.kind or ("systems" if options.preset or options.measures else "scatter")
    for option in ("preset", "measures"):
        if kind != "systems" and getattr(options, option):
            raise UsageError(f"--{option} is for plots of systems; expected --kind systems beside it")
    choice = Choice(
        kind, 0, options.a, options.b, tuple(one.key for one in chosen(options.measures)) if options.measures else (),
        ("pooled", "mean") if options.average == "both" else (options.average,), options.preset, bool(options.system),
    )  # fmt: skip
    choice.measures()  # says what is wrong with them before anything is read
    comparison = _comparison(options)
    names = comparison.table.systems
    if options.system and options.system not in names:
        raise UsageError(f"{options.system}: there is no such system; expected {' or '.join(names)}")
    if options.system:
        choice = replace(choice, system=names.index(options.system))
    _run(options, comparison)
    save(figure_for(comparison.table, choice, names=comparison.ids), options.output)
    return _status(options, comparison)


def _measures(options: argparse.Namespace) -> int:
    from treecompare.measures import MEASURES

    if options.format == "json":
        _print_json(
            [
                {"key": one.key, "title": one.title, "paper": one.paper, "explanation": one.explanation}
                for one in MEASURES
            ]
        )
    else:
        rows = [["key", "title", "paper"], *([one.key, one.title, one.paper] for one in MEASURES)]
        _print_rows([rows], options.format)
    return 0


# -- printing ------------------------------------------------------------------------------------------------------------


def _print_json(value: Any) -> None:
    json.dump(value, sys.stdout, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    print()


def _print_rows(tables: Iterable[list[list[str]]], format_: str) -> None:
    """Tables one below the other, an empty line between them."""
    from treecompare.analyses.result import comma_separated, tsv

    as_text = {"table": _aligned, "tsv": tsv, "csv": comma_separated}[format_]
    print("\n\n".join(as_text(rows) for rows in tables))


def _print_results(tables: list[ResultTable], format_: str) -> None:
    from treecompare.analyses.result import as_text

    if format_ != "table":
        print(as_text(tables, format_))
        return
    for number, table in enumerate(tables):
        print("\n" * bool(number) + table.title + "\n")
        _print_rows([table.texts()], "table")
        for line in (table.note, *table.signatures):
            if line:
                print(line)


def _aligned(rows: list[list[str]]) -> str:
    """Columns padded with blanks; numbers to the right, texts to the left."""
    width = max(len(row) for row in rows)
    rows = [[*row, *[""] * (width - len(row))] for row in rows]
    lines = []
    columns = list(zip(*rows, strict=True))
    widths = [max(len(cell) for cell in column) for column in columns]
    right = [all(_is_number(cell) for cell in column[1:]) and len(column) > 1 for column in columns]
    for row in rows:
        cells = (
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        )
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _is_number(cell: str) -> bool:
    return cell in ("", "–") or cell.lstrip("-+").replace(".", "", 1).isdigit()
