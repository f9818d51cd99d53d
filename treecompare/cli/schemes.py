"""Parsers compared across annotation schemes and frameworks: TedEval.

``treecompare tedeval`` where words differ: over lattices, or with segmentation files as the TedEval program.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from treecompare.cli import drawings
from treecompare.cli.drawings import write_svgs
from treecompare.cli.options import command, function_names, options_of, settings_of
from treecompare.cli.printing import print_json, print_plain, say, tell
from treecompare.cli.work import (
    TEDEVAL_USUAL,
    file_and_gold,
    named_otherwise,
    only_lattices,
    read_named,
    run_all,
    status,
    tell_progress,
    with_others,
)
from treecompare.comparison.answered import gold_of, named
from treecompare.comparison.files import Files, check_any_sentence, open_files, opened
from treecompare.errors import UsageError

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
    from treecompare.comparison.schemes.comparison import SchemeComparison
    from treecompare.comparison.schemes.targets import Target


def run_lattices(options: argparse.Namespace) -> int:
    """``treecompare tedeval`` where words differ: tables 1 and 2 of Tsarfaty et al. 2012 (ACL).

    One gold serves all systems; of several golds each has a system of its own.
    """
    from treecompare.analyses.catalogue import analysis
    from treecompare.analyses.exports import sentences_table
    from treecompare.analyses.frameworks import SCENARIOS
    from treecompare.cli.printing import print_results
    from treecompare.comparison.files import Files, open_files, opened
    from treecompare.measures import measure
    from treecompare.scores.result import View

    golds, systems = options.golds, options.systems
    _check_options(options)
    if len(golds) not in (1, len(systems)):
        raise UsageError(
            f"{len(golds)} golds over lattices or segmentations, and not as many systems; expected one gold for all systems, or "
            "one for each in order: what golds have in common is compared without these files"
        )
    experiments = (
        [(golds[0], systems)]
        if len(golds) == 1
        else [(one, [other]) for one, other in zip(golds, systems, strict=True)]
    )
    results, worst = [], 0
    for gold, tests in experiments:
        files = Files(
            named(gold)[1], tuple(map(named, tests)), lattices=tuple(options.lattice), segmentations=tuple(options.segmentation)
        )  # fmt: skip
        settings = settings_of(options, over_lattices=True)
        steps = open_files(files, settings, source=options.source, with_others=with_others(options))
        comparison = opened(steps).comparison
        for warning in comparison.warnings:
            tell(warning)
        run_all(options, comparison)
        if options.show is None:
            results += analysis("scenarios").tables(comparison, View(average=options.average))
        else:
            _show_words(options, comparison)
        if options.per_sentence:
            measures = [measure(key) for key in SCENARIOS if comparison.table.has(measure(key).part)]
            results.append(sentences_table(comparison, measures))
        worst = max(worst, status(options, comparison))
    if results:
        print_results(results, options.format)
    return worst


def _show_words(options: argparse.Namespace, comparison: Comparison) -> None:
    """Prints the sentence of ``--show`` for each system, and draws it into the file of ``--svg``."""
    from treecompare.drawing.sentence import Wanted

    names = comparison.table.systems
    drawn = [comparison.drawing(system, options.show - 1, Wanted()) for system in range(len(names))]
    paths = write_svgs(options.svg, names, drawn)
    for system, (name, drawing) in enumerate(zip(names, drawn, strict=True)):
        heading = f"{name}\n" if len(comparison.systems) > 1 else ""
        say("\n" * bool(system) + heading + drawing.written("text"))
        if options.svg:
            say(f"  drawn in {paths[system]}")


def _check_options(options: argparse.Namespace) -> None:
    """Whether all options mean something where words differ. Raises UsageError: one does not, or systems follow several golds."""
    from treecompare.analyses.frameworks import SCENARIOS

    files = "--segmentation" if options.segmentation else "--lattice" if options.lattice else "--measures of lattices"
    for argument in options.systems if len(options.golds) > 1 else []:
        if file_and_gold(argument)[1] is not None:
            raise UsageError(
                f"{argument}: what golds have in common is not compared with {files}; expected one --gold, or one for each "
                "--system in order"
            )
    given = {
        "--unlabelled": options.unlabelled, "--labels-from": options.labels, "--dependencies-of": options.dependencies_of,
        "--target": options.target, "--rank": options.rank, "--only": options.only is not None, "--report": options.report,
        "--pairs": options.pairs, "--zero-cost": options.zero_cost,
    }  # fmt: skip
    unused = [name for name, value in given.items() if value]
    if unused:
        raise UsageError(f"{unused[0]} is for function trees; {files} takes --per-sentence, --show and --average")
    others = named_otherwise(options.measures, SCENARIOS)
    if others and options.measures != TEDEVAL_USUAL:
        raise UsageError(f"--measures {','.join(others)}: not counted here; expected some of {', '.join(SCENARIOS)}")


def run_program_segments(options: argparse.Namespace) -> int:
    """``treecompare tedeval --profile`` where words differ: what the TedEval program gives."""
    from treecompare.cli.printing import print_results
    from treecompare.comparison.schemes.files import SchemeSettings
    from treecompare.comparison.schemes.program_segments import SEGMENTS, count_segmented_program
    from treecompare.comparison.schemes.targets import TEDEVAL_PARTS
    from treecompare.measures import measure
    from treecompare.readers.lattice_files import read_segmentation
    from treecompare.scores.result import ResultTable, Value, count_column, score_column, share_column, text_column
    from treecompare.scores.set_notes import set_note
    from treecompare.scores.table import SCORED

    if options.max_length is not None:
        raise UsageError("--max-length is not for segmentations under the profile of a program")
    if options.lattice:
        raise UsageError("--lattice is not for the profile of a program; expected --segmentation")
    if options.show is not None:
        raise UsageError(f"--show draws what the papers define; expected --profile paper, not {options.profile}")
    if len(options.golds) != 1:
        raise UsageError(f"{len(options.golds)} golds; the program compares files with segmentations with one")
    files = [read_segmentation(path) for path in options.segmentation]
    treebanks = [read_named(one, options.source) for one in (*options.golds, *options.systems)]
    settings = SchemeSettings(options.profile, options.nonprojective)
    table = count_segmented_program(treebanks[0], treebanks[1:], files, settings)
    table.on = options.sentences
    for name, warnings in [(one.name, one.warnings) for one in treebanks] + [(one.name, one.warnings) for one in files]:
        for warning in warnings:
            tell(f"{name}: {warning}")
    keys = (SEGMENTS, *TEDEVAL_PARTS[::-1])
    rows: list[list[Value]] = []
    for system, name in enumerate(table.systems):
        for reason, number in table.reasons(system).items():
            tell(f"{name}: {number} not scored: {reason}")
        scored = table.number(system, SCORED)
        scores = [table.summary(system, key, options.average) for key in keys]
        rows.append([name, *scores, scored, table.sentences - scored, table.coverage(system)])
    columns = text_column("system"), *(score_column(measure(key)) for key in keys)
    result = ResultTable(
        f"As {options.profile} with segmentations, {options.average}",
        (*columns, count_column("scored"), count_column("left out"), share_column("coverage, %", "coverage")),
        rows,
        set_note(table, keys),
        signatures=tuple(table.signature(key, options.average) for key in keys),
    )
    tables = [result]
    if options.per_sentence:
        heading = text_column("system"), count_column("sentence"), *columns[1:]
        values = {(system, key): table.scores(system, key).tolist() for system in range(len(rows)) for key in keys}
        each = [
            [name, sentence + 1, *(values[system, key][sentence] for key in keys)]
            for system, name in enumerate(table.systems)
            for sentence in range(table.sentences)
        ]
        tables.append(ResultTable("Sentences", heading, each))
    print_results(tables, options.format)
    return int(options.strict and bool((table.statuses != SCORED).any()))


DRAWN = ("text", "svg", "latex", "document")
"""Formats of the drawing of a sentence, besides JSON."""


@command(
    "tedeval",
    settings=options_of("schemes"),
    usual=TEDEVAL_USUAL,
    drawn="|".join(DRAWN),
)
def _tedeval(options: argparse.Namespace) -> int:
    """Parsers of several annotation schemes against what golds have in common.

    --gold/golds NAME=FILE*!: a gold of one scheme, dependencies or brackets; several are generalised
    --system/systems NAME=FILE[@GOLD]*!: a parser's output and the gold whose scheme it follows (default: the gold whose name
        occurs in the file name)
    --labels-from/labels NAME=OTHER*: nodes of a gold also get the labels that another gold has over the same words, those of a
        system the ones that a FILE of the same parses has (TL-unification)
    --dependencies-of NAME=FILE*: a system's parses as dependencies, for its UAS and LAS in --report frameworks (default: the
        file of its labels, else converted by head rules)
    {from}
    {settings}
    --unary collapse|refuse = collapse: tedeval2011: several nodes over the same words (default: collapse)
    --measures KEYS = {usual}: all, or keys separated by commas (default: %(default)s)
    --average pooled|mean = pooled: in tables (default: pooled)
    --[no-]significance: test against the best of each row
    --iterations N = 10000: default: %(default)s
    --seed SEED = 0: of the random numbers (default: 0)
    --per-sentence: one row or object per sentence as well
    --pairs: test every two systems, with intervals, as well
    --target GOLDS: for --rank, --report and --show: GOLD or GOLD+GOLD (default: all golds)
    --rank A B: rank sentences under two measures instead: largest differences first
    --limit N: with --rank: only the N largest differences
    --only NUMBERS: with --rank: {only}
    --report REPORT: a report instead: schemes, operations, agreement, skipped, …
    --show N: one sentence: function trees and operations; with --measures tedeval2011 those of 2011
    --unlabelled: with --show: without labels
    --draw-golds GOLDS = "": with --show: the own trees of GOLD or GOLD+GOLD are drawn, too
    --right-to-left: with --show: draw words from right to left
    --output FILE: with --show: write to a file instead of standard output
    --svg FILE: with --show: draw it into FILE
    --strict: exit with status 1 if any sentence is not scored
    {function_names}
    {lattices}
    --jobs N: workers, over lattices (default: all cores)
    {max_bytes}
    --format table|tsv|csv|json|{drawn} = table: of tables; with --show text, svg, latex, document or json
    """
    if options.format in DRAWN and options.show is None:
        raise UsageError(f"--format {options.format} is for the drawing of a sentence; expected --show N with it")
    if options.lattice or options.segmentation or only_lattices(options):
        return run_lattices(options) if options.profile == "paper" else run_program_segments(options)
    from treecompare.analyses import schemes as exports
    from treecompare.analyses.schemes import tests_against_best

    comparison = _comparison(options)
    for warning in comparison.warnings:
        tell(warning)
    comparison.target = _target(options, comparison)
    tell_progress(comparison.run())
    if options.show is not None:
        return _show(options, comparison)
    _tell_skipped(comparison)
    if options.rank is not None:
        return _rank(options, comparison)
    if options.report is not None:
        return _report(options, comparison)
    tests = None
    if options.significance and len(comparison.systems) > 1:
        tests = tests_against_best(comparison, options.average, options.iterations, options.seed)
    if options.format == "json":
        found = exports.schemes_object(comparison, tests, options.per_sentence)
        if options.pairs:
            found["pairs"] = exports.pair_objects(comparison, options.average, options.iterations, options.seed)
        print_json(found)
    else:
        people = options.format == "table"
        tables = [exports.golds_table(comparison, options.average, tests)]
        if people:
            tables += exports.single_and_multiple_tables(comparison, options.average)
        if options.per_sentence:
            tables.append(exports.scheme_sentences_table(comparison))
        if options.pairs:
            tables.append(exports.pairs_table(comparison, options.average, options.iterations, options.seed))
        print_plain(tables, options.format)
        if people:
            _footnotes(options, comparison, tests is not None)
    return _status(options, comparison)


def _comparison(options: argparse.Namespace) -> SchemeComparison:
    from treecompare.comparison.schemes.comparison import Across, SchemeComparison
    from treecompare.comparison.schemes.targets import SCHEME_PARTS
    from treecompare.measures import chosen
    from treecompare.reading import treebank_name

    wanted = [one.key for one in chosen(options.measures) if one.key in SCHEME_PARTS]
    others = named_otherwise(options.measures, SCHEME_PARTS)
    if others or not wanted:
        raise UsageError(
            f"--measures {','.join(others) or options.measures}: not counted here; expected some of {', '.join(SCHEME_PARTS)}"
        )
    given = [file_and_gold(one) for one in options.systems]
    gold, *golds = [named(one) for one in options.golds]
    files = Files(gold[1], tuple(named(file) for file, _ in given), tuple(golds), gold_name=gold[0])
    given_names = [name for name, _ in files.systems if name]
    if twice := next((name for name in given_names if given_names.count(name) > 1), None):
        raise UsageError(f"two systems are called '{twice}'; name them apart with NAME=FILE")
    names = files.names()
    names, called = [names[0] or treebank_name(gold[1]), *names[1 : 1 + len(golds)]], names[1 + len(golds) :]
    files = replace(
        files, gold_name=names[0], golds=tuple((name, path) for name, (_, path) in zip(names[1:], golds, strict=True))
    )
    follows = [
        _gold_of((name, path), scheme, files)
        for name, (_, path), (_, scheme) in zip(called, files.systems, given, strict=True)
    ]
    labels, of_systems = _labels(options.labels, names, called)
    dependencies = _dependencies(options.dependencies_of, called)
    across = Across(follows, wanted, options.unary, function_names(options.functions, [*names, *called]), of_systems)
    files = replace(files, dependencies=tuple((files.systems[one][1], path) for one, path in dependencies.items()))
    settings = settings_of(options, params="none", functions=False, labels_from="\n".join(labels) or None)
    found = opened(open_files(files, settings, source=options.source, across=across))
    for treebank in found.treebanks.values():
        check_any_sentence(treebank)
    assert isinstance(found.comparison, SchemeComparison)
    return found.comparison


def _labels(arguments: Sequence[str], names: Sequence[str], called: Sequence[str]) -> tuple[list[str], dict[int, str]]:
    """What ``--labels-from`` says: of golds, and of systems (by number) the file of the same parses. Raises UsageError: there is no
    such gold or system."""
    of_golds: list[str] = []
    of_systems: dict[int, str] = {}
    for argument in arguments:
        name, _, other = argument.partition("=")
        if name in called and other and other not in names:
            of_systems[called.index(name)] = other
        elif name in names and other in names and name != other:
            of_golds.append(argument)
        else:
            raise UsageError(
                f"--labels-from {argument}: expected GOLD=OTHER, two of {', '.join(names)}, or SYSTEM=FILE, one of "
                f"{', '.join(called)} and a file of its parses"
            )
    return of_golds, of_systems


def _dependencies(arguments: Sequence[str], called: Sequence[str]) -> dict[int, str]:
    """What ``--dependencies-of`` says: files of dependencies by the number of the system. Raises UsageError: there is no such
    system."""
    found = {}
    for argument in arguments:
        name, _, path = argument.partition("=")
        if name not in called or not path:
            raise UsageError(f"--dependencies-of {argument}: expected NAME=FILE, NAME being one of {', '.join(called)}")
        found[called.index(name)] = path
    return found


def _gold_of(system: tuple[str, str], scheme: str | None, files: Files) -> int:
    """The number of the gold of a system (name, path): as said, else the only one, else the one whose name occurs in the system's,
    or whose file is named most alike. Raises UsageError: there is no such gold, or several may be meant."""
    golds = [(files.gold_name, files.gold), *files.golds]
    name, names = system[0], [one for one, _ in golds]
    if scheme is not None:
        if scheme not in names:
            raise UsageError(f"{name}@{scheme}: there is no gold '{scheme}'; expected {' or '.join(names)}")
        return names.index(scheme)
    likely = gold_of(system, golds)
    if likely is None:
        raise UsageError(
            f"{name}: its gold is not given; expected {name}=FILE@GOLD, where GOLD is {' or '.join(names)}"
        )
    return likely


def _target(options: argparse.Namespace, comparison: SchemeComparison) -> Target:
    """The golds of ``--target``, all of them without it."""
    if options.target is None:
        return comparison.target
    names = [one.name for one in comparison.golds]
    wanted = [name.strip() for name in options.target.split("+")]
    found = tuple(sorted({names.index(name) for name in wanted if name in names}))
    if len(found) != len(wanted) or found not in comparison.tables:
        offered = ", ".join("+".join(names[gold] for gold in target) for target in comparison.targets)
        raise UsageError(f"--target {options.target}: expected one of {offered}")
    return found


def _rank(options: argparse.Namespace, comparison: SchemeComparison) -> int:
    from treecompare.analyses import rank_exports

    keys = [_counted(comparison, key) for key in options.rank]
    how = (keys[0], keys[1], "mean", options.average, options.limit, False, rank_exports.Listed(numbers=options.only))
    if options.format == "json":
        print_json(rank_exports.ranks_object(comparison, *how))
    else:
        print_plain(rank_exports.ranks_tables(comparison, *how), options.format)
    return _status(options, comparison)


def _counted(comparison: SchemeComparison, key: str) -> str:
    from treecompare.measures import measure

    if not comparison.table.has(measure(key).part):
        raise UsageError(
            f"{key} is not counted; expected one of {', '.join(comparison.parts)}, or add it to --measures"
        )
    return key


def _report(options: argparse.Namespace, comparison: SchemeComparison) -> int:
    from treecompare.analyses.catalogue import View, analysis
    from treecompare.cli.printing import print_results

    wanted = analysis(options.report, comparison.kind)
    tables = []
    # what is about one system is said of each
    for system in range(len(comparison.systems)) if "system" in wanted.follows else [0]:
        if comparison.native_in(system, comparison.target) is not None or "system" not in wanted.follows:
            view = View(system, *comparison.usual_keys, options.average, comparison.parts)
            tables += wanted.tables(comparison, view)
    print_results(list({(table.title, str(table.rows)): table for table in tables}.values()), options.format)
    return _status(options, comparison)


def _tell_skipped(comparison: SchemeComparison) -> None:
    told = set()
    for target, table in comparison.tables.items():
        for system, name in enumerate(table.systems):
            if comparison.native_in(system, target) is None:
                continue  # said below the table
            for reason, number in table.reasons(system).items():
                line = f"{name}: {number} not scored against {comparison.target_name(target)}: {reason}"
                if line not in told:
                    told.add(line)
                    tell(line)


def _footnotes(options: argparse.Namespace, comparison: SchemeComparison, tested: bool) -> None:
    say()
    if tested:
        say(
            f"≈ the difference from the best of the row may be chance: shuffling, {options.iterations:,} times, Holm's correction, "
            "p >= 0.05."
        )
    if len(comparison.golds) > 1:
        say("A + B: what the golds A and B have in common; – : no score, or the system's own gold is not among them.")
    table = comparison.tables[comparison.targets[0]]
    for key in comparison.parts:
        if not key.endswith(".unlabelled"):
            say(f"signature: {table.signature(key, options.average)}")


def _status(options: argparse.Namespace, comparison: SchemeComparison) -> int:
    from treecompare.scores.table import SCORED

    unscored = any(
        comparison.native_in(system, target) is not None and (table.statuses[system] != SCORED).any()
        for target, table in comparison.tables.items()
        for system in range(len(comparison.systems))
    )
    return int(options.strict and unscored)


def _show(options: argparse.Namespace, comparison: SchemeComparison) -> int:
    from treecompare.comparison.schemes.targets import TEDEVAL_2011_PARTS, TEDEVAL_PARTS
    from treecompare.drawing.sentence import Wanted

    golds = tuple(name.strip() for name in options.draw_golds.split("+") if name.strip())
    parts = [part for part in comparison.parts if part in (*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS)]
    wanted = Wanted(
        labelled=not options.unlabelled, right_to_left=options.right_to_left, golds=golds,
        relabels=bool(parts) and all(part in TEDEVAL_2011_PARTS for part in parts),
    )  # fmt: skip
    options.format = drawings.form_of(None if options.format == "table" else options.format, options.output)
    is_text = options.format == "text"
    if options.format in ("tsv", "csv"):
        raise UsageError(f"--show draws a sentence, not as '{options.format}'; expected {', '.join(DRAWN)} or json")
    if (not is_text or options.output) and len(comparison.systems) > 1:
        raise UsageError(f"--show writes one system at a time, not {len(comparison.systems)}; expected one --system")
    drawn = [comparison.drawing(system, options.show - 1, wanted) for system in range(len(comparison.systems))]
    paths = drawings.write_svgs(options.svg, [one.name for one in comparison.systems], drawn)
    for system, drawing in enumerate(drawn):
        text = drawing.written(options.format)
        if options.output or not is_text:
            drawings.write(text, options)
        else:
            say("\n" * bool(system) + text)
        if options.svg:
            say(f"  drawn in {paths[system]}")
    return 0
