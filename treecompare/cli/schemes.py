"""TedEval as the program counts it where words differ, and ``treecompare tedeval`` as it was spelled."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from treecompare.cli.comparing import are_of_lattices, asked_parts, file_and_gold, golds_and_systems, read_named
from treecompare.cli.options import Parser, add_options
from treecompare.cli.printing import print_results, put, tell
from treecompare.comparison.answered import named, unique_names
from treecompare.errors import UsageError

SPELLED = """--gold/golds FILE*
--system/systems FILE*
--lattice/lattices FILE*
--segmentation/segmentations FILE*
--functions FILE*
--measures KEYS
--average AVERAGE
--rank A B
--report REPORT
--show SENTENCE
--svg FILE
--output FILE
--format FORMAT
--per-sentence
--pairs
--significance"""
"""The options of ``tedeval`` that mean something else now, or that not all commands have."""


def run_tedeval(arguments: list[str], run: Callable[[list[str]], int]) -> int:
    """Runs the commands that ``tedeval`` stands for; what several say as JSON is one list."""
    commands, are_listed = respelled(arguments)
    status = 0
    for place, one in enumerate(commands):
        put("[,"[bool(place)] if are_listed else "")
        status = max(status, run(one))
    put("]\n" if are_listed else "")
    return status


def respelled(arguments: list[str]) -> tuple[list[list[str]], bool]:
    """The commands that ``tedeval`` stands for: ``report schemes``, or what else it was asked for; where words differ
    ``report scenarios``. And whether they are several objects of JSON. Raises UsageError: there are neither one gold nor as many as
    systems there."""
    parser = Parser(prog="treecompare tedeval", add_help=False)
    add_options(parser, SPELLED, {}, {})
    asked, others = parser.parse_known_args(arguments)

    def given(option: str, *values: str | None) -> list[str]:
        return [word for one in values if one is not None for word in (option, one)]

    others += given("--function-names", *asked.functions)
    others += given("--output", asked.output) + given("--format", asked.format)
    average, measures = given("--average", asked.average), given("--measures", asked.measures)
    beside = ("--lattice", asked.lattices), ("--segmentation", asked.segmentations)
    files = [word for option, paths in beside for word in given(option, *paths)]
    compared = [(asked.golds, asked.systems)]
    if differ := bool(files) or are_of_lattices(asked_parts(asked.measures)):
        if len(asked.golds) not in (1, len(asked.systems)):
            raise UsageError(
                f"{len(asked.golds)} golds over lattices or segmentations, and not as many systems; expected one gold for all "
                "systems, or one for each in order: what golds have in common is compared without these files"
            )
        if len(asked.golds) > 1:
            compared = [([gold], [system]) for gold, system in zip(asked.golds, asked.systems, strict=True)]
    if asked.show:
        if not asked.systems:
            parser.error("the following arguments are required: --system")
        if (count := len(asked.systems)) > 1 and (asked.output or asked.format not in (None, "table", "text")):
            raise UsageError(f"--show writes one system at a time, not {count}; expected one --system")
        commands = []
        for golds, systems in compared:
            for place, (system, path) in enumerate(zip(systems, _paths(asked.svg, systems), strict=True)):
                own = [(one, paths if len(paths) < 3 else (paths[0], paths[place + 1])) for one, paths in beside]
                more = [word for option, paths in own for word in given(option, *paths)]
                more += given("--sentence", asked.show) + ([] if differ else measures)
                drawn = ["align", *given("--gold", *golds), system, *others, *more]
                commands += [drawn, *([[*drawn, "--format", "svg", "--output", path]] if path else [])]
        return commands, False
    others += files
    if asked.rank:
        command = ["rank", "--a", asked.rank[0], "--b", asked.rank[1], *average]
    elif asked.pairs:
        command = ["significance", *measures, *average]
    elif asked.per_sentence:
        command = ["score", *measures, "--per-sentence"]
    else:
        command = ["report", asked.report or ("scenarios" if differ else "schemes"), *measures, *average]
    commands = [[*command, *given("--gold", *golds), *systems, *others] for golds, systems in compared]
    return commands, asked.format == "json" and len(commands) > 1


def _paths(path: str | None, systems: Sequence[str]) -> list[str]:
    """Files for a drawing of each system, with its name where there are several; empty texts where none is wanted."""
    if not path or len(systems) == 1:
        return [path or ""] * len(systems)
    names = unique_names([named(file_and_gold(one)[0]) for one in systems])
    first = Path(path)
    return [str(first.with_name(f"{first.stem}-{name.replace('/', '-')}{first.suffix}")) for name in names]


def run_program_segments(options: argparse.Namespace) -> int:
    """Prints what the TedEval program gives where words differ (``--profile``)."""
    from treecompare.comparison.schemes.files import SchemeSettings
    from treecompare.comparison.schemes.program_segments import SEGMENTS, count_segmented_program
    from treecompare.measures import measure
    from treecompare.measures.tedeval import TEDEVAL_PARTS
    from treecompare.readers.lattice_files import read_segmentation
    from treecompare.scores.result import ResultTable, Value, count_column, score_column, share_column, text_column
    from treecompare.scores.set_notes import set_note
    from treecompare.scores.table import SCORED

    if options.max_length is not None:
        raise UsageError("--max-length is not for segmentations under the profile of a program")
    if options.lattice:
        raise UsageError("--lattice is not for the profile of a program; expected --segmentation")
    files = [read_segmentation(path) for path in options.segmentation]
    golds, systems = golds_and_systems(options)
    treebanks = [read_named(one, options.source) for one in (golds[0], *systems)]
    settings = SchemeSettings(options.profile, options.nonprojective)
    table = count_segmented_program(treebanks[0], treebanks[1:], files, settings)
    table.on = options.sentences
    for name, warnings in [(one.name, one.warnings) for one in treebanks] + [(one.name, one.warnings) for one in files]:
        for warning in warnings:
            tell(f"{name}: {warning}")
    keys = (SEGMENTS, *TEDEVAL_PARTS[::-1])
    rows, sentences = list[list[Value]](), list[list[Value]]()
    for system, name in enumerate(table.systems):
        for reason, number in table.reasons(system).items():
            tell(f"{name}: {number} not scored: {reason}")
        scored = table.number(system, SCORED)
        scores = [table.summary(system, key, options.average) for key in keys]
        rows.append([name, *scores, scored, table.sentences - scored, table.coverage(system)])
        of_sentences = zip(*(table.scores(system, key).tolist() for key in keys), strict=True)
        sentences += [[name, number, *scores] for number, scores in enumerate(of_sentences, 1)]
    columns = text_column("system"), *(score_column(measure(key)) for key in keys)
    made = ResultTable(
        f"As {options.profile} with segmentations, {options.average}",
        (*columns, count_column("scored"), count_column("left out"), share_column("coverage, %", "coverage")),
        rows,
        set_note(table, keys),
        signatures=tuple(table.signature(key, options.average) for key in keys),
    )
    tables = [made]
    if options.per_sentence:
        heading = text_column("system"), count_column("sentence"), *columns[1:]
        tables.append(ResultTable("Sentences", heading, sentences))
    print_results(tables, options.format)
    return int(options.strict and bool((table.statuses != SCORED).any()))
