"""``treecompare tedeval`` where words differ: over lattices, or with segmentation files as the TedEval program."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from treecompare.cli.drawings import write_svgs
from treecompare.cli.options import settings_of
from treecompare.cli.printing import say, tell
from treecompare.cli.work import TEDEVAL_USUAL, file_and_gold, named_otherwise, read_named, run_all, status, with_others
from treecompare.errors import UsageError

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison


def run_lattices(options: argparse.Namespace) -> int:
    """``treecompare tedeval`` where words differ: tables 1 and 2 of Tsarfaty et al. 2012 (ACL).

    One gold serves all systems; of several golds each has a system of its own.
    """
    from treecompare.analyses.catalogue import analysis
    from treecompare.analyses.exports import sentences_table
    from treecompare.analyses.scenarios import TITLES
    from treecompare.cli.printing import print_results
    from treecompare.comparison.files import Files, open_files, opened
    from treecompare.comparison.treebank_names import named
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
            _show(options, comparison)
        if options.per_sentence:
            measures = [measure(key) for key in TITLES if comparison.table.has(measure(key).part)]
            results.append(sentences_table(comparison, measures))
        worst = max(worst, status(options, comparison))
    if results:
        print_results(results, options.format)
    return worst


def _show(options: argparse.Namespace, comparison: Comparison) -> None:
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
    from treecompare.analyses.scenarios import TITLES

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
    others = named_otherwise(options.measures, TITLES)
    if others and options.measures != TEDEVAL_USUAL:
        raise UsageError(f"--measures {','.join(others)}: not counted here; expected some of {', '.join(TITLES)}")


def run_program_segments(options: argparse.Namespace) -> int:
    """``treecompare tedeval --profile`` where words differ: what the TedEval program gives."""
    from treecompare.cli.printing import print_results
    from treecompare.comparison.schemes.files import SchemeSettings
    from treecompare.comparison.schemes.program_segments import SEGMENTS, count_segmented_program
    from treecompare.comparison.schemes.table import TEDEVAL_PARTS
    from treecompare.measures import measure
    from treecompare.readers.segmentations import read_segmentation
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
