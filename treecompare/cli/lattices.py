"""``treecompare tedeval`` where words differ: over lattices, or with segmentation files as the TedEval program."""

from __future__ import annotations

import argparse

from treecompare.cli.asked import with_others
from treecompare.cli.printing import tell
from treecompare.cli.work import read_named, run_all, status
from treecompare.errors import UsageError


def run_lattices(options: argparse.Namespace) -> int:
    """``treecompare tedeval`` where words differ: tables 1 and 2 of Tsarfaty et al. 2012 (ACL).

    One gold serves all systems; of several golds each has a system of its own.
    """
    from treecompare.analyses.catalogue import analysis
    from treecompare.cli.printing import print_results
    from treecompare.comparison.files import Files, named, open_files, opened
    from treecompare.comparison.settings import Settings
    from treecompare.scores.result import View

    golds, systems = options.golds, options.systems
    if len(golds) not in (1, len(systems)):
        raise UsageError(
            f"{len(golds)} gold files and {len(systems)} systems; expected one gold, or one for each system"
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
        settings = Settings(over_lattices=True, nonprojective=options.nonprojective, sentences=options.sentences)
        steps = open_files(files, settings, source=options.source, with_others=with_others(options))
        comparison = opened(steps).comparison
        for warning in comparison.warnings:
            tell(warning)
        run_all(options, comparison)
        results += analysis("scenarios").tables(comparison, View(average=options.average))
        worst = max(worst, status(options, comparison))
    print_results(results, options.format)
    return worst


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

    if options.lattice:
        raise UsageError("--lattice is not for the profile of a program; expected --segmentation")
    if len(options.golds) != 1:
        raise UsageError(f"{len(options.golds)} golds; the program compares files with segmentations with one")
    files = [read_segmentation(path) for path in options.segmentation]
    treebanks = [read_named(one, options.source) for one in (*options.golds, *options.systems)]
    settings = SchemeSettings(options.profile, options.nonprojective)
    table = count_segmented_program(treebanks[0], treebanks[1:], files, settings)
    table.on = options.sentences
    for one in (*treebanks, *files):
        for warning in one.warnings:
            tell(f"{one.name}: {warning}")
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
