"""Lattices and segmentation files on the command line: measures of trees whose words differ."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from treecompare.cli.printing import tell
from treecompare.errors import UsageError

if TYPE_CHECKING:
    from treecompare.comparison.lattices import LatticeComparison
    from treecompare.comparison.settings import Settings
    from treecompare.readers import DependencyTreebank, Treebank


def add_lattice_options(parser: argparse.ArgumentParser) -> None:
    """Where the space-delimited words come from."""
    several = "once for all files, or once for the gold and once for each system"
    parser.add_argument(
        "--lattice", action="append", default=[], metavar="FILE", help=f"SPMRL lattice or CoNLL-UL; {several}"
    )
    parser.add_argument(
        "--segmentation", action="append", default=[], metavar="FILE", help=f"table 'word segment:segment'; {several}"
    )


def asked_parts(options: argparse.Namespace, by_name: bool = False) -> list[str]:
    """The parts of the measures that the options ask for; ``by_name``: without those that ``all`` stands for."""
    from treecompare.measures import chosen

    asked = [getattr(options, name, None) for name in ("measures", "a", "b")]
    return [one.part for keys in asked if keys and not (by_name and keys == "all") for one in chosen(keys)]


def wants_lattices(options: argparse.Namespace) -> bool:
    """Whether files were given that only lattice measures need, or such measures are asked for."""
    from treecompare.measures.lattices import LATTICE_PARTS

    if options.lattice or options.segmentation or getattr(options, "report", None) == "scenarios":
        return True
    return any(part in LATTICE_PARTS for part in asked_parts(options, by_name=True))


def only_lattices(options: argparse.Namespace) -> bool:
    """Whether all measures that are asked for are of trees whose words may differ."""
    from treecompare.measures.lattices import LATTICE_PARTS

    parts = asked_parts(options, by_name=True)
    return bool(parts) and all(part in LATTICE_PARTS for part in parts)


def lattice_comparison(
    options: argparse.Namespace,
    gold: Treebank | DependencyTreebank,
    systems: list[Treebank | DependencyTreebank],
    settings: Settings | None = None,
) -> LatticeComparison:
    """The comparison of treebanks that are read already; the files of lattices and segmentations are read here."""
    from treecompare.comparison.lattices import LatticeComparison, Segmentations
    from treecompare.readers.lattices import read_lattices
    from treecompare.readers.segmentations import read_segmentation

    given = Segmentations(
        [read_lattices(path) for path in options.lattice],
        [read_segmentation(path) for path in options.segmentation],
        options.nonprojective,
    )
    with_others = not only_lattices(options) or getattr(options, "report", None) is not None
    return LatticeComparison(gold, systems, given, settings, with_others)


def lattice_text(options: argparse.Namespace, comparison: LatticeComparison) -> str:
    """What ``treecompare align`` prints: the lattice of a sentence with both trees' words, as text, SVG or JSON.

    Raises:
        UsageError: there is no such sentence, it is not scored, or another format was asked for.
    """
    from treecompare.drawing.lattice_writers import lattice_as_svg, lattice_as_text
    from treecompare.drawing.lattices import layout_lattice

    comparison.score_system(0)
    arcs, words = comparison.paths(0, options.sentence - 1)
    if options.format == "text":
        return lattice_as_text(arcs, words)
    if options.format == "svg":
        title = f"{comparison.ids[options.sentence - 1]}, {comparison.systems[0].name}"
        others = None if options.whole_trees else 3
        return lattice_as_svg(layout_lattice(arcs, words, options.right_to_left, others=others), options.theme, title)
    if options.format == "json":
        found = {"words": words, "arcs": [arc._asdict() for arc in arcs]}
        return json.dumps(found, ensure_ascii=False, indent=1)
    raise UsageError(f"lattices are drawn as text, svg or json; '{options.format}' is for constituents")


def run_lattices(options: argparse.Namespace) -> int:
    """``treecompare tedeval`` where words differ: tables 1 and 2 of Tsarfaty et al. 2012 (ACL).

    One gold serves all systems; of several golds each has a system of its own.
    """
    from treecompare.analyses.lattices import scenario_tables
    from treecompare.analyses.result import View
    from treecompare.cli.printing import print_results
    from treecompare.cli.work import read_named, run_all, status

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
        treebanks = [read_named(one, options.source) for one in (gold, *tests)]
        comparison = lattice_comparison(options, treebanks[0], treebanks[1:])
        for warning in comparison.warnings:
            tell(warning)
        run_all(options, comparison)
        results += scenario_tables(comparison, View(average=options.average))
        worst = max(worst, status(options, comparison))
    print_results(results, options.format)
    return worst


def run_program_segments(options: argparse.Namespace) -> int:
    """``treecompare tedeval --profile`` where words differ: what the TedEval program gives."""
    from treecompare.analyses.result import ResultTable, Value, count_column, score_column, text_column
    from treecompare.cli.printing import print_results
    from treecompare.cli.work import read_named
    from treecompare.comparison.program_segments import SEGMENTS, count_segmented_program
    from treecompare.comparison.scheme_files import SchemeSettings
    from treecompare.comparison.scheme_table import TEDEVAL_PARTS
    from treecompare.comparison.table import SCORED
    from treecompare.measures import measure
    from treecompare.readers.segmentations import read_segmentation

    if options.lattice:
        raise UsageError("--lattice is not for the profile of a program; expected --segmentation")
    if len(options.golds) != 1:
        raise UsageError(f"{len(options.golds)} golds; the program compares files with segmentations with one")
    files = [read_segmentation(path) for path in options.segmentation]
    treebanks = [read_named(one, options.source) for one in (*options.golds, *options.systems)]
    settings = SchemeSettings(options.profile, options.nonprojective)
    table = count_segmented_program(treebanks[0], treebanks[1:], files, settings)
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
        rows.append([name, *scores, scored, table.sentences - scored])
    columns = text_column("system"), *(score_column(measure(key)) for key in keys)
    result = ResultTable(
        f"As {options.profile} with segmentations, {options.average}",
        (*columns, count_column("scored"), count_column("left out")),
        rows,
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
