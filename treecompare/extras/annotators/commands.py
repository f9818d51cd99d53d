"""Several analyses without a gold: their consensus, their agreement, what may be accepted unseen, what was decided."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from treecompare.cli.comparing import read_named
from treecompare.cli.options import command
from treecompare.cli.printing import Patience, print_results, put, tell, tell_about, tell_problems, told_parameters
from treecompare.errors import UsageError, counted

if TYPE_CHECKING:
    from treecompare.extras.annotators.agreed import Agreement
    from treecompare.extras.annotators.several import Several

SEVERAL = """files FILE+: 2 to 10 analyses, FILE or NAME=FILE, none of them gold
--from/source FORMAT: format of the files; else recognised by content
--tables FOLDER: write the tables that scripts compare
--leaf
{max_bytes}"""


@command("agreement", files=SEVERAL)
def _agreement(options: argparse.Namespace) -> int:
    """Agreement of annotators beyond chance: kappas and alphas, without a gold.

    {files}
    --no-trees: leave out alpha over whole trees, for which every tree is compared with every other
    --no-intervals: leave out intervals, for which sentences are resampled 2,000 times
    --pre FILE: the analysis that the annotators corrected; it is not one of them, and a table shows what they changed of it
    --adjudicated FILE: with --pre: what was decided in the end, which shows what annotators overlooked and what they spoilt
    --given upos|xpos|lemma|relation = "": dependencies: count only words for which both annotators say the same of this
    --params PARAMS = standard: constituents: how trees are prepared: standard, none, evalb, or a file
    --misc NAME,… = "": dependencies: also compare these names in MISC
    --seed SEED = 0: of the intervals (default: 0)
    --methods: print a paragraph for a paper in place of tables
    --set NAME = -: what these files together are called in the tables that scripts compare
    --format table|tsv|json = table
    """
    from os import cpu_count

    from treecompare.extras.annotators.agreed import Agreement, Asked
    from treecompare.extras.annotators.agreed_scripts import script_tables
    from treecompare.extras.annotators.agreed_tables import people_tables
    from treecompare.extras.annotators.analysis import methods_of
    from treecompare.scores.tables import write_tables

    if options.adjudicated and not options.pre:
        raise UsageError("--adjudicated tells what became of a pre-annotation; expected --pre as well")
    several = _read(options, tuple(filter(None, (options.pre, options.adjudicated))))
    told_parameters(options.params)
    count = len(options.files)
    asked = Asked(
        pre=count if options.pre else None,
        adjudicated=count + 1 if options.adjudicated else None,
        given=options.given,
        params=options.params,
        misc=tuple(filter(None, options.misc.split(","))),
        with_trees=not options.no_trees,
        with_intervals=not options.no_intervals,
        seed=options.seed,
        jobs=cpu_count() or 1,
    )
    with Patience() as patience:
        found = Agreement(several, asked, tell=lambda share: patience.tell(_doing(found), share))
        if asked.with_trees and sys.stderr.isatty():
            patience.tell(_doing(found))  # the estimate is there before all distances are
        if options.tables:
            write_tables(script_tables(found, options.set), options.tables)
        if options.methods:
            put(methods_of(found))
        else:
            print_results(people_tables(found), options.format)
    return 0


def _doing(found: Agreement) -> str:
    """What is being done, with what is known of it meanwhile."""
    estimate = found.estimate.alphas["plain"] if found.estimate else None
    if estimate is None or estimate.value is None or estimate.interval is None:
        return "trees are compared"
    low, high = estimate.interval.low, estimate.interval.high
    return f"trees are compared (alpha about {estimate.value:.4f}, {low:.4f} to {high:.4f})"


def _read(options: argparse.Namespace, beside: Sequence[str] = ()) -> Several:
    """The files; ``beside``: further ones that are no voices."""
    from treecompare.comparison.answered import named, unique_names
    from treecompare.comparison.constituents.crossing import read_together
    from treecompare.extras.annotators.several import MOST, Several

    files = [*options.files, *beside]
    if not 2 <= len(options.files) <= MOST:
        raise UsageError(f"{counted(len(options.files), 'analysis', 'analyses')} given; expected 2 to {MOST}")
    treebanks = [read_named(one, options.source).with_leaves(options.leaf) for one in files]
    names = unique_names([named(one) for one in files])
    treebanks = [one.with_fields(name=name) for one, name in zip(treebanks, names, strict=True)]
    treebanks, told = read_together(treebanks)
    for one in treebanks:
        tell_about(one)
    several = Several.of(treebanks, most=len(files))
    for line in [*told, *several.told]:
        tell(line)
    return several


@command("consensus", files=SEVERAL)
def _consensus(options: argparse.Namespace) -> int:
    """One tree of several analyses of each sentence, by their votes.

    {files}
    --weights W,W,…: how many votes each file has, whole numbers; one with 0 is shown, and does not vote (default: 1 each)
    --roots fewest|free = fewest: dependencies: prefer trees with few roots, or any (default: fewest)
    --output OUT: write the consensus as a treebank; - prints it, and nothing else
    --overwrite: write OUT even if it exists; never one of the files compared
    --format table|tsv|json = table
    """
    from treecompare.extras.annotators.results import consensus_of, weights_of
    from treecompare.scores.tables import write_tables
    from treecompare.writing import check_output, write_file

    several = _read(options)
    if options.output and options.output != "-":
        check_output(options.output, [one.path for one in several.treebanks], options.overwrite)
    found = consensus_of(several, weights_of(options.weights or "", len(several.treebanks)), options.roots == "fewest")
    for line in found.told:
        tell(line)
    if options.tables:
        write_tables(found.tables, options.tables)
    if options.output == "-":
        put(found.text)
        return 0
    if options.output:
        write_file(options.output, found.text)
    print_results([found.summary], options.format)
    return 0


@command("triage", files=SEVERAL)
def _triage(options: argparse.Namespace) -> int:
    """What may be accepted unseen because all analyses agree, and a sample of it to check.

    {files}
    --design NAME:N = "": the sample: accepted-words:N, accepted-sentences:N, sentences:N; of each stratum N:
        agreement-length:N, accepted-by-length:N, accepted-by-relation:N
    --seed TEXT = 1: another text draws another sample (default: 1)
    --checked GOLD: a treebank with the answers for the sample, perhaps of some sentences only
    --format table|tsv|json = table
    """
    from treecompare.extras.annotators.triage import Triage
    from treecompare.extras.annotators.triage_sample import Drawn, design_of
    from treecompare.extras.annotators.triage_tables import people_tables, script_tables
    from treecompare.scores.tables import write_tables

    if options.design:
        design_of(options.design)
    several = _read(options)
    checked = read_named(options.checked, options.source) if options.checked else None
    if checked is not None:
        tell_problems(checked)
    triage = Triage(several, checked)
    sample = Drawn(triage, options.design, options.seed) if options.design else None
    for line in triage.told:
        tell(line)
    if options.tables:
        write_tables(script_tables(triage, sample), options.tables)
    print_results(people_tables(triage, sample), options.format)
    return 0


@command("adjudicate")
def _adjudicate(options: argparse.Namespace) -> int:
    """The treebank that comes of deciding between annotators, with the source of each value.

    file FILE: a comparison file (.treecompare) in which differences were decided
    --output OUT: the treebank to write, in the format of the first file
    --overwrite: write OUT even if it exists; never one of the files compared
    --check: write what was decided when the first file, the gold, was checked against the others
    --between A,B = "": which two or three analyses were decided between, if FILE holds more
    --join OTHER = "": add the decisions of another comparison file on the same sentences to FILE, as a step that can be undone;
        where both decided, differences are printed, and FILE's decisions stand
    --tables FOLDER: write provenance.tsv, and for each annotator NAME.tsv: what was decided against them
    --html FOLDER: write a page for each annotator: NAME.html
    --people: in provenance.tsv, also who decided and when
    --format table|tsv|json = table: how the summary is printed
    --strict: write nothing, and exit with status 1, if a difference is undecided
    {max_bytes}
    """
    from treecompare.extras.annotators.adjudicated import (
        Undecided,
        check_decided,
        kinds,
        pages,
        standing,
        summary,
        tables,
    )
    from treecompare.extras.annotators.checked_gold import checked_gold
    from treecompare.extras.annotators.kept import open_adjudication
    from treecompare.extras.annotators.written import written
    from treecompare.writing import check_output, write_file, write_folder

    between = [one.strip() for one in options.between.split(",") if one.strip()]
    if options.check and between:
        raise UsageError("--check is of the first file and all others; expected no --between")
    found = open_adjudication(options.file, between, options.join, checked_gold if options.check else None)
    adjudication = found.adjudication
    for remark in found.remarks:
        tell(f"{options.file}: {remark}")
    for conflict in found.conflicts:
        tell(f"conflict: {conflict}")
    if options.strict:
        try:
            check_decided(adjudication)
        except Undecided as error:
            tell(f"{options.file}: {error}")
            return 1
    if options.output:
        check_output(options.output, adjudication.analyses.paths, options.overwrite)
        made = written(adjudication)
        write_file(options.output, made.text)
        for reason, count in made.told.most_common():
            tell(f"{options.output}: {counted(count, 'sentence')} {reason}")
        if left := len(adjudication.differences) - adjudication.decided:
            tell(f"{options.output}: {counted(left, 'difference')} undecided; {standing(adjudication)} there")
    if options.tables:
        write_folder(options.tables, tables(adjudication, options.people))
    if options.html:
        write_folder(options.html, pages(adjudication))
    print_results([summary(adjudication), kinds(adjudication)], options.format)
    return 0
